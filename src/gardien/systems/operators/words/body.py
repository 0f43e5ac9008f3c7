"""The death clock: where a damage stands on it, what care and time do to a wound."""

from fractions import Fraction
from typing import Any

from gardien.core.telling import Told, lower_first
from gardien.core.terms import HARD
from gardien.core.wording import Both, called, joined, of, owned, present, start
from gardien.systems.operators.recovery import CARE, DAYS
from gardien.systems.operators.sentences.grammar import (
    TARGET,
    bought,
    damage,
    face,
    luck_left,
    luck_paid,
    points,
    thrown,
    trial,
    trial_named,
)
from gardien.systems.operators.sentences.refusals import refusal
from gardien.systems.operators.sentences.wounds_told import after_con, level_name, wound
from gardien.systems.operators.values import LEVELS, Combatant
from gardien.systems.operators.wounds import trait

PATIENT: Both = ("la personne blessée", "the patient")
HEALER: Both = ("la personne qui soigne", "the healer")
UNITS: dict[str, tuple[Both, Both]] = {
    "days": (("jour", "jours"), ("day", "days")),
    "hours": (("heure", "heures"), ("hour", "hours")),
    "minutes": (("minute", "minutes"), ("minute", "minutes")),
}
EACH: dict[str, Both] = {
    "days": ("un jour", "a day"),
    "hours": ("une heure", "an hour"),
    "minutes": ("une minute", "a minute"),
}
IN_UNITS: dict[str, Both] = {
    "days": ("en jours", "in days"),
    "hours": ("en heures", "in hours"),
    "minutes": ("en minutes", "in minutes"),
}
CARED: dict[str, Both] = {
    "hospital": ("à l'hôpital", "in hospital"),
    "medic": ("sous les visites d'un infirmier", "on a medic's visits"),
    "none": ("sans soins", "without care"),
}
WHY_NOT: dict[str, Both] = {
    "defender_dead": ("{who} ne vit plus : rien de plus à subir", "{who} is dead: nothing more can happen"),
    "not_worse": (
        "L'état de {who} est déjà aussi grave. Choisir un niveau pire",
        "{who} is already as badly off. Choose a worse level",
    ),
    "no_equipment": (
        "Sans matériel de soin, pas de premiers soins. Trouver une trousse d'abord",
        "No first aid without medical equipment. Find a kit first",
    ),
    "patient_dead": ("Trop tard pour {who} : la mort est passée", "Too late for {who}: death was there first"),
    "not_wounded": ("{who} n'a aucune blessure à soigner", "{who} has no wound to treat"),
    "already_stabilised": (
        "La blessure de {who} est déjà stabilisée : reste la guérison",
        "The wound of {who} is already stabilised: now it has to heal",
    ),
    "stabilised": (
        "La blessure de {who} est stabilisée : l'horloge ne tourne plus",
        "The wound of {who} is stabilised: the clock has stopped",
    ),
    "not_stabilised": (
        "La blessure grave de {who} n'est pas stabilisée : aucune guérison possible. Donner d'abord les premiers soins",
        "The grave wound of {who} is not stabilised: it cannot heal. Give first aid first",
    ),
}


def denied(told: Told, rule: str, who: str) -> list[str]:
    """A refusal about wounds and care."""
    return [refusal(told, rule, who=who, why=_about(told, who))]


def _about(told: Told, who: str) -> Both | None:
    """The sentence for a reason, where there is one here."""
    found = WHY_NOT.get(str(told.outcome.reason))
    return (found[0].replace("de {who}", of(who)), found[1]) if found else None


def length(told: Told, count: float, unit: str) -> str:
    """« 4 heures », « 22,5 jours »."""
    fr, en = UNITS[unit]
    several = count >= 2 if told.language == "fr" else count != 1
    return f"{told.number(count)}{HARD}{told.pick(fr[several], en[several])}"


# --- what a level without a hit leads to -----------------------------------------------------------------------------


