"""Specialties, hobbies, combat techniques and courses, cell by cell (SPEC, CREA, CBT, M-10 to M-12)."""

import pytest

from gardien.systems.operators import pack
from gardien.systems.operators.pack import table
from systems.operators.ledger import NO, by_key, lines, printed

SPECIALTIES = """
assault | – | DEX FOR CON INT | DEX FOR assault; INT assault_planning
long_recon | – | EDU CON INT POU | INT EDU POU survival_infiltration
combat_engineer | – | DEX INT EDU POU | INT EDU crossing_demolition; DEX mines
networks | – | DEX INT EDU | INT EDU communications
electronic_warfare | 14 | INT EDU POU | INT EDU signals
cyber | 16 | INT EDU POU | INT POU computing
drones | – | DEX INT EDU | DEX EDU drones
close_protection | – | DEX POU APP | DEX APP protection
case_officer | 16 | INT POU APP | POU APP sources; INT analysis
sniper | – | DEX INT POU | INT perception; DEX precision_shooting
combat_medic | 16 | DEX EDU INT POU | DEX INT medical_procedures; EDU medical_knowledge
driver | – | DEX INT | DEX land_vehicles; INT perception
criminal_investigation | – | FOR DEX INT POU | INT investigation; DEX firearms
media | – | INT EDU | any information_search; any news
scientist | 18 | INT EDU | INT EDU discipline
physician | 16 | INT EDU DEX | INT DEX medical_procedures; EDU medical_knowledge
nurse | 13 | INT EDU CON | INT first_aid; EDU care
psychiatrist | 16 | INT POU EDU | POU INT minds
lawyer | 16 | EDU APP INT | APP EDU law_argument
police_officer | – | FOR DEX INT | DEX firearms; INT investigation
firefighter | – | FOR CON DEX | FOR CON rescue_fire
private_eye | – | INT POU APP | INT investigation
journalist | 13 | INT EDU APP | any information_search; APP interviews
professor | 18 | INT EDU | INT EDU discipline
librarian | 15 | INT EDU POU | EDU archives; INT research
linguist | 16 | INT EDU APP | EDU languages
engineer | 16 | INT EDU DEX | INT EDU machines
mechanic | – | DEX INT FOR | DEX INT vehicle_repair
programmer | 14 | INT EDU POU | INT computing
pilot | 14 | DEX INT EDU | DEX aircraft; INT navigation
trucker | – | DEX CON POU | DEX heavy_vehicles; CON long_hours
farmer | – | FOR CON DEX | FOR outdoor_work; INT animals
hunter_guide | – | CON DEX INT | INT tracking; DEX hunting_guns
priest | 15 | EDU POU APP | POU APP comfort_faith; EDU religion
antiquarian | 15 | INT EDU APP | EDU art_objects; APP haggling
occultist | 14 | INT EDU POU | EDU occult_lore; POU trance
artist | – | DEX APP POU | DEX APP own_art
athlete | – | FOR CON DEX | FOR CON athletics
burglar | – | DEX INT POU | DEX locks_stealth; INT alarms
con_artist | – | APP INT POU | APP INT deception
ex_soldier | – | FOR CON DEX | DEX firearms; INT tactics
sailor | – | FOR DEX CON | DEX INT boats
politician | 14 | APP POU EDU | APP POU influence
"""


@pytest.mark.parametrize(("key", "education", "among", "advantages"), by_key(SPECIALTIES))
def test_specialties(key, education, among, advantages):
    """OPS-SPEC-02, M-10: EDU, bonus points among, advantages in the order of the table."""
    row = pack.specialty(key)
    expected = [(code, part.split()[-1]) for part in advantages.split(";") for code in part.split()[:-1]]
    assert (row.edu_min, list(row.bonus_among)) == (0 if education == NO else int(education), among.split())
    assert [(one.characteristic, one.domain) for one in row.advantages] == expected


def test_specialties_of_the_book():
    """OPS-TAB-17, OPS-SPEC-04: the fifteen with numbers, then the sympathiser, who has none; civilians after."""
    rows = table("specialties", "specialty")
    book = [row for row in rows if row.printed]
    cells = [[row.key, row.edu_min, list(row.bonus_among), 3] for row in book]
    assert cells == [*printed("OPS-TAB-17"), ["sympathiser", 0, [], 3]]
    assert [row.civilian for row in rows] == [not row.printed for row in rows]
    assert [row.key for row in rows] == [
        key for one in lines(SPECIALTIES) for key in (("sympathiser", one[0]) if one[0] == "physician" else (one[0],))
    ]
    assert [row.key for row in rows if row.discipline] == ["scientist", "professor"]
    assert [(row.key, row.extra_languages) for row in rows if row.extra_languages] == [("linguist", 1)]


HOBBIES = """
boxing FOR, wrestling FOR, judo FOR, krav_maga FOR DEX, fencing DEX, knife_fighting DEX, knife_throwing DEX,
archery DEX, sport_shooting DEX, clay_shooting DEX, hunting INT DEX, climbing FOR, swimming FOR CON, diving FOR CON,
parachuting DEX, running CON, riding DEX, sailing DEX, motor_sport DEX, motorcycling DEX, parkour DEX, yoga POU,
meditation POU, chess INT, poker POU INT, puzzles_ciphers INT, locksmithing DEX, electronics INT DEX,
radio_amateur EDU, amateur_drones DEX, model_making DEX, photography INT DEX, cooking DEX EDU, gardening EDU,
botany EDU, astronomy EDU, history EDU, dead_languages EDU, genealogy EDU, theatre APP, singing APP, stage_magic DEX,
hypnosis POU, first_aid_volunteer INT, survivalism INT, beekeeping EDU, urban_exploration DEX INT
"""


