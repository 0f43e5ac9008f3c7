"""`convert`: sheets of other games from files, from text, by name; explained, kept, refused in one sentence."""

import json

import pytest

from .test_do import plain

GHOUL = """Goule
FOR 16 CON 13 TAI 13 INT 13 POU 13 DEX 13 PV 13
Armes : 2 griffes 30 %, 1D6+BD ; morsure 30 %, 1D6+BD
Compétences : Écouter 70 %, Esquive 26 %
Perte de SAN : 0/1D6
Court à quatre pattes."""
TOML = """
kind = "investigator"
name = "Ada"
FOR = 13
per_method = "ten"

[skills]
"Bibliothèque" = 60
Dodge = 30
"""


def converted(run, *arguments, **how):
    ran = run("convert", *arguments, "--json", **how)
    assert ran.status == 0, ran.err
    return json.loads(ran.out)


def test_a_text_is_converted_and_every_value_explained(run, tmp_path):
    file = tmp_path / "goule.txt"
    file.write_text(GHOUL)
    ran = run("convert", "d100", "d20d100", str(file))
    assert ran.status == 0
    lines = [" ".join(line.split()) for line in plain(ran.out).splitlines()]
    assert lines[0] == "Goule Monstre · d100 → d20d100"
    assert "Points de vie maximum 13 CON 13, TAI 13 [D100-MISS-07]" in lines
    assert "Défense 16 15 (base) + 1 (dextérité) + 0 (échelle) [D100-CREAT-04]" in lines
    assert "FOR 16 inchangé [D100-MISS-15]" in lines
    assert "griffes +0 30 % [D100-CONV-01]" in lines
    assert "Écouter +8 70 % [D100-CONV-01]" in lines
    assert lines[lines.index("Sans place ici") + 1] == (
        "Esquive 26 % : ne se convertit pas, la Défense en tient lieu. [D100-MISS-14]"
    )
    assert lines[lines.index("Pas lu") + 1] == "Court à quatre pattes"
    assert lines[-1] == "Pour garder la fiche : ajouter -o FICHIER.json."


def test_the_same_in_english_from_the_standard_input(run):
    ran = run("convert", "d100", "d20d100", "-", "--lang", "en", stdin=GHOUL)
    lines = [" ".join(line.split()) for line in ran.out.splitlines()]
    assert lines[0] == "Goule Monster · d100 → d20d100"
    assert "Listen +8 70% [D100-CONV-01]" in lines
    assert "Esquive 26%: is not converted, Defence takes its place. [D100-MISS-14]" in lines


@pytest.mark.parametrize("ending", ["toml", "json"])
def test_a_file_of_values(run, tmp_path, ending):
    import tomllib

    file = tmp_path / f"ada.{ending}"
    file.write_text(TOML if ending == "toml" else json.dumps(tomllib.loads(TOML)))
    result = converted(run, "d100", "d20d100", str(file))
    assert (result["from"], result["to"], result["kind"]) == ("d100", "d20d100", "investigator")
    assert result["sheet"]["skills"]["bibliotheque"]["total"] == 6
    assert {
        "field": "skills.bibliotheque",
        "value": 6,
        "rule": "D100-CONV-01",
        "came": {"skills.Bibliothèque": 60},
    } in (result["values"])
    assert result["lost"] == [{"what": "skills.Dodge", "why": "dodge", "came": 30, "rule": "D100-MISS-14"}]
    assert result["unread"] == result["dice"] == []


def test_values_by_name_win_over_the_file(run, tmp_path):
    file = tmp_path / "ada.toml"
    file.write_text(TOML)
    result = converted(
        run, "d100", "d20d100", str(file), "name=Zoé", "FOR=9", "skills.Baratin=45", "weapons=Sabre,Canne"
    )
    assert (result["sheet"]["name"], result["sheet"]["scores"]["FOR"]) == ("Zoé", 9)
    assert result["given"]["skills"] == {"Bibliothèque": 60, "Dodge": 30, "Baratin": 45}
    assert [one["weapon"] for one in result["sheet"]["weapons"]][:2] == ["sabre", "canne"]


