"""Reading inputs: each fault is named by its path, with what came and what is allowed."""

import math
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Meta

from core.spoken import both, french, refused
from gardien.core.errors import Refusal
from gardien.core.inputs import MOST_SHOWN, BadField, check_unique, faults, parse
from gardien.core.terms import LANGUAGES, sentence
from gardien.core.values import Value


class Conversion(Value, frozen=True, kw_only=True):
    """A die turned by luck."""

    die: Annotated[int, Meta(ge=1, le=6)]
    value: int = 0


class Member(Value, frozen=True, kw_only=True):
    """Somebody of a group."""

    name: Annotated[str, Meta(min_length=1, max_length=10)]
    luck: Annotated[int, Meta(ge=0)] = 1
    luck_convert: Conversion | None = None
    madness: Annotated[int, Meta(le=6)] = 1
    kind: Literal["investigator", "npc"] = "investigator"

    def __post_init__(self) -> None:
        if self.kind == "investigator" and self.madness == 6:
            raise BadField("madness", "field/range", "T-GEN-04", came=6, low=1, high=5)


class Given(Value, frozen=True, kw_only=True):
    """A group about to act."""

    members: Annotated[tuple[Member, ...], Meta(min_length=1, max_length=3)]
    difficulty: Literal["standard", "difficult", "extreme"] = "standard"
    amount: Annotated[int, Meta(ge=1, le=6)] | Literal["margin"] = 1
    minutes: Annotated[float, Meta(ge=0, le=60)] | None = None
    exposed: bool = True
    levels: Annotated[dict[str, Annotated[int, Meta(ge=0, le=5)]], Meta(max_length=2)] = {}

    def __post_init__(self) -> None:
        check_unique("members", [member.name for member in self.members])


LIAM = {"name": "Liam"}


def fault(given: dict[str, Any], **options: Any) -> Refusal:
    return refused(parse, Given, {"members": [LIAM], **given}, "game/act", **options)


def test_sound_inputs_become_a_value():
    members = [LIAM, {"name": "Ada", "luck_convert": {"die": 2}}]
    assert parse(Given, {"members": members, "amount": "margin", "minutes": 2}) == Given(
        members=(Member(name="Liam"), Member(name="Ada", luck_convert=Conversion(die=2))), amount="margin", minutes=2.0
    )


# --- one sentence for each kind of fault -----------------------------------------------------------------------------

