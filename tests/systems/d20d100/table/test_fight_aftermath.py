"""After the blows: care, agony, fire, destiny, boxes to tick; each on the sheet of whoever it befalls."""

import pytest

from gardien.table import commands as c
from systems.d20d100.evening import Evening, investigator
from systems.table import at


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


# ---- care, agony, destiny ----


def test_first_aid_is_given_by_one_and_received_by_another(evening):
    """D100-HEALTH-07, D100-HEALTH-08: the skill of one, the body of the other."""
    doctor = evening.add(sheet=investigator("Solange", profession="medecin"))
    evening.do(evening.berthe, "apply_damage", None, damage=5)
    pv = evening.sheet(evening.berthe)["pv"]
    roll = evening.do(doctor, "first_aid", (19, 3), patient=at(evening.berthe))
    assert roll.given["modifier"] == evening.sheet(doctor)["skills"]["premiers_soins"]["total"]
    assert (evening.sheet(evening.berthe)["pv"], evening.sheet(evening.berthe)["first_aid_used"]) == (pv + 3, True)
    assert evening.sheet(doctor)["pv"] == evening.sheet(doctor)["pv_max"]
    assert evening.sheet(doctor)["first_aid_used"] is False


def test_the_dying_throw_at_the_end_of_every_round(evening):
    """D100-HEALTH-06: investigators only; first aid stops it, and what waited is gone with the next round."""
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.rank(evening.gangster, evening.berthe)
    most = evening.sheet(evening.berthe)["pv_max"]
    evening.do(evening.berthe, "apply_damage", None, damage=most + 2)
    evening.turn()
    assert (evening.round, evening.due()[0][1]) == (2, "agony_round")
    evening.act(evening.ann, c.Settle(due=evening.due()[0][0], dice=(4,)))
    assert (evening.sheet(evening.berthe)["pv"], evening.due()) == (-3, [])
    evening.turn()
    assert len(evening.due()) == 1
    evening.do(evening.gangster, "first_aid", (19,), patient=at(evening.berthe), skill="medicine", modifier=10)
    evening.turn()
    assert evening.due() == []


def test_fire_and_waking_fall_due_together_as_the_end_of_a_round(evening):
    """D100-ROLL-03, D100-TEMP-02: nobody puts out their clothes without being awake."""
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.write(evening.berthe, temp_damage=40)
    evening.write(evening.gangster, on_fire=True)
    evening.turn(2)
    assert sorted(procedure for _, procedure in evening.due()) == ["burn_round", "wake_up"]
    evening.write(evening.berthe, on_fire=True)
    evening.turn()
    assert ("end_round" in [procedure for _, procedure in evening.due()]) is True
    due = next(id for id, procedure in evening.due() if procedure == "end_round")
    evening.keep(c.Settle(due=due, dice=(20, 2, 10)))
    sheet = evening.sheet(evening.berthe)
    assert (sheet["on_fire"], sheet["condition"]) == (True, "staggered")


def test_a_failed_die_is_thrown_again_for_a_point_of_destiny(evening):
    """D100-MISS-11: the other dice lie, what the failure cost is paid once."""
    evening.write(evening.berthe, destiny=2)
    line = evening.sheet(evening.berthe)["weapons"][0]
    evening.do(evening.berthe, "attack", (2,), seat=evening.ann, target=at(evening.gangster))
    offer = evening.offered(evening.ann)["reroll"]
    assert (offer.cost, offer.price) == ("destiny", 1)
    before = evening.sheet(evening.gangster)["pv"]
    roll = evening.follow("reroll", (19,), seat=evening.ann)
    assert roll.outcome["hit"] is True
    assert evening.sheet(evening.gangster)["pv"] < before
    sheet = evening.sheet(evening.berthe)
    assert (sheet["destiny"], sheet["used_this_scene"]) == (1, True)
    assert sheet["weapons"][0]["loaded"] == line["loaded"] - 1
    evening.do(evening.berthe, "attack", (2,), target=at(evening.gangster))
    assert "reroll" not in evening.offered()
    evening.keep(c.Scene(title="Plus tard"))
    assert evening.sheet(evening.berthe)["used_this_scene"] is False


def test_a_wound_becomes_a_mere_shock(evening):
    """D100-DEST-01, D100-MISS-11: the bullet stopped in the wallet; whoever was hit decides."""
    evening.write(evening.berthe, destiny=1)
    pv = evening.sheet(evening.berthe)["pv"]
    evening.write(evening.gangster, weapons=investigator("x", ("colt_38",))["weapons"])
    evening.do(evening.gangster, "attack", (20, 9), target=at(evening.berthe), mods=[10])
    assert evening.sheet(evening.berthe)["pv"] < pv - 1
    assert set(evening.offered(evening.ann)) == {"shock_instead"}
    evening.follow("shock_instead", seat=evening.ann)
    sheet = evening.sheet(evening.berthe)
    assert (sheet["pv"], sheet["destiny"], evening.marks(evening.berthe)["shocked"]) == (pv - 1, 0, True)


def test_a_natural_twenty_may_tick_the_box(evening):
    """D100-XP-02: the Keeper’s choice; a box that has its tick is not offered again."""
    evening.do(evening.berthe, "skill_test", (20,), seat=evening.ann, skill="ecouter")
    assert evening.offered(evening.ann) == {}
    assert set(evening.offered()) == {"tick"}
    evening.follow("tick")
    assert evening.sheet(evening.berthe)["skills"]["ecouter"]["ticked"] is True
    evening.do(evening.berthe, "skill_test", (20,), skill="ecouter")
    assert evening.offered() == {}
    evening.do(evening.berthe, "attack", (20, 3), target=at(evening.gangster))
    evening.follow("tick")
    assert evening.sheet(evening.berthe)["skills"]["revolver"]["ticked"] is True


def test_every_effort_at_the_end_of_ones_strength_costs_a_point(evening):
    """D100-HEALTH-06."""
    evening.write(evening.berthe, pv=0)
    assert evening.sheet(evening.berthe)["condition"] == "out_of_action"
    evening.do(evening.berthe, "attack", (2,), target=at(evening.gangster))
    assert (evening.sheet(evening.berthe)["pv"], evening.sheet(evening.berthe)["condition"]) == (-1, "dying")
