"""Characters: brought in, written on, shown, hidden, overridden, taken out."""

from typing import Any

import pytest

from gardien.table import commands as c
from gardien.table.handlers.cast import MOST_OWN
from gardien.table.store.base import Store
from table.evening import LEO, Evening, again, card


@pytest.fixture
def evening(quick: Store) -> Evening:
    return Evening(quick)


def changes(acted: Any) -> dict[str, tuple[Any, Any]]:
    return {one["field"]: (one["before"], one["after"]) for one in card(acted).get("changes", ())}


# ---- add, remove ----


def test_somebody_comes_with_a_sheet(evening: Evening) -> None:
    assert evening.sheet(evening.leo) == {**evening.sheet(evening.leo), **LEO}
    assert evening.person(evening.leo)["shown"] == "all"
    assert evening.state.house["seats"][evening.ann]["characters"] == [evening.leo]


def test_somebody_is_drawn_whole_with_some_choices(evening: Evening) -> None:
    id = evening.add(draw={"principal_occupation": "Médecin"}, name="Anna")
    sheet = evening.sheet(id)
    assert sheet["name"] == "Anna"
    assert sheet["principal_occupation"] == "Médecin"
    assert sum(sheet["occupations"].values()) > 0
    assert evening.add() != id, "nothing said at all is a drawn character too"


def test_somebody_comes_from_the_bestiary_in_either_language(evening: Evening) -> None:
    french, english = evening.sheet(evening.thug), evening.sheet(evening.add(being="npc/street_thug", language="en"))
    assert french["kind"] == english["kind"] == "npc"
    assert french["name"] != english["name"]
    assert evening.person(evening.thug)["shown"] == []
    assert evening.person(evening.ghoul)["hidden"] is True


@pytest.mark.parametrize("being", ["creature/nobody", "creature", "weapon/knife", "", "/"])
def test_a_being_that_is_not_there(evening: Evening, being: str) -> None:
    assert evening.refused(evening.keeper, c.Add(being=being)).field


def test_a_sheet_comes_from_one_place_and_keeps_to_the_rules(evening: Evening) -> None:
    assert evening.refused(evening.keeper, c.Add(being="npc/cultist", draw={})).id == "table/one_way"
    assert evening.refused(evening.keeper, c.Add(sheet={**LEO, "trauma": 9})).field == "sheet.trauma"
    assert evening.refused(evening.keeper, c.Add(sheet={**LEO, "trauma": 6})).rule == "YAC-GEN-04"
    assert evening.refused(evening.keeper, c.Add(sheet={**LEO, "kind": "god"})).field == "sheet.kind"
    assert evening.refused(evening.keeper, c.Add(draw={"age_class": "old"})).field
    assert evening.refused(evening.keeper, c.Add(seat="nobody")).id == "table/nothing"


def test_several_come_at_once_numbered_and_undo_takes_them_all_back(evening: Evening) -> None:
    acted = evening.keep(c.Add(being="npc/cultist", count=3, hidden=True, alias="Une ombre"))
    ids = card(acted)["words"]["all"]
    assert [evening.sheet(id)["name"] for id in ids] == ["Cultiste 1", "Cultiste 2", "Cultiste 3"]
    assert [evening.person(id)["alias"] for id in ids] == ["Une ombre 1", "Une ombre 2", "Une ombre 3"]
    assert all(evening.person(id)["hidden"] for id in ids)
    two = card(evening.keep(c.Add(being="npc/cultist", count=2)))["words"]["all"]
    assert [evening.sheet(id)["name"] for id in two] == ["Cultiste 1", "Cultiste 2"]
    evening.keep(c.Undo())
    evening.keep(c.Undo())
    assert not {*ids, *two} & set(evening.play["characters"])
    assert evening.refused(evening.keeper, c.Add(sheet={"name": "x" * 100}, count=2)).field == "sheet.name"


def test_numbers_count_nobody_whom_others_do_not_know_of(evening: Evening) -> None:
    """Those who hide, or go by another name, are numbered for the game master; in sight everybody has their own."""
    hidden = card(evening.keep(c.Add(being="npc/cultist", count=2, hidden=True)))["words"]["all"]
    veiled = card(evening.keep(c.Add(being="npc/cultist", count=2, alias="Une ombre")))["words"]["all"]
    assert [evening.sheet(id)["name"] for id in (*hidden, *veiled)] == [f"Cultiste {one}" for one in (1, 2, 3, 4)]
    seen = card(evening.keep(c.Add(being="npc/cultist", count=2)))["words"]["all"]
    assert [evening.sheet(id)["name"] for id in seen] == ["Cultiste 1", "Cultiste 2"]
    evening.keep(c.Show(character=hidden[1], hidden=False))
    evening.keep(c.Show(character=veiled[0], alias=""))
    assert [evening.sheet(id)["name"] for id in (hidden[1], veiled[0])] == ["Cultiste 3", "Cultiste 4"]


