"""`sheet`: the PDF of a file, or a blank one."""

import io
import json

import pypdf
import pytest


def text(path):
    return pypdf.PdfReader(io.BytesIO(path.read_bytes())).pages[0].extract_text()


def test_a_drawn_character_is_printed(run, tmp_path):
    file, target = tmp_path / "ada.json", tmp_path / "ada.pdf"
    run("create", "yacdha", "name=Ada", "--seed", "3", "-o", str(file))
    ran = run("sheet", str(file), "-o", str(target))
    assert ran.status == 0
    assert str(target) in ran.out
    assert "Ada" in text(target)


def test_a_game_masters_character_is_printed_too(run, tmp_path):
    file, target = tmp_path / "thug.json", tmp_path / "thug.pdf"
    file.write_text(json.dumps({"system": "yacdha", "kind": "npc", "name": "Marlowe", "traits": ["Louche"]}))
    assert run("sheet", str(file), "-o", str(target), "--lang", "en").status == 0
    assert "NPC" in text(target)


def test_a_blank_sheet_needs_no_file(run, tmp_path):
    target = tmp_path / "blank.pdf"
    ran = run("sheet", "--blank", "yacdha", "-o", str(target), "--lang", "en", "--json")
    assert json.loads(ran.out) == {"file": str(target)}
    assert "Madness" in text(target)


@pytest.mark.parametrize(
    "arguments",
    [
        ("sheet",),
        ("sheet", "a.json"),
        ("sheet", "a.json", "--blank", "yacdha", "-o", "x.pdf"),
        ("sheet", "--blank", "go"),
    ],
)
def test_what_is_missing_or_too_much_is_said(run, arguments):
    ran = run(*arguments)
    assert ran.status == 2
    assert "Traceback" not in ran.err


def test_a_file_is_never_overwritten(run, tmp_path):
    target = tmp_path / "kept.pdf"
    target.write_text("mine")
    assert run("sheet", "--blank", "yacdha", "-o", str(target)).status == 2
    assert target.read_text() == "mine"
    assert run("sheet", "--blank", "yacdha", "-o", str(tmp_path / "no" / "where.pdf")).status == 2
