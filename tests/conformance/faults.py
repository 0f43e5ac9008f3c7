"""What a game still lacks, as sentences that say what to add and where: each list is empty for a whole game."""

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from random import Random
from typing import Any

import msgspec
from msgspec import inspect

from gardien.core.chance import call
from gardien.core.errors import Refusal
from gardien.core.examples import played_examples
from gardien.core.interpreters.play import play
from gardien.core.procedure import Procedure
from gardien.core.system import System
from gardien.core.telling import WAITING
from gardien.core.terms import LANGUAGES
from gardien.core.wording import short_name
from gardien.table.binding import bind
from gardien.table.state import State
from gardien.web.pages.forms.person_inputs import bare, is_alone, is_person

ALIKE = 2  # values that an input shares with a sheet: from so many on it is somebody, even without a name
SCENARIO = ("title", "character", "after", "end", "nobody")  # words of a scenario that is weighed
MOST_FOR_EVERYONE = 3  # throws that befall all at once, on the page of a fight
SOMEBODY = "somebody"
PLURAL = ("_plural",)  # of words: behind the language
NO_VERB = re.compile(  # « Marcel à terre », « Reyes blessure stabilisée » are no sentences
    r"(?:[Ll][ae]s? |[Ll]’|[Uu]ne? |[Aa]ucune? |(?:à|en|de|dans|hors|sans|sous|sur|son|sa|ses|toute?s?|tous) "
    r"|[A-ZÀ-Ý]|(?:petite?|personnage|blindage|\w+(?:ure|able|tion|ies))\b)"
)
INFINITIVE = re.compile(r"(?:Ne (?:pas )?)?(?:S’en |S’|Se )?\w+(?:er|ir|re)\b")


def none_of(faults: Iterable[str]) -> None:
    """Nothing is lacking; else every sentence on a line of its own, whatever pytest shows of an assertion."""
    result = sorted(faults)
    if result:
        raise AssertionError("\n".join(("", *result)))


# ---- the card ----


def card_faults(system: System) -> Iterator[str]:
    """Procedures that the card does not list where they are declared, or lists where they are not."""
    declared: dict[str, str] = {}
    for result in walk_packages([system.folder], f"{system.package}."):
        module = import_module(result.name)
        for value in vars(module).values():
            one = getattr(value, "procedure", None)
            if isinstance(one, Procedure) and value.__module__ == module.__name__:
                place = result.name.removeprefix(f"{system.package}.")
                if one.key in declared:
                    yield f"{one.key} is declared twice, in {declared[one.key]} and in {place}: rename one of them"
                declared[one.key] = place
    for key, place in declared.items():
        if system.modules.get(key) != place:
            yield f'__init__.py: list "{key}" on the card under procedures["{place}"], where it is declared'
    for key in system.modules.keys() - declared.keys():
        yield f'__init__.py: the card lists "{key}", which no module declares with @procedure("{key}")'


def teller_faults(system: System) -> Iterator[str]:
    """Procedures that nothing tells, tellers of no procedure."""
    told = {key.removesuffix(WAITING) for key in system.words}
    for key in system.modules.keys() - told:
        yield f'{_place(system._words)}: add a teller for "{key}", a function from Report to lines'
    for key in told - system.modules.keys():
        yield f'{_place(system._words)}: the teller "{key}" is of no procedure; take it away'


def _place(declared: str) -> str:
    """Where something stands that the card names: `module:NAME`."""
    module, _, name = declared.partition(":")
    return f"{name} in {module.replace('.', '/')}"


# ---- files and words ----


def pack_faults(system: System) -> Iterator[str]:
    """A game without a table of its own."""
    if not system.packs:
        yield f"{_place(system._packs)}: name at least one table and the type of its rows"
    if not list(Path(system.folder, "pack").glob("*.toml")):
        yield "pack/: add a file of tables, such as pack/people.toml with a [[name]] in it"


def example_faults(system: System) -> Iterator[str]:
    """Procedures with dice that no example shows on the pages of the rules."""
    tried = {one.example.procedure for one in played_examples(system)}
    for one in system.procedures():
        if one.dice and one.key not in tried:
            yield f'examples.toml: add an [[example]] with procedure = "{one.key}", given and dice'


