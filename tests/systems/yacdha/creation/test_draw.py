"""“Draw for me” (CRE)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from changed_sheets import inputs_of
from gardien.core.calling import do
from gardien.core.chance import call
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.interpreters.play import play
from gardien.core.interpreters.typed import typed
from gardien.systems.yacdha.creation.check import CreateGiven
from gardien.systems.yacdha.creation.draw import DrawGiven, draw_character, lots, partitions, spreads
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.pack import table
from gardien.systems.yacdha.page.creation import STEPS
from gardien.systems.yacdha.sheet.sheet import Investigator


def drawn(dice, options=None, **given):
    return typed(call(draw_character, parse(DrawGiven, given), parse(Options, options or {})), dice)


ALL_GIVEN = {
    "name": "Helen Hill",
    "principal_occupation": "Zoology",
    "occupations": {"Zoology": 4, "Climbing": 2},
    "description": "Teaches.",
    "faults": [],
    "bonds": [],
    "places": [],
}


def test_an_adult_is_drawn_die_by_die():
    """YAC-CRE-01, YAC-CRE-04, YAC-CRE-09: name, profile, occupations, two traits, a fault, a bond, a place."""
    played = drawn([1, 2, 3, 8, 5, 5, 58, 1, 1, 2, 3, 4], language="en")
    assert played.outcome == Investigator(
        name="Marguerite Benali",
        gender="f",
        principal_occupation="Egyptology",
        occupations={"Egyptology": 3, "Ancient Greek": 2, "Jazz trumpet": 1},
        natures={"Egyptology": "mental", "Ancient Greek": "mental", "Jazz trumpet": "physical"},
        description="Memory for faces. Carrying voice.",
        faults=("Gambling debts",),
        bonds=("A widowed mother",),
        places=("The town library",),
    )
    assert [(die.die, die.label, die.purpose) for die in played.dice] == [
        ("d2", "d2", "gender"),
        ("d30", "d30", "name"),
        ("d40", "d40", "name"),
        ("d31", "d31", "profile"),
        ("d60", "d60", "principal_occupation"),
        ("d59", "d59", "occupations"),
        ("d58", "d58", "occupations"),
        ("d20", "d20", "traits"),
        ("d19", "d19", "traits"),
        ("d20", "d20", "faults"),
        ("d20", "d20", "bonds"),
        ("d20", "d20", "places"),
    ]


def test_what_is_given_is_not_drawn():
    """YAC-CRE-01: not one die when everything is decided; French unless told otherwise."""
    played = drawn([], gender="f", player="Zoé", gifts={"Second sight": 2}, **ALL_GIVEN)
    assert played.dice == ()
    assert played.outcome == Investigator(
        name="Helen Hill",
        gender="f",
        player="Zoé",
        principal_occupation="Zoology",
        occupations={"Zoology": 4, "Climbing": 2},
        description="Teaches.",
        gifts={"Second sight": 2},
    )
    assert drawn([1], **{**ALL_GIVEN, "places": None}).outcome.places == ("Le café de la gare",)


def test_a_name_that_is_given_tells_no_gender():
    """YAC-CRE-01."""
    assert drawn([], **ALL_GIVEN).outcome.gender is None
    assert drawn([1, 1], gender="m", **{**ALL_GIVEN, "name": None}).outcome.name == "Antoine Arnaud"
    assert drawn([2, 1, 1], **{**ALL_GIVEN, "name": None}).outcome.gender == "m"
    assert drawn([1, 1, 1], **{**ALL_GIVEN, "name": None}).outcome.name == "Jeanne Arnaud"


def test_the_highest_occupation_is_the_principal_one():
    """YAC-CRE-01: of those given, the best; of those drawn, the first and best."""
    given = {**ALL_GIVEN, "principal_occupation": None, "occupations": {"Climbing": 2, "Zoology": 4}}
    assert drawn([], **given).outcome.principal_occupation == "Zoology"
    known = drawn([], **{**given, "occupations": {"Botanique": 3, "Zoology": 2}}).outcome
    assert (known.principal_occupation, known.natures) == ("Botanique", {"Botanique": "mental"})


def test_a_principal_occupation_takes_the_best_level():
    """YAC-CRE-04: Botanique is given, so it is not drawn again: the next of the list comes up."""
    given = {**ALL_GIVEN, "principal_occupation": "Botanique", "occupations": None}
    played = drawn([2, 1], **given)
    assert played.outcome.occupations == {"Botanique": 4, "Géologie": 2}
    assert [die.die for die in played.dice] == ["d31", "d59"]
    own = drawn([24, 60], **{**given, "principal_occupation": "Zoology"})
    assert own.outcome.occupations == {"Zoology": 3, "Trompette de jazz": 3}
    assert own.outcome.natures == {"Trompette de jazz": "physical"}


def test_the_base_game_has_no_levels():
    """YAC-CRE-03: in advantage mode only the principal occupation is drawn; so too when no level is wanted."""
    given = {**ALL_GIVEN, "principal_occupation": None, "occupations": None}
    played = drawn([1], {"skill_mode": "advantage"}, **given)
    assert (played.outcome.principal_occupation, played.outcome.occupations) == ("Botanique", {})
    assert drawn([1], **{**given, "occupations": {}}).outcome.occupations == {}
    assert drawn([2, 1, 1], {"skill_mode": "levels"}, **given).outcome.occupations == {"Botanique": 4, "Géologie": 2}


def test_teens_and_children_spread_fewer_points():
    """YAC-CRE-05: 2+2, 2+1+1 or 1+1+1+1 for a teen, 1+1 for a child; only what fits their age."""
    assert partitions(4, 2) == [(2, 2), (2, 1, 1), (1, 1, 1, 1)]
    assert partitions(2, 1) == [(1, 1)]
    assert partitions(3, 5) == [(3,), (2, 1), (1, 1, 1)]
    given = {**ALL_GIVEN, "principal_occupation": None, "occupations": None}
    teen = drawn([2, 1, 1, 1], age_class="teen", **given)
    assert teen.outcome.occupations == {"Botanique": 2, "Géologie": 1, "Entomologie": 1}
    child = drawn([1, 1], age_class="child", **given)
    assert child.outcome.occupations == {"Botanique": 1, "Géologie": 1}
    fitting = sum(row.minor for row in table("occupations", "occupation"))
    assert [die.die for die in child.dice] == [f"d{fitting}", f"d{fitting - 1}"]


def test_no_child_drinks_or_has_children():
    """YAC-CRE-05, YAC-CRE-09: bonds and faults of adults are left out."""
    given = {**ALL_GIVEN, "occupations": {}, "faults": None, "bonds": None}
    child = drawn([1, 5], age_class="child", **given)
    assert child.outcome.faults == ("Peur du noir",)
    assert child.outcome.bonds == ("Sa grand-mère Odette",)
    assert [die.die for die in child.dice] == ["d18", "d15"]
    adult = drawn([1, 5], **given)
    assert (adult.outcome.faults, adult.outcome.bonds) == (("Boit trop",), ("Sa fille Rose",))


@pytest.mark.parametrize(
    ("age", "max_level", "max_occupations", "expected"),
    [
        ("adult", 5, 0, ((5, 1), (4, 2), (4, 1, 1), (3, 2, 1), (3, 3), (2, 2, 2), (1,) * 6)),
        ("adult", 4, 3, ((4, 2), (4, 1, 1), (3, 2, 1), (3, 3), (2, 2, 2))),
        ("adult", 4, 2, ((4, 2), (3, 3))),
        ("adult", 1, 0, ((1,) * 6,)),
        ("adult", 1, 3, ((1, 1, 1),)),
        ("adult", 5, 1, ((5,),)),
        ("teen", 5, 0, ((2, 2), (2, 1, 1), (1, 1, 1, 1))),
        ("teen", 1, 0, ((1, 1, 1, 1),)),
        ("teen", 5, 2, ((2, 2),)),
        ("teen", 2, 1, ((2,),)),
        ("child", 5, 0, ((1, 1),)),
        ("child", 5, 1, ((1,),)),
    ],
)
def test_the_keepers_ceilings_narrow_the_choice(age, max_level, max_occupations, expected):
    """YAC-CRE-04, YAC-CRE-05, YAC-CRE-06."""
    assert spreads(age, Options(max_level=max_level, max_occupations=max_occupations)) == expected


def test_most_people_have_one_trade_and_masters_are_rare():
    """YAC-CRE-04: of all ways to be drawn more than half are a trade with hobbies, and one is a master's."""
    ways = lots(spreads("adult", Options()))
    assert ways.count((3, 2, 1)) > len(ways) / 2
    assert sum(max(one) >= 3 for one in ways) > 4 * sum(max(one) < 3 for one in ways)
    assert [ways.count(one) for one in ((5, 1), (1,) * 6)] == [1, 1]
    assert set(ways) == set(spreads("adult", Options()))


