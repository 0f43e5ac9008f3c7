"""At the wheel: manoeuvres, and those that run into people (VEH-01 to VEH-04, M8)."""

from math import floor
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, call, step, tail
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, Damage, State, freeze
from gardien.systems.organique.rules.fight.declared import (
    NO_REACTION,
    Attack,
    BothThrows,
    Reaction,
    ReactionGiven,
    reaction_of,
)
from gardien.systems.organique.rules.fight.exchange import TARGET, answer_throw
from gardien.systems.organique.rules.fight.weapons import Weapon
from gardien.systems.organique.rules.person import Person, halves, person_of, state_changes, state_of
from gardien.systems.organique.rules.tests.characteristic import Checked
from gardien.systems.organique.rules.tests.d20 import WATCHABLE, Parts, Throw, attempt, detail_of, throw_fields, watched
from gardien.systems.organique.rules.tests.modifiers import (
    check_able,
    combat_parts,
    conscious_parts,
    is_spent,
    named_parts,
    skill_bonus,
    total,
)
from gardien.systems.organique.vocabulary import Difficulty, Mods, Signed, SpeedMode, Trained

Speed: TypeAlias = Annotated[float, Meta(ge=0, le=10_000)]  # VIT: metres a turn
Manoeuvre: TypeAlias = Literal[
    "stairs", "tight_turn", "emergency_stop", "hand_brake_turn", "slalom", "slide", "ramp", "dodge", "ram",
    "two_wheels", "regain_control", "other",
]  # fmt: skip
Assault: TypeAlias = Literal["slide", "ramp", "ram"]
ON_FOOT = ("none", "dodge", "leap", "drop")  # what somebody on foot can do about a vehicle
USUAL = 20  # a manoeuvre that is not in the list
SLOWS = 10  # so much speed costs a point, where speed is a malus (ORG-VEH-03)
ASSAULT = (
    "attack_die", "attack_total", "attack_margin", "attack_auto", "defence_die", "defence_total", "defence_margin",
    "defence_auto", "defender", "driver",
)  # fmt: skip


class DriverGiven(Value, frozen=True, kw_only=True):
    """Who drives what, how fast, and what it takes: what every manoeuvre asks."""

    driver: Character
    level: Trained = 1
    manoeuvrability: Signed = 0
    difficulty: Difficulty | None = None
    speed: Speed = 0
    speed_mode: SpeedMode | None = None
    mods: Mods = {}


class Course(Value, frozen=True, kw_only=True):
    """What speed makes of a manoeuvre: a harder one, or a malus (ORG-VEH-03)."""

    difficulty: int
    raised: int = 0
    malus: int = 0


def course_of(given: DriverGiven, manoeuvre: Manoeuvre, options: Options) -> Course:
    """A manoeuvre at this speed: as the game master says, else as the table plays all, else as M8 has it."""
    row = None if manoeuvre == "other" else pack.manoeuvre(manoeuvre)
    usual = USUAL if row is None else row.difficulty
    difficulty = usual if given.difficulty is None else given.difficulty
    mode = given.speed_mode or options.speed_mode or ("none" if row is None else row.speed_mode)
    if mode == "raise":
        return Course(difficulty=difficulty, raised=max(0, floor(given.speed) - difficulty))
    return Course(difficulty=difficulty, malus=-floor(given.speed / SLOWS) if mode == "malus" else 0)


def drive_throw(
    given: DriverGiven,
    driver: Person,
    course: Course,
    weighs: Parts,
    luck: bool,
    prefix: str = "",
    purpose: str = "manoeuvre",
) -> Throw:
    """AGI, skill and vehicle against the manoeuvre (ORG-VEH-01, ORG-VEH-02)."""
    parts = (
        ("level", skill_bonus(given.level)),
        ("manoeuvrability", given.manoeuvrability),
        ("speed", course.malus),
        *weighs,
        *named_parts(given.mods),
    )
    mods = tuple(part for part in parts if part[1])
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
    )


def explain_course(course: Course, prefix: str = "") -> Program[None]:
    """The difficulty as a reason, where speed has raised it."""
    if course.raised:
        parts = (("manoeuvre", course.difficulty), ("speed", course.raised))
        yield from step(f"{prefix}difficulty", course.difficulty + course.raised, "ORG-VEH-03", parts)


# ---- a manoeuvre ----


class ManoeuvreGiven(DriverGiven, frozen=True, kw_only=True):
    """Who drives what, how fast, and what they try."""

    manoeuvre: Manoeuvre = "other"
    luck: bool = True

    def __post_init__(self) -> None:
        check_able("driver", self.driver)
        freeze(self, "mods")


