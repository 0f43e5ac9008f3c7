"""Files stay small enough to be read: one that grows asks which of its two subjects should move out."""

import ast
import re

from house.places import SOURCE

MOST_LINES = 450


def test_no_python_file_is_longer_than_one_can_read():
    long = {
        str(path.relative_to(SOURCE)): lines
        for path in sorted(SOURCE.rglob("*.py"))
        if (lines := len(path.read_text("utf-8").splitlines())) > MOST_LINES
    }
    assert long == {}


def test_every_module_says_in_its_first_line_what_lives_there():
    silent = [
        str(path.relative_to(SOURCE))
        for path in sorted(SOURCE.rglob("*.py"))
        if not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    assert silent == []


def test_no_name_in_the_source_looks_like_a_test():
    """pytest would collect it wherever it is imported."""
    named = [
        f"{path.relative_to(SOURCE)}: {node.name}"
        for path in sorted(SOURCE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.lower().startswith("test")
    ]
    assert named == []


def test_what_a_sum_takes_off_is_written_as_such():
    """`less("loss", lost)`: with `("loss", -lost)` nobody could tell that nothing is taken off rather than added."""
    negated = re.compile(r'(?<![\w\]])\("\w+", -[a-zA-Z_]')
    told = [
        f"{path.relative_to(SOURCE)}:{number}"
        for path in (SOURCE / "systems").rglob("*.py")
        if "step(" in path.read_text("utf-8").lower()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if negated.search(line)
    ]
    assert told == []
