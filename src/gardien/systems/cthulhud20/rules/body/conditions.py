"""Conditions: those that stay, and what became of those that are no longer used (COND-01, P-COND-01)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, call, step, tail, watched
from gardien.core.dice import Dice
from gardien.core.inputs import BadField, check_among
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.pack.rows import RemovedRow
from gardien.systems.cthulhud20.rules.body.fatigue import EASED_RULE, effort_loss
from gardien.systems.cthulhud20.rules.character import NOBODY, Combatant
from gardien.systems.cthulhud20.rules.fight.armour_class import exposure_of
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import ACROSS, ARM_LENGTH, PRONE
from gardien.systems.cthulhud20.rules.fight.attack_wound import after_shock
from gardien.systems.cthulhud20.rules.person import (
    Body,
    FaintBlock,
    body_of,
    explain_victim,
    faint_fields,
    lose,
    victim_changes,
    victim_fields,
)
from gardien.systems.cthulhud20.rules.tests.d20 import SAVE, Throw, ThrowResult, attempt
from gardien.systems.cthulhud20.rules.tests.dice_text import LABELS, check_plain, throw
from gardien.systems.cthulhud20.rules.tests.modifiers import (
    attack_malus,
    checks_malus,
    is_helpless,
    loses_dex,
    save_bonus,
)
from gardien.systems.cthulhud20.vocabulary import Condition, DiceText, Difficulty, EffortKind

PRONE_KEY = "prone"  # no row: it stands on the sheet by itself


def imposed_keys() -> list[str]:
    """Everything that can be imposed on somebody."""
    return [*pack.keys("fights", "condition"), PRONE_KEY, *pack.keys("fights", "removed")]


ImposedKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=imposed_keys())]


class ConditionGiven(Value, frozen=True, kw_only=True):
    """Somebody on whom something is imposed."""

    victim: Combatant = NOBODY
    condition: ImposedKey
    long_cause: bool = False
    dc: Difficulty | None = None  # of the Fortitude save that keeps it off
    duration: DiceText | None = None  # in rounds

    def __post_init__(self) -> None:
        check_among("condition", self.condition, imposed_keys())
        if self.duration is not None:
            check_plain("duration", self.duration, "CD20-P-COND-01")
        for field in ("dc", "duration"):
            if getattr(self, field) is not None and (self.removed or self.condition == PRONE_KEY):
                raise BadField(field, "field/not_allowed", "CD20-P-COND-01", came=str(getattr(self, field)))

    @property
    def removed(self) -> RemovedRow | None:
        """What it was, if it is one that is no longer used (CD20-COND-01)."""
        row: RemovedRow | None = pack.SHELF.rows_by_key("fights", "removed").get(self.condition)
        return row


class Imposition(FaintBlock, frozen=True, kw_only=True):
    """What it does to somebody, and what it gives to attackers."""

    refused: Literal["dead"] | UnsetType = UNSET
    removed_condition: bool | UnsetType = UNSET
    save_total: int | UnsetType = UNSET
    save_success: bool | UnsetType = UNSET
    rounds: int | UnsetType = UNSET
    pf_loss: int | UnsetType = UNSET
    conditions: tuple[Condition, ...] | UnsetType = UNSET
    attackers_melee: int | UnsetType = UNSET
    attackers_ranged: int | UnsetType = UNSET
    dex_bonus_lost: bool | UnsetType = UNSET
    own_melee: int | UnsetType = UNSET
    own_checks: int | UnsetType = UNSET
    helpless: bool | UnsetType = UNSET

    def changes(self, given: ConditionGiven, options: Options) -> tuple[Change, ...]:
        victim = given.victim
        changes = victim_changes(body_of(victim, options), self, victim.name)
        if self.conditions is not UNSET and self.conditions != victim.conditions:
            changes = (*changes, Change("conditions", victim.conditions, self.conditions, victim.name))
        return changes


@procedure(
    "apply_condition",
    rules="CD20-COND-01 CD20-GEN-01 CD20-P-COND-01 CD20-P-MOD-01 CD20-FEAT-02 CD20-FEAT-07",
    dice=LABELS,
    headline=("removed_condition", "save_success", "pf_loss", "state"),
)
def apply_condition(given: ConditionGiven, options: Options) -> Program[Imposition]:
    """A condition is noted with what it gives to attackers; one that is no longer used costs PF or a shock."""
    wanted = yield from watched("faint_save_total", "save_total", "rounds")
    victim = given.victim
    body = body_of(victim, options)
    if body.dead:
        yield from step("refused", "dead", "CD20-HP-04")
        return Imposition(refused="dead")
    if given.removed is not None:
        return tail(call(convert, body, given, given.removed, wanted, options))
    if given.dc is None:
        return tail(call(note, body, given, UNSET, wanted, options))
    bonus = save_bonus(victim, "fort")
    due = Throw(
        bonus=bonus, dc=given.dc, save=True, rule="CD20-P-SAVE-01", labels=SAVE, by=victim.name, purpose="fortitude"
    )
    tried = yield from attempt(due, wanted)
    return tail(call(note, body, given, tried, wanted, options))


# ---- those that stay ----


def note(
    body: Body, given: ConditionGiven, tried: ThrowResult | UnsetType, wanted: frozenset[str], options: Options
) -> Program[Imposition]:
    """A condition on the list, or somebody on the ground, unless a save has kept it off (CD20-P-COND-01)."""
    held, new = given.victim.conditions, given.condition
    block: dict[str, Any] = {"pf_loss": 0, **faint_fields(None), **victim_fields(body)}
    if tried is not UNSET:
        block |= {"save_total": tried.total, "save_success": tried.success}
        if tried.success:
            return Imposition(removed_condition=False, conditions=held, **block)
    if given.duration is not None:
        rounds = yield from throw(Dice.parse(given.duration), given.victim.name, "duration")
        yield from step("rounds", rounds, "CD20-P-COND-01")
        block["rounds"] = rounds if "rounds" in wanted else UNSET
    alone = Combatant(prone=True)
    if new == PRONE_KEY:
        body = replace(body, prone=True)
    else:
        condition: Condition = new  # type: ignore[assignment]  # neither the ground nor one that is gone
        alone = Combatant(conditions=(condition,))
        held = held if condition in held else (*held, condition)
    melee = exposure_of(alone, False, ARM_LENGTH, options).total
    ranged = exposure_of(alone, True, ACROSS, options).total
    yield from step("attackers_melee", melee, "CD20-P-MOD-01")
    yield from step("attackers_ranged", ranged, "CD20-P-MOD-01")
    yield from step("helpless", is_helpless(alone), "CD20-P-COND-01")
    return Imposition(
        removed_condition=False,
        conditions=held,
        attackers_melee=melee,
        attackers_ranged=ranged,
        dex_bonus_lost=loses_dex(alone),
        own_melee=attack_malus(alone) + (PRONE if alone.lies else 0),
        own_checks=checks_malus(alone),
        helpless=is_helpless(alone),
        **{**block, **victim_fields(body)},
    )


# ---- those that are no longer used ----


def loss_of(body: Body, given: ConditionGiven, row: RemovedRow, options: Options) -> tuple[str, int]:
    """The PF that a removed condition costs, as an effort, and the rule for it (CD20-COND-01)."""
    kind: EffortKind = "prolonged" if given.long_cause else "violent"
    halved, loss = effort_loss(given.victim, row.pf, kind, options)
    rule = EASED_RULE[kind] if halved else "CD20-COND-01"
    if row.last_spared and body.pf - loss < 1:
        return "CD20-COND-01", max(0, body.pf - 1)
    return rule, loss


def convert(
    body: Body, given: ConditionGiven, row: RemovedRow, wanted: frozenset[str], options: Options
) -> Program[Imposition]:
    """Fatigue in place of Fatigued and Exhausted, a shock in place of Staggered, nothing for the rest."""
    rule, loss = loss_of(body, given, row, options)
    yield from step("removed_condition", True, "CD20-COND-01")
    yield from step("pf_loss", loss, rule)
    swayed = yield from lose(body, loss, 0, options, wanted, given.victim.name)
    after = swayed.body
    if row.shakes:
        after = after_shock(after, "shock")
        yield from step("shock_next_turn", after.shock, "CD20-COND-01")
    yield from explain_victim(body, after, "CD20-COND-01")
    return Imposition(
        removed_condition=True,
        pf_loss=loss,
        conditions=given.victim.conditions,
        **faint_fields(swayed.tried),
        **victim_fields(after),
    )
