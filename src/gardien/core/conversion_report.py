"""A sheet brought over from another game, in words: where each value comes from, and what was lost on the way."""

from typing import Any

from msgspec import Struct

from gardien.core.conversion import Carried, Converter, Valued, words
from gardien.core.system import System
from gardien.core.telling import sum_said, value_said
from gardien.core.terms import HARD, MINUS, THIN, Language, number, phrase


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


class ReportWriter:
    """Says what was brought over, in one language."""

    def __init__(self, system: System, converter: Converter, language: Language) -> None:
        self.system = system
        self.found = converter
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
        known = words(self.system).get("loss", {})
        colon = f"{HARD}: " if self.language == "fr" else ": "
        losses = []
        for one in carried.lost:
            head = " ".join(part for part in (self._path(one.what), self._came(one.what, one.came)) if part)
            losses.append(Loss(f"{head}{colon}{known[one.why][self.language]}", one.rule))
        return losses

    def source_name(self) -> str:
        entry = words(self.system).get("source", {}).get(self.found.source)
        return str(entry[self.language]) if entry else self.found.source

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
        """The inputs behind a value, or the sum that it is."""
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
