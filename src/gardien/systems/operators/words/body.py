"""Damage and the death clock: what a weapon does and where, what care and time do to a wound."""

from fractions import Fraction
from typing import Any

from gardien.core.dice import Dice
from gardien.core.telling import Report, lower_first
from gardien.core.terms import HARD
from gardien.core.wording import Both, join_sentences, of, present, start, thing_of, who_text, word
from gardien.systems.operators.rules.body.recovery import CARE, DAYS
from gardien.systems.operators.rules.body.wounds import trait
from gardien.systems.operators.rules.character import LEVELS, Combatant
from gardien.systems.operators.rules.fight.weapons import arm_of, bonus_dice
from gardien.systems.operators.words.grammar import (
    TARGET,
    damage,
    face,
    luck_cost,
    luck_left_text,
    luck_paid_text,
    points,
    refusal,
    throw_text,
    trial_name,
    trial_text,
)
from gardien.systems.operators.words.wounds import con_text, level_name, wound_text

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


def refuse_harm(report: Report, rule: str, who: str) -> list[str]:
    """A refusal about wounds and care."""
    return [refusal(report, rule, who=who, why=_about(report, who))]


def _about(report: Report, who: str) -> Both | None:
    """The sentence for a reason, where there is one here."""
    sentence = WHY_NOT.get(str(report.outcome.reason))
    return (sentence[0].replace("de {who}", of(who)), sentence[1]) if sentence else None


def length(report: Report, count: float, unit: str) -> str:
    """« 4 heures », « 22,5 jours »."""
    fr, en = UNITS[unit]
    several = count >= 2 if report.language == "fr" else count != 1
    return f"{report.number(count)}{HARD}{report.pick(fr[several], en[several])}"


# --- what a level without a hit leads to -----------------------------------------------------------------------------


def worsening_text(
    report: Report, state: Any, victim: Combatant, who: str, level: str, written: str, *, luck: int, before: int = 0
) -> str:
    """A level somebody came to without being hit: luck, wounds that add up, the CON test.

    `level` is what came, `written` what went on the sheet, `luck` what is left, `before` what was spent and told.
    """
    spent = victim.luck - luck - before
    con = luck_cost(state.con_roll, state.con_target, state.con_outcome, spent > 0)
    saved = spent > con
    return join_sentences(
        "" if saved and level == "dead" else f"{start(_level_text(report, who, level, saved))}.",
        _accumulation_text(report, who, level, written, saved),
        _luck_text(report, who, written, spent - con, luck + con) if saved else "",
        _older_wound_text(report, victim, level, written),
        _con_text(report, state, victim, who, con),
        luck_left_text(report, luck) if con else "",
    )


def _level_text(report: Report, who: str, level: str, saved: bool) -> str:
    if level != "dead":
        return level_name(report, level)
    return report.pick("blessure mortelle", "fatal wound") if saved else report.pick(f"{who} meurt", f"{who} dies")


def _accumulation_text(report: Report, who: str, level: str, written: str, saved: bool) -> str:
    """Wounds counted towards the next level (OPS-HLTH-07)."""
    if LEVELS.index(written) <= LEVELS.index(level):
        return ""
    after = _level_text(report, who, written, saved)
    return report.pick(f"Les blessures s'additionnent : {after}.", f"The wounds add up: {after}.")


def _luck_text(report: Report, who: str, written: str, spent: int, left: int) -> str:
    """What luck made of it (OPS-LUCK-04, OPS-LUCK-05)."""
    made = {
        "none": ("la blessure grave n'a pas lieu", "the grave wound does not happen"),
        "light": ("la blessure grave devient légère", "the grave wound becomes light"),
    }.get(written, ("la mort devient une blessure grave", "death becomes a grave wound"))
    return luck_paid_text(report, who, spent, left, made)


def _older_wound_text(report: Report, victim: Combatant, level: str, written: str) -> str:
    """An older and worse wound is the one that counts (OPS-HLTH-06)."""
    older = victim.wound_level
    if written == "none" or LEVELS.index(older) <= LEVELS.index(written):
        return ""
    name = level_name(report, older)
    return report.pick(f"Seule la {name} d'avant compte.", f"Only the earlier {name} counts.")


