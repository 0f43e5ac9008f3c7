"""Random games of every procedure, drawn once and then looked at from every side: dice, words, files, odds."""

from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from conformance.installed import examples, played_or_discarded, prepared_or_discarded
from conformance.strategies import inputs
from gardien.core.calling import Prepared
from gardien.core.interpreters.run import Played
from gardien.core.pack import load_toml
from gardien.core.procedure import Procedure
from gardien.core.system import System


class Game(NamedTuple):
    """A procedure with random inputs and random house rules, and what came of it."""

    prepared: Prepared
    given: dict[str, Any]  # as it was written
    seed: int
    played: Played


def games(system: System, procedure: Procedure) -> tuple[Game, ...]:
    """A few games of a procedure; inputs that it refuses are discarded."""
    result: list[Game] = []
    shown = st.sampled_from(({}, *examples_of(system, procedure)))
    rules = st.one_of(st.just({}), inputs(system.options))

    @settings(max_examples=examples(10), phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(data=st.data(), seed=st.integers(0, 1000))
    def draw(data: st.DataObject, seed: int) -> None:
        usual = data.draw(shown, label="usual")
        wanted = over(usual, data.draw(inputs(procedure.given), label="given"))
        options = data.draw(rules, label="options")
        prepared = prepared_or_discarded(system, procedure, {**wanted, "options": options})
        result.append(Game(prepared, wanted, seed, played_or_discarded(prepared, seed)))

    draw()
    return tuple(result)


def examples_of(system: System, procedure: Procedure) -> list[dict[str, Any]]:
    """What the game itself asks of a procedure, to show it: so that whoever needs a skill or a wound has one."""
    path = Path(system.folder, "examples.toml")
    rows = load_toml(path)["example"] if path.exists() else []
    result = [row.get("given", {}) for row in rows if row["procedure"] == procedure.key]
    return [{name: value for name, value in given.items() if name != "options"} for given in result]


def over(usual: Any, drawn: Any) -> Any:
    """Something usual with what was drawn in its place, at any depth."""
    if not (isinstance(usual, dict) and isinstance(drawn, dict)):
        return drawn
    return {**usual, **{name: over(usual.get(name), value) for name, value in drawn.items()}}
