"""Profiles as people write them: what is recognised is read, the rest is told, and nothing is lost (CONV)."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gardien
from gardien.core.conversion import converter, parse_text
from gardien.core.errors import Refusal
from gardien.shared.profiles import search_key

WORDS = ("gluant", "vaste", "FOR 13", "PV 9", "Griffes 30 %, 1D6", "Écouter 45 %", "zog", "12", "3D6", "%", ":", ",")
WORDS += (
    "Armes :",
    "Compétences :",
    "Sorts :",
    "Armure : 3",
    "\n",
    ".",
    ";",
    "(",
    ")",
    "SAN 0/1D6",
    "EDU 14",
    "+9",
    "1/2",
)


def read(text, source="d100"):
    result = parse_text(converter(source, "d20d100"), text)
    return dict(result.given), result.unread


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("FOR 13 CON 12 TAI 14", {"FOR": 13, "CON": 12, "TAI": 14}),
        ("FOR: 13, CON : 12; TAI=14", {"FOR": 13, "CON": 12, "TAI": 14}),
        ("STR 13 SIZ 12 POW 9", {"FOR": 13, "TAI": 12, "POU": 9}),
        ("For 13 dex 9", {"FOR": 13, "DEX": 9}),
        ("FOR 4D6+6 (20) CON 3D6 10 DEX 2D6+6 13", {"FOR": 20, "CON": 10, "DEX": 13}),
        ("PV 13 PM 11", {"pv": 13, "pm": 11}),
        ("Points de vie : 13. Points de magie : 11.", {"pv": 13, "pm": 11}),
        ("HP 13 MP 11", {"pv": 13, "pm": 11}),
        ("Impact : +1D4", {"damage_bonus": "+1D4"}),
        ("Bonus aux dommages : + 1D6", {"damage_bonus": "+1D6"}),
        ("Damage bonus: none", {}),
        ("Armure : 4 points", {"armour": 4}),
        ("Armure 4", {"armour": 4}),
        ("Armor: none", {"armour": 0}),
        ("Perte de SAN : 0/1D6", {"san_loss": "0/1D6"}),
        ("SAN 1/1D10", {"san_loss": "1/1D10"}),
        ("Sanity loss: 1D3 / 1D20 Sanity points", {"san_loss": "1D3/1D20"}),
    ],
)
def test_figures_behind_their_names(text, given):
    result, unread = read(text)
    result.pop("kind")
    if text == "Damage bonus: none":
        assert unread == ("Damage bonus: none",)
        result.pop("notes")
    else:
        assert unread == ()
    assert result == given


@pytest.mark.parametrize(
    ("text", "skills", "attacks"),
    [
        ("Bibliothèque 60 %, Baratin 45%", {"Bibliothèque": 60, "Baratin": 45}, []),
        ("Compétences : Écouter 70, Grimper 85", {"Écouter": 70, "Grimper": 85}, []),
        ("Skills: Listen 70% (35/14), Climb 85%", {"Listen": 70, "Climb": 85}, []),
        ("Langue (latin) 30 %", {"Langue (latin)": 30}, []),
        ("Autre langue : latin 30 %, Art : peinture 20 %", {"Autre langue : latin": 30, "Art : peinture": 20}, []),
        ("Griffes 30 %, 1D6+BD", {}, [("Griffes", 30, "1D6+BD", 1)]),
        ("Griffes 30 % (1D6 + 1D4)", {}, [("Griffes", 30, "1D6 + 1D4", 1)]),
        ("Claws 30%, damage 1D6+db; Bite 40%, damage 1D4", {}, [("Claws", 30, "1D6+db", 1), ("Bite", 40, "1D4", 1)]),
        ("2 griffes 30 %, 1D6", {}, [("griffes", 30, "1D6", 2)]),
        ("Tentacules ×4 75 %, 1D10", {}, [("Tentacules", 75, "1D10", 4)]),
        ("Armes : Étreinte 50 %", {}, [("Étreinte", 50, "", 1)]),
        ("Revolver .38 45 %, 1D10", {}, [("Revolver .38", 45, "1D10", 1)]),
        (".38 revolver 45%, 1D10", {}, [(".38 revolver", 45, "1D10", 1)]),
        ("Morsure 80 %, 1D6 et venin", {}, [("Morsure", 80, "1D6 et venin", 1)]),
        ("Griffes 30 %, 1D6 Morsure 20 %, 1D4", {}, [("Griffes", 30, "1D6", 1), ("Morsure", 20, "1D4", 1)]),
    ],
)
def test_skills_and_attacks(text, skills, attacks):
    """« Bibliothèque 60 % » is a skill; with dice behind it, or under « Armes : », it is an attack."""
    result, unread = read(text)
    assert unread == ()
    assert result.get("skills", {}) == skills
    rows = [(one["name"], one["percent"], one["damage"], one["per_round"]) for one in result.get("attacks", [])]
    assert rows == attacks


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("FOR 13 EDU 16 SAN 55", "investigator"),
        ("FOR 13 EDU 16 Armure 2", "npc"),
        ("FOR 13 APP 9", "npc"),
        ("FOR 13 SAN 40", "npc"),
        ("FOR 26 TAI 26", "monster"),
        ("FOR 13 EDU 16 SAN 0/1D6", "monster"),
    ],
)
def test_the_kind_is_told_from_what_is_written(text, kind):
    assert read(text)[0]["kind"] == kind


def test_a_whole_person():
    result, unread = read(
        "Thomas Wright, 34 ans, journaliste\nFOR 13 EDU 16 SAN 48\nSorts : Signe des Anciens, Flétrissement\n"
        "Équipement : carnet ; appareil photo.\nParle trop."
    )
    assert unread == ("Parle trop",)
    assert result == {
        "kind": "investigator",
        "name": "Thomas Wright",
        "age": 34,
        "profession": "journaliste",
        "FOR": 13,
        "EDU": 16,
        "san": 48,
        "spells": ["Signe des Anciens", "Flétrissement"],
        "equipment": ["carnet", "appareil photo"],
        "notes": "Parle trop",
    }


@pytest.mark.parametrize(
    ("text", "unread"),
    [
        ("FOR 13 FOR 15", ("FOR 15",)),
        ("PV 12 PV 9", ("PV 9",)),
        ("SAN 1/10", ("SAN 1/10",)),
        ("Écouter 250 %", ("Écouter 250 %",)),
        ("Goule\nrégénère 2 PV par round", ("régénère 2 PV par round",)),
        ("Goule\nDéplacement 9/11", ("Déplacement 9/11",)),
        ("Goule\nArmure : 4 points de cuir ; les balles font 1", ("de cuir", "les balles font 1")),
        ("Écouter 40 %, Écouter 50 %", ("Écouter 50 %",)),
        ("Attaques par round : 3 (griffes 30 %, 1D6)", ("Attaques par round : 3",)),
    ],
)
def test_what_is_not_understood_is_told_and_kept(text, unread):
    result, told = read(text)
    assert told == unread
    assert result["notes"] == "\n".join(unread)


def test_what_a_kind_has_no_place_for_is_told_too():
    """A Monster has no age and no profession."""
    result, unread = read("Goule, 80 ans, journaliste\nSAN 0/1D6")
    assert result["kind"] == "monster"
    assert unread == ("80 ans", "journaliste")


@pytest.mark.parametrize(
    ("text", "given", "unread"),
    [
        ("CA 15 (−1 taille, +5 naturelle, +1 Dex)", {"size": -1, "natural": 5, "dex": 1}, ()),
        ("AC 22: nothing", {}, ("AC 22: nothing",)),
        ("AC 19 (+2 natural, +4 dodge, +3 Dex)", {"natural": 2, "dodge": 4, "dex": 3}, ()),
        ("CA 15 (−1 taille, +6 chance)", {}, ("CA 15", "-1 taille", "+6 chance")),
        ("For 26, Dex 12, Sag 14", {"FOR": 26, "DEX": 12, "SAG": 14}, ()),
        ("5d10+5 (32 pv)", {"pv": 32}, ()),
        ("griffes +9 (1d6+7)", {"attacks": [("griffes", 9, "1d6+7", 1)]}, ()),
        ("2 claws +9 melee (1d6+7)", {"attacks": [("claws", 9, "1d6+7", 2)]}, ()),
        ("Écouter +7", {"skills": {"Écouter": 7}}, ()),
        ("Réf +3", {}, ("+3",)),
    ],
)
def test_profiles_of_d20(text, given, unread):
    """D100-CONV-04: every part of an armour class has its place, or it is left alone."""
    result, told = read(f"Bête\n{text}", "d20")
    rows = [(one["name"], one["attack"], one["damage"], one["per_round"]) for one in result.pop("attacks", [])]
    kept = {name: one for name, one in result.items() if name not in ("kind", "notes", "name")}
    assert kept | ({"attacks": rows} if rows else {}) == given
    assert search_key(" ".join(told)).endswith(search_key(" ".join(unread)))
    assert bool(told) == bool(unread)


@pytest.mark.parametrize("source", ["d100", "d20"])
@given(words=st.lists(st.sampled_from(WORDS), max_size=14))
def test_no_text_breaks_anything_and_no_word_is_lost(source, words):
    """What was not read stands among the notes, word for word; what was read can be converted or is refused by name."""
    text = " ".join(words)
    result, unread = read(text, source)
    kept = search_key(f"{result} {unread}")
    for word in ("gluant", "vaste", "zog"):
        assert kept.split().count(word) >= words.count(word), (text, result, unread)
    with suppress(Refusal):
        gardien.convert(source, "d20d100", text=text)


@given(st.text(max_size=300))
def test_any_signs_at_all_can_be_pasted(text):
    result, unread = read(text)
    assert result["kind"] in ("investigator", "npc", "monster")
    assert all(piece.strip() for piece in unread)


@pytest.mark.parametrize("piece", ["a", "a ", "1d6+", "FOR ", "9", "a +", "1 d", "langue : ", "a (b) ", "a\n"])
@pytest.mark.parametrize("source", ["d100", "d20"])
def test_a_long_text_is_read_as_quickly_as_a_short_one(source, piece):
    """Without bounds on names, each of these would take a minute."""
    assert read((piece * 20_000)[:20_000], source)


def test_inputs_by_name_win_over_the_text():
    result = gardien.convert("d100", "d20d100", {"FOR": 9, "kind": "npc"}, text="FOR 13 CON 12 SAN 0/1D6 PV 3")
    assert (result.kind, result.sheet.scores) == ("npc", {"FOR": 9, "CON": 12})
