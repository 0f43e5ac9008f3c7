"""What strikes everybody in an area: explosions, and what suppressive fire shares with them (P-ENV-06, P-GUN-03)."""

from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, call, fold, less, roll, step, tail, watched
from gardien.core.dice import D10, Dice
from gardien.core.inputs import BadField, check_key
from gardien.core.limits import refuse_details_beyond
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, like
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.pack.arms import Explosive
from gardien.systems.cthulhud20.rules.character import Combatant, check_one_each
from gardien.systems.cthulhud20.rules.fight import attack_wound
from gardien.systems.cthulhud20.rules.fight.armour_class import guard_of
from gardien.systems.cthulhud20.rules.fight.attack_resolve import More
from gardien.systems.cthulhud20.rules.fight.attack_roll import EXACT
from gardien.systems.cthulhud20.rules.fight.attack_severity import zone_bonus
from gardien.systems.cthulhud20.rules.fight.location import Target, explain_spot, locate, target_of
from gardien.systems.cthulhud20.rules.fight.weapons import exact
from gardien.systems.cthulhud20.rules.person import Body, body_of, victim_changes, victim_fields
from gardien.systems.cthulhud20.rules.tests.d20 import REFLEX, Throw, attempt
from gardien.systems.cthulhud20.rules.tests.modifiers import save_bonus
from gardien.systems.cthulhud20.vocabulary import Difficulty, MaxDamage, Metres, Shock, Zone

EXPLOSIVES = pack.keys("weapons", "explosive")
ExplosiveKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=EXPLOSIVES)]
Victims: TypeAlias = Annotated[tuple[Combatant, ...], Meta(min_length=1, max_length=20)]
RADIUS, REFLEX_DC = 3.0, 15  # where nothing else is said (CD20-P-ENV-06)
OF_WOUND = frozenset(attack_wound.DETAILS)
AREA_DETAILS = (*attack_wound.DETAILS, "reflex_total", "d10")  # told of each victim where dice are shown, never in odds
MOST_SPELLED = 1  # victims whom odds can tell die by die
AreaResult: TypeAlias = Literal["safe", "hit", "stopped", "out_of_reach"]
A = TypeVar("A", bound="AreaOutcome")


# ---- one of those around ----


class Due(Value, frozen=True):
    """What is added to the d10, and the highest damage that it comes from, where somebody asks."""

    bonus: int
    max_damage: int | None = None


class Hail(Value, frozen=True, kw_only=True):
    """What reaches one victim: its save, and what it meets then; nothing at all out of reach."""

    body: Body
    reflex: int
    dc: int
    rule: str
    place: Target | None = None  # none: the dead, who are hurt no more
    worn: tuple[tuple[Zone, int], ...] = ()
    failed: Due = Due(0)
    saved: Due | None = None  # none: whoever makes the save is safe
    stops: bool = True  # armour that holds is told as such, else as nothing (CD20-SHOCK-03)
    pf_only: bool = False
    shock: Shock = "none"
    spared: AreaResult = "safe"
    by: str = ""


class AreaBlock(attack_wound.WoundBlock, frozen=True, kw_only=True):
    """One of those around."""

    reflex_total: int | UnsetType = UNSET
    reflex_success: bool | UnsetType = UNSET
    max_damage: int | UnsetType = UNSET
    bonus: int | UnsetType = UNSET
    d10: int | UnsetType = UNSET
    result: AreaResult


def hail_of(victim: Combatant, dc: int, rule: str, options: Options) -> Hail:
    """Somebody in an area, with everything that protects them."""
    body = body_of(victim, options)
    place = target_of("none", victim.tables, victim.lost_parts)
    alive = not body.dead and bool(place.cells())
    return Hail(
        body=body,
        reflex=save_bonus(victim, "ref"),
        dc=dc,
        rule=rule,
        place=replace(place, by=victim.name) if alive else None,
        worn=guard_of(victim, options).worn,
        by=victim.name,
    )


