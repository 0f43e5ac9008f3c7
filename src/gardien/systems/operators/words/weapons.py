"""Attacks with weapons: blows, thrown weapons, shots and bursts, the silent kill."""

from typing import Any

from gardien.core.dice import Dice
from gardien.core.telling import Report
from gardien.core.wording import Both, count_of, join_sentences, off_at_this_table, present, start, thing_of, who_text
from gardien.systems.operators import pack
from gardien.systems.operators.rules.body.wounds import trait
from gardien.systems.operators.rules.character import Combatant
from gardien.systems.operators.rules.fight.weapons import arm_of
from gardien.systems.operators.rules.tests.d100 import digits
from gardien.systems.operators.words.grammar import (
    ATTACKER,
    DEGREES,
    HITS,
    TARGET,
    luck_cost,
    luck_left_text,
    refusal,
    row_name,
    throw_text,
    trial_name,
)
from gardien.systems.operators.words.wounds import dice_sum_text, wound_text


def weapon_name(report: Report, given: Any) -> str:
    """The weapon by its name; one's own may have none."""
    if given.custom_weapon is not None:
        return str(given.custom_weapon.name.strip())
    return row_name(report, pack.weapon(given.weapon)) if given.weapon else ""


def _head(report: Report, act: Both, onto: Both, given: Any, code: str, where: str = "") -> str:
    """« Tir de Reyes sur Vasseur en Zone 1, fusil d'assaut, test difficile de DEX (45 %) »."""
    outcome = report.outcome
    who, whom = given.attacker.name.strip() or report.who, given.defender.name.strip()
    text = start(thing_of(report, act, who))
    if whom:
        text += f" {report.pick(*onto)} {whom}"
    weapon = weapon_name(report, given)
    text += where + (f", {weapon}" if weapon else "")
    if outcome.final_difficulty not in DEGREES:
        return text
    return f"{text}, {trial_name(report, code, outcome.final_difficulty, outcome.target)}"


def _attack_text(report: Report, head: str, given: Any) -> str:
    """The attack throw, and the luck that is left to whoever attacks."""
    outcome = report.outcome
    who = who_text(report, given.attacker, ATTACKER, acts=True)
    spent = given.attacker.luck - outcome.attacker_luck
    said = throw_text(report, outcome.roll, outcome.outcome, who=who, spent=spent, words=HITS)
    return join_sentences(
        f"{head}{report.colon} {said}", luck_left_text(report, outcome.attacker_luck) if spent else ""
    )


def defence_text(report: Report, block: Any, target: Combatant, luck: int, blow: bool = True) -> tuple[str, int]:
    """« Défense de Daisy, test difficile de DEX (36 %) : 20, réussite. Le coup ne porte pas. », and its price in luck.

    What is left of the reserve is told here where nothing later in this attack cost any.
    """
    if not present(block.defence_outcome):
        return "", 0
    who = who_text(report, target, TARGET)
    whole = target.luck - luck
    spent = luck_cost(block.defence_roll, block.defence_target, block.defence_outcome, whole > 0)
    head = start(thing_of(report, ("défense", "defence"), who))
    if block.defence_difficulty in DEGREES:
        head += f", {trial_name(report, 'DEX', block.defence_difficulty, block.defence_target)}"
    said = throw_text(report, block.defence_roll, block.defence_outcome, who=who, spent=spent)
    end = report.pick("Le coup ne porte pas.", "The blow does not land.") if block.avoided and blow else ""
    left = luck_left_text(report, luck) if spent and spent == whole else ""
    return join_sentences(f"{head}{report.colon} {said}", left, end), spent


def nature_of(target: Combatant, given: Any) -> str:
    """What the target's own nature does to this weapon."""
    arm = arm_of(given.weapon or "", given.custom_weapon)
    return trait(target, arm.kind, arm.special)


def bonus_dice_of(report: Report, hits: int = 1) -> Dice:
    """The dice of the damage bonus, as they fell for each hit."""
    dice = [die for die in report.dice if die.purpose == "bonus"]
    if not dice or not hits:
        return Dice(())
    return Dice.parse(f"{max(1, len(dice) // hits)}D{dice[0].die.removeprefix('d')}")


def sum_text(
    report: Report, dice: Dice, bonus: Dice, final: int, *, critical: bool, rounds: int = 0, flat: int = 0
) -> str:
    """The damage of a hit as a sum, read back from its total."""
    first = final // (2 if critical else 1) - rounds * flat
    if not bonus.terms:
        return dice_sum_text(report, dice, first, rounds=rounds, flat=flat, critical=critical)
    text = f"{dice} + {bonus} = {report.number(first)}"
    return f"{text}, × 2 = {report.number(2 * first)}" if critical else text


