"""Declaring at the table: what a fighter may announce now and why not, who is out, what a target may answer (COM)."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from gardien.core.fighting import Bar, Condition, Content, Fighting, Forecast, Hold, Holds, bar_act
from gardien.core.scene import Being
from gardien.systems.yacdha.options import Options

FREE_ACTS = ("attack", "immobilise", "dodge", "flee", "other")  # closed to whoever cannot act (YAC-COM-03)
AIMED = ("attack", "immobilise")


def is_gone(fighter: Content) -> bool:
    """The dead and the fled are out of reach (YAC-COM-03)."""
    return fighter.get("status") in ("dead", "fled")


def out(fighter: Content) -> str:
    """Whoever no longer stands takes no part; the mad fight on for the game master (YAC-GAU-03)."""
    status = str(fighter.get("status", "active"))
    return "" if status in ("active", "mad") else status


def holds_among(people: Mapping[str, Being]) -> Iterable[Hold]:
    """Who has hold of whom, told on either of the two (YAC-COM-13)."""
    held = [Hold(holder, id) for id, one in people.items() for holder in one.get("held_by") or ()]
    return dict.fromkeys([*held, *(Hold(id, one["holding"]) for id, one in people.items() if one.get("holding"))])


def let_go(hold: Hold, people: Mapping[str, Being]) -> dict[str, dict[str, Any]]:
    """One hold less; whoever others hold too stays held (YAC-COM-14)."""
    left: dict[str, dict[str, Any]] = {}
    holder, victim = people.get(hold.holder), people.get(hold.victim)
    if holder and holder.get("holding") == hold.victim:
        left[hold.holder] = {"holding": None}
    if victim and hold.holder in (victim.get("held_by") or ()):
        left[hold.victim] = {"held_by": [one for one in victim["held_by"] if one != hold.holder] or None}
    return left


def bars(fighter: Content, others: Mapping[str, Content], round: int, options: Content) -> list[Bar]:
    """What cannot be declared: bound or surprised people do nothing, flight may be cut, some dice are not theirs."""
    rules = msgspec.convert(dict(options), Options)
    all_bars = _bound_bars(fighter, round, rules)
    barred = {bar.value for bar in all_bars}
    if fighter.get("can_flee") is False and "flee" not in barred:
        all_bars.append(Bar("action", "flee", "flight_barred", rule="YAC-COM-19"))
    if all(is_gone(other) for other in others.values()):
        all_bars += [Bar("action", act, "nobody_left", rule="YAC-COM-03") for act in AIMED if act not in barred]
    return all_bars + _not_theirs(fighter, rules)


def _bound_bars(fighter: Content, round: int, rules: Options) -> list[Bar]:
    """Surprise and holds (YAC-COM-13, YAC-COM-20)."""
    held = tuple(fighter.get("held_by") or ())
    holding = () if fighter.get("release") else tuple(filter(None, (fighter.get("holding"),)))
    surprised = round == 1 and bool(fighter.get("surprised"))
    why, rule = ("surprised", "YAC-COM-20") if surprised else ("held" if held else "holding", "YAC-COM-13")
    who = () if surprised else held or holding
    barred = [bar_act(act, why, rule, who) for act in FREE_ACTS] if surprised or who else []
    if not held:
        barred.append(bar_act("escape", "not_held", "YAC-COM-13"))
    elif not rules.hold_escape or surprised:
        barred.append(bar_act("escape", "surprised" if surprised else "no_escape", "YAC-COM-13"))
    return barred


def _not_theirs(fighter: Content, rules: Options) -> list[Bar]:
    """Inputs that are not for this fighter; those one might expect say why."""
    kind = fighter.get("kind", "investigator")
    barred = []
    if kind == "creature":
        barred.append(Bar("forced"))
    elif kind == "npc" and not fighter.get("fights_for_survival"):
        barred.append(Bar("forced", why="npc_forced", rule="YAC-NPC-02"))
    if kind != "investigator" or not rules.plays("luck"):
        barred += [Bar("use_luck_to_survive"), Bar("luck_convert")]
    elif fighter.get("luck", 1) < 1:
        barred += [Bar("use_luck_to_survive", why="no_luck", rule="YAC-LUC-07"), Bar("luck_convert")]
    if kind != "npc":
        barred.append(Bar("fights_for_survival"))
    if not fighter.get("holding"):
        barred.append(Bar("release"))
    if kind != "creature" or fighter.get("acts", 1) < 2:
        barred.append(Bar("extra_targets"))
    return barred


def conditions(fighter: Content, round: int) -> list[Condition]:
    """Holds, surprise, flight cut off; whoever collapsed wakes when the fight is over (YAC-COM-21)."""
    current = []
    if held := tuple(fighter.get("held_by") or ()):
        current.append(Condition("held", held))
    if fighter.get("holding"):
        current.append(Condition("holding", (fighter["holding"],)))
    if fighter.get("surprised") and round == 1:
        current.append(Condition("surprised", until="round"))
    if fighter.get("can_flee") is False:
        current.append(Condition("flight_barred"))
    if fighter.get("kind") == "npc" and fighter.get("fights_for_survival"):
        current.append(Condition("fights_for_survival"))
    if fighter.get("status") == "unconscious":
        current.append(Condition("unconscious", until="fight"))
    elif fighter.get("status") not in (None, "active"):
        current.append(Condition(str(fighter["status"])))
    return current


def forecast(given: dict[str, Any]) -> Forecast:
    from gardien.systems.yacdha.table.forecast import round_forecast

    return round_forecast(given)


FIGHTING = Fighting(
    round="combat_round",
    fighters="combatants",
    end="end_combat",
    marks=("held_by", "holding", "status", "surprised", "can_flee"),
    holds=Holds(("held_by", "holding"), holds_among, let_go),
    on_return=("status",),
    aims=("target", "extra_targets"),
    aimed=("attack", "immobilise", "other"),
    idle={"action": "dodge"},
    circumstances=("surprised", "can_flee", "fights_for_survival"),
    bars=bars,
    out=out,
    gone=is_gone,
    conditions=conditions,
    answers=(
        ("busy", {"action": "other"}),
        ("dodges", {"action": "dodge"}),
        ("strikes_back", {"action": "attack", "target": ""}),
        ("grips", {"action": "immobilise", "target": ""}),
        ("flees", {"action": "flee"}),
    ),
    forecast=forecast,
    everyone=("gauge_check", "action"),
)
