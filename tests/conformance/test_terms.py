"""Everything a user may see has a name in French and in English."""

import ast
import re
from pathlib import Path

import pytest
from msgspec import inspect

from conformance.faults import (
    article_faults,
    change_faults,
    deed_faults,
    fight_page_faults,
    fight_word_faults,
    none_of,
    offer_faults,
    silent,
    title_faults,
)
from conformance.installed import SYSTEMS, fields_within, system_key
from core.typography import entries, texts
from gardien.core.reference import QUOTES
from gardien.core.terms import LANGUAGES

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=system_key)


def speaks(entry, *parts):
    """Whether an entry has these parts in both languages; `""` is the word itself."""
    return not silent(entry, *parts)


def unnamed(system, kind, where):
    """The fields and words within a type that have no name."""
    terms = system.terms
    result = set()
    for owner, name, plain_kind in fields_within(inspect.type_info(kind)):
        if not speaks(terms.entry("context", owner, name) or terms.field(name, where)):
            result.add(f"field {name}")
        if isinstance(plain_kind, inspect.LiteralType):
            result |= {
                f"{name} = {value}"
                for value in plain_kind.values
                if isinstance(value, str) and not speaks(terms.value(name, value))
            }
    return sorted(result)


@every_system
def test_every_entry_of_the_dictionary_speaks_both_languages(system):
    assert [place for place, entry in entries(system.terms.own) if not speaks(entry)] == []


@every_system
def test_the_game_its_procedures_and_its_house_rules_have_a_title_and_a_help(system):
    none_of(title_faults(system))


@every_system
def test_a_game_whose_fights_are_weighed_has_words_for_them(system):
    none_of(fight_word_faults(system))


@every_system
def test_a_fight_has_a_few_throws_for_everybody_and_words_for_them(system):
    none_of(fight_page_faults(system))


@every_system
def test_what_somebody_does_has_a_verb_and_what_several_do_one_for_several(system):
    none_of(deed_faults(system))


@every_system
def test_a_change_from_yes_to_no_is_told_in_words(system):
    none_of(change_faults(system))


@every_system
def test_what_one_may_choose_is_a_verb(system):
    none_of(offer_faults(system))


@every_system
def test_everybody_of_the_bestiary_is_spoken_of_with_their_article(system):
    none_of(article_faults(system))


@every_system
def test_what_somebody_did_agrees_with_nobody(system):
    """« Louise est pris dans l’explosion »: a verb in the present agrees with man and woman alike."""
    agreeing = re.compile(r"\b(?:est|sont) \w+(?:é|i|u|is|it|rt)s?\b")
    did = {**system.terms.own.get("did", {}), **system.terms.own.get("upon", {}), **system.terms.own.get("deed", {})}
    assert [key for key, entry in did.items() if agreeing.search(entry["fr"]) and "fr_f" not in entry] == []


@every_system
def test_every_input_and_every_field_of_an_outcome_has_a_name_and_so_has_every_word_it_holds(system):
    unknown = {
        f"{one.key}: {name}"
        for one in system.procedures()
        for kind in (one.given, one.outcome)
        for name in unnamed(system, kind, one.key)
    }
    assert sorted(unknown) == []


@every_system
def test_no_text_has_stray_blanks_or_keys(system):
    stray = [text for _, _, text in texts(system.terms.own) if text != text.strip() or "  " in text or "_" in text]
    assert stray == []


@every_system
def test_every_choice_of_a_house_rule_has_a_name(system):
    kind = inspect.type_info(system.options)
    choices = [
        f"{name} = {value}"
        for _, name, plain_kind in fields_within(kind)
        if isinstance(plain_kind, inspect.LiteralType)
        for value in plain_kind.values
        if not speaks(system.terms.value(name, value))
    ]
    assert choices == []


@every_system
def test_every_field_of_the_sheet_has_a_name(system):
    """`system` and `version` are the file's own and never shown."""
    unknown = [one for one in unnamed(system, system.sheet, "sheet") if one.split()[1] not in ("system", "version")]
    assert [one for one in unknown if not one.startswith("system = ")] == []


