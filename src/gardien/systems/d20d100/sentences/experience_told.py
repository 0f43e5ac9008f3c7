"""Boxes, points of experience, and scores that change with all that rests on them."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import arrow, counted, joined, listed, of, off_at_this_table, present, refused, ruled, start
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.experience import TICKS, WHY
from gardien.systems.d20d100.sentences.creation_told import skill_list
from gardien.systems.d20d100.sentences.grammar import adding, gauge, headed, signed, skill_name


def points(told: Told, count: int) -> str:
    """Points of experience."""
    return counted(
        told,
        count,
        ("point d'expérience", "points d'expérience"),
        ("experience point", "experience points"),
    )


def _experience(told: Told, before: int, after: int) -> str:
    return f"{told.pick('Expérience', 'Experience')} {arrow(told, before, after)}."


def _target(told: Told, kind: str, target: str) -> str:
    """A skill or a Jet by its name, a characteristic by its code."""
    if kind in ("skill", "new_skill"):
        return skill_name(told, target)
    return told.pick((row := pack.jet(target)).fr, row.en) if kind == "jet" else target


def tick_box(told: Told) -> list[str]:
    """« Case d'Observer : cochée. »"""
    given, outcome = told.given, told.outcome
    name = _target(told, given.kind, given.target)
    if outcome.new_tick:
        line = told.pick(f"La case {of(name)} est cochée.", f"The box of {name} is ticked.")
    else:
        line = told.pick(
            f"La case {of(name)} l'était déjà : une seule coche y tient.",
            f"The box of {name} was ticked already: it holds one tick.",
        )
    over = ""
    if outcome.over_limit:
        over = told.pick(
            f"C'est plus que l'usage, {TICKS} cases par séance : le Gardien décide.",
            f"This is more than usual, {TICKS} boxes a session: the Keeper decides.",
        )
    return [joined(line, over)]


def award_xp(told: Told) -> list[str]:
    """« Objectifs : 1 + 2 + 0 = 3 points d'expérience. Expérience 4 → 7. »"""
    given, outcome = told.given, told.outcome
    first, *others = given.objectives
    total = points(told, outcome.points)
    shown = f"{first}{adding(told, *others)} = {total}" if others else total
    line = f"{told.pick('Objectifs', 'Objectives')}{told.colon} {shown}."
    kept = told.number(outcome.xp)
    same = told.pick(f"L'expérience reste à {kept}.", f"Experience stays at {kept}.")
    after = _experience(told, given.xp, outcome.xp) if outcome.points else same
    usual = []
    if not outcome.usual_count:
        usual.append(told.pick("3 à 5 objectifs", "3 to 5 objectives"))
    if not outcome.usual_total:
        usual.append(told.pick("1 à 4 points en tout", "1 to 4 points in all"))
    note = told.pick("D'habitude", "Usually") + f"{told.colon} {listed(told, usual)}." if usual else ""
    return [joined(line, after), note]


# ---- a score that changes ----


def _modifier(told: Told, found: Any) -> str:
    """« modificateur +0 → +1 », or that it stays."""
    modifier = signed(told, found.modifier)
    if found.modifier == found.modifier_before:
        return told.pick(f"le modificateur reste {modifier}", f"the modifier stays {modifier}")
    return f"{told.pick('modificateur', 'modifier')} {signed(told, found.modifier_before)} → {modifier}"


