"""Where people stand in a fight: metres on a line, as a mark says it."""

from gardien.core.fighting import Content

STANDS = "stands"  # the mark of where somebody is
BANDS = ("contact", "near", "far", "distant")  # at arm’s length, a walk, a run away, or farther


def are_placed(*people: Content) -> bool:
    """Whether anybody has said where people stand."""
    return any(STANDS in one for one in people)


def place_of(one: Content) -> float:
    """Where somebody stands."""
    return float(one.get(STANDS, 0))


def metres(one: Content, other: Content) -> float:
    """How far apart two people are."""
    return abs(place_of(one) - place_of(other))


def nearer(here: float, there: float, far: float) -> float:
    """Where somebody ends after so many metres towards a place, no farther than up to it."""
    return there if abs(there - here) <= far else here + far * (1 if there > here else -1)


def farther(here: float, there: float, far: float) -> float:
    """Where somebody ends who is driven so many metres away from a place; below 0 they come nearer."""
    return here + far * (1 if here >= there else -1)
