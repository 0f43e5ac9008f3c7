"""Between one rule and the next: what sheets, fights and the clock keep of what was done (ACT, FREE, SYM, DIS, HACK).

Each is a small story at the table; people are those of the examples, and nobody answers attacks unless it is said.
"""

from typing import Any

import pytest

from gardien.table import commands as c
from systems.organique.evening import Evening, blow, cast, refused, rounds, somebody, throw_all
from systems.table import at

HOUR, DAY = 60, 24 * 60


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


# ---- holds ----


def test_of_two_holders_one_is_broken_alone(evening):
    """ORG-ACT-05."""
    strong, other, held = cast(evening, "hammerhead", "raul", "rusty")
    for who in (strong, other):
        blow(evening, who, "hold", held, 20)
    evening.do(held, "break_hold", (20, 1), holder=at(other))
    assert evening.marks(held)["held_by"] == [strong]
    assert not evening.marks(other).get("holding")


def test_each_hold_is_of_its_own_kind(evening):
    """ORG-ACT-05, ORG-ACT-07: free of the strangler, still held by the other."""
    strong, other, held = cast(evening, "hammerhead", "raul", "rusty")
    blow(evening, strong, "hold", held, 20)
    blow(evening, other, "strangle", held, 20)
    assert evening.do(held, "break_hold", (20, 1), holder=at(other)).given["kind"] == "strangle"
    before = evening.sheet(held)["sng"]
    rounds(evening)
    assert (evening.sheet(held)["sng"], evening.marks(held)["held_how"]) == (before, "hold")


def test_a_friend_who_stuns_the_strangler_frees_the_strangled(evening):
    """ORG-ACT-21."""
    strangler, victim, friend = cast(evening, "hammerhead", "rusty", "tyra")
    blow(evening, strangler, "strangle", victim, 20)
    assert blow(evening, friend, "stun", strangler, 20, 1, weapon="iron_pipe", target_holding=True)["released"]
    assert not evening.marks(victim).get("held_by")
    rounds(evening)
    assert evening.sheet(victim)["sng"] == 3


def test_a_throw_ends_the_hold(evening):
    """M6."""
    one, other = cast(evening, "hammerhead", "rusty", combat_skills={"judo": 3})
    blow(evening, one, "hold", other, 20)
    rounds(evening)
    assert blow(evening, one, "throw", other, 20)["hit"]
    assert (evening.marks(other).get("held_by"), evening.marks(one).get("holding")) == (None, None)


def test_whoever_is_carried_away_is_held_no_more(evening):
    """ORG-ACT-05: a hold ends with the fight of either."""
    one, other, third = cast(evening, "hammerhead", "rusty", "tyra")
    blow(evening, one, "hold", other, 20)
    evening.keep(c.Leave(character=one))
    assert not evening.marks(other).get("held_by")
    assert evening.order == [other, third]


def test_a_locked_joint_hurts_before_anything_is_done(evening):
    """ORG-ACT-06: a VOL save against pain, else the action is lost; so is a reaction."""
    one, other = cast(evening, "hammerhead", "rusty")
    blow(evening, one, "lock", other, 20)
    evening.turn()
    lost = blow(evening, other, "strike", one, 2)
    assert (lost["hit"], lost["lock_saves"]["Rusty"]["success"]) == (False, False)
    assert "attack_die" not in lost
    rounds(evening)
    evening.turn()
    assert blow(evening, other, "strike", one, 20, 20)["attack_die"] == 20
    rounds(evening)
    evening.turn()
    roll = evening.do(other, "free_action", (2,), kind="move")
    assert (roll.outcome["done"], evening.marks(other)["moments"]) == (False, ["free_action"])


# ---- aims, weapons ----


