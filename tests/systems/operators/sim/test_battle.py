"""Whole fights, act by act: who enters, what tactics choose, what an act leaves, and how it all ends."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from core.typography import texts, typographic_faults
from gardien.core.calling import odds_of
from gardien.core.chance import Done
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.interpreters.table import Table
from gardien.core.simulation import FighterEnd, Some, Somebody
from gardien.core.terms import LANGUAGES, sentence
from gardien.shared.battles import State
from gardien.sim.fights import FightOdds, fight_odds
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.character import LIMITED, Wound
from gardien.systems.operators.sheet.sheet import ready_operator, sample_npc
from gardien.systems.operators.sim import FIGHTS, Fight
from gardien.systems.operators.sim.acts import FALLEN, Body, FighterState
from gardien.systems.operators.sim.fighters import FightGiven, of_sheet
from gardien.systems.operators.sim.tactics import ChosenAct, Field, Move, choose

PISTOL = {"name": "custom", "damage": "2D6", "type": "firearm", "zone_max": 2}
BURSTS = {**PISTOL, "burst": True, "damage": "1D6+2"}
A: dict[str, Any] = {"name": "A", "kind": "npc", "weapons": [{"custom": PISTOL}]}
B = {**A, "name": "B"}
FISTS = {"name": "A", "kind": "npc"}
LUCKY = {**A, "kind": "operator", "luck": 60}


def silent(done: int, of: int) -> None:
    """No progress bar."""


def content(ours: list[Any], theirs: list[Any], zone: int = 0, **options: Any) -> dict[str, Any]:
    sides = [{"name": "us", "fighter": ours}, {"name": "them", "fighter": theirs}]
    return {"system": "operators", "side": sides, "zone": zone, "options": options}


def fight(ours: list[Any], theirs: list[Any], zone: int = 0, **options: Any) -> Fight:
    file = content(ours, theirs, zone)
    del file["system"], file["options"]
    return Fight(parse(FightGiven, file, "fight"), Options(**options))


def weighed(ours: list[Any], theirs: list[Any], zone: int = 0, runs: int | None = None, **options: Any) -> FightOdds:
    result = fight_odds(content(ours, theirs, zone, **options), runs, 7, silent)
    assert isinstance(result, FightOdds)
    return result


def of(result: FightOdds, name: str) -> dict[str, float]:
    return next(one.statuses for one in result.fighters if one.name == name)


def dead(result: FightOdds, name: str) -> float:
    return of(result, name).get("dead", 0.0)


def chosen(
    made: Fight, who: int, *people: FighterState, kind: str = "act", form: int = 0, to_come: tuple[int, ...] = ()
) -> Any:
    """What somebody does when everybody stands like this."""
    now = people or made.fighter_states(made.start)
    field = Field(made.profiles, made.side_of, tuple(now), made.zone, made.options, frozenset(to_come))
    return choose(field, who, kind, form)


def ends(made: Fight, state: Any) -> tuple[FighterEnd, ...]:
    """How everybody is, in a word, in a fight or after it."""
    if isinstance(state, Done):
        return state.value  # type: ignore[no-any-return]
    return tuple(made._outcome_of_number(at, number) for at, number in enumerate(state.numbers))


def hurt(level: str, **more: Any) -> FighterState:
    return FighterState(body=Body(wound_level=level, **more), loads=(None, None))


# --- a duel by hand --------------------------------------------------------------------------------------------------


def shot_by_hand(hurt_shooter: bool) -> dict[tuple[str, bool], Fraction]:
    """Every face of the attack, of both damage dice and of the CON test, counted: DEX, FOR and CON 10, so SB 10.

    OPS-CBT-08: standard in Zone 0; OPS-HLTH-04: extreme with a grave wound; OPS-CBT-11: a double doubles.
    """
    result: dict[tuple[str, bool], Fraction] = {}

    def add(level: str, out: bool, chance: Fraction) -> None:
        result[level, out] = result.get((level, out), Fraction(0)) + chance

    target = 10 if hurt_shooter else 50
    for face in range(1, 101):
        chance = Fraction(1, 100)
        if face > target or face >= 99:
            add("none", False, chance)
            continue
        times = 2 if face % 11 == 0 else 1
        for one in range(1, 7):
            for other in range(1, 7):
                damage, share = times * (one + other), chance / 36
                if damage < 5:
                    add("superficial", False, share)
                elif damage < 10:
                    add("light", False, share)
                elif damage < 20:
                    add("grave", True, share / 2)  # CON × 5 is 50
                    add("grave", False, share / 2)
                else:
                    add("dead", False, share)
    return result


ORDER = ("none", "superficial", "light", "grave", "dead")
TOLD = {"none": "unhurt", "superficial": "hurt", "light": "hurt", "grave": "grave", "dead": "dead"}


def duel_by_hand(turns: int) -> dict[tuple[str, str], Fraction]:
    """A shoots, then B if still able, and again: the states after some turns."""
    shots = {hurt: shot_by_hand(hurt) for hurt in (False, True)}
    mass: dict[Any, Fraction] = {(("none", False), ("none", False)): Fraction(1)}

    def able(one: tuple[str, bool]) -> bool:
        return one[0] != "dead" and not one[1]

    for _ in range(turns):
        for shooter in (0, 1):
            after: dict[Any, Fraction] = {}
            for pair, chance in mass.items():
                if not all(map(able, pair)):
                    after[pair] = after.get(pair, Fraction(0)) + chance
                    continue
                for (level, out), share in shots[pair[shooter][0] == "grave"].items():
                    before = pair[1 - shooter][0]
                    now = (max(before, level, key=ORDER.index), out)
                    state = (pair[0], now) if shooter == 0 else (now, pair[1])
                    after[state] = after.get(state, Fraction(0)) + chance * share
            mass = after
    result: dict[tuple[str, str], Fraction] = {}
    for pair, chance in mass.items():
        names = tuple("out_of_fight" if out and level != "dead" else TOLD[level] for level, out in pair)
        result[names] = result.get(names, Fraction(0)) + chance  # type: ignore[index]
    return result  # type: ignore[return-value]


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_duel_is_what_counting_every_face_says(turns):
    """OPS-CBT-02, OPS-CBT-08, OPS-CBT-11, OPS-HLTH-02, OPS-HLTH-03, OPS-HLTH-04."""
    made = fight([A], [B])
    result: dict[Any, Fraction] = {}
    for state, chance in Table(made.step).after(made.start, turns):
        names = tuple(one.status for one in ends(made, state))
        result[names] = result.get(names, Fraction(0)) + chance
    assert result == duel_by_hand(turns)


def test_a_duel_to_the_end_is_exact_and_sums_to_one():
    result = weighed([A], [B])
    assert result.method == "exact"
    for one in result.fighters:
        assert sum(Fraction(chance) for chance in one.exact.values()) == 1
    by_hand = duel_by_hand(200)
    assert dead(result, "B") == pytest.approx(float(sum(c for names, c in by_hand.items() if names[1] == "dead")))


def test_whoever_acts_first_has_the_better_of_it_whichever_side_that_is():
    """OPS-CBT-02: equals change places, and nothing else changes."""
    one, other = weighed([A], [B]), weighed([B], [A])
    assert one.sides["us"] == other.sides["us"] > one.sides["them"]
    assert of(one, "A") == of(other, "B")


def test_operators_act_first_and_everybody_by_dex_against_their_equals():
    """OPS-CBT-02, OPS-CBT-03: on whichever side they stand."""
    cell, thug = {**A, "kind": "operator"}, {**B, "DEX": 15}
    assert fight([thug], [cell])._later == ((1, "act", 0), (0, "act", 0))
    assert fight([{**thug, "category": "peer"}], [cell])._later == ((0, "act", 0), (1, "act", 0))


def test_a_simulated_fight_agrees_with_the_exact_one_within_five_sigma():
    runs = 20_000
    exact, drawn = weighed([A], [B]), weighed([A], [B], runs=runs)
    assert drawn.method == "simulated"
    for side in ("us", "them"):
        chance = exact.sides[side]
        assert abs(drawn.sides[side] - chance) <= 5 * (chance * (1 - chance) / runs) ** 0.5
    assert drawn.mean_rounds == pytest.approx(exact.mean_rounds, rel=0.05)


def test_several_alike_share_one_fate_and_keep_the_table_small():
    one, two = {**B, "name": "X"}, {**B, "name": "Y"}
    shooter = {**A, "tactics": {"whom": "strongest"}}
    together, apart = weighed([shooter], [{**B, "count": 2}]), weighed([shooter], [one, two])
    assert of(together, "B 1") == of(together, "B 2")
    assert together.states < apart.states
    assert together.sides["us"] == pytest.approx(apart.sides["us"], rel=0.05)


# --- what changes the odds -------------------------------------------------------------------------------------------


def test_luck_escapes_death_and_cancels_grave_wounds():
    """OPS-LUCK-04, OPS-LUCK-05; only an Operator has any (OPS-LUCK-01)."""
    foe = [{**B, "weapons": ["pistol_large"]}]
    none, death, grave = (
        weighed([{**LUCKY, "tactics": {"luck": plan}}], foe)
        for plan in ({}, {"escape_death": True}, {"escape_death": True, "cancel_grave": True})
    )
    assert dead(death, "A") < dead(none, "A")
    assert grave.sides["us"] > death.sides["us"]
    assert weighed([{**LUCKY, "kind": "npc"}], foe) == weighed([{**LUCKY, "kind": "npc", "luck": 0}], foe)
    assert weighed([LUCKY], foe, luck_enabled=False).sides == weighed([{**LUCKY, "luck": 0}], foe).sides


def test_points_of_luck_turn_misses_into_hits():
    """OPS-LUCK-02."""
    plain, shifted = (
        weighed([{**LUCKY, "luck": 12, "tactics": {"luck": {"max_shift": most}}}], [B]) for most in (0, 10)
    )
    assert shifted.sides["us"] > plain.sides["us"]


def test_cover_helps_whoever_is_behind_it_and_exposure_harms():
    """OPS-CBT-10."""
    won = [weighed([{**A, "cover": cover}], [B]).sides["us"] for cover in ("exposed", "normal", "in_cover")]
    assert won == sorted(won)
    assert won[0] < won[1] < won[2]


def test_protection_is_worn_out():
    """OPS-ARM-01, OPS-ARM-03."""
    bare, plated = weighed([A], [B]), weighed([{**A, "worn": [LIMITED[0]]}], [B])
    assert plated.sides["us"] > bare.sides["us"]
    assert plated.states > bare.states


def test_the_surprised_lose_the_first_turn():
    """OPS-CBT-04."""
    made = fight([{**A, "surprised": True}], [B])
    assert (made._first, made._later) == (((1, "act", 0),), ((0, "act", 0), (1, "act", 0)))
    assert weighed([{**A, "surprised": True}], [B]).sides["us"] < weighed([A], [B]).sides["us"]
    both = weighed([{**A, "surprised": True}], [{**B, "surprised": True}])
    assert both.sides == pytest.approx(weighed([A], [B]).sides)
    assert both.mean_rounds == pytest.approx(weighed([A], [B]).mean_rounds + 1)


def test_whoever_withdraws_is_gone_a_turn_later():
    """OPS-CBT-17."""
    stays, goes = (weighed([{**A, "tactics": {"withdraw_at": at}}], [B]) for at in ("never", "light"))
    assert of(goes, "A")["away"] > 0
    assert dead(goes, "A") < dead(stays, "A")
    made = fight([{**A, "tactics": {"withdraw_at": "light"}}], [B])
    first = chosen(made, 0, hurt("light"), hurt("none"))
    assert isinstance(first, Move)
    assert first.after.leaving
    assert first.after.stands
    assert chosen(made, 0, first.after, hurt("none")).after.away


def test_two_who_cannot_reach_each_other_do_not_fight_for_ever():
    waits = {"tactics": {"close_in": False}}
    result = weighed([{**FISTS, **waits}], [{**FISTS, "name": "B", **waits}], zone=1)
    assert (result.undecided, result.mean_rounds) == (1, 2)


def test_a_fight_that_nothing_can_end_is_told_as_such():
    """OPS-HLTH-06: wounds do not add up, so fists alone never end it."""
    fists = {**FISTS, "FOR": 10, "sb": 100}
    result = weighed([fists], [{**fists, "name": "B"}])
    assert result.unfinished == pytest.approx(1)


# --- what tactics choose ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("whom", "them", "target"),
    [
        ("weakest", ("none", "light", "superficial"), 2),
        ("strongest", ("light", "none", "none"), 2),
        ("first", ("none", "grave", "light"), 1),
        ("weakest", ("none", "none", "none"), 1),
    ],
)
def test_whom_a_fighter_goes_for(whom, them, target):
    made = fight([{**A, "tactics": {"whom": whom}}], [{**B, "count": 3}])
    assert chosen(made, 0, hurt("none"), *map(hurt, them)).targets == (target,)


def test_those_who_spread_begin_with_the_foe_opposite_and_nobody_aims_at_the_fallen():
    made = fight([{**A, "count": 2, "tactics": {"whom": "spread"}}], [{**B, "count": 2}])
    up = hurt("none")
    assert [chosen(made, who, up, up, up, up).targets for who in (0, 1)] == [(2,), (3,)]
    assert chosen(made, 1, up, up, up, FighterState(body=FALLEN["dead"])).targets == (2,)
    assert chosen(made, 1, up, up, FighterState(body=FALLEN["out_of_fight"]), FighterState(away=True)) is None


def test_the_first_weapon_that_reaches_is_used():
    """OPS-CBT-08: a sniper's rifle not in Zone 0, a pistol not in Zone 2."""
    sniper = {"name": "A", "kind": "npc", "weapons": ["m24", "glock17", "knife"]}
    assert [chosen(fight([sniper], [B], zone=zone), 0).arm for zone in (0, 1, 2, 3)] == [1, 0, 0, 0]
    gun = {**sniper, "weapons": ["glock17"]}
    assert isinstance(chosen(fight([gun], [B], zone=2), 0), Move)
    behind = {**B, "cover": "in_cover"}
    assert chosen(fight([{**sniper, "weapons": ["hk416"]}], [behind], zone=1), 0).kind == "shot"
    assert isinstance(chosen(fight([{**sniper, "weapons": ["hk416"]}], [behind], zone=2), 0), Move)  # impossible


