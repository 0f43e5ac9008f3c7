"""Whether training helps with the weapon in hand (CBT, M-11)."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from gardien.core.chance import Program, step
from gardien.core.in_force import kept_by_rows
from gardien.core.inputs import BadField, check_key
from gardien.core.procedure import procedure
from gardien.core.values import Value
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack.rows import Technique, Weapon
from gardien.systems.operators.rules.character import WEAPONS, Name, SpecialtyKey, Training
from gardien.systems.operators.rules.tests.characteristic import Outcome

HOLD = "hold"  # stands beside the weapons (OPS-CBT-15)
Held: TypeAlias = Annotated[str, Meta(max_length=100, examples=[*WEAPONS, HOLD])]
Hobby: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("hobbies", "hobby"))]


class TechniqueGiven(Value, frozen=True, kw_only=True):
    """A weapon in hand, and what its bearer was trained in."""

    weapon: Held
    use: Literal["attack", "defence"] = "attack"
    specialty: SpecialtyKey = ""
    hobbies: Annotated[tuple[Hobby, ...], Meta(max_length=1000)] = ()
    trainings: Annotated[tuple[Training, ...], Meta(max_length=100)] = ()
    burst: bool = False
    in_assault: bool = False
    protecting: bool = False

    def __post_init__(self) -> None:
        if self.weapon != HOLD:
            row = check_key("weapon", self.weapon, pack.weapon)
            if self.use == "defence" and row.type != "melee":
                melee = [one.key for one in pack.table("weapons", "weapon") if one.type == "melee"]
                raise BadField("weapon", "field/one_of", "OPS-CBT-12", came=self.weapon, allowed=[*melee, HOLD])
        if self.specialty:
            check_key("specialty", self.specialty, pack.specialty)
        for training in self.trainings:
            check_key("trainings", training.specialty, pack.specialty)


class Trained(Outcome, frozen=True, kw_only=True):
    """Whether there is an advantage, and where it comes from."""

    advantage: bool
    sources: tuple[Name, ...]


@kept_by_rows(None)
def _hobbies() -> dict[str, str]:
    rows = pack.table("hobbies", "hobby")
    return {word.casefold(): row.key for row in rows for word in (row.fr, row.en, row.key)}


def hobby_key(written: str) -> str:
    """The key of a hobby written in words; one that no list knows stands for itself (OPS-CREA-10)."""
    return _hobbies().get(written.strip().casefold(), written)


def attacks(row: Technique, weapon: Weapon) -> bool:
    """Whether a technique names this weapon for an attack, in one way or another."""
    return (
        weapon.key in row.attack_weapons
        or weapon.weapon_class in row.attack_classes
        or (row.attack_scale is not None and weapon.type == "firearm" and weapon.scale == row.attack_scale)
        or (row.attack_with is not None and weapon.attack_with == row.attack_with)
        or (row.every_firearm and weapon.type == "firearm" and weapon.weapon_class != "bow")
    )


def covers(row: Technique, given: TechniqueGiven) -> bool:
    """Whether a technique helps with what is done."""
    if (
        (row.single_shots_only and given.burst)
        or (row.in_assault and not given.in_assault)
        or (row.protecting and not given.protecting)
    ):
        return False
    if given.use == "defence":
        every = row.every_melee_defence and given.weapon != HOLD
        return every or given.weapon in row.defence_weapons
    if given.weapon == HOLD:
        return HOLD in row.attack_weapons
    return attacks(row, pack.weapon(given.weapon))


def _course_counts(row: Technique, course: Training) -> bool:
    """A course counts for its own characteristic and domain only (OPS-CREA-11)."""
    kept = (course.characteristic, course.domain)
    return course.specialty in row.sources and kept == (row.characteristic, row.domain)


def sources_of(given: TechniqueGiven) -> tuple[str, ...]:
    """The specialty, then hobbies, then courses that help; a chainsaw gains from none (M-06)."""
    if given.weapon != HOLD and pack.weapon(given.weapon).never_advantaged:
        return ()
    helping = [row for row in pack.table("hobbies", "technique") if covers(row, given)]
    by_hobby = {key for row in helping if row.comes_from == "hobby" for key in row.sources}
    by_specialty = [row for row in helping if row.comes_from == "specialty"]
    own = [given.specialty] if any(given.specialty in row.sources for row in by_specialty) else []
    hobbies = [key for key in map(hobby_key, given.hobbies) if key in by_hobby]
    courses = [one.specialty for one in given.trainings if any(_course_counts(row, one) for row in by_specialty)]
    return (*own, *hobbies, *courses)


@procedure(
    "technique_advantage",
    rules="OPS-CBT-09 OPS-CREA-10 OPS-CREA-11 OPS-SPEC-02 OPS-TEST-08",
    headline=("advantage",),
)
def technique(given: TechniqueGiven, options: Options) -> Program[Trained]:
    """A hobby, a specialty or a course helps while its own weapon is in hand: a fencer needs a blade."""
    sources = sources_of(given)
    for source in sources:
        yield from step("source", source, "OPS-CBT-09")
    yield from step("advantage", bool(sources), "OPS-CBT-09")
    return Trained(advantage=bool(sources), sources=sources)
