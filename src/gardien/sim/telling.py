"""A weighed fight or scenario as lines of text, with small bars."""

from fractions import Fraction
from math import log10, sqrt
from pathlib import Path
from typing import Any

from gardien.core.pack import load_toml
from gardien.core.system import find
from gardien.core.terms import THIN, Language, number, percent
from gardien.sim.fights import BudgetOdds, FightOdds

WIDTH = 24
LEAST_SHOWN = 0.005


def tell(result: FightOdds | BudgetOdds, language: Language) -> list[str]:
    """The result in lines for a terminal."""
    words = fight_words(result.system)
    lines = [result.title, ""] if result.title else []
    if isinstance(result, BudgetOdds):
        return lines + _budget(result, language, words)
    return lines + _fight(result, language, words)


def fight_words(system: str) -> dict[str, Any]:
    """The words of all fights, the game's own before them."""
    common, own = load_toml(Path(__file__).parent / "words.toml"), find(system).fights.words
    return {name: {**common.get(name, {}), **own.get(name, {})} for name in {**common, **own}}


def _fight(result: FightOdds, language: Language, words: dict[str, Any]) -> list[str]:
    def chance(value: float) -> str:
        shown = percent(_tidy(value), language)
        if result.method != "simulated":
            return shown
        if _tidy(value) in (0, 1):  # never or always among so few: the rule of three says what that leaves open
            bound = abs(_tidy(value) - max(Fraction(1, 1000), Fraction(min(3, result.runs), result.runs)))
            return str(phrase["always" if value > 0.5 else "never"]).format(chance=percent(bound, language))
        margin = 196 * sqrt(max(0.0, value * (1 - value)) / result.runs)
        return f"{shown} ± {number(round(margin, 2), language)}"

    phrase = {name: entry[language] for name, entry in words["phrase"].items()}
    method = words["method"][result.method][language]
    digits = int(-log10(result.error)) if result.error else 0
    told = method.format(states=number(result.states, language), runs=number(result.runs, language), digits=digits)
    lines = [told, ""]
    rows = [(phrase["wins"].format(side=side), value) for side, value in result.sides.items()]
    for name in ("nobody", "undecided", "unfinished"):
        value = getattr(result, name)
        if value > 0:
            rows.append((phrase[name].format(limit=number(result.limit, language)), value))
    lines += _bars(rows, chance)
    lines += ["", phrase["fighters"]]
    for fate in result.fighters:
        lines.append(f"  {fate.name} ({fate.side})")
        told = [(words["status"][status][language], value) for status, value in fate.statuses.items()]
        lines += ["  " + line for line in _bars(told, chance)]
        for measure, mean in fate.means.items():
            if measure in words.get("measure", {}):
                lines.append("    " + words["measure"][measure][language].format(mean=number(round(mean, 1), language)))
    for side, counts in result.survivors.items():
        lines += ["", phrase["survivors"].format(side=side)]
        lines += _bars([(str(count), value) for count, value in counts.items()], chance)
    lines += ["", phrase["rounds"].format(mean=number(round(result.mean_rounds, 2), language))]
    shown = [(phrase["round"].format(number=n), value) for n, value in enumerate(result.rounds) if value >= LEAST_SHOWN]
    rest = 1 - sum(value for _, value in shown)
    if rest >= LEAST_SHOWN:
        shown.append((phrase["more"], rest))
    lines += _bars(shown, chance)
    left_out = words.get("shop", {}).get("left_out")
    return [*lines, "", left_out[language]] if left_out else lines


def _budget(result: BudgetOdds, language: Language, words: dict[str, Any]) -> list[str]:
    phrase = {name: entry[language] for name, entry in words["budget"].items()}
    bands = {name: entry[language] for name, entry in words.get("band", {}).items()}
    steps = _steps(result, language, words)

    def chance(value: float) -> str:
        return percent(_tidy(value), language)

    def course(chances: list[str]) -> list[tuple[str, float]]:
        return [(steps[at], float(Fraction(one))) for at, one in enumerate(chances) if at and Fraction(one)]

    lines = [phrase["title"].format(checks=result.checks)]
    for one in result.characters:
        lost = percent(Fraction(one.lost[-1]), language)
        lines += ["", phrase["character"].format(name=one.name, start=one.start, chance=lost)]
        if one.marks:
            for mark, chances in one.marks.items():
                if sentence := course(chances):
                    lines += [f"  {words['mark'][mark][language]}", *("  " + line for line in _bars(sentence, chance))]
        else:
            lines += _bars(course(one.lost), chance)
        ends = [
            (phrase["end"].format(value=bands.get(band, band)), float(Fraction(share)))
            for band, share in one.distribution.items()
            if Fraction(share)
        ]
        if one.marks:
            mean = number(round(float(Fraction(one.mean)), 1), language)
            lines += [f"  {phrase['mean'].format(mean=mean)}", *("  " + line for line in _bars(ends, chance))]
        else:
            lines += _bars(ends, chance)
    mean = number(round(float(Fraction(result.mean_lost)), 2), language)
    nobody = percent(Fraction(result.nobody_lost), language)
    return [*lines, "", phrase["nobody"].format(chance=nobody, mean=mean)]


def _steps(result: BudgetOdds, language: Language, words: dict[str, Any]) -> list[str]:
    """How each moment of a scenario is called: checks by their number, what lies between them by its name."""
    names, checks = [""], 0
    for event in result.events:
        checks += not event
        text = words["event"][event][language] if event else words["budget"]["after"][language]
        names.append(text.format(number=checks))
    return names


def _tidy(value: float) -> Fraction:
    """A floating chance as a fraction, with the last digits' noise removed."""
    return Fraction(min(1.0, max(0.0, value))).limit_denominator(10**9)


def _bars(rows: list[tuple[str, float]], chance: Any) -> list[str]:
    """Label, bar and chance in columns."""
    width = max((len(label) for label, _ in rows), default=0)
    return [
        f"  {label:<{width}}  {'█' * round(value * WIDTH):<{WIDTH}}  {chance(value).replace(THIN, ' ')}".rstrip()
        for label, value in rows
    ]
