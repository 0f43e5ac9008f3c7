"""Every key a reader can meet has its word in French and in English, and French is set as French is."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from msgspec import inspect

from core.typography import texts
from gardien.core.calling import prepare
from gardien.core.chance import Step
from gardien.core.interpreters.play import play
from gardien.core.terms import number
from gardien.systems.d20d100 import SYSTEM, pack
from gardien.systems.d20d100.creation.choices import DrawGiven
from gardien.systems.d20d100.pack import people, rows, tables
from gardien.systems.d20d100.page.creation import CREATION
from gardien.systems.d20d100.rules.growth import skill_points, traits
from gardien.systems.d20d100.sheet.sheet import Investigator, Monster, Npc
from gardien.systems.d20d100.table.marks import Marks
from systems.named import helped, said, silent, truths_without_words, unnamed_columns, walk
from systems.worked import examples

TERMS = SYSTEM.terms
BOOK = tomllib.loads((Path(SYSTEM.folder) / "terms.toml").read_text("utf-8"))
SOURCES = sorted(Path(SYSTEM.folder).rglob("*.py"))


# --- fields and the words they hold ---


def words_of(field: str) -> set[str]:
    """The words that a field of any outcome may hold."""
    kinds = [inspect.type_info(SYSTEM.procedure(key).outcome) for key in SYSTEM.modules]
    return {word for kind in kinds for _, name, word in walk(kind, "") if name == field and word is not None}


def test_a_result_that_is_yes_or_no_is_a_word_on_its_card() -> None:
    assert truths_without_words(SYSTEM) == []


@pytest.mark.parametrize("kind", [Investigator, Npc, Monster, DrawGiven], ids=lambda one: str(one.__name__))
def test_the_sheets_and_their_making_are_named(kind: type) -> None:
    assert silent(SYSTEM, kind, kind.__name__) == []


def test_the_columns_of_the_pack_are_named() -> None:
    result = unnamed_columns(SYSTEM, rows, people, tables)
    assert {one for one in result if not one.startswith("key = ")} == set()


def test_every_house_rule_has_a_name_a_help_and_names_for_its_choices() -> None:
    """D100-CORE-05."""
    assert len(BOOK["option"]) == 36
    for _, field, word in walk(inspect.type_info(SYSTEM.options), "Options"):
        assert helped(TERMS.entry("option", field)), field
        assert word is None or said(TERMS.value(field, word)), (field, word)


def test_every_refusal_says_why() -> None:
    """A sentence each, in a table of its own, and no two alike."""
    sentences = BOOK["enum"]["reason"]
    assert words_of("reason") == set(sentences)
    for language in ("fr", "en"):
        assert len({entry[language] for entry in sentences.values()}) == len(sentences)


def test_every_fault_of_a_new_investigator_is_said_in_the_list_and_in_the_explanation() -> None:
    """D100-CREA-14 to D100-CREA-16, D100-MISS-04."""
    faults = {*get_args(skill_points.Fault), *get_args(traits.Fault)}
    assert faults == set(BOOK["enum"]["errors"])
    for fault in faults:
        assert said(TERMS.value("errors", fault)), fault
        assert TERMS.value("errors", fault) == TERMS.value("error", fault)


# --- dice, steps and sums ---


def _text(node: ast.AST | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def written() -> list[str]:
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
                case ast.Call(func=ast.Name(id=name), args=names) if name.endswith("Labels"):
                    result |= {_text(one) for one in names}
                case ast.ClassDef(name=name, body=body) if name.endswith("Labels"):
                    result |= {_text(one.value) for one in body if isinstance(one, ast.AnnAssign)}
                case ast.Tuple(elts=[ast.Constant() as label, amount]) if not isinstance(amount, ast.Constant):
                    result.add(_text(label))  # one part of a sum
    return sorted(result - {""})


def purposes() -> set[str]:
    """What dice are thrown for, as the sources name it."""
    result = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="roll"), args=[_, _, _, purpose, *_]):
                    result.add(_text(purpose))
                case ast.keyword(arg="purpose", value=value):
                    result.add(_text(value))
    return result - {""}


@cache
def played() -> tuple[frozenset[Step], frozenset[str]]:
    """The steps that every worked example takes, and what its dice are thrown for."""
    steps: set[Step] = set()
    thrown: set[str] = set()
    for example in examples("d20d100"):
        for seed in range(3):
            done = play(prepare("d20d100", example.procedure, example.given).request(), Random(seed))
            steps |= set(done.steps)
            thrown |= {die.purpose for die in done.dice}
    return frozenset(steps), frozenset(thrown - {""})


def test_the_scan_finds_steps_sums_and_purposes() -> None:
    """Those that only explanations and dice use are among those found."""
    assert {"schooling", "before", "double_fire", "error", "rank", "passive_total"} <= set(written())
    assert {"attack", "agony", "symptom", "summons", "vest"} <= purposes()
    assert {"attack", "active", "passive", "constitution"} <= played()[1]


def test_every_step_has_its_label() -> None:
    assert [label for label in written() if not said(TERMS.field(label))] == []


def test_every_step_that_is_really_taken_has_its_label_and_its_word() -> None:
    for step in played()[0]:
        for label in (step.label, *(part[0] for part in step.parts or ())):
            assert said(TERMS.field(label)) or said(TERMS.entry("skill", label)), label
        if isinstance(step.value, str) and re.fullmatch(r"[a-z_]+", step.value):
            assert said(TERMS.value(step.label, step.value)), (step.label, step.value)


def test_what_a_die_is_thrown_for_has_a_name() -> None:
    """On its own in the list of dice, and beside the die on a card."""
    for purpose in {*purposes(), *played()[1], *BOOK["purpose"]}:
        assert said(TERMS.field(purpose)), purpose
        assert said(TERMS.entry("purpose", purpose)), purpose


def test_every_topic_has_its_name() -> None:
    """What the source leaves out is a topic of its own."""
    assert len(BOOK["topic"]) == 27
    assert {"MISS", *(rule.topic for rule in SYSTEM.reference.values())} == set(BOOK["topic"])


# --- the table and creation ---


def test_what_has_a_long_title_is_named_shortly_on_a_button() -> None:
    """What one does at the table; odds and conversions are read on pages of their own."""
    assert [one for one in BOOK["act"] if one not in SYSTEM.modules] == []
    assert [entry["fr"] for entry in BOOK["act"].values() if len(entry["fr"]) > 26] == []


def test_a_card_says_who_does_what() -> None:
    """“John attacks”: what follows the name."""
    assert {*BOOK["did"], *BOOK["itself"]} == set(SYSTEM.modules)


def test_every_step_of_creation_has_a_title_and_a_help() -> None:
    """D100-CREA-01."""
    for one in CREATION.steps:
        assert said(TERMS.entry("creation", one.key), "", "help_"), one.key


def test_what_a_choice_of_creation_brings_fills_its_sentence() -> None:
    """D100-CREA-15, D100-MISS-02, D100-MISS-03."""
    assert CREATION.means is not None
    assert CREATION.about is not None
    scores = {"scores": {"FOR": 12}}
    told = []
    for means in (
        CREATION.means("profession", "antiquaire", {}),
        CREATION.about("secondary_spending", "nager", "4", {**scores, "secondary_spending": {"nager": 4}}, {}),
        CREATION.about("arms", "colt_38", "", {}, {}),
        CREATION.about("arms", "matraque", "", {}, {}),
    ):
        assert means is not None
        entry = TERMS.entry("creation", means.key)
        assert entry is not None
        words = {name: number(one, "en") if isinstance(one, float) else one for name, one in means.words.items()}
        told.append(entry["en"].format(**words))
    row = next(row for row in pack.table("professions", "profession") if row.key == "antiquaire")
    assert told[0] == f"{row.characteristic} for the points, {len(row.skills)} skills"
    assert told[1:] == ["Base 0, total +4", "1d10, 6 shots, increment 6 m", "1d4"]
    assert all(said(TERMS.value("education", str(level))) for level in range(1, 9))
    assert all(said(TERMS.entry("creation", key)) for key, _ in CREATION.why.values())


@pytest.mark.parametrize("field", ["traits", "profession_spending", "secondary_spending"])
def test_points_left_and_points_too_many_are_told(field: str) -> None:
    """D100-CREA-15, D100-CREA-16, D100-MISS-04: one alone is in the singular."""
    words = {"over": 2, "spent": 12, "of": 10}
    for key in (f"left_{field}", f"over_{field}"):
        entry = TERMS.entry("creation", key)
        assert entry is not None
        for name in ("fr", "fr_one", "en", "en_one"):
            assert "10" in entry[name].format(**words), (key, name)


NAMED = {
    "weapons": ("weapon", ("weapon", "arms", "weapon_bonuses", "target")),
    "armours": ("armour", ("key", "vest")),
    "magic": ("spell", ("spell", "spells")),
    "skills": ("skill", ("skill", "combat_skill", "target", "profession_skills")),
    "professions": ("profession", ("profession",)),
    "traits": ("trait", ("key",)),
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


def test_tomes_rates_and_groups_are_called_as_the_pack_calls_them() -> None:
    """D100-MISS-10, D100-WPN-11, D100-MISS-01."""
    for file, table, field in (("magic", "tome", "tome"), ("weapons", "rate", "rate"), ("skills", "group", "group")):
        for row in pack.table(file, table):
            entry = TERMS.value(field, row.key)
            assert entry is not None, row.key
            assert (entry["fr"], entry["en"]) == (row.fr, row.en)


def test_the_jets_are_called_as_the_pack_calls_them() -> None:
    """D100-CORE-03."""
    for row in pack.table("scales", "jet"):
        for entry in (TERMS.field(row.key), TERMS.value("jet", row.key)):
            assert entry is not None
            assert (entry["fr"], entry["en"]) == (row.fr, row.en)


# --- meanings ---


def test_a_key_with_two_meanings_is_told_apart() -> None:
    """What a roll multiplies is not what a critical does; a calm mind is not a body out of danger."""
    assert TERMS.label("multiplier", "fr") == "Multiplicateur du critique"
    assert TERMS.label("multiplier", "fr", "learn_spell") == "Multiplicateur d’INT"
    assert TERMS.label("stable", "en", "decompensation_round") == "Decompensation stopped"
    assert TERMS.label("target", "fr", "spend_xp") == "À améliorer"
    assert TERMS.word("kind", "push", "en") == "Push back"
    assert TERMS.word("winner", "none", "fr") == "Personne"
    assert TERMS.word("protection_kind", "none", "fr") == "Aucune"


def test_words_mean_what_the_rule_means() -> None:
    """D100-MISS-11, D100-MISS-16, D100-TEMP-02: any wound, a warning, and the source’s own word."""
    assert TERMS.word("use", "shock_instead", "fr") == "Un choc au lieu de la blessure"
    assert TERMS.word("power", "intuition", "fr") == "Prémonition"
    assert TERMS.word("condition", "staggered", "fr") == "Chancelant"
    assert TERMS.label("damage_final", "fr") == "Dégâts subis"
    assert TERMS.word("skill", "revolver", "en") == "Handgun"


def test_what_qualifies_a_person_agrees() -> None:
    assert TERMS.word("condition", "staggered", "fr", feminine=True) == "Chancelante"
    assert TERMS.word("kind", "investigator", "fr", feminine=True) == "Investigatrice"
    assert TERMS.word("key", "chanceux", "fr", feminine=True) == "Chanceuse"


def test_an_entry_in_its_own_place_is_of_that_place() -> None:
    """A context names a procedure, an object or a row that has this key; nothing is named that is not there."""
    kinds = [(key, kind) for key in SYSTEM.modules for kind in _both(key)]
    kinds += [(kind.__name__, kind) for kind in (Investigator, Npc, Monster, DrawGiven, Marks, *pack.TABLES.values())]
    there = {(place, field) for where, kind in kinds for place, field, _ in walk(inspect.type_info(kind), where)}
    there |= {(place, field) for place, fields in SYSTEM.table_rules.ui_inputs.items() for field in fields}
    named = {(place, field) for place, fields in BOOK["context"].items() for field in fields}
    assert named - there == set()
    assert set(BOOK["procedure"]) == set(SYSTEM.modules)
    assert set(BOOK["option"]) == set(SYSTEM.options.__struct_fields__)


def _both(key: str) -> tuple[Any, Any]:
    procedure = SYSTEM.procedure(key)
    return procedure.given, procedure.outcome


# --- letters and spaces ---


INSIDE = ("system", "bar", "condition", "defence", "did", "die", "purpose", "upon", "turned")  # said inside a sentence


def test_labels_are_in_sentence_case() -> None:
    """A label begins with a capital, a digit, a sign, or what is put in."""
    small = [
        (place, text)
        for place, _, text in texts(BOOK)
        if place.split(".")[0] not in INSIDE and not re.match(r"[A-ZÀ-Ý\d({+−.«]|d\d", text)
    ]
    assert small == []


def test_titles_are_short() -> None:
    """A button must hold them."""
    assert [entry["fr"] for entry in BOOK["procedure"].values() if len(entry["fr"]) > 30] == []
    assert [entry["fr"] for entry in BOOK["option"].values() if len(entry["fr"]) > 34] == []


def test_no_exclamation_and_nobody_is_spoken_to_as_a_friend() -> None:
    """voice.md, 1 and 2."""
    assert [text for _, _, text in texts(BOOK) if "!" in text] == []
    assert [text for _, language, text in texts(BOOK) if language == "fr" and re.search(r"\b[Tt]u\b", text)] == []


def test_the_keeper_has_a_capital() -> None:
    """voice.md, 3."""
    assert [text for _, _, text in texts(BOOK) if re.search(r"\bgardien\b|\bkeeper\b", text)] == []
