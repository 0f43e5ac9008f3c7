"""Tests of a characteristic, how hard they are, and one side against the other."""

from typing import Any

from gardien.core.telling import Report
from gardien.core.wording import Both, join_list, join_sentences, per_cent, present, start
from gardien.systems.operators.words.grammar import degree, luck_left_text, refusal, throw_text, trial_name

ADVANTAGE: Both = ("avantage", "advantage")
WOUND: Both = ("blessure grave", "grave wound")
NO_TEST: dict[str, Both] = {
    "automatic": ("une réussite automatique", "an automatic success"),
    "impossible": ("impossible", "impossible"),
}
CIRCUMSTANCES: Both = ("circonstances", "circumstances")


def causes(report: Report, *, harder: bool = False, wounded: bool = False, helped: bool = False) -> str:
    """What moved a test along the ladder, at the start of a sentence: « Blessure grave et avantage »."""
    possible = ((CIRCUMSTANCES, harder), (WOUND, wounded), (ADVANTAGE, helped))
    return start(join_list(report, [report.pick(*name) for name, here in possible if here]))


def becomes(report: Report, why: str, code: str, base: str, final: str, target: Any) -> str:
    """« Avantage : le test difficile de DEX devient standard (70 %) »."""
    kind = (
        trial_name(report, code, base)
        if code
        else report.pick(f"test {degree(report, base)}", f"{degree(report, base)} test")
    )
    now = {
        "automatic": ("une réussite automatique", "an automatic success"),
        "impossible": ("impossible", "impossible"),
    }
    after = report.pick(*now[final]) if final in now else degree(report, final)
    if present(target):
        after += f" ({per_cent(report, target)})"
    return report.pick(f"{why} : le {kind} devient {after}", f"{why}: the {kind} becomes {after}")


def _case(given: Any) -> dict[str, bool]:
    relieved = given.stabilised and given.painkiller
    return {
        "harder": given.steps > 0,
        "wounded": given.grave and given.is_action and not relieved,
        "helped": given.advantage and not given.waive,
    }


def tell_test(report: Report) -> list[str]:
    """« Test difficile de DEX (39 %) : 27, réussite. »"""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        return [refusal(report, "OPS-TEST-08")]
    final, code = outcome.final_difficulty, given.characteristic
    said = throw_text(report, outcome.roll, outcome.outcome, spent=outcome.luck_spent)
    left = luck_left_text(report, outcome.luck) if outcome.luck_spent else ""
    moved = not given.no_roll and final != given.difficulty
    if moved and final in ("standard", "difficult", "extreme"):
        why = becomes(report, causes(report, **_case(given)), code, given.difficulty, final, outcome.target)
        return [join_sentences(f"{why}. {start(said)}", left)]
    if moved:
        why = becomes(report, causes(report, **_case(given)), code, given.difficulty, final, outcome.target)
        no_die = report.pick("aucun dé n'est lancé", "no die is thrown")
        return [f"{why}, {no_die}."]
    return [join_sentences(f"{start(trial_name(report, code, final, outcome.target))}{report.colon} {said}", left)]


def tell_test_difficulty(report: Report) -> list[str]:
    """How hard a test would be."""
    given, outcome = report.given, report.outcome
    if outcome.refused:
        return [refusal(report, "OPS-TEST-08")]
    final = outcome.final_difficulty
    if final == given.difficulty:
        name = report.pick(f"Test {degree(report, final)}", start(f"{degree(report, final)} test"))
        line = f"{name} ({per_cent(report, outcome.target)})" if present(outcome.target) else name
    else:
        line = becomes(report, causes(report, **_case(given)), "", given.difficulty, final, outcome.target)
    if present(outcome.multiplier):
        times = report.number(outcome.multiplier)
        line += f", score × {times}"
    return [f"{line}."]


def opposed_test(report: Report) -> list[str]:
    """Both throws, then who prevails."""
    outcome = report.outcome
    named = {
        "active": report.who or report.pick("la partie active", "the active side"),
        "passive": report.given.opponent or report.pick("la partie passive", "the passive side"),
    }
    lines = []
    for side, name in named.items():
        target, roll = getattr(outcome, f"{side}_target"), getattr(outcome, f"{side}_roll")
        said = throw_text(report, roll, getattr(outcome, f"{side}_outcome"))
        lines.append(f"{name} ({per_cent(report, target)}){report.colon} {said}")
    winner = named.get(outcome.winner)
    if winner is None:
        return [*lines, report.pick("Statu quo : rien ne change.", "Status quo: nothing changes.")]
    return [*lines, report.pick(f"{winner} l'emporte.", f"{winner} prevails.")]
