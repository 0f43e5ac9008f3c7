"""Manoeuvres that run into people, and what those do about it (VEH-04, M8)."""

from fractions import Fraction
from math import floor
from typing import Annotated, Any, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, apply, call, decide, step, tail
from gardien.core.inputs import BadField, check_among
from gardien.core.procedure import procedure
from gardien.core.values import Change
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, Damage, State, freeze
from gardien.systems.organique.rules.fight.attack_modifiers import (
    EVADING,
    action_fault,
    target_fault,
    with_striking_weapon,
)
from gardien.systems.organique.rules.fight.declared import (
    NO_REACTION,
    ActionGiven,
    Attack,
    AttackBlock,
    BothThrows,
    Reaction,
    ReactionGiven,
    counter_of,
    reaction_of,
)
from gardien.systems.organique.rules.fight.exchange import TARGET, Bout, act_together, answer_throw
from gardien.systems.organique.rules.fight.weapons import Weapon
from gardien.systems.organique.rules.manoeuvres import Driving, course_of, drive_throw, explain_course
from gardien.systems.organique.rules.person import Person, halves, person_of, points, state_changes, state_of
from gardien.systems.organique.rules.tests.d20 import Throw, watched
from gardien.systems.organique.rules.tests.modifiers import combat_parts, named_parts
from gardien.systems.organique.vocabulary import Mods

# Manoeuvres that do harm (M8).
AssaultKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("vehicles", "manoeuvre", "per_speed"))]
ANSWERS = ("none", *EVADING, "simultaneous", "manoeuvre")  # on foot, or at another wheel (ORG-VEH-04)
ASSAULT = (
    "attack_die", "attack_total", "attack_margin", "attack_auto", "defence_die", "defence_total", "defence_margin",
    "defence_auto", "defender", "driver", "counter",
)  # fmt: skip


class AssaultGiven(Driving, frozen=True, kw_only=True):
    """Who drives into whom, and what that one does about it."""

    driver: Character
    manoeuvre: AssaultKey = "ramp"
    target: Character
    reaction: ReactionGiven = NO_REACTION
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_among("manoeuvre", self.manoeuvre, pack.keys("vehicles", "manoeuvre", "per_speed"))
        driver, target, kind = person_of(self.driver), person_of(self.target), self.reaction.kind
        if not driver.can_act:
            raise BadField("driver", "act/unable", "ORG-END-06" if driver.exhausted else "ORG-HP-05")
        if kind not in ANSWERS:
            raise BadField("reaction.kind", "field/not_allowed", "ORG-VEH-04", came=kind, allowed=list(ANSWERS))
        if kind != "none" and not target.can_act:
            raise BadField("reaction", "act/unable", "ORG-REA-08")
        counter = counter_to(self, target)
        if counter is not None and (fault := _counter_fault(counter, target, driver)):
            raise fault
        freeze(self, "mods")


def _counter_fault(counter: Attack, target: Person, driver: Person) -> BadField | None:
    return action_fault(counter, target, "reaction.") or target_fault(counter, target, driver, "reaction.")


def counter_to(given: AssaultGiven, target: Person) -> Attack | None:
    """What somebody does at the same time to whoever drives at them (ORG-VEH-04, ORG-MOD-11)."""
    if given.reaction.kind != "simultaneous":
        return None
    return counter_of(ActionGiven(reaction=given.reaction, attacker_mounted=True), target)


class Assaulted(BothThrows, frozen=True, kw_only=True):
    """Whether the vehicle struck, what it did, and both afterwards."""

    hit: bool
    damage: Damage
    vehicle_damage: Damage | UnsetType = UNSET  # what it costs the vehicle itself, where it does
    counter: AttackBlock | UnsetType = UNSET  # an action in place of a reaction
    defender: State | UnsetType = UNSET
    driver: State | UnsetType = UNSET  # the −10 of an extended action is used up (ORG-MOD-05)

    def changes(self, given: AssaultGiven, options: Options) -> tuple[Change, ...]:
        whom = given.target.name or TARGET
        return (*state_changes(given.driver, self.driver), *state_changes(given.target, self.defender, whom))


OWN = ("vehicle_damage", "counter", "defender", "driver")
SHARED = tuple(name for name in Assaulted.__struct_fields__ if name not in OWN)


def impact(manoeuvre: str, speed: float) -> int:
    """What a vehicle does to somebody on foot, c in halves: by itself, and by its speed (M8)."""
    row = pack.manoeuvre(manoeuvre)
    return halves(row.damage_c + floor(speed / row.per_speed))


@procedure(
    "vehicle_attack",
    rules="ORG-VEH-04 ORG-VEH-03 ORG-TEST-04 ORG-REA-01",
    dice=("d20",),
    headline=("hit", "damage"),
)
def drive_into(given: AssaultGiven, options: Options) -> Program[Assaulted]:
    """A manoeuvre against what its target does about it, margin against margin; what strikes goes through armour."""
    wanted = yield from watched(*ASSAULT)
    driver, target = person_of(given.driver), person_of(given.target)
    open = given.reaction.kind == "none" and target.can_act
    given = replace(given, reaction=(yield from decide("reaction", given.reaction, open)))  # as any attack (ORG-CBT-01)
    course = course_of(given, given.manoeuvre, options)
    weighs = (*combat_parts(driver, options), ("size", target.frame.size_mod), *named_parts(given.mods))
    throw = drive_throw(given, driver, course, weighs, not options.combat_not_luck, "attack_", given.manoeuvre)
    # it strikes as a blunt weapon does; what a slide does beside that stands below
    vehicle = Weapon(name="vehicle", group="other", c=impact(given.manoeuvre, given.speed))
    attack = Attack(action="strike", weapon=vehicle)
    yield from explain_course(course, "attack_")
    answers = reaction_of(given.reaction, target), counter_to(given, target)
    return tail(call(_run_into, driver, target, attack, answers, throw, given.manoeuvre, options, wanted))


def _run_into(
    driver: Person,
    target: Person,
    attack: Attack,
    answers: tuple[Reaction, Attack | None],
    throw: Throw,
    manoeuvre: str,
    options: Options,
    wanted: frozenset[str],
) -> Program[Assaulted]:
    """The manoeuvre as it was thrown; some end with whoever is struck on the ground (M8)."""
    reaction, counter = answers
    bout = Bout(driver, target, attack, reaction, options, wanted)
    if counter is None:
        exchanged = yield from apply(answer_throw, bout, throw)
    else:
        counter = with_striking_weapon(counter, target, options)
        exchanged = yield from apply(act_together, bout, counter, throw)
    hit, after = exchanged.result.hit is True, exchanged.defender
    if hit and pack.manoeuvre(manoeuvre).prone:
        after = after.having(prone=True)
        yield from step("prone", True, "ORG-VEH-04", who=target.name or TARGET)
    fields: dict[str, Any] = {name: getattr(exchanged.result, name) for name in SHARED}
    dented = points(int(attack.weapon.c * Fraction(str(pack.manoeuvre(manoeuvre).own_share)))) if hit else 0
    if dented:
        yield from step("vehicle_c", dented, "ORG-VEH-04")
    return Assaulted(
        **fields,
        vehicle_damage=Damage(0, dented) if dented else UNSET,
        counter=exchanged.counter if exchanged.counter is not None and "counter" in wanted else UNSET,
        defender=state_of(after) if "defender" in wanted else UNSET,
        driver=state_of(exchanged.attacker) if "driver" in wanted else UNSET,
    )
