"""Adversaries of the percentile game and of d20 become sheets (CONV, CREAT, MISS)."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from gardien.core.chance import Program, call
from gardien.core.conversion import Converted
from gardien.core.values import frozen_map
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import D100Attack
from gardien.systems.d20d100.rules.conversion import (
    CreatureConverted,
    CreatureGiven,
    convert_armour_class,
    convert_being,
    modifier_of_percent,
)
from gardien.systems.d20d100.rules.growth.scores import SPEED
from gardien.systems.d20d100.sheet.conversion import names as called
from gardien.systems.d20d100.sheet.conversion.convert import (
    MYTHOS,
    Skills,
    Tally,
    entry_of,
    explain_kept,
    explain_scores,
    explain_weapons,
    known_vest,
    percent_said,
    weapon_keys,
    with_sign,
)
from gardien.systems.d20d100.sheet.conversion.source_sheets import (
    D20Monster,
    D20Person,
    OlderAdversary,
    OlderMonster,
    OlderPerson,
    class_of,
    split_loss,
)
from gardien.systems.d20d100.sheet.parts import (
    SPARE_ROUNDS,
    BodyAttack,
    Protected,
    SanLoss,
    WornArmour,
    house_rules,
    weapon_lines,
)
from gardien.systems.d20d100.sheet.samples import line_for
from gardien.systems.d20d100.sheet.sheet import Monster, Npc

MOST_SAN = 99
LUTTE = "lutte"
NOT_HERE = ("SAG", "CHA")  # scores of d20 that this game does not have


class Found(Struct, frozen=True):
    """What people and Monsters share: fields of the sheet, skills as they were, weapons they carry."""

    fields: dict[str, Any]
    skills: Skills
    arms: tuple[str, ...] = ()


# --- from the percentile game ----------------------------------------------------------------------------------------


def bring_person(given: OlderPerson, options: Options) -> Program[Converted]:
    """Another person: a finished profile, with the weapons that the list knows (D100-MISS-15)."""
    tally = Tally(given.language)
    profile = yield from _percentile(tally, given, options, armed_too=True)
    fields = profile.fields
    if given.san is None:
        san = min(MOST_SAN, 5 * fields["pm_max"])
        yield from tally.value("san", san, "D100-CREA-10", "POU")
    else:
        san = given.san
        yield from tally.value("san", san, "D100-MISS-15", "san")
    vest = known_vest(tally, given.vest)
    if vest:
        yield from tally.value("armour", pack.armour(vest).protection, "D100-MISS-06", "vest")
    lines = tuple(line_for(one, fields) for one in weapon_lines(profile.arms, given.language, spare=SPARE_ROUNDS))
    yield from explain_weapons(tally, lines, profile.skills)
    yield from explain_kept(tally, given, "D100-MISS-15", ("gender", "equipment"))
    sheet = Npc(
        **fields,
        notes=tally.notes(given.notes),
        gender=given.gender,
        san=san,
        armour=WornArmour(key=vest) if vest else None,
        weapons=lines,
        equipment=given.equipment,
    )
    return Converted(sheet=sheet, came=tally.came, lost=tuple(tally.lost))


def bring_monster(given: OlderMonster, options: Options) -> Program[Converted]:
    """A Monster; what the sight of it costs stays as it is (D100-MISS-15)."""
    tally = Tally(given.language)
    profile = yield from _percentile(tally, given, options, armed_too=False)
    for field in ("weapons", "equipment"):
        for name in getattr(given, field):
            tally.lose(f"{field}.{name}", "remark", "", "D100-MISS-15", name)
    loss = yield from _frightening(tally, given.san_loss)
    sheet = Monster(**profile.fields, notes=tally.notes(given.notes), san_loss=loss)
    return Converted(sheet=sheet, came=tally.came, lost=tuple(tally.lost))


def _percentile(tally: Tally, given: OlderAdversary, options: Options, *, armed_too: bool) -> Program[Found]:
    """Percentages become scores; of people, attacks with a weapon of the list become weapons (D100-MISS-07)."""
    skills = Skills(tally)
    skills.add_all(given.skills, percent_said(tally))
    arms = weapon_keys(tally, given.weapons) if armed_too else []
    natural: list[tuple[str, D100Attack]] = []
    for place, one in enumerate(given.attacks):
        path = f"attacks.{place}.percent"
        weapon = called.weapon_key(one.name) if armed_too else ""
        if called.skill_key(one.name) == LUTTE:
            skills.add(LUTTE, one.percent, path)
        elif weapon:
            arms.append(weapon)
            skills.arm(weapon, one, path)
        else:
            natural.append((path, one))
    hold = skills.take(LUTTE) if given.grapple_percent is None else (given.grapple_percent, "grapple_percent")
    asked = CreatureGiven(
        scores=given.scores,
        armour=given.armour or 0,
        grapple_percent=hold[0] if hold else None,
        attacks=tuple(one for _, one in natural),
    )
    fields = yield from _profile(tally, given, asked, "D100-MISS-15", options)
    tally.came["lutte"] = (hold[1] if hold else "FOR",)
    bonus, written = fields["damage_bonus"], given.damage_bonus
    attacks = [entry_of(one, modifier_of_percent(one.percent), bonus, written) for _, one in natural]
    yield from _explain_attacks(tally, attacks, [path for path, _ in natural], "D100-CONV-01")
    totals = {key: modifier_of_percent(percent) for key, percent in skills.kept.items()}
    for key, total in totals.items():
        yield from tally.value(f"skills.{key}", total, "D100-CONV-01", skills.paths[key])
    if skills.mythos is not None:
        percent, path = skills.mythos
        tally.lose(path, MYTHOS, percent, "D100-MISS-15", f"{path.partition('.')[2]} {percent}{tally.percent}")
    tally.anew(given, fields["pv_max"], fields["pm_max"], "D100-MISS-07")
    yield from explain_kept(tally, given, "D100-MISS-15", ("spells",))
    fields |= {"attacks": tuple(attacks), "skills": frozen_map(totals)}
    fields["spells"] = tuple(called.spell_key(one) or one for one in given.spells)
    return Found(fields, skills, tuple(dict.fromkeys(arms)))


# --- from d20 --------------------------------------------------------------------------------------------------------


def bring_d20_person(given: D20Person, options: Options) -> Program[Converted]:
    """A person of d20 (D100-MISS-14)."""
    tally = Tally(given.language)
    fields = yield from _d20(tally, given, options)
    return Converted(sheet=Npc(**fields), came=tally.came, lost=tuple(tally.lost))


def bring_d20_monster(given: D20Monster, options: Options) -> Program[Converted]:
    """A creature of d20 (D100-CONV-04, D100-MISS-14)."""
    tally = Tally(given.language)
    fields = yield from _d20(tally, given, options)
    loss = yield from _frightening(tally, given.san_loss)
    return Converted(sheet=Monster(**fields, san_loss=loss), came=tally.came, lost=tuple(tally.lost))


def _d20(tally: Tally, given: D20Person, options: Options) -> Program[dict[str, Any]]:
    """PV by CON and TAI, Defence by the armour class; skills and attacks are kept (D100-CONV-04, D100-MISS-14)."""
    fields = yield from _profile(tally, given, CreatureGiven(scores=given.scores), "D100-MISS-14", options)
    tally.came["lutte"] = ("FOR",)
    attacks = [entry_of(one, one.attack, fields["damage_bonus"], "") for one in given.attacks]
    yield from _explain_attacks(tally, attacks, [f"attacks.{at}.attack" for at in range(len(attacks))], "D100-MISS-14")
    skills = Skills(tally)
    skills.add_all(given.skills, with_sign)
    for key, total in skills.kept.items():
        yield from tally.value(f"skills.{key}", total, "D100-MISS-14", skills.paths[key])
    for code in NOT_HERE:
        if getattr(given, code) is not None:
            tally.lose(code, "no_score", getattr(given, code), "D100-MISS-14")
    tally.note_recomputed(given.pv, fields["pv_max"], "pv", "D100-MISS-14")
    notes = tally.notes(given.notes)
    return {**fields, "attacks": tuple(attacks), "skills": frozen_map(skills.kept), "notes": notes}


# --- what both share -------------------------------------------------------------------------------------------------


def _frightening(tally: Tally, written: str) -> Program[SanLoss]:
    """What the sight costs (D100-SAN-01)."""
    success, failure = split_loss(written)
    if written.strip():
        yield from tally.value("san_loss", f"{success}/{failure}", "D100-MISS-15", "san_loss")
    return SanLoss(success=success, failure=failure)


def _explain_attacks(tally: Tally, attacks: Sequence[BodyAttack], paths: Sequence[str], rule: str) -> Program[None]:
    for one, path in zip(attacks, paths, strict=True):
        yield from tally.value(tally.label("attacks", one.name), one.attack, rule, path)


def _profile(
    tally: Tally, given: OlderAdversary | D20Person, asked: CreatureGiven, rule: str, options: Options
) -> Program[dict[str, Any]]:
    """The figures of an adversary; an armour class has the last word on Defence (D100-CONV-04, D100-CONV-05)."""
    yield from explain_kept(tally, given, rule, ("name",))
    tally.came |= {"pv_max": ("CON", "TAI"), "major_monster": ("CON", "TAI"), "damage_bonus": ("FOR", "TAI")}
    tally.came |= {"scale": ("TAI",), "mass": ("TAI",)}
    creature: CreatureConverted = yield from call(convert_being, asked, options)
    defence, flat, scale, reflexes = creature.defence, creature.defence_flat, creature.scale, creature.modifiers["DEX"]
    protection, armour = creature.protection, getattr(given, "armour", None)
    taken_apart = class_of(given)
    if taken_apart is not None:
        taken = yield from call(convert_armour_class, taken_apart, options)
        defence, flat, scale = taken.defence, taken.defence_flat, taken_apart.size
        yield from tally.value("scale", scale, "D100-CONV-04", "size")
        protection = taken.protection if armour is None else protection
    if protection and armour is not None:
        yield from tally.value("protections", protection, "D100-CONV-05", "armour")
    elif protection:
        yield from tally.value("protections", protection, "D100-CONV-04", "natural")
    power = asked.score("POU")
    yield from tally.value("pm_max", power, "D100-CREA-10", "POU")
    yield from tally.value("initiative", reflexes, "D100-CREA-10", "DEX")
    speed = SPEED if given.speed is None else given.speed
    yield from tally.value("speed", speed, "D100-CREA-09", "speed")
    yield from explain_scores(tally, given.scores, rule)
    return {
        "name": given.name,
        "scores": frozen_map(given.scores),
        "pv_max": creature.pv_max,
        "pv": creature.pv_max,
        "pm_max": power,
        "pm": power,
        "defence": defence,
        "defence_flat": flat,
        "initiative": reflexes,
        "reflexes": reflexes,
        "scale": scale,
        "mass": creature.mass,
        "damage_bonus": creature.damage_bonus,
        "lutte": creature.lutte,
        "protections": (Protected(protection_kind="points", protection=protection),) if protection else (),
        "speed": speed,
        "major_monster": creature.major_monster,
        "generic_melee": creature.generic_melee,
        "generic_ranged": creature.generic_ranged,
        "house_rules": house_rules(options),
    }
