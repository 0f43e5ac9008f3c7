"""Long computations: they happen elsewhere, nobody waits for them, and one that never ends is cut off."""

import os
import signal
import statistics
import threading
import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from gardien.table.store import open_store
from gardien.web import worker
from web.client import Evening, Running, refusal, wait_for

pytestmark = pytest.mark.slow
ROUND = "/systems/yacdha/procedures/combat_round/odds"
CHECK = "/systems/yacdha/procedures/gauge_check/odds"
UNHURRIED_SECONDS = 300
SHORT = {"given": {"gauge": "trauma", "value": 3}}


def fighters(many: int) -> dict:
    """A round in which everybody strikes the next: what may become of all of them is a power of three."""
    declared = {"action": "attack", "weapon": "knife", "trauma": 2}
    return {
        "given": {
            "combatants": [
                {"id": f"c{one}", "side": f"{one}", "target": f"c{(one + 1) % many}", **declared} for one in range(many)
            ]
        }
    }


def in_background(what, *arguments) -> tuple[threading.Thread, list]:
    result: list = []
    thread = threading.Thread(target=lambda: result.append(what(*arguments)))
    thread.start()
    return thread, result


def worker_of(running: Running) -> int:
    """The process that computes for those without a link."""
    (one,) = running.house.strangers.processes
    assert one.process is not None
    return one.process.pid


def limit(running: Running, **limits: int) -> None:
    """Let those without a link have less."""
    strangers = running.house.strangers
    strangers.limits = replace(strangers.limits, **limits)
    for one in strangers.processes:
        one.limits = strangers.limits


def test_others_play_on_while_something_long_is_computed(evening):
    owner = evening.running.owner  # whose computations may be long ones
    owner.post(CHECK, SHORT)  # so that the process is there
    long, result = in_background(owner.patient, ROUND, fighters(8))
    time.sleep(0.1)
    took = []
    with evening.bob.listen() as heard:
        while long.is_alive() and len(took) < 60:
            began = time.monotonic()
            version = evening.ann.done("say", text="encore")["version"]
            heard.seen(version)
            assert evening.watcher.get().status_code == 200
            took.append(time.monotonic() - began)
    long.join()
    assert result[0].status_code == 200
    assert len(result[0].json()["outcomes"]) == 3**8
    assert len(took) > 5
    assert statistics.median(took) < 0.5
    assert sorted(took)[int(len(took) * 0.95)] < 2


def test_a_table_asks_for_long_odds_without_stopping_the_others(evening):
    """The same through a table, whose inputs are filled in first."""
    other = Evening.small(evening.running)
    ids = [evening.keeper.made("character", "add", being="npc/street_thug", shown="all") for _ in range(7)]
    fights = [
        {"character": id, "action": "attack", "target": ids[(place + 1) % 7], "side": str(place)}
        for place, id in enumerate(ids)
    ]
    asked = {"procedure": "combat_round", "given": {"combatants": fights}}
    long, result = in_background(evening.ann.patient, "/odds", asked)
    took = []
    while long.is_alive():
        began = time.monotonic()
        other.keeper.done("say", text="ailleurs")
        took.append(time.monotonic() - began)
    assert result[0].status_code == 200, result[0].text
    assert statistics.median(took) < 0.5
    assert max(took) < 5


def test_a_computation_that_never_ends_is_cut_off_and_the_next_one_works(running):
    anybody = running.caller()
    limit(running, seconds=1)
    began = time.monotonic()
    error = refusal(anybody.post(ROUND, fighters(16)), 409, "http/too_long")
    limit(running, seconds=30)
    assert 0.9 < time.monotonic() - began < 15
    assert "1 s" in error["message"]
    assert anybody.post(CHECK, SHORT).status_code == 200


def test_a_computation_whose_process_dies_is_refused_and_the_next_one_works(running):
    anybody = running.caller()
    anybody.post(CHECK, SHORT)
    long, result = in_background(anybody.post, ROUND, fighters(14))
    wait_for(lambda: not running.house.strangers._free)  # it has begun
    os.kill(worker_of(running), signal.SIGKILL)
    long.join()
    refusal(result[0], 503, "http/busy")
    assert result[0].headers["retry-after"] == "1"
    assert anybody.post(CHECK, SHORT).status_code == 200
    os.kill(worker_of(running), signal.SIGKILL)  # while it has nothing to do
    wait_for(lambda: anybody.post(CHECK, SHORT).status_code == 200, 2)


def test_too_many_computations_are_refused(running):
    limit(running, waiting=1, seconds=2)
    asked = [in_background(running.caller().post, ROUND, fighters(14)) for _ in range(2)]
    wait_for(lambda: len(running.house.strangers.waiting) == 1)
    refusal(running.caller().post(CHECK, SHORT), 503, "http/busy")
    for thread, result in asked:
        thread.join()
        refusal(result[0], 409, "http/too_long")
    limit(running, seconds=30)
    assert running.caller().post(CHECK, SHORT).status_code == 200


def test_a_fault_in_a_computation_is_told_with_a_reference(running, monkeypatch, caplog):
    async def broken(self: object, question: object) -> tuple[int, bytes]:
        raise ZeroDivisionError

    anybody = running.caller()
    with monkeypatch.context() as patch:
        patch.setattr(worker.Worker, "ask", broken)
        error = refusal(anybody.post(CHECK, SHORT), 500, "http/broken")
    reference = error["message"].split("référence ")[1][:4]
    assert reference in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert "ZeroDivisionError" not in error["message"]


def test_a_question_the_process_cannot_read_is_a_fault_and_the_next_one_works(running, monkeypatch):
    """What the process cannot answer is no answer."""
    anybody = running.caller()
    with monkeypatch.context() as patch:
        patch.setattr("gardien.web.system_routes.Question", lambda *_, **__: {"nonsense": True})
        refusal(anybody.post(CHECK, SHORT), 500, "http/broken")
    assert anybody.post(CHECK, SHORT).status_code == 200


def test_the_process_ends_with_the_server(tmp_path):
    store = open_store(tmp_path / "store.db")
    with Running(store) as running:
        running.caller().post(CHECK, SHORT)
        process = worker_of(running)
        assert Path(f"/proc/{process}").exists()
    store.close()
    wait_for(lambda: not Path(f"/proc/{process}").exists() or "Z" in Path(f"/proc/{process}/stat").read_text())


def test_refusals_of_the_process_are_those_of_the_library():
    """It answers with the same words, whoever asks."""
    result = worker.answer(worker.Question("odds", "yacdha", "gauge_check", {"gauge": "trauma", "value": 9}))
    assert result["status"] == 422
    assert result["body"]["error"]["field"] == "value"
    english = worker.Question("do", "yacdha", "gauge_check", {"gauge": "trauma", "value": 3}, language="en", dice=())
    assert worker.answer(english)["status"] == 422
