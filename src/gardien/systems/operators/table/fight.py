"""A fight at the table: whose turn it is, who is out, where people stand, what holds for them (CBT)."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.fighting import (
    After,
    Bar,
    Budget,
    Condition,
    Content,
    Distance,
    Fighting,
    Stance,
    Tone,
    bar_act,
    first_reasons,
)
from gardien.core.scene import TALLY, Being, over
from gardien.core.table_rules import Defence
from gardien.shared.line import STANDS
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.character import Combatant
from gardien.systems.operators.rules.fight.initiative import mode_of, order_of
from gardien.systems.operators.rules.fight.weapons import cannot_attack
from gardien.systems.operators.rules.tests.d100 import state_reason
from gardien.systems.operators.table.ability import ANSWERING, HANDS, cannot, collapsed, combatant, is_frozen, out
from gardien.systems.operators.table.holding import HOLDS
from gardien.systems.operators.table.life import OUT, REGROWTH, regrowth
from gardien.systems.operators.table.marks import left_by, state_of
from gardien.systems.operators.table.places import STEPS, turns_between, zone_between
from gardien.systems.operators.table.weapon_use import is_dry, lines_of

KEPT = "kept"  # the action of a turn, for an occasion: Contrôle’s word, as turns are (OPS-CBT-01)


def is_gone(fighter: Content) -> bool:
    """The dead are out of reach (OPS-HLTH-05)."""
    return fighter.get("wound_level") == "dead"


def order(fighters: Mapping[str, Content], round: int, options: Content) -> list[str]:
    """Operators first or all by DEX, surprise last in the first turn (OPS-CBT-02, OPS-CBT-03, OPS-CBT-04).

    A peer who has fallen still keeps the whole fight in the order of DEX.
    """
    people = tuple(combatant(fighter, id) for id, fighter in fighters.items())
    placed = order_of(people, round, msgspec.convert(dict(options), Options))
    return [one.name for one in placed if not out(fighters[one.name])]


def agreed(fighter: Content, other: Content, everybody: Mapping[str, Content], options: Content) -> bool:
    """Operators who come first agree among themselves; by DEX only equals do (OPS-CBT-02, OPS-CBT-03)."""
    if not fighter.get("kind") == other.get("kind") == "operator":
        return False
    people = tuple(combatant(one, id) for id, one in everybody.items())
    by_dex = mode_of(people, msgspec.convert(dict(options), Options)) == "dex"
    return not by_dex or combatant(fighter).current("DEX") == combatant(other).current("DEX")


def reacts(fighter: Being, others: Mapping[str, Being], round: int, options: Content) -> list[str]:
    """Whoever has kept the action does it now, in the turn of another (OPS-CBT-01)."""
    if not fighter.get(KEPT) or out(fighter):
        return []
    barred = {bar.value for bar in bars(fighter, others, round, options)}
    return [act for act in TURNS if act not in barred and act not in FREE]


PLAIN: tuple[tuple[str, Tone], ...] = (  # marks that are said as they are, and how much they stand out
    ("in_cover", ""),
    ("exposed", ""),
    ("in_assault", ""),
    ("protecting", ""),
    ("helpless", "bad"),
    ("burning", "bad"),
    ("drowning", "bad"),
    ("poisoned", "bad"),
    ("tests_harder", "due"),
    ("dex_harder", "due"),
    ("answers_truthfully", "due"),
)


def conditions(fighter: Being, round: int) -> list[Condition]:
    """What holds for somebody: cover, holds, surprise, wounds and what relieves them."""
    if fighter.get("wound_level") == "dead":
        return [Condition("dead", tone="bad")]
    current = [Condition(mark, tone=tone) for mark, tone in PLAIN if fighter.get(mark)]
    if fighter.get(KEPT):
        said = fighter[KEPT]
        current.append(Condition(KEPT, until="turn", tone="", about="" if said == KEPT else said))
    if fighter.get("held"):
        current.append(Condition("held", who=tuple(fighter.get("held_by", ()))))
    if fighter.get("holding"):
        current.append(Condition("holding", who=tuple(fighter["holding"]), tone=""))
    if fighter.get("surprised"):
        current.append(Condition("surprised", until="round"))
    if fighter.get("out_of_fight"):
        left = fighter.tally.get(OUT)
        lasts = Condition("out_of_fight", rounds=left) if left else Condition("out_of_fight", until="scene")
        current.append(replace(lasts, tone="bad"))
    if why := collapsed(fighter):
        current.append(Condition(why, tone="bad"))
    if fighter.get("loses_actions"):
        current.append(Condition("loses_actions", rounds=fighter["loses_actions"]))
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


def bars(fighter: Being, others: Mapping[str, Being], round: int, options: Content) -> list[Bar]:
    """What somebody cannot do with this turn, and why."""
    rules = msgspec.convert(dict(options), Options)
    who = combatant(fighter)
    unable = [bar for act in TURNS if (bar := cannot(fighter, act))]
    barred = [*_senseless(fighter, rules), *_bound_bars(who), *unable, *_weapon_bars(fighter, rules)]
    barred += _reach(fighter, others)
    elsewhere = len(fighter.scene.cast) > 1 + len(others)  # whoever lies there, and fights no more
    wounded = [one for one in (fighter, *others.values()) if one.get("wound_level", "none") not in ("none", "dead")]
    if not elsewhere and all(one.get("stabilised") for one in wounded):
        barred.append(bar_act("first_aid", "nobody_hurt", "OPS-HLTH-09"))
    if fighter.get("in_cover"):
        barred.append(bar_act("take_cover", "covered", "OPS-CBT-13"))
    if fighter.get("dived"):
        barred.append(bar_act("take_cover", "once_a_turn", "OPS-CBT-13"))
    if fighter.get("cast_this_scene"):
        barred.append(bar_act("cast_ritual", "already_cast", "OPS-MAG-04"))
    return first_reasons(barred)


def _senseless(fighter: Content, rules: Options) -> list[Bar]:
    """What is not even named: silent kills of others than Operators, rituals nobody knows, devices nobody carries."""
    named = {
        "assassinate": fighter.get("kind") == "operator" and rules.assassination_enabled,
        "cast_ritual": bool(fighter.get("rituals")),
        "throw_explosive": bool(fighter.get("devices", True)),
        "put_out_fire": bool(fighter.get("burning")),
    }
    return [Bar("action", act) for act, sensible in named.items() if not sensible]


def _bound_bars(who: Combatant) -> list[Bar]:
    """The held only struggle, the helpless do nothing, the surprised do not attack (OPS-CBT-04, OPS-CBT-15, M-03)."""
    state = state_reason(who)
    if state in ("held", "helpless"):
        rule = "OPS-CBT-15" if state == "held" else "OPS-CBT-05"
        barred = [bar_act(act, state, rule) for act in (*ANSWERING, *HANDS) if act in TURNS]
        return barred if state == "held" else [*barred, bar_act("break_free", state, rule)]
    return [bar_act(act, "surprised", "OPS-CBT-04") for act in (*ATTACKS, "assassinate")] if cannot_attack(who) else []


def _weapon_bars(fighter: Content, rules: Options) -> list[Bar]:
    """A weapon without rounds does not fire; without magazines it is not loaded again (OPS-OPT-05, OPS-OPT-06)."""
    guns = [one for _, one in lines_of(fighter, "firearm")]
    at_hand = {"attack_firearm": guns, "attack_thrown": lines_of(fighter, "thrown")}
    barred = [bar_act(act, "no_weapon", "OPS-SHEET-01") for act, lines in at_hand.items() if not lines]
    if guns and all(is_dry(one, rules) for one in guns):
        barred.append(bar_act("attack_firearm", "empty", "OPS-OPT-05"))
    if not guns or rules.ammo_mode == "none":
        barred.append(Bar("action", "reload"))
    elif not any(one.get("spare_magazines") for one in guns):
        barred.append(bar_act("reload", "no_spare", "OPS-OPT-05"))
    return barred


def _reach(fighter: Content, others: Mapping[str, Content]) -> list[Bar]:
    """Hand to hand only where an enemy is in the same zone (OPS-CBT-06, OPS-CBT-16)."""
    near = [
        one
        for one in others.values()
        if not is_gone(one) and one.get("side") != fighter.get("side") and not zone_between(fighter, one)
    ]
    return [] if near or not others else [bar_act(act, "nobody_near", "OPS-CBT-06") for act in STRIKES]


TURNS: tuple[str, ...] = (
    *("attack_firearm", "attack_melee", "attack_thrown", "creature_attack", "take_cover", "hold", "break_free"),
    *("first_aid", "throw_explosive", "assassinate", "reload", "test", "grip_turn", "creature_turn", "cast_ritual"),
    "put_out_fire",
)
FREE = ("creature_turn", "grip_turn")  # what happens in a turn without being done


def actions_of(fighter: Content, others: Mapping[str, Content], round: int, options: Content) -> int:
    """One action a turn; a creature of many attacks has all of them (OPS-CBT-01, OPS-CBT-05, OPS-CREAT-12)."""
    if out(fighter) or is_frozen(fighter) or fighter.get("loses_actions"):
        return 0
    return max(1, len(fighter.get("attacks", ()))) if fighter.get("multiple_attacks") else 1


def cost_of(procedure: str, given: Content, outcome: Content, fighter: Content) -> int:
    """What is refused, suffered or granted takes nothing of a turn, nor does cover where it is free (OPS-CBT-13)."""
    free = procedure in FREE or outcome.get("refused") or outcome.get("action_used") is False
    return 0 if free or given.get("no_roll") or given.get("is_action") is False else 1


def begins_turn(fighter: Being) -> dict[str, Any]:
    """Wounds close before the first act of a turn (OPS-CREAT-15)."""
    begun = left_by(fighter, state_of(fighter).begun())
    if fighter.tally.get(REGROWTH) or not (grown := regrowth(fighter)):
        return begun
    return over(over(begun, grown), {TALLY: {REGROWTH: 1}})


def ends_turn(fighter: Being) -> dict[str, Any]:
    grown = {TALLY: {REGROWTH: None}} if REGROWTH in fighter.tally else {}
    return over(grown, left_by(fighter, state_of(fighter).ended()))


def defences(procedure: str, given: Content, target: Content) -> list[Defence]:
    """Cover against bullets and what is thrown, dodging against blows (OPS-CBT-10, OPS-CBT-12)."""
    if target.get("helpless") or out(target):
        return []
    if procedure in ("attack_firearm", "attack_thrown") and given.get("cover") != "in_cover":
        return [Defence("in_cover", {"cover": "in_cover"})]
    melee = procedure == "attack_melee"
    return [Defence("defends", {"defends": True}, {"defends": False})] if melee else []


FIGHTING = Fighting(
    simultaneous=False,
    waiting="OPS-CBT-02",
    turns=TURNS,
    befalls=FREE,
    marks=(
        *("in_cover", "exposed", "surprised", "in_assault", "protecting", "helpless", "dived"),
        *("held", "held_by", "holding", "actions", STANDS, KEPT),
    ),
    holds=HOLDS,
    on_return=("magazines_changed",),  # those of an earlier fight (OPS-OPT-07)
    begins=begins_turn,
    ends=ends_turn,
    budget=Budget("actions", actions_of, cost_of),
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
        left_behind=("in_cover",),
    ),
    kept=KEPT,
    agreed=agreed,
    reacts=reacts,
    stance=Stance("guard", "defends", asks="asks"),
    everyone=("san_shock", "test"),
    after=After("end_scene", "characters"),
)
