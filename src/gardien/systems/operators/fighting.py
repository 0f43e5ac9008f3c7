"""A fight at the table: whose turn it is, who is out, where people stand, what holds for them (CBT)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from gardien.core.fighting import Condition, Content, Distance, Fighting
from gardien.systems.operators.options import Options
from gardien.systems.operators.order import TURNS_BETWEEN, order_of, zone_of
from gardien.systems.operators.values import Combatant

STANDS = "stands"  # where somebody is on a line, in metres
FARTHEST = 3
STEPS = (0, 60, 250, 900)  # metres that put somebody into each zone (OPS-CBT-16)


def combatant(sheet: Content, name: str = "") -> Combatant:
    """Somebody as a fight reads them."""
    known = {field: sheet[field] for field in Combatant.__struct_fields__ if sheet.get(field) is not None}
    return msgspec.convert({**known, "name": name or str(sheet.get("name", ""))}, Combatant)


def out(fighter: Content) -> str:
    """The dead, and whoever is out of the fight, have no place in the order (OPS-CBT-02)."""
    if fighter.get("wound_level") == "dead":
        return "dead"
    if fighter.get("out_of_fight"):
        return "out_of_fight"
    return "permanent" if fighter.get("madness") == "permanent" else ""


def gone(fighter: Content) -> bool:
    """The dead are out of reach (OPS-HLTH-05)."""
    return fighter.get("wound_level") == "dead"


def zone_between(one: Content, other: Content) -> int:
    """Distance is symmetric (OPS-CBT-16); farther than any reach is the farthest zone."""
    zone = zone_of(abs(one.get(STANDS, 0) - other.get(STANDS, 0)))
    return FARTHEST if zone is None else zone


def turns_between(near: int, far: int) -> int:
    """How long it takes to change zone (OPS-CBT-17)."""
    return sum(TURNS_BETWEEN[min(near, far) : max(near, far)])


def order(fighters: Mapping[str, Content], round: int, options: Content) -> list[str]:
    """Operators first or all by DEX, surprise last in the first turn (OPS-CBT-02, OPS-CBT-03, OPS-CBT-04)."""
    people = tuple(combatant(fighter, id) for id, fighter in fighters.items())
    return [one.name for one in order_of(people, round, msgspec.convert(dict(options), Options))]


def conditions(fighter: Content, round: int) -> list[Condition]:
    """What holds for somebody: cover, holds, surprise, wounds and what relieves them."""
    found = [Condition(mark) for mark in ("in_cover", "exposed", "held", "helpless") if fighter.get(mark)]
    if fighter.get("surprised") and round == 1:
        found.append(Condition("surprised", until="round"))
    if fighter.get("wound_level") == "dead":
        return [*found, Condition("dead")]
    if fighter.get("out_of_fight"):
        found.append(Condition("out_of_fight", until="fight"))
    if fighter.get("wound_level") == "grave":
        relieved = fighter.get("stabilised") and fighter.get("painkiller")
        found.append(Condition("relieved" if relieved else "grave"))
    if fighter.get("madness") in ("temporary", "permanent"):
        found.append(Condition(f"mad_{fighter['madness']}"))
    return found


TURNS: tuple[str, ...] = (
    *("attack_firearm", "attack_melee", "attack_thrown", "creature_attack", "take_cover", "hold", "break_free"),
    *("first_aid", "throw_explosive", "assassinate", "reload", "test", "grip_turn", "creature_turn", "cast_ritual"),
)

FIGHTING = Fighting(
    simultaneous=False,
    turns=TURNS,
    marks=("in_cover", "exposed", "surprised", "in_assault", "protecting", STANDS),
    opening=("surprised",),
    circumstances=("surprised", "in_cover", "exposed", "in_assault", "protecting", "helpless"),
    aims=("defender",),
    order=order,
    out=out,
    gone=gone,
    conditions=conditions,
    distance=Distance(
        mark=STANDS, band=zone_between, bands=("zone_0", "zone_1", "zone_2", "zone_3"), steps=STEPS, turns=turns_between
    ),
)


def cover_of(target: Content) -> str:
    """Cover and exposure exclude each other (OPS-CBT-10)."""
    return "in_cover" if target.get("in_cover") else "exposed" if target.get("exposed") else "normal"


def plan_of(target: Content) -> dict[str, Any]:
    """What a target is ready to pay, chosen beforehand (OPS-LUCK-02 to OPS-LUCK-05)."""
    return {name: value for name, value in (target.get("guard") or {}).items() if name != "defends"}
