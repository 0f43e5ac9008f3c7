"""Levels and experience (P-LEVEL, P-XP, DEST-01)."""

from gardien.core.telling import Told
from gardien.core.wording import called, counted, joined, listed, present, reason, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.growth import LEVEL_RULES
from gardien.systems.cthulhud20.sentences.effort_told import SOMEBODY
from gardien.systems.cthulhud20.sentences.grammar import code, gauge, signed


def _attacks(told: Told) -> str:
    attack = "/".join(signed(told, one) for one in told.outcome.base_attack)
    return told.pick(f"attaque de base {attack}", f"base attack {attack}")


def _saves(told: Told) -> str:
    good, poor = signed(told, told.outcome.good_save), signed(told, told.outcome.poor_save)
    return told.pick(f"sauvegardes {good} (bonne) et {poor}", f"saves {good} (good) and {poor}")


def level_table(told: Told) -> list[str]:
    """« Niveau 3, 3 000 points d'expérience : attaque de base +3, sauvegardes +3 (bonne) et +1, 2 dons … »"""
    given, outcome = told.given, told.outcome
    head = told.pick(f"Niveau {given.level}", f"Level {given.level}")
    if outcome.xp_needed:
        needed = told.number(outcome.xp_needed)
        head += told.pick(f", {needed} points d'expérience", f", {needed} experience points")
    shown = [
        _attacks(told),
        _saves(told),
        counted(told, outcome.feats_total, ("don", "dons"), ("feat", "feats")),
        told.pick(f"destin {outcome.destiny_received}", f"destiny {outcome.destiny_received}"),
    ]
    if outcome.ability_increases:
        rises = counted(
            told, outcome.ability_increases, ("hausse", "hausses"), ("ability increase", "ability increases")
        )
        shown.append(told.pick(f"{rises} de caractéristique", rises))
    if outcome.ca_bonus:
        shown.append(f"CA {signed(told, outcome.ca_bonus)}")
    core, other = told.number(outcome.max_rank_core), told.number(outcome.max_rank_other)
    ranks = told.pick(
        f"Degrés au plus : {core} dans une compétence de profession, {other} ailleurs.",
        f"Ranks at most: {core} in a core skill, {other} elsewhere.",
    )
    return [f"{head}{told.colon} {', '.join(shown)}.", ranks]


def level_up(told: Told) -> list[str]:
    """« Paul passe au niveau 4 : attaque de base +4 … 1d6 = 3, SAN 50 → 53. »"""
    given, outcome = told.given, told.outcome
    who = called(told, given.character, SOMEBODY, acts=True)
    if present(outcome.refused):
        needed = told.number(pack.level(min(20, given.character.level + 1)).xp)
        why = {
            "level_20": ("{who} est au niveau 20, le dernier", "{who} is at level 20, the last one"),
            "dead": ("{who} ne vit plus : pas de nouveau niveau", "{who} is dead: no new level"),
            "not_enough_xp": (
                f"Il faut {needed} points d'expérience et il y en a {told.number(given.xp or 0)} : les noter d'abord",
                f"{needed} experience points are needed, and there are {told.number(given.xp or 0)}: note them first",
            ),
        }
        return [reason(told, outcome.refused, why, LEVEL_RULES[outcome.refused], who)]
    points = counted(
        told, outcome.skill_points, ("point de compétence", "points de compétence"), ("skill point", "skill points")
    )
    gains = [points, told.pick("un point de destin", "a destiny point")] if outcome.destiny_received else [points]
    if outcome.feat_gained:
        gains.append(told.pick("un don", "a feat"))
    if outcome.ability_gained:
        gains.append(told.pick(f"+1 en {code(told, given.ability)}", f"+1 {code(told, given.ability)}"))
    head = told.pick(f"{who} passe au niveau {outcome.level}", f"{who} reaches level {outcome.level}")
    mind = f"1d6 = {outcome.san_gain}, {gauge(told, 'SAN', given.character.sanity, outcome.san)}."
    life = ""
    if outcome.pv_max != given.character.life_max:
        most = gauge(told, told.pick("PV maximum", "maximum PV"), given.character.life_max, outcome.pv_max)
        life = f"{start(most)}."
    return [
        f"{start(head)}{told.colon} {_attacks(told)}, {_saves(told)}.",
        joined(told.pick(f"Gains : {listed(told, gains)}.", f"Gained: {listed(told, gains)}."), mind, life),
    ]


def award_experience(told: Told) -> list[str]:
    """« Danger 4 contre un groupe de niveau 3 : 1 272 points d'expérience, 318 chacun. »"""
    given, outcome = told.given, told.outcome
    head = told.pick(
        f"Danger {given.challenge} pour un groupe de niveau {given.group_level}",
        f"Challenge {given.challenge} for a group of level {given.group_level}",
    )
    if not outcome.xp_total:
        return [told.pick(f"{head} : trop facile, aucune expérience.", f"{head}: too easy, no experience.")]
    all_of = told.pick(
        f"{told.number(outcome.xp_total)} points d'expérience", f"{told.number(outcome.xp_total)} experience points"
    )
    each = told.number(outcome.xp_each)
    shared = told.pick(f", {each} par personne", f", {each} each") if given.shares > 1 else ""
    return [f"{head}{told.colon} {all_of}{shared}."]