def sunk(
    told: Told, state: Any, victim: Combatant, who: str, level: str, written: str, *, luck: int, before: int = 0
) -> str:
    """A level somebody came to without being hit: luck, wounds that add up, the CON test.

    `level` is what came, `written` what went on the sheet, `luck` what is left, `before` what was spent and told.
    """
    spent = victim.luck - luck - before
    con = bought(state.con_roll, state.con_target, state.con_outcome, spent > 0)
    saved = spent > con
    return joined(
        "" if saved and level == "dead" else f"{start(_came_to(told, who, level, saved))}.",
        _added(told, who, level, written, saved),
        _saved(told, who, written, spent - con, luck + con) if saved else "",
        _kept(told, victim, level, written),
        _stands(told, state, victim, who, con),
        luck_left(told, luck) if con else "",
    )


def _came_to(told: Told, who: str, level: str, saved: bool) -> str:
    if level != "dead":
        return level_name(told, level)
    return told.pick("blessure mortelle", "fatal wound") if saved else told.pick(f"{who} meurt", f"{who} dies")


def _added(told: Told, who: str, level: str, written: str, saved: bool) -> str:
    """Wounds counted towards the next level (OPS-HLTH-07)."""
    if LEVELS.index(written) <= LEVELS.index(level):
        return ""
    after = _came_to(told, who, written, saved)
    return told.pick(f"Les blessures s'additionnent : {after}.", f"The wounds add up: {after}.")


def _saved(told: Told, who: str, written: str, spent: int, left: int) -> str:
    """What luck made of it (OPS-LUCK-04, OPS-LUCK-05)."""
    made = {
        "none": ("la blessure grave n'a pas lieu", "the grave wound does not happen"),
        "light": ("la blessure grave devient légère", "the grave wound becomes light"),
    }.get(written, ("la mort devient une blessure grave", "death becomes a grave wound"))
    return luck_paid(told, who, spent, left, made)


def _kept(told: Told, victim: Combatant, level: str, written: str) -> str:
    """An older and worse wound is the one that counts (OPS-HLTH-06)."""
    older = victim.wound_level
    if written == "none" or LEVELS.index(older) <= LEVELS.index(written):
        return ""
    name = level_name(told, older)
    return told.pick(f"Seule la {name} d'avant compte.", f"Only the earlier {name} counts.")


def _stands(told: Told, state: Any, victim: Combatant, who: str, spent: int) -> str:
    """The CON test of a grave level (OPS-HLTH-03)."""
    if not present(state.con_outcome):
        return ""
    relieved = victim.stabilised and victim.painkiller and getattr(state, "stabilised", True) is not False
    test = trial(
        told, "CON", "standard", state.con_target, state.con_roll, str(state.con_outcome), who=who, spent=spent
    )
    return joined(test, after_con(told, who, out=state.out_of_fight, relieved=relieved))


# --- the clock -------------------------------------------------------------------------------------------------------


def grade_wound(told: Told) -> list[str]:
    """« 17 dommages, SB 12 : blessure grave. Aiguille à 7 h 52, délai en minutes. »"""
    given, outcome = told.given, told.outcome
    came = start(damage(told, given.damage))
    threshold = told.number(given.sb)
    level = told.word("level", outcome.level)
    text = told.pick(f"{came}, SB {threshold} : {level}.", f"{came}, wound threshold {threshold}: {level}.")
    if outcome.level == "none":
        return [text]
    hand = told.pick(f"Aiguille à {_clock(told)}", f"The hand stands at {_clock(told)}")
    unit = ""
    if present(outcome.time_unit):
        counted_in = told.pick(*IN_UNITS[outcome.time_unit])
        unit = told.pick(f", délai {counted_in}", f", delay {counted_in}")
    return [f"{text} {hand}{unit}."]


def _clock(told: Told) -> str:
    """The hand of the death clock as a time: « 7 h 52 »."""
    hours, minutes = divmod(int(Fraction(told.outcome.clock_hours) * 60), 60)
    if told.language == "en":
        return f"{hours}:{minutes:02}"
    return f"{hours}{HARD}h" + (f"{HARD}{minutes:02}" if minutes else "")


