"""Exact chances of what takes its time: a mind and both its tests, a reserve, want of air, healing."""

from gardien.core.telling import Told
from gardien.core.wording import Both, joined, mean_said, off_at_this_table, said, start
from gardien.systems.operators.sentences.grammar import turns
from gardien.systems.operators.sentences.health_told import CARED, length
from gardien.systems.operators.sentences.mind_told import shock_name
from gardien.systems.operators.sentences.wounds_told import level_name

ENDS: dict[str, Both] = {
    "control": ("sang-froid gardé", "control kept"),
    "temporary": ("folie temporaire", "temporary madness"),
    "indefinite": ("folie indéfinie", "indefinite madness"),
    "permanent": ("folie permanente", "permanent madness"),
}


def odds_san(told: Told) -> list[str]:
    """How a shock may end once the scene is over."""
    given, outcome = told.given, told.outcome
    head = f"{start(shock_name(told, given.shock))}, SAN {told.number(given.san)}."
    parts = [f"{told.pick(*name)}{told.colon} {said(told, getattr(outcome, key))}" for key, name in ENDS.items()]
    mean = mean_said(told, outcome.mean_san)
    return [
        head,
        f"{start(' · '.join(parts[:2]))}.",
        f"{start(' · '.join(parts[2:]))}.",
        told.pick(f"SAN moyenne ensuite : {mean}.", f"Mean SAN afterwards: {mean}."),
    ]


def odds_luck_recovery(told: Told) -> list[str]:
    """The large gain, and the mean one."""
    outcome = told.outcome
    if outcome.refused:
        what = ("La Chance ne se joue pas", "Luck is not in play")
        return [off_at_this_table(told, what, "luck_enabled", "OPS-LUCK-01")]
    above, gain = said(told, outcome.above), mean_said(told, outcome.expected_gain)
    return [
        told.pick(f"Grand gain de Chance : {above}.", f"Large gain of Luck: {above}."),
        told.pick(f"Gain moyen : {gain}.", f"Mean gain: {gain}."),
    ]


def odds_drowning(told: Told) -> list[str]:
    """« En vie après 4 tours sans air : 12,3 %. »"""
    after = turns(told, told.given.turns)
    chance = said(told, told.outcome.alive)
    return [
        told.pick(f"En vie après {after} sans air : {chance}.", f"Alive after {after} without air: {chance}."),
    ]


def odds_recovery(told: Told) -> list[str]:
    """How long a wound may take to heal."""
    given, outcome = told.given, told.outcome
    head = start(f"{level_name(told, given.level)}, {told.pick(*CARED[given.care])}.")
    mean = mean_said(told, outcome.expected_days)
    first = joined(head, told.pick(f"Durée moyenne, en jours : {mean}.", f"Mean time, in days: {mean}."))
    if outcome.shortest == outcome.longest:
        return [first]
    short, long = length(told, outcome.shortest, "days"), length(told, outcome.longest, "days")
    quick = said(told, outcome.shortest_chance)
    return [
        first,
        told.pick(f"Au mieux {short} : {quick}. Au pire {long}.", f"At best {short}: {quick}. At worst {long}."),
    ]
