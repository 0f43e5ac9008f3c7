"""The pack as a whole: sound files, both languages, rows that point to rows, keys that are found (SKILL, WPN, MISS)."""

import re
from pathlib import Path

import pytest

from core.typography import texts
from gardien.core.errors import Refusal
from gardien.core.inputs import faults
from gardien.core.pack import check_pack, load_toml
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.pack import FOLDER, TABLES, table

FILES = sorted(Path(FOLDER).glob("*.toml"))
DRAWN = ("portraits", "habits", "pasts", "ties", "possessions", "motives", "births")
LISTS = {"masculine": 40, "feminine": 40, "family": 60}


def test_numbers_keep_their_unit():
    """D100-MISS-05: a space that does not break, in French."""
    loose = re.compile(r"\d (?:m|mm|km|PV|PM|SAN|rounds?)\b")
    french = [text for path in FILES for _, language, text in texts(load_toml(path)) if language == "fr"]
    assert [text for text in french if loose.search(text)] == []


# --- planted faults --------------------------------------------------------------------------------------------------

NAME = {"key": "a", "fr": "a", "en": "a"}
KNIFE = {**NAME, "weapon_class": "contact", "combat_skill": "armes_contact", "hands": 1, "damage": "1d4"}
SHOT = {**KNIFE, "weapon_class": "shotgun", "combat_skill": "fusil", "damage": "3d6/2d6/1d6"}
SWIM = {**NAME, "group": "physical", "constant": -1, "plus": ["FOR"]}
QUIRK = {**NAME, "kind": "positive", "effect_fr": "a", "effect_en": "a"}
TRADE = {**NAME, "characteristic": "EDU", "skills": list("abcdefghij")}
CLAW = {"fr": "a", "en": "a", "attack": 0, "damage": "1d6"}
LOSS = {"success": "0", "failure": "1d6"}
BEAST = {**NAME, "pv": 9, "defence": 15, "defence_flat": 15, "san": LOSS, "attacks": [CLAW]}
CHARM = {**NAME, "san": "1d3", "time": 1, "unit": "round", "effect_fr": "a", "effect_en": "a"}
SPAN = {**NAME, "first": 1, "last": 3, "modifier": -4}
DROP = {**NAME, "damage": "1d6"}


@pytest.mark.parametrize(
    ("name", "row"),
    [
        ("weapon", KNIFE), ("weapon", SHOT), ("skill", SWIM), ("trait", QUIRK), ("profession", TRADE),
        ("creature", BEAST), ("spell", CHARM), ("modifier", SPAN), ("hazard", DROP),
    ],
)  # fmt: skip
def test_the_rows_that_are_spoilt_below_are_sound(name, row):
    """D100-MISS-01 to D100-MISS-07: each planted fault is the only one."""
    assert list(faults(TABLES[name], row)) == []


@pytest.mark.parametrize(
    ("name", "row", "field", "id"),
    [
        ("weapon", {**KNIFE, "damage": "1d4+"}, "damage", "dice/ends_after"),
        ("weapon", {**KNIFE, "damage": "3d6/2d6/1d6"}, "damage", "field/type"),
        ("weapon", {**SHOT, "damage": "3d6"}, "damage", "field/type"),
        ("weapon", {**SHOT, "damage": "3d6/2d6/many"}, "damage", "dice/no_dice"),
        ("weapon", {**KNIFE, "combat_skill": "nager"}, "combat_skill", "field/one_of"),
        ("weapon", {**KNIFE, "penetration": 3}, "penetration", "field/one_of"),
        ("weapon", {**KNIFE, "rates": []}, "rates", "field/length_at_least"),
        ("weapon", {**KNIFE, "hands": 3}, "hands", "field/one_of"),
        ("weapon", {**KNIFE, "recul": 3}, "recul", "field/unknown"),
        ("skill", {**SWIM, "plus": ["SAN"]}, "plus[0]", "field/one_of"),
        ("skill", {**SWIM, "plus": ["FOR", "DEX", "CON"]}, "plus", "field/length_at_most"),
        ("trait", {**QUIRK, "kind": "neutral"}, "kind", "field/one_of"),
        ("trait", {**QUIRK, "skills": {"nager": 400}}, "skills.nager", "field/range"),
        ("trait", {**QUIRK, "jets": {"force": 2}}, "jets", "field/one_of"),
        ("trait", {**QUIRK, "boxing_damage": "1d6+"}, "boxing_damage", "dice/ends_after"),
        ("profession", {**TRADE, "skills": ["nager"]}, "skills", "field/length_at_least"),
        ("armour", {**NAME, "protection": 5, "penalty": -1}, "protection", "field/one_of"),
        ("creature", {**BEAST, "san": {**LOSS, "failure": "lots"}}, "san.failure", "dice/no_dice"),
        ("creature", {**BEAST, "attacks": [{**CLAW, "damage": "claws"}]}, "attacks[0].damage", "dice/no_dice"),
        ("creature", {**BEAST, "protection": [{"kind": "thick"}]}, "protection[0].kind", "field/one_of"),
        ("creature", {**BEAST, "pv": 0}, "pv", "field/range"),
        ("spell", {**CHARM, "pm_least": 4, "pm_most": 2}, "pm_most", "field/at_least"),
        ("spell", {**CHARM, "effect": "2d6+"}, "effect", "dice/ends_after"),
        ("modifier", {**SPAN, "first": 4}, "last", "field/at_least"),
        ("hazard", {**DROP, "most": "1d8+"}, "most", "dice/ends_after"),
        ("tome", {"key": "a"}, "fr", "field/missing"),
    ],
)
def test_a_bad_row_is_told_by_its_field(name, row, field, id):
    """D100-MISS-01 to D100-MISS-12: what a pack of the Keeper’s own may get wrong."""
    assert (id, field) in [(fault.id, fault.field) for fault in faults(TABLES[name], row)]


