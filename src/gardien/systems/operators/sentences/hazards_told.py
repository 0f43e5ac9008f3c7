"""What hurts without an enemy: falls, want of air, flames, crashes, blasts, poisons."""

from typing import Any

from gardien.core.dice import Dice, Term
from gardien.core.telling import Told, lower_first
from gardien.core.terms import HARD
from gardien.core.wording import Both, called, counted, joined, of, present, semicolon, start, word
from gardien.systems.operators import pack
from gardien.systems.operators.hazards import DICE_PER_STOREY, FLAMES
from gardien.systems.operators.pack_rows import DamageKind
from gardien.systems.operators.poisons import WOUNDS
from gardien.systems.operators.sentences.grammar import (
    bought,
    damage,
    luck_left,
    row_name,
    thrown,
    trial,
    trial_named,
    turns,
)
from gardien.systems.operators.sentences.health_told import denied, length, sunk
from gardien.systems.operators.sentences.refusals import refusal
from gardien.systems.operators.sentences.wounds_told import sum_of, wound
from gardien.systems.operators.values import Combatant
from gardien.systems.operators.wounds import trait

VICTIM: Both = ("la victime", "the victim")


def metres(told: Told, distance: float) -> str:
    return f"{told.number(distance)}{HARD}m"


def _harmed(told: Told, head: str, dice: Dice, kind: DamageKind) -> str:
    """A throw of damage and what it did to the victim."""
    outcome, victim = told.outcome, told.given.victim
    who = called(told, victim, VICTIM)
    hurt = wound(
        told,
        outcome,
        victim,
        name=who,
        thrown=sum_of(told, dice, outcome.damage_final) if dice.terms else "",
        nature=trait(victim, kind, False),
        luck=outcome.luck,
    )
    name = f", {who}" if victim.name.strip() else ""
    return f"{start(head)}{name}{told.colon} {lower_first(hurt)}"


def fall(told: Told) -> list[str]:
    """« Chute de 9 m (3 étages), Reyes : 6D6 = 21 dommages. »"""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        return denied(told, "OPS-HLTH-05", called(told, given.victim, VICTIM))
    storeys = counted(told, outcome.storeys, ("étage", "étages"), ("storey", "storeys"))
    if not outcome.storeys:
        storeys = told.pick("moins d'un étage", "less than a storey")
    high = metres(told, given.height_m)
    dice = Dice((Term(DICE_PER_STOREY * outcome.storeys, 6),)) if outcome.storeys else Dice(())
    return [_harmed(told, told.pick(f"chute de {high} ({storeys})", f"fall of {high} ({storeys})"), dice, "fall")]


def suffocate_turn(told: Told) -> list[str]:
    """« Tour 3 sans air, test extrême de CON (13 %) : 40, échec. Reyes meurt. »"""
    given, outcome = told.given, told.outcome
    victim = given.victim
    who = called(told, victim, VICTIM, acts=True)
    if outcome.refused:
        return denied(told, "OPS-HLTH-05", who)
    spent = victim.luck - outcome.luck
    first = bought(outcome.roll, outcome.target, outcome.outcome, spent > 0)
    turn = told.number(given.turn)
    head = told.pick(f"Tour {turn} sans air", f"Turn {turn} without air")
    if victim.name.strip():
        head += f", {who}"
    if present(outcome.target):
        head += f", {trial_named(told, 'CON', outcome.final_difficulty, outcome.target)}"
    said = thrown(told, outcome.roll, outcome.outcome, who=who, spent=first)
    line = joined(f"{head}{told.colon} {said}", luck_left(told, victim.luck - first) if first else "")
    if outcome.outcome in ("automatic", "critical", "success"):
        return [line, start(told.pick(f"{who} tient encore.", f"{who} still holds on."))]
    return [line, sunk(told, outcome, victim, who, "dead", outcome.wound_level, luck=outcome.luck, before=first)]


