"""What hands hold and what lies on the ground, who is held and who is down, fights left and re-entered (GRAP, SPEC)."""

import pytest

from gardien.table import commands as c
from systems.d20d100.evening import COLT, Evening, fight, guns, held, hit, investigator, odette, refusal
from systems.table import at

HATCHET = "Hachette →"


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def back(evening: Evening, who: str, side: str) -> None:
    """Out of the fight, and into it again."""
    evening.keep(c.Leave(character=who))
    evening.keep(c.Fight(fighters=(c.Fighter(character=who, side=side),)))


def test_whoever_fired_a_gun_has_it_in_hand_in_a_grapple(evening):
    """D100-GRAP-03: only a weapon that is not in the hand must be drawn first; one that was put away must."""
    fight(evening, evening.berthe, evening.gangster)
    hit(evening, evening.berthe, evening.gangster, 2)
    evening.turn()
    evening.do(evening.gangster, "start_grapple", (20, 1), opponent=at(evening.berthe))
    evening.turn()
    shot = evening.do(
        evening.berthe,
        "grapple_manoeuvre",
        (20, 1, 5),
        manoeuvre="shoot",
        weapon_name=COLT,
        target=at(evening.gangster),
    )
    assert (shot.outcome["accepted"], guns(evening, evening.berthe)[0]["loaded"]) == (True, 4)


def test_a_weapon_is_drawn_and_put_away(evening):
    """D100-CBT-11, D100-GRAP-03."""
    fight(evening, evening.berthe, evening.gangster)
    evening.do(evening.berthe, "take_action", action="draw")
    assert evening.marks(evening.berthe)["weapon_drawn"] is True
    evening.do(evening.berthe, "take_action", action="sheathe")
    evening.turn(2)
    evening.do(evening.berthe, "start_grapple", (20, 1), opponent=at(evening.gangster))
    shot = evening.do(
        evening.berthe, "grapple_manoeuvre", manoeuvre="shoot", weapon_name=COLT, target=at(evening.gangster)
    )
    assert shot.outcome["accepted"] is False


@pytest.mark.parametrize(("work", "state"), [("reload", {"loaded": 2}), ("clear_jam", {"weapon_state": "jam"})])
def test_nobody_works_on_a_weapon_that_lies_on_the_ground(evening, work, state):
    """D100-SPEC-03, D100-FIRE-05, D100-FIRE-11: it is picked up first."""
    fight(evening, evening.berthe, evening.gangster)
    weapons = evening.sheet(evening.gangster)["weapons"]
    evening.write(evening.gangster, weapons=[{**one, **state} if one["capacity"] else one for one in weapons])
    evening.do(evening.berthe, "disarm", (20, 1), holder=at(evening.gangster))
    evening.turn()
    assert refusal(evening.do, evening.gangster, work).id == "act/dropped"
    assert refusal(evening.do, evening.gangster, work, weapon_name=COLT).id == "act/dropped"
    evening.do(evening.gangster, "take_action", action="pick_up")
    evening.do(evening.gangster, work, (20,) if work == "clear_jam" else None)


def test_a_weapon_on_the_ground_stays_there_for_whoever_leaves_and_comes_back(evening):
    """D100-SPEC-03, D100-WPN-06."""
    ines = evening.add(sheet=investigator("Ines", ("hachette",)))
    fight(evening, evening.berthe, evening.gangster, ines)
    evening.do(evening.berthe, "disarm", (20, 1), holder=at(evening.gangster))
    evening.turn(2)
    evening.mark(evening.berthe, stands=3)
    evening.do(ines, "attack", (2,), weapon_name=HATCHET, target=at(evening.berthe))
    evening.turn()
    for who in (evening.gangster, ines):
        back(evening, who, "b")
    assert refusal(hit, evening, evening.gangster, evening.berthe).id == "act/dropped"
    assert refusal(evening.do, ines, "attack", weapon_name=HATCHET, target=at(evening.berthe)).id == "act/dropped"


def test_nobody_shakes_off_a_shock_or_stands_up_by_leaving(evening):
    """D100-HEALTH-03, D100-CBT-11: whoever is back in the same round is as they were."""
    fight(evening, evening.gangster, evening.berthe)
    hit(evening, evening.gangster, evening.berthe, 19, 8)
    evening.mark(evening.berthe, prone=True)
    back(evening, evening.berthe, "b")
    assert evening.marks(evening.berthe)["prone"] is True
    evening.turn()
    assert evening.left(evening.berthe) == 1


@pytest.mark.parametrize("way", ["walk", "run", "climb"])
def test_whoever_lies_there_stands_up_first(evening, way):
    """D100-CBT-11: standing up is an action; nobody walks, runs or charges lying down."""
    fight(evening, evening.berthe, evening.gangster)
    evening.mark(evening.gangster, stands=9)
    evening.mark(evening.berthe, prone=True)
    told = refusal(evening.do, evening.berthe, "take_action", None, seat=evening.ann, action=way)
    assert (told.id, told.words["why"]) == ("act/cannot", "prone")
    assert refusal(evening.do, evening.berthe, "charge", None, seat=evening.ann, target=at(evening.gangster)).id
    evening.do(evening.berthe, "take_action", None, seat=evening.ann, action="stand_up")
    if way == "walk":
        evening.do(evening.berthe, "take_action", None, seat=evening.ann, action=way, toward=at(evening.gangster))
        assert evening.marks(evening.berthe)["stands"] == 6


