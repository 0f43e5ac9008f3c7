"""Entries of a table's log in words: the hour, who, what was done, what it changed, and whether it was taken back."""

import time
from collections.abc import Iterator
from typing import Any

from gardien.cli.layout import change_line, paint, width
from gardien.cli.procedures import title
from gardien.cli.shared import WORDS, say
from gardien.cli.streams import escaped
from gardien.core.pack import load_toml
from gardien.core.system import find
from gardien.core.terms import HARD, Language, Terms, number
from gardien.core.values import Change
from gardien.table.tables import Table

Card = dict[str, Any]

WHO = 16  # letters of the column that says who
LEAST_ROOM = 40  # letters of a line that a sentence has at least
SECRETS = ("do", "settle", "say")
DAY_MINUTES = 24 * 60


class Log:
    """How the log of one table is read."""

    def __init__(self, table: Table, language: Language) -> None:
        self.table = table
        self.language = language
        self.system = find(table.state.play["system"])
        self._day = ""

    def lines(self, cards: list[Card]) -> Iterator[str]:
        """Entries in order, each day under its date."""
        numbers = max((len(card["id"]) for card in cards), default=1)
        people = [self.who(card) for card in cards]
        margin = min(WHO, max(map(len, people), default=0))
        for card, who in zip(cards, people, strict=True):
            date, hour = moment(card.get("at"), self.language)
            if date != self._day:
                yield from ([""] if self._day else [])
                yield paint(date, "bold")
                self._day = date
            yield from self._entry(card, f"{card['id']:>{numbers}}  {hour}  ", who[:WHO].ljust(margin) + "  ")

    def _entry(self, card: Card, head: str, who: str) -> Iterator[str]:
        from textwrap import wrap

        indent = " " * len(head + who)
        room = max(LEAST_ROOM, width() - len(indent))
        paragraphs = [self.sentence(card), *self.changes(card)]
        lines = [line for one in paragraphs for line in wrap(one, room, break_on_hyphens=False) or [""]]
        struck = card.get("struck", False)
        for at, line in enumerate(lines):
            margin = indent if at else paint(head, "dim") + who
            yield margin + (paint(line, "dim") if struck else line)

    def who(self, card: Card) -> str:
        """Who did it: the name on the seat, else what the seat is."""
        if "seat" not in card:
            return say("nothing", self.language)
        return self._seat(card["seat"])

    def _seat(self, id: str) -> str:
        seat = self.table.state.house.get("seats", {}).get(id)
        if seat is None:
            return id
        return escaped(str(seat["name"])) or self._role(seat["role"])

    def _role(self, role: str) -> str:
        entry = Terms().entry("role", role)  # MJ, not the game's own word: Gardien is a name here
        return Terms().say(entry, self.language, default=self._say(f"role_{role}"))

    # ---- what was done ----

    def sentence(self, card: Card) -> str:
        """What was done."""
        text = " ".join(card.get("roll", {}).get("told", ())) or self._plain(card)
        if card["command"] == "reveal":
            text = f"{self._say('reveal', **self._words(card))} {text}"
        marks = ["secret"] if _secret(card) else []
        marks += [name for name in ("held", "struck") if card.get(name)]
        return f"{text} ({', '.join(self._say(f'mark_{name}') for name in marks)})" if marks else text

    def _plain(self, card: Card) -> str:
        key, words = card["command"], card.get("words", {})
        if key == "assign" and not words.get("seat"):
            key = "take_back"
        elif key in ("note", "plan") and not (words.get("text") or words.get("title")):
            key = f"{key}_gone"
        elif key == "pack" and words.get("off"):
            key = "pack_gone"
        elif key == "unpack":
            key = f"unpack_{str(words.get('what', '')).partition('/')[0]}"
        elif key == "admit" and words.get("role", "player") is None:
            key = "turned_away"
        elif key == "turn" and words.get("by") == -1:
            key = "turn_back"
        elif key == "gather" and words.get("how") == "apart":
            key = "gather_apart"
        return self._say(key, **self._words(card)).strip()

    def _words(self, card: Card) -> dict[str, str]:
        """What the sentences speak of."""
        words = card.get("words", {})
        version = int(card["id"])
        ids = words.get("characters") or words.get("all") or [one["character"] for one in words.get("fighters", ())]
        procedure = card.get("roll", {}).get("procedure") or words.get("procedure", "")
        plain = {name: str(words.get(name) or "") for name in ("title", "text", "name", "reason")}
        called, says = words.get("called"), words.get("says", ())
        return {
            **plain,
            "called": str(called.get(self.language, "")) if isinstance(called, dict) else "",
            "says": " ".join(str(one[self.language]) for one in says),
            "notation": str(words.get("notation", "")),
            "total": str(words.get("total", "")),
            "about": ". ".join(filter(None, (plain["title"], plain["text"]))),
            "to": card.get("to", ""),
            "of": card.get("of", ""),
            "role": self._role(words.get("role") or "player"),
            "seat": self._seat(words.get("seat", "")),
            "character": self._name(words.get("character", ""), version),
            "characters": ", ".join(self._name(id, version) for id in ids),
            "procedure": title(self.system, procedure, self.language),
            "what": self._what(words.get("path", ""), version),
            "time": clock(words.get("time", 0), self.language),
            "minutes": duration(words.get("minutes", 0), self.language),
        }

    def _name(self, id: str, version: int) -> str:
        """What a character is called; one who has left is looked up in the past."""
        for state in (self.table.state.play, *self._before(id, version)):
            kept = state.get("characters", {}).get(id)
            if kept is not None:
                return str(kept["sheet"].get("name") or id)
        return id

    def _before(self, id: str, version: int) -> Iterator[dict[str, Any]]:
        if id:
            yield self.table.keeping.state_at(version).play
            yield self.table.keeping.state_at(version - 1).play

    def _what(self, path: str, version: int) -> str:
        """What an override sets, in words where it is somebody's."""
        section, _, rest = path.partition("/")
        id, _, below = rest.partition("/")
        if section != "characters":
            return path
        field = below.removeprefix("sheet/")
        label = self.system.terms.label(field, self.language)
        return f"{self._name(id, version)}, {label[:1].lower()}{label[1:]}"

    def changes(self, card: Card) -> list[str]:
        """What changed on sheets and was not said yet."""
        said = self.sentence(card)
        changes = []
        for one in card.get("changes", ()):
            name = self._name(one["character"], int(card["id"]))
            change = Change(one["field"], one["before"], one["after"], name)
            line = change_line(change, self.system.terms, self.language, card.get("roll", {}).get("procedure", ""))
            arrow = f"{one['before']} → {one['after']}"
            if arrow not in said:
                changes.append(line)
        return changes

    def _say(self, key: str, **words: str) -> str:
        return say(key, self.language, "log", **words) if key in load_toml(WORDS)["log"] else key