SAID = [
    (
        {"dificulty": "standard"},
        "«~dificulty~» n’est pas une entrée connue^; possible~: members, difficulty, amount, minutes, exposed, levels. "
        "Vouliez-vous dire «~difficulty~»^?",
        "“dificulty” is not a known input; possible: members, difficulty, amount, minutes, exposed, levels. "
        "Did you mean “difficulty”?",
    ),
    (
        {"members": [{"luck": 1}]},
        "Il manque members[0].name (“…”).",
        "members[0].name is missing (“…”).",
    ),
    (
        {"exposed": "oui"},
        "exposed~: «~oui~» ne convient pas^; il faut true | false.",
        "exposed: “oui” will not do; true | false is needed.",
    ),
    (
        {"difficulty": "difficle"},
        "difficulty~: «~difficle~» n’existe pas^; au choix~: difficult, extreme, standard. "
        "Vouliez-vous dire «~difficult~»^?",
        "difficulty “difficle” is not one of difficult, extreme, standard. Did you mean “difficult”?",
    ),
    (
        {"members": [LIAM, {"name": "Ada", "luck_convert": {"die": 9}}]},
        "members[1].luck_convert.die~: 9 sort des limites, 1 à 6.",
        "members[1].luck_convert.die: 9 is outside 1 to 6.",
    ),
    (
        {"members": [{"name": "Liam", "luck": -1}]},
        "members[0].luck~: −1 est trop petit, 0 au moins.",
        "members[0].luck: −1 is too small, 0 at least.",
    ),
    (
        {"members": [{"name": "Liam", "madness": 7}]},
        "members[0].madness~: 7 est trop grand, 6 au plus.",
        "members[0].madness: 7 is too large, 6 at most.",
    ),
    ({"members": []}, "members~: il en faut 1 au moins.", "members: at least 1 needed."),
    (
        {"members": [{"name": name} for name in "abcd"]},
        "members~: 3 au plus, 4 sont donnés.",
        "members: 3 at most, 4 given.",
    ),
    (
        {"members": [{"name": "A" * 11}]},
        "members[0].name~: 10 au plus, 11 sont donnés.",
        "members[0].name: 10 at most, 11 given.",
    ),
    ({"members": [{"name": ""}]}, "members[0].name~: il en faut 1 au moins.", "members[0].name: at least 1 needed."),
    (
        {"levels": {"a": 1, "b": 1, "c": 1}},
        "levels~: 2 au plus, 3 sont donnés.",
        "levels: 2 at most, 3 given.",
    ),
    ({"levels": {"port": 6}}, "levels.port~: 6 sort des limites, 0 à 5.", "levels.port: 6 is outside 0 to 5."),
    (
        {"amount": "margn"},
        "amount~: «~margn~» ne convient pas^; il faut 1–6 | margin.",
        "amount: “margn” will not do; 1–6 | margin is needed.",
    ),
    ({"amount": 7}, "amount~: 7 sort des limites, 1 à 6.", "amount: 7 is outside 1 to 6."),
    ({"minutes": 61.5}, "minutes~: 61,5 sort des limites, 0 à 60.", "minutes: 61.5 is outside 0 to 60."),
    (
        {"members": [{"name": "Liam", "luck_convert": 3}]},
        "members[0].luck_convert~: «~3~» ne convient pas^; il faut {die, value} | null.",
        "members[0].luck_convert: “3” will not do; {die, value} | null is needed.",
    ),
    (
        {"members": [{"name": "Liam", "luck_convert": {"di": 3}}]},
        "«~members[0].luck_convert.di~» n’est pas une entrée connue^; possible~: die, value. "
        "Vouliez-vous dire «~die~»^?",
        "“members[0].luck_convert.di” is not a known input; possible: die, value. Did you mean “die”?",
    ),
    (
        {"members": "Liam"},
        "members~: «~Liam~» ne convient pas^; il faut [{name, luck, luck_convert, madness, kind}, …].",
        "members: “Liam” will not do; [{name, luck, luck_convert, madness, kind}, …] is needed.",
    ),
    (
        {"levels": [1]},
        "levels~: «~…~» ne convient pas^; il faut {“…”: 0–5}.",
        "levels: “…” will not do; {“…”: 0–5} is needed.",
    ),
    (
        {"members": [LIAM, LIAM]},
        "members~: «~Liam~» figure deux fois^; une fois suffit.",
        "members: “Liam” is given twice; once is enough.",
    ),
    (
        {"members": [LIAM, {"name": "Ada", "madness": 6}]},
        "members[1].madness~: 6 sort des limites, 1 à 5. [T-GEN-04]",
        "members[1].madness: 6 is outside 1 to 5. [T-GEN-04]",
    ),
]


@pytest.mark.parametrize(
    ("given", "fr", "en"), SAID, ids=[en.partition(" ")[0] + str(n) for n, (_, _, en) in enumerate(SAID)]
)
def test_each_fault_is_said_with_its_path_and_the_way_out(given, fr, en):
    assert both(fault(given)) == (french("game/act~: " + fr), "game/act: " + en)


def test_a_missing_input_is_named():
    refusal = refused(parse, Given, {}, "game/act")
    assert (refusal.id, refusal.field) == ("field/missing", "members")


def test_something_other_than_an_object_is_refused():
    for value in (None, 3, "members", [LIAM]):
        assert refused(parse, Given, value, "game/act").id == "field/type"


def test_every_fault_is_reported_not_only_the_first():
    refusal = fault({"difficulty": "hard", "amount": 9, "members": [{"luck": "two"}], "colour": "red"})
    result = {one.field: one.id for one in (refusal, *refusal.also)}
    assert result == {
        "difficulty": "field/one_of",
        "amount": "field/range",
        "members[0].luck": "field/type",
        "members[0].name": "field/missing",
        "colour": "field/unknown",
    }
    assert {one.where for one in (refusal, *refusal.also)} == {"game/act"}


def test_a_value_at_its_limit_is_no_fault_beside_another_fault():
    """The walk that explains must not blame what the reader would have taken."""
    edges = [{"name": "A" * 10, "luck": 0, "madness": 6, "kind": "npc", "luck_convert": {"die": die}} for die in (1, 6)]
    refusal = fault({"members": edges, "amount": 6, "minutes": 60, "levels": {"a": 0, "b": 5}, "odd": 1})
    assert [one.field for one in (refusal, *refusal.also)] == ["odd"]


def test_a_value_that_refuses_itself_is_asked_only_once_its_fields_are_sound():
    """`__post_init__` may rely on the types of its fields: it never sees a name that is a number."""
    refusal = fault({"members": [{"name": 3, "madness": 6}]})
    assert [one.field for one in (refusal, *refusal.also)] == ["members[0].name"]


