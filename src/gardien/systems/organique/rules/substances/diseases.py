"""Diseases: caught, growing, stopped, cured, one test or several in a row (DIS-01 to DIS-06)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, fold, nonzero, step
from gardien.core.inputs import BadField, check_key
from gardien.core.limits import refuse_details_beyond
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, frozen_map
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.losses import SLOW, explain_losses, take_damage
from gardien.systems.organique.rules.character import Character, DiseaseKey, State, freeze
from gardien.systems.organique.rules.person import (
    Person,
    halves,
    person_of,
    points,
    state_changes,
    state_of,
    with_changes,
)
from gardien.systems.organique.rules.substances.shared import SymptomEntry, check_living, entries
from gardien.systems.organique.rules.tests.d20 import (
    WATCHABLE,
    Parts,
    Throw,
    ThrowBlock,
    attempt,
    detail_of,
    throw_fields,
    watched,
)
from gardien.systems.organique.rules.tests.modifiers import is_spent, named_parts
from gardien.systems.organique.rules.tests.resistance import Resist, save_throw
from gardien.systems.organique.vocabulary import Code, Course, Mods, Points, Rating, added, check_halves

ExposureKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("scales", "contagion"))]
Immunity: TypeAlias = Literal[0, 6, 10]  # none, against similar diseases, against this one (ORG-DIS-04)
Standing: TypeAlias = Literal["progressing", "stopped", "cured"]
Grade: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
DIRT = 5  # a point of dirty or burnt flesh (ORG-DMG-12, ORG-DMG-01)
IMMUNE, SIMILAR = 10, 6  # ORG-DIS-04
MOST_TOLD = 12  # tests of a course that odds tell one by one
FEVER = 10  # the difficulty of a level, where fever may be avoided (ORG-DIS-06)


# ---- one test later ----


class Stage(Value, frozen=True):
    """How far a disease has come."""

    level: int = 0
    course: Standing = "progressing"

    @property
    def is_cured(self) -> bool:
        return self.course == "cured"


def progress(stage: Stage, success: bool) -> Stage:
    """A disease after one more test (ORG-DIS-02): it grows until it is stopped, then it can only recede."""
    if stage.is_cured:
        return stage
    if stage.course == "progressing":
        if not success:
            return Stage(stage.level + 1, "progressing")
        return Stage(stage.level, "stopped") if stage.level else Stage(0, "cured")
    if not success:
        return stage
    return Stage(stage.level - 1, "stopped") if stage.level > 1 else Stage(0, "cured")


def dirt(dirty: float, fire: float = 0) -> int:
    """What filth and burns take off a save against infection, cut towards 0 (ORG-DMG-12, ORG-TEST-09)."""
    return -(DIRT * (halves(dirty) + halves(fire)) // 2)


def after_growth(person: Person, disease: str, before: int, after: int, options: Options) -> Person:
    """What a disease does of itself from one level to another: scores, saves, blood; points by the level gained only.

    The changes of the old level are replaced by those of the new one (ORG-DIS-05).
    """
    row, more = pack.disease(disease), after - before
    deltas: dict[Code, int] = {code: more * one for code, one in row.changes.items()}
    person = with_changes(
        person, deltas, save_mods=_save_mods_with(person, {name: more * one for name, one in row.save_mods.items()})
    )
    if row.sng_max:
        most = max(0, person.frame.SNG - more * halves(row.sng_max))
        person = Person(replace(person.frame, SNG=most), replace(person.body, sng=min(person.body.sng, most)))
    return take_damage(person, halves(row.bs), 0, options, SLOW).person if more > 0 else person


def _save_mods_with(person: Person, mods: "dict[str, int]") -> Parts:
    """Modifiers of saves with others added; what comes to nothing is gone."""
    sums = dict(person.body.save_mods)
    for name, one in mods.items():
        sums[name] = added(sums.get(name, 0), one)
    return tuple(sorted((name, one) for name, one in sums.items() if one))


# ---- catching one ----


class ExposureGiven(Value, frozen=True, kw_only=True):
    """Somebody and what they met: a known exposure, or a difficulty."""

    character: Character
    exposure: ExposureKey | None = None
    difficulty: Rating | None = None
    immunity: Immunity = 0
    dirty_points: Points = 0
    fire_points: Points = 0
    mods: Mods = {}

    def __post_init__(self) -> None:
        if self.exposure is None and self.difficulty is None:
            known = pack.keys("scales", "contagion")
            raise BadField("exposure", "field/missing", "ORG-DIS-01", allowed=known)
        if self.exposure is not None:
            check_key("exposure", self.exposure, pack.scale("contagion"))
        check_living("character", self.character)
        check_halves(dirty_points=self.dirty_points, fire_points=self.fire_points)
        freeze(self, "mods")


class Exposed(ThrowBlock, frozen=True, kw_only=True):
    """Whether somebody caught a disease."""

    infected: bool
    level: int | UnsetType = UNSET


@procedure(
    "expose_disease",
    rules="ORG-DIS-01 ORG-DIS-04 ORG-DMG-12 ORG-DMG-01 ORG-END-11",
    dice=("d20",),
    headline=("infected",),
)
def expose(given: ExposureGiven, options: Options) -> Program[Exposed]:
    """END against the contagion; a failure is a disease that begins."""
    wanted = yield from watched(*WATCHABLE)
    person, filth = person_of(given.character), dirt(given.dirty_points, given.fire_points)
    difficulty = given.difficulty
    if difficulty is None:
        assert given.exposure is not None
        difficulty = pack.mark("contagion", given.exposure)
    mods = (*_nonzero(immunity=given.immunity, dirt=filth), *named_parts(given.mods))
    asked = Resist(kind="disease_contraction", difficulty=difficulty, mods=mods)
    throw = save_throw(person, asked, options, prefix="")
    tried = yield from attempt(throw, detail_of(wanted))
    infected, level = not tried.success, 1 if options.disease_starts_level_1 else 0
    yield from step("infected", infected, "ORG-DIS-01")
    return Exposed(infected=infected, level=level if infected else UNSET, **throw_fields(throw, tried))


def _nonzero(**parts: int) -> Parts:
    return nonzero(*parts.items())


# ---- one test of progression ----


class Sick(Value, frozen=True, kw_only=True):
    """Somebody with a disease as it stands."""

    character: Character
    disease: DiseaseKey = "wound_infection"
    difficulty: Rating | None = None
    level: Grade = 0
    disease_state: Course = "progressing"
    treatment: Rating = 0

    def __post_init__(self) -> None:
        check_living("character", self.character)
        check_key("disease", self.disease, pack.disease)


class ProgressGiven(Sick, frozen=True, kw_only=True):
    """Somebody with a disease, and what helps against it."""

    immunity: Immunity = 0
    mods: Mods = {}

    def __post_init__(self) -> None:
        super().__post_init__()
        freeze(self, "mods")


class Progressed(ThrowBlock, frozen=True, kw_only=True, rename={"scores": "changes"}):
    """A disease one test later; `symptoms` are saves still to be made, `sng_max` where it lowers the blood itself."""

    level: int
    disease_state: Standing
    cured: bool
    bs: float
    heat_mod: int
    scores: dict[Code, int]
    symptoms: tuple[SymptomEntry, ...]
    immunity: int | UnsetType = UNSET
    immunity_similar: int | UnsetType = UNSET
    can_move: bool
    sng_max: float | UnsetType = UNSET
    state: State | UnsetType = UNSET

    def changes(self, given: ProgressGiven, options: Options) -> tuple[Change, ...]:
        changes = state_changes(given.character, self.state)
        if self.sng_max is UNSET or self.sng_max == given.character.SNG:
            return changes
        return (Change("SNG", given.character.SNG, self.sng_max), *changes)


def progress_throw(person: Person, given: Sick, immunity: int, options: Options, mods: Parts = ()) -> Throw:
    """The throw against progress (ORG-DIS-02), with what treatment and immunity add (ORG-DIS-03, ORG-DIS-04)."""
    difficulty = pack.disease(given.disease).progression if given.difficulty is None else given.difficulty
    helps = (*_nonzero(treatment=given.treatment, immunity=immunity), *mods)
    asked = Resist(kind="disease_progression", difficulty=difficulty, mods=helps)
    return save_throw(person, asked, options, prefix="")


@procedure(
    "disease_progress",
    rules="ORG-DIS-02 ORG-DIS-03 ORG-DIS-04 ORG-DIS-05 ORG-DIS-06 ORG-SYM-01",
    dice=("d20",),
    headline=("level", "disease_state"),
)
def worsen(given: ProgressGiven, options: Options) -> Program[Progressed]:
    """END and what helps against the disease; then what its new level does."""
    wanted = yield from watched(*WATCHABLE, "state")
    before, row = person_of(given.character), pack.disease(given.disease)
    throw = progress_throw(before, given, given.immunity, options, named_parts(given.mods))
    tried = yield from attempt(throw, detail_of(wanted))
    stage = progress(Stage(given.level, given.disease_state), tried.success)
    gained = stage.level > given.level
    person = after_growth(before, given.disease, given.level, stage.level, options)
    yield from step("level", stage.level, "ORG-DIS-02")
    yield from step("disease_state", stage.course, "ORG-DIS-02")
    heat = row.save_mods.get("heat", 0)
    if heat and options.fever_save:
        person, heat = yield from _fever(given, before, person, stage.level, heat, options)
    if heat:
        yield from step("heat_mod", heat * stage.level, "ORG-DIS-06")
    yield from explain_losses(before, person)
    return Progressed(
        level=stage.level,
        disease_state=stage.course,
        cured=stage.is_cured,
        bs=row.bs if gained else 0,
        heat_mod=heat * stage.level,
        scores=frozen_map({code: one * stage.level for code, one in row.changes.items()} if stage.level else {}),
        symptoms=entries(row.ailments, stage.level) if gained else (),
        immunity=IMMUNE if stage.is_cured else UNSET,
        immunity_similar=SIMILAR if stage.is_cured else UNSET,
        can_move=person.score("VIT") > 0,
        sng_max=points(person.frame.SNG) if row.sng_max else UNSET,
        state=state_of(person) if "state" in wanted else UNSET,
        **throw_fields(throw, tried),
    )


def _fever(
    given: ProgressGiven, before: Person, person: Person, level: int, heat: int, options: Options
) -> Program[tuple[Person, int]]:
    """Fever that a save avoids, where the table plays it so: asked as a level is gained, as it stands otherwise.

    Whether somebody has it already is read from what weighs on them (ORG-DIS-06).
    """
    had = given.level > 0 and dict(before.body.save_mods).get("heat", 0) <= heat * given.level
    feverish = had or level > given.level
    if level > given.level and not person.out_of_action:
        throw = Throw(
            base=person.value("END"),
            difficulty=FEVER * level,
            luck=not options.saves_not_luck,
            spent=is_spent(person, "END"),
            rule="ORG-DIS-06",
            prefix="save_",
            by=person.name,
            who=person.name,
            purpose="fever",
        )
        feverish = not (yield from attempt(throw)).success
    # `after_growth` has replaced the old level’s by the new one’s; what did not hold, or holds no more, is given back.
    wrong = heat * (level - given.level) - heat * (level * feverish - given.level * had)
    return person.having(save_mods=_save_mods_with(person, {"heat": -wrong})), heat if feverish else 0


# ---- several in a row ----


class CourseGiven(Sick, frozen=True, kw_only=True):
    """Somebody with a disease, and how many tests they live through."""

    immunity: Rating = 0
    tests: Annotated[int, Meta(ge=1, le=100)]


class CourseSoFar(Value, frozen=True, kw_only=True):
    """Somebody after some tests; levels and courses only where somebody looks at them."""

    person: Person
    stage: Stage
    bs: int = 0  # in halves
    levels: tuple[int, ...] = ()
    courses: tuple[Standing, ...] = ()


class Ran(Value, frozen=True, kw_only=True):
    """The course of a disease."""

    levels: tuple[int, ...] | UnsetType = UNSET
    disease_states: tuple[Standing, ...] | UnsetType = UNSET
    bs_total: float
    cured: bool


@procedure("disease_course", rules="ORG-DIS-02 ORG-DIS-05", dice=("d20",), headline=("cured", "bs_total"))
def run_course(given: CourseGiven, options: Options) -> Program[Ran]:
    """One test after the other until it is cured, each with what the disease has done meanwhile."""
    wanted = yield from watched("levels", "disease_states")
    start = CourseSoFar(person=person_of(given.character), stage=Stage(given.level, given.disease_state))
    if wanted:
        yield from refuse_details_beyond(given.tests, MOST_TOLD)
    unnamed = replace(given, character=Character())
    items = ((unnamed, options, "levels" in wanted, "disease_states" in wanted),) * given.tests
    course = yield from fold(live_on, start, items)
    yield from step("cured", course.stage.is_cured, "ORG-DIS-02")
    return Ran(
        levels=course.levels if "levels" in wanted else UNSET,
        disease_states=course.courses if "disease_states" in wanted else UNSET,
        bs_total=points(course.bs),
        cured=course.stage.is_cured,
    )


def live_on(state: CourseSoFar, item: tuple[CourseGiven, Options, bool, bool]) -> Program[CourseSoFar]:
    """One test of a course; none of the cured, nor of the dead."""
    given, options, levels, courses = item
    if state.stage.is_cured or state.person.body.dead:
        return state
    success = yield from apply(_roll_success, progress_throw(state.person, given, given.immunity, options))
    stage = progress(state.stage, success)
    gained = stage.level > state.stage.level
    return CourseSoFar(
        person=after_growth(state.person, given.disease, state.stage.level, stage.level, options),
        stage=stage,
        bs=state.bs + (halves(pack.disease(given.disease).bs) if gained else 0),
        levels=(*state.levels, stage.level) if levels else (),
        courses=(*state.courses, stage.course) if courses else (),
    )


def _roll_success(throw: Throw) -> Program[bool]:
    return (yield from attempt(throw, "success")).success
