"""Checks, two against each other, saving throws: the whole sum, then the difficulty, then the verdict (P-CHECK)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, of, present, refused, start
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.checks import REFUSED_BY, TAKEN, Trying
from gardien.systems.cthulhud20.kinds import Save
from gardien.systems.cthulhud20.scores import save_parts
from gardien.systems.cthulhud20.sentences.grammar import (
    Parts,
    adding,
    check_name,
    code,
    dc,
    name_of,
    natural,
    save_name,
    summed,
    verdict,
)

SOMEBODY: Both = ("le personnage", "the character")
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
    "modifier": ("situation", "situation"),
}
NO_CHECK: dict[str, Both] = {
    "deafened": ("{who} n'entend rien : aucun jet d'Écoute", "{who} hears nothing: no Listen roll"),
    "untrained": ("{what} demande au moins un degré, et {who} n'en a pas", "{what} needs a rank, and {who} has none"),
}


def tried_with(one: Trying) -> str:
    """The skill or the ability that is tried; of both the skill counts."""
    return one.skill or one.ability or ""


def spelled(told: Told, face: int, parts: Parts, own: str = "") -> str:
    """« 10 (d20) + 4 (degrés) + 2 (DEX) − 1 (fatigue) = 15 »; one part alone needs no name."""
    weighing = [(label, value) for label, value in parts if value]
    bonus = sum(value for _, value in weighing)
    if len(weighing) < 2:
        return summed(told, face, bonus)
    named = [(told.pick(*PARTS[label]) if label in PARTS else own, value) for label, value in weighing]
    more = "".join(f"{adding(told, value)} ({name})" for name, value in named)
    return f"{told.number(face)} (d20){more} = {told.number(face + bonus)}"


def thrown(
    told: Told, head: str, parts: Parts, against: int, total: Any, success: bool, own: str = "", *, save: bool = False
) -> str:
    """« Jet de Discrétion de Paul : 10 (d20) + 4 (degrés) + 2 (DEX) − 1 (fatigue) = 15 contre DD 15, réussi. »

    `own` is what the ability, or the save as a whole, is called in the sum.
    """
    versus = told.pick(f"contre {dc(told, against)}", f"against {dc(told, against)}")
    if not present(total):
        return f"{start(head)} {versus}{told.colon} {verdict(told, success)}."
    face = total - sum(value for _, value in parts)
    end = (natural(told, face, total, against, success) if save else "") + verdict(told, success)
    return f"{start(head)}{told.colon} {spelled(told, face, parts, own)} {versus}, {end}."


def ability_of(told: Told, skill: str | None, ability: str | None = None) -> str:
    """The code of the ability behind a check."""
    return code(told, (pack.skill(skill).ability if skill else ability) or "")


def skill_check(told: Told, skill: str, parts: Parts, who: str, against: int, total: Any, success: bool) -> str:
    """A whole check of a skill: « Jet de Saut de Paul : 12 (d20) + 3 = 15 contre DD 15, réussi. »"""
    head = owned_check(told, check_name(told, skill), who)
    return thrown(told, head, parts, against, total, success, ability_of(told, skill))


def save_thrown(told: Told, save: Save, parts: Parts, who: str, against: int, total: Any, success: bool) -> str:
    """A whole save: « Jet de Réflexes de Paul : 1 (d20) + 20 = 21 contre DD 15, 1 au dé : raté. »"""
    head = owned_check(told, save_name(told, save), who)
    own = str((told.terms.entry("characteristic", save) or {})[told.language])
    return thrown(told, head, parts, against, total, success, own, save=True)


def owned_check(told: Told, name: str, who: str) -> str:
    """« jet de Saut de Paul », “Paul's Jump roll”."""
    return told.pick(f"{name} {of(who)}", f"{who}'s {name}") if who else name


def refusal(told: Told, why: Any, one: Trying, who: str) -> str:
    """Why a skill cannot be tried (CD20-P-CHECK-01, CD20-P-COND-01)."""
    what = name_of(told, tried_with(one))
    fr, en = (text.replace("{what}", what) for text in NO_CHECK[why])
    return refused(told, (fr, en), REFUSED_BY[why], who)


def check(told: Told) -> list[str]:
    """« Jet de Discrétion de Paul : 10 (d20) + 5 = 15 contre DD 15, réussi. »"""
    given, outcome = told.given, told.outcome
    if present(outcome.refused):
        return [refusal(told, outcome.refused, given, called(told, given.character, SOMEBODY, acts=True))]
    who = given.character.name or told.who
    head = owned_check(told, check_name(told, tried_with(given)), who)
    if given.take == "none":
        own = ability_of(told, given.skill, given.ability)
        return [thrown(told, head, given.parts(), given.dc, outcome.total, outcome.success, own)]
    face = TAKEN[given.take]
    sum_of = f"{face}{adding(told, outcome.bonus)} = {told.number(outcome.total)}"
    versus = told.pick(f"contre {dc(told, given.dc)}", f"against {dc(told, given.dc)}")
    taken = told.pick(f"en faisant {face}", f"taking {face}")
    return [f"{start(head)}, {taken}{told.colon} {sum_of} {versus}, {verdict(told, outcome.success)}."]


def opposed_check(told: Told) -> list[str]:
    """« Écoute de John contre Discrétion d'Ann : 9 + 4 = 13 contre 14 − 3 = 11. John l'emporte. »"""
    given, outcome = told.given, told.outcome
    names = (given.active.character.name or told.who, given.passive.character.name)
    active, passive = names[0] or told.pick(*ACTIVE), names[1] or told.pick(*PASSIVE)
    if present(outcome.refused):
        hindered = given.active if given.active.refused() is not None else given.passive
        return [refusal(told, outcome.refused, hindered, active if hindered is given.active else passive)]
    head = told.pick(" contre ", " against ").join(
        _side(told, one, name) for one, name in ((given.active, names[0]), (given.passive, names[1]))
    )
    winner = active if outcome.winner == "active" else passive
    end = told.pick(f"{winner} l'emporte.", f"{winner} prevails.")
    if not present(outcome.active_total):
        return [joined(f"{start(head)}.", start(end))]
    sums = [
        f"{told.number(total - bonus)}{adding(told, bonus)} = {told.number(total)}"
        for total, bonus in (
            (outcome.active_total, outcome.active_bonus),
            (outcome.passive_total, outcome.passive_bonus),
        )
    ]
    again = ""
    if present(outcome.rolls) and outcome.rolls > 1:
        again = told.pick(" (dés relancés après égalité)", " (dice thrown again after a tie)")
    line = f"{start(head)}{told.colon} {told.pick(' contre ', ' against ').join(sums)}{again}."
    even = outcome.active_total == outcome.passive_total
    tie = told.pick("Égalité : le meilleur bonus compte.", "A tie: the better bonus counts.") if even else ""
    return [joined(line, tie, start(end))]


def _side(told: Told, one: Trying, who: str) -> str:
    name = name_of(told, tried_with(one))
    return told.pick(f"{name} {of(who)}", f"{who}'s {name}") if who else name


def save(told: Told) -> list[str]:
    """« Jet de Vigueur de Paul : 8 (d20) + 2 = 10 contre DD 15, raté. »"""
    given, outcome = told.given, told.outcome
    parts = (*save_parts(given.character, given.save), ("modifier", given.modifier))
    who = given.character.name or told.who
    return [save_thrown(told, given.save, parts, who, given.dc, outcome.total, outcome.success)]
