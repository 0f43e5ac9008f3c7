"""What a hit did to somebody: the sum of the damage, the place, the death clock, luck, the CON test."""

from gardien.core.dice import Dice
from gardien.core.telling import Report
from gardien.core.wording import Both, count_of, join_sentences, present, start, to, who_text, word
from gardien.systems.operators import pack
from gardien.systems.operators.rules.body.wounds import WoundBlock, uses_of
from gardien.systems.operators.rules.character import LEVELS, Combatant
from gardien.systems.operators.words.grammar import (
    TARGET,
    damage,
    luck_cost,
    luck_left_text,
    luck_paid_text,
    row_name,
    trial_text,
)

LEVEL_NAMES: dict[str, Both] = {
    "none": ("aucune blessure", "no wound"),
    "superficial": ("blessure superficielle", "superficial wound"),
    "light": ("blessure légère", "light wound"),
    "grave": ("blessure grave", "grave wound"),
    "dead": ("mort", "death"),
}
NATURES: dict[str, Both] = {
    "immune": ("invulnérabilité", "invulnerability"),
    "half": ("la moitié par résistance", "half for resistance"),
    "double": ("le double par point faible", "double for a weak point"),
}


def level_name(report: Report, level: str) -> str:
    """« blessure légère »."""
    return report.pick(*LEVEL_NAMES[level])


def dice_sum_text(
    report: Report, dice: Dice, first: int, *, rounds: int = 0, flat: int = 0, critical: bool = False
) -> str:
    """The damage before protection: « 1D6+12 = 15, + 4 × 12 = 63 », doubled by a critical."""
    text = f"{dice} = {report.number(first)}" if dice.terms else report.number(first)
    total = first
    if rounds and flat:
        total += rounds * flat
        text += f", + {report.number(rounds)} × {report.number(flat)} = {report.number(total)}"
    return f"{text}, × 2 = {report.number(2 * total)}" if critical else text


