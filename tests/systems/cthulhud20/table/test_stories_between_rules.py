"""Stories in which rules meet: people who come and go, time in and after fights, what is changed midway."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.cthulhud20.evening import Evening, facing, missed, refusal, rounds, values
from systems.table import at

HOUR, DAY = 60, 24 * 60


def passes(evening: Evening, minutes: int, activity: str = "") -> None:
    evening.keep(c.Advance(minutes=minutes, activity=activity))


def away(evening: Evening, id: str) -> None:
    evening.keep(c.Leave(character=id))


def back(evening: Evening, id: str, side: str = "a") -> None:
    evening.keep(c.Fight(fighters=(c.Fighter(character=id, side=side),)))


def house(evening: Evening, **options) -> None:
    evening.keep(c.Settings(options=options))


def dues(evening: Evening, id: str) -> list[str]:
    return [one["procedure"] for one in evening.play.get("due", {}).values() if one["character"] == id]


# ---- leaving and coming back ----


def test_whoever_is_carried_out_of_a_fight_bleeds_on(opened):
    """CD20-BLEED-04: a critical wound costs a PV each round, in the fight or beside it."""
    table = opened()
    facing(table, table.paul, table.thug, table.jack)
    table.do(table.paul, "apply_wound", (99,), zone="left_arm", gb=12)
    away(table, table.paul)
    rounds(table, 3)
    table.keep(c.EndFight())
    for _ in range(5):
        if "advance_time" in table.due():
            for n in range(6):
                try:
                    table.settle("advance_time", (99,) * n)
                    break
                except Refusal:
                    pass
    assert values(table, table.paul, "pv") == 4


def test_an_aim_is_lost_with_the_sight_of_the_target(opened):
    """CD20-AIM-01: the target leaves the fight and comes back."""
    table = opened()
    facing(table, table.jack, table.thug, table.zombie)
    table.do(table.jack, "take_aim", target=at(table.thug))
    away(table, table.thug)
    back(table, table.thug, "b")
    rounds(table)
    assert missed(table, table.jack, table.thug)["attack_bonus"] == 21


def test_an_aim_survives_back_and_forth(opened):
    """CD20-AIM-01: the turn passed back by mistake, and on again."""
    table = opened()
    facing(table, table.jack, table.thug)
    table.do(table.jack, "take_aim", target=at(table.thug))
    rounds(table)
    table.keep(c.Turn(by=-1))
    table.turn()
    assert missed(table, table.jack, table.thug)["attack_bonus"] == 23


def test_back_and_forth_over_blood_that_was_thrown_for(opened):
    """CD20-BLEED-04: the loss of the round is taken back with it, and asked for once."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "apply_wound", (99,), zone="left_arm", gb=12)
    rounds(table)
    table.settle("advance_time", (99,))
    assert values(table, table.paul, "pv") == 6
    table.keep(c.Turn(by=-1))
    assert values(table, table.paul, "pv") == 7
    table.turn()
    assert dues(table, table.paul) == ["advance_time"]
    table.settle("advance_time", (99,))
    assert values(table, table.paul, "pv") == 6


def test_whoever_waits_and_leaves_comes_back_to_the_later_place(opened):
    """CD20-P-ACT-03, CD20-P-INIT-01: and still has the turn that was put off."""
    table = opened()
    facing(table, table.paul, table.thug, table.jack)
    table.do(table.paul, "delay", (), after=at(table.jack))
    away(table, table.paul)
    back(table, table.paul)
    assert table.order == [table.thug, table.jack, table.paul]
    table.turn(2)
    assert (table.now, table.left(table.paul)) == (table.paul, 3)


def test_whoever_has_acted_is_not_caught_unawares_again(opened):
    """CD20-P-INIT-01: flat-footed until the first turn, not until the first after a return."""
    table = opened()
    facing(table, table.paul, table.thug)
    missed(table, table.paul, table.thug)
    table.turn()
    away(table, table.paul)
    back(table, table.paul)
    assert missed(table, table.thug, table.paul)["zone_ca"] == 12


def test_a_belt_goes_in_for_two_rounds_wherever_one_is(opened):
    """CD20-P-GUN-05: who leaves and comes back in the same round has not finished loading."""
    table = opened()
    table.write(table.paul, weapons=[{"weapon": "m60", "name": "M60", "ammunition": 0, "spare_magazines": 1}])
    facing(table, table.paul, table.thug)
    table.do(table.paul, "reload", seat=table.ann)
    away(table, table.paul)
    back(table, table.paul)
    rounds(table)
    assert table.left(table.paul) == 0
    rounds(table)
    assert table.left(table.paul) == 3


def test_whoever_saw_nothing_coming_does_not_see_more_by_leaving(opened):
    """CD20-P-SURP-01: in the round of surprise the unaware do not act."""
    table = opened()
    cy = table.seat("Cy", table.thug)
    table.fight((table.paul,), (table.thug,))
    table.rank(table.paul, table.thug, aware=[True, False])
    away(table, table.thug)
    back(table, table.thug, "b")
    if table.round == 1:
        table.turn()
    assert table.round == 2 or refusal(table, table.thug, "movement", mode="move", seat=cy) == "surprised"


