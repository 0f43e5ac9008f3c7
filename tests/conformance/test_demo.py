"""Every game sets a table for whoever wants to try it."""

import pytest

from conformance.installed import SYSTEMS, system_key
from core.typography import typographic_faults
from gardien.core.table_rules import kind_of
from gardien.table.demo import set_demo
from gardien.table.store import open_store
from gardien.table.tables import Tables
from gardien.table.viewers import STRANGER

every_system = pytest.mark.parametrize("system", SYSTEMS, ids=system_key)


@every_system
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_demo_table_is_ready_to_play(system, language, tmp_path):
    store = open_store(tmp_path / "store.db")
    tables = Tables(store)
    campaign, link = set_demo(tables, system, language)
    table = tables.table(campaign)
    view = table.look(table.viewer(tables.enter(link).seat))
    mine = kind_of(system.table_rules.sheets[0])
    players = [one for one in view["characters"].values() if one["sheet"].get("kind", "") == mine]
    assert len(players) == 4
    assert all(one["sheet"]["name"] for one in players)
    assert view["scene"]["title"]
    assert view["scene"]["text"]
    hidden = {id for id, one in view["characters"].items() if one.get("hidden")}
    assert not hidden & set(table.look(STRANGER)["characters"])
    if system.table_rules.fighting and any(guest.side for guest in system.demo.guests):
        assert len(set(view["fight"]["sides"].values())) == 2
    store.close()


@every_system
def test_the_demo_is_written_as_both_languages_are(system):
    demo = system.demo
    said = [demo.title, demo.scene, demo.text, *(text for note in demo.notes for text in (note.title, note.text))]
    texts = [(language, one(language)) for one in said for language in ("fr", "en")]
    texts += [(language, guest.words_in(language).secret) for guest in demo.guests for language in ("fr", "en")]
    assert [(text, faults) for language, text in texts if (faults := typographic_faults(text, language))] == []
