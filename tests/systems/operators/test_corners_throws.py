"""What holds for every throw: who makes it, what it is for, what a wound does to it (TEST, HLTH, LUCK)."""

from typing import Any

import pytest

from systems.operators.dicebox import answer, outcome, picked

ANA = {"name": "Ana", "FOR": 13, "DEX": 13, "POU": 13}
BORIS = {"name": "Boris", "kind": "npc", "sb": 9}
CARL = {"name": "Carl", "kind": "npc", "sb": 9}

ACTIONS: list[tuple[str, dict[str, Any], str, list[int]]] = [
    ("assassinate", {}, "attacker", [98]),
    ("attack_melee", {}, "attacker", [98]),
    ("attack_thrown", {"weapon": "knife"}, "attacker", [98]),
    ("attack_firearm", {"weapon": "pistol_small"}, "attacker", [98]),
    ("hold", {}, "attacker", [98]),
    ("break_free", {}, "character", [98]),
    ("take_cover", {}, "character", [98]),
    ("throw_explosive", {}, "attacker", [98, 3]),
    ("creature_attack", {"victims": [{}]}, "creature", [98]),
    ("cast_ritual", {"effect_test": "standard"}, "caster", [3, 98]),
    ("put_out_fire", {}, "character", [98]),
]


@pytest.mark.parametrize(("procedure", "given", "actor", "dice"), ACTIONS, ids=[one[0] for one in ACTIONS])
def test_a_grave_wound_makes_every_action_extreme(
    procedure: str, given: dict[str, Any], actor: str, dice: list[int]
) -> None:
    """OPS-HLTH-04, OPS-HLTH-10: until it is both stabilised and numbed, and never for what feels no pain."""

    def difficulty(**state: Any) -> str:
        return str(outcome(procedure, dice, **given, **{actor: {**ANA, **state}})["final_difficulty"])

    assert difficulty(wound_level="light") != "extreme"
    assert difficulty(wound_level="grave") == "extreme"
    assert difficulty(wound_level="grave", painkiller=True) == "extreme"
    assert difficulty(wound_level="grave", stabilised=True) == "extreme"
    assert difficulty(wound_level="grave", stabilised=True, painkiller=True) == difficulty()
    assert difficulty(wound_level="grave", no_pain=True) == difficulty()


THROWS: list[tuple[str, dict[str, Any], list[int], list[tuple[str, str, str]]]] = [
    (
        "attack_melee",
        {"attacker": ANA, "defender": BORIS, "weapon": "axe"},
        [20, 90, 6, 3, 3, 50],
        [
            ("d100", "Ana", "attack"),
            ("d100", "Boris", "defence"),
            ("d6", "Ana", "damage"),
            ("d6", "Ana", "damage"),
            ("d3", "Ana", "bonus"),
            ("d100", "Boris", "con"),
        ],
    ),
    (
        "attack_thrown",
        {"attacker": ANA, "defender": {**BORIS, "sb": 6}, "weapon": "throwing_knife"},
        [20, 90, 6, 50],
        [
            ("d100", "Ana", "attack"),
            ("d100", "Boris", "defence"),
            ("d6", "Ana", "damage"),
            ("d100", "Boris", "con"),
        ],
    ),
    (
        "hold",
        {"attacker": ANA, "defender": BORIS},
        [20, 90, 90],
        [("d100", "Ana", "attack"), ("d100", "Boris", "defence"), ("d100", "Boris", "resist")],
    ),
    (
        "explosion",
        {"dice_count": 2, "victims": [{"defender": BORIS}, {"defender": CARL}]},
        [6, 6, 50, 40],
        [("d6", "", "blast"), ("d6", "", "blast"), ("d100", "Boris", "con"), ("d100", "Carl", "con")],
    ),
    (
        "creature_attack",
        {"creature": ANA, "victims": [{"defender": BORIS}], "attack": {"drain": "FOR"}},
        [20, 90, 6, 3, 6, 50],
        [
            ("d100", "Ana", "attack"),
            ("d100", "Boris", "defence"),
            ("d6", "Ana", "damage"),
            ("d3", "Ana", "bonus"),
            ("d6", "Ana", "drain"),
            ("d100", "Boris", "con"),
        ],
    ),
    ("throw_explosive", {"attacker": ANA}, [98, 3], [("d100", "", "attack"), ("d6", "", "drift")]),
]


@pytest.mark.parametrize(("procedure", "given", "dice", "throws"), THROWS, ids=[one[0] for one in THROWS])
def test_a_die_says_who_throws_it_and_what_for(
    procedure: str, given: dict[str, Any], dice: list[int], throws: list[tuple[str, str, str]]
) -> None:
    """The order of the ledger: attack, defence, weapon, bonus, drain, then CON of whoever was hit (OPS-HLTH-03)."""
    found = answer(procedure, dice, **given)
    assert [(one.label, one.who, one.purpose) for one in found.dice] == throws


@pytest.mark.parametrize(("luck", "left", "verdict"), [(9, 9, "fumble"), (10, 0, "failure"), (11, 1, "failure")])
def test_ten_points_turn_a_fumble_into_a_failure(luck: int, left: int, verdict: str) -> None:
    """OPS-LUCK-03: all ten must be there, and no more."""
    given = {"score": 13, "luck": luck, "luck_plan": {"cancel_fumble": True}}
    assert picked("test", [99], "outcome", "luck", **given) == (verdict, left)
