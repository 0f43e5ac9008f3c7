"""Small stories of bodies: what lasts, heals, worsens and ends between one rule and the next, on the clock."""

from typing import Any

import pytest

from gardien.table import commands as c
from systems.organique.evening import Evening, cast, refused, rounds, somebody, throw_all
from systems.table import at

HOUR, DAY = 60, 24 * 60


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def medic(evening: Evening) -> str:
    skills = {"emergency_medicine": 5, "surgery": 5}
    return evening.add(sheet=somebody("kimberly", name="Doc", skills=skills))


def body(evening: Evening, who: str, *names: str) -> tuple[Any, ...]:
    return tuple(evening.sheet(who)[name] for name in names)


def test_a_blow_that_is_thrown_for_late_takes_no_turn_that_is_long_over(evening):
    """ORG-TURN-01, ORG-DMG-01: the same at once as turn by turn, since a quarter of an hour of calm came after it."""
    kim = evening.kim
    evening.mark(kim, burning=[5, 1])
    evening.pass_time(15)
    evening.settle("fire", (3, 12))
    assert body(evening, kim, "sng", "lose_action") == (0, False)


# ---- dying, and who is kept from it ----


def test_whoever_is_struck_down_dies_when_the_turns_are_over(evening):
    """ORG-HP-07: INC and END at that moment, in turns of five seconds."""
    kim = evening.kim
    evening.do(kim, "apply_damage", bs=4, bypass_armour=True)
    assert evening.sheet(kim)["condition"] == "mortally_wounded"
    evening.do(kim, "apply_damage", bs=4, bypass_armour=True)
    assert body(evening, kim, "condition", "timer") == ("dying", 8)
    evening.pass_time(1)
    assert evening.sheet(kim)["dead"]


def test_first_aid_in_time_stops_the_timer_and_new_damage_starts_another(evening):
    """ORG-HP-07, M17."""
    kim, doctor = evening.kim, medic(evening)
    evening.do(kim, "apply_damage", bs=4, bypass_armour=True)
    evening.do(kim, "apply_damage", bs=4, bypass_armour=True)
    evening.do(doctor, "first_aid", (15,), patient=at(kim))
    assert evening.sheet(kim)["stabilised"]
    evening.pass_time(2 * HOUR)
    assert body(evening, kim, "dead", "condition") == (False, "out_of_action")
    evening.do(kim, "apply_damage", c=1, bypass_armour=True)
    assert body(evening, kim, "stabilised", "condition") == (False, "dying")
    evening.pass_time(1)
    assert evening.sheet(kim)["dead"]


def test_whoever_is_rid_of_a_poison_is_not_struck_by_it_again(evening):
    """ORG-POI-02: nor sooner by the next one."""
    kim = evening.kim
    dose = {"poison": "blade_poison", "onset": 0, "ticks_left": 3}
    evening.write(kim, doses=[dose])
    evening.pass_time(5)
    assert [one["procedure"] for one in evening.play["due"].values()] == ["poison_tick"]
    evening.write(kim, doses=[])
    assert not evening.play["due"]
    assert not evening.play["characters"][kim].get("tally")
    evening.pass_time(60)
    assert not evening.play["due"]


def test_no_end_for_a_day_after_inc_was_gone_then_breath_by_the_turn(evening):
    """ORG-END-09, ORG-END-08."""
    kim, doctor = evening.kim, medic(evening)
    evening.do(kim, "apply_damage", bs=8, bypass_armour=True)
    evening.do(doctor, "first_aid", (15,), patient=at(kim))
    evening.do(doctor, "surgery", (20,), patient=at(kim), hospital=True)
    assert evening.sheet(kim)["inc"] > 0
    evening.pass_time(DAY - 1)
    assert evening.sheet(kim)["end_now"] == -1
    evening.pass_time(2)
    assert evening.sheet(kim)["end_now"] > 0