def test_ways_of_the_young_and_of_strict_tables_are_all_as_likely():
    """YAC-CRE-05, YAC-CRE-06: nothing is said of how often they are met."""
    assert lots(spreads("teen", Options())) == [(2, 2), (2, 1, 1), (1, 1, 1, 1)]
    assert lots(spreads("adult", Options(max_level=2, max_occupations=2))) == [(2, 2)]


@given(
    random=st.randoms(use_true_random=False),
    age=st.sampled_from(["adult", "teen", "child"]),
    language=st.sampled_from(["fr", "en"]),
    max_level=st.integers(1, 5),
    max_occupations=st.integers(0, 7),
    modules=st.sets(st.sampled_from(["recovery", "learning", "luck", "mythos"])),
    mode=st.sampled_from(["advantage", "levels", None]),
)
def test_whoever_is_drawn_passes_the_check(random, age, language, max_level, max_occupations, modules, mode):
    """YAC-CRE-02, YAC-CRE-04, YAC-CRE-05, YAC-CRE-06, YAC-CRE-09: valid under every set of house rules."""
    house = {
        "max_level": max_level,
        "max_occupations": max_occupations,
        "modules": sorted(modules),
        "skill_mode": mode,
    }
    given = DrawGiven(age_class=age, language=language)
    sheet = play(call(draw_character, given, parse(Options, house)), random).outcome
    checked = do("yacdha", "create_character", {**inputs_of(sheet, CreateGiven), "options": house}, dice=[]).outcome
    assert checked["valid"]
    assert all(getattr(sheet, name) == checked[name] for name in ("madness", "trauma", "mythos", "sequelae", "luck"))
    assert sheet.age_class == age
    assert sheet.name
    assert sheet.gender in ("f", "m")
    assert sheet.principal_occupation
    assert (sheet.principal_occupation in sheet.occupations) == (mode != "advantage")
    assert set(sheet.natures) == set(sheet.occupations)
    assert sheet.favourable_possible
    assert len(sheet.faults) == 1


