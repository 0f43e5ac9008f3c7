"""Installing: the wheel by itself, without extras and compilers; what make, containers and the forge's file say."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import distribution
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen

import pytest
import yaml
from packaging.markers import Marker
from packaging.requirements import Requirement

from gardien.cli.command_line import take_apart
from house.places import ROOT
from table.store.server import Server

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
QUICKER = {"uvloop", "httptools"}  # asyncio and h11 do the same, slower
PYTHONS = ["3.11", "3.12", "3.13", "3.14"]


def needed(names: list[str]) -> set[str]:
    """The packages that come along with some, without any extra and without what only makes it quicker."""
    found: set[str] = set()
    waiting = [Requirement(one) for one in names]
    while waiting:
        one = waiting.pop()
        if one.name.lower() in found | QUICKER or (one.marker and not one.marker.evaluate({"extra": ""})):
            continue
        found.add(one.name.lower())
        waiting += [Requirement(text) for text in distribution(one.name).requires or ()]
    return found


SHIPPED = (ROOT / "Containerfile").read_text("utf-8")
_, BUILDING, RUNNING = SHIPPED.split("\nFROM ")


def copied() -> list[str]:
    """What the first stage of the Containerfile takes from the project."""
    return [word for line in re.findall(r"^COPY (.+)$", BUILDING, re.M) for word in line.split()[:-1]]


def steps(stage: str) -> list[str]:
    """What a stage of the Containerfile runs, command by command."""
    (line,) = re.findall(r"^RUN ((?:.*\\\n)*.*)$", stage, re.M)
    return [one.strip() for one in line.replace("\\\n", " ").split("&&")]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """The wheel, built as the container does it, from nothing but what it copies; only that nothing is fetched."""
    folder = tmp_path_factory.mktemp("build")
    for name in copied():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, target)
    environment = {**os.environ, "GARDIEN_URL": "https://forge.example/gardien/"}
    (step,) = steps(BUILDING)
    program, *words = shlex.split(step.replace("/wheels", str(folder / "wheels")))
    assert (program, *words[:3]) == ("python", "-m", "pip", "wheel")
    build = [sys.executable, *words, "--no-build-isolation", "-q"]
    subprocess.run(build, cwd=folder, env=environment, check=True, capture_output=True)
    (made,) = (folder / "wheels").glob("*.whl")
    return made


def environment(home: Path, wheel: Path, packages: Iterable[str]) -> Path:
    """An environment with the wheel and some packages, which are lent by the one that runs the tests."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    to = ["-m", "pip", "--python", str(home / "bin" / "python"), "install", "-q"]
    how = ["--no-deps", "--no-index", "--no-compile", str(wheel)]
    subprocess.run([sys.executable, *to, *how], check=True, capture_output=True)
    (site,) = (home / "lib").glob("python*/site-packages")
    for name in packages:
        found = distribution(name)
        parts = {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}
        for part in parts:
            if not (site / part).exists():
                (site / part).symlink_to(found.locate_file(part))
    return home


@pytest.fixture(scope="module")
def alone(wheel, tmp_path_factory) -> Path:
    """An environment with the wheel and what it must have: no numpy, no Typst, no psycopg, no uvloop, no tools."""
    return environment(tmp_path_factory.mktemp("alone") / "venv", wheel, needed(PROJECT["dependencies"]))


def surroundings(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "GARDIEN_SYSTEMS")}
    return {**kept, "GARDIEN_DATA": str(folder / "parties"), "GARDIEN_LANG": "en"}


@pytest.fixture
def gardien(alone, tmp_path):
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        line = [str(alone / "bin" / "gardien"), *words]
        return subprocess.run(
            line, env=surroundings(tmp_path), cwd=tmp_path, capture_output=True, text=True, timeout=60
        )

    return run