def test_a_player_brings_a_character_of_their_own(evening: Evening) -> None:
    acted = evening.act(evening.ann, c.Add(draw={"name": "Zoé"}, seat=evening.ann))
    id = card(acted)["words"]["character"]
    assert evening.person(id)["shown"] == "all"
    assert evening.state.house["seats"][evening.ann]["characters"] == [evening.leo, id]
    written = evening.act(evening.ann, c.Add(sheet={"name": "Ugo", "trauma": 3}, seat=evening.ann))
    assert evening.sheet(card(written)["words"]["character"])["trauma"] == 3
    evening.keep(c.Settings(players_edit=False))
    said = evening.refused(evening.ann, c.Add(sheet={"name": "Ugo", "trauma": 3}, seat=evening.ann))
    assert (said.id, said.field) == ("table/keeper_only", "sheet")
    evening.act(evening.ann, c.Add(draw={}, seat=evening.ann))


def test_a_players_characters_are_so_many(evening: Evening) -> None:
    for _ in range(MOST_OWN - 1):
        evening.act(evening.ann, c.Add(draw={}, seat=evening.ann))
    assert evening.refused(evening.ann, c.Add(draw={}, seat=evening.ann)).id == "field/length_at_most"


def test_somebody_leaves_the_campaign_and_undo_brings_them_back(evening: Evening) -> None:
    before = evening.person(evening.thug)
    evening.keep(c.Remove(character=evening.thug))
    assert evening.thug not in evening.play["characters"]
    evening.keep(c.Undo())
    assert evening.person(evening.thug) == before


def test_who_fights_is_not_removed(evening: Evening) -> None:
    evening.fight(evening.leo, evening.thug)
    assert evening.refused(evening.keeper, c.Remove(character=evening.thug)).id == "table/in_fight"


# ---- edit ----


def test_a_player_writes_on_their_own_sheet_and_the_rules_hold(evening: Evening) -> None:
    acted = evening.act(evening.ann, c.Edit(character=evening.leo, fields={"description": "grand"}))
    assert changes(acted) == {"description": ("", "grand")}
    assert evening.refused(evening.ann, c.Edit(character=evening.leo, fields={"trauma": 6})).rule == "YAC-GEN-04"
    assert evening.refused(evening.bob, c.Edit(character=evening.leo, fields={"trauma": 1})).id == "table/not_yours"
    assert evening.refused(evening.ann, c.Edit(character=evening.leo, fields={"kind": "npc"})).id == "table/fixed_field"
    assert evening.refused(evening.ann, c.Edit(character=evening.leo, fields={"horns": 2})).field == "sheet.horns"


def test_the_game_master_can_close_the_sheets(evening: Evening) -> None:
    evening.keep(c.Settings(players_edit=False))
    assert evening.refused(evening.ann, c.Edit(character=evening.leo, fields={"trauma": 1})).id == "table/closed_sheets"
    evening.keep(c.Edit(character=evening.leo, fields={"trauma": 1}))
    assert evening.sheet(evening.leo)["trauma"] == 1


def test_the_game_master_leaves_players_a_part_of_their_sheets(evening: Evening) -> None:
    evening.keep(c.Settings(players_edit=False, players_write=("gauges", "bonds")))
    evening.act(evening.ann, c.Edit(character=evening.leo, fields={"trauma": 1, "bonds": ["Sa sœur"]}))
    assert evening.sheet(evening.leo)["trauma"] == 1
    said = evening.refused(evening.ann, c.Edit(character=evening.leo, fields={"trauma": 2, "occupations": {}}))
    assert (said.id, said.field) == ("table/closed_field", "fields.occupations")
    assert evening.sheet(evening.leo)["trauma"] == 1
    assert evening.refused(evening.ann, c.Edit(character=evening.leo, fields={"horns": 2})).id == "table/closed_field"
    evening.keep(c.Edit(character=evening.leo, fields={"description": "grand"}))
    said = evening.refused(evening.keeper, c.Settings(players_write=("pockets",)))
    assert (said.id, said.field) == ("field/one_of", "players_write")


