"""What fighters do by themselves: the first weapon of use, the distance it needs, the likeliest reaction."""

from typing import Any

import pytest
from msgspec.structs import replace

from gardien.core.chance import Done
from gardien.core.interpreters.table import Table
from gardien.systems.organique.rules.fight.turn import Turn
from gardien.systems.organique.sheet.parts import SheetWeapon
from gardien.systems.organique.sim.battle import Fight, State
from gardien.systems.organique.sim.tactics import NOBODY, Act, Move, WeighedFighter
from systems.organique.fought import CLUB, KNIFE, A, B, chosen, fight

GUN = {"weapon": "pistol_9mm"}


def armed(*weapons: Any, **more: Any) -> dict[str, Any]:
    return {"name": "A", "weapons": list(weapons), **more}


def carried(*weapons: Any) -> tuple[SheetWeapon, ...]:
    """What somebody so armed has as the fight begins, bare hands last."""
    return fight([armed(*weapons)], [B]).profiles[0].arms


def first(one: dict[str, Any], other: dict[str, Any] = B, distance: int = 1, **changes: Any) -> Act | Move:
    """What the first does as the fight begins."""
    return chosen(fight([one], [other], distance=distance), 0, **changes)


def struck(*args: Any, **more: Any) -> Act:
    result = first(*args, **more)
    assert isinstance(result, Act)
    return result


# ---- distance ----


@pytest.mark.parametrize(
    ("distance", "stands"),
    [(2, 1), (6, 5)],
)
def test_half_an_action_closes_in(distance, stands):
    """ORG-FREE-04, ORG-RNG-01, ORG-MOD-12: ceil(VIT / 2) metres with half of it, and a blow at −10."""
    steps = first(armed(KNIFE), distance=distance)
    assert isinstance(steps, Move)
    assert (steps.half, steps.mine.stands, steps.mine.turn.slots.half_actions) == (True, stands, 1)
    result = struck(armed(KNIFE), distance=distance, stands=stands, turn=steps.mine.turn)
    assert (result.attack.split, result.attack.range_step) == (True, 1)
    assert not struck(armed(KNIFE)).attack.split


def test_farther_away_the_whole_action_goes_into_the_move():
    result = first(armed(KNIFE), distance=30)
    assert isinstance(result, Move)
    assert result.mine.stands == 10
    assert not result.mine.turn.slots.can_act
    assert result.mine.turn.fought


def test_too_near_for_a_long_weapon_is_a_step_back():
    spear = {"weapon": {"name": "spear", "group": "polearm", "bs": 2, "range_min": 2, "range_max": 3}}
    result = first(armed(spear), distance=1)
    assert isinstance(result, Move)
    assert (result.step, result.mine.stands, result.half) == (3, -2, True)


def test_whoever_only_shoots_goes_nearer_while_it_must_be():
    """ORG-RNG-02."""
    drone = {"name": "D", "robot": "patrol_drone"}
    result = first(drone, distance=15)
    assert isinstance(result, Move)
    assert (result.mine.stands, result.step) == (12, 3)
    assert struck(drone, distance=6).attack.distance_cm == 600


# ---- weapons ----


def test_the_first_weapon_of_use_is_used():
    assert struck(armed(GUN, KNIFE), distance=5).attack.action == "shoot"
    gun, knife, hands = carried(GUN, KNIFE)
    empty = replace(gun, loaded=0, spare=0), knife, hands
    assert struck(armed(GUN, KNIFE), lines=empty).attack.weapon.name == "knife"
    useless = replace(gun, jammed=True), replace(knife, broken=True), hands
    assert struck(armed(GUN, KNIFE), lines=useless).attack.weapon.bare


def test_bare_hands_are_those_one_is_best_with():
    """M9: a kick does more; training may speak for fists."""
    assert struck(armed()).attack.weapon.name == "kick"
    assert struck(armed(combat_skills={"boxing": 3})).attack.weapon.name == "punch"


def test_magazines_are_filled_with_what_is_left():
    """M9."""
    gun, hands = carried(GUN)
    result = first(armed(GUN), distance=5, lines=(replace(gun, loaded=0, spare=3), hands))
    assert isinstance(result, Move)
    assert result.mine.lines[0] == replace(gun, loaded=3, spare=0)


def test_a_turn_of_aim_before_every_shot():
    """ORG-FREE-02."""
    marksman = armed(GUN, tactics={"aim": True})
    result = first(marksman, distance=5)
    assert isinstance(result, Move)
    assert result.mine.aimed == 1
    assert struck(marksman, distance=5, aimed=1).attack.aim
    assert struck(marksman, distance=5, aimed=1).mine.aimed == NOBODY


def test_bursts_as_far_as_the_magazine_goes():
    """ORG-MOD-04."""
    guard = {"name": "G", "creature": "corporate_guard", "tactics": {"fire": "burst"}}
    result = struck(guard, distance=5)
    assert result.attack.shots == result.attack.weapon.rate > 1
    gun, hands = fight([guard], [B]).profiles[0].arms
    assert struck(guard, distance=5, lines=(replace(gun, loaded=2, spare=0), hands)).attack.shots == 2
    assert struck({**guard, "tactics": {}}, distance=5).attack.shots == 1


