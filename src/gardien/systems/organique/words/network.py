"""Computers in words: systems, rights, administrators; what is found out, ways in, what is done inside (HACK)."""

from typing import TYPE_CHECKING, Any

from gardien.core.errors import Refusal
from gardien.core.telling import Report, lower_first
from gardien.core.terms import HARD
from gardien.core.wording import (
    Both,
    inside,
    join_sentences,
    of,
    per_cent,
    present,
    semicolon,
    start,
    thing_of,
    with_rule,
    word,
)
from gardien.systems.organique import pack
from gardien.systems.organique.rules.network.entry import Method
from gardien.systems.organique.rules.network.systems import NOBODY, system_of
from gardien.systems.organique.words.grammar import (
    against,
    face_of,
    faces_of,
    lead,
    margin,
    minutes,
    name_of,
    skill_name,
    sum_text,
    throw_text,
)

if TYPE_CHECKING:
    from gardien.systems.organique.rules.network.systems import AdministratorGiven

KEPT = ("Hudson", "Kessler-Ito", "Marla’s")  # names that keep their capital inside a sentence
HACKER: Both = ("le hacker", "the hacker")
ADMINISTRATOR: Both = ("l'administrateur", "the administrator")
NO_ONE: Both = ("personne ne veille", "nobody is watching")
SOMEONE: Both = ("un administrateur veille", "an administrator is watching")
WARNED: Both = ("La sécurité est prévenue.", "Security is warned.")


def taking(report: Report, count: Any) -> str:
    """How long something took, after what it gave: « , en 15 min »; nothing where it took no time."""
    if not present(count) or not count:
        return ""
    return report.pick(f", en {minutes(report, count)}", f", in {minutes(report, count)}")


def after_time_text(report: Report, count: Any, text: str) -> str:
    """What is still so after some time that gave nothing: « au bout de 30 min, le pare-feu tient »."""
    if not present(count) or not count:
        return text
    return report.pick(f"au bout de {minutes(report, count)}, {text}", f"after {minutes(report, count)}, {text}")


def site_name(report: Report, named: Any) -> str:
    """A system by its key or its own name, « poste de Marla »; « système » where it has none."""
    key = named if isinstance(named, str) else str(named.name)  # one of the list bears its key as its name
    for look in (pack.system, pack.network):
        try:
            return inside(report, look(key), KEPT)
        except Refusal:
            continue
    return key.replace("_", " ").strip() or report.pick("système", "system")


def rights(report: Report, privilege: str) -> str:
    """« les droits d'administrateur », “administrator rights”."""
    name = word(report, "privilege", privilege)
    return report.pick(f"les droits {of(name)}", f"{name} rights")


def surveillance_text(report: Report, percent: int, watched: Any, level: Any = None) -> str:
    """« Surveillance 7 % : 43 au d100, personne ne veille. » (ORG-HACK-23)"""
    if not present(watched):
        return ""
    face = face_of(report, "surveillance", "d100")
    assert face is not None
    end = report.pick(*SOMEONE if watched else NO_ONE)
    rank = report.pick(f" (niveau {level})", f" (level {level})") if present(level) else ""
    head, shown = report.pick("Surveillance", "Surveillance"), report.number(face)
    thrown = report.pick(f"{shown} au d100", f"{shown} on d100")
    return f"{head} {per_cent(report, percent)}{report.colon} {thrown}, {end}{rank}."


# ---- the other side ----


def administrator(report: Report, given: "AdministratorGiven") -> str:
    """Whoever guards a network, by name where there is one."""
    unnamed = type(given)().name
    return report.pick(*ADMINISTRATOR) if given.name in ("", unnamed) else given.name


def security(report: Report, given: "AdministratorGiven") -> str:
    """« sécurité de Marla », “Marla’s security”."""
    return thing_of(report, ("sécurité", "security"), administrator(report, given))


def side(report: Report, head: str, purpose: str, number: int, total: Any, over: Any) -> str:
    """One of two who throw against each other: « Sécurité de Marla : 18 + 12 (d20) = 30 contre 20, marge 10. »"""
    if not present(total):
        return ""
    from gardien.systems.organique.rules.network.systems import USUAL

    die = faces_of(report, purpose)[number]
    sum_ = sum_text(report, total - die, 0, die)
    return f"{start(head)}{report.colon} {sum_} {against(report, USUAL)}, {margin(report, over)}."


