"""Wounds and shocks by themselves: reading the severity table, one blow, a shock, fainting, stabilising (GB, SHOCK)."""

from typing import Literal

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, apply, step, watched
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, like
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant, check_alive, check_zones
from gardien.systems.cthulhud20.rules.fight.attack_roll import check_struck
from gardien.systems.cthulhud20.rules.fight.attack_severity import (
    GravityGiven,
    WoundGrade,
    check_gravity,
    check_row,
    grade_as,
    grade_of,
    zone_bonus,
)
from gardien.systems.cthulhud20.rules.fight.attack_wound import (
    DETAILS,
    THROWN_BACK,
    Blow,
    WoundBlock,
    after_shock,
    severity_rule,
    suffer,
    suggested_shock,
    with_shock,
    wound_fields,
)
from gardien.systems.cthulhud20.rules.person import (
    FaintBlock,
    body_of,
    explain_victim,
    faint,
    faint_fields,
    lose,
    stabilise,
    stabilise_chance,
    stabilise_total,
    victim_changes,
    victim_fields,
)
from gardien.systems.cthulhud20.vocabulary import Bonus, Care, Lethality, Severity, Shock, Size, Tables

HUGE = 1_000_000


# ---- how grave ----


class SeverityGiven(GravityGiven, frozen=True, kw_only=True):
    """A blow on one zone of a kind of body."""

    tables: Tables = "human"

    def __post_init__(self) -> None:
        check_zones("zone", (self.zone,), self.tables, whole=True)
        check_gravity(self)
        check_row("severity", self.severity, self.tables)


class Read(Value, frozen=True, kw_only=True):
    """The row of the severity table and what it means there."""

    zone_bonus: int
    gb: int
    severity: Severity
    dead_at_once: bool
    pf_loss_wound: int | UnsetType = UNSET
    pf_loss_zone: int | UnsetType = UNSET
    pf_loss: int | UnsetType = UNSET
    pv_loss: int | UnsetType = UNSET
    part_lost: bool
    part_hampered: bool
    aggravates: bool
    aggravation_interval_rounds: int | UnsetType = UNSET
    care: Care
    care_dc: int | UnsetType = UNSET


def read_severity(given: SeverityGiven, options: Options) -> WoundGrade:
    """What a blow means before anybody suffers it."""
    gb = given.gravity(given.tables)
    if given.severity is not None:
        return grade_as(given.severity, gb, given.zone, given.tables, given.pf_only, options)
    return grade_of(gb, given.zone, given.tables, given.pf_only, options)


@procedure(
    "severity",
    rules="""CD20-GB-01 CD20-GB-02 CD20-GB-03 CD20-GB-04 CD20-GB-05 CD20-GB-06 CD20-GB-07 CD20-FEAT-03 CD20-FEAT-04
    CD20-FEAT-06 CD20-BLEED-01 CD20-BLEED-02 CD20-BLEED-04 CD20-CREA-03 CD20-P-WOUND-02 CD20-P-CREA-04""",
    headline=("severity",),
)
def grade_wound(given: SeverityGiven, options: Options) -> Program[Read]:
    """Margin, zone and feats are the GB, and the GB is the row of the table."""
    grade = read_severity(given, options)
    yield from step("zone_bonus", zone_bonus(given.zone, given.tables), "CD20-GB-02")
    if given.is_sum():
        more = tuple((label, value) for label, value, _ in given.parts(given.tables))
        yield from step("gb", grade.gb, "CD20-GB-01", (("margin", given.margin or 0), *more), (0, HUGE))
    else:
        yield from step("gb", grade.gb, "CD20-GB-01" if given.severity is None else "CD20-DEST-06")
    yield from step("severity", grade.severity, severity_rule(grade))
    if grade.dead_at_once:
        yield from step("dead_at_once", True, "CD20-GB-06")
    else:
        parts = (("pf_loss_wound", grade.pf), ("pf_loss_zone", grade.extra_pf)) if grade.extra_pf else ()
        yield from step("pf_loss", grade.pf_loss, "CD20-GB-03" if grade.extra_pf else "CD20-GB-04", parts)
        yield from step("pv_loss", grade.pv, "CD20-FEAT-04" if given.pf_only else "CD20-GB-04")
    if grade.aggravates:
        yield from step("aggravation_interval_rounds", grade.interval, "CD20-BLEED-04")
        yield from step("care_dc", grade.care_dc, "CD20-BLEED-02")
    alive = not grade.dead_at_once
    return like(
        Read,
        grade,
        zone_bonus=zone_bonus(given.zone, given.tables),
        pf_loss_wound=grade.pf if alive else UNSET,
        pf_loss_zone=grade.extra_pf if alive else UNSET,
        pf_loss=grade.pf_loss if alive else UNSET,
        pv_loss=grade.pv if alive else UNSET,
        aggravation_interval_rounds=grade.interval if grade.aggravates else UNSET,
        care_dc=grade.care_dc if grade.aggravates else UNSET,
    )


