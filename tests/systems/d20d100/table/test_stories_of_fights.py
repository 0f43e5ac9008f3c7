"""Stories of fights and of what they leave: that weapon, that bite, states in one list, turns, undoing (CBT, GRAP)."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.d20d100.evening import Evening, investigator
from systems.table import at

COLT, FIST = "Colt .38", "Poing, pied"


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def refusal(doing, *args, **said):
    with pytest.raises(Refusal) as no:
        doing(*args, **said)
    return no.value


def fight(evening, *order):
    """Everybody against the first of them, in this order of initiative."""
    evening.fight(order[:1], order[1:])
    evening.rank(*order)


def settle(evening, procedure, *dice, **given):
    ((due, named),) = evening.due()
    assert named == procedure
    evening.keep(c.Settle(due=due, dice=dice or None, given=given))


def bitten(evening, face=15, damage=1):
    """Berthe in the teeth of the ghoul."""
    evening.do(evening.ghoul, "attack", (face, damage), weapon_name="Morsure", target=at(evening.berthe))
    assert evening.marks(evening.berthe)["bitten_by"] == [evening.ghoul]


# ---- what holds on ----


def test_a_ghoul_that_bites_hangs_on(evening):
    """D100-MISS-07: 1d4 every round, until she is free of it; a wound over time is no shock."""
    evening.write(evening.ghoul, damage_bonus=0)
    fight(evening, evening.ghoul, evening.berthe)
    bitten(evening, 20, 1)
    before = evening.sheet(evening.berthe)["pv"]
    evening.turn(2)
    settle(evening, "lasting_harm", 3)
    assert evening.sheet(evening.berthe)["pv"] == before - 3
    evening.turn(1)
    evening.do(evening.berthe, "grapple_manoeuvre", (20, 1), manoeuvre="break_free", target=at(evening.ghoul))
    assert not {"bitten_by", "bite"} & set(evening.marks(evening.berthe))
    evening.turn(2)
    assert evening.due() == []


def test_teeth_go_on_without_a_fight(evening):
    """D100-MISS-07: ten rounds a minute."""
    evening.do(evening.ghoul, "attack", (16, 1), weapon_name="Morsure", target=at(evening.gangster))
    evening.keep(c.Advance(minutes=1))
    for _ in range(3):
        settle(evening, "lasting_harm", 1)
    assert evening.sheet(evening.gangster)["pv"] == 13 - 3 - 3


@pytest.mark.parametrize("end", ["killed", "knocked_out", "stepped_away", "over", "taken_out"])
def test_dead_jaws_let_go(evening, end):
    """D100-MISS-07: as every hold ends."""
    fight(evening, evening.ghoul, evening.berthe)
    bitten(evening)
    {
        "killed": lambda: evening.do(evening.ghoul, "apply_damage", None, damage=60),
        "knocked_out": lambda: evening.do(evening.ghoul, "apply_temp_damage", (), damage=60),
        "stepped_away": lambda: evening.mark(evening.ghoul, stands=20),
        "over": lambda: evening.keep(c.EndFight()),
        "taken_out": lambda: evening.keep(c.Leave(character=evening.ghoul)),
    }[end]()
    assert "bitten_by" not in evening.marks(evening.berthe)


def test_strength_is_drunk_round_after_round(evening):
    """D100-MISS-07: the star vampire; Lutte and damage follow the score."""
    vampire = evening.add(being="creature/vampire_stellaire")
    evening.do(vampire, "attack", (15, 1), weapon_name="Morsure", target=at(evening.berthe))
    evening.keep(c.Advance(minutes=1))
    grip = evening.sheet(evening.berthe)["lutte"]
    settle(evening, "lasting_harm", 4)
    sheet = evening.sheet(evening.berthe)
    assert (sheet["scores"]["FOR"], sheet["lutte"]) == (8, grip - 2)


def test_a_blow_that_drains_or_poisons_offers_it(evening):
    """D100-MISS-07: the byakhee's bite, the serpent man's poison."""
    byakhee, serpent = (evening.add(being=f"creature/{key}") for key in ("byakhee", "homme_serpent"))
    evening.do(byakhee, "attack", (16, 1), weapon_name="Morsure", target=at(evening.berthe))
    evening.follow("drain", (2,))
    assert evening.sheet(evening.berthe)["scores"]["FOR"] == 10
    evening.do(serpent, "attack", (16, 1), weapon_name="Morsure", target=at(evening.gangster))
    assert evening.follow("poison", (1,)).outcome["damage"] == 11


# ---- that weapon ----


def test_the_weapon_in_hand_is_the_one_that_falls(evening):
    """D100-SPEC-03: the one last used, and no other."""
    odette = evening.add(sheet=investigator("Odette", ("colt_38", "couteau_combat")))
    knife = next(one["name"] for one in evening.sheet(odette)["weapons"] if one["weapon"] == "couteau_combat")
    evening.do(odette, "attack", (2,), weapon_name=knife, target=at(evening.gangster))
    evening.do(evening.gangster, "disarm", (20, 1), holder=at(odette))
    assert evening.marks(odette)["disarmed"] == knife
    evening.do(odette, "attack", (2,), weapon_name=COLT, target=at(evening.gangster))
    assert (
        refusal(evening.do, odette, "attack", (2,), weapon_name=knife, target=at(evening.gangster)).id == "act/dropped"
    )


def test_a_series_spends_each_shot_and_stops_with_the_last(evening):
    """D100-FIRE-02, D100-FIRE-04: three shots of a revolver with two rounds left."""
    (colt,) = [one for one in evening.sheet(evening.berthe)["weapons"] if one["weapon"] == "colt_38"]
    evening.write(evening.berthe, weapons=[{**colt, "loaded": 2}])
    fired = evening.do(evening.berthe, "multiple_fire", (2, 2), mode="triple", target=at(evening.gangster))
    assert len(fired.outcome["shots"]) == 2
    assert evening.sheet(evening.berthe)["weapons"][0]["loaded"] == 0
    no = refusal(evening.do, evening.berthe, "multiple_fire", None, mode="double", target=at(evening.gangster))
    assert no.id == "act/empty"


def test_a_jam_is_cleared_into_the_next_round_and_a_botch_ends_the_weapon(evening):
    """D100-FIRE-11: two simple actions, then the Mécanique throw; out of order for good."""
    odette = evening.add(sheet=investigator("Odette", ("luger",)))
    gun = next(one["name"] for one in evening.sheet(odette)["weapons"] if one["capacity"])
    fight(evening, odette, evening.gangster)
    shot = evening.do(odette, "attack", (2,), weapon_name=gun, target=at(evening.gangster))
    assert shot.outcome["malfunction"] == "jam"
    evening.do(odette, "clear_jam", (1,), weapon_name=gun)
    assert (evening.left(odette), evening.sheet(odette)["weapons"][0]["weapon_state"]) == (0, "broken")
    evening.turn(2)
    assert evening.now == odette
    evening.do(odette, "attack", (2,), weapon_name=FIST, target=at(evening.gangster))
    assert evening.left(odette) == 0
    assert refusal(evening.do, odette, "attack", (2,), weapon_name=gun, target=at(evening.gangster)).id == "act/broken"


# ---- turns ----


def test_a_shock_costs_the_next_turn_one_action_and_no_more(evening):
    """D100-HEALTH-03: two again the turn after."""
    evening.write(evening.gangster, pv=13)
    fight(evening, evening.gangster, evening.berthe)
    evening.do(evening.berthe, "apply_damage", None, damage=6)
    evening.turn()
    evening.do(evening.berthe, "take_action", (), action="walk")
    assert evening.left(evening.berthe) == 0
    evening.turn(2)
    assert evening.now == evening.berthe
    evening.do(evening.berthe, "take_action", (), action="walk")
    assert evening.left(evening.berthe) == 1


def test_the_staggered_strike_once_and_do_not_charge(evening):
    """D100-TEMP-02, D100-ATK-07: one simple action, over the rules as over the table."""
    evening.do(evening.berthe, "apply_temp_damage", (), damage=evening.sheet(evening.berthe)["pv"])
    fight(evening, evening.berthe, evening.gangster)
    evening.mark(evening.gangster, stands=6)
    assert refusal(evening.do, evening.berthe, "charge", None, target=at(evening.gangster)).rule == "D100-ATK-07"
    evening.do(evening.berthe, "attack", (2,), weapon_name=COLT, target=at(evening.gangster))
    assert evening.left(evening.berthe) == 0


def test_full_defence_is_over_with_the_next_turn(evening):
    """D100-MODE-01: +4 for everybody who strikes meanwhile, and no attack of one's own."""
    fight(evening, evening.berthe, evening.gangster)
    plain = evening.sheet(evening.berthe)["defence"]
    evening.do(evening.berthe, "full_defence")
    evening.turn()
    blow = {"weapon_name": FIST, "target": at(evening.berthe)}
    assert evening.do(evening.gangster, "attack", (2,), **blow).given["defence"] == plain + 4
    evening.turn()
    assert evening.do(evening.gangster, "attack", (2,), **blow).given["defence"] == plain


