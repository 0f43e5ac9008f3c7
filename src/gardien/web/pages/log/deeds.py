"""Who did what to whom, as the head of a card says it."""

from gardien.core.system import System
from gardien.core.telling import lower_first
from gardien.core.terms import Language, Terms
from gardien.core.wording import Together, of, put_in, spoken, start, to, typeset
from gardien.table.marks import is_own_word
from gardien.table.tree import Tree
from gardien.web.pages.forms.person_inputs import is_alone
from gardien.web.pages.frame import names_together, names_within, say
from gardien.web.pages.log.chase_cards import chase_deed
from gardien.web.pages.table.calendar import span_told
from gardien.web.pages.table.people import name_of

ABOUT = ("show", "remark", "edit", "remove", "dismiss")  # done with somebody by whoever sits there, not by them
HOUSE = (  # how the table is run: nothing that happens in the game
    *("open", "settings", "seat", "unseat", "unlink", "assign", "door", "knock", "admit", "undo", "redo", "close_ask"),
)
BY_ITSELF = ("turn", "round", "end_fight", "end_chase", "advance", "damaged")  # told as what is so from now on
OF_WHOM, TO_WHOM = ("show", "remark", "edit", "unseat"), ("assign", "ask")  # how French goes on to a name
OF_THE_DESK = ("remark", "show", "declare", "turn")  # the game master’s doings that others see the result of
NEUTRAL = Terms()  # what people at a table are called whatever they play


def is_house_business(card: Tree) -> bool:
    """Whether an entry only says how the table is run."""
    return card["command"] in HOUSE and "roll" not in card


def is_for_players(card: Tree) -> bool:
    """Whether an entry is of any use to whoever plays."""
    return "roll" in card or card["command"] not in (*HOUSE, *OF_THE_DESK)


def offer_word(system: System, key: str, language: Language) -> str:
    """What an offer is called: its verb."""
    return system.terms.say(system.terms.entry("offer", key.partition(".")[0]), language, default=key)


def due_word(system: System, due: Tree, language: Language) -> str:
    """What has fallen due, where the game has a word for it that is not the act’s own; and what it is about."""
    terms, key = system.terms, due["procedure"]
    name = terms.say(terms.entry("due", key) or terms.entry("procedure", key), language, default=key)
    about = due.get("about", ("", ""))[language == "en"]
    return f"{name} · {about}" if about else name


def who_did(card: Tree, view: Tree, system: System, language: Language) -> str:
    """The character who acts, else the person in the seat; nobody, where an entry says what is so from now on."""
    roll, words = card.get("roll"), card.get("words", {})
    if "chase" in card:
        return chase_deed(card["chase"], view, language)[0]
    if not roll and card["command"] == "vote" and words.get("seats"):
        return names_together([_seat_name(view, seat, language) for seat in words["seats"]], language)
    if roll and system.terms.entry("itself", roll["procedure"]):
        return ""
    if roll and roll["people"]:
        return _doers(roll, view, system, language)
    if not roll and card["command"] in BY_ITSELF:
        return ""
    if card["command"] == "knock" and words.get("name"):
        return str(words["name"])
    if card["command"] == "fight":
        return names_together([name_of(view, id) for id in _joined(card, view)], language)
    if card["command"] == "add":
        return names_together(who_came(card, view, language), language)
    character = words.get("character")
    if card["command"] not in ABOUT and isinstance(character, str) and character in view["characters"]:
        return names_together([name_of(view, character)], language)
    return _seat_name(view, card.get("seat", ""), language)


def who_came(card: Tree, view: Tree, language: Language) -> list[str]:
    """Those who came into play together; those who have left, or are out of sight by now, as far as it is known."""
    words = card["words"]
    ids = words.get("all") or [words.get("character", "")]
    named = [name_of(view, id) for id in ids if id in view["characters"]]
    return named if len(named) == len(ids) else words.get("called") or named or [say("somebody", language)]


