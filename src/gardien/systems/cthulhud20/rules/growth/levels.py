"""Levels and experience, and what so many levels have brought: abilities, feats, skill points (P-LEVEL, P-XP)."""

from collections.abc import Mapping, Sequence
from itertools import permutations
from math import isqrt
from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import replace

from gardien.core.chance import Program, roll, step
from gardien.core.dice import D6
from gardien.core.inputs import BadField
from gardien.core.procedure import procedure
from gardien.core.values import Change, Value, changed
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.pack.rows import Rank
from gardien.systems.cthulhud20.rules.character import NOBODY, SAN_MOST, Combatant
from gardien.systems.cthulhud20.rules.growth.feat_prerequisites import missing
from gardien.systems.cthulhud20.rules.growth.skill_points import all_points, points_a_level
from gardien.systems.cthulhud20.rules.tests.modifiers import destiny_received, level_ca
from gardien.systems.cthulhud20.vocabulary import Ability, CombatOption, Level, Name, modifier_of

HIGHEST = 20  # levels there are (CD20-P-LEVEL-01)
OF_LEVEL = 300  # experience for a challenge of one’s own level, times the level (CD20-P-XP-01)
TOO_EASY = 7  # levels below the group from which nothing is learned any more
WRITTEN: dict[Ability, str] = {"str": "strength", "int": "intellect"}  # abilities whose codes are words of the language

Experience: TypeAlias = Annotated[int, Meta(ge=0, le=10_000_000)]


def numbers_of(row: Rank, option: CombatOption) -> tuple[int, ...]:
    """The base numbers of a level (CD20-P-LEVEL-01)."""
    return row.offence if option == "offence" else row.defence


# ---- the table ----


class LevelGiven(Value, frozen=True, kw_only=True):
    """A level and what was chosen at the first."""

    level: Level
    combat_option: CombatOption = "offence"


class LevelRow(Value, frozen=True, kw_only=True):
    """One row of the level table."""

    base_attack: tuple[int, ...]
    good_save: int
    poor_save: int
    feats_total: int
    ability_increases: int
    max_rank_core: int
    max_rank_other: float
    destiny_received: int
    xp_needed: int
    ca_bonus: int


@procedure("level_table", rules="CD20-P-LEVEL-01 CD20-P-LEVEL-02 CD20-DEST-01", headline=("xp_needed",))
def show_level(given: LevelGiven, options: Options) -> Program[LevelRow]:
    """Base attack, saves, feats, ranks, destiny and experience of a level."""
    row = pack.level(given.level)
    ca_bonus = level_ca(Combatant(level=given.level, combat_option=given.combat_option), options)
    for label, value in (
        ("good_save", row.good_save),
        ("poor_save", row.poor_save),
        ("feats_total", row.feats),
        ("ability_increases", row.increases),
        ("xp_needed", row.xp),
    ):
        yield from step(label, value, "CD20-P-LEVEL-01")
    yield from step("destiny_received", row.destiny, "CD20-DEST-01")
    if options.level_ac_bonus:
        yield from step("ca_bonus", ca_bonus, "CD20-P-LEVEL-02")
    return LevelRow(
        base_attack=numbers_of(row, given.combat_option),
        good_save=row.good_save,
        poor_save=row.poor_save,
        feats_total=row.feats,
        ability_increases=row.increases,
        max_rank_core=row.core_rank,
        max_rank_other=row.other_rank,
        destiny_received=row.destiny,
        xp_needed=row.xp,
        ca_bonus=ca_bonus,
    )


# ---- one more level ----


def gives_ability(level: int) -> bool:
    """Whether an ability rises with this level (CD20-P-ABIL-01)."""
    return 1 < level <= HIGHEST and pack.level(level).increases > pack.level(level - 1).increases


class LevelUpGiven(Value, frozen=True, kw_only=True):
    """Somebody who has earned a level; without experience the Keeper grants it."""

    character: Combatant = NOBODY
    xp: Experience | None = None
    ability: Ability | None = None

    def __post_init__(self) -> None:
        due = gives_ability(self.character.level + 1)
        if due and self.ability is None:
            raise BadField("ability", "field/missing", "CD20-P-ABIL-01", allowed="str | dex | con | int | wis | cha")
        if not due and self.ability is not None:
            raise BadField("ability", "field/not_allowed", "CD20-P-ABIL-01", came=self.ability, allowed="–")


