"""The project's files speak of the project, never of the machine on which they were written."""

import re
from pathlib import Path

from house.places import ROOT, project_files

FOLDERS = ("root", "work", "home")
MACHINE = re.compile(rb"(?<![\w./<-])/(?:%s)/\w" % "|".join(FOLDERS).encode())


def own_paths() -> list[bytes]:
    """Where this copy and its owner live; short paths would be found in any text."""
    return [str(path).encode() for path in (ROOT, Path.home()) if len(path.parts) > 2]


def test_no_file_holds_a_path_of_a_machine():
    result = []
    for path in project_files():
        content = path.read_bytes()
        for place in (
            *MACHINE.finditer(content),
            *(m for own in own_paths() for m in re.finditer(re.escape(own), content)),
        ):
            line = content.count(b"\n", 0, place.start()) + 1
            result.append(f"{path.relative_to(ROOT)}:{line}: {place[0].decode(errors='replace')}")
    assert result == []


def test_the_search_would_see_a_path():
    """Written in pieces, so that this file does not find itself."""
    for folder in FOLDERS:
        assert MACHINE.search(f'open("/{folder}/x/y")'.encode())
        assert MACHINE.search(f"see /{folder}/x".encode())
    assert not MACHINE.search(b"frame/work/shop, http://a.b/home/c")


def test_the_search_reaches_the_whole_project():
    result = {str(path.relative_to(ROOT)) for path in project_files()}
    assert {"pyproject.toml", "Makefile", "src/gardien/core/dice.py", "tests/house/test_words.py"} <= result
    assert not any(".venv" in name or "__pycache__" in name for name in result)
