"""Destiny inside an attack: who may ask between hit or miss and what comes of it, and what that does (DEST, P-DEST)."""

from typing import Literal, TypeAlias

from gardien.core.values import Value, like
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant, Destiny
from gardien.systems.cthulhud20.rules.fight.attack_severity import lowest_gb
from gardien.systems.cthulhud20.rules.tests.modifiers import destiny_received
from gardien.systems.cthulhud20.vocabulary import Result, Severity, Tables, Zone

FateReason: TypeAlias = Literal[
    "dead", "npc", "no_point", "refused_by_player", "vote_missing", "not_own_roll", "no_wound"
]  # fmt: skip
CHANGES_WOUND = ("soften", "worsen", "keeper")  # effects on a wound, not on a roll (CD20-P-DEST-01)


class Wish(Value, frozen=True, kw_only=True):
    """A point that somebody asks for, and what they have."""

    effect: Literal["reroll", "plus10", "soften", "worsen", "keeper"]
    mine: bool  # the attacker’s
    group: bool
    left: int
    spent: int
    reason: FateReason | None = None  # why it cannot be had, whatever the attack
    severity: Severity | Literal["none"] | None = None
    zone: Zone | None = None

    @property
    def is_about_die(self) -> bool:
        """Whether it is about the die: then the face must be remembered."""
        return self.effect not in CHANGES_WOUND


class Fate(Value, frozen=True, kw_only=True):
    """A point asked for: heard or not, and what is left."""

    accepted: bool
    reason: FateReason | None
    left: int
    spent: int | None  # of the one who asked; none for the point of the group


def points_left(who: Combatant, options: Options) -> int:
    """Points of destiny that somebody still has (CD20-DEST-01, CD20-DEST-02)."""
    return max(0, destiny_received(who, options) - who.destiny_spent)


def wish_of(destiny: Destiny | None, attacker: Combatant, target: Combatant, options: Options) -> Wish | None:
    """What is asked for, and by whom."""
    if destiny is None:
        return None
    mine, group = destiny.by == "attacker", destiny.source == "group"
    who = attacker if mine else target
    return like(
        Wish,
        destiny,
        mine=mine,
        group=group,
        left=destiny.group_destiny if group else points_left(who, options),
        spent=who.destiny_spent,
        reason=_group_reason(destiny) if group else _own_reason(who, options),
    )


def _own_reason(who: Combatant, options: Options) -> FateReason | None:
    """Why somebody has no point to spend, the first that applies (CD20-DEST-01)."""
    if who.condition == "dead":
        return "dead"
    if who.npc and not options.npc_destiny:
        return "npc"
    return None if points_left(who, options) else "no_point"


def _group_reason(destiny: Destiny) -> FateReason | None:
    """Why the point of the group cannot be spent: every player must agree (CD20-DEST-05)."""
    if not destiny.group_destiny:
        return "no_point"
    if "no" in destiny.votes:
        return "refused_by_player"
    return "vote_missing" if "none" in destiny.votes or not destiny.votes else None


def fate_of(wish: Wish, result: Result) -> Fate:
    """Whether a point can be spent on this attack as it was announced (CD20-DEST-04, CD20-P-DEST-01)."""
    reason = wish.reason or _idle(wish, result)
    spent = 0 if reason else 1
    return Fate(
        accepted=reason is None, reason=reason, left=wish.left - spent, spent=None if wish.group else wish.spent + spent
    )


def _idle(wish: Wish, result: Result) -> FateReason | None:
    """A bonus on somebody else’s roll, or a wound that is not there or not the asker’s business."""
    if wish.effect == "plus10" and not wish.mine:
        return "not_own_roll"
    misplaced = (wish.effect == "soften" and wish.mine) or (wish.effect == "worsen" and not wish.mine)
    if wish.effect in CHANGES_WOUND and (result != "hit" or misplaced):
        return "no_wound"
    return None


# ---- what it does to a wound ----

ROWS: tuple[Severity, ...] = ("superficial", "light", "moderate", "grave", "critical", "mortal")
SOFTER = 2  # rows (CD20-P-DEST-01)


def after_softening(severity: Severity, gb: int, zone: Zone, tables: Tables) -> tuple[Severity, int]:
    """Two rows less, light at best; a lost limb counts as critical and stays on (CD20-P-DEST-01)."""
    at = ROWS.index("mortal" if severity == "destructive" else severity)
    if at <= 1:
        return severity, gb
    row = ROWS[max(1, at - SOFTER)]
    return row, lowest_gb(row, tables)


def after_worsening(severity: Severity, gb: int, zone: Zone, tables: Tables) -> tuple[Severity, int]:
    """One row more; beyond critical it is what the zone makes of it: death, or a limb lost (CD20-P-DEST-01)."""
    if gb >= lowest_gb("mortal", tables):
        return severity, gb
    row = ROWS[ROWS.index(severity) + 1]
    return row, lowest_gb(row, tables)
