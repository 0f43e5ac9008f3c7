"""One hit from its dice to what reaches the body: bonus, multiplication, halves, protection; and whoever is in an area.

Every blow of the game comes through here in the order of D100-ATK-06.
"""

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, apply, roll, step
from gardien.core.dice import Dice, Die
from gardien.core.values import Value
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.wounds import Blow, WoundLabels, condition_of, wound
from gardien.systems.d20d100.rules.character import NO_DICE, AreaTarget, Condition, ProtectionKind
from gardien.systems.d20d100.rules.tests.d20 import AttemptResult, Labels, attempt

MOST = 1_000_000  # where a sum has no upper limit
UNROLLED: tuple[ProtectionKind, ...] = ("minimal", "one_point", "immune")  # every die counts 1 (D100-ATK-06)


class Hit(Value, frozen=True, kw_only=True):
    """A hit before its dice fall, and the protection that meets it."""

    dice: Dice = NO_DICE
    bonus: int = 0
    times: int = 1
    halved: bool = False
    penetration: int = 0
    kind: ProtectionKind = "none"
    protection: int = 0
    wearer: str = ""  # who throws the die of a vest (D100-PROT-01)


class Harm(Value, frozen=True, kw_only=True):
    """What a hit came to; the sums on the way only where somebody looks at them."""

    final: int
    protected: bool = False
    rolled: int | UnsetType = UNSET
    multiplied: int | UnsetType = UNSET


class HarmLabels(Value, frozen=True):
    """The names under which a hit is told and looked at; an empty one is not told."""

    rolled: str = "damage_rolled"
    multiplied: str = "damage_multiplied"
    final: str = "damage_final"


HARM = HarmLabels()


def protects(kind: ProtectionKind, protection: int, penetration: int) -> bool:
    """Whether a protection counts at all: a vest does unless it is pierced (D100-PROT-01)."""
    return kind != "none" and (kind != "vest" or penetration <= protection)


def throw_damage(dice: Dice, who: str = "", purpose: str = "damage", unrolled: bool = False) -> Program[int]:
    """The weapon dice as one sum; where they are not rolled each counts 1 (D100-ATK-06, D100-PROT-03)."""
    if unrolled or not dice.terms:
        return dice.constant + sum(term.count for term in dice.terms)
    return (yield from roll(dice, f"d{dice.terms[0].faces}", who, purpose))


def least(options: Options) -> int:
    """What a hit does at the very least, before it is multiplied (D100-ATK-06)."""
    return 1 if options.min_damage_one else 0


def multiplied_of(dice: int, bonus: int, times: int, options: Options) -> int:
    """Dice and bonus multiplied, or the dice alone where the table wants it so (D100-ATK-05, D100-ATK-06)."""
    if options.crit_multiplies_bonus:
        return max(least(options), dice + bonus) * times
    return max(least(options), dice * times + bonus)


def stop(damage: int, kind: ProtectionKind, protection: int, penetration: int, who: str = "") -> Program[int]:
    """Finished damage against one protection (D100-PROT-01, D100-PROT-03)."""
    if not protects(kind, protection, penetration):
        return damage
    if kind == "immune":
        return 0
    if kind == "vest":
        protection = yield from roll(Die(protection), f"d{protection}", who, "vest")
    elif kind == "half":
        damage //= 2
    elif kind == "one_point":
        damage = min(1, damage)
    return max(0, damage - protection)


