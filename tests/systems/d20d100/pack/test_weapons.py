"""Weapons, rates of fire, bursts and armours, cell by cell (WPN, FIRE, PROT, MISS)."""

import pytest

from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.pack import table
from gardien.systems.d20d100.pack.people import kinds_of
from systems.d20d100.ledger import NO, by_key, lines, number
from systems.worked import table as printed

CONTACT = """
poing | Poing, pied (Boxe) | 1d3 temp. | ×2 | 1 | – | yes | text
petit_couteau | Petit couteau, canif | 1d3 | ×2 | 1 | 3 m | yes | text
rasoir | Rasoir | 1d3 | ×2 | 1 | – | yes | text (critical)
couteau_combat | Couteau de combat | 1d4 | 19–20/×2 | 1 | 3 m | yes | text
couteau_boucher | Couteau de boucher | 1d4 | 19–20/×2 | 1 | 3 m | yes | text (critical)
baionnette | Baïonnette en main | 1d4 | 19–20/×2 | 1 | – | yes | text (critical)
baionnette_fusil | Baïonnette au canon | 1d6 | 19–20/×2 | 2 | – | yes | proposed
matraque | Matraque | 1d4 | ×2 | 1 | – | yes | proposed
canne | Canne | 1d4 | ×2 | 1 | – | yes | proposed
canne_epee | Canne-épée | 1d6 | 19–20/×2 | 1 | – | yes | proposed
fleuret | Fleuret, épée (escrime) | 1d6 | 18–20/×2 | 1 | – | yes | proposed
sabre | Sabre | 1d6 | 18–20/×2 | 1 | – | yes | text
machette | Machette | 1d6 | 19–20/×2 | 1 | – | yes | text (damage)
nunchaku | Nunchaku | 1d6 | ×2 | 1 | – | yes | text (damage)
barre_fer | Barre de fer, tisonnier | 1d6 | ×2 | 1 | – | yes | text (damage)
batte | Batte | 1d6 | ×2 | 2 | – | yes | text
pelle | Pelle | 1d6 | ×2 | 2 | – | yes | text
pelle_pliante | Pelle pliante | 1d4 | ×2 | 1 | – | yes | text
hachette | Hachette | 1d6 | ×3 | 1 | 3 m | yes | text (damage)
hache | Hache | 1d8 | ×3 | 2 | – | yes | text
lance | Lance, harpon | 1d8 | ×3 | 2 | 6 m | yes | proposed
arme_feu_crosse | Arme à feu comme masse | 1d4 | ×2 | 1 | 1,5 m (handgun) | yes | text
fouet | Fouet | 1d3 | ×2 | 1 | – | no | proposed
torche | Torche | 1d4 | ×2 | 1 | 3 m | yes | proposed; may set clothes on fire (D100-ROLL-03)
garrot | Garrot | – | – | 2 | – | no | proposed; only strangles (D100-GRAP-04), difficulty_bonus 2
objet | Objet improvisé (chaise, bouteille) | 1d4 | ×2 | 1 | 1,5 m | yes | proposed; −4
"""
THROWN = """
couteau_lance | Couteau lancé | 1d4 | 19–20/×2 | 3 m | – | yes | no
hachette_lancee | Hachette lancée | 1d6 | ×3 | 3 m | – | yes | no
arme_poing_lancee | Arme de poing lancée | 1d4 | ×2 | 1,5 m | – | yes | no
pierre | Pierre | 1d3 | ×2 | 3 m | – | yes | no
flechette | Fléchette | 1d3 | ×2 | 6 m | – | yes | no
javelot | Javelot | 1d6 | ×2 | 9 m | – | yes | no
boomerang | Boomerang | 1d4 | ×2 | 6 m | – | yes | yes
fronde | Fronde | 1d4 | ×2 | 15 m | 1 simple action | yes | yes
sarbacane | Sarbacane | 1 | ×2 | 3 m | 1 simple action | no | yes
arc_court | Arc court | 1d6 | ×3 | 18 m | free | negative only | yes
arc_long | Arc long | 1d8 | ×3 | 30 m | free | negative only | yes
arbalete | Arbalète | 1d10 | 19–20/×2 | 24 m | 1 round | no | yes
"""
HANDGUNS = """
derringer_41 | Derringer .41 | Der | 1d8 | ×3 | 6 | 2 | 2 loose/half-round | Simple | 2 | 3 | −1 | N |
rev_22 | Revolver .22 | Rev/D | 1d6 | ×3 | 6 | 6 | 2 loose/half-round | Triple | 2 | 1 | +1 | N |
pist_25 | Pistolet .25 (6,35 mm) | Pist | 1d6 | ×3 | 6 | 6 | magazine | Triple | 2 | 2 | +0 | A |
rev_32 | Revolver .32 | Rev/D | 1d8 | ×3 | 6 | 6 | 2 loose/half-round | Triple | 2 | 2 | +1 | N |
pist_32 | Pistolet .32 (7,65 mm) | Pist | 1d8 | ×3 | 6 | 8 | magazine | Triple | 2 | 2 | +1 | A |
rev_1892 | Revolver d’ordonnance 8 mm 1892 | Rev/D | 1d8 | ×3 | 6 | 6 | 2 loose/half-round | Triple | 4 | 2 | +0 | N |
colt_38 | Colt .38 | Rev/D | 1d10 | ×3 | 6 | 6 | 2 loose/half-round | Triple | 4 | 3 | +1 | N | text
rev_38_sa | Revolver .38 simple action | Rev | 1d10 | ×3 | 6 | 6 | 2 loose/half-round | Double | 4 | 3 | +1 | N |
luger | Luger P08 9 mm | Pist | 1d10 | ×3 | 6 | 8 | magazine | Triple | 4 | 3 | +1 | A |
mauser_c96 | Mauser C96 7,63 mm | Pist | 1d10 | ×3 | 6 | 10 | clip (as magazine) | Triple | 6 | 3 | +1 | A | named in text
webley_455 | Webley .455 | Rev/D | 2d8 | ×3 | 6 | 6 | 2 loose/half-round | Triple | 4 | 4 | +0 | N |
colt_45_sa | Colt .45 simple action 1873 | Rev | 2d8 | ×3 | 6 | 6 | 2 loose/half-round | Double | 4 | 4 | +0 | N |
colt_45 | Colt .45 (revolver double action) | Rev/D | 2d8 | ×3 | 6 | 6 | 2 loose/half-round | Triple | 4 | 4 | +0 | N | text
colt_45_auto | Colt .45 automatique 1911 | Pist | 2d8 | ×3 | 6 | 7 | magazine | Triple | 4 | 4 | +0 | A | text (Recoil 4)
"""  # noqa: E501 (rows of the ledger)
RIFLES = """
carabine_22 | Carabine .22 | Fus/V | 1d8 | ×3 | 18 | 6 | 2 loose/half-round | Réduite | 2 | 1 | +1 | N |
carabine_44 | Carabine à levier .44-40 | Fus/L | 2d6 | ×3 | 18 | 12 | 2 loose/half-round | Double | 4 | 3 | +0 | N |
winchester_3030 | Winchester .30-30 à levier | Fus/L | 2d8 | ×3 | 27 | 6 | 2 loose/half-round | Double | 6 | 4 | +0 | N |
lebel | Lebel 8 mm | Fus/V | 2d10 | ×3 | 30 | 8 | 2 loose/half-round | Réduite | 8 | 5 | +0 | N |
mauser_98 | Mauser 98 7,92 mm | Fus/V | 2d10 | ×3 | 36 | 5 | clip (as magazine) | Réduite | 8 | 5 | +1 | N |
lee_enfield | Lee-Enfield .303 | Fus/V | 2d10 | ×3 | 36 | 10 | clip of 5 (magazine_size 5) | Réduite | 8 | 5 | +1 | N |
springfield | Springfield .30-06 | Fus/V | 2d10 | ×3 | 36 | 5 | clip (as magazine) | Réduite | 8 | 5 | +1 | N |
fusil_precision | Fusil de précision (lunette) | Fus/V | 2d10 | ×3 | 45 | 5 | clip (as magazine) | Réduite | 8 | 5 | +2 | N | text (Penetration 8)
remington_8 | Remington 8 semi-automatique .35 | Fus/SA | 2d8 | ×3 | 27 | 5 | clip (as magazine) | Triple | 6 | 4 | +0 | A |
martini | Martini-Henry à un coup | Fus/1 | 2d10 | ×3 | 27 | 1 | 1 loose/half-round | Simple | 6 | 6 | +0 | N |
elephant | Fusil à éléphant .577 (2 canons) | Fus/2 | 3d10 | ×3 | 27 | 2 | 2 loose/half-round | Simple | 10 | 8 | +0 | N |
"""  # noqa: E501 (rows of the ledger)
SHOTGUNS = """
chasse_20 | Fusil de chasse cal. 20 | Cha/2 | 2d6/1d6/1d3 | ×2 | 9 | 2 | 2 loose/half-round | Double | 0 | 4 | +0 | N |
chasse_12 | Fusil de chasse cal. 12 | Cha/2 | 3d6/2d6/1d6 | ×2 | 9 | 2 | 2 loose/half-round | Double | 0 | 5 | +0 | N | text (Penetration 0)
chasse_10 | Fusil de chasse cal. 10 | Cha/2 | 4d6/2d6/1d6 | ×2 | 9 | 2 | 2 loose/half-round | Double | 0 | 6 | +0 | N |
pompe_12 | Fusil à pompe cal. 12 | Cha/P | 3d6/2d6/1d6 | ×2 | 9 | 5 | 2 loose/half-round | Double | 0 | 5 | +0 | N | text (damage)
auto5_12 | Fusil semi-automatique cal. 12 | Cha/SA | 3d6/2d6/1d6 | ×2 | 9 | 5 | 2 loose/half-round | Triple | 0 | 5 | +0 | A |
scie_12 | Canon scié cal. 12 | Cha/2 | 3d6/2d6/1d6 | ×2 | 3 | 2 | 2 loose/half-round | Double | 0 | 6 | −1 | N |
"""  # noqa: E501 (rows of the ledger)
SUBMACHINE_GUNS = """
thompson | Thompson 1921 .45 | Mit | 2d8 | ×3 | 9 | 20 (magazine) / 50 (drum) | magazine; drum 1 round | Rafale-10 or Triple | 4 | 3 | +0 | A | text (Rafale-10)
mp18 | Bergmann MP18 9 mm | Mit | 1d10 | ×3 | 9 | 30 | magazine | Rafale-10 | 4 | 2 | +0 | A |
"""  # noqa: E501 (rows of the ledger)
MACHINE_GUNS = """
bar | BAR 1918 .30-06 | FA | 2d10 | ×3 | 36 | 20 | magazine | Rafale-10 or Triple | 8 | 5 | +0 | A |
lewis | Lewis .303 (bipied) | FM | 2d10 | ×3 | 36 | 50 | drum 1 round | Rafale-10 | 8 | 4 | +0 | A |
chauchat | Chauchat 8 mm (bipied) | FM | 2d10 | ×3 | 30 | 20 | magazine | Rafale-10 | 8 | 5 | −1 | A |
browning_1917 | Browning 1917 (trépied) | Mtr | 2d10 | ×3 | 45 | 250 (belt) | belt 2 rounds | Rafale-10 | 8 | 2 | +0 | A |
gatling | Gatling à manivelle (affût) | Mtr | 2d10 | ×3 | 36 | 200 (hopper) | hopper 2 rounds | Rafale-50 | 8 | 3 | +0 | A | rotating barrels; outside the 1920s list of the text
"""  # noqa: E501 (rows of the ledger)
BONUS = {"yes": "always", "no": "never", "negative only": "negative"}
RATES = {
    "Réduite": "reduced", "Simple": "single", "Double": "double", "Triple": "triple", "Rafale-10": "burst_10",
    "Rafale-50": "burst_50",
}  # fmt: skip
RELOADS = {
    "2 loose/half-round": "loose", "1 loose/half-round": "single_loose", "magazine": "magazine",
    "clip (as magazine)": "magazine", "clip of 5 (magazine_size 5)": "magazine", "drum 1 round": "drum",
    "belt 2 rounds": "belt", "hopper 2 rounds": "belt",
}  # fmt: skip


