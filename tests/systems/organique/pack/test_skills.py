"""Skills, combat skills, psychic skills, classes, traits, cell by cell (M2 to M7, HACK-06, CSK)."""

import re

import pytest

from gardien.systems.organique import pack
from gardien.systems.organique.pack import keys, table
from gardien.systems.organique.rules.fight.combat_skills import base_bonus
from systems.organique.ledger import NO, bases, by_row, number, snake
from systems.organique.ledger import keys as listed

SKILLS = {
    ("INT", "INT"): "Physics, Chemistry, Biology, Medicine, Emergency medicine, Surgery, Pharmacology and toxicology,"
    " Psychology, History, Law, Corporations, Street lore, Finance, Languages, Games, Strategy, Forensics,"
    " Cryptography",
    ("SOC", "CHA"): "Acting, Fast talk, Bargaining, Seduction, Leadership, Disguise, Etiquette, Black market,"
    " Interrogation [VOL], Intimidation [VOL]",
    (
        "PHY",
        "",
    ): "Climbing [AGI], Stealth [AGI], Acrobatics [AGI], Sleight of hand [AGI], Swimming [END], Running [VIT],"
    " Jumping [VIT], Observation [PER], Tracking [PER], Urban survival [PER], Weight-lifting [FOR], Meditation [VOL]",
    ("TEC", "INT"): "Mechanics, Electronics, Demolition, Masonry, Locks [AGI], Gunsmith, Armour making, Robotics,"
    " Surveillance, Practical chemistry, Salvage [PER]",
    ("INF", "INT"): "Anonymity, Copy protection, Data piracy, Flood, Network knowledge, Compatibility, Connection,"
    " Network protocols, Network security, Operating system, Dataterm, Programming applications, Programming virus,"
    " System crashing, Computer stealth",
    ("VEH", "AGI"): "Motorbike, Car, Lorry and bus, Bicycle and skates, Boat, Drone [INT], Helicopter",
}
SIXTEEN = (
    "anonymity copy_protection data_piracy flood network_knowledge compatibility connection network_protocols"
    " network_security operating_system dataterm programming_applications programming_virus system_crashing"
    " computer_stealth cryptography"
)


@pytest.mark.parametrize(("category", "usual"), SKILLS)
def test_skills_of_a_category(category, usual):
    """M4: which there are and what they are tested with; bodily and social ones are open to everybody."""
    rows = [row for row in table("skills", "skill") if row.category == category]
    wanted = [re.match(r"([^\[]+?)(?: \[(\w+)\])?$", one.strip()) for one in SKILLS[category, usual].split(",")]
    assert [(row.key, row.characteristic) for row in rows] == [(snake(one[1]), one[2] or usual) for one in wanted]
    assert {row.open for row in rows} == {category in ("PHY", "SOC")}


def test_the_sixteen_of_the_computing_chapter():
    """ORG-HACK-06: all with INT, all with their use; cryptography is paid as knowledge (M4)."""
    for key in SIXTEEN.split():
        row = pack.skill(key)
        assert row.characteristic == "INT"
        assert row.use_fr
        assert row.use_en
        assert row.category == ("INT" if key == "cryptography" else "INF")
    assert len(SIXTEEN.split()) == 16


def test_one_for_each_language_and_game():
    """M4."""
    assert [row.key for row in table("skills", "skill") if row.many] == ["languages", "games"]


COMBAT = """
Knife throwing | +2 | shoot +4, vital_blade +0, blind −4, called shot free
Kickboxing | 0 | easy_strike +4, parry +4, push +4, sweep +4, strike (kick) +0; kicks +0.5 c
Street fighting | 0 | stun +4, simultaneous +4, maim +4
Armed street fighting | 0 | strike +4, slash +0, parry +0, vital_blade −4, knock_out −4
Knife fighting | +1 | strike +4, slash +4, vital_blade +0, parry −4, disarm −4
Boxing | +1 | strike (punch) +4, dodge +4, stun +0, knock_out +0, easy_strike +4
Wrestling | 0 | hold +4, wrestle +4, tackle +4, lock +0, strangle +0, break_hold +4
Judo | 0 | sweep +4, flip +4, hold +4, lock +0, strangle +0, balance +4
Police control | 0 | lock +4, disarm +4, hold +4, maim −4, parry +0
Staff and spear | 0 | strike +4, push +4, parry +4, sweep +0, vital_blade −4
Sword | +1 | strike +4, parry +4, disarm +0, slash +0, vital_blade −4
Clubs | 0 | strike +4, knock_out +4, stun +0, maim +0, vital_mass −4
Chain and whip | 0 | entangle +4, disarm +4, strike +0, strangle +0, sweep −4
Shield | 0 | parry +4, push +4, drop +0
Evasion | +1 | dodge +4, leap +4, drop +4, flip −4
Pistol | +1 | shoot +4, vital_blade +0, disarm (shot) −4, simultaneous +0
Rifle | 0 | shoot +4, vital_blade +4, aim gives +6 instead of +4
Automatic weapons | 0 | barrage +4, burst +4, simultaneous +0
Bow and crossbow | 0 | shoot +4, vital_blade +0, blind −8
Improvised arms | 0 | throw_object +4, blind +0
"""
GROUPS = (
    "throwing_knife; feet; any; knife, club, chain, other; knife; fists; any; any; fists, club, other; polearm; sword;"
    " club; chain; shield; any; handgun; long_gun; automatic; bow; any"
)


