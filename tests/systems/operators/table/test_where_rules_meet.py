"""Stories at the table in which one rule meets another: care and luck, fights and clocks, secrets, Contrôle."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.operators.table.cell import DAY, DEADLY, FALLS, GLOCK, GRAVE, HOUR, LIGHT, STAYS
from systems.operators.table.test_longer_stories import beast
from systems.operators.table.test_stories import FISTS, KNIFE, refused
from systems.operators.table.test_stories import tell as tell
from systems.table import at

DART = {"name": "dard", "damage": "0", "substance": "sedative"}


# ---- care ----


def test_a_lesser_wound_does_not_undo_first_aid(tell):
    """OPS-HLTH-06, OPS-HLTH-09: only the worst wound matters."""
    cell = tell()
    ares, hermes = cell.operator(), cell.operator("HERMES")
    cell.hurt(ares, GRAVE, STAYS)
    cell.aid(ares, hermes)
    cell.hurt(ares, LIGHT)
    assert (cell.sheet(ares)["stabilised"], cell.sheet(ares)["clock"]) == (True, None)
    cell.advance(DAY)
    assert cell.due(ares) == []


@pytest.mark.parametrize("way", ["follow", "procedure"])
def test_a_grave_wound_that_luck_takes_back_undoes_no_first_aid(tell, way):
    """OPS-LUCK-04: it has not happened, so the older one is as well seen to as before."""
    cell = tell()
    ares, hermes = cell.operator(), cell.operator("HERMES")
    cell.hurt(ares, GRAVE, STAYS)
    cell.aid(ares, hermes)
    cell.do(ares, "recover", (90, 90, 90))
    before = cell.sheet(ares)
    cell.advance(DAY)
    cell.hurt(ares, GRAVE + 1, FALLS)
    cell.follow("cancel_grave") if way == "follow" else cell.do(ares, "luck_cancel_grave", ())
    after = cell.sheet(ares)
    for field in ("wound_level", "stabilised", "out_of_fight", "clock", "wounds"):
        assert after[field] == before[field], field
    cell.advance(59 * DAY, "care")
    assert cell.level(ares) == "light", "the day before it is served"


@pytest.mark.parametrize("way", ["follow", "procedure"])
def test_a_clock_that_ran_before_a_wound_that_luck_takes_back_runs_on(tell, way):
    """OPS-LUCK-04, OPS-HLTH-08: four hours of a light wound, of which one is over."""
    cell = tell()
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.advance(1)
    cell.settle(ares, "start_clock", 3)
    before = cell.sheet(ares)["clock"]
    cell.advance(HOUR - 1)
    cell.hurt(ares, GRAVE, STAYS)
    cell.follow("cancel_grave") if way == "follow" else cell.do(ares, "luck_cancel_grave", ())
    assert cell.sheet(ares)["clock"] == before
    cell.advance(3 * HOUR)
    assert cell.due(ares) == ["clock_expires"]


def test_a_hospital_goes_on_with_a_light_wound_beside_a_scratch(tell):
    """OPS-HLTH-06, OPS-HLTH-11: 30 and 15 days, whatever is scratched meanwhile."""
    cell = tell()
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.do(ares, "recover", (90, 90))
    cell.advance(10 * DAY, "care")
    cell.hurt(ares, 2)
    cell.advance(20 * DAY, "care")
    assert cell.level(ares) == "superficial"
    cell.advance(15 * DAY, "care")
    assert (cell.level(ares), cell.due(ares)) == ("none", [])


def test_morphine_before_the_bandage_counts_its_hours_from_the_dose(tell):
    """OPS-HLTH-10: both are needed, and the dose is four hours old whenever the bandage comes."""
    cell = tell()
    ares, hermes = cell.operator(), cell.operator("HERMES")
    cell.hurt(ares, GRAVE, STAYS)
    cell.do(ares, "give_painkiller", ())
    assert cell.difficulty(ares) == "extreme"
    cell.advance(1)
    cell.settle(ares, "start_clock", 6)
    cell.aid(ares, hermes)
    assert cell.difficulty(ares) == "standard"
    cell.advance(4 * HOUR - 1)
    assert cell.difficulty(ares) == "extreme"


def test_a_second_grave_wound_hurts_under_morphine_until_it_is_bandaged_too(tell):
    """OPS-HLTH-04, OPS-HLTH-09, OPS-HLTH-10."""
    cell = tell()
    ares, hermes = cell.operator(), cell.operator("HERMES")
    cell.hurt(ares, GRAVE, STAYS)
    cell.aid(ares, hermes)
    cell.do(ares, "give_painkiller", ())
    cell.advance(HOUR)
    cell.hurt(ares, GRAVE, STAYS)
    assert cell.difficulty(ares) == "extreme"
    cell.aid(ares, hermes)
    assert cell.difficulty(ares) == "standard"
    cell.advance(3 * HOUR)
    assert cell.difficulty(ares) == "extreme"


def test_the_hours_of_a_light_wound_run_on_in_the_turns_of_a_fight(tell):
    """OPS-HLTH-08, OPS-TIME-01: two hours, of which ten turns are a minute."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard()
    cell.hurt(ares, LIGHT)
    cell.advance(1)
    cell.settle(ares, "start_clock", 1)
    cell.fight((ares,), (guard,))
    cell.turn(20)
    cell.keep(c.EndFight())
    cell.advance(2 * HOUR - 3)
    assert cell.due(ares) == []
    cell.advance(1)
    assert cell.due(ares) == ["clock_expires"]


