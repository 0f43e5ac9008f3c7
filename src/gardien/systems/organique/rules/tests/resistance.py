"""Saves: what they are made with, and what failing them by so much costs (SAVE-01, SAVE-02, VOL-03, ACT-12)."""

from gardien.core.chance import Program
from gardien.core.values import Value
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.person import Person
from gardien.systems.organique.rules.tests.d20 import (
    Cuts,
    Detail,
    Parts,
    SaveResult,
    Throw,
    Tried,
    attempt,
    save_result,
)
from gardien.systems.organique.rules.tests.modifiers import average, base_parts, is_spent, save_base, save_parts, total
from gardien.systems.organique.vocabulary import Code, SaveKind, Symptom

PAIN_BOTH, STUN_BOTH = 10, 11  # failed by so much, the next reaction is lost too (ORG-VOL-03, ORG-ACT-12)
PAIN_CUTS: Cuts = (1, PAIN_BOTH)
STUN_CUTS: Cuts = (1, STUN_BOTH)


class Resist(Value, frozen=True, kw_only=True):
    """A save that is due; `against` is the margin of whoever imposed it (ORG-SAVE-02)."""

    kind: SaveKind
    difficulty: int = 20
    against: int = 0
    mods: Parts = ()
    luck: bool | None = None
    code: Code | None = None  # instead of what the kind says (ORG-SAVE-01: drug_psychological)


class Saved(Value, frozen=True):
    """A save as it was made, with what it was made of."""

    kind: str
    throw: Throw
    tried: Tried

    @property
    def success(self) -> bool:
        return self.tried.success

    @property
    def failed_by(self) -> int:
        return self.tried.missed_by

    def result(self) -> SaveResult:
        """The save as part of an outcome."""
        return save_result(self.kind, self.throw, self.tried)


def save_throw(person: Person, asked: Resist, options: Options, prefix: str = "save_", who: str = "") -> Throw:
    """The throw of a save: its value, what names it, whether 1 and 20 count (ORG-SAVE-01, ORG-TEST-05)."""
    base, bases, spent = save_base(person, asked.kind, options, asked.code)
    parts = (*save_parts(person, asked.kind, options), *asked.mods)
    return Throw(
        base=base,
        bases=bases,
        mod=total(parts),
        mods=parts,
        difficulty=asked.difficulty,
        luck=not options.saves_not_luck if asked.luck is None else asked.luck,
        against=asked.against,
        spent=spent,
        rule="ORG-SAVE-01",
        prefix=prefix,
        by=person.name,
        who=who,
        purpose=asked.kind,
    )


def symptom_throw(
    person: Person,
    symptom: Symptom,
    difficulty: int,
    options: Options,
    mods: Parts = (),
    luck: bool | None = None,
    prefix: str = "save_",
    who: str = "",
) -> Throw:
    """The throw against a symptom: its own characteristic counts, not that of the general table (ORG-SYM-01)."""
    row = pack.symptom(symptom)
    bases = base_parts(person, row.first, row.second)
    parts = (*save_parts(person, symptom, options), *mods)
    return Throw(
        base=total(bases) if row.second is None else average(bases),
        bases=bases,
        mod=total(parts),
        mods=parts,
        difficulty=difficulty,
        luck=not options.saves_not_luck if luck is None else luck,
        spent=is_spent(person, *((row.first,) if row.second is None else (row.first, row.second))),
        rule="ORG-SYM-01",
        prefix=prefix,
        by=person.name,
        who=who,
        purpose=symptom,
    )


def withstand(
    person: Person,
    asked: Resist,
    options: Options,
    detail: Detail = "success",
    cuts: Cuts | None = None,
    who: str = "",
) -> Program[Saved]:
    """Make a save (ORG-SAVE-01); as coarse as `detail` and `cuts` say. The exhausted fail without a die."""
    throw = save_throw(person, asked, options, who=who)
    tried = yield from attempt(throw, detail, cuts)
    return Saved(asked.kind, throw, tried)


# ---- what it costs to fail ----


def lost_actions(failed_by: int, stun: bool = False) -> tuple[bool, bool]:
    """Whether the next action and the next reaction are lost (ORG-VOL-03; a stun has its own bound, ORG-ACT-12)."""
    return failed_by > 0, failed_by >= (STUN_BOTH if stun else PAIN_BOTH)


def with_lost_actions(person: Person, action: bool, reaction: bool) -> Person:
    """Somebody who loses the next action, the next reaction (ORG-VOL-03)."""
    if not action:
        return person
    return person.having(lose_action=True, lose_reaction=person.body.lose_reaction or reaction)


def with_suffering(person: Person, malus: int) -> Person:
    """One more suffering; each cause is kept by itself (ORG-VOL-04)."""
    return person.having(suffering=(*person.body.suffering, malus)) if malus > 0 else person
