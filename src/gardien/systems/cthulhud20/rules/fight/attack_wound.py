"""One blow on one body, in the order of CD20-GB-08: losses, shock, death, fainting, parts, record, stabilisation.

Everything that wounds comes through `suffer`: attacks, blasts, falls, fire, spells, destiny.
"""

from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, nonzero, step
from gardien.core.values import Value, fields_like, like
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules import person
from gardien.systems.cthulhud20.rules.character import Wound
from gardien.systems.cthulhud20.rules.fight.attack_severity import (
    LEG,
    WoundGrade,
    grade_as,
    grade_of,
    lowest_gb,
)
from gardien.systems.cthulhud20.rules.tests.d20 import NOTHING, ThrowResult
from gardien.systems.cthulhud20.vocabulary import SIZES, Care, Hampering, PartEffect, Severity, Shock, Size, Zone

THROWN_BACK = 1.5  # metres (CD20-SHOCK-02)
SHOCK_TURNS: dict[Shock, Hampering] = {"none": "none", "shock": "partial", "violent": "skip"}
TURNS: tuple[Hampering, ...] = ("none", "partial", "skip")  # the worse one counts (CD20-SHOCK-02)
MUCH_LARGER = 2  # sizes (CD20-P-SHOCK-01)
SHOCKS_FROM, THROWS_FROM = 3, 5  # lethality of a stopped blow (CD20-P-SHOCK-01)
DETAILS = ("gb", "care_dc", "faint_save_total", "wounds")  # what odds tell apart only where it is asked for


class Blow(Value, frozen=True, kw_only=True):
    """What reaches a body: where, how grave, and what the Keeper adds to it."""

    zone: Zone
    gb: int = 0
    severity: Severity | None = None  # chosen, whatever the GB says (CD20-DEST-06)
    pf_only: bool = False
    stopped: bool = False  # by armour (CD20-SHOCK-03)
    shock: Shock = "none"


class BlowResult(Value, frozen=True, kw_only=True):
    """A body after a blow, and how it came to it."""

    body: person.Body
    zone: Zone
    grade: WoundGrade
    pf_loss_wound: int = 0
    pf_loss_zone: int = 0
    pf_loss_shock: int = 0
    pv_loss: int = 0
    bleeding: bool = False
    shock: Shock = "none"
    fainted: ThrowResult | None = None
    stabilises_at: int | None = None  # the total, where it was thrown for
    stilled: bool = False

    @property
    def pf_loss(self) -> int:
        return self.pf_loss_wound + self.pf_loss_zone + self.pf_loss_shock

    @property
    def hurts(self) -> bool:
        """Whether it spoils an aim (CD20-AIM-01)."""
        return self.pf_loss > 0 or self.grade.dead_at_once or self.shock != "none"

    @property
    def aggravates(self) -> bool:
        """Whether it will cost more: not whoever is dead of it (CD20-BLEED-01)."""
        return self.grade.aggravates and not self.body.dead


class WoundBlock(person.StabiliseBlock, frozen=True, kw_only=True):
    """What one blow did to somebody."""

    zone: Zone | UnsetType = UNSET
    gb: int | UnsetType = UNSET
    severity: Severity | UnsetType = UNSET
    dead_at_once: bool | UnsetType = UNSET
    pf_loss_wound: int | UnsetType = UNSET
    pf_loss_zone: int | UnsetType = UNSET
    pf_loss_shock: int | UnsetType = UNSET
    pf_loss: int | UnsetType = UNSET
    pv_loss: int | UnsetType = UNSET
    part_lost: bool | UnsetType = UNSET
    part_hampered: bool | UnsetType = UNSET
    part_effect: PartEffect | UnsetType = UNSET
    care: Care | UnsetType = UNSET
    care_dc: int | UnsetType = UNSET
    aggravation_interval_rounds: int | UnsetType = UNSET
    bleeding: bool | UnsetType = UNSET
    shock: Shock | UnsetType = UNSET
    pushed_back_m: float | UnsetType = UNSET


