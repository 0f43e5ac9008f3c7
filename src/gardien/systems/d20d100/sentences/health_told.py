"""PV and blows taken: how a body is, what harm and care do to it."""

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import NO_DIE, Both, called, counted, joined, reason, semicolon, start
from gardien.systems.d20d100.sentences.bodies_told import becomes, blows, hurt, stands, weakened, withstood
from gardien.systems.d20d100.sentences.grammar import (
    VICTIM,
    damage,
    face_of,
    gauge,
    headed,
    skill_name,
    sum_of,
    trial_at,
)
from gardien.systems.d20d100.sentences.weapons_told import simple_actions

PATIENT: Both = ("la personne blessée", "the patient")
SKILLS = {"first_aid": "premiers_soins", "medicine": "medecine"}
NO_HELP: dict[str, Both] = {
    "dead": ("{who} ne vit plus : aucun soin n'y change rien", "{who} is dead: no care can help"),
    "already_treated": (
        "Cette blessure a déjà reçu des soins. Attendre une nouvelle blessure, ou laisser faire le repos",
        "This wound has been treated already. Wait for a new wound, or let rest do its work",
    ),
    "not_wounded": ("{who} n'a aucune blessure à soigner", "{who} has no wound to treat"),
}


def _hurt_one(told: Told) -> str:
    return called(told, "", VICTIM, acts=True)


def body_state(told: Told) -> list[str]:
    """« PV 3 sur 12 : en état d'agir. Malus de blessure −6. »"""
    given, outcome = told.given, told.outcome
    body = given.body()
    line = told.pick(
        f"PV {told.number(body.life)} sur {told.number(body.pv_max)}",
        f"PV {told.number(body.life)} of {told.number(body.pv_max)}",
    )
    if given.temp_damage:
        taken = told.number(given.temp_damage)
        line += told.pick(f", coups encaissés {taken}", f", temporary damage {taken}")
    half, quarter = told.number(outcome.pv_half), told.number(outcome.pv_quarter)
    if outcome.condition == "dead":
        return [f"{start(headed(told, line))}{told.colon} {stands(told, outcome.condition)}."]
    actions = told.pick(
        f"{start(simple_actions(told, outcome.simple_actions))} par round",
        f"{start(simple_actions(told, outcome.simple_actions))} a round",
    )
    marks = told.pick(f"Seuils : {half} et {quarter}.", f"Thresholds: {half} and {quarter}.")
    if not outcome.simple_actions:
        actions = told.pick("Aucune action possible", "No action is possible")
    no_run = "" if outcome.can_run or not outcome.simple_actions else told.pick(", pas de course", ", no running")
    return [
        joined(
            f"{start(headed(told, line))}{told.colon} {stands(told, outcome.condition)}.",
            weakened(told, outcome.wound_penalty),
        ),
        joined(f"{actions}{no_run}.", marks if given.is_pc else ""),
    ]


def apply_damage(told: Told) -> list[str]:
    """« 8 dégâts : PV 11 → 3. Choc : une action simple au plus au prochain tour. Malus de blessure −3. »"""
    given, outcome = told.given, told.outcome
    head = start(headed(told, damage(told, given.damage)))
    end = hurt(
        told,
        _hurt_one(told),
        given.pv,
        outcome.pv,
        outcome.condition,
        shock=outcome.shock,
        thrown_back=outcome.thrown_back,
        penalty=outcome.wound_penalty,
    )
    test = withstood(told, outcome.massive_success, given.con_modifier, face_of(told, "constitution"))
    if test:
        return [f"{head}. {test}", end]
    return [f"{head}{told.colon} {end}"]


def apply_temp_damage(told: Told) -> list[str]:
    """« 5 dégâts : coups encaissés 2 → 7, pour 7 PV. Harvey chancelle… »"""
    given, outcome = told.given, told.outcome
    head = start(headed(told, damage(told, given.damage)))
    taken = blows(told, given.temp_damage, outcome.temp_damage)
    left = told.pick(
        f"{taken}, pour {told.number(outcome.pv)}{HARD}PV.", f"{taken}, {told.number(outcome.pv)}{HARD}PV."
    )
    return [
        joined(f"{head}{told.colon} {left[:1].lower()}{left[1:]}", becomes(told, _hurt_one(told), outcome.condition))
    ]


