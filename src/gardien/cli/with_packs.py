"""Packs of the user's own on the command line: `--pack`, GARDIEN_PACKS, and those that lie in the data folder."""

import os
import sys
from contextlib import AbstractContextManager

from gardien.cli.command_line import Line
from gardien.cli.shared import refusal_text, say
from gardien.core.errors import Refusal
from gardien.core.in_force import using
from gardien.core.player_packs import Pack, load_pack, pack_files, rows_of
from gardien.core.system import keys
from gardien.surroundings import data_folder


def use(line: Line) -> AbstractContextManager[None]:
    """Their rows in force, while a command runs.

    One that is asked for must be sound; one that only lies there is left out, and it is said.
    """
    packs: list[Pack] = []
    folder = os.path.join(data_folder(), "packs")
    for game in _games(line, folder):
        for file in pack_files(os.path.join(folder, game)):
            try:
                packs.append(load_pack(file, folder, game, packs))
            except Refusal as refusal:
                for one in (refusal, *refusal.also):
                    print(refusal_text(one, line.language), file=sys.stderr)
                print(say("left_out", line.language, file=file), file=sys.stderr)
    named = f"{os.environ.get('GARDIEN_PACKS', '')}{os.pathsep}{line.options.get('pack', '')}"
    for place in filter(None, named.split(os.pathsep)):
        for file in pack_files(place):
            pack = load_pack(file, folder, "", packs)
            packs.append(pack)
            for notice in pack.notices:
                print(refusal_text(notice, line.language), file=sys.stderr)
    return using(rows_of(packs))


def _games(line: Line, folder: str) -> list[str]:
    """The games that have packs and that a command may need: the one it names first, or all."""
    if not os.path.isdir(folder):
        return []
    lie = [one.name for one in os.scandir(folder) if one.is_dir() and not one.name.startswith(".")]
    named = [word for word in line.words[:3] if word in lie]
    if line.command in ("do", "odds", "create") and named:
        return named
    return sorted({*lie} & {*keys()}) if lie else []
