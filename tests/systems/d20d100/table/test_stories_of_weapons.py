"""Stories of weapons: what jams, falls or is thrown again, in hand, in a grapple, in bursts (FIRE, SPEC, GRAP)."""

import pytest

from systems.d20d100.evening import COLT, Evening, fight, guns, held, hit, odette, refusal
from systems.table import at


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def test_a_jam_that_destiny_throws_again_has_not_happened(evening):
    """D100-MISS-11, D100-FIRE-11: the new die stands; one cartridge, one attack of the turn."""
    gunner = odette(evening, "luger")
    fight(evening, gunner, evening.gangster)
    (luger,) = guns(evening, gunner)
    hit(evening, gunner, evening.gangster, 2, weapon_name=luger["name"])
    assert guns(evening, gunner)[0]["weapon_state"] == "jam"
    evening.follow("reroll", (3,))
    (after,) = guns(evening, gunner)
    assert (after["weapon_state"], after["loaded"]) == ("ok", luger["loaded"] - 1)
    assert (evening.marks(gunner)["attacks_made"], evening.left(gunner)) == ([luger["name"]], 1)


def test_a_weapon_that_was_ruined_is_saved_by_destiny(evening):
    """D100-MISS-11, D100-FIRE-11: the Mécanique throw again; its time is taken once."""
    gunner = odette(evening, "luger")
    fight(evening, gunner, evening.gangster)
    luger = guns(evening, gunner)[0]["name"]
    hit(evening, gunner, evening.gangster, 2, weapon_name=luger)
    evening.do(gunner, "clear_jam", (1,), weapon_name=luger)
    evening.follow("reroll", (20,))
    assert guns(evening, gunner)[0]["weapon_state"] == "ok"
    evening.turn(2)
    assert (evening.now, evening.left(gunner)) == (gunner, 1)


def test_two_weapons_fall_one_after_the_other(evening):
    """D100-SPEC-03, D100-CBT-11: of two alike the one in hand; both lie there until they are picked up."""
    gunner = odette(evening, "colt_38", "colt_38")
    for name in (f"{COLT} 2", COLT):
        hit(evening, gunner, evening.gangster, 3, weapon_name=name)
        evening.do(evening.gangster, "disarm", (20, 1), holder=at(gunner))
    for name in (COLT, f"{COLT} 2"):
        assert refusal(hit, evening, gunner, evening.gangster, 3, weapon_name=name).id == "act/dropped"
    assert refusal(evening.do, evening.gangster, "disarm", (20, 1), holder=at(gunner)).id == "act/unarmed"
    evening.do(gunner, "take_action", (), action="pick_up")
    for name in (COLT, f"{COLT} 2"):
        hit(evening, gunner, evening.gangster, 3, weapon_name=name)
    assert [one["loaded"] for one in guns(evening, gunner)] == [4, 4]


def test_a_gun_jams_in_a_grapple_too(evening):
    """D100-GRAP-03, D100-FIRE-11."""
    gunner = odette(evening, "luger")
    (luger,) = guns(evening, gunner)
    held(evening, gunner, evening.gangster, "draw_weapon")
    shot = {"manoeuvre": "shoot", "weapon_name": luger["name"], "target": at(evening.gangster)}
    evening.do(gunner, "grapple_manoeuvre", (20, 1, 2), **shot)
    (after,) = guns(evening, gunner)
    assert (after["weapon_state"], after["loaded"]) == ("jam", luger["loaded"] - 1)
    assert refusal(evening.do, gunner, "grapple_manoeuvre", (20, 1, 5), **shot).id == "act/jammed"


def test_a_burst_tires_like_any_attack(evening):
    """D100-HEALTH-06: at 0 PV it costs a point."""
    gunner = odette(evening, "thompson")
    evening.write(gunner, pv=0)
    evening.do(gunner, "burst", (3, 20, 1, 1), targets=[at(evening.gangster)], series=[3])
    assert (evening.sheet(gunner)["pv"], evening.sheet(gunner)["condition"]) == (-1, "dying")
