"""A skill at work, with books, helpers and haste; what combat skills add (SKILL-01 to SKILL-06, CSK-01 to CSK-03)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType

from gardien.core.chance import Program, step
from gardien.core.inputs import BadField, check_among, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.pack.rows import CombatSkill, Skill
from gardien.systems.organique.rules.character import Character, CombatSkillKey, SkillKey, freeze
from gardien.systems.organique.rules.fight.combat_skills import base_bonus, called_free, suits
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.rules.tests.characteristic import plain, roll_fields
from gardien.systems.organique.rules.tests.d20 import ThrowBlock
from gardien.systems.organique.rules.tests.modifiers import UNSKILLED, check_able, luck_of, named_parts, skill_bonus
from gardien.systems.organique.vocabulary import Code, Difficulty, Feat, Group, Level, Mods, Signed, Trained

Book: TypeAlias = Literal["none", "introduction", "reference", "both"]
SupportKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("scales", "support"))]
HasteKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=["none", *pack.keys("scales", "haste")])]
HIGHEST = 6  # ORG-SKILL-02
HELP = 4  # ORG-SKILL-04
ANY_RATE = 100  # a weapon that fires as fast as a skill may ask


def skill_row(key: str) -> Skill | None:
    """A skill of the list; a language or a craft of the table’s own has no row."""
    row: Skill | None = pack.SHELF.rows_by_key("skills", "skill").get(key)
    return row


def level_with_book(level: int, book: Book) -> int:
    """A level with a book open: the first for whoever has none, one more for the others (ORG-SKILL-05)."""
    if level == 0:
        return 1 if book in ("introduction", "both") else 0
    return min(HIGHEST, level + 1) if book in ("reference", "both") else level


class SkillGiven(Value, frozen=True, kw_only=True):
    """Who works, with which skill, how, and how hard it is."""

    character: Character
    skill: SkillKey
    level: Level | None = None
    characteristic: Code | None = None
    difficulty: Difficulty = 20
    mods: Mods = {}
    book: Book = "none"
    support: SupportKey = "paper"
    helpers: Annotated[tuple[Level, ...], Meta(max_length=20)] = ()
    haste: HasteKey = "none"
    luck: bool | None = None

    def __post_init__(self) -> None:
        check_key("support", self.support, pack.scale("support"))
        check_among("haste", self.haste, ["none", *pack.keys("scales", "haste")])
        check_able("character", self.character)
        freeze(self, "mods")


class Skilled(ThrowBlock, frozen=True, kw_only=True):
    """A skill at work, or the want of it."""

    level_used: int
    can_try: bool
    skill_bonus: int
    help_bonus: int
    time_factor: int


@procedure(
    "skill_test",
    rules="""ORG-SKILL-01 ORG-SKILL-02 ORG-SKILL-03 ORG-SKILL-04 ORG-SKILL-05 ORG-SKILL-06 ORG-SKILL-07 ORG-INT-02""",
    dice=("d20",),
    headline=("success", "can_try", "time_factor"),
)
def use_skill(given: SkillGiven, options: Options) -> Program[Skilled]:
    """A characteristic, four for each level above the first, and a d20; without the skill there is no test."""
    row, key = skill_row(given.skill), given.skill
    own = given.character.level(key) if given.level is None else given.level
    level = level_with_book(own, given.book)
    open_to_all = row is not None and row.open
    unskilled = not level and not open_to_all
    bonus = (UNSKILLED if options.unskilled_roll else 0) if unskilled else skill_bonus(level)
    helped = HELP if own and own in given.helpers else 0
    factor = 1 if given.book == "none" else pack.time_factor(given.support)
    can_try = options.unskilled_roll or not unskilled
    yield from step("level_used", level, "ORG-SKILL-02" if given.book == "none" else "ORG-SKILL-05")
    yield from step("skill_bonus", bonus, "ORG-SKILL-06" if unskilled else "ORG-SKILL-01")
    yield from step("help_bonus", helped, "ORG-SKILL-04")
    yield from step("time_factor", factor, "ORG-SKILL-05")
    yield from step("can_try", can_try, "ORG-SKILL-06")
    made: dict[str, Any] = {"level_used": level, "skill_bonus": bonus, "help_bonus": helped, "time_factor": factor}
    if not can_try:
        yield from step("success", False, "ORG-SKILL-06")
        return Skilled(can_try=False, success=False, **made)
    hurry = 0 if given.haste == "none" else pack.modifier("haste", given.haste)
    parts = (("unskilled" if unskilled else key, bonus), ("help", helped), ("haste", hurry))
    code = given.characteristic or (row.characteristic if row else "INT")
    throw = plain(
        person_of(given.character),
        code,
        options,
        given.difficulty,
        (*(part for part in parts if part[1]), *named_parts(given.mods)),
        luck_of(given.luck, options.skills_as_luck),
        rule="ORG-SKILL-01",
        purpose="skill_test",
    )
    return Skilled(can_try=True, **made, **(yield from roll_fields(throw)))


# ---- what combat skills add ----


class SkillEntry(Value, frozen=True, kw_only=True):
    """A combat skill of the list, or one that is described, at a level."""

    skill: CombatSkillKey | None = None
    bases: Annotated[dict[Feat, Signed], Meta(max_length=40)] = {}
    initiative: Annotated[int, Meta(ge=0, le=100)] = 0
    level: Trained

    def __post_init__(self) -> None:
        if self.skill is not None:
            check_key("skill", self.skill, pack.combat_skill)
            for field, came in (("bases", self.bases), ("initiative", self.initiative)):
                if came:
                    raise BadField(field, "field/not_allowed", "ORG-CSK-01", came=str(came), allowed="skill")
        elif not self.bases:
            raise BadField("skill", "field/missing", "ORG-CSK-01", allowed=list(pack.keys("skills", "combat_skill")))
        freeze(self, "bases")

    def row(self) -> CombatSkill:
        if self.skill is not None:
            return pack.combat_skill(self.skill)
        return CombatSkill(key="described", fr="", en="", bases=self.bases, initiative=self.initiative)


class SkillsGiven(Value, frozen=True, kw_only=True):
    """Some combat skills, and perhaps the action and the weapon in question."""

    skills: Annotated[tuple[SkillEntry, ...], Meta(max_length=40)]
    action: Feat | None = None
    weapon_group: Group | None = None


class Bonuses(Value, frozen=True, kw_only=True):
    """The best of what some skills add."""

    bonuses: dict[Feat, int]
    bonus: int | UnsetType = UNSET
    initiative: int
    called_shot_free: bool


@procedure(
    "skill_bonus",
    rules="ORG-CSK-01 ORG-CSK-02 ORG-CSK-03 ORG-CSK-04 ORG-CSK-05 ORG-CSK-06",
    headline=("bonus", "initiative"),
)
def add_up(given: SkillsGiven, options: Options) -> Program[Bonuses]:
    """For every action that some skill lists, the highest bonus; skills for other weapons do not count."""
    group = given.weapon_group
    bonuses: dict[Feat, int] = {}
    for one in given.skills:
        row = one.row()
        for feat, base in row.bases.items():
            if suits(row, feat, group, "none", ANY_RATE):
                bonuses[feat] = max(bonuses.get(feat, 0), base_bonus(base, one.level))
    bonus = UNSET if given.action is None else bonuses.get(given.action, 0)
    initiative = max((one.row().initiative * one.level for one in given.skills), default=0)
    listed = tuple((one.skill, one.level) for one in given.skills if one.skill is not None)
    free = [pack.combat_skill(key).called_free for key, _ in listed]
    if bonus is not UNSET:
        yield from step("bonus", bonus, "ORG-CSK-03")
    yield from step("initiative", initiative, "ORG-CSK-01")
    return Bonuses(
        bonuses=frozen_map(bonuses),
        bonus=bonus,
        initiative=initiative,
        called_shot_free=any(free) if group is None else called_free(listed, group),
    )