def test_whoever_joins_in_the_middle_leaves_the_turn_where_it_is(opened):
    """CD20-P-INIT-01: flat-footed, with 10 on the die, until initiative is thrown."""
    table = opened()
    facing(table, table.thug, table.paul)
    missed(table, table.thug, table.paul)
    table.turn()
    back(table, table.jack)
    assert table.now == table.paul
    assert table.marks(table.jack)["flat_footed"] is True
    rounds(table)
    assert set(table.order) == {table.thug, table.paul, table.jack}


def test_whoever_leaves_in_their_turn_gives_it_away(opened):
    """CD20-P-INIT-01: the next one begins with a whole turn; taken back, it is theirs again."""
    table = opened()
    facing(table, table.paul, table.thug, table.jack)
    before = table.play
    away(table, table.paul)
    assert (table.now, table.left(table.thug)) == (table.thug, 3)
    table.keep(c.Undo())
    assert table.play == before


# ---- holds ----


def test_two_who_pin_and_one_who_dies(opened):
    """CD20-P-GRAP-01: pinned by the other still, free with the last."""
    table = opened()
    for foe in (table.thug, table.zombie):
        table.do(foe, "grapple", (20, 20, 1), target=at(table.paul))
        table.do(foe, "grapple_action", (20, 1), target=at(table.paul), action="pin")
    table.do(table.thug, "apply_wound", (), zone="head", gb=20)
    assert (table.marks(table.paul)["grappling"], table.marks(table.paul)["pinned_by"]) == ([table.zombie],) * 2
    table.keep(c.Remove(character=table.zombie))
    assert not {"grappling", "pinned", "pinned_by"} & set(table.marks(table.paul))


def test_whoever_is_moved_away_is_out_of_the_hold(opened):
    """CD20-P-GRAP-01, CD20-P-ACT-04: by the Keeper’s word, out of reach."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "grapple", (20, 20, 1), target=at(table.thug))
    table.mark(table.thug, stands=20)
    assert not {"grappling"} & (set(table.marks(table.paul)) | set(table.marks(table.thug)))


def test_whoever_is_thrown_back_is_out_of_the_hold(opened):
    """CD20-SHOCK-02, CD20-P-GRAP-01: a violent shock throws its victim back."""
    table = opened()
    facing(table, table.paul, table.thug, table.jack)
    table.do(table.paul, "grapple", (20, 20, 1), target=at(table.thug))
    table.do(table.thug, "apply_shock", (), shock="violent")
    assert not {"grappling"} & (set(table.marks(table.paul)) | set(table.marks(table.thug)))


def test_whoever_loses_breath_in_a_hold_lets_go_and_lies_there(opened):
    """CD20-HP-05, CD20-COND-02, CD20-P-GRAP-01: squeezed until nothing is left."""
    table = opened()
    table.write(table.thug, pf=3)
    facing(table, table.paul, table.thug)
    table.do(table.paul, "grapple", (20, 20, 1), target=at(table.thug))
    rounds(table)
    squeezed = table.do(table.paul, "grapple_action", (20, 10, 1), target=at(table.thug), action="squeeze").outcome
    assert squeezed["effect"] == "squeezed"
    assert values(table, table.thug, "state", "prone") == ("unconscious", True)
    assert "grappling" not in table.marks(table.paul)


# ---- blood, poison, fire and water over time ----


def test_a_second_save_counts_the_rounds_of_two_fights(opened):
    """CD20-P-POIS-01: a minute after the bite, whatever happened in between."""
    table = opened()
    table.do(table.paul, "poison", (20,), poison="rattlesnake_venom", stage="initial")
    facing(table, table.paul, table.thug)
    rounds(table, 3)
    table.keep(c.EndFight())
    facing(table, table.paul, table.thug)
    rounds(table, 6)
    assert dues(table, table.paul) == []
    rounds(table)
    assert dues(table, table.paul) == ["poison"]


def test_care_in_a_fight_is_tried_again_and_stops_the_blood(opened):
    """CD20-BLEED-02, CD20-P-HEAL-01: a full round each, and the wound costs nothing more."""
    table = opened()
    facing(table, table.paul, table.jack, table.thug)
    table.do(table.paul, "apply_wound", (99,), zone="left_arm", gb=7)
    rounds(table, 2)
    table.turn()
    assert not table.do(table.jack, "care", (1,), patient=at(table.paul), seat=table.bob).outcome["success"]
    assert table.left(table.jack) == 0
    assert refusal(table, table.jack, "care", (20,), patient=at(table.paul), seat=table.bob) == "no_time"
    rounds(table)
    table.turn()
    assert table.do(table.jack, "care", (20,), patient=at(table.paul), seat=table.bob).outcome["success"]
    rounds(table, 12)
    assert (dues(table, table.paul), values(table, table.paul, "pv")) == ([], 8)


def test_one_success_stops_every_wound_from_the_moment_it_is_the_rule(opened):
    """CD20-BLEED-03: `stabilise_all`, turned on while two wounds bleed."""
    table = opened()
    for zone in ("left_arm", "right_arm"):
        table.do(table.paul, "apply_wound", (99,), zone=zone, gb=7)
    house(table, stabilise_all=True)
    passes(table, 1)
    table.settle("advance_time", (1,))
    assert [one["bleeding"] for one in values(table, table.paul, "wounds")] == [False, False]
    assert values(table, table.paul, "pv") == 5


def test_the_lesser_wound_waits_as_long_as_that_is_the_rule(opened):
    """CD20-BLEED-05: `worst_wound_only` on for three minutes, then off: its clock stood still, and goes on."""
    table = opened()
    table.do(table.paul, "apply_wound", (99,), zone="left_arm", gb=7)
    table.do(table.paul, "apply_wound", (99,), zone="right_arm", gb=3)
    house(table, worst_wound_only=True)
    passes(table, 3)
    table.settle("advance_time", (99, 99, 99))
    assert values(table, table.paul, "wounds")[1]["next_tick_in_rounds"] == 100
    house(table, worst_wound_only=False)
    passes(table, 1)
    table.settle("advance_time", (99,))
    assert values(table, table.paul, "wounds")[1]["next_tick_in_rounds"] == 90
    assert values(table, table.paul, "pv", "pf") == (3, 1)


def test_a_sleeper_is_finished_off_and_sleeps_no_more(opened):
    """CD20-P-POIS-01, CD20-P-COUP-01, CD20-HP-04: nothing is due for the dead, and nothing wakes them."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.thug, "poison", (1, 2), poison="chloroform")
    blow = table.do(table.paul, "finishing_blow", (10,), target=at(table.thug), zone="head").outcome
    assert (blow["gb"], blow["dead_at_once"]) == (18, True)
    table.keep(c.EndFight())
    passes(table, 3 * HOUR)
    assert (values(table, table.thug, "state"), dues(table, table.thug)) == ("dead", [])


