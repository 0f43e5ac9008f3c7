"""Creatures and ordinary adversaries, cell by cell (CREAT, PROT, MISS-07, MISS-15)."""

import re

import pytest

from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.pack import table
from gardien.systems.d20d100.pack.people import NO_PROTECTION, Attack, Protection
from gardien.systems.d20d100.pack.rows import signed_text
from systems.d20d100.ledger import by_key, lines, number, set_fields
from systems.worked import table as printed

CODES = ("FOR", "CON", "TAI", "INT", "POU", "DEX")
CREATURES = """
profond | Profond (Deep One) | 14 | 11 | 16 | 13 | 11 | 12 | 14 | 16 (15) | +0 | +0 | +2 | +1
shoggoth | Shoggoth | 63 | 42 | 84 | 7 | 11 | 3 | 63 | 7 (7) | −4 | +12 | +28 | +37
shan | Shan, insecte de Shaggaï | 2 | 2 | 1 | 12 | 17 | 30 | 2 | 29 (19) | +4 | −12 | −3 | −17
vampire_stellaire | Vampire stellaire | 26 | 12 | 26 | 11 | 14 | 12 | 19 | 15 (14) | −1 | +4 | +7 | +11
goule | Goule | 16 | 13 | 13 | 13 | 13 | 13 | 13 | 16 (15) | +0 | +0 | +2 | +2
byakhee | Byakhee | 17 | 11 | 17 | 11 | 11 | 13 | 14 | 16 (15) | +0 | +0 | +3 | +2
mi_go | Mi-Go, fungi de Yuggoth | 10 | 10 | 10 | 13 | 13 | 14 | 10 | 17 (15) | +0 | +0 | +0 | −1
maigre_bete | Maigre bête de la nuit | 11 | 11 | 14 | 4 | 11 | 14 | 13 | 17 (15) | +0 | +0 | +1 | −1
chien_tindalos | Chien de Tindalos | 16 | 30 | 16 | 17 | 24 | 11 | 23 | 15 (15) | +0 | +0 | +2 | +2
rejeton_shub | Sombre rejeton de Shub-Niggurath | 44 | 16 | 44 | 14 | 17 | 16 | 30 | 16 (13) | −2 | +8 | +14 | +24
polype | Polype volant | 50 | 25 | 50 | 14 | 16 | 13 | 38 | 14 (13) | −2 | +8 | +17 | +27
yith | Grande Race de Yith | 42 | 21 | 66 | 26 | 11 | 13 | 44 | 12 (11) | −4 | +12 | +21 | +27
horreur_chasseresse | Horreur chasseresse | 29 | 10 | 41 | 15 | 21 | 13 | 26 | 14 (13) | −2 | +8 | +10 | +16
habitant_sables | Habitant des sables | 14 | 13 | 13 | 10 | 11 | 13 | 13 | 16 (15) | +0 | +0 | +1 | +1
zombie | Zombie | 16 | 16 | 13 | 1 | 1 | 7 | 15 | 13 (13) | +0 | +0 | +2 | +2
homme_serpent | Homme-serpent | 11 | 11 | 11 | 16 | 13 | 13 | 11 | 16 (15) | +0 | +0 | +0 | −1
chthonien | Chthonien adulte | 50 | 45 | 60 | 17 | 17 | 6 | 53 | 11 (11) | −2 | +8 | +21 | +27
chose_ancienne | Chose très ancienne (Elder Thing) | 38 | 21 | 25 | 14 | 11 | 14 | 23 | 16 (14) | −1 | +4 | +10 | +17
cthulhu | Cthulhu | 140 | 110 | 210 | 42 | 42 | 21 | 160 | 12 (7) | −8 | +16 | +73 | +80
"""
REST = """
profond | 1 | 1× griffes −1 (1d6+BD); 1× lance −1 (1d8+BD) | 0/1d6 | 9, nage 12
shoggoth | minimal damage (fire, electricity: half) | 1× écrasement +8 (8d6) | 1d6/1d20 | 12
shan | none | 1× fouet nerveux +6 (special) | 1/1d6 | 6, vol 24
vampire_stellaire | 4 (5 if taken from d20) | 1× griffes +2 (1d6+BD); 1× morsure +10 (1d6 and −1d6 FOR per round) | 1/1d10 | 6, vol 9
goule | half damage from firearms and missiles | 2× griffes +0 (1d6+BD); 1× morsure +0 (1d6+BD, then 1d4 per round) | 0/1d6 | 9
byakhee | 2 | 2× griffes +1 (1d6+BD); 1× morsure +1 (1d6 and −1d6 FOR) | 1/1d6 | 6, vol 24
mi_go | minimal damage from bullets and piercing weapons | 2× pinces +0 (1d6+BD, then Lutte) | 0/1d6 | 7, vol 12
maigre_bete | 2 | 1× prise +0 (Lutte, no damage); 1× chatouille +0 (held victim: no action 1d6+1 rounds) | 0/1d6 | 9, vol 14
chien_tindalos | 2; immune to mundane weapons | 1× patte +12 (1d6+BD and ichor 2d6 − CON); 1× langue +12 (−1d3 POU) | 1d3/1d20 | 9
rejeton_shub | firearms do 1 point per bullet, others normal | 4× tentacules +10 (BD, then −1d3 FOR per round); 1× piétinement +2 (2d6+BD) | 1d3/1d10 | 9
polype | 4; mundane weapons do minimal damage | 4× tentacules +11 (1d10); 1× rafale de vent +8 (5d6, −1d6 per 20 m) | 1d3/1d20 | 9, vol 14
yith | 8 | 1× pince +3 (6d6); 1× fusil électrique +2 (2d10 (range 30 m)) | 0/1d6 | 7
horreur_chasseresse | 9 | 1× morsure +7 (1d6+BD); 1× queue +12 (Lutte) | 0/1d10 | 8, vol 13
habitant_sables | 3 | 2× griffes +0 (1d6+BD) | 0/1d6 | 9
zombie | bullets and piercing 1 point, others half | 1× morsure +0 (1d3); 1× griffe −1 (1d3+BD) | 1/1d8 | 6
homme_serpent | 1 | 1× morsure +1 (1d8 and poison 11) | 0/1d6 | 9
chthonien | 5 | 2× tentacules +9 (2d6 and −1d6 CON); 1× écrasement +10 (6d6) | 1d3/1d20 | 6, fouit 3
chose_ancienne | 7 | 2× tentacules +2 (1d6+BD) | 0/1d6 | 8, vol 10, nage 8
cthulhu | 21 | 1× griffe +14 (kills 1d3 investigators in reach); 4× tentacules +14 (BD) | 1d10/1d100 | 24
"""  # noqa: E501 (rows of the ledger)


