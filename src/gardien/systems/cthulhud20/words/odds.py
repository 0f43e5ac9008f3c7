"""Odds of attacks, and of what takes longer: stabilising, checks, saves."""

from collections.abc import Mapping
from fractions import Fraction

from gardien.core.telling import Report
from gardien.core.terms import percent
from gardien.core.wording import Both, chance_text, join_list, present, start
from gardien.systems.cthulhud20.words.attack import refuse_attack
from gardien.systems.cthulhud20.words.care import span_text
from gardien.systems.cthulhud20.words.grammar import dc, signed, wound_name, zone_name

ENDS: dict[str, Both] = {
    "hit": ("touché", "hit"),
    "miss": ("raté", "missed"),
    "stopped": ("arrêté par l'armure", "stopped by the armour"),
    "severed": ("membre perdu", "limb lost"),
    "critical_or_worse": ("critique ou pire", "critical or worse"),
    "dead": ("mort", "dead"),
    "out_of_action": ("hors de combat", "out of action"),
    "untouched": ("aucune atteinte", "untouched"),
    "dead_or_critical": ("mort ou blessure critique", "dead or critically wounded"),
    "dead_or_grave": ("mort, blessure critique ou grave", "dead, critically or seriously wounded"),
}
SAFE: Both = ("Mort, blessure critique ou grave : impossible.", "Dead, critically or seriously wounded: impossible.")
WOUNDS = ("superficial", "light", "moderate", "grave", "critical", "destructive", "mortal")


def ending_name(report: Report, key: str) -> str:
    """An ending by its name: « blessure grave », « membre perdu »."""
    return wound_name(report, key) if key in WOUNDS else report.pick(*ENDS[key])


def chances_text(report: Report, chances: Mapping[str, str]) -> str:
    """Several chances on one line; what cannot happen is left out."""
    parts = [
        f"{ending_name(report, key)}{report.colon} {chance_text(report, text)}"
        for key, text in chances.items()
        if Fraction(text)
    ]
    return f"{start(' · '.join(parts))}." if parts else ""


def _of(report: Report, *keys: str) -> dict[str, str]:
    return {key: getattr(report.outcome, key) for key in keys}


def odds_attack(report: Report) -> list[str]:
    """How an attack may end: the hit, the wounds, death, and where it strikes."""
    outcome = report.outcome
    if present(outcome.refused):
        return [refuse_attack(report, outcome.refused, report.given)]
    places = [
        f"{zone_name(report, zone)} {percent(Fraction(text), report.language)}"
        for zone, text in outcome.hit_by_zone.items()
        if Fraction(text)
    ]
    where = report.pick("Touché, par zone", "Hit, by zone")
    return [
        chances_text(report, _of(report, "hit", "miss", "stopped")),
        chances_text(report, _of(report, *WOUNDS[:5], "severed", *WOUNDS[5:])),
        chances_text(report, _of(report, "critical_or_worse", "dead", "out_of_action")),
        f"{where}{report.colon} {join_list(report, places)}." if len(places) > 1 else "",
    ]


def odds_attacks(report: Report) -> list[str]:
    """« Mort : 44 % (1409/3200) · mort ou blessure critique : 77 % (77/100) … », attack by attack."""
    outcome = report.outcome
    if present(outcome.refused):
        return [refuse_attack(report, outcome.refused, report.given)]
    each = join_list(report, [chance_text(report, text) for text in outcome.dead_after])
    after = report.pick("Mort, attaque après attaque", "Dead, attack after attack")
    alive = [
        f"{ending_name(report, key)} {chance_text(report, text)}"
        for key, text in outcome.worst.items()
        if key != "dead" and Fraction(text)
    ]
    worst = report.pick("En vie, au pire", "Alive, at worst")
    return [
        chances_text(report, _of(report, "dead", "dead_or_critical", "dead_or_grave")) or report.pick(*SAFE),
        f"{after}{report.colon} {each}." if len(outcome.dead_after) > 1 else "",
        f"{worst}{report.colon} {', '.join(alive)}." if alive else "",
    ]


# ---- slow odds ----


MOST_TOLD = 12  # rolls told one by one


def odds_stabilise(report: Report) -> list[str]:
    """« Blessure grave : se stabilise 28,4 %, tue 71,6 %. À la merci de la blessure, la mort vient en 6 min. »"""
    given, outcome = report.given, report.outcome
    name = start(wound_name(report, given.severity))
    lives, dies = chance_text(report, outcome.chance_stabilise), chance_text(report, outcome.chance_death)
    ends = report.pick(
        f"{name} : stabilisation {lives}, mort {dies}.",
        f"{name}: stabilises {lives}, kills {dies}.",
    )
    time = span_text(report, outcome.rounds_to_death)
    without = report.pick(f"Sans soins ni chance, la mort dans {time}.", f"Without care or luck, death in {time}.")
    totals = [report.number(total) for total in outcome.totals[:MOST_TOLD]]
    more = "…" if len(outcome.totals) > MOST_TOLD else ""
    rolls = ""
    if totals:
        under = f"{', '.join(totals)}, {more}" if more else join_list(report, totals)
        rolls = report.pick(f"Jets successifs : moins de {under}.", f"Rolls in turn: less than {under}.")
    return [ends, without, rolls.replace(", ….", "…")]


def _chance(report: Report, name: str) -> list[str]:
    given = report.given
    head = f"{start(name)} {signed(report, given.bonus)}"
    versus = report.pick(f"contre {dc(report, given.dc)}", f"against {dc(report, given.dc)}")
    return [f"{head} {versus}{report.colon} {chance_text(report, report.outcome.chance)}."]


def odds_check(report: Report) -> list[str]:
    """« Jet +5 contre DD 15 : 55 % (11/20). »"""
    return _chance(report, report.pick("jet", "roll"))


def odds_save(report: Report) -> list[str]:
    """« Sauvegarde +5 contre DD 15 : 55 % (11/20). »"""
    return _chance(report, report.pick("sauvegarde", "save"))
