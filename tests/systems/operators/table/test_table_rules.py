"""A mission at the table: sheets fill in, people meet, luck answers, wounds run on the campaign clock."""

from pathlib import Path

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.table import Sitting, at

HOUR, DAY = 60, 24 * 60
GUN = {"name": "Fusil", "key": "assault_rifle", "spare_magazines": 2}


class Mission(Sitting):
    """A table of Dark Operators: Ares played by Ann, a guard, a mercenary."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "operators", "Raid")
        self.ares = self.add(being="ready/ares")
        self.write(self.ares, worn=[], hobbies=[], trainings=[])  # nothing between him and what happens
        self.argos = self.add(being="ready/argos")
        self.guard = self.add(being="npc/guard")
        self.ann = self.seat("Ann", self.ares)


@pytest.fixture
def mission(tmp_path):
    result = Mission(tmp_path)
    yield result
    result.store.close()


# ---- inputs ----


def test_a_test_reads_score_and_wound_from_the_sheet(mission):
    """OPS-TEST-02, OPS-HLTH-04: DEX 17 × 3; a grave wound makes it extreme."""
    roll = mission.do(mission.ares, "test", (51,), characteristic="DEX", difficulty="difficult")
    assert (roll.outcome["target"], roll.outcome["outcome"]) == (51, "success")
    mission.keep(c.Override(path=f"characters/{mission.ares}/sheet/wound_level", value="grave", reason="essai"))
    roll = mission.do(mission.ares, "test", (20,), characteristic="DEX", difficulty="difficult")
    assert (roll.outcome["final_difficulty"], roll.outcome["outcome"]) == ("extreme", "failure")


def test_a_shot_reads_shooter_weapon_zone_and_cover_from_the_table(mission):
    """OPS-CBT-08, OPS-CBT-10, OPS-CBT-16: where people stand says the zone, a mark says the cover."""
    mission.keep(c.Remark(character=mission.guard, marks={"stands": 60, "in_cover": True}))
    roll = mission.do(mission.argos, "attack_firearm", (10, 5, 50), weapon_name="", defender=at(mission.guard))
    assert roll.given["zone"] == 1
    assert roll.given["cover"] == "in_cover"
    assert roll.given["attacker"]["DEX"] == mission.sheet(mission.argos)["DEX"]
    assert roll.outcome["hit"] is True
    assert mission.sheet(mission.guard)["wound_level"] == roll.outcome["wound_level"] != "none"


def test_training_helps_with_its_own_weapon(mission):
    """OPS-CBT-09, OPS-SPEC-02: a sniper is advantaged with a sniper rifle."""
    mission.keep(c.Remark(character=mission.guard, marks={"stands": 250}))
    roll = mission.do(mission.argos, "attack_firearm", None, defender=at(mission.guard))
    assert roll.given["advantage"] is True
    assert roll.outcome["final_difficulty"] == "standard"


def test_what_a_burst_uses_up_is_written_where_the_weapon_stands(mission):
    """OPS-OPT-06: both digits odd, and the magazine is changed."""
    mission.keep(c.Override(path=f"characters/{mission.ares}/sheet/weapons", value=[GUN], reason="essai"))
    mission.do(mission.ares, "attack_firearm", (97,), defender=at(mission.guard), burst=True, zone=1)
    assert [one["spare_magazines"] for one in mission.sheet(mission.ares)["weapons"]] == [1]


def test_whether_one_dodges_is_chosen_before_the_blow_is_seen(mission):
    """OPS-CBT-12: the guard of a sheet says it; nobody is asked once the dice lie."""
    roll = mission.do(mission.guard, "attack_melee", (5, 90, 3, 1), defender=at(mission.ares), weapon_name="")
    assert roll.given["defends"] is True
    guard = {**mission.sheet(mission.ares)["guard"], "defends": False}
    mission.act(mission.ann, c.Edit(character=mission.ares, fields={"guard": guard}))
    roll = mission.do(mission.guard, "attack_melee", (5, 3, 1), defender=at(mission.ares), weapon_name="")
    assert roll.given["defends"] is False


# ---- luck ----


def test_luck_is_offered_to_whoever_may_spend_it_with_its_price(mission):
    """OPS-LUCK-02, OPS-LUCK-05: the shooter may not buy what the target's player may."""
    mission.keep(c.Override(path=f"characters/{mission.guard}/sheet/DEX", value=18, reason="essai"))
    mission.do(
        mission.guard, "attack_firearm", (12, 6, 6, 50), defender=at(mission.ares), weapon="pistol_large", zone=0
    )
    assert mission.sheet(mission.ares)["wound_level"] == "grave"
    result = mission.offered(mission.ann)
    assert {key: one.price for key, one in result.items()} == {"cancel_grave": 20}


