"""Creatures: their scale, natural attacks, grips, weakening, regeneration (CREAT)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr, replace

from gardien.core.chance import Program, apply, decide, fold, roll, step, watched
from gardien.core.dice import D6, Dice
from gardien.core.inputs import BadField, check_key, check_unique
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changed, frozen_map
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Score
from gardien.systems.operators.rules.body.drain import weaken
from gardien.systems.operators.rules.body.wounds import (
    Blow,
    fields_of,
    grade,
    missed_fields,
    suffer,
    throw_sum,
    wound_changes,
)
from gardien.systems.operators.rules.character import (
    NO_PLAN,
    BonusDice,
    Combatant,
    Damage,
    Difficulty,
    Level,
    NaturalAttack,
    Reason,
    ShockOrNone,
    Steps,
    Victim,
    Wound,
    left_of,
    worst,
)
from gardien.systems.operators.rules.fight.melee import defend
from gardien.systems.operators.rules.fight.victims import Hit, wanted_of_victims, wanted_part
from gardien.systems.operators.rules.fight.weapons import DICE, bonus_dice, cannot_attack
from gardien.systems.operators.rules.tests.characteristic import Outcome, Thrown, throw_fields
from gardien.systems.operators.rules.tests.d100 import (
    DIFFICULT,
    STANDARD,
    Attempt,
    Case,
    ThreeValues,
    attempt,
    compose,
    three_values,
)

BeingCode: TypeAlias = Literal["FOR", "CON", "DEX", "INT", "POU"]
BEING: tuple[BeingCode, ...] = ("FOR", "CON", "DEX", "INT", "POU")
LabelKey = Literal["inferior", "mediocre", "high", "exceptional", "extraordinary", "colossal", "monstrous", "titanic"]
PROFILES = [*pack.keys("profiles", "npc"), *pack.keys("profiles", "creature")]
ProfileKey = Annotated[str, Meta(max_length=100, examples=PROFILES)]


class ScoreRange(Value, frozen=True, kw_only=True):
    """A score that differs from one individual to the next: from one end to the other, by number or word."""

    low: Score | LabelKey
    high: Score | LabelKey

    def __post_init__(self) -> None:
        if _number(self.low) > _number(self.high):
            raise BadField("high", "field/at_least", "OPS-CREAT-03", came=self.high, low=self.low)


def _number(score: int | str) -> int:
    """A score, or the mean that a word of the scale stands for (OPS-CREAT-02)."""
    return pack.label(score).mean if isinstance(score, str) else score


def draw_score(code: BeingCode, low: int, high: int) -> Program[int]:
    """1D6 from one end of a range to the other: point by point over five, in proportion over more (OPS-CREAT-03)."""
    face = yield from roll(D6, "d6", purpose="score")
    score = low + (2 * (high - low) * (face - 1) + 5) // 10
    yield from step(code, score, "OPS-CREAT-03")
    return score


class ProfileGiven(Value, frozen=True, kw_only=True):
    """A ready profile, scores of one's own, or both; an individual is drawn within what its profile says."""

    profile: ProfileKey | Literal[""] = ""
    scores: dict[BeingCode, Score | LabelKey | ScoreRange] = {}
    individual: bool = False

    def __post_init__(self) -> None:
        if self.profile:
            check_key("profile", self.profile, pack.profile)
        force_setattr(self, "scores", frozen_map(self.scores))


class Profile(Value, frozen=True, kw_only=True):
    """A creature with everything that follows from its scores."""

    refused: bool = False
    scores: dict[BeingCode, int]
    labels: dict[BeingCode, LabelKey]
    test_values: dict[BeingCode, ThreeValues]
    sb: int
    damage_bonus: BonusDice
    regeneration_usual: int
    shock: ShockOrNone | UnsetType = UNSET

    def __post_init__(self) -> None:
        for field in ("scores", "labels", "test_values"):
            force_setattr(self, field, frozen_map(getattr(self, field)))


def label_of(score: int) -> LabelKey:
    """The nearest mean of the scale, ties to the lower (OPS-CREAT-02)."""
    rows = pack.table("scales", "label")
    return min(rows, key=lambda row: (abs(row.mean - score), row.mean)).key  # type: ignore[no-any-return]