def test_those_without_guns_come_nearer_and_strike():
    """OPS-CBT-16, OPS-CBT-17: one turn from Zone 1, four from Zone 2; both may come."""
    knife = {**FISTS, "weapons": ["knife"]}
    for zone, turns in ((1, 1), (2, 4)):
        made = fight([knife], [B], zone=zone)
        mine, other = made.fighter_states(made.start)
        for _ in range(turns):
            move = chosen(made, 0, mine, other)
            assert isinstance(move, Move)
            mine = move.after
        assert chosen(made, 0, mine, other).kind == "blow"
    assert chosen(made, 1, other, mine).given.zone == 0  # whoever has come near is near for everybody


@pytest.mark.parametrize(
    ("fire", "burst", "targets"), [("burst", True, (1,)), ("single", False, (1,)), ("spread", True, (1, 2, 3))]
)
def test_bursts_on_one_or_spread(fire, burst, targets):
    """OPS-OPT-02, OPS-OPT-03."""
    gunner = {**A, "weapons": [{"custom": BURSTS}], "tactics": {"fire": fire}}
    act = chosen(fight([gunner], [{**B, "count": 4}]), 0)
    assert (act.burst, act.targets) == (burst, targets)
    assert not chosen(fight([gunner], [{**B, "count": 4}], burst_enabled=False), 0).burst


