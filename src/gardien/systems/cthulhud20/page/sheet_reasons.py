"""Where the numbers of a sheet come from: the same sums as the rules reckon, told step by step (HP, FAT, P-SAVE …)."""

from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.chance import Step, less
from gardien.core.presentation import Content, Derive
from gardien.systems.cthulhud20.rules.character import SAN_MOST
from gardien.systems.cthulhud20.rules.derived_values import NEAR, life_parts, sanity_start
from gardien.systems.cthulhud20.rules.fight.armour_class import BASE, guard_of
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import BonusGiven, bonus_of
from gardien.systems.cthulhud20.rules.tests.modifiers import (
    Parts,
    base_attacks,
    check_parts,
    fatigue_of,
    initiative_parts,
    parts_to_show,
    save_parts,
    total,
)
from gardien.systems.cthulhud20.sheet.parts import SheetWeapon
from gardien.systems.cthulhud20.table.fighter import combatant, rules
from gardien.systems.cthulhud20.vocabulary import ABILITIES, SAVES, SIZE_BONUS, Ability, Save


def _sum(label: str, parts: Parts, rule: str) -> Step:
    return Step(label, total(parts), rule, parts_to_show(parts))


def _life(sheet: Content, options: Content, entry: str) -> list[Step]:
    """Eight, Constitution, Toughness; a number written by hand has no parts (CD20-HP-01, CD20-FEAT-08)."""
    parts = life_parts(replace(combatant(sheet), pv_max=None, pf_max=None, pv=None, pf=None, state=None, wounds=()))
    written = int(sheet["pv_max"])
    return [Step("pv_max", written, "CD20-HP-01", parts_to_show(parts) if max(1, total(parts)) == written else ())]


def _breath(sheet: Content, options: Content, entry: str) -> list[Step]:
    """As many as PV; no more than half as many again as are left of those (CD20-HP-02, CD20-HP-07)."""
    steps = [Step("pf_max", sheet["pf_max"], "CD20-HP-02")]
    if sheet.get("pf_ceiling", sheet["pf_max"]) < sheet["pf_max"]:
        steps.append(Step("pf_ceiling", sheet["pf_ceiling"], "CD20-HP-07"))
    return steps


def _fatigue(sheet: Content, options: Content, entry: str) -> list[Step]:
    """What lost PF take from CA, Strength and Dexterity (CD20-FAT-01, CD20-FAT-03)."""
    who = combatant(sheet)
    rule = "CD20-FAT-03" if who.breath <= 0 else "CD20-FAT-01"
    return [
        Step("pf_lost", who.breath_max - who.breath, "CD20-FAT-01"),
        Step("fatigue_malus", fatigue_of(who), rule),
    ]


def _touch(sheet: Content, options: Content, entry: str) -> list[Step]:
    """Without armour and natural armour (CD20-P-AC-01)."""
    who = combatant(sheet)
    guard = guard_of(who, rules(options))
    known = (
        ("base", BASE),
        ("dex_used", guard.dex_used),
        ("size_modifier", SIZE_BONUS[who.size]),
        ("fatigue_malus", fatigue_of(who)),
    )
    return [_sum("touch_ca", (*known, ("stance", guard.touch_ca - total(known))), "CD20-P-AC-01")]


def _ability(ability: Ability) -> Derive:
    def derive(sheet: Content, options: Content, entry: str) -> list[Step]:
        who = combatant(sheet)
        lost = who.ability_damage.get(ability, 0)
        parts = (("base", sheet[ability]), less("ability_damage", lost)) if lost else ()
        return [
            Step(ability, who.score(ability), "CD20-P-ABIL-02" if lost else "CD20-P-ABIL-01", parts),
            Step("modifier", who.modifier(ability), "CD20-P-ABIL-01"),
        ]

    return derive


def _save(save: Save) -> Derive:
    def derive(sheet: Content, options: Content, entry: str) -> list[Step]:
        return [_sum(save, save_parts(combatant(sheet), save), "CD20-P-SAVE-01")]

    return derive


def _initiative(sheet: Content, options: Content, entry: str) -> list[Step]:
    return [_sum("initiative", initiative_parts(combatant(sheet)), "CD20-P-INIT-01")]


def _skill(sheet: Content, options: Content, entry: str) -> list[Step]:
    """With all that weighs on it now, so it may be less than what is written (CD20-P-CHECK-01, CD20-FAT-02)."""
    return [_sum("total", check_parts(combatant(sheet), entry), "CD20-P-CHECK-01")]


def _weapon(sheet: Content, options: Content, entry: str) -> list[Step]:
    """The first attack of a round, before distance and aim (CD20-ATT-01, CD20-P-SAMPLE-01)."""
    row = next((one for one in sheet.get("weapons") or () if (one.get("name") or one.get("weapon")) == entry), None)
    if row is None:
        return []
    who: Any = combatant(sheet)
    who = replace(who, feats=tuple(feat for feat in who.feats if feat != NEAR))
    given = BonusGiven(attacker=who, weapon=msgspec.convert(row, SheetWeapon).weapon_named(), distance_m=0)
    return [_sum("attack_bonus", bonus_of(given, rules(options), base=base_attacks(who)[0]).terms, "CD20-ATT-01")]


def _san(sheet: Content, options: Content, entry: str) -> list[Step]:
    """Five times Wisdom at first; the Mythos takes from the ceiling (CD20-P-SAN-01)."""
    who = combatant(sheet)
    ranks = (("base", SAN_MOST), less("mythos_ranks", who.mythos_ranks))
    return [Step("san_start", sanity_start(who), "CD20-P-SAN-01"), _sum("san_max", ranks, "CD20-P-SAN-01")]


def _destiny(sheet: Content, options: Content, entry: str) -> list[Step]:
    """One for each level, gone once it is spent (CD20-DEST-01, CD20-DEST-02)."""
    parts = (("destiny_received", sheet["destiny_received"]), less("destiny_spent", sheet["destiny_spent"]))
    return [Step("destiny_left", sheet["destiny_left"], "CD20-DEST-02", parts_to_show(parts))]


def _attacks(sheet: Content, options: Content, entry: str) -> list[Step]:
    return [Step("level", sheet["level"], "CD20-P-LEVEL-01")]


DERIVATIONS: dict[str, Derive] = {
    "pv": _life,
    "pf": _breath,
    "fatigue_malus": _fatigue,
    "touch_ca": _touch,
    **{ability: _ability(ability) for ability in ABILITIES},
    **{save: _save(save) for save in SAVES},
    "initiative": _initiative,
    "base_attack": _attacks,
    "skills": _skill,
    "weapons": _weapon,
    "san": _san,
    "destiny_left": _destiny,
}
