"""Where rules meet in a fight: pain before a shot, two guns alike, swarms, halves, house rules midway (ACT, M9)."""

from typing import Any

import pytest

from gardien.table import commands as c
from systems.organique.evening import Evening, blow, cast, refused, rounds, somebody, throw_all
from systems.table import at

GUN = {"weapon": "pistol_9mm", "name": "Pistolet", "loaded": 15}
DAGGER = {"weapon": "throwing_dagger", "name": "Dague"}


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def locked(evening: Evening, *others: str, **fields: Any) -> list[str]:
    """Hammerhead has a joint of Rusty’s in a lock."""
    people = cast(evening, "hammerhead", "rusty", *others, FOR=20, INT=20, **fields)
    assert blow(evening, people[0], "lock", people[1], 20)["held"] == "lock"
    return people


# ---- pain before anything else ----


def test_what_is_lost_to_pain_is_neither_fired_nor_thrown(evening):
    """ORG-ACT-06, M9: the attempt is lost before it begins."""
    one, other = locked(evening, weapons=[GUN, DAGGER])
    for name in ("Pistolet", "Dague"):
        assert not blow(evening, other, "shoot", one, 1, weapon_name=name)["hit"]
    gun, dagger = evening.sheet(other)["weapons"]
    assert (gun["loaded"], dagger["place"]) == (15, "carried")


def test_a_shot_in_return_that_is_lost_to_pain_is_none(evening):
    """ORG-ACT-06, ORG-MOD-11, M9; the reaction is used."""
    one, other = locked(evening, weapons=[GUN])
    rounds(evening)
    evening.write(other, guard="")
    evening.mark(other, wields="Pistolet")
    done = evening.strike(one, other, "simultaneous", 1, 2, action="strike", weapon_name="punch")
    assert "counter" not in done.outcome
    assert evening.sheet(other)["weapons"][0]["loaded"] == 15
    assert evening.marks(other)["moments"] == ["simultaneous_action"]


def test_a_feint_serves_the_blow_that_pain_prevented_later(evening):
    """ORG-ACT-06, M6: it is used up by the next attack that is made."""
    one, other = locked(evening, combat_skills={"boxing": 3})
    assert blow(evening, other, "feint", one, 20, 20, 1)["effect"]
    assert "attack_mod" not in blow(evening, other, "strike", one, 1, weapon_name="punch")
    helped, plain = (blow(evening, other, "strike", one, 20, 2, weapon_name="punch")["attack_mod"] for _ in range(2))
    assert helped == plain + 5


# ---- grips ----


def test_a_current_opens_the_hands_of_a_strangler_for_its_turns(evening):
    """ORG-DMG-05, ORG-SYM-12, ORG-ACT-21, M9: so many turns in the fight and on the clock; the taser is empty then."""
    taser = {"weapon": "taser_pistol", "name": "Taser", "loaded": 1}
    one, other, third = cast(evening, "hammerhead", "rusty", "juanita", weapons=[taser])
    blow(evening, one, "strangle", other, 20)
    blow(evening, third, "shoot", one, 20, 6, 20, 20, weapon_name="Taser")
    assert "held_by" not in evening.marks(other)
    rounds(evening, 3)  # the one in which it began is not counted
    assert (evening.sheet(one)["paralysed_turns"], evening.sheet(other)["sng"]) == (40 - 27 - 6 - 2, 3)
    with refused("act/empty"):
        blow(evening, third, "shoot", one, weapon_name="Taser")
    evening.keep(c.EndFight())
    evening.pass_time(1)
    assert evening.sheet(one)["condition"] == "ok"


def test_whoever_is_stunned_lets_everybody_go(evening):
    """ORG-ACT-21: who is held, who is strangled; a stun that is resisted frees nobody."""
    one, other, third = cast(evening, "hammerhead", "rusty", "ying")
    blow(evening, one, "hold", other, 20)
    blow(evening, one, "strangle", third, 20)
    for save, held in ((20, True), (1, False)):
        blow(evening, other, "stun", one, 20, save, weapon_name="punch")
        assert ["held_by" in evening.marks(id) for id in (other, third)] == [held, held]


def test_one_grip_changes_into_another(evening):
    """ORG-ACT-06, ORG-ACT-07: no pain any more, but blood."""
    one, other = locked(evening)
    rounds(evening)
    blow(evening, one, "strangle", other, 20)
    assert "lock_saves" not in blow(evening, other, "strike", one, weapon_name="punch")
    rounds(evening)
    assert (evening.marks(other)["held_by"], evening.sheet(other)["sng"]) == ([one], 2)


def test_two_stranglers_take_one_point_a_turn(evening):
    """ORG-ACT-07: of two, one who is shaken off leaves the other."""
    one, other, third = cast(evening, "hammerhead", "rusty", "ying")
    for holder in (one, third):
        blow(evening, holder, "strangle", other, 20)
    rounds(evening)
    assert evening.sheet(other)["sng"] == 2
    assert evening.do(other, "break_hold", (20, 1), holder=at(third)).outcome["free"]
    rounds(evening)
    assert evening.sheet(other)["sng"] == 1


