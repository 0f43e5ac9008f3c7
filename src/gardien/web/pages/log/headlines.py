"""What a card says in one word: who won, how a gauge moved, what came of it; its tone and its mark."""

import re
from fractions import Fraction
from typing import Any

from msgspec import UNSET

from gardien.core.presentation import CardSpec, Winners
from gardien.core.system import System
from gardien.core.terms import Language, number, percent
from gardien.core.verdicts import good_field, good_words
from gardien.core.wording import put_in
from gardien.table.tree import Tree
from gardien.web.pages.frame import names_together, say
from gardien.web.pages.log.chase_cards import better_for, good_for
from gardien.web.pages.log.deeds import acting_side
from gardien.web.pages.table.people import is_foe, name_of

CHANCE = re.compile(r"^\d+/\d+$")


def value_word(
    system: System, field: str, value: Any, language: Language, procedure: str = "", *, feminine: bool = False
) -> str:
    """One value of a result by itself; of what did not come about, that nothing did."""
    if value is None or value is UNSET:
        return say("wait_nothing", language)
    if isinstance(value, bool):
        return _odds_word(system, field, value, language)
    if isinstance(value, int):
        counted = number(value, language)
        return say("counted", language, name=system.terms.label(field, language, procedure), count=counted)
    if isinstance(value, str) and CHANCE.match(value):
        chance = Fraction(value)
        sure = {0: "chance_none", 1: "for_sure"}.get(int(chance)) if chance in (0, 1) else None
        counted = say(sure, language) if sure else percent(chance, language)
        return say("counted", language, name=system.terms.label(field, language, procedure), count=counted)
    return system.terms.word(field, str(value), language, feminine=feminine)


def _came_word(system: System, procedure: str, field: str, value: Any, language: Language) -> str:
    """What a value says by itself on the card of a procedure, or on any; nothing where it speaks for itself."""
    keys = (f"{one}_{str(value).lower()}" for one in (procedure, field))
    entry = next(filter(None, (system.terms.entry("came", key) for key in keys)), None)
    return system.terms.say(entry, language) if entry else ""


def at_our_cost(roll: Tree, view: Tree, system: System) -> bool:
    """Whether somebody whom nobody plays has aimed at somebody whom people play: what goes well then is bad."""
    if (aimed := system.table_rules.targeting.get(roll["procedure"])) and aimed.helps:
        return False
    people = roll["people"]
    actors = {people[name] for name in acting_side(roll, system)} or {people.get("", "")}
    others = [id for name, id in people.items() if name and id not in actors]
    foes = all(one in view["characters"] and is_foe(view, one, system) for one in actors)
    return bool(others) and foes and not all(is_foe(view, id, system) for id in others)


def headline(roll: Tree, face: CardSpec, view: Tree, system: System, language: Language) -> tuple[str, str, str]:
    """The result as a word, its tone, its mark: who won, how a gauge moved, what came of it, or what a field says."""
    if face.winners and (named := _winners(roll, face.winners, view, system, language)):
        return named
    word, tone, mark = _word(roll, face, system, language, feminine=_befalls_woman(roll, view, system))
    tone = better_for(roll, face, view, system) or tone
    gauge = roll.get("given", {}).get(face.gauge) if face.gauge and not roll["outcome"].get("refused") else None
    if isinstance(gauge, str) and isinstance(after := roll["outcome"].get("value"), int):
        before, label = roll["given"].get("value"), system.terms.label(gauge, language)
        moved = (number(one, language) for one in (before, after) if isinstance(one, int))
        said = " → ".join(dict.fromkeys(moved))
        return f"{label} {said}", tone, mark
    came = face.came(roll["outcome"]) if face.came else ""
    if entry := system.terms.entry("came", came) if came else None:
        return system.terms.say(entry, language), tone, mark
    return _struck(roll, face, view, system, language) or word, tone, mark


def _struck(roll: Tree, face: CardSpec, view: Tree, system: System, language: Language) -> str:
    """« VESTA est gravement touchée », under « Le mercenaire tire sur VESTA », where the game has such words."""
    if not (whom := _aimed_at_one(roll, system)):
        return ""
    keys = (f"{field}_{roll['outcome'].get(field)}" for field in face.word)
    entry = next(filter(None, (system.terms.entry("struck", key) for key in keys)), None)
    if entry is None:
        return ""
    said = system.terms.say(entry, language, feminine=_befalls_woman(roll, view, system))
    return put_in(said, language, {"whom": names_together([name_of(view, whom)], language)})


