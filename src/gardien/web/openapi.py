"""The OpenAPI description, made from the ways in, the commands of the table and the procedures of the systems."""

import os
import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from gardien import __version__
from gardien.core.pack import load_toml
from gardien.core.procedure import Procedure
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
REFUSED = "#/components/responses/Refused"
TEXT: dict[str, Any] = {"type": "string"}
OBJECT: dict[str, Any] = {"type": "object"}
DICE: dict[str, Any] = {
    "type": ["array", "null"],
    "items": {"type": "integer"},
    "maxItems": 5000,
    "description": "Faces thrown on the wood, in order; without them dice are thrown here.",
}
BY: dict[str, Any] = {
    "type": "array",
    "items": TEXT,
    "maxItems": 50,
    "description": "Fields of the outcome to be told apart.",
}
TAGS = {
    "systems": "The rules, no table needed",
    "tables": "A table: look, act, listen",
    "seats": "Seats and links",
    "files": "Sheets and tables as files",
}
TAGS_BY_PATH = (
    ("files", r"\.pdf$|/pdf$|/export$|/import$"),
    ("systems", "^/systems"),
    ("seats", "^/seat$|^/join$|/links$|/keeper$"),
)
ABOUT = """\
**Who may what.** Whoever comes with a link is let in by it: send its token as `Authorization: Bearer TOKEN`. The
link that the server prints runs the house: it opens tables and brings them in, and sees nothing of what happens at
one. The link of a seat opens one table and does what that seat may: the game master's everything, a player's what
their characters may, a spectator's and a shared screen's looking. The rules (`/systems`) need no link. A browser
of the same origin is known by its cookie, so `EventSource` works there without a header; a request from another
site's page is refused.

**Refusals** have one form: `error.id` is stable, `error.message` a sentence in the caller's language,
`error.field` what it is about.

**Once.** An action has an id that the sender chooses: sent again under the same id, it is done once and answered
the same."""

QUERIES: dict[str, dict[str, Any]] = {
    "at": {"type": "string", "maxLength": 40, "description": "A moment: the id of a card."},
    "before": {"type": "string", "maxLength": 40, "description": "Only cards older than this one."},
    "after": {"type": "string", "maxLength": 40, "description": "The last event seen; Last-Event-ID goes first."},
    "limit": {"type": "integer", "minimum": 1, "maximum": 200, "default": 50},
    "search": {"type": "string", "maxLength": 200},
    "character": {"type": "string", "maxLength": 40, "description": "Whom it is about: an id."},
    "rows": {"type": "string", "maxLength": 40, "description": "Only this table of rows."},
    "copy": {"type": "string", "enum": ["true", "false"], "description": "Beside a table that is here already."},
}
EXAMPLES = os.path.join(os.path.dirname(__file__), "examples.toml")
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
    kinds = list(dict.fromkeys(way.tells for way in ways if way.tells is not None))
    _, told = msgspec.json.schema_components(kinds, ref_template=REF)
    components |= {**told, "Refusal": REFUSAL, **procedure_schemas()}
    paths: dict[str, dict[str, Any]] = {
        "/openapi.json": {
            "get": {
                "operationId": "openapi",
                "tags": ["systems"],
                "summary": "This description",
                "x-summary-fr": "Cette description",
                "responses": {"200": _done(OBJECT)},
            }
        }
    }
    for way in ways:
        paths.setdefault(way.path, {})[way.method.lower()] = operation(way)
    tags = {**TAGS, **{key: f"{find(key).title}, procedure by procedure." for key in keys()}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Gardien", "version": __version__, "description": ABOUT},
        "servers": [{"url": base}],
        "tags": [{"name": name, "description": said} for name, said in tags.items()],
        "paths": {**paths, **procedure_paths()},
        "components": {
            "schemas": {name: _plain_lists(one) for name, one in components.items()},
            "responses": {"Refused": _refusal_schema()},
            "securitySchemes": {
                "link": {"type": "http", "scheme": "bearer", "description": "The token of a link: /l/TOKEN."},
                "cookie": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "seat_TABLE",
                    "description": "What a browser keeps of a link that it opened, table by table (that of the house in"
                    " `house`); for pages of the same origin.",
                },
            },
        },
    }