def test_a_spread_burst_reaches_the_others_one_by_one():
    """OPS-OPT-03: exactly as the procedure has it, target by target."""
    gunner = {**A, "weapons": [{"custom": BURSTS}], "tactics": {"fire": "spread", "others": 1, "rounds_each": 3}}
    frail = {**B, "FOR": 1, "CON": 1, "weapons": []}
    made = fight([gunner], [{**frail, "count": 2}], ammo_mode="none")
    result: dict[Any, Fraction] = {}
    table = Table(made.step)
    for state, chance in table.after(made.start, 1):
        people = ends(made, state)
        levels = tuple(sorted(one.status for one in people[1:]))
        result[levels] = result.get(levels, Fraction(0)) + chance
    someone = {"kind": "npc", "FOR": 1, "CON": 1}
    given = {
        "attacker": {"kind": "npc"},
        "defender": {**someone, "name": "0"},
        "custom_weapon": BURSTS,
        "burst": True,
        "others": [{"defender": {**someone, "name": "1"}, "rounds": 3}],
        "options": {"ammo_mode": "none"},
    }
    by_rule: dict[Any, Fraction] = {}
    for one in odds_of("operators", "attack_firearm", given, by=("wound_level", "out_of_fight", "others")):
        hits = [one.outcome, *one.outcome["others"]]
        names = tuple(
            sorted(
                "out_of_fight" if hit["out_of_fight"] and hit["wound_level"] != "dead" else TOLD[hit["wound_level"]]
                for hit in hits
            )
        )
        by_rule[names] = by_rule.get(names, Fraction(0)) + one.chance
    assert result == by_rule


