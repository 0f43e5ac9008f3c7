"""A fight as a whole: order, distances, cover, holds, magazines, what training helps with."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.terms import HARD
from gardien.core.wording import (
    count_of,
    join_list,
    join_sentences,
    off_at_this_table,
    per_cent,
    present,
    start,
    thing_of,
    who_text,
    word,
)
from gardien.systems.operators import pack
from gardien.systems.operators.rules.fight.techniques import HOLD
from gardien.systems.operators.words.grammar import (
    ATTACKER,
    DEGREES,
    TARGET,
    degree,
    luck_cost,
    luck_left_text,
    refusal,
    row_name,
    throw_text,
    trial_name,
    trial_text,
    turns,
)
from gardien.systems.operators.words.weapons import defence_text, weapon_name


def start_combat(report: Report) -> list[str]:
    """« Tour 1, par DEX : Reyes, le garde, Vasseur. »"""
    given, outcome = report.given, report.outcome
    how = {
        "operators_first": ("les Opérateurs d'abord", "Operators first"),
        "dex": ("par DEX", "by DEX"),
    }[outcome.mode]
    head = report.pick(f"Tour {report.number(given.turn)}, {how[0]}", f"Turn {report.number(given.turn)}, {how[1]}")
    if not outcome.order:
        return [report.pick(f"{head} : personne ne peut agir.", f"{head}: nobody can act.")]
    lines = [f"{head}{report.colon} {', '.join(who_text(report, name) for name in outcome.order)}."]
    if outcome.cannot_attack:
        names = join_list(report, [who_text(report, name) for name in outcome.cannot_attack])
        lines.append(
            report.pick(
                f"Effet de surprise, pas d'attaque à ce tour : {names}.", f"Surprised, no attack this turn: {names}."
            )
        )
    return lines


def zone_from_distance(report: Report) -> list[str]:
    """« 60 m : Zone 1, moyenne portée. »"""
    metres = f"{report.number(report.given.distance_m)}{HARD}m"
    if not report.outcome.in_reach:
        return [
            report.pick(f"{metres} : au-delà de la Zone 3, hors d'atteinte.", f"{metres}: beyond Zone 3, out of reach.")
        ]
    row = pack.zone(report.outcome.zone)
    return [f"{metres}{report.colon} {report.pick(row.fr, row.en)}."]


def move(report: Report) -> list[str]:
    """« De la Zone 0 à la Zone 2 : 4 tours entiers. »"""
    given, outcome = report.given, report.outcome
    if not outcome.turns_needed:
        return [
            report.pick(
                f"Dans la Zone {given.to_zone} : le déplacement ne prend pas de tour.",
                f"Within Zone {given.to_zone}: the move takes no turn.",
            )
        ]
    long = turns(report, outcome.turns_needed)
    return [
        report.pick(
            f"De la Zone {given.from_zone} à la Zone {given.to_zone} : {long}, sans autre action.",
            f"From Zone {given.from_zone} to Zone {given.to_zone}: {long}, no other action.",
        )
    ]


def fumble_effect(report: Report) -> list[str]:
    """What a fumble brings, in the words of the table."""
    given, outcome = report.given, report.outcome
    row = pack.fumble(given.situation, outcome.roll)
    where = {
        "firearm": ("Maladresse au tir", "Fumbled shot"),
        "melee": ("Maladresse au corps à corps", "Fumbled blow"),
        "defence": ("Maladresse en défense", "Fumbled defence"),
    }[given.situation]
    return [
        f"{report.pick(*where)}{report.colon} 1D10 = {outcome.roll}. {report.pick(row.fr, row.en)}.",
        report.pick(row.effect_fr, row.effect_en),
    ]


def shot_difficulty(report: Report) -> list[str]:
    """How hard a shot would be."""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        return [refusal(report, "OPS-TEST-08")]
    where = report.pick(f"en Zone {given.zone}", f"in Zone {given.zone}")
    weapon = weapon_name(report, given)
    head = report.pick("Tir", "Shot") + f" {where}" + (f", {weapon}" if weapon else "")
    final = outcome.final_difficulty
    if final in DEGREES:
        times = f"DEX × {report.number(outcome.multiplier)}"
        return [f"{head}{report.colon} {degree(report, final)}, {times} ({per_cent(report, outcome.target)})."]
    said = {
        "automatic": ("réussite automatique", "automatic success"),
        "impossible": ("impossible, la cible est hors d'atteinte", "impossible, the target is out of reach"),
        "forbidden": ("interdit, l'arme ne porte pas à cette distance", "forbidden, the weapon does not reach there"),
    }[final]
    return [f"{head}{report.colon} {report.pick(*said)}."]


# --- rounds, damage, places ------------------------------------------------------------------------------------------


def reload(report: Report) -> list[str]:
    """A fresh magazine."""
    outcome = report.outcome
    if outcome.refused:
        return [refusal(report, "OPS-OPT-05")]
    rounds = count_of(report, outcome.rounds_left, ("balle", "balles"), ("round", "rounds"))
    spare = count_of(
        report,
        outcome.spare_magazines,
        ("chargeur de rechange", "chargeurs de rechange"),
        ("spare left", "spares left"),
    )
    left = f"Il reste {spare}" if outcome.spare_magazines else "C'était le dernier"
    line = report.pick(f"Chargeur neuf, {rounds}. {left}.", f"Fresh magazine, {rounds}. {spare}.")
    used = report.pick("Recharger prend l'action du tour.", "Reloading takes the action of the turn.")
    return [join_sentences(line, used if outcome.action_used else "")]


def salvage(report: Report) -> list[str]:
    """What is picked up after a fight."""
    if report.outcome.refused:
        what = ("La récupération de munitions n'est pas permise", "Salvaging ammunition is off")
        return [off_at_this_table(report, what, "salvage_allowed", "OPS-OPT-07")]
    got = count_of(report, report.outcome.regained, ("chargeur", "chargeurs"), ("magazine", "magazines"))
    of_all = report.number(report.given.magazines_changed)
    return [report.pick(f"Munitions récupérées : {got} sur {of_all}.", f"Salvaged: {got} of {of_all}.")]


# --- cover and holds -------------------------------------------------------------------------------------------------


def take_cover(report: Report) -> list[str]:
    """To cover in time, or not."""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.character, acts=True)
    if outcome.refused:
        return [refusal(report, "OPS-CBT-13", who=who)]
    end = (
        report.pick(f"{who} se met à couvert.", f"{who} reaches cover.")
        if outcome.in_cover
        else report.pick(f"{who} reste à découvert.", f"{who} stays in the open.")
    )
    used = (
        ""
        if outcome.action_used
        else report.pick("L'action du tour reste libre.", "The action of the turn is still free.")
    )
    return [join_sentences(_own_test(report, "DEX", given.character, who), start(end), used)]


def break_free(report: Report) -> list[str]:
    """Out of the grip, or still in it."""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.character, acts=True)
    if outcome.refused:
        return [refusal(report, "OPS-CREAT-13", who=who)]
    end = (
        report.pick(f"{who} se dégage.", f"{who} breaks free.")
        if outcome.free
        else report.pick("La prise tient.", "The hold stands.")
    )
    return [join_sentences(_own_test(report, "FOR", given.character, who), start(end))]


def _own_test(report: Report, code: str, character: Any, who: str) -> str:
    """A test of somebody whose reserve the outcome calls `luck`."""
    outcome = report.outcome
    spent = character.luck - outcome.luck
    said = trial_text(
        report, code, outcome.final_difficulty, outcome.target, outcome.roll, outcome.outcome, who=who, spent=spent
    )
    return join_sentences(said, luck_left_text(report, outcome.luck) if spent else "")


def hold(report: Report) -> list[str]:
    """The attempt, the defence, the struggle."""
    given, outcome = report.given, report.outcome
    attacker, prey = given.attacker, given.defender
    who, whom = who_text(report, attacker, ATTACKER, acts=True), who_text(report, prey, TARGET)
    if outcome.refused:
        return [refusal(report, "OPS-CBT-15", who=whom if outcome.reason == "too_large" else who)]
    head = start(thing_of(report, ("prise", "hold"), attacker.name.strip() or report.who))
    if prey.name.strip():
        head += report.pick(f" sur {whom}", f" on {whom}")
    if outcome.final_difficulty in DEGREES:
        head += f", {trial_name(report, 'FOR', outcome.final_difficulty, outcome.target)}"
    spent = attacker.luck - outcome.attacker_luck
    said = throw_text(report, outcome.roll, outcome.outcome, who=who, spent=spent)
    lines = [
        join_sentences(f"{head}{report.colon} {said}", luck_left_text(report, outcome.attacker_luck) if spent else "")
    ]
    resisted = present(outcome.resist_outcome)
    guard, guarded = defence_text(report, outcome, prey, outcome.defender_luck, blow=False)
    lines.append(guard)
    if resisted:
        paid = prey.luck - outcome.defender_luck - guarded
        cost = luck_cost(outcome.resist_roll, outcome.resist_target, outcome.resist_outcome, paid > 0)
        name = start(thing_of(report, ("résistance", "resistance"), whom))
        if outcome.resist_difficulty in DEGREES:
            name += f", {trial_name(report, 'FOR', outcome.resist_difficulty, outcome.resist_target)}"
        struggle = throw_text(report, outcome.resist_roll, outcome.resist_outcome, who=whom, spent=cost)
        left = luck_left_text(report, outcome.defender_luck) if cost else ""
        lines.append(join_sentences(f"{name}{report.colon} {struggle}", left))
    return [*lines, _hold_text(report, who, whom)]


def _hold_text(report: Report, who: str, whom: str) -> str:
    if report.outcome.held:
        return start(report.pick(f"{who} immobilise {whom}.", f"{who} holds {whom}."))
    if report.outcome.avoided:
        return start(report.pick(f"{whom} esquive la prise.", f"{whom} avoids the hold."))
    return start(report.pick(f"{who} ne tient pas {whom}.", f"{who} does not hold {whom}."))


def technique_advantage(report: Report) -> list[str]:
    """« Attaque (épée) : avantage. Formation : escrime. »"""
    given, outcome = report.given, report.outcome
    held = word(report, "weapon", HOLD) if given.weapon == HOLD else row_name(report, pack.weapon(given.weapon))
    use = word(report, "use", given.use)
    head = f"{start(use)} ({held})"
    if not outcome.advantage:
        return [report.pick(f"{head} : aucun avantage de formation.", f"{head}: training gives no advantage.")]
    sources = join_list(report, list(dict.fromkeys(word(report, "sources", key) for key in outcome.sources)))
    return [report.pick(f"{head} : avantage. Formation : {sources}.", f"{head}: advantage. Training: {sources}.")]
