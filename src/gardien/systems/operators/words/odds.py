"""Exact chances in words: « Réussite : 65 % (13/20) · critique : 5 %. »"""

from fractions import Fraction

from gardien.core.telling import Report
from gardien.core.wording import Both, chance_text, mean_said, odds_label, per_cent, present, start, word
from gardien.systems.operators.rules.character import LEVELS
from gardien.systems.operators.words.grammar import DEGREES, degree, refusal

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


def odds_name(report: Report, key: str) -> str:
    """The odds' own word, else the one above, else the field's."""
    own = NAMES.get(key) if not report.terms.entry("odds", key) else None
    return report.pick(*own) if own else odds_label(report, key)


def chances(report: Report, *keys: str) -> str:
    """Several chances on one line."""
    parts = [
        f"{odds_name(report, key)}{report.colon} {chance_text(report, getattr(report.outcome, key))}" for key in keys
    ]
    return start(" · ".join(parts)) + "."


def mean_line(report: Report, key: str) -> str:
    return f"{start(odds_name(report, key))}{report.colon} {mean_said(report, getattr(report.outcome, key))}."


def odds_test(report: Report) -> list[str]:
    """« Test difficile (39 %). Réussite : 39 % (39/100) · … »"""
    outcome = report.outcome
    if outcome.refused:
        return [refusal(report, "OPS-TEST-08")]
    final = outcome.final_difficulty
    if final not in DEGREES:
        return [chances(report, "success")]
    hard = degree(report, final)
    head = report.pick(f"Test {hard}", start(f"{hard} test")) + f" ({per_cent(report, outcome.target)})."
    return [head, chances(report, "success", "critical"), chances(report, "failure", "fumble")]


def odds_attack(report: Report) -> list[str]:
    """How a blow may end."""
    return [chances(report, "hit", "critical_hit"), chances(report, "avoided", "miss")]


def odds_hold(report: Report) -> list[str]:
    """The chance of a hold."""
    return [chances(report, "held")]


def odds_wound(report: Report) -> list[str]:
    """The levels that can come, a miss where it counts, and the mean."""
    keys = [level for level in LEVELS if Fraction(getattr(report.outcome, level))]
    lines = [chances(report, *keys)] if keys else []
    if present(report.outcome.miss):
        lines.append(chances(report, "miss"))
    return [*lines, mean_line(report, "mean_damage")]


def odds_location(report: Report) -> list[str]:
    """Where a hit may land."""
    places = report.outcome.locations.items()
    parts = [f"{word(report, 'location', place)}{report.colon} {chance_text(report, text)}" for place, text in places]
    return [start(" · ".join(parts)) + "."]


def odds_reload(report: Report) -> list[str]:
    """How often a magazine goes."""
    chance = chance_text(report, report.outcome.probability)
    return [report.pick(f"Changement de chargeur : {chance}.", f"Change of magazine: {chance}.")]


def odds_opposed(report: Report) -> list[str]:
    """Who may prevail."""
    return [chances(report, "active", "passive", "status_quo")]


def odds_roll(report: Report) -> list[str]:
    """« 2D6, 7 au moins : 58,3 % (7/12). »"""
    given, outcome = report.given, report.outcome
    bounds = []
    if given.at_least is not None:
        bounds.append(
            report.pick(f"{report.number(given.at_least)} au moins", f"at least {report.number(given.at_least)}")
        )
    if given.at_most is not None:
        bounds.append(report.pick(f"{report.number(given.at_most)} au plus", f"at most {report.number(given.at_most)}"))
    spread = report.pick(
        f"De {report.number(outcome.minimum)} à {report.number(outcome.maximum)}",
        f"{report.number(outcome.minimum)} to {report.number(outcome.maximum)}",
    )
    mean = f"{odds_name(report, 'mean')} {mean_said(report, outcome.mean)}"
    lines = []
    if bounds:
        dice = given.text.replace("-", "−").replace("d", "D")
        lines.append(f"{dice}, {', '.join(bounds)}{report.colon} {chance_text(report, outcome.probability)}.")
    return [*lines, f"{spread}, {mean}."]
