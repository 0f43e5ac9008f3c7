"""Setting a demo table: what a game declares to show of itself, done as the game master would do it."""

from itertools import count
from typing import Any

from gardien.core.demo import Demo, Guest
from gardien.core.system import System
from gardien.core.terms import Language
from gardien.table import commands as c
from gardien.table.tables import KEEPER, Acted, Tables


def set_demo(tables: Tables, system: System, language: Language) -> tuple[str, str]:
    """A new table with its people, scene and notes, and a fight about to begin; its id and the game master's link."""
    demo: Demo = system.demo
    opening = c.Open(system=system.key, title=demo.title(language), options=demo.options)
    campaign, link = tables.open(opening)
    table, actions = tables.table(campaign), count(1)

    def act(command: c.AnyCommand) -> Acted:
        return table.act(KEEPER, c.Envelope(action=f"demo{next(actions)}", command=command), language)

    fighters = []
    for guest in demo.guests:
        acted = act(_added(guest, system, language))
        id = (acted.card or {})["words"]["character"]
        told = guest.told(language)
        if fields := {**guest.fields, **told.fields}:
            act(c.Edit(character=id, fields=fields))
        if told.secret:
            act(c.Remark(character=id, secret=told.secret))
        if guest.side:
            fighters.append(c.Fighter(character=id, side=guest.side))
    for note in demo.notes:
        act(c.Note(title=note.title(language), text=note.text(language)))
    act(c.Scene(title=demo.scene(language), text=demo.text(language)))
    if fighters and system.hosting.fighting:
        act(c.Fight(fighters=tuple(fighters)))
    return campaign, link


def _added(guest: Guest, system: System, language: Language) -> c.Add:
    """One of the pack's, or somebody drawn, in the language of the table where the game asks for one."""
    told = guest.told(language)
    if guest.being:
        return c.Add(being=guest.being, name=told.name, hidden=guest.hidden, language=language)
    draw: dict[str, Any] = dict(told.draw)
    if "language" in system.creation.__annotations__["given"].__struct_fields__:
        draw.setdefault("language", language)
    return c.Add(draw=draw, name=told.name, hidden=guest.hidden)