def test_fire_goes_with_whoever_leaves_and_leaves_its_wound(opened):
    """CD20-ENV-02: two rounds of flames, put out by somebody else, one wound that may stop bleeding."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "lasting_cause", (1,), cause="blaze", rounds=1, stops=False)
    rounds(table)
    table.settle("lasting_cause", ())
    away(table, table.paul)
    assert table.marks(table.paul).get("burning") or values(table, table.paul, "burning")
    table.do(table.jack, "extinguish", (20,), victim=at(table.paul))
    table.settle("stabilise", (99,))
    (wound,) = values(table, table.paul, "wounds")
    assert (wound["gb"], wound["bleeding"], wound["next_tick_in_rounds"]) == (4, True, 100)
    assert values(table, table.paul, "pv", "pf") == (9, 8)


def test_somebody_brought_out_of_the_water_in_a_fight(opened):
    """CD20-ENV-04, CD20-P-ENV-05: a PV each round, until first aid wakes them; then no more."""
    table = opened()
    table.do(table.paul, "drowning", (1,), rounds=1)
    assert values(table, table.paul, "pf", "state") == (0, "unconscious")
    facing(table, table.jack, table.thug, table.paul)
    rounds(table)
    table.settle("drowning", ())
    assert values(table, table.paul, "pv") == 9
    table.do(table.jack, "revive", (20,), victim=at(table.paul), seat=table.bob)
    rounds(table, 2)
    assert (dues(table, table.paul), values(table, table.paul, "pv", "pf", "state")) == ([], (9, 1, "ok"))


def test_stabilised_is_not_cared_for(opened):
    """CD20-HP-06, CD20-BLEED-02: PV come back by the day once somebody has treated the wound."""
    table = opened()
    table.do(table.paul, "apply_wound", (1,), zone="left_arm", gb=3)
    passes(table, DAY)
    assert values(table, table.paul, "pv") == 9
    table.do(table.jack, "care", (20,), patient=at(table.paul))
    passes(table, DAY)
    assert values(table, table.paul, "pv", "wounds") == (10, [])


def test_a_nimble_body_gets_its_guard_back_by_days(opened):
    """CD20-P-ABIL-02, CD20-AC-01: the CA follows Dexterity down and up again."""
    table = opened()
    table.do(table.paul, "damage_ability", (), ability="dex", amount=4)
    seen = [values(table, table.paul, "zone_ca")["torso"]]
    for _ in range(4):
        passes(table, DAY)
        seen.append(values(table, table.paul, "zone_ca")["torso"])
    assert seen == [11, 11, 12, 12, 13]


def test_toughness_in_a_poisoned_body(opened):
    """CD20-FEAT-08, CD20-P-ABIL-02: two more of each at once, and Constitution gives back its own."""
    table = opened()
    table.do(table.paul, "damage_ability", (), ability="con", amount=2)
    assert values(table, table.paul, "pv_max", "pv") == (9, 9)
    table.do(table.paul, "take_feat", (), feat="toughness")
    assert values(table, table.paul, "pv_max", "pv", "pf_max", "pf") == (11, 11, 11, 11)
    passes(table, 2 * DAY)
    assert values(table, table.paul, "pv_max", "pv", "pf_max", "pf") == (12, 12, 12, 12)
    table.do(table.paul, "take_feat", (), feat="toughness")
    assert refusal(table, table.paul, "take_feat", feat="toughness") == "taken_twice"
    assert values(table, table.paul, "pv_max", "pv") == (14, 14)


# ---- weapons ----


def test_of_two_alike_the_one_that_jams_is_the_one_that_fired(opened):
    """CD20-P-GUN-02, CD20-P-GUN-06: three cartridges of the second, which sticks; the first still fires."""
    table = opened(jams=True)
    gun = {"weapon": "thompson", "name": "Thompson", "ammunition": 9, "spare_magazines": 1}
    table.write(table.paul, weapons=[gun, gun])
    burst = {"target": at(table.thug), "fire_mode": "autofire"}
    done = table.do(table.paul, "full_attack", (1, 60, 3), weapon_name="Thompson 2", **burst).outcome
    guns = [(one["ammunition"], one["jammed"]) for one in values(table, table.paul, "weapons")]
    assert (done["attacks_made"], guns) == (1, [(9, False), (6, True)])
    assert (
        refusal(table, table.paul, "attack", (2, 60), target=at(table.thug), weapon_name="Thompson 2") == "act/jammed"
    )
    missed_one = table.do(table.paul, "attack", (2, 60), target=at(table.thug), modifier=-20)
    assert missed_one.given["weapon_name"] == "Thompson"
    table.do(table.paul, "clear_jam", (20,))
    assert [one["jammed"] for one in values(table, table.paul, "weapons")] == [False, False]


# ---- bodies that come back ----


def test_whoever_is_healed_in_a_fight_has_to_find_the_weapon(opened):
    """CD20-COND-02, CD20-SPELL-02: up again, still prone, the gun on the ground, a whole turn in the next round."""
    table = opened()
    facing(table, table.paul, table.thug, table.jack)
    table.do(table.paul, "effort", (20,), cost=10, kind="violent")
    assert values(table, table.paul, "state") == "stunned"
    table.do(table.jack, "healing_touch", (1, 1), target=at(table.paul))
    assert values(table, table.paul, "state", "prone") == ("ok", True)
    rounds(table)
    assert (table.now, table.left(table.paul)) == (table.paul, 3)
    assert refusal(table, table.paul, "attack", (1, 60), target=at(table.thug), seat=table.ann) == "act/dropped"
    table.do(table.paul, "movement", (), mode="pick_up", seat=table.ann)
    assert refusal(table, table.paul, "attack", (1, 60), target=at(table.thug), seat=table.ann) == ""


def test_whoever_comes_to_before_their_place_acts_in_it(opened):
    """CD20-HP-05: the state ends as soon as there is breath."""
    table = opened()
    facing(table, table.thug, table.paul, table.jack)
    table.do(table.paul, "effort", (1,), cost=10, kind="violent")
    table.write(table.paul, pf=5)
    table.turn()
    assert (table.now, table.left(table.paul)) == (table.paul, 3)


# ---- destiny ----


def test_an_attack_that_waits_while_the_target_dies_of_something_else(opened):
    """CD20-DEST-03: the Keeper writes meanwhile; the decision is still over without a fault."""
    table = opened(fate=True)
    table.do(table.thug, "attack", (20, 60), target=at(table.paul))
    assert table.waiting
    table.write(table.paul, state="dead")
    table.decide("")
    assert (table.waiting, values(table, table.paul, "state")) == (None, "dead")


def test_an_attack_that_waits_while_the_attacker_leaves(opened):
    """CD20-DEST-03: the blow was announced, and lands."""
    table = opened(fate=True)
    facing(table, table.thug, table.paul, table.jack)
    table.do(table.thug, "attack", (15, 60), target=at(table.paul))
    away(table, table.thug)
    table.decide("", None)
    assert table.waiting is None
    assert values(table, table.paul, "wounds")


def test_destiny_for_adversaries_from_the_moment_it_is_the_rule(opened):
    """CD20-DEST-01: `npc_destiny` turned on and off between two shots."""
    table = opened()
    shot = {"target": at(table.thug), "aim": "left_leg", "modifier": 7}
    table.do(table.paul, "attack", (10, 99), **shot)
    assert table.waiting is None
    house(table, npc_destiny=True)
    table.do(table.paul, "attack", (9,), **shot)
    assert "soften" in table.choices()
    table.decide("soften")
    house(table, npc_destiny=False)
    table.do(table.paul, "attack", (9, 99), **shot)
    assert table.waiting is None


def test_a_level_gives_a_point_and_its_undo_takes_it(opened):
    """CD20-DEST-01, CD20-DEST-02, CD20-P-SAN-06."""
    table = opened(fate=True)
    table.do(table.paul, "spend_destiny", (), effect="escape")
    table.write(table.paul, san=50)
    before = table.play
    table.do(table.paul, "level_up", (4,), xp=1000)
    assert values(table, table.paul, "level", "destiny_left", "san") == (2, 1, 54)
    table.do(table.paul, "spend_destiny", (), effect="escape")
    assert refusal(table, table.paul, "spend_destiny", effect="escape") == "no_point"
    for _ in range(3):
        table.keep(c.Undo())
    assert table.play == before


def test_points_of_a_new_level_are_placed_by_the_player(opened):
    """CD20-P-SKILL-02: as many as there are, no higher than the level lets a skill be."""
    table = opened()
    table.write(table.paul, xp=1000)
    left = values(table, table.paul, "skill_points_left")
    table.do(table.paul, "level_up", (3,))
    more = values(table, table.paul, "skill_points_left")
    assert more - left == 9
    ranks = values(table, table.paul, "skill_ranks")
    table.act(table.ann, c.Edit(character=table.paul, fields={"skill_ranks": {**ranks, "swim": 1}}))
    assert values(table, table.paul, "skill_points_left") < more


# ---- minds and magic ----


def test_two_horrors_in_an_hour(opened):
    """CD20-P-SAN-04, CD20-P-SAN-05: the first madness gives two ranks, the next one, two kinds at once count once."""
    table = opened()
    horror = {"success_loss": "0", "failure_loss": "1d10", "mythos": True}
    table.do(table.paul, "sanity_check", (99, 10, 99, 1, 5, 25), **horror)
    assert values(table, table.paul, "san", "mythos_ranks", "san_max") == (50, 2, 97)
    table.do(table.paul, "sanity_check", (99, 10, 99, 1, 5, 25, 3), **horror)
    assert values(table, table.paul, "san", "mythos_ranks", "san_max") == (40, 3, 96)
    assert [one["kind"] for one in values(table, table.paul, "insanity")] == ["temporary", "temporary", "indefinite"]
    passes(table, 1)
    assert [one["kind"] for one in values(table, table.paul, "insanity")] == ["indefinite"]


def test_a_touch_follows_its_spell_in_the_same_turn(opened):
    """CD20-P-MAG-02: a full round, paid once, and the hand is laid on with it."""
    table = opened()
    table.write(table.jack, spells_known=["healing_touch"])
    table.write(table.paul, pv=5, pf=5)
    facing(table, table.jack, table.thug, table.paul)
    table.do(table.jack, "cast_spell", (1,), spell="healing_touch", seat=table.bob)
    assert values(table, table.jack, "pf") == 8
    table.do(table.jack, "healing_touch", (1, 1), target=at(table.paul), seat=table.bob)
    assert values(table, table.paul, "pv") == 6


# ---- secrets, undo ----


def test_a_secret_poison_works_once_it_is_let_go(opened):
    """CD20-P-POIS-01: before that nothing falls due; taken back, nothing is."""
    table = opened()
    table.keep(
        c.Do(
            procedure="poison",
            character=table.paul,
            given={"poison": "rattlesnake_venom", "stage": "initial"},
            dice=(20,),
            audience="keeper",
        )
    )
    secret = str(table.table.log(table.table.viewer("keeper"), "fr")[0]["id"])
    passes(table, 2)
    assert dues(table, table.paul) == []
    table.keep(c.Release(event=secret))
    passes(table, 1)
    assert dues(table, table.paul) == ["poison"]
    table.keep(c.Undo())
    table.keep(c.Undo())
    assert dues(table, table.paul) == []


def test_who_bleeds_and_is_removed_is_owed_again_when_they_are_back(opened):
    """CD20-BLEED-04: undo brings back the person and what was due."""
    table = opened()
    table.do(table.paul, "apply_wound", (99,), zone="left_arm", gb=7)
    passes(table, 1)
    before = table.play
    table.keep(c.Remove(character=table.paul))
    assert table.play.get("due", {}) == {}
    table.keep(c.Undo())
    assert table.play == before
    table.settle("advance_time", (99,))
    assert values(table, table.paul, "pv") == 7


def test_a_shot_that_was_kept_ready_is_taken_back(opened):
    """CD20-P-ACT-03: and can be fired again, once."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "ready", (), occasion="la porte", seat=table.ann)
    table.turn()
    before = table.play
    table.do(table.paul, "attack", (1, 60), target=at(table.thug), seat=table.ann)
    with pytest.raises(Refusal):
        table.do(table.paul, "attack", (1, 60), target=at(table.thug), seat=table.ann)
    table.keep(c.Undo())
    assert table.play == before
    table.do(table.paul, "attack", (1, 60), target=at(table.thug), seat=table.ann)


