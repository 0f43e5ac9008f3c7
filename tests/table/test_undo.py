"""Undo and redo to any point; the same log is the same state wherever it is folded."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.cards import can_be_taken_back
from gardien.table.projection import Projection
from gardien.table.store import open_store
from gardien.table.store.base import Record, Store
from gardien.table.tables import Tables
from table.evening import Evening, again, card, play_hash
from table.random_play import Player
from table.store.server import Server

PLAY = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
SEEDS = st.integers(0, 2**32)


# ---- properties over random play ----


@settings(PLAY, max_examples=40)
@given(seed=SEEDS, steps=st.integers(0, 25))
def test_do_and_undo_is_the_identity(quick: Store, seed: int, steps: int) -> None:
    evening = Evening(quick, seed)
    player = Player(evening, seed)
    player.steps(steps)
    before, house = play_hash(evening.state), evening.state.house
    acted = None
    for _ in range(20):
        seat, command = player.command()
        if isinstance(command, c.Undo | c.Redo):
            continue
        try:
            acted = evening.act(seat, command)
        except Refusal:
            assert play_hash(evening.state) == before
            continue
        break
    event = evening.table.keeping.event(evening.state.version)
    if acted is None or event is None or not can_be_taken_back(event):
        return
    done, house = play_hash(evening.state), evening.state.house
    evening.keep(c.Undo())
    assert play_hash(evening.state) == before
    assert evening.state.house is house, "who sits where is not taken back"
    evening.keep(c.Redo())
    assert play_hash(evening.state) == done
    assert evening.state.house is house


@settings(PLAY, max_examples=30)
@given(seed=SEEDS, steps=st.integers(1, 30), where=st.floats(0, 1), back=st.floats(0, 1))
def test_undo_to_any_point_is_how_it_was_and_redo_goes_back(
    quick: Store, seed: int, steps: int, where: float, back: float
) -> None:
    evening = Evening(quick, seed)
    plays = {0: "", evening.state.version: play_hash(evening.state)}
    for version in range(1, evening.state.version):
        plays[version] = play_hash(evening.table.keeping.state_at(version))
    player = Player(evening, seed)
    for _ in range(steps):
        player.step()
        plays[evening.state.version] = play_hash(evening.state)
    head, house = evening.state, evening.state.house
    to = max(1, round(where * head.version))
    evening.keep(c.Undo(to=str(to)))
    assert play_hash(evening.state) == plays[to] == play_hash(evening.table.keeping.state_at(to))
    assert evening.state.chain == evening.table.keeping.state_at(to).chain
    assert evening.state.house is house
    evening.keep(c.Redo())
    assert play_hash(evening.state) == plays[head.version]
    assert evening.state.chain == head.chain
    other = max(1, round(back * head.version))
    evening.keep(c.Redo(to=str(other)))
    assert play_hash(evening.state) == plays[other]
    for version, kept in plays.items():
        if version:
            assert play_hash(evening.table.keeping.state_at(version)) == kept, "the past stays as it was"


@settings(PLAY, max_examples=25)
@given(seed=SEEDS, steps=st.integers(1, 40))
def test_a_card_is_struck_exactly_when_its_consequences_are_gone(quick: Store, seed: int, steps: int) -> None:
    """The chain, told by a model: a list of versions that grows with what is done and is cut by undo."""
    evening = Evening(quick, seed)
    Player(evening, seed).steps(steps)
    chains: dict[int, tuple[int, ...]] = {0: ()}
    redo: list[int] = []
    for version, event in evening.table.keeping.events(0, evening.state.version):
        assert event is not None
        chain = chains[version - 1]
        if event.to is not None and event.roll is not None:  # another look at the same dice
            chain, redo = (*chains[event.to], version), []
        elif event.to is not None:
            if event.command == "undo":
                redo.append(chain[-1] if chain else 0)
            elif redo:
                redo.pop()
            chain = chains[event.to]
        elif can_be_taken_back(event):
            chain, redo = (*chain, version), []
        chains[version] = chain
    state = evening.state
    assert [version for version in chains if version and state.holds(version)] == list(chains[state.version])
    assert list(state.redo) == redo
    for shown in evening.log(evening.keeper):
        event = evening.table.keeping.event(int(shown["id"]))
        assert event is not None
        gone = can_be_taken_back(event) and int(shown["id"]) not in chains[state.version]
        assert shown.get("struck", False) is gone


@settings(PLAY, max_examples=15)
@given(seed=SEEDS, steps=st.integers(1, 40), every=st.integers(1, 30))
def test_replaying_gives_the_same_state(quick: Store, seed: int, steps: int, every: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gardien.table.projection.SNAPSHOT_EVERY", every)
        evening = Evening(quick, seed)
        Player(evening, seed).steps(steps)
        first, second = again(evening), again(evening)  # the first writes a snapshot, the second begins with it
        assert first.state == second.state == evening.state
        assert first.state.hash() == evening.state.hash()
        for version in range(1, evening.state.version + 1):
            assert second.keeping.state_at(version) == evening.table.keeping.state_at(version)
        quick.drop_snapshots()
        assert again(evening).state == evening.state


def test_the_same_play_on_both_stores_and_copied_to_the_other(
    store: Store, where: str, server: Server, tmp_path: Path
) -> None:
    """What is folded from a log depends on the log alone."""
    evening = Evening(store, 5)
    Player(evening, 5).steps(60)
    assert again(evening).state == evening.state
    elsewhere = server.database() if not where.startswith("postgresql") else str(tmp_path / "copy.db")
    other = open_store(elsewhere)
    try:
        for record in store.read(evening.campaign):
            assert isinstance(record, Record)
            other.append(evening.campaign, record.version - 1, record.action, [record.body], record.at)
        copied = again(evening, other)
        assert copied.state.hash() == evening.state.hash()
        assert copied.log(copied.viewer(evening.bob), "fr") == evening.table.log(evening.viewer(evening.bob), "fr")
    finally:
        other.close()


@settings(PLAY, max_examples=10)
@given(seed=SEEDS, steps=st.integers(1, 40))
def test_the_past_is_found_again_with_little_memory(quick: Store, seed: int, steps: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name, few in (("STATES_KEPT", 2), ("EVENTS_KEPT", 2), ("SNAPSHOT_EVERY", 7)):
            patch.setattr(f"gardien.table.projection.{name}", few)
        evening = Evening(quick, seed)
        Player(evening, seed).steps(steps)
        plain = Projection(quick, evening.campaign)
        for version in reversed(range(1, evening.state.version + 1)):
            assert evening.table.keeping.state_at(version) == plain.state_at(version)


# ---- one by one ----


@pytest.fixture
def evening(quick: Store) -> Evening:
    return Evening(quick)


def test_all_consequences_are_taken_back(evening: Evening) -> None:
    evening.fight(evening.leo, evening.thug)
    before = evening.play
    evening.attack(evening.ann, evening.leo, evening.thug)
    evening.keep(c.Round(dice=(6, 1)))
    evening.keep(c.Undo())
    evening.keep(c.Undo())
    assert evening.play == before
    assert evening.log(evening.bob)[-3]["struck"] is True
    evening.keep(c.Redo())
    evening.keep(c.Redo())
    assert evening.play["fight"]["round"] == 2
    assert not any("struck" in shown for shown in evening.log(evening.keeper))


def test_what_is_done_after_an_undo_leaves_nothing_to_redo(evening: Evening) -> None:
    evening.check(evening.leo, face=6)
    evening.keep(c.Undo())
    assert evening.look(evening.keeper)["redo"] is True
    evening.keep(c.Say(text="autrement"))
    assert evening.look(evening.keeper)["redo"] is False
    assert evening.refused(evening.keeper, c.Redo()).id == "table/nothing_to_redo"
    evening.keep(c.Redo(to=str(evening.state.version - 2)))
    assert evening.sheet(evening.leo)["trauma"] == 4, "any point that was left can be gone back to"


def test_seats_and_settings_stay(evening: Evening) -> None:
    point = str(evening.state.version)
    evening.check(evening.leo, face=6)
    late = evening.seat("player", "Cyd")
    evening.keep(c.Settings(announce=True))
    evening.keep(c.Assign(characters=(evening.leo,), seat=late))
    evening.keep(c.Undo(to=point))
    assert evening.sheet(evening.leo)["trauma"] == 3
    assert evening.viewer(late).owns == (evening.leo,)
    assert evening.look(evening.bob)["settings"]["announce"] is True
    assert evening.tables.enter(evening.links[late]).seat == late


def test_the_beginning_is_not_taken_back(quick: Store) -> None:
    tables = Tables(quick)
    campaign, _ = tables.open(c.Open(system="yacdha"))
    table = tables.table(campaign)
    for number, command in enumerate((c.Undo(), c.Undo(to="0"), c.Redo(), c.Undo(to="2"), c.Undo(to="-1"))):
        with pytest.raises(Refusal):
            table.act("keeper", c.Envelope(action=str(number), command=command))
    assert table.state.version == 1


def test_a_secret_undone_is_no_longer_released(evening: Evening) -> None:
    acted = evening.check(evening.leo, face=6, audience="keeper")
    evening.keep(c.Release(event=acted.version))
    evening.keep(c.Undo())
    assert evening.sheet(evening.leo)["trauma"] == 3
    evening.keep(c.Release(event=acted.version))
    assert evening.sheet(evening.leo)["trauma"] == 4


def test_a_secret_that_was_taken_back_has_no_consequences(evening: Evening) -> None:
    acted = evening.check(evening.leo, face=6, audience="keeper")
    evening.keep(c.Undo())
    assert evening.refused(evening.keeper, c.Release(event=acted.version)).id == "table/no_secret"
    evening.keep(c.Reveal(event=acted.version))
    assert evening.sheet(evening.leo)["trauma"] == 3


def test_a_secret_about_somebody_who_is_gone_touches_nobody(evening: Evening) -> None:
    """What it did to those who are still there takes effect all the same."""
    acted = evening.check(evening.leo, face=6, audience="keeper")
    evening.keep(c.Remove(character=evening.leo))
    evening.keep(c.Release(event=acted.version))
    assert evening.leo not in evening.state.play["characters"]


def test_undo_says_where_to(evening: Evening) -> None:
    acted = evening.keep(c.Undo())
    assert card(acted)["to"] == str(evening.state.version - 2)
    assert all("to" not in shown for shown in evening.log(evening.ann))


def test_one_entry_alone_goes_where_nothing_rests_on_it(evening: Evening) -> None:
    """What came after it stays; taken back itself, the entry holds again; the same log is the same state elsewhere."""
    first = evening.check(evening.leo, face=6)
    evening.keep(c.Say(text="puis"))
    evening.keep(c.Scene(title="Le quai"))
    evening.keep(c.Undo(alone=first.version))
    assert evening.sheet(evening.leo)["trauma"] == 3
    assert evening.play["scene"]["title"] == "Le quai"
    struck = [shown["id"] for shown in evening.log(evening.keeper) if "struck" in shown]
    assert struck == [first.version]
    assert again(evening).state.hash() == evening.state.hash()
    evening.keep(c.Undo())
    assert evening.sheet(evening.leo)["trauma"] == 4
    assert [shown["command"] for shown in evening.log(evening.keeper) if "struck" in shown] == ["undo"]
    evening.keep(c.Redo())
    assert evening.sheet(evening.leo)["trauma"] == 3
    newest = evening.check(evening.mia, face=6)
    evening.keep(c.Undo(alone=newest.version))  # the newest alone, and back
    evening.keep(c.Undo())
    assert evening.state.holds(int(newest.version))


def test_an_entry_on_which_another_rests_stays(evening: Evening) -> None:
    first = evening.check(evening.leo, face=6)
    evening.check(evening.leo, face=6)
    refusal = evening.refused(evening.keeper, c.Undo(alone=first.version))
    assert (refusal.id, refusal.words["count"]) == ("table/rests_on_it", 1)
    assert evening.refused(evening.keeper, c.Undo(alone="1")).id == "table/nothing_to_undo"
    assert evening.refused(evening.ann, c.Undo(alone=first.version)), "a moment by a name that is not for players"
    secret = evening.check(evening.mia, face=6, audience="keeper")
    evening.keep(c.Undo(alone=secret.version))
    heard = [one["command"] for one in evening.log(evening.ann)]
    assert "undo" not in heard, "of a secret nobody hears that it is gone"


def test_what_one_press_has_done_one_undo_takes_back(evening: Evening) -> None:
    """And one redo brings it back; what came before it stays."""
    evening.check(evening.mia, face=6)
    before = evening.state.play
    for id in (evening.leo, evening.mia):
        command = c.Do(procedure="gauge_check", character=id, given={"gauge": "trauma"}, dice=(6,))
        evening.keep(command, together="all of them")
    after = evening.state.play
    evening.keep(c.Undo())
    assert evening.state.play == before
    evening.keep(c.Redo())
    assert evening.state.play == after
    assert again(evening).state.hash() == evening.state.hash()


def test_a_player_takes_back_their_own_last_act_while_nothing_rests_on_it(evening: Evening) -> None:
    first = evening.check(evening.leo, evening.ann, face=6)
    second = evening.check(evening.leo, evening.ann, face=6)
    assert evening.refused(evening.ann, c.Undo()).kind == "forbidden"
    assert evening.refused(evening.ann, c.Undo(alone=first.version)).id == "table/not_last"
    evening.keep(c.Scene(title="Le quai"))
    evening.act(evening.ann, c.Undo(alone=second.version))
    assert evening.sheet(evening.leo)["trauma"] == 4
    assert evening.play["scene"]["title"] == "Le quai"
    evening.check(evening.leo, face=6)  # the game master's, which rests on the first
    assert evening.refused(evening.ann, c.Undo(alone=first.version)).id == "table/not_last"


def test_free_dice_are_thrown_and_kept(evening: Evening) -> None:
    shown = card(evening.act(evening.ann, c.Throw(notation="3d6+2", note="la météo")))["words"]
    assert (shown["notation"], shown["sides"], shown["total"]) == ("3D6+2", [6, 6, 6], sum(shown["faces"]) + 2)
    assert evening.refused(evening.ann, c.Throw(notation="2+2")).id == "dice/empty"
    evening.keep(c.Throw(notation="1d100", audience="keeper"))
    thrown = [one["words"]["notation"] for one in evening.log(evening.ann) if one["command"] == "throw"]
    assert thrown == ["3D6+2"]
