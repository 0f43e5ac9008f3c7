"""What the rules of Cthulhu d20 lay on people beside their sheets: initiative, actions, aim, cover (P-INIT, P-COND)."""

from typing import Annotated, Literal

from msgspec import Meta

from gardien.core.marks import Count, Metres, Number, People, TableMarks, Word
from gardien.systems.cthulhud20.vocabulary import Armour

Cover = bool | Armour  # or what its stuff stops, where it is not stone


class FightMarks(TableMarks, frozen=True):
    """What a fight keeps of somebody from act to act; its end takes it away."""

    # where, and when
    stands: Metres = 0.0  # on a line
    initiative_total: Number = 0
    rank: Count = 0
    place: Count = 0  # in the order, of whoever has acted later than they might
    readied: Word = ""  # for which occasion one act is kept
    actions_left: Count = 0
    actions_owed: Count = 0
    openings_used: Count = 0
    # conditions that the Keeper rules for a fight
    surprised: bool = False
    flat_footed: bool = False
    kneeling: bool = False
    climbing: bool = False
    running: bool = False
    off_balance: bool = False
    grappling: bool | People = False  # with whom
    pinned: bool = False
    pinned_by: People = ()
    blinded: bool = False
    dazzled: bool = False
    dazed: bool = False
    entangled: bool = False
    held: bool = False
    helpless: bool = False
    shaken: bool = False
    frightened: bool = False
    disarmed: bool | Word | Annotated[tuple[Word, ...], Meta(max_length=100)] = False  # of what
    away: Annotated[tuple[Word, ...], Meta(max_length=100)] = ()  # weapons that have been thrown
    # how somebody guards themselves
    total_defence: bool = False
    defensive: bool = False
    charged: bool = False
    cover_low_wall_standing: Cover = False
    cover_low_wall_kneeling: Cover = False
    cover_window: Cover = False
    cover_corner: Cover = False
    cover_loophole: Cover = False
    cover_behind_bank: Cover = False
    # what a turn leaves
    aiming: People = ()
    taking_aim: People = ()
    aim_weapon: Word = ""
    moved: bool = False
    in_hand: Word = ""  # the weapon that was used last
    run_rounds: Count = 0  # of running, without a pause
    steady: Number = 0  # with how many PV and PF the aim was taken
    shaken_now: Literal["partial", "skip"] = "partial"
    floored: bool = False
    brought_down: People = ()
    cleaves_used: Count = 0
    aided_attack: bool = False  # by an ally, once
    aided_ca: bool = False
    attacks_made: Count = 0  # of a full attack that goes on with somebody else
    fire_mode: Word = ""  # in which it is made


class Marks(FightMarks, frozen=True):
    """The marks of this game: those of a fight, and what lasts beyond it."""

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
