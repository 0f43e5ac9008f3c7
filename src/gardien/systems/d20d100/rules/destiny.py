"""Points of Destiny: one a scene, after the dice are known (DEST, MISS-11)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, less, step, watched
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changed, like
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.wounds import DEEPEST, Blow, is_shock
from gardien.systems.d20d100.rules.character import Body, Damage, Difficulty, Life, Modifier
from gardien.systems.d20d100.rules.tests.d20 import SKILL, Labels, attempt

Reason: TypeAlias = Literal["ok", "no_point", "once_per_scene", "not_dying"]
Use: TypeAlias = Literal["shock_instead", "reroll", "stabilise", "coincidence"]
MOST_LOST = 1  # PV of a wound turned into a shock (D100-MISS-11)


class DestinyGiven(Value, frozen=True, kw_only=True):
    """A point, and what it is spent on."""

    destiny: Annotated[int, Meta(ge=0, le=20)]
    use: Use
    used_this_scene: bool = False
    pv: Life = 10
    damage: Damage = 0
    modifier: Modifier = 0
    difficulty: Difficulty = SKILL


class Spent(Value, frozen=True, kw_only=True):
    """What the point bought."""

    accepted: bool
    reason: Reason
    destiny: int
    pv: int | UnsetType = UNSET
    shock: bool | UnsetType = UNSET
    stable: bool | UnsetType = UNSET
    total: int | UnsetType = UNSET
    natural_one: bool | UnsetType = UNSET
    success: bool | UnsetType = UNSET

    def changes(self, given: DestinyGiven, options: Options) -> tuple[Change, ...]:
        fields = [("destiny", given.destiny, self.destiny), ("pv", given.pv, self.pv), ("stable", False, self.stable)]
        return changed(*fields)


def refusal(given: DestinyGiven) -> Reason:
    """Why no point is spent, the first reason that holds (D100-MISS-11)."""
    if not given.destiny:
        return "no_point"
    if given.used_this_scene:
        return "once_per_scene"
    return "not_dying" if given.use == "stabilise" and not DEEPEST < given.pv < 0 else "ok"


@procedure(
    "spend_destiny",
    rules="D100-DEST-01 D100-MISS-11 D100-HEALTH-03",
    dice=("d20",),
    headline=("accepted", "success"),
)
def spend_destiny(given: DestinyGiven, options: Options) -> Program[Spent]:
    """A wound becomes a mere shock, a d20 is thrown again, dying stops, or chance lends a hand."""
    reason = refusal(given)
    if reason != "ok":
        yield from step("reason", reason, "D100-MISS-11")
        return Spent(accepted=False, reason=reason, destiny=given.destiny)
    left = given.destiny - 1
    yield from step("destiny", left, "D100-DEST-01", (("destiny", given.destiny), ("spent", -1)))
    if given.use == "shock_instead":
        lost = min(MOST_LOST, given.damage)
        yield from step("pv", given.pv - lost, "D100-MISS-11", (("pv", given.pv), less("damage", lost)))
        shock = is_shock(Body(pv_max=max(1, given.pv), pv=given.pv), Blow(damage=lost, keeper_shock=True), options)
        yield from step("shock", shock, "D100-HEALTH-03")
        return Spent(accepted=True, reason="ok", destiny=left, pv=given.pv - lost, shock=shock)
    if given.use == "stabilise":
        yield from step("stable", True, "D100-MISS-11")
        return Spent(accepted=True, reason="ok", destiny=left, pv=given.pv, stable=True)
    if given.use == "coincidence":
        return Spent(accepted=True, reason="ok", destiny=left)
    wanted = yield from watched("total", "natural_one")
    tried = yield from attempt(given.modifier, given.difficulty, wanted, options, Labels(margin=""), purpose="test")
    return like(Spent, tried, accepted=True, reason="ok", destiny=left)
