"""The end of a round: fire, strangling, regeneration, agony, waking, a mind that slides (CBT, HEALTH, SAN)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from gardien.core.chance import Program, apply, fold, step
from gardien.core.limits import refuse_details_beyond
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changed, changes_between, like
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.wounds import DEEPEST, NOTHING, agonise, come_round, condition_of
from gardien.systems.d20d100.rules.character import Body, Combatant, Condition, check_names
from gardien.systems.d20d100.rules.dangers.hazards import burn, choke
from gardien.systems.d20d100.rules.fight.grapple import grip
from gardien.systems.d20d100.rules.mind.sanity import BOTTOM, slide

Phase: TypeAlias = Literal["fire", "strangling", "regeneration", "agony", "waking", "decompensation"]
PHASES: tuple[Phase, ...] = ("fire", "strangling", "regeneration", "agony", "waking", "decompensation")
MOST_AT_RISK = 4  # fighters with something to fear whom odds can tell apart


class EndGiven(Value, frozen=True, kw_only=True):
    """Everybody who is still in the fight."""

    combatants: Annotated[tuple[Combatant, ...], Meta(min_length=1, max_length=60)]

    def __post_init__(self) -> None:
        check_names("combatants", tuple(one.name for one in self.combatants), "D100-CBT-09")


class CombatantAfter(Value, frozen=True, kw_only=True):
    """One of them once the round is over."""

    name: str
    pv: int
    temp_damage: int
    condition: Condition
    stable: bool
    on_fire: bool
    strangle_failed: bool
    san: int
    mind_stable: bool
    perm_mad: bool


KEPT = ("temp_damage", "stable", "on_fire", "strangle_failed", "san", "mind_stable")


class Ended(Value, frozen=True, kw_only=True):
    """The same people at the start of the next round."""

    combatants: tuple[CombatantAfter, ...]

    def changes(self, given: EndGiven, options: Options) -> tuple[Change, ...]:
        changes: list[Change] = []
        for before, after in zip(given.combatants, self.combatants, strict=True):
            changes += changed(("pv", before.life, after.pv), who=before.name)
            changes += changes_between(before, after, KEPT, before.name)
        return tuple(changes)


# ---- one thing that happens to one of them ----


def with_body(one: Combatant, body: Body, **others: bool) -> Combatant:
    """The same fighter with what a rule made of the body."""
    return replace(one, pv=body.life, temp_damage=body.temp_damage, stable=body.stable, **others)


def brings_something(one: Combatant, phase: Phase, options: Options) -> bool:
    """Whether a phase does anything to a fighter; most of the time it does not."""
    condition = condition_of(one, options)
    if condition == "dead":
        return False
    match phase:
        case "fire":
            return one.on_fire
        case "strangling":
            return one.strangle_round > 0
        case "regeneration":
            return one.regeneration > 0 and one.life < one.most
        case "agony":
            return condition == "dying"
        case "waking":
            return condition == "unconscious"
        case "decompensation":
            return slides(one, options)


def undergo(one: Combatant, phase: Phase, options: Options) -> Program[Combatant]:
    """What a phase does to a fighter."""
    if not brings_something(one, phase, options):
        return one
    if phase == "fire":
        burned = yield from burn(one.reflexes, (), one, NOTHING, options, one.name)
        return with_body(one, burned.body, on_fire=not burned.success)
    if phase == "strangling":
        breath = grip(one.con_modifier, one.strangle_round, one.strangle_failed, one.strangle_bonus, options)
        choked = yield from choke(breath, one, NOTHING, options, one.name)
        return with_body(one, choked.body, strangle_failed=choked.failed)
    if phase == "regeneration":
        pv = min(one.most, one.life + one.regeneration)
        parts = (("pv", one.life), ("regeneration", one.regeneration))
        yield from step("pv", pv, "D100-CREAT-01", parts, (DEEPEST, one.most), one.name)
        return replace(one, pv=pv)
    if phase == "agony":
        return with_body(one, (yield from agonise(one, one.name)))
    if phase == "waking":
        return with_body(one, (yield from come_round(one, one.name)))
    san, stable = yield from slide(one.san, one.name)
    return replace(one, san=san, mind_stable=stable)


def pass_through(fighters: tuple[Combatant, ...], turn: tuple[int, Phase, Options]) -> Program[tuple[Combatant, ...]]:
    """The next fighter of the phase, by the place in the list; the others as they are."""
    place, phase, options = turn
    one = yield from apply(undergo, fighters[place], phase, options)
    return (*fighters[:place], one, *fighters[place + 1 :])


def slides(one: Combatant, options: Options) -> bool:
    """Whether a mind gives way (D100-SAN-06)."""
    return options.rule_decompensation and BOTTOM < one.san < 0 and not one.mind_stable


def at_risk(one: Combatant, options: Options) -> bool:
    """Whether any die falls for a fighter."""
    return any(brings_something(one, phase, options) for phase in PHASES if phase != "regeneration")


def left_of(one: Combatant, options: Options) -> CombatantAfter:
    """A fighter as the outcome tells them."""
    return like(CombatantAfter, one, pv=one.life, condition=condition_of(one, options), perm_mad=one.san <= BOTTOM)


@procedure(
    "end_round",
    rules="D100-ROLL-03 D100-GRAP-04 D100-HEALTH-06 D100-TEMP-02 D100-SAN-06 D100-CREAT-01",
    dice=("d20", "d6", "d8", "d10"),
    headline=("combatants",),
)
def end_round(given: EndGiven, options: Options) -> Program[Ended]:
    """What goes on by itself: fire, strangling, regeneration, agony, waking, decompensation, in this order."""
    yield from refuse_details_beyond(sum(at_risk(one, options) for one in given.combatants), MOST_AT_RISK)
    turns = [(place, phase, options) for phase in PHASES for place in range(len(given.combatants))]
    fighters = yield from fold(pass_through, given.combatants, turns)
    return Ended(combatants=tuple(left_of(one, options) for one in fighters))
