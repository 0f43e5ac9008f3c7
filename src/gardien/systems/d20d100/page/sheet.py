"""A sheet in the game’s own words: scores with their modifiers, skills by name, weapons as a table (CREA, WPN)."""

from typing import Any

from gardien.core.errors import Refusal
from gardien.core.presentation import Content, Listing, Reading, row_names
from gardien.core.telling import lower_first
from gardien.core.terms import HARD, MINUS, Language
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import JET_CODES
from gardien.systems.d20d100.rules.growth.skill_points import MANY, formula_of
from gardien.systems.d20d100.rules.mind.madness import drawn_symptom, rounds_left
from gardien.systems.d20d100.table.fighter import line_name

BOXES = "☐☑"  # of experience, empty and ticked (D100-XP-02)

MINUTES = (("months", 30 * 24 * 60), ("days", 24 * 60), ("hours", 60), ("minutes", 1))
UNITS = {
    "months": (("mois", "mois"), ("month", "months")),
    "days": (("jour", "jours"), ("day", "days")),
    "hours": (("heure", "heures"), ("hour", "hours")),
    "minutes": (("minute", "minutes"), ("minute", "minutes")),
}


def signed_text(value: int) -> str:
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


def difficulty_name(key: str, language: Language) -> str:
    """What a Difficulty is called (D100-TEST-05)."""
    rows = pack.table("scales", "difficulty")
    return next((str(getattr(row, language)) for row in rows if str(row.difficulty) == key), "")


def lasting(reading: Reading, minutes: int) -> str:
    """A stretch of time in its largest unit."""
    for unit, size in MINUTES:
        if minutes >= size:
            count = round(minutes / size)
            several = count >= 2 if reading.language == "fr" else count != 1
            return f"{count}{HARD}{reading.pick(*(pair[several] for pair in UNITS[unit]))}"
    return ""


def _jet(sheet: Content, entry: Any, reading: Reading) -> tuple[str, ...]:
    jet, parts = entry
    return reading.label(jet), JET_CODES[jet], signed_text(parts["total"]), BOXES[parts["ticked"]]


def _blank_jets(reading: Reading) -> list[tuple[str, tuple[str, ...]]]:
    return [(jet, (reading.label(jet), code, "", BOXES[0])) for jet, code in JET_CODES.items()]


def _skill(sheet: Content, entry: Any, reading: Reading) -> tuple[str, ...]:
    """A skill column by column, as the creation sheet has it (D100-CREA-17); of an adversary, the total alone."""
    key, parts = entry
    name = skill_name(key, reading.language)
    if isinstance(parts, int):
        return name, "", "", "", "", "", "", signed_text(parts), ""
    of_trade = signed_text(parts["profession"]) if parts["is_profession"] else ""
    others = (signed_text(parts[column]) if parts[column] else "" for column in ("secondary", "xp"))
    return (
        *(
            name,
            _minus(parts["formula"]),
            signed_text(parts["base"]),
            signed_text(parts["trait"]) if parts["trait"] else "",
        ),
        *(of_trade, *others, signed_text(parts["total"]), BOXES[parts["ticked"]]),
    )


def _blank_skills(reading: Reading) -> list[tuple[str, tuple[str, ...]]]:
    """The skills that anybody may try, with their formulas (D100-SKILL-01)."""
    rows = [row for row in pack.table("skills", "skill") if row.sheet]
    formulas = {row.key: _minus(formula_of(row.key, Options())) for row in rows}
    return [(row.key, (getattr(row, reading.language), formulas[row.key], *[""] * 6, BOXES[0])) for row in rows]


def place_of(key: str) -> tuple[int, str]:
    """Where a skill stands in the list: by groups, as they are printed; a language by its name."""
    kind = key.partition(":")[0]
    keys = pack.keys("skills", "skill")
    return keys.index(kind) if kind in keys else len(keys), key


def group_of(key: str, language: Language) -> str:
    """The group a skill belongs to."""
    try:
        group = pack.skill(key).group
    except Refusal:
        return ""
    return next((str(getattr(row, language)) for row in pack.table("skills", "group") if row.key == group), "")


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
        _load_text(one, reading),
    )


def _minus(text: str) -> str:
    """Series and dice as they are printed."""
    return text.replace("-", MINUS)


def _load_text(one: Content, reading: Reading) -> str:
    if not one.get("capacity"):
        return "–"
    spare = one.get("spare", 0)
    more = f"\n+{spare}" if spare else ""
    return f"{one['loaded']}/{one['capacity']}{more}"


