"""What reaches a terminal: control characters that people wrote are shown as what they are, and do nothing.

A name may hold an escape sequence that moves the cursor, or a sign that turns the line around; whoever reads the log of
a table would see what never happened. Written as \\u001b it is the same character in JSON, and plain in a sentence.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TextIO

CONTROLS = (
    *(code for code in range(0x20) if chr(code) not in "\n\t"),
    *range(0x7F, 0xA0),
    *(0x061C, 0x200E, 0x200F),  # marks of direction
    *range(0x2028, 0x202F),  # ends of lines and paragraphs, embeddings and overrides
    *range(0x2066, 0x206A),  # isolates
    *(0x200B, 0x2060, 0xFEFF),  # without a width
)
ESCAPED = {code: f"\\u{code:04x}" for code in CONTROLS}
OWN = os.urandom(8).hex()  # tells our own styles from what anybody could have written


def escaped(text: str) -> str:
    """The text with every control character written out; what people wrote on one line stays on it."""
    return text.translate(ESCAPED).replace("\n", "\\n")


def style_code(code: str) -> str:
    """A style of our own, which a guarded stream lets through."""
    return f"\0{OWN}[{code}m"


class Guarded:
    """A stream on which nothing but our own styles controls the terminal."""

    def __init__(self, stream: "TextIO") -> None:
        self.unguarded = stream

    def write(self, text: str) -> int:
        return self.unguarded.write(text.translate(ESCAPED).replace(f"\\u0000{OWN}[", "\033["))

    def writelines(self, lines: "Any") -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> "Any":
        return getattr(self.unguarded, name)


def unguarded(stream: "Any") -> "TextIO":
    """The stream behind it, for what only we write: a bar that moves, a code to photograph."""
    return getattr(stream, "unguarded", stream)  # type: ignore[no-any-return]


def guard_streams(command: "Callable[[], int]") -> int:
    """Run a command with both outputs guarded."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = Guarded(before[0]), Guarded(before[1])  # type: ignore[assignment]
    try:
        return command()
    finally:
        sys.stdout, sys.stderr = before