def test_a_fight_whose_end_is_taken_back_is_as_it_was(evening):
    """ORG-ACT-05, ORG-FREE-05: holds, turns, what lies on the ground."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=[DAGGER])
    blow(evening, one, "hold", other, 20)
    blow(evening, one, "shoot", other, weapon_name="Dague")
    before = evening.play
    evening.keep(c.EndFight())
    assert evening.sheet(one)["weapons"][0]["place"] == "carried"
    evening.keep(c.Undo())
    assert evening.play == before
    assert evening.do(other, "break_hold", (20, 1), holder=at(one)).outcome["free"]


# ---- weapons ----


def test_of_two_guns_alike_the_one_with_enough_in_it_fires_a_burst(evening):
    """M9, ORG-MOD-04."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=[{**GUN, "loaded": 1}, {**GUN, "loaded": 9}])
    blow(evening, one, "shoot", other, shots=2, weapon_name="Pistolet")
    assert [line["loaded"] for line in evening.sheet(one)["weapons"]] == [1, 7]


def test_two_daggers_of_one_name_fly_one_after_the_other(evening):
    """M9, ORG-FREE-05."""
    one, other = cast(evening, "ying", "rusty", weapons=[DAGGER, DAGGER])
    for places in (["dropped", "carried"], ["dropped", "dropped"]):
        blow(evening, one, "shoot", other, weapon_name="Dague")
        assert [line["place"] for line in evening.sheet(one)["weapons"]] == places
    with refused("act/dropped"):
        blow(evening, one, "shoot", other, weapon_name="Dague")


def test_shots_into_a_swarm_are_shots(evening):
    """ORG-MON-05, M9: as many cartridges as shots, none where there are none."""
    one = evening.add(sheet=somebody("hammerhead", weapons=[{**GUN, "loaded": 3}]))
    rats = evening.add(being="swarm/rats")
    burst = {"swarm": at(rats), "action": "shoot", "means": "burst", "shots": 2}
    assert evening.do(one, "attack_swarm", (20,), **burst).outcome["killed"] == 2
    assert evening.sheet(one)["weapons"][0]["loaded"] == 1
    with refused("act/few_left"):
        evening.do(one, "attack_swarm", (20,), **burst)
    evening.do(one, "attack_swarm", (2,), swarm=at(rats), action="shoot")
    with refused("act/empty"):
        evening.do(one, "attack_swarm", (20,), swarm=at(rats), action="shoot")


# ---- turns ----


def test_a_hold_is_broken_by_half_an_action(evening):
    """ORG-TURN-04, ORG-MOD-12, ORG-ACT-05: at −10, and the other half for the other hold."""
    one, other, third = cast(evening, "hammerhead", "rusty", "ying", FOR=20)
    for holder in (one, third):
        blow(evening, holder, "hold", other, 20)
    evening.turn()
    evening.do(other, "turn_slots", moment="split_action")
    for holder in (one, third):
        broken = evening.do(other, "break_hold", (20, 1), holder=at(holder)).outcome
        assert (broken["free"], broken["victim_total"]) == (True, 30)
    assert evening.marks(other)["moments"] == ["split_action", "half_action", "half_action"]
    assert evening.marks(other)["actions_left"] == 0


def test_a_poisoned_round_that_is_gone_back_on_strikes_once(evening):
    """ORG-TURN-05, ORG-POI-03."""
    one, other = cast(evening, "tyra", "rusty", SNG=20, sng=20)
    blow(evening, one, "strike", other, 20, weapon_name="Lance")
    for _ in range(2):
        rounds(evening)
        assert throw_all(evening) == 1
        assert evening.sheet(other)["sng"] == 20 - 2.5 - 1
        evening.keep(c.Turn(by=-1))
        assert evening.sheet(other)["sng"] == 20 - 2.5
        assert not evening.due()


def test_whoever_is_stabilised_rests_though_no_blood_is_left(evening):
    """ORG-END-04, ORG-END-08: a point a turn is lost, then none, then one comes back; until they are struck again."""
    one, other = cast(evening, "juanita", "rusty", skills={"emergency_medicine": 3})
    evening.write(other, sng=0)
    rounds(evening)
    assert evening.sheet(other)["end_now"] == 10
    assert evening.do(one, "first_aid", (5,), patient=at(other)).outcome["success"]
    rounds(evening)
    assert (evening.sheet(other)["sng"], evening.sheet(other)["end_now"]) == (0, 11)
    blow(evening, one, "strike", other, 20, weapon_name="punch")
    rounds(evening)
    assert evening.sheet(other)["end_now"] == 10


