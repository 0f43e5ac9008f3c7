"""Sheets on paper: what stands on them is read back, equal sheets are equal bytes, nothing typed breaks one."""

import io
import re
import shutil
import subprocess

import msgspec
import pypdf
import pytest

import gardien
from conformance.installed import SYSTEMS, system_key
from gardien.core.errors import Refusal
from gardien.core.system import find, keys
from gardien.core.terms import LANGUAGES
from gardien.sheets.blocks import arrange, fields_of, sections_of
from gardien.sheets.printing import blank_pdf, filled_pdf
from tiny.beside import tiny_beside_installed

BREAK = "\u200b"  # where a long word may be broken
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=system_key)
YACDHA = find("yacdha")
ADELE = {
    "system": "yacdha",
    "kind": "investigator",
    "name": "Adèle Kermarrec",
    "gender": "f",
    "description": "Reporter à L’Ouest, trente et un ans.",
    "madness": 4,
    "trauma": 2,
    "sequelae": 1,
    "occupations": {"Reporter": 3, "Photographe": 2},
    "natures": {"Reporter": "mental"},
    "actions": [{"name": "voir un détail", "occupation": "Photographe", "granted": 1}],
    "weapons": [{"name": "Revolver .32", "trauma_max": 5, "mode": "ranged"}],
    "bonds": ["Maëlle, sa sœur, à Quimper"],
}


def whole(**changed):
    return msgspec.to_builtins(msgspec.convert({**ADELE, **changed}, YACDHA.sheet))


def pages(pdf: bytes) -> list[pypdf.PageObject]:
    return list(pypdf.PdfReader(io.BytesIO(pdf)).pages)


def text(pdf: bytes) -> str:
    """Everything that can be read, with single spaces."""
    return " ".join(" ".join(page.extract_text() for page in pages(pdf)).split())


def test_everything_on_the_sheet_can_be_read_back():
    shown = text(filled_pdf(YACDHA, whole(), "fr"))
    for words in (
        "Investigatrice",
        "Adèle Kermarrec",
        "Reporter à L’Ouest, trente et un ans.",
        "Folie 4 / 6",
        "Trauma 2 / 6",
        "Reporter confirmée · mentale 3",
        "voir un détail 1",
        "Revolver .32",
        "Maëlle, sa sœur, à Quimper",
    ):
        assert words in shown, (words, shown)


def test_it_is_a_tagged_page_of_a4_with_a_title_a_language_and_fonts_inside():
    document = pypdf.PdfReader(io.BytesIO(filled_pdf(YACDHA, whole(), "fr")))
    catalog = document.trailer["/Root"]
    assert catalog["/MarkInfo"]["/Marked"]
    assert catalog["/Lang"] == "fr"
    assert document.metadata.title == "Adèle Kermarrec"
    assert document.metadata.creation_date is None
    (page,) = document.pages
    assert [round(float(length)) for length in page.mediabox[2:]] == [595, 842]
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    for font in fonts:
        descriptor = font["/DescendantFonts"][0]["/FontDescriptor"]
        assert {"/FontFile2", "/FontFile3"} & set(descriptor)
    assert any("Spectral" in font["/BaseFont"] for font in fonts)


def test_the_same_sheet_gives_the_same_bytes_and_another_gives_others():
    assert filled_pdf(YACDHA, whole(), "fr") == filled_pdf(YACDHA, whole(), "fr")
    assert filled_pdf(YACDHA, whole(), "fr") != filled_pdf(YACDHA, whole(trauma=3), "fr")
    assert blank_pdf(YACDHA, "en") == blank_pdf(YACDHA, "en")


def test_a_blank_sheet_has_room_and_no_values():
    shown = text(blank_pdf(YACDHA, "en"))
    assert "Madness 1 2 3 4 5 6" in shown
    assert "Occupations and acts" in shown
    assert len(pages(blank_pdf(YACDHA, "en"))) == 1
    assert "/ 6" not in shown


SYNTAX = [
    '#eval("1 + 1")',
    '#import "/etc/passwd"',
    '#read("sheet.typ")',
    "#panic()",
    "*fort* _penché_",
    "$x^2 / 0$",
    "`brut` ```typ #x```",
    "<étiquette> @renvoi",
    "= Titre",
    "- liste",
    "+ liste",
    "/ terme: sens",
    "// rien",
    "/* rien",
    "\\",
    "\\u{0}",
    "#{",
    "}",
    "[",
    "]",
    "(",
    ")",
    '"',
    "'",
    '")#eval("',
    "#set page(width: 1pt)",
    "#pagebreak()",
    "#show: none",
    "~ -- --- ...",
    "{{ 7 * 7 }}",
    "%s %d {name}",
    "<script>alert(1)</script>",
    "'; DROP TABLE sheets; --",
]
SCRIPTS = [
    "שלום עולם",
    "مرحبا بالعالم",
    "\u202eà l’envers\u202c",
    "\u2067isolé\u2069",
    "日本語の名前",
    "Ελληνικά",
    "Кириллица",
    "हिन्दी",
    "ไทย",
    "😀👩‍👩‍👧🏳️‍🌈",
    "e\u0301\u0302\u0303" * 8,
    "\u200d\u200b\ufeff",
    "\x00\x07\x1b[31m",
    "\ufffe\uffff",
    "\U0010ffff",
    "\t\n\r\v\f",
    "ﬁ ﬂ ﬀ",
    "İıŞşĞğ",
    "Zażółć gęślą jaźń",
    "½ ¾ ∞ ≠ →",
]
LONG = ["a" * 5000, "été " * 1250, "W" * 100, "mot\n" * 1000, "#" * 5000, "😀" * 2500]
ODD = [
    *SYNTAX,
    *SCRIPTS,
    *LONG,
    *(f"{one} {other}" for one in SYNTAX[:12] for other in SCRIPTS[:12]),
]


