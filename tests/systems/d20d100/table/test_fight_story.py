"""One evening’s fight from the ambush to the last breath, told in commands; then taken back to where it began."""

from typing import Any

import msgspec
import pytest

from gardien.table import commands as c
from gardien.table.viewers import view
from systems.d20d100.evening import Evening, investigator
from systems.table import at

SECRET = ("defence", "attack", "pv_max", "pv", "lutte", "defence_flat", "effective_attack", "initiative_total")


class Night(Evening):
    """Berthe and Augustin with their players, a gangster with an automatic, another behind him, a ghoul unseen."""

    def __init__(self, path: Any) -> None:
        super().__init__(path)
        self.augustin = self.add(sheet=investigator("Augustin", gender="m"))
        self.ben = self.keep(c.Seat(role="player", name="Ben", characters=(self.augustin,))).card["words"]["seat"]
        self.doctor = self.add(sheet=investigator("Solange", profession="medecin"))
        self.write(self.gangster, weapons=investigator("x", ("colt_45_auto",))["weapons"])
        self.thug = self.add(being="adversary/gangster", name="Complice")
        self.keep(c.Show(character=self.ghoul, hidden=True))
        for id in (self.berthe, self.augustin):
            self.write(id, destiny=1)


@pytest.fixture
def night(tmp_path):
    result = Night(tmp_path)
    yield result
    result.store.close()


def test_a_fight_from_the_ambush_to_the_last_breath(night):
    """D100-CBT-01 to D100-CBT-14, D100-FIRE-04, D100-FIRE-11, D100-HEALTH-06 to D100-HEALTH-08, D100-MISS-11."""
    begin = night.table.state
    _ambush(night)
    _first_round(night)
    _second_round(night)
    _agony(night)
    night.keep(c.EndFight())
    people = night.table.state.play["characters"].values()
    assert all(not one.get("marks") for one in people)
    _nothing_is_told(night)
    undone = 0
    while night.table.state.play != begin.play:
        night.keep(c.Undo())
        undone += 1
    assert undone > 20
    assert night.table.state.play == begin.play


def _ambush(night: Night) -> None:
    """The gangster watches the door and hears nothing; his friend does (D100-CBT-07, D100-CBT-08)."""
    watchers = [at(night.gangster), at(night.thug)]
    roll = night.do(night.berthe, "check_surprise", (14, 3, 20), watchers=watchers)
    assert roll.outcome["surprised"] == ["Gangster"]
    night.fight((night.berthe, night.augustin), (night.gangster, night.thug, night.ghoul))
    night.mark(night.gangster, stands=9)
    night.mark(night.thug, stands=9, cover_half=True)
    night.rank(night.berthe, night.thug, night.augustin, night.gangster)
    assert night.order == [night.berthe, night.thug, night.augustin, night.gangster, night.ghoul]


def _first_round(night: Night) -> None:
    """One simple action each: a shot that fails, a die of destiny, an answer, a charge that is too much."""
    night.do(night.berthe, "attack", (3,), seat=night.ann, target=at(night.gangster))
    assert night.left(night.berthe) == 0
    assert "second_attack" not in night.offered(night.ann)
    roll = night.follow("reroll", (18,), seat=night.ann)
    assert roll.given["distance"] == 9
    assert roll.outcome["hit"] is True
    assert night.sheet(night.gangster)["pv"] < night.sheet(night.gangster)["pv_max"]
    assert night.marks(night.gangster)["flat_footed"] is False  # D100-DEF-02: still surprised, and yet on guard
    night.turn()
    assert (night.now, night.left(night.thug)) == (night.thug, 1)
    night.do(
        night.thug, "attack", (2,), target=at(night.augustin), weapon_name=night.sheet(night.thug)["weapons"][0]["name"]
    )
    night.turn()
    roll = night.do(night.augustin, "take_action", (), seat=night.ben, action="run", toward=at(night.gangster))
    assert roll.outcome["reason"] == "no_time"
    night.do(night.augustin, "take_action", (), seat=night.ben, action="walk", toward=at(night.gangster))
    assert night.marks(night.augustin)["stands"] == 6
    night.turn()
    assert (night.now, night.left(night.gangster)) == (night.gangster, 0)
    night.turn()
    assert night.table.look(night.table.viewer(night.ann))["fight"]["now"] == night.gangster  # something unseen acts
    night.turn()
    assert (night.round, night.now) == (2, night.berthe)


