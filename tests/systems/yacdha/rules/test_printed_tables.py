"""The printed tables cell by cell, and the tables the ledger derives, out of the very rules that play."""

from fractions import Fraction
from typing import Any, get_args

import pytest

from gardien.core.chance import call
from gardien.core.interpreters.odds import Odds, odds_of
from gardien.core.terms import exact
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.rules.combatants import Weapon
from gardien.systems.yacdha.rules.gauges import check
from gardien.systems.yacdha.rules.throws import ENDLESS, Facing, Fallen, Throw, judge, throw_dice
from systems.worked import number, table
from systems.yacdha.brute import chance, outcome, picked
from systems.yacdha.examples import percent

ACTIVE = {"kind": "active"}
COLUMNS = {
    "1dA": Throw(pool=1),
    "2dA": Throw(pool=2),
    "3dA": Throw(pool=3),
    "infinite": Throw(pool=ENDLESS),
    "2dA_lowest": Throw(pool=2, keep="lowest"),
    "2dA_lowest_plus_forced": Throw(pool=2, keep="lowest", forced=("",)),
}
ASKED = {
    "1dA": {"pool": 1},
    "2dA": {"pool": 2},
    "3dA": {"pool": 3},
    "infinite": {"pool": "infinite"},
    "2dA_lowest": {"pool": 2, "keep": "lowest"},
    "2dA_lowest_plus_forced": {"pool": 2, "keep": "lowest", "forced": 1},
}


def margins_of(throw: Throw) -> Odds[int]:
    """The margins of a throw as play would judge them."""

    def margin(fallen: Fallen) -> int:
        return judge(throw, fallen).margin

    return odds_of(call(throw_dice, throw)).by(margin)


def odds_action(**given: Any) -> dict[str, Any]:
    return outcome("odds_action", given)


def rows(id: str, *columns: str) -> list[tuple[Any, ...]]:
    return [tuple(row[column] for column in columns) for row in table("yacdha", id)]


@pytest.mark.parametrize(("low", "high", "key"), rows("YAC-TAB-01", "margin_min", "margin_max", "key"))
def test_table_1_what_a_search_finds(low: int, high: int, key: str) -> None:
    """YAC-TAB-01, YAC-INV-02: one die against opposition 0 shows each margin."""
    for margin in range(low, high + 1):
        assert picked("investigate", {}, [margin], "margin", "tier", "best_tier") == (margin, key, key)


@pytest.mark.parametrize("margin", range(-5, 1))
def test_table_1_a_failure_finds_nothing(margin: int) -> None:
    """YAC-TAB-01, YAC-INV-02."""
    given = {"opposition": ACTIVE}
    assert picked("investigate", given, [1, 1 - margin], "margin", "tier") == (margin, "none")


@pytest.mark.parametrize(("weapon", "ceiling"), rows("YAC-TAB-02", "weapon", "trauma_max"))
def test_table_2_weapons(weapon: str, ceiling: int) -> None:
    """YAC-TAB-02, YAC-COM-09: each weapon does its margin up to its ceiling."""
    shooter = {"id": "A", "action": "attack", "target": "B", "weapon": weapon}
    surprised = {"id": "B", "kind": "npc", "surprised": True}
    dealt = [
        picked("combat_round", {"combatants": [shooter, surprised]}, [face], "actions.0.trauma")[0]
        for face in range(1, 7)
    ]
    assert dealt == [min(face, ceiling) for face in range(1, 7)]


@pytest.mark.parametrize("row", pack.table("weapons", "weapon"), ids=lambda row: row.key)
def test_every_weapon_of_the_pack_strikes(row: pack.Weapon) -> None:
    """YAC-COM-09, M-03: with its own ceiling, and from as far as it reaches: nobody is clubbed while they run."""
    shooter = {"id": "A", "action": "attack", "target": "B", "weapon": row.key}
    surprised = {"id": "B", "kind": "npc", "surprised": True}
    given = {"combatants": [shooter, surprised]}
    assert picked("combat_round", given, [6], "actions.0.trauma") == (row.trauma_max,)
    fleeing = {"combatants": [shooter, {"id": "B", "kind": "npc", "action": "flee"}]}
    dice = [6, 6, 1] if row.mode == "ranged" else []
    assert picked("combat_round", fleeing, dice, "actions.0.automatic_failure") == (row.mode == "contact",)