def test_a_mortal_wound_that_is_held_gives_breath_back(evening):
    """ORG-END-08: not before it is stabilised, then as exhaustion."""
    kim, doctor = evening.kim, medic(evening)
    evening.do(kim, "apply_damage", bs=4, bypass_armour=True)
    evening.keep(c.Fight(fighters=(c.Fighter(character=kim, side="a"), c.Fighter(character=evening.thug, side="b"))))
    rounds(evening, 3)
    assert evening.sheet(kim)["end_now"] == 5
    evening.do(doctor, "first_aid", (20,), patient=at(kim))
    rounds(evening, 2)
    assert evening.sheet(kim)["end_now"] == 7


def test_a_heart_that_stands_still_costs_blood_until_somebody_starts_it(evening):
    """ORG-SYM-03: a point a turn, on the clock too."""
    kim, doctor = evening.kim, medic(evening)
    evening.write(kim, SNG=20, sng=20, cardiac_arrest=True)
    evening.pass_time(1)
    assert evening.sheet(kim)["sng"] == 8
    evening.do(doctor, "revive", (20,), patient=at(kim))
    evening.pass_time(10)
    assert body(evening, kim, "sng", "cardiac_arrest") == (8, False)


def test_breath_comes_back_with_movement(evening):
    """ORG-SYM-12, ORG-END-03: paralysed and without air, for as long as the paralysis."""
    kim = evening.kim
    evening.write(kim, paralysed_turns=3, no_air=True)
    evening.pass_time(1)
    assert body(evening, kim, "paralysed_turns", "no_air", "end_now") == (0, False, 8)


def test_the_dead_stay_dead(evening):
    """ORG-HP-07: no clock, no care, nothing due."""
    kim, doctor = evening.kim, medic(evening)
    evening.write(
        kim, dead=True, doses=[{"poison": "blade_poison", "onset": 1, "ticks_left": 6}], cold_here=20, no_food_since=0
    )
    evening.pass_time(3 * DAY)
    assert (evening.due(), evening.sheet(kim)["dead"]) == ([], True)
    assert not evening.do(doctor, "first_aid", (), patient=at(kim)).outcome["possible"]


# ---- symptoms, and what they came from ----


def test_a_coma_ends_with_the_drug_that_brought_it(evening):
    """ORG-SYM-01, ORG-SYM-04, M11."""
    kim = evening.kim
    evening.do(kim, "take_drug", drug="painkiller_pills", doses=8)
    evening.do(kim, "symptom", (5,), symptom="coma", difficulty=20)
    assert evening.sheet(kim)["coma"]
    evening.pass_time(4 * HOUR - 1)
    assert evening.sheet(kim)["condition"] == "unconscious"
    evening.pass_time(1)
    assert body(evening, kim, "coma", "condition") == (False, "ok")


def test_what_a_disease_brought_goes_with_it(evening):
    """ORG-SYM-01: the headache of a flu, until it is cured."""
    kim = evening.kim
    evening.do(kim, "expose_disease", (1,), disease="flu", difficulty=20)
    evening.pass_time(DAY)
    evening.settle("disease_progress", (2,), treatment=0)
    evening.do(kim, "symptom", (2,), symptom="headache", difficulty=8, mods={"weak": -20})
    pains = evening.sheet(kim)["suffering"]
    assert pains
    for _ in range(2):
        evening.pass_time(DAY)
        assert evening.sheet(kim)["suffering"] == pains
        evening.settle("disease_progress", (20,), treatment=0)
    assert (evening.sheet(kim)["suffering"], evening.lasting(kim)) == ([], [])


def test_a_worse_headache_takes_the_place_of_the_one_before(evening):
    """ORG-SYM-01: the save is made again with each level; one disease, one headache."""
    kim = evening.kim
    evening.write(
        kim, lasting=[{"kind": "disease", "key": "flu", "level": 2, "course": "progressing", "next": 9 * DAY}]
    )
    for face in (9, 2):
        evening.do(kim, "symptom", (face,), symptom="headache", difficulty=30)
    assert len(evening.sheet(kim)["suffering"]) == 1


