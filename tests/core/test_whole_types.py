"""Types that several threads meet at once, each for the first time: msgspec alone ends the process there."""

import subprocess
import sys
from pathlib import Path

import pytest

TYPES = """
from __future__ import annotations
from typing import Annotated, Literal
from msgspec import Meta, Struct

class A(Struct):
    x: Annotated[int, Meta(ge=0)] = 0
    y: str = ""

class B(Struct):
    a: A
    b: tuple[A, ...] = ()
    c: dict[str, A] = {}
    d: Literal["u", "v"] = "u"

class C(Struct):
    b: B
    c: C | None = None
    e: list[B] = []
"""
THREADS = """
import sys
from threading import Barrier, Thread
from gardien.core.inputs import parse

sys.path.insert(0, sys.argv[1])
sys.setswitchinterval(1e-6)
B = {"a": {"x": 1}, "b": [{"x": 2}], "c": {"k": {}}}
done = []
for number in range(int(sys.argv[2])):
    together = Barrier(4)

    def meet(kind, value):
        together.wait()
        module = __import__(f"types_{number}")
        done.append(parse(getattr(module, kind), value))

    met = [("C", {"b": B, "e": [B]}), ("B", B), ("C", {"b": B, "c": {"b": B}}), ("A", {"x": 1})]
    threads = [Thread(target=meet, args=one) for one in met]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
print(len(done))
"""
MODULES = 150


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    for number in range(MODULES):
        (tmp_path / f"types_{number}.py").write_text(TYPES)
    return tmp_path


def test_types_that_threads_meet_at_once_are_whole(modules):
    words = [sys.executable, "-c", THREADS, str(modules), str(MODULES)]
    found = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (found.returncode, found.stdout) == (0, f"{4 * MODULES}\n"), found.stderr[-2000:]


COUNTED = """
from msgspec import Struct
worked_out = []

def number():
    worked_out.append(1)
    return int

class Own(Struct):
    x: "number()"
"""


def test_a_table_has_every_type_worked_out_with_its_module(tmp_path):
    (tmp_path / "counted.py").write_text(COUNTED)
    words = "import sys; sys.path.insert(0, sys.argv[1]); import gardien.table, counted; print(len(counted.worked_out))"
    found = subprocess.run([sys.executable, "-c", words, str(tmp_path)], capture_output=True, text=True, check=True)
    assert found.stdout == "1\n"
