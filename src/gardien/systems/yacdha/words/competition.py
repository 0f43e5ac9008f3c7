"""Competition and chase: the results side by side, then who wins."""

from collections.abc import Iterable, Sequence
from typing import Any

from gardien.core.telling import Report
from gardien.core.wording import join_sentences, start
from gardien.systems.yacdha.vocabulary import GAUGE_OF, TOP, Category
from gardien.systems.yacdha.words.actions import refuse_npc_force
from gardien.systems.yacdha.words.gauges import check_text, harm
from gardien.systems.yacdha.words.grammar import crew, name_text
from gardien.systems.yacdha.words.throws import margin_text, refuse_luck

PURSUED = ("les poursuivis", "the pursued")
PURSUERS = ("les poursuivants", "the pursuers")


def compete(report: Report) -> list[str]:
    """Sides that vie for one thing."""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        return [_refusal_text(report, given.sides)]
    sides = {side.name: _side_text(report, side) for side in given.sides}
    pour = report.pick("pour", "for")
    throws = [", ".join(f"{result} {pour} {sides[name][0]}" for name, result in one.items()) for one in outcome.throws]
    winner, one = sides.get(outcome.winner, ("", True))
    wins = report.pick("l'emporte" if one else "l'emportent", "wins" if one else "win")
    if not outcome.winner:
        end = report.pick("Personne ne l'emporte.", "Nobody wins.")
    elif _is_tie(outcome.throws[-1].values()):
        end = f"{report.pick('À égalité', 'On a tie')}, {winner} {wins}."
    else:
        margin = margin_text(report, outcome.margin)
        end = f"{start(winner)} {wins}, {report.pick('marge', 'margin')} {margin}."
    first = join_sentences(_throws_text(report, report.pick("Compétition", "Competition"), throws), end)
    return [first, *_costs(report, [m for side in given.sides for m in side.members], given.category)]


def _side_text(report: Report, side: Any) -> tuple[str, bool]:
    """A side by its own name; by those of its people where it has but a letter. And whether that is one of them."""
    names = [member.name for member in side.members]
    if len(side.name) > 1 or not all(names) or not names:
        return side.name, True
    return crew(report, names, (side.name, side.name), one_body=True)


def chase(report: Report) -> list[str]:
    """Two groups, one decisive result."""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        return [_refusal_text(report, (given.pursuers, given.pursued))]
    title = report.pick("Poursuite", "Chase")
    if not outcome.rolled:
        speeds = _both(report, given.speeds)
        return [
            join_sentences(
                f"{title}{report.colon} {report.pick('allure', 'speed')} {speeds}.", start(_chase_end(report))
            )
        ]
    last = outcome.throws[-1]
    tied = last.pursued == last.pursuers
    end = f"{report.pick('À égalité', 'On a tie')}, {_chase_end(report)}" if tied else start(_chase_end(report))
    members = [*given.pursuers.members, *given.pursued.members]
    if tied and not any(after.status == "active" for after in outcome.after.values()):
        end = report.pick("Plus personne ne court.", "Nobody runs any more.")
    first = join_sentences(_throws_text(report, title, [_both(report, one) for one in outcome.throws]), end)
    return [first, *_costs(report, members, "physical")]


def _chase_end(report: Report) -> str:
    """« Abby, John et Liam s'échappent. », « H1 rattrape Abby. »"""
    given = report.given
    pursued, one = crew(report, [m.name for m in given.pursued.members], PURSUED)
    if report.outcome.escaped:
        verb = report.pick("s'échappe" if one else "s'échappent", "gets away" if one else "get away")
        return f"{pursued} {verb}."
    pursuers, one = crew(report, [m.name for m in given.pursuers.members], PURSUERS)
    verb = report.pick("rattrape" if one else "rattrapent", "catches" if one else "catch")
    return f"{pursuers} {verb} {pursued}."


def _both(report: Report, one: Any) -> str:
    """« 6 pour les poursuivis, 5 pour les poursuivants »."""
    pour = report.pick("pour", "for")
    return f"{one.pursued} {pour} {report.pick(*PURSUED)}, {one.pursuers} {pour} {report.pick(*PURSUERS)}"


def _throws_text(report: Report, title: str, throws: Sequence[str]) -> str:
    """One throw, and the others that ties called for."""
    again = report.pick("Égalité, on relance", "Tie, throw again")
    return join_sentences(*(f"{again if at else title}{report.colon} {one}." for at, one in enumerate(throws)))


def _is_tie(results: Iterable[int]) -> bool:
    second, first = sorted(results)[-2:]
    return first == second


def _refusal_text(report: Report, sides: Sequence[Any]) -> str:
    return refuse_npc_force(report, [member for side in sides for member in side.members])


def _costs(report: Report, members: Sequence[Any], category: Category) -> list[str]:
    """The checks in the order of the throws, then what else changed."""
    outcome, gauge = report.outcome, GAUGE_OF[category]
    lines = []
    if outcome.luck_refused:
        lines.append(refuse_luck(report, [name_text(report, name) for name in outcome.luck_refused]))
    values = {member.name: getattr(member, gauge) for member in members}
    for one in outcome.checks:
        for name, die in one.items():
            value = values[name]
            fills = die > value == TOP - 1  # then the last state is the one this check brought
            status = outcome.after[name].status if fills else "active"
            lines.append(check_text(report, name_text(report, name), gauge, die, value, status))
            values[name] += die > value
    for member in members:
        after = outcome.after[member.name]
        converted = _converted_points(report, member, after)
        lines.append(harm(report, name_text(report, member.name), member, after, converted, named=True, silent=gauge))
    return [line for line in lines if line]


def _converted_points(report: Report, member: Any, after: Any) -> int:
    """Whether a point of luck turned a die: it was asked for, in a throw that was made, and it is gone."""
    wish = member.luck_convert
    saved = after.trauma == TOP and after.status != "dead"
    asked = (
        wish is not None and wish.throw <= len(report.outcome.throws) and member.name not in report.outcome.luck_refused
    )
    return int(asked and after.luck + saved < member.luck)