def test_players_do_not_name_their_own_numbers(opened):
    """CD20-GEN-03, CD20-SHOCK-02: a shock, a graver wound, darkness are the Keeper’s word."""
    table = opened()
    for own in ({"shock": "violent"}, {"gb_bonus": 9}, {"concealment": 40}):
        with pytest.raises(Refusal):
            table.do(table.paul, "attack", (10, 60, 99, 99), target=at(table.thug), seat=table.ann, **own)


# ---- second evening ----


def test_what_is_left_of_a_volley_is_lost_by_moving_or_leaving(opened):
    """CD20-ATT-03: attacks that are left go to somebody else in the same turn, or nowhere."""
    table = opened()
    table.write(table.thug, pv=1)
    facing(table, table.jack, table.thug, table.zombie)
    table.do(table.jack, "full_attack", (20, 60), target=at(table.thug), spare_fallen=True, seat=table.bob)
    assert table.marks(table.jack)["attacks_made"] == 1
    away(table, table.jack)
    back(table, table.jack)
    assert refusal(table, table.jack, "full_attack", (1, 60), target=at(table.zombie), seat=table.bob) != ""


def test_a_guard_of_the_last_turn_does_not_come_back_with_its_owner(opened):
    """CD20-P-ACT-03: total defence lasts until the next turn; who leaves and returns in between guards no more."""
    table = opened()
    facing(table, table.paul, table.thug)
    rounds(table)
    table.mark(table.paul, total_defence=True)
    away(table, table.paul)
    back(table, table.paul)
    assert missed(table, table.thug, table.paul)["zone_ca"] == 12


