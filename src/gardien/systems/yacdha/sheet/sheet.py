"""Sheets of investigators, NPCs and creatures, and the levels they give (CRE, OCC)."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

from gardien.core.inputs import BadField, check_unique
from gardien.core.rows import Count
from gardien.core.sheet import Sheet
from gardien.core.values import Value, frozen_map, like
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.rules.clock import Clock
from gardien.systems.yacdha.rules.occupations import (
    PROFESSIONAL_FROM,
    Levels,
    SheetAction,
    act_level,
    check_names,
    points_rule,
)
from gardien.systems.yacdha.vocabulary import (
    TOP,
    AgeClass,
    Category,
    GaugeValue,
    Level,
    Name,
    Sequelae,
    Text,
    madness_floor,
    trauma_floor,
)

Language = Literal["fr", "en"]
Names = Annotated[tuple[Name, ...], Meta(max_length=1000)]
Natures = Annotated[dict[str, Category], Meta(max_length=1000)]
Gifts = Annotated[dict[str, Level], Meta(max_length=1000)]
Effects = Annotated[dict[str, Text], Meta(max_length=1000)]


Actions = Annotated[tuple[SheetAction, ...], Meta(max_length=1000)]


class SheetWeapon(Value, frozen=True, kw_only=True):
    """A weapon at hand (YAC-COM-09)."""

    name: Name
    trauma_max: pack.TraumaMax
    mode: pack.Mode = "contact"


Weapons = Annotated[tuple[SheetWeapon, ...], Meta(max_length=100)]


class RecoveryClock(Value, frozen=True, kw_only=True):
    """The running period of one gauge, in weeks or months."""

    care: Literal["full", "partial", "none"] = "none"
    rest: bool = False
    favourable: bool = False
    progress: Annotated[int, Meta(ge=0, le=1000)] = 0


class RecoveryClocks(Value, frozen=True, kw_only=True):
    """Each gauge recovers on a clock of its own (YAC-REC-11)."""

    trauma: RecoveryClock = RecoveryClock()
    madness: RecoveryClock = RecoveryClock()


class Apprenticeship(Value, frozen=True, kw_only=True):
    """What is being learnt, since when, and whether this year is used up (YAC-LRN-04)."""

    occupation: Name = ""
    started: Name = ""
    year_used: bool = False


class Person(Sheet, frozen=True, kw_only=True):
    """What investigators and NPCs share: gauges, occupations and the acts under them."""

    system: Literal["yacdha"] = "yacdha"
    id: Name = ""
    name: Name = ""
    gender: Literal["f", "m"] | None = None
    description: Text = ""
    madness: GaugeValue = 1
    trauma: GaugeValue = 1
    mythos: Level = 0
    sequelae: Sequelae = 0
    occupations: Levels = {}
    natures: Natures = {}
    actions: Actions = ()
    weapons: Weapons = ()

    def __post_init__(self) -> None:
        check_names("occupations", self.occupations)
        for field in ("occupations", "natures"):
            force_setattr(self, field, frozen_map(getattr(self, field)))
        low = trauma_floor(self.sequelae)
        if self.trauma < low:
            raise BadField("trauma", "field/range", "YAC-GAU-07", came=self.trauma, low=low, high=TOP)

    @property
    def madness_min(self) -> int:
        return madness_floor(self.mythos)

    @property
    def trauma_min(self) -> int:
        return trauma_floor(self.sequelae)

    @property
    def madness_masked(self) -> tuple[int, ...]:
        """The values of madness that are out of reach for ever (YAC-GAU-07, YAC-MYT-05)."""
        return tuple(range(1, self.madness_min))

    @property
    def trauma_masked(self) -> tuple[int, ...]:
        """The values of trauma that are out of reach for ever (YAC-GAU-07)."""
        return tuple(range(1, self.trauma_min))

    @property
    def professions(self) -> tuple[str, ...]:
        """The occupations held at a professional level (YAC-OCC-01)."""
        return tuple(name for name, level in self.occupations.items() if level >= PROFESSIONAL_FROM)

    def levels_for(self, claim: str) -> tuple[int, ...]:
        """Every level one claim can rest on: an occupation, or an act written under one (YAC-OCC-08)."""
        acts = tuple(
            act_level(self.occupations.get(act.occupation or "", 0), act.granted)
            for act in self.actions
            if act.name == claim
        )
        return (self.occupations.get(claim, 0), *acts)

    def level_for(self, *claims: str) -> int:
        """The level of a throw: the best of what is claimed, never a sum; 0 unclaimed or for what anyone can do.

        YAC-OCC-04, YAC-OCC-06, YAC-OCC-09.
        """
        return max((level for claim in claims for level in self.levels_for(claim)), default=0)


class Investigator(Person, frozen=True, kw_only=True):
    """A player's character. Defaults are the values of a new one (YAC-CRE-01, YAC-CRE-02)."""

    kind: Literal["investigator"] = "investigator"
    player: Name = ""
    age_class: AgeClass = "adult"
    principal_occupation: Name = ""
    faults: Names = ()
    bonds: Names = ()
    places: Names = ()
    luck: Annotated[int, Meta(ge=0, le=6)] = 1
    gifts: Gifts = {}
    gift_effects: Effects = {}
    status: Literal["active", "unconscious", "coma", "dead", "mad", "retired"] = "active"
    coma_since: Clock | None = None
    coma_care: bool = False
    stress_faced: Names = ()
    recovery: RecoveryClocks = RecoveryClocks()
    learning: Apprenticeship = Apprenticeship()

    def __post_init__(self) -> None:
        super().__post_init__()
        check_names("gifts", self.gifts)
        for field in ("gifts", "gift_effects"):
            force_setattr(self, field, frozen_map(getattr(self, field)))
        if self.mythos > 4 and self.status != "mad":
            raise BadField("mythos", "field/range", "YAC-MYT-04", came=self.mythos, low=0, high=4)
        if self.madness < self.madness_min:
            raise BadField("madness", "field/range", "YAC-GAU-07", came=self.madness, low=self.madness_min, high=TOP)
        if self.status in ("active", "unconscious"):  # a full gauge ends the investigator's part (YAC-GEN-04)
            for gauge in ("madness", "trauma"):
                if getattr(self, gauge) == TOP:
                    raise BadField(gauge, "field/range", "YAC-GEN-04", came=TOP, low=1, high=5)
        total, points = sum(self.occupations.values()), pack.age(self.age_class).points
        if total > points:
            raise BadField("occupations", "field/at_most", points_rule(self.age_class), came=total, high=points)
        highest, ceiling = max(self.occupations.values(), default=0), pack.age(self.age_class).max_level
        if highest > ceiling:
            raise BadField("occupations", "field/range", points_rule(self.age_class), came=highest, low=1, high=ceiling)

    @property
    def favourable_possible(self) -> bool:
        """Favourable conditions can be claimed once a bond and a place stand on the sheet (YAC-CRE-09, YAC-REC-09)."""
        return bool(self.bonds and self.places)

    def levels_for(self, claim: str) -> tuple[int, ...]:
        """A gift works like an occupation for the acts it covers (YAC-CRE-07)."""
        return (*super().levels_for(claim), self.gifts.get(claim, 0))


