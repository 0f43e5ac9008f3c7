"""What people call things: labels and words of either language stand for keys (`jauge=folie`, `rafale=oui`, « Tirer »).

A key is always heard first, so that nothing here is loaded, and no word is looked for, when keys were typed.
"""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import inspect

from gardien.core.pack import words_now
from gardien.core.procedure import Procedure
from gardien.core.reference import search_text
from gardien.core.system import System, find, keys
from gardien.core.terms import Terms

YES, NO = ("oui", "vrai", "yes"), ("non", "faux", "no")
SAID_AS = ("fr", "fr_f", "fr_plural", "en", "en_plural")  # the forms of a word that people type


def in_keys(system: str, procedure: str, given: dict[str, Any]) -> tuple[str, str, dict[str, Any]]:
    """What a command line asks for, in the program's own keys; what nobody calls so stays as it was typed."""
    home = find(system_key(system))
    procedure = procedure_key(home, procedure)
    return home.key, procedure, given_in_keys(home, home.procedure(procedure).given, given, procedure)


def system_key(word: str) -> str:
    """The key of a game, of which the title may have been typed."""
    known = keys()
    return word if word in known else _only((key, [find(key).title]) for key in known)(word) or word


def procedure_key(system: System, word: str) -> str:
    """The key of a procedure, of which the name in words may have been typed."""
    if word in system.modules:
        return word
    return _only((key, _forms(system.terms.entry("procedure", key))) for key in system.modules)(word) or word


def given_in_keys(system: System, kind: type[Any], given: dict[str, Any], where: str) -> dict[str, Any]:
    """The inputs of a procedure or of creation, house rules among them."""
    terms = system.terms
    called = ["options", *_forms(terms.entry("ui", "house_rules"))]
    rules = next((name for name in given if _folded(name) in {_folded(one) for one in called}), "")
    inputs = {name: value for name, value in given.items() if name != rules}
    said: dict[str, Any] = value_in_keys(terms, "", inspect.type_info(kind), inputs, where)
    if rules:
        options = inspect.type_info(system.options)
        said["options"] = value_in_keys(terms, "", options, given[rules], "option")
    return said


def outcome_keys(system: System, procedure: Procedure, names: tuple[str, ...]) -> tuple[str, ...]:
    """Outcome fields by their keys; of a path, its first part."""
    known, terms = procedure.outcome_fields(), system.terms
    meant = _only((key, [*_forms(terms.entry("odds", key)), *_forms(terms.field(key, procedure.key))]) for key in known)
    parts = (name.partition(".") for name in names)
    return tuple((first if first in known else meant(first) or first) + dot + rest for first, dot, rest in parts)


def value_in_keys(terms: Terms, field: str, kind: inspect.Type, value: Any, where: str = "") -> Any:
    """A value beside its type: words of its field become keys, all the way down."""
    match kind:
        case inspect.Metadata():
            known = (kind.extra_json_schema or {}).get("examples")
            if known and isinstance(value, str):
                return _word(terms, field, [one for one in words_now(known) if isinstance(one, str)], value)
            return value_in_keys(terms, field, kind.type, value, where)
        case inspect.UnionType():
            return _of_union(terms, field, kind, value, where)
        case inspect.StructType() if isinstance(value, dict):
            return _fields(terms, kind, value, where or kind.cls.__name__)
        case inspect.VarTupleType() | inspect.ListType() if isinstance(value, list):
            return [value_in_keys(terms, field, kind.item_type, one) for one in value]
        case inspect.VarTupleType() | inspect.ListType() if isinstance(value, str) and value[:1] not in ("", "{", "["):
            parts = (value_in_keys(terms, field, kind.item_type, one.strip()) for one in value.split(","))
            return ",".join(str(one) for one in parts)
        case inspect.DictType() if isinstance(value, dict):
            return {
                value_in_keys(terms, field, kind.key_type, name): value_in_keys(terms, field, kind.value_type, one)
                for name, one in value.items()
            }
        case inspect.LiteralType() if isinstance(value, str):
            return _word(terms, field, [str(one) for one in kind.values], value)
        case inspect.BoolType() if isinstance(value, str) and _folded(value) in (*YES, *NO):
            return "true" if _folded(value) in YES else "false"
        case inspect.FloatType() if isinstance(value, str):
            return value.replace(",", ".")
    return value


def _fields(terms: Terms, kind: inspect.StructType, value: dict[str, Any], where: str) -> dict[str, Any]:
    known = {field.encode_name: field.type for field in kind.fields}
    labels = [
        (name, _forms(terms.entry("option", name) if where == "option" else terms.field(name, where))) for name in known
    ]
    meant = _only(labels)
    said = {}
    for name, one in value.items():
        key = name if name in known or name == kind.tag_field else meant(name) or name
        said[key] = value_in_keys(terms, key, known[key], one) if key in known else one
    return said


def _of_union(terms: Terms, field: str, kind: inspect.UnionType, value: Any, where: str) -> Any:
    """The first of several kinds that makes something of it; objects that name their kind are told apart by it."""
    structs = [one for one in kind.types if isinstance(one, inspect.StructType)]
    tags = [str(one.tag) for one in structs if one.tag_field]
    if tags and isinstance(value, dict) and isinstance(value.get(structs[0].tag_field or ""), str):
        name = str(structs[0].tag_field)
        tag = _word(terms, name, tags, value[name])
        chosen = next((one for one in structs if one.tag == tag), structs[0])
        return value_in_keys(terms, field, chosen, {**value, name: tag}, where)
    for one in kind.types:
        said = value_in_keys(terms, field, one, value, where)
        if said != value:
            return said
    return value


def _word(terms: Terms, field: str, known: list[str], text: str) -> str:
    """The key that a word stands for, among those a field can hold."""
    if text in known:
        return text
    return _only((key, [key, *_forms(terms.value(field, key))]) for key in known)(text) or text


def _forms(entry: dict[str, Any] | None) -> list[str]:
    return [str(entry[form]) for form in SAID_AS if form in entry] if entry else []


def _only(named: Iterable[tuple[str, list[str]]]) -> Callable[[str], str]:
    """Finds the one key that is called so, or whose name begins so (« catégorie » for « Catégorie de l’action »)."""
    names = [(key, _folded(name)) for key, several in named for name in several]

    def meant(word: str) -> str:
        asked = _folded(word)
        called = {key for key, name in names if name == asked}
        begins = {key for key, name in names if name.startswith(f"{asked} ")} if asked else set()
        return next((next(iter(found)) for found in (called, begins) if len(found) == 1), "")

    return meant


def _folded(text: str) -> str:
    """A name as it is compared: its words, without accents, capitals and signs."""
    return " ".join("".join(one if one.isalnum() else " " for one in search_text(text)).split())
