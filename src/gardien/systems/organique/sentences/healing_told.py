"""Days of rest, open wounds, and what a fight leaves (AFT-01 to AFT-04)."""

from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, present, start
from gardien.systems.organique.healing import Aftermath
from gardien.systems.organique.sentences.bodies_told import aftermath
from gardien.systems.organique.sentences.checks_told import SOMEBODY
from gardien.systems.organique.sentences.conditions_told import after
from gardien.systems.organique.sentences.effort_told import less
from gardien.systems.organique.sentences.grammar import points, saved
from gardien.systems.organique.sentences.privations_told import days
from gardien.systems.organique.sentences.sites_told import lead, minutes
from gardien.systems.organique.values import Character

UNHEALED: dict[str, Both] = {
    "open": ("une blessure ouverte ne guérit pas", "an open wound does not heal"),
    "infected": ("une blessure infectée ne guérit pas", "an infected wound does not heal"),
    "none": ("rien à récupérer", "nothing to recover"),
}
INFECTED: Both = ("La plaie s'infecte.", "The wound becomes infected.")
UNHURT: Both = ("rien à craindre", "nothing to fear")
NOBODY: Both = ("Personne à examiner.", "Nobody to look after.")


def heal(told: Told) -> list[str]:
    """« Tyra, 5 jours au lit. CPS 0 → 4, SNG 1 → 3,5. »"""
    given, outcome = told.given, told.outcome
    time = days(told, given.days)
    how = (
        told.pick(f"{time} au lit", f"{time} in bed")
        if given.in_bed
        else told.pick(f"{time} debout", f"{time} up and about")
    )
    head = start(lead(told, given.character, how))
    if not (outcome.cps_regained or outcome.sng_regained or outcome.inc_regained):
        why = "open" if not given.wounds_closed else "infected" if given.infected else "none"
        return [f"{head}{told.colon} {told.pick(*UNHEALED[why])}."]
    return [joined(f"{head}.", after(told, given.character, outcome.state))]


def bleed(told: Told) -> list[str]:
    """« Tyra, 40 min, 1 SNG par quart d'heure : −2 SNG. SNG 4 → 2. »"""
    given, outcome = told.given, told.outcome
    rate = points(told, outcome.per_15_min, "SNG")
    each = told.pick(f"{rate} par quart d'heure", f"{rate} a quarter of an hour")
    head = start(lead(told, given.character, minutes(told, given.minutes), each if outcome.per_15_min else ""))
    if not outcome.lost:
        return [f"{head}{told.colon} {told.pick('aucune perte', 'no loss')}."]
    line = f"{head}{told.colon} {less(told, outcome.lost, 'SNG')}."
    return [joined(line, after(told, given.character, outcome.state))]


def end_fight(told: Told) -> list[str]:
    """One line for each survivor: pain, infection, what still bleeds."""
    found = told.outcome.results
    return [_one(told, one, found[one.name]) for one in told.given.survivors] or [told.pick(*NOBODY)]


def _one(told: Told, one: Character, left: Aftermath) -> str:
    who = called(told, one, SOMEBODY)
    saves = [save for save in (left.pain, left.infection) if present(save)]
    thrown = joined(*(saved(told, save, "" if number else who) for number, save in enumerate(saves)))
    rate = points(told, left.bleeding_per_15_min, "SNG")
    bleeds = told.pick(f"{who} perd {rate} par quart d'heure.", f"{who} loses {rate} a quarter of an hour.")
    said = joined(
        thrown,
        aftermath(told, who, one, left.state),
        told.pick(*INFECTED) if left.infected is True else "",
        start(bleeds) if left.bleeding_per_15_min else "",
    )
    return said or f"{start(who)}{told.colon} {told.pick(*UNHURT)}."
