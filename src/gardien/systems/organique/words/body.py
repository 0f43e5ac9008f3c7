"""The body in words: what its condition costs, blows, endurance, healing, care (TEST-10, TEST-11, HP, END, AFT)."""

from collections.abc import Sequence
from typing import Any

from gardien.core.telling import Report
from gardien.core.terms import HARD, MINUS
from gardien.core.wording import (
    Both,
    arrow,
    count_of,
    join_list,
    join_sentences,
    of,
    present,
    refusal_line,
    start,
    thing_of,
    to,
    who_text,
)
from gardien.systems.organique.rules.body.care import MEDICINE
from gardien.systems.organique.rules.body.healing import Aftermath
from gardien.systems.organique.rules.character import Character, State
from gardien.systems.organique.rules.person import effective, person_of, state_of
from gardien.systems.organique.vocabulary import CODES
from gardien.systems.organique.words.attack import layer_name
from gardien.systems.organique.words.grammar import (
    SAVES,
    days,
    harm,
    lead,
    minutes,
    points,
    save_text,
    signed_text,
    throw_text,
    turns,
)
from gardien.systems.organique.words.person import LIMBS, aftermath, befalls, ends, reserves
from gardien.systems.organique.words.tests import SOMEBODY, one_who

NOTHING: Both = ("rien ne pèse sur les actions", "nothing weighs on actions")
HALVED: Both = ("Toutes les caractéristiques sont divisées par deux.", "All characteristics are halved.")
UNABLE: Both = ("ni action ni réaction", "no action, no reaction")
# what is told where it is not 0, in the order in which a table asks
WEIGHED: dict[str, Both] = {
    "tests": ("aux tests", "to tests"),
    "actions": ("aux actions de combat", "to combat actions"),
    "reactions": ("aux réactions", "to reactions"),
    "sight": ("à la vue", "to sight"),
    "touch": ("au toucher", "to touch"),
    "pain_saves": ("aux sauvegardes contre la douleur", "to saves against pain"),
}


def save_mods(report: Report, mods: Any) -> list[str]:
    """« +4 contre le froid », « −2 contre la peur »."""
    return [
        report.pick(
            f"{signed_text(report, value)} contre {SAVES[name][0]}",
            f"{signed_text(report, value)} to {SAVES[name][1]} saves",
        )
        for name, value in mods.items()
        if value
    ]


def scores(report: Report, before: Character, after: State) -> list[str]:
    """Characteristics as they count now, where they have moved: « INT 10 → 9 »."""
    was = dict(zip(CODES, effective(person_of(before)), strict=True))
    reserve = (person_of(before).body.end, after.end_now)
    return [
        f"{code} {arrow(report, was[code], after.effective[code])}"
        for code in CODES
        # END and its reserve bear one name: said once where both go the same way
        if was[code] != after.effective[code] and not (code == "END" and reserve == (was[code], after.effective[code]))
    ]


def after_text(
    report: Report, character: Character, state: Any, besides: Sequence[str] = (), *, apart: bool = False
) -> str:
    """What an outcome did to somebody: scores, reserves, what befalls, what ends; `apart`: on a line of its own."""
    if not isinstance(state, State):
        return ""
    who, before = one_who(report, character), state_of(person_of(character))
    halved = state.halved and not before.halved
    parts = (*(() if halved else scores(report, character, state)), reserves(report, before, state))
    moved = ", ".join(one for one in parts if one)
    named = f"{start(who)}{report.colon} " if apart else ""
    return join_sentences(
        f"{named}{moved}." if moved else "",
        report.pick(*HALVED) if halved else "",
        *befalls(report, who, before, state, besides),
        *ends(report, who, before, state),
    )


