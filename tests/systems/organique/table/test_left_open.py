"""Stories of several commands: decisions and dues that wait while something else happens, rules midway, undo (TURN)."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.organique.evening import Evening, blow, cast, rounds, somebody, throw_all
from systems.table import at


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def fight_of_two(evening: Evening) -> None:
    evening.fight((evening.tyra,), (evening.kim,))
    evening.rank(evening.tyra, evening.kim)


# ---- decisions that are open ----


def test_whoever_faints_before_they_answer_does_not_answer(evening):
    """ORG-REA-08, ORG-SYM-20: the blow was declared, the reaction not yet."""
    fight_of_two(evening)
    evening.do(evening.tyra, "combat_action", target=at(evening.kim), action="strike")
    assert evening.waiting
    evening.write(evening.kim, unconscious_turns=3)
    with pytest.raises(Refusal):
        evening.decide("dodge", (10, 10))
    evening.decide("", (20,))
    assert "moments" not in evening.marks(evening.kim)


def test_a_blow_whose_answer_is_open_is_taken_back_whole(evening):
    """ORG-TURN-01: neither action nor reaction is spent."""
    fight_of_two(evening)
    before = evening.play
    version = evening.table.state.version
    evening.do(evening.tyra, "combat_action", target=at(evening.kim), action="strike")
    evening.keep(c.Undo(to=str(version)))
    assert evening.play == before
    evening.do(evening.tyra, "combat_action", target=at(evening.kim), action="strike")
    evening.decide("parry", (10, 10))
    assert evening.marks(evening.tyra)["moments"] == ["action"]
    assert evening.marks(evening.kim)["moments"] == ["reaction"]


def test_who_leaves_with_an_answer_open_is_not_waited_for(evening):
    """ORG-REA-08: nothing stays open for whoever is no longer there."""
    fight_of_two(evening)
    evening.do(evening.tyra, "combat_action", target=at(evening.kim), action="strike")
    evening.keep(c.Leave(character=evening.kim))
    evening.decide("", (20,))
    assert (evening.waiting, "moments" in evening.marks(evening.kim)) == (None, False)


# ---- a turn that is given back ----


def test_a_stunned_half_action_is_lost_and_the_next_turn_whole(evening):
    """ORG-TURN-03, ORG-TURN-04, ORG-ACT-12: the half that was left, not the next action besides."""
    one, other = cast(evening, "hammerhead", "rusty", FOR=20)
    evening.turn()
    evening.do(other, "turn_slots", moment="split_action")
    evening.do(other, "combat_action", (2,), action="strike", target=at(one), split=True)
    evening.do(one, "combat_action", (20, 1), action="stun", target=at(other))
    seat = evening.seat("Rusty", other)
    with pytest.raises(Refusal):
        evening.act(seat, c.Do(procedure="combat_action", character=other, given={"target": at(one)}))
    rounds(evening)
    assert not evening.sheet(other)["lose_action"]
    evening.turn()
    blow(evening, other, "strike", one)
    assert evening.marks(other)["moments"][-1] == "action"


def test_a_surprised_fighter_is_whole_in_the_second_turn_and_again_after_undo(evening):
    """ORG-INIT-02: no reaction in the first turn."""
    evening.fight((evening.tyra,), (evening.kim,))
    evening.mark(evening.kim, surprised=True)
    evening.rank(evening.tyra, evening.kim)
    evening.do(evening.tyra, "combat_action", (2,), target=at(evening.kim), action="strike")
    assert not evening.waiting
    version = evening.table.state.version
    rounds(evening)
    assert "surprised" not in evening.marks(evening.kim)
    evening.do(evening.tyra, "combat_action", target=at(evening.kim), action="strike")
    assert evening.waiting
    evening.decide("dodge", (2, 20))
    evening.keep(c.Undo(to=str(version)))
    assert evening.marks(evening.kim)["surprised"] is True


def test_an_ambush_in_the_second_turn_lasts_its_own_turn(evening):
    """ORG-INIT-02: whoever comes late and sees nothing coming reacts from their second turn on."""
    one, _ = cast(evening, "hammerhead", "rusty")
    rounds(evening)
    late = evening.add(sheet=somebody("tyra", guard="dodge"))
    evening.keep(c.Fight(fighters=(c.Fighter(character=late, side="b"),)))
    evening.do(None, "start_fight", (10,), combatants=[at(late, surprised=True)])
    evening.do(one, "combat_action", (2,), target=at(late), action="strike")
    assert not [key for key in evening.marks(late).get("moments", ()) if key == "reaction"]
    rounds(evening)
    evening.do(one, "combat_action", (2, 2), target=at(late), action="strike")
    assert "reaction" in evening.marks(late)["moments"]


# ---- house rules midway ----


def test_strangling_takes_breath_from_the_turn_on_in_which_the_table_says_so(evening):
    """ORG-ACT-07: and blood again once it says otherwise; each comes back as it went."""
    one, other = cast(evening, "hammerhead", "rusty", SNG=8, sng=8)
    blow(evening, one, "strangle", other, 20)
    rounds(evening)
    throw_all(evening)
    assert evening.sheet(other)["sng"] == 7
    evening.keep(c.Settings(options={"strangle_end_first": True}))
    breath = evening.sheet(other)["end_now"]
    rounds(evening)
    throw_all(evening)
    assert (evening.sheet(other)["sng"], evening.sheet(other)["end_now"]) == (7, breath - 1)
    evening.write(one, unconscious_turns=10)
    rounds(evening, 3)
    throw_all(evening)
    assert evening.sheet(other)["sng"] == 8


def test_bleeding_goes_on_from_its_quarter_when_the_table_counts_otherwise(evening):
    """ORG-AFT-02: wounds of half a point bleed together, or not at all."""
    kim = evening.kim
    half = {"bs": 0.5, "c": 0, "closed": False, "cleaned": True}
    evening.write(kim, SNG=10, sng=10, wounds=[half, half])
    evening.pass_time(10)
    evening.keep(c.Settings(options={"bleeding_by_wound": True}))
    evening.pass_time(20)
    assert evening.sheet(kim)["sng"] == 10
    evening.keep(c.Settings(options={"bleeding_by_wound": False}))
    evening.pass_time(15)
    assert evening.sheet(kim)["sng"] == 9.5


# ---- several things due at once ----


def test_poison_and_fire_of_one_turn_are_thrown_in_their_order_and_taken_back_one_by_one(evening):
    """ORG-TURN-05, ORG-DMG-01, ORG-POI-03."""
    _, other = cast(evening, "hammerhead", "rusty")
    evening.write(other, SNG=30, sng=30, doses=[{"poison": "blade_poison", "onset": 0, "ticks_left": 3}])
    evening.mark(other, burning=[1, 2])
    rounds(evening)
    before = evening.play
    version = evening.table.state.version
    assert len(evening.due()) >= 1
    throw_all(evening)
    assert evening.sheet(other)["sng"] <= 28
    evening.keep(c.Undo(to=str(version)))
    assert evening.play == before


def test_the_dead_burn_no_more_and_nothing_is_asked_for_them(evening):
    """ORG-HP-07, ORG-DMG-01."""
    evening.mark(evening.kim, burning=[2, 5])
    evening.pass_time(1)
    assert evening.due()
    evening.write(evening.kim, dead=True)
    assert evening.due() == []
    evening.pass_time(60)
    assert evening.due() == []


# ---- who acts on whom ----


def test_a_dog_that_holds_is_thrown_off_and_its_grip_ends_with_it(evening):
    """ORG-ACT-05, ORG-ACT-21: creatures hold like people."""
    dog = evening.add(being="creature/guard_dog")
    evening.write(dog, guard="none")
    one = cast(evening, "hammerhead")[0]
    evening.keep(c.Fight(fighters=(c.Fighter(character=dog, side="b"),)))
    evening.do(None, "start_fight", (10,), combatants=[at(dog)])
    evening.do(dog, "combat_action", (20,), action="hold", target=at(one), weapon="bite")
    assert evening.marks(one)["held_by"] == [dog]
    evening.write(dog, inc=0)
    assert (evening.marks(one).get("held_by"), evening.marks(dog).get("holding")) == (None, None)


def test_a_weapon_that_is_taken_off_the_sheet_is_no_longer_in_hand(evening):
    """ORG-FREE-01, ORG-ACT-04: nobody drops what they do not have."""
    one, other = cast(evening, "hammerhead", "rusty", FOR=20, weapons=[{"weapon": "hunting_knife", "name": "Couteau"}])
    evening.do(other, "free_action", kind="draw", weapon_name="Couteau")
    evening.write(other, weapons=[])
    told = blow(evening, one, "disarm", other, 20, weapon="punch")
    assert (told["weapon_dropped"], evening.sheet(other)["weapons"]) == (True, [])
    rounds(evening)
    evening.turn()
    assert evening.do(other, "combat_action", (2,), action="strike", target=at(one)).given["weapon"] in (
        "punch",
        "kick",
    )
