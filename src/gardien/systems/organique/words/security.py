"""The other side of the screen: who watches, notices, throws out, follows back; codes (HACK-22 to 25, HACK-33, CRY)."""

from gardien.core.telling import Report
from gardien.core.wording import (
    Both,
    arrow,
    join_list,
    join_sentences,
    of,
    present,
    start,
    thing_of,
    to,
    who_text,
    word,
)
from gardien.systems.organique.rules.network.ciphers import CIPHERS, decryption_parts
from gardien.systems.organique.rules.network.security import PATCHED
from gardien.systems.organique.rules.tests.modifiers import total
from gardien.systems.organique.words.grammar import adding, against, faces_of, signed_text, skill_name, throw_text
from gardien.systems.organique.words.network import HACKER, administrator, security, side, site_name, surveillance_text

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


def surveillance(report: Report) -> list[str]:
    """« Surveillance 60 % : 43 au d100, un administrateur veille (niveau 4). »"""
    return [surveillance_text(report, report.given.percent, report.outcome.present, report.outcome.skill_level)]


def _both(report: Report, purpose: str, skill: str) -> str:
    """Security, then whatever the hacker has against it (ORG-HACK-24)."""
    given, outcome = report.given, report.outcome
    first = side(report, security(report, given.administrator), purpose, 0, outcome.admin_total, outcome.admin_margin)
    name = skill_name(report, skill)
    hacker = who_text(report, given.hacker, HACKER)
    if not given.hacker.level(skill):
        none = report.pick(f"{hacker} n'a pas {of(name)} à opposer.", f"{hacker} has no {name} to set against it.")
        return join_sentences(first, start(none))
    head = thing_of(report, (name, name), hacker)
    return join_sentences(first, side(report, head, purpose, 1, outcome.hacker_total, outcome.hacker_margin))


def detect(report: Report) -> list[str]:
    """« Sécurité de Marla : 18 + 12 (d20) = 30 contre 20, marge 10. Discrétion informatique de Kim : … Un doute … »"""
    return [join_sentences(_both(report, "detect", "computer_stealth"), report.pick(*FOUND[report.outcome.result]))]


def eject(report: Report) -> list[str]:
    """« L'intrus est hors du réseau : adresse bloquée, comptes fermés, failles comblées. »"""
    given, outcome = report.given, report.outcome
    if not outcome.ejected:
        held = [word(report, "hacker_controls", one) for one in dict.fromkeys(given.hacker_controls)]
        machines = join_list(report, [report.pick(f"le {one}", f"the {one}") for one in held])
        return [
            report.pick(f"Pas d'expulsion : l'intrus tient {machines}.", f"No ejection: the intruder holds {machines}.")
        ]
    out = report.pick(
        "L'intrus est hors du réseau : adresse bloquée, comptes fermés, failles comblées.",
        "The intruder is out of the network: address blocked, accounts closed, flaws patched.",
    )
    if not outcome.closed:
        return [out]
    names = ", ".join(site_name(report, one) for one in outcome.closed)
    more = signed_text(report, PATCHED)
    walls = report.pick(f"Pare-feu {more} : {names}.", f"Firewalls {more}: {names}.")
    return [out, walls]


def trace(report: Report) -> list[str]:
    """« …, La piste remonte jusqu'à Kim. »"""
    hacker = who_text(report, report.given.hacker, HACKER)
    end = {
        "none": report.pick("La piste se perd.", "The trail is lost."),
        "terminal": report.pick("La piste s'arrête au terminal.", "The trail ends at the terminal."),
        "hacker": report.pick(f"La piste remonte jusqu'{to(hacker)}.", f"The trail leads to {hacker}."),
    }[report.outcome.traced]
    return [join_sentences(_both(report, "trace", "anonymity"), end)]


def secure_firewall(report: Report) -> list[str]:
    """« Cryptographie de Marla : 14 + 4 + 8 (d20) = 26 contre 20, marge 6. Pare-feu 15 → 21. »"""
    given, outcome = report.given, report.outcome
    name = skill_name(report, "cryptography")
    head = thing_of(report, (name, name), administrator(report, given.administrator))
    same = report.number(outcome.firewall)
    wall = report.pick(f"Le pare-feu reste à {same}.", f"The firewall stays at {same}.")
    if outcome.firewall != given.firewall:
        wall = f"{report.pick('Pare-feu', 'Firewall')} {arrow(report, given.firewall, outcome.firewall)}."
    return [join_sentences(throw_text(report, head, outcome, "INT"), wall)]


def notice_takeover(report: Report) -> list[str]:
    """« Attention de Jenny : … marge 3. Le poste est débranché. »"""
    who = who_text(report, report.given.employee, ("la personne au poste", "the employee"))
    head = thing_of(report, ("attention", "attention"), who)
    unplugged = report.pick("Le poste est débranché.", "The machine is unplugged.")
    end = unplugged if report.outcome.success else report.pick("Le poste reste branché.", "The machine stays on.")
    return [join_sentences(throw_text(report, head, report.outcome, "INT"), end)]


def _helper(report: Report) -> str:
    """« cryptographie de Kim », “Kim’s cryptography”."""
    name = skill_name(report, "cryptography")
    return thing_of(report, (name, name), report.given.user.name or report.who)


def encrypt(report: Report) -> list[str]:
    """« Cryptographie de Kim : … marge 6. Force du code : 25 (programme) + 6 (marge) + 5 (clé unique) = 36. »"""
    given, outcome = report.given, report.outcome
    helped, added = "", 0
    if given.user is not None and not given.alone:
        helped = throw_text(report, _helper(report), outcome, "INT")
        added = max(0, outcome.margin) if present(outcome.margin) else 0
    strength, kind = report.number(outcome.strength), CIPHERS[given.code]
    parts = [report.pick("programme", "program"), report.pick("marge", "margin"), word(report, "code", given.code)]
    counted = [(name, one) for name, one in zip(parts[1:], (added, kind), strict=True) if one]
    sum_ = "".join(f"{adding(report, one)} ({name})" for name, one in counted)
    sum_ = f"{report.number(given.program_strength)} ({parts[0]}){sum_} = " if counted else ""
    if given.program_strength + added + kind < 0:  # a code is never weaker than nothing
        sum_ += f"{report.number(given.program_strength + added + kind)} → "
    head = report.pick("Force du code", "Strength of the code")
    return [join_sentences(helped, f"{head}{report.colon} {sum_}{strength}.")]


def decrypt(report: Report) -> list[str]:
    """« Déchiffrement : 4 × 8 + 9 − 5 + 14 (d20) = 50 contre 40, résultat 10. Temps : dix minutes. »"""
    given, outcome = report.given, report.outcome
    faces = faces_of(report, "decrypt")
    helped = ""
    if given.user is not None and not given.alone:
        helped = side(report, _helper(report), "decrypt", 0, outcome.user_total, outcome.user_margin)
    work, mod = given.force * given.power, total(decryption_parts(given))
    gained = outcome.total - work - mod - faces[-1]
    product = f"{report.number(given.force)} × {report.number(given.power)}"
    sum_ = f"{product}{adding(report, gained, mod)} + {faces[-1]} (d20) = {report.number(outcome.total)}"
    head, result = report.pick("Déchiffrement", "Decryption"), report.number(outcome.result)
    shown = report.pick(f"résultat {result}", f"result {result}")
    time = f"{report.pick('Temps', 'Time')}{report.colon} {word(report, 'time', outcome.time)}."
    return [helped, join_sentences(f"{head}{report.colon} {sum_} {against(report, given.strength)}, {shown}.", time)]