def _doers(roll: Tree, view: Tree, system: System, language: Language) -> str:
    """Whoever acts, or those who act together."""
    alone = _alone(roll, system)
    return names_together([name_of(view, alone, roll["people"])] if alone else _acting(roll, system), language)


def _alone(roll: Tree, system: System) -> str:
    """Whoever acts, where one does; a rule for several has nobody who acts unless they are among them."""
    actor: str = roll["people"].get("", "")
    if _side(roll, system):
        return ""
    others = [id for name, id in roll["people"].items() if name]
    group = others and actor not in others and not is_alone(system, system.procedure(roll["procedure"]))
    return "" if group else actor


def _joined(card: Tree, view: Tree) -> list[str]:
    """Those who came into a fight that was going on, as far as they are there for the viewer."""
    return [id for id in card.get("words", {}).get("joined", ()) if id in view["characters"]]


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


def in_a_line(card: Tree, view: Tree, system: System, language: Language) -> str:
    """An entry as one says it: who did what to whom."""
    own_words = card.get("words", {}).get("note") if card.get("roll") else ""
    named = {**card, "words": {**card["words"], "note": ""}} if own_words else card
    said = f"{who_did(card, view, system, language)} {what_done(named, view, system, language)}".strip()
    return said + say("in_own_words", language, note=own_words) if own_words else said


def what_done(card: Tree, view: Tree, system: System, language: Language) -> str:
    roll, words = card.get("roll"), card.get("words", {})
    chosen = offer_word(system, words["offer"], language) if words.get("offer") else ""
    if card["command"] in ("decide", "vote") and not roll:
        return say(f"wait_{words.get('stage', 'passed')}", language, what=lower_first(chosen))
    if "chase" in card:
        return chase_deed(card["chase"], view, language)[1]
    if roll:
        did, aimed = words.get("note") or _did(roll, view, system, language), _aimed_at(roll, system, language)
        if aimed and (upon := _upon(roll, system, language)):
            did, aimed = words.get("note") or put_in(upon, language, {"whom": aimed}), ""
        said = (one for one in ("in_spite", "beyond") if words.get(one))
        decided = f" ({lower_first(chosen)})" if chosen and card["command"] in ("decide", "vote") else ""
        decided += "".join(f" · {say(f'done_{one}', language)}" for one in said)
        decided += f" · {words['why']}" if words.get("why") else ""
        return (did if words.get("note") or not aimed else f"{did} → {aimed}") + decided
    return _command_done(card, view, system, language)


def _command_done(card: Tree, view: Tree, system: System, language: Language) -> str:
    """What was done that is no roll, with what or whom it was done to as far as the entry says so."""
    command, words = card["command"], card.get("words", {})
    many = command == "add" and len(who_came(card, view, language)) > 1
    key = "did_propose" if command == "ask" and words.get("by") else f"did_{command}"
    match command:
        case "unpack":
            table = str(words.get("what", "")).partition("/")[0]
            return say(f"did_unpack_{table}", language, what=words["called"][language])
        case "turn":
            return say("did_turn_back" if words.get("by", 1) < 0 else key, language)
        case "gather" if words.get("how"):
            return say(f"did_gather_{words['how']}", language)
        case "chase" if words.get("obstacle"):
            return say("did_chase_obstacle", language, what=str(words["obstacle"]))
        case "chase" if not words.get("began"):
            return say("did_chase_change", language)
        case "add" if many:
            return say("did_add_many", language)
        case "fight" if words.get("joining"):
            number = {0: "none", 1: "one"}.get(len(_joined(card, view)), "many")
            return say(f"did_fight_{words['joining']}_{number}", language)
        case "undo" if "alone" in words:
            return say("did_undo_alone", language)
        case "admit" if words.get("role", "player") is None:
            return say("did_turn_away", language)
    if (character := words.get("character")) in view["characters"] and command in ("show", "remark"):
        if names := [_seat_name(view, one, language) for one in words.get("seen_by") or ()]:
            return say("did_show_to", language, whom=name_of(view, character), names=names_within(names, language))
        return _noted(command, words, name_of(view, character), system, language)
    if command == "advance" and "minutes" in words:
        return _time_passed(int(words["minutes"]), language)
    whom = _object_of(card, view, system, language)
    if command == "ask" and "whom" in whom:
        key = "did_ask_of"
    elif whom:
        key = f"{key}_whom"
    return say(key, language, **whom)