def test_a_hospital_bed_that_is_left_for_a_fight_is_gone_back_to(tell):
    """OPS-HLTH-11, OPS-CBT-01: the days that were served stay served."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard()
    cell.hurt(ares, 2)
    cell.do(ares, "recover", (90,))
    cell.advance(10 * DAY, "care")
    cell.fight((ares,), (guard,))
    cell.turn(4)
    cell.keep(c.EndFight())
    cell.advance(2 * DAY, "travel")
    cell.advance(5 * DAY - 1, "care")
    assert cell.level(ares) == "superficial"
    cell.advance(1, "care")
    assert cell.level(ares) == "none"


# ---- drugs, fire, water ----


def test_a_sedative_of_an_hour_outlasts_a_change_of_scene(tell):
    """M-09, OPS-TIME-01: out for an hour is out for an hour; a wound lays somebody out for the scene."""
    cell = tell()
    ares, hermes = cell.operator(), cell.operator("HERMES")
    cell.do(ares, "poison", (90,), substance="sedative")
    cell.hurt(hermes, GRAVE, FALLS)
    cell.keep(c.Scene(title="Dans le coffre"))
    assert (cell.sheet(ares)["out_of_fight"], cell.sheet(hermes)["out_of_fight"]) == (True, False)
    cell.advance(HOUR - 1)
    assert cell.sheet(ares)["out_of_fight"] is True
    cell.advance(1)
    assert cell.sheet(ares)["out_of_fight"] is False


def test_a_dart_struck_in_a_fight_works_after_it(tell):
    """M-09, M-13: two turns, of which one is left when the fight is over."""
    cell = tell()
    ares = cell.operator()
    wasp = beast(cell, DART, FOR=12)
    cell.fight((ares,), (wasp,))
    cell.do(wasp, "creature_attack", (10, 90), victims=[{"defender": at(ares)}])
    cell.turn(2)
    assert cell.due(ares) == []
    cell.keep(c.EndFight())
    cell.advance(1)
    assert cell.due(ares) == ["poison"]


def test_a_fire_lit_in_a_fight_burns_on_after_it_for_its_minute(tell):
    """OPS-HAZ-04, OPS-TIME-01: three turns in the fight, seven after it."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.do(ares, "burn_turn", (1,))
    for _ in range(2):
        cell.turn(2)
        cell.settle(ares, "burn_turn", 1)
    cell.keep(c.EndFight())
    cell.advance(10)
    burnt = 3
    while cell.due(ares):
        if "burn_turn" not in cell.due(ares):
            break
        cell.settle(ares, "burn_turn", 1)
        burnt += 1
    assert (burnt, cell.marks(ares).get("burning")) == (10, None)