def test_one_dives_for_cover_once_where_somebody_is_still_to_shoot():
    """OPS-CBT-13."""
    diver = {**A, "tactics": {"take_cover": True}}
    made = fight([diver], [B])
    assert chosen(made, 0, to_come=(1,)).kind == "cover"
    assert chosen(made, 0).kind == "shot"  # too late
    start = made.fighter_states(made.start)
    for now in (FighterState(dived=True, loads=start[0].loads), FighterState(in_cover=True, loads=start[0].loads)):
        assert chosen(made, 0, now, start[1], to_come=(1,)).kind == "shot"
    assert chosen(fight([diver], [{**FISTS, "name": "B"}]), 0, to_come=(1,)).kind == "shot"
    free = fight([diver], [B], cover_free_action=True)
    assert free._later[:2] == ((0, "cover", 0), (0, "act", 0))
    assert chosen(free, 0, kind="cover", to_come=(1,)).kind == "cover"
    assert chosen(free, 0, to_come=(1,)).kind == "shot"


# --- ammunition ------------------------------------------------------------------------------------------------------


def test_rounds_are_counted_and_a_fresh_magazine_takes_an_act():
    """OPS-OPT-05."""
    gun = {**A, "weapons": [{"custom": {**PISTOL, "magazine": 2}, "spare_magazines": 1}]}
    made = fight([gun], [{**FISTS, "name": "B", "sb": 100}], ammo_mode="strict")
    table, state = Table(made.step), made.start
    left = []
    for turns in range(1, 7):
        loads = {made.fighter_states(one)[0].loads[0] for one, _ in table.after(state, turns)}
        (load,) = loads
        left.append((load.rounds_left, load.spare_magazines))
    assert left == [(1, 1), (0, 1), (2, 0), (1, 0), (0, 0), (0, 0)]  # then bare hands