def metres(text: str) -> float | None:
    return None if text == NO else float(text.split()[0].replace(",", "."))


@pytest.mark.parametrize(("key", "name", "damage", "critical", "hands", "thrown", "bonus", "source"), by_key(CONTACT))
def test_contact_weapons(key, name, damage, critical, hands, thrown, bonus, source):
    """D100-WPN-05, D100-WPN-06, D100-MISS-05: damage, critical, hands, throwing, damage bonus."""
    row = pack.weapon(key)
    assert name.startswith(row.fr)
    assert (row.weapon_class, row.combat_skill) == ("contact", "boxe" if "Boxe" in name else "armes_contact")
    assert f"{row.damage or NO}{' temp.' if row.temporary else ''}" == damage
    assert (row.critical if row.damage else NO) == critical
    assert row.hands == int(hands)
    assert row.increment == metres(thrown)
    assert row.strength == BONUS[bonus]
    assert bool(row.printed) == source.startswith("text")
    assert (row.type, row.rates, row.penetration, row.recoil, row.precision) == (None, ("none",), 0, 0, 0)


def test_what_contact_weapons_have_besides():
    """D100-MISS-05: fire, strangling, an object that is no weapon."""
    rows = table("weapons", "weapon")
    assert [row.key for row in rows if row.sets_fire] == ["torche"]
    assert {row.key: row.strangle_bonus for row in rows if row.strangle_bonus} == {"garrot": 2}
    assert {row.key: row.improvised for row in rows if row.improvised} == {"objet": -4}