def penalties(report: Report) -> list[str]:
    """« Tyra : −4 aux tests, −12 aux actions de combat et −12 aux réactions. »"""
    given, outcome = report.given, report.outcome
    parts = [
        f"{signed_text(report, getattr(outcome, name))} {report.pick(*words)}"
        for name, words in WEIGHED.items()
        if getattr(outcome, name)
    ]
    one = given.character
    moved = [
        f"{code} {arrow(report, getattr(one, code), value)}"
        for code, value in outcome.effective.items()
        if getattr(one, code) != value
    ]
    saves = join_list(report, save_mods(report, outcome.saves))
    state = join_list(report, parts) or report.pick(*NOTHING if outcome.can_act else UNABLE)
    return [
        join_sentences(
            f"{start(one_who(report, one))}{report.colon} {state}.",
            f"{report.pick('Sauvegardes', 'Saves')}{report.colon} {saves}." if saves else "",
            f"{', '.join(moved)}." if moved else "",
            "" if outcome.can_act or not parts else f"{start(report.pick(*UNABLE))}.",
        )
    ]


VICTIM: Both = ("la victime", "the victim")


def apply_damage(report: Report) -> list[str]:
    """« Tyra reçoit 4 bs, marge 6. Armure touchée : veste en cuir. Dommages : 2 bs. Tyra : SNG 5 → 3. »"""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.character, VICTIM, acts=True)
    came = harm(report, given.bs, given.c)
    if given.shots > 1:
        came += report.pick(f", {given.shots}{HARD}fois", f", {given.shots}{HARD}times")
    reached = report.pick(f", marge {report.number(given.margin)}", f", margin {report.number(given.margin)}")
    takes = report.pick("reçoit" if given.bs or given.c else "ne reçoit", "takes")
    first = f"{who} {takes} {came}{reached if given.margin else ''}."
    protected = not given.bypass_armour and (given.cover is not None or person_of(given.character).frame.layers)
    met = ""
    if outcome.layers_hit:
        names = join_list(report, [layer_name(report, one) for one in outcome.layers_hit])
        met = report.pick(f"Armure touchée : {names}.", f"Armour in the way: {names}.")
    elif protected:
        met = report.pick("Le coup évite l'armure.", "The blow goes past the armour.")
    through = report.pick("Rien ne passe.", "Nothing passes.")
    if outcome.bs_through or outcome.c_through:
        inside = harm(report, outcome.bs_through, outcome.c_through)
        through = report.pick(f"Dommages : {inside}.", f"Damage: {inside}.")
    return [join_sentences(start(first), met, through), aftermath(report, who, given.character, outcome.state)]


def drain_end(report: Report) -> list[str]:
    """« Toxine, 4 points : Tyra perd 3 END et 1 SNG. » (ORG-DMG-07)."""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.character, VICTIM, acts=True)
    lost = [
        points(report, amount, code)
        for amount, code in ((outcome.end_lost, "END"), (outcome.sng_lost, "SNG"), (outcome.inc_lost, "INC"))
        if amount
    ]
    none = report.pick("ne perd rien", "loses nothing")
    said = report.pick("perd ", "loses ") + join_list(report, lost) if lost else none
    head = report.pick(
        f"Toxine, {points(report, given.points, 'END')}", f"Toxin, {points(report, given.points, 'END')}"
    )
    return [f"{head}{report.colon} {who} {said}.", aftermath(report, who, given.character, outcome.state)]


CAUSES: dict[str, Both] = {
    "fighting": ("combat", "fighting"),
    "exhaustion": ("effort", "effort"),
    "mortal": ("blessure mortelle", "mortal wound"),
    "psychic": ("pouvoir psychique", "psychic power"),
    "oxygen": ("manque d'air", "lack of air"),
    "fatigue": ("fatigue", "fatigue"),
    "load": ("charge", "load"),
    "toxin": ("toxine", "toxin"),
    "sng_oxygen": ("manque d'air", "lack of air"),
}
NO_LOSS: Both = ("rien n'est perdu", "nothing is lost")
NOTHING_BACK: Both = ("rien ne revient", "nothing comes back")


def less(report: Report, amount: float, code: str) -> str:
    """« −3 END »."""
    return f"{MINUS}{points(report, amount, code)}"


def more(report: Report, amount: float, code: str) -> str:
    """« +3 END »."""
    return f"+{points(report, amount, code)}"


