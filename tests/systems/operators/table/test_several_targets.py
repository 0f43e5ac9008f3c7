"""Acts at the table that befall several: guards and luck as each has decided beforehand, offers to each (LUCK, OPT)."""

from typing import Any

import pytest

from gardien.table import commands as c
from systems.operators.table.test_table_rules import Mission, at
from systems.operators.table.test_table_rules import mission as mission  # a fixture

PLAN = {"escape_death": True, "cancel_grave": True}


def ready(mission: Mission, id: str, **guard: Any) -> None:
    kept = mission.sheet(id)["guard"]
    mission.keep(c.Edit(character=id, fields={"guard": {**kept, **guard}}))


def given(mission: Mission, roll: Any, listed: str) -> list[dict[str, Any]]:
    return [dict(one) for one in roll.given[listed]]


def test_whoever_a_burst_is_spread_over_pays_as_they_have_said(mission):
    """OPS-OPT-03, OPS-LUCK-04: the plan stands on the sheet of the one who is hit second."""
    ready(mission, mission.argos, **PLAN)
    roll = mission.do(
        mission.guard,
        "attack_firearm",
        None,
        weapon="assault_rifle",
        burst=True,
        zone=0,
        defender=at(mission.ares),
        others=[{"defender": at(mission.argos), "rounds": 2}],
    )
    (other,) = given(mission, roll, "others")
    assert other["luck_plan"]["cancel_grave"]
    assert other["luck_plan"]["escape_death"]
    assert not roll.given["defender_luck_plan"]["cancel_grave"]


def test_claws_meet_the_guard_of_each(mission):
    """OPS-CREAT-11: one dodges, the other has said not to; what the game master says of one goes before."""
    shoggoth = mission.add(being="creature/shoggoth")
    ready(mission, mission.ares, defends=False)
    victims = [{"defender": at(mission.ares)}, {"defender": at(mission.argos)}]
    roll = mission.do(shoggoth, "creature_attack", None, victims=victims)
    assert [one["defends"] for one in given(mission, roll, "victims")] == [False, True]
    victims[0]["defends"] = True
    roll = mission.do(shoggoth, "creature_attack", None, victims=victims)
    assert [one["defends"] for one in given(mission, roll, "victims")] == [True, True]


def test_a_blast_offers_luck_to_each_whom_it_kills(mission):
    """OPS-HAZ-03, OPS-LUCK-05: nobody acts in a blast, and yet whoever dies in it may buy their life."""
    victims = [{"defender": at(mission.ares)}, {"defender": at(mission.argos), "distance_m": 1}]
    done = c.Do(procedure="explosion", given={"device": "ied", "victims": victims}, dice=None)
    mission.keep(done)
    assert mission.sheet(mission.ares)["wound_level"] == "dead"
    result = mission.offered()
    assert {key.partition(".")[0] for key in result} == {"escape_death"}
    assert {one.who for one in result.values()} <= {"ARES", "ARGOS"}
    key = next(key for key, one in result.items() if one.who == "ARES")
    moment = str(mission.table.log(mission.table.viewer("keeper"), "fr")[0]["id"])
    mission.keep(c.Follow(event=moment, offer=key))
    assert mission.sheet(mission.ares)["wound_level"] == "grave"
    assert mission.sheet(mission.ares)["luck"] == 0


@pytest.mark.parametrize("plan", [PLAN, {}])
def test_a_blast_reads_what_each_is_ready_to_pay(mission, plan):
    """OPS-HAZ-03: with a plan the table pays at once, without one it asks afterwards."""
    ready(mission, mission.ares, **plan)
    given = {"device": "ied", "victims": [{"defender": at(mission.ares)}]}
    mission.keep(c.Do(procedure="explosion", given=given))
    assert mission.sheet(mission.ares)["wound_level"] == ("grave" if plan else "dead")
