"""Everybody in an area, one after the other: Reflexes, the d10, the zone, the blow (CD20-P-ENV-06, CD20-P-GUN-03)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import Both, called, counted, joined, present, start
from gardien.systems.cthulhud20.sentences.blows_told import gravity, wounded
from gardien.systems.cthulhud20.sentences.grammar import (
    VICTIM,
    adding,
    face_of,
    faces_of,
    hundred,
    save_name,
    trial,
    zone_name,
)
from gardien.systems.cthulhud20.sentences.strikes_told import with_dice
from gardien.systems.cthulhud20.severity import zone_bonus
from gardien.systems.cthulhud20.values import Combatant

FORCE: Both = ("explosion", "blast")
ARMOUR: Both = ("armure", "armour")
LEFT: Both = ("arme, armure déduite", "weapon less armour")
SPARED: dict[str, Both] = {
    "safe": ("rien ne l'atteint", "nothing strikes home"),
    "out_of_reach": ("hors d'atteinte", "out of reach"),
}


def everybody(told: Told, dc: int) -> list[str]:
    """Each victim on lines of their own, then the toll of several."""
    outcome, at, lines = told.outcome, 0, []
    several = len(told.given.victims) > 1
    for number, (victim, block) in enumerate(zip(told.given.victims, outcome.results, strict=True), start=1):
        role: Both = (f"la victime {number}", f"victim {number}") if several else VICTIM
        last = _end(told, at) if present(block.reflex_success) else at
        lines += _victim(with_dice(told, at, last), called(told, victim, role), victim, block, dc)
        at = last
    if several:
        lines.append(_toll(told))
    return lines


def _end(told: Told, at: int) -> int:
    """Where the dice of the next victim begin."""
    starts = [place for place in range(at + 1, len(told.dice)) if told.dice[place].purpose == "reflexes"]
    return starts[0] if starts else len(told.dice)


def _victim(told: Told, who: str, victim: Combatant, block: Any, dc: int) -> list[str]:
    """« Paul, jet de Réflexes : … », then where it strikes and what it does."""
    if not present(block.reflex_success):
        gone = told.pick("ne vit plus", "is already dead")
        if victim.condition == "dead":
            return [f"{start(who)} {gone}."]
        return [f"{start(who)}{told.colon} {told.pick(*SPARED[block.result])}."]
    face = face_of(told, "reflexes")
    total = block.reflex_total
    bonus = total - face if face is not None and present(total) else 0
    saved = trial(told, f"{who}, {save_name(told, 'ref')}", bonus, dc, total, block.reflex_success)
    if block.result == "safe":
        thrown = face_of(told, "blast", "d10")
        end = told.pick(*SPARED["safe"]) if thrown is None else f"{_thrown(told)}, {_holds(told)}"
        return [joined(saved, f"{start(end)}.")]
    if block.result == "stopped":
        place = f", {zone_name(told, block.zone)} ({_place(told)})"
        blow = wounded(told, who, victim, block, stopped=True)
        return [joined(saved, f"{_thrown(told)}{place}, {_holds(told)}."), *blow]
    own = zone_bonus(block.zone, victim.tables)
    margin = block.gb - own
    hit = f"{_sum(told, block, margin)}, {zone_name(told, block.zone)} ({_place(told)})."
    return [
        joined(saved, start(hit)),
        *wounded(told, who, victim, block, gravity(told, block.gb, margin, block.zone, own)),
    ]


def _thrown(told: Told) -> str:
    return f"{face_of(told, 'blast', 'd10')} (d10)"


def _holds(told: Told) -> str:
    return told.pick("arrêté par l'armure", "stopped by the armour")


def _place(told: Told) -> str:
    face = hundred(faces_of(told, "location", "d100")[-1])
    return told.pick(f"{face} au d100", f"{face} on d100")


def _sum(told: Told, block: Any, margin: int) -> str:
    """« 7 (d10) + 6 (explosion) − 2 (armure) = 11 »."""
    face = face_of(told, "blast", "d10") or 0
    parts = [(LEFT, margin - face)]
    if present(block.bonus):
        parts = [(FORCE, block.bonus), (ARMOUR, margin - face - block.bonus)]
    more = "".join(f"{adding(told, value)} ({told.pick(*name)})" for name, value in parts if value)
    return f"{_thrown(told)}{more} = {told.number(margin)}" if more else _thrown(told)


def _toll(told: Told) -> str:
    """« 2 personnes atteintes, 1 décès. »"""
    outcome = told.outcome
    if not outcome.hurt:
        return told.pick("Personne n'est atteint.", "Nobody is hurt.")
    hurt = counted(told, outcome.hurt, ("personne atteinte", "personnes atteintes"), ("person hurt", "people hurt"))
    dead = counted(told, outcome.killed, ("décès", "décès"), ("death", "deaths")) if outcome.killed else ""
    return f"{hurt}, {dead}." if dead else f"{hurt}."
