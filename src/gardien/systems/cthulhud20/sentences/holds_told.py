"""Wrestling: seizing somebody, and what is done in a hold."""

from gardien.core.telling import Told
from gardien.core.wording import Both, joined, start, to
from gardien.systems.cthulhud20.sentences.blows_told import wounded
from gardien.systems.cthulhud20.sentences.grips_told import measured, pair, touching

TRIES: dict[str, Both] = {
    "squeeze": ("{who} serre {other}", "{who} squeezes {other}"),
    "pin": ("{who} cherche à plaquer {other}", "{who} tries to pin {other}"),
    "break_free": ("{who} cherche à se dégager", "{who} tries to break free"),
    "take_object": ("{who} cherche à prendre un objet {to}", "{who} tries to take an object from {other}"),
}
ENDS: dict[str, Both] = {
    "pinned": ("{other} ne peut plus bouger", "{other} can no longer move"),
    "free": ("{who} se dégage", "{who} breaks free"),
    "taken": ("l'objet change de mains", "the object changes hands"),
}


def _filled(told: Told, text: Both) -> str:
    """A phrase with both names put in."""
    who, other = pair(told)
    return told.pick(*text).replace("{to}", to(other)).replace("{who}", who).replace("{other}", other)


def grapple(told: Told) -> list[str]:
    """« Paul empoigne le voyou : 12 (d20) + 3 = 15 contre CA de contact 11, touché. », then the hold."""
    who, other = pair(told)
    seizes = told.pick(f"{who} cherche à empoigner {other}", f"{who} tries to seize {other}")
    line = touching(told, start(seizes))
    if not told.outcome.touched:
        return [line]
    met = measured(told, told.pick("Lutte", "Wrestling"), "grapple")
    holds = told.pick(f"{who} tient {other}", f"{who} holds {other}")
    slips = told.pick(f"{other} échappe à la prise", f"{other} escapes the hold")
    return [line, f"{met}. {start(holds if told.outcome.held else slips)}."]


def grapple_action(told: Told) -> list[str]:
    """« Paul serre le voyou : 14 (d20) + 3 = 17 contre 9 (d20) + 1 = 10. GB 7, grave, fatigue seulement : −3 PF. »"""
    given, outcome = told.given, told.outcome
    line = f"{measured(told, start(_filled(told, TRIES[given.action])), 'grapple')}."
    if not outcome.success:
        return [joined(line, told.pick("Sans effet.", "No effect."))]
    if outcome.effect == "squeezed":
        _, other = pair(told)
        first, *rest = wounded(told, other, given.target, outcome, pf_only=True)
        return [line, first, *rest]
    return [joined(line, f"{start(_filled(told, ENDS[outcome.effect]))}.")]