def test_a_knocked_out_enemy_is_helpless_and_wakes_no_worse(evening):
    """D100-SPEC-05, D100-TEMP-02: +4 against the Defence of the unwary; awake, the Defence is whole again."""
    evening.do(evening.gangster, "apply_temp_damage", (), damage=14)
    blow = {"weapon_name": COLT, "target": at(evening.gangster)}
    struck = evening.do(evening.berthe, "attack", (2,), **blow).given
    assert ("helpless_target" in struck["situations"], struck["defence"]) == (True, 15)
    evening.do(evening.gangster, "wake_up", (10,))
    awake = evening.do(evening.berthe, "attack", (2,), **blow).given
    assert ("helpless_target" in awake["situations"], awake["defence"]) == (False, 16)


def test_whoever_waits_keeps_the_later_place(evening):
    """D100-MODE-05: for the rest of the fight."""
    fight(evening, evening.berthe, evening.gangster, evening.ghoul)
    evening.do(evening.berthe, "delay", (), after=at(evening.gangster))
    assert evening.order == [evening.gangster, evening.berthe, evening.ghoul]
    evening.turn(4)
    assert evening.order == [evening.gangster, evening.berthe, evening.ghoul]


def test_points_are_not_spent_in_the_middle_of_a_fight(evening):
    """D100-XP-06: at any other time."""
    evening.write(evening.berthe, xp=9)
    fight(evening, evening.berthe, evening.gangster)
    no = refusal(evening.do, evening.berthe, "spend_xp", (), purchase="skill", target="nager")
    assert no.words["why"] == "in_play"
    evening.keep(c.EndFight())
    evening.do(evening.berthe, "spend_xp", (), purchase="skill", target="nager")
    assert evening.sheet(evening.berthe)["xp"] == 6