@pytest.mark.parametrize(
    ("key", "name", "damage", "critical", "increment", "reload", "bonus", "exotic"), by_key(THROWN)
)
def test_thrown_weapons(key, name, damage, critical, increment, reload, bonus, exotic):
    """D100-WPN-06, D100-WPN-07, D100-MISS-05: five increments at most."""
    row = pack.weapon(key)
    assert (row.fr, row.weapon_class, row.combat_skill, row.most_increments) == (name, "thrown", "armes_jet", 5)
    assert (row.damage, row.critical, row.increment) == (damage, critical, metres(increment))
    assert row.reload_actions == {NO: None, "free": 0, "1 simple action": 1, "1 round": 2}[reload]
    assert row.strength == BONUS[bonus]
    assert row.exotic == (exotic == "yes")
    assert row.poisoned == (key == "sarbacane")


FIREARMS = [
    pytest.param(skill, kind, hands, *row, id=row[0])
    for text, skill, kind, hands in (
        (HANDGUNS, "revolver", "firearm", 1),
        (RIFLES, "fusil", "firearm", 2),
        (SHOTGUNS, "fusil", "shotgun", 2),
        (SUBMACHINE_GUNS, "arme_auto", "firearm", 2),
        (MACHINE_GUNS, "arme_auto", "firearm", 2),
    )
    for row in lines(text)
]


