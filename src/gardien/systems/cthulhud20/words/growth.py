"""Growth: levels, experience, skill points, feats."""

from gardien.core.telling import Report
from gardien.core.wording import Both, count_of, join_list, join_sentences, present, reason, start, who_text, with_rule
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.growth.feat_prerequisites import LIGHTER, TOUGH, is_proficient
from gardien.systems.cthulhud20.rules.growth.levels import LEVEL_RULES
from gardien.systems.cthulhud20.rules.tests.modifiers import base_attacks
from gardien.systems.cthulhud20.words.creation import fault, points_left_text
from gardien.systems.cthulhud20.words.grammar import SOMEBODY, code, feat_name, gauge, signed


def _attacks(report: Report) -> str:
    attack = "/".join(signed(report, one) for one in report.outcome.base_attack)
    return report.pick(f"attaque de base {attack}", f"base attack {attack}")


def _saves(report: Report) -> str:
    good, poor = signed(report, report.outcome.good_save), signed(report, report.outcome.poor_save)
    return report.pick(f"sauvegardes {good} (bonne) et {poor}", f"saves {good} (good) and {poor}")


def level_table(report: Report) -> list[str]:
    """« Niveau 3, 3 000 points d'expérience : attaque de base +3, sauvegardes +3 (bonne) et +1, 2 dons … »"""
    given, outcome = report.given, report.outcome
    head = report.pick(f"Niveau {given.level}", f"Level {given.level}")
    if outcome.xp_needed:
        needed = report.number(outcome.xp_needed)
        head += report.pick(f", {needed} points d'expérience", f", {needed} experience points")
    shown = [
        _attacks(report),
        _saves(report),
        count_of(report, outcome.feats_total, ("don", "dons"), ("feat", "feats")),
        report.pick(f"destin {outcome.destiny_received}", f"destiny {outcome.destiny_received}"),
    ]
    if outcome.ability_increases:
        rises = count_of(
            report, outcome.ability_increases, ("hausse", "hausses"), ("ability increase", "ability increases")
        )
        shown.append(report.pick(f"{rises} de caractéristique", rises))
    if outcome.ca_bonus:
        shown.append(f"CA {signed(report, outcome.ca_bonus)}")
    core, other = report.number(outcome.max_rank_core), report.number(outcome.max_rank_other)
    ranks = report.pick(
        f"Degrés au plus : {core} dans une compétence de profession, {other} ailleurs.",
        f"Ranks at most: {core} in a core skill, {other} elsewhere.",
    )
    return [f"{head}{report.colon} {', '.join(shown)}.", ranks]


def level_up(report: Report) -> list[str]:
    """« Paul passe au niveau 4 : attaque de base +4 … 1d6 = 3, SAN 50 → 53. »"""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.character, SOMEBODY, acts=True)
    if present(outcome.refused):
        needed = report.number(pack.level(min(20, given.character.level + 1)).xp)
        why = {
            "level_20": ("{who} est au niveau 20, le dernier", "{who} is at level 20, the last one"),
            "dead": ("{who} ne vit plus : pas de nouveau niveau", "{who} is dead: no new level"),
            "not_enough_xp": (
                f"Il faut {needed} points d'expérience et il y en a {report.number(given.xp or 0)} : les noter d'abord",
                f"{needed} experience points are needed, and there are {report.number(given.xp or 0)}: note them first",
            ),
        }
        return [reason(report, outcome.refused, why, LEVEL_RULES[outcome.refused], who)]
    points = count_of(
        report, outcome.skill_points, ("point de compétence", "points de compétence"), ("skill point", "skill points")
    )
    gains = [points, report.pick("un point de destin", "a destiny point")] if outcome.destiny_received else [points]
    if outcome.feat_gained:
        gains.append(report.pick("un don", "a feat"))
    if outcome.ability_gained:
        gains.append(report.pick(f"+1 en {code(report, given.ability)}", f"+1 {code(report, given.ability)}"))
    head = report.pick(f"{who} passe au niveau {outcome.level}", f"{who} reaches level {outcome.level}")
    mind = f"1d6 = {outcome.san_gain}, {gauge(report, 'SAN', given.character.sanity, outcome.san)}."
    life = ""
    if outcome.pv_max != given.character.life_max:
        most = gauge(report, report.pick("PV maximum", "maximum PV"), given.character.life_max, outcome.pv_max)
        life = f"{start(most)}."
    return [
        f"{start(head)}{report.colon} {_attacks(report)}, {_saves(report)}.",
        join_sentences(
            report.pick(f"Gains : {join_list(report, gains)}.", f"Gained: {join_list(report, gains)}."), mind, life
        ),
    ]


