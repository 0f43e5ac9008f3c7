"""The pack as a whole: sound files, both languages, rows that point to rows, keys that are found (DMG, SPEC, M)."""

from pathlib import Path

import pytest

from gardien.core.errors import Refusal
from gardien.core.inputs import faults
from gardien.core.pack import check_pack, load_toml
from gardien.systems.operators import pack
from gardien.systems.operators.pack import TABLES, table

FOLDER = Path(pack.FOLDER)
DRAWN = ("portraits", "traits", "motives", "pasts", "contacts", "possessions")
LISTS = ("codenames", "masculine", "feminine", "family")


# --- planted faults --------------------------------------------------------------------------------------------------

NAME = {"key": "a", "fr": "a", "en": "a"}
KNIFE = {
    **NAME,
    "damage": "1D6",
    "type": "melee",
    "attack_with": "DEX",
    "damage_kind": "blade",
    "weapon_class": "blade",
}
VAN = {**NAME, "speed": 3, "handling": "poor", "sv": 28, "armour": 2, "seats": 9}
DART = {
    **NAME, "onset_fr": "a", "onset_en": "a", "characteristic": "CON", "difficulty": "standard", "on_failure": "dead",
    "on_success": "none",
}  # fmt: skip
CLAW = {"fr": "a", "en": "a", "characteristic": "FOR", "damage": "1D6"}
BEAST = {**NAME, "category": "ordinary", "FOR": 5, "CON": 5, "DEX": 5, "INT": 5, "POU": 5, "attacks": [CLAW]}
SLIP = {**NAME, "situation": "melee", "from": 1, "to": 3, "effect_fr": "a", "effect_en": "a"}


@pytest.mark.parametrize(
    ("name", "row"),
    [("weapon", KNIFE), ("vehicle", VAN), ("substance", DART), ("creature", BEAST), ("fumble", SLIP)],
)
def test_the_rows_that_are_spoilt_below_are_sound(name, row):
    """M-06, M-09, M-13, M-18: each planted fault is the only one."""
    assert list(faults(TABLES[name], row)) == []


@pytest.mark.parametrize(
    ("name", "row", "field", "id"),
    [
        ("weapon", {**KNIFE, "damage": "1D6+"}, "damage", "dice/ends_after"),
        ("weapon", {**KNIFE, "damage_kind": "sharp"}, "damage_kind", "field/one_of"),
        ("weapon", {**KNIFE, "zone_min": 2, "zone_max": 1}, "zone_max", "field/at_least"),
        ("weapon", {**KNIFE, "zone_max": 4}, "zone_max", "field/range"),
        ("weapon", {**KNIFE, "attack_with": "INT"}, "attack_with", "field/one_of"),
        ("weapon", {**KNIFE, "magasine": 3}, "magasine", "field/unknown"),
        ("protection", {**NAME, "value": 4, "covers": ["neck"]}, "covers[0]", "field/one_of"),
        ("protection", {**NAME, "value": 4, "covers": [], "uses": 4}, "uses", "field/range"),
        ("protection", {**NAME, "value": 4, "covers": [], "penalty_DEX": -2}, "penalty_DEX", "field/range"),
        ("device", {**NAME, "radius_m": 3, "delivery": "dropped"}, "delivery", "field/one_of"),
        ("substance", {**DART, "on_failure": "sleep"}, "on_failure", "field/one_of"),
        ("substance", {**DART, "failure_amount": "1D6+"}, "failure_amount", "dice/ends_after"),
        ("specialty", {**NAME, "bonus_among": ["TAI"], "advantages": []}, "bonus_among[0]", "field/one_of"),
        ("specialty", {**NAME, "bonus_among": [], "advantages": [{"domain": "x"}]}, None, "field/missing"),
        ("course", {**NAME, "characteristic": "DEX"}, "specialty", "field/missing"),
        ("course", {**NAME, "characteristic": "DEX", "specialty": "sniper"}, "domain", "field/missing"),
        ("creature", {**BEAST, "FOR": 201}, "FOR", "field/range"),
        ("creature", {**BEAST, "attacks": [{**CLAW, "multiplier": 4}]}, "attacks[0].multiplier", "field/one_of"),
        ("creature", {**BEAST, "attacks": [{**CLAW, "damage": "claws"}]}, "attacks[0].damage", "dice/no_dice"),
        ("vehicle", {**VAN, "handling": "fine"}, "handling", "field/one_of"),
        ("vehicle", {**VAN, "crash_dice": "3D6+"}, "crash_dice", "dice/ends_after"),
        ("fumble", {**SLIP, "from": 4}, "to", "field/at_least"),
        ("shock", {**NAME, "dice": "many"}, "dice", "dice/no_dice"),
        ("hobby", {**NAME, "fields": []}, "fields", "field/length_at_least"),
        ("tome", {"key": "a"}, "fr", "field/missing"),
    ],
)
def test_a_bad_row_is_told_by_its_field(name, row, field, id):
    """OPS-DMG-04, OPS-ARM-02, OPS-SPEC-02: what a pack of Contrôle's own may get wrong."""
    result = [(fault.id, fault.field) for fault in faults(TABLES[name], row)]
    assert (id, field) in result if field else id in [one for one, _ in result]