@pytest.mark.parametrize(
    (
        *("skill", "kind", "hands", "key", "name", "type", "damage", "critical", "increment", "capacity", "reload"),
        *("rate", "penetration", "recoil", "precision", "malfunction", "source"),
    ),
    FIREARMS,
)
def test_firearms(
    skill, kind, hands, key, name, type, damage, critical, increment, capacity, reload, rate, penetration, recoil,
    precision, malfunction, source,
):  # fmt: skip
    """D100-WPN-09 to D100-WPN-13, D100-FIRE-05, D100-FIRE-06, D100-FIRE-11, D100-MISS-05: every column."""
    row = pack.weapon(key)
    assert row.fr.replace("\u00a0", " ") == name
    assert (row.combat_skill, row.weapon_class, row.hands, row.strength) == (skill, kind, hands, "never")
    assert (row.damage, row.critical, row.increment) == (damage, critical, float(increment))
    assert row.type_line == f"{type} ({penetration}, {recoil}, {precision})"
    assert row.rates == tuple(RATES[one] for one in rate.split(" or "))
    sizes = [int(one.split()[0]) for one in capacity.split(" / ")]
    assert [one for one in (row.capacity, row.other_capacity) if one] == sizes
    assert [one for one in (row.reload, row.other_reload) if one] == [RELOADS[one] for one in reload.split("; ")]
    assert row.magazine_size == (5 if "of 5" in reload else None)
    assert row.jams == (malfunction == "A")
    assert bool(row.printed) == ("text" in source and not source.startswith("rotating"))
    assert row.most_increments == (3 if kind == "shotgun" else 10)


