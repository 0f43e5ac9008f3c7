"""One hit on one target: protection, traits, the death clock, luck, the CON test (DMG, ARM, HLTH, LUCK, CREAT)."""

from typing import Any, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import force_setattr, replace

from gardien.core.chance import Program, roll, step
from gardien.core.dice import Dice
from gardien.core.values import Change, FrozenMap, Value, changed, frozen_map
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import DamageKind, Place
from gardien.systems.operators.rules.character import (
    Combatant,
    Level,
    LuckPlan,
    Reason,
    Result,
    Tally,
    Wound,
    worse,
    worst,
)
from gardien.systems.operators.rules.tests.d100 import CON_TEST, attempt

CANCEL_GRAVE = 20  # OPS-LUCK-04
ESCAPE_DEATH = 30  # OPS-LUCK-05
MOST_WOUNDS = 200  # kept on a sheet
NATURAL = "natural"  # the key of protection that is part of a body
PLACES_UNTIL: tuple[tuple[int, Place], ...] = (  # OPS-OPT-10
    (10, "vital"),
    (15, "head"),
    (25, "right_arm"),
    (35, "left_arm"),
    (70, "torso"),
    (85, "right_leg"),
    (100, "left_leg"),
)


def grade(threshold: int, damage: int) -> Level:
    """One damage on the death clock; lower bounds belong to the worse level (OPS-HLTH-02, OPS-HLTH-05)."""
    if damage <= 0:
        return "none"
    if 2 * damage < threshold:
        return "superficial"
    if damage < threshold:
        return "light"
    return "grave" if damage < 2 * threshold else "dead"


def swapped_digits(face: int) -> int:
    """The digits of an attack throw the other way round (OPS-OPT-09)."""
    tens, units = divmod(face % 100, 10)
    return 10 * units + tens or 100


def place_of(number: int, options: Options) -> Place:
    """Where a located hit lands (OPS-OPT-10)."""
    place = next(place for until, place in PLACES_UNTIL if number <= until)
    return "vital" if place == "head" and options.location_11_15 == "vital" else place


class Located(Value, frozen=True):
    """Where a hit lands; the number only where somebody looks at it."""

    place: Place | Literal[""] = ""
    number: int = 0


NOWHERE = Located()


class Blow(Value, frozen=True, kw_only=True):
    """What comes at one target before protection: the first round or stroke, further rounds, whether it is critical."""

    first: int
    rounds: int = 0
    flat: int = 0
    critical: bool = False
    kind: DamageKind = "other"
    special: bool = False
    located: Located = NOWHERE
    bare: bool = False  # no protection counts
    so_far: int = 0  # taken earlier in the same exposure, where the table sums it up (OPS-HLTH-06)

    @property
    def total(self) -> int:
        """Dice, bonus and rounds, doubled by a critical (OPS-DMG-06, OPS-CBT-11)."""
        return (self.first + self.rounds * self.flat) * (2 if self.critical else 1)

    def bullets(self) -> tuple[tuple[int, int], ...]:
        """Amounts with how often each comes, where protection meets every round (OPS-ARM-01)."""
        times = 2 if self.critical else 1
        return ((self.first * times, 1), (self.flat * times, self.rounds))


class WoundBlock(Value, frozen=True, kw_only=True):
    """What a hit did to one target."""

    damage_final: int | UnsetType = UNSET
    location_number: int | UnsetType = UNSET
    location: Place | UnsetType = UNSET
    armour: int | UnsetType = UNSET
    armour_key: str | UnsetType = UNSET
    damage_taken: int | UnsetType = UNSET
    hit_level: Level | UnsetType = UNSET
    wound_level: Level
    recorded_damage: int | UnsetType = UNSET
    wounds: tuple[Wound, ...] | UnsetType = UNSET
    con_target: int | UnsetType = UNSET
    con_roll: int | UnsetType = UNSET
    con_outcome: Result | UnsetType = UNSET
    out_of_fight: bool
    alive: bool
    stabilised: bool | UnsetType = UNSET
    uses_left: dict[str, int] | UnsetType = UNSET
    wound_counts: Tally | UnsetType = UNSET
    hp_left: int | UnsetType = UNSET

    def __post_init__(self) -> None:
        if isinstance(self.uses_left, dict) and not isinstance(self.uses_left, FrozenMap):
            force_setattr(self, "uses_left", frozen_map(self.uses_left))


