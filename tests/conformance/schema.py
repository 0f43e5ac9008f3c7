"""A reader of JSON Schema, as far as procedures use it; written apart from msgspec, so that the two can disagree."""

from typing import Any

KINDS = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}
KNOWN = {
    *("$ref", "$defs", "title", "description", "default", "type", "enum", "const", "anyOf", "properties", "required"),
    *("additionalProperties", "items", "minItems", "maxItems", "minProperties", "maxProperties"),
    *("minLength", "maxLength", "minimum", "maximum", "x-unit", "examples", "propertyNames"),
}


def accepts(schema: dict[str, Any], value: Any, defs: dict[str, Any] | None = None) -> bool:
    """Whether a schema accepts a value; a word of the schema that is not known here is an error."""
    assert set(schema) <= KNOWN, f"unknown words {set(schema) - KNOWN}"
    defs = schema.get("$defs", {}) if defs is None else defs
    if "$ref" in schema:
        return accepts(defs[schema["$ref"].rpartition("/")[2]], value, defs)
    if "anyOf" in schema:
        return any(accepts(one, value, defs) for one in schema["anyOf"])
    if "enum" in schema and value not in schema["enum"]:
        return False
    kind = schema.get("type")
    if kind and (not isinstance(value, KINDS[kind]) or (isinstance(value, bool) and kind != "boolean")):
        return False
    if isinstance(value, dict):
        return _accepts_object(schema, value, defs)
    if isinstance(value, list):
        return _within(schema, len(value), "Items") and all(
            accepts(schema.get("items", {}), one, defs) for one in value
        )
    if isinstance(value, str):
        return _within(schema, len(value), "Length")
    if isinstance(value, int | float) and not isinstance(value, bool):
        return schema.get("minimum", value) <= value <= schema.get("maximum", value)
    return True


def _accepts_object(schema: dict[str, Any], value: dict[str, Any], defs: dict[str, Any]) -> bool:
    if not set(schema.get("required", ())) <= set(value) or not _within(schema, len(value), "Properties"):
        return False
    own, others = schema.get("properties", {}), schema.get("additionalProperties", True)
    names = schema.get("propertyNames", {})
    for name, item in value.items():
        if not accepts(names, name, defs):
            return False
        if name in own:
            if not accepts(own[name], item, defs):
                return False
        elif others is False or (isinstance(others, dict) and not accepts(others, item, defs)):
            return False
    return True


def _within(schema: dict[str, Any], size: int, what: str) -> bool:
    return schema.get(f"min{what}", 0) <= size <= schema.get(f"max{what}", size)