def test_a_violent_shock_from_two_blows_costs_two_points_and_one_turn(opened):
    """CD20-SHOCK-02: the worse one counts, but each violent shock costs its PF."""
    table = opened()
    facing(table, table.thug, table.paul, table.jack)
    for _ in range(2):
        table.do(table.paul, "apply_shock", (), shock="violent")
    table.do(table.paul, "apply_shock", (), shock="shock")
    assert values(table, table.paul, "pf", "shock_next_turn", "prone") == (8, "skip", True)
    table.turn()
    assert (table.now, table.left(table.paul)) == (table.paul, 0)
    assert missed(table, table.jack, table.paul)["helpless_bonus"] == 4
    rounds(table)
    table.turn()
    assert (table.left(table.paul), missed(table, table.jack, table.paul)["helpless_bonus"]) == (3, 0)


def test_care_needs_senses_and_a_bandage_no_roll(opened):
    """CD20-BLEED-02: a helpless healer cannot, a light wound needs no die, the wounded care for themselves."""
    table = opened()
    table.do(table.paul, "apply_wound", (), zone="left_arm", gb=1)
    done = table.do(table.paul, "care", (), patient=at(table.paul), seat=table.ann).outcome
    assert (done["roll_needed"], done["treated"]) == (False, True)
    table.do(table.paul, "effort", (20,), cost=9, kind="violent")
    table.do(table.jack, "apply_wound", (99,), zone="left_arm", gb=3)
    assert refusal(table, table.paul, "care", (), patient=at(table.jack)) in ("healer_cannot_act", "stunned")