def engulf(hail: Hail, wanted: frozenset[str], options: Options) -> Program[AreaBlock]:
    """Reflexes, then a d10 and a zone; armour and cover are taken off, and below 0 they hold (CD20-P-ENV-06)."""
    if hail.place is None:
        return AreaBlock(result=hail.spared, **victim_fields(hail.body, wanted))
    throw = like(Throw, hail, bonus=hail.reflex, save=True, labels=REFLEX, who=hail.by, purpose="reflexes")
    tried = yield from attempt(throw, wanted)
    due = hail.saved if tried.success else hail.failed
    fields: dict[str, Any] = {"reflex_success": tried.success, "reflex_total": tried.total}
    if due is None:
        return AreaBlock(result="safe", **fields, **victim_fields(hail.body, wanted))
    if due.max_damage is not None:
        fields |= {"max_damage": due.max_damage, "bonus": due.bonus}
        yield from step("bonus", due.bonus, "CD20-LETH-01", who=hail.by)
    landed = yield from apply(land, hail, due.bonus, wanted)
    fields["d10"] = landed.face if "d10" in wanted else UNSET
    if landed.blow is None:
        return AreaBlock(result="safe", **fields, **victim_fields(hail.body, wanted))
    blow = attack_wound.with_shock(landed.blow, hail.body, options, due.bonus)
    struck = yield from apply(attack_wound.suffer, hail.body, blow, options, wanted & OF_WOUND, hail.by, hail.by)
    return AreaBlock(result="stopped" if blow.stopped else "hit", **fields, **attack_wound.wound_fields(struck, wanted))


class BlastHit(Value, frozen=True):
    """Where it strikes and how hard; no blow where armour holds and that counts as nothing."""

    blow: attack_wound.Blow | None
    face: int = 0


def land(hail: Hail, bonus: int, wanted: frozenset[str]) -> Program[BlastHit]:
    """The d10 and the d100 of one victim (CD20-P-GUN-03, CD20-P-ENV-06)."""
    face = yield from roll(D10, "d10", hail.by, "blast")
    assert hail.place is not None  # the dead throw nothing
    spot = yield from locate(hail.place)
    yield from explain_spot(spot, "none", hail.by)
    worn = dict(hail.worn)[spot.zone]
    margin = bonus + face - worn
    parts = (("bonus", bonus), ("d10", face), less("armour_bonus", worn))
    yield from step("margin", margin, hail.rule, parts, who=hail.by)
    shown = face if "d10" in wanted else 0
    if margin < 0:
        return BlastHit(
            attack_wound.Blow(zone=spot.zone, stopped=True, shock=hail.shock) if hail.stops else None, shown
        )
    gb = margin + zone_bonus(spot.zone, hail.body.tables)
    gb = gb if wanted & EXACT else pack.grade_at(gb, hail.body.tables).first
    return BlastHit(attack_wound.Blow(zone=spot.zone, gb=gb, pf_only=hail.pf_only, shock=hail.shock), shown)


# ---- everybody in turn ----


class Toll(Value, frozen=True):
    """Those around so far; one by one only where somebody looks."""

    hurt: int = 0
    killed: int = 0
    results: tuple[AreaBlock, ...] = ()


class Near(Value, frozen=True):
    """One of those around, and what somebody looks at."""

    hail: Hail
    wanted: frozenset[str]
    options: Options


def count(toll: Toll, near: Near) -> Program[Toll]:
    """Whoever comes next in the order given."""
    block = yield from apply(engulf, near.hail, near.wanted, near.options)
    return Toll(
        toll.hurt + (block.result == "hit"),
        toll.killed + (not near.hail.body.dead and block.state == "dead"),
        (*toll.results, block) if "results" in near.wanted else (),
    )


class AreaOutcome(Value, frozen=True, kw_only=True):
    """Whom it hurt, whom it killed; odds tell them one by one only when asked to."""

    hurt: int
    killed: int
    results: tuple[AreaBlock, ...] | UnsetType = UNSET

    def changes(self, given: Any, options: Options) -> tuple[Change, ...]:
        pairs = zip(given.victims, self.results or (), strict=False)  # odds may not tell them
        return tuple(
            change for victim, block in pairs for change in victim_changes(body_of(victim, options), block, victim.name)
        )


def sweep(hails: tuple[Hail, ...], wanted: frozenset[str], options: Options, kind: type[A], more: More) -> Program[A]:
    """Everybody in an area, one after the other."""
    toll = yield from fold(count, Toll(), [Near(hail, wanted, options) for hail in hails])
    yield from step("hurt", toll.hurt, hails[0].rule)
    yield from step("killed", toll.killed, "CD20-HP-04")
    results = toll.results if "results" in wanted else UNSET
    return kind(hurt=toll.hurt, killed=toll.killed, results=results, **dict(more))


