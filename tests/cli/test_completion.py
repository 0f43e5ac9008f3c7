"""Completion: what may come next, and the scripts that ask for it."""

import os
import shutil
import subprocess
import sys

import pytest

from gardien.cli.completion import SHELLS, possible


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        (["od"], ["odds"]),
        (["do", "yac"], ["yacdha"]),
        (["do", "yacdha", "gauge_"], ["gauge_check"]),
        (["do", "yacdha", "gauge_check", "gau"], ["gauge="]),
        (["do", "yacdha", "gauge_check", "gauge=m"], ["gauge=madness"]),
        (["do", "yacdha", "action", "opposition.k"], ["opposition.kind="]),
        (["odds", "yacdha", "action", "forced="], ["forced=true", "forced=false"]),
        (["do", "yacdha", "action", "options.luck_"], ["options.luck_cap="]),
        (["do", "yacdha", "action", "--see"], ["--seed"]),
        (["do", "--lang", ""], ["fr", "en"]),
        (["do", "--lang", "en", "org"], ["organique"]),
        (["help", "odd"], ["odds"]),
        (["help", "do", "yacdha", "gauge_"], ["gauge_check"]),
        (["create", "yacdha", "gen"], ["gender="]),
        (["pack", "sh"], ["show"]),
        (["rules", "yacdha", "GA"], ["GAU"]),
        (["completion", "z"], ["zsh"]),
        (["show", "da"], []),  # a file: the shell's own business
        (["do", "nothing", "x"], []),
        ([], None),
    ],
)
def test_what_may_come_next(typed, words):
    assert possible(typed) == words if words is not None else "odds" in possible(typed)


def test_every_shell_has_a_script_and_no_other(run):
    for shell in SHELLS:
        assert "gardien completion words" in run("completion", shell).out
    assert run("completion", "tcsh").status == 2


def script(run, tmp_path, shell: str) -> tuple[str, dict[str, str]]:
    """The script, and surroundings in which `gardien` is this very program."""
    file = tmp_path / f"gardien.{shell}"
    file.write_text(run("completion", shell).out, "utf-8")
    program = tmp_path / "gardien"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m gardien "$@"\n')
    program.chmod(0o755)
    return str(file), {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}


@pytest.mark.parametrize(
    ("line", "words"), [("gardien od", "odds"), ("gardien do yacdha gauge_check gauge=m", "madness")]
)
def test_bash_completes(run, tmp_path, line, words):
    file, environment = script(run, tmp_path, "bash")
    asked = f'source "{file}"; COMP_LINE="{line}" COMP_POINT={len(line)}; _gardien; echo "${{COMPREPLY[*]}}"'
    ran = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, env=environment, timeout=60)
    assert ran.stdout.strip() == words, ran.stderr


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_the_other_shells_can_read_their_script(run, tmp_path, shell):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed here")
    file, environment = script(run, tmp_path, shell)
    ran = subprocess.run([shell, "-n", file], capture_output=True, text=True, env=environment, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