def test_a_burst_with_both_digits_alike_empties_the_magazine():
    """OPS-OPT-06: one throw in two."""
    gun = {**A, "weapons": [{"custom": BURSTS, "spare_magazines": 1}]}
    made = fight([gun], [{**FISTS, "name": "B", "sb": 400}])
    result: dict[Any, Fraction] = {}
    for state, chance in Table(made.step).after(made.start, 2):
        load = made.fighter_states(state)[0].loads[0]
        result[load.spare_magazines, load.empty] = result.get((load.spare_magazines, load.empty), Fraction(0)) + chance
    assert result == {(1, False): Fraction(1, 4), (0, False): Fraction(1, 2), (0, True): Fraction(1, 4)}
    slow = fight([gun], [{**FISTS, "name": "B", "sb": 400}], reload_costs_action=True)
    assert any(slow.fighter_states(one)[0].loses_actions for one, _ in Table(slow.step).after(slow.start, 1))


def test_nobody_counts_where_the_table_does_not():
    gun = {**A, "weapons": [{"custom": BURSTS, "spare_magazines": 0}]}
    made = fight([gun], [B], ammo_mode="none")
    assert made.fighter_states(made.start)[0].loads == (None, None)


# --- creatures -------------------------------------------------------------------------------------------------------

BEAST: dict[str, Any] = {"name": "It", "kind": "creature", "category": "unnatural", "FOR": 20, "CON": 20, "DEX": 8}
CLAW = {"name": "claw", "damage": "1D6", "characteristic": "FOR"}


