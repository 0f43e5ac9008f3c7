"""New sheets, what is written on them, and what is learnt between scenarios."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.wording import arrow, count_of, join_list, join_sentences, label, off_at_this_table, start, with_rule
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.creation.check import LOWEST_LEVEL
from gardien.systems.yacdha.rules.occupations import act_level, points_rule
from gardien.systems.yacdha.vocabulary import GAUGE_OF
from gardien.systems.yacdha.words.grammar import months

POINTS = (("point", "points"),) * 2  # in French and in English
OCCUPATIONS = (("occupation", "occupations"),) * 2


def learn(report: Report) -> list[str]:
    """Levels gained and given up, or why not."""
    given, outcome = report.given, report.outcome
    if not outcome.allowed:
        return [_cannot_learn(report)]
    before, after = given.occupations, outcome.occupations
    names = dict.fromkeys((given.occupation, *before, *after))
    moved = [(name, before.get(name, 0), after.get(name, 0)) for name in names]
    said = ", ".join(f"{name} {arrow(report, old, new)}" for name, old, new in moved if old != new)
    head = report.pick("Apprentissage", "Learning")
    if report.who:
        head = f"{start(report.who)} {report.pick('apprend', 'learns')}"
    length = months(report, outcome.months)
    acts = [
        f"{act.name} {arrow(report, old, act.level)}"
        for act, was in zip(outcome.actions, given.actions, strict=True)
        if (old := act_level(before.get(was.occupation, 0), was.granted)) != act.level
    ]
    attached = f"{report.pick('Actions', 'Acts')}{report.colon} {', '.join(acts)}." if acts else ""
    return [join_sentences(f"{head}{report.colon} {said}, {report.pick('en', 'in')} {length}.", attached)]


def _cannot_learn(report: Report) -> str:
    given, outcome = report.given, report.outcome
    wanted = given.before + given.steps
    age = pack.age(given.age_class)
    match outcome.reason:
        case "module_off":
            what = ("L'apprentissage n'est pas en jeu", "Learning is off")
            return off_at_this_table(report, what, "modules", "YAC-GEN-02")
        case "year":
            text = report.pick(
                "Un apprentissage par an : celui de cette année est pris.",
                "One apprenticeship a year: this year's is taken.",
            )
            return with_rule(text, "YAC-LRN-04")
        case "lower":
            text = report.pick(
                "Ces niveaux ne peuvent pas être cédés : il faut une autre occupation, assez haute.",
                "These levels cannot be given up: another occupation is needed, high enough.",
            )
            return with_rule(text, "YAC-LRN-01")
        case "max_level":
            return _too_high(report, given.occupation, wanted, age)
        case "gauge":
            gauge = GAUGE_OF[given.nature]
            value, most = getattr(given, gauge), outcome.needs_gauge_at_most
            text = report.pick(
                f"{start(label(report, gauge))} {value} : pour ce niveau, {most} au plus.",
                f"{start(gauge)} {value}: {most} at most for this level.",
            )
            return with_rule(text, "YAC-LRN-05")
        case "total":
            text = report.pick(
                f"Plus de {age.points} niveaux en tout : il faut en céder ailleurs.",
                f"More than {age.points} levels in all: some must be given up elsewhere.",
            )
            return with_rule(text, "YAC-LRN-01")
    return with_rule(
        report.pick("Trop d'occupations pour cette table.", "Too many occupations for this table."), "YAC-CRE-06"
    )


def _too_high(report: Report, name: str, level: int, age: Any) -> str:
    """A level above the ceiling: of the age, or of the table."""
    if level > age.max_level:
        most = report.pick(f"dépasse {age.max_level}, le maximum", f"is above {age.max_level}, the highest")
        return with_rule(f"{name} {level} {most}.", points_rule(age.key))
    most = report.pick("dépasse le maximum de cette table", "is above the highest of this table")
    return with_rule(f"{name} {level} {most}.", "YAC-CRE-06")


def create_character(report: Report) -> list[str]:
    """What is left to spend, or what is to correct; then the starting values."""
    given, outcome = report.given, report.outcome
    age = pack.age(given.age_class)
    who = given.name or report.who
    if outcome.errors:
        head = report.pick("À corriger", "To correct")
        named = f"{who}, {head[:1].lower() + head[1:]}" if who else head
        faults = [_fault(report, error, age) for error in outcome.errors]
        return [f"{start(named)}{report.colon} {faults[0]}", *(start(fault) for fault in faults[1:])]
    sound = report.pick("fiche correcte", "the sheet is sound")
    first = f"{start(who)}{report.colon} {sound}" if who else start(sound)
    values = ", ".join(f"{label(report, key)} {getattr(outcome, key)}" for key in ("madness", "trauma", "luck"))
    return [join_sentences(f"{first}.", _points_left_text(report, age), f"{start(values)}.")]


def _points_left_text(report: Report, age: Any) -> str:
    """« Il reste 2 points à répartir. »"""
    left = report.outcome.remaining
    points = count_of(report, left, *POINTS)
    if not report.given.occupations:
        spend = report.pick("à répartir si la table joue par niveaux", "to spend if the table plays by levels")
        return f"{points} {spend}."
    if not left:
        spent = count_of(report, age.points, *POINTS)
        return report.pick(f"{spent} sur {age.points}.", f"{spent} of {age.points}.")
    return report.pick(f"Il reste {points} à répartir.", f"{points} left to spend.")


def _fault(report: Report, error: str, age: Any) -> str:
    levels = report.given.occupations
    match error:
        case "total":
            total = count_of(report, report.outcome.total, *POINTS)
            text = report.pick(f"{total}, {age.points} au plus.", f"{total}, {age.points} at most.")
            return with_rule(text, points_rule(age.key))
        case "level":
            highest = max(levels, key=levels.__getitem__)
            return _too_high(report, highest, levels[highest], age)
        case "zero":
            low = [f"{name} {report.number(level)}" for name, level in levels.items() if level < LOWEST_LEVEL]
            least = report.pick(f"{LOWEST_LEVEL} au moins", f"{LOWEST_LEVEL} at least")
            return with_rule(f"{join_list(report, low)}, {least}.", "YAC-CRE-04")
    count = count_of(report, len(levels), *OCCUPATIONS)
    return with_rule(f"{count}, {report.pick('trop pour cette table', 'too many for this table')}.", "YAC-CRE-06")


def sheet(report: Report) -> list[str]:
    """An occupation and its acts as the sheet writes them: a number only where it is lower."""
    occupation, outcome = report.given.occupation, report.outcome
    acts = [f"{name} ({outcome.written[name]})" if name in outcome.written else name for name in outcome.levels]
    said = ", ".join(acts) or report.pick("aucune action écrite", "no act written down")
    return [f"{start(occupation.name)} ({occupation.level}){report.colon} {said}."]
