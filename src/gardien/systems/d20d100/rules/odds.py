"""Exact chances as answers of their own (ODDS): every procedure here weighs the very rules that play."""

from fractions import Fraction
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, call, exact_odds, step
from gardien.core.interpreters.odds import Odds
from gardien.core.procedure import procedure
from gardien.core.terms import fraction
from gardien.core.values import Value
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.damage import engulf
from gardien.systems.d20d100.rules.body.wounds import NOTHING
from gardien.systems.d20d100.rules.character import (
    AreaTarget,
    DiceText,
    Difficulty,
    LifeMax,
    Modifier,
    Mods,
    OwnModifier,
    Penetration,
    Protection,
    ProtectionKind,
    check_dice,
    check_protection,
)
from gardien.systems.d20d100.rules.fight.attack import StrikeResult, Stroke, strike, stroke_of
from gardien.systems.d20d100.rules.fight.attack_modifiers import Attack, Defence, HitGiven
from gardien.systems.d20d100.rules.fight.bursts import goes_off, reach_at
from gardien.systems.d20d100.rules.fight.series import PlannedShot, volley
from gardien.systems.d20d100.rules.tests.d20 import SKILL, attempt
from gardien.systems.d20d100.rules.tests.opposed import Kind, Sides, meet

EACH = 5  # per cent in one face of a d20 (D100-ODDS-01)
FACES = 21  # one more than the faces of the die: equality succeeds
COUNTED = frozenset(("hits",))


# ---- a test ----


class OddsTestGiven(Value, frozen=True, kw_only=True):
    """A test to be weighed."""

    modifier: Modifier
    difficulty: Difficulty = SKILL
    mods: Mods = ()


class OddsTest(Value, frozen=True, kw_only=True):
    """The chance on paper, and the one in play."""

    theoretical_percent: int
    practical_percent: int
    probability: str


@procedure(
    "odds_test",
    rules="D100-ODDS-01 D100-ODDS-02 D100-ODDS-05 D100-TEST-05",
    headline=("practical_percent",),
)
def odds_of_test(given: OddsTestGiven, options: Options) -> Program[OddsTest]:
    """Five per cent for each face that succeeds; a 1 never does."""
    modifier = given.modifier + sum(given.mods)
    odds = yield from exact_odds(call(attempt, modifier, given.difficulty, NOTHING, options))
    chance = odds.chance(lambda one: one.success)
    theory = EACH * (FACES - given.difficulty + modifier)
    practical = int(100 * chance)
    yield from step("theoretical_percent", theory, "D100-ODDS-01")
    yield from step("practical_percent", practical, "D100-ODDS-02")
    return OddsTest(theoretical_percent=theory, practical_percent=practical, probability=fraction(chance))


# ---- an opposition ----


class OddsOpposedGiven(Value, frozen=True, kw_only=True):
    """An opposition to be weighed."""

    active_modifier: Modifier
    passive_modifier: Modifier
    active_mods: Mods = ()
    passive_mods: Mods = ()
    kind: Kind = "active_passive"


class OddsOpposed(Value, frozen=True, kw_only=True):
    """Who may win."""

    p_active: str
    p_passive: str
    p_none: str


@procedure("odds_opposed", rules="D100-ODDS-03 D100-TEST-07", headline=("p_active", "p_passive"))
def odds_of_opposed(given: OddsOpposedGiven, options: Options) -> Program[OddsOpposed]:
    """The four hundred pairs of dice, counted."""
    sides = Sides(
        active=given.active_modifier + sum(given.active_mods),
        passive=given.passive_modifier + sum(given.passive_mods),
        kind=given.kind,
    )
    odds = yield from exact_odds(call(meet, sides, NOTHING, options))
    active = odds.chance(lambda one: one.winner == "active")
    yield from step("p_active", fraction(active), "D100-ODDS-03")
    return OddsOpposed(
        p_active=fraction(active),
        p_passive=fraction(odds.chance(lambda one: one.winner == "passive")),
        p_none=fraction(odds.chance(lambda one: one.winner == "none")),
    )


# ---- one attack ----


class AttackOddsGiven(HitGiven, frozen=True, kw_only=True):
    """What an attack and a series to be weighed have in common."""

    mods: Mods = ()
    defence: Defence = 15
    jams: bool = False
    target_pv: LifeMax | None = None


class OddsAttackGiven(AttackOddsGiven, frozen=True, kw_only=True):
    """An attack to be weighed."""

    attack: Attack


class OddsAttack(Value, frozen=True, kw_only=True):
    """How an attack may end."""

    p_hit: str
    p_crit: str
    p_malfunction: str
    expected_damage: str
    p_kill: str | UnsetType = UNSET


@procedure(
    "odds_attack",
    rules="D100-ODDS-04 D100-ATK-01 D100-ATK-05 D100-ATK-06 D100-FIRE-11",
    headline=("p_hit", "expected_damage"),
)
def odds_of_attack(given: OddsAttackGiven, options: Options) -> Program[OddsAttack]:
    """The chance to hit, to hit critically, to jam, and the mean damage, protection taken off."""
    stroke = stroke_of(given, given.attack + sum(given.mods), given.defence, given.jams)
    odds = yield from exact_odds(call(strike, stroke, frozenset(("critical",)), options))
    hit = odds.chance(lambda one: one.hit)
    yield from step("p_hit", fraction(hit), "D100-ODDS-04")
    mean = odds.mean(lambda one: one.damage_final)
    yield from step("expected_damage", fraction(mean), "D100-ODDS-04")
    pv = given.target_pv
    return OddsAttack(
        p_hit=fraction(hit),
        p_crit=fraction(odds.chance(lambda one: one.critical is True)),
        p_malfunction=fraction(odds.chance(lambda one: one.malfunction != "none")),
        expected_damage=fraction(mean),
        p_kill=UNSET if pv is None else fraction(odds.chance(lambda one: one.damage_final >= pv)),
    )


