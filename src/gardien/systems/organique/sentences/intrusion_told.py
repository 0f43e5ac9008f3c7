"""Inside a system, and from outside without entering (HACK-06, HACK-14 to HACK-20, HACK-30)."""

from gardien.core.telling import Told
from gardien.core.wording import Both, joined, ruled, word
from gardien.systems.organique.sentences.grammar import name_of, trial
from gardien.systems.organique.sentences.sites_told import lead, minutes, security, side, site_name

DOWN: dict[str, Both] = {  # what comes down, by how much was meant (ORG-HACK-17)
    "program": ("Le programme s'arrête.", "The program stops."),
    "system": (
        "Le système s'arrête, jusqu'à ce qu'on le relance à la main.",
        "The system stops until restarted by hand.",
    ),
    "for_good": (
        "Le système est détruit ; les copies gardées hors ligne restent.",
        "The system is destroyed; copies kept off line remain.",
    ),
}
HOLDS: Both = ("Le système tient.", "The system holds.")
DONE: dict[str, Both] = {  # a computing task, done and not (ORG-HACK-06)
    "copy_protection": ("La protection saute.", "The protection is broken."),
    "compatibility": ("Le programme tourne.", "The program runs."),
    "data_piracy": ("Le logiciel est trouvé.", "The software is found."),
    "dataterm": ("Le terminal obéit.", "The terminal obeys."),
    "programming_applications": ("Le programme est écrit.", "The program is written."),
}
NOT_DONE: dict[str, Both] = {
    "copy_protection": ("La protection tient.", "The protection holds."),
    "compatibility": ("Le programme ne tourne pas.", "The program does not run."),
    "data_piracy": ("Le logiciel reste introuvable.", "The software is not to be found."),
    "dataterm": ("Le terminal ne répond pas.", "The terminal does not respond."),
    "programming_applications": ("Le programme ne marche pas.", "The program does not work."),
}


def crash(told: Told) -> list[str]:
    """« Kim, poste de Marla, plantage : … contre 30, marge 2. Le système s'arrête … »"""
    given, outcome = told.given, told.outcome
    what = told.pick("plantage", "crash")
    if given.skill == "operating_system":
        what += f" ({name_of(told, given.skill)})"
    head = lead(told, given.hacker, site_name(told, given.system), what)
    end = told.pick(*DOWN[given.scope] if outcome.crashed else HOLDS)
    return [joined(trial(told, head, outcome, "INT"), end)]


def lock_out(told: Told) -> list[str]:
    """« Tous les mots de passe sont changés : personne d'autre n'entre pendant 10 min, … »"""
    outcome = told.outcome
    if not outcome.locked:
        why = told.pick(
            "Il faut les droits d'administrateur pour changer tous les mots de passe.",
            "Changing all passwords takes administrator rights.",
        )
        return [ruled(why, "ORG-HACK-18")]
    time = minutes(told, outcome.minutes)
    return [
        told.pick(
            f"Tous les mots de passe sont changés : personne d'autre n'entre pendant {time}, "
            "jusqu'à ce qu'un administrateur débranche la machine.",
            f"All passwords are changed: nobody else gets in for {time}, until an administrator pulls the plug.",
        )
    ]


def plant_back_door(told: Told) -> list[str]:
    """« …, porte dérobée : … marge 8. Sécurité de Marla : … marge 3. La porte reste ouverte. »"""
    given, outcome = told.given, told.outcome
    head = lead(told, given.hacker, site_name(told, given.system), word(told, "method", "back_door"))
    end = (
        told.pick("La porte est posée.", "The door is left.")
        if outcome.planted
        else told.pick("Aucune porte n'est posée.", "No door is left.")
    )
    other = ""
    if given.administrator is not None:
        watching = security(told, given.administrator)
        other = side(told, watching, "plant_back_door", 1, outcome.admin_total, outcome.admin_margin)
    return [joined(trial(told, head, outcome, "INT"), other, end)]


def flood(told: Told) -> list[str]:
    """« …, flood : … marge 4. Hors service pendant 40 min. »"""
    given, outcome = told.given, told.outcome
    head = lead(told, given.hacker, site_name(told, given.system), name_of(told, "flood"))
    end = told.pick(*HOLDS)
    if outcome.minutes_down:
        time = minutes(told, outcome.minutes_down)
        end = told.pick(f"Hors service pendant {time}.", f"Out of service for {time}.")
    return [joined(trial(told, head, outcome, "INT"), end)]


def recall_data(told: Told) -> list[str]:
    """« Kim, mémoire : INT 14 + 9 (d20) = 23 contre 20, marge 3. Les données reviennent. »"""
    head = lead(told, told.given.character, told.pick("mémoire", "memory"))
    back = told.pick("Les données reviennent.", "The data come back.")
    end = back if told.outcome.success else told.pick("Rien ne revient.", "Nothing comes back.")
    return [joined(trial(told, head, told.outcome, "INT"), end)]


def computing_task(told: Told) -> list[str]:
    given, outcome = told.given, told.outcome
    head = lead(told, given.hacker, name_of(told, given.task))
    end = told.pick(*(DONE if outcome.success else NOT_DONE)[given.task])
    return [joined(trial(told, head, outcome, "INT"), end)]
