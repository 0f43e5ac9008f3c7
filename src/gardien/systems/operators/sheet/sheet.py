"""Sheets of Operators, other people and creatures: what must survive between two procedures (SHEET, CREA)."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta
from msgspec.structs import force_setattr

from gardien.core.inputs import BadField, check_among, check_dice, check_key
from gardien.core.sheet import Sheet
from gardien.core.telling import lower_first
from gardien.core.values import Value, frozen_map
from gardien.systems.operators import pack
from gardien.systems.operators.pack.people import Being as BeingRow
from gardien.systems.operators.pack.rows import Code, Field, Grip, Kinds, Percent, Place, Score
from gardien.systems.operators.rules.body.recovery import Care
from gardien.systems.operators.rules.character import (
    WEAPONS,
    Advantage,
    BonusDice,
    Category,
    Combatant,
    Count,
    Drain,
    Level,
    LimitedKey,
    Madness,
    Name,
    NaturalAttack,
    ProtectionKey,
    Reserve,
    ShockOrNone,
    Size,
    Specialty,
    SpecialtyKey,
    Tally,
    Text,
    Threshold,
    Training,
    Unit,
    Weapon,
    Wound,
    check_worn,
)

Language: TypeAlias = Literal["fr", "en"]
Names: TypeAlias = Annotated[tuple[Name, ...], Meta(max_length=1000)]
Moment: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000_000)]  # minutes on the table's clock
Score18: TypeAlias = Annotated[int, Meta(ge=8, le=18)]  # what 2D6+6 can bring (OPS-CREA-02)
Points: TypeAlias = Annotated[int, Meta(ge=0, le=16)]  # no score can move farther at creation (OPS-CREA-04)
PointsOf: TypeAlias = Annotated[dict[Code, Points], Meta(max_length=7)]
Totals: TypeAlias = Annotated[tuple[Score18, ...], Meta(max_length=7)]
Age: TypeAlias = Annotated[int, Meta(ge=18, le=120)]
# What somebody knows or carries beyond the pack stands under its own name.
RitualKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("rituals", "ritual"))]
TomeKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("tomes", "tome"))]
DeviceKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=pack.keys("devices", "device"))]
WeaponKey: TypeAlias = Annotated[str, Meta(max_length=100, examples=["", *WEAPONS])]


class SheetWeapon(Value, frozen=True, kw_only=True):
    """A weapon at hand: one of the catalogue by its key, or one of the sheet's own by its name (OPS-SHEET-01)."""

    name: Name = ""
    damage: Annotated[str, Meta(max_length=40)] = ""
    rounds_left: Annotated[int, Meta(ge=0, le=500)] | None = None  # nothing: a full magazine (OPS-OPT-05)
    spare_magazines: Annotated[int, Meta(ge=0, le=1000)] = 0
    empty: bool = False  # no magazine left in it (OPS-OPT-06)
    key: WeaponKey = ""

    def __post_init__(self) -> None:
        if self.key:
            row = check_key("key", self.key, pack.weapon)
            force_setattr(self, "damage", row.damage)
            force_setattr(self, "name", self.name or row.fr)
        elif self.damage:
            check_dice("damage", self.damage)


Weapons: TypeAlias = Annotated[tuple[SheetWeapon, ...], Meta(max_length=100)]


class DeathClock(Value, frozen=True, kw_only=True):
    """The delay of the worst untreated wound, and when it began (OPS-HLTH-08)."""

    delay: Annotated[int, Meta(ge=0, le=1000)]
    unit: Unit
    since: Moment = 0


class Recovery(Value, frozen=True, kw_only=True):
    """The levels still to leave behind and the days each takes (OPS-HLTH-11)."""

    stages: Annotated[tuple[Literal["grave", "light", "superficial"], ...], Meta(max_length=3)] = ()
    days: Annotated[tuple[Annotated[float, Meta(ge=0, le=100_000)], ...], Meta(max_length=3)] = ()
    since: Moment = 0
    care: Care = "hospital"

    def __post_init__(self) -> None:
        if len(self.days) < len(self.stages):
            raise BadField("days", "field/length_at_least", low=len(self.stages))  # a shape, and no rule (OPS-HLTH-11)


class MadnessEffect(Value, frozen=True, kw_only=True):
    """How a madness shows (OPS-SAN-06, M-14)."""

    effect: Name
    since: Name = ""
    source: Name = ""


