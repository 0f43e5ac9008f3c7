"""Whole fights: by hand and by rule, who acts first, what changes the odds, how it all ends."""

import random
from fractions import Fraction
from typing import Any

import pytest

from gardien.core.calling import odds_of
from gardien.core.chance import Done
from gardien.core.interpreters.play import play
from gardien.core.interpreters.table import Table
from gardien.systems.d20d100.rules.body.damage import Reach
from gardien.systems.d20d100.sim.acts import Shots
from gardien.systems.d20d100.sim.tactics import PlannedAct, dodging_of
from systems.d20d100.fought import (
    ADA,
    BO,
    GUN,
    KNIFE,
    MEND,
    A,
    B,
    chosen,
    duel_by_hand,
    fight,
    of,
    told,
    weighed,
    won,
)
from systems.fights import assert_about, assert_ways_agree, line_ups, played_out

HARSH = {"rule_shock": False, "rule_thresholds": False, "rule_agony": False}


# ---- a duel by hand ----


@pytest.mark.parametrize("house", [{}, HARSH], ids=["usual", "harsh"])
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_duel_is_what_counting_every_face_says(rounds, house):
    """D100-CBT-02, D100-CBT-14, D100-DEF-02, D100-FIRE-04, D100-FIRE-11, D100-PROT-01, D100-HEALTH-02 to
    D100-HEALTH-06, D100-TEMP-02."""
    made = fight([{**ADA, "mecanique": MEND}], [BO], **house)
    result: dict[Any, Fraction] = {}
    for state, chance in Table(made.step).after(made.start, rounds):
        if isinstance(state, Done):
            key: Any = tuple(one.status for one in state.value)
        else:
            one, other = made.fighter_states(state)
            load = one.loads[0]
            assert load is not None
            ada = (
                one.body.life,
                one.guard == "caught",
                one.shocked,
                load.loaded,
                load.state,
                one.simple_actions_owed or 0,
            )
            key = ada, (other.body.life, other.body.temp_damage, other.guard == "caught")
        result[key] = result.get(key, Fraction(0)) + chance
    by_hand: dict[Any, Fraction] = {}
    for (_, ada, bo), chance in duel_by_hand(rounds, house).items():
        key = (ada, bo) if ada[0] > 0 and bo[0] > 0 and bo[1] <= bo[0] else told(ada, bo, house)
        by_hand[key] = by_hand.get(key, Fraction(0)) + chance
    assert result == by_hand


def test_every_way_of_weighing_agrees(monkeypatch):
    exact, drawn = assert_ways_agree(lambda runs: weighed([A], [B], runs=runs), 20_000, monkeypatch)
    assert sum(exact.sides.values()) == pytest.approx(1)
    assert drawn.mean_rounds == pytest.approx(exact.mean_rounds, rel=0.05)


def test_a_fight_played_act_by_act_ends_as_often_as_the_table_says():
    """The step of the chain is played with real dice here, not read from a table."""
    ours = [{**ADA, "mecanique": MEND}]
    assert_about(played_out(fight(ours, [BO]), 500, who=0), of(weighed(ours, [BO]), "Ada"), slack=1e-9)


# ---- the order ----


@pytest.mark.parametrize("last", [{}, {"initiative": 3}, {"dex_score": 12}, {"is_pc": False}, {"pv": 3}])
def test_the_order_of_a_fight_is_that_of_the_rule(last):
    """D100-CBT-02, D100-HEALTH-04: the same odds as everybody’s throw, ties and roll-offs included."""
    people = [{"name": "A", "initiative": 3}, {"name": "B"}, {"name": "C", **last}]
    asked = {"combatants": [{"pv_max": 6, **one} for one in people]}
    odds = odds_of("d20d100", "start_combat", asked, by=("order",))
    expected = {tuple(one.outcome["order"]): one.chance for one in odds}
    made = [{**A, **one} for one in people]
    assert line_ups(fight(made[:1], made[1:])) == expected


