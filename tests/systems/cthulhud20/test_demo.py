"""The demo table: four investigators out of breath, one of them bleeding, two gunmen and a dead man who stands up."""

from random import Random

import pytest

from gardien.core.chance import call
from gardien.core.given import read
from gardien.core.readings.play import play
from gardien.core.system import find
from gardien.systems.cthulhud20.choices import DrawGiven
from gardien.systems.cthulhud20.draw import draw_investigator
from gardien.systems.cthulhud20.options import Options
from gardien.table.demo import set_demo
from gardien.table.store import open_store
from gardien.table.tables import Tables
from gardien.table.viewers import STRANGER

SYSTEM = find("cthulhud20")


@pytest.fixture(params=["fr", "en"])
def demo(request, tmp_path):
    """The table as the Keeper and as somebody who looks in see it."""
    store = open_store(tmp_path / "store.db")
    tables = Tables(store)
    campaign, link = set_demo(tables, SYSTEM, request.param)
    table = tables.table(campaign)
    yield table.look(table.viewer(tables.enter(link).seat)), table.look(STRANGER)
    store.close()


def test_a_fight_is_under_way(demo):
    """CD20-P-INIT-01, CD20-BLEED-01, CD20-CREA-03: in order, one wounded, one on tables of its own, one unseen."""
    view, seen = demo
    people = {one["sheet"]["name"]: one["sheet"] for one in view["characters"].values()}
    marcel = people["Marcel Drouet"]
    assert [one["zone"] for one in marcel["wounds"] if one["bleeding"]] == ["left_arm"]
    assert (marcel["pv"], marcel["pv_max"], marcel["pf"], marcel["fatigue_malus"]) == (8, 10, 5, -2)
    assert people["Yves Kerjean"]["fatigue_malus"] < 0
    assert {one["tables"] for one in people.values()} == {"human", "zombie"}
    hidden = [id for id, one in view["characters"].items() if one.get("hidden")]
    assert len(hidden) == 1
    assert hidden[0] not in seen["characters"]
    assert set(view["fight"]["sides"].values()) == {"allies", "foes"}
    assert len(view["fight"]["sides"]) == 8


@pytest.mark.parametrize("language", ["fr", "en"])
def test_its_investigators_keep_every_rule_of_creation(language):
    """CD20-P-ABIL-01, CD20-P-SKILL-02, CD20-P-FEAT-01: what is decided of them stands, the rest is drawn."""
    drawn = [guest.told(language) for guest in SYSTEM.demo.guests if not guest.being]
    assert len(drawn) == 4
    for told in drawn:
        given = read(DrawGiven, {**told.draw, "language": language})
        sheet = play(call(draw_investigator, given, Options()), Random(1)).outcome
        assert (sheet.name, sheet.level) == (told.name, told.draw["level"])
        assert set(told.draw["feats"]) == set(sheet.feats)
        assert len(sheet.core_skills) == 12
