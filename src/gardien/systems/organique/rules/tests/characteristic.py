"""A test of one characteristic, of two, and the last effort of somebody out of action (TEST-01 to TEST-06, HP-05)."""

from typing import Any, Literal, TypeAlias

from gardien.core.chance import Program
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, freeze
from gardien.systems.organique.rules.person import Person, person_of
from gardien.systems.organique.rules.substances.shared import check_flesh
from gardien.systems.organique.rules.tests.d20 import (
    WATCHABLE,
    Parts,
    Throw,
    ThrowBlock,
    attempt,
    detail_of,
    throw_fields,
    watched,
)
from gardien.systems.organique.rules.tests.modifiers import (
    average,
    base_parts,
    check_able,
    conscious_parts,
    is_spent,
    named_parts,
    total,
)
from gardien.systems.organique.vocabulary import CODES, Code, Difficulty, Mods, Signed

Sense: TypeAlias = Literal["none", "sight", "touch"]
LAST_EFFORT = 20  # ORG-HP-05


def plain(
    person: Person,
    code: Code,
    options: Options,
    difficulty: int,
    mods: Parts = (),
    luck: bool = False,
    sense: Sense = "none",
    rule: str = "ORG-TEST-01",
    prefix: str = "",
    who: str = "",
    purpose: str = "test",
) -> Throw:
    """A conscious test of one characteristic, with what weighs on whoever makes it (ORG-TEST-01, ORG-TEST-10)."""
    parts = (*mods, *conscious_parts(person, options, code, sense))
    return Throw(
        base=person.value(code),
        mod=total(parts),
        mods=parts,
        difficulty=difficulty,
        luck=luck,
        spent=is_spent(person, code),
        rule=rule,
        prefix=prefix,
        by=person.name,
        who=who,
        purpose=purpose,
    )


def roll_fields(throw: Throw) -> Program[dict[str, Any]]:
    """A throw that decides nothing but itself, as the fields of an outcome."""
    wanted = yield from watched(*WATCHABLE)
    tried = yield from attempt(throw, detail_of(wanted))
    return throw_fields(throw, tried)


class CheckGiven(Value, frozen=True, kw_only=True):
    """Somebody, a characteristic or a number in its place, and a difficulty."""

    character: Character = Character()
    characteristic: Code | None = None
    base: Signed | None = None
    mods: Mods = {}
    difficulty: Difficulty = 20
    luck: bool = False
    sense: Sense = "none"

    def __post_init__(self) -> None:
        if self.characteristic is None and self.base is None:
            raise BadField("characteristic", "field/missing", "ORG-TEST-01", allowed=list(CODES))
        check_able("character", self.character)
        freeze(self, "mods")


class Checked(ThrowBlock, frozen=True, kw_only=True):
    """A test as it came out."""


@procedure(
    "test",
    rules="""ORG-TEST-01 ORG-TEST-02 ORG-TEST-05 ORG-TEST-06 ORG-TEST-07 ORG-TEST-10 ORG-TEST-11 ORG-SAVE-03
    ORG-AGI-01 ORG-PER-01 ORG-PER-02 ORG-END-06 ORG-VOL-04 ORG-SYM-09 ORG-SYM-18 ORG-SYM-21""",
    dice=("d20",),
    headline=("success",),
)
def check(given: CheckGiven, options: Options) -> Program[Checked]:
    """A characteristic, what weighs on it and a d20 against a difficulty."""
    person, code = person_of(given.character), given.characteristic
    mods = (*conscious_parts(person, options, code, given.sense), *named_parts(given.mods))
    throw = Throw(
        base=person.value(code) if given.base is None and code else given.base or 0,
        mod=total(mods),
        mods=mods,
        difficulty=given.difficulty,
        luck=given.luck,
        spent=code is not None and is_spent(person, code),
        by=person.name,
    )
    return Checked(**(yield from roll_fields(throw)))


class PairGiven(Value, frozen=True, kw_only=True):
    """Somebody, two characteristics and a difficulty."""

    character: Character = Character()
    first: Code
    second: Code
    mode: Literal["average", "sum"] = "average"
    mods: Mods = {}
    difficulty: Difficulty = 20
    luck: bool = False

    def __post_init__(self) -> None:
        check_able("character", self.character)
        freeze(self, "mods")


@procedure(
    "test_two",
    rules="ORG-TEST-03 ORG-TEST-09 ORG-SAVE-03 ORG-END-06",
    dice=("d20",),
    headline=("success",),
)
def check_pair(given: PairGiven, options: Options) -> Program[Checked]:
    """Two characteristics, averaged or added, and a d20 against a difficulty."""
    person = person_of(given.character)
    bases = base_parts(person, given.first, given.second)
    mods = (*conscious_parts(person, options), *named_parts(given.mods))
    throw = Throw(
        base=average(bases) if given.mode == "average" else total(bases),
        bases=bases,
        mod=total(mods),
        mods=mods,
        difficulty=given.difficulty,
        luck=given.luck,
        spent=is_spent(person, given.first) or is_spent(person, given.second),  # whatever goes with it
        by=person.name,
    )
    return Checked(**(yield from roll_fields(throw)))


class DesperateGiven(Value, frozen=True, kw_only=True):
    """Somebody out of action who tries one very simple thing."""

    character: Character
    mods: Mods = {}

    def __post_init__(self) -> None:
        check_flesh("character", self.character)
        person = person_of(self.character)
        if person.body.dead or not person.out_of_action:
            raise BadField("character", "act/not_out", "ORG-HP-05")
        if person.senseless:
            raise BadField("character", "act/unable", "ORG-SYM-20")
        freeze(self, "mods")


@procedure("desperate_act", rules="ORG-HP-05 ORG-HP-06", dice=("d20",), headline=("success",))
def try_desperately(given: DesperateGiven, options: Options) -> Program[Checked]:
    """VOL and a d20 against 20, nothing else weighing: a word, a few metres on the elbows."""
    person, mods = person_of(given.character), named_parts(given.mods)
    throw = Throw(
        base=person.value("VOL"),
        mod=total(mods),
        mods=mods,
        difficulty=LAST_EFFORT,
        rule="ORG-HP-05",
        by=person.name,
        purpose="desperate_act",
    )
    return Checked(**(yield from roll_fields(throw)))
