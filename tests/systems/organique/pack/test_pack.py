"""The pack as a whole: sound files, both languages, rows that point to rows, bad rows told by their field (M)."""

import re
from pathlib import Path
from typing import get_args

import pytest

from core.typography import texts
from gardien.core.errors import Refusal
from gardien.core.inputs import faults
from gardien.core.pack import check_pack, load_toml
from gardien.systems.organique import pack, vocabulary
from gardien.systems.organique.pack import FOLDER, keys, table
from gardien.systems.organique.pack.tables import TABLES

FILES = sorted(Path(FOLDER).glob("*.toml"))
HOMES = {name: path.stem for path in FILES for name in load_toml(path)}


def test_no_raw_key_is_left_in_a_text():
    """Texts speak of what the table sees."""
    shown = [(path.stem, text) for path in FILES for _, _, text in texts(load_toml(path))]
    assert [one for one in shown if re.search(r"[_`!…]|ORG-|\bM\d", one[1])] == []


def test_numbers_keep_their_unit():
    """A space that does not break, in French."""
    loose = re.compile(r"\d (?:m|cm|km|kg|bs|c|END|SNG|tours?|minutes?|heures?|points?|000)\b")
    french = [text for path in FILES for _, language, text in texts(load_toml(path)) if language == "fr"]
    assert [text for text in french if loose.search(text)] == []


def test_no_two_rows_of_a_table_have_the_same_name():
    """What one picks from a list can be told apart, in both languages; systems within their network."""
    for name, home in HOMES.items():
        rows = [row for row in table(home, name) if hasattr(row, "fr")]
        for language in ("fr", "en"):
            named = [(getattr(row, "network", ""), getattr(row, language)) for row in rows]
            assert len(set(named)) == len(named), (name, language)


def test_closed_lists_are_whole():
    """A row for each word that rules may say."""
    for home, name, words in (
        ("combat", "action", vocabulary.Action), ("combat", "free", vocabulary.FreeAction),
        ("scales", "save", vocabulary.SaveKind),
        ("symptoms", "symptom", vocabulary.Symptom), ("networks", "finding", vocabulary.Finding),
        ("networks", "entry", vocabulary.EntrySkill), ("networks", "privilege", vocabulary.Privilege),
        ("scales", "cracking", vocabulary.CrackTime), ("scales", "login", vocabulary.Frequency),
        ("people", "class", vocabulary.ClassKey),
    ):  # fmt: skip
        assert sorted(keys(home, name)) == sorted(get_args(words)), name
    assert sorted(keys("combat", "reaction")) == sorted(set(get_args(vocabulary.ReactionKind)) - {"none"})


def test_rows_point_to_rows():
    """Weapons, armours, skills, traits, poisons, diseases, systems and notes that other rows name are there."""
    for row in table("drugs", "drug"):
        for phase in (row.normal, row.x2, row.x4, row.x8, row.come_down, row.withdrawal, row.long_term):
            assert set(phase.notes) <= set(keys("drugs", "note")), row.key
    for row in (*table("creatures", "creature"), *table("creatures", "robot")):
        for attack in row.attacks:
            assert attack.weapon is None or pack.weapon(attack.weapon)
            assert attack.disease is None or pack.disease(attack.disease)
        assert all(pack.armour(key) for key in row.armours)
        assert all(pack.combat_skill(key) for key in row.combat_skills)
    for row in table("creatures", "swarm"):
        assert row.disease is None or pack.disease(row.disease)
    for row in table("vehicles", "vehicle"):
        assert pack.skill(row.skill).category == "VEH"
    for row in table("combat", "action"):
        assert all(pack.combat_skill(key) for key in row.training)
    for row in table("networks", "system"):
        assert pack.network(row.network)
        assert row.kind is None or row.kind in keys("networks", "system_kind")
        assert row.os in keys("networks", "os")
        assert row.trusts == "none" or pack.system(row.trusts).network == row.network


def test_notes_are_all_used():
    """What stands in the list of notes is said by some drug."""
    said = {
        note
        for row in table("drugs", "drug")
        for phase in (row.normal, row.x2, row.x4, row.x8, row.come_down, row.withdrawal, row.long_term)
        for note in phase.notes
    }
    assert said == set(keys("drugs", "note"))


def test_an_unknown_key_is_refused_with_the_nearest():
    """A slip of the pen is answered by what was meant."""
    with pytest.raises(Refusal) as refused:
        pack.weapon("hunting_knive")
    assert (refused.value.id, refused.value.words["hint"]) == ("field/one_of", "hunting_knife")


# ---- planted faults ----

