"""Whether training helps with the weapon in hand (CBT, M-11)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.systems.operators.pack import table
from gardien.systems.operators.rules.fight.techniques import hobby_key
from systems.operators.dicebox import outcome, picked, reasons, refused

WEAPONS = {row.key: row for row in table("weapons", "weapon")}
MELEE = {key for key, row in WEAPONS.items() if row.type == "melee"}
BOWS = {"bow", "crossbow"}
FIREARMS = {key for key, row in WEAPONS.items() if row.type == "firearm"} - BOWS
PISTOLS = {
    *("pistol_small", "pistol_medium", "pistol_large", "p22", "pocket_25", "glock17", "p226", "beretta92", "makarov"),
    *("revolver38", "revolver357", "m1911", "glock22", "deagle", "glock18"),
}
HUNTING = {"hunting_gun", "double_barrel", "hunting_rifle"}
PUMP = {"pump_shotgun", "sawn_off", "rem870", "benelli_m4", "slug"}
KRAV = {"unarmed", "hold", "club", "baton", "knife", "combat_knife"}
DEX = {key for key, row in WEAPONS.items() if row.attack_with == "DEX"}
FOR = {key for key, row in WEAPONS.items() if row.attack_with == "FOR"} - {"chainsaw"}
LONG = {"sniper_rifle", "m24", "svd", "awm", "barrett"}
EVERYTHING = [*WEAPONS, "hold"]


def covered(use="attack", **training):
    """Every weapon that some training helps with."""
    allowed = EVERYTHING if use == "attack" else [*MELEE, "hold"]
    return {key for key in allowed if outcome("technique_advantage", weapon=key, use=use, **training)["advantage"]}


@pytest.mark.parametrize(
    ("hobby", "attack", "defence"),
    [
        ("boxing", {"unarmed"}, {"unarmed"}),
        ("wrestling", {"hold"}, {"hold", "unarmed"}),
        ("judo", {"hold"}, {"hold", "unarmed"}),
        ("krav_maga", KRAV, KRAV),
        ("fencing", {"sword", "cane"}, {"sword", "cane"}),
        ("knife_fighting", {"knife", "combat_knife"}, {"knife", "combat_knife"}),
        ("knife_throwing", {"throwing_knife"}, set()),
        ("archery", BOWS, set()),
        ("sport_shooting", PISTOLS, set()),
        ("clay_shooting", HUNTING | PUMP, set()),
        ("hunting", HUNTING, set()),
        ("chess", set(), set()),
        ("snail racing", set(), set()),
    ],
)
def test_a_hobby_helps_with_its_own_weapons(hobby, attack, defence):
    """OPS-CBT-09, OPS-CREA-10: cell by cell of the table; what no list knows helps with none."""
    assert covered(hobbies=[hobby]) == attack
    assert covered("defence", hobbies=[hobby]) == defence


@pytest.mark.parametrize(
    ("specialty", "situation", "attack", "defence"),
    [
        ("assault", {}, set(), set()),
        ("assault", {"in_assault": True}, DEX | FOR | {"hold"}, (MELEE | {"hold"}) - {"chainsaw"}),
        ("sniper", {}, LONG, set()),
        ("criminal_investigation", {}, FIREARMS, set()),
        ("police_officer", {}, FIREARMS, set()),
        ("ex_soldier", {}, FIREARMS, set()),
        ("hunter_guide", {}, HUNTING, set()),
        ("close_protection", {}, set(), set()),
        ("close_protection", {"protecting": True}, DEX, set()),
        ("media", {"protecting": True, "in_assault": True}, set(), set()),
    ],
)
def test_a_specialty_helps_where_it_works(specialty, situation, attack, defence):
    """OPS-SPEC-02, OPS-CBT-09: a primary specialty counts for all its rows; a chainsaw gains from nothing."""
    assert covered(specialty=specialty, **situation) == attack
    assert covered("defence", specialty=specialty, **situation) == defence


@pytest.mark.parametrize(
    ("course", "attack", "defence"),
    [
        (("assault", "DEX", "assault"), DEX, (MELEE | {"hold"}) - {"chainsaw"}),
        (("assault", "FOR", "assault"), FOR | {"hold"}, set()),
        (("assault", "INT", "assault_planning"), set(), set()),
        (("criminal_investigation", "INT", "investigation"), set(), set()),
        (("criminal_investigation", "DEX", "firearms"), FIREARMS, set()),
        (("sniper", "INT", "perception"), set(), set()),
    ],
)
def test_a_course_counts_for_its_own_advantage_only(course, attack, defence):
    """OPS-CREA-11."""
    training = [dict(zip(("specialty", "characteristic", "domain"), course, strict=True))]
    assert covered(trainings=training, in_assault=True) == attack
    assert covered("defence", trainings=training, in_assault=True) == defence


def test_precision_and_sport_shooting_are_for_single_shots():
    """OPS-SPEC-02, M-11: never in bursts; the firearms of an investigator are."""
    assert covered(specialty="sniper", burst=True) == set()
    assert covered(hobbies=["sport_shooting"], burst=True) == set()
    assert "smg" in covered(specialty="criminal_investigation", burst=True)


def test_sources_are_told_specialty_first_then_hobbies_then_courses():
    """OPS-CBT-09: in the given order."""
    result = outcome(
        "technique_advantage",
        weapon="hunting_rifle",
        specialty="police_officer",
        hobbies=["hunting", "chess", "clay_shooting"],
        trainings=[
            {"specialty": "hunter_guide", "characteristic": "DEX", "domain": "hunting_guns"},
            {"specialty": "media", "characteristic": "any", "domain": "news"},
            {"specialty": "ex_soldier", "characteristic": "DEX", "domain": "firearms"},
        ],
    )
    assert result["sources"] == ["police_officer", "hunting", "clay_shooting", "hunter_guide", "ex_soldier"]
    steps = reasons("technique_advantage", weapon="sword", hobbies=["fencing"])
    assert steps == [("source", "fencing", "OPS-CBT-09"), ("advantage", True, "OPS-CBT-09")]


def test_a_hobby_is_known_by_its_name_in_either_language():
    """OPS-CREA-10: as a sheet says it."""
    assert [hobby_key(one) for one in ("Escrime", "fencing", " Fencing ", "Macramé")] == [
        *("fencing", "fencing", "fencing"),
        "Macramé",
    ]
    assert picked("technique_advantage", (), "sources", weapon="cane", hobbies=["Escrime"]) == (["fencing"],)


@pytest.mark.parametrize(
    ("given", "id", "field"),
    [
        ({"weapon": "sward"}, "field/one_of", "weapon"),
        ({"weapon": "glock17", "use": "defence"}, "field/one_of", "weapon"),
        ({"weapon": "throwing_knife", "use": "defence"}, "field/one_of", "weapon"),
        ({"weapon": "sword", "specialty": "knight"}, "field/one_of", "specialty"),
        (
            {"weapon": "sword", "trainings": [{"specialty": "knight", "characteristic": "DEX", "domain": "assault"}]},
            "field/one_of",
            "trainings",
        ),
    ],
)
def test_nobody_parries_with_a_gun(given, id, field):
    """OPS-CBT-12: melee weapons and holds only; unknown keys are refused."""
    assert refused("technique_advantage", **given)[:2] == (id, field)


@given(
    weapon=st.sampled_from(EVERYTHING),
    hobbies=st.lists(st.sampled_from([row.key for row in table("hobbies", "hobby")]), max_size=4, unique=True),
    specialty=st.sampled_from(["", "assault", "sniper", "close_protection", "ex_soldier"]),
    switches=st.fixed_dictionaries({name: st.booleans() for name in ("burst", "in_assault", "protecting")}),
)
def test_training_never_hurts(weapon, hobbies, specialty, switches):
    """OPS-TEST-08: more training can only add sources; a burst can only take some away."""
    given = {"weapon": weapon, "specialty": specialty, **switches}
    less = outcome("technique_advantage", **given, hobbies=hobbies[:1])["sources"]
    more = outcome("technique_advantage", **given, hobbies=hobbies)["sources"]
    single = outcome("technique_advantage", **{**given, "burst": False}, hobbies=hobbies)["sources"]
    assert set(less) <= set(more) <= set(single)