def _time_passed(minutes: int, language: Language) -> str:
    """« Sept jours passent »."""
    one = minutes in (1, 60, 24 * 60) or (language == "fr" and 60 < minutes < 120)
    return start(say("minute_passes" if one else "minutes_pass", language, time=span_told(minutes, language)))


def _noted(command: str, words: Tree, name: str, system: System, language: Language) -> str:
    """What was noted of somebody, or shown of them, as far as it is known."""
    if words.get("hidden") is not None:
        return say("did_hide_whom" if words["hidden"] else "did_unhide_whom", language, whom=name)
    if words.get("alias"):
        return say("did_alias_whom", language, whom=name, alias=words["alias"])
    if words.get("marks"):
        where = system.table_rules.marks.__name__
        rules, terms = system.table_rules, system.terms
        told = [one for one in words["marks"] if terms.field(one, where) or is_own_word(rules, one)]
        called = {mark: lower_first(terms.label(mark, language, where)) for mark in told}  # not what only rules read
        so = {mark for mark in told if words["marks"][mark] not in (None, False)}
        states = [called[one] if one in so else say("did_mark_over", language, state=called[one]) for one in told]
        key = "did_mark_whom" if states else "did_marks_whom"
        return say(key, language, whom=name, states=", ".join(states))
    return say(f"did_{command}_whom", language, whom=_after_verb(name, command, language))


def _object_of(card: Tree, view: Tree, system: System, language: Language) -> dict[str, str]:
    """What or whom an entry is about, by the name its phrase has for it; nothing where it does not say."""
    command, words = card["command"], card.get("words", {})
    people, seats = view["characters"], view["seats"]
    seat = seats.get(str(words.get("seat", "")), {}).get("name", "") if command != "knock" else ""
    character = words.get("character")
    if command == "remove" and words.get("called"):
        return {"whom": _after_verb(str(words["called"]), command, language)}
    if command in ("edit", "remove") and isinstance(character, str) and character in people:
        return {"whom": _after_verb(name_of(view, character), command, language)}
    if command == "dismiss" and character in people and words.get("procedure"):
        what = lower_first(due_word(system, words, language))
        return {"what": what, "whom": _after_verb(name_of(view, str(character)), command, language)}
    if command == "override" and words.get("part"):
        return {"what": _ruled(card, view, system, language)}
    if command in ("seat", "admit", "unseat") and (words.get("name") or seat):
        return {"whom": _after_verb(str(words.get("name") or seat), command, language)}
    if command == "assign":
        given = names_together([name_of(view, id) for id in words.get("characters", ()) if id in people], language)
        whose = seat or say("flow_keeper", language)
        return {"what": given, "whom": _after_verb(whose, command, language)} if given else {}
    if command == "ask" and words.get("procedure"):
        entry = system.terms.entry("procedure", words["procedure"])
        what = system.terms.say(entry, language, default=words["procedure"])
        asked = [name_of(view, id) for id in words.get("characters", ()) if id in people]
        whom = {"whom": _after_verb(names_within(asked, language), command, language)} if asked else {}
        return {"what": lower_first(what), **whom}
    if command == "throw" and words.get("notation"):
        thrown, note = str(words["notation"]), words.get("note")
        return {"what": thrown + say("in_own_words", language, note=note) if note else thrown}
    if command == "plan" and words.get("text"):
        return {"what": str(words["text"])}
    if command == "scene" and words.get("title"):
        return {"what": str(words["title"])}
    return {}