@pytest.mark.parametrize(("name", "initiative", "bonuses"), by_row(COMBAT))
def test_combat_skills(name, initiative, bonuses):
    """ORG-CSK-01, ORG-CSK-04, ORG-CSK-05, ORG-CSK-06, M5: bases at level 1, initiative a level."""
    row = pack.combat_skill(snake(name))
    assert row.initiative == number(initiative)
    assert row.bases == bases(bonuses)


def test_combat_skills_and_their_weapons():
    """M5: the groups in the order of the list; none means any weapon."""
    rows = table("skills", "combat_skill")
    assert [row.key for row in rows] == listed(COMBAT)
    wanted = [() if one.strip() == "any" else tuple(one.strip().split(", ")) for one in GROUPS.split(";")]
    assert [row.groups for row in rows] == wanted


def test_what_else_combat_skills_give():
    """M5: called shots, kicks, aiming, improvised weapons, the rate they ask for."""
    odd = {
        row.key: (row.called_free, row.kick_c, row.aim, row.improvised, row.least_rate)
        for row in table("skills", "combat_skill")
        if (row.called_free, row.kick_c, row.aim, row.improvised, row.least_rate) != (False, 0, None, 0, 0)
    }
    assert odd == {
        "knife_throwing": (True, 0, None, 0, 0),
        "kickboxing": (False, 0.5, None, 0, 0),
        "rifle": (False, 0, 6, 0, 0),
        "automatic_weapons": (False, 0, None, 0, 3),
        "improvised_arms": (False, 0, None, 4, 0),
    }


@pytest.mark.parametrize(
    ("key", "level", "feat", "bonus"),
    [
        ("knife_throwing", 4, "shoot", 16), ("knife_throwing", 4, "vital_blade", 12), ("knife_throwing", 4, "blind", 8),
        ("knife_throwing", 3, "shoot", 12), ("knife_throwing", 3, "vital_blade", 8), ("knife_throwing", 3, "blind", 4),
        ("kickboxing", 2, "easy_strike", 8), ("kickboxing", 2, "parry", 8), ("kickboxing", 2, "strike", 4),
        ("street_fighting", 1, "stun", 4), ("street_fighting", 1, "maim", 4),
    ],
)  # fmt: skip
def test_bonuses_of_the_printed_sheets(key, level, feat, bonus):
    """ORG-CSK-04, ORG-CSK-05, ORG-CSK-06: Fenn, Ying, Juanita, Tyra."""
    assert base_bonus(pack.combat_skill(key).bases[feat], level) == bonus


POWERS = """
Attack: persuasion | manipulation | VOL 20 (15 plausible, 30 absurd) | believes one statement
Attack: fear | manipulation | VOL 20 | panic (ORG-SYM-13)
Attack: pain | manipulation | VOL 25 | suffering = margin; obvious
Attack: sleep | manipulation | VOL 25 | unconscious
Attack: hallucination | manipulation | VOL 25 | minor; margin ≥ 10 major
Attack: limb control | manipulation | VOL 30 | moves one limb; obvious; one turn
Attack: forgetting | manipulation | VOL 30 | last hour forgotten for good
Attack: stupor | manipulation | VOL 35 | INT 0, VOL 0
Self: ignore pain | self | VOL 15 | cancels suffering
Self: slow body | self | VOL 20 | bleeding and END loss by mortal wound halved (one turn in two)
Self: surge | self | VOL 25 | +5 FOR and VIT, then −1 END more per turn
Mental shield | reaction | VOL 20 | + skill bonus to mental defence and to sensing
Sense: presence | perception | PER 15 | number and direction of minds
Sense: emotions | perception | PER 20 | feelings, lies (margin ≥ 5)
Sense: thoughts | perception | PER 25 | surface thoughts; margin ≥ 10 memories
Sense: traces | perception | PER 30 | past scene of an object
"""
AILMENTS = {
    "attack_fear": "panic", "attack_pain": "suffering", "attack_sleep": "unconsciousness",
    "attack_hallucination": "minor_hallucinations", "attack_stupor": "stupor",
}  # fmt: skip


