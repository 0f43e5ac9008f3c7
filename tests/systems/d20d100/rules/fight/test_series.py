"""Several attacks of one round: the base series, double and triple fire, jams, cartridges (CBT-14, FIRE)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.errors import Refusal
from systems.brute import Bench, told_apart

bench = Bench("d20d100")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes
DICE = [14, 3, 4, 11, 3, 2, 2]
FIELDS = ("in_range", "hits", "damage_total", "malfunction", "ammo_left", "target_pv", "target_condition")


def test_a_series_is_told_in_full():
    """D100-CBT-14, D100-FIRE-11: two hits, then a jam; the cartridge that sticks is spent too."""
    inputs = {"series": [10, 5, 0], "damage": "2d8", "jams": True, "loaded": 5, "target": {"pv": 12}}
    result = bench.answer("attack_sequence", DICE, **inputs)
    shot = {"defence_used": 15, "critical": False, "malfunction": "none"}
    assert outcome("attack_sequence", DICE, **inputs) == {
        "in_range": True,
        "shots": [
            {**shot, "attack": 10, "total": 24, "hit": True, "damage_final": 7},
            {**shot, "attack": 5, "total": 16, "hit": True, "damage_final": 5},
            {**shot, "attack": 0, "total": 2, "hit": False, "malfunction": "jam", "damage_final": 0},
        ],
        "hits": 2,
        "damage_total": 12,
        "malfunction": "jam",
        "ammo_left": 2,
        "target_pv": 0,
        "target_temp_damage": 0,
        "target_condition": "out_of_action",
        "target_shock": True,
        "target_wound_penalty": -6,
    }
    assert [(one.field, one.before, one.after, one.who) for one in result.changes] == [
        ("pv", 12, 0, "target"),
        ("loaded", 5, 2, ""),
    ]
    assert [(one.label, one.purpose) for one in result.dice][:3] == [
        ("d20", "attack"),
        ("d8", "damage"),
        ("d8", "damage"),
    ]


@given(
    series=st.lists(st.integers(-10, 20), min_size=1, max_size=3),
    faces=st.lists(st.integers(1, 20), min_size=3, max_size=3),
    loaded=st.integers(0, 4),
    jams=st.booleans(),
    flat=st.booleans(),
)
def test_shots_follow_one_another_until_the_weapon_fails_or_is_empty(series, faces, loaded, jams, flat):
    """D100-FIRE-04, D100-FIRE-11, D100-DEF-02: the first hit ends surprise, a miss does not."""
    expected, fault, guard = [], "none", flat
    for score, face in list(zip(series, faces, strict=False))[:loaded]:
        defence = 12 if guard else 16
        fault = {1: "dud", 2: "jam"}.get(face, "none") if jams else "none"
        hit = face > 1 and fault == "none" and face + score >= defence
        guard = guard and not hit
        expected.append((score, defence, face + score, hit, fault))
        if fault != "none":
            break
    result = outcome(
        "attack_sequence",
        faces[: len(expected)],
        series=series,
        defence=16,
        defence_flat=12,
        target_flat_footed=flat,
        loaded=loaded,
        jams=jams,
    )
    names = ("attack", "defence_used", "total", "hit", "malfunction")
    assert [tuple(shot[name] for name in names) for shot in result["shots"]] == expected
    assert result["hits"] == sum(hit for _, _, _, hit, _ in expected)
    assert (result["malfunction"], result["ammo_left"]) == (fault, loaded - len(expected))


def test_whoever_has_no_flat_footed_defence_named_keeps_the_normal_one():
    """D100-DEF-02."""
    (shot,) = outcome("attack_sequence", [10], series=[4], defence=17, target_flat_footed=True)["shots"]
    assert shot["defence_used"] == 17


def test_everything_that_weighs_on_an_attack_weighs_on_every_shot():
    """D100-ATK-03."""
    inputs = {
        "series": [6, 1],
        "mods": [1],
        "situations": ["darkness"],
        "attacker": {"pv": 5},
        "weapon_class": "firearm",
    }
    result = outcome("attack_sequence", [10, 10], **inputs, distance=13, increment=6)
    assert [shot["attack"] for shot in result["shots"]] == [6 + 1 - 4 - 3 - 4, 1 + 1 - 4 - 3 - 4]


def test_out_of_reach_nothing_is_fired():
    """D100-RNG-01."""
    result = outcome(
        "attack_sequence", series=[6, 1], distance=31, increment=6, weapon_class="thrown", loaded=3, target={"pv": 5}
    )
    assert (result["in_range"], result["shots"], result["hits"], result["damage_total"]) == (False, [], 0, 0)
    assert (result["malfunction"], result["ammo_left"], result["target_pv"]) == ("none", 3, 5)
    assert changes("attack_sequence", series=[6], distance=31, increment=6, weapon_class="thrown", loaded=3) == []


def test_each_blow_meets_the_body_that_the_last_one_left():
    """D100-HEALTH-03, D100-TEMP-01: the second blow is half of what was left; blows add up beside the PV."""
    body = {"pv": 10, "is_pc": True}
    result = outcome("attack_sequence", [15, 4, 15, 3], series=[9, 9], damage="1d6", target=body)
    assert (result["target_pv"], result["target_shock"]) == (3, True)
    result = outcome("attack_sequence", [15, 4, 15, 3], series=[9, 9], damage="1d6", target=body, temporary=True)
    assert (result["target_pv"], result["target_temp_damage"], result["target_shock"]) == (10, 7, False)
    dead = outcome("attack_sequence", [15, 6, 15, 3], series=[9, 9], damage="1d6", target={"pv": 4, "is_pc": False})
    assert (dead["target_pv"], dead["damage_total"], dead["target_condition"]) == (0, 9, "dead")


# ---- double and triple fire ----


@pytest.mark.parametrize(
    ("mode", "scores", "shots"),
    [("double", [2, -3], [2, 2, -3, -3]), ("triple", [-2, -7], [-2, -2, -2, -7, -7, -7])],
)
def test_john_empties_his_pistol(mode, scores, shots):
    """D100-FIRE-02, D100-MODE-03, D100-WPN-12: recoil 4 and +6/+1, as the source prints both series."""
    result = outcome("multiple_fire", [10] * len(shots), base_series=[6, 1], mode=mode, recoil=4)
    assert result["scores"] == scores
    assert [shot["attack"] for shot in result["shots"]] == shots
    each = len(shots) // 2
    assert (result["first_half_shots"], result["second_half_shots"]) == (each, each)


@pytest.mark.parametrize("loaded", range(8))
def test_cartridges_run_out_half_round_by_half_round(loaded):
    """D100-FIRE-04: all shots of the first score come first."""
    dice = [10] * min(loaded, 6)
    result = outcome("multiple_fire", dice, base_series=[6, 1], mode="triple", recoil=1, loaded=loaded)
    assert result["first_half_shots"] == min(loaded, 3)
    assert result["second_half_shots"] == max(0, min(loaded, 6) - 3)
    assert result["ammo_left"] == max(0, loaded - 6)


def test_a_jam_in_the_first_half_loses_the_second():
    """D100-FIRE-11."""
    result = outcome("multiple_fire", [10, 1], base_series=[6, 1], mode="double", recoil=0, jams=True)
    assert (result["first_half_shots"], result["second_half_shots"], result["malfunction"]) == (2, 0, "dud")


def test_what_cannot_be_is_refused():
    """D100-FIRE-02."""
    assert refused("multiple_fire", base_series=[6], mode="single", recoil=1)[1] == "mode"
    assert refused("multiple_fire", base_series=[6], mode="double")[1] == "recoil"
    assert refused("attack_sequence", series=[])[1] == "series"
    assert refused("attack_sequence", series=[1, 2, 3, 4])[1] == "series"
    assert refused("attack_sequence", series=[1], protection_kind="vest")[1] == "protection"


# ---- odds ----


@pytest.mark.parametrize(
    ("procedure", "inputs"),
    [
        ("attack_sequence", {"series": [6, 1], "jams": True, "loaded": 9, "target": {"pv": 4, "pv_max": 8}}),
        ("attack_sequence", {"series": [3, -2], "defence_flat": 12, "target_flat_footed": True, "threat_min": 18}),
        ("multiple_fire", {"base_series": [4], "mode": "double", "recoil": 2, "jams": True, "target": {"pv": 3}}),
    ],
)
def test_odds_of_a_series_are_those_of_every_face(procedure, inputs):
    given = {"damage": "1d3", **inputs}
    shown = bench.every_outcome(procedure, given)
    for by in (*((field,) for field in FIELDS), ("hits", "target_condition"), FIELDS):
        assert bench.weighed(procedure, given, by) == told_apart(shown, by), by


def test_a_series_of_nine_is_weighed_at_once():
    """D100-WPN-12: hits and jams without a look at the damage."""
    given = {"base_series": [8, 3, -2], "mode": "triple", "recoil": 0, "jams": True}
    odds = bench.weighed("multiple_fire", given, ("malfunction",))
    assert odds[(("malfunction", "none"),)] == Fraction(9, 10) ** 9


def test_the_dice_of_one_shot_can_be_told_apart_and_those_of_more_cannot():
    """Odds by every shot are refused at once, not after a minute."""
    bench.assert_odds_agree("attack_sequence", series=[4], damage="1d3", jams=True, loaded=4, target={"pv": 2})
    for procedure, inputs in (
        ("attack_sequence", {"series": [4, 1], "damage": "2d8"}),
        ("multiple_fire", {"base_series": [4], "mode": "double", "recoil": 1}),
    ):
        with pytest.raises(Refusal) as caught:
            bench.weighed(procedure, inputs, ("shots",))
        assert caught.value.id == "odds/too_many"


def test_surprise_lasts_until_the_first_hit():
    """D100-DEF-02: a miss does not wake anybody, a hit does."""
    given = {"series": [5, 5, 5], "defence": 20, "defence_flat": 10, "target_flat_footed": True}
    shots = outcome("attack_sequence", [4, 6, 6], **given)["shots"]
    assert [(one["defence_used"], one["hit"]) for one in shots] == [(10, False), (10, True), (20, False)]


def test_a_series_tells_its_hits_and_its_damage():
    """D100-CBT-14, D100-ATK-06."""
    result = bench.reasons("attack_sequence", [15, 4, 15, 3], series=[5, 5], damage="1d6", loaded=6)
    assert result[-3:] == [
        ("hits", 2, "D100-CBT-14"),
        ("damage_total", 7, "D100-ATK-06"),
        ("ammo_left", 4, "D100-FIRE-04"),
    ]


def test_only_what_jams_jams():
    """D100-FIRE-11: a two with a weapon that never fails is a number."""
    for jams, expected in ((True, ("dud", 0, 1)), (False, ("none", 1, 2))):
        result = outcome("attack_sequence", [1] if jams else [1, 2], series=[20, 20], jams=jams, loaded=2)
        assert (result["malfunction"], result["hits"], 2 - result["ammo_left"]) == expected


def test_each_increment_of_a_shotgun_has_its_dice_in_a_series_too():
    """D100-FIRE-06."""
    given = {"series": [9], "weapon_class": "shotgun", "increment": 3, "damage": "4d6/2d6/1d6"}
    assert outcome("attack_sequence", [15, 6, 5], distance=5, **given)["damage_total"] == 11
    assert outcome("attack_sequence", [15, 4], distance=9, **given)["damage_total"] == 4
