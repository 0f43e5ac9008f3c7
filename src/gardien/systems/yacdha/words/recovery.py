"""Checks of their own, luck against death, coma, first aid, recovery, the end of a scenario."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.wording import (
    arrow,
    count_of,
    join_sentences,
    label,
    off_at_this_table,
    semicolon,
    start,
    with_rule,
)
from gardien.systems.yacdha.rules.luck import CARE_WITHIN_MINUTES
from gardien.systems.yacdha.rules.recovery import FIRST_AID_MINUTES
from gardien.systems.yacdha.vocabulary import DIE_OF, TOP
from gardien.systems.yacdha.words.gauges import (
    check_text,
    comparison_text,
    dies,
    gauge_change,
    luck_spent_text,
    refuse_survival,
    scars,
    stays,
)
from gardien.systems.yacdha.words.grammar import GAUGES, lasting, months, name_text
from gardien.systems.yacdha.words.throws import ShownThrow, dice_text, manner, opposition_text, verdict


def gauge_check(report: Report) -> list[str]:
    """A moment of stress."""
    given, outcome = report.given, report.outcome
    _, fr, en = GAUGES[given.gauge]
    who = start(report.who)
    if not outcome.rolled and not given.exposed:
        unexposed = report.pick("n'a rien vu ni subi", "neither saw nor suffered anything") if who else ""
        nothing = unexposed or report.pick("Rien vu ni subi", "Nothing seen or suffered")
        return [
            with_rule(
                f"{join_sentences(who, nothing)}{report.colon} {report.pick(f'pas de {fr}', f'no {en}')}.", "YAC-GAU-06"
            )
        ]
    if not outcome.rolled:
        faced = report.pick(f"{who} a déjà affronté cela", f"{who} has faced this before") if who else ""
        known = faced or report.pick("Déjà affronté", "Faced before")
        return [
            with_rule(f"{known}{report.colon} {report.pick(f'pas de nouveau {fr}', f'no new {en}')}.", "YAC-GAU-05")
        ]
    saved = int(outcome.status == "coma")
    return [
        join_sentences(
            check_text(report, report.who, given.gauge, outcome.die, given.value, outcome.status),
            refuse_survival(report, outcome.survival_refused),
            luck_spent_text(report, "", outcome.luck, saved),
        )
    ]


def luck_survive(report: Report) -> list[str]:
    """An increase of trauma, and luck against death."""
    given, outcome = report.given, report.outcome
    if not given.increase:
        return [_unharmed_text(report)]
    total = f"{start(label(report, 'trauma'))} {given.trauma} + {given.increase} = {outcome.x}."
    change = gauge_change(report, report.who, "trauma", given.trauma, outcome.trauma, outcome.status)
    return [
        join_sentences(
            total if outcome.trauma == TOP else "",
            change,
            refuse_survival(report, outcome.refused),
            scars(report, given.sequelae, outcome.sequelae),
            luck_spent_text(report, "", outcome.luck, int(outcome.status == "coma")),
        )
    ]


def _unharmed_text(report: Report) -> str:
    if report.outcome.status == "coma":
        return _still_in_coma(report)
    return stays(report, "trauma", report.outcome.trauma)


def _still_in_coma(report: Report) -> str:
    if not report.who:
        return report.pick("Le coma dure.", "The coma lasts.")
    return start(report.pick(f"{report.who} reste dans le coma.", f"{report.who} stays in a coma."))


def coma_care(report: Report) -> list[str]:
    """What care does for somebody in coma."""
    given, outcome = report.given, report.outcome
    waited = lasting(report, given.delay_minutes)
    if outcome.status == "dead":
        limit = lasting(report, CARE_WITHIN_MINUTES)
        text = report.pick(f"{waited} sans soins, {limit} au plus", f"{waited} without care, {limit} at most")
        return [with_rule(f"{text}{report.colon} {dies(report, report.who)}.", "YAC-LUC-09")]
    if outcome.status == "active":
        days = count_of(report, given.days, ("jour", "jours"), ("day", "days"))
        cared = report.pick(f"{days} de soins continus", f"{days} of continuous care")
        wakes = report.pick("le coma prend fin", "the coma ends")
        if report.who:
            wakes = report.pick(f"{report.who} sort du coma", f"{report.who} comes out of the coma")
        return [
            f"{cared}{report.colon} {wakes}. {start(label(report, 'trauma'))} {arrow(report, TOP, outcome.trauma)}."
        ]
    if not given.professional_care:
        why = report.pick("Sans soins professionnels", "Without professional care")
    elif not given.continuous:
        why = report.pick("Soins interrompus", "Care interrupted")
    else:
        why = report.pick("Moins d'un jour de soins", "Less than a day of care")
    return [with_rule(join_sentences(f"{why}.", _still_in_coma(report)), "YAC-LUC-09")]


# --- first aid and recovery ------------------------------------------------------------------------------------------


def first_aid(report: Report) -> list[str]:
    """One try on a fresh wound."""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        return [_refuse_aid(report)]
    faces = tuple(report.faces("dA"))
    kept = min(faces) if given.disadvantage else max(faces)
    thrown = ShownThrow(
        action=faces,
        lowest=given.disadvantage,
        kept=kept,
        raw=kept,
        level=given.level if outcome.result != kept else 0,
        result=outcome.result,
        opposition=outcome.opposition,
    )
    subject = report.pick("Premiers soins", "First aid")
    if report.who:
        gives = f"Premiers soins pour {report.who}", f"First aid for {report.who}"
        if given.patient:
            gives = (
                f"{report.who} donne les premiers soins à {given.patient}",
                f"{report.who} gives first aid to {given.patient}",
            )
        subject = start(report.pick(*gives))
    head = f"{subject}{manner(report, thrown)}{opposition_text(report, thrown)}"
    change = gauge_change(report, "", "trauma", given.trauma, outcome.trauma) or stays(report, "trauma", given.trauma)
    judged = verdict(report, outcome.margin, outcome.degree)
    return [join_sentences(f"{head}{report.colon} {dice_text(report, thrown)}.", judged, change)]


def _refuse_aid(report: Report) -> str:
    given = report.given
    match report.outcome.refused:
        case "option_off":
            what = ("Les premiers soins ne sont pas en jeu", "First aid is off")
            return off_at_this_table(report, what, "first_aid", "YAC-REC-01")
        case "too_late":
            late, hour = lasting(report, given.minutes), lasting(report, FIRST_AID_MINUTES)
            text = report.pick(
                f"{late} depuis la blessure : trop tard, {hour} au plus.",
                f"{late} since the wound: too late, {hour} at most.",
            )
        case "already_treated":
            text = report.pick(
                "Premiers soins déjà donnés : une seule tentative par blessure.",
                "First aid already given: one try for each wound.",
            )
        case _:
            text = report.pick(
                f"Trauma {given.trauma}, {given.trauma_before} avant la blessure : rien à soigner.",
                f"Trauma {given.trauma}, {given.trauma_before} before the wound: nothing to heal.",
            )
    return with_rule(text, "YAC-REC-01")


def recover(report: Report) -> list[str]:
    """Weeks or months of care, and the dice of partial care."""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        what = ("La récupération n'est pas en jeu", "Recovery is off")
        return [off_at_this_table(report, what, "modules", "YAC-GEN-02")]
    spent = f"{_units(report, given.elapsed)} {_care(report)}"
    head = report.pick(f"{report.who} passe {spent}", f"{report.who} spends {spent}") if report.who else start(spent)
    if not given.elapsed:
        head = report.pick("Trop peu de temps est passé", "Too little time has passed")
    value, dice = given.value, []
    for face in report.faces(DIE_OF[given.gauge], "recover"):
        dice.append(f"{DIE_OF[given.gauge]} {face}, {comparison_text(report, face, value)}")
        value -= face > value
    said = f"{report.colon} {f'{semicolon(report)} '.join(dice)}." if dice else "."
    change = gauge_change(report, "", given.gauge, given.value, outcome.value) or stays(
        report, given.gauge, given.value
    )
    served = ""
    if outcome.progress:
        count, whole = _units(report, outcome.progress), report.number(outcome.value)
        served = report.pick(f"Période en cours : {count} sur {whole}.", f"Running period: {count} of {whole}.")
    return [join_sentences(head + said, change, served)]


def _units(report: Report, count: int) -> str:
    if report.given.gauge == "madness":
        return months(report, count)
    return count_of(report, count, ("semaine", "semaines"), ("week", "weeks"))


def _care(report: Report) -> str:
    """« avec des soins partiels, dans des conditions favorables »."""
    given = report.given
    if given.care == "none":
        return report.pick("sans soins", "without care") + ("" if given.rest else report.pick(" ni repos", " or rest"))
    word = report.word("care", given.care)
    said = report.pick(f"avec des soins {word}", f"in {word} care")
    if not given.rest:
        return report.pick(f"{said}, sans repos", f"{said}, without rest")
    good = report.pick("dans des conditions favorables", "in favourable conditions")
    return f"{said}, {good}" if given.favourable and given.care == "partial" else said


def end_scenario(report: Report) -> list[str]:
    """What the end brings to each survivor."""
    given, outcome = report.given, report.outcome
    end = report.pick("Fin du scénario", "End of the scenario")
    if given.milestone:
        end = report.pick("Fin de chapitre", "End of the chapter")
    points = outcome.reduction
    eased = report.pick(f"la folie baisse de {points}", f"madness falls by {points}")
    first = (
        f"{end}{report.colon} {eased if points else report.pick('la folie ne baisse pas', 'madness does not fall')}."
    )
    pairs = list(zip(given.survivors, outcome.survivors, strict=True))
    forgot = any(before.stress_faced != after.stress_faced for before, after in pairs)
    memory = report.pick("Les horreurs affrontées s'oublient.", "The stress faced is forgotten.") if forgot else ""
    nobody = "" if pairs else report.pick("Aucun nom parmi les rescapés.", "No name among the survivors.")
    return [join_sentences(first, memory, nobody), *(_reward_text(report, before, after) for before, after in pairs)]


def _reward_text(report: Report, before: Any, after: Any) -> str:
    pairs = [("madness", before.madness, after.madness), ("luck", before.luck, max(before.luck, after.luck))]
    moved = [f"{label(report, key)} {arrow(report, old, new)}" for key, old, new in pairs if old != new]
    said = ", ".join(moved) or report.pick("rien ne change", "nothing changes")
    return f"{start(name_text(report, before.name))}{report.colon} {said}."
