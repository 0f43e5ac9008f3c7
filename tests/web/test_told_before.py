"""What a form tells before anything is done: a price and what is left of it, how much sanity a look may cost."""

import re

import pytest

from gardien.core.system import find
from gardien.table.demo import set_demo
from web.client import Running
from web.test_sheet import Reader, words

TOLD = {
    "d20d100": [
        ("spend_xp", {"given.purchase": "skill", "given.target": "ecouter"}, "Coût 3 · Points d’expérience 1"),
        (
            "san_check",
            {"json.loss_success": '"0"', "json.loss_failure": '"1d6"'},
            "SAN perdue : de 0 à 6, 1,4 en moyenne",
        ),
    ],
    "operators": [("san_shock", {"given.shock": "minor"}, "SAN perdue : de 1 à 3, 2 en moyenne")],
}


@pytest.mark.parametrize("key", TOLD)
def test_a_price_and_a_loss_are_told_before_they_are_paid(running: Running, key: str) -> None:
    """D100-XP-04, D100-SAN-01, OPS-SAN-02."""
    table, link = set_demo(running.house.tables, find(key), "fr")
    keeper = running.caller(link).at(table)
    who = next(iter(keeper.get().json()["characters"]))
    if key == "d20d100":
        keeper.done("override", path=f"characters/{who}/sheet/xp", value=4, reason="essai")
    for procedure, given, told in TOLD[key]:
        asked = {"procedure": procedure, "character": who, **given}
        answer = Reader(keeper).client.post(f"/t/{table}/odds", data=asked, headers={"X-Gardien": "1"})
        assert told in re.sub(r"\s+", " ", words(answer.text)), words(answer.text)


def test_luck_paid_afterwards_is_no_part_of_the_chance_a_throw_had(running: Running) -> None:
    """OPS-LUCK-02: what luck has carried was a test of 13 %. And what is chosen is no longer offered as a choice."""
    table, link = set_demo(running.house.tables, find("operators"), "fr")
    keeper = running.caller(link).at(table)
    who = next(iter(keeper.get().json()["characters"]))
    given = {"characteristic": "INT", "difficulty": "extreme"}
    card = keeper.done("do", procedure="test", character=who, given=given, dice=[60])["card"]["id"]
    paid = keeper.done("follow", event=card, offer="shift")["card"]["id"]
    client = Reader(keeper).client
    assert "13 % avant le jet" in re.sub(r"\s+", " ", words(client.get(f"/t/{table}/suite/{paid}").text))
    asked = {"procedure": "test", "character": who, "given.characteristic": "INT", "given.difficulty": "standard"}
    for more, offered in (({}, True), ({"given.advantage": "true"}, False)):
        odds = client.post(f"/t/{table}/odds", data=asked | more, headers={"X-Gardien": "1"}).text
        assert ("what-if" in odds) == offered
