"""The table of weapons at the foot of the sheet: series of attacks, their notation, ranges (WPN, RNG)."""

import re
from math import ceil
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, less, step
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Value, like
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack.rows import MOST_INCREMENTS, RateKey, WeaponClass
from gardien.systems.d20d100.rules.character import check_dice, check_shot

STEP = 5  # from one attack of a round to the next (D100-WPN-02)
SPECIALTY = 2  # D100-TRAIT-04
PRINTED: dict[int, tuple[int, int, int]] = {10: (10, 6, 0), 12: (12, 7, 1)}  # as the text prints them (D100-WPN-02)
BURST_BASE: dict[str, int] = {"burst_10": 10, "burst_50": 15}  # D100-FIRE-07
UNARMED = ("lutte", "boxe")
RANGE_STEP = -2  # for each increment beyond the first (D100-RNG-01)

CombatSkillOrNone: TypeAlias = Literal[
    "", "lutte", "boxe", "armes_contact", "armes_jet", "revolver", "fusil", "arme_auto"
]
WeaponOrNone: TypeAlias = Annotated[str, Meta(max_length=100, examples=["", *pack.keys("weapons", "weapon")])]
DamageText: TypeAlias = Annotated[str, Meta(max_length=120, examples=["1d3", "1d6", "2d8", "3d6/2d6/1d6", ""])]
Improvised: TypeAlias = Literal[-4, -2, 0]
Shots: TypeAlias = tuple[int, ...]


def count_attacks(skill: int) -> int:
    """One attack, two from +6, three from +10: the skill alone counts (D100-WPN-01)."""
    return 3 if skill >= 10 else 2 if skill >= 6 else 1


def series_of(skill: int, attacks: int, options: Options) -> Shots:
    """The skill, then five less for each further attack; two lines as printed, where a table wants it (D100-WPN-02)."""
    if options.attack_table == "printed" and skill in PRINTED:
        return PRINTED[skill][:attacks]
    return tuple(skill - STEP * index for index in range(attacks))


def series_text(series: Shots, shots: int = 1) -> str:
    """+6/+1, +2//-3, and a single figure with its slashes behind it: +3// (D100-WPN-08)."""
    run = "/" * shots
    text = run.join(f"{figure:+d}" for figure in series)
    return text + run if len(series) == 1 and shots > 1 else text


class LineGiven(Value, frozen=True, kw_only=True):
    """A combat skill and a weapon: one of the list, or its numbers; what is left out comes from the list."""

    skill: Annotated[int, Meta(ge=-40, le=40)]
    combat_skill: CombatSkillOrNone = ""
    weapon: WeaponOrNone = ""
    specialty: bool = False
    precision: Annotated[int, Meta(ge=-4, le=4)] | None = None
    recoil: Annotated[int, Meta(ge=0, le=10)] | None = None
    rate: RateKey | None = None
    improvised: Improvised = 0
    damage: DamageText | None = None
    damage_bonus: Annotated[int, Meta(ge=-10, le=100)] = 0
    uses_damage_bonus: bool | None = None
    temporary: bool | None = None

    def __post_init__(self) -> None:
        if self.weapon:
            check_key("weapon", self.weapon, pack.weapon)
        if self.damage is not None:
            if "/" in self.damage:
                check_shot("damage", self.damage)
            else:
                check_dice("damage", self.damage)

    def arm(self) -> "Arm":
        """The numbers of the weapon, those that were given before those of the list."""
        row = pack.weapon(self.weapon) if self.weapon else None
        if self.uses_damage_bonus is not None:
            strong = self.uses_damage_bonus
        else:
            strong = row is None or row.strength == "always" or (row.strength == "negative" and self.damage_bonus < 0)
        return Arm(
            precision=_given_or_listed(self.precision, row.precision if row else 0),
            recoil=_given_or_listed(self.recoil, row.recoil if row else 0),
            rate=self.rate or (row.rate if row else "none"),
            damage=self.damage if self.damage is not None else (row.damage or "" if row else ""),
            strong=strong,
            temporary=self.temporary if self.temporary is not None else bool(row and row.temporary),
            unarmed=(self.combat_skill or (row.combat_skill if row else "")) in UNARMED,
        )


def _given_or_listed(given: int | None, listed: int) -> int:
    return listed if given is None else given


class Arm(Value, frozen=True, kw_only=True):
    """What a line needs to know of a weapon."""

    precision: int
    recoil: int
    rate: RateKey
    damage: str
    strong: bool  # whether the damage bonus counts (D100-WPN-03)
    temporary: bool
    unarmed: bool  # Boxe and Lutte (D100-ATK-08)


class Line(Value, frozen=True, kw_only=True):
    """One line of the table: how often, how well, how hard."""

    attacks: int
    base_series: Shots
    first_half: Shots
    second_half: Shots
    double_series: Shots
    double_shots: Shots
    triple_series: Shots
    triple_shots: Shots
    burst_difficulties: Shots
    notation: str
    damage_text: str | UnsetType = UNSET