@pytest.mark.parametrize(("key", "name", *CODES, "pv", "defence", "scale", "mass", "bonus", "lutte"), by_key(CREATURES))
def test_creatures(key, name, FOR, CON, TAI, INT, POU, DEX, pv, defence, scale, mass, bonus, lutte):
    """D100-CREAT-03 to D100-CREAT-05, D100-MISS-07: scores and what comes of them."""
    row = pack.creature(key)
    assert row.fr == name.partition(" (")[0]
    assert [getattr(row, code) for code in CODES] == [int(one) for one in (FOR, CON, TAI, INT, POU, DEX)]
    assert (row.pv, f"{row.defence} ({row.defence_flat})") == (int(pv), defence)
    result = (row.scale, row.mass, row.damage_bonus, row.lutte)
    assert result == tuple(number(one) for one in (scale, mass, bonus, lutte))


WAYS = {"walk": "", "swim": "nage ", "fly": "vol ", "burrow": "fouit "}


@pytest.mark.parametrize(("key", "protection", "attacks", "san", "speed"), by_key(REST))
def test_what_creatures_do(key, protection, attacks, san, speed):
    """D100-PROT-03, D100-MISS-07: plain Protection, attacks in order, SAN, speeds."""
    row = pack.creature(key)
    if protection.isdigit():
        assert row.protection == (Protection(kind="points", value=int(protection)),)
    elif protection == "none":
        assert row.protection == ()
    assert row.san.text == san
    ways = {way: getattr(row.speed, way) for way in ("walk", "fly", "swim", "burrow")}
    assert ", ".join(f"{WAYS[way]}{metres:g}" for way, metres in ways.items() if metres) == speed
    for one, text in zip(row.attacks, attacks.split("; "), strict=True):
        head, _, detail = text.partition(" (")
        assert f"{one.per_round}× {one.fr.lower()} {signed_text(one.attack)}" == head
        dice, bonus = re.match(r"(\d+d\d+)?(\+?BD)?", detail).groups()
        assert one.damage == (dice or ("0" if bonus else None))
        assert one.add_bonus == bool(bonus)


