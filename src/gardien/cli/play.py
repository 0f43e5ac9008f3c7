"""`gardien play`: a conversation: choose, fill in, see the odds, roll, read the result; with a sheet or without."""

from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

import gardien
from gardien.cli.command_line import Line
from gardien.cli.do import answer_lines
from gardien.cli.layout import paint
from gardien.cli.odds import headline, table
from gardien.cli.procedures import by_topic, help_of, title
from gardien.cli.prompts import Back, Inquiry, Leave, ask, with_editing
from gardien.cli.shared import ready, refusal_text, say
from gardien.core.calling import Answer, Prepared, answer, refusal_at
from gardien.core.errors import Refusal
from gardien.core.interpreters.run import DieAsked, DieShown, Played, Waiting, always
from gardien.core.interpreters.run import Source as Throw
from gardien.core.interpreters.run import run as run_program
from gardien.core.interpreters.typed import after_fallen, check_face, face_read
from gardien.core.reference import search_text
from gardien.core.system import System, find, keys
from gardien.core.telling import tell
from gardien.core.terms import Language

ME = "me"  # whoever the sheet is of
SHEET, SAVE = ("fiche", "sheet"), ("sauver", "save")  # what may be said at the menu instead of an act


class SheetInPlay:
    """A sheet that acts read, as at a table, and on which they write what they change."""

    def __init__(self, path: Path) -> None:
        from gardien.table.state import State

        self.path = path
        sheet = msgspec.to_builtins(gardien.sheet(path))
        self.state = State(play={"system": sheet["system"], "characters": {ME: {"sheet": sheet}}})
        self.people: dict[str, str] = {}  # of the act under way
        self.saved = True

    @property
    def content(self) -> dict[str, Any]:
        return dict(self.state.play["characters"][ME]["sheet"])

    def inputs(self, procedure: str, typed: dict[str, Any]) -> dict[str, Any]:
        """What the sheet knows of the inputs of an act; nothing where it can be read only once more is typed."""
        from gardien.table.binding import bind
        from gardien.table.viewers import Viewer

        try:
            bound = bind(self.state, procedure, typed, ME, Viewer(seat=ME, role="keeper", owns=(ME,)))
        except Refusal:
            return {}
        self.people = bound.people
        return bound.given

    def write(self, done: Answer) -> None:
        """What an act changes about its own."""
        from gardien.table.state import with_effects
        from gardien.table.writing import consequences

        after = with_effects(self.state, consequences(self.state, done, self.people or {"": ME}))
        self.saved = self.saved and after.play == self.state.play
        self.state = after

    def save(self, path: Path) -> None:
        path.write_bytes(msgspec.json.format(msgspec.json.encode(self.content), indent=2) + b"\n")
        self.path, self.saved = path, True


def run(line: Line) -> int:
    """Talk until the person leaves."""
    with_editing()
    sheet = SheetInPlay(Path(line.words[0])) if line.words and line.words[0].endswith(".json") else None
    try:
        if sheet:
            system = find(sheet.content["system"])
        else:
            system = find(line.words[0]) if line.words else _choose_system(line.language)
        while True:
            sheet = _menu(system, line.language, sheet)
    except Leave:
        print(say("bye", line.language, "play"))
    return 0


def _choose_system(language: Language) -> System:
    systems = [find(key) for key in keys()]
    if len(systems) == 1:
        return systems[0]
    for number, system in enumerate(systems, start=1):
        print(f"{number:3d}  {system.title}  {paint(system.key, 'dim')}")
    return find(_choice([system.key for system in systems], "choose_system", language))


def _choice(
    names: list[str],
    question: str,
    language: Language,
    titles: dict[str, str] | None = None,
    free: tuple[str, ...] = (),
) -> str:
    """One of a numbered list, by number, by name, or by words that only one of them has; or something said freely."""
    titles = titles or {}
    print(say(question, language, "play"))
    while True:
        said = ask("")
        if said in names or (said.split() and said.split()[0].lower() in free):
            return said
        if said.isdecimal() and len(said) < 4 and 1 <= int(said) <= len(names):
            return names[int(said) - 1]
        found = [key for key in names if said and _is_meant(said, key, titles.get(key, ""))]
        whole = [key for key in found if search_text(titles.get(key, key)) == search_text(said)]
        if len(whole or found) == 1:
            return (whole or found)[0]
        for key in found:
            print(f"{names.index(key) + 1:3d}  {titles.get(key, key)}  {paint(key, 'dim')}")
        if said and not found:
            print(say("unknown", language, "play", came=said[:60], most=len(names)))


def _is_meant(said: str, key: str, name: str) -> bool:
    """Whether all words that were typed occur in a name, whatever capitals and accents."""
    return all(word in search_text(f"{key} {name}") for word in search_text(said).split())