def exert(report: Report) -> list[str]:
    """« Tyra, 3 tours (combat et manque d'air) : −6 END. END 9 → 3. »"""
    given, outcome = report.given, report.outcome
    named = [
        report.pick(*CAUSES[cause]) + (f" ×{given.causes.count(cause)}" if given.causes.count(cause) > 1 else "")
        for cause in dict.fromkeys(given.causes)
    ]
    causes = f" ({join_list(report, named)})" if named else ""
    lost = ", ".join(
        less(report, amount, code) for amount, code in ((outcome.end_lost, "END"), (outcome.sng_lost, "SNG")) if amount
    )
    head = start(lead(report, given.character, turns(report, given.turns)))
    line = f"{head}{causes}{report.colon} {lost or report.pick(*NO_LOSS)}."
    return [join_sentences(line, _collapse(report), after_text(report, given.character, outcome.state))]


def _collapse(report: Report) -> str:
    """How long the reserve held, where it did not hold to the end (ORG-END-06)."""
    count = report.outcome.turns_before_collapse
    if not present(count) or count in (0, report.given.turns):
        return ""
    return report.pick(
        f"La réserve est vide au bout de {turns(report, count)}.", f"The reserve is empty after {turns(report, count)}."
    )


def fatigue(report: Report) -> list[str]:
    """« Tyra, 25 min d'effort léger, 1 END toutes les 5 min : −5 END, à récupérer en 25 min. »"""
    given, outcome = report.given, report.outcome
    time, period = minutes(report, given.minutes), minutes(report, given.period_minutes)
    head = lead(
        report,
        given.character,
        report.pick(f"{time} d'effort léger", f"{time} of light effort"),
        report.pick(f"1{HARD}END toutes les {period}", f"1{HARD}END every {period}"),
    )
    if not outcome.end_lost:
        return [f"{start(head)}{report.colon} {report.pick(*NO_LOSS)}."]
    back = minutes(report, outcome.minutes_to_recover)
    cost = report.pick(f"à récupérer en {back}", f"won back in {back}")
    line = f"{start(head)}{report.colon} {less(report, outcome.end_lost, 'END')}, {cost}."
    return [join_sentences(line, after_text(report, given.character, outcome.state))]


def rest(report: Report) -> list[str]:
    """« Tyra, repos de 10 min : +3 END (effort) et +1 END (fatigue). END 4 → 8. »"""
    given, outcome = report.given, report.outcome
    parts = [turns(report, given.turns)] if given.turns else []
    parts += [minutes(report, given.minutes)] if given.minutes else []
    what = report.pick("repos interrompu", "broken rest") if given.interrupted else report.pick("repos", "rest")
    time = f" ({join_list(report, parts)})" if parts else ""
    regained = [
        f"{more(report, back, 'SNG' if cause == 'sng_oxygen' else 'END')} ({report.pick(*CAUSES[cause])})"
        for cause, back in outcome.regained.items()
        if back
    ]
    head = start(lead(report, given.character, what))
    line = f"{head}{time}{report.colon} {join_list(report, regained) or report.pick(*NOTHING_BACK)}."
    return [join_sentences(line, after_text(report, given.character, outcome.state))]


def day_after_collapse(report: Report) -> list[str]:
    """« Tyra, 3 effondrements dans la journée : −3 en END le lendemain. END 12 → 9. »"""
    given, outcome = report.given, report.outcome
    count = count_of(report, given.collapses, ("effondrement", "effondrements"), ("collapse", "collapses"))
    head = start(lead(report, given.character, report.pick(f"{count} dans la journée", f"{count} in a day")))
    if not outcome.end_change:
        return [f"{head}{report.colon} {report.pick('aucun effet le lendemain', 'nothing the next day')}."]
    worse = f"{MINUS}{report.number(-outcome.end_change)}"
    line = f"{head}{report.colon} {report.pick(f'{worse} en END le lendemain', f'{worse} END the next day')}."
    return [join_sentences(line, after_text(report, given.character, outcome.state))]


UNHEALED: dict[str, Both] = {
    "open": ("une blessure ouverte ne guérit pas", "an open wound does not heal"),
    "infected": ("une blessure infectée ne guérit pas", "an infected wound does not heal"),
    "none": ("rien à récupérer", "nothing to recover"),
}
INFECTED: Both = ("La plaie s'infecte.", "The wound becomes infected.")
UNHURT: Both = ("rien à craindre", "nothing to fear")
NOBODY: Both = ("Personne à examiner.", "Nobody to look after.")


