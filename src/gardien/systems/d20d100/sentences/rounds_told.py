"""The end of a round: fire, strangling, regeneration, agony, waking, a mind that slides."""

from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, start
from gardien.systems.d20d100.rounds import CombatantAfter
from gardien.systems.d20d100.sentences.bodies_told import becomes, blows
from gardien.systems.d20d100.sentences.grammar import damage, face_of, gauge
from gardien.systems.d20d100.sentences.mind_told import STOPPED, lost_for_ever
from gardien.systems.d20d100.values import Combatant

SLOW: dict[str, Both] = {  # purposes of the d10 at the end of a round
    "agony": ("agonie", "agony"),
    "wake": ("sans connaissance", "unconscious"),
    "decompensation": ("décompensation", "decompensation"),
}


def end_round(told: Told) -> list[str]:
    """Everybody to whom something happens; the others are not named."""
    pairs = zip(told.given.combatants, told.outcome.combatants, strict=True)
    lines = [line for before, after in pairs if (line := _one(told, before, after))]
    return lines or [told.pick("Fin du round : rien ne change.", "End of the round: nothing changes.")]


def _one(told: Told, before: Combatant, after: CombatantAfter) -> str:
    """« Harvey : agonie, 4 au d10. PV −3 → −4. »"""
    happened = _happened(told, before, after)
    if not happened:
        return ""
    who = called(told, before)
    return joined(
        f"{start(who)}{told.colon} {', '.join(happened)}.", _moved(told, before, after), _left(told, before, after)
    )


def _happened(told: Told, before: Combatant, after: CombatantAfter) -> list[str]:
    """The dice of each thing that goes on by itself, in the order of the rule."""
    found = []

    def face(purpose: str, die: str) -> int | None:
        return face_of(told, purpose, die, before.name)

    if face("reflexes", "d20") is not None:
        burned = face("fire", "d6")
        if burned is None:
            found.append(told.pick("le feu s'éteint", "the fire is out"))
        else:
            found.append(f"{told.pick('en feu', 'on fire')}, 1d6 = {damage(told, burned)}")
    choked = face("loss", "d8")
    if choked is not None:
        found.append(f"{told.pick('étranglement', 'strangling')}, 1d8 = {damage(told, choked)}")
    elif face("constitution", "d20") is not None:
        found.append(told.pick("étranglement, le souffle tient encore", "strangling, breath still holds"))
    if before.regeneration and before.life < before.pv_max and (after.pv > before.life or found):
        found.append(told.pick("régénération", "regeneration"))
    for purpose, name in SLOW.items():
        thrown = face(purpose, "d10")
        if thrown is not None:
            found.append(f"{told.pick(*name)}, {told.pick(f'{thrown} au d10', f'{thrown} on d10')}")
    return found


def _moved(told: Told, before: Combatant, after: CombatantAfter) -> str:
    """The gauges that changed."""
    found = []
    if after.pv != before.life:
        found.append(gauge(told, "PV", before.life, after.pv))
    if after.temp_damage != before.temp_damage:
        found.append(blows(told, before.temp_damage, after.temp_damage))
    if after.san != before.san:
        found.append(gauge(told, "SAN", before.san, after.san))
    return " ".join(f"{one}." for one in found)


def _left(told: Told, before: Combatant, after: CombatantAfter) -> str:
    """What somebody comes to, where that is new."""
    who = called(told, before)
    dying = after.condition == "dying" and before.life < 0
    hurt = (after.pv, after.temp_damage, after.stable) != (before.life, before.temp_damage, before.stable)
    state = becomes(told, who, after.condition) if hurt and not dying else ""
    if after.mind_stable and not before.mind_stable:
        return joined(state, told.pick(*STOPPED))
    return joined(state, lost_for_ever(told, who) if after.perm_mad and after.san != before.san else "")