def test_a_creature_attacks_with_what_does_most_or_with_everything():
    """OPS-CREAT-12."""
    forms = [CLAW, {**CLAW, "name": "bite", "damage": "2D6"}]
    assert chosen(fight([A], [{**BEAST, "attacks": forms}]), 1).arm == 1
    both = fight([A], [{**BEAST, "attacks": forms, "multiple_attacks": True}])
    assert both._later == ((0, "act", 0), (1, "act", 0), (1, "act", 1))
    assert [chosen(both, 1, form=form).arm for form in (0, 1)] == [0, 1]


def test_an_area_attack_reaches_everybody_up_to_its_most():
    """OPS-CREAT-11."""
    sweep = {**CLAW, "area": True}
    us = [{**A, "count": 3}]
    assert chosen(fight(us, [{**BEAST, "attacks": [sweep]}]), 3).targets == (0, 1, 2)
    assert chosen(fight(us, [{**BEAST, "attacks": [{**sweep, "most_victims": 2}]}]), 3).targets == (0, 1)
    assert chosen(fight(us, [{**BEAST, "attacks": [CLAW]}]), 3).targets == (0,)
    reaching = fight(us, [{**BEAST, "attacks": [{**sweep, "reach": 1}]}], zone=1)
    assert chosen(reaching, 3).targets == (0, 1, 2)
    result = weighed(us, [{**BEAST, "attacks": [sweep]}], runs=500)
    assert of(result, "A 1").keys() >= {"dead", "out_of_fight"}


def test_a_grip_holds_until_it_is_broken_or_the_holder_falls():
    """OPS-CREAT-13."""
    seize = {**CLAW, "damage": "0", "add_bonus": False, "grip": True}
    made = fight([FISTS], [{**BEAST, "attacks": [seize], "surprised": False}])
    held = hurt("none")
    held = FighterState(body=held.body, held=True, held_by=(1,), loads=(None,))
    beast = made.fighter_states(made.start)[1]
    assert chosen(made, 0, held, beast).kind == "free"
    assert chosen(made, 1, held, beast) is None  # it only holds
    crushing = fight([FISTS], [{**BEAST, "attacks": [{**seize, "damage": "1D6", "grip_damage": True}]}])
    assert chosen(crushing, 1, held, beast, kind="squeeze").kind == "grip"
    assert chosen(crushing, 1, held, beast).kind == "natural"  # beside its act
    assert chosen(crushing, 1, hurt("none"), beast, kind="squeeze") is None
    assert crushing._later == ((0, "act", 0), (1, "act", 0), (1, "squeeze", 0))
    unbreakable = fight([FISTS], [{**BEAST, "FOR": 40, "attacks": [seize]}])
    assert chosen(unbreakable, 0, held, beast) is None
    state = State("round", (unbreakable.number(0, held), unbreakable.number(1, beast)), unbreakable._later_order)
    ended = unbreakable.step(state)  # neither does anything any more
    assert isinstance(ended, Done)
    assert [(one.status, one.free) for one in ended.value] == [("held", False), ("unhurt", True)]
    numbers = [made.number(0, held), made.number(1, FighterState(body=FALLEN["dead"]))]
    ended = made._after(State("round", (), made._later_order), numbers, True, goes_on=False)
    assert isinstance(ended, Done)
    assert ended.value == (FighterEnd("unhurt", True), FighterEnd("dead", False))


def test_a_held_fighter_breaks_free_in_the_end():
    seize = {**CLAW, "damage": "0", "add_bonus": False, "grip": True}
    result = weighed([{**A, "weapons": ["pistol_large"]}], [{**BEAST, "size": "small", "attacks": [seize]}])
    assert result.sides["us"] > 0.99


