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
