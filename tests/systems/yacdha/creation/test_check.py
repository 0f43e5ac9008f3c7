"""A new investigator, and acts under an occupation (CRE, OCC)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.calling import do
from gardien.core.errors import Refusal
from gardien.systems.yacdha.pack import table


def create(**inputs):
    return do("yacdha", "create_character", inputs, dice=[])


def errors(occupations, age="adult", **options):
    return create(occupations=occupations, age_class=age, options=options).outcome["errors"]


def test_a_concept_needs_no_dice_and_starts_at_one():
    """YAC-CRE-01, YAC-CRE-02, YAC-CRE-03: a name, an occupation, some words; madness 1, trauma 1, luck 1."""
    answer = create(
        name="Helen Hill",
        principal_occupation="Zoologist",
        description="Teaches.",
        faults=["Vertigo"],
        age_class="adult",
    )
    assert answer.outcome == {
        "valid": True,
        "errors": (),
        "total": 0,
        "remaining": 6,
        "madness": 1,
        "trauma": 1,
        "mythos": 0,
        "sequelae": 0,
        "luck": 1,
        "madness_min": 1,
        "trauma_min": 1,
        "status": "active",
    }
    assert answer.dice == ()
    assert [(s.label, s.value, s.rule, s.parts) for s in answer.steps] == [
        ("total", 0, "YAC-CRE-04", ()),
        ("remaining", 6, "YAC-CRE-04", (("points", 6), ("total", 0))),
        ("valid", True, "YAC-CRE-01", ()),
        ("madness", 1, "YAC-CRE-02", ()),
        ("trauma", 1, "YAC-CRE-02", ()),
        ("luck", 1, "YAC-LUC-01", ()),
        ("mythos", 0, "YAC-MYT-01", ()),
    ]


def test_there_is_no_luck_without_the_module():
    """YAC-CRE-02 and the modules of YAC-GEN-02."""
    answer = create(options={"modules": ["mythos"]})
    assert answer.outcome["luck"] == 0
    assert ("luck", 0, "YAC-GEN-02") in [(s.label, s.value, s.rule) for s in answer.steps]


@pytest.mark.parametrize("row", table("profiles", "profile"), ids=lambda row: row.key)
def test_every_profile_spends_six_points(row):
    """YAC-CRE-04: the printed splits."""
    outcome = create(occupations={str(index): level for index, level in enumerate(row.split)}).outcome
    assert (outcome["valid"], outcome["total"], outcome["remaining"]) == (True, 6, 0)


def test_the_printed_splits_are_all_there():
    """YAC-CRE-04."""
    assert [row.split for row in table("profiles", "profile")] == [
        (5, 1),
        (4, 2),
        (4, 1, 1),
        (3, 2, 1),
        (3, 3),
        (2, 2, 2),
        (1, 1, 1, 1, 1, 1),
    ]


def test_more_than_six_points_is_an_error_fewer_only_leaves_some():
    """YAC-CRE-04: 4 + 3 is one too many, 4 + 1 leaves one."""
    answer = create(occupations={"a": 4, "b": 3})
    assert [(s.label, s.value, s.parts) for s in answer.steps[:2]] == [
        ("total", 7, ()),
        ("remaining", -1, (("points", 6), ("total", -7))),
    ]
    over = answer.outcome
    assert (over["valid"], over["errors"], over["total"], over["remaining"]) == (False, ("total",), 7, -1)
    under = create(occupations={"a": 4, "b": 1}).outcome
    assert (under["valid"], under["errors"], under["total"], under["remaining"]) == (True, (), 5, 1)


def test_an_occupation_at_nought_is_not_written_down():
    """YAC-CRE-04: level 0 or less is an error of its own."""
    answer = create(occupations={"a": 5, "b": 0})
    assert answer.outcome["errors"] == ("zero",)
    assert ("level", 0, "YAC-CRE-04") in [(s.label, s.value, s.rule) for s in answer.steps]
    assert errors({"a": 1}) == ()


@pytest.mark.parametrize(
    ("age", "points", "ceiling"),
    [("adult", 6, 5), ("teen", 4, 2), ("child", 2, 1)],
)
def test_points_and_ceiling_depend_on_the_age(age, points, ceiling):
    """YAC-CRE-05: 6 and 5, 4 and 2, 2 and 1."""
    rule = "YAC-CRE-04" if age == "adult" else "YAC-CRE-05"
    spent = {str(index): 1 for index in range(points)}
    assert create(occupations=spent, age_class=age).outcome["remaining"] == 0
    assert errors({**spent, "one more": 1}, age) == ("total",)
    assert errors({"a": ceiling}, age) == ()
    answer = create(occupations={"a": ceiling + 1}, age_class=age)
    assert answer.outcome["errors"] == ("level",)
    assert ("level", ceiling + 1, rule) in [(s.label, s.value, s.rule) for s in answer.steps]
    assert [s.rule for s in answer.steps[:2]] == [rule, rule]


def test_the_keeper_may_lower_the_ceiling_and_limit_the_number():
    """YAC-CRE-06: level 4 at most, three occupations at most; the lower ceiling holds."""
    answer = create(occupations={"a": 5, "b": 1}, options={"max_level": 4})
    assert answer.outcome["errors"] == ("level",)
    assert ("level", 5, "YAC-CRE-06") in [(s.label, s.value, s.rule) for s in answer.steps]
    assert errors({"a": 4, "b": 2}, max_level=4) == ()
    assert errors({"a": 2}, "teen", max_level=4) == ()
    assert errors({"a": 2}, "teen", max_level=1) == ("level",)
    assert errors({"a": 2, "b": 2, "c": 2}, max_occupations=3) == ()
    crowded = create(occupations={"a": 1, "b": 1, "c": 1, "d": 1}, options={"max_occupations": 3})
    assert crowded.outcome["errors"] == ("count",)
    assert ("count", 4, "YAC-CRE-06") in [(s.label, s.value, s.rule) for s in crowded.steps]
    assert errors({str(index): 1 for index in range(6)}) == ()


def test_all_errors_come_in_order():
    """YAC-CRE-04, YAC-CRE-06: total, level, zero, count."""
    answer = create(occupations={"a": 6, "b": 1, "c": 0}, options={"max_occupations": 2})
    assert (answer.outcome["valid"], answer.outcome["errors"]) == (False, ("total", "level", "zero", "count"))
    assert ("valid", False) in [(s.label, s.value) for s in answer.steps]


def test_gifts_come_on_top_of_the_points():
    """YAC-CRE-07: a gift of 5 beside six points spent."""
    outcome = create(occupations={"a": 5, "b": 1}, gifts={"Second sight": 5, "Faint echo": 0}).outcome
    assert (outcome["valid"], outcome["total"], outcome["remaining"]) == (True, 6, 0)
    with pytest.raises(Refusal) as refused:
        create(gifts={"Second sight": 6})
    assert (refused.value.id, refused.value.field) == ("field/range", "gifts.Second sight")


def test_the_occupations_to_draw_from_are_narrow():
    """YAC-CRE-08: a discipline, never a family or an archetype."""
    names = {name for row in table("occupations", "occupation") for name in (row.fr, row.en)}
    assert len(table("occupations", "occupation")) == 60
    assert {"Botany", "Geology", "Long-distance running"} <= names
    assert not {"Sciences", "Science", "Scientist", "Scientifique", "Sport", "Sports", "Sportif", "Sportsman"} & names


def test_bonds_and_places_are_written_at_creation():
    """YAC-CRE-09: names of loved ones and places, as many as one likes up to a thousand."""
    assert create(bonds=["A sister"], places=["The old harbour"]).given["bonds"] == ("A sister",)
    with pytest.raises(Refusal) as refused:
        create(bonds=["x"] * 1001)
    assert (refused.value.id, refused.value.field) == ("field/length_at_most", "bonds")


@given(
    st.dictionaries(st.text(max_size=5), st.integers(-2, 7), max_size=8), st.sampled_from(["adult", "teen", "child"])
)
def test_what_is_valid_keeps_every_limit(occupations, age):
    """YAC-CRE-04, YAC-CRE-05: valid exactly when sum and levels are within the age's limits."""
    points, ceiling = {"adult": (6, 5), "teen": (4, 2), "child": (2, 1)}[age]
    outcome = create(occupations=occupations, age_class=age).outcome
    fits = sum(occupations.values()) <= points and all(1 <= level <= ceiling for level in occupations.values())
    assert outcome["valid"] is fits


