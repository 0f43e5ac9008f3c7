"""A sheet brought over from another game, in words: where each value comes from, and what was lost on the way."""

from fractions import Fraction
from typing import Any

from msgspec import Struct

from gardien.core.conversion import Carried, Converter, Measured, Valued, converter, sources, words
from gardien.core.system import System, find
from gardien.core.telling import sum_said, value_said
from gardien.core.terms import HARD, MINUS, THIN, Language, number, percent, phrase
from gardien.core.yardstick import notions


class Line(Struct, frozen=True):
    """One value: what it is called, what it comes to, where it comes from, the rule."""

    label: str
    value: str
    source: str
    rule: str


class Group(Struct, frozen=True):
    """Values that stand together on the sheet; those that stand alone have no title."""

    title: str
    lines: tuple[Line, ...]


class Loss(Struct, frozen=True):
    """What has no place, in a sentence, and the rule that says so."""

    text: str
    rule: str = ""


def source_names(system: System, language: Language) -> list[str]:
    """The games whose sheets a game takes in, by their names."""
    ways = [converter(one, system.key) for one in sources(system)]
    return [ReportWriter(system, one, language).source_name() for one in ways]


class ReportWriter:
    """Says what was brought over, in one language."""

    def __init__(self, system: System, found: Converter, language: Language) -> None:
        self.system = system
        self.found = found
        self.language = language

    def groups(self, carried: Carried) -> list[Group]:
        """Every value, those of one field together."""
        alone: list[Line] = []
        grouped: dict[str, list[Line]] = {}
        for one in carried.values:
            head, _, entry = one.field.partition(".")
            line = Line(self._name(head, entry), self._value(head, one.value), self._source(one), one.rule)
            (grouped.setdefault(head, []) if entry else alone).append(line)
        titled = [Group(self._label(head), tuple(lines)) for head, lines in grouped.items()]
        return [*([Group("", tuple(alone))] if alone else []), *titled]

    def losses(self, carried: Carried) -> list[Loss]:
        """« Esquive 26 % : la Défense en tient lieu. »"""
        known = {**notions()["loss"], **words(self.system).get("loss", {})}
        colon = f"{HARD}: " if self.language == "fr" else ": "
        losses = []
        for one in carried.lost:
            what = one.what if one.why in notions()["loss"] else self._path(one.what)
            head = " ".join(part for part in (what, self._came(one.what, one.came)) if part)
            losses.append(Loss(f"{head}{colon}{known[one.why][self.language]}", one.rule))
        return losses

    def source_name(self) -> str:
        if self.found.home:
            return find(self.found.home).title
        entry = words(self.system).get("source", {}).get(self.found.source)
        return str(entry[self.language]) if entry else self.found.source

    def about(self) -> str:
        """By which way sheets of that game come over, in a sentence."""
        if not self.found.home:
            return str(
                words(self.system).get("source", {}).get(self.found.source, {}).get(f"about_{self.language}", "")
            )
        older = words(self.system).get("source", {}).get(self.found.dialect, {}).get(self.language, "")
        said = notions()["way"]["dialect" if self.found.dialect else "about"][self.language]
        return str(said).format(system=self.system.title, source=older)

    def _label(self, field: str) -> str:
        return self.system.terms.label(field, self.language)

    def _name(self, head: str, entry: str) -> str:
        """What a field or an entry of it is called; codes and what people wrote themselves stay as they are."""
        if not entry:
            return head if head.isupper() else self._label(head)
        if head in self.system.presentation.named:
            return self.system.presentation.named[head](entry, self.language)
        return entry if entry.isupper() else self._label(entry)

    def _value(self, head: str, value: Any) -> str:
        if isinstance(value, int) and not isinstance(value, bool):
            return number(value, self.language, signed=head in self.found.signed)
        if isinstance(value, str) and head in self.found.signed:
            return value.replace("-", MINUS)
        return value_said(self.system.terms, head, value, self.language)

    def _source(self, one: Valued) -> str:
        """The inputs behind a value, or the sum that it is; between games of the house, how it was found."""
        if one.measured is not None:
            return self._found(one.measured)
        head, _, entry = one.field.partition(".")
        alone = next(iter(one.came)) if len(one.came) == 1 else ""
        own = bool(alone) and alone.partition(".")[0] in (head, entry)
        if own and not one.parts and self._came(alone, one.came[alone]) == self._came(alone, one.value):
            return phrase("unchanged", self.language)
        if len(one.parts) < 2:
            came = ", ".join(self._input(path, value, own) for path, value in one.came.items())
            return came or phrase("as_a_rule", self.language)
        percents = [path for path in one.came if path.partition(".")[0] in self.found.percents]
        came = ", ".join(self._input(path, one.came[path], own) for path in percents)
        summed = sum_said(self.system.terms, one.parts, self.language, less=one.less)
        limited = one.limits and sum(part for _, part in one.parts) != one.value
        text = f"{summed} → {self._value(head, one.value)}" if limited else summed
        return f"{text} ({came})" if came else text

    def _found(self, measured: Measured) -> str:
        """« Tir 62 : 60 % là-bas (un test d’ADR), 58,3 % ici (une action), le plus proche »"""
        there, here = (percent(Fraction(one), self.language) if one else "" for one in (measured.there, measured.here))
        source = find(self.found.home)
        old, (head, _, entry) = words(source), measured.field.partition(".")
        return str(notions()["way"][measured.way][self.language]).format(
            name=ReportWriter(source, self.found, self.language)._name(head, entry),
            came=value_said(self.system.terms, "", measured.came, self.language),
            there=self._share(Fraction(measured.there)) if measured.way == "share" else there,
            here=here,
            task_there=self._task(old, measured.task_there),
            task_here=self._task(words(self.system), measured.task_here),
            kind=notions()["arm"].get(measured.notion, {}).get(self.language, ""),
        )

    def _share(self, share: Fraction) -> str:
        """A part of what an ordinary person has: « 120 % »."""
        return f"{number(round(share * 100), self.language)}{THIN if self.language == 'fr' else ''}%"

    def _task(self, book: dict[str, Any], key: str) -> str:
        return str(book["task"][key][self.language]) if key else ""

    def _input(self, path: str, value: Any, own: bool) -> str:
        """An input and, unless it speaks for itself, its name."""
        said = self._came(path, value)
        return said if own or isinstance(value, str) else f"{self._path(path)} {said}".strip()

    def _path(self, path: str) -> str:
        """What an input is called; a line of a list needs no name beside its own row."""
        head, _, entry = path.partition(".")
        return "" if entry[:1].isdecimal() else self._name(head, entry)

    def _came(self, path: str, value: Any) -> str:
        """An input as it was written."""
        if isinstance(value, list | tuple):
            return ", ".join(map(str, value))
        head = path.partition(".")[0]
        if isinstance(value, int) and not isinstance(value, bool) and head in self.found.percents:
            return f"{number(value, self.language)}{THIN if self.language == 'fr' else ''}%"
        return value_said(self.system.terms, head, value, self.language)
