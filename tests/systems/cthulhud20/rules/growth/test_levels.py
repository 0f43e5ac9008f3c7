"""Levels: the table, one more of them, experience (P-LEVEL, P-XP, DEST-01, HP-01)."""

from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.brute import Bench
from systems.cthulhud20.ledger import lines, number
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("level_table", "level_up", "award_experience")
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
RAISING = (4, 8, 12, 16, 20)


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- the table ----

TABLE = """
1 | 0 | +1 | +0 | +2 | +0 | 2 | 0 | 4 | 2 | 1
2 | 1000 | +2 | +1 | +3 | +0 | 2 | 0 | 5 | 2.5 | 2
3 | 3000 | +3 | +1 | +3 | +1 | 3 | 0 | 6 | 3 | 3
4 | 6000 | +3 | +2 | +4 | +1 | 3 | 1 | 7 | 3.5 | 4
5 | 10000 | +4 | +2 | +4 | +1 | 3 | 1 | 8 | 4 | 5
6 | 15000 | +5 | +3 | +5 | +2 | 4 | 1 | 9 | 4.5 | 6
7 | 21000 | +6/+1 | +3 | +5 | +2 | 4 | 1 | 10 | 5 | 7
8 | 28000 | +6/+1 | +4 | +6 | +2 | 4 | 2 | 11 | 5.5 | 8
9 | 36000 | +7/+2 | +4 | +6 | +3 | 5 | 2 | 12 | 6 | 9
10 | 45000 | +8/+3 | +5 | +7 | +3 | 5 | 2 | 13 | 6.5 | 10
11 | 55000 | +9/+4 | +5 | +7 | +3 | 5 | 2 | 14 | 7 | 11
12 | 66000 | +9/+4 | +6/+1 | +8 | +4 | 6 | 3 | 15 | 7.5 | 12
13 | 78000 | +10/+5 | +6/+1 | +8 | +4 | 6 | 3 | 16 | 8 | 13
14 | 91000 | +11/+6/+1 | +7/+2 | +9 | +4 | 6 | 3 | 17 | 8.5 | 14
15 | 105000 | +12/+7/+2 | +7/+2 | +9 | +5 | 7 | 3 | 18 | 9 | 15
16 | 120000 | +12/+7/+2 | +8/+3 | +10 | +5 | 7 | 4 | 19 | 9.5 | 16
17 | 136000 | +13/+8/+3 | +8/+3 | +10 | +5 | 7 | 4 | 20 | 10 | 17
18 | 153000 | +14/+9/+4 | +9/+4 | +11 | +6 | 8 | 4 | 21 | 10.5 | 18
19 | 171000 | +15/+10/+5 | +9/+4 | +11 | +6 | 8 | 4 | 22 | 11 | 19
20 | 190000 | +15/+10/+5 | +10/+5 | +12 | +6 | 8 | 5 | 23 | 11.5 | 20
"""
ROWS = {int(row[0]): row for row in lines(TABLE)}


@pytest.mark.parametrize("level", ROWS)
@pytest.mark.parametrize(("option", "column"), [("offence", 2), ("defence", 3)])
def test_the_level_table_cell_by_cell(level, option, column):
    """CD20-P-LEVEL-01, CD20-DEST-01."""
    row = ROWS[level]
    assert outcome("level_table", level=level, combat_option=option) == {
        "base_attack": [number(one) for one in row[column].split("/")],
        "good_save": number(row[4]),
        "poor_save": number(row[5]),
        "feats_total": int(row[6]),
        "ability_increases": int(row[7]),
        "max_rank_core": int(row[8]),
        "max_rank_other": float(row[9]),
        "destiny_received": int(row[10]),
        "xp_needed": int(row[1]),
        "ca_bonus": 0,
    }


@pytest.mark.parametrize("level", range(1, 21))
def test_the_bonus_to_ca_is_a_house_rule(level):
    """CD20-P-LEVEL-02."""
    house = {"options": {"level_ac_bonus": True}}
    assert outcome("level_table", level=level, **house)["ca_bonus"] == level // 5
    assert outcome("level_table", level=level, combat_option="defence", **house)["ca_bonus"] == 2 + level // 5


