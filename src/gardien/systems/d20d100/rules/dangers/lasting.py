"""What goes on hurting once it has begun: fangs that hold, acid, a room on fire, strength that is drunk (MISS)."""

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, apply, less, roll, step
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.wounds import Blow, BodyGiven, WoundLabels, body_changes, wound
from gardien.systems.d20d100.rules.character import Code, Condition, DiceText, Score, Wide, check_dice
from gardien.systems.d20d100.rules.tests.opposed import SideLabels, Sides, meet

LOST = WoundLabels(shock="", penalty="", massive="")
CRUSHING = SideLabels(winner="")
DICE = ("d3", "d4", "d6", "d8", "d10", "d12", "d20", "d100")


class HarmGiven(BodyGiven, frozen=True, kw_only=True):
    """Whoever suffers it, and what a round of it takes: PV, points of a characteristic, or both."""

    damage: DiceText = ""
    drain: DiceText = ""
    characteristic: Code = "FOR"
    score: Score = 10
    struggle: Wide = 0  # FOR, against that of what has somebody in it
    grip: Wide | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dice("damage", self.damage)
        check_dice("drain", self.drain)
        if not self.damage.strip() and not self.drain.strip():
            raise BadField("damage", "field/type", "D100-MISS-12", came="", allowed="1d4, 1d6, 2d6")


class Harmed(Value, frozen=True, kw_only=True):
    """One round later."""

    damage: int
    pv: int
    condition: Condition
    drained: int | UnsetType = UNSET
    score: int | UnsetType = UNSET
    resisted: bool | UnsetType = UNSET

    def changes(self, given: HarmGiven, options: Options) -> tuple[Change, ...]:
        weaker = () if self.score is UNSET else (Change(given.characteristic, given.score, self.score),)
        return (*body_changes(given.body(), pv=self.pv), *(one for one in weaker if one.before != one.after))


def _throw(field: str, text: str) -> Program[int]:
    """The dice of one input."""
    dice = check_dice(field, text)
    if not dice.terms:
        return dice.constant
    return max(0, (yield from roll(dice, f"d{dice.terms[0].faces}", purpose=field)))


@procedure("lasting_harm", rules="D100-MISS-07 D100-MISS-12 D100-HEALTH-01", dice=DICE, headline=("pv", "condition"))
def suffer_on(given: HarmGiven, options: Options) -> Program[Harmed]:
    """The dice of one round, without a shock; FOR against FOR keeps a body that swallows people from crushing them."""
    damage = 0
    resisted: bool | UnsetType = UNSET
    if given.grip is not None:
        sides = Sides(active=given.struggle, passive=given.grip, kind="symmetric", purposes=("struggle", "grip"))
        met = yield from apply(meet, sides, frozenset[str](), options, CRUSHING)
        resisted = met.winner == "active"
        yield from step("resisted", resisted, "D100-MISS-07")
    if given.damage.strip() and resisted is not True:
        damage = yield from _throw("damage", given.damage)
        yield from step("damage", damage, "D100-MISS-12")
    struck = yield from wound(given.body(), Blow(damage=damage, over_time=True), options, LOST)
    drained: int | UnsetType = UNSET
    score: int | UnsetType = UNSET
    if given.drain.strip():
        drained = yield from _throw("drain", given.drain)
        score = max(0, given.score - drained)
        parts = (("score", given.score), less("drained", drained))
        yield from step("score", score, "D100-MISS-07", parts, (0, given.score))
    return Harmed(
        damage=damage, pv=struck.pv, condition=struck.condition, drained=drained, score=score, resisted=resisted
    )
