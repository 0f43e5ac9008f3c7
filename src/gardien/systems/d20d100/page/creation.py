"""The steps of creation as a page asks them, with the points left and what each choice brings (CREA)."""

from typing import Any

import msgspec

from gardien.core.creation import Content, Creation, CreationStep, Meaning, Purse, Throw
from gardien.core.rows import key_of_name
from gardien.core.terms import Language
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.creation.choices import skill_key
from gardien.systems.d20d100.creation.placing import ASSIGNED
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack.rows import Profession
from gardien.systems.d20d100.page.sheet import signed_text, skill_name
from gardien.systems.d20d100.rules.character import CODES, Code, modifier_of
from gardien.systems.d20d100.rules.growth.score_rolls import ROLLS
from gardien.systems.d20d100.rules.growth.scores import SCHOOLING, education_of, roll_behind
from gardien.systems.d20d100.rules.growth.skill_points import (
    MANY,
    base_of,
    bonus_for,
    kind_of,
    profession_points,
    secondary_points,
)
from gardien.systems.d20d100.rules.growth.traits import FREE_TRAITS, Trait, effects_of, fits, slots_left
from gardien.systems.d20d100.sheet.parts import BARE

# ---- what was chosen so far; a draft may hold anything ----


def _profession(given: Content) -> Profession | None:
    """The profession chosen so far, if the pack has it."""
    chosen = given.get("profession")
    rows = pack.table("professions", "profession")
    key = key_of_name(rows, chosen) if isinstance(chosen, str) else ""
    return next((row for row in rows if row.key == key), None)


def _scores(given: Content) -> dict[Code, int]:
    scores = given.get("scores")
    written = scores if isinstance(scores, dict) else {}
    return {code: written[code] for code in CODES if isinstance(written.get(code), int)}


def _rolls(given: Content) -> list[int]:
    rolls = given.get("rolls")
    return [one for one in rolls if isinstance(one, int)] if isinstance(rolls, list | tuple) else []


def _points(given: Content, field: str) -> dict[str, int]:
    points = given.get(field)
    spending = points.items() if isinstance(points, dict) else ()
    return {skill_key(str(key)): one for key, one in spending if isinstance(one, int)}


def _traits(given: Content) -> list[Trait]:
    taken = given.get("traits")
    rows = [one for one in taken if isinstance(one, dict)] if isinstance(taken, list | tuple) else []
    return [Trait(key=str(one.get("key", ""))[:100], target=str(one.get("target", ""))[:100]) for one in rows]


def _key(given: Content) -> Code | None:
    """The characteristic that the points of the profession come from (D100-CREA-15)."""
    row = _profession(given)
    written = given.get("profession_key_characteristic")
    return next((code for code in CODES if code == written), row.characteristic if row else None)


def _trade(given: Content, options: Content) -> list[str]:
    """The skills of the profession, as somebody wrote them or as the list has them."""
    written = given.get("profession_skills")
    if isinstance(written, list | tuple) and written:
        return list(dict.fromkeys(skill_key(str(one)) for one in written))
    row = _profession(given)
    return list(row.skills) if row else []


def _others(given: Content, options: Content) -> list[str]:
    """The skills that are not of the profession (D100-CREA-16)."""
    trade = {kind_of(key) for key in _trade(given, options) if kind_of(key) not in MANY}
    return [key for key in pack.keys("skills", "skill") if key not in trade]


# ---- points ----


def _purses(given: Content, options: Content) -> list[Purse]:
    """Rolls to place, traits, and the points of profession and INT once their scores are known (D100-CREA-15)."""
    purses, scores, rolls = [], _scores(given), _rolls(given)
    if len(rolls) == ROLLS:
        for code in ASSIGNED:
            if code in scores and roll_behind(code, scores[code]) in rolls:
                rolls.remove(roll_behind(code, scores[code]))
        purses.append(Purse(field="scores", left=len(rolls), of=ROLLS, rule="D100-CREA-06"))
    if isinstance(given.get("traits"), list | tuple):
        taken, rows = _traits(given), pack.table("traits", "trait")
        negative = sum(row.kind == "negative" for one in taken for row in rows if row.key == one.key)
        purses.append(Purse(field="traits", left=slots_left(taken), of=FREE_TRAITS + negative, rule="D100-MISS-04"))
    key = _key(given)
    if key is not None and key in scores:
        points = profession_points(scores[key])
        left = points - sum(_points(given, "profession_spending").values())
        purses.append(Purse(field="profession_spending", left=left, of=points, rule="D100-CREA-15"))
    if "INT" in scores:
        points = secondary_points(scores["INT"])
        left = points - sum(_points(given, "secondary_spending").values())
        purses.append(Purse(field="secondary_spending", left=left, of=points, rule="D100-CREA-16"))
    return purses


# ---- what a choice brings ----