def test_luck_against_death_takes_all_of_it_and_asks_for_con(mission):
    """OPS-LUCK-05: the dice as they lie, death becomes a grave wound, the CON test follows."""
    given = {"defender": at(mission.ares), "weapon": "barrett", "zone": 2, "advantage": True}
    mission.do(mission.guard, "attack_firearm", (11, 6, 6), **given)
    assert mission.sheet(mission.ares)["wound_level"] == "dead"
    assert mission.sheet(mission.ares)["in_play"] is False
    before = mission.sheet(mission.ares)["luck"]
    assert before >= 30
    assert {key: one.price for key, one in mission.offered(mission.ann).items()} == {"escape_death": before}
    mission.act(mission.ann, c.Follow(event=_moment(mission), offer="escape_death"))
    after = mission.sheet(mission.ares)
    assert (after["wound_level"], after["luck"], after["in_play"]) == ("grave", 0, True)
    assert after["clock"]["unit"] == "minutes"
    mission.keep(c.Undo())
    assert mission.sheet(mission.ares)["wound_level"] == "dead"


def _moment(mission: Mission) -> str:
    viewer = mission.table.viewer(mission.ann)
    return str(mission.table.log(viewer, "fr")[0]["id"])


def test_what_cannot_be_paid_is_not_offered(mission):
    mission.keep(c.Override(path=f"characters/{mission.ares}/sheet/luck", value=3, reason="essai"))
    mission.do(mission.ares, "test", (90,), seat=mission.ann, characteristic="DEX", difficulty="difficult")
    assert mission.offered(mission.ann) == {}
    mission.do(mission.ares, "test", (53,), seat=mission.ann, characteristic="DEX", difficulty="difficult")
    assert {key: one.price for key, one in mission.offered(mission.ann).items()} == {"shift": 2}
    mission.act(mission.ann, c.Follow(event=_moment(mission), offer="shift"))
    assert mission.sheet(mission.ares)["luck"] == 1


def test_what_may_follow_a_turn_in_a_grip_can_be_looked_at(mission):
    """OPS-CREAT-13: whoever is held stands inside the entry of the victim, and the page read their luck beside it."""
    mission.write(mission.ares, held=True)
    grip = {"name": "étreinte", "damage": "1D6", "add_bonus": False, "grip": True, "grip_damage": True}
    beast = {"name": "la masse", "kind": "creature", "category": "unnatural", "FOR": 60, "size": "huge"}
    mission.do(mission.guard, "grip_turn", (4,), creature=beast, attack=grip, victim={"defender": at(mission.ares)})
    assert mission.offered("keeper") == {}


# ---- the fight ----


def test_operators_act_first_until_a_peer_is_there(mission):
    """OPS-CBT-02, OPS-CBT-03, OPS-CBT-04."""
    fighters = tuple(c.Fighter(character=one, side=side) for one, side in ((mission.guard, "b"), (mission.ares, "a")))
    mission.keep(c.Fight(fighters=fighters))
    assert mission.table.state.play["fight"]["order"] == [mission.ares, mission.guard]
    killer = mission.add(being="npc/assassin")
    mission.keep(c.Override(path=f"characters/{killer}/sheet/DEX", value=18, reason="essai"))
    mission.keep(c.Fight(fighters=(c.Fighter(character=killer, side="b"),)))
    assert mission.table.state.play["fight"]["order"] == [killer, mission.ares, mission.guard]


def test_the_surprised_come_last_in_the_first_turn_and_not_in_the_second(mission):
    mission.keep(c.Remark(character=mission.ares, marks={"surprised": True}))
    fighters = tuple(c.Fighter(character=one, side=side) for one, side in ((mission.ares, "a"), (mission.guard, "b")))
    mission.keep(c.Fight(fighters=fighters))
    assert mission.table.state.play["fight"]["order"] == [mission.guard, mission.ares]
    roll = mission.do(mission.ares, "attack_melee", (), defender=at(mission.guard))
    assert (roll.outcome["refused"], roll.outcome["reason"]) == (True, "surprised")
    mission.keep(c.Turn())
    mission.keep(c.Turn())
    fight = mission.table.state.play["fight"]
    assert (fight["round"], fight["order"]) == (2, [mission.ares, mission.guard])
    assert "surprised" not in mission.marks(mission.ares)


