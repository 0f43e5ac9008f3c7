"""Exact chances of tests and blows as answers of their own (ODDS): every one weighs the very rules that play."""

from math import comb
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, call, exact_odds, less, step, tail
from gardien.core.errors import Refusal
from gardien.core.procedure import procedure
from gardien.core.terms import fraction
from gardien.core.values import Value, like
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.damage import margin_cuts
from gardien.systems.organique.rules.body.losses import SLOW, take_damage
from gardien.systems.organique.rules.character import ArmourNamed, Character, check_armour, freeze
from gardien.systems.organique.rules.fight.attack_modifiers import with_striking_weapon
from gardien.systems.organique.rules.fight.declared import Attack
from gardien.systems.organique.rules.fight.on_hit import taken_of
from gardien.systems.organique.rules.fight.weapons import WeaponNamed, check_weapon, weapon_of
from gardien.systems.organique.rules.person import Body, Frame, Layer, Person, layers_of, person_of, points
from gardien.systems.organique.rules.substances.shared import check_living
from gardien.systems.organique.rules.tests.d20 import Clash, Throw, attempt, clash
from gardien.systems.organique.rules.tests.modifiers import luck_of, named_parts, total
from gardien.systems.organique.rules.tests.resistance import STUN_BOTH, STUN_CUTS, lost_actions
from gardien.systems.organique.vocabulary import Difficulty, Mods, Signed

Blown: TypeAlias = Literal["strike", "shoot", "easy_strike", "vital_blade", "vital_mass", "stomp"]
Effect: TypeAlias = Literal["stun", "knock_out"]
NOBODY = person_of(Character())  # in whose hands a weapon is weighed
FACES = range(1, 21)
MOST = 300_000  # states that a row of turns may go through


# ---- a test ----


class OddsTestGiven(Value, frozen=True, kw_only=True):
    """A test to be weighed."""

    base: Signed
    mods: Mods = {}
    difficulty: Difficulty = 20
    luck: bool = False

    def __post_init__(self) -> None:
        freeze(self, "mods")


class OddsTest(Value, frozen=True, kw_only=True):
    """What the die must show, and how often it does."""

    need: int
    min_roll: int
    p_success: str


@procedure("odds_test", rules="ORG-ODDS-01", headline=("p_success",))
def odds_of_test(given: OddsTestGiven, options: Options) -> Program[OddsTest]:
    """The faces of the die that succeed, counted."""
    mods = named_parts(given.mods)
    throw = Throw(base=given.base, mod=total(mods), difficulty=given.difficulty, luck=given.luck)
    odds = yield from exact_odds(call(attempt, throw))
    judge, need = throw.judge("success"), given.difficulty - given.base - total(mods)
    least = next((face for face in FACES if judge(face).success), 0)
    chance = fraction(odds.chance(lambda one: one.success))
    parts = (("difficulty", given.difficulty), less("base", given.base), *(less(name, one) for name, one in mods))
    yield from step("need", need, "ORG-ODDS-01", parts)
    yield from step("min_roll", least, "ORG-ODDS-01")
    yield from step("p_success", chance, "ORG-ODDS-01")
    return OddsTest(need=need, min_roll=least, p_success=chance)


# ---- attack against reaction ----


class BoutGiven(Value, frozen=True, kw_only=True):
    """An attack and the reaction it meets, by their numbers; without a defence nobody reacts."""

    attack_base: Signed
    defence_base: Signed | None = None
    attack_difficulty: Difficulty = 25
    defence_difficulty: Difficulty = 25
    luck: bool | None = None


def bout(given: BoutGiven, options: Options) -> Clash:
    """Both throws; how much of the margin is told is for whoever asks (ORG-TEST-04, ORG-REA-08)."""
    luck = luck_of(given.luck, not options.combat_not_luck)
    defence = None
    if given.defence_base is not None:
        defence = Throw(base=given.defence_base, difficulty=given.defence_difficulty, luck=luck)
    attack = Throw(base=given.attack_base, difficulty=given.attack_difficulty, luck=luck)
    return Clash(a=attack, b=defence, resister="b", net=options.net_margin_effects)


class OddsOpposedGiven(BoutGiven, frozen=True, kw_only=True):
    """An attack and a reaction to be weighed."""


class OddsOpposed(Value, frozen=True, kw_only=True):
    """Whether the attack lands, and how often each reaches its own difficulty."""

    p_hit: str
    p_attack_success: str
    p_defence_success: str | UnsetType = UNSET


@procedure("odds_opposed", rules="ORG-ODDS-02", headline=("p_hit",))
def odds_of_opposed(given: OddsOpposedGiven, options: Options) -> Program[OddsOpposed]:
    """The four hundred pairs of dice, counted; a tie goes to the reaction."""
    odds = yield from exact_odds(call(clash, bout(given, options)))
    chance = fraction(odds.chance(lambda one: one.winner == "a"))
    yield from step("p_hit", chance, "ORG-ODDS-02")
    defended = odds.chance(lambda one: one.b is not None and one.b.success)
    return OddsOpposed(
        p_hit=chance,
        p_attack_success=fraction(odds.chance(lambda one: one.a.success)),
        p_defence_success=UNSET if given.defence_base is None else fraction(defended),
    )