@procedure("manoeuvre", rules="ORG-VEH-01 ORG-VEH-02 ORG-VEH-03", dice=("d20",), headline=("success",))
def drive(given: ManoeuvreGiven, options: Options) -> Program[Checked]:
    """AGI, the skill and the vehicle against the manoeuvre, harder at speed where speed hinders it."""
    wanted = yield from watched(*WATCHABLE)
    driver, course = person_of(given.driver), course_of(given, given.manoeuvre, options)
    throw = drive_throw(given, driver, course, conscious_parts(driver, options), given.luck)
    yield from explain_course(course)
    tried = yield from attempt(throw, detail_of(wanted))
    return Checked(**throw_fields(throw, tried))


# ---- into somebody ----


class AssaultGiven(DriverGiven, frozen=True, kw_only=True):
    """Who drives into whom, and what that one does about it."""

    manoeuvre: Assault = "ramp"
    target: Character
    reaction: ReactionGiven = NO_REACTION

    def __post_init__(self) -> None:
        driver, kind = person_of(self.driver), self.reaction.kind
        if not driver.can_act:
            raise BadField("driver", "act/unable", "ORG-END-06" if driver.exhausted else "ORG-HP-05")
        if kind not in ON_FOOT:
            raise BadField("reaction.kind", "field/not_allowed", "ORG-VEH-04", came=kind, allowed=list(ON_FOOT))
        if kind != "none" and not person_of(self.target).can_act:
            raise BadField("reaction", "act/unable", "ORG-REA-08")
        freeze(self, "mods")


class Assaulted(BothThrows, frozen=True, kw_only=True):
    """Whether the vehicle struck, what it did, and both afterwards."""

    hit: bool
    damage: Damage
    defender: State | UnsetType = UNSET
    driver: State | UnsetType = UNSET  # the −10 of an extended action is used up (ORG-MOD-05)

    def changes(self, given: AssaultGiven, options: Options) -> tuple[Change, ...]:
        whom = given.target.name or TARGET
        return (*state_changes(given.driver, self.driver), *state_changes(given.target, self.defender, whom))


SHARED = tuple(name for name in Assaulted.__struct_fields__ if name not in ("defender", "driver"))


def impact(manoeuvre: Assault, speed: float) -> int:
    """What a vehicle does to somebody on foot, c in halves: by itself, and by its speed (M8)."""
    row = pack.manoeuvre(manoeuvre)
    return halves(row.damage_c + floor(speed / row.per_speed))


@procedure(
    "vehicle_attack",
    rules="ORG-VEH-04 ORG-VEH-03 ORG-TEST-04 ORG-REA-01",
    dice=("d20",),
    headline=("hit", "damage"),
)
def drive_into(given: AssaultGiven, options: Options) -> Program[Assaulted]:
    """A manoeuvre against the reaction of somebody on foot, margin against margin; what strikes goes through armour."""
    wanted = yield from watched(*ASSAULT)
    driver, target = person_of(given.driver), person_of(given.target)
    course = course_of(given, given.manoeuvre, options)
    weighs = (*combat_parts(driver, options), ("size", target.frame.size_mod))
    throw = drive_throw(given, driver, course, weighs, not options.combat_not_luck, "attack_", given.manoeuvre)
    # it strikes as a blunt weapon does; what a slide does beside that stands below
    vehicle = Weapon(name="vehicle", group="other", c=impact(given.manoeuvre, given.speed))
    attack = Attack(action="strike", weapon=vehicle)
    yield from explain_course(course, "attack_")
    reaction = reaction_of(given.reaction, target)
    return tail(call(_run_into, driver, target, attack, reaction, throw, given.manoeuvre, options, wanted))


def _run_into(
    driver: Person,
    target: Person,
    attack: Attack,
    reaction: Reaction,
    throw: Throw,
    manoeuvre: Assault,
    options: Options,
    wanted: frozenset[str],
) -> Program[Assaulted]:
    """The manoeuvre as it was thrown; some end with whoever is struck on the ground (M8)."""
    exchanged = yield from apply(answer_throw, driver, target, attack, reaction, throw, options, wanted)
    hit, after = exchanged.result.hit is True, exchanged.defender
    if hit and pack.manoeuvre(manoeuvre).prone:
        after = after.having(prone=True)
        yield from step("prone", True, "ORG-VEH-04", who=target.name or TARGET)
    fields: dict[str, Any] = {name: getattr(exchanged.result, name) for name in SHARED}
    return Assaulted(
        **fields,
        defender=state_of(after) if "defender" in wanted else UNSET,
        driver=state_of(exchanged.attacker) if "driver" in wanted else UNSET,
    )