def test_the_weapons_of_a_round_are_those_of_the_pack() -> None:
    """YAC-COM-09: none is forgotten, none is made up."""
    assert list(get_args(Weapon)[1].examples) == [row.key for row in pack.table("weapons", "weapon")]


@pytest.mark.parametrize(
    ("weapon", "tags", "trauma"), [("torch", [], 6), ("axe", [], 1), ("axe", ["fire"], 6), ("firearm", [], 3)]
)
def test_fire_is_a_bane_whoever_says_so(weapon: str, tags: list[str], trauma: int) -> None:
    """M-01, M-03: a torch burns by itself; what is on fire is said."""
    striker = {"id": "A", "action": "attack", "target": "B", "weapon": weapon, "tags": tags}
    thing = {"id": "B", "kind": "creature", "bane": ["fire"], "soak": 2, "surprised": True}
    assert picked("combat_round", {"combatants": [striker, thing]}, [6], "actions.0.trauma") == (trauma,)


@pytest.mark.parametrize(
    ("weapon", "tags", "trauma"), [("pistol", [], 0), ("firearm", [], 5), ("firearm", ["bullet"], 0), ("axe", [], 3)]
)
def test_the_printed_table_tells_of_no_nature(weapon: str, tags: list[str], trauma: int) -> None:
    """M-01, YAC-COM-09: what a printed weapon is made of is for people to say."""
    striker = {"id": "A", "action": "attack", "target": "B", "weapon": weapon, "tags": tags}
    thing = {"id": "B", "kind": "creature", "immune": ["bullet"], "surprised": True}
    assert picked("combat_round", {"combatants": [striker, thing]}, [6], "actions.0.trauma") == (trauma,)


@pytest.mark.parametrize(("low", "high", "key"), rows("YAC-TAB-03", "margin_min", "margin_max", "key"))
def test_table_3_degrees(low: int, high: int, key: str) -> None:
    """YAC-TAB-03, YAC-DEG-01: the qualifier of every margin that dice can bring."""
    for margin in range(low, high + 1):
        if margin == 6:
            answer = outcome("action", {"category": "mental"}, [6])
        else:
            result = max(1, 1 + margin)
            answer = outcome("action", {"category": "mental", "opposition": ACTIVE}, [result, result - margin])
        assert (answer["margin"], answer["degree"]) == (margin, key)


@pytest.mark.parametrize(
    ("value", "printed", "fraction", "key"), rows("YAC-TAB-04", "opposition", "printed_percent", "exact", "key")
)
def test_table_4_passive_opposition(value: int, printed: int, fraction: str, key: str) -> None:
    """YAC-TAB-04, YAC-OPP-01, YAC-GEN-03: by its value and by its word, in the odds and in play."""
    by_value, by_word = ({"kind": "passive", "value": value}, {"kind": "passive", "difficulty": key})
    assert odds_action(opposition=by_value)["success"] == fraction
    assert odds_action(opposition=by_word)["success"] == fraction
    assert exact(chance("action", {"category": "physical", "opposition": by_word}, "success")) == fraction
    assert percent(Fraction(fraction)) == printed


@pytest.mark.parametrize("level", [row["level"] for row in table("yacdha", "YAC-TAB-05")])
def test_table_5_each_level_shifts_the_throw_by_one(level: int) -> None:
    """YAC-TAB-05, YAC-OCC-02: six levels, 0 to 5, each with its word; the level is the bonus."""
    assert len(table("yacdha", "YAC-TAB-05")) == 6
    assert picked("action", {"category": "mental", "level": level}, [1], "level", "result") == (level, 1 + level)


MARGIN_CELLS = [
    (id, opposition, *row)
    for id, opposition in (("YAC-TAB-06", {"kind": "none"}), ("YAC-TAB-07", ACTIVE), ("YAC-TAB-08", ACTIVE))
    for row in rows(id, "margin", "column", "printed_percent", "exact", "rounded_half_up")
]


