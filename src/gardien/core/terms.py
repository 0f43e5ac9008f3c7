"""Words: every key a user sees, in French and English, from `terms.toml`; and the sentences of refusals.

`terms.toml` here holds what all games share, `words.toml` the sentences; a system's own `terms.toml` comes first, and
lists which rows of its pack are words under their own names.
"""

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Literal

from gardien.core.errors import Refusal
from gardien.core.in_force import in_force, made_of
from gardien.core.keeper import keeper_named
from gardien.core.pack import Shelf, load_toml

if TYPE_CHECKING:
    from fractions import Fraction

Language = Literal["fr", "en"]
LANGUAGES: tuple[Language, ...] = ("fr", "en")
HERE = os.path.dirname(__file__)

THIN = "\u202f"  # before ; ! ? % and between thousands
HARD = "\u00a0"  # before : and between a number and its unit
MINUS = "\u2212"
OF_A_ROW = ("fr", "fr_f", "en", "article")  # what a row of the pack says of its own name
TOO_MUCH = ("field/at_most", "field/length_at_most")  # of all that is placed or chosen: told as of a purse
MOST_LISTED = 60  # names or numbers a sentence lists
EXAMPLES = re.compile(r"[\dd+/, -]*\d")  # dice and rows of numbers, of which there are more than anybody lists

COMMON = os.path.join(HERE, "terms.toml")


def colon(language: Language) -> str:
    """A colon as the language sets it."""
    return f"{HARD}:" if language == "fr" else ":"


def _at(book: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any] | None:
    entry: Any = book
    for name in path:
        entry = entry.get(name) if isinstance(entry, dict) else None
    return entry if isinstance(entry, dict) and "fr" in entry else None


