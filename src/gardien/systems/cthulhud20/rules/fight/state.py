"""What a fight keeps of somebody from act to act: what is left of a turn, where they stand, which hands serve (P-ACT).

The table lays it on people as marks, fights that are weighed keep it in their states; both ask here what an act takes.
"""

from collections.abc import Collection, Sequence
from typing import Any

from gardien.core.values import Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.pack.arms import Action
from gardien.systems.cthulhud20.rules.body.bleeding_and_rest import HOUR, MINUTE
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.fight.ammunition import ReloadGiven, time_of
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import ARM_LENGTH
from gardien.systems.cthulhud20.rules.fight.attack_severity import LIMB_EFFECTS, effect_of
from gardien.systems.cthulhud20.rules.fight.initiative_and_turns import Allowance, speed_of, turn_for
from gardien.systems.cthulhud20.rules.fight.weapons import Weapon, WeaponNamed, weapon_of
from gardien.systems.cthulhud20.vocabulary import Tables, Zone

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