@pytest.mark.parametrize(
    ("inputs", "id", "field"),
    [
        ({"name": "x" * 101}, "field/length_at_most", "name"),
        ({"description": "x" * 5001}, "field/length_at_most", "description"),
        ({"age_class": "elder"}, "field/one_of", "age_class"),
        ({"occupations": {"a": 101}}, "field/range", "occupations.a"),
        ({"occupations": {"a" * 101: 1}}, "field/length_at_most", "occupations"),
        ({"gifts": {"a" * 101: 1}}, "field/length_at_most", "gifts"),
    ],
)
def test_bad_input_of_a_concept_names_its_field(inputs, id, field):
    """YAC-CRE-01: the ranges of the inputs."""
    with pytest.raises(Refusal) as refused:
        create(**inputs)
    assert (refused.value.id, refused.value.field) == (id, field)


def acts(level, *actions):
    return do(
        "yacdha",
        "sheet",
        {"occupation": {"name": "Fencing", "level": level}, "actions": list(actions)},
        dice=[],
    )


def test_an_act_inherits_or_is_written_lower():
    """YAC-OCC-05, YAC-OCC-07, YAC-OCC-08, YAC-OCC-09: inherited, equal, lower, common and too high, at level 3."""
    answer = acts(
        3,
        {"name": "attack"},
        {"name": "parry", "granted": 3},
        {"name": "cane", "granted": 2},
        {"name": "walk", "granted": 0},
        {"name": "boast", "granted": 5},
    )
    assert answer.outcome == {
        "levels": {"attack": 3, "parry": 3, "cane": 2, "walk": 0, "boast": 3},
        "written": {"cane": 2, "walk": 0},
    }
    assert [(s.label, s.value, s.rule, s.who) for s in answer.steps] == [
        ("occupation", "Fencing", "YAC-OCC-01", ""),
        ("level", 3, "YAC-OCC-08", "attack"),
        ("level", 3, "YAC-OCC-08", "parry"),
        ("level", 2, "YAC-OCC-07", "cane"),
        ("level", 0, "YAC-OCC-09", "walk"),
        ("level", 3, "YAC-OCC-05", "boast"),
    ]


