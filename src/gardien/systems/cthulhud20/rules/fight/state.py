"""What a fight keeps of somebody from act to act: what is left of a turn, where they stand, which hands serve (P-ACT).

The table lays it on people as marks, fights that are weighed keep it in their states; both ask here what an act takes.
"""

from collections.abc import Collection
from typing import Any

from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.pack.arms import Action
from gardien.systems.cthulhud20.rules.body.bleeding_and_rest import HOUR, MINUTE
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.fight.attack_severity import LIMB_EFFECTS, effect_of
from gardien.systems.cthulhud20.rules.fight.initiative_and_turns import Allowance, speed_of, turn_for
from gardien.systems.cthulhud20.rules.fight.weapons import Weapon
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

ARM = 1.5  # metres within reach of a hand (CD20-P-ACT-04)


def can_charge(mover: Combatant, metres: float) -> bool:
    """Whether two moves bring somebody within reach (CD20-P-ACT-03)."""
    return metres - ARM <= CHARGE_MOVES * float(speed_of(mover))


# ---- hands ----

HANDS = 2


def hands_for(weapon: Weapon) -> int:
    """Hands that a weapon takes, a fist being one."""
    return HANDS if weapon.two_handed else 1


def hands_left(parts: Collection[Zone], tables: Tables) -> int:
    """Hands that still hold something; arms wounded critically or lost do not (CD20-P-WOUND-01)."""
    return max(0, HANDS - sum(effect_of(one, tables) == LIMB_EFFECTS[0] for one in set(parts)))


def parts_out(somebody: Any) -> tuple[Zone, ...]:
    """Parts out of use or gone, of a body or of a combatant."""
    return (*somebody.hampered_parts, *somebody.lost_parts)
