"""Odds of everything: each procedure sums to exactly one, and in time; a poisoned blade through two layers by hand."""

from collections import defaultdict
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec import json

from gardien.core.calling import odds_of, prepare
from gardien.core.errors import Refusal
from gardien.core.interpreters.odds import forget
from gardien.core.pack import load_toml
from gardien.core.system import find
from quick import spent
from systems.brute import Bench
from systems.worked import examples

bench = Bench("organique")
SYSTEM = find("organique")
GENEROUS = 10  # times slower than on the machine this was written on, before anybody complains
EACH, ATTACK = 0.05, 0.2  # seconds of work once warm: any procedure by its headline, an attack by everything
MOST_ASKED = 2  # examples of each procedure


def inputs() -> dict[str, list[dict[str, Any]]]:
    """Every example there is, by procedure; the ledger’s first."""
    result: dict[str, list[dict[str, Any]]] = {}
    for example in examples("organique"):
        result.setdefault(example.procedure, []).append(example.given)
    for one in load_toml(Path(SYSTEM.folder, "examples.toml"))["example"]:
        result.setdefault(one["procedure"], []).append(one.get("given", {}))
    return result


INPUTS = inputs()


def total(key: str, given: dict[str, Any], by: tuple[str, ...]) -> Fraction | int | str:
    """All chances together, or why there are none."""
    try:
        return sum(one.chance for one in odds_of("organique", key, given, by=by))
    except Refusal as refusal:
        return refusal.id


def test_every_procedure_is_asked_with_inputs_that_can_be_a_key():
    """What odds remember is kept by what was asked: no map in it may still change."""
    assert set(INPUTS) == set(SYSTEM.modules)
    for key, asked in INPUTS.items():
        assert hash(prepare("organique", key, asked[0]).given) is not None, key


@pytest.mark.parametrize("key", SYSTEM.modules)
def test_odds_sum_to_exactly_one_and_come_in_time(key):
    """By everything, by the headline, by each field; what would be too much is refused at once."""
    declared = SYSTEM.procedure(key)
    for given in INPUTS[key][:MOST_ASKED]:
        for by in ((), declared.headline):
            assert total(key, given, by) == 1
            assert spent(lambda: odds_of("organique", key, given, by=by), 1) < GENEROUS * EACH  # noqa: B023
    for field in declared.outcome_fields():
        assert total(key, INPUTS[key][0], (field,)) in (1, "odds/too_many"), field


# ---- an attack ----

BLADE = {"name": "dagger", "group": "knife", "bs": 3.5, "pa": 4, "coating": "blade_poison"}
LAYERS = [{"name": "vest", "ia": 8, "bs": 2, "c": 1}, {"name": "leather", "ia": 5, "bs": 1, "c": 0.5}]
ADA: dict[str, Any] = {"name": "Ada", "FOR": 14, "PER": 12, "AGI": 13, "VIT": 12}
BO: dict[str, Any] = {"name": "Bo", "END": 9, "AGI": 11, "SNG": 6, "armour": LAYERS}
ACTIONS = ("strike", "stun", "slash", "sweep")


@pytest.mark.parametrize("action", ACTIONS)
def test_the_whole_of_an_attack_is_weighed_while_one_waits(action):
    """ORG-CBT-01, ORG-ARM-06: reaction, two layers, poison, the save; by what matters, by every field."""
    scene = {"attacker": ADA, "target": BO, "action": action, "weapon": BLADE, "reaction": {"kind": "dodge"}}
    declared = SYSTEM.procedure("combat_action")
    for by in ((), declared.headline, ("defender",), declared.outcome_fields()):
        assert total("combat_action", scene, by) == 1
        assert spent(lambda: odds_of("organique", "combat_action", scene, by=by), 1) < GENEROUS * ATTACK  # noqa: B023


def fought(turns: int) -> dict[str, Any]:
    """One blow of a poisoned blade, and turns that end."""
    blow = {"actor": "Ada", "target": "Bo", "action": "strike", "weapon": BLADE, "reaction": {"kind": "dodge"}}
    return {"combatants": [ADA, BO], "script": [blow, *[{"do": "end_turn"}] * turns]}


def by_hand() -> dict[str, Fraction]:
    """Bo after the blow and the first tick, every face counted: 400 pairs of the blow, 400 of the saves it causes."""
    blows: dict[str, list[tuple[int, int]]] = defaultdict(list)
    script = fought(0)
    for faces in product(range(1, 21), repeat=2):
        after = bench.outcome("play_fight", [20, 1, *faces], **script)["states"]["Bo"]
        blows[encoded(after)].append(faces)
    result: dict[str, Fraction] = defaultdict(Fraction)
    for after, pairs in blows.items():
        poisoned = json.decode(after)["doses"]
        for saves in product(range(1, 21), repeat=2) if poisoned else ((),):
            end = bench.outcome("play_fight", [20, 1, *pairs[0], *saves], **fought(1))["states"]["Bo"]
            result[encoded(end)] += Fraction(len(pairs), 400 * (400 if poisoned else 1))
    return dict(result)


def encoded(state: dict[str, Any]) -> str:
    return json.encode(state, order="sorted").decode()


def test_a_poisoned_blade_through_two_layers_is_as_counted_by_hand():
    """ORG-CBT-01, ORG-REA-01, ORG-ARM-01, ORG-ARM-06, ORG-POI-01, ORG-SYM-17."""
    odds = odds_of("organique", "play_fight", fought(1), by=("states",))
    result: dict[str, Fraction] = defaultdict(Fraction)
    for one in odds:
        result[encoded(one.outcome["states"]["Bo"])] += one.chance
    assert dict(result) == by_hand()
    assert len(result) > 5


@pytest.mark.parametrize("turns", [1, 3])
def test_a_poisoned_blade_and_the_saves_it_causes_are_weighed_while_one_waits(turns):
    """The very first time, and once warm."""
    script = fought(turns)
    forget()
    for by in (("states",), ("states.Bo.medical_shock",)):
        assert total("play_fight", script, by) == 1
        assert spent(lambda: odds_of("organique", "play_fight", script, by=by)) < GENEROUS * EACH  # noqa: B023


def test_what_could_not_be_told_in_time_is_refused_at_once():
    """A discharge by all its five saves, four fighters by their totals, a long fight by its events."""
    four = {"combatants": [{"name": name} for name in "abcd"]}
    asked: dict[str, dict[str, Any]] = {"electricity": {"character": {}, "points": 12}, "start_fight": four}
    for key, given in asked.items():
        every = SYSTEM.procedure(key).outcome_fields()
        assert spent(lambda: total(key, given, every), 1) < GENEROUS * EACH  # noqa: B023
        assert total(key, given, every) == "odds/too_many"
