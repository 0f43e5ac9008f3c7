"""Exact chances as answers of their own (ODDS): every procedure here weighs the very rules that play."""

from fractions import Fraction
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from gardien.core.chance import Program, apply, call, exact_odds, roll, step
from gardien.core.dice import D100, Dice
from gardien.core.inputs import BadField, check_dice, check_key
from gardien.core.procedure import procedure
from gardien.core.terms import fraction
from gardien.core.values import Value, frozen_map, like
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Percent, Place, Score
from gardien.systems.operators.rules.character import (
    LEVELS,
    NO_PLAN,
    PLACES,
    BonusDice,
    Combatant,
    DiceText,
    Difficulty,
    Level,
    Threshold,
    Weapon,
)
from gardien.systems.operators.rules.fight.holds import HoldGiven, hold
from gardien.systems.operators.rules.fight.melee import MeleeGiven, attack_in_melee
from gardien.systems.operators.rules.fight.weapons import (
    Aim,
    Arm,
    Stroke,
    Swing,
    WeaponKey,
    arm_of,
    bonus_dice,
    check_faces,
    strike,
)
from gardien.systems.operators.rules.tests.characteristic import CaseGiven, OpposedGiven, Outcome, contest, sides_of
from gardien.systems.operators.rules.tests.d100 import attempt, compose, judge_of, target_of

Aimed = Annotated[int, Meta(ge=1, le=1000)]


class OddsTestGiven(CaseGiven, frozen=True, kw_only=True):
    """A test to be weighed."""

    score: Score


class OddsTest(Outcome, frozen=True, kw_only=True):
    """The chance of each result of a test."""

    final_difficulty: Difficulty | UnsetType = UNSET
    target: int | UnsetType = UNSET
    success: str | UnsetType = UNSET
    critical: str | UnsetType = UNSET
    failure: str | UnsetType = UNSET
    fumble: str | UnsetType = UNSET


@procedure(
    "odds_test",
    rules="OPS-ODDS-01 OPS-TEST-03 OPS-TEST-05 OPS-TEST-06 OPS-TEST-10",
    headline=("success",),
)
def odds_of_test(given: OddsTestGiven, options: Options) -> Program[OddsTest]:
    """The exact chance of success, of a critical, of failure and of a fumble."""
    if given.is_waiver_barred(options):
        yield from step("reason", "waiver_off", "OPS-TEST-08")
        return OddsTest(refused=True, reason="waiver_off")
    difficulty = compose(given.case(), options)
    odds = yield from exact_odds(call(attempt, given.score, difficulty, NO_PLAN, 0, False, options))
    success = odds.chance(lambda one: one.success)
    yield from step("success", fraction(success), "OPS-ODDS-01")
    return OddsTest(
        final_difficulty=difficulty,
        target=UNSET if difficulty in ("automatic", "impossible") else target_of(given.score, difficulty),
        success=fraction(success),
        critical=fraction(odds.chance(lambda one: one.outcome == "critical")),
        failure=fraction(odds.chance(lambda one: one.outcome in ("failure", "impossible"))),
        fumble=fraction(odds.chance(lambda one: one.outcome == "fumble")),
    )


def _level(grave: bool) -> Level:
    return "grave" if grave else "none"


class OddsAttackGiven(Value, frozen=True, kw_only=True):
    """A blow and a defence to be weighed."""

    attack_score: Score
    defence_score: Score
    attack_advantage: bool = False
    attack_grave: bool = False
    defence_advantage: bool = False
    defence_grave: bool = False
    defends: bool = True


class OddsAttack(Value, frozen=True, kw_only=True):
    """How a blow may end."""

    refused: bool = False
    hit: str
    critical_hit: str
    avoided: str
    miss: str


@procedure("odds_attack", rules="OPS-ODDS-02 OPS-CBT-06 OPS-CBT-12", headline=("hit",))
def odds_of_attack(given: OddsAttackGiven, options: Options) -> Program[OddsAttack]:
    """The exact chance that a blow lands, is avoided, or misses."""
    bout = MeleeGiven(
        attacker=Combatant(kind="npc", FOR=given.attack_score, wound_level=_level(given.attack_grave)),
        defender=Combatant(kind="npc", DEX=given.defence_score, wound_level=_level(given.defence_grave)),
        advantage=given.attack_advantage,
        defends=given.defends,
        defence_advantage=given.defence_advantage,
    )
    odds = yield from exact_odds(call(attack_in_melee, bout, options))
    hit = odds.chance(lambda one: one.hit is True)
    yield from step("hit", fraction(hit), "OPS-ODDS-02")
    return OddsAttack(
        hit=fraction(hit),
        critical_hit=fraction(odds.chance(lambda one: one.hit is True and one.outcome == "critical")),
        avoided=fraction(odds.chance(lambda one: one.avoided is True)),
        miss=fraction(odds.chance(lambda one: not one.hit and not one.avoided)),
    )