def test_planted_faults_are_found_in_a_file(tmp_path):
    """OPS-DMG-01: a table nobody knows, a bad row, a key twice."""
    path = tmp_path / "weapons.toml"
    text = (FOLDER / "weapons.toml").read_text("utf-8").replace('damage = "1D3"', 'damage = "1D3+"', 1)
    again = text[text.index('[[weapon]]\nkey = "club"') : text.index('[[weapon]]\nkey = "knife"')]
    path.write_text(f'{text}\n{again}\n[[wepon]]\nkey = "fork"\n', "utf-8")
    assert [(fault.id, fault.field) for fault in check_pack(path, TABLES)] == [
        ("dice/ends_after", "weapon “unarmed”.damage"),
        ("pack/twice", "weapon “club”"),
        ("pack/table", "wepon"),
    ]


# --- rows that point to rows -----------------------------------------------------------------------------------------


def test_weapons_and_devices_name_substances_that_exist():
    """M-06, M-08, M-13: the taser, the stun grenade, the bite of serpent men."""
    bites = [attack for row in table("profiles", "creature") for attack in row.attacks]
    rows = [*table("weapons", "weapon"), *table("devices", "device"), *bites]
    named = {row.substance for row in rows if row.substance}
    assert named == {"taser", "flashbang", "serpent_venom"}
    assert all(pack.substance(key) for key in named)
    assert all(pack.substance(key) for row in table("gear", "gear") for key in row.immune)


def test_effects_of_substances_are_rows():
    """M-09: and each amount is there where its effect needs one."""
    for row in table("substances", "substance"):
        for effect, amount in ((row.on_failure, row.failure_amount), (row.on_success, row.success_amount)):
            assert (pack.effect(effect).unit is None) == (amount is None), (row.key, effect)


def test_domains_are_exactly_those_that_specialties_use():
    """OPS-SPEC-02, M-10: no domain without a name, no name without a domain."""
    used = {one.domain for row in table("specialties", "specialty") for one in row.advantages}
    assert used == {row.key for row in table("specialties", "domain")}


def test_courses_and_trainings_are_advantages_of_their_specialty():
    """OPS-CREA-11, M-12, M-22: a course keeps one line of a specialty; parachuting is the hobby."""
    followed = [one for row in table("operators", "ready") for one in row.trainings]
    for one in [*table("courses", "course"), *followed]:
        if one.specialty is None:
            assert (one.key, pack.hobby(one.hobby).fields[0].characteristic) == ("parachute", one.characteristic)
            continue
        lines = {(line.characteristic, line.domain) for line in pack.specialty(one.specialty).advantages}
        assert (one.characteristic, one.domain) in lines


def test_techniques_name_what_exists():
    """M-11: hobbies, specialties with that very advantage, weapons and `hold`."""
    weapons = {row.key for row in table("weapons", "weapon")} | {"hold"}
    for row in table("hobbies", "technique"):
        assert weapons >= {*row.attack_weapons, *row.defence_weapons}
        for source in row.sources:
            if row.comes_from == "hobby":
                assert pack.hobby(source).key == row.key
                continue
            lines = {(line.characteristic, line.domain) for line in pack.specialty(source).advantages}
            assert (row.characteristic, row.domain) in lines


