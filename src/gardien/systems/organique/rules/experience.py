"""What a session brings, and what it buys (M18)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from gardien.core.chance import Program, less, nonzero, step
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.organique.options import Options
from gardien.systems.organique.vocabulary import Count

PRESENCE, GOOD_PLAY, DANGER = 1, 1, 1  # points a session
PER_SCORE = 2  # a characteristic costs so many times what it becomes
RESERVE = 25  # a point of SNG, CPS or INC
Bought: TypeAlias = Literal["skill", "characteristic", "reserve"]
HIGHEST: dict[Bought, int] = {"skill": 6, "characteristic": 20, "reserve": 6}


class AwardGiven(Value, frozen=True, kw_only=True):
    """A session as it went."""

    goal: Annotated[int, Meta(ge=0, le=2)] = 0
    good_play: bool = False
    danger: bool = False
    experience: Count = 0


class Awarded(Value, frozen=True, kw_only=True):
    """What it brought, and what is there now."""

    gained: int
    experience: int

    def changes(self, given: AwardGiven, options: Options) -> tuple[Change, ...]:
        return (Change("experience", given.experience, self.experience),)


@procedure("award_experience", rules="ORG-SKILL-02", headline=("gained", "experience"))
def award(given: AwardGiven, options: Options) -> Program[Awarded]:
    """One point for having been there, more for the goal, good play and danger."""
    parts = (
        ("presence", PRESENCE),
        ("goal", given.goal),
        ("good_play", GOOD_PLAY if given.good_play else 0),
        ("danger", DANGER if given.danger else 0),
    )
    gained = sum(points for _, points in parts)
    yield from step("gained", gained, "ORG-SKILL-02", nonzero(*parts))
    after = given.experience + gained
    yield from step("experience", after, "ORG-SKILL-02", (("before", given.experience), ("gained", gained)))
    return Awarded(gained=gained, experience=after)


class SpendGiven(Value, frozen=True, kw_only=True):
    """What somebody wants to reach, and with how many points."""

    experience: Count
    buy: Bought
    new_value: Annotated[int, Meta(ge=1, le=1000)]
    multiplier: Annotated[int, Meta(ge=1, le=3)] = 1


class Spent(Value, frozen=True, kw_only=True):
    """What it costs, whether it can be had, and what is left."""

    cost: int
    allowed: bool
    experience: int

    def changes(self, given: SpendGiven, options: Options) -> tuple[Change, ...]:
        return (Change("experience", given.experience, self.experience),) if self.allowed else ()


def price(buy: Bought, new_value: int, multiplier: int) -> int:
    """What one more step costs: a skill by its level and the class, a characteristic by its score (M18)."""
    if buy == "skill":
        return multiplier * new_value
    return PER_SCORE * new_value if buy == "characteristic" else RESERVE


@procedure("spend_experience", rules="ORG-SKILL-02", headline=("allowed", "cost", "experience"))
def spend(given: SpendGiven, options: Options) -> Program[Spent]:
    """One step of a skill, a characteristic or a reserve, where the points suffice and it is not at its highest."""
    cost = price(given.buy, given.new_value, given.multiplier)
    allowed = cost <= given.experience and given.new_value <= HIGHEST[given.buy]
    left = given.experience - cost if allowed else given.experience
    yield from step("cost", cost, "ORG-SKILL-02")
    yield from step("allowed", allowed, "ORG-SKILL-02")
    if allowed:
        yield from step("experience", left, "ORG-SKILL-02", (("before", given.experience), less("cost", cost)))
    return Spent(cost=cost, allowed=allowed, experience=left)
