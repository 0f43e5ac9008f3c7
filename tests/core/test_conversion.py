"""Sheets of other games: found, read, explained, told; a made-up game declares one converter and needs nothing else."""

import pytest

import gardien
from core.spoken import refused
from gardien.core.brought import Teller
from gardien.core.converting import MOST_LETTERS, convert, converter, taken, words
from gardien.core.errors import Refusal
from gardien.core.system import find
from tiny.beside import tiny_beside_installed


@pytest.fixture(autouse=True)
def _pennies():
    with tiny_beside_installed():
        yield


def carried(**given):
    return gardien.convert("farthings", "pennies", given, dice=[] if "call" in given else [2])


def test_a_sheet_is_brought_over_and_every_value_says_where_it_comes_from():
    found = carried(name="Ada", farthings=42, call="tails")
    assert (found.source, found.system, found.kind) == ("farthings", "pennies", "player")
    assert (found.sheet.name, found.sheet.purse, found.sheet.call) == ("Ada", 10, "tails")
    assert found.given == {"kind": "player", "name": "Ada", "farthings": 42, "call": "tails"}
    assert [(one.field, one.value, one.rule, one.came) for one in found.values] == [
        ("name", "Ada", "PEN-PLY-01", {"name": "Ada"}),
        ("call", "tails", "PEN-PLY-01", {"call": "tails"}),
        ("purse", 10, "PEN-PLY-01", {"farthings": 42}),
    ]


def test_dice_decide_what_was_left_open_and_are_shown():
    found = carried(farthings=8)
    assert found.sheet.call == "tails"
    assert [(die.value, die.purpose) for die in found.dice] == [(2, "call")]
    again = [gardien.convert("farthings", "pennies", seed=5).sheet for _ in range(2)]
    assert again[0] == again[1]


@pytest.mark.parametrize(
    ("language", "lines", "losses"),
    [
        (
            "fr",
            [("Nom", "Ada", "inchangé"), ("Annonce", "face", "inchangé"), ("Bourse", "10", "Liards 42")],
            ["Liards 2\u00a0: pas de quoi faire un sou."],
        ),
        (
            "en",
            [("Name", "Ada", "unchanged"), ("Call", "heads", "unchanged"), ("Purse", "10", "Farthings 42")],
            ["Farthings 2: not enough for a penny."],
        ),
    ],
)
def test_it_is_told_in_both_languages(language, lines, losses):
    found = carried(name="Ada", farthings=42, call="heads")
    teller = Teller(find("pennies"), converter("farthings", "pennies"), language)
    (group,) = teller.groups(found)
    assert [(one.label, one.value, one.source) for one in group.lines] == lines
    assert [(one.text, one.rule) for one in teller.losses(found)] == [(losses[0], "PEN-PLY-01")]
    assert teller.source_name() == {"fr": "Liards", "en": "Farthings"}[language]


@pytest.mark.parametrize(
    ("source", "system", "given", "refusal"),
    [
        ("farthings", "chess", {}, ("system/unknown", "")),
        ("farthings", "yacdha", {}, ("convert/none", "")),
        ("shells", "pennies", {}, ("convert/source", "")),
        ("farthings", "pennies", {"kind": "dragon"}, ("field/one_of", "kind")),
        ("farthings", "pennies", {"kind": 3}, ("field/one_of", "kind")),
        ("farthings", "pennies", {"farthings": -1}, ("field/range", "farthings")),
        ("farthings", "pennies", {"farthings": "42"}, ("field/type", "farthings")),
        ("farthings", "pennies", {"pence": 3}, ("field/unknown", "pence")),
        ("farthings", "pennies", {"options": {"payout": 9}}, ("field/range", "payout")),
        ("farthings", "pennies", {"options": 3}, ("field/type", "")),
    ],
)
def test_bad_input_is_refused_by_name(source, system, given, refusal):
    found = refused(lambda: convert(source, system, given, dice=[1]))
    assert (found.id, found.field) == refusal


def test_too_few_and_too_many_dice_are_refused():
    assert refused(lambda: convert("farthings", "pennies", {}, dice=[])).id == "dice/wanted"
    assert refused(lambda: convert("farthings", "pennies", {"call": "heads"}, dice=[1])).id == "dice/left_over"


def test_a_game_that_reads_no_text_says_so():
    with pytest.raises(Refusal, match="cannot be read"):
        gardien.convert("farthings", "pennies", text="Ada, 42 farthings")


def test_a_text_without_end_is_refused():
    found = converter("d100", "d20d100")
    assert refused(lambda: taken(found, "x" * (MOST_LETTERS + 1))).id == "field/length_at_most"


def test_a_game_that_takes_nothing_in_has_no_words_for_it():
    assert find("yacdha").converters == ()
    assert words(find("yacdha")) == {}