NAME = {"key": "a", "fr": "a", "en": "a"}
TOLD = {**NAME, "effect_fr": "a", "effect_en": "a"}
KNIFE = {**NAME, "group": "knife", "bs": 2.5}
JACKET = {**NAME, "ia": 7, "bs": 2, "layer": "over"}
VENOM = {**NAME, "ways": ["blade"], "onset": 1, "ticks": 6}
FEVER = {**NAME, "progression": 20, "interval_hours": 12}
PILL = {**NAME, "minutes": 60, "normal": {}, "withdrawal_difficulty": 20}
DOG = {**NAME, "kind": "mammal", "scores": {"AGI": 10}, "attacks": [{"fr": "a", "en": "a", "bs": 1}]}
BLOW = {**TOLD, "key": "strike", "first": "FOR", "second": "AGI", "difficulty": 25}
BOX = {**NAME, "network": "a", "login_encryption": 20, "login_frequency": "2d6_minutes", "firewall": 20, "power": 4}


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("weapon", KNIFE), ("armour", JACKET), ("poison", VENOM), ("disease", FEVER), ("drug", PILL),
        ("creature", DOG), ("action", BLOW), ("system", BOX), ("trait", {**TOLD, "points": 1}),
    ],
)  # fmt: skip
def test_the_rows_that_are_spoilt_below_are_sound(name, row):
    """Each planted fault is the only one."""
    assert list(faults(TABLES[name], row)) == []


@pytest.mark.parametrize(
    ("name", "row", "field", "id"),
    [
        ("weapon", {**KNIFE, "bs": 2.3}, "bs", "field/type"),
        ("weapon", {**KNIFE, "pa": 1}, "pa", "field/at_least"),
        ("weapon", {**KNIFE, "group": "laser"}, "group", "field/one_of"),
        ("weapon", {**KNIFE, "tags": {"strike": "tricky"}}, "tags", "field/one_of"),
        ("weapon", {**KNIFE, "recoil": 3}, "recoil", "field/unknown"),
        ("armour", {**JACKET, "ia": 21}, "ia", "field/range"),
        ("armour", {**JACKET, "c": 0.3}, "c", "field/type"),
        ("armour", {**JACKET, "layer": "socks"}, "layer", "field/one_of"),
        ("poison", {**VENOM, "ways": []}, "ways", "field/length_at_least"),
        ("poison", {**VENOM, "bs": 0.2}, "bs", "field/type"),
        (
            "poison",
            {**VENOM, "ailments": [{"ailment": "hiccup", "difficulty": 10}]},
            "ailments[0].ailment",
            "field/one_of",
        ),
        ("disease", {**FEVER, "sng_max": 0.1}, "sng_max", "field/type"),
        ("disease", {**FEVER, "interval_hours": 0}, "interval_hours", "field/range"),
        ("drug", {**PILL, "physical": 0}, "physical", "field/range"),
        ("drug", {**PILL, "normal": {"changes": {"LUCK": 1}}}, "normal.changes", "field/one_of"),
        ("creature", {**DOG, "SNG": 0.25}, "SNG", "field/type"),
        ("creature", {**DOG, "attacks": []}, "attacks", "field/length_at_least"),
        ("creature", {**DOG, "attacks": [{"fr": "a", "en": "a", "bs": 0.1}]}, "attacks[0].bs", "field/type"),
        ("action", {**BLOW, "key": "tickle"}, "key", "field/one_of"),
        ("action", {**BLOW, "times_bs": 0.4}, "times_bs", "field/type"),
        ("system", {**BOX, "login_frequency": "often"}, "login_frequency", "field/one_of"),
        ("trait", {**TOLD, "points": 11}, "points", "field/range"),
        ("gear", {"key": "a"}, "fr", "field/missing"),
    ],
)
def test_a_bad_row_is_told_by_its_field(name, row, field, id):
    """What a pack of the game master’s own may get wrong."""
    result = [(fault.id, fault.field or "") for fault in faults(TABLES[name], row)]
    assert [one for one in result if one[0] == id and one[1].startswith(field)], result


def test_planted_faults_are_found_in_a_file(tmp_path):
    """A table nobody knows, a bad row, a key twice."""
    path = tmp_path / "weapons.toml"
    text = Path(FOLDER, "weapons.toml").read_text("utf-8").replace("bs = 1.5", "bs = 1.4", 1)
    again = text[text.index('[[weapon]]\nkey = "razor"') : text.index('[[weapon]]\nkey = "brass_knuckles"')]
    path.write_text(f'{text}\n{again}\n[[wepon]]\nkey = "fork"\n', "utf-8")
    assert [(fault.id, fault.field) for fault in check_pack(path, TABLES)] == [
        ("field/type", "weapon “stiletto”.bs"),
        ("pack/twice", "weapon “razor”"),
        ("pack/table", "wepon"),
    ]
