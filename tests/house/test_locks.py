"""Lock files pin every package by version and hash, and say nothing of the machine or the addresses they came from."""

import json
import re
import tomllib

import pytest

from house.places import ROOT

LOCKS = sorted(ROOT.glob("*.lock"))
every_lock = pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
PINNED = re.compile(r"([a-z0-9][a-z0-9.-]*)==([0-9][\w.!+]*)( ; [^\\]+)? \\")
HASHED = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")


def requirements(text: str) -> dict[str, list[str]]:
    """The lines that belong to each requirement."""
    result: dict[str, list[str]] = {}
    head = ""
    for line in text.splitlines():
        if line and not line[0].isspace():
            head = line
            result[head] = []
        elif line:
            result[head].append(line)
    return result


def names(lock_text: str) -> set[str]:
    return {pinned[1] for head in requirements(lock_text) if (pinned := PINNED.fullmatch(head))}


def test_there_is_a_lock_for_running_for_testing_and_for_measuring():
    assert [lock.name for lock in LOCKS] == ["bench.lock", "requirements.lock", "run.lock"]


@every_lock
def test_every_requirement_is_pinned_with_a_hash(lock):
    result = requirements(lock.read_text("utf-8"))
    assert result
    for head, lines in result.items():
        assert PINNED.fullmatch(head), head
        assert lines, head
        assert all(HASHED.fullmatch(line) for line in lines), head
        assert not lines[-1].endswith("\\"), head


@every_lock
def test_a_lock_holds_no_address_and_no_path(lock):
    text = lock.read_text("utf-8")
    assert "://" not in text
    assert [line for line in text.splitlines() if line.startswith(("/", "-e", "file:", "--index", "--find"))] == []


@pytest.mark.parametrize(
    ("lock", "groups"),
    [("run.lock", ()), ("requirements.lock", ("dev",)), ("bench.lock", ("bench",))],
)
def test_a_lock_covers_what_the_project_asks_for(lock, groups):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = [*project["project"]["dependencies"], *project["project"]["optional-dependencies"]["sim"]]
    for group in groups:
        asked += project["dependency-groups"][group]
    wanted = {re.split(r"[<>=!~ \[;]", one)[0].lower() for one in asked}
    assert wanted - names((ROOT / lock).read_text("utf-8")) == set()


@every_lock
def test_what_is_tried_and_measured_is_what_people_run(lock):
    run, other = (
        {head.split()[0] for head in requirements(path.read_text("utf-8"))} for path in (ROOT / "run.lock", lock)
    )
    assert run <= other


def test_what_the_programs_in_typescript_need_is_pinned_too():
    """Deno's own lock: versions and hashes, from the registry that everybody has."""
    told = json.loads((ROOT / "examples" / "typescript" / "deno.json").read_text("utf-8"))
    text = (ROOT / "examples" / "typescript" / "deno.lock").read_text("utf-8")
    lock = json.loads(text)
    assert set(lock["specifiers"]) == set(told["imports"].values())
    assert all(one["integrity"].startswith("sha512-") for one in lock["npm"].values())
    assert "://" not in text