def burn_turn(told: Told) -> list[str]:
    """« Feu violent, Reyes : 2D6 = 7 dommages. »"""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        return denied(told, "OPS-HLTH-05", called(told, given.victim, VICTIM))
    line = _harmed(told, word(told, "intensity", given.intensity), FLAMES[given.intensity], "fire")
    if not given.sum_so_far:
        return [line]
    whole = damage(told, outcome.sum)
    return [line, told.pick(f"Ce feu lui a fait {whole} en tout.", f"This fire has done {whole} in all.")]


def put_out_fire(told: Told) -> list[str]:
    """Burning clothes, put out or not."""
    given, outcome = told.given, told.outcome
    person = given.character
    who = called(told, person, VICTIM, acts=True)
    if outcome.refused:
        return [refusal(told, "OPS-HAZ-04", who=who)]
    spent = person.luck - outcome.luck
    test = trial(
        told, "DEX", outcome.final_difficulty, outcome.target, outcome.roll, outcome.outcome, who=who, spent=spent
    )
    end = (
        told.pick(f"Les vêtements {of(who)} brûlent encore.", f"The clothes of {who} still burn.")
        if outcome.burning
        else told.pick(f"{who} éteint les flammes.", f"{who} puts out the flames.")
    )
    return [joined(test, luck_left(told, outcome.luck) if spent else "", start(end))]


def crash(told: Told) -> list[str]:
    """« Accident, berline, Reyes : 3D6 = 11 dommages. »"""
    given, outcome = told.given, told.outcome
    who = called(told, given.victim, VICTIM)
    row = pack.vehicle(given.vehicle)
    name = row_name(told, row)
    if outcome.refused and outcome.reason == "no_crash":
        why = (f"{name} : personne à bord, donc rien à subir", f"{name}: nobody is on board, so nobody is hurt")
        return [refusal(told, "OPS-ARM-05", why=why)]
    if outcome.refused:
        return denied(told, "OPS-HLTH-05", who)
    return [_harmed(told, told.pick(f"accident, {name}", f"crash, {name}"), Dice.parse(row.crash_dice or "0"), "other")]


# --- blasts ----------------------------------------------------------------------------------------------------------


def explosion(told: Told) -> list[str]:
    """One throw for the blast, then everyone near."""
    given, outcome = told.given, told.outcome
    count, radius = given.power
    name = start(row_name(told, pack.device(given.device))) if given.device else told.pick("Explosion", "Explosion")
    if given.device and given.charges > 1 and pack.device(given.device).further_dice:
        name += f" ({counted(told, given.charges, ('charge', 'charges'), ('charge', 'charges'))})"
    thrown_as = f"{count}D6 = {told.number(outcome.blast)}{HARD}" if count else ""
    amount = thrown_as + told.pick("dommages", "damage") if count and outcome.blast > 1 else damage(told, outcome.blast)
    reach = told.pick(f"à {metres(told, radius)} ou moins", f"within {metres(told, radius)}")
    half = told.pick(f"la moitié jusqu'à {metres(told, 2 * radius)}", f"half as far as {metres(told, 2 * radius)}")
    lines = [f"{name}{told.colon} {amount} {reach}{semicolon(told)} {half}."]
    if not outcome.blast:
        lines = [f"{name}{told.colon} {damage(told, 0)}."]
    hits = outcome.hits if present(outcome.hits) else ()
    for victim, hit in zip(given.victims, hits, strict=bool(hits)):
        lines.append(_caught(told, victim, hit))
    if outcome.killed > 1 or not hits:
        lines.append(told.pick(f"Morts : {told.number(outcome.killed)}.", f"Killed: {told.number(outcome.killed)}."))
    return lines


