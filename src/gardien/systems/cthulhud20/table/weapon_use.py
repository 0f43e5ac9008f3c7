"""Weapons of a sheet as attacks take them, and what firing, jamming and loading leave on it (P-WEAP, P-GUN, P-CREA)."""

from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.scene import Being
from gardien.core.table_rules import REFERENCE, BindInputs, numbered
from gardien.shared.arms import NAMED, first_ready, meant, with_line
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Ranks
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import BonusGiven, bonus_of, profile_bonus
from gardien.systems.cthulhud20.rules.fight.full_attack import BARRAGE, LETTERS
from gardien.systems.cthulhud20.rules.fight.state import FISTS, Arm, FightState, hands_left, with_fists
from gardien.systems.cthulhud20.rules.fight.weapons import Weapon, WeaponNamed, weapon_of
from gardien.systems.cthulhud20.sheet.parts import BodyAttack, SheetWeapon
from gardien.systems.cthulhud20.table.fighter import combatant, somebody
from gardien.systems.cthulhud20.table.marks import fight_of

SINGLE = ("attack", "cleave", "finishing_blow", "attack_traditional", "attack_bonus", "odds_attack")
ARMED = (*SINGLE, "full_attack", "suppressive_fire", "odds_attacks", "lethality")
HAND = ("cleave",)  # nothing is shot or thrown
CALLED = attrgetter("name")


def lines_of(sheet: Content) -> list[Arm]:
    """All that somebody attacks with, what carries far first; a weapon that a creature holds is its own attack."""
    carried = [msgspec.convert(one, SheetWeapon).arm(at=at) for at, one in enumerate(sheet.get("weapons") or ())]
    natural = [msgspec.convert(one, BodyAttack).arm(attack=at) for at, one in enumerate(sheet.get("attacks") or ())]
    lines = [*carried, *sorted(natural, key=lambda one: not one.ranged)]
    names = numbered(one.name for one in lines)
    lines = [one if one.name == name else replace(one, name=name) for one, name in zip(lines, names, strict=True)]
    return list(with_fists(lines))


def named_inputs(line: Arm) -> Any:
    """A weapon as inputs take it; of what a body has only what its profile says."""
    named = msgspec.to_builtins(line.named)
    return named if line.attack is None else {name: value for name, value in named.items() if value not in (None, "")}


def fits(key: str, line: Arm) -> bool:
    """Whether a line can be used so."""
    if key in HAND:
        return not line.weapon.is_ranged
    if key == "suppressive_fire":
        return line.weapon.is_ranged and LETTERS["autofire"] in line.weapon.rate
    return True


def unready(sheet: Content, line: Arm) -> str:
    """Why a weapon cannot be used now: on the ground, jammed, empty (CD20-P-GUN-01, CD20-P-GUN-06, CD20-P-MAN-01)."""
    kept = fight_of(sheet)
    gone = kept.has_dropped(line.name) or line.name in kept.away
    if line.can_fall and (gone or line.hands > hands_of(sheet)):
        return "act/dropped"
    if line.jammed:
        return "act/jammed"
    return "act/empty" if line.is_empty else ""


def in_hand(sheet: Content) -> Arm | None:
    """What somebody holds: the weapon that they used last, else the first that has not fallen."""
    held = [one for one in lines_of(sheet) if one.can_fall and unready(sheet, one) != "act/dropped"]
    return next((one for one in held if one.name == sheet.get("in_hand")), next(iter(held), None))


def having_dropped(sheet: Content) -> FightState:
    """What somebody holds falls to the ground (CD20-P-MAN-01, CD20-COND-02)."""
    line, kept = in_hand(sheet), fight_of(sheet)
    return kept.dropping(line.name) if line else kept


def hands_of(sheet: Content) -> int:
    """Hands that still hold something (CD20-P-WOUND-01)."""
    return hands_left((*(sheet.get("hampered_parts") or ()), *(sheet.get("lost_parts") or ())), pack.tables_of(sheet))


def weapon_names(key: str) -> Any:
    """The weapons a sheet offers for an act."""

    def names(sheet: Content) -> list[str]:
        lines = [one for one in lines_of(sheet) if fits(key, one) and not unready(sheet, one)]
        return [one.name for one in lines]

    return names


def chosen_line(sheet: Content, asked: Content, key: str) -> Arm | None:
    """The line that is named, else the first that fits and is ready; none where inputs describe a weapon."""
    if asked.get("weapon") is not None:
        return None
    fitting = meant(lines_of(sheet), asked, CALLED, lambda one: fits(key, one))
    fitting = [one for one in fitting if one != FISTS] or fitting  # nobody drops a gun unasked
    ready = first_ready(fitting, CALLED, lambda one: unready(sheet, one))
    wanted = BARRAGE if key == "suppressive_fire" else 2 if asked.get("both_barrels") else 1
    if ready and ready.at is not None and ready.magazine and ready.loaded < wanted:
        raise Refusal("act/empty", kind="refused", field=NAMED, came=ready.name)
    return ready


