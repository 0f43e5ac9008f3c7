"""Who did what to whom, as the head of a card says it."""

from gardien.core.system import System
from gardien.core.telling import lower_first
from gardien.core.terms import Language, Terms
from gardien.table.tree import Tree
from gardien.web.pages.frame import say
from gardien.web.pages.people import name_of

ABOUT = ("show", "remark", "edit", "remove")  # done with somebody by whoever sits there, not by them
HOUSE = (  # how the table is run: nothing that happens in the game
    *("open", "settings", "seat", "unseat", "unlink", "assign", "door", "knock", "admit", "remark", "show"),
    *("declare", "turn", "undo", "redo", "close_ask"),
)
NEUTRAL = Terms()  # what people at a table are called whatever they play


def is_house_business(card: Tree) -> bool:
    """Whether an entry is of no use to whoever plays."""
    return card["command"] in HOUSE and "roll" not in card


def offer_word(system: System, key: str, language: Language) -> str:
    """What an offer is called: its verb."""
    return system.terms.say(system.terms.entry("offer", key.partition(".")[0]), language, default=key)


def who_did(card: Tree, view: Tree, language: Language) -> str:
    """The character who acts, else the person in the seat."""
    roll = card.get("roll")
    if not roll and card["command"] == "vote" and card.get("words", {}).get("seats"):
        return ", ".join(_seat_name(view, seat, language) for seat in card["words"]["seats"])
    if roll and roll["people"]:
        alone = roll["people"].get("")
        return name_of(view, alone) if alone else ", ".join(name for name in roll["people"] if name)
    several = card.get("words", {}).get("all", ())
    if several and all(id in view["characters"] for id in several):
        return ", ".join(name_of(view, id) for id in several)
    character = card.get("words", {}).get("character")
    if card["command"] not in ABOUT and isinstance(character, str) and character in view["characters"]:
        return name_of(view, character)
    return _seat_name(view, card.get("seat", ""), language)


def _seat_name(view: Tree, id: str, language: Language) -> str:
    """The person in a seat, by name or by role."""
    seat = view["seats"].get(id)
    if seat is None or seat["name"]:
        return "" if seat is None else str(seat["name"])
    return (
        say("flow_keeper", language)
        if seat["role"] == "keeper"
        else NEUTRAL.say(NEUTRAL.entry("role", seat["role"]), language)
    )


def what_done(card: Tree, view: Tree, system: System, language: Language) -> str:
    roll, words = card.get("roll"), card.get("words", {})
    chosen = offer_word(system, words["offer"], language) if words.get("offer") else ""
    if card["command"] in ("decide", "vote") and not roll:
        return say(f"wait_{words.get('stage', 'passed')}", language, what=lower_first(chosen))
    if roll:
        did, aimed = words.get("note") or _did(roll, system, language), _aimed_at(roll, system)
        if aimed and (upon := _upon(roll, system, language)):
            did, aimed = words.get("note") or upon.format(whom=aimed), ""
        decided = f" · {lower_first(chosen)}" if chosen and card["command"] in ("decide", "vote") else ""
        decided += f" · {say('done_in_spite', language)}" if words.get("in_spite") else ""
        return (did if words.get("note") or not aimed else f"{did} → {aimed}") + decided
    did, character = say(f"did_{card['command']}", language), card.get("words", {}).get("character")
    if card["command"] in ABOUT and isinstance(character, str) and character in view["characters"]:
        return f"{did} · {name_of(view, character)}"
    return did


def _deed(roll: Tree, system: System) -> str:
    """What was chosen to do, where a procedure has several deeds."""
    face = system.presentation.cards.get(roll["procedure"])
    inputs = {**roll.get("apparent", {}), **roll.get("given", {})}
    return str(inputs.get(face.deed, "")) if face and face.deed else ""


def _upon(roll: Tree, system: System, language: Language) -> str:
    """What somebody did to somebody, with a place for whom; nothing where the game has no such words."""
    entry = system.terms.entry("upon", _deed(roll, system) or roll["procedure"])
    return system.terms.say(entry, language) if entry else ""


def _did(roll: Tree, system: System, language: Language) -> str:
    """What somebody did, as it follows their name."""
    terms, procedure, deed = system.terms, roll["procedure"], _deed(roll, system)
    entry = (terms.entry("deed", deed) if deed else None) or terms.entry("did", procedure)
    return lower_first(terms.say(entry or terms.entry("procedure", procedure), language, default=procedure))


def _aimed_at(roll: Tree, system: System) -> str:
    """Whom an act concerned besides whoever acted."""
    table_rules, procedure = system.table_rules, roll["procedure"]
    of_everybody = table_rules.fighting and procedure in table_rules.fighting.reorders
    if of_everybody or (procedure not in table_rules.actors and procedure not in table_rules.targeting):
        return ""
    return ", ".join(others_in(roll))


def others_in(roll: Tree) -> list[str]:
    """Those in a roll besides whoever acted, in the order in which it names them."""
    actor = roll["people"].get("")
    return [name for name, id in roll["people"].items() if name and id != actor]