def test_a_critical_arm_lets_the_gun_fall_and_the_other_takes_it_up(opened):
    """CD20-P-WOUND-01: one hand is left, for a gun of one hand."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "apply_wound", (1,), zone="right_arm", gb=12)
    assert refusal(table, table.paul, "attack", (1, 60), target=at(table.thug), seat=table.ann) == "act/dropped"
    table.do(table.paul, "movement", (), mode="pick_up", seat=table.ann)
    assert refusal(table, table.paul, "attack", (1, 60), target=at(table.thug), seat=table.ann) == ""
    table.do(table.paul, "apply_wound", (1,), zone="left_arm", gb=12)
    rounds(table)
    assert refusal(table, table.paul, "attack", (1, 60), target=at(table.thug), seat=table.ann) != ""


def test_a_critical_leg_throws_down_under_the_rule_of_the_moment(opened):
    """CD20-GB-05: `part_effects` turned off between two legs."""
    table = opened()
    table.do(table.thug, "apply_wound", (1,), zone="left_leg", gb=12)
    assert values(table, table.thug, "prone") is True
    house(table, part_effects=False)
    table.do(table.paul, "apply_wound", (1,), zone="left_leg", gb=12)
    assert values(table, table.paul, "prone", "hampered_parts") == (False, ["left_leg"])


def test_healed_by_magic_a_leg_runs_again_in_the_fight(opened):
    """CD20-SPELL-02, CD20-GB-05: at full PV all wounds are gone with what they hampered."""
    table = opened()
    facing(table, table.paul, table.thug, table.jack)
    table.do(table.paul, "apply_wound", (99,), zone="left_leg", gb=12)
    assert refusal(table, table.paul, "movement", mode="run") != ""
    table.do(table.jack, "healing_touch", (8, 8), target=at(table.paul))
    assert values(table, table.paul, "pv", "wounds", "hampered_parts", "prone") == (10, [], [], True)
    rounds(table)
    assert dues(table, table.paul) == []
    table.do(table.paul, "movement", (), mode="stand_up")
    rounds(table)
    assert table.do(table.paul, "movement", (), mode="run").outcome["allowed"]


def test_the_dead_let_go_drop_nothing_and_are_owed_nothing(opened):
    """CD20-HP-04: burning, bleeding, poisoned and dead."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "poison", (20,), poison="rattlesnake_venom", stage="initial")
    table.do(table.paul, "apply_wound", (99,), zone="left_arm", gb=12)
    table.do(table.paul, "lasting_cause", (1,), cause="blaze", rounds=1, stops=False)
    rounds(table)
    assert len(dues(table, table.paul)) >= 1
    table.do(table.paul, "apply_wound", (), zone="head", gb=20)
    assert dues(table, table.paul) == []
    rounds(table, 2)
    table.keep(c.EndFight())
    passes(table, DAY)
    assert (dues(table, table.paul), values(table, table.paul, "state")) == ([], "dead")