LevelRefused: TypeAlias = Literal["level_20", "dead", "not_enough_xp"]
LEVEL_RULES: dict[LevelRefused, str] = {
    "level_20": "CD20-P-LEVEL-01",
    "dead": "CD20-HP-04",
    "not_enough_xp": "CD20-P-XP-01",
}


class Grown(Value, frozen=True, kw_only=True):
    """What the new level brought; nothing where the rules refused it."""

    refused: LevelRefused | UnsetType = UNSET
    level: int | UnsetType = UNSET
    base_attack: tuple[int, ...] | UnsetType = UNSET
    good_save: int | UnsetType = UNSET
    poor_save: int | UnsetType = UNSET
    feat_gained: bool | UnsetType = UNSET
    ability_gained: bool | UnsetType = UNSET
    skill_points: int | UnsetType = UNSET
    destiny_received: int | UnsetType = UNSET
    destiny_left: int | UnsetType = UNSET
    san_gain: int | UnsetType = UNSET
    san: int | UnsetType = UNSET
    pv_max: int | UnsetType = UNSET
    pf_max: int | UnsetType = UNSET
    pv: int | UnsetType = UNSET
    pf: int | UnsetType = UNSET

    def changes(self, given: LevelUpGiven, options: Options) -> tuple[Change, ...]:
        """What a sheet keeps; the raised ability is written there by whoever keeps it."""
        if self.refused is not UNSET:
            return ()
        who = given.character
        before = {
            "level": who.level,
            "destiny_received": destiny_received(who, options),
            "san": who.sanity,
            "pv_max": who.life_max,
            "pf_max": who.breath_max,
            "pv": who.life,
            "pf": who.breath,
        }
        after = [(name, old, getattr(self, name)) for name, old in before.items()]
        return changed(*after, who=who.name)


def level_refused(given: LevelUpGiven) -> LevelRefused | None:
    """Why there is no new level, the first that applies."""
    who = given.character
    if who.level >= HIGHEST:
        return "level_20"
    if who.condition == "dead":
        return "dead"
    return "not_enough_xp" if given.xp is not None and given.xp < pack.level(who.level + 1).xp else None


def after_increase(character: Combatant, ability: Ability | None) -> Combatant:
    """The same person with one point more in an ability (CD20-P-ABIL-01)."""
    if ability is None:
        return character
    name = WRITTEN.get(ability, ability)
    return replace(character, **{name: getattr(character, name) + 1})


@procedure(
    "level_up",
    rules="""CD20-P-LEVEL-01 CD20-P-ABIL-01 CD20-P-SKILL-02 CD20-P-XP-01 CD20-P-SAN-06 CD20-DEST-01 CD20-DEST-02
    CD20-HP-01""",
    dice=("d6",),
    headline=("level", "san"),
)
def gain_level(given: LevelUpGiven, options: Options) -> Program[Grown]:
    """A level more: better attacks and saves, skill points, a point of destiny, a die of SAN; sometimes a feat."""
    refused = level_refused(given)
    if refused is not None:
        yield from step("refused", refused, LEVEL_RULES[refused])
        return Grown(refused=refused)
    before = given.character
    level = before.level + 1
    old, row = pack.level(before.level), pack.level(level)
    after = after_increase(replace(before, level=level), given.ability)
    moved = modifier_of(after.score("con")) - modifier_of(before.score("con"))  # PV and PF follow (CD20-HP-01)
    yield from step("level", level, "CD20-P-XP-01")
    points = points_a_level(after.score("int"))
    yield from step("skill_points", points, "CD20-P-SKILL-02")
    received = destiny_received(after, options)
    left = max(0, received - before.destiny_spent)
    yield from step("destiny_received", received, "CD20-DEST-01")
    yield from step("destiny_left", left, "CD20-DEST-02")
    gain = yield from roll(D6, "d6", before.name, "san_gain")
    most = SAN_MOST - before.mythos_ranks
    san = min(most, before.sanity + gain)
    parts = (("san", before.sanity), ("san_gain", gain))
    yield from step("san_gain", gain, "CD20-P-SAN-06")
    yield from step("san", san, "CD20-P-SAN-06", parts, (-100, most))
    for name, points_now in (("pv_max", before.life_max), ("pf_max", before.breath_max)):
        if moved:
            yield from step(name, points_now + moved, "CD20-HP-01")
    return Grown(
        level=level,
        base_attack=numbers_of(row, before.combat_option),
        good_save=row.good_save,
        poor_save=row.poor_save,
        feat_gained=row.feats > old.feats,
        ability_gained=given.ability is not None,
        skill_points=points,
        destiny_received=received,
        destiny_left=left,
        san_gain=gain,
        san=san,
        pv_max=before.life_max + moved,
        pf_max=before.breath_max + moved,
        pv=before.life + moved,
        pf=before.breath + moved,
    )


