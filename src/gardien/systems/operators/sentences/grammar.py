"""The small grammar of both languages, and the phrases that every part of the game shares: throws, tests, luck.

Sentences are written here with plain spaces and apostrophes; `typeset` puts in the real ones, once, at the end.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from gardien.core.telling import Told
from gardien.core.wording import NO_DIE, SOMEBODY, Both, counted, inside, of, per_cent, present, start
from gardien.systems.operators.trials import CANCEL_FUMBLE, FUMBLES_FROM, GOOD, double

ATTACKER: Both = ("l'attaquant", "the attacker")
TARGET: Both = ("la cible", "the target")
CREATURE: Both = ("la créature", "the creature")
MAKES = ("Benelli", "Beretta", "Dragunov", "Glock", "Makarov", "Remington", "Taser", "Uzi")

DEGREES: dict[str, Both] = {
    "standard": ("standard", "standard"),
    "difficult": ("difficile", "difficult"),
    "extreme": ("extrême", "extreme"),
}
WITHOUT_DICE: dict[str, Both] = {
    "automatic": ("réussite automatique", "automatic success"),
    "impossible": ("impossible", "impossible"),
}
VERDICTS: dict[str, Both] = {
    "critical": ("réussite critique", "critical success"),
    "success": ("réussite", "success"),
    "failure": ("échec", "failure"),
    "fumble": ("maladresse", "fumble"),
    **WITHOUT_DICE,
}
HITS: dict[str, Both] = {
    **VERDICTS,
    "critical": ("coup critique", "critical hit"),
    "success": ("touché", "hit"),
    "failure": ("manqué", "miss"),
}


# --- the language ----------------------------------------------------------------------------------------------------


def turns(told: Told, count: int) -> str:
    return counted(told, count, ("tour", "tours"), ("turn", "turns"))


def damage(told: Told, count: int) -> str:
    """« 6 dommages », « aucun dommage »."""
    if not count:
        return told.pick("aucun dommage", "no damage")
    return counted(told, count, ("dommage", "dommages"), ("damage", "damage"))


def points(told: Told, count: int) -> str:
    """Points of luck."""
    return counted(told, count, ("point de Chance", "points de Chance"), ("Luck", "Luck"))


def row_name(told: Told, row: Any) -> str:
    """A row of the pack inside a sentence; makes and models keep their capital."""
    return inside(told, row, MAKES)


# --- throws ----------------------------------------------------------------------------------------------------------


def face(roll: int) -> str:
    """A hundred is shown by two zeros."""
    return "00" if roll == 100 else str(roll)


def degree(told: Told, difficulty: str) -> str:
    """« difficile »; where no die is thrown, nothing."""
    return told.pick(*DEGREES[difficulty]) if difficulty in DEGREES else ""


def trial_named(told: Told, code: str, difficulty: str = "", target: Any = UNSET) -> str:
    """« test difficile de DEX (39 %) », “difficult DEX test (39%)”."""
    hard = degree(told, difficulty)
    name = told.pick(
        " ".join(part for part in ("test", hard, of(code)) if part),
        " ".join(part for part in (hard, code, "test") if part),
    )
    return f"{name} ({per_cent(told, target)})" if present(target) else name


def bought(roll: Any, target: Any, outcome: Any, spends: bool = True) -> int:
    """The luck a throw must have cost, read from the throw itself (OPS-LUCK-02, OPS-LUCK-03)."""
    if not spends or not present(roll) or not present(target) or outcome not in ("critical", "success", "failure"):
        return 0
    cancelled = CANCEL_FUMBLE if roll >= FUMBLES_FROM else 0
    if outcome == "failure":
        return cancelled
    return cancelled + max(1, roll - target) if cancelled or roll > target else 0


def thrown(
    told: Told, roll: Any, outcome: str, *, who: str = "", spent: int = 0, words: Mapping[str, Both] = VERDICTS
) -> str:
    """« 27, réussite. », « 44, un double. Réussite critique. », with what luck made of it."""
    verdict = told.pick(*words[outcome])
    if outcome in WITHOUT_DICE:
        if present(roll):
            return told.pick(f"{verdict} (jet de lecture {face(roll)}).", f"{verdict} (reading throw {face(roll)}).")
        return f"{verdict}, {told.pick(*NO_DIE)}."
    if not present(roll):
        return f"{verdict}."
    if spent:
        return _moved(told, roll, verdict, outcome, who or told.who or told.pick(*SOMEBODY), spent)
    if outcome == "critical":
        return told.pick(f"{face(roll)}, un double. {start(verdict)}.", f"{face(roll)}, a double. {start(verdict)}.")
    return f"{face(roll)}, {verdict}."


def _moved(told: Told, roll: int, verdict: str, outcome: str, who: str, spent: int) -> str:
    """« 71. Vasseur dépense 6 points de Chance : 71 devient 65, réussite. »"""
    pays = told.pick(f"{who} dépense {points(told, spent)}", f"{who} spends {points(told, spent)}")
    if roll >= FUMBLES_FROM:
        end = verdict if outcome in GOOD else told.pick("échec ordinaire", "ordinary failure")
        made = told.pick(f"la maladresse est annulée, {end}", f"the fumble is cancelled, {end}")
    else:
        made = told.pick(f"{roll} devient {roll - spent}, {verdict}", f"{roll} becomes {roll - spent}, {verdict}")
        if outcome == "critical" and double(roll):
            made = told.pick(
                f"{roll} devient {roll - spent}, et le double reste. {start(verdict)}",
                f"{roll} becomes {roll - spent}, and the double stands. {start(verdict)}",
            )
    return f"{face(roll)}. {start(pays)}{told.colon} {made}."


def trial(
    told: Told,
    code: str,
    difficulty: str,
    target: Any,
    roll: Any,
    outcome: str,
    *,
    who: str = "",
    spent: int = 0,
    words: Mapping[str, Both] = VERDICTS,
) -> str:
    """A whole test: « Test difficile de DEX (39 %) : 27, réussite. »"""
    head = start(trial_named(told, code, difficulty, target))
    return f"{head}{told.colon} {thrown(told, roll, outcome, who=who, spent=spent, words=words)}"


def luck_left(told: Told, luck: int) -> str:
    """« Il lui en reste 44. », said right after a price."""
    return told.pick(f"Il lui en reste {told.number(luck)}.", f"{told.number(luck)} left.")


def luck_paid(told: Told, who: str, spent: int, left: int, made: Both, split: str = "") -> str:
    """« Reyes dépense 20 points de Chance : la blessure n'a pas lieu. Il lui en reste 30. »"""
    pays = told.pick(f"{who} dépense {points(told, spent)}", f"{who} spends {points(told, spent)}")
    return f"{start(pays)}{split}{told.colon} {told.pick(*made)}. {luck_left(told, left)}"
