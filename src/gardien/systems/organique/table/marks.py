"""What the organic rules lay on people beside their sheets: turns, range, holds, cover, hours and days (TURN, RNG)."""

from typing import Annotated

from msgspec import Meta

from gardien.core.marks import Count, Metres, Number, People, Person, TableMarks, Word
from gardien.systems.organique.rules.fight.turn_budget import Moment, Stunned
from gardien.systems.organique.vocabulary import Heat, Hold, LostSight


class Marks(TableMarks, frozen=True):
    """The marks of this game."""

    # where, and when
    stands: Metres = 0.0  # on a line
    initiative_total: Number = 0
    rank: Count = 0
    actions_left: Count = 0  # in halves
    moments: Annotated[tuple[Moment, ...], Meta(max_length=200)] = ()  # of this turn
    lost: tuple[Stunned, ...] = ()  # to an earlier stun in this turn
    waiting: bool = False
    aiming: bool = False
    aims_at: Person = ""
    aims_with: Word = ""
    wields: Word = ""  # the weapon in hand, since it was drawn or used
    surprised: bool = False
    in_water: bool = False
    mounted: bool = False
    cover_car_door: bool = False
    cover_brick_wall: bool = False
    cover_tree: bool = False
    cover_wooden_table: bool = False
    cover_concrete: bool = False
    # holds
    held_by: People = ()
    held_how: Hold = "hold"
    gripped: Annotated[tuple[tuple[Person, Hold], ...], Meta(max_length=50)] = ()  # who holds them, and how
    holding: People = ()
    feinted: Annotated[tuple[tuple[Person, Count], ...], Meta(max_length=50)] = ()  # by somebody, for so many turns
    dazzled: tuple[LostSight, Count] = ("blind", 0)  # which sight, for how many turns more
    burning: tuple[Heat, Count] = (1, 0)  # points of fire a turn, for how many turns yet
    # beyond a fight
    cold_failures: Count = 0
    afraid: bool = False  # for the scene (ORG-SYM-13, M21)
    panicked: bool = False
    minutes_ahead: Count = 0  # of the clock (ORG-HACK-28)
    days_lost: Count = 0  # to whoever breaks somebody’s will
