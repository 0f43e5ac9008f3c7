"""From the percentile game and from d20: skills, characters, creatures (CONV, CREAT)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from gardien.core.chance import Program, less, roll, step
from gardien.core.inputs import check_key
from gardien.core.procedure import procedure
from gardien.core.values import Value, frozen_map, like
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import Code, D100Attack, Jet, Percent
from gardien.systems.d20d100.rules.growth.score_rolls import THREE_DICE
from gardien.systems.d20d100.rules.growth.scores import (
    BASE_DEFENCE,
    DeriveGiven,
    ScoresGiven,
    all_scores,
    damage_bonus_of,
    defence_parts,
    derived_values,
    life_of,
    modifiers_of,
)
from gardien.systems.d20d100.rules.growth.skill_points import SkillKey

ZERO = -6  # what 0 % is worth (D100-CONV-01)
TWO_CODES = 2  # taken off where two characteristics add up (D100-CONV-02)
MAJOR_FROM = 50  # PV of a major monster (D100-MISS-07)
NPC_PER = 10  # D100-MISS-14
LEAST_PER, MOST_PER = 6, 18  # D100-MISS-14
MOST_SAN = 99  # less the Mythos (D100-MISS-02)

Chance: TypeAlias = Annotated[int, Meta(ge=0, le=200)]


def modifier_of_percent(percent: int) -> int:
    """The modifier whose chance at Difficulty 15 is the percentage, to the nearest five (D100-CONV-01)."""
    return (percent + 2) // 5 + ZERO


class PercentGiven(Value, frozen=True, kw_only=True):
    """A percentage, alone or as the base of a skill."""

    percent: Chance
    characteristics: Annotated[tuple[Code, ...], Meta(max_length=2)] = ()
    combat: bool = False
    deduction: Annotated[int, Meta(ge=0, le=2)] | None = None

    @property
    def taken_off(self) -> int:
        """Two points where two characteristics add up, but not for combat (D100-CONV-02)."""
        if self.deduction is not None:
            return self.deduction
        return TWO_CODES if len(self.characteristics) == 2 and not self.combat else 0


class PercentConverted(Value, frozen=True, kw_only=True):
    """The same chance as a modifier, and the formula of a base."""

    modifier: int
    formula: str | UnsetType = UNSET


@procedure("convert_percent", rules="D100-CONV-01 D100-CONV-02 D100-MISS-14", headline=("modifier", "formula"))
def convert_percentage(given: PercentGiven, options: Options) -> Program[PercentConverted]:
    """Five percentage points are one point of modifier, counted from −6."""
    alone, off = modifier_of_percent(given.percent), given.taken_off
    modifier = alone - off
    parts = (("converted", alone), less("deduction", off)) if off else ()
    yield from step("modifier", modifier, "D100-CONV-02" if off else "D100-CONV-01", parts)
    if not given.characteristics:
        return PercentConverted(modifier=modifier)
    formula = "+".join(given.characteristics) + (f"{modifier:+d}" if modifier else "")
    yield from step("formula", formula, "D100-CONV-02")
    return PercentConverted(modifier=modifier, formula=formula)


class CharacterGiven(ScoresGiven, frozen=True, kw_only=True):
    """A finished percentile character; it has no PER yet."""

    skills: dict[SkillKey, Chance] = {}
    mythos: Percent = 0
    per_method: Literal["roll", "ten", "spot_hidden"] = "ten"
    spot_hidden: Chance = 25

    def __post_init__(self) -> None:
        super().__post_init__()
        for key in self.skills:
            check_key("skills", key, pack.skill)
        force_setattr(self, "skills", frozen_map(self.skills))


class CharacterConverted(Value, frozen=True, kw_only=True):
    """The same person in this game."""

    per: int
    scores: dict[Code, int]
    modifiers: dict[Code, int]
    jets: dict[Jet, int]
    skills: dict[SkillKey, int]
    pv_max: int
    pm_max: int
    san_max: int
    defence: int
    defence_flat: int
    damage_bonus: int


def perception_of_percent(percent: int) -> int:
    """The even score whose modifier is the converted Spot Hidden and one more, between 6 and 18 (D100-MISS-14)."""
    return max(LEAST_PER, min(MOST_PER, 10 + 2 * (modifier_of_percent(percent) + 1)))


@procedure(
    "convert_character",
    rules="D100-CONV-01 D100-CONV-03 D100-MISS-14",
    dice=("d6",),
    headline=("per", "pv_max", "pm_max", "defence"),
)
def convert_person(given: CharacterGiven, options: Options) -> Program[CharacterConverted]:
    """Eight scores are kept, PER is found, every percentage becomes a finished total."""
    if given.per_method == "roll":
        per = yield from roll(THREE_DICE, "d6", purpose="per")
    else:
        per = NPC_PER if given.per_method == "ten" else perception_of_percent(given.spot_hidden)
    yield from step("per", per, "D100-MISS-14")
    scores: dict[Code, int] = {**all_scores(given.scores), "PER": per}
    asked = DeriveGiven(scores=scores, mythos=given.mythos)
    derived = derived_values(asked, options)
    for name in ("pv_max", "pm_max", "damage_bonus"):
        yield from step(name, getattr(derived, name), "D100-CONV-03")
    yield from step("san_max", derived.san_max, "D100-CONV-03", (("base", MOST_SAN), less("mythos", given.mythos)))
    for name in ("defence", "defence_flat"):
        parts = defence_parts(asked, derived.jets["reflexes"], flat=name == "defence_flat", options=options)
        yield from step(name, getattr(derived, name), "D100-CONV-03", parts)
    return like(
        CharacterConverted,
        derived,
        per=per,
        scores=frozen_map(scores),
        skills=frozen_map({key: modifier_of_percent(percent) for key, percent in given.skills.items()}),
    )


class CreatureGiven(ScoresGiven, frozen=True, kw_only=True):
    """A percentile creature or person of the Keeper’s."""

    armour: Annotated[int, Meta(ge=0, le=60)] = 0
    grapple_percent: Annotated[int, Meta(ge=0, le=300)] | None = None
    attacks: Annotated[tuple[D100Attack, ...], Meta(max_length=6)] = ()


class CreatureAttack(Value, frozen=True, kw_only=True):
    """One attack, converted."""

    name: str
    attack: int
    damage: str
    per_round: int


class CreatureConverted(Value, frozen=True, kw_only=True):
    """A profile as the Keeper reads it in a fight."""

    modifiers: dict[Code, int]
    pv_max: int
    scale: int
    mass: int
    defence: int
    defence_flat: int
    damage_bonus: int
    lutte: int
    protection: int
    major_monster: bool
    generic_melee: int
    generic_ranged: int
    attacks: tuple[CreatureAttack, ...]


def creature_of(given: CreatureGiven) -> CreatureConverted:
    """The whole profile (D100-MISS-07, D100-MISS-15)."""
    modifiers, size = modifiers_of(given.scores), pack.size(given.score("TAI"))
    pv_max = life_of(given.scores)
    hold = modifier_of_percent(given.grapple_percent) if given.grapple_percent is not None else modifiers["FOR"] - 1
    return CreatureConverted(
        modifiers=frozen_map(modifiers),
        pv_max=pv_max,
        scale=size.scale,
        mass=size.mass,
        defence=BASE_DEFENCE + modifiers["DEX"] + size.scale,
        defence_flat=BASE_DEFENCE + min(0, modifiers["DEX"]) + size.scale,
        damage_bonus=damage_bonus_of(given.score("FOR") + given.score("TAI")),
        lutte=hold + size.mass,
        protection=given.armour,
        major_monster=pv_max >= MAJOR_FROM,
        generic_melee=modifiers["FOR"] - 2,
        generic_ranged=modifiers["DEX"] - 2,
        attacks=tuple(
            CreatureAttack(
                name=one.name, attack=modifier_of_percent(one.percent), damage=one.damage, per_round=one.per_round
            )
            for one in given.attacks
        ),
    )


@procedure(
    "convert_creature",
    rules="""D100-CONV-01 D100-CONV-05 D100-CREAT-01 D100-CREAT-02 D100-CREAT-03 D100-CREAT-04 D100-CREAT-05
    D100-MISS-07 D100-MISS-15""",
    headline=("pv_max", "defence", "defence_flat", "lutte", "protection"),
)
def convert_being(given: CreatureGiven, options: Options) -> Program[CreatureConverted]:
    """Modifiers, PV, Scale and Mass by its size; armour becomes Protection, percentages become scores."""
    creature = creature_of(given)
    dex = creature.modifiers["DEX"]
    yield from step("pv_max", creature.pv_max, "D100-MISS-07")
    yield from step("scale", creature.scale, "D100-CREAT-03")
    yield from step("mass", creature.mass, "D100-CREAT-05")
    parts = (("base", BASE_DEFENCE), ("DEX", dex), ("scale", creature.scale))
    yield from step("defence", creature.defence, "D100-CREAT-04", parts)
    parts = (("base", BASE_DEFENCE), ("DEX", min(0, dex)), ("scale", creature.scale))
    yield from step("defence_flat", creature.defence_flat, "D100-DEF-02", parts)
    yield from step("damage_bonus", creature.damage_bonus, "D100-MISS-02")
    held = (("base", creature.lutte - creature.mass), ("mass", creature.mass))
    yield from step("lutte", creature.lutte, "D100-CREAT-05", held)
    yield from step("protection", creature.protection, "D100-CONV-05")
    yield from step("major_monster", creature.major_monster, "D100-MISS-07")
    yield from step(
        "generic_melee", creature.generic_melee, "D100-CREAT-02", (("FOR", creature.modifiers["FOR"]), ("base", -2))
    )
    yield from step("generic_ranged", creature.generic_ranged, "D100-CREAT-02", (("DEX", dex), ("base", -2)))
    return creature


class ArmourClassGiven(Value, frozen=True, kw_only=True):
    """What a d20 armour class is made of."""

    size: Annotated[int, Meta(ge=-8, le=8)] = 0
    natural: Annotated[int, Meta(ge=0, le=60)] = 0
    dex: Annotated[int, Meta(ge=-10, le=20)] = 0
    dodge: Annotated[int, Meta(ge=0, le=20)] = 0


class ArmourClassConverted(Value, frozen=True, kw_only=True):
    """What dodges and what protects, told apart."""

    defence: int
    defence_flat: int
    protection: int


@procedure(
    "convert_creature_d20",
    rules="D100-CONV-04 D100-DEF-01",
    headline=("defence", "defence_flat", "protection"),
)
def convert_armour_class(given: ArmourClassGiven, options: Options) -> Program[ArmourClassConverted]:
    """Size, Dexterity and dodging make the Defence; natural armour becomes Protection."""
    defence = BASE_DEFENCE + given.size + given.dex + given.dodge
    flat = BASE_DEFENCE + given.size + min(0, given.dex)
    parts = (("base", BASE_DEFENCE), ("size", given.size), ("dex", given.dex), ("dodge", given.dodge))
    yield from step("defence", defence, "D100-CONV-04", parts)
    caught = (("base", BASE_DEFENCE), ("size", given.size), ("dex", min(0, given.dex)))
    yield from step("defence_flat", flat, "D100-DEF-01", caught)
    yield from step("protection", given.natural, "D100-CONV-04")
    return ArmourClassConverted(defence=defence, defence_flat=flat, protection=given.natural)


class SizeGiven(Value, frozen=True, kw_only=True):
    """A size."""

    tai_score: Annotated[int, Meta(ge=0, le=400)]


class Sized(Value, frozen=True, kw_only=True):
    """How hard to hit, how heavy to hold."""

    scale: int
    mass: int


@procedure("scale_mass", rules="D100-CREAT-03 D100-CREAT-05 D100-MISS-07", headline=("scale", "mass"))
def find_size(given: SizeGiven, options: Options) -> Program[Sized]:
    """Scale goes to Defence, Mass to Lutte: what is large is easily hit and hard to hold."""
    row = pack.size(given.tai_score)
    yield from step("scale", row.scale, "D100-CREAT-03")
    yield from step("mass", row.mass, "D100-CREAT-05")
    return Sized(scale=row.scale, mass=row.mass)