def test_levels_go_from_one_to_twenty():
    assert refused("level_table") == ("field/missing", "level")
    assert refused("level_table", level=0)[1] == "level"
    assert refused("level_table", level=21)[1] == "level"


# ---- one more level ----


@pytest.mark.parametrize("level", range(1, 20))
@pytest.mark.parametrize("option", ["offence", "defence"])
def test_every_new_level_is_the_next_row(level, option):
    """CD20-P-LEVEL-01, CD20-DEST-01: with a feat every third, an ability every fourth level."""
    new = level + 1
    row = ROWS[new]
    given = {"character": {"level": level, "combat_option": option}, **({"ability": "cha"} if new in RAISING else {})}
    result = outcome("level_up", [3], **given)
    assert result == {
        "level": new,
        "base_attack": [number(one) for one in row[2 if option == "offence" else 3].split("/")],
        "good_save": number(row[4]),
        "poor_save": number(row[5]),
        "feat_gained": new % 3 == 0,
        "ability_gained": new in RAISING,
        "skill_points": 8,
        "destiny_received": new,
        "destiny_left": new,
        "san_gain": 3,
        "san": 53,
        **dict.fromkeys(("pv_max", "pf_max", "pv", "pf"), 8),
    }


@pytest.mark.parametrize("level", range(1, 20))
def test_a_level_is_earned_or_granted(level):
    """CD20-P-XP-01: as much experience as the row says, or the Keeper’s word."""
    needed = int(ROWS[level + 1][1])
    given = {"character": {"level": level}, **({"ability": "str"} if level + 1 in RAISING else {})}
    assert outcome("level_up", xp=needed - 1, **given) == {"refused": "not_enough_xp"}
    assert outcome("level_up", [1], xp=needed, **given)["level"] == level + 1
    assert outcome("level_up", [1], **given)["level"] == level + 1


def test_why_there_is_no_new_level():
    """CD20-P-LEVEL-01, CD20-HP-04: the first that applies."""
    assert outcome("level_up", character={"level": 20, "pv": 0}, xp=0) == {"refused": "level_20"}
    assert outcome("level_up", character={"level": 5, "pv": 0}, xp=0) == {"refused": "dead"}
    assert outcome("level_up", character={"level": 5}, xp=0) == {"refused": "not_enough_xp"}
    assert bench.changes("level_up", character={"level": 5}, xp=0) == []
    assert bench.reasons("level_up", character={"level": 20}) == [("refused", "level_20", "CD20-P-LEVEL-01")]


@pytest.mark.parametrize("level", range(1, 21))
def test_an_ability_is_named_when_it_rises_and_only_then(level):
    """CD20-P-ABIL-01."""
    if level + 1 in RAISING:
        assert refused("level_up", character={"level": level}) == ("field/missing", "ability")
    else:
        assert refused("level_up", character={"level": level}, ability="dex") == ("field/not_allowed", "ability")


@pytest.mark.parametrize(("con", "more"), [(10, 0), (11, 1), (12, 0), (13, 1), (1, 1), (17, 1)])
def test_points_move_with_constitution_alone(con, more):
    """CD20-HP-01: PV and PF by the change of the modifier, whatever is left of them; never by the level."""
    who = {"name": "Paul", "level": 3, "con": con, "pv": 2, "pf": 1}
    before = outcome("derived_values", character=who)
    result = outcome("level_up", [2], character=who, ability="con")
    assert (result["pv_max"], result["pf_max"]) == (before["pv_max"] + more, before["pf_max"] + more)
    assert (result["pv"], result["pf"]) == (2 + more, 1 + more)
    assert outcome("level_up", [2], character=who, ability="wis")["pv_max"] == before["pv_max"]
    written = {**who, "pv_max": 20, "pf_max": 15}
    assert picked("level_up", [2], "pv_max", "pf_max", character=written, ability="con") == (20 + more, 15 + more)


@pytest.mark.parametrize(("intellect", "points"), [(1, 4), (7, 7), (9, 8), (10, 8), (11, 9), (18, 12)])
def test_skill_points_of_a_level(intellect, points):
    """CD20-P-SKILL-02: with an Intelligence that has just risen."""
    assert outcome("level_up", [1], character={"level": 3, "int": intellect}, ability="int")["skill_points"] == points


