"""The dice of an attack up to the word hit or miss: d20, location, what hides the target (ATT, LOC, P-COVER)."""

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from gardien.core.chance import Program, roll, step
from gardien.core.dice import D20, D100
from gardien.core.errors import Refusal
from gardien.core.inputs import BadField
from gardien.core.values import Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant, check_zones
from gardien.systems.cthulhud20.rules.fight.armour_class import guard_of
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import BonusGiven, Sum
from gardien.systems.cthulhud20.rules.fight.attack_severity import IMPROVED_CRITICAL, gb_of, power_bonus
from gardien.systems.cthulhud20.rules.fight.location import Target, explain_spot, is_single, locate, target_of
from gardien.systems.cthulhud20.vocabulary import WHOLE, Aim, Result, Tables, Zone

THROWN = frozenset(("die", "attack_total", "margin"))  # who looks at one of these needs the face
EXACT = frozenset(("gb", "care_dc", "wounds"))  # and at one of these the GB itself, not only its row


# ---- inputs ----


class ShotGiven(BonusGiven, frozen=True, kw_only=True):
    """An attack without what people decide once it is known to hit."""

    zone_choice: Zone | None = None
    concealment: Annotated[int, Meta(ge=0, le=100)] = 0
    gb_bonus: Annotated[int, Meta(ge=-100, le=100)] = 0

    def __post_init__(self) -> None:
        BonusGiven.__post_init__(self)
        check_body(self.target)


def check_body(target: Combatant) -> None:
    """A creature that keeps hit points has no zones to be struck in (CD20-CREA-02)."""
    if target.mode == "traditional":
        allowed = "human | adapted_tables | own_tables"
        raise BadField("target.damage_mode", "field/not_allowed", "CD20-CREA-02", came=target.mode, allowed=allowed)


def check_chosen(field: str, zone: Zone, target: Combatant) -> None:
    """A zone that somebody chooses must be there to be struck (CD20-GB-07)."""
    check_zones(field, (zone,), target.tables)
    if zone in target.lost_parts:
        left = [one for one in pack.zones(target.tables) if one not in target.lost_parts]
        raise BadField(field, "field/not_allowed", "CD20-GB-07", came=zone, allowed=", ".join(left))


def check_struck(field: str, zone: Zone, victim: Combatant) -> None:
    """A zone of the body that is still there, or all of it at once (CD20-ENV-01, CD20-GB-07)."""
    if zone != WHOLE:
        check_chosen(field, zone, victim)


# ---- an attack before its dice ----


class Stroke(Value, frozen=True, kw_only=True):
    """What the dice of an attack are read by."""

    bonus: int
    zone: Zone | None  # the one that is struck for sure
    place: Target | None  # or where it may land
    cas: tuple[tuple[Zone, int], ...]
    worn: tuple[tuple[Zone, int], ...]
    tables: Tables = "human"
    aim: Aim = "none"
    gains: int = 0  # on the GB: feats and the rest
    stops: bool = True  # armour may stop a blow (CD20-SHOCK-03)
    one: bool = True  # a natural 1 misses (CD20-ATT-04)
    twenty: bool = True
    sure: bool = False  # it cannot miss (CD20-P-COUP-01)
    concealment: int = 0
    blind_fight: bool = False
    jams: bool = False  # a natural 1 must be remembered (CD20-P-GUN-06)
    by: str = ""

    def ca(self, zone: Zone) -> int:
        return dict(self.cas)[zone]


def stroke_of(given: ShotGiven, attack_sum: Sum, options: Options) -> Stroke:
    """What the dice of an attack are read by: zones, CA, armour, feats."""
    attacker, target = given.attacker, given.target
    chosen = zone_chosen(given, options)
    guard = guard_of(target, options, "unseen" in given.situation)
    critical = IMPROVED_CRITICAL if attacker.has(f"improved_critical:{attack_sum.weapon.key}") else 0  # CD20-FEAT-03
    place = None
    if chosen is None:
        place = replace(target_of(given.aim, target.tables, target.lost_parts), by=attacker.name)
    return Stroke(
        bonus=attack_sum.total_bonus,
        zone=chosen,
        place=place,
        cas=tuple((zone, guard.ca(zone, given.touch)) for zone in pack.zones(target.tables)),
        worn=guard.worn,
        tables=target.tables,
        aim=given.aim,
        gains=critical + power_bonus(given.power_attack) + given.gb_bonus,
        stops=options.armour_stop_shock and not given.touch,
        one=not options.no_auto_miss,
        twenty=not options.no_auto_hit,
        concealment=given.concealment,
        blind_fight=attacker.has("blind_fight"),
        jams=options.jams and attack_sum.weapon.firearm,
        by=attacker.name,
    )


def zone_chosen(given: ShotGiven, options: Options) -> Zone | None:
    """The zone that is struck for sure: the one named, or the one picked inside a group (CD20-AIM-02, CD20-AIM-04)."""
    choice = given.zone_choice
    if is_single(given.aim):
        inside: list[Zone] = [given.aim]  # type: ignore[list-item]  # a single aim is a zone
        choice = inside[0] if choice is None else choice
    elif given.aim != "none" and options.group_aim_choice:
        inside = list(target_of(given.aim, given.target.tables, given.target.lost_parts).cells())
        if choice is None:
            raise Refusal("field/missing", field="zone_choice", rule="CD20-AIM-04", allowed=" | ".join(inside))
    else:
        inside = []
    if choice is not None and choice not in inside:
        allowed = ", ".join(inside) or "aim + group_aim_choice"
        raise Refusal("field/not_allowed", field="zone_choice", rule="CD20-AIM-04", came=choice, allowed=allowed)
    return choice