def _row_names(folder: str, tables: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """Rows of a game's pack by key, each with what it says of its own name; the first table that has a key names it."""

    def read() -> dict[str, dict[str, Any]]:
        named: dict[str, dict[str, Any]] = {}
        shelf = Shelf(os.path.join(folder, "pack"), {})
        for source in tables:
            for row in shelf.plain(*source.split(".")):
                named.setdefault(row["key"], {part: row[part] for part in OF_A_ROW if part in row})
        return named

    return made_of(os.path.basename(folder), (folder, tables), read)


def _spoken_of(folder: str, tables: tuple[str, ...]) -> dict[str, str]:
    """Those rows of a bestiary that are no proper names, with their article."""

    def read() -> dict[str, str]:
        from gardien.core.wording import common_name, short_name  # which look words up here

        rows = (row for table in tables for row in _row_names(folder, (table,)).values() if row.get("article"))
        return {name: common_name(name, row["article"]) for row in rows if (name := short_name(row["fr"]))}

    return made_of(os.path.basename(folder), (folder, "article", tables), read)


class Terms:
    """The dictionary of one game; `Terms()` is what all games share. Lookup order: see the head of core/terms.toml."""

    def __init__(self, path: str | None = None) -> None:
        self.path = path

    @property
    def own(self) -> dict[str, Any]:
        return load_toml(self.path) if self.path else {}

    @property
    def common(self) -> dict[str, Any]:
        return load_toml(COMMON)

    @cached_property
    def _known(self) -> dict[tuple[str, ...], dict[str, Any]]:
        """Entries of the game's own that were looked up: each sentence asks for some of them."""
        return {}

    @cached_property
    def _rows(self) -> dict[str, tuple[str, ...]]:
        """The tables of the pack, `file.table`, whose rows are words of a table of the book, `enum.weapon`."""
        return {line["table"]: tuple(line["pack"]) for line in self.own.get("rows", ())}

    @property
    def spoken_of(self) -> dict[str, str]:
        """How somebody of the bestiary is spoken of in a French sentence, by name: « Goule » is « la goule »."""
        return _spoken_of(os.path.dirname(self.path), self._rows.get("being", ())) if self.path else {}

    def own_entry(self, *path: str) -> dict[str, Any] | None:
        """The game's own entry at a path: as it is written, or else a row of its pack."""
        written = self._known.get(path)
        if written is None:
            written = _at(self.own, path)
            if written is not None:  # what is not there may be any word that somebody has typed
                self._known[path] = written
        if written is None and self.path and (tables := self._rows.get(".".join(path[:-1]))):
            return _row_names(os.path.dirname(self.path), tables).get(path[-1])
        return written

    def entry(self, *path: str) -> dict[str, Any] | None:
        """The entry at a path, the game's own first."""
        return self.own_entry(*path) or _at(self.common, path)

    def field(self, key: str, where: str = "") -> dict[str, Any] | None:
        """A field of an input or an outcome; `where` is the procedure or object in which it stands."""
        return (
            (self.entry("context", where, key) if where else None)
            or self.entry("field", key)
            or self.entry("step", key)
        )

    def value(self, field: str, value: str) -> dict[str, Any] | None:
        """A word a field can hold."""
        if entry := self._added(field, value):
            return entry
        for table in (field, "any"):
            if entry := self.own_entry("enum", table, value):
                return entry
        for table in (field, "any"):
            if entry := _at(self.common, ("enum", table, value)):
                return entry
        for table in (*self.own.get("values", ()), "gauge", "procedure", "role"):
            entry = self.entry(table, value)
            if entry:
                return entry
        return self._about(field, value)

    def _added(self, field: str, value: str) -> dict[str, Any] | None:
        """What a pack in force calls a row of the table that a field is about, whatever else that word means."""
        content = in_force()
        if content is None or not self.path:
            return None
        game = os.path.basename(os.path.dirname(self.path))
        listed = (one.partition(".")[2] for one in self._rows.get(f"enum.{field}", ()))
        for table in (field, *listed):
            for row in content.tables.get((game, table), ()):
                if isinstance(row, dict) and row.get("key") == value and "fr" in row:
                    return row
        return None

    def _about(self, field: str, value: str) -> dict[str, Any] | None:
        """A word with what it is about, as keys write it: `weapon_focus:m21`, `skill_pair:listen+spot`."""
        kind, mark, about = value.partition(":")
        if not mark or about != about.strip() or not about or (named := self.value(field, kind)) is None:
            return None
        parts = [(one, self.value(kind, one)) for one in about.split("+")]
        said: dict[str, Any] = {}
        for language in LANGUAGES:
            inside = ", ".join(self.say(entry, language, default=one.replace("_", " ")) for one, entry in parts)
            said[language] = f"{named[language]} ({inside.replace(' (', ', ').replace(')', '')})"
        return said

    def say(
        self, entry: dict[str, Any] | None, language: Language, *, feminine: bool = False, default: str = ""
    ) -> str:
        """The word itself, in a language and, in French, a gender."""
        if entry is None:
            return default
        if language == "fr" and feminine and "fr_f" in entry:
            return str(entry["fr_f"])
        return str(entry[language])

    def label(self, key: str, language: Language, where: str = "") -> str:
        return self.say(self.field(key, where), language, default=key)

    def word(self, field: str, value: str, language: Language, *, feminine: bool = False) -> str:
        return self.say(self.value(field, value), language, feminine=feminine, default=value)


@cache
def _words() -> dict[str, Any]:
    return load_toml(os.path.join(HERE, "words.toml"))


def phrase(key: str, language: Language) -> str:
    """A phrase that all games share."""
    return str(_words()["phrase"][key][language])


@cache
def capitals() -> frozenset[str]:
    """Words that keep their capital inside a sentence."""
    listed = _words()["phrase"]["capitals"]
    return frozenset(word for language in LANGUAGES for word in listed[language].split(", "))


def sentence(refusal: Refusal, language: Language) -> str:
    """A refusal in words: where, what came, what is allowed, the way out, the rule."""
    book = _words()
    entry = worded(book["refusal"], refusal)
    if entry is None:
        return f"{refusal.where} {refusal.id} {refusal.words}".strip()
    words = {name: _in_words(value, language) for name, value in refusal.words.items()}
    if "die" in words:
        words["die"] = _die(refusal, language)
    if "why" in words:
        words["why"] = _why(refusal, language)
    from gardien.core.telling import lower_first
    from gardien.core.wording import ARTICLE_WITHIN, put_in  # which looks words up here

    field = lower_first(refusal.field) if "({field})" in entry[language] else refusal.field
    said = keeper_named(entry[language], language)
    text = _too_much(refusal, language) or put_in(said, language, _Blank(field=field, **words))
    if language == "fr":
        text = ARTICLE_WITHIN.sub(lambda found: found[0].lower(), text)
    text = text.replace("….", "…").replace("..", ".")  # a list that goes on, or ends with a word that is cut short
    if text.startswith("…"):  # nothing was named
        said = text.partition(": ")[2] or text
        text = said[:1].upper() + said[1:]
    hint = refusal.words.get("hint")
    if hint:
        text += book["phrase"]["hint"][language].format(hint=hint)
    if refusal.where and "named" not in refusal.words:
        text = refusal.where + (f"{HARD}: " if language == "fr" else ": ") + text
    return f"{text} [{refusal.rule}]" if refusal.rule else text


def _too_much(refusal: Refusal, language: Language) -> str:
    """All that a creation has placed or bought beyond what there is, in the game’s own words for it."""
    if not refusal.where.endswith("/create") or refusal.terms is None or refusal.id not in TOO_MUCH:
        return ""
    creation, (most, *_) = refusal.terms.own.get("creation", {}), TOO_MUCH
    entry = creation.get(f"over_{refusal.field}") or (creation.get("points_over") if refusal.id == most else None)
    came, high = refusal.words.get("came"), refusal.words.get("high")
    if not entry or not isinstance(came, int | float) or not isinstance(high, int | float):
        return ""
    return over_text(entry, came, high, language).removesuffix(".") + "."


def over_text(entry: Mapping[str, Any], spent: float, of: float, language: Language) -> str:
    """« 2 de trop : 8 points placés, 6 permis »."""
    counts = {"over": spent - of, "spent": spent, "of": of}
    words = {name: number(one, language) for name, one in counts.items()}
    return in_number(entry, language, spent - of).format(**words)


def in_number(entry: Mapping[str, Any], language: Language, count: float) -> str:
    """A phrase of the terms, in the singular where it has one."""
    return str((entry.get(f"{language}_one") if count == 1 else None) or entry[language])


def names_field(refusal: Refusal) -> bool:
    """Whether the sentence of a refusal says which field it is about."""
    entry = worded(_words()["refusal"], refusal)
    return entry is not None and "{field}" in entry["en"]


def worded(book: Mapping[str, Any], refusal: Refusal) -> Any:
    """The entry of a refusal: its own sentence where it would list nothing, too much, one value, or only examples."""
    entry = book.get(refusal.id)
    if {"low", "high"} <= refusal.words.keys() and refusal.words["low"] == refusal.words["high"]:
        return book.get(f"{refusal.id}/one", entry)
    if named := refusal.words.get("named"):  # who are told apart by their names
        return book.get(f"{refusal.id}/{named}", entry)
    if refusal.words.get("long"):  # more than are worth naming
        return book.get(f"{refusal.id}/long", entry)
    if EXAMPLES.fullmatch(str(refusal.words.get("allowed", ""))):
        return book.get(f"{refusal.id}/example", entry)
    if len(_several(refusal.words.get("allowed"))) == 1 and f"{refusal.id}/only" in book:
        return book[f"{refusal.id}/only"]
    lists_nothing = entry is not None and "{allowed}" in entry["en"] and not refusal.words.get("allowed")
    return book.get(f"{refusal.id}/none", entry) if lists_nothing else entry


def _several(allowed: Any) -> tuple[Any, ...]:
    """What is allowed, one by one."""
    return (
        tuple(allowed)
        if isinstance(allowed, list | tuple)
        else (allowed,)
        if allowed and ", " not in str(allowed)
        else ()
    )


def _die(refusal: Refusal, language: Language) -> str:
    """A die by its code, its name and whose it is: « dO, dé d’opposition », “dT, trauma die (Liam)”."""
    code = str(refusal.words["die"])
    entry = refusal.terms.entry("die", code) if refusal.terms else None
    named = f"{code}, {entry[language]}" if entry and entry[language] != code else code
    who = refusal.words.get("who")
    return f"{named} ({who})" if who else named


def _why(refusal: Refusal, language: Language) -> str:
    """Why somebody cannot do something: the game's own reason, else one of every game's."""
    key, book = str(refusal.words["why"]), _words()["bar"]
    entry = (refusal.terms.entry("bar", key) if refusal.terms else None) or book.get(key) or book["state"]
    return bar_text(entry, language, str(refusal.words.get("name", "")), str(refusal.words.get("who", "")))


def bar_text(entry: Mapping[str, str], language: Language, name: str, who: str) -> str:
    """What keeps somebody from something: a sentence that may name them, and those who do it."""
    from gardien.core.wording import SOMEBODY, put_in, start, typeset  # which looks words up here

    nobody = typeset(SOMEBODY[language == "en"], language)
    return start(put_in(entry[language], language, {"name": name, "who": who or nobody}))


class _Blank(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return ""


def _in_words(value: Any, language: Language) -> Any:
    if isinstance(value, list | tuple):
        shown = listing([str(one) for one in value[:MOST_LISTED]], language)
        return f"{shown}…" if len(value) > MOST_LISTED else shown
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return number(value, language)
    if isinstance(value, str) and len(value) > 60:
        return value[:59] + "…"
    return value


def listing(names: Sequence[str], language: Language) -> str:
    """Names one behind the other: « gourdin, canne ; couteau », for one that holds a comma."""
    between = (f"{THIN}; " if language == "fr" else "; ") if any(", " in one for one in names) else ", "
    return between.join(names)


def number(value: int | float, language: Language, signed: bool = False) -> str:
    """A number as the language writes it: a real minus, thousands apart, a decimal comma in French."""
    text = f"{abs(value):,}" if isinstance(value, int) else f"{abs(value):,.6g}"
    if language == "fr":
        text = text.replace(",", THIN).replace(".", ",")
    sign = MINUS if value < 0 else "+" if signed else ""
    return sign + text


def percent(chance: "Fraction", language: Language) -> str:
    """A chance in percent: one decimal, halves up, dropped when it is 0; certain and impossible by name."""
    if chance == 0:
        return "impossible"
    if chance == 1:
        return "certain"
    words = _words()["phrase"]
    if chance * 1000 < 1:
        return str(words["under"][language])
    if chance * 1000 > 999:
        return str(words["over"][language])
    tenths = nearest_whole(chance * 1000)
    whole, tenth = divmod(tenths, 10)
    comma, space = (",", THIN) if language == "fr" else (".", "")
    return f"{whole}{comma}{tenth}{space}%" if tenth else f"{whole}{space}%"


def percents(chances: "Sequence[Fraction]", language: Language) -> list[str]:
    """Chances side by side; of two halfway between two tenths the last goes down, so that they make a hundred."""
    tenths = [nearest_whole(one * 1000) for one in chances]
    halfway = [at for at, one in enumerate(chances) if (one * 1000).denominator == 2 and 1 < one * 1000 < 999]
    told = [percent(one, language) for one in chances]
    if sum(chances) == 1 and sum(tenths) > 1000 and halfway:
        last = halfway[-1]
        told[last] = percent(chances[last] * (tenths[last] * 2 - 2) / (tenths[last] * 2 - 1), language)
    return told


def nearest_whole(value: "Fraction") -> int:
    """To the nearest whole number, halves up."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def fraction(chance: "Fraction | int") -> str:
    """An exact chance as text, lowest terms, always with its stroke."""
    return f"{chance.numerator}/{chance.denominator}"


def exact(value: "Fraction") -> str:
    """A fraction as the surface writes it: lowest terms, a whole number without a stroke."""
    return str(value)
