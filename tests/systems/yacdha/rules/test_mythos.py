"""The Mythos and its dreams (MYT, DRM)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.calling import do, odds_of
from gardien.core.errors import Refusal


def study(**inputs):
    return do("yacdha", "study_mythos", inputs, dice=[])


def test_everybody_starts_with_folklore():
    """YAC-MYT-01: a new investigator knows 0, and madness has no floor above 1."""
    assert do("yacdha", "create_character", {}, dice=[]).outcome["mythos"] == 0
    assert study(mythos=0, madness=1).outcome == {
        "mythos": 1,
        "madness": 2,
        "madness_min": 2,
        "status": "active",
        "log": ({"mythos": 1, "madness": 2},),
    }


@pytest.mark.parametrize(
    ("mythos", "madness", "after"),
    [
        (0, 1, 2),  # reached: rises just above
        (0, 2, 2),  # just above: stays
        (0, 3, 2),  # one more: eases
        (0, 5, 4),
        (1, 2, 3),
        (1, 3, 3),
        (1, 4, 3),
        (2, 3, 4),
        (2, 4, 4),
        (2, 5, 4),
        (3, 4, 5),
        (3, 5, 5),
    ],
)
def test_madness_stays_strictly_above_the_new_level(mythos, madness, after):
    """YAC-MYT-03: one month from each state."""
    outcome = study(mythos=mythos, madness=madness).outcome
    assert outcome == {
        "mythos": mythos + 1,
        "madness": after,
        "madness_min": mythos + 2,
        "status": "active",
        "log": ({"mythos": mythos + 1, "madness": after},),
    }


def test_relief_is_the_players_choice():
    """YAC-MYT-03: madness 5 stays at 5 without relief; what must rise still rises."""
    assert study(mythos=0, madness=5, take_relief=False).outcome["madness"] == 5
    assert study(mythos=0, madness=1, take_relief=False).outcome["madness"] == 2


def test_each_month_raises_by_one_and_the_reasons_add_up():
    """YAC-MYT-02, YAC-MYT-03: madness 5 eases to 4 and 3… but level 3 pushes it up again."""
    answer = study(mythos=0, madness=5, months=4)
    assert answer.outcome == {
        "mythos": 4,
        "madness": 5,
        "madness_min": 5,
        "status": "active",
        "log": (
            {"mythos": 1, "madness": 4},
            {"mythos": 2, "madness": 3},
            {"mythos": 3, "madness": 4},
            {"mythos": 4, "madness": 5},
        ),
    }
    assert [(s.label, s.value, s.rule, s.parts) for s in answer.steps] == [
        ("mythos", 4, "YAC-MYT-02", (("mythos", 0), ("gain", 4))),
        ("madness", 5, "YAC-MYT-03", (("madness", 5), ("reduction", -2), ("rise", 2))),
        ("madness_min", 5, "YAC-MYT-05", ()),
    ]
    assert [(c.field, c.before, c.after) for c in answer.changes] == [("mythos", 0, 4)]


def test_the_ceiling_stands_without_the_players_word():
    """YAC-MYT-04: the months before it count, the one at level 4 does not begin."""
    answer = study(mythos=3, madness=4, months=3)
    assert answer.outcome == {
        "refused": "mythos_ceiling",
        "mythos": 4,
        "madness": 5,
        "madness_min": 5,
        "status": "active",
        "log": ({"mythos": 4, "madness": 5},),
    }
    assert ("refused", "mythos_ceiling", "YAC-MYT-04") in [(s.label, s.value, s.rule) for s in answer.steps]
    at_once = study(mythos=4, madness=5)
    assert (at_once.outcome["refused"], at_once.outcome["log"], at_once.changes) == ("mythos_ceiling", (), ())


def test_a_fifth_level_is_the_end():
    """YAC-MYT-04: accepted, mythos 5 and madness 6; the study ends there however many months remain."""
    answer = study(mythos=4, madness=5, months=12, accept_madness=True)
    assert answer.outcome == {
        "mythos": 5,
        "madness": 6,
        "madness_min": 6,
        "status": "mad",
        "log": ({"mythos": 5, "madness": 6},),
    }
    assert (answer.steps[-1].label, answer.steps[-1].value, answer.steps[-1].rule) == ("status", "mad", "YAC-GAU-03")
    assert [(c.field, c.before, c.after) for c in answer.changes] == [
        ("mythos", 4, 5),
        ("madness", 5, 6),
        ("status", "active", "mad"),
    ]


@given(
    mythos=st.integers(0, 4),
    above=st.integers(1, 5),
    months=st.integers(1, 9),
    relief=st.booleans(),
    accept=st.booleans(),
)
def test_what_was_learnt_is_never_forgotten(mythos, above, months, relief, accept):
    """YAC-MYT-05, YAC-MYT-02: the level never falls, one per month at most, madness never reaches it."""
    madness = min(5, mythos + above)
    outcome = study(mythos=mythos, madness=madness, months=months, take_relief=relief, accept_madness=accept).outcome
    levels = [mythos, *(month["mythos"] for month in outcome["log"])]
    assert levels == list(range(mythos, outcome["mythos"] + 1))
    assert outcome["mythos"] == min(mythos + months, 5 if accept else 4)
    assert outcome["madness"] >= outcome["madness_min"] == outcome["mythos"] + 1


def test_without_the_module_nobody_studies():
    """YAC-MYT-02 and the modules of YAC-GEN-02."""
    answer = study(mythos=2, madness=4, options={"modules": ["luck"]})
    assert answer.outcome == {
        "refused": "module_off",
        "mythos": 2,
        "madness": 4,
        "madness_min": 3,
        "status": "active",
        "log": (),
    }
    assert [(s.label, s.value, s.rule) for s in answer.steps] == [
        ("refused", "module_off", "YAC-GEN-02"),
        ("madness_min", 3, "YAC-MYT-05"),
    ]


@pytest.mark.parametrize(
    ("inputs", "id", "field", "rule"),
    [
        ({"mythos": 2, "madness": 2}, "field/range", "madness", "YAC-GAU-07"),
        ({"mythos": 0, "madness": 6}, "field/range", "madness", ""),
        ({"mythos": 5, "madness": 5}, "field/range", "mythos", ""),
        ({"mythos": 0, "madness": 1, "months": 0}, "field/range", "months", ""),
        ({"mythos": 0, "madness": 1, "months": 1001}, "field/range", "months", ""),
        ({"madness": 1}, "field/missing", "mythos", ""),
    ],
)
def test_bad_input_of_a_study_names_its_field(inputs, id, field, rule):
    """YAC-MYT-03: madness lies above the level."""
    with pytest.raises(Refusal) as refused:
        study(**inputs)
    assert (refused.value.id, refused.value.field, refused.value.rule) == (id, field, rule)


def test_a_madness_below_the_floor_is_told_its_range():
    """YAC-MYT-05: level 2 leaves 3 to 5."""
    with pytest.raises(Refusal) as refused:
        study(mythos=2, madness=1)
    assert refused.value.words == {"came": 1, "low": 3, "high": 5}


def dream(dice, **inputs):
    return do("yacdha", "dream", inputs, dice=dice)


def test_a_die_no_higher_than_the_level_brings_a_dream():
    """YAC-DRM-01: level 3, die 3 yes, die 4 no."""
    answer = dream([3], mythos=3)
    assert answer.outcome == {"rolled": True, "die": 3, "dream": True, "dreamlands": False}
    assert [(die.die, die.label, die.purpose) for die in answer.dice] == [("d6", "d6", "dream")]
    assert [(s.label, s.value, s.rule) for s in answer.steps] == [("dream", True, "YAC-DRM-01")]
    assert dream([4], mythos=3).outcome == {"rolled": True, "die": 4, "dream": False, "dreamlands": False}


def test_the_dreamlands_open_by_the_same_die():
    """YAC-DRM-02."""
    answer = dream([1], mythos=1, gate="dreamlands")
    assert answer.outcome == {"rolled": True, "die": 1, "dream": False, "dreamlands": True}
    assert answer.dice[0].purpose == "dreamlands"
    assert [(s.label, s.value, s.rule) for s in answer.steps] == [("dreamlands", True, "YAC-DRM-02")]
    assert dream([2], mythos=1, gate="dreamlands").outcome["dreamlands"] is False


@pytest.mark.parametrize("lacking", [{"hours": 7.9}, {"good_conditions": False}, {"keeper_allows": False}])
@pytest.mark.parametrize("gate", ["dream", "dreamlands"])
def test_a_bad_night_brings_no_die(lacking, gate):
    """YAC-DRM-01, YAC-DRM-02: eight hours, good conditions, the keeper's leave."""
    answer = dream([], mythos=4, gate=gate, **lacking)
    assert answer.outcome == {"rolled": False, "dream": False, "dreamlands": False}
    assert [(s.label, s.value, s.rule) for s in answer.steps] == [("rolled", False, "YAC-DRM-01")]