def test_cover_is_a_layer_against_shots_only():
    """ORG-RNG-03."""
    hidden = {**B, "cover": "tree"}
    cover = struck(armed(GUN), hidden, distance=5).attack.cover
    assert cover is not None
    assert cover.name == "tree"
    assert struck(armed(KNIFE), hidden).attack.cover is None


@pytest.mark.parametrize(
    ("stroke", "weapon", "action"),
    [
        ("strike", KNIFE, "strike"),
        ("easy_strike", KNIFE, "easy_strike"),
        ("vital", KNIFE, "vital_blade"),
        ("vital", CLUB, "vital_mass"),
        ("stun", CLUB, "stun"),
        ("knock_out", CLUB, "knock_out"),
    ],
)
def test_the_stated_stroke_where_a_weapon_can_do_it(stroke, weapon, action):
    """ORG-ACT-11, ORG-ACT-12, ORG-ACT-15, ORG-ACT-18 to ORG-ACT-20."""
    assert struck(armed(weapon, tactics={"stroke": stroke})).attack.action == action


def test_a_creature_brings_what_it_does_best():
    """M16."""
    cat = {"name": "C", "creature": "cat"}
    assert struck(armed(KNIFE), cat).reaction.mods == (("profile", 4),)


# ---- what comes before, and reactions ----


def test_nobody_stays_on_the_ground():
    """ORG-FREE-03."""
    result = first({**A, "prone": True})
    assert isinstance(result, Move)
    assert not result.mine.body.prone


def test_without_an_action_nothing_happens():
    """ORG-TURN-01."""
    spent = Turn().acted()
    result = first(A, turn=spent)
    assert isinstance(result, Move)
    assert result.mine.turn == spent


@pytest.mark.parametrize(
    ("other", "kind"),
    [
        ({"PER": 14}, "dodge"),
        ({"FOR": 14}, "parry"),
        ({}, "dodge"),
        ({"FOR": 14, "tactics": {"react": "dodge"}}, "dodge"),
        ({"tactics": {"react": "parry"}}, "parry"),
        ({"tactics": {"react": "none"}}, "none"),
        ({"surprised": True}, "none"),
    ],
)
def test_the_likeliest_reaction(other, kind):
    """ORG-REA-01, ORG-REA-07, ORG-REA-08, ORG-INIT-02."""
    result = struck(armed(KNIFE), {"name": "B", "weapons": [CLUB], **other})
    assert result.reaction.kind == kind
    assert result.theirs.turn.fought == (kind != "none")
    assert result.theirs.turn.slots.reactions == (0 if kind != "none" or other.get("surprised") else 1)


def test_projectiles_are_parried_with_a_shield_only():
    """ORG-REA-07."""
    parrying: dict[str, Any] = {"name": "B", "FOR": 20, "tactics": {"react": "parry"}}
    assert struck(armed(GUN), {**parrying, "weapons": [CLUB]}, distance=5).reaction.kind == "none"
    shield = struck(armed(GUN), {**parrying, "weapons": [CLUB, "riot_shield"]}, distance=5).reaction
    assert (shield.kind, shield.weapon.group) == ("parry", "shield")


# ---- what an exchange leaves ----


def after(made: Fight) -> list[tuple[WeighedFighter, ...]]:
    """Everything that the first act may leave."""
    table = Table(made.step)
    row = table.row(table.number(State("round", made.start.numbers, (0, 1))))
    ends = [table.points[number] for number, _ in row.pairs]
    return [made.fighter_states(getattr(one, "value", one)) for one in ends if not isinstance(one, Done)]


def test_poison_is_on_the_blade_once():
    """ORG-POI-01, ORG-ARM-06: only where it reached the blood."""
    coated = {"weapon": {"name": "knife", "group": "knife", "bs": 2, "coating": "blade_poison"}}
    made = fight([{**A, "weapons": [coated]}], [{**B, "surprised": True}])
    result = {(one.lines[0].coats, *(dose.poison for dose in other.body.doses)) for one, other in after(made)}
    assert result == {(1,), (0, "blade_poison")}
    knife, hands = made.profiles[0].arms
    again = chosen(made, 0, lines=(replace(knife, coats=0), hands))
    assert isinstance(again, Act)
    assert again.attack.weapon.coating is None


def test_what_is_thrown_is_gone():
    """M9."""
    made = fight([{**A, "weapons": [{"weapon": "throwing_dagger", "loaded": 2}]}], [B], distance=3)
    assert {(one.lines[0].count, one.lines[0].place) for one, _ in after(made)} == {(1, "carried")}


def test_a_stun_takes_the_action_not_yet_used():
    """ORG-TURN-03, ORG-ACT-12: in this turn, for whoever has still to act."""
    made = fight([{**A, "weapons": [CLUB], "tactics": {"stroke": "stun"}}], [{**B, "surprised": True}])
    left = {(other.turn.slots.actions, other.body.lose_action) for _, other in after(made)}
    assert left == {(1, False), (0, False)}


def test_a_natural_1_jams_by_a_house_rule():
    """M9: a jammed gun is of no use any more."""
    made = fight([armed(GUN)], [B], {"gun_jam_on_1": True}, distance=5)
    assert {one.lines[0].jammed for one, _ in after(made)} == {False, True}
