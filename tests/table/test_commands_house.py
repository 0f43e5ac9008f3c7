"""The house: opening, settings, seats and links, what is said and noted, the scene."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.handlers.house import MOST_SEATS
from gardien.table.links import Entered
from gardien.table.store.base import Store
from gardien.table.tables import Tables
from table.evening import Evening, again, card


@pytest.fixture
def evening(quick: Store) -> Evening:
    return Evening(quick)


def test_a_campaign_begins_with_its_game_and_one_seat(quick: Store) -> None:
    tables = Tables(quick)
    campaign, link = tables.open(c.Open(system="yacdha", title="Nuit", options={"luck_cap": 3}))
    table = tables.table(campaign)
    assert tables.enter(link) == Entered(campaign, "keeper")
    assert (table.state.play["title"], table.state.play["options"]) == ("Nuit", {"luck_cap": 3})
    assert table.state.house["seats"] == {"keeper": {"role": "keeper", "name": "", "characters": []}}
    assert tables.campaigns()[campaign] == 1


def test_campaigns_that_cannot_begin(quick: Store) -> None:
    tables = Tables(quick)
    with pytest.raises(Refusal, match="yacdha"):
        tables.open(c.Open(system="yacdah"))
    with pytest.raises(Refusal) as refused:
        tables.open(c.Open(system="yacdha", options={"luck_cap": 99}))
    assert refused.value.field == "luck_cap"
    with pytest.raises(Refusal) as refused:
        tables.table("t0")
    assert refused.value.id == "table/unknown"


def test_settings_change_what_they_name(evening: Evening) -> None:
    usual = {"announce": False, "players_edit": True, "players_write": [], "approve": False, "began": ""}
    evening.keep(c.Settings(title="Autre", announce=True))
    assert evening.look(evening.ann)["settings"] == {**usual, "announce": True}
    evening.keep(c.Settings(players_edit=False, options={"hold_escape": True}))
    assert evening.look(evening.ann)["settings"] == {**usual, "announce": True, "players_edit": False}
    assert (evening.play["title"], evening.play["options"]) == ("Autre", {"hold_escape": True})
    assert evening.refused(evening.keeper, c.Settings(options={"hold_escape": 7})).field == "hold_escape"


def test_a_table_has_a_date_that_can_be_read(evening: Evening) -> None:
    evening.keep(c.Settings(began="1927-11-14T22:09"))
    assert evening.look(evening.ann)["settings"]["began"] == "1927-11-14T22:09"
    assert evening.refused(evening.keeper, c.Settings(began="1927-13-45T22:09")).id == "time/date"


# ---- seats ----


def test_a_seat_is_opened_by_its_link_alone(evening: Evening) -> None:
    for seat, link in evening.links.items():
        assert evening.tables.enter(link) == Entered(evening.campaign, seat)
        assert len(link) * 6 >= 128
    for wrong in ("", "x", evening.links[evening.ann][:-1], "y" * 500):
        with pytest.raises(Refusal) as refused:
            evening.tables.enter(wrong)
        assert (refused.value.id, refused.value.kind) == ("table/no_link", "forbidden")


def test_a_seat_has_as_many_links_as_devices_and_each_can_be_taken_away(evening: Evening) -> None:
    second = evening.tables.new_link(evening.campaign, evening.ann)
    assert evening.tables.enter(second).seat == evening.ann
    assert evening.tables.revoke(evening.campaign, evening.ann) == 2
    for link in (second, evening.links[evening.ann]):
        with pytest.raises(Refusal):
            evening.tables.enter(link)
    assert evening.tables.enter(evening.links[evening.bob]).seat == evening.bob
    assert evening.look(evening.ann), "the seat itself is still there"


def test_a_seat_that_is_taken_away_opens_nothing(evening: Evening) -> None:
    evening.keep(c.Unseat(seat=evening.ann))
    with pytest.raises(Refusal):
        evening.tables.enter(evening.links[evening.ann])
    for table in (evening.table, again(evening)):
        with pytest.raises(Refusal) as refused:
            table.act(evening.ann, evening.envelope(c.Say(text="hé")))
        assert (refused.value.id, refused.value.kind) == ("table/no_seat", "forbidden")
        with pytest.raises(Refusal):
            table.viewer(evening.ann)
    assert evening.refused(evening.keeper, c.Unseat(seat=evening.ann)).id == "table/nothing"
    assert evening.refused(evening.keeper, c.Unseat(seat=evening.keeper)).id == "table/own_seat"


def test_a_character_belongs_to_one_seat_at_a_time(evening: Evening) -> None:
    evening.keep(c.Assign(characters=(evening.leo,), seat=evening.bob))
    seats = evening.state.house["seats"]
    assert (seats[evening.ann]["characters"], seats[evening.bob]["characters"]) == ([], [evening.mia, evening.leo])
    third = evening.seat("player", "Cyd", (evening.leo, evening.thug))
    seats = evening.state.house["seats"]
    assert (seats[evening.bob]["characters"], seats[third]["characters"]) == (
        [evening.mia],
        [evening.leo, evening.thug],
    )
    evening.keep(c.Assign(characters=(evening.leo,)))
    assert evening.state.house["seats"][third]["characters"] == [evening.thug]
    assert evening.refused(evening.keeper, c.Assign(characters=("x",))).id == "table/no_character"
    assert evening.refused(evening.keeper, c.Assign(characters=(evening.leo,), seat="x")).id == "table/nothing"


def test_a_second_game_master(evening: Evening) -> None:
    other = evening.seat("keeper", "Deux")
    assert evening.look(other)["characters"][evening.ghoul] == evening.person(evening.ghoul)
    evening.act(other, c.Undo())


def test_a_table_has_room_for_so_many(evening: Evening) -> None:
    for _ in range(MOST_SEATS - len(evening.state.house["seats"])):
        evening.keep(c.Seat(role="spectator"))
    assert evening.refused(evening.keeper, c.Seat()).field == "seats"


# ---- words ----


def test_words_reach_those_they_are_for(evening: Evening) -> None:
    for audience, hearing in (
        ("all", evening.seats),
        ("keeper", (evening.keeper,)),
        ((evening.bob,), (evening.keeper, evening.bob)),
    ):
        text = f"pour {audience}"
        evening.keep(c.Say(text=text, audience=audience))
        heard = [seat for seat in evening.seats if evening.log(seat)[-1]["words"].get("text") == text]
        assert tuple(heard) == tuple(hearing)


def test_a_player_whispers_to_the_game_master_only(evening: Evening) -> None:
    evening.act(evening.ann, c.Say(text="psst", audience=(evening.bob,)))
    heard = [seat for seat in evening.seats if evening.log(seat)[-1]["words"].get("text") == "psst"]
    assert heard == [evening.keeper, evening.ann]
    assert evening.refused(evening.ann, c.Say(text="psst", audience=("x",))).id == "table/nothing"


def test_notes_are_for_the_game_master_unless_shown(evening: Evening) -> None:
    note = evening.note(title="Plan", text="le maire est coupable")
    assert evening.look(evening.ann)["notes"] == {}
    evening.keep(c.Note(id=note, title="Plan", text="une carte", shown=True))
    assert evening.look(evening.screen)["notes"][note]["text"] == "une carte"
    evening.keep(c.Note(id=note))
    assert evening.play["notes"] == {}
    assert evening.refused(evening.keeper, c.Note(id=note, text="encore")).id == "table/nothing"


def test_a_new_scene_forgets_what_the_last_one_counted(evening: Evening) -> None:
    evening.keep(c.Scene(title="Le quai", text="Il pleut."))
    acted = evening.keep(c.Do(procedure="investigate", dice=(5,)))  # nobody in particular
    assert card(acted)["roll"]["outcome"]["best"] == 5
    assert evening.play["scene"]["marks"] == {"best_previous": 5}
    assert evening.look(evening.ann)["scene"] == {"title": "Le quai", "text": "Il pleut."}
    evening.keep(c.Scene(title="La cave"))
    assert evening.play["scene"] == {"title": "La cave", "text": "", "marks": {}}
