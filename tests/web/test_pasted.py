"""A stat block pasted from anywhere: what the game knows of it is read, everything else is told."""

from typing import Any

import pytest

from gardien.core.system import find
from gardien.table import commands as c
from gardien.table.store.base import Store
from gardien.table.tables import Tables
from gardien.web.pasted import read_block
from table.conftest import quick as quick  # a fixture

GHOUL = "GOULE FOR 17 CON 13 DEX 13 INT 10 PV 14 PER 11 VOL 8 Morsure 40 % dégâts 1d6, Boxe 3"
READ: dict[str, dict[str, Any]] = {
    "yacdha": {"occupations": {"Boxe": 3}},
    "operators": {"FOR": 17, "CON": 13, "DEX": 13, "INT": 10},
    "d20d100": {"scores": {"FOR": 17, "CON": 13, "DEX": 13, "INT": 10, "PER": 11}, "pv": 14, "pv_max": 14},
    "cthulhud20": {"str": 17, "con": 13, "dex": 13, "int": 10, "pv": 14, "pv_max": 14},
    "organique": {"FOR": 17, "INT": 10, "PER": 11, "VOL": 8},
}


@pytest.mark.parametrize("system", READ)
def test_a_stat_block_is_read_in_every_game_and_the_rest_is_told(quick: Store, system: str) -> None:
    pasted = read_block(find(system), GHOUL)
    assert pasted.sheet["name"] == "Goule"
    assert READ[system].items() <= pasted.sheet.items()
    assert "Morsure 40" in pasted.left
    assert "1d6" in pasted.left
    tables = Tables(quick)
    campaign, _ = tables.open(c.Open(system=system))
    add = c.Add(sheet=pasted.sheet)
    tables.table(campaign).act("keeper", c.Envelope(action="a", command=add), "fr")
    (kept,) = tables.table(campaign).state.play["characters"].values()
    assert READ[system].items() <= kept["sheet"].items()


def test_a_block_of_several_lines_is_read_as_a_form_sends_it() -> None:
    """Its lines end otherwise than those of a file, and a per cent belongs to its number."""
    pasted = read_block(find("operators"), "MERCENAIRE\r\nFOR 60 CON 55\r\nFusil 40\u00a0%, gilet\r\n")
    assert (pasted.sheet["name"], pasted.sheet["FOR"], pasted.left) == ("Mercenaire", 60, ("Fusil 40", "gilet"))


@pytest.mark.parametrize("text", ["", "une ombre dans le couloir", "1d6+2 " * 300, "x" * 30_000, "−5 " * 500])
def test_what_is_no_stat_block_reads_nothing(text: str) -> None:
    assert all(read_block(find(system), text).read == 0 for system in READ)