def test_whoever_drowns_is_under_water_in_the_next_turn_again_after_turning_back(tell):
    """OPS-HAZ-02: the turn given back is played once."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.do(ares, "suffocate_turn", (10,))
    cell.turn(2)
    cell.settle(ares, "suffocate_turn", 10)
    cell.keep(c.Turn(by=-1))
    assert cell.marks(ares)["drowning"] == 1
    cell.turn()
    assert cell.due(ares) == ["suffocate_turn"]
    cell.settle(ares, "suffocate_turn", 10)
    assert cell.marks(ares)["drowning"] == 2


def test_a_stun_grenade_spoils_what_was_kept_for_an_occasion(tell):
    """M-09, OPS-CBT-01: the kept action is one of the next ones that are lost."""
    cell = tell()
    ares, guard = cell.operator(weapons=[GLOCK]), cell.guard()
    ann = cell.seat("Ann", ares)
    cell.fight((ares,), (guard,))
    cell.keep(c.Delay(character=ares, occasion="il sort"))
    cell.do(ares, "poison", (90, 1), substance="flashbang")
    assert refused(cell, ares, "attack_firearm", ann, defender=at(guard))


# ---- holds ----


def test_a_secret_hold_of_somebody_who_has_left_since_holds_nobody(tell):
    """OPS-CBT-15: what a secret roll changes takes effect later, and there is nobody to hold by then."""
    cell = tell()
    ares, guard, other = cell.operator(), cell.guard(), cell.guard("Autre")
    cell.fight((ares,), (guard, other))
    cell.keep(
        c.Do(procedure="hold", character=guard, given={"defender": at(ares)}, dice=(10, 90, 90), audience="keeper")
    )
    moment = str(cell.table.log(cell.table.viewer("keeper"), "fr")[0]["id"])
    cell.keep(c.Leave(character=guard))
    cell.keep(c.Release(event=moment))
    assert (cell.sheet(ares)["held"], cell.marks(ares).get("held_by")) == (False, None)


def test_a_blast_opens_the_hand_of_a_holder_it_kills(tell):
    """OPS-HAZ-03, OPS-CBT-15."""
    cell = tell()
    ares, guard = cell.operator(sb=100), cell.guard()
    cell.fight((ares,), (guard,))
    cell.seized(ares, guard)
    cell.do(None, "explosion", (6, 6, 6, 6), device="frag", victims=[{"defender": at(ares)}, {"defender": at(guard)}])
    assert (cell.level(guard), cell.sheet(ares)["held"]) == ("dead", False)


def test_a_hold_begun_while_turning_back_is_gone_with_its_turn(tell):
    """OPS-CBT-15."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.turn()
    cell.seized(ares, guard)
    cell.turn()
    cell.keep(c.Turn(by=-1))
    cell.keep(c.Turn(by=-1))
    assert cell.now == ares
    assert (cell.sheet(ares)["held"], cell.marks(guard).get("holding")) == (False, None)


# ---- turns ----


def test_a_creature_grows_back_once_though_its_turn_is_turned_back_to(tell):
    """OPS-CREAT-15."""
    cell = tell()
    ares, troll = cell.operator(), beast(cell, FOR=12, CON=12, regeneration=4)
    cell.hurt(troll, 10)
    cell.fight((ares,), (troll,))
    order = cell.order
    while cell.now != troll:
        cell.turn()
    assert [one["damage"] for one in cell.sheet(troll)["wounds"]] == [6], order
    cell.turn()
    cell.keep(c.Turn(by=-1))
    assert [one["damage"] for one in cell.sheet(troll)["wounds"]] == [6]
    cell.turn(2)
    assert [one["damage"] for one in cell.sheet(troll)["wounds"]] == [2]