def _menu(system: System, language: Language, sheet: SheetInPlay | None) -> SheetInPlay | None:
    """Show what can be done, do one thing; the sheet that is played with from then on."""
    names: list[str] = []
    print(f"\n{paint(system.title, 'bold')}")
    for topic, keys_of_topic in by_topic(system, language):
        print(f"\n{paint(topic, 'bold')}")
        for key in keys_of_topic:
            names.append(key)
            print(f"{len(names):3d}  {title(system, key, language)}  {paint(key, 'dim')}")
    print()
    if sheet:
        print(say("sheet" if sheet.saved else "sheet_changed", language, "play", name=sheet.content.get("name", "")))
    titles = {key: title(system, key, language) for key in names}
    chosen = _choice(names, "choose", language, titles, (*SHEET, *SAVE))
    if chosen not in names:
        return _of_sheet(chosen, system, language, sheet)
    print(f"\n{paint(title(system, chosen, language), 'bold')}\n{help_of(system, chosen, language)}")
    inquiry = Inquiry(system, system.procedure(chosen), language, partial(sheet.inputs, chosen) if sheet else None)
    try:
        inquiry.fill()
        while not _try(inquiry, sheet):
            inquiry.fill()
    except Back:
        pass
    return sheet


def _of_sheet(said: str, system: System, language: Language, sheet: SheetInPlay | None) -> SheetInPlay | None:
    """`sheet FILE` plays with another sheet, `sheet` shows the one in play, `save` writes it, also elsewhere."""
    word, _, path = said.partition(" ")
    try:
        if word.lower() in SHEET and path:
            other = SheetInPlay(Path(path.strip()))
            if other.content["system"] == system.key:
                return other
            print(say("sheet_other", language, "play", came=other.content["system"], system=system.title))
        elif sheet is None:
            print(say("sheet_none", language, "play"))
        elif word.lower() in SHEET:
            from gardien.cli.drawing import laid_out

            print("\n".join(laid_out(system, gardien.sheet(sheet.content), language)))
        else:
            sheet.save(Path(path.strip()) if path else sheet.path)
            print(say("sheet_saved", language, "play", file=sheet.path))
    except Refusal as refusal:
        print(paint(refusal_text(refusal, language), "red"))
    except OSError as fault:
        print(paint(f"{path or (sheet.path if sheet else '')}: {fault.strerror}", "red"))
    return sheet


def _try(inquiry: Inquiry, sheet: SheetInPlay | None) -> bool:
    """Show the odds and do it, as often as wanted; not so when the inputs are to be changed."""
    prepared = _ready(inquiry)
    language = inquiry.language
    if prepared.procedure.dice:
        try:
            print("\n" + "\n".join(table(prepared, headline(prepared), language)))
        except Refusal as refusal:
            print(refusal_text(refusal, language))
    throw = _how_to_throw(prepared, language)
    while throw:
        try:
            decided, played = _decide(inquiry, prepared, throw)
            print("\n" + "\n".join(answer_lines(decided, played, language)))
            if sheet:
                sheet.write(answer(decided, played))
        except Back:
            return False
        except Refusal as refusal:
            print(paint(refusal_text(refusal_at(refusal, prepared), language), "red"))
            return False
        if ask(f"\n{say('after', language, 'play')}") != "r":
            return True
    return False


def _decide(inquiry: Inquiry, prepared: Prepared, throw: Throw) -> tuple[Prepared, Played]:
    """What comes out once everything is decided that a rule waits for; dice that lie stay as they are."""
    kept = deepcopy(inquiry.given)
    dice: tuple[DieShown, ...] = ()
    settled = 0
    try:
        while True:
            played = run_program(prepared.request(), after_fallen(dice, throw), waits=always, settled=settled)
            if not isinstance(played.outcome, Waiting):
                return prepared, played
            print("\n" + "\n".join(paint(one, "bold") for one in tell(prepared, played, inquiry.language)))
            inquiry.decide(played.outcome.field)
            dice, settled, prepared = played.dice, played.outcome.place, _ready(inquiry)
    finally:
        inquiry.given = kept


def _ready(inquiry: Inquiry) -> Prepared:
    """The procedure with its inputs, asked for again as long as something is wrong with them."""
    while True:
        try:
            return ready(inquiry.system.key, inquiry.procedure.key, inquiry.given)
        except Refusal as refusal:
            inquiry.mend(refusal)


def _how_to_throw(prepared: Prepared, language: Language) -> Throw | None:
    """Who throws the dice; nothing when the inputs are to be changed first."""
    question = "ready" if prepared.procedure.dice else "ready_no_dice"
    while True:
        said = ask(f"\n{say(question, language, 'play')}").lower()
        if said == "b":
            return None
        if not said:
            source = gardien.generator()
            return lambda die: source.randrange(1, die.sides + 1)
        if said == "d" and prepared.procedure.dice:
            return lambda die: _typed_face(die, prepared, language)


def _typed_face(die: DieAsked, prepared: Prepared, language: Language) -> int:
    """Ask for one die until its face is one it can show."""
    terms = prepared.system.terms
    entry = terms.entry("die", die.label)
    named = f"{die.label}, {entry[language]}" if entry and entry[language] != die.label else die.label
    if die.who:
        named += f" ({die.who})"
    while True:
        said = ask(say("die", language, "play", die=named, sides=die.sides))
        if said == "b":
            raise Back
        try:
            if said.removeprefix("-").isdecimal() and len(said) < 10:
                return check_face(die, face_read(said))
            print(say("not_a_number", language, "play", came=said[:60], sides=die.sides))
        except Refusal as refusal:
            refusal.terms = terms
            print(paint(refusal_text(refusal, language), "red"))
