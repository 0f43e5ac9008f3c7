"""Time before it passes: the game master is told what it would do; nobody else is, and nothing moves."""

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from msgspec import to_builtins

from gardien.systems.organique.sheet.samples import sample_person
from gardien.table import commands as c
from gardien.table.store import open_store
from web.client import Evening, Running

TIRED = {"end_now": 5, "end_lost": {"fatigue": 3}}


class Ahead:
    """A table with somebody who is tired and ill, and the device that looks at it."""

    def __init__(self, running: Running) -> None:
        self.url = running.url
        tables = running.house.tables
        self.campaign, link = tables.open(c.Open(system="organique", title="Downtown"))
        self.table = tables.table(self.campaign)
        sheet = {**to_builtins(sample_person("kimberly", "fr")), **TIRED}
        self.act("add", c.Add(sheet=sheet))
        (self.kim,) = self.table.state.play["characters"]
        ill = [{"kind": "disease", "key": "flu"}]
        self.act("ill", c.Override(path=f"characters/{self.kim}/sheet/lasting", value=ill, reason="essai"))
        self.keeper = httpx2.Client(base_url=self.url, follow_redirects=True, timeout=20, verify=False)
        self.keeper.get(f"/l/{link}")

    def act(self, action: str, command: c.Command) -> Any:
        return self.table.act("keeper", c.Envelope(action=action, command=command), "fr")

    def asked(self, minutes: str, language: str = "fr") -> str:
        headers = {"X-Gardien": "1", "Accept-Language": language}
        answer = self.keeper.post(f"/t/{self.campaign}/temps", data={"number.minutes": minutes}, headers=headers)
        assert answer.status_code == 200, answer.text
        return str(answer.text)


@pytest.fixture(scope="module")
def ahead(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ahead]:
    store = open_store(tmp_path_factory.mktemp("ahead") / "store.db")
    with Running(store) as running:
        yield Ahead(running)
    store.close()


def test_what_happens_and_what_waits_is_told_before(ahead: Ahead) -> None:
    before = ahead.table.state.version
    text = ahead.asked("15")
    assert "Kimberly" in text
    assert "D’ici là" in text
    assert "dés" not in text
    text = ahead.asked(str(24 * 60), "en")
    assert "By then" in text
    assert "to throw or decide" in text
    assert ahead.table.state.version == before


@pytest.mark.parametrize("minutes", ["", "0", "-5", "dix", "99999999", "1.5"])
def test_what_is_no_time_tells_nothing(ahead: Ahead, minutes: str) -> None:
    text = ahead.asked(minutes)
    assert 'id="ahead"' in text
    assert "<li>" not in text


def test_a_minute_without_anything_says_so(ahead: Ahead) -> None:
    assert "Rien ne change" in ahead.asked("1")


def test_nobody_else_is_told(ahead: Ahead) -> None:
    """Whoever comes by has no place at this table."""
    answer = httpx2.post(f"{ahead.url}/t/{ahead.campaign}/temps", data={"number.minutes": "15"})
    assert answer.status_code in (401, 403)


def test_time_is_foreseen_as_it_is_spent(evening: Evening) -> None:
    """A week of rest heals, a week on the road does not; each may spend it in their own way, on the page too."""
    data = {"type": "advance", "number.minutes": "10080"}
    home, headers = f"{evening.running.url}/t/{evening.table}", {"X-Gardien": "1"}
    with httpx2.Client(timeout=20, headers=headers, verify=False) as keeper:
        keeper.get(f"{evening.running.url}/l/{evening.keeper.link}")
        assert "Voyage" in keeper.get(home).text

        def foreseen(**ways: str) -> str:
            return str(keeper.post(f"{home}/temps", data={**data, **ways}).text)

        assert "Léo" in foreseen(**{"text.activity": "rest"})
        assert "Léo" not in foreseen(**{"text.activity": "travel"})
        assert "Léo" in foreseen(**{"text.activity": "travel", f"by.activities.{evening.leo}": "rest"})
        assert "Léo" not in foreseen(**{"text.activity": "rest", f"by.activities.{evening.leo}": "travel"})
        answer = keeper.post(f"{home}/act", data={**data, "action": "a-siege", "text.activity": "siege"})
        assert answer.status_code == 422
        assert "siege" in answer.text