def test_sanity_never_passes_its_limit():
    """CD20-P-SAN-06, CD20-P-SAN-01: the die is told as it fell; a higher Wisdom changes nothing of SAN."""
    deep = {"level": 1, "san": 88, "mythos_ranks": 10}
    assert picked("level_up", [6], "san_gain", "san", character=deep) == (6, 89)
    assert picked("level_up", [6], "san_gain", "san", character={"san": -4}) == (6, 2)
    assert outcome("level_up", [1], character={"level": 3, "wis": 11}, ability="wis")["san"] == 56


@pytest.mark.parametrize(
    ("who", "option", "received", "left"),
    [
        ({"level": 4, "destiny_spent": 3}, False, 5, 2),
        ({"level": 4, "destiny_spent": 5}, False, 5, 0),
        ({"level": 1, "destiny_spent": 5}, False, 2, 0),
        ({"level": 4, "npc": True}, False, 0, 0),
        ({"level": 4, "npc": True, "destiny_spent": 1}, True, 5, 4),
    ],
)
def test_a_new_point_of_destiny_and_never_an_old_one(who, option, received, left):
    """CD20-DEST-01, CD20-DEST-02."""
    options = {"npc_destiny": option}
    assert picked("level_up", [1], "destiny_received", "destiny_left", character=who, options=options) == (
        received,
        left,
    )


def test_what_a_sheet_keeps_of_a_level():
    """CD20-HP-01: the ability itself is written by whoever keeps the sheet."""
    paul = {"name": "Paul", "level": 3, "con": 13, "wis": 12, "pf": 7}
    assert bench.changes("level_up", [4], character=paul, ability="con") == [
        ("level", 3, 4, "Paul"),
        ("destiny_received", 3, 4, "Paul"),
        ("san", 60, 64, "Paul"),
        ("pv_max", 9, 10, "Paul"),
        ("pf_max", 9, 10, "Paul"),
        ("pv", 9, 10, "Paul"),
        ("pf", 7, 8, "Paul"),
    ]
    assert bench.thrown("level_up", [4], character=paul, ability="con") == [("d6", "san_gain")]


def test_odds_of_a_level():
    """CD20-P-SAN-06: six faces, fewer outcomes under the limit."""
    bench.assert_odds_agree("level_up", character={"level": 2, "san": 96})
    assert bench.chance("level_up", "san", 99, character={"san": 96}) == Fraction(4, 6)


# ---- experience ----


@given(st.integers(0, 30), st.integers(1, 20), st.integers(1, 8))
def test_experience_for_a_challenge(challenge, level, members):
    """CD20-P-XP-01: 300 a level, times the root of two for each level above, rounded down; shared equally."""
    with localcontext() as exact:
        exact.prec = 60
        root = Decimal(300 * level) * Decimal(2) ** (Decimal(challenge - level) / 2)
        total = 0 if challenge < level - 7 else int(root + Decimal("1e-30"))
    result = picked(
        "award_experience", [], "xp_total", "xp_each", challenge=challenge, group_level=level, members=members
    )
    assert result == (total, total // members)


@pytest.mark.parametrize(
    ("challenge", "level", "total"),
    [(1, 1, 300), (0, 1, 212), (3, 1, 600), (5, 4, 1697), (9, 9, 2700), (2, 9, 238), (1, 9, 0), (16, 1, 54305)],
)
def test_some_challenges(challenge, level, total):
    """CD20-P-XP-01: nothing from eight levels below on."""
    assert outcome("award_experience", challenge=challenge, group_level=level)["xp_total"] == total


def test_a_challenge_has_a_level_and_somebody_who_met_it():
    assert refused("award_experience", group_level=1) == ("field/missing", "challenge")
    assert refused("award_experience", challenge=1) == ("field/missing", "group_level")
    assert refused("award_experience", challenge=-1, group_level=1)[1] == "challenge"
    assert refused("award_experience", challenge=1, group_level=1, members=0)[1] == "members"
