"""Healing Touch: to heal, and to wound (SPELL-02, SPELL-03)."""

from gardien.core.readings.drive import Waiting
from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, present, start
from gardien.systems.cthulhud20.sentences.bodies_told import pools
from gardien.systems.cthulhud20.sentences.grammar import TARGET, faces_of, points
from gardien.systems.cthulhud20.sentences.strikes_told import aimed_at, one_attack, refusal, waiting
from gardien.systems.cthulhud20.sentences.wounds_told import gone

NOBODY: Both = ("", "")


def healing_touch(told: Told) -> list[str]:
    """« Healing Touch, Paul : 1d8 = 5 PV, 1d8 + 3 = 8 PF. Paul : PF 2 → 8, PV 4 → 8. »"""
    given, outcome = told.given, told.outcome
    who = called(told, given.target, TARGET)
    if present(outcome.refused):
        return [gone(told, who)]
    rolled = ""
    if present(outcome.pv_rolled) and present(outcome.pf_rolled):
        life, breath = points(told, outcome.pv_rolled, "PV"), points(told, outcome.pf_rolled, "PF")
        faces = faces_of(told, "healing", "d8")
        face = told.number(faces[1] if len(faces) > 1 else outcome.pf_rolled - given.caster_level)
        rolled = f"1d8 = {life}, {face} (d8) + {told.number(given.caster_level)} = {breath}"
    line = told.pick(f"Healing Touch sur {who}", f"Healing Touch on {who}") + (
        f"{told.colon} {rolled}" if rolled else ""
    )
    wounds = ""
    if given.target.wounds:
        healed = present(outcome.wounds) and not outcome.wounds
        wounds = told.pick("Toutes les blessures se referment.", "Every wound closes.")
        if healed:
            wounds = told.pick("Plus aucune blessure.", "No wound is left.")
    moved = pools(told, who, given.target, outcome)
    unchanged = told.pick(f"Rien ne change pour {who}.", f"Nothing changes for {who}.")
    return [f"{line}.", joined(moved or ("" if wounds else start(unchanged)), wounds)]


def harming_touch(told: Told) -> list[str]:
    """« Paul pose la main sur Anna (Healing Touch) : 12 (d20) + 4 = 16 contre CA 11 (torse), touché. »"""
    attack = told.given.attack()
    caster, target = called(told, attack.attacker, NOBODY, acts=True), called(told, attack.target, TARGET)
    touch = told.pick(f"main portée sur {target}", f"a hand laid on {target}")
    if caster:
        touch = told.pick(f"{caster} porte la main sur {target}", f"{caster} lays a hand on {target}")
    if attack.aim != "none":
        touch = f"{touch}, {aimed_at(told, attack.aim)}"
    head = start(f"{touch} (Healing Touch)")
    if isinstance(told.outcome, Waiting):
        return waiting(told, head)
    if present(told.outcome.refused):
        return [refusal(told, told.outcome.refused, attack)]
    return one_attack(told, attack, told.outcome, head)