@procedure(
    "creature_profile",
    rules="""OPS-CREAT-01 OPS-CREAT-02 OPS-CREAT-03 OPS-CREAT-04 OPS-CREAT-05 OPS-CREAT-06 OPS-CREAT-07 OPS-CREAT-08
    OPS-CREAT-15 OPS-TEST-02""",
    dice=("d6",),
    headline=("sb", "damage_bonus"),
)
def profile_creature(given: ProfileGiven, options: Options) -> Program[Profile]:
    """Scores by number, by the words of the scale or drawn in a range, and all that follows from them."""
    row = pack.profile(given.profile) if given.profile else None
    highest = row.highest if given.individual and isinstance(row, pack.Creature) else {}
    scores: dict[str, int] = {}
    for code in BEING:
        value = given.scores.get(code)
        if value is None:
            value = getattr(row, code) if row else 10
            value = ScoreRange(low=value, high=highest[code]) if code in highest else value
        if isinstance(value, ScoreRange):
            scores[code] = yield from draw_score(code, _number(value.low), _number(value.high))
        else:
            scores[code] = _number(value)
    kind: Literal["npc", "creature"] = "npc" if isinstance(row, pack.Npc) else "creature"
    being = Combatant(kind=kind, **scores)  # type: ignore[arg-type]
    threshold = being.threshold(options)
    yield from step("sb", threshold, "OPS-CREAT-07")
    yield from step("damage_bonus", being.bonus(options), "OPS-CREAT-08")
    return Profile(
        scores={code: scores[code] for code in BEING},
        labels={code: label_of(scores[code]) for code in BEING},
        test_values={code: three_values(scores[code]) for code in BEING},
        sb=threshold,
        damage_bonus=being.bonus(options),
        regeneration_usual=threshold // 10,
        shock=row.shock if row else UNSET,
    )


# ---- attacks ----


class CreatureAttackGiven(Value, frozen=True, kw_only=True):
    """One attack form of a creature and whom it is aimed at."""

    victims: Annotated[tuple[Victim, ...], Meta(min_length=1, max_length=50)]
    creature: Combatant = Combatant()
    attack: NaturalAttack = NaturalAttack()
    steps: Steps = 0

    def __post_init__(self) -> None:
        check_unique("victims", [one.defender.name for one in self.victims])


class CreatureAttacked(Thrown, frozen=True, kw_only=True):
    """A natural attack and what it did to each victim."""

    hits: tuple[Hit, ...] | UnsetType = UNSET
    worst_level: Level | UnsetType = UNSET
    killed: int | UnsetType = UNSET

    def changes(self, given: CreatureAttackGiven, options: Options) -> tuple[Change, ...]:
        pairs = zip(given.victims, self.hits or (), strict=False)
        return tuple(change for victim, hit in pairs for change in hit_changes(victim.defender, hit))


def hit_changes(before: Combatant, hit: Hit) -> tuple[Change, ...]:
    """What an attack of a creature changes on its victim: wounds, drained scores, a grip."""
    changes = [*wound_changes(before, hit, hit.luck)]
    if hit.drain is not UNSET and hit.drain != before.drain:
        changes.append(Change("drain", before.drain, hit.drain, before.name))
    if hit.gripped is True and not before.held:
        changes.append(Change("held", False, True, before.name))
    return tuple(changes)


class Mauling(Value, frozen=True):
    """One victim of one attack, up to its end."""

    victim: Victim
    attack: NaturalAttack
    bonus: BonusDice
    creature: str
    critical: bool
    defended: bool  # whether a defence may be tried, or the prey is already in the grip
    damages: bool
    wanted: frozenset[str]
    options: Options
    so_far: int = 0  # taken earlier in the same grip (OPS-HLTH-06)


def _no_attack(given: CreatureAttackGiven) -> Reason | None:
    reason = cannot_attack(given.creature)
    if reason:
        return reason
    if len(given.victims) > 1 and not given.attack.area:
        return "one_victim"
    return "defender_dead" if any(one.defender.wound_level == "dead" for one in given.victims) else None


@procedure(
    "creature_attack",
    rules="""OPS-CREAT-05 OPS-CREAT-08 OPS-CREAT-09 OPS-CREAT-11 OPS-CREAT-12 OPS-CREAT-13 OPS-CBT-05 OPS-CBT-11
    OPS-CBT-12 OPS-DMG-06 OPS-HLTH-02 OPS-HLTH-03""",
    dice=DICE,
    headline=("outcome", "worst_level"),
)
def attack_of_creature(given: CreatureAttackGiven, options: Options) -> Program[CreatureAttacked]:
    """One throw for the attack; each victim defends, suffers, is drained and seized apart."""
    reason = _no_attack(given)
    if reason:
        yield from step("reason", reason, "OPS-CREAT-05")
        return CreatureAttacked(refused=True, reason=reason)
    who, attack = given.creature, given.attack
    wanted = yield from watched("roll", "hits", "defence_roll", "con_roll")
    details = yield from wanted_of_victims("hits", [one.defender.name for one in given.victims], "hits" in wanted)
    tried = yield from throw_of_creature(who, attack, "roll" in wanted, options, given.steps)
    fields = throw_fields(who.current(attack.characteristic), _difficulty(who, attack, options, given.steps), tried)
    maulings = tuple(
        Mauling(victim, attack, who.bonus(options), who.name, tried.outcome == "critical", True, True, wanted, options)
        for victim in given.victims
        if tried.success
    )
    struck = tuple(MaulTarget(one, details.get(one.victim.defender.name)) for one in maulings)
    toll = yield from fold(toll_next, Toll(), struck)
    if details:
        spared = tuple(_spared_hit(one) for one in given.victims if one.defender.name in details)
        fields["hits"] = toll.hits if tried.success else spared
    return CreatureAttacked(**fields, worst_level=toll.worst, killed=toll.killed)


