"""What fighters do by themselves in a fight that is weighed, one act after the other."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from gardien.core.chance import call
from gardien.core.interpreters.odds import odds_of
from gardien.core.interpreters.table import Table
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.damage import Reach
from gardien.systems.d20d100.rules.character import Body
from gardien.systems.d20d100.rules.fight.state import Load, Turn
from gardien.systems.d20d100.sim.acts import ActResult, Dodging, Salvo, Shots, at_risk, endure
from gardien.systems.d20d100.sim.battle import Frame, after_act
from gardien.systems.d20d100.sim.tactics import Field, Move, PlannedAct, dodging_of
from systems.d20d100.fought import GUN, A, B, chosen, fight, of, weighed, won

RULES = Options()

# ---- tactics ----


def test_a_series_is_fired_half_a_round_at_a_time_where_somebody_else_may_be_next():
    """D100-CBT-14, D100-FIRE-02."""
    shooter = {**A, "lines": [GUN]}
    alone, several = fight([shooter], [B], 5), fight([shooter], [{**B, "count": 2}], 5)
    whole, half = chosen(alone, 0), chosen(several, 0)
    assert isinstance(whole, PlannedAct)
    assert isinstance(half, PlannedAct)
    assert whole.given.scores == ((6,), (1,))  # type: ignore[union-attr]
    assert half.given.scores == ((6,),)  # type: ignore[union-attr]
    frame = Frame(0, half.turn, kind="shots", arm=half.arm, most=half.most)
    _, turn = after_act(half.mine, frame, ActResult(fired=1))
    assert turn == Turn(1, 0, 1)
    second = chosen(several, 0, *several.fighter_states(several.start), turn=turn)
    assert isinstance(second, PlannedAct)
    assert second.given.scores == ((1,),)  # type: ignore[union-attr]
    assert after_act(second.mine, replace(frame, turn=turn), ActResult(fired=1))[1].over


def test_a_weapon_that_fails_ends_the_series_and_leaves_the_other_half():
    """D100-FIRE-11."""
    made = fight([{**A, "lines": [GUN]}], [{**B, "count": 2}], 5)
    first = chosen(made, 0)
    assert isinstance(first, PlannedAct)
    frame = Frame(0, first.turn, kind="shots", arm=first.arm, most=first.most)
    mine, turn = after_act(first.mine, frame, ActResult(fired=1, stuck=True))
    assert (turn.left, mine.loads[0]) == (1, Load(loaded=3, state="jam"))
    then = chosen(made, 0, mine, *made.fighter_states(made.start)[1:], turn=turn)
    assert isinstance(then, PlannedAct)
    assert then.kind == "clear"


@pytest.mark.parametrize(
    ("fire", "rate", "scores"),
    [
        ("careful", "triple", ((6,), (1,))),
        ("double", "triple", ((4, 4, -1, -1),)),
        ("triple", "triple", ((2, 2, 2, -3, -3, -3),)),
        ("triple", "double", ((4, 4, -1, -1),)),
        ("triple", "single", ((6,), (1,))),
        ("burst", "triple", ((6,), (1,))),
    ],
)
def test_how_fast_a_weapon_is_fired(fire, rate, scores):
    """D100-WPN-11, D100-WPN-12: recoil once or twice, and no faster than the weapon goes."""
    made = fight([{**A, "lines": [{**GUN, "rate": rate, "loaded": 6}], "tactics": {"fire": fire}}], [B], 5)
    act = chosen(made, 0)
    assert act.given.scores == scores  # type: ignore[union-attr]


def test_a_shocked_fighter_has_one_shot():
    """D100-HEALTH-03, D100-ATK-07."""
    made = fight([{**A, "lines": [GUN], "tactics": {"fire": "triple"}}], [B], 5)
    one, other = made.fighter_states(made.start)
    act = chosen(made, 0, replace(one, shocked=True), other)
    assert isinstance(act, PlannedAct)
    assert act.given.scores == ((6,),)  # type: ignore[union-attr]
    assert (act.mine.shocked, act.mine.guard) == (False, "ready")


def test_whom_a_fighter_goes_for():
    made = {
        whom: fight([{**A, "tactics": {"whom": whom}}], [{**B, "name": "X", "pv": 4}, {**B, "name": "Y", "pv": 2}])
        for whom in ("first", "weakest", "strongest", "spread")
    }
    aims = {whom: chosen(one, 0).targets for whom, one in made.items()}  # type: ignore[union-attr]
    assert aims == {"first": (1,), "weakest": (2,), "strongest": (1,), "spread": (1,)}


def loaded(made: Any, loaded: int, spare: int = 0, state: str = "ok", **more: Any) -> Any:
    """The first fighter with this in the gun, and the other."""
    one, other = made.fighter_states(made.start)
    return replace(one, loads=(Load(loaded=loaded, spare=spare, state=state), *one.loads[1:]), **more), other  # type: ignore[arg-type]


def test_an_empty_weapon_is_loaded_and_one_shot_is_left():
    """D100-FIRE-05, D100-CBT-14: two cartridges in half a round; the other half is one shot at the first score."""
    made = fight([{**A, "lines": [GUN]}], [B], 5)
    people = loaded(made, 0, 5)
    act = chosen(made, 0, *people)
    assert isinstance(act, PlannedAct)
    assert (act.kind, act.given.rounds) == ("reload", 2)  # type: ignore[union-attr]
    ((number, _),) = Table(made.step).weigher.answers(made._act_call(act.given, 0)).pairs
    left = made.results.things[number]
    assert (left.loaded, left.actions) == (2, 1)
    mine, turn = after_act(act.mine, Frame(0, act.turn, False, "reload", (), 0), left)
    assert (mine.loads[0], turn) == (Load(loaded=2, spare=3), Turn(1))
    shot = chosen(made, 0, mine, people[1], turn=turn)
    assert shot.given.scores == ((6,),)  # type: ignore[union-attr]


def test_a_belt_takes_two_rounds():
    """D100-MISS-05: four simple actions."""
    gun = {"weapon": "browning_1917", "skill": 6, "loaded": 0}
    made = fight([{**A, "weapons": [gun], "lines": []}], [B], 20)
    act = chosen(made, 0)
    assert isinstance(act, PlannedAct)
    ((number, _),) = Table(made.step).weigher.answers(made._act_call(act.given, 0)).pairs
    mine, turn = after_act(act.mine, Frame(0, act.turn, False, "reload", (), 0), made.results.things[number])
    assert (mine.simple_actions_owed or 0, turn.left) == (2, 0)
    done = chosen(made, 0, mine, made.fighter_states(made.start)[1])
    assert isinstance(done, Move)
    assert (done.mine.simple_actions_owed or 0, done.turn.left, done.idle) == (0, 0, False)


def test_who_has_nothing_left_to_fire_takes_the_next_weapon():
    """D100-FIRE-04, D100-WPN-04: fists at the last."""
    made = fight([{**A, "lines": [GUN]}], [B], 5)
    act = chosen(made, 0, *loaded(made, 0))
    assert (act.kind if isinstance(act, PlannedAct) else "walk") == "walk"
    near = fight([{**A, "lines": [GUN]}], [B], 1)
    blow = chosen(near, 0, *loaded(near, 0))
    assert isinstance(blow, PlannedAct)
    assert (blow.arm, blow.given.given.temporary) == (1, True)  # type: ignore[union-attr]


def test_a_jam_is_cleared_or_the_weapon_dropped():
    """D100-FIRE-11."""
    made = fight([{**A, "lines": [GUN], "mecanique": 4}], [B], 1)
    act = chosen(made, 0, *loaded(made, 3, state="jam"))
    assert isinstance(act, PlannedAct)
    assert (act.kind, act.given.modifier) == ("clear", 4)  # type: ignore[union-attr]
    for shocked, owed in ((False, 0), (True, 1)):
        tried = chosen(made, 0, *loaded(made, 3, state="jam", shocked=shocked))
        assert isinstance(tried, PlannedAct)
        mine, turn = after_act(tried.mine, Frame(0, tried.turn, kind="clear", arm=0), ActResult(cleared=True))
        assert (mine.simple_actions_owed or 0, turn.left, mine.loads[0]) == (owed, 0, Load(loaded=3))
    hasty = fight([{**A, "lines": [GUN], "tactics": {"clear_jams": False}}], [B], 1)
    assert chosen(hasty, 0, *loaded(hasty, 3, state="jam")).arm == 1  # type: ignore[union-attr]
    assert chosen(made, 0, *loaded(made, 3, state="broken")).arm == 1  # type: ignore[union-attr]


def test_jams_cost_fights():
    """D100-FIRE-11."""
    reliable, auto = ({**A, "lines": [{**GUN, "loaded": 6, "jams": jams}]} for jams in (False, True))
    assert won(auto) < won(reliable)


def test_coming_nearer():
    """D100-CBT-13, D100-SPEC-02: a walk and a blow, a charge, a run; wounds forbid the last two."""
    walk = chosen(fight([A], [B], 5), 0)
    assert isinstance(walk, Move)
    assert (walk.mine.stands, walk.turn.left) == (5, 1)
    made = fight([A], [B], 15)
    charge = chosen(made, 0)
    assert isinstance(charge, PlannedAct)
    assert (charge.kind, charge.mine.guard, charge.mine.stands) == ("charge", "charging", 15)
    shy = chosen(fight([{**A, "tactics": {"charge": False}}], [B], 15), 0)
    assert isinstance(shy, Move)
    assert (shy.mine.stands, shy.turn.left) == (15, 0)
    run = chosen(fight([A], [B], 60), 0)
    assert isinstance(run, Move)
    assert (run.mine.stands, run.turn.left) == (24, 0)
    hurt = chosen(fight([{**A, "pv": 1}], [B], 15), 0)
    assert isinstance(hurt, Move)
    assert (hurt.mine.stands, hurt.turn.left) == (6, 1)


def test_whoever_charges_is_easy_to_hit_for_a_round():
    """D100-SPEC-02: hit or not."""
    made = fight([{**A, "defence": 18, "defence_flat": 12}], [B])
    one, other = made.fighter_states(made.start)
    act = chosen(made, 1, replace(one, charging=True), other)
    given = act.given.given  # type: ignore[union-attr]
    assert (given.defence, given.target_flat_footed) == (12, False)


def test_bursts_reach_a_crowd_one_by_one():
    """D100-FIRE-07, D100-FIRE-08, D100-MISS-12."""
    gunner = {**A, "weapons": [{"weapon": "thompson", "skill": 6}], "lines": [], "tactics": {"fire": "burst"}}
    made = fight([gunner], [{**B, "name": "X", "pv": 3}, {**B, "name": "Y"}, {**B, "name": "Z"}], 5)
    act = chosen(made, 0)
    assert isinstance(act, PlannedAct)
    assert isinstance(act.given, Salvo)
    assert (act.kind, act.targets, act.given.given.burst_size) == ("burst", (1, 2), 10)
    crowd, one = (
        weighed([{**gunner, "tactics": {"fire": "burst", "crowd": most}}], [{**B, "count": 2}], 5, runs=1000)
        for most in (2, 1)
    )
    assert crowd.sides["us"] > one.sides["us"] + 0.05  # as long as they stand within three metres


def test_too_few_cartridges_for_a_burst():
    """D100-FIRE-04, D100-FIRE-09: a selective weapon goes on shot by shot, any other is loaded."""
    people = {key: {**A, "weapons": [{"weapon": key, "skill": 6}], "lines": []} for key in ("thompson", "mp18")}
    tactics = {"tactics": {"fire": "burst"}}
    some, none = (fight([{**people[key], **tactics}], [B], 5) for key in ("thompson", "mp18"))
    act = chosen(some, 0, *loaded(some, 4))
    assert isinstance(act, PlannedAct)
    assert isinstance(act.given, Shots)
    assert chosen(none, 0, *loaded(none, 4, 30)).kind == "reload"  # type: ignore[union-attr]
    careful = fight([people["mp18"]], [B], 5)
    assert chosen(careful, 0).kind == "burst"  # type: ignore[union-attr]


def test_wounds_slow_those_who_dodge_a_burst():
    """D100-HEALTH-04, D100-ROLL-04."""
    made = fight([{**A, "pv": 3, "reflexes": 2}], [B])
    field = Field(made.profiles, made.side_of, made.fighter_states(made.start), (True, True), False, made.options)
    result = dodging_of(field, made.profiles[1].arms[0], 0, Reach(difficulty=12, failed=None, saved=None))
    assert isinstance(result, Dodging)
    assert (result.target.reflexes, result.target.reflex_mods) == (2, (-3,))


def test_thrown_weapons_are_gone_and_bows_are_not():
    """D100-WPN-06, D100-MISS-05."""
    keys = ("javelot", "arc_court", "arbalete")
    people = {key: {**A, "weapons": [{"weapon": key, "skill": 6}], "lines": []} for key in keys}
    loads = {key: fight([one], [B], 5).profiles[0].loads()[0] for key, one in people.items()}
    assert loads == {"javelot": Load(loaded=1), "arc_court": None, "arbalete": Load(loaded=1, spare=1)}
    made = fight([people["arbalete"]], [B], 5)
    act = chosen(made, 0, *loaded(made, 0, 1))
    assert isinstance(act, PlannedAct)
    assert (act.kind, act.given.rounds) == ("reload", 2)  # type: ignore[union-attr]


# ---- creatures ----


def test_a_monster_uses_what_does_most_or_everything_it_has():
    """D100-CREAT-01, D100-MISS-07."""
    ghoul, deep = (fight([A], [{"name": "It", "creature": key}]) for key in ("goule", "profond"))
    every = chosen(ghoul, 1)
    assert isinstance(every, PlannedAct)
    assert (every.given.scores, every.most) == (((0,), (0,)), 3)  # type: ignore[union-attr]
    bite = chosen(ghoul, 1, *ghoul.fighter_states(ghoul.start), turn=Turn(1, 0, 2))
    assert bite.arm == 1  # type: ignore[union-attr]
    one = chosen(deep, 1)
    assert isinstance(one, PlannedAct)
    assert deep.profiles[1].arms[one.arm].line.damage == "1d8"


def test_what_grows_back_takes_longer_to_kill():
    """D100-CREAT-01."""
    assert won(A, {**B, "regeneration": 2}) < won(A)


def test_hands_kill_what_feels_no_blows():
    """D100-TEMP-04: at −4, on PV."""
    fists = {**A, "lines": []}
    made = fight([fists], [{**B, "no_temporary_damage": True}])
    given = chosen(made, 0).given.given  # type: ignore[union-attr]
    assert (given.temporary, given.situations) == (False, ("damage_type_changed",))
    assert "unconscious" in of(weighed([fists], [B]), "B")
    assert "unconscious" not in of(weighed([fists], [{**B, "no_temporary_damage": True}]), "B")


def test_the_knocked_out_may_come_round():
    """D100-TEMP-02: while somebody still fights for them."""
    fists = {**B, "lines": [], "generic_melee": 12}
    result = weighed([{**A, "pv_max": 3}, {**A, "name": "C", "pv_max": 3}], [fists], runs=4000)
    assert of(result, "A")["staggered"] > 0


def test_a_far_reaching_attack_needs_no_legs():
    """D100-MISS-07: the electric gun of the Great Race."""
    made = fight([A], [{"name": "It", "creature": "yith"}], 20)
    act = chosen(made, 1)
    assert isinstance(act, PlannedAct)
    assert made.profiles[1].arms[act.arm].reach == 30


# ---- the end of a round, and those who are down ----


@pytest.mark.parametrize(
    ("fighter", "body", "after"),
    [
        ({}, {"pv": -5}, {(-1, 0, True): Fraction(1, 10), (-6, 0, False): Fraction(9, 10)}),
        ({}, {"pv": -9}, {(-1, 0, True): Fraction(1, 10), (-10, 0, False): Fraction(9, 10)}),
        ({}, {"pv": 4, "temp_damage": 9}, {(4, 4, False): Fraction(1, 10), (4, 5, False): Fraction(9, 10)}),
        ({"regeneration": 3}, {"pv": 2}, {(5, 0, False): Fraction(1)}),
        ({"regeneration": 3}, {"pv": 5}, {(6, 0, False): Fraction(1)}),
        ({"regeneration": 3}, {"pv": -2}, {(1, 0, False): Fraction(1)}),
        ({}, {"pv": 3}, {(3, 0, False): Fraction(1)}),
    ],
)
def test_what_a_round_brings_by_itself(fighter, body, after):
    """D100-HEALTH-06, D100-TEMP-02, D100-CREAT-01: the stable are told apart no further, nor are the senseless."""
    figure = fight([{**A, **fighter}], [B]).profiles[0]
    now = Body(pv_max=6, **body)
    result = {
        (one.life, one.temp_damage, one.stable): chance for one, chance in odds_of(call(endure, figure, now, RULES))
    }
    assert result == after
    assert at_risk(figure, now, RULES) == (list(after) != [(now.life, now.temp_damage, now.stable)])


def test_comrades_in_agony_go_on_dying_while_the_others_fight():
    """D100-HEALTH-06: at the end of every round, the one in progress included."""
    down = {**A, "pv": -9}
    made = fight(
        [{**A, "name": "C", "defence": 40, "defence_flat": 40}, down], [{**B, "defence": 40, "defence_flat": 40}]
    )
    (state, chance), (other, more) = sorted(Table(made.step).after(made.start, 1), key=lambda one: one[1])
    assert (chance, more) == (Fraction(1, 10), Fraction(9, 10))
    assert [one.value[1].status for one in (state, other)] == ["stable", "dead"]


def test_nobody_strikes_at_those_who_are_down():
    made = fight([{**A, "pv": 0}, {**A, "name": "C"}], [B])
    act = chosen(made, 2)
    assert isinstance(act, PlannedAct)
    assert act.targets == (1,)


def test_a_side_that_is_down_before_it_begins_has_lost():
    result = weighed([{**A, "pv": -2}], [B])
    assert (result.sides["them"], result.mean_rounds) == (1, 1)
    assert of(result, "A") == {"dying": 1.0}