def test_a_stroke_is_minutes_without_senses_and_losses_for_good(evening):
    """ORG-SYM-16."""
    kim = evening.kim
    before = evening.sheet(kim)["effective"]["INT"]
    evening.do(kim, "symptom", (1, 3), symptom="stroke", difficulty=30)
    assert evening.sheet(kim)["condition"] == "unconscious"
    evening.pass_time(3)
    assert body(evening, kim, "condition")[0] == "ok"
    evening.pass_time(60 * DAY)
    assert evening.sheet(kim)["effective"]["INT"] == before - 1


def test_one_vomits_for_a_turn(evening):
    """ORG-SYM-21."""
    evening.do(evening.kim, "symptom", (2,), symptom="vomiting", difficulty=20)
    assert evening.sheet(evening.kim)["vomiting"]
    evening.pass_time(1)
    assert not evening.sheet(evening.kim)["vomiting"]


# ---- drugs ----


def test_doses_one_after_the_other_add_up(evening):
    """ORG-DRUG-01: twice, four times, eight times what is normal, while the first still act."""
    kim = evening.kim
    tiers = [evening.do(kim, "take_drug", drug="calm").outcome["tier"] for _ in range(8)]
    assert tiers == ["normal", "x2", "x2", "x4", "x4", "x4", "x4", "x8"]
    assert sum(one["level"] for one in evening.sheet(kim)["lasting"]) == 8
    assert evening.sheet(kim)["changes"] == {"VIT": -3}  # saves come on top of what a dose does


def test_a_dose_after_the_last_has_worn_off_is_an_ordinary_one(evening):
    """ORG-DRUG-01, M11."""
    kim = evening.kim
    evening.do(kim, "take_drug", drug="calm")
    evening.pass_time(5 * HOUR)
    assert evening.do(kim, "take_drug", drug="calm").outcome["tier"] == "normal"


def test_two_doses_do_not_change_scores_twice(evening):
    """ORG-DRUG-01, M11: what the column of both together says, and it ends with them."""
    kim = evening.kim
    quick = evening.sheet(kim)["effective"]["VIT"]
    evening.do(kim, "take_drug", drug="rush")
    assert evening.sheet(kim)["effective"]["VIT"] == quick + 3
    evening.do(kim, "take_drug", drug="rush")
    assert evening.sheet(kim)["effective"]["VIT"] == quick + 4
    evening.pass_time(2 * HOUR)
    assert evening.due() == ["take_drug"]
    evening.settle("take_drug")
    assert evening.sheet(kim)["effective"]["VIT"] == quick


def test_a_dose_that_wears_off_leaves_the_others(evening):
    """ORG-DRUG-01: each by its own hours; nobody comes down while one still acts."""
    kim = evening.kim
    quick = evening.sheet(kim)["effective"]["VIT"]
    evening.do(kim, "take_drug", drug="rush")
    evening.pass_time(HOUR)
    evening.do(kim, "take_drug", drug="rush")
    assert evening.sheet(kim)["effective"]["VIT"] == quick + 4
    evening.pass_time(HOUR)
    assert (evening.due(), evening.sheet(kim)["effective"]["VIT"]) == ([], quick + 3)
    evening.pass_time(HOUR)
    assert evening.due() == ["take_drug"]
    evening.settle("take_drug")
    assert (evening.due(), evening.sheet(kim)["effective"]["VIT"]) == ([], quick)


def test_the_tolerant_need_more_for_the_same(evening):
    """ORG-DRUG-01: a habit counts with what acts already."""
    kim = evening.kim
    evening.write(kim, habits=[{"drug": "calm", "tolerance": 1, "taken": [1], "held": 5}])
    tiers = [evening.do(kim, "take_drug", drug="calm").outcome["tier"] for _ in range(4)]
    assert tiers == ["normal", "normal", "normal", "x2"]
    assert evening.sheet(kim)["habits"][0]["held"] == 1


def test_another_drug_is_another_dose(evening):
    """ORG-DRUG-01."""
    evening.do(evening.kim, "take_drug", drug="calm")
    assert evening.do(evening.kim, "take_drug", drug="rush").outcome["tier"] == "normal"


