"""What a choice of creation brings, in a few words: a profession, a level, a score, a skill, a feat, a weapon (P-…)."""

from typing import Any

from gardien.core.creation import Content, Meaning
from gardien.core.rows import keyed
from gardien.core.system import find
from gardien.core.telling import lower_first
from gardien.core.terms import HARD, Language
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.choices import skill_key
from gardien.systems.cthulhud20.creation import ANY_FIELD, GOOD_SAVES, aged
from gardien.systems.cthulhud20.drafts import age_of, feats_of, person_of, profession_of, ranks_of
from gardien.systems.cthulhud20.kinds import modifier_of
from gardien.systems.cthulhud20.pack_rows import Profession
from gardien.systems.cthulhud20.refusing import asked_by
from gardien.systems.cthulhud20.sheet_words import feat_name, signed, skill_name
from gardien.systems.cthulhud20.values import SAN_MOST

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
            score = aged(int(value), name, age_of(given))  # type: ignore[arg-type]
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
    key = keyed(pack.table(file, table), written)
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
