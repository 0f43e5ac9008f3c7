"""Exact chances in words: « Réussite : 41,7 % (5/12). »"""

from fractions import Fraction

from gardien.core.telling import Report
from gardien.core.terms import percent
from gardien.core.wording import chance_text, count_of, label, mean_said, odds_label, start
from gardien.systems.yacdha.words.throws import margin_text


def _line(report: Report, *keys: str) -> str:
    """Several chances on one line."""
    parts = [
        f"{odds_label(report, key)}{report.colon} {chance_text(report, getattr(report.outcome, key))}" for key in keys
    ]
    return start(" · ".join(parts)) + "."


def _mean_line(report: Report, key: str) -> str:
    return f"{start(label(report, key))}{report.colon} {mean_said(report, getattr(report.outcome, key))}."


def odds_action(report: Report) -> list[str]:
    """Success, and every margin that can occur."""
    possible = [(int(margin), Fraction(text)) for margin, text in report.outcome.margins.items() if text != "0"]
    parts = [
        f"{margin_text(report, margin)}{report.colon} {percent(chance, report.language)}" for margin, chance in possible
    ]
    margins = [f"{start(label(report, 'margin'))} {' · '.join(parts)}."] if parts else []
    return [_line(report, "success"), *margins]


def odds_forced(report: Report) -> list[str]:
    """What a forced die costs."""
    return [_line(report, "check", "rise")]


def odds_gauge(report: Report) -> list[str]:
    """How fast a gauge reaches 6."""
    outcome = report.outcome

    def checks(count: int) -> str:
        return count_of(report, count, ("jet", "jets"), ("check", "checks"))

    within = report.pick(f"en {checks(report.given.checks)}", f"within {checks(report.given.checks)}")
    reached = (
        f"{start(odds_label(report, 'reach_six'))} {within}{report.colon} {chance_text(report, outcome.reach_six)}."
    )
    half = checks(outcome.first_n_at_half)
    even = report.pick(f"Une chance sur deux au bout de {half}.", f"An even chance after {half}.")
    values = [
        f"{value}{report.colon} {percent(Fraction(text), report.language)}"
        for value, text in outcome.distribution.items()
        if text != "0"
    ]
    return [
        reached,
        _mean_line(report, "mean_checks"),
        even,
        f"{report.pick('Jauge à', 'Gauge at')} {' · '.join(values)}.",
    ]


def odds_risk(report: Report) -> list[str]:
    """What an act may cost its author."""
    keys = ("success", "check", "rise", "reach_six") if report.given.forced else ("success", "rise", "reach_six")
    return [_line(report, *keys), _mean_line(report, "mean_increase")]


def odds_attack(report: Report) -> list[str]:
    """To hit, to hurt, to kill."""
    return [_line(report, "hit", "critical", "kill"), _mean_line(report, "mean_trauma")]


def odds_duel(report: Report) -> list[str]:
    """Who is left after one round."""
    return [_line(report, "a_dies", "b_dies"), _line(report, "both_die", "exactly_one_dies", "none_dies")]


def odds_chase(report: Report) -> list[str]:
    """To escape, and to tie."""
    return [_line(report, "escape", "tie")]


def odds_compete(report: Report) -> list[str]:
    """Whether the first throw decides, and each side's chance."""
    sides = []
    for at, (pool, chance) in enumerate(zip(report.given.pools, report.outcome.wins, strict=True), 1):
        dice = count_of(report, pool, ("dé", "dés"), ("die", "dice"))
        sides.append(f"{report.pick('camp', 'side')} {at} ({dice}){report.colon} {chance_text(report, chance)}")
    return [_line(report, "unique_winner"), start(" · ".join(sides)) + "."]
