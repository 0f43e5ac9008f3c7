"""Fatigue, efforts, a chase on foot (FAT, FEAT-02, FEAT-07, P-EFF, P-CHASE)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.systems.cthulhud20 import pack
from systems.brute import Bench
from systems.cthulhud20.ledger import by_key
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("fatigue_malus", "effort", "chase")


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- the malus ----


@pytest.mark.parametrize("lost", range(20))
def test_the_fatigue_table_cell_by_cell(lost):
    """CD20-FAT-01: one for two, five at most."""
    assert picked("fatigue_malus", [], "pf_lost", "fatigue_malus", pf_max=30, pf=30 - lost) == (
        lost,
        -min(5, lost // 2),
    )


@pytest.mark.parametrize("pf", [0, -1, -9])
def test_none_left(pf):
    """CD20-FAT-03: whatever the table says."""
    assert outcome("fatigue_malus", pf_max=3, pf=pf)["fatigue_malus"] == -5


def test_what_fatigue_touches_and_what_not():
    """CD20-FAT-02: attacks, initiative, Reflexes, Strength, Dexterity and their skills."""
    rolls = ["melee", "ranged", "touch", "grapple", "initiative", "fort", "ref", "will"]
    rolls += ["str", "dex", "con", "int", "wis", "cha", *pack.skill_keys()]
    result = outcome("fatigue_malus", pf_max=10, pf=4, bonuses=dict.fromkeys(rolls, 5))["bonuses"]
    touched = {"melee", "ranged", "touch", "grapple", "initiative", "ref", "str", "dex"}
    touched |= {key for key in pack.skill_keys() if pack.skill(key).ability in ("str", "dex")}
    assert {key for key, bonus in result.items() if bonus == 2} == touched
    assert {key for key, bonus in result.items() if bonus == 5} == set(rolls) - touched


def test_rolls_must_exist_and_pf_fit():
    assert refused("fatigue_malus", pf_max=8, pf=9) == ("field/at_most", "pf")
    assert refused("fatigue_malus", pf_max=8, pf=7, bonuses={"spell": 1})[0] == "field/one_of"
    assert refused("fatigue_malus", pf_max=8) == ("field/missing", "pf")


# ---- efforts ----

EFFORTS = by_key(
    """
    light_effort      | violent   | 0
    sprint            | violent   | 1
    leap              | violent   | 1
    break_door        | violent   | 1
    heavy_lift        | violent   | 1
    long_melee        | violent   | 1
    breathless_sprint | violent   | 2
    fight_in_water    | violent   | 2
    foot_chase        | prolonged | 2
    run_five_minutes  | prolonged | 2
    forced_march      | prolonged | 1
    sleepless_night   | prolonged | 3
    day_without_food  | prolonged | 1
    day_without_water | prolonged | 3
    """.strip("\n ")
)


@pytest.mark.parametrize(("effort", "kind", "cost"), EFFORTS)
def test_every_effort_of_the_table(effort, kind, cost):
    """CD20-P-EFF-01, CD20-FEAT-02, CD20-FEAT-07: and what the feats make of it."""
    pf = int(cost)
    assert picked("effort", [], "kind", "cost", "pf_loss", effort=effort) == (kind, pf, pf)
    for feat, eases in (("endurance", "prolonged"), ("run", "violent")):
        result = picked("effort", [], "halved", "pf_loss", effort=effort, character={"feats": [feat]})
        assert result == (kind == eases, pf // 2 if kind == eases else pf)


def test_the_keeper_may_name_another_cost_or_kind():
    """CD20-FAT-04: a number alone is a prolonged effort."""
    assert picked("effort", [], "kind", "cost", effort="sprint", cost=3, kind="prolonged") == ("prolonged", 3)
    assert picked("effort", [], "kind", "cost", cost=3) == ("prolonged", 3)
    assert refused("effort") == ("field/missing", "cost")
    assert refused("effort", kind="violent") == ("field/missing", "cost")
    assert refused("effort", effort="swimming")[1] == "effort"


def test_the_least_that_a_halved_effort_costs():
    """CD20-FEAT-02: 1 becomes 0, or stays 1 by a house rule; 0 stays 0."""
    house = {"options": {"effort_min_one": True}}
    tough = {"character": {"feats": ["endurance"]}}
    assert [outcome("effort", cost=n, **tough)["pf_loss"] for n in range(6)] == [0, 0, 1, 1, 2, 2]
    assert [outcome("effort", cost=n, **tough, **house)["pf_loss"] for n in range(6)] == [0, 1, 1, 1, 2, 2]


def test_an_effort_may_be_the_last():
    """CD20-HP-05: one Fortitude save, and only when the PF cross 0."""
    tired = {"name": "Paul", "pf": 2, "fort": 1}
    result = outcome("effort", [14], character=tired, cost=3)
    assert (result["pf"], result["state"], result["prone"], result["faint_save_total"]) == (-1, "stunned", True, 15)
    assert [one[0] for one in bench.changes("effort", [14], character=tired, cost=3)] == ["pf", "state", "prone"]
    assert outcome("effort", character={"pf": 0}, cost=3)["faint_save_needed"] is False
    floor = {"options": {"pf_floor_zero": True}}
    assert outcome("effort", [14], character=tired, cost=3, **floor)["pf"] == 0
    assert outcome("effort", character={"pv": 0}, cost=1) == {"refused": "dead"}


@pytest.mark.parametrize("cost", [0, 1, 2, 3])
def test_odds_of_an_effort(cost):
    bench.assert_odds_agree("effort", character={"pf": 2, "fort": 3, "wounds": [{"gb": 2}]}, cost=cost)


# ---- a chase ----


@pytest.mark.parametrize(
    ("fugitive", "pursuer", "bonuses"),
    [
        ({}, {}, (0, 0)),
        ({"con": 12}, {"con": 15}, (1, 2)),
        ({"speed_m": 12}, {}, (2, 0)),
        ({"speed_m": 9}, {"speed_m": 11.9}, (0, 1)),
        ({"speed_m": 10.4}, {"speed_m": 9}, (0, 0)),
        ({"feats": ["run"]}, {"feats": ["endurance", "run"]}, (4, 4)),
        ({"pf": 3}, {"hampered_parts": ["head"]}, (0, -4)),
        ({"conditions": ["shaken"]}, {}, (-2, 0)),
    ],
)
def test_what_each_adds(fugitive, pursuer, bonuses):
    """CD20-P-CHASE-01: Constitution, a point for 1.5 m, four for one of the feats; fatigue does not weigh."""
    dice = [20, 1, 20, 1]
    told = bench.answer("chase", dice, fugitive={"name": "Thug", **fugitive}, pursuer={"name": "Paul", **pursuer})
    assert tuple(one.value for one in told.steps if one.label == "bonus") == bonuses
    assert [(die.who, die.purpose) for die in told.dice[:2]] == [("Thug", "chase"), ("Paul", "chase")]


def test_a_tie_goes_to_the_higher_bonus_or_to_nobody():
    """CD20-P-CHASE-01."""
    fields = ("result", "minutes", "fugitive_wins", "pursuer_wins", "cost")
    assert picked("chase", [7, 5, 9, 7], *fields, pursuer={"con": 14}) == ("caught", 2, 0, 2, 2)
    assert picked("chase", [7, 7, 9, 9], *fields, max_minutes=2) == ("undecided", 2, 0, 0, 2)
    assert picked("chase", [8, 7, 9, 9, 9, 8], *fields, max_minutes=3) == ("escaped", 3, 2, 0, 2)


def test_two_ahead_not_two_wins():
    """CD20-P-CHASE-01: minutes that each wins cancel out; the sixth minute costs again."""
    dice = [9, 1, 1, 9] * 2 + [9, 1, 9, 1]
    result = picked("chase", dice, "result", "minutes", "fugitive_wins", "pursuer_wins", "cost")
    assert result == ("escaped", 6, 4, 2, 4)


@pytest.mark.parametrize(("minutes", "cost"), [(1, 2), (4, 2), (5, 2), (6, 4), (10, 4), (11, 6)])
def test_two_pf_for_five_minutes_begun(minutes, cost):
    """CD20-P-CHASE-01, CD20-FEAT-02, CD20-FAT-04: Endurance halves it."""
    dice = [5, 5] * minutes
    result = outcome("chase", dice, pursuer={"feats": ["run"]}, fugitive={"feats": ["endurance"]}, max_minutes=minutes)
    assert (result["cost"], result["fugitive"]["pf_loss"], result["pursuer"]["pf_loss"]) == (cost, cost // 2, cost)


def test_both_may_collapse():
    """CD20-HP-05: the fugitive throws first."""
    runners = {"fugitive": {"name": "A", "pf": 1, "fort": 0}, "pursuer": {"name": "B", "pf": 2, "fort": 0}}
    told = bench.answer("chase", [9, 1, 9, 1, 20, 2], **runners)
    assert [die.who for die in told.dice[-2:]] == ["A", "B"]
    assert (told.outcome["fugitive"]["state"], told.outcome["pursuer"]["state"]) == ("stunned", "unconscious")
    assert [told.outcome[side]["faint_save_total"] for side in runners] == [20, 2]
    assert {(one.who, one.field) for one in told.changes} == {
        (who, field) for who, field in (("A", "pf"), ("B", "pf"), ("A", "state"), ("B", "state"))
    } | {("A", "prone"), ("B", "prone")}


def test_whoever_cannot_run_is_in_no_chase():
    assert refused("chase", fugitive={"pf": 0}) == ("field/not_allowed", "fugitive")
    assert refused("chase", pursuer={"pv": 0}) == ("field/not_allowed", "pursuer")
    assert refused("chase", max_minutes=0)[1] == "max_minutes"


def test_odds_of_one_minute():
    bench.assert_odds_agree("chase", pursuer={"con": 14}, max_minutes=1)


def test_odds_of_a_chase_by_hand():
    """CD20-P-CHASE-01: two even runners: 190 of 400 each, 20 of 400 nobody; a lead walks until two, or time is up."""
    step = {1: Fraction(190, 400), -1: Fraction(190, 400), 0: Fraction(20, 400)}
    mass, ended = {0: Fraction(1)}, {"escaped": Fraction(0), "caught": Fraction(0)}
    for _ in range(10):
        now: dict[int, Fraction] = {}
        for lead, chance in mass.items():
            for won, share in step.items():
                now[lead + won] = now.get(lead + won, Fraction(0)) + chance * share
        ended["escaped"] += now.pop(2, Fraction(0))
        ended["caught"] += now.pop(-2, Fraction(0))
        mass = now
    for result, chance in {**ended, "undecided": sum(mass.values())}.items():
        assert bench.chance("chase", "result", result) == chance


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1, 20), min_size=20, max_size=20), st.integers(-2, 6), st.integers(1, 10))
def test_a_chase_ends_when_it_must(faces, con, most):
    """CD20-P-CHASE-01: wins told, and nobody two ahead before the end."""
    pursuer = {"con": 10 + 2 * con}
    lead, minutes, wins = 0, 0, [0, 0]
    while abs(lead) < 2 and minutes < most:
        mine, other = faces[2 * minutes], faces[2 * minutes + 1] + con
        won = (mine > other) - (mine < other) or (con < 0) - (con > 0)
        lead, minutes = lead + won, minutes + 1
        wins[0] += won > 0
        wins[1] += won < 0
    fields = ("result", "minutes", "fugitive_wins", "pursuer_wins")
    result = "escaped" if lead == 2 else "caught" if lead == -2 else "undecided"
    # PF enough for any run
    runner = {"pf_max": 30, "pv_max": 30}
    answer = picked(
        "chase", faces[: 2 * minutes], *fields, fugitive=runner, pursuer={**runner, **pursuer}, max_minutes=most
    )
    assert answer == (result, minutes, *wins)