class Guard(Value, frozen=True, kw_only=True):
    """What somebody does about attacks, chosen before they are seen: to dodge or not, what luck to pay (OPS-CBT-12)."""

    defends: bool = True
    asks: bool = False  # each time, once the attack has succeeded
    max_shift: Reserve = 0
    cancel_fumble: bool = False
    cancel_grave: bool = False
    escape_death: bool = False


class Being(Sheet, frozen=True, kw_only=True):
    """What everybody with scores has; shared names are those of a combatant, so that inputs bind by name."""

    system: Literal["operators"] = "operators"
    id: Name = ""
    name: Name = ""
    size: Size = "human"
    FOR: Score = 10
    CON: Score = 10
    DEX: Score = 10
    INT: Score = 10
    POU: Score = 10
    drain: dict[Code, Drain] = {}
    sb: Threshold | None = None
    damage_bonus: BonusDice | None = None
    worn: Annotated[tuple[ProtectionKey, ...], Meta(max_length=20)] = ()
    uses_left: dict[LimitedKey, Annotated[int, Meta(ge=0, le=3)]] = {}
    armour: Percent = 0
    wound_level: Level = "none"
    wounds: Annotated[tuple[Wound, ...], Meta(max_length=200)] = ()
    wound_counts: Tally = Tally()
    clock: DeathClock | None = None
    stabilised: bool = False
    painkiller: bool = False
    painkiller_since: Moment | None = None  # it wears off (OPS-HLTH-10)
    recovery: Recovery | None = None
    out_of_fight: bool = False
    held: bool = False
    helpless: bool = False
    surprised: bool = False
    guard: Guard = Guard()
    rituals: Annotated[tuple[RitualKey, ...], Meta(max_length=1000)] = ()
    last_cast: Annotated[dict[str, Moment], Meta(max_length=100)] = {}
    cast_this_scene: bool = False

    def __post_init__(self) -> None:
        check_worn(self.worn, self.uses_left)
        for field in ("drain", "uses_left", "last_cast"):
            force_setattr(self, field, frozen_map(getattr(self, field)))

    def combatant(self) -> Combatant:
        """The same being as a fight reads it."""
        own = set(type(self).__struct_fields__)
        return Combatant(**{name: getattr(self, name) for name in Combatant.__struct_fields__ if name in own})


class Operator(Being, frozen=True, kw_only=True):
    """A player’s character (OPS-CREA-01, OPS-SHEET-01); `name` is what people say: the codename before any other."""

    kind: Literal["operator"] = "operator"
    player: Name = ""
    codename: Name = ""
    surname: Name = ""
    first_name: Name = ""
    gender: Literal["f", "m"] | None = None
    age: Age = 30
    nationality: Name = ""
    specialty: SpecialtyKey = ""
    custom_specialty: Specialty | None = None
    discipline: Name = ""
    hobbies: Names = ()
    trainings: Annotated[tuple[Training, ...], Meta(max_length=100)] = ()
    EDU: Score = 10
    APP: Score = 10
    totals: Totals = ()
    bonus: PointsOf = {}
    age_trade: PointsOf = {}
    san: Percent = 50
    san_start: Percent = 50
    si: Percent = 0
    madness: Madness = "none"
    lasting_madness: bool = False
    madness_effects: Annotated[tuple[MadnessEffect, ...], Meta(max_length=100)] = ()
    shocks_this_scene: Names = ()
    hardened: bool = False
    luck: Reserve = 0
    luck_start: Reserve = 90
    weapons: Weapons = (SheetWeapon(key="unarmed"),)
    own_weapons: Annotated[tuple[Weapon, ...], Meta(max_length=100)] = ()
    languages: Names = ()
    smatterings: Names = ()
    books_read: Annotated[tuple[TomeKey, ...], Meta(max_length=1000)] = ()
    ticks: Annotated[tuple[Code, ...], Meta(max_length=7)] = ()
    portrait: Text = ""
    psychology: Text = ""
    possessions: Text = ""
    past: Text = ""
    history: Text = ""
    cell: Name = ""
    contacts: Annotated[tuple[Annotated[str, Meta(max_length=1000)], ...], Meta(max_length=1000)] = ()
    in_play: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.specialty:
            check_key("specialty", self.specialty, pack.specialty)
        for training in self.trainings:
            check_key("trainings", training.specialty, pack.specialty)
        for field in ("bonus", "age_trade"):
            force_setattr(self, field, frozen_map(getattr(self, field)))
        if not self.name:
            force_setattr(self, "name", common_name(self.codename, self.first_name, self.surname))


