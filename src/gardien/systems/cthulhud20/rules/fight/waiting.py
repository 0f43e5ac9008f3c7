"""Waiting for one's moment: acting later in the order, keeping one act ready for a set occasion (P-ACT-03)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.shared.initiative import check_later, just_after
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant
from gardien.systems.cthulhud20.rules.fight.initiative_and_turns import TURN_RULES, TurnReason, turn_for
from gardien.systems.cthulhud20.vocabulary import Name

Line: TypeAlias = Annotated[tuple[Name, ...], Meta(min_length=2, max_length=100)]


class DelayGiven(Value, frozen=True, kw_only=True):
    """Somebody who waits, and for whom."""

    order: Line
    name: Name
    after: Name

    def __post_init__(self) -> None:
        twice = next((one for at, one in enumerate(self.order) if one in self.order[:at]), None)
        if twice is not None:
            raise BadField("order", "field/twice", "CD20-P-INIT-01", came=twice)
        check_later(self.order, self.name, self.after, "CD20-P-ACT-03")


class Delayed(Value, frozen=True, kw_only=True):
    """The order from now on."""

    order: tuple[str, ...]


@procedure("delay", rules="CD20-P-ACT-03 CD20-P-INIT-01", headline=("order",))
def delay(given: DelayGiven, options: Options) -> Program[Delayed]:
    """Whoever waits acts after somebody slower, and keeps that place."""
    order = just_after(given.order, given.name, given.after)
    yield from step("rank", order.index(given.name) + 1, "CD20-P-ACT-03", who=given.name)
    return Delayed(order=order)


class ReadyGiven(Value, frozen=True, kw_only=True):
    """Somebody who keeps one act for an occasion, in words."""

    combatant: Combatant = NOBODY
    occasion: Name = ""


class Readied(Value, frozen=True, kw_only=True):
    """Whether one act is ready now, to be done out of turn."""

    allowed: bool
    reason: Literal["no_action"] | UnsetType = UNSET


@procedure("ready", rules="CD20-P-ACT-03 CD20-P-ACT-01", headline=("allowed",))
def ready(given: ReadyGiven, options: Options) -> Program[Readied]:
    """One act on a set occasion takes what an attack would: whoever has no act this turn has none to keep."""
    allowance: tuple[str, TurnReason] = turn_for(given.combatant)
    able = allowance[0] in ("partial", "normal")
    yield from step("allowed", able, "CD20-P-ACT-03" if able else TURN_RULES[allowance[1]])
    return Readied(allowed=able, reason=UNSET if able else "no_action")
