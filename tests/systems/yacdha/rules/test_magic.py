"""Magic (MAG)."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.calling import do, odds_of
from gardien.core.errors import Refusal
from gardien.systems.yacdha.pack import spell, table
from gardien.systems.yacdha.rules.magic import Spell


def cast(dice, casters, **inputs):
    return do("yacdha", "cast_magic", {"casters": casters, **inputs}, dice=dice)


FRANCIS = {"name": "Francis", "madness": 4, "mythos": 1}
PHOEBE = {"name": "Phoebe", "madness": 2, "mythos": 3}


def test_only_the_madness_die_is_thrown_and_the_price_follows_success():
    """YAC-MAG-01, YAC-MAG-03: die 4 above opposition 3; then a second die, 5 above madness 4, costs a point."""
    answer = cast([4, 5], [{"name": "Francis", "madness": 4}], opposition=3)
    assert answer.outcome == {
        "rolled": True,
        "success": True,
        "casting": {"Francis": 4},
        "raw": 4,
        "mythos": 0,
        "result": 4,
        "opposition": 3,
        "margin": 1,
        "degree": "minor_success",
        "automatic": False,
        "checks": {"Francis": 5},
        "gauges": {"Francis": 5},
        "status": {"Francis": "active"},
    }
    assert [(die.label, die.who, die.purpose) for die in answer.dice] == [
        ("dF", "Francis", "casting"),
        ("dF", "Francis", "check"),
    ]
    assert [(c.field, c.before, c.after, c.who) for c in answer.changes] == [("madness", 4, 5, "Francis")]


def test_a_die_equal_to_the_opposition_fails_and_costs_as_much():
    """YAC-MAG-01, YAC-MAG-03: 3 is not above 3, and 4 is not above madness 4."""
    answer = cast([3, 4], [{"name": "Francis", "madness": 4}], opposition=3)
    outcome = answer.outcome
    assert (outcome["success"], outcome["margin"], outcome["degree"]) == (False, 0, "minor_failure")
    assert (outcome["checks"], outcome["gauges"]) == ({"Francis": 4}, {"Francis": 4})
    assert answer.changes == ()


def test_the_reasons_of_a_casting_add_up():
    """YAC-MAG-01, YAC-MAG-03, YAC-MAG-04: every number of the explanation, with its rule."""
    answer = cast([4, 5], [FRANCIS], opposition=3)
    assert [(s.label, s.value, s.rule, s.parts, s.limits, s.who) for s in answer.steps] == [
        ("opposition", 3, "YAC-MAG-01", (), None, ""),
        ("raw", 4, "YAC-MAG-01", (), None, ""),
        ("result", 5, "YAC-MAG-04", (("raw", 4), ("mythos", 1)), (1, 6), ""),
        ("automatic", False, "YAC-MAG-04", (), None, ""),
        ("margin", 2, "YAC-MAG-01", (("result", 5), ("opposition", -3)), None, ""),
        ("degree", "success", "YAC-DEG-01", (), None, ""),
        ("check_raised", True, "YAC-GAU-01", (), None, "Francis"),
        ("madness", 5, "YAC-MAG-03", (("madness", 4), ("rise", 1)), None, "Francis"),
    ]


def test_the_mind_of_an_investigator_is_lost_at_six():
    """YAC-MAG-03: the price may be the last point; an NPC plays on."""
    mad = cast([6, 6], [{"name": "Phoebe", "madness": 5}])
    assert (mad.outcome["gauges"], mad.outcome["status"]) == ({"Phoebe": 6}, {"Phoebe": "mad"})
    assert [(c.field, c.before, c.after, c.who) for c in mad.changes] == [
        ("madness", 5, 6, "Phoebe"),
        ("status", "active", "mad", "Phoebe"),
    ]
    assert [(s.label, s.value, s.rule, s.who) for s in mad.steps][-1] == ("madness", 6, "YAC-GAU-03", "Phoebe")
    for madness in (5, 6):
        leader = cast([6, 6], [{"name": "Leader", "kind": "npc", "madness": madness, "mythos": 5}])
        assert (leader.outcome["gauges"], leader.outcome["status"]) == ({"Leader": 6}, {"Leader": "active"})
        assert leader.steps[-1].rule == "YAC-MAG-03"


def test_conditions_come_first():
    """YAC-MAG-02: no condition, no die, nothing changes."""
    answer = cast([], [FRANCIS, PHOEBE], opposition=3, conditions_met=False)
    assert answer.outcome == {
        "rolled": False,
        "refused": "conditions",
        "success": False,
        "casting": {},
        "checks": {},
        "gauges": {"Francis": 4, "Phoebe": 2},
        "status": {"Francis": "active", "Phoebe": "active"},
    }
    assert [(s.label, s.value, s.rule) for s in answer.steps] == [("refused", "conditions", "YAC-MAG-02")]
    assert answer.changes == ()
    assert cast([], [FRANCIS], prepared=True, conditions_met=False).outcome["refused"] == "conditions"


def test_a_level_equal_to_the_opposition_makes_success_certain():
    """YAC-MAG-04: opposition 3, level 3, the worst die: still 4 against 3; at opposition 4 nothing is certain."""
    certain = cast([1, 1], [PHOEBE], opposition=3).outcome
    assert (certain["automatic"], certain["success"], certain["result"], certain["margin"]) == (True, True, 4, 1)
    uncertain = cast([1, 1], [PHOEBE], opposition=4).outcome
    assert (uncertain["automatic"], uncertain["success"], uncertain["margin"]) == (False, False, 0)


def test_the_bonus_stops_at_six_and_leaves_the_check_alone():
    """YAC-MAG-04: 5 + 3 counts as 6; the check 3 is above madness 2 whatever the level."""
    outcome = cast([5, 3], [PHOEBE], opposition=5).outcome
    assert (outcome["raw"], outcome["mythos"], outcome["result"], outcome["margin"]) == (5, 3, 6, 1)
    assert outcome["gauges"] == {"Phoebe": 3}


def test_without_the_mythos_module_every_level_counts_as_nought():
    """YAC-MAG-04 and the modules of YAC-GEN-02."""
    outcome = cast([3, 1], [PHOEBE], opposition=3, options={"modules": ["luck"]}).outcome
    assert (outcome["mythos"], outcome["result"], outcome["success"], outcome["automatic"]) == (0, 3, False, False)


def test_ready_made_magic_works_by_itself_and_costs_nothing():
    """YAC-MAG-05: opposition 0 whatever the spell; one die for the degree, bonus included; no check."""
    answer = cast([2], [PHOEBE], opposition=5, prepared=True)
    assert answer.outcome == {
        "rolled": True,
        "success": True,
        "casting": {"Phoebe": 2},
        "raw": 2,
        "mythos": 3,
        "result": 5,
        "opposition": 0,
        "margin": 5,
        "degree": "major_success",
        "automatic": True,
        "checks": {},
        "gauges": {"Phoebe": 2},
        "status": {"Phoebe": "active"},
    }
    assert [(s.label, s.rule) for s in answer.steps] == [
        ("opposition", "YAC-MAG-05"),
        ("raw", "YAC-MAG-01"),
        ("result", "YAC-MAG-04"),
        ("automatic", "YAC-MAG-05"),
        ("margin", "YAC-MAG-01"),
        ("degree", "YAC-DEG-01"),
    ]
    unrolled = cast([], [PHOEBE], opposition=5, prepared=True, roll_degree=False)
    assert unrolled.outcome == {
        "rolled": False,
        "success": True,
        "casting": {},
        "opposition": 0,
        "checks": {},
        "gauges": {"Phoebe": 2},
        "status": {"Phoebe": "active"},
    }
    assert [(s.label, s.value, s.rule) for s in unrolled.steps] == [
        ("opposition", 0, "YAC-MAG-05"),
        ("success", True, "YAC-MAG-05"),
    ]


def test_a_spell_of_opposition_nought_cast_by_oneself_still_costs_the_check():
    """YAC-MAG-05, YAC-MAG-03: only what somebody else prepared is exempt, and only it may go without a die."""
    outcome = cast([1, 5], [FRANCIS], roll_degree=False).outcome
    assert (outcome["success"], outcome["automatic"], outcome["gauges"]) == (True, True, {"Francis": 5})


def test_each_user_of_a_potion_is_a_use_of_its_own():
    """YAC-MAG-05: two users in one call are bad input."""
    with pytest.raises(Refusal) as refused:
        cast([1], [FRANCIS, PHOEBE], prepared=True)
    fault = refused.value
    assert (fault.id, fault.field, fault.rule, fault.words) == (
        "field/length_at_most",
        "casters",
        "YAC-MAG-05",
        {"high": 1, "came": 2},
    )


def test_together_the_highest_die_and_the_best_level_count_and_each_pays():
    """YAC-MAG-06: dice 4 and 2, levels 1 and 3: 4 + 3 stops at 6; the checks: 5 above 4, 2 not above 2."""
    answer = cast([4, 2, 5, 2], [FRANCIS, PHOEBE], opposition=5)
    assert answer.outcome == {
        "rolled": True,
        "success": True,
        "casting": {"Francis": 4, "Phoebe": 2},
        "raw": 4,
        "mythos": 3,
        "result": 6,
        "opposition": 5,
        "margin": 1,
        "degree": "minor_success",
        "automatic": False,
        "checks": {"Francis": 5, "Phoebe": 2},
        "gauges": {"Francis": 5, "Phoebe": 2},
        "status": {"Francis": "active", "Phoebe": "active"},
    }
    assert [die.who for die in answer.dice] == ["Francis", "Phoebe", "Francis", "Phoebe"]
    assert ("raw", "YAC-MAG-06") in [(s.label, s.rule) for s in answer.steps]
    assert [(c.field, c.who) for c in answer.changes] == [("madness", "Francis")]


@pytest.mark.parametrize(
    ("share", "dice", "raw", "mythos", "result"),
    [
        ("best", (2, 1), 2, 3, 5),
        ("lowest", (2, 1), 2, 1, 3),
        ("individual", (2, 1), 1, 3, 4),  # 2 + 1 against 1 + 3
        ("individual", (4, 2), 4, 1, 5),  # 4 + 1 and 2 + 3: the first on equality
        ("individual", (5, 4), 4, 3, 6),  # 5 + 1 against 4 + 3, before the cap
    ],
)
def test_the_table_may_share_the_mythos_otherwise(share, dice, raw, mythos, result):
    """YAC-MAG-06: option mythos_share; Francis knows 1, Phoebe 3."""
    outcome = cast([*dice, 1, 1], [FRANCIS, PHOEBE], options={"mythos_share": share}).outcome
    assert (outcome["raw"], outcome["mythos"], outcome["result"]) == (raw, mythos, result)


@pytest.mark.parametrize("helper", ["advantage", "disadvantage", "forced", "level", "luck_convert", "attempt"])
def test_what_concerns_an_action_die_has_no_place_in_magic(helper):
    """YAC-MAG-07: no such input exists; a new try is a new casting."""
    with pytest.raises(Refusal) as refused:
        cast([1, 1], [FRANCIS], **{helper: 1})
    assert (refused.value.id, refused.value.field) == ("field/unknown", helper)


@given(mythos=st.integers(0, 4), opposition=st.integers(0, 5))
def test_the_margin_keeps_within_its_range(mythos, opposition):
    """YAC-MAG-08: from 1 + Mythos − opposition, −4 at worst, to 6 − opposition; no critical failure."""
    inputs = {"casters": [{"name": "F", "mythos": mythos, "madness": 5}], "opposition": opposition}
    result = {one.outcome["margin"]: one.outcome["degree"] for one in odds_of("yacdha", "cast_magic", inputs)}
    assert (min(result), max(result)) == (1 + mythos - opposition, 6 - opposition)
    assert "critical_failure" not in result.values()
    assert ("critical_success" in result.values()) == (opposition == 0)


@pytest.mark.parametrize("row", table("spells", "spell"), ids=lambda row: row.key)
def test_every_spell_says_what_each_margin_brings(row):
    """YAC-MAG-09, YAC-MAG-08: opposition 0 to 5, a condition, and one effect for every margin that can occur."""
    assert 0 <= row.opposition <= 5
    assert row.condition_fr
    assert row.condition_en
    possible = range(1 - row.opposition, 7 - row.opposition)
    assert all(row.effect(margin) is not None for margin in possible)
    assert sorted(m for one in row.effects for m in range(one.at_least, one.at_most + 1) if m in possible) == [
        *possible
    ]


def test_a_spell_is_silent_on_margins_that_cannot_occur():
    """YAC-MAG-09: Wither, opposition 3."""
    assert spell("wither").effect(1).target_trauma == 1
    assert spell("wither").effect(3).target_trauma == "margin"
    assert spell("wither").effect(4) is None
    assert spell("wither").effect(-3) is None


@pytest.mark.parametrize("share", ["best", "lowest", "individual"])
def test_odds_of_two_casters_agree_with_every_throw(share):
    """YAC-MAG-01, YAC-MAG-03, YAC-MAG-06: 6⁴ throws, one by one."""
    inputs = {"casters": [FRANCIS, PHOEBE], "opposition": 4, "options": {"mythos_share": share}}
    fields = ("success", "margin", "casting", "checks", "gauges", "status")
    thrown = Counter()
    for dice in product(range(1, 7), repeat=4):
        outcome = do("yacdha", "cast_magic", inputs, dice=dice).outcome
        thrown[repr([outcome[field] for field in fields])] += 1
    weighed = {
        repr([one.outcome[field] for field in fields]): one.chance
        for one in odds_of("yacdha", "cast_magic", inputs, by=fields)
    }
    assert weighed == {key: Fraction(count, 6**4) for key, count in thrown.items()}


def test_odds_tell_a_lone_caster_and_of_a_crowd_only_what_is_asked():
    """YAC-MAG-03, YAC-MAG-06: twelve outcomes alone, the degrees of a circle of ten, and one of them when asked."""
    alone = odds_of("yacdha", "cast_magic", {"casters": [FRANCIS], "opposition": 3})
    assert len(alone) == 12
    assert all(set(one.outcome["gauges"]) == {"Francis"} and one.outcome["checks"] == {} for one in alone)
    circle = [{"name": f"c{index}", "madness": 3} for index in range(10)]
    whole = odds_of("yacdha", "cast_magic", {"casters": circle, "opposition": 3})
    assert len(whole) == 6
    assert all(one.outcome["gauges"] == one.outcome["casting"] == {} for one in whole)
    success = {
        one.outcome["success"]: one.chance
        for one in odds_of("yacdha", "cast_magic", {"casters": circle, "opposition": 3}, by=["success"])
    }
    assert success == {False: Fraction(1, 2**10), True: 1 - Fraction(1, 2**10)}
    one_of_them = odds_of("yacdha", "cast_magic", {"casters": circle}, by=["gauges.c7"])
    assert {one.outcome["gauges.c7"]: one.chance for one in one_of_them} == {3: Fraction(1, 2), 4: Fraction(1, 2)}
    fate = odds_of("yacdha", "cast_magic", {"casters": [*circle, {"name": "last", "madness": 5}]}, by=["status.last"])
    assert {one.outcome["status.last"]: one.chance for one in fate} == {"mad": Fraction(1, 6), "active": Fraction(5, 6)}
    die = odds_of("yacdha", "cast_magic", {"casters": circle}, by=["checks.c1"])
    assert {one.outcome["checks.c1"]: one.chance for one in die} == {face: Fraction(1, 6) for face in range(1, 7)}


@pytest.mark.parametrize(
    ("casters", "inputs", "id", "field", "rule"),
    [
        ([], {}, "field/length_at_least", "casters", ""),
        ([FRANCIS, FRANCIS], {}, "field/twice", "casters", ""),
        ([{"name": "F", "madness": 6}], {}, "field/range", "casters[0].madness", "YAC-GEN-04"),
        ([{"name": "F", "mythos": 5}], {}, "field/range", "casters[0].mythos", "YAC-MYT-04"),
        ([{"name": "F", "kind": "npc", "mythos": 6}], {}, "field/range", "casters[0].mythos", ""),
        ([{"name": "F", "kind": "creature"}], {}, "field/one_of", "casters[0].kind", ""),
        ([{"name": "F" * 101}], {}, "field/length_at_most", "casters[0].name", ""),
        ([FRANCIS], {"opposition": 6}, "field/range", "opposition", ""),
        ([FRANCIS], {"opposition": -1}, "field/range", "opposition", ""),
        ([{"name": str(n)} for n in range(1001)], {}, "field/length_at_most", "casters", ""),
    ],
)
def test_bad_input_names_its_field(casters, inputs, id, field, rule):
    """YAC-MAG-01: the ranges of the inputs."""
    with pytest.raises(Refusal) as refused:
        cast([1, 1], casters, **inputs)
    assert (refused.value.id, refused.value.field, refused.value.rule) == (id, field, rule)


def test_too_much_mythos_is_told_its_range():
    """YAC-MAG-04: an investigator knows 4 at most."""
    with pytest.raises(Refusal) as refused:
        cast([1, 1], [{"name": "F", "mythos": 5}])
    assert refused.value.words == {"came": 5, "low": 0, "high": 4}


def test_an_investigator_of_mythos_four_may_cast():
    """YAC-MAG-04: 4 is the last level of an investigator."""
    assert cast([1, 1], [{"name": "F", "mythos": 4, "madness": 5}]).outcome["result"] == 5


# --- spells of the pack ---


def test_the_spells_that_can_be_named_are_those_of_the_pack():
    """YAC-MAG-09, M-02: none is forgotten, none is made up."""
    assert list(get_args(Spell)[1].examples) == [row.key for row in table("spells", "spell")]


@pytest.mark.parametrize("row", table("spells", "spell"), ids=lambda row: row.key)
def test_a_spell_of_the_pack_is_cast_as_its_row_says(row):
    """YAC-MAG-05, YAC-MAG-09: what it meets, and whether it costs a check."""
    answer = cast([6] if row.prepared else [6, 1], [{"name": "Ann"}], spell=row.key)
    assert (answer.outcome["opposition"], answer.outcome["margin"]) == (row.opposition, 6 - row.opposition)
    assert answer.outcome["checks"] == ({} if row.prepared else {"Ann": 1})
    same = cast([6] if row.prepared else [6, 1], [{"name": "Ann"}], spell=row.key, opposition=row.opposition)
    assert same.outcome == answer.outcome


def test_a_spell_that_somebody_else_has_cast_into_a_thing_costs_nothing():
    """YAC-MAG-05: a prepared thing of any spell meets 0."""
    answer = cast([2], [{"name": "Ann"}], spell="dismiss", prepared=True)
    assert (answer.outcome["opposition"], answer.outcome["success"], answer.outcome["checks"]) == (0, True, {})
