"""A whole fight from a script: initiative, line by line, everybody at the end of each turn."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, present, start
from gardien.systems.organique.bodies import person_of, state_of
from gardien.systems.organique.sentences.bodies_told import passage
from gardien.systems.organique.sentences.grammar import margin, saved
from gardien.systems.organique.sentences.initiative_told import ordered, thrown
from gardien.systems.organique.sentences.moments_told import freely
from gardien.systems.organique.sentences.strikes_told import TOLD, exchange_lines
from gardien.systems.organique.sentences.turns_told import ticked

REASONS: dict[str, Both] = {
    "dead": ("{who} ne vit plus", "{who} is dead"),
    "out_of_action": ("{who} ne peut rien faire, hors de combat", "{who} can do nothing, out of action"),
    "exhausted": ("{who} ne peut rien faire, à bout de forces", "{who} can do nothing, exhausted"),
    "unconscious": ("{who} ne peut rien faire, sans connaissance", "{who} can do nothing, unconscious"),
    "paralysed": ("{who} ne peut pas bouger", "{who} cannot move"),
    "no_action": ("{who} n'a plus d'action ce tour-ci", "{who} has no action left this turn"),
    "out_of_reach": ("{who} n'atteint personne de si loin", "{who} cannot reach anybody from there"),
    "pain": ("la douleur arrête {who}", "pain stops {who}"),
    "not_held": ("personne ne tient {who}", "nobody holds {who}"),
}
QUIET: dict[str, Both] = {
    "wait": ("{who} attend", "{who} waits"),
    "nothing": ("{who} ne fait rien", "{who} does nothing"),
    "convert": ("{who} change son action en réaction", "{who} turns the action into a reaction"),
}


def play_fight(told: Told) -> list[str]:
    """« Tour 1. », every line of the script, « Fin du tour. », and how everybody is then."""
    given, outcome = told.given, told.outcome
    people = {one.name: one for one in given.combatants}
    lines = [ordered(told, outcome.order)] if given.order is not None else thrown(told, given.combatants, outcome.order)
    states = {name: state_of(person_of(one)) for name, one in people.items()}
    reports = iter(outcome.turns)
    turn, opened = given.turn, False
    for line, event in zip(given.script, outcome.events, strict=True):
        if not opened:
            lines.append(told.pick(f"Tour {told.number(turn)}.", f"Turn {told.number(turn)}."))
        opened = line.do != "end_turn"
        if line.do != "end_turn":
            lines += event_lines(told, line, event, people)
            continue
        report = next(reports)
        lines.append(told.pick("Fin du tour.", "End of the turn."))
        ticks = report.ticks if present(report.ticks) else {}
        lines += [ticked(told, tick, called(told, name)) for name, tick in ticks.items()]
        lines += _since(told, states, report.states)
        states, turn = report.states, turn + 1
    if opened:
        lines += _since(told, states, outcome.states)
    return lines


def _since(told: Told, before: Any, after: Any) -> list[str]:
    """Everybody who is not as they were."""
    return [
        passage(told, called(told, name), state, after[name], TOLD) for name, state in before.items() if name in after
    ]


def event_lines(told: Told, line: Any, event: Any, people: Any) -> list[str]:
    """What came of one line of the script."""
    who = called(told, event.actor)
    saves = (
        [saved(told, one, called(told, name)) for name, one in event.lock_saves.items()]
        if present(event.lock_saves)
        else []
    )
    if event.skipped:
        why = told.pick(*REASONS[event.reason]).replace("{who}", who)
        return [joined(*saves, f"{start(why)}.")]
    if line.do in QUIET:
        return [start(told.pick(*QUIET[line.do]).replace("{who}", who)) + "."]
    if line.do == "free":
        paid = "half_action" if line.split else "action"
        return [joined(*saves, freely(told, line.kind, event, who, paid))]
    if line.do == "break_hold":
        return [_struggled(told, event, who)]
    whom, actor, target = called(told, line.target), people[line.actor], people[line.target]
    lines = exchange_lines(told, line, event, event.counter, (actor, target), (who, whom))
    answered = present(event.counter) or present(event.defence_total) or present(event.defender_moves)
    if line.reaction.kind != "none" and not answered:
        lines[0] = joined(told.pick(f"{whom} ne peut pas réagir.", f"{whom} cannot react."), lines[0])
    return [*saves, *lines]


def _struggled(told: Told, event: Any, who: str) -> str:
    """« Rusty cherche à se libérer : 26, marge 6. En face 20, marge 0. Rusty se libère. »"""
    first = told.pick(f"{who} cherche à se libérer", f"{who} tries to break free")
    pain = saved(told, event.save, who) if present(event.save) else ""
    if not present(event.victim_total):
        return joined(f"{start(first)}.", pain, told.pick("La clé tient.", "The lock holds."))
    own = f"{told.number(event.victim_total)}, {margin(told, event.victim_margin)}"
    held = f"{told.number(event.holder_total)}, {margin(told, event.holder_margin)}"
    other = told.pick(f"En face {held}.", f"The other side {held}.")
    end = told.pick(f"{who} se libère.", f"{who} breaks free.")
    if not event.free:
        end = told.pick("La prise tient.", "The hold stays.")
    return joined(pain, f"{start(first)}{told.colon} {own}.", other, start(end))