class Wounded(WoundBlock, frozen=True, kw_only=True):
    """A wound block that is an outcome of its own."""

    refused: bool = False
    reason: Reason | UnsetType = UNSET


class WoundResult(Value, frozen=True):
    """A hit with all its consequences, and the luck that is left."""

    block: WoundBlock
    luck: int


def unhurt_fields(target: Combatant, **fields: Any) -> dict[str, Any]:
    """The parts of a wound block that are always told, where nothing was done."""
    return {
        "wound_level": target.wound_level,
        "out_of_fight": target.out_of_fight,
        "alive": target.wound_level != "dead",
        **fields,
    }


def missed_fields(target: Combatant) -> dict[str, Any]:
    """A wound block of somebody whom nothing hit."""
    return unhurt_fields(
        target, damage_taken=0, hit_level="none", uses_left=uses_of(target), wound_counts=target.wound_counts
    )


def fields_of(block: WoundBlock) -> dict[str, Any]:
    """A wound block as the fields of a larger outcome."""
    return {name: getattr(block, name) for name in WoundBlock.__struct_fields__}


def uses_of(target: Combatant) -> FrozenMap[str, int]:
    """What is left of every limited protection worn, beside what the sheet knows of others (OPS-ARM-03)."""
    limited = {key: pack.protection(key).uses for key in target.worn}
    return frozen_map({**{key: uses for key, uses in limited.items() if uses is not None}, **target.uses_left})


# ---- protection and traits ----


def protection(target: Combatant, blow: Blow, options: Options) -> tuple[int, str]:
    """The one piece that applies: the highest; of equals the one that does not wear out (OPS-ARM-01, OPS-OPT-11)."""
    if blow.bare or blow.kind == "fall":
        return 0, ""
    pieces = [(0, True, "")]
    for key in target.worn:
        row = pack.protection(key)
        lasts = row.uses is None
        if not lasts and target.uses_left.get(key, row.uses) == 0:
            continue  # used up (OPS-ARM-03)
        if _covers(row, blow, options):
            pieces.append((row.value, lasts, key))
    if blow.kind != "fire":
        pieces.append((target.armour, True, NATURAL))  # OPS-CREAT-10
    value, _, key = max(pieces, key=lambda one: one[:2])
    return (value, key) if value else (0, "")


def _covers(row: pack.Protection, blow: Blow, options: Options) -> bool:
    if blow.kind == "fire" and not row.stops_fire:
        return False
    if row.only_kinds and blow.kind not in row.only_kinds:
        return False
    place = blow.located.place
    if not place or options.hit_location != "all":
        return "torso" in row.covers or (options.helmet_without_location and "head" in row.covers)
    if place == "vital" and options.location_11_15 == "vital" and "head" in row.covers:
        return True
    return place in row.covers


def trait(target: Combatant, kind: DamageKind, special: bool) -> Literal["immune", "half", "double", ""]:
    """What a creature's nature does to a kind of damage (OPS-CREAT-14, OPS-CREAT-16, OPS-CREAT-17, OPS-ARM-05)."""
    if target.invulnerable and not special and kind not in target.pierced_by:
        return "immune"
    resists, weak = kind in target.resists, kind in target.weak_to
    if resists == weak:  # both cancel out
        return ""
    return "half" if resists else "double"


def half(amount: int) -> int:
    """Half, rounded up (OPS-DICE-02)."""
    return (amount + 1) // 2


def taken_of(blow: Blow, value: int, nature: str, options: Options) -> int:
    """What is left after protection and nature (OPS-DMG-06)."""
    before = half if nature == "half" and options.halve_before_armour else int
    if options.armour_per_bullet and blow.rounds:
        left = sum(times * max(0, before(amount) - value) for amount, times in blow.bullets())
    else:
        left = max(0, before(blow.total) - value)
    if nature == "immune":
        return 0
    if nature == "half" and not options.halve_before_armour:
        return half(left)
    return 2 * left if nature == "double" else left


# ---- the hit ----