# ---- experience ----


class Learner(Value, frozen=True, kw_only=True):
    """Somebody who has a share of the experience."""

    name: Name = ""


class AwardGiven(Value, frozen=True, kw_only=True):
    """A challenge that was overcome, and by whom, by name or only by number; a challenge of one half is 0."""

    challenge: Annotated[int, Meta(ge=0, le=100)]
    group_level: Level
    members: Annotated[int, Meta(ge=1, le=100)] = 1
    characters: Annotated[tuple[Learner, ...], Meta(max_length=100)] = ()

    @property
    def shares(self) -> int:
        """How many share it: those who are named, where somebody is."""
        return len(self.characters) or self.members


class Awarded(Value, frozen=True, kw_only=True):
    """Experience for all, and for each."""

    xp_total: int
    xp_each: int


def experience_for(challenge: int, level: int) -> int:
    """300 a level for a challenge of that level, twice as much for every two above; nothing for an easy one."""
    if challenge < level - TOO_EASY:
        return 0
    square = (OF_LEVEL * level) ** 2
    higher = challenge - level
    return isqrt(square << higher if higher >= 0 else square >> -higher)  # CD20-P-XP-01


@procedure("award_experience", rules="CD20-P-XP-01", headline=("xp_each",))
def award(given: AwardGiven, options: Options) -> Program[Awarded]:
    """Experience for a challenge, shared equally, rounded down."""
    experience = experience_for(given.challenge, given.group_level)
    each = experience // given.shares
    yield from step("xp_total", experience, "CD20-P-XP-01")
    yield from step("xp_each", each, "CD20-P-XP-01")
    return Awarded(xp_total=experience, xp_each=each)


# ---- what so many levels have brought ----


def rises_by(level: int) -> tuple[int, ...]:
    """The levels at which an ability rose (CD20-P-ABIL-01)."""
    return tuple(one for one in range(2, level + 1) if gives_ability(one))


def feats_by(level: int) -> tuple[int, ...]:
    """The level at which each feat was taken (CD20-P-LEVEL-01)."""
    gained = [pack.level(one).feats - (pack.level(one - 1).feats if one > 1 else 0) for one in range(1, level + 1)]
    return tuple(at for at, count in enumerate(gained, start=1) for _ in range(count))


def at_level(first: Combatant, level: int, rises: Sequence[Ability]) -> Combatant:
    """Somebody of the first level as they were later, raised in this order."""
    who = replace(first, level=level)
    for ability, _ in zip(rises, rises_by(level), strict=False):
        who = after_increase(who, ability)
    return who


def points_by(first: Combatant, level: int, rises: Sequence[Ability]) -> int:
    """Skill points from the first level on, each level with the Intelligence of its time (CD20-P-SKILL-02)."""
    later = (at_level(first, one, rises).score("int") for one in range(2, level + 1))
    return all_points(first.score("int"), 1) + sum(map(points_a_level, later))


def taken_in_turn(
    first: Combatant, level: int, rises: Sequence[Ability], feats: Sequence[str]
) -> tuple[list[str], list[str]]:
    """Feats in an order in which each could be taken when its turn came, and those that never could (CD20-P-FEAT-01).

    What may be taken once may be taken ever after, so that the first that fits is as good as any other.
    """
    taken: list[str] = []
    left = list(feats)
    for at in feats_by(level):
        who = replace(at_level(first, at, rises), feats=tuple(taken))
        fitting = next((feat for feat in left if missing(who, feat) is None), None)
        if fitting is not None:
            left.remove(fitting)
            taken.append(fitting)
    return taken, left


def in_order(first: Combatant, level: int, increases: Mapping[Ability, int], feats: Sequence[str]) -> list[Ability]:
    """The increases in the order that gives most skill points among those that let all feats be taken in time."""
    risen = [ability for ability, count in increases.items() for _ in range(count)]
    orders = sorted(set(permutations(risen)), key=lambda rises: -points_by(first, level, rises))
    fitting = (rises for rises in orders if not taken_in_turn(first, level, rises, feats)[1])
    return list(next(fitting, orders[0]))