def test_only_what_was_claimed_is_on_the_list():
    """YAC-OCC-04, YAC-OCC-06: nothing claimed, nothing listed; acts of another occupation are not mixed in."""
    assert acts(3).outcome == {"levels": {}, "written": {}}
    answer = acts(
        3, {"name": "attack", "occupation": "Fencing"}, {"name": "attack", "occupation": "Boxing", "granted": 1}
    )
    assert answer.outcome == {"levels": {"attack": 3}, "written": {}}


@given(level=st.integers(1, 5), granted=st.none() | st.integers(0, 5))
def test_no_act_passes_its_occupation(level, granted):
    """YAC-OCC-01, YAC-OCC-05, YAC-OCC-08."""
    outcome = acts(level, {"name": "act", "granted": granted}).outcome
    assert outcome["levels"]["act"] == (level if granted is None else min(level, granted))
    assert ("act" in outcome["written"]) == (granted is not None and granted < level)


@pytest.mark.parametrize("level", [0, 6])
def test_an_occupation_has_a_level_from_one_to_five(level):
    """YAC-OCC-01: 0 is everybody's and not written down."""
    with pytest.raises(Refusal) as refused:
        acts(level)
    assert (refused.value.id, refused.value.field) == ("field/range", "occupation.level")


def test_an_act_is_listed_once():
    """YAC-OCC-08."""
    with pytest.raises(Refusal) as refused:
        acts(2, {"name": "parry"}, {"name": "parry", "granted": 1})
    assert (refused.value.id, refused.value.field, refused.value.words["came"]) == ("field/twice", "actions", "parry")


@pytest.mark.parametrize("granted", [-1, 6])
def test_a_granted_level_keeps_its_range(granted):
    """YAC-OCC-07."""
    with pytest.raises(Refusal) as refused:
        acts(2, {"name": "parry", "granted": granted})
    assert (refused.value.id, refused.value.field) == ("field/range", "actions[0].granted")
