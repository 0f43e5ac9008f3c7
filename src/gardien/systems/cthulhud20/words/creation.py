"""A character made or read: whether it may be played, what is left to spend, all that follows from its scores."""

from itertools import groupby

from gardien.core.telling import Report
from gardien.core.wording import Both, join_list, join_sentences, present, start, who_text
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.creation.check import ARRAY, FEATS, GOOD_SAVES, POINTS
from gardien.systems.cthulhud20.rules.growth.skill_points import CORE_SKILLS, UNBOUGHT
from gardien.systems.cthulhud20.vocabulary import ABILITIES, SAVES
from gardien.systems.cthulhud20.words.body import state_text
from gardien.systems.cthulhud20.words.grammar import (
    SOMEBODY,
    code,
    feat_name,
    signed,
    skill_name,
    weapon_name,
    zone_name,
)

METHODS: dict[str, Both] = {
    "rolled": ("Caractéristiques tirées aux dés", "Abilities by dice"),
    "array": ("Caractéristiques de la série", "Abilities of the array"),
    "points": ("Caractéristiques achetées", "Abilities bought"),
}


def create_character(report: Report) -> list[str]:
    """« Caractéristiques de la série : FOR 8, DEX 15 … PV 9, PF 9, SAN 60 … », then what must be mended."""
    return [_abilities(report), _values(report), *_verdict(report)]


def _abilities(report: Report) -> str:
    outcome = report.outcome
    if not present(outcome.abilities):
        return ""
    scores = ", ".join(f"{code(report, one)} {report.number(outcome.abilities[one])}" for one in ABILITIES)
    spent = ""
    if present(outcome.points_spent):
        points = f"{report.number(outcome.points_spent)}/{POINTS}"
        spent = report.pick(f" ({points} points)", f" ({points} points)")
    return f"{report.pick(*METHODS[report.given.method])}{spent}{report.colon} {scores}."


def _values(report: Report) -> str:
    """What follows from abilities and level: PV, PF, SAN, attack, saves, skill points."""
    outcome = report.outcome
    shown = []
    if present(outcome.pv_max):
        shown.append(f"PV {report.number(outcome.pv_max)}, PF {report.number(outcome.pf_max)}")
    if present(outcome.san):
        shown.append(f"SAN {report.number(outcome.san)}")
    attack = "/".join(signed(report, one) for one in outcome.base_attack)
    shown.append(report.pick(f"attaque de base {attack}", f"base attack {attack}"))
    saves = [
        f"{report.terms.label(save, report.language)} {signed(report, getattr(outcome, save))}"
        for save in SAVES
        if present(getattr(outcome, save))
    ]
    destiny = report.number(outcome.destiny_received)
    shown += [*saves, report.pick(f"destin {destiny}", f"destiny {destiny}")]
    return join_sentences(f"{start(', '.join(shown))}.", _budget_text(report))


def _budget_text(report: Report) -> str:
    """« 4 points de compétence sur 36 à dépenser. »"""
    outcome = report.outcome
    if not present(outcome.skill_points_left):
        return ""
    return points_left_text(report, outcome.skill_points_left, outcome.skill_points)


def points_left_text(report: Report, left: float, points: int) -> str:
    """Skill points left, all spent, or too many spent (CD20-P-SKILL-02)."""
    of, count = report.number(points), report.number(abs(left))
    if left < 0:
        return report.pick(
            f"Compétences : {count} points de trop sur {of}.", f"Skills: {count} points too many out of {of}."
        )
    if not left:
        return report.pick(f"Compétences : les {of} points sont dépensés.", f"Skills: all {of} points are spent.")
    several = "points restent" if left >= 2 else "point reste"
    return report.pick(f"Compétences : {count} {several} sur {of}.", f"Skills: {count} of {of} points left.")


def _verdict(report: Report) -> list[str]:
    outcome = report.outcome
    if not present(outcome.errors):
        return []
    if not outcome.errors:
        return [report.pick("Tous les choix sont conformes.", "Every choice is in order.")]
    return [f"{start(fault(report, error))}." for error in outcome.errors]


