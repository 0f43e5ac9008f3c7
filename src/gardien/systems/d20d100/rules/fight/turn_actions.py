"""The actions of a round, how far one gets, and changes of place in the order (CBT, MODE)."""

from fractions import Fraction
from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import Meta

from gardien.core.chance import Program, less, step
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changes_between
from gardien.shared.initiative import check_later, just_after
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.endurance import RUN, metres_covered
from gardien.systems.d20d100.rules.body.wounds import DEEPEST
from gardien.systems.d20d100.rules.character import Life, Name, OwnModifier, check_names
from gardien.systems.d20d100.rules.fight.attack_modifiers import Scores

WALK, CLIMB, CLIMB_FAST, CHARGE = Fraction(2, 3), Fraction(1, 3), Fraction(2, 3), Fraction(2)  # × Vitesse (CBT-13)
CHARGE_MIN = 3.0  # metres (D100-SPEC-02)
ASSESSED = 20  # D100-MODE-04

Kind: TypeAlias = Literal["free", "simple", "complex"]
FreeAction: TypeAlias = Literal["speak", "drop_object", "drop_prone", "draw_while_moving"]  # D100-CBT-10
SimpleAction: TypeAlias = Literal[  # D100-CBT-11
    "walk", "climb", "sheathe", "open_door", "pick_up", "take_item", "stand_up", "light_lamp", "draw", "attack",
    "grapple", "reload", "clear_jam",
]  # fmt: skip
ComplexAction: TypeAlias = Literal[  # D100-CBT-12
    "run", "climb_fast", "surprise_attack", "coup_de_grace", "multiple_attack", "charge", "full_defence", "treat",
    "assess", "other_complex",
]  # fmt: skip
Action: TypeAlias = Literal[FreeAction, SimpleAction, ComplexAction]
FREE: tuple[Action, ...] = get_args(FreeAction)
COMPLEX: tuple[Action, ...] = get_args(ComplexAction)
AT_LEISURE: tuple[Action, ...] = ("treat", "assess", "other_complex")
TIRING = ("climb", "attack", "grapple", *(one for one in COMPLEX if one not in AT_LEISURE))  # D100-HEALTH-06
RUNNING: tuple[Action, ...] = ("run", "charge")
MOVES: dict[Action, Fraction] = {"walk": WALK, "climb": CLIMB, "run": RUN, "climb_fast": CLIMB_FAST, "charge": CHARGE}
COSTS: dict[Kind, int] = {"free": 0, "simple": 1, "complex": 2}
RULES: dict[Kind, str] = {"free": "D100-CBT-10", "simple": "D100-CBT-11", "complex": "D100-CBT-12"}

Speed: TypeAlias = Annotated[float, Meta(ge=0, le=60)]
Left: TypeAlias = Annotated[int, Meta(ge=0, le=2)]
Ranks: TypeAlias = Annotated[tuple[Name, ...], Meta(min_length=2, max_length=60)]


# ---- one action ----


def kind_of(action: Action) -> Kind:
    """Free, half a round, or all of it (D100-CBT-09)."""
    return "free" if action in FREE else "complex" if action in COMPLEX else "simple"


class ActionGiven(Value, frozen=True, kw_only=True):
    """An action, and what is left of the round and of whoever acts."""

    toward: Name = ""
    action: Action
    simple_actions_left: Left = 2
    speed: Speed = 9
    condition: Literal["ok", "staggered", "out_of_action"] = "ok"
    pv: Life = 10
    can_run: bool = True


class Acted(Value, frozen=True, kw_only=True):
    """Whether there is time for it, and what it leaves."""

    accepted: bool
    reason: Literal["ok", "cannot_run", "no_time"]
    kind: Kind
    simple_actions_left: int
    metres: float
    pv: int

    def changes(self, given: ActionGiven, options: Options) -> tuple[Change, ...]:
        return changes_between(given, self, ("simple_actions_left", "pv"))


@procedure(
    "take_action",
    rules="""D100-CBT-05 D100-CBT-08 D100-CBT-09 D100-CBT-10 D100-CBT-11 D100-CBT-12 D100-CBT-13 D100-ATK-07
    D100-HEALTH-03 D100-HEALTH-04 D100-HEALTH-06 D100-TEMP-02""",
    headline=("accepted", "reason"),
)
def take_action(given: ActionGiven, options: Options) -> Program[Acted]:
    """A round holds one complex action or two simple ones; free actions cost nothing."""
    kind = kind_of(given.action)
    yield from step("kind", kind, RULES[kind])
    cost, left = COSTS[kind], given.simple_actions_left
    reason: Literal["ok", "cannot_run", "no_time"] = "ok"
    if given.action in RUNNING and not given.can_run:
        reason = "cannot_run"
    elif cost > left:
        reason = "no_time"
    if reason != "ok":
        yield from step("reason", reason, "D100-HEALTH-04" if reason == "cannot_run" else "D100-CBT-09")
        return Acted(accepted=False, reason=reason, kind=kind, simple_actions_left=left, metres=0.0, pv=given.pv)
    parts = (("simple_actions", left), less("kind", cost))
    yield from step("simple_actions_left", left - cost, "D100-CBT-09", parts)
    metres = metres_covered(given.speed, MOVES[given.action]) if given.action in MOVES else 0.0
    if given.action in MOVES:
        yield from step("metres", metres, "D100-CBT-13")
    pv = given.pv
    if given.condition == "out_of_action" and given.action in TIRING:
        pv = max(DEEPEST, pv - 1)
        yield from step("pv", pv, "D100-HEALTH-06", (("pv", given.pv), ("loss", -1)), (DEEPEST, max(DEEPEST, given.pv)))
    return Acted(accepted=True, reason=reason, kind=kind, simple_actions_left=left - cost, metres=metres, pv=pv)


