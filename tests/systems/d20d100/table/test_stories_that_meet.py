"""Stories where rules meet: who comes back, wakes, tries again; what time owes, what falls twice (CBT, HEALTH)."""

import pytest

from gardien.table import commands as c
from systems.d20d100.evening import COLT, FIST, Evening, fight, guns, held, hit, odette, refusal, wrestle
from systems.table import at

HOUR, WEEK = 60, 7 * 24 * 60


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def settle(evening, procedure, *dice):
    ((due, named),) = evening.due()
    assert named == procedure
    evening.keep(c.Settle(due=due, dice=dice))


def struck_down(evening, who, below=1):
    evening.do(who, "apply_damage", None, damage=evening.sheet(who)["pv"] + below, over_time=True)


def aid(evening, helper, patient, *dice):
    return evening.do(helper, "first_aid", dice, patient=at(patient), modifier=0)


def leave_and_return(evening, who):
    evening.keep(c.Leave(character=who))
    evening.keep(c.Fight(fighters=(c.Fighter(character=who, side="a"),)))


# ---- care ----


def test_a_round_of_agony_gives_nobody_another_try(evening):
    """D100-HEALTH-08: a point lost to agony is no new wound, in a fight or on the clock; a burn is one."""
    helper = odette(evening)
    struck_down(evening, evening.berthe)
    aid(evening, helper, evening.berthe, 3)
    evening.keep(c.Advance(minutes=1))
    settle(evening, "agony_round", 4)
    assert evening.sheet(evening.berthe)["pv"] == -2
    assert refusal(aid, evening, helper, evening.berthe, 20, 1).id == "act/tried"
    evening.write(evening.berthe, on_fire=True)
    settle(evening, "end_round", 5, 2, 3)
    assert aid(evening, helper, evening.berthe, 20, 1).outcome["success"]


def test_an_agony_that_stops_in_a_burning_round_has_stopped(evening):
    """D100-ROLL-03, D100-HEALTH-06: the fire first, then the ten; the next round of fire sets it going again."""
    evening.write(evening.berthe, on_fire=True)
    struck_down(evening, evening.berthe)
    evening.keep(c.Advance(minutes=1))
    settle(evening, "end_round", 5, 2, 10)
    assert (evening.sheet(evening.berthe)["pv"], evening.sheet(evening.berthe)["condition"]) == (-3, "stable")
    settle(evening, "burn_round", 5, 1)
    assert (evening.sheet(evening.berthe)["pv"], evening.sheet(evening.berthe)["condition"]) == (-4, "dying")


def test_care_leaves_whoever_was_beaten_senseless(evening):
    """D100-HEALTH-08, D100-TEMP-02: above 0 again the blows count; awake with a ten, on their feet in an hour."""
    evening.do(evening.berthe, "apply_temp_damage", (), damage=5)
    struck_down(evening, evening.berthe)
    aid(evening, evening.gangster, evening.berthe, 20, 4)
    assert (evening.sheet(evening.berthe)["pv"], evening.sheet(evening.berthe)["condition"]) == (3, "unconscious")
    evening.keep(c.Advance(minutes=1))
    settle(evening, "wake_up", 10)
    sheet = evening.sheet(evening.berthe)
    assert (sheet["condition"], sheet["temp_damage"]) == ("staggered", 3)
    evening.keep(c.Advance(minutes=HOUR))
    assert evening.sheet(evening.berthe)["condition"] == "ok"


@pytest.mark.parametrize("help", ["first_aid", "destiny"])
def test_whoever_is_helped_up_has_the_old_place(evening, help):
    """D100-CBT-02, D100-HEALTH-08, D100-MISS-11: the first throw holds; whoever helped goes on with their own turn."""
    helper = odette(evening)
    evening.fight((evening.berthe, helper), (evening.gangster,))
    evening.rank(evening.berthe, evening.gangster, helper)
    evening.turn()
    evening.do(evening.berthe, "apply_damage", None, damage=13)
    evening.turn(2)
    settle(evening, "agony_round", 3)
    evening.turn()
    assert (evening.round, evening.now) == (2, helper)
    if help == "first_aid":
        aid(evening, helper, evening.berthe, 20, 4)
    else:
        evening.do(evening.berthe, "spend_destiny", (), use="shock_instead")
    assert evening.sheet(evening.berthe)["condition"] == "ok"
    assert (evening.now, evening.order) == (helper, [evening.berthe, evening.gangster, helper])
    evening.turn()
    assert (evening.round, evening.now) == (3, evening.berthe)


