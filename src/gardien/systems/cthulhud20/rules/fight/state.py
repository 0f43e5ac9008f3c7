"""What a fight keeps of somebody from act to act, and what each act leaves of it (P-ACT, P-GRAP, AIM, SHOCK).

The table lays this value on people as marks, fights that are weighed have it in their states; what an act takes of a
turn, and which hands serve, is asked here too.
"""

from collections.abc import Collection, Sequence
from typing import Annotated, Any, Literal, Self

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.marks import Count, Metres, Number, People, TableMarks, Word
from gardien.core.values import Value
from gardien.shared.holding import joined, without
from gardien.shared.line import farther, nearer
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.pack.arms import Action
from gardien.systems.cthulhud20.rules.body.bleeding_and_rest import HOUR, MINUTE
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.fight.ammunition import ReloadGiven, time_of
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import ARM_LENGTH
from gardien.systems.cthulhud20.rules.fight.attack_severity import LIMB_EFFECTS, effect_of
from gardien.systems.cthulhud20.rules.fight.initiative_and_turns import Allowance, speed_of, turn_for
from gardien.systems.cthulhud20.rules.fight.weapons import Weapon, WeaponNamed, weapon_of
from gardien.systems.cthulhud20.vocabulary import Armour, Hampering, Tables, Zone

# ---- the value ----

Cover = bool | Armour  # or what its stuff stops, where it is not stone
Words = Annotated[tuple[Word, ...], Meta(max_length=100)]
Benefit = Literal["attack", "ca"]  # of help (CD20-P-ACT-03)