def wound_fields(struck: BlowResult, wanted: frozenset[str] | None = None) -> dict[str, Any]:
    """A blow as fields of a wound block; details only where somebody looks (all of them, if `wanted` is not given)."""
    grade = struck.grade
    return {
        **fields_like(WoundBlock, grade),  # before the body: PV and PF are those that are left of it
        **fields_like(WoundBlock, struck),
        **person.victim_fields(struck.body, wanted),
        **person.faint_fields(struck.fainted),
        **person.stabilise_fields(struck.stabilises_at, struck.stilled),
        "gb": grade.gb if wanted is None or "gb" in wanted else UNSET,
        "part_effect": grade.effect,
        "care_dc": grade.care_dc if struck.aggravates and (wanted is None or "care_dc" in wanted) else UNSET,
        "aggravation_interval_rounds": grade.interval if struck.aggravates else UNSET,
        "pushed_back_m": THROWN_BACK if struck.shock == "violent" else 0,
    }


# ---- shocks ----


def suggested_shock(
    severity: Severity, stopped: bool, lethality: int, attacker: Size = "medium", target: Size = "medium"
) -> Shock:
    """The shock that a blow calls for, if the Keeper asks the table (CD20-P-SHOCK-01)."""
    if SIZES.index(attacker) - SIZES.index(target) >= MUCH_LARGER:
        return "violent"
    if stopped:
        return "violent" if lethality >= THROWS_FROM else "shock" if lethality >= SHOCKS_FROM else "none"
    return "violent" if severity in ("critical", "destructive") else "shock" if severity == "grave" else "none"


def with_shock(
    blow: Blow, body: person.Body, options: Options, lethality: int = 0, sizes: tuple[Size, Size] = ("medium", "medium")
) -> Blow:
    """The shock of the table, where the Keeper names none and the table wants it so (CD20-P-SHOCK-01)."""
    if blow.shock != "none" or not options.auto_shock:
        return blow
    severity = "superficial" if blow.stopped else grade_of_blow(body, blow, options).severity
    return replace(blow, shock=suggested_shock(severity, blow.stopped, lethality, *sizes))


def after_shock(body: person.Body, shock: Shock) -> person.Body:
    """The next turn after a shock; of two the worse one counts, a violent one throws down (CD20-SHOCK-01, -02)."""
    turn = max(body.shock, SHOCK_TURNS[shock], key=TURNS.index)
    return replace(body, shock=turn, prone=body.prone or shock == "violent")


# ---- the blow ----


def grade_of_blow(body: person.Body, blow: Blow, options: Options) -> WoundGrade:
    """What a blow means on this body before it is suffered."""
    if blow.severity is not None:
        gb = max(blow.gb, lowest_gb(blow.severity, body.tables))
        return grade_as(blow.severity, gb, blow.zone, body.tables, blow.pf_only, options)
    return grade_of(blow.gb, blow.zone, body.tables, blow.pf_only, options)


def stopped_blow() -> WoundGrade:
    """A blow that armour stops costs nothing by itself (CD20-SHOCK-03)."""
    return WoundGrade(gb=0, severity="superficial", pf=0, extra_pf=0, pv=0)


def with_part_effects(body: person.Body, zone: Zone, grade: WoundGrade, options: Options) -> person.Body:
    """A part lost or out of use; a leg that fails throws its owner down (CD20-GB-05, CD20-GB-07)."""
    if grade.part_lost:
        lost = body.lost_parts if zone in body.lost_parts else (*body.lost_parts, zone)
        left = tuple(one for one in body.hampered_parts if one != zone)
        body = replace(body, lost_parts=lost, hampered_parts=left)
    elif grade.part_hampered and zone not in body.hampered_parts:
        body = replace(body, hampered_parts=(*body.hampered_parts, zone))
    if grade.effect == LEG and options.part_effects:
        body = replace(body, prone=True)
    return body


def record(zone: Zone, grade: WoundGrade, pf_loss: int, pv_loss: int, alive: bool) -> Wound:
    """The wound as it is put on the list; its clock starts now (CD20-BLEED-04)."""
    bleeding = grade.aggravates and alive
    return like(
        Wound,
        grade,
        zone=zone,
        pf_loss=pf_loss,
        pv_loss=pv_loss,
        bleeding=bleeding,
        stabilised=False,
        treated=False,
        surgery_done=False,
        next_tick_in_rounds=grade.interval if bleeding else 0,
    )