METHODS: dict[str, Both] = {
    "research": ("recherche", "research"),
    "social": ("ruse sociale", "social trick"),
    "snoop": ("fouille", "snooping"),
    "inside": ("fichiers lus de l'intérieur", "files read from inside"),
}
NOTHING: Both = ("Aucun renseignement.", "Nothing learnt.")
SAME: Both = ("Déjà connu, rien de plus.", "Known already, nothing more.")
PUBLIC: Both = (
    "Le MJ dit si c'est public, sinon sur quel système c'est gardé.",
    "The GM says whether it is public, and if not, on which system it is kept.",
)
NOT_PUBLIC: Both = ("La recherche ne donne rien.", "The search finds nothing.")
LISTED: Both = (
    "le système cherché, ou la liste de tous avec leurs systèmes d'exploitation",
    "the system wanted, or a list of all with their operating systems",
)
TRUSTS: Both = (
    "Le MJ dit quel système fait confiance à quel autre.",
    "The GM says which system trusts which.",
)
NO_TRUST: Both = ("Aucune relation de confiance trouvée.", "No trust found.")
NOT_CAUGHT: Both = ("Aucun identifiant intercepté.", "No login is caught.")


def preliminaries(report: Report) -> list[str]:
    """« Kim, ruse sociale : CHA 12 + 4 + 9 (d20) = 25 contre 10, marge 15. », then what the d100 finds."""
    given, outcome = report.given, report.outcome
    head = lead(report, given.character, report.pick(*METHODS[given.method]))
    if given.method == "inside":
        return [f"{head}{report.colon} {_finding(report)}"]
    # what was searched stands where others have a characteristic (ORG-HACK-04)
    code = {"research": "INT", "social": "CHA", "snoop": word(report, "place", given.place)}[given.method]
    line = throw_text(report, head, outcome, code)
    return [join_sentences(line, report.pick(*NOTHING))] if outcome.found == "none" else [line, _finding(report)]


def _finding(report: Report) -> str:
    """« 47 au d100, types de systèmes. Logiciels et données … » (ORG-HACK-05)"""
    outcome = report.outcome
    face, row = face_of(report, "preliminaries", "d100"), pack.finding(outcome.found)
    thrown = report.pick(f"{face} au d100", f"{face} on d100")
    finding = f"{thrown}, {lower_first(report.pick(row.fr, row.en))}."
    return join_sentences(finding, report.pick(row.effect_fr, row.effect_en) if outcome.new else report.pick(*SAME))


def public_search(report: Report) -> list[str]:
    head = lead(report, report.given.hacker, report.pick("recherche publique", "public search"))
    end = report.pick(*PUBLIC if report.outcome.success else NOT_PUBLIC)
    return [join_sentences(throw_text(report, head, report.outcome, "INT"), end)]


def find_system(report: Report) -> list[str]:
    """« Kim, protocoles réseau : … marge 4. Le système cherché, ou la liste de tous …, en 15 min. »"""
    outcome = report.outcome
    head = lead(report, report.given.hacker, skill_name(report, "network_protocols"))
    end = after_time_text(report, outcome.minutes, report.pick("rien de trouvé", "nothing found"))
    if outcome.success:
        end = f"{report.pick(*LISTED)}{taking(report, outcome.minutes)}"
    return [join_sentences(throw_text(report, head, outcome, "INT"), f"{start(end)}.")]


def find_trust(report: Report) -> list[str]:
    head = lead(report, report.given.hacker, report.pick("relations de confiance", "trust relations"))
    end = report.pick(*TRUSTS if report.outcome.success else NO_TRUST)
    return [join_sentences(throw_text(report, head, report.outcome, "INT"), end)]


