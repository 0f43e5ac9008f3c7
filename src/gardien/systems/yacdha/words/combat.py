"""A round of combat, act by act, then what it left; and the end of the fight."""

from collections.abc import Mapping
from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import NO_DIE, arrow, joined, label, listed, ruled, semicolon, start
from gardien.systems.yacdha.sentences.acts import npc_forced
from gardien.systems.yacdha.sentences.fates import harm, strained
from gardien.systems.yacdha.sentences.grammar import called, owned_field
from gardien.systems.yacdha.sentences.throws import (
    Falling,
    Thrown,
    dice_said,
    luck_refused,
    manner,
    margin_said,
    opposed,
    take_throw,
    verdict,
)

# What an act is called: without its target, and what comes before the target's name.
VERBS = {
    "contact": (("attaque", "attaque"), ("attacks", "attacks")),
    "ranged": (("tire", "tire sur"), ("shoots", "shoots at")),
    "immobilise": (("tente une prise", "tente une prise sur"), ("tries a hold", "tries a hold on")),
}


def combat_round(told: Told) -> list[str]:
    """One line for each act, then one for everybody who changed."""
    given, outcome = told.given, told.outcome
    if outcome.refused == "flight_barred":
        return [_flight_barred(told)]
    if outcome.refused:
        return [npc_forced(told, given.combatants)]
    fighters = {one.id: one for one in given.combatants}
    falling = Falling(told.dice)
    lines = [_act(told, record, fighters, falling) for record in outcome.actions]
    lines += [line for one in given.combatants if (line := _state(told, one))]
    lines += _holds(told)
    first, *others = lines or [told.pick("Aucun jet, rien ne change.", "No throw, nothing changes.")]
    return [f"Round {told.number(given.round)}. {first}", *others]


def _flight_barred(told: Told) -> str:
    stuck = [one.id for one in told.given.combatants if one.action == "flee" and not one.can_flee]
    whose = listed(told, [called(told, name) for name in stuck])
    text = told.pick(
        f"La fuite est coupée pour {whose} : choisir une autre action.",
        f"No way to flee for {whose}: choose another act.",
    )
    return ruled(text, "YAC-COM-19")


def _act(told: Told, record: Any, fighters: Mapping[str, Any], falling: Falling) -> str:
    """« Liam esquive ; l'homme au couteau attaque : dA 3, dO 4. Marge −1, échec. »"""
    actor, target = fighters[record.actor], fighters[record.target]
    if record.automatic_failure:
        return _out_of_reach(told, record, actor, target)
    converted = bool(actor.luck_convert) and not record.luck_refused
    thrown = take_throw(falling, record, "dT", int(actor.forced), (actor.luck_convert,) if converted else ())
    falling.take("dT", int(record.check_required), "check")
    act = _who_does_what(told, record, actor, target, thrown) + opposed(told, thrown)
    return joined(
        f"{act}{told.colon} {dice_said(told, thrown)}.",
        _judged(told, record),
        luck_refused(told, [called(told, actor.id)]) if record.luck_refused else "",
        strained(told, "trauma", "dT", record.check_die, actor.trauma) if record.check_required else "",
    )


def _who_does_what(told: Told, record: Any, actor: Any, target: Any, thrown: Thrown) -> str:
    """The target's own act comes first when it answers this one."""
    who, whom = called(told, actor.id), target.id
    how = manner(told, thrown)
    if record.act == "escape":
        return f"{start(who)} {told.pick('cherche à se dégager', 'tries to break free')}{how}"
    alone, onto = _verbs(told, record, actor)
    answer = _answer(told, target) if thrown.face is not None else ""
    if answer:
        return f"{start(whom)} {answer}{semicolon(told)} {who} {alone}{how}"
    return f"{start(who)} {onto} {whom}{how}"


def _verbs(told: Told, record: Any, actor: Any) -> tuple[str, str]:
    fr, en = VERBS["immobilise" if record.act == "immobilise" else actor.attack_mode]
    return fr if told.language == "fr" else en


def _answer(told: Told, target: Any) -> str:
    return {"dodge": told.pick("esquive", "dodges"), "flee": told.pick("fuit", "flees")}.get(target.action, "")


def _out_of_reach(told: Told, record: Any, actor: Any, target: Any) -> str:
    """An act that fails without dice: nobody catches a fugitive, nothing holds some creatures."""
    who, whom = called(told, actor.id), target.id
    verb, onto = _verbs(told, record, actor)
    no_die = told.pick(*NO_DIE)
    if target.action == "flee":
        away = told.pick(f"{whom} reste hors d'atteinte", f"{whom} stays out of reach")
        return ruled(f"{start(who)} {verb}{told.colon} {away}, {no_die}.", "YAC-COM-17")
    slips = told.pick("aucune prise ne tient", "no hold will stand")
    return ruled(f"{start(who)} {onto} {whom}{told.colon} {slips}, {no_die}.", "YAC-CRT-01")


