"""Cards: events as the log shows them, each viewer's own. What somebody must not know is not in theirs."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from gardien.core.calling import Prepared, prepare
from gardien.core.chases import SIDES
from gardien.core.errors import Refusal
from gardien.core.in_force import under
from gardien.core.interpreters.run import Played, Waiting, always
from gardien.core.interpreters.typed import typed
from gardien.core.system import find
from gardien.core.table_rules import TableRules
from gardien.core.telling import tell
from gardien.core.terms import Language
from gardien.table import recent_rolls
from gardien.table.commands import SETTINGS
from gardien.table.events import EVERYBODY, Event, Rolled
from gardien.table.packs import rows_at
from gardien.table.secrets import canonical
from gardien.table.state import State
from gardien.table.tree import Tree
from gardien.table.viewers import (
    Viewer,
    as_read,
    public_name,
    sees,
    sees_all,
    sees_field,
    shown_version,
    table_rules_of,
)

# The words of a command that go with its card to whoever notices it; the game master reads all of them.
PUBLIC_WORDS: dict[str, tuple[str, ...]] = {
    "open": ("system", "title"),
    "settings": ("title", *SETTINGS),
    "pack": ("name", "rows", "replaces", "off"),
    "unpack": ("what", "called", "notation", "faces", "sides", "total", "says"),
    "seat": ("role", "name", "seat"),
    "unseat": ("seat",),
    "admit": ("role", "seat"),
    "assign": ("seat",),
    "say": ("text",),
    "throw": ("notation", "faces", "sides", "total", "note"),
    "do": ("note", "in_spite", "beyond", "ask", "why"),
    "follow": ("offer", "note", "why"),
    "decide": ("offer", "note", "stage"),
    "vote": ("offer", "agrees", "seats", "stage"),
    "scene": ("title", "text"),
    "override": ("reason", "part"),
    "ask": ("procedure", "text", "ask", "by"),
    "advance": ("minutes", "activity"),
    "dismiss": ("procedure", "about"),
    "turn": ("by",),
    "gather": ("how",),
    "round": ("round",),
    "end_fight": ("rounds",),
    "chase": ("kind", "obstacle", "began"),
}


SELDOM = ("in_spite", "beyond", "activity", "ask")  # words that go without saying


class Telling:
    """The sentences of one roll, made once for each language."""

    def __init__(self, state: State, roll: Rolled | None) -> None:
        self._state = state
        self._roll = roll
        self._told: dict[Language, list[str]] = {}

    def in_words(self, language: Language) -> list[str]:
        if self._roll is not None and language not in self._told:
            self._told[language] = sentences(self._state, self._roll, language)
        return self._told.get(language, [])


def card(
    state: State, viewer: Viewer, version: int, event: Event, language: Language, telling: Telling | None = None
) -> Tree | None:
    """One event for one viewer; None when they must not know that it happened."""
    if not viewer.notices(event):
        return None
    rows = rows_at(state, event.packs)  # as it was told when it happened
    return under(rows, _card, state, viewer, version, event, language, telling)


def _card(
    state: State, viewer: Viewer, version: int, event: Event, language: Language, telling: Telling | None
) -> Tree:
    shown: Tree = {"id": shown_version(state, viewer, version), "at": event.at}
    if can_be_taken_back(event) and not state.holds(version):
        shown["struck"] = True
    if not viewer.knows(event):
        return {**shown, "command": "sealed", "seal": event.seal}
    shown |= {"command": event.command, "seat": event.seat, "words": _words(state, viewer, event)}
    if event.audience != EVERYBODY:
        shown["audience"] = list(event.audience)
    if event.roll:
        shown |= _waiting(state, version, event)
        shown["roll"] = _roll(state, viewer, event, event.roll, language, telling or Telling(state, event.roll))
    if event.command == "follow" and event.of is not None:
        shown["follows"] = shown_version(state, viewer, event.of)
    if changes := list(_changes(state, viewer, event)):
        shown["changes"] = changes
    if chase := _chase(state, viewer, event):
        shown["chase"] = chase
    if event.held and viewer.keeper:
        shown["held"] = version not in state.play.get("released", ())
    if event.seal:
        shown["seal"] = event.seal
    # With seal and nonce, whatever is left out of a roll could be found by trying.
    if event.nonce and (viewer.keeper or (event.command == "reveal" and "given" in shown["roll"])):
        shown["nonce"] = event.nonce
    for name, point in (("to", event.to), ("of", event.of)):
        if point is not None and viewer.keeper:
            shown[name] = str(point)
    return shown


def _chase(state: State, viewer: Viewer, event: Event) -> Tree:
    """A turn of a chase: the two sides as far as they are seen, for whom the gap moved, and how it ended."""
    kept = next((one.value for one in event.effects if one.path == ("play", "chase")), None) if event.roll else None
    if not kept or len(kept["track"]) < 2:
        return {}
    people, (before, after) = state.play.get("characters", {}), kept["track"][-2:]
    seen: Tree = {side: [id for id in kept[side] if id in people and sees(viewer, id, people[id])] for side in SIDES}
    gain = (after > before) - (after < before)
    return {**seen, "gain": gain, "ended": kept.get("ended", "")} if all(seen.values()) else {}


def _waiting(state: State, version: int, event: Event) -> Tree:
    """Of a roll that somebody must decide about: which decision is open, or that it has been taken."""
    if not event.roll or not event.roll.waits or event.command == "reveal" or not state.holds(version):
        return {}
    open = next((id for id, wait in state.play.get("waits", {}).items() if wait["event"] == version), "")
    return {"wait": open} if open else {"decided": True}


def can_be_taken_back(event: Event) -> bool:
    """Undo itself, and who sits where, stay."""
    of_house = event.effects and all(one.path[0] == "house" for one in event.effects)
    return event.to is None and not of_house


def unreadable(version: int) -> Tree:
    """The place of an event that was damaged: the game master learns that something is missing."""
    return {"id": str(version), "command": "damaged"}


def _words(state: State, viewer: Viewer, event: Event) -> Tree:
    if viewer.keeper:
        return event.asked
    words = {name: event.asked[name] for name in PUBLIC_WORDS.get(event.command, ()) if name in event.asked}
    words = {name: value for name, value in words.items() if value or name not in SELDOM}
    people = state.play.get("characters", {})
    id = event.asked.get("character")
    if isinstance(id, str) and id in people and sees(viewer, id, people[id]):
        words["character"] = id
    if several := [id for id in event.asked.get("all", ()) if id in people and sees(viewer, id, people[id])]:
        words |= {"character": several[0], **({"all": several} if len(several) > 1 else {})}
    if event.asked.get("going_on"):
        joined = [id for id in event.asked["joined"] if id in people and sees(viewer, id, people[id])]
        words |= {"joining": event.asked["joining"], "joined": joined}
    return words


def _changes(state: State, viewer: Viewer, event: Event) -> Iterator[Tree]:
    """What changed on sheets, as far as the viewer sees the values. The held ones did not change yet."""
    if event.held and not viewer.keeper and event.command != "reveal":
        return
    people, table_rules = state.play.get("characters", {}), table_rules_of(state)
    for change in event.changes:
        kept = people.get(change.who)
        if viewer.keeper or (kept is not None and sees_field(viewer, change.who, kept, change.field, table_rules)):
            before, after = (
                as_read(viewer, table_rules, change.field, msgspec.to_builtins(one))
                for one in (change.before, change.after)
            )
            if viewer.keeper or before != after:
                yield {"character": change.who, "field": change.field, "before": before, "after": after}


# ---- rolls ----


def sees_what_it_rests_on(
    viewer: Viewer, people: Mapping[str, Any], ids: Iterable[str], hidden: tuple[str, ...]
) -> bool:
    """Whether a viewer may know all that a roll rests on: the sheets in it, and what it was asked with."""
    return viewer.keeper or (not hidden and all(id in people and sees_all(viewer, id, people[id]) for id in ids))


def sees_roll(state: State, viewer: Viewer, roll: Rolled) -> bool:
    """Whether a viewer may be told the whole of a roll."""
    return sees_what_it_rests_on(viewer, state.play.get("characters", {}), roll.people.values(), roll.hidden)


def _roll(state: State, viewer: Viewer, event: Event, roll: Rolled, language: Language, telling: Telling) -> Tree:
    """The whole of a roll for whoever sees everybody in it; else the dice, and what anybody present would witness."""
    people = state.play.get("characters", {})
    open_to = sees_roll(state, viewer, roll)
    visible = {
        name: id for name, id in roll.people.items() if viewer.keeper or (id in people and sees(viewer, id, people[id]))
    }
    shown: Tree = {
        "procedure": roll.procedure,
        "people": visible,
        "dice": msgspec.to_builtins(roll.dice),
        "typed": roll.typed,
        **({"real": roll.real} if roll.real else {}),
        **({"waits": roll.waits} if roll.waits else {}),
    }
    if not open_to:
        table_rules = table_rules_of(state)
        own = _half(table_rules, viewer, roll)
        half = tuple(name for name in own if roll.outcome.get(name.partition(".")[0]) is not None)
        fields = (*table_rules.witnessed.get(roll.procedure, ()), *half)
        shown |= {"half": list(half)} if half else {}
        apparent = _pick(roll.given, (*table_rules.apparent.get(roll.procedure, ()), *_whose_deed(state, roll)))
        witnessed = {**shown, "outcome": _pick(roll.outcome, fields), **({"apparent": apparent} if apparent else {})}
        names = {**_aliases(state, viewer, visible), **_unseen(state, viewer, event, roll)}
        return _with_names(witnessed, names)  # type: ignore[no-any-return]
    return {
        **shown,
        "given": roll.given,
        "outcome": roll.outcome,
        "steps": msgspec.to_builtins(roll.steps),
        "told": telling.in_words(language),
    }


def _whose_deed(state: State, roll: Rolled) -> tuple[str, ...]:
    """The names of the side that acts, where a rule has two: anybody present sees who runs after whom."""
    face = find(state.play["system"]).presentation.cards.get(roll.procedure)
    return (f"{face.acting}.name", f"{face.acting}.members.name") if face and face.acting else ()


def _half(table_rules: TableRules, viewer: Viewer, roll: Rolled) -> tuple[str, ...]:
    """The outcome fields that are the viewer's own part of a roll: what their people did, what befell them."""
    did, befell = table_rules.halves.get(roll.procedure, ((), ()))
    actor = roll.people.get("", "")
    own = did if actor in viewer.owns else ()
    return (*own, *(befell if any(id in viewer.owns for id in roll.people.values() if id != actor) else ()))


