"""What levels are worth on a usual act: a die against a die (ACT, ODD)."""

from typing import Any

from gardien.core.in_force import kept_by_rows
from gardien.core.terms import LANGUAGES, Language
from gardien.core.yardstick import Arms, Measure, Pair, Plain, Task, Yardstick
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.odds import roll_throw
from gardien.systems.yacdha.rules.throws import Throw, facing
from gardien.systems.yacdha.vocabulary import TOP, Opposition

ACT = Task(key="act", rule=roll_throw, won=lambda one: one[0].margin >= 1)
OPPOSED = facing(Opposition(kind="active"), Options())
FRESH = TOP - 1  # steps of a gauge before the last one
OCCUPATIONS = {  # a notion -> the occupations that bring it, the plainest first
    "fighting": ("boxing", "judo"),
    "blades": ("sabre_fencing",),
    "shooting": ("pistol_shooting",),
    "rifles": ("deer_stalking",),
    "climbing": ("mountaineering", "caving"),
    "swimming": ("diving",),
    "hiding": ("tailing",),
    "sleight": ("pickpocketing", "conjuring"),
    "locks": ("locksmithing",),
    "first_aid": ("nursing",),
    "medicine": ("surgery", "forensic_medicine", "midwifery"),
    "psychology": ("psychiatry",),
    "driving": ("taxi_driving", "motorcycling"),
    "flying": ("aeroplane_flying", "drone_flying"),
    "boating": ("sailing",),
    "riding": ("horse_riding",),
    "mechanics": ("car_mechanics",),
    "electronics": ("wireless_telegraphy",),
    "explosives": ("quarry_blasting",),
    "forging": ("document_forgery",),
    "computing": ("web_programming", "network_security"),
    "research": ("archive_keeping", "crime_reporting"),
    "law": ("criminal_law",),
    "history": ("local_history",),
    "archaeology": ("egyptology",),
    "occult": ("spiritualism", "breton_folklore"),
    "biology": ("botany", "entomology"),
    "chemistry": ("pharmacy",),
}


@kept_by_rows(64)
def _named(keys: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(row for row in pack.table("occupations", "occupation") if row.key in keys)


def _level(plain: Plain, keys: tuple[str, ...]) -> int | None:
    """The best of the occupations that bring a notion, in whichever language they were written."""
    held = plain.get("occupations") or {}
    names = {getattr(row, language) for row in _named(keys) for language in LANGUAGES}
    return max((level for name, level in held.items() if name in names), default=None)


def _room(plain: Plain, level: int) -> bool:
    """An investigator has so many points and no more (YAC-CRE-04, YAC-CRE-05)."""
    if plain.get("kind") != "investigator":
        return True
    age = pack.age(plain.get("age_class", "adult"))
    return level <= age.max_level and level + sum((plain.get("occupations") or {}).values()) <= age.points


def _pair(notion: str, keys: tuple[str, ...], language: Language) -> Pair:
    row = next(row for row in _named(keys) if row.key == keys[0])
    name = getattr(row, language)

    def write(plain: Plain, level: int) -> Plain:
        if not level:
            return plain
        held, natures = plain.get("occupations") or {}, plain.get("natures") or {}
        return {**plain, "occupations": {**held, name: level}, "natures": {**natures, name: row.nature}}

    return Pair(
        notion=notion,
        field=f"occupations.{name}",
        rule="YAC-OCC-01",
        task=ACT,
        asked=lambda sheet: (Throw(pool=1, level=_held(sheet, keys), facing=OPPOSED),),
        scores=range(6),
        read=lambda plain: _level(plain, keys),
        write=write,
        open=_room,
        scarce=True,
    )


def _held(sheet: Any, keys: tuple[str, ...]) -> int:
    return _level({"occupations": dict(sheet.occupations)}, keys) or 0


CREATURE = Pair(
    notion="fighting",
    field="level",
    rule="YAC-CRT-01",
    task=ACT,
    asked=lambda sheet: (Throw(pool=1, level=sheet.level, facing=OPPOSED),),
    scores=range(6),
    absolute=True,
)


@kept_by_rows(2)
def pairs(language: Language) -> tuple[Pair, ...]:
    """Occupations that stand for a notion, and the one level of a creature."""
    return (CREATURE, *(_pair(notion, keys, language) for notion, keys in OCCUPATIONS.items()))


def _armed(plain: Plain, keys: tuple[str, ...], language: Language) -> Plain:
    rows = map(pack.weapon, keys)
    lines = [{"name": getattr(row, language), "trauma_max": row.trauma_max, "mode": row.mode} for row in rows]
    return {**plain, "weapons": lines}


YARDSTICK = Yardstick(
    kinds=("investigator", "npc", "creature"),
    pairs=pairs,
    arms=Arms(listed=("weapons", "weapon"), rule="YAC-COM-09", write=_armed, worth=lambda row: row.trauma_max),
    measures=(
        Measure(notion="health", field="boxes", rule="YAC-CRT-03", ordinary=TOP, limits=(1, 1000)),
        Measure(
            notion="mind",
            field="madness",
            rule="YAC-GAU-01",
            ordinary=FRESH,
            limits=(1, FRESH),
            read=lambda plain: TOP - plain["madness"] if "madness" in plain else None,
            write=lambda plain, value: {**plain, "madness": TOP - value},
        ),
    ),
    remarks=("description",),
    aside=("age_class", "natures", "luck", "status"),
)
