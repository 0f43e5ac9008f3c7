"""Whole fights, round by round: who enters with which figures, what tactics declare, what a round leaves behind."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from gardien.core.chance import Done, call
from gardien.core.errors import Refusal
from gardien.core.interpreters.odds import Odds, odds_of
from gardien.core.interpreters.typed import typed
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.combatants import Combatant
from gardien.systems.yacdha.sim import Fight, FighterState, FightGiven, Witness, face_all

A, B, C = {"name": "A"}, {"name": "B"}, {"name": "C"}
UP = FighterState()
DOWN, DEAD, FLED, COMA = (FighterState(status=one) for one in ("unconscious", "dead", "fled", "coma"))  # type: ignore[arg-type]


def fight(ours: list[dict[str, Any]], theirs: list[dict[str, Any]], **options: Any) -> Fight:
    sides = [{"name": "us", "fighter": ours}, {"name": "them", "fighter": theirs}]
    return Fight(msgspec.convert({"side": sides}, FightGiven), Options(**options))


def after(one: Fight, state: Any, dice: list[int]) -> tuple[FighterState, ...]:
    """The fighters after one round with these dice; first those that fall against the first fighter."""
    ended = typed(one.step(state), dice).outcome
    return one.fighter_states(ended.value if isinstance(ended, Done) else ended)


def minds(witness: Witness, *events: str) -> Odds[int]:
    return odds_of(call(face_all, witness, events, Options()))


# --- who enters ------------------------------------------------------------------------------------------------------


def test_a_person_enters_with_everything_the_file_says():
    """YAC-COM-09, YAC-COM-19, YAC-COM-20: weapon of the pack, gauges, luck, armour, surprise."""
    given = {
        "name": "A",
        "weapon": "bow",
        "trauma": 3,
        "sequelae": 2,
        "luck": 4,
        "level": 2,
        "advantage": True,
        "disadvantage": True,
        "fights_for_survival": True,
        "surprised": True,
        "can_flee": False,
        "armour": 1,
    }
    assert fight([given], [B]).people[0] == Combatant(
        id="A",
        kind="investigator",
        side="us",
        trauma=3,
        sequelae=2,
        luck=4,
        use_luck_to_survive=True,
        weapon="bow",
        level=2,
        advantage=True,
        disadvantage=True,
        fights_for_survival=True,
        surprised=True,
        can_flee=False,
        armour=1,
    )


def test_an_npc_of_the_pack_has_its_weapon_and_no_luck():
    """YAC-NPC-05: its figures are the pack's; another weapon than the fist is taken instead of its own."""
    cultists = [{**B, "npc": "cultist", "trauma": 3}, {**C, "npc": "cultist", "weapon": "bow"}]
    own, other = fight([A], cultists).people[1:]
    assert own == Combatant(id="B", kind="npc", side="them", luck=0, weapon="knife")
    assert own.trauma == 1
    assert (other.ceiling, other.attack_mode) == (3, "ranged")
    plain = fight([{**A, "kind": "npc", "luck": 3}], [B]).people[0]
    assert (plain.kind, plain.luck, plain.use_luck_to_survive, plain.ceiling) == ("npc", 0, False, 1)


def test_an_investigator_may_keep_luck_for_other_things():
    """YAC-LUC-07: luck against death is a choice."""
    assert not fight([{**A, "use_luck_to_survive": False}], [B]).people[0].use_luck_to_survive


@pytest.mark.parametrize(
    ("key", "figures"),
    [
        (
            "shoggoth",
            {"boxes": 18, "soak": 3, "level": 4, "acts": 3, "trauma_max": 6, "bane": ("fire", "electricity")},
        ),
        ("ghoul", {"boxes": 6, "level": 1, "trauma_max": 3, "opposition_bonus": 1, "holdable": True}),
    ],
)
def test_a_creature_has_the_figures_of_the_pack(key: str, figures: dict[str, Any]):
    """YAC-CRT-03: boxes, hide, acts and level are its own; the file adds circumstances."""
    given = {"name": "It", "creature": key, "advantage": True, "disadvantage": True, "surprised": True}
    assert fight([A], [given]).people[1] == Combatant(
        id="It", kind="creature", side="them", luck=0, advantage=True, disadvantage=True, surprised=True, **figures
    )


def test_what_cannot_be_fought_is_refused():
    with pytest.raises(Refusal) as caught:
        fight([A], [{"name": "It", "creature": "colour_from_space"}])
    refusal = caught.value
    assert (refusal.id, refusal.kind, refusal.words["came"]) == ("fight/no_combat", "refused", "colour_from_space")


def test_several_alike_are_numbered_and_exchangeable():
    made = fight([{**A, "count": 2}, B], [C])
    assert [one.id for one in made.fighters] == ["A 1", "A 2", "B", "C"]
    assert made.side_of == [0, 0, 0, 1]
    assert made.alike == [0, 0, 1, 2]
    assert len(fight([{**A, "count": 20}], [{**B, "count": 20}]).fighters) == 40  # as many as there may be