# ---- a round planned ----


class PlanGiven(Value, frozen=True, kw_only=True):
    """What somebody means to do with a round."""

    base_series: Scores
    plan: Annotated[tuple[Literal["attack", "walk", "other"], ...], Meta(min_length=1, max_length=2)]
    simple_actions: Left = 2
    speed: Speed = 9


class Planned(Value, frozen=True, kw_only=True):
    """The attacks and the way it allows."""

    accepted: bool
    attack_scores: tuple[int, ...]
    metres: float


@procedure(
    "round_plan", rules="D100-CBT-14 D100-ATK-07 D100-FIRE-01 D100-CBT-13", headline=("accepted", "attack_scores")
)
def plan_round(given: PlanGiven, options: Options) -> Program[Planned]:
    """The whole series for whoever only attacks; the first score alone beside anything else."""
    if len(given.plan) > given.simple_actions:
        yield from step("accepted", False, "D100-ATK-07")
        return Planned(accepted=False, attack_scores=(), metres=0.0)
    yield from step("accepted", True, "D100-CBT-14")
    attacks, walks = given.plan.count("attack"), given.plan.count("walk")
    scores = given.base_series if attacks == 2 else given.base_series[:attacks]
    metres = walks * metres_covered(given.speed, WALK)
    if walks:
        yield from step("metres", metres, "D100-CBT-13")
    return Planned(accepted=True, attack_scores=scores, metres=metres)


# ---- how far ----


class SpeedGiven(Value, frozen=True, kw_only=True):
    """A Vitesse."""

    speed: Speed = 9


class Movement(Value, frozen=True, kw_only=True):
    """How far it carries, by action."""

    walk_simple: float
    run_complex: float
    climb_simple: float
    climb_complex: float
    charge_min: float
    charge_max: float


@procedure("movement", rules="D100-CBT-13", headline=("walk_simple", "run_complex"))
def find_movement(given: SpeedGiven, options: Options) -> Program[Movement]:
    """Six metres on foot and twenty-four at a run for a Vitesse of nine; other speeds in proportion."""
    speed = given.speed
    movement = Movement(
        walk_simple=metres_covered(speed, WALK),
        run_complex=metres_covered(speed, RUN),
        climb_simple=metres_covered(speed, CLIMB),
        climb_complex=metres_covered(speed, CLIMB_FAST),
        charge_min=CHARGE_MIN,
        charge_max=metres_covered(speed, CHARGE),
    )
    for name in Movement.__struct_fields__:
        yield from step(name, getattr(movement, name), "D100-CBT-13")
    return movement


# ---- another place in the order ----


class AssessGiven(Value, frozen=True, kw_only=True):
    """Somebody who watches for a round."""

    dex_modifier: OwnModifier


class Assessed(Value, frozen=True, kw_only=True):
    """From the next round to the end of the combat."""

    initiative: int


@procedure("assess", rules="D100-MODE-04", headline=("initiative",))
def assess(given: AssessGiven, options: Options) -> Program[Assessed]:
    """A round without fighting buys an initiative of twenty and DEX."""
    initiative = ASSESSED + given.dex_modifier
    yield from step(
        "initiative", initiative, "D100-MODE-04", (("base", ASSESSED), ("dex_modifier", given.dex_modifier))
    )
    return Assessed(initiative=initiative)


class OrderGiven(Value, frozen=True, kw_only=True):
    """An order, and somebody in it."""

    order: Ranks
    name: Name

    def __post_init__(self) -> None:
        check_names("order", self.order, "D100-CBT-02")
        if self.name not in self.order:
            raise BadField("name", "field/one_of", "D100-CBT-02", came=self.name, allowed=list(self.order))


class Reordered(Value, frozen=True, kw_only=True):
    """The order from now on."""

    order: tuple[str, ...]


class DelayGiven(OrderGiven, frozen=True, kw_only=True):
    """Somebody who waits, and for whom."""

    after: Name

    def __post_init__(self) -> None:
        OrderGiven.__post_init__(self)
        check_later(self.order, self.name, self.after, "D100-MODE-05")


@procedure("delay", rules="D100-MODE-05", headline=("order",))
def delay(given: DelayGiven, options: Options) -> Program[Reordered]:
    """Whoever waits acts after somebody slower, and keeps that place."""
    order = just_after(given.order, given.name, given.after)
    yield from step("rank", order.index(given.name) + 1, "D100-MODE-05", who=given.name)
    return Reordered(order=order)


class PrepareGiven(OrderGiven, frozen=True, kw_only=True):
    """Somebody with an action ready, and the enemy who sets it off."""

    enemy: Name

    def __post_init__(self) -> None:
        OrderGiven.__post_init__(self)
        others = [one for one in self.order if one != self.name]
        if self.enemy not in others:
            raise BadField("enemy", "field/one_of", "D100-MODE-06", came=self.enemy, allowed=others)


@procedure("prepare", rules="D100-MODE-06", headline=("order",))
def prepare(given: PrepareGiven, options: Options) -> Program[Reordered]:
    """A prepared action follows the enemy who sets it off, and so does whoever prepared it, from now on."""
    order = just_after(given.order, given.name, given.enemy)
    yield from step("rank", order.index(given.name) + 1, "D100-MODE-06", who=given.name)
    return Reordered(order=order)
