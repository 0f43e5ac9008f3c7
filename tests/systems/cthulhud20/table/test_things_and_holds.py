"""Things and people as themselves: this weapon, this aim, this hold; who can act at all."""

from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.cthulhud20.evening import Evening
from systems.table import at


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    result.keep(c.Override(path="group/group_destiny", value=0, reason="essai"))
    result.write(result.paul, destiny_spent=1)
    result.write(result.jack, destiny_spent=9)
    yield result
    result.store.close()


def refused(evening: Evening, who: str, procedure: str, dice: Any = (), seat: str = "keeper", **given: Any) -> str:
    """Why an act is not done, by its word."""
    with pytest.raises(Refusal) as why:
        evening.do(who, procedure, dice, seat=seat, **given)
    return str(why.value.words.get("why") or why.value.id)


def shot(evening: Evening, who: str, target: str, **given: Any) -> Any:
    """A shot that misses."""
    return evening.do(who, "attack", (1, 60), target=at(target), **given)


def two_guns(evening: Evening, *names: str, **more: Any) -> None:
    (gun,) = evening.sheet(evening.paul)["weapons"]
    evening.write(evening.paul, weapons=[{**gun, **more, "name": name} for name in names])


def loads(evening: Evening) -> list[tuple[str, int, bool]]:
    return [(one["name"], one["ammunition"], one["jammed"]) for one in evening.sheet(evening.paul)["weapons"]]


# ---- weapons ----


def test_the_second_gun_fires_and_is_loaded_again(evening):
    """CD20-P-GUN-01, CD20-P-GUN-05."""
    two_guns(evening, "Gauche", "Droite")
    shot(evening, evening.paul, evening.thug, weapon_name="Gauche")
    shot(evening, evening.paul, evening.thug, weapon_name="Droite")
    shot(evening, evening.paul, evening.thug, weapon_name="Droite")
    assert loads(evening) == [("Gauche", 5, False), ("Droite", 4, False)]
    evening.do(evening.paul, "reload", weapon_name="Droite")
    assert loads(evening) == [("Gauche", 5, False), ("Droite", 6, False)]


def test_two_guns_of_one_name_are_told_apart(evening):
    """CD20-P-GUN-01."""
    two_guns(evening, "Revolver", "Revolver")
    shot(evening, evening.paul, evening.thug, weapon_name="Revolver 2")
    assert loads(evening) == [("Revolver", 6, False), ("Revolver", 5, False)]


def test_of_two_jammed_guns_the_named_one_is_cleared(evening):
    """CD20-P-GUN-06."""
    two_guns(evening, "Gauche", "Droite", jammed=True)
    evening.do(evening.paul, "clear_jam", (20,), weapon_name="Droite")
    assert loads(evening) == [("Gauche", 6, True), ("Droite", 6, False)]


def test_a_gun_of_ones_own_making_loses_its_cartridges(evening):
    """CD20-P-GUN-01: described with its own numbers."""
    own = {"kind": "ranged", "max_damage": 8, "magazine": 2, "range_increment_m": 6, "proficiency": "handgun"}
    evening.write(evening.paul, weapons=[{"name": "Tromblon", "described": own, "ammunition": 2}])
    shot(evening, evening.paul, evening.thug, weapon_name="Tromblon")
    assert loads(evening) == [("Tromblon", 1, False)]
    shot(evening, evening.paul, evening.thug)
    assert refused(evening, evening.paul, "attack", target=at(evening.thug)) == "act/empty"


def test_both_barrels_need_both_cartridges(evening):
    """CD20-P-GUN-04: never below zero."""
    evening.write(evening.jack, weapons=[{"weapon": "sg12", "name": "Juxtaposé", "ammunition": 2}])
    shot(evening, evening.jack, evening.thug)
    assert refused(evening, evening.jack, "attack", target=at(evening.thug), both_barrels=True) == "act/empty"
    assert evening.sheet(evening.jack)["weapons"][0]["ammunition"] == 1


def test_a_barrage_needs_its_ten_cartridges(evening):
    """CD20-P-GUN-03."""
    gun = {"weapon": "thompson", "name": "Thompson", "ammunition": 15}
    evening.write(evening.jack, weapons=[gun])
    evening.do(evening.jack, "suppressive_fire", (20,), victims=[at(evening.thug)])
    assert evening.sheet(evening.jack)["weapons"][0]["ammunition"] == 5
    assert refused(evening, evening.jack, "suppressive_fire", victims=[at(evening.thug)]) == "act/empty"


