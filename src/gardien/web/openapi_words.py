"""What the OpenAPI description is built of: its words in a language, and the shapes that all its parts use."""

import os
from inspect import cleandoc
from typing import Any

from gardien.core.pack import load_toml
from gardien.core.terms import LANGUAGES, Language

WORDS = os.path.join(os.path.dirname(__file__), "description.toml")
REF = "#/components/schemas/{name}"
REFUSED = "#/components/responses/Refused"
TEXT: dict[str, Any] = {"type": "string"}
OBJECT: dict[str, Any] = {"type": "object", "additionalProperties": True}


class Words:
    """The words of the description in one language."""

    def __init__(self, code: Language) -> None:
        self.code = code
        self._book = load_toml(WORDS)

    def said(self, section: str, key: str) -> str:
        return str(self._book[section][key][self.code])

    def of(self, section: str, name: str, english: str | None) -> str:
        """What stands above something in the code, in English; its French."""
        if self.code == "en":
            return cleandoc(english or "").replace("'", "’")
        return str(self._book.get(section, {}).get(name, ""))

    def info(self) -> str:
        """What holds for all ways in, a paragraph each."""
        return "\n\n".join(one[self.code] for one in self._book["info"].values())

    def about(self, field: str, schema: dict[str, Any]) -> dict[str, Any]:
        """A field, with what it means."""
        return {**schema, "description": self.said("field", field)}

    def language(self, meant: str) -> dict[str, Any]:
        """The parameter that asks for a language, and what it is that speaks it."""
        spoken = {"type": "string", "enum": list(LANGUAGES)}
        return {
            "name": "lang",
            "in": "query",
            "required": False,
            "schema": spoken,
            "description": self.said("field", meant),
        }


def done(
    schema: dict[str, Any], words: Words, said: str = "done", media: str = "application/json", **more: Any
) -> dict[str, Any]:
    """An answer."""
    return {"description": words.said("said", said), "content": {media: {"schema": schema, **more}}}


def plain(schema: Any) -> Any:
    """A schema as generators of clients know them.

    A list has one kind of item, also where a tuple has several in their places; what a field is unless it is given is
    `x-default`; an object that says nothing of its fields may have any.
    """
    if isinstance(schema, list):
        return [plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    tidy = {name: plain(one) for name, one in schema.items()}
    if places := tidy.pop("prefixItems", None):
        kinds = [one for at, one in enumerate(places) if one not in places[:at]]
        tidy["items"] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    if tidy.get("type") == "array":
        tidy.setdefault("items", {})
    if tidy.get("type") == "object" and "properties" not in tidy:
        tidy.setdefault("additionalProperties", True)
    for field in tidy.get("properties", {}).values():
        if "default" in field:
            field["x-default"] = field.pop("default")
    return tidy