def _attack_lines(report: Report, head: str) -> list[str]:
    """An attack that can be avoided: the throw, the defence, the wound."""
    given, outcome = report.given, report.outcome
    attack = _attack_text(report, head, given)
    said, spent = defence_text(report, outcome, given.defender, outcome.defender_luck)
    if not outcome.hit:
        return [attack, said]
    arm = arm_of(given.weapon, given.custom_weapon)
    final = outcome.damage_final
    hurt = wound_text(
        report,
        outcome,
        given.defender,
        thrown=sum_text(report, arm.dice, bonus_dice_of(report), final, critical=outcome.outcome == "critical"),
        nature=nature_of(given.defender, given),
        luck=outcome.defender_luck,
        spent_before=spent,
    )
    return [attack, join_sentences(said, hurt)] if said else [join_sentences(attack, hurt)]


def refuse_attack(report: Report, rule: str = "OPS-CBT-05", why: Both | None = None) -> list[str]:
    rule = "OPS-TEST-08" if report.outcome.reason == "waiver_off" else rule
    return [refusal(report, rule, who=who_text(report, report.given.attacker, ATTACKER, acts=True), why=why)]


def attack_melee(report: Report) -> list[str]:
    """A blow."""
    if report.outcome.refused:
        return refuse_attack(report)
    return _attack_lines(
        report, _head(report, ("attaque", "attack"), ("contre", "on"), report.given, report.outcome.characteristic)
    )


def attack_thrown(report: Report) -> list[str]:
    """A weapon that leaves the hand."""
    if report.outcome.reason == "out_of_range":
        why = (
            "Une arme de jet ne porte qu'en Zone 0. Se rapprocher",
            "A thrown weapon reaches Zone 0 only. Come closer",
        )
        return refuse_attack(report, "OPS-CBT-07", why)
    if report.outcome.refused:
        return refuse_attack(report)
    return _attack_lines(report, _head(report, ("lancer", "throw"), ("sur", "at"), report.given, "DEX"))


# --- firearms --------------------------------------------------------------------------------------------------------


def attack_firearm(report: Report) -> list[str]:
    """The shot, what it did, then everybody else in a burst, then the magazine."""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        return _refuse_shot(report)
    act = ("rafale", "burst") if given.burst else ("tir", "shot")
    head = _head(
        report, act, ("sur", "at"), given, "DEX", report.pick(f" en Zone {given.zone}", f" in Zone {given.zone}")
    )
    lines = [join_sentences(_attack_text(report, head, given), _rounds(report))]
    if outcome.hit:
        arm = arm_of(given.weapon or "", given.custom_weapon)
        rounds = outcome.kept_rounds if present(outcome.kept_rounds) else 0
        critical = outcome.outcome == "critical"
        hurt = wound_text(
            report,
            outcome,
            given.defender,
            thrown=sum_text(
                report, arm.dice, Dice(()), outcome.damage_final, critical=critical, rounds=rounds, flat=arm.flat
            ),
            nature=nature_of(given.defender, given),
            luck=outcome.defender_luck,
        )
        lines = [join_sentences(*lines, hurt)]
        for victim, hit in zip(given.others, outcome.others or (), strict=False):
            lines.append(_stray(report, victim.defender, hit, arm.flat))
    return [*lines, _magazine(report)]


def _refuse_shot(report: Report) -> list[str]:
    given, outcome = report.given, report.outcome
    if outcome.reason == "option_off":
        what = ("La rafale n'est pas permise", "Bursts are off")
        return [off_at_this_table(report, what, "burst_enabled", "OPS-OPT-02")]
    if outcome.reason == "out_of_range":
        name = start(weapon_name(report, given) or report.pick("cette arme", "this weapon"))
        why = (
            f"{name} : tir interdit en Zone {given.zone}. Changer d'arme ou de distance",
            f"{name}: no shot in Zone {given.zone}. Change the weapon or the distance",
        )
        return refuse_attack(report, "OPS-CBT-08", why)
    rules = {"empty": "OPS-OPT-05", "no_burst": "OPS-OPT-02"}
    rules |= dict.fromkeys(("spread_needs_burst", "spread_too_far"), "OPS-OPT-03")
    return refuse_attack(report, rules.get(str(outcome.reason), "OPS-CBT-05"))


