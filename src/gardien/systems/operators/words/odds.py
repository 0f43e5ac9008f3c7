"""Exact chances in words: « Réussite : 65 % (13/20) · critique : 5 %. »"""

from fractions import Fraction

from gardien.core.telling import Told
from gardien.core.wording import Both, mean_said, odds_label, per_cent, present, said, start, word
from gardien.systems.operators.sentences.grammar import DEGREES, degree
from gardien.systems.operators.sentences.refusals import refusal
from gardien.systems.operators.values import LEVELS

# What the odds are called where the dictionary has no word of its own for them.
NAMES: dict[str, Both] = {
    "success": ("réussite", "success"),
    "critical": ("réussite critique", "critical success"),
    "failure": ("échec", "failure"),
    "fumble": ("maladresse", "fumble"),
    "hit": ("le coup porte", "the blow lands"),
    "critical_hit": ("coup critique", "critical hit"),
    "avoided": ("coup évité", "blow avoided"),
    "miss": ("attaque manquée", "miss"),
    "held": ("prise réussie", "held"),
    "none": ("sans blessure", "no wound"),
    "superficial": ("blessure superficielle", "superficial wound"),
    "light": ("blessure légère", "light wound"),
    "grave": ("blessure grave", "grave wound"),
    "dead": ("mort", "death"),
    "active": ("la partie active l'emporte", "the active side prevails"),
    "passive": ("la partie passive l'emporte", "the passive side prevails"),
    "status_quo": ("statu quo", "status quo"),
    "mean_damage": ("dommages moyens", "mean damage"),
    "mean": ("moyenne", "mean"),
}


def named(told: Told, key: str) -> str:
    """The odds' own word, else the one above, else the field's."""
    own = NAMES.get(key) if not told.terms.entry("odds", key) else None
    return told.pick(*own) if own else odds_label(told, key)


def chances(told: Told, *keys: str) -> str:
    """Several chances on one line."""
    parts = [f"{named(told, key)}{told.colon} {said(told, getattr(told.outcome, key))}" for key in keys]
    return start(" · ".join(parts)) + "."


def mean_line(told: Told, key: str) -> str:
    return f"{start(named(told, key))}{told.colon} {mean_said(told, getattr(told.outcome, key))}."


def odds_test(told: Told) -> list[str]:
    """« Test difficile (39 %). Réussite : 39 % (39/100) · … »"""
    outcome = told.outcome
    if outcome.refused:
        return [refusal(told, "OPS-TEST-08")]
    final = outcome.final_difficulty
    if final not in DEGREES:
        return [chances(told, "success")]
    hard = degree(told, final)
    head = told.pick(f"Test {hard}", start(f"{hard} test")) + f" ({per_cent(told, outcome.target)})."
    return [head, chances(told, "success", "critical"), chances(told, "failure", "fumble")]


def odds_attack(told: Told) -> list[str]:
    """How a blow may end."""
    return [chances(told, "hit", "critical_hit"), chances(told, "avoided", "miss")]


def odds_hold(told: Told) -> list[str]:
    """The chance of a hold."""
    return [chances(told, "held")]


def odds_wound(told: Told) -> list[str]:
    """The levels that can come, a miss where it counts, and the mean."""
    keys = [level for level in LEVELS if Fraction(getattr(told.outcome, level))]
    lines = [chances(told, *keys)] if keys else []
    if present(told.outcome.miss):
        lines.append(chances(told, "miss"))
    return [*lines, mean_line(told, "mean_damage")]


def odds_location(told: Told) -> list[str]:
    """Where a hit may land."""
    places = told.outcome.locations.items()
    parts = [f"{word(told, 'location', place)}{told.colon} {said(told, text)}" for place, text in places]
    return [start(" · ".join(parts)) + "."]


def odds_reload(told: Told) -> list[str]:
    """How often a magazine goes."""
    chance = said(told, told.outcome.probability)
    return [told.pick(f"Changement de chargeur : {chance}.", f"Change of magazine: {chance}.")]


def odds_opposed(told: Told) -> list[str]:
    """Who may prevail."""
    return [chances(told, "active", "passive", "status_quo")]


def odds_roll(told: Told) -> list[str]:
    """« 2D6, 7 au moins : 58,3 % (7/12). »"""
    given, outcome = told.given, told.outcome
    bounds = []
    if given.at_least is not None:
        bounds.append(told.pick(f"{told.number(given.at_least)} au moins", f"at least {told.number(given.at_least)}"))
    if given.at_most is not None:
        bounds.append(told.pick(f"{told.number(given.at_most)} au plus", f"at most {told.number(given.at_most)}"))
    spread = told.pick(
        f"De {told.number(outcome.minimum)} à {told.number(outcome.maximum)}",
        f"{told.number(outcome.minimum)} to {told.number(outcome.maximum)}",
    )
    mean = f"{named(told, 'mean')} {mean_said(told, outcome.mean)}"
    lines = []
    if bounds:
        dice = given.text.replace("-", "−").replace("d", "D")
        lines.append(f"{dice}, {', '.join(bounds)}{told.colon} {said(told, outcome.probability)}.")
    return [*lines, f"{spread}, {mean}."]
