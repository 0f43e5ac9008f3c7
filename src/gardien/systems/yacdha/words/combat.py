"""A round of combat, act by act, then what it left; and the end of the fight."""

from collections.abc import Mapping
from typing import Any

from gardien.core.telling import Report
from gardien.core.wording import NO_DIE, arrow, join_list, join_sentences, label, semicolon, start, with_rule
from gardien.systems.yacdha.words.actions import refuse_npc_force
from gardien.systems.yacdha.words.gauges import harm, strain_text
from gardien.systems.yacdha.words.grammar import name_text, owned_field
from gardien.systems.yacdha.words.throws import (
    Falling,
    ShownThrow,
    dice_text,
    manner,
    margin_text,
    opposition_text,
    refuse_luck,
    take_throw,
    verdict,
)

# What an act is called: without its target, and what comes before the target's name.
VERBS = {
    "contact": (("attaque", "attaque"), ("attacks", "attacks")),
    "ranged": (("tire", "tire sur"), ("shoots", "shoots at")),
    "immobilise": (("tente une prise", "tente une prise sur"), ("tries a hold", "tries a hold on")),
}


def combat_round(report: Report) -> list[str]:
    """One line for each act, then one for everybody who changed."""
    given, outcome = report.given, report.outcome
    if outcome.refused == "flight_barred":
        return [_flight_barred(report)]
    if outcome.refused:
        return [refuse_npc_force(report, given.combatants)]
    fighters = {one.id: one for one in given.combatants}
    falling = Falling(report.dice)
    lines = [_act(report, record, fighters, falling) for record in outcome.actions]
    lines += [line for one in given.combatants if (line := _state(report, one))]
    lines += _holds(report)
    first, *others = lines or [report.pick("Aucun jet, rien ne change.", "No throw, nothing changes.")]
    return [f"Round {report.number(given.round)}. {first}", *others]


def _flight_barred(report: Report) -> str:
    stuck = [one.id for one in report.given.combatants if one.action == "flee" and not one.can_flee]
    whose = join_list(report, [name_text(report, name) for name in stuck])
    text = report.pick(
        f"La fuite est coupée pour {whose} : choisir une autre action.",
        f"No way to flee for {whose}: choose another act.",
    )
    return with_rule(text, "YAC-COM-19")


def _act(report: Report, record: Any, fighters: Mapping[str, Any], falling: Falling) -> str:
    """« Liam esquive ; l'homme au couteau attaque : dA 3, dO 4. Marge −1, échec. »"""
    actor, target = fighters[record.actor], fighters[record.target]
    if record.automatic_failure:
        return _out_of_reach(report, record, actor, target)
    converted = bool(actor.luck_convert) and not record.luck_refused
    thrown = take_throw(falling, record, "dT", int(actor.forced), (actor.luck_convert,) if converted else ())
    falling.take("dT", int(record.check_required), "check")
    act = _who_does_what(report, record, actor, target, thrown) + opposition_text(report, thrown)
    return join_sentences(
        f"{act}{report.colon} {dice_text(report, thrown)}.",
        _margin_text(report, record),
        refuse_luck(report, [name_text(report, actor.id)]) if record.luck_refused else "",
        strain_text(report, "trauma", "dT", record.check_die, actor.trauma) if record.check_required else "",
    )


def _who_does_what(report: Report, record: Any, actor: Any, target: Any, thrown: ShownThrow) -> str:
    """The target's own act comes first when it answers this one."""
    who, whom = name_text(report, actor.id), target.id
    how = manner(report, thrown)
    if record.act == "escape":
        return f"{start(who)} {report.pick('cherche à se dégager', 'tries to break free')}{how}"
    alone, onto = _verbs(report, record, actor)
    answer = _answer(report, target) if thrown.face is not None else ""
    if answer:
        return f"{start(whom)} {answer}{semicolon(report)} {who} {alone}{how}"
    return f"{start(who)} {onto} {whom}{how}"


def _verbs(report: Report, record: Any, actor: Any) -> tuple[str, str]:
    fr, en = VERBS["immobilise" if record.act == "immobilise" else actor.attack_mode]
    return fr if report.language == "fr" else en


def _answer(report: Report, target: Any) -> str:
    return {"dodge": report.pick("esquive", "dodges"), "flee": report.pick("fuit", "flees")}.get(target.action, "")


def _out_of_reach(report: Report, record: Any, actor: Any, target: Any) -> str:
    """An act that fails without dice: nobody catches a fugitive, nothing holds some creatures."""
    who, whom = name_text(report, actor.id), target.id
    verb, onto = _verbs(report, record, actor)
    no_die = report.pick(*NO_DIE)
    if target.action == "flee":
        away = report.pick(f"{whom} reste hors d'atteinte", f"{whom} stays out of reach")
        return with_rule(f"{start(who)} {verb}{report.colon} {away}, {no_die}.", "YAC-COM-17")
    slips = report.pick("aucune prise ne tient", "no hold will stand")
    return with_rule(f"{start(who)} {onto} {whom}{report.colon} {slips}, {no_die}.", "YAC-CRT-01")


