"""Measure odds, fights and start-up beside other libraries, in one run: `python -m bench [--quick] [--write]`."""

import argparse
from importlib.metadata import version
from pathlib import Path

from bench import cthulhud20, yacdha
from bench.contenders import CONTENDERS, first_answers
from bench.goals import Figures, Goal, aims, goals
from bench.measure import Timed, best_of, import_seconds, shown
from bench.tasks import TITLES

RESULTS = Path(__file__).parent / "results.md"
IMPORTS = {
    "gardien": "gardien.core.interpreters.odds, gardien.core.interpreters.table",
    "icepool": "icepool",
    "dyce": "dyce",
}
IMPORT_TIMES = 15
NOT_IN_A_HURRY = ("e 24", "e 48")

HOW = """CPU time, garbage collection on, every cache emptied before every call (the peers' too; standard dice exist),
first call apart, the mean of a batch, the best of several batches, contenders in turn. All answers were checked
first: equal fractions, numpy (float64) within 1e-12, samples within six standard deviations of the exact odds. In
brackets: how many times as long as Gardien. Below 1.5 is a tie. Times belong to one machine, ratios travel."""


def main() -> None:
    """Check, measure, judge."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few repeats, without the long duels")
    parser.add_argument("--write", action="store_true", help=f"also write the figures to bench/{RESULTS.name}")
    asked = parser.parse_args()

    figures = measure(asked.quick)
    imports = import_seconds(IMPORTS, 5 if asked.quick else IMPORT_TIMES)
    small, large, started = yacdha.rows(), yacdha.large_rows(), yacdha.start_up()
    wounds, fights = cthulhud20.rows(), cthulhud20.large_rows()
    report = "\n".join(
        (
            *heading("Exact odds, duels, samples"),
            *task_table(figures),
            *heading("Import"),
            *table(("module", "CPU time"), [(name, shown(seconds)) for name, seconds in imports.items()]),
            *heading("YACDHA"),
            *table(("odds of", "caches emptied", "second call"), [cells(row) for row in (*small, *large)]),
            "",
            start_line(started),
            *heading("Cthulhu d20"),
            *table(("odds of", "caches emptied", "second call"), [cells(row) for row in (*wounds, *fights)]),
            *heading("Goals"),
            *goal_table(goals(figures) + yacdha.goals(small, large, started) + cthulhud20.goals(wounds, fights)),
            *heading("Aims"),
            *goal_table(aims(figures, imports)),
        )
    )
    peers = ", ".join(f"{name} {version(name)}" for name in ("icepool", "dyce", "numpy"))
    whole = f"# Figures of the last run\n\n{HOW}\nPeers: {peers}.\n{report}\n"
    print(whole)
    if asked.write:
        RESULTS.write_text(whole, encoding="utf-8")


def measure(quick: bool) -> Figures:
    """Everybody's times on every task, after the answers were found equal."""
    names = [task for task in TITLES if not (quick and task in NOT_IN_A_HURRY)]
    firsts = {task: first_answers(task) for task in names}
    figures: Figures = {}
    for task, first in firsts.items():
        timed = {name: Timed(CONTENDERS[name].tasks[task], CONTENDERS[name].forget, first[name]) for name in first}
        figures[task] = best_of(timed, quick)
    return figures


def heading(text: str) -> tuple[str, ...]:
    """A heading with air around it."""
    return ("", f"## {text}", "")


def table(head: tuple[str, ...], body: list[tuple[str, ...]]) -> list[str]:
    """A Markdown table that also reads well in a terminal."""
    widths = [max(len(row[column]) for row in (head, *body)) for column in range(len(head))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in (head, *body)
    ]
    return [lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]]


def task_table(figures: Figures) -> list[str]:
    """Tasks down, contenders across."""
    body = []
    for task, found in figures.items():
        ours = found["Gardien"].best
        cells = [f"{shown(found[n].best)} ({found[n].best / ours:.2f})" if n in found else "" for n in CONTENDERS]
        body.append((task, TITLES[task], shown(ours), *cells[1:], shown(found["Gardien"].first)))
    return table(("", "task", *CONTENDERS, "Gardien's first"), body)


def cells(row: yacdha.Row) -> tuple[str, ...]:
    """A row of a game, or why there is none."""
    if row.cold is None or row.warm is None:
        return row.name, row.note, ""
    return row.name, shown(row.cold), shown(row.warm)


def start_line(started: dict[str, float] | str) -> str:
    """How long a whole command takes."""
    if isinstance(started, str):
        return f"Start-up: {started}."
    times = ", ".join(f"`{name}` {shown(seconds)}" for name, seconds in started.items())
    return f"Start-up, CPU time of the whole process, started in turn, median of {yacdha.STARTS}: {times}."


def goal_table(found: list[Goal]) -> list[str]:
    """Goals with what was found and whether that is enough."""
    return table(("goal", "found", "verdict"), [(goal.text, goal.found, goal.verdict) for goal in found])


if __name__ == "__main__":
    main()