def test_a_knife_that_was_thrown_has_left_the_hand(evening):
    """CD20-P-RANGE-01: until the fight is over."""
    evening.write(evening.paul, weapons=[{"weapon": "knife", "name": "Couteau"}, {"weapon": "knife", "name": "Canif"}])
    evening.fight((evening.paul,), (evening.thug,))
    shot(evening, evening.paul, evening.thug, weapon_name="Couteau", thrown=True)
    assert evening.marks(evening.paul)["away"] == ["Couteau"]
    assert refused(evening, evening.paul, "attack", target=at(evening.thug), weapon_name="Couteau") == "act/dropped"
    assert shot(evening, evening.paul, evening.thug).given["weapon_name"] == "Canif"
    evening.keep(c.EndFight())
    assert shot(evening, evening.paul, evening.thug).given["weapon_name"] == "Couteau"


def test_one_arm_swings_no_two_handed_weapon(evening):
    """CD20-P-WOUND-01: an arm that is out of use holds nothing."""
    evening.write(evening.jack, weapons=[{"weapon": "axe", "name": "Hache"}], hampered_parts=["left_arm"])
    assert refused(evening, evening.jack, "attack", target=at(evening.thug)) == "act/dropped"
    shot(evening, evening.paul, evening.thug)
    evening.write(evening.paul, hampered_parts=["left_arm", "right_arm"])
    assert refused(evening, evening.paul, "attack", target=at(evening.thug)) == "no_arm"


# ---- aims ----


def test_an_aim_is_with_one_weapon(evening):
    """CD20-AIM-01: drawing the other gun loses it."""
    two_guns(evening, "Gauche", "Droite")
    evening.fight((evening.paul,), (evening.thug,))
    evening.rank(evening.paul, evening.thug)
    evening.do(evening.paul, "take_aim", target=at(evening.thug), weapon_name="Droite")
    evening.turn(2)
    assert shot(evening, evening.paul, evening.thug, weapon_name="Gauche").given["aimed"] is False
    evening.keep(c.Undo())
    assert shot(evening, evening.paul, evening.thug, weapon_name="Droite").given["aimed"] is True


def test_an_aim_outside_a_fight_serves_the_next_shot(evening):
    """CD20-AIM-01: and no time in which one does something else."""
    evening.do(evening.jack, "take_aim", target=at(evening.thug))
    assert shot(evening, evening.jack, evening.thug).given["aimed"] is True
    assert shot(evening, evening.jack, evening.thug).given["aimed"] is False
    evening.do(evening.jack, "take_aim", target=at(evening.thug))
    evening.keep(c.Advance(minutes=10))
    assert shot(evening, evening.jack, evening.thug).given["aimed"] is False


@pytest.mark.parametrize("disturbance", ["movement", "reload", "check", "fall", "other_target"])
def test_what_else_ends_an_aim(evening, disturbance):
    """CD20-AIM-01."""
    evening.fight((evening.jack,), (evening.thug, evening.zombie))
    evening.rank(evening.jack, evening.thug, evening.zombie)
    evening.do(evening.jack, "take_aim", target=at(evening.thug))
    if disturbance == "fall":
        evening.do(evening.zombie, "trip", (20, 20, 1), target=at(evening.jack))
    evening.turn(3)
    if disturbance == "movement":
        evening.do(evening.jack, "movement", mode="step")
    if disturbance == "reload":
        evening.write(evening.jack, weapons=[{**evening.sheet(evening.jack)["weapons"][0], "ammunition": 1}])
        evening.do(evening.jack, "reload")
    if disturbance == "check":
        evening.do(evening.jack, "check", (10,), skill="spot", dc=5)
    target = evening.zombie if disturbance == "other_target" else evening.thug
    assert shot(evening, evening.jack, target).given["aimed"] is False


def test_a_wound_in_ones_own_turn_spoils_the_aim(evening):
    """CD20-AIM-01: until the shot itself."""
    evening.fight((evening.jack,), (evening.thug,))
    evening.rank(evening.jack, evening.thug)
    evening.do(evening.jack, "take_aim", target=at(evening.thug))
    evening.turn(2)
    evening.do(evening.jack, "apply_wound", (), zone="left_arm", gb=1)
    assert shot(evening, evening.jack, evening.thug).given["aimed"] is False


# ---- holds ----


def in_two_arms(evening: Evening) -> None:
    """Jack in the arms of Paul and of the zombie, pinned by the zombie."""
    for holder in (evening.paul, evening.zombie):
        evening.do(holder, "grapple", (20, 20, 1), target=at(evening.jack))
    evening.do(evening.zombie, "grapple_action", (20, 1), target=at(evening.jack), action="pin")


