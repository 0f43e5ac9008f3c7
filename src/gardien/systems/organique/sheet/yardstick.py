"""What scores and skills are worth on a usual test: a d20 and a score against 20 (TEST, SKILL, CBT)."""

from functools import partial
from typing import Any

import msgspec

from gardien.core.terms import Language
from gardien.core.yardstick import Arms, Measure, Pair, Plain, Task, Yardstick, put
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Character
from gardien.systems.organique.rules.fight.attack_modifiers import attack_throw
from gardien.systems.organique.rules.fight.declared import Attack
from gardien.systems.organique.rules.fight.weapons import weapon_of
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.rules.tests.characteristic import CheckGiven, check
from gardien.systems.organique.rules.tests.d20 import Throw, attempt
from gardien.systems.organique.rules.tests.skills import SkillGiven, use_skill
from gardien.systems.organique.sheet.parts import weapon_lines
from gardien.systems.organique.vocabulary import Code

USUAL = Options()
NOBODY = person_of(Character())
TEST = Task(key="test", rule=check, won=lambda one: one.success is True)
SKILL = Task(key="skill_test", rule=use_skill, won=lambda one: one.success is True)
ATTACK = Task(key="attack", rule=attempt, won=lambda one: one.success)
AVERAGE = 10
CODES: dict[str, Code] = {
    "strength": "FOR",
    "agility": "AGI",
    "toughness": "END",
    "intellect": "INT",
    "will": "VOL",
    "charm": "CHA",
}
SKILLS = {
    "climbing": "climbing",
    "swimming": "swimming",
    "jumping": "jumping",
    "hiding": "stealth",
    "noticing": "observation",
    "tracking": "tracking",
    "fast_talk": "fast_talk",
    "persuading": "leadership",
    "intimidating": "intimidation",
    "bargaining": "bargaining",
    "disguise": "disguise",
    "first_aid": "emergency_medicine",
    "medicine": "medicine",
    "psychology": "psychology",
    "driving": "car",
    "flying": "helicopter",
    "boating": "boat",
    "mechanics": "mechanics",
    "electronics": "electronics",
    "explosives": "demolition",
    "locks": "locks",
    "sleight": "sleight_of_hand",
    "computing": "operating_system",
    "research": "network_knowledge",
    "law": "law",
    "history": "history",
    "biology": "biology",
    "chemistry": "chemistry",
    "physics": "physics",
}
ARMS = {  # a notion -> the combat skill, the action and the weapon it is tried with
    "fighting": ("boxing", "strike", "punch"),
    "blades": ("knife_fighting", "strike", "hunting_knife"),
    "shooting": ("pistol", "shoot", "pistol_9mm"),
    "rifles": ("rifle", "shoot", "hunting_rifle"),
}


def _score(code: Code, sheet: Any) -> tuple[CheckGiven, Options]:
    return CheckGiven(character=sheet.character(), characteristic=code), USUAL


def _skill(key: str, sheet: Any) -> tuple[SkillGiven, Options]:
    return SkillGiven(character=sheet.character(), skill=key), USUAL


def _attack(action: Any, weapon: str, sheet: Any) -> tuple[Throw]:
    person = person_of(sheet.character())
    return (attack_throw(Attack(action=action, weapon=weapon_of(weapon, person)), person, NOBODY, USUAL),)


def _held(field: str, plain: Plain, level: int) -> Plain:
    return put(plain, field, level) if level else plain


def _reserves(plain: Plain, value: int) -> Plain:
    """Blood, body and wakefulness alike (ORG-HP-01)."""
    return {**plain, **dict.fromkeys(("SNG", "CPS", "INC"), value)}


PAIRS: tuple[Pair, ...] = (
    *(
        Pair(
            notion=notion,
            field=code,
            rule="ORG-TEST-01",
            task=TEST,
            asked=partial(_score, code),
            scores=range(61),
            usual=AVERAGE,
            absolute=True,
        )
        for notion, code in CODES.items()
    ),
    *(
        Pair(
            notion=notion,
            field=f"skills.{key}",
            rule="ORG-SKILL-01",
            task=SKILL,
            asked=partial(_skill, key),
            scores=range(7),
            write=partial(_held, f"skills.{key}"),
        )
        for notion, key in SKILLS.items()
    ),
    *(
        Pair(
            notion=notion,
            field=f"combat_skills.{key}",
            rule="ORG-CSK-01",
            task=ATTACK,
            asked=partial(_attack, action, weapon),
            scores=range(7),
            write=partial(_held, f"combat_skills.{key}"),
        )
        for notion, (key, action, weapon) in ARMS.items()
    ),
)


def _armed(plain: Plain, keys: tuple[str, ...], language: Language) -> Plain:
    return {**plain, "weapons": msgspec.to_builtins(weapon_lines(keys, language))}


YARDSTICK = Yardstick(
    kinds=("runner", "npc", "creature"),
    pairs=PAIRS,
    arms=Arms(
        listed=("weapons", "weapon"),
        rule="ORG-WPN-01",
        key="weapon",
        write=_armed,
        worth=lambda row: row.bs or row.c or 0,
    ),
    measures=(Measure(notion="health", field="CPS", rule="ORG-HP-01", ordinary=4, limits=(1, 1000), write=_reserves),),
    aside=("SNG", "INC", "sng", "cps", "inc", "end_now", "structure", "structure_max", "effective", "condition"),
)
