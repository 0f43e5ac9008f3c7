"""The rules: the whole reference of a game, to read, to search, and one rule at a time."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec
from markupsafe import Markup, escape
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from gardien.core.errors import Refusal, nearest
from gardien.core.examples import Shown, examples_of
from gardien.core.reference import RuleText, closest, search_rules, search_text
from gardien.core.system import System, find, keys
from gardien.core.telling import explain, tell
from gardien.core.terms import Language
from gardien.table.precedence import ACTING
from gardien.web.pacing import address_of
from gardien.web.pages.frame import Frame, frame_of
from gardien.web.pages.log.cards import CardShown, card_shown

ALONE = "-"  # whoever acts alone in an example
LONGEST = 100  # letters one may look for
SHORT = 3  # letters of a word that is not marked within another


class Topic(Struct, frozen=True):
    """A chapter."""

    key: str
    title: str
    rules: tuple[RuleText, ...]


def topics(system: System, language: Language) -> list[Topic]:
    """The chapters, in the order in which the game's dictionary names them."""
    by_topic: dict[str, list[RuleText]] = {}
    for rule in system.reference.values():
        by_topic.setdefault(rule.topic, []).append(rule)
    order = list(system.terms.own.get("topic", {}))
    keyed = sorted(by_topic, key=lambda key: order.index(key) if key in order else len(order))
    return [
        Topic(key, system.terms.say(system.terms.entry("topic", key), language, default=key), tuple(by_topic[key]))
        for key in keyed
    ]


def highlight(text: str, search: str) -> Markup:
    """A text with the words that were looked for: as they were written, or where there are none, accents aside."""
    ACTING.give_way()
    marked: list[tuple[int, int]] = []
    for start, end in sorted(span for word in set(search.split()) for span in _places(text, word)):
        if marked and start <= marked[-1][1]:
            marked[-1] = marked[-1][0], max(end, marked[-1][1])
        else:
            marked.append((start, end))
    shown, last = Markup(), 0
    for start, end in marked:
        shown += escape(text[last:start]) + Markup("<mark>{}</mark>").format(text[start:end])
        last = end
    return shown + escape(text[last:])


def _places(text: str, word: str) -> list[tuple[int, int]]:
    small = text.lower()
    spans = list(_spans(small, word.lower()))
    if spans and len(small) == len(text):
        return spans
    wanted = search_text(word)
    if wanted not in search_text(text):
        return []
    letters, places = "", []
    for place, letter in enumerate(text):
        plain = _letter_looked_for(letter)
        letters += plain
        places += [place] * len(plain)
    return [(places[start], places[stop - 1] + 1) for start, stop in _spans(letters, wanted)]


_letter_looked_for = lru_cache(1000)(search_text)


def _spans(text: str, word: str) -> Iterator[tuple[int, int]]:
    """Where words begin with a word; a short one must be whole."""
    if word and word in text:
        tail = r"(?!\w)" if len(word) < SHORT else ""
        for one in re.finditer(rf"(?<!\w){re.escape(word)}{tail}", text):
            yield one.span()


class Drawn(Struct, frozen=True):
    """A played example: the card it would be at a table, the reasons."""

    card: CardShown
    why: list[str]


def draw_example(shown: Shown, language: Language) -> Drawn:
    """An example as a card, from nothing but what its rule answered."""
    system, procedure = shown.prepared.system, shown.prepared.procedure.key
    actor = shown.example.given.get(system.table_rules.actors.get(procedure, ""))
    who = shown.example.who or (str(actor.get("name", "")) if isinstance(actor, dict) else "")
    answered: dict[str, Any] = msgspec.to_builtins(shown.answer)
    roll = {
        **{name: answered[name] for name in ("procedure", "outcome", "dice")},
        "given": shown.example.given,
        "people": {"": ALONE} if who else {},
        "told": tell(shown.prepared, shown.played, language, shown.example.who),
        "typed": False,
    }
    named = [change["who"] for change in answered["changes"] if change["who"]]
    people = {id: {"sheet": {"name": who if id == ALONE else id}} for id in (ALONE, *named)}
    view = {"you": {"role": ""}, "seats": {}, "characters": people}
    changes = [{**one, "character": one["who"] or ALONE} for one in answered["changes"]]
    card = card_shown({"id": "", "at": 0, "command": "do", "roll": roll, "changes": changes}, view, system, language)
    return Drawn(card, explain(system, procedure, shown.played.steps, language))


def _context(request: Request, system: System) -> dict[str, Any]:
    frame = frame_of(request)
    return {
        "system": system,
        "systems": [find(key) for key in keys()],
        "topics": topics(system, frame.language),
        "q": " ".join(request.query_params.get("q", "").split())[:LONGEST],
        "marked": highlight,
    }


async def first(request: Request, house: Any) -> Response:
    """GET /regles: those of the first game."""
    return RedirectResponse(f"/regles/{keys()[0]}", 303)


async def show(request: Request, house: Any) -> Response:
    """GET /regles/SYSTEM: everything, or with `q` what answers a search."""
    system = find(request.path_params["system"])
    context = _context(request, system)
    if (wanted := context["q"].upper()) in system.reference:
        return RedirectResponse(f"/regles/{system.key}/{wanted}", 303)
    return await house.drawing.run(address_of(request.scope), _found, frame_of(request), context)  # type: ignore[no-any-return]


def _found(frame: Frame, context: dict[str, Any]) -> Response:
    """What answers a search, or all there is: some hundred texts, in which every letter is looked at."""
    rules, q = context["system"].reference.values(), context["q"]
    hits = search_rules(rules, q, frame.language) if q else []
    near = closest(rules, q, frame.language) if q and not hits else []
    return frame.page("rules.html", **context, found=hits, near=near)


async def one(request: Request, house: Any) -> Response:
    """GET /regles/SYSTEM/ID: one rule, with what belongs to it."""
    frame = frame_of(request)
    system = find(request.path_params["system"])
    id = request.path_params["rule"].upper()[:40]
    rule = system.reference.get(id)
    if rule is None:
        raise Refusal("rule/unknown", came=id, system=system.title, hint=nearest(id, list(system.reference)))
    context = _context(request, system)
    topic = next(one for one in context["topics"] if one.key == rule.topic)
    at = topic.rules.index(rule)
    cited = [other for other in system.reference.values() if id in other.see and other.id not in rule.see]
    terms = system.terms
    options = [(terms.entry("option", key), key) for key in rule.option]
    played = [terms.entry("procedure", one.key) for one in system.procedures() if id in one.rules]
    return frame.page(
        "rule.html",
        **context,
        rule=rule,
        topic=topic,
        before=topic.rules[at - 1] if at else None,
        after=topic.rules[at + 1] if at + 1 < len(topic.rules) else None,
        see=[system.reference[other] for other in rule.see],
        cited=cited,
        options=[entry for entry, _ in options if entry],
        played=[entry for entry in played if entry],
        examples=[draw_example(shown, frame.language) for shown in examples_of(system, id)],
    )