def suffer(
    blow: Blow, target: Combatant, plan: LuckPlan, luck: int, con_seen: bool, options: Options, who: str
) -> Program[WoundResult]:
    """A damage runs its course on one target (OPS-CBT-14, OPS-DMG-06)."""
    yield from step("damage_final", blow.total, "OPS-DMG-06", who=who)
    value, key = protection(target, blow, options)
    if value:
        yield from step("armour", value, "OPS-ARM-01", who=who)
    taken = taken_of(blow, value, trait(target, blow.kind, blow.special), options)
    yield from step("damage_taken", taken, "OPS-DMG-06", who=who)
    uses = uses_of(target)
    if key in uses and blow.total > 0:
        uses = frozen_map({**uses, key: uses[key] - 1})  # it took at least one point (OPS-ARM-03)
    fields: dict[str, Any] = {
        "damage_final": blow.total,
        "armour": value,
        "armour_key": key,
        "damage_taken": taken,
        "uses_left": uses,
    }
    if options.creature_hp_pool and target.kind == "creature":
        fields |= yield from _locate_hit(blow.located, "none", options, who)
        return WoundResult(WoundBlock(**_pool_fields(target, taken, options), **fields), luck)
    whole = taken + blow.so_far if taken else 0
    level = grade(target.threshold(options), whole)
    if options.hit_location == "all" and options.vital_zone_worsens and blow.located.place in ("vital", "head"):
        level = worse(level) if level != "none" else level
    yield from step("hit_level", level, "OPS-HLTH-02", who=who)
    struck = yield from record(whole, level, blow.located, target, plan, luck, con_seen, options, who)
    return WoundResult(replace(struck.block, **fields), struck.luck)


def _pool_fields(target: Combatant, taken: int, options: Options) -> dict[str, Any]:
    """A creature that loses points from a total has no wound levels (OPS-CREAT-07)."""
    before = target.hp if target.hp is not None else target.threshold(options)
    left = max(0, before - taken)
    level: Level = "none" if left else "dead"
    after = worst(target.wound_level, level)
    return {
        "hit_level": level,
        "wound_level": after,
        "out_of_fight": target.out_of_fight,
        "alive": after != "dead",
        "wound_counts": target.wound_counts,
        "hp_left": left,
    }


class Course(Value, frozen=True, kw_only=True):
    """What a hit comes to once luck has had its say: what is written down, and what it cost."""

    hit_level: Level
    level: Level = "none"  # to be written down; none: nothing is
    damage: int = 0
    counts: Tally = Tally()
    spent: int = 0
    rule: str = ""


def course_of(damage: int, level: Level, target: Combatant, plan: LuckPlan, luck: int, options: Options) -> Course:
    """Luck against death or a grave wound, then wounds that add up (OPS-LUCK-04, OPS-LUCK-05, OPS-HLTH-07)."""
    before = target.wound_counts
    if level == "none":
        return Course(hit_level="none", counts=before)
    answered = _after_luck(level, level, before, target, plan, luck, options)
    if answered:
        return answered
    counts = before
    after: Level = level
    if level in ("light", "grave"):
        count = getattr(before, level) + 1
        if 0 < options.wound_accumulation <= count:  # a table may take the option up when more have been counted
            count, after = 0, worse(level)
        counts = replace(before, **{level: count})
    if after != level:
        answered = _after_luck(level, after, before if after == "grave" else counts, target, plan, luck, options)
        if answered:
            return answered
    return Course(hit_level=level, level=after, damage=damage, counts=counts)


def _after_luck(
    hit: Level, level: Level, counts: Tally, target: Combatant, plan: LuckPlan, luck: int, options: Options
) -> Course | None:
    """What luck makes of a level about to be written down, or nothing."""
    threshold = target.threshold(options)
    if level == "dead" and plan.escape_death and luck >= ESCAPE_DEATH:
        shown: Level = "grave" if hit == "dead" else hit
        return Course(
            hit_level=shown, level="grave", damage=2 * threshold - 1, counts=counts, spent=luck, rule="OPS-LUCK-05"
        )
    if level == "grave" and plan.cancel_grave and luck >= CANCEL_GRAVE:
        if not options.luck_grave_to_light:
            return Course(hit_level=hit, counts=counts, spent=CANCEL_GRAVE, rule="OPS-LUCK-04")
        return Course(
            hit_level="light",
            level="light",
            damage=max(1, threshold - 1),
            counts=counts,
            spent=CANCEL_GRAVE,
            rule="OPS-LUCK-04",
        )
    return None


