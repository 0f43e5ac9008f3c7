"""What may be decided before an Operator is drawn (CREA)."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import force_setattr, replace

from gardien.core.inputs import BadField, check_key
from gardien.core.values import Value, frozen_map
from gardien.systems.operators import pack
from gardien.systems.operators.creation.faults import CAPS, FLOOR, PASTIMES, TRADE_FROM, TRADED
from gardien.systems.operators.pack.rows import Code, Percent
from gardien.systems.operators.rules.character import (
    CODES,
    WEAPONS,
    Name,
    ProtectionKey,
    Specialty,
    SpecialtyKey,
    Text,
    Training,
)
from gardien.systems.operators.sheet.sheet import Age, Language, Names, Points, Score18, SheetWeapon, Weapons


class DrawGiven(Value, frozen=True, kw_only=True):
    """What is already decided; the rest is drawn. Scores are those of the sheet, bonus and trade included."""

    codename: Name | None = None
    name: Name | None = None
    first_name: Name | None = None
    surname: Name | None = None
    gender: Literal["f", "m"] | None = None
    player: Name = ""
    age: Age | None = None
    nationality: Name | None = None
    specialty: SpecialtyKey | None = None
    custom_specialty: Specialty | None = None
    discipline: Name | None = None
    FOR: Score18 | None = None
    CON: Score18 | None = None
    DEX: Score18 | None = None
    INT: Score18 | None = None
    EDU: Annotated[int, Meta(ge=8, le=24)] | None = None
    POU: Score18 | None = None
    APP: Score18 | None = None
    bonus: dict[str, Points] | None = None
    age_trade: dict[str, Points] | None = None
    san: Percent | None = None
    luck: Annotated[int, Meta(ge=0, le=90)] | None = None
    hobbies: Names | None = None
    trainings: Annotated[tuple[Training, ...], Meta(max_length=100)] | None = None
    languages: Names | None = None
    smatterings: Names = ()
    weapons: Weapons | None = None
    worn: Annotated[tuple[ProtectionKey, ...], Meta(max_length=20)] | None = None
    portrait: Text | None = None
    psychology: Text | None = None
    possessions: Text | None = None
    past: Text | None = None
    history: Text = ""
    cell: Name = ""
    contacts: Annotated[tuple[Annotated[str, Meta(max_length=1000)], ...], Meta(max_length=1000)] | None = None
    language: Annotated[Language, Meta(description="of what is drawn")] = "fr"

    def __post_init__(self) -> None:
        if self.specialty is not None:
            check_key("specialty", self.specialty, pack.specialty)
        if self.specialty == "sympathiser" and self.custom_specialty is None:
            shape = "{edu_min, bonus_among, advantages}"
            raise BadField("custom_specialty", "field/missing", "OPS-SPEC-04", allowed=shape)
        self._read_names()
        if len(self.hobbies or ()) > PASTIMES:
            raise BadField(
                "hobbies", "field/length_at_most", "OPS-CREA-10", came=len(self.hobbies or ()), high=PASTIMES
            )
        if self.age is not None and self.age < TRADE_FROM and any((self.age_trade or {}).values()):
            raise BadField("age", "field/at_least", "OPS-CREA-05", came=self.age, low=TRADE_FROM)
        force_setattr(self, "bonus", _points("bonus", "OPS-CREA-03", self.bonus, CODES))
        force_setattr(self, "age_trade", _points("age_trade", "OPS-CREA-05", self.age_trade, TRADED))
        traded, most = sum((self.age_trade or {}).values()), CAPS["EDU"] - FLOOR
        if traded > most:
            raise BadField("age_trade", "field/at_most", "OPS-CREA-04", came=traded, high=most)

    @property
    def decided_scores(self) -> dict[Code, int]:
        """The scores that are no longer thrown for."""
        return {code: getattr(self, code) for code in CODES if getattr(self, code) is not None}

    def points(self, field: Literal["bonus", "age_trade"]) -> dict[Code, int] | None:
        """Points by code, where they were spent by hand."""
        spent: dict[str, int] | None = getattr(self, field)
        return None if spent is None else {code: spent[code] for code in CODES if code in spent}

    def _read_names(self) -> None:
        """Courses, trades, weapons and protections may be named as the pack calls them in either language."""
        if self.weapons:
            force_setattr(self, "weapons", tuple(_weapon(one) for one in self.weapons))
        if self.trainings:
            force_setattr(self, "trainings", tuple(_course(one) for one in self.trainings))
        if self.custom_specialty:
            force_setattr(self, "custom_specialty", _trade(self.custom_specialty))
        if self.worn:
            rows = pack.table("protections", "protection")
            force_setattr(self, "worn", tuple(key_of(rows, one) for one in self.worn))
        for training in self.trainings or ():
            check_key("trainings", training.specialty, pack.specialty)
        for key in self.worn or ():
            check_key("worn", key, pack.protection)


def key_of(rows: Sequence[Any], written: str) -> str:
    """The key of a row that is called so; what no row is called stays as it is, to be refused by name."""
    said = written.strip().casefold()
    return next((str(row.key) for row in rows if said in (row.key, row.fr.casefold(), row.en.casefold())), written)


def _weapon(written: SheetWeapon) -> SheetWeapon:
    """A weapon without a key that is called like one of the catalogue is that one."""
    key = written.key or key_of(pack.table("weapons", "weapon"), written.name)
    return replace(written, key=key) if key in WEAPONS else written


def _course(written: Training) -> Training:
    specialties, domains = pack.table("specialties", "specialty"), pack.table("specialties", "domain")
    return Training(
        specialty=key_of(specialties, written.specialty),
        characteristic=written.characteristic,
        domain=key_of(domains, written.domain),
    )


def _trade(written: Specialty) -> Specialty:
    domains = pack.table("specialties", "domain")
    return replace(
        written, advantages=tuple(replace(one, domain=key_of(domains, one.domain)) for one in written.advantages)
    )


def _points(field: str, rule: str, given: dict[str, int] | None, allowed: tuple[Code, ...]) -> dict[str, int] | None:
    """Points by code, where there are any."""
    if given is None:
        return None
    spent = {code.upper(): points for code, points in given.items()}
    for code in spent:
        if code not in allowed:
            raise BadField(field, "field/one_of", rule, came=code, allowed=list(allowed))
    return frozen_map(spent)
