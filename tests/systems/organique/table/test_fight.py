"""A fight at the table: one action and one reaction, split, kept, converted; range, holds, the end of turns."""

from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.shared.line import STANDS, farther
from gardien.systems.organique.table.fight import FIGHTING, TURNS, bars, conditions, cost, reacts, whole
from gardien.systems.organique.table.fighter import band, turn_of
from gardien.table import commands as c
from systems.organique.evening import Evening, somebody
from systems.table import at

TYRA: dict[str, Any] = {**somebody("tyra"), "side": "a"}
IN_FIGHT = {**TYRA, "initiative_total": 30}


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    result.fight((result.tyra, result.kim), (result.thug,))
    result.rank(result.tyra, result.thug, result.kim)
    yield result
    result.store.close()


def done(*moments: str, **more: Any) -> dict[str, Any]:
    return {**IN_FIGHT, "moments": list(moments), **more}


# ---- what is left of a turn ----


@pytest.mark.parametrize(
    ("fighter", "actions", "reactions"),
    [
        (done(), 2, 2),
        (done("action"), 0, 2),
        (done("reaction"), 2, 0),
        (done("split_action", "half_action"), 1, 2),
        (done("action_to_reaction"), 0, 4),
        (done("split_reaction", "half_reaction"), 2, 1),
        (done(surprised=True), 2, 0),
        (done(lose_action=True), 0, 2),
        (done("action", lose_action=True, lose_reaction=True), 0, 0),
        (done("split_reaction", "half_reaction", "new_turn"), 2, 3),
    ],
)
def test_what_is_left_of_a_turn(fighter, actions, reactions):
    """ORG-TURN-01, ORG-TURN-02, ORG-TURN-04, ORG-INIT-02, ORG-TURN-03: in halves; a stun takes what is not used."""
    left = turn_of(fighter).slots
    assert 2 * left.actions + left.half_actions == actions
    assert 2 * left.reactions + left.half_reactions == reactions
    assert whole(fighter, {}, 2, {}) == actions


@pytest.mark.parametrize(
    ("procedure", "given", "price"),
    [
        ("combat_action", {}, 2),
        ("combat_action", {"split": True}, 1),
        ("free_action", {"paid_with": "half_action"}, 1),
        ("free_action", {"paid_with": "reaction"}, 0),
        ("skill_test", {}, 0),
    ],
)
def test_what_an_act_takes(procedure, given, price):
    """ORG-TURN-01, ORG-TURN-04, ORG-FREE-04."""
    assert cost(procedure, given, {}, {"actions_left": 2}) == price


def test_whoever_is_down_does_nothing(evening):
    """ORG-HP-05, ORG-END-06, ORG-ACT-12: and says why."""
    assert {bar.why for bar in bars({**IN_FIGHT, "condition": "unconscious"}, {}, 1, {})} == {"unconscious"}
    assert {bar.value for bar in bars({**IN_FIGHT, "condition": "dying"}, {}, 1, {})} == set(TURNS)
    why = {bar.value: bar.why for bar in bars(done(lose_action=True), {}, 1, {})}
    assert (why["combat_action"], why["break_hold"]) == ("stunned", "")  # nobody holds her
    why = {bar.value: bar.why for bar in bars(done("action"), {}, 1, {})}
    assert why["combat_action"] == "no_action_left"
    assert "turn_slots" not in why


@pytest.mark.parametrize(
    ("known", "offered"),
    [({}, False), ({"mounted": True}, True), ({"gear": ["vélo"]}, True), ({"gear": ["Casque de vélo"]}, False)],
)
def test_wheels_are_for_whoever_has_any(known, offered):
    """M8: to know how to drive is not to have something to drive."""
    barred = {bar.value for bar in bars({**IN_FIGHT, "skills": {"motorbike": 4}, **known}, {}, 1, {}) if not bar.why}
    assert ({"manoeuvre", "vehicle_attack"} & barred == set()) is offered