def shown_threshold(target: Combatant) -> int | None:
    """SB, where no house rule may have changed it: heavy protection can (OPS-ARM-04)."""
    if target.sb is not None:
        return target.sb
    if target.encumbrance("CON"):
        return None
    return max(1, (target.lasting("FOR") + target.lasting("CON") + 1) // 2)


def wound_text(
    report: Report,
    block: WoundBlock,
    target: Combatant,
    *,
    name: str = "",
    thrown: str = "",
    nature: str = "",
    luck: int | None = None,
    spent_before: int = 0,
) -> str:
    """A hit from its dice to its end.

    `thrown` is the sum of the damage in words, `nature` what the target's own does to it, `luck` what is left to the
    target, `spent_before` what a defence cost (told already).
    """
    who = name or who_text(report, target, TARGET)
    spent = 0 if luck is None else target.luck - luck - spent_before
    con = luck_cost(block.con_roll, block.con_target, block.con_outcome, spent > 0)
    saved = spent > con
    return join_sentences(
        _amount_text(report, block, thrown, nature),
        _grade_text(report, block, target, who, saved=saved),
        _luck_text(report, block, who, spent - con, (luck or 0) + con) if saved else "",
        _con_text(report, block, who, con, luck or 0),
        _wear_text(report, block, target),
    )


def _amount_text(report: Report, block: WoundBlock, thrown: str, nature: str) -> str:
    """« 1D6+6 = 10, − 4 de protection = 6 dommages, bras gauche. »"""
    if not present(block.damage_final) or not present(block.damage_taken):
        return ""
    final, armour, taken = int(block.damage_final), int(block.armour or 0), int(block.damage_taken)  # type: ignore[arg-type]
    place = f", {word(report, 'location', str(block.location))}" if present(block.location) else ""
    text = thrown
    if armour:
        text = text or report.number(final)
        text += report.pick(f", − {report.number(armour)} de protection", f", − {report.number(armour)} protection")
        if taken != max(0, final - armour) and not nature:
            text += report.pick(" par balle", " for each round")
    if nature:
        text = text or damage(report, final)
        text += f", {report.pick(*NATURES[nature])}"
    if taken == 0:
        return (
            f"{start(text)}{report.colon} {damage(report, 0)}{place}."
            if text
            else f"{start(damage(report, 0))}{place}."
        )
    if not text:
        return f"{damage(report, taken)}{place}."
    if not armour and not nature:  # the sum ends in what is taken
        return f"{text} {report.pick('dommages' if taken > 1 else 'dommage', 'damage')}{place}."
    return f"{text} = {damage(report, taken)}{place}."


def _wear_text(report: Report, block: WoundBlock, target: Combatant) -> str:
    """What is left of a vest that wears out (OPS-ARM-03)."""
    if not isinstance(block.uses_left, dict) or not present(block.armour_key):
        return ""
    key = str(block.armour_key)
    left = block.uses_left.get(key)
    if left is None or left == uses_of(target).get(key):
        return ""
    piece = start(row_name(report, pack.protection(key)))
    if not left:
        return report.pick(f"{piece} : hors d'usage.", f"{piece}: worn out.")
    more = count_of(report, left, ("usage", "usages"), ("use", "uses"))
    return report.pick(f"{piece} : encore {more}.", f"{piece}: {more} left.")


def _grade_text(report: Report, block: WoundBlock, target: Combatant, who: str, *, saved: bool) -> str:
    """« SB 12 : blessure légère. », then what it means beside older wounds (OPS-HLTH-02, OPS-HLTH-06).

    Where luck saves somebody, this is the level it saves them from.
    """
    if present(block.hp_left):
        return _pool(report, block, who)
    level = str(block.hit_level) if present(block.hit_level) else "none"
    if level == "none":
        return ""
    written = _recorded_level(block)
    threshold = shown_threshold(target)
    head = report.pick(f"SB {threshold} : ", f"Wound threshold {threshold}: ") if threshold is not None else ""
    if saved and written != "none":
        averted = "grave" if level == "light" or 0 < int(block.damage_taken or 0) < 2 * (threshold or 0) else "dead"
        return start(f"{head}{level_name(report, averted)}.")
    lines = [start(f"{head}{level_name(report, level) if level != 'dead' else _dies(report, who)}.")]
    if written != "none" and LEVELS.index(written) > LEVELS.index(level):
        after = level_name(report, written) if written != "dead" else _dies(report, who)
        lines.append(report.pick(f"Les blessures s'additionnent : {after}.", f"The wounds add up: {after}."))
    before = target.wound_level
    if written not in ("none", before) and LEVELS.index(before) > LEVELS.index(written):
        lines.append(
            report.pick(
                f"Seule la {level_name(report, before)} d'avant compte.",
                f"Only the earlier {level_name(report, before)} counts.",
            )
        )
    return join_sentences(*lines)


def _recorded_level(block: WoundBlock) -> str:
    """The level that went on the sheet, or none."""
    if isinstance(block.wounds, tuple) and present(block.recorded_damage):
        return str(block.wounds[-1].level)
    return "none"


def _dies(report: Report, who: str) -> str:
    return report.pick(f"{who} meurt", f"{who} dies")


def _pool(report: Report, block: WoundBlock, who: str) -> str:
    """A creature with a total of points (OPS-CREAT-07)."""
    left = int(block.hp_left)  # type: ignore[arg-type]
    if not left:
        return start(
            report.pick(f"{who} n'a plus de points de vie et succombe.", f"{who} has no hit points left and dies.")
        )
    more = count_of(report, left, ("point de vie", "points de vie"), ("hit point", "hit points"))
    return report.pick(f"Il reste {more} {to(who)}.", start(f"{who} has {more} left."))


def _luck_text(report: Report, block: WoundBlock, who: str, spent: int, left: int) -> str:
    """What luck made of the wound (OPS-LUCK-04, OPS-LUCK-05)."""
    if not present(block.recorded_damage):
        return luck_paid_text(
            report, who, spent, left, ("la blessure grave n'a pas lieu", "the grave wound does not happen")
        )
    if block.hit_level == "light":
        return luck_paid_text(
            report, who, spent, left, ("la blessure grave devient légère", "the grave wound becomes light")
        )
    return luck_paid_text(
        report, who, spent, left, ("la mort devient une blessure grave", "death becomes a grave wound")
    )


def _con_text(report: Report, block: WoundBlock, who: str, spent: int, luck: int) -> str:
    """The CON test of a grave wound (OPS-HLTH-03, OPS-HLTH-04)."""
    if not present(block.con_outcome):
        return ""
    test = trial_text(
        report, "CON", "standard", block.con_target, block.con_roll, str(block.con_outcome), who=who, spent=spent
    )
    left = luck_left_text(report, luck) if spent else ""
    return join_sentences(test, left, con_text(report, who, out=block.out_of_fight))  # a fresh wound is never relieved


def con_text(report: Report, who: str, *, out: bool, relieved: bool = False) -> str:
    """Who stays and who does not."""
    if out:
        text = report.pick(
            f"{who} est hors de combat jusqu'à la fin de la scène.", f"{who} is out of the fight until the scene ends."
        )
    elif relieved:
        text = report.pick(f"{who} reste dans le combat.", f"{who} stays in the fight.")
    else:
        text = report.pick(
            f"{who} reste dans le combat, toute action devient extrême.",
            f"{who} stays in the fight; every action is extreme.",
        )
    return start(text)


def unhurt(report: Report, who: str) -> str:
    """« Daisy n'a rien. »"""
    return start(report.pick(f"{who} n'a rien.", f"{who} is unhurt."))
