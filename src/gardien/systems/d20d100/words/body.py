"""PV and blows taken: how a body is, what harm and care do to it; running, swimming, pursuing on foot, sprinting."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.terms import HARD
from gardien.core.wording import NO_DIE, Both, count_of, join_sentences, present, reason, semicolon, start, who_text
from gardien.systems.d20d100.rules.tests.d20 import CHARACTERISTIC, JET
from gardien.systems.d20d100.words.grammar import (
    VICTIM,
    bare_name,
    damage,
    dice_text,
    face_of,
    gauge,
    heading,
    jet_name,
    metres,
    modifier_text,
    side,
    signed_text,
    skill_name,
    sum_of,
    trial,
    trial_at,
)
from gardien.systems.d20d100.words.tests import SITUATION, WOUNDS
from gardien.systems.d20d100.words.weapons import simple_actions

# ---- phrases of a body ----

BECOMES: dict[str, Both] = {  # with {who} for whoever is concerned
    "ok": ("", ""),
    "staggered": (
        "{who} chancelle : une seule action simple par round",
        "{who} is staggered: one simple action a round",
    ),
    "unconscious": ("{who} perd connaissance", "{who} falls unconscious"),
    "out_of_action": (
        "{who} est hors de combat : une seule action simple par round",
        "{who} is out of action: one simple action a round",
    ),
    "dying": (
        "{who} est à l'agonie : un d10 à la fin de chaque round",
        "{who} is dying: a d10 at the end of each round",
    ),
    "stable": ("{who} ne perd plus de PV et reste sans connaissance", "{who} loses no more PV and stays unconscious"),
    "dead": ("{who} meurt", "{who} dies"),
}
STANDING = ("ok", "staggered")
STANDS: dict[str, Both] = {  # the same as a state, in a list
    "ok": ("en état d'agir", "able to act"),
    "staggered": ("à peine debout", "staggered"),
    "unconscious": ("sans connaissance", "unconscious"),
    "out_of_action": ("hors de combat", "out of action"),
    "dying": ("à l'agonie", "dying"),
    "stable": ("sans connaissance, état stable", "unconscious, stable"),
    "dead": ("décès", "dead"),
}


def condition_text(report: Report, who: str, condition: Any) -> str:
    """What somebody comes to, as a sentence; nothing where one can act as before."""
    if not present(condition):
        return ""
    text = report.pick(*BECOMES[str(condition)])
    # A name may hold braces of its own, so it is put in, not formatted in.
    return start(text.replace("{who}", who)) + "." if text else ""


def condition_name(report: Report, condition: str) -> str:
    """A condition as a short state: « à l'agonie »."""
    return report.pick(*STANDS[condition])


def penalty_text(report: Report, penalty: Any) -> str:
    """« Malus de blessure −3. », where there is one (D100-HEALTH-04)."""
    if not present(penalty) or not penalty:
        return ""
    shown = signed_text(report, penalty)
    return report.pick(f"Malus de blessure {shown}.", f"Wound penalty {shown}.")


def shock_text(report: Report, who: str, shock: Any, *, thrown_back: float = 0, down: bool = False) -> str:
    """A shock and what it leaves to do (D100-HEALTH-03)."""
    if not present(shock) or not shock:
        return ""
    if thrown_back:
        back = metres(report, thrown_back)
        return report.pick(
            f"Choc violent : {who} recule de {back}, tombe et perd son prochain tour.",
            f"Violent shock: {who} is thrown back {back}, falls and loses the next turn.",
        )
    if down:  # the condition itself says what is left to do
        return report.pick("Choc.", "Shock.")
    return report.pick(
        "Choc : une action simple au plus au prochain tour.", "Shock: one simple action at most on the next turn."
    )


def massive_damage_text(report: Report, success: Any, modifier: int, face: int | None) -> str:
    """The CON test of massive damage (D100-HEALTH-05)."""
    if not present(success):
        return ""
    head = report.pick(f"dégâts massifs, {bare_name(report, 'CON')}", f"massive damage, {bare_name(report, 'CON')}")
    return trial(report, head, modifier, CHARACTERISTIC, face, success)


def thrown_damage_clause(report: Report, dice: Any, amount: int) -> str:
    """« 1d10 = 8 dégâts »; « 5 dégâts » where nothing is thrown."""
    thrown, lost = dice_text(dice), damage(report, amount)
    return lost if thrown == str(amount) else f"{thrown} = {lost}"