@pytest.mark.parametrize(("name", "kind", "test", "effect"), by_row(POWERS))
def test_powers(name, kind, test, effect):
    """M7: kind, test, difficulty, what it does, how long."""
    row = pack.power(snake(name))
    code, difficulty = test.split()[:2]
    assert (row.kind, row.characteristic, row.difficulty) == (kind, code, int(difficulty))
    assert row.severe == (int(result[1]) if (result := re.search(r"margin ≥ (\d+)", effect)) else None)
    assert (row.obvious, row.ailment) == ("obvious" in effect, AILMENTS.get(row.key))
    lasting = "one_turn" if "; one turn" in effect else "for_good" if "for good" in effect else "margin"
    assert row.lasting == ("instant" if kind == "reaction" else lasting)
    for figure in re.findall(r"\d+", test):
        assert figure in row.effect_en or figure == difficulty


def test_the_list_holds_every_power():
    """M7."""
    assert keys("skills", "power") == listed(POWERS)


CLASSES = """
Brawler | 3 | 2 | 1 | 2 | 3 | 1 | – | 2 | 1 500
Hacker | 1 | 2 | 3 | 2 | 1 | 3 | – | 2 | 4 000
Medic | 1 | 2 | 2 | 2 | 2 | 3 | – | 2 | 3 000
Tinkerer | 2 | 3 | 2 | 1 | 2 | 2 | – | 1 | 3 000
Medium | 2 | 2 | 2 | 3 | 3 | 2 | 1 | 3 | 1 500
Courier | 3 | 2 | 1 | 2 | 2 | 2 | – | 1 | 2 500
Talker | 2 | 1 | 2 | 3 | 2 | 2 | – | 2 | 3 000
Scavenger | 2 | 2 | 1 | 1 | 3 | 2 | – | 2 | 1 000
Snoop | 1 | 1 | 2 | 2 | 2 | 2 | – | 3 | 2 500
Drifter | 2 | 2 | 2 | 2 | 2 | 2 | 3 | 2 | 1 000
"""


@pytest.mark.parametrize("row", [row.values for row in by_row(CLASSES)], ids=listed(CLASSES))
def test_classes(row):
    """M3: what skills cost by category, money to begin with."""
    name, *costs, money = row
    result = pack.player_class(snake(name))
    named = zip(("INT", "SOC", "PHY", "TEC", "INF", "CBT", "PSY", "VEH"), costs, strict=True)
    assert result.costs == {category: int(cost) for category, cost in named if cost != NO}
    assert result.money == number(money)


TRAITS = """
Gifted | +1 each (max 4)
Tough | +2
Sensitive | +3
Quick | +2
Iron guts | +2
Contacts | +1
Mental program | +2
Frail | −2
Addict | −2
One-eyed | −3
Illiterate | −1
Hunted | −2
Allergic | −1
Technophobe | −2
"""


@pytest.mark.parametrize(("name", "cost"), by_row(TRAITS))
def test_traits(name, cost):
    """M2: points, how often."""
    row = pack.trait(snake(name))
    assert (row.points, row.most) == (number(cost.split()[0]), 4 if "max 4" in cost else 1)


def test_what_traits_change():
    """M2: points for scores and reserves, initiative, saves."""
    assert keys("people", "trait") == listed(TRAITS)
    changed = {row.key: (row.scores, row.reserves, row.initiative, row.save_mods) for row in table("people", "trait")}
    assert {key: result for key, result in changed.items() if result != (0, 0, 0, {})} == {
        "gifted": (1, 0, 0, {}),
        "tough": (0, 1, 0, {}),
        "frail": (0, -2, 0, {}),
        "quick": (0, 0, 3, {}),
        "iron_guts": (0, 0, 0, {"vomiting": 5, "disease": 5}),
    }