@pytest.mark.parametrize(
    ("tactics", "symmetric"),
    [
        ({}, True),
        ({"whom": "strongest"}, True),
        ({"act": "dodge"}, True),
        ({"whom": "first"}, False),
        ({"whom": "spread"}, False),
        ({"act": "immobilise"}, False),
    ],
)
def test_places_are_exchanged_only_where_nobody_looks_at_them(tactics: dict[str, str], symmetric: bool):
    assert fight([{**A, "tactics": tactics}], [B]).symmetric is symmetric


# --- what tactics declare --------------------------------------------------------------------------------------------

HURT = FighterState(trauma=3)


@pytest.mark.parametrize(
    ("tactics", "us", "them", "action", "target"),
    [
        ({}, (UP, UP), (UP, UP), "attack", "C"),
        ({"act": "immobilise"}, (UP, UP), (UP, UP), "immobilise", "C"),
        ({"act": "dodge"}, (UP, UP), (UP, UP), "dodge", None),
        ({}, (UP, UP), (DOWN, DEAD), "dodge", None),
        ({}, (UP, UP), (COMA, FLED), "dodge", None),
        ({}, (UP, UP), (DOWN, UP), "attack", "D"),
        ({}, (UP, UP), (UP, HURT), "attack", "D"),
        ({"whom": "weakest"}, (UP, UP), (HURT, UP), "attack", "C"),
        ({"whom": "strongest"}, (UP, UP), (HURT, UP), "attack", "D"),
        ({"whom": "strongest"}, (UP, UP), (UP, HURT), "attack", "C"),
        ({"whom": "first"}, (UP, UP), (UP, HURT), "attack", "C"),
        ({"flee_at_trauma": 3}, (HURT, UP), (UP, UP), "flee", None),
        ({"flee_at_trauma": 4}, (HURT, UP), (UP, UP), "attack", "C"),
        ({"flee_at_trauma": 1}, (UP, UP), (UP, UP), "flee", None),
        ({"flee_at_losses": 1}, (UP, UP), (DEAD, UP), "attack", "D"),
        ({"flee_at_losses": 1}, (UP, DOWN), (UP, UP), "flee", None),
        ({"flee_at_losses": 2}, (UP, DOWN), (UP, UP), "attack", "C"),
    ],
)
def test_tactics_say_what_is_declared(
    tactics: dict[str, Any],
    us: tuple[FighterState, ...],
    them: tuple[FighterState, ...],
    action: str,
    target: str | None,
):
    made = fight([{**A, "tactics": tactics}, B], [C, {"name": "D"}])
    declared = made.declarations((*us, *them))[0]
    assert (declared.action, declared.target, declared.extra_targets) == (action, target, ())


@pytest.mark.parametrize(
    ("fighter", "local", "action"),
    [
        ({**A, "can_flee": False}, HURT, "attack"),
        ({"name": "A", "creature": "ghoul"}, HURT, "attack"),
        (A, FighterState(status="unconscious", trauma=3), "dodge"),
    ],
)
def test_nobody_flees_who_cannot(fighter: dict[str, Any], local: FighterState, action: str):
    """YAC-COM-19; a creature of the pack stays, and the unconscious do nothing."""
    made = fight([{**fighter, "tactics": {"flee_at_trauma": 2}}], [B])
    assert made.declarations((local, UP))[0].action == action


@pytest.mark.parametrize(("trauma", "forced"), [(1, True), (2, True), (3, False)])
def test_the_die_is_forced_up_to_a_trauma(trauma: int, forced: bool):
    """YAC-COM-23; whoever may not force does not (YAC-NPC-02)."""
    for fighter, may in ((A, True), ({**A, "kind": "npc"}, False)):
        made = fight([{**fighter, "tactics": {"force_up_to_trauma": 2}}], [B])
        assert made.declarations((FighterState(trauma=trauma), UP))[0].forced is (forced and may)


@pytest.mark.parametrize("tactics", [{}, {"act": "dodge"}, {"flee_at_trauma": 1}])
def test_whatever_is_declared_everybody_stands_as_the_rounds_have_left_them(tactics: dict[str, Any]):
    local = FighterState("active", 4, 2, 1, 0, ("B",), "C")
    declared = fight([{**A, "tactics": tactics}], [B, C]).declarations((local, UP, UP))[0]
    assert FighterState(*(getattr(declared, name) for name in FighterState.__struct_fields__)) == local


def test_a_creature_goes_for_as_many_as_it_has_acts():
    """YAC-CRT-02: three acts, three targets, the worst hurt first."""
    made = fight([A, B, C, {"name": "D"}], [{"name": "It", "creature": "shoggoth"}])
    declared = made.declarations((UP, HURT, FighterState(trauma=5), FighterState(trauma=2), UP))[4]
    assert (declared.target, *declared.extra_targets) == ("C", "B", "D")