def title_faults(system: System) -> Iterator[str]:
    """Procedures without a title or a help, house rules too; a game that does not say what it is."""
    named = [("procedure", one.key) for one in system.procedures()]
    named += [("option", name) for name in system.options.__struct_encode_fields__]
    for table, key in named:
        for name in silent(system.terms.entry(table, key), "", "help_"):
            yield f"terms.toml: [{table}.{key}] wants {name}"
    for key in ("about", "dice"):
        for name in silent(system.terms.entry("system", key)):
            yield f"terms.toml: [system.{key}] wants {name}"


def fight_word_faults(system: System) -> Iterator[str]:
    """Words that the workshop and `gardien fight` need of a game whose fights are weighed."""
    fights = system.fights
    if fights is None:
        return
    wanted = [("status", one.key) for one in fights.endings]
    wanted += [("tactic", one.key) for one in fights.choices]
    wanted += [("shop", "rounds")]
    if fights.budget_given:
        wanted += [("budget", key) for key in (*SCENARIO, *(("mean",) if fights.marks else ()))]
        wanted += [("shop", key) for key in ("horrors", "example", "to_lost", "course")]
        wanted += [("band", one.key) for one in fights.bands if not one.key.isdecimal()]
        wanted += [path for key in fights.marks for path in (("mark", key), ("shop", "mark", key))]
    for path in wanted:
        entry: Any = fights.words
        for name in path:
            entry = entry.get(name) if isinstance(entry, dict) else None
        for name in silent(entry):
            yield f"fights.toml: [{'.'.join(path)}] wants {name}"


def fight_page_faults(system: System) -> Iterator[str]:
    """What the page of a fight needs of a game that has fights: a few throws for everybody, and words for them."""
    fighting = system.table_rules.fighting
    everyone = fighting.everyone if fighting else ()
    if len(everyone) > MOST_FOR_EVERYONE:
        yield f"Fighting.everyone holds {len(everyone)} throws, at most {MOST_FOR_EVERYONE} lie side by side"
    known = {one.key for one in system.procedures()}
    yield from (f"Fighting.everyone: {key} is no procedure" for key in everyone if key not in known)
    for key in everyone:
        for name in silent(system.terms.entry("everyone", key)):
            yield f"terms.toml: [everyone.{key}] wants {name}"


def deed_faults(system: System) -> Iterator[str]:
    """Deeds without a verb, « Ada lancer une pièce », or of several without one for several: « Adèle et Marc fait »."""
    for one in system.procedures():
        acts = one.dice or hasattr(one.outcome, "changes")
        if not acts or system.terms.entry("itself", one.key):
            continue
        for name in silent(system.terms.entry("did", one.key), "", *(() if is_alone(system, one) else PLURAL)):
            yield f"terms.toml: [did] {one.key} wants {name}, or an entry of [itself] that names nobody"


def change_faults(system: System) -> Iterator[str]:
    """What a sheet says by yes or no without words for who somebody is then: « Folie : non → oui »."""
    kinds = [inspect.type_info(one) for one in system.table_rules.sheets]
    names = {one.encode_name for kind in kinds for one in kind.fields if isinstance(one.type, inspect.BoolType)}  # type: ignore[attr-defined]
    for name in names - set(system.presentation.untold):
        for value in ("true", "false"):
            for part in silent(system.terms.entry("turned", name, value)):
                yield f"terms.toml: [turned.{name}] {value} wants {part}"
    for name, entries in system.terms.own.get("turned", {}).items():
        for value, entry in entries.items():
            if NO_VERB.match(entry.get("fr", "")):
                yield f"terms.toml: [turned.{name}] {value} goes on from a name: a verb, no subject of its own"


def offer_faults(system: System) -> Iterator[str]:
    """What one taps that is no verb: « Relance » beside « Ajouter »."""
    for key, entry in system.terms.own.get("offer", {}).items():
        if not INFINITIVE.match(entry["fr"]):
            yield f"terms.toml: [offer] {key} begins with no infinitive: « {entry['fr']} »"


