"""One throw of one side: how many dice fall, and what they come to (ACT, DEG, ADV, FOR, COO, OCC)."""

from typing import Literal

from gardien.core.chance import Program, roll
from gardien.core.dice import D6, Keep, Pool, Pooled
from gardien.core.values import Value
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.vocabulary import FORCED_DIE, TOP, Actor, Category, Member, Opposition

ENDLESS = 0  # a pool without limit: the kept die is certain (YAC-ODD-10)

Degree = Literal[
    "critical_failure",
    "major_failure",
    "failure",
    "minor_failure",
    "minor_success",
    "success",
    "major_success",
    "critical_success",
]
DEGREES: tuple[tuple[int, Degree], ...] = (  # Table 3, YAC-DEG-01: from this margin on
    (6, "critical_success"),
    (4, "major_success"),
    (2, "success"),
    (1, "minor_success"),
    (0, "minor_failure"),
    (-2, "failure"),
    (-4, "major_failure"),
    (-5, "critical_failure"),
)


def degree_of(margin: int) -> Degree:
    """The name of a margin (YAC-DEG-01, YAC-DEG-02)."""
    return next(name for least, name in DEGREES if margin >= least)


class Facing(Value, frozen=True):
    """The opposition as the dice meet it: one bare die, or a fixed value (YAC-ACT-05 to YAC-ACT-08)."""

    active: bool = False
    value: int = 0
    bonus: int = 0


def facing(opposition: Opposition, options: Options) -> Facing:
    """An opponent's level reaches the dO only by the table's choice (YAC-ACT-08); whoever acts throws the dA, be it an
    NPC or an investigator, and whoever resists is the dO (YAC-NPC-04)."""
    if opposition.active:
        return Facing(True, bonus=opposition.level if options.npc_skill_on_opposition else 0)
    return Facing(False, opposition.fixed_value())


class Throw(Value, frozen=True, kw_only=True):
    """Everything that decides which dice fall and what they come to."""

    pool: int
    keep: Keep = "highest"
    die: str = "dT"
    forced: tuple[str, ...] = ()  # who forces, in member order
    level: int = 0
    facing: Facing = Facing()
    level_first: bool = False  # the level counts before the forced die (YAC-FOR-05)
    seen: tuple[int, ...] | Literal[-1] = ()  # action dice looked at one by one
    seen_forced: tuple[int, ...] | Literal[-1] = ()  # forced dice looked at one by one
    who: str = ""


class Fallen(Value, frozen=True):
    """The dice as they lie."""

    action: Pooled
    forced: Pooled
    opposition: int


class Judged(Value, frozen=True):
    """What the dice come to."""

    kept: int
    raw: int
    bar: int  # a forced die above this calls for a check
    result: int
    margin: int


def throw_dice(throw: Throw) -> Program[Fallen]:
    """Action dice, then forced dice, then the one die of an active opposition (YAC-GEN-01, YAC-ACT-08, YAC-FOR-01)."""
    if throw.pool == ENDLESS:
        action = Pooled((), TOP if throw.keep == "highest" else 1)
    else:
        action = yield from roll(Pool(throw.pool, 6, throw.keep, throw.seen), "dA", throw.who)
    forced = Pooled((), 0)
    if throw.forced:
        forced = yield from roll(Pool(len(throw.forced), 6, "highest", throw.seen_forced), throw.die, throw.forced)
    opposition = throw.facing.value
    if throw.facing.active:
        face = yield from roll(D6, "dO")
        opposition = min(TOP, face + throw.facing.bonus)
    return Fallen(action, forced, opposition)


def judge(throw: Throw, fallen: Fallen) -> Judged:
    """Keep the action dice, let a higher forced die take over, add the level, stop at 6, compare.

    The dice are compared bare and the level comes last (YAC-FOR-05, YAC-OCC-02), unless the table adds it first. A
    disadvantage is settled among the action dice, whatever the forced die shows (YAC-FOR-03). Margins lie between −5
    (1 against a dO of 6) and +6 (6 against nothing, YAC-ACT-10).
    """
    kept = kept_of(throw, fallen)
    best_forced = max(fallen.forced.seen, default=0)
    best_forced = max(best_forced, fallen.forced.rest)
    raw = max(kept, best_forced)
    if throw.level_first:
        bar = min(TOP, kept + throw.level)
        result = max(bar, best_forced)
    else:
        bar = kept
        result = min(TOP, raw + throw.level)
    return Judged(kept, raw, bar, result, result - fallen.opposition)


def kept_of(throw: Throw, fallen: Fallen) -> int:
    """The action die that counts: the highest, or under a disadvantage the lowest (YAC-ADV-01, YAC-ADV-02)."""
    faces = fallen.action.seen + ((fallen.action.rest,) if fallen.action.rest else ())
    return max(faces) if throw.keep == "highest" else min(faces)


# --- how many dice ---------------------------------------------------------------------------------------------------


def levels_mode(actors: tuple[Actor, ...], options: Options) -> bool:
    """Whether occupations count by level in this call, for all its actors alike (YAC-GEN-02, YAC-OCC-10)."""
    if options.skill_mode is not None:
        return options.skill_mode == "levels"
    return any(actor.level >= 1 and actor.kind != "creature" for actor in actors)


def level_of(actor: Actor, by_levels: bool) -> int:
    """The level an actor brings; a creature's is part of its nature (YAC-GEN-02, YAC-OCC-06)."""
    return actor.level if by_levels or actor.kind == "creature" else 0


def pool_for_one(advantage: bool, disadvantage: bool) -> tuple[int, Keep]:
    """Two dice when exactly one of the two applies; both at once cancel (YAC-ADV-03, YAC-ADV-04, YAC-ADV-05)."""
    net = advantage - disadvantage
    return 1 + abs(net), "lowest" if net < 0 else "highest"


def pool_for(
    members: tuple[Member, ...], helped: bool, hampered: bool, by_levels: bool, options: Options
) -> tuple[int, Keep]:
    """The action dice of a group and which of them counts (YAC-COO-01, YAC-COO-02, YAC-COO-03)."""
    experts = 0 if by_levels else sum(member.personal_advantage for member in members)
    handicapped = sum(member.personal_disadvantage for member in members)
    if len(members) == 1:
        return pool_for_one(helped or experts > 0, hampered or handicapped > 0)
    everybody = handicapped == len(members)
    net = len(members) - 1 + experts + helped
    if options.personal_disadvantage_cancels_die:
        net = max(-1 if everybody else 0, net - hampered - handicapped)
    else:
        net -= hampered or everybody
    return 1 + abs(net), "lowest" if net < 0 else "highest"


def shared_level(members: tuple[Member, ...], share: str, by_levels: bool) -> int:
    """One level for the whole group: the best if it helps the others, else the lowest (YAC-COO-06)."""
    levels = [level_of(member, by_levels) for member in members]
    return max(levels) if share == "highest" else min(levels)


def forced_names(members: tuple[Member, ...]) -> tuple[str, ...]:
    """Who adds a forced die, in member order."""
    return tuple(member.name for member in members if member.forced)


def throw_for(
    members: tuple[Member, ...],
    category: Category,
    pool: int,
    keep: Keep,
    level: int,
    against: Facing,
    options: Options,
    who: str = "",
) -> Throw:
    """The throw of a side whose dice are counted."""
    return Throw(
        pool=pool,
        keep=keep,
        die=FORCED_DIE[category],
        forced=forced_names(members),
        level=level,
        facing=against,
        level_first=options.bonus_before_forced,
        who=who,
    )
