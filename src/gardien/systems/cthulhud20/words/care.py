"""What becomes of wounds: care, surgery, long-term care, what time takes and gives back, the tracking sheet."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.terms import HARD
from gardien.core.wording import (
    Both,
    count_of,
    join_list,
    join_sentences,
    of,
    off_at_this_table,
    present,
    refusal_line,
    start,
    to,
    who_text,
    word,
)
from gardien.systems.cthulhud20.rules.body.bleeding_and_rest import DAY, HOUR, MINUTE, Tick
from gardien.systems.cthulhud20.rules.body.care import BED_DC, BED_PATIENTS, CARE_RULES, SURGERY_DC
from gardien.systems.cthulhud20.rules.body.tracking_sheet import TrackedRow, TrackedWound
from gardien.systems.cthulhud20.rules.fight.attack_severity import CARE_DC
from gardien.systems.cthulhud20.rules.person import FAINT_DC
from gardien.systems.cthulhud20.vocabulary import WHOLE
from gardien.systems.cthulhud20.words.body import (
    closed_text,
    death_text,
    faint_end_text,
    losses_clause,
    owned_save,
    pools_text,
    refuse_dead,
    state_text,
    victim_of,
)
from gardien.systems.cthulhud20.words.grammar import (
    at_zone,
    below_text,
    dc,
    face_of,
    faces_of,
    points,
    rounds,
    signed,
    skill_name,
    sum_text,
    the_zone,
    trial_text,
    verdict,
    wound_name,
    zone_name,
)
from gardien.systems.cthulhud20.words.wounds import BANDAGE, STILL_BLEEDS

PATIENT: Both = ("la personne blessée", "the patient")
HEALER: Both = ("la personne qui soigne", "the healer")
NO_CARE: dict[str, Both] = {
    "patient_dead": ("{patient} ne vit plus : aucun soin n'y change rien", "{patient} is dead: no care can help"),
    "healer_cannot_act": ("{who} n'est pas en état de donner des soins", "{who} is in no state to give care"),
    "no_wound": ("{patient} n'a aucune blessure à soigner", "{patient} has no wound to treat"),
    "already_treated": ("Cette blessure est déjà soignée", "This wound has been treated already"),
    "untrained": ("{who} n'a aucun degré en {skill}", "{who} has no rank in {skill}"),
    "no_surgery_needed": ("Cette blessure n'a pas besoin d'opération", "This wound needs no surgery"),
    "not_treated": ("Soigner d'abord cette blessure, puis opérer", "Treat this wound first, then operate"),
}


def _refuse_care(report: Report, why: str, rule: str, skill: str) -> list[str]:
    fr, en = NO_CARE[why]
    patient, name = who_text(report, report.given.patient, PATIENT), skill_name(report, skill)
    words = tuple(one.replace("{patient}", patient).replace("{skill}", name) for one in (fr, en))
    return [refusal_line(report, (words[0], words[1]), rule, who_text(report, report.given.healer, HEALER, acts=True))]


def _on(report: Report, what: Both, zone: str) -> str:
    """« soins d'Anna sur la jambe gauche de Paul », « soins de Paul sur sa blessure à la jambe gauche »."""
    healer, patient = report.given.healer.name or report.who, report.given.patient.name
    own = bool(healer) and healer == patient and zone != WHOLE
    if report.language == "en":
        owner = f"{healer}'s {what[1]}" if healer else what[1]
        if own:
            return f"{owner} their own {zone_name(report, zone)}"
        if zone == WHOLE:
            return f"{owner} {patient or report.pick(*PATIENT)}"
        return f"{owner} {patient}'s {zone_name(report, zone)}" if patient else f"{owner} {the_zone(report, zone)}"
    text = f"{what[0]} {of(healer)}" if healer else what[0]
    if own:
        return f"{text} sur sa blessure {at_zone(report, zone)}"
    if zone == WHOLE:
        return f"{text} {to(patient or report.pick(*PATIENT))}"
    return f"{text} sur {the_zone(report, zone)}" + (f" {of(patient)}" if patient else "")


