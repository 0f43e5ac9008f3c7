"""A fight as a whole: order, distances, cover, holds, magazines, and damage or place on their own."""

from typing import Any

from gardien.core.dice import Dice
from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import (
    called,
    counted,
    joined,
    listed,
    off_at_this_table,
    owned,
    per_cent,
    present,
    start,
    word,
)
from gardien.systems.operators import pack
from gardien.systems.operators.arms import armed, bonus_dice
from gardien.systems.operators.sentences.attacks_told import defence, weapon_name
from gardien.systems.operators.sentences.grammar import (
    ATTACKER,
    DEGREES,
    TARGET,
    bought,
    damage,
    degree,
    face,
    luck_left,
    thrown,
    trial,
    trial_named,
    turns,
)
from gardien.systems.operators.sentences.refusals import refusal


def start_combat(told: Told) -> list[str]:
    """« Tour 1, par DEX : Reyes, le garde, Vasseur. »"""
    given, outcome = told.given, told.outcome
    how = {
        "operators_first": ("les Opérateurs d'abord", "Operators first"),
        "dex": ("par DEX", "by DEX"),
    }[outcome.mode]
    head = told.pick(f"Tour {told.number(given.turn)}, {how[0]}", f"Turn {told.number(given.turn)}, {how[1]}")
    if not outcome.order:
        return [told.pick(f"{head} : personne ne peut agir.", f"{head}: nobody can act.")]
    lines = [f"{head}{told.colon} {', '.join(called(told, name) for name in outcome.order)}."]
    if outcome.cannot_attack:
        names = listed(told, [called(told, name) for name in outcome.cannot_attack])
        lines.append(
            told.pick(
                f"Effet de surprise, pas d'attaque à ce tour : {names}.", f"Surprised, no attack this turn: {names}."
            )
        )
    return lines


def zone_from_distance(told: Told) -> list[str]:
    """« 60 m : Zone 1, moyenne portée. »"""
    metres = f"{told.number(told.given.distance_m)}{HARD}m"
    if not told.outcome.in_reach:
        return [
            told.pick(f"{metres} : au-delà de la Zone 3, hors d'atteinte.", f"{metres}: beyond Zone 3, out of reach.")
        ]
    row = pack.zone(told.outcome.zone)
    return [f"{metres}{told.colon} {told.pick(row.fr, row.en)}."]


def move(told: Told) -> list[str]:
    """« De la Zone 0 à la Zone 2 : 4 tours entiers. »"""
    given, outcome = told.given, told.outcome
    if not outcome.turns_needed:
        return [
            told.pick(
                f"Dans la Zone {given.to_zone} : le déplacement ne prend pas de tour.",
                f"Within Zone {given.to_zone}: the move takes no turn.",
            )
        ]
    long = turns(told, outcome.turns_needed)
    return [
        told.pick(
            f"De la Zone {given.from_zone} à la Zone {given.to_zone} : {long}, sans autre action.",
            f"From Zone {given.from_zone} to Zone {given.to_zone}: {long}, no other action.",
        )
    ]


def fumble_effect(told: Told) -> list[str]:
    """What a fumble brings, in the words of the table."""
    given, outcome = told.given, told.outcome
    row = pack.fumble(given.situation, outcome.roll)
    where = {
        "firearm": ("Maladresse au tir", "Fumbled shot"),
        "melee": ("Maladresse au corps à corps", "Fumbled blow"),
        "defence": ("Maladresse en défense", "Fumbled defence"),
    }[given.situation]
    return [
        f"{told.pick(*where)}{told.colon} 1D10 = {outcome.roll}. {told.pick(row.fr, row.en)}.",
        told.pick(row.effect_fr, row.effect_en),
    ]


