"""A new investigator: abilities, what follows from them, and every fault in the choices (P-ABIL, P-PROF, P-FEAT)."""

from gardien.core.telling import Told
from gardien.core.wording import Both, joined, listed, present, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.creation import ARRAY, FEATS, GOOD_SAVES, POINTS
from gardien.systems.cthulhud20.kinds import ABILITIES, SAVES
from gardien.systems.cthulhud20.sentences.grammar import code, feat_name, signed, skill_name
from gardien.systems.cthulhud20.skills import CORE_SKILLS, UNBOUGHT

METHODS: dict[str, Both] = {
    "rolled": ("Caractéristiques tirées aux dés", "Abilities by dice"),
    "array": ("Caractéristiques de la série", "Abilities of the array"),
    "points": ("Caractéristiques achetées", "Abilities bought"),
}


def create_character(told: Told) -> list[str]:
    """« Caractéristiques de la série : FOR 8, DEX 15 … PV 9, PF 9, SAN 60 … », then what must be mended."""
    return [_abilities(told), _values(told), *_verdict(told)]


def _abilities(told: Told) -> str:
    outcome = told.outcome
    if not present(outcome.abilities):
        return ""
    scores = ", ".join(f"{code(told, one)} {told.number(outcome.abilities[one])}" for one in ABILITIES)
    spent = ""
    if present(outcome.points_spent):
        points = f"{told.number(outcome.points_spent)}/{POINTS}"
        spent = told.pick(f" ({points} points)", f" ({points} points)")
    return f"{told.pick(*METHODS[told.given.method])}{spent}{told.colon} {scores}."


def _values(told: Told) -> str:
    """What follows from abilities and level: PV, PF, SAN, attack, saves, skill points."""
    outcome = told.outcome
    shown = []
    if present(outcome.pv_max):
        shown.append(f"PV {told.number(outcome.pv_max)}, PF {told.number(outcome.pf_max)}")
    if present(outcome.san):
        shown.append(f"SAN {told.number(outcome.san)}")
    attack = "/".join(signed(told, one) for one in outcome.base_attack)
    shown.append(told.pick(f"attaque de base {attack}", f"base attack {attack}"))
    saves = [
        f"{told.terms.label(save, told.language)} {signed(told, getattr(outcome, save))}"
        for save in SAVES
        if present(getattr(outcome, save))
    ]
    destiny = told.number(outcome.destiny_received)
    shown += [*saves, told.pick(f"destin {destiny}", f"destiny {destiny}")]
    return joined(f"{start(', '.join(shown))}.", _left(told))


def _left(told: Told) -> str:
    """« 4 points de compétence sur 36 à dépenser. »"""
    outcome = told.outcome
    if not present(outcome.skill_points_left):
        return ""
    return left_to_spend(told, outcome.skill_points_left, outcome.skill_points)


def left_to_spend(told: Told, left: float, points: int) -> str:
    """Skill points left, all spent, or too many spent (CD20-P-SKILL-02)."""
    of, count = told.number(points), told.number(abs(left))
    if left < 0:
        return told.pick(
            f"Compétences : {count} points de trop sur {of}.", f"Skills: {count} points too many out of {of}."
        )
    if not left:
        return told.pick(f"Compétences : les {of} points sont dépensés.", f"Skills: all {of} points are spent.")
    several = "points restent" if left >= 2 else "point reste"
    return told.pick(f"Compétences : {count} {several} sur {of}.", f"Skills: {count} of {of} points left.")


def _verdict(told: Told) -> list[str]:
    outcome = told.outcome
    if not present(outcome.errors):
        return []
    if not outcome.errors:
        return [told.pick("Tous les choix sont conformes.", "Every choice is in order.")]
    return [f"{start(fault(told, error))}." for error in outcome.errors]


def fault(told: Told, error: str) -> str:
    """A fault by its word: what was chosen, what the rule wants."""
    kind, _, about = error.partition(":")
    given = told.given
    if kind == "feat":
        name = feat_name(told, about)
        return told.pick(f"le don {name} ne peut pas être pris", f"the feat {name} cannot be taken")
    if kind == "max":
        name = skill_name(told, about)
        return told.pick(f"{name} : trop de degrés pour ce niveau", f"{name}: too many ranks for this level")
    if kind == "half":
        name, core = skill_name(told, about), about in given.core_skills
        whole = told.pick("degrés entiers seulement", "whole ranks only")
        halves = told.pick("demi-degrés au plus fin", "half ranks at the finest")
        return f"{name}{told.colon} {whole if core else halves}"
    if kind == UNBOUGHT:
        name = skill_name(told, UNBOUGHT)
        return told.pick(f"{name} ne s'achète pas", f"{name} cannot be bought")
    if kind == "points":
        return told.pick("trop de points de compétence dépensés", "too many skill points spent")
    if kind == "core":
        return told.pick("la même compétence de profession deux fois", "the same core skill twice")
    if kind == "abilities":
        wants = listed(told, ARRAY)
        return {
            "array": told.pick(
                f"la série est {wants}, chaque nombre une fois", f"the array is {wants}, each number once"
            ),
            "points": told.pick(
                f"les caractéristiques s'achètent avec {POINTS} points, de 8 à 18",
                f"abilities are bought with {POINTS} points, from 8 to 18",
            ),
        }[given.method]
    if kind == "good_saves":
        count = GOOD_SAVES[given.combat_option]
        return told.pick(
            f"{count} bonne sauvegarde à choisir" if count == 1 else f"{count} bonnes sauvegardes à choisir",
            f"{count} good save to choose" if count == 1 else f"{count} good saves to choose",
        )
    if kind == "feats":
        return told.pick(f"{FEATS} dons à choisir au niveau 1", f"{FEATS} feats to choose at level 1")
    row = pack.profession(given.profession)
    name = told.pick(row.fr, row.en)
    return told.pick(
        f"il faut {CORE_SKILLS} compétences de profession différentes, dont les {len(row.skills)} du métier ({name})",
        f"{CORE_SKILLS} different core skills are needed, with the {len(row.skills)} of the profession ({name})",
    )
