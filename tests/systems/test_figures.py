"""The figures that pages of rules print are those that the program answers, in both languages.

Each line below names a rule, and the figures that must stand in its text one after the other, worked out anew.
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from gardien.core.system import find
from gardien.core.terms import LANGUAGES, Language, nearest_whole
from systems.brute import Bench
from systems.worked import examples

YAC, OPS, D100, CD20 = (Bench(key) for key in ("yacdha", "operators", "d20d100", "cthulhud20"))
ACTIVE = {"opposition": {"kind": "active"}}
LOWEST = {"pool": 2, "keep": "lowest"}
PLACES = ("vital", "head", "right_arm", "left_arm", "torso", "right_leg", "left_leg")
SCENES = {one.id: one.given for one in examples("cthulhud20")}


def figures(text: str, language: Language) -> list[str]:
    """The numbers of a text in their order, fractions whole, with a point before decimals."""
    if language == "fr":
        text = re.sub(r"(?<=\d)[\u202f\u00a0](?=\d{3}\b)", "", text)
        text = re.sub(r"(?<=\d),(?=\d)", ".", text)
    else:
        text = re.sub(r"(?<=\d),(?=\d{3}\b)", "", text)
    return re.findall(r"\d+(?:\.\d+)?(?:/\d+)?", text)


def rounded(value: Fraction, places: int = 1) -> str:
    """A number with so many decimals, halves up, without a last zero."""
    whole = nearest_whole(value * 10**places)
    return f"{whole / 10**places:.{places}f}".rstrip("0").rstrip(".") if places else str(whole)


def percent(chance: Fraction | str, places: int = 1) -> str:
    return rounded(100 * Fraction(chance), places)


def both(*chances: str) -> list[str]:
    """Each as a fraction and in percent."""
    return [word for chance in chances for word in (chance, percent(chance))]


# ---- YACDHA ----


def success(**given: Any) -> str:
    return str(YAC.outcome("odds_action", **given)["success"])


def margins(cases: int, **given: Any) -> list[str]:
    """In how many of so many cases each margin from −5 to +5 comes."""
    chances = YAC.outcome("odds_action", **ACTIVE, **given)["margins"]
    return [str(Fraction(chances[str(one)]) * cases) for one in range(-5, 6)]


def attack(field: str, *ceilings: int, **given: Any) -> list[str]:
    return [str(YAC.outcome("odds_attack", trauma_max=one, **given)[field]) for one in ceilings]


def escape(pursued: int, pursuers: int) -> str:
    return str(YAC.outcome("odds_chase", pursued=pursued, pursuers=pursuers)["escape"])


def reached(start: int, checks: int) -> str:
    return str(YAC.outcome("odds_gauge", start=start, checks=checks)["reach_six"])


def yacdha() -> Iterable[tuple[str, list[str]]]:
    for dice in (2, 3):
        chances = YAC.outcome("odds_action", pool=dice)["margins"]
        yield "YAC-ODD-02", [chances[str(one)] for one in range(1, 7)]
    pools = [{"pool": 1}, {"pool": 2}, {"pool": 3}, {"pool": "infinite"}]
    yield "YAC-ODD-03", both(*(success(**ACTIVE, **one) for one in pools))
    for dice, cases in ((1, 36), (2, 216), (3, 1296)):
        yield "YAC-ODD-03", [*margins(cases, pool=dice), str(cases)]
    yield "YAC-ODD-04", both(success(**ACTIVE, **LOWEST), success(**ACTIVE), success(**ACTIVE, **LOWEST, forced=1))
    yield "YAC-ODD-04", [*margins(216, **LOWEST), "216", *margins(1296, **LOWEST, forced=1), "1296"]
    passive = [{"opposition": {"kind": "passive", "value": one}} for one in range(6)]
    yield "YAC-ODD-05", [percent(success(**one), 0) for one in passive[1:]]
    rises = [Fraction(YAC.outcome("odds_gauge", start=one)["distribution"][str(one + 1)]) for one in range(1, 6)]
    yield "YAC-ODD-06", [rounded(1 / one) for one in rises]
    means = [rounded(Fraction(YAC.outcome("odds_gauge", start=one)["mean_checks"])) for one in range(1, 6)]
    yield "YAC-ODD-06", [means[0], "1", *means[1:], "2", "3", "4", "5"]
    yield "YAC-ODD-07", [percent(reached(1, 5)), "5", *(percent(reached(1, one), 0) for one in range(6, 15)), "6", "14"]
    halves = [str(YAC.outcome("odds_gauge", start=one)["first_n_at_half"]) for one in range(1, 6)]
    yield "YAC-ODD-07", [halves[0], "1", *halves[1:], "2", "3", "4", "5", "3", "6", *both(reached(3, 3))]
    hampered, helped = success(**passive[5], **LOWEST), success(**passive[1], pool=2)
    yield "YAC-ODD-08", [*both(hampered), "5", *both(helped), "1", *both(success(**passive[1], pool=2, forced=1))]
    checks = [YAC.outcome("odds_forced", **one)["check"] for one in ({"pool": 1}, {"pool": 2}, LOWEST)]
    yield "YAC-ODD-09", both(*checks)
    yield "YAC-ODD-10", both(success(**ACTIVE, pool="infinite"))
    for throw in ({}, LOWEST, {"pool": 2}, {"forced": 1}, {"pool": 2, "forced": 1}):
        yield "YAC-ODD-11", [percent(success(**ACTIVE, **throw, level=one)) for one in range(6)]
    for given in ({}, {"advantage": True}, ACTIVE, {**ACTIVE, "advantage": True}, {**ACTIVE, "disadvantage": True}):
        yield "YAC-ODD-12", attack("mean_trauma", 1, 2, 3, 5, **given)
    kills = [attack("kill", 5, **one)[0] for one in ({}, ACTIVE)]
    kills += [attack("kill", 5, advantage=True, **one)[0] for one in ({}, ACTIVE)]
    yield "YAC-ODD-12", [kills[0], "0", *kills[1:], *attack("kill", 5, disadvantage=True, **ACTIVE)]
    yield "YAC-ODD-13", both(escape(1, 2), escape(1, 3), escape(2, 1), escape(2, 3), escape(3, 1), escape(3, 2))


# ---- Operators ----


def operators() -> Iterable[tuple[str, list[str]]]:
    for score in (5, 8, 10, 11, 13, 15, 18, 20, 25):
        levels = [OPS.outcome("odds_test", score=score, difficulty=one) for one in ("standard", "difficult", "extreme")]
        cells = ([str(100 * Fraction(one[end])) for end in ("success", "critical")] for one in levels)
        yield "OPS-ODDS-01", [str(score), *map("/".join, cells)]
    blows = [
        OPS.outcome("odds_attack", attack_score=13, defence_score=13, attack_advantage=one) for one in (False, True)
    ]
    yield "OPS-ODDS-02", [percent(blows[0]["hit"]), *figures("0,65 × 0,61", "fr"), percent(blows[1]["hit"])]
    burst = {"weapon": "assault_rifle", "sb": 13, "burst": True}
    for given, levels in (
        ({"target": 65}, ("dead", "grave")),
        ({}, ("dead", "grave")),
        ({"armour": 20}, ("dead", "grave", "light", "superficial", "none")),
    ):
        wounds = OPS.outcome("odds_wound", **burst, **given)
        yield "OPS-ODDS-03", [*map(str, given.values()), *(percent(wounds[one]) for one in levels)]
    for target, shots in ((13, 13), (39, 39), (65, 65), (98, 98), (None, 100)):
        given = {} if target is None else {"target": target}
        places = OPS.outcome("odds_location", **given)["locations"]
        yield "OPS-ODDS-04", [*(str(Fraction(places[one]) * shots) for one in PLACES), str(shots)]
    for shock in ("minor", "severe", "grave", "critical", "existential"):
        ends = OPS.outcome("odds_san", san=65, shock=shock)
        yield "OPS-ODDS-05", [percent(ends[one]) for one in ("control", "temporary", "indefinite")]
    yield "OPS-ODDS-05", [percent(ends["indefinite"]), percent(ends["permanent"])]
    yield "OPS-ODDS-06", [percent(OPS.outcome("odds_reload", given_hit=False)["probability"]), "100"]
    yield "OPS-ODDS-06", [percent(OPS.outcome("odds_drowning", CON=13, turns=one)["alive"]) for one in (1, 2, 3)]
    days = Fraction(OPS.outcome("odds_recovery", level="grave", CON=13)["expected_days"])
    yield "OPS-ODDS-06", [rounded(days), "13"]


# ---- d20/d100 ----


def practical(modifier: int, difficulty: int) -> str:
    return str(D100.outcome("odds_test", modifier=modifier, difficulty=difficulty)["practical_percent"])


def d20d100() -> Iterable[tuple[str, list[str]]]:
    modifiers = (-6, -2, 0, 5, 8, 10, 14)
    paper = [D100.outcome("odds_test", modifier=one, difficulty=15)["theoretical_percent"] for one in modifiers]
    pairs = zip(modifiers, paper, strict=True)
    yield "D100-ODDS-01", [str(number) for modifier, chance in pairs for number in (abs(modifier), chance)]
    yield "D100-ODDS-02", ["100", practical(14, 15), "20", str(int(practical(14, 15)) // 5)]
    ears = D100.outcome("odds_opposed", active_modifier=4, passive_modifier=-2)
    won, lost, neither = (400 * Fraction(ears[one]) for one in ("p_active", "p_passive", "p_none"))
    yield "D100-ODDS-03", [str(won), percent(ears["p_active"]), str(lost), str(neither)]
    even = Fraction(D100.outcome("odds_opposed", active_modifier=0, passive_modifier=0)["p_active"])
    yield "D100-ODDS-03", [str(400 * even), "400"]
    colt = D100.outcome("odds_attack", attack=7, defence=15, damage="1d10", multiplier=3)
    mean = rounded(Fraction(colt["expected_damage"]))
    yield "D100-ODDS-04", ["7", "15", percent(colt["p_hit"]), percent(colt["p_crit"]), mean]
    usual = ((5, 15), (10, 15), (-2, 15), (-6, 15), (-6, 10))
    shown = [word for one in usual[:4] for word in (str(abs(one[0])), practical(*one))]
    yield "D100-ODDS-05", [*shown, "10", "6", practical(*usual[4])]
    yield "D100-ODDS-05", [word for one in (10, 15, 20) for word in (practical(8, one), str(one))]
    yield "D100-ODDS-05", ["8", "15", percent(D100.outcome("odds_attack", attack=8, defence=15)["p_hit"])]
    yield "D100-ODDS-06", ["55", percent(D100.outcome("odds_san", san=55)["p_success"])]
    for pv in (-3, -5, -7, -9):
        yield "D100-ODDS-07", [str(-pv), percent(D100.outcome("odds_survival", pv=pv)["p_survive"])]
    yield "D100-ODDS-07", ["10", percent(D100.outcome("odds_survival", pv=-1)["p_survive"])]


# ---- Cthulhu d20 ----


def cthulhud20() -> Iterable[tuple[str, list[str]]]:
    first, both_shots = (
        CD20.outcome("odds_attack", **SCENES["CD20-EX-27"]),
        CD20.outcome("odds_attacks", **SCENES["CD20-EX-28"]),
    )
    shot = ("miss", "moderate", "grave", "critical", "mortal")
    yield "CD20-ODDS-01", [f"{20 * Fraction(first[one])}/20" for one in shot]
    critical = percent(both_shots["worst"]["critical"], 0)
    ends = [percent(both_shots[one], 0) for one in ("dead_or_critical", "dead_or_grave")]
    yield "CD20-ODDS-01", [both_shots["dead"], percent(both_shots["dead"], 0), critical, *ends]
    even = CD20.outcome("odds_attack", attack_bonus=10)
    yield "CD20-P-ODDS-01", [even[one] for one in ("miss", "grave", "critical", "severed", "mortal")]
    paul = CD20.outcome("odds_stabilise", **SCENES["CD20-EX-178"])
    yield "CD20-P-ODDS-02", ["8", "1", percent(paul["chance_stabilise"])]
    hard, easy = (CD20.outcome("odds_save", bonus=one, dc=15) for one in (-100, 100))
    yield "CD20-P-ODDS-03", [hard["chance"], easy["chance"]]


LINES = [
    (game, rule, wanted)
    for game, lines in (("yacdha", yacdha), ("operators", operators), ("d20d100", d20d100), ("cthulhud20", cthulhud20))
    for rule, wanted in lines()
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_figures_of_the_rules_are_those_of_the_program(language: Language) -> None:
    """Every rule of chances that prints a figure: YAC-ODD, OPS-ODDS, D100-ODDS, CD20-ODDS, CD20-P-ODDS."""
    wrong = []
    for game, rule, wanted in LINES:
        stands = figures(find(game).reference[rule].text(language), language)
        runs = (stands[at : at + len(wanted)] for at in range(len(stands)))
        if wanted not in runs:
            wrong.append((rule, wanted, stands))
    assert wrong == []
