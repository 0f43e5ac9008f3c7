"""How far weapons reach, and zones under fire (RNG-01, RNG-02, ACT-01)."""

from fractions import Fraction

import pytest

from systems.brute import Bench, told_apart
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = [one for one in examples("organique") if one.procedure in ("reach", "covering_fire")]
SMG = {"name": "smg", "group": "automatic", "bs": 3, "rate": 8, "useful_cm": 250}
ANN, BOB = {"name": "Ann"}, {"name": "Bob", "armour": [{"name": "vest", "ia": 5, "bs": 2}]}


@pytest.mark.parametrize("example", MINE, ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- reach ----


@pytest.mark.parametrize(
    ("weapon", "step", "cm", "usable", "malus"),
    [
        ("punch", 0, 0, True, 0),
        ("punch", 2, 0, False, 0),
        ({"group": "long_gun", "range_min": 2, "useful_cm": 600}, 1, 0, False, 0),
        ({"group": "long_gun", "range_min": 2, "useful_cm": 600}, 9, 1199, True, -1),
        ({"group": "throwing_knife", "useful_cm": 50, "max_cm": 600}, None, 600, True, -12),
        ({"group": "throwing_knife", "useful_cm": 50, "max_cm": 600}, None, 601, False, -12),
        ({"group": "bow"}, None, 5000, True, 0),
        ({"group": "sword", "range_max": 2}, 2, 900, True, 0),
    ],
)
def test_reach(weapon, step, cm, usable, malus):  # ORG-RNG-01, ORG-RNG-02
    asked = {"weapon": weapon, "distance_cm": cm} | ({} if step is None else {"range_step": step})
    assert BENCH.picked("reach", [], "usable", "range_mod", **asked) == (usable, malus)


def test_unknown_weapons():
    assert BENCH.refused("reach", weapon="excalibur") == ("field/one_of", "weapon")
    assert BENCH.refused("reach") == ("field/missing", "weapon")


# ---- covering fire ----


def fired(dice, *fields, attacker=None, **given):
    asked = {"attacker": attacker or {}, "weapon": SMG, "bullets": 8, "metres": 2, **given}
    return BENCH.picked("covering_fire", dice, *fields, **asked)


@pytest.mark.parametrize(("metres", "difficulty"), [(1, 28), (2, 31), (0.5, 27), (2.1, 32), (10, 55), (0.1, 26)])
def test_the_width_of_a_zone(metres, difficulty):  # ORG-ACT-01: 25 + ceil(3 × metres)
    assert fired([10], "difficulty", metres=metres) == (difficulty,)


def test_what_counts():  # ORG-ACT-01, ORG-MOD-02, ORG-RNG-02, M5
    blind = {"blind": True, "one_eyed": True}
    assert fired([10], "base", "mod", "bullets_used", attacker=blind, bullets=5) == (15, 0, 5)
    assert fired([10], "mod", attacker={"prone": True, "suffering": [3]}) == (-11,)
    assert fired([10], "mod", distance_cm=749, extended=True, split=True, mods={"dark": -4}) == (-11,)
    assert fired([10], "mod", distance_cm=749, in_water=True, attacker_mounted=True) == (-14,)  # ORG-MOD-08, ORG-MOD-14
    assert fired([10], "mod", attacker={"combat_skills": {"automatic_weapons": 2}}) == (8,)
    assert fired([10], "difficulty", weapon=SMG | {"tags": {"barrage": "easy"}}) == (27,)


def test_a_zone_that_is_missed_asks_nothing_more():
    assert fired([12], "success", "targets", targets=[ANN, BOB]) == (False, [])
    assert fired([20], "success", "auto", metres=50, options={"combat_not_luck": True}) == (False, "none")


def test_everybody_in_it():  # ORG-CBT-01: the same throw anew, opposed to each reaction; one projectile
    targets = [ANN | {"reaction": {"kind": "dodge"}}, BOB]
    (result,) = fired([13, 18, 10, 15], "targets", targets=targets)
    assert [one["name"] for one in result] == ["Ann", "Bob"]
    ann, bob = result
    assert (ann["attack_total"], ann["attack_difficulty"], ann["attack_margin"]) == (36, 31, 5)
    assert (ann["defence_margin"], ann["hit"], ann["damage"]) == (5, False, {"bs": 0, "c": 0})
    assert (bob["attack_margin"], bob["hit"], bob["layers_hit"], bob["damage"]["bs"]) == (2, True, ["vest"], 1)
    assert "defence_total" not in bob
    assert (bob["defender"]["sng"], ann["defender"]["sng"]) == (3, 4)


def test_cover_and_reactions_of_targets():  # ORG-RNG-03, ORG-REA-04
    hidden = ANN | {"cover": {"name": "wall", "ia": 10, "bs": 12}, "reaction": {"kind": "drop"}}
    (result,) = fired([13, 20, 1], "targets", targets=[hidden])
    assert (result[0]["hit"], result[0]["layers_hit"], result[0]["defender"]["prone"]) == (True, ["wall"], True)


def test_water_slows_and_blunts_a_zone():  # ORG-MOD-14: on either side
    dodging = BOB | {"armour": [], "reaction": {"kind": "dodge"}}
    for wet in ({"in_water": True, "targets": [dodging]}, {"targets": [dodging | {"target_in_water": True}]}):
        (result,) = fired([20, 20, 1], "targets", **wet)
        assert (result[0]["defence_mod"], result[0]["hit"], result[0]["damage"]) == (-8, True, {"bs": 0.5, "c": 0})


def test_pain_of_a_lock_comes_before_the_first_shot():  # ORG-ACT-06
    tired = {"extended_penalty": True}
    save, success, used, after = fired([9], "save", "success", "bullets_used", "attacker", locked=True, attacker=tired)
    assert (save["success"], success, used, after["extended_penalty"]) == (False, False, 0, False)
    assert fired([9], "targets", locked=True, targets=[ANN]) == ([],)
    assert fired([10, 13], "success", "bullets_used", locked=True) == (True, 8)
    lifted = [ANN | {"reaction": {"kind": "dodge"}, "reaction_locked": True}, BOB | {"reaction_locked": True}]
    (result,) = fired([13, 10, 18, 10, 15], "targets", targets=lifted)
    assert [one.get("lock_save", {}).get("success") for one in result] == [True, None]


def test_what_sheets_keep():  # ORG-MOD-05
    asked = {"attacker": {}, "weapon": SMG, "bullets": 8, "metres": 2, "extended": True, "targets": [BOB]}
    result = BENCH.changes("covering_fire", [13, 15], **asked)
    assert [(one[0], one[2], one[3]) for one in result if one[0] != "wounds"] == [
        ("extended_penalty", True, ""),
        ("sng", 1.0, "Bob"),
    ]


def test_odds():
    targets = [BOB | {"reaction": {"kind": "drop"}}]
    asked = {"attacker": {}, "weapon": SMG, "bullets": 4, "metres": 1, "targets": targets, "extended": True}
    shown = BENCH.every_outcome("covering_fire", asked | {"targets": [BOB]})
    for by in (("success", "total"), ("targets",), ("attacker",)):
        assert BENCH.weighed("covering_fire", asked | {"targets": [BOB]}, by) == told_apart(shown, by)
    hit = BENCH.weighed("covering_fire", asked, ["targets.Bob.hit"])
    assert sum(hit.values()) == 1
    assert hit[(("targets.Bob.hit", True),)] < Fraction(12, 20)


def test_one_of_many_can_be_weighed():
    targets = [{"name": f"N{i}", "reaction": {"kind": "dodge"}} for i in range(8)]
    asked = {"attacker": {}, "weapon": SMG, "bullets": 8, "metres": 2, "targets": targets}
    one = BENCH.weighed("covering_fire", asked, ["targets.N3.hit"])
    alone = BENCH.weighed("covering_fire", asked | {"targets": [targets[3]]}, ["targets.N3.hit"])
    assert one == alone
    assert len(BENCH.weighed("covering_fire", asked, ["success"])) == 2


@pytest.mark.parametrize(
    ("fields", "id", "field"),
    [
        ({"bullets": 9}, "field/at_most", "bullets"),
        ({"bullets": 1}, "field/range", "bullets"),
        ({"metres": 0}, "field/range", "metres"),
        ({"weapon": "punch"}, "field/not_allowed", "weapon"),
        ({"weapon": {"group": "thrown", "rate": 3}, "bullets": 2}, "field/not_allowed", "weapon"),
        ({"weapon": SMG | {"max_cm": 100}, "distance_cm": 101}, "field/at_most", "distance_cm"),
        ({"attacker": {"end_now": 0}}, "act/unable", "attacker"),
        ({"targets": [ANN, ANN]}, "field/twice", "targets"),
        ({"targets": [ANN | {"reaction": {"kind": "flip"}}]}, "field/not_allowed", "targets[0].reaction.kind"),
        ({"targets": [ANN | {"reaction": {"kind": "parry"}}]}, "field/not_allowed", "targets[0].reaction.kind"),
        ({"targets": [ANN | {"reaction": {"kind": "simultaneous"}}]}, "field/not_allowed", "targets[0].reaction.kind"),
        ({"targets": [ANN | {"dead": True, "reaction": {"kind": "drop"}}]}, "act/unable", "targets[0].reaction"),
        ({"targets": [ANN | {"cover": "air"}]}, "field/one_of", "targets[0].cover"),
    ],
)
def test_refusals(fields, id, field):
    asked = {"attacker": {}, "weapon": SMG, "bullets": 8, "metres": 2} | fields
    assert BENCH.refused("covering_fire", **asked) == (id, field)
