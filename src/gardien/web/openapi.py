"""The OpenAPI description, made from the ways in, the commands of the table and the procedures of the systems."""

import re
from typing import Any

import msgspec

from gardien import __version__
from gardien.core.rights import Right
from gardien.core.system import System, find, keys
from gardien.table.commands import COMMANDS, RIGHTS, name_of
from gardien.web.answers import STATUS, STATUS_BY_ID
from gardien.web.routes import ANYONE, Way

RIGHTS_IN_WORDS: dict[Right, str] = {
    "anybody": "At a table: any player may do it, for nobody in particular; it changes nobody.",
    "player": "At a table: the game master does it, and whoever plays the one who acts; a player fills in choices, and"
    " what stands on a sheet is read from it.",
    "keeper": "At a table: the game master does it, and whoever is asked for it.",
}

REF = "#/components/schemas/{name}"

QUERIES: dict[str, dict[str, Any]] = {
    "at": {"type": "string", "maxLength": 40, "description": "A moment: the id of a card."},
    "before": {"type": "string", "maxLength": 40, "description": "Only cards older than this one."},
    "after": {"type": "string", "maxLength": 40, "description": "The last event seen; Last-Event-ID goes first."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 200, "default": 50},
    "search": {"type": "string", "maxLength": 200},
    "character": {"type": "string", "maxLength": 40, "description": "Whom it is about: an id."},
}
LANGUAGE = {
    "name": "lang",
    "in": "query",
    "required": False,
    "schema": {"type": "string", "enum": ["fr", "en"]},
    "description": "The language of sentences; else Accept-Language, else French.",
}
REFUSAL: dict[str, Any] = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["id", "kind", "where", "field", "message", "rule"],
            "properties": {
                "id": {"type": "string", "description": "Stable; names the reason."},
                "kind": {"type": "string", "enum": list(STATUS)},
                "where": {"type": "string"},
                "field": {"type": "string"},
                "message": {"type": "string", "description": "A sentence in the caller's language."},
                "rule": {"type": "string"},
                "also": {"type": "array", "items": {"type": "object"}},
                "version": {"type": "string", "description": "Of a stale command: where the table is now."},
                "moved": {"type": "array", "items": {"type": "string"}},
                "cards": {"type": "array", "items": {"type": "object"}},
            },
        }
    },
}


def openapi(ways: tuple[Way, ...], base: str) -> dict[str, Any]:
    """The whole description."""
    bodies = list(dict.fromkeys(way.body for way in ways if way.body is not None))
    _, components = msgspec.json.schema_components([*bodies, *COMMANDS], ref_template=REF)
    for command in COMMANDS:
        who = ", ".join(("keeper", *RIGHTS.get(command, ())))
        components[command.__name__]["x-roles"] = who
        components[command.__name__]["title"] = name_of(command)
    components["Refusal"] = REFUSAL
    components |= procedure_schemas()
    paths: dict[str, dict[str, Any]] = {
        "/openapi.json": {
            "get": {
                "operationId": "openapi",
                "summary": "This description",
                "responses": {"200": {"description": "Done", "content": {"application/json": {"schema": {}}}}},
            }
        }
    }
    for way in ways:
        paths.setdefault(way.path, {})[way.method.lower()] = operation(way)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Gardien", "version": __version__},
        "servers": [{"url": base}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"link": {"type": "http", "scheme": "bearer", "description": "The token of a link."}},
        },
    }


def operation(way: Way) -> dict[str, Any]:
    """One way in."""
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": _path_schema(name)}
        for name in re.findall(r"{(\w+)}", way.path)
    ]
    parameters += [{"name": name, "in": "query", "required": False, "schema": QUERIES[name]} for name in way.query]
    parameters.append(LANGUAGE)
    given = {"type": "object", "required": list(way.gives)} if way.gives else {}
    done = {"description": "Done", "content": {way.answers: {"schema": given}}}
    statuses = sorted({*STATUS.values(), *STATUS_BY_ID.values()} - {500})
    described: dict[str, Any] = {
        "operationId": way.handler.__name__,
        "summary": way.title,
        "description": (way.handler.__doc__ or "").strip(),
        "x-roles": list(way.who),
        "parameters": parameters,
        "responses": {
            **{str(status): done for status in way.done},
            **{str(status): _refusal_schema() for status in statuses},
        },
    }
    if way.who != ANYONE:
        described["security"] = [{"link": []}]
    if way.body is not None:
        schema = {"$ref": REF.format(name=way.body.__name__)}
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return described


def _path_schema(name: str) -> dict[str, Any]:
    known = {"type": "string", "minLength": 1, "maxLength": 40}
    return {**known, "enum": keys()} if name == "system" else known


def _refusal_schema() -> dict[str, Any]:
    return {"description": "Refused", "content": {"application/json": {"schema": {"$ref": REF.format(name="Refusal")}}}}


def procedure_schemas() -> dict[str, Any]:
    """The inputs and outcomes of every procedure, as `system.procedure` and `system.procedure.outcome`."""
    schemas: dict[str, Any] = {}
    for key in keys():
        system = find(key)
        for procedure in system.procedures():
            for name, schema in (
                (f"{key}.{procedure.key}", procedure.schema()),
                (f"{key}.{procedure.key}.outcome", procedure.outcome_schema()),
            ):
                shared = schema.pop("$defs", {})
                schemas |= {f"{key}.{other}": _as_component(one, key) for other, one in shared.items()}
                schemas[name] = {**_as_component(schema, key), "x-rules": list(procedure.rules)}
            right = system.right(procedure.key)
            inputs = schemas[f"{key}.{procedure.key}"]
            about = (inputs.get("description", ""), RIGHTS_IN_WORDS[right])
            schemas[f"{key}.{procedure.key}"] = {
                **inputs,
                "description": "\n\n".join(one for one in about if one),
                "x-right": right,
                **_keeper_inputs(system, procedure.key),
            }
    return schemas


def _keeper_inputs(system: System, procedure: str) -> dict[str, Any]:
    """The inputs that the game master alone fills in."""
    form = system.presentation.forms.get(procedure)
    return {"x-keeper-inputs": list(form.ruled)} if form and form.ruled else {}


def _as_component(schema: Any, key: str) -> Any:
    """References of a procedure's own schema, as components of the description."""
    if isinstance(schema, dict):
        return {
            name: REF.format(name=f"{key}.{one.removeprefix('#/$defs/')}")
            if name == "$ref" and isinstance(one, str)
            else _as_component(one, key)
            for name, one in schema.items()
        }
    return [_as_component(one, key) for one in schema] if isinstance(schema, list) else schema
