"""No air, cold, smoke: drowning, waking somebody brought out, one check of endurance (ENV-04, P-ENV-04, P-ENV-05)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, nonzero, step, watched
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant, check_able
from gardien.systems.cthulhud20.rules.person import (
    Body,
    FaintBlock,
    VictimBlock,
    body_of,
    drain,
    explain_victim,
    faint_fields,
    lose,
    recover,
    victim_changes,
    victim_fields,
)
from gardien.systems.cthulhud20.rules.tests.d20 import CHECK, Throw, attempt
from gardien.systems.cthulhud20.rules.tests.modifiers import check_parts, save_parts, total
from gardien.systems.cthulhud20.vocabulary import Bonus

BREATH = 2  # rounds for each point of Constitution (CD20-P-ENV-05)
BREATH_DC = 10  # and one more for each check already made
WAKE_DC = 15  # CD20-P-ENV-05
EXPOSED_DC = 15  # and one more for each check already made (CD20-P-ENV-04)
CHOKES_FROM = 2  # failures running from which smoke costs PF

Checks: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]  # of years in the cold

# ---- drowning ----


class DrownGiven(Value, frozen=True, kw_only=True):
    """Somebody under water whose breath is spent."""

    victim: Combatant = NOBODY
    rounds: Annotated[int, Meta(ge=1, le=1000)] = 1
    checks_made: Checks = 0
    already_failed: bool = False


class Drowned(VictimBlock, frozen=True, kw_only=True):
    """So many rounds later."""

    refused: Literal["dead"] | UnsetType = UNSET
    breath_rounds: int | UnsetType = UNSET
    dcs: tuple[int, ...] | UnsetType = UNSET
    checks_made: int | UnsetType = UNSET
    failed: bool | UnsetType = UNSET
    failed_at_check: int | UnsetType = UNSET
    rounds_to_death: int | UnsetType = UNSET

    def changes(self, given: DrownGiven, options: Options) -> tuple[Change, ...]:
        if self.refused is not UNSET:
            return ()
        who = given.victim.name
        counted = (
            Change("drowning_checks", given.checks_made, self.checks_made, who),
            Change("drowning_failed", given.already_failed, self.failed, who),
        )
        body = victim_changes(body_of(given.victim, options), self, who)
        return (*body, *(one for one in counted if one.before != one.after))


def after_sinking(body: Body) -> Body:
    """The first failure: no PF left and no senses, whatever Fortitude would say (CD20-ENV-04)."""
    return replace(body, pf=min(0, body.pf), state="unconscious", prone=True)


def drown(body: Body, rounds: int, options: Options) -> Body:
    """Each round after the failure costs a PV, until there is none (CD20-ENV-04)."""
    return drain(body, 0, min(rounds, body.pv), options).body


@procedure(
    "drowning",
    rules="CD20-ENV-04 CD20-P-ENV-05",
    dice=("d20",),
    headline=("failed", "state"),
)
def hold_breath(given: DrownGiven, options: Options) -> Program[Drowned]:
    """Constitution against 10, harder each round; the first failure takes the senses, each round after it a PV."""
    wanted = yield from watched("total")
    victim, body = given.victim, body_of(given.victim, options)
    if body.dead:
        yield from step("refused", "dead", "CD20-HP-04")
        return Drowned(refused="dead")
    breath = BREATH * victim.score("con")
    yield from step("breath_rounds", breath, "CD20-P-ENV-05")
    parts = check_parts(victim, ability="con", long_effort=True)
    yield from step("bonus", total(parts), "CD20-P-ENV-05", nonzero(*parts))
    dcs: list[int] = []
    failed, left = given.already_failed, given.rounds
    while left and not failed:
        dcs.append(BREATH_DC + given.checks_made + len(dcs))
        yield from step("dc", dcs[-1], "CD20-P-ENV-05")
        throw = Throw(bonus=total(parts), dc=dcs[-1], rule="CD20-P-ENV-05", by=victim.name, purpose="breath")
        failed = not (yield from attempt(throw, wanted)).success
        left -= 1
    made = given.checks_made + len(dcs)
    after = drown(after_sinking(body), left, options) if failed else body
    yield from step("failed", failed, "CD20-ENV-04")
    yield from explain_victim(body, after, "CD20-ENV-04")
    return Drowned(
        breath_rounds=breath,
        dcs=tuple(dcs),
        checks_made=made,
        failed=failed,
        failed_at_check=made if failed and not given.already_failed else UNSET,
        rounds_to_death=after.pv if failed and not after.dead else UNSET,
        **victim_fields(after),
    )


# ---- out of the water ----


class ReviveGiven(Value, frozen=True, kw_only=True):
    """Somebody brought out, and somebody who helps."""

    victim: Combatant = NOBODY
    healer: Combatant = NOBODY
    bonus: Bonus | None = None
    modifier: Bonus = 0

    def __post_init__(self) -> None:
        check_able("healer", self.healer)


class Revived(VictimBlock, frozen=True, kw_only=True):
    """Whether they breathe again by themselves."""

    refused: Literal["dead"] | UnsetType = UNSET
    total: int | UnsetType = UNSET
    dc: int | UnsetType = UNSET
    success: bool | UnsetType = UNSET

    def changes(self, given: ReviveGiven, options: Options) -> tuple[Change, ...]:
        return victim_changes(body_of(given.victim, options), self, given.victim.name)


@procedure("revive", rules="CD20-P-ENV-05 CD20-HP-05", dice=("d20",), headline=("success", "state"))
def revive(given: ReviveGiven, options: Options) -> Program[Revived]:
    """Premiers secours against 15 wake somebody brought out of the water."""
    wanted = yield from watched("total")
    body = body_of(given.victim, options)
    if body.dead:
        yield from step("refused", "dead", "CD20-HP-04")
        return Revived(refused="dead")
    parts = (*check_parts(given.healer, "first_aid", bonus=given.bonus), ("modifier", given.modifier))
    yield from step("dc", WAKE_DC, "CD20-P-ENV-05")
    yield from step("bonus", total(parts), "CD20-P-CHECK-01", nonzero(*parts))
    throw = Throw(bonus=total(parts), dc=WAKE_DC, rule="CD20-P-ENV-05", by=given.healer.name, purpose="care")
    tried = yield from attempt(throw, wanted)
    after = recover(body, pf=max(0, 1 - body.pf)) if tried.success else body
    yield from explain_victim(body, after, "CD20-P-ENV-05")
    return Revived(total=tried.total, dc=WAKE_DC, success=tried.success, **victim_fields(after))


# ---- cold and smoke ----


class ExposureGiven(Value, frozen=True, kw_only=True):
    """Somebody in the cold or in smoke, and how long already."""

    victim: Combatant = NOBODY
    cause: Literal["cold", "smoke"]
    checks_made: Checks = 0
    failures_running: Checks = 0
    modifier: Bonus = 0


class Exposed(FaintBlock, frozen=True, kw_only=True):
    """What it cost this time."""

    refused: Literal["dead"] | UnsetType = UNSET
    dc: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    success: bool | UnsetType = UNSET
    pf_loss: int | UnsetType = UNSET
    pv_loss: int | UnsetType = UNSET
    partial_action: bool | UnsetType = UNSET
    failures_running: int | UnsetType = UNSET

    def changes(self, given: ExposureGiven, options: Options) -> tuple[Change, ...]:
        return victim_changes(body_of(given.victim, options), self, given.victim.name)


def exposed_loss(cause: str, body: Body, running: int) -> tuple[int, int]:
    """PF and PV that a failure costs: cold bites deeper once no PF is left, smoke from the second on (P-ENV-04)."""
    if cause == "cold":
        return (0, 1) if body.pf <= 0 else (1, 0)
    return (1, 0) if running >= CHOKES_FROM else (0, 0)


@procedure(
    "exposure",
    rules="CD20-P-ENV-04 CD20-HP-05",
    dice=("d20",),
    headline=("success", "state"),
)
def expose(given: ExposureGiven, options: Options) -> Program[Exposed]:
    """Vigueur against 15, a point harder each time: cold costs PF and in the end PV, smoke the breath to act."""
    wanted = yield from watched("total", "faint_save_total")
    victim, body = given.victim, body_of(given.victim, options)
    if body.dead:
        yield from step("refused", "dead", "CD20-HP-04")
        return Exposed(refused="dead")
    dc = EXPOSED_DC + given.checks_made
    yield from step("dc", dc, "CD20-P-ENV-04", (("base", EXPOSED_DC), ("checks_made", given.checks_made)))
    parts = (*save_parts(victim, "fort"), ("modifier", given.modifier))
    yield from step("bonus", total(parts), "CD20-P-SAVE-01", nonzero(*parts))
    throw = Throw(
        bonus=total(parts),
        dc=dc,
        save=True,
        rule="CD20-P-ENV-04",
        labels=CHECK,
        by=victim.name,
        purpose="fortitude",
    )
    tried = yield from attempt(throw, wanted)
    running = 0 if tried.success else given.failures_running + 1
    pf, pv = (0, 0) if tried.success else exposed_loss(given.cause, body, running)
    fields: dict[str, Any] = {"pf_loss": pf, "pv_loss": pv, "failures_running": running}
    for name, value in fields.items():
        yield from step(name, value, "CD20-P-ENV-04")
    swayed = yield from apply(lose, body, pf, pv, options, wanted - {"total"}, victim.name, "")
    yield from explain_victim(body, swayed.body, "CD20-P-ENV-04")
    return Exposed(
        dc=dc,
        total=tried.total,
        success=tried.success,
        partial_action=given.cause == "smoke" and not tried.success,
        **fields,
        **faint_fields(swayed.tried),
        **victim_fields(swayed.body),
    )
