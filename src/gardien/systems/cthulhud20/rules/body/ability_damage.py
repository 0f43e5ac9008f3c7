"""Abilities that are damaged, and what becomes of the body: PV and PF follow Constitution (P-ABIL-02)."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec.structs import replace

from gardien.core.chance import Program, step
from gardien.core.values import FrozenMap, Value, frozen_map
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.person import Body, after_faint_save, drain, faint, without_bleeding
from gardien.systems.cthulhud20.rules.tests.d20 import ThrowResult
from gardien.systems.cthulhud20.rules.tests.modifiers import save_bonus
from gardien.systems.cthulhud20.vocabulary import Ability, Condition, modifier_of

MOST_DAMAGE = 100  # as much as a sheet keeps of one ability
LIMP: tuple[Ability, ...] = ("str", "dex")  # at 0: cannot move
SENSES: tuple[Ability, ...] = ("int", "wis", "cha")  # at 0: unconscious
FIELDS: dict[Ability, str] = {"str": "strength", "int": "intellect"}  # whose codes are words of the language
ASLEEP: Condition = "unconscious_other"
Consequence: TypeAlias = Literal["none", "helpless", "unconscious", "dead"]


class Ailing(Value, frozen=True, kw_only=True):
    """Somebody on the way down: a body, and what has been taken from its abilities."""

    body: Body
    damage: FrozenMap[Ability, int]
    asleep: bool = False  # a poison, or a mind that is gone, has taken the senses
    tried: ThrowResult | None = None  # the last faint save


def ailing(victim: Combatant, body: Body) -> Ailing:
    """Somebody as they are now."""
    return Ailing(body=body, damage=frozen_map(victim.ability_damage))


def score_left(victim: Combatant, ability: Ability, damage: Mapping[Ability, int]) -> int:
    """An ability less its damage, never below 0 (CD20-P-ABIL-02)."""
    whole: int = getattr(victim, FIELDS.get(ability, ability))
    return max(0, whole - damage.get(ability, 0))


def fort_now(victim: Combatant, damage: Mapping[Ability, int]) -> int:
    """The Fortitude of somebody whose Constitution has fallen since; a bonus told as a whole stays as it is."""
    lost = modifier_of(victim.score("con")) - modifier_of(score_left(victim, "con", damage))
    return save_bonus(victim, "fort") - (lost if victim.fort is None else 0)


def after_ability_damage(
    victim: Combatant, state: Ailing, ability: Ability, points: int, options: Options
) -> tuple[Ailing, bool]:
    """Points off an ability, and whether a faint save is due (CD20-P-ABIL-02, CD20-HP-01, CD20-HP-07).

    With each point of the Constitution modifier a PV and a PF go, of the highest number and of what is left.
    """
    before = score_left(victim, ability, state.damage)
    lost = min(MOST_DAMAGE, state.damage.get(ability, 0) + points)
    damage = frozen_map({**state.damage, ability: lost}) if lost else state.damage
    left = score_left(victim, ability, damage)
    if ability != "con":
        return replace(state, damage=damage, asleep=state.asleep or (ability in SENSES and left == 0)), False
    drop = modifier_of(before) - modifier_of(left)
    drained = drain(state.body, drop, drop, options)
    body = replace(
        drained.body,
        pv_max=max(1, drained.body.pv_max - drop),
        pf_max=max(1, drained.body.pf_max - drop),
        fort=drained.body.fort - (0 if victim.fort is not None else drop),
    )
    if left == 0 and not body.dead:
        body = replace(body, state="dead", prone=True, wounds=without_bleeding(body.wounds))
    return replace(state, body=body, damage=damage), drained.faints and not body.dead


def weaken(
    victim: Combatant, state: Ailing, ability: Ability, points: int, options: Options, wanted: frozenset[str]
) -> Program[Ailing]:
    """The same with the faint save that may follow (CD20-HP-05)."""
    after, faints = after_ability_damage(victim, state, ability, points, options)
    yield from step("effective", score_left(victim, ability, after.damage), "CD20-P-ABIL-02")
    if faints:
        tried = yield from faint(after.body, wanted, victim.name)
        after = replace(after, body=after_faint_save(after.body, tried.success), tried=tried)
    return after


def consequence_of(victim: Combatant, state: Ailing, ability: Ability) -> Consequence:
    """What an ability that is gone means for its owner (CD20-P-ABIL-02)."""
    if state.body.dead:
        return "dead"
    if score_left(victim, ability, state.damage) > 0 or ability == "con":
        return "none"
    return "helpless" if ability in LIMP else "unconscious"


def conditions_of(victim: Combatant, state: Ailing) -> tuple[Condition, ...]:
    """The conditions of somebody whose senses are gone, though not their breath (CD20-P-ABIL-02)."""
    if not state.asleep or ASLEEP in victim.conditions:
        return victim.conditions
    return (*victim.conditions, ASLEEP)
