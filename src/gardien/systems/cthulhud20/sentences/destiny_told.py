"""Destiny outside an attack: somebody's own point, and the one that the group shares."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import called, present
from gardien.systems.cthulhud20.destiny import LUCKY
from gardien.systems.cthulhud20.sentences.blows_told import wounded
from gardien.systems.cthulhud20.sentences.fates_told import ASKER, becomes, not_heard, point
from gardien.systems.cthulhud20.sentences.grammar import VICTIM, at_zone, dc, face_of, summed, wound_name
from gardien.systems.cthulhud20.severity import severity_of


def spend_destiny(told: Told) -> list[str]:
    """« Point de destin de Paul (il lui en reste 2) : la blessure grave devient légère. »"""
    who = called(told, told.given.character, ASKER, acts=True)
    if not told.outcome.accepted:
        return [not_heard(told, who, False, told.outcome.reason)]
    return _effect(told, point(told, who, False, told.outcome.destiny_left))


def spend_group_destiny(told: Told) -> list[str]:
    """« Point de destin du groupe : … », if everybody agrees."""
    if not told.outcome.accepted:
        return [not_heard(told, "", True, told.outcome.reason)]
    return _effect(told, point(told, "", True))


def _effect(told: Told, head: str) -> list[str]:
    """What the point does (CD20-P-DEST-01)."""
    effect = told.given.effect
    if effect in ("reroll", "plus10"):
        return [f"{head}{told.colon} {_roll(told)}."]
    if effect == "escape":
        text = told.pick("une issue s'ouvre, au gardien de dire laquelle", "a way out opens, the Keeper says which")
        return [f"{head}{told.colon} {text}."]
    who = called(told, told.given.victim, VICTIM)
    if effect == "clot":
        text = told.pick("toutes les blessures cessent de saigner", "all wounds stop bleeding")
        return [f"{head}{told.colon} {text}."]
    if effect == "stand":
        return [f"{head}{told.colon} {_stands(told, who)}."]
    return _wound(told, head, who)


def _roll(told: Told) -> str:
    """« le d20 montrait 4, le second 15, on garde 15 : 15 (d20) + 3 = 18 contre DD 15, réussi »."""
    given, outcome = told.given, told.outcome
    again = given.effect == "reroll"
    text = told.pick(f"+{LUCKY} à ce jet", f"+{LUCKY} to this roll")
    if again:
        second = face_of(told, "destiny")
        text = told.pick(
            f"le d20 montrait {given.die}, le second {second}, on garde {outcome.die}",
            f"the d20 showed {given.die}, the second {second}, {outcome.die} is kept",
        )
    sum_ = summed(told, outcome.die, given.bonus + (0 if again else LUCKY))
    if given.dc is None:
        return f"{text}. {sum_}"
    end = told.pick("réussi", "passed") if outcome.success else told.pick("raté", "failed")
    versus = told.pick(f"contre {dc(told, given.dc)}", f"against {dc(told, given.dc)}")
    return f"{text}. {sum_} {versus}, {end}"


def _stands(told: Told, who: str) -> str:
    """A faint save that counts as made after all."""
    if told.given.victim.condition == "unconscious":
        return told.pick(f"{who} garde connaissance, hors d'état d'agir", f"{who} stays conscious, unable to act")
    return told.pick(f"rien à changer pour {who}", f"nothing to change for {who}")


def _wound(told: Told, head: str, who: str) -> list[str]:
    """A wound made lighter, worse, or what the Keeper says (CD20-DEST-06)."""
    given, outcome = told.given, told.outcome
    if not present(outcome.severity):
        none = told.pick("aucune blessure, décision du gardien", "no wound, by the Keeper's ruling")
        return [f"{head}{told.colon} {none}."]
    where = at_zone(told, outcome.zone)
    before = _before(given)
    if before is None:
        ruling = told.pick("décision du gardien", "by the Keeper's ruling")
        text = f"{wound_name(told, outcome.severity)} {where}, {ruling}"
    else:
        text = becomes(told, before, outcome.severity, where if outcome.zone != given.zone else "")
    lines = wounded(told, who, given.victim, outcome, pf_only=given.pf_only, named=False)
    return [f"{head}{told.colon} {text}.", *lines]


def _before(given: Any) -> str | None:
    """The severity that was announced, where one was."""
    if given.effect == "keeper":
        return None
    if given.severity is not None:
        return str(given.severity)
    return severity_of(given.gb or 0, given.zone, given.victim.tables, given.pf_only)
