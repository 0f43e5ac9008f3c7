"""Stories of coming and going: who leaves a fight and comes back, holds that end, turns that are taken back."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.cthulhud20.evening import away, back, dues, facing, house, missed, passes, refusal, rounds, values
from systems.table import at

HOUR, DAY = 60, 24 * 60


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


@pytest.mark.parametrize("begun", [False, True])
def test_a_shock_is_not_walked_off_by_leaving(opened, begun):
    """CD20-SHOCK-02: who comes back in the same round has the turn that it costs still to lose; later it has passed."""
    table = opened()
    facing(table, table.thug, table.paul, table.jack)
    table.do(table.paul, "apply_shock", (), shock="violent")
    table.turn(int(begun))
    away(table, table.paul)
    assert values(table, table.paul, "shock_next_turn") == "none"
    back(table, table.paul)
    assert missed(table, table.jack, table.paul)["helpless_bonus"] == 4
    while table.now != table.paul:
        table.turn()
    assert table.left(table.paul) == (3 if begun else 0)
    if not begun:
        away(table, table.paul)
        rounds(table)
        back(table, table.paul)
        assert missed(table, table.jack, table.paul)["helpless_bonus"] == 0


def test_what_lies_on_the_ground_lies_there_for_whoever_comes_back(opened):
    """CD20-P-MAN-01: a weapon that was knocked away is picked up with a move, or lies there until the fight is over."""
    table = opened()
    facing(table, table.thug, table.paul)
    table.do(table.thug, "disarm", (20, 1), target=at(table.paul))
    assert refusal(table, table.paul, "attack", target=at(table.thug), weapon_name="Revolver .38") == "act/dropped"
    away(table, table.paul)
    rounds(table)
    back(table, table.paul, "b")
    assert refusal(table, table.paul, "attack", target=at(table.thug), weapon_name="Revolver .38") == "act/dropped"
    table.keep(c.EndFight())
    facing(table, table.thug, table.paul)
    assert missed(table, table.paul, table.thug, weapon_name="Revolver .38")["result"] == "miss"


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


def test_whoever_leaves_in_their_turn_gives_it_away(opened):
    """CD20-P-INIT-01: the next one begins with a whole turn; taken back, it is theirs again."""
    table = opened()
    facing(table, table.paul, table.thug, table.jack)
    before = table.play
    away(table, table.paul)
    assert (table.now, table.left(table.thug)) == (table.thug, 3)
    table.keep(c.Undo())
    assert table.play == before


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


def test_an_attack_that_waits_while_the_attacker_leaves(opened):
    """CD20-DEST-03: the blow was announced, and lands."""
    table = opened(fate=True)
    facing(table, table.thug, table.paul, table.jack)
    table.do(table.thug, "attack", (15, 60), target=at(table.paul))
    away(table, table.thug)
    table.decide("", None)
    assert table.waiting is None
    assert values(table, table.paul, "wounds")


def test_an_attack_that_waits_while_the_target_dies_of_something_else(opened):
    """CD20-DEST-03: the Keeper writes meanwhile; the decision is still over without a fault."""
    table = opened(fate=True)
    table.do(table.thug, "attack", (20, 60), target=at(table.paul))
    assert table.waiting
    table.write(table.paul, state="dead")
    table.decide("")
    assert (table.waiting, values(table, table.paul, "state")) == (None, "dead")


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


def test_one_free_attack_a_round_for_two_shots(opened):
    """CD20-P-ACT-04: whoever shoots beside an enemy is struck for it once."""
    table = opened()
    facing(table, table.thug, table.paul)
    table.mark(table.thug, stands=1)
    p32 = next(one["name"] for one in values(table, table.thug, "attacks") if one["weapon"] == "p32")
    table.do(table.thug, "attack", (1, 60), target=at(table.paul), weapon_name=p32)
    assert "opportunity" in table.offered()
    table.follow("opportunity", (1, 60))
    table.do(table.thug, "attack", (1, 60), target=at(table.paul), weapon_name=p32)
    assert "opportunity" not in table.offered()


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


def test_the_pinned_do_nothing_with_what_they_kept_ready(opened):
    """CD20-P-ACT-03, CD20-P-GRAP-01."""
    table = opened()
    facing(table, table.paul, table.thug, table.zombie)
    table.do(table.paul, "ready", (), occasion="la porte", seat=table.ann)
    table.turn()
    table.do(table.thug, "grapple", (20, 20, 1), target=at(table.paul))
    table.do(table.thug, "grapple_action", (20, 1), target=at(table.paul), action="pin")
    assert refusal(table, table.paul, "attack", (1, 60), target=at(table.thug), seat=table.ann) == "pinned"


def test_a_shot_in_the_middle_is_taken_back_alone(opened):
    """CD20-P-GUN-01: nothing that came later rests on it."""
    table = opened()
    facing(table, table.paul, table.jack, table.thug)
    missed(table, table.paul, table.thug)
    first = str(table.table.log(table.table.viewer("keeper"), "fr")[0]["id"])
    missed(table, table.jack, table.thug)
    table.keep(c.Undo(alone=first))
    assert values(table, table.paul, "weapons")[0]["ammunition"] == 6
    assert values(table, table.jack, "weapons")[0]["ammunition"] == 19


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


def test_a_spell_that_takes_rounds_is_not_over_by_leaving(opened):
    """CD20-P-MAG-02, CD20-P-ACT-01: five rounds for a ward, here or there."""
    table = opened()
    table.write(table.jack, spells_known=["flesh_ward"])
    facing(table, table.jack, table.thug)
    table.do(table.jack, "cast_spell", (1,), spell="flesh_ward", amount=2, seat=table.bob)
    away(table, table.jack)
    back(table, table.jack)
    rounds(table)
    assert refusal(table, table.jack, "movement", mode="move", seat=table.bob) == "no_time"