def test_an_aim_is_at_one_target_with_one_weapon(evening):
    """ORG-FREE-02: another target, another gun or a step lose it."""
    guns = [{"weapon": "pistol_9mm", "name": one, "loaded": 15} for one in ("Gauche", "Droite")]
    one, other, third = cast(evening, "hammerhead", "rusty", "tyra", weapons=guns)

    def aimed(then: Any = None, **given: Any) -> bool:
        evening.do(one, "free_action", kind="aim", opponent=at(other))
        if then:
            evening.do(one, "free_action", kind=then)
        asked = {"action": "shoot", "target": at(other), **given}
        return bool(evening.do(one, "combat_action", (2,), **asked).given.get("aim"))

    assert aimed()
    assert not aimed(target=at(third))
    assert not aimed(weapon_name="Droite")
    assert not aimed("move")
    assert not evening.do(one, "combat_action", (2,), action="shoot", target=at(other)).given.get("aim")


def test_cartridges_of_a_burst_leave_the_gun_and_never_more_than_are_in_it(evening):
    """M9, ORG-MOD-04."""
    gun = {"weapon": "submachine_gun", "name": "PM", "loaded": 6}
    one, other = cast(evening, "hammerhead", "rusty", weapons=[gun])
    blow(evening, one, "shoot", other, weapon_name="PM", shots=4)
    assert evening.sheet(one)["weapons"][0]["loaded"] == 2
    with refused("act/few_left"):
        blow(evening, one, "shoot", other, weapon_name="PM", shots=4)
    with refused("act/few_left"):
        evening.do(one, "covering_fire", (2,), weapon_name="PM", bullets=4, metres=2)
    blow(evening, one, "shoot", other, weapon_name="PM", shots=2)
    with refused("act/empty"):
        blow(evening, one, "shoot", other, weapon_name="PM")


def test_a_gun_of_ones_own_making_counts_its_cartridges(evening):
    """M9."""
    gun = {"described": {"name": "Bricolage", "group": "handgun", "bs": 2, "range_max": 4}, "name": "Bricolage"}
    one, other = cast(evening, "hammerhead", "rusty", weapons=[{**gun, "loaded": 1}])
    blow(evening, one, "shoot", other, weapon_name="Bricolage")
    assert evening.sheet(one)["weapons"][0]["loaded"] == 0
    with refused("act/empty"):
        blow(evening, one, "shoot", other, weapon_name="Bricolage")


def test_a_thrown_knife_has_left_the_hand(evening):
    """M9: whatever it is thrown for."""
    knife = {"weapon": "throwing_dagger", "name": "Dague"}
    one, other = cast(evening, "hammerhead", "rusty", weapons=[knife])
    blow(evening, one, "vital_blade", other, weapon_name="Dague", distance_cm=300)
    assert evening.sheet(one)["weapons"][0]["place"] == "dropped"


def test_one_arm_swings_no_two_handed_sword(evening):
    """ORG-DMG-03, M9."""
    sword = {"weapon": "two_handed_sword", "name": "Espadon"}
    one, other = cast(evening, "hammerhead", "rusty", weapons=[sword])
    evening.write(one, limbs_disabled=["hand"])
    with refused("act/no_hands"):
        blow(evening, one, "strike", other, weapon_name="Espadon")
    assert blow(evening, one, "strike", other, weapon_name="punch")
    evening.write(one, limbs_disabled=["hand", "arm"])
    with refused("act/no_hands"):
        blow(evening, one, "strangle", other)
    assert evening.do(one, "combat_action", (2,), action="strike", target=at(other)).given["weapon"] == "kick"


