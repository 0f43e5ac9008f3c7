"""The steps of creation as a page asks them, and what a choice brings in a few words (P-ABIL, P-PROF, P-FEAT)."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from gardien.core.creation import Content, Creation, CreationStep, Meaning, Throw
from gardien.core.presentation import row_names
from gardien.core.rows import key_of_name
from gardien.core.system import find
from gardien.core.telling import lower_first
from gardien.core.terms import HARD, Language
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.creation.check import ANY_FIELD, GOOD_SAVES, score_at_age
from gardien.systems.cthulhud20.creation.choices import skill_key
from gardien.systems.cthulhud20.creation.draft import (
    age_of,
    core_of,
    feats_of,
    level_of,
    person_of,
    profession_of,
    purses,
    ranks_of,
    texts_of,
)
from gardien.systems.cthulhud20.creation.faults import asked_by
from gardien.systems.cthulhud20.creation.kits import PAIRS
from gardien.systems.cthulhud20.creation.placing import certain
from gardien.systems.cthulhud20.pack.rows import Profession
from gardien.systems.cthulhud20.page.sheet import signed
from gardien.systems.cthulhud20.rules.character import SAN_MOST
from gardien.systems.cthulhud20.rules.growth.levels import rises_by
from gardien.systems.cthulhud20.rules.growth.skill_points import UNBOUGHT
from gardien.systems.cthulhud20.sheet.display_names import feat_name, skill_name
from gardien.systems.cthulhud20.vocabulary import ABILITIES, modifier_of

CODES: dict[str, str] = {"str": "FOR", "dex": "DEX", "con": "CON", "int": "INT", "wis": "SAG", "cha": "CHA"}
FREE: dict[Language, tuple[str, str]] = {
    "fr": ("une connaissance au choix", "{} connaissances au choix"),
    "en": ("a field of knowledge of your choice", "{} fields of knowledge of your choice"),
}
OLDER = 50  # years from which on age changes scores (CD20-P-ABIL-01)


def means(field: str, value: Any, options: Content) -> Meaning | None:
    """What a profession, a level, an option or a score is worth."""
    match field:
        case "profession" if (row := profession_of({"profession": value})) is not None:
            return Meaning(text=(_slots(row, "fr"), _slots(row, "en")))
        case "level" if isinstance(value, int) and 1 <= value <= 20:
            rank = pack.level(value)
            gives = {"feats": rank.feats, "rank": rank.core_rank, "destiny": rank.destiny}
            return Meaning(key="level_gives", words=gives)
        case "method":
            return Meaning(key=f"method_{value}")
        case "combat_option":
            return Meaning(key=f"option_{value}", words={"saves": GOOD_SAVES.get(value, 1)})
        case "rolls" | "abilities" if isinstance(value, int) and 0 < value <= 30:
            return Meaning(text=(signed(modifier_of(value)),) * 2)
        case "mythos_ranks" if isinstance(value, int) and 0 < value <= SAN_MOST:
            return Meaning(key="mythos_leaves", words={"san": SAN_MOST - value})
    return None


def _slots(row: Profession, language: Language) -> str:
    """The nine core skills of a profession in words, those of one’s choice last (CD20-P-PROF-01)."""
    either = " ou " if language == "fr" else " or "
    named = [slot for slot in row.skills if slot != ANY_FIELD]
    names = [either.join(lower_first(skill_name(one, language)) for one in slot.split("/")) for slot in named]
    free = len(row.skills) - len(named)
    if free:
        names.append(FREE[language][free > 1].format(free))
    return ", ".join(names)


def about(field: str, name: str, value: str, given: Content, options: Content) -> Meaning | None:
    """What a line comes to: a score at its age, a skill with its ranks, what a feat, a weapon or an armour does."""
    match field:
        case "abilities" if value.isdecimal() and len(value) < 3 and name in CODES and age_of(given) >= OLDER:
            score = score_at_age(int(value), name, age_of(given))  # type: ignore[arg-type]
            return Meaning(key="at_age", words={"score": score, "modifier": signed(modifier_of(score))})
        case "core_ranks" | "other_ranks" | "core_skills" if skill_key(name) in pack.skill_keys():
            return _skill(skill_key(name), field, given)
        case "feats" if name in feats_of({"feats": [name]}):
            row = pack.feat(name)
            return Meaning(text=(_feat(name, row.effect_fr, "fr"), _feat(name, row.effect_en, "en")))
        case "arms" if row := _row("weapons", "weapon", name):
            does = {"lethality": signed(row.lethality), "damage": row.damage, "magazine": row.magazine}
            reach = row.metres or row.thrown
            key = "gun_does" if row.magazine else "thrown_does" if reach else "arm_does"
            return Meaning(key=key, words={**does, "reach": float(reach)})
        case "armour_items" if row := _row("armours", "armour", name):
            return Meaning(text=(_zones(row, "fr"), _zones(row, "en")))
    return None


def _row(file: str, table: str, written: str) -> Any:
    key = key_of_name(pack.table(file, table), written)
    return next((row for row in pack.table(file, table) if row.key == key), None)


def _skill(key: str, field: str, given: Content) -> Meaning | None:
    """The ability behind a skill, and what it comes to with its ranks (CD20-P-CHECK-01)."""
    ability, who = pack.skill(key).ability, person_of(given)
    if ability is None:
        return None
    if who is None:
        return Meaning(text=(CODES[ability],) * 2)
    ranks = 0 if field == "core_skills" else int(ranks_of(given, field).get(key, 0))
    words = {"code": CODES[ability], "modifier": signed(who.modifier(ability))}
    if field == "core_skills":
        return Meaning(text=(f"{CODES[ability]} {words['modifier']}",) * 2)
    return Meaning(key="skill_comes_to", words={**words, "total": signed(ranks + who.modifier(ability))})


def _feat(key: str, effect: str, language: Language) -> str:
    """What a feat does, and what it asks for (CD20-P-FEAT-01)."""
    needs = ", ".join(feat_word(one, language) for one in asked_by(key))
    if not needs:
        return effect
    return f"{effect} Demande{HARD}: {needs}." if language == "fr" else f"{effect} Needs: {needs}."


def feat_word(key: str, language: Language) -> str:
    """A feat by its name; of what one needs, also a score or a base attack."""
    what, _, number = key.partition(" ")
    if not number:
        return feat_name(key, language)
    if what in CODES:
        return f"{CODES[what]} {number}"
    return f"attaque de base +{number}" if language == "fr" else f"base attack +{number}"


def _zones(row: Any, language: Language) -> str:
    """What an armour protects, the zones of equal worth together (CD20-P-ARM-01)."""
    worth: dict[int, list[str]] = {}
    for zone, bonus in row.zones.items():
        worth.setdefault(bonus, []).append(_zone(zone, language))
    said = [f"{', '.join(names)} {signed(bonus)}" for bonus, names in worth.items()]
    if row.max_dex is not None:
        said.append(f"DEX {signed(row.max_dex)} " + ("au plus" if language == "fr" else "at most"))
    return " · ".join(said)


def _zone(zone: str, language: Language) -> str:
    return lower_first(find("cthulhud20").terms.word("zone", zone, language))


# ---- what the pack offers ----


def _words(file: str, table: str) -> Any:
    """Words for both genders, each once."""

    def words(language: str) -> list[str]:
        rows = pack.table(file, table)
        genders = ((row.fr, getattr(row, "fr_f", None) or row.fr) if language == "fr" else (row.en,) for row in rows)
        return list(dict.fromkeys(word for pair in genders for word in pair))

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
    weapons = [key_of_name(pack.table("weapons", "weapon"), one) for one in texts_of(given, "arms")]
    known = [key for key in dict.fromkeys(weapons) if key in pack.keys("weapons", "weapon")] or ["unarmed"]
    core = core_of(given) or _choosable(given, options)
    about: dict[str, list[str]] = {
        "group": list(pack.ABOUT["group"]),
        "armour": list(pack.ABOUT["armour"]),
        "weapon": known,
        "skill": core,
        "skills": [f"{one}+{other}" for one, other in PAIRS],
    }
    feats = []
    for row in pack.table("feats", "feat"):
        feats += [f"{row.key}:{one}" for one in about[row.parameter]] if row.parameter else [row.key]
    return feats


def feat_group(key: str, language: Language) -> str:
    """The heading under which a feat is listed: by itself, or with what it is about."""
    kind, about, _ = key.partition(":")
    if not about:
        return "Dons" if language == "fr" else "Feats"
    return next(pack.feat_title(row, "", language) for row in pack.table("feats", "feat") if row.key == kind)


def _certain(given: Content, options: Content) -> list[tuple[str, str]]:
    """The core skills that come with the profession, each with the modifier behind it (CD20-P-PROF-01)."""
    row, who = profession_of(given), person_of(given)
    skills = []
    for key in certain(row.key) if row else ():
        ability = pack.skill(key).ability
        skills.append((key, signed(who.modifier(ability)) if who and ability else CODES[ability] if ability else ""))
    return skills


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
    thrown={"rolls": Throw(4, 6, keep=3)},
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
    "arms": row_names(pack.weapon),
    "armour_items": row_names(pack.armour),
    "profession": row_names(pack.profession),
}