@pytest.mark.parametrize(("id", "opposition", "margin", "column", "printed", "fraction", "rounded"), MARGIN_CELLS)
def test_tables_6_to_8_margins(
    id: str, opposition: dict[str, str], margin: int, column: str, printed: int | str, fraction: str, rounded: int
) -> None:
    """YAC-TAB-06, YAC-TAB-07, YAC-TAB-08 (YAC-ODD-02, YAC-ODD-03, YAC-ODD-04, YAC-ODD-01), halves up (YAC-GEN-03)."""
    throw = COLUMNS[column]
    facing = Facing(opposition["kind"] == "active")
    met = Throw(pool=throw.pool, keep=throw.keep, forced=throw.forced, facing=facing)
    assert margins_of(met).chance(lambda found: found == margin) == Fraction(fraction)
    assert odds_action(**ASKED[column], opposition=opposition)["margins"][str(margin)] == fraction
    assert percent(Fraction(fraction)) == rounded
    assert printed == rounded if printed != "-" else fraction == "0"


def test_a_half_percent_is_rounded_up() -> None:
    """YAC-GEN-03: 12.5 prints as 13, twice; rounding to even would print 12."""
    halves = [row for row in MARGIN_CELLS if row[5] == "1/8"]
    assert [(row[0], row[2], row[3], row[4]) for row in halves] == [
        ("YAC-TAB-07", 3, "2dA", 13),
        ("YAC-TAB-08", -3, "2dA_lowest", 13),
    ]
    assert percent(Fraction(1, 8)) == 13
    assert round(12.5) == 12


@pytest.mark.parametrize(
    ("asked", "fraction", "printed"),
    [
        ({"pool": 1}, "5/12", 42),
        ({"pool": 2}, "125/216", 58),
        ({"pool": 3}, "95/144", 66),
        ({"pool": "infinite"}, "5/6", 83),
        ({"pool": 2, "keep": "lowest"}, "55/216", 25),
        ({"pool": 2, "keep": "lowest", "forced": 1}, "215/432", 50),
    ],
)
def test_success_against_an_active_opposition(asked: dict[str, Any], fraction: str, printed: int) -> None:
    """YAC-ODD-03, YAC-ODD-04: the sums under Tables 7 and 8."""
    assert odds_action(**asked, opposition=ACTIVE)["success"] == fraction
    assert percent(Fraction(fraction)) == printed


TABLE_9 = rows("YAC-TAB-09", "level", "opposition", "printed_percent", "exact", "rounded_half_up", "printed_is_right")


@pytest.mark.parametrize(("level", "value", "printed", "fraction", "rounded", "right"), TABLE_9)
def test_table_9_success_by_level(
    level: int, value: int, printed: int, fraction: str, rounded: int, right: bool
) -> None:
    """YAC-TAB-09, YAC-ODD-05: min(6, 6 − O + L)/6, in the odds and in play."""
    opposition = {"kind": "passive", "value": value}
    assert odds_action(level=level, opposition=opposition)["success"] == fraction
    played = {"category": "mental", "level": level, "opposition": opposition}
    assert exact(chance("action", played, "success")) == fraction == exact(Fraction(min(6, 6 - value + level), 6))
    assert percent(Fraction(fraction)) == rounded
    assert (printed == rounded) is right


def test_table_9_prints_two_wrong_cells() -> None:
    """YAC-TAB-09, YAC-ODD-05: 2/6 is 33 percent, printed as 34 at level 0 against 4 and at level 1 against 5."""
    wrong = [(level, value, printed, rounded) for level, value, printed, _, rounded, right in TABLE_9 if not right]
    assert wrong == [(0, 4, 34, 33), (1, 5, 34, 33)]


@pytest.mark.parametrize(
    ("start", "end", "rises", "printed", "mean"),
    rows("YAC-TAB-10", "from", "to", "chance", "mean_checks_printed", "mean_exact"),
)
@pytest.mark.parametrize("gauge", ["madness", "trauma"])
def test_table_10_rise_of_a_gauge(gauge: str, start: int, end: int, rises: str, printed: float, mean: str) -> None:
    """YAC-TAB-10, YAC-ODD-06, YAC-GAU-01, YAC-GAU-02: the same for madness and trauma."""
    steps = [
        odds_of(call(check, gauge, value, "", False)).chance(lambda one: one.raised) for value in range(start, end)
    ]  # type: ignore[arg-type]
    assert sum(1 / step for step in steps) == Fraction(mean) == number(printed)
    if rises != "-":
        assert steps == [Fraction(rises)]
        assert exact(chance("gauge_check", {"gauge": gauge, "value": start}, "raised")) == rises