def test_those_alike_are_counted_in_the_order_and_not_named():
    """D100-CBT-02: two of one making keep their places, the first of them is always the first."""
    asked = {"combatants": [{"name": name, "pv_max": 6, "is_pc": name == "A"} for name in ("A", "B 1", "B 2")]}
    expected: dict[tuple[str, ...], Fraction] = {}
    for one in odds_of("d20d100", "start_combat", asked, by=("order",)):
        kinds = [name[0] for name in one.outcome["order"]]
        second = iter(("B 1", "B 2"))
        order = tuple("A" if kind == "A" else next(second) for kind in kinds)
        expected[order] = expected.get(order, Fraction(0)) + one.chance
    assert line_ups(fight([A], [{**B, "count": 2}])) == expected


def test_many_alike_are_lined_up_quickly():
    """Twenty against twenty: counted, not permuted."""
    made = fight([{**A, "count": 20}], [{**B, "count": 20}])
    state: Any = made.start
    source = random.Random(1)
    while state.lining is not None:
        state = play(made.step(state), source).outcome.value
    assert sorted(state.order) == list(range(40))


def test_several_alike_share_one_fate_and_keep_the_table_small():
    one, two = {**B, "name": "X", "pv_max": 2}, {**B, "name": "Y", "pv_max": 2}
    hers = {**A, "pv_max": 3, "tactics": {"whom": "strongest"}}
    together, apart = weighed([hers], [{**B, "pv_max": 2, "count": 2}]), weighed([hers], [one, two])
    assert of(together, "B 1") == of(together, "B 2")
    assert together.states < apart.states
    assert together.sides["us"] == pytest.approx(apart.sides["us"], abs=1e-9)
    assert together.survivors["them"] == pytest.approx(apart.survivors["them"], abs=1e-9)


# ---- what changes the odds ----


def test_protection_keeps_people_alive():
    """D100-PROT-01, D100-PROT-03."""
    assert won(A) < won({**A, "armour": {"protection": 4}}) < won({**A, "armour": {"protection": 12}})
    hide = {"against": ["everything"], "protection_kind": "points", "protection": 3}
    assert won(A, {**B, "protections": [hide]}) < won(A)


def test_a_vest_that_is_pierced_does_nothing():
    """D100-PROT-01: Penetration above Protection."""
    sharp = {**A, "lines": [{**KNIFE, "penetration": 6}]}
    assert won(sharp, {**B, "armour": {"protection": 4}}) == pytest.approx(won(A))


def test_thresholds_and_shock_weigh_on_investigators_alone():
    """D100-HEALTH-03, D100-HEALTH-04, D100-CREAT-01."""
    assert won(A) < won(A, rule_thresholds=False)
    twice = {**A, "pv_max": 8, "lines": [{**KNIFE, "base_series": [6, 6]}]}
    assert won(twice) < won(twice, rule_shock=False)
    npc = {**twice, "is_pc": False}
    assert won(npc) == pytest.approx(won(npc, rule_shock=False, rule_thresholds=False))
    assert won(npc, npc_shock=True) < won(npc)
    assert won({**npc, "no_shock": True}, {**B, "no_shock": True}, npc_shock=True) == pytest.approx(won(npc))


def test_only_player_characters_agonise():
    """D100-HEALTH-02, D100-HEALTH-06."""
    usual = weighed([A], [B])
    assert {"dying", "out_of_action"} < set(of(usual, "A"))
    assert not {"dying", "out_of_action", "stable"} & set(of(usual, "B"))
    assert "dying" not in of(weighed([A], [B], rule_agony=False), "A")
    assert "dying" in of(weighed([A], [{**B, "uses_agony": True}]), "B")


