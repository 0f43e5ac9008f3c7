"""Checks, two against each other, saving throws: the whole sum, then the difficulty, then the verdict (P-CHECK)."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.wording import Both, join_sentences, of, present, refusal_line, start, who_text
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.rules.tests.checks import REFUSED_BY, TAKEN, Trying
from gardien.systems.cthulhud20.rules.tests.modifiers import save_parts
from gardien.systems.cthulhud20.vocabulary import Save
from gardien.systems.cthulhud20.words.grammar import (
    SOMEBODY,
    Parts,
    adding,
    check_name,
    code,
    dc,
    name_of,
    natural,
    save_name,
    sum_text,
    verdict,
)

ACTIVE: Both = ("le côté actif", "the active side")
PASSIVE: Both = ("le côté passif", "the passive side")
PARTS: dict[str, Both] = {  # what stands in a sum, as short as it is said
    "ranks": ("degrés", "ranks"),
    "bonus": ("bonus", "bonus"),
    "feat_bonus": ("dons", "feats"),
    "fatigue_malus": ("fatigue", "fatigue"),
    "armour_check_malus": ("armure", "armour"),
    "condition_malus": ("état", "condition"),
    "part_malus": ("partie hors d'usage", "part out of use"),
    "means": ("matériel", "equipment"),
    "hospital": ("hôpital", "hospital"),
    "helped": ("aide", "help"),
    "aided": ("aide", "help"),
    "modifier": ("situation", "situation"),
}
NO_CHECK: dict[str, Both] = {
    "deafened": ("{who} n'entend rien : aucun jet d'Écoute", "{who} hears nothing: no Listen roll"),
    "untrained": ("{what} demande au moins un degré, et {who} n'en a pas", "{what} needs a rank, and {who} has none"),
}


def tried_with(one: Trying) -> str:
    """The skill or the ability that is tried; of both the skill counts."""
    return one.skill or one.ability or ""


def parts_sum_text(report: Report, face: int, parts: Parts, own: str = "") -> str:
    """« 10 (d20) + 4 (degrés) + 2 (DEX) − 1 (fatigue) = 15 »; one part alone needs no name."""
    weighing = [(label, value) for label, value in parts if value]
    bonus = sum(value for _, value in weighing)
    if len(weighing) < 2:
        return sum_text(report, face, bonus)
    named = [(report.pick(*PARTS[label]) if label in PARTS else own, value) for label, value in weighing]
    more = "".join(f"{adding(report, value)} ({name})" for name, value in named)
    return f"{report.number(face)} (d20){more} = {report.number(face + bonus)}"


def throw_text(
    report: Report,
    head: str,
    parts: Parts,
    against: int,
    total: Any,
    success: bool,
    own: str = "",
    *,
    save: bool = False,
) -> str:
    """« Jet de Discrétion de Paul : 10 (d20) + 4 (degrés) + 2 (DEX) − 1 (fatigue) = 15 contre DD 15, réussi. »

    `own` is what the ability, or the save as a whole, is called in the sum.
    """
    versus = report.pick(f"contre {dc(report, against)}", f"against {dc(report, against)}")
    if not present(total):
        return f"{start(head)} {versus}{report.colon} {verdict(report, success)}."
    face = total - sum(value for _, value in parts)
    end = (natural(report, face, total, against, success) if save else "") + verdict(report, success)
    return f"{start(head)}{report.colon} {parts_sum_text(report, face, parts, own)} {versus}, {end}."


def ability_of(report: Report, skill: str | None, ability: str | None = None) -> str:
    """The code of the ability behind a check."""
    return code(report, (pack.skill(skill).ability if skill else ability) or "")


def skill_check_text(
    report: Report, skill: str, parts: Parts, who: str, against: int, total: Any, success: bool
) -> str:
    """A whole check of a skill: « Jet de Saut de Paul : 12 (d20) + 3 = 15 contre DD 15, réussi. »"""
    head = owned_check(report, check_name(report, skill), who)
    return throw_text(report, head, parts, against, total, success, ability_of(report, skill))


def save_text(report: Report, save: Save, parts: Parts, who: str, against: int, total: Any, success: bool) -> str:
    """A whole save: « Jet de Réflexes de Paul : 1 (d20) + 20 = 21 contre DD 15, 1 au dé : raté. »"""
    head = owned_check(report, save_name(report, save), who)
    own = str((report.terms.entry("characteristic", save) or {})[report.language])
    return throw_text(report, head, parts, against, total, success, own, save=True)


def owned_check(report: Report, name: str, who: str) -> str:
    """« jet de Saut de Paul », “Paul's Jump roll”."""
    return report.pick(f"{name} {of(who)}", f"{who}'s {name}") if who else name


