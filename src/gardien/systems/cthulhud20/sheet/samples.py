"""People and creatures of the pack as sheets before play (P-SAMPLE-01, P-CREA-03, CREA-04)."""

from typing import Any

from gardien.core.values import like
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.pack.minds import Creature as CreatureRow
from gardien.systems.cthulhud20.pack.minds import Sample, Strike
from gardien.systems.cthulhud20.rules.character import SAN_MOST, SAN_TIMES, Combatant
from gardien.systems.cthulhud20.rules.fight.weapons import WEAPONS
from gardien.systems.cthulhud20.rules.growth.levels import WRITTEN
from gardien.systems.cthulhud20.rules.tests.modifiers import base_attacks, save_alone
from gardien.systems.cthulhud20.sheet.parts import BodyAttack, Language, SanLoss, weapon_lines
from gardien.systems.cthulhud20.sheet.sheet import Creature, HpMode, Investigator, Npc
from gardien.systems.cthulhud20.vocabulary import ABILITIES, SAVES

SPARE = 1  # magazines besides the one in the weapon


def scores_of(row: Sample | CreatureRow) -> dict[str, int]:
    """Abilities under the names of a sheet; one that is lacking is average, as for every combatant."""
    return {WRITTEN.get(one, one): row.abilities[one] for one in ABILITIES if one in row.abilities}


def sample_person(key: str, language: Language) -> Investigator | Npc:
    """A ready sheet of the examples (CD20-P-SAMPLE-01)."""
    row = pack.sample(key)
    scores = scores_of(row)
    life = Combatant(con=scores["con"], feats=row.feats).life_max
    san = min(SAN_MOST, SAN_TIMES * scores["wis"])
    fields: dict[str, Any] = {
        **scores,
        "name": getattr(row, language),
        "gender": row.gender,
        "level": row.level,
        "combat_option": row.option,
        "good_saves": row.good_saves,
        "feats": row.feats,
        "armour_items": row.armour,
        **dict.fromkeys(("pv_max", "pf_max", "pv", "pf"), life),
        "san": san,
        "weapons": weapon_lines((row.weapon,), language, SPARE),
        "notes": getattr(row, f"note_{language}") or "",
    }
    if not row.npc:
        return Investigator(**fields, san_at_hour_start=san)
    plain = Npc(**fields).combatant()  # a finished profile: its base attacks and saves are written
    fields |= {save: save_alone(plain, save) for save in SAVES}
    return Npc(**fields, base_attack=base_attacks(plain))


def attack_of(strike: Strike, language: Language) -> BodyAttack:
    """One attack of the bestiary as a sheet keeps it (CD20-P-CREA-03)."""
    listed = pack.weapon(strike.weapon) if strike.weapon in WEAPONS else None
    return like(
        BodyAttack,
        strike,
        name=getattr(strike, language),
        attack_bonus=strike.bonus,
        threat_from=listed.threat_from if listed else 20,
        critical_multiplier=listed.multiplier if listed else 2,
        weapon=strike.weapon or "",
        poison=strike.poison or "",
    )


def sample_creature(key: str, language: Language, hp_mode: HpMode = "half") -> Creature:
    """A being of the bestiary; people have the points of investigators, whatever the others have (CD20-CREA-04)."""
    row = pack.creature(key)
    mode: HpMode = hp_mode if row.half else "investigator"
    life = row.half if mode == "half" else row.investigator
    shown: dict[str, Any] = {} if row.tables is None else {"tables": row.tables}
    return Creature(
        **scores_of(row),  # type: ignore[arg-type]
        **shown,
        name=getattr(row, language),
        level=max(1, row.level),
        base_attack=(row.base_attack,),
        fort=row.fort,
        ref=row.ref,
        will=row.will,
        pv_max=life,
        pf_max=life,
        pv=life,
        pf=life,
        natural_armour=row.natural_armour,
        size=row.size,
        damage_mode=row.mode,
        traits=row.traits,
        speed_m=row.ways.walk,
        challenge=row.challenge,
        hit_dice=row.hit_dice or "",
        hp=row.hp,
        hp_current=row.hp,
        hp_mode=mode,
        attacks=tuple(attack_of(one, language) for one in row.strikes),
        damage_reduction=row.reduction,
        half_damage=row.half_damage,
        heals=row.heals,
        immunities=row.immunities,
        san_loss=SanLoss(success=row.san.success, failure=row.san.failure),
        special=getattr(row, f"note_{language}") or "",
    )