def line_of(given: LineGiven, options: Options) -> Line:
    """The line, for the procedure and for every sheet (D100-WPN-01 to D100-WPN-12)."""
    arm = given.arm()
    attacks = count_attacks(given.skill)
    if arm.rate == "reduced":
        attacks = min(attacks, 2)  # D100-FIRE-03
    if options.unarmed_single_attack and arm.unarmed:
        attacks = 1  # D100-ATK-08
    shift = (SPECIALTY if given.specialty else 0) + arm.precision + given.improvised
    base = tuple(figure + shift for figure in series_of(given.skill, attacks, options))
    double = tuple(figure - arm.recoil for figure in base) if arm.rate in ("double", "triple") else ()
    triple = tuple(figure - 2 * arm.recoil for figure in base) if arm.rate == "triple" else ()
    bursts: Shots = ()
    if arm.rate in BURST_BASE:
        unsteady = 0 if options.precision_in_burst else arm.precision
        bursts = tuple(BURST_BASE[arm.rate] - arm.recoil + figure - unsteady for figure in base)
    modes = [(base, 1), (double, 2), (triple, 3)]
    return Line(
        attacks=attacks,
        base_series=base,
        first_half=base[:1],
        second_half=base[1:],
        double_series=double,
        double_shots=repeat_shots(double, 2),
        triple_series=triple,
        triple_shots=repeat_shots(triple, 3),
        burst_difficulties=bursts,
        notation=" ; ".join(series_text(series, shots) for series, shots in modes if series),
        damage_text=damage_text(arm, given.damage_bonus) if arm.damage else UNSET,
    )


def repeat_shots(series: Shots, shots: int) -> Shots:
    """Each figure as often as it is shot at (D100-WPN-12)."""
    return tuple(figure for figure in series for _ in range(shots))


def damage_text(arm: Arm, bonus: int) -> str:
    """1d3+2 temp.: dice, the bonus of the arm that strikes, the kind of damage (D100-WPN-03, D100-WPN-04)."""
    signed = f"{bonus:+d}" if arm.strong and bonus else ""
    return f"{arm.damage}{signed}{' temp.' if arm.temporary else ''}"


@procedure(
    "weapon_line",
    rules="""D100-WPN-01 D100-WPN-02 D100-WPN-03 D100-WPN-04 D100-WPN-05 D100-WPN-06 D100-WPN-07 D100-WPN-08
    D100-WPN-09 D100-WPN-10 D100-WPN-11 D100-WPN-12 D100-WPN-13 D100-TRAIT-02 D100-TRAIT-04 D100-ATK-02 D100-ATK-08
    D100-FIRE-03 D100-FIRE-09 D100-SKILL-23 D100-SKILL-24 D100-CREAT-02 D100-MISS-05 D100-MISS-08""",
    headline=("notation", "damage_text"),
)
def compute_line(given: LineGiven, options: Options) -> Program[Line]:
    """The series of attacks a skill gives with a weapon, at a careful pace, doubled, tripled or in bursts."""
    line, arm = line_of(given, options), given.arm()
    single = options.unarmed_single_attack and arm.unarmed
    rule = "D100-ATK-08" if single else "D100-FIRE-03" if arm.rate == "reduced" else "D100-WPN-01"
    yield from step("attacks", line.attacks, rule)
    parts = (
        ("skill", given.skill),
        ("specialty", SPECIALTY if given.specialty else 0),
        ("precision", arm.precision),
        ("improvised", given.improvised),
    )
    kept = tuple(part for part in parts if part[1] or part[0] == "skill")
    yield from step("first_attack", line.base_series[0], "D100-ATK-02", kept)
    if line.double_series:
        slower = (("first_attack", line.base_series[0]), less("recoil", arm.recoil))
        yield from step("double_fire", line.double_series[0], "D100-WPN-12", slower)
    if line.triple_series:
        slower = (("first_attack", line.base_series[0]), less("recoil", 2 * arm.recoil))
        yield from step("triple_fire", line.triple_series[0], "D100-WPN-12", slower)
    if line.burst_difficulties:
        yield from step("burst_difficulty", line.burst_difficulties[0], "D100-FIRE-07")
    yield from step("notation", line.notation, "D100-WPN-08")
    if line.damage_text is not UNSET:
        yield from step("damage_text", line.damage_text, "D100-WPN-03")
    return line


# --- the notation read -----------------------------------------------------------------------------------------------

READABLE = r"[+\-−]?\d{1,3}(?:(/{1,4})[+\-−]?\d{1,3}(?:\1[+\-−]?\d{1,3}){0,3})?(/{0,4})"  # compiled when first read
FIGURE = r"[+\-−]?\d{1,3}"


class Series(Value, frozen=True):
    """A written series: its figures, and how many shots each of them stands for."""

    figures: Shots
    each: int


