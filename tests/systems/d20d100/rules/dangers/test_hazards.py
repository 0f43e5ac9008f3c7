"""No air, fire, falls, explosions, poison (ROLL, MISS-12)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.calling import odds_of
from gardien.core.errors import Refusal
from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes

faces = st.integers(1, 20)


# ---- no air ----


@given(round=st.integers(1, 200), face=faces, con=st.integers(-20, 40), loss=st.integers(1, 8))
def test_air_is_a_point_harder_to_do_without_every_round(round, face, con, loss):
    """D100-ROLL-09: CON at 10, 11, 12…; the first failure costs 1d8 at once."""
    difficulty = 9 + round
    failed = face == 1 or face + con < difficulty
    inputs = {"con_modifier": con, "round": round, "pv": 6, "pv_max": 10}
    result = outcome("suffocate_round", [face, loss] if failed else [face], **inputs)
    pv = 6 - loss * failed
    assert result == {
        "difficulty": difficulty,
        "total": face + con,
        "failed": failed,
        "loss": loss * failed,
        "pv": pv,
        "condition": "ok" if pv > 0 else "out_of_action" if pv == 0 else "dying",
        "can_act": pv > 0,
    }


def test_after_the_first_failure_no_test_is_made():
    """D100-ROLL-09: 1d8 every round."""
    inputs = {"con_modifier": 30, "round": 4, "failed": True}
    assert outcome("suffocate_round", [5], **inputs) == {
        "failed": True,
        "loss": 5,
        "pv": 5,
        "condition": "ok",
        "can_act": True,
    }
    assert bench.thrown("suffocate_round", [5], **inputs) == [("d8", "loss")]
    assert changes("suffocate_round", [5], **inputs) == [("pv", 10, 5, "")]


def test_suffocation_is_no_blow():
    """D100-HEALTH-03, D100-HEALTH-02: no shock is told, and an adversary dies at 0."""
    inputs = {"con_modifier": 0, "failed": True, "pv": 4, "is_pc": False}
    assert picked("suffocate_round", [8], "pv", "condition", **inputs) == (0, "dead")
    assert "shock" not in {label for label, *_ in bench.reasons("suffocate_round", [8], con_modifier=0, failed=True)}


# ---- fire ----


@given(face=faces, fire=st.integers(1, 6), pv=st.integers(-9, 10), reflexes=st.integers(-20, 40))
def test_burning_clothes(face, fire, pv, reflexes):
    """D100-EX-57, D100-ROLL-03, D100-HEALTH-04: Réflexes at 15, with the wound penalty of the body."""
    used = reflexes + 1 + (-6 if pv <= 2 else -3 if pv <= 5 else 0)
    out = face != 1 and face + used >= 15
    inputs = {"reflexes": reflexes, "mods": [1], "pv": pv, "pv_max": 10}
    result = outcome("burn_round", [face] if out else [face, fire], **inputs)
    assert result["difficulty"] == 15
    assert result["total"] == face + used
    assert (result["success"], result["on_fire"], result["damage"]) == (out, not out, 0 if out else fire)
    assert result["pv"] == max(-10, pv - result["damage"])


def test_fire_gives_its_reasons():
    """D100-ROLL-03."""
    assert bench.reasons("burn_round", [14, 4], reflexes=0, pv=10) == [
        ("difficulty", 15, "D100-ROLL-03"),
        ("total", 14, "D100-TEST-01"),
        ("success", False, "D100-TEST-01"),
        ("damage", 4, "D100-ROLL-03"),
        ("on_fire", True, "D100-ROLL-03"),
        ("pv", 6, "D100-HEALTH-01"),
        ("condition", "ok", "D100-HEALTH-01"),
    ]


# ---- falls ----


@pytest.mark.parametrize(
    ("height", "dice", "expected"),
    [
        (0, [], (False, 0, 0, 20)),
        (2.9, [], (False, 0, 0, 20)),
        (3, [14, 6], (False, 1, 6, 14)),
        (3, [15], (True, 0, 0, 20)),
        (5.9, [14, 6], (False, 1, 6, 14)),
        (6, [15, 4], (True, 1, 4, 16)),
        (6, [1, 4, 3], (False, 2, 7, 13)),
        (12, [15, 1, 2, 3], (True, 3, 6, 14)),
    ],
)
def test_a_die_for_each_full_three_metres(height, dice, expected):
    """D100-MISS-12: a success takes one die away before the others fall."""
    fields = ("success", "dice_count", "damage", "pv")
    assert picked("fall", dice, *fields, height=height, modifier=-2, mods=[2], pv=20) == expected


def test_a_fall_may_shock():
    """D100-HEALTH-03: a fall is a blow."""
    assert picked("fall", [2, 6, 3], "shock", "pv", height=6, modifier=0, pv=18) == (True, 9)
    assert picked("fall", [2, 5, 4], "shock", "pv", height=6, modifier=0, pv=20) == (False, 11)


@pytest.mark.parametrize(("con", "face", "left"), [(0, 10, 8), (0, 9, -10), (2, 8, 8), (9, 1, -10)])
def test_a_fall_may_kill_at_once(con, face, left):
    """D100-HEALTH-05: ten PV lost at once ask for CON where the table plays it; a major monster takes fifty."""
    inputs = {"height": 6, "modifier": 0, "pv": 20, "con_modifier": con, "options": {"rule_massive_damage": True}}
    assert outcome("fall", [2, 6, 6, face], **inputs)["pv"] == left
    assert outcome("fall", [2, 6, 3], **inputs)["pv"] == 11
    assert outcome("fall", [2, 6, 6], **inputs, major_monster=True)["pv"] == 8


# ---- explosions ----


def blast(dice, *targets, **given):
    return outcome("explosion", dice, targets=list(targets), **given)["results"]


@pytest.mark.parametrize(
    ("kind", "sticks", "distance", "count"),
    [
        ("grenade", 1, 0, 4),
        ("grenade", 1, 3, 4),
        ("grenade", 1, 3.1, 2),
        ("grenade", 1, 6, 2),
        ("grenade", 1, 6.1, 0),
        ("grenade", 9, 6.1, 0),
        ("dynamite", 1, 2, 5),
        ("dynamite", 1, 4, 2),
        ("dynamite", 1, 6, 1),
        ("dynamite", 1, 6.5, 0),
        ("dynamite", 2, 3, 7),
        ("dynamite", 2, 5, 3),
        ("dynamite", 2, 7, 2),
        ("dynamite", 2, 7.5, 0),
        ("dynamite", 20, 21, 43),
        ("vehicle", 1, 6, 4),
        ("vehicle", 1, 7, 0),
    ],
)
def test_damage_falls_off_from_ring_to_ring(kind, sticks, distance, count):
    """D100-MISS-12: each further stick adds 2, 1 and 1 dice and a metre to every radius."""
    dice = [14, *[3] * count] if count else []
    (result,) = blast(dice, {"name": "Ada", "distance": distance}, kind=kind, sticks=sticks)
    if count:
        assert result == {
            "name": "Ada",
            "reflex_total": 14,
            "reflex_success": False,
            "damage_rolled": 3 * count,
            "damage_final": 3 * count,
        }
    else:
        assert result == {"name": "Ada", "damage_rolled": 0, "damage_final": 0}


def test_reflexes_halve_a_blast_and_each_rolls_apart():
    """D100-ROLL-04, D100-MISS-12: half is rounded down; damage is thrown for each."""
    body = {"pv_max": 12}
    result = blast(
        [15, 6, 6, 6, 5, 1, 1, 2, 1, 1],
        {"name": "Ada", "reflexes": 2, "reflex_mods": [-2], "body": body},
        {"name": "Bob", "reflexes": 20, "body": {"pv_max": 8, "pv": 3}},
        {"name": "Cy", "distance": 30, "body": {"pv_max": 8, "pv": -2}},
    )
    assert [(one["damage_rolled"], one["damage_final"], one["pv"], one["condition"]) for one in result] == [
        (23, 11, 1, "ok"),
        (5, 5, -2, "dying"),
        (0, 0, -2, "dying"),
    ]
    targets = [{"name": "Ada", "body": body}, {"name": "Bob", "body": body, "distance": 9}]
    assert changes("explosion", [2, 6, 1, 1, 1], targets=targets) == [("pv", 12, 3, "Ada")]


@pytest.mark.parametrize(
    ("kind", "value", "dice", "final"),
    [
        ("none", 0, [2, 6, 6, 6, 6], 24),
        ("points", 4, [2, 6, 6, 6, 6], 20),
        ("points", 60, [2, 6, 6, 6, 6], 0),
        ("vest", 4, [2, 6, 6, 6, 6, 4], 20),
        ("vest", 12, [2, 1, 1, 1, 1, 12], 0),
        ("half", 2, [2, 6, 6, 6, 5], 9),
        ("half", 2, [15, 6, 6, 6, 5], 3),
        ("minimal", 1, [2], 3),
        ("minimal", 1, [15], 1),
        ("one_point", 0, [2], 1),
        ("one_point", 1, [2], 0),
        ("immune", 0, [2], 0),
    ],
)
def test_protection_against_a_blast(kind, value, dice, final):
    """D100-PROT-01, D100-PROT-03: Penetration 4 pierces no vest; some kinds need no dice."""
    (result,) = blast(dice, {"protection_kind": kind, "protection": value})
    assert result["damage_final"] == final
    if kind in ("minimal", "one_point", "immune"):
        assert result["damage_rolled"] == 4


@pytest.mark.parametrize(("face", "left"), [(10, 16), (9, -10)])
def test_a_blast_may_kill_at_once(face, left):
    """D100-HEALTH-05: after Réflexes, damage and vest, CON for those who lose ten PV at once."""
    (result,) = blast([2, 6, 6, 6, 6, face], {"body": {"pv_max": 40}}, options={"rule_massive_damage": True})
    assert result["pv"] == left
    (spared,) = blast([2, 6, 1, 1, 1], {"body": {"pv_max": 40}}, options={"rule_massive_damage": True})
    assert spared["pv"] == 31


def test_poison_does_not_kill_at_once():
    """D100-HEALTH-03, D100-HEALTH-05: a loss over time is none at once."""
    inputs = {"potency": 20, "endurance": 0, "pv": 30, "options": {"rule_massive_damage": True}}
    assert picked("poison", [2], "damage", "pv", **inputs) == (20, 10)


def test_odds_of_a_blast_agree_with_every_face():
    """D100-MISS-12: by all details, and by what came of it alone."""
    target = {"name": "Ada", "distance": 5, "reflexes": 3, "protection_kind": "vest", "protection": 4}
    inputs = {"targets": [{**target, "body": {"pv_max": 9, "pv": 6}}]}
    bench.assert_odds_agree("explosion", **inputs)


def test_whoever_is_blown_up_beside_another_is_not_told_in_full():
    """D100-MISS-12: the odds of two would be too many, and say so at once; whoever stands too far away is none."""
    near, far = {"body": {"pv_max": 9}}, {"distance": 60}
    assert bench.weighed("explosion", {"targets": [near, far]}, ("results",))
    with pytest.raises(Refusal) as caught:
        bench.weighed("explosion", {"targets": [near, near]}, ("results",))
    assert caught.value.id == "odds/too_many"


def test_a_blast_among_many_is_weighed_by_its_toll():
    """D100-MISS-12: whom it hurts and kills, however many stand around."""
    near, far = {"body": {"pv_max": 4, "is_pc": False}}, {"distance": 50}
    crowd = [{"name": f"Ghoul {number}", **near} for number in range(18)]
    inputs = {"targets": [*crowd, {"name": "Ada", **far}, {"name": "Bo", "protection_kind": "immune"}]}
    inputs |= {"kind": "dynamite", "sticks": 20}
    assert bench.weighed("explosion", inputs, ("hurt", "killed")) == {(("hurt", 18), ("killed", 18)): 1}
    dead = {"name": "Cy", "body": {"pv_max": 4, "pv": -10}}
    one = {"targets": [dead, {"name": "Ada", "body": {"pv_max": 24, "pv": 14}}]}
    result = outcome("explosion", [2, 1, 1, 1, 1, 2, 6, 6, 6, 6], **one)
    assert (result["hurt"], result["killed"]) == (2, 1)


# ---- poison ----


@pytest.mark.parametrize(
    ("potency", "difficulty"), [(1, 6), (9, 10), (10, 11), (11, 11), (12, 12), (20, 16), (100, 56)]
)
def test_the_difficulty_of_a_poison_is_its_potency(potency, difficulty):
    """D100-MISS-12: 11 and the modifier of the potency; all of it in PV, or half."""
    inputs = {"potency": potency, "endurance": 40, "pv": 200}
    assert outcome("poison", [20], **inputs) == {
        "difficulty": difficulty,
        "total": 60,
        "success": True,
        "damage": potency // 2,
        "pv": 200 - potency // 2,
        "condition": "ok",
    }
    assert picked("poison", [1], "success", "damage", "pv", **inputs) == (False, potency, 200 - potency)


def test_poison_meets_endurance():
    """D100-MISS-12: equality resists."""
    inputs = {"potency": 14, "endurance": 2, "mods": [1], "pv": 10}
    assert picked("poison", [10], "success", "total", "condition", **inputs) == (True, 13, "ok")
    assert picked("poison", [9], "success", "pv", "condition", **inputs) == (False, -4, "dying")
    assert bench.chance("poison", "success", **inputs) == Fraction(11, 20)


@pytest.mark.parametrize(
    ("procedure", "inputs"),
    [
        ("suffocate_round", {"con_modifier": 2, "round": 3, "pv": 4}),
        ("suffocate_round", {"con_modifier": 2, "failed": True, "pv": 4}),
        ("burn_round", {"reflexes": 3, "pv": 4, "pv_max": 10}),
        ("fall", {"height": 7, "modifier": 3, "pv": 9}),
        ("fall", {"height": 2, "modifier": 3, "pv": 9}),
        ("poison", {"potency": 9, "endurance": 1, "pv": 9, "options": {"nat20_auto_success": True}}),
    ],
)
def test_odds_agree_with_every_face(procedure, inputs):
    """D100-ROLL-03, D100-ROLL-09, D100-MISS-12."""
    bench.assert_odds_agree(procedure, **inputs)


@pytest.mark.parametrize(
    ("procedure", "inputs", "fault"),
    [
        ("suffocate_round", {}, ("field/missing", "con_modifier")),
        ("suffocate_round", {"con_modifier": 0, "round": 0}, ("field/range", "round")),
        ("burn_round", {"reflexes": 0}, ("field/missing", "pv")),
        ("fall", {"height": 501, "modifier": 0, "pv": 9}, ("field/range", "height")),
        ("explosion", {"targets": []}, ("field/length_at_least", "targets")),
        ("explosion", {"targets": [{}] * 21}, ("field/length_at_most", "targets")),
        ("explosion", {"targets": [{}], "kind": "bomb"}, ("field/one_of", "kind")),
        ("explosion", {"targets": [{}], "sticks": 21}, ("field/range", "sticks")),
        (
            "explosion",
            {"targets": [{"protection_kind": "vest", "protection": 5}]},
            ("field/one_of", "targets[0].protection"),
        ),
        ("explosion", {"targets": [{"body": {"pv_max": 0}}]}, ("field/range", "targets[0].body.pv_max")),
        ("poison", {"potency": 0, "endurance": 0, "pv": 9}, ("field/range", "potency")),
    ],
)
def test_wrong_inputs_are_refused(procedure, inputs, fault):
    """D100-MISS-12: each refusal names its field."""
    assert refused(procedure, **inputs) == fault


def test_a_fall_throws_d6():
    """D100-MISS-12: from three metres one of them."""
    given = {"height": 3, "modifier": -40, "pv": 10}
    assert [bench.chance("fall", "damage", points, **given) for points in (0, 1, 6, 7)] == [
        0,
        Fraction(1, 6),
        Fraction(1, 6),
        0,
    ]


def test_an_explosion_counts_whom_it_hurt_and_whom_it_killed():
    """D100-MISS-12, D100-HEALTH-02: not those whom it leaves whole, nor those who were dead."""
    frail, dead = {"pv": 1, "pv_max": 9, "is_pc": False}, {"pv": 0, "pv_max": 9, "is_pc": False}
    tough = {"pv": 50, "pv_max": 50}
    thrown = [2, 1, 1, 1, 1]  # Réflexes fail, four points
    around = [{"body": frail}, {"body": dead}, {"body": tough}, {}]
    result = outcome("explosion", thrown * 4, targets=around)
    assert (result["hurt"], result["killed"]) == (4, 1)
    steel = {"protection_kind": "points", "protection": 4}
    assert picked("explosion", thrown, "hurt", "killed", targets=[{"body": frail, **steel}]) == (0, 0)
    nearly = {"protection_kind": "points", "protection": 3}
    assert picked("explosion", thrown, "hurt", "killed", targets=[{"body": tough, **nearly}]) == (1, 0)


def test_odds_tell_one_person_in_an_explosion_and_no_more():
    """Even where only one die reaches them."""
    far = {"distance": 6}
    assert odds_of("d20d100", "explosion", {"kind": "dynamite", "targets": [far]}, by=("results",))
    with pytest.raises(Refusal) as caught:
        odds_of("d20d100", "explosion", {"kind": "dynamite", "targets": [far, far]}, by=("results",))
    assert caught.value.id == "odds/too_many"


def test_a_poison_changes_the_sheet():
    """D100-MISS-12: all of its potency, or half."""
    assert bench.changes("poison", [2], potency=6, endurance=0, pv=10) == [("pv", 10, 4, "")]
    assert bench.changes("poison", [20], potency=6, endurance=0, pv=10) == [("pv", 10, 7, "")]