def record(
    damage: int,
    level: Level,
    located: Located,
    target: Combatant,
    plan: LuckPlan,
    luck: int,
    con_seen: bool,
    options: Options,
    who: str,
) -> Program[WoundResult]:
    """A graded damage is written down: luck, accumulation, the worst level, the CON test (OPS-HLTH-03, OPS-HLTH-06)."""
    course = course_of(damage, level, target, plan, luck, options)
    luck -= course.spent
    if course.spent:
        yield from step("luck_spent", course.spent, course.rule, who=who)
    if course.hit_level != level:
        yield from step("hit_level", course.hit_level, course.rule, who=who)
    after = worst(target.wound_level, course.level)
    fields: dict[str, Any] = {
        "hit_level": course.hit_level,
        "wound_level": after,
        "out_of_fight": target.out_of_fight,
        "alive": after != "dead",
        "uses_left": uses_of(target),
        "wound_counts": course.counts,
    }
    fields |= yield from _locate_hit(located, course.hit_level, options, who)
    if course.level != "none":
        wound = Wound(damage=max(1, course.damage), level=course.level, location=fields.get("location", "none"))
        fields["recorded_damage"] = wound.damage
        fields["wounds"] = (*target.wounds, wound)[-MOST_WOUNDS:]
        yield from step("wound_level", after, "OPS-HLTH-06", who=who)
    if target.stabilised and (after != target.wound_level or course.level == "grave"):
        fields["stabilised"] = False  # first aid was given to another wound (OPS-HLTH-09)
    if course.level == "grave" and after != "dead" and not target.out_of_fight and not target.no_pain:
        stays, luck, more = yield from keep_standing(target.current("CON"), plan, luck, con_seen, options, who)
        fields |= more
        fields["out_of_fight"] = not stays
    return WoundResult(WoundBlock(**fields), luck)


def _locate_hit(located: Located, level: Level, options: Options, who: str) -> Program[dict[str, Any]]:
    """Where a hit landed, if this table wants to know it of such a hit (OPS-OPT-09)."""
    wanted = options.hit_location == "all" or (options.hit_location == "grave_only" and level == "grave")
    if not located.place or not wanted:
        return {}
    yield from step("location", located.place, "OPS-OPT-10", who=who)
    return {"location": located.place, **({"location_number": located.number} if located.number else {})}


def keep_standing(
    constitution: int, plan: LuckPlan, luck: int, wanted: bool, options: Options, who: str
) -> Program[tuple[bool, int, dict[str, Any]]]:
    """A grave wound asks for CON × 5 at once, whoever is hurt: out of the fight otherwise (OPS-HLTH-03)."""
    tried = yield from attempt(constitution, "standard", plan, luck, wanted, options, CON_TEST, who, "con")
    yield from step("out_of_fight", not tried.success, "OPS-HLTH-03", who=who)
    fields: dict[str, Any] = {"con_target": constitution * 5, "con_outcome": tried.outcome}
    if tried.roll:
        fields["con_roll"] = tried.roll
    return tried.success, luck - tried.spent, fields


def wound_changes(before: Combatant, after: WoundBlock, luck: int) -> tuple[Change, ...]:
    """What a hit changes on the sheet of whoever was hit."""
    names = ("wound_level", "wounds", "wound_counts", "out_of_fight", "stabilised")
    values = [(name, getattr(before, name), getattr(after, name)) for name in names]
    if isinstance(after.uses_left, dict) and after.uses_left != uses_of(before):
        values.append(("uses_left", before.uses_left, after.uses_left))
    if after.hp_left is not UNSET:
        values.append(("hp", before.hp, after.hp_left))
    values.append(("luck", before.luck, luck))
    return changed(*values, who=before.name)


def throw_sum(dice: Dice, who: str = "", purpose: str = "damage") -> Program[int]:
    """Dice of several kinds one kind after the other, each under its own name; sums are one question."""
    total = dice.constant
    for term in dice.terms:
        total += yield from roll(Dice((term,)), f"d{term.faces}", who, purpose)
    return total
