"""What modifiers are worth on a usual test: a d20 against 10 for a characteristic, 15 for a skill (TEST)."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from gardien.core.terms import LANGUAGES, Language
from gardien.core.yardstick import Arms, Measure, Pair, Plain, Task, Yardstick, put
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import Code, modifier_of
from gardien.systems.d20d100.rules.growth.skill_points import base_of
from gardien.systems.d20d100.rules.tests.checks import (
    CharacteristicGiven,
    SkillGiven,
    check_characteristic,
    check_skill,
)
from gardien.systems.d20d100.sheet.parts import SPARE_ROUNDS, weapon_lines
from gardien.systems.d20d100.sheet.samples import line_for
from gardien.systems.d20d100.sheet.sheet import Investigator

USUAL = Options()
TEST = Task(key="test", rule=check_characteristic, won=lambda one: one.success is True)
SKILL = Task(key="skill_test", rule=check_skill, won=lambda one: one.success is True)
AVERAGE = 10
CODES: dict[str, Code] = {
    "strength": "FOR",
    "agility": "DEX",
    "toughness": "CON",
    "intellect": "INT",
    "will": "POU",
    "charm": "APP",
    "education": "EDU",
}
SKILLS = {
    "fighting": "boxe",
    "blades": "armes_contact",
    "shooting": "revolver",
    "rifles": "fusil",
    "throwing": "armes_jet",
    "climbing": "grimper",
    "swimming": "nager",
    "jumping": "sauter",
    "hiding": "se_cacher",
    "noticing": "observer",
    "tracking": "suivre_piste",
    "fast_talk": "baratin",
    "persuading": "eloquence",
    "intimidating": "intimidation",
    "bargaining": "marchandage",
    "disguise": "deguisement",
    "first_aid": "premiers_soins",
    "medicine": "medecine",
    "psychology": "psychologie",
    "driving": "conduire_auto",
    "flying": "piloter_avion",
    "boating": "piloter_bateau",
    "riding": "monter_cheval",
    "mechanics": "mecanique",
    "electronics": "electricite",
    "explosives": "explosifs",
    "locks": "serrurerie",
    "sleight": "pickpocket",
    "forging": "contrefacon",
    "research": "bibliotheque",
    "law": "droit",
    "history": "histoire",
    "archaeology": "archeologie",
    "occult": "occultisme",
    "biology": "biologie",
    "chemistry": "chimie",
    "physics": "physique",
}
GRIP = tuple(getattr(pack.skill("lutte"), language) for language in LANGUAGES)
GAINED = ("trait", "profession", "secondary", "imported", "xp")


def _score(code: Code, sheet: Any) -> tuple[CharacteristicGiven, Options]:
    modifier = modifier_of(sheet.scores.get(code, AVERAGE))
    return CharacteristicGiven(characteristic=code, modifier=max(-20, min(60, modifier)), difficulty=AVERAGE), USUAL


def _skill(key: str, sheet: Any) -> tuple[SkillGiven, Options]:
    held = sheet.skills.get(key)
    total = held if isinstance(held, int) else held.total if held else base_of(key, sheet.scores, USUAL)
    return SkillGiven(modifier=total), USUAL


def _read(key: str, plain: Plain) -> int | None:
    """What a skill comes to, where somebody has learned it (D100-SKILL-01)."""
    held = (plain.get("skills") or {}).get(key)
    if isinstance(held, Mapping):
        return int(held["total"]) if any(held.get(part) for part in GAINED) else None
    return held


def _write(key: str, plain: Plain, total: int) -> Plain:
    """An investigator’s skill stands over its base; a profile has its total (D100-CREA-17, D100-CREAT-01)."""
    if plain.get("kind") != "investigator":
        return put(plain, f"skills.{key}", total)
    more = total - base_of(key, plain.get("scores") or {}, USUAL)
    return put(plain, f"skills.{key}", {"imported": more, "learned": True})


PAIRS: tuple[Pair, ...] = (
    *(
        Pair(
            notion=notion,
            field=f"scores.{code}",
            rule="D100-TEST-14",
            task=TEST,
            asked=partial(_score, code),
            scores=range(1, 91),
            usual=AVERAGE,
            absolute=True,
        )
        for notion, code in CODES.items()
    ),
    *(
        Pair(
            notion=notion,
            field=f"skills.{key}",
            rule="D100-TEST-01",
            task=SKILL,
            asked=partial(_skill, key),
            scores=range(-5, 26),
            read=partial(_read, key),
            write=partial(_write, key),
        )
        for notion, key in SKILLS.items()
    ),
)


def _recomputed(sheet: Any) -> Any:
    """All that follows (D100-CORE-06); of a profile, the lines of its weapons (D100-CREAT-02)."""
    if isinstance(sheet, Investigator):
        return sheet.recompute()
    options, profile = sheet.house_rules.options(), asdict(sheet)
    return replace(sheet, weapons=tuple(line_for(one, profile, options) for one in sheet.weapons))


def _armed(plain: Plain, keys: tuple[str, ...], language: Language) -> Plain:
    """Beside what everybody has, hands to strike and to hold (D100-WPN-04)."""
    held = plain.get("weapons") or []
    new = tuple(key for key in keys if key not in [one["weapon"] for one in held])
    return {**plain, "weapons": [*msgspec.to_builtins(weapon_lines(new, language, spare=SPARE_ROUNDS)), *held]}


def _life(plain: Plain, value: int) -> Plain:
    return {**plain, "pv_max": value, "pv": value}


YARDSTICK = Yardstick(
    kinds=("investigator", "npc", "monster"),
    pairs=PAIRS,
    arms=Arms(
        listed=("weapons", "weapon"),
        rule="D100-WPN-01",
        key="weapon",
        write=_armed,
        worth=lambda row: row.damage or "–",
        nothing=GRIP,
    ),
    measures=(
        Measure(
            notion="health",
            field="pv_max",
            rule="D100-CREA-10",
            ordinary=AVERAGE,
            limits=(1, 400),
            follows=("investigator",),
            write=_life,
        ),
        Measure(notion="mind", field="san", rule="D100-SAN-01", ordinary=50, limits=(0, 99)),
    ),
    recompute=_recomputed,
    remarks=("notes", "description"),
    aside=(
        *("modifiers", "pv", "condition", "jets", "defence", "defence_flat", "initiative", "reflexes", "creation_log"),
        *("con_modifier", "dex_modifier", "for_modifier", "dex_score", "con_score", "pou_score", "int_score", "lutte"),
        *("endurance", "idee", "chance", "culture", "profession_points", "secondary_points", "is_pc", "pv_half"),
        *("pv_quarter", "san_max", "san_hour_start", "san_creation", "pm", "pm_max", "damage_bonus", "speed"),
        *("profession_key_characteristic", "education", "period", "destiny", "uses_agony"),
    ),
)