def test_lost_actions_are_counted_once_though_a_turn_is_turned_back_to(tell):
    """M-09."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.turn()
    cell.do(ares, "poison", (90, 2), substance="flashbang")
    cell.turn()  # the first that is lost
    cell.turn()
    cell.keep(c.Turn(by=-1))
    assert (cell.now, cell.marks(ares)["loses_actions"]) == (ares, 2)
    cell.turn()
    assert cell.marks(ares)["loses_actions"] == 1
    cell.turn(2)
    assert (cell.now, "loses_actions" in cell.marks(ares)) == (guard, False)


def test_whoever_leaves_a_fight_does_not_keep_an_action_for_the_next(tell):
    """OPS-CBT-01."""
    cell = tell()
    ares, hermes, guard = cell.operator(weapons=[GLOCK]), cell.operator("HERMES"), cell.guard()
    cell.fight((ares, hermes), (guard,))
    cell.keep(c.Delay(character=ares, occasion="il sort"))
    cell.keep(c.Leave(character=ares))
    cell.keep(c.Fight(fighters=(c.Fighter(character=ares, side="a"),)))
    assert "kept" not in cell.marks(ares)


def test_a_fire_is_put_out_with_the_action_of_a_turn(tell):
    """M-08, OPS-CBT-01."""
    cell = tell()
    ares, guard = cell.operator(weapons=[GLOCK]), cell.guard()
    ann = cell.seat("Ann", ares)
    cell.do(ares, "burn_turn", (1,))
    cell.fight((ares,), (guard,))
    cell.do(ares, "put_out_fire", (10,), ann)
    assert "burning" not in cell.marks(ares)
    assert refused(cell, ares, "attack_firearm", ann, defender=at(guard))


def test_whoever_is_drained_of_all_strength_lets_go(tell):
    """OPS-CREAT-09, OPS-CBT-15."""
    cell = tell()
    ares, guard = cell.operator(FOR=3), cell.guard()
    leech = beast(cell, {"name": "suce", "damage": "0", "drain": "FOR"}, FOR=20)
    cell.fight((ares,), (guard, leech))
    cell.do(ares, "hold", (1, 90, 90), defender=at(guard))
    cell.do(leech, "creature_attack", (10, 90, 6), victims=[{"defender": at(ares)}])
    assert cell.sheet(guard)["held"] is False


def test_nobody_runs_while_somebody_holds_them(tell):
    """M-01, M-03: a chase on foot; broken free, one runs."""
    cell = tell()
    ares, guard = cell.operator(), cell.guard()
    cell.fight((ares,), (guard,))
    cell.seized(ares, guard)
    cell.keep(c.Chase(kind="on_foot", fleeing=(ares,), pursuing=(guard,)))
    with pytest.raises(Refusal) as refusal:
        cell.keep(c.Pursue(dice=(20, 90)))
    assert refusal.value.rule == "OPS-CBT-15"
    cell.do(ares, "break_free", (10,))
    cell.keep(c.Pursue(dice=(20, 90)))
    assert cell.play["chase"]["gap"] == 4


def test_a_shot_from_car_to_car_is_as_far_as_the_gap_and_a_step_harder(tell):
    """M-18, OPS-CBT-08: a gap of 3 is Zone 1, of 2 Zone 0; within a car, and once it is over, nothing of it."""
    cell = tell()
    ares, hermes, guard = cell.operator(weapons=[GLOCK]), cell.operator("HERMES"), cell.guard()

    def shot(whom: str) -> tuple[int, str]:
        roll = cell.do(ares, "attack_firearm", (90,), defender=at(whom))
        return roll.given["zone"], roll.outcome["final_difficulty"]

    cell.keep(c.Chase(kind="wheels", fleeing=(ares, hermes), pursuing=(guard,)))
    assert (shot(guard), shot(hermes)) == ((1, "extreme"), (0, "standard"))
    cell.keep(c.Pursue(dice=(90, 20)))
    assert (cell.play["chase"]["gap"], shot(guard)) == (2, (0, "difficult"))
    cell.keep(c.EndChase())
    assert shot(guard) == (0, "standard")


@pytest.mark.parametrize(
    ("skill", "vehicle", "skilled"),
    [
        ({"specialty": "driver"}, "van", True),
        ({"specialty": "driver"}, "speedboat", False),
        ({"hobbies": ["Moto"]}, "motorbike", True),
        ({"hobbies": ["Moto"]}, "van", False),
    ],
)
def test_skill_at_the_wheel_stands_on_the_sheet(tell, skill, vehicle, skilled):
    """OPS-SPEC-02, M-11, M-18: and so does the wound that weighs on it; in a chase and in a lone turn of one."""
    cell = tell()
    ares, guard = cell.operator(**skill), cell.guard()
    cell.hurt(ares, GRAVE, STAYS)
    fugitive = at(ares, vehicle=vehicle)
    cell.do(None, "chase_turn", None, fugitive=fugitive, pursuer=at(guard))
    alone = cell.roll().given["fugitive"]
    cell.keep(c.Chase(kind="wheels", fleeing=(ares,), pursuing=(guard,)))
    cell.keep(c.Pursue(given={"fugitive": fugitive}))
    assert cell.roll().given["fugitive"] == alone
    assert (alone["advantage"], alone["grave"], alone["DEX"]) == (skilled, True, 12)


def test_computing_helps_into_a_system(tell):
    """OPS-SPEC-02, M-20: of a cyber specialist, whether by INT or by POU."""
    cell = tell()
    ares, hermes = cell.operator(), cell.operator("HERMES", specialty="cyber")
    seen = [cell.do(one, "intrude", (90,), grade="company").outcome["final_difficulty"] for one in (ares, hermes)]
    assert seen == ["difficult", "standard"]


# ---- luck and wounds ----


def test_death_that_is_escaped_begins_minutes_of_its_own(tell):
    """OPS-LUCK-05, OPS-HLTH-05, OPS-HLTH-08: in hospital for something lesser, which is over."""
    cell = tell()
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.do(ares, "recover", (90, 90))
    cell.advance(10 * DAY, "care")
    cell.hurt(ares, DEADLY)
    cell.follow("escape_death", (STAYS,))
    assert (cell.level(ares), cell.sheet(ares)["recovery"], cell.offered()) == ("grave", None, {})
    cell.advance(1)
    cell.settle(ares, "start_clock", 1)
    cell.advance(1)
    assert cell.due(ares) == ["clock_expires"]


def test_a_light_wound_that_adds_up_to_a_grave_one_is_taken_back_by_luck(tell):
    """OPS-LUCK-04, OPS-HLTH-07: offered on its card as any grave wound is; the count is what it was."""
    cell = tell(wound_accumulation=2)
    ares = cell.operator()
    cell.hurt(ares, LIGHT)
    cell.hurt(ares, LIGHT, FALLS)
    assert cell.level(ares) == "grave"
    cell.follow("cancel_grave")
    assert (cell.level(ares), cell.sheet(ares)["wound_counts"], cell.sheet(ares)["luck"]) == (
        "light",
        {"light": 1, "grave": 0},
        30,
    )


def test_a_grave_wound_that_adds_up_to_death_is_escaped_or_taken_back(tell):
    """OPS-LUCK-04, OPS-LUCK-05, OPS-HLTH-07."""
    cell = tell(wound_accumulation=2)
    ares = cell.operator()
    for con in ((STAYS,), ()):
        cell.hurt(ares, GRAVE, *con)
    assert cell.level(ares) == "dead"
    assert {"escape_death", "cancel_grave"} <= set(cell.offered())
    cell.follow("escape_death", (STAYS,))
    assert (cell.level(ares), cell.sheet(ares)["luck"]) == ("grave", 0)


def test_nothing_more_is_offered_once_death_was_escaped_by_hand(tell):
    """OPS-LUCK-05: all the luck is spent, and the card is read like any other."""
    cell = tell()
    ares = cell.operator()
    cell.hurt(ares, DEADLY)
    cell.do(ares, "luck_escape_death", (STAYS,))
    assert (cell.level(ares), cell.offered()) == ("grave", {})


def test_whatever_grows_back_from_a_grave_wound_lies_there_for_the_scene(tell):
    """OPS-CREAT-15, OPS-HLTH-03."""
    cell = tell()
    troll = beast(cell, FOR=12, CON=12, regeneration=6)
    cell.hurt(troll, GRAVE, FALLS)
    cell.advance(1)
    assert (cell.level(troll), cell.sheet(troll)["out_of_fight"]) == ("none", True)
    cell.keep(c.Scene(title="Plus tard"))
    assert cell.sheet(troll)["out_of_fight"] is False


# ---- silent kills, sights ----


def test_a_silent_kill_that_fails_has_alerted_its_target(tell):
    """OPS-OPT-08: combat starts without surprise."""
    cell = tell()
    ares, guard = cell.operator(weapons=[KNIFE]), cell.guard(weapons=[FISTS])
    cell.mark(guard, surprised=True)
    cell.fight((ares,), (guard,))
    assert cell.do(ares, "assassinate", (90,), defender=at(guard)).outcome["alerted"]
    assert cell.sheet(guard)["surprised"] is False
    cell.turn()
    assert not refused(cell, guard, "attack_melee", defender=at(ares))


def test_a_second_test_that_is_asked_for_by_hand_is_not_due_any_more(tell):
    """OPS-SAN-04: one second test for a crisis."""
    cell = tell()
    ares = cell.operator()
    cell.do(ares, "san_shock", (1, 95), shock="minor", source="goule")
    cell.keep(c.Scene(title="Le lendemain"))
    assert cell.due(ares) == ["end_scene"]
    cell.do(None, "end_scene", (10,), characters=[at(ares)])
    assert (cell.sheet(ares)["madness"], cell.due(ares)) == ("none", [])


def test_a_crisis_that_a_fight_ends_is_not_asked_about_in_the_next_scene(tell):
    """OPS-SAN-04: failed once, the madness stays; the next scene asks nothing."""
    cell = tell()
    ares = cell.operator()
    cell.do(ares, "san_shock", (1, 95), shock="minor", source="goule")
    cell.do(None, "end_scene", (95,), characters=[at(ares)])
    cell.keep(c.Scene(title="Le lendemain"))
    assert (cell.sheet(ares)["madness"], cell.due(ares)) == ("indefinite", [])


def test_the_two_limits_of_a_ritual_hold_together(tell):
    """OPS-MAG-04: one spell a scene, and some once a day, whatever the scene."""
    cell = tell()
    ares = cell.operator(rituals=["speak_with_dead", "veil"])
    cell.do(ares, "cast_ritual", (1, 10), ritual="speak_with_dead")
    assert refused(cell, ares, "cast_ritual", ritual="veil")
    cell.keep(c.Scene(title="Plus tard"))
    assert refused(cell, ares, "cast_ritual", ritual="speak_with_dead")
    assert cell.sheet(ares)["cast_this_scene"] is False
    cell.do(ares, "cast_ritual", (1, 10), ritual="veil")
    cell.advance(DAY)
    assert refused(cell, ares, "cast_ritual", ritual="speak_with_dead"), "still the same scene"
    cell.keep(c.Scene(title="Encore plus tard"))
    assert not refused(cell, ares, "cast_ritual", ritual="speak_with_dead")


# ---- house rules ----


def test_rounds_are_counted_from_a_full_magazine_when_the_table_begins_to(tell):
    """OPS-OPT-05."""
    cell = tell(ammo_mode="none")
    ares, guard = cell.operator(weapons=[{"key": "assault_rifle", "name": "M4", "spare_magazines": 1}]), cell.guard()
    for _ in range(3):
        cell.do(ares, "attack_firearm", (90,), burst=True, defender=at(guard))
    cell.keep(c.Settings(options={"ammo_mode": "strict"}))
    cell.do(ares, "attack_firearm", (90,), burst=True, defender=at(guard))
    assert cell.guns(ares) == {"M4": (20, 1)}


@pytest.mark.parametrize(("before", "after"), [("parity", "strict"), ("strict", "parity")])
def test_an_empty_weapon_is_empty_however_it_is_counted(tell, before, after):
    """OPS-OPT-05, OPS-OPT-06: until it is loaded again."""
    cell = tell(ammo_mode=before)
    ares, guard = cell.operator(weapons=[{"key": "assault_rifle", "name": "M4", "spare_magazines": 0}]), cell.guard()
    if before == "strict":
        cell.write(ares, weapons=[{**cell.sheet(ares)["weapons"][0], "rounds_left": 1}])
    cell.do(ares, "attack_firearm", (97,), burst=True, defender=at(guard))
    cell.keep(c.Settings(options={"ammo_mode": after}))
    assert refused(cell, ares, "attack_firearm", defender=at(guard))
    cell.write(ares, weapons=[{**cell.sheet(ares)["weapons"][0], "spare_magazines": 1}])
    cell.do(ares, "reload", ())
    assert not refused(cell, ares, "attack_firearm", defender=at(guard))


def test_of_two_guns_alike_each_is_emptied_and_loaded_by_itself(tell):
    """OPS-OPT-05: two of a name, with a magazine each."""
    cell = tell(ammo_mode="strict")
    gun = {**GLOCK, "rounds_left": 1, "spare_magazines": 1}
    ares, guard = cell.operator(weapons=[gun, gun]), cell.guard()
    states = []
    for act in ("attack_firearm", "attack_firearm", "reload", "reload"):
        cell.do(
            ares, act, (90,) if act == "attack_firearm" else (), **({"defender": at(guard)} if act != "reload" else {})
        )
        states.append(sorted((one["rounds_left"], one["spare_magazines"]) for one in cell.sheet(ares)["weapons"]))
    assert states == [[(0, 1), (1, 1)], [(0, 1), (0, 1)], [(0, 1), (15, 0)], [(15, 0), (15, 0)]]


def test_a_fire_adds_up_from_when_the_table_says_so(tell):
    """OPS-HLTH-06: what it has done before is of the same exposure."""
    cell = tell()
    ares = cell.operator()
    cell.do(ares, "burn_turn", (5,))
    cell.keep(c.Settings(options={"continuous_damage_sums": True}))
    cell.advance(1)
    cell.settle(ares, "burn_turn", 5)
    assert cell.level(ares) == "light"


# ---- Contrôle ----


def test_a_wound_that_contrôle_writes_and_wipes_out_leaves_no_clock(tell):
    """OPS-HLTH-07, OPS-HLTH-08."""
    cell = tell()
    ares = cell.operator()
    cell.write(ares, wound_level="grave")
    assert cell.sheet(ares)["clock"]
    cell.advance(1)
    assert cell.due(ares) == ["start_clock"]
    cell.write(ares, wound_level="none")
    assert (cell.due(ares), cell.sheet(ares)["clock"]) == ([], None)
    cell.advance(DAY)
    assert cell.due(ares) == []


def test_whoever_contrôle_raises_from_the_dead_has_a_clock_of_their_own(tell):
    """OPS-HLTH-05, OPS-HLTH-08: supernatural help; the minutes begin then."""
    cell = tell()
    ares = cell.operator(luck=0)
    cell.hurt(ares, DEADLY)
    cell.advance(DAY)
    assert cell.due(ares) == []
    cell.write(ares, wound_level="grave")
    assert cell.sheet(ares)["in_play"] is True
    cell.advance(1)
    assert cell.due(ares) == ["start_clock"]


def test_the_clock_of_a_secret_wound_runs_from_when_it_was_struck(tell):
    """OPS-HLTH-08: though until it is told the sheet knows nothing of it."""
    cell = tell()
    ares = cell.operator()
    cell.keep(c.Do(procedure="apply_damage", character=ares, given={"damage": LIGHT}, dice=(), audience="keeper"))
    moment = str(cell.table.log(cell.table.viewer("keeper"), "fr")[0]["id"])
    cell.advance(HOUR)
    assert (cell.level(ares), cell.due(ares)) == ("none", [])
    cell.keep(c.Release(event=moment))
    assert (cell.level(ares), cell.sheet(ares)["clock"]["since"]) == ("light", 0)
    cell.advance(1)
    assert cell.due(ares) == ["start_clock"]


def test_one_is_cared_for_while_another_travels(tell):
    """OPS-HLTH-11: by character, in one stretch."""
    cell = tell()
    ares, hermes = cell.operator(), cell.operator("HERMES")
    for one in (ares, hermes):
        cell.hurt(one, 2)
        cell.do(one, "recover", (90,))
    cell.keep(c.Advance(minutes=15 * DAY, activity="care", activities={hermes: "travel"}))
    assert (cell.level(ares), cell.level(hermes)) == ("none", "superficial")
