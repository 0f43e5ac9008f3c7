"""Two tables with the same public story, one full of secrets: others get the same, byte for byte, in every game."""

from collections.abc import Iterator

import pytest

from gardien.core.system import find, keys
from gardien.table.store import open_store
from gardien.web.pages.sheet import sheet
from gardien.web.pages.table import acts, tables
from web.client import Running
from web.two_worlds import Fate, World

LONGER = 3  # times that something may take longer by chance, and half a second


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    store = open_store(tmp_path_factory.mktemp("worlds") / "store.db")
    with Running(store) as running:
        yield running
    store.close()


@pytest.fixture
def fate(running: Running, monkeypatch: pytest.MonkeyPatch) -> Fate:
    result = Fate()
    result.rules(running.house.tables, monkeypatch)
    for page in (tables, sheet):  # odds on a gauge come with the page, however busy the machine
        monkeypatch.setattr(page, "PATIENCE", 20)
    monkeypatch.setattr(acts, "PATIENCE_SECONDS", 20)
    return result


@pytest.mark.parametrize("game", keys())
def test_secrets_change_nothing_that_others_get(running: Running, fate: Fate, game: str) -> None:
    """Hidden people in the fight and in everybody's way, true names, secret rolls, notes, plans, whispers."""
    worlds = [World(running, fate, find(game), secretive=one) for one in (False, True)]
    for label, other in zip(*(world.story() for world in worlds), strict=True):
        assert label == other
        for world in worlds:
            world.look()
            if label == "turns":
                world.look_closely()
                world.try_everything()
            if label in ("asked without being told how hard", "answered all the same", "a chase", "taken back"):
                world.look_closely("player")
        assert_same(*worlds, label)
    took = [min(world.resume() for _ in range(2)) for world in worlds]
    assert took[1] < LONGER * took[0] + 0.5
    happened = [int(world.keeper.get().json()["version"]) for world in worlds]
    assert happened[1] > happened[0] + 30, "there was something to be kept from others"
    for world in worlds:
        world.hear()
        world.close()
    assert_same(*worlds, "live")


def assert_same(plain: World, secretive: World, label: str) -> None:
    """What came from both, in the same order, to the same people."""
    ones, others = plain.taken(), secretive.taken()
    assert [one[:2] for one in ones] == [one[:2] for one in others], label
    for one, other in zip(ones, others, strict=True):
        if one.text != other.text:
            pairs = enumerate(zip(one.text, other.text, strict=False))
            at = next((at for at, (mine, theirs) in pairs if mine != theirs), min(len(one.text), len(other.text)))
            shown = (text[max(0, at - 200) : at + 200] for text in (one.text, other.text))
            pytest.fail("\n".join([f"{label}, {one.whose}, {one.what}:", *shown]))
