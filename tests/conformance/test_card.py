"""The identity card of a system tells the truth: its modules, rules, dice, packs are what it says."""

import re
from pathlib import Path

import pytest
from msgspec import inspect

from conformance.faults import card_faults, none_of, pack_faults, teller_faults
from conformance.installed import SYSTEMS, system_key
from core.typography import texts, typographic_faults
from gardien.core.pack import check_pack, load_toml
from gardien.core.sheet import Sheet

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=system_key)


def folder(system):
    return Path(system.folder)


def source(system):
    """The Python of a system, as text."""
    return "\n".join(path.read_text("utf-8") for path in sorted(folder(system).rglob("*.py")))


def test_the_tiny_systems_are_among_those_that_are_tried():
    """Otherwise the kit would prove nothing about a system that is only a folder."""
    assert {"coin", "pennies"} <= {system.key for system in SYSTEMS}


@every_system
def test_the_card_lists_the_procedures_that_its_modules_declare(system):
    none_of(card_faults(system))


@every_system
def test_everything_the_card_names_is_there(system):
    assert issubclass(system.sheet, Sheet)
    assert system.options() is not None, "house rules all have defaults"
    assert {"given", "options", "return"} <= set(system.creation.__annotations__)
    assert system.terms.own


@every_system
def test_a_teller_stands_ready_for_every_procedure(system):
    none_of(teller_faults(system))


@every_system
def test_a_procedure_speaks_of_its_own_outcome_and_of_dice_the_game_has(system):
    for procedure in system.procedures():
        fields = procedure.outcome_fields()
        assert set(procedure.headline) <= set(fields), procedure.key
        assert {path.partition(".")[0] for path in procedure.watched} <= set(fields), procedure.key
        assert all(die in system.dice or system.terms.entry("die", die) for die in procedure.dice), procedure.key


@every_system
def test_a_procedure_says_in_a_sentence_what_it_does(system):
    for procedure in system.procedures():
        for described in (procedure.function, procedure.given, procedure.outcome):
            assert (described.__doc__ or "").strip().endswith((".", ")")), described


# --- rules -----------------------------------------------------------------------------------------------------------


@every_system
def test_the_reference_is_whole(system):
    """Ids carry the prefix and a topic with a name; what a rule sends to exists; options it speaks of exist."""
    options = {field.encode_name for field in inspect.type_info(system.options).fields}
    assert system.reference
    for id, rule in system.reference.items():
        assert re.fullmatch(rf"{system.prefix}(?:-P)?-[A-Z]{{2,6}}-\d\d", id)  # P: proposed where a source is silent
        assert system.terms.entry("topic", rule.topic), id
        assert set(rule.see) <= set(system.reference), id
        assert id not in rule.see, id
        assert set(rule.option) <= options, id
        assert all(text.strip() for text in (rule.fr, rule.en, rule.text_fr, rule.text_en)), id


NO_SENTENCE = re.compile(
    r"(?:^|[.] )(?:[A-Z]{3}(?:[ +/]+[A-Z]{3})*\s(?:contre|[+−])\s|(?:Réussi|Raté|Proposé)e?s?\s:"
    r"|(?:Action (?:complexe|simple)|Proposition|Fermée? au départ)(?:[.,]|\s:\s\d))"
    r"|^(?:[+−]?\d|d\d|Règle de la table)"  # a number, a sum or a setting is no subject
)


@every_system
def test_a_rule_is_told_in_sentences(system):
    """« On teste l’AGI contre 20. S’il réussit… », never « AGI contre 20. Réussi : … » nor « d20 + base… »."""
    assert [id for id, rule in system.reference.items() if NO_SENTENCE.search(rule.text_fr)] == []


@every_system
def test_a_procedure_answers_for_rules_that_exist(system):
    for procedure in system.procedures():
        assert procedure.rules, f"{procedure.key} answers for no rule"
        assert [id for id in procedure.rules if id not in system.reference] == []
        assert len(procedure.rules) == len(set(procedure.rules)), f"{procedure.key} names a rule twice"


@every_system
def test_every_rule_that_can_be_played_is_answered_for(system):
    """By a procedure, or cited where it is carried out; advice is for people."""
    claimed = {id for one in system.procedures() for id in one.rules}
    cited = set(re.findall(rf"{system.prefix}(?:-P)?-[A-Z]+-\d\d", source(system)))
    playable = {id for id, rule in system.reference.items() if not rule.advice}
    assert sorted(playable - claimed - cited) == []


@every_system
def test_every_rule_that_the_source_cites_exists(system):
    cited = set(re.findall(rf"{system.prefix}(?:-P)?-[A-Z]+-\d\d", source(system)))
    assert sorted(cited - set(system.reference)) == []


# --- data ------------------------------------------------------------------------------------------------------------


@every_system
def test_the_packs_of_a_system_pass_their_own_check(system):
    none_of(pack_faults(system))
    files = sorted((folder(system) / "pack").glob("*.toml"))
    assert [str(fault) for path in files for fault in check_pack(path, system.packs)] == []


@every_system
def test_every_text_has_the_spaces_and_apostrophes_of_its_language(system):
    files = [*sorted(folder(system).glob("*.toml")), *sorted(folder(system).glob("*/*.toml"))]
    wrong = [
        f"{path.name} {place}: {fault}: {text}"
        for path in files
        for place, language, text in texts(load_toml(path))
        for fault in typographic_faults(text, language)
    ]
    assert wrong == []