def throw_of_creature(
    who: Combatant, attack: NaturalAttack, detailed: bool, options: Options, steps: int = 0
) -> Program[Attempt]:
    """The throw of a natural attack, apart from its victims (OPS-CREAT-05, OPS-CREAT-08).

    A creature has no luck to spend on it (OPS-LUCK-01); an automatic attack has no digits to read.
    """
    score, difficulty = who.current(attack.characteristic), _difficulty(who, attack, options, steps)
    return (yield from attempt(score, difficulty, NO_PLAN, 0, detailed, options, who=who.name, purpose="attack"))


def _difficulty(who: Combatant, attack: NaturalAttack, options: Options, steps: int) -> Difficulty:
    base = DIFFICULT if attack.multiplier == 3 else STANDARD
    return compose(Case(base=base, harder=steps, wounded=who.unrelieved, advantages=int(attack.advantage)), options)


class MaulTarget(Value, frozen=True):
    """One of the victims, and which details of their fate somebody looks at."""

    mauling: Mauling
    details: frozenset[str] | None


class Toll(Value, frozen=True):
    """What an attack did to all its victims together: the worst wound, how many died, and what is told of each."""

    worst: Level = "none"
    killed: int = 0
    hits: tuple[Hit, ...] = ()


def toll_next(before: Toll, struck: MaulTarget) -> Program[Toll]:
    """Each victim is settled completely before the next (OPS-CREAT-11)."""
    hit = yield from apply(maul, struck.mauling)
    assert hit.hit_level is not UNSET
    hits = before.hits if struck.details is None else (*before.hits, wanted_part(hit, struck.details))
    return Toll(worst(before.worst, hit.hit_level), before.killed + (not hit.alive), hits)


def _spared_hit(victim: Victim, **fields: Any) -> Hit:
    who = victim.defender
    fields = {"avoided": False, "gripped": False, **fields}
    return Hit(name=who.name, luck=fields.pop("luck", who.luck), **missed_fields(who), **fields)


def maul(mauling: Mauling) -> Program[Hit]:
    """Defence, damage, weakening, wound, grip: one victim of a natural attack (OPS-CREAT-08 to OPS-CREAT-13)."""
    victim, attack, options = mauling.victim, mauling.attack, mauling.options
    who, plan = victim.defender, victim.luck_plan
    purse, defence_fields = who.purse(options), dict[str, Any]()
    defends = mauling.defended and who.can_defend
    if defends:  # whoever is asked each time answers now (OPS-CBT-12)
        known = (("outcome", "critical" if mauling.critical else "success"),)
        defends = yield from decide("defends", victim.defends, not victim.defends, known)
    if defends:
        defence = yield from defend(
            who, victim.defence_advantage, plan, purse, "defence_roll" in mauling.wanted, options
        )
        defence_fields |= dict(defence.fields)
        purse -= defence.spent
        if defence.avoided:
            return _spared_hit(victim, **defence_fields, avoided=True, luck=left_of(who, purse, options))
    first = 0
    dice = Dice.parse(attack.damage)
    harmful = mauling.damages and bool(dice.terms or dice.constant)
    if harmful:
        first = yield from throw_sum(dice, mauling.creature, "damage")
        if attack.add_bonus and mauling.bonus != "none":
            first += yield from throw_sum(bonus_dice(mauling.bonus), mauling.creature, "bonus")
    drained: dict[str, Any] = {}
    if attack.drain != "none":
        drained = yield from weaken(who, attack, mauling.creature)
    if harmful:
        blow = Blow(
            first=first, critical=mauling.critical, kind=attack.damage_kind, special=True, so_far=mauling.so_far
        )
        struck = yield from suffer(blow, who, plan, purse, "con_roll" in mauling.wanted, options, who.name)
        fields, purse = fields_of(struck.block), struck.luck
    else:
        fields = missed_fields(who)
    hit = Hit(
        name=who.name,
        avoided=False,
        gripped=attack.grip and fields["wound_level"] != "dead",
        luck=left_of(who, purse, options),
        **fields,
        **defence_fields,
        **drained,
    )
    if hit.collapse == "dead":
        hit = replace(hit, wound_level="dead", alive=False, gripped=False)
    return hit