def operation(way: Way) -> dict[str, Any]:
    """One way in."""
    name, shown = way.handler.__name__, load_toml(EXAMPLES)
    places = {**shown["address"], **shown["address"].get(name, {})}
    parameters: list[dict[str, Any]] = [
        {"name": one, "in": "path", "required": True, "schema": _path_schema(one), **_example(places.get(one))}
        for one in re.findall(r"{(\w+)}", way.path)
    ]
    parameters += [{"name": one, "in": "query", "required": False, "schema": QUERIES[one]} for one in way.query]
    parameters.append(LANGUAGE)
    file = {"type": "string", "format": "binary"}
    given = {"$ref": REF.format(name=way.tells.__name__)} if way.tells else file
    done = {"description": "Done", "content": {way.answers: {"schema": given, **_example(shown["told"].get(name))}}}
    statuses = sorted({*STATUS.values(), *STATUS_BY_ID.values()} - {500})
    described: dict[str, Any] = {
        "operationId": name,
        "tags": [next((tag for tag, found in TAGS_BY_PATH if re.search(found, way.path)), "tables")],
        "summary": way.title,
        "x-summary-fr": way.fr,
        "description": (way.handler.__doc__ or "").strip(),
        "x-roles": list(way.who),
        "parameters": parameters,
        "responses": {
            **{str(status): done for status in way.done},
            **{str(status): {"$ref": REFUSED} for status in statuses},
        },
    }
    if way.who != ANYONE:
        described["security"] = [{"link": []}, {"cookie": []}]
    if way.body is not None or way.takes != "application/json":
        schema = {"$ref": REF.format(name=way.body.__name__)} if way.body else file
        content = {way.takes: {"schema": schema, **_example(shown["sent"].get(name))}}
        described["requestBody"] = {"required": True, "content": content}
    return described


def _example(example: Any) -> dict[str, Any]:
    return {} if example is None else {"example": example}


def _path_schema(name: str) -> dict[str, Any]:
    known = {"type": "string", "minLength": 1, "maxLength": 40}
    return {**known, "enum": keys()} if name == "system" else known


def _refusal_schema() -> dict[str, Any]:
    return {"description": "Refused", "content": {"application/json": {"schema": {"$ref": REF.format(name="Refusal")}}}}


# ---- procedures ----


def procedure_schemas() -> dict[str, Any]:
    """The inputs and outcomes of every procedure, as `system.procedure` and `system.procedure.outcome`.

    What they share stands beside them, each object once and under a title of its own.
    """
    schemas: dict[str, Any] = {}
    for key in keys():
        system = find(key)
        kinds = [kind for one in system.procedures() for kind in (one.given, one.outcome)]
        found, shared = msgspec.json.schema_components(kinds, ref_template="{name}")
        names = {name: f"{key}.{'_'.join(name.rsplit('.', 2)[-2:])}" for name in shared}
        components = {name: _as_component(one, names) for name, one in shared.items()}
        own = {kind: components[one["$ref"]] for kind, one in zip(kinds, found, strict=True)}
        tops = {name: one for procedure in system.procedures() for name, one in _of_procedure(system, procedure, own)}
        named = _named_in([*tops.values(), *components.values()])
        schemas |= tops
        schemas |= {names[one]: _titled(components[one], names[one]) for one in shared if names[one] in named}
    return schemas