def _ruled(card: Tree, view: Tree, system: System, language: Language) -> str:
    """What the game master has decided about: whose value, as far as the viewer sees it, or which part of the table."""
    part, changes = card["words"]["part"], card.get("changes", ())
    if part == "characters" and changes and changes[0]["character"] in view["characters"]:
        what = lower_first(system.terms.label(changes[0]["field"], language))
        return say("ruled_of", language, what=what, whom=name_of(view, changes[0]["character"]))
    return say(f"ruled_{part}", language)


def _after_verb(whom: str, command: str, language: Language) -> str:
    """A name as it follows what was done: « de la goule », « à Adèle »; English has a word of its own in the phrase."""
    if language == "fr" and not isinstance(whom, Together):
        whom = spoken(whom)
    if language == "fr" and command in OF_WHOM:
        return typeset(of(whom), language)
    return to(whom) if language == "fr" and command in TO_WHOM else whom


def _deed(roll: Tree, system: System) -> str:
    """What was chosen to do, where a procedure has several deeds."""
    face = system.presentation.cards.get(roll["procedure"])
    return str(_known_inputs(roll).get(face.deed, "")) if face and face.deed else ""


def _known_inputs(roll: Tree) -> Tree:
    """What went into a roll, as far as the viewer may know."""
    return {**roll.get("apparent", {}), **roll.get("given", {})}


def _upon(roll: Tree, system: System, language: Language) -> str:
    """What somebody did to somebody, with a place for whom; nothing where the game has no such words."""
    entry = system.terms.entry("upon", _deed(roll, system) or roll["procedure"])
    return _agreeing(entry, roll, system, language) if entry else ""


def _did(roll: Tree, view: Tree, system: System, language: Language) -> str:
    """What somebody did, as it follows their name."""
    terms, procedure, deed = system.terms, roll["procedure"], _deed(roll, system)
    if by_itself := terms.entry("itself", procedure):
        return put_in(terms.say(by_itself, language), language, {"who": _doers(roll, view, system, language)})
    entry = (terms.entry("deed", deed) if deed else None) or terms.entry("did", procedure)
    return lower_first(_agreeing(entry or terms.entry("procedure", procedure), roll, system, language) or procedure)


def _agreeing(entry: Tree | None, roll: Tree, system: System, language: Language) -> str:
    """A deed as one or as several do it."""
    several = not _alone(roll, system) and len(_acting(roll, system)) > 1
    plural = (entry or {}).get(f"{language}_plural") if several else None
    return str(plural) if plural else system.terms.say(entry, language)


def _acting(roll: Tree, system: System) -> list[str]:
    """Those who act together: all of them, or the side whose deed it is."""
    return acting_side(roll, system) or [name for name in roll["people"] if name]


def acting_side(roll: Tree, system: System) -> list[str]:
    """Those of the side whose deed it is, by name; nobody where a rule has no sides."""
    side = _side(roll, system)
    acting = {one.get("name") for one in side.get("members", (side,))} if side else ()
    return [name for name in roll["people"] if name and name in acting]


def _side(roll: Tree, system: System) -> Tree:
    """The side whose deed it is, where a rule has two and the viewer may know; else nothing."""
    face = system.presentation.cards.get(roll["procedure"])
    side = _known_inputs(roll).get(face.acting) if face and face.acting else None
    return side if isinstance(side, dict) else {}


def _aimed_at(roll: Tree, system: System, language: Language) -> str:
    """Whom an act concerned besides whoever acted."""
    table_rules, procedure = system.table_rules, roll["procedure"]
    if _side(roll, system):
        acting = _acting(roll, system)
        return names_within([name for name in roll["people"] if name and name not in acting], language)
    of_everybody = table_rules.fighting and procedure in table_rules.fighting.reorders
    if of_everybody or (procedure not in table_rules.actors and procedure not in table_rules.targeting):
        return ""
    return names_within(others, language) if (others := others_in(roll)) else ""


def others_in(roll: Tree) -> list[str]:
    """Those in a roll besides whoever acted, in the order in which it names them."""
    actor = roll["people"].get("")
    return [name for name, id in roll["people"].items() if name and id != actor]
