"""`gardien fight`: a whole fight weighed."""

from pathlib import Path

from gardien.cli.command_line import Line
from gardien.cli.shared import Progress, print_json, whole_number
from gardien.core.errors import Refusal
from gardien.core.pack import read_json, read_text, read_toml

MOST_RUNS = 100_000_000


def run(line: Line) -> int:
    """Weigh the fight a file describes (TOML or JSON)."""
    from gardien.sim.fights import fight_odds, with_sheet_files
    from gardien.sim.telling import tell

    path = Path(line.words[0])
    content = read_json(read_text(path), path.name) if path.suffix == ".json" else read_toml(path)
    if not isinstance(content, dict):
        raise Refusal("cli/no_system", where=path.name)
    content = with_sheet_files(content, path.parent)
    runs = whole_number(line, "runs")
    if runs is not None and not 1 <= runs <= MOST_RUNS:
        raise Refusal("field/range", where=line.command, field="--runs", came=runs, low=1, high=MOST_RUNS)
    progress = Progress(line.language)
    try:
        result = fight_odds(content, runs, whole_number(line, "seed"), progress)
    finally:
        progress.close()
    if line.json:
        print_json(result)
    else:
        print("\n".join(tell(result, line.language)))
    return 0
