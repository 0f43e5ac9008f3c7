"""Whether a weapon reaches, and fire that covers a zone."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, called, joined, present, ruled, start
from gardien.systems.organique.engaging import ActionGiven
from gardien.systems.organique.sentences.bodies_told import aftermath
from gardien.systems.organique.sentences.grammar import (
    ATTACKER,
    TARGET,
    adding,
    against,
    ended,
    plain,
    signed,
    weapon_name,
)
from gardien.systems.organique.sentences.strikes_told import (
    TOLD,
    armour_line,
    damage_line,
    landing,
    reaction_line,
    sum_of,
)

WEAPON: Both = ("cette arme", "this weapon")


def metres(told: Told, centimetres: int) -> str:
    """« 25 m », « 1,5 m »."""
    return f"{told.number(plain(centimetres / 100))}{HARD}m"


def reach(told: Told) -> list[str]:
    """« Machette, portée 1 : utilisable, sans malus. », « Pistolet 9 mm, 25 m : utilisable, −2 au test. »"""
    given, outcome = told.given, told.outcome
    places = [weapon_name(told, given.weapon) or told.pick(*WEAPON)]
    if given.range_step is not None:
        places.append(told.pick(f"portée {given.range_step}", f"range {given.range_step}"))
    if given.distance_cm:
        places.append(metres(told, given.distance_cm))
    head = f"{start(', '.join(places))}{told.colon} "
    if not outcome.usable:
        text = told.pick("inutilisable. Changer de place ou d'arme.", "of no use. Move, or take another weapon.")
        return [ruled(head + text, "ORG-RNG-01")]
    if outcome.range_mod:
        less = signed(told, outcome.range_mod)
        return [head + told.pick(f"utilisable, {less} au test.", f"usable, {less} to the test.")]
    return [head + told.pick("utilisable, sans malus.", "usable, no penalty.")]


def covering_fire(told: Told) -> list[str]:
    """« Tyra arrose 3 m (mitraillette, 10 balles) : INT 12 + 10 (balles) + 8 (d20) = 30 contre 34, … »"""
    given, outcome = told.given, told.outcome
    who = called(told, given.attacker, ATTACKER, acts=True)
    wide = f"{told.number(plain(given.metres))}{HARD}m"
    shots = told.pick(f"{given.bullets}{HARD}balles", f"{given.bullets}{HARD}bullets")
    using = ", ".join(part for part in (weapon_name(told, given.weapon), shots) if part)
    wits = outcome.base - given.bullets
    first = f"INT {told.number(wits)} + {told.number(given.bullets)} ({told.pick('balles', 'bullets')})"
    head = told.pick(f"{who} arrose {wide} ({using})", f"{who} covers {wide} ({using})")
    end = ended(told, outcome.total - outcome.difficulty, outcome.margin, outcome.auto)
    thrown = f"{first}{adding(told, outcome.mod)} + {outcome.die} (d20) = {told.number(outcome.total)}"
    over = told.pick("La zone est couverte.", "The zone is covered.")
    if not outcome.success:
        over = told.pick("Rien n'est touché dans la zone.", "Nothing in the zone is hit.")
    jam = told.pick("L'arme s'enraye.", "The weapon jams.") if present(outcome.jammed) and outcome.jammed else ""
    line = f"{start(head)}{told.colon} {thrown} {against(told, outcome.difficulty)}, {end}."
    people = {one.name: one for one in given.targets}
    lines = [joined(line, over, jam)]
    for one in outcome.targets if present(outcome.targets) else ():
        lines += _under_fire(told, given, one, people[one.name], first)
    return [*lines, aftermath(told, who, given.attacker, outcome.attacker)]


def _under_fire(told: Told, given: Any, block: Any, target: Any, first: str) -> list[str]:
    """The same throw against one of those in the zone (ORG-ACT-01)."""
    whom = called(told, target, TARGET)
    shot = ActionGiven(action="shoot", weapon=given.weapon, reaction=target.reaction, cover=target.cover)
    aimed = f"{told.pick('tir vers', 'fire at')} {whom}"
    line = f"{start(aimed)}{told.colon} {sum_of(told, block, 'attack_', first)}."
    answer = reaction_line(told, shot, block, target, whom)
    hit = joined(armour_line(told, shot, block, target), damage_line(told, shot, block)) if block.hit else ""
    return [
        joined(line, answer, landing(told, shot.action, block, whom, shot.reaction.kind), hit),
        aftermath(told, whom, target, block.defender, TOLD),
    ]