@pytest.mark.parametrize(
    ("given", "options", "id", "rule", "words"),
    [
        (
            {"occupations": {"a": 5, "b": 1}},
            {"max_level": 4},
            "field/range",
            "YAC-CRE-06",
            {"came": 5, "low": 1, "high": 4},
        ),
        (
            {"occupations": {"a": 1, "b": 1}},
            {"max_occupations": 1},
            "field/length_at_most",
            "YAC-CRE-06",
            {"high": 1, "came": 2},
        ),
        (
            {"occupations": {"a": 4, "b": 1}},
            {"max_occupations": 1, "max_level": 4},
            "field/length_at_most",
            "YAC-CRE-06",
            {"high": 1, "came": 2},
        ),
        ({"occupations": {"a": 5, "b": 2}}, {}, "field/at_most", "YAC-CRE-04", {"came": 7, "high": 6}),
        (
            {"occupations": {"a": 2}, "age_class": "child"},
            {},
            "field/range",
            "YAC-CRE-05",
            {"came": 2, "low": 1, "high": 1},
        ),
        (
            {"occupations": {"a": 2, "b": 2, "c": 1}, "age_class": "teen"},
            {},
            "field/at_most",
            "YAC-CRE-05",
            {"came": 5, "high": 4},
        ),
    ],
)
def test_occupations_beyond_the_limits_are_refused(given, options, id, rule, words):
    """YAC-CRE-04, YAC-CRE-05, YAC-CRE-06: what is given must fit too."""
    with pytest.raises(Refusal) as refused:
        drawn([], options, **{**ALL_GIVEN, **given})
    result = refused.value
    assert (result.id, result.field, result.rule, result.words) == (id, "occupations", rule, words)
    assert result.kind == ("refused" if rule == "YAC-CRE-06" else "unreadable")


@pytest.mark.parametrize("field", ["occupations", "gifts"])
def test_names_keep_their_length(field):
    """YAC-CRE-01."""
    with pytest.raises(Refusal) as refused:
        drawn([], **{**ALL_GIVEN, field: {"a" * 101: 1}})
    assert (refused.value.id, refused.value.field) == ("field/length_at_most", field)


def test_the_steps_of_creation_cover_the_sheet():
    """YAC-CRE-01 to YAC-CRE-10: each field once, every field on the sheet; gauges start where the rule puts them."""
    assert [step.key for step in STEPS] == ["age", "concept", "occupations", "faults", "bonds", "gear"]
    fields = [field for step in STEPS for field in step.fields]
    assert len(fields) == len(set(fields))
    assert set(fields) <= set(Investigator.__struct_fields__)
    assert set(CreateGiven.__struct_fields__) - set(fields) <= {"luck", "madness", "trauma"}
    rules = {rule for step in STEPS for rule in step.rules}
    assert {f"YAC-CRE-{number:02}" for number in range(1, 11)} - rules == {"YAC-CRE-02"}
