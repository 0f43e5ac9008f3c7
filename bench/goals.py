"""What the figures must reach, and what they aim at."""

from typing import NamedTuple

from bench.contenders import LIBRARIES
from bench.measure import Measured, shown

TIE = 1.5  # ratios below this are a tie

Figures = dict[str, dict[str, Measured]]  # task -> contender -> time


class Goal(NamedTuple):
    """One goal with the figure found and the verdict."""

    text: str
    found: str
    verdict: str  # reached, tie, missed, skipped
    aim: bool = False


def judged(text: str, found: str, holds: bool, aim: bool = False) -> Goal:
    """A goal that is reached or missed."""
    return Goal(text, found, "reached" if holds else "missed", aim)


def seconds(figures: Figures, task: str, name: str = "Gardien") -> float:
    """The best time of somebody on a task."""
    return figures[task][name].best


def times_faster(figures: Figures, task: str, name: str) -> float:
    """How many times as long as Gardien somebody takes."""
    return seconds(figures, task, name) / seconds(figures, task)


def fastest_library(figures: Figures, task: str) -> tuple[str, float]:
    """The fastest library on a task, and how many times as long as Gardien it takes."""
    return min(((name, times_faster(figures, task, name)) for name in LIBRARIES), key=lambda pair: pair[1])


def goals(figures: Figures) -> list[Goal]:
    """What must be reached."""
    found = []
    for task in ("a1", "a2", "b1", "b10", "b100", "d"):
        name, ratio = fastest_library(figures, task)
        verdict = "reached" if ratio >= TIE else "tie" if ratio > 1 / TIE else "missed"
        found.append(Goal(f"{task}: no slower than the fastest library", f"{name} takes {ratio:.2f}×", verdict))
    name, ratio = fastest_library(figures, "c")
    tuned = min(times_faster(figures, "c", f"{library} tuned") for library in LIBRARIES)
    burst = fastest_library(figures, "burst")[1]
    said = f"{name} takes {ratio:.2f}× (with its bullets thrown {burst:.2f}×; tuned {tuned:.2f}×)"
    found.append(judged("c: 5× faster than the fastest library", said, ratio >= 5))
    growth = seconds(figures, "b100") / seconds(figures, "b1")
    found.append(judged("best of 100 d6 at most 1.5× best of one", f"{growth:.2f}×", growth <= 1.5))
    for name, wanted in (("dyce", 3), ("icepool", 8)):
        ratio, tuned = times_faster(figures, "e", name), times_faster(figures, "e", f"{name} tuned")
        whole = times_faster(figures, "e whole", name)
        said = f"{ratio:.2f}× (tuned with our half-way states: {tuned:.2f}×; a round as one map, both: {whole:.2f}×)"
        found.append(judged(f"duel in exact integers {wanted}× faster than {name}", said, ratio >= wanted))
    ratio = times_faster(figures, "10^6", "Python")
    found.append(judged("10⁶ duels 25× faster than pure Python", f"{ratio:.0f}×", ratio >= 25))
    return found


def aims(figures: Figures, imports: dict[str, float]) -> list[Goal]:
    """The further aims: what the experiment before the engine set, as far as these contenders can express it."""
    found = []

    def aim(text: str, shown: str, holds: bool) -> None:
        found.append(judged(text, shown, holds, aim=True))

    for task in ("a1", "a2", "b1", "b10", "b100", "c", "d"):
        slower, most = 1 / times_faster(figures, task, "Python"), 3 if task.startswith("b") else 2
        aim(f"{task}: within {most}× of plain Python by hand", f"{slower:.2f}×", slower <= most)
    growth, loop = seconds(figures, "b100") / seconds(figures, "b1"), seconds(figures, "b100 loop")
    aim("best of 100 d6 at most 1.4× best of one", f"{growth:.2f}×", growth <= 1.4)
    aim("best of 100 d6 die by die at most 5 ms", shown(loop), loop <= 5e-3)
    for name, wanted in (("dyce", 5), ("icepool", 12)):
        ratio = times_faster(figures, "e", name)
        aim(f"duel in exact integers {wanted}× faster than {name}", f"{ratio:.2f}×", ratio >= wanted)
    ratio = times_faster(figures, "e end", "icepool")
    aim("duel to the end 10× faster than icepool", f"{ratio:.1f}×", ratio >= 10)
    if "e 48" in figures:
        ratio = times_faster(figures, "e 48", "icepool")
        aim("48 hit points in exact integers 10× faster than icepool", f"{ratio:.2f}×", ratio >= 10)
    more = seconds(figures, "10^9") / seconds(figures, "10^6")
    aim("10⁹ duels within 2× of 10⁶", f"{more:.2f}×", more <= 2)
    slower = 1 / times_faster(figures, "play", "Python")
    aim("played duels within 5× of hand-written Python", f"{slower:.2f}×", slower <= 5)
    share = imports["gardien"] / imports["icepool"]
    aim("import at most half of icepool's", f"{share:.2f}×", share <= 0.5)
    return found
