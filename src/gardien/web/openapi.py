"""The OpenAPI description, made from the ways in, the commands of the table and the procedures of the systems.

It speaks one language at a time. Generators of clients take it as it is: no name is there twice, no schema is an
orphan, and what may be left out has no `default`, for which openapi-typescript would have it given.
"""

import os
import re
from typing import Any

import msgspec

from gardien import __version__
from gardien.core.pack import load_toml
from gardien.core.system import find, keys
from gardien.core.terms import Language
from gardien.table.commands import COMMANDS, RIGHTS, name_of
from gardien.web.answers import STATUS, STATUS_BY_ID
from gardien.web.openapi_procedures import procedure_paths, procedure_schemas
from gardien.web.openapi_words import OBJECT, REF, REFUSED, Words, done, plain
from gardien.web.routes import ANYONE, Way

TAGS = ("systems", "tables", "seats", "files")
TAGS_BY_PATH = (
    ("files", r"\.pdf$|/pdf$|/export$|/import$"),
    ("systems", "^/systems"),
    ("seats", "^/seat$|^/join$|/links$|/keeper$"),
)
QUERIES: dict[str, dict[str, Any]] = {
    "at": {"type": "string", "maxLength": 40},
    "before": {"type": "string", "maxLength": 40},
    "after": {"type": "string", "maxLength": 40},
    "limit": {"type": "integer", "minimum": 1, "maximum": 200, "default": 50},
    "search": {"type": "string", "maxLength": 200},
    "character": {"type": "string", "maxLength": 40},
    "rows": {"type": "string", "maxLength": 40},
    "copy": {"type": "string", "enum": ["true", "false"]},
}
EXAMPLES = os.path.join(os.path.dirname(__file__), "examples.toml")
FILE: dict[str, Any] = {"type": "string", "format": "binary"}


def openapi(ways: tuple[Way, ...], base: str, language: Language = "en") -> dict[str, Any]:
    """The whole description."""
    words = Words(language)
    paths: dict[str, dict[str, Any]] = {
        "/openapi.json": {
            "get": {
                "operationId": "openapi",
                "tags": ["systems"],
                "summary": words.said("said", "openapi"),
                "x-summary-fr": Words("fr").said("said", "openapi"),
                "parameters": [words.language("lang_here")],
                "responses": {"200": done(OBJECT, words)},
            }
        }
    }
    for way in ways:
        paths.setdefault(way.path, {})[way.method.lower()] = operation(way, words)
    tags = {name: words.said("tag", name) for name in TAGS}
    tags |= {key: words.said("tag", "game").format(title=find(key).title) for key in keys()}
    components = {**_house_schemas(ways, words), **procedure_schemas(words)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Gardien", "version": __version__, "description": words.info()},
        "servers": [{"url": base}],
        "tags": [{"name": name, "description": said} for name, said in tags.items()],
        "paths": {**paths, **procedure_paths(words)},
        "components": {
            "schemas": {name: plain(one) for name, one in components.items()},
            "responses": {"Refused": done({"$ref": REF.format(name="Refusal")}, words, "refused")},
            "securitySchemes": {
                "link": {"type": "http", "scheme": "bearer", "description": words.said("said", "link")},
                "cookie": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "seat_TABLE",
                    "description": words.said("said", "cookie"),
                },
            },
        },
    }


def operation(way: Way, words: Words) -> dict[str, Any]:
    """One way in."""
    name, shown = way.handler.__name__, load_toml(EXAMPLES)
    places = {**shown["address"], **shown["address"].get(name, {})}
    parameters: list[dict[str, Any]] = [
        {"name": one, "in": "path", "required": True, "schema": _path_schema(one), **_example(places.get(one))}
        for one in re.findall(r"{(\w+)}", way.path)
    ]
    parameters += [
        {"name": one, "in": "query", "required": False, "schema": words.about(one, QUERIES[one])} for one in way.query
    ]
    parameters.append(words.language("lang"))
    given = {"$ref": REF.format(name=way.tells.__name__)} if way.tells else FILE
    answer = done(given, words, media=way.answers, **_example(shown["told"].get(name)))
    statuses = sorted({*STATUS.values(), *STATUS_BY_ID.values()} - {500})
    described: dict[str, Any] = {
        "operationId": name,
        "tags": [next((tag for tag, found in TAGS_BY_PATH if re.search(found, way.path)), "tables")],
        "summary": way.fr if words.code == "fr" else way.title,
        "x-summary-fr": way.fr,
        "description": words.of("way", name, way.handler.__doc__),
        "x-roles": list(way.who),
        "parameters": parameters,
        "responses": {
            **{str(status): answer for status in way.done},
            **{str(status): {"$ref": REFUSED} for status in statuses},
        },
    }
    if way.who != ANYONE:
        described["security"] = [{"link": []}, {"cookie": []}]
    if way.body is not None or way.takes != "application/json":
        schema = {"$ref": REF.format(name=way.body.__name__)} if way.body else FILE
        content = {way.takes: {"schema": schema, **_example(shown["sent"].get(name))}}
        described["requestBody"] = {"required": True, "content": content}
    return described


def _example(example: Any) -> dict[str, Any]:
    return {} if example is None else {"example": example}


def _path_schema(name: str) -> dict[str, Any]:
    known = {"type": "string", "minLength": 1, "maxLength": 40}
    return {**known, "enum": keys()} if name == "system" else known


def _house_schemas(ways: tuple[Way, ...], words: Words) -> dict[str, Any]:
    """What is sent to the house and what it answers, but for the procedures."""
    bodies = list(dict.fromkeys(way.body for way in ways if way.body is not None))
    _, schemas = msgspec.json.schema_components([*bodies, *COMMANDS], ref_template=REF)
    for command in COMMANDS:
        schemas[command.__name__]["x-roles"] = ", ".join(("keeper", *RIGHTS.get(command, ())))
        schemas[command.__name__]["title"] = name_of(command)
    kinds = list(dict.fromkeys(way.tells for way in ways if way.tells is not None))
    _, told = msgspec.json.schema_components(kinds, ref_template=REF)
    schemas |= told
    for name, one in schemas.items():
        if "description" in one:
            one["description"] = words.of("schema", name, one["description"])
    return {**schemas, "Refusal": _refusal(words)}


def _refusal(words: Words) -> dict[str, Any]:
    text, objects = {"type": "string"}, {"type": "array", "items": OBJECT}
    fields = {
        "id": words.about("id", text),
        "kind": {**text, "enum": list(STATUS)},
        "where": text,
        "field": text,
        "message": words.about("message", text),
        "rule": text,
    }
    more = {
        "also": objects,
        "version": words.about("version", text),
        "moved": {"type": "array", "items": text},
        "cards": objects,
    }
    error = {"type": "object", "required": list(fields), "properties": {**fields, **more}}
    return {"type": "object", "required": ["error"], "properties": {"error": error}}
