"""What somebody’s condition costs right now, on tests, in a fight, in saves (TEST-10, TEST-11, MOD-15)."""

from gardien.core.chance import Program, step
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character
from gardien.systems.organique.rules.person import effective, person_of
from gardien.systems.organique.rules.tests.modifiers import (
    OFF_BALANCE,
    combat_parts,
    conscious_parts,
    poison_mods,
    total,
)
from gardien.systems.organique.vocabulary import CODES, Code, SaveName


class PenaltiesGiven(Value, frozen=True, kw_only=True):
    """Somebody as they are."""

    character: Character


class Penalties(Value, frozen=True, kw_only=True):
    """What weighs on whom."""

    tests: int
    actions: int
    reactions: int
    sight: int
    touch: int
    pain_saves: int
    saves: dict[SaveName, int]
    effective: dict[Code, int]
    can_act: bool
    can_react: bool


@procedure(
    "penalties",
    rules="""ORG-TEST-10 ORG-TEST-11 ORG-VOL-04 ORG-MOD-02 ORG-MOD-03 ORG-MOD-05 ORG-MOD-10 ORG-MOD-15 ORG-SYM-09
    ORG-SYM-18 ORG-SYM-21 ORG-POI-01 ORG-POI-02 ORG-ARM-07""",
    headline=("tests", "actions", "reactions"),
)
def penalties_of_condition(given: PenaltiesGiven, options: Options) -> Program[Penalties]:
    """Three sums, the saves that something helps or hinders, the characteristics as they count."""
    person = person_of(given.character)
    calm, fight = conscious_parts(person, options), combat_parts(person, options)
    yield from step("tests", total(calm), "ORG-TEST-10", calm)
    yield from step("actions", total(fight), "ORG-TEST-10", fight)
    yield from step("reactions", total(fight), "ORG-TEST-10", fight)
    saves = dict(given.character.save_mods)
    if person.body.one_leg:
        saves["balance"] = saves.get("balance", 0) + OFF_BALANCE
    poison = poison_mods(person, options)
    return Penalties(
        tests=total(calm),
        actions=total(fight),
        reactions=total(fight),
        sight=poison["sight"],
        touch=poison["touch"],
        pain_saves=poison["pain_saves"],
        saves=frozen_map(saves),
        effective=frozen_map(dict(zip(CODES, effective(person), strict=True))),
        can_act=person.can_act,
        can_react=person.can_act,
    )