def suffer(
    body: person.Body, blow: Blow, options: Options, wanted: frozenset[str] = NOTHING, by: str = "", who: str = ""
) -> Program[BlowResult]:
    """One blow from its severity to the state of the victim (CD20-GB-08, steps 5 to 13).

    `by` throws the victim’s dice, `who` is whose part of the explanation it is, `wanted` what somebody looks at.
    """
    grade = stopped_blow() if blow.stopped else grade_of_blow(body, blow, options)
    yield from step("gb", grade.gb, "CD20-SHOCK-03" if blow.stopped else "CD20-GB-01", who=who)
    yield from step("severity", grade.severity, "CD20-SHOCK-03" if blow.stopped else severity_rule(grade), who=who)
    if grade.dead_at_once:
        return (yield from _kill_at_once(body, blow, grade, options, who))
    shock_pf = 1 if blow.shock == "violent" else 0
    drained = person.drain(body, grade.pf_loss + shock_pf, grade.pv, options)
    if drained.body.dead:  # whom the losses kill suffers no shock (CD20-GB-08)
        shock_pf, drained = 0, person.drain(body, grade.pf_loss, grade.pv, options)
    after, alive = drained.body, not drained.body.dead
    shock: Shock = blow.shock if alive else "none"
    if grade.pf_loss + shock_pf:
        parts = (("pf_loss_wound", grade.pf), ("pf_loss_zone", grade.extra_pf), ("pf_loss_shock", shock_pf))
        counted = nonzero(*parts)
        yield from step("pf_loss", grade.pf_loss + shock_pf, "CD20-SHOCK-04", counted, who=who)
    if grade.pv:
        yield from step("pv_loss", grade.pv, "CD20-GB-04", who=who)
    tried = None
    if drained.faints:
        tried = yield from person.faint(body, wanted, by, who)
        after = person.after_faint_save(after, tried.success)
    after = with_part_effects(after, blow.zone, grade, options)
    if shock != "none":
        after = after_shock(after, shock)
        yield from step("shock", shock, "CD20-SHOCK-02" if shock == "violent" else "CD20-SHOCK-01", who=who)
    listed = not blow.stopped and not blow.pf_only and grade.severity != "superficial"
    if listed:
        after = replace(after, wounds=(*after.wounds, record(blow.zone, grade, grade.pf_loss, grade.pv, alive)))
    rolls = alive and grade.aggravates
    held = False
    if rolls:
        held = yield from person.stabilise(after, by, who)
        if held:
            after = replace(after, wounds=after_stabilising(after.wounds, len(after.wounds) - 1, options))
    yield from person.explain_victim(body, after, "CD20-GB-08", who)
    return BlowResult(
        body=after,
        zone=blow.zone,
        grade=grade,
        pf_loss_wound=grade.pf,
        pf_loss_zone=grade.extra_pf,
        pf_loss_shock=shock_pf,
        pv_loss=grade.pv,
        bleeding=rolls and not held,
        shock=shock,
        fainted=tried,
        stabilises_at=person.stabilise_total(after) if rolls else None,
        stilled=held,
    )


def _kill_at_once(body: person.Body, blow: Blow, grade: WoundGrade, options: Options, who: str) -> Program[BlowResult]:
    """A mortal wound: what was left counts as its losses (CD20-HP-04, CD20-GB-06)."""
    dead = with_part_effects(person.kill(body), blow.zone, grade, options)
    pf, pv = max(0, body.pf), body.pv
    dead = replace(dead, wounds=(*dead.wounds, record(blow.zone, grade, pf, pv, False)))
    yield from step("dead_at_once", True, "CD20-GB-06", who=who)
    yield from person.explain_victim(body, dead, "CD20-GB-06", who)
    return BlowResult(body=dead, zone=blow.zone, grade=grade, pf_loss_wound=pf, pv_loss=pv)


def after_stabilising(wounds: tuple[Wound, ...], at: int, options: Options) -> tuple[Wound, ...]:
    """One wound that stabilised, or all that bleed where the table wants it so (CD20-BLEED-03)."""
    return tuple(
        person.stop_bleeding(wound) if wound.bleeding and (index == at or options.stabilise_all) else wound
        for index, wound in enumerate(wounds)
    )


def severity_rule(grade: WoundGrade) -> str:
    """The rule that names a severity."""
    if grade.severity == "mortal":
        return "CD20-GB-06"
    if grade.severity == "destructive":
        return "CD20-CREA-03"
    return "CD20-GB-07" if grade.part_lost else "CD20-GB-04"