def test_breaking_one_hold_leaves_the_other(evening):
    """CD20-P-GRAP-01: and whoever pinned goes on pinning."""
    in_two_arms(evening)
    evening.do(evening.jack, "grapple_action", (20, 1), target=at(evening.paul), action="break_free")
    jack = evening.marks(evening.jack)
    assert (jack["grappling"], jack["pinned"]) == ([evening.zombie], True)
    assert "grappling" not in evening.marks(evening.paul)
    evening.do(evening.jack, "grapple_action", (20, 1), target=at(evening.zombie), action="break_free")
    assert not {"grappling", "pinned", "pinned_by"} & set(evening.marks(evening.jack))


@pytest.mark.parametrize("end", ["dead", "senseless", "drugged", "removed"])
def test_nobody_is_held_by_the_dead_the_senseless_and_the_departed(evening, end):
    """CD20-P-GRAP-01."""
    evening.do(evening.paul, "grapple", (20, 20, 1), target=at(evening.jack))
    evening.do(evening.paul, "grapple_action", (20, 1), target=at(evening.jack), action="pin")
    match end:
        case "dead":
            evening.write(evening.paul, state="dead")
        case "senseless":
            evening.write(evening.paul, pf=0)
        case "drugged":
            evening.do(evening.paul, "poison", (1, 1), poison="chloroform")
        case "removed":
            evening.keep(c.Remove(character=evening.paul))
    assert not {"grappling", "pinned"} & set(evening.marks(evening.jack))


def test_a_hold_ends_with_the_fight_and_with_leaving_it(evening):
    """CD20-P-GRAP-01."""
    evening.fight((evening.paul,), (evening.thug, evening.zombie))
    for foe in (evening.thug, evening.zombie):
        evening.do(evening.paul, "grapple", (20, 20, 1), target=at(foe))
    evening.keep(c.Leave(character=evening.thug))
    assert evening.marks(evening.paul)["grappling"] == [evening.zombie]
    assert "grappling" not in evening.marks(evening.thug)
    evening.keep(c.EndFight())
    assert "grappling" not in evening.marks(evening.paul)


def test_whoever_is_pushed_out_of_reach_is_free(evening):
    """CD20-P-MAN-01, CD20-P-GRAP-01."""
    evening.do(evening.paul, "grapple", (20, 20, 1), target=at(evening.thug))
    evening.do(evening.zombie, "push", (20, 1), target=at(evening.thug))
    assert evening.marks(evening.thug)["stands"] > 1.5
    assert "grappling" not in evening.marks(evening.thug)
    assert "grappling" not in evening.marks(evening.paul)


# ---- who can act ----


@pytest.mark.parametrize(
    ("state", "why"),
    [
        ({"state": "dead"}, "dead"),
        ({"pf": 0}, "unconscious"),
        ({"conditions": ["paralysed"]}, "no_action"),
        ({"ability_damage": {"dex": 14}}, "no_action"),
        ({"insanity": [{"kind": "permanent"}]}, "permanent"),
        ({"insanity": [{"kind": "temporary", "effect": "catatonia"}]}, "mad"),
    ],
)
@pytest.mark.parametrize("procedure", ["extinguish", "movement", "reload", "study_tome", "grapple"])
def test_who_can_do_nothing(evening, state, why, procedure):
    """CD20-HP-04, CD20-HP-05, CD20-COND-02: neither by a player nor by the Keeper, but in spite of it."""
    evening.write(evening.paul, **state)
    assert refused(evening, evening.paul, procedure) == why
    assert refused(evening, evening.paul, procedure, seat=evening.ann) == why


def test_the_rule_itself_says_who_cannot_attack(evening):
    """CD20-COND-02: `attacker_cannot_act`."""
    evening.write(evening.paul, pf=0)
    roll = evening.do(evening.paul, "attack", (), target=at(evening.thug))
    assert roll.outcome["refused"] == "attacker_cannot_act"
    assert evening.sheet(evening.paul)["weapons"][0]["ammunition"] == 6


def test_whoever_is_pinned_only_wrestles(evening):
    """CD20-P-GRAP-01: with the Keeper's word they do more, and the log says so."""
    evening.do(evening.zombie, "grapple", (20, 20, 1), target=at(evening.paul))
    evening.do(evening.zombie, "grapple_action", (20, 1), target=at(evening.paul), action="pin")
    assert refused(evening, evening.paul, "attack", target=at(evening.zombie)) == "pinned"
    assert refused(evening, evening.paul, "movement", mode="move") == "pinned"
    ruled = c.Do(procedure="movement", character=evening.paul, given={"mode": "move"}, in_spite=True)
    assert evening.keep(ruled).card
    evening.do(evening.paul, "grapple_action", (20, 1), target=at(evening.zombie), action="break_free")
