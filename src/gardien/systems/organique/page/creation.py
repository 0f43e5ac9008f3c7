"""The steps of creation as a page asks them, and what each choice brings, in a few words (M1 to M4, M9 to M14)."""

from collections.abc import Callable
from typing import Any

from gardien.core.creation import Content, Creation, CreationStep, Meaning
from gardien.core.presentation import row_names
from gardien.core.rows import key_of_name
from gardien.core.terms import Language, number
from gardien.systems.organique import pack
from gardien.systems.organique.creation.check import category_of, skill_cost
from gardien.systems.organique.creation.choices import TABLE_OF, key_of
from gardien.systems.organique.creation.draft import class_of, price, purses, whole
from gardien.systems.organique.creation.draft import named_rows as chosen
from gardien.systems.organique.creation.faults import RULES
from gardien.systems.organique.creation.placing import program_price
from gardien.systems.organique.pack.arms import ArmourRow, WeaponRow
from gardien.systems.organique.rules.tests.modifiers import skill_bonus
from gardien.systems.organique.vocabulary import CODES


def means(field: str, value: Any, options: Content) -> Meaning | None:
    """What a class or a computer is."""
    match field:
        case "player_class" if (row := class_of({"player_class": value})) is not None:
            return Meaning(text=((row.note_fr or "").rstrip("."), (row.note_en or "").rstrip(".")))
        case "computer" if (machine := _row(field, str(value))) is not None:
            words = {"power": machine.power, "firewall": machine.firewall, "price": machine.price}
            return Meaning(key="computer_has", words=words)
    return None


def about(field: str, name: str, value: str, given: Content, options: Content) -> Meaning | None:
    """What a line comes to: a trait and its points, a skill and its cost, what a weapon does and is worth."""
    match field:
        case "skills" | "combat_skills" | "powers":
            return _skill(key_of(field, name), value, given)
        case "traits" | "programs" | "arms" | "armour" | "drugs" if (row := _row(field, name)) is not None:
            return _thing(field, row, value)
    return None


def _row(field: str, written: str) -> Any:
    key = key_of_name(pack.table(*TABLE_OF[field]), written)
    return next((row for row in pack.table(*TABLE_OF[field]) if row.key == key), None)


def _number(written: str) -> int:
    number = int(written) if written.isdecimal() and len(written) < 4 else 0
    return number if whole(number) else 0


def _skill(key: str, value: str, given: Content) -> Meaning | None:
    """What a skill costs somebody of the class, and what its level adds (M1, M3, ORG-SKILL-02)."""
    if category_of(key) is None or class_of(given) is None:
        return None
    times, level = price(given, key), _number(value)
    if times is None:
        return Meaning(key="out_of_reach")
    if not level:
        return Meaning(key="skill_times", words={"times": times})
    return Meaning(key="skill_costs", words={"cost": skill_cost(times, level), "bonus": skill_bonus(min(6, level))})


def _thing(field: str, row: Any, value: str) -> Meaning:
    match field:
        case "traits":
            points = number(row.points, "fr", signed=True)
            return Meaning(text=(f"{points} · {row.effect_fr}", f"{points} · {row.effect_en}"))
        case "programs":
            return Meaning(key="program_costs", words={"price": program_price(row.key, _number(value))})
        case "arms":
            return Meaning(text=(_arm(row, "fr"), _arm(row, "en")))
        case "armour":
            return Meaning(text=(_armour(row, "fr"), _armour(row, "en")))
    return Meaning(key="dose_costs", words={"price": row.price})


def _arm(row: WeaponRow, language: Language) -> str:
    """What a weapon does, what it holds and costs (M9)."""
    harm = _harm(row.bs, row.c, language)
    if row.punch_c is not None:
        fist = "coup de poing" if language == "fr" else "punch"
        harm = f"{fist} + {_harm(0, row.punch_c, language)}"
    shots = f"{row.magazine}\xa0{'coups' if language == 'fr' else 'shots'}" if row.magazine else ""
    return " · ".join(part for part in (harm, shots, _dollars(row.price, language)) if part)


def _armour(row: ArmourRow, language: Language) -> str:
    """How hard it is to avoid an armour, what it stops and costs (M10)."""
    rated = f"indice d’armure {row.ia}" if language == "fr" else f"coverage {row.ia}"
    return " · ".join(part for part in (rated, _harm(row.bs, row.c, language), _dollars(row.price, language)) if part)


def _harm(bs: float, c: float, language: Language) -> str:
    """« 2 bs + 0,5 c »; nothing where there is none."""
    return " + ".join(f"{number(value, language)}\xa0{code}" for value, code in ((bs, "bs"), (c, "c")) if value)


def _dollars(price: float, language: Language) -> str:
    return f"{number(price, language)}\xa0$" if language == "fr" else f"${number(price, language)}"


# ---- what the pack offers ----


def _words(file: str, table: str) -> Callable[[str], list[str]]:
    """Words for both genders, each once."""

    def words(language: str) -> list[str]:
        rows = pack.table(file, table)
        names = ((row.fr, getattr(row, "fr_f", None) or row.fr) if language == "fr" else (row.en,) for row in rows)
        return list(dict.fromkeys(word for pair in names for word in pair))

    return words


def _within_reach(file: str, table: str) -> Callable[[Content, Content], list[str]]:
    """Skills that the class so far can learn; all of them while there is none (M3)."""

    def keys(given: Content, options: Content) -> list[str]:
        every = pack.keys(file, table)
        return [key for key in every if class_of(given) is None or price(given, key) is not None]

    return keys