def sniff_login(report: Report) -> list[str]:
    """« … marge 4. Un identifiant passe au bout de 4D6 = 14 min, chiffré à la force 20. »"""
    given, outcome = report.given, report.outcome
    listens = report.pick("interception", "interception")
    line = throw_text(report, lead(report, given.hacker, site_name(report, given.system), listens), outcome, "INT")
    if not outcome.caught or not present(outcome.wait):
        return [join_sentences(line, report.pick(*NOT_CAUGHT))]
    login = pack.login(system_of(given.system).login_frequency)
    unit = "min" if outcome.unit == "minutes" else "h"
    wait = f"{login.dice}D{login.sides} = {report.number(outcome.wait)}{HARD}{unit}"
    force = report.number(outcome.encryption)
    caught = report.pick(
        f"Un identifiant passe au bout de {wait}, chiffré à la force {force}.",
        f"A login comes by after {wait}, coded at strength {force}.",
    )
    return [join_sentences(line, caught)]


CLOSED: dict[str, Both] = {  # what stands in the way, by the way that was tried
    "flaw": ("le pare-feu tient", "the firewall holds"),
    "virus": ("l'antivirus tient", "the antivirus holds"),
    "talk": ("le mot de passe n'est pas donné", "the password is not given away"),
}
TRUSTS_NOBODY: Both = ("ce système ne fait confiance à aucun autre", "this system trusts no other")
NOT_TRUSTED: Both = (
    "aucun droit sur le système auquel celui-ci fait confiance",
    "no rights on the system that this one trusts",
)


def way(report: Report, method: Method, skill: str) -> str:
    """« faille (protocoles réseau) », « porte dérobée »."""
    name = word(report, "method", method)
    return f"{name} ({skill_name(report, skill)})" if method == "flaw" else name


def allowing(report: Report, system: Any, privilege: str) -> str:
    """« À portée : lire les dossiers clos. »: what rights give on a system of the list (ORG-HACK-15)."""
    gives = report.pick(*pack.system(system).allows(privilege)) if isinstance(system, str) else ""
    return f"{report.pick('À portée', 'Within reach')}{report.colon} {gives}." if gives else ""


def enter_network(report: Report) -> list[str]:
    """« Kim, réseau, faille (…) : INT 14 + 8 + 9 (d20) = 31 contre 15, marge 16. Accès au réseau, en 15 min. »"""
    given, outcome = report.given, report.outcome
    head = lead(report, given.hacker, report.pick("réseau", "network"), way(report, "flaw", given.skill))
    line = throw_text(report, head, outcome, "INT")
    inside = f"{report.pick('accès au réseau', 'access to the network')}{taking(report, outcome.minutes)}"
    end = inside if outcome.access else after_time_text(report, outcome.minutes, report.pick(*CLOSED["flaw"]))
    return [
        join_sentences(line, f"{start(end)}.", report.pick(*WARNED) if outcome.alert else ""),
        surveillance_text(report, given.surveillance, outcome.admin_present),
    ]


def enter_system(report: Report) -> list[str]:
    """« …, marge 7. Accès avec les droits de super-utilisateur, en 30 min. », or what needs no die."""
    given, outcome = report.given, report.outcome
    head = lead(report, given.hacker, site_name(report, given.system), way(report, given.method, given.skill))
    held = f"{report.pick('accès avec', 'access with')} {rights(report, outcome.privilege)}"
    inside = f"{held}{taking(report, outcome.minutes)}"
    gives = allowing(report, given.system, outcome.privilege)
    surveillance = surveillance_text(report, given.surveillance, outcome.admin_present)
    if given.method in ("password", "trust", "back_door"):
        alone = system_of(given.system).trusts == NOBODY
        why = report.pick(*TRUSTS_NOBODY if alone else NOT_TRUSTED)
        no = f"{report.pick('pas d’accès', 'no access')}{semicolon(report)} {why}"
        return [join_sentences(f"{start(head)}{report.colon} {inside if outcome.access else no}.", gives), surveillance]
    line = throw_text(report, head, outcome, "CHA" if given.method == "talk" else "INT")
    end = inside if outcome.access else after_time_text(report, outcome.minutes, report.pick(*CLOSED[given.method]))
    return [join_sentences(line, f"{start(end)}.", gives, report.pick(*WARNED) if outcome.alert else ""), surveillance]