def test_the_first_to_act_who_helps_somebody_up_has_acted(evening):
    """D100-CBT-02: the quicker one stands before them from the next round on."""
    helper = odette(evening)
    struck_down(evening, evening.berthe)
    evening.fight((evening.berthe, helper), (evening.gangster,))
    evening.rank(evening.berthe, helper, evening.gangster)
    assert evening.now == helper
    aid(evening, helper, evening.berthe, 20, 4)
    assert (evening.now, evening.left(helper)) == (helper, 0)
    evening.turn()
    assert evening.now == evening.gangster


def test_a_helper_whom_destiny_helps_has_not_failed(evening):
    """D100-MISS-11, D100-HEALTH-08: nor is anything left of the first throw for the next wound."""
    evening.do(evening.gangster, "apply_damage", None, damage=5)
    aid(evening, evening.berthe, evening.gangster, 2)
    evening.follow("reroll", (20, 2))
    assert evening.sheet(evening.gangster)["pv"] == 10
    evening.do(evening.gangster, "apply_damage", None, damage=1)
    assert aid(evening, evening.berthe, evening.gangster, 20, 1).outcome["pv"] == 10


def test_a_prisoner_is_kept_alive(evening):
    """D100-HEALTH-02, D100-HEALTH-09: tracked below 0, stabilised, on their feet after a week in hospital."""
    evening.write(evening.gangster, uses_agony=True)
    evening.do(evening.gangster, "apply_damage", None, damage=15)
    aid(evening, evening.berthe, evening.gangster, 20, 1)
    assert evening.sheet(evening.gangster)["condition"] == "stable"
    evening.keep(c.Advance(minutes=WEEK, activity="care"))
    settle(evening, "rest_week", 4, 4)
    assert (evening.sheet(evening.gangster)["pv"], evening.sheet(evening.gangster)["condition"]) == (7, "ok")


def test_two_ways_to_help(evening):
    """D100-HEALTH-07, D100-HEALTH-08: Médecine stops the loss and gives nothing back; first aid may follow."""
    struck_down(evening, evening.berthe, 3)
    care = {"patient": at(evening.berthe), "modifier": 0, "skill": "medicine"}
    evening.do(evening.gangster, "first_aid", (20,), **care)
    assert (evening.sheet(evening.berthe)["pv"], evening.sheet(evening.berthe)["condition"]) == (-3, "stable")
    assert aid(evening, evening.gangster, evening.berthe, 20, 4).outcome["pv"] == 1


def test_a_sign_of_voor_helps_one_casting_whatever_that_costs(evening):
    """D100-MISS-10: one paid in POU uses it up as well."""
    evening.do(evening.berthe, "cast_spell", (), spell="signe_voor")
    evening.do(evening.berthe, "cast_spell", None, spell="portail")
    assert "voorish" not in evening.marks(evening.berthe)


def test_nothing_brings_back_the_dead(evening):
    """D100-MISS-10, D100-HEALTH-02: PV are given back to the living."""
    evening.do(evening.gangster, "apply_damage", None, damage=40)
    evening.do(evening.berthe, "cast_spell", None, spell="guerison", victim=at(evening.gangster))
    assert evening.sheet(evening.gangster)["condition"] == "dead"


# ---- out of it and back ----


def test_whoever_leaves_and_comes_back_has_no_second_turn(evening):
    """D100-CBT-09, D100-CBT-14: half a turn was one shot; the next is the second of the series."""
    evening.write(evening.berthe, weapons=[{**guns(evening, evening.berthe)[0], "base_series": [7, 2]}])
    fight(evening, evening.berthe, evening.gangster)
    hit(evening, evening.berthe, evening.gangster, 3)
    leave_and_return(evening, evening.berthe)
    assert evening.left(evening.berthe) == 1
    assert evening.marks(evening.berthe)["attacks_made"] == [COLT]
    evening.turn()
    assert (evening.now, evening.left(evening.berthe)) == (evening.berthe, 2)


