"""Attacks: blows, thrown weapons, shots and bursts, the silent kill, explosives on their way."""

from typing import Any

from gardien.core.dice import Dice
from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, called, counted, joined, off_at_this_table, owned, present, start
from gardien.systems.operators import pack
from gardien.systems.operators.arms import armed
from gardien.systems.operators.sentences.grammar import (
    ATTACKER,
    DEGREES,
    HITS,
    TARGET,
    bought,
    luck_left,
    row_name,
    thrown,
    trial_named,
)
from gardien.systems.operators.sentences.refusals import refusal
from gardien.systems.operators.sentences.wounds_told import sum_of, wound
from gardien.systems.operators.trials import digits
from gardien.systems.operators.values import Combatant
from gardien.systems.operators.wounds import trait


def weapon_name(told: Told, given: Any) -> str:
    """The weapon by its name; one's own may have none."""
    if given.custom_weapon is not None:
        name = given.custom_weapon.name.strip()
        return "" if name == "custom" else name
    return row_name(told, pack.weapon(given.weapon)) if given.weapon else ""


def _head(told: Told, act: Both, onto: Both, given: Any, code: str, where: str = "") -> str:
    """« Tir de Reyes sur Vasseur en Zone 1, fusil d'assaut, test difficile de DEX (45 %) »."""
    outcome = told.outcome
    who, whom = given.attacker.name.strip() or told.who, given.defender.name.strip()
    text = start(owned(told, act, who))
    if whom:
        text += f" {told.pick(*onto)} {whom}"
    weapon = weapon_name(told, given)
    text += where + (f", {weapon}" if weapon else "")
    if outcome.final_difficulty not in DEGREES:
        return text
    return f"{text}, {trial_named(told, code, outcome.final_difficulty, outcome.target)}"


def _attack(told: Told, head: str, given: Any) -> str:
    """The attack throw, and the luck that is left to whoever attacks."""
    outcome = told.outcome
    who = called(told, given.attacker, ATTACKER, acts=True)
    spent = given.attacker.luck - outcome.attacker_luck
    said = thrown(told, outcome.roll, outcome.outcome, who=who, spent=spent, words=HITS)
    return joined(f"{head}{told.colon} {said}", luck_left(told, outcome.attacker_luck) if spent else "")


def defence(told: Told, block: Any, target: Combatant, luck: int, blow: bool = True) -> tuple[str, int]:
    """« Défense de Daisy, test difficile de DEX (36 %) : 20, réussite. Le coup ne porte pas. », and its price in luck.

    What is left of the reserve is told here where nothing later in this attack cost any.
    """
    if not present(block.defence_outcome):
        return "", 0
    who = called(told, target, TARGET)
    whole = target.luck - luck
    spent = bought(block.defence_roll, block.defence_target, block.defence_outcome, whole > 0)
    head = start(owned(told, ("défense", "defence"), who))
    if block.defence_difficulty in DEGREES:
        head += f", {trial_named(told, 'DEX', block.defence_difficulty, block.defence_target)}"
    said = thrown(told, block.defence_roll, block.defence_outcome, who=who, spent=spent)
    end = told.pick("Le coup ne porte pas.", "The blow does not land.") if block.avoided and blow else ""
    left = luck_left(told, luck) if spent and spent == whole else ""
    return joined(f"{head}{told.colon} {said}", left, end), spent


def nature_of(target: Combatant, given: Any) -> str:
    """What the target's own nature does to this weapon."""
    arm = armed(given.weapon or "", given.custom_weapon)
    return trait(target, arm.kind, arm.special)


def bonus_thrown(told: Told, hits: int = 1) -> Dice:
    """The dice of the damage bonus, as they fell for each hit."""
    dice = [die for die in told.dice if die.purpose == "bonus"]
    if not dice or not hits:
        return Dice(())
    return Dice.parse(f"{max(1, len(dice) // hits)}D{dice[0].die.removeprefix('d')}")


def summed(told: Told, dice: Dice, bonus: Dice, final: int, *, critical: bool, rounds: int = 0, flat: int = 0) -> str:
    """The damage of a hit as a sum, read back from its total."""
    first = final // (2 if critical else 1) - rounds * flat
    if not bonus.terms:
        return sum_of(told, dice, first, rounds=rounds, flat=flat, critical=critical)
    text = f"{dice} + {bonus} = {told.number(first)}"
    return f"{text}, × 2 = {told.number(2 * first)}" if critical else text


def _fought(told: Told, head: str) -> list[str]:
    """An attack that can be avoided: the throw, the defence, the wound."""
    given, outcome = told.given, told.outcome
    attack = _attack(told, head, given)
    said, spent = defence(told, outcome, given.defender, outcome.defender_luck)
    if not outcome.hit:
        return [attack, said]
    arm = armed(given.weapon, given.custom_weapon)
    final = outcome.damage_final
    hurt = wound(
        told,
        outcome,
        given.defender,
        thrown=summed(told, arm.dice, bonus_thrown(told), final, critical=outcome.outcome == "critical"),
        nature=nature_of(given.defender, given),
        luck=outcome.defender_luck,
        spent_before=spent,
    )
    return [attack, joined(said, hurt)] if said else [joined(attack, hurt)]


