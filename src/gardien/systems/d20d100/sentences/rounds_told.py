"""The end of a round: fire, strangling, regeneration, agony, waking, a mind that slides."""

from typing import Any

from gardien.core.telling import Told
from gardien.systems.d20d100.sentences.bodies_told import becomes, blows
from gardien.systems.d20d100.sentences.grammar import (
    called,
    damage,
    face_of,
    gauge,
    joined,
    start,
)
from gardien.systems.d20d100.sentences.mind_told import lost_for_ever
from gardien.systems.d20d100.values import Combatant


def end_round(told: Told) -> list[str]:
    """Everybody to whom something happens; the others are not named."""
    lines = []
    for before, after in zip(told.given.combatants, told.outcome.combatants, strict=True):
        line = _one(told, before, after)
        if line:
            lines.append(line)
    return lines or [told.pick("Fin du round : rien ne change.", "End of the round: nothing changes.")]


def _one(told: Told, before: Combatant, after: Any) -> str:
    """« Harvey : agonie, 4 au d10. PV −3 → −4. »"""
    happened = _happened(told, before, after)
    parts = []
    if after.pv != before.life:
        parts.append(gauge(told, "PV", before.life, after.pv))
    if after.temp_damage != before.temp_damage:
        taken = blows(told, before.temp_damage, after.temp_damage)
        parts.append(f"{taken[:1].lower()}{taken[1:]}" if parts else taken)
    if after.san != before.san:
        parts.append(gauge(told, "SAN", before.san, after.san))
    if not happened and not parts:
        return ""
    who = called(told, before)
    moved = f"{start(', '.join(parts))}." if parts else ""
    state = (
        becomes(told, who, after.condition)
        if after.pv != before.life or after.temp_damage != before.temp_damage or (after.stable and not before.stable)
        else ""
    )
    mind = lost_for_ever(told, who) if after.perm_mad and after.san != before.san else ""
    return joined(
        f"{start(who)}{told.colon} {', '.join(happened)}." if happened else f"{start(who)}.", moved, state, mind
    )


def _happened(told: Told, before: Combatant, after: Any) -> list[str]:
    """The dice of each thing that goes on by itself."""
    found = []

    def face(purpose: str, die: str = "d20") -> int | None:
        return face_of(told, purpose, die, before.name)

    if face("reflexes") is not None:
        fire = face("fire", "d6")
        lost = told.pick("le feu s'éteint", "the fire is out") if fire is None else f"1d6 = {damage(told, fire)}"
        found.append(joined(told.pick("en feu", "on fire") + ",", lost))
    choked = face("loss", "d8")
    if choked is not None:
        found.append(told.pick("étranglement", "strangling") + f", 1d8 = {damage(told, choked)}")
    elif face("constitution") is not None:
        found.append(told.pick("étranglement, tient encore", "strangling, still holds on"))
    for purpose, name in (
        ("agony", ("agonie", "agony")),
        ("wake", ("réveil", "waking")),
        ("decompensation", ("décompensation", "decompensation")),
    ):
        thrown = face(purpose, "d10")
        if thrown is not None:
            found.append(f"{told.pick(*name)}, " + told.pick(f"{thrown} au d10", f"{thrown} on d10"))
    if not found and after.pv > before.life:
        found.append(told.pick("régénération", "regeneration"))
    return found
