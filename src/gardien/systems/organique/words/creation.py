"""A new character: points, and every fault in the choices; what a session brings and what it buys (M1 to M4, M18)."""

from gardien.core.telling import Report
from gardien.core.wording import Both, arrow, count_of, join_sentences, start, with_rule
from gardien.systems.organique.creation.check import ADVANTAGES, HEALTH_RANGE, HIGHEST, SCORE_RANGE, category_of
from gardien.systems.organique.rules.experience import DANGER, GOOD_PLAY, PRESENCE
from gardien.systems.organique.rules.experience import HIGHEST as HIGHEST_BOUGHT
from gardien.systems.organique.words.grammar import name_of

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


def create_character(report: Report) -> list[str]:
    """« Caractéristiques : 78 points sur 80. Réserves : 12 sur 12. Compétences : 60 sur 84. », then what is wrong."""
    outcome = report.outcome
    shared = [
        (report.pick("caractéristiques", "scores"), outcome.score_sum, outcome.score_limit),
        (report.pick("réserves", "reserves"), outcome.health_sum, outcome.health_limit),
        (report.pick("compétences", "skills"), outcome.skill_cost, outcome.skill_points),
    ]
    parts = [
        f"{name} {report.number(used)} {report.pick('sur', 'of')} {report.number(most)}" for name, used, most in shared
    ]
    points = f"{report.pick('Points', 'Points')}{report.colon} {', '.join(parts)}."
    if not outcome.errors:
        return [points, report.pick("Tous les choix sont conformes.", "Every choice is in order.")]
    return [points, *(f"{start(fault(report, one))}." for one in outcome.errors)]


def fault(report: Report, error: str) -> str:
    """What is wrong, and what the rule wants; skills by their names."""
    given = report.given
    if error == "reserves":
        (least, most), limit = HEALTH_RANGE, report.number(report.outcome.health_limit)
        return report.pick(
            f"SNG, CPS et INC vont de {least} à {most} chacun, {limit} en tout",
            f"SNG, CPS and INC go from {least} to {most} each, {limit} in all",
        )
    if error == "unknown_skill":
        unknown = [key.replace("_", " ") for key in given.skills if category_of(key) is None]
        return report.pick(f"compétence inconnue : {', '.join(unknown)}", f"unknown skill: {', '.join(unknown)}")
    if error == "class":
        closed = [key for key, level in given.skills.items() if level > 0 and category_of(key) and not given.price(key)]
        names = ", ".join(name_of(report, key) for key in closed)
        return report.pick(f"hors de portée de ce profil : {names}", f"out of reach for this class: {names}")
    return report.pick(*FAULTS[error])


BOUGHT: dict[str, Both] = {
    "skill": ("compétence au niveau {}", "skill at level {}"),
    "characteristic": ("caractéristique à {}", "characteristic at {}"),
    "reserve": ("réserve à {}", "reserve at {}"),
}


def _points(report: Report, count: int) -> str:
    return count_of(
        report, count, ("point d'expérience", "points d'expérience"), ("experience point", "experience points")
    )


def award_experience(report: Report) -> list[str]:
    """« 1 (présence) + 2 (but) + 1 (danger) = 4 points d'expérience. Total : 12 → 16. »"""
    given, outcome = report.given, report.outcome
    parts = [
        (report.pick("présence", "presence"), PRESENCE),
        (report.pick("but", "goal"), given.goal),
        (report.pick("jeu", "good play"), GOOD_PLAY * given.good_play),
        (report.pick("danger", "danger"), DANGER * given.danger),
    ]
    shown = [f"{report.number(one)} ({name})" for name, one in parts if one]
    name = f"{report.who}{report.colon} " if report.who else ""
    total = f"{report.pick('Total', 'Total')}{report.colon} {arrow(report, given.experience, outcome.experience)}."
    sum_ = f"{' + '.join(shown)} = " if len(shown) > 1 else ""
    return [join_sentences(f"{name}{sum_}{_points(report, outcome.gained)}.", total)]


def spend_experience(report: Report) -> list[str]:
    """« Compétence au niveau 3 : 6 points d'expérience, il en reste 4. », or why not."""
    given, outcome = report.given, report.outcome
    what = report.pick(*BOUGHT[given.buy]).format(report.number(given.new_value))
    most = HIGHEST_BOUGHT[given.buy]
    if given.new_value > most:
        why = report.pick(f"{what} : {most} au plus.", f"{what}: {most} at most.")
        return [with_rule(start(why), "ORG-SKILL-02")]
    cost = _points(report, outcome.cost)
    if not outcome.allowed:
        there = report.number(given.experience)
        why = report.pick(f"{what} : il faut {cost}, il y en a {there}.", f"{what}: {cost} needed, {there} there.")
        return [with_rule(start(why), "ORG-SKILL-02")]
    left = report.number(outcome.experience)
    return [start(report.pick(f"{what} : {cost}, il en reste {left}.", f"{what}: {cost}, {left} left."))]
