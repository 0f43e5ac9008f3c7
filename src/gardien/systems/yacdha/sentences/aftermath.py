"""Checks of their own, luck against death, coma, first aid, recovery, the end of a scenario."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import arrow, counted, joined, label, off_at_this_table, owned, ruled, semicolon, start
from gardien.systems.yacdha.luck import CARE_WITHIN_MINUTES
from gardien.systems.yacdha.recovery import FIRST_AID_MINUTES
from gardien.systems.yacdha.sentences.fates import (
    checked,
    compared,
    denied,
    dies,
    gauge_change,
    luck_spent,
    scars,
    stays,
)
from gardien.systems.yacdha.sentences.grammar import GAUGES, called, lasting, months
from gardien.systems.yacdha.sentences.throws import Thrown, dice_said, manner, opposed, verdict
from gardien.systems.yacdha.values import DIE_OF, TOP


def gauge_check(told: Told) -> list[str]:
    """A moment of stress."""
    given, outcome = told.given, told.outcome
    _, fr, en = GAUGES[given.gauge]
    who = start(told.who)
    if not outcome.rolled and not given.exposed:
        seen = told.pick("n'a rien vu ni subi", "neither saw nor suffered anything") if who else ""
        nothing = seen or told.pick("Rien vu ni subi", "Nothing seen or suffered")
        return [ruled(f"{joined(who, nothing)}{told.colon} {told.pick(f'pas de {fr}', f'no {en}')}.", "YAC-GAU-06")]
    if not outcome.rolled:
        faced = told.pick(f"{who} a déjà affronté cela", f"{who} has faced this before") if who else ""
        known = faced or told.pick("Déjà affronté", "Faced before")
        return [ruled(f"{known}{told.colon} {told.pick(f'pas de nouveau {fr}', f'no new {en}')}.", "YAC-GAU-05")]
    saved = int(outcome.status == "coma")
    return [
        joined(
            checked(told, told.who, given.gauge, outcome.die, given.value, outcome.status),
            denied(told, outcome.survival_refused),
            luck_spent(told, "", outcome.luck, saved),
        )
    ]


def luck_survive(told: Told) -> list[str]:
    """An increase of trauma, and luck against death."""
    given, outcome = told.given, told.outcome
    if not given.increase:
        return [_unharmed(told)]
    total = f"{start(label(told, 'trauma'))} {given.trauma} + {given.increase} = {outcome.x}."
    change = gauge_change(told, told.who, "trauma", given.trauma, outcome.trauma, outcome.status)
    return [
        joined(
            total if outcome.trauma == TOP else "",
            change,
            denied(told, outcome.refused),
            scars(told, given.sequelae, outcome.sequelae),
            luck_spent(told, "", outcome.luck, int(outcome.status == "coma")),
        )
    ]


def _unharmed(told: Told) -> str:
    if told.outcome.status == "coma":
        return _still_in_coma(told)
    return stays(told, "trauma", told.outcome.trauma)


def _still_in_coma(told: Told) -> str:
    if not told.who:
        return told.pick("Le coma dure.", "The coma lasts.")
    return start(told.pick(f"{told.who} reste dans le coma.", f"{told.who} stays in a coma."))


def coma_care(told: Told) -> list[str]:
    """What care does for somebody in coma."""
    given, outcome = told.given, told.outcome
    waited = lasting(told, given.delay_minutes)
    if outcome.status == "dead":
        limit = lasting(told, CARE_WITHIN_MINUTES)
        text = told.pick(f"{waited} sans soins, {limit} au plus", f"{waited} without care, {limit} at most")
        return [ruled(f"{text}{told.colon} {dies(told, told.who)}.", "YAC-LUC-09")]
    if outcome.status == "active":
        days = counted(told, given.days, ("jour", "jours"), ("day", "days"))
        cared = told.pick(f"{days} de soins continus", f"{days} of continuous care")
        wakes = told.pick("le coma prend fin", "the coma ends")
        if told.who:
            wakes = told.pick(f"{told.who} sort du coma", f"{told.who} comes out of the coma")
        return [f"{cared}{told.colon} {wakes}. {start(label(told, 'trauma'))} {arrow(told, TOP, outcome.trauma)}."]
    if not given.professional_care:
        why = told.pick("Sans soins professionnels", "Without professional care")
    elif not given.continuous:
        why = told.pick("Soins interrompus", "Care interrupted")
    else:
        why = told.pick("Moins d'un jour de soins", "Less than a day of care")
    return [ruled(joined(f"{why}.", _still_in_coma(told)), "YAC-LUC-09")]


# --- first aid and recovery ------------------------------------------------------------------------------------------


def first_aid(told: Told) -> list[str]:
    """One try on a fresh wound."""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        return [_aid_refused(told)]
    faces = tuple(told.faces("dA"))
    kept = min(faces) if given.disadvantage else max(faces)
    thrown = Thrown(
        action=faces,
        lowest=given.disadvantage,
        kept=kept,
        raw=kept,
        level=given.level if outcome.result != kept else 0,
        result=outcome.result,
        opposition=outcome.opposition,
    )
    subject = told.pick("Premiers soins", "First aid")
    if told.who:
        subject = start(told.pick(f"{told.who} donne les premiers soins", f"{told.who} gives first aid"))
    head = f"{subject}{manner(told, thrown)}{opposed(told, thrown)}"
    change = gauge_change(told, "", "trauma", given.trauma, outcome.trauma) or stays(told, "trauma", given.trauma)
    judged = verdict(told, outcome.margin, outcome.degree)
    return [joined(f"{head}{told.colon} {dice_said(told, thrown)}.", judged, change)]


def _aid_refused(told: Told) -> str:
    given = told.given
    match told.outcome.refused:
        case "option_off":
            what = ("Les premiers soins ne sont pas en jeu", "First aid is off")
            return off_at_this_table(told, what, "first_aid", "YAC-REC-01")
        case "too_late":
            late, hour = lasting(told, given.minutes), lasting(told, FIRST_AID_MINUTES)
            text = told.pick(
                f"{late} depuis la blessure : trop tard, {hour} au plus.",
                f"{late} since the wound: too late, {hour} at most.",
            )
        case "already_treated":
            text = told.pick(
                "Premiers soins déjà donnés : une seule tentative par blessure.",
                "First aid already given: one try for each wound.",
            )
        case _:
            text = told.pick(
                f"Trauma {given.trauma}, {given.trauma_before} avant la blessure : rien à soigner.",
                f"Trauma {given.trauma}, {given.trauma_before} before the wound: nothing to heal.",
            )
    return ruled(text, "YAC-REC-01")


def recover(told: Told) -> list[str]:
    """Weeks or months of care, and the dice of partial care."""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        what = ("La récupération n'est pas en jeu", "Recovery is off")
        return [off_at_this_table(told, what, "modules", "YAC-GEN-02")]
    head = f"{start(owned(told, ('récupération', 'recovery'), told.who))}, {_units(told, given.elapsed)}, {_care(told)}"
    value, dice = given.value, []
    for face in told.faces(DIE_OF[given.gauge], "recover"):
        dice.append(f"{DIE_OF[given.gauge]} {face}, {compared(told, face, value)}")
        value -= face > value
    said = f"{told.colon} {f'{semicolon(told)} '.join(dice)}." if dice else "."
    change = gauge_change(told, "", given.gauge, given.value, outcome.value) or stays(told, given.gauge, given.value)
    served = ""
    if outcome.progress:
        count, whole = _units(told, outcome.progress), told.number(outcome.value)
        served = told.pick(f"Période en cours : {count} sur {whole}.", f"Running period: {count} of {whole}.")
    return [joined(head + said, change, served)]


def _units(told: Told, count: int) -> str:
    if told.given.gauge == "madness":
        return months(told, count)
    return counted(told, count, ("semaine", "semaines"), ("week", "weeks"))


def _care(told: Told) -> str:
    """« soins partiels, conditions favorables »."""
    given = told.given
    if given.care == "none":
        said = told.pick("sans soins", "no care")
    else:
        word = told.word("care", given.care)
        said = told.pick(f"soins {word}", f"{word} care")
    if not given.rest:
        return told.pick(f"{said}, sans repos", f"{said}, no rest")
    return f"{said}, {label(told, 'favourable')}" if given.favourable and given.care == "partial" else said


def end_scenario(told: Told) -> list[str]:
    """What the end brings to each survivor."""
    given, outcome = told.given, told.outcome
    end = told.pick("Fin du scénario", "End of the scenario")
    if given.milestone:
        end = told.pick("Fin de chapitre", "End of the chapter")
    points = outcome.reduction
    eased = told.pick(f"la folie baisse de {points}", f"madness falls by {points}")
    first = f"{end}{told.colon} {eased if points else told.pick('la folie ne baisse pas', 'madness does not fall')}."
    pairs = list(zip(given.survivors, outcome.survivors, strict=True))
    forgot = any(before.stress_faced != after.stress_faced for before, after in pairs)
    memory = told.pick("Les horreurs affrontées s'oublient.", "The stress faced is forgotten.") if forgot else ""
    nobody = "" if pairs else told.pick("Aucun nom parmi les rescapés.", "No name among the survivors.")
    return [joined(first, memory, nobody), *(_rewarded(told, before, after) for before, after in pairs)]


def _rewarded(told: Told, before: Any, after: Any) -> str:
    pairs = [("madness", before.madness, after.madness), ("luck", before.luck, max(before.luck, after.luck))]
    moved = [f"{label(told, key)} {arrow(told, old, new)}" for key, old, new in pairs if old != new]
    said = ", ".join(moved) or told.pick("rien ne change", "nothing changes")
    return f"{start(called(told, before.name))}{told.colon} {said}."