def _care_roll_text(report: Report, head: str, difficulty: str, outcome: Any, purpose: str) -> str:
    """« Soins d'Anna sur le torse, DD 15 (5 + GB 10) : 12 (d20) + 4 = 16, réussi. »"""
    face = face_of(report, purpose)
    end = verdict(report, outcome.success)
    if face is None or not present(outcome.total):
        return f"{start(head)}, {difficulty}{report.colon} {end}."
    return f"{start(head)}, {difficulty}{report.colon} {sum_text(report, face, outcome.total - face)}, {end}."


def care(report: Report) -> list[str]:
    """« Soins d'Anna sur la jambe gauche de Paul, DD 15 (5 + GB 10) : 12 (d20) + 4 = 16, réussi. »"""
    given, outcome = report.given, report.outcome
    if present(outcome.refused):
        return _refuse_care(report, outcome.refused, CARE_RULES[outcome.refused], given.skill)
    wound = given.patient.wounds[given.wound]
    head = _on(report, ("soins", "care of"), wound.zone)
    if not outcome.roll_needed:
        return [join_sentences(f"{start(head)}.", report.pick(*BANDAGE))]
    sum_of = f"{dc(report, outcome.care_dc)} ({CARE_DC} + GB {report.number(outcome.care_dc - CARE_DC)})"
    thrown = _care_roll_text(report, head, sum_of, outcome, "care")
    if outcome.success:
        return [join_sentences(thrown, closed_text(report))]
    left = report.pick("La blessure reste à soigner.", "The wound is still to be treated.")
    return [join_sentences(thrown, report.pick(*STILL_BLEEDS) if outcome.bleeding else left)]


def surgery(report: Report) -> list[str]:
    """« Opération d'Anna sur le bras droit de Paul, DD 18 (15 + 3 PV perdus) : 12 (d20) + 8 = 20, réussi. »"""
    given, outcome = report.given, report.outcome
    if present(outcome.refused):
        rule = "CD20-HP-04" if outcome.refused == "patient_dead" else "CD20-P-HEAL-01"
        return _refuse_care(report, outcome.refused, rule, "knowledge_medicine")
    zone = given.patient.wounds[given.wound].zone
    lost = outcome.dc - SURGERY_DC
    counts = points(report, lost, "PV")
    why = report.pick(f"{counts} {'perdus' if lost > 1 else 'perdu'}", f"{counts} lost")
    thrown = _care_roll_text(
        report,
        _on(report, ("opération", "operation on"), zone),
        f"{dc(report, outcome.dc)} ({SURGERY_DC} + {why})",
        outcome,
        "surgery",
    )
    hour = count_of(report, outcome.hours, ("h", "h"), ("h", "h"))
    spent = report.pick(f"Durée : {hour}.", f"Time: {hour}.")
    name = start(the_zone(report, zone))
    if not outcome.success:
        end = report.pick("La blessure reste à opérer.", "The wound still needs surgery.")
    elif zone not in given.patient.hampered_parts:
        end = report.pick("La blessure est opérée.", "The wound has been operated on.")
    elif zone in outcome.hampered_parts:
        end = report.pick(
            f"{name} servira de nouveau quand tous les PV seront revenus.",
            f"{name} will serve again once all PV are back.",
        )
    else:
        end = report.pick(f"{name} sert de nouveau.", f"{name} serves again.")
    return [thrown, join_sentences(spent, end)]


