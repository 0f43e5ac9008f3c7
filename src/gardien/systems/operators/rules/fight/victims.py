"""One victim of an attack or blast that may have several: the wound, the defence, what a creature took (OPS-DMG-06)."""

from collections.abc import Iterable
from typing import Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import fields, replace

from gardien.core.chance import Program, watch
from gardien.systems.operators.pack.rows import Code
from gardien.systems.operators.rules.body.wounds import WoundBlock
from gardien.systems.operators.rules.character import Difficulty, Drain, Result


class Hit(WoundBlock, frozen=True, kw_only=True):
    """What one of several victims suffered, and the luck that is left to them."""

    name: str
    rounds: int | UnsetType = UNSET
    defence_difficulty: Difficulty | UnsetType = UNSET
    defence_target: int | UnsetType = UNSET
    defence_roll: int | UnsetType = UNSET
    defence_outcome: Result | UnsetType = UNSET
    avoided: bool | UnsetType = UNSET
    drain_amount: int | UnsetType = UNSET
    drained: Literal["FOR", "POU"] | UnsetType = UNSET
    score_left: int | UnsetType = UNSET
    collapse: Literal["none", "cannot_act", "catatonic", "dead"] | UnsetType = UNSET
    drain: dict[Code, Drain] | UnsetType = UNSET  # every drained score afterwards (OPS-CREAT-09)
    gripped: bool | UnsetType = UNSET
    luck: int


NO_HITS: tuple[Hit, ...] = ()
DETAILS = frozenset(Hit.__struct_fields__)
MAY_LACK = frozenset(one.name for one in fields(Hit) if one.default is UNSET)


def wanted_of_victims(field: str, names: Iterable[str], whole: bool) -> Program[dict[str, frozenset[str]]]:
    """Of which victims somebody wants to know, and what: of all and everything, or `hits.Ann.hit_level` alone."""
    wanted = {}
    for name in names:
        details = DETAILS if whole else (yield from watch(f"{field}.{name}", sorted(DETAILS)))
        one = whole or (yield from watch(field, (name,)))
        if one:
            wanted[name] = details or DETAILS
    return wanted


def wanted_part(hit: Hit, details: frozenset[str]) -> Hit:
    """The same without what nobody looks at, so that odds of several stay small."""
    unseen = [name for name in MAY_LACK - details if getattr(hit, name) is not UNSET]
    return replace(hit, **dict.fromkeys(unseen, UNSET)) if unseen else hit