class OddsHoldGiven(Value, frozen=True, kw_only=True):
    """A hold to be weighed."""

    attacker_FOR: Score
    defender_DEX: Score
    defender_FOR: Score
    attacker_wrestler: bool = False
    defence_advantage: bool = False
    defender_wrestler: bool = False
    defends: bool = True


class OddsHold(Value, frozen=True, kw_only=True):
    """The chance of a hold."""

    refused: bool = False
    held: str


@procedure("odds_hold", rules="OPS-ODDS-02 OPS-CBT-15", headline=("held",))
def odds_of_hold(given: OddsHoldGiven, options: Options) -> Program[OddsHold]:
    """The exact chance that somebody ends up held."""
    bout = like(
        HoldGiven,
        given,
        attacker=Combatant(kind="npc", FOR=given.attacker_FOR),
        defender=Combatant(kind="npc", DEX=given.defender_DEX, FOR=given.defender_FOR),
    )
    odds = yield from exact_odds(call(hold, bout, options))
    held = odds.chance(lambda one: one.held)
    yield from step("held", fraction(held), "OPS-ODDS-02")
    return OddsHold(held=fraction(held))


# ---- one throw read in several ways ----


def throw_attack(target: int | None, burst: bool, place: bool, parity: bool, options: Options) -> Program[Swing]:
    """One attack throw with what is read from it; without a target every throw is a hit."""
    judge = None if target is None else judge_of(target, NO_PLAN, 0, False, options)
    aim = Aim(
        judge=judge,
        doubles=options.auto_success_can_crit,
        wanted=False,
        place=place,
        options=options,
        burst=burst,
        parity=parity,
    )
    return (yield from roll(D100.map(aim), "d100", purpose="attack"))


class Harm(Value, frozen=True):
    """What one attack did: a level, or a miss."""

    level: Level | None
    damage: int = 0


def harm(arm: Arm, bonus: Dice, burst: bool, target: int | None, who: Combatant, options: Options) -> Program[Harm]:
    """An attack up to the wound it leaves (OPS-ODDS-03)."""
    swung = yield from apply(throw_attack, target, burst, options.hit_location == "all", False, options)
    if not swung.success:
        return Harm(None)
    stroke = like(
        Stroke, arm, bonus=bonus, rounds=swung.rounds, critical=swung.outcome == "critical", located=swung.located
    )
    struck = yield from apply(strike, stroke, who, NO_PLAN, 0, False, options, "")
    assert struck.block.hit_level is not UNSET
    assert struck.block.damage_taken is not UNSET
    return Harm(struck.block.hit_level, struck.block.damage_taken)


class OddsWoundGiven(Value, frozen=True, kw_only=True):
    """An attack and a target to be weighed."""

    sb: Threshold
    weapon: WeaponKey | None = None
    custom_weapon: Weapon | None = None
    damage_bonus: BonusDice = "none"
    burst: bool = False
    target: Aimed | None = None
    given_hit: bool = True
    armour: Percent = 0

    def __post_init__(self) -> None:
        if self.custom_weapon is not None:
            check_faces("custom_weapon", self.custom_weapon.damage)
        elif self.weapon is None:
            raise BadField("weapon", "field/missing", allowed="“…”")
        else:
            check_key("weapon", self.weapon, pack.weapon)

    @property
    def firearm(self) -> bool:
        row = self.custom_weapon or pack.weapon(self.weapon or "")
        return row.type == "firearm"


class OddsWound(Value, frozen=True, kw_only=True):
    """The chance of each level of wound."""

    refused: bool = False
    none: str
    superficial: str
    light: str
    grave: str
    dead: str
    miss: str | UnsetType = UNSET
    mean_damage: str


@procedure("odds_wound", rules="OPS-ODDS-03 OPS-HLTH-02 OPS-OPT-02 OPS-CBT-11", headline=("grave", "dead"))
def grade_wound(given: OddsWoundGiven, options: Options) -> Program[OddsWound]:
    """The exact chance of each wound from one attack, the digits of its throw and its dice taken together."""
    arm = arm_of(given.weapon or "", given.custom_weapon)
    bonus = bonus_dice("none" if given.firearm else given.damage_bonus)
    # Whoever feels no pain needs no CON test, which would change nothing here.
    who = Combatant(kind="npc", sb=given.sb, armour=given.armour, no_pain=True)
    odds = yield from exact_odds(call(harm, arm, bonus, given.burst and arm.burst, given.target, who, options))
    landed = odds.chance(lambda one: one.level is not None)
    share = landed if given.given_hit and landed else Fraction(1)
    levels = {level: odds.chance(lambda one, level=level: one.level == level) / share for level in LEVELS}  # type: ignore[misc]
    yield from step("dead", fraction(levels["dead"]), "OPS-ODDS-03")
    return OddsWound(
        none=fraction(levels["none"]),
        superficial=fraction(levels["superficial"]),
        light=fraction(levels["light"]),
        grave=fraction(levels["grave"]),
        dead=fraction(levels["dead"]),
        miss=UNSET if given.given_hit else fraction(1 - landed),
        mean_damage=fraction(odds.mean(lambda one: one.damage) / share),
    )