def _judged(told: Told, record: Any) -> str:
    """The margin, its name, and the trauma where weapon or hide hold it back."""
    if not record.degree:  # two grips at once, and this one did not win
        margin = f"{told.pick('Marge', 'Margin')} {margin_said(told, record.margin)}"
        others = (one for one in told.outcome.actions if (one.actor, one.target) == (record.target, record.actor))
        won = any(one.success for one in others)
        better = told.pick(f"{record.target} fait mieux", f"{record.target} does better")
        tie = told.pick("égalité, aucune prise ne tient", "a tie, no hold stands")
        return f"{margin}, {better if won else tie}."
    text = verdict(told, record.margin, record.degree)
    if record.act != "attack" or not record.success or record.trauma == record.margin:
        return text
    return joined(text, f"{start(label(told, 'inflicted'))}{told.colon} {record.trauma}.")


# --- after the round -------------------------------------------------------------------------------------------------


def _state(told: Told, one: Any) -> str:
    """What the round left of somebody; nothing where nothing changed and nobody struck."""
    now = told.outcome.after[one.id]
    who = called(told, one.id)
    if one.is_creature:
        return joined(_creature(told, one, now), _fallen(told, who, one, now))
    own = [record for record in told.outcome.actions if record.actor == one.id and not record.automatic_failure]
    converted = bool(one.luck_convert) and any(not record.luck_refused for record in own)
    if one.status == "dead":
        return ""
    lines = joined(harm(told, who, one, now, int(converted), named=True), _fallen(told, who, one, now))
    struck = any(record.target == one.id and record.act == "attack" for record in told.outcome.actions)
    if lines or not struck:  # whoever is out of reach has fled, which the lines tell
        return lines
    return f"{owned_field(told, 'trauma', who)} {told.pick('inchangé', 'is unchanged')}."


def _creature(told: Told, one: Any, now: Any) -> str:
    """A creature's boxes."""
    if now.damage == one.damage:
        return ""
    boxes = told.pick(f" sur {one.boxes}", f" of {one.boxes}") if now.damage <= one.boxes else ""
    whose = owned_field(told, "trauma", one.id)
    return f"{whose}{told.colon} {arrow(told, one.damage, now.damage)}{boxes}."


def _fallen(told: Told, who: str, one: Any, now: Any) -> str:
    """Who collapses, who is gone, which creature is no more."""
    if now.status == one.status:
        return ""
    if now.status == "unconscious":
        return start(told.pick(f"{who} s'effondre, sans connaissance.", f"{who} collapses, unconscious."))
    if now.status == "fled":
        return start(told.pick(f"{who} prend la fuite.", f"{who} flees."))
    if now.status == "dead" and one.is_creature:
        return start(told.pick(f"{who} succombe.", f"{who} is destroyed."))
    return ""


def _holds(told: Told) -> list[str]:
    """Holds that begin and holds that end, in the order of the fighters."""
    fighters, after = told.given.combatants, told.outcome.after
    before = [pair for one in fighters for pair in _pairs(one, one.id)]
    now = [pair for one in fighters for pair in _pairs(after[one.id], one.id)]
    begun = [pair for pair in dict.fromkeys(now) if pair not in before]
    ended = [pair for pair in dict.fromkeys(before) if pair not in now]
    holds, lets_go = told.pick("tient", "holds"), told.pick("ne tient plus", "no longer holds")
    lines = [f"{holder} {holds} {held}." for holder, held in begun]
    lines += [f"{holder} {lets_go} {held}." for holder, held in ended]
    return [start(line) for line in lines]


def _pairs(one: Any, name: str) -> list[tuple[str, str]]:
    """Who holds whom, as one of the two knows it."""
    own = [(name, one.holding)] if one.holding else []
    return own + [(holder, name) for holder in one.held_by]


def end_combat(told: Told) -> list[str]:
    """Who wakes, who is out of danger, which holds end."""
    lines = []
    for one in told.given.combatants:
        now = told.outcome.after[one.id]
        who = called(told, one.id)
        if one.status == "unconscious" and now.status == "active":
            lines.append(told.pick(f"{who} reprend connaissance.", f"{who} comes to."))
        elif one.status == "fled" and now.status == "active":
            lines.append(told.pick(f"{who} s'en tire, sauf poursuite.", f"{who} is away, unless chased."))
        elif one.status == "coma":
            lines.append(told.pick(f"{who} reste dans le coma.", f"{who} stays in a coma."))
    if any(one.holding or one.held_by for one in told.given.combatants):
        lines.append(told.pick("Les prises se desserrent.", "All holds end."))
    return [joined(told.pick("Fin du combat.", "The fight is over."), *(start(line) for line in lines))]