def _aliases(state: State, viewer: Viewer, visible: Mapping[str, str]) -> dict[str, str]:
    """For names under which people rolled: those by which they are known since, where the old one is a secret."""
    people, table_rules = state.play.get("characters", {}), table_rules_of(state)
    aliases: dict[str, str] = {}
    for name, id in visible.items():
        alias = people[id].get("alias", "")
        if name and not name.startswith(alias) and not sees_field(viewer, id, people[id], "name", table_rules):
            number = sum(one.startswith(alias) for one in (*visible, *aliases.values())) + 1
            aliases[name] = alias if number == 1 else f"{alias} {number}"
    return aliases


def _unseen(state: State, viewer: Viewer, event: Event, roll: Rolled) -> dict[str, str]:
    """For names of those who are hidden by now, or gone before a secret they were in was told: none."""
    people, secret = state.play.get("characters", {}), event.command == "reveal"
    gone = [
        name
        for name, id in roll.people.items()
        if name and (not sees(viewer, id, people[id]) if id in people else secret)
    ]
    return {name: "…" if not at else f"… {at + 1}" for at, name in enumerate(gone)}


def _with_names(value: Any, names: Mapping[str, str]) -> Any:
    """The same with other names, wherever somebody is named."""
    if not names:
        return value
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {names.get(key, key): _with_names(one, names) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_with_names(one, names) for one in value]
    return value