def test_two_days_with_an_open_wound(opened):
    """CD20-P-DIS-01: infected, a day later a PV, no breath by rest; two good days and it is over."""
    table = opened()
    table.do(table.paul, "apply_wound", (1,), zone="left_arm", gb=3)
    table.write(table.paul, pf=5)
    passes(table, 2 * DAY)
    assert dues(table, table.paul) == ["disease"]
    table.settle("disease", (1,))
    pf = values(table, table.paul, "pf")
    passes(table, DAY)
    table.settle("disease", (1,))
    assert values(table, table.paul, "pv", "pf") == (8, pf)
    for _ in range(2):
        passes(table, DAY)
        table.settle("disease", (20,))
    assert values(table, table.paul, "diseases") == []


def test_a_disease_thrown_late_has_its_day_from_when_it_was_due(opened):
    """CD20-P-DIS-01: three days pass at once: three saves, each for its day."""
    table = opened()
    table.do(table.paul, "disease", (1, 1), disease="pneumonia")
    passes(table, 4 * DAY, "work")
    saves = 0
    while dues(table, table.paul):
        table.settle("disease", (1, 1))
        saves += 1
    assert (saves, values(table, table.paul, "ability_damage")["str"]) == (4, 4)


def test_frozen_to_the_bone(opened):
    """CD20-P-ENV-04: without breath each failure costs a PV instead."""
    table = opened()
    table.write(table.paul, pf=1)
    table.keep(c.Advance(minutes=10, activities={table.paul: "cold"}))
    table.settle("exposure", (1, 1))
    assert values(table, table.paul, "pf", "pv", "state") == (0, 10, "unconscious")
    table.keep(c.Advance(minutes=10, activities={table.paul: "cold"}))
    out = table.settle("exposure", (1,)).outcome
    assert (out["dc"], values(table, table.paul, "pf", "pv")) == (16, (0, 9))


def test_sanity_lost_in_a_fight_counts_with_the_hour_after_it(opened):
    """CD20-P-SAN-04: rounds are of the hour too."""
    table = opened()
    table.write(table.paul, san=50)
    facing(table, table.paul, table.thug)
    table.do(table.paul, "sanity_check", (99, 4), success_loss="0", failure_loss="1d4")
    rounds(table, 10)
    table.keep(c.EndFight())
    passes(table, 30)
    seen = table.do(table.paul, "sanity_check", (99, 6, 1, 2), success_loss="0", failure_loss="1d10").outcome
    assert seen["indefinite"]


def test_a_short_madness_goes_with_whoever_leaves(opened):
    """CD20-P-SAN-03: three of ten rounds in the fight, the rest beside it."""
    table = opened()
    table.write(table.paul, san=60)
    facing(table, table.paul, table.thug, table.jack)
    table.do(table.paul, "sanity_check", (99, 10, 99, 1, 10, 25), success_loss="0", failure_loss="1d10")
    rounds(table, 3)
    away(table, table.paul)
    rounds(table, 6)
    assert len(values(table, table.paul, "insanity")) == 1
    rounds(table)
    assert values(table, table.paul, "insanity") == []


def test_a_spell_that_faints_its_caster_ends_the_turn(opened):
    """CD20-P-MAG-01: the cost is paid when it takes effect, and may cost the senses."""
    table = opened()
    table.write(table.jack, spells_known=["wrack"], pf=1)
    facing(table, table.jack, table.thug)
    table.do(table.jack, "cast_spell", (1, 1, 20), spell="wrack", target=at(table.thug), seat=table.bob)
    assert values(table, table.jack, "state") == "unconscious"
    table.turn()
    assert table.now == table.thug
    rounds(table)
    assert table.now == table.thug


def test_a_tired_fighter_in_both_their_sums(opened):
    """CD20-FAT-02: attack and CA fall with each point pair, and come back with an hour."""
    table = opened()
    before = missed(table, table.paul, table.thug)["attack_bonus"], missed(table, table.thug, table.paul)["zone_ca"]
    table.do(table.paul, "effort", (), cost=2, kind="prolonged")
    tired = missed(table, table.paul, table.thug)["attack_bonus"], missed(table, table.thug, table.paul)["zone_ca"]
    assert tired == (before[0] - 1, before[1] - 1)
    passes(table, HOUR)
    rested = missed(table, table.paul, table.thug)["attack_bonus"], missed(table, table.thug, table.paul)["zone_ca"]
    assert rested == before