def test_the_dying_live_or_die_by_themselves_where_nobody_comes():
    """D100-HEALTH-06, D100-ODDS-07: the fight is no longer for it, and nobody is left dying."""
    left, alone = weighed([A], [B]), weighed([A], [B], alone=True)
    assert "dying" not in of(alone, "A")
    assert of(alone, "A")["stable"] + of(alone, "A")["dead"] == pytest.approx(
        of(left, "A")["dying"] + of(left, "A").get("dead", 0)
    )
    assert alone.mean_rounds == pytest.approx(left.mean_rounds)
    # From −1 a dying body has nine throws of the d10.
    low = {**A, "pv_max": 1}
    weak = {**B, "lines": [{**KNIFE, "damage": "2", "damage_bonus": 0, "threat_min": 20, "multiplier": 1}]}
    stays, goes = of(weighed([low], [weak]), "A"), of(weighed([low], [weak], alone=True), "A")
    assert goes["stable"] == pytest.approx(stays["dying"] * (1 - 0.9**9))


def test_massive_damage_kills_where_the_table_wants_it():
    """D100-HEALTH-05: ten points at once, and a CON test at 10."""
    axe = {**B, "lines": [{**KNIFE, "damage": "12"}]}
    strong = {**A, "pv_max": 30}
    usual, harsh = (weighed([strong], [axe], rule_massive_damage=massive) for massive in (False, True))
    assert of(harsh, "A").get("dead", 0) > of(usual, "A").get("dead", 0)
    tough = weighed([{**strong, "con_modifier": 8}], [axe], rule_massive_damage=True)
    assert of(tough, "A")["dead"] < of(harsh, "A")["dead"]


def test_the_surprised_lose_a_round_in_which_the_others_do_one_thing():
    """D100-CBT-08, D100-DEF-02."""
    assert won(A, {**B, "surprised": True}) > won(A) > won({**A, "surprised": True})
    made = fight([{**A, "lines": [{**KNIFE, "base_series": [8, 3]}]}], [{**B, "surprised": True}])
    first = chosen(made, 0, surprise=True)
    assert isinstance(first, PlannedAct)
    assert isinstance(first.given, Shots)
    assert first.given.scores == ((8,),)
    assert first.turn.left == 1


def test_cover_helps_whoever_stays_behind_it():
    """D100-MISS-17: in Defence, and in Réflexes against bursts."""
    shooter = {**A, "lines": [GUN]}
    assert won(shooter, {**B, "cover": "half"}, 4) <= won(shooter, B, 4)
    made = fight([shooter], [{**B, "cover": "three_quarters"}], 10)
    act = chosen(made, 0)
    assert isinstance(act, PlannedAct)
    assert act.given.given.defence == 19  # type: ignore[union-attr]
    charges = chosen(made, 1)
    assert (charges.mine.stands, charges.mine.cover) == (0, "none")
    field = made._field(made.start)
    dodging = dodging_of(field, made.profiles[0].arms[0], 1, Reach(difficulty=12, failed=None, saved=None))
    assert dodging.target.reflex_mods == (4,)


def test_whoever_runs_is_gone_a_round_later():
    """D100-DEF-03, D100-HEALTH-04."""
    result = weighed([{**A, "tactics": {"withdraw_at": "half"}}], [B])
    assert of(result, "A")["away"] > 0.1
    assert of(result, "A").get("dying", 0) < of(weighed([A], [B]), "A")["dying"]


def test_two_who_cannot_hit_each_other_do_not_fight_for_ever():
    """D100-TEST-04: a 20 is only a number, unless the table wants more."""
    far = {"defence": 40, "defence_flat": 40}
    assert weighed([{**A, **far}], [{**B, **far}]).undecided == 1
    assert weighed([{**A, **far}], [{**B, **far}], nat20_auto_success=True).undecided == 0


def test_a_fight_that_nothing_can_end_is_told_as_such():
    """D100-PROT-03: hits that never hurt."""
    stone = {"protections": [{"against": ["everything"], "protection_kind": "immune"}]}
    result = weighed([{**A, **stone}], [{**B, **stone}])
    assert result.unfinished == pytest.approx(1)
