"""People, animals and robots of the pack as sheets before play (M1, M16)."""

from typing import Any

from gardien.systems.organique import pack
from gardien.systems.organique.pack.arms import Creature as CreatureRow
from gardien.systems.organique.pack.arms import Natural
from gardien.systems.organique.rules.character import ArmourGiven
from gardien.systems.organique.rules.fight.weapons import WeaponGiven
from gardien.systems.organique.sheet.parts import Language, SheetWeapon, weapon_lines
from gardien.systems.organique.sheet.sheet import Creature, Npc, Runner
from gardien.systems.organique.vocabulary import CODES, Group

HIDE: dict[Language, str] = {"fr": "Peau", "en": "Hide"}
SHELL: dict[Language, str] = {"fr": "Coque", "en": "Shell"}


def sample_person(key: str, language: Language) -> Runner | Npc:
    """A ready sheet of the examples (M1)."""
    row = pack.sample(key)
    fields: dict[str, Any] = {
        **{str(code): score for code, score in row.scores.items()},
        "name": getattr(row, language),
        "gender": row.gender,
        "SNG": row.SNG,
        "CPS": row.CPS,
        "INC": row.INC,
        "player_class": row.player_class or "",
        "skills": row.skills,
        "combat_skills": row.combat_skills,
        "powers": row.powers,
        "traits": row.traits,
        "weapons": weapon_lines(row.weapons, language, row.coating),
        "armour": row.armours,
        "notes": getattr(row, f"note_{language}") or "",
    }
    return Npc(**fields) if row.npc else Runner(**fields)


def attack_of(one: Natural, language: Language) -> SheetWeapon:
    """A natural attack as a line of the weapon table; one of the list by its key (M16)."""
    name = getattr(one, language)
    if one.weapon:
        row = pack.weapon(one.weapon)
        return SheetWeapon(weapon=one.weapon, name=name, loaded=row.magazine, spare=row.magazine)
    group: Group = one.group
    given = WeaponGiven(name=name, group=group, bs=one.bs, c=one.c, range_max=one.range_max)
    disease = {"disease": one.disease, "disease_difficulty": one.disease_difficulty} if one.disease else {}
    return SheetWeapon(name=name, described=given, **disease)  # type: ignore[arg-type]


def _being(row: CreatureRow, language: Language) -> Creature:
    scores = {code: row.scores.get(code, 0) for code in CODES}
    machine = row.kind == "machine"
    hide = (ArmourGiven(name=(SHELL if machine else HIDE)[language], ia=row.ia, bs=row.bs, c=row.c),) if row.ia else ()
    return Creature(
        **scores,  # type: ignore[arg-type]
        name=getattr(row, language),
        nature=row.kind,
        size_mod=row.size_mod,
        SNG=row.SNG,
        CPS=row.CPS,
        INC=row.INC,
        structure_max=row.structure or 10,
        structure=row.structure or 10,
        armour=(*row.armours, *hide),
        skills=row.skills,
        combat_skills=row.combat_skills,
        bonuses=row.bonuses,
        weapons=tuple(attack_of(one, language) for one in row.attacks if one.bs or one.c or one.weapon),
        notes=getattr(row, f"note_{language}") or "",
    )


TIRELESS = 10  # END of a swarm: nothing is ever taken from it
NATURES: dict[str, str] = {
    "bees": "insect",
    "cockroaches": "insect",
    "pigeons": "bird_reptile_amphibian_fish",
    "piranhas": "bird_reptile_amphibian_fish",
    "nanites": "machine",
}


def sample_swarm(key: str, language: Language) -> Creature:
    """Many as one: nothing but how many there are (ORG-MON-04, M16)."""
    row = pack.swarm(key)
    scores = {**dict.fromkeys(CODES, 0), "VIT": row.VIT, "END": TIRELESS}
    return Creature(
        **scores,  # type: ignore[arg-type]
        name=getattr(row, language),
        nature=NATURES.get(key, "mammal"),
        size_mod=row.size_mod or 0,
        SNG=0.5,
        CPS=0.5,
        INC=0.5,
        swarm=key,
        count=row.count,
        notes=getattr(row, f"note_{language}") or "",
    )


def sample_creature(key: str, language: Language) -> Creature:
    """An animal, or somebody of the street (M16)."""
    return _being(pack.creature(key), language)


def sample_robot(key: str, language: Language) -> Creature:
    """A robot (M16)."""
    return _being(pack.SHELF.row("creatures", "robot", key), language)
