"""What results leave on a sheet beyond the changes they name: conditions, fire, minds, books (P-COND, P-SAN)."""

from collections.abc import Mapping
from typing import Any

import msgspec

from gardien.core.fighting import Content
from gardien.core.hosting import Settle
from gardien.systems.cthulhud20.arming import fired
from gardien.systems.cthulhud20.blows import record
from gardien.systems.cthulhud20.bodies import stop_bleeding
from gardien.systems.cthulhud20.impacts import bonus_of
from gardien.systems.cthulhud20.kinds import WHOLE
from gardien.systems.cthulhud20.pacing import LEFT
from gardien.systems.cthulhud20.severity import grade
from gardien.systems.cthulhud20.standing import destroyed, rules
from gardien.systems.cthulhud20.timing import HOUR, MONTH, ROUNDS
from gardien.systems.cthulhud20.upkeep import followed, raised
from gardien.systems.cthulhud20.values import Wound

TOTAL, RANK = "initiative_total", "rank"  # initiative, and the place that it brought


def suffered(victim: str) -> Settle:
    """Whoever a condition befalls keeps it; what a fight has ruled for them stays with the fight (CD20-P-COND-01)."""

    def settle(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        before = given.get(victim) or {}
        if not who or who != before.get("name") or "conditions" not in outcome:
            return {}
        ruled = list(before.get("conditions") or ())
        gone = [one for one in ruled if one not in outcome["conditions"]]
        new = [one for one in outcome["conditions"] if one not in ruled]
        own = list(sheet.get("conditions") or ())
        kept = [*(one for one in own if one not in gone), *(one for one in new if one not in own)]
        return {"conditions": kept}

    return settle


def started(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What initiative brought; whoever saw nothing coming loses the round of surprise (CD20-P-INIT-01, P-SURP-01)."""
    names = [one["name"] for one in given["combatants"]]
    if who not in names:
        return {}
    at = names.index(who)
    caught = outcome["surprise_round"] and who not in outcome["surprise_order"]
    return {
        TOTAL: outcome["totals"][at],
        RANK: outcome["order"].index(who) + 1,
        LEFT: None,
        **({"surprised": True} if caught else {}),
    }


# ---- bodies ----


def scarred(victim: str, *sources: str) -> Settle:
    """A new wound is noted with what it came from: a weapon, a cause, else the danger itself (CD20-TRACK-01)."""

    def settle(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        if not who or who != (given.get(victim) or {}).get("name"):
            return {}
        if len(outcome.get("wounds") or ()) <= len(sheet.get("wounds") or ()):
            return {}
        named = (given.get(name) for name in sources[:-1])
        keys = (one.get("key") if isinstance(one, Mapping) else one for one in named)
        source = next((str(one) for one in keys if one), sources[-1])
        return {"wound_notes": [*(sheet.get("wound_notes") or ()), {"source": source}]}

    return settle


def struck(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Cartridges of whoever attacks, and where the wound of whoever is hit came from."""
    return scarred("target", "weapon", "")(sheet, given, outcome, who) if who else fired(sheet, given, outcome, who)


def hewn(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Cartridges of whoever attacks; hit points are kept beside those that a creature began with (CD20-P-CREA-02)."""
    if not who:
        return fired(sheet, given, outcome, who)
    struck = who == (given.get("target") or {}).get("name") and "hp" in sheet and "hp" in outcome
    return {"hp": sheet["hp"], "hp_current": outcome["hp"]} if struck else {}


def got_up(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Whoever stands up stands (CD20-P-ACT-03)."""
    return {"prone": False} if who and given["mode"] == "stand_up" and outcome["allowed"] else {}


def warded(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A flesh ward is armour on every zone for an hour, worn down by each hit (CD20-P-MAG-02)."""
    mine = who == (given.get("caster") or {}).get("name") and outcome.get("armour_bonus")
    return {"warded": outcome["armour_bonus"]} if who and mine else {}


def burnt(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A cause under way keeps its die and its rounds until it stops (CD20-ENV-02)."""
    if not who or outcome.get("refused"):
        return {}
    last = given.get("first_round", 1) + given["rounds"] - 1
    if given.get("stops", True) or outcome.get("state") == "dead":
        return {"burning": None, **scarred("victim", "cause", "lasting_cause")(sheet, given, outcome, who)}
    return {"burning": {"max_damage": outcome["max_damage"], "d10": outcome["d10"], "round": last}}


def burning(sheet: Content) -> dict[str, Any]:
    """The next round of a cause under way as its inputs."""
    fire = sheet.get("burning")
    if not isinstance(fire, Mapping):
        return {}
    return {
        "max_damage": fire["max_damage"],
        "d10": fire["d10"],
        "first_round": fire["round"] + 1,
        "stops": False,
    }


def put_out(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The wound that a fire leaves is put on the list with its last GB (CD20-ENV-02)."""
    fire, house = sheet.get("burning"), rules(given.get("options") or {})
    if not who or not fire or not outcome["extinguished"]:
        return {}
    if house.environment_wound_each_round:
        return {"burning": None}
    bonus = bonus_of(fire["max_damage"])
    gb = bonus + fire["d10"] + (fire["round"] - 1) * (bonus + 1)
    found = grade(gb, WHOLE, sheet.get("tables", "human"), False, house)
    if found.severity == "superficial":
        return {"burning": None}
    wound = record(WHOLE, found, found.pf_loss, found.pv, True)
    return {"burning": None, "wounds": [*sheet.get("wounds", ()), msgspec.to_builtins(wound)]}


def stabilised(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The newest wound that bleeds stops by itself (CD20-BLEED-03)."""
    wounds = list(sheet.get("wounds") or ())
    open_ones = [at for at, one in enumerate(wounds) if one["bleeding"]]
    if not who or not outcome["stabilised"] or not open_ones:
        return {}
    at = open_ones[-1]
    after = stop_bleeding(msgspec.convert(wounds[at], Wound))
    return {"wounds": [*wounds[:at], msgspec.to_builtins(after), *wounds[at + 1 :]]}


def revived(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Out of the water and breathing: nothing is counted any more (CD20-P-ENV-05)."""
    mine = who == (given.get("victim") or {}).get("name") and outcome.get("success")
    return {"drowning_checks": 0, "drowning_failed": False} if mine else {}


def exposed(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Each further check is harder (CD20-P-ENV-04)."""
    if not who or outcome.get("refused"):
        return {}
    return {
        "exposure_checks": given.get("checks_made", 0) + 1,
        "exposure_failures": outcome.get("failures_running", 0),
        **({"shock_next_turn": "partial"} if outcome.get("partial_action") else {}),
    }


# ---- minds ----


def maddened(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Insanities are written down with the time they last (CD20-P-SAN-03, CD20-P-SAN-04)."""
    held = list(sheet.get("insanity") or ())
    mythos = bool(given.get("mythos"))
    if outcome.get("temporary"):
        hours = outcome["duration_unit"] == "hours"
        lasts = outcome["duration"] * HOUR if hours else -(-outcome["duration"] // ROUNDS)
        held.append({"kind": "temporary", "effect": str(outcome["effect"]), "lasts": lasts, "mythos": mythos})
    if outcome.get("indefinite"):
        held.append({"kind": "indefinite", "lasts": outcome["indefinite_months"] * MONTH, "mythos": mythos})
    fresh = held != list(sheet.get("insanity") or ())
    found: dict[str, Any] = {"insanity": held, "mind_held": None} if fresh else {}
    return found | ({"mythos_insanity_before": True} if outcome.get("mythos_gain") else {})


def collapsed(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A mind that was caught holds; one at the bottom is gone for good (CD20-P-SAN-04)."""
    if outcome.get("permanent"):
        return {"insanity": [*sheet.get("insanity", ()), {"kind": "permanent"}]}
    return {"mind_held": True} if outcome.get("stopped") else {}


def studied(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    known = list(sheet.get("tomes_read") or ())
    read = outcome["success"] and "tomes_read" in sheet and given["tome"] not in known
    return {"tomes_read": [*known, given["tome"]]} if read else {}


# ---- what follows by itself ----


def rewarded(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Whoever a challenge is counted for has their share of it: all who are named, else whoever counts (P-XP-01)."""
    mine = bool(who) == bool(given.get("characters"))
    return {"xp": sheet["xp"] + outcome["xp_each"]} if mine and "xp" in sheet else {}


def grown(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The ability that rose with a level (CD20-P-ABIL-01)."""
    return raised(sheet, given, outcome) if who else {}


def follow(before: Content, after: Content, clock: int) -> dict[str, Any]:
    """What else changes with a sheet: all that rests on it, rest that was broken, the hour of SAN."""
    found: dict[str, Any] = {}
    broken = after.get("pf", 0) < before.get("pf", 0) or len(after.get("wounds", ())) > len(before.get("wounds", ()))
    if broken and after.get("rested_rounds") == before.get("rested_rounds") != 0:
        found["rested_rounds"] = 0  # CD20-HP-06
    if destroyed(after):
        found["state"] = "dead"  # CD20-P-CREA-02
    if "san_lost_this_hour" in after:
        found |= _hour(before, after, clock)
    held = [_dated(one, clock) for one in after.get("insanity") or ()]
    if held != list(after.get("insanity") or ()):
        found["insanity"] = held
    found |= followed(before, {**after, **found}, clock)
    return {name: value for name, value in found.items() if after.get(name) != value}


def _hour(before: Content, after: Content, clock: int) -> dict[str, Any]:
    """The hour in which losses are added up begins with the first of them (CD20-P-SAN-04)."""
    if not after["san_lost_this_hour"]:
        return {"san_at_hour_start": after["san"]}
    if not before.get("san_lost_this_hour"):
        return {"san_at_hour_start": before["san"], "san_hour_clock": clock}
    return {}


def _dated(insanity: Any, clock: int) -> Any:
    """An insanity with the hour at which it ends, once it has begun."""
    lasts = insanity.get("lasts") if isinstance(insanity, Mapping) else None
    if lasts is None or insanity.get("ends_at") is not None:
        return insanity
    return {**insanity, "ends_at": clock + lasts}
