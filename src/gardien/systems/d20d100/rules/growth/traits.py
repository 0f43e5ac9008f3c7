"""Traits: which may be taken together, what they add to skills, Jets, weapons and the rest (TRAIT, CREA, MISS)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import force_setattr

from gardien.core.chance import Program, step
from gardien.core.errors import Refusal
from gardien.core.inputs import check_key
from gardien.core.procedure import procedure
from gardien.core.rows import key_of_name
from gardien.core.values import Value, frozen_map
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack.rows import Trait as TraitRow
from gardien.systems.d20d100.rules.character import Code, Jet, Modifier, Name
from gardien.systems.d20d100.rules.growth.scores import AVERAGE, ScoresGiven
from gardien.systems.d20d100.rules.growth.skill_points import Bonus, SkillKey, bonus_for, is_combat, is_skill

FREE_TRAITS = 2  # and one more for each negative one (D100-MISS-04)
MOST_NEGATIVE = 2  # D100-MISS-04

Fault: TypeAlias = Literal[
    "unknown_trait",
    "duplicate_trait",
    "missing_target",
    "bad_target",
    "needs_dex_above_13",
    "not_justified",
    "psychic_not_allowed",
    "too_many_negative",
    "too_many_traits",
]
BROKEN_RULES: dict[Fault, str] = {  # where each fault is forbidden, in the order in which they are told
    "unknown_trait": "D100-MISS-04",
    "duplicate_trait": "D100-MISS-04",
    "missing_target": "D100-CREA-14",
    "bad_target": "D100-TRAIT-02",
    "needs_dex_above_13": "D100-TRAIT-03",
    "not_justified": "D100-TRAIT-05",
    "psychic_not_allowed": "D100-TRAIT-06",
    "too_many_negative": "D100-MISS-04",
    "too_many_traits": "D100-MISS-04",
}
TraitKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("traits", "trait"))]
WeaponKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("weapons", "weapon"))]


class Trait(Value, frozen=True, kw_only=True):
    """A trait taken at creation (D100-TRAIT-01)."""

    key: TraitKey
    target: Name = ""
    justified: bool = True

    def __post_init__(self) -> None:
        """Traits, skills and weapons may be named as the pack calls them in either language."""
        force_setattr(self, "key", key_of_name(pack.table("traits", "trait"), self.key))
        if self.target:
            named = (*pack.table("skills", "skill"), *pack.table("weapons", "weapon"))
            force_setattr(self, "target", key_of_name(named, self.target))


def row_of(key: str) -> TraitRow | None:
    """The trait of the list, if it has one of that name."""
    try:
        return pack.trait(key)
    except Refusal:
        return None


def is_weapon(key: str) -> bool:
    """Whether the list has such a weapon."""
    try:
        pack.weapon(key)
    except Refusal:
        return False
    return True


def fits(row: TraitRow, target: str) -> bool:
    """Whether a trait may name this target (D100-TRAIT-02, D100-TRAIT-04, D100-MISS-04)."""
    if row.targets:
        return target in row.targets
    if row.target == "skill":
        return is_skill(target) and not is_combat(target)
    if row.target == "combat_skill":
        return is_combat(target)
    return is_weapon(target) if row.target == "weapon" else True


def own_faults(trait: Trait, scores: Mapping[Code, int], options: Options) -> set[Fault]:
    """What is wrong with one trait by itself."""
    row = row_of(trait.key)
    if row is None:
        return {"unknown_trait"}
    missing = bool(row.target) and not trait.target
    broken: dict[Fault, bool] = {
        "missing_target": missing,
        "bad_target": bool(row.target) and not missing and not fits(row, trait.target),
        "needs_dex_above_13": row.dex_above is not None and scores.get("DEX", AVERAGE) <= row.dex_above,
        "not_justified": row.kind == "combat" and not trait.justified,
        "psychic_not_allowed": row.kind == "psychic" and not options.psychic_traits,
    }
    return {fault for fault, is_so in broken.items() if is_so}


def same(trait: Trait) -> tuple[str, str]:
    """What makes two traits the same: the target too, where one is named (D100-MISS-04)."""
    row = row_of(trait.key)
    return trait.key, trait.target if row is not None and row.target else ""


def slots_left(traits: Sequence[Trait]) -> int:
    """Two traits, one more for each negative one (D100-MISS-04)."""
    rows = [row for one in traits if (row := row_of(one.key)) is not None]
    negative = sum(row.kind == "negative" for row in rows)
    return FREE_TRAITS + negative - (len(rows) - negative)


def faults_of(traits: Sequence[Trait], scores: Mapping[Code, int], options: Options) -> tuple[Fault, ...]:
    """Everything that is wrong with a list of traits, each once, in the order of the list."""
    faults = {fault for one in traits for fault in own_faults(one, scores, options)}
    taken = [same(one) for one in traits]
    if len(set(taken)) < len(taken):
        faults.add("duplicate_trait")
    rows = [row for one in traits if (row := row_of(one.key)) is not None]
    if sum(row.kind == "negative" for row in rows) > MOST_NEGATIVE:
        faults.add("too_many_negative")
    if slots_left(traits) < 0:
        faults.add("too_many_traits")
    return tuple(fault for fault in BROKEN_RULES if fault in faults)


class Effects(Value, frozen=True, kw_only=True):
    """What traits add, all together (D100-CREA-14)."""

    skill_bonuses: dict[SkillKey, int]
    jet_bonuses: dict[Jet, int]
    weapon_bonuses: dict[WeaponKey, int]
    pv_bonus: int
    san_bonus: int
    san_test_bonus: int
    speed_bonus: float
    initiative_bonus: int
    dodge_bonus: int


def effects_of(traits: Sequence[Trait], scores: Mapping[Code, int], options: Options) -> Effects:
    """The sums of those traits that hold, each once; bonuses of different traits add up (D100-MISS-04)."""
    holding = {same(one): one for one in traits if not own_faults(one, scores, options)}
    rows = [(pack.trait(one.key), one.target) for one in holding.values()]
    skills: dict[str, int] = {}
    jets: dict[Jet, int] = {}
    weapons: dict[str, int] = {}
    for row, target in rows:
        for key, bonus in row.skills.items():
            skills[key] = skills.get(key, 0) + bonus
        for jet, bonus in row.jets.items():
            jets[jet] = jets.get(jet, 0) + bonus
        if row.target == "weapon":
            weapons[target] = weapons.get(target, 0) + row.bonus
        elif row.target in ("skill", "combat_skill"):
            skills[target] = skills.get(target, 0) + row.bonus
    return Effects(
        skill_bonuses=frozen_map({key: bonus for key, bonus in skills.items() if bonus}),
        jet_bonuses=frozen_map({jet: bonus for jet, bonus in jets.items() if bonus}),
        weapon_bonuses=frozen_map({key: bonus for key, bonus in weapons.items() if bonus}),
        pv_bonus=sum(row.pv for row, _ in rows),
        san_bonus=sum(row.san for row, _ in rows),
        san_test_bonus=sum(row.san_test for row, _ in rows),
        speed_bonus=sum(row.speed for row, _ in rows),
        initiative_bonus=sum(row.initiative for row, _ in rows),
        dodge_bonus=sum(row.dodge for row, _ in rows),
    )


class TraitsGiven(ScoresGiven, frozen=True, kw_only=True):
    """Traits somebody would like to have, and what they would change."""

    traits: Annotated[tuple[Trait, ...], Meta(max_length=6)]
    skills: dict[SkillKey, Modifier] = {}
    jets: dict[Jet, Bonus] = {}

    def __post_init__(self) -> None:
        super().__post_init__()
        for key in self.skills:
            check_key("skills", key, pack.skill)
        for field in ("skills", "jets"):
            force_setattr(self, field, frozen_map(getattr(self, field)))


class Chosen(Effects, frozen=True, kw_only=True):
    """Whether traits go together, and what they add up to."""

    accepted: bool
    errors: tuple[Fault, ...]
    slots_left: int
    skills: dict[SkillKey, int]
    jets: dict[Jet, int]


@procedure(
    "choose_traits",
    rules="""D100-CREA-14 D100-TRAIT-01 D100-TRAIT-02 D100-TRAIT-03 D100-TRAIT-04 D100-TRAIT-05 D100-TRAIT-06
    D100-MISS-04 D100-MISS-16""",
    headline=("accepted", "errors", "slots_left"),
)
def choose(given: TraitsGiven, options: Options) -> Program[Chosen]:
    """Two traits, one more for each flaw, two flaws at most; combat traits need a past."""
    faults = faults_of(given.traits, given.scores, options)
    effects = effects_of(given.traits, given.scores, options)
    left = slots_left(given.traits)
    yield from step("slots_left", left, "D100-MISS-04")
    for fault in faults:
        yield from step("error", fault, BROKEN_RULES[fault])
    for name in ("pv_bonus", "san_bonus", "san_test_bonus", "speed_bonus", "initiative_bonus", "dodge_bonus"):
        if getattr(effects, name):
            yield from step(name, getattr(effects, name), "D100-CREA-14")
    yield from step("accepted", not faults, "D100-TRAIT-01")
    return Chosen(
        accepted=not faults,
        errors=faults,
        slots_left=left,
        skills=frozen_map({key: total + bonus_for(effects.skill_bonuses, key) for key, total in given.skills.items()}),
        jets=frozen_map({jet: total + effects.jet_bonuses.get(jet, 0) for jet, total in given.jets.items()}),
        **{name: getattr(effects, name) for name in Effects.__struct_fields__},
    )
