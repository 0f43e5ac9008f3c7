"""A sheet in the game’s own words: scores with their modifiers, skills by name, weapons as a table (CREA, WPN)."""

from typing import Any

from gardien.core.errors import Refusal
from gardien.core.face import Content, Listing, Reading, named
from gardien.core.telling import lower_first
from gardien.core.terms import HARD, MINUS, Language
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.draw import MANY
from gardien.systems.d20d100.values import JET_CODES, modifier_of

MINUTES = (("months", 30 * 24 * 60), ("days", 24 * 60), ("hours", 60), ("minutes", 1))
UNITS = {
    "months": (("mois", "mois"), ("month", "months")),
    "days": (("jour", "jours"), ("day", "days")),
    "hours": (("heure", "heures"), ("hour", "hours")),
    "minutes": (("minute", "minutes"), ("minute", "minutes")),
}


def signed(value: int) -> str:
    """« +3 », « −1 », « 0 »."""
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


def skill_name(key: str, language: Language) -> str:
    """A skill by its name: « Langue étrangère (latin) »."""
    kind, _, which = key.partition(":")
    try:
        name = str(getattr(pack.skill(kind), language))
    except Refusal:
        return key
    return f"{name} ({_which(kind, which, language)})" if which else name


def _which(kind: str, which: str, language: Language) -> str:
    """Which language, art or trade; one that people made up themselves stays as it is (D100-SKILL-14)."""
    rows = pack.table(*MANY[kind]) if kind in MANY else ()
    return next((lower_first(str(getattr(row, language))) for row in rows if row.key == which), which)


def lasting(reading: Reading, minutes: int) -> str:
    """A stretch of time in its largest unit."""
    for unit, size in MINUTES:
        if minutes >= size:
            count = round(minutes / size)
            several = count >= 2 if reading.language == "fr" else count != 1
            return f"{count}{HARD}{reading.pick(*(pair[several] for pair in UNITS[unit]))}"
    return ""


def _score(sheet: Content, entry: Any, reading: Reading) -> tuple[str, ...]:
    code, score = entry
    return f"{code}\n{reading.label(code)}", str(score), signed(modifier_of(score))


def _jet(sheet: Content, entry: Any, reading: Reading) -> tuple[str, ...]:
    jet, parts = entry
    ticked = reading.pick("case cochée", "box ticked") if parts["ticked"] else ""
    return "\n".join(part for part in (reading.label(jet), ticked) if part), JET_CODES[jet], signed(parts["total"])


def _skill(sheet: Content, entry: Any, reading: Reading) -> tuple[str, ...]:
    """A skill: how it starts, what was learned on top, what it comes to (D100-CREA-17)."""
    key, parts = entry
    if isinstance(parts, int):
        return skill_name(key, reading.language), "", signed(parts)
    notes = []
    if parts["is_profession"]:
        notes.append(reading.pick("profession", "profession"))
    if parts["ticked"]:
        notes.append(reading.pick("case cochée", "box ticked"))
    name = "\n".join(part for part in (skill_name(key, reading.language), ", ".join(notes)) if part)
    return name, parts["formula"], signed(parts["total"])


def _weapon(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    """A line of the weapon table (D100-WPN-01)."""
    notes = []
    if one.get("thrown"):
        notes.append(reading.pick("lancé", "thrown"))
    if one.get("specialty"):
        notes.append(reading.pick("spécialité", "speciality"))
    if one.get("weapon_state", "ok") != "ok":
        notes.append(reading.word("weapon_state", one["weapon_state"]))
    name = "\n".join(part for part in (one["name"], ", ".join(notes)) if part)
    critical = f"{one['threat_min']}–20/×{one['multiplier']}" if one["threat_min"] < 20 else f"20/×{one['multiplier']}"
    reach = f"{one['increment']:g}{HARD}m" if one.get("increment") else "–"
    return (
        name,
        _minus(one["notation"]) or "–",
        _minus(one["damage_text"] or one["damage"]) or "–",
        critical,
        reach,
        _loaded(one, reading),
    )


def _minus(text: str) -> str:
    """Series and dice as they are printed."""
    return text.replace("-", MINUS)


def _loaded(one: Content, reading: Reading) -> str:
    if not one.get("capacity"):
        return "–"
    spare = one.get("spare", 0)
    more = f"\n+{spare}" if spare else ""
    return f"{one['loaded']}/{one['capacity']}{more}"


def _attack(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    times = f"{HARD}×{HARD}{one['per_round']}" if one.get("per_round", 1) > 1 else ""
    bonus = one.get("damage_bonus", 0)
    damage = f"{one['damage']}{signed(bonus) if bonus else ''}" if one["damage"] else "–"
    name = "\n".join(part for part in (one["name"], one.get("special", "")) if part)
    return name, f"{signed(one['attack'])}{times}", damage


def _trait(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    name = named(pack.trait)(one["key"], reading.language)
    target = one.get("target") or ""
    return (f"{name} ({skill_name(target, reading.language)})" if target else name,)


def _armour(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    name = named(pack.armour)(one["key"], reading.language) if one.get("key") else ""
    penalty = signed(one["penalty"]) if one["penalty"] else ""
    return tuple(part for part in (name, f"1d{one['protection']}", penalty) if part)


def _protection(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    kind = reading.word("protection_kind", one["protection_kind"])
    said = f"{kind} {one['protection']}" if one["protection"] else kind
    against = ", ".join(reading.word("against", word) for word in one["against"] if word != "everything")
    return tuple(part for part in (said, against) if part)


def _madness(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    """What it is, how it shows, how long still (D100-MISS-09)."""
    return reading.word("kind", one["kind"]), _symptom(one, reading), lasting(reading, one["remaining"])


def _symptom(one: Content, reading: Reading) -> str:
    text = str(one.get("symptom") or "")
    if not text.isdecimal():
        return text
    try:
        return str(getattr(pack.madness(int(text), one["kind"] == "indefinite"), reading.language))
    except (IndexError, Refusal):
        return text


def _memory(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    return one["what"], reading.pick("mémorisé", "memorised") if one["memorised"] else ""


def _san_loss(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    return (f"{one['success']}/{one['failure']}",)


def _log(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    return tuple(", ".join(map(str, row["rolls"])) for row in one.get("sets", ()) if row["accepted"])


def _points(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    return (f"{one['spent']}/{one['available']}",)


def _house(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    return ()  # said among the rules of the table


LISTINGS = {
    "scores": Listing(_score, ("characteristic", "score", "modifier"), by_entry=True),
    "jets": Listing(_jet, ("jet", "characteristic", "total"), by_entry=True),
    "skills": Listing(_skill, ("skill", "base", "total"), by_entry=True),
    "weapons": Listing(_weapon, ("weapon", "series", "damage", "critical", "increment", "loaded")),
    "attacks": Listing(_attack, ("name", "attack", "damage")),
    "traits": Listing(_trait),
    "armour": Listing(_armour),
    "protections": Listing(_protection),
    "madness": Listing(_madness),
    "memory_items": Listing(_memory),
    "san_loss": Listing(_san_loss),
    "creation_log": Listing(_log),
    "profession_points": Listing(_points),
    "secondary_points": Listing(_points),
    "house_rules": Listing(_house),
}