def _pick(outcome: Mapping[str, Any], paths: tuple[str, ...]) -> Tree:
    """Only some fields: `degree`, `actions.success` (of every item of a list), `after.*.status` (of every entry)."""
    heads: dict[str, list[str]] = {}
    for path in paths:
        head, _, rest = path.partition(".")
        heads.setdefault(head, []).append(rest)
    return {
        name: value if "" in rests else _below(value, tuple(rests))
        for name, rests in heads.items()
        if (value := outcome.get(name)) is not None
    }


def _below(value: Any, paths: tuple[str, ...]) -> Any:
    if isinstance(value, list | tuple):
        return [_below(one, paths) for one in value]
    if not isinstance(value, Mapping):
        return None
    under = tuple(path.removeprefix("*.") for path in paths if path.startswith("*."))
    return {name: _pick(one, under) for name, one in value.items()} if under else _pick(value, paths)


def sentences(state: State, roll: Rolled, language: Language) -> list[str]:
    """A roll told in the game's own words, from the same dice; nothing where the rules have changed since."""
    made = recent_rolls.recent(roll) or _made_again(state, roll)
    if made is None:
        return []
    people = state.play.get("characters", {})
    id = roll.people.get("", "")
    who = public_name(id, people[id]) if id in people else ""
    return tell(*made, language, who)


def _made_again(state: State, roll: Rolled) -> tuple[Prepared, Played] | None:
    """An old roll, played again with its own dice."""
    try:
        prepared = prepare(state.play["system"], roll.procedure, roll.given)
        waits, settled = (always, roll.place - 1) if roll.waits else (None, 0)
        played = typed(prepared.request(), [die.value for die in roll.dice], waits=waits, settled=settled)
    except Refusal:
        return None
    outcome = played.outcome.told if isinstance(played.outcome, Waiting) else played.outcome
    return (prepared, played) if canonical(outcome) == canonical(roll.outcome) else None
