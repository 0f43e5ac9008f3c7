"""Pauses: what a rule that waits offers, and how it is kept until somebody answers."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from gardien.core.calling import Prepared
from gardien.core.errors import Refusal
from gardien.core.interpreters.run import Played, Stops, Waiting
from gardien.core.interpreters.typed import Laid
from gardien.core.presentation import PLACE, WAITS, Offer
from gardien.core.system import find
from gardien.core.table_rules import GROUP
from gardien.table.binding import Bound, content, group_values
from gardien.table.decisions.who import is_for
from gardien.table.events import EVERYBODY, Rolled
from gardien.table.handlers.context import Context
from gardien.table.state import State
from gardien.table.tree import Effect, Tree
from gardien.table.viewers import public_name


def offers_after(
    state: State, procedure: str, given: Mapping[str, Any], outcome: Mapping[str, Any], people: Mapping[str, str]
) -> list[Offer]:
    """What a game offers after a result, or in the middle of one."""
    system = find(state.play["system"])
    known = state.play.get("characters", {})
    if system.presentation.offers is None or any(id not in known for id in people.values()):
        return []
    group = {GROUP: group_values(state)} if system.table_rules.group else {}
    there = {name: content(state, id) for name, id in people.items()}
    return system.presentation.offers(procedure, given, outcome, {**there, **group}, state.play.get("options") or {})


def ways(
    state: State, procedure: str, given: Mapping[str, Any], waiting: Waiting, people: Mapping[str, str], open: bool
) -> list[Offer]:
    """What may be decided where a rule waits: the same dice, other inputs. What all must agree to is no secret."""
    known = msgspec.to_builtins(waiting.told)
    offers = offers_after(state, procedure, given, {**known, WAITS: waiting.field, PLACE: waiting.place}, people)
    return [
        one
        for one in offers
        if one.same_dice and not one.procedure and one.who in people and (open or not one.unanimous)
    ]


def stops(state: State, prepared: Prepared, people: Mapping[str, str], open: bool = True) -> Stops:
    """A table waits where there is something to decide."""

    def waits(waiting: Waiting) -> bool:
        given = msgspec.to_builtins(prepared.given)
        return bool(ways(state, prepared.procedure.key, given, waiting, people, open))

    return waits


def wait_effect(
    context: Context,
    roll: Rolled,
    bound: Bound,
    inputs: Mapping[str, Any],
    actor: str | None,
    audience: str | tuple[str, ...],
    more: Mapping[str, Any],
    laid: Tree | None = None,
) -> Effect:
    """A roll that waits, as the table keeps it: what was asked, so that sheets as they are by then are read anew.

    `laid`: faces that were typed before the rule came to any die, and whose dice they are.
    """
    waiting = Waiting(roll.waits, roll.outcome, roll.place)
    offers = ways(context.state, roll.procedure, roll.given, waiting, bound.people, audience == EVERYBODY)
    wait: Tree = {
        "event": context.state.version + 1,
        "procedure": roll.procedure,
        "field": roll.waits,
        "people": bound.people,
        "audience": audience if isinstance(audience, str) else list(audience),
        "inputs": inputs,
        "actor": actor or "",
        "more": more,
        "offers": [offer_shown(one, bound.people) for one in offers],
        "passed": [],
        **({"laid": laid} if laid else {}),
    }
    return Effect(("play", "waits", context.moment.new_id("w")), wait)


def laid_by(context: Context, actor: str | None, faces: Sequence[int]) -> Tree | None:
    """Faces typed too early: those of whoever acts, and of all whose dice their player throws."""
    who = [*([actor] if actor else []), *(() if context.viewer.keeper else sorted(context.viewer.owns))]
    return {"faces": list(faces), "who": list(dict.fromkeys(who))} if faces else None


def lying(wait: Tree, people: Mapping[str, str]) -> Laid:
    """What was put down, for those who go by these names by now."""
    kept = wait.get("laid") or {"faces": [], "who": []}
    return Laid(tuple(kept["faces"]), frozenset(name for name, id in people.items() if id in kept["who"]))


def left_lying(wait: Tree, laid: Laid, played: Played, before: int) -> Tree | None:
    """What of it no die has taken yet."""
    used = sum(die.who in laid.owners for die in played.dice[before:])
    left = laid.faces[used:]
    return {**wait["laid"], "faces": list(left)} if left else None


def offer_shown(offer: Offer, people: Mapping[str, str]) -> Tree:
    """An offer as people read it: whose choice it is, what it costs."""
    words: Tree = {"key": offer.key, "character": people[offer.who], "who": offer.who}
    words |= {name: value for name in ("cost", "price") if (value := getattr(offer, name))}
    return words | {name: True for name in ("granted", "unanimous") if getattr(offer, name)}


def nothing_open(context: Context, ids: Iterable[str] | None = None) -> None:
    """Refuse to go on while somebody must decide; with `ids`, only where it concerns one of them.

    What is kept from whoever asks stands in nobody's way.
    """
    concerned = None if ids is None else set(ids)
    for wait in context.play.get("waits", {}).values():
        people = wait["people"].values()
        if not (context.viewer.keeper or is_for(wait, context.viewer.seat)):
            continue
        if concerned is None or concerned.intersection(people):
            known = context.play["characters"]
            names = dict.fromkeys(public_name(one["character"], known[one["character"]]) for one in wait["offers"])
            raise Refusal("table/decision_open", kind="refused", who=", ".join(names))