def modifier(score: int) -> int:
    return (score - 10) // 2


def damage_bonus(total: int) -> int:
    rows = table("scales", "damage_bonus")
    result = [row.bonus for row in rows if total <= row.last]
    return result[0] if result else int(3.5 * (6 - (120 - total) // 16))


@pytest.mark.parametrize("row", [row for name in ("creature", "adversary") for row in table("profiles", name)])
def test_profiles_follow_from_their_scores(row):
    """D100-MISS-02, D100-MISS-07: PV, Scale, Mass, Defence, Lutte, damage bonus; a swarm is its own."""
    if row.key == "rats":
        return
    size, dex = pack.size(row.TAI), modifier(row.DEX)
    assert row.pv == -(-(row.CON + row.TAI) // 2)
    assert (row.scale, row.mass) == (size.scale, size.mass)
    assert (row.defence, row.defence_flat) == (15 + dex + size.scale, 15 + min(0, dex) + size.scale)
    assert row.lutte == modifier(row.FOR) - 1 + size.mass
    assert row.damage_bonus == damage_bonus(row.FOR + row.TAI)
    assert row.major == (row.pv >= 50)


def test_printed_defences():
    """D100-TAB-09, D100-CREAT-04: the sums of the source."""
    names = {row.fr.partition(",")[0]: row for row in table("profiles", "creature")}
    for source in printed("d20d100", "D100-TAB-09"):
        row = names[source["creature"]]
        assert (modifier(row.DEX), row.scale, row.defence) == (source["dex"], source["scale"], source["defence"])
    star = names["Vampire stellaire"]
    assert (star.defence, star.protection_against().value) == (15, 4)


def test_three_monsters_take_massive_damage_late():
    """D100-HEALTH-05: fifty PV and more."""
    assert [row.key for row in table("profiles", "creature") if row.major] == ["shoggoth", "chthonien", "cthulhu"]


# --- special protections ---------------------------------------------------------------------------------------------

PROTECTIONS = """
shoggoth | fire, electricity | half | 0
shoggoth | everything else | minimal | 0
goule | firearms and missiles | half | 0
mi_go | bullets and piercing weapons | minimal | 0
chien_tindalos | mundane weapons | immune | 0
chien_tindalos | everything else | points | 2
rejeton_shub | firearms | one_point | 0
polype | mundane weapons | minimal | 4
polype | everything else | points | 4
zombie | bullets and piercing weapons | one_point | 0
zombie | everything else | half | 0
"""
AGAINST = {
    "fire, electricity": ("fire", "electricity"),
    "everything else": ("everything",),
    "firearms and missiles": ("firearms", "missiles"),
    "bullets and piercing weapons": ("bullets", "piercing"),
    "mundane weapons": ("mundane",),
    "firearms": ("firearms",),
}


def test_special_protections():
    """D100-PROT-03, D100-MISS-07: in the order in which an attack meets them."""
    result = [
        (row.key, one.against, one.kind, one.value)
        for row in table("profiles", "creature")
        for one in row.protection
        if len(row.protection) > 1 or one.kind != "points"
    ]
    assert result == [(key, AGAINST[against], kind, int(value)) for key, against, kind, value in lines(PROTECTIONS)]


@pytest.mark.parametrize(
    ("key", "kinds", "kind", "value"),
    [
        ("shoggoth", ("mundane", "fire"), "half", 0),
        ("shoggoth", ("mundane", "firearms", "bullets"), "minimal", 0),
        ("goule", ("mundane", "missiles"), "half", 0),
        ("goule", ("mundane",), "none", 0),
        ("chien_tindalos", ("mundane",), "immune", 0),
        ("chien_tindalos", (), "points", 2),
        ("polype", ("mundane",), "minimal", 4),
        ("zombie", ("mundane", "piercing"), "one_point", 0),
        ("zombie", ("mundane",), "half", 0),
        ("profond", ("mundane",), "points", 1),
        ("shan", ("mundane",), "none", 0),
    ],
)
def test_the_first_protection_that_fits_counts(key, kinds, kind, value):
    """D100-PROT-03: and none is none."""
    result = pack.creature(key).protection_against(*kinds)
    assert (result.kind, result.value) == (kind, value)
    assert NO_PROTECTION.kind == "none"


# --- what else there is ----------------------------------------------------------------------------------------------

PLAIN = ("attack", "per_round", "damage", "add_bonus")


def effects(row) -> dict:
    return {one.en: result for one in row.attacks if (result := set_fields(one, PLAIN))}


def test_special_attacks():
    """D100-MISS-07: drains, poisons, holds, what goes on; and nothing more."""
    draining = {"drain_goes_on": True}
    result = {row.key: effects(row) for row in table("profiles", "creature")}
    assert {key: one for key, one in result.items() if one} == {
        "shoggoth": {"Crush": {"each_round": "8d6", "engulfs": True}},
        "shan": {"Nerve whip": {"stun_rounds": "1d3"}},
        "vampire_stellaire": {"Bite": {"drain": "1d6", "drains": "FOR"} | draining},
        "goule": {"Bite": {"each_round": "1d4"}},
        "byakhee": {"Bite": {"drain": "1d6", "drains": "FOR"}},
        "mi_go": {"Pincers": {"grapples": True}},
        "maigre_bete": {"Grasp": {"grapples": True}, "Tickling": {"stun_rounds": "1d6+1"}},
        "chien_tindalos": {"Tongue": {"drain": "1d3", "drains": "POU"}},
        "rejeton_shub": {"Tentacles": {"drain": "1d3", "drains": "FOR"} | draining},
        "polype": {"Blast of wind": {"fades_each_m": 20}},
        "yith": {"Electric gun": {"range_m": 30}},
        "horreur_chasseresse": {"Tail": {"grapples": True}},
        "homme_serpent": {"Bite": {"poison": 11}},
        "chthonien": {"Tentacles": {"drain": "1d6", "drains": "CON"}},
        "cthulhu": {"Claw": {"kills": "1d3"}},
    }


def test_an_attack_without_damage_says_what_it_does():
    """D100-MISS-07: whatever is more than dice is told in words."""
    for row in [*table("profiles", "creature"), *table("profiles", "adversary")]:
        for one in row.attacks:
            assert one.special_fr or (one.damage and not set_fields(one, PLAIN)), row.key


def test_other_abilities():
    """D100-MISS-07: regeneration, skills, the ghoul with both attacks, the dead who feel nothing."""
    rows = table("profiles", "creature")
    assert {row.key: row.regeneration for row in rows if row.regeneration} == {
        "shoggoth": 2,
        "chien_tindalos": 4,
        "chthonien": 5,
        "cthulhu": 6,
    }
    assert {row.key: row.skills for row in rows if row.skills} == {
        "goule": {"grimper": 11, "depl_silencieux": 10, "ecouter": 8},
        "maigre_bete": {"depl_silencieux": 12},
    }
    assert [row.key for row in rows if row.every_attack] == ["goule"]
    assert [row.key for row in rows if row.no_shock and row.no_temporary_damage] == ["zombie"]


# --- ordinary adversaries --------------------------------------------------------------------------------------------

# Modifiers, PV, Defence and Protection, skills, generic scores: as the ledger prints them.
ADVERSARIES = """
sectateur | FOR +0, DEX +0, CON +0, TAI +1, POU +1 | 12 15 0 | armes_contact +1, lutte −1, se_cacher −2 | ranged −2
gangster | FOR +1, DEX +1, CON +1, TAI +1 | 13 16 0 | revolver +5, boxe +6, arme_auto +1, ecole_rue +4, intimidation +3 | melee +1
policier | FOR +1, DEX +0, CON +1, TAI +1 | 13 15 0 | revolver +3, boxe +5, armes_contact +2, observer +2 |
passant | FOR +0, DEX +0, CON +0, TAI +1 | 12 15 0 | boxe +4, ecouter −1, observer −1 |
chien | FOR −1, DEX +2, CON +1, TAI −2 | 9 18 0 | ecouter +9, suivre_piste +10 |
loup | FOR +1, DEX +2, CON +1, TAI −1 | 11 17 1 | ecouter +6 |
rats | DEX +2 | 10 19 0 | |
"""  # noqa: E501 (rows of the ledger)


@pytest.mark.parametrize(("key", "modifiers", "body", "skills", "generic"), by_key(ADVERSARIES))
def test_ordinary_adversaries(key, modifiers, body, skills, generic):
    """D100-CREAT-02, D100-MISS-07, D100-MISS-15: modifiers, body, skills, generic scores."""
    row = pack.adversary(key)
    for one in modifiers.split(", "):
        code, bonus = one.split()
        assert modifier(getattr(row, code)) == number(bonus)
    assert f"{row.pv} {row.defence} {row.protection_against().value}" == body
    assert ", ".join(f"{name} {signed_text(bonus)}" for name, bonus in row.skills.items()) == skills
    if generic:
        name, score = generic.split()
        assert getattr(row, f"generic_{name}") == number(score)
    assert row.scale == (1 if key == "chien" else 4 if key == "rats" else 0)


def test_generic_scores_not_printed_follow_the_rule():
    """D100-CREAT-02, D100-MISS-15: the skill with weapons where there is one, else FOR − 2 and DEX − 2."""
    for row in table("profiles", "adversary"):
        if row.weapons:
            usual = row.skills.get("armes_contact", modifier(row.FOR) - 2)
            assert row.generic_melee == (1 if row.key == "gangster" else usual)
            assert row.generic_ranged == modifier(row.DEX) - 2


def test_what_ordinary_adversaries_fight_with():
    """D100-MISS-07: weapons of the list for people, bites for animals."""
    rows = table("profiles", "adversary")
    assert {row.key: row.weapons for row in rows if row.weapons} == {
        "sectateur": ("couteau_combat",),
        "gangster": ("colt_38", "poing"),
        "policier": ("colt_38", "matraque", "poing"),
        "passant": ("poing",),
    }
    assert all(pack.weapon(key) for row in rows for key in row.weapons)
    bites = {row.key: [(one.attack, one.damage, one.add_bonus) for one in row.attacks] for row in rows if row.attacks}
    assert bites == {"chien": [(0, "1d6", False)], "loup": [(0, "1d8", True)], "rats": [(1, "1d3", False)]}
    assert pack.adversary("rats").attacks[0].everyone_within_m == 1.5
    assert pack.adversary("sectateur").san == 0
    assert isinstance(pack.adversary("loup").attacks[0], Attack)


def test_adversaries_have_skills_that_exist():
    """D100-MISS-07: as keys of the list."""
    for name in ("creature", "adversary"):
        assert all(pack.skill(key) for row in table("profiles", name) for key in row.skills)


def test_lists_are_those_of_the_ledger():
    """D100-MISS-07: nineteen creatures, seven adversaries."""
    assert [row.key for row in table("profiles", "creature")] == [row[0] for row in lines(CREATURES)]
    assert [row.key for row in table("profiles", "adversary")] == [row[0] for row in lines(ADVERSARIES)]
