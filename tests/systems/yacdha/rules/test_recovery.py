"""Recovery: first aid, care, the end of a scenario (REC)."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.calling import do, odds_of
from gardien.core.errors import Refusal
from gardien.core.interpreters.odds import forget
from quick import spent

ON = {"first_aid": True}


def aid(dice, options=ON, **inputs):
    return do("yacdha", "first_aid", {"options": options, **inputs}, dice=dice)


def test_first_aid_takes_one_point_off_a_fresh_wound():
    """YAC-REC-01 with the option first_aid: trauma 4 is an opposition of 3; 4 beats it by 1."""
    answer = aid([4], trauma=4, trauma_before=2)
    assert answer.outcome == {
        "rolled": True,
        "opposition": 3,
        "result": 4,
        "margin": 1,
        "degree": "minor_success",
        "success": True,
        "trauma": 3,
    }
    assert [(die.die, die.label) for die in answer.dice] == [("d6", "dA")]
    assert [(s.label, s.value, s.rule, s.parts, s.limits) for s in answer.steps] == [
        ("opposition", 3, "YAC-REC-01", (("trauma", 4), ("modifier", -1)), None),
        ("result", 4, "YAC-OCC-02", (("action_kept", 4), ("level", 0)), (1, 6)),
        ("margin", 1, "YAC-ACT-05", (("result", 4), ("opposition", -3)), None),
        ("success", True, "YAC-ACT-05", (), None),
    ]
    assert [(c.field, c.before, c.after) for c in answer.changes] == [("trauma", 4, 3)]


def test_first_aid_that_only_equals_the_opposition_does_nothing():
    """YAC-REC-01: 3 against 3."""
    answer = aid([3], trauma=4, trauma_before=2)
    assert (answer.outcome["success"], answer.outcome["margin"], answer.outcome["trauma"]) == (False, 0, 4)
    assert (answer.outcome["degree"], answer.changes) == ("minor_failure", ())


@pytest.mark.parametrize(
    ("inputs", "options", "refused"),
    [
        ({"minutes": 61, "already_treated": True, "trauma_before": 5}, {}, "option_off"),
        ({"minutes": 60.5, "already_treated": True, "trauma_before": 5}, ON, "too_late"),
        ({"minutes": 60, "already_treated": True, "trauma_before": 5}, ON, "already_treated"),
        ({"minutes": 60, "trauma_before": 5}, ON, "nothing_to_heal"),
        ({"trauma_before": 4}, ON, "nothing_to_heal"),
    ],
)
def test_first_aid_is_refused_for_the_first_reason_that_applies(inputs, options, refused):
    """YAC-REC-01: nothing heals in play unless the table says so, within the hour, once, down to what it was."""
    answer = aid([], options, trauma=4, **inputs)
    assert answer.outcome == {"rolled": False, "refused": refused, "success": False, "trauma": 4}
    assert [(s.label, s.value, s.rule) for s in answer.steps] == [("refused", refused, "YAC-REC-01")]
    assert answer.changes == ()


@pytest.mark.parametrize(
    ("inputs", "dice", "result"),
    [
        ({"advantage": True}, [2, 5], 5),
        ({"personal_advantage": True}, [2, 5], 5),
        ({"advantage": True, "personal_advantage": True}, [5, 2], 5),
        ({"disadvantage": True}, [2, 5], 2),
        ({"advantage": True, "disadvantage": True}, [5], 5),
        ({"level": 2}, [3], 5),
        ({"level": 5}, [3], 6),
        ({"level": 1, "personal_advantage": True}, [3], 4),
        ({"level": 1, "advantage": True}, [3, 4], 5),
        ({"level": 3, "options": {**ON, "skill_mode": "advantage"}}, [3], 3),
        ({"level": 3, "personal_advantage": True, "options": {**ON, "skill_mode": "advantage"}}, [3, 4], 4),
        ({"personal_advantage": True, "options": {**ON, "skill_mode": "levels"}}, [3], 3),
    ],
)
def test_the_carer_throws_as_for_any_act(inputs, dice, result):
    """YAC-OCC-02, YAC-OCC-10: the level is added last, up to 6, and replaces the die of the occupation."""
    assert aid(dice, **{"trauma": 3, "trauma_before": 1, **inputs}).outcome["result"] == result


def test_a_level_no_lower_than_the_opposition_heals_in_any_case():
    """YAC-OCC-03: trauma 4 is an opposition of 3; level 3 always succeeds, level 2 in five cases of six."""
    for level, chance in ((3, 1), (2, Fraction(5, 6)), (0, Fraction(1, 2))):
        inputs = {"trauma": 4, "trauma_before": 1, "level": level, "options": ON}
        result = odds_of("yacdha", "first_aid", inputs, by=["success"])
        assert sum(one.chance for one in result if one.outcome["success"]) == chance


def recover(dice=(), **inputs):
    return do("yacdha", "recover", inputs, dice=dice)


@pytest.mark.parametrize(("gauge", "rule"), [("trauma", "YAC-REC-05"), ("madness", "YAC-REC-06")])
def test_full_care_takes_as_many_weeks_or_months_as_the_value(gauge, rule):
    """YAC-REC-05, YAC-REC-06: 5 + 4 + 3 + 2 = 14 units from 5 to 1."""
    course = [recover(gauge=gauge, value=5, elapsed=elapsed).outcome for elapsed in range(17)]
    assert [(one["value"], one["progress"]) for one in course] == [
        (5, 0),
        (5, 1),
        (5, 2),
        (5, 3),
        (5, 4),
        (4, 0),
        (4, 1),
        (4, 2),
        (4, 3),
        (3, 0),
        (3, 1),
        (3, 2),
        (2, 0),
        (2, 1),
        (1, 0),
        (1, 0),
        (1, 0),
    ]
    assert {one["rolls"] for one in course} == {0}
    answer = recover(gauge=gauge, value=3, elapsed=4, progress=0)
    assert [(s.label, s.value, s.rule, s.parts) for s in answer.steps] == [
        (gauge, 2, rule, ((gauge, 3), ("reduction", -1))),
        ("value", 2, rule, ()),
        ("progress", 1, "YAC-REC-11", ()),
    ]
    assert [(c.field, c.before, c.after) for c in answer.changes] == [(gauge, 3, 2), ("progress", 0, 1)]


def test_under_partial_care_a_high_die_is_good():
    """YAC-REC-07: value 4 needs 5 or 6; on a 4 the whole period starts again."""
    healed = recover([5], gauge="madness", value=4, care="partial", elapsed=5)
    assert healed.outcome == {"value": 3, "progress": 1, "rolls": 1}
    assert [(die.label, die.purpose) for die in healed.dice] == [("dF", "recover")]
    assert healed.steps[0].rule == "YAC-REC-07"
    failed = recover([4], gauge="trauma", value=4, care="partial", elapsed=7)
    assert failed.outcome == {"value": 4, "progress": 3, "rolls": 1}
    assert [die.label for die in failed.dice] == ["dT"]
    assert [(s.label, s.value, s.rule, s.parts) for s in failed.steps] == [
        ("trauma", 4, "YAC-REC-07", (("trauma", 4), ("reduction", 0))),
        ("value", 4, "YAC-REC-07", ()),
        ("progress", 3, "YAC-REC-11", ()),
    ]
    # 4 weeks fail, 4 heal to 3, 3 fail, 3 heal to 2, and one of 15 is left over.
    long = recover([4, 6, 3, 4], gauge="trauma", value=4, care="partial", elapsed=15)
    assert long.outcome == {"value": 2, "progress": 1, "rolls": 4}


@pytest.mark.parametrize("value", range(2, 6))
def test_the_chance_under_partial_care_is_six_less_the_value_in_six(value):
    """YAC-REC-07."""
    inputs = {"gauge": "trauma", "value": value, "care": "partial", "elapsed": value}
    result = {one.outcome["value"]: one.chance for one in odds_of("yacdha", "recover", inputs)}
    assert result == {value: Fraction(value, 6), value - 1: Fraction(6 - value, 6)}


@pytest.mark.parametrize("without", [{"care": "none"}, {"rest": False}, {"care": "none", "favourable": True}])
def test_without_rest_or_care_nothing_heals_and_the_period_starts_again(without):
    """YAC-REC-08, YAC-REC-11: not even what was served counts any more."""
    answer = recover(gauge="trauma", value=3, elapsed=10, progress=2, **without)
    assert answer.outcome == {"value": 3, "progress": 0, "rolls": 0}
    assert [(s.label, s.value, s.rule) for s in answer.steps] == [("value", 3, "YAC-REC-08")]
    assert [(c.field, c.before, c.after) for c in answer.changes] == [("progress", 2, 0)]


def test_loved_ones_and_a_loved_place_make_partial_care_enough():
    """YAC-REC-09, YAC-CRE-09: 3 to 1 in five months without a die; full care gains nothing by it."""
    answer = recover(gauge="madness", value=3, care="partial", favourable=True, elapsed=5)
    assert answer.outcome == {"value": 1, "progress": 0, "rolls": 0}
    assert answer.steps[0].rule == "YAC-REC-09"
    full = recover(gauge="madness", value=3, care="full", favourable=True, elapsed=5)
    assert (full.outcome, full.steps[0].rule) == (answer.outcome, "YAC-REC-06")


@pytest.mark.parametrize("value", range(2, 6))
def test_care_is_weighed_against_the_value(value):
    """YAC-REC-10: what is full for a 2 is not for a 5; the keeper says how full it is, at every value alike."""
    assert recover(gauge="trauma", value=value, care="full", elapsed=value).outcome["value"] == value - 1
    assert recover([6], gauge="trauma", value=value, care="partial", elapsed=value).outcome["value"] == value - 1
    assert recover(gauge="trauma", value=value, care="none", elapsed=value).outcome["value"] == value


def test_what_was_served_counts():
    """YAC-REC-11: three weeks served and one more end a period of four."""
    assert recover(gauge="trauma", value=4, elapsed=1, progress=3).outcome == {"value": 3, "progress": 0, "rolls": 0}
    assert recover(gauge="trauma", value=4, elapsed=0, progress=3).outcome == {"value": 4, "progress": 3, "rolls": 0}


def test_a_few_days_heal_nothing():
    """YAC-REC-01: no whole week has passed."""
    answer = recover(gauge="trauma", value=2, elapsed=0)
    assert (answer.outcome, answer.changes) == ({"value": 2, "progress": 0, "rolls": 0}, ())


def test_recovery_stops_at_the_floor():
    """YAC-REC-05 and the floors of YAC-GAU-07: 5 to 3 in nine weeks, then nothing."""
    answer = recover(gauge="trauma", value=5, floor=3, elapsed=20)
    assert answer.outcome == {"value": 3, "progress": 0, "rolls": 0}
    assert (answer.steps[-2].label, answer.steps[-2].rule) == ("value", "YAC-GAU-07")
    at_floor = recover(gauge="trauma", value=3, floor=3, elapsed=20, progress=1)
    assert at_floor.outcome == {"value": 3, "progress": 0, "rolls": 0}


def test_the_table_may_agree_on_a_clean_slate():
    """YAC-REC-02: at once to the floor, care or not."""
    answer = recover(
        gauge="madness", value=5, floor=2, elapsed=0, progress=4, care="none", options={"between_scenarios": "reset"}
    )
    assert answer.outcome == {"value": 2, "progress": 0, "rolls": 0}
    assert [(s.label, s.value, s.rule) for s in answer.steps] == [("value", 2, "YAC-REC-02")]


def test_without_the_module_nobody_recovers():
    """YAC-REC-02 and the modules of YAC-GEN-02: this comes before the clean slate, and nothing changes."""
    options = {"modules": ["luck"], "between_scenarios": "reset"}
    answer = recover(gauge="madness", value=5, elapsed=50, progress=4, options=options)
    assert answer.outcome == {"refused": "module_off", "value": 5, "progress": 4, "rolls": 0}
    assert [(s.label, s.value, s.rule) for s in answer.steps] == [("refused", "module_off", "YAC-GEN-02")]
    assert answer.changes == ()


@pytest.mark.parametrize(("value", "floor", "units"), [(5, 1, 11), (4, 2, 12), (3, 1, 9), (2, 1, 8)])
def test_odds_of_a_recovery_agree_with_every_throw(value, floor, units):
    """YAC-REC-07: the tree of dice, walked one by one."""
    inputs = {"gauge": "madness", "value": value, "floor": floor, "care": "partial", "elapsed": units}
    thrown: Counter = Counter()

    def walk(now, left, rolls, weight):
        if now == floor or left < now:
            thrown[now, 0 if now == floor else left, rolls] += weight
            return
        walk(now - 1, left - now, rolls + 1, weight * Fraction(6 - now, 6))
        walk(now, left - now, rolls + 1, weight * Fraction(now, 6))

    walk(value, units, 0, Fraction(1))
    weighed = {
        (one.outcome["value"], one.outcome["progress"], one.outcome["rolls"]): one.chance
        for one in odds_of("yacdha", "recover", inputs, by=["value", "progress", "rolls"])
    }
    assert weighed == dict(thrown)


def test_played_dice_and_odds_meet():
    """YAC-REC-07: every pair of dice of eight weeks at 4."""
    inputs = {"gauge": "trauma", "value": 4, "care": "partial", "elapsed": 8}
    thrown: Counter = Counter()
    for dice in product(range(1, 7), repeat=2):
        outcome = do("yacdha", "recover", inputs, dice=dice).outcome
        thrown[outcome["value"], outcome["progress"], outcome["rolls"]] += Fraction(1, 36)
    result = odds_of("yacdha", "recover", inputs, by=["value", "progress", "rolls"])
    assert {tuple(one.outcome.values()): one.chance for one in result} == dict(thrown)


def test_odds_count_the_dice_only_when_asked_and_long_spans_stay_fast():
    """YAC-REC-07: a thousand months of partial care in a few hundredths of a second."""
    inputs = {"gauge": "madness", "value": 5, "care": "partial", "elapsed": 1000}

    def afresh():
        forget()
        return odds_of("yacdha", "recover", inputs)

    result = afresh()
    assert spent(afresh) < 0.2  # 10 ms on the machine this was written on
    assert len(result) == 11
    assert all("rolls" not in one.outcome for one in result)
    assert sum(one.chance for one in result) == 1
    sure = odds_of("yacdha", "recover", {**inputs, "favourable": True})
    assert [(one.outcome, one.chance) for one in sure] == [({"value": 1, "progress": 0, "rolls": 0}, 1)]


@given(value=st.integers(1, 5), floor=st.integers(1, 5), first=st.integers(0, 20), second=st.integers(0, 20))
def test_a_stay_in_two_parts_heals_as_much_as_one(value, floor, first, second):
    """YAC-REC-05, YAC-REC-11: progress carries over."""
    value = max(value, floor)
    whole = recover(gauge="trauma", value=value, floor=floor, elapsed=first + second).outcome
    half = recover(gauge="trauma", value=value, floor=floor, elapsed=first).outcome
    rest = recover(gauge="trauma", value=half["value"], floor=floor, elapsed=second, progress=half["progress"]).outcome
    assert rest == whole


@pytest.mark.parametrize(
    ("inputs", "field", "rule"),
    [
        ({"value": 2, "floor": 3}, "value", "YAC-GAU-07"),
        ({"value": 6}, "value", ""),
        ({"value": 0}, "value", ""),
        ({"value": 2, "floor": 6}, "floor", ""),
        ({"value": 2, "elapsed": -1}, "elapsed", ""),
        ({"value": 2, "elapsed": 1001}, "elapsed", ""),
        ({"value": 2, "progress": -1}, "progress", ""),
        ({"value": 2, "progress": 1001}, "progress", ""),
    ],
)
def test_bad_input_of_a_recovery_names_its_field(inputs, field, rule):
    """YAC-REC-05: the ranges of the inputs."""
    with pytest.raises(Refusal) as refused:
        recover(**{"gauge": "trauma", "elapsed": 1, **inputs})
    assert (refused.value.id, refused.value.field, refused.value.rule) == ("field/range", field, rule)


def test_a_value_below_its_floor_is_told_its_range():
    """YAC-REC-05 and YAC-GAU-07."""
    with pytest.raises(Refusal) as refused:
        recover(gauge="trauma", value=2, floor=4, elapsed=1)
    assert refused.value.words == {"came": 2, "low": 4, "high": 5}


def end(survivors=({"name": "A"},), **inputs):
    return do("yacdha", "end_scenario", {"survivors": list(survivors), **inputs}, dice=[])


@pytest.mark.parametrize(
    ("clear", "whole", "remarkable", "reduction"),
    [
        (True, True, False, 2),
        (True, False, False, 1),
        (True, True, True, 3),
        (True, False, True, 2),
        (False, True, False, 0),
        (False, False, False, 0),
        (False, True, True, 1),
        (False, False, True, 1),
    ],
)
def test_relief_depends_on_success_and_victims(clear, whole, remarkable, reduction):
    """YAC-REC-03: 2 for all alive and sane, 1 with victims, 1 more for remarkable acts, success or not."""
    survivors = [{"name": "A", "madness": 5, "luck": 0, "stress_faced": ["blood"]}]
    answer = end(survivors, clear_success=clear, all_alive_and_sane=whole, remarkable=remarkable)
    assert answer.outcome == {
        "reduction": reduction,
        "survivors": ({"name": "A", "madness": 5 - reduction, "luck": 1, "stress_faced": ()},),
        "scenario": 2,
        "milestones": 0,
    }
    first, madness, luck = answer.steps
    success = reduction - remarkable
    assert (first.label, first.value, first.rule, first.parts) == (
        "reduction",
        reduction,
        "YAC-REC-03",
        (("clear_success", success), ("remarkable", int(remarkable))),
    )
    assert (madness.label, madness.value, madness.rule, madness.parts, madness.limits, madness.who) == (
        "madness",
        5 - reduction,
        "YAC-GAU-07",
        (("madness", 5), ("reduction", -reduction)),
        (1, 6),
        "A",
    )
    assert (luck.label, luck.value, luck.rule, luck.parts, luck.limits, luck.who) == (
        "luck",
        1,
        "YAC-LUC-01",
        (("luck", 0), ("gain", 1)),
        (0, 1),
        "A",
    )


def test_each_survivor_is_told_what_changes():
    """YAC-REC-03: by name; what stays as it was is no change."""
    survivors = [{"name": "A", "madness": 3, "luck": 0, "stress_faced": ["blood"]}, {"name": "B"}]
    answer = end(survivors)
    assert [(c.field, c.before, c.after, c.who) for c in answer.changes] == [
        ("madness", 3, 1, "A"),
        ("luck", 0, 1, "A"),
        ("stress_faced", ("blood",), (), "A"),
        ("scenario", 1, 2, "group"),
    ]
    assert [change.who for change in end([{"name": "A"}]).changes] == ["group"]


def test_the_end_of_a_scenario_begins_the_next_one():
    """YAC-REC-04: chapters are those of the scenario that goes on."""
    over = end([], scenario=3, milestones=2)
    assert [(c.field, c.before, c.after, c.who) for c in over.changes] == [
        ("scenario", 3, 4, "group"),
        ("milestones", 2, 0, "group"),
    ]
    chapter = end([], scenario=3, milestones=2, milestone=True)
    assert [(c.field, c.before, c.after, c.who) for c in chapter.changes] == [("milestones", 2, 3, "group")]


def test_relief_never_passes_the_floor():
    """YAC-REC-03: mythos 2 keeps madness at 3; without the Mythos module the floor is 1."""
    survivors = [{"name": "A", "madness": 3, "mythos": 2}]
    assert end(survivors).outcome["survivors"][0]["madness"] == 3
    assert end(survivors, options={"modules": ["recovery"]}).outcome["survivors"][0]["madness"] == 1


def test_a_chapter_may_end_like_a_scenario_but_nothing_is_forgotten():
    """YAC-REC-04: relief and luck at a milestone; the memory of stress lasts to the end (YAC-GAU-05)."""
    survivors = [{"name": "A", "madness": 4, "luck": 0, "stress_faced": ["blood"]}]
    answer = end(survivors, milestone=True)
    assert answer.outcome == {
        "reduction": 2,
        "survivors": ({"name": "A", "madness": 2, "luck": 1, "stress_faced": ("blood",)},),
        "scenario": 1,
        "milestones": 1,
    }
    assert answer.steps[0].rule == "YAC-REC-04"


@pytest.mark.parametrize(("memory", "after"), [("scenario", ()), ("campaign", ("blood",)), ("off", ())])
def test_the_memory_of_stress_may_last_the_campaign(memory, after):
    """YAC-REC-03, YAC-GAU-05: option stress_memory."""
    answer = end([{"name": "A", "stress_faced": ["blood"]}], options={"stress_memory": memory})
    assert answer.outcome["survivors"][0]["stress_faced"] == after


@pytest.mark.parametrize(("luck", "cap", "after"), [(0, 1, 1), (1, 1, 1), (1, 3, 2), (3, 3, 3), (5, 3, 3)])
def test_luck_comes_back_up_to_the_agreed_number(luck, cap, after):
    """YAC-REC-04: with the reward comes the luck of YAC-LUC-01 and YAC-LUC-02."""
    answer = end([{"name": "A", "luck": luck}], options={"luck_cap": cap})
    assert answer.outcome["survivors"][0]["luck"] == after
    assert answer.steps[-1].limits == (0, cap)


def test_modules_that_are_off_reward_nothing():
    """YAC-REC-03 and the modules of YAC-GEN-02: no relief without recovery, no luck without luck."""
    survivors = [{"name": "A", "madness": 4}]
    no_recovery = end(survivors, remarkable=True, options={"modules": ["luck", "mythos"]})
    assert no_recovery.outcome["reduction"] == 0
    assert no_recovery.outcome["survivors"][0]["madness"] == 4
    first = no_recovery.steps[0]
    assert (first.label, first.value, first.rule) == ("reduction", 0, "YAC-GEN-02")
    no_luck = end(survivors, options={"modules": ["recovery"]})
    assert no_luck.outcome["survivors"] == ({"name": "A", "madness": 2, "luck": 0, "stress_faced": ()},)
    assert [s.label for s in no_luck.steps] == ["reduction", "madness"]


@pytest.mark.parametrize(
    ("survivors", "id", "field"),
    [
        ([{"name": "A"}, {"name": "A"}], "field/twice", "survivors"),
        ([{"name": "A", "madness": 6}], "field/range", "survivors[0].madness"),
        ([{"name": "A", "mythos": 5}], "field/range", "survivors[0].mythos"),
        ([{"madness": 1}], "field/missing", "survivors[0].name"),
    ],
)
def test_bad_input_of_an_ending_names_its_field(survivors, id, field):
    """YAC-REC-03: the ranges of the inputs."""
    with pytest.raises(Refusal) as refused:
        end(survivors)
    assert (refused.value.id, refused.value.field) == (id, field)