class Adversary(Being, frozen=True, kw_only=True):
    """What Contrôle’s characters have and Operators lack: category, traits, natural attacks, a sight that shocks."""

    category: Category = "ordinary"
    acts_last: bool = False
    invulnerable: bool = False
    pierced_by: Kinds = ()
    resists: Kinds = ()
    weak_to: Kinds = ()
    no_pain: bool = False
    regeneration: Annotated[int, Meta(ge=0, le=20)] = 0
    hp: Annotated[int, Meta(ge=0, le=400)] | None = None
    shock: ShockOrNone = "none"
    conditional_shock: ShockOrNone = "none"  # when revealed, or where it is not natural (M-13)
    attacks: Annotated[tuple[NaturalAttack, ...], Meta(max_length=20)] = ()
    privileged: Annotated[tuple[Advantage, ...], Meta(max_length=20)] = ()
    notes: Text = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        for field in ("shock", "conditional_shock"):
            check_among(field, getattr(self, field), ["none", *pack.keys("scales", "shock")])


class Npc(Adversary, frozen=True, kw_only=True):
    """Another person: EDU and APP, perhaps SAN and SI, never luck (OPS-LUCK-01)."""

    kind: Literal["npc"] = "npc"
    gender: Literal["f", "m"] | None = None
    EDU: Score = 10
    APP: Score = 10
    san: Percent = 50
    si: Percent = 0
    madness: Madness = "none"
    lasting_madness: bool = False
    madness_effects: Annotated[tuple[MadnessEffect, ...], Meta(max_length=100)] = ()
    shocks_this_scene: Names = ()
    hobbies: Names = ()
    trainings: Annotated[tuple[Training, ...], Meta(max_length=100)] = ()
    advantages: Annotated[tuple[Advantage, ...], Meta(max_length=20)] = ()
    weapons: Weapons = (SheetWeapon(key="unarmed"),)
    own_weapons: Annotated[tuple[Weapon, ...], Meta(max_length=100)] = ()
    devices: Annotated[tuple[DeviceKey, ...], Meta(max_length=1000)] = ()


class Creature(Adversary, frozen=True, kw_only=True):
    """A being without EDU, APP, SAN and luck (OPS-CREAT-01)."""

    kind: Literal["creature"] = "creature"
    multiple_attacks: bool = False
    grip_difficulty: Grip | None = None
    resists_except: Annotated[tuple[Place, ...], Meta(max_length=7)] = ()
    firearms_at_most: Count | None = None
    immune: Annotated[tuple[Literal["poison", "drowning"], ...], Meta(max_length=2)] = ()
    small_target: bool = False


def common_name(codename: str, first_name: str, surname: str) -> str:
    """What people call an Operator: the codename, or the name where there is none."""
    return codename or f"{first_name} {surname}".strip()[:100]


def sheet_weapon(key: str, language: Language, spare_magazines: int = 0) -> SheetWeapon:
    """A weapon of the catalogue, loaded; only what takes magazines has spare ones."""
    row = pack.weapon(key)
    loaded = row.type == "firearm" and row.magazine is not None
    return SheetWeapon(
        name=getattr(row, language),
        key=key,
        rounds_left=row.magazine if loaded else None,
        spare_magazines=spare_magazines if loaded else 0,
    )


def arms(keys: tuple[str, ...], language: Language, spare_magazines: int = 0) -> tuple[SheetWeapon, ...]:
    """Weapons, and the bare hands nobody is without (OPS-SHEET-01)."""
    bare = () if "unarmed" in keys else ("unarmed",)
    return tuple(sheet_weapon(key, language, spare_magazines) for key in (*keys, *bare))


def _advantages_of(rows: tuple[Field, ...], language: Language) -> tuple[Advantage, ...]:
    return tuple(Advantage(characteristic=row.characteristic, domain=getattr(row, language)) for row in rows)