@pytest.mark.parametrize(
    ("start", "mean", "half"), [(1, "137/10", 12), (2, "25/2", 11), (3, "11", 10), (4, "9", 7), (5, "6", 4)]
)
def test_how_many_checks_a_mind_bears(start: int, mean: str, half: int) -> None:
    """YAC-ODD-06, YAC-ODD-07: mean number of checks to 6, and the first number at an even chance."""
    result = outcome("odds_gauge", {"start": start})
    assert (result["mean_checks"], result["first_n_at_half"]) == (mean, half)
    before = outcome("odds_gauge", {"start": start, "checks": half - 1})["reach_six"]
    reached = outcome("odds_gauge", {"start": start, "checks": half})["reach_six"]
    assert Fraction(before) < Fraction(1, 2) <= Fraction(reached)


@pytest.mark.parametrize(
    ("checks", "printed", "fraction", "rounded"), rows("YAC-TAB-11", "n", "printed_percent", "exact", "rounded_half_up")
)
def test_table_11_losing_ones_mind(checks: int, printed: float, fraction: str, rounded: float) -> None:
    """YAC-TAB-11, YAC-ODD-07: the first cell prints one decimal, the others none (YAC-GEN-03)."""
    result = outcome("odds_gauge", {"start": 1, "checks": checks})
    assert result["reach_six"] == fraction == result["distribution"]["6"]
    assert percent(Fraction(fraction), decimals=1 if checks == 5 else 0) == number(printed) == number(rounded)


# --- what the ledger derives -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(1, 6))
@pytest.mark.parametrize("keep", ["highest", "lowest"])
@pytest.mark.parametrize("forced", [0, 1, 2])
def test_the_distribution_of_a_throw_in_closed_form(count: int, keep: str, forced: int) -> None:
    """YAC-ODD-01: P(K ≤ k) of the kept die, times (k/6)^f, then the level, cut at 6."""

    def kept_at_most(k: int) -> Fraction:
        return Fraction(k**count, 6**count) if keep == "highest" else 1 - Fraction((6 - k) ** count, 6**count)

    def raw_is(k: int) -> Fraction:
        above, below = (kept_at_most(n) * Fraction(n, 6) ** forced for n in (k, k - 1))
        return above - below

    for level in (0, 2):
        result = odds_action(pool=count, keep=keep, forced=forced, level=level)["margins"]
        results = {k: sum((raw_is(n) for n in range(1, 7) if min(6, n + level) == k), Fraction(0)) for k in range(1, 7)}
        assert {int(m): Fraction(c) for m, c in result.items() if int(m) > 0} == results
        assert [result[str(m)] for m in range(-5, 1)] == ["0"] * 6


@pytest.mark.parametrize(
    ("asked", "value", "fraction", "printed"),
    [
        ({"pool": 2, "keep": "lowest"}, 5, "1/36", 3),
        ({"pool": 2}, 1, "35/36", 97),
        ({"pool": 2, "forced": 1}, 1, "215/216", 100),
    ],
)
def test_chances_outside_the_printed_range_are_not_clamped(
    asked: dict[str, Any], value: int, fraction: str, printed: int
) -> None:
    """YAC-ODD-08: the text claims 17 to 83 percent for every throw that is not certain."""
    assert odds_action(**asked, opposition={"kind": "passive", "value": value})["success"] == fraction
    assert percent(Fraction(fraction)) == printed


@pytest.mark.parametrize(
    ("asked", "check_due", "given"),
    [
        ({"pool": 1}, "5/12", {}),
        ({"pool": 2}, "55/216", {"advantage": True}),
        ({"pool": 2, "keep": "lowest"}, "125/216", {"disadvantage": True}),
        ({"pool": "infinite"}, "0", None),
        ({"pool": "infinite", "keep": "lowest"}, "5/6", None),
    ],
)
def test_the_risk_of_a_forced_die(asked: dict[str, Any], check_due: str, given: dict[str, Any] | None) -> None:
    """YAC-ODD-09: P(forced > kept), times (6 − g)/6 for the rise."""
    for value in range(1, 6):
        rise = exact(Fraction(check_due) * Fraction(6 - value, 6))
        assert outcome("odds_forced", {**asked, "value": value}) == {"check": check_due, "rise": rise}
        if given is not None:
            played = {"category": "physical", "forced": True, "trauma": value, **given}
            assert exact(chance("action", played, "check_required")) == check_due
            assert exact(chance("action", played, "check_raised")) == rise


