"""Small stories of fights: what is in which hand, loaded, caught, coated; who holds, acts, burns, and until when."""

from typing import Any

import pytest

from gardien.systems.organique import pack
from gardien.systems.organique.table.fighter import turn_of
from gardien.table import commands as c
from systems.organique.evening import Evening, blow, cast, refused, rounds, somebody, throw_all
from systems.table import at


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def gun(name: str, **more: Any) -> dict[str, Any]:
    return {"weapon": "pistol_9mm", "name": name, "loaded": 15, **more}


def line(evening: Evening, who: str, name: str) -> dict[str, Any]:
    """One weapon of somebody's, as their sheet has it."""
    return next(dict(one) for one in evening.sheet(who)["weapons"] if one["name"] == name)


# ---- cartridges ----


def test_the_gun_that_is_named_is_loaded_from_what_it_has_besides(evening):
    """M9: an action; the other gun keeps its cartridges, and nothing comes from nowhere."""
    guns = [gun("Gauche", loaded=2, spare=20), gun("Droite", loaded=0, spare=9)]
    one, _ = cast(evening, "hammerhead", "rusty", weapons=guns)
    evening.do(one, "free_action", kind="reload", weapon_name="Droite")
    assert (line(evening, one, "Droite")["loaded"], line(evening, one, "Droite")["spare"]) == (9, 0)
    assert (line(evening, one, "Gauche")["loaded"], line(evening, one, "Gauche")["spare"]) == (2, 20)
    assert evening.marks(one)["moments"] == ["free_action"]
    rounds(evening)
    evening.do(one, "free_action", kind="reload", weapon_name="Gauche")
    assert (line(evening, one, "Gauche")["loaded"], line(evening, one, "Gauche")["spare"]) == (15, 7)
    with refused("act/no_spare"):
        evening.do(one, "free_action", kind="reload", weapon_name="Droite")


def test_an_empty_gun_fires_again_once_it_is_loaded(evening):
    """M9."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=[gun("Pistolet", loaded=0, spare=3)])
    with refused("act/empty"):
        blow(evening, one, "shoot", other, weapon_name="Pistolet")
    evening.do(one, "free_action", kind="reload")
    rounds(evening)
    blow(evening, one, "shoot", other, weapon_name="Pistolet")
    assert line(evening, one, "Pistolet")["loaded"] == 2


def test_a_full_gun_is_not_loaded_and_a_blade_never(evening):
    """M9."""
    blade = {"weapon": "machete", "name": "Machette"}
    one, _ = cast(evening, "hammerhead", "rusty", weapons=[gun("Pistolet", spare=15), blade])
    for name in ("Pistolet", "Machette", ""):
        with refused("act/no_spare"):
            evening.do(one, "free_action", kind="reload", weapon_name=name)
    with refused("field/one_of"):
        evening.do(one, "free_action", kind="reload", weapon_name="Arbalète")


def test_of_two_jammed_guns_the_named_one_is_cleared(tmp_path):
    """M9, gun_jam_on_1."""
    evening = Evening(tmp_path, gun_jam_on_1=True)
    one, other = cast(evening, "hammerhead", "rusty", weapons=[gun("Gauche"), gun("Droite")])
    for name in ("Gauche", "Droite"):
        assert blow(evening, one, "shoot", other, 1, weapon_name=name)["jammed"]
        rounds(evening)
    evening.do(one, "free_action", kind="clear_jam", weapon_name="Droite")
    assert (line(evening, one, "Gauche")["jammed"], line(evening, one, "Droite")["jammed"]) == (True, False)
    with refused("act/not_jammed"):
        evening.do(one, "free_action", kind="clear_jam", weapon_name="Droite")
    with refused("act/jammed"):
        blow(evening, one, "shoot", other, weapon_name="Gauche")
    evening.store.close()


def test_both_guns_of_a_pair_fire(evening):
    """ORG-MOD-09, M9."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=[gun("Pistolet", loaded=5), gun("Autre", loaded=3)])
    blow(evening, one, "shoot", other, weapon_name="Pistolet", second_weapon="pistol_9mm")
    assert sorted(one["loaded"] for one in evening.sheet(one)["weapons"]) == [2, 4]