# ---- cold, heat, hunger, nights ----


def test_every_hour_of_cold_asks_for_a_save(evening):
    """ORG-DMG-02: the first failure halves, each later one wounds; a new scene is out of it."""
    kim = evening.kim
    whole = evening.sheet(kim)["effective"]["AGI"]
    evening.write(kim, cold_here=20)
    evening.pass_time(59)
    assert evening.due() == []
    evening.pass_time(2 * HOUR + 1)
    for sng in (4, 3, 2):
        assert evening.due() == ["cold"]
        evening.settle("cold", (2,))
        assert evening.sheet(kim)["sng"] == sng
    assert evening.due() == []
    assert evening.sheet(kim)["effective"]["AGI"] == (whole + 1) // 2
    evening.keep(c.Scene(title="Au chaud"))
    evening.pass_time(5 * HOUR)
    assert (evening.due(), evening.sheet(kim)["effective"]["AGI"]) == ([], whole)


def test_an_hour_of_cold_that_is_let_pass_is_over(evening):
    """ORG-DMG-02."""
    evening.write(evening.kim, cold_here=20)
    evening.pass_time(HOUR)
    (due,) = evening.play["due"]
    evening.keep(c.Dismiss(due=due))
    assert evening.due() == []
    evening.pass_time(HOUR - 1)
    assert evening.due() == []
    evening.pass_time(1)
    assert evening.due() == ["cold"]


def test_every_hour_of_heat_wounds_whoever_fails(evening):
    """ORG-DMG-09, ORG-DIS-06: a fever tells."""
    kim = evening.kim
    evening.write(kim, heat_here=15, save_mods={"heat": -10})
    evening.pass_time(HOUR)
    assert evening.settle("heat", (10,)).outcome["saves"][0]["mod"] == -10
    assert evening.sheet(kim)["sng"] == 3
    evening.write(kim, heat_here=0)
    evening.pass_time(5 * HOUR)
    assert evening.due() == []


def test_cold_by_hand_counts_with_cold_by_the_hour(evening):
    """ORG-DMG-02: a failure before is a failure before."""
    kim = evening.kim
    evening.do(kim, "cold", (1,), difficulty=20)
    evening.write(kim, cold_here=20)
    evening.pass_time(HOUR)
    evening.settle("cold", (1,))
    assert evening.sheet(kim)["sng"] == 3


def test_meals_give_back_what_hunger_took_day_by_day(evening):
    """ORG-DMG-10."""
    kim = evening.kim
    evening.write(kim, no_food_since=0)
    evening.pass_time(DAY)
    evening.settle("hunger")
    assert (evening.sheet(kim)["effective"]["END"], evening.sheet(kim)["sng"]) == (4, 3.5)
    evening.write(kim, no_food_since=None)
    evening.pass_time(DAY)
    assert evening.sheet(kim)["effective"]["END"] == 8


def test_a_night_of_sleep_ends_nights_without(evening):
    """ORG-DMG-14."""
    kim = evening.kim
    wits = evening.sheet(kim)["effective"]["INT"]
    evening.write(kim, awake_since=0)
    evening.pass_time(2 * DAY)
    for _ in range(2):
        evening.settle("sleeplessness", (20, 20, 20))
    assert evening.sheet(kim)["effective"]["INT"] == wits - 6
    evening.write(kim, awake_since=None)
    assert evening.sheet(kim)["effective"]["INT"] == wits


# ---- wounds ----


def test_a_second_wound_bleeds_from_its_own_minute(evening):
    """ORG-AFT-02: each point by its own clock."""
    kim = evening.kim
    evening.do(kim, "apply_damage", bs=1, bypass_armour=True)
    evening.pass_time(10)
    evening.do(kim, "apply_damage", bs=1, bypass_armour=True)
    evening.pass_time(5)
    assert evening.sheet(kim)["sng"] == 1.5
    evening.pass_time(9)
    assert evening.sheet(kim)["sng"] == 1.5
    evening.pass_time(1)
    assert evening.sheet(kim)["sng"] == 1


