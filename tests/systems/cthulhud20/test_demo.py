"""The demo table: four investigators out of breath, one of them bleeding, two gunmen and a dead man who stands up."""

from random import Random

import pytest

from gardien.core.chance import call
from gardien.core.inputs import parse
from gardien.core.interpreters.play import play
from gardien.core.system import find
from gardien.systems.cthulhud20.creation.choices import DrawGiven
from gardien.systems.cthulhud20.creation.draw import draw_investigator
from gardien.systems.cthulhud20.options import Options
from gardien.table import commands as c
from gardien.table.demo import set_demo
from gardien.table.store import open_store
from gardien.table.tables import KEEPER, Tables
from gardien.table.viewers import STRANGER

SYSTEM = find("cthulhud20")


@pytest.fixture(params=["fr", "en"])
def table(request, tmp_path):
    store = open_store(tmp_path / "store.db")
    tables = Tables(store)
    campaign, _ = set_demo(tables, SYSTEM, request.param)
    yield tables.table(campaign)
    store.close()


def test_a_fight_is_under_way(table):
    """CD20-P-INIT-01, CD20-BLEED-01, CD20-CREA-03: in order, one wounded, one on tables of its own, one unseen."""
    view, seen = table.look(table.viewer(KEEPER)), table.look(STRANGER)
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
    drawn = [guest.words_in(language) for guest in SYSTEM.demo.guests if not guest.being]
    assert len(drawn) == 4
    for told in drawn:
        given = parse(DrawGiven, {**told.draw, "language": language})
        sheet = play(call(draw_investigator, given, Options()), Random(1)).outcome
        assert (sheet.name, sheet.level) == (told.name, told.draw["level"])
        assert set(told.draw["feats"]) == set(sheet.feats)
        assert len(sheet.core_skills) == 12


def test_whoever_has_learned_enough_rises_a_level(table):
    """CD20-P-XP-01, CD20-P-LEVEL-01, CD20-P-SAN-06, CD20-P-FEAT-01: a share of experience, a level, a feat."""
    id = next(one for one, who in table.state.play["characters"].items() if who["sheet"]["name"] == "Hélène Astier")

    def done(action, procedure, dice=None, **given):
        command = c.Do(procedure=procedure, character=id, given=given, dice=dice)
        table.act(KEEPER, c.Envelope(action=action, command=command))
        return table.state.play["characters"][id]["sheet"]

    refused = done("a1", "level_up", ability="wis")
    assert (refused["level"], refused["xp"], refused["wis"]) == (3, 3000, 14)
    assert done("a2", "award_experience", challenge=7, group_level=3, members=1)["xp"] == 6600
    grown = done("a3", "level_up", [4], ability="wis")
    assert (grown["level"], grown["wis"], grown["san"], grown["will"]) == (4, 15, 74, 8)
    assert (grown["destiny_received"], grown["fort"]) == (4, 5)
    assert done("a4", "take_feat", feat="run")["feats"][-1] == "run"