def test_a_barrage_takes_its_bullets_even_where_it_fails(evening):
    """ORG-ACT-01, M9."""
    spray = {"weapon": "submachine_gun", "name": "PM", "loaded": 20}
    one, other = cast(evening, "hammerhead", "rusty", weapons=[spray])
    evening.do(one, "covering_fire", (2,), weapon_name="PM", bullets=8, metres=2, targets=[at(other)])
    assert line(evening, one, "PM")["loaded"] == 12


def test_undo_gives_the_cartridges_back(evening):
    """M9."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=[gun("Pistolet", spare=4)])
    before = evening.play
    blow(evening, one, "shoot", other)
    evening.do(one, "free_action", kind="reload")
    for _ in range(2):
        evening.keep(c.Undo())
    assert evening.play == before


# ---- what counts as an action, what as a reaction ----


def test_whatever_is_done_next_ends_an_aim_and_the_penalty_of_an_extended_action(evening):
    """ORG-MOD-01, ORG-MOD-05, ORG-FREE-02."""
    spray = {"weapon": "submachine_gun", "name": "PM", "loaded": 20}
    able = {"skills": {"emergency_medicine": 3}, "powers": {"attack_pain": 2, "sense_presence": 2}}
    one, other = cast(evening, "hammerhead", "rusty", END=40, end_now=40, weapons=[spray], **able)
    evening.mark(one, mounted=True)
    for procedure, given in (
        ("manoeuvre", {"manoeuvre": "slalom"}),
        ("psychic_attack", {"power": "attack_pain"}),
        ("psychic_sense", {"power": "sense_presence"}),
        ("first_aid", {"patient": at(other)}),
        ("feat_of_strength", {"feat": "break_door"}),
        ("covering_fire", {"weapon_name": "PM", "bullets": 4, "metres": 2}),
    ):
        evening.do(one, "free_action", kind="aim", opponent=at(other))
        evening.write(one, extended_penalty=True)
        rounds(evening)
        assert evening.marks(one)["aiming"], procedure
        evening.do(one, procedure, (10,), **given)
        left = evening.marks(one).get("aiming"), evening.sheet(one)["extended_penalty"]
        assert left == (None, False), procedure


def test_whoever_fights_in_water_moves_and_struggles_in_it(evening):
    """ORG-MOD-14."""
    one, other = cast(evening, "hammerhead", "rusty", skills={})
    evening.mark(one, in_water=True)
    assert evening.do(one, "free_action", kind="move").outcome["metres_max"] == 1
    blow(evening, other, "hold", one, 20)
    assert evening.do(one, "break_hold", (1, 20), holder=at(other)).given["in_water"]
    swarm = evening.do(one, "attack_swarm", (2,), creatures="bees")
    assert swarm.given["in_water"]


def test_half_an_action_fires_at_a_zone_as_half_an_action(evening):
    """ORG-TURN-04, ORG-MOD-08: and what takes a whole action takes what is left of it."""
    spray = {"weapon": "submachine_gun", "name": "PM", "loaded": 20}
    one, _ = cast(evening, "hammerhead", "rusty", weapons=[spray], powers={"attack_pain": 2})
    evening.mark(one, mounted=True)
    evening.do(one, "turn_slots", moment="split_action")
    roll = evening.do(one, "covering_fire", (2,), weapon_name="PM", bullets=4, metres=2)
    assert (roll.given["split"], roll.given["attacker_mounted"], roll.outcome["mod"]) == (True, True, -14)
    assert turn_of(evening.marks(one)).slots.half_actions == 1
    evening.do(one, "psychic_attack", (2,), power="attack_pain")
    assert not turn_of(evening.marks(one)).slots.can_act


def test_a_mental_defence_takes_the_reaction(evening):
    """ORG-REA-06, ORG-REA-08: once noticed; half a reaction at −10, none left is no defence."""
    medium, other = cast(evening, "raul", "rusty", VOL=20, END=30, end_now=30, powers={"attack_pain": 1})

    def reach(*dice):
        roll = evening.do(medium, "psychic_attack", dice, power="attack_pain", targets=[at(other)])
        return roll.outcome["targets"][0], roll.given["targets"][0]["mental_defence"], evening.marks(other)["moments"]

    felt, left, spent = reach(10, 20)
    assert (felt["resisted"], left, spent) == (True, "whole", ["reaction"])
    felt, left, spent = reach(10, 20)
    assert (left, spent) == ("whole", ["reaction", "action_to_reaction", "reaction"])
    felt, left, _ = reach(10)
    assert (felt["noticed"], felt["controlled"], "resist_total" in felt, left) == (True, True, False, "none")
    rounds(evening)
    evening.do(other, "turn_slots", moment="split_reaction")
    felt, left, spent = reach(10, 15)
    assert (left, felt["resist_total"], spent) == ("half", 15 + 20 - 10, ["split_reaction", "half_reaction"])


def test_whoever_shoots_at_a_driver_has_a_cartridge_less(evening):
    """ORG-VEH-04, M9."""
    driver, other = cast(evening, "hammerhead", "rusty", weapons=[gun("Pistolet", loaded=5)])
    answer = {"kind": "simultaneous", "action": "shoot", "weapon": "pistol_9mm"}
    evening.do(driver, "vehicle_attack", (2, 2), target=at(other), reaction=answer)
    assert (line(evening, other, "Pistolet")["loaded"], evening.marks(other)["moments"]) == (4, ["simultaneous_action"])


def test_whoever_is_driven_at_is_asked(evening):
    """ORG-VEH-04, ORG-REA-01: on foot, or at another wheel."""
    driver, other = cast(evening, "hammerhead", "rusty")
    evening.write(other, guard="")
    evening.do(driver, "vehicle_attack", target=at(other))
    assert evening.choices() == ["dodge", "leap", "drop", "simultaneous"]
    roll = evening.decide("dodge", (20, 20))
    assert (roll.outcome["defence_die"], evening.marks(other)["moments"]) == (20, ["reaction"])
    rounds(evening)
    evening.mark(other, mounted=True)
    evening.write(other, gear=[pack.table("vehicles", "vehicle")[0].key])
    evening.do(driver, "vehicle_attack", target=at(other))
    assert "manoeuvre" in evening.choices()


# ---- hands ----


def test_whoever_is_disarmed_drops_what_is_in_hand(evening):
    """ORG-ACT-04, ORG-FREE-05: not the first weapon of the sheet; it is the one that is picked up again."""
    arms = [{"weapon": "baseball_bat", "name": "Batte"}, {"weapon": "machete", "name": "Machette"}]
    one, other = cast(evening, "hammerhead", "rusty", weapons=arms)
    evening.turn()
    blow(evening, other, "strike", one, weapon_name="Machette")
    rounds(evening)
    assert blow(evening, one, "disarm", other, 20, weapon_name="punch")["weapon_dropped"]
    assert [line(evening, other, name)["place"] for name in ("Batte", "Machette")] == ["carried", "dropped"]
    evening.turn()
    with refused("act/dropped"):
        blow(evening, other, "strike", one, weapon_name="Machette")
    evening.do(other, "free_action", kind="pick_up", weapon_name="Machette")
    assert line(evening, other, "Machette")["place"] == "carried"


def test_what_is_drawn_is_what_is_used(evening):
    """ORG-FREE-01: a weapon of one's own choice, until another is taken."""
    arms = [{"weapon": "baseball_bat", "name": "Batte"}, {"weapon": "machete", "name": "Machette"}]
    one, other = cast(evening, "hammerhead", "rusty", weapons=arms)
    evening.do(one, "free_action", kind="draw", weapon_name="Machette")
    rounds(evening)
    given = evening.do(one, "combat_action", (2,), action="strike", target=at(other)).given
    assert given["weapon"] == "machete"
    assert blow(evening, other, "disarm", one, 20, weapon_name="punch")["weapon_dropped"]
    assert [line(evening, one, name)["place"] for name in ("Batte", "Machette")] == ["carried", "dropped"]


