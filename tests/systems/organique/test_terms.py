"""Every key a reader can meet has its word in French and in English, and French is set as French is."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from msgspec import inspect

from core.typography import texts
from gardien.core.calling import prepare
from gardien.core.chance import Step
from gardien.core.interpreters.play import play
from gardien.systems.organique import SYSTEM, pack
from gardien.systems.organique.pack import arms, nets, rows
from gardien.systems.organique.sheet.sheet import SHEETS
from gardien.systems.organique.vocabulary import Action, FreeAction, Phase
from systems.named import helped, said, silent, truths_without_words, unnamed_columns, walk
from systems.worked import examples

TERMS = SYSTEM.terms
BOOK = tomllib.loads((Path(SYSTEM.folder) / "terms.toml").read_text("utf-8"))
SOURCES = sorted(Path(SYSTEM.folder).rglob("*.py"))


# --- fields and the words they hold ---


def test_a_result_that_is_yes_or_no_is_a_word_on_its_card():
    assert truths_without_words(SYSTEM) == []


@pytest.mark.parametrize("kind", SHEETS.values(), ids=lambda kind: kind.__name__)
def test_the_sheets_are_named(kind):
    """`version` is the file's own and never shown."""
    assert [one for one in silent(SYSTEM, kind, kind.__name__) if one != "version"] == []


def test_the_columns_of_the_pack_are_named():
    result = unnamed_columns(SYSTEM, rows, arms, nets)
    assert {one for one in result if not one.startswith("key = ")} == set()


def test_every_house_rule_has_a_name_a_help_and_names_for_its_choices():
    """ORG-TEST-05."""
    assert set(BOOK["option"]) == set(SYSTEM.options.__struct_fields__)
    for _, field, word in walk(inspect.type_info(SYSTEM.options), "Options"):
        assert helped(TERMS.entry("option", field)), field
        assert word is None or said(TERMS.value(field, word)), (field, word)


def test_a_card_says_who_does_what():
    """“Paul attacks”: what follows the name, of the part of a drug's course too."""
    assert {*BOOK["did"], *BOOK["itself"]} == set(BOOK["procedure"]) == set(SYSTEM.modules)
    assert set(BOOK["deed"]) == {*get_args(Action), *get_args(FreeAction), *get_args(Phase)}


# --- dice, steps and sums ---


def _text(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def written():
    """The labels of steps, and what dice are thrown for, as the sources name them."""
    labels, thrown = set(), set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="step"), args=[label, *_]):
                    labels.add(_text(label))
                case ast.Call(func=ast.Name(id="roll"), args=[_, _, _, purpose, *_]):
                    thrown.add(_text(purpose))
                case ast.keyword(arg="purpose", value=value):
                    thrown.add(_text(value))
    return labels - {""}, thrown - {""}


@cache
def played() -> tuple[frozenset[Step], frozenset[str]]:
    """The steps that every worked example takes, and what its dice are thrown for."""
    steps, thrown = set(), set()
    for example in examples("organique"):
        done = play(prepare("organique", example.procedure, example.given).request(), Random(1))
        steps |= set(done.steps)
        thrown |= {die.purpose for die in done.dice}
    return frozenset(steps), frozenset(thrown)


def test_every_step_has_its_label_and_its_word():
    labels = written()[0]
    assert {"end_now", "attack_total"} - labels == {"attack_total"}  # that one is made up on the way
    for step in played()[0]:
        labels |= {step.label, *(part[0] for part in step.parts or ())}
        if isinstance(step.value, str) and re.fullmatch(r"[a-z_]+", step.value):
            assert said(TERMS.value(step.label, step.value)), (step.label, step.value)
    own = {name for example in examples("organique") for name in written_by_hand(example.given)}
    assert [label for label in labels - own if not said(TERMS.field(label))] == []


def written_by_hand(given):
    """The names that whoever plays gave to modifiers: they are told as they were written."""
    if isinstance(given, list):
        return {name for one in given for name in written_by_hand(one)}
    if not isinstance(given, dict):
        return set()
    result = {name for field in given if field.endswith("mods") for name in given[field]}
    return result | {name for one in given.values() for name in written_by_hand(one)}


def test_what_a_die_is_thrown_for_has_a_name():
    """On its own in the list of dice, and beside the die on a card."""
    for purpose in {*written()[1], *played()[1], *BOOK["purpose"]}:
        assert said(TERMS.field(purpose)), purpose
        assert said(TERMS.entry("purpose", purpose)), purpose


def test_every_topic_has_its_name():
    assert {rule.topic for rule in SYSTEM.reference.values()} == set(BOOK["topic"])


# --- names of the pack ---

NAMED = [
    *(("skills", kind, "skills") for kind in ("skill", "combat_skill", "power")),
    *(("networks", "privilege", field) for field in ("privilege", "owner_privilege", "held")),
    *(("networks", kind, kind) for kind in ("network", "system", "os")),
    *(("computers", kind, kind) for kind in ("computer", "program")),
    ("armours", "armour", "armour"),
    ("diseases", "disease", "disease"),
    ("drugs", "drug", "drug"),
    ("networks", "entry", "skill"),
    ("networks", "finding", "known"),
    ("networks", "system_kind", "kind"),
    ("people", "class", "character_class"),
    ("people", "class", "player_class"),
    ("people", "trait", "traits"),
    ("poisons", "poison", "poison"),
    ("scales", "cracking", "time"),
    ("scales", "login", "login_frequency"),
    ("scales", "nature", "nature"),
    ("scales", "place", "place"),
    ("vehicles", "manoeuvre", "manoeuvre"),
    ("vehicles", "vehicle", "vehicle"),
    ("weapons", "weapon", "weapon"),
]


@pytest.mark.parametrize(("file", "table", "field"), NAMED)
def test_a_key_of_the_pack_is_called_as_the_pack_calls_it(file, table, field):
    """Where such a key stands in an input or an outcome, nobody reads the key."""
    for row in pack.table(file, table):
        entry = TERMS.value(field, row.key)
        assert entry is not None, row.key
        assert (entry["fr"], entry["en"]) == (row.fr, row.en), field


# --- letters and spaces ---


# said inside a sentence or beside a name
INSIDE = (
    "to_succeed",
    "system",
    "condition",
    "role",
    "did",
    "deed",
    "die",
    "offer_cost",
    "purpose",
    "odds",
    "upon",
    "turned",
    "defence",
)


def test_labels_are_in_sentence_case():
    """A label begins with a capital, a digit, a sign, or what is put in."""
    small = [
        (place, text)
        for place, _, text in texts(BOOK)
        if place.split(".")[0] not in INSIDE and not re.match(r"[A-ZÀ-Ý\d({+−.«]|d\d", text)
    ]
    assert small == []


def test_nobody_is_shouted_at_or_spoken_to_as_a_friend():
    """voice.md, 1 and 2."""
    assert [text for _, _, text in texts(BOOK) if "!" in text] == []
    assert [text for _, language, text in texts(BOOK) if language == "fr" and re.search(r"\b[Tt]u\b", text)] == []