class OddsLocationGiven(Value, frozen=True, kw_only=True):
    """A hit to be located."""

    target: Aimed | None = None


class OddsLocation(Value, frozen=True, kw_only=True):
    """The chance of each place."""

    refused: bool = False
    locations: dict[Place, str]

    def __post_init__(self) -> None:
        force_setattr(self, "locations", frozen_map(self.locations))


@procedure("odds_location", rules="OPS-ODDS-04 OPS-OPT-10", headline=("locations",))
def odds_of_location(given: OddsLocationGiven, options: Options) -> Program[OddsLocation]:
    """Where a hit lands, knowing that it hit: only throws at or under the target count."""
    odds = yield from exact_odds(call(throw_attack, given.target, False, True, False, options))
    landed = odds.chance(lambda one: one.success)
    chances = {place: odds.chance(lambda one, place=place: one.located.place == place) / landed for place in PLACES}  # type: ignore[misc]
    yield from step("vital_chance", fraction(chances["vital"]), "OPS-ODDS-04")
    return OddsLocation(locations={place: fraction(chance) for place, chance in chances.items()})


class OddsReloadGiven(Value, frozen=True, kw_only=True):
    """A burst to be weighed."""

    target: Aimed | None = None
    given_hit: bool = True


class OddsReload(Value, frozen=True, kw_only=True):
    """The chance of a change of magazine."""

    refused: bool = False
    probability: str


@procedure("odds_reload", rules="OPS-ODDS-06 OPS-OPT-06", headline=("probability",))
def odds_of_reload(given: OddsReloadGiven, options: Options) -> Program[OddsReload]:
    """How often a burst asks for a new magazine: half of all throws, a little otherwise among those that hit."""
    odds = yield from exact_odds(call(throw_attack, given.target, False, False, True, options))
    counted = given.given_hit and given.target is not None
    share = odds.chance(lambda one: one.success) if counted else Fraction(1)
    chance = odds.chance(lambda one: one.parity and (one.success or not counted)) / share
    yield from step("probability", fraction(chance), "OPS-ODDS-06")
    return OddsReload(probability=fraction(chance))


class OddsOpposed(Value, frozen=True, kw_only=True):
    """Who may prevail."""

    refused: bool = False
    active: str
    passive: str
    status_quo: str


@procedure("odds_opposed", rules="OPS-TEST-03 OPS-TEST-05 OPS-TEST-06", headline=("active", "passive"))
def odds_of_opposed(given: OpposedGiven, options: Options) -> Program[OddsOpposed]:
    """The exact chance that either side prevails."""
    active, passive = sides_of(given, options)
    odds = yield from exact_odds(call(contest, active, passive, False, options))
    wins = odds.by(lambda one: one.winner)
    active_wins = wins.chance(lambda one: one == "active")
    yield from step("active", fraction(active_wins), "OPS-TEST-03")
    return OddsOpposed(
        active=fraction(active_wins),
        passive=fraction(wins.chance(lambda one: one == "passive")),
        status_quo=fraction(wins.chance(lambda one: one == "status_quo")),
    )


class OddsRollGiven(Value, frozen=True, kw_only=True):
    """A sum of dice to be weighed."""

    expression: DiceText
    at_least: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | None = None
    at_most: Annotated[int, Meta(ge=-1_000_000, le=1_000_000)] | None = None

    def __post_init__(self) -> None:
        check_dice("expression", self.text)

    @property
    def text(self) -> str:
        return "0" if self.expression == "none" else self.expression


class OddsRoll(Value, frozen=True, kw_only=True):
    """The chance of a total, and what totals there are."""

    refused: bool = False
    probability: str
    mean: str
    minimum: int
    maximum: int


def total(dice: Dice) -> Program[int]:
    """The sum of some dice."""
    return (yield from roll(dice, str(dice)))


@procedure("odds_roll", rules="OPS-CREA-02 OPS-ODDS-06", headline=("probability",))
def odds_of_roll(given: OddsRollGiven, options: Options) -> Program[OddsRoll]:
    """The exact chance that a sum of dice lies between two numbers."""
    dice = Dice.parse(given.text)
    odds = yield from exact_odds(call(total, dice))
    low = dice.lowest() if given.at_least is None else given.at_least
    high = dice.highest() if given.at_most is None else given.at_most
    chance = odds.chance(lambda one: low <= one <= high)
    yield from step("probability", fraction(chance), "OPS-ODDS-06")
    return OddsRoll(
        probability=fraction(chance),
        mean=fraction(odds.mean(int)),
        minimum=dice.lowest(),
        maximum=dice.highest(),
    )