class FightState(TableMarks, frozen=True, cache_hash=True):
    """One fighter inside a fight; its end takes all of it away."""

    # where, and when
    stands: Metres | UnsetType = UNSET  # on a line, as far as anybody has said
    initiative_total: Number | UnsetType = UNSET
    rank: Count = 0
    place: Count = 0  # in the order, of whoever has acted later than they might
    readied: Word = ""  # for which occasion one act is kept
    actions_left: Count | UnsetType = UNSET
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
    disarmed: bool | Word | Words = False  # of what
    away: Words = ()  # weapons that have been thrown
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
    moved: bool = False  # farther than a step
    stepped: bool = False
    in_hand: Word = ""  # the weapon that was used last
    run_rounds: Count = 0  # of running, without a pause
    steady: Number = 0  # with how many PV and PF the aim was taken
    shaken_now: Literal["partial", "skip"] | UnsetType = UNSET  # what a shock takes of the turn that has begun
    floored: bool = False  # by a violent shock, until the turn after the one it costs (CD20-SHOCK-02)
    brought_down: People = ()  # whom one has just felled
    cleaves_used: Count = 0
    aided_attack: bool = False  # by an ally, once
    aided_ca: bool = False
    attacks_made: Count = 0  # of a full attack that goes on with somebody else
    fire_mode: Word = ""  # in which it is made

    def _without(self, names: Collection[str]) -> Self:
        return replace(self, **{name: getattr(NOT_ACTED, name) for name in names})

    # ---- a turn ----

    def begun(self, shock: Hampering = "none", disturbed: bool = False) -> Self:
        """A turn uses up a shock, whoever loses it is helpless until the next; a round of aiming serves it.

        A turn without running gives the breath back (CD20-SHOCK-01, CD20-SHOCK-02, CD20-AIM-01, CD20-P-ACT-02).
        """
        aims = self if self.taking_aim and not disturbed else self.without_aim()
        return replace(
            aims._without(UNTIL_NEXT_TURN),
            aiming=aims.taking_aim,
            taking_aim=(),
            shaken_now=self.shaken_now if shock == "none" else shock,
            floored=shock == "skip",
            run_rounds=self.run_rounds if self.running else 0,
        )

    def lined_up(self, total: int, rank: int, caught: bool) -> Self:
        """What initiative brought; whoever saw nothing coming loses that round (CD20-P-INIT-01, CD20-P-SURP-01)."""
        new = replace(self, initiative_total=total, rank=rank, place=0, actions_left=UNSET)
        return replace(new, surprised=True) if caught else new

    def paid(self, worth: int) -> Self:
        """A turn goes into what is not done yet (CD20-P-GUN-05)."""
        return replace(self, actions_owed=max(0, self.actions_owed - worth))

    def at_ease(self) -> Self:
        """While the clock goes on nobody aims or runs (CD20-AIM-01, CD20-P-ACT-02)."""
        return self._without((*AIM, "running", "moved", "stepped", "run_rounds"))

    # ---- aims ----

    def without_aim(self) -> Self:
        """Whoever does anything else, or is disturbed, aims no longer (CD20-AIM-01)."""
        return self._without(AIM)

    def taken_aim(self, at: str, weapon: str, vigour: int) -> Self:
        """From the next turn on a shot at this target is surer (CD20-AIM-01)."""
        return replace(self, taking_aim=(at,), aim_weapon=weapon, steady=vigour)

    # ---- places ----

    @property
    def stands_at(self) -> float:
        return 0.0 if self.stands is UNSET else self.stands

    def nearer_to(self, there: float, far: float) -> Self:
        """Towards a place, as far as it goes (CD20-P-ACT-02)."""
        return replace(self, stands=nearer(self.stands_at, there, far))

    def driven_from(self, there: float, far: float) -> Self:
        """Away from a place, by a shock or a push (CD20-SHOCK-02, CD20-P-MAN-01)."""
        return replace(self, stands=farther(self.stands_at, there, far)) if far else self

    def after_moving(self, mode: str, far: float = 0, run_round: int = 0, weapon: str = "") -> Self:
        """A run goes on until somebody stops it, a step is no way; weapons are picked up or drawn (CD20-P-ACT-02)."""
        hands: dict[str, dict[str, Any]] = {"pick_up": {"disarmed": False}, "draw": {"in_hand": weapon or self.in_hand}}
        went = replace(self, moved=self.moved or bool(far and mode != "step"), stepped=self.stepped or mode == "step")
        return replace(went, running=bool(run_round), run_rounds=run_round, **hands.get(mode, {}))

    def struck_in_passing(self) -> Self:
        """One free attack a round, more with Combat Reflexes (CD20-P-ACT-04)."""
        return replace(self, openings_used=self.openings_used + 1)

    # ---- blows ----

    def after_attack(self, weapon: str = "", *, charged_to: float | None = None, defensive: bool = False) -> Self:
        """A shot uses up the aim, a charge ends at the other’s side on open guard (CD20-AIM-01, CD20-P-ACT-03)."""
        there = {} if charged_to is None else {"stands": charged_to, "charged": True}
        guard = {"defensive": True} if defensive else {}
        return replace(self.without_aim(), aided_attack=False, in_hand=weapon or self.in_hand, **there, **guard)

    def cleft(self, felled: People) -> Self:
        """One blow more in this round; whoever falls by it lets it go on (CD20-FEAT-01, CD20-P-FEAT-01)."""
        return replace(self, brought_down=felled, cleaves_used=self.cleaves_used + 1)

    def going_on(self, made: int = 0, mode: str = "") -> Self:
        """Attacks that are left of a turn may go to somebody else (CD20-ATT-03)."""
        return replace(self, attacks_made=made, fire_mode=mode)

    def aided(self, benefit: Benefit, now: bool = True) -> Self:
        """An ally strikes better, or guards better, once (CD20-P-ACT-03)."""
        return replace(self, **{f"aided_{benefit}": now})

    # ---- weapons ----

    @property
    def fallen(self) -> tuple[str, ...]:
        """Weapons that lie on the ground, by name; where it was only ruled that all do, none."""
        names = self.disarmed
        return () if isinstance(names, bool) else (names,) if isinstance(names, str) else names

    def has_dropped(self, weapon: str) -> bool:
        """Whether a weapon lies on the ground; one that was thrown lies farther away (CD20-P-MAN-01)."""
        return weapon not in self.away and (self.disarmed is True or weapon in self.fallen)

    def dropping(self, weapon: str) -> Self:
        """What somebody holds falls to the ground (CD20-P-MAN-01, CD20-COND-02)."""
        names = (*self.fallen, weapon)
        return replace(self, disarmed=names if len(names) > 1 else weapon)

    # ---- holds ----

    @property
    def partners(self) -> tuple[str, ...]:
        """Those with whom somebody is in each other’s arms; nobody where it was only ruled (CD20-P-GRAP-01)."""
        return () if isinstance(self.grappling, bool) else self.grappling

    def seized(self, other: str) -> Self:
        """In each other’s arms (CD20-P-GRAP-01)."""
        return replace(self, grappling=tuple(joined(self.partners, other)))

    def pinned_down(self, by: str) -> Self:
        return replace(self, pinned=True, pinned_by=tuple(joined(self.pinned_by, by)))

    def freed(self, other: str) -> Self:
        """Out of the arms of one: of others not yet, and pinned only by them (CD20-P-GRAP-01)."""
        left, pinning = tuple(without(self.partners, other)), self.pinned_by
        if self.pinned and (other in pinning or not left):
            pinning = tuple(without(pinning, other))
            return replace(self, grappling=left or False, pinned=bool(pinning), pinned_by=pinning)
        return replace(self, grappling=left or False)

    def thrown_back(self) -> Self:
        """Whoever is thrown back is out of all arms (CD20-SHOCK-02, CD20-P-GRAP-01)."""
        return self._without(HOLD) if self.partners else self