def test_of_two_dropped_weapons_the_named_one_is_picked_up(evening):
    """ORG-FREE-05."""
    arms = [{"weapon": "machete", "name": name, "place": "dropped"} for name in ("Une", "Deux")]
    one, _ = cast(evening, "hammerhead", "rusty", weapons=arms)
    evening.do(one, "free_action", kind="pick_up", weapon_name="Deux")
    assert [line(evening, one, name)["place"] for name in ("Une", "Deux")] == ["dropped", "carried"]


def test_a_weapon_that_was_caught_is_freed_by_an_action(evening):
    """ORG-REA-02."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=[{"weapon": "sabre", "name": "Sabre"}])
    evening.write(other, INT=20, FOR=20)
    answer = {"kind": "entangle", "weapon": "chain"}
    assert blow(evening, one, "strike", other, 5, 20, weapon_name="Sabre", reaction=answer)["weapon_caught"]
    assert line(evening, one, "Sabre")["place"] == "stuck"
    rounds(evening)
    with refused("act/dropped"):
        blow(evening, one, "strike", other, weapon_name="Sabre")
    evening.do(one, "free_action", kind="free_weapon")
    assert line(evening, one, "Sabre")["place"] == "carried"


def test_five_daggers_are_thrown_one_by_one(evening):
    """M9."""
    daggers = {"weapon": "throwing_dagger", "name": "Dague", "count": 2}
    one, other = cast(evening, "hammerhead", "rusty", weapons=[daggers])
    blow(evening, one, "shoot", other, weapon_name="Dague")
    assert (line(evening, one, "Dague")["count"], line(evening, one, "Dague")["place"]) == (1, "carried")
    rounds(evening)
    blow(evening, one, "shoot", other, weapon_name="Dague")
    assert line(evening, one, "Dague")["place"] == "dropped"
    rounds(evening)
    with refused("act/dropped"):
        blow(evening, one, "shoot", other, weapon_name="Dague")


def test_after_the_fight_whoever_can_act_has_their_weapons_again(evening):
    """ORG-FREE-05, ORG-REA-02: not what has burst, nor whoever lies senseless."""
    arms = [
        {"weapon": "machete", "name": "Machette", "place": "dropped"},
        {"weapon": "sabre", "name": "Sabre", "place": "stuck"},
        {"weapon": "stun_grenade", "name": "Grenade", "place": "dropped"},
    ]
    one, other = cast(evening, "hammerhead", "rusty", weapons=arms)
    evening.write(other, unconscious_turns=50)
    evening.keep(c.EndFight())
    places = {who: [each["place"] for each in evening.sheet(who)["weapons"]] for who in (one, other)}
    assert places == {one: ["carried", "carried", "dropped"], other: ["dropped", "stuck", "dropped"]}


def test_a_bottle_breaks_on_the_first_head(evening):
    """ORG-WPN-05."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=[{"weapon": "bottle", "name": "Bouteille"}])
    assert blow(evening, one, "strike", other, 20, weapon_name="Bouteille")["weapon_broken"]
    rounds(evening)
    with refused("act/broken"):
        blow(evening, one, "strike", other, weapon_name="Bouteille")


