"""How things look in a terminal: values in words, columns, bars, a little colour where there is a screen."""

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import asdict

from gardien.cli.shared import say
from gardien.cli.streams import escaped, style_code
from gardien.core.interpreters.run import DieShown
from gardien.core.telling import lower_first
from gardien.core.terms import Language, Terms, number
from gardien.core.values import Change

if TYPE_CHECKING:
    from fractions import Fraction

BAR = 20
WIDEST, NARROWEST = 100, 20  # columns: of a text that is good to read, and of one that still can be
EIGHTHS = " ▏▎▍▌▋▊▉"
STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "blue": "34"}


def paint(text: str, style: str) -> str:
    """The text in a style, where somebody looks at a screen that can show it."""
    plain = not sys.stdout.isatty() or "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    return text if plain or not text else f"{style_code(STYLES[style])}{text}{style_code('0')}"


def screen() -> int | None:
    """How many columns the terminal has; nothing where nobody looks at one."""
    if not sys.stdout.isatty():
        return None
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and 0 < int(asked) < 10_000:
        return int(asked)
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns
    except OSError:
        return None


def width() -> int:
    """How wide a line of a text to read may be."""
    return max(NARROWEST, min(WIDEST, screen() or WIDEST))


def wrap_text(text: str, indent: str = "", most: int = 0) -> list[str]:
    """A paragraph cut into lines; no-break spaces stay unbroken."""
    lines: list[str] = []
    most = (most or width()) - len(indent)
    for word in filter(None, text.split(" ")):
        if lines and len(lines[-1]) + 1 + len(word) <= most:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [indent + line for line in lines]


def on_screen(lines: Sequence[str]) -> list[str]:
    """Sentences cut where the terminal ends; whole lines where there is none."""
    most = screen()
    return [part for line in lines for part in (wrap_text(line, most=most) if most else [line])]


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = (), gap: str = "  ") -> list[str]:
    """Rows as aligned columns; those in `right` stand to the right. Where it is narrow, the last goes on below."""
    if not rows:
        return []
    rows = [[escaped(cell) for cell in row] for row in rows]
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        hanging(
            gap.join(cell.rjust(widths[at]) if at in right else cell.ljust(widths[at]) for at, cell in enumerate(row)),
            sum(widths[:-1]) + len(gap) * (len(widths) - 1),
        )
        for row in rows
    ]


def hanging(line: str, margin: int) -> str:
    """A line whose text, from `margin` on, goes on below itself where the terminal is too narrow for it."""
    most = screen()
    line = line.rstrip()
    if most is None or len(line) <= most or most - margin < NARROWEST:
        return line
    first, *others = wrap_text(line[margin:], most=most - margin)
    return "\n".join([line[:margin] + first, *(" " * margin + one for one in others)])


def bar(chance: "Fraction") -> str:
    """A chance as blocks, an eighth at a time; what can happen is never invisible."""
    eighths = int(chance * BAR * 8) or 1
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def in_words(terms: Terms, field: str, value: Any, language: Language, where: str = "") -> str:
    """A value as a reader says it."""
    if value is None or value in ("", [], (), {}):
        return say("nothing", language)
    if isinstance(value, bool):
        return say("yes" if value else "no", language)
    if isinstance(value, int | float):
        return number(value, language)
    if isinstance(value, str):
        return lower_first(terms.word(field, value, language)) if terms.value(field, value) else escaped(value)
    if isinstance(value, Struct):
        value = {name: one for name, one in asdict(value).items() if one}
    if isinstance(value, dict):
        named = {name: terms.value(field, name) if terms.field(name, where) is None else None for name in value}
        parts = (
            f"{terms.say(named[name], language, default=label(terms, name, language, where)).lower()} "
            f"{in_words(terms, name, one, language)}"
            for name, one in value.items()
        )
        return ", ".join(parts)
    return ", ".join(in_words(terms, field, one, language) for one in value)


def label(terms: Terms, key: str, language: Language, where: str = "") -> str:
    """The name of a field."""
    return terms.say(terms.field(key, where) or terms.entry("gauge", key), language, default=key)


def dice_line(dice: Sequence[DieShown], terms: Terms, language: Language) -> str:
    """What fell, each kind of die once: `dA 2, 6 · dO 3 · dF 4 (Liam)`."""
    groups: list[tuple[tuple[str, str, str], list[str]]] = []
    for die in dice:
        kind = (die.label, die.who, die.purpose)
        if not groups or groups[-1][0] != kind:
            groups.append((kind, []))
        groups[-1][1].append(str(die.value))
    return " · ".join(_die_group(kind, values, terms, language) for kind, values in groups)


def _die_group(kind: tuple[str, str, str], values: list[str], terms: Terms, language: Language) -> str:
    name, who, purpose = kind
    entry = terms.field(purpose) if purpose else None
    about = ", ".join(filter(None, (lower_first(terms.say(entry, language)), who)))
    return f"{name} {', '.join(values)}" + (f" ({about})" if about else "")


def change_line(change: Change, terms: Terms, language: Language, where: str) -> str:
    """One change: « Folie 2 → 3 », “Liam: madness 2 → 3”."""
    colon = "\u00a0: " if language == "fr" else ": "
    name = label(terms, change.field, language, where)
    named = f"{terms.label(change.who, language, where)}{colon}{lower_first(name)}" if change.who else name
    before, after = (in_words(terms, change.field, value, language) for value in (change.before, change.after))
    return f"{named} {before} → {after}"


def with_margin(parts: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """Parts with their names in the margin: the name beside the first line, the others under it."""
    margin = max((len(name) for name, lines in parts if lines), default=0)
    return [
        _beside_margin(name if at == 0 else "", line, margin) for name, lines in parts for at, line in enumerate(lines)
    ]


def _beside_margin(name: str, line: str, margin: int) -> str:
    text = hanging(" " * (margin + 4) + line, margin + 4)[margin + 4 :]
    return f"  {paint(name.ljust(margin), 'dim')}  {text}"
