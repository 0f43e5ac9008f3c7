"""Saves, plain and against a margin, with what they cost (SAVE-01, SAVE-02, VOL-03, VOL-04)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.terms import MINUS
from gardien.core.wording import joined, of, present, start
from gardien.systems.organique.sentences.bodies_told import loses
from gardien.systems.organique.sentences.checks_told import one_who
from gardien.systems.organique.sentences.grammar import saved, turns


def faints(told: Told, who: str, count: Any) -> str:
    """« Tyra perd connaissance pour 4 tours. » (ORG-SYM-20)"""
    if not present(count) or not count:
        return ""
    return told.pick(
        f"{who} perd connaissance pour {turns(told, count)}.", f"{who} is unconscious for {turns(told, count)}."
    )


def aches(told: Told, who: str, malus: Any) -> str:
    """« La douleur de Tyra pèse −4 sur tout. » (ORG-VOL-04)"""
    if not present(malus) or not malus:
        return ""
    worse = f"{MINUS}{told.number(malus)}"
    return told.pick(f"La douleur {of(who)} pèse {worse} sur tout.", f"Pain costs {who} {worse} on everything.")


def _stops(told: Told, who: str) -> str:
    """What the next moments lose, where the save is of those that cost some (ORG-VOL-03, ORG-ACT-12)."""
    outcome = told.outcome
    return loses(told, who, outcome.loses_next_action is True, outcome.loses_next_reaction is True)


def save(told: Told) -> list[str]:
    """« Sauvegarde de Tyra contre la douleur : 7 + 9 (d20) = 16 contre 20, raté. Tyra perd sa prochaine action. »"""
    given, outcome = told.given, told.outcome
    who = one_who(told, given.character)
    after = (_stops(told, who), aches(told, who, outcome.penalty), faints(told, who, outcome.unconscious_turns))
    return [joined(saved(told, outcome, given.character.name or told.who), *(start(one) for one in after))]


def opposed_save(told: Told) -> list[str]:
    """« Sauvegarde de Tyra contre le choc : 7 + 16 (d20) = 23 contre 20, marge 3, il fallait 6, raté. »"""
    given, outcome = told.given, told.outcome
    wanted = given.attacker_margin if not outcome.success and outcome.auto != "exhausted" else 0
    line = saved(told, outcome, given.character.name or told.who, wanted)
    return [joined(line, start(_stops(told, one_who(told, given.character))))]
