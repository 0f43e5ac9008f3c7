"""Exact chances in words: « Toucher : 65 % (13/20) · coup critique : 5 % (1/20). »"""

from fractions import Fraction

from gardien.core.telling import Told
from gardien.core.terms import percent
from gardien.core.wording import Both, joined, listed, mean_said, odds_label, per_cent, present, said, start
from gardien.systems.d20d100.sentences.grammar import difficulty, rounds, signed

OWN: dict[str, Both] = {  # where the dictionary has no word that fits into a line
    "p_reflex_success": ("jet de Réflexes réussi", "Reflexes roll passed"),
    "mean_damage": ("dégâts moyens", "mean damage"),
}


def named(told: Told, key: str) -> str:
    """The word of a chance or a mean."""
    return told.pick(*OWN[key]) if key in OWN else odds_label(told, key)


def chances(told: Told, *keys: str) -> str:
    """Several chances on one line; those that the outcome does not tell are left out."""
    found = [(key, getattr(told.outcome, key)) for key in keys]
    parts = [f"{named(told, key)}{told.colon} {said(told, text)}" for key, text in found if present(text)]
    return start(" · ".join(parts)) + "."


def mean_line(told: Told, *keys: str) -> str:
    parts = [f"{named(told, key)}{told.colon} {mean_said(told, getattr(told.outcome, key))}" for key in keys]
    return start(" · ".join(parts)) + "."


# ---- one throw ----


def odds_test(told: Told) -> list[str]:
    """« Modificateur +5, Difficulté 15 (difficile) : 55 % (11/20). »"""
    given, outcome = told.given, told.outcome
    modifier = signed(told, given.modifier + sum(given.mods))
    head = told.pick("Modificateur", "Modifier")
    line = f"{head} {modifier}, {difficulty(told, given.difficulty)}{told.colon} {said(told, outcome.probability)}."
    if outcome.theoretical_percent == outcome.practical_percent:
        return [line]
    paper = per_cent(told, outcome.theoretical_percent)
    return [joined(line, told.pick(f"Sur le papier : {paper}.", f"On paper: {paper}."))]


def odds_opposed(told: Told) -> list[str]:
    """Who may prevail."""
    return [chances(told, "p_active", "p_passive", "p_none")]


def odds_attack(told: Told) -> list[str]:
    """How an attack may end."""
    return [chances(told, "p_hit", "p_crit", "p_malfunction", "p_kill"), mean_line(told, "expected_damage")]


def odds_series(told: Told) -> list[str]:
    """Shot by shot, then together."""
    each = listed(told, [percent(Fraction(text), told.language) for text in told.outcome.p_hit])
    return [
        told.pick(f"Toucher, attaque par attaque : {each}.", f"To hit, attack by attack: {each}."),
        chances(told, "p_at_least_one", "p_malfunction", "p_kill"),
        mean_line(told, "expected_hits", "expected_damage"),
    ]


def odds_burst(told: Told) -> list[str]:
    """Whether it goes off, whether it is dodged, what it does."""
    return [chances(told, "p_fired", "p_reflex_success"), mean_line(told, "mean_damage_if_fired", "mean_damage")]


# ---- what takes its time ----


def odds_san(told: Told) -> list[str]:
    """How a SAN test may end."""
    return [
        joined(chances(told, "p_success"), mean_line(told, "expected_loss")),
        chances(told, "p_temp_mad", "p_indef_mad", "p_perm_mad"),
    ]


def odds_survival(told: Told) -> list[str]:
    """« À −4 PV, un 10 avant la mort : 46,9 %. »"""
    pv, chance = told.number(told.given.pv), said(told, told.outcome.p_survive)
    return [told.pick(f"À {pv}, un 10 au d10 avant −10 : {chance}.", f"At {pv}, a 10 on d10 before −10: {chance}.")]


def odds_effort(told: Told) -> list[str]:
    """« 3 rounds de plus à partir du round 13, tous les jets réussis : 41,3 %. »"""
    given, outcome = told.given, told.outcome
    more, first = rounds(told, given.extra_rounds), told.number(outcome.first_roll_round)
    chance = said(told, outcome.probability)
    return [
        told.pick(
            f"Jets d'Endurance à partir du round {first}, tenir {more} : {chance}.",
            f"Endurance rolls from round {first}, to hold for {more}: {chance}.",
        )
    ]


def odds_scores(told: Told) -> list[str]:
    """How often a set is kept."""
    return [chances(told, "p_spread", "p_accepted")]