def test_steps_of_range():
    """ORG-RNG-01: a step is about a metre."""
    assert [band({STANDS: 0}, {STANDS: far}) for far in (0, 1, 2.5, 3, 9)] == [0, 1, 2, 3, 4]
    assert farther(2, 5, 1) == 1
    assert FIGHTING.distance is not None
    assert [band({STANDS: 0}, {STANDS: far}) for far in FIGHTING.distance.steps] == [0, 1, 2, 3, 4]


# ---- turns ----


def test_one_action_and_one_reaction(evening):
    """ORG-TURN-01, ORG-REA-08: then none is left until the next turn; an action makes another reaction."""
    evening.strike(evening.tyra, evening.thug, "dodge", 1, 20, action="easy_strike")
    assert evening.marks(evening.tyra)["moments"] == ["action"]
    assert evening.marks(evening.thug)["moments"] == ["reaction"]
    evening.strike(evening.kim, evening.thug, "dodge", 1, 20, action="strike", weapon_name="punch")
    assert evening.marks(evening.thug)["moments"] == ["reaction", "action_to_reaction", "reaction"]
    evening.do(evening.kim, "combat_action", (1,), target=at(evening.thug), action="strike", weapon_name="kick")
    assert evening.waiting is None


def test_an_action_split_in_two(evening):
    """ORG-TURN-04, ORG-MOD-12: −10 each; the second half is asked for by itself."""
    roll = evening.strike(evening.tyra, evening.thug, "", 10, action="easy_strike", split=True)
    assert roll.given["split"] is True
    assert evening.marks(evening.tyra)["actions_left"] == 1
    roll = evening.strike(evening.tyra, evening.thug, "", 10, action="easy_strike")
    assert roll.given["split"] is True
    assert evening.marks(evening.tyra)["actions_left"] == 0
    assert turn_of(evening.marks(evening.tyra)).since_new == ("split_action", "half_action", "half_action")


def test_an_extended_action_weighs_on_the_next(evening):
    """ORG-MOD-05."""
    evening.strike(evening.tyra, evening.thug, "", 10, action="easy_strike", extended=True)
    assert evening.sheet(evening.tyra)["extended_penalty"] is True
    assert evening.marks(evening.tyra)["moments"] == ["extended_action"]


def test_a_reaction_announced_is_not_asked_for(evening):
    """ORG-REA-08: whoever has said what they do about attacks does it, and is asked no more."""
    evening.write(evening.thug, guard="dodge")
    roll = evening.do(evening.tyra, "combat_action", (20, 1), target=at(evening.thug), action="easy_strike")
    assert (roll.given["reaction"]["kind"], evening.waiting) == ("dodge", None)
    evening.write(evening.thug, guard="parry")
    evening.turn(3)
    evening.do(evening.kim, "combat_action", target=at(evening.thug), action="shoot")
    assert evening.choices()[0] == "dodge"  # nothing parries a bullet
    evening.decide("", (1,))
    evening.write(evening.thug, unconscious_turns=5)
    evening.do(evening.kim, "combat_action", (1,), target=at(evening.thug), action="strike", weapon_name="punch")
    evening.write(evening.thug, unconscious_turns=0, guard="none")
    evening.do(evening.tyra, "combat_action", (20,), target=at(evening.thug), action="easy_strike")
    assert evening.waiting is None


def test_a_blow_in_the_same_moment(evening):
    """ORG-MOD-11: the reaction strikes back, with what is in the hand."""
    roll = evening.strike(evening.tyra, evening.thug, "simultaneous", 2, 2, action="easy_strike")
    assert roll.given["reaction"]["weapon"] == "hunting_knife"
    assert evening.marks(evening.thug)["moments"] == ["simultaneous_action"]


def test_an_action_kept_for_later(evening):
    """ORG-TURN-03: waiting, then acting in somebody else’s turn."""
    evening.do(evening.tyra, "turn_slots", moment="wait")
    tyra = evening.known(evening.tyra)
    assert "combat_action" in reacts(tyra, {}, 1, {})
    evening.turn()
    evening.strike(evening.tyra, evening.thug, "", 10, action="easy_strike")
    assert reacts(evening.known(evening.tyra), {}, 1, {}) == []


