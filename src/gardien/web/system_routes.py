"""The ways into the rule systems, no table needed: what they are, doing and weighing, drawing a character."""

import asyncio
from typing import Any

import msgspec
from starlette.responses import Response

import gardien
from gardien.core.converting import Carried
from gardien.core.system import System, find, keys
from gardien.core.terms import Language
from gardien.web.answers import Json
from gardien.web.ways import ANYONE, Call, Converting, Doing, Drawing, Way, Weighing
from gardien.web.worker import Question


def _system(call: Call) -> System:
    return find(call.request.path_params["system"])


def described(system: System, language: Language) -> dict[str, Any]:
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
            }
            for one in system.procedures()
        ]
    }


async def systems(call: Call, _: None) -> Response:
    """The installed systems."""
    return Json({"systems": [{"key": key, "title": find(key).title, "dice": list(find(key).dice)} for key in keys()]})


async def procedures(call: Call, _: None) -> Response:
    """The procedures of a system: inputs as JSON Schema, dice, outcome fields, rules."""
    return Json(await asyncio.to_thread(described, _system(call), call.language))


async def rules(call: Call, _: None) -> Response:
    """The rules of a system in our own words."""
    system, language = _system(call), call.language
    words = (call.query("search") or "").lower().split()[:20]

    def found() -> list[dict[str, Any]]:
        texts = [msgspec.to_builtins(one) for one in system.reference.values()]
        return [one for one in texts if all(word in " ".join(map(str, one.values())).lower() for word in words)]

    return Json({"language": language, "rules": await asyncio.to_thread(found)})


async def do(call: Call, body: Doing) -> Response:
    """Do a procedure with the dice given, or with dice thrown here."""
    question = Question("do", *_asked(call), body.given, language=call.language, dice=body.dice)
    status, found = await call.house.worker.ask(question)
    return Json(found, status)


async def odds(call: Call, body: Weighing) -> Response:
    """The exact odds of a procedure."""
    question = Question("odds", *_asked(call), body.given, body.by, call.language)
    status, found = await call.house.worker.ask(question)
    return Json(found, status)


def _asked(call: Call) -> tuple[str, str]:
    system = _system(call)
    return system.key, system.procedure(call.request.path_params["procedure"]).key


async def draw(call: Call, body: Drawing) -> Response:
    """A new character, drawn where nothing is chosen."""
    system = _system(call)
    return Json(await asyncio.to_thread(gardien.create, system.key, body.given))


async def convert(call: Call, body: Converting) -> Response:
    """A sheet of another game, brought over: where each value comes from, and what was lost."""
    source, system = call.request.path_params["source"], _system(call).key

    def carried() -> Carried:
        return gardien.convert(source, system, body.given, text=body.text, dice=body.dice, language=call.language)

    return Json(await asyncio.to_thread(carried))


_DONE = ("system", "procedure", "given", "dice", "outcome", "steps", "changes", "rules")
_CARRIED = ("from", "to", "kind", "given", "dice", "sheet", "values", "lost", "unread")
_PROCEDURE = "/systems/{system}/procedures/{procedure}"
SYSTEM_WAYS = (
    Way("GET", "/systems", systems, ANYONE, "List the systems", gives=("systems",)),
    Way("GET", "/systems/{system}/procedures", procedures, ANYONE, "List the procedures", gives=("procedures",)),
    Way("GET", "/systems/{system}/rules", rules, ANYONE, "Read the rules", query=("search",), gives=("rules",)),
    Way("POST", f"{_PROCEDURE}/do", do, ANYONE, "Do a procedure", body=Doing, gives=_DONE),
    Way("POST", f"{_PROCEDURE}/odds", odds, ANYONE, "Weigh a procedure", body=Weighing, gives=("outcomes",)),
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
