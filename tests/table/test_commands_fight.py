"""Fights: who is in, sealed declarations, rounds with holds and flight, turns, the end."""

import pytest

from gardien.table import commands as c
from gardien.table.store.base import Store
from table.evening import Evening, card
from table.robbery import Robbery


@pytest.fixture
def evening(quick: Store) -> Evening:
    return Evening(quick)


@pytest.fixture
def fight(evening: Evening) -> Evening:
    evening.fight(evening.leo, evening.mia, evening.thug)
    return evening


def test_a_fight_begins_and_more_people_join(evening: Evening) -> None:
    evening.keep(c.Fight(fighters=(c.Fighter(character=evening.leo, side="A"), c.Fighter(character=evening.thug))))
    evening.keep(c.Fight(fighters=(c.Fighter(character=evening.mia, side="A"),)))
    fight = evening.play["fight"]
    assert (fight["order"], fight["round"]) == ([evening.leo, evening.thug, evening.mia], 1)
    assert fight["sides"] == {evening.leo: "A", evening.thug: "", evening.mia: "A"}
    assert evening.refused(evening.keeper, c.Fight(fighters=(c.Fighter(character="x"),))).id == "table/no_character"


def test_a_fight_begins_once_and_those_who_come_are_told_without_the_hidden(evening: Evening) -> None:
    """A fight of hidden people begins for the others with the first they see; who comes hidden with them is not."""

    def told(seat: str) -> list[tuple[str, list[str]]]:
        words = [one["words"] for one in evening.log(seat) if one["command"] == "fight"]
        return [(one.get("joining", "begins"), one.get("joined", [])) for one in words]

    rat = evening.add(sheet=evening.sheet(evening.thug), hidden=True)
    evening.fight(evening.ghoul)
    evening.fight(evening.leo, rat)
    evening.fight(evening.mia)
    evening.keep(c.Fight(fighters=(c.Fighter(character=evening.mia, side="foes"),)))
    seen = [("join", [evening.mia]), ("turn", [evening.mia])]
    assert told("keeper") == [("begins", []), ("join", [evening.leo, rat]), *seen]
    assert told(evening.ann) == [("begins", []), *seen]


def test_declarations_are_checked_at_once_and_stay_sealed(fight: Evening) -> None:
    fight.attack(fight.ann, fight.leo, fight.thug)
    own = fight.look(fight.ann)["fight"]["declared"]
    assert own == {fight.leo: {"action": "attack", "target": fight.thug}}
    for seat in (fight.bob, fight.watcher, fight.screen):
        assert fight.look(seat)["fight"]["declared"] == {fight.leo: {}}
    wrong = c.Declare(character=fight.leo, given={"action": "attack", "target": "the moon"})
    assert fight.refused(fight.ann, wrong).field
    assert fight.refused(fight.ann, c.Declare(character=fight.leo, given={"action": "sing"})).field
    assert fight.refused(fight.bob, c.Declare(character=fight.leo)).id == "table/not_yours"


def test_who_is_not_in_the_fight_declares_nothing(fight: Evening) -> None:
    other = fight.add(being="npc/cultist")
    assert fight.refused(fight.keeper, c.Declare(character=other)).id == "table/not_in_fight"
    assert fight.refused(fight.keeper, c.Leave(character=other)).id == "table/not_in_fight"


def test_a_round_plays_what_was_declared(fight: Evening) -> None:
    fight.attack(fight.ann, fight.leo, fight.thug)
    before = fight.sheet(fight.thug)["trauma"]
    acted = fight.keep(c.Round(dice=(6, 1)))
    assert [one["act"] for one in card(acted)["roll"]["outcome"]["actions"]] == ["attack"]
    assert fight.sheet(fight.thug)["trauma"] == before + 2, "a cane hurts by two at most"
    assert (fight.play["fight"]["round"], fight.play["fight"]["declared"]) == (2, {})
    assert fight.log(fight.bob)[-1]["roll"]["outcome"]["actions"][0]["success"] is True


def test_the_weapon_and_the_level_that_are_named(fight: Evening) -> None:
    given = {"action": "attack", "target": fight.thug, "weapon_name": "Canne", "claims": ["Boxe"]}
    fight.act(fight.ann, c.Declare(character=fight.leo, given=given))
    roll = card(fight.keep(c.Round()))["roll"]["given"]["combatants"][0]
    assert (roll["trauma_max"], roll["level"]) == (2, 2)
    wrong = c.Declare(character=fight.mia, given={**given, "weapon_name": "Canne"})
    assert fight.refused(fight.bob, wrong).id == "field/one_of"


def test_a_hold_lasts_by_id_and_ends_with_the_fight(fight: Evening) -> None:
    fight.act(fight.ann, c.Declare(character=fight.leo, given={"action": "immobilise", "target": fight.thug}))
    fight.keep(c.Round(dice=(6, 1)))
    assert fight.person(fight.thug)["marks"]["held_by"] == [fight.leo]
    assert fight.person(fight.leo)["marks"]["holding"] == fight.thug
    fight.keep(c.Show(character=fight.thug, alias="Le grand"))
    given = card(fight.keep(c.Round()))["roll"]["given"]["combatants"]
    assert [one["held_by"] for one in given if one["id"] == "Le grand"] == [["Léo"]]
    acted = fight.keep(c.EndFight())
    assert card(acted)["words"]["rounds"] == 2
    assert "fight" not in fight.play
    for id in (fight.leo, fight.thug):
        assert not set(fight.person(id)["marks"]) & {"held_by", "holding"}


