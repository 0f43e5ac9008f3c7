"""Exact chances of what takes its time (ODDS-04)."""

from fractions import Fraction

from gardien.core.telling import Told
from gardien.core.wording import said, start, word


def _row(told: Told, *chances: tuple[str, str]) -> str:
    return f"{start(' · '.join(f'{name}{told.colon} {said(told, text)}' for name, text in chances))}."


def odds_withdrawal(told: Told) -> list[str]:
    """« Un test réussi : 55 % (11/20) · tous réussis : 9,2 %. »"""
    outcome = told.outcome
    one, every = told.pick("un test réussi", "one test passed"), told.pick("tous réussis", "all passed")
    return [_row(told, (one, outcome.p_each), (every, outcome.p_all_passed))]


def odds_disease(told: Told) -> list[str]:
    """« Un test raté : 40 % (2/5) · niveau 2 atteint : 30 % · guérison : 52 %. »"""
    given, outcome = told.given, told.outcome
    level = told.number(given.level_at_least)
    return [
        _row(
            told,
            (told.pick("un test raté", "one test failed"), outcome.p_fail_each),
            (told.pick(f"niveau {level} atteint", f"level {level} reached"), outcome.p_level_reached),
            (told.pick("guérison", "cured"), outcome.p_cured),
        )
    ]


def odds_decrypt(told: Told) -> list[str]:
    """« Un jour : 10 % (1/10) · une heure : 10 % (1/10) · dix minutes : 80 % (4/5). »"""
    found = told.outcome.distribution
    return [_row(told, *((word(told, "time", key), text) for key, text in found.items() if Fraction(text)))]
