"""Exact chances of what is not an attack (P-ODDS-02, P-ODDS-03)."""

from gardien.core.telling import Told
from gardien.core.wording import listed, said, start
from gardien.systems.cthulhud20.sentences.grammar import dc, signed, wound_name
from gardien.systems.cthulhud20.sentences.lapse_told import span

MOST_TOLD = 12  # rolls told one by one


def odds_stabilise(told: Told) -> list[str]:
    """« Blessure grave : se stabilise 28,4 %, tue 71,6 %. À la merci de la blessure, la mort vient en 6 min. »"""
    given, outcome = told.given, told.outcome
    name = start(wound_name(told, given.severity))
    ends = told.pick(
        f"{name} : stabilisation {said(told, outcome.chance_stabilise)}, mort {said(told, outcome.chance_death)}.",
        f"{name}: stabilises {said(told, outcome.chance_stabilise)}, kills {said(told, outcome.chance_death)}.",
    )
    time = span(told, outcome.rounds_to_death)
    without = told.pick(f"Sans soins ni chance, la mort dans {time}.", f"Without care or luck, death in {time}.")
    totals = [told.number(total) for total in outcome.totals[:MOST_TOLD]]
    more = "…" if len(outcome.totals) > MOST_TOLD else ""
    rolls = ""
    if totals:
        under = f"{', '.join(totals)}, {more}" if more else listed(told, totals)
        rolls = told.pick(f"Jets successifs : moins de {under}.", f"Rolls in turn: less than {under}.")
    return [ends, without, rolls.replace(", ….", "…")]


def _chance(told: Told, name: str) -> list[str]:
    given = told.given
    head = f"{start(name)} {signed(told, given.bonus)}"
    versus = told.pick(f"contre {dc(told, given.dc)}", f"against {dc(told, given.dc)}")
    return [f"{head} {versus}{told.colon} {said(told, told.outcome.chance)}."]


def odds_check(told: Told) -> list[str]:
    """« Jet +5 contre DD 15 : 55 % (11/20). »"""
    return _chance(told, told.pick("jet", "roll"))


def odds_save(told: Told) -> list[str]:
    """« Sauvegarde +5 contre DD 15 : 55 % (11/20). »"""
    return _chance(told, told.pick("sauvegarde", "save"))
