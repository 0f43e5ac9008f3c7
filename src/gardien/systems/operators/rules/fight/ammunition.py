"""Rounds and magazines: counted strictly, by double parity, or not at all (OPT)."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changes_between
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.character import Name, Reason
from gardien.systems.operators.rules.tests.characteristic import Outcome

BURST_ROUNDS = 10  # a burst in strict mode (OPS-OPT-05)

Spares = Annotated[int, Meta(ge=0, le=20)]
Rounds = Annotated[int, Meta(ge=0, le=500)]
Magazine = Annotated[int, Meta(ge=1, le=500)]


class Load(Value, frozen=True, kw_only=True):
    """What is in a weapon and what is carried for it."""

    spare_magazines: int
    rounds_left: int | None = None  # strict mode
    empty: bool = False

    @classmethod
    def counted(cls, magazine: int, spares: int, left: int | None, empty: bool, options: Options) -> "Load":
        """As far as the table counts it (OPS-OPT-05, OPS-OPT-06); what nobody has counted is full."""
        if options.ammo_mode != "strict":
            return cls(spare_magazines=spares, empty=empty and options.ammo_mode == "parity")
        rounds = magazine if left is None else left
        return cls(spare_magazines=spares, rounds_left=rounds, empty=rounds == 0)

    def after_shot(self, burst: bool, parity: bool, options: Options) -> "Fired":
        """After one shot or burst, hit or miss (OPS-OPT-05, OPS-OPT-06)."""
        if options.ammo_mode == "strict":
            rounds = min(self.rounds_left or 0, BURST_ROUNDS if burst else 1)
            left = (self.rounds_left or 0) - rounds
            return Fired(Load(spare_magazines=self.spare_magazines, rounds_left=left, empty=left == 0), rounds=rounds)
        if options.ammo_mode == "parity" and burst and parity:
            if self.spare_magazines:
                return Fired(Load(spare_magazines=self.spare_magazines - 1), reload=True)
            return Fired(Load(spare_magazines=0, empty=True))
        return Fired(self)

    def is_dry(self, options: Options) -> bool:
        """Whether the weapon cannot fire."""
        if options.ammo_mode == "strict":
            return self.rounds_left == 0
        return self.empty and options.ammo_mode == "parity"


class Fired(Value, frozen=True):
    """A load after firing: whether a magazine was changed, how many rounds went out where they are counted."""

    load: Load
    reload: bool = False
    rounds: int = BURST_ROUNDS


class ReloadGiven(Value, frozen=True, kw_only=True):
    """A weapon and what is carried for it."""

    spare_magazines: Spares
    magazine: Magazine = 30
    weapon_name: Name = ""  # as the sheet has it


class Reloaded(Outcome, frozen=True, kw_only=True):
    """A weapon after a change of magazine."""

    spare_magazines: int
    rounds_left: int | UnsetType = UNSET
    empty: bool
    action_used: bool | UnsetType = UNSET

    def changes(self, given: ReloadGiven, options: Options) -> tuple[Change, ...]:
        return changes_between(given, self, ("spare_magazines",))


@procedure("reload", rules="OPS-OPT-05 OPS-OPT-06", headline=("spare_magazines",))
def reload_weapon(given: ReloadGiven, options: Options) -> Program[Reloaded]:
    """A fresh magazine, by choice or because the last one is empty."""
    reason: Reason | None = None
    if given.spare_magazines == 0:
        reason = "no_spare"
    elif options.ammo_mode == "none":
        reason = "not_counted"
    if reason:
        yield from step("reason", reason, "OPS-OPT-05")
        return Reloaded(refused=True, reason=reason, spare_magazines=given.spare_magazines, empty=reason == "no_spare")
    left = given.spare_magazines - 1
    yield from step("spare_magazines", left, "OPS-OPT-05", (("before", given.spare_magazines), ("magazine_used", -1)))
    return Reloaded(
        spare_magazines=left,
        rounds_left=given.magazine,
        empty=False,
        action_used=options.ammo_mode == "strict" or options.reload_costs_action,
    )


class SalvageGiven(Value, frozen=True, kw_only=True):
    """A fight that is over."""

    magazines_changed: Annotated[int, Meta(ge=0, le=50)]


class Salvaged(Outcome, frozen=True, kw_only=True):
    """What is picked up."""

    regained: int


@procedure("salvage", rules="OPS-OPT-07", headline=("regained",))
def salvage(given: SalvageGiven, options: Options) -> Program[Salvaged]:
    """About three magazines in ten of those changed in the fight, halves up."""
    if not options.salvage_allowed:
        yield from step("reason", "option_off", "OPS-OPT-07")
        return Salvaged(refused=True, reason="option_off", regained=0)
    regained = (3 * given.magazines_changed + 5) // 10
    yield from step("regained", regained, "OPS-OPT-07")
    return Salvaged(regained=regained)
