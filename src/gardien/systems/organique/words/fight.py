"""A fight in words: who acts first, what a turn is made of, holds, the end of a turn, swarms, a whole script."""

from collections.abc import Sequence
from typing import Any

from gardien.core.telling import Report
from gardien.core.terms import HARD
from gardien.core.wording import (
    Both,
    count_of,
    join_list,
    join_sentences,
    label,
    of,
    present,
    semicolon,
    start,
    who_text,
)
from gardien.systems.organique import pack
from gardien.systems.organique.rules.fight.holds import FREEING
from gardien.systems.organique.rules.fight.initiative import readiness
from gardien.systems.organique.rules.person import person_of, state_of
from gardien.systems.organique.rules.tests.modifiers import base_parts, total
from gardien.systems.organique.words.attack import TOLD, exchange_lines, miss_text, pain_text, sum_of
from gardien.systems.organique.words.grammar import (
    ATTACKER,
    adding,
    against,
    base_text,
    end_text,
    faces_of,
    margin,
    points,
    save_text,
    signed_text,
    throw_text,
)
from gardien.systems.organique.words.person import aftermath, passage


def start_fight(report: Report) -> list[str]:
    """« Initiative : Rusty, 26 + 14 (d20) = 40 ; Juanita, 24 + 3 (d20) = 27. Ordre : Rusty, Juanita. »"""
    lines = throw_lines(report, report.given.combatants, report.outcome.order)
    caught = [who_text(report, name) for name, count in report.outcome.reactions.items() if not count]
    if caught:
        who, several = join_list(report, caught), len(caught) > 1
        lines.append(
            report.pick(
                f"Surprise : {who} {'n’ont' if several else 'n’a'} pas de réaction au premier tour.",
                f"Surprise: {who} {'have' if several else 'has'} no reaction in the first turn.",
            )
        )
    return lines


def throw_lines(report: Report, combatants: Sequence[Any], order: Sequence[str]) -> list[str]:
    """Everybody’s sum and the order it gives (ORG-INIT-01)."""
    faces = {die.who: die.value for die in report.dice if die.purpose == "initiative"}
    each = []
    for one in combatants:
        bonus, face = total(readiness(person_of(one), one)), faces.get(one.name, 0)
        each.append(f"{who_text(report, one)}, {report.number(bonus)} + {face} (d20) = {report.number(bonus + face)}")
    lines = [f"Initiative{report.colon} {f'{semicolon(report)} '.join(each)}."]
    again = [f"{who_text(report, die.who)} {die.value}" for die in report.dice if die.purpose == "roll_off"]
    if again:
        lines.append(report.pick(f"À égalité, nouveau jet : {', '.join(again)}.", f"Tied, again: {', '.join(again)}."))
    lines.append(order_text(report, order))
    return lines


def order_text(report: Report, order: Sequence[str]) -> str:
    """« Ordre : Rusty, Juanita. »"""
    return report.pick("Ordre", "Order") + f"{report.colon} {', '.join(who_text(report, one) for one in order)}."


ACTOR: Both = ("le personnage", "the character")
FREE: dict[str, Both] = {
    "draw": ("dégaine", "draws"),
    "aim": ("vise", "takes aim"),
    "stand_up": ("se relève", "gets up"),
    "move": ("se déplace", "moves"),
    "pick_up": ("ramasse son arme", "picks up the weapon"),
    "free_weapon": ("libère son arme", "frees the weapon"),
    "reload": ("recharge", "reloads"),
    "clear_jam": ("désenraye son arme", "clears the jam"),
    "coat": ("enduit sa lame de poison", "coats the blade with poison"),
    "put_out": ("se roule pour éteindre le feu", "rolls to put out the fire"),
}
PAID: dict[str, Both] = {
    "action": ("", ""),
    "half_action": (" (demi-action)", " (half-action)"),
    "reaction": (" (réaction)", " (reaction)"),
}