def test_hobbies():
    """M-11: every one, with the characteristics it helps."""
    expected = {key: codes for key, *codes in (one.split() for one in HOBBIES.split(","))}
    rows = table("hobbies", "hobby")
    assert {row.key: [one.characteristic for one in row.fields] for row in rows} == expected
    assert len(rows) == 47


def covered(row, use: str) -> set[str]:
    """The weapon keys a technique names, and `hold`."""
    weapons = table("weapons", "weapon")
    if use == "defence":
        melee = {one.key for one in weapons if one.type == "melee" and row.every_melee_defence}
        return melee | set(row.defence_weapons)
    return set(row.attack_weapons) | {
        one.key
        for one in weapons
        if one.weapon_class in row.attack_classes
        or one.scale == row.attack_scale
        or one.attack_with == row.attack_with
        or (row.every_firearm and one.type == "firearm" and one.weapon_class != "bow")
    }


PISTOLS = {
    "pistol_small", "pistol_medium", "pistol_large", "p22", "pocket_25", "glock17", "p226", "beretta92", "makarov",
    "revolver38", "revolver357", "m1911", "glock22", "deagle", "glock18",
}  # fmt: skip
HUNTING = {"hunting_gun", "double_barrel", "hunting_rifle"}
PUMP = {"pump_shotgun", "sawn_off", "rem870", "benelli_m4", "slug"}
LONG = {"sniper_rifle", "m24", "svd", "awm", "barrett"}
CLOSE = {"unarmed", "hold", "club", "baton", "knife", "combat_knife"}
STRENGTH = {"unarmed", "club", "axe", "baton", "sledgehammer", "chainsaw", "garrotte"}
MELEE = STRENGTH | {"knife", "combat_knife", "sword", "machete", "cane", "spear"}
ALL = {row.key for row in table("weapons", "weapon")}
SHOT = ALL - MELEE - {"throwing_knife"}


@pytest.mark.parametrize(
    ("key", "attack", "defence"),
    [
        ("boxing", {"unarmed"}, {"unarmed"}),
        ("wrestling", {"hold"}, {"hold", "unarmed"}),
        ("judo", {"hold"}, {"hold", "unarmed"}),
        ("krav_maga", CLOSE, CLOSE),
        ("fencing", {"sword", "cane"}, {"sword", "cane"}),
        ("knife_fighting", {"knife", "combat_knife"}, {"knife", "combat_knife"}),
        ("knife_throwing", {"throwing_knife"}, set()),
        ("archery", {"bow", "crossbow"}, set()),
        ("sport_shooting", PISTOLS, set()),
        ("clay_shooting", HUNTING | PUMP, set()),
        ("hunting", HUNTING, set()),
        ("assault_DEX", ALL - STRENGTH, MELEE | {"hold"}),
        ("assault_FOR", STRENGTH | {"hold"}, set()),
        ("precision_shooting", LONG, set()),
        ("firearms", SHOT - {"bow", "crossbow"}, set()),
        ("hunting_guns", HUNTING, set()),
        ("protection", ALL - STRENGTH, set()),
    ],
)
def test_techniques(key, attack, defence):
    """OPS-CBT-09, M-11: the weapons each covers, in attack and in melee defence."""
    row = pack.technique(key)
    assert (covered(row, "attack"), covered(row, "defence")) == (attack, defence)


def test_where_techniques_come_from_and_when_they_hold():
    """M-11: specialties with their line; single shots, assaults, protection."""
    rows = table("hobbies", "technique")
    assert len(rows) == 17
    assert {row.key: (row.sources, row.characteristic, row.domain) for row in rows if row.comes_from != "hobby"} == {
        "assault_DEX": (("assault",), "DEX", "assault"),
        "assault_FOR": (("assault",), "FOR", "assault"),
        "precision_shooting": (("sniper",), "DEX", "precision_shooting"),
        "firearms": (("criminal_investigation", "police_officer", "ex_soldier"), "DEX", "firearms"),
        "hunting_guns": (("hunter_guide",), "DEX", "hunting_guns"),
        "protection": (("close_protection",), "DEX", "protection"),
    }
    assert {row.key for row in rows if row.single_shots_only} == {"sport_shooting", "precision_shooting"}
    assert {row.key for row in rows if row.in_assault} == {"assault_DEX", "assault_FOR"}
    assert {row.key for row in rows if row.protecting} == {"protection"}


COURSES = """
tactical_shooting criminal_investigation DEX firearms, sniping sniper DEX precision_shooting,
assault_drill assault DEX assault, combat_first_aid combat_medic INT medical_procedures,
nursing_first_aid nurse INT first_aid, demolition combat_engineer EDU crossing_demolition,
mine_clearance combat_engineer DEX mines, evasive_driving driver DEX land_vehicles,
close_protection close_protection DEX protection, source_handling case_officer APP sources,
intelligence_analysis case_officer INT analysis, interception electronic_warfare INT signals,
hacking_basics cyber INT computing, drone_pilot drones DEX drones, survival long_recon INT survival_infiltration,
press_research media any information_search, interrogation case_officer POU sources, parachute None DEX None,
field_laboratory scientist INT discipline
"""


def test_courses():
    """M-12: specialty, characteristic, domain."""
    rows = table("courses", "course")
    cells = [[row.key, str(row.specialty), row.characteristic, str(row.domain)] for row in rows]
    assert cells == [one.split() for one in COURSES.split(",")]