def test_an_action_turned_into_a_reaction(evening):
    """ORG-TURN-02."""
    roll = evening.do(evening.tyra, "turn_slots", moment="action_to_reaction")
    assert (roll.outcome["reactions_left"], evening.marks(evening.tyra)["actions_left"]) == (2, 0)
    roll = evening.do(evening.tyra, "turn_slots", moment="split_action")
    assert roll.outcome["allowed"][-1] is False
    assert evening.marks(evening.tyra)["moments"] == ["action_to_reaction"]


def test_a_stun_takes_the_action_not_yet_used(evening):
    """ORG-ACT-12, ORG-TURN-03: the thug loses this turn’s, and acts in the next."""
    evening.strike(evening.tyra, evening.thug, "", 20, 2, action="stun", weapon_name="kick")
    assert evening.sheet(evening.thug)["lose_action"] is True
    thug = evening.known(evening.thug)
    assert whole(thug, {}, 1, {}) == 0
    evening.turn(3)
    assert evening.sheet(evening.thug)["lose_action"] is False


# ---- where people stand ----


def test_range_opens_and_closes(evening):
    """ORG-RNG-01, ORG-REA-01, ORG-ACT-09: out of reach is refused; a leap puts a step between them."""
    evening.mark(evening.tyra, stands=0)
    evening.mark(evening.thug, stands=3)
    with pytest.raises(Refusal) as refused:
        evening.do(evening.tyra, "combat_action", target=at(evening.thug), action="strike", weapon_name="punch")
    assert refused.value.rule == "ORG-RNG-01"
    evening.mark(evening.thug, stands=2)
    evening.strike(evening.tyra, evening.thug, "leap", 10, 20, action="easy_strike")
    assert evening.marks(evening.thug)["stands"] == 3


def test_a_die_put_down_before_the_reaction_is_that_of_whoever_acts(evening):
    """ORG-CBT-01: a player types the attack, the game master what answers it; or the other way round."""
    evening.do(evening.tyra, "combat_action", (17,), seat=evening.ann, action="strike", target=at(evening.thug))
    assert evening.waiting["laid"] == {"faces": [17], "who": [evening.tyra]}
    roll = evening.decide("dodge", (2,))
    assert [(die.purpose, die.value) for die in roll.dice] == [("strike", 17), ("dodge", 2)]
    assert roll.typed
    evening.turn()
    evening.do(evening.thug, "combat_action", (18,), action="strike", target=at(evening.tyra), range_step=1)
    roll = evening.decide("leap", (20,), seat=evening.ann)
    assert [(die.purpose, die.value) for die in roll.dice] == [("strike", 18), ("leap", 20)]


def test_whoever_is_first_in_a_round_has_a_whole_turn(evening):
    """ORG-TURN-01: what was done in the turn before is over by then."""
    evening.strike(evening.tyra, evening.thug, "", 1, action="strike")
    assert evening.marks(evening.tyra)["actions_left"] == 0
    evening.turn(3)
    assert (evening.now, evening.marks(evening.tyra)["actions_left"]) == (evening.tyra, 2)


def test_others_see_what_is_being_done(evening):
    """ORG-CBT-01: an action is declared before anybody reacts; its numbers stay with those who know both sheets."""
    evening.do(evening.tyra, "combat_action", action="strike", target=at(evening.thug))
    for seat in (evening.ann, evening.bob):
        roll = evening.table.log(evening.table.viewer(seat), "fr", limit=1)[0]["roll"]
        assert (roll["apparent"], "given" in roll) == ({"action": "strike"}, False)


def test_a_move_changes_the_range_to_one_opponent(evening):
    """ORG-FREE-04: to a step of range, or as far as somebody gets; a tackle ends on top of the other (ORG-ACT-17)."""
    evening.mark(evening.thug, stands=12)
    roll = evening.do(evening.tyra, "free_action", kind="move", opponent=at(evening.thug), to_step=3)
    assert (roll.given["metres_apart"], roll.outcome["metres_gone"], roll.outcome["range_after"]) == (12, 9, 3)
    assert band(evening.known(evening.tyra), evening.known(evening.thug)) == 3
    assert "9\u00a0m, à portée 3 du voyou" in " ".join(
        evening.table.log(evening.table.viewer("keeper"), "fr", limit=1)[0]["roll"]["told"]
    )
    evening.turn()
    roll = evening.strike(evening.thug, evening.tyra, "", 20, 20, action="tackle")
    assert (roll.given["range_step"], roll.outcome["range_after"]) == (3, 0)
    assert band(evening.known(evening.tyra), evening.known(evening.thug)) == 0


