"""Corners of bodies: zombies with old wounds, wounds told only in part, limits that are just reached (HP, GB)."""

import pytest
from msgspec.structs import replace

from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.body.care import with_usable_parts
from gardien.systems.cthulhud20.rules.character import Combatant, WoundGiven
from gardien.systems.cthulhud20.rules.fight.location import target_of
from gardien.systems.cthulhud20.rules.fight.weapons import weapon_of_list
from gardien.systems.cthulhud20.rules.person import body_of, with_body
from systems.brute import Bench

bench = Bench("cthulhud20")
outcome, picked, reasons, changes = bench.outcome, bench.picked, bench.reasons, bench.changes
ZOMBIE = {"name": "le mort", "tables": "zombie", "pv_max": 20, "wounds": [{"zone": "torso", "gb": 7}]}
EXTRA = {"zombie_keep_extra_pf": True}
OLD = ["torso", 7, "grave", 4, 2, False]

# ---- zombies ----


@pytest.mark.parametrize(
    ("procedure", "dice", "given"),
    [
        ("apply_wound", [], {"victim": ZOMBIE, "zone": "left_arm", "gb": 4}),
        ("apply_shock", [], {"victim": ZOMBIE, "shock": "shock"}),
        ("finishing_blow", [10], {"target": {**ZOMBIE, "pf": 0}, "zone": "left_leg"}),
        ("full_attack", [15, 60], {"target": ZOMBIE}),
        ("explosion", [2, 5, 60], {"victims": [ZOMBIE], "max_damage": 6}),
        ("suppressive_fire", [19], {"victims": [ZOMBIE], "lethality": 2}),
        ("grapple_action", [15, 5], {"target": ZOMBIE, "action": "squeeze"}),
        ("apply_condition", [], {"victim": ZOMBIE, "condition": "dazed"}),
        ("effort", [], {"character": ZOMBIE, "cost": 1}),
        ("chase", [19, 2, 19, 2], {"fugitive": ZOMBIE}),
        ("fall", [5, 60], {"victim": ZOMBIE, "height_m": 3}),
        ("collision", [5, 60], {"victim": ZOMBIE, "speed_kmh": 20}),
        ("natural_cause", [5], {"victim": ZOMBIE, "max_damage": 6}),
        ("lasting_cause", [5], {"victim": ZOMBIE, "max_damage": 6, "rounds": 1}),
        ("drowning", [19], {"victim": ZOMBIE}),
        ("revive", [19], {"victim": ZOMBIE}),
        ("exposure", [2], {"victim": ZOMBIE, "cause": "cold"}),
        ("poison", [2, 2, 2, 2, 2], {"victim": ZOMBIE, "poison": "arsenic"}),
        ("disease", [2, 2], {"victim": ZOMBIE, "disease": "plague", "stage": "daily"}),
        ("damage_ability", [], {"character": ZOMBIE, "ability": "str", "amount": 1}),
        ("cast_spell", [], {"caster": ZOMBIE, "spell": "voorish_gesture"}),
        ("spend_destiny", [], {"victim": ZOMBIE, "effect": "soften", "gb": 7}),
        ("advance_time", [], {"victim": ZOMBIE, "rounds": 1}),
        ("healing_touch", [1, 1], {"target": {**ZOMBIE, "pv": 5}, "caster_level": 1}),
    ],
)
def test_old_wounds_of_a_zombie_are_read_by_the_house_rules(procedure, dice, given):
    """CD20-CREA-03: what it lost for its torso is on the list, and stays what it was."""
    result = changes(procedure, dice, **given, options=EXTRA)
    for field, before, _, _ in result:
        if field == "wounds":
            assert [*before[0].values()][:6] == OLD


def test_a_severity_that_is_chosen_is_read_by_the_house_rules():
    """CD20-DEST-06, CD20-CREA-03, CD20-FEAT-04."""
    zombie = {"zone": "torso", "severity": "grave", "tables": "zombie"}
    assert picked("severity", [], "pf_loss", "pv_loss", **zombie) == (3, 2)
    assert picked("severity", [], "pf_loss", "pv_loss", **zombie, options=EXTRA) == (4, 2)
    assert picked("severity", [], "pf_loss", "pv_loss", zone="torso", severity="grave", pf_only=True) == (4, 0)
    assert picked("apply_wound", [], "pf_loss", "pv", zone="torso", severity="grave", pf_only=True) == (4, 8)


def test_a_wound_told_by_its_severity_is_filled_in():
    """CD20-GB-04, CD20-BLEED-04: what is said of it stays."""
    told = [{"zone": "torso", "severity": "grave"}, {"zone": "left_arm", "gb": 3, "pf_loss": 9}]
    first, second = outcome("apply_shock", victim={"wounds": told}, shock="shock")["wounds"]
    assert list(first.values()) == ["torso", 6, "grave", 4, 2, True, False, False, False, 10]
    assert (second["pf_loss"], second["pv_loss"]) == (9, 1)


