"""A new Operator: totals thrown, points spent, the whole checked; and what follows from scores (CREA, SPEC)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from gardien.core.chance import Program, less, roll, step, watched
from gardien.core.dice import Dice
from gardien.core.inputs import BadField, check_key, check_unique
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map, like
from gardien.systems.operators import pack
from gardien.systems.operators.creation.faults import (
    BROKEN_RULES,
    Fault,
    Sketch,
    cut_for,
    faults_of,
    languages_of,
    specialty_of,
)
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Code
from gardien.systems.operators.rules.character import (
    CODES,
    LITERATE_FROM,
    NO_DRAIN,
    Advantage,
    BonusDice,
    Combatant,
    Level,
    Madness,
    SpecialtyKey,
    damage_bonus,
    extra_languages,
    lower_bonus,
    wound_threshold,
)
from gardien.systems.operators.rules.tests.characteristic import Outcome
from gardien.systems.operators.rules.tests.d100 import ThreeValues, three_values

MOST_SAN = 100  # less forbidden lore (OPS-SAN-01)
TOTAL = Dice.parse("2D6+6")  # OPS-CREA-02, OPS-CREA-07
LUCK_DICE = Dice.parse("3D6")  # OPS-CREA-12
PER_POINT = 5  # SAN and luck come in fives

StepKey: TypeAlias = Literal[
    "identity",
    "characteristics",
    "test_values",
    "sanity",
    "wound_threshold",
    "portrait",
    "psychology",
    "possessions",
    "past",
    "circle",
    "luck",
]
MANDATORY: tuple[StepKey, ...] = (
    *("identity", "characteristics", "test_values", "sanity", "wound_threshold", "portrait", "psychology"),
    *("possessions", "past", "circle"),
)


class NothingGiven(Value, frozen=True, kw_only=True):
    """Nothing has to be known."""


class Steps(Outcome, frozen=True, kw_only=True):
    """The steps in their order, and how many may not be left out."""

    steps: tuple[StepKey, ...]
    mandatory_steps: int
    optional_steps: int


@procedure("creation_steps", rules="OPS-CREA-01 OPS-CREA-15", headline=("mandatory_steps", "optional_steps"))
def list_steps(given: NothingGiven, options: Options) -> Program[Steps]:
    """Ten steps lead to a new Operator, and luck is an eleventh where it is played."""
    further: tuple[StepKey, ...] = ("luck",) if options.luck_enabled else ()
    yield from step("mandatory_steps", len(MANDATORY), "OPS-CREA-01")
    yield from step("optional_steps", len(further), "OPS-CREA-01")
    return Steps(steps=(*MANDATORY, *further), mandatory_steps=len(MANDATORY), optional_steps=len(further))


class Thrown(Outcome, frozen=True, kw_only=True):
    """Seven totals to be assigned, and what they come to together."""

    totals: tuple[int, ...] | UnsetType = UNSET
    total: int


def several_totals(count: int) -> Program[tuple[int, ...]]:
    """Two dice and six, one time after the other (OPS-CREA-02)."""
    totals: tuple[int, ...] = ()
    for _ in range(count):
        totals += ((yield from roll(TOTAL, "d6", purpose="totals")),)
    return totals


@procedure("roll_characteristics", rules="OPS-CREA-02 OPS-CREA-16", dice=("d6",), headline=("total",))
def throw_totals(given: NothingGiven, options: Options) -> Program[Thrown]:
    """Throw two dice and add six, seven times; the totals are then assigned as one likes."""
    if not (yield from watched("totals")):
        many = Dice.parse(f"{2 * len(CODES)}D6+{6 * len(CODES)}")
        return Thrown(total=(yield from roll(many, "d6", purpose="totals")))
    totals = yield from several_totals(len(CODES))
    yield from step("total", sum(totals), "OPS-CREA-02")
    return Thrown(totals=totals, total=sum(totals))


class SanRolled(Outcome, frozen=True, kw_only=True):
    """The SAN somebody starts with."""

    san: int
    san_max: int = MOST_SAN


def throw_san() -> Program[int]:
    """Five times two dice and six, whatever the POU (OPS-CREA-07)."""
    total = yield from roll(TOTAL, "d6", purpose="san")
    yield from step("san", PER_POINT * total, "OPS-CREA-07")
    return PER_POINT * total


@procedure("starting_san", rules="OPS-CREA-07 OPS-SAN-01", dice=("d6",), headline=("san",))
def start_san(given: NothingGiven, options: Options) -> Program[SanRolled]:
    """Throw two dice, add six, take it five times: SAN does not depend on POU."""
    return SanRolled(san=(yield from throw_san()))


class LuckRolled(Outcome, frozen=True, kw_only=True):
    """The luck somebody starts with."""

    luck: int | UnsetType = UNSET
    luck_start: int | UnsetType = UNSET


def throw_luck() -> Program[int]:
    """Five times three dice (OPS-CREA-12)."""
    total = yield from roll(LUCK_DICE, "d6", purpose="luck")
    yield from step("luck", PER_POINT * total, "OPS-CREA-12")
    return PER_POINT * total


@procedure("starting_luck", rules="OPS-CREA-12 OPS-LUCK-01", dice=("d6",), headline=("luck",))
def start_luck(given: NothingGiven, options: Options) -> Program[LuckRolled]:
    """Throw three dice and take them five times, where luck is played."""
    if not options.luck_enabled:
        yield from step("reason", "option_off", "OPS-LUCK-01")
        return LuckRolled(refused=True, reason="option_off")
    luck = yield from throw_luck()
    return LuckRolled(luck=luck, luck_start=luck)


# --- an Operator checked ---------------------------------------------------------------------------------------------


class Validated(Outcome, frozen=True, kw_only=True):
    """Whether the rules of creation are kept, and what follows from the scores."""

    valid: bool
    errors: tuple[Fault, ...]
    scores: dict[Code, int] | UnsetType = UNSET
    test_values: dict[Code, ThreeValues] | UnsetType = UNSET
    sb: int | UnsetType = UNSET
    damage_bonus: BonusDice | UnsetType = UNSET
    extra_languages: int | UnsetType = UNSET
    literate: bool | UnsetType = UNSET
    bonus_points: int
    bonus_left: int


FOLLOWING: dict[str, tuple[Code, ...]] = {  # which scores a detail of the outcome rests on
    "scores": CODES,
    "test_values": CODES,
    "sb": ("FOR", "CON"),
    "damage_bonus": ("FOR",),
    "extra_languages": ("EDU",),
    "literate": ("EDU",),
}


def explain_following(
    sketch: Sketch, assigned: dict[Code, int], wanted: frozenset[str], options: Options
) -> Program[dict[str, object]]:
    """The faults and those details that somebody looks at, each with its reason."""
    faults = faults_of(sketch, assigned, options)
    final = {code: sketch.final(code, assigned[code]) for code in CODES}
    if "scores" in wanted:
        for code in CODES:
            bonus, taken = sketch.bonus.get(code, 0), sketch.age_trade.get(code, 0)
            traded = sketch.shift(code) - bonus
            parts = (("base", assigned[code]), ("bonus", bonus), ("age_trade", traded))
            if bonus or taken or traded:
                rule = "OPS-CREA-05" if traded or taken else "OPS-CREA-03"
                yield from step(code, final[code], rule, tuple(part for part in parts if part[1]), (0, 1000))
    spent, points = sum(sketch.bonus.values()), options.bonus_points
    left = max(0, points - spent)
    yield from step("bonus_left", left, "OPS-CREA-03", (("bonus_points", points), less("bonus", spent)), (0, points))
    fields: dict[str, object] = {
        "valid": not faults,
        "errors": faults,
        "bonus_points": points,
        "bonus_left": left,
        **{name: value for name, value in _derived_fields(sketch, final).items() if name in wanted},
    }
    for name, rule in (("sb", "OPS-CREA-08"), ("damage_bonus", "OPS-CREA-09"), ("extra_languages", "OPS-CREA-13")):
        if name in fields:
            yield from step(name, fields[name], rule)  # type: ignore[arg-type]
    for fault in faults:
        yield from step("error", fault, BROKEN_RULES[fault])
    yield from step("valid", not faults, "OPS-CREA-01")
    return fields


def _derived_fields(sketch: Sketch, final: dict[Code, int]) -> dict[str, object]:
    return {
        "scores": frozen_map(final),
        "test_values": frozen_map({code: three_values(score) for code, score in final.items()}),
        "sb": wound_threshold(final["FOR"], final["CON"]),
        "damage_bonus": damage_bonus(final["FOR"]),
        "extra_languages": languages_of(final["EDU"], sketch.specialty, sketch.custom_specialty),
        "literate": final["EDU"] >= LITERATE_FROM,
    }


class ValidateGiven(Sketch, frozen=True, kw_only=True):
    """A sheet built by hand: totals as they were assigned, before bonus and trade."""

    scores: dict[Code, Annotated[int, Meta(ge=0, le=30)]] = {}

    def __post_init__(self) -> None:
        super().__post_init__()
        force_setattr(self, "scores", frozen_map(self.scores))


CHECKED = """OPS-CREA-03 OPS-CREA-04 OPS-CREA-05 OPS-CREA-06 OPS-CREA-08 OPS-CREA-09 OPS-CREA-10 OPS-CREA-11 OPS-CREA-13
    OPS-CREA-14 OPS-CREA-15 OPS-SPEC-01 OPS-SPEC-02 OPS-SPEC-03 OPS-SPEC-04 OPS-SHEET-01"""


@procedure("validate_operator", rules=CHECKED, headline=("valid", "errors"))
def validate(given: ValidateGiven, options: Options) -> Program[Validated]:
    """Points within the specialty and the caps, trades from forty on, minima of EDU, two hobbies or courses."""
    assigned = {code: given.scores.get(code, 10) for code in CODES}
    fields = yield from explain_following(given, assigned, frozenset(FOLLOWING), options)
    return Validated(**fields)  # type: ignore[arg-type]


class CreateGiven(Sketch, frozen=True, kw_only=True):
    """Where each total goes: the first thrown to the first code."""

    assignment: Annotated[tuple[Code, ...], Meta(min_length=7, max_length=7)] = CODES

    def __post_init__(self) -> None:
        super().__post_init__()
        check_unique("assignment", list(self.assignment))


class Created(Validated, frozen=True, kw_only=True):
    """A whole new Operator."""

    totals: tuple[int, ...] | UnsetType = UNSET
    san: int | UnsetType = UNSET
    san_max: int = MOST_SAN
    si: int = 0
    luck: int | UnsetType = UNSET
    luck_start: int | UnsetType = UNSET
    wound_level: Level = "none"
    madness: Madness = "none"


@procedure(
    "create_operator",
    rules="OPS-CREA-01 OPS-CREA-02 OPS-CREA-07 OPS-CREA-12 OPS-SAN-01 " + CHECKED,
    dice=("d6",),
    headline=("valid", "errors"),
)
def create(given: CreateGiven, options: Options) -> Program[Created]:
    """Seven totals assigned, points spent, SAN and luck thrown: an Operator in one go."""
    wanted = yield from watched(*FOLLOWING, "totals", "san", "luck", "luck_start")
    whole = {code for name in wanted for code in FOLLOWING.get(name, ())} | (
        set(CODES) if "totals" in wanted else set()
    )
    assigned: dict[Code, int] = {}
    for code in given.assignment:
        question = TOTAL if code in whole else TOTAL.map(cut_for(given, code))
        assigned[code] = yield from roll(question, "d6", purpose="totals")
    fields = yield from explain_following(given, assigned, wanted, options)
    if "totals" in wanted:
        fields["totals"] = tuple(assigned.values())
    if "san" in wanted:
        fields["san"] = yield from throw_san()
    if options.luck_enabled and wanted & {"luck", "luck_start"}:
        fields["luck"] = fields["luck_start"] = yield from throw_luck()
    return Created(**fields)  # type: ignore[arg-type]


# --- looked up -------------------------------------------------------------------------------------------------------


class SpecialtyGiven(Value, frozen=True, kw_only=True):
    """A specialty of the list."""

    specialty: SpecialtyKey

    def __post_init__(self) -> None:
        check_key("specialty", self.specialty, pack.specialty)
        if self.specialty == "sympathiser":  # stands for any trade and has no numbers of its own
            keys = [row.key for row in pack.table("specialties", "specialty") if row.key != "sympathiser"]
            raise BadField("specialty", "field/one_of", "OPS-SPEC-04", came="sympathiser", allowed=keys)


class SpecialtyTold(Outcome, frozen=True, kw_only=True):
    """What a specialty brings."""

    bonus_points: int
    edu_min: int
    bonus_among: tuple[Code, ...]
    advantages: tuple[Advantage, ...]


@procedure(
    "specialty_info",
    rules="OPS-SPEC-01 OPS-SPEC-02 OPS-SPEC-04 OPS-CREA-03",
    headline=("bonus_points", "edu_min", "bonus_among"),
)
def tell_specialty(given: SpecialtyGiven, options: Options) -> Program[SpecialtyTold]:
    """Where the bonus points may go, the EDU it asks for, and the tests it helps with."""
    specialty = specialty_of(given.specialty, None)
    yield from step("bonus_points", options.bonus_points, "OPS-CREA-03")
    yield from step("edu_min", specialty.edu_min, "OPS-SPEC-03")
    return like(SpecialtyTold, specialty, bonus_points=options.bonus_points)


class DerivedGiven(Value, frozen=True, kw_only=True):
    """Somebody with scores."""

    character: Combatant = Combatant()


class Derived(Outcome, frozen=True, kw_only=True):
    """Everything that follows from the scores."""

    current: dict[Code, int]
    test_values: dict[Code, ThreeValues]
    sb: int
    damage_bonus: BonusDice
    thrown_bonus: BonusDice
    extra_languages: int
    literate: bool
    san_max: int
    unrelieved: bool


def score_parts(who: Combatant, code: Code) -> tuple[tuple[str, int], ...]:
    """A score, less what drains it and what is worn (OPS-CREAT-09, OPS-ARM-04)."""
    drained = who.drain.get(code, NO_DRAIN)
    parts = (
        ("base", getattr(who, code)),
        less("drain", drained.permanent + drained.temporary),
        less("worn", who.encumbrance(code)),
    )
    return tuple(part for part in parts if part[1] or part[0] == "base")


def bonus_rule(who: Combatant) -> str:
    """Where a damage bonus stands: the table of people, or that of creatures (OPS-CREA-09, OPS-CREAT-08)."""
    return "OPS-CREAT-08" if who.kind == "creature" or who.current("FOR") > 20 else "OPS-CREA-09"


@procedure(
    "derived_values",
    rules="""OPS-CREA-06 OPS-CREA-08 OPS-CREA-09 OPS-CREA-13 OPS-DMG-03 OPS-ARM-04 OPS-SAN-01 OPS-SAN-09 OPS-DICE-02
    OPS-CREAT-07 OPS-CREAT-08 OPS-HLTH-04""",
    headline=("sb", "damage_bonus"),
)
def derive(given: DerivedGiven, options: Options) -> Program[Derived]:
    """Test values, wound threshold, damage bonus, languages and the most SAN somebody can have."""
    who = given.character
    current = {code: who.current(code) for code in CODES}
    for code in CODES:
        parts = score_parts(who, code)
        if len(parts) > 1:
            rule = "OPS-ARM-04" if parts[-1][0] == "worn" else "OPS-CREAT-09"
            yield from step(code, current[code], rule, parts, (0, 1000))
    sb, bonus = who.threshold(options), who.bonus(options)
    yield from step("sb", sb, "OPS-CREAT-07" if who.kind == "creature" else "OPS-CREA-08")
    yield from step("damage_bonus", bonus, bonus_rule(who))
    yield from step("thrown_bonus", lower_bonus(bonus), "OPS-DMG-03")
    yield from step("extra_languages", extra_languages(current["EDU"]), "OPS-CREA-13")
    yield from step("san_max", MOST_SAN - who.si, "OPS-SAN-09", (("base", MOST_SAN), less("si", who.si)))
    yield from step("unrelieved", who.unrelieved, "OPS-HLTH-04")
    return Derived(
        current=frozen_map(current),
        test_values=frozen_map({code: three_values(score) for code, score in current.items()}),
        sb=sb,
        damage_bonus=bonus,
        thrown_bonus=lower_bonus(bonus),
        extra_languages=extra_languages(current["EDU"]),
        literate=current["EDU"] >= LITERATE_FROM,
        san_max=MOST_SAN - who.si,
        unrelieved=who.unrelieved,
    )
