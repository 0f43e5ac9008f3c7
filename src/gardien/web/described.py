"""The OpenAPI description as people read it: way by way, what is sent and what comes back, in tables."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

BEARER = "Authorization: Bearer TOKEN"
DEEPEST = 2  # objects inside objects that are listed; what lies deeper has a name of its own
EMPTY: tuple[Any, ...] = (None, "", [], (), {})
Schema = dict[str, Any]


class Field(Struct, frozen=True):
    """One field: its path, what it may be, whether it must be there, what it is unless given."""

    name: str
    kind: str
    required: bool
    about: str = ""
    default: str = ""


class WayRead(Struct, frozen=True):
    """One way in, ready to be drawn."""

    id: str
    method: str
    path: str
    title: str
    about: str
    who: tuple[str, ...]
    asked: tuple[Field, ...]
    sent: tuple[Field, ...]
    told: tuple[Field, ...]
    media: str
    example: str
    answered: str


def ways_read(description: Schema, tag: str) -> list[WayRead]:
    """The ways under one tag, in the order of the description."""
    return [
        _way(description, path, method, way)
        for path, ways in description["paths"].items()
        for method, way in ways.items()
        if tag in way.get("tags", ())
    ]


def _way(description: Schema, path: str, method: str, way: Schema) -> WayRead:
    schemas = description["components"]["schemas"]
    base = description["servers"][0]["url"]
    body: Schema = next(iter(way.get("requestBody", {}).get("content", {}).values()), {})
    done = next(answer for status, answer in way["responses"].items() if status.startswith("2"))
    media, answered = next(iter(done["content"].items()))
    asked = (
        Field(one["name"], kind_of(one["schema"], schemas), one["required"], _about(one) or _about(one["schema"]))
        for one in way.get("parameters", ())
    )
    return WayRead(
        way["operationId"],
        method.upper(),
        base + path,
        str(way["summary"]),
        _about(way),
        tuple(way.get("x-roles", ("anyone",))),
        tuple(asked),
        tuple(_fields(body.get("schema", {}), schemas)),
        tuple(_fields(answered.get("schema", {}), schemas)),
        media,
        _request(method.upper(), base + path, way, body),
        _shown(answered.get("example")),
    )


def _request(method: str, path: str, way: Schema, body: Schema) -> str:
    """The request as it goes over the line."""
    for one in way.get("parameters", ()):
        if one["in"] == "path" and "example" in one:
            path = path.replace(f"{{{one['name']}}}", str(one["example"]))
    lines = [f"{method} {path}", *([BEARER] if way.get("security") else [])]
    if body.get("example") is not None:
        lines += ["Content-Type: application/json", "", _shown(body["example"])]
    return "\n".join(lines)


def _shown(example: Any) -> str:
    if example is None or isinstance(example, str):
        return example or ""
    return msgspec.json.format(msgspec.json.encode(example), indent=2).decode()


def _about(schema: Schema) -> str:
    return str(schema.get("description", "")).replace("\n", " ")


def _fields(schema: Schema, schemas: Schema, before: str = "", deep: int = 0) -> Iterator[Field]:
    """The fields of an object, and of the objects in it."""
    schema = _meant(schema, schemas)
    for name, one in schema.get("properties", {}).items():
        meant = _meant(one, schemas)
        required = name in schema.get("required", ())
        unless = msgspec.json.encode(one["x-default"]).decode() if one.get("x-default") not in EMPTY else ""
        yield Field(before + name, kind_of(one, schemas), required, _about(one) or _about(meant), unless)
        inner = meant.get("items", meant) if meant.get("type") == "array" else meant
        if deep + 1 < DEEPEST and isinstance(inner, dict):
            mark = "[]." if inner is not meant else "."
            yield from _fields(inner, schemas, f"{before}{name}{mark}", deep + 1)


def _meant(schema: Schema, schemas: Schema) -> Schema:
    """What a reference leads to."""
    while "$ref" in schema:
        schema = schemas[schema["$ref"].rpartition("/")[2]]
    return schema


def kind_of(schema: Schema, schemas: Schema) -> str:
    """What a value may be, in a few words that are the same in every language."""
    if "$ref" in schema:
        return kind_of(_meant(schema, schemas), schemas)
    if "enum" in schema:
        return " | ".join(_shown_value(one) for one in schema["enum"])
    if "const" in schema:
        return _shown_value(schema["const"])
    if "discriminator" in schema:
        told_by = schema["discriminator"]
        return f"{{{told_by['propertyName']}: {' | '.join(told_by['mapping'])}}}"
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(kind_of(one, schemas) for one in schema[several]))
    kinds = schema.get("type", "any")
    words = []
    for kind in [kinds] if isinstance(kinds, str) else kinds:
        if kind == "array":
            words.append(f"[{kind_of(schema['items'], schemas)}]" if isinstance(schema.get("items"), dict) else "[]")
        else:
            words.append(kind + (_bounds(schema) if kind in ("integer", "number") else ""))
    return " | ".join(words)


def _shown_value(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _bounds(schema: Schema) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None and high is None:
        return ""
    return f" {'' if low is None else low}…{'' if high is None else high}"