class Npc(Person, frozen=True, kw_only=True):
    """A keeper's character: no luck, and madness 6 does not end its part (YAC-NPC-01, YAC-NPC-03, YAC-NPC-05)."""

    kind: Literal["npc"] = "npc"
    traits: Names = ()
    fights_for_survival: bool = False
    status: Literal["active", "unconscious", "coma", "dead"] = "active"


class Creature(Sheet, frozen=True, kw_only=True):
    """A being that gauges do not fit: trauma boxes, soak, immunities of its own (YAC-CRT-01, YAC-CRT-03)."""

    system: Literal["yacdha"] = "yacdha"
    kind: Literal["creature"] = "creature"
    id: Name = ""
    name: Name = ""
    boxes: Count = 6
    damage: Count = 0
    soak: Count = 0
    immune: pack.Tags = ()
    bane: pack.Tags = ()
    level: Level = 0
    acts: Annotated[int, Meta(ge=0, le=20)] = 1
    trauma_max: pack.TraumaMax = 1
    opposition_bonus: Level = 0
    holdable: bool = False
    speed: pack.SpeedClass = 2
    sight_checks: Annotated[int, Meta(ge=0, le=20)] = 1
    special: Text = ""
    status: Literal["active", "unconscious", "dead"] = "active"

    @property
    def is_destroyed(self) -> bool:
        """Damage has filled its boxes; one without boxes cannot be destroyed by force (YAC-CRT-02)."""
        return 0 < self.boxes <= self.damage


def sample_npc(key: str, language: Language) -> Npc:
    """The sheet of a sample NPC."""
    row = pack.npc(key)
    weapon = pack.weapon(row.weapon)
    named = [(getattr(one, language), one) for one in row.occupations]
    return like(
        Npc,
        row,
        name=getattr(row, language),
        occupations=frozen_map({name: one.level for name, one in named}),
        natures=frozen_map({name: one.nature for name, one in named}),
        weapons=(SheetWeapon(name=getattr(weapon, language), trauma_max=weapon.trauma_max, mode=weapon.mode),),
    )


def sample_creature(key: str, language: Language) -> Creature:
    """The sheet of a creature as it is before play."""
    row = pack.creature(key)
    same = ("boxes", "soak", "immune", "bane", "level", "acts", "trauma_max", "opposition_bonus", "holdable", "speed")
    return Creature(
        name=getattr(row, language),
        special=getattr(row, f"special_{language}"),
        sight_checks=row.sight_checks,
        **{field: getattr(row, field) for field in same},
    )


def unique_acts(field: str, actions: tuple[SheetAction, ...]) -> None:
    """Levels are told by act, so acts differ."""
    check_unique(field, [action.name for action in actions])
