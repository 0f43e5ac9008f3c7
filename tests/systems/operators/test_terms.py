"""Every key a reader can meet has its word in French and in English, and French is set as French is."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from msgspec import inspect

from core.typography import texts
from gardien.systems.operators import SYSTEM, pack
from gardien.systems.operators.creation.choices import DrawGiven
from gardien.systems.operators.creation.faults import Fault
from gardien.systems.operators.pack import people
from gardien.systems.operators.pack import rows as pack_rows
from gardien.systems.operators.rules.character import Reason
from gardien.systems.operators.sheet.sheet import Creature, Npc, Operator
from systems.named import helped, said, silent, truths_without_words, unnamed_columns, walk

TERMS = SYSTEM.terms
BOOK = tomllib.loads((Path(SYSTEM.folder) / "terms.toml").read_text("utf-8"))
SOURCES = sorted(Path(SYSTEM.folder).rglob("*.py"))


# --- fields and the words they hold ---


@pytest.mark.parametrize("kind", [Operator, Npc, Creature, DrawGiven], ids=lambda one: str(one.__name__))
def test_the_sheets_and_their_making_are_named(kind: type) -> None:
    assert silent(SYSTEM, kind, kind.__name__) == []


def test_the_columns_of_the_pack_are_named() -> None:
    assert unnamed_columns(SYSTEM, pack_rows, people) == set()


def test_every_house_rule_has_a_name_a_help_and_names_for_its_choices() -> None:
    for _, field, word in walk(inspect.type_info(SYSTEM.options), "Options"):
        assert helped(TERMS.entry("option", field)), field
        assert word is None or said(TERMS.value(field, word)), (field, word)


def test_a_result_that_is_yes_or_no_is_a_word_on_its_card() -> None:
    """“Held” and “not held” say more than “yes” and “no”."""
    assert truths_without_words(SYSTEM, headlines=True) == []


def test_every_refusal_says_why() -> None:
    """A sentence each, in a table of its own, and no two alike."""
    sentences = BOOK["enum"]["reason"]
    assert set(get_args(Reason)) == set(sentences)
    for language in ("fr", "en"):
        assert len({entry[language] for entry in sentences.values()}) == len(sentences)


def test_every_fault_of_a_new_operator_is_said_in_the_list_and_in_the_explanation() -> None:
    """OPS-CREA-03 to OPS-CREA-11."""
    for fault in get_args(Fault):
        assert said(TERMS.value("errors", fault)), fault
        assert TERMS.value("errors", fault) == TERMS.value("error", fault)


# --- dice, steps and sums ---


def _text(node: ast.AST | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _trees() -> Iterator[ast.AST]:
    for path in SOURCES:
        yield from ast.walk(ast.parse(path.read_text("utf-8")))


def labels() -> list[str]:
    """The labels of all steps and of the parts of their sums, as the sources name them."""
    result = set()
    for path in SOURCES:
        source = path.read_text("utf-8")
        if "step(" not in source:
            continue
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(func=ast.Name(id="step"), args=[label, *_]):
                    result.add(_text(label))
                case ast.Call(func=ast.Name(id="Labels"), args=names):
                    result |= {_text(name) for name in names}
                case ast.Tuple(elts=[ast.Constant() as label, amount]) if not isinstance(amount, ast.Constant):
                    result.add(_text(label))  # one part of a sum
    return sorted(result - {""})


PURPOSE = {"roll": 3, "throw_sum": 2}  # where the purpose stands among the arguments


def purposes() -> list[str]:
    """What dice are thrown for, as the sources name it."""
    result = set()
    for node in _trees():
        match node:
            case ast.Call(func=ast.Name(id=name), args=args) if name in PURPOSE:
                at = PURPOSE[name]
                result |= {_text(one) for one in args[at : at + 1]}
            case ast.keyword(arg="purpose", value=value):
                result.add(_text(value))
    return sorted(result - {""})


def test_the_scan_of_the_sources_finds_steps_sums_and_purposes() -> None:
    """Those that only explanations and dice use are among those found."""
    assert {"luck_spent", "before", "large_gain", "con_outcome", "stage_days", "vital_chance"} <= set(labels())
    assert {"attack", "damage", "bonus", "resist", "luck_recovery", "drift", "stealth"} <= set(purposes())


def test_every_step_has_its_label() -> None:
    assert [label for label in labels() if not said(TERMS.field(label))] == []


@pytest.mark.parametrize("purpose", purposes())
def test_what_a_die_is_thrown_for_has_a_name(purpose: str) -> None:
    """On its own in the list of dice, and beside the die on a card."""
    assert said(TERMS.field(purpose))
    assert said(TERMS.entry("purpose", purpose))


def test_every_topic_has_its_name() -> None:
    assert len(BOOK["topic"]) == 18
    assert {rule.topic for rule in SYSTEM.reference.values()} == set(BOOK["topic"])


# --- the table ---


def test_what_one_does_at_the_table_is_named_shortly() -> None:
    assert set(SYSTEM.presentation.acts) <= set(BOOK["act"])
    assert [one for one in BOOK["act"] if one not in SYSTEM.modules] == []
    assert [entry["fr"] for entry in BOOK["act"].values() if len(entry["fr"]) > 20] == []


def test_a_card_says_who_does_what() -> None:
    """“Reyes shoots”: what follows the name."""
    assert {*BOOK["did"], *BOOK["itself"]} == set(SYSTEM.modules)


def test_the_sections_of_the_sheet_are_named() -> None:
    assert {name for name, _ in SYSTEM.presentation.sheet} <= set(BOOK["section"])


def test_the_zones_are_those_of_the_pack() -> None:
    """OPS-CBT-16."""
    rows = {row.key: (row.fr, row.en) for row in pack.table("scales", "zone")}
    assert {key: (entry["fr"], entry["en"]) for key in rows if (entry := TERMS.entry("band", key))} == rows


def test_every_step_of_creation_has_a_title_and_a_help() -> None:
    """OPS-CREA-01."""
    creation = SYSTEM.presentation.creation
    assert creation is not None
    for one in creation.steps:
        assert said(TERMS.entry("creation", one.key), "", "help_"), one.key


def test_what_a_choice_of_creation_brings_fills_its_sentence() -> None:
    """OPS-CREA-03, OPS-CREA-06, OPS-SPEC-03."""
    creation = SYSTEM.presentation.creation
    assert creation is not None
    assert creation.means is not None
    told = []
    for field, value in (("FOR", 13), ("specialty", "sniper"), ("specialty", "cyber")):
        means = creation.means(field, value, {})
        assert means is not None
        entry = TERMS.entry("creation", means.key)
        assert entry is not None
        told.append(entry["en"].format(**means.words))
    assert told == [
        "65 · 39 · 13%",
        "3 bonus points among DEX, INT, POU",
        "EDU 16 at least; 3 bonus points among INT, EDU, POU",
    ]


NAMED = {
    "weapons": ("weapon", ("weapon",)),
    "protections": ("protection", ("armour_key", "worn")),
    "devices": ("device", ("device", "devices")),
    "vehicles": ("vehicle", ("vehicle",)),
    "substances": ("substance", ("substance",)),
    "tomes": ("tome", ("tome", "books_read")),
    "rituals": ("ritual", ("ritual", "rituals", "teaches")),
    "specialties": ("specialty", ("specialty", "sources")),
    "hobbies": ("hobby", ("hobbies", "sources")),
}


@pytest.mark.parametrize("file", NAMED)
def test_a_key_of_the_pack_is_called_as_the_pack_calls_it(file: str) -> None:
    """Where such a key stands in an input or an outcome, nobody reads the key."""
    table, fields = NAMED[file]
    for row in pack.table(file, table):
        for field in fields:
            entry = TERMS.value(field, row.key)
            assert entry is not None, row.key
            assert (entry["fr"], entry["en"]) == (row.fr, row.en), field
            assert entry.get("fr_f") == getattr(row, "fr_f", None), field


@pytest.mark.parametrize("table", ["npc", "creature"])
def test_a_profile_of_the_pack_is_called_as_the_pack_calls_it(table: str) -> None:
    for row in pack.table("profiles", table):
        entry = TERMS.value("profile", row.key)
        assert entry is not None, row.key
        assert (entry["fr"], entry["en"]) == (row.fr, row.en)


def test_a_domain_is_called_as_the_pack_calls_it() -> None:
    """OPS-SPEC-02: with a capital, since it stands alone."""
    for row in pack.table("specialties", "domain"):
        entry = TERMS.value("domain", row.key)
        assert entry is not None, row.key
        assert (entry["fr"][1:], entry["en"][1:]) == (row.fr[1:], row.en[1:])


# --- meanings ---


def test_a_key_with_two_meanings_is_told_apart() -> None:
    """A hold that succeeds is not somebody who is held; points that come back are not a madness that passes."""
    assert TERMS.label("held", "fr") == "Dans une prise"
    assert TERMS.label("held", "fr", "hold") == "Cible immobilisée"
    assert TERMS.label("temporary", "en", "odds_san") == "Temporary madness"
    assert TERMS.label("temporary", "en", "Drain") == "Temporary points"
    assert TERMS.word("madness", "permanent", "fr") == "Folie permanente"
    assert TERMS.word("outcome", "critical", "fr") == "Réussite critique"
    assert TERMS.word("shock", "critical", "fr") == "Critique (2D10)"


def test_words_mean_what_the_rule_means() -> None:
    """M-08, M-09, OPS-OPT-06: a mine is laid, minutes are no strength, a magazine is changed before it is empty."""
    assert TERMS.word("reason", "placed", "fr") == "Cet engin se pose, il ne se lance pas"
    assert TERMS.word("effect", "out_for_minutes", "en") == "Out of the fight for some minutes"
    assert TERMS.say(TERMS.entry("procedure", "odds_reload"), "fr") == "Chances de changer de chargeur"


def test_what_qualifies_a_person_agrees() -> None:
    assert TERMS.word("wound_level", "dead", "fr", feminine=True) == "Morte"
    assert TERMS.word("kind", "operator", "fr", feminine=True) == "Opératrice"
    assert TERMS.word("specialty", "driver", "fr", feminine=True) == "Conductrice"


def test_an_entry_in_its_own_place_is_of_that_place() -> None:
    """A context names a procedure, an object, a row or the pages of creation; nothing is named that is not there."""
    objects = {
        place
        for key in SYSTEM.modules
        for kind in (SYSTEM.procedure(key).given, SYSTEM.procedure(key).outcome)
        for place, _, _ in walk(inspect.type_info(kind), key)
    } | {place for kind in (Operator, Npc, Creature) for place, _, _ in walk(inspect.type_info(kind), "creation")}
    objects |= {kind.__name__ for kind in pack.TABLES.values()}
    assert set(BOOK["context"]) - objects == set()
    assert set(BOOK["procedure"]) == set(SYSTEM.modules)
    assert set(BOOK["option"]) == set(SYSTEM.options.__struct_fields__)


# --- letters and spaces ---


INSIDE = (
    "system",
    "condition",
    "defence",
    "did",
    "die",
    "to_succeed",
    "purpose",
    "upon",
    "turned",
)  # said inside a sentence or beside a name


def test_labels_are_in_sentence_case() -> None:
    """A label begins with a capital, a digit, or what is put in."""
    small = [
        (place, text)
        for place, _, text in texts(BOOK)
        if place.split(".")[0] not in INSIDE and not re.match(r"[A-ZÀ-Ý\d({]", text)
    ]
    assert small == []


def test_control_has_no_article() -> None:
    """voice.md, 3: a call sign, not a noun."""
    wrong = [text for _, language, text in texts(BOOK) if language == "fr" and re.search(r"\b[Ll]e Contrôle\b", text)]
    assert wrong == []
    assert [text for _, language, text in texts(BOOK) if language == "en" and "Contrôle" in text] == []