def apply_damage(told: Told) -> list[str]:
    """One damage and what it does."""
    given, outcome = told.given, told.outcome
    target = given.defender
    who = called(told, target, TARGET)
    if outcome.refused:
        return denied(told, "OPS-HLTH-05", who)
    hurt = wound(
        told, outcome, target, name=who, nature=trait(target, given.damage_kind, given.special), luck=outcome.luck
    )
    return [f"{start(who)}{told.colon} {lower_first(hurt)}" if target.name.strip() else hurt]


def aggravate(told: Told) -> list[str]:
    """Contrôle finds a wound worse."""
    given, outcome = told.given, told.outcome
    victim = given.defender
    who = called(told, victim, PATIENT)
    if outcome.refused:
        return denied(told, "OPS-HLTH-07", who)
    head = told.pick("Contrôle aggrave ", "Control worsens ") + owned(told, ("l'état", "state"), who)
    end = sunk(told, outcome, victim, who, given.level, outcome.wound_level, luck=outcome.luck)
    if given.level == "dead":
        return [f"{head}. {end}"]
    return [f"{head}{told.colon} {lower_first(end)}"]


# --- care on the spot ------------------------------------------------------------------------------------------------


def first_aid(told: Told) -> list[str]:
    """« Premiers soins de Vasseur sur Reyes, test difficile d'INT (36 %) : 27, réussite. »"""
    given, outcome = told.given, told.outcome
    healer, patient = given.healer, given.patient
    who, whom = called(told, healer, HEALER, acts=True), called(told, patient, PATIENT)
    if outcome.refused:
        theirs = outcome.reason in ("dead", "out_of_fight", "helpless")
        return denied(told, "OPS-HLTH-09", who if theirs else whom)
    head = start(owned(told, ("premiers soins", "first aid"), healer.name.strip() or told.who))
    if patient.name.strip() and patient.name != healer.name:
        head += told.pick(f" sur {whom}", f" to {whom}")
    spent = healer.luck - outcome.luck
    if outcome.final_difficulty not in ("automatic", "impossible"):
        head += f", {trial_named(told, 'INT', outcome.final_difficulty, outcome.target)}"
    said = thrown(told, outcome.roll, outcome.outcome, who=who, spent=spent)
    lines = [joined(f"{head}{told.colon} {said}", luck_left(told, outcome.luck) if spent else "")]
    return [*lines, _aided(told)]


def _aided(told: Told) -> str:
    """What the care brought."""
    outcome = told.outcome
    if outcome.stabilised:
        return told.pick(
            "La blessure est stabilisée : l'horloge s'arrête.", "The wound is stabilised: the clock stops."
        )
    if outcome.delay_ended is True:
        return told.pick(
            "La blessure n'est pas stabilisée, et son délai prend fin sur-le-champ.",
            "The wound is not stabilised, and its delay ends at once.",
        )
    wait = told.pick(*EACH[outcome.retry_unit])
    return told.pick(
        f"La blessure n'est pas stabilisée. Nouvel essai dans {wait}.",
        f"The wound is not stabilised. A new try in {wait}.",
    )


def give_painkiller(told: Told) -> list[str]:
    """A dose, and whether actions become easier."""
    given, outcome = told.given, told.outcome
    patient = given.patient
    who = called(told, patient, PATIENT)
    if outcome.refused:
        return denied(told, "OPS-HLTH-10", who)
    hours = length(told, outcome.hours, "hours")
    dose = told.pick(
        f"{who} reçoit un antidouleur, qui agit {hours}.", f"{who} gets a painkiller, which acts for {hours}."
    )
    grave = patient.wound_level == "grave" and not patient.no_pain
    end = ""
    if grave and outcome.relieved:
        end = told.pick(
            "La blessure grave ne rend plus les actions extrêmes.",
            "The grave wound no longer makes actions extreme.",
        )
    elif grave:
        end = told.pick(
            "Tant que la blessure grave n'est pas stabilisée, toute action reste extrême.",
            "Until the grave wound is stabilised, every action stays extreme.",
        )
    return [joined(start(dose), end)]


# --- what time does --------------------------------------------------------------------------------------------------