# ---- what a face means ----


class FaceVerdict(Value, frozen=True):
    """What a natural d20 means on a zone."""

    result: Result
    margin: int = 0
    rule: str = "CD20-ATT-02"


def judge(stroke: Stroke, face: int, zone: Zone, lucky: int = 0) -> FaceVerdict:
    """Hit, miss, or stopped by armour (CD20-ATT-02, CD20-ATT-04, CD20-SHOCK-03)."""
    total, ca = face + stroke.bonus + lucky, stroke.ca(zone)
    if stroke.sure:
        return FaceVerdict("hit", max(0, total - ca), "CD20-P-COUP-01")
    if face == 1 and stroke.one:
        return FaceVerdict("miss", rule="CD20-ATT-04")
    if total >= ca:
        return FaceVerdict("hit", total - ca)
    if face == 20 and stroke.twenty:
        return FaceVerdict("hit", rule="CD20-ATT-04")
    if stroke.stops and total >= ca - dict(stroke.worn)[zone]:
        return FaceVerdict("stopped", rule="CD20-SHOCK-03")
    return FaceVerdict("miss")


class Shot(Value, frozen=True, kw_only=True):
    """An attack as it is announced; the face only where somebody looks, or may still ask about it."""

    zone: Zone
    result: Result
    swallowed: bool = False  # a hit that darkness or smoke took (CD20-P-COVER-01)
    gb: int = 0
    one: bool = False
    face: int = 0
    lucky: int = 0

    @property
    def hit(self) -> bool:
        return self.result == "hit"


def shot_at(
    stroke: Stroke, face: int, zone: Zone, wanted: frozenset[str], swallowed: bool = False, lucky: int = 0
) -> Shot:
    """A face on a zone, as coarse as it may be told."""
    judged = judge(stroke, face, zone, lucky)
    gb = 0
    if judged.result == "hit" and not swallowed:
        gb = gb_of(judged.margin, zone, stroke.tables, more=stroke.gains)  # CD20-GB-01
        gb = gb if wanted & EXACT else pack.grade_at(gb, stroke.tables).first
    return Shot(
        zone=zone,
        result="miss" if swallowed else judged.result,
        swallowed=swallowed,
        gb=gb,
        one=stroke.jams and face == 1,
        face=face if wanted & THROWN else 0,
        lucky=lucky,
    )


# ---- the dice ----


class Above(Value, frozen=True):
    """Reads a die: above a number."""

    number: int

    def __call__(self, face: int) -> bool:
        return face > self.number


def announce(stroke: Stroke, wanted: frozenset[str]) -> Program[Shot]:
    """The d20, then the d100 of the location, then what hides the target (CD20-LOC-02, CD20-P-COVER-01)."""
    face = yield from roll(D20, "d20", stroke.by, "attack")
    zone = stroke.zone
    if zone is None:
        assert stroke.place is not None  # one or the other
        spot = yield from locate(stroke.place)
        zone = spot.zone
        yield from explain_spot(spot, stroke.aim)
    else:
        yield from step("zone", zone, "CD20-P-COUP-01" if stroke.sure else "CD20-AIM-02")
    swallowed = False
    if judge(stroke, face, zone).result == "hit":
        swallowed = yield from roll_concealment(stroke)
    shot = shot_at(stroke, face, zone, wanted, swallowed)
    yield from explain_shot(stroke, shot)
    return shot


def roll_concealment(stroke: Stroke) -> Program[bool]:
    """Whether a hit is lost in the dark; Blind-Fight looks twice (CD20-P-COVER-01, CD20-P-FEAT-01)."""
    if not stroke.concealment:
        return False
    for _ in range(2 if stroke.blind_fight else 1):
        if (yield from roll(D100.map(Above(stroke.concealment)), "d100", stroke.by, "concealment")):
            return False
    return True


def explain_shot(stroke: Stroke, shot: Shot) -> Program[None]:
    """Hit or miss as the Keeper announces it; by how much stays untold as yet (CD20-DEST-03)."""
    if shot.face:
        rule = "CD20-P-COVER-01" if shot.swallowed else judge(stroke, shot.face, shot.zone, shot.lucky).rule
        yield from step("result", shot.result, rule)


def explain_margin(stroke: Stroke, shot: Shot) -> Program[None]:
    """Total, CA and margin, once nobody can ask for anything any more."""
    if not shot.face:
        return
    total = shot.face + stroke.bonus + shot.lucky
    lucky = (("destiny", shot.lucky),) if shot.lucky else ()
    parts = (("die", shot.face), ("total_bonus", stroke.bonus), *lucky)
    yield from step("attack_total", total, "CD20-ATT-01", parts)
    yield from step("zone_ca", stroke.ca(shot.zone), "CD20-AC-01")
    if shot.hit:
        margin = judge(stroke, shot.face, shot.zone, shot.lucky).margin
        yield from step("margin", margin, "CD20-GB-01")
