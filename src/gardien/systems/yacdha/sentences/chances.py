"""Exact chances in words: « Réussite : 41,7 % (5/12). »"""

from fractions import Fraction

from gardien.core.telling import Told
from gardien.core.terms import percent
from gardien.core.wording import counted, label, mean_said, odds_label, said, start
from gardien.systems.yacdha.sentences.throws import margin_said


def _line(told: Told, *keys: str) -> str:
    """Several chances on one line."""
    parts = [f"{odds_label(told, key)}{told.colon} {said(told, getattr(told.outcome, key))}" for key in keys]
    return start(" · ".join(parts)) + "."


def _mean_line(told: Told, key: str) -> str:
    return f"{start(label(told, key))}{told.colon} {mean_said(told, getattr(told.outcome, key))}."


def odds_action(told: Told) -> list[str]:
    """Success, and every margin that can occur."""
    possible = [(int(margin), Fraction(text)) for margin, text in told.outcome.margins.items() if text != "0"]
    parts = [f"{margin_said(told, margin)}{told.colon} {percent(chance, told.language)}" for margin, chance in possible]
    margins = [f"{start(label(told, 'margin'))} {' · '.join(parts)}."] if parts else []
    return [_line(told, "success"), *margins]


def odds_forced(told: Told) -> list[str]:
    """What a forced die costs."""
    return [_line(told, "check", "rise")]


def odds_gauge(told: Told) -> list[str]:
    """How fast a gauge reaches 6."""
    outcome = told.outcome

    def checks(count: int) -> str:
        return counted(told, count, ("jet", "jets"), ("check", "checks"))

    within = told.pick(f"en {checks(told.given.checks)}", f"within {checks(told.given.checks)}")
    reached = f"{start(odds_label(told, 'reach_six'))} {within}{told.colon} {said(told, outcome.reach_six)}."
    half = checks(outcome.first_n_at_half)
    even = told.pick(f"Une chance sur deux au bout de {half}.", f"An even chance after {half}.")
    values = [
        f"{value}{told.colon} {percent(Fraction(text), told.language)}"
        for value, text in outcome.distribution.items()
        if text != "0"
    ]
    return [reached, _mean_line(told, "mean_checks"), even, f"{told.pick('Jauge à', 'Gauge at')} {' · '.join(values)}."]


def odds_risk(told: Told) -> list[str]:
    """What an act may cost its author."""
    keys = ("success", "check", "rise", "reach_six") if told.given.forced else ("success", "rise", "reach_six")
    return [_line(told, *keys), _mean_line(told, "mean_increase")]


def odds_attack(told: Told) -> list[str]:
    """To hit, to hurt, to kill."""
    return [_line(told, "hit", "critical", "kill"), _mean_line(told, "mean_trauma")]


def odds_duel(told: Told) -> list[str]:
    """Who is left after one round."""
    return [_line(told, "a_dies", "b_dies"), _line(told, "both_die", "exactly_one_dies", "none_dies")]


def odds_chase(told: Told) -> list[str]:
    """To escape, and to tie."""
    return [_line(told, "escape", "tie")]


def odds_compete(told: Told) -> list[str]:
    """Whether the first throw decides, and each side's chance."""
    sides = []
    for at, (pool, chance) in enumerate(zip(told.given.pools, told.outcome.wins, strict=True), 1):
        dice = counted(told, pool, ("dé", "dés"), ("die", "dice"))
        sides.append(f"{told.pick('camp', 'side')} {at} ({dice}){told.colon} {said(told, chance)}")
    return [_line(told, "unique_winner"), start(" · ".join(sides)) + "."]
