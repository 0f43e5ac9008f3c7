"""Ability and skill checks, two against each other, saving throws: one d20 each (P-CHECK, P-SAVE, P-SKILL)."""

from typing import Literal, TypeAlias

from msgspec import UNSET, UnsetType

from gardien.core.chance import Program, less, step, watched
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Value, like
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import (
    NOBODY,
    Combatant,
    SkillKey,
    check_able,
    check_alive,
)
from gardien.systems.cthulhud20.rules.tests.d20 import Match, Throw, attempt, contest
from gardien.systems.cthulhud20.rules.tests.modifiers import (
    Parts,
    check_parts,
    is_untrained,
    parts_to_show,
    save_parts,
    total,
)
from gardien.systems.cthulhud20.vocabulary import Ability, Bonus, Difficulty, Save

HELP = 2  # CD20-P-CHECK-01
HEARING = "listen"  # what the deafened cannot do (CD20-P-COND-01)

COUNTERPARTS = {  # what is tried against what (CD20-P-SURP-01)
    "hide": "spot",
    "move_silently": "listen",
    "bluff": "sense_motive",
    "disguise": "spot",
    "listen": "move_silently",
    "sense_motive": "bluff",
    "spot": "hide",
}
Refused: TypeAlias = Literal["deafened", "untrained"]
Take: TypeAlias = Literal["none", "take_10", "take_20"]
TAKEN: dict[Take, int] = {"take_10": 10, "take_20": 20}  # instead of the die (CD20-P-CHECK-01)
REFUSED_BY: dict[Refused, str] = {"deafened": "CD20-P-COND-01", "untrained": "CD20-P-CHECK-01"}


# ---- somebody who tries ----


class Trying(Value, frozen=True, kw_only=True):
    """Somebody, and the skill or the ability that is tried; of both the skill counts."""

    character: Combatant = NOBODY
    skill: SkillKey | None = None
    ability: Ability | None = None
    bonus: Bonus | None = None
    modifier: Bonus = 0
    aided: bool = False  # by somebody who has passed a check of their own against 10
    long_effort: bool = False
    run_up: bool = False

    def __post_init__(self) -> None:
        if self.character.condition in ("dead", "unconscious"):
            check_able("character", self.character)
        if self.skill is not None:
            check_key("skill", self.skill, pack.skill)
            if not pack.skill(self.skill).rolled:  # a language is spoken or it is not (CD20-P-SKILL-01)
                raise BadField("skill", "field/not_allowed", "CD20-P-SKILL-01", came=self.skill, allowed=())
        elif self.ability is None:
            raise BadField("skill", "field/missing", "CD20-P-CHECK-01", allowed="skill | ability")

    def parts(self) -> Parts:
        """All that is added to the die (CD20-P-CHECK-01, CD20-FAT-02, CD20-P-COND-01, CD20-P-WOUND-01)."""
        own = check_parts(self.character, self.skill, self.ability, self.bonus, self.long_effort, self.run_up)
        return (*own, ("modifier", self.modifier), *((("aided", HELP),) if self.aided else ()))

    def refusal(self) -> Refused | None:
        """Why this cannot be tried; a bonus that is told speaks for ranks (CD20-P-CHECK-01, CD20-P-COND-01)."""
        if self.skill == HEARING and "deafened" in self.character.conditions:
            return "deafened"
        lacks = self.skill is not None and self.bonus is None and is_untrained(self.character, self.skill)
        return "untrained" if lacks else None


# ---- a check ----


class CheckGiven(Trying, frozen=True, kw_only=True):
    """Somebody, what is tried and how hard it is."""

    dc: Difficulty
    take: Take = "none"


class Checked(Value, frozen=True, kw_only=True):
    """A check as it came out; nothing is thrown where it was refused."""

    refused: Refused | UnsetType = UNSET
    bonus: int | UnsetType = UNSET
    die: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    success: bool | UnsetType = UNSET
    margin: int | UnsetType = UNSET


