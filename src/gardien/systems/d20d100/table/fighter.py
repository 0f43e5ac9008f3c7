"""Somebody of the table as rules read them: body, what a fight has left on them, weapons line by line (CBT, WPN)."""

from typing import Any

import msgspec
from msgspec.structs import fields

from gardien.core.fighting import Content
from gardien.core.scene import Being
from gardien.core.table_rules import numbered, read_as
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack.rows import SHOTS
from gardien.systems.d20d100.rules.character import Body, Combatant
from gardien.systems.d20d100.rules.fight.state import FighterState, InFight, Load

LEFT = "simple_actions_left"


def rules(options: Content) -> Options:
    """House rules as the game reads them."""
    return msgspec.convert(dict(options), Options)


def body(sheet: Content) -> Body:
    """Somebody as a wound finds them, without a name."""
    return msgspec.convert(plain_body(sheet), Body)


def plain_body(sheet: Content) -> dict[str, object]:
    """The same as an input."""
    return {name: sheet[name] for name in Body.__struct_fields__ if name in sheet and name != "name"}


# ---- one value: what a fight has left on somebody ----

MARKS = {field.name: field.default for field in fields(InFight)}  # as they are where nothing holds
ON_SHEET = ("strangle_round", "strangle_failed", "strangle_bonus")


def state_of(being: Content) -> FighterState:
    """Somebody between two acts, from sheet and marks."""
    said = {name: being[name] for name in (*MARKS, *ON_SHEET) if being.get(name) is not None}
    loads = [load_of(one) if one.get("capacity") else None for one in being.get("weapons", ())]
    return msgspec.convert({**said, "body": body(being), "loads": loads}, FighterState)


def load_of(line: Content) -> Load:
    """What is in a weapon of the sheet."""
    return Load(loaded=line["loaded"], spare=line.get("spare", 0), state=line.get("weapon_state", "ok"))


def left_on(being: Content, after: FighterState) -> dict[str, Any]:
    """What an act has changed of that value, as marks and fields of the sheet; what holds no more is taken away."""
    before = state_of(being)
    new = {name: getattr(after, name) for name in (*MARKS, *ON_SHEET) if getattr(after, name) != getattr(before, name)}
    left = {name: None if name in MARKS and value == MARKS[name] else _plain(value) for name, value in new.items()}
    if after.loads == before.loads:
        return left
    pairs = zip(being["weapons"], after.loads, strict=True)
    loaded = [one if load is None else {**one, **written(load)} for one, load in pairs]
    return {**left, "weapons": loaded}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def written(load: Load) -> dict[str, Any]:
    """What is in a weapon, as its line on the sheet says it."""
    return {"loaded": load.loaded, "spare": load.spare, "weapon_state": load.state}


def combatant(sheet: Content, name: str = "") -> Combatant:
    """Somebody as a fight reads them."""
    return read_as(Combatant, sheet, name=name or str(sheet.get("name", "")))


RAPID = ("double", "triple")
SHORT = {"burst_3": 3, "burst_5": 5}  # rates of short bursts (D100-FIRE-08)
JAMMED = ("jam", "dud")


def modes_of(line: Content) -> tuple[str, ...]:
    """How a weapon fires: single shots, rapid fire, bursts; a selective one in several ways (D100-FIRE-09)."""
    row = pack.weapon(line["weapon"]) if line.get("weapon") else None
    rate = str(line.get("rate", "none"))
    return row.modes if row else SHOTS.get(rate, (rate,))


def only_bursts(line: Content) -> bool:
    """Whether no single shot can be fired with it (D100-FIRE-09)."""
    modes = modes_of(line)
    return "single" not in modes and any(mode.startswith("burst") for mode in modes)


THROWN = " →"  # behind the name of a line that is thrown


def line_name(line: Content) -> str:
    """Two lines of one weapon are told apart: in the hand, or thrown (D100-WPN-06)."""
    return f"{line['name']}{THROWN}" if line.get("thrown") else str(line["name"])


def lines_of(sheet: Content) -> list[dict[str, Any]]:
    """Weapons and natural attacks as lines of one kind, each `called` as nothing else on the sheet."""
    lines = [dict(one) for one in sheet.get("weapons", ())]
    for one in sheet.get("attacks", ()):
        shots = [one["attack"]] * one.get("per_round", 1)
        lines.append({**one, "base_series": shots, "weapon_class": "contact", "weapon_state": "ok"})
    for thrown in (False, True):
        alike = [one for one in lines if bool(one.get("thrown")) is thrown]
        for one, name in zip(alike, numbered(str(one["name"]) for one in alike), strict=True):
            one["called"] = line_name({**one, "name": name})
    return lines


def chosen(sheet: Content, given: Content) -> dict[str, Any]:
    """The line that some inputs name."""
    return next((one for one in lines_of(sheet) if one["called"] == given.get("weapon_name")), {})