def test_a_second_dose_counts_for_itself(evening):
    """ORG-POI-01, ORG-POI-02: twice the harm and twice the malus while both act, then once."""
    one, other = cast(evening, "tyra", "rusty", SNG=40, sng=40, END=40, end_now=40)
    lost = []
    for turn in range(8):
        if turn < 2:
            evening.write(one, weapons=[{**evening.sheet(one)["weapons"][0], "coats": 1}])
            blow(evening, one, "easy_strike", other, 20, weapon_name="Lance")
        before = evening.sheet(other)["sng"]
        rounds(evening)
        throw_all(evening)
        lost.append(before - evening.sheet(other)["sng"])
    assert lost == [1, 2, 2, 2, 2, 2, 1, 0]


# ---- after the fight ----


def test_each_fight_asks_about_its_own_wounds(evening):
    """ORG-AFT-03, ORG-AFT-04: neither about a fall before it nor about one between two."""
    one, other = cast(evening, "rusty", "juanita", SNG=30, sng=30)
    evening.keep(c.EndFight())
    for _ in range(2):
        evening.do(other, "apply_damage", bs=4)
        evening.keep(c.Fight(fighters=tuple(c.Fighter(character=id, side=id) for id in (one, other))))
        evening.rank(one, other)
        blow(evening, one, "strike", other, 20, weapon_name="Couteau de chasse")
        evening.rank(one, other)  # once more after a pause: still the same fight (ORG-INIT-01)
        evening.keep(c.EndFight())
        told = evening.do(None, "end_fight", (20, 20), survivors=[at(other)]).outcome["results"]["Juanita"]
        assert (told["pain"]["difficulty"], told["infection"]["difficulty"]) == (13, 25)
    assert len(evening.sheet(other)["wounds"]) == 4


def test_who_was_knocked_out_comes_to_on_the_clock_and_lies_there(evening):
    """ORG-ACT-11, ORG-SYM-20: turns of the fight and of the clock are one count."""
    bat = [{"weapon": "baseball_bat", "name": "Batte"}]
    one, other = cast(evening, "hammerhead", "rusty", weapons=bat)
    assert blow(evening, one, "knock_out", other, 20, 1)["unconscious_turns"] == 21
    rounds(evening, 3)
    evening.keep(c.EndFight())
    left = []
    for _ in range(2):
        evening.pass_time(1)
        left.append(evening.sheet(other)["unconscious_turns"])
    assert left == [21 - 2 - 12, 0]
    assert (evening.sheet(other)["condition"], evening.sheet(other)["prone"]) == ("ok", True)


# ---- house rules that change in the middle ----


def test_a_poison_goes_on_as_the_table_says_from_then_on(evening):
    """ORG-POI-04, simplified_poison."""
    one, other = cast(evening, "tyra", "rusty", SNG=20, sng=20)
    blow(evening, one, "strike", other, 20, weapon_name="Lance")
    rounds(evening)
    throw_all(evening)
    evening.keep(c.Settings(options={"simplified_poison": True}))
    assert blow(evening, other, "strike", one)["attack_mod"] == -10
    rounds(evening)
    assert (evening.due(), evening.sheet(other)["sng"]) == ([], 20 - 2.5 - 2)


def test_a_strangler_takes_breath_from_then_on(evening):
    """ORG-ACT-07, ORG-END-03, strangle_end_first; once free, breath gives both back."""
    one, other = cast(evening, "hammerhead", "rusty")
    blow(evening, one, "strangle", other, 20)
    rounds(evening)
    evening.keep(c.Settings(options={"strangle_end_first": True}))
    rounds(evening)
    assert (evening.sheet(other)["sng"], evening.sheet(other)["end_now"]) == (2, 10)
    evening.keep(c.EndFight())
    evening.pass_time(1)
    assert (evening.sheet(other)["sng"], evening.sheet(other)["end_now"]) == (3, 11)


# ---- from one table to another ----


def test_poison_comes_along_to_another_table(evening, tmp_path):
    """ORG-POI-03, ORG-AFT-02: what strikes still strikes there, from when they come; wounds bleed from then on."""
    one, other = cast(evening, "tyra", "rusty", SNG=20, sng=20)
    blow(evening, one, "strike", other, 20, weapon_name="Lance")
    rounds(evening)
    throw_all(evening)
    evening.keep(c.EndFight())
    (tmp_path / "elsewhere").mkdir()
    elsewhere = Evening(tmp_path / "elsewhere")
    elsewhere.pass_time(90)
    guest = elsewhere.add(sheet=evening.sheet(other))
    for _ in range(2):
        elsewhere.pass_time(1)
        throw_all(elsewhere)
    assert elsewhere.sheet(guest)["sng"] == 20 - 2.5 - 6
    elsewhere.pass_time(13)
    assert elsewhere.sheet(guest)["sng"] == 20 - 2.5 - 6 - 1
    elsewhere.store.close()
