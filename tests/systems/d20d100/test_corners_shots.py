"""Corners of several shots: when surprise ends, what is told of a series, cartridges nobody counts (FIRE, CBT-14)."""

from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, reasons = bench.outcome, bench.picked, bench.reasons


def test_surprise_lasts_until_the_first_hit():
    """D100-DEF-02: a miss does not wake anybody, a hit does."""
    given = {"series": [5, 5, 5], "defence": 20, "defence_flat": 10, "target_flat_footed": True}
    shots = outcome("attack_sequence", [4, 6, 6], **given)["shots"]
    assert [(one["defence_used"], one["hit"]) for one in shots] == [(10, False), (10, True), (20, False)]


def test_a_series_tells_its_hits_and_its_damage():
    """D100-CBT-14, D100-ATK-06."""
    found = reasons("attack_sequence", [15, 4, 15, 3], series=[5, 5], damage="1d6", loaded=6)
    assert found[-3:] == [
        ("hits", 2, "D100-CBT-14"),
        ("damage_total", 7, "D100-ATK-06"),
        ("ammo_left", 4, "D100-FIRE-04"),
    ]


def test_cartridges_that_nobody_counts_are_not_told():
    """D100-FIRE-04: within reach and beyond it."""
    given = {"attack": 5, "burst_size": 3, "recoil": 1, "weapon_class": "firearm", "increment": 3}
    for distance, dice in ((3, [10]), (31, [])):
        assert "ammo_left" not in outcome("short_burst", dice, distance=distance, **given)
        left = outcome("short_burst", dice, distance=distance, loaded=9, **given)["ammo_left"]
        assert left == (6 if dice else 9)


def test_only_what_jams_jams():
    """D100-FIRE-11: a two with a weapon that never fails is a number."""
    for jams, expected in ((True, ("dud", 0, 1)), (False, ("none", 1, 2))):
        found = outcome("attack_sequence", [1] if jams else [1, 2], series=[20, 20], jams=jams, loaded=2)
        assert (found["malfunction"], found["hits"], 2 - found["ammo_left"]) == expected


def test_each_increment_of_a_shotgun_has_its_dice_in_a_series_too():
    """D100-FIRE-06."""
    given = {"series": [9], "weapon_class": "shotgun", "increment": 3, "damage": "4d6/2d6/1d6"}
    assert outcome("attack_sequence", [15, 6, 5], distance=5, **given)["damage_total"] == 11
    assert outcome("attack_sequence", [15, 4], distance=9, **given)["damage_total"] == 4


def test_a_burst_undoes_what_stopped_the_dying():
    """D100-HEALTH-06, D100-FIRE-08: far away, the second burst is dodged and changes nothing."""
    body = {"pv": -3, "pv_max": 10, "stable": True}
    given = {"series": [5, 5], "recoil": 0, "distance": 25, "increment": 9, "damage": "1d4"}
    bursts = outcome("burst", [10, 2, 1, 10, 20], targets=[{"body": body}], **given)["bursts"]
    assert [(one["targets"][0]["pv"], one["targets"][0]["condition"]) for one in bursts] == [(-4, "dying")] * 2
    spared = outcome("burst", [10, 20, 10, 20], targets=[{"body": body}], **given)["bursts"]
    assert [one["targets"][0]["condition"] for one in spared] == ["stable"] * 2


def test_bullets_of_a_burst_pierce_a_vest():
    """D100-PROT-01, D100-FIRE-08."""
    given = {"series": [5], "recoil": 0, "distance": 25, "increment": 9, "damage": "1d6"}
    target = {"protection_kind": "vest", "protection": 6}
    for penetration, dice, final in ((8, [10, 2, 5], 5), (6, [10, 2, 5, 2], 3)):
        found = outcome("burst", dice, targets=[target], penetration=penetration, **given)
        assert found["bursts"][0]["targets"][0]["damage_final"] == final