def held_weapon(sheet: Content, asked: Content, key: str) -> Weapon:
    """The weapon that an act is done with."""
    if asked.get("weapon") is not None:
        return weapon_of(msgspec.convert(asked["weapon"], WeaponNamed), bool(asked.get("thrown")))
    line = chosen_line(sheet, asked, key) or FISTS
    return weapon_of(line.named, bool(asked.get("thrown")))


# ---- what a sheet fills in ----


def actor_inputs(own: BindInputs | None = None) -> BindInputs:
    """Everybody in the inputs as they stand; whoever acts with what else their sheet says."""

    def fill(sheet: Being, asked: Content) -> dict[str, Any]:
        if isinstance(asked.get(REFERENCE), str):
            return somebody(sheet)
        return own(sheet, asked) if own else {}

    return fill


def weapon_inputs(key: str) -> BindInputs:
    """The weapon in hand; a creature’s attacks have their bonus and, one by one, their own number."""

    def own(sheet: Content, asked: Content) -> dict[str, Any]:
        inputs: dict[str, Any] = dict.fromkeys(("attacks", "hp", "half_damage", "damage_reduction", "str"))
        line = chosen_line(sheet, asked, key)
        if line is None:
            return inputs
        inputs |= {"weapon": named_inputs(line), "weapon_name": line.name}
        if key == "lethality":
            inputs["str"] = sheet.get("str")
        if line.at is not None and line.magazine:
            inputs["rounds_loaded"] = line.loaded
        if key == "attack_traditional" and line.damage:
            inputs["weapon"] |= {"damage": line.damage}
        return {**inputs, **natural_attack_inputs(key, sheet, line, asked)}

    return actor_inputs(own)


def natural_attack_inputs(
    key: str, sheet: Content, line: Arm, asked: Content, traits: tuple[str, ...] = ()
) -> dict[str, Any]:
    """The bonus of a creature’s attack as a whole; in a full attack all of them, unless one is named (P-CREA-03)."""
    if line.bonus is None or key == "attack_traditional":
        return {}
    if key not in ("full_attack", "odds_attacks"):
        return {"attack_bonus": whole_bonus(sheet, line, line.bonus, asked, traits)}
    lines = (
        [line]
        if asked.get("weapon_name")
        else [one for one in lines_of(sheet) if one.natural and not one.ranged] or [line]
    )
    every = [(one, one.bonus or 0) for one in lines for _ in range(one.count)][:10]
    later = {**asked, "aimed": False}
    return {
        "attacks": [
            {"attack_bonus": whole_bonus(sheet, one, bonus, later if at else asked, traits)}
            for at, (one, bonus) in enumerate(every)
        ]
    }


def whole_bonus(sheet: Content, line: Arm, bonus: int, asked: Content, traits: tuple[str, ...]) -> int:
    """What a profile says of an attack, with all that weighs on it now (CD20-ATT-01, CD20-FAT-02, CD20-P-MOD-01)."""
    said = {name: asked[name] for name in ("distance_m", "slug", "aimed", "situation") if asked.get(name) is not None}
    given = msgspec.convert(said, BonusGiven)
    attack_sum = bonus_of(replace(given, weapon=line.named, attacker=combatant(sheet)), Options())
    return profile_bonus(attack_sum, bonus, line.weapon.lethality or 0, traits)


def reload_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """How the weapon is loaded that is named, else the first that is not full (CD20-P-GUN-05)."""
    line = line_to_reload(sheet, asked)
    if line and asked.get("weapon_name"):
        lacks = not (line.spare or sheet.get("npc")) and _kept(sheet, line)["ammunition"] < line.magazine
        if lacks or not line.is_short:
            why = "act/no_spare" if lacks else "act/full"
            raise Refusal(why, kind="refused", field=NAMED, rule="CD20-P-GUN-05", came=line.name)
    rapid = "rapid_reload" in (sheet.get("feats") or ())
    loader = line.weapon.loader if line else None
    return {"loader": loader, "rapid_reload": rapid, "weapon_name": line.name if line else None}


def line_to_reload(sheet: Content, asked: Content) -> Arm | None:
    """The weapon that is loaded again: the one that is named, else the first that is not full and can be."""
    guns = loadable(sheet)
    if named := asked.get("weapon_name"):
        return next((one for one in guns if one.name == named), None)
    short = [one for one in guns if one.is_short]
    return next((one for one in short if one.spare), next(iter(short), None))


