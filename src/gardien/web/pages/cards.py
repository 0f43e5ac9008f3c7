"""Cards on a page: a log entry made into what the template draws, from nothing but the viewer's own card."""

from typing import Any

from msgspec import Struct

from gardien.core.face import CardFace, good_field
from gardien.core.system import System
from gardien.core.telling import lower_first
from gardien.core.terms import Language, Terms, number
from gardien.sheets.words import plain
from gardien.table.tree import Tree
from gardien.web.pages.frame import say
from gardien.web.pages.people import name_of

MOST_DICE = 24  # drawn on one card
NEUTRAL = Terms()  # what people at a table are called whatever they play


class DieDrawn(Struct, frozen=True):
    """One die: how many sides, what it shows, whose it is and what for."""

    sides: int
    value: int
    caption: str
    look: str  # forced, opp, check, ""
    who: str = ""


class ChangeShown(Struct, frozen=True):
    """One value of a sheet, before and after."""

    who: str
    name: str
    before: str
    after: str
    tone: str  # worse, better, ""
    field: str = ""


class CardShown(Struct, frozen=True):
    """A log entry."""

    id: str
    at: int
    who: str
    what: str
    word: str
    tone: str  # good, bad, due, ""
    mark: str
    figure: str
    dice: tuple[DieDrawn, ...]
    told: tuple[str, ...]
    changes: tuple[ChangeShown, ...]
    struck: bool
    secret: bool
    sealed: str
    real_dice: bool
    rules: tuple[str, ...]
    steps: bool
    held: bool
    can_reveal: bool
    proof: str
    more_dice: int = 0
    reason: str = ""
    minor: bool = False  # a line rather than a card


def card_shown(card: Tree, view: Tree, system: System, language: Language) -> CardShown:
    """A card of a viewer's log as it is drawn for them."""
    roll = card.get("roll")
    face = system.face.cards.get(roll["procedure"], CardFace()) if roll else CardFace()
    word, tone, mark = _word(roll, face, system, language) if roll else ("", "", "")
    keeper = view["you"]["role"] == "keeper"
    secret = "audience" in card
    told = tuple(roll.get("told", ())) if roll else _said(card, view, system, language)
    dice = tuple(_dice(roll, system, language)) if roll else ()
    figure = roll["outcome"].get(face.figure) if roll and face.figure else None
    return CardShown(
        id=card["id"],
        at=card["at"],
        who=_who(card, view, language),
        what=_what(card, system, language),
        word=word,
        tone=tone,
        mark=mark,
        figure=_figure(face.figure, figure, system, language) if isinstance(figure, int) else "",
        dice=dice[:MOST_DICE],
        told=told,
        changes=tuple(_changes(card, view, system, language)),
        struck=bool(card.get("struck")),
        secret=secret,
        sealed=card.get("seal", "") if card["command"] == "sealed" else "",
        real_dice=bool(roll and roll["typed"]),
        rules=tuple(dict.fromkeys(step["rule"] for step in roll.get("steps", ()))) if roll else (),
        steps=bool(roll and roll.get("steps")),
        held=bool(card.get("held")),
        can_reveal=keeper and secret and roll is not None,
        proof=card.get("seal", "") if card["command"] == "reveal" else "",
        more_dice=max(0, len(dice) - MOST_DICE),
        reason=str(card.get("words", {}).get("reason", "")),
        minor=roll is None and card["command"] not in ("say", "scene", "sealed", "override"),
    )


def _who(card: Tree, view: Tree, language: Language) -> str:
    """The character who acts, else the person in the seat."""
    roll = card.get("roll")
    if roll and roll["people"]:
        alone = roll["people"].get("")
        return name_of(view, alone) if alone else ", ".join(name for name in roll["people"] if name)
    several = card.get("words", {}).get("all", ())
    if several and all(id in view["characters"] for id in several):
        return ", ".join(name_of(view, id) for id in several)
    character = card.get("words", {}).get("character")
    if isinstance(character, str) and character in view["characters"]:
        return name_of(view, character)
    seat = view["seats"].get(card.get("seat", ""))
    if seat is None:
        return ""
    return str(seat["name"]) or NEUTRAL.say(NEUTRAL.entry("role", seat["role"]), language)