def test_a_being_without_blood_is_not_said_to_bleed():
    """CD20-CREA-03: whatever was written on its sheet, nothing is due."""
    bleeding = {**ZOMBIE, "wounds": [{"zone": "torso", "gb": 7, "bleeding": True, "next_tick_in_rounds": 5}]}
    (wound,) = outcome("advance_time", victim=bleeding, rounds=9)["wounds"]
    assert (wound["bleeding"], wound["next_tick_in_rounds"]) == (False, 0)


# ---- one body, told twice ----


def test_a_body_goes_back_to_its_owner_whole():
    """What the next act of a turn meets is all that the last one left."""
    before = Combatant(con=14, wounds=(WoundGiven(zone="torso", gb=4),))
    body = replace(
        body_of(before, Options()),
        pv_max=12,
        pf_max=9,
        pv=4,
        pf=-2,
        state="stunned",
        prone=False,
        shock="skip",
        lost_parts=("left_arm",),
        hampered_parts=("right_leg",),
    )
    assert body_of(with_body(before, body), Options()) == body


def test_a_part_serves_again_when_its_own_critical_wound_was_operated():
    """CD20-GB-05: one that was not critical frees nothing."""
    operated = WoundGiven(zone="left_arm", severity="grave", treated=True, surgery_done=True)
    body = body_of(Combatant(wounds=(operated,), hampered_parts=("left_arm",)), Options())
    assert with_usable_parts(body).hampered_parts == ("left_arm",)
    critical = replace(operated, severity="critical")
    body = body_of(Combatant(wounds=(critical,), hampered_parts=("left_arm",)), Options())
    assert with_usable_parts(body).hampered_parts == ()


# ---- limits ----


def test_just_enough():
    """CD20-HP-07, CD20-P-SAN-01, CD20-ENV-02, CD20-LETH-04: the last number that is allowed."""
    refused = bench.refused
    assert outcome("zone_ca", target={"pv": 1, "pf": 1})["pf_lost"] == 7
    assert refused("zone_ca", target={"pv": 1, "pf": 2}) == ("field/at_most", "target.pf")
    assert outcome("zone_ca", target={"pv": -2})["pf_lost"] == 8
    assert outcome("zone_ca", target={"san": 89, "mythos_ranks": 10})["pf_lost"] == 0
    assert outcome("lethality", weapon={"damage": "1"})["max_damage"] == 1
    assert outcome("lasting_cause", max_damage=1, rounds=91, first_round=10, d10=1)["state"] == "dead"
    assert outcome("sanity_check", [2], san=50, success_loss="1", failure_loss="40d6")["san"] == 49


def test_what_is_not_said_of_somebody():
    """CD20-CREA-02, CD20-P-SAN-01, CD20-P-COND-01."""
    assert Combatant(tables="zombie").mode == "adapted_tables"
    assert Combatant(wis=18, mythos_ranks=20).sanity == 79
    tangled = Combatant(strength=14, dex=14, conditions=("entangled",))
    assert (tangled.modifier("str"), tangled.modifier("dex")) == (2, 0)


@pytest.mark.parametrize(("pf", "rule"), [(0, "CD20-FAT-03"), (1, "CD20-FAT-01")])
def test_no_breath_at_all_has_a_rule_of_its_own(pf, rule):
    """CD20-FAT-03: from the last PF on, whoever tells it."""
    who = {"name": "Ana", "pf": pf}
    assert ("fatigue_malus", -5 if pf == 0 else -3, rule) in reasons("fatigue_malus", pf_max=8, pf=pf)
    assert ("fatigue_malus", -5 if pf == 0 else -3, rule) in reasons("derived_values", character=who)
    assert ("fatigue_malus", -5 if pf == 0 else -3, rule) in reasons("tracking_sheet", characters=[who])
    own = rule if pf == 0 else "CD20-FAT-02"
    assert ("fatigue_malus", -5 if pf == 0 else -3, own) in reasons("zone_ca", target=who)


def test_the_table_of_zones_cell_by_cell():
    """CD20-LOC-01, CD20-AIM-04: a hundred faces on seven zones."""
    cells = target_of("none", "human").cells()
    assert list(cells.values()) == [5, 15, 10, 10, 10, 25, 25]
    assert target_of("legs", "human", ("left_leg",)).cells() == {"right_leg": 25}


def test_a_listed_weapon_keeps_its_magazine_and_a_hurled_one_has_no_rate():
    """CD20-P-WEAP-01."""
    assert (weapon_of_list("m1911").magazine, weapon_of_list("m1911").rate, weapon_of_list("rock").rate) == (7, "S", "")
