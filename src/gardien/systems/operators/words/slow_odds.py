"""Exact chances of what takes its time: a mind and both its tests, a reserve, want of air, healing."""

from gardien.core.telling import Report
from gardien.core.wording import Both, chance_text, join_sentences, mean_said, off_at_this_table, start
from gardien.systems.operators.words.body import CARED, length
from gardien.systems.operators.words.grammar import turns
from gardien.systems.operators.words.mind import shock_name
from gardien.systems.operators.words.wounds import level_name

ENDS: dict[str, Both] = {
    "control": ("sang-froid gardé", "control kept"),
    "temporary": ("folie temporaire", "temporary madness"),
    "indefinite": ("folie indéfinie", "indefinite madness"),
    "permanent": ("folie permanente", "permanent madness"),
}


def odds_san(report: Report) -> list[str]:
    """How a shock may end once the scene is over."""
    given, outcome = report.given, report.outcome
    head = f"{start(shock_name(report, given.shock))}, SAN {report.number(given.san)}."
    parts = [
        f"{report.pick(*name)}{report.colon} {chance_text(report, getattr(outcome, key))}" for key, name in ENDS.items()
    ]
    mean = mean_said(report, outcome.mean_san)
    return [
        head,
        f"{start(' · '.join(parts[:2]))}.",
        f"{start(' · '.join(parts[2:]))}.",
        report.pick(f"SAN moyenne ensuite : {mean}.", f"Mean SAN afterwards: {mean}."),
    ]


def odds_luck_recovery(report: Report) -> list[str]:
    """The large gain, and the mean one."""
    outcome = report.outcome
    if outcome.refused:
        what = ("La Chance ne se joue pas", "Luck is not in play")
        return [off_at_this_table(report, what, "luck_enabled", "OPS-LUCK-01")]
    above, gain = chance_text(report, outcome.above), mean_said(report, outcome.expected_gain)
    return [
        report.pick(f"Grand gain de Chance : {above}.", f"Large gain of Luck: {above}."),
        report.pick(f"Gain moyen : {gain}.", f"Mean gain: {gain}."),
    ]


def odds_drowning(report: Report) -> list[str]:
    """« En vie après 4 tours sans air : 12,3 %. »"""
    after = turns(report, report.given.turns)
    chance = chance_text(report, report.outcome.alive)
    return [
        report.pick(f"En vie après {after} sans air : {chance}.", f"Alive after {after} without air: {chance}."),
    ]


def odds_recovery(report: Report) -> list[str]:
    """How long a wound may take to heal."""
    given, outcome = report.given, report.outcome
    head = start(f"{level_name(report, given.level)}, {report.pick(*CARED[given.care])}.")
    mean = mean_said(report, outcome.expected_days)
    first = join_sentences(head, report.pick(f"Durée moyenne, en jours : {mean}.", f"Mean time, in days: {mean}."))
    if outcome.shortest == outcome.longest:
        return [first]
    short, long = length(report, outcome.shortest, "days"), length(report, outcome.longest, "days")
    quick = chance_text(report, outcome.shortest_chance)
    return [
        first,
        report.pick(f"Au mieux {short} : {quick}. Au pire {long}.", f"At best {short}: {quick}. At worst {long}."),
    ]
