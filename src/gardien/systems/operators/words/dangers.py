"""What hurts without an enemy's hand: falls, want of air, flames, crashes, explosives, poisons."""

from typing import Any

from gardien.core.dice import Dice, Term
from gardien.core.telling import Report, lower_first
from gardien.core.terms import HARD
from gardien.core.wording import Both, count_of, join_sentences, of, present, semicolon, start, who_text, word
from gardien.systems.operators import pack
from gardien.systems.operators.pack.rows import DamageKind
from gardien.systems.operators.rules.body.wounds import trait
from gardien.systems.operators.rules.character import Combatant
from gardien.systems.operators.rules.dangers.hazards import DICE_PER_STOREY, FLAMES
from gardien.systems.operators.rules.dangers.poisons import WOUNDS
from gardien.systems.operators.words.body import length, refuse_harm, worsening_text
from gardien.systems.operators.words.grammar import (
    ATTACKER,
    damage,
    luck_cost,
    luck_left_text,
    refusal,
    row_name,
    throw_text,
    trial_name,
    trial_text,
    turns,
)
from gardien.systems.operators.words.weapons import act_head, refuse_attack
from gardien.systems.operators.words.wounds import dice_sum_text, wound_text

VICTIM: Both = ("la victime", "the victim")


def metres(report: Report, distance: float) -> str:
    return f"{report.number(distance)}{HARD}m"


def _harm_text(report: Report, head: str, dice: Dice, kind: DamageKind) -> str:
    """A throw of damage and what it did to the victim."""
    outcome, victim = report.outcome, report.given.victim
    who = who_text(report, victim, VICTIM)
    hurt = wound_text(
        report,
        outcome,
        victim,
        name=who,
        thrown=dice_sum_text(report, dice, outcome.damage_final) if dice.terms else "",
        nature=trait(victim, kind, False),
        luck=outcome.luck,
    )
    name = f", {who}" if victim.name.strip() else ""
    return f"{start(head)}{name}{report.colon} {lower_first(hurt)}"


def fall(report: Report) -> list[str]:
    """« Chute de 9 m (3 étages), Reyes : 6D6 = 21 dommages. »"""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        return refuse_harm(report, "OPS-HLTH-05", who_text(report, given.victim, VICTIM))
    storeys = count_of(report, outcome.storeys, ("étage", "étages"), ("storey", "storeys"))
    if not outcome.storeys:
        storeys = report.pick("moins d'un étage", "less than a storey")
    high = metres(report, given.height_m)
    dice = Dice((Term(DICE_PER_STOREY * outcome.storeys, 6),)) if outcome.storeys else Dice(())
    return [
        _harm_text(report, report.pick(f"chute de {high} ({storeys})", f"fall of {high} ({storeys})"), dice, "fall")
    ]


def suffocate_turn(report: Report) -> list[str]:
    """« Tour 3 sans air, test extrême de CON (13 %) : 40, échec. Reyes meurt. »"""
    given, outcome = report.given, report.outcome
    victim = given.victim
    who = who_text(report, victim, VICTIM, acts=True)
    if outcome.refused:
        return refuse_harm(report, "OPS-HLTH-05", who)
    spent = victim.luck - outcome.luck
    first = luck_cost(outcome.roll, outcome.target, outcome.outcome, spent > 0)
    turn = report.number(given.turn)
    head = report.pick(f"Tour {turn} sans air", f"Turn {turn} without air")
    if victim.name.strip():
        head += f", {who}"
    if present(outcome.target):
        head += f", {trial_name(report, 'CON', outcome.final_difficulty, outcome.target)}"
    said = throw_text(report, outcome.roll, outcome.outcome, who=who, spent=first)
    line = join_sentences(f"{head}{report.colon} {said}", luck_left_text(report, victim.luck - first) if first else "")
    if outcome.outcome in ("automatic", "critical", "success"):
        return [line, start(report.pick(f"{who} tient encore.", f"{who} still holds on."))]
    return [
        line,
        worsening_text(report, outcome, victim, who, "dead", outcome.wound_level, luck=outcome.luck, before=first),
    ]


def burn_turn(report: Report) -> list[str]:
    """« Feu violent, Reyes : 2D6 = 7 dommages. »"""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        return refuse_harm(report, "OPS-HLTH-05", who_text(report, given.victim, VICTIM))
    line = _harm_text(report, word(report, "intensity", given.intensity), FLAMES[given.intensity], "fire")
    if not given.sum_so_far:
        return [line]
    whole = damage(report, outcome.sum)
    return [line, report.pick(f"Ce feu lui a fait {whole} en tout.", f"This fire has done {whole} in all.")]