def test_wounds_of_what_grows_back_close_and_only_the_deepest_counts():
    """OPS-CREAT-15."""
    slow = {**BEAST, "regeneration": 4, "attacks": [CLAW]}
    made = fight([A], [slow])
    assert made._later == ((0, "act", 0), (1, "grow", 0), (1, "act", 0))
    armed = {**A, "weapons": ["pistol_large"]}
    grows, stays = (weighed([armed], [{**slow, "regeneration": points}], runs=4_000) for points in (4, 0))
    assert of(grows, "It")["unhurt"] > 2 * of(stays, "It")["unhurt"]
    start = made.fighter_states(made.start)
    assert chosen(made, 1, kind="grow") is None
    wounded = FighterState(
        body=Body(wound_level="light", wounds=(Wound(damage=12, level="light"),)), loads=start[1].loads
    )
    numbers = (made.start.numbers[0], made.number(1, wounded))
    grown = Table(made.step).after(State("round", numbers, made._later_order, place=1, acted=True), 1)
    states = [one for one, _ in grown if not isinstance(one, Done)]
    assert {made.fighter_states(one)[1].body.wound_level for one in states} == {"superficial"}  # 12 less 4 of 20


def test_drained_to_nothing_one_is_helpless():
    """OPS-CREAT-09."""
    drain = {**CLAW, "damage": "0", "add_bonus": False, "drain": "POU", "multiplier": 5}
    result = weighed([{**FISTS, "POU": 4, "DEX": 1}], [{**BEAST, "attacks": [drain]}])
    assert of(result, "A")["helpless"] > 0.5
    gone = weighed([{**FISTS, "POU": 4, "DEX": 1}], [{**BEAST, "attacks": [{**drain, "irreversible": True}]}])
    assert dead(gone, "A") > 0.5


def test_a_small_target_is_harder_to_hit_from_afar():
    """OPS-CBT-10: one step."""
    small = {**BEAST, "attacks": [CLAW], "small_target": True}
    assert chosen(fight([A], [small]), 0).given.steps == 1


# --- who enters ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("table", "key"), [("ready", "ares"), ("npc", "soldier"), ("creature", "ghoul")])
def test_a_key_of_the_pack_brings_its_figures_and_what_is_said_beside_it_wins(table, key):
    made = fight([{"name": "A", table: key, "cover": "in_cover", "DEX": 3}], [B])
    figure = made.profiles[0]
    assert (figure.cover, figure.who.DEX) == ("in_cover", 3)
    assert figure.who.kind == {"ready": "operator"}.get(table, table)
    assert figure.who.FOR != 10
    assert bool(figure.attacks) == (table == "creature")


def test_training_on_the_sheet_helps_with_the_weapon_in_hand():
    """OPS-CBT-09."""
    ares = of_sheet(msgspec.to_builtins(ready_operator("ares", "fr")))
    rifle = ares["weapons"][0]
    assert rifle["key"] == "hk416"
    assert rifle["advantage"]
    thug = of_sheet(msgspec.to_builtins(sample_npc("thug", "fr")))
    assert not any(one["advantage"] for one in thug["weapons"])


def test_a_weapon_of_ones_own_and_the_guard_of_a_sheet_come_along():
    sheet = {
        "name": "A",
        "kind": "operator",
        "luck": 40,
        "weapons": [{"name": "Lance", "spare_magazines": 2}, {"name": "?"}],
        "own_weapons": [{**PISTOL, "name": "Lance"}],
        "guard": {"defends": False, "escape_death": True},
    }
    result = of_sheet(sheet)
    assert [one.get("custom", {}).get("name") for one in result["weapons"]] == ["Lance", None]  # and bare hands
    assert (result["defends"], result["tactics"]) == (False, {"luck": {"escape_death": True}})
    assert fight([result], [B]).profiles[0].plan.escape_death


@pytest.mark.parametrize(
    ("fighter", "said"),
    [
        ({"name": "A", "npc": "thug", "creature": "ghoul"}, "“ghoul” is not allowed here"),
        ({"name": "A", "npc": "thugg"}, "Did you mean “thug”?"),
        ({"name": "A", "weapons": ["glok17"]}, "Did you mean “glock17”?"),
        ({"name": "A", "weapons": ["garrotte"]}, "garrotte"),
        ({"name": "A", "weapons": [{"key": "garrotte"}]}, "garrotte"),
        ({"name": "B"}, "are called B: rename one"),
    ],
)
def test_a_fighter_that_makes_no_sense_is_refused(fighter, said):
    with pytest.raises(Refusal) as caught:
        fight([fighter], [B])
    assert said in sentence(caught.value, "en")


def test_forty_people_and_no_more():
    crowd = [{**A, "count": 20}, {**A, "name": "C", "count": 20}]
    with pytest.raises(Refusal):
        fight(crowd, [B])