def refuse_check(report: Report, why: Any, one: Trying, who: str) -> str:
    """Why a skill cannot be tried (CD20-P-CHECK-01, CD20-P-COND-01)."""
    what = name_of(report, tried_with(one))
    fr, en = (text.replace("{what}", what) for text in NO_CHECK[why])
    return refusal_line(report, (fr, en), REFUSED_BY[why], who)


def check(report: Report) -> list[str]:
    """« Jet de Discrétion de Paul : 10 (d20) + 5 = 15 contre DD 15, réussi. »"""
    given, outcome = report.given, report.outcome
    if present(outcome.refused):
        return [refuse_check(report, outcome.refused, given, who_text(report, given.character, SOMEBODY, acts=True))]
    who = given.character.name or report.who
    head = owned_check(report, check_name(report, tried_with(given)), who)
    if given.take == "none":
        own = ability_of(report, given.skill, given.ability)
        return [throw_text(report, head, given.parts(), given.dc, outcome.total, outcome.success, own)]
    face = TAKEN[given.take]
    sum_of = f"{face}{adding(report, outcome.bonus)} = {report.number(outcome.total)}"
    versus = report.pick(f"contre {dc(report, given.dc)}", f"against {dc(report, given.dc)}")
    taken = report.pick(f"en faisant {face}", f"taking {face}")
    return [f"{start(head)}, {taken}{report.colon} {sum_of} {versus}, {verdict(report, outcome.success)}."]


def opposed_check(report: Report) -> list[str]:
    """« Écoute de John contre Discrétion d'Ann : 9 + 4 = 13 contre 14 − 3 = 11. John l'emporte. »"""
    given, outcome = report.given, report.outcome
    names = (given.active.character.name or report.who, given.passive.character.name)
    active, passive = names[0] or report.pick(*ACTIVE), names[1] or report.pick(*PASSIVE)
    if present(outcome.refused):
        hindered = given.active if given.active.refusal() is not None else given.passive
        return [refuse_check(report, outcome.refused, hindered, active if hindered is given.active else passive)]
    head = report.pick(" contre ", " against ").join(
        _side(report, one, name) for one, name in ((given.active, names[0]), (given.passive, names[1]))
    )
    winner = active if outcome.winner == "active" else passive
    end = report.pick(f"{winner} l'emporte.", f"{winner} prevails.")
    if not present(outcome.active_total):
        return [join_sentences(f"{start(head)}.", start(end))]
    sums = [
        f"{report.number(total - bonus)}{adding(report, bonus)} = {report.number(total)}"
        for total, bonus in (
            (outcome.active_total, outcome.active_bonus),
            (outcome.passive_total, outcome.passive_bonus),
        )
    ]
    again = ""
    if present(outcome.rolls) and outcome.rolls > 1:
        again = report.pick(" (dés relancés après égalité)", " (dice thrown again after a tie)")
    line = f"{start(head)}{report.colon} {report.pick(' contre ', ' against ').join(sums)}{again}."
    even = outcome.active_total == outcome.passive_total
    tie = report.pick("Égalité : le meilleur bonus compte.", "A tie: the better bonus counts.") if even else ""
    return [join_sentences(line, tie, start(end))]


def _side(report: Report, one: Trying, who: str) -> str:
    name = name_of(report, tried_with(one))
    return report.pick(f"{name} {of(who)}", f"{who}'s {name}") if who else name


def save(report: Report) -> list[str]:
    """« Jet de Vigueur de Paul : 8 (d20) + 2 = 10 contre DD 15, raté. »"""
    given, outcome = report.given, report.outcome
    parts = (*save_parts(given.character, given.save), ("modifier", given.modifier))
    who = given.character.name or report.who
    return [save_text(report, given.save, parts, who, given.dc, outcome.total, outcome.success)]