def test_what_is_closed_bleeds_no_more_and_a_new_wound_does(evening):
    """ORG-AFT-02, M17."""
    kim, doctor = evening.kim, medic(evening)
    evening.do(kim, "apply_damage", bs=1, bypass_armour=True)
    evening.do(doctor, "first_aid", (1,), patient=at(kim), mods={"dark": -12})
    evening.pass_time(HOUR)
    assert evening.sheet(kim)["sng"] == 3
    evening.do(kim, "apply_damage", bs=1, bypass_armour=True)
    assert [one["closed"] for one in evening.sheet(kim)["wounds"]] == [True, False]
    evening.pass_time(15)
    assert evening.sheet(kim)["sng"] == 1.5


def test_inc_heals_only_with_blood(evening):
    """M17: half a point a day, when SNG is 1 at least."""
    kim = evening.kim
    evening.write(kim, inc=2, sng=0, stabilised=True, wounds=[{"bs": 4, "closed": True}])
    evening.pass_time(DAY)
    assert evening.sheet(kim)["inc"] == 2
    evening.write(kim, sng=1)
    evening.pass_time(DAY)
    assert evening.sheet(kim)["inc"] == 2.5


def test_an_infection_keeps_wounds_from_healing_until_it_is_cured(evening):
    """ORG-DIS-06, M17."""
    kim = evening.kim
    evening.write(kim, cps=1, wounds=[{"bs": 1, "closed": True}])
    evening.do(kim, "expose_disease", (1,), disease="wound_infection", difficulty=20)
    evening.pass_time(12 * HOUR)
    assert evening.sheet(kim)["cps"] == 1
    throw_all(evening)
    assert evening.lasting(kim) == []
    evening.pass_time(DAY)
    assert evening.sheet(kim)["cps"] == 1.5


def test_first_aid_does_not_talk_of_what_is_there_already(evening):
    """ORG-AFT-01: clean wounds, whatever somebody has caught before."""
    kim, doctor = evening.kim, medic(evening)
    evening.do(kim, "apply_damage", bs=1, bypass_armour=True)
    evening.do(kim, "expose_disease", (1,), disease="wound_infection", difficulty=20)
    evening.do(doctor, "first_aid", (10,), patient=at(kim))
    told = str(evening.table.log(evening.table.viewer("keeper"), "fr")[0])
    assert "pas de test d’infection" in told
    assert ("disease", "wound_infection") in evening.lasting(kim)


def test_whoever_was_cared_for_is_not_asked_for_pain_and_dirt(evening):
    """ORG-AFT-01: wounds of this fight, closed with clean material; not those that came later."""
    kim, doctor = evening.kim, medic(evening)
    evening.do(kim, "apply_damage", bs=1, bypass_armour=True)
    evening.do(doctor, "first_aid", (10,), patient=at(kim))
    assert "pain" not in evening.do(None, "end_fight", (), survivors=[at(kim)]).outcome["results"]["Kimberly"]
    evening.do(kim, "apply_damage", bs=1, bypass_armour=True)
    evening.do(doctor, "first_aid", (10,), patient=at(kim), material="dirty")
    assert "pain" in evening.do(None, "end_fight", (20, 20), survivors=[at(kim)]).outcome["results"]["Kimberly"]


def test_what_was_dressed_with_what_there_was_is_infected_less(evening):
    """ORG-AFT-01, M17: 10 less against infection, until another wound comes; pain as ever."""
    kim, doctor = evening.kim, medic(evening)
    for material, more, infection in (("improvised", 0, 10), ("improvised", 1, 30), ("dirty", 0, 20)):
        evening.write(kim, wounds=[], sng=4)
        evening.do(kim, "apply_damage", bs=2, bypass_armour=True)
        evening.do(doctor, "first_aid", (15,), patient=at(kim), material=material)
        for _ in range(more):
            evening.do(kim, "apply_damage", bs=1, bypass_armour=True)
        result = evening.do(None, "end_fight", (20, 20), survivors=[at(kim)]).outcome["results"]["Kimberly"]
        assert (result["pain"]["difficulty"], result["infection"]["difficulty"]) == (10 + 5 * more, infection)