def free_action(report: Report) -> list[str]:
    """« Tyra se déplace : 12 m au plus. », « Tyra se relève (demi-action). »"""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.character, ACTOR, acts=True)
    pain = save_text(report, outcome.save, who) if present(outcome.save) else ""
    if pain and not outcome.done:
        return [join_sentences(pain, pain_text(report, who))]
    line = freely(report, given.kind, outcome, who, given.paid_with)
    if present(outcome.metres_gone):
        line = _move_text(report, who)
    line = join_sentences(pain, line)
    return [
        line,
        aftermath(report, who, given.character, outcome.state, ("prone",)) if given.kind != "stand_up" else "",
    ]


def freely(report: Report, kind: str, block: Any, who: str, paid_with: str = "action") -> str:
    """A free action, for itself and as a line of a script (ORG-FREE-01 to 05)."""
    does = start(f"{who} {report.pick(*FREE[kind])}{report.pick(*PAID[paid_with])}")
    if kind == "move" and present(block.metres_max):
        far = f"{report.number(block.metres_max)}{HARD}m"
        return does + report.pick(f" : {far} au plus.", f": {far} at most.")
    if not present(block.success):
        return f"{does}."
    test = throw_text(report, report.pick("test d'AGI", "AGI test"), block)
    if kind == "put_out":
        over = ("Le feu est éteint.", "The fire is out.") if block.done else ("Cela brûle encore.", "It still burns.")
        return join_sentences(f"{does}.", test, report.pick(*over))
    ends = report.pick(f"{who} se déplace aussi.", f"{who} moves as well.")
    if not block.moved:
        ends = report.pick(f"{who} ne va pas plus loin.", f"{who} goes no farther.")
    return join_sentences(f"{does}.", test, start(ends))


def _move_text(report: Report, who: str) -> str:
    """« Tyra se déplace (demi-action) : 4 m, à portée 1 de Ying. »"""
    given, outcome = report.given, report.outcome
    does = start(f"{who} {report.pick(*FREE['move'])}{report.pick(*PAID[given.paid_with])}")
    far, step = f"{report.number(outcome.metres_gone)}{HARD}m", report.number(outcome.range_after)
    whom = given.opponent
    end = report.pick(f"à portée {step}", f"at range {step}") + (
        report.pick(f" {of(whom)}", f" of {whom}") if whom else ""
    )
    return does + report.pick(f" : {far}, {end}.", f": {far}, {end}.")


def turn_slots(report: Report) -> list[str]:
    """« Action divisée, demi-action (−10), action (impossible). Il reste 1 demi-action et 1 réaction. »"""
    given, outcome = report.given, report.outcome
    done = []
    for step, allowed, mod in zip(given.steps, outcome.allowed, outcome.mods, strict=True):
        name = label(report, step)
        note = report.pick("impossible", "not possible") if not allowed else signed_text(report, mod) if mod else ""
        done.append(f"{name} ({note})" if note else name)
    left = [
        count_of(report, count, fr, en)
        for count, fr, en in (
            (outcome.actions_left, ("action", "actions"), ("action", "actions")),
            (outcome.half_actions_left, ("demi-action", "demi-actions"), ("half-action", "half-actions")),
            (outcome.reactions_left, ("réaction", "réactions"), ("reaction", "reactions")),
            (outcome.half_reactions_left, ("demi-réaction", "demi-réactions"), ("half-reaction", "half-reactions")),
        )
        if count
    ]
    rest = report.pick("Il ne reste rien de ce tour.", "Nothing is left of this turn.")
    if left:
        rest = report.pick(f"Il reste {join_list(report, left)}.", f"Left: {join_list(report, left)}.")
    caught = report.pick("Surprise : pas de réaction.", "Surprise: no reaction.") if given.surprised else ""
    due = ""
    if outcome.extended_penalty:
        due = report.pick("−10 à la prochaine action ou réaction.", "−10 to the next action or reaction.")
    first = f"{start(', '.join(done))}." if done else ""
    return [join_sentences(caught, first), join_sentences(rest, due)]


VICTIM: Both = ("la victime", "the victim")
HOLDER: Both = ("l'adversaire", "the opponent")
GRIPS: dict[str, Both] = {  # what somebody struggles against
    "hold": ("la prise {of}", "{who}'s hold"),
    "lock": ("la clé {of}", "{who}'s joint lock"),
    "strangle": ("l'étranglement {of}", "{who}'s strangling hold"),
    "wrestle": ("la lutte avec {who}", "{who}'s grip"),
}


