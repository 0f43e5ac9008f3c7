"""What a turn has room for, whosever it is: actions, reactions, moves, waiting; what two hands do (TURN, REA, MOD)."""

import pytest

from gardien.core.errors import Refusal
from gardien.systems.organique.table.fight import reacts
from gardien.table import commands as c
from gardien.table.binding import content
from systems.organique.evening import Evening, blow, cast, refused, rounds
from systems.table import at

GUN = {"weapon": "pistol_9mm", "name": "Pistolet", "loaded": 15}
KNIFE = {"weapon": "hunting_knife", "name": "Couteau"}


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def barred(evening, seat, who, procedure, **given):
    """Why a player is told that it cannot be done, and by which rule."""
    with pytest.raises(Refusal) as told:
        evening.act(seat, c.Do(procedure=procedure, character=who, given=given))
    assert told.value.id == "act/cannot"
    return told.value.words["why"], told.value.rule


# ---- what is left of a turn ----


def test_nobody_acts_twice_in_a_turn_not_even_in_that_of_another(evening):
    """ORG-TURN-01: the game master may still say so."""
    one, other = cast(evening, "hammerhead", "rusty")
    seat = evening.seat("Cleo", one)
    blow(evening, one, "strike", other)
    evening.turn()
    again = {"action": "strike", "target": at(other)}
    assert barred(evening, seat, one, "combat_action", **again) == ("no_action_left", "ORG-TURN-01")
    assert barred(evening, seat, one, "free_action", kind="stand_up") == ("no_action_left", "ORG-TURN-01")
    blow(evening, one, "strike", other)
    rounds(evening)
    evening.do(one, "combat_action", (2,), seat=seat, **again)


def test_a_turn_in_which_nothing_is_done_changes_nothing(evening):
    """ORG-TURN-02: the game master may weigh an empty one."""
    one, _ = cast(evening, "hammerhead", "rusty")
    before = evening.marks(one)
    evening.do(one, "turn_slots", steps=[])
    assert evening.marks(one) == before


def test_a_reaction_moves_once(evening):
    """ORG-TURN-02, ORG-REA-08, ORG-INIT-02: and not at all for whoever saw nothing coming."""
    _, other = cast(evening, "hammerhead", "rusty")
    seat = evening.seat("Cleo", other)
    step = {"kind": "move", "paid_with": "reaction"}
    evening.do(other, "free_action", seat=seat, **step)
    assert evening.marks(other)["moments"] == ["reaction_free_action"]
    assert barred(evening, seat, other, "free_action", **step) == ("no_reaction_left", "ORG-REA-08")
    rounds(evening)
    evening.mark(other, surprised=True)
    assert barred(evening, seat, other, "free_action", **step) == ("no_reaction_left", "ORG-INIT-02")


def test_an_action_kept_is_for_the_end_of_the_turn_in_order(evening):
    """ORG-TURN-03: those with more initiative first."""
    people = cast(evening, "hammerhead", "rusty", "tyra", "raul")

    def may(who):
        known = {id: content(evening.table.state, id) for id in people}
        return bool(reacts(known.pop(who), known, evening.round, {}))

    for who in people[:2]:
        evening.do(who, "turn_slots", moment="wait")
        evening.turn()
    assert not may(people[0])  # Raul has not acted yet
    evening.turn()
    assert (evening.now, may(people[0]), may(people[1])) == (people[3], True, False)
    evening.do(people[0], "free_action", kind="draw")
    assert (may(people[0]), may(people[1])) == (False, True)
    rounds(evening)
    assert not may(people[1])  # unused, it is lost


# ---- where a reaction leads ----


def test_a_blow_is_let_come_and_the_reaction_is_a_move(evening):
    """ORG-TURN-02, ORG-FREE-04: nearer or away, half of VIT in metres, no die."""
    one, other = cast(evening, "hammerhead", "rusty", VIT=7, weapons=[GUN])
    evening.write(other, guard="")
    evening.mark(one, stands=0)
    evening.mark(other, stands=10)
    evening.do(one, "combat_action", action="shoot", target=at(other))
    assert {"close_in", "draw_back"} <= set(evening.choices())
    roll = evening.decide("close_in", (2,))
    assert (evening.marks(other)["stands"], evening.marks(other)["moments"]) == (6, ["reaction"])
    assert "defence_die" not in roll.outcome
    rounds(evening)
    evening.do(one, "combat_action", action="shoot", target=at(other))
    evening.decide("draw_back", (2,))
    assert evening.marks(other)["stands"] == 10