def shot_difficulty(told: Told) -> list[str]:
    """How hard a shot would be."""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        return [refusal(told, "OPS-TEST-08")]
    where = told.pick(f"en Zone {given.zone}", f"in Zone {given.zone}")
    weapon = weapon_name(told, given)
    head = told.pick("Tir", "Shot") + f" {where}" + (f", {weapon}" if weapon else "")
    final = outcome.final_difficulty
    if final in DEGREES:
        times = f"DEX × {told.number(outcome.multiplier)}"
        return [f"{head}{told.colon} {degree(told, final)}, {times} ({per_cent(told, outcome.target)})."]
    said = {
        "automatic": ("réussite automatique", "automatic success"),
        "impossible": ("impossible, la cible est hors d'atteinte", "impossible, the target is out of reach"),
        "forbidden": ("interdit, l'arme ne porte pas à cette distance", "forbidden, the weapon does not reach there"),
    }[final]
    return [f"{head}{told.colon} {told.pick(*said)}."]


# --- rounds, damage, places ------------------------------------------------------------------------------------------


def reload(told: Told) -> list[str]:
    """A fresh magazine."""
    outcome = told.outcome
    if outcome.refused:
        return [refusal(told, "OPS-OPT-05")]
    rounds = counted(told, outcome.rounds_left, ("balle", "balles"), ("round", "rounds"))
    spare = counted(
        told, outcome.spare_magazines, ("chargeur de rechange", "chargeurs de rechange"), ("spare left", "spares left")
    )
    line = told.pick(f"Chargeur neuf, {rounds}. Il reste {spare}.", f"Fresh magazine, {rounds}. {spare}.")
    used = told.pick("Recharger prend l'action du tour.", "Reloading takes the action of the turn.")
    return [joined(line, used if outcome.action_used else "")]


def salvage(told: Told) -> list[str]:
    """What is picked up after a fight."""
    if told.outcome.refused:
        what = ("La récupération de munitions n'est pas permise", "Salvaging ammunition is off")
        return [off_at_this_table(told, what, "salvage_allowed", "OPS-OPT-07")]
    got = counted(told, told.outcome.regained, ("chargeur", "chargeurs"), ("magazine", "magazines"))
    of_all = told.number(told.given.magazines_changed)
    return [told.pick(f"Munitions récupérées : {got} sur {of_all}.", f"Salvaged: {got} of {of_all}.")]


def roll_damage(told: Told) -> list[str]:
    """« 1D6+12 = 15, + 4 × 12 = 63 dommages (de 61 à 66). »"""
    given, outcome = told.given, told.outcome
    arm, bonus = armed(given.weapon or "", given.custom_weapon), bonus_dice(given.bonus)
    text = _part(told, arm.dice, outcome.weapon_roll)
    total = outcome.weapon_roll
    if bonus.terms:
        total += outcome.bonus_roll
        text += f", + {_part(told, bonus, outcome.bonus_roll)}"
    if outcome.burst_damage:
        total += outcome.burst_damage
        text += f", + {told.number(given.extra_rounds)} × {told.number(arm.flat)}"
    if given.critical:
        text += ", × 2"
    plain = text.count(",") == 0
    text = f"{text}{told.colon} {damage(told, outcome.damage_final)}" if not plain else _plain(told, text, total)
    low, high = told.number(outcome.minimum), told.number(outcome.maximum)
    return [f"{text} {told.pick(f'(de {low} à {high})', f'({low} to {high})')}."]


def _part(told: Told, dice: Dice, value: int) -> str:
    return f"{dice} = {told.number(value)}" if dice.terms else told.number(value)


def _plain(told: Told, text: str, total: int) -> str:
    return f"{text} {told.pick('dommages' if total > 1 else 'dommage', 'damage')}"


def locate_hit(told: Told) -> list[str]:
    """« 27 se lit 72 : jambe droite. »"""
    outcome = told.outcome
    read = face(told.given.roll), told.number(outcome.location_number)
    place = word(told, "location", outcome.location)
    return [told.pick(f"{read[0]} se lit {read[1]} : {place}.", f"{read[0]} reads {read[1]}: {place}.")]


# --- cover and holds -------------------------------------------------------------------------------------------------


