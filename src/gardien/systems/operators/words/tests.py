"""Tests of a characteristic, how hard they are, and one side against the other."""

from typing import Any

from gardien.core.telling import Told
from gardien.core.wording import Both, joined, listed, per_cent, present, start
from gardien.systems.operators.sentences.grammar import degree, luck_left, thrown, trial_named
from gardien.systems.operators.sentences.refusals import refusal

ADVANTAGE: Both = ("avantage", "advantage")
WOUND: Both = ("blessure grave", "grave wound")
NO_TEST: dict[str, Both] = {
    "automatic": ("une réussite automatique", "an automatic success"),
    "impossible": ("impossible", "impossible"),
}
CIRCUMSTANCES: Both = ("circonstances", "circumstances")


def causes(told: Told, *, harder: bool = False, wounded: bool = False, helped: bool = False) -> str:
    """What moved a test along the ladder, at the start of a sentence: « Blessure grave et avantage »."""
    found = ((CIRCUMSTANCES, harder), (WOUND, wounded), (ADVANTAGE, helped))
    return start(listed(told, [told.pick(*name) for name, here in found if here]))


def becomes(told: Told, why: str, code: str, base: str, final: str, target: Any) -> str:
    """« Avantage : le test difficile de DEX devient standard (70 %) »."""
    kind = (
        trial_named(told, code, base) if code else told.pick(f"test {degree(told, base)}", f"{degree(told, base)} test")
    )
    now = {
        "automatic": ("une réussite automatique", "an automatic success"),
        "impossible": ("impossible", "impossible"),
    }
    after = told.pick(*now[final]) if final in now else degree(told, final)
    if present(target):
        after += f" ({per_cent(told, target)})"
    return told.pick(f"{why} : le {kind} devient {after}", f"{why}: the {kind} becomes {after}")


def _case(given: Any) -> dict[str, bool]:
    relieved = given.stabilised and given.painkiller
    return {
        "harder": given.steps > 0,
        "wounded": given.grave and given.is_action and not relieved,
        "helped": given.advantage and not given.waive,
    }


def tell_test(told: Told) -> list[str]:
    """« Test difficile de DEX (39 %) : 27, réussite. »"""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        return [refusal(told, "OPS-TEST-08")]
    final, code = outcome.final_difficulty, given.characteristic
    said = thrown(told, outcome.roll, outcome.outcome, spent=outcome.luck_spent)
    left = luck_left(told, outcome.luck) if outcome.luck_spent else ""
    moved = not given.no_roll and final != given.difficulty
    if moved and final in ("standard", "difficult", "extreme"):
        why = becomes(told, causes(told, **_case(given)), code, given.difficulty, final, outcome.target)
        return [joined(f"{why}. {start(said)}", left)]
    if moved:
        why = becomes(told, causes(told, **_case(given)), code, given.difficulty, final, outcome.target)
        no_die = told.pick("aucun dé n'est lancé", "no die is thrown")
        return [f"{why}, {no_die}."]
    return [joined(f"{start(trial_named(told, code, final, outcome.target))}{told.colon} {said}", left)]


def tell_test_difficulty(told: Told) -> list[str]:
    """How hard a test would be."""
    given, outcome = told.given, told.outcome
    if outcome.refused:
        return [refusal(told, "OPS-TEST-08")]
    final = outcome.final_difficulty
    if final == given.difficulty:
        name = told.pick(f"Test {degree(told, final)}", start(f"{degree(told, final)} test"))
        line = f"{name} ({per_cent(told, outcome.target)})" if present(outcome.target) else name
    else:
        line = becomes(told, causes(told, **_case(given)), "", given.difficulty, final, outcome.target)
    if present(outcome.multiplier):
        times = told.number(outcome.multiplier)
        line += f", score × {times}"
    return [f"{line}."]


def opposed_test(told: Told) -> list[str]:
    """Both throws, then who prevails."""
    outcome = told.outcome
    sides = (
        (("Partie active", "Active side"), "active"),
        (("Partie passive", "Passive side"), "passive"),
    )
    lines = []
    for name, side in sides:
        target, roll = getattr(outcome, f"{side}_target"), getattr(outcome, f"{side}_roll")
        said = thrown(told, roll, getattr(outcome, f"{side}_outcome"))
        lines.append(f"{told.pick(*name)} ({per_cent(told, target)}){told.colon} {said}")
    end = {
        "active": ("La partie active l'emporte.", "The active side prevails."),
        "passive": ("La partie passive l'emporte.", "The passive side prevails."),
        "status_quo": ("Statu quo : rien ne change.", "Status quo: nothing changes."),
    }
    return [*lines, told.pick(*end[outcome.winner])]
