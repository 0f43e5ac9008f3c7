"""The page on security: every line of its threat model is held by a test that is there."""

import ast
import re

from house.places import ROOT

LINE = re.compile(r"^\|.*\|$", re.MULTILINE)
HELD = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def threats() -> list[str]:
    text = (ROOT / "SECURITY.md").read_text()
    table = text.partition("<!-- threats")[2].partition("<!-- end of threats")[0]
    return LINE.findall(table)[2:]


def names_in(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text())
    return {one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_threat_names_the_test_that_holds_it():
    assert len(threats()) > 30
    for line in threats():
        held = HELD.findall(line)
        assert held, line
        for path, name in held:
            assert (ROOT / path).exists(), line
            assert name in names_in(path), line


def test_no_threat_is_listed_twice():
    assert len(set(threats())) == len(threats())