def _secret(card: Card) -> bool:
    """Whether something was kept from some: who sits where, or what nobody sees, is no secret worth a word."""
    return "audience" in card and card["command"] in SECRETS


# ---- hours ----


def moment(at: Any, language: Language) -> tuple[str, str]:
    """A date and an hour of the clock on the wall: « 3 mars 2026 », « 20 h 45 »."""
    try:
        then = time.localtime(at / 1000)
    except (TypeError, ValueError, OverflowError, OSError):  # none, or none that a calendar has
        return say("nothing", language), say("nothing", language)
    month = say("months", language).split()[then.tm_mon - 1]
    return f"{then.tm_mday} {month} {then.tm_year}", hour(then.tm_hour, then.tm_min, language)


def hour(hours: int, minutes: int, language: Language) -> str:
    return f"{hours:02d}{HARD}h{HARD}{minutes:02d}" if language == "fr" else f"{hours:02d}:{minutes:02d}"


def clock(minutes: int, language: Language) -> str:
    """A moment of the campaign: its day, counted from the first, and the hour."""
    day, rest = divmod(minutes, DAY_MINUTES)
    return say("day", language, "log", day=day + 1, hour=hour(*divmod(rest, 60), language))


def duration(minutes: int, language: Language) -> str:
    """How long: « 40 min », « 3 h 20 », « 2 j 4 h »."""
    days, rest = divmod(minutes, DAY_MINUTES)
    hours, left = divmod(rest, 60)
    parts = [f"{number(days, language)}{HARD}{'j' if language == 'fr' else 'd'}"] if days else []
    if hours:
        parts.append(f"{hours}{HARD}h{HARD}{left:02d}" if left else f"{hours}{HARD}h")
    elif left or not days:
        parts.append(f"{left}{HARD}min")
    return " ".join(parts)