def test_nothing_typed_breaks_a_sheet():
    assert len(ODD) >= 200
    for at in range(0, len(ODD), 6):
        some = ODD[at : at + 6]
        names = list(dict.fromkeys(one[:100] for one in some))
        sheet = whole(
            name=names[0],
            description="\n".join(some)[:5000],
            occupations=dict.fromkeys(names, 1),
            natures=dict.fromkeys(names, "mental"),
            actions=[{"name": name, "occupation": name} for name in names],
            weapons=[{"name": name, "trauma_max": 1} for name in names],
            bonds=names,
        )
        assert filled_pdf(YACDHA, sheet, "fr").startswith(b"%PDF"), [one[:40] for one in some]


@pytest.mark.parametrize("typed", SYNTAX)
def test_what_looks_like_markup_is_printed_as_it_was_typed(typed):
    shown = text(filled_pdf(YACDHA, whole(description=typed), "en"))
    assert "".join(typed.split()) in "".join(shown.replace(BREAK, "").split())


def test_pictographs_leave_no_empty_box():
    shown = text(filled_pdf(YACDHA, whole(description="\U0001f5e1\ufe0f Épée \U0001f468\u200d\U0001f52c courte"), "fr"))
    assert "Épée courte" in " ".join(shown.split())
    assert not re.search("[\U0001f000-\U0001faff\ufe0f\ufffd]", shown)


@pytest.mark.parametrize("letter", "aW")
def test_a_word_without_end_stays_on_the_paper(letter):
    typed = letter * 5000
    for page in pages(filled_pdf(YACDHA, whole(description=typed, bonds=[typed[:100]]), "fr")):
        right = 0.0

        def visit(text, _, matrix, *__):
            nonlocal right
            right = max(right, matrix[4] if text.strip() else 0)

        page.extract_text(visitor_text=visit)
        assert right < 595 - 40


@every_system
def test_every_game_prints_what_it_declares_in_both_languages(system):
    with tiny_beside_installed():
        sheet = msgspec.to_builtins(gardien.create(system.key, {}, seed=3))
        for language in LANGUAGES:
            shown = text(filled_pdf(system, sheet, language))
            assert " ".join(sheet["name"].split()) in shown
            blank = text(blank_pdf(system, language))
            for section in arrange(system, {}, language, system.sheet).sections:
                tables = [
                    one.label for one in section.blocks if one.kind == "table"
                ]  # they may be headed by themselves
                drawn = any(one.gauge for one in section.blocks) or (tables and all(one in blank for one in tables))
                named = section.fields == ("name",)  # stands at the head of the page
                assert drawn or named or section.title in blank, section.title


@every_system
def test_every_field_of_every_sheet_has_its_place_and_every_section_its_title(system):
    for kind in system.table_rules.sheets:
        sections = sections_of(system, kind)
        assert sorted(name for _, names in sections for name in names) == sorted(fields_of(kind))
        for key, _ in sections:
            entry = system.terms.entry("section", key)
            assert entry, key
            assert all(entry[language].strip() for language in LANGUAGES)


@pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="needs poppler-utils")
def test_a_printer_can_draw_it(tmp_path):
    (tmp_path / "sheet.pdf").write_bytes(filled_pdf(YACDHA, whole(), "fr"))
    subprocess.run(["pdftoppm", "-r", "40", "-gray", tmp_path / "sheet.pdf", tmp_path / "page"], check=True)
    (drawn,) = tmp_path.glob("page*.pgm")
    dark = sum(byte < 128 for byte in drawn.read_bytes())
    assert dark > 500  # boxes and letters, not an empty page


def strange(value):
    """What else might stand in a field: too much of it, too large, too little, or of another kind."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [-1, 0, 999, 10**9]
    if isinstance(value, str):
        return ["", "\0", "nobody", "é\u202e" * 90]
    if isinstance(value, list | tuple):
        return [[*value, *(["x"] if not value else [])] * 200, [1] * 30, [{"name": "x"}] * 3]
    if isinstance(value, dict):
        some = next(iter(value.values()), 1)
        more = {f"k{number}": some for number in range(300)}
        return [{**value, **more}, {"x": "y"}, dict.fromkeys(value, 10**9), dict.fromkeys(value, -5)]
    return [0, 1, "x", 10**9, {}, []]


@pytest.mark.parametrize("system", map(find, keys()), ids=system_key)
def test_a_sheet_of_anybodys_is_printed_or_refused(system, monkeypatch):
    """What a sheet may hold and a rule cannot read was a fault of ours, for whoever sent it."""
    monkeypatch.setattr("gardien.sheets.printing._compile", str)
    whole_sheet = msgspec.to_builtins(gardien.create(system.key, {}))
    done, refused = 0, []
    for field, value in whole_sheet.items():
        for other in strange(value):
            try:
                sheet = gardien.sheet({**whole_sheet, field: other})
                filled_pdf(system, msgspec.to_builtins(sheet), "fr")
                done += 1
            except Refusal as refusal:
                refused.append(refusal.said())
    assert done
    assert refused
    assert all(refused)