def test_the_weapon_that_reaches_is_taken(evening):
    """ORG-RNG-01: a spear two metres away, a knife beside somebody, else bare hands; a weapon that is named stays."""
    evening.write(evening.tyra, weapons=[{"weapon": "spear"}, {"weapon": "switchblade"}, {"weapon": "machete"}])
    evening.write(evening.thug, guard="none")
    used = {}
    for metres in (0, 1, 2):
        evening.mark(evening.thug, stands=metres)
        evening.mark(evening.tyra, moments=None)
        used[metres] = evening.do(evening.tyra, "combat_action", (1,), action="strike", target=at(evening.thug))
    assert [roll.given["weapon"] for roll in used.values()] == ["switchblade", "switchblade", "spear"]
    evening.mark(evening.tyra, moments=None)
    with pytest.raises(Refusal, match="range_step"):
        evening.do(evening.tyra, "combat_action", target=at(evening.thug), action="strike", weapon_name="machete")
    evening.write(evening.tyra, weapons=[{"weapon": "spear"}])
    evening.mark(evening.thug, stands=1)
    assert evening.do(evening.tyra, "combat_action", (1,), action="strike", target=at(evening.thug)).given[
        "weapon"
    ] == ("punch")


def test_aim_cover_and_distance(evening):
    """ORG-FREE-02, ORG-RNG-02, ORG-RNG-03."""
    evening.do(evening.kim, "free_action", kind="aim")
    evening.mark(evening.kim, stands=0)
    evening.mark(evening.thug, stands=9, cover_tree=True)
    roll = evening.strike(evening.kim, evening.thug, "", 10, action="shoot")
    assert (roll.given["aim"], roll.given["distance_cm"], roll.given["cover"]["name"]) == (True, 900, "tree")
    assert "aiming" not in evening.marks(evening.kim)


def test_holds_are_known_until_they_are_broken(evening):
    """ORG-ACT-05, ORG-ACT-21."""
    evening.strike(evening.thug, evening.kim, "", 20, action="hold", weapon_name="punch")
    assert evening.marks(evening.kim)["held_by"] == [evening.thug]
    assert evening.marks(evening.thug)["holding"] == [evening.kim]
    assert next(one.key for one in conditions(evening.known(evening.kim), 1)) == "held_hold"
    evening.do(evening.kim, "break_hold", (20, 1), holder=at(evening.thug))
    assert "held_by" not in evening.marks(evening.kim)
    assert "holding" not in evening.marks(evening.thug)


# ---- the end of a turn ----


def test_a_turn_that_ends_costs_breath(evening):
    """ORG-TURN-05, ORG-END-02: whoever acted or reacted; who stood by did not."""
    before = {id: evening.sheet(id)["end_now"] for id in (evening.tyra, evening.thug, evening.kim)}
    evening.strike(evening.tyra, evening.thug, "dodge", 1, 20, action="easy_strike")
    evening.turn(3)
    lost = {id: before[id] - evening.sheet(id)["end_now"] for id in before}
    assert lost == {evening.tyra: 1, evening.thug: 1, evening.kim: 0}
    assert "moments" not in evening.marks(evening.tyra)
    assert evening.due() == []


def test_a_poisoned_blade_over_three_turns(evening):
    """ORG-POI-01 to 03: from the next turn on it is thrown for; undone, nothing of it is left."""
    before = evening.play
    evening.strike(evening.tyra, evening.thug, "", 20, action="easy_strike")
    struck = evening.sheet(evening.thug)["sng"]
    evening.turn(3)
    if not evening.due():
        evening.turn(3)
    assert evening.due() == ["end_turn"]
    evening.settle("end_turn", (20, 20))
    assert evening.sheet(evening.thug)["sng"] < struck
    for _ in range(12):
        if evening.play == before:
            break
        evening.keep(c.Undo())
    assert evening.play == before