def test_an_edit_after_a_restart_writes_what_was_edited_and_nothing_else(evening: Evening) -> None:
    table = again(evening)
    acted = table.act(evening.keeper, c.Envelope(action="x", command=c.Edit(character=evening.leo, fields={"luck": 0})))
    assert changes(acted) == {"luck": (1, 0)}


# ---- override ----


def override(evening: Evening, path: str, value: Any) -> c.Override:
    return c.Override(path=path, value=value, reason="le MJ le dit")


def test_an_override_sets_what_the_rules_would_refuse_and_says_why(evening: Evening) -> None:
    path = f"characters/{evening.leo}/sheet/trauma"
    acted = evening.keep(override(evening, path, 6))
    assert changes(acted) == {"trauma": (3, 6), "status": ("active", "dead")}
    assert evening.sheet(evening.leo)["trauma"] == 6
    for seat in evening.seats:
        assert evening.log(seat)[-1]["words"]["reason"] == "le MJ le dit"
    evening.keep(override(evening, f"characters/{evening.leo}/sheet/occupations", {"Tout": 5, "Rien": 5, "Plus": 5}))
    assert evening.sheet(evening.leo)["occupations"]["Plus"] == 5


def test_after_an_override_the_character_goes_on_playing(evening: Evening) -> None:
    evening.keep(override(evening, f"characters/{evening.leo}/sheet/natures", {"Boxe": "mental"}))
    given = {"category": "physical", "opposition": {"value": 2}, "claims": ["Boxe"]}
    acted = evening.act(evening.ann, c.Do(procedure="action", character=evening.leo, given=given, dice=(5,)))
    assert card(acted)["roll"]["given"]["level"] == 2


def test_an_override_reaches_inside_a_value(evening: Evening) -> None:
    evening.keep(override(evening, f"characters/{evening.leo}/sheet/recovery/trauma/progress", 3))
    assert evening.sheet(evening.leo)["recovery"]["trauma"]["progress"] == 3


def test_an_override_to_nothing_is_what_the_sheet_begins_with(evening: Evening) -> None:
    evening.keep(override(evening, f"characters/{evening.leo}/sheet/trauma", None))
    assert evening.sheet(evening.leo)["trauma"] == 1
    evening.keep(c.Advance(minutes=60 * 24 * 40))


def test_an_override_reaches_the_rest_of_the_table(evening: Evening) -> None:
    evening.fight(evening.leo, evening.thug)
    plan = evening.plan(time=10, text="train")
    wanted = {"clock": 90, "scene/title": "Le quai", "title": "Nuit", "fight/round": 4, f"plans/{plan}/time": 20}
    for path, value in wanted.items():
        evening.keep(override(evening, path, value))
    assert (evening.play["clock"], evening.play["fight"]["round"], evening.play["title"]) == (90, 4, "Nuit")


def test_a_turn_past_the_last_fighter_is_no_end_of_the_fight(evening: Evening) -> None:
    evening.fight(evening.leo, evening.thug)
    evening.keep(override(evening, "fight/turn", 99))
    assert all(evening.look(seat)["fight"] for seat in evening.seats)
    evening.fight(evening.mia)
    evening.keep(c.Turn())
    evening.keep(c.EndFight())


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("fight/turn", -5),
        ("fight/turn", 0.5),
        ("fight/turn", True),
        ("fight/turn", 10**30),
        ("clock", -1),
        ("clock", "noon"),
        ("clock", None),
        ("options/hold_escape", "perhaps"),
        ("options/max_level", 99),
        ("options", {}),
        ("characters", {}),
        ("characters/LEO/sheet", {}),
        ("characters/LEO/sheet/trauma", "high"),
        ("characters/LEO/sheet/horns", 2),
        ("characters/LEO/shown", ["trauma"]),
        ("characters/LEO/sheet/weapons/0", {}),
        ("characters//sheet", 1),
        ("characters/nobody/sheet/trauma", 1),
        ("seats/x", 1),
        ("house/key", "x"),
        ("notes", "x"),
        ("/", 1),
    ],
)
def test_an_override_keeps_the_table_readable(quick: Store, path: str, value: Any) -> None:
    evening = Evening(quick, options={"hold_escape": True, "max_level": 4})
    evening.fight(evening.leo, evening.thug)
    evening.refused(evening.keeper, override(evening, path.replace("LEO", evening.leo), value))
    for seat in evening.seats:
        assert evening.look(seat)