NOT_ACTED = FightState()
STANCES = ("total_defence", "defensive", "charged")  # the one that counts first (CD20-P-ACT-03)
AIM = ("aiming", "taking_aim", "steady", "aim_weapon")
HOLD = ("grappling", "pinned", "pinned_by")
OF_ROUND = ("openings_used", "cleaves_used", "moved", "stepped")  # CD20-P-ACT-04
UNTIL_NEXT_TURN = (*STANCES, *OF_ROUND, "running", "readied")
UNTIL_ACTED = ("aiming", "shaken_now", "brought_down", "attacks_made", "fire_mode", "aided_attack")

# ---- a turn ----

# What is left of a turn: a move, one action or one move, all of it (CD20-P-ACT-01).
NOTHING, MOVE, ONE, ALL = 0, 1, 2, 3
WORTH: dict[Allowance, int] = {"none": NOTHING, "move": MOVE, "partial": ONE, "normal": ALL}
COSTS: dict[str, int] = {  # what is done with a turn, in the order in which it is offered (CD20-P-ACT-03)
    "attack": ONE,
    "full_attack": ALL,
    "attack_traditional": ONE,
    "cleave": NOTHING,
    "movement": MOVE,
    "take_aim": ALL,
    "finishing_blow": ALL,
    "suppressive_fire": ALL,
    "delay": NOTHING,
    "ready": ONE,
    **dict.fromkeys(("grapple", "grapple_action", "trip", "disarm", "push", "aid_another"), ONE),
    "reload": MOVE,
    "clear_jam": ALL,
    "care": ALL,
    "check": ONE,
    "cast_spell": MOVE,
    "harming_touch": ONE,
    "healing_touch": ONE,
    "extinguish": ALL,
    "revive": ALL,
}
LOADING: dict[Action, int] = {"free": NOTHING, "move_equivalent": MOVE, "full_round": ALL, "two_full_rounds": 2 * ALL}
CASTING = {"partial": ONE, "full_round": ALL, "round": ALL, "minute": MINUTE * ALL, "hour": HOUR * ALL}
MOVING = {"step": NOTHING, **dict.fromkeys(("crawl", "move", "stand_up", "pick_up", "draw"), MOVE)}
MOVING |= {"double": ALL, "run": ALL}
CHARGING = "charging"
CHARGE_MOVES = 2  # times the speed (CD20-P-ACT-03)


def turn_worth(somebody: Combatant, surprise_round: bool = False) -> int:
    """What somebody's turn is worth (CD20-P-ACT-01)."""
    return WORTH[turn_for(somebody, surprise_round)[0]]


def price_within(price: int, left: int) -> int:
    """A move beside an action takes its own part of the turn; instead of one it takes that (CD20-P-ACT-01)."""
    return ONE if price == MOVE and left == ONE else price