def test_eight_hours_are_enough():
    """YAC-DRM-01."""
    assert dream([6], mythos=0, hours=8).outcome["rolled"] is True


def test_without_the_module_nobody_dreams():
    """YAC-DRM-01 and the modules of YAC-GEN-02: this comes before a bad night."""
    answer = dream([], mythos=4, hours=2, options={"modules": []})
    assert answer.outcome == {"refused": "module_off", "rolled": False, "dream": False, "dreamlands": False}
    assert [(s.label, s.value, s.rule) for s in answer.steps] == [("refused", "module_off", "YAC-GEN-02")]


@pytest.mark.parametrize("gate", ["dream", "dreamlands"])
@pytest.mark.parametrize("mythos", range(5))
def test_the_chance_of_a_dream_is_the_level_in_six(mythos, gate):
    """YAC-DRM-01, YAC-DRM-02."""
    result = odds_of("yacdha", "dream", {"mythos": mythos, "gate": gate}, by=[gate])
    assert sum(one.chance for one in result if one.outcome[gate]) == Fraction(mythos, 6)


@pytest.mark.parametrize(("field", "value"), [("mythos", 5), ("mythos", -1), ("hours", -1), ("hours", 1001)])
def test_bad_input_of_a_dream_names_its_field(field, value):
    """YAC-DRM-01: the ranges of the inputs."""
    with pytest.raises(Refusal) as refused:
        dream([1], **{"mythos": 1, field: value})
    assert (refused.value.id, refused.value.field) == ("field/range", field)