def test_a_crossbow_takes_two_actions_to_draw_again(evening):
    """M9: of bolts nobody keeps count."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=[{"weapon": "crossbow", "name": "Arbalète"}])
    blow(evening, one, "shoot", other, 2, weapon_name="Arbalète")
    for left in (1, 0):
        rounds(evening)
        with refused("act/empty"):
            blow(evening, one, "shoot", other, 2, weapon_name="Arbalète")
        evening.do(one, "free_action", kind="reload")
        assert line(evening, one, "Arbalète")["spent"] == left
    rounds(evening)
    assert "hit" in blow(evening, one, "shoot", other, 2, weapon_name="Arbalète")


@pytest.mark.parametrize("action", ["blind", "shoot"])
def test_a_grenade_is_gone_whatever_it_was_thrown_for(evening, action):
    """M9: it blinds for turns of the fight."""
    grenade = {"weapon": "stun_grenade", "name": "Grenade"}
    one, other = cast(evening, "hammerhead", "rusty", weapons=[grenade])
    blow(evening, one, action, other, 20, 2, weapon_name="Grenade")
    assert (line(evening, one, "Grenade")["place"], evening.sheet(other)["blind"]) == ("dropped", True)
    rounds(evening, 2)
    assert not evening.sheet(other)["blind"]


@pytest.mark.parametrize(("substance", "minutes"), [("tear_spray", 3), ("bleach", 30)])
def test_what_burns_the_eyes_is_over_in_minutes(evening, substance, minutes):
    """ORG-WPN-07, M9: a die of minutes, ten times as many for bleach."""
    one, other = cast(evening, "hammerhead", "rusty")
    blow(evening, one, "blind", other, *((20, 3, 20) if substance == "bleach" else (20, 3)), weapon=substance)
    evening.keep(c.EndFight())
    evening.pass_time(minutes - 1)
    assert evening.sheet(other)["blind"]
    evening.pass_time(1)
    assert not evening.sheet(other)["blind"]


# ---- poison on a blade ----


def test_poison_goes_from_the_pocket_to_the_blade_and_into_the_wound(evening):
    """ORG-POI-01, ORG-POI-02: a dose for a blow."""
    blade = {"weapon": "hunting_knife", "name": "Couteau"}
    one, other = cast(evening, "hammerhead", "rusty", weapons=[blade], poisons=[{"poison": "blade_poison", "doses": 2}])
    evening.write(other, SNG=12, sng=12)
    for _ in range(2):
        evening.do(one, "free_action", kind="coat")
        rounds(evening)
    assert (line(evening, one, "Couteau")["coats"], evening.sheet(one)["poisons"]) == (2, [])
    with refused("act/no_poison"):
        evening.do(one, "free_action", kind="coat")
    for left in (1, 0):
        assert blow(evening, one, "strike", other, 20, weapon_name="Couteau")["dose_delivered"]
        assert line(evening, one, "Couteau")["coats"] == left
        rounds(evening)
        throw_all(evening)
    assert not blow(evening, one, "strike", other, 20, weapon_name="Couteau")["dose_delivered"]


def test_a_gun_is_not_coated_and_two_poisons_do_not_mix(evening):
    """ORG-POI-01."""
    held = [{"poison": "blade_poison", "doses": 1}, {"poison": "curare_paste", "doses": 1}]
    blade = {"weapon": "hunting_knife", "name": "Couteau"}
    one, _ = cast(evening, "hammerhead", "rusty", weapons=[gun("Pistolet"), blade], poisons=held)
    with refused("act/no_blade"):
        evening.do(one, "free_action", kind="coat", weapon_name="Pistolet")
    evening.do(one, "free_action", kind="coat", poison="curare_paste")
    assert line(evening, one, "Couteau")["coating"] == "curare_paste"
    rounds(evening)
    with refused("act/no_blade"):
        evening.do(one, "free_action", kind="coat", poison="blade_poison")
    with refused("act/no_poison"):
        evening.do(one, "free_action", kind="coat", poison="curare_paste")


# ---- holds ----


def test_whoever_is_held_has_one_hand_less(evening):
    """ORG-ACT-05, M9: no two-handed sword; a strangled victim has both hands."""
    sword, knife = {"weapon": "two_handed_sword", "name": "Espadon"}, {"weapon": "switchblade", "name": "Cran"}
    one, other = cast(evening, "hammerhead", "rusty", weapons=[sword, knife])
    blow(evening, one, "hold", other, 20)
    with refused("act/no_hands"):
        blow(evening, other, "strike", one, weapon_name="Espadon")
    blow(evening, other, "strike", one, weapon_name="Cran")
    rounds(evening)
    evening.do(other, "break_hold", (20, 1), holder=at(one))
    rounds(evening)
    blow(evening, one, "strangle", other, 20)
    blow(evening, other, "strike", one, weapon_name="Espadon")


def test_only_the_held_are_thrown(evening):
    """M6."""
    one, other, third = cast(evening, "hammerhead", "rusty", "tyra", combat_skills={"judo": 3})
    with refused("act/not_held"):
        blow(evening, one, "throw", other)
    blow(evening, one, "hold", other, 20)
    rounds(evening)
    with refused("act/not_held"):
        blow(evening, one, "throw", third)
    assert blow(evening, one, "throw", other, 20)["hit"]


def test_blood_that_a_strangler_took_comes_back_by_the_turn(evening):
    """ORG-ACT-07, ORG-END-03."""
    one, other = cast(evening, "hammerhead", "rusty")
    blow(evening, one, "strangle", other, 20)
    rounds(evening, 2)
    assert (evening.sheet(other)["sng"], evening.sheet(other)["sng_lost_air"]) == (1, 2)
    evening.do(other, "break_hold", (20, 1), holder=at(one))
    rounds(evening)
    assert evening.sheet(other)["sng"] == 2
    evening.keep(c.EndFight())
    evening.pass_time(1)
    assert (evening.sheet(other)["sng"], evening.sheet(other)["sng_lost_air"]) == (3, 0)


def test_a_holder_who_is_struck_down_lets_go(evening):
    """ORG-ACT-05, ORG-HP-05."""
    one, other = cast(evening, "hammerhead", "rusty")
    blow(evening, one, "hold", other, 20)
    evening.do(one, "apply_damage", bs=20, bypass_armour=True)
    assert not evening.marks(other).get("held_by")


# ---- turns ----


def test_a_stun_takes_the_action_that_waits(evening):
    """ORG-TURN-03: the turn after, everything is there again."""
    one, other = cast(evening, "hammerhead", "rusty")
    evening.turn()
    evening.do(other, "turn_slots", moment="wait")
    blow(evening, one, "stun", other, 20, 1, weapon="iron_pipe")
    assert evening.sheet(other)["lose_action"]
    rounds(evening)
    assert not evening.sheet(other)["lose_action"]
    evening.turn()
    blow(evening, other, "strike", one)


def test_the_penalty_of_an_extended_action_is_paid_by_the_next_thing_done(evening):
    """ORG-MOD-05: a move is enough, and it is over with the fight."""
    one, other = cast(evening, "hammerhead", "rusty")
    blow(evening, one, "strike", other, extended=True)
    assert evening.sheet(one)["extended_penalty"]
    rounds(evening)
    evening.do(one, "free_action", kind="move")
    assert not evening.sheet(one)["extended_penalty"]
    rounds(evening)
    blow(evening, one, "strike", other, extended=True)
    evening.keep(c.EndFight())
    assert not evening.sheet(one)["extended_penalty"]


def test_an_aim_is_lost_by_whoever_falls(evening):
    """ORG-FREE-02."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=[gun("Pistolet")])
    evening.do(one, "free_action", kind="aim", opponent=at(other))
    blow(evening, other, "sweep", one, 20)
    rounds(evening)
    assert not evening.do(one, "combat_action", (2,), action="shoot", target=at(other)).given.get("aim")


