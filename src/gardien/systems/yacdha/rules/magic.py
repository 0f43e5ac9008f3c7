"""Magic: one madness die against a fixed opposition, and its price (MAG)."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, UnsetType, structs

from gardien.core.chance import Program, apply, fold, less, roll, step, watch
from gardien.core.dice import D6
from gardien.core.inputs import BadField, check_key, check_unique
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, frozen_map
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.gauges import check
from gardien.systems.yacdha.rules.throws import Degree, degree_of
from gardien.systems.yacdha.vocabulary import TOP, GaugeValue, Level, Name, check_madness

MOST_MYTHOS = 4  # of an investigator; an NPC may know more (YAC-MYT-04)


class Caster(Value, frozen=True, kw_only=True):
    """Somebody who takes part in a casting."""

    name: Name
    kind: Literal["investigator", "npc"] = "investigator"
    madness: GaugeValue = 1
    mythos: Level = 0

    def __post_init__(self) -> None:
        check_madness(self.kind, self.madness)
        if self.kind == "investigator" and self.mythos > MOST_MYTHOS:
            raise BadField("mythos", "field/range", "YAC-MYT-04", came=self.mythos, low=0, high=MOST_MYTHOS)


Spell = Annotated[str, Meta(max_length=100, examples=pack.keys("spells", "spell"))]


class CastGiven(Value, frozen=True, kw_only=True):
    """A magic, those who use it, and whether its conditions are met (YAC-MAG-02, YAC-MAG-09).

    Advantage, forced dice, occupation levels and luck have no place here: all of them concern a dA (YAC-MAG-07).
    """

    casters: Annotated[tuple[Caster, ...], Meta(min_length=1, max_length=1000)]
    opposition: Annotated[int, Meta(ge=0, le=5)] = 0
    conditions_met: bool = True
    prepared: bool = False
    roll_degree: bool = True
    spell: Spell | None = None  # of the pack: what it meets, and whether somebody else has made it (M-02)

    def __post_init__(self) -> None:
        check_unique("casters", [caster.name for caster in self.casters])
        if self.spell:
            row = check_key("spell", self.spell, pack.spell)
            if self.opposition not in (0, row.opposition):
                raise BadField(
                    "opposition", "field/not_allowed", "YAC-MAG-09", came=self.opposition, allowed=row.opposition
                )
            structs.force_setattr(self, "opposition", row.opposition)
            structs.force_setattr(self, "prepared", row.prepared or self.prepared)
        if self.prepared and len(self.casters) > 1:
            raise BadField("casters", "field/length_at_most", "YAC-MAG-05", high=1, came=len(self.casters))


class Casting(Value, frozen=True, kw_only=True):
    """What a casting came to, and what it cost."""

    rolled: bool
    refused: Literal["conditions"] | UnsetType = UNSET
    success: bool
    casting: dict[str, int]
    raw: int | UnsetType = UNSET
    mythos: int | UnsetType = UNSET
    result: int | UnsetType = UNSET
    opposition: int | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    degree: Degree | UnsetType = UNSET
    automatic: bool | UnsetType = UNSET
    checks: dict[str, int]
    gauges: dict[str, int]
    status: dict[str, Literal["active", "mad"]]

    def changes(self, given: CastGiven, options: Options) -> tuple[Change, ...]:
        changes = []
        for caster in given.casters:
            after = self.gauges[caster.name]
            if after != caster.madness:
                changes.append(Change("madness", caster.madness, after, caster.name))
            if self.status[caster.name] == "mad":
                changes.append(Change("status", "active", "mad", caster.name))
        return tuple(changes)


class Best(Value, frozen=True):
    """The best of the casting dice so far, and those somebody looks at."""

    raw: int = 0
    mythos: int = 0
    seen: tuple[tuple[str, int], ...] = ()


class Thrower(Value, frozen=True):
    """One casting die: its bonus, and whether anybody looks at the die itself."""

    name: str
    mythos: int
    seen: bool


def throw_casting(best: Best, thrower: Thrower) -> Program[Best]:
    """The highest total counts, the first on equality (YAC-MAG-01, YAC-MAG-06)."""
    face = yield from roll(D6, "dF", thrower.name, "casting")
    faces = (*best.seen, (thrower.name, face)) if thrower.seen else best.seen
    if face + thrower.mythos > best.raw + best.mythos:
        return Best(face, thrower.mythos, faces)
    return Best(best.raw, best.mythos, faces)


class Paid(Value, frozen=True):
    """A caster after the price."""

    name: str
    die: int
    madness: int
    status: Literal["active", "mad"]


def pay(paid: tuple[Paid, ...], price: tuple[Caster, bool]) -> Program[tuple[Paid, ...]]:
    """Success or failure, a second dF checks madness; no event memory spares it (YAC-MAG-03).

    At 6 the mind of an investigator is lost (YAC-GAU-03); an NPC goes on (YAC-NPC-03).
    """
    caster, die_seen = price
    checked = yield from apply(check, "madness", caster.madness, caster.name, die_seen)
    madness = caster.madness + checked.raised
    parts = (("madness", caster.madness), ("rise", int(checked.raised)))
    yield from step("madness", madness, "YAC-MAG-03", parts, who=caster.name)
    lost = madness == TOP and caster.kind == "investigator"
    if lost:
        yield from step("madness", madness, "YAC-GAU-03", who=caster.name)
    return (*paid, Paid(caster.name, checked.die, madness, "mad" if lost else "active"))


def shared_mythos(casters: tuple[Caster, ...], options: Options) -> tuple[int, ...]:
    """The Mythos level behind each die: one for all, the best unless the table says otherwise, or each their own.

    Without the Mythos module every level counts as 0 (YAC-GEN-02, YAC-MAG-04, YAC-MAG-06).
    """
    levels = tuple(caster.mythos if options.plays("mythos") else 0 for caster in casters)
    if options.mythos_share == "individual":
        return levels
    return ((max if options.mythos_share == "best" else min)(levels),) * len(levels)


@procedure(
    "cast_magic",
    rules="""YAC-MAG-01 YAC-MAG-02 YAC-MAG-03 YAC-MAG-04 YAC-MAG-05 YAC-MAG-06 YAC-MAG-07 YAC-MAG-08 YAC-MAG-09""",
    dice=("dF",),
    headline=("degree",),
)
def cast_magic(given: CastGiven, options: Options) -> Program[Casting]:
    """Throw dF only, strictly above the spell's opposition; then every caster pays with a madness check."""
    unchanged: dict[str, int] = frozen_map({caster.name: caster.madness for caster in given.casters})
    active: dict[str, Literal["active", "mad"]] = frozen_map({caster.name: "active" for caster in given.casters})
    if not given.conditions_met:
        yield from step("refused", "conditions", "YAC-MAG-02")
        return Casting(
            rolled=False,
            refused="conditions",
            success=False,
            casting=frozen_map(),
            checks=frozen_map(),
            gauges=unchanged,
            status=active,
        )
    opposition = 0 if given.prepared else given.opposition
    yield from step("opposition", opposition, "YAC-MAG-05" if given.prepared else "YAC-MAG-01")
    if given.prepared and not given.roll_degree:
        yield from step("success", True, "YAC-MAG-05")
        return Casting(
            rolled=False,
            success=True,
            casting=frozen_map(),
            opposition=opposition,
            checks=frozen_map(),
            gauges=unchanged,
            status=active,
        )

    names = tuple(caster.name for caster in given.casters)
    alone = frozenset(names if len(names) == 1 else ())  # a lone caster is told in any case
    named = alone | (yield from watch("casting", names))
    levels = shared_mythos(given.casters, options)
    best = yield from fold(
        throw_casting,
        Best(),
        (
            Thrower(name if name in named else "", level, name in named)
            for name, level in zip(names, levels, strict=True)
        ),
    )
    # From 1 + Mythos − opposition to 6 − opposition: never a critical failure (YAC-MAG-08).
    result = min(TOP, best.raw + best.mythos)
    margin = result - opposition
    degree = degree_of(margin)
    automatic = best.mythos >= opposition
    yield from step("raw", best.raw, "YAC-MAG-06" if len(names) > 1 else "YAC-MAG-01")
    yield from step("result", result, "YAC-MAG-04", (("raw", best.raw), ("mythos", best.mythos)), (1, TOP))
    yield from step("automatic", automatic, "YAC-MAG-05" if given.prepared else "YAC-MAG-04")
    yield from step("margin", margin, "YAC-MAG-01", (("result", result), less("opposition", opposition)))
    yield from step("degree", degree, "YAC-DEG-01")

    paid: tuple[Paid, ...] = ()
    if given.prepared:  # somebody else has paid (YAC-MAG-05)
        gauges, status = unchanged, active
    else:
        dice_seen = yield from watch("checks", names)
        wanted = alone | dice_seen | (yield from watch("gauges", names)) | (yield from watch("status", names))
        prices = ((caster, caster.name in dice_seen) for caster in given.casters if caster.name in wanted)
        paid = yield from fold(pay, paid, prices)
        gauges = frozen_map({one.name: one.madness for one in paid})
        status = frozen_map({one.name: one.status for one in paid})
    return Casting(
        rolled=True,
        success=margin >= 1,
        casting=frozen_map(best.seen),
        raw=best.raw,
        mythos=best.mythos,
        result=result,
        opposition=opposition,
        margin=margin,
        degree=degree,
        automatic=automatic,
        checks=frozen_map({one.name: one.die for one in paid if one.die}),
        gauges=gauges,
        status=status,
    )