# ---- one blow ----


class WoundedGiven(GravityGiven, frozen=True, kw_only=True):
    """A blow, whoever it meets, and the shock that the Keeper adds."""

    victim: Combatant = NOBODY
    stopped: bool = False
    shock: Shock = "none"

    def __post_init__(self) -> None:
        check_struck("zone", self.zone, self.victim)
        if not self.stopped:
            check_gravity(self, " | stopped")
            check_row("severity", self.severity, self.victim.tables)

    def blow(self) -> Blow:
        """What reaches the body; a stopped one is no graver than the armour lets it be (CD20-SHOCK-03)."""
        if self.stopped:
            return Blow(zone=self.zone, stopped=True, shock=self.shock)
        gb = self.gravity(self.victim.tables)
        return Blow(zone=self.zone, gb=gb, severity=self.severity, pf_only=self.pf_only, shock=self.shock)


class Wounded(WoundBlock, frozen=True, kw_only=True):
    """What the blow did; nothing to the dead."""

    refused: Literal["dead"] | UnsetType = UNSET

    def changes(self, given: WoundedGiven, options: Options) -> tuple[Change, ...]:
        return victim_changes(body_of(given.victim, options), self, given.victim.name)


@procedure(
    "apply_wound",
    rules="""CD20-GB-01 CD20-GB-02 CD20-GB-03 CD20-GB-04 CD20-GB-05 CD20-GB-06 CD20-GB-07 CD20-GB-08 CD20-HP-03
    CD20-HP-04 CD20-HP-05 CD20-HP-07 CD20-FAT-01 CD20-FAT-03 CD20-SHOCK-01 CD20-SHOCK-02 CD20-SHOCK-03 CD20-SHOCK-04
    CD20-BLEED-01 CD20-BLEED-03 CD20-COND-02 CD20-FEAT-04 CD20-CREA-03 CD20-P-WOUND-01 CD20-P-WOUND-02
    CD20-P-SHOCK-01""",
    dice=("d20", "d100"),
    headline=("severity", "state"),
)
def apply_wound(given: WoundedGiven, options: Options) -> Program[Wounded]:
    """Losses, shock, death, fainting, the part, the record, stabilisation: one blow in its order."""
    wanted = yield from watched(*DETAILS)
    victim = given.victim
    body = body_of(victim, options)
    if body.dead:
        yield from step("refused", "dead", "CD20-HP-04")
        return Wounded(refused="dead")
    blow = with_shock(given.blow(), body, options)
    if given.is_sum() and not given.stopped:
        for label, value, rule in given.parts(victim.tables):
            yield from step(label, value, rule)
    struck = yield from apply(suffer, body, blow, options, wanted, victim.name, "")
    return Wounded(**wound_fields(struck, wanted))


# ---- a shock alone ----


class ShockGiven(Value, frozen=True, kw_only=True):
    """Somebody whom a blow shakes without wounding."""

    victim: Combatant = NOBODY
    shock: Literal["shock", "violent"]


class Shocked(FaintBlock, frozen=True, kw_only=True):
    """What the shock did; nothing to the dead."""

    refused: Literal["dead"] | UnsetType = UNSET
    pf_loss: int | UnsetType = UNSET
    pushed_back_m: float | UnsetType = UNSET

    def changes(self, given: ShockGiven, options: Options) -> tuple[Change, ...]:
        return victim_changes(body_of(given.victim, options), self, given.victim.name)