def _con_text(report: Report, state: Any, victim: Combatant, who: str, spent: int) -> str:
    """The CON test of a grave level (OPS-HLTH-03)."""
    if not present(state.con_outcome):
        return ""
    relieved = victim.stabilised and victim.painkiller and getattr(state, "stabilised", True) is not False
    test = trial_text(
        report, "CON", "standard", state.con_target, state.con_roll, str(state.con_outcome), who=who, spent=spent
    )
    return join_sentences(test, con_text(report, who, out=state.out_of_fight, relieved=relieved))


# --- the clock -------------------------------------------------------------------------------------------------------


def roll_damage(report: Report) -> list[str]:
    """« 1D6+12 = 15, + 4 × 12 = 63 dommages (de 61 à 66). »"""
    given, outcome = report.given, report.outcome
    arm, bonus = arm_of(given.weapon or "", given.custom_weapon), bonus_dice(given.bonus)
    text = _part(report, arm.dice, outcome.weapon_roll)
    total = outcome.weapon_roll
    if bonus.terms:
        total += outcome.bonus_roll
        text += f", + {_part(report, bonus, outcome.bonus_roll)}"
    if outcome.burst_damage:
        total += outcome.burst_damage
        text += f", + {report.number(given.extra_rounds)} × {report.number(arm.flat)}"
    if given.critical:
        text += ", × 2"
    plain = text.count(",") == 0
    text = f"{text}{report.colon} {damage(report, outcome.damage_final)}" if not plain else _plain(report, text, total)
    low, high = report.number(outcome.minimum), report.number(outcome.maximum)
    return [f"{text} {report.pick(f'(de {low} à {high})', f'({low} to {high})')}."]


def _part(report: Report, dice: Dice, value: int) -> str:
    return f"{dice} = {report.number(value)}" if dice.terms else report.number(value)


def _plain(report: Report, text: str, total: int) -> str:
    return f"{text} {report.pick('dommages' if total > 1 else 'dommage', 'damage')}"


def locate_hit(report: Report) -> list[str]:
    """« 27 se lit 72 : jambe droite. »"""
    outcome = report.outcome
    read = face(report.given.roll), report.number(outcome.location_number)
    place = word(report, "location", outcome.location)
    return [report.pick(f"{read[0]} se lit {read[1]} : {place}.", f"{read[0]} reads {read[1]}: {place}.")]


def grade_wound(report: Report) -> list[str]:
    """« 17 dommages, SB 12 : blessure grave. Aiguille à 7 h 52, délai en minutes. »"""
    given, outcome = report.given, report.outcome
    came = start(damage(report, given.damage))
    threshold = report.number(given.sb)
    level = report.word("level", outcome.level)
    text = report.pick(f"{came}, SB {threshold} : {level}.", f"{came}, wound threshold {threshold}: {level}.")
    if outcome.level == "none":
        return [text]
    hand = report.pick(f"Aiguille à {_clock(report)}", f"The hand stands at {_clock(report)}")
    unit = ""
    if present(outcome.time_unit):
        counted_in = report.pick(*IN_UNITS[outcome.time_unit])
        unit = report.pick(f", délai {counted_in}", f", delay {counted_in}")
    return [f"{text} {hand}{unit}."]


def _clock(report: Report) -> str:
    """The hand of the death clock as a time: « 7 h 52 »."""
    hours, minutes = divmod(int(Fraction(report.outcome.clock_hours) * 60), 60)
    if report.language == "en":
        return f"{hours}:{minutes:02}"
    return f"{hours}{HARD}h" + (f"{HARD}{minutes:02}" if minutes else "")


def apply_damage(report: Report) -> list[str]:
    """One damage and what it does."""
    given, outcome = report.given, report.outcome
    target = given.defender
    who = who_text(report, target, TARGET)
    if outcome.refused:
        return refuse_harm(report, "OPS-HLTH-05", who)
    hurt = wound_text(
        report, outcome, target, name=who, nature=trait(target, given.damage_kind, given.special), luck=outcome.luck
    )
    return [f"{start(who)}{report.colon} {lower_first(hurt)}" if target.name.strip() else hurt]


