"""One avoidable symptom, and in words what each of them does (SYM-01 to SYM-21)."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.terms import HARD
from gardien.core.wording import Both, joined, present, start
from gardien.systems.organique.sentences.checks_told import one_who
from gardien.systems.organique.sentences.conditions_told import after
from gardien.systems.organique.sentences.grammar import saved, turns

# What the mind goes through, said after the name; what befalls the body is told with it (ORG-SYM-02 to 21).
STRIKES: dict[str, Both] = {
    "total_amnesia": ("oublie tout son passé", "forgets the whole past"),
    "illusions": ("croit dur comme fer à une idée fausse", "firmly believes one false idea"),
    "depression": ("ne peut plus rien décider ni commencer", "can no longer decide or begin anything"),
    "euphoria": ("n'entreprend plus rien, tout va trop bien", "is too happy to undertake anything"),
    "minor_hallucinations": (
        "a des visions que rien ne distingue du réel",
        "has visions that cannot be told from reality",
    ),
    "insomnia": ("ne dort pas de la nuit", "does not sleep that night"),
    "major_hallucinations": (
        "ne sent plus rien du monde réel et n'y agit plus",
        "feels nothing of the real world and cannot act in it",
    ),
    "panic": ("fuit par tous les moyens", "flees by any means"),
    "partial_amnesia": (
        "oubliera ce qui se passe sous l'influence du produit",
        "will forget what happens under the influence",
    ),
    "momentary_amnesia": ("oublie où l'on est et ce qui se passe", "forgets the place and what is going on"),
    "stroke": ("a une attaque cérébrale", "has a stroke"),
    "nausea": ("a la nausée", "feels sick"),
    "mind_control": ("n'a plus de volonté propre", "has no will left"),
}
WORSE: Both = (" et aggrave sa situation", " and makes things worse")
AFTER_EFFECTS: Both = ("Il en reste des séquelles.", "After-effects remain.")


def strikes(told: Told, who: str, ailment: str, severe: Any = False, duration: Any = None) -> str:
    """What a failed save does to the mind: « Tyra fuit par tous les moyens. »; "" where the body’s words say it."""
    if ailment not in STRIKES:
        return ""
    text = f"{who} {told.pick(*STRIKES[ailment])}"
    if ailment == "panic" and severe is True:
        text += told.pick(*WORSE)
    if present(duration) and ailment == "momentary_amnesia":
        text += told.pick(f" pendant {turns(told, duration)}", f" for {turns(told, duration)}")
    if present(duration) and ailment == "stroke":
        time = f"{told.number(duration)}{HARD}min"
        text += told.pick(f" et perd connaissance {time}", f" and is unconscious for {time}")
    return start(f"{text}.")


def symptom(told: Told) -> list[str]:
    """« Sauvegarde de Tyra contre la panique : 10 + 4 (d20) = 14 contre 20, raté. Tyra fuit par tous les moyens. »"""
    given, outcome = told.given, told.outcome
    who = one_who(told, given.character)
    line = saved(told, outcome, given.character.name or told.who)
    if outcome.effect == "none":
        return [line]
    besides = ("unconscious_turns",) if outcome.effect == "stroke" else ()
    return [
        joined(
            line,
            strikes(told, who, outcome.effect, outcome.severe, outcome.duration),
            told.pick(*AFTER_EFFECTS) if outcome.after_effects is True else "",
            after(told, given.character, outcome.state, besides),
        )
    ]