def test_whoever_is_held_goes_nowhere_before_the_hold_is_broken(evening):
    """ORG-ACT-05: neither by a move nor by a leap."""
    one, other = cast(evening, "hammerhead", "rusty")
    seat = evening.seat("Cleo", other)
    evening.write(other, guard="")
    for who in (one, other):
        evening.mark(who, stands=1)
    evening.do(one, "combat_action", action="strike", target=at(other))
    assert {"leap", "draw_back"} <= set(evening.choices())
    evening.decide("", (2,))
    rounds(evening)
    evening.write(other, guard="none")
    blow(evening, one, "hold", other, 20)
    evening.write(other, guard="")
    step = {"kind": "move", "opponent": at(one), "to_step": 3}
    assert barred(evening, seat, other, "free_action", **step) == ("held", "ORG-ACT-05")
    rounds(evening)
    evening.do(one, "combat_action", action="strike", target=at(other))
    assert not {"leap", "draw_back", "close_in"} & set(evening.choices())
    evening.decide("dodge", (2, 2))
    evening.do(other, "break_hold", (20, 1), holder=at(one))
    rounds(evening)
    evening.do(other, "free_action", seat=seat, **step)
    assert evening.marks(other)["stands"] != 1


def test_whoever_has_a_gun_in_hand_shoots_in_the_same_moment(evening):
    """ORG-MOD-11: where nothing else reaches, too; the cartridge is spent."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=[GUN, KNIFE])
    evening.write(other, guard="")
    evening.mark(one, stands=0)
    evening.mark(other, stands=10)
    evening.do(one, "combat_action", action="shoot", target=at(other))
    reaction = evening.decide("simultaneous", (2, 2)).given["reaction"]
    assert (reaction["action"], reaction["weapon"]) == ("shoot", "pistol_9mm")
    assert evening.sheet(other)["weapons"][0]["loaded"] == 14
    rounds(evening)
    evening.mark(other, stands=1)
    evening.do(other, "free_action", kind="draw", weapon_name="Couteau")
    evening.do(one, "combat_action", action="strike", target=at(other))
    reaction = evening.decide("simultaneous", (2, 2)).given["reaction"]
    assert (reaction.get("action", "strike"), reaction["weapon"]) == ("strike", "hunting_knife")


# ---- aims ----


def test_an_aim_needs_a_gun_and_an_eye_and_ends_with_another_act(evening):
    """ORG-FREE-02: an action in place of a reaction is one."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=[GUN])
    evening.do(one, "free_action", kind="aim", opponent=at(other))
    evening.write(one, guard="")
    evening.do(other, "combat_action", action="strike", target=at(one))
    evening.decide("dodge", (2, 20))
    assert evening.marks(one)["aiming"]
    rounds(evening)
    evening.do(other, "combat_action", action="strike", target=at(one))
    evening.decide("simultaneous", (2, 2))
    assert not evening.marks(one).get("aiming")
    rounds(evening)
    evening.write(one, blind=True)
    with refused("act/unable"):
        evening.do(one, "free_action", kind="aim", opponent=at(other))
    evening.write(one, blind=False, weapons=[KNIFE])
    with refused("act/no_gun"):
        evening.do(one, "free_action", kind="aim", opponent=at(other))


# ---- hands ----


def test_what_is_in_the_other_hand_is_ready_and_has_a_hand(evening):
    """ORG-MOD-09, ORG-DMG-03."""
    other_gun = {"weapon": "pistol_45", "name": "Autre", "loaded": 0}
    one, other = cast(evening, "hammerhead", "rusty", weapons=[GUN, other_gun])
    both = {"weapon_name": "Pistolet", "second_weapon": "pistol_45"}
    with refused("act/empty"):
        blow(evening, one, "shoot", other, **both)
    evening.write(one, weapons=[GUN, {**GUN, "name": "Autre", "loaded": 0}])
    with refused("act/empty"):  # of two alike, the other one
        blow(evening, one, "shoot", other, weapon_name="Pistolet", second_weapon="pistol_9mm")
    evening.write(one, weapons=[GUN, {**other_gun, "loaded": 2}])
    blow(evening, one, "shoot", other, shots=2, **both)
    assert [line["loaded"] for line in evening.sheet(one)["weapons"]] == [13, 1]
    evening.write(one, limbs_disabled=["arm"])
    with refused("act/no_hands"):
        blow(evening, one, "shoot", other, **both)


def test_of_two_weapons_the_improvised_one_breaks(evening):
    """ORG-MOD-09, ORG-WPN-05."""
    arms = [KNIFE, {"weapon": "bottle", "name": "Bouteille"}]
    one, other = cast(evening, "hammerhead", "rusty", weapons=arms)
    assert blow(evening, one, "strike", other, 20, weapon_name="Couteau", second_weapon="bottle")["weapon_broken"]
    assert [line["broken"] for line in evening.sheet(one)["weapons"]] == [False, True]