def test_fighting_costs_breath_and_watching_does_not(evening):
    """ORG-END-02, ORG-END-08: END a turn of fighting, a point back for a turn without."""
    one, other = cast(evening, "hammerhead", "rusty")
    full = evening.sheet(one)["end_now"]
    for _ in range(2):
        blow(evening, one, "strike", other)
        rounds(evening)
    assert evening.sheet(one)["end_now"] == full - 2
    rounds(evening)
    assert evening.sheet(one)["end_now"] == full - 1


def test_short_fights_may_cost_nothing(tmp_path):
    """ORG-END-02, ORG-ADV-05: ignore_end_short_fights."""
    evening = Evening(tmp_path, ignore_end_short_fights=True)
    one, other = cast(evening, "hammerhead", "rusty")
    full = evening.sheet(one)["end_now"]
    blow(evening, one, "strike", other)
    rounds(evening)
    assert evening.sheet(one)["end_now"] == full
    evening.store.close()


def test_a_reaction_serves_once_a_turn(evening):
    """ORG-REA-08."""
    one, third, other = cast(evening, "hammerhead", "raul", "rusty")
    evening.write(other, guard="dodge")
    evening.mark(other, moments=["action"])
    assert "defence_die" in blow(evening, one, "strike", other, 2, 2)
    assert "defence_die" not in blow(evening, third, "strike", other)
    rounds(evening)
    assert "defence_die" in blow(evening, one, "strike", other, 2, 2)