def _being(row: BeingRow, language: Language) -> dict[str, Any]:
    """What people and creatures of the pack share."""
    same = ("category", "size", "FOR", "CON", "DEX", "INT", "POU", "shock", "conditional_shock", "no_pain", "rituals")
    natural = set(NaturalAttack.__struct_fields__) - {"name", "substance", "zone_max"}
    attacks = tuple(
        NaturalAttack(
            name=getattr(one, language),
            substance=one.substance or "",
            zone_max=one.zone_max or 0,
            **{field: getattr(one, field) for field in natural},
        )
        for one in row.attacks
    )
    return {
        "name": getattr(row, language),
        "notes": getattr(row, f"note_{language}") or "",
        "attacks": attacks,
        **{field: getattr(row, field) for field in same},
    }


def _training_fields(keys: tuple[str, ...], language: Language) -> dict[str, Any]:
    """Techniques as hobbies and courses, which is how training is asked about (OPS-CBT-09, M-11)."""
    rows = [pack.technique(key) for key in keys]
    hobbies = [getattr(pack.hobby(row.sources[0]), language) for row in rows if row.comes_from == "hobby"]
    trainings = [
        Training(specialty=row.sources[0], characteristic=row.characteristic, domain=row.domain)
        for row in rows
        if row.characteristic is not None and row.domain is not None
    ]
    return {"hobbies": tuple(hobbies), "trainings": tuple(trainings)}


def sample_npc(key: str, language: Language) -> Npc:
    """The sheet of a sample person (M-13)."""
    row = pack.npc(key)
    return Npc(
        **_being(row, language),
        **_training_fields(row.techniques, language),
        EDU=row.EDU,
        APP=row.APP,
        san=50 if row.san is None else row.san,
        si=row.si,
        worn=row.worn,
        weapons=arms(row.weapons, language, row.spare_magazines),
        devices=row.devices,
        advantages=_advantages_of(row.advantages, language),
    )


def sample_creature(key: str, language: Language) -> Creature:
    """The sheet of a creature as it is before play (M-13, OPS-CREAT-04)."""
    row = pack.creature(key)
    same = (
        *(
            "armour",
            "multiple_attacks",
            "grip_difficulty",
            "resists",
            "resists_except",
            "weak_to",
        ),
        *("invulnerable", "pierced_by", "firearms_at_most", "immune", "regeneration", "acts_last"),
        "small_target",
    )
    return Creature(
        **_being(row, language),
        **{field: getattr(row, field) for field in same},
        privileged=_advantages_of(row.privileged, language),
    )


def nationality(key: str, language: Language, gender: str | None) -> str:
    """A nationality as a sheet says it; one the pack does not know stands as it was written."""
    row = next((row for row in pack.table("names", "nationality") if row.key == key), None)
    if row is None:
        return key
    return str(row.fr_f if language == "fr" and gender == "f" else getattr(row, language))


def ready_operator(key: str, language: Language) -> Operator:
    """An Operator ready for play (M-22)."""
    row = pack.ready(key)
    same = ("codename", "first_name", "surname", "gender", "age", "specialty", "worn", "san", "luck")
    scores = ("FOR", "CON", "DEX", "INT", "EDU", "POU", "APP")
    texts = ("portrait", "psychology", "past", "possessions")
    gear = [getattr(pack.gear(one), language) for one in row.gear]
    said = {field: getattr(row, f"{field}_{language}") for field in texts}
    return Operator(
        **{field: getattr(row, field) for field in (*same, *scores)},
        **{**said, "possessions": f"{said['possessions']} {_list_text(gear)}".strip()},
        nationality=nationality(row.nationality, language, row.gender),
        discipline=getattr(row, f"discipline_{language}") or "",
        hobbies=tuple(getattr(one, language) for one in row.hobbies),
        trainings=tuple(
            Training(specialty=one.specialty, characteristic=one.characteristic, domain=one.domain)
            for one in row.trainings
        ),
        san_start=row.san,
        luck_start=row.luck,
        languages=tuple(getattr(one, language) for one in row.languages),
        weapons=arms(row.weapons, language, SPARE_MAGAZINES),
        contacts=(getattr(row, f"contact_{language}"),),
    )


SPARE_MAGAZINES = 2  # what somebody on a mission carries for each firearm; the source leaves it to the table


def _list_text(names: list[str]) -> str:
    """Equipment as the last sentence of what somebody owns."""
    return f"{', '.join([*names[:1], *map(lower_first, names[1:])])}." if names else ""
