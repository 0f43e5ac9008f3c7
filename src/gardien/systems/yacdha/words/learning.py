"""New sheets, what is written on them, and what is learnt between scenarios."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import arrow, counted, joined, label, listed, off_at_this_table, ruled, start
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.creation import LOWEST_LEVEL, points_rule
from gardien.systems.yacdha.sentences.grammar import months
from gardien.systems.yacdha.sheet import act_level
from gardien.systems.yacdha.values import GAUGE_OF

POINTS = (("point", "points"),) * 2  # in French and in English
OCCUPATIONS = (("occupation", "occupations"),) * 2


def learn(told: Told) -> list[str]:
    """Levels gained and given up, or why not."""
    given, outcome = told.given, told.outcome
    if not outcome.allowed:
        return [_cannot_learn(told)]
    before, after = given.occupations, outcome.occupations
    names = dict.fromkeys((given.occupation, *before, *after))
    moved = [(name, before.get(name, 0), after.get(name, 0)) for name in names]
    said = ", ".join(f"{name} {arrow(told, old, new)}" for name, old, new in moved if old != new)
    head = told.pick("Apprentissage", "Learning")
    if told.who:
        head = f"{start(told.who)} {told.pick('apprend', 'learns')}"
    length = months(told, outcome.months)
    acts = [
        f"{act.name} {arrow(told, old, act.level)}"
        for act, was in zip(outcome.actions, given.actions, strict=True)
        if (old := act_level(before.get(was.occupation, 0), was.granted)) != act.level
    ]
    attached = f"{told.pick('Actions', 'Acts')}{told.colon} {', '.join(acts)}." if acts else ""
    return [joined(f"{head}{told.colon} {said}, {told.pick('en', 'in')} {length}.", attached)]


def _cannot_learn(told: Told) -> str:
    given, outcome = told.given, told.outcome
    wanted = given.before + given.steps
    age = pack.age(given.age_class)
    match outcome.reason:
        case "module_off":
            what = ("L'apprentissage n'est pas en jeu", "Learning is off")
            return off_at_this_table(told, what, "modules", "YAC-GEN-02")
        case "year":
            text = told.pick(
                "Un apprentissage par an : celui de cette année est pris.",
                "One apprenticeship a year: this year's is taken.",
            )
            return ruled(text, "YAC-LRN-04")
        case "lower":
            text = told.pick(
                "Ces niveaux ne peuvent pas être cédés : il faut une autre occupation, assez haute.",
                "These levels cannot be given up: another occupation is needed, high enough.",
            )
            return ruled(text, "YAC-LRN-01")
        case "max_level":
            return _too_high(told, given.occupation, wanted, age)
        case "gauge":
            gauge = GAUGE_OF[given.nature]
            value, most = getattr(given, gauge), outcome.needs_gauge_at_most
            text = told.pick(
                f"{start(label(told, gauge))} {value} : pour ce niveau, {most} au plus.",
                f"{start(gauge)} {value}: {most} at most for this level.",
            )
            return ruled(text, "YAC-LRN-05")
        case "total":
            text = told.pick(
                f"Plus de {age.points} niveaux en tout : il faut en céder ailleurs.",
                f"More than {age.points} levels in all: some must be given up elsewhere.",
            )
            return ruled(text, "YAC-LRN-01")
    return ruled(
        told.pick("Trop d'occupations pour cette table.", "Too many occupations for this table."), "YAC-CRE-06"
    )


def _too_high(told: Told, name: str, level: int, age: Any) -> str:
    """A level above the ceiling: of the age, or of the table."""
    if level > age.max_level:
        most = told.pick(f"dépasse {age.max_level}, le maximum", f"is above {age.max_level}, the highest")
        return ruled(f"{name} {level} {most}.", points_rule(age.key))
    most = told.pick("dépasse le maximum de cette table", "is above the highest of this table")
    return ruled(f"{name} {level} {most}.", "YAC-CRE-06")


def create_character(told: Told) -> list[str]:
    """What is left to spend, or what is to correct; then the starting values."""
    given, outcome = told.given, told.outcome
    age = pack.age(given.age_class)
    who = given.name or told.who
    if outcome.errors:
        head = told.pick("À corriger", "To correct")
        named = f"{who}, {head[:1].lower() + head[1:]}" if who else head
        faults = [_fault(told, error, age) for error in outcome.errors]
        return [f"{start(named)}{told.colon} {faults[0]}", *(start(fault) for fault in faults[1:])]
    sound = told.pick("fiche correcte", "the sheet is sound")
    first = f"{start(who)}{told.colon} {sound}" if who else start(sound)
    values = ", ".join(f"{label(told, key)} {getattr(outcome, key)}" for key in ("madness", "trauma", "luck"))
    return [joined(f"{first}.", _left(told, age), f"{start(values)}.")]


def _left(told: Told, age: Any) -> str:
    """« Il reste 2 points à répartir. »"""
    left = told.outcome.remaining
    points = counted(told, left, *POINTS)
    if not told.given.occupations:
        spend = told.pick("à répartir si la table joue par niveaux", "to spend if the table plays by levels")
        return f"{points} {spend}."
    if not left:
        spent = counted(told, age.points, *POINTS)
        return told.pick(f"{spent} sur {age.points}.", f"{spent} of {age.points}.")
    return told.pick(f"Il reste {points} à répartir.", f"{points} left to spend.")


def _fault(told: Told, error: str, age: Any) -> str:
    levels = told.given.occupations
    match error:
        case "total":
            total = counted(told, told.outcome.total, *POINTS)
            text = told.pick(f"{total}, {age.points} au plus.", f"{total}, {age.points} at most.")
            return ruled(text, points_rule(age.key))
        case "level":
            highest = max(levels, key=levels.__getitem__)
            return _too_high(told, highest, levels[highest], age)
        case "zero":
            low = [f"{name} {told.number(level)}" for name, level in levels.items() if level < LOWEST_LEVEL]
            least = told.pick(f"{LOWEST_LEVEL} au moins", f"{LOWEST_LEVEL} at least")
            return ruled(f"{listed(told, low)}, {least}.", "YAC-CRE-04")
    count = counted(told, len(levels), *OCCUPATIONS)
    return ruled(f"{count}, {told.pick('trop pour cette table', 'too many for this table')}.", "YAC-CRE-06")


def sheet(told: Told) -> list[str]:
    """An occupation and its acts as the sheet writes them: a number only where it is lower."""
    occupation, outcome = told.given.occupation, told.outcome
    acts = [f"{name} ({outcome.written[name]})" if name in outcome.written else name for name in outcome.levels]
    said = ", ".join(acts) or told.pick("aucune action écrite", "no act written down")
    return [f"{start(occupation.name)} ({occupation.level}){told.colon} {said}."]
