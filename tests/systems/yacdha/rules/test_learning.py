"""Learning between scenarios (LRN)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.calling import do
from gardien.core.errors import Refusal

CINDY = {"Languages": 2, "Running": 2, "Swimming": 2}


def learn(**inputs):
    return do("yacdha", "learn", {"occupations": CINDY, "nature": "mental", **inputs}, dice=[])


def reason(**inputs):
    return learn(**inputs).outcome.get("reason")


def test_a_level_gained_is_a_level_given_up():
    """YAC-LRN-01, YAC-LRN-03: languages 2 to 3 in two years, running 2 to 1."""
    answer = learn(occupation="Languages", lower={"Running": 1})
    assert answer.outcome == {
        "allowed": True,
        "occupations": {"Languages": 3, "Running": 1, "Swimming": 2},
        "total": 6,
        "months": 24,
        "actions": (),
    }
    assert [(s.label, s.value, s.rule) for s in answer.steps] == [
        ("allowed", True, "YAC-LRN-01"),
        ("months", 24, "YAC-LRN-03"),
        ("total", 6, "YAC-CRE-04"),
    ]
    (change,) = answer.changes
    assert (change.field, change.before, change.after) == (
        "occupations",
        CINDY,
        {"Languages": 3, "Running": 1, "Swimming": 2},
    )


def test_an_occupation_at_nought_leaves_and_a_new_one_may_come():
    """YAC-LRN-01: computing from 0 to 2, running and swimming given up by one and two."""
    answer = learn(
        occupations={"Languages": 3, "Running": 1, "Swimming": 2},
        occupation="Computing",
        steps=2,
        lower={"Running": 1, "Swimming": 1},
    )
    assert answer.outcome["occupations"] == {"Languages": 3, "Swimming": 1, "Computing": 2}
    assert list(answer.outcome["occupations"]) == ["Languages", "Swimming", "Computing"]
    assert answer.outcome["months"] == 12


def test_an_unspent_point_pays_as_well():
    """YAC-LRN-01: five points of six are spent."""
    answer = learn(occupations={"Languages": 3, "Running": 2}, occupation="Running", nature="physical")
    assert (answer.outcome["allowed"], answer.outcome["total"]) == (True, 6)


@pytest.mark.parametrize(("age", "before"), [("adult", 6), ("teen", 4), ("child", 2)])
def test_the_sum_never_passes_the_total_of_the_age(age, before):
    """YAC-LRN-01: 6, 4 or 2 points."""
    full = {str(index): 1 for index in range(before)}
    answer = learn(occupations=full, occupation="new", age_class=age)
    assert answer.outcome == {
        "allowed": False,
        "reason": "total",
        "occupations": full,
        "total": before,
        "months": 0,
        "actions": (),
    }
    assert [(s.label, s.value, s.rule) for s in answer.steps] == [
        ("allowed", False, "YAC-LRN-01"),
        ("reason", "total", "YAC-LRN-01"),
    ]
    assert answer.changes == ()
    paid = learn(occupations=full, occupation="new", age_class=age, lower={"0": 1})
    assert (paid.outcome["allowed"], paid.outcome["total"]) == (True, before)
    assert paid.steps[-1].rule == ("YAC-CRE-04" if age == "adult" else "YAC-CRE-05")


@pytest.mark.parametrize(
    ("level", "steps", "months"),
    [(0, 1, 6), (1, 1, 6), (2, 1, 24), (3, 1, 60), (4, 1, 120), (0, 2, 12), (2, 3, 204), (0, 5, 216)],
)
def test_the_higher_the_level_the_longer_the_way(level, steps, months):
    """YAC-LRN-03: 6, 6, 24, 60 and 120 months, added up."""
    occupations = {"Latin": level} if level else {"Greek": 1}
    assert learn(occupations=occupations, occupation="Latin", steps=steps).outcome["months"] == months


def test_one_apprenticeship_a_year():
    """YAC-LRN-04: another began within the year; two levels of one occupation are one apprenticeship."""
    assert reason(occupation="Languages", lower={"Running": 1}, learnt_this_year=True) == "year"
    assert learn(occupation="New", steps=2, lower={"Running": 2}).outcome["allowed"] is True


@pytest.mark.parametrize(
    ("nature", "gauges", "level", "allowed", "at_most"),
    [
        ("mental", {"madness": 3, "trauma": 5}, 2, True, None),
        ("mental", {"madness": 4, "trauma": 1}, 2, False, 3),
        ("physical", {"madness": 5, "trauma": 3}, 2, True, None),
        ("physical", {"madness": 1, "trauma": 4}, 2, False, 3),
        ("mental", {"madness": 5}, 0, True, None),
        ("mental", {"madness": 5}, 1, False, 4),
        ("mental", {"madness": 2}, 4, False, 1),
        ("mental", {"madness": 5}, 2, False, 3),
        ("mental", {"madness": 1}, 4, True, None),
    ],
)
def test_the_gauge_of_its_nature_limits_what_can_be_learnt(nature, gauges, level, allowed, at_most):
    """YAC-LRN-05: level before the step plus trauma (physical) or madness (mental) stays below 6."""
    occupations = {"Art": level} if level else {"Other": 1}
    answer = learn(occupations=occupations, occupation="Art", nature=nature, **gauges)
    assert answer.outcome["allowed"] is allowed
    assert answer.outcome.get("needs_gauge_at_most") == at_most
    assert answer.outcome["occupations"] == ({**occupations, "Art": level + 1} if allowed else occupations)
    if not allowed:
        assert [(s.label, s.value, s.rule) for s in answer.steps] == [
            ("allowed", False, "YAC-LRN-01"),
            ("reason", "gauge", "YAC-LRN-05"),
            ("needs_gauge_at_most", at_most, "YAC-LRN-05"),
        ]


def test_every_step_of_several_is_tested_with_the_level_before_it():
    """YAC-LRN-05: madness 4 lets 0 and 1 rise, not 2; three steps from 0 are blocked at the third."""
    answer = learn(occupations={"Other": 1}, occupation="Art", steps=3, madness=4)
    assert (answer.outcome["reason"], answer.outcome["needs_gauge_at_most"]) == ("gauge", 3)
    assert learn(occupations={"Other": 1}, occupation="Art", steps=2, madness=4).outcome["allowed"] is True


def test_the_gauge_matters_only_with_recovery_in_play():
    """YAC-LRN-05: without the recovery module madness 5 stops nobody."""
    inputs = {"occupations": {"Art": 3}, "occupation": "Art", "madness": 5}
    assert reason(**inputs) == "gauge"
    assert learn(**inputs, options={"modules": ["learning"]}).outcome["allowed"] is True


@pytest.mark.parametrize(
    "lower",
    [{"Languages": 1}, {"Unknown": 1}, {"Running": 3}, {"Running": 1, "Swimming": 3}, {"Running": 1, "Languages": 1}],
)
def test_what_cannot_be_given_up_is_refused(lower):
    """YAC-LRN-01: the one that is raised, an unknown one, more than there is."""
    answer = learn(occupation="Languages", lower=lower)
    assert (answer.outcome["reason"], answer.outcome["occupations"]) == ("lower", CINDY)
    assert ("reason", "lower", "YAC-LRN-01") in [(s.label, s.value, s.rule) for s in answer.steps]


def test_an_occupation_may_be_given_up_to_the_last_level():
    """YAC-LRN-01: two of two."""
    answer = learn(occupation="Languages", steps=2, lower={"Running": 2})
    assert answer.outcome["occupations"] == {"Languages": 4, "Swimming": 2}


@pytest.mark.parametrize(
    ("age", "options", "level", "rule"),
    [
        ("adult", {}, 5, "YAC-CRE-04"),
        ("adult", {"max_level": 4}, 4, "YAC-CRE-06"),
        ("teen", {}, 2, "YAC-CRE-05"),
        ("child", {}, 1, "YAC-CRE-05"),
        ("teen", {"max_level": 1}, 1, "YAC-CRE-06"),
    ],
)
def test_no_level_passes_the_ceiling(age, options, level, rule):
    """YAC-LRN-01: the ceilings of YAC-CRE-05 and YAC-CRE-06 hold for learning too."""
    answer = learn(occupations={"Art": level}, occupation="Art", age_class=age, options=options)
    assert answer.outcome["reason"] == "max_level"
    assert ("reason", "max_level", rule) in [(s.label, s.value, s.rule) for s in answer.steps]


def test_the_number_of_occupations_may_be_limited():
    """YAC-LRN-01 with the limit of YAC-CRE-06: a fourth is refused, unless another leaves."""
    options = {"max_occupations": 3}
    few = {"A": 1, "B": 1, "C": 1}
    answer = learn(occupations=few, occupation="D", options=options)
    assert answer.outcome["reason"] == "count"
    assert ("reason", "count", "YAC-CRE-06") in [(s.label, s.value, s.rule) for s in answer.steps]
    assert learn(occupations=few, occupation="D", lower={"A": 1}, options=options).outcome["allowed"] is True
    assert learn(occupations=few, occupation="C", options=options).outcome["allowed"] is True


def test_the_first_reason_that_applies_is_given():
    """YAC-LRN-01, YAC-LRN-04, YAC-LRN-05: module, year, lower, ceiling, gauge, total, number of occupations."""
    everything = {
        "occupations": {"A": 5, "B": 1, "C": 1},
        "occupation": "A",
        "learnt_this_year": True,
        "lower": {"Unknown": 1},
        "madness": 5,
    }
    limits = {"max_occupations": 2}
    off = learn(**everything, options={**limits, "modules": ["recovery"]})
    assert off.outcome["reason"] == "module_off"
    assert ("reason", "module_off", "YAC-GEN-02") in [(s.label, s.value, s.rule) for s in off.steps]
    assert "needs_gauge_at_most" not in off.outcome
    year = learn(**everything, options=limits)
    assert ("reason", "year", "YAC-LRN-04") in [(s.label, s.value, s.rule) for s in year.steps]
    everything["learnt_this_year"] = False
    assert reason(**everything, options=limits) == "lower"
    everything["lower"] = {}
    assert reason(**everything, options=limits) == "max_level"
    everything["occupations"] = {"A": 4, "B": 1, "C": 1}
    assert reason(**everything, options=limits) == "gauge"
    everything["madness"] = 1
    assert reason(**everything, options=limits) == "total"
    everything["occupations"] = {"A": 3, "B": 1, "C": 1}
    assert reason(**everything, options=limits) == "count"


def test_acts_fall_with_their_occupation():
    """YAC-LRN-02: inherited ones follow, written ones lose as much, not below 0, never above the occupation."""
    acts = [
        {"name": "inherits", "occupation": "Fencing"},
        {"name": "written", "occupation": "Fencing", "granted": 2},
        {"name": "low", "occupation": "Fencing", "granted": 1},
        {"name": "too high", "occupation": "Fencing", "granted": 5},
        {"name": "raised", "occupation": "Latin"},
        {"name": "kept", "occupation": "Latin", "granted": 1},
        {"name": "unknown", "occupation": "Nothing", "granted": 3},
    ]
    answer = learn(
        occupations={"Fencing": 4, "Latin": 1}, occupation="Latin", steps=2, lower={"Fencing": 2}, actions=acts
    )
    assert [(act["name"], act["occupation"], act["granted"], act["level"]) for act in answer.outcome["actions"]] == [
        ("inherits", "Fencing", None, 2),
        ("written", "Fencing", 0, 0),
        ("low", "Fencing", 0, 0),
        ("too high", "Fencing", 3, 2),
        ("raised", "Latin", None, 3),
        ("kept", "Latin", 1, 1),
        ("unknown", "Nothing", 3, 0),
    ]
    assert [change.field for change in answer.changes] == ["occupations", "actions"]
    before, after = answer.changes[1].before, answer.changes[1].after
    assert [(act.name, act.granted) for act in before] == [(act["name"], act.get("granted")) for act in acts]
    assert [(act.name, act.occupation, act.granted) for act in after] == [
        ("inherits", "Fencing", None),
        ("written", "Fencing", 0),
        ("low", "Fencing", 0),
        ("too high", "Fencing", 3),
        ("raised", "Latin", None),
        ("kept", "Latin", 1),
    ]


def test_acts_stay_as_they_are_when_nothing_is_learnt():
    """YAC-LRN-02: a refusal changes no level."""
    acts = [{"name": "a", "occupation": "Running"}, {"name": "b", "occupation": "Running", "granted": 1}]
    answer = learn(occupation="Languages", lower={"Running": 1}, learnt_this_year=True, actions=acts)
    assert [act["level"] for act in answer.outcome["actions"]] == [2, 1]
    assert answer.changes == ()


def test_acts_that_stay_are_no_change():
    """YAC-LRN-02: only the occupations change where no written number does."""
    acts = [{"name": "a", "occupation": "Running"}, {"name": "b", "occupation": "Languages", "granted": 1}]
    answer = learn(occupation="Languages", lower={"Running": 1}, actions=acts)
    assert [change.field for change in answer.changes] == ["occupations"]
    assert [act["level"] for act in answer.outcome["actions"]] == [1, 1]


@given(
    levels=st.dictionaries(st.sampled_from("ABCDEF"), st.integers(1, 5), max_size=6),
    occupation=st.sampled_from("ABCDEFG"),
    steps=st.integers(1, 5),
    lower=st.dictionaries(st.sampled_from("ABCDEF"), st.integers(1, 5), max_size=3),
    gauge=st.integers(1, 5),
)
def test_all_or_nothing(levels, occupation, steps, lower, gauge):
    """YAC-LRN-01, YAC-LRN-05: either exactly the trade asked for, within the total, or nothing at all."""
    outcome = learn(occupations=levels, occupation=occupation, steps=steps, lower=lower, madness=gauge).outcome
    before = levels.get(occupation, 0)
    if not outcome["allowed"]:
        assert (outcome["occupations"], outcome["months"]) == (levels, 0)
        return
    after = outcome["occupations"]
    assert after[occupation] == before + steps <= 5
    assert all(after.get(name, 0) == level - lower.get(name, 0) for name, level in levels.items() if name != occupation)
    assert outcome["total"] == sum(after.values()) <= 6
    assert before + steps - 1 + gauge < 6
    assert 0 not in after.values()


@pytest.mark.parametrize(
    ("inputs", "id", "field"),
    [
        ({"occupation": "A", "steps": 0}, "field/range", "steps"),
        ({"occupation": "A", "steps": 6}, "field/range", "steps"),
        ({"occupation": "A", "occupations": {"A": 6}}, "field/range", "occupations.A"),
        ({"occupation": "A", "occupations": {"A": 0}}, "field/range", "occupations.A"),
        ({"occupation": "A", "lower": {"B": 0}}, "field/range", "lower.B"),
        ({"occupation": "A", "madness": 6}, "field/range", "madness"),
        ({"occupation": "A", "trauma": 0}, "field/range", "trauma"),
        ({"occupation": "A", "occupations": {"A" * 101: 1}}, "field/length_at_most", "occupations"),
        ({"occupation": "A", "lower": {"A" * 101: 1}}, "field/length_at_most", "lower"),
        ({"occupation": "A", "actions": [{"name": "x"}]}, "field/missing", "actions[0].occupation"),
        ({"occupation": "A", "nature": "social"}, "field/one_of", "nature"),
        ({}, "field/missing", "occupation"),
    ],
)
def test_bad_input_names_its_field(inputs, id, field):
    """YAC-LRN-01: the ranges of the inputs."""
    with pytest.raises(Refusal) as refused:
        learn(**inputs)
    assert (refused.value.id, refused.value.field) == (id, field)
