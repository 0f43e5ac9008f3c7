"""What the table knows of YACDHA: which inputs come from a sheet, what goes back to it, what falls due (TIM, REC)."""

from typing import Any

import msgspec

from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.scene import TALLY, over
from gardien.core.table_rules import TableRules
from gardien.systems.yacdha.sheet.sheet import Creature, Investigator, Npc, sample_creature, sample_npc
from gardien.systems.yacdha.table.fight import FIGHTING
from gardien.systems.yacdha.table.life import GAUGES, LIFE, STUDY, YEAR_USED, care_anew, floor_of, with_progress
from gardien.systems.yacdha.table.marks import Marks
from gardien.systems.yacdha.vocabulary import Gauge

CLAIMS = {"type": "array", "items": {"type": "string", "maxLength": 100}, "maxItems": 20, "default": []}
LEVELS_REST_ON = ("occupations", "actions", "gifts", "age_class")  # whatever else stands there, rightly or not
WEAPON = {"type": "string", "maxLength": 100, "default": ""}


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
    return {**value, "floor": floor_of(sheet, gauge), **clock}


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
    return with_progress(sheet, given["gauge"], outcome["progress"])


def _after_learning(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    if not outcome["allowed"]:
        return {}
    learning = {**sheet.get("learning", {}), "occupation": given["occupation"], "year_used": True}
    natures = {**sheet.get("natures", {}), given["occupation"]: given["nature"]}
    return {"learning": learning, "natures": natures, TALLY: {YEAR_USED: None}}


def _after_care(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    return {"status": outcome["status"], "trauma": outcome["trauma"]}


def recompute(before: Content, after: Content, clock: int) -> dict[str, Any]:
    """Coma has its own hour and day to count (YAC-LUC-09); an increase starts a period of care again (YAC-REC-11)."""
    fields = _coma_clock(before, after, clock)
    for gauge in GAUGES if "recovery" in after else ():
        if after[gauge] > before[gauge]:
            fields = over(fields, care_anew({**after, **fields}, gauge))
    return fields


def _coma_clock(before: Content, after: Content, clock: int) -> dict[str, Any]:
    falls, rises = after.get("status") == "coma", before.get("status") == "coma"
    if "coma_since" not in after or falls == rises:
        return {}
    return {"coma_since": clock, "coma_care": False} if falls else {"coma_since": None, "coma_care": False}


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
    consequences={
        "recover": _after_recovery,
        "study_mythos": lambda sheet, given, outcome, who: {TALLY: {STUDY: None}},
        "learn": _after_learning,
        "coma_care": _after_care,
    },
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
    life=LIFE,
)
