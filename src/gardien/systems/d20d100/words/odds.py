"""Exact chances in words: « Toucher : 65 % (13/20) · coup critique : 5 % (1/20). »"""

from fractions import Fraction

from gardien.core.telling import Report
from gardien.core.terms import percent
from gardien.core.wording import (
    Both,
    chance_text,
    join_list,
    join_sentences,
    mean_said,
    odds_label,
    per_cent,
    present,
    start,
)
from gardien.systems.d20d100.words.grammar import difficulty, rounds, signed_text

OWN: dict[str, Both] = {  # where the dictionary has no word that fits into a line
    "p_reflex_success": ("jet de Réflexes réussi", "Reflexes roll passed"),
    "mean_damage": ("dégâts moyens", "mean damage"),
}


def odds_name(report: Report, key: str) -> str:
    """The word of a chance or a mean."""
    return report.pick(*OWN[key]) if key in OWN else odds_label(report, key)


def chances_line(report: Report, *keys: str) -> str:
    """Several chances on one line; those that the outcome does not tell are left out."""
    chances = [(key, getattr(report.outcome, key)) for key in keys]
    parts = [
        f"{odds_name(report, key)}{report.colon} {chance_text(report, text)}" for key, text in chances if present(text)
    ]
    return start(" · ".join(parts)) + "."


def mean_line(report: Report, *keys: str) -> str:
    parts = [
        f"{odds_name(report, key)}{report.colon} {mean_said(report, getattr(report.outcome, key))}" for key in keys
    ]
    return start(" · ".join(parts)) + "."


# ---- one throw ----


def odds_test(report: Report) -> list[str]:
    """« Modificateur +5, Difficulté 15 (difficile) : 55 % (11/20). »"""
    given, outcome = report.given, report.outcome
    modifier = signed_text(report, given.modifier + sum(given.mods))
    head = report.pick("Modificateur", "Modifier")
    chance = chance_text(report, outcome.probability)
    line = f"{head} {modifier}, {difficulty(report, given.difficulty)}{report.colon} {chance}."
    if outcome.theoretical_percent == outcome.practical_percent:
        return [line]
    paper = per_cent(report, outcome.theoretical_percent)
    return [join_sentences(line, report.pick(f"Sur le papier : {paper}.", f"On paper: {paper}."))]


def odds_opposed(report: Report) -> list[str]:
    """Who may prevail."""
    return [chances_line(report, "p_active", "p_passive", "p_none")]


def odds_attack(report: Report) -> list[str]:
    """How an attack may end."""
    return [chances_line(report, "p_hit", "p_crit", "p_malfunction", "p_kill"), mean_line(report, "expected_damage")]


def odds_series(report: Report) -> list[str]:
    """Shot by shot, then together."""
    each = join_list(report, [percent(Fraction(text), report.language) for text in report.outcome.p_hit])
    return [
        report.pick(f"Toucher, attaque par attaque : {each}.", f"To hit, attack by attack: {each}."),
        chances_line(report, "p_at_least_one", "p_malfunction", "p_kill"),
        mean_line(report, "expected_hits", "expected_damage"),
    ]


def odds_burst(report: Report) -> list[str]:
    """Whether it goes off, whether it is dodged, what it does."""
    return [
        chances_line(report, "p_fired", "p_reflex_success"),
        mean_line(report, "mean_damage_if_fired", "mean_damage"),
    ]


# ---- what takes its time ----


def odds_san(report: Report) -> list[str]:
    """How a SAN test may end."""
    return [
        join_sentences(chances_line(report, "p_success"), mean_line(report, "expected_loss")),
        chances_line(report, "p_temp_mad", "p_indef_mad", "p_perm_mad"),
    ]


def odds_survival(report: Report) -> list[str]:
    """« À −4 PV, un 10 avant la mort : 46,9 %. »"""
    pv, chance = report.number(report.given.pv), chance_text(report, report.outcome.p_survive)
    return [report.pick(f"À {pv}, un 10 au d10 avant −10 : {chance}.", f"At {pv}, a 10 on d10 before −10: {chance}.")]


def odds_effort(report: Report) -> list[str]:
    """« 3 rounds de plus à partir du round 13, tous les jets réussis : 41,3 %. »"""
    given, outcome = report.given, report.outcome
    more, first = rounds(report, given.extra_rounds), report.number(outcome.first_roll_round)
    chance = chance_text(report, outcome.probability)
    return [
        report.pick(
            f"Jets d'Endurance à partir du round {first}, tenir {more} : {chance}.",
            f"Endurance rolls from round {first}, to hold for {more}: {chance}.",
        )
    ]


def odds_scores(report: Report) -> list[str]:
    """How often a set is kept."""
    return [chances_line(report, "p_spread", "p_accepted")]