def award_experience(report: Report) -> list[str]:
    """« Danger 4 contre un groupe de niveau 3 : 1 272 points d'expérience, 318 chacun. »"""
    given, outcome = report.given, report.outcome
    head = report.pick(
        f"Danger {given.challenge} pour un groupe de niveau {given.group_level}",
        f"Challenge {given.challenge} for a group of level {given.group_level}",
    )
    if not outcome.xp_total:
        return [report.pick(f"{head} : trop facile, aucune expérience.", f"{head}: too easy, no experience.")]
    all_of = report.pick(
        f"{report.number(outcome.xp_total)} points d'expérience", f"{report.number(outcome.xp_total)} experience points"
    )
    each = report.number(outcome.xp_each)
    shared = report.pick(f", {each} par personne", f", {each} each") if given.shares > 1 else ""
    return [f"{head}{report.colon} {all_of}{shared}."]


# ---- skill points ----


def skill_budget(report: Report) -> list[str]:
    """« Compétences : 4 points restent sur 36. », then every fault."""
    outcome = report.outcome
    faults = [one for one in outcome.errors if one != "points"]  # the first line says so
    lines = [points_left_text(report, outcome.points_left, outcome.points_total)]
    return [*lines, *(f"{start(fault(report, one))}." for one in faults)]


# ---- feats ----


NO_FEAT: dict[str, Both] = {
    "taken_twice": (
        "{who} a déjà pris {feat} deux fois, le maximum",
        "{who} has {feat} twice already, the most there is",
    ),
    "already_taken": ("{who} a déjà le don {feat}", "{who} has {feat} already"),
    "prerequisite": (
        "{who} ne peut pas prendre {feat} : il manque {missing}",
        "{who} cannot take {feat}, for want of {missing}",
    ),
}


def take_feat(report: Report) -> list[str]:
    """« Paul prend le don Toughness. PV maximum 9 → 11, PF maximum 9 → 11. »"""
    given, outcome = report.given, report.outcome
    character, who = given.character, who_text(report, given.character, SOMEBODY, acts=True)
    feat = feat_name(report, given.feat)
    rule = "CD20-FEAT-08" if given.feat == TOUGH else "CD20-P-FEAT-01"
    if not outcome.allowed:
        lacks = (
            join_list(report, missing_for_feat(report, character, given.feat))
            if outcome.reason == "prerequisite"
            else ""
        )
        text = report.pick(*NO_FEAT[outcome.reason])
        for blank, said in (("{feat}", feat), ("{missing}", lacks), ("{who}", who)):
            text = text.replace(blank, said)
        return [with_rule(f"{start(text)}.", rule)]
    taken = start(report.pick(f"{who} prend le don {feat}.", f"{who} takes the feat {feat}."))
    if outcome.pv_max == character.life_max:
        return [taken]
    most = report.pick("{} maximum", "maximum {}")
    life = gauge(report, most.format("PV"), character.life_max, outcome.pv_max)
    breath = gauge(report, most.format("PF"), character.breath_max, outcome.pf_max)
    return [join_sentences(taken, f"{start(life)}, {breath}.")]


def missing_for_feat(report: Report, character: Combatant, feat: str) -> list[str]:
    """What somebody lacks for a feat, as it stands in the list (CD20-P-FEAT-01)."""
    row, about = pack.feat(feat), feat.partition(":")[2]
    needed = [*row.needs, *([LIGHTER[feat]] if feat in LIGHTER else [])]
    missing = [feat_name(report, one) for one in needed if not character.has(one)]
    if row.ability is not None and character.score(row.ability) < row.least:
        missing.append(f"{code(report, row.ability)} {row.least}")
    if row.base_attack and base_attacks(character)[0] < row.base_attack:
        shown = signed(report, row.base_attack)
        missing.append(report.pick(f"une attaque de base de {shown}", f"a base attack of {shown}"))
    if row.proficient and not is_proficient(character, about):
        missing.append(report.pick("la maîtrise de cette arme", "proficiency with this weapon"))
    return missing