def strike_area_last(hails: list[Hail], options: Options, kind: type[A], more: More) -> Program[A]:
    """The last request of whatever strikes an area: `return (yield from strike_area_last(…))`."""
    wanted = yield from watched("results", *AREA_DETAILS)
    if "results" in wanted:
        yield from refuse_details_beyond(len(hails), MOST_SPELLED)
    if "wounds" not in wanted:  # old wounds change nothing here
        hails = [replace(hail, body=replace(hail.body, wounds=())) for hail in hails]
    return tail(call(sweep, tuple(hails), wanted, options, kind, more))


# ---- explosions ----


class ExplosionGiven(Value, frozen=True, kw_only=True):
    """What blows up, and who stands how near."""

    explosive: ExplosiveKey | None = None
    max_damage: MaxDamage | None = None
    sticks: Annotated[int, Meta(ge=1, le=10)] = 1
    radius_m: Annotated[float, Meta(ge=0.1, le=1000)] | None = None
    reflex_dc: Difficulty | None = None
    victims: Victims
    distances_m: Annotated[tuple[Metres, ...], Meta(max_length=20)] = ()

    def __post_init__(self) -> None:
        if self.explosive is not None:
            row = check_key("explosive", self.explosive, pack.explosive)
            if self.sticks > row.sticks:
                raise BadField("sticks", "field/at_most", "CD20-P-EXPL-01", came=self.sticks, high=row.sticks)
        elif self.max_damage is None:
            raise BadField("explosive", "field/missing", "CD20-P-EXPL-01", allowed="explosive | max_damage")
        elif self.sticks > 1:
            raise BadField("sticks", "field/at_most", "CD20-P-EXPL-01", came=self.sticks, high=1)
        if self.distances_m:
            check_one_each("distances_m", self.distances_m, len(self.victims), "CD20-P-ENV-06")

    @property
    def row(self) -> Explosive | None:
        return None if self.explosive is None else pack.explosive(self.explosive)


class Exploded(AreaOutcome, frozen=True, kw_only=True):
    """A blast and everybody near it."""

    radius_m: float
    reflex_dc: int


def power_of(given: ExplosionGiven) -> int:
    """The highest damage: of the list, sticks together, or as it was said (CD20-P-EXPL-01)."""
    if given.max_damage is not None:
        return given.max_damage
    assert given.row is not None  # one or the other
    dice = Dice.parse(given.row.damage)
    return dice.highest() + (given.sticks - 1) * given.row.more_dice * dice.terms[0].faces


def radius_of(given: ExplosionGiven) -> float:
    """How far it reaches; further sticks widen it up to a limit (CD20-P-EXPL-01)."""
    if given.radius_m is not None:
        return given.radius_m
    row = given.row
    if row is None:
        return RADIUS
    wide = row.radius + (given.sticks - 1) * row.more_m
    return min(wide, row.most_m) if row.most_m else wide


@procedure(
    "explosion",
    rules="CD20-P-ENV-06 CD20-P-EXPL-01 CD20-ENV-01",
    dice=("d20", "d10", "d100"),
    headline=("hurt", "killed"),
)
def explode(given: ExplosionGiven, options: Options) -> Program[Exploded]:
    """Everybody within the radius is struck; Reflexes halve it, and half as near it throws them down."""
    radius, most = radius_of(given), power_of(given)
    dc = given.reflex_dc if given.reflex_dc is not None else REFLEX_DC if given.row is None else given.row.dc
    yield from step("radius_m", radius, "CD20-P-EXPL-01")
    yield from step("reflex_dc", dc, "CD20-P-EXPL-01")
    failed, saved = Due(pack.lethal(most), most), Due(pack.lethal(most // 2), most // 2)
    hails = []
    for victim, metres in zip(given.victims, given.distances_m or (0,) * len(given.victims), strict=True):
        hail = replace(hail_of(victim, dc, "CD20-P-ENV-06", options), failed=failed, saved=saved, spared="out_of_reach")
        far = exact(metres)
        if far > exact(radius):
            hail = replace(hail, place=None)
        hails.append(replace(hail, shock="violent" if far * 2 <= exact(radius) else "none"))
    return (yield from strike_area_last(hails, options, Exploded, (("radius_m", radius), ("reflex_dc", dc))))
