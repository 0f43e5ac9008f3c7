"""Care: first aid, restarting a heart, easing pain, surgery (AFT-01, HP-07, M17)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, step
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.losses import SLOW, explain_losses, take_damage
from gardien.systems.organique.rules.character import Character, State, freeze
from gardien.systems.organique.rules.person import Person, halves, person_of, points, state_changes, state_of
from gardien.systems.organique.rules.substances.shared import check_flesh, check_living
from gardien.systems.organique.rules.tests.d20 import (
    WATCHABLE,
    Parts,
    Throw,
    ThrowBlock,
    Tried,
    attempt,
    detail_of,
    throw_fields,
    watched,
)
from gardien.systems.organique.rules.tests.modifiers import (
    check_able,
    check_skilled,
    conscious_parts,
    is_spent,
    named_parts,
    needed_skill,
)
from gardien.systems.organique.rules.tests.modifiers import total as summed
from gardien.systems.organique.vocabulary import Code, Limb, Mods

Material: TypeAlias = Literal["clean", "improvised", "dirty"]
Bleeding: TypeAlias = Literal["unchanged", "halved", "stopped"]
Infection: TypeAlias = Literal["normal", "easier", "none"]
MEDICINE, SURGERY = "emergency_medicine", "surgery"
BANDAGE = 20  # without the skill (M17)
HURRIED = -10  # one turn instead of a minute (M17)
FIRST, PER_POINT, HARDEST = 10, 5, 30  # the worst open wound says how hard it is (M17)
WELL_DONE, BOTCHED = 10, -10  # margins from which first aid gives blood back, or costs some (M17)
REVIVE, EASE, OPERATE, LIMB = 25, 15, 20, 25  # difficulties (M17, ORG-SYM-03)
EASED = 5  # points off the worst suffering (M17)
HOSPITAL = 8  # M17
INFECTION: dict[Material, Infection] = {"clean": "none", "improvised": "easier", "dirty": "normal"}  # M17


class CareGiven(Value, frozen=True, kw_only=True):
    """Somebody who cares for somebody."""

    medic: Character
    patient: Character
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_able("medic", self.medic)
        check_living("patient", self.patient)
        freeze(self, "mods")


class Cared(ThrowBlock, frozen=True, kw_only=True):
    """A test of care, and the patient after it."""

    patient: State | UnsetType = UNSET

    def changes(self, given: CareGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.patient, self.patient, given.patient.name)


def care_throw(
    medic: Person, code: Code, skill: Parts, difficulty: int, options: Options, mods: Parts, purpose: str
) -> Throw:
    """The throw of somebody who cares for another, with what weighs on them (ORG-SKILL-01, ORG-TEST-10)."""
    parts = (*skill, *conscious_parts(medic, options, code), *mods)
    return Throw(
        base=medic.value(code),
        mod=summed(parts),
        mods=parts,
        difficulty=difficulty,
        spent=is_spent(medic, code),
        rule="ORG-AFT-01",
        by=medic.name,
        purpose=purpose,
    )


def after_recovery(person: Person) -> Person:
    """What holds no longer once somebody is better: the turns left, and a state that was kept stable (ORG-HP-07)."""
    if person.out_of_action:
        return person
    return person.having(timer=None, stabilised=person.body.stabilised and person.mortally_wounded)


# ---- first aid ----


class FirstAidGiven(Value, frozen=True, kw_only=True):
    """Who helps whom, with what, and how fast."""

    medic: Character
    patient: Character
    material: Material = "clean"
    hurried: bool = False
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_able("medic", self.medic)
        check_flesh("patient", self.patient)
        freeze(self, "mods")


class FirstAided(ThrowBlock, frozen=True, kw_only=True):
    """First aid as it went; nothing is thrown for the dead."""

    possible: bool
    bleeding: Bleeding = "unchanged"
    infection: Infection = "normal"
    patient: State | UnsetType = UNSET

    def changes(self, given: FirstAidGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.patient, self.patient, given.patient.name)


def worst(person: Person) -> int:
    """The worst open wound, in halves."""
    return max((halves(one.bs) for one in person.body.wounds if not one.closed), default=0)


@procedure("first_aid", rules="ORG-AFT-01 ORG-HP-07", dice=("d20",), headline=("success", "bleeding"))
def aid(given: FirstAidGiven, options: Options) -> Program[FirstAided]:
    """Close what bleeds and hold back death; without the skill, a bandage."""
    wanted = yield from watched(*WATCHABLE, "patient")
    medic, patient = person_of(given.medic), person_of(given.patient)
    if patient.body.dead:
        yield from step("possible", False, "ORG-HP-07")
        return FirstAided(possible=False, patient=state_of(patient) if "patient" in wanted else UNSET)
    skilled = medic.frame.level(MEDICINE) > 0
    hurry: Parts = (("hurried", HURRIED),) if given.hurried else ()
    throw = care_throw(
        medic,
        "INT" if skilled else "AGI",
        needed_skill(medic, MEDICINE, options) if skilled else (),
        min(HARDEST, FIRST + -(-PER_POINT * worst(patient) // 2)) if skilled else BANDAGE,
        options,
        (*hurry, *named_parts(given.mods)),
        "first_aid",
    )
    tried = yield from attempt(throw, detail_of(wanted, least="margin"))
    bleeding: Bleeding = "unchanged"
    infection: Infection = "normal"
    if tried.success:
        bleeding = "stopped" if skilled else "halved"
        infection = INFECTION[given.material] if skilled else "normal"
    after = after_first_aid(patient, tried, skilled, infection == "none", options)
    yield from step("bleeding", bleeding, "ORG-AFT-01")
    if after.body.stabilised and not patient.body.stabilised:
        yield from step("stabilised", True, "ORG-HP-07", who=patient.name)
    yield from explain_losses(patient, after, patient.name)
    return FirstAided(
        possible=True,
        bleeding=bleeding,
        infection=infection,
        patient=state_of(after) if "patient" in wanted else UNSET,
        **throw_fields(throw, tried),
    )


def after_shock(person: Person) -> Person:
    """A state of shock that was treated: scores are whole again, and there is a breath of END (ORG-SYM-17, M17)."""
    if not person.body.medical_shock:
        return person
    end = max(1, person.body.end) if person.body.end >= 0 else person.body.end
    return person.having(medical_shock=False, halved=False, shock_turns=0, end=end)


def after_first_aid(patient: Person, tried: Tried, skilled: bool, clean: bool, options: Options) -> Person:
    """A patient after first aid: wounds closed, dying held back, half a point more of blood, or less of it (M17)."""
    if tried.over <= BOTCHED:
        return take_damage(patient, 1, 0, options, SLOW).person
    if not (tried.success and skilled):
        return patient
    wounds = tuple(replace(one, closed=True, cleaned=one.cleaned or clean) for one in patient.body.wounds)
    held = patient.out_of_action or patient.mortally_wounded
    after = after_shock(patient.having(wounds=wounds, stabilised=held, timer=None))
    if tried.over >= WELL_DONE:
        after = after.having(sng=min(after.frame.SNG, after.body.sng + 1))
    return after_recovery(after)


# ---- a heart, a breath ----


class ReviveGiven(Value, frozen=True, kw_only=True):
    """Who tries to bring whose heart or breath back."""

    medic: Character
    patient: Character
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_able("medic", self.medic)
        check_flesh("patient", self.patient)
        one = self.patient
        if not (one.dead or one.cardiac_arrest or one.respiratory_arrest):
            raise BadField("patient", "act/not_stopped", "ORG-SYM-03")
        freeze(self, "mods")


class Revived(ThrowBlock, frozen=True, kw_only=True):
    """Whether heart and breath go again."""

    revived: bool
    patient: State | UnsetType = UNSET

    def changes(self, given: ReviveGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.patient, self.patient, given.patient.name)


@procedure("revive", rules="ORG-SYM-03 ORG-SYM-14 ORG-AFT-01", dice=("d20",), headline=("revived",))
def revive(given: ReviveGiven, options: Options) -> Program[Revived]:
    """A turn at a heart that has stopped, or a breath; nothing brings the dead back."""
    check_skilled("medic", given.medic, MEDICINE, options)
    wanted = yield from watched(*WATCHABLE, "patient")
    medic, patient = person_of(given.medic), person_of(given.patient)
    if patient.body.dead:
        yield from step("revived", False, "ORG-HP-07")
        return Revived(revived=False, patient=state_of(patient) if "patient" in wanted else UNSET)
    skill, mods = needed_skill(medic, MEDICINE, options), named_parts(given.mods)
    throw = care_throw(medic, "INT", skill, REVIVE, options, mods, "revive")
    tried = yield from attempt(throw, detail_of(wanted))
    after = patient.having(cardiac_arrest=False, respiratory_arrest=False) if tried.success else patient
    yield from step("revived", tried.success, "ORG-SYM-03")
    return Revived(
        revived=tried.success, patient=state_of(after) if "patient" in wanted else UNSET, **throw_fields(throw, tried)
    )


# ---- pain ----


@procedure("treat_pain", rules="ORG-AFT-01 ORG-VOL-04", dice=("d20",), headline=("success",))
def ease(given: CareGiven, options: Options) -> Program[Cared]:
    """The worst of somebody’s sufferings, made lighter."""
    check_skilled("medic", given.medic, MEDICINE, options)
    wanted = yield from watched(*WATCHABLE, "patient")
    medic, patient = person_of(given.medic), person_of(given.patient)
    skill, mods = needed_skill(medic, MEDICINE, options), named_parts(given.mods)
    throw = care_throw(medic, "INT", skill, EASE, options, mods, "treat_pain")
    tried = yield from attempt(throw, detail_of(wanted))
    after = after_relief(patient, EASED) if tried.success else patient
    return Cared(patient=state_of(after) if "patient" in wanted else UNSET, **throw_fields(throw, tried))


def after_relief(person: Person, by: int) -> Person:
    """The worst suffering less by some points; what comes to nothing is gone (ORG-VOL-04, M17)."""
    pains = list(person.body.suffering)
    if not pains:
        return person
    at = pains.index(max(pains))
    pains[at] = max(0, pains[at] - by)
    return person.having(suffering=tuple(one for one in pains if one))


# ---- surgery ----


class SurgeryGiven(Value, frozen=True, kw_only=True):
    """Who operates on whom, where, and for what."""

    medic: Character
    patient: Character
    hospital: bool = False
    limb: bool = False
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_able("medic", self.medic)
        check_living("patient", self.patient)
        if self.limb and not self.patient.limbs_disabled:
            raise BadField("limb", "field/not_allowed", "ORG-DMG-03", came="true", allowed="limbs_disabled")
        freeze(self, "mods")


class Operated(ThrowBlock, frozen=True, kw_only=True):
    """An operation and what it gave back."""

    inc_regained: Annotated[float, Meta(ge=0)]
    limb_repaired: bool
    patient: State | UnsetType = UNSET

    def changes(self, given: SurgeryGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.patient, self.patient, given.patient.name)


@procedure("surgery", rules="ORG-AFT-01 ORG-DMG-03", dice=("d20",), headline=("success", "inc_regained"))
def operate(given: SurgeryGiven, options: Options) -> Program[Operated]:
    """What first aid cannot repair: the last strength, or a limb."""
    check_skilled("medic", given.medic, SURGERY, options)
    wanted = yield from watched(*WATCHABLE, "patient")
    medic, patient = person_of(given.medic), person_of(given.patient)
    lost = patient.frame.INC - patient.body.inc  # in halves: twice the points
    place: Parts = (("hospital", HOSPITAL),) if given.hospital else ()
    skill, mods = needed_skill(medic, SURGERY, options), (*place, *named_parts(given.mods))
    throw = care_throw(medic, "INT", skill, LIMB if given.limb else OPERATE + lost, options, mods, "surgery")
    tried = yield from attempt(throw, detail_of(wanted, least="success" if given.limb else "margin"))
    back, after = 0, patient
    if tried.success and given.limb:
        after = after_repair(patient)
    elif tried.success:
        back = min(lost, 2 * (1 + tried.over // 5))
        after = after_recovery(after_shock(patient.having(inc=patient.body.inc + back)))
    yield from step("inc_regained", points(back), "ORG-AFT-01")
    yield from explain_losses(patient, after, patient.name)
    return Operated(
        inc_regained=points(back),
        limb_repaired=tried.success and given.limb,
        patient=state_of(after) if "patient" in wanted else UNSET,
        **throw_fields(throw, tried),
    )


def after_repair(person: Person, limb: Limb | None = None) -> Person:
    """A limb that was of no use serves again, the first where none is named (ORG-DMG-03)."""
    left = list(person.body.limbs_disabled)
    served = limb or left[0]
    left.remove(served)
    lame = person.body.one_leg and (served != "leg" or "leg" in left)
    return person.having(limbs_disabled=tuple(left), one_leg=lame)