@procedure(
    "apply_shock",
    rules="CD20-SHOCK-01 CD20-SHOCK-02 CD20-HP-05",
    dice=("d20",),
    headline=("shock_next_turn", "state"),
)
def apply_shock(given: ShockGiven, options: Options) -> Program[Shocked]:
    """A partial action next turn; if it is violent, thrown back and down, a PF less and a turn lost."""
    wanted = yield from watched("faint_save_total")
    body = body_of(given.victim, options)
    if body.dead:
        yield from step("refused", "dead", "CD20-HP-04")
        return Shocked(refused="dead")
    violent = given.shock == "violent"
    loss = 1 if violent else 0
    yield from step("pf_loss", loss, "CD20-SHOCK-02" if violent else "CD20-SHOCK-01")
    swayed = yield from apply(lose, body, loss, 0, options, wanted, given.victim.name, "")
    after = after_shock(swayed.body, given.shock)
    yield from explain_victim(body, after, "CD20-SHOCK-02")
    yield from step("shock_next_turn", after.shock, "CD20-SHOCK-02" if violent else "CD20-SHOCK-01")
    return Shocked(
        pf_loss=loss,
        pushed_back_m=THROWN_BACK if violent else 0,
        **faint_fields(swayed.tried),
        **victim_fields(after),
    )


class SuggestGiven(Value, frozen=True, kw_only=True):
    """A blow as the Keeper judges it."""

    severity: Severity = "superficial"
    stopped: bool = False
    lethality: Lethality = 0
    attacker_size: Size = "medium"
    target_size: Size = "medium"


class Suggested(Value, frozen=True, kw_only=True):
    """The shock it calls for."""

    shock: Shock


@procedure("suggest_shock", rules="CD20-P-SHOCK-01 CD20-SHOCK-01 CD20-SHOCK-03", headline=("shock",))
def suggest_shock(given: SuggestGiven, options: Options) -> Program[Suggested]:
    """Grave wounds shake, critical ones throw down; so do heavy blows on armour, and those of much larger beings."""
    sizes = (given.attacker_size, given.target_size)
    shock = suggested_shock(given.severity, given.stopped, given.lethality, *sizes)
    yield from step("shock", shock, "CD20-P-SHOCK-01")
    return Suggested(shock=shock)


# ---- fainting, stabilising ----


class FaintGiven(Value, frozen=True, kw_only=True):
    """Somebody who has just run out of PF."""

    victim: Combatant = NOBODY
    modifier: Bonus = 0

    def __post_init__(self) -> None:
        check_alive("victim", self.victim)


class Fainted(Value, frozen=True, kw_only=True):
    """Whether they keep their senses; on the ground either way."""

    faint_save_total: int | UnsetType = UNSET
    faint_save_success: bool
    state: Literal["stunned", "unconscious"]

    def changes(self, given: FaintGiven, options: Options) -> tuple[Change, ...]:
        victim = given.victim
        if victim.breath > 0 or victim.condition == self.state:  # a save thrown ahead of the loss changes nothing yet
            return ()
        return (Change("state", victim.condition, self.state, victim.name),)


@procedure(
    "faint_save",
    rules="CD20-HP-05 CD20-COND-02 CD20-P-SAVE-01",
    dice=("d20",),
    headline=("faint_save_success", "state"),
)
def save_from_fainting(given: FaintGiven, options: Options) -> Program[Fainted]:
    """Vigueur against 15: stunned if it is made, unconscious if not."""
    wanted = yield from watched("faint_save_total")
    victim = given.victim
    tried = yield from faint(body_of(victim, options), wanted, victim.name, "", given.modifier)
    state: Literal["stunned", "unconscious"] = "stunned" if tried.success else "unconscious"
    yield from step("state", state, "CD20-COND-02")
    return Fainted(faint_save_total=tried.total, faint_save_success=tried.success, state=state)


class StabiliseGiven(Value, frozen=True, kw_only=True):
    """Somebody whose wound has just cost PV."""

    victim: Combatant = NOBODY

    def __post_init__(self) -> None:
        check_alive("victim", self.victim)


class Stabilised(Value, frozen=True, kw_only=True):
    """Whether the wound stops by itself."""

    stabilise_total: int
    stabilise_chance: str
    stabilised: bool


@procedure("stabilise", rules="CD20-BLEED-03", dice=("d100",), headline=("stabilised",))
def stabilise_alone(given: StabiliseGiven, options: Options) -> Program[Stabilised]:
    """A d100 strictly below PV and PF together, as the loss left them."""
    body = body_of(given.victim, options)
    total = stabilise_total(body)
    held = yield from stabilise(body, given.victim.name)
    return Stabilised(stabilise_total=total, stabilise_chance=str(stabilise_chance(total)), stabilised=held)
