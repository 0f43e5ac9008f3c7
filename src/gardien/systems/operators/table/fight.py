"""A fight at the table: whose turn it is, who is out, where people stand, what holds for them (CBT)."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from gardien.core.fighting import After, Bar, Condition, Content, Distance, Fighting, Stance
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.character import Combatant
from gardien.systems.operators.rules.fight.initiative import TURNS_BETWEEN, order_of, zone_of
from gardien.systems.operators.rules.fight.weapons import cannot_attack
from gardien.systems.operators.rules.tests.d100 import state_reason

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


def is_gone(fighter: Content) -> bool:
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


Tone = Literal["", "due", "bad"]
PLAIN: tuple[tuple[str, Tone], ...] = (  # marks that are said as they are, and how much they stand out
    ("in_cover", ""),
    ("exposed", ""),
    ("in_assault", ""),
    ("protecting", ""),
    ("held", "due"),
    ("helpless", "bad"),
)


def conditions(fighter: Content, round: int) -> list[Condition]:
    """What holds for somebody: cover, holds, surprise, wounds and what relieves them."""
    if fighter.get("wound_level") == "dead":
        return [Condition("dead", tone="bad")]
    current = [Condition(mark, tone=tone) for mark, tone in PLAIN if fighter.get(mark)]
    if fighter.get("surprised") and round == 1:
        current.append(Condition("surprised", until="round"))
    if fighter.get("out_of_fight"):
        current.append(Condition("out_of_fight", until="scene", tone="bad"))
    if fighter.get("wound_level") == "grave" and not fighter.get("no_pain"):
        relieved = fighter.get("stabilised") and fighter.get("painkiller")
        current.append(Condition("relieved") if relieved else Condition("grave", tone="bad"))
    if fighter.get("madness") == "temporary":
        current.append(Condition("mad_temporary", until="scene", tone="bad"))
    elif fighter.get("madness") in ("indefinite", "permanent"):
        current.append(Condition(f"mad_{fighter['madness']}", tone="bad"))
    return current


# ---- what can be done with a turn ----

STRIKES = ("attack_melee", "hold", "assassinate")  # only in the same zone (OPS-CBT-06)
ATTACKS = ("attack_firearm", "attack_melee", "attack_thrown", "hold", "throw_explosive", "creature_attack")
BOUND = ("take_cover", "assassinate", "cast_ritual", "first_aid", "reload")  # with attacks: what no bound person does


def bars(fighter: Content, others: Mapping[str, Content], round: int, options: Content) -> list[Bar]:
    """What somebody cannot do with this turn, and why."""
    rules = msgspec.convert(dict(options), Options)
    who = combatant(fighter)
    barred = [*_senseless(fighter, rules), *_bound_bars(who), *_weapon_bars(fighter, rules), *_reach(fighter, others)]
    if not any(_has_treatable_wound(one) for one in (fighter, *others.values())):
        barred.append(_bar("first_aid", "nobody_hurt", "OPS-HLTH-09"))
    if fighter.get("cast_this_scene"):
        barred.append(_bar("cast_ritual", "already_cast", "OPS-MAG-04"))
    return list({bar.value: bar for bar in reversed(barred)}.values())  # the first reason counts


def _senseless(fighter: Content, rules: Options) -> list[Bar]:
    """What is not even named: silent kills of others than Operators, rituals nobody knows, devices nobody carries."""
    named = {
        "assassinate": fighter.get("kind") == "operator" and rules.assassination_enabled,
        "cast_ritual": bool(fighter.get("rituals")),
        "throw_explosive": bool(fighter.get("devices", True)),
    }
    return [Bar("action", act) for act, sensible in named.items() if not sensible]


def _bar(act: str, why: str, rule: str) -> Bar:
    return Bar("action", act, why, rule=rule)


def _bound_bars(who: Combatant) -> list[Bar]:
    """The held only struggle, the helpless do nothing, the surprised do not attack (OPS-CBT-04, OPS-CBT-15, M-03)."""
    state = state_reason(who)
    if state in ("held", "helpless"):
        rule = "OPS-CBT-15" if state == "held" else "OPS-CBT-05"
        barred = [_bar(act, state, rule) for act in (*ATTACKS, *BOUND)]
        return barred if state == "held" else [*barred, _bar("break_free", state, rule)]
    return [_bar(act, "surprised", "OPS-CBT-04") for act in (*ATTACKS, "assassinate")] if cannot_attack(who) else []


def _weapon_bars(fighter: Content, rules: Options) -> list[Bar]:
    """A weapon without rounds does not fire; without magazines it is not loaded again (OPS-OPT-05, OPS-OPT-06)."""
    guns = [one for one in fighter.get("weapons", ()) if one.get("key") and pack.weapon(one["key"]).type == "firearm"]
    barred: list[Bar] = []
    strict = rules.ammo_mode == "strict"
    if guns and rules.ammo_mode != "none" and all(one["rounds_left"] == 0 if strict else one["empty"] for one in guns):
        barred.append(_bar("attack_firearm", "empty", "OPS-OPT-05"))
    if not guns or rules.ammo_mode == "none":
        barred.append(Bar("action", "reload"))
    elif not any(one["spare_magazines"] for one in guns):
        barred.append(_bar("reload", "no_spare", "OPS-OPT-05"))
    return barred


def _reach(fighter: Content, others: Mapping[str, Content]) -> list[Bar]:
    """Hand to hand only where an enemy is in the same zone (OPS-CBT-06, OPS-CBT-16)."""
    near = [
        one
        for one in others.values()
        if not is_gone(one) and one.get("side") != fighter.get("side") and not zone_between(fighter, one)
    ]
    return [] if near or not others else [_bar(act, "nobody_near", "OPS-CBT-06") for act in STRIKES]


def _has_treatable_wound(one: Content) -> bool:
    """Somebody whose wound first aid could still stop from getting worse (OPS-HLTH-09)."""
    return one.get("wound_level", "none") not in ("none", "dead") and not one.get("stabilised")


TURNS: tuple[str, ...] = (
    *("attack_firearm", "attack_melee", "attack_thrown", "creature_attack", "take_cover", "hold", "break_free"),
    *("first_aid", "throw_explosive", "assassinate", "reload", "test", "grip_turn", "creature_turn", "cast_ritual"),
)

FIGHTING = Fighting(
    simultaneous=False,
    turns=TURNS,
    marks=("in_cover", "exposed", "surprised", "in_assault", "protecting", "helpless", STANDS),
    opening=("surprised",),
    circumstances=("surprised", "in_cover", "exposed", "in_assault", "protecting", "helpless"),
    exclusive=(("in_cover", "exposed"),),
    aims=("defender",),
    bars=bars,
    order=order,
    out=out,
    gone=is_gone,
    conditions=conditions,
    distance=Distance(
        mark=STANDS,
        band=zone_between,
        bands=("zone_0", "zone_1", "zone_2", "zone_3"),
        steps=STEPS,
        turns=turns_between,
        cover="in_cover",
    ),
    stance=Stance("guard", "defends"),
    after=After("end_scene", "characters"),
)


def cover_of(target: Content) -> str:
    """Cover and exposure exclude each other (OPS-CBT-10)."""
    return "in_cover" if target.get("in_cover") else "exposed" if target.get("exposed") else "normal"


def plan_of(target: Content) -> dict[str, Any]:
    """What a target is ready to pay, chosen beforehand (OPS-LUCK-02 to OPS-LUCK-05)."""
    return {name: value for name, value in (target.get("guard") or {}).items() if name != "defends"}
