"""What abilities, ranks and levels are worth on a usual check: a d20 against 10 or 15 (P-CHECK, P-ATT)."""

from functools import partial
from typing import Any

import msgspec

from gardien.core.terms import Language
from gardien.core.yardstick import Arms, Measure, Pair, Plain, Task, Yardstick, put
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.tests.checks import CheckGiven, make_check
from gardien.systems.cthulhud20.rules.tests.modifiers import base_attacks
from gardien.systems.cthulhud20.sheet.display_names import skill_name
from gardien.systems.cthulhud20.sheet.parts import weapon_lines
from gardien.systems.cthulhud20.sheet.samples import SPARE
from gardien.systems.cthulhud20.vocabulary import Ability, modifier_of

USUAL = Options()
EASY, COMMON = 10, 15  # of an ability alone; of a skill, or somebody in the way
CHECK = Task(key="check", rule=make_check, won=lambda one: one.success is True)
SKILL = Task(key="skill_check", rule=make_check, won=lambda one: one.success is True)
ATTACK = Task(key="attack", rule=make_check, won=lambda one: one.success is True)
AVERAGE = 10
LIFE = 8  # PV of somebody average (CD20-HP-01)
ABILITIES: dict[str, Ability] = {
    "strength": "str",
    "agility": "dex",
    "toughness": "con",
    "intellect": "int",
    "will": "wis",
    "charm": "cha",
}
SKILLS = {
    "climbing": "climb",
    "swimming": "swim",
    "jumping": "jump",
    "hiding": "hide",
    "noticing": "spot",
    "tracking": "wilderness_lore",
    "fast_talk": "bluff",
    "persuading": "diplomacy",
    "intimidating": "intimidate",
    "disguise": "disguise",
    "first_aid": "first_aid",
    "medicine": "knowledge_medicine",
    "psychology": "sense_motive",
    "driving": "drive",
    "flying": "pilot",
    "riding": "ride",
    "mechanics": "repair",
    "explosives": "demolitions",
    "locks": "open_lock",
    "sleight": "sleight_of_hand",
    "forging": "forgery",
    "computing": "computer_use",
    "research": "research",
    "law": "knowledge_law",
    "history": "knowledge_history",
    "archaeology": "knowledge_archaeology",
    "occult": "knowledge_occult",
    "biology": "knowledge_biology",
    "chemistry": "knowledge_chemistry",
    "physics": "knowledge_physics",
}
TALL = {  # TAI where d20 has a size (D100-MISS-14 asks for one)
    "fine": 1, "diminutive": 1, "tiny": 3, "small": 6, "medium": 13,
    "large": 26, "huge": 45, "gargantuan": 65, "colossal": 100,
}  # fmt: skip


def _ability(code: Ability, sheet: Any) -> tuple[CheckGiven, Options]:
    return CheckGiven(character=sheet.combatant(), ability=code, dc=EASY), USUAL


def _skill(key: str, sheet: Any) -> tuple[CheckGiven, Options]:
    return CheckGiven(character=sheet.combatant(), skill=key, dc=COMMON), USUAL


def _attack(code: Ability, sheet: Any) -> tuple[CheckGiven, Options]:
    """The first attack of a round (CD20-P-LEVEL-01)."""
    who = sheet.combatant()
    return CheckGiven(character=who, ability=code, bonus=base_attacks(who)[0] + who.modifier(code), dc=COMMON), USUAL


def _ranks(key: str, plain: Plain, ranks: int) -> Plain:
    return put(plain, f"skill_ranks.{key}", ranks) if ranks else plain


def _life(plain: Plain, value: int) -> Plain:
    """As many PV as PF (CD20-HP-02)."""
    return {**plain, **dict.fromkeys(("pv_max", "pf_max", "pv", "pf"), value)}


def _recomputed(sheet: Any) -> Any:
    """PV and PF of people follow from their Constitution (CD20-HP-01)."""
    if sheet.kind == "creature":
        return sheet
    life = max(1, LIFE + modifier_of(sheet.con))
    return msgspec.structs.replace(sheet, pv_max=life, pf_max=life, pv=life, pf=life)


