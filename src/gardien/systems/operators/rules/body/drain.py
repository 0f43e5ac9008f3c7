"""Scores that a creature drains, and the days that bring them back (CREAT)."""

from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import force_setattr, replace

from gardien.core.chance import Program, roll, step
from gardien.core.dice import D6
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, frozen_map
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Code
from gardien.systems.operators.rules.character import NO_DRAIN, Combatant, Drain, NaturalAttack


class DrainGiven(Value, frozen=True, kw_only=True):
    """Drained scores and the days that pass."""

    drain: dict[Code, Drain]
    days: Annotated[int, Meta(ge=0, le=100_000)]

    def __post_init__(self) -> None:
        force_setattr(self, "drain", frozen_map(self.drain))


class DrainLeft(Value, frozen=True, kw_only=True):
    """Drained scores afterwards."""

    refused: bool = False
    drain: dict[Code, Drain]

    def __post_init__(self) -> None:
        force_setattr(self, "drain", frozen_map(self.drain))

    def changes(self, given: DrainGiven, options: Options) -> tuple[Change, ...]:
        return (Change("drain", given.drain, self.drain),) if self.drain != given.drain else ()


def weaken(who: Combatant, attack: NaturalAttack, creature: str) -> Program[dict[str, Any]]:
    """1D6 points of FOR or POU; the hit itself is graded with the threshold of before (OPS-CREAT-09)."""
    assert attack.drain != "none"
    code: Literal["FOR", "POU"] = attack.drain
    lost = yield from roll(D6, "d6", creature, "drain")
    left = max(0, who.current(code) - lost)
    yield from step("score_left", left, "OPS-CREAT-09", who=who.name)
    before = who.drain.get(code, NO_DRAIN)
    after = (
        replace(before, permanent=before.permanent + lost)
        if attack.irreversible
        else replace(before, temporary=before.temporary + lost)
    )
    collapse = "none"
    if left == 0:
        collapse = "cannot_act" if code == "FOR" else "dead" if attack.irreversible else "catatonic"
    return {
        "drain_amount": lost,
        "drained": code,
        "score_left": left,
        "collapse": collapse,
        "drain": frozen_map({**who.drain, code: after}),
    }


@procedure("recover_drain", rules="OPS-CREAT-09", headline=("drain",))
def recover_drain(given: DrainGiven, options: Options) -> Program[DrainLeft]:
    """One temporary point a day comes back to each score; what is gone for good stays gone."""
    yield from step("days", given.days, "OPS-CREAT-09")
    return DrainLeft(
        drain={code: replace(one, temporary=max(0, one.temporary - given.days)) for code, one in given.drain.items()}
    )