def heal(report: Report) -> list[str]:
    """« Tyra, 5 jours au lit. CPS 0 → 4, SNG 1 → 3,5. »"""
    given, outcome = report.given, report.outcome
    time = days(report, given.days)
    how = (
        report.pick(f"{time} au lit", f"{time} in bed")
        if given.in_bed
        else report.pick(f"{time} debout", f"{time} up and about")
    )
    head = start(lead(report, given.character, how))
    if not (outcome.cps_regained or outcome.sng_regained or outcome.inc_regained):
        why = "open" if not given.wounds_closed else "infected" if given.infected else "none"
        return [f"{head}{report.colon} {report.pick(*UNHEALED[why])}."]
    return [join_sentences(f"{head}.", after_text(report, given.character, outcome.state))]


def bleed(report: Report) -> list[str]:
    """« Tyra, 40 min, 1 SNG par quart d'heure : −2 SNG. SNG 4 → 2. »"""
    given, outcome = report.given, report.outcome
    rate = points(report, outcome.per_15_min, "SNG")
    each = report.pick(f"{rate} par quart d'heure", f"{rate} a quarter of an hour")
    head = start(lead(report, given.character, minutes(report, given.minutes), each if outcome.per_15_min else ""))
    if not outcome.lost:
        return [f"{head}{report.colon} {report.pick('aucune perte', 'no loss')}."]
    line = f"{head}{report.colon} {less(report, outcome.lost, 'SNG')}."
    return [join_sentences(line, after_text(report, given.character, outcome.state))]


def end_fight(report: Report) -> list[str]:
    """One line for each survivor: pain, infection, what still bleeds."""
    results = report.outcome.results
    return [_one(report, one, results[one.name]) for one in report.given.survivors] or [report.pick(*NOBODY)]


def _one(report: Report, one: Character, left: Aftermath) -> str:
    who = who_text(report, one, SOMEBODY)
    saves = [save for save in (left.pain, left.infection) if present(save)]
    thrown = join_sentences(*(save_text(report, save, "" if number else who) for number, save in enumerate(saves)))
    rate = points(report, left.bleeding_per_15_min, "SNG")
    bleeds = report.pick(f"{who} perd {rate} par quart d'heure.", f"{who} loses {rate} a quarter of an hour.")
    said = join_sentences(
        thrown,
        aftermath(report, who, one, left.state),
        report.pick(*INFECTED) if left.infected is True else "",
        start(bleeds) if left.bleeding_per_15_min else "",
    )
    return said or f"{start(who)}{report.colon} {report.pick(*UNHURT)}."


PATIENT: Both = ("la personne blessée", "the patient")
DEAD: Both = ("{who} ne vit plus : aucun soin n'y change rien", "{who} is dead: no care can help")
BLEEDING: dict[str, Both] = {
    "unchanged": ("Le sang coule toujours.", "The bleeding goes on."),
    "halved": ("Le sang coule deux fois moins.", "The bleeding is halved."),
    "stopped": ("Le sang ne coule plus.", "The bleeding stops."),
}
INFECTION: dict[str, Both] = {
    "normal": ("", ""),
    "easier": ("L'infection sera plus facile à éviter.", "Infection will be easier to avoid."),
    "none": ("Les plaies sont propres : pas de test d'infection.", "The wounds are clean: no test of infection."),
}


def patient_of(report: Report) -> str:
    return who_text(report, report.given.patient, PATIENT)


def _head(report: Report, what: Both) -> str:
    """« soins d'Anna à Tyra », “Anna’s care of Tyra”; « à soi-même » for oneself."""
    medic, patient = report.given.medic.name or report.who, report.given.patient.name
    if medic and medic == patient:
        return report.pick(f"{what[0]} {of(medic)} à soi-même", f"{medic}'s own {what[1]}")
    whom = patient_of(report)
    return report.pick(f"{thing_of(report, what, medic)} {to(whom)}", f"{thing_of(report, what, medic)} for {whom}")


