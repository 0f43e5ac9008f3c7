"""A new character: points, and every fault in the choices (M1 to M4)."""

from gardien.core.telling import Told
from gardien.core.wording import Both, start
from gardien.systems.organique.creation import ADVANTAGES, HEALTH_RANGE, HIGHEST, SCORE_RANGE, category_of
from gardien.systems.organique.sentences.grammar import name_of

FAULTS: dict[str, Both] = {
    "scores": ("trop de points dans les caractéristiques", "too many points in the scores"),
    "range": (
        "une caractéristique va de {} à {}".format(*SCORE_RANGE),
        "a score goes from {} to {}".format(*SCORE_RANGE),
    ),
    "traits": (
        f"les avantages se paient par autant de défauts, {ADVANTAGES} points au plus",
        f"advantages are paid for by as many drawbacks, {ADVANTAGES} points at most",
    ),
    "skill_points": ("trop de points de compétence dépensés", "too many skill points spent"),
    "skill_level": (
        f"une compétence s'arrête au niveau {HIGHEST} à la création",
        f"a skill stops at level {HIGHEST} at creation",
    ),
}


def create_character(told: Told) -> list[str]:
    """« Caractéristiques : 78 points sur 80. Réserves : 12 sur 12. Compétences : 60 sur 84. », then what is wrong."""
    outcome = told.outcome
    shared = [
        (told.pick("caractéristiques", "scores"), outcome.score_sum, outcome.score_limit),
        (told.pick("réserves", "reserves"), outcome.health_sum, outcome.health_limit),
        (told.pick("compétences", "skills"), outcome.skill_cost, outcome.skill_points),
    ]
    parts = [f"{name} {told.number(used)} {told.pick('sur', 'of')} {told.number(most)}" for name, used, most in shared]
    points = f"{told.pick('Points', 'Points')}{told.colon} {', '.join(parts)}."
    if not outcome.errors:
        return [points, told.pick("Tous les choix sont conformes.", "Every choice is in order.")]
    return [points, *(f"{start(fault(told, one))}." for one in outcome.errors)]


def fault(told: Told, error: str) -> str:
    """What is wrong, and what the rule wants; skills by their names."""
    given = told.given
    if error == "reserves":
        (least, most), limit = HEALTH_RANGE, told.number(told.outcome.health_limit)
        return told.pick(
            f"SNG, CPS et INC vont de {least} à {most} chacun, {limit} en tout",
            f"SNG, CPS and INC go from {least} to {most} each, {limit} in all",
        )
    if error == "unknown_skill":
        unknown = [key.replace("_", " ") for key in given.skills if category_of(key) is None]
        return told.pick(f"compétence inconnue : {', '.join(unknown)}", f"unknown skill: {', '.join(unknown)}")
    if error == "class":
        closed = [key for key, level in given.skills.items() if level > 0 and category_of(key) and not given.price(key)]
        names = ", ".join(name_of(told, key) for key in closed)
        return told.pick(f"hors de portée de ce profil : {names}", f"out of reach for this class: {names}")
    return told.pick(*FAULTS[error])
