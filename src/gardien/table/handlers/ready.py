"""What packs of the table bring ready: house rules set, random tables thrown on, foes and whole scenarios laid out."""

from collections.abc import Iterable
from typing import Any

import msgspec

from gardien.core.errors import Refusal, nearest
from gardien.core.inputs import parse
from gardien.core.ready import (
    OPENED,
    Encounter,
    Newcomers,
    Preset,
    RandomTable,
    Scenario,
    being,
    faces_of,
    in_language,
    ready_row,
    ready_rows,
    throw_on,
)
from gardien.core.table_rules import kind_of
from gardien.core.terms import Language
from gardien.table.commands import Add, Unpack
from gardien.table.handlers.cast import add
from gardien.table.handlers.context import Context, Decision
from gardien.table.state import effects, with_effects
from gardien.table.tree import Effect, Tree


def unpack(context: Context, command: Unpack) -> Decision:
    """Open something that lies ready in a pack of the table."""
    table, _, key = command.what.partition("/")
    if table not in OPENED:
        known = list(OPENED)
        raise Refusal("field/one_of", field="what", came=table[:60], allowed=known, hint=nearest(table[:60], known))
    row = ready_row(context.play["system"], table, key)
    asked = {"called": {"fr": row.fr, "en": row.en}}
    match row:
        case Preset():
            options = {**context.play.get("options", {}), **row.options}
            parse(context.system.options, options, "options")
            return Decision(effects=effects("play", {"options": options}), asked=asked)
        case RandomTable():
            return _thrown_on(context, command, key, asked)
        case Encounter():
            done, ids = _brought_in(context, row.foes, command.language)
            return Decision(effects=done, asked={**asked, "brought": ids})
    return _laid_out(context, command, row, asked)


def _thrown_on(context: Context, command: Unpack, key: str, asked: Tree) -> Decision:
    """A card in the log: which dice fell, and what the table says."""
    fallen = throw_on(context.play["system"], key, faces_of(command.dice, context.moment.generator))
    fell = {
        "notation": " · ".join(one.notation for one in fallen),
        "faces": [face for one in fallen for face in one.faces],
        "sides": [sides for one in fallen for sides in one.sides],
        "total": fallen[0].total,
        "says": [{"fr": one.fr, "en": one.en} for one in fallen],
    }
    return Decision(audience=context.listeners(command.audience), asked={**asked, **fell})


def _brought_in(context: Context, newcomers: Iterable[Newcomers], language: Language) -> tuple[Any, list[str]]:
    """Everybody of a list, hidden; one after another, so that names are numbered through."""
    done: list[Effect] = []
    ids: list[str] = []
    own = kind_of(context.table_rules.sheets[0])
    for one in newcomers:
        name, secret = (in_language(one, field, language) for field in ("name", "secret"))
        players = getattr(being(context.system, one.being, language), "kind", own) == own
        wanted = Add(being=one.being, count=one.count, name=name, language=language, hidden=True, foe=players)
        for effect in add(context, wanted).effects:
            ids.append(effect.path[2])
            done.append(Effect(effect.path, {**effect.value, "secret": secret}) if secret else effect)
        context = msgspec.structs.replace(context, state=with_effects(context.state, done))
    return tuple(done), ids


def _laid_out(context: Context, command: Unpack, row: Scenario, asked: Tree) -> Decision:
    """The papers of a scenario among the game master's notes, its people hidden; nobody else learns of it."""
    language, game = command.language, context.play["system"]
    uses = [
        in_language(ready_rows(game, table)[key], "", language)
        for table, keys in (("encounter", row.encounters), ("random", row.tables), ("preset", (row.preset,)))
        for key in keys
        if key in ready_rows(game, table)
    ]
    text = "\n\n".join(filter(None, [in_language(row, "text", language), " · ".join(uses)]))
    papers = [(in_language(row, "", language), text)]
    papers += [(in_language(one, "", language), in_language(one, "text", language)) for one in row.notes]
    notes = {
        f"notes/{context.moment.new_id('n')}": {"title": title[:100], "text": body, "shown": False}
        for title, body in papers
    }
    done, ids = _brought_in(context, row.people, language)
    return Decision(effects=(*effects("play", notes), *done), asked={**asked, "brought": ids})