def _attack(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    times = f"{HARD}×{HARD}{one['per_round']}" if one.get("per_round", 1) > 1 else ""
    bonus = one.get("damage_bonus", 0)
    dice = "" if bonus and one["damage"] == "0" else one["damage"]
    damage = f"{dice}{signed_text(bonus) if dice else bonus}" if bonus else dice or "–"
    name = "\n".join(part for part in (one["name"], one.get("special", "")) if part)
    return name, f"{signed_text(one['attack'])}{times}", damage


def _trait(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    """A trait by its name, with what it is about and what it does (D100-TRAIT-01)."""
    try:
        row = pack.trait(one["key"])
    except Refusal:
        return (one["key"],)
    french = (row.fr_f if sheet.get("gender") == "f" else "") or row.fr
    name = reading.pick(french, row.en)
    target = one.get("target") or ""
    about = target_name(target, reading.language) if target else ""
    return (pack.trait_about(name, about) if about else name), reading.pick(row.effect_fr, row.effect_en)


def target_name(key: str, language: Language) -> str:
    """What a trait is about: a skill, a weapon, a fear in somebody’s own words."""
    if key in pack.keys("weapons", "weapon"):
        return str(getattr(pack.weapon(key), language))
    return skill_name(key, language)


def _armour(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    name = row_names(pack.armour)(one["key"], reading.language) if one.get("key") else ""
    penalty = signed_text(one["penalty"]) if one["penalty"] else ""
    return tuple(part for part in (name, f"1d{one['protection']}", penalty) if part)


def _protection(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    kind = reading.word("protection_kind", one["protection_kind"])
    said = f"{kind} {one['protection']}" if one["protection"] and one["protection_kind"] == "points" else kind
    against = ", ".join(reading.word("against", word) for word in one["against"] if word != "everything")
    return tuple(part for part in (said, against) if part)


def _madness(sheet: Content, one: Any, reading: Reading) -> tuple[str, ...]:
    """What it is, how it shows, how long still: a short one is counted in rounds (D100-MISS-09)."""
    left, rounds = lasting(reading, one.get("remaining", 0)), rounds_left(one)
    if one.get("rounds"):
        left = f"{rounds}{HARD}{'round' if rounds == 1 else 'rounds'}"
    return reading.word("kind", one["kind"]), lower_first(_symptom(one, reading)), left


def _symptom(one: Content, reading: Reading) -> str:
    row = drawn_symptom(one)
    return str(one.get("symptom") or "") if row is None else str(getattr(row, reading.language))


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


def _modifier(sheet: Content, value: Any, reading: Reading) -> tuple[str, ...]:
    return (signed_text(int(value or 0)),)


def _hold(sheet: Content, value: Any, reading: Reading) -> tuple[str, ...]:
    """An investigator’s Lutte stands among the skills."""
    return ("" if "jets" in sheet else signed_text(int(value or 0)),)


def _metres(sheet: Content, value: Any, reading: Reading) -> tuple[str, ...]:
    return (f"{value or 0:g}".replace(".", reading.pick(",", ".")),)


MODIFIER = Listing(_modifier, worked_out=True)  # a number that bears its sign

LISTINGS = {
    "jets": Listing(
        _jet,
        ("jet", "of_code", "total", "box"),
        by_entry=True,
        numbers=("total",),
        opens="total",
        minor=("of_code",),
        act=lambda jet: ("jet_test", {"jet": jet}),
        blank=_blank_jets,
    ),
    "skills": Listing(
        _skill,
        ("skill", "formula", "base", "trait", "of_trade", "of_secondary", "of_xp", "total", "box"),
        by_entry=True,
        sort=lambda entry, reading: place_of(entry[0]),
        group=lambda key, reading: group_of(key, reading.language),
        numbers=("base", "trait", "of_trade", "of_secondary", "of_xp", "total"),
        opens="total",
        minor=("formula", "base", "trait", "of_trade", "of_secondary", "of_xp"),
        act=lambda key: ("skill_test", {"skill": key}),
        blank=_blank_skills,
    ),
    "weapons": Listing(
        _weapon,
        ("weapon", "shots_told", "damage", "critical", "reach_told", "rounds_told"),
        key=line_name,
        opens="shots_told",
        minor=("critical", "reach_told"),
    ),
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
    **dict.fromkeys(("initiative", "damage_bonus", "generic_melee", "generic_ranged"), MODIFIER),
    "lutte": Listing(_hold, worked_out=True),
    "speed": Listing(_metres, worked_out=True),
}
