"""Drugs: what a dose, too many of them, the come-down and years of it bring, and who cannot do without (DRUG-01 to 03,
DRUG-09)."""

from fractions import Fraction
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step
from gardien.core.inputs import check_key
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.pack.rows import Drug, Effect
from gardien.systems.organique.rules.character import Character, DrugKey, freeze
from gardien.systems.organique.rules.person import Person, person_of
from gardien.systems.organique.rules.substances.shared import SymptomEntry, check_living, entries
from gardien.systems.organique.rules.tests.d20 import Parts, SaveResult, watched
from gardien.systems.organique.rules.tests.modifiers import named_parts
from gardien.systems.organique.rules.tests.resistance import Resist, Saved, withstand
from gardien.systems.organique.vocabulary import Code, Dependency, Mods, Phase, Rating, SaveKind, SaveName, Tier

TIERS: tuple[tuple[int, Tier], ...] = ((8, "x8"), (4, "x4"), (2, "x2"))  # so many normal doses at once (ORG-DRUG-01)
KINDS: dict[Dependency, SaveKind] = {
    "physical": "physical_dependency",
    "psychological": "psychological_dependency",
}


# ---- what a dose brings ----


class DrugGiven(Value, frozen=True, kw_only=True):
    """A drug, how much of it at once, what the body is used to, and which moment of it."""

    drug: DrugKey
    doses: Annotated[int, Meta(ge=1, le=1000)] = 1
    active: Annotated[int, Meta(ge=0, le=1000)] = 0  # doses taken before that still act
    tolerance: Annotated[int, Meta(ge=0, le=1000)] = 0
    phase: Phase = "dose"

    def __post_init__(self) -> None:
        check_key("drug", self.drug, pack.drug)


class Drugged(Value, frozen=True, kw_only=True, rename={"scores": "changes"}):
    """What a drug does; symptoms are saves still to be made."""

    ratio: float
    tier: Tier
    symptoms: tuple[SymptomEntry, ...]
    scores: dict[Code, int]
    save_mods: dict[SaveName, int]
    relief: int
    notes: tuple[str, ...]
    duration_minutes: int


def tier_of(doses: int, tolerance: int) -> Tier:
    """How far over the normal dose this is, for somebody used to it (ORG-DRUG-01)."""
    ratio = Fraction(doses, 1 + tolerance)
    return next((tier for least, tier in TIERS if ratio >= least), "normal")


def effect_of(drug: Drug, phase: Phase, tier: Tier) -> Effect:
    """The column of the drug that counts: only a dose looks at how much was taken (M11)."""
    columns: dict[str, Effect] = {
        "normal": drug.normal,
        "x2": drug.x2,
        "x4": drug.x4,
        "x8": drug.x8,
        "come_down": drug.come_down,
        "withdrawal": drug.withdrawal,
        "long_term": drug.long_term,
    }
    return columns[tier if phase == "dose" else phase]


@procedure(
    "take_drug",
    rules="ORG-DRUG-01 ORG-DRUG-02 ORG-DRUG-09 ORG-SYM-01",
    headline=("tier", "symptoms", "relief", "duration_minutes"),
)
def take(given: DrugGiven, options: Options) -> Program[Drugged]:
    """The effects of a dose, of too many, of the come-down, of the lack or of years."""
    doses = given.doses + given.active
    row, tier = pack.drug(given.drug), tier_of(doses, given.tolerance)
    effect = effect_of(row, given.phase, tier)
    yield from step("tier", tier, "ORG-DRUG-01")
    return Drugged(
        ratio=doses / (1 + given.tolerance),
        tier=tier,
        symptoms=entries(effect.ailments),
        scores=frozen_map(effect.changes),
        save_mods=frozen_map(effect.save_mods),
        relief=effect.relief,
        notes=effect.notes,
        duration_minutes=row.minutes if given.phase == "dose" else 0,
    )


# ---- dependency ----


class DependencyGiven(Value, frozen=True, kw_only=True):
    """Somebody, the drug’s difficulties, and how much was taken in a day."""

    character: Character
    physical: Rating | None = None
    psychological: Rating | None = None
    doses_24h: Annotated[int, Meta(ge=1, le=1000)] = 1
    already_physical: bool = False
    already_psychological: bool = False
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_living("character", self.character)
        freeze(self, "mods")


class Dependent(Value, frozen=True, kw_only=True):
    """Which dependencies somebody has now."""

    physical: SaveResult | UnsetType = UNSET
    psychological: SaveResult | UnsetType = UNSET
    physical_dependent: bool
    psychological_dependent: bool


@procedure(
    "dependency_check",
    rules="ORG-DRUG-02 ORG-DRUG-03 ORG-DRUG-06",
    dice=("d20",),
    headline=("physical_dependent", "psychological_dependent"),
)
def check_dependency(given: DependencyGiven, options: Options) -> Program[Dependent]:
    """END for the body, VOL for the mind, each against its difficulty and the doses of the day."""
    wanted = yield from watched("physical", "psychological")
    person, mods = person_of(given.character), named_parts(given.mods)
    body = mind = None
    if given.physical is not None and not given.already_physical:
        body = yield from _resist(person, "physical", given.physical + given.doses_24h, mods, options, wanted)
    if given.psychological is not None and not given.already_psychological:
        mind = yield from _resist(person, "psychological", given.psychological + given.doses_24h, mods, options, wanted)
    dependent = Dependent(
        physical=body.result() if body and "physical" in wanted else UNSET,
        psychological=mind.result() if mind and "psychological" in wanted else UNSET,
        physical_dependent=given.already_physical or (body is not None and not body.success),
        psychological_dependent=given.already_psychological or (mind is not None and not mind.success),
    )
    yield from step("physical_dependent", dependent.physical_dependent, "ORG-DRUG-03")
    yield from step("psychological_dependent", dependent.psychological_dependent, "ORG-DRUG-03")
    return dependent


def _resist(
    person: Person, dependency: Dependency, difficulty: int, mods: Parts, options: Options, wanted: frozenset[str]
) -> Program[Saved]:
    """One save against a dependency; of the body with VOL too where the table plays it so (ORG-DRUG-03)."""
    code: Code | None = "VOL" if options.dependency_all_vol else None
    asked = Resist(kind=KINDS[dependency], difficulty=difficulty, mods=mods, code=code)
    return (yield from withstand(person, asked, options, "all" if dependency in wanted else "success", who=person.name))