def _of_procedure(
    system: System, procedure: Procedure, own: dict[type[Struct], dict[str, Any]]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """What goes in, in the order in which it is asked for, and what comes out."""
    name, rules, right = (
        f"{system.key}.{procedure.key}",
        {"x-rules": list(procedure.rules)},
        system.right(procedure.key),
    )
    given = _titled(own[procedure.given], f"{name}.inputs")
    about = (given.get("description", ""), RIGHTS_IN_WORDS[right])
    yield (
        name,
        {
            **given,
            "properties": {field: given["properties"][field] for field in procedure.given_fields()},
            "description": "\n\n".join(one for one in about if one),
            **rules,
            "x-right": right,
            **_keeper_inputs(system, procedure.key),
        },
    )
    yield f"{name}.outcome", {**_titled(own[procedure.outcome], f"{name}.outcome"), **rules}


def procedure_paths() -> dict[str, dict[str, Any]]:
    """The ways of doing and weighing once more, procedure by procedure: what goes in and out of each is typed."""
    paths: dict[str, dict[str, Any]] = {}
    for key in keys():
        system = find(key)
        for procedure in system.procedures():
            name, entry = f"{key}.{procedure.key}", system.terms.entry("procedure", procedure.key) or {}
            said = {
                "tags": [key],
                "summary": entry.get("en", procedure.key),
                "x-summary-fr": entry.get("fr", procedure.key),
                "description": entry.get("help_en", ""),
            }
            given, outcome = {"$ref": REF.format(name=name)}, {"$ref": REF.format(name=f"{name}.outcome")}
            for way, more, answered in (
                ("do", {"dice": DICE}, _answer_schema(outcome)),
                ("odds", {"by": BY}, _odds_schema()),
            ):
                body = {"type": "object", "properties": {"given": given, **more}, "additionalProperties": False}
                paths[f"/systems/{key}/procedures/{procedure.key}/{way}"] = {
                    "post": {
                        "operationId": f"{key}_{procedure.key}_{way}",
                        **said,
                        "parameters": [LANGUAGE],
                        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
                        "responses": {"200": _done(answered), "default": {"$ref": REFUSED}},
                    }
                }
    return paths


def _answer_schema(outcome: dict[str, Any]) -> dict[str, Any]:
    """What a procedure comes to."""
    kept = ("system", "procedure", "given", "dice", "steps", "changes", "rules", "told")
    shapes = {"system": TEXT, "procedure": TEXT, "given": OBJECT, "rules": _list_of(TEXT), "told": _list_of(TEXT)}
    properties = {name: shapes.get(name, _list_of(OBJECT)) for name in kept}
    return {"type": "object", "required": [*kept, "outcome"], "properties": {**properties, "outcome": outcome}}


def _odds_schema() -> dict[str, Any]:
    chance = {"outcome": OBJECT, "probability": {"type": "number"}, "exact": TEXT}
    one = {"type": "object", "required": list(chance), "properties": chance}
    return {"type": "object", "required": ["outcomes"], "properties": {"outcomes": _list_of(one)}}


def _list_of(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": schema}


def _done(schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": "Done", "content": {"application/json": {"schema": schema}}}


def _keeper_inputs(system: System, procedure: str) -> dict[str, Any]:
    """The inputs that the game master alone fills in."""
    form = system.presentation.forms.get(procedure)
    return {"x-keeper-inputs": list(form.ruled)} if form and form.ruled else {}


def _as_component(schema: Any, names: dict[str, str]) -> Any:
    """References of a game's own schemas, as components of the description."""
    if isinstance(schema, dict):
        return {
            name: REF.format(name=names[one]) if name == "$ref" and isinstance(one, str) else _as_component(one, names)
            for name, one in schema.items()
        }
    return [_as_component(one, names) for one in schema] if isinstance(schema, list) else schema


def _plain_lists(schema: Any) -> Any:
    """Lists as generators of clients know them: of one kind of item, also where a tuple has several in their places."""
    if isinstance(schema, list):
        return [_plain_lists(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {name: _plain_lists(one) for name, one in schema.items()}
    if places := plain.pop("prefixItems", None):
        kinds = [one for at, one in enumerate(places) if one not in places[:at]]
        plain["items"] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    if plain.get("type") == "array":
        plain.setdefault("items", {})
    return plain


def _named_in(schemas: list[Any]) -> set[str]:
    """The components that are referred to."""
    found = re.findall(r'"#/components/schemas/([^"]+)"', msgspec.json.encode(schemas).decode())
    return set(found)


def _titled(schema: dict[str, Any], name: str) -> dict[str, Any]:
    """A title that no other component has, as generators of clients want it."""
    return {**schema, "title": "".join(word[:1].upper() + word[1:] for word in re.split(r"[._]", name))}