def test_whoever_is_swept_fights_from_the_ground_until_they_get_up(evening):
    """ORG-MOD-10, ORG-FREE-03."""
    one, other = cast(evening, "hammerhead", "rusty")
    blow(evening, one, "sweep", other, 20)
    evening.turn()
    assert blow(evening, other, "strike", one)["attack_mod"] == -8
    rounds(evening)
    evening.do(other, "free_action", kind="stand_up")
    rounds(evening)
    assert blow(evening, other, "strike", one)["attack_mod"] == 0


def test_only_the_fallen_are_stamped_on(evening):
    """ORG-ACT-14."""
    one, other = cast(evening, "hammerhead", "rusty")
    with refused("act/upright"):
        blow(evening, one, "stomp", other)
    blow(evening, one, "sweep", other, 20)
    rounds(evening)
    assert blow(evening, one, "stomp", other, 20)["hit"]


# ---- fire ----


def test_fire_is_put_out_by_an_action(evening):
    """ORG-DMG-01, M21: AGI against 15; until then it burns, turn by turn."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=[{"weapon": "molotov_cocktail", "name": "Molotov"}])
    evening.write(other, SNG=30, sng=30, VOL=20)
    with refused("act/no_fire"):
        evening.do(other, "free_action", kind="put_out")
    blow(evening, one, "shoot", other, 20, 6, weapon_name="Molotov")
    assert not evening.do(other, "free_action", (2,), kind="put_out").outcome["done"]
    rounds(evening)
    throw_all(evening)
    assert evening.sheet(other)["sng"] == 28
    assert evening.do(other, "free_action", (20,), kind="put_out").outcome["done"]
    assert not evening.marks(other).get("burning")
    rounds(evening)
    assert (throw_all(evening), evening.sheet(other)["sng"]) == (0, 28)


def test_fire_burns_on_when_the_fight_is_over(evening):
    """ORG-DMG-01: nobody is put out by the end of a fight."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=[{"weapon": "molotov_cocktail", "name": "Molotov"}])
    evening.write(other, SNG=30, sng=30, VOL=20)
    blow(evening, one, "shoot", other, 20, 6, weapon_name="Molotov")
    evening.keep(c.EndFight())
    assert evening.do(other, "free_action", (20,), kind="put_out").outcome["done"]
    evening.pass_time(5)
    assert (throw_all(evening), evening.sheet(other)["sng"]) == (0, 30)


