"""One victim of an attack or blast that may have several: the wound, the defence, what a creature took (OPS-DMG-06)."""

from typing import Literal

from msgspec import UNSET, UnsetType

from gardien.systems.operators.pack_rows import Code
from gardien.systems.operators.values import Difficulty, Drain, Result
from gardien.systems.operators.wounds import WoundBlock


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