class GripGiven(Value, frozen=True, kw_only=True):
    """A creature and the prey it holds."""

    creature: Combatant = Combatant()
    attack: NaturalAttack = NaturalAttack()
    victim: Victim = Victim()
    sum_so_far: Damage = 0


class Gripped(Outcome, frozen=True, kw_only=True):
    """A turn in the grip, and what the grip has done altogether."""

    hit: Hit | UnsetType = UNSET
    sum: int | UnsetType = UNSET

    def changes(self, given: GripGiven, options: Options) -> tuple[Change, ...]:
        return hit_changes(given.victim.defender, self.hit) if self.hit is not UNSET else ()


def _no_grip(given: GripGiven) -> Reason | None:
    if given.victim.defender.wound_level == "dead":
        return "defender_dead"
    if given.creature.wound_level == "dead":
        return "dead"
    if given.creature.out_of_fight:
        return "out_of_fight"
    return None if given.attack.grip or given.attack.drain != "none" else "no_grip"


@procedure(
    "grip_turn",
    rules="OPS-CREAT-13 OPS-CREAT-09 OPS-CREAT-08 OPS-HLTH-06",
    dice=DICE,
    headline=("hit",),
)
def suffer_grip(given: GripGiven, options: Options) -> Program[Gripped]:
    """A later turn in the grip: the damage again where the creature crushes, the drain again where it drains."""
    reason = _no_grip(given)
    if reason:
        yield from step("reason", reason, "OPS-CREAT-13")
        return Gripped(refused=True, reason=reason)
    wanted = yield from watched("con_roll")
    who, attack = given.creature, given.attack
    before = given.sum_so_far if options.continuous_damage_sums else 0
    held = Mauling(
        given.victim, attack, who.bonus(options), who.name, False, False, attack.grip_damage, wanted, options, before
    )
    hit = yield from apply(maul, held)
    assert isinstance(hit.damage_taken, int)
    return Gripped(hit=hit, sum=given.sum_so_far + hit.damage_taken)


# ---- turns ----


class CreatureTurnGiven(Value, frozen=True, kw_only=True):
    """A creature at the start of its turn."""

    creature: Combatant = Combatant()


class CreatureTurned(Outcome, frozen=True, kw_only=True):
    """What has grown back."""

    wounds: tuple[Wound, ...]
    wound_level: Level
    hp_left: int | UnsetType = UNSET
    regenerated: bool

    def changes(self, given: CreatureTurnGiven, options: Options) -> tuple[Change, ...]:
        who = given.creature
        wounds = ("wounds", who.wounds, self.wounds)
        level = ("wound_level", who.wound_level, self.wound_level)
        return changed(wounds, level, ("hp", who.hp, self.hp_left), who=who.name)


def regrown(who: Combatant, options: Options) -> dict[str, Any]:
    """What a turn gives back: points of a pool, or of every wound, graded again; nothing to the unhurt and the dead."""
    threshold, points = who.threshold(options), who.regeneration
    if not points or who.wound_level == "dead":
        return {}
    if options.creature_hp_pool and who.kind == "creature":
        return {} if who.hp is None or who.hp >= threshold else {"hp": min(threshold, who.hp + points)}
    left = [(wound, wound.damage - points) for wound in who.wounds]
    after = tuple(replace(one, damage=damage, level=grade(threshold, damage)) for one, damage in left if damage > 0)
    level = worst("none", *(wound.level or "none" for wound in after))
    return {"wounds": after, "wound_level": level} if left else {}


@procedure("creature_turn", rules="OPS-CREAT-15 OPS-CREAT-07 OPS-HLTH-02", headline=("wound_level", "regenerated"))
def begin_turn(given: CreatureTurnGiven, options: Options) -> Program[CreatureTurned]:
    """Every wound loses the points of regeneration and is graded again; the dead do not grow back."""
    who = given.creature
    kept: dict[str, Any] = {"wounds": who.wounds, "wound_level": who.wound_level}
    if who.wound_level == "dead":
        yield from step("reason", "dead", "OPS-CREAT-15")
        return CreatureTurned(**kept, refused=True, reason="dead", regenerated=False)
    grown = regrown(who, options)
    if options.creature_hp_pool and who.kind == "creature":
        left = grown.get("hp", who.threshold(options) if who.hp is None else who.hp)
        yield from step("hp_left", left, "OPS-CREAT-15")
        return CreatureTurned(**kept, hp_left=left, regenerated=bool(grown))
    yield from step("wound_level", (kept | grown)["wound_level"], "OPS-CREAT-15")
    return CreatureTurned(**kept | grown, regenerated=bool(grown))