def test_the_wheel_says_what_it_is(wheel):
    with zipfile.ZipFile(wheel) as content:
        names = content.namelist()
        facts = content.read(next(name for name in names if name.endswith("/METADATA"))).decode()
    assert f"Version: {PROJECT['version']}" in facts
    assert "Project-URL: Homepage, https://forge.example/gardien\n" in facts
    assert "gardien/py.typed" in names
    assert any(name.endswith("share/man/man1/gardien.1") for name in names)
    assert any(name.endswith("site-functions/_gardien") for name in names)
    assert not [name for name in names if "__pycache__" in name or name.startswith(("tests/", "docs/"))]


def test_the_wheel_alone_is_a_whole_command_line(gardien, alone, tmp_path):
    assert gardien("-V").stdout == f"gardien {PROJECT['version']}\n"
    assert json.loads(
        gardien("do", "yacdha", "gauge_check", "gauge=madness", "value=2", "--dice", "5", "--json").stdout
    )
    assert gardien("odds", "organique", "test", "characteristic=PER", "character.PER=12").returncode == 0
    assert gardien("create", "d20d100", "-o", "charlotte.json").returncode == 0
    assert "d20d100" in gardien("show", "charlotte.json").stdout
    assert len(gardien("systems").stdout.splitlines()) == 6
    assert gardien("system", "new", "groat").returncode == 0
    assert (tmp_path / "gardien-groat" / "groat" / "terms.toml").exists()
    (tmp_path / "copy").mkdir()
    assert gardien("tables").returncode == 2  # none yet, said in a sentence
    assert (alone / "share" / "man" / "man1" / "gardien.1").exists()


def test_what_an_extra_brings_says_so_where_it_is_missing(gardien):
    fight = gardien("fight", str(ROOT / "examples" / "operators-firefight.toml"), "--runs", "100")
    assert fight.returncode == 2
    assert "gardien[sim]" in fight.stderr
    gardien("create", "yacdha", "-o", "ada.json")
    printed = gardien("sheet", "ada.json", "-o", "ada.pdf")
    assert printed.returncode == 2
    assert "gardien[print]" in printed.stderr
    stored = gardien("tables", "--database", "postgresql://nobody@localhost/nothing")
    assert stored.returncode == 2
    assert "gardien[postgres]" in stored.stderr