# ---- wheels ----


def test_a_rider_swerves(evening):
    """ORG-VEH-04: what is in the gear and the skill for it."""
    one, other = cast(evening, "hammerhead", "rusty")
    evening.write(other, guard="", gear=["Vieille mobylette Derby"], skills={"motorbike": 3})
    evening.mark(other, mounted=True)
    evening.do(one, "combat_action", None, action="strike", target=at(other))
    assert "manoeuvre" in evening.choices()
    roll = evening.decide("manoeuvre", (10, 12))
    assert (roll.outcome["defence_mod"], roll.outcome["defence_difficulty"]) == (8 + 15, 25)
    assert evening.marks(other)["moments"] == ["reaction"]


def test_a_manoeuvre_missed_by_much_ends_on_the_road(evening):
    """M8, ORG-DMG-13: control to regain, else a crash at the speed of the moment."""
    kim = evening.kim
    evening.do(kim, "manoeuvre", (2,), vehicle="old_derby_moped", manoeuvre="tight_turn", speed=60)
    evening.follow("regain_control", (2,))
    assert evening.roll().given["manoeuvrability"] == 15
    roll = evening.follow("accident")
    assert (roll.procedure, roll.outcome["bs"], roll.outcome["c"]) == ("tumble", 3, 3)
    assert evening.sheet(kim)["wounds"]