@every_system
def test_every_die_of_the_game_has_a_name(system):
    assert [die for die in system.dice if not speaks(system.terms.entry("die", die))] == []


HOUSE_RULE = {"fr": re.compile(r"règles? de la table «\s([^»]+)\s»"), "en": re.compile(r"house rules? “([^”]+)”")}


@pytest.mark.parametrize("language", LANGUAGES)
@every_system
def test_rules_call_house_rules_by_their_names(system, language):
    """What a text mentions as {option.…} is named by the dictionary; whatever else is quoted must be a name as well."""
    terms, spoken_of = system.terms, HOUSE_RULE[language]
    names = {terms.say(terms.entry("option", one), language) for one in system.options.__struct_fields__}
    quoted = {name for rule in system.reference.values() for name in spoken_of.findall(rule.text(language))}
    assert quoted <= names


@pytest.mark.parametrize("language", LANGUAGES)
@every_system
def test_every_house_rule_is_named_by_a_rule_that_it_changes(system, language):
    """D100-CORE-05: whoever reads the rule learns what the switch is called."""
    terms, rules = system.terms, system.reference.values()
    names = {one: terms.say(terms.entry("option", one), language) for one in system.options.__struct_fields__}
    quote = QUOTES[language].format
    assert [one for one, name in names.items() if not any(quote(name) in rule.text(language) for rule in rules)] == []


@every_system
def test_what_a_rule_names_is_known(system):
    """What steps, their parts, dice and refusals are about has words, and what is cited stands in the reference."""
    known = {*system.reference, *(one.key for one in system.procedures()), *keys_within(system.terms.own)}
    known |= keys_within(system.terms.common)
    unknown = set()
    for path in sorted(Path(system.folder).rglob("*.py")):
        if "rules" not in path.relative_to(system.folder).with_suffix("").parts:
            continue
        tree = ast.parse(path.read_text("utf-8"))
        told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings speak freely
        for node in ast.walk(tree):
            match node:
                case ast.Tuple(elts=[ast.Constant(value=str(label)), value]) if not isinstance(value, ast.Constant):
                    named = {label}
                case ast.Call(func=ast.Name(id="step" | "less"), args=[ast.Constant(value=str(label)), *_]):
                    named = {label}
                case ast.keyword(arg="purpose", value=ast.Constant(value=str(label))):
                    named, node = {label}, node.value
                case ast.Call(func=ast.Name(id="BadField" | "check_key"), args=[ast.Constant(value=str(label)), *_]):
                    named = {label.split(".")[-1].split("[")[0]}
                case ast.Constant(value=str(text)) if id(node) not in told:
                    named = {word for word in text.split() if f"{system.prefix}-".lower() in word.lower()}
                case _:
                    continue
            unknown |= {f"{path.name}:{node.lineno} {one}" for one in named - known - {""}}
    assert sorted(unknown) == []


def keys_within(book):
    """Every key at any depth."""
    result = set(book)
    for one in book.values():
        if isinstance(one, dict):
            result |= keys_within(one)
    return result


TWINS = (("folie temporaire", "folie passagère"), ("folie indéfinie", "folie durable"))  # names of one thing


@every_system
def test_one_thing_has_one_name_in_a_game(system):
    """A card and a sheet call it the same: in the texts of a game and in those it takes from all games' dictionary."""
    files = (one for one in Path(system.folder).rglob("*") if one.suffix in (".toml", ".py"))
    own = "\n".join(one.read_text("utf-8") for one in files).lower()
    keys = [key for key in ("temporary", "indefinite") if f"{key} =" in own or f'"{key}"' in own]
    said = [system.terms.say(system.terms.entry("odds", key), "fr").lower() for key in keys]
    texts_of_the_game = "\n".join((own, *said))
    assert [pair for pair in TWINS if all(one in texts_of_the_game for one in pair)] == []