def raise_privilege(report: Report) -> list[str]:
    """« …, marge 7. Droits : utilisateur → super-utilisateur, en 30 min. »"""
    given, outcome = report.given, report.outcome
    within = given.way == "operating_system"
    how = skill_name(report, "operating_system") if within else way(report, "flaw", given.skill)
    head = lead(
        report, given.hacker, site_name(report, given.system), report.pick("plus de droits", "more rights"), how
    )
    held, gains = word(report, "privilege", given.privilege), word(report, "privilege", outcome.privilege)
    end = f"{report.pick('droits', 'rights')}{report.colon} {held} → {gains}{taking(report, outcome.minutes)}"
    gives = allowing(report, given.system, outcome.privilege)
    if held == gains:
        same = report.pick("droits sans changement", "rights unchanged")
        end, gives = after_time_text(report, outcome.minutes, f"{same}{report.colon} {held}"), ""
    warned = report.pick(*WARNED) if outcome.alert else ""
    return [join_sentences(throw_text(report, head, outcome, "INT"), f"{start(end)}.", gives, warned)]


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


def crash(report: Report) -> list[str]:
    """« Kim, poste de Marla, plantage : … contre 30, marge 2. Le système s'arrête … »"""
    given, outcome = report.given, report.outcome
    what = report.pick("plantage", "crash")
    if given.skill == "operating_system":
        what += f" ({name_of(report, given.skill)})"
    head = lead(report, given.hacker, site_name(report, given.system), what)
    end = report.pick(*DOWN[given.scope] if outcome.crashed else HOLDS)
    return [join_sentences(throw_text(report, head, outcome, "INT"), end)]


def lock_out(report: Report) -> list[str]:
    """« Tous les mots de passe sont changés : personne d'autre n'entre pendant 10 min, … »"""
    outcome = report.outcome
    if not outcome.locked:
        why = report.pick(
            "Il faut les droits d'administrateur pour changer tous les mots de passe.",
            "Changing all passwords takes administrator rights.",
        )
        return [with_rule(why, "ORG-HACK-18")]
    time = minutes(report, outcome.minutes)
    return [
        report.pick(
            f"Tous les mots de passe sont changés : personne d'autre n'entre pendant {time}, "
            "jusqu'à ce qu'un administrateur débranche la machine.",
            f"All passwords are changed: nobody else gets in for {time}, until an administrator pulls the plug.",
        )
    ]


def plant_back_door(report: Report) -> list[str]:
    """« …, porte dérobée : … marge 8. Sécurité de Marla : … marge 3. La porte reste ouverte. »"""
    given, outcome = report.given, report.outcome
    head = lead(report, given.hacker, site_name(report, given.system), word(report, "method", "back_door"))
    end = (
        report.pick("La porte est posée.", "The door is left.")
        if outcome.planted
        else report.pick("Aucune porte n'est posée.", "No door is left.")
    )
    other = ""
    if given.administrator is not None:
        watching = security(report, given.administrator)
        other = side(report, watching, "plant_back_door", 1, outcome.admin_total, outcome.admin_margin)
    return [join_sentences(throw_text(report, head, outcome, "INT"), other, end)]


def flood(report: Report) -> list[str]:
    """« …, flood : … marge 4. Hors service pendant 40 min. »"""
    given, outcome = report.given, report.outcome
    head = lead(report, given.hacker, site_name(report, given.system), name_of(report, "flood"))
    end = report.pick(*HOLDS)
    if outcome.minutes_down:
        time = minutes(report, outcome.minutes_down)
        end = report.pick(f"Hors service pendant {time}.", f"Out of service for {time}.")
    return [join_sentences(throw_text(report, head, outcome, "INT"), end)]


def recall_data(report: Report) -> list[str]:
    """« Kim, mémoire : INT 14 + 9 (d20) = 23 contre 20, marge 3. Les données reviennent. »"""
    head = lead(report, report.given.character, report.pick("mémoire", "memory"))
    back = report.pick("Les données reviennent.", "The data come back.")
    end = back if report.outcome.success else report.pick("Rien ne revient.", "Nothing comes back.")
    return [join_sentences(throw_text(report, head, report.outcome, "INT"), end)]


def computing_task(report: Report) -> list[str]:
    given, outcome = report.given, report.outcome
    head = lead(report, given.hacker, name_of(report, given.task))
    end = report.pick(*(DONE if outcome.success else NOT_DONE)[given.task])
    return [join_sentences(throw_text(report, head, outcome, "INT"), end)]
