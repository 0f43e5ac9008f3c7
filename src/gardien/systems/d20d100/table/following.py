"""What follows from a sheet: body and mind, a new wound, the hour of SAN, all that rests on scores (CORE)."""

from typing import Any, get_args

import msgspec

from gardien.core.counts import count_of, forget
from gardien.core.fighting import Content
from gardien.core.scene import TALLY, Being
from gardien.core.sheet import Sheet, kept_sheet
from gardien.systems.d20d100.rules.body.wounds import floor_of
from gardien.systems.d20d100.rules.fight.standing import is_in
from gardien.systems.d20d100.sheet import recompute
from gardien.systems.d20d100.sheet.parts import house_rules
from gardien.systems.d20d100.sheet.sheet import Investigator, Monster, Npc, State
from gardien.systems.d20d100.table.fighter import body, rules
from gardien.systems.d20d100.table.life import BLOWS, CARED, EBBS, MAGIC, PAID, WEEKS, WOUND
from gardien.systems.d20d100.table.lingering import TRIED

SHEETS: dict[str, type[Sheet]] = {"investigator": Investigator, "npc": Npc, "monster": Monster}


def recompute_sheet(before: Being, after: Content, clock: int) -> dict[str, Any]:
    """What else changes with a sheet, whoever changes it, or with the house rules it is under."""
    house = rules(before.scene.options)
    fields: dict[str, Any] = {"house_rules": msgspec.to_builtins(house_rules(house))}
    if after.get("condition") == "dead" != before.get("condition") and after.get("pv") == before.get("pv"):
        dead = {**after, "pv": floor_of(body(after), house)}  # somebody says so
        return {"pv": dead["pv"], **recompute_sheet(before, dead, clock)}
    counts = _counts(before, after)
    if _wound(before, after) > 0:  # D100-HEALTH-06, D100-HEALTH-08, D100-HEALTH-09
        stopped = bool(after.get("stable")) and not before.get("stable")  # in the same round
        fields |= {"stable": stopped, "first_aid_used": False, "alert": False}
        fields |= {"weeks_of_rest": 0} if "weeks_of_rest" in after else {}
    if after.get("temp_damage", 0) > before.get("temp_damage", 0) and "hours_since_temp_recovery" in after:
        fields["hours_since_temp_recovery"] = 0
    if after.get("no_temporary_damage") and after.get("temp_damage"):  # D100-MISS-07
        fields["temp_damage"] = 0
    if before.get("pv", 0) == after.get("pv", 0) > after.get("pv_max", 0):  # cut to a maximum that fell (D100-XP-05)
        fields["pv"] = after["pv_max"]
    if after.get("kind") == "investigator":
        fields |= recompute.following_state(before, {**after, **fields}, clock, house)
    elif after.get("house_rules") != fields["house_rules"]:
        fields |= recompute.lines_under(after, house)
    kind = SHEETS.get(str(after.get("kind", "")))
    try:
        fresh = kept_sheet(kind, {**after, **fields}) if kind else None
    except msgspec.ValidationError:
        fresh = None
    if fresh is not None:
        fields |= {name: getattr(fresh, name) for name in ("condition", "wound_penalty")}
    changed = {name: value for name, value in fields.items() if after.get(name) != value}
    return {**changed, TALLY: counts} if counts else changed


STATES = get_args(State)


def _holds(being: Content, state: str) -> bool:
    return bool(being.get("strangle_round")) if state == "strangled" else is_in(being, state)


def echo_states(being: Being, by_hand: bool) -> dict[str, Any]:
    """What holds for somebody at this moment, in one list; written there, it holds."""
    if not by_hand:
        return {"states": [one for one in STATES if _holds(being, one)]}
    fields: dict[str, Any] = {}
    for one in STATES:
        told = one in being.get("states", ())
        if told == _holds(being, one):
            continue
        if one == "strangled":
            fields |= {"strangle_round": int(told), "strangle_failed": False}
        else:
            fields[one] = told if one in being.sheet else told or None
    return fields


def _wound(before: Being, after: Content) -> int:
    """PV that were lost to a wound, or came back; agony makes none (D100-HEALTH-08)."""
    return int(before.get("pv", 0) - after.get("pv", 0)) - count_of(before, EBBS)


def _counts(before: Being, after: Content) -> dict[str, int | None]:
    """What runs begins anew, or is over, with what it rests on: PM spent, PV lost, blows that have faded."""
    lost, over = _wound(before, after), [EBBS]
    if lost > 0 or after.get("pv", 0) >= after.get("pv_max", 0):
        over += [WEEKS, CARED]
    if not after.get("temp_damage"):
        over.append(BLOWS)
    if after.get("pm", 0) < before.get("pm", 0) or after.get("pm", 0) >= after.get("pm_max", 0):
        over += [MAGIC, PAID]
    if lost > 0:  # whoever tried in vain may try this wound (D100-HEALTH-08)
        over += [name for name in before.tally if name.startswith(TRIED)]
    counts: dict[str, int | None] = forget(before, *over).get(TALLY, {})
    return {**counts, WOUND: lost} if lost > 0 else counts