def long_term_care(report: Report) -> list[str]:
    """« Une journée auprès de 3 malades : 12 (d20) + 4 = 16 contre DD 15, réussi. 2 PV par jour de lit. »"""
    given, outcome = report.given, report.outcome
    if present(outcome.refused):
        if outcome.refused == "option_off":
            what = ("Les soins au long cours ne sont pas permis", "Long-term care is not allowed")
            return [off_at_this_table(report, what, "long_term_care", "CD20-P-HEAL-02")]
        asked = report.number(given.patients)
        return [
            refusal_line(
                report,
                (
                    f"Une seule personne veille sur {BED_PATIENTS} malades au plus : {asked} sont demandés",
                    f"One healer watches over {BED_PATIENTS} patients at most: {asked} were asked for",
                ),
                "CD20-P-HEAL-02",
            )
        ]
    patients = count_of(report, given.patients, ("malade", "malades"), ("patient", "patients"))
    whose = report.pick(f"une journée auprès de {patients}", f"a day with {patients}")
    if given.patients == 1:
        whose = report.pick("une journée de soins", "a day of care")
    head = ", ".join(part for part in (report.who, whose) if part)
    thrown = trial_text(report, head, given.bonus, BED_DC, outcome.total, outcome.success)
    gain = f"{report.number(outcome.pv_per_day)}{HARD}PV"
    return [join_sentences(thrown, report.pick(f"Au lit : {gain} par jour.", f"In bed: {gain} a day."))]


# ---- time ----


MOST_TOLD = 12  # losses told one by one


def span_text(report: Report, count: int) -> str:
    """Rounds of six seconds as people say them: « 7 rounds », « 10 min », « 3 h 20 », « 2 jours »."""
    if count < MINUTE or count % MINUTE:
        return rounds(report, count)
    if count >= DAY:
        days, rest = divmod(count, DAY)
        name = f"{report.number(days)}{HARD}" + report.pick(
            "jours" if days > 1 else "jour", "days" if days > 1 else "day"
        )
        return name if not rest else f"{name} {report.pick('et', 'and')} {span_text(report, rest)}"
    hours, rest = divmod(count, HOUR)
    minutes = rest // MINUTE
    if not hours:
        return f"{minutes}{HARD}min"
    return f"{hours}{HARD}h" + (f"{HARD}{minutes:02}" if minutes else "")


def advance_time(report: Report) -> list[str]:
    """« 10 min passent pour Paul. », then each loss, what rest gave back, what is left."""
    given, outcome = report.given, report.outcome
    who = victim_of(report, given.victim)
    if present(outcome.refused):
        return [refuse_dead(report, who)]
    time = span_text(report, outcome.rounds_passed)
    one = time.startswith(f"1{HARD}")
    head = report.pick(
        f"{time} {'passe' if one else 'passent'} pour {who}.", f"{time} {'passes' if one else 'pass'} for {who}."
    )
    if not outcome.rounds_passed:
        head = report.pick(f"Le temps s'arrête pour {who}.", f"Time stands still for {who}.")
    elif given.resting and not (outcome.ticks_count or present(outcome.next_tick_in_rounds)):  # blood is no rest
        head = start(report.pick(f"{who} se repose : {time}.", f"{who} rests: {time}."))
    lines = [head, *_losses(report, who)]
    if outcome.state == "dead":
        return [*lines, death_text(report, who, given.victim.tables), pools_text(report, who, given.victim, outcome)]
    back = [points(report, gain, code) for gain, code in _gains(report) if gain]
    rest = (
        report.pick(f"Le repos rend {join_list(report, back)}.", f"Rest gives back {join_list(report, back)}.")
        if back
        else ""
    )
    left = join_sentences(rest, pools_text(report, who, given.victim, outcome), _wounds(report))
    unchanged = report.pick("Rien ne change.", "Nothing changes.")
    return [*lines, left or (unchanged if not outcome.ticks_count else "")]


def _gains(report: Report) -> tuple[tuple[int, str], ...]:
    return ((report.outcome.pv_recovered, "PV"), (report.outcome.pf_recovered, "PF"))


def _wounds(report: Report) -> str:
    """What becomes of the wounds: the next loss, or none left."""
    outcome = report.outcome
    if present(outcome.next_tick_in_rounds):
        when = span_text(report, outcome.next_tick_in_rounds)
        return report.pick(f"Prochaine perte dans {when}.", f"Next loss in {when}.")
    healed = present(outcome.wounds) and report.given.victim.wounds and not outcome.wounds
    return report.pick("Toutes les blessures sont guéries.", "All wounds have healed.") if healed else ""