def _patient_text(report: Report, besides: Sequence[str] = ()) -> str:
    return aftermath(report, patient_of(report), report.given.patient, report.outcome.patient, besides)


def first_aid(report: Report) -> list[str]:
    """« Premiers soins d'Anna à Tyra : INT 12 + 4 + 9 (d20) = 25 contre 20, marge 5. Le sang ne coule plus. »"""
    given, outcome = report.given, report.outcome
    if not outcome.possible:
        return [refusal_line(report, DEAD, "ORG-HP-07", patient_of(report))]
    skilled = given.medic.level(MEDICINE) > 0
    what = ("premiers soins", "first aid") if skilled else ("bandage", "bandage")
    line = throw_text(report, _head(report, what), outcome, "INT" if skilled else "AGI")
    bled = any(one.bs and not one.closed for one in given.patient.wounds)
    blood = report.pick(*BLEEDING[outcome.bleeding]) if bled else ""
    held = present(outcome.patient) and outcome.patient.stabilised and not given.patient.stabilised
    stable = (
        report.pick(f"L'état {of(patient_of(report))} est stable.", f"{patient_of(report)} is stable.") if held else ""
    )
    infection = report.pick(*INFECTION[outcome.infection]) if bled else ""
    return [join_sentences(line, blood, infection, start(stable), _patient_text(report, ("stabilised",)))]


def revive(report: Report) -> list[str]:
    """« Réanimation d'Anna à Tyra : INT 12 + 9 (d20) = 21 contre 25, marge d'échec 4. Le cœur ne repart pas. »"""
    outcome, whom = report.outcome, patient_of(report)
    if report.given.patient.dead:
        return [refusal_line(report, DEAD, "ORG-HP-07", whom)]
    medic = report.given.medic.name or report.who
    head = report.pick(
        f"réanimation {of(whom)}" + (f" par {medic}" if medic else ""),
        f"reviving {whom}" if not medic else f"{medic} reviving {whom}",
    )
    failed = report.pick("Toujours aucun signe de vie.", "Still no sign of life.")
    return [
        join_sentences(throw_text(report, head, outcome, "INT"), _patient_text(report) if outcome.revived else failed)
    ]


def treat_pain(report: Report) -> list[str]:
    """« Soins contre la douleur d'Anna à Tyra : … marge 3. La pire douleur passe de −7 à −2. »"""
    outcome, given = report.outcome, report.given
    line = throw_text(report, _head(report, ("calmants", "pain relief")), outcome, "INT")
    if not outcome.success:
        return [line]
    if not given.patient.suffering:
        return [join_sentences(line, report.pick("Aucune douleur à calmer.", "There is no pain to ease."))]
    worst = max(given.patient.suffering)
    left = worst - (sum(given.patient.suffering) - sum(outcome.patient.suffering))
    shown = f"{report.number(-worst)} → {report.number(-left)}"
    return [join_sentences(line, report.pick(f"La pire douleur : {shown}.", f"The worst pain: {shown}."))]


def surgery(report: Report) -> list[str]:
    """« Opération d'Anna à Tyra : INT 12 + 8 + 9 (d20) = 29 contre 24, marge 5. Tyra : INC 1 → 3. »"""
    outcome, given = report.outcome, report.given
    medic, whom = given.medic.name or report.who, patient_of(report)
    head = report.pick(
        f"opération {of(whom)}" + (f" par {medic}" if medic else ""),
        f"operation on {whom}" + (f" by {medic}" if medic else ""),
    )
    line = throw_text(report, head, outcome, "INT")
    if outcome.limb_repaired:
        limb = report.pick(*LIMBS[given.patient.limbs_disabled[0]])
        return [
            join_sentences(
                line, start(report.pick(f"{whom} retrouve l'usage d'{limb}.", f"{whom} can use {limb} again."))
            )
        ]
    if outcome.inc_regained:
        return [join_sentences(line, _patient_text(report))]
    end = report.pick("Rien n'est réparé.", "Nothing is repaired.")
    if outcome.success:
        end = report.pick("INC était déjà entière.", "INC was whole already.")
    return [join_sentences(line, end)]