def _what(card: Tree, system: System, language: Language) -> str:
    roll = card.get("roll")
    note = card.get("words", {}).get("note")
    if roll and note:
        return str(note)
    if roll:
        entry = system.terms.entry("did", roll["procedure"]) or system.terms.entry("procedure", roll["procedure"])
        return lower_first(system.terms.say(entry, language, default=roll["procedure"]))
    return say(f"did_{card['command']}", language)


def _word(roll: Tree, face: CardFace, system: System, language: Language) -> tuple[str, str, str]:
    """The result as a word, its tone and its mark."""
    outcome = roll["outcome"]
    procedure = system.procedure(roll["procedure"])
    good = good_field(system.face.cards.get(procedure.key), procedure.outcome, procedure.headline)
    refused = outcome.get("refused")
    for field in face.word or ("refused", *procedure.headline):
        value = outcome.get(field)
        if value is None or isinstance(value, dict | list):
            continue
        if field == "status" and value == "active" and len(face.word) > 1:
            continue
        text = system.terms.word(field, str(value).lower() if isinstance(value, bool) else str(value), language)
        if isinstance(value, bool):
            text = _odds_word(system, field, value, language)
        tone = "due" if refused else _tone(outcome, good)
        return text, tone, _mark(tone, str(value), refused)
    return "", _tone(outcome, good), ""


def _odds_word(system: System, field: str, value: bool, language: Language) -> str:
    entry = system.terms.entry("odds", field, str(value).lower()) or system.terms.entry(
        "enum", field, str(value).lower()
    )
    if entry:
        return system.terms.say(entry, language)
    label = system.terms.label(field, language)
    return label if value else say("not_so", language, name=label)


def _tone(outcome: Tree, good: str) -> str:
    value = outcome.get(good.removeprefix("!"))
    if not isinstance(value, bool):
        return ""
    return "good" if value != good.startswith("!") else "bad"


def _mark(tone: str, value: str, refused: Any) -> str:
    if refused:
        return "no"
    if tone == "good":
        return "crit" if "critical" in value else "good"
    if tone == "bad":
        return "fumble" if "critical" in value else "bad"
    return ""


def result_word(procedure: str, outcome: Tree, system: System, language: Language) -> str:
    """The word a result is known by."""
    face = system.face.cards.get(procedure, CardFace())
    return _word({"procedure": procedure, "outcome": outcome}, face, system, language)[0]


def _figure(field: str, value: int, system: System, language: Language) -> str:
    return f"{lower_first(system.terms.label(field, language))} {number(value, language, signed=value != 0)}"


def _dice(roll: Tree, system: System, language: Language) -> list[DieDrawn]:
    found = []
    for die in roll["dice"]:
        look = "check" if die["purpose"] == "check" else system.face.dice.get(die["label"], "")
        entry = system.terms.entry("die", die["label"])
        caption = system.terms.say(entry, language, default=die["label"])
        found.append(DieDrawn(int(die["die"].lstrip("dD") or 0), die["value"], caption, look, die["who"]))
    return found


def _changes(card: Tree, view: Tree, system: System, language: Language) -> list[ChangeShown]:
    watched = {gauge.field for gauge in system.face.gauges}
    found = []
    for change in card.get("changes", ()):
        before, after = change["before"], change["after"]
        tone = ""
        if change["field"] in watched and isinstance(before, int) and isinstance(after, int):
            tone = "worse" if after > before else "better"
        found.append(
            ChangeShown(
                name_of(view, change["character"]),
                system.terms.label(change["field"], language),
                plain(system, change["field"], before, language),
                plain(system, change["field"], after, language),
                tone,
                change["field"],
            )
        )
    return found


def _said(card: Tree, view: Tree, system: System, language: Language) -> tuple[str, ...]:
    """What a command that is no roll says of itself."""
    words = card.get("words", {})
    found = [
        str(words[name]) for name in ("title", "text", "reason") if isinstance(words.get(name), str) and words[name]
    ]
    if card["command"] == "advance" and "minutes" in words:
        found.append(say("minutes_pass", language, minutes=number(words["minutes"], language)))
    if card["command"] == "seat" and words.get("name"):
        found.append(str(words["name"]))
    if card["command"] == "ask" and words.get("procedure") and not found:
        entry = system.terms.entry("procedure", words["procedure"])
        found.append(system.terms.say(entry, language, default=words["procedure"]))
    return tuple(dict.fromkeys(found))
