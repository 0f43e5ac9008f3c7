"""Inside a system, and from outside without entering: crashes, doors, floods, other computing tasks (HACK-14 to 20)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, freeze
from gardien.systems.organique.rules.network.systems import (
    USUAL,
    AdministratorGiven,
    Known,
    SystemNamed,
    admin_throw,
    check_system,
    explain_administrator,
    explain_foreign_system,
    foreign,
    found_parts,
    hacker_throw,
    plain_throw,
    roll_fields,
    structural,
    system_of,
)
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.rules.tests.d20 import (
    WATCHABLE,
    Clash,
    Parts,
    ThrowBlock,
    attempt,
    clash,
    detail_of,
    throw_fields,
    watched,
)
from gardien.systems.organique.rules.tests.modifiers import check_able
from gardien.systems.organique.vocabulary import Count, Difficulty, Mods, Privilege

Scope: TypeAlias = Literal["program", "system", "for_good"]
SCOPES: dict[Scope, int] = {"program": 20, "system": 30, "for_good": 40}  # ORG-HACK-17
CLUMSY = -20  # crashing with Operating system (ORG-HACK-17)
FLOOD, MINUTES_A_POINT = 10, 10  # on the power of the system; out of service for each point (ORG-HACK-14)


# ---- crashing, locking ----


class CrashGiven(Value, frozen=True, kw_only=True):
    """Who brings down what, with which rights there."""

    hacker: Character
    system: SystemNamed
    privilege: Privilege
    skill: Literal["system_crashing", "operating_system"] = "system_crashing"
    scope: Scope = "system"
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_system("system", self.system)
        check_able("hacker", self.hacker)
        freeze(self, "mods")


class Crashed(ThrowBlock, frozen=True, kw_only=True):
    """Whether it is down."""

    crashed: bool


@procedure("crash", rules="ORG-HACK-17 ORG-HACK-15 ORG-HACK-27", dice=("d20",), headline=("crashed",))
def crash(given: CrashGiven, options: Options) -> Program[Crashed]:
    """A program, a system until somebody restarts it, or a system for good."""
    usual = SCOPES[given.scope]
    raised = foreign(given.hacker, system_of(given.system), given.skill)
    clumsy: Parts = (("unsuited_skill", CLUMSY),) if given.skill == "operating_system" else ()
    throw = hacker_throw(
        given.hacker,
        given.skill,
        options,
        mods=given.mods,
        parts=(*clumsy, *structural(given.privilege)),
        difficulty=usual + raised,
        rule="ORG-HACK-17",
        purpose="crash",
    )
    yield from explain_foreign_system(usual, raised)
    fields = yield from roll_fields(throw)
    yield from step("crashed", fields["success"], "ORG-HACK-17")
    return Crashed(crashed=fields["success"], **fields)


class LockGiven(Value, frozen=True, kw_only=True):
    """With which rights, and how far an administrator is from the machine."""

    privilege: Privilege
    minutes_until_administrator: Count = 10


class Locked(Value, frozen=True, kw_only=True):
    """Whether everybody else is out, and for how long."""

    locked: bool
    minutes: int


@procedure("lock_out", rules="ORG-HACK-18 ORG-ADV-09", headline=("locked", "minutes"))
def lock_out(given: LockGiven, options: Options) -> Program[Locked]:
    """All passwords changed, until an administrator reaches the machine and pulls the plug."""
    locked = given.privilege == "administrator"
    minutes = given.minutes_until_administrator if locked else 0
    yield from step("locked", locked, "ORG-HACK-18")
    yield from step("minutes", minutes, "ORG-HACK-18")
    return Locked(locked=locked, minutes=minutes)


# ---- a way back ----


class DoorGiven(Value, frozen=True, kw_only=True):
    """Who leaves a door in which system, with which rights, and who may be watching."""

    hacker: Character
    system: SystemNamed
    privilege: Privilege
    administrator: AdministratorGiven | None = None
    known: Known = ()
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_system("system", self.system)
        check_able("hacker", self.hacker)
        freeze(self, "mods")


class DoorLeft(ThrowBlock, frozen=True, kw_only=True):
    """Whether there is a way back."""

    admin_total: int | UnsetType = UNSET
    admin_margin: int | UnsetType = UNSET
    planted: bool


@procedure(
    "plant_back_door",
    rules="ORG-HACK-20 ORG-HACK-15 ORG-HACK-27 ORG-TEST-04",
    dice=("d20",),
    headline=("planted",),
)
def plant_back_door(given: DoorGiven, options: Options) -> Program[DoorLeft]:
    """Operating system, against the administrator’s Security where one is watching; a tie leaves no door."""
    wanted = yield from watched(*WATCHABLE, "admin_total", "admin_margin")
    watching = given.administrator
    raised = foreign(given.hacker, system_of(given.system), "operating_system")
    team = found_parts(given.known, "security_team") if watching else ()  # helps against somebody only (ORG-HACK-05)
    throw = hacker_throw(
        given.hacker,
        "operating_system",
        options,
        mods=given.mods,
        parts=(*structural(given.privilege), *team),
        difficulty=USUAL + raised,
        rule="ORG-HACK-20",
        purpose="plant_back_door",
    )
    yield from explain_foreign_system(USUAL, raised)
    if watching is None:
        tried = yield from attempt(throw, detail_of(wanted))
        yield from step("planted", tried.success, "ORG-HACK-20")
        return DoorLeft(planted=tried.success, **throw_fields(throw, tried))
    other = admin_throw(watching, "network_security", mods={}, rule="ORG-HACK-20", purpose="plant_back_door")
    yield from explain_administrator(watching, "network_security", other)
    detail = detail_of(wanted, "", detail_of(wanted, "admin_"))
    clashed = yield from clash(Clash(a=throw, b=other, resister="b", detail=detail))
    planted = clashed.winner == "a"
    yield from step("planted", planted, "ORG-TEST-04")
    assert clashed.b is not None
    return DoorLeft(
        planted=planted,
        admin_total=clashed.b.total,
        admin_margin=clashed.b.margin,
        **throw_fields(throw, clashed.a),
    )


# ---- from outside ----


class FloodGiven(Value, frozen=True, kw_only=True):
    """Who saturates which system."""

    hacker: Character
    system: SystemNamed
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_system("system", self.system)
        check_able("hacker", self.hacker)
        freeze(self, "mods")


class Flooded(ThrowBlock, frozen=True, kw_only=True):
    """For how long the system is out of service."""

    minutes_down: int


@procedure("flood", rules="ORG-HACK-14", dice=("d20",), headline=("minutes_down",))
def flood(given: FloodGiven, options: Options) -> Program[Flooded]:
    """Empty requests until the system gives way, for a time and without lasting damage."""
    wanted = yield from watched(*WATCHABLE)
    throw = hacker_throw(
        given.hacker,
        "flood",
        options,
        mods=given.mods,
        difficulty=system_of(given.system).power + FLOOD,
        rule="ORG-HACK-14",
        purpose="flood",
    )
    tried = yield from attempt(throw, detail_of(wanted, "", "margin"))
    down = MINUTES_A_POINT * tried.over if tried.success else 0
    yield from step("minutes_down", down, "ORG-HACK-14")
    return Flooded(minutes_down=down, **throw_fields(throw, tried))


# ---- memory, other tasks ----


class RecallGiven(Value, frozen=True, kw_only=True):
    """Who tries to remember what was on a screen."""

    character: Character = Character()
    difficulty: Difficulty = USUAL
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_able("character", self.character)
        freeze(self, "mods")


class Recalled(ThrowBlock, frozen=True, kw_only=True):
    """Whether it comes back."""


@procedure("recall_data", rules="ORG-HACK-30", dice=("d20",), headline=("success",))
def recall_data(given: RecallGiven, options: Options) -> Program[Recalled]:
    """INT: what was seen and not saved."""
    throw = plain_throw(
        person_of(given.character),
        options,
        mods=given.mods,
        difficulty=given.difficulty,
        rule="ORG-HACK-30",
        purpose="recall_data",
    )
    return Recalled(**(yield from roll_fields(throw)))


Task: TypeAlias = Literal["copy_protection", "compatibility", "data_piracy", "dataterm", "programming_applications"]


class TaskGiven(Value, frozen=True, kw_only=True):
    """Who does what, and what the program costs or runs on."""

    hacker: Character
    task: Task
    price: Annotated[int, Meta(ge=0, le=100_000_000)] = 0
    other_os: bool = False
    difficulty: Difficulty | None = None
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_able("hacker", self.hacker)
        freeze(self, "mods")


class TaskDone(ThrowBlock, frozen=True, kw_only=True):
    """Whether it worked."""


@procedure("computing_task", rules="ORG-HACK-06", dice=("d20",), headline=("success",))
def compute(given: TaskGiven, options: Options) -> Program[TaskDone]:
    """Breaking a copy protection, making a program run, getting one, taking over a terminal, programming."""
    parts = task_parts(given)
    difficulty = sum(part for _, part in parts) if given.difficulty is None else given.difficulty
    throw = hacker_throw(
        given.hacker,
        given.task,
        options,
        mods=given.mods,
        difficulty=difficulty,
        rule="ORG-HACK-06",
        purpose=given.task,
    )
    if given.difficulty is None and len(parts) > 1:
        yield from step("difficulty", difficulty, "ORG-HACK-06", parts)
    return TaskDone(**(yield from roll_fields(throw)))


def task_parts(given: TaskGiven) -> Parts:
    """What a task is as hard as (M14): the price of a program, another family of systems."""
    price: Parts
    if given.task == "copy_protection":
        price = (("price", 5 * (given.price // 1000)),)
        return (("usual", 15), *(price if price[0][1] else ()))
    if given.task == "data_piracy":
        price = (("price", -(-given.price // 500)),)
        return (("usual", 15), *(price if price[0][1] else ()))
    if given.task == "compatibility" and given.other_os:
        return (("usual", USUAL), ("foreign_os", 10))
    return (("usual", USUAL),)