def inflict(
    hit: Hit, wanted: frozenset[str], options: Options, labels: HarmLabels = HARM, who: str = ""
) -> Program[Harm]:
    """Dice, bonus, multiplication, halves, protection, in this order (D100-ATK-06)."""
    dice = yield from throw_damage(hit.dice, who, "damage", hit.kind in UNROLLED)
    rolled = max(least(options), dice + hit.bonus)
    parts = (("dice", dice), ("damage_bonus", hit.bonus))
    multiplied = multiplied_of(dice, hit.bonus, hit.times, options)
    if labels.rolled:
        yield from step(labels.rolled, rolled, "D100-ATK-06", parts, (least(options), MOST), who)
    if labels.multiplied:
        yield from step(labels.multiplied, multiplied, "D100-ATK-05", who=who)
    halved = multiplied // 2 if hit.halved else multiplied
    final = yield from stop(halved, hit.kind, hit.protection, hit.penetration, who or hit.wearer)
    protected = protects(hit.kind, hit.protection, hit.penetration)
    if labels.final:
        rule = "D100-ATK-06" if not protected else "D100-PROT-01" if hit.kind == "vest" else "D100-PROT-03"
        yield from step(labels.final, final, rule, who=who)
    return Harm(
        final=final,
        protected=protected,
        rolled=rolled if labels.rolled in wanted else UNSET,
        multiplied=multiplied if labels.multiplied in wanted else UNSET,
    )


# ---- an area ----


class Due(Value, frozen=True, kw_only=True):
    """What somebody in an area suffers on one side of a Réflexes roll."""

    dice: Dice = NO_DICE
    times: int = 1
    halved: bool = False


class Reach(Value, frozen=True, kw_only=True):
    """What an area does to one who stands in it; nothing is due where a side is missing (D100-FIRE-08, MISS-12)."""

    difficulty: int
    failed: Due | None
    saved: Due | None
    penetration: int = 0


class AreaResult(Value, frozen=True, kw_only=True):
    """How one who stood in the area came out of it."""

    name: str
    reflex_total: int | UnsetType = UNSET
    reflex_success: bool | UnsetType = UNSET
    damage_rolled: int | UnsetType = UNSET
    damage_final: int
    pv: int | UnsetType = UNSET
    condition: Condition | UnsetType = UNSET


REFLEX = Labels("reflex_total", "reflex_success", "", "")
AREA_HARM = HarmLabels("damage_rolled", "", "damage_final")
AREA_WOUND = WoundLabels("pv", "condition", "shock", "", "massive_success")
AREA_WATCHABLE = ("reflex_total", "damage_rolled")


def unharmed_result(target: AreaTarget, options: Options) -> AreaResult:
    """Somebody whom the area does not reach: no die falls."""
    body = target.body
    return AreaResult(
        name=target.name,
        damage_rolled=0,
        damage_final=0,
        pv=UNSET if body is None else body.life,
        condition=UNSET if body is None else condition_of(body, options),
    )


def engulf(target: AreaTarget, reach: Reach, wanted: frozenset[str], options: Options, who: str) -> Program[AreaResult]:
    """Réflexes, then what is due, then the body (D100-ROLL-04, D100-FIRE-08)."""
    tried = yield from dodge(target, reach.difficulty, wanted, options, who)
    due = reach.saved if tried.success else reach.failed
    fields = unharmed_result(target, options)
    harm = Harm(final=0, rolled=0)
    if due is not None:
        hit = Hit(
            dice=due.dice,
            times=due.times,
            halved=due.halved,
            penetration=reach.penetration,
            kind=target.protection_kind,
            protection=target.protection,
        )
        harm = yield from apply(inflict, hit, wanted, options, AREA_HARM, who)
    condition, pv = fields.condition, fields.pv
    if target.body is not None and due is not None:
        struck = yield from apply(wound, target.body, Blow(damage=harm.final), options, AREA_WOUND, who)
        condition, pv = struck.condition, struck.pv
    return AreaResult(
        name=target.name,
        reflex_total=tried.total,
        reflex_success=tried.success,
        damage_rolled=harm.rolled,
        damage_final=harm.final,
        pv=pv,
        condition=condition,
    )


def dodge(
    target: AreaTarget, difficulty: int, wanted: frozenset[str], options: Options, who: str
) -> Program[AttemptResult]:
    """The Réflexes roll of one who stands in an area (D100-ROLL-04)."""
    modifier = target.reflexes + sum(target.reflex_mods)
    return (yield from attempt(modifier, difficulty, wanted, options, REFLEX, who, "reflexes"))