def _aimed_at_one(roll: Tree, system: System) -> str:
    """Whom an act was aimed at, where that is one person besides whoever acted."""
    actor = roll["people"].get("", "")
    others = [id for name, id in roll["people"].items() if name and id != actor]
    return others[0] if len(others) == 1 and roll["procedure"] in system.table_rules.targeting else ""


def _winners(
    roll: Tree, winners: Winners, view: Tree, system: System, language: Language
) -> tuple[str, str, str] | None:
    """Who won, by name; good where somebody whom people play did, bad where only others did."""
    people = roll["people"]
    won = winners({**roll.get("apparent", {}), **roll.get("given", {})}, roll["outcome"], people)
    ids = [people[one] for one in won if one in people]
    strangers = [one for one in won if one and one not in people]  # named by whoever asked, at no table
    if not ids and not strangers:
        return None
    tone = "" if strangers else good_for(ids, list(people.values()), view, system)
    mark = ("good" if people[""] in ids else "bad") if "" in people else ""
    text = say(
        "opposed_win" if len(ids) + len(strangers) > 1 else "opposed_wins",
        language,
        who=names_together([*(name_of(view, id) for id in ids), *strangers], language),
    )
    return text, tone, mark


def _befalls_woman(roll: Tree, view: Tree, system: System) -> bool:
    """Whether what came of it is said of a woman: whom it was aimed at, else whoever acted."""
    who = _aimed_at_one(roll, system) or roll["people"].get("", "")
    return bool(view["characters"].get(who, {}).get("sheet", {}).get("gender") == "f")


def _word(
    roll: Tree, face: CardSpec, system: System, language: Language, *, feminine: bool = False
) -> tuple[str, str, str]:
    """The result as a word, its tone and its mark."""
    outcome = roll["outcome"]
    procedure = system.procedure(roll["procedure"])
    good = good_field(system.presentation.cards.get(procedure.key), procedure.outcome, procedure.headline)
    refused = outcome.get("refused")
    for field in face.word or ("refused", *procedure.headline):
        value = outcome.get(field)
        if value is None or isinstance(value, dict | list) or (field == "refused" and not value):
            continue
        if field == "status" and value == "active" and len(face.word) > 1:
            continue
        if (value == "none" and field not in face.word[-1:]) or (field, value) == ("reason", "ok"):
            continue
        came = _came_word(system, procedure.key, field, value, language)
        text = came or value_word(system, field, value, language, procedure.key, feminine=feminine)
        tone = tone_of(outcome, good)
        if not tone and (ladder := good_words(system.presentation, procedure.outcome, field)):
            tone = "good" if value in ladder else "bad"
        tone = "due" if refused else tone
        return text, tone, _mark(tone, str(value), refused)
    return (say("refused_word", language), "due", "no") if refused else ("", tone_of(outcome, good), "")


def _odds_word(system: System, field: str, value: bool, language: Language) -> str:
    entry = system.terms.entry("odds", field, str(value).lower()) or system.terms.entry(
        "enum", field, str(value).lower()
    )
    if entry:
        return system.terms.say(entry, language)
    label = system.terms.label(field, language)
    return label if value else say("not_so", language, name=label)


def tone_of(outcome: Tree, good: str) -> str:
    value = outcome.get(good.removeprefix("!"))
    if not isinstance(value, bool | int):
        return ""
    return "good" if bool(value) != good.startswith("!") else "bad"


def _mark(tone: str, value: str, refused: Any) -> str:
    if refused:
        return "no"
    if tone == "good":
        return "crit" if "critical" in value else "good"
    if tone == "bad":
        return "fumble" if "critical" in value else "bad"
    return ""


def deaths(card: Tree, view: Tree, system: System, language: Language) -> tuple[str, str]:
    """Who has died, in words, and the colour: a foe who falls to somebody is good, one whom time takes is neither."""
    dead = []
    for change in card.get("changes", ()):
        ends = system.presentation.deaths.get(change["field"], ())
        if change["after"] in ends and change["before"] not in ends:
            dead.append(change["character"])
    ids = list(dict.fromkeys(dead))
    if not ids:
        return "", ""
    ours = not all(is_foe(view, id, system) for id in ids)
    rolled = card["roll"]["people"] if card.get("roll") else {}
    who = names_together([name_of(view, id, rolled) for id in ids], language)
    said = say("died" if len(ids) < 2 else "died_many", language, who=who)
    known = card.get("roll") and all(id in view["characters"] for id in ids)  # of whoever has left nobody can tell
    return said, "bad" if ours else "good" if known else ""


def result_word(procedure: str, outcome: Tree, system: System, language: Language) -> str:
    """The word a result is known by."""
    face = system.presentation.cards.get(procedure, CardSpec())
    return _word({"procedure": procedure, "outcome": outcome}, face, system, language)[0]