def test_every_weapon_is_in_a_table_of_the_ledger():
    """D100-MISS-05: seventy-six, in order."""
    texts = (CONTACT, THROWN, HANDGUNS, RIFLES, SHOTGUNS, SUBMACHINE_GUNS, MACHINE_GUNS)
    assert [row.key for row in table("weapons", "weapon")] == [row[0] for text in texts for row in lines(text)]
    assert len(table("weapons", "weapon")) == 76


def test_handguns_have_an_increment_of_six_metres():
    """D100-WPN-13: whatever other tables say."""
    assert {row.increment for row in table("weapons", "weapon") if row.combat_skill == "revolver"} == {6}


@pytest.mark.parametrize(
    ("key", "modes"),
    [
        ("sabre", ()),
        ("lebel", ("single",)),
        ("martini", ("single",)),
        ("pompe_12", ("single", "double")),
        ("colt_45", ("single", "double", "triple")),
        ("mp18", ("burst_10",)),
        ("thompson", ("burst_10", "single", "double", "triple")),
        ("gatling", ("burst_50",)),
    ],
)
def test_modes(key, modes):
    """D100-WPN-11, D100-FIRE-09: what one may choose, the default first."""
    assert pack.weapon(key).modes == modes
    assert pack.weapon(key).rate == pack.weapon(key).rates[0]


def test_shot_has_three_damages():
    """D100-FIRE-06: one for each increment; everything else has one, the garrotte none."""
    assert pack.weapon("chasse_12").damages == ("3d6", "2d6", "1d6")
    assert pack.weapon("colt_45").damages == ("2d8",)
    assert pack.weapon("garrot").damages == ()


# --- what the source prints ------------------------------------------------------------------------------------------

KINDS = {
    "razor": "rasoir", "shovel": "pelle", "bat": "batte", "firearm as club": "arme_feu_crosse",
    "combat knife": "couteau_combat", "butcher knife": "couteau_boucher", "bayonet": "baionnette", "sabre": "sabre",
    "axe": "hache", "small knife": "petit_couteau", "hatchet": "hachette", "nunchaku": "nunchaku",
    "iron bar": "barre_fer", "machete": "machette", "table knife": "petit_couteau", "knife": "couteau_combat",
    "thrown handgun": "arme_poing_lancee",
}  # fmt: skip


def test_printed_criticals():
    """D100-TAB-05, D100-WPN-05: by kind of hand weapon."""
    for row in printed("d20d100", "D100-TAB-05"):
        for name in row["weapons"].split(", "):
            result = pack.weapon(KINDS[name])
            assert (result.threat_min, result.multiplier) == (row["threat_min"], row["multiplier"]), name


def test_printed_damage():
    """D100-TAB-06, D100-WPN-05: the shovel stands twice; the small one folds."""
    small = {("1d4", "shovel"): "pelle_pliante"}
    for row in printed("d20d100", "D100-TAB-06"):
        for name in row["weapons"].split(", "):
            assert pack.weapon(small.get((row["damage"], name), KINDS[name])).damage == row["damage"], name


