"""The demo table: three on a platform, one cut and one poisoned; a fourth inside the gang’s mesh."""

from random import Random

import msgspec
import pytest

from gardien.core.chance import call
from gardien.core.inputs import parse
from gardien.core.interpreters.play import play
from gardien.core.system import find
from gardien.systems.organique import pack
from gardien.systems.organique.creation.choices import DrawGiven
from gardien.systems.organique.creation.draw import draw_runner
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.network.moves import possible
from gardien.systems.organique.rules.network.scene import Intrusion
from gardien.table.demo import set_demo
from gardien.table.handlers.offers import offers
from gardien.table.store import open_store
from gardien.table.tables import KEEPER, Tables
from gardien.table.viewers import STRANGER
from gardien.web.pages.prepare.bestiary import beings
from systems.organique.creation.test_draw import judged

SYSTEM = find("organique")
BROUGHT = (("samples", "sample"), ("creatures", "creature"), ("creatures", "robot"), ("creatures", "swarm"))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_fight_and_an_intrusion_are_under_way(language, tmp_path):
    """ORG-INIT-01, ORG-POI-02, ORG-HACK-24: in order, one wounded, one poisoned, one watched, one unseen."""
    store = open_store(tmp_path / "store.db")
    tables = Tables(store)
    campaign, _ = set_demo(tables, SYSTEM, language)
    table = tables.table(campaign)
    view, seen = table.look(table.viewer(KEEPER)), table.look(STRANGER)
    ids = {one["sheet"]["name"]: id for id, one in view["characters"].items()}
    sheets = {name: view["characters"][id]["sheet"] for name, id in ids.items()}
    assert sheets["Ramona Cruz"]["sng"] == 2.5
    assert [one["poison"] for one in sheets["Otis Keller"]["doses"]] == ["blade_poison"]
    assert sheets["Otis Keller"]["initiative_mod"] == 3
    scene = msgspec.convert(sheets["Kim Okafor"]["intrusion"], Intrusion)
    assert possible(scene)[0][0] == "detect"
    assert "enter_system" in {key for key, _ in possible(scene)}
    assert ids["Kim Okafor"] not in view["fight"]["sides"]
    assert sorted(view["fight"]["sides"].values()) == ["allies"] * 3 + ["foes"] * 4
    events = {version: table.keeping.event(version) for version in range(1, table.state.version + 1)}
    version = max(at for at, one in events.items() if one and one.roll and one.roll.procedure == "find_trust")
    offered = offers(table.state, version, events[version], table.viewer(KEEPER), table.keeping.events)
    assert len(offered) > 5
    assert [one.key for one in offered if not SYSTEM.terms.entry("offer", one.key.partition(".")[0])] == []
    hidden = [id for id, one in view["characters"].items() if one.get("hidden")]
    assert len(hidden) == 1
    assert hidden[0] not in seen["characters"]
    store.close()


@pytest.mark.parametrize("language", ["fr", "en"])
def test_its_runners_keep_every_rule_of_creation(language):
    """M1 to M4: what is decided of them stands."""
    drawn = [guest.words_in(language) for guest in SYSTEM.demo.guests if not guest.being]
    assert len(drawn) == 4
    for told in drawn:
        sheet = play(
            call(draw_runner, parse(DrawGiven, {**told.draw, "language": language}), Options()), Random(1)
        ).outcome
        assert judged(sheet)["valid"], told.name
        assert dict(sheet.skills) == told.draw["skills"]
        assert sheet.portrait


@pytest.mark.parametrize("language", ["fr", "en"])
def test_people_animals_and_robots_of_the_pack_are_told_by_name(language):
    """M1, M16: everybody that the game master can bring in, and no key among what is told of them."""
    listed = [being for _, each in beings(SYSTEM, language) for being in each]
    assert len(listed) == sum(len(pack.keys(*place)) for place in BROUGHT)
    levels = [level.name for being in listed for part in being.facts.parts for level in part.levels]
    assert levels
    assert [name for name in levels if "_" in name or (name.islower() and language == "en")] == []