# ---- attack, reaction, save ----


class OddsEffectGiven(Value, frozen=True, kw_only=True):
    """A stun or a knock-out to be weighed: attack, reaction and save by their numbers."""

    effect: Effect
    attack_base: Signed
    save_base: Signed
    defence_base: Signed | None = None
    attack_difficulty: Difficulty | None = None
    defence_difficulty: Difficulty = 25
    save_difficulty: Difficulty = 20
    luck: bool | None = None


class OddsEffect(Value, frozen=True, kw_only=True):
    """How often it lands, and how often the save fails; the action lost counts whether or not the reaction is too."""

    p_hit: str
    p_lose_action: str | UnsetType = UNSET
    p_lose_action_and_reaction: str | UnsetType = UNSET
    p_unconscious: str | UnsetType = UNSET


class EffectResult(Value, frozen=True):
    """What came of it: whether it landed, whether the save failed, and by much."""

    hit: bool = False
    failed: bool = False
    badly: bool = False


def affect(asked: Clash, save: Throw, options: Options) -> Program[EffectResult]:
    """An attack, the reaction, and where it lands the save that must equal its margin (ORG-ODDS-03, ORG-SAVE-02)."""
    clashed = yield from apply(clash, asked)
    if clashed.winner != "a":
        return EffectResult()
    assert clashed.effect is not UNSET
    return (yield from apply(_roll_resistance, replace(save, against=clashed.effect), options))


def _roll_resistance(save: Throw, options: Options) -> Program[EffectResult]:
    """The save; how badly it failed is measured as the table plays it (ORG-ACT-12)."""
    if options.stun_fail_vs_difficulty:
        tried = yield from attempt(save, "margin")
        assert tried.margin is not UNSET
        return EffectResult(True, not tried.success, not tried.success and -tried.margin >= STUN_BOTH)
    tried = yield from attempt(save, "failure", STUN_CUTS)
    return EffectResult(True, *lost_actions(tried.missed_by, stun=True))


@procedure("odds_effect", rules="ORG-ODDS-03", headline=("p_hit", "p_lose_action", "p_unconscious"))
def odds_of_effect(given: OddsEffectGiven, options: Options) -> Program[OddsEffect]:
    """The eight thousand triples of dice: the attack lands, and the save stays below its margin."""
    stun = given.effect == "stun"
    goal = pack.action(given.effect).difficulty if given.attack_difficulty is None else given.attack_difficulty
    sides = like(BoutGiven, given, attack_difficulty=goal)
    luck = luck_of(given.luck, not options.saves_not_luck)
    save = Throw(base=given.save_base, difficulty=given.save_difficulty, luck=luck)
    odds = yield from exact_odds(call(affect, replace(bout(sides, options), detail="margin"), save, options))
    failed = fraction(odds.chance(lambda one: one.failed))
    yield from step("p_lose_action" if stun else "p_unconscious", failed, "ORG-ODDS-03")
    return OddsEffect(
        p_hit=fraction(odds.chance(lambda one: one.hit)),
        p_lose_action=failed if stun else UNSET,
        p_lose_action_and_reaction=fraction(odds.chance(lambda one: one.badly)) if stun else UNSET,
        p_unconscious=UNSET if stun else failed,
    )


# ---- damage ----


class BlowOddsGiven(BoutGiven, frozen=True, kw_only=True):
    """An attack to be weighed with what it does: the weapon, and what the action makes of its damage."""

    weapon: WeaponNamed
    action: Blown = "strike"

    def __post_init__(self) -> None:
        check_weapon("weapon", self.weapon)


class DamageResult(Value, frozen=True):
    """What one attack did, in halves; nothing where it missed."""

    hit: bool
    bs: int = 0
    c: int = 0


def strike(asked: Clash, attack: Attack, layers: tuple[Layer, ...]) -> Program[DamageResult]:
    """One attack up to what passes the armour; its margin as coarse as the layers ask (ORG-ARM-01 to ORG-ARM-04)."""
    clashed = yield from clash(asked)
    if clashed.winner != "a":
        return DamageResult(False)
    assert clashed.effect is not UNSET
    inside = taken_of(attack, pack.action(attack.action), layers, clashed.effect)
    return DamageResult(True, inside.bs, inside.c)


def blow_of(given: BlowOddsGiven, layers: tuple[Layer, ...], options: Options) -> tuple[Clash, Attack]:
    """The throws and the attack, ready to be weighed."""
    attack = with_striking_weapon(Attack(action=given.action, weapon=weapon_of(given.weapon, NOBODY)), NOBODY, options)
    return replace(bout(given, options), detail="margin", cuts=margin_cuts(layers)), attack


class OddsDamageGiven(BlowOddsGiven, frozen=True, kw_only=True):
    """An attack to be weighed, and the armour it meets."""

    armour: Annotated[tuple[ArmourNamed, ...], Meta(max_length=10)] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        for worn in self.armour:
            check_armour("armour", worn)


