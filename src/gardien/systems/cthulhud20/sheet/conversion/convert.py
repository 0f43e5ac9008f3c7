"""Sheets of the base d20 game become sheets of this one: life, attacks, feats, spells (CREA, LETH, FEAT, SPELL)."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from gardien.core.chance import Program, less
from gardien.core.conversion import Converted, Reckoned
from gardien.core.dice import Dice
from gardien.core.pack import load_toml
from gardien.core.terms import MINUS
from gardien.core.values import like
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import PV_BASE, SAN_MOST, SAN_TIMES, Combatant, toughness_in
from gardien.systems.cthulhud20.rules.creatures import BY_STRENGTH, SECONDARY, HpMode, life_of
from gardien.systems.cthulhud20.rules.fight.armour_class import BASE
from gardien.systems.cthulhud20.rules.fight.weapons import Weapon, deadliness
from gardien.systems.cthulhud20.rules.tests.modifiers import feat_bonus, save_alone
from gardien.systems.cthulhud20.sheet.conversion import names as called
from gardien.systems.cthulhud20.sheet.conversion.source_sheets import (
    D20Attack,
    D20Being,
    D20Creature,
    D20Investigator,
    D20Person,
)
from gardien.systems.cthulhud20.sheet.parts import BodyAttack, SanLoss, house_rules, weapon_lines
from gardien.systems.cthulhud20.sheet.samples import SPARE
from gardien.systems.cthulhud20.sheet.sheet import Creature, Investigator, Npc
from gardien.systems.cthulhud20.vocabulary import ABILITIES, SAVE_ABILITY, SAVES, SIZE_BONUS, Ability, Save, modifier_of

MOST_RANKS = 100
MYTHOS = "cthulhu_mythos"
CONVERTED = {  # feats that the source itself changed, and where
    "cleave": "CD20-FEAT-01",
    "great_cleave": "CD20-FEAT-01",
    "endurance": "CD20-FEAT-02",
    "improved_critical": "CD20-FEAT-03",
    "martial_artist": "CD20-FEAT-04",
    "point_blank_shot": "CD20-FEAT-05",
    "power_attack": "CD20-FEAT-06",
    "run": "CD20-FEAT-07",
    "toughness": "CD20-FEAT-08",
}


@cache
def _words() -> dict[str, Any]:
    return load_toml(Path(__file__).parents[2] / "converters.toml")


def remark(key: str, language: str, **values: Any) -> str:
    """A line for the notes."""
    return str(_words()["remark"][key][language].format(**values))


def signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"{MINUS}{-number}"


# ---- what everybody has ----


def _own(tally: Reckoned, given: D20Being, rule: str) -> Program[dict[str, Any]]:
    """Name, abilities and speed: they stay what they were (CD20-GEN-01)."""
    fields: dict[str, Any] = {"name": given.name, "speed_m": given.speed_m}
    if given.name:
        yield from tally.value("name", given.name, rule, "name")
    for ability in ABILITIES:
        score = given.score(ability)
        if score is not None:
            fields[{"str": "strength", "int": "intellect"}.get(ability, ability)] = score
            yield from tally.value(ability, score, "CD20-P-ABIL-01", ability)
    yield from tally.value("speed_m", given.speed_m, "CD20-P-ACT-02", "speed_m")
    return fields


def _feats(tally: Reckoned, given: D20Being) -> Program[tuple[str, ...]]:
    """Feats of the list, with what they do here; others stay as a remark (CD20-P-FEAT-01)."""
    kept: list[str] = []
    for place, name in enumerate(given.feats):
        key = called.feat_called(name)
        if not key:
            tally.lose(f"feats.{name}", "no_feat", "", "CD20-P-FEAT-01", name)
            continue
        row = pack.feat(key)
        if kept.count(key) >= (row.most if row.parameter is None else 1):
            tally.lose(f"feats.{name}", "twice", "", "CD20-P-FEAT-01")
            continue
        kept.append(key)
        rule = CONVERTED.get(row.key, "CD20-P-FEAT-01")
        effect = getattr(row, f"effect_{given.language}")
        if kept.count(key) == 1:
            yield from tally.value(f"feats.{key}", effect, rule, f"feats.{place}")
    return tuple(kept)


def _spells(tally: Reckoned, given: D20Being, *, minded: bool) -> Program[tuple[str, ...]]:
    """Spells of the list are known; of others what wounds or heals is converted, for the notes (CD20-SPELL-01)."""
    kept: list[str] = []
    for place, spell in enumerate(given.spells):
        name = spell if isinstance(spell, str) else spell.name
        key = called.spell_called(name)
        if key and minded:
            if key not in kept:
                kept.append(key)
                yield from tally.value(f"spells_known.{key}", name, "CD20-P-MAG-02", f"spells.{place}")
            continue
        if isinstance(spell, str) or not (spell.damage or spell.heals):
            tally.lose(f"spells.{name}", "no_spell", "", "CD20-SPELL-01", name)
            continue
        said: int | str
        if spell.damage:
            bonus = pack.lethal(max(1, Dice.parse(spell.damage).highest()))
            kind, rule = ("attack", "CD20-SPELL-01") if spell.attack else ("cause", "CD20-ENV-01")
            said, words = bonus, {"bonus": signed(bonus)}
        else:
            dice = Dice.parse(spell.heals)
            plain = spell.heals.partition("+")[0] if dice.constant else spell.heals
            kind, rule = "heals", "CD20-SPELL-02"
            said, words = f"{plain} PV, {spell.heals} PF", {"pv": plain, "pf": spell.heals}
        tally.remarks.append(remark(kind, given.language, name=name, **words))
        yield from tally.value(tally.label("notes", name), said, rule, f"spells.{place}")
    return tuple(kept)


# ---- creatures ----


def bring_creature(given: D20Creature, options: Options) -> Program[Converted]:
    """A stat block: PV and PF, lethality of its own dice, one natural armour for every zone (CD20-P-CREA-01)."""
    tally = Reckoned()
    fields = yield from _own(tally, given, "CD20-P-CREA-01")
    fields["feats"] = yield from _feats(tally, given)
    yield from _spells(tally, given, minded=False)
    yield from tally.value("size", given.size, "CD20-P-AC-01", "size")
    mode: HpMode = given.hp_mode or ("investigator" if given.hp is None else options.creature_hp)
    life = yield from _life_of(tally, given, mode)
    natural = yield from _hide(tally, given)
    attacks = []
    for place, one in enumerate(given.attacks):
        attacks.append((yield from _attack(tally, given, one, place)))
    yield from tally.value("damage_mode", given.damage_mode, "CD20-CREA-02", "damage_mode")
    for save in SAVES:
        written = getattr(given, save)
        if written is not None:
            yield from tally.value(save, written, "CD20-P-SAVE-01", save)
    loss = SanLoss(success=given.losses[0], failure=given.losses[1])
    if given.san_loss:
        yield from tally.value("san_loss", "/".join(given.losses), "CD20-P-SAN-02", "san_loss")
    if given.damage_mode != "traditional":
        fields["tables"] = given.body
        yield from tally.value("tables", given.body, "CD20-P-CREA-04", "tables")
    fields |= {save: getattr(given, save) for save in SAVES}
    fields |= dict.fromkeys(("pv_max", "pf_max", "pv", "pf"), life)
    sheet = Creature(
        **fields,
        base_attack=(given.base_attack,),
        hp=given.hp or 0,
        hp_current=given.hp or 0,
        hp_mode=mode,
        hit_dice=given.hit_dice,
        natural_armour=natural,
        size=given.size,
        damage_mode=given.damage_mode,
        damage_reduction=given.damage_reduction,
        attacks=tuple(attacks),
        san_loss=loss,
        house_rules=house_rules(options),
        notes=tally.notes(given.notes),
    )
    return Converted(sheet=sheet, came=tally.came, lost=tuple(tally.lost))


def _life_of(tally: Reckoned, given: D20Creature, mode: HpMode) -> Program[int]:
    """Half of the hit points, or as an investigator (CD20-CREA-04)."""
    con = 10 if given.con is None else given.con
    life = life_of(given.hp, con, mode)
    parts = (("base", PV_BASE), ("con", modifier_of(con))) if mode == "investigator" and life > 1 else ()
    came = "con" if mode == "investigator" else "hp"
    for name in ("pv_max", "pf_max"):
        yield from tally.value(name, life, "CD20-CREA-04", came, parts=parts)
    if given.hp is not None:
        yield from tally.value("hp", given.hp, "CD20-P-CREA-02", "hp")
    return life


def _hide(tally: Reckoned, given: D20Creature) -> Program[int]:
    """Natural armour: as it is written, or what the armour class leaves for it (CD20-P-CREA-01)."""
    if given.natural_armour is None and given.ca is None:
        return 0
    if given.natural_armour is not None:
        yield from tally.value("natural_armour", given.natural_armour, "CD20-P-AC-01", "natural_armour")
        return given.natural_armour
    assert given.ca is not None
    dex = modifier_of(10 if given.dex is None else given.dex)
    rest = given.ca - BASE - SIZE_BONUS[given.size] - dex
    sums = (("ca", given.ca), less("base", BASE), less("size_modifier", SIZE_BONUS[given.size]), less("dex", dex))
    parts = tuple(part for part in sums if part[1]) if rest >= 0 else ()
    yield from tally.value("natural_armour", max(0, rest), "CD20-P-CREA-01", "ca", parts=parts)
    return max(0, rest)


def own_dice(attack: D20Attack) -> int:
    """The highest that an attack does by its own dice: by hand what is added is Strength (CD20-P-CREA-01)."""
    dice = Dice.parse(attack.damage)
    most = dice.highest() if attack.ranged or not dice.terms else replace(dice, constant=0).highest()
    return max(1, most)


def _attack(tally: Reckoned, given: D20Creature, attack: D20Attack, place: int) -> Program[BodyAttack]:
    """One attack: the bonus that was written, or base, ability and size; then its lethality (CD20-P-CREA-01)."""
    weapon = Weapon(
        max_damage=own_dice(attack), critical_multiplier=attack.critical_multiplier, threat_from=attack.threat_from
    )
    lethality = deadliness(weapon, 10, 0, False, False, BY_STRENGTH).lethality
    parts: tuple[tuple[str, int], ...]
    if attack.bonus is not None:
        parts = (("bonus", attack.bonus), ("lethality", lethality))
    else:
        score = given.score("dex" if attack.ranged else "str")
        parts = (
            ("base_attack", given.base_attack),
            ("ability_mod", modifier_of(10 if score is None else score)),
            ("size_modifier", SIZE_BONUS[given.size]),
            ("secondary", SECONDARY if attack.secondary else 0),
            ("lethality", lethality),
        )
    bonus = max(-100, min(200, sum(value for _, value in parts)))
    name = attack.name or str(place + 1)
    shown = tuple(part for part in parts if part[1])
    yield from tally.value(
        tally.label("attacks", name), bonus, "CD20-P-CREA-01", f"attacks.{place}.damage", parts=shown
    )
    return like(
        BodyAttack, attack, name=name, attack_bonus=bonus, lethality=lethality, weapon=called.weapon_called(name)
    )


# ---- people ----


def bring_investigator(given: D20Investigator, options: Options) -> Program[Converted]:
    """A player’s character: hit points go, PV and PF come from Constitution and Toughness (CD20-HP-01)."""
    tally = Reckoned()
    fields = yield from _person(tally, given, options)
    profession = called.profession_called(given.profession) if given.profession else ""
    if profession:
        yield from tally.value("profession", profession, "CD20-P-PROF-01", "profession")
    elif given.profession:
        tally.lose("profession", "no_profession", given.profession, "CD20-P-PROF-01", given.profession)
    sheet = Investigator(
        **fields,
        profession=profession,
        player=given.player,
        age=given.age or 25,
        san_at_hour_start=fields["san"],
        notes=tally.notes(given.notes),
    )
    for name, written in (("base_attack", given.base_attack), *((save, getattr(given, save)) for save in SAVES)):
        if written is not None:
            tally.note_recomputed(written, getattr(sheet, name), name, "CD20-P-LEVEL-01")
    return Converted(sheet=sheet, came=tally.came, lost=tuple(tally.lost))


def bring_person(given: D20Person, options: Options) -> Program[Converted]:
    """Another person: base attacks and saves stay as they are written (CD20-P-LEVEL-01, CD20-CREA-04)."""
    tally = Reckoned()
    fields = yield from _person(tally, given, options)
    for name in ("base_attack", *SAVES):
        written = getattr(given, name)
        if written is not None:
            fields[name] = written
            rule = "CD20-P-LEVEL-01" if name == "base_attack" else "CD20-P-SAVE-01"
            yield from tally.value(name, base_attacks_text(written), rule, name)
    sheet = Npc(**fields, notes=tally.notes(given.notes))
    return Converted(sheet=sheet, came=tally.came, lost=tuple(tally.lost))


def base_attacks_text(written: int | tuple[int, ...]) -> int | str:
    """Base attacks as they stand on paper: +7/+2."""
    return written if isinstance(written, int) else "/".join(map(signed, written))


def _person(tally: Reckoned, given: D20Person, options: Options) -> Program[dict[str, Any]]:
    """What investigators and other people share."""
    fields = yield from _own(tally, given, "CD20-GEN-01")
    yield from tally.value("level", given.level, "CD20-P-LEVEL-01", "level")
    feats = yield from _feats(tally, given)
    fields |= {"level": given.level, "feats": feats, "gender": given.gender, "house_rules": house_rules(options)}
    who = Combatant(**{name: one for name, one in fields.items() if name in Combatant.__struct_fields__})
    tough = toughness_in(feats)
    parts = (("base", PV_BASE), ("con", who.modifier("con")), *((("toughness", tough),) if tough else ()))
    for name, rule in (("pv_max", "CD20-HP-01"), ("pf_max", "CD20-HP-02")):
        whole = parts if sum(value for _, value in parts) == who.life_max else ()
        yield from tally.value(name, who.life_max, "CD20-FEAT-08" if tough else rule, "con", parts=whole)
    fields |= dict.fromkeys(("pv_max", "pf_max", "pv", "pf"), who.life_max)
    if given.hp is not None:
        tally.lose("hp", "no_hp", given.hp, "CD20-GEN-01")
    fields |= yield from _training(tally, given, who)
    skills, mythos = yield from _skills(tally, given, who)
    fields |= {"skill_ranks": skills, "mythos_ranks": mythos}
    san = min(SAN_MOST - mythos, SAN_TIMES * who.wis if given.san is None else given.san)
    yield from tally.value("san", san, "CD20-P-SAN-01", "wis" if given.san is None else "san")
    fields |= {"san": san, "spells_known": (yield from _spells(tally, given, minded=True))}
    arms = yield from _carry_over(tally, given.weapons, "weapons", called.weapon_called, "CD20-P-WEAP-01")
    worn = yield from _carry_over(tally, given.armour, "armour_items", called.armour_called, "CD20-P-ARM-01")
    return fields | {"weapons": weapon_lines(arms, given.language, SPARE), "armour_items": worn, "gear": given.gear}


def _training(tally: Reckoned, given: D20Person, who: Combatant) -> Program[dict[str, Any]]:
    """Offence or defence, and the good saves: as they are said, or as the written numbers show (CD20-P-LEVEL-01)."""
    option = given.combat_option
    if option is None:
        row = pack.level(given.level)
        option = "defence" if given.base_attack == row.defence and row.defence != row.offence else "offence"
    yield from tally.value("combat_option", option, "CD20-P-LEVEL-01", "base_attack")
    plain = {save: save_alone(who, save) for save in SAVES}
    better: list[Save] = [save for save in SAVES if (getattr(given, save) or plain[save]) > plain[save]]
    better.sort(key=lambda save: plain[save] - (getattr(given, save) or 0))
    good = tuple(better[: 1 if option == "offence" else 2])
    for save in good:
        came = (save, SAVE_ABILITY[save])
        yield from tally.value(f"good_saves.{save}", getattr(given, save), "CD20-P-SAVE-01", *came)
    return {"combat_option": option, "good_saves": good}


def _skills(tally: Reckoned, given: D20Person, who: Combatant) -> Program[tuple[dict[str, float], int]]:
    """Totals become ranks again: ability and feats are taken off (CD20-P-SKILL-02)."""
    ranks: dict[str, float] = {}
    mythos = 0
    for name, written in given.skills.items():
        key = called.skill_called(name)
        if not key:
            tally.lose(f"skills.{name}", "no_skill", written, "CD20-P-SKILL-01", f"{name} {signed(written)}")
            continue
        if key == MYTHOS:
            mythos = max(0, min(SAN_MOST, written))
            yield from tally.value("mythos_ranks", mythos, "CD20-P-SAN-05", f"skills.{name}")
            continue
        ability: Ability | None = pack.skill(key).ability
        modifier, feats = who.modifier(ability) if ability else 0, feat_bonus(who.feats, key)
        rank = max(0, min(MOST_RANKS, written - modifier - feats))
        if key in ranks:
            tally.lose(f"skills.{name}", "twice", written, "CD20-P-SKILL-01")
            rank = max(rank, int(ranks[key]))
        ranks[key] = rank
        parts = (("total", written), less("ability_mod", modifier), less("feat_bonus", feats))
        whole = parts if sum(value for _, value in parts) == rank else ()
        yield from tally.value(f"skill_ranks.{key}", rank, "CD20-P-SKILL-02", f"skills.{name}", parts=whole)
    return ranks, mythos


def _carry_over(tally: Reckoned, names: Sequence[str], field: str, find: Any, rule: str) -> Program[tuple[str, ...]]:
    """What the lists know by name; the rest stays as a remark."""
    kept: list[str] = []
    for place, name in enumerate(names):
        key = find(name)
        source = {"armour_items": "armour"}.get(field, field)
        if not key:
            tally.lose(f"{source}.{name}", "no_weapon" if field == "weapons" else "no_armour", "", rule, name)
        elif key not in kept:
            kept.append(key)
            value: Any = name
            if field == "weapons":
                value, rule_of = pack.weapon(key).lethality, "CD20-LETH-01"
            else:
                rule_of = rule
            yield from tally.value(f"{field}.{key}", value, rule_of, f"{source}.{place}")
    return tuple(kept)