def price_of(act: str, left: int, *, mode: str = "", loading: Action = "free", charging: bool = False) -> int:
    """What an act takes of what is left; only loading goes on in the next turn (CD20-P-ACT-03, CD20-P-GUN-05)."""
    if act == "reload":
        return price_within(LOADING[loading], left)
    price = price_within(MOVING[mode], left) if act == "movement" else COSTS.get(act, NOTHING)
    return min(left, ALL if charging else price)


def price_of_spell(key: str, times: int) -> int:
    """A spell takes as long as it says, beyond this turn if need be (CD20-P-MAG-01)."""
    row = pack.spell(key)
    return CASTING[row.unit] * row.time * (times if row.time_per_amount else 1)


# ---- a place on a line ----

ARM = ARM_LENGTH  # metres within reach of a hand (CD20-P-ACT-04)


def can_charge(mover: Combatant, metres: float) -> bool:
    """Whether two moves bring somebody within reach (CD20-P-ACT-03)."""
    return metres - ARM <= CHARGE_MOVES * float(speed_of(mover))


# ---- hands ----

HANDS = 2


def hands_for(weapon: Weapon) -> int:
    """Hands that a weapon takes, a fist being one."""
    return HANDS if weapon.two_handed else 1


class Arm(Value, frozen=True, kw_only=True):
    """A weapon carried, or what a body has of its own, as a fight uses it."""

    named: WeaponNamed  # as attacks take it
    name: str = ""  # what people call it
    at: int | None = None  # its place among the weapons of a sheet
    attack: int | None = None  # or among the attacks of a body
    bonus: int | None = None  # of a profile, lethality included (CD20-P-CREA-03)
    lethality: int = 0  # within it
    count: int = 1
    natural: bool = False
    ranged: bool = False
    hands: int = 1
    damage: str = ""  # against those who keep hit points, Strength included
    magazine: int = 0  # 0: it never runs dry
    loaded: int = 0
    spare: int = 0
    jammed: bool = False
    reload: Action = "free"

    @property
    def weapon(self) -> Weapon:
        return weapon_of(self.named)

    @property
    def can_fall(self) -> bool:
        """Whether it is held in a hand, and not the hand itself, or a claw."""
        return not self.natural and not self.weapon.unarmed

    @property
    def is_empty(self) -> bool:
        return bool(self.magazine) and not self.loaded

    @property
    def is_short(self) -> bool:
        """Whether it has room for cartridges, or waits to be cocked."""
        return self.loaded < self.magazine


def arm_of(named: WeaponNamed, rapid: bool = False, loaded: int | None = None, spare: int = 0, **more: Any) -> Arm:
    """All that a fight asks about a weapon; what is made to be thrown is gone once it is."""
    weapon = weapon_of(named)
    full, thrown = weapon.holds, weapon.kind == "thrown"
    loader = ReloadGiven(loader=weapon.loader, rapid_reload=rapid) if weapon.loader else None
    known = {
        "ranged": weapon.is_ranged,
        "hands": hands_for(weapon),
        "magazine": full,
        "loaded": full if loaded is None else min(loaded, full),
        "spare": 0 if thrown else spare,
        "reload": time_of(loader) if loader else "full_round",
    }
    return Arm(named=named, **{**known, **more})


FISTS = arm_of("unarmed", name="unarmed")


def with_fists(arms: Sequence[Arm]) -> tuple[Arm, ...]:
    """Nobody is without fists, but for whom nature has armed otherwise (CD20-P-WEAP-01)."""
    bare = any(not one.ranged and not one.can_fall for one in arms)
    return tuple(arms) if bare else (*arms, FISTS)


def hands_left(parts: Collection[Zone], tables: Tables) -> int:
    """Hands that still hold something; arms wounded critically or lost do not (CD20-P-WOUND-01)."""
    return max(0, HANDS - sum(effect_of(one, tables) == LIMB_EFFECTS[0] for one in set(parts)))


def parts_out(somebody: Any) -> tuple[Zone, ...]:
    """Parts out of use or gone, of a body or of a combatant."""
    return (*somebody.hampered_parts, *somebody.lost_parts)
