"""Points of Destiny: what one of them buys."""

from gardien.core.telling import Told
from gardien.core.wording import Both, called, joined, reason, start
from gardien.systems.d20d100.sentences.bodies_told import shaken
from gardien.systems.d20d100.sentences.grammar import gauge, headed, trial_at

INVESTIGATOR: Both = ("l'investigateur", "the investigator")
WHY_NOT: dict[str, Both] = {
    "no_point": (
        "Plus aucun point de destin. Il s'en gagne avec l'expérience, ou en récompense du Gardien",
        "No destiny point is left. They come with experience, or as a reward from the Keeper",
    ),
    "once_per_scene": (
        "Un point de destin a déjà servi dans cette scène. Attendre la suivante",
        "A destiny point has been spent in this scene already. Wait for the next one",
    ),
    "not_dying": (
        "Ce point arrête une agonie, et les PV ne sont pas entre −1 et −9. Choisir un autre usage",
        "This point stops dying, and the PV are not between −1 and −9. Choose another use",
    ),
}


def spend_destiny(told: Told) -> list[str]:
    """« Point de destin : la blessure devient un simple choc, PV 10 → 9. Il en reste 1. »"""
    given, outcome = told.given, told.outcome
    who = called(told, "", INVESTIGATOR, acts=True)
    if not outcome.accepted:
        return [reason(told, outcome.reason, WHY_NOT, "D100-MISS-11")]
    head = start(headed(told, told.pick("point de destin", "destiny point")))
    if given.use == "reroll":
        again = told.pick("le d20 est relancé, le nouveau dé compte", "the d20 is thrown again, the new die stands")
        test = trial_at(told, "", given.modifier, given.difficulty, outcome.total, outcome.success)
        return [f"{head}{told.colon} {again}.", joined(test, _left(told))]
    if given.use == "shock_instead":
        made = told.pick("la blessure se réduit à un choc", "the wound is reduced to a shock")
        shock = shaken(told, who, outcome.shock)
        return [joined(f"{head}{told.colon} {made}, {gauge(told, 'PV', given.pv, outcome.pv)}.", shock, _left(told))]
    if given.use == "stabilise":
        pv = told.number(outcome.pv)
        made = told.pick(f"l'agonie s'arrête à {pv} PV", f"the dying stops at {pv} PV")
    else:
        made = told.pick(
            "le Gardien accorde un heureux hasard, sans grande portée", "the Keeper grants a minor coincidence"
        )
    return [joined(f"{head}{told.colon} {made}.", _left(told))]


def _left(told: Told) -> str:
    """« Il en reste 1. »"""
    left = told.outcome.destiny
    if not left:
        return told.pick("C'était le dernier.", "That was the last.")
    return told.pick(f"Il en reste {told.number(left)}.", f"{told.number(left)} left.")
