"""Ways in, and more rights once inside (HACK-07 to HACK-16)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import Both, joined, semicolon, start, word
from gardien.systems.organique import pack
from gardien.systems.organique.entries import Method
from gardien.systems.organique.sentences.grammar import skill_name, trial
from gardien.systems.organique.sentences.sites_told import WARNED, after, lead, rights, site_name, taking, watched
from gardien.systems.organique.sites import NOBODY, system_of

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


def way(told: Told, method: Method, skill: str) -> str:
    """« faille (protocoles réseau) », « porte dérobée »."""
    name = word(told, "method", method)
    return f"{name} ({skill_name(told, skill)})" if method == "flaw" else name


def allowing(told: Told, system: Any, privilege: str) -> str:
    """« À portée : lire les dossiers clos. »: what rights give on a system of the list (ORG-HACK-15)."""
    gives = told.pick(*pack.system(system).allows(privilege)) if isinstance(system, str) else ""
    return f"{told.pick('À portée', 'Within reach')}{told.colon} {gives}." if gives else ""


def enter_network(told: Told) -> list[str]:
    """« Kim, réseau, faille (…) : INT 14 + 8 + 9 (d20) = 31 contre 15, marge 16. Accès au réseau, en 15 min. »"""
    given, outcome = told.given, told.outcome
    head = lead(told, given.hacker, told.pick("réseau", "network"), way(told, "flaw", given.skill))
    line = trial(told, head, outcome, "INT")
    inside = f"{told.pick('accès au réseau', 'access to the network')}{taking(told, outcome.minutes)}"
    end = inside if outcome.access else after(told, outcome.minutes, told.pick(*CLOSED["flaw"]))
    return [
        joined(line, f"{start(end)}.", told.pick(*WARNED) if outcome.alert else ""),
        watched(told, given.surveillance, outcome.admin_present),
    ]


def enter_system(told: Told) -> list[str]:
    """« …, marge 7. Accès avec les droits de super-utilisateur, en 30 min. », or what needs no die."""
    given, outcome = told.given, told.outcome
    head = lead(told, given.hacker, site_name(told, given.system), way(told, given.method, given.skill))
    inside = (
        f"{told.pick('accès avec', 'access with')} {rights(told, outcome.privilege)}{taking(told, outcome.minutes)}"
    )
    gives = allowing(told, given.system, outcome.privilege)
    seen = watched(told, given.surveillance, outcome.admin_present)
    if given.method in ("password", "trust", "back_door"):
        alone = system_of(given.system).trusts == NOBODY
        why = told.pick(*TRUSTS_NOBODY if alone else NOT_TRUSTED)
        no = f"{told.pick('pas d’accès', 'no access')}{semicolon(told)} {why}"
        return [joined(f"{start(head)}{told.colon} {inside if outcome.access else no}.", gives), seen]
    line = trial(told, head, outcome, "CHA" if given.method == "talk" else "INT")
    end = inside if outcome.access else after(told, outcome.minutes, told.pick(*CLOSED[given.method]))
    return [joined(line, f"{start(end)}.", gives, told.pick(*WARNED) if outcome.alert else ""), seen]


def raise_privilege(told: Told) -> list[str]:
    """« …, marge 7. Droits : utilisateur → super-utilisateur, en 30 min. »"""
    given, outcome = told.given, told.outcome
    within = given.way == "operating_system"
    how = skill_name(told, "operating_system") if within else way(told, "flaw", given.skill)
    head = lead(told, given.hacker, site_name(told, given.system), told.pick("plus de droits", "more rights"), how)
    held, gains = word(told, "privilege", given.privilege), word(told, "privilege", outcome.privilege)
    end = f"{told.pick('droits', 'rights')}{told.colon} {held} → {gains}{taking(told, outcome.minutes)}"
    gives = allowing(told, given.system, outcome.privilege)
    if held == gains:
        same = told.pick("droits sans changement", "rights unchanged")
        end, gives = after(told, outcome.minutes, f"{same}{told.colon} {held}"), ""
    warned = told.pick(*WARNED) if outcome.alert else ""
    return [joined(trial(told, head, outcome, "INT"), f"{start(end)}.", gives, warned)]