def test_armour_that_adds_up_from_the_moment_it_is_the_rule(opened):
    """CD20-P-AC-01: `stack_layered_armour` reaches the sheet and the next shot, and leaves them again."""
    table = opened()
    table.write(table.paul, armour_items=["jacket", "leather_coat"])
    assert values(table, table.paul, "zone_ca")["torso"] == 13
    house(table, stack_layered_armour=True)
    assert values(table, table.paul, "zone_ca")["torso"] == 14
    shot = table.do(table.thug, "attack", (1,), target=at(table.paul), aim="torso").outcome
    assert shot["zone_ca"] == 14
    house(table, stack_layered_armour=False)
    assert values(table, table.paul, "zone_ca")["torso"] == 13


def test_a_shock_by_the_rule_from_the_moment_it_is_one(opened):
    """CD20-P-SHOCK-01: `auto_shock` turned on in the middle of a fight."""
    table = opened()
    facing(table, table.thug, table.paul)
    table.do(table.thug, "attack", (10, 99), target=at(table.paul), aim="left_leg", modifier=10)
    assert values(table, table.paul, "shock_next_turn") == "none"
    house(table, auto_shock=True)
    hit = table.do(table.thug, "attack", (10, 99), target=at(table.paul), aim="right_leg", modifier=10).outcome
    assert (hit["severity"], values(table, table.paul, "shock_next_turn")) == ("grave", "partial")


def test_the_game_master_writes_somebody_back_to_life(opened):
    """CD20-GEN-03: with points and a state; they bleed no more than what is written, and act again."""
    table = opened()
    facing(table, table.thug, table.paul)
    table.do(table.paul, "apply_wound", (), zone="head", gb=20)
    table.write(table.paul, pv=5, pf=5, state="ok")
    assert values(table, table.paul, "state", "pv", "pf") == ("ok", 5, 5)
    rounds(table)
    table.turn()
    assert (table.now, table.left(table.paul)) == (table.paul, 3)


def test_a_knife_that_was_thrown_lies_with_its_target(opened):
    """CD20-P-WEAP-01: gone from the hand in that fight, back after it."""
    table = opened()
    knife = {"weapon": "knife", "name": "Couteau"}
    table.write(table.paul, weapons=[knife])
    facing(table, table.paul, table.thug)
    table.mark(table.thug, stands=4)
    table.do(table.paul, "attack", (1, 60), target=at(table.thug), thrown=True, weapon_name="Couteau")
    again = refusal(table, table.paul, "attack", (1, 60), target=at(table.thug), thrown=True, weapon_name="Couteau")
    assert again == "act/dropped"
    table.keep(c.EndFight())
    facing(table, table.paul, table.thug)
    table.mark(table.thug, stands=4)
    assert (
        refusal(table, table.paul, "attack", (1, 60), target=at(table.thug), thrown=True, weapon_name="Couteau") == ""
    )


def test_a_night_of_everything_is_taken_back_to_the_first_moment(opened):
    """Undo is the identity: a fight, poison, fire, care, a level, a rule, an hour."""
    table = opened()
    states = [table.play]

    def then(doing) -> None:
        doing()
        states.append(table.play)

    steps = [
        lambda: table.fight((table.paul,), (table.thug,)),
        lambda: table.do(table.paul, "poison", (1, 3), poison="rattlesnake_venom", stage="initial"),
        lambda: table.do(table.paul, "grapple", (20, 20, 1), target=at(table.thug)),
        lambda: table.do(table.thug, "apply_shock", (), shock="violent"),
        lambda: table.turn(),
        lambda: table.do(table.paul, "apply_wound", (99,), zone="left_arm", gb=12),
        lambda: table.turn(),
        lambda: away(table, table.thug),
        lambda: table.settle("advance_time", (99,)),
        lambda: table.do(table.jack, "care", (20,), patient=at(table.paul), modifier=20),
        lambda: house(table, level_ac_bonus=True),
        lambda: table.do(table.paul, "level_up", (3,), xp=1000),
        lambda: table.keep(c.EndFight()),
        lambda: passes(table, HOUR),
    ]
    for step in steps:
        then(step)
    for state in reversed(states[:-1]):
        table.keep(c.Undo())
        assert table.play == state


def test_a_quiver_is_never_empty_and_a_crossbow_is_wound(opened):
    """CD20-P-WEAP-01, CD20-P-GUN-05: nocking an arrow is free, a bolt takes a move."""
    table = opened()
    bow = {"weapon": "bow", "name": "Arc", "ammunition": 1}
    crossbow = {"weapon": "crossbow", "name": "Arbalète", "ammunition": 1, "spare_magazines": 2}
    table.write(table.paul, weapons=[bow, crossbow])
    facing(table, table.paul, table.thug)
    table.mark(table.thug, stands=6)
    for _ in range(2):
        missed(table, table.paul, table.thug, weapon_name="Arc")
    missed(table, table.paul, table.thug, weapon_name="Arbalète")
    again = refusal(table, table.paul, "attack", (1, 60), target=at(table.thug), weapon_name="Arbalète")
    assert again == "act/empty"
    rounds(table)
    table.do(table.paul, "reload", (), weapon_name="Arbalète", seat=table.ann)
    assert table.left(table.paul) == 2
    missed(table, table.paul, table.thug, weapon_name="Arbalète")
    assert [one["spare_magazines"] for one in values(table, table.paul, "weapons")] == [0, 1]