PAIRS: tuple[Pair, ...] = (
    *(
        Pair(
            notion=notion,
            field=code,
            rule="CD20-P-CHECK-01",
            task=CHECK,
            asked=partial(_ability, code),
            scores=range(1, 61),
            usual=AVERAGE,
            absolute=True,
        )
        for notion, code in ABILITIES.items()
    ),
    Pair(
        notion="shooting",
        field="level",
        rule="CD20-P-LEVEL-01",
        task=ATTACK,
        asked=partial(_attack, "dex"),
        scores=range(1, 21),
        usual=1,
    ),
    Pair(
        notion="fighting",
        field="base_attack",
        rule="CD20-P-LEVEL-01",
        task=ATTACK,
        asked=partial(_attack, "str"),
        read=lambda plain: "/".join(f"{one:+}" for one in base_attacks_of(plain)),
    ),
    *(
        Pair(
            notion=notion,
            field=f"skill_ranks.{key}",
            rule="CD20-P-SKILL-02",
            task=SKILL,
            asked=partial(_skill, key),
            scores=range(24),
            write=partial(_ranks, key),
        )
        for notion, key in SKILLS.items()
    ),
)


def base_attacks_of(plain: Plain) -> tuple[int, ...]:
    """The base numbers of a full attack, by hand or by level (CD20-P-LEVEL-01)."""
    if plain.get("base_attack") is not None:
        return tuple(plain["base_attack"])
    row = pack.level(plain.get("level", 1))
    return row.offence if plain.get("combat_option", "offence") == "offence" else row.defence


def as_d20(plain: Plain) -> Plain:
    """A stat block of d20: abilities, totals of skills, attacks without what their lethality adds (CD20-P-CREA-01)."""
    codes = {"FOR": "str", "DEX": "dex", "CON": "con", "INT": "int", "SAG": "wis", "CHA": "cha"}
    told: Plain = {"name": plain["name"], "TAI": TALL[plain["size"]], "notes": plain.get("notes", "")}
    told |= {code: plain[name] for code, name in codes.items()}
    told |= {"natural": plain["natural_armour"], "dex": modifier_of(plain["dex"])} if plain["natural_armour"] else {}
    skills = {}
    for key, ranks in (plain.get("skill_ranks") or {}).items():
        row = pack.skill(key)
        skills[skill_name(key, "fr")] = int(ranks) + (modifier_of(plain[row.ability]) if row.ability else 0)
    attacks = [
        {
            "name": one["name"],
            "attack": one["attack_bonus"] - one["lethality"],
            "damage": one["damage"],
            "per_round": max(1, min(10, one["count"])),
        }
        for one in (plain.get("attacks") or ())[:6]
    ]
    loss = plain.get("san_loss") or {}
    told |= {"san_loss": f"{loss['success']}/{loss['failure']}"} if plain["kind"] == "creature" and loss else {}
    return {**told, "skills": skills, "attacks": attacks}


def _armed(plain: Plain, keys: tuple[str, ...], language: Language) -> Plain:
    return {**plain, "weapons": msgspec.to_builtins(weapon_lines(keys, language, SPARE))}


YARDSTICK = Yardstick(
    kinds=("investigator", "npc", "creature"),
    pairs=PAIRS,
    arms=Arms(
        listed=("weapons", "weapon"), rule="CD20-P-WEAP-01", key="weapon", write=_armed, worth=lambda row: row.lethality
    ),
    measures=(
        Measure(
            notion="health",
            field="pv_max",
            rule="CD20-HP-01",
            ordinary=LIFE,
            limits=(1, 1000),
            follows=("investigator", "npc"),
            write=_life,
        ),
        Measure(notion="mind", field="san", rule="CD20-P-SAN-01", ordinary=50, limits=(0, 99)),
    ),
    recompute=_recomputed,
    dialects={"d20": as_d20},
    aside=(
        *(
            "pv",
            "pf",
            "pf_max",
            "pf_ceiling",
            "modifiers",
            "zone_ca",
            "touch_ca",
            "initiative",
            "skills",
            "npc",
            "san_max",
        ),
        *(
            "san_at_hour_start",
            "san_start",
            "skill_points_left",
            "destiny_received",
            "destiny_left",
            "creation_log",
            "era",
        ),
        *("tables", "combat_option", "good_saves", "core_skills", "fatigue_malus", "hp_current", "hp_mode"),
    ),
)