def test_whoever_is_out_is_passed_over_and_the_end_clears_the_ground(mission):
    """OPS-CBT-02: the dead and those out of the fight have no place in the order."""
    fighters = tuple(c.Fighter(character=one, side="a") for one in (mission.ares, mission.argos, mission.guard))
    mission.keep(c.Fight(fighters=fighters))
    mission.keep(c.Remark(character=mission.guard, marks={"stands": 60, "in_cover": True}))
    mission.keep(c.Override(path=f"characters/{mission.argos}/sheet/out_of_fight", value=True, reason="essai"))
    mission.keep(c.Turn())
    fight = mission.table.state.play["fight"]
    assert fight["order"][fight["turn"]] == mission.guard
    mission.keep(c.EndFight())
    assert mission.marks(mission.guard) == {}


# ---- time ----


def test_an_untreated_wound_runs_on_the_campaign_clock(mission):
    """OPS-HLTH-08, M-04: the delay is drawn, runs out, and asks for CON; first aid stops it."""
    mission.do(mission.ares, "apply_damage", (10,), damage=20)
    assert mission.sheet(mission.ares)["clock"] == {"delay": 0, "unit": "minutes", "since": 0}
    mission.keep(c.Advance(minutes=1))
    ((id, due),) = mission.table.state.play["due"].items()
    assert due["procedure"] == "start_clock"
    mission.keep(c.Settle(due=id, dice=(3,)))
    assert mission.sheet(mission.ares)["clock"]["delay"] == 4
    mission.keep(c.Advance(minutes=5))
    ((id, due),) = mission.table.state.play["due"].items()
    assert due["procedure"] == "clock_expires"
    mission.keep(c.Settle(due=id, dice=(10, 2)))
    assert mission.sheet(mission.ares)["clock"] == {"delay": 3, "unit": "minutes", "since": 4}
    medic = mission.add(being="ready/asclepios")
    mission.do(medic, "first_aid", (20,), patient=at(mission.ares))
    assert mission.sheet(mission.ares)["stabilised"] is True
    assert mission.sheet(mission.ares).get("clock") is None


def test_a_dose_wears_off_after_four_hours(mission):
    """OPS-HLTH-10."""
    mission.do(mission.ares, "give_painkiller", ())
    assert mission.sheet(mission.ares)["painkiller"] is True
    mission.keep(c.Advance(minutes=4 * HOUR))
    for id in list(mission.table.state.play.get("due", {})):
        mission.keep(c.Settle(due=id))
    assert mission.sheet(mission.ares)["painkiller"] is False


def test_recovery_goes_stage_by_stage(mission):
    """OPS-HLTH-11, OPS-HLTH-12: 60 days, a halved 15, then 15 more."""
    mission.do(mission.ares, "apply_damage", (10,), damage=20)
    mission.keep(c.Override(path=f"characters/{mission.ares}/sheet/stabilised", value=True, reason="essai"))
    mission.do(mission.ares, "recover", (99, 20, 98), care="hospital")
    assert mission.sheet(mission.ares)["recovery"]["days"] == [60, 15, 15]
    for days, level in ((60, "light"), (15, "superficial"), (15, "none")):
        mission.keep(c.Advance(minutes=days * DAY))
        for id in list(mission.table.state.play.get("due", {})):
            mission.keep(c.Settle(due=id))
        assert mission.sheet(mission.ares)["wound_level"] == level
    assert mission.sheet(mission.ares)["wounds"] == []
    assert mission.sheet(mission.ares).get("recovery") is None


def test_the_end_of_a_scene_settles_everybody_at_once(mission):
    """OPS-SAN-04, OPS-TIME-01."""
    mission.keep(c.Override(path=f"characters/{mission.ares}/sheet/madness", value="temporary", reason="essai"))
    mission.keep(c.Override(path=f"characters/{mission.argos}/sheet/out_of_fight", value=True, reason="essai"))
    given = {"characters": [at(mission.ares), at(mission.argos)]}
    mission.keep(c.Do(procedure="end_scene", given=given, dice=(99,)))
    assert mission.sheet(mission.ares)["madness"] == "indefinite"
    assert mission.sheet(mission.argos)["out_of_fight"] is False


def test_a_book_is_read_once(mission):
    """OPS-SAN-08."""
    mission.do(mission.ares, "read_tome", (3,), tome="field_notes")
    after = mission.sheet(mission.ares)
    assert (after["si"], after["books_read"]) == (3, ["field_notes"])
    with pytest.raises(Refusal):
        mission.do(mission.ares, "read_tome", (3,), tome="nothing_like_it")
