"""Falls, collisions, burning clothes (ENV-03, P-ENV-01 to P-ENV-03)."""

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, joined, owned, present, refused, start
from gardien.systems.cthulhud20.falls import DC, HELPED
from gardien.systems.cthulhud20.scores import check_parts, save_parts
from gardien.systems.cthulhud20.sentences.causes_told import struck, worth
from gardien.systems.cthulhud20.sentences.checks_told import save_thrown, skill_check
from gardien.systems.cthulhud20.sentences.grammar import metres, skill_name
from gardien.systems.cthulhud20.sentences.wounds_told import gone, victim_of

UNHARMED: Both = ("Aucun mal.", "No harm done.")


def fall(told: Told) -> list[str]:
    """« Chute de Paul, 9 m : dégâts maxi 18, bonus +5. », the landing before, the blow after."""
    given, outcome = told.given, told.outcome
    victim, who = given.victim, victim_of(told, given.victim)
    if outcome.refused == "dead":
        return [gone(told, who)]
    if present(outcome.refused):
        name = skill_name(told, given.skill)
        why = (f"{name} demande au moins un degré, et {{who}} n'en a pas", f"{name} needs a rank, and {{who}} has none")
        return [refused(told, why, "CD20-P-CHECK-01", who)]
    head = f"{start(owned(told, ('chute', 'fall'), victim.name or told.who))}, {metres(told, given.height_m)}"
    if given.soft_ground:
        head += told.pick(" sur un sol meuble", " on soft ground")
    landing = ""
    if present(outcome.skill_success):
        parts = check_parts(victim, given.skill, bonus=given.bonus)
        landing = skill_check(told, given.skill, parts, "", DC, outcome.skill_total, outcome.skill_success)
    if outcome.harmless:
        return [joined(f"{head}.", landing, told.pick(*UNHARMED))]
    counts = ""
    if outcome.effective_height_m != given.height_m:
        height = metres(told, outcome.effective_height_m)
        counts = told.pick(f"{height} retenus, ", f"{height} count, ")
    hard = start(f"{counts}{worth(told, outcome.max_damage, outcome.bonus)}.")
    return [joined(f"{head}.", landing, hard), *struck(told, who, victim, outcome)]


def collision(told: Told) -> list[str]:
    """« Collision à 60 km/h : dégâts maxi 24, bonus +6. », the brakes before, the blow after."""
    given, outcome = told.given, told.outcome
    victim, who = given.victim, victim_of(told, given.victim)
    if present(outcome.refused):
        return [gone(told, who)]
    speed = f"{told.number(given.speed_kmh)}{HARD}km/h"
    head = told.pick(f"Collision à {speed}", f"Collision at {speed}")
    if given.protected:
        head += told.pick(f", {who} à l'abri", f", {who} protected")
    brakes = ""
    if present(outcome.drive_success):
        parts = check_parts(given.driver, "drive", bonus=given.bonus)
        brakes = skill_check(told, "drive", parts, given.driver.name, DC, outcome.drive_total, outcome.drive_success)
    if outcome.harmless:
        return [joined(f"{head}.", brakes, told.pick(*UNHARMED))]
    counts = ""
    if outcome.effective_speed_kmh != given.speed_kmh:
        kept = f"{told.number(outcome.effective_speed_kmh)}{HARD}km/h"
        counts = told.pick(f"{kept} retenus, ", f"{kept} count, ")
    hard = start(f"{counts}{worth(told, outcome.max_damage, outcome.bonus)}.")
    return [joined(f"{head}.", brakes, hard), *struck(told, who, victim, outcome)]


def extinguish(told: Told) -> list[str]:
    """« Jet de Réflexes de Paul : 12 (d20) + 4 = 16 contre DD 15, réussi. Le feu est éteint. »"""
    given, outcome = told.given, told.outcome
    parts = (
        *save_parts(given.victim, "ref"),
        ("helped", HELPED if given.helped else 0),
        ("modifier", given.modifier),
    )
    who = victim_of(told, given.victim)
    thrown = save_thrown(told, "ref", parts, who, outcome.dc, outcome.total, outcome.extinguished)
    end = told.pick("Les vêtements brûlent toujours.", "The clothes still burn.")
    return [joined(thrown, told.pick("Le feu est éteint.", "The fire is out.") if outcome.extinguished else end)]