def take_cover(told: Told) -> list[str]:
    """To cover in time, or not."""
    given, outcome = told.given, told.outcome
    who = called(told, given.character, acts=True)
    if outcome.refused:
        return [refusal(told, "OPS-CBT-13", who=who)]
    end = (
        told.pick(f"{who} se met à couvert.", f"{who} reaches cover.")
        if outcome.in_cover
        else told.pick(f"{who} reste à découvert.", f"{who} stays in the open.")
    )
    used = (
        ""
        if outcome.action_used
        else told.pick("L'action du tour reste libre.", "The action of the turn is still free.")
    )
    return [joined(_own_test(told, "DEX", given.character, who), start(end), used)]


def break_free(told: Told) -> list[str]:
    """Out of the grip, or still in it."""
    given, outcome = told.given, told.outcome
    who = called(told, given.character, acts=True)
    if outcome.refused:
        return [refusal(told, "OPS-CREAT-13", who=who)]
    end = (
        told.pick(f"{who} se dégage.", f"{who} breaks free.")
        if outcome.free
        else told.pick("La prise tient.", "The hold stands.")
    )
    return [joined(_own_test(told, "FOR", given.character, who), start(end))]


def _own_test(told: Told, code: str, character: Any, who: str) -> str:
    """A test of somebody whose reserve the outcome calls `luck`."""
    outcome = told.outcome
    spent = character.luck - outcome.luck
    said = trial(
        told, code, outcome.final_difficulty, outcome.target, outcome.roll, outcome.outcome, who=who, spent=spent
    )
    return joined(said, luck_left(told, outcome.luck) if spent else "")


def hold(told: Told) -> list[str]:
    """The attempt, the defence, the struggle."""
    given, outcome = told.given, told.outcome
    attacker, prey = given.attacker, given.defender
    who, whom = called(told, attacker, ATTACKER, acts=True), called(told, prey, TARGET)
    if outcome.refused:
        return [refusal(told, "OPS-CBT-15", who=whom if outcome.reason == "too_large" else who)]
    head = start(owned(told, ("prise", "hold"), attacker.name.strip() or told.who))
    if prey.name.strip():
        head += told.pick(f" sur {whom}", f" on {whom}")
    if outcome.final_difficulty in DEGREES:
        head += f", {trial_named(told, 'FOR', outcome.final_difficulty, outcome.target)}"
    spent = attacker.luck - outcome.attacker_luck
    said = thrown(told, outcome.roll, outcome.outcome, who=who, spent=spent)
    lines = [joined(f"{head}{told.colon} {said}", luck_left(told, outcome.attacker_luck) if spent else "")]
    resisted = present(outcome.resist_outcome)
    guard, guarded = defence(told, outcome, prey, outcome.defender_luck, blow=False)
    lines.append(guard)
    if resisted:
        paid = prey.luck - outcome.defender_luck - guarded
        cost = bought(outcome.resist_roll, outcome.resist_target, outcome.resist_outcome, paid > 0)
        name = start(owned(told, ("résistance", "resistance"), whom))
        if outcome.resist_difficulty in DEGREES:
            name += f", {trial_named(told, 'FOR', outcome.resist_difficulty, outcome.resist_target)}"
        struggle = thrown(told, outcome.resist_roll, outcome.resist_outcome, who=whom, spent=cost)
        left = luck_left(told, outcome.defender_luck) if cost else ""
        lines.append(joined(f"{name}{told.colon} {struggle}", left))
    return [*lines, _held(told, who, whom)]


def _held(told: Told, who: str, whom: str) -> str:
    if told.outcome.held:
        return start(told.pick(f"{who} immobilise {whom}.", f"{who} holds {whom}."))
    if told.outcome.avoided:
        return start(told.pick(f"{whom} esquive la prise.", f"{whom} avoids the hold."))
    return start(told.pick(f"{who} ne tient pas {whom}.", f"{who} does not hold {whom}."))
