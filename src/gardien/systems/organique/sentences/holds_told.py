"""Getting out of a hold: pain first where a joint is locked, then strength against strength."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, of, present, start
from gardien.systems.organique.bodies import person_of
from gardien.systems.organique.holds import FREEING
from gardien.systems.organique.sentences.bodies_told import aftermath
from gardien.systems.organique.sentences.grammar import added, adding, against, ended, faces_of, saved

VICTIM: Both = ("la victime", "the victim")
HOLDER: Both = ("l'adversaire", "the opponent")
GRIPS: dict[str, Both] = {  # what somebody struggles against
    "hold": ("la prise {of}", "{who}'s hold"),
    "lock": ("la clé {of}", "{who}'s joint lock"),
    "strangle": ("l'étranglement {of}", "{who}'s strangling hold"),
    "wrestle": ("la lutte avec {who}", "{who}'s grip"),
}


def break_hold(told: Told) -> list[str]:
    """« Tyra cherche à se libérer de la prise de Carl : FOR 12 + 14 (d20) = 26 contre 20, marge 6. Carl : … »"""
    given = told.given
    who = called(told, given.victim, VICTIM, acts=True)
    whom = called(told, given.holder, HOLDER)
    faces = list(faces_of(told, "break_hold"))
    strengths = (person_of(given.victim).value("FOR"), person_of(given.holder).value("FOR"))
    return [
        *struggle(told, told.outcome, given.kind, who, whom, faces, strengths),
        aftermath(told, who, given.victim, told.outcome.state),
    ]


def struggle(
    told: Told, block: Any, kind: str, who: str, whom: str, faces: list[int], strengths: tuple[int, int]
) -> list[str]:
    """The struggle itself, for a single attempt and for a line of a script."""
    fr, en = GRIPS[kind]
    grip = told.pick(fr.replace("{of}", of(whom)).replace("{who}", whom), en.replace("{who}", whom))
    first = told.pick(f"{who} cherche à se libérer {of(grip)}", f"{who} tries to break {grip}")
    pain = saved(told, block.save, who) if present(block.save) else ""
    if not present(block.victim_total):
        stays = told.pick("La douleur l'emporte, la clé tient.", "Pain prevails, the lock holds.")
        return [joined(f"{start(first)}.", pain, stays)]
    goal, grip_goal = FREEING[kind]  # type: ignore[index]
    one = _strength(told, block.victim_total, block.victim_margin, goal, faces[0], strengths[0])
    other = _strength(told, block.holder_total, block.holder_margin, grip_goal, faces[1], strengths[1])
    end = told.pick(f"{who} se libère.", f"{who} breaks free.")
    if not block.free:
        end = told.pick(f"{whom} ne lâche pas.", f"{whom} does not let go.")
    line = f"{start(first)}{told.colon} {one}."
    return [joined(pain, line), joined(f"{start(whom)}{told.colon} {other}.", start(end))]


def _strength(told: Told, total: int, over: int, goal: int, face: int, strength: int) -> str:
    """« FOR 12 + 14 (d20) = 26 contre 20, marge 6 »."""
    mod = total - face - strength
    auto = {20: "natural_20", 1: "natural_1"}.get(face, "none")
    thrown = f"{added(told, (('FOR', strength),), strength)}{adding(told, mod)} + {face} (d20) = {told.number(total)}"
    return f"{thrown} {against(told, goal)}, {ended(told, total - goal, over, auto)}"
