"""Telling: a result as sentences, an explanation as lines, odds as words. Games bring the sentences, this the frame."""

from collections.abc import Callable, Container, Iterable, Iterator
from typing import Any

from msgspec import Struct, to_builtins

from gardien.core.calling import Prepared, StepShown
from gardien.core.chance import Step
from gardien.core.interpreters.run import DieShown, Played, Waiting
from gardien.core.system import System
from gardien.core.terms import MINUS, Language, Terms, capitals, colon, number


class Report(Struct, frozen=True):
    """What a teller needs: what was given, what came out, which dice fell, and the language to say it in."""

    given: Any
    outcome: Any
    dice: tuple[DieShown, ...]
    language: Language
    terms: Terms
    who: str = ""  # the character who acts, when the caller knows the name

    def pick(self, fr: str, en: str) -> str:
        """The French or the English of a phrase."""
        return fr if self.language == "fr" else en

    def faces(self, label: str, purpose: str = "") -> list[int]:
        """What the dice of one kind showed."""
        return [die.value for die in self.dice if die.label == label and die.purpose == purpose]

    def word(self, field: str, value: str) -> str:
        """A word of the game as it stands inside a sentence."""
        return lower_first(self.terms.word(field, value, self.language))

    def number(self, value: int | float, signed: bool = False) -> str:
        return number(value, self.language, signed)

    @property
    def colon(self) -> str:
        return colon(self.language)


Teller = Callable[[Report], list[str]]
WAITING = ":waiting"  # what follows a procedure's key where a teller is for its pause


def tell(prepared: Prepared, played: Played, language: Language, who: str = "") -> list[str]:
    """The result in the game's own sentences; of a rule that waits, what is known so far.

    For that a game may have a teller of its own, listed as `attack:waiting`: its `told.outcome` is the `Waiting`.
    """
    tellers, key = prepared.system.words, prepared.procedure.key
    report = Report(prepared.given, played.outcome, played.dice, language, prepared.system.terms, who)
    if isinstance(played.outcome, Waiting):
        lines = tellers.get(f"{key}{WAITING}", _known_so_far)(report)
    else:
        lines = tellers[key](report)
    return _spoken_of(list(lines), prepared, who) if language == "fr" else list(lines)


def _spoken_of(lines: list[str], prepared: Prepared, who: str) -> list[str]:
    """The same lines, in which those who are called like somebody of the bestiary have an article."""
    from gardien.core.wording import TITLES, with_articles  # which is made for what is told here

    text, nouns = "\n".join(lines), prepared.system.terms.spoken_of
    if not any(one in text for one in (*nouns, *TITLES)):
        return lines
    called = {one for one in (who, *_texts(to_builtins(prepared.given))) if one and one in text}
    titled = {one: f"le {one}" for one in called if one.startswith(TITLES)}
    nouns = titled | {one: nouns[one] for one in called if one in nouns}
    return [with_articles(one, nouns) for one in lines] if nouns else lines


def _texts(value: Any) -> Iterator[str]:
    """Every text in a value."""
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        yield from _texts(one)


def _known_so_far(report: Report) -> list[str]:
    """Field by field what may be told, then what is still to be decided."""
    waiting: Waiting = report.outcome
    terms, language = report.terms, report.language
    known = [
        f"{terms.label(name, language)}{report.colon} {value_said(terms, name, value, language)}"
        for name, value in waiting.told.items()
        if not isinstance(value, dict | list | tuple) and value not in (None, "")
    ]
    label = lower_first(terms.label(waiting.field, language))
    open = f"{report.pick('À décider', 'To be decided')}{report.colon} {label}."
    return [*([f"{' · '.join(known)}."] if known else []), open]


def explain(system: System, procedure: str, steps: Iterable[Step | StepShown], language: Language) -> list[str]:
    """Every reason on a line: label, sum, value, rule."""
    return [_line(system, procedure, step, language) for step in steps]


def _line(system: System, procedure: str, step: Step | StepShown, language: Language) -> str:
    terms = system.terms
    mark = colon(language)
    value = value_said(terms, step.label, step.value, language)
    if len(step.parts) > 1:
        total = sum(part for _, part in step.parts)
        limited = f" → {value}" if step.limits and total != step.value else ""
        value = f"{sum_said(terms, step.parts, language, procedure, step.less)} = {number(total, language)}{limited}"
    elif [part for _, part in step.parts] == [step.value] and step.parts[0][0] != step.label:
        value = f"{value} ({lower_first(terms.label(step.parts[0][0], language, procedure))})"
    # whoever has no name is called by the input they stand in: “target”
    who = f"{terms.label(step.who, language, procedure)}, " if step.who else ""
    label = terms.label(step.label, language, procedure)
    return f"{who}{lower_first(label) if who else label}{mark} {value} [{step.rule}]"


def sum_said(
    terms: Terms, parts: Iterable[tuple[str, int]], language: Language, where: str = "", less: Container[str] = ()
) -> str:
    """A sum written out: « 15 (base) + 2 (DEX) − 1 (Échelle) »; what is taken off has its sign, nothing included."""
    written = ""
    for label, part in parts:
        sign = f" {MINUS} " if part < 0 or (not part and label in less) else " + "
        written += f"{sign}{number(abs(part), language)} ({lower_first(terms.label(label, language, where))})"
    return written.removeprefix(" + ").strip()


def value_said(terms: Terms, label: str, value: Any, language: Language) -> str:
    """A value of the game as a reader says it inside a line."""
    if isinstance(value, bool):
        return {"fr": ("non", "oui"), "en": ("no", "yes")}[language][value]
    if isinstance(value, int | float):
        return number(value, language)
    entry = terms.value(label, str(value))
    return lower_first(terms.say(entry, language)) if entry else str(value)


def lower_first(text: str) -> str:
    """A label inside a sentence: small letter, codes and the words that keep their capital left alone."""
    if text[1:2].isupper() or text.split(" ")[0] in capitals():
        return text
    return text[:1].lower() + text[1:]