def test_a_tick_is_used_up_by_what_it_cheapens(evening):
    """D100-XP-02, D100-XP-04: one point with the tick, three without."""
    evening.write(evening.berthe, xp=9)
    evening.do(evening.berthe, "tick_box", (), target="nager")
    assert evening.do(evening.berthe, "spend_xp", (), purchase="skill", target="nager").outcome["cost"] == 1
    assert evening.do(evening.berthe, "spend_xp", (), purchase="skill", target="nager").outcome["cost"] == 3
    assert evening.sheet(evening.berthe)["xp"] == 5


# ---- states in one list ----


def test_states_are_told_in_one_list_while_they_hold(evening):
    """Whatever lies on somebody stands in `states`, and is gone from it when it is over."""
    fight(evening, evening.gangster, evening.berthe)
    assert evening.sheet(evening.berthe)["states"] == ["flat_footed"]
    evening.do(evening.gangster, "start_grapple", (20, 1), opponent=at(evening.berthe))
    evening.do(evening.gangster, "grapple_manoeuvre", (20, 1), manoeuvre="strangle", target=at(evening.berthe))
    evening.write(evening.berthe, on_fire=True)
    assert {"grappling", "strangled", "on_fire"} <= set(evening.sheet(evening.berthe)["states"])
    evening.keep(c.EndFight())
    assert evening.sheet(evening.berthe)["states"] == ["on_fire"]


def test_a_state_that_is_written_holds(evening):
    """By hand in the list, or as a mark: the same."""
    evening.write(evening.gangster, states=["helpless", "on_fire"])
    assert evening.marks(evening.gangster)["helpless"] is True
    assert evening.sheet(evening.gangster)["on_fire"] is True
    evening.write(evening.gangster, states=["on_fire"])
    assert "helpless" not in evening.marks(evening.gangster)
    evening.mark(evening.gangster, prone=True)
    assert evening.sheet(evening.gangster)["states"] == ["prone", "on_fire"]


def test_hours_since_a_beating_are_counted(evening):
    """D100-TEMP-03: until nothing is left of it, or another comes."""
    evening.do(evening.berthe, "apply_temp_damage", (), damage=3)
    evening.keep(c.Advance(minutes=120))
    settle(evening, "rest_hours")
    assert evening.sheet(evening.berthe)["hours_since_temp_recovery"] == 2
    evening.do(evening.berthe, "apply_temp_damage", (), damage=1)
    assert evening.sheet(evening.berthe)["hours_since_temp_recovery"] == 0


# ---- undoing ----


def test_undoing_a_fight_step_by_step_is_the_way_back(evening):
    """Everything that an evening of it wrote, taken back."""
    states = []
    acts = [
        lambda: fight(evening, evening.ghoul, evening.berthe, evening.gangster),
        lambda: bitten(evening),
        lambda: evening.turn(3),
        lambda: evening.do(evening.berthe, "first_aid", (1,), patient=at(evening.berthe), modifier=0),
        lambda: evening.do(evening.berthe, "cast_spell", (20, 1, 3), spell="nuage_mental", victim=at(evening.gangster)),
        lambda: evening.keep(c.EndFight()),
        lambda: evening.do(evening.berthe, "effort_round", ()),
        lambda: evening.keep(c.Advance(minutes=3)),
    ]
    for act in acts:
        states.append((evening.table.state.version, evening.play))
        act()
    while states:
        version, before = states.pop()
        while evening.table.state.version != version and evening.play != before:
            evening.keep(c.Undo())
        assert {key: value for key, value in evening.play.items() if key != "redo"} == {
            key: value for key, value in before.items() if key != "redo"
        }