def _rounds(report: Report) -> str:
    """« 4 balles de plus. »"""
    outcome = report.outcome
    if not present(outcome.extra_rounds) or not outcome.hit:
        return ""
    extra = outcome.extra_rounds
    if not extra:
        return report.pick("Aucune balle de plus.", "No further round.")
    more = count_of(report, extra, ("balle de plus", "balles de plus"), ("more round", "more rounds"))
    kept = outcome.kept_rounds
    if kept == extra or not report.given.others:
        return f"{more}."
    here = report.number(kept) if kept else report.pick("aucune", "none")
    return report.pick(f"{more}, dont {here} sur la première cible.", f"{more}, {here} on the first target.")


def _stray(report: Report, target: Combatant, hit: Any, flat: int) -> str:
    """Somebody else in the way of a burst (OPS-OPT-03)."""
    who = who_text(report, hit.name or target, TARGET)
    if not hit.rounds or not present(hit.damage_final):
        return start(report.pick(f"{who} : aucune balle.", f"{who}: no round."))
    rounds = count_of(report, hit.rounds, ("balle", "balles"), ("round", "rounds"))
    plain = hit.rounds * flat
    sum_said = f"{report.number(hit.rounds)} × {report.number(flat)} = {report.number(plain)}"
    if hit.damage_final != plain:
        sum_said += f", × 2 = {report.number(hit.damage_final)}"
    hurt = wound_text(
        report, hit, target, name=who, thrown=sum_said, nature=nature_of(target, report.given), luck=hit.luck
    )
    return join_sentences(start(f"{who}{report.colon} {rounds}."), hurt)


def _magazine(report: Report) -> str:
    """What is left in the weapon (OPS-OPT-05, OPS-OPT-06)."""
    given, outcome = report.given, report.outcome
    if present(outcome.rounds_left):
        if not outcome.rounds_left:
            return report.pick("Le chargeur est vide.", "The magazine is empty.")
        left = count_of(report, outcome.rounds_left, ("balle", "balles"), ("round", "rounds"))
        return report.pick(f"Il reste {left} dans le chargeur.", f"{left} left in the magazine.")
    if not given.burst or not present(outcome.roll):
        return ""
    tens, units = digits(outcome.roll)
    if tens % 2 != units % 2:
        return report.pick(
            "Deux chiffres de parité différente : pas de changement de chargeur.",
            "Two digits of different parity: no change of magazine.",
        )
    same = report.pick("Deux chiffres de même parité", "Two digits of the same parity")
    if outcome.reload:
        left = report.number(outcome.spare_magazines)
        action = report.pick(", ce sera la prochaine action", ", as the next action") if outcome.reload_action else ""
        return report.pick(
            f"{same} : changement de chargeur{action}. Il en reste {left}.",
            f"{same}: change of magazine{action}. {left} left.",
        )
    if outcome.empty and not given.empty:
        return report.pick(
            f"{same} : plus de chargeur, l'arme est vide.", f"{same}: no magazine left, the weapon is empty."
        )
    return ""


# --- the silent kill -------------------------------------------------------------------------------------------------


def assassinate(report: Report) -> list[str]:
    """Unheard, or an alarm."""
    given, outcome = report.given, report.outcome
    if outcome.reason == "option_off":
        what = ("L'assassinat n'est pas permis", "Assassination is off")
        return [off_at_this_table(report, what, "assassination_enabled", "OPS-OPT-08")]
    if outcome.refused:
        return refuse_attack(report, "OPS-OPT-08")
    who = who_text(report, given.attacker, ATTACKER, acts=True)
    spent = given.attacker.luck - outcome.attacker_luck
    lead = act_head(report, ("approche", "approach"), given.attacker)
    said = throw_text(report, outcome.roll, outcome.outcome, who=who, spent=spent)
    opening = join_sentences(
        f"{lead}{report.colon} {said}", luck_left_text(report, outcome.attacker_luck) if spent else ""
    )
    whom = who_text(report, given.defender, TARGET)
    if outcome.alerted:
        alarm = report.pick(
            f"{start(whom)} donne l'alerte : le combat commence, sans surprise.",
            f"{start(whom)} is alerted: the fight begins, without surprise.",
        )
        return [join_sentences(opening, alarm)]
    most = report.pick("L'arme fait tous ses dommages, sans défense.", "The weapon does all it can, without a defence.")
    hurt = wound_text(
        report, outcome, given.defender, nature=nature_of(given.defender, given), luck=outcome.defender_luck
    )
    return [opening, join_sentences(most, hurt)]


def act_head(report: Report, act: Both, who: Combatant, more: str = "") -> str:
    """Whose act, with what, and the DEX test it needs, if any."""
    text = start(thing_of(report, act, who.name.strip() or report.who)) + more
    final = report.outcome.final_difficulty
    return f"{text}, {trial_name(report, 'DEX', final, report.outcome.target)}" if final in DEGREES else text
