"""Saves, plain and against somebody’s margin, with what a failure costs (SAVE-01, SAVE-02, VOL-03, VOL-04, SYM-20)."""

from typing import Literal

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, less, step
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character, freeze
from gardien.systems.organique.rules.fight.combat_skills import best_parts
from gardien.systems.organique.rules.person import Person, person_of, state_changes, state_of
from gardien.systems.organique.rules.substances.symptoms import with_unconsciousness
from gardien.systems.organique.rules.tests.d20 import (
    FAR,
    WATCHABLE,
    Cuts,
    Detail,
    Parts,
    Throw,
    ThrowBlock,
    Tried,
    attempt,
    throw_fields,
    watched,
)
from gardien.systems.organique.rules.tests.modifiers import named_parts
from gardien.systems.organique.rules.tests.resistance import (
    PAIN_CUTS,
    STUN_BOTH,
    STUN_CUTS,
    Resist,
    lost_actions,
    save_throw,
    with_lost_actions,
    with_suffering,
)
from gardien.systems.organique.vocabulary import Difficulty, Margin, Mods, SaveKind

JOLTS: dict[SaveKind, tuple[Cuts, str]] = {  # saves against what stops somebody for a moment (ORG-VOL-03, ORG-ACT-12)
    "shock": (PAIN_CUTS, "ORG-VOL-03"),
    "pain": (PAIN_CUTS, "ORG-VOL-03"),
    "stun": (STUN_CUTS, "ORG-ACT-12"),
}
FAINTS: frozenset[SaveKind] = frozenset(("unconsciousness", "electric_unconsciousness"))


BODILY: frozenset[SaveKind] = frozenset(
    (
        *("nausea", "suffering", "pain", "shock", "stun", "paralysis", "drug_physical", "drug_psychological"),
        *("unconsciousness", "knock_out", "electric_paralysis", "electric_unconsciousness", "cardiac_arrest"),
    )
)  # against damage and symptoms: nobody out of action is asked for them (ORG-SAVE-01)


def check_alive(field: str, one: Character) -> None:
    """No save is asked of the dead (ORG-SAVE-01)."""
    if one.dead:
        raise BadField(field, "act/unable", "ORG-SAVE-01")


def check_asked(field: str, one: Character, kind: SaveKind) -> None:
    """Nor, against damage and symptoms, of somebody out of action (ORG-SAVE-01)."""
    check_alive(field, one)
    if kind in BODILY and person_of(one).out_of_action:
        raise BadField(field, "act/unable", "ORG-SAVE-01")


def training_parts(person: Person, kind: SaveKind) -> Parts:
    """The one training that helps a save: of balance (M5)."""
    return best_parts(person.frame.combat_skills, "balance") if kind == "balance" else ()


class SaveOutcome(ThrowBlock, frozen=True, kw_only=True):
    """A save, and what its failure takes from the next moments."""

    kind: SaveKind
    failed_by: int | UnsetType = UNSET
    loses_next_action: bool | UnsetType = UNSET
    loses_next_reaction: bool | UnsetType = UNSET

    def person_after(self, one: Character) -> Person:
        """Whoever made it, with what it cost."""
        person = person_of(one)
        if self.loses_next_action is UNSET or self.loses_next_reaction is UNSET:
            return person
        return with_lost_actions(person, self.loses_next_action, self.loses_next_reaction)


def told_failure(throw: Throw, tried: Tried) -> int | UnsetType:
    """The failure in numbers, where the whole throw is told."""
    return tried.failed_by if tried.total is not UNSET or throw.spent else UNSET


# ---- a save ----


class SaveGiven(Value, frozen=True, kw_only=True):
    """Who resists, what, and how hard it is."""

    character: Character = Character()
    kind: SaveKind
    characteristic: Literal["VOL", "INT"] = "VOL"
    difficulty: Difficulty = 20
    mods: Mods = {}
    luck: bool | None = None

    def __post_init__(self) -> None:
        check_asked("character", self.character, self.kind)
        if self.characteristic != "VOL" and self.kind != "drug_psychological":
            raise BadField("characteristic", "field/not_allowed", "ORG-SAVE-01", came="INT", allowed=["VOL"])
        freeze(self, "mods")


class SaveMade(SaveOutcome, frozen=True, kw_only=True):
    """A save as it came out; failed, what it costs."""

    penalty: int | UnsetType = UNSET
    unconscious_turns: int | UnsetType = UNSET

    def changes(self, given: SaveGiven, options: Options) -> tuple[Change, ...]:
        person = self.person_after(given.character)
        if self.penalty is not UNSET:
            person = with_suffering(person, self.penalty)
        if self.unconscious_turns is not UNSET:
            person = with_unconsciousness(person, self.unconscious_turns)
        return state_changes(given.character, state_of(person))