def _caught(told: Told, victim: Any, hit: Any) -> str:
    """One victim: where they were, and what came through."""
    target: Combatant = victim.defender
    who = called(told, hit.name or target, VICTIM)
    place = told.pick(f"à {metres(told, victim.distance_m)}", f"at {metres(told, victim.distance_m)}")
    if victim.cover:
        place += told.pick(", à couvert", ", in cover")
    head = start(f"{who}, {place}")
    if not present(hit.damage_final):
        return f"{head}{told.colon} {told.pick('déjà sans vie', 'dead already')}."
    if not hit.damage_final:
        return f"{head}{told.colon} {damage(told, 0)}."
    hurt = wound(told, hit, target, name=who, nature=trait(target, "explosion", False), luck=hit.luck)
    return f"{head}{told.colon} {lower_first(hurt)}"


# --- poisons ---------------------------------------------------------------------------------------------------------


def poison(told: Told) -> list[str]:
    """« Reyes, cyanure, test extrême de CON (12 %) : 40, échec. Reyes meurt. »"""
    given, outcome = told.given, told.outcome
    victim = given.victim
    who = called(told, victim, VICTIM, acts=True)
    if outcome.refused:
        return denied(told, "OPS-HLTH-05", who)
    spent = victim.luck - outcome.luck
    first = bought(outcome.roll, outcome.target, outcome.outcome, spent > 0)
    code, _ = given.resistance()
    row = pack.substance(given.substance) if given.substance else None
    what = row_name(told, row) if row else told.pick("substance hors liste", "unlisted substance")
    head = ", ".join(part for part in (victim.name.strip(), what) if part)
    head += f", {trial_named(told, code, outcome.final_difficulty, outcome.target)}"
    said = thrown(told, outcome.roll, outcome.outcome, who=who, spent=first)
    lines = [joined(f"{start(head)}{told.colon} {said}", luck_left(told, victim.luck - first) if first else "")]
    if outcome.effect in WOUNDS:
        written = str(outcome.wounds[-1].level) if present(outcome.recorded_damage) else "none"
        level = WOUNDS[outcome.effect]
        lines.append(sunk(told, outcome, victim, who, level, written, luck=outcome.luck, before=first))
    else:
        lines.append(_affected(told, who))
    if row and outcome.effect != "none":
        onset = told.pick(f"Délai d'action : {row.onset_fr}.", f"Onset: {row.onset_en}.")
        lines[-1] = joined(onset, lines[-1])
    return lines


def _affected(told: Told, who: str) -> str:
    """An effect that is no wound, with how much of it there is."""
    outcome = told.outcome
    amount = int(outcome.amount) if present(outcome.amount) else 0
    _, dice = told.given.effect(outcome.resisted)
    shown = f"{dice} = {amount}{told.colon} " if isinstance(dice, str) else ""
    out = told.pick(f"{who} est hors de combat", f"{who} is out of the fight")
    text: dict[str, Both] = {
        "none": ("aucun effet", "no effect"),
        "dead_in_days": (
            f"sans antidote, {who} meurt dans {length(told, amount, 'days')}",
            f"without an antidote, {who} dies in {length(told, amount, 'days')}",
        ),
        "out_for_scene": (f"{out} jusqu'à la fin de la scène", f"{out} until the scene ends"),
        "out_for_minutes": (
            f"{out} pendant {length(told, amount, 'minutes')}",
            f"{out} for {length(told, amount, 'minutes')}",
        ),
        "out_for_turns": (f"{out} pendant {turns(told, amount)}", f"{out} for {turns(told, amount)}"),
        "loses_actions": (
            f"{who} perd ses {amount} prochaines actions" if amount > 1 else f"{who} perd sa prochaine action",
            f"{who} loses the next {amount} actions" if amount > 1 else f"{who} loses the next action",
        ),
        "dex_harder": (
            "tests de DEX plus durs d'un cran jusqu'à la fin de la scène",
            "DEX tests are one step harder until the scene ends",
        ),
        "tests_harder": (
            "actions plus dures d'un cran tant que l'effet dure",
            "actions are one step harder as long as it lasts",
        ),
        "answers_truthfully": (f"{who} répond sans mentir", f"{who} answers without lying"),
    }
    return start(f"{shown}{told.pick(*text[outcome.effect])}.")