@pytest.mark.parametrize("count", range(1, 21))
def test_a_crowd_against_one_die(count: int) -> None:
    """YAC-ODD-10: (E[max of n] − 1)/6."""
    mean = sum(k * (Fraction(k**count) - (k - 1) ** count) / 6**count for k in range(1, 7))
    assert Fraction(odds_action(pool=count, opposition=ACTIVE)["success"]) == (mean - 1) / 6


def test_the_shortcut_of_a_mass_action_is_the_limit_of_ever_larger_crowds() -> None:
    """YAC-ODD-10, YAC-COO-07: each of 0 to 5 with chance 1/6; at ten dice the truth is three points below."""
    crowd = {"category": "physical", "opposition": ACTIVE, "mass_action": True, "members": [{"name": "crowd"}]}
    limit = odds_action(pool="infinite", opposition=ACTIVE)
    assert limit["margins"] == {str(m): "1/6" if 0 <= m <= 5 else "0" for m in range(-5, 7)}
    assert {m: exact(chance("cooperate", crowd, "margin", int(m))) for m in limit["margins"]} == limit["margins"]
    assert percent(Fraction(5, 6)) - percent(Fraction(odds_action(pool=10, opposition=ACTIVE)["success"])) == 3


@pytest.mark.parametrize(
    ("asked", "by_level"),
    [
        ({"pool": 2, "keep": "lowest"}, ["55/216", "5/12", "61/108", "149/216", "169/216", "5/6"]),
        ({"pool": 1}, ["5/12", "5/9", "2/3", "3/4", "29/36", "5/6"]),
        ({"pool": 2}, ["125/216", "25/36", "83/108", "175/216", "179/216", "5/6"]),
        ({"pool": 1, "forced": 1}, ["125/216", "25/36", "83/108", "175/216", "179/216", "5/6"]),
        ({"pool": 2, "forced": 1}, ["95/144", "245/324", "29/36", "119/144", "1079/1296", "5/6"]),
    ],
)
def test_active_opposition_by_level(asked: dict[str, Any], by_level: list[str]) -> None:
    """YAC-ODD-11."""
    assert [odds_action(**asked, level=level, opposition=ACTIVE)["success"] for level in range(6)] == by_level


ATTACKS: list[tuple[dict[str, Any], str, list[str], str]] = [
    ({}, "1", ["1", "11/6", "5/2", "10/3"], "1/3"),
    ({"opposition": ACTIVE}, "5/12", ["5/12", "25/36", "31/36", "35/36"], "1/36"),
    ({"advantage": True}, "1", ["1", "71/36", "103/36", "25/6"], "5/9"),
    ({"advantage": True, "opposition": ACTIVE}, "125/216", ["125/216", "215/216", "91/72", "35/24"], "11/216"),
    ({"disadvantage": True, "opposition": ACTIVE}, "55/216", ["55/216", "85/216", "11/24", "35/72"], "1/216"),
]


@pytest.mark.parametrize(("given", "hit", "means", "five"), ATTACKS)
def test_what_one_attack_does(given: dict[str, Any], hit: str, means: list[str], five: str) -> None:
    """YAC-ODD-12: five points kill an unhurt human."""
    for ceiling, mean in zip((1, 2, 3, 5), means, strict=True):
        result = outcome("odds_attack", {**given, "trauma_max": ceiling})
        assert (result["hit"], result["mean_trauma"]) == (hit, mean)
        assert result["kill"] == (five if ceiling == 5 else "0")


