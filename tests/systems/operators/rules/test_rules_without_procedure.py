"""Corners of the rules that no other file walks into."""

from typing import Any

import msgspec
import pytest

from gardien.core.calling import Answer, do
from gardien.core.system import find
from gardien.systems.operators import pack
from gardien.systems.operators.sheet.sheet import Creature, Operator, sample_creature


def played(procedure: str, dice: tuple[int, ...] = (), **given: Any) -> Answer:
    return do("operators", procedure, given, dice=dice)


def told(procedure: str, dice: tuple[int, ...] = (), **given: Any) -> dict[str, Any]:
    return dict(msgspec.to_builtins(played(procedure, dice, **given).outcome))


@pytest.mark.parametrize(("throw", "number"), [(7, 70), (70, 7), (10, 1), (1, 10), (100, 100), (27, 72)])
def test_a_throw_keeps_both_its_digits(throw: int, number: int) -> None:
    """OPS-DICE-01: 7 is 0 and 7, 100 is 0 and 0."""
    assert told("locate_hit", roll=throw)["location_number"] == number


def test_luck_moves_the_value_and_never_the_digits() -> None:
    """OPS-DICE-01, OPS-LUCK-02: 77 bought down to 65 still sends seven rounds, and is a double."""
    shooter = {"DEX": 13, "luck": 12}
    given = {"weapon": "assault_rifle", "burst": True, "attacker_luck_plan": {"max_shift": 12}}
    result = told("attack_firearm", (77, 1), attacker=shooter, defender={"no_pain": True}, **given)
    assert (result["roll"], result["outcome"], result["extra_rounds"], result["attacker_luck"]) == (
        77,
        "critical",
        7,
        0,
    )


@pytest.mark.parametrize("characteristic", ["EDU", "INT", "APP"])
def test_what_any_professional_knows_needs_no_dice(characteristic: str) -> None:
    """OPS-TEST-11, OPS-TEST-12, OPS-TEST-13: basic knowledge, the right idea, a search without hurry."""
    given = {"characteristic": characteristic, "score": 3, "difficulty": "extreme", "grave": True}
    answer = played("test", no_roll=True, **given)
    assert answer.dice == ()
    assert (answer.outcome["outcome"], answer.outcome["success"]) == ("automatic", True)
    assert told("test", (4,), **given)["outcome"] == "failure"


def test_smatterings_are_no_languages() -> None:
    """OPS-CREA-14: they stand on the sheet beside the languages that EDU gives, and change no number."""
    sheet = Operator(codename="HERMES", EDU=13, languages=("anglais",), smatterings=("russe", "arabe"))
    assert (sheet.languages, sheet.smatterings) == (("anglais",), ("russe", "arabe"))
    assert told("derived_values", character={"EDU": sheet.EDU})["extra_languages"] == 1


def test_a_hit_runs_from_damage_through_protection_to_the_wound() -> None:
    """OPS-CBT-14, OPS-DMG-06: in this order, and only when it was not avoided."""
    given = {
        "attacker": {"FOR": 13, "name": "Ares"},
        "weapon": "axe",
        "defender": {"DEX": 13, "worn": ["kevlar_light"]},
    }
    hit = played("attack_melee", (20, 90, 6, 6, 3, 50), **given)
    order = [one.label for one in hit.steps if one.label in ("damage_final", "armour", "damage_taken", "hit_level")]
    assert order == ["damage_final", "armour", "damage_taken", "hit_level"]
    avoided = played("attack_melee", (20, 10), **given)
    assert avoided.outcome["damage_taken"] == 0
    assert not [one for one in avoided.steps if one.label == "damage_final"]


def test_a_creature_has_five_scores() -> None:
    """OPS-CREAT-01: no EDU, no APP, no SAN, no luck."""
    fields = set(Creature.__struct_fields__)
    assert {"FOR", "CON", "DEX", "INT", "POU"} <= fields
    assert not {"EDU", "APP", "san", "luck"} & fields


def test_one_of_a_kind_may_differ_from_the_mean() -> None:
    """OPS-CREAT-03, OPS-CREAT-04: a stronger Deep One keeps its other scores."""
    usual = told("creature_profile", profile="deep_one")
    mighty = told("creature_profile", profile="deep_one", scores={"FOR": 20, "CON": "exceptional"})
    assert (usual["sb"], mighty["sb"]) == (15, 20)
    assert {code: mighty["scores"][code] for code in ("DEX", "INT", "POU")} == {
        code: usual["scores"][code] for code in ("DEX", "INT", "POU")
    }
    assert sample_creature("deep_one", "fr").FOR == 15


def test_entities_are_nobody_that_could_be_hurt() -> None:
    """OPS-ENT-01, OPS-ENT-03: they have no scores, so no table can bring one into a fight."""
    assert len(pack.table("profiles", "entity")) == 4
    assert "entity" not in find("operators").table_rules.beings
    assert not {"FOR", "CON", "sb"} & set(type(pack.table("profiles", "entity")[0]).__struct_fields__)