def test_what_a_snapshot_cannot_hold_does_not_close_the_table(quick: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gardien.table.projection.SNAPSHOT_EVERY", 1)
    monkeypatch.setattr("gardien.table.handlers.cast.check_mark", lambda rules, name, value: None)  # as it once was
    evening = Evening(quick)
    evening.keep(c.Remark(character=evening.leo, marks={"years": 10**30}))
    assert again(evening).state.hash() == evening.state.hash()


# ---- show, remark ----


def test_the_hidden_is_shown_field_by_field_and_hidden_again(evening: Evening) -> None:
    assert evening.ghoul not in evening.look(evening.bob)["characters"]
    evening.keep(c.Show(character=evening.ghoul, hidden=False))
    seen = evening.look(evening.bob)["characters"][evening.ghoul]["sheet"]
    assert set(seen) == {"name", "kind", "status"}
    evening.keep(c.Show(character=evening.ghoul, shown=("boxes",), alias="La chose"))
    seen = evening.look(evening.bob)["characters"][evening.ghoul]
    assert "alias" not in seen, "that it is one is a secret too"
    assert set(seen["sheet"]) == {"name", "kind", "status", "boxes"}
    assert seen["sheet"]["name"] == "La chose"
    evening.keep(c.Show(character=evening.ghoul, shown="all", alias=""))
    assert evening.look(evening.bob)["characters"][evening.ghoul]["sheet"] == evening.sheet(evening.ghoul)
    evening.keep(c.Show(character=evening.ghoul, hidden=True))
    assert evening.ghoul not in evening.look(evening.bob)["characters"]


def test_remarks_are_the_owners_or_the_game_masters(evening: Evening) -> None:
    evening.act(evening.ann, c.Remark(character=evening.leo, note="doit 20 $", marks={"tired": 2}))
    evening.keep(c.Remark(character=evening.leo, secret="est suivi"))
    assert evening.look(evening.ann)["characters"][evening.leo]["note"] == "doit 20 $"
    assert "note" not in evening.look(evening.bob)["characters"][evening.leo]
    assert evening.look(evening.keeper)["characters"][evening.leo]["secret"] == "est suivi"
    assert "secret" not in evening.look(evening.ann)["characters"][evening.leo]
    assert evening.look(evening.bob)["characters"][evening.leo]["marks"] == {"tired": 2}
    refused = evening.refused(evening.ann, c.Remark(character=evening.leo, secret="moi aussi"))
    assert (refused.id, refused.kind) == ("table/keeper_only", "forbidden")
    evening.act(evening.ann, c.Remark(character=evening.leo, note="", marks={"tired": None}))
    assert "note" not in evening.person(evening.leo)
    assert evening.person(evening.leo)["marks"] == {}


def test_somebody_of_the_players_kind_may_be_the_game_masters(evening: Evening) -> None:
    """Brought in as an opponent, an example keeps its sheet to itself, and is nobody's character."""
    before = set(evening.play["characters"])
    evening.keep(c.Add(sheet={"kind": "investigator", "name": "Tyra"}, foe=True))
    (id,) = set(evening.play["characters"]) - before
    assert evening.person(id)["shown"] == []
    assert evening.look(evening.ann)["characters"][id]["foe"] is True
    assert "madness" not in evening.look(evening.ann)["characters"][id]["sheet"]
    assert evening.refused(evening.ann, c.Add(sheet={"kind": "investigator"}, foe=True, seat=evening.ann)).id


def test_a_name_given_twice_is_numbered(evening: Evening) -> None:
    """Also one by one; whoever is hidden takes no number from those whom everybody hears of."""
    for name in ("Rat", "Rat", "Rat"):
        evening.keep(c.Add(sheet={"kind": "npc", "name": name}))
    names = [one["sheet"]["name"] for one in evening.play["characters"].values()]
    assert names[-3:] == ["Rat", "Rat 2", "Rat 3"]
    evening.keep(c.Add(sheet={"kind": "npc", "name": "Rat"}, hidden=True))
    evening.keep(c.Add(sheet={"kind": "npc", "name": "Rat"}))
    assert list(evening.play["characters"].values())[-1]["sheet"]["name"] == "Rat 4"