def put_out_fire(report: Report) -> list[str]:
    """Burning clothes, put out or not."""
    given, outcome = report.given, report.outcome
    person = given.character
    who = who_text(report, person, VICTIM, acts=True)
    if outcome.refused:
        return [refusal(report, "OPS-HAZ-04", who=who)]
    spent = person.luck - outcome.luck
    test = trial_text(
        report, "DEX", outcome.final_difficulty, outcome.target, outcome.roll, outcome.outcome, who=who, spent=spent
    )
    end = (
        report.pick(f"Les vêtements {of(who)} brûlent encore.", f"The clothes of {who} still burn.")
        if outcome.burning
        else report.pick(f"{who} éteint les flammes.", f"{who} puts out the flames.")
    )
    return [join_sentences(test, luck_left_text(report, outcome.luck) if spent else "", start(end))]


def crash(report: Report) -> list[str]:
    """« Accident, berline, Reyes : 3D6 = 11 dommages. »"""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.victim, VICTIM)
    row = pack.vehicle(given.vehicle)
    name = row_name(report, row)
    if outcome.refused and outcome.reason == "no_crash":
        why = (f"{name} : personne à bord, donc rien à subir", f"{name}: nobody is on board, so nobody is hurt")
        return [refusal(report, "OPS-ARM-05", why=why)]
    if outcome.refused:
        return refuse_harm(report, "OPS-HLTH-05", who)
    return [
        _harm_text(
            report, report.pick(f"accident, {name}", f"crash, {name}"), Dice.parse(row.crash_dice or "0"), "other"
        )
    ]


# --- explosives ------------------------------------------------------------------------------------------------------


def throw_explosive(report: Report) -> list[str]:
    """Where an explosive comes down."""
    given, outcome = report.given, report.outcome
    row = pack.device(given.device)
    device = start(row_name(report, row))
    if outcome.reason == "out_of_range":
        why = (
            f"{device} : hors de portée en Zone {given.zone}. Changer de distance ou d'engin",
            f"{device}: out of range in Zone {given.zone}. Change the distance or the device",
        )
        return refuse_attack(report, "OPS-HAZ-03", why)
    if outcome.refused:
        return refuse_attack(report, "OPS-HAZ-03")
    who = who_text(report, given.attacker, ATTACKER, acts=True)
    spent = given.attacker.luck - outcome.luck
    act = ("lancer", "throw") if row.delivery == "thrown" else ("tir", "shot")
    lead = act_head(report, act, given.attacker, f", {row_name(report, row)}")
    said = throw_text(report, outcome.roll, outcome.outcome, who=who, spent=spent)
    left = luck_left_text(report, outcome.luck) if spent else ""
    return [join_sentences(f"{lead}{report.colon} {said}", left, _landing_text(report))]


def _landing_text(report: Report) -> str:
    outcome = report.outcome
    if outcome.on_target:
        return report.pick("L'engin arrive à l'endroit voulu.", "The device lands where it should.")
    if not outcome.drift_m:
        return ""
    die = report.faces("d6", "drift")
    shown = f" (1D6 = {die[0]})" if die else ""
    return report.pick(
        f"L'engin dévie de {outcome.drift_m}{HARD}m{shown}.", f"The device drifts {outcome.drift_m}{HARD}m{shown}."
    )


def explosion(report: Report) -> list[str]:
    """One throw for the blast, then everyone near."""
    given, outcome = report.given, report.outcome
    count, radius = given.power
    name = start(row_name(report, pack.device(given.device))) if given.device else report.pick("Explosion", "Explosion")
    if given.device and given.charges > 1 and pack.device(given.device).further_dice:
        name += f" ({count_of(report, given.charges, ('charge', 'charges'), ('charge', 'charges'))})"
    thrown_as = f"{count}D6 = {report.number(outcome.blast)}{HARD}" if count else ""
    amount = (
        thrown_as + report.pick("dommages", "damage") if count and outcome.blast > 1 else damage(report, outcome.blast)
    )
    reach = report.pick(f"à {metres(report, radius)} ou moins", f"within {metres(report, radius)}")
    half = report.pick(
        f"la moitié jusqu'à {metres(report, 2 * radius)}", f"half as far as {metres(report, 2 * radius)}"
    )
    lines = [f"{name}{report.colon} {amount} {reach}{semicolon(report)} {half}."]
    if not outcome.blast:
        lines = [f"{name}{report.colon} {damage(report, 0)}."]
    hits = outcome.hits if present(outcome.hits) else ()
    for victim, hit in zip(given.victims, hits, strict=bool(hits)):
        lines.append(_victim_text(report, victim, hit))
    if outcome.killed > 1 or not hits:
        lines.append(
            report.pick(f"Morts : {report.number(outcome.killed)}.", f"Killed: {report.number(outcome.killed)}.")
        )
    return lines