def test_a_long_spell_is_not_cut_short_by_leaving(evening):
    """D100-MISS-10: five rounds, wherever the caster has been meanwhile; and a jam takes its two halves (FIRE-11)."""
    gunner = odette(evening, "luger")
    evening.fight((evening.berthe, gunner), (evening.gangster,))
    evening.rank(evening.berthe, gunner, evening.gangster)
    luger = guns(evening, gunner)[0]["name"]
    evening.do(evening.berthe, "cast_spell", (1, 4), spell="protection_charnelle", pm_spent=1)
    evening.turn()
    hit(evening, gunner, evening.gangster, 2, weapon_name=luger)
    evening.do(gunner, "clear_jam", (20,), weapon_name=luger)
    for who in (evening.berthe, gunner):
        leave_and_return(evening, who)
    evening.turn()
    assert (evening.round, evening.now, evening.left(evening.berthe)) == (2, evening.berthe, 0)
    evening.turn()
    assert (evening.now, evening.left(gunner)) == (gunner, 1)


def test_what_the_keeper_lets_happen_takes_nothing_of_a_turn(evening):
    """D100-CBT-14: a shot out of turn is none of the series."""
    fight(evening, evening.berthe, evening.gangster)
    shot = {"weapon_name": COLT, "target": at(evening.gangster)}
    evening.keep(c.Do(procedure="attack", character=evening.berthe, dice=(3,), out_of_turn=True, given=shot))
    assert "attacks_made" not in evening.marks(evening.berthe)
    hit(evening, evening.berthe, evening.gangster, 3)
    assert evening.left(evening.berthe) == 1


def test_what_was_held_ready_for_somebody_goes_with_them(evening):
    """D100-MODE-06: the ghoul is gone; in the next round there is a whole turn again."""
    evening.fight((evening.berthe,), (evening.gangster, evening.ghoul))
    evening.rank(evening.berthe, evening.gangster, evening.ghoul)
    evening.do(evening.berthe, "prepare", (), enemy=at(evening.ghoul))
    evening.keep(c.Leave(character=evening.ghoul))
    assert "prepared" not in evening.marks(evening.berthe)
    evening.turn(2)
    assert (evening.now, evening.left(evening.berthe)) == (evening.berthe, 2)


def test_a_blow_in_passing_is_free(evening):
    """D100-SPEC-01, D100-CBT-14: the whole series is left for one’s own turn."""
    fight(evening, evening.gangster, evening.berthe)
    evening.mark(evening.gangster, stands=6)
    evening.do(evening.gangster, "take_action", (), action="run", toward=at(evening.berthe))
    evening.do(evening.berthe, "opportunity_attack", (3,), target=at(evening.gangster))
    evening.turn()
    assert evening.left(evening.berthe) == 2
    shot = hit(evening, evening.berthe, evening.gangster, 3)
    assert shot.given["attack"] == guns(evening, evening.berthe)[0]["base_series"][0]


def test_a_place_taken_outlasts_leaving(evening):
    """D100-MODE-05, D100-CBT-02: whoever waited, left and came back has the later place."""
    other = odette(evening)
    evening.fight((evening.berthe, other), (evening.gangster,))
    evening.rank(evening.berthe, evening.gangster, other)
    evening.do(evening.berthe, "delay", (), after=at(evening.gangster))
    evening.turn(3)
    leave_and_return(evening, evening.berthe)
    assert evening.order == [evening.gangster, evening.berthe, other]


def test_a_shock_and_work_begun_share_a_turn(evening):
    """D100-FIRE-11, D100-HEALTH-03: the jam takes the one action that a shock leaves; the turn after is whole."""
    gunner = odette(evening, "luger")
    fight(evening, gunner, evening.gangster)
    luger = guns(evening, gunner)[0]["name"]
    hit(evening, gunner, evening.gangster, 2, weapon_name=luger)
    evening.do(gunner, "clear_jam", (20,), weapon_name=luger)
    evening.do(gunner, "apply_damage", None, damage=6)
    evening.turn(2)
    assert (evening.now, evening.left(gunner)) == (gunner, 0)
    evening.turn(2)
    assert evening.left(gunner) == 2


