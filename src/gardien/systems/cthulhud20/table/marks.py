"""What the rules of Cthulhu d20 lay on people beside their sheets: initiative, actions, aim, cover (P-INIT, P-COND)."""

from typing import Annotated, Any, Literal

from msgspec import Meta, convert

from gardien.core.fighting import Content
from gardien.core.marks import Count, Metres, Number, Word
from gardien.systems.cthulhud20.rules.fight.state import NOT_ACTED, FightState
from gardien.systems.cthulhud20.vocabulary import Armour


def fight_of(somebody: Content) -> FightState:
    """What a fight keeps of somebody, as their marks say it."""
    names = FightState.__struct_fields__
    return convert({name: somebody[name] for name in names if somebody.get(name) is not None}, FightState)


def as_marks(somebody: Content, after: FightState) -> dict[str, Any]:
    """What differs of it now, to be written; what is as it is of everybody is taken away."""
    before, marks = fight_of(somebody), dict[str, Any]()
    for name in FightState.__struct_fields__:
        if (now := getattr(after, name)) != getattr(before, name):
            written = list(now) if isinstance(now, tuple) else now
            marks[name] = None if now == getattr(NOT_ACTED, name) else written
    return marks


class Marks(FightState, frozen=True):
    """The marks of this game: those of a fight, and what lasts beyond it."""

    # a mark that is not there says that nobody has thrown, moved or begun: it needs no word for it
    stands: Metres = 0.0
    initiative_total: Number = 0
    actions_left: Count = 0
    shaken_now: Literal["partial", "skip"] = "partial"
    # beyond a fight
    choking: Count = 0  # rounds in which gas leaves one action a turn (CD20-P-POIS-01)
    warded: Armour = 0
    gesture: bool = False  # made before a spell
    hand_ready: bool = False  # by a spell, to heal or to harm
    mind_held: bool = False
    san_lost_this_hour: Count = 0  # of those whose sheet does not keep it (CD20-P-SAN-04)
    san_at_hour_start: Number = 0
    mythos_insanity_before: bool = False
    overcome: Annotated[tuple[Word, ...], Meta(max_length=100)] = ()  # kinds of creatures, in this scenario
    exposure_cause: Word = ""
    exposure_checks: Count = 0
    exposure_failures: Count = 0
