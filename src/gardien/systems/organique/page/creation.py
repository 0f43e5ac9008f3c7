"""The steps of creation as a page asks them (M1 to M4, M9 to M14)."""

from collections.abc import Callable

from gardien.core.creation import Content, Creation, CreationStep
from gardien.core.face import named
from gardien.core.terms import Language
from gardien.systems.organique import pack
from gardien.systems.organique.creation import category_of
from gardien.systems.organique.drafts import class_of, price, purses
from gardien.systems.organique.drafts import named as chosen
from gardien.systems.organique.kinds import CODES
from gardien.systems.organique.making_words import about, means

# ---- what the pack offers ----


def _words(file: str, table: str) -> Callable[[str], list[str]]:
    """Words for both genders, each once."""

    def words(language: str) -> list[str]:
        rows = pack.table(file, table)
        told = ((row.fr, getattr(row, "fr_f", None) or row.fr) if language == "fr" else (row.en,) for row in rows)
        return list(dict.fromkeys(word for pair in told for word in pair))

    return words


def _within_reach(file: str, table: str) -> Callable[[Content, Content], list[str]]:
    """Skills that the class so far can learn; all of them while there is none (M3)."""

    def keys(given: Content, options: Content) -> list[str]:
        found = pack.keys(file, table)
        return [key for key in found if class_of(given) is None or price(given, key) is not None]

    return keys


def _every(file: str, table: str) -> Callable[[Content, Content], list[str]]:
    return lambda given, options: list(pack.keys(file, table))


BODY = ("fists", "feet", "body")


def _arms(given: Content, options: Content) -> list[str]:
    """What is sold, and what lies about; hands and feet come by themselves (M9)."""
    return [
        row.key for row in pack.table("weapons", "weapon") if row.group not in ("fists", "feet", "body") or row.price
    ]


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
    CreationStep(key="identity", rules=("ORG-SKILL-02",), fields=("name", "gender", "age", "player_class")),
    CreationStep(key="traits", rules=("ORG-SKILL-02",), fields=("traits", "addiction"), folded=("addiction",)),
    CreationStep(
        key="scores",
        rules=("ORG-SKILL-02", "ORG-HP-01", "ORG-END-01"),
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
    why={
        "scores": ("why_scores", "ORG-SKILL-02"),
        **dict.fromkeys(("SNG", "CPS", "INC"), ("why_reserves", "ORG-HP-01")),
        "traits": ("why_traits", "ORG-SKILL-02"),
        **dict.fromkeys(("skills", "combat_skills", "powers"), ("why_skills", "ORG-SKILL-02")),
        "specialities": ("why_specialities", "ORG-HACK-27"),
        **dict.fromkeys(("arms", "armour", "computer", "programs", "drugs"), ("why_goods", "ORG-SKILL-02")),
    },
    purses=purses,
    means=means,
    about=about,
    only={"programs": lambda given: bool(chosen(given, "computer"))},
)

NAMED: dict[str, Callable[[str, Language], str]] = {  # what the keys of inputs are called that no sheet has
    "arms": named(pack.weapon),
    "drugs": named(pack.drug),
    "addiction": named(pack.drug),
    "specialities": named(lambda key: pack.SHELF.row("networks", "os", key)),
}