def test_people_carry_and_wear_what_exists():
    """M-13, M-22: weapons, devices, protections, gear, rituals, techniques."""
    for row in table("profiles", "npc"):
        assert all(map(pack.weapon, row.weapons))
        assert all(map(pack.device, row.devices))
        assert all(map(pack.technique, row.techniques))
        assert row.weapons or row.attacks
    for row in table("operators", "ready"):
        assert all(map(pack.weapon, row.weapons))
        assert all(map(pack.gear, row.gear))
        assert pack.specialty(row.specialty)
        assert all(pack.hobby(one.key) for one in row.hobbies if one.key)
        assert row.nationality in {one.key for one in table("names", "nationality")}
    for row in [*table("profiles", "npc"), *table("operators", "ready")]:
        assert all(map(pack.protection, row.worn))
    for row in [*table("profiles", "npc"), *table("profiles", "creature")]:
        assert all(map(pack.ritual, row.rituals))
    assert all(pack.ritual(key) for row in table("tomes", "tome") for key in row.teaches)


def test_people_and_creatures_share_no_key():
    """M-13: one key, one profile."""
    keys = [row.key for name in ("npc", "creature") for row in table("profiles", name)]
    assert len(set(keys)) == len(keys) == 48


# --- drawing and finding ---------------------------------------------------------------------------------------------


def test_nothing_stands_twice_in_a_list_to_draw_from():
    """OPS-CREA-15: names, backgrounds."""
    for name in LISTS:
        words = table("names", name)
        assert len(set(words)) == len(words) >= 40
        assert [word for word in words if "'" in word] == []
    for name in DRAWN:
        rows = table("backgrounds", name)
        assert len({row.fr for row in rows}) == len({row.en for row in rows}) == len(rows) >= 20


@pytest.mark.parametrize("file", ["weapons", "protections", "specialties", "hobbies", "courses", "profiles", "rituals"])
def test_no_two_rows_have_the_same_name(file):
    """OPS-CREA-15: what one picks from a list can be told apart, in both languages."""
    for name, rows in load_toml(FOLDER / f"{file}.toml").items():
        for language in ("fr", "en"):
            assert len({row[language] for row in rows}) == len(rows), name


def test_accessors_find_their_row():
    """OPS-DMG-04, OPS-CREAT-02, M-14: by key, by number, by face."""
    assert pack.weapon("smg").flat == 6
    assert pack.domain("mines").en == "laying and clearing mines"
    assert pack.entity("black_goat").avatar is None
    assert pack.ready("ares").codename == "ARES"
    assert pack.label("titanic").mean == 60
    assert pack.course("survival").specialty == "long_recon"
    assert pack.vehicle("sedan").speed == 4
    assert [pack.zone(number).band for number in range(4)] == ["short", "medium", "long", "very_long"]
    assert (pack.madness(1).temporary, pack.madness(20).indefinite) == ("flees", "emotional_void")
    assert pack.fumble("firearm", 3).key == "jam"
    assert pack.fumble("defence", 10).key == "out_of_breath"
    assert (pack.profile("spy").key, pack.profile("ghoul").key) == ("spy", "ghoul")
    assert pack.tome("cult_hymnal").reading_days == 7


@pytest.mark.parametrize(
    ("find", "name", "came", "hint"),
    [
        (pack.weapon, "weapon", "knive", "knife"),
        (pack.protection, "protection", "blast_suite", "blast_suit"),
        (pack.device, "device", "fragg", "frag"),
        (pack.substance, "substance", "cyanure", "cyanide"),
        (pack.effect, "effect", "light_wounds", "light_wound"),
        (pack.specialty, "specialty", "snipper", "sniper"),
        (pack.domain, "domain", "firearm", "firearms"),
        (pack.hobby, "hobby", "boxe", "boxing"),
        (pack.technique, "technique", "boxxing", "boxing"),
        (pack.course, "course", "snipping", "sniping"),
        (pack.npc, "npc", "soldiers", "soldier"),
        (pack.creature, "creature", "gul", "ghoul"),
        (pack.profile, "profile", "shogoth", "shoggoth"),
        (pack.entity, "entity", "black_gaot", "black_goat"),
        (pack.tome, "tome", "necro_ful", "necro_full"),
        (pack.ritual, "ritual", "banich", "banish"),
        (pack.vehicle, "vehicle", "trucks", "truck"),
        (pack.gear, "gear", "morphin", "morphine"),
        (pack.ready, "ready", "arès", "ares"),
        (pack.shock, "shock", "mineur", "minor"),
        (pack.label, "label", "titan", "titanic"),
    ],
)
def test_an_unknown_key_is_refused_with_the_nearest(find, name, came, hint):
    """OPS-DMG-01, M-06: what was probably meant."""
    with pytest.raises(Refusal) as refused:
        find(came)
    result = refused.value
    assert (result.id, result.field, result.words["came"], result.words["hint"]) == ("field/one_of", name, came, hint)
    assert hint in result.words["allowed"]
