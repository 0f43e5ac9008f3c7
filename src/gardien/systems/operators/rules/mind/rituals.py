"""Rituals: learned from forbidden books, paid for in SAN (MAG)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, apply, step, watched
from gardien.core.dice import Dice
from gardien.core.inputs import check_key
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changes_between
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Score
from gardien.systems.operators.rules.character import (
    NO_PLAN,
    Combatant,
    Difficulty,
    LuckPlan,
    Madness,
    Reason,
    Reserve,
    Result,
    Steps,
)
from gardien.systems.operators.rules.mind.sanity import TomeKey
from gardien.systems.operators.rules.mind.shocks import mind_changes, mind_of, resolve_shock
from gardien.systems.operators.rules.tests.characteristic import Outcome, Thrown, throw_fields
from gardien.systems.operators.rules.tests.d100 import DIFFICULT, Case, attempt, base_of, compose, state_reason

RITUALS: list[str] = pack.keys("rituals", "ritual")
RitualKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=RITUALS)]
WEEKS = 1  # of study for one ritual (M-16)
PAID = ("loss", "san", "san_max", "san_test", "san_target", "san_roll", "madness", "lasting_madness")


class LearnGiven(Value, frozen=True, kw_only=True):
    """Somebody who studies a ritual in a book already read."""

    INT: Score
    tome: TomeKey
    ritual: RitualKey
    advantage: bool = False
    luck: Reserve = 0
    luck_plan: LuckPlan = NO_PLAN

    def __post_init__(self) -> None:
        check_key("tome", self.tome, pack.tome)
        check_key("ritual", self.ritual, pack.ritual)


class Learned(Thrown, frozen=True, kw_only=True):
    """What the study brought."""

    learned: bool
    weeks: int | UnsetType = UNSET
    luck: int

    def changes(self, given: LearnGiven, options: Options) -> tuple[Change, ...]:
        return (Change("luck", given.luck, self.luck),) if self.luck != given.luck else ()


@procedure("learn_ritual", rules="OPS-MAG-01 OPS-SAN-08", dice=("d100",), headline=("learned",))
def learn(given: LearnGiven, options: Options) -> Program[Learned]:
    """Learn a ritual from a book that holds it: a week, and a difficult test of INT (M-16)."""
    if given.ritual not in pack.tome(given.tome).teaches:
        yield from step("reason", "not_taught", "OPS-MAG-01")
        return Learned(refused=True, reason="not_taught", learned=False, luck=given.luck)
    difficulty = compose(Case(base=DIFFICULT, advantages=int(given.advantage)), options)
    wanted = yield from watched("roll")
    tried = yield from apply(attempt, given.INT, difficulty, given.luck_plan, given.luck, bool(wanted), options)
    yield from step("learned", tried.success, "OPS-MAG-01")
    return Learned(
        **throw_fields(given.INT, difficulty, tried),
        learned=tried.success,
        weeks=WEEKS,
        luck=given.luck - tried.spent,
    )


class CastGiven(Value, frozen=True, kw_only=True):
    """Somebody who casts; what is not said is as the ritual has it."""

    caster: Combatant = Combatant()
    ritual: Annotated[str, Meta(max_length=100, examples=["", *RITUALS])] = ""
    cost: Literal["1D3", "1D6", "1D10", "2D10", "1D100"] | None = None
    effect_test: Literal["none", "standard", "difficult"] | None = None
    available: bool = True
    advantage: bool = False
    steps: Steps = 0
    luck_plan: LuckPlan = NO_PLAN

    def __post_init__(self) -> None:
        if self.ritual:
            check_key("ritual", self.ritual, pack.ritual)

    def price(self) -> Dice:
        """SAN on the scale of shocks (OPS-MAG-03)."""
        return Dice.parse(self.cost or (pack.ritual(self.ritual).cost if self.ritual else "1D3"))

    def proof(self) -> Literal["none", "standard", "difficult"]:
        """How uncertain the effect is (OPS-MAG-05)."""
        return self.effect_test or (pack.ritual(self.ritual).effect_test if self.ritual else "none")


class Cast(Outcome, frozen=True, kw_only=True):
    """A ritual, what it cost and whether it works."""

    loss: int | UnsetType = UNSET
    san: int
    san_max: int
    san_test: bool | UnsetType = UNSET
    san_target: int | UnsetType = UNSET
    san_roll: int | UnsetType = UNSET
    madness: Madness
    lasting_madness: bool
    final_difficulty: Difficulty | UnsetType = UNSET
    target: int | UnsetType = UNSET
    roll: int | UnsetType = UNSET
    outcome: Result | UnsetType = UNSET
    effect: bool
    cast_this_scene: bool
    luck: int

    def changes(self, given: CastGiven, options: Options) -> tuple[Change, ...]:
        who = given.caster
        more = changes_between(who, self, ("cast_this_scene", "luck"), who.name)
        return (*mind_changes(mind_of(who), self, who.name), *more)


def _casting_refusal(given: CastGiven) -> Reason | None:
    if given.caster.cast_this_scene:
        return "already_cast"
    if not given.available:
        return "not_available"
    if given.caster.madness == "permanent":
        return "permanently_mad"
    return state_reason(given.caster)


RULE_OF: dict[Reason, str] = {
    "already_cast": "OPS-MAG-04",
    "not_available": "OPS-MAG-04",
    "permanently_mad": "OPS-SAN-05",
    "dead": "OPS-HLTH-05",
    "out_of_fight": "OPS-HLTH-03",
    "held": "OPS-CBT-15",
    "helpless": "OPS-CBT-15",
}


@procedure(
    "cast_ritual",
    rules="OPS-MAG-01 OPS-MAG-03 OPS-MAG-04 OPS-MAG-05 OPS-SAN-02 OPS-SAN-05",
    dice=("d3", "d6", "d10", "d100"),
    headline=("effect", "madness"),
)
def cast_ritual(given: CastGiven, options: Options) -> Program[Cast]:
    """Cast a spell or perform a ritual: SAN is lost whatever comes of it, even when it was the last."""
    who = given.caster
    mind, reason = mind_of(who), _casting_refusal(given)
    if reason:
        yield from step("reason", reason, RULE_OF[reason])
        return Cast(
            refused=True,
            reason=reason,
            san=mind.san,
            san_max=mind.most,
            madness=mind.madness,
            lasting_madness=mind.lasting_madness,
            effect=False,
            cast_this_scene=who.cast_this_scene,
            luck=who.luck,
        )
    wanted = yield from watched("san_roll", "roll")
    paid = yield from apply(
        resolve_shock, mind, given.price(), options.ritual_san_test, "san_roll" in wanted, False, ""
    )
    fields: dict[str, object] = {}
    works, luck, proof = True, who.luck, given.proof()
    if proof != "none":
        helped = int(given.advantage)
        case = Case(base=base_of(proof), harder=given.steps, wounded=who.unrelieved, advantages=helped)
        difficulty, score = compose(case, options), who.current("POU")
        purse = who.purse(options)
        tried = yield from apply(attempt, score, difficulty, given.luck_plan, purse, "roll" in wanted, options)
        fields, works, luck = throw_fields(score, difficulty, tried), tried.success, luck - tried.spent
    yield from step("effect", works, "OPS-MAG-05")
    return Cast(
        **{name: getattr(paid, name) for name in PAID},
        **fields,  # type: ignore[arg-type]
        effect=works,
        cast_this_scene=True,
        luck=luck,
    )
