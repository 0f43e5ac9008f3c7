"""Who acts first: everybody’s throw, those still tied, the order, who was taken by surprise."""

from collections.abc import Sequence
from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import called, listed
from gardien.systems.organique.bodies import person_of
from gardien.systems.organique.initiative import readiness
from gardien.systems.organique.scores import total


def start_fight(told: Told) -> list[str]:
    """« Initiative : Rusty 26 + 14 (d20) = 40, Juanita 24 + 3 (d20) = 27. Ordre : Rusty, Juanita. »"""
    lines = thrown(told, told.given.combatants, told.outcome.order)
    caught = [called(told, name) for name, count in told.outcome.reactions.items() if not count]
    if caught:
        who, several = listed(told, caught), len(caught) > 1
        lines.append(
            told.pick(
                f"Surprise : {who} {'n’ont' if several else 'n’a'} pas de réaction au premier tour.",
                f"Surprise: {who} {'have' if several else 'has'} no reaction in the first turn.",
            )
        )
    return lines


def thrown(told: Told, combatants: Sequence[Any], order: Sequence[str]) -> list[str]:
    """Everybody’s sum and the order it gives (ORG-INIT-01)."""
    faces = {die.who: die.value for die in told.dice if die.purpose == "initiative"}
    each = []
    for one in combatants:
        bonus, face = total(readiness(person_of(one), one)), faces.get(one.name, 0)
        each.append(f"{called(told, one)} {told.number(bonus)} + {face} (d20) = {told.number(bonus + face)}")
    lines = [f"Initiative{told.colon} {', '.join(each)}."]
    again = [f"{called(told, die.who)} {die.value}" for die in told.dice if die.purpose == "roll_off"]
    if again:
        lines.append(told.pick(f"À égalité, nouveau jet : {', '.join(again)}.", f"Tied, again: {', '.join(again)}."))
    lines.append(ordered(told, order))
    return lines


def ordered(told: Told, order: Sequence[str]) -> str:
    """« Ordre : Rusty, Juanita. »"""
    return told.pick("Ordre", "Order") + f"{told.colon} {', '.join(called(told, one) for one in order)}."