def _means(field: str, value: Any, options: Content) -> Meaning | None:
    """What a profession lives on and what a score is worth."""
    if field == "profession":
        row = _profession({"profession": value})
        if row is None:
            return Meaning(key="profession_own")
        return Meaning(key="profession_gives", words={"characteristic": row.characteristic, "count": len(row.skills)})
    if field in ("scores", "rolls") and isinstance(value, int) and not isinstance(value, bool):
        return Meaning(text=(signed_text(modifier_of(value)),) * 2)
    return None


def _about(field: str, name: str, value: str, given: Content, options: Content) -> Meaning | None:
    """What a line comes to: studies, a skill with its points, what a trait or a weapon does."""
    match field:
        case "scores" if name == "EDU" and value.isdecimal() and len(value) < 3 and int(value) > SCHOOLING:
            score = int(value)
            word = ("education", str(education_of(score - SCHOOLING)))
            return Meaning(word=word, text=(signed_text(modifier_of(score)),) * 2)
        case "profession_spending" | "secondary_spending" if kind_of(skill_key(name)) in pack.keys("skills", "skill"):
            return _skill(skill_key(name), given, options)
        case "traits" if row := _row("traits", "trait", name):
            return Meaning(text=(row.effect_fr, row.effect_en))
        case "arms" if row := _row("weapons", "weapon", name):
            does = {"damage": row.damage or "–", "capacity": row.capacity or 0, "reach": row.increment or 0}
            return Meaning(key="gun_does" if row.capacity else "arm_does", words=does)
    return None


def _row(file: str, table: str, written: str) -> Any:
    key = key_of_name(pack.table(file, table), written)
    return next((row for row in pack.table(file, table) if row.key == key), None)


TRAIT_KINDS: dict[Language, dict[str, str]] = {
    "fr": {
        "positive": "Traits positifs",
        "negative": "Défauts",
        "combat": "Traits de combat",
        "psychic": "Traits psychiques",
    },
    "en": {
        "positive": "Positive traits",
        "negative": "Negative traits",
        "combat": "Combat traits",
        "psychic": "Psychic traits",
    },
}


def trait_group(key: str, language: Language) -> str:
    """The heading under which a trait is listed (D100-TRAIT-01)."""
    row = _row("traits", "trait", key)
    return TRAIT_KINDS[language][row.kind] if row else ""


def _start(key: str, given: Content, options: Content) -> int | None:
    """Base and bonus of traits; nothing while the scores they rest on are open (D100-CREA-11, D100-CREA-14)."""
    scores, row = _scores(given), pack.skill(key)
    if not {*row.plus, *row.minus} <= set(scores):
        return None
    house = msgspec.convert(dict(options), Options)
    known = [one for one in _traits(given) if one.key in pack.keys("traits", "trait")]
    return base_of(key, scores, house) + bonus_for(dict(effects_of(known, scores, house).skill_bonuses), key)


def _skill(key: str, given: Content, options: Content) -> Meaning | None:
    """What a skill starts at and what it comes to (D100-CREA-17)."""
    start = _start(key, given, options)
    if start is None:
        return None
    spent = sum(_points(given, field).get(key, 0) for field in ("profession_spending", "secondary_spending"))
    return Meaning(key="skill_comes_to", words={"base": signed_text(start), "total": signed_text(start + spent)})


def _bases(given: Content, options: Content) -> list[tuple[str, str]]:
    """What every skill starts at (D100-CREA-11)."""
    keys = [row.key for row in pack.table("skills", "skill") if row.sheet]
    starts = [(key, _start(key, given, options)) for key in keys]
    return [(key, signed_text(start)) for key, start in starts if start is not None]


# ---- what the pack offers ----


def _names(file: str, table: str) -> Any:
    return lambda language: [getattr(row, language) for row in pack.table(file, table)]


def _words(file: str, table: str) -> Any:
    """Words for both genders, each once."""

    def words(language: str) -> list[str]:
        rows = pack.table(file, table)
        return list(
            dict.fromkeys(
                word for row in rows for word in ((row.fr, row.fr_f or row.fr) if language == "fr" else (row.en,))
            )
        )

    return words


def _skills(language: str) -> list[str]:
    """Every skill by its name; languages, arts and trades one by one (D100-SKILL-14)."""
    names: list[str] = []
    for key in pack.keys("skills", "skill"):
        rows = pack.table(*MANY[key]) if key in MANY else ()
        keys = [f"{key}:{row.key}" for row in rows] or [key]
        names += [skill_name(one, "en" if language == "en" else "fr") for one in keys]
    return names


def _targets(key: str, language: str) -> list[str] | None:
    """What a trait is about: skills, weapons or fears; nothing with most of them (D100-TRAIT-02)."""
    row = _row("traits", "trait", key)
    if row is None or row.target is None:
        return None
    if row.target == "fear":
        fears: list[str] = _names("madness", "fear")(language)
        return fears
    table = ("weapons", "weapon") if row.target == "weapon" else ("skills", "skill")
    return [getattr(one, language) for one in pack.table(*table) if fits(row, one.key)]


