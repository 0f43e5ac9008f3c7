"""Who leaves a fight and comes back, and whom they leave: turns, stuns, surprise, holds, aims (TURN, ACT, FREE)."""

import pytest

from gardien.table import commands as c
from systems.organique.evening import Evening, blow, cast, refused, rounds
from systems.table import at


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def leave(evening: Evening, who: str) -> None:
    evening.keep(c.Leave(character=who))


def come_back(evening: Evening, who: str) -> None:
    evening.keep(c.Fight(fighters=(c.Fighter(character=who, side="a"),)))


def away_and_back(evening: Evening, who: str) -> None:
    leave(evening, who)
    come_back(evening, who)


def answers(evening: Evening, who: str, whom: str) -> bool:
    """Whether a blow meets the guard of whoever it is aimed at."""
    return "defence_die" in evening.do(who, "combat_action", None, action="strike", target=at(whom)).outcome


def test_a_reaction_that_was_used_is_used(evening):
    """ORG-TURN-01, ORG-TURN-02, ORG-REA-08: two for whoever has turned the action into one."""
    one, other = cast(evening, "hammerhead", "rusty", INC=20, inc=20)
    evening.write(other, guard="dodge")
    evening.do(other, "turn_slots", moment="action_to_reaction")
    assert [answers(evening, one, other) for _ in range(3)] == [True, True, False]
    away_and_back(evening, other)
    assert not answers(evening, one, other)


def test_a_turn_that_was_fought_costs_its_breath(evening):
    """ORG-END-02."""
    one, other = cast(evening, "hammerhead", "rusty")
    blow(evening, one, "strike", other)
    away_and_back(evening, one)
    rounds(evening)
    assert evening.sheet(one)["end_now"] == 12


def test_a_stun_and_the_price_of_an_extended_action_wait_for_whoever_comes_back(evening):
    """ORG-ACT-12, ORG-TURN-03, ORG-MOD-05."""
    one, other = cast(evening, "tyra", "rusty")
    player = evening.seat("Cid", other)
    blow(evening, other, "strike", one, extended=True)
    assert blow(evening, one, "stun", other, 20, 2)["loses_next_action"]
    away_and_back(evening, other)
    assert blow(evening, other, "strike", one)["attack_mod"] == -10
    evening.turn()
    with refused("act/cannot"):
        evening.do(other, "combat_action", seat=player, action="strike", target=at(one))


def test_whoever_comes_back_a_turn_later_has_a_whole_one(evening):
    """ORG-TURN-01, ORG-MOD-05."""
    one, other = cast(evening, "hammerhead", "rusty")
    blow(evening, one, "strike", other, extended=True)
    leave(evening, one)
    rounds(evening)
    come_back(evening, one)
    assert blow(evening, one, "strike", other)["attack_mod"] == 0


def test_the_surprised_are_surprised_still(evening):
    """ORG-INIT-02."""
    one, other = cast(evening, "hammerhead", "rusty")
    evening.write(other, guard="dodge")
    evening.mark(other, surprised=True)
    away_and_back(evening, other)
    assert not answers(evening, one, other)
    rounds(evening)
    assert answers(evening, one, other)


def test_of_two_holders_the_other_holds_on(evening):
    """ORG-ACT-05."""
    one, other, third = cast(evening, "hammerhead", "rusty", "ying")
    for holder in (one, third):
        blow(evening, holder, "hold", other, 20)
    away_and_back(evening, one)
    assert evening.marks(other)["held_by"] == [third]
    assert "holding" not in evening.marks(one)


@pytest.mark.parametrize("gone", ["away", "hidden", "removed"])
def test_who_is_followed_and_gone_is_followed_no_more(evening, gone):
    """ORG-FREE-02: an aim is at whom it was taken at; nobody else is hit the better for it."""
    gun = [{"weapon": "pistol_9mm", "name": "Pistolet", "loaded": 15}]
    one, other, third = cast(evening, "hammerhead", "rusty", "juanita", weapons=gun)
    before = blow(evening, one, "shoot", third)["attack_mod"]
    rounds(evening)
    evening.do(one, "free_action", kind="aim", opponent=at(other))
    if gone == "hidden":
        evening.keep(c.Show(character=other, hidden=True))
    else:
        leave(evening, other)
    if gone == "removed":
        evening.keep(c.Remove(character=other))
    assert blow(evening, one, "shoot", third)["attack_mod"] == before
    assert "aiming" not in evening.marks(one)


def test_poison_in_whoever_left_strikes_as_often(evening):
    """ORG-POI-01: six ticks in all, one in the fight, five once time passes for them."""
    one, other = cast(evening, "tyra", "rusty", SNG=20, sng=20, END=20, end_now=20)
    assert blow(evening, one, "strike", other, 20, weapon_name="Lance")["dose_delivered"]
    rounds(evening)
    settle_all(evening)
    leave(evening, other)
    evening.keep(c.EndFight())
    for _ in range(2):
        evening.pass_time(1)
        settle_all(evening)
    assert evening.sheet(other)["sng"] == 20 - 2.5 - 6
    assert not evening.sheet(other)["doses"]


def settle_all(evening: Evening) -> None:
    """Whatever waits is thrown for, and every save is passed."""
    while evening.due():
        evening.settle(evening.due()[0], (20, 20))