def test_a_weapon_is_taken_from_where_it_is(evening):
    """ORG-FREE-01, ORG-FREE-05, ORG-REA-02."""
    arms = [KNIFE, {"weapon": "machete", "name": "Machette", "place": "dropped"}]
    one, _ = cast(evening, "hammerhead", "rusty", weapons=arms)
    for kind, name, why in (
        ("draw", "Machette", "act/not_carried"),
        ("pick_up", "Couteau", "act/not_dropped"),
        ("free_weapon", "Machette", "act/not_stuck"),
    ):
        with refused(why):
            evening.do(one, "free_action", kind=kind, weapon_name=name)


def test_a_weapon_picked_up_on_the_run(evening):
    """ORG-FREE-05: who passes moves as far as half an action goes; who fails has the weapon, and stays."""
    arms = [{"weapon": "machete", "name": "Machette", "place": "dropped"}]
    one, other = cast(evening, "hammerhead", "rusty", VIT=7, weapons=arms)
    evening.mark(one, stands=0)
    evening.mark(other, stands=1)
    run = {"kind": "pick_up", "gm_test": True, "opponent": at(other), "to_step": 4}
    assert evening.do(one, "free_action", (1,), **run).outcome["moved"] is False
    assert (evening.marks(one)["stands"], evening.sheet(one)["weapons"][0]["place"]) == (0, "carried")
    rounds(evening)
    evening.write(one, weapons=arms)
    evening.do(one, "free_action", (20,), **run)
    assert evening.marks(one)["stands"] == -4


# ---- locks, swarms, minds ----


def test_a_locked_joint_hurts_whoever_fires_at_a_zone_or_dodges_in_it(evening):
    """ORG-ACT-06: no bullet leaves where the pain wins."""
    spray = {"weapon": "machine_pistol", "name": "PM", "loaded": 20}
    one, other = cast(evening, "hammerhead", "rusty", weapons=[spray])
    blow(evening, other, "lock", one, 20)
    fire = {"weapon_name": "PM", "bullets": 4, "metres": 2}
    roll = evening.do(one, "covering_fire", (1,), **fire)
    assert (roll.outcome["success"], roll.outcome["save"]["success"]) == (False, False)
    assert (evening.sheet(one)["weapons"][0]["loaded"], evening.marks(one)["moments"]) == (20, ["action"])
    rounds(evening)
    lost = evening.do(one, "attack_swarm", (1,), creatures="bees")
    assert (lost.outcome["killed"], lost.outcome["save"]["success"]) == (0, False)
    evening.write(one, guard="dodge")
    hurt = evening.do(other, "covering_fire", (20, 1, 20), targets=[at(one)], **fire).outcome["targets"][0]
    assert (hurt["lock_save"]["success"], hurt["hit"], "defence_die" in hurt) == (False, True, False)


def test_a_swarm_bites_back_in_the_same_moment_and_is_no_person(evening):
    """ORG-MON-04, ORG-MON-05: all that there were before the blow bite; nobody dodges, nobody strikes one body."""
    bees = evening.add(being="swarm/bees")
    count = evening.sheet(bees)["count"]
    evening.do(evening.tyra, "attack_swarm", (20,), swarm=at(bees))
    roll = evening.follow("swarm_bites")
    assert (roll.procedure, roll.given["count"], evening.sheet(bees)["count"]) == ("swarm_turn", count, count - 1)
    for who, whom in ((evening.tyra, bees), (bees, evening.tyra)):
        with refused("act/cannot"):
            evening.do(who, "combat_action", (20,), action="strike", target=at(whom))


def test_who_reaches_for_everybody_must_resist_too(evening):
    """ORG-PSY-05."""
    medium, other = cast(evening, "raul", "rusty", VOL=15, END=30, end_now=30, powers={"attack_stupor": 4})
    asked = {"power": "attack_stupor", "area": True, "targets": [at(other)]}
    roll = evening.do(medium, "psychic_attack", (20, 1, 1), **asked)
    assert roll.outcome["self_resisted"] is False
    assert evening.sheet(medium)["stupor"]
    assert ("symptom", "stupor") in evening.lasting(medium)


def test_a_mental_defence_uses_up_the_penalty_of_an_extended_action(evening):
    """ORG-MOD-05, ORG-REA-06: it is the next reaction."""
    medium, other = cast(evening, "raul", "rusty", VOL=15, END=30, end_now=30, powers={"attack_pain": 1})
    evening.write(other, extended_penalty=True)
    evening.do(medium, "psychic_attack", (12, 20), power="attack_pain", targets=[at(other)])
    assert evening.sheet(other)["extended_penalty"] is False
