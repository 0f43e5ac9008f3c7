"""The ways into the rule systems, no table needed: what they are, doing and weighing, drawing a character."""

from functools import cache
from typing import Any

import msgspec
from starlette.responses import Response

from gardien.core.system import System, find, keys
from gardien.core.terms import Language
from gardien.web.answers import Json
from gardien.web.aside import STRANGERS
from gardien.web.routes import ANYONE, Call, Converting, Doing, Drawing, OddsRequest, Way
from gardien.web.worker import Question


def _system(call: Call) -> System:
    return find(call.request.path_params["system"])


def describe(system: System, language: Language) -> dict[str, Any]:
    """Every procedure as it describes itself."""
    return {
        "procedures": [
            {
                "name": one.key,
                "title": system.terms.say(system.terms.entry("procedure", one.key), language, default=one.key),
                "parameters": one.schema(),
                "dice": list(one.dice),
                "outcome": list(one.outcome_fields()),
                "rules": list(one.rules),
                "right": system.right(one.key),
            }
            for one in system.procedures()
        ]
    }


async def systems(call: Call, _: None) -> Response:
    """The installed systems."""
    return Json({"systems": [{"key": key, "title": find(key).title, "dice": list(find(key).dice)} for key in keys()]})


async def procedures(call: Call, _: None) -> Response:
    """The procedures of a system: inputs as JSON Schema, dice, outcome fields, rules."""
    return Json(await call.house.aside.once(_description, _system(call).key, call.language))


async def rules(call: Call, _: None) -> Response:
    """The rules of a system in our own words."""
    system, language = _system(call), call.language
    words = (call.query("search") or "").lower().split()[:20]

    def found() -> list[dict[str, Any]]:
        return [one for one, text in _rules(system.key) if all(word in text for word in words)]

    return Json({"language": language, "rules": await call.house.aside.run(STRANGERS, found)})


def _description(system: str, language: Language) -> bytes:
    return msgspec.json.encode(describe(find(system), language))


@cache
def _rules(system: str) -> list[tuple[dict[str, Any], str]]:
    """Each rule, and all of it in small letters."""
    texts = [msgspec.to_builtins(one) for one in find(system).reference.values()]
    return [(one, " ".join(map(str, one.values())).lower()) for one in texts]


async def do(call: Call, body: Doing) -> Response:
    """Do a procedure with the dice given, or with dice thrown here."""
    question = Question("do", *_path_of(call), body.given, language=call.language, dice=body.dice)
    return await _compute(call, question)


async def odds(call: Call, body: OddsRequest) -> Response:
    """The exact odds of a procedure."""
    question = Question("odds", *_path_of(call), body.given, body.by, call.language)
    return await _compute(call, question)


async def _compute(call: Call, question: Question) -> Response:
    """Whoever has a link is answered like those at the tables; all others wait in a small queue of their own."""
    worker = await call.house.worker_for(call.request)
    status, body = await worker.ask(question)
    return Json(body, status)


def _path_of(call: Call) -> tuple[str, str]:
    system = _system(call)
    return system.key, system.procedure(call.request.path_params["procedure"]).key


async def draw(call: Call, body: Drawing) -> Response:
    """A new character, drawn where nothing is chosen."""
    return await _compute(call, Question("draw", _system(call).key, "", body.given, language=call.language))


async def convert(call: Call, body: Converting) -> Response:
    """A sheet of another game, brought over: where each value comes from, and what was lost."""
    source, system = call.request.path_params["source"], _system(call).key
    question = Question(
        "convert", system, "", body.given, language=call.language, dice=body.dice, source=source, text=body.text
    )
    return await _compute(call, question)


_DONE = ("system", "procedure", "given", "dice", "outcome", "steps", "changes", "rules")
_CARRIED = ("from", "to", "kind", "given", "dice", "sheet", "values", "lost", "unread")
_PROCEDURE = "/systems/{system}/procedures/{procedure}"
SYSTEM_WAYS = (
    Way("GET", "/systems", systems, ANYONE, "List the systems", gives=("systems",)),
    Way("GET", "/systems/{system}/procedures", procedures, ANYONE, "List the procedures", gives=("procedures",)),
    Way("GET", "/systems/{system}/rules", rules, ANYONE, "Read the rules", query=("search",), gives=("rules",)),
    Way("POST", f"{_PROCEDURE}/do", do, ANYONE, "Do a procedure", body=Doing, gives=_DONE),
    Way("POST", f"{_PROCEDURE}/odds", odds, ANYONE, "Weigh a procedure", body=OddsRequest, gives=("outcomes",)),
    Way("POST", "/systems/{system}/characters", draw, ANYONE, "Draw a character", body=Drawing, gives=("system",)),
    Way(
        "POST",
        "/systems/{system}/conversions/{source}",
        convert,
        ANYONE,
        "Convert a sheet of another game",
        body=Converting,
        gives=_CARRIED,
    ),
)
