"""Poisons, diseases, abilities that suffer (P-POIS-01, P-DIS-01, P-ABIL-02)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, call, fold, step, tail, watched
from gardien.core.dice import Dice
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changes_between
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.pack.rows import Toxin
from gardien.systems.cthulhud20.rules.body.ability_damage import (
    Ailing,
    Consequence,
    ailing,
    conditions_of,
    consequence_of,
    fort_now,
    score_left,
    weaken,
)
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant
from gardien.systems.cthulhud20.rules.person import (
    FaintBlock,
    body_of,
    drain,
    explain_victim,
    faint_fields,
    victim_changes,
    victim_fields,
)
from gardien.systems.cthulhud20.rules.tests.d20 import Labels, Throw, ThrowResult, attempt
from gardien.systems.cthulhud20.rules.tests.dice_text import LABELS, check_plain, throw
from gardien.systems.cthulhud20.vocabulary import ABILITIES, Ability, Bonus, Condition, DiceText, modifier_of

CURED = 2  # successes running (CD20-P-DIS-01)
OF_FAINT = frozenset({"faint_save_total"})

Stage: TypeAlias = Literal["initial", "secondary"]
STAGES: tuple[Stage, ...] = ("initial", "secondary")
PoisonKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("dangers", "poison"))]
DiseaseKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("dangers", "disease"))]
Venom: TypeAlias = Literal[
    "str", "dex", "con", "int", "wis", "cha", "unconscious_hours", "partial_actions_rounds", "none"
]  # fmt: skip


class AilingBlock(FaintBlock, frozen=True, kw_only=True):
    """Somebody afterwards, with what their abilities have lost in all."""

    ability_damage: dict[Ability, int] | UnsetType = UNSET
    conditions: tuple[Condition, ...] | UnsetType = UNSET  # where one came with it

    def ailing_changes(self, victim: Combatant, options: Options) -> tuple[Change, ...]:
        """What a sheet keeps."""
        body = victim_changes(body_of(victim, options), self, victim.name)
        return (*body, *changes_between(victim, self, ("ability_damage", "conditions"), victim.name))


def ailing_fields(victim: Combatant, state: Ailing, wanted: frozenset[str]) -> dict[str, Any]:
    """The same as fields of an outcome."""
    conditions = conditions_of(victim, state)
    return {
        "ability_damage": state.damage if "ability_damage" in wanted else UNSET,
        "conditions": UNSET if conditions == victim.conditions else conditions,
        **faint_fields(state.tried),
        **victim_fields(state.body),
    }


# ---- poisons ----


class PoisonGiven(Value, frozen=True, kw_only=True):
    """Somebody poisoned: at once, a minute later, or both."""

    victim: Combatant = NOBODY
    poison: PoisonKey
    stage: Literal["both", "initial", "secondary"] = "both"
    modifier: Bonus = 0

    def __post_init__(self) -> None:
        check_key("poison", self.poison, pack.poison)


class Poisoned(AilingBlock, frozen=True, kw_only=True):
    """What the poison did at once and a minute later."""

    refused: Literal["dead"] | UnsetType = UNSET
    dc: int | UnsetType = UNSET
    initial_total: int | UnsetType = UNSET
    initial_success: bool | UnsetType = UNSET
    initial_effect: Venom | UnsetType = UNSET
    initial_amount: int | UnsetType = UNSET
    secondary_total: int | UnsetType = UNSET
    secondary_success: bool | UnsetType = UNSET
    secondary_effect: Venom | UnsetType = UNSET
    secondary_amount: int | UnsetType = UNSET

    def changes(self, given: PoisonGiven, options: Options) -> tuple[Change, ...]:
        return self.ailing_changes(given.victim, options)


class Dose(Value, frozen=True):
    """One stage of a poison, if it has any effect, and what somebody looks at."""

    stage: Stage
    toxin: Toxin | None
    given: PoisonGiven
    dc: int
    wanted: frozenset[str]
    options: Options


class StageResult(Value, frozen=True):
    """How one stage went."""

    stage: Stage
    tried: ThrowResult | None = None
    effect: Venom | None = None
    amount: int = 0


class Ill(Value, frozen=True):
    """Somebody poisoned, and the stages so far."""

    state: Ailing
    felt: tuple[StageResult, ...] = ()


def labels_of(stage: Stage) -> Labels:
    return Labels(f"{stage}_total", f"{stage}_success", "")


def swallow(ill: Ill, dose: Dose) -> Program[Ill]:
    """One stage: Fortitude avoids it whole; a stage without effect throws nothing, nor do the dead (P-POIS-01)."""
    state, victim, stage = ill.state, dose.given.victim, dose.stage
    if state.body.dead:
        return ill
    if dose.toxin is None:
        return replace(ill, felt=(*ill.felt, StageResult(stage, effect="none")))
    throw_due = Throw(
        bonus=fort_now(victim, state.damage) + dose.given.modifier,
        dc=dose.dc,
        save=True,
        rule="CD20-P-POIS-01",
        labels=labels_of(stage),
        by=victim.name,
        purpose="fortitude",
    )
    tried = yield from attempt(throw_due, dose.wanted)
    if tried.success:
        return replace(ill, felt=(*ill.felt, StageResult(stage, tried)))
    effect = dose.toxin.effect
    yield from step(f"{stage}_effect", effect, "CD20-P-POIS-01")
    amount = yield from throw(Dice.parse(dose.toxin.dice), victim.name, "poison")
    yield from step(f"{stage}_amount", amount, "CD20-P-POIS-01")
    if effect in ABILITIES:
        state = yield from weaken(victim, state, effect, amount, dose.options, dose.wanted & OF_FAINT)
    elif effect == "unconscious_hours":
        state = replace(state, asleep=True)
    shown = amount if f"{stage}_amount" in dose.wanted else 0
    return Ill(state, (*ill.felt, StageResult(stage, tried, effect, shown)))


@procedure(
    "poison",
    rules="CD20-P-POIS-01 CD20-P-ABIL-02",
    dice=("d20", "d3", "d4", "d6"),
    headline=("initial_success", "secondary_success", "state"),
)
def poison(given: PoisonGiven, options: Options) -> Program[Poisoned]:
    """Vigueur at once, and again a minute later, each against its own effect."""
    wanted = yield from watched(
        "initial_total", "secondary_total", "initial_amount", "secondary_amount", "ability_damage", "faint_save_total"
    )
    victim, row = given.victim, pack.poison(given.poison)
    body = body_of(victim, options)
    if body.dead:
        yield from step("refused", "dead", "CD20-HP-04")
        return Poisoned(refused="dead")
    yield from step("dc", row.dc, "CD20-P-POIS-01")
    toxins = {"initial": row.initial, "secondary": row.secondary}
    doses = tuple(
        Dose(stage, toxins[stage], given, row.dc, wanted, options) for stage in STAGES if given.stage in ("both", stage)
    )
    return tail(call(take_course, Ill(ailing(victim, body)), doses))


def take_course(start: Ill, doses: tuple[Dose, ...]) -> Program[Poisoned]:
    """Every stage in turn, and what is left of the victim."""
    ill = yield from fold(swallow, start, doses)
    wanted, victim = doses[0].wanted, doses[0].given.victim
    fields: dict[str, Any] = {}
    for felt in ill.felt:
        if felt.tried is not None:
            fields |= {f"{felt.stage}_total": felt.tried.total, f"{felt.stage}_success": felt.tried.success}
        if felt.effect is not None:
            fields[f"{felt.stage}_effect"] = felt.effect
        if felt.effect not in (None, "none") and f"{felt.stage}_amount" in wanted:
            fields[f"{felt.stage}_amount"] = felt.amount
    yield from explain_victim(start.state.body, ill.state.body, "CD20-P-ABIL-02")
    return Poisoned(dc=doses[0].dc, **fields, **ailing_fields(victim, ill.state, wanted))


# ---- diseases ----


class DiseaseGiven(Value, frozen=True, kw_only=True):
    """Somebody exposed to a disease, or on one of its days."""

    victim: Combatant = NOBODY
    disease: DiseaseKey
    stage: Literal["exposure", "daily"] = "exposure"
    successes_running: Annotated[int, Meta(ge=0, le=1000)] = 0
    modifier: Bonus = 0

    def __post_init__(self) -> None:
        check_key("disease", self.disease, pack.disease)


class Sickened(AilingBlock, frozen=True, kw_only=True):
    """How this save went, and what it means."""

    refused: Literal["dead"] | UnsetType = UNSET
    dc: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    success: bool | UnsetType = UNSET
    infected: bool | UnsetType = UNSET
    incubation: int | UnsetType = UNSET
    incubation_unit: Literal["days", "weeks"] | UnsetType = UNSET
    successes_running: int | UnsetType = UNSET
    cured: bool | UnsetType = UNSET
    amount: int | UnsetType = UNSET

    def changes(self, given: DiseaseGiven, options: Options) -> tuple[Change, ...]:
        return self.ailing_changes(given.victim, options)


@procedure(
    "disease",
    rules="CD20-P-DIS-01 CD20-P-ABIL-02",
    dice=("d20", "d3", "d4"),
    headline=("success", "infected", "cured", "state"),
)
def disease(given: DiseaseGiven, options: Options) -> Program[Sickened]:
    """Vigueur on exposure, then each day: a failed day costs its damage, two good ones running cure."""
    wanted = yield from watched("total", "amount", "ability_damage", "faint_save_total")
    victim, row = given.victim, pack.disease(given.disease)
    state = ailing(victim, body_of(victim, options))
    if state.body.dead:
        yield from step("refused", "dead", "CD20-HP-04")
        return Sickened(refused="dead")
    yield from step("dc", row.dc, "CD20-P-DIS-01")
    throw_due = Throw(
        bonus=fort_now(victim, state.damage) + given.modifier,
        dc=row.dc,
        save=True,
        rule="CD20-P-DIS-01",
        by=victim.name,
        purpose="fortitude",
    )
    tried = yield from attempt(throw_due, wanted)
    fields: dict[str, Any] = {"dc": row.dc, "total": tried.total, "success": tried.success}
    if given.stage == "exposure":
        fields |= {"infected": not tried.success, "successes_running": 0}
        if not tried.success:
            days = yield from throw(Dice.parse(row.incubation), victim.name, "incubation")
            yield from step("incubation", days, "CD20-P-DIS-01")
            fields |= {"incubation": days, "incubation_unit": row.unit}
        return Sickened(**fields, **ailing_fields(victim, state, wanted))
    running = given.successes_running + 1 if tried.success else 0
    yield from step("successes_running", running, "CD20-P-DIS-01")
    fields |= {"successes_running": running, "cured": running >= CURED}
    if tried.success:
        return Sickened(**fields, **ailing_fields(victim, state, wanted))
    before, amount = state.body, row.pv
    if row.damage is None or row.ability is None:
        state = replace(state, body=drain(before, 0, amount, options).body)  # PV alone: nobody faints of it
    else:
        amount = yield from throw(Dice.parse(row.damage), victim.name, "disease")
        state = yield from weaken(victim, state, row.ability, amount, options, wanted & OF_FAINT)
    yield from step("amount", amount, "CD20-P-DIS-01")
    yield from explain_victim(before, state.body, "CD20-P-DIS-01")
    fields["amount"] = amount if "amount" in wanted else UNSET
    return Sickened(**fields, **ailing_fields(victim, state, wanted))


# ---- ability damage by itself ----


class WeakenGiven(Value, frozen=True, kw_only=True):
    """Somebody whose ability suffers: a number, or dice."""

    character: Combatant = NOBODY
    ability: Ability
    amount: Annotated[int, Meta(ge=0, le=100)] | None = None
    dice_text: DiceText | None = None

    def __post_init__(self) -> None:
        if self.dice_text is not None:
            check_plain("dice_text", self.dice_text, "CD20-P-ABIL-02", alone=True)
        if (self.amount is None) == (self.dice_text is None):
            fault = "field/missing" if self.amount is None else "field/not_allowed"
            came = {} if self.amount is None else {"came": self.amount}
            raise BadField("amount", fault, "CD20-P-ABIL-02", allowed="amount | dice_text", **came)

    def dice(self) -> Dice:
        return Dice((), self.amount or 0) if self.dice_text is None else Dice.parse(self.dice_text)


class WeakenedOutcome(AilingBlock, frozen=True, kw_only=True):
    """What is left of the ability, and of its owner."""

    refused: Literal["dead"] | UnsetType = UNSET
    ability: Ability | UnsetType = UNSET
    amount: int | UnsetType = UNSET
    effective: int | UnsetType = UNSET
    modifier: int | UnsetType = UNSET
    consequence: Consequence | UnsetType = UNSET

    def changes(self, given: WeakenGiven, options: Options) -> tuple[Change, ...]:
        return self.ailing_changes(given.character, options)


@procedure(
    "damage_ability",
    rules="CD20-P-ABIL-02 CD20-HP-01 CD20-HP-07",
    dice=LABELS,
    headline=("effective", "consequence"),
)
def damage_ability(given: WeakenGiven, options: Options) -> Program[WeakenedOutcome]:
    """Points off an ability; with Constitution go PV and PF, and at 0 movement, senses or life."""
    wanted = yield from watched("amount", "ability_damage", "faint_save_total")
    victim = given.character
    before = ailing(victim, body_of(victim, options))
    if before.body.dead:
        yield from step("refused", "dead", "CD20-HP-04")
        return WeakenedOutcome(refused="dead")
    amount = yield from throw(given.dice(), victim.name, "ability_damage")
    yield from step("amount", amount, "CD20-P-ABIL-02")
    state = yield from weaken(victim, before, given.ability, amount, options, wanted & OF_FAINT)
    left = score_left(victim, given.ability, state.damage)
    consequence = consequence_of(victim, state, given.ability)
    yield from step("modifier", modifier_of(left), "CD20-P-ABIL-01")
    yield from step("consequence", consequence, "CD20-P-ABIL-02")
    yield from explain_victim(before.body, state.body, "CD20-P-ABIL-02")
    return WeakenedOutcome(
        ability=given.ability,
        amount=amount if "amount" in wanted else UNSET,
        effective=left,
        modifier=modifier_of(left),
        consequence=consequence,
        **ailing_fields(victim, state, wanted),
    )