def _playable(given: Content, options: Content) -> list[str]:
    """Psychic traits only where they are played (D100-TRAIT-06)."""
    return [row.key for row in pack.table("traits", "trait") if row.kind != "psychic" or options.get("psychic_traits")]


# ---- what a drawn sheet says of the inputs ----


def _drawn_points(part: str) -> Any:
    return lambda sheet: {key: one[part] for key, one in sheet["skills"].items() if one[part]}


def _drawn_trade(sheet: Content) -> list[str]:
    """The skills of the profession; those that must be learned and have no points are on no sheet."""
    held = [key for key, one in sheet["skills"].items() if one["is_profession"]]
    kinds = {kind_of(key) for key in held}
    return [*held, *(key for key in _trade({"profession": sheet["profession"]}, {}) if key not in kinds)]


def _drawn_arms(sheet: Content) -> list[str]:
    """Weapons that were chosen: fists and Lutte everybody has, what is thrown was in the hand first (D100-WPN-06)."""
    own = [one["weapon"] for one in sheet["weapons"] if not one["thrown"]]
    return [key for key in own if key not in ("", BARE)]


STEPS = (
    CreationStep(
        key="identity",
        rules=("D100-CREA-01", "D100-CREA-20", "D100-MISS-03"),
        fields=("first_name", "surname", "gender", "age", "nationality", "profession"),
    ),
    CreationStep(
        key="characteristics",
        rules=("D100-CREA-02", "D100-CREA-03", "D100-CREA-04", "D100-CREA-05", "D100-CREA-06", "D100-CREA-07"),
        fields=("rolls", "scores"),
    ),
    CreationStep(
        key="derived",
        rules=("D100-CREA-08", "D100-CREA-09", "D100-CREA-10"),
        fields=("campaign", "mythos"),
        shows=("pv", "san", "pm", "destiny", "defence", "defence_flat", "initiative", "damage_bonus", "speed", "jets"),
    ),
    CreationStep(
        key="base_skills",
        rules=("D100-CREA-11", "D100-CREA-12", "D100-CREA-13"),
        fields=(),
        lists=("skills", _bases),
    ),
    CreationStep(
        key="traits",
        rules=("D100-CREA-14", "D100-TRAIT-01", "D100-TRAIT-05", "D100-MISS-04"),
        fields=("traits",),
    ),
    CreationStep(key="description", rules=("D100-CREA-20",), fields=("portrait", "description", "history", "contacts")),
    CreationStep(
        key="profession_skills",
        rules=("D100-CREA-15", "D100-CREA-19"),
        fields=("profession_spending", "profession_skills", "profession_key_characteristic"),
        folded=("profession_skills", "profession_key_characteristic"),
    ),
    CreationStep(
        key="secondary_skills",
        rules=("D100-CREA-16", "D100-CREA-17", "D100-CREA-18"),
        fields=("secondary_spending",),
    ),
    CreationStep(
        key="equipment",
        rules=("D100-WPN-05", "D100-MISS-05", "D100-MISS-06", "D100-MISS-18"),
        fields=("arms", "vest", "equipment", "money"),
    ),
)
ON_TRAITS = ("jets", "skills", "weapons", "pv", "san", "defence", "defence_flat", "initiative", "speed")
CREATION = Creation(
    steps=STEPS,
    needed=("surname", "profession"),
    known={
        "first_name": lambda language: sorted({*pack.table("names", "feminine"), *pack.table("names", "masculine")}),
        "surname": lambda language: list(pack.table("names", "family")),
        "nationality": _words("names", "nationality"),
        "profession": _words("professions", "profession"),
        "scores": lambda language: list(CODES),
        "profession_skills": _skills,
        "equipment": _names("prices", "price"),
        "contacts": _names("backgrounds", "ties"),
    },
    fixed=("scores", "profession_spending"),
    among={"profession_spending": _trade, "secondary_spending": _others, "traits.key": _playable},
    suggests={"profession_skills": _trade},
    suited={"traits.target": _targets},
    thrown={"rolls": Throw(3, 6)},  # D100-CREA-02
    taken={
        "rolls": lambda sheet: sheet["creation_log"]["sets"][-1]["rolls"],
        "profession_skills": _drawn_trade,
        "profession_spending": _drawn_points("profession"),
        "secondary_spending": _drawn_points("secondary"),
        "arms": _drawn_arms,
    },
    rests={
        "scores": (*ON_TRAITS, "scores", "pm", "temp_damage", "damage_bonus"),
        "traits": ON_TRAITS,
        **dict.fromkeys(("profession_spending", "secondary_spending"), ("skills", "weapons")),
    },
    columns={
        "traits": ("key", "target"),
        "scores": ("score",),
        **dict.fromkeys(("profession_spending", "secondary_spending"), ("points",)),
    },
    why={"rolls": ("why_rolls", "D100-CREA-02"), "scores": ("why_scores", "D100-CREA-06")},
    purses=_purses,
    means=_means,
    about=_about,
)