def test_rest_in_bed_heals_more_than_work(evening):
    """M17: the same day, spent in three ways."""
    healed = {}
    for activity in ("care", "rest", "work"):
        kim = evening.add(sheet=somebody("kimberly", name=activity, cps=1, wounds=[{"bs": 1, "closed": True}]))
        evening.keep(c.Advance(minutes=DAY, activities={kim: activity}))
        healed[activity] = evening.sheet(kim)["cps"]
    assert healed["care"] == 2
    assert healed["work"] == 1.5


def test_a_feat_of_strength_costs_breath(evening):
    """ORG-END-02, ORG-END-08: where it asks for half of one's FOR; a turn of rest gives it back."""
    kim = evening.kim
    full = evening.sheet(kim)["end_now"]
    evening.do(kim, "feat_of_strength", (10,), feat="crack_nut")
    assert evening.sheet(kim)["end_now"] == full
    evening.do(kim, "feat_of_strength", (10,), feat="push_horse")
    evening.do(kim, "lift", (10,), kg=90)
    assert body(evening, kim, "end_now", "end_lost") == (full - 2, {"exhaustion": 2})
    evening.pass_time(1)
    assert body(evening, kim, "end_now", "end_lost") == (full, {})


def test_a_feat_in_a_fight_is_a_turn_of_fighting(evening):
    """ORG-END-02: one point for the turn, not two."""
    one, _ = cast(evening, "hammerhead", "rusty")
    full = evening.sheet(one)["end_now"]
    evening.do(one, "lift", (10,), kg=120)
    rounds(evening)
    assert evening.sheet(one)["end_now"] == full - 1


# ---- minds ----


def test_a_fright_weighs_on_the_scene(evening):
    """ORG-SYM-13, M21: −4 to everything; by 10 or more it is panic; the next scene is another."""
    kim = evening.kim
    evening.do(kim, "save", (2,), kind="fear", difficulty=20)
    assert evening.do(kim, "test", (10,), characteristic="INT").outcome["mod"] == -4
    assert evening.do(kim, "save", (10,), kind="pain").outcome["mod"] == 0
    evening.do(kim, "save", (2,), kind="fear", difficulty=40)
    assert (evening.marks(kim).get("afraid"), evening.marks(kim).get("panicked")) == (True, True)
    evening.keep(c.Scene(title="Dehors"))
    assert evening.do(kim, "test", (10,), characteristic="INT").outcome["mod"] == 0
    assert not evening.marks(kim).get("panicked")


@pytest.mark.parametrize(
    ("code", "procedure", "given"),
    [
        ("VOL", "persuade", {}),
        ("INT", "skill_test", {"skill": "physics"}),
        ("FOR", "lift", {"kg": 10}),
        ("VIT", "jump", {"metres": 1}),
    ],
)
def test_nobody_does_what_an_effect_has_left_nothing_for(evening, code, procedure, given):
    """ORG-SYM-01: a characteristic at 0; it comes back with the effect's end."""
    kim = evening.kim
    evening.write(kim, changes={code: -60})
    with refused("act/cannot"):
        evening.do(kim, procedure, (20,), **given)
    evening.write(kim, changes={}, skills={"physics": 1})
    evening.do(kim, procedure, (20,), **given)


def test_a_power_over_a_mind_may_be_shaken_off(evening):
    """ORG-PSY-03: again each turn that it lasts; equality resists."""
    medium, other = cast(evening, "raul", "rusty", VOL=20, powers={"attack_stupor": 5})
    roll = evening.do(medium, "psychic_attack", (20, 1), power="attack_stupor", targets=[at(other)])
    margin = roll.outcome["targets"][0]["margin_faced"]
    assert evening.sheet(other)["stupor"]
    saved = evening.do(other, "opposed_save", (1,), kind="mind_control")
    assert (saved.given["attacker_margin"], evening.sheet(other)["stupor"]) == (margin, True)
    evening.do(other, "opposed_save", (20,), kind="mind_control", mods={"rage": 60})
    assert (evening.sheet(other)["stupor"], evening.lasting(other)) == (False, [])


