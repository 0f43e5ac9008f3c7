"""Saves, plain and against a margin, with what they cost (SAVE-01, SAVE-02, VOL-03, VOL-04)."""

from gardien.core.telling import Told
from gardien.core.wording import joined, present, start
from gardien.systems.organique.sentences.bodies_told import aches, faints, loses
from gardien.systems.organique.sentences.checks_told import one_who
from gardien.systems.organique.sentences.grammar import saved


def _stops(told: Told, who: str) -> str:
    """What the next moments lose, where the save is of those that cost some (ORG-VOL-03, ORG-ACT-12)."""
    outcome = told.outcome
    return loses(told, who, outcome.loses_next_action is True, outcome.loses_next_reaction is True)


def save(told: Told) -> list[str]:
    """« Sauvegarde de Tyra contre la douleur : 7 + 9 (d20) = 16 contre 20, raté. Tyra perd sa prochaine action. »"""
    given, outcome = told.given, told.outcome
    who = one_who(told, given.character)
    pain, turns = outcome.penalty, outcome.unconscious_turns
    after = (
        _stops(told, who),
        aches(told, who, pain) if present(pain) and pain else "",
        faints(told, who, turns) if present(turns) and turns else "",
    )
    return [joined(saved(told, outcome, given.character.name or told.who), *(start(one) for one in after))]


def opposed_save(told: Told) -> list[str]:
    """« Sauvegarde de Tyra contre le choc : 7 + 16 (d20) = 23 contre 20, marge 3, il fallait 6, raté. »"""
    given, outcome = told.given, told.outcome
    wanted = given.attacker_margin if not outcome.success and outcome.auto != "exhausted" else 0
    line = saved(told, outcome, given.character.name or told.who, wanted)
    return [joined(line, start(_stops(told, one_who(told, given.character))))]