# ---- senseless ----


def test_the_senseless_defend_and_dodge_nothing(evening):
    """D100-MODE-01, D100-SPEC-05, D100-ROLL-04: whatever they did before they fell."""
    fight(evening, evening.berthe, evening.gangster)
    evening.do(evening.berthe, "full_defence")
    evening.turn()
    evening.do(evening.berthe, "apply_temp_damage", (), damage=30)
    blow = hit(evening, evening.gangster, evening.berthe, 2, weapon_name=FIST)
    assert blow.given["defence"] == evening.sheet(evening.berthe)["defence_flat"]
    blast = evening.do(evening.ghoul, "explosion", (19, 1, 1, 1, 1), targets=[at(evening.berthe)])
    assert blast.outcome["results"][0]["reflex_success"] is False


def test_a_foe_who_wakes_holds_nobody(evening):
    """D100-GRAP-03, D100-TEMP-02, D100-CBT-02: the pin is over; the place is the old one, with half a turn."""
    fight(evening, evening.gangster, evening.berthe)
    held(evening, evening.gangster, evening.berthe, "immobilise")
    evening.do(evening.gangster, "apply_temp_damage", (), damage=20)
    assert not {"immobilised", "pinned_by", "grappling"} & set(evening.marks(evening.berthe))
    evening.turn(2)
    settle(evening, "wake_up", 10)
    assert "grappling" not in evening.marks(evening.gangster)
    assert (evening.now, evening.left(evening.gangster)) == (evening.gangster, 1)


def test_the_last_pm_lets_go_of_a_throat(evening):
    """D100-MISS-10, D100-GRAP-04: nobody strangles asleep; two hours later a point is back, and so are they."""
    victim = odette(evening)
    held(evening, evening.berthe, victim, "strangle")
    evening.write(evening.berthe, pm=4)
    evening.do(evening.berthe, "cast_spell", (20, 1, 3), spell="nuage_mental", victim=at(evening.gangster))
    assert evening.sheet(victim)["strangle_round"] == 0
    assert "grappling" not in evening.marks(victim)
    evening.keep(c.Advance(minutes=2 * HOUR))
    evening.do(evening.berthe, "skill_test", (10,), skill="ecouter")


def test_of_two_hands_at_a_throat_one_goes_on(evening):
    """D100-GRAP-04: free of the one, strangled on by the other; free of both, nothing is due."""
    other = odette(evening)
    for one in (evening.gangster, other):
        held(evening, one, evening.berthe, "strangle")
    evening.keep(c.Advance(minutes=1))
    settle(evening, "strangle_round", 15)
    wrestle(evening, evening.berthe, "break_free", other)
    assert evening.marks(evening.berthe)["strangled_by"] == [evening.gangster]
    settle(evening, "strangle_round", 15)
    wrestle(evening, evening.berthe, "break_free", evening.gangster)
    assert (evening.sheet(evening.berthe)["strangle_round"], evening.due()) == (0, [])


def test_a_blast_frees_whomever_it_spares(evening):
    """D100-GRAP-03, D100-HEALTH-03, D100-DEF-02: the holder dies of it; the held is shocked, on guard and free."""
    fight(evening, evening.gangster, evening.berthe)
    held(evening, evening.gangster, evening.berthe, "immobilise")
    evening.mark(evening.berthe, flat_footed=True)
    evening.write(evening.gangster, pv=4)
    both = [at(evening.berthe), at(evening.gangster)]
    evening.do(evening.ghoul, "explosion", (1, 2, 2, 2, 2, 1, 1, 1, 1, 3), targets=both)
    marks = evening.marks(evening.berthe)
    assert (evening.sheet(evening.gangster)["condition"], marks["shocked"]) == ("dead", True)
    assert not {"grappling", "immobilised", "pinned_by", "flat_footed"} & set(marks)


