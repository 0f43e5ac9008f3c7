"""`fight`: what it hands over and prints, with a stand-in for the simulator."""

import json

import pytest

from gardien.cli.shared import Progress


@pytest.fixture
def weighed(monkeypatch):
    """The calls the stand-in received."""
    calls = []

    def weigh_fight(content, runs, seed, progress):
        progress(1, 2)
        calls.append((content, runs, seed))
        return {"survival": "1/2"}

    monkeypatch.setattr("gardien.sim.fights.fight_odds", weigh_fight)
    monkeypatch.setattr("gardien.sim.telling.tell", lambda result, language: [language, result["survival"]])
    return calls


def test_a_fight_is_read_weighed_and_told(run, weighed, tmp_path):
    file = tmp_path / "fight.toml"
    file.write_text('system = "chips"\n')
    assert run("fight", str(file), "--runs", "1000", "--seed", "4") == (0, "fr\n1/2\n", "")
    assert weighed == [({"system": "chips"}, 1000, 4)]
    (tmp_path / "fight.json").write_text('{"system": "chips"}')
    assert json.loads(run("fight", str(tmp_path / "fight.json"), "--json").out) == {"survival": "1/2"}
    assert weighed[1] == ({"system": "chips"}, None, None)


def test_a_file_that_cannot_be_read(run, weighed, tmp_path):
    assert run("fight", str(tmp_path / "none.toml")).status == 2
    (tmp_path / "list.json").write_text("[]")
    assert run("fight", str(tmp_path / "list.json")).status == 2
    (tmp_path / "fight.toml").write_text("")
    assert run("fight", str(tmp_path / "fight.toml"), "--runs", "0", "--lang", "en").err == (
        "fight: --runs: 0 is outside 1 to 100,000,000.\n"
    )
    assert weighed == []


def test_the_bar_waits_half_a_second_and_leaves_no_trace(capsys, monkeypatch):
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    progress = Progress("fr")
    progress(1, 4)
    assert capsys.readouterr().err == ""
    now = 0.6
    progress(2, 4)
    shown = capsys.readouterr().err
    assert "█" * 15 + "░" * 15 + "  50 % · encore 1 s" in shown
    progress.close()
    assert capsys.readouterr().err.strip() == ""
