"""Adversaries of the pack as sheets: ordinary people, animals and Monsters before play (CREAT, MISS)."""

from collections.abc import Mapping
from typing import Any

from gardien.core.values import frozen_map
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack.people import Being
from gardien.systems.d20d100.rules.character import Code, modifier_of
from gardien.systems.d20d100.rules.growth.scores import all_scores
from gardien.systems.d20d100.sheet.parts import (
    NO_TRAINING,
    BodyAttack,
    Language,
    Protected,
    SanLoss,
    SheetWeapon,
    weapon_lines,
)
from gardien.systems.d20d100.sheet.sheet import Monster, Npc

MELEE = ("armes_contact", "boxe", "lutte")  # the other combat skills are ranged (D100-CREAT-02)
SCORED: tuple[Code, ...] = ("FOR", "CON", "TAI", "INT", "POU", "DEX")  # what a profile has


USUAL = Options()


def _shared_fields(row: Being, language: Language) -> dict[str, Any]:
    """What people and Monsters of the pack share; a missing score stays missing."""
    scores = {code: getattr(row, code) for code in SCORED if getattr(row, code) is not None}
    whole = all_scores(scores)
    reflexes = modifier_of(whole["DEX"])
    bonus = row.damage_bonus
    attacks = tuple(
        BodyAttack(
            name=getattr(one, language),
            attack=one.attack,
            damage=one.damage or "",
            damage_bonus=bonus if one.add_bonus else 0,
            per_round=one.per_round,
            special=getattr(one, f"special_{language}") or "",
            each_round=one.each_round or "",
            drain=one.drain or "",
            drains=one.drains,
            drain_goes_on=one.drain_goes_on,
            poison=one.poison or 0,
            grapples=one.grapples,
            engulfs=one.engulfs,
            everyone_within_m=one.everyone_within_m or 0,
        )
        for one in row.attacks
    )
    protections = tuple(
        Protected(against=one.against, protection_kind=one.kind, protection=one.value) for one in row.protection
    )
    speeds = {way: getattr(row.speed, way) for way in ("swim", "fly", "burrow") if getattr(row.speed, way) is not None}
    power = scores.get("POU", 0)
    hold = modifier_of(whole["FOR"]) - 1 + row.mass if row.lutte is None else row.lutte
    return {
        "name": getattr(row, language),
        "species": getattr(row, language),
        "notes": getattr(row, f"note_{language}") or "",
        "scores": frozen_map(scores),
        "pv_max": row.pv,
        "pv": row.pv,
        "pm_max": power,
        "pm": power,
        "defence": row.defence,
        "defence_flat": row.defence_flat,
        "initiative": reflexes,
        "reflexes": reflexes,
        "scale": row.scale,
        "mass": row.mass,
        "damage_bonus": bonus,
        "lutte": hold,
        "protections": protections,
        "attacks": attacks,
        "skills": frozen_map(row.skills),
        "speed": row.speed.walk,
        "speeds": frozen_map(speeds),
        "major_monster": row.major,
        "generic_melee": modifier_of(whole["FOR"]) - 2,
        "generic_ranged": modifier_of(whole["DEX"]) - 2,
    }


def line_for(weapon: SheetWeapon, sheet: Mapping[str, Any], options: Options = USUAL) -> SheetWeapon:
    """A weapon with the skill of the profile, or with a generic score (D100-CREAT-02)."""
    generic = sheet["generic_melee"] if weapon.combat_skill in MELEE else sheet["generic_ranged"]
    skill = sheet["skills"].get(weapon.combat_skill, generic)
    return weapon.with_skill(skill, sheet["damage_bonus"], NO_TRAINING, options)


def sample_npc(key: str, language: Language) -> Npc:
    """The sheet of an ordinary adversary (D100-MISS-07)."""
    row = pack.adversary(key)
    fields = _shared_fields(row, language)
    for name in ("generic_melee", "generic_ranged"):
        if getattr(row, name) is not None:
            fields[name] = getattr(row, name)
    weapons = tuple(line_for(one, fields) for one in weapon_lines(row.weapons, language))
    return Npc(**fields, weapons=weapons, san=50 if row.san is None else row.san)


def sample_creature(key: str, language: Language) -> Monster:
    """The sheet of a Monster (D100-MISS-07)."""
    row = pack.creature(key)
    return Monster(
        **_shared_fields(row, language),
        san_loss=SanLoss(success=row.san.success, failure=row.san.failure),
        every_attack=row.every_attack,
        regeneration=row.regeneration,
        no_shock=row.no_shock,
        no_temporary_damage=row.no_temporary_damage,
    )
