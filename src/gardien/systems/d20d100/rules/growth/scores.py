"""Nine scores: rolled, checked, assigned, and what follows from them (CREA, CORE, MISS)."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from gardien.core.chance import Program, less, nonzero, roll, step, watched
from gardien.core.dice import Dice
from gardien.core.errors import Refusal
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import (
    CODES,
    JET_CODES,
    Code,
    Jet,
    OwnModifier,
    Percent,
    Score,
    modifier_of,
)
from gardien.systems.d20d100.rules.growth.score_rolls import THREE_DICE, ScoreSet, rejection, throw_scores

SIZE_DICE = Dice.parse("2d6+6")  # D100-CREA-04
SCHOOLING = 3  # added to the roll that becomes EDU (D100-CREA-05)
SPEED = 9  # metres (D100-CREA-09)
BASE_DEFENCE = 15  # D100-DEF-01
MOST_OUTCOMES = 400_000  # what odds can tell apart
AVERAGE = 10  # a score that is not named

RolledCode: TypeAlias = Literal["FOR", "DEX", "CON", "PER", "INT", "POU"]
ROLLED: tuple[RolledCode, ...] = ("FOR", "DEX", "CON", "PER", "INT", "POU")  # D100-CREA-06
Rolled: TypeAlias = Annotated[int, Meta(ge=3, le=18)]
ScoreMap: TypeAlias = dict[Code, Score]


def roll_behind(code: Code, score: int) -> int:
    """The roll behind a score: EDU had three points added (D100-CREA-05)."""
    return score - SCHOOLING if code == "EDU" else score


class NothingGiven(Value, frozen=True, kw_only=True):
    """Nothing has to be known."""


class ScoresGiven(Value, frozen=True, kw_only=True):
    """Scores as they stand on the sheet, EDU after its three points; one that is left out is average."""

    scores: ScoreMap = {}

    def __post_init__(self) -> None:
        force_setattr(self, "scores", frozen_map(self.scores))

    def score(self, code: Code) -> int:
        return self.scores.get(code, AVERAGE)


def all_scores(given: Mapping[Code, int]) -> dict[Code, int]:
    """Nine scores, those that are not named being average."""
    return {code: given.get(code, AVERAGE) for code in CODES}


def modifiers_of(scores: Mapping[Code, int]) -> dict[Code, int]:
    """The modifiers of nine scores (D100-MISS-02)."""
    return {code: modifier_of(score) for code, score in all_scores(scores).items()}


def jets_of(modifiers: Mapping[Code, int]) -> dict[Jet, int]:
    """Each Jet starts at the modifier of its characteristic (D100-CREA-08, D100-CORE-03)."""
    return {jet: modifiers[code] for jet, code in JET_CODES.items()}


class ScoreGiven(Value, frozen=True, kw_only=True):
    """A score."""

    score: Annotated[int, Meta(ge=0, le=400)]


class Modified(Value, frozen=True, kw_only=True):
    """What a score adds to a d20."""

    modifier: int


@procedure("characteristic_modifier", rules="D100-MISS-02 D100-CORE-03", headline=("modifier",))
def find_modifier(given: ScoreGiven, options: Options) -> Program[Modified]:
    """Half of what a score has above ten, rounded down."""
    modifier = modifier_of(given.score)
    yield from step("modifier", modifier, "D100-MISS-02")
    return Modified(modifier=modifier)


# --- seven rolls -----------------------------------------------------------------------------------------------------


class RolledScores(Value, frozen=True, kw_only=True):
    """The seven rolls that were accepted, and those that were not."""

    attempts: int | UnsetType = UNSET
    rolls: tuple[int, ...] | UnsetType = UNSET
    modifiers: tuple[int, ...] | UnsetType = UNSET
    modifier_sum: int
    rejected: tuple[ScoreSet, ...] | UnsetType = UNSET


@procedure(
    "roll_scores",
    rules="D100-CREA-01 D100-CREA-02 D100-CREA-03 D100-MISS-02",
    dice=("d6",),
    headline=("modifier_sum",),
    endless=("attempts", "rejected"),
)
def roll_sets(given: NothingGiven, options: Options) -> Program[RolledScores]:
    """Throw 3d6 seven times, all seven again while they are too alike, too weak or too strong."""
    wanted = yield from watched("rolls", "modifiers", "attempts", "rejected")
    looked_at, kept = bool(wanted), bool(wanted & {"attempts", "rejected"})
    if looked_at and not kept:  # only odds look at one without the other: sixteen faces to the seventh
        raise Refusal("odds/too_many", kind="refused", most=MOST_OUTCOMES)
    tries = yield from throw_scores(looked_at, kept, options)
    modifiers = tuple(modifier_of(one) for one in tries.accepted.rolls)
    yield from step("modifier_sum", tries.accepted.total, "D100-CREA-03")
    attempts = len(tries.rejected) + 1
    if kept:
        yield from step("attempts", attempts, "D100-CREA-02")
    return RolledScores(
        attempts=attempts if kept else UNSET,
        rolls=tries.accepted.rolls if looked_at else UNSET,
        modifiers=modifiers if looked_at else UNSET,
        modifier_sum=tries.accepted.total,
        rejected=tries.rejected if kept else UNSET,
    )


class CheckGiven(Value, frozen=True, kw_only=True):
    """Seven values, rolled or chosen."""

    rolls: Annotated[tuple[Rolled, ...], Meta(min_length=7, max_length=7)]


class Checked(Value, frozen=True, kw_only=True):
    """Whether seven values would be kept."""

    modifiers: tuple[int, ...]
    modifier_sum: int
    accepted: bool
    reason: Literal["ok", "no_high", "no_low", "sum_too_low", "sum_too_high"]


@procedure("check_scores", rules="D100-CREA-02 D100-CREA-03 D100-CREA-07", headline=("accepted", "reason"))
def check_rolls(given: CheckGiven, options: Options) -> Program[Checked]:
    """One above 13, one below 10, a sum of modifiers within bounds; where scores are chosen it only warns."""
    modifiers = tuple(modifier_of(one) for one in given.rolls)
    total = sum(modifiers)
    reason = rejection(modifiers, options)
    yield from step("modifier_sum", total, "D100-CREA-03")
    rule = "D100-CREA-02" if reason in ("no_high", "no_low") else "D100-CREA-03"
    yield from step("reason", reason or "ok", rule)
    kept = "D100-CREA-07" if options.creation_method == "choose" else rule
    yield from step("accepted", reason is None, kept)
    return Checked(modifiers=modifiers, modifier_sum=total, accepted=reason is None, reason=reason or "ok")


class SizeLooks(Value, frozen=True, kw_only=True):
    """The two scores that are never exchanged."""

    tai: int
    app: int


@procedure("roll_size_looks", rules="D100-CREA-04 D100-MISS-02", dice=("d6",), headline=("tai", "app"))
def roll_size(given: NothingGiven, options: Options) -> Program[SizeLooks]:
    """Two dice and six for TAI, three dice for APP."""
    tai = yield from roll(SIZE_DICE, "d6", purpose="tai")
    app = yield from roll(THREE_DICE, "d6", purpose="app")
    yield from step("tai", tai, "D100-CREA-04", (("dice", tai - 6), ("base", 6)))
    yield from step("app", app, "D100-CREA-04")
    return SizeLooks(tai=tai, app=app)


class AssignGiven(Value, frozen=True, kw_only=True):
    """Where each roll goes; a code that is left out has 10."""

    edu_roll: Rolled
    rolls: dict[RolledCode, Rolled] = {}
    tai: Annotated[int, Meta(ge=1, le=30)] = 13
    app: Annotated[int, Meta(ge=1, le=30)] = 10

    def __post_init__(self) -> None:
        force_setattr(self, "rolls", frozen_map(self.rolls))


class Assigned(Value, frozen=True, kw_only=True):
    """Nine final scores and what they start."""

    scores: dict[Code, int]
    modifiers: dict[Code, int]
    jets: dict[Jet, int]
    education: int


def education_of(edu_roll: int) -> int:
    """The row of table C: 1 reads with difficulty, 8 is a doctor (D100-CREA-05, D100-MISS-02)."""
    return max(1, min(8, (edu_roll - 1) // 2))


@procedure(
    "assign_scores",
    rules="D100-CREA-05 D100-CREA-06 D100-CREA-08 D100-CORE-03 D100-MISS-02",
    headline=("scores", "education"),
)
def assign(given: AssignGiven, options: Options) -> Program[Assigned]:
    """One roll becomes EDU and gains three, six others go where one likes, TAI and APP stay."""
    education = given.edu_roll + SCHOOLING
    scores: dict[Code, int] = {code: given.rolls.get(code, AVERAGE) for code in ROLLED}
    scores |= {"EDU": education, "TAI": given.tai, "APP": given.app}
    modifiers = modifiers_of(scores)
    yield from step("EDU", education, "D100-CREA-05", (("edu_roll", given.edu_roll), ("schooling", SCHOOLING)))
    yield from step("education", education_of(given.edu_roll), "D100-MISS-02")
    return Assigned(
        scores=frozen_map(scores),
        modifiers=frozen_map(modifiers),
        jets=frozen_map(jets_of(modifiers)),
        education=education_of(given.edu_roll),
    )


class StartGiven(Value, frozen=True, kw_only=True):
    """A campaign, or a single scenario."""

    campaign: bool = True


class Started(Value, frozen=True, kw_only=True):
    """What every new investigator has."""

    mythos: int = 0
    destiny: int
    xp: int = 0
    speed: float = SPEED
    defence_bonus: int = 0
    temp_damage: int = 0


@procedure(
    "start_values",
    rules="D100-CREA-09 D100-DEST-01 D100-MAGIC-03",
    headline=("destiny", "speed"),
)
def start(given: StartGiven, options: Options) -> Program[Started]:
    """Nothing known of the Mythos, no experience, nine metres; a point of Destiny where a campaign begins."""
    destiny = 1 if given.campaign else 0
    yield from step("mythos", 0, "D100-MAGIC-03")
    yield from step("destiny", destiny, "D100-DEST-01")
    yield from step("speed", SPEED, "D100-CREA-09")
    return Started(destiny=destiny)


# --- what follows ----------------------------------------------------------------------------------------------------


def damage_bonus_of(total: int) -> int:
    """The flat bonus of FOR and TAI together; from 41 on, the mean of the percentile game’s d6 (D100-MISS-02)."""
    if total >= 41:
        return 7 * (2 + (total - 41) // 16) // 2
    return next(bonus for least, bonus in BONUS_FROM if total >= least)


BONUS_FROM = ((37, 4), (33, 3), (29, 2), (25, 1), (17, 0), (13, -2), (0, -3))


class BonusGiven(Value, frozen=True, kw_only=True):
    """Strength and size."""

    for_score: Annotated[int, Meta(ge=0, le=400)]
    tai_score: Annotated[int, Meta(ge=0, le=400)]


class BonusFound(Value, frozen=True, kw_only=True):
    """What a body adds to its blows."""

    total: int
    bonus: int


@procedure("damage_bonus", rules="D100-WPN-03 D100-MISS-02", headline=("bonus",))
def find_bonus(given: BonusGiven, options: Options) -> Program[BonusFound]:
    """A flat number by FOR and TAI, added to blows and throws, never to shots."""
    total = given.for_score + given.tai_score
    yield from step("total", total, "D100-MISS-02", (("FOR", given.for_score), ("TAI", given.tai_score)))
    yield from step("bonus", damage_bonus_of(total), "D100-WPN-03")
    return BonusFound(total=total, bonus=damage_bonus_of(total))


def life_of(scores: Mapping[Code, int], bonus: int = 0) -> int:
    """PV max: the mean of CON and TAI rounded up, at least 1 (D100-CREA-10, D100-MISS-02)."""
    return max(1, (scores.get("CON", AVERAGE) + scores.get("TAI", AVERAGE) + 1) // 2 + bonus)


class DeriveGiven(ScoresGiven, frozen=True, kw_only=True):
    """Scores, and what traits, armour and experience change."""

    reflexes: OwnModifier | None = None
    initiative_bonus: Annotated[int, Meta(ge=-10, le=10)] = 0
    pv_bonus: Annotated[int, Meta(ge=-10, le=10)] = 0
    san_bonus: Annotated[int, Meta(ge=-20, le=20)] = 0
    speed_bonus: Annotated[float, Meta(ge=-9, le=9)] = 0
    defence_bonus: Annotated[int, Meta(ge=-10, le=10)] = 0
    dodge_bonus: Annotated[int, Meta(ge=0, le=5)] = 0
    armour_penalty: Annotated[int, Meta(ge=-5, le=0)] = 0
    mythos: Percent = 0


class Derived(Value, frozen=True, kw_only=True):
    """Everything an investigator’s scores bring."""

    modifiers: dict[Code, int]
    jets: dict[Jet, int]
    pv_max: int
    pv_half: int
    pv_quarter: int
    pm_max: int
    san_max: int
    san: int
    san_20: int
    initiative: int
    defence: int
    defence_flat: int
    damage_bonus: int
    speed: float


def derived_values(given: DeriveGiven, options: Options) -> Derived:
    """The formulas, for the procedure and for every sheet (D100-CREA-10, D100-MISS-02)."""
    modifiers = modifiers_of(given.scores)
    jets = jets_of(modifiers)
    reflexes = jets["reflexes"] if given.reflexes is None else given.reflexes
    dodging = modifiers["DEX"] if options.defence_uses_dex else reflexes
    quick = reflexes if options.reflex_raises_initiative else modifiers["DEX"]
    fixed = BASE_DEFENCE + given.defence_bonus + given.armour_penalty
    pv_max = life_of(given.scores, given.pv_bonus)
    san_max = 99 - given.mythos
    san = min(san_max, max(0, 5 * given.score("POU") + given.san_bonus))
    return Derived(
        modifiers=frozen_map(modifiers),
        jets=frozen_map({**jets, "reflexes": reflexes}),
        pv_max=pv_max,
        pv_half=pv_max // 2,
        pv_quarter=pv_max // 4,
        pm_max=given.score("POU"),
        san_max=san_max,
        san=san,
        san_20=(san + 4) // 5,
        initiative=quick + given.initiative_bonus,
        defence=fixed + dodging + given.dodge_bonus,
        defence_flat=fixed + min(0, dodging),
        damage_bonus=damage_bonus_of(given.score("FOR") + given.score("TAI")),
        speed=SPEED + given.speed_bonus,
    )


@procedure(
    "derive",
    rules="D100-CREA-08 D100-CREA-10 D100-DEF-01 D100-DEF-02 D100-HEALTH-01 D100-HEALTH-04 D100-MISS-02",
    headline=("pv_max", "pm_max", "san", "defence", "defence_flat", "initiative", "damage_bonus"),
)
def derive(given: DeriveGiven, options: Options) -> Program[Derived]:
    """PV and their thresholds, PM, SAN, initiative, Defence, damage bonus."""
    derived = derived_values(given, options)
    dodging = derived.modifiers["DEX"] if options.defence_uses_dex else derived.jets["reflexes"]
    mean = life_of(given.scores)
    yield from step("pv_max", derived.pv_max, "D100-CREA-10", (("base", mean), ("pv_bonus", given.pv_bonus)), (1, 1000))
    yield from step("pv_half", derived.pv_half, "D100-HEALTH-04")
    yield from step("pv_quarter", derived.pv_quarter, "D100-HEALTH-04")
    yield from step("pm_max", derived.pm_max, "D100-CREA-10")
    yield from step("san_max", derived.san_max, "D100-MISS-02", (("base", 99), less("mythos", given.mythos)))
    parts = (("base", 5 * given.score("POU")), ("san_bonus", given.san_bonus))
    yield from step("san", derived.san, "D100-CREA-10", parts, (0, derived.san_max))
    yield from step("san_20", derived.san_20, "D100-MISS-02")
    quick = derived.initiative - given.initiative_bonus
    named = "reflexes" if options.reflex_raises_initiative else "DEX"
    parts = ((named, quick), ("initiative_bonus", given.initiative_bonus))
    yield from step("initiative", derived.initiative, "D100-CREA-10", parts)
    yield from step(
        "defence", derived.defence, "D100-DEF-01", defence_parts(given, dodging, flat=False, options=options)
    )
    flat = defence_parts(given, dodging, flat=True, options=options)
    yield from step("defence_flat", derived.defence_flat, "D100-DEF-02", flat)
    yield from step("damage_bonus", derived.damage_bonus, "D100-MISS-02")
    yield from step("speed", derived.speed, "D100-CREA-09")
    return derived


def defence_parts(given: DeriveGiven, dodging: int, *, flat: bool, options: Options) -> tuple[tuple[str, int], ...]:
    """What a Defence is made of; caught flat-footed, what helps is lost (D100-DEF-01, D100-DEF-02)."""
    parts = (
        ("base", BASE_DEFENCE),
        ("DEX" if options.defence_uses_dex else "reflexes", min(0, dodging) if flat else dodging),
        ("defence_bonus", given.defence_bonus),
        ("dodge_bonus", 0 if flat else given.dodge_bonus),
        ("armour_penalty", given.armour_penalty),
    )
    return nonzero(*parts)