def test_the_wheel_alone_serves_pages_and_knows_that_it_is_well(alone, tmp_path):
    """Plain asyncio and h11: the way of the container's health check, and out again on a signal."""
    check = re.search(r"HEALTHCHECK .*?CMD (\[.+?\])$", SHIPPED, re.M | re.S)
    assert check is not None
    line = [str(alone / "bin" / "gardien"), "serve", "--port", "0", "--json"]
    process = subprocess.Popen(line, env=surroundings(tmp_path), stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        with urlopen(f"{told['address']}healthz", timeout=20) as answer:
            assert (answer.status, json.load(answer)) == (200, {"status": "ok"})
        with urlopen(told["link"], timeout=60) as page:
            assert "Gardien" in page.read().decode()
        program, *words = json.loads(check[1])
        asked = [word.replace("http://127.0.0.1:8017/", told["address"]) for word in words]
        assert program == "python"
        subprocess.run([str(alone / "bin" / "python"), *asked], check=True, timeout=30)
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0


@pytest.mark.parametrize("page", ["README.md", "README.fr.md"])
def test_every_line_that_installs_asks_for_what_there_is(page):
    """For pipx, for uvx, and for pipx on Windows; what comes of it is tried above."""
    text = (ROOT / page).read_text("utf-8")
    asked = re.findall(r"\.\[([a-z,]+)\]", text)
    assert len(asked) == 3
    assert {extra for one in asked for extra in one.split(",")} <= set(PROJECT["optional-dependencies"])
    assert set(re.findall(r"^\| `(\w+)` \|", text, re.M)) == set(PROJECT["optional-dependencies"])


# ---- make ----


@pytest.fixture
def house(tmp_path):
    """A folder with nothing but the Makefile, and what `make` says there."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "run.lock").touch()
    (tmp_path / "pyproject.toml").touch()

    def make(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["make", *words], cwd=tmp_path, capture_output=True, text=True, timeout=60)

    return make


def python(folder: Path, script: str) -> str:
    program = folder / "python"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return str(program)


def test_make_refuses_a_python_that_is_too_old_before_anything_is_made(house, tmp_path):
    old = python(tmp_path, 'case "$1" in --version) echo Python 3.9.1;; *) exit 1;; esac')
    ran = house("run", f"PYTHON={old}")
    assert ran.returncode != 0
    assert "Gardien needs Python 3.11 or later" in ran.stderr
    assert "Python 3.9.1" in ran.stderr
    assert not (tmp_path / ".venv").exists()


def test_make_makes_an_environment_anew_that_another_python_left(house, tmp_path):
    left = tmp_path / ".venv" / "bin"
    left.mkdir(parents=True)
    (left / "python").symlink_to("/nowhere/python3.10")
    (left / ".run").touch()
    new = python(tmp_path, 'case "$*" in *venv*) mkdir -p .venv/bin; touch .venv/new;; esac')
    ran = house(".venv/bin/python", f"PYTHON={new}")
    assert "left by another Python" in ran.stderr
    assert (tmp_path / ".venv" / "new").exists()
    assert not (left / ".run").exists()


# ---- containers and the forge ----


def test_the_container_copies_what_is_there_and_nothing_keeps_it_back():
    let_through = (ROOT / ".dockerignore").read_text("utf-8").split()
    for name in [*copied(), "run.lock"]:
        assert (ROOT / name).exists(), name
        assert f"!{name}" in let_through, name


def test_the_command_of_the_container_can_be_read():
    program, *words = json.loads(re.findall(r"^CMD (\[.+\])$", SHIPPED, re.M)[-1])
    assert program == "gardien"
    assert take_apart(words).command == "serve"


NAME = "table.example"  # by which players come


def services() -> dict[str, Any]:
    """What compose starts, with the variables that it asks for."""
    text = (ROOT / "compose.yaml").read_text("utf-8")
    known = {"GARDIEN_NAME": NAME, "GARDIEN_PASSWORD": "sésame"}
    return yaml.safe_load(re.sub(r"\$\{(\w+)[^}]*\}", lambda one: known[one[1]], text))["services"]  # type: ignore[no-any-return]


@pytest.fixture
def container(wheel, tmp_path) -> Path:
    """What the second stage of the Containerfile makes: its pinned packages, the wheel, and then its own commands."""
    pins = re.findall(r"^(\S+)==(\S+)(?: ; (.+?))? \\$", (ROOT / "run.lock").read_text("utf-8"), re.M)
    wanted = {name: version for name, version, marker in pins if not marker or Marker(marker).evaluate()}
    assert {name: distribution(name).version for name in wanted} == wanted
    home = environment(tmp_path / "container", wheel, wanted)
    locked, installed, *then, tidied, _, _ = steps(RUNNING)
    assert "--require-hashes -r /tmp/run.lock" in locked
    assert "--no-deps /wheels/*.whl" in installed
    assert tidied.startswith("rm -rf")
    for step in then:
        quick = step.replace("compileall -q", "compileall -q -l")  # all of it takes ten seconds
        around = {**surroundings(tmp_path), "PATH": f"{home / 'bin'}:{os.environ['PATH']}"}
        subprocess.run(["sh", "-euc", quick], env=around, cwd=tmp_path, check=True, timeout=60)
    return home


@pytest.fixture
def composed(container, tmp_path) -> Iterator[list[dict[str, str]]]:
    """The two houses of compose on one PostgreSQL, which is found in a folder here: what each says as it starts."""
    compose, server = services(), Server()
    asked = compose["database"]["environment"]
    server.execute(f"CREATE DATABASE {asked['POSTGRES_DB']}")
    there = f"{asked['POSTGRES_USER']}:{asked['POSTGRES_PASSWORD']}@"
    processes: list[subprocess.Popen[str]] = []
    try:
        for name in ("first", "second"):
            program, *words = compose[name]["command"]
            assert f"postgresql://{there}database/{asked['POSTGRES_DB']}" in words
            words = [word.replace(f"{there}database", there + quote(str(server.folder), safe="")) for word in words]
            line = [str(container / "bin" / program), *words, "--port", "0", "--json"]
            around = surroundings(tmp_path / name)
            processes.append(subprocess.Popen(line, env=around, stdout=subprocess.PIPE, text=True))
        yield [json.loads(one.stdout.readline()) for one in processes if one.stdout]
    finally:
        for one in processes:
            one.send_signal(signal.SIGTERM)
        ended = [one.wait(30) for one in processes]
        server.stop()
    assert ended == [0, 0]


def test_what_happens_in_one_house_of_compose_is_heard_in_the_other(composed):
    """As the proxy sends them on: under the name that players type, to whichever of the two."""
    proxy = services()["proxy"]
    assert proxy["command"].endswith(f"--from {NAME} --to first:8017 --to second:8017")
    assert proxy["ports"] == ["80:80", "443:443"]
    first, second = (f"http://127.0.0.1:{one['address'].rstrip('/').rpartition(':')[2]}" for one in composed)

    def send(house: str, path: str, token: str, body: object = None) -> Any:
        headers = {"Host": NAME, "Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        content = None if body is None else json.dumps(body).encode()
        return urlopen(Request(f"{house}{path}", content, headers), timeout=60)

    for house in (first, second):
        assert json.load(send(house, "/healthz", "")) == {"status": "ok"}
    opened = json.load(send(first, "/api/v1/tables", composed[0]["token"], {"system": "yacdha", "title": "Nuit"}))
    listed = json.load(send(second, "/api/v1/tables", composed[0]["token"]))  # one house: the link opens it here too
    assert [one["id"] for one in listed["tables"]] == [opened["table"]]
    table, link = f"/api/v1/tables/{opened['table']}", opened["link"]
    with send(second, f"{table}/live", link) as stream:
        said = {"action": "a1", "command": {"type": "say", "text": "Bonsoir."}}
        send(first, f"{table}/actions", link, said).close()
        assert any("Bonsoir." in line.decode() for line in stream)


def test_the_forge_tries_every_python_and_system_that_is_promised():
    forge = yaml.safe_load((ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8"))
    matrix = forge["jobs"]["everywhere"]["strategy"]["matrix"]
    assert matrix["python"] == PYTHONS
    assert {one.partition("-")[0] for one in matrix["os"]} == {"ubuntu", "macos", "windows"}
    promised = [one.rpartition(" :: ")[2] for one in PROJECT["classifiers"] if "Python :: 3." in one]
    assert promised == PYTHONS
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
    folders = [word for job in forge["jobs"]["everywhere"]["steps"] for word in shlex.split(job.get("run", ""))]
    assert [word for word in folders if word.startswith("tests/") and not (ROOT / word).is_dir()] == []


def test_a_commit_is_looked_at_as_make_lint_does():
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"][0]["hooks"]
    lint = re.search(r"^lint:.*\n\t@(.+)$", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert lint is not None
    for tool in re.findall(r"\$\(BIN\)/(\S+)", lint[1]):
        assert any(f".venv/bin/{tool}" in hook["entry"] for hook in hooks), tool


def test_the_version_of_the_changelog_is_the_newest_and_dated():
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    heads = re.findall(r"^## (\S+)(?: — (\d{4}-\d\d-\d\d))?$", text, re.M)
    newest, date = next(head for head in heads if head[0] != "Unreleased")
    assert newest == PROJECT["version"]
    assert date
    assert "### Changed" in text
