"""The steps of creation as a page asks them (P-ABIL, P-LEVEL, P-PROF, P-SKILL, P-FEAT)."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from gardien.core.creation import Content, Creation, CreationStep
from gardien.core.face import named
from gardien.core.rows import keyed
from gardien.core.terms import Language
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.course import rises_by
from gardien.systems.cthulhud20.drafts import core_of, level_of, listed, person_of, profession_of, purses
from gardien.systems.cthulhud20.kinds import ABILITIES
from gardien.systems.cthulhud20.kits import PAIRS
from gardien.systems.cthulhud20.making_words import CODES, about, feat_word, means
from gardien.systems.cthulhud20.placing import certain
from gardien.systems.cthulhud20.sheet_words import signed, skill_name
from gardien.systems.cthulhud20.skills import UNBOUGHT

# ---- what the pack offers ----


def _words(file: str, table: str) -> Any:
    """Words for both genders, each once."""

    def words(language: str) -> list[str]:
        rows = pack.table(file, table)
        told = ((row.fr, getattr(row, "fr_f", None) or row.fr) if language == "fr" else (row.en,) for row in rows)
        return list(dict.fromkeys(word for pair in told for word in pair))

    return words


def _modern(given: Content) -> bool:
    return given.get("era") == "modern"


def _choosable(given: Content, options: Content) -> list[str]:
    """Skills that may still become core skills: not those of the profession, nor those of another time."""
    row = profession_of(given)
    sure = certain(row.key) if row else []
    keys = [key for key in pack.skill_keys() if key not in sure and key != UNBOUGHT]
    return [key for key in keys if _modern(given) or not pack.skill(key).modern]


def _core(given: Content, options: Content) -> list[str]:
    return core_of(given)


def _others(given: Content, options: Content) -> list[str]:
    """Skills that are no core skills (CD20-P-SKILL-02)."""
    core = core_of(given)
    return [key for key in _choosable(given, options) if key not in core]


def _arms(given: Content, options: Content) -> list[str]:
    """Weapons of the time."""
    eras = ("all", "1920s+", "modern") if _modern(given) else ("all", "1920s", "1920s+")
    return [row.key for row in pack.table("weapons", "weapon") if row.era in eras]


def _armours(given: Content, options: Content) -> list[str]:
    eras = ("all", "1920s+", "modern") if _modern(given) else ("all", "1920s", "1920s+")
    return [row.key for row in pack.table("armours", "armour") if row.era in eras]


def _choices_of_feats(given: Content, options: Content) -> list[str]:
    """Every feat with what it may be about: weapons carried, core skills, pairs of them (CD20-P-FEAT-01)."""
    weapons = [keyed(pack.table("weapons", "weapon"), one) for one in listed(given, "arms")]
    known = [key for key in dict.fromkeys(weapons) if key in pack.keys("weapons", "weapon")] or ["unarmed"]
    core = core_of(given) or _choosable(given, options)
    about: dict[str, list[str]] = {
        "group": list(pack.ABOUT["group"]),
        "armour": list(pack.ABOUT["armour"]),
        "weapon": known,
        "skill": core,
        "skills": [f"{one}+{other}" for one, other in PAIRS],
    }
    found = []
    for row in pack.table("feats", "feat"):
        found += [f"{row.key}:{one}" for one in about[row.parameter]] if row.parameter else [row.key]
    return found


def feat_group(key: str, language: Language) -> str:
    """The heading under which a feat is listed: by itself, or with what it is about."""
    kind, about, _ = key.partition(":")
    if not about:
        return "Dons" if language == "fr" else "Feats"
    return next(str(getattr(row, language)) for row in pack.table("feats", "feat") if row.key == kind)


def _certain(given: Content, options: Content) -> list[tuple[str, str]]:
    """The core skills that come with the profession, each with the modifier behind it (CD20-P-PROF-01)."""
    row, who = profession_of(given), person_of(given)
    found = []
    for key in certain(row.key) if row else ():
        ability = pack.skill(key).ability
        found.append((key, signed(who.modifier(ability)) if who and ability else CODES[ability] if ability else ""))
    return found


# ---- what a drawn sheet says of the inputs ----


def _own_core(sheet: Content) -> list[str]:
    """The core skills that were chosen: those of the profession come by themselves."""
    sure = certain(sheet["profession"])
    return [key for key in sheet["core_skills"] if key not in sure]


def _ranks(core: bool) -> Any:
    return lambda sheet: {
        key: int(rank) if core else rank
        for key, rank in sheet["skill_ranks"].items()
        if (key in sheet["core_skills"]) == core
    }


def _code(ability: str, language: Language) -> str:
    return CODES.get(ability, ability)


def _number(written: str) -> int:
    return int(written) if written.isdecimal() and len(written) < 3 else 0


STEPS = (
    CreationStep(
        key="identity",
        rules=("CD20-P-PROF-01", "CD20-P-LEVEL-01"),
        fields=("name", "gender", "age", "era", "profession", "level"),
    ),
    CreationStep(
        key="abilities",
        rules=("CD20-P-ABIL-01",),
        fields=("method", "rolls", "abilities", "increases"),
    ),
    CreationStep(
        key="option",
        rules=("CD20-P-LEVEL-01", "CD20-P-SAVE-01"),
        fields=("combat_option", "good_saves"),
        shows=("pf", "pv", "base_attack", "saves", "initiative"),
    ),
    CreationStep(
        key="core_skills",
        rules=("CD20-P-PROF-01", "CD20-P-SKILL-01", "CD20-P-SKILL-02"),
        fields=("core_skills",),
        lists=("core_skills", _certain),
    ),
    CreationStep(
        key="ranks",
        rules=("CD20-P-SKILL-02",),
        fields=("core_ranks", "other_ranks"),
    ),
    CreationStep(
        key="equipment",
        rules=("CD20-LETH-01", "CD20-AC-01", "CD20-P-WEAP-01", "CD20-P-ARM-01"),
        fields=("arms", "armour_items", "gear", "languages", "money"),
        folded=("languages", "money"),
    ),
    CreationStep(
        key="feats",
        rules=("CD20-P-FEAT-01", "CD20-FEAT-08"),
        fields=("feats",),
    ),
    CreationStep(
        key="mind",
        rules=("CD20-P-SAN-01", "CD20-DEST-01", "CD20-DEST-02"),
        fields=("mythos_ranks", "san", "destiny_spent"),
        shows=("san", "destiny_left"),
    ),
    CreationStep(key="description", fields=("portrait", "history", "notes")),
)
BODY = ("pv", "pf", "pv_max", "pf_max", "pf_ceiling", "fort", "ref", "will", "initiative", "zone_ca", "touch_ca")
ON_SCORES = (*ABILITIES, "modifiers", *BODY, "san", "san_start", "skills", "weapons", "skill_ranks")
CREATION = Creation(
    steps=STEPS,
    needed=("name", "profession"),
    known={
        "profession": _words("professions", "profession"),
        "abilities": lambda language: list(ABILITIES),
        "increases": lambda language: list(ABILITIES),
        "gear": _words("backgrounds", "belonging"),
        "languages": _words("names", "language"),
    },
    fixed=("abilities", "increases", "core_ranks"),
    among={
        "core_skills": _choosable,
        "core_ranks": _core,
        "other_ranks": _others,
        "arms": _arms,
        "armour_items": _armours,
        "feats": _choices_of_feats,
    },
    taken={
        "rolls": lambda sheet: sheet["creation_log"]["scores"],
        "abilities": lambda sheet: sheet["creation_log"]["abilities"],
        "increases": lambda sheet: dict(Counter(sheet["creation_log"]["increases"])),
        "core_skills": _own_core,
        "core_ranks": _ranks(core=True),
        "other_ranks": _ranks(core=False),
        "arms": lambda sheet: [one["weapon"] for one in sheet["weapons"]],
    },
    rests={
        **dict.fromkeys(("abilities", "increases"), ON_SCORES),
        "combat_option": ("base_attack", "fort", "ref", "will", "weapons"),
        "good_saves": ("fort", "ref", "will"),
        "feats": (*BODY, "weapons", "skills"),
        "core_skills": ("skills", "skill_ranks"),
        **dict.fromkeys(("core_ranks", "other_ranks"), ("skills", "skill_ranks")),
    },
    columns={
        "abilities": ("score",),
        "increases": ("points",),
        **dict.fromkeys(("core_ranks", "other_ranks"), ("ranks",)),
    },
    why={
        "rolls": ("why_rolls", "CD20-P-ABIL-01"),
        "abilities": ("why_abilities", "CD20-P-ABIL-01"),
        "core_ranks": ("why_core_ranks", "CD20-P-SKILL-02"),
        "other_ranks": ("why_other_ranks", "CD20-P-SKILL-02"),
    },
    purses=purses,
    means=means,
    about=about,
    only={
        "rolls": lambda chosen: chosen.get("method", "") in ("", "rolled"),
        "increases": lambda chosen: bool(rises_by(level_of({"level": _number(chosen.get("level", ""))}))),
    },
)
NAMED: dict[str, Callable[[str, Language], str]] = {  # what the keys of the inputs are called
    **dict.fromkeys(("core_skills", "core_ranks", "other_ranks"), skill_name),
    **dict.fromkeys(("abilities", "increases"), _code),
    "feats": feat_word,
    "arms": named(pack.weapon),
    "armour_items": named(pack.armour),
    "profession": named(pack.profession),
}