@procedure(
    "check",
    rules="CD20-P-CHECK-01 CD20-P-SKILL-01 CD20-P-SKILL-02 CD20-FAT-02 CD20-P-COND-01 CD20-P-WOUND-01",
    dice=("d20",),
    headline=("success",),
)
def make_check(given: CheckGiven, options: Options) -> Program[Checked]:
    """A d20, ranks, ability and all that helps or hinders, against a difficulty; or 10 or 20 without a die."""
    refused = given.refusal()
    if refused is not None:
        yield from step("refused", refused, REFUSED_BY[refused])
        return Checked(refused=refused)
    parts = given.parts()
    bonus, dc = total(parts), given.dc
    yield from step("bonus", bonus, "CD20-P-CHECK-01", parts_to_show(parts))
    die: int | UnsetType
    reached: int | UnsetType
    if given.take != "none":
        die = TAKEN[given.take]
        reached, success = die + bonus, die + bonus >= dc
        yield from step("total", reached, "CD20-P-CHECK-01", (("die", die), ("bonus", bonus)))
        yield from step("success", success, "CD20-P-CHECK-01")
    else:
        wanted = yield from watched("die", "total", "margin")
        throw = Throw(bonus=bonus, dc=dc, by=given.character.name)
        tried = yield from attempt(throw, wanted | {"total"} if "margin" in wanted else wanted)
        die, reached, success = tried.die, tried.total, tried.success
    margin: int | UnsetType = UNSET
    if reached is not UNSET:
        margin = reached - dc
        yield from step("margin", margin, "CD20-P-CHECK-01", (("total", reached), less("dc", dc)))
    return Checked(bonus=bonus, die=die, total=reached, success=success, margin=margin)


# ---- two against each other ----


class OpposedGiven(Value, frozen=True, kw_only=True):
    """Whoever acts and whoever resists, each with a skill or an ability."""

    active: Trying
    passive: Trying


class Opposed(Value, frozen=True, kw_only=True):
    """Who was better and by how much; nothing is thrown where one of them cannot try."""

    refused: Refused | UnsetType = UNSET
    active_bonus: int | UnsetType = UNSET
    passive_bonus: int | UnsetType = UNSET
    active_total: int | UnsetType = UNSET
    passive_total: int | UnsetType = UNSET
    winner: Literal["active", "passive"] | UnsetType = UNSET
    margin: int | UnsetType = UNSET
    rolls: int | UnsetType = UNSET


@procedure(
    "opposed_check",
    rules="CD20-P-CHECK-02 CD20-P-SURP-01",
    dice=("d20",),
    headline=("winner",),
    endless=("rolls",),
)
def oppose(given: OpposedGiven, options: Options) -> Program[Opposed]:
    """Both throw, the active side first; the higher total wins, then the higher bonus, else they throw again."""
    sides = (("active", given.active), ("passive", given.passive))
    refused = next((why for _, side in sides if (why := side.refusal()) is not None), None)
    if refused is not None:
        yield from step("refused", refused, REFUSED_BY[refused])
        return Opposed(refused=refused)
    bonuses = []
    for name, side in sides:
        parts = side.parts()
        bonuses.append(total(parts))
        yield from step(f"{name}_bonus", bonuses[-1], "CD20-P-CHECK-01", parts_to_show(parts))
    wanted = yield from watched("active_total", "passive_total", "margin", "rolls")
    match = Match(
        active=bonuses[0],
        passive=bonuses[1],
        by=(given.active.character.name, given.passive.character.name),
        totals=bool(wanted & {"active_total", "passive_total"}),
        margin="margin" in wanted,
        rolls="rolls" in wanted,
    )
    met = yield from contest(match)
    for name, bonus, reached in (
        ("active", bonuses[0], met.active_total),
        ("passive", bonuses[1], met.passive_total),
    ):
        if reached is not UNSET:
            parts = (("die", reached - bonus), (f"{name}_bonus", bonus))
            yield from step(f"{name}_total", reached, "CD20-P-CHECK-02", parts)
    winner: Literal["active", "passive"] = "active" if met.active else "passive"
    yield from step("winner", winner, "CD20-P-CHECK-02")
    return like(Opposed, met, active_bonus=bonuses[0], passive_bonus=bonuses[1], winner=winner)


# ---- a save ----


class SaveGiven(Value, frozen=True, kw_only=True):
    """Somebody, what they resist with and how hard it is."""

    character: Combatant = NOBODY
    save: Save
    dc: Difficulty
    modifier: Bonus = 0

    def __post_init__(self) -> None:
        check_alive("character", self.character)


class Saved(Value, frozen=True, kw_only=True):
    """A save as it came out."""

    bonus: int
    die: int | UnsetType = UNSET
    total: int | UnsetType = UNSET
    success: bool


@procedure("save", rules="CD20-P-SAVE-01 CD20-FAT-02", dice=("d20",), headline=("success",))
def make_save(given: SaveGiven, options: Options) -> Program[Saved]:
    """A d20, level, ability and feats against a difficulty; 1 always fails, 20 always saves."""
    parts = (*save_parts(given.character, given.save), ("modifier", given.modifier))
    bonus = total(parts)
    yield from step("bonus", bonus, "CD20-P-SAVE-01", parts_to_show(parts))
    wanted = yield from watched("die", "total")
    throw = Throw(bonus=bonus, dc=given.dc, save=True, rule="CD20-P-SAVE-01", by=given.character.name, purpose="save")
    tried = yield from attempt(throw, wanted)
    return Saved(bonus=bonus, die=tried.die, total=tried.total, success=tried.success)