def test_a_long_list_of_inputs_is_cut():
    wide = msgspec.defstruct("Wide", [(f"field_{n}", int, 0) for n in range(40)], forbid_unknown_fields=True)
    allowed = refused(parse, wide, {"x": 1}).words["allowed"]
    assert (len(allowed), allowed[-1]) == (MOST_SHOWN + 1, "…")


# --- lax reading, as a command line gives values ---------------------------------------------------------------------


def test_numbers_booleans_and_nothing_are_read_from_their_text():
    given = {"members": [{"name": "Liam", "luck": "2", "luck_convert": "null"}], "exposed": "false", "minutes": "7.5"}
    value = parse(Given, given, lax=True)
    assert (value.members[0].luck, value.members[0].luck_convert, value.exposed, value.minutes) == (2, None, False, 7.5)
    assert parse(Given, {"members": [LIAM], "exposed": "true"}, lax=True).exposed is True


def test_text_is_not_read_as_a_number_where_nobody_asked_for_it():
    assert fault({"members": [{"name": "Liam", "luck": "2"}]}).field == "members[0].luck"
    assert fault({"exposed": "true"}).field == "exposed"


@pytest.mark.parametrize("text", ["two", "", "2.5", "1_0", "0x1", "٣", "inf"])
def test_text_that_is_no_number_is_refused_with_its_field(text):
    assert fault({"members": [{"name": "Liam", "luck": text}]}, lax=True).field == "members[0].luck"


def test_a_number_from_text_keeps_its_limits():
    assert fault({"amount": "7"}, lax=True).field == "amount"
    assert fault({"minutes": "-1"}, lax=True).id == "field/range"


# --- whatever comes, a sentence that can be read ---------------------------------------------------------------------

HUGE = 10**5000  # more digits than Python turns into text


@pytest.mark.parametrize(
    "odd",
    [
        pytest.param(value, id=name)
        for name, value in {
            "infinity": math.inf,
            "minus infinity": -math.inf,
            "no number": math.nan,
            "huge": HUGE,
            "huge and negative": -HUGE,
            "large float": 1e300,
            "lists": [[[]]],
            "objects": {"a": {}},
            "a large object": {str(n): n for n in range(5000)},
            "long text": "x" * 10_000,
            "long list": ["y" * 99] * 99,
        }.items()
    ],
)
@pytest.mark.parametrize("field", ["members", "difficulty", "amount", "minutes", "exposed", "levels"])
@pytest.mark.parametrize("lax", [False, True])
def test_an_odd_value_is_refused_in_a_short_sentence(field, odd, lax):
    refusal = fault({field: odd}, lax=lax)
    assert refusal.field.startswith(field)
    for language in LANGUAGES:
        assert len(sentence(refusal, language)) < 300


plain = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 9),
        st.floats(),
        st.sampled_from(
            ["", "2", "true", "null", "margin", "standard", "-1", "1.0", "npc", "Liam", "1e3", " 1", 2.0, 1.0, 3.5]
        ),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["name", "die", "value", "luck", "luck_convert", "madness", "kind", "port", "odd"]),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=6,
)
objects = st.fixed_dictionaries(
    {},
    optional={
        "members": st.one_of(
            plain,
            st.lists(
                st.fixed_dictionaries(
                    {"name": st.just("Liam")}, optional={"luck_convert": plain, "luck": plain, "kind": plain}
                ),
                max_size=2,
            ),
        ),
        "difficulty": plain,
        "amount": plain,
        "minutes": plain,
        "exposed": plain,
        "levels": plain,
        "odd": plain,
    },
)


@settings(max_examples=400)
@given(objects, st.booleans())
def test_what_cannot_be_read_is_always_explained(given, lax):
    """Two readers must agree: msgspec, which reads, and the walk that explains. No fault is without its field."""
    value = refusal = None
    try:
        value = parse(Given, given, "game/act", lax=lax)
    except Refusal as fault:
        refusal = fault
    if refusal:
        assert refusal.field, sentence(refusal, "en")
        assert all(sentence(one, language) for one in (refusal, *refusal.also) for language in LANGUAGES)
    else:
        assert list(faults(Given, given, lax=lax)) == []
        assert parse(Given, msgspec.to_builtins(value)) == value


def test_something_nested_without_end_is_refused():
    deep: Any = 1
    for _ in range(100_000):
        deep = [deep]
    assert fault({"members": deep}).id in ("field/type", "file/deep")