def wound_text(
    report: Report,
    who: str,
    before: int,
    after: Any,
    condition: Any,
    *,
    shock: Any = False,
    thrown_back: float = 0,
    penalty: Any = 0,
    massive: str = "",
) -> str:
    """PV lost and what follows: « PV 11 → 3. Choc : … Malus de blessure −3. »; the dead have nothing but that."""
    if not present(after):
        return ""
    lost = f"{gauge(report, 'PV', before, after)}."
    if condition == "dead":
        gone = report.pick(f"{who} ne vit plus.", f"{who} is dead.")
        return join_sentences(massive, lost, start(gone) if before == after else condition_text(report, who, condition))
    return join_sentences(
        massive,
        lost,
        shock_text(report, who, shock, thrown_back=thrown_back, down=condition not in STANDING),
        condition_text(report, who, condition),
        penalty_text(report, penalty) if condition in (*STANDING, "out_of_action") else "",
    )


def temp_damage_clause(report: Report, before: int, after: int) -> str:
    """Blows taken beside the PV: « Coups encaissés 2 → 5 »."""
    name = report.pick("Coups encaissés", "Temporary damage")
    return gauge(report, name, before, after)


# ---- harm ----

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


def _victim(report: Report) -> str:
    return who_text(report, "", VICTIM, acts=True)


def body_state(report: Report) -> list[str]:
    """« PV 3 sur 12 : en état d'agir. Malus de blessure −6. »"""
    given, outcome = report.given, report.outcome
    body = given.body()
    line = report.pick(
        f"PV {report.number(body.life)} sur {report.number(body.most)}",
        f"PV {report.number(body.life)} of {report.number(body.most)}",
    )
    if given.temp_damage:
        taken = report.number(given.temp_damage)
        line += report.pick(f", coups encaissés {taken}", f", temporary damage {taken}")
    half, quarter = report.number(outcome.pv_half), report.number(outcome.pv_quarter)
    if outcome.condition == "dead":
        return [f"{start(heading(report, line))}{report.colon} {condition_name(report, outcome.condition)}."]
    actions = report.pick(
        f"{start(simple_actions(report, outcome.simple_actions))} par round",
        f"{start(simple_actions(report, outcome.simple_actions))} a round",
    )
    marks = report.pick(f"Seuils : {half} et {quarter}.", f"Thresholds: {half} and {quarter}.")
    if not outcome.simple_actions:
        actions = report.pick("Aucune action possible", "No action is possible")
    no_run = "" if outcome.can_run or not outcome.simple_actions else report.pick(", pas de course", ", no running")
    return [
        join_sentences(
            f"{start(heading(report, line))}{report.colon} {condition_name(report, outcome.condition)}.",
            penalty_text(report, outcome.wound_penalty),
        ),
        join_sentences(f"{actions}{no_run}.", marks if given.is_pc else ""),
    ]


def apply_damage(report: Report) -> list[str]:
    """« 8 dégâts : PV 11 → 3. Choc : une action simple au plus au prochain tour. Malus de blessure −3. »"""
    given, outcome = report.given, report.outcome
    head = start(heading(report, damage(report, given.damage)))
    end = wound_text(
        report,
        _victim(report),
        given.pv,
        outcome.pv,
        outcome.condition,
        shock=outcome.shock,
        thrown_back=outcome.thrown_back,
        penalty=outcome.wound_penalty,
    )
    test = massive_damage_text(report, outcome.massive_success, given.con_modifier, face_of(report, "constitution"))
    if test:
        return [f"{head}. {test}", end]
    return [f"{head}{report.colon} {end}"]


def apply_temp_damage(report: Report) -> list[str]:
    """« 5 dégâts : coups encaissés 2 → 7, pour 7 PV. Harvey chancelle… »"""
    given, outcome = report.given, report.outcome
    head = start(heading(report, damage(report, given.damage)))
    taken = temp_damage_clause(report, given.temp_damage, outcome.temp_damage)
    left = report.pick(
        f"{taken}, pour {report.number(outcome.pv)}{HARD}PV.", f"{taken}, {report.number(outcome.pv)}{HARD}PV."
    )
    return [
        join_sentences(
            f"{head}{report.colon} {left[:1].lower()}{left[1:]}",
            condition_text(report, _victim(report), outcome.condition),
        )
    ]


def agony_round(report: Report) -> list[str]:
    """« Agonie : 4 au d10, PV −3 → −4. »"""
    given, outcome = report.given, report.outcome
    who = _victim(report)
    head = start(heading(report, report.pick("agonie", "agony")))
    face = face_of(report, "agony", "d10")
    if face is None:
        still = report.pick(
            f"la perte de PV est déjà arrêtée, {NO_DIE[0]}", f"the loss of PV has stopped already, {NO_DIE[1]}"
        )
        return [f"{head}{report.colon} {still}. {gauge(report, 'PV', given.pv, outcome.pv)}."]
    thrown = report.pick(f"{face} au d10", f"{face} on d10")
    line = f"{head}{report.colon} {thrown}, {gauge(report, 'PV', given.pv, outcome.pv)}."
    if outcome.condition == "dying":
        again = report.pick("Nouveau jet à la fin du prochain round.", "Another roll at the end of the next round.")
        return [join_sentences(line, again)]
    return [join_sentences(line, condition_text(report, who, outcome.condition))]