def read_series(field: str, text: str) -> Series:
    """Signed figures between runs of one to four slashes, all runs alike (D100-WPN-08)."""
    close = re.sub(r"\s", "", text)
    match = re.fullmatch(READABLE, close)
    inner, trailing = (match[1] or "", match[2]) if match else ("", "")
    if match is None or (inner and trailing and inner != trailing):
        raise BadField(field, "field/type", "D100-WPN-08", came=text, allowed="+6/+1, +2//-3")
    figures = tuple(int(one.replace("−", "-")) for one in re.findall(FIGURE, close))
    return Series(figures, len(inner or trailing) or 1)


class SeriesGiven(Value, frozen=True, kw_only=True):
    """A series as a sheet writes it."""

    notation: Annotated[str, Meta(min_length=1, max_length=60, examples=["+6/+1", "+3//-2", "+1///-4", "-1////"])]

    def __post_init__(self) -> None:
        read_series("notation", self.notation)


class SeriesRead(Value, frozen=True, kw_only=True):
    """Every shot in its order, and in which half of the round it is fired."""

    shots: Shots
    whole_round: bool
    first_half: Shots | UnsetType = UNSET
    second_half: Shots | UnsetType = UNSET


@procedure("parse_series", rules="D100-WPN-08", headline=("shots",))
def read_notation(given: SeriesGiven, options: Options) -> Program[SeriesRead]:
    """As many shots at each figure as there are slashes; four slashes spread over the whole round."""
    series = read_series("notation", given.notation)
    shots = repeat_shots(series.figures, series.each)
    whole = series.each == 4
    yield from step("shots_each", series.each, "D100-WPN-08")
    yield from step("whole_round", whole, "D100-WPN-08")
    if whole:
        return SeriesRead(shots=shots, whole_round=True)
    return SeriesRead(shots=shots, whole_round=False, first_half=shots[: series.each], second_half=shots[series.each :])


# --- ranges ----------------------------------------------------------------------------------------------------------


class RangeGiven(Value, frozen=True, kw_only=True):
    """How far away a target is, and what the weapon is made for."""

    distance: Annotated[float, Meta(ge=0, le=5000)]
    increment: Annotated[float, Meta(ge=0.5, le=200)]
    weapon_class: Literal["thrown", "firearm", "shotgun"] = "firearm"
    damage: Annotated[str, Meta(max_length=120, examples=["", "3d6/2d6/1d6"])] = ""

    def __post_init__(self) -> None:
        if self.weapon_class == "shotgun" and self.damage:
            check_shot("damage", self.damage)


class Ranged(Value, frozen=True, kw_only=True):
    """Whether a weapon reaches, and what the distance costs."""

    increments: int
    in_range: bool
    penalty: int | UnsetType = UNSET
    damage: str | UnsetType = UNSET


def increments_of(distance: float, increment: float) -> int:
    """Within the first increment there is no penalty, its end included (D100-RNG-01)."""
    if distance <= increment:
        return 1
    from fractions import Fraction

    return ceil(Fraction(str(distance)) / Fraction(str(increment)))


class Reached(Value, frozen=True):
    """How far a target is, in increments, and what that costs; no penalty where it is out of reach."""

    increments: int
    in_range: bool
    penalty: int = 0


def reach_of(distance: float, increment: float, weapon_class: WeaponClass, options: Options) -> Reached:
    """Two points less for each increment beyond the first (D100-RNG-01, D100-FIRE-06).

    Without an increment there is no range rule; a contact weapon that has one is thrown (D100-WPN-06).
    """
    if not increment:
        return Reached(1, True)
    increments = increments_of(distance, increment)
    if increments > MOST_INCREMENTS[weapon_class]:
        return Reached(increments, False)
    spared = weapon_class == "shotgun" and not options.shotgun_range_malus
    return Reached(increments, True, 0 if spared else RANGE_STEP * (increments - 1))


@procedure("range_penalty", rules="D100-RNG-01 D100-FIRE-06 D100-WPN-13", headline=("in_range", "penalty"))
def find_range(given: RangeGiven, options: Options) -> Program[Ranged]:
    """Two points less for each increment beyond the first, up to the last that the weapon reaches."""
    reached = reach_of(given.distance, given.increment, given.weapon_class, options)
    yield from step("increments", reached.increments, "D100-RNG-01")
    shot = given.weapon_class == "shotgun"
    yield from step("in_range", reached.in_range, "D100-FIRE-06" if shot else "D100-RNG-01")
    if not reached.in_range:
        return like(Ranged, reached, penalty=UNSET)
    spared = shot and not options.shotgun_range_malus
    yield from step("penalty", reached.penalty, "D100-FIRE-06" if spared else "D100-RNG-01")
    if not (shot and given.damage):
        return like(Ranged, reached)
    damage = given.damage.split("/")[reached.increments - 1].strip()
    yield from step("damage", damage, "D100-FIRE-06")
    return like(Ranged, reached, damage=damage)