def fault(report: Report, error: str) -> str:
    """A fault by its word: what was chosen, what the rule wants."""
    kind, _, about = error.partition(":")
    given = report.given
    if kind == "feat":
        name = feat_name(report, about)
        return report.pick(f"le don {name} ne peut pas être pris", f"the feat {name} cannot be taken")
    if kind == "max":
        name = skill_name(report, about)
        return report.pick(f"{name} : trop de degrés pour ce niveau", f"{name}: too many ranks for this level")
    if kind == "half":
        name, core = skill_name(report, about), about in given.core_skills
        whole = report.pick("degrés entiers seulement", "whole ranks only")
        halves = report.pick("demi-degrés au plus fin", "half ranks at the finest")
        return f"{name}{report.colon} {whole if core else halves}"
    if kind == UNBOUGHT:
        name = skill_name(report, UNBOUGHT)
        return report.pick(f"{name} ne s'achète pas", f"{name} cannot be bought")
    if kind == "points":
        return report.pick("trop de points de compétence dépensés", "too many skill points spent")
    if kind == "core":
        return report.pick("la même compétence de profession deux fois", "the same core skill twice")
    if kind == "abilities":
        wants = join_list(report, ARRAY)
        return {
            "array": report.pick(
                f"la série est {wants}, chaque nombre une fois", f"the array is {wants}, each number once"
            ),
            "points": report.pick(
                f"les caractéristiques s'achètent avec {POINTS} points, de 8 à 18",
                f"abilities are bought with {POINTS} points, from 8 to 18",
            ),
        }[given.method]
    if kind == "good_saves":
        count = GOOD_SAVES[given.combat_option]
        return report.pick(
            f"{count} bonne sauvegarde à choisir" if count == 1 else f"{count} bonnes sauvegardes à choisir",
            f"{count} good save to choose" if count == 1 else f"{count} good saves to choose",
        )
    if kind == "feats":
        return report.pick(f"{FEATS} dons à choisir au niveau 1", f"{FEATS} feats to choose at level 1")
    row = pack.profession(given.profession)
    name = report.pick(row.fr, row.en)
    return report.pick(
        f"il faut {CORE_SKILLS} compétences de profession différentes, dont les {len(row.skills)} du métier ({name})",
        f"{CORE_SKILLS} different core skills are needed, with the {len(row.skills)} of the profession ({name})",
    )


# ---- what follows from the scores ----


def derived_values(report: Report) -> list[str]:
    """« Paul : PV 9 sur 9, PF 7 sur 9, malus de fatigue −1, en état d'agir. », then defence, saves, weapons."""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.character, SOMEBODY, acts=True)
    of = report.pick("sur", "of")
    pools = [
        f"PV {report.number(outcome.pv)} {of} {report.number(outcome.pv_max)}",
        f"PF {report.number(outcome.pf)} {of} {report.number(outcome.pf_max)}",
    ]
    if outcome.fatigue_malus:
        shown = signed(report, outcome.fatigue_malus)
        pools.append(report.pick(f"malus de fatigue {shown}", f"fatigue penalty {shown}"))
    pools.append(state_text(report, outcome.state))
    abilities = ", ".join(f"{code(report, one)} {signed(report, outcome.modifiers[one])}" for one in ABILITIES)
    return [
        f"{start(who)}{report.colon} {', '.join(pools)}.",
        report.pick(f"Modificateurs : {abilities}.", f"Modifiers: {abilities}."),
        _defence(report),
        _rolls(report),
        *(_weapon(report, line) for line in outcome.weapons),
    ]


def _defence(report: Report) -> str:
    """The CA of every zone, equal ones together: « CA 12 partout », « CA 14 (torse, abdomen), 12 (autres zones) »."""
    outcome = report.outcome
    by_ca = sorted(outcome.zone_ca.items(), key=lambda one: -one[1])
    groups = [(ca, [zone for zone, _ in zones]) for ca, zones in groupby(by_ca, key=lambda one: one[1])]
    if len(groups) == 1:
        text = report.pick(f"CA {report.number(groups[0][0])} partout", f"CA {report.number(groups[0][0])} everywhere")
    else:
        shown = [
            f"{report.number(ca)} ({join_list(report, [zone_name(report, one) for one in zones])})"
            for ca, zones in groups
        ]
        text = f"CA {', '.join(shown)}"
    touch = report.number(outcome.touch_ca)
    return report.pick(f"{text}, contact {touch}.", f"{text}, touch {touch}.")


def _rolls(report: Report) -> str:
    """Initiative, base attack, saves, destiny, SAN."""
    outcome = report.outcome
    attack = "/".join(signed(report, one) for one in outcome.base_attack)
    shown = [
        report.pick(
            f"initiative {signed(report, outcome.initiative)}", f"initiative {signed(report, outcome.initiative)}"
        ),
        report.pick(f"attaque de base {attack}", f"base attack {attack}"),
        *(f"{report.terms.label(save, report.language)} {signed(report, getattr(outcome, save))}" for save in SAVES),
    ]
    destiny = f"{outcome.destiny_left} {report.pick('sur', 'of')} {outcome.destiny_received}"
    shown.append(report.pick(f"destin {destiny}", f"destiny {destiny}"))
    shown.append(report.pick(f"SAN maximale {outcome.san_max}", f"maximum SAN {outcome.san_max}"))
    return f"{start(', '.join(shown))}."


def _weapon(report: Report, line: object) -> str:
    name = start(weapon_name(report, getattr(line, "weapon", "")) or report.pick("arme", "weapon"))
    bonuses = "/".join(signed(report, one) for one in getattr(line, "bonuses", ()))
    lethality = signed(report, getattr(line, "lethality", 0))
    return report.pick(
        f"{name} : attaque {bonuses}, létalité {lethality}.", f"{name}: attack {bonuses}, lethality {lethality}."
    )
