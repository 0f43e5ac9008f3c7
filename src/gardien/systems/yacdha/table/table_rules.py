"""What the table knows of YACDHA: which inputs come from a sheet, what goes back to it, what falls due (TIM, REC)."""

from typing import Any

import msgspec

from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.hosting import Falling, Hosting
from gardien.systems.yacdha.declaring import FIGHTING
from gardien.systems.yacdha.luck import CARE_WITHIN_MINUTES
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.recovery import DAYS_PER_UNIT
from gardien.systems.yacdha.sheet import Creature, Investigator, Npc, sample_creature, sample_npc
from gardien.systems.yacdha.values import Gauge, madness_floor, trauma_floor

DAY = 24 * 60  # minutes
YEAR = 365 * DAY  # an apprenticeship a year (YAC-LRN-04)

CLAIMS = {"type": "array", "items": {"type": "string", "maxLength": 100}, "maxItems": 20, "default": []}
LEVELS_REST_ON = ("occupations", "actions", "gifts", "age_class")  # whatever else stands there, rightly or not
WEAPON = {"type": "string", "maxLength": 100, "default": ""}


def _floor(sheet: Content, gauge: Gauge) -> int:
    return trauma_floor(sheet.get("sequelae", 0)) if gauge == "trauma" else madness_floor(sheet.get("mythos", 0))


def _gauge_value(sheet: Content, asked: Content) -> dict[str, Any]:
    gauge = asked.get("gauge")
    return {"value": sheet[gauge]} if gauge in ("madness", "trauma") and gauge in sheet else {}


def _course(sheet: Content, asked: Content) -> dict[str, Any]:
    """A gauge with its floor, and the care that the sheet says it gets (YAC-REC-11)."""
    value = _gauge_value(sheet, asked)
    if not value:
        return {}
    gauge: Gauge = asked["gauge"]
    clock = sheet.get("recovery", {}).get(gauge, {})
    return {**value, "floor": _floor(sheet, gauge), **clock}


def _claimed(sheet: Content, asked: Content) -> dict[str, Any]:
    """The level of what is claimed: the best, never a sum (YAC-OCC-06)."""
    claims = asked.get("claims")
    if not claims:
        return {}
    if not isinstance(claims, list) or not all(isinstance(claim, str) for claim in claims):
        raise Refusal("field/type", field="claims", came=str(claims)[:60], allowed='["…"]')
    if sheet.get("kind") == "creature":
        return {}
    kind = Npc if sheet.get("kind") == "npc" else Investigator
    known = {name: sheet[name] for name in LEVELS_REST_ON if name in sheet and name in kind.__struct_fields__}
    return {"level": msgspec.convert(known, kind).level_for(*claims)}


def _armed(sheet: Content, asked: Content) -> dict[str, Any]:
    """The weapon a fighter names, as the sheet has it (YAC-COM-09); else the first one, for a creature its own."""
    weapons = {one["name"]: one for one in sheet.get("weapons", ())}
    named = asked.get("weapon_name") or ""
    if named and named not in weapons:
        raise Refusal("field/one_of", field="weapon_name", came=named, allowed=list(weapons))
    found = weapons.get(named) or next(iter(weapons.values()), None)
    chosen = {} if found is None else {"trauma_max": found["trauma_max"], "mode": found["mode"]}
    if sheet.get("acts") == 0:  # what only swarms about can still be declared for
        chosen["acts"] = 1
    return {**chosen, **_claimed(sheet, asked)}


