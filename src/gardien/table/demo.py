"""Setting a demo table: what a game declares to show of itself, done as the game master would do it."""

from itertools import count
from typing import Any

import msgspec

from gardien.core.chance import call
from gardien.core.demo import Demo, Guest
from gardien.core.inputs import parse
from gardien.core.interpreters.play import play
from gardien.core.system import System
from gardien.core.terms import Language
from gardien.table import commands as c
from gardien.table.secrets import OsDice
from gardien.table.tables import KEEPER, Acted, Tables


def set_demo(tables: Tables, system: System, language: Language, action: str = "") -> tuple[str, str]:
    """A new table with its people, scene and notes, and a fight about to begin; its id and the game master's link.

    Asked for twice under one action id, it is set once.
    """
    demo: Demo = system.demo
    opening = c.Open(system=system.key, title=demo.title(language), options=demo.options)
    campaign, new = tables.open_table(opening, action)
    link = tables.new_link(campaign, KEEPER)
    if not new:
        return campaign, link
    table, actions = tables.table(campaign), count(1)

    def act(command: c.AnyCommand) -> Acted:
        return table.act(KEEPER, c.Envelope(action=f"demo{next(actions)}", command=command), language)

    if demo.began:
        act(c.Settings(began=demo.began))
    ids: list[str] = []
    for guest in demo.guests:
        acted = act(c.Add(sheet=_sheet(guest, demo, system, language), hidden=guest.hidden))
        ids.append((acted.card or {})["words"]["character"])
        if (secret := guest.words_in(language).secret) or guest.marks:
            act(c.Remark(character=ids[-1], secret=secret or None, marks=guest.marks or None))
    for note in demo.notes:
        act(c.Note(title=note.title(language), text=note.text(language)))
    act(c.Scene(title=demo.scene(language), text=demo.text(language)))
    for roll in demo.rolls:
        act(c.Do(procedure=roll.procedure, character=ids[roll.guest], given=roll.given))
    fighters = [c.Fighter(character=id, side=one.side) for id, one in zip(ids, demo.guests, strict=True) if one.side]
    if fighters and system.table_rules.fighting:
        act(c.Fight(fighters=tuple(fighters)))
    return campaign, link


def _sheet(guest: Guest, demo: Demo, system: System, language: Language) -> dict[str, Any]:
    """One of the pack's, or somebody drawn, in the language of the table where the game asks for one."""
    words = guest.words_in(language)
    if guest.being:
        kind, _, key = guest.being.partition("/")
        made: Any = system.table_rules.beings[kind](key, language)
    else:
        given = system.creation.__annotations__["given"]
        spoken = {"language": language} if "language" in given.__struct_fields__ else {}
        choices, options = parse(given, {**spoken, **words.draw}), parse(system.options, demo.options)
        made = play(call(system.creation, choices, options), OsDice()).outcome
    named = {"name": words.name} if words.name else {}
    return {**msgspec.to_builtins(made), **named, **guest.fields, **words.fields}
