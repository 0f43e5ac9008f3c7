"""`gardien pack check`: files of weapons, creatures and things, verified; `pack show`: those that come along."""

import sys
from pathlib import Path
from typing import Any

from gardien.cli.command_line import Line
from gardien.cli.shared import print_json, refusal_json, refusal_text, say
from gardien.core.errors import Refusal, nearest
from gardien.core.pack import check_pack, read_toml
from gardien.core.system import System, find, keys

VERBS = ["check", "show"]


def run(line: Line) -> int:
    """Check files, or show what a system brings along."""
    verb, *words = line.words
    if verb not in VERBS:
        raise Refusal("field/one_of", field="pack", came=verb, allowed=VERBS, hint=nearest(verb, VERBS))
    if verb == "show":
        from gardien.cli.shelf import show

        return show(line, *words)
    return _check(line, words)


def _check(line: Line, files: list[str]) -> int:
    """Print every fault of every file, one a line."""
    systems = [find(line.options["system"])] if "system" in line.options else [find(key) for key in keys()]
    results = [(file, *_check_file(Path(file), systems)) for file in files]
    faults = [fault for _, _, refusals in results for fault in refusals]
    for fault in faults:
        print(refusal_text(fault, line.language), file=sys.stderr)
    sound = sum(1 for _, _, refusals_of_file in results if not refusals_of_file)
    if line.json:
        print_json({"files": [_to_json(file, system, found, line) for file, system, found in results]})
    elif sound:
        print(say("sound_one" if sound == 1 else "sound", line.language, count=sound))
    return 2 if faults else 0


def _check_file(path: Path, systems: list[System]) -> tuple[str, list[Refusal]]:
    """The system a file belongs to, and its faults."""
    try:
        tables = set(read_toml(path))
        shared = {system.key: len(tables & set(system.packs)) for system in systems}
        near = [system for system in systems if shared[system.key] == max(shared.values())]
        checked = [(system.key, check_pack(path, system.packs)) for system in near]
        return min(checked, key=lambda one: len(one[1]))  # games may call their tables alike
    except Refusal as refusal:
        return "", [refusal]


def _to_json(file: str, system: str, faults: list[Refusal], line: Line) -> dict[str, Any]:
    return {"file": file, "system": system, "faults": [refusal_json(one, line.language) for one in faults]}
