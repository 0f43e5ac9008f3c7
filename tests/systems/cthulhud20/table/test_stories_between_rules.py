"""Stories in which rules meet: time in and after fights, bodies that come back, house rules that change midway."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.cthulhud20.evening import dues, facing, house, missed, passes, refusal, rounds, values
from systems.table import at

HOUR, DAY = 60, 24 * 60


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


def test_drops_in_a_glass_in_the_middle_of_a_fight(opened):
    """CD20-P-POIS-01, CD20-P-ABIL-02: clumsy at once, asleep a minute later, nimble again after three days."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "poison", (1, 3), poison="knock_out_drops", stage="initial")
    assert values(table, table.paul, "zone_ca")["torso"] == 11
    rounds(table, 10)
    table.settle("poison", (1, 2))
    assert "unconscious_other" in values(table, table.paul, "conditions")
    assert table.marks(table.paul).get("disarmed")
    table.keep(c.EndFight())
    passes(table, 2 * HOUR)
    assert "unconscious_other" not in values(table, table.paul, "conditions")
    passes(table, 3 * DAY)
    assert values(table, table.paul, "zone_ca")["torso"] == 13


def test_a_leg_hurt_before_it_was_the_rule(opened):
    """CD20-GB-05: one hampered while the rule was off: not thrown down when it comes on, but not running either."""
    table = opened(part_effects=False)
    table.do(table.paul, "apply_wound", (1,), zone="left_leg", gb=12)
    house(table, part_effects=True)
    assert values(table, table.paul, "prone") is False
    assert refusal(table, table.paul, "movement", mode="run") in ("leg",)


def test_senses_are_saved_again_once_it_is_the_rule(opened):
    """CD20-HP-05: `repeat_faint_save` turned on for somebody who is stunned."""
    table = opened()
    table.do(table.paul, "effort", (20,), cost=10, kind="violent")
    assert values(table, table.paul, "state") == "stunned"
    table.do(table.paul, "effort", (), cost=1, kind="violent")
    house(table, repeat_faint_save=True)
    table.do(table.paul, "effort", (1,), cost=1, kind="violent")
    assert values(table, table.paul, "state", "pf") == ("unconscious", -2)
    passes(table, 3 * HOUR)
    assert values(table, table.paul, "state", "pf") == ("ok", 1)


def test_a_minute_in_the_middle_of_a_fight(opened):
    """CD20-BLEED-04, CD20-AIM-01: ten rounds of blood, and nobody aims any more."""
    table = opened()
    facing(table, table.jack, table.paul, table.thug)
    table.do(table.jack, "take_aim", target=at(table.thug))
    table.do(table.paul, "apply_wound", (99,), zone="left_arm", gb=7)
    rounds(table, 4)
    passes(table, 1)
    table.settle("advance_time", (99,))
    assert values(table, table.paul, "pv") == 7
    assert values(table, table.paul, "wounds")[0]["next_tick_in_rounds"] == 6
    assert missed(table, table.jack, table.thug)["attack_bonus"] == 21


def test_fire_let_pass_goes_on(opened):
    """CD20-ENV-02: a round that the Keeper lets pass puts nothing out."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "lasting_cause", (1,), cause="blaze", rounds=1, stops=False)
    rounds(table)
    table.keep(c.Dismiss(due=table.due()["lasting_cause"]["id"]))
    rounds(table)
    out = table.settle("lasting_cause", None).outcome
    assert out["gb_by_round"] in ([4], [6])


def test_nobody_counts_the_magazines_of_adversaries(opened):
    """CD20-P-GUN-05: their guns run empty, and are loaded."""
    table = opened()
    npc = table.add(being="sample/thug")
    gun = values(table, npc, "weapons")[0]
    table.write(npc, weapons=[{**gun, "ammunition": 1, "spare_magazines": 0}])
    table.do(npc, "attack", (2, 60), target=at(table.paul), modifier=-20)
    assert refusal(table, npc, "attack", (2, 60), target=at(table.paul)) == "act/empty"
    table.do(npc, "reload", ())
    assert values(table, npc, "weapons")[0]["ammunition"] == 8


def test_whoever_bleeds_throws_for_themselves(opened):
    """CD20-BLEED-03: nobody else’s player does."""
    table = opened()
    table.do(table.paul, "apply_wound", (99,), zone="left_arm", gb=7)
    passes(table, 1)
    with pytest.raises(Refusal):
        table.settle("advance_time", (99,), seat=table.bob)
    table.settle("advance_time", (99,), seat=table.ann)
    assert values(table, table.paul, "pv") == 7


def test_two_thrown_knives_of_one_name(opened):
    """CD20-P-WEAP-01: each once."""
    table = opened()
    knife = {"weapon": "knife", "name": "Couteau"}
    table.write(table.paul, weapons=[knife, knife])
    table.mark(table.thug, stands=4)
    thrown = {"target": at(table.thug), "thrown": True, "modifier": -20}
    why = [
        refusal(table, table.paul, "attack", (2, 60), weapon_name=name, **thrown)
        for name in ("Couteau", "Couteau 2", "Couteau 2")
    ]
    assert why == ["", "", "act/dropped"]


def test_an_explosion_in_a_fight_throws_down_and_costs_the_turn(opened):
    """CD20-P-ENV-06, CD20-SHOCK-02."""
    table = opened()
    facing(table, table.thug, table.paul, table.jack)
    table.do(None, "explosion", (20, 1, 60), explosive="dynamite", victims=[at(table.paul)])
    assert values(table, table.paul, "prone", "shock_next_turn") == (True, "skip")
    table.turn()
    assert (table.now, table.left(table.paul)) == (table.paul, 0)