def break_hold(report: Report) -> list[str]:
    """« Tyra cherche à se libérer de la prise de Carl : FOR 12 + 14 (d20) = 26 contre 20, marge 6. Carl : … »"""
    given = report.given
    who = who_text(report, given.victim, VICTIM, acts=True)
    whom = who_text(report, given.holder, HOLDER)
    faces = list(faces_of(report, "break_hold"))
    strengths = (person_of(given.victim).value("FOR"), person_of(given.holder).value("FOR"))
    return [
        *struggle(report, report.outcome, given.kind, who, whom, faces, strengths),
        aftermath(report, who, given.victim, report.outcome.state),
    ]


def struggle(
    report: Report, block: Any, kind: str, who: str, whom: str, faces: list[int], strengths: tuple[int, int]
) -> list[str]:
    """The struggle itself, for a single attempt and for a line of a script."""
    fr, en = GRIPS[kind]
    grip = report.pick(fr.replace("{of}", of(whom)).replace("{who}", whom), en.replace("{who}", whom))
    first = report.pick(f"{who} cherche à se libérer {of(grip)}", f"{who} tries to break {grip}")
    pain = save_text(report, block.save, who) if present(block.save) else ""
    if not present(block.victim_total):
        stays = report.pick("La douleur l'emporte, la clé tient.", "Pain prevails, the lock holds.")
        return [join_sentences(f"{start(first)}.", pain, stays)]
    goal, grip_goal = FREEING[kind]  # type: ignore[index]
    one = _strength(report, block.victim_total, block.victim_margin, goal, faces[0], strengths[0])
    other = _strength(report, block.holder_total, block.holder_margin, grip_goal, faces[1], strengths[1])
    end = report.pick(f"{who} se libère.", f"{who} breaks free.")
    if not block.free:
        end = report.pick(f"{whom} ne lâche pas.", f"{whom} does not let go.")
    line = f"{start(first)}{report.colon} {one}."
    return [join_sentences(pain, line), join_sentences(f"{start(whom)}{report.colon} {other}.", start(end))]


def _strength(report: Report, total: int, over: int, goal: int, face: int, strength: int) -> str:
    """« FOR 12 + 14 (d20) = 26 contre 20, marge 6 »."""
    mod = total - face - strength
    auto = {20: "natural_20", 1: "natural_1"}.get(face, "none")
    base = base_text(report, (("FOR", strength),), strength)
    sum_ = f"{base}{adding(report, mod)} + {face} (d20) = {report.number(total)}"
    return f"{sum_} {against(report, goal)}, {end_text(report, total - goal, over, auto)}"


def end_turn(report: Report) -> list[str]:
    """« Fin du tour. », then whoever is no longer as before: « Tyra : END 12 → 11. »"""
    given, outcome = report.given, report.outcome
    lines = []
    for one in given.combatants:
        who = who_text(report, one)
        ticks = outcome.ticks if present(outcome.ticks) else {}
        states = outcome.states if present(outcome.states) else {}
        poison = tick_text(report, ticks[one.name], who) if one.name in ticks else ""
        lines += [poison, aftermath(report, who, one, states.get(one.name))]
    changed = [line for line in lines if line]
    if not changed:
        return [report.pick("Fin du tour : rien ne change.", "End of the turn: nothing changes.")]
    return [report.pick("Fin du tour.", "End of the turn."), *changed]


def tick_text(report: Report, tick: Any, who: str) -> str:
    """« Poison de Tyra : 1 bs. Sauvegarde de Tyra contre les vomissements : … Malus −4 aux actions. » (ORG-POI-03)."""
    text = points(report, tick.bs, "bs") if tick.bs else report.pick("aucun dommage", "no damage")
    first = report.pick(f"Poison dans le sang {of(who)} : {text}.", f"Poison in {who}'s blood: {text}.")
    weighs = [
        report.pick(f"{signed_text(report, value)} {fr}", f"{signed_text(report, value)} {en}")
        for value, fr, en in (
            (tick.actions, "aux actions", "to actions"),
            (tick.sight, "à la vue", "to sight"),
            (tick.touch, "au toucher", "to touch"),
            (tick.pain_saves, "aux sauvegardes contre la douleur", "to pain saves"),
        )
        if value
    ]
    saves = [save_text(report, one, who) for one in tick.saves.values()]
    last = report.pick(
        f"Tant qu'il agit : {join_list(report, weighs)}.", f"While it acts: {join_list(report, weighs)}."
    )
    return join_sentences(first, *saves, last if weighs else "")