# --- the workshop ----------------------------------------------------------------------------------------------------


def chosen_by(**words: str) -> dict[str, str]:
    return {one.key: one.read(words.get(one.key, "")) for one in FIGHTS.choices}


def encounter(**words: str) -> dict[str, Any]:
    ares = Somebody("Arès", msgspec.to_builtins(ready_operator("ares", "fr")))
    thugs = Some("Voyou", "npc", "thug", 2)
    return FIGHTS.encounter(("us", [ares]), ("them", [thugs]), chosen_by(**words))


def test_the_workshop_weighs_sheets_against_the_pack():
    result = fight_odds({"system": "operators", **encounter()}, 200, 1, silent)
    assert isinstance(result, FightOdds)
    assert [one.name for one in result.fighters] == ["Arès", "Voyou 1", "Voyou 2"]


def test_every_choice_of_the_workshop_changes_the_file():
    plain = encounter()
    for one in FIGHTS.choices:
        for value in one.values or ("true",):
            file = encounter(**{one.key: value})
            assert (file == plain) == (value == one.default)
            parse(FightGiven, file, "fight")


def test_every_ending_band_mark_and_choice_has_its_words_and_they_are_well_printed():
    words = FIGHTS.words
    needed = [words["status"][one.key] for one in FIGHTS.endings]
    needed += [words["band"][one.key] for one in FIGHTS.bands]
    needed += [book["mark"][mark] for mark in FIGHTS.marks for book in (words, words["shop"])]
    for one in FIGHTS.choices:
        needed += [words["tactic"][one.key], *(words["tactic"][one.key]["value"][value] for value in one.values)]
    assert all(entry.get(language) for entry in needed for language in LANGUAGES)
    assert [
        (place, typographic_faults(text, language))
        for place, language, text in texts(words)
        if typographic_faults(text, language)
    ] == []


def test_every_status_a_fighter_can_end_in_is_an_ending():
    known = {one.key for one in FIGHTS.endings}
    bodies = [Body(wound_level=level) for level in ORDER] + list(FALLEN.values())  # type: ignore[arg-type]
    assert {FighterState(body=body).status for body in bodies} | {
        FighterState(away=True).status,
        FighterState(held=True).status,
        FighterState(mad=True).status,
    } == known


def test_an_act_to_be_played_says_what_it_is():
    made = fight([A], [B])
    act = chosen(made, 0)
    assert isinstance(act, ChosenAct)
    assert (act.kind, act.targets, act.arm) == ("shot", (1,), 0)


# --- everything there is ---------------------------------------------------------------------------------------------

ALTERNATIVES: dict[str, tuple[Any, ...]] = {
    **{name: (not value,) for name, value in msgspec.to_builtins(Options()).items() if isinstance(value, bool)},
    "ammo_mode": ("strict", "none"),
    "hit_location": ("off", "all"),
    "initiative_mode": ("operators_first", "dex"),
    "burst_divisor": (3,),
    "wound_accumulation": (2,),
    "location_11_15": ("vital",),
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in ALTERNATIVES.items() for value in values]
)
def test_every_house_rule_can_be_fought_under(name, value):
    gunner = {**LUCKY, "name": "Ares", "weapons": [{"custom": BURSTS}]}
    ours = [{**gunner, "tactics": {"fire": "spread", "take_cover": True}}]
    theirs = [{"name": "Thug", "npc": "thug"}, {"name": "It", "creature": "dog"}]
    result = weighed(ours, theirs, runs=10, **{name: value})
    assert sum(of(result, "Ares").values()) == pytest.approx(1 - result.unfinished)


@pytest.mark.parametrize("table", ["npc", "creature", "ready"])
def test_everybody_of_the_pack_can_be_fought(table):
    file, name = {"npc": ("profiles", "npc"), "creature": ("profiles", "creature"), "ready": ("operators", "ready")}[
        table
    ]
    for row in pack.table(file, name):
        result = weighed([{"name": "Ares", "ready": "ares"}], [{"name": "It", table: row.key}], zone=1, runs=5)
        assert sum(of(result, "It").values()) == pytest.approx(1 - result.unfinished), row.key
