"""`gardien pack check`: files of weapons, creatures and things, verified; `pack show`: those that come along."""

import sys
from pathlib import Path
from typing import Any, NamedTuple

from gardien.cli.command_line import Line
from gardien.cli.shared import print_json, refusal_json, refusal_text, say
from gardien.core.errors import Refusal, nearest
from gardien.core.pack import check_pack
from gardien.core.player_packs import read_pack
from gardien.core.system import find, keys
from gardien.core.terms import Language

VERBS = ["check", "show", "list", "use", "drop", "open"]
SHOWN = 2  # words that `show` takes: a system, a table
LEAST = {"check": 1, "show": 1, "use": 1, "drop": 1, "open": 1}  # words after the verb


def run(line: Line) -> int:
    """Check files, or show what a system brings along."""
    verb, *words = line.words
    if verb not in VERBS:
        raise Refusal("field/one_of", field="pack", came=verb, allowed=VERBS, hint=nearest(verb, VERBS))
    if len(words) < LEAST.get(verb, 0):
        raise Refusal("cli/too_few", where=line.command, usage=line.command)
    if verb == "show" and len(words) > SHOWN:
        raise Refusal("cli/too_many", where=line.command, came=words[SHOWN], usage=line.command)
    if verb in ("list", "use", "drop", "open"):
        from gardien.cli.table_packs import at_table

        return at_table(line, verb, words)
    if verb == "show":
        from gardien.cli.shelf import show

        return show(line, *words)
    return _check(line, words)


def _check(line: Line, files: list[str]) -> int:
    """Print every fault of every file, one a line, and what whoever uses a sound one should know."""
    results = [_check_file(file, line.options.get("system", "")) for file in files]
    for one in results:
        for fault in (*one.faults, *one.notices):
            print(refusal_text(fault, line.language), file=sys.stderr)
    sound = sum(1 for one in results if not one.faults)
    if line.json:
        print_json({"files": [_to_json(one, line.language) for one in results]})
    elif sound:
        print(say("sound_one" if sound == 1 else "sound", line.language, count=sound))
    return 2 if sound < len(results) else 0


class Checked(NamedTuple):
    """What was found in a file."""

    file: str
    system: str = ""
    faults: tuple[Refusal, ...] = ()
    notices: tuple[Refusal, ...] = ()


def _check_file(file: str, system: str) -> Checked:
    """A pack of the user's own; or a file of a game's, whose rows are the printed ones."""
    path = Path(file)
    try:
        for key in [system] if system else keys():
            if Path(find(key).folder, "pack") == path.absolute().parent:
                return Checked(file, key, tuple(check_pack(path, find(key).packs)))
        pack = read_pack(path, system)
        return Checked(file, pack.system, notices=pack.notices)
    except Refusal as refusal:
        return Checked(file, str(getattr(refusal, "system", "")), (refusal, *refusal.also))


def _to_json(one: Checked, language: Language) -> dict[str, Any]:
    faults, notices = ([refusal_json(each, language) for each in found] for found in (one.faults, one.notices))
    shown = {"file": one.file, "system": one.system, "faults": faults}
    return {**shown, "notices": notices} if notices else shown