def test_whoever_is_strangled_loses_blood_at_the_end_of_the_turn(evening):
    """ORG-ACT-07: a point a turn, which breath gives back."""
    evening.mark(evening.kim, held_by=[evening.thug], held_how="strangle")
    evening.turn(3)
    kim = evening.sheet(evening.kim)
    assert (kim["sng"], kim["end_lost"]["sng_oxygen"]) == (3, 1)
    evening.mark(evening.kim, held_by=None)
    evening.turn(3)
    kim = evening.sheet(evening.kim)
    assert (kim["sng"], kim["end_lost"]) == (4, {})


def test_a_zone_under_fire(evening):
    """ORG-ACT-01: cartridges, the action, and whoever stands in it; those who have said so drop."""
    guard = {"weapon": "submachine_gun", "name": "PM", "loaded": 30}
    evening.write(evening.kim, weapons=[guard])
    evening.write(evening.thug, guard="leap")
    roll = evening.do(
        evening.kim, "covering_fire", (20, 20, 1), bullets=8, metres=1, distance_cm=500, targets=[at(evening.thug)]
    )
    assert roll.given["targets"][0]["reaction"]["kind"] == "leap"
    assert evening.sheet(evening.kim)["weapons"][0]["loaded"] == 22
    assert evening.marks(evening.kim)["moments"] == ["action"]
    assert evening.marks(evening.thug)["moments"] == ["reaction"]
    assert evening.sheet(evening.thug)["sng"] < 4


def test_eyes_that_are_blinded_see_again(evening):
    """ORG-ACT-02, ORG-WPN-07: turns in the fight, minutes on the clock."""
    spray = {"name": "gaz", "group": "other", "harmless": True, "sight": "total", "sight_die": "d6_turns"}
    evening.write(evening.kim, weapons=[{"name": "Gaz", "described": spray}])
    evening.strike(evening.kim, evening.thug, "", 20, 2, action="blind", weapon_name="Gaz")
    assert (evening.sheet(evening.thug)["blind"], evening.marks(evening.thug)["dazzled"]) == (True, ["blind", 2])
    evening.turn(3)
    assert evening.sheet(evening.thug)["blind"] is True
    evening.turn(3)
    assert evening.sheet(evening.thug)["blind"] is False


def test_the_dying_have_so_many_turns(evening):
    """ORG-HP-07: counted at the end of each, shown meanwhile."""
    evening.write(evening.thug, sng=0.5, cps=0, inc=0.5)
    evening.strike(evening.tyra, evening.thug, "", 20, action="easy_strike")
    thug = evening.sheet(evening.thug)
    (state,) = [one for one in conditions(thug, 1) if one.key == "dying"]
    assert state.rounds == thug["timer"] == 10
    evening.turn(2)  # the fallen are passed over
    assert evening.sheet(evening.thug)["timer"] == 10  # not the turn in which it happened
    evening.turn(2)
    assert evening.sheet(evening.thug)["timer"] == 9


def test_the_end_of_a_fight_leaves_wounds_only(evening):
    """ORG-AFT-03, ORG-AFT-04: marks are gone; pain and infection are thrown for, and the infection begins."""
    evening.strike(evening.tyra, evening.thug, "", 20, action="easy_strike")
    evening.keep(c.EndFight())
    assert evening.marks(evening.thug) == {}
    evening.write(evening.thug, doses=[])
    roll = evening.do(None, "end_fight", (20, 1), survivors=[at(evening.thug)])
    assert roll.outcome["results"]["Voyou"]["infected"] is True
    assert evening.lasting(evening.thug) == [("disease", "wound_infection")]


def test_whoever_strikes_back_has_the_good_of_their_feint(evening):
    """M6, ORG-MOD-11: on the next attack on whoever was fooled, in whosever turn; then it is used up."""
    evening.mark(evening.tyra, feinted=[[evening.thug, 2]])
    evening.do(evening.thug, "combat_action", target=at(evening.tyra), action="strike")
    roll = evening.decide("simultaneous", (1, 1))
    assert roll.given["reaction"]["mods"] == {"feint": 5}
    assert "feinted" not in evening.marks(evening.tyra)
