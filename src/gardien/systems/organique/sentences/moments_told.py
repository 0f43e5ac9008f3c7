"""What a turn is made of: free actions, and what is left of actions and reactions."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, called, counted, joined, label, listed, of, present, start
from gardien.systems.organique.sentences.bodies_told import aftermath
from gardien.systems.organique.sentences.grammar import signed, trial

ACTOR: Both = ("le personnage", "the character")
FREE: dict[str, Both] = {
    "draw": ("dégaine", "draws"),
    "aim": ("vise", "takes aim"),
    "stand_up": ("se relève", "gets up"),
    "move": ("se déplace", "moves"),
    "pick_up": ("ramasse son arme", "picks up the weapon"),
    "free_weapon": ("libère son arme", "frees the weapon"),
}
PAID: dict[str, Both] = {
    "action": ("", ""),
    "half_action": (" (demi-action)", " (half-action)"),
    "reaction": (" (réaction)", " (reaction)"),
}


def free_action(told: Told) -> list[str]:
    """« Tyra se déplace : 12 m au plus. », « Tyra se relève (demi-action). »"""
    given, outcome = told.given, told.outcome
    who = called(told, given.character, ACTOR, acts=True)
    line = freely(told, given.kind, outcome, who, given.paid_with)
    if present(outcome.metres_gone):
        line = _gone(told, who)
    return [line, aftermath(told, who, given.character, outcome.state, ("prone",)) if given.kind != "stand_up" else ""]


def freely(told: Told, kind: str, block: Any, who: str, paid_with: str = "action") -> str:
    """A free action, for itself and as a line of a script (ORG-FREE-01 to 05)."""
    does = start(f"{who} {told.pick(*FREE[kind])}{told.pick(*PAID[paid_with])}")
    if kind == "move" and present(block.metres_max):
        far = f"{told.number(block.metres_max)}{HARD}m"
        return does + told.pick(f" : {far} au plus.", f": {far} at most.")
    if not present(block.success):
        return f"{does}."
    test = trial(told, told.pick("test d'AGI", "AGI test"), block)
    ends = told.pick(f"{who} se déplace aussi.", f"{who} moves as well.")
    if not block.moved:
        ends = told.pick(f"{who} ne va pas plus loin.", f"{who} goes no farther.")
    return joined(f"{does}.", test, start(ends))


def _gone(told: Told, who: str) -> str:
    """« Tyra se déplace (demi-action) : 4 m, à portée 1 de Ying. »"""
    given, outcome = told.given, told.outcome
    does = start(f"{who} {told.pick(*FREE['move'])}{told.pick(*PAID[given.paid_with])}")
    far, step = f"{told.number(outcome.metres_gone)}{HARD}m", told.number(outcome.range_after)
    whom = given.opponent
    end = told.pick(f"à portée {step}", f"at range {step}") + (told.pick(f" {of(whom)}", f" of {whom}") if whom else "")
    return does + told.pick(f" : {far}, {end}.", f": {far}, {end}.")


def turn_slots(told: Told) -> list[str]:
    """« Action divisée, demi-action (−10), action (impossible). Il reste 1 demi-action et 1 réaction. »"""
    given, outcome = told.given, told.outcome
    done = []
    for step, allowed, mod in zip(given.steps, outcome.allowed, outcome.mods, strict=True):
        name = label(told, step)
        note = told.pick("impossible", "not possible") if not allowed else signed(told, mod) if mod else ""
        done.append(f"{name} ({note})" if note else name)
    left = [
        counted(told, count, fr, en)
        for count, fr, en in (
            (outcome.actions_left, ("action", "actions"), ("action", "actions")),
            (outcome.half_actions_left, ("demi-action", "demi-actions"), ("half-action", "half-actions")),
            (outcome.reactions_left, ("réaction", "réactions"), ("reaction", "reactions")),
            (outcome.half_reactions_left, ("demi-réaction", "demi-réactions"), ("half-reaction", "half-reactions")),
        )
        if count
    ]
    rest = told.pick("Il ne reste rien de ce tour.", "Nothing is left of this turn.")
    if left:
        rest = told.pick(f"Il reste {listed(told, left)}.", f"Left: {listed(told, left)}.")
    caught = told.pick("Surprise : pas de réaction.", "Surprise: no reaction.") if given.surprised else ""
    due = ""
    if outcome.extended_penalty:
        due = told.pick("−10 à la prochaine action ou réaction.", "−10 to the next action or reaction.")
    first = f"{start(', '.join(done))}." if done else ""
    return [joined(caught, first), joined(rest, due)]