def aggravate(report: Report) -> list[str]:
    """Contrôle finds a wound worse."""
    given, outcome = report.given, report.outcome
    victim = given.defender
    who = who_text(report, victim, PATIENT)
    if outcome.refused:
        return refuse_harm(report, "OPS-HLTH-07", who)
    head = report.pick("Contrôle aggrave ", "Control worsens ") + thing_of(report, ("l'état", "state"), who)
    end = worsening_text(report, outcome, victim, who, given.level, outcome.wound_level, luck=outcome.luck)
    if given.level == "dead":
        return [f"{head}. {end}"]
    return [f"{head}{report.colon} {lower_first(end)}"]


# --- care on the spot ------------------------------------------------------------------------------------------------


def first_aid(report: Report) -> list[str]:
    """« Premiers soins de Vasseur sur Reyes, test difficile d'INT (36 %) : 27, réussite. »"""
    given, outcome = report.given, report.outcome
    healer, patient = given.healer, given.patient
    who, whom = who_text(report, healer, HEALER, acts=True), who_text(report, patient, PATIENT)
    if outcome.refused:
        theirs = outcome.reason in ("dead", "out_of_fight", "helpless")
        return refuse_harm(report, "OPS-HLTH-09", who if theirs else whom)
    head = start(thing_of(report, ("premiers soins", "first aid"), healer.name.strip() or report.who))
    if patient.name.strip() and patient.name != healer.name:
        head += report.pick(f" sur {whom}", f" to {whom}")
    spent = healer.luck - outcome.luck
    if outcome.final_difficulty not in ("automatic", "impossible"):
        head += f", {trial_name(report, 'INT', outcome.final_difficulty, outcome.target)}"
    said = throw_text(report, outcome.roll, outcome.outcome, who=who, spent=spent)
    lines = [join_sentences(f"{head}{report.colon} {said}", luck_left_text(report, outcome.luck) if spent else "")]
    return [*lines, _care_text(report)]


def _care_text(report: Report) -> str:
    """What the care brought."""
    outcome = report.outcome
    if outcome.stabilised:
        return report.pick(
            "La blessure est stabilisée : l'horloge s'arrête.", "The wound is stabilised: the clock stops."
        )
    if outcome.delay_ended is True:
        return report.pick(
            "La blessure n'est pas stabilisée, et son délai prend fin sur-le-champ.",
            "The wound is not stabilised, and its delay ends at once.",
        )
    wait = report.pick(*EACH[outcome.retry_unit])
    return report.pick(
        f"La blessure n'est pas stabilisée. Nouvel essai dans {wait}.",
        f"The wound is not stabilised. A new try in {wait}.",
    )


def give_painkiller(report: Report) -> list[str]:
    """A dose, and whether actions become easier."""
    given, outcome = report.given, report.outcome
    patient = given.patient
    who = who_text(report, patient, PATIENT)
    if outcome.refused:
        return refuse_harm(report, "OPS-HLTH-10", who)
    hours = length(report, outcome.hours, "hours")
    dose = report.pick(
        f"{start(who)} : sous antidouleur pendant {hours}.", f"{start(who)}: on painkillers for {hours}."
    )
    grave = patient.wound_level == "grave" and not patient.no_pain
    end = ""
    if grave and outcome.relieved:
        end = report.pick(
            "La blessure grave ne rend plus les actions extrêmes.",
            "The grave wound no longer makes actions extreme.",
        )
    elif grave:
        end = report.pick(
            "Tant que la blessure grave n'est pas stabilisée, toute action reste extrême.",
            "Until the grave wound is stabilised, every action stays extreme.",
        )
    return [join_sentences(start(dose), end)]


# --- what time does --------------------------------------------------------------------------------------------------


