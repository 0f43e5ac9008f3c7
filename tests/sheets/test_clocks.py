"""Clocks and grids of a sheet: where the hand stands, what a blank one shows, what goes on paper in both languages."""

import io
import re

import msgspec
import pypdf
import pytest

from gardien.core.presentation import Dial
from gardien.core.system import find
from gardien.sheets.blocks import arrange
from gardien.sheets.gauges import dial_shown, gauge_shown
from gardien.sheets.printing import blank_pdf, filled_pdf
from gardien.systems.operators import pack
from gardien.systems.operators.sheet.sheet import ready_operator
from gardien.web.pages.prepare.bestiary import beings

OPERATORS = find("operators")
CLOCK = OPERATORS.presentation.gauges[0]
MARKS = ((0.0, "0"), (3.0, "8"), (6.0, "16"), (10.5, "32"))
KEYS = re.compile(r"\b[a-z]+_[a-z_]+\b")


def operator(**more):
    return {**msgspec.to_builtins(ready_operator("ares", "fr")), **more}


def test_a_hand_goes_round_as_on_a_clock():
    """Three is to the right, six below; the small one is a slice up to the hand, a full disc at the end."""
    at = {hour: dial_shown(Dial(hand=hour, marks=MARKS)) for hour in (0.0, 3.0, 6.0, 12.0)}
    assert at[0.0].hand is None
    assert at[0.0].slice == ""
    assert at[3.0].hand == (82.0, 50.0)
    assert at[6.0].hand == (50.0, 82.0)
    assert (at[3.0].shade, at[6.0].shade) == ("q2", "q3")
    assert at[12.0].full
    assert at[12.0].shade == "q4"


@pytest.mark.parametrize(
    ("level", "damage", "word"),
    [("none", None, "indemne"), ("light", 9, "blessure légère"), ("grave", 16, "blessure grave"), ("dead", 40, "mort")],
)
def test_the_word_of_a_clock_is_that_of_the_wound(level, damage, word):
    """OPS-HLTH-01, OPS-HLTH-02: and the numbers beside it are those of the threshold."""
    wounds = [] if damage is None else [{"damage": damage, "level": level}]
    shown = gauge_shown(CLOCK, operator(wound_level=level, wounds=wounds), OPERATORS, "fr")
    assert shown is not None
    assert shown.word == word
    assert [text for _, _, text in shown.dial.marks] == ["0", "8", "16", "32"]
    assert [one.numbers for one in shown.dial.spans] == ["1–7", "8–15", "16–31", "32 +"]
    assert [one.word for one in shown.dial.spans if one.now] == ([] if level == "none" else [word])


def test_whoever_knows_only_the_wound_gets_no_number():
    shown = gauge_shown(CLOCK, {"kind": "npc", "wound_level": "grave"}, OPERATORS, "fr")
    assert shown is not None
    assert (shown.word, shown.dial.marks, shown.dial.spans) == ("blessure grave", (), ())


def test_a_house_rule_moves_the_threshold_on_the_dial():
    """OPS-ARM-04: where encumbrance counts for the threshold, the clock says so."""
    heavy = next(row for row in pack.table("protections", "protection") if row.penalty_CON >= 2)
    marks = {}
    for rule in (False, True):
        shown = gauge_shown(CLOCK, operator(worn=[heavy.key]), OPERATORS, "fr", {"encumbrance_affects_sb": rule})
        assert shown is not None
        marks[rule] = int(shown.dial.marks[2][2])
    assert marks[True] < marks[False] == 16


@pytest.mark.parametrize("language", ["fr", "en"])
def test_no_sheet_of_the_pack_shows_a_key(language):
    result = [one for _, listed in beings(OPERATORS, language) for one in listed]
    makers = OPERATORS.table_rules.beings
    made = [makers[table](key, language) for table, _, key in (one.id.partition("/") for one in result)]
    assert len(made) > 50
    for sheet in made:
        for section in arrange(OPERATORS, msgspec.to_builtins(sheet), language, now=0).sections:
            for block in section.blocks:
                words = (block.label, block.text, *block.items, *(cell for row in block.rows for cell in row))
                assert not [word for word in words if KEYS.search(word)], (sheet.name, block.field)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_sheet_of_the_game_fits_two_pages_blank_and_filled(language):
    """OPS-SHEET-01: codename, clock, three columns, SAN and luck, arms, protections, hobbies, languages, story."""
    label = OPERATORS.terms.label
    blank = pypdf.PdfReader(io.BytesIO(blank_pdf(OPERATORS, language)))
    filled = pypdf.PdfReader(io.BytesIO(filled_pdf(OPERATORS, operator(wound_level="light"), language)))
    for pages in (blank, filled):
        assert len(pages.pages) <= 2
        assert pages.trailer["/Root"]["/MarkInfo"]["/Marked"]
    text = " ".join(" ".join(page.extract_text() for page in blank.pages).split())
    printed = (
        *("first_name", "surname", "specialty", "age", "nationality", "san", "madness", "si", "sb", "wounds", "worn"),
        *("luck", "hobbies", "trainings", "languages", "psychology", "past", "cell", "contacts", "damage_bonus"),
    )
    assert [field for field in printed if label(field, language) not in text] == []
    for part in ("FOR", "APP", "SB/2", "2 SB", label("name", language, "creation")):
        assert part in text
    hands = pack.weapon("unarmed")
    assert f"{getattr(hands, language)} {hands.damage} contact" in text
    text = " ".join(" ".join(page.extract_text() for page in filled.pages).split())
    for part in ("ARES", "80", "48", "HK416", "1D6+12", "0–2", "1–7", "Kessler"):
        assert part in text
