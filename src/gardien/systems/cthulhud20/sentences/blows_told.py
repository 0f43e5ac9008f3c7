"""One blow on one body as every attack, fall and fire tells it: gravity, losses, parts, shock, what is left (GB)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import Both, joined, present, start
from gardien.systems.cthulhud20.sentences.bodies_told import (
    bleeds,
    closes,
    dies,
    fainting,
    losses,
    pools,
    shaken,
    stabilising,
)
from gardien.systems.cthulhud20.sentences.grammar import (
    adding,
    at_zone,
    of_zone,
    severity_name,
    signed,
    the_zone,
    wound_name,
    zone_name,
)
from gardien.systems.cthulhud20.values import Combatant

EFFECTS: dict[str, Both] = {  # of a part that is out of use, after its name (CD20-P-WOUND-01)
    "none": ("hors d'usage", "out of use"),
    "arm_unusable": ("hors d'usage", "out of use"),
    "leg_unusable": ("hors d'usage", "out of use"),
    "head_minus_4": ("{malus} à tous les jets de d20", "{malus} on every d20"),
    "torso_partial_actions": ("actions partielles seulement", "partial actions only"),
    "abdomen_minus_2": (
        "vitesse réduite de moitié, {malus} aux jets de FOR et de DEX",
        "speed halved, {malus} on FOR and DEX rolls",
    ),
    "body_minus_2": ("{malus} à tous les jets de d20", "{malus} on every d20"),
}
LOST: Both = ("Perte", "Loss")
DESTROYED: Both = ("Destruction", "Destruction")
MALUSES = {"head_minus_4": -4, "abdomen_minus_2": -2, "body_minus_2": -2}


def gravity(told: Told, gb: Any, margin: Any, zone: str, bonus: Any, other: Both = ("autres", "other")) -> str:
    """« GB 2 », « GB 8 + 3 (torse) = 11 » (CD20-GB-01, CD20-GB-02)."""
    if not present(gb):
        return ""
    if not present(margin) or not present(bonus):
        return f"GB {told.number(gb)}"
    rest = gb - margin - bonus
    parts = [(zone_name(told, zone), bonus), (told.pick(*other), rest)]
    more = "".join(f"{adding(told, value)} ({name})" for name, value in parts if value)
    if not more or (gb == 0 and rest < 0):  # never below 0
        return f"GB {told.number(gb)}"
    return f"GB {told.number(margin)}{more} = {told.number(gb)}"


def cost(told: Told, block: Any) -> str:
    """What a blow costs and why: « −3 PF (1 + 1 pour le torse + 1 pour le choc), −2 PV »."""
    detail = ""
    if block.pf_loss_zone or block.pf_loss_shock:
        shown = [told.number(block.pf_loss_wound)] if block.pf_loss_wound else []
        name = the_zone(told, block.zone)
        if block.pf_loss_zone:
            shown.append(told.pick(f"{block.pf_loss_zone} pour {name}", f"{block.pf_loss_zone} for {name}"))
        if block.pf_loss_shock:
            shown.append(told.pick(f"{block.pf_loss_shock} pour le choc", f"{block.pf_loss_shock} for the shock"))
        detail = " + ".join(shown)
    return losses(told, block.pf_loss, block.pv_loss, detail)


def parts(told: Told, who: str, block: Any, lay: bool) -> str:
    """A part lost or out of use: « Jambe gauche hors d'usage : Paul tombe. » (CD20-GB-05, CD20-GB-07)."""
    if block.part_lost:
        gone = DESTROYED if block.severity == "destructive" else LOST
        text = f"{told.pick(*gone)} {of_zone(told, block.zone)}"
    elif block.part_hampered:
        effect = block.part_effect if present(block.part_effect) else "none"
        what = told.pick(*EFFECTS[effect]).replace("{malus}", signed(told, MALUSES.get(effect, 0)))
        mark = " " if what == told.pick(*EFFECTS["none"]) else f"{told.colon} "
        text = f"{start(zone_name(told, block.zone))}{mark}{what}"
    else:
        return ""
    trips = block.part_effect == "leg_unusable" and block.prone and not lay and block.state == "ok"
    fell = told.pick(f" : {who} tombe", f": {who} falls") if trips and block.shock != "violent" else ""
    return f"{text}{fell}."


def severity_told(
    told: Told,
    block: Any,
    gb: str,
    *,
    pf_only: bool = False,
    where: bool = False,
    mortal: str = "",
    named: bool = True,
) -> str:
    """« GB 8 + 3 (torse) = 11, blessure critique : −5 PF (4 + 1 pour le torse), −3 PV. »"""
    name = wound_name(told, block.severity)
    if pf_only:
        gb = f"{gb} ({severity_name(told, block.severity)})" if gb else severity_name(told, block.severity)
        name = told.pick("fatigue seulement", "fatigue only")
    place = f" {at_zone(told, block.zone)}" if where and block.zone != "whole_body" else ""
    text = start(", ".join(part for part in (gb, f"{name}{place}" if named or pf_only else "") if part))
    if block.dead_at_once:
        return joined(f"{text}.", mortal)
    return f"{text}{told.colon} {cost(told, block)}."


def wounded(
    told: Told,
    who: str,
    victim: Combatant,
    block: Any,
    gb: str = "",
    *,
    pf_only: bool = False,
    stopped: bool = False,
    where: bool = False,
    named: bool = True,
) -> list[str]:
    """All that a blow does to somebody, in the order of CD20-GB-08.

    `gb` is what was said of its gravity; `where` names the zone, without `named` the severity was told before.
    """
    lay = victim.lies
    if stopped:  # the verdict has said so
        lost = losses(told, block.pf_loss, 0)
        hit = told.pick(f"{lost} pour le choc.", f"{lost} for the shock.") if block.pf_loss else ""
    else:
        mortal = dies(told, who, victim.tables) if block.dead_at_once else ""
        said = gb or (f"GB {told.number(block.gb)}" if present(block.gb) else "")
        hit = severity_told(told, block, said, pf_only=pf_only, where=where, mortal=mortal, named=named)
    if block.dead_at_once:
        return [hit, pools(told, who, victim, block)]
    gone = dies(told, who, victim.tables) if block.state == "dead" else ""
    after = joined(parts(told, who, block, lay), fainting(told, who, block), shaken(told, who, block, lay), gone)
    return [joined(hit, after), pools(told, who, victim, block), bleeding(told, block)]


def bleeding(told: Told, block: Any) -> str:
    """The roll for natural stabilisation and whether the wound goes on bleeding (CD20-BLEED-03)."""
    if block.state == "dead" or not present(block.aggravation_interval_rounds):
        return ""
    rolled = stabilising(told, block)
    end = bleeds(told, block.aggravation_interval_rounds, block.care_dc) if block.bleeding else closes(told)
    return joined(rolled, end)
