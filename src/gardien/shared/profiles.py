"""Profiles of other games as people write them: « FOR 13 CON 12… », read where nothing has to be guessed.

Whatever is recognised is cut out of the text; the rest is told piece by piece, and kept among the notes.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from gardien.core.conversion import Taken
from gardien.core.terms import MINUS

CUT = "\x00"  # where something was taken out
LONGEST = 60  # letters of a name: a text without end must not be searched without end
DICE = r"\d{0,3}d\d{1,4}(?:\s?[+-]\s?\d{1,4}(?![d\d]))?"
COST = rf"(?:{DICE}|\d{{1,4}})"
HARM = rf"{DICE}(?:\s?\+\s?(?:{DICE}|bd\b|db\b|impact\b|bonus\b)){{0,4}}"
NOTHING = ("aucun", "aucune", "none", "nil", "neant", "rien")

PIECES = re.compile(rf"[{CUT},;|•]|\.\s+(?=[A-ZÀ-Ý])|\.\s*$")
FIRST = re.compile(
    rf"(?:(?:nom|name)\s*:)?\s*(?P<name>[^\W\d][^\d%{CUT},;:|(]*?)\s*(?:[{CUT},;|(]|\.?\s*$)", re.IGNORECASE
)


def search_key(text: str) -> str:
    """A name without its accents, capitals and signs, so that it is found however it was written."""
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", text) if not unicodedata.combining(sign))
    return " ".join(re.sub(r"[^a-z0-9]+", " ", bare.lower().replace("œ", "oe")).split())


def keys_by_name(rows: Iterable[Any]) -> dict[str, str]:
    """The keys of rows by whatever these are called; « Poings, pieds » has two names."""
    keys: dict[str, str] = {}
    for row in rows:
        for name in (row.key, row.fr, row.en, getattr(row, "fr_f", None) or row.fr):
            for one in (name, *name.split(",")):
                keys.setdefault(search_key(one), row.key)
    return keys


class Span:
    """A stretch of the text under one heading."""

    def __init__(self, section: str, left: str) -> None:
        self.section = section
        self.left = left


class Text:
    """A text from which what is recognised is cut out.

    `sections` are its headings as patterns, `lists` those under which every piece is an entry, `abroad` other codes of
    scores.
    """

    def __init__(
        self, text: str, sections: Mapping[str, str], lists: tuple[str, ...], abroad: Mapping[str, str]
    ) -> None:
        self.lists, self.abroad = lists, abroad
        heads = re.compile("|".join(rf"(?P<{key}>\b(?:{one})\s*:)" for key, one in sections.items()), re.IGNORECASE)
        plain = text.replace(MINUS, "-").replace("–", "-").replace("\u00a0", " ").replace("\u202f", " ")
        lines = [" ".join(line.split()) for line in plain.replace(CUT, " ").splitlines()]
        self.spans = [span for line in lines for span in _spans(line, heads)]
        self.given: dict[str, Any] = {}
        self.written: dict[str, str] = {}  # each input as it stood in the text

    def cut_out(self, pattern: str, take: Callable[[re.Match[str], str], bool]) -> None:
        """Cut out every place that `take` understands; it is told the heading."""
        compiled = re.compile(pattern, re.IGNORECASE)
        for span in self.spans:

            def instead(found: re.Match[str], section: str = span.section) -> str:
                return CUT if take(found, section) else found[0]

            span.left = compiled.sub(instead, span.left)

    def keep(self, field: str, value: Any, written: str) -> bool:
        """An input; one that is written a second time stays in the text."""
        if field in self.given:
            return False
        self.given[field], self.written[field] = value, written.strip(f" {CUT}")
        return True

    def number(self, field: str, words: str, after: str = r"(?![\d%d/]|\s*[%/])") -> None:
        """A number behind its name: « PV : 13 »."""
        pattern = rf"(?<![\w-])(?:{words})\s*[:=]?\s*(?P<number>\d{{1,3}}){after}"
        self.cut_out(pattern, lambda found, _: self.keep(field, int(found["number"]), found[0]))

    def codes(self, codes: str) -> None:
        """Scores behind their codes; « FOR 4D6+6 (20) » is worth 20."""

        def take(found: re.Match[str], _: str) -> bool:
            code = found["code"].upper()
            return self.keep(self.abroad.get(code, code), int(found["mean"] or found["number"]), found[0])

        value = rf"(?:{DICE}\s*\(?(?P<mean>\d{{1,3}})\)?|(?P<number>\d{{1,3}}))(?![\d%d/]|\s*%)"
        self.cut_out(rf"(?<![\w-])(?P<code>{codes})\s*[:=]?\s*{value}", take)

    def words(self, field: str, words: str, value: str, after: str = "") -> None:
        """A few signs behind their name: « Impact : +1D4 »."""
        pattern = rf"(?<![\w-])(?:{words})\s*[:=]?\s*(?P<value>{value}){after}"
        self.cut_out(pattern, lambda found, _: self.keep(field, re.sub(r"\s", "", found["value"]), found[0]))

    def read_name(self) -> None:
        """The first words of the text are a name, unless a heading stands before them."""
        first = next((span for span in self.spans if span.left.strip()), None)
        match = FIRST.match(first.left) if first and not first.section else None
        if first and match:
            self.keep("name", match["name"].strip(" ."), match["name"])
            first.left = CUT + first.left[match.end("name") :]

    def read_lists(self) -> list[str]:
        """What is left, piece by piece; lists under their headings go where they belong."""
        pieces = [(span.section, one.strip(" .:-()/")) for span in self.spans for one in PIECES.split(span.left)]
        return [piece for section, piece in pieces if search_key(piece) and not self._put_away(section, piece)]

    def _put_away(self, section: str, piece: str) -> bool:
        nothing = search_key(piece) in NOTHING
        if section in self.lists and not nothing:
            self.given.setdefault(section, []).append(piece)
            self.written.setdefault(section, piece)
            return True
        if section == "armour" and nothing:
            self.given.setdefault("armour", 0)
        return nothing and bool(section)

    def to_inputs(self, kind: str, takes: Iterable[str]) -> Taken:
        """The inputs of a kind; what it does not take and what was not read stays among the notes."""
        unread = self.read_lists()
        others = [name for name in self.given if name not in takes]
        unread = [*(self.written.get(name, name) for name in others), *unread]
        given = {"kind": kind, **{name: one for name, one in self.given.items() if name not in others}}
        return Taken({**given, "notes": "\n".join(unread)} if unread else given, tuple(unread))


def _spans(line: str, headings: re.Pattern[str]) -> list[Span]:
    """A line at its headings."""
    heads = list(headings.finditer(line))
    ends = [*(one.start() for one in heads[1:]), len(line)]
    under = [Span(str(one.lastgroup), line[one.end() : end]) for one, end in zip(heads, ends, strict=bool(heads))]
    return [Span("", line[: heads[0].start()] if heads else line), *under]


def name_and_count(name: str) -> tuple[str, int]:
    """« 2 griffes », « griffes ×2 »: a name, and how often."""
    match = re.fullmatch(r"(?P<count>[2-9])\s*[x×]?\s+(?P<name>\D.*)", name)
    match = match or re.fullmatch(r"(?P<name>.*?\S)\s*\(?[x×]\s*(?P<count>[2-9])\)?", name)
    return (match["name"].strip(), int(match["count"])) if match else (name, 1)