def _refused(told: Told, rule: str = "OPS-CBT-05", why: Both | None = None) -> list[str]:
    rule = "OPS-TEST-08" if told.outcome.reason == "waiver_off" else rule
    return [refusal(told, rule, who=called(told, told.given.attacker, ATTACKER, acts=True), why=why)]


def attack_melee(told: Told) -> list[str]:
    """A blow."""
    if told.outcome.refused:
        return _refused(told)
    return _fought(told, _head(told, ("attaque", "attack"), ("contre", "on"), told.given, told.outcome.characteristic))


def attack_thrown(told: Told) -> list[str]:
    """A weapon that leaves the hand."""
    if told.outcome.reason == "out_of_range":
        why = (
            "Une arme de jet ne porte qu'en Zone 0. Se rapprocher",
            "A thrown weapon reaches Zone 0 only. Come closer",
        )
        return _refused(told, "OPS-CBT-07", why)
    if told.outcome.refused:
        return _refused(told)
    return _fought(told, _head(told, ("lancer", "throw"), ("sur", "at"), told.given, "DEX"))


# --- firearms --------------------------------------------------------------------------------------------------------


def attack_firearm(told: Told) -> list[str]:
    """The shot, what it did, then everybody else in a burst, then the magazine."""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        return _no_shot(told)
    act = ("rafale", "burst") if given.burst else ("tir", "shot")
    head = _head(told, act, ("sur", "at"), given, "DEX", told.pick(f" en Zone {given.zone}", f" in Zone {given.zone}"))
    lines = [joined(_attack(told, head, given), _rounds(told))]
    if outcome.hit:
        arm = armed(given.weapon or "", given.custom_weapon)
        rounds = outcome.kept_rounds if present(outcome.kept_rounds) else 0
        critical = outcome.outcome == "critical"
        hurt = wound(
            told,
            outcome,
            given.defender,
            thrown=summed(
                told, arm.dice, Dice(()), outcome.damage_final, critical=critical, rounds=rounds, flat=arm.flat
            ),
            nature=nature_of(given.defender, given),
            luck=outcome.defender_luck,
        )
        lines = [joined(*lines, hurt)]
        for victim, hit in zip(given.others, outcome.others or (), strict=False):
            lines.append(_stray(told, victim.defender, hit, arm.flat))
    return [*lines, _magazine(told)]


def _no_shot(told: Told) -> list[str]:
    given, outcome = told.given, told.outcome
    if outcome.reason == "option_off":
        what = ("La rafale n'est pas permise", "Bursts are off")
        return [off_at_this_table(told, what, "burst_enabled", "OPS-OPT-02")]
    if outcome.reason == "out_of_range":
        name = start(weapon_name(told, given) or told.pick("cette arme", "this weapon"))
        why = (
            f"{name} : tir interdit en Zone {given.zone}. Changer d'arme ou de distance",
            f"{name}: no shot in Zone {given.zone}. Change the weapon or the distance",
        )
        return _refused(told, "OPS-CBT-08", why)
    rules = {"empty": "OPS-OPT-05", "no_burst": "OPS-OPT-02"}
    rules |= dict.fromkeys(("spread_needs_burst", "spread_too_far"), "OPS-OPT-03")
    return _refused(told, rules.get(str(outcome.reason), "OPS-CBT-05"))


def _rounds(told: Told) -> str:
    """« 4 balles de plus. »"""
    outcome = told.outcome
    if not present(outcome.extra_rounds) or not outcome.hit:
        return ""
    extra = outcome.extra_rounds
    if not extra:
        return told.pick("Aucune balle de plus.", "No further round.")
    more = counted(told, extra, ("balle de plus", "balles de plus"), ("more round", "more rounds"))
    kept = outcome.kept_rounds
    if kept == extra or not told.given.others:
        return f"{more}."
    here = told.number(kept) if kept else told.pick("aucune", "none")
    return told.pick(f"{more}, dont {here} sur la première cible.", f"{more}, {here} on the first target.")


def _stray(told: Told, target: Combatant, hit: Any, flat: int) -> str:
    """Somebody else in the way of a burst (OPS-OPT-03)."""
    who = called(told, hit.name or target, TARGET)
    if not hit.rounds or not present(hit.damage_final):
        return start(told.pick(f"{who} : aucune balle.", f"{who}: no round."))
    rounds = counted(told, hit.rounds, ("balle", "balles"), ("round", "rounds"))
    plain = hit.rounds * flat
    sum_said = f"{told.number(hit.rounds)} × {told.number(flat)} = {told.number(plain)}"
    if hit.damage_final != plain:
        sum_said += f", × 2 = {told.number(hit.damage_final)}"
    hurt = wound(told, hit, target, name=who, thrown=sum_said, nature=nature_of(target, told.given), luck=hit.luck)
    return joined(start(f"{who}{told.colon} {rounds}."), hurt)


