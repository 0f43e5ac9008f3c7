"""Where people stand: zones on a line, and how long it takes to change them (CBT-16, CBT-17)."""

from gardien.core.fighting import Content
from gardien.systems.operators.rules.fight.initiative import TURNS_BETWEEN, zone_of

STANDS = "stands"  # where somebody is on a line, in metres
FARTHEST = 3
STEPS = (0, 60, 250, 900)  # metres that put somebody into each zone (OPS-CBT-16)


def zone_between(one: Content, other: Content) -> int:
    """Distance is symmetric (OPS-CBT-16); farther than any reach is the farthest zone."""
    zone = zone_of(abs(one.get(STANDS, 0) - other.get(STANDS, 0)))
    return FARTHEST if zone is None else zone


def turns_between(near: int, far: int) -> int:
    """How long it takes to change zone (OPS-CBT-17)."""
    return sum(TURNS_BETWEEN[min(near, far) : max(near, far)])