def article_faults(system: System) -> Iterator[str]:
    """Beings whose name is a common noun, or may be, and of whom nobody says so: « pour Policier »."""
    spoken_of = system.terms.spoken_of
    for table in system.table_rules.beings:
        if table in system.shelf.file_of:
            for row in system.shelf.plain(system.shelf.file_of[table], table):
                if "article" in row and short_name(row["fr"]) not in spoken_of:
                    source = f"{system.shelf.file_of[table]}.{table}"
                    yield f'terms.toml: rows wants {{ table = "being", pack = ["{source}"] }}'


def silent(entry: dict[str, Any] | None, *parts: str) -> list[str]:
    """The words that an entry lacks: `fr`, `en`, and those of its parts (`help_fr`)."""
    names = [
        f"{language}{part}" if part in PLURAL else f"{part}{language}"
        for part in parts or ("",)
        for language in LANGUAGES
    ]
    return [name for name in names if not str((entry or {}).get(name, "")).strip()]


# ---- people ----


def offered(system: System) -> set[str]:
    """The procedures that somebody at the table can do: those of the face, of turns; else all that do something."""
    fighting = system.table_rules.fighting
    turns = {*fighting.turns, *fighting.reactions} if fighting else set()
    acts = system.presentation.acts or [
        one.key for one in system.procedures() if one.dice or hasattr(one.outcome, "changes")
    ]
    return turns | set(acts)


def person_faults(system: System) -> Iterator[str]:
    """People whom an act takes as a whole and whom no sheet fills in: whoever acts would play with somebody else's.

    An act that names its actor may hold further people, who need not be there. Of any other, everybody is filled in by
    the table, is whom it is aimed at or whom it befalls, or is chosen in its form.
    """
    table_rules, where = (
        system.table_rules,
        _place(system._table_rules) if system._table_rules else "a table_rules of your own",
    )
    aims = {key: one.target for key, one in table_rules.targeting.items()}
    seats = [("actors", *one) for one in table_rules.actors.items()] + [("targeting", *one) for one in aims.items()]
    for table, key, name in seats:
        if key not in system.modules:
            yield f'{where}: {table} names "{key}", which is no procedure'
        elif key in offered(system) and name not in (
            *system.procedure(key).given_fields(),
            *table_rules.ui_inputs.get(key, ()),
        ):
            yield f'{where}: {table} names "{name}", which is no input of {key}'
    for key in offered(system) - table_rules.actors.keys():
        procedure, form = system.procedure(key), system.presentation.forms.get(key)
        settled = {
            aims.get(key),
            *table_rules.each.get(key, ()),
            *((*form.main, *form.more, *form.ruled) if form else ()),
        }
        people = [name for name in _people(system, procedure) if name not in settled]
        for name in set(people) - _filled_in(system, procedure).keys() if people else ():
            yield (
                f"{key}: {name} is somebody, and no sheet fills it in. Whoever acts: add "
                f'actors={{"{key}": "{name}"}} to {where}; whom it is aimed at: targeting; somebody to choose: name it '
                f"in the form of {key} (Presentation.forms)"
            )


def _people(system: System, procedure: Procedure) -> Iterator[str]:
    """The inputs that hold one person: what the pages take for somebody, or what shares values with a sheet."""
    known = {
        (field.encode_name, repr(field.type))
        for sheet in system.table_rules.sheets
        for field in inspect.type_info(sheet).fields  # type: ignore[attr-defined]
    }
    for field in inspect.type_info(procedure.given).fields:  # type: ignore[attr-defined]
        kind = bare(field.type)
        if isinstance(kind, inspect.StructType):
            alike = sum((one.encode_name, repr(one.type)) in known for one in kind.fields)
            if alike >= ALIKE or is_person(system, kind):
                yield field.encode_name


def _filled_in(system: System, procedure: Procedure) -> dict[str, Any]:
    """The inputs of a procedure that the table takes from the sheet of whoever acts."""
    choices = system.creation.__annotations__["given"]
    drawn = play(call(system.creation, choices(), system.options()), Random(1)).outcome
    state = State(play={"system": system.key, "characters": {SOMEBODY: {"sheet": msgspec.to_builtins(drawn)}}})
    try:
        return bind(state, procedure.key, {}, SOMEBODY).given
    except Refusal:
        return {}
