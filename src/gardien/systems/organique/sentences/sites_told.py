"""Computers in words: systems, rights, administrators, time (HACK): what all sentences about intrusions share."""

from typing import TYPE_CHECKING, Any

from gardien.core.errors import Refusal
from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, called, inside, of, owned, per_cent, present, start, word
from gardien.systems.organique import pack
from gardien.systems.organique.sentences.grammar import against, face_of, faces_of, margin, summed

if TYPE_CHECKING:
    from gardien.systems.organique.sites import AdministratorGiven

KEPT = ("Hudson", "Kessler-Ito", "Marla’s")  # names that keep their capital inside a sentence
HACKER: Both = ("le hacker", "the hacker")
ADMINISTRATOR: Both = ("l'administrateur", "the administrator")
NO_ONE: Both = ("personne ne veille", "nobody is watching")
SOMEONE: Both = ("un administrateur veille", "an administrator is watching")
WARNED: Both = ("La sécurité est prévenue.", "Security is warned.")


def lead(told: Told, character: Any, *parts: str) -> str:
    """What a line is about, whoever acts first where the name is known: « Ying, recherche publique »."""
    name = called(told, character, ("", ""), acts=True)
    return ", ".join(part for part in (name, *parts) if part)


def minutes(told: Told, count: int) -> str:
    """« 40 min », « 2 h », « 1 h 30 »."""
    hours, rest = divmod(count, 60)
    if not hours:
        return f"{told.number(rest)}{HARD}min"
    return f"{told.number(hours)}{HARD}h" + (f"{HARD}{rest:02}" if rest else "")


def taking(told: Told, count: Any) -> str:
    """How long something took, after what it gave: « , en 15 min »; nothing where it took no time."""
    if not present(count) or not count:
        return ""
    return told.pick(f", en {minutes(told, count)}", f", in {minutes(told, count)}")


def after(told: Told, count: Any, text: str) -> str:
    """What is still so after some time that gave nothing: « au bout de 30 min, le pare-feu tient »."""
    if not present(count) or not count:
        return text
    return told.pick(f"au bout de {minutes(told, count)}, {text}", f"after {minutes(told, count)}, {text}")


def site_name(told: Told, named: Any) -> str:
    """A system by its key or its own name, « poste de Marla »; « système » where it has none."""
    if not isinstance(named, str):
        return str(named.name).replace("_", " ").strip() or told.pick("système", "system")
    for look in (pack.system, pack.network):
        try:
            return inside(told, look(named), KEPT)
        except Refusal:
            continue
    return named.replace("_", " ")


def rights(told: Told, privilege: str) -> str:
    """« les droits d'administrateur », “administrator rights”."""
    name = word(told, "privilege", privilege)
    return told.pick(f"les droits {of(name)}", f"{name} rights")


def watched(told: Told, percent: int, found: Any, level: Any = None) -> str:
    """« Surveillance 7 % : 43 au d100, personne ne veille. » (ORG-HACK-23)"""
    if not present(found):
        return ""
    face = face_of(told, "surveillance", "d100")
    assert face is not None
    end = told.pick(*SOMEONE if found else NO_ONE)
    rank = told.pick(f" (niveau {level})", f" (level {level})") if present(level) else ""
    head, shown = told.pick("Surveillance", "Surveillance"), told.number(face)
    thrown = told.pick(f"{shown} au d100", f"{shown} on d100")
    return f"{head} {per_cent(told, percent)}{told.colon} {thrown}, {end}{rank}."


# ---- the other side ----


def administrator(told: Told, given: "AdministratorGiven") -> str:
    """Whoever guards a network, by name where there is one."""
    unnamed = type(given)().name
    return told.pick(*ADMINISTRATOR) if given.name in ("", unnamed) else given.name


def security(told: Told, given: "AdministratorGiven") -> str:
    """« sécurité de Marla », “Marla’s security”."""
    return owned(told, ("sécurité", "security"), administrator(told, given))


def side(told: Told, head: str, purpose: str, number: int, total: Any, found: Any) -> str:
    """One of two who throw against each other: « Sécurité de Marla : 18 + 12 (d20) = 30 contre 20, marge 10. »"""
    if not present(total):
        return ""
    from gardien.systems.organique.sites import USUAL

    die = faces_of(told, purpose)[number]
    sum_ = summed(told, total - die, 0, die)
    return f"{start(head)}{told.colon} {sum_} {against(told, USUAL)}, {margin(told, found)}."