def creatures(report: Report, count: int) -> str:
    return count_of(report, count, ("créature", "créatures"), ("creature", "creatures"))


def swarm_turn(report: Report) -> list[str]:
    """« Essaim de 100 créatures : 45 trouvent la peau de Tyra, 2 bs. » (ORG-MON-04)."""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.character, VICTIM, acts=True)
    head = report.pick(f"Essaim, {creatures(report, given.count)}", f"Swarm, {creatures(report, given.count)}")
    if not outcome.attackers:
        text = report.pick(f"aucune n'atteint {who}", f"none gets at {who}")
    else:
        harm = points(report, outcome.bs, "bs") if outcome.bs else report.pick("sans dommage", "no damage")
        verb = "atteint" if outcome.attackers == 1 else "atteignent"
        gets = "gets" if outcome.attackers == 1 else "get"
        text = report.pick(
            f"{report.number(outcome.attackers)} {verb} {who}, {harm}",
            f"{report.number(outcome.attackers)} {gets} at {who}, {harm}",
        )
    return [f"{head}{report.colon} {text}.", aftermath(report, who, given.character, outcome.state)]


def attack_swarm(report: Report) -> list[str]:
    """« Tyra frappe dans l'essaim : FOR 11 + AGI 12 + 9 (d20) = 32 contre 25, marge 7. 1 créature tuée, … »"""
    given, outcome = report.given, report.outcome
    who = who_text(report, given.attacker, ATTACKER, acts=True)
    row = pack.action(given.action)
    acts: Both = ("frappe dans l'essaim", "strikes into the swarm")
    if given.action == "shoot":
        acts = ("tire dans l'essaim", "shoots into the swarm")
    pain = save_text(report, outcome.save, who) if present(outcome.save) else ""
    if pain and not outcome.save.success:
        return [join_sentences(pain, pain_text(report, who))]
    parts = base_parts(person_of(given.attacker), row.first, row.second)
    thrown = sum_of(report, outcome, "", base_text(report, parts, outcome.base))
    line = join_sentences(pain, f"{start(f'{who} {report.pick(*acts)}')}{report.colon} {thrown}.")
    if not outcome.killed:
        return [join_sentences(line, miss_text(report, given.action))]
    faces = faces_of(report, "swept", "d6")
    dice = f" ({len(faces)}D6)" if faces else ""
    dead = report.pick(
        f"{creatures(report, outcome.killed)} de moins{dice}", f"{creatures(report, outcome.killed)} fewer{dice}"
    )
    left = report.pick("il n'en reste aucune", "none is left")
    if outcome.count_left:
        left = report.pick(
            f"il en reste {report.number(outcome.count_left)}", f"{report.number(outcome.count_left)} left"
        )
    return [join_sentences(line, f"{dead}, {left}.")]


REASONS: dict[str, Both] = {
    "dead": ("{who} ne vit plus", "{who} is dead"),
    "out_of_action": ("{who} ne peut rien faire, hors de combat", "{who} can do nothing, out of action"),
    "exhausted": ("{who} ne peut rien faire, à bout de forces", "{who} can do nothing, exhausted"),
    "unconscious": ("{who} ne peut rien faire, sans connaissance", "{who} can do nothing, unconscious"),
    "paralysed": ("{who} ne peut pas bouger", "{who} cannot move"),
    "no_action": ("{who} n'a plus d'action ce tour-ci", "{who} has no action left this turn"),
    "out_of_reach": ("{who} n'atteint personne de si loin", "{who} cannot reach anybody from there"),
    "pain": ("la douleur arrête {who}", "pain stops {who}"),
    "not_held": ("personne ne tient {who}", "nobody holds {who}"),
    "not_holding": ("{who} ne tient pas sa cible", "{who} does not hold the target"),
    "held": ("une prise retient {who}", "a hold keeps {who}"),
}
QUIET: dict[str, Both] = {
    "wait": ("{who} attend", "{who} waits"),
    "nothing": ("{who} ne fait rien", "{who} does nothing"),
    "convert": ("{who} change son action en réaction", "{who} turns the action into a reaction"),
}


