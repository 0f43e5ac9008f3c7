"""Exact chances as answers of their own (ODDS), beside tables, formulas and a plain count of all throws."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quick import spent
from systems.operators.dicebox import chance, outcome, reasons, refused
from systems.operators.ledger import lines, printed

LEVELS = ("none", "superficial", "light", "grave", "dead")
BASES = ("standard", "difficult", "extreme")
DOUBLES = (11, 22, 33, 44, 55, 66, 77, 88)


def odds(procedure, **given):
    """The chances that an answer tells."""
    result = outcome(procedure, **given)
    return {name: Fraction(text) for name, text in result.items() if isinstance(text, str) and "/" in text}


def hundredths(chances, *names):
    return tuple(chances[name] * 100 for name in names)


# ---- tests ----

TESTS = """
5 | 25/2 | 15/1 | 5/0
8 | 40/3 | 24/2 | 8/0
10 | 50/4 | 30/2 | 10/0
11 | 55/5 | 33/3 | 11/1
13 | 65/5 | 39/3 | 13/1
15 | 75/6 | 45/4 | 15/1
18 | 90/8 | 54/4 | 18/1
20 | 98/8 | 60/5 | 20/1
25 | 98/8 | 75/6 | 25/2
"""


@pytest.mark.parametrize("row", lines(TESTS), ids=lambda row: row[0])
def test_the_table_of_test_odds(row):
    """OPS-ODDS-01, cell by cell: success and critical in a hundred."""
    for difficulty, cell in zip(BASES, row[1:], strict=True):
        result = odds("odds_test", score=int(row[0]), difficulty=difficulty)
        success, critical = map(int, cell.split("/"))
        assert hundredths(result, "success", "critical") == (success, critical)
        assert hundredths(result, "failure", "fumble") == (98 - success, 2)


@pytest.mark.parametrize("row", printed("OPS-TAB-18"), ids=lambda row: str(row[0]))
def test_the_table_of_targets(row):
    """OPS-TAB-18: the score itself is the target of an extreme test."""
    target, success, critical, failure, fumble = row
    result = odds("odds_test", score=target, difficulty="extreme")
    assert hundredths(result, "success", "critical", "failure", "fumble") == (success, critical, failure, fumble)


@given(score=st.integers(0, 200), difficulty=st.sampled_from(BASES))
def test_the_formula_of_test_odds(score, difficulty):
    """OPS-ODDS-01, OPS-TEST-05: min(p, 98), of which min(8, p div 11) critical."""
    target = score * {"standard": 5, "difficult": 3, "extreme": 1}[difficulty]
    result = odds("odds_test", score=score, difficulty=difficulty)
    assert hundredths(result, "success", "critical") == (min(target, 98), min(8, target // 11))
    assert result["success"] + result["failure"] + result["fumble"] == 1


@pytest.mark.parametrize(
    ("given", "options", "expected"),
    [
        ({"advantage": True}, {}, (100, 0, 0, 0)),
        ({"difficulty": "extreme", "steps": 1}, {}, (0, 0, 100, 0)),
        ({}, {"fumble_needs_failure": True}, (100, 8, 0, 0)),
    ],
)
def test_odds_at_the_ends(given, options, expected):
    """OPS-TEST-09, OPS-TEST-10, OPS-TEST-06 with fumble_needs_failure (score 20: 100)."""
    result = odds("odds_test", score=20, **given, options=options)
    assert hundredths(result, "success", "critical", "failure", "fumble") == expected


def test_odds_of_a_test_are_those_of_the_rule_that_plays():
    for result in ("critical", "fumble"):
        assert odds("odds_test", score=13)[result] == chance("test", "outcome", result, score=13)


# ---- attacks and holds ----


@pytest.mark.parametrize(
    ("given", "hit"),
    [
        ({}, Fraction(2379, 10_000)),
        ({"attack_advantage": True}, Fraction(3965, 10_000)),
        ({"defends": False}, Fraction(39, 100)),
        ({"defence_advantage": True}, Fraction(39, 100) * Fraction(35, 100)),
        ({"attack_grave": True}, Fraction(13, 100) * Fraction(61, 100)),
        ({"defence_grave": True}, Fraction(39, 100) * Fraction(87, 100)),
    ],
)
def test_attack_against_defence(given, hit):
    """OPS-ODDS-02: 13 against 13, and everything together is certain."""
    result = odds("odds_attack", attack_score=13, defence_score=13, **given)
    assert result["hit"] == hit
    assert result["hit"] + result["avoided"] + result["miss"] == 1
    attack = {"attack_advantage": 65, "attack_grave": 13}.get(next(iter(given), ""), 39)
    critical = Fraction(min(8, attack // 11), 100)
    assert result["critical_hit"] == critical * hit / Fraction(attack, 100)


@given(
    attack=st.integers(0, 40),
    dex=st.integers(0, 40),
    strength=st.integers(0, 40),
    flags=st.tuples(*[st.booleans()] * 4),
)
def test_a_hold_is_a_product_of_three(attack, dex, strength, flags):
    """OPS-ODDS-02, OPS-CBT-15."""
    wrestler, technique, struggler, defends = flags

    def passed(score, helped):
        return Fraction(min(98, score * (5 if helped else 3)), 100)

    expected = passed(attack, wrestler) * (1 - passed(strength, struggler))
    if defends:
        expected *= 1 - passed(dex, technique)
    result = odds(
        "odds_hold",
        attacker_FOR=attack,
        defender_DEX=dex,
        defender_FOR=strength,
        attacker_wrestler=wrestler,
        defence_advantage=technique,
        defender_wrestler=struggler,
        defends=defends,
    )
    assert result["held"] == expected


# ---- wounds ----


def counted_wound(target, threshold, armour, dice, flat, burst):
    """Every throw and every die by hand: levels, misses, and the sum of the damage."""
    ways, total, cases = Counter(), 0, 0
    for roll in range(1, 101):
        for faces in product(*(range(1, sides + 1) for sides in dice)):
            cases += 1
            if target is not None and (roll > target or roll >= 99):
                ways["miss"] += 1
                continue
            amount = sum(faces) + flat + (roll % 10 * flat if burst else 0)
            if target is not None and roll in DOUBLES:
                amount *= 2
            taken = max(0, amount - armour)
            total += taken
            at = 0 if not taken else 1 + (2 * taken >= threshold) + (taken >= threshold) + (taken >= 2 * threshold)
            ways[LEVELS[at]] += 1
    return {name: Fraction(count, cases) for name, count in ways.items()}, Fraction(total, cases)


@pytest.mark.parametrize("burst", [False, True])
@pytest.mark.parametrize("target", [None, 13, 39, 65, 120])
@pytest.mark.parametrize(("threshold", "armour"), [(13, 0), (13, 20), (9, 4)])
def test_odds_of_wounds_are_a_count_of_all_throws(target, threshold, armour, burst):
    """OPS-ODDS-03: an assault rifle, with misses and given a hit."""
    counts, mean = counted_wound(target, threshold, armour, (6,), 12, burst)
    given = {"weapon": "assault_rifle", "sb": threshold, "armour": armour, "burst": burst}
    given |= {} if target is None else {"target": target}
    result = odds("odds_wound", **given, given_hit=False)
    assert {name: result[name] for name in (*LEVELS, "miss")} == {
        name: counts.get(name, 0) for name in (*LEVELS, "miss")
    }
    assert result["mean_damage"] == mean
    hit = 1 - counts.get("miss", 0)
    given_hit = odds("odds_wound", **given)
    assert "miss" not in given_hit
    assert sum(given_hit[level] for level in LEVELS) == 1
    assert all(given_hit[level] * hit == counts.get(level, 0) for level in LEVELS)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"target": 65}, {"dead": "89.23", "grave": "10.77"}),
        ({}, {"dead": "88.33", "grave": "11.67"}),
        ({"armour": 20}, {"dead": "70.00", "grave": "10.00", "light": "6.67", "superficial": "3.33", "none": "10.00"}),
    ],
)
def test_the_bursts_of_the_ledger(given, expected):
    """OPS-ODDS-03: an assault rifle against SB 13, in percent with two decimals."""
    result = odds("odds_wound", weapon="assault_rifle", sb=13, burst=True, **given)
    assert {level: f"{float(result[level] * 100):.2f}" for level in expected} == expected
    assert sum(result[level] for level in LEVELS) == 1


def test_a_single_rifle_shot_is_grave_or_deadly():
    """OPS-ODDS-03: a plain hit is always grave, a critical always kills."""
    result = odds("odds_wound", weapon="assault_rifle", sb=13, target=65)
    assert (result["dead"], result["grave"]) == (Fraction(5, 65), Fraction(60, 65))


@pytest.mark.parametrize(
    ("given", "dice", "flat"),
    [
        ({"weapon": "axe", "damage_bonus": "1D3"}, (6, 6, 3), 0),
        ({"weapon": "pistol_large", "damage_bonus": "5D6"}, (6, 6), 6),
        ({"weapon": "pistol_medium", "burst": True}, (6,), 6),
        ({"custom_weapon": {"damage": "1D10+1"}}, (10,), 1),
    ],
)
def test_bonus_dice_count_except_for_firearms(given, dice, flat):
    """odds_wound: and a weapon that fires no bursts fires none here."""
    counts, mean = counted_wound(50, 12, 2, dice, flat, False)
    result = odds("odds_wound", sb=12, armour=2, target=50, given_hit=False, **given)
    assert all(result[level] == counts.get(level, 0) for level in LEVELS)
    assert result["mean_damage"] == mean


def test_house_rules_change_the_odds_of_wounds():
    """OPS-OPT-02, OPS-ARM-01, OPS-TEST-09, OPS-OPT-10."""
    given = {"weapon": "smg", "sb": 13, "armour": 4, "burst": True}
    plain = odds("odds_wound", **given)
    for options in (
        {"burst_divisor": 3},
        {"armour_per_bullet": True},
        {"auto_success_can_crit": True},
        {"hit_location": "all", "vital_zone_worsens": True},
    ):
        assert odds("odds_wound", **given, options=options) != plain, options


def test_an_impossible_hit_leaves_nothing_to_divide():
    """A target that no throw meets is no input: the lowest is 1."""
    assert refused("odds_wound", weapon="knife", sb=10, target=0)[1] == "target"
    assert refused("odds_wound", sb=10)[1] == "weapon"
    assert refused("odds_wound", sb=10, weapon="fork")[1] == "weapon"


# ---- places and magazines ----

PLACES = ("vital", "head", "right_arm", "left_arm", "torso", "right_leg", "left_leg")
LOCATED = """
13 | 2 | 1 | 2 | 2 | 4 | 1 | 1 | 13
39 | 4 | 3 | 4 | 4 | 13 | 7 | 4 | 39
65 | 7 | 5 | 7 | 7 | 22 | 11 | 6 | 65
98 | 10 | 5 | 10 | 10 | 35 | 15 | 13 | 98
150 | 10 | 5 | 10 | 10 | 35 | 15 | 13 | 98
– | 10 | 5 | 10 | 10 | 35 | 15 | 15 | 100
"""


@pytest.mark.parametrize("row", lines(LOCATED), ids=lambda row: row[0])
def test_the_table_of_places(row):
    """OPS-ODDS-04, cell by cell, and the rule that locates says the same."""
    target, *cells, total = row
    given = {} if target == "–" else {"target": int(target)}
    result = outcome("odds_location", **given)["locations"]
    for place, count in zip(PLACES, cells, strict=True):
        assert Fraction(result[place]) == Fraction(int(count), int(total))
    assert sum(Fraction(text) for text in result.values()) == 1
    throws = range(1, 101) if target == "–" else range(1, min(98, int(target)) + 1)
    places = Counter(outcome("locate_hit", roll=roll)["location"] for roll in throws)
    assert {place: int(cell) for place, cell in zip(PLACES, cells, strict=True)} == dict(places)


def test_the_head_may_be_part_of_the_vital_zone():
    """OPS-OPT-10 with location_11_15."""
    result = outcome("odds_location", options={"location_11_15": "vital"})["locations"]
    assert (Fraction(result["vital"]), Fraction(result["head"])) == (Fraction(15, 100), 0)


@pytest.mark.parametrize("target", [None, 1, 13, 39, 65, 98, 200])
@pytest.mark.parametrize("given_hit", [False, True])
def test_how_often_a_magazine_goes(target, given_hit):
    """OPS-ODDS-06, OPS-OPT-06: half of all throws, a little otherwise among those that hit."""
    given = {"given_hit": given_hit} | ({} if target is None else {"target": target})
    throws = range(1, 101) if target is None or not given_hit else range(1, min(98, target) + 1)
    same = [roll for roll in throws if (roll // 10) % 2 == roll % 2]
    assert odds("odds_reload", **given)["probability"] == Fraction(len(same), len(throws))


# ---- sums of dice ----


@pytest.mark.parametrize(
    ("given", "probability", "mean", "spread"),
    [
        ({"expression": "2D6+6", "at_least": 13}, Fraction(7, 12), 13, (8, 18)),
        ({"expression": "2D6", "at_least": 7, "at_most": 7}, Fraction(1, 6), 7, (2, 12)),
        ({"expression": "3D6", "at_most": 4}, Fraction(4, 216), Fraction(21, 2), (3, 18)),
        ({"expression": "1D100"}, 1, Fraction(101, 2), (1, 100)),
        ({"expression": "none"}, 1, 0, (0, 0)),
        ({"expression": "0", "at_least": 1}, 0, 0, (0, 0)),
        ({"expression": "1D6", "at_least": 5, "at_most": 2}, 0, Fraction(7, 2), (1, 6)),
    ],
)
def test_a_sum_of_dice(given, probability, mean, spread):
    """odds_roll."""
    result = outcome("odds_roll", **given)
    assert (Fraction(result["probability"]), Fraction(result["mean"])) == (probability, mean)
    assert (result["minimum"], result["maximum"]) == spread


@given(count=st.integers(1, 3), sides=st.sampled_from([3, 6, 10]), plus=st.integers(0, 9), low=st.integers(0, 40))
def test_sums_are_a_count_of_all_faces(count, sides, plus, low):
    totals = [sum(faces) + plus for faces in product(range(1, sides + 1), repeat=count)]
    result = odds("odds_roll", expression=f"{count}D{sides}+{plus}", at_least=low)
    assert result["probability"] == Fraction(sum(total >= low for total in totals), len(totals))
    assert result["mean"] == Fraction(sum(totals), len(totals))


@pytest.mark.parametrize("expression", ["", "6D", "D", "1D6+", "un dé"])
def test_what_are_no_dice(expression):
    assert refused("odds_roll", expression=expression)[1] == "expression"


# ---- the whole ----


@pytest.mark.parametrize(
    ("procedure", "given", "label"),
    [
        ("odds_test", {"score": 13}, "success"),
        ("odds_attack", {"attack_score": 13, "defence_score": 13}, "hit"),
        ("odds_hold", {"attacker_FOR": 13, "defender_DEX": 12, "defender_FOR": 12}, "held"),
        ("odds_wound", {"weapon": "assault_rifle", "sb": 13, "burst": True, "target": 65}, "dead"),
        ("odds_location", {"target": 65}, "vital_chance"),
        ("odds_reload", {"target": 65}, "probability"),
        ("odds_opposed", {"active_score": 13, "passive_score": 12}, "active"),
        ("odds_roll", {"expression": "5D6"}, "probability"),
    ],
)
def test_every_answer_gives_its_reason_and_is_quick(procedure, given, label):
    """Exact fractions with their stroke, in lowest terms; warm within 50 ms, the limit is generous."""
    (reason,) = reasons(procedure, **given)
    assert reason[0] == label
    result = outcome(procedure, **given)
    assert spent(lambda: outcome(procedure, **given)) < 0.5
    for text in result.values():
        if isinstance(text, str) and "/" in text:
            over, under = text.split("/")
            assert Fraction(text) == Fraction(int(over), int(under))
            assert Fraction(text).denominator == int(under)
