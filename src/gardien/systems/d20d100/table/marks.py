"""What the rules of d20d100 lay on people beside their sheets: initiative, half-rounds, holds, cover (CBT, MODE)."""

from typing import Annotated

from msgspec import Meta, Struct

from gardien.core.marks import Count, Number, TableMarks, Word
from gardien.systems.d20d100.rules.fight.state import InFight, Words


class PendingSan(Struct, frozen=True, forbid_unknown_fields=True):
    """What the sight of something will cost, thrown before it is seen."""

    loss: Count
    states: Words = ()


class PassiveRoll(Struct, frozen=True, forbid_unknown_fields=True):
    """A roll that stands, and the skill it was made with."""

    skill: Word
    total: Number
    natural_one: bool = False
    modifier: Number = 0


class Marks(InFight, TableMarks, frozen=True, forbid_unknown_fields=False):
    """The marks of this game."""

    unshown = (
        *("rank", "place", "simple_actions_left", "simple_actions_owed", "attacks_made", "attacked", "weapon_in_hand"),
        *("suffocate_round", "suffocate_failed", "effort_round", "sprint_round", "chilling", "bite", "engulfed"),
        *("swarmed", "frightened_by", "passive_natural_one", "passive_modifier", "passive_rolls"),
    )

    # minds of those whose sheet does not keep them (D100-SAN-03, D100-SAN-04)
    temp_mad: bool = False
    indef_mad: bool = False
    san_lost_this_hour: Count = 0
    pending_san: tuple[PendingSan, ...] = ()  # foreseen, and not seen yet (D100-CBT-06)
    # no air (D100-ROLL-09)
    suffocate_round: Annotated[int, Meta(ge=0, le=200)] = 0
    suffocate_failed: bool = False
    # a run, a swim, a sprint: the round of it that comes next (D100-ROLL-05, D100-ROLL-07)
    effort_round: Annotated[int, Meta(ge=0, le=1000)] = 0
    sprint_round: Annotated[int, Meta(ge=0, le=1000)] = 0
    # spells that last (D100-MISS-10): rounds, points that still stop something, a sign made before the next
    clouded: Count = 0
    flesh_ward: Count = 0
    voorish: bool = False
    chilling: bool = False  # the touch that the strength it takes is still to be thrown for
    chilled: Count = 0  # points of FOR that come back
    disease: Annotated[int, Meta(ge=0, le=80)] = 0  # how hard it is to withstand, every day (D100-MISS-12)
    # a roll that stands for the scene (D100-TEST-08)
    passive_total: Number = 0
    passive_natural_one: bool = False
    passive_modifier: Number = 0
    passive_rolls: tuple[PassiveRoll, ...] = ()  # each skill has its own
    frightened_by: Word = ""  # what shook a mind last: the cause of the madness that comes of it
