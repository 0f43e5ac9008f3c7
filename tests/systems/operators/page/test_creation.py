"""The steps of creation as a page asks them (CREA)."""

import msgspec
import pytest
from msgspec import inspect

from gardien.core.creation import Purse
from gardien.core.inputs import parse
from gardien.systems.operators.creation.choices import DrawGiven
from gardien.systems.operators.pack import table
from gardien.systems.operators.page.creation import CREATION, STEPS
from gardien.systems.operators.rules.character import CODES
from gardien.systems.operators.sheet.sheet import Operator

FIELDS = [field for step in STEPS for field in step.fields]


def test_the_steps_cover_what_can_be_decided_each_once():
    """OPS-CREA-01, OPS-CREA-15: fields of the sheet that the draw takes; the rest is not asked of a player."""
    assert len(FIELDS) == len(set(FIELDS))
    assert set(FIELDS) <= set(DrawGiven.__struct_fields__) & set(Operator.__struct_fields__)
    unasked = set(DrawGiven.__struct_fields__) - set(FIELDS)
    assert unasked == {"name", "player", "history", "language"}
    assert set(CREATION.needed) <= set(FIELDS)
    assert {field.partition(".")[0] for field in CREATION.known} <= set(FIELDS)
    rules = {rule for step in STEPS for rule in step.rules}
    assert {f"OPS-CREA-{number:02}" for number in range(1, 17)} <= rules


def test_what_the_pack_offers_is_taken_by_the_draw():
    """OPS-CREA-10, OPS-CREA-11, OPS-DMG-04: every line in either language."""
    for language in ("fr", "en"):
        for row in CREATION.known["trainings"](language):
            given = parse(DrawGiven, {"trainings": [row]})
            assert given.trainings[0].domain in {one.key for one in table("specialties", "domain")}
        for field in ("codename", "first_name", "surname", "nationality", "hobbies", "contacts"):
            words = CREATION.known[field](language)
            assert len(words) == len(set(words)) > 10
            assert all(isinstance(word, str) and word for word in words)
    assert CREATION.known["bonus"]("fr") == list(CODES)
    assert CREATION.known["age_trade"]("fr") == ["FOR", "CON", "DEX", "APP"]
    assert "française" in CREATION.known["nationality"]("fr")


def test_a_form_asks_only_for_plain_values_lines_and_lists():
    """OPS-CREA-01: every input of a step is a value, a map of numbers, a list of words or of flat rows; one is a group
    of such parts."""
    kinds = {field.encode_name: field.type for field in inspect.type_info(DrawGiven).fields}

    def plain(kind):
        while isinstance(kind, inspect.Metadata):
            kind = kind.type
        if isinstance(kind, inspect.UnionType):
            return plain(next(one for one in kind.types if not isinstance(one, inspect.NoneType)))
        return kind

    parts = {f"custom_specialty.{one.encode_name}": one.type for one in plain(kinds.pop("custom_specialty")).fields}
    kinds |= parts
    for field in [*(one for one in FIELDS if one != "custom_specialty"), *parts]:
        kind = plain(kinds[field])
        if isinstance(kind, inspect.VarTupleType) and isinstance(plain(kind.item_type), inspect.StructType):
            cells = [plain(cell.type) for cell in plain(kind.item_type).fields]
            assert not any(isinstance(one, inspect.StructType | inspect.VarTupleType) for one in cells), field
        assert not isinstance(kind, inspect.StructType), field


@pytest.mark.parametrize(
    ("given", "options", "expected"),
    [
        ({}, {}, [("bonus", 3, 3)]),
        ({"bonus": {"FOR": 2}}, {}, [("bonus", 1, 3)]),
        ({"bonus": {"FOR": 4}}, {"bonus_points": 4}, [("bonus", 0, 4)]),
        ({"bonus": {"FOR": 5}}, {}, [("bonus", -2, 3)]),
        ({"bonus": {"FOR": "many"}}, {}, [("bonus", 3, 3)]),
        ({"bonus": "?", "EDU": "?"}, {}, [("bonus", 3, 3)]),
        ({"EDU": 17, "languages": ["anglais"]}, {}, [("bonus", 3, 3), ("languages", 2, 3)]),
        ({"EDU": 12, "languages": ["anglais"]}, {}, [("bonus", 3, 3), ("languages", -1, 0)]),
        ({"EDU": 16, "specialty": "linguist"}, {}, [("bonus", 3, 3), ("languages", 3, 3)]),
        ({"EDU": 16, "specialty": "knight"}, {}, [("bonus", 3, 3), ("languages", 2, 2)]),
    ],
)
def test_purses_tell_the_points_and_languages_that_are_left(given, options, expected):
    """OPS-CREA-03, OPS-CREA-13: whatever was typed so far."""
    result = CREATION.purses(given, options)
    assert all(isinstance(one, Purse) for one in result)
    assert [(one.field, one.left, one.of) for one in result] == expected


def test_a_choice_says_what_it_brings():
    """OPS-CREA-06, OPS-SPEC-02: three values of a score; points and minimum of a specialty."""
    score = CREATION.means("DEX", 13, {})
    assert (score.key, score.words) == ("score_gives", {"standard": 65, "difficult": 39, "extreme": 13})
    cyber = CREATION.means("specialty", "cyber", {"bonus_points": 4})
    assert (cyber.key, cyber.words) == ("specialty_asks", {"points": 4, "among": "INT, EDU, POU", "least": 16})
    assert CREATION.means("specialty", "driver", {}).key == "specialty_gives"
    own = CREATION.means("specialty", "sympathiser", {})
    assert (own.key, own.words) == ("specialty_own", {"points": 3})
    assert CREATION.means("DEX", "13", {}) is None
    assert CREATION.means("portrait", "Tall.", {}) is None


def test_only_a_sympathiser_is_asked_for_a_trade_of_their_own():
    """OPS-SPEC-04, M-10: three parts, with what the trades of the pack are good at as ready lines."""
    called = CREATION.only["custom_specialty"]
    assert called({"specialty": "sympathiser"})
    assert not called({"specialty": "driver"})
    assert not called({})
    lines = CREATION.known["custom_specialty.advantages"]("fr")
    assert {"characteristic": "EDU", "domain": "archives"} in lines
    trade = {"edu_min": 12, "bonus_among": ["INT", "POU"], "advantages": lines[:2]}
    assert parse(DrawGiven, {"specialty": "sympathiser", "custom_specialty": trade}).custom_specialty.edu_min == 12


def test_luck_is_asked_for_only_where_it_is_played():
    """OPS-LUCK-01."""
    assert CREATION.leaves_out({}) == ()
    assert CREATION.leaves_out({"luck_enabled": True}) == ()
    assert CREATION.leaves_out({"luck_enabled": False}) == ("luck",)


def test_a_blank_draft_is_a_valid_choice():
    """OPS-CREA-01: a page that was left empty says nothing, in lists, maps and texts."""
    blank = {"hobbies": [], "trainings": [], "bonus": {}, "age_trade": {}, "languages": [], "weapons": [], "worn": []}
    given = parse(DrawGiven, {**blank, "portrait": "", "discipline": "", "contacts": [], "smatterings": []})
    assert msgspec.to_builtins(given)["hobbies"] == ()