def _kept(sheet: Content, line: Arm) -> Any:
    assert line.at is not None
    return sheet["weapons"][line.at]


def carried_lines(sheet: Content) -> list[Arm]:
    """The weapons of a sheet, each by a name of its own."""
    return [one for one in lines_of(sheet) if one.at is not None]


def loadable(sheet: Content) -> list[Arm]:
    """Weapons that cartridges go into; a stone that was thrown is none."""
    return [one for one in carried_lines(sheet) if one.weapon.holds and one.weapon.kind != "thrown"]


def lacks_magazines(sheet: Content) -> bool:
    """Whether somebody whose magazines are counted has a weapon to load, and nothing to load it with."""
    guns = [_kept(sheet, one) for one in loadable(sheet)]
    short = any(one["ammunition"] < one["magazine"] for one in guns if "magazine" in one)
    return bool(short and not sheet.get("npc") and not any(one.get("spare_magazines") for one in guns))


def jammed(sheet: Content) -> list[str]:
    return [one.name for one in carried_lines(sheet) if one.jammed]


def clear_jam_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """Repair, or the first base attack number, whichever is better (CD20-P-GUN-06)."""
    skills: dict[str, Ranks] = sheet.get("skill_ranks") or {}
    repair = int(skills.get("repair", 0)) + int((sheet.get("modifiers") or {}).get("int", 0))
    named = asked.get("weapon_name") or next(iter(jammed(sheet)), None)
    return {"bonus": max(repair, *(sheet.get("base_attack") or (0,))), "weapon_name": named}


# ---- the way back ----


def same_line(sheet: Content, given: Content) -> int | None:
    """The line of the sheet that is named; where only a weapon is described, the first such with something in it."""
    if name := given.get("weapon_name"):
        return next((one.at for one in carried_lines(sheet) if one.name == name), None)
    named = given.get("weapon")
    if named is None:
        return None
    wanted = msgspec.convert(named, WeaponNamed)
    alike = [one for one in carried_lines(sheet) if one.named == wanted]
    ready = [one for one in alike if not (one.is_empty or one.jammed)]
    return next((one.at for one in ready or alike), None)


def same_named(sheet: Content, name: str, given: Content) -> bool:
    """Whether inputs came from an attack of this name."""
    wanted = msgspec.convert(given.get("weapon") or {}, WeaponNamed)
    return any(one.name == name and one.named == wanted for one in lines_of(sheet))


def ammunition_spent(given: Content, outcome: Content) -> int:
    """Rounds of ammunition that an act took (CD20-P-GUN-01, CD20-P-GUN-03, CD20-P-GUN-04)."""
    if outcome.get("refused") or outcome.get("allowed") is False:
        return 0
    if "ammunition_used" in outcome:
        return int(outcome["ammunition_used"])
    return 2 if given.get("both_barrels") else 1


def after_firing(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Cartridges and jams are written where the weapon stands (CD20-P-GUN-01, CD20-P-GUN-06)."""
    at = None if who else same_line(sheet, given)
    used = ammunition_spent(given, outcome)
    if at is None or not used:
        return {}
    line = next(one for one in carried_lines(sheet) if one.at == at)
    after = {"ammunition": max(0, _kept(sheet, line)["ammunition"] - used)} if line.weapon.holds else {}
    jams = outcome.get("jammed") or any(one.get("jammed") for one in outcome.get("results") or ())
    away = {"away": [*(sheet.get("away") or ()), line.name]} if given.get("thrown") else {}
    return {**with_line(sheet, at, **after, **({"jammed": True} if jams else {})), **away}


def after_reload(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A magazine from those carried; where nobody counts them the weapon is simply full (CD20-P-GUN-05)."""
    line = line_to_reload(sheet, given)
    if line is None or line.at is None:
        return {}
    kept, fresh = _kept(sheet, line), dict[str, Any]()
    if kept["ammunition"] < line.weapon.holds and (kept["spare_magazines"] or sheet.get("npc")):
        fresh = {"ammunition": line.weapon.holds, "spare_magazines": max(0, kept["spare_magazines"] - 1)}
    return with_line(sheet, line.at, **fresh, loaded=True)


def after_clearing(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The weapon that was jammed fires again (CD20-P-GUN-06)."""
    for line in carried_lines(sheet):
        if line.jammed and line.at is not None and given.get("weapon_name") in ("", line.name) and outcome["cleared"]:
            return with_line(sheet, line.at, jammed=False)
    return {}