def test_whoever_has_no_gun_gets_up_before_coming_nearer(evening):
    """D100-CBT-11: what is proposed can be done."""
    ines = evening.add(sheet=investigator("Ines", ("hachette",)))
    fight(evening, ines, evening.gangster)
    evening.mark(evening.gangster, stands=9)
    evening.mark(ines, prone=True)
    assert [one.given.get("action") for one in evening.proposals(ines)][:1] == ["stand_up"]


@pytest.mark.parametrize("act", ["reload", "first_aid", "full_defence", "defensive_fighting", "prepare"])
def test_the_pinned_have_no_hand_free(evening, act):
    """D100-GRAP-03: until they win a Lutte test."""
    fight(evening, evening.gangster, evening.berthe)
    held(evening, evening.gangster, evening.berthe, "immobilise")
    evening.turn()
    aims = {"first_aid": {"patient": at(evening.berthe)}, "prepare": {"enemy": at(evening.gangster)}}
    told = refusal(evening.do, evening.berthe, act, **aims.get(act, {}))
    assert (told.id, told.words["why"]) == ("act/cannot", "immobilised")


@pytest.mark.parametrize("act", ["reload", "first_aid"])
def test_nobody_loads_or_treats_in_each_others_arms(evening, act):
    """D100-GRAP-03: in a grapple one wrestles."""
    fight(evening, evening.gangster, evening.berthe)
    hit(evening, evening.gangster, evening.berthe, 19, 2)
    evening.write(
        evening.berthe,
        weapons=[{**one, "loaded": min(2, one["loaded"])} for one in evening.sheet(evening.berthe)["weapons"]],
    )
    evening.do(evening.gangster, "start_grapple", (20, 1), opponent=at(evening.berthe))
    evening.turn()
    aims = {"patient": at(evening.berthe)} if act == "first_aid" else {}
    told = refusal(evening.do, evening.berthe, act, None, seat=evening.ann, **aims)
    assert told.words["why"] == "grappling"


@pytest.mark.parametrize(
    ("act", "seat"),
    [("start_grapple", "opponent"), ("silent_hold", "opponent"), ("disarm", "holder"), ("coup_de_grace", "target")],
)
def test_the_dead_are_not_wrestled_with_nor_finished_off(evening, act, seat):
    """D100-HEALTH-02, D100-SPEC-06."""
    fight(evening, evening.berthe, evening.gangster)
    evening.write(evening.gangster, pv=0)
    told = refusal(evening.do, evening.berthe, act, **{seat: at(evening.gangster)})
    assert (told.id, told.words["why"]) == ("act/cannot", "dead")


def test_whoever_steals_up_leaves_their_cover(evening):
    """D100-SPEC-04, D100-MISS-17."""
    fight(evening, evening.berthe, evening.gangster)
    evening.mark(evening.gangster, stands=9)
    evening.mark(evening.berthe, cover_half=True)
    evening.do(evening.berthe, "sneak_attack", (20, 1), victim=at(evening.gangster))
    assert evening.marks(evening.berthe)["stands"] == 9
    assert "cover_half" not in evening.marks(evening.berthe)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_shots_in_secret_are_let_go_in_any_order(evening, order):
    """D100-FIRE-04, D100-HEALTH-03: both wounds, both cartridges, and the whole turn are gone."""
    fight(evening, evening.gangster, evening.berthe)
    aim = {"weapon_name": COLT, "target": at(evening.berthe)}
    shots = [
        evening.keep(c.Do(procedure="attack", character=evening.gangster, given=aim, dice=dice, audience="keeper"))
        for dice in ((19, 3), (18, 8))
    ]
    for place in order:
        evening.keep(c.Release(event=shots[place].version))
    assert (evening.sheet(evening.berthe)["pv"], evening.left(evening.gangster)) == (1, 0)
    assert guns(evening, evening.gangster)[0]["loaded"] == 4
    evening.keep(c.Undo())
    evening.keep(c.Undo())
    assert evening.sheet(evening.berthe)["pv"] == 12


def test_care_and_a_wound_in_secret_both_count(evening):
    """D100-HEALTH-08."""
    helper = odette(evening)
    evening.write(evening.berthe, pv=6)
    care = c.Do(
        procedure="first_aid", character=helper, given={"patient": at(evening.berthe)}, dice=(20, 3), audience="keeper"
    )
    wound = c.Do(procedure="apply_damage", character=evening.berthe, given={"damage": 2}, audience="keeper")
    secrets = [evening.keep(care), evening.keep(wound)]
    for secret in reversed(secrets):
        evening.keep(c.Release(event=secret.version))
    assert evening.sheet(evening.berthe)["pv"] == 7