def _margin_text(report: Report, record: Any) -> str:
    """The margin, its name, and the trauma where weapon or hide hold it back."""
    if not record.degree:  # two grips at once, and this one did not win
        margin = f"{report.pick('Marge', 'Margin')} {margin_text(report, record.margin)}"
        others = (one for one in report.outcome.actions if (one.actor, one.target) == (record.target, record.actor))
        won = any(one.success for one in others)
        better = report.pick(f"{record.target} fait mieux", f"{record.target} does better")
        tie = report.pick("égalité, aucune prise ne tient", "a tie, no hold stands")
        return f"{margin}, {better if won else tie}."
    text = verdict(report, record.margin, record.degree)
    if record.act != "attack" or not record.success or record.trauma == record.margin:
        return text
    return join_sentences(text, f"{start(label(report, 'inflicted'))}{report.colon} {record.trauma}.")


# --- after the round -------------------------------------------------------------------------------------------------


def _state(report: Report, one: Any) -> str:
    """What the round left of somebody; nothing where nothing changed and nobody struck."""
    now = report.outcome.after[one.id]
    who = name_text(report, one.id)
    if one.is_creature:
        return join_sentences(_creature(report, one, now), _fall_text(report, who, one, now))
    own = [record for record in report.outcome.actions if record.actor == one.id and not record.automatic_failure]
    converted = bool(one.luck_convert) and any(not record.luck_refused for record in own)
    if one.status == "dead":
        return ""
    lines = join_sentences(harm(report, who, one, now, int(converted), named=True), _fall_text(report, who, one, now))
    struck = any(record.target == one.id and record.act == "attack" for record in report.outcome.actions)
    if lines or not struck:  # whoever is out of reach has fled, which the lines tell
        return lines
    return f"{owned_field(report, 'trauma', who)} {report.pick('inchangé', 'is unchanged')}."


def _creature(report: Report, one: Any, now: Any) -> str:
    """A creature's boxes."""
    if now.damage == one.damage:
        return ""
    boxes = report.pick(f" sur {one.boxes}", f" of {one.boxes}") if now.damage <= one.boxes else ""
    whose = owned_field(report, "trauma", one.id)
    return f"{whose}{report.colon} {arrow(report, one.damage, now.damage)}{boxes}."


def _fall_text(report: Report, who: str, one: Any, now: Any) -> str:
    """Who collapses, who is gone, which creature is no more."""
    if now.status == one.status:
        return ""
    if now.status == "unconscious":
        return start(report.pick(f"{who} s'effondre, sans connaissance.", f"{who} collapses, unconscious."))
    if now.status == "fled":
        return start(report.pick(f"{who} prend la fuite.", f"{who} flees."))
    if now.status == "dead" and one.is_creature:
        return start(report.pick(f"{who} succombe.", f"{who} is destroyed."))
    return ""


def _holds(report: Report) -> list[str]:
    """Holds that begin and holds that end, in the order of the fighters."""
    fighters, after = report.given.combatants, report.outcome.after
    before = [pair for one in fighters for pair in _pairs(one, one.id)]
    now = [pair for one in fighters for pair in _pairs(after[one.id], one.id)]
    begun = [pair for pair in dict.fromkeys(now) if pair not in before]
    ended = [pair for pair in dict.fromkeys(before) if pair not in now]
    holds, lets_go = report.pick("tient", "holds"), report.pick("ne tient plus", "no longer holds")
    lines = [f"{holder} {holds} {held}." for holder, held in begun]
    lines += [f"{holder} {lets_go} {held}." for holder, held in ended]
    return [start(line) for line in lines]


def _pairs(one: Any, name: str) -> list[tuple[str, str]]:
    """Who holds whom, as one of the two knows it."""
    own = [(name, one.holding)] if one.holding else []
    return own + [(holder, name) for holder in one.held_by]


def end_combat(report: Report) -> list[str]:
    """Who wakes, who is out of danger, which holds end."""
    lines = []
    for one in report.given.combatants:
        now = report.outcome.after[one.id]
        who = name_text(report, one.id)
        if one.status == "unconscious" and now.status == "active":
            lines.append(report.pick(f"{who} reprend connaissance.", f"{who} comes to."))
        elif one.status == "fled" and now.status == "active":
            lines.append(report.pick(f"{who} s'en tire, sauf poursuite.", f"{who} is away, unless chased."))
        elif one.status == "coma":
            lines.append(report.pick(f"{who} reste dans le coma.", f"{who} stays in a coma."))
    if any(one.holding or one.held_by for one in report.given.combatants):
        lines.append(report.pick("Les prises se desserrent.", "All holds end."))
    return [join_sentences(report.pick("Fin du combat.", "The fight is over."), *(start(line) for line in lines))]