def _following(told: Told, code: str, found: Any) -> list[str]:
    """Everything that rests on a score and moved with it."""
    parts = [_modifier(told, found)]
    if found.jet and found.jet_change:
        row = pack.jet(found.jet)
        parts.append(f"{told.pick(row.fr, row.en)} {signed(told, found.jet_change)}")
    if found.defence_change:
        parts.append(f"{told.pick('Défense', 'Defence')} {signed(told, found.defence_change)}")
    if found.pv_max != found.pv_max_before:
        most = told.pick("PV maximum", "maximum PV")
        parts.append(f"{most} {arrow(told, found.pv_max_before, found.pv_max)}")
        parts.append(told.pick(f"PV actuels {told.number(found.pv)}", f"current PV {told.number(found.pv)}"))
    if code == "POU" and found.score != found.score_before:
        parts.append(told.pick(f"PM maximum {told.number(found.pm_max)}", f"maximum PM {told.number(found.pm_max)}"))
    if found.damage_bonus != found.damage_bonus_before:
        name = told.pick("bonus aux dégâts", "damage bonus")
        parts.append(f"{name} {signed(told, found.damage_bonus_before)} → {signed(told, found.damage_bonus)}")
    lines = [f"{start(', '.join(parts))}."]
    if found.skill_changes:
        name = told.pick("Compétences", "Skills")
        lines.append(f"{name}{told.colon} {skill_list(told, found.skill_changes)}.")
    return lines


def change_characteristic(told: Told) -> list[str]:
    """« POU 13 → 11. », then all that follows."""
    code, found = told.given.characteristic, told.outcome
    return [
        f"{start(headed(told, gauge(told, code, found.score_before, found.score)))}.",
        *_following(told, code, found),
    ]


# ---- points spent ----


def _bought(told: Told) -> str:
    """What the points bring: « Observer +3 → +4 »."""
    given, outcome = told.given, told.outcome
    if given.purchase == "destiny":
        return f"{told.pick('points de destin', 'destiny points')} {arrow(told, given.value, outcome.value)}"
    if given.purchase == "pv_max":
        return f"{told.pick('PV maximum', 'maximum PV')} {arrow(told, given.value, outcome.value)}"
    name = _target(told, given.purchase, given.target)
    if given.purchase == "new_skill":
        value = signed(told, outcome.value)
        return told.pick(f"{name}, nouvelle compétence à {value}", f"{name}, a new skill at {value}")
    if given.purchase == "characteristic":
        return f"{name} {arrow(told, outcome.score_before, outcome.score)}"
    return f"{name} {signed(told, given.value)} → {signed(told, outcome.value)}"


def spend_xp(told: Told) -> list[str]:
    """« Observer +3 → +4, pour 1 point d'expérience. Expérience 5 → 4. »"""
    given, outcome = told.given, told.outcome
    rule = WHY[outcome.reason]
    if outcome.reason == "in_play":
        why = (
            "L'expérience ne se dépense pas en pleine partie. Attendre la fin de la séance",
            "Experience is not spent in the middle of a game. Wait until the session ends",
        )
        return [refused(told, why, rule)]
    if outcome.reason == "forbidden":
        return [off_at_this_table(told, ("Les PV ne s'achètent pas", "PV cannot be bought"), "xp_pv_max", rule)]
    if outcome.reason == "not_enough_xp":
        needed, there = points(told, outcome.cost), told.number(given.xp)
        return [
            ruled(
                told.pick(f"Il faut {needed} ; la fiche en a {there}.", f"This takes {needed}; the sheet has {there}."),
                rule,
            )
        ]
    cost = points(told, outcome.cost)
    line = told.pick(f"{_bought(told)}, pour {cost}.", f"{_bought(told)}, for {cost}.")
    cleared = told.pick("La coche est effacée.", "The tick is cleared.") if outcome.tick_cleared else ""
    lines = [joined(start(headed(told, line)), cleared, _experience(told, given.xp, outcome.xp))]
    return [*lines, *(_following(told, given.target, outcome) if present(outcome.score) else [])]


def xp_forecast(told: Told) -> list[str]:
    """« 15 points, à 3 par séance : 5 séances. »"""
    given = told.given
    price = points(told, given.cost)
    pace = told.number(given.points_per_session)
    sessions = counted(told, told.outcome.sessions, ("séance", "séances"), ("session", "sessions"))
    return [told.pick(f"{price}, à {pace} par séance : {sessions}.", f"{price}, at {pace} a session: {sessions}.")]
