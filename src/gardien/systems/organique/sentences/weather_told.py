"""Hours of great cold and of great heat (DMG-02, DMG-09)."""

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, joined, present, start
from gardien.systems.organique.sentences.conditions_told import after
from gardien.systems.organique.sentences.grammar import points, saved
from gardien.systems.organique.sentences.sites_told import lead

MOST_TOLD = 4  # more hours are summed up


def _failed(told: Told, failures: int, made: int) -> str:
    """« 2 sauvegardes ratées sur 3 »."""
    several = "s" if failures > 1 else ""
    count, among = told.number(failures), told.number(made)
    if not failures:
        return told.pick(f"aucune sauvegarde ratée sur {among}", f"none of {among} saves failed")
    return told.pick(f"{count} sauvegarde{several} ratée{several} sur {among}", f"{count} of {among} saves failed")


def _exposed(told: Told, what: Both) -> list[str]:
    """« Tyra, 3 h de grand froid : 2 sauvegardes ratées sur 3, 1 bs. »"""
    given, outcome = told.given, told.outcome
    time = f"{told.number(given.hours)}{HARD}h"
    head = start(lead(told, given.character, told.pick(f"{time} {what[0]}", f"{time} {what[1]}")))
    made = len(outcome.saves) if present(outcome.saves) else given.hours
    if not made:
        return [f"{head}{told.colon} {told.pick('sans effet', 'no effect')}."]
    parts = [_failed(told, outcome.failures, made)] if made > 1 else []
    parts += [points(told, outcome.bs, "bs")] if outcome.bs else []
    lines = []
    if present(outcome.saves) and made <= MOST_TOLD:
        who = given.character.name or told.who
        lines = [saved(told, one, "" if number else who) for number, one in enumerate(outcome.saves)]
    return [
        f"{head}{told.colon} {', '.join(parts)}." if parts else f"{head}.",
        joined(*lines),
        after(told, given.character, outcome.state, apart=True),
    ]


def cold(told: Told) -> list[str]:
    return _exposed(told, ("de grand froid", "of great cold"))


def heat(told: Told) -> list[str]:
    return _exposed(told, ("de grande chaleur", "of great heat"))