def test_a_molotov_burns_turn_by_turn(evening):
    """M9, ORG-DMG-01: for a die of turns, in the fight and on the clock, until somebody puts it out."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=[{"weapon": "molotov_cocktail", "name": "Molotov"}])
    evening.write(other, SNG=30, sng=30)
    assert blow(evening, one, "shoot", other, 20, 5, weapon_name="Molotov")["burn_turns"] == 5
    rounds(evening, 2)
    assert (throw_all(evening), evening.sheet(other)["sng"]) == (2, 26)
    evening.keep(c.EndFight())
    evening.pass_time(1)
    throw_all(evening)
    assert (evening.sheet(other)["sng"], evening.marks(other).get("burning")) == (20, None)


# ---- who can act ----


@pytest.mark.parametrize(
    ("fields", "procedure"),
    [
        ({"dead": True}, "test"),
        ({"dead": True}, "rest"),
        ({"unconscious_turns": 3}, "combat_action"),
        ({"end_now": 0}, "psychic_attack"),
        ({"end_now": 0}, "free_action"),
        ({"inc": 0, "end_now": -1}, "skill_test"),
        ({"paralysed_turns": 2}, "first_aid"),
        ({"stupor": True}, "persuade"),
        ({"lasting": [{"kind": "symptom", "key": "depression"}]}, "enter_network"),
    ],
)
def test_states_bar_what_they_bar_to_everybody(evening, fields, procedure):
    """ORG-HP-05, ORG-HP-07, ORG-END-06, ORG-SYM-06, ORG-SYM-18: also to the game master, unless in spite of it."""
    evening.write(evening.kim, **fields)
    with refused("act/cannot"):
        evening.keep(c.Do(procedure=procedure, character=evening.kim, given={}))


def test_whoever_falls_lies_and_stands_up_only_with_breath(evening):
    """ORG-END-06."""
    evening.write(evening.kim, end_now=0)
    assert evening.sheet(evening.kim)["prone"]
    evening.write(evening.kim, prone=False)
    assert evening.sheet(evening.kim)["prone"]
    evening.pass_time(1)
    evening.do(evening.kim, "free_action", kind="stand_up")
    assert not evening.sheet(evening.kim)["prone"]


def test_the_exhausted_regain_their_breath(evening):
    """ORG-END-06, ORG-END-08."""
    evening.do(evening.kim, "exert", turns=20, causes=["exhaustion"])
    assert evening.sheet(evening.kim)["condition"] == "exhausted"
    evening.pass_time(1)
    assert (evening.sheet(evening.kim)["condition"], evening.sheet(evening.kim)["end_now"]) == ("ok", 8)


# ---- bodies ----


@pytest.mark.parametrize("procedure", ["first_aid", "surgery"])
def test_a_state_of_shock_is_cured_by_care(evening, procedure):
    """ORG-SYM-17, M17: characteristics are whole again, and there is a breath of END."""
    doctor = evening.add(sheet=somebody("kimberly", name="Doc", skills={"emergency_medicine": 5, "surgery": 5}))
    before = evening.sheet(evening.tyra)["effective"]
    evening.do(evening.tyra, "symptom", (1,), symptom="shock", difficulty=25)
    assert (evening.sheet(evening.tyra)["medical_shock"], evening.sheet(evening.tyra)["end_now"]) == (True, 0)
    evening.do(doctor, procedure, (20,), patient=at(evening.tyra))
    tyra = evening.sheet(evening.tyra)
    assert (tyra["medical_shock"], tyra["halved"], tyra["effective"], tyra["end_now"]) == (False, False, before, 1)
    evening.pass_time(10)
    assert evening.sheet(evening.tyra)["end_now"] == before["END"]


@pytest.mark.parametrize("early", [False, True])
def test_a_disease_that_is_cured_leaves_nothing_behind(tmp_path, early):
    """ORG-DIS-01, ORG-DIS-05: also where it begins at level 1."""
    evening = Evening(tmp_path, disease_starts_level_1=early)
    before = evening.sheet(evening.kim)["effective"]
    evening.do(evening.kim, "expose_disease", (1,), disease="wound_infection", difficulty=20)
    assert (evening.sheet(evening.kim)["effective"]["FOR"] < before["FOR"]) == early
    for _ in range(4):
        evening.pass_time(12 * HOUR)
        throw_all(evening)
    kim = evening.sheet(evening.kim)
    assert (kim["lasting"], kim["effective"], kim["save_mods"]) == ([], before, {})
    evening.store.close()


def test_sand_is_out_of_the_eyes_in_turns_or_on_the_clock(evening):
    """ORG-ACT-02, ORG-WPN-07."""
    one, other = cast(evening, "hammerhead", "rusty")
    blow(evening, one, "blind", other, 20, 3, weapon="sand")
    rounds(evening, 2)
    assert evening.sheet(other)["blind"]
    rounds(evening)
    assert not evening.sheet(other)["blind"]
    blow(evening, one, "blind", other, 20, 3, weapon="sand")
    evening.keep(c.EndFight())
    assert evening.sheet(other)["blind"]
    evening.pass_time(1)
    assert not evening.sheet(other)["blind"]


def test_a_stun_outside_a_fight_does_not_wait_for_one(evening):
    """ORG-VOL-03: seconds."""
    evening.write(evening.kim, lose_action=True, lose_reaction=True)
    evening.pass_time(1)
    assert not any(evening.sheet(evening.kim)[name] for name in ("lose_action", "lose_reaction"))


def test_poison_of_turns_ticks_with_the_minutes(evening):
    """ORG-POI-02, M19: six ticks within a minute, on the clock too."""
    evening.write(evening.kim, SNG=20, sng=20, INC=9, inc=9)
    evening.write(evening.kim, doses=[{"poison": "blade_poison", "onset": 1, "ticks_left": 6}])
    evening.pass_time(DAY)
    assert throw_all(evening) == 6
    kim = evening.sheet(evening.kim)
    assert (kim["sng"], kim["doses"], kim["end_now"]) == (14, [], 8)


def test_turns_that_nobody_threw_for_are_thrown_one_after_the_other(evening):
    """ORG-TURN-05: each with what was done in it."""
    one, other = cast(evening, "hammerhead", "rusty")
    evening.write(other, SNG=20, sng=20, doses=[{"poison": "blade_poison", "onset": 1, "ticks_left": 2}])
    evening.turn()
    blow(evening, other, "strike", one)
    rounds(evening, 3)
    assert [one["given"]["combatants"][0]["fought"] for one in evening.play["due"].values()] == [True]
    before = evening.sheet(other)["end_now"]
    evening.settle("end_turn", (20, 20))
    assert evening.sheet(other)["end_now"] == before - 1
    assert [one["given"]["combatants"][0]["fought"] for one in evening.play["due"].values()] == [False]
    assert throw_all(evening) == 1
    assert evening.sheet(other)["sng"] == 18


def test_nothing_is_due_for_whoever_has_died_meanwhile(evening):
    """ORG-HP-07."""
    evening.write(evening.kim, lasting=[{"kind": "disease", "key": "flu"}])
    evening.pass_time(DAY)
    assert evening.due() == ["disease_progress"]
    evening.write(evening.kim, dead=True)
    assert evening.due() == []


def test_adversaries_live_on_the_same_clock(evening):
    """ORG-AFT-02, M17."""
    evening.do(evening.thug, "apply_damage", bs=1, bypass_armour=True)
    evening.pass_time(15)
    assert evening.sheet(evening.thug)["sng"] == 2.5


def test_two_collapses_cost_the_next_day_and_no_more(evening):
    """ORG-END-10: a point each, from six to six, without a word; else what the game master said before."""
    for who, times in ((evening.kim, 2), (evening.tyra, 2), (evening.thug, 1)):
        for _ in range(times):
            evening.do(who, "exert", turns=20, causes=["exhaustion"])
            evening.pass_time(1)
    whole = {who: evening.sheet(who)["effective"]["END"] for who in (evening.kim, evening.tyra, evening.thug)}
    evening.do(evening.tyra, "day_after_collapse", per_collapse=2)
    evening.pass_time(6 * HOUR)
    left = {who: evening.sheet(who)["effective"]["END"] - END for who, END in whole.items()}
    assert (left, evening.due()) == ({evening.kim: -2, evening.tyra: -4, evening.thug: 0}, [])
    assert not any(evening.sheet(who)["collapses"] for who in whole)
    evening.pass_time(DAY - 10)
    assert evening.sheet(evening.kim)["effective"]["END"] == whole[evening.kim] - 2
    evening.pass_time(10)
    assert {who: evening.sheet(who)["effective"]["END"] for who in whole} == whole


def test_what_a_power_does_for_some_turns_is_over_in_turns(evening):
    """M7, ORG-SYM-19: in a fight too, whose turns do not move the clock."""
    _, other = cast(evening, "hammerhead", "rusty")
    evening.write(other, lasting=[{"kind": "symptom", "key": "stupor", "turns": 2}], stupor=True)
    rounds(evening)
    assert evening.sheet(other)["stupor"]
    rounds(evening)
    assert (evening.sheet(other)["stupor"], evening.lasting(other)) == (False, [])


# ---- networks ----


def test_what_one_knows_of_a_network_is_kept_while_one_is_in_another(evening):
    """ORG-HACK-20, ORG-HACK-05: findings, doors; not the rights one had inside."""
    evening.do(evening.kim, "preliminaries", (20, 50), network="escorts_36f", method="research")
    known = evening.sheet(evening.kim)["intrusion"]["known"]
    evening.do(evening.kim, "preliminaries", (20, 50), network="st_roch", method="research")
    assert [one["network"] for one in evening.sheet(evening.kim)["intrusions"]] == ["escorts_36f"]
    evening.do(evening.kim, "enter_network", (20, 100), network="escorts_36f")
    kim = evening.sheet(evening.kim)
    assert (kim["intrusion"]["known"], [one["network"] for one in kim["intrusions"]]) == (known, ["st_roch"])


# ---- house rules ----


def test_a_load_weighs_under_the_rules_of_the_table(evening):
    """ORG-FOR-03: −1 for each begun band, or for each full one and the first; late as early, and back again."""
    agile = evening.sheet(evening.kim)["effective"]["AGI"]
    evening.keep(c.Edit(character=evening.kim, fields={"load_kg": 20}))
    assert evening.sheet(evening.kim)["effective"]["AGI"] == agile - 1
    evening.keep(c.Settings(options={"encumbrance_full_bands": True}))
    assert evening.sheet(evening.kim)["effective"]["AGI"] == agile - 2
    evening.keep(c.Settings(options={"encumbrance_full_bands": False}))
    evening.keep(c.Edit(character=evening.kim, fields={"load_kg": 0}))
    assert evening.sheet(evening.kim)["effective"]["AGI"] == agile


def test_half_points_bleed_together_unless_the_table_says_otherwise(evening):
    """ORG-AFT-02."""
    evening.write(evening.kim, wounds=[{"bs": 0.5}, {"bs": 0.5}])
    evening.pass_time(15)
    assert evening.sheet(evening.kim)["sng"] == 3.5
    evening.keep(c.Settings(options={"bleeding_by_wound": True}))
    evening.pass_time(HOUR)
    assert evening.sheet(evening.kim)["sng"] == 3.5


# ---- what the table knows ----


def test_wounds_of_an_earlier_fight_are_not_asked_about_again(evening):
    """ORG-AFT-03, ORG-AFT-04: the damage of the fight that is over; healed wounds are forgotten."""
    kim = evening.kim
    evening.do(kim, "apply_damage", bs=1, bypass_armour=True)
    evening.do(None, "end_fight", (20, 20), survivors=[at(kim)])
    assert evening.do(None, "end_fight", (), survivors=[at(kim)]).given["survivors"][0]["wounds"] == []
    evening.do(kim, "apply_damage", bs=2, bypass_armour=True)
    roll = evening.do(None, "end_fight", (20, 20), survivors=[at(kim)])
    assert roll.outcome["results"]["Kimberly"]["pain"]["difficulty"] == 10
    assert [one["bs"] for one in evening.sheet(kim)["wounds"]] == [1, 2]
    evening.write(kim, wounds=[])
    evening.do(kim, "apply_damage", bs=1, bypass_armour=True)
    assert evening.do(None, "end_fight", (20, 20), survivors=[at(kim)]).outcome["results"]["Kimberly"]["pain"]


def test_whoever_was_taken_by_surprise_makes_no_reaction_of_an_action(evening):
    """ORG-INIT-02."""
    one, other = (evening.add(sheet=somebody(who, guard="dodge")) for who in ("hammerhead", "rusty"))
    evening.fight((one,), (other,))
    evening.do(None, "start_fight", (20, 1), combatants=[at(one, initiative_mod=50), at(other, surprised=True)])
    assert "defence_die" not in blow(evening, one, "strike", other)
    evening.do(other, "turn_slots", moment="action_to_reaction")
    assert "defence_die" not in blow(evening, one, "strike", other)
    rounds(evening)  # the first turn only
    assert blow(evening, one, "strike", other, 2, 2)["defence_die"] == 2


def test_a_pain_that_was_eased_is_over_with_what_brought_it(evening):
    """M7, M17, ORG-VOL-04."""
    doctor = evening.add(sheet=somebody("kimberly", name="Doc", skills={"emergency_medicine": 5}))
    evening.write(evening.kim, suffering=[9, 2], lasting=[{"kind": "suffering", "level": 9, "turns": 24}])
    evening.do(doctor, "treat_pain", (20,), patient=at(evening.kim))
    assert evening.sheet(evening.kim)["suffering"] == [4, 2]
    evening.pass_time(2)
    assert evening.sheet(evening.kim)["suffering"] == [2]


def test_a_new_scene_is_out_of_the_cold(evening):
    """ORG-DMG-02, ORG-END-01: scores and the reserve are whole again; a shock goes on halving them."""
    before = evening.sheet(evening.kim)
    evening.do(evening.kim, "cold", (1,), difficulty=20)
    assert evening.sheet(evening.kim)["effective"]["AGI"] < before["effective"]["AGI"]
    evening.keep(c.Scene(title="Au chaud"))
    kim = evening.sheet(evening.kim)
    assert (kim["effective"], kim["end_now"], evening.marks(evening.kim)) == (
        before["effective"],
        before["end_now"],
        {},
    )
    evening.write(evening.kim, medical_shock=True)
    evening.keep(c.Scene(title="Ailleurs"))
    assert evening.sheet(evening.kim)["halved"]


def test_first_aid_begins_the_weeks_of_a_limb(evening):
    """M17."""
    doctor = evening.add(sheet=somebody("kimberly", name="Doc", skills={"emergency_medicine": 5}))
    evening.write(evening.kim, limbs_disabled=["foot"])
    evening.do(doctor, "first_aid", (20,), patient=at(evening.kim))
    evening.pass_time(14 * DAY)
    assert evening.sheet(evening.kim)["limbs_disabled"] == []


def test_a_power_lasts_as_many_turns_as_its_margin(evening):
    """M7: pain, in a fight too."""
    medium, other = cast(evening, "raul", "rusty", VOL=20, powers={"attack_pain": 4})
    evening.write(other, VOL=3)
    roll = evening.do(medium, "psychic_attack", (1, 1), power="attack_pain", targets=[at(other)])
    margin = roll.outcome["targets"][0]["margin_faced"]
    assert evening.sheet(other)["suffering"] == [margin]
    rounds(evening, margin - 1)
    assert evening.sheet(other)["suffering"] == [margin]
    rounds(evening)
    assert evening.sheet(other)["suffering"] == []