def start_clock(told: Told) -> list[str]:
    """« Blessure grave, 1D6+1 = 5 : à soigner d'ici 5 minutes, sinon test de CON. »"""
    outcome = told.outcome
    level = start(level_name(told, told.given.level))
    wait = length(told, outcome.delay, outcome.unit)
    return [
        told.pick(
            f"{level}, 1D6+1 = {outcome.delay} : à soigner d'ici {wait}, sinon test de CON.",
            f"{level}, 1D6+1 = {outcome.delay}: care within {wait}, or a CON test.",
        )
    ]


def clock_expires(told: Told) -> list[str]:
    """The delay has run out: a CON test, or one level worse."""
    given, outcome = told.given, told.outcome
    patient = given.patient
    who = called(told, patient, PATIENT)
    if outcome.refused:
        return denied(told, "OPS-HLTH-08", who)
    spent = patient.luck - outcome.luck
    first = bought(outcome.roll, outcome.target, outcome.outcome, spent > 0)
    head = told.pick("Délai écoulé", "The delay has run out")
    if patient.name.strip():
        head += told.pick(f" pour {who}", f" for {who}")
    test = trial_named(told, "CON", "standard", outcome.target)
    said = thrown(told, outcome.roll, outcome.outcome, who=who, spent=first)
    lines = [joined(f"{head}, {test}{told.colon} {said}", luck_left(told, patient.luck - first) if first else "")]
    if outcome.outcome in ("critical", "success"):
        name = level_name(told, outcome.wound_level)
        lines.append(told.pick(f"La {name} n'empire pas.", f"The {name} gets no worse."))
    else:
        fell = LEVELS[LEVELS.index(patient.wound_level) + 1]
        end = sunk(told, outcome, patient, who, fell, outcome.wound_level, luck=outcome.luck, before=first)
        lines.append(
            end
            if fell == "dead"
            else told.pick("La blessure empire", "It gets worse") + f"{told.colon} {lower_first(end)}"
        )
    if present(outcome.delay):
        wait = length(told, outcome.delay, outcome.unit)
        lines.append(told.pick(f"Nouveau délai : 1D6+1 = {wait}.", f"New delay: 1D6+1 = {wait}."))
    return lines


def recover(told: Told) -> list[str]:
    """Each level left behind, then the whole time."""
    given, outcome = told.given, told.outcome
    patient = given.patient
    who = called(told, patient, PATIENT)
    if outcome.refused:
        return denied(told, "OPS-HLTH-11", who)
    head = owned(told, ("guérison", "recovery"), patient.name.strip() or told.who) + f" {told.pick(*CARED[given.care])}"
    if present(outcome.target):
        tests = trial_named(told, "CON", "difficult", outcome.target)
        head += told.pick(f", {tests} à chaque niveau", f", a {tests} at each level")
    lines = [f"{start(head)}."]
    rolls = outcome.rolls if present(outcome.rolls) else ()
    for index, (level, days) in enumerate(zip(outcome.stages, outcome.days, strict=True)):
        shown = face(rolls[index]) if len(rolls) == len(outcome.stages) else ""
        lines.append(_stage(told, level, days, days < DAYS[level] * CARE[given.care], shown))
    spent = patient.luck - outcome.luck
    if spent:
        pays = told.pick(f"{who} dépense {points(told, spent)}.", f"{who} spends {points(told, spent)}.")
        lines.append(joined(start(pays), luck_left(told, outcome.luck)))
    whole = length(told, outcome.total_days, "days")
    return [*lines, told.pick(f"En tout : {whole}.", f"In all: {whole}.")]


def _stage(told: Told, level: str, days: float, halved: bool, shown: str) -> str:
    """« Blessure grave : 27, durée divisée par deux, 30 jours. »"""
    parts = [shown] if shown else []
    if halved:
        parts.append(told.pick("durée divisée par deux", "half the time"))
    elif shown:
        parts.append(told.pick("durée entière", "the whole time"))
    return f"{start(level_name(told, level))}{told.colon} {', '.join([*parts, length(told, days, 'days')])}."
