"""At the wheel: what a manoeuvre is thrown with, and what speed makes of it (VEH-01 to VEH-03, M8)."""

from fractions import Fraction
from math import ceil, floor
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from gardien.core.chance import Program, nonzero, step
from gardien.core.inputs import BadField, check_among
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, freeze
from gardien.systems.organique.rules.person import Person, person_of
from gardien.systems.organique.rules.tests.characteristic import Checked
from gardien.systems.organique.rules.tests.d20 import WATCHABLE, Parts, Throw, attempt, detail_of, throw_fields, watched
from gardien.systems.organique.rules.tests.modifiers import (
    check_able,
    conscious_parts,
    is_spent,
    named_parts,
    skill_bonus,
    total,
)
from gardien.systems.organique.vocabulary import Difficulty, Mods, Signed, SpeedMode, Trained

Speed: TypeAlias = Annotated[float, Meta(ge=0, le=10_000)]  # VIT: metres a turn
OTHER = "other"  # what nobody has written down
ManoeuvreKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=[*pack.keys("vehicles", "manoeuvre"), OTHER])]
Evasion: TypeAlias = Literal["slide", "ramp", "dodge"]  # what a vehicle answers an attack with (ORG-VEH-04)
Pace: TypeAlias = SpeedMode | Literal["bonus"]  # what speed does to one manoeuvre, by the game master’s word
USUAL = 20  # a manoeuvre that is not in the list
SLOWS = 10  # so much speed costs or gives a point, where speed is a malus or an advantage (ORG-VEH-03)
LOST = -6  # missed by so much, a manoeuvre ends in regaining control (M8)
PER_METRE, CARRIES = 6, 5  # a jump: for each metre, and a point less for so much speed (M8)


class Driving(Value, frozen=True, kw_only=True):
    """A vehicle in somebody’s hands: how well they drive it, how it handles, how fast it goes."""

    level: Trained = 1
    manoeuvrability: Signed = 0
    difficulty: Difficulty | None = None
    speed: Speed = 0
    speed_mode: Pace | None = None


class Evading(Driving, frozen=True, kw_only=True):
    """A vehicle that answers an attack: it slides, leaps or swerves away (ORG-VEH-04)."""

    manoeuvre: Evasion = "dodge"


class Course(Value, frozen=True, kw_only=True):
    """What speed makes of a manoeuvre: a harder one or an easier, a malus or a bonus (ORG-VEH-03)."""

    difficulty: int
    raised: int = 0
    mod: int = 0


def course_of(given: Driving, manoeuvre: str, options: Options, metres: float | None = None) -> Course:
    """A manoeuvre at this speed: as the game master says, else as the table plays all, else as M8 has it."""
    row = None if manoeuvre == OTHER else pack.manoeuvre(manoeuvre)
    usual = USUAL if row is None else row.difficulty
    mode = given.speed_mode or options.speed_mode or ("none" if row is None else row.speed_mode)
    if metres is not None and given.difficulty is None:
        return _jump(metres, given.speed, usual)
    difficulty = usual if given.difficulty is None else given.difficulty
    if mode == "raise":
        return Course(difficulty=difficulty, raised=max(0, floor(given.speed) - difficulty))
    weighs = {"malus": -1, "bonus": 1}.get(mode, 0)
    return Course(difficulty=difficulty, mod=weighs * floor(given.speed / SLOWS))


def _jump(metres: float, speed: float, least: int) -> Course:
    """Six for each metre, less what speed carries, and never easier than that (M8)."""
    far = max(least, ceil(PER_METRE * Fraction(str(metres))))
    return Course(difficulty=far, raised=max(least, far - floor(speed / CARRIES)) - far)


def drive_throw(
    given: Driving,
    driver: Person,
    course: Course,
    weighs: Parts,
    luck: bool,
    prefix: str = "",
    purpose: str = "manoeuvre",
    who: str = "",
) -> Throw:
    """AGI, skill and vehicle against the manoeuvre (ORG-VEH-01, ORG-VEH-02)."""
    parts = (
        ("level", skill_bonus(given.level)),
        ("manoeuvrability", given.manoeuvrability),
        ("speed", course.mod),
        *weighs,
    )
    mods = nonzero(*parts)
    return Throw(
        base=driver.value("AGI"),
        mod=total(mods),
        mods=mods,
        difficulty=course.difficulty + course.raised,
        luck=luck,
        spent=is_spent(driver, "AGI"),
        rule="ORG-VEH-01",
        prefix=prefix,
        by=driver.name,
        purpose=purpose,
        who=who,
    )


def explain_course(course: Course, prefix: str = "") -> Program[None]:
    """The difficulty as a reason, where speed has changed it."""
    if course.raised:
        parts = (("manoeuvre", course.difficulty), ("speed", course.raised))
        yield from step(f"{prefix}difficulty", course.difficulty + course.raised, "ORG-VEH-03", parts)


# ---- a manoeuvre ----


class ManoeuvreGiven(Driving, frozen=True, kw_only=True):
    """Who drives what, how fast, and what they try."""

    driver: Character
    manoeuvre: ManoeuvreKey = OTHER
    metres: Annotated[float, Meta(ge=0.1, le=1000)] | None = None  # of a jump
    mods: Mods = {}
    luck: bool = True

    def __post_init__(self) -> None:
        check_among("manoeuvre", self.manoeuvre, [*pack.keys("vehicles", "manoeuvre"), OTHER])
        check_able("driver", self.driver)
        if self.manoeuvre == "jump" and self.metres is None and self.difficulty is None:
            raise BadField("metres", "field/missing", "ORG-VEH-03", allowed="m")
        if self.manoeuvre != "jump" and self.metres is not None:
            raise BadField("metres", "field/not_allowed", "ORG-VEH-03", came=str(self.metres), allowed=["jump"])
        if self.metres is not None and self.difficulty is None and self.speed_mode not in (None, "none"):
            raise BadField("speed_mode", "field/not_allowed", "ORG-VEH-03", came=self.speed_mode, allowed=["none"])
        freeze(self, "mods")


@procedure("manoeuvre", rules="ORG-VEH-01 ORG-VEH-02 ORG-VEH-03", dice=("d20",), headline=("success",))
def drive(given: ManoeuvreGiven, options: Options) -> Program[Checked]:
    """AGI, the skill and the vehicle against the manoeuvre, harder at speed where speed hinders it."""
    wanted = yield from watched(*WATCHABLE)
    driver, course = person_of(given.driver), course_of(given, given.manoeuvre, options, given.metres)
    weighs = (*conscious_parts(driver, options), *named_parts(given.mods))
    throw = drive_throw(given, driver, course, weighs, given.luck)
    yield from explain_course(course)
    tried = yield from attempt(throw, detail_of(wanted))
    return Checked(**throw_fields(throw, tried))