def _victim_text(report: Report, victim: Any, hit: Any) -> str:
    """One victim: where they were, and what came through."""
    target: Combatant = victim.defender
    who = who_text(report, hit.name or target, VICTIM)
    place = report.pick(f"à {metres(report, victim.distance_m)}", f"at {metres(report, victim.distance_m)}")
    if victim.cover:
        place += report.pick(", à couvert", ", in cover")
    head = start(f"{who}, {place}")
    if not present(hit.damage_final):
        return f"{head}{report.colon} {report.pick('déjà sans vie', 'dead already')}."
    if not hit.damage_final:
        return f"{head}{report.colon} {damage(report, 0)}."
    hurt = wound_text(report, hit, target, name=who, nature=trait(target, "explosion", False), luck=hit.luck)
    return f"{head}{report.colon} {lower_first(hurt)}"


# --- poisons ---------------------------------------------------------------------------------------------------------


def poison(report: Report) -> list[str]:
    """« Reyes, cyanure, test extrême de CON (12 %) : 40, échec. Reyes meurt. »"""
    given, outcome = report.given, report.outcome
    victim = given.victim
    who = who_text(report, victim, VICTIM, acts=True)
    if outcome.refused:
        return refuse_harm(report, "OPS-HLTH-05", who)
    spent = victim.luck - outcome.luck
    first = luck_cost(outcome.roll, outcome.target, outcome.outcome, spent > 0)
    code, _ = given.resistance()
    row = pack.substance(given.substance) if given.substance else None
    what = row_name(report, row) if row else report.pick("substance hors liste", "unlisted substance")
    head = ", ".join(part for part in (victim.name.strip(), what) if part)
    head += f", {trial_name(report, code, outcome.final_difficulty, outcome.target)}"
    said = throw_text(report, outcome.roll, outcome.outcome, who=who, spent=first)
    lines = [
        join_sentences(
            f"{start(head)}{report.colon} {said}", luck_left_text(report, victim.luck - first) if first else ""
        )
    ]
    if outcome.effect in WOUNDS:
        written = str(outcome.wounds[-1].level) if present(outcome.recorded_damage) else "none"
        level = WOUNDS[outcome.effect]
        lines.append(worsening_text(report, outcome, victim, who, level, written, luck=outcome.luck, before=first))
    else:
        lines.append(_effect_text(report, who))
    if row and outcome.effect != "none":
        onset = report.pick(f"Délai d'action : {row.onset_fr}.", f"Onset: {row.onset_en}.")
        lines[-1] = join_sentences(onset, lines[-1])
    return lines


def _effect_text(report: Report, who: str) -> str:
    """An effect that is no wound, with how much of it there is."""
    outcome = report.outcome
    amount = int(outcome.amount) if present(outcome.amount) else 0
    _, dice = report.given.effect(outcome.resisted)
    shown = f"{dice} = {amount}{report.colon} " if isinstance(dice, str) else ""
    out = report.pick(f"{who} est hors de combat", f"{who} is out of the fight")
    text: dict[str, Both] = {
        "none": ("aucun effet", "no effect"),
        "dead_in_days": (
            f"sans antidote, {who} meurt dans {length(report, amount, 'days')}",
            f"without an antidote, {who} dies in {length(report, amount, 'days')}",
        ),
        "out_for_scene": (f"{out} jusqu'à la fin de la scène", f"{out} until the scene ends"),
        "out_for_minutes": (
            f"{out} pendant {length(report, amount, 'minutes')}",
            f"{out} for {length(report, amount, 'minutes')}",
        ),
        "out_for_turns": (f"{out} pendant {turns(report, amount)}", f"{out} for {turns(report, amount)}"),
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
    return start(f"{shown}{report.pick(*text[outcome.effect])}.")