class DamageOdds(Value, frozen=True):
    """One damage, and its chance."""

    bs: float
    c: float
    p: str


class OddsDamage(Value, frozen=True, kw_only=True):
    """How often it lands, what it does on average, and everything it may do; a miss does nothing."""

    p_hit: str
    expected_bs: str
    expected_c: str
    distribution: tuple[DamageOdds, ...]


@procedure("odds_damage", rules="ORG-ODDS-04", headline=("p_hit", "expected_bs", "expected_c"))
def odds_of_damage(given: OddsDamageGiven, options: Options) -> Program[OddsDamage]:
    """One attack through the armour, with every margin its chance."""
    layers = layers_of(given.armour)
    odds = yield from exact_odds(call(strike, *blow_of(given, layers, options), layers))
    hit = fraction(odds.chance(lambda one: one.hit))
    done = odds.by(lambda one: (one.bs, one.c))
    bs, c = fraction(odds.mean(lambda one: one.bs) / 2), fraction(odds.mean(lambda one: one.c) / 2)
    yield from step("p_hit", hit, "ORG-ODDS-02")
    yield from step("expected_bs", bs, "ORG-ODDS-04")
    yield from step("expected_c", c, "ORG-ODDS-04")
    return OddsDamage(
        p_hit=hit,
        expected_bs=bs,
        expected_c=c,
        distribution=tuple(DamageOdds(points(one[0]), points(one[1]), fraction(p)) for one, p in sorted(done)),
    )


# ---- one attack a turn ----


class OddsKillGiven(BlowOddsGiven, frozen=True, kw_only=True):
    """An attack each turn on somebody who has a reaction each turn."""

    target: Character
    turns: Annotated[int, Meta(ge=1, le=100)]

    def __post_init__(self) -> None:
        super().__post_init__()
        check_living("target", self.target)


class OddsKill(Value, frozen=True, kw_only=True):
    """After each turn: how often the blood is gone, and how often the last strength."""

    p_mortally_wounded: tuple[str, ...]
    p_inc_zero: tuple[str, ...]


class Left(Value, frozen=True):
    """What somebody has left, in halves: all that blow after blow asks of a body."""

    sng: int
    cps: int
    inc: int


class Assault(Value, frozen=True, kw_only=True):
    """The same attack turn after turn on somebody in this armour."""

    asked: Clash
    attack: Attack
    layers: tuple[Layer, ...]
    options: Options


def outlive(start: Left, assault: Assault, turns: int) -> Program[Left]:
    """So many turns, each after the one before; odds keep every one of them, so that the next costs one turn more."""
    before = start
    if turns > 1:
        before = yield from apply(outlive, start, assault, turns - 1)
    return tail(call(endure, before, assault))


def endure(before: Left, assault: Assault) -> Program[Left]:
    """One turn; whoever has fallen is struck no more (ORG-HP-02 to ORG-HP-05)."""
    if before.inc == 0:
        return before
    blow = yield from apply(strike, assault.asked, assault.attack, assault.layers)
    person = Person(Frame(), Body(sng=before.sng, cps=before.cps, inc=before.inc))
    body = take_damage(person, blow.bs, blow.c, assault.options, SLOW).person.body
    return Left(body.sng, body.cps if body.inc else 0, body.inc)


def longest(start: Left, blows: int, turns: int) -> int:
    """How many of these turns can be weighed while somebody waits: what may be left grows with each of them.

    No more than the reserves hold, nor than there are ways to add up so many different blows.
    """
    held = (start.sng + start.inc + 2) * (start.cps + 1)
    return max(turn for turn in range(1, turns + 1) if turn == 1 or turn * min(held, comb(turn + blows, blows)) <= MOST)


@procedure("odds_kill", rules="ORG-ODDS-04", headline=("p_mortally_wounded", "p_inc_zero"))
def odds_of_kill(given: OddsKillGiven, options: Options) -> Program[OddsKill]:
    """Turn after turn, what the blows so far have left of blood and strength."""
    target = person_of(given.target)
    layers = target.frame.layers
    asked, attack = blow_of(given, layers, options)
    assault = Assault(asked=asked, attack=attack, layers=layers, options=options)
    start = Left(target.body.sng, target.body.cps, target.body.inc)
    blows = yield from exact_odds(call(strike, asked, attack, layers))
    if (most := longest(start, len(blows), given.turns)) < given.turns:
        raise Refusal("field/at_most", kind="refused", field="turns", rule="ORG-ODDS-04", came=given.turns, high=most)
    wounded, fallen = [], []
    for turns in range(1, given.turns + 1):
        odds = yield from exact_odds(call(outlive, start, assault, turns))
        wounded.append(fraction(odds.chance(lambda one: one.sng == 0)))
        fallen.append(fraction(odds.chance(lambda one: one.inc == 0)))
    yield from step("mortally_wounded", wounded[-1], "ORG-ODDS-04")
    yield from step("inc_zero", fallen[-1], "ORG-ODDS-04")
    return OddsKill(p_mortally_wounded=tuple(wounded), p_inc_zero=tuple(fallen))