def agony_round(told: Told) -> list[str]:
    """« Agonie : 4 au d10, PV −3 → −4. »"""
    given, outcome = told.given, told.outcome
    who = _hurt_one(told)
    head = start(headed(told, told.pick("agonie", "agony")))
    face = face_of(told, "agony", "d10")
    if face is None:
        still = told.pick(
            f"la perte de PV est déjà arrêtée, {NO_DIE[0]}", f"the loss of PV has stopped already, {NO_DIE[1]}"
        )
        return [f"{head}{told.colon} {still}. {gauge(told, 'PV', given.pv, outcome.pv)}."]
    thrown = told.pick(f"{face} au d10", f"{face} on d10")
    line = f"{head}{told.colon} {thrown}, {gauge(told, 'PV', given.pv, outcome.pv)}."
    if outcome.condition == "dying":
        again = told.pick("Nouveau jet à la fin du prochain round.", "Another roll at the end of the next round.")
        return [joined(line, again)]
    return [joined(line, becomes(told, who, outcome.condition))]


def wake_up(told: Told) -> list[str]:
    """« Réveil : 10 au d10, coups encaissés 14 → 11. Harvey chancelle… »"""
    given, outcome = told.given, told.outcome
    who = _hurt_one(told)
    head = start(headed(told, told.pick("réveil", "waking up")))
    face = face_of(told, "wake", "d10")
    if face is None:
        why = told.pick(
            f"les coups encaissés ne dépassent pas les PV, {NO_DIE[0]}",
            f"temporary damage is not above the PV, {NO_DIE[1]}",
        )
        return [joined(f"{head}{told.colon} {why}.", becomes(told, who, outcome.condition))]
    thrown = told.pick(f"{face} au d10", f"{face} on d10")
    if not outcome.woke:
        wanted = told.pick("il fallait 10", "10 was needed")
        still = told.pick(f"{who} reste sans connaissance", f"{who} stays unconscious")
        return [f"{head}{told.colon} {thrown}, {wanted}. {start(still)}."]
    taken = blows(told, given.temp_damage, outcome.temp_damage)
    return [
        joined(
            f"{head}{told.colon} {thrown}. {start(told.pick(f'{who} revient à soi', f'{who} wakes'))}"
            f"{semicolon(told)} {taken[:1].lower()}{taken[1:]}.",
            becomes(told, who, outcome.condition),
        )
    ]


# ---- getting better ----


def first_aid(told: Told) -> list[str]:
    """« Premiers Soins, Difficulté 15 (difficile) : 12 (d20) + 4 = 16, réussi, marge +1. 1d4 = 3, PV 4 → 7. »"""
    given, outcome = told.given, told.outcome
    patient = called(told, given.patient, PATIENT)
    if outcome.refused:
        return [reason(told, outcome.reason, NO_HELP, "D100-HEALTH-08", patient)]
    head = headed(told, skill_name(told, SKILLS[given.skill]))
    modifier = given.modifier + sum(given.mods)
    test = trial_at(told, head, modifier, given.difficulty, outcome.total, outcome.success)
    if not outcome.success:
        return [joined(test, f"{gauge(told, 'PV', given.pv, outcome.pv)}.")]
    face = face_of(told, "recovery", "d4")
    back = ""
    if face is not None:
        back = f"1d4 = {face}, {gauge(told, 'PV', given.pv, outcome.pv)}."
    if outcome.condition == "ok" and given.skill == "medicine":
        back = told.pick("Médecine ne rend de PV qu'avec le repos.", "Medicine gives back PV only with rest.")
    return [joined(test, back), becomes(told, patient, outcome.condition)]


def rest_week(told: Told) -> list[str]:
    """« Une semaine de repos sous soins : 2d4 = 5, PV 3 → 8. »"""
    given, outcome = told.given, told.outcome
    thrown, dice = sum_of(told, "recovery", "d4"), "2d4" if given.under_care else "1d4"
    head = told.pick("une semaine de repos", "a week's rest")
    if given.under_care:
        head += told.pick(" sous soins", " under care")
    most = ""
    if outcome.restored < thrown:
        most = told.pick(f", {told.number(given.pv_max)} au plus", f", {told.number(given.pv_max)} at most")
    changed = gauge(told, "PV", given.pv, outcome.pv)
    return [f"{start(headed(told, head))}{told.colon} {dice} = {thrown}{most}. {changed}."]


def rest_hours(told: Told) -> list[str]:
    """« 3 heures de repos, 2 par heure : coups encaissés 7 → 1. »"""
    given, outcome = told.given, told.outcome
    hours = counted(told, given.hours, ("heure", "heures"), ("hour", "hours"))
    pace = told.number(outcome.per_hour)
    head = told.pick(f"{hours} de repos, {pace} par heure", f"{hours} of rest, {pace} an hour")
    taken = blows(told, given.temp_damage, outcome.temp_damage)
    return [f"{start(headed(told, head))}{told.colon} {taken[:1].lower()}{taken[1:]}."]
