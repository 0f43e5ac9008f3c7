"""The procedures in the OpenAPI description: what goes in and comes out of each, typed, in the words of its game."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from gardien.core.procedure import Procedure
from gardien.core.system import System, find, keys
from gardien.web.openapi_words import REF, REFUSED, TEXT, Words, done, plain
from gardien.web.told import DoneAnswer, OddsAnswer

Schema = dict[str, Any]
REFERENCE = re.compile(r'"#/components/schemas/([^"]+)"')


def procedure_schemas(words: Words) -> Schema:
    """The inputs and outcomes of every procedure, as `system.procedure` and `system.procedure.outcome`.

    What they share stands beside them, each object once and under a title of its own.
    """
    schemas: Schema = {}
    for key in keys():
        schemas |= _of_game(find(key), words)
    return schemas


def _of_game(system: System, words: Words) -> Schema:
    procedures = system.procedures()
    kinds = [system.options, *(kind for one in procedures for kind in (one.given, one.outcome))]
    found, shared = msgspec.json.schema_components(kinds, ref_template="{name}")
    names = {name: f"{system.key}.{'_'.join(name.rsplit('.', 2)[-2:])}" for name in shared}
    names[found[0]["$ref"]] = f"{system.key}.options"
    components = {name: _as_component(one, names) for name, one in shared.items()}
    own = {kind: components[one["$ref"]] for kind, one in zip(kinds, found, strict=True)}
    given = {f"{system.key}.{one.key}": _inputs(system, one, own[one.given], words) for one in procedures}
    outcomes = {f"{system.key}.{one.key}.outcome": _outcome(system, one, own[one.outcome], words) for one in procedures}
    inside = {
        names[name]: _titled(_labelled(system, names[name].rpartition(".")[2], one, words), names[name])
        for name, one in components.items()
    }
    asked, told = _reached(given, inside), _reached(outcomes, inside)
    sparing = {names.get(one.__name__) for one in _kinds_of(Struct) if one.__struct_config__.omit_defaults}
    return {
        **given,
        **{name: _all_there(one) for name, one in outcomes.items()},
        **{
            name: one if name in asked or name in sparing else _all_there(one)
            for name, one in inside.items()
            if name in asked | told
        },
    }


def _reached(schemas: Schema, among: Schema) -> set[str]:
    """The components that some refer to, and those that these refer to."""
    reached, waiting = set[str](), list(schemas.values())
    while waiting:
        named = set(REFERENCE.findall(msgspec.json.encode(waiting).decode())) - reached
        reached |= named
        waiting = [among[name] for name in named]
    return reached


def _kinds_of(kind: type[Struct]) -> Iterator[type[Struct]]:
    for one in kind.__subclasses__():
        yield one
        yield from _kinds_of(one)


def _all_there(schema: Schema) -> Schema:
    """An answer: what it would be unless said is said too."""
    fields = {
        name: {k: v for k, v in one.items() if k != "default"} for name, one in schema.get("properties", {}).items()
    }
    always = {name for name, one in schema.get("properties", {}).items() if "default" in one}
    required = [name for name in fields if name in always or name in schema.get("required", ())]
    return {**schema, "properties": fields, "required": required} if required else schema


def _inputs(system: System, procedure: Procedure, schema: Schema, words: Words) -> Schema:
    """What goes in, in the order in which it is asked for."""
    schema = _titled(_labelled(system, procedure.key, schema, words), f"{system.key}.{procedure.key}.inputs")
    right = system.right(procedure.key)
    about = (schema.get("description", ""), words.said("right", right))
    form = system.presentation.forms.get(procedure.key)
    return {
        **schema,
        "properties": {
            **{field: schema["properties"][field] for field in procedure.given_fields()},
            "options": words.about("options", {"$ref": REF.format(name=f"{system.key}.options")}),
        },
        "description": "\n\n".join(one for one in about if one),
        "x-rules": list(procedure.rules),
        "x-right": right,
        **({"x-keeper-inputs": list(form.ruled)} if form and form.ruled else {}),
    }


def _outcome(system: System, procedure: Procedure, schema: Schema, words: Words) -> Schema:
    labelled = _labelled(system, procedure.key, schema, words)
    return {**_titled(labelled, f"{system.key}.{procedure.key}.outcome"), "x-rules": list(procedure.rules)}


def _labelled(system: System, where: str, schema: Schema, words: Words) -> Schema:
    """Fields under the names that the game gives them; what the code says of an object it says in English."""
    about = words.of("game", where, schema.get("description"))
    schema = {
        **{key: one for key, one in schema.items() if key != "description"},
        **({"description": about} if about else {}),
    }
    if "properties" not in schema:
        return schema
    entries = {
        name: system.terms.entry("option", name) if where == "options" else system.terms.field(name, where)
        for name in schema["properties"]
    }
    fields = {
        name: {**one, "description": system.terms.say(entries[name], words.code)} if entries[name] else one
        for name, one in schema["properties"].items()
    }
    return {**schema, "properties": fields}


def procedure_paths(words: Words) -> dict[str, Schema]:
    """The ways of doing and weighing once more, procedure by procedure: what goes in and out of each is typed."""
    faces = {"type": ["array", "null"], "items": {"type": "integer"}, "maxItems": 5000}
    fields = {"type": "array", "items": TEXT, "maxItems": 50}
    dice, by = words.about("dice", faces), words.about("by", fields)
    answers = _answers()
    paths: dict[str, Schema] = {}
    for key in keys():
        system = find(key)
        for procedure in system.procedures():
            name, entry = f"{key}.{procedure.key}", system.terms.entry("procedure", procedure.key) or {}
            said = {
                "tags": [key],
                "summary": entry.get(words.code, procedure.key),
                "x-summary-fr": entry.get("fr", procedure.key),
                "description": entry.get(f"help_{words.code}", ""),
            }
            for way, more in (("do", {"dice": dice}), ("odds", {"by": by})):
                given = {"given": {"$ref": REF.format(name=name)}, **more}
                body = {"type": "object", "properties": given, "additionalProperties": False}
                paths[f"/systems/{key}/procedures/{procedure.key}/{way}"] = {
                    "post": {
                        "operationId": f"{key}_{procedure.key}_{way}",
                        **said,
                        "parameters": [words.language("lang")],
                        "requestBody": {"required": True, "content": {"application/json": {"schema": body}}},
                        "responses": {"200": done(answers[way](name), words), "default": {"$ref": REFUSED}},
                    }
                }
    return paths


def _answers() -> dict[str, Callable[[str], Schema]]:
    """What is answered: of a procedure done, with the outcome that is its own."""
    _, found = msgspec.json.schema_components([DoneAnswer], ref_template=REF)
    answer = plain(found["DoneAnswer"])
    told = {"type": "object", "required": answer["required"]}
    return {
        "do": lambda name: {
            **told,
            "properties": {**answer["properties"], "outcome": {"$ref": REF.format(name=f"{name}.outcome")}},
        },
        "odds": lambda _: {"$ref": REF.format(name=OddsAnswer.__name__)},
    }


def _as_component(schema: Any, names: dict[str, str]) -> Any:
    """References of a game's own schemas, as components of the description."""
    if isinstance(schema, dict):
        return {
            name: REF.format(name=names[one]) if name == "$ref" and isinstance(one, str) else _as_component(one, names)
            for name, one in schema.items()
        }
    return [_as_component(one, names) for one in schema] if isinstance(schema, list) else schema


def _titled(schema: Schema, name: str) -> Schema:
    """A title that no other component has, as generators of clients want it."""
    return {**schema, "title": "".join(word[:1].upper() + word[1:] for word in re.split(r"[._]", name))}
