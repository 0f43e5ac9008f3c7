"""Where people stand: zones on a line, and how long it takes to change them (CBT-16, CBT-17)."""

from gardien.core.fighting import Content
from gardien.shared.line import metres
from gardien.systems.operators.rules.fight.initiative import TURNS_BETWEEN, zone_of

FARTHEST = 3
STEPS = (0, 60, 250, 900)  # metres that put somebody into each zone (OPS-CBT-16)


def zone_between(one: Content, other: Content) -> int:
    """Distance is symmetric (OPS-CBT-16); farther than any reach is the farthest zone."""
    zone = zone_of(metres(one, other))
    return FARTHEST if zone is None else zone


def turns_between(near: int, far: int) -> int:
    """How long it takes to change zone (OPS-CBT-17)."""
    return sum(TURNS_BETWEEN[min(near, far) : max(near, far)])
