"""People, creatures, entities and ready Operators, cell by cell (CREA, CREAT, ENT, M-13, M-22)."""

import pytest

from gardien.systems.operators import pack
from gardien.systems.operators.pack import table
from gardien.systems.operators.pack.people import Attack, Creature, Npc
from systems.operators.ledger import NO, by_key

CODES = ("FOR", "CON", "DEX", "INT", "EDU", "POU", "APP")
BODY = ("FOR", "CON", "DEX", "INT", "POU")


def threshold(row) -> int:
    """OPS-CREA-08: half of FOR and CON, up."""
    return -(-(row.FOR + row.CON) // 2)


def bonus(strength: int) -> str:
    """OPS-CREA-09, OPS-CREAT-08: the printed scale."""
    steps = ((60, "5D6"), (40, "4D6"), (30, "3D6"), (25, "2D6"), (17, "1D6"), (13, "1D3"))
    return next((dice for least, dice in steps if strength >= least), NO)


# --- people ----------------------------------------------------------------------------------------------------------

PEOPLE = """
bystander | 10 10 10 11 11 10 10 | 10 – ordinary | – | unarmed FOR 30 1D3
thug | 13 11 11 9 8 9 9 | 12 1D3 ordinary | – | knife DEX 33 1D6+1D3; pistol_small 55/33/11 1D6
gang_gunner | 12 12 12 10 9 10 9 | 12 – ordinary | – | smg 60/36/12 1D6+6; machete DEX 36 1D6+4
guard | 13 12 11 10 10 10 10 | 13 1D3 ordinary | kevlar_light 4 | club FOR 39 1D6+1D3; pistol_medium 55/33/11 1D6+6
patrol_officer | 12 13 12 11 12 11 11 | 13 – ordinary | kevlar_light 4 | pistol_medium 60/36/12 1D6+6; club FOR 36 1D6
detective | 11 11 12 14 14 13 11 | 11 – ordinary | – | pistol_medium 60/36/12 1D6+6
tactical_police | 14 14 14 12 12 13 10 | 14 1D3 peer | ceramic_vest 20, kevlar_helmet 4 | assault_rifle 70/42/14 1D6+12; smg 70/42/14 1D6+6
soldier | 13 13 12 10 10 11 10 | 13 1D3 ordinary | military_vest 10, kevlar_helmet 4 | assault_rifle 60/36/12 1D6+12; combat_knife DEX 36 1D6+2+1D3
insurgent | 12 12 11 10 8 11 9 | 12 – ordinary | – | assault_rifle 55/33/11 1D6+12; rpg 55/33/11 8D6
mercenary | 14 14 14 12 11 12 10 | 14 1D3 peer | ballistic_vest 10 | assault_rifle 70/42/14 1D6+12; pistol_large 70/42/14 2D6+6
special_forces | 15 15 15 13 13 14 11 | 15 1D3 peer | ceramic_vest 20, sf_helmet 3 | assault_rifle 75/45/15 1D6+12; combat_knife DEX 45 1D6+2+1D3
enemy_sniper | 12 13 16 14 12 14 10 | 13 – peer | – | sniper_rifle 80/48/16 1D6+12; pistol_medium 80/48/16 1D6+6
spy | 11 11 13 15 16 14 13 | 11 – peer | – | pistol_medium 65/39/13 1D6+6
hacker | 9 9 13 16 16 11 10 | 9 – ordinary | – | unarmed FOR 27 1D3
bodyguard | 15 14 13 11 11 12 11 | 15 1D3 ordinary | ballistic_vest 10 | pistol_large 65/39/13 2D6+6; unarmed FOR 45 1D3+1D3
cultist | 12 13 11 9 8 13 8 | 13 – ordinary | – | machete DEX 33 1D6+4; hunting_gun 55/33/11 2D6
cult_leader | 10 11 11 15 16 18 12 | 11 – peer | – | knife DEX 33 1D6
scientist_npc | 9 9 10 16 20 12 10 | 9 – ordinary | – | unarmed FOR 27 1D3
assassin | 13 13 17 14 12 14 12 | 13 1D3 peer | – | pistol_medium 85/51/17 1D6+6; combat_knife DEX 51 1D6+2+1D3
possessed | 17 16 14 12 10 16 9 | 17 1D6 unnatural | – | Bare hands FOR 51 1D3+2+1D6
"""  # noqa: E501 (rows of the ledger)


def told(row: Npc) -> list[str]:
    """What a person fights with, as the ledger writes it."""
    extra = "" if bonus(row.FOR) == NO else f"+{bonus(row.FOR)}"
    aim = f"{row.DEX * 5}/{row.DEX * 3}/{row.DEX}"
    result = []
    for weapon in map(pack.weapon, row.weapons):
        if weapon.type == "firearm":
            result.append(f"{weapon.key} {aim} {weapon.damage}")
        else:
            with_ = weapon.attack_with
            result.append(f"{weapon.key} {with_} {getattr(row, with_) * 3} {weapon.damage}{extra}")
    result += [f"{key} {aim} {pack.device(key).dice}D6" for key in row.devices]
    result += [f"{one.en} {struck(row, one)}" for one in row.attacks]
    return result


def struck(row, attack: Attack) -> str:
    extra = f"+{bonus(row.FOR)}" if attack.add_bonus and bonus(row.FOR) != NO else ""
    code = attack.characteristic
    return f"{code} {getattr(row, code) * attack.multiplier} {attack.damage}{extra}"


@pytest.mark.parametrize(("key", "scores", "derived", "worn", "attacks"), by_key(PEOPLE))
def test_people(key, scores, derived, worn, attacks):
    """M-13: scores, SB, bonus, category, protection, attacks with their percentages."""
    row = pack.npc(key)
    assert [getattr(row, code) for code in CODES] == [int(one) for one in scores.split()]
    assert f"{threshold(row)} {bonus(row.FOR)} {row.category}" == derived
    assert ", ".join(f"{one} {pack.protection(one).value}" for one in row.worn) == worn.replace(NO, "")
    assert told(row) == attacks.split("; ")
    assert row.size == "human"


def rest(row, kind) -> dict:
    """What a row sets beside its scores, names and attacks."""
    plain = {
        "key",
        "fr",
        "fr_f",
        "en",
        "article",
        "note_fr",
        "note_en",
        "category",
        "size",
        "attacks",
        "armour",
        *CODES,
    }
    defaults = dict(
        zip(kind.__struct_fields__[-len(kind.__struct_defaults__) :], kind.__struct_defaults__, strict=True)
    )
    return {
        name: getattr(row, name)
        for name in kind.__struct_fields__
        if name not in plain and getattr(row, name) != defaults.get(name)
    }


def helped(row, name: str) -> str:
    return ", ".join(f"{one.characteristic} {one.en}" for one in getattr(row, name))


def test_what_people_have_besides():
    """M-13: advantages, magazines, lore, and nothing more."""
    rows = table("profiles", "npc")
    assert {row.key: helped(row, "advantages") for row in rows if row.advantages} == {
        "patrol_officer": "FOR arrest holds",
        "detective": "DEX firearms, INT investigation",
        "tactical_police": "DEX assault, FOR assault",
        "insurgent": "INT ambush",
        "mercenary": "DEX firearms",
        "special_forces": "DEX assault, FOR assault",
        "enemy_sniper": "DEX precision shooting, INT perception",
        "spy": "POU human sources, APP human sources",
        "hacker": "INT computing, POU computing",
        "bodyguard": "DEX protecting a person, FOR holds",
        "cult_leader": "POU rituals",
        "scientist_npc": "INT own discipline, EDU own discipline",
        "assassin": "DEX stealth, DEX knives",
        "possessed": "FOR holds",
    }
    seen = {"weapons", "devices", "worn", "advantages", "techniques"}
    besides = {row.key: {name: one for name, one in rest(row, Npc).items() if name not in seen} for row in rows}
    assert {key: result for key, result in besides.items() if result} == {
        "bystander": {"san": 50},
        "gang_gunner": {"spare_magazines": 2},
        "soldier": {"spare_magazines": 4},
        "insurgent": {"spare_magazines": 2},
        "cultist": {"no_pain": True},
        "cult_leader": {"si": 40, "rituals": ("call_servant", "withering")},
        "scientist_npc": {"si": 15},
        "possessed": {"conditional_shock": "severe", "no_pain": True},
    }


# --- creatures -------------------------------------------------------------------------------------------------------

CREATURES = """
dog | 8 11 14 5 7 | 10 – ordinary 0 none | DEX 42 1D6
bear | 22 17 11 5 10 | 20 1D6 ordinary 2 none | FOR 66 1D6+1D6; FOR 66 1D6+2+1D6
rat_swarm | 5 10 15 5 5 | 8 – ordinary 0 none | DEX 45 1D3
crocodile | 25 20 10 5 10 | 23 2D6 ordinary 4 none | FOR 75 2D6+2D6
ghoul | 15 15 15 10 10 | 15 1D3 unnatural 0 1D6 | DEX 45 1D6+1D3; DEX 45 1D6+1D3
ghoul_alpha | 20 20 15 15 15 | 20 1D6 unnatural 1 1D10 | DEX 45 1D6+2+1D6; DEX 45 1D6+1D6
deep_one | 15 15 10 10 10 | 15 1D3 unnatural 1 1D6 | FOR 45 1D6+1D3; FOR 45 1D6+4+1D3
deep_one_elder | 20 20 15 15 15 | 20 1D6 unnatural 3 1D10 | FOR 60 1D6+2+1D6; FOR 60 1D6+1D6
hybrid | 12 13 9 10 11 | 13 – unnatural 0 1D3 | FOR 36 1D6
shoggoth | 60 40 5 5 10 | 50 5D6 unnatural 0 2D10 | FOR 180 2D6+5D6
fungus | 10 10 15 15 15 | 10 – unnatural 0 1D6 | DEX 45 1D6; DEX 45 2D6
elder_thing | 30 20 15 20 15 | 25 3D6 unnatural 6 1D10 | FOR 90 1D6+3D6; FOR 90 1D6+3D6
night_gaunt | 12 12 15 5 10 | 12 – unnatural 2 1D3 | DEX 45 0
flying_polyp | 40 30 15 15 15 | 35 4D6 unnatural 4 2D10 | FOR 120 1D6+4D6; POU 45 2D6
colour | 5 10 20 10 25 | 8 – unnatural 0 1D10 | DEX 60 1D6
revenant | 15 15 5 5 5 | 15 1D3 unnatural 0 1D6 | FOR 45 1D3+1D3
phantom | 5 5 15 10 20 | 5 – unnatural 0 1D6 | POU 60 0
angle_stalker | 15 20 10 15 20 | 18 1D3 unnatural 2 1D10 | DEX 30 1D6+2+1D3
rat_familiar | 5 5 20 10 15 | 5 – unnatural 0 1D3 | DEX 60 1D3
star_spawn | 60 60 10 20 25 | 60 5D6 unnatural 9 2D10 | FOR 180 2D6+5D6; FOR 180 2D6+5D6
serpent_man | 10 10 15 20 15 | 10 – unnatural 1 1D6 | DEX 45 1D3
test_subject | 20 20 15 5 10 | 20 1D6 unnatural 2 1D6 | FOR 60 1D6+1D6; FOR 60 1D6+1D6
parasite | 3 5 16 5 12 | 4 – unnatural 0 1D6 | DEX 48 1
burrower | 40 40 10 15 20 | 40 4D6 unnatural 5 1D10 | FOR 120 2D6+4D6
moon_beast | 20 15 10 15 15 | 18 1D6 unnatural 0 1D10 | FOR 60 1D6+4+1D6
sentinel_robot | 16 16 14 5 5 | 16 1D3 artificial 8 none | DEX 42 1D6+12
attack_drone | 5 8 16 5 1 | 7 – artificial 1 none | DEX 48 4D6
guardian_statue | 30 30 5 5 10 | 30 3D6 artificial 9 1D6 | FOR 90 1D6+3D6
"""
SHOCKS = {"none": "none", "minor": "1D3", "severe": "1D6", "grave": "1D10", "critical": "2D10"}


@pytest.mark.parametrize(("key", "scores", "derived", "attacks"), by_key(CREATURES))
def test_creatures(key, scores, derived, attacks):
    """M-13, OPS-CREAT-04 to OPS-CREAT-08: scores, SB, bonus, category, armour, shock, attacks."""
    row = pack.creature(key)
    assert [getattr(row, code) for code in BODY] == [int(one) for one in scores.split()]
    assert f"{threshold(row)} {bonus(row.FOR)} {row.category} {row.armour} {SHOCKS[row.shock]}" == derived
    assert [struck(row, one) for one in row.attacks] == attacks.split("; ")


MANY, DEAF = {"multiple_attacks": True}, {"resists": ("firearm",)}
STONE = ("blade", "blunt", "firearm", "fire", "fall", "electricity", "water", "natural", "magic", "other")
TRAITS = {
    "dog": {"grip_difficulty": "standard"},
    "bear": MANY,
    "rat_swarm": {"conditional_shock": "minor", "firearms_at_most": 1},
    "crocodile": {"grip_difficulty": "extreme"},
    "ghoul": MANY | DEAF,
    "ghoul_alpha": MANY | DEAF,
    "deep_one": {"immune": ("drowning",)},
    "deep_one_elder": MANY | {"immune": ("drowning",), "rituals": ("call_deep_one",)},
    "hybrid": {},
    "shoggoth": {
        "grip_difficulty": "impossible", "regeneration": 5, "resists": ("firearm", "blade"), "weak_to": ("fire",),
    },
    "fungus": DEAF | {"grip_difficulty": "difficult"},
    "elder_thing": MANY | {"grip_difficulty": "extreme"},
    "night_gaunt": {"grip_difficulty": "difficult"},
    "flying_polyp": {"invulnerable": True, "pierced_by": ("electricity",)},
    "colour": {"invulnerable": True},
    "revenant": DEAF | {"no_pain": True, "resists_except": ("head", "vital"), "grip_difficulty": "difficult"},
    "phantom": {"invulnerable": True},
    "angle_stalker": {"invulnerable": True, "regeneration": 1},
    "rat_familiar": {"small_target": True},
    "star_spawn": MANY | {"grip_difficulty": "impossible", "regeneration": 6},
    "serpent_man": {},
    "test_subject": MANY | {"no_pain": True, "regeneration": 2},
    "parasite": {},
    "burrower": {"grip_difficulty": "impossible", "regeneration": 4, "weak_to": ("water",)},
    "moon_beast": DEAF,
    "sentinel_robot": {"no_pain": True, "immune": ("poison", "drowning")},
    "attack_drone": {"small_target": True},
    "guardian_statue": {"resists": STONE, "acts_last": True},
}  # fmt: skip


def test_abilities_of_creatures():
    """OPS-CREAT-09 to OPS-CREAT-17, M-13: each has what the table says, and nothing more."""
    rows = table("profiles", "creature")
    seen = {"shock", "privileged", "highest"}
    result = {row.key: {name: one for name, one in rest(row, Creature).items() if name not in seen} for row in rows}
    assert result == TRAITS


def test_deep_ones_differ_from_one_to_the_next():
    """OPS-CREAT-04: the one range that the book prints."""
    ranges = {row.key: row.highest for row in table("profiles", "creature") if row.highest}
    assert ranges == {"deep_one": {"FOR": 20, "CON": 20, "DEX": 15, "INT": 15, "POU": 15}}


def those(name: str) -> dict:
    """Which attacks of which creatures have a trait."""
    return {
        f"{row.key}: {one.en}": result
        for row in table("profiles", "creature")
        for one in row.attacks
        if (result := getattr(one, name)) not in (False, None, "none")
    }


def test_abilities_of_attacks():
    """OPS-CREAT-09, OPS-CREAT-11, OPS-CREAT-13, M-13: areas, drains, grips, reach; all at ×3, none advantaged."""
    assert set(those("area")) == {
        "rat_swarm: Bites", "shoggoth: Crushing", "flying_polyp: Blast of wind", "star_spawn: Tentacles",
    }  # fmt: skip
    assert those("most_victims") == {"rat_swarm: Bites": 4}
    assert those("drain") == {
        "colour: Embrace": "POU",
        "phantom: Icy touch": "POU",
        "angle_stalker: Tongue": "POU",
        "burrower: Tentacles": "FOR",
    }
    assert set(those("irreversible")) == {"colour: Embrace", "angle_stalker: Tongue"}
    assert set(those("grip")) == {
        "dog: Bite", "crocodile: Jaws", "shoggoth: Crushing", "fungus: Pincers", "elder_thing: Tentacles",
        "elder_thing: Other tentacles", "night_gaunt: Seizing", "revenant: Strangling", "star_spawn: Tentacles",
        "burrower: Tentacles",
    }  # fmt: skip
    gripping = {key.split(":")[0] for key in those("grip")}
    assert gripping == {key for key, traits in TRAITS.items() if "grip_difficulty" in traits}
    assert set(those("grip_damage")) == {"crocodile: Jaws", "shoggoth: Crushing"}
    assert those("zone_max") == {
        "fungus: Cold tube": 1, "sentinel_robot: Turret": 2, "attack_drone: Explosive charge": 2,
    }  # fmt: skip
    assert set(those("burst")) == {"sentinel_robot: Turret"}
    assert set(those("destroys_itself")) == {"attack_drone: Explosive charge"}
    assert those("substance") == {"serpent_man: Bite": "serpent_venom"}
    every = [(f"{row.key}: {one.en}", one) for row in table("profiles", "creature") for one in row.attacks]
    assert {name for name, one in every if not one.add_bonus} == {
        "fungus: Cold tube", "night_gaunt: Seizing", "flying_polyp: Blast of wind", "phantom: Icy touch",
        "sentinel_robot: Turret", "attack_drone: Explosive charge",
    }  # fmt: skip
    assert {name: one.damage_kind for name, one in every if one.damage_kind != "natural"} == {
        "deep_one: Trident": "blade",
        "hybrid: Club": "blunt",
        "fungus: Cold tube": "other",
        "flying_polyp: Blast of wind": "other",
        "moon_beast: Spear": "blade",
        "sentinel_robot: Turret": "firearm",
        "attack_drone: Explosive charge": "explosion",
    }
    assert set(those("multiplier").values()) == {3}
    assert those("advantage") == {}


def test_privileged_actions():
    """OPS-CREAT-05, M-13: what is tested at ×5."""
    rows = table("profiles", "creature")
    assert {row.key: helped(row, "privileged") for row in rows if row.privileged} == {
        "dog": "INT scent",
        "rat_swarm": "DEX any action",
        "crocodile": "DEX ambush in water",
        "ghoul": "DEX stealth",
        "ghoul_alpha": "DEX stealth",
        "deep_one": "FOR swimming",
        "deep_one_elder": "FOR swimming",
        "shoggoth": "FOR engulf",
        "fungus": "INT science",
        "elder_thing": "INT science",
        "night_gaunt": "DEX stealth",
        "flying_polyp": "DEX vanish",
        "colour": "DEX seep",
        "phantom": "DEX stealth",
        "angle_stalker": "DEX appear",
        "rat_familiar": "DEX stealth",
        "serpent_man": "INT disguise, APP disguise",
        "test_subject": "FOR break",
        "parasite": "DEX stealth",
        "burrower": "FOR dig",
        "sentinel_robot": "INT sensors",
        "attack_drone": "DEX flight",
    }


def test_sizes():
    """OPS-CBT-15, OPS-CREAT-13: ours; a grip without a difficulty of its own would follow them."""
    rows = table("profiles", "creature")
    sizes = {size: {row.key for row in rows if row.size == size} for size in ("small", "large", "huge")}
    assert sizes == {
        "small": {"dog", "rat_swarm", "rat_familiar", "parasite", "attack_drone"},
        "large": {"bear", "crocodile", "elder_thing", "colour", "moon_beast", "sentinel_robot", "guardian_statue"},
        "huge": {"shoggoth", "flying_polyp", "star_spawn", "burrower"},
    }


def test_entities():
    """OPS-ENT-01, OPS-ENT-04, M-13: four without scores, one of them with an avatar; two protections."""
    rows = table("profiles", "entity")
    assert [row.key for row in rows] == ["drowned_priest", "gate_and_key", "crawling_messenger", "black_goat"]
    (avatar,) = [row.avatar for row in rows if row.avatar]
    assert [getattr(avatar, code) for code in BODY] == [20, 20, 20, 25, 40]
    assert (avatar.shock, avatar.spells_per_turn) == ("critical", 1)
    assert {row.key: row.difficulty for row in table("profiles", "easing")} == {"ward": "difficult", "sign": "standard"}


# --- ready Operators -------------------------------------------------------------------------------------------------

READY = """
ARES | assault | 31 | 16 15 17 13 11 12 10 | 16 1D3 | 60 55 | 0 | Boxing; criminal_investigation DEX firearms
HERMES | cyber | 28 | 9 11 13 18 17 14 11 | 10 – | 65 45 | 3 | Drone racing; Electronics
ASCLEPIOS | combat_medic | 36 | 12 14 15 14 17 13 11 | 13 – | 70 50 | 3 | Mountaineering; assault DEX assault
ARGOS | sniper | 34 | 12 13 18 15 10 15 9 | 13 – | 55 60 | 0 | Hunting; Meditation
ATHENA | case_officer | 42 | 8 10 12 17 18 16 15 | 9 – | 75 40 | 3 | Theatre; Fencing
HADES | scientist | 51 | 8 9 10 16 23 14 10 | 9 – | 50 65 | 6 | Dead languages; Chess
"""


@pytest.mark.parametrize(
    ("name", "specialty", "age", "scores", "derived", "gauges", "languages", "learned"), by_key(READY)
)
def test_ready_operators(name, specialty, age, scores, derived, gauges, languages, learned):
    """M-22, OPS-CREA-07 to OPS-CREA-13: every cell, and a sheet that creation would accept."""
    row = pack.ready(name.lower())
    assert (row.codename, row.specialty, row.age) == (name, specialty, int(age))
    assert [getattr(row, code) for code in CODES] == [int(one) for one in scores.split()]
    assert f"{threshold(row)} {bonus(row.FOR)}" == derived
    assert f"{row.san} {row.luck}" == gauges
    assert len(row.languages) == (max(0, row.EDU - 11) // 2) == int(languages)
    courses = [f"{one.specialty} {one.characteristic} {one.domain}" for one in row.trainings]
    assert [one.en for one in row.hobbies] + courses == learned.split("; ")
    trade = pack.specialty(row.specialty)
    assert trade.edu_min <= row.EDU
    assert bool(row.discipline_fr) == trade.discipline