def _every(file: str, table: str) -> Callable[[Content, Content], list[str]]:
    return lambda given, options: list(pack.keys(file, table))


BODY = ("fists", "feet", "body")


def _arms(given: Content, options: Content) -> list[str]:
    """What is sold, and what lies about; hands and feet come by themselves (M9)."""
    return [
        row.key for row in pack.table("weapons", "weapon") if row.group not in ("fists", "feet", "body") or row.price
    ]


def trait_group(key: str, language: Language) -> str:
    """Advantages cost, drawbacks pay for them (ORG-SKILL-02)."""
    row = _row("traits", key)
    return TRAIT_KINDS[language][row.points < 0] if row else ""


TRAIT_KINDS: dict[Language, tuple[str, str]] = {"fr": ("Avantages", "Défauts"), "en": ("Advantages", "Drawbacks")}


def skill_group(key: str, language: Language) -> str:
    """The heading under which a skill is listed: its category (M4)."""
    return CATEGORIES[language].get(category_of(key) or "", "")


CATEGORIES: dict[Language, dict[str, str]] = {
    "fr": {
        "INT": "Intellectuelles", "SOC": "Sociales", "PHY": "Physiques", "TEC": "Techniques", "INF": "Informatiques",
        "VEH": "Véhicules", "CBT": "Combat", "PSY": "Psychiques",
    },
    "en": {
        "INT": "Intellectual", "SOC": "Social", "PHY": "Physical", "TEC": "Technical", "INF": "Computing",
        "VEH": "Vehicles", "CBT": "Combat", "PSY": "Psychic",
    },
}  # fmt: skip


STEPS = (
    CreationStep(key="identity", fields=("name", "gender", "age", "player_class")),
    CreationStep(key="traits", fields=("traits", "addiction"), folded=("addiction",)),
    CreationStep(
        key="scores",
        rules=("ORG-HP-01", "ORG-END-01"),
        fields=("scores", "SNG", "CPS", "INC"),
    ),
    CreationStep(
        key="skills",
        rules=("ORG-SKILL-02", "ORG-CSK-01", "ORG-HACK-27"),
        fields=("skills", "combat_skills", "powers", "specialities"),
        folded=("specialities",),
    ),
    CreationStep(
        key="equipment",
        rules=("ORG-WPN-01", "ORG-ARM-01"),
        fields=("arms", "armour", "computer", "programs", "drugs", "gear"),
        folded=("drugs",),
        shows=("money", "load_kg"),
    ),
    CreationStep(key="description", fields=("portrait", "history", "notes")),
)
LEVELLED = ("skills", "combat_skills", "powers", "skill_lines")
RESERVES = ("SNG", "CPS", "INC", "sng", "cps", "inc")
LIMITED = {  # what a sentence of the terms says the limits of, all of it
    "scores": ("scores",),
    "reserves": ("SNG", "CPS", "INC"),
    "traits": ("traits",),
    "skills": ("skills", "combat_skills", "powers"),
    "specialities": ("specialities",),
    "goods": ("arms", "armour", "computer", "programs", "drugs"),
}
CREATION = Creation(
    steps=STEPS,
    needed=("name", "player_class"),
    known={
        "scores": lambda language: list(CODES),
        "gear": _words("gear", "gear"),
    },
    fixed=("scores",),
    among={
        "player_class": _every("people", "class"),
        "computer": _every("computers", "computer"),
        "addiction": _every("drugs", "drug"),
        "traits": _every("people", "trait"),
        "skills": _within_reach("skills", "skill"),
        "combat_skills": _within_reach("skills", "combat_skill"),
        "powers": _within_reach("skills", "power"),
        "specialities": _every("networks", "os"),
        "arms": _arms,
        "armour": _every("armours", "armour"),
        "programs": _every("computers", "program"),
        "drugs": _every("drugs", "drug"),
    },
    taken={
        "scores": lambda sheet: {code: sheet[code] for code in CODES},
        **{name: lambda sheet, name=name: int(sheet[name]) for name in ("SNG", "CPS", "INC")},  # type: ignore[misc]
        "addiction": lambda sheet: next((one["key"] for one in sheet["lasting"] if one["kind"] == "dependency"), None),
        "arms": lambda sheet: [one["weapon"] for one in sheet["weapons"]],
        "drugs": lambda sheet: {one["drug"]: one["held"] for one in sheet["habits"]},
        "computer": lambda sheet: sheet["computer"] or None,
    },
    rests={
        "player_class": ("money",),
        "scores": (*CODES, "effective", "end_now", "skills", "skill_lines"),
        "reserves": RESERVES,
        "skills": LEVELLED,
        "traits": ("save_mods", "initiative_mod", *RESERVES),
        "addiction": ("lasting",),
    },
    columns={
        "scores": ("score",),
        "traits": ("times",),
        **dict.fromkeys(("skills", "combat_skills", "powers"), ("level",)),
        "programs": ("rating",),
        "drugs": ("doses",),
    },
    why={field: (f"why_{key}", RULES.get(field, "")) for key, fields in LIMITED.items() for field in fields},
    purses=purses,
    means=means,
    about=about,
    only={"programs": lambda given: bool(chosen(given, "computer"))},
)

NAMED: dict[str, Callable[[str, Language], str]] = {  # what the keys of inputs are called that no sheet has
    "arms": row_names(pack.weapon),
    "drugs": row_names(pack.drug),
    "addiction": row_names(pack.drug),
    "specialities": row_names(lambda key: pack.SHELF.row("networks", "os", key)),
}
