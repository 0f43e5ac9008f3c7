"""Where people stand: zones on a line, and how long it takes to change them (CBT-16, CBT-17)."""

from gardien.core.chases import SIDES
from gardien.core.fighting import Content
from gardien.core.scene import Being
from gardien.shared.line import metres
from gardien.systems.operators.rules.fight.initiative import TURNS_BETWEEN, zone_of

FARTHEST = 3
ZONES_OF_GAP = (0, 0, 0, 1, 1, 2)  # in a chase on wheels (M-18)
STEPS = (0, 60, 250, 900)  # metres that put somebody into each zone (OPS-CBT-16)


def zone_between(one: Content, other: Content) -> int:
    """Distance is symmetric (OPS-CBT-16); farther than any reach is the farthest zone."""
    zone = zone_of(metres(one, other))
    return FARTHEST if zone is None else zone


def zone_on_wheels(one: Being, other: Being) -> int | None:
    """From vehicle to vehicle in a chase it is as far as the gap between them (M-18)."""
    chase = one.scene.chase
    if chase.get("kind") != "wheels" or chase.get("ended"):
        return None
    ahead, behind = ({side for side in SIDES if who.id in chase.get(side, ())} for who in (one, other))
    return ZONES_OF_GAP[min(chase["gap"], len(ZONES_OF_GAP) - 1)] if ahead and behind and ahead != behind else None


def turns_between(near: int, far: int) -> int:
    """How long it takes to change zone (OPS-CBT-17)."""
    return sum(TURNS_BETWEEN[min(near, far) : max(near, far)])
