"""What the commands share: reading inputs, doing what was asked, phrases, refusals, JSON, a progress bar."""

import os
import sys
from math import ceil
from typing import Any

import msgspec
from msgspec import inspect

from gardien.cli.command_line import Line
from gardien.cli.streams import escaped, unguarded
from gardien.core.calling import Prepared, prepare, refusal_at
from gardien.core.errors import Refusal
from gardien.core.interpreters.run import Played
from gardien.core.pack import MOST_BYTES, load_toml, read_json, read_text
from gardien.core.system import find
from gardien.core.terms import Language, sentence, worded
from gardien.core.typed_values import put_at, with_lists

WORDS = os.path.join(os.path.dirname(__file__), "words.toml")
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # of a reference read aloud: no O, 0, I or 1
FAULTS = "faults.log"  # traces of faults of ours, in the data folder
MOST_FAULTS = 1_000_000  # bytes; then it begins anew
BROKEN = "cli/broken"  # a fault of ours, unlike a full disk or a database that is away
MOST_DICE = 5_000  # typed for one procedure


# ---- words ----


def say(key: str, language: Language, table: str = "phrase", **words: object) -> str:
    """A phrase of the command line."""
    text: str = load_toml(WORDS)[table][key][language]
    shown = {name: escaped(word) if isinstance(word, str) else word for name, word in words.items()}
    return text.format(**shown) if words else text


def usage(command: str, language: Language) -> str:
    """How a command is written."""
    entry = load_toml(WORDS)["command"].get(command)
    return f"{command} {entry[f'usage_{language}']}".strip() if entry else command


def refusal_text(refusal: Refusal, language: Language) -> str:
    """A refusal in words: the command line's own, else the core's."""
    refusal.where = _short(refusal.where)
    entry = worded(load_toml(WORDS)["refusal"], refusal)
    if entry is None:
        return sentence(refusal, language)
    words = {name: ", ".join(value) if isinstance(value, list) else value for name, value in refusal.words.items()}
    if "usage" in words:
        words["usage"] = usage(str(words["usage"]), language)
    shown = {name: _short(str(value)) for name, value in words.items()}
    text: str = entry[language].format(field=refusal.field, **shown)
    if refusal.words.get("hint"):
        text += say("hint", language, hint=refusal.words["hint"])
    colon = "\u00a0: " if language == "fr" else ": "
    return f"{refusal.where}{colon}{text}" if refusal.where else text


def _short(text: str) -> str:
    return text[:199] + "…" if len(text) > 200 else text


# ---- refusals ----


def refusal_json(refusal: Refusal, language: Language) -> dict[str, Any]:
    """A refusal as JSON shows it."""
    shown = {
        "id": refusal.id,
        "kind": refusal.kind,
        "where": refusal.where,
        "field": refusal.field,
        "message": refusal_text(refusal, language),
        "rule": refusal.rule,
    }
    return {**shown, "also": [refusal_json(one, language) for one in refusal.also]} if refusal.also else shown


def report(fault: Exception, language: Language, as_json: bool) -> int:
    """Say why a command was not done; a fault of ours gets a reference. The answer is the exit status."""
    refusal = fault if isinstance(fault, Refusal) else to_refusal(fault)
    for one in (refusal, *refusal.also):
        print(escaped(refusal_text(one, language)), file=sys.stderr)
    if as_json:
        print_json({"error": refusal_json(refusal, language)})
    return 70 if refusal.id == BROKEN else 2


def to_refusal(fault: Exception) -> Refusal:
    """An unexpected fault as a refusal with a reference, under which its trace is kept in a file.

    With GARDIEN_DEBUG set, the trace goes to the error output too.
    """
    import traceback

    reference = "".join(LETTERS[byte % len(LETTERS)] for byte in os.urandom(4))
    trace = "".join(traceback.format_exception(fault))
    if os.environ.get("GARDIEN_DEBUG"):
        print(f"[{reference}]\n{trace}", file=sys.stderr)
    return Refusal(BROKEN, kind="broken", reference=reference, file=_kept_trace(reference, trace))


def _kept_trace(reference: str, trace: str) -> str:
    """Where a trace was written down; nowhere on a disk that takes nothing."""
    from pathlib import Path
    from time import gmtime, strftime

    from gardien.surroundings import data_folder

    path = Path(data_folder()) / FAULTS
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        full = path.exists() and path.stat().st_size > MOST_FAULTS
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | (os.O_TRUNC if full else os.O_APPEND), 0o600)
        with open(opened, "w", encoding="utf-8", errors="replace") as file:
            file.write(f"[{reference}] {strftime('%Y-%m-%dT%H:%M:%SZ', gmtime())}\n{trace}\n")
    except OSError:
        return "—"
    return str(path)


def print_json(value: Any) -> None:
    """A value as JSON: one line for programs, indented for eyes."""
    text = msgspec.json.encode(value)
    sys.stdout.write((msgspec.json.format(text, indent=2) if sys.stdout.isatty() else text).decode() + "\n")


