"""What somebody’s condition costs right now, and scores that have moved (TEST-10, TEST-11, MOD-15)."""

from collections.abc import Sequence
from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import Both, arrow, joined, listed, start
from gardien.systems.organique.bodies import effective, person_of, state_of
from gardien.systems.organique.kinds import CODES
from gardien.systems.organique.sentences.bodies_told import befalls, ends, reserves
from gardien.systems.organique.sentences.checks_told import one_who
from gardien.systems.organique.sentences.grammar import SAVES, signed
from gardien.systems.organique.states import State
from gardien.systems.organique.values import Character

NOTHING: Both = ("rien ne pèse sur les actions", "nothing weighs on actions")
HALVED: Both = ("Toutes les caractéristiques sont divisées par deux.", "All characteristics are halved.")
UNABLE: Both = ("ni action ni réaction", "no action, no reaction")
# what is told where it is not 0, in the order in which a table asks
WEIGHED: dict[str, Both] = {
    "tests": ("aux tests", "to tests"),
    "actions": ("aux actions de combat", "to combat actions"),
    "reactions": ("aux réactions", "to reactions"),
    "sight": ("à la vue", "to sight"),
    "touch": ("au toucher", "to touch"),
    "pain_saves": ("aux sauvegardes contre la douleur", "to saves against pain"),
}


def save_mods(told: Told, mods: Any) -> str:
    """« +4 contre le froid et −2 contre la peur »."""
    parts = [
        told.pick(f"{signed(told, value)} contre {SAVES[name][0]}", f"{signed(told, value)} to {SAVES[name][1]} saves")
        for name, value in mods.items()
        if value
    ]
    return listed(told, parts)


def scores(told: Told, before: Character, after: State) -> list[str]:
    """Characteristics as they count now, where they have moved: « INT 10 → 9 »."""
    was = dict(zip(CODES, effective(person_of(before)), strict=True))
    reserve = (person_of(before).body.end, after.end_now)
    return [
        f"{code} {arrow(told, was[code], after.effective[code])}"
        for code in CODES
        # END and its reserve bear one name: said once where both go the same way
        if was[code] != after.effective[code] and not (code == "END" and reserve == (was[code], after.effective[code]))
    ]


def after(told: Told, character: Character, state: Any, besides: Sequence[str] = (), *, apart: bool = False) -> str:
    """What an outcome did to somebody: scores, reserves, what befalls, what ends; `apart`: on a line of its own."""
    if not isinstance(state, State):
        return ""
    who, before = one_who(told, character), state_of(person_of(character))
    halved = state.halved and not before.halved
    found = (*(() if halved else scores(told, character, state)), reserves(told, before, state))
    moved = ", ".join(one for one in found if one)
    named = f"{start(who)}{told.colon} " if apart else ""
    return joined(
        f"{named}{moved}." if moved else "",
        told.pick(*HALVED) if halved else "",
        *befalls(told, who, before, state, besides),
        *ends(told, who, before, state),
    )


def penalties(told: Told) -> list[str]:
    """« Tyra : −4 aux tests, −12 aux actions de combat et −12 aux réactions. »"""
    given, outcome = told.given, told.outcome
    found = [
        f"{signed(told, getattr(outcome, name))} {told.pick(*words)}"
        for name, words in WEIGHED.items()
        if getattr(outcome, name)
    ]
    one = given.character
    moved = [
        f"{code} {arrow(told, getattr(one, code), value)}"
        for code, value in outcome.effective.items()
        if getattr(one, code) != value
    ]
    saves = save_mods(told, outcome.saves)
    state = listed(told, found) or told.pick(*NOTHING if outcome.can_act else UNABLE)
    return [
        joined(
            f"{start(one_who(told, one))}{told.colon} {state}.",
            f"{told.pick('Sauvegardes', 'Saves')}{told.colon} {saves}." if saves else "",
            f"{', '.join(moved)}." if moved else "",
            "" if outcome.can_act or not found else f"{start(told.pick(*UNABLE))}.",
        )
    ]