def test_printed_ranges_of_thrown_weapons():
    """D100-TAB-07, D100-WPN-06: whether listed among hand weapons or among thrown ones."""
    for row in printed("d20d100", "D100-TAB-07"):
        for name in row["weapons"].split(", "):
            assert pack.weapon(KINDS[name]).increment == row["increment_m"], name
    for hand, thrown in (
        ("couteau_combat", "couteau_lance"),
        ("hachette", "hachette_lancee"),
        ("arme_feu_crosse", "arme_poing_lancee"),
    ):
        one, other = pack.weapon(hand), pack.weapon(thrown)
        assert (one.increment, one.damage, one.critical) == (other.increment, other.damage, other.critical)


def test_printed_rates_of_fire():
    """D100-TAB-12, D100-WPN-11: the two short bursts come from D100-MISS-12, not from the source."""
    rows = {row["class"]: row for row in printed("d20d100", "D100-TAB-12")}
    multiples = {"none": "none", "double": "double", "double_or_triple": "double or triple", "burst": "burst"}
    for row in table("weapons", "rate")[1:]:
        source = rows.pop(row.fr)
        if source["multiple"] != "not treated":
            assert (multiples[row.multiple], row.most) == (source["multiple"], source["max_shots_per_round"])
    assert rows == {}


def test_bursts():
    """D100-FIRE-04, D100-FIRE-07, D100-MISS-12: rounds, Difficulty, area; more dice and Recoil for the short ones."""
    result = {
        row.key: (row.rounds, row.difficulty, row.square_m, row.more_dice, row.recoils)
        for row in table("weapons", "rate")
        if row.multiple == "burst"
    }
    assert result == {
        "burst_3": (3, None, None, 1, 1),
        "burst_5": (5, None, None, 2, 2),
        "burst_10": (10, 10, 3, 0, 1),
        "burst_50": (50, 15, 6, 0, 1),
    }
    assert {row.rounds for row in table("weapons", "rate") if row.multiple != "burst"} == {1}


def test_printed_damage_of_bursts():
    """D100-TAB-08, D100-FIRE-08: by distance."""
    result = [(row.failed, row.succeeded) for row in table("weapons", "burst_range")]
    rows = printed("d20d100", "D100-TAB-08")
    assert result == [(row["reflex_failed"], row["reflex_succeeded"]) for row in rows]
    assert [row.increments for row in table("weapons", "burst_range")] == [1, 2, None]


@pytest.mark.parametrize(
    ("key", "kinds"),
    [
        ("colt_45", ("mundane", "firearms", "bullets")),
        ("chasse_12", ("mundane", "firearms", "bullets")),
        ("arc_long", ("mundane", "missiles", "piercing")),
        ("pierre", ("mundane", "missiles")),
        ("lance", ("mundane", "piercing")),
        ("torche", ("mundane", "fire")),
        ("batte", ("mundane",)),
    ],
)
def test_what_an_attack_is_for_monsters(key, kinds):
    """D100-PROT-03: which special Protections it meets."""
    assert kinds_of(pack.weapon(key)) == kinds


ARMOURS = """
gilet_soie | gilet de soie ou de cuir renforcé | 4 | d4 | −1
gilet_leger | gilet pare-balles léger | 6 | d6 | −2
gilet_plaques | gilet pare-balles à plaques | 8 | d8 | −3
cuirasse | cuirasse de tranchée | 10 | d10 | −4
armure_assaut | armure d'assaut complète | 12 | d12 | −5
"""


@pytest.mark.parametrize(("key", "name", "protection", "die", "penalty"), by_key(ARMOURS))
def test_armours(key, name, protection, die, penalty):
    """D100-PROT-01, D100-PROT-02, D100-MISS-06: Protection, its die, the penalty that follows from it."""
    row = pack.armour(key)
    assert row.fr.lower() == name.replace("'", "’")
    assert (row.protection, f"d{row.protection}", row.penalty) == (int(protection), die, number(penalty))
    assert row.penalty == -(row.protection - 2) / 2
