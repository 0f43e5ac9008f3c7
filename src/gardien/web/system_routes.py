"""The ways into the rule systems, no table needed: what they are, doing and weighing, drawing a character."""

from functools import cache
from typing import Any

import msgspec
from starlette.responses import Response

import gardien
from gardien.core.errors import Refusal
from gardien.core.system import System, find, keys
from gardien.core.terms import Language
from gardien.web.answers import HEADERS_OF_FILES, Json
from gardien.web.aside import STRANGERS
from gardien.web.files import blank_sheet, file_headers
from gardien.web.routes import ANYONE, Call, Converting, Doing, Drawing, OddsRequest, Printing, Way, Weighing
from gardien.web.told import (
    DoneAnswer,
    HouseRules,
    OddsAnswer,
    ProceduresListed,
    RulesRead,
    SheetConverted,
    SheetDrawn,
    ShelfRead,
    SystemsListed,
    Weighed,
)
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


async def options(call: Call, _: None) -> Response:
    """The house rules of a system: what each may be, and what holds unless somebody says otherwise."""
    return Json({"options": _system(call).house_rules(call.language)})


async def shelf(call: Call, _: None) -> Response:
    """The printed rows of a system: weapons, creatures, spells, hazards; with `rows`, those of one table."""
    system = _system(call)
    kept, wanted = gardien.pack(system.key), call.query("rows")
    if wanted is not None and wanted not in kept:
        raise Refusal("pack/table", field=wanted[:40], allowed=list(kept))
    return Json({"rows": {name: rows for name, rows in kept.items() if wanted in (None, name)}})


async def weigh(call: Call, body: Weighing) -> Response:
    """A whole fight, or what a scenario does to minds, as `gardien fight` weighs its file."""
    given = {**body.given, "system": _system(call).key}
    question = Question("weigh", given["system"], "", given, language=call.language, runs=body.runs, seconds=PATIENCE)
    return await _compute(call, question)


async def sheet_pdf(call: Call, body: Printing) -> Response:
    """A sheet as a PDF."""
    system = _system(call)
    sheet = gardien.sheet({**body.sheet, "system": system.key})
    drawn = await call.house.aside.run(STRANGERS, printed, system, msgspec.to_builtins(sheet), call.language)
    return pdf(drawn, str(body.sheet.get("name", system.key)))


async def blank_pdf(call: Call, _: None) -> Response:
    """The sheet of a game, to be filled in by hand."""
    system = _system(call)
    return pdf(await call.house.aside.once(blank_sheet, system.key, call.language), system.key)


def printed(*drawn: Any) -> bytes:
    from gardien.sheets.printing import filled_pdf

    return filled_pdf(*drawn)


def pdf(body: bytes, name: str) -> Response:
    return Response(body, 200, {**HEADERS_OF_FILES, **file_headers(name, "pdf", "inline")}, "application/pdf")


PATIENCE = 6  # seconds of a fight for anybody, after which it is told as it stands
_PROCEDURE = "/systems/{system}/procedures/{procedure}"
SYSTEM_WAYS = (
    Way(
        *("GET", "/systems", systems, ANYONE, "List the systems", "Lister les jeux"),
        tells=SystemsListed,
    ),
    Way(
        *("GET", "/systems/{system}/procedures", procedures, ANYONE, "List the procedures", "Lister les procédures"),
        tells=ProceduresListed,
    ),
    Way(
        *("GET", "/systems/{system}/rules", rules, ANYONE, "Read the rules", "Lire les règles"),
        query=("search",),
        tells=RulesRead,
    ),
    Way(
        *("GET", "/systems/{system}/options", options, ANYONE, "List the house rules", "Lister les règles maison"),
        tells=HouseRules,
    ),
    Way(
        *("GET", "/systems/{system}/pack", shelf, ANYONE, "Read the printed rows", "Lire les lignes imprimées"),
        query=("rows",),
        tells=ShelfRead,
    ),
    Way(
        *("POST", f"{_PROCEDURE}/do", do, ANYONE, "Do a procedure", "Faire une procédure"),
        body=Doing,
        tells=DoneAnswer,
    ),
    Way(
        *("POST", f"{_PROCEDURE}/odds", odds, ANYONE, "Weigh a procedure", "Calculer les chances d’une procédure"),
        body=OddsRequest,
        tells=OddsAnswer,
    ),
    Way(
        *("POST", "/systems/{system}/characters", draw, ANYONE, "Draw a character", "Tirer un personnage"),
        body=Drawing,
        tells=SheetDrawn,
    ),
    Way(
        *("POST", "/systems/{system}/conversions/{source}", convert, ANYONE),
        *("Convert a sheet of another game", "Convertir la fiche d’un autre jeu"),
        body=Converting,
        tells=SheetConverted,
    ),
    Way(
        *("POST", "/systems/{system}/fights", weigh, ANYONE, "Weigh a fight or a scenario"),
        "Simuler un combat ou un scénario",
        body=Weighing,
        tells=Weighed,
    ),
    Way(
        *("POST", "/systems/{system}/sheets/pdf", sheet_pdf, ANYONE, "Print a sheet", "Imprimer une fiche"),
        body=Printing,
        answers="application/pdf",
    ),
    Way(
        *("GET", "/systems/{system}/sheets/blank.pdf", blank_pdf, ANYONE, "Print a blank sheet"),
        "Imprimer une fiche vide",
        answers="application/pdf",
    ),
)