# ---- a series ----


class OddsSeriesGiven(AttackOddsGiven, frozen=True, kw_only=True):
    """A series to be weighed."""

    shots: Annotated[tuple[Attack, ...], Meta(min_length=1, max_length=9)]


class OddsSeries(Value, frozen=True, kw_only=True):
    """How a series may end."""

    p_hit: tuple[str, ...]
    p_at_least_one: str
    p_malfunction: str
    expected_hits: str
    expected_damage: str
    p_kill: str | UnsetType = UNSET


def lined_up(strokes: tuple[Stroke, ...], wanted: frozenset[str], options: Options) -> tuple[PlannedShot, ...]:
    """Strokes as the shots of a series."""
    return tuple(
        PlannedShot(normal=one, flat=one, parts=(), temporary=False, wanted=wanted, options=options) for one in strokes
    )


@procedure(
    "odds_series",
    rules="D100-ODDS-04 D100-WPN-12 D100-FIRE-02 D100-FIRE-11",
    headline=("p_at_least_one", "expected_damage"),
)
def odds_of_series(given: OddsSeriesGiven, options: Options) -> Program[OddsSeries]:
    """Shot by shot: a jam loses those that would have followed."""
    first = stroke_of(given, 0, given.defence, given.jams)
    strokes = tuple(replace(first, modifier=shot + sum(given.mods)) for shot in given.shots)
    shots = []
    mean, fired = Fraction(0), Fraction(1)  # damage so far; the chance that a shot is made at all
    for stroke in strokes:
        odds = yield from exact_odds(call(strike, stroke, NOTHING, options))
        shots.append(odds)
        mean += fired * odds.mean(lambda one: one.damage_final)
        fired *= odds.chance(lambda one: one.malfunction == "none")
    # Hits and jams do not depend on damage, so the whole series is weighed without it.
    bare = tuple(replace(stroke, dice=None) for stroke in strokes)
    series = yield from exact_odds(call(volley, lined_up(bare, COUNTED, options), None, False))
    some = series.chance(lambda one: one.hits > 0)
    yield from step("p_at_least_one", fraction(some), "D100-ODDS-04")
    yield from step("expected_damage", fraction(mean), "D100-ODDS-04")
    return OddsSeries(
        p_hit=tuple(fraction(odds.chance(lambda one: one.hit)) for odds in shots),
        p_at_least_one=fraction(some),
        p_malfunction=fraction(series.chance(lambda one: one.malfunction != "none")),
        expected_hits=fraction(series.mean(lambda one: one.hits)),
        expected_damage=fraction(mean),
        p_kill=UNSET if given.target_pv is None else fraction(killing(shots, given.target_pv)),
    )


def killing(shots: list[Odds[StrikeResult]], pv: int) -> Fraction:
    """The chance that the damage of a series reaches some PV: shot by shot, and a jam ends it (D100-ODDS-04).

    Sums are followed only as far as they matter, which keeps nine shots at a Monster small.
    """
    mass, total, killed = {0: 1}, 1, Fraction(0)
    for odds in shots:
        dealt = odds.by(lambda one: None if one.malfunction != "none" else one.damage_final)
        total *= dealt.total
        left: dict[int, int] = {}
        enough = 0
        for damage, weight in mass.items():
            for more, ways in dealt.weights.items():
                if more is None:
                    continue
                if damage + more >= pv:
                    enough += weight * ways
                else:
                    left[damage + more] = left.get(damage + more, 0) + weight * ways
        killed += Fraction(enough, total)
        mass = left
    return killed


# ---- a burst ----


class OddsBurstGiven(Value, frozen=True, kw_only=True):
    """A burst to be weighed."""

    difficulty: Difficulty
    reflexes: OwnModifier = 0
    range_band: Annotated[int, Meta(ge=1, le=10)] = 1
    damage: DiceText
    penetration: Penetration = 0
    protection_kind: ProtectionKind = "none"
    protection: Protection = 0
    jams: bool = True

    def __post_init__(self) -> None:
        check_dice("damage", self.damage)
        check_protection(self.protection_kind, self.protection)


class OddsBurst(Value, frozen=True, kw_only=True):
    """What a burst may do to one who stands in it."""

    p_fired: str
    p_reflex_success: str
    mean_damage_if_fired: str
    mean_damage: str


@procedure(
    "odds_burst",
    rules="D100-ODDS-04 D100-FIRE-07 D100-FIRE-08 D100-FIRE-11",
    headline=("p_fired", "mean_damage"),
)
def odds_of_burst(given: OddsBurstGiven, options: Options) -> Program[OddsBurst]:
    """The chance that a burst goes off, that it is dodged, and the mean damage."""
    target = AreaTarget(reflexes=given.reflexes, protection_kind=given.protection_kind, protection=given.protection)
    reach = reach_at(given.difficulty, given.range_band, check_dice("damage", given.damage), given.penetration)
    odds = yield from exact_odds(call(engulf, target, reach, NOTHING, options, ""))
    faults = yield from exact_odds(call(goes_off, given.jams, options))
    fired = faults.chance(lambda fault: fault == "none")
    mean = odds.mean(lambda one: one.damage_final)
    yield from step("p_fired", fraction(fired), "D100-FIRE-11")
    yield from step("mean_damage", fraction(fired * mean), "D100-ODDS-04")
    return OddsBurst(
        p_fired=fraction(fired),
        p_reflex_success=fraction(odds.chance(lambda one: one.reflex_success is True)),
        mean_damage_if_fired=fraction(mean),
        mean_damage=fraction(fired * mean),
    )
