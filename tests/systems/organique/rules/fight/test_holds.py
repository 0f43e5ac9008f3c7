"""Getting out of a hold (ACT-05 to ACT-08, ACT-21)."""

import pytest

from systems.brute import Bench

BENCH = Bench("organique")
STRONG, WEAK = {"FOR": 14}, {"FOR": 6}


def broken(dice, *fields, victim=STRONG, holder=STRONG, **given):
    return BENCH.picked("break_hold", dice, *fields, victim=victim, holder=holder, **given)


@pytest.mark.parametrize("kind", ["hold", "strangle"])
def test_strength_against_strength(kind):  # ORG-ACT-05, ORG-ACT-07: ties keep the hold
    fields = ("victim_total", "victim_margin", "holder_total", "holder_margin", "free")
    assert broken([10, 9], *fields, kind=kind) == (24, 4, 23, 3, True)
    assert broken([10, 10], *fields, kind=kind) == (24, 4, 24, 4, False)
    assert broken([6, 5], "free", kind=kind) == (True,)
    assert broken([5, 4], "free", kind=kind) == (False,)


def test_a_wrestling_hold():  # ORG-ACT-08: 30 against 10
    fields = ("victim_margin", "holder_margin", "free")
    assert broken([16, 2], *fields, kind="wrestle", holder=WEAK) == (0, -2, True)
    assert broken([18, 5], *fields, kind="wrestle", holder=WEAK) == (2, 1, True)
    assert broken([18, 6], *fields, kind="wrestle", holder=WEAK) == (2, 2, False)


def test_in_water_both_are_clumsy():  # ORG-MOD-14
    fields = ("victim_margin", "holder_margin")
    dry, wet = broken([15, 14], *fields), broken([15, 14], *fields, in_water=True)
    assert wet == tuple(one - 8 for one in dry)


def test_a_lock_hurts_first():  # ORG-ACT-06
    fields = ("save", "victim_total", "free")
    save, total, free = broken([9], *fields, kind="lock")
    assert (save["kind"], save["total"], save["success"], total, free) == ("pain", 19, False, None, False)
    save, total, free = broken([10, 10, 4], *fields, kind="lock")
    assert (save["success"], total, free) == (True, 24, True)
    assert broken([10, 9], "save") == (None,)
    numb = STRONG | {"doses": [{"poison": "blade_poison", "onset": 0}]}
    assert broken([3, 20, 1], "free", victim=numb, kind="lock") == (True,)
    robot = STRONG | {"kind": "machine", "structure": 10}
    assert broken([10, 4], "save", "free", victim=robot, kind="lock") == (None, True)  # ORG-MON-01


def test_what_counts():  # ORG-TEST-10, M5
    wrestler = STRONG | {"combat_skills": {"wrestling": 2}}
    assert broken([10, 10], "victim_total", "holder_total", victim=wrestler, holder=wrestler) == (32, 24)
    hampered = STRONG | {"prone": True, "suffering": [2]}
    assert broken([10, 10], "victim_total", "holder_total", victim=hampered, holder=hampered) == (14, 14)
    mods = {"mods": {"oil": 5}, "holder_mods": {"cuffs": 3}}
    assert broken([10, 10], "victim_total", "holder_total", **mods) == (29, 27)


def test_it_is_a_combat_action():  # ORG-TEST-05, ORG-MOD-05
    assert broken([20, 10], "victim_margin", "free", victim={"FOR": 0}, holder={"FOR": 9}) == (1, True)
    house = {"combat_not_luck": True}
    assert broken([20, 10], "victim_margin", victim={"FOR": 0}, holder={"FOR": 9}, options=house) == (0,)
    tired = STRONG | {"extended_penalty": True}
    asked = {"victim": tired, "holder": STRONG}
    assert BENCH.picked("break_hold", [10, 10], "victim_total", **asked) == (14,)
    assert BENCH.changes("break_hold", [10, 10], **asked) == [("extended_penalty", True, False, "")]


def test_refusals():
    for state in ({"inc": 0}, {"end_now": 0}, {"unconscious_turns": 1}):
        assert BENCH.refused("break_hold", victim=state, holder={}) == ("act/unable", "victim")
        assert BENCH.refused("break_hold", victim={}, holder=state) == ("act/unable", "holder")
    assert BENCH.refused("break_hold", victim={}, holder={}, kind="hug") == ("field/one_of", "kind")
    assert BENCH.refused("break_hold", victim={}) == ("field/missing", "holder")


def test_odds():
    BENCH.assert_odds_agree("break_hold", victim=STRONG, holder=WEAK, kind="wrestle")


def test_odds_of_a_lock():
    shown = BENCH.chance("break_hold", "free", victim=STRONG, holder=WEAK, kind="lock")
    plain = BENCH.chance("break_hold", "free", victim=STRONG, holder=WEAK)
    assert shown == plain * 11 / 20