def is_swarm(line: Content) -> bool:
    """Whether one attack of it goes at everybody around (D100-MISS-07)."""
    return bool(line.get("everyone_within_m"))


def thing_of(called: str) -> str:
    """The weapon behind a line: a knife in the hand and the same knife thrown (D100-WPN-06)."""
    return called.removesuffix(THROWN)


def has_turn(being: Being) -> bool:
    """Whether it is somebody’s own turn in a fight."""
    fight = being.scene.fight
    return bool(fight) and being.id in fight["order"][fight["turn"] : fight["turn"] + 1]


def scores_left(sheet: Content, line: Content) -> list[int]:
    """What is left of the attacks of a turn with a weapon; a body that uses all it has goes on to the next of it."""
    made, series = list(sheet.get("attacks_made") or ()), list(line.get("base_series") or ())
    if is_swarm(line):
        return series[:1]
    if sheet.get("every_attack") and is_natural(sheet, line):
        return series[made.count(line["called"]) :]
    return series[len(made) :]


def is_natural(sheet: Content, line: Content) -> bool:
    return any(one["name"] == line.get("name") for one in sheet.get("attacks", ()))


def attacks_of(sheet: Content, line: Content) -> int:
    """How many attacks a turn with a weapon has (D100-WPN-01)."""
    if sheet.get("every_attack") and is_natural(sheet, line):
        return sum(one.get("per_round", 1) for one in sheet["attacks"] if one.get("damage"))
    return len(line.get("base_series") or ())


# ---- what a line is good for ----


def fits(key: str, line: Content) -> bool:
    """Whether a line can be used so."""
    if key == "multiple_fire":
        return bool(line.get("double_series")) or any(mode in RAPID for mode in modes_of(line))
    if key == "short_burst":
        return line.get("rate") in SHORT
    if key == "burst":
        return bool(line.get("burst_difficulties"))
    if key == "attack_sequence" and rearming(line):
        return False
    armed = line.get("combat_skill") != "lutte"
    if key == "coup_de_grace":  # no fists, nothing thrown (D100-SPEC-06)
        return armed and line.get("combat_skill") != "boxe" and not line.get("thrown") and not only_bursts(line)
    if key in ("charge", "opportunity_attack"):
        return armed and line.get("weapon_class", "contact") == "contact"
    return armed and bool(line.get("base_series")) and not only_bursts(line)


def rearming(line: Content) -> int | None:
    """Simple actions between two shots of a bow, a sling, a crossbow; nothing for other weapons (D100-MISS-05)."""
    return pack.weapon(line["weapon"]).reload_actions if line.get("weapon") else None


def why_unready(sheet: Content, line: Content) -> str:
    """Why a weapon cannot be used now: on the ground, jammed, out of order, empty (D100-SPEC-03, D100-FIRE-11)."""
    held = thing_of(str(line.get("called", line.get("name", ""))))
    if dropped := why_dropped(sheet, line):
        return dropped
    if held in (sheet.get("discharged") or ()):
        return "act/rearm"
    state = line.get("weapon_state", "ok")
    if state != "ok":
        return "act/broken" if state == "broken" else "act/jammed"
    return "act/empty" if line.get("capacity") and not line.get("loaded") else ""


def why_dropped(sheet: Content, line: Content) -> str:
    """Why a weapon is not at hand: it was thrown, or has fallen (D100-SPEC-03, D100-WPN-06)."""
    held = thing_of(str(line.get("called", line.get("name", ""))))
    fell = sheet.get("disarmed") in (True, held) and line.get("combat_skill", "boxe") not in ("boxe", "lutte")
    return "act/dropped" if fell or held in (sheet.get("away") or ()) else ""


def is_drawn(sheet: Content, line: Content) -> bool:
    """Whether a weapon is in the hand already: drawn, or used last (D100-GRAP-03)."""
    return bool(sheet.get("weapon_drawn")) or thing_of(str(line.get("called", ""))) == sheet.get("weapon_in_hand")


def weapon_names(key: str) -> Any:
    """The weapons a sheet offers for an act."""

    def names(sheet: Content) -> list[str]:
        ready = [one for one in lines_of(sheet) if fits(key, one) and not why_unready(sheet, one)]
        if key == "attack_sequence":
            ready = [one for one in ready if len(one["base_series"]) > 1]
        return [one["called"] for one in ready]

    return names


def loadable(sheet: Content) -> list[str]:
    slack = sheet.get("discharged") or ()
    return [one["called"] for one in lines_of(sheet) if one.get("capacity") or thing_of(one["called"]) in slack]


def jammed(sheet: Content) -> list[str]:
    return [one["called"] for one in lines_of(sheet) if one.get("weapon_state") in JAMMED]