def test_a_manoeuvre_just_missed_ends_nothing(evening):
    """M8."""
    reached = evening.sheet(evening.kim)["effective"]["AGI"] + 10
    evening.do(evening.kim, "manoeuvre", (10,), manoeuvre="slalom", difficulty=reached + 5)
    assert "regain_control" not in evening.offered()
    evening.do(evening.kim, "manoeuvre", (10,), manoeuvre="slalom", difficulty=reached + 6)
    assert "regain_control" in evening.offered()


def test_stairs_are_harder_on_four_wheels(evening):
    """M8."""
    asked = {"manoeuvre": "stairs"}
    for vehicle, difficulty in (("old_derby_moped", 20), ("city_car", 30), ("bus", 30)):
        roll = evening.do(evening.kim, "manoeuvre", (10,), vehicle=vehicle, **asked)
        assert roll.outcome["difficulty"] == difficulty
    assert (
        evening.do(evening.kim, "manoeuvre", (10,), vehicle="bus", **asked, difficulty=12).outcome["difficulty"] == 12
    )


def test_a_somebody_who_left_is_not_asked_about_wounds_twice(evening):
    """ORG-AFT-03, ORG-AFT-04: a fugitive of the first fight, wounded again in the second."""
    one, other = cast(evening, "hammerhead", "rusty")
    evening.do(other, "apply_damage", bs=1, bypass_armour=True)
    evening.keep(c.EndFight())
    evening.do(None, "end_fight", (20, 20), survivors=[at(other)])
    evening.keep(c.Fight(fighters=(c.Fighter(character=one, side="a"), c.Fighter(character=other, side="b"))))
    evening.do(other, "apply_damage", c=2, bypass_armour=True)
    evening.keep(c.EndFight())
    result = evening.do(None, "end_fight", (20,), survivors=[at(other)]).outcome["results"]["Rusty"]
    assert result["pain"]["difficulty"] == 10
    assert "infection" not in result


def test_somebody_new_comes_with_their_own_turn(evening):
    """ORG-INIT-01, ORG-TURN-01: who joins acts with a whole turn and fights on."""
    one, _ = cast(evening, "hammerhead", "rusty")
    late = evening.add(sheet=somebody("tyra", guard="none", name="Tyra 2"))
    evening.keep(c.Fight(fighters=(c.Fighter(character=late, side="b"),)))
    assert evening.order[-1] == late
    rounds(evening)
    while evening.play["fight"]["order"][evening.play["fight"]["turn"]] != late:
        evening.turn()
    blow(evening, late, "strike", one, weapon_name="punch")
    assert evening.marks(late)["moments"] == ["action"]
