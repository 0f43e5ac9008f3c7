"""Swarms: many small creatures as one opponent, that nobody dodges (MON-02, MON-04, MON-05)."""

from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, nonzero, roll, step
from gardien.core.dice import D6, Dice, Term
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.losses import explain_losses, take_damage
from gardien.systems.organique.rules.character import Character, State, freeze
from gardien.systems.organique.rules.fight.attack_modifiers import BURST, MOUNTED, WATER, fighting_throw
from gardien.systems.organique.rules.fight.holds import endure
from gardien.systems.organique.rules.person import LeavesState, Person, person_of, points, state_changes, state_of
from gardien.systems.organique.rules.tests import d20
from gardien.systems.organique.rules.tests.modifiers import after_doing, base_parts, combat_parts, named_parts
from gardien.systems.organique.vocabulary import EXPOSED_AT, Count, Mods, Name, Signed

Means: TypeAlias = Literal["single", "burst", "torch_or_spray", "area"]
SWEPT = 2  # d6 of creatures for each point of an area weapon (ORG-MON-05)


# ---- the swarm attacks ----


class SwarmGiven(Value, frozen=True, kw_only=True):
    """Who is in the midst of how many creatures, and what each of them does."""

    character: Character
    swarm: Name = ""  # whom the table knows it by
    count: Count
    damage_each: Annotated[float, Meta(ge=0, le=10)] = 0


class Swarmed(LeavesState, frozen=True, kw_only=True):
    """How many came through, and what they did."""

    attackers: int
    bs: float
    state: State | UnsetType = UNSET


def biting(person: Person, count: int) -> int:
    """The creatures that find bare skin; of several layers the widest counts (ORG-MON-04)."""
    covered = max((layer.ia for layer in person.frame.layers), default=0)
    return count * (EXPOSED_AT - covered) // EXPOSED_AT


@procedure("swarm_turn", rules="ORG-MON-04 ORG-MON-05", headline=("attackers", "bs"))
def swarm(given: SwarmGiven, options: Options) -> Program[Swarmed]:
    """Whatever is not covered is bitten: each creature hits, and armour stops no more of it."""
    wanted = yield from d20.watched("state")
    person = person_of(given.character)
    attackers = biting(person, given.count)
    bs = int(attackers * Fraction(str(given.damage_each)) * 2)  # in halves, down (ORG-TEST-09)
    yield from step("attackers", attackers, "ORG-MON-04")
    yield from step("bs", points(bs), "ORG-MON-04")
    after = take_damage(person, bs, 0, options).person
    yield from explain_losses(person, after)
    return Swarmed(attackers=attackers, bs=points(bs), state=state_of(after) if "state" in wanted else UNSET)


# ---- against the swarm ----


class AttackSwarmGiven(Value, frozen=True, kw_only=True):
    """Who strikes into how many creatures, with what."""

    attacker: Character
    swarm: Name = ""
    count: Annotated[int, Meta(ge=1, le=100_000)]
    action: Literal["strike", "shoot"] = "strike"
    size_mod: Signed = 0
    means: Means = "single"
    shots: Annotated[int, Meta(ge=1, le=100)] = 1
    points: Annotated[int, Meta(ge=1, le=100)] = 1
    in_water: bool = False
    attacker_mounted: bool = False
    locked: bool = False  # a joint of the attacker is: pain first (ORG-ACT-06)
    mods: Mods = {}

    def __post_init__(self) -> None:
        freeze(self, "mods")
        person = person_of(self.attacker)
        if not person.can_act:
            raise BadField("attacker", "act/unable", "ORG-END-06" if person.exhausted else "ORG-HP-05")
        if self.means == "burst" and self.action == "strike":
            raise BadField("means", "field/not_allowed", "ORG-MOD-04", came="burst", allowed=["single", "area"])


class SwarmHit(d20.ThrowBlock, frozen=True, kw_only=True):
    """How many creatures died, and how many are left."""

    save: d20.SaveResult | UnsetType = UNSET  # pain of a locked joint
    killed: int
    count_left: int
    state: State | UnsetType = UNSET  # of the attacker, whose action it was (ORG-MOD-05)

    def changes(self, given: AttackSwarmGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.attacker, self.state)


class Most(Value, frozen=True):
    """No more than there are."""

    count: int

    def __call__(self, number: int) -> int:
        return min(self.count, number)


@procedure("attack_swarm", rules="ORG-MON-05 ORG-MON-02", dice=("d20", "d6"), headline=("killed", "count_left"))
def strike_swarm(given: AttackSwarmGiven, options: Options) -> Program[SwarmHit]:
    """A throw against 25 with the size of the creatures; a hit kills as many as the weapon reaches."""
    wanted = yield from d20.watched(*d20.WATCHABLE, "state")
    person, row = person_of(given.attacker), pack.action(given.action)
    pain = yield from endure(person, given.locked, options)
    hurts = UNSET if pain is None else pain.result()
    if pain is not None and not pain.success:
        lost = state_of(after_doing(person, False, options)) if "state" in wanted else UNSET
        return SwarmHit(save=hurts, success=False, killed=0, count_left=given.count, state=lost)
    bases = base_parts(person, row.first, row.second)
    burst = given.means == "burst" and given.shots > 1
    mods = (
        *named_parts(given.mods),
        *combat_parts(person, options),
        ("size", given.size_mod),
        ("burst", BURST if burst else 0),
        ("in_water", WATER if given.in_water else 0),
        ("mounted", MOUNTED if given.attacker_mounted else 0),
    )
    goal = (("difficulty", row.difficulty),)
    throw = fighting_throw(person, bases, nonzero(*mods), goal, options, given.action, "ORG-MON-05")
    tried = yield from d20.attempt(throw, d20.detail_of(wanted))
    killed = (yield from _roll_killed(given, person.name)) if tried.success else 0
    yield from step("killed", killed, "ORG-MON-05")
    return SwarmHit(
        **d20.throw_fields(throw, tried),
        save=hurts,
        killed=killed,
        count_left=given.count - killed,
        state=state_of(person.having(extended_penalty=False)) if "state" in wanted else UNSET,
    )


def _roll_killed(given: AttackSwarmGiven, by: str) -> Program[int]:
    """One creature, one for each shot, a d6 of them, two d6 for each point of an area (ORG-MON-05)."""
    most = Most(given.count)
    match given.means:
        case "burst":
            return most(given.shots)
        case "torch_or_spray":
            return (yield from roll(D6.map(most), "d6", by, "swept"))
        case "area":
            dice = Dice((Term(SWEPT * given.points, 6),))
            return (yield from roll(dice.map(most), "d6", by, "swept"))
    return most(1)
