"""The small grammar of both languages: elision, lists, counts, durations, and the typography of French.

Sentences are written here with plain spaces and apostrophes; `typeset` puts in the real ones, once, at the end.
"""

from collections.abc import Sequence

from gardien.core.telling import Report
from gardien.core.terms import HARD
from gardien.core.wording import count_of, join_list, label, start, thing_of

MOST_NAMED = 6  # a longer list of names is no longer read aloud
HOUR = 60

CERTAIN = ("réussite certaine, aucun dé n'est lancé", "certain success, no die is thrown")

# With its article, and the check, in French and in English.
GAUGES = {
    "madness": ("la folie", "jet de folie", "madness check"),
    "trauma": ("le trauma", "jet de trauma", "trauma check"),
}


def name_text(report: Report, name: str) -> str:
    """A name, or a word for somebody without one."""
    return name or report.who or report.pick("quelqu'un", "somebody")


def crew(report: Report, names: Sequence[str], body: tuple[str, str], *, one_body: bool = False) -> tuple[str, bool]:
    """Who, by name, or as a body when they are many; and whether the verb is in the singular."""
    if len(names) > MOST_NAMED:
        return report.pick(*body), one_body
    return join_list(report, [name_text(report, name) for name in names]), len(names) == 1


def months(report: Report, count: int) -> str:
    return count_of(report, count, ("mois", "mois"), ("month", "months"))


def lasting(report: Report, minutes: int | float) -> str:
    """A duration: « 20 min », « 1 h 30 »."""
    if minutes < HOUR or minutes != int(minutes):
        return f"{report.number(minutes)}{HARD}min"
    hours, rest = divmod(int(minutes), HOUR)
    if not rest:
        return f"{report.number(hours)}{HARD}h"
    return f"{report.number(hours)}{HARD}h{HARD}{rest:02}" + report.pick("", f"{HARD}min")


def longer(report: Report, minutes: int | float) -> str:
    """As much again: « 20 min de plus », “20 more minutes”."""
    if report.language == "en" and isinstance(minutes, int) and minutes < HOUR:
        return count_of(report, minutes, ("", ""), ("more minute", "more minutes"))
    return f"{lasting(report, minutes)} {report.pick('de plus', 'more')}"


def owned_field(report: Report, key: str, name: str) -> str:
    """A field and whose it is, at the start of a sentence: « Trauma de Liam », « Chance »."""
    word = label(report, key)
    return start(thing_of(report, (word, word), name))
