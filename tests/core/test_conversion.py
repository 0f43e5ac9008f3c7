"""Sheets of other games: found, read, explained, told; a made-up game declares one converter and needs nothing else."""

import pytest

import gardien
from core.spoken import refused
from gardien.core.conversion import MOST_LETTERS, convert, converter, parse_text, words
from gardien.core.conversion_report import ReportWriter
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
    result = carried(name="Ada", farthings=42, call="tails")
    assert (result.source, result.system, result.kind) == ("farthings", "pennies", "player")
    assert (result.sheet.name, result.sheet.purse, result.sheet.call) == ("Ada", 10, "tails")
    assert result.given == {"kind": "player", "name": "Ada", "farthings": 42, "call": "tails"}
    assert [(one.field, one.value, one.rule, one.came) for one in result.values] == [
        ("name", "Ada", "PEN-PLY-01", {"name": "Ada"}),
        ("call", "tails", "PEN-PLY-01", {"call": "tails"}),
        ("purse", 10, "PEN-PLY-01", {"farthings": 42}),
    ]


def test_dice_decide_what_was_left_open_and_are_shown():
    result = carried(farthings=8)
    assert result.sheet.call == "tails"
    assert [(die.value, die.purpose) for die in result.dice] == [(2, "call")]
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
    result = carried(name="Ada", farthings=42, call="heads")
    teller = ReportWriter(find("pennies"), converter("farthings", "pennies"), language)
    (group,) = teller.groups(result)
    assert [(one.label, one.value, one.source) for one in group.lines] == lines
    assert [(one.text, one.rule) for one in teller.losses(result)] == [(losses[0], "PEN-PLY-01")]
    assert teller.source_name() == {"fr": "Liards", "en": "Farthings"}[language]


@pytest.mark.parametrize(
    ("source", "system", "given", "refusal"),
    [
        ("farthings", "chess", {}, ("system/unknown", "")),
        ("farthings", "yacdha", {}, ("convert/source", "")),
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
    result = refused(lambda: convert(source, system, given, dice=[1]))
    assert (result.id, result.field) == refusal


def test_too_few_and_too_many_dice_are_refused():
    assert refused(lambda: convert("farthings", "pennies", {}, dice=[])).id == "dice/wanted"
    assert refused(lambda: convert("farthings", "pennies", {"call": "heads"}, dice=[1])).id == "dice/left_over"


def test_a_game_that_reads_no_text_says_so():
    with pytest.raises(Refusal, match="cannot be read"):
        gardien.convert("farthings", "pennies", text="Ada, 42 farthings")


def test_a_text_without_end_is_refused():
    result = converter("d100", "d20d100")
    assert refused(lambda: parse_text(result, "x" * (MOST_LETTERS + 1))).id == "field/length_at_most"


def test_a_game_that_takes_in_nothing_from_outside_the_house_says_only_what_is_usual_there():
    assert find("yacdha").converters == ()
    assert set(words(find("yacdha"))) == {"task", "arms"}