# ---- inputs ----


def gather(words: list[str], whole: str | None, first: dict[str, Any] | None = None) -> dict[str, Any]:
    """The inputs: those there were first, those of `--with`, then each name=value on top."""
    given = _whole(whole) if whole is not None else {}
    if not isinstance(given, dict):
        raise Refusal("field/type", field="--with", came="…", allowed="{…}")
    given = {**(first or {}), **given}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or not name:
            raise Refusal("field/syntax", came=word)
        put_at(given, name, value_of(text, name))
    return given


def value_of(text: str, name: str) -> Any:
    """What was typed: JSON when it begins like an object, a list or a quoted text; else the text itself."""
    return read_json(text, name) if text[:1] in ("{", "[", '"') else text


def _whole(asked: str) -> Any:
    if asked == "@-":
        return read_json(sys.stdin.read(MOST_BYTES + 1) if sys.stdin else "", "--with @-")
    if asked.startswith("@"):
        from pathlib import Path

        return read_json(read_text(Path(asked[1:])), asked[1:])
    return read_json(asked, "--with")


def ready(system: str, procedure: str, given: dict[str, Any]) -> Prepared:
    """A procedure with the inputs of a command line, in keys or in words."""
    try:
        return _ready(system, procedure, given)
    except Refusal:
        from gardien.cli.spoken import in_keys

        said = in_keys(system, procedure, given)
        if said == (system, procedure, given):
            raise
        return _ready(*said)


def _ready(system: str, procedure: str, given: dict[str, Any]) -> Prepared:
    home = find(system)
    kind = inspect.type_info(home.procedure(procedure).given)
    inputs = with_lists(kind, given)
    if "options" in given:
        inputs["options"] = with_lists(inspect.type_info(home.options), given["options"])
    return prepare(system, procedure, inputs, lax=True)


def prepared_from(line: Line) -> Prepared:
    """The procedure a command line names, with its inputs."""
    system, procedure, *words = line.words
    return ready(system, procedure, gather(words, line.options.get("with")))


# ---- dice ----


def whole_number(line: Line, option: str) -> int | None:
    """The whole number an option holds."""
    text = line.options.get(option)
    if text is None:
        return None
    if not text.removeprefix("-").isdecimal() or len(text) > 18:
        raise Refusal("field/type", where=line.command, field=f"--{option}", came=text, allowed="0, 1, 2…")
    return int(text)


def faces_of(text: str) -> list[int]:
    """Dice as they are typed: `14,5,3`; nothing means no dice at all."""
    from gardien.core.interpreters.typed import face_read

    faces = text.replace(";", ",").replace(" ", ",").split(",") if text.strip() else []
    if any(not face.removeprefix("-").isdecimal() or len(face) > 9 for face in faces if face):
        raise Refusal("dice/unreadable", field="--dice", came=text)
    if len(faces) > MOST_DICE:
        raise Refusal("field/length_at_most", field="--dice", high=MOST_DICE, came=len(faces))
    return [face_read(face) for face in faces if face]


def play_line(prepared: Prepared, line: Line) -> Played:
    """Do it: with the dice of `--dice`, or with dice that roll."""
    typed_dice = line.options.get("dice")
    faces = None if typed_dice is None else faces_of(typed_dice)
    return run_prepared(prepared, faces, whole_number(line, "seed"))


def run_prepared(prepared: Prepared, faces: list[int] | None, seed: int | None = None) -> Played:
    """Run a prepared procedure with these faces, or with dice that roll."""
    try:
        if faces is not None:
            from gardien.core.interpreters.typed import typed

            return typed(prepared.request(), faces)
        from gardien import generator
        from gardien.core.interpreters.play import play

        return play(prepared.request(), generator(seed))
    except Refusal as refusal:
        raise refusal_at(refusal, prepared) from None


class Progress:
    """A bar on the error output with the time that is left, for a person who has already waited for half a second."""

    WIDTH = 30
    PATIENCE_SECONDS = 0.5

    def __init__(self, language: Language) -> None:
        from time import monotonic

        self.language: Language = language
        self.clock = monotonic
        self.began = monotonic()
        self.shown_at = self.began + self.PATIENCE_SECONDS
        self.widest = 0  # letters that were written

    def __call__(self, done: int, total: int) -> None:
        now = self.clock()
        if now < self.shown_at or not total or not sys.stderr.isatty():
            return
        self.shown_at = now + 0.1
        filled = self.WIDTH * done // total
        text = f"{'█' * filled}{'░' * (self.WIDTH - filled)} {100 * done // total:3d} %"
        if done:
            text += f" · {say('left', self.language, seconds=ceil((now - self.began) * (total - done) / done))}"
        unguarded(sys.stderr).write(f"\r{text.ljust(self.widest)}")
        sys.stderr.flush()
        self.widest = max(self.widest, len(text))

    def close(self) -> None:
        """Leave no trace of the bar."""
        if self.widest:
            unguarded(sys.stderr).write("\r" + " " * self.widest + "\r")
            sys.stderr.flush()
