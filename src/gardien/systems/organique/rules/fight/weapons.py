"""Weapons as attacks read them: a key of the list, or one described; their range (M9, WPN, RNG-01, RNG-02)."""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta
from msgspec.structs import replace

from gardien.core.in_force import kept_by_rows
from gardien.core.inputs import BadField, check_key
from gardien.core.values import Value
from gardien.systems.organique import pack, vocabulary
from gardien.systems.organique.rules.body.damage import Blow
from gardien.systems.organique.rules.character import PoisonKey, freeze
from gardien.systems.organique.rules.fight.combat_skills import Skills, kick_c
from gardien.systems.organique.rules.person import Person, halves

WeaponKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("weapons", "weapon"))]
KICK = 0.5  # c of a kick beyond a punch (M9)
EXEMPT: dict[
    vocabulary.Improvised, frozenset[str]
] = {  # actions that an improvised weapon does without malus (ORG-WPN-02 to 04)
    "none": frozenset(),
    "blade": frozenset(("stun", "blind", "slash")),
    "point": frozenset(("blind", "stun", "vital_blade")),
    "club": frozenset(("strike", "stun")),
}


class Make(Value, frozen=True, kw_only=True):
    """A weapon as it is described, and as rules hold it; fists and feet without damage do what strength gives (M9)."""

    name: vocabulary.Name
    group: vocabulary.Group
    bs: Any = None
    c: Any = None
    pa: Any = None
    range_min: Annotated[int, Meta(ge=0, le=4)] = 0
    range_max: Annotated[int, Meta(ge=0, le=4)] = 1
    useful_cm: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    max_cm: Annotated[int, Meta(ge=1, le=10_000_000)] | None = None
    rate: Annotated[int, Meta(ge=1, le=100)] = 1
    tags: Any
    improvised: vocabulary.Improvised = "none"
    parry_bonus: Annotated[int, Meta(ge=0, le=100)] = 0
    coating: PoisonKey | None = None
    harmless: bool = False
    sight: vocabulary.Sight = "partial"
    sight_die: vocabulary.SightDie = "none"
    also_stuns: bool = False
    jams: bool = False  # by a natural 1, whatever the house rules (M9)
    electricity: vocabulary.Rating = 0  # points of a discharge (ORG-DMG-05)
    bs_lost_every_cm: vocabulary.Centimetres = 0  # one bs less for so much distance (M9: shot)


class WeaponGiven(Make, frozen=True, kw_only=True):
    """A weapon described."""

    name: vocabulary.Name = "punch"
    group: vocabulary.Group = "fists"
    bs: vocabulary.Points | None = None
    c: vocabulary.Points | None = None
    pa: vocabulary.Points | None = None
    tags: Annotated[dict[vocabulary.Feat, vocabulary.Tag], Meta(max_length=40)] = {}

    def __post_init__(self) -> None:
        vocabulary.check_halves(bs=self.bs or 0, c=self.c or 0, pa=self.pa or 0)
        if self.pa is not None and self.bs is not None and self.pa < self.bs:
            raise BadField("pa", "field/at_least", "ORG-ARM-04", came=self.pa, low=self.bs)
        if self.coating is not None:
            check_key("coating", self.coating, pack.poison)
        freeze(self, "tags")


WeaponNamed: TypeAlias = WeaponKey | WeaponGiven
UNARMED = WeaponGiven()


def check_weapon(field: str, weapon: str | WeaponGiven | None) -> None:
    """A weapon of the list where one is named by its key; called by inputs about themselves."""
    if isinstance(weapon, str):
        check_key(field, weapon, pack.weapon)


class Weapon(Make, frozen=True, kw_only=True):
    """A weapon in somebody’s hand, everything known of it; damage in halves."""

    bs: int = 0
    c: int = 0
    pa: int | None = None
    tags: tuple[tuple[str, int], ...] = ()  # action or reaction, what it adds to the difficulty
    fire: int = 0  # points a turn, for a die of turns, where it bursts (ORG-DMG-01, M9)
    bursts: bool = False

    @property
    def is_ranged(self) -> bool:
        return self.group in vocabulary.RANGED

    @property
    def firearm(self) -> bool:
        return self.group in vocabulary.FIREARMS

    @property
    def bare(self) -> bool:
        """Fists, feet, the body itself."""
        return self.group in ("fists", "feet", "body")

    def tag(self, feat: str) -> int:
        """What the weapon adds to the difficulty of an action or reaction (ORG-WPN-01)."""
        return dict(self.tags).get(feat, 0)

    def at(self, distance_cm: int) -> "Weapon":
        """What is left of it at a distance: shot spreads (M9)."""
        if not self.bs_lost_every_cm:
            return self
        lost = 2 * (distance_cm // self.bs_lost_every_cm)
        return replace(self, bs=max(0, self.bs - lost))

    def blow(self) -> Blow:
        """Its plain damage."""
        return Blow(bs=self.bs, c=self.c, pa=self.pa)


def bare_c(person: Person, group: vocabulary.Group) -> int:
    """What fists or feet do by strength and training, in halves (M9, ORG-CSK-05)."""
    return _bare_c(person.score("FOR"), person.frame.combat_skills, group)


def _bare_c(strength: int, skills: Skills, group: vocabulary.Group) -> int:
    fist = pack.punch(strength)
    return halves(fist if group != "feet" else fist + KICK + kick_c(skills))


def weapon_of(named: str | WeaponGiven, person: Person) -> Weapon:
    """A weapon in this person’s hand."""
    return _made(named, person.score("FOR"), person.frame.combat_skills)


OWN = ("name", "group", "bs", "c", "pa", "tags", "coating")  # what a weapon in the hand has in its own way
ALIKE = tuple(name for name in Make.__struct_fields__ if name not in OWN)


@kept_by_rows(4096)
def _made(named: str | WeaponGiven, strength: int, skills: Skills) -> Weapon:
    row = pack.weapon(named) if isinstance(named, str) else None
    own: Any = row or named
    bare = own.group in ("fists", "feet") and not own.harmless
    if row and row.punch_c is not None:
        c = _bare_c(strength, skills, "fists") + halves(row.punch_c)
    elif bare and (not (row.bs or row.c) if row else own.bs is None and own.c is None):
        c = _bare_c(strength, skills, own.group)
    else:
        c = halves(own.c or 0)
    return Weapon(
        name=own.key if row else own.name,
        group=own.group,
        bs=halves(own.bs or 0),
        c=c,
        pa=None if own.pa is None else halves(own.pa),
        tags=tuple((feat, vocabulary.TAGS[tag]) for feat, tag in own.tags.items()),
        coating=None if row else own.coating,
        fire=int(row.fire) if row else 0,
        bursts=row is not None and row.radius_cm > 0,
        **{name: getattr(own, name) for name in ALIKE},
    )


# ---- range ----


def reaches(weapon: Weapon, step: int | None, distance_cm: vocabulary.Centimetres = 0) -> bool:
    """Whether it can be used at a range step, and no farther than it carries (ORG-RNG-01, ORG-RNG-02, ORG-WPN-07)."""
    if step is not None and (step < weapon.range_min or (step > weapon.range_max and not weapon.is_ranged)):
        return False
    return weapon.max_cm is None or distance_cm <= weapon.max_cm


def range_mod(weapon: Weapon, distance_cm: vocabulary.Centimetres) -> int:
    """One off for each full useful range (ORG-RNG-02); nothing in melee."""
    return -(distance_cm // weapon.useful_cm) if weapon.is_ranged and weapon.useful_cm else 0
