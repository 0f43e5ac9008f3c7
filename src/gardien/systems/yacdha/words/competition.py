"""Competition and chase: the results side by side, then who wins."""

from collections.abc import Iterable, Sequence
from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import joined, start
from gardien.systems.yacdha.sentences.acts import npc_forced
from gardien.systems.yacdha.sentences.fates import checked, harm
from gardien.systems.yacdha.sentences.grammar import called, crew
from gardien.systems.yacdha.sentences.throws import luck_refused, margin_said
from gardien.systems.yacdha.values import GAUGE_OF, TOP, Category

PURSUED = ("les poursuivis", "the pursued")
PURSUERS = ("les poursuivants", "the pursuers")


def compete(told: Told) -> list[str]:
    """Sides that vie for one thing."""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        return [_barred(told, given.sides)]
    throws = [", ".join(f"{name} {result}" for name, result in one.items()) for one in outcome.throws]
    if not outcome.winner:
        end = told.pick("Personne ne l'emporte.", "Nobody wins.")
    elif _tied(outcome.throws[-1].values()):
        end = told.pick(f"À égalité, {outcome.winner} l'emporte.", f"On a tie, {outcome.winner} wins.")
    else:
        margin = margin_said(told, outcome.margin)
        wins = told.pick(f"l'emporte, marge {margin}", f"wins, margin {margin}")
        end = f"{start(outcome.winner)} {wins}."
    first = joined(_throws_said(told, told.pick("Compétition", "Competition"), throws), end)
    return [first, *_costs(told, [m for side in given.sides for m in side.members], given.category)]


def chase(told: Told) -> list[str]:
    """Two groups, one decisive result."""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        return [_barred(told, (given.pursuers, given.pursued))]
    title = told.pick("Poursuite", "Chase")
    if not outcome.rolled:
        speeds = _both(told, given.speeds)
        return [joined(f"{title}{told.colon} {told.pick('allure', 'speed')} {speeds}.", start(_chase_end(told)))]
    last = outcome.throws[-1]
    tied = last.pursued == last.pursuers
    end = f"{told.pick('À égalité', 'On a tie')}, {_chase_end(told)}" if tied else start(_chase_end(told))
    members = [*given.pursuers.members, *given.pursued.members]
    if tied and not any(after.status == "active" for after in outcome.after.values()):
        end = told.pick("Plus personne ne court.", "Nobody runs any more.")
    first = joined(_throws_said(told, title, [_both(told, one) for one in outcome.throws]), end)
    return [first, *_costs(told, members, "physical")]


def _chase_end(told: Told) -> str:
    """« Abby, John et Liam s'échappent. », « H1 rattrape Abby. »"""
    given = told.given
    pursued, one = crew(told, [m.name for m in given.pursued.members], PURSUED)
    if told.outcome.escaped:
        verb = told.pick("s'échappe" if one else "s'échappent", "gets away" if one else "get away")
        return f"{pursued} {verb}."
    pursuers, one = crew(told, [m.name for m in given.pursuers.members], PURSUERS)
    verb = told.pick("rattrape" if one else "rattrapent", "catches" if one else "catch")
    return f"{pursuers} {verb} {pursued}."


def _both(told: Told, one: Any) -> str:
    """« 6 pour les poursuivis, 5 pour les poursuivants »."""
    pour = told.pick("pour", "for")
    return f"{one.pursued} {pour} {told.pick(*PURSUED)}, {one.pursuers} {pour} {told.pick(*PURSUERS)}"


def _throws_said(told: Told, title: str, throws: Sequence[str]) -> str:
    """One throw, and the others that ties called for."""
    again = told.pick("Égalité, on relance", "Tie, throw again")
    return joined(*(f"{again if at else title}{told.colon} {one}." for at, one in enumerate(throws)))


def _tied(results: Iterable[int]) -> bool:
    second, first = sorted(results)[-2:]
    return first == second


def _barred(told: Told, sides: Sequence[Any]) -> str:
    return npc_forced(told, [member for side in sides for member in side.members])


def _costs(told: Told, members: Sequence[Any], category: Category) -> list[str]:
    """The checks in the order of the throws, then what else changed."""
    outcome, gauge = told.outcome, GAUGE_OF[category]
    lines = []
    if outcome.luck_refused:
        lines.append(luck_refused(told, [called(told, name) for name in outcome.luck_refused]))
    values = {member.name: getattr(member, gauge) for member in members}
    for one in outcome.checks:
        for name, die in one.items():
            value = values[name]
            fills = die > value == TOP - 1  # then the last state is the one this check brought
            status = outcome.after[name].status if fills else "active"
            lines.append(checked(told, called(told, name), gauge, die, value, status))
            values[name] += die > value
    for member in members:
        after = outcome.after[member.name]
        converted = _converted(told, member, after)
        lines.append(harm(told, called(told, member.name), member, after, converted, named=True, silent=gauge))
    return [line for line in lines if line]


def _converted(told: Told, member: Any, after: Any) -> int:
    """Whether a point of luck turned a die: it was asked for, in a throw that was made, and it is gone."""
    wish = member.luck_convert
    saved = after.trauma == TOP and after.status != "dead"
    asked = wish is not None and wish.throw <= len(told.outcome.throws) and member.name not in told.outcome.luck_refused
    return int(asked and after.luck + saved < member.luck)
