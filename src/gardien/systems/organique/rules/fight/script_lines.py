"""The lines of a fight’s script, and what is told of each (TURN, CBT-01)."""

from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from gardien.core.inputs import BadField
from gardien.core.values import Value
from gardien.systems.organique.rules.character import State
from gardien.systems.organique.rules.fight.declared import ActionGiven, AttackBlock
from gardien.systems.organique.rules.fight.turn_budget import check_haste
from gardien.systems.organique.rules.substances.poisons import Tick
from gardien.systems.organique.rules.tests.d20 import SaveResult
from gardien.systems.organique.vocabulary import Auto, FreeAction, Name

# `convert`: the action becomes a reaction (ORG-TURN-02); `break_hold`: an action to get free (ORG-ACT-05).
Doing: TypeAlias = Literal["attack", "free", "wait", "nothing", "end_turn", "convert", "break_hold"]
Reason: TypeAlias = Literal[
    "dead", "out_of_action", "exhausted", "unconscious", "paralysed", "no_action", "out_of_reach", "pain", "not_held",
    "held", "not_holding",
]  # fmt: skip


class StepGiven(ActionGiven, frozen=True, kw_only=True):
    """One line of a script: who does what, to whom."""

    do: Doing = "attack"
    actor: Name | None = None
    target: Name | None = None
    kind: FreeAction = "move"
    gm_test: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.do != "end_turn" and self.actor is None:
            raise BadField("actor", "field/missing", "ORG-TURN-01", allowed="…")
        if self.do == "attack" and self.target is None:
            raise BadField("target", "field/missing", "ORG-CBT-01", allowed="…")
        if self.do == "free":
            check_haste("kind", self.kind, self.gm_test)
            if self.kind == "aim" and self.split:  # a whole turn (ORG-FREE-02)
                raise BadField("split", "field/not_allowed", "ORG-FREE-02", came="true", allowed="false")


class Event(AttackBlock, frozen=True, kw_only=True):
    """What came of one line; of the fields below only those of what was done."""

    do: Doing
    actor: str | UnsetType = UNSET
    skipped: bool = False
    reason: Reason | UnsetType = UNSET
    lock_saves: dict[str, SaveResult] | UnsetType = UNSET  # pain of a locked joint, before anything else (ORG-ACT-06)
    counter: AttackBlock | UnsetType = UNSET
    done: bool | UnsetType = UNSET
    weapon_recovered: bool | UnsetType = UNSET
    moved: bool | UnsetType = UNSET
    metres_max: int | UnsetType = UNSET
    base: int | UnsetType = UNSET
    mod: int | UnsetType = UNSET
    difficulty: int | UnsetType = UNSET
    die: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    success: bool | UnsetType = UNSET
    auto: Auto | UnsetType = UNSET
    victim_total: int | UnsetType = UNSET
    victim_margin: int | UnsetType = UNSET
    holder_total: int | UnsetType = UNSET
    holder_margin: int | UnsetType = UNSET
    free: bool | UnsetType = UNSET


class TurnReport(Value, frozen=True, kw_only=True):
    """The number of a turn that ended, and everybody at the start of the next; what poison did to whom."""

    turn: int
    states: dict[str, State]
    ticks: dict[str, Tick] | UnsetType = UNSET
