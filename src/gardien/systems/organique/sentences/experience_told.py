"""What a session brings, and what it buys (M18)."""

from gardien.core.telling import Told
from gardien.core.wording import Both, arrow, counted, joined, ruled, start
from gardien.systems.organique.experience import DANGER, GOOD_PLAY, HIGHEST, PRESENCE

BOUGHT: dict[str, Both] = {
    "skill": ("compétence au niveau {}", "skill at level {}"),
    "characteristic": ("caractéristique à {}", "characteristic at {}"),
    "reserve": ("réserve à {}", "reserve at {}"),
}


def _points(told: Told, count: int) -> str:
    return counted(
        told, count, ("point d'expérience", "points d'expérience"), ("experience point", "experience points")
    )


def award_experience(told: Told) -> list[str]:
    """« 1 (présence) + 2 (but) + 1 (danger) = 4 points d'expérience. Total : 12 → 16. »"""
    given, outcome = told.given, told.outcome
    parts = [
        (told.pick("présence", "presence"), PRESENCE),
        (told.pick("but", "goal"), given.goal),
        (told.pick("jeu", "good play"), GOOD_PLAY * given.good_play),
        (told.pick("danger", "danger"), DANGER * given.danger),
    ]
    shown = [f"{told.number(one)} ({name})" for name, one in parts if one]
    name = f"{told.who}{told.colon} " if told.who else ""
    total = f"{told.pick('Total', 'Total')}{told.colon} {arrow(told, given.experience, outcome.experience)}."
    sum_ = f"{' + '.join(shown)} = " if len(shown) > 1 else ""
    return [joined(f"{name}{sum_}{_points(told, outcome.gained)}.", total)]


def spend_experience(told: Told) -> list[str]:
    """« Compétence au niveau 3 : 6 points d'expérience, il en reste 4. », or why not."""
    given, outcome = told.given, told.outcome
    what = told.pick(*BOUGHT[given.buy]).format(told.number(given.new_value))
    most = HIGHEST[given.buy]
    if given.new_value > most:
        why = told.pick(f"{what} : {most} au plus.", f"{what}: {most} at most.")
        return [ruled(start(why), "ORG-SKILL-02")]
    cost = _points(told, outcome.cost)
    if not outcome.allowed:
        there = told.number(given.experience)
        why = told.pick(f"{what} : il faut {cost}, il y en a {there}.", f"{what}: {cost} needed, {there} there.")
        return [ruled(start(why), "ORG-SKILL-02")]
    left = told.number(outcome.experience)
    return [start(told.pick(f"{what} : {cost}, il en reste {left}.", f"{what}: {cost}, {left} left."))]
