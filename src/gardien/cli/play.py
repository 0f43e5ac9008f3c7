"""`gardien play`: a conversation: choose, fill in, see the odds, roll, read the result."""

from copy import deepcopy

from gardien import generator
from gardien.cli.command_line import Line
from gardien.cli.do import answer_lines
from gardien.cli.layout import paint
from gardien.cli.odds import headline, table
from gardien.cli.procedures import by_topic, help_of, title
from gardien.cli.prompts import Back, Inquiry, Leave, ask
from gardien.cli.shared import ready, refusal_text, say
from gardien.core.calling import Prepared, refusal_at
from gardien.core.errors import Refusal
from gardien.core.interpreters.run import DieAsked, DieShown, Played, Waiting, always
from gardien.core.interpreters.run import Source as Throw
from gardien.core.interpreters.run import run as run_program
from gardien.core.interpreters.typed import after_fallen, check_face, face_read
from gardien.core.system import System, find, keys
from gardien.core.telling import tell
from gardien.core.terms import Language


def run(line: Line) -> int:
    """Talk until the person leaves."""
    try:
        system = find(line.words[0]) if line.words else _choose_system(line.language)
        while True:
            _menu(system, line.language)
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


def _choice(names: list[str], question: str, language: Language) -> str:
    """One of a numbered list, by number or by name."""
    print(say(question, language, "play"))
    while True:
        answer = ask("")
        if answer in names:
            return answer
        if answer.isdecimal() and len(answer) < 4 and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        if answer:
            print(say("unknown", language, "play", came=answer[:60], most=len(names)))


def _menu(system: System, language: Language) -> None:
    """Show what can be done, do one thing."""
    names: list[str] = []
    print(f"\n{paint(system.title, 'bold')}")
    for topic, keys_of_topic in by_topic(system, language):
        print(f"\n{paint(topic, 'bold')}")
        for key in keys_of_topic:
            names.append(key)
            print(f"{len(names):3d}  {title(system, key, language)}  {paint(key, 'dim')}")
    print()
    chosen = _choice(names, "choose", language)
    print(f"\n{paint(title(system, chosen, language), 'bold')}\n{help_of(system, chosen, language)}")
    inquiry = Inquiry(system, system.procedure(chosen), language)
    try:
        inquiry.fill()
        while not _try(inquiry):
            inquiry.fill()
    except Back:
        return


def _try(inquiry: Inquiry) -> bool:
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
            print("\n" + "\n".join(answer_lines(*_decide(inquiry, prepared, throw), language)))
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
        answer = ask(f"\n{say(question, language, 'play')}").lower()
        if answer == "b":
            return None
        if not answer:
            source = generator()
            return lambda die: source.randrange(1, die.sides + 1)
        if answer == "d" and prepared.procedure.dice:
            return lambda die: _typed_face(die, prepared, language)


def _typed_face(die: DieAsked, prepared: Prepared, language: Language) -> int:
    """Ask for one die until its face is one it can show."""
    terms = prepared.system.terms
    entry = terms.entry("die", die.label)
    named = f"{die.label}, {entry[language]}" if entry and entry[language] != die.label else die.label
    if die.who:
        named += f" ({die.who})"
    while True:
        answer = ask(say("die", language, "play", die=named, sides=die.sides))
        if answer == "b":
            raise Back
        try:
            if answer.removeprefix("-").isdecimal() and len(answer) < 10:
                return check_face(die, face_read(answer))
            print(say("not_a_number", language, "play", came=answer[:60], sides=die.sides))
        except Refusal as refusal:
            refusal.terms = terms
            print(paint(refusal_text(refusal, language), "red"))