def test_an_armour_class_is_taken_apart_by_name(run):
    """D100-CONV-04: the star vampire of the source."""
    result = converted(run, "d20", "d20d100", "TAI=26", "size=-1", "natural=5", "dex=1")
    assert (result["sheet"]["defence"], result["sheet"]["protections"][0]["protection"]) == (15, 5)


def test_dice_thrown_at_the_table_are_taken(run):
    result = converted(run, "d100", "d20d100", "kind=investigator", "per_method=roll", "--dice", "3,4,6")
    assert result["sheet"]["scores"]["PER"] == 13
    assert [die["value"] for die in result["dice"]] == [3, 4, 6]
    again = [converted(run, "d100", "d20d100", "per_method=roll", "--seed", "4")["sheet"] for _ in range(2)]
    assert again[0] == again[1]
    assert "Dés" in run("convert", "d100", "d20d100", "per_method=roll", "--dice", "3,4,6").out


def test_the_new_sheet_is_kept_and_read_again(run, tmp_path):
    file = tmp_path / "goule.json"
    ran = run("convert", "d100", "d20d100", "-", "-o", str(file), stdin=GHOUL)
    assert plain(ran.out).endswith(f"Fiche écrite : {file}\n")
    assert json.loads(file.read_text())["kind"] == "monster"
    assert run("show", str(file)).out.startswith("Goule  Monstre · d20d100\n")
    again = run("convert", "d100", "d20d100", "-", "-o", str(file), stdin=GHOUL)
    assert (again.status, "existe déjà" in again.err) == (2, True)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["d100", "chess", "FOR=1"], None),
        (
            ["d100", "yacdha", "FOR=1"],
            "« d100 » ne se convertit pas vers yacdha ; possible : cthulhud20, d20d100, operators, organique. "
            "Vouliez-vous dire « d20d100 » ?",
        ),
        (
            ["d6", "d20d100", "FOR=1"],
            "« d6 » ne se convertit pas vers d20d100 ; possible : d100, d20, cthulhud20, operators, organique, yacdha.",
        ),
        (["d100", "d20d100"], None),
        (["d100"], "convert : Il manque des mots : gardien convert DE VERS [FICHIER|-] [nom=valeur …]"),
        (["d100", "d20d100", "nowhere.txt"], "nowhere.txt : Ce fichier n’existe pas."),
        (["d100", "d20d100", "a.txt", "b.txt"], None),
        (["d100", "d20d100", "FOR=999"], "d100 → d20d100 : FOR : 999 sort des limites, 0 à 200."),
        (["d100", "d20d100", "FOR=fort"], "d100 → d20d100 : FOR : « fort » ne convient pas ; il faut 0–200 | null."),
        (["d100", "d20d100", "kind=dragon"], "kind : « dragon » n’existe pas ; au choix : investigator, npc, monster."),
        (["d100", "d20d100", "skills.Baratin=many"], None),
        (["d20", "d20d100", "size=-1"], "d20 → d20d100 : Il manque TAI (21–35). [D100-MISS-14]"),
        (["d100", "d20d100", "per_method=roll", "--dice", "3,4"], None),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_sentence(run, words, sentence):
    ran = run("convert", *words)
    assert (ran.status, ran.out) == (2, "")
    assert "Traceback" not in ran.err
    assert ran.err.count("\n") == 1
    if sentence:
        assert plain(ran.err) == sentence + "\n"


def test_without_anything_it_says_what_it_takes(run):
    ran = run("convert", "d20", "d20d100", "--lang", "en")
    assert ran.status == 2
    assert ran.err.startswith("d20 → d20d100: Nothing to convert: give a file, a text, or name=value; possible: ")
    assert "kind=monster (name, FOR, CON, TAI, " in ran.err


@pytest.mark.parametrize("content", ["[]", "3", '"FOR 13"'])
def test_a_file_that_holds_no_values_is_refused(run, tmp_path, content):
    file = tmp_path / "odd.json"
    file.write_text(content)
    assert run("convert", "d100", "d20d100", str(file)).status == 2