@procedure(
    "save",
    rules="""ORG-SAVE-01 ORG-SAVE-03 ORG-AGI-01 ORG-VOL-02 ORG-VOL-03 ORG-VOL-04 ORG-VOL-05 ORG-END-11 ORG-SYM-20
    ORG-TEST-10""",
    dice=("d20",),
    headline=("success", "loses_next_action", "loses_next_reaction", "penalty", "unconscious_turns"),
)
def save(given: SaveGiven, options: Options) -> Program[SaveMade]:
    """What the danger says and a d20; the body’s own answer, whatever weighs on the will."""
    wanted = yield from watched(*WATCHABLE, "failed_by")
    kind, person = given.kind, person_of(given.character)
    asked = Resist(
        kind=kind,
        difficulty=given.difficulty,
        mods=(*training_parts(person, kind), *named_parts(given.mods)),
        luck=given.luck,
        code="INT" if given.characteristic == "INT" else None,
    )
    throw = save_throw(person, asked, options, prefix="")
    counted = kind == "suffering" or kind in FAINTS
    detail: Detail = "all" if wanted else "failure" if counted or kind in JOLTS else "success"
    tried = yield from attempt(throw, detail, JOLTS[kind][0] if kind in JOLTS else None)
    turn = answer = UNSET  # type: bool | UnsetType
    penalty = turns = UNSET  # type: int | UnsetType
    if kind in JOLTS:
        turn, answer = lost_actions(tried.missed_by, kind == "stun")
        yield from step("loses_next_action", turn, JOLTS[kind][1])
        yield from step("loses_next_reaction", answer, JOLTS[kind][1])
    elif kind == "suffering":
        penalty = tried.missed_by
        yield from step("penalty", penalty, "ORG-VOL-04")
    elif kind in FAINTS:
        turns = tried.missed_by
        yield from step("unconscious_turns", turns, "ORG-SYM-20")
    return SaveMade(
        kind=kind,
        failed_by=told_failure(throw, tried),
        loses_next_action=turn,
        loses_next_reaction=answer,
        penalty=penalty,
        unconscious_turns=turns,
        **throw_fields(throw, tried),
    )


# ---- against a margin ----


class OpposedSaveGiven(Value, frozen=True, kw_only=True):
    """Who resists, what, and the margin of whoever imposed it."""

    character: Character = Character()
    kind: SaveKind
    attacker_margin: Margin
    difficulty: Difficulty = 20
    mods: Mods = {}
    luck: bool | None = None

    def __post_init__(self) -> None:
        check_asked("character", self.character, self.kind)
        freeze(self, "mods")


class OpposedSaveMade(SaveOutcome, frozen=True, kw_only=True):
    """A save held against a margin; `margin` is over the difficulty alone, `success` against both."""

    shortfall: int | UnsetType = UNSET

    def changes(self, given: OpposedSaveGiven, options: Options) -> tuple[Change, ...]:
        return state_changes(given.character, state_of(self.person_after(given.character)))


@procedure(
    "opposed_save",
    rules="ORG-SAVE-02 ORG-SAVE-03 ORG-VOL-01 ORG-PSY-03",
    dice=("d20",),
    headline=("success", "loses_next_action", "loses_next_reaction"),
)
def save_against(given: OpposedSaveGiven, options: Options) -> Program[OpposedSaveMade]:
    """The difficulty must be reached, and the margin of whoever imposed it equalled."""
    wanted = yield from watched(*WATCHABLE, "failed_by", "shortfall")
    kind, person = given.kind, person_of(given.character)
    asked = Resist(
        kind=kind,
        difficulty=given.difficulty,
        against=given.attacker_margin,
        mods=(*training_parts(person, kind), *named_parts(given.mods)),
        luck=given.luck,
    )
    throw = save_throw(person, asked, options, prefix="")
    alone = kind == "stun" and options.stun_fail_vs_difficulty
    detail: Detail = "all" if wanted else "margin" if alone else "failure" if kind in JOLTS else "success"
    tried = yield from attempt(throw, detail, JOLTS[kind][0] if kind in JOLTS and detail == "failure" else None)
    failed_by = told_failure(throw, tried)
    if failed_by is not UNSET:
        assert tried.margin is not UNSET
        parts = (("attacker_margin", given.attacker_margin), less("margin", tried.margin))
        yield from step("shortfall", failed_by, "ORG-SAVE-02", parts, (0, FAR))
    turn = answer = UNSET  # type: bool | UnsetType
    if kind in JOLTS:
        turn, answer = lost_actions(tried.missed_by, kind == "stun")
        if alone:
            assert tried.margin is not UNSET
            turn, answer = not tried.success, not tried.success and -tried.margin >= STUN_BOTH
        yield from step("loses_next_action", turn, JOLTS[kind][1])
        yield from step("loses_next_reaction", answer, JOLTS[kind][1])
    return OpposedSaveMade(
        kind=kind,
        failed_by=failed_by,
        shortfall=failed_by,
        loses_next_action=turn,
        loses_next_reaction=answer,
        **throw_fields(throw, tried),
    )