def start_clock(report: Report) -> list[str]:
    """« Blessure grave, 1D6+1 = 5 : à soigner d'ici 5 minutes, sinon test de CON. »"""
    outcome = report.outcome
    level = start(level_name(report, report.given.level))
    wait = length(report, outcome.delay, outcome.unit)
    return [
        report.pick(
            f"{level}, 1D6+1 = {outcome.delay} : à soigner d'ici {wait}, sinon test de CON.",
            f"{level}, 1D6+1 = {outcome.delay}: care within {wait}, or a CON test.",
        )
    ]


def clock_expires(report: Report) -> list[str]:
    """The delay has run out: a CON test, or one level worse."""
    given, outcome = report.given, report.outcome
    patient = given.patient
    who = who_text(report, patient, PATIENT)
    if outcome.refused:
        return refuse_harm(report, "OPS-HLTH-08", who)
    spent = patient.luck - outcome.luck
    first = luck_cost(outcome.roll, outcome.target, outcome.outcome, spent > 0)
    head = report.pick("Délai écoulé", "The delay has run out")
    if patient.name.strip():
        head += report.pick(f" pour {who}", f" for {who}")
    test = trial_name(report, "CON", "standard", outcome.target)
    said = throw_text(report, outcome.roll, outcome.outcome, who=who, spent=first)
    lines = [
        join_sentences(
            f"{head}, {test}{report.colon} {said}", luck_left_text(report, patient.luck - first) if first else ""
        )
    ]
    if outcome.outcome in ("critical", "success"):
        name = level_name(report, outcome.wound_level)
        lines.append(report.pick(f"La {name} n'empire pas.", f"The {name} gets no worse."))
    else:
        fell = LEVELS[LEVELS.index(patient.wound_level) + 1]
        end = worsening_text(report, outcome, patient, who, fell, outcome.wound_level, luck=outcome.luck, before=first)
        lines.append(
            end
            if fell == "dead"
            else report.pick("La blessure empire", "It gets worse") + f"{report.colon} {lower_first(end)}"
        )
    if present(outcome.delay):
        wait = length(report, outcome.delay, outcome.unit)
        lines.append(report.pick(f"Nouveau délai : 1D6+1 = {wait}.", f"New delay: 1D6+1 = {wait}."))
    return lines


def recover(report: Report) -> list[str]:
    """Each level left behind, then the whole time."""
    given, outcome = report.given, report.outcome
    patient = given.patient
    who = who_text(report, patient, PATIENT)
    if outcome.refused:
        return refuse_harm(report, "OPS-HLTH-11", who)
    head = (
        thing_of(report, ("guérison", "recovery"), patient.name.strip() or report.who)
        + f" {report.pick(*CARED[given.care])}"
    )
    if present(outcome.target):
        tests = trial_name(report, "CON", "difficult", outcome.target)
        head += report.pick(f", {tests} à chaque niveau", f", a {tests} at each level")
    lines = [f"{start(head)}."]
    rolls = outcome.rolls if present(outcome.rolls) else ()
    for index, (level, days) in enumerate(zip(outcome.stages, outcome.days, strict=True)):
        shown = face(rolls[index]) if len(rolls) == len(outcome.stages) else ""
        lines.append(_stage(report, level, days, days < DAYS[level] * CARE[given.care], shown))
    spent = patient.luck - outcome.luck
    if spent:
        pays = report.pick(f"{who} dépense {points(report, spent)}.", f"{who} spends {points(report, spent)}.")
        lines.append(join_sentences(start(pays), luck_left_text(report, outcome.luck)))
    whole = length(report, outcome.total_days, "days")
    return [*lines, report.pick(f"En tout : {whole}.", f"In all: {whole}.")]


def _stage(report: Report, level: str, days: float, halved: bool, shown: str) -> str:
    """« Blessure grave : 27, durée divisée par deux, 30 jours. »"""
    parts = [shown] if shown else []
    if halved:
        parts.append(report.pick("durée divisée par deux", "half the time"))
    elif shown:
        parts.append(report.pick("durée entière", "the whole time"))
    return f"{start(level_name(report, level))}{report.colon} {', '.join([*parts, length(report, days, 'days')])}."