def _second_round(night: Night) -> None:
    """A series that jams, a charge and a chance to strike, a grapple, a weapon on the ground."""
    night.turn()
    night.do(night.thug, "full_defence")
    night.turn()
    roll = night.do(night.augustin, "charge", None, seat=night.ben, target=at(night.gangster), kind="push")
    assert roll.outcome["accepted"] is True
    assert night.offered(night.ben).keys() <= {"reroll"}
    assert "opportunity" in night.offered()
    assert night.marks(night.augustin)["charging"] is True
    night.turn()
    assert night.now == night.gangster
    loaded = night.sheet(night.gangster)["weapons"][0]["loaded"]
    given = {"target": at(night.berthe), "mode": "double"}
    roll = night.do(night.gangster, "multiple_fire", (2,), **given)
    line = night.sheet(night.gangster)["weapons"][0]
    assert (roll.outcome["malfunction"], line["weapon_state"], line["loaded"]) == ("jam", "jam", loaded - 1)
    assert night.left(night.gangster) == 0
    night.turn(2)
    assert night.round == 3
    night.keep(c.Show(character=night.ghoul, hidden=False))
    night.do(None, "start_combat", (20,), combatants=[at(night.ghoul)])
    assert night.ghoul in night.order[:4]
    while night.now != night.ghoul:
        night.turn()
    night.mark(night.ghoul, stands=night.marks(night.augustin)["stands"])
    night.do(night.ghoul, "start_grapple", (19, 2), opponent=at(night.augustin))
    assert night.marks(night.augustin)["grappling"] == [night.ghoul]
    night.do(night.ghoul, "grapple_manoeuvre", (19, 2), target=at(night.augustin), manoeuvre="knock_down")
    assert night.marks(night.augustin)["prone"] is True


def _agony(night: Night) -> None:
    """Augustin goes down, throws for his life each round; first aid comes in the last one (D100-HEALTH-06)."""
    most = night.sheet(night.augustin)["pv_max"]
    night.write(night.augustin, used_this_scene=True)
    night.do(night.augustin, "apply_damage", None, damage=night.sheet(night.augustin)["pv"] + 6)
    assert (night.sheet(night.augustin)["condition"], most > 0) == ("dying", True)
    for pv in (-7, -8, -9):
        start = night.round
        while night.round == start:
            night.turn()
            assert night.now != night.augustin
        due = [id for id, procedure in night.due() if procedure == "agony_round"]
        assert len(due) == 1
        night.act(night.ben, c.Settle(due=due[0], dice=(3,)))
        assert night.sheet(night.augustin)["pv"] == pv
    roll = night.do(night.doctor, "first_aid", (20, 4), patient=at(night.augustin))
    assert roll.outcome["success"] is True
    assert (night.sheet(night.augustin)["pv"], night.sheet(night.augustin)["condition"]) == (-5, "stable")
    start = night.round
    while night.round == start:
        night.turn()
    assert night.due() == []


def _nothing_is_told(night: Night) -> None:
    """Ann never learns a number of the other side: not in her view, not in her log, in no offer and no odds."""
    ann = night.table.viewer(night.ann)
    shown = view(night.table.state, ann)
    for id in (night.gangster, night.thug, night.ghoul):
        known = {**shown["characters"][id]["sheet"], **shown["characters"][id]["marks"]}
        assert not {"pv", "defence", "weapons", "attacks", "initiative_total", "simple_actions_left"} & set(known)
    foes = {night.gangster, night.thug, night.ghoul}
    for card in night.table.log(ann, "fr", None, 200):
        roll = card.get("roll")
        if roll and foes & set(roll["people"].values()):
            assert not {"given", "steps", "told"} & set(roll), roll["procedure"]
            assert not set(SECRET) & set(_keys(roll["outcome"])), roll["procedure"]
            mine = card.get("character") == night.berthe or night.berthe in roll["people"].values()
            assert mine or "total" not in _keys(roll["outcome"]), roll["procedure"]
        assert all(
            change["character"] not in foes or change["field"] == "condition" for change in card.get("changes", ())
        )
    assert "Mâchoires" not in msgspec.json.encode(shown).decode()


def _keys(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [*value, *(key for one in value.values() for key in _keys(one))]
    return [key for one in value for key in _keys(one)] if isinstance(value, list | tuple) else []
