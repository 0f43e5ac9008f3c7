"""What the table knows of YACDHA: which inputs come from a sheet, what goes back to it, what falls due (TIM, REC)."""

from typing import Any

import msgspec

from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.table_rules import DueItem, TableRules
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.luck import CARE_WITHIN_MINUTES
from gardien.systems.yacdha.rules.recovery import DAYS_PER_UNIT
from gardien.systems.yacdha.sheet.sheet import Creature, Investigator, Npc, sample_creature, sample_npc
from gardien.systems.yacdha.table.fight import FIGHTING
from gardien.systems.yacdha.table.marks import Marks
from gardien.systems.yacdha.vocabulary import Gauge, madness_floor, trauma_floor

DAY = 24 * 60  # minutes
YEAR = 365 * DAY  # an apprenticeship a year (YAC-LRN-04)

CLAIMS = {"type": "array", "items": {"type": "string", "maxLength": 100}, "maxItems": 20, "default": []}
LEVELS_REST_ON = ("occupations", "actions", "gifts", "age_class")  # whatever else stands there, rightly or not
WEAPON = {"type": "string", "maxLength": 100, "default": ""}


def _floor(sheet: Content, gauge: Gauge) -> int:
    return trauma_floor(sheet.get("sequelae", 0)) if gauge == "trauma" else madness_floor(sheet.get("mythos", 0))


def _gauge_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    gauge = asked.get("gauge")
    return {"value": sheet[gauge]} if gauge in ("madness", "trauma") and gauge in sheet else {}


def _recovery_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """A gauge with its floor, and the care that the sheet says it gets (YAC-REC-11)."""
    value = _gauge_inputs(sheet, asked)
    if not value:
        return {}
    gauge: Gauge = asked["gauge"]
    clock = sheet.get("recovery", {}).get(gauge, {})
    return {**value, "floor": _floor(sheet, gauge), **clock}


def _claim_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
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


def _weapon_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """The weapon a fighter names, as the sheet has it (YAC-COM-09); else the first one, for a creature its own."""
    weapons = {one["name"]: one for one in sheet.get("weapons", ())}
    named = asked.get("weapon_name") or ""
    if named and named not in weapons:
        raise Refusal("field/one_of", field="weapon_name", came=named, allowed=list(weapons))
    weapon = weapons.get(named) or next(iter(weapons.values()), None)
    chosen = {} if weapon is None else {"trauma_max": weapon["trauma_max"], "mode": weapon["mode"]}
    if sheet.get("acts") == 0:  # what only swarms about can still be declared for
        chosen["acts"] = 1
    return {**chosen, **_claim_inputs(sheet, asked)}


def _after_recovery(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    recovery, gauge = sheet.get("recovery", {}), given["gauge"]
    clock = {**recovery.get(gauge, {}), "progress": outcome["progress"]}
    return {"recovery": {**recovery, gauge: clock}}


def _after_learning(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    if not outcome["allowed"]:
        return {}
    learning = {**sheet.get("learning", {}), "occupation": given["occupation"], "year_used": True}
    natures = {**sheet.get("natures", {}), given["occupation"]: given["nature"]}
    return {"learning": learning, "natures": natures}


def _after_care(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    return {"status": outcome["status"], "trauma": outcome["trauma"]}


def recompute(before: Content, after: Content, clock: int) -> dict[str, Any]:
    """Coma has its own hour and day to count (YAC-LUC-09)."""
    falls, rises = after.get("status") == "coma", before.get("status") == "coma"
    if "coma_since" not in after or falls == rises:
        return {}
    return {"coma_since": clock, "coma_care": False} if falls else {"coma_since": None, "coma_care": False}


def due(sheet: Content, marks: Content, before: int, after: int, options: Content) -> list[DueItem]:
    """What falls due for somebody while the clock moves on: care, study, coma, a new year of learning."""
    rules = msgspec.convert(dict(options), Options)
    items: list[DueItem] = []
    status = sheet.get("status")
    if status == "coma" and sheet.get("coma_since") is not None:
        items += _coma(sheet, before, after)
    if status in ("dead", "mad", "coma") or "recovery" not in sheet:
        return items
    if rules.plays("recovery"):
        for gauge, days in DAYS_PER_UNIT.items():
            units = _units_passed(before, after, days * DAY)
            if units and sheet[gauge] > _floor(sheet, gauge):
                items.append(DueItem("recover", {"gauge": gauge, "elapsed": min(units, 1000)}))
    months = _units_passed(before, after, DAYS_PER_UNIT["madness"] * DAY)
    if months and marks.get("studying"):
        items.append(DueItem("study_mythos", {"months": min(months, 1000)}))
    learning = sheet.get("learning", {})
    if learning.get("year_used") and _units_passed(before, after, YEAR):
        items.append(DueItem(fields={"learning": {**learning, "year_used": False}}))
    return items


def _coma(sheet: Content, before: int, after: int) -> list[DueItem]:
    """An hour without professional care, or a day with it (YAC-LUC-09)."""
    since, cared = sheet["coma_since"], sheet.get("coma_care", False)
    hour = since + (DAY if cared else CARE_WITHIN_MINUTES + 1)
    if not before < hour <= after:
        return []
    given = {"professional_care": True} if cared else {"professional_care": False, "delay_minutes": after - since}
    return [DueItem("coma_care", given)]


def _units_passed(before: int, after: int, unit: int) -> int:
    return after // unit - before // unit


TABLE_RULES = TableRules(
    sheets=(Investigator, Npc, Creature),
    marks=Marks,
    visible=("name", "kind", "status", "held_by", "holding", "surprised"),
    beings={"npc": sample_npc, "creature": sample_creature},
    bind_inputs={
        "gauge_check": _gauge_inputs,
        "recover": _recovery_inputs,
        "action": _claim_inputs,
        "investigate": _claim_inputs,
        "cooperate": _claim_inputs,
        "compete": _claim_inputs,
        "chase": _claim_inputs,
        "combat_round": _weapon_inputs,
        "end_combat": _weapon_inputs,
        "learn": lambda sheet, asked: {"learnt_this_year": sheet.get("learning", {}).get("year_used", False)},
    },
    consequences={"recover": _after_recovery, "learn": _after_learning, "coma_care": _after_care},
    ui_inputs={
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
    recompute=recompute,
    fighting=FIGHTING,
    due=due,
)