def _magazine(told: Told) -> str:
    """What is left in the weapon (OPS-OPT-05, OPS-OPT-06)."""
    given, outcome = told.given, told.outcome
    if present(outcome.rounds_left):
        if not outcome.rounds_left:
            return told.pick("Le chargeur est vide.", "The magazine is empty.")
        left = counted(told, outcome.rounds_left, ("balle", "balles"), ("round", "rounds"))
        return told.pick(f"Il reste {left} dans le chargeur.", f"{left} left in the magazine.")
    if not given.burst or not present(outcome.roll):
        return ""
    tens, units = digits(outcome.roll)
    if tens % 2 != units % 2:
        return told.pick(
            "Deux chiffres de parité différente : pas de changement de chargeur.",
            "Two digits of different parity: no change of magazine.",
        )
    same = told.pick("Deux chiffres de même parité", "Two digits of the same parity")
    if outcome.reload:
        left = told.number(outcome.spare_magazines)
        action = told.pick(", ce sera la prochaine action", ", as the next action") if outcome.reload_action else ""
        return told.pick(
            f"{same} : changement de chargeur{action}. Il en reste {left}.",
            f"{same}: change of magazine{action}. {left} left.",
        )
    if outcome.empty and not given.empty:
        return told.pick(
            f"{same} : plus de chargeur, l'arme est vide.", f"{same}: no magazine left, the weapon is empty."
        )
    return ""


# --- silent and loud -------------------------------------------------------------------------------------------------


def assassinate(told: Told) -> list[str]:
    """Unheard, or an alarm."""
    given, outcome = told.given, told.outcome
    if outcome.reason == "option_off":
        what = ("L'assassinat n'est pas permis", "Assassination is off")
        return [off_at_this_table(told, what, "assassination_enabled", "OPS-OPT-08")]
    if outcome.refused:
        return _refused(told, "OPS-OPT-08")
    who = called(told, given.attacker, ATTACKER, acts=True)
    spent = given.attacker.luck - outcome.attacker_luck
    lead = _led(told, ("approche", "approach"), given.attacker)
    said = thrown(told, outcome.roll, outcome.outcome, who=who, spent=spent)
    opening = joined(f"{lead}{told.colon} {said}", luck_left(told, outcome.attacker_luck) if spent else "")
    whom = called(told, given.defender, TARGET)
    if outcome.alerted:
        alarm = told.pick(
            f"{start(whom)} donne l'alerte : le combat commence, sans surprise.",
            f"{start(whom)} is alerted: the fight begins, without surprise.",
        )
        return [joined(opening, alarm)]
    most = told.pick("L'arme fait tous ses dommages, sans défense.", "The weapon does all it can, without a defence.")
    hurt = wound(told, outcome, given.defender, nature=nature_of(given.defender, given), luck=outcome.defender_luck)
    return [opening, joined(most, hurt)]


def _led(told: Told, act: Both, who: Combatant, more: str = "") -> str:
    """Whose act, with what, and the DEX test it needs, if any."""
    text = start(owned(told, act, who.name.strip() or told.who)) + more
    final = told.outcome.final_difficulty
    return f"{text}, {trial_named(told, 'DEX', final, told.outcome.target)}" if final in DEGREES else text


def throw_explosive(told: Told) -> list[str]:
    """Where an explosive comes down."""
    given, outcome = told.given, told.outcome
    row = pack.device(given.device)
    device = start(row_name(told, row))
    if outcome.reason == "out_of_range":
        why = (
            f"{device} : hors de portée en Zone {given.zone}. Changer de distance ou d'engin",
            f"{device}: out of range in Zone {given.zone}. Change the distance or the device",
        )
        return _refused(told, "OPS-HAZ-03", why)
    if outcome.refused:
        return _refused(told, "OPS-HAZ-03")
    who = called(told, given.attacker, ATTACKER, acts=True)
    spent = given.attacker.luck - outcome.luck
    act = ("lancer", "throw") if row.delivery == "thrown" else ("tir", "shot")
    lead = _led(told, act, given.attacker, f", {row_name(told, row)}")
    said = thrown(told, outcome.roll, outcome.outcome, who=who, spent=spent)
    left = luck_left(told, outcome.luck) if spent else ""
    return [joined(f"{lead}{told.colon} {said}", left, _landing(told))]


def _landing(told: Told) -> str:
    outcome = told.outcome
    if outcome.on_target:
        return told.pick("L'engin arrive à l'endroit voulu.", "The device lands where it should.")
    if not outcome.drift_m:
        return ""
    die = told.faces("d6", "drift")
    shown = f" (1D6 = {die[0]})" if die else ""
    return told.pick(
        f"L'engin dévie de {outcome.drift_m}{HARD}m{shown}.", f"The device drifts {outcome.drift_m}{HARD}m{shown}."
    )