def test_a_hurt_creature_is_weak_by_its_boxes():
    """YAC-CRT-03: a creature has no trauma of its own."""
    made = fight([A], [{"name": name, "creature": "ghoul"} for name in "BC"])
    assert made.declarations((UP, FighterState(damage=1), FighterState(damage=2)))[0].target == "C"


def test_those_who_spread_begin_with_the_foe_opposite():
    made = fight([{**one, "tactics": {"whom": "spread"}} for one in (A, B, C)], [{"name": "D"}, {"name": "E"}])
    assert [one.target for one in made.declarations((UP,) * 5)[:3]] == ["D", "E", "D"]
    assert [one.target for one in made.declarations((UP, UP, UP, DOWN, UP))[:3]] == ["E", "E", "E"]


# --- what a round leaves ---------------------------------------------------------------------------------------------


def test_wounds_last_from_round_to_round():
    """YAC-COM-22: trauma, lasting harm and luck are carried on."""
    made = fight([{**A, "trauma": 2, "sequelae": 1, "luck": 3}], [B])
    hit, unhurt = after(made, made.start, [6, 1, 1, 6])
    assert (hit, unhurt) == (FighterState("active", 3, 1, 3), FighterState("active", 1, 0, 1))


def test_boxes_last_from_round_to_round():
    """YAC-CRT-03."""
    made = fight([{**A, "weapon": "pistol"}], [{"name": "It", "creature": "ghoul"}])
    _, ghoul = after(made, made.start, [1, 6, 5, 1])
    assert ghoul == FighterState(damage=3)


def test_the_dead_are_all_alike():
    made = fight([{**A, "trauma": 5, "sequelae": 1, "use_luck_to_survive": False}], [{**B, "creature": "rat_thing"}])
    assert after(made, made.start, [6, 1, 1, 5])[0] == FighterState("dead", 6)
    pistol = fight([{**A, "weapon": "pistol"}], [{**B, "creature": "rat_thing"}])
    assert after(pistol, pistol.start, [1, 6, 6, 1])[1] == FighterState("dead", 6)


def test_holds_last_from_round_to_round():
    """YAC-COM-13."""
    made = fight([{**A, "tactics": {"act": "immobilise"}}], [{**B, "tactics": {"act": "dodge"}}, C])
    first, held, _ = after(made, made.start, [5, 1, 1])
    assert (first.holding, held.held_by) == ("B", ("A",))


def test_surprise_lasts_one_round():
    """YAC-COM-20: in the second round the surprised fight like anybody."""

    def fates(one: Fight, first: bool) -> dict[Any, Any]:
        odds = odds_of(one.step((first, one.start[1])))
        return {
            one.fighter_states(end.value if isinstance(end, Done) else end): chance
            for end, chance in dict(odds).items()
        }

    fair, ambush = fight([A], [B]), fight([A], [{**B, "surprised": True}])
    assert fates(ambush, False) == fates(fair, False)
    assert fates(ambush, True) != fates(fair, True)


def test_a_fight_begins_though_all_are_surprised_and_ends_when_nobody_does_anything():
    both = fight([{**A, "surprised": True}], [{**B, "surprised": True}])
    assert not isinstance(typed(both.step(both.start), []).outcome, Done)
    idle = fight([{**A, "tactics": {"act": "dodge"}}], [{**B, "tactics": {"act": "dodge"}}])
    assert not isinstance(typed(idle.step(idle.start), []).outcome, Done)
    assert idle.step((False, idle.start[1])) == Done((False, idle.start[1]))


@pytest.mark.parametrize(
    ("locals_now", "over"),
    [
        ((UP, UP, UP), False),
        ((UP, DOWN, UP), False),
        ((DOWN, DEAD, UP), True),
        ((UP, UP, FLED), True),
        ((UP, UP, COMA), True),
        ((UP, UP, FighterState(held_by=("A",))), True),
        ((DOWN, DOWN, DOWN), True),
    ],
)
def test_a_fight_is_over_when_nobody_of_a_side_stands_free(locals_now: tuple[FighterState, ...], over: bool):
    assert fight([A, B], [C]).is_over(locals_now) is over


# --- the budget of a scenario ----------------------------------------------------------------------------------------


def test_a_mind_that_is_lost_loses_no_more():
    """YAC-GAU-03: at 6 there is nothing left to check, so three horrors spare a mind as often as three dice do."""
    daisy = Witness(name="Daisy", madness=5)
    assert dict(minds(daisy, "", "", "")) == {5: Fraction(5, 6) ** 3, 6: 1 - Fraction(5, 6) ** 3}


def test_horrors_faced_before_the_scenario_count():
    """YAC-GAU-05; others are faced once."""
    daisy = Witness(name="Daisy", madness=5, stress_faced=("corpse",))
    assert dict(minds(daisy, "corpse")) == {5: 1}
    assert dict(minds(daisy, "ghoul", "corpse", "ghoul")) == dict(minds(daisy, "ghoul")) != {5: 1}
