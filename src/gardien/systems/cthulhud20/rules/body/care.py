"""Care: first aid or medicine on one wound, surgery, days under a healer’s eye (BLEED-02, P-HEAL)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, nonzero, step, watched
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant, Wound, check_able
from gardien.systems.cthulhud20.rules.fight.attack_severity import CARE_DC
from gardien.systems.cthulhud20.rules.person import (
    Body,
    VictimBlock,
    body_of,
    stop_bleeding,
    victim_changes,
    victim_fields,
)
from gardien.systems.cthulhud20.rules.tests.d20 import Throw, attempt
from gardien.systems.cthulhud20.rules.tests.modifiers import cannot_act, check_parts, is_helpless, is_untrained, total
from gardien.systems.cthulhud20.vocabulary import Bonus, Name, Severity

MEDICINE = "knowledge_medicine"
MEANS: dict[str, int] = {"kit": 2, "improvised": 0, "nothing": -4}  # CD20-P-HEAL-01
SURGERY_DC = 15  # with the PV that the wound has cost (CD20-P-HEAL-01)
HOSPITAL = 4
SURGERY_HOURS = 1
BED_DC, BED_PATIENTS = 15, 6  # CD20-P-HEAL-02
PV_A_DAY, PV_IN_BED = 1, 2  # CD20-HP-06, CD20-P-HEAL-02
SLIGHT: tuple[Severity, ...] = ("superficial", "light")  # a bandage is enough (CD20-GB-04)

WoundIndex: TypeAlias = Annotated[int, Meta(ge=0, le=199)]


def worst_open(wounds: Sequence[Mapping[str, Any]]) -> int:
    """The wound that needs somebody most: the one that bleeds worst, else the worst that nobody has treated.

    They are lines of a sheet, as it keeps them (CD20-BLEED-02).
    """

    def need(at: int) -> tuple[bool, bool, int, int]:
        wound = wounds[at]
        return wound["bleeding"], not wound["treated"], wound["gb"], -at

    return max(range(len(wounds)), key=need)


def check_wound(patient: Combatant, at: int) -> None:
    """The wound that is meant must be on the list; whoever has none is refused by the rules, not by the form."""
    if at and at >= len(patient.wounds):
        raise BadField("wound", "field/at_most", "CD20-BLEED-02", came=at, high=max(0, len(patient.wounds) - 1))


def with_wound(body: Body, at: int, wound: Wound) -> Body:
    """The body with one wound as it is now."""
    return replace(body, wounds=(*body.wounds[:at], wound, *body.wounds[at + 1 :]))


# ---- care of one wound ----


class CareGiven(Value, frozen=True, kw_only=True):
    """Somebody who helps, whoever needs it, and one wound."""

    healer: Combatant = NOBODY
    patient: Combatant
    wound: WoundIndex = 0
    skill: Literal["first_aid", "knowledge_medicine"] = "first_aid"
    bonus: Bonus | None = None
    means: Literal["kit", "improvised", "nothing"] = "improvised"
    modifier: Bonus = 0

    def __post_init__(self) -> None:
        check_wound(self.patient, self.wound)


CareRefused: TypeAlias = Literal["patient_dead", "healer_cannot_act", "no_wound", "already_treated", "untrained"]
CARE_RULES: dict[CareRefused, str] = {
    "patient_dead": "CD20-HP-04",
    "healer_cannot_act": "CD20-BLEED-02",
    "no_wound": "CD20-BLEED-02",
    "already_treated": "CD20-BLEED-02",
    "untrained": "CD20-P-HEAL-01",
}


class Cared(VictimBlock, frozen=True, kw_only=True):
    """What care could do for the wound, and the patient afterwards."""

    refused: CareRefused | UnsetType = UNSET
    care_dc: int | UnsetType = UNSET
    roll_needed: bool | UnsetType = UNSET
    total: int | UnsetType = UNSET
    success: bool | UnsetType = UNSET
    bleeding: bool | UnsetType = UNSET
    treated: bool | UnsetType = UNSET

    def changes(self, given: CareGiven, options: Options) -> tuple[Change, ...]:
        return victim_changes(body_of(given.patient, options), self, given.patient.name)


def care_refused(given: CareGiven) -> CareRefused | None:
    """Why nobody is cared for, the first that applies; a bonus that is told speaks for itself (CD20-BLEED-02)."""
    if given.patient.condition == "dead":
        return "patient_dead"
    if cannot_act(given.healer) or is_helpless(given.healer):
        return "healer_cannot_act"
    if not given.patient.wounds:
        return "no_wound"
    if given.patient.wounds[given.wound].treated:
        return "already_treated"
    return "untrained" if given.bonus is None and is_untrained(given.healer, given.skill) else None


@procedure(
    "care",
    rules="CD20-BLEED-02 CD20-P-HEAL-01 CD20-P-CHECK-01",
    dice=("d20",),
    headline=("success", "bleeding"),
)
def care_for(given: CareGiven, options: Options) -> Program[Cared]:
    """Premiers secours or Médecine against 5 and the GB: the wound stops aggravating; a light one needs no roll."""
    wanted = yield from watched("total")
    refused = care_refused(given)
    if refused is not None:
        yield from step("refused", refused, CARE_RULES[refused])
        return Cared(refused=refused)
    body = body_of(given.patient, options)
    wound = body.wounds[given.wound]
    dc, rolled = CARE_DC + wound.gb, wound.severity not in SLIGHT
    yield from step("care_dc", dc, "CD20-BLEED-02", (("base", CARE_DC), ("gb", wound.gb)))
    yield from step("roll_needed", rolled, "CD20-BLEED-02" if rolled else "CD20-P-HEAL-01")
    success = True
    reached: int | UnsetType = UNSET
    if rolled:
        parts = (
            *check_parts(given.healer, given.skill, bonus=given.bonus),
            ("means", MEANS[given.means]),
            ("modifier", given.modifier),
        )
        yield from step("bonus", total(parts), "CD20-P-CHECK-01", nonzero(*parts))
        throw = Throw(bonus=total(parts), dc=dc, rule="CD20-BLEED-02", by=given.healer.name, purpose="care")
        tried = yield from attempt(throw, wanted)
        success, reached = tried.success, tried.total
    else:
        yield from step("success", True, "CD20-P-HEAL-01")
    if success:
        wound = stop_bleeding(wound, treated=True)
        body = with_wound(body, given.wound, wound)
    yield from step("bleeding", wound.bleeding, "CD20-BLEED-02")
    return Cared(
        care_dc=dc,
        roll_needed=rolled,
        total=reached,
        success=success,
        bleeding=wound.bleeding,
        treated=wound.treated,
        **victim_fields(body),
    )


# ---- surgery ----


class SurgeryGiven(Value, frozen=True, kw_only=True):
    """A surgeon, a patient, a wound that was treated."""

    healer: Combatant = NOBODY
    patient: Combatant
    wound: WoundIndex = 0
    bonus: Bonus | None = None
    hospital: bool = False
    modifier: Bonus = 0

    def __post_init__(self) -> None:
        check_able("healer", self.healer)
        check_wound(self.patient, self.wound)


SurgeryRefused: TypeAlias = Literal["patient_dead", "no_surgery_needed", "not_treated", "untrained"]


class Operated(VictimBlock, frozen=True, kw_only=True):
    """How it went, and the patient afterwards."""

    refused: SurgeryRefused | UnsetType = UNSET
    dc: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    success: bool | UnsetType = UNSET
    hours: int | UnsetType = UNSET

    def changes(self, given: SurgeryGiven, options: Options) -> tuple[Change, ...]:
        return victim_changes(body_of(given.patient, options), self, given.patient.name)


def needs_surgery(wound: Wound, body: Body) -> bool:
    """A critical wound whose part is still on the body, until it is operated (CD20-P-HEAL-01, CD20-HP-06)."""
    return wound.severity == "critical" and not wound.surgery_done and wound.zone not in body.lost_parts


def with_usable_parts(body: Body) -> Body:
    """Parts that can be used again: healed, and every critical wound there operated (CD20-GB-05)."""
    if body.pv < body.pv_max:
        return body
    operated = {wound.zone for wound in body.wounds if wound.severity == "critical" and wound.surgery_done}
    waiting = {wound.zone for wound in body.wounds if needs_surgery(wound, body)}
    left = tuple(zone for zone in body.hampered_parts if zone not in operated or zone in waiting)
    return replace(body, hampered_parts=left)


def surgery_refused(given: SurgeryGiven, body: Body) -> SurgeryRefused | None:
    """Why nobody is operated, the first that applies (CD20-P-HEAL-01)."""
    if body.dead:
        return "patient_dead"
    if not body.wounds or not needs_surgery(body.wounds[given.wound], body):
        return "no_surgery_needed"
    if not body.wounds[given.wound].treated:
        return "not_treated"
    return "untrained" if given.bonus is None and is_untrained(given.healer, MEDICINE) else None


@procedure("surgery", rules="CD20-P-HEAL-01 CD20-GB-05", dice=("d20",), headline=("success",))
def operate(given: SurgeryGiven, options: Options) -> Program[Operated]:
    """Médecine against 15 and the PV that the wound has cost, so that the part serves again once it is healed."""
    wanted = yield from watched("total")
    body = body_of(given.patient, options)
    refused = surgery_refused(given, body)
    if refused is not None:
        yield from step("refused", refused, "CD20-HP-04" if refused == "patient_dead" else "CD20-P-HEAL-01")
        return Operated(refused=refused)
    wound = body.wounds[given.wound]
    dc = SURGERY_DC + wound.pv_loss
    yield from step("dc", dc, "CD20-P-HEAL-01", (("base", SURGERY_DC), ("pv_loss", wound.pv_loss)))
    parts = (
        *check_parts(given.healer, MEDICINE, bonus=given.bonus),
        ("hospital", HOSPITAL if given.hospital else 0),
        ("modifier", given.modifier),
    )
    yield from step("bonus", total(parts), "CD20-P-CHECK-01", nonzero(*parts))
    throw = Throw(bonus=total(parts), dc=dc, rule="CD20-P-HEAL-01", by=given.healer.name, purpose="surgery")
    tried = yield from attempt(throw, wanted)
    if tried.success:
        body = with_usable_parts(with_wound(body, given.wound, replace(wound, surgery_done=True)))
    return Operated(dc=dc, total=tried.total, success=tried.success, hours=SURGERY_HOURS, **victim_fields(body))


# ---- long-term care ----


class BedGiven(Value, frozen=True, kw_only=True):
    """A healer’s day among patients in bed."""

    bonus: Bonus
    patients: Annotated[int, Meta(ge=1, le=1000)] = 1
    tended: Annotated[tuple[Name, ...], Meta(max_length=100)] = ()  # who they are: nothing to the rule

    @property
    def count(self) -> int:
        """How many are looked after: those who are named, where somebody is."""
        return len(self.tended) or self.patients


class Tended(Value, frozen=True, kw_only=True):
    """What the day is worth to each of them."""

    refused: Literal["option_off", "too_many_patients"] | UnsetType = UNSET
    total: int | UnsetType = UNSET
    dc: int | UnsetType = UNSET
    success: bool | UnsetType = UNSET
    pv_per_day: int | UnsetType = UNSET


@procedure("long_term_care", rules="CD20-P-HEAL-02", dice=("d20",), headline=("success", "pv_per_day"))
def tend(given: BedGiven, options: Options) -> Program[Tended]:
    """Where the table wants it, a healer’s roll against 15 doubles what a day in bed gives back."""
    wanted = yield from watched("total")
    if not options.long_term_care or given.count > BED_PATIENTS:
        refused: Literal["option_off", "too_many_patients"] = (
            "too_many_patients" if options.long_term_care else "option_off"
        )
        yield from step("refused", refused, "CD20-P-HEAL-02")
        return Tended(refused=refused)
    throw = Throw(bonus=given.bonus, dc=BED_DC, rule="CD20-P-HEAL-02", purpose="care")
    tried = yield from attempt(throw, wanted)
    gained = PV_IN_BED if tried.success else PV_A_DAY
    yield from step("pv_per_day", gained, "CD20-P-HEAL-02")
    return Tended(total=tried.total, dc=BED_DC, success=tried.success, pv_per_day=gained)
