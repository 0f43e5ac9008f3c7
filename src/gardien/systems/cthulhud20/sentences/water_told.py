"""No air, cold, smoke: holding one's breath, waking somebody, one check of endurance (ENV-04, P-ENV-04, P-ENV-05)."""

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, counted, joined, present, start
from gardien.systems.cthulhud20.scores import check_parts, save_parts, total
from gardien.systems.cthulhud20.sentences.bodies_told import dies, fainting, left, pools
from gardien.systems.cthulhud20.sentences.checks_told import save_thrown, skill_check
from gardien.systems.cthulhud20.sentences.grammar import dc, faces_of, rounds, summed, verdict
from gardien.systems.cthulhud20.sentences.wounds_told import gone, victim_of

HAZARDS: dict[str, Both] = {"cold": ("froid", "cold"), "smoke": ("fumée", "smoke")}
MOST_TOLD = 8  # checks told one by one


def drowning(told: Told) -> list[str]:
    """« Paul retient son souffle, DD 10 : 12 (d20) + 1 = 13, réussi. »; then the senses, then PV."""
    given, outcome = told.given, told.outcome
    who = victim_of(told, given.victim)
    if present(outcome.refused):
        return [gone(told, who)]
    breath = _breath(told, who)
    if not outcome.failed:
        return [breath]
    if outcome.state == "dead":
        return [breath, joined(dies(told, who), left(told, given.victim, outcome))]
    sinks = told.pick(f"{who} sombre, sans connaissance.", f"{who} goes under, senseless.")
    death = rounds(told, outcome.rounds_to_death)
    return [
        breath,
        joined(
            "" if given.already_failed else start(sinks),
            pools(told, who, given.victim, outcome) if given.already_failed else left(told, given.victim, outcome),
            told.pick(
                f"−1{HARD}PV à chaque round sous l'eau : la mort dans {death}.",
                f"−1{HARD}PV every round under water: death in {death}.",
            ),
        ),
    ]


def _breath(told: Told, who: str) -> str:
    """« Paul retient son souffle. DD 10 : 12 (d20) + 1 = 13, réussi. DD 11 : 3 (d20) + 1 = 4, raté. »"""
    outcome = told.outcome
    if not outcome.dcs:
        return ""
    bonus = total(check_parts(told.given.victim, ability="con", long_effort=True))
    last = len(outcome.dcs) - 1
    throws = [
        f"{dc(told, against)}{told.colon} {summed(told, face, bonus)}, "
        f"{verdict(told, at < last or not outcome.failed)}."
        for at, (face, against) in enumerate(zip(faces_of(told, "breath", "d20"), outcome.dcs, strict=True))
    ]
    if len(throws) > MOST_TOLD:
        held = counted(told, last, ("jet réussi", "jets réussis"), ("roll passed", "rolls passed"))
        throws = [told.pick(f"{held} de suite.", f"{held} running."), throws[-1]]
    head = told.pick(f"{who} retient son souffle.", f"{who} holds their breath.")
    return joined(start(head), *throws)


def revive(told: Told) -> list[str]:
    """« Jet de Premiers secours d'Anna : 12 (d20) + 4 = 16 contre DD 15, réussi. Paul reprend ses esprits. »"""
    given, outcome = told.given, told.outcome
    who = victim_of(told, given.victim)
    if present(outcome.refused):
        return [gone(told, who)]
    parts = (*check_parts(given.healer, "first_aid", bonus=given.bonus), ("modifier", given.modifier))
    thrown = skill_check(told, "first_aid", parts, given.healer.name, outcome.dc, outcome.total, outcome.success)
    end = told.pick(f"{who} ne se réveille pas.", f"{who} does not wake.")
    if outcome.success:
        end = told.pick(f"{who} respire et reprend ses esprits.", f"{who} breathes and comes to.")
    return [joined(thrown, start(end)), pools(told, who, given.victim, outcome)]


def exposure(told: Told) -> list[str]:
    """« Froid. Jet de Vigueur de Paul : 8 (d20) + 2 = 10 contre DD 16, raté. PF 8 → 7. »"""
    given, outcome = told.given, told.outcome
    victim, who = given.victim, victim_of(told, given.victim)
    if present(outcome.refused):
        return [gone(told, who)]
    parts = (*save_parts(victim, "fort"), ("modifier", given.modifier))
    thrown = save_thrown(told, "fort", parts, who, outcome.dc, outcome.total, outcome.success)
    head = f"{start(told.pick(*HAZARDS[given.cause]))}."
    if outcome.success:
        return [joined(head, thrown)]
    chokes = ""
    if outcome.partial_action and outcome.state == "ok":
        chokes = told.pick(
            f"{who} suffoque : une action partielle au plus.", f"{who} chokes: a partial action at most."
        )
    dead = dies(told, who, victim.tables) if outcome.state == "dead" else ""
    return [joined(head, thrown, start(chokes), left(told, victim, outcome), fainting(told, who, outcome), dead)]