def test_days_of_brainwashing_are_days(evening):
    """M20: once a day, and three lost in a row break somebody."""
    torturer = evening.add(sheet=somebody("raul", name="Bourreau", skills={"interrogation": 4}))
    for lost in (1, 2, 3):
        roll = evening.do(torturer, "brainwash", (20, 1), victim=at(evening.kim))
        assert roll.outcome["days_lost"] == lost
        evening.pass_time(DAY)
    assert roll.outcome["broken"]


def test_a_surge_costs_breath_as_long_as_it_lasts(evening):
    """M7."""
    medium, _ = cast(evening, "raul", "rusty", powers={"self_surge": 4}, END=20, end_now=20)
    strong = evening.sheet(medium)["effective"]["FOR"]
    margin = evening.do(medium, "psychic_attack", (12,), power="self_surge").outcome["margin"]
    assert evening.sheet(medium)["effective"]["FOR"] == strong + 5
    rounds(evening, margin)
    assert evening.sheet(medium)["effective"]["FOR"] == strong
    assert evening.sheet(medium)["end_now"] < 20 - margin


def test_programs_help_whoever_runs_them(evening):
    """M14: an interceptor, a veil; the game master's own number goes before."""
    skills = dict.fromkeys(("connection", "computer_stealth", "flood"), 2)
    evening.write(evening.kim, skills=skills, programs={"interceptor": 4, "veil": 8, "flooder": 6})
    machine = {"firewall": 20, "power": 10}
    assert evening.do(evening.kim, "sniff_login", (1,), system=machine, difficulty=60).outcome["mod"] == 8
    assert (
        evening.do(evening.kim, "sniff_login", (1,), system=machine, difficulty=60, mods={"dark": -2}).outcome["mod"]
        == 2
    )
    assert evening.do(evening.kim, "flood", (1,), system=machine).outcome["mod"] == 10
    seen = evening.do(evening.kim, "detect", (10, 10), administrator={"level": 1})
    plain = 20 + seen.outcome["hacker_margin"] - 10 - 4 - 8
    assert plain == evening.sheet(evening.kim)["effective"]["INT"]


# ---- all of it again ----


def test_undo_takes_everything_back(evening):
    """Whatever a body went through: doses, cold, blood, hunger."""
    kim = evening.kim
    before = evening.play
    evening.do(kim, "take_drug", drug="rush")
    evening.do(kim, "apply_damage", bs=1, bypass_armour=True)
    evening.write(kim, cold_here=20)
    evening.pass_time(90)
    evening.settle("cold", (2,))
    for _ in range(5):
        evening.keep(c.Undo())
    assert evening.play == before


def test_an_hour_is_four_quarters_whatever_one_suffers(tmp_path):
    """One stretch or many: the same body, the same dice."""

    def lived(path: Any, *steps: int) -> dict[str, Any]:
        evening = Evening(path)
        fields = {
            "wounds": [{"bs": 1}],
            "cold_here": 20,
            "end_now": 2,
            "doses": [{"poison": "snake_venom", "onset": 60, "ticks_left": 10}],
        }
        evening.write(evening.kim, SNG=20, sng=20, **fields)
        evening.do(evening.kim, "take_drug", drug="bull")
        for minutes in steps:
            evening.pass_time(minutes)
            throw_all(evening, 15)
        result = evening.sheet(evening.kim)
        evening.store.close()
        return dict(result)

    assert lived(tmp_path / "a", 180) == lived(tmp_path / "b", 20, 70, 45, 45)


def test_a_day_counts_no_more_collapses_than_one_can_answer_for(evening):
    """ORG-END-10: written by hand, more of them would let no morning come."""
    with refused("field/range"):
        evening.write(evening.kim, collapses=1440)
    evening.write(evening.kim, collapses=100)
    evening.pass_time(2 * DAY)
    assert evening.sheet(evening.kim)["collapses"] == 0