def _losses(report: Report, who: str) -> list[str]:
    """One line for each loss, as many as one reads."""
    ticks: tuple[Tick, ...] = report.outcome.ticks if present(report.outcome.ticks) else ()
    rolls, saves = faces_of(report, "stabilisation", "d100"), faces_of(report, "faint_save", "d20")
    lines = [_loss(report, who, tick, rolls, saves) for tick in ticks]
    if len(lines) <= MOST_TOLD:
        return lines
    more = report.number(len(lines) - MOST_TOLD)
    return [
        *lines[: MOST_TOLD - 1],
        report.pick(f"Puis {more} pertes de même, et la dernière.", f"Then {more} more losses, and the last one."),
        lines[-1],
    ]


def _loss(report: Report, who: str, tick: Tick, rolls: list[int], saves: list[int]) -> str:
    """« Après 1 min, bras droit : −1 PF, −1 PV. Stabilisation : 41 au d100, il fallait moins de 8, raté. »"""
    wound = report.given.victim.wounds[tick.wound]
    when = span_text(report, tick.at_round)
    head = report.pick(
        f"Après {when}, {zone_name(report, wound.zone)}", f"After {when}, {zone_name(report, wound.zone)}"
    )
    text = f"{head}{report.colon} {losses_clause(report, 1, 1)}."
    if tick.faint_save_needed and isinstance(tick.faint_save_total, int):
        face = saves.pop(0)
        thrown = sum_text(report, face, tick.faint_save_total - face)
        against = report.pick(f"contre {dc(report, FAINT_DC)}", f"against {dc(report, FAINT_DC)}")
        end = verdict(report, tick.faint_save_success is True)
        save = f"{start(owned_save(report, who))}{report.colon} {thrown} {against}, {end}."
        text = join_sentences(text, save, faint_end_text(report, who, tick.state))
    if not present(tick.stabilise_total):
        return text
    head = report.pick("stabilisation", "stabilisation")
    return join_sentences(
        text, below_text(report, head, rolls.pop(0), tick.stabilise_total or 0, tick.stabilised is True)
    )


# ---- the tracking sheet ----


def tracking_sheet(report: Report) -> list[str]:
    """« Paul : PF 8 sur 10, malus de fatigue −1, PV 7 sur 9, en état d'agir. Bras droit : … »"""
    rows: tuple[TrackedRow, ...] = report.outcome.rows
    return [_tracked_row(report, row) for row in rows] or [
        report.pick("Personne à suivre.", "Nobody to keep track of.")
    ]


def _tracked_row(report: Report, row: TrackedRow) -> str:
    name = row.name.strip() or report.pick("sans nom", "without a name")
    fatigue = f"PF {_of(report, row.pf, row.pf_max)}"
    if row.fatigue_malus:
        shown = signed(report, row.fatigue_malus)
        fatigue += report.pick(f", malus de fatigue {shown}", f", fatigue penalty {shown}")
    text = (
        f"{start(name)}{report.colon} {fatigue}, PV {_of(report, row.pv, row.pv_max)}, {state_text(report, row.state)}."
    )
    return " ".join((text, *(_tracked_wound(report, wound) for wound in row.wounds)))


def _of(report: Report, left: int, most: int) -> str:
    return f"{report.number(left)} {report.pick('sur', 'of')} {report.number(most)}"


def _tracked_wound(report: Report, wound: TrackedWound) -> str:
    """« Bras droit : blessure grave, GB 10, saigne, soins DD 15, prochaine perte dans 4 rounds. »"""
    parts = [wound_name(report, wound.severity), f"GB {report.number(wound.gb)}", word(report, "status", wound.status)]
    if isinstance(wound.care_dc, int):
        parts.append(report.pick(f"soins {dc(report, wound.care_dc)}", f"care {dc(report, wound.care_dc)}"))
    if isinstance(wound.next_loss_in_rounds, int):
        when = span_text(report, wound.next_loss_in_rounds)
        parts.append(report.pick(f"prochaine perte dans {when}", f"next loss in {when}"))
    return f"{start(zone_name(report, wound.zone))}{report.colon} {', '.join(parts)}."
