"""`create` and `show`."""

import json

import pytest

from .test_do import plain


def test_a_character_is_drawn_shown_and_kept(run, tmp_path):
    file = tmp_path / "ada.json"
    ran = run("create", "chips", "name=Ada", "lucky=true", "--seed", "3", "-o", str(file))
    assert ran.status == 0
    assert plain(ran.out) == (
        f"Ada  Chips\n\nJauges\n  Bourse  ■{'□' * 19} 19/1 000\n\nValeurs\n  lucky       oui\n"
        f"  background  {'Rien. ' * 12}".rstrip()
        + "\n\nListes\n  Pièces\n    Clé    Valeur\n    penny      19\n"
        + f"\nFiche écrite : {file}\n"
    )
    assert json.loads(file.read_text())["system"] == "chips"
    assert run("show", str(file)).out == ran.out[: ran.out.index("\n\nFiche écrite") + 1]
    assert run("show", str(file), "--lang", "en").out.startswith("Ada  Chips\n\nGauges\n  Purse")
    assert json.loads(run("show", str(file), "--json").out) == json.loads(file.read_text())


def test_the_same_seed_draws_the_same_character(run):
    first, second = (run("create", "yacdha", "--seed", "4", "--json").out for _ in range(2))
    assert first == second
    assert json.loads(first)["name"]


def test_a_drawn_investigator_can_be_read_again(run, tmp_path):
    file = tmp_path / "sheet.json"
    drawn = run("create", "yacdha", "-o", str(file)).out
    assert drawn.startswith(run("show", str(file)).out.splitlines()[0])


def test_a_file_is_never_overwritten(run, tmp_path):
    file = tmp_path / "kept.json"
    file.write_text("mine")
    ran = run("create", "chips", "-o", str(file))
    assert ran.status == 2
    assert plain(ran.err) == f"{file} : Ce fichier existe déjà ; choisir un autre nom.\n"
    assert file.read_text() == "mine"
    assert run("create", "chips", "-o", str(tmp_path / "no" / "where.json")).status == 2


def test_bad_choices_are_refused(run):
    assert plain(run("create", "chips", "nam=Ada").err) == (
        "chips/create : « nam » n’est pas une entrée connue ; possible : name, lucky. Vouliez-vous dire « name » ?\n"
    )


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("[]", "sheet.json : Ce fichier ne dit pas de quel système il relève ; il manque « system »."),
        ('{"system": "chips"}', "sheet.json : Il manque name (“…”)."),
        ('{"system": "con", "name": "A"}', None),
        ('{"system": "chips", "name": "A", "purse": -1}', "sheet.json : purse : −1 sort des limites, 0 à 1000."),
        ('{"system": "chips", "name": "A", "version": 9}', None),
        ("{", "sheet.json : Ce n’est pas du JSON correct : il s’arrête avant la fin."),
        ("\0", None),
        (" " * 3_000_000, "sheet.json : C’est trop long : 2 000 Ko au plus."),
        ("[" * 100_000, None),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_file_that_is_no_sheet(run, tmp_path, content, sentence):
    file = tmp_path / "sheet.json"
    file.write_text(content)
    ran = run("show", str(file))
    assert ran.status == 2
    if sentence:
        assert plain(ran.err) == sentence.replace("1000", "1 000") + "\n"


def test_a_character_is_drawn_in_the_language_of_the_line(run):
    """Where the game draws words, they are those of whoever asks, unless they say otherwise."""

    def nationality(*words: str) -> str:
        return json.loads(run("create", "operators", "gender=m", "--seed", "5", "--json", *words).out)["nationality"]

    french, english = nationality(), nationality("--lang", "en")
    assert french[0].islower()
    assert english[0].isupper()
    assert nationality("language=fr", "--lang", "en") == french


LINES = {"yacdha": 40, "operators": 80, "d20d100": 120, "cthulhud20": 120, "organique": 120}


@pytest.mark.parametrize("system", LINES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_sheet_is_drawn_with_the_blocks_of_page_and_paper(run, system, language):
    """The titles of every section that has something to read, the words of every block, and no more than a screen or
    two; what is worked out stands there too."""
    from gardien.core.system import find
    from gardien.sheets.blocks import arrange
    from gardien.sheets.columns import readable

    home = find(system)
    drawn = run("create", system, "--seed", "3", "--lang", language)
    assert drawn.status == 0
    content = json.loads(run("create", system, "--seed", "3", "--lang", language, "--json").out)
    arranged = arrange(home, content, language)
    lines = drawn.out.splitlines()
    assert len(lines) <= LINES[system]
    assert max(map(len, lines)) <= 100
    for section in arranged.sections:
        if blocks := readable(section, home):
            assert section.title in lines
            assert all(any(block.label in line for line in lines) for block in blocks if block.kind != "grid")
            texts = [block.text for block in blocks if block.kind in ("number", "word")]
            assert all(any(text in line for line in lines) for text in texts)


def test_what_is_worked_out_stands_on_the_sheet(run):
    told = run("create", "operators", "--seed", "3").out
    assert "Seuil de blessure   13" in told
    assert "DEX  18  90             54              18" in told