def play_fight(report: Report) -> list[str]:
    """« Tour 1. », every line of the script, « Fin du tour. », and how everybody is then."""
    given, outcome = report.given, report.outcome
    people = {one.name: one for one in given.combatants}
    lines = (
        [order_text(report, outcome.order)]
        if given.order is not None
        else throw_lines(report, given.combatants, outcome.order)
    )
    states = {name: state_of(person_of(one)) for name, one in people.items()}
    ends = iter(outcome.turns)
    turn, opened = given.turn, False
    for line, event in zip(given.script, outcome.events, strict=True):
        if not opened:
            lines.append(report.pick(f"Tour {report.number(turn)}.", f"Turn {report.number(turn)}."))
        opened = line.do != "end_turn"
        if line.do != "end_turn":
            lines += event_lines(report, line, event, people)
            continue
        ended = next(ends)
        lines.append(report.pick("Fin du tour.", "End of the turn."))
        ticks = ended.ticks if present(ended.ticks) else {}
        lines += [tick_text(report, tick, who_text(report, name)) for name, tick in ticks.items()]
        lines += _since(report, states, ended.states)
        states, turn = ended.states, turn + 1
    if opened:
        lines += _since(report, states, outcome.states)
    return lines


def _since(report: Report, before: Any, after: Any) -> list[str]:
    """Everybody who is not as they were."""
    return [
        passage(report, who_text(report, name), state, after[name], TOLD)
        for name, state in before.items()
        if name in after
    ]


def event_lines(report: Report, line: Any, event: Any, people: Any) -> list[str]:
    """What came of one line of the script."""
    who = who_text(report, event.actor)
    saves = (
        [save_text(report, one, who_text(report, name)) for name, one in event.lock_saves.items()]
        if present(event.lock_saves)
        else []
    )
    if event.skipped:
        why = report.pick(*REASONS[event.reason]).replace("{who}", who)
        return [join_sentences(*saves, f"{start(why)}.")]
    if line.do in QUIET:
        return [start(report.pick(*QUIET[line.do]).replace("{who}", who)) + "."]
    if line.do == "free":
        paid = "half_action" if line.split else "action"
        return [join_sentences(*saves, freely(report, line.kind, event, who, paid))]
    if line.do == "break_hold":
        return [_struggle_text(report, event, who)]
    whom, actor, target = who_text(report, line.target), people[line.actor], people[line.target]
    lines = exchange_lines(report, line, event, event.counter, (actor, target), (who, whom))
    answered = present(event.counter) or present(event.defence_total) or present(event.defender_moves)
    if line.reaction.kind != "none" and not answered:
        lines[0] = join_sentences(report.pick(f"{whom} ne peut pas réagir.", f"{whom} cannot react."), lines[0])
    return [*saves, *lines]


def _struggle_text(report: Report, event: Any, who: str) -> str:
    """« Rusty cherche à se libérer : 26, marge 6. En face 20, marge 0. Rusty se libère. »"""
    first = report.pick(f"{who} cherche à se libérer", f"{who} tries to break free")
    pain = save_text(report, event.save, who) if present(event.save) else ""
    if not present(event.victim_total):
        return join_sentences(f"{start(first)}.", pain, report.pick("La clé tient.", "The lock holds."))
    own = f"{report.number(event.victim_total)}, {margin(report, event.victim_margin)}"
    held = f"{report.number(event.holder_total)}, {margin(report, event.holder_margin)}"
    other = report.pick(f"En face {held}.", f"The other side {held}.")
    end = report.pick(f"{who} se libère.", f"{who} breaks free.")
    if not event.free:
        end = report.pick("La prise tient.", "The hold stays.")
    return join_sentences(pain, f"{start(first)}{report.colon} {own}.", other, start(end))