def wake_up(report: Report) -> list[str]:
    """« Réveil : 10 au d10, coups encaissés 14 → 11. Harvey chancelle… »"""
    given, outcome = report.given, report.outcome
    who = _victim(report)
    head = start(heading(report, report.pick("réveil", "waking up")))
    face = face_of(report, "wake", "d10")
    if face is None:
        why = report.pick(
            f"les coups encaissés ne dépassent pas les PV, {NO_DIE[0]}",
            f"temporary damage is not above the PV, {NO_DIE[1]}",
        )
        return [join_sentences(f"{head}{report.colon} {why}.", condition_text(report, who, outcome.condition))]
    thrown = report.pick(f"{face} au d10", f"{face} on d10")
    if not outcome.woke:
        wanted = report.pick("il fallait 10", "10 was needed")
        still = report.pick(f"{who} reste sans connaissance", f"{who} stays unconscious")
        return [f"{head}{report.colon} {thrown}, {wanted}. {start(still)}."]
    taken = temp_damage_clause(report, given.temp_damage, outcome.temp_damage)
    return [
        join_sentences(
            f"{head}{report.colon} {thrown}. {start(report.pick(f'{who} revient à soi', f'{who} wakes'))}"
            f"{semicolon(report)} {taken[:1].lower()}{taken[1:]}.",
            condition_text(report, who, outcome.condition),
        )
    ]


# ---- getting better ----


def first_aid(report: Report) -> list[str]:
    """« Premiers Soins, Difficulté 15 (difficile) : 12 (d20) + 4 = 16, réussi, marge +1. 1d4 = 3, PV 4 → 7. »"""
    given, outcome = report.given, report.outcome
    patient = who_text(report, given.patient, PATIENT)
    if outcome.refused:
        return [reason(report, outcome.reason, NO_HELP, "D100-HEALTH-08", patient)]
    head = heading(report, skill_name(report, SKILLS[given.skill]))
    modifier = given.modifier + sum(given.mods)
    test = trial_at(report, head, modifier, given.difficulty, outcome.total, outcome.success)
    if not outcome.success:
        return [join_sentences(test, f"{gauge(report, 'PV', given.pv, outcome.pv)}.")]
    face = face_of(report, "recovery", "d4")
    back = ""
    if face is not None:
        back = f"1d4 = {face}, {gauge(report, 'PV', given.pv, outcome.pv)}."
    if outcome.condition == "ok" and given.skill == "medicine":
        back = report.pick("Médecine ne rend de PV qu'avec le repos.", "Medicine gives back PV only with rest.")
    return [join_sentences(test, back), condition_text(report, patient, outcome.condition)]


def rest_week(report: Report) -> list[str]:
    """« Une semaine de repos sous soins : 2d4 = 5, PV 3 → 8. »"""
    given, outcome = report.given, report.outcome
    thrown, dice = sum_of(report, "recovery", "d4"), "2d4" if given.under_care else "1d4"
    head = report.pick("une semaine de repos", "a week's rest")
    if given.under_care:
        head += report.pick(" sous soins", " under care")
    most = ""
    if outcome.restored < thrown:
        most = report.pick(f", {report.number(given.pv_max)} au plus", f", {report.number(given.pv_max)} at most")
    changed = gauge(report, "PV", given.pv, outcome.pv)
    return [f"{start(heading(report, head))}{report.colon} {dice} = {thrown}{most}. {changed}."]


def rest_hours(report: Report) -> list[str]:
    """« 3 heures de repos, 2 par heure : coups encaissés 7 → 1. »"""
    given, outcome = report.given, report.outcome
    hours = count_of(report, given.hours, ("heure", "heures"), ("hour", "hours"))
    pace = report.number(outcome.per_hour)
    head = report.pick(f"{hours} de repos, {pace} par heure", f"{hours} of rest, {pace} an hour")
    taken = temp_damage_clause(report, given.temp_damage, outcome.temp_damage)
    return [f"{start(heading(report, head))}{report.colon} {taken[:1].lower()}{taken[1:]}."]


# ---- effort ----