def test_planted_faults_are_found_in_a_file(tmp_path):
    """D100-MISS-05: a table nobody knows, a bad row, a key twice."""
    path = tmp_path / "weapons.toml"
    text = Path(FOLDER, "weapons.toml").read_text("utf-8").replace('damage = "1d3"', 'damage = "1d3+"', 1)
    again = text[text.index('[[weapon]]\nkey = "rasoir"') : text.index('[[weapon]]\nkey = "couteau_combat"')]
    path.write_text(f'{text}\n{again}\n[[wepon]]\nkey = "fork"\n', "utf-8")
    assert [(fault.id, fault.field) for fault in check_pack(path, TABLES)] == [
        ("dice/ends_after", "weapon “poing”.damage"),
        ("pack/twice", "weapon “rasoir”"),
        ("pack/table", "wepon"),
    ]


# --- drawing and finding ---------------------------------------------------------------------------------------------


def test_nothing_stands_twice_in_a_list_to_draw_from():
    """D100-CREA-20: names, backgrounds, arts, crafts, fears."""
    for name, least in LISTS.items():
        words = table("names", name)
        assert len(set(words)) == len(words) >= least
        assert [word for word in words if "'" in word] == []
    lists = [table("backgrounds", name) for name in (*DRAWN, "art", "craft")]
    for rows in [*lists, table("madness", "fear"), table("names", "nationality"), table("names", "language")]:
        assert len({row.fr for row in rows}) == len({row.en for row in rows}) == len(rows) >= 20


def test_no_two_rows_have_the_same_name():
    """D100-SPEC-08: what one picks from a list can be told apart, in both languages."""
    for path in FILES:
        for name, rows in load_toml(path).items():
            if isinstance(rows[0], dict):
                for language in ("fr", "en"):
                    assert len({row[language] for row in rows}) == len(rows), (path.stem, name)


def test_monsters_and_adversaries_share_no_key():
    """D100-MISS-07: one key, one profile."""
    keys = [row.key for name in ("creature", "adversary") for row in table("profiles", name)]
    assert len(set(keys)) == len(keys) == 26


def test_keys_are_read_without_the_rows():
    """D100-MISS-01: all of them, or those that have something."""
    assert pack.keys("skills", "skill") == [row.key for row in table("skills", "skill")]
    assert pack.keys("skills", "skill", "many") == ["langue_etrangere", "art", "artisanat"]
    assert pack.keys("weapons", "weapon", "capacity")[0] == "derringer_41"


def test_accessors_find_their_row():
    """D100-MISS-04 to D100-MISS-19: by key, by score, by face."""
    assert pack.group("combat").wounded
    assert pack.profession("marin").characteristic == "CON"
    assert pack.rate("burst_10").rounds == 10
    assert (pack.profile("goule").key, pack.profile("loup").key) == ("goule", "loup")
    assert pack.vehicle("ford_t").kmh == 70
    assert pack.price("luger").dollars == 40
    assert pack.jet("culture").code == "EDU"
    assert pack.explosive("grenade").rings[0].dice == 4
    assert (pack.madness(1).key, pack.madness(10, long=True).key) == ("faints", "catatonia")
    assert pack.language("latin").en == "Latin"


@pytest.mark.parametrize(
    ("find", "name", "came", "hint"),
    [
        (pack.skill, "skill", "nage", "nager"),
        (pack.skill, "skill", "langue_etrangeres:latin", "langue_etrangere"),
        (pack.group, "group", "combats", "combat"),
        (pack.profession, "profession", "marins", "marin"),
        (pack.trait, "trait", "agille", "agile"),
        (pack.weapon, "weapon", "colt_46", "colt_45"),
        (pack.rate, "rate", "tripple", "triple"),
        (pack.armour, "armour", "cuirase", "cuirasse"),
        (pack.creature, "creature", "shogoth", "shoggoth"),
        (pack.adversary, "adversary", "gangsters", "gangster"),
        (pack.profile, "profile", "loups", "loup"),
        (pack.explosive, "explosive", "grenades", "grenade"),
        (pack.hazard, "hazard", "fal", "fall"),
        (pack.poison, "poison", "arsenik", "arsenic"),
        (pack.tome, "tome", "necronomicum", "necronomicon"),
        (pack.spell, "spell", "banir", "bannir"),
        (pack.price, "price", "voitures", "voiture"),
        (pack.vehicle, "vehicle", "camions", "camion"),
        (pack.language, "language", "latins", "latin"),
        (pack.jet, "jet", "idees", "idee"),
    ],
)
def test_an_unknown_key_is_refused_with_the_nearest(find, name, came, hint):
    """D100-MISS-05: what was probably meant."""
    with pytest.raises(Refusal) as refused:
        find(came)
    result = refused.value
    assert (result.id, result.field, result.words["hint"]) == ("field/one_of", name, hint)
    assert result.words["came"] in (came, came.partition(":")[0])
    assert hint in result.words["allowed"]