@pytest.mark.parametrize(("given", "hit", "means", "five"), ATTACKS)
def test_what_one_attack_does_in_a_round(given: dict[str, Any], hit: str, means: list[str], five: str) -> None:
    """YAC-ODD-12 out of the combat round itself: against somebody who dodges, or who is surprised."""
    dodges = "opposition" in given
    edge = {name: True for name in ("advantage", "disadvantage") if name in given}
    for ceiling, mean in zip((1, 2, 3, 5), means, strict=True):
        attacker = {"id": "A", "action": "attack", "target": "B", "trauma_max": ceiling, **edge}
        target = {"id": "B", "kind": "npc", "action": "dodge", "surprised": not dodges}
        given_round = {"combatants": [attacker, target]}
        after = {t: chance("combat_round", given_round, "after.B.trauma", t) for t in range(1, 7)}
        assert sum(p * (t - 1) for t, p in after.items()) == Fraction(mean)
        assert 1 - after[1] == Fraction(hit)
        assert chance("combat_round", given_round, "after.B.status", "dead") == (Fraction(five) if ceiling == 5 else 0)


@pytest.mark.parametrize(
    ("pursued", "pursuers", "escape"),
    [
        *((1, 1, "1/2"), (1, 2, "11/36"), (1, 3, "5/24"), (2, 1, "25/36"), (2, 3, "2183/5850")),
        *((3, 1, "19/24"), (3, 2, "3667/5850"), (2, 2, "1/2"), (3, 3, "1/2"), (20, 20, "1/2")),
    ],
)
def test_the_odds_of_a_chase(pursued: int, pursuers: int, escape: str) -> None:
    """YAC-ODD-13: P(win)/(1 − P(tie)), in the table and in play (YAC-CHA-04)."""
    assert outcome("odds_chase", {"pursued": pursued, "pursuers": pursuers})["escape"] == escape
    if pursued + pursuers < 10:
        flight = {
            "pursued": {"members": [{"name": f"f{n}"} for n in range(pursued)]},
            "pursuers": {"members": [{"name": f"h{n}"} for n in range(pursuers)]},
        }
        assert exact(chance("chase", flight, "escaped")) == escape


@pytest.mark.parametrize(("size", "escape", "tie"), [(1, "7/12", "1/6"), (3, "10073/15552", None)])
def test_a_tie_that_lets_the_pursued_go_favours_them(size: int, escape: str, tie: str | None) -> None:
    """YAC-CHA-04, YAC-ODD-13: with the option the advice of the source becomes true."""
    result = outcome("odds_chase", {"pursued": size, "pursuers": size, "options": {"chase_tie_escapes": True}})
    assert result["escape"] == escape
    assert tie is None or result["tie"] == tie


def test_the_risk_of_one_act() -> None:
    """YAC-ODD-14, summed by hand over kept die, forced die, opposition and check die; without luck."""
    stakes = [{"amount": "margin"}, {"amount": 2, "at_or_below": -2}, {"gauge": "madness", "amount": 6}]
    for value in (1, 4):
        sums = {"success": 0, "check": 0, "rise": 0, "reach_six": 0, "mean_increase": 0}
        for kept in range(1, 7):
            for forced in range(1, 7):
                for check_die in range(1, 7):
                    margin = min(6, max(kept, forced) + 1) - 4
                    increase = -margin + (2 if margin <= -2 else 0) if margin <= 0 else 0
                    increase += forced > kept and check_die > value
                    sums["success"] += margin >= 1
                    sums["check"] += forced > kept
                    sums["rise"] += increase > 0
                    sums["reach_six"] += value + increase >= 6
                    sums["mean_increase"] += increase
        expected = {name: exact(Fraction(total, 216)) for name, total in sums.items()}
        asked = {
            "forced": True,
            "level": 1,
            "opposition": {"kind": "passive", "value": 4},
            "stakes": stakes,
            "value": value,
        }
        assert outcome("odds_risk", asked) == expected


@pytest.mark.parametrize(
    ("pools", "unique", "wins"),
    [
        ([1, 1], "5/6", ["1/2", "1/2"]),
        ([1, 1, 1], "55/72", ["1/3", "1/3", "1/3"]),
        ([2, 3], "2925/3888", None),
        ([1, 2], "5/6", ["11/36", "25/36"]),
    ],
)
def test_the_odds_of_a_competition(pools: list[int], unique: str, wins: list[str] | None) -> None:
    """YAC-ODD-15, YAC-CMP-02: a single highest decides, those tied throw again."""
    result = outcome("odds_compete", {"pools": pools})
    assert Fraction(result["unique_winner"]) == Fraction(unique)
    assert wins is None or result["wins"] == wins
    assert sum(map(Fraction, result["wins"])) == 1