FATIGUE: Both = ("fatigue", "fatigue")
STOPS: dict[str, Both] = {
    "fleeing": ("Le fuyard s'arrête le premier.", "The fugitive gives up first."),
    "pursuing": ("Le poursuivant s'arrête le premier.", "The pursuer gives up first."),
    "nobody": ("Personne ne s'arrête, la poursuite continue.", "Nobody stops, the pursuit goes on."),
}


def _effort_end_text(report: Report, does: Both, nameless: Both) -> str:
    """What somebody does, by name, or without anybody being named."""
    return f"{report.who} {report.pick(*does)}." if report.who else report.pick(*nameless)


def effort_round(report: Report) -> list[str]:
    """« Course, round 14, jet d'Endurance, Difficulté 10 (normale) : 9 (d20) + 0 = 9, raté, marge −1. »"""
    given, outcome = report.given, report.outcome
    swims = given.activity == "swim"
    name = report.pick("nage" if swims else "course", "swim" if swims else "run")
    place = report.pick(f"{name}, round {report.number(given.round)}", f"{name}, round {report.number(given.round)}")
    if not outcome.rolled:
        first = report.number(outcome.first_roll_round)
        free = report.pick(f"pas de jet avant le round {first}", f"no roll before round {first}")
        return [f"{start(heading(report, place))}{report.colon} {free}."]
    test = trial_at(
        report,
        heading(report, place, jet_name(report, "endurance")),
        outcome.modifier_used,
        given.difficulty,
        outcome.total,
        outcome.continues,
    )
    if outcome.continues:
        end = _effort_end_text(report, ("continue", "goes on"), ("L'effort continue.", "The effort goes on."))
    elif outcome.drowning:
        end = _effort_end_text(
            report, ("commence à se noyer", "starts drowning"), ("La noyade commence.", "Drowning begins.")
        )
    else:
        words = ("s'arrête, à bout de souffle", "stops, out of breath")
        end = _effort_end_text(
            report, words, ("Le souffle manque : l'effort s'arrête.", "Breath fails: the effort ends.")
        )
    parts = [(SITUATION, sum(given.mods)), (FATIGUE, outcome.fatigue), (WOUNDS, given.wound_penalty)]
    return [join_sentences(test, end), modifier_text(report, given.endurance, parts)]


def pursuit_round(report: Report) -> list[str]:
    """« Poursuite, Endurance : 9 + 4 = 13 pour le fuyard, 14 − 3 = 11 pour le poursuivant. »"""
    given, outcome = report.given, report.outcome
    fleeing = side(report, face_of(report, "fleeing"), given.fleeing_endurance + sum(given.fleeing_mods))
    pursuing = side(report, face_of(report, "pursuing"), given.pursuing_endurance + sum(given.pursuing_mods))
    line = report.pick(
        f"Poursuite, Endurance : {fleeing} pour le fuyard, {pursuing} pour le poursuivant.",
        f"Pursuit, Endurance: {fleeing} for the fugitive, {pursuing} for the pursuer.",
    )
    ones = [role for role in ("fleeing", "pursuing") if face_of(report, role) == 1]
    one = report.pick("1 au dé, échec total.", "Natural 1, total failure.") if ones else ""
    return [join_sentences(line, one, report.pick(*STOPS[outcome.stops]))]


def sprint(report: Report) -> list[str]:
    """FOR to start, Endurance to go on, and the metres covered."""
    given, outcome = report.given, report.outcome
    mods = sum(given.mods) + given.wound_penalty
    far = metres(report, outcome.metres)
    head = heading(
        report,
        report.pick(f"sprint, round {report.number(given.round)}", f"sprint, round {report.number(given.round)}"),
    )
    lines = []
    if present(outcome.force_success):
        name = f"{head}, {bare_name(report, 'FOR')}"
        lines.append(
            trial_at(
                report, name, given.for_modifier + mods, CHARACTERISTIC, outcome.force_total, outcome.force_success
            )
        )
        if not outcome.force_success:
            plain = report.pick(f"Course ordinaire, sans sprint : {far}.", f"An ordinary run, no sprint: {far}.")
            return [join_sentences(*lines, plain)]
        head = ""
    breath = given.endurance + mods + 1 - given.round
    name = ", ".join(part for part in (head, jet_name(report, "endurance")) if part)
    test = trial_at(report, name, breath, JET, outcome.endurance_total, outcome.continues)
    end = (
        report.pick(f"{far} parcourus, le sprint continue.", f"{far} covered, the sprint goes on.")
        if outcome.continues
        else report.pick(f"{far} parcourus, le sprint s'arrête là.", f"{far} covered, the sprint ends here.")
    )
    return [*lines, join_sentences(test, end)]