def _recovered(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    recovery, gauge = sheet.get("recovery", {}), given["gauge"]
    clock = {**recovery.get(gauge, {}), "progress": outcome["progress"]}
    return {"recovery": {**recovery, gauge: clock}}


def _learnt(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    if not outcome["allowed"]:
        return {}
    learning = {**sheet.get("learning", {}), "occupation": given["occupation"], "year_used": True}
    natures = {**sheet.get("natures", {}), given["occupation"]: given["nature"]}
    return {"learning": learning, "natures": natures}


def _cared_for(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    return {"status": outcome["status"], "trauma": outcome["trauma"]}


def follow(before: Content, after: Content, clock: int) -> dict[str, Any]:
    """Coma has its own hour and day to count (YAC-LUC-09)."""
    falls, rises = after.get("status") == "coma", before.get("status") == "coma"
    if "coma_since" not in after or falls == rises:
        return {}
    return {"coma_since": clock, "coma_care": False} if falls else {"coma_since": None, "coma_care": False}


def due(sheet: Content, marks: Content, before: int, after: int, options: Content) -> list[Falling]:
    """What falls due for somebody while the clock moves on: care, study, coma, a new year of learning."""
    rules = msgspec.convert(dict(options), Options)
    found: list[Falling] = []
    status = sheet.get("status")
    if status == "coma" and sheet.get("coma_since") is not None:
        found += _coma(sheet, before, after)
    if status in ("dead", "mad", "coma") or "recovery" not in sheet:
        return found
    if rules.plays("recovery"):
        for gauge, days in DAYS_PER_UNIT.items():
            units = _passed(before, after, days * DAY)
            if units and sheet[gauge] > _floor(sheet, gauge):
                found.append(Falling("recover", {"gauge": gauge, "elapsed": min(units, 1000)}))
    months = _passed(before, after, DAYS_PER_UNIT["madness"] * DAY)
    if months and marks.get("studying"):
        found.append(Falling("study_mythos", {"months": min(months, 1000)}))
    learning = sheet.get("learning", {})
    if learning.get("year_used") and _passed(before, after, YEAR):
        found.append(Falling(fields={"learning": {**learning, "year_used": False}}))
    return found


def _coma(sheet: Content, before: int, after: int) -> list[Falling]:
    """An hour without professional care, or a day with it (YAC-LUC-09)."""
    since, cared = sheet["coma_since"], sheet.get("coma_care", False)
    hour = since + (DAY if cared else CARE_WITHIN_MINUTES + 1)
    if not before < hour <= after:
        return []
    given = {"professional_care": True} if cared else {"professional_care": False, "delay_minutes": after - since}
    return [Falling("coma_care", given)]


def _passed(before: int, after: int, unit: int) -> int:
    return after // unit - before // unit


HOSTING = Hosting(
    sheets=(Investigator, Npc, Creature),
    seen=("name", "kind", "status", "held_by", "holding", "surprised"),
    beings={"npc": sample_npc, "creature": sample_creature},
    fills={
        "gauge_check": _gauge_value,
        "recover": _course,
        "action": _claimed,
        "investigate": _claimed,
        "cooperate": _claimed,
        "compete": _claimed,
        "chase": _claimed,
        "combat_round": _armed,
        "end_combat": _armed,
        "learn": lambda sheet, asked: {"learnt_this_year": sheet.get("learning", {}).get("year_used", False)},
    },
    settles={"recover": _recovered, "learn": _learnt, "coma_care": _cared_for},
    extra={
        **{key: {"claims": CLAIMS} for key in ("action", "investigate", "cooperate", "compete", "chase")},
        "combat_round": {"claims": CLAIMS, "weapon_name": WEAPON},
    },
    witnessed={
        "action": ("rolled", "success", "degree", "status"),
        "investigate": ("rolled", "success", "status"),
        "gauge_check": ("rolled", "raised", "status"),
        "cooperate": ("rolled", "success", "degree"),
        "compete": ("winner",),
        "chase": ("escaped",),
        "cast_magic": ("success", "degree"),
        "luck_survive": ("status",),
        "coma_care": ("status",),
        "first_aid": ("rolled", "success"),
        "combat_round": (
            "rolled",
            "refused",
            *(f"actions.{field}" for field in ("actor", "target", "act", "success", "degree", "trauma", "critical")),
            "after.*.status",
        ),
        "end_combat": ("after.*.status",),
        "clock_advance": ("clock",),
    },
    follow=follow,
    fighting=FIGHTING,
    due=due,
)
