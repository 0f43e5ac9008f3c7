"""The small grammar of both languages: elision, lists, counts, durations, and the typography of French.

Sentences are written here with plain spaces and apostrophes; `typeset` puts in the real ones, once, at the end.
"""

from collections.abc import Sequence

from gardien.core.telling import Told, lower_first
from gardien.core.terms import HARD
from gardien.core.wording import of, start

MOST_NAMED = 6  # a longer list of names is no longer read aloud
HOUR = 60

NO_DIE = ("aucun dé n'est lancé", "no die is thrown")
CERTAIN = ("réussite certaine, aucun dé n'est lancé", "certain success, no die is thrown")

# With its article, and the check, in French and in English.
GAUGES = {
    "madness": ("la folie", "jet de folie", "madness check"),
    "trauma": ("le trauma", "jet de trauma", "trauma check"),
}


def owned(told: Told, thing: tuple[str, str], name: str) -> str:
    """Something and whose it is, if anybody's: « trauma de Liam », “Liam’s trauma”."""
    fr, en = thing
    if not name:
        return told.pick(fr, en)
    return told.pick(f"{fr} {of(name)}", f"{name}'s {en}")


def called(told: Told, name: str) -> str:
    """A name, or a word for somebody without one."""
    return name or told.who or told.pick("quelqu'un", "somebody")


def listed(told: Told, items: Sequence[object]) -> str:
    """« A, B et C »."""
    words = [str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {told.pick('et', 'and')} {words[-1]}"


def crew(told: Told, names: Sequence[str], body: tuple[str, str], *, one_body: bool = False) -> tuple[str, bool]:
    """Who, by name, or as a body when they are many; and whether the verb is in the singular."""
    if len(names) > MOST_NAMED:
        return told.pick(*body), one_body
    return listed(told, [called(told, name) for name in names]), len(names) == 1


def counted(told: Told, count: int, fr: tuple[str, str], en: tuple[str, str]) -> str:
    """A number with its unit, in the singular or the plural of the language."""
    several = count > 1 if told.language == "fr" else count != 1
    return f"{told.number(count)}{HARD}{told.pick(fr[several], en[several])}"


def months(told: Told, count: int) -> str:
    return counted(told, count, ("mois", "mois"), ("month", "months"))


def lasting(told: Told, minutes: int | float) -> str:
    """A duration: « 20 min », « 1 h 30 »."""
    if minutes < HOUR or minutes != int(minutes):
        return f"{told.number(minutes)}{HARD}min"
    hours, rest = divmod(int(minutes), HOUR)
    if not rest:
        return f"{told.number(hours)}{HARD}h"
    return f"{told.number(hours)}{HARD}h{HARD}{rest:02}" + told.pick("", f"{HARD}min")


def longer(told: Told, minutes: int | float) -> str:
    """As much again: « 20 min de plus », “20 more minutes”."""
    if told.language == "en" and isinstance(minutes, int) and minutes < HOUR:
        return counted(told, minutes, ("", ""), ("more minute", "more minutes"))
    return f"{lasting(told, minutes)} {told.pick('de plus', 'more')}"


def arrow(told: Told, before: int, after: int) -> str:
    """A change: « 2 → 3 »."""
    return f"{told.number(before)} → {told.number(after)}"


def label(told: Told, key: str) -> str:
    """A field's name inside a sentence."""
    return lower_first(told.terms.label(key, told.language))


def owned_field(told: Told, key: str, name: str) -> str:
    """A field and whose it is, at the start of a sentence: « Trauma de Liam », « Chance »."""
    word = label(told, key)
    return start(owned(told, (word, word), name))


def semicolon(told: Told) -> str:
    return told.pick(" ;", ";")


def ruled(text: str, rule: str) -> str:
    """A sentence with the rule it rests on."""
    return f"{text} [{rule}]"


def joined(*parts: str) -> str:
    """Sentences on one line, the empty ones left out."""
    return " ".join(part for part in parts if part)


def off_at_this_table(told: Told, what: tuple[str, str], option: str, rule: str) -> str:
    """The refusal of something the house rules leave out."""
    named = told.terms.say(told.terms.entry("option", option), told.language)
    return ruled(
        told.pick(
            f"{what[0]} à cette table (règles de la table, « {named} »).",
            f"{what[1]} at this table (house rules, “{named}”).",
        ),
        rule,
    )