def test_whoever_leaves_lets_go(fight: Evening) -> None:
    fight.act(fight.ann, c.Declare(character=fight.leo, given={"action": "immobilise", "target": fight.thug}))
    fight.keep(c.Round(dice=(6, 1)))
    fight.keep(c.Leave(character=fight.leo))
    acted = fight.keep(c.Round())
    held = [one["held_by"] for one in card(acted)["roll"]["given"]["combatants"]]
    assert held == [[], []]


def test_whoever_flees_has_fled_until_the_fight_is_over(fight: Evening) -> None:
    fight.act(fight.bob, c.Declare(character=fight.mia, given={"action": "flee"}))
    fight.keep(c.Round())
    assert fight.person(fight.mia)["marks"]["status"] == "fled"
    assert fight.sheet(fight.mia)["status"] == "active"
    assert fight.look(fight.watcher)["characters"][fight.mia]["marks"]["status"] == "fled"
    fight.keep(c.EndFight())
    assert fight.person(fight.mia)["marks"] == {}


def test_a_round_the_rules_refuse_changes_nothing_and_can_be_declared_again(fight: Evening) -> None:
    given = {"action": "flee", "can_flee": False}
    fight.act(fight.bob, c.Declare(character=fight.mia, given=given))
    before = fight.play["fight"]
    acted = fight.keep(c.Round())
    assert card(acted)["roll"]["outcome"]["refused"] == "flight_barred"
    assert fight.play["fight"] == before


def test_the_knocked_out_wake_when_the_fight_ends(fight: Evening) -> None:
    fight.keep(c.Override(path=f"characters/{fight.leo}/sheet/status", value="unconscious", reason="chute"))
    fight.keep(c.EndFight())
    assert fight.sheet(fight.leo)["status"] == "active"


def test_turns_go_round_and_back(fight: Evening) -> None:
    assert fight.refused(fight.keeper, c.Turn(by=-1)).id == "table/first_turn"
    seen = []
    for _ in range(4):
        seen.append((fight.play["fight"]["round"], fight.look(fight.bob)["fight"]["now"]))
        fight.keep(c.Turn())
    assert seen == [(1, fight.leo), (1, fight.mia), (1, fight.thug), (2, fight.leo)]
    fight.keep(c.Turn(by=-1))
    fight.keep(c.Turn(by=-1))
    assert (fight.play["fight"]["round"], fight.look(fight.bob)["fight"]["now"]) == (1, fight.thug)


def test_the_last_to_leave_ends_the_fight(fight: Evening) -> None:
    for id in (fight.leo, fight.mia, fight.thug):
        fight.keep(c.Leave(character=id))
    assert "fight" not in fight.play
    for command in (c.Round(), c.Turn(), c.EndFight(), c.Leave(character=fight.leo), c.Declare(character=fight.leo)):
        assert fight.refused(fight.keeper, command).id == "table/no_fight"


def test_the_hidden_wait_until_they_are_shown(fight: Evening) -> None:
    fight.fight(fight.ghoul)
    fight.attack(fight.keeper, fight.ghoul, fight.leo)
    assert fight.ghoul not in card(fight.keep(c.Round()))["roll"]["people"].values()
    fight.keep(c.Show(character=fight.ghoul, hidden=False))
    fight.attack(fight.keeper, fight.ghoul, fight.leo)
    assert fight.ghoul in card(fight.keep(c.Round()))["roll"]["people"].values()


def test_a_round_of_a_crowd_can_be_kept(evening: Evening) -> None:
    crowd = [evening.add(being="npc/cultist") for _ in range(14)]
    evening.fight(evening.leo, evening.mia, *crowd)
    for id in crowd:
        evening.attack(evening.keeper, id, evening.leo)
    evening.keep(c.Round())
    assert evening.play["fight"]["round"] == 2


@pytest.mark.usefixtures("tiny")
def test_what_a_turn_brings_and_what_its_end_takes(quick: Store) -> None:
    fair = Robbery(quick)
    fair.fight(fair.ada, fair.bo)

    def marks() -> list[dict[str, object]]:
        return [fair.play["characters"][id].get("marks", {}) for id in fair.play["fight"]["order"]]

    begun = marks()
    fair.keep(c.Turn())
    held = [one.get("coin_in_hand", False) for one in marks()]
    assert held == [False, True], "the end of a turn takes away what only it brought"
    fair.keep(c.Turn())
    assert [one.get("turns_had", 0) for one in marks()] == [begun[0].get("turns_had", 0) + 1, 1]
    fair.keep(c.Undo())
    assert [one.get("coin_in_hand", False) for one in marks()] == [False, True]
    fair.keep(c.EndFight())
    people = fair.play["characters"]
    assert not any(people[id].get("marks") for id in (fair.ada, fair.bo)), "nothing outlasts the fight"
