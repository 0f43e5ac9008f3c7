"""The other side of the screen: who watches, notices, throws out and follows back (HACK-22 to HACK-25, HACK-33)."""

from gardien.core.telling import Told
from gardien.core.wording import Both, arrow, called, joined, listed, of, owned, start, to, word
from gardien.systems.organique.security import PATCHED
from gardien.systems.organique.sentences.grammar import signed, skill_name, trial
from gardien.systems.organique.sentences.sites_told import HACKER, administrator, security, side, site_name, watched

FOUND: dict[str, Both] = {
    "none": ("Rien ne se remarque.", "Nothing is noticed."),
    "doubt": (
        "Un doute : nouvel examen une minute plus tard, à +5.",
        "A doubt: another look a minute later, at +5.",
    ),
    "certain": (
        "Certitude : l'intrusion est découverte, l'expulsion demande un tour.",
        "Certain: the intrusion is discovered, ejection takes one turn.",
    ),
}


def surveillance(told: Told) -> list[str]:
    """« Surveillance 60 % : 43 au d100, un administrateur veille (niveau 4). »"""
    return [watched(told, told.given.percent, told.outcome.present, told.outcome.skill_level)]


def _both(told: Told, purpose: str, skill: str) -> str:
    """Security, then whatever the hacker has against it (ORG-HACK-24)."""
    given, outcome = told.given, told.outcome
    first = side(told, security(told, given.administrator), purpose, 0, outcome.admin_total, outcome.admin_margin)
    name = skill_name(told, skill)
    hacker = called(told, given.hacker, HACKER)
    if not given.hacker.level(skill):
        none = told.pick(f"{hacker} n'a pas {of(name)} à opposer.", f"{hacker} has no {name} to set against it.")
        return joined(first, start(none))
    head = owned(told, (name, name), hacker)
    return joined(first, side(told, head, purpose, 1, outcome.hacker_total, outcome.hacker_margin))


def detect(told: Told) -> list[str]:
    """« Sécurité de Marla : 18 + 12 (d20) = 30 contre 20, marge 10. Discrétion informatique de Kim : … Un doute … »"""
    return [joined(_both(told, "detect", "computer_stealth"), told.pick(*FOUND[told.outcome.result]))]


def eject(told: Told) -> list[str]:
    """« L'intrus est hors du réseau : adresse bloquée, comptes fermés, failles comblées. »"""
    given, outcome = told.given, told.outcome
    if not outcome.ejected:
        held = [word(told, "hacker_controls", one) for one in dict.fromkeys(given.hacker_controls)]
        machines = listed(told, [told.pick(f"le {one}", f"the {one}") for one in held])
        return [
            told.pick(f"Pas d'expulsion : l'intrus tient {machines}.", f"No ejection: the intruder holds {machines}.")
        ]
    out = told.pick(
        "L'intrus est hors du réseau : adresse bloquée, comptes fermés, failles comblées.",
        "The intruder is out of the network: address blocked, accounts closed, flaws patched.",
    )
    if not outcome.closed:
        return [out]
    names = ", ".join(site_name(told, one) for one in outcome.closed)
    more = signed(told, PATCHED)
    walls = told.pick(f"Pare-feu {more} : {names}.", f"Firewalls {more}: {names}.")
    return [out, walls]


def trace(told: Told) -> list[str]:
    """« …, La piste remonte jusqu'à Kim. »"""
    hacker = called(told, told.given.hacker, HACKER)
    end = {
        "none": told.pick("La piste se perd.", "The trail is lost."),
        "terminal": told.pick("La piste s'arrête au terminal.", "The trail ends at the terminal."),
        "hacker": told.pick(f"La piste remonte jusqu'{to(hacker)}.", f"The trail leads to {hacker}."),
    }[told.outcome.traced]
    return [joined(_both(told, "trace", "anonymity"), end)]


def secure_firewall(told: Told) -> list[str]:
    """« Cryptographie de Marla : 14 + 4 + 8 (d20) = 26 contre 20, marge 6. Pare-feu 15 → 21. »"""
    given, outcome = told.given, told.outcome
    name = skill_name(told, "cryptography")
    head = owned(told, (name, name), administrator(told, given.administrator))
    same = told.number(outcome.firewall)
    wall = told.pick(f"Le pare-feu reste à {same}.", f"The firewall stays at {same}.")
    if outcome.firewall != given.firewall:
        wall = f"{told.pick('Pare-feu', 'Firewall')} {arrow(told, given.firewall, outcome.firewall)}."
    return [joined(trial(told, head, outcome, "INT"), wall)]


def notice_takeover(told: Told) -> list[str]:
    """« Attention de Jenny : … marge 3. Le poste est débranché. »"""
    who = called(told, told.given.employee, ("la personne au poste", "the employee"))
    head = owned(told, ("attention", "attention"), who)
    seen = told.pick("Le poste est débranché.", "The machine is unplugged.")
    end = seen if told.outcome.success else told.pick("Le poste reste branché.", "The machine stays on.")
    return [joined(trial(told, head, told.outcome, "INT"), end)]