def test_a_silent_hold_is_sudden_once(evening):
    """D100-GRAP-05: four points the first time; whoever broke free is surprised anew; each half a turn (GRAP-01)."""
    fight(evening, evening.berthe, evening.gangster)
    hold = {"opponent": at(evening.gangster)}
    evening.do(evening.berthe, "silent_hold", (3, 15), **hold)
    assert evening.left(evening.berthe) == 1
    evening.keep(c.EndFight())
    rounds = [evening.do(evening.berthe, "silent_hold", (15, 3), **hold).given["round"] for _ in range(2)]
    wrestle(evening, evening.gangster, "break_free", evening.berthe)
    assert [*rounds, evening.do(evening.berthe, "silent_hold", (15, 3), **hold).given["round"]] == [1, 2, 1]


def test_a_garrotte_is_no_looser_for_another_hand(evening):
    """D100-MISS-05, D100-GRAP-04: whoever comes second with bare hands."""
    killer = odette(evening, "garrot")
    held(evening, killer, evening.berthe, "strangle")
    held(evening, evening.gangster, evening.berthe, "strangle")
    assert evening.sheet(evening.berthe)["strangle_bonus"] == 2


def test_whoever_feels_no_shock_is_not_shaken(evening):
    """D100-HEALTH-03, D100-MISS-07: a zombie, where adversaries are shocked like anybody; by no blow, by no blade."""
    evening.keep(c.Settings(options={"npc_shock": True}))
    zombie = evening.add(being="creature/zombie")
    evening.do(zombie, "apply_damage", None, damage=9, violent=True)
    evening.do(evening.berthe, "start_grapple", (20, 1), opponent=at(zombie))
    strike = {"manoeuvre": "strike", "lethal": True, "damage": "1d12", "protection_kind": "none"}
    struck = evening.do(evening.berthe, "grapple_manoeuvre", (20, 1, 5), target=at(zombie), **strike)
    assert struck.outcome["target_shock"] is True
    assert not {"shocked", "violently_shocked", "prone"} & set(evening.marks(zombie))


# ---- on the alert, house rules ----

AIMS = {"start_grapple": "opponent", "silent_hold": "opponent", "disarm": "holder", "sneak_attack": "victim"}


@pytest.mark.parametrize("act", [*AIMS, "charge", "burst", "attack", "chase"])
def test_whoever_fights_or_runs_is_on_the_alert_no_more(evening, act):
    """D100-CBT-04: there and then, whatever they do."""
    watcher = odette(evening, "thompson", "couteau_combat")
    evening.do(watcher, "alert", ())
    assert evening.sheet(watcher)["alert"]
    if act == "chase":
        evening.keep(c.Chase(kind="on_foot", fleeing=(watcher,), pursuing=(evening.gangster,)))
        evening.keep(c.Pursue(dice=(3, 15)))
    else:
        evening.mark(evening.gangster, stands=6 if act == "charge" else 0)
        aim = {"targets": [at(evening.gangster)]} if act == "burst" else {AIMS.get(act, "target"): at(evening.gangster)}
        evening.do(watcher, act, None, **aim)
    assert not evening.sheet(watcher)["alert"]


def test_a_house_rule_taken_back_gives_back_what_it_took(evening):
    """D100-HEALTH-02, D100-HEALTH-06: dead without agony; undone, dying, and the same die is due."""
    struck_down(evening, evening.berthe)
    evening.keep(c.Advance(minutes=1))
    due = evening.due()
    evening.keep(c.Settings(options={"rule_agony": False}))
    assert (evening.sheet(evening.berthe)["condition"], evening.due()) == ("dead", [])
    evening.keep(c.Undo())
    assert (evening.sheet(evening.berthe)["condition"], evening.due()) == ("dying", due)


def test_one_blow_less_under_a_new_house_rule(evening):
    """D100-ATK-08: switched on between two blows of a turn, there is no second one."""
    boxer = odette(evening)
    boxe = evening.sheet(boxer)["skills"]["boxe"]
    evening.write(boxer, skills={**evening.sheet(boxer)["skills"], "boxe": {**boxe, "xp": 12 - boxe["total"]}})
    fight(evening, boxer, evening.gangster)
    blow, luc = {"weapon_name": FIST, "target": at(evening.gangster)}, evening.seat("Luc", boxer)
    evening.do(boxer, "attack", (2,), seat=luc, **blow)
    evening.keep(c.Settings(options={"unarmed_single_attack": True}))
    assert refusal(evening.do, boxer, "attack", (2,), seat=luc, **blow).rule == "D100-CBT-14"
