"""Care, surgery, days under a healer’s eye (BLEED-02, P-HEAL)."""

import pytest

from gardien.core.errors import Refusal
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("care", "surgery", "long_term_care")
HURT = {"con": 14, "pv": 7, "pf": 6, "wounds": [{"zone": "left_leg", "gb": 8}, {"zone": "right_arm", "gb": 4}]}
MEDICINE = {"int": 14, "skill_ranks": {"knowledge_medicine": 4}}
DEAD = {"pv": 0, "wounds": [{"gb": 12, "treated": True}]}


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- care ----


@pytest.mark.parametrize("gb", range(3, 16))
def test_care_is_five_and_the_gb(gb):
    """CD20-BLEED-02: equal is enough, no automatic success or failure (CD20-P-CHECK-01)."""
    patient = {"con": 14, "pv": 6, "pf": 5, "wounds": [{"zone": "left_arm", "gb": gb}]}
    for die in (1, 10, 20):
        for bonus in (gb + 4, gb - 6, gb - 15, gb - 16):
            result = outcome("care", [die], patient=patient, bonus=bonus)
            made = die + bonus >= 5 + gb
            assert (result["care_dc"], result["total"], result["success"]) == (5 + gb, die + bonus, made)
            assert (result["bleeding"], result["treated"]) == (not made, made)
            assert result["wounds"][0]["next_tick_in_rounds"] == (
                0 if made else result["wounds"][0]["next_tick_in_rounds"]
            )


def test_one_roll_cares_for_one_wound():
    """CD20-BLEED-02: the others go on; the losses stay."""
    result = outcome("care", [20], patient=HURT, wound=1, bonus=5)
    assert [wound["bleeding"] for wound in result["wounds"]] == [True, False]
    assert [wound["treated"] for wound in result["wounds"]] == [False, True]
    assert (result["pv"], result["pf"], result["treated"]) == (7, 6, True)


def test_a_wound_that_stabilised_can_still_be_treated():
    """CD20-BLEED-02: at the same difficulty."""
    patient = {"con": 14, "pv": 7, "pf": 6, "wounds": [{"zone": "left_leg", "gb": 8, "stabilised": True}]}
    result = outcome("care", [13], patient=patient, bonus=0)
    assert (result["care_dc"], result["success"], result["wounds"][0]["stabilised"]) == (13, True, True)
    failed = outcome("care", [12], patient=patient, bonus=0)
    assert (failed["success"], failed["bleeding"], failed["treated"]) == (False, False, False)


def test_what_care_adds_up():
    """CD20-P-HEAL-01, CD20-P-CHECK-01: ranks, ability, feats, means; conditions and parts; no fatigue."""
    healer = {
        "name": "Anne",
        "pf": 1,
        "wis": 14,
        "skill_ranks": {"first_aid": 3.5},
        "feats": ["skill_emphasis:first_aid"],
        "conditions": ["shaken"],
        "hampered_parts": ["head"],
    }
    for means, number in (("kit", 2), ("improvised", 0), ("nothing", -4)):
        result = outcome("care", [10], healer=healer, patient=HURT, means=means, modifier=1)
        assert result["total"] == 10 + 3 + 2 + 3 - 2 - 4 + number + 1
    told = bench.answer("care", [10], healer=healer, patient=HURT, means="kit", modifier=1)
    (summed,) = [one for one in told.steps if one.label == "bonus"]
    assert dict(summed.parts) == {
        "ranks": 3,
        "ability_mod": 2,
        "feat_bonus": 3,
        "condition_malus": -2,
        "part_malus": -4,
        "means": 2,
        "modifier": 1,
    }
    assert [(die.label, die.who, die.purpose) for die in told.dice] == [("d20", "Anne", "care")]


def test_a_bonus_stands_for_ranks_ability_and_feats_only():
    """CD20-P-CHECK-01: conditions still weigh."""
    healer = {"conditions": ["sickened"], "wis": 18}
    assert outcome("care", [10], healer=healer, patient=HURT, bonus=6)["total"] == 14


def test_medicine_needs_a_rank_first_aid_does_not():
    """CD20-P-HEAL-01: a bonus that is told speaks for itself."""
    assert outcome("care", patient=HURT, skill="knowledge_medicine") == {"refused": "untrained"}
    assert outcome("care", [10], healer=MEDICINE, patient=HURT, skill="knowledge_medicine")["total"] == 16
    assert outcome("care", [10], patient=HURT, skill="knowledge_medicine", bonus=0)["total"] == 10
    assert outcome("care", [10], patient=HURT)["total"] == 10


@pytest.mark.parametrize(
    ("scene", "reason"),
    [
        ({"patient": DEAD, "healer": {"pf": 0}}, "patient_dead"),
        ({"patient": HURT, "healer": {"pf": 0}}, "healer_cannot_act"),
        ({"patient": HURT, "healer": {"pv": 0}}, "healer_cannot_act"),
        ({"patient": HURT, "healer": {"conditions": ["bound"]}}, "healer_cannot_act"),
        ({"patient": HURT, "healer": {"shock_next_turn": "skip"}}, "healer_cannot_act"),
        ({"patient": {}, "healer": {"conditions": ["asleep"]}}, "healer_cannot_act"),
        ({"patient": {}, "skill": "knowledge_medicine"}, "no_wound"),
        ({"patient": {"wounds": [{"gb": 4, "treated": True}]}, "skill": "knowledge_medicine"}, "already_treated"),
        ({"patient": {"wounds": [{"gb": 1}]}, "skill": "knowledge_medicine"}, "untrained"),
    ],
)
def test_care_that_is_refused(scene, reason):
    """CD20-BLEED-02: the first reason that applies, alone; no die, no change."""
    assert outcome("care", **scene) == {"refused": reason}
    assert bench.changes("care", **scene) == []


def test_care_needs_a_wound():
    assert refused("care") == ("field/missing", "patient")
    assert refused("care", patient={}, wound=1) == ("field/at_most", "wound")
    assert refused("care", patient=HURT, wound=2) == ("field/at_most", "wound")
    for patient, most in ((HURT, 1), ({}, 0)):
        with pytest.raises(Refusal) as caught:
            outcome("care", patient=patient, wound=5)
        assert caught.value.words["high"] == most


def test_a_light_wound_is_bandaged_without_a_die():
    """CD20-BLEED-02, CD20-P-HEAL-01."""
    result = outcome("care", patient={"wounds": [{"zone": "head", "severity": "light"}]})
    assert (result["roll_needed"], result["success"], result["treated"], result["care_dc"]) == (False, True, True, 6)
    assert "total" not in result


def test_what_a_sheet_keeps_of_care():
    """CD20-BLEED-02: the wounds, nothing else."""
    ((field, before, after, who),) = bench.changes("care", [20], patient={**HURT, "name": "Paul"}, bonus=10)
    assert (field, who) == ("wounds", "Paul")
    assert (before[0]["treated"], after[0]["treated"]) == (False, True)
    assert bench.changes("care", [1], patient=HURT, bonus=0) == []


def test_odds_of_care():
    bench.assert_odds_agree("care", patient=HURT, bonus=3)


# ---- surgery ----

OPEN = {"zone": "right_arm", "gb": 12, "treated": True}


def on_the_table(*wounds, **fields):
    return {"con": 14, "pv": 7, "pf": 6, "wounds": list(wounds), "hampered_parts": ["right_arm"], **fields}


def test_surgery_is_fifteen_and_the_pv_that_the_wound_cost():
    """CD20-P-HEAL-01: with what it cost while it bled; hospital +4."""
    long_open = on_the_table({**OPEN, "pv_loss": 6})
    for die, made in ((11, False), (12, True)):
        result = outcome("surgery", [die], patient=long_open, bonus=5, hospital=True)
        assert (result["dc"], result["total"], result["success"], result["hours"]) == (21, die + 9, made, 1)
        assert result["wounds"][0]["surgery_done"] is made
    assert outcome("surgery", [10], healer=MEDICINE, patient=long_open, modifier=-1)["total"] == 10 + 6 - 1


def test_a_part_is_free_once_all_pv_are_back():
    """CD20-GB-05: at once if they are, and if no other wound of that part waits."""
    whole = {"pv": 10, "pf": 10}
    assert outcome("surgery", [20], patient=on_the_table(OPEN), bonus=9)["hampered_parts"] == ["right_arm"]
    assert outcome("surgery", [20], patient=on_the_table(OPEN, **whole), bonus=9)["hampered_parts"] == []
    assert outcome("surgery", [1], patient=on_the_table(OPEN, **whole), bonus=0)["hampered_parts"] == ["right_arm"]
    twice = on_the_table(OPEN, OPEN, **whole)
    assert outcome("surgery", [20], patient=twice, bonus=9)["hampered_parts"] == ["right_arm"]
    other = {**on_the_table(OPEN, **whole), "hampered_parts": ["right_arm", "head"]}
    assert outcome("surgery", [20], patient=other, bonus=9)["hampered_parts"] == ["head"]


@pytest.mark.parametrize(
    ("scene", "reason"),
    [
        ({"patient": DEAD}, "patient_dead"),
        ({"patient": {}}, "no_surgery_needed"),
        ({"patient": on_the_table({"zone": "right_arm", "gb": 9})}, "no_surgery_needed"),
        ({"patient": on_the_table({**OPEN, "surgery_done": True})}, "no_surgery_needed"),
        (
            {"patient": {"wounds": [{**OPEN, "gb": 18}], "lost_parts": ["right_arm"], "pv": 5}},
            "no_surgery_needed",
        ),
        ({"patient": on_the_table({"zone": "right_arm", "gb": 12})}, "not_treated"),
        ({"patient": on_the_table(OPEN), "healer": {"skill_ranks": {"knowledge_medicine": 0.5}}}, "untrained"),
    ],
)
def test_surgery_that_is_refused(scene, reason):
    """CD20-P-HEAL-01: the first reason that applies, alone."""
    assert outcome("surgery", **scene) == {"refused": reason}


def test_surgery_needs_a_wound_of_the_list():
    assert refused("surgery") == ("field/missing", "patient")
    assert refused("surgery", patient=on_the_table(OPEN), wound=1) == ("field/at_most", "wound")
    assert refused("surgery", patient={}, wound=1) == ("field/at_most", "wound")


def test_odds_of_surgery():
    bench.assert_odds_agree("surgery", patient=on_the_table(OPEN, pv=10, pf=10), bonus=4)
    assert [one[0] for one in bench.changes("surgery", [20], patient=on_the_table(OPEN, pv=10, pf=9), bonus=4)] == [
        "hampered_parts",
        "wounds",
    ]


# ---- long-term care ----


def test_a_day_in_bed_under_a_healers_eye():
    """CD20-P-HEAL-02: 15; two PV, or the one of any day."""
    house = {"options": {"long_term_care": True}}
    assert picked("long_term_care", [9], "success", "pv_per_day", "dc", bonus=5, **house) == (False, 1, 15)
    assert picked("long_term_care", [10], "success", "pv_per_day", "total", bonus=5, **house) == (True, 2, 15)
    bench.assert_odds_agree("long_term_care", bonus=5, **house)


def test_long_term_care_that_is_refused():
    """CD20-P-HEAL-02: off by default; six patients."""
    house = {"options": {"long_term_care": True}}
    assert outcome("long_term_care", bonus=5, patients=7) == {"refused": "option_off"}
    assert outcome("long_term_care", bonus=5, patients=7, **house) == {"refused": "too_many_patients"}
    assert outcome("long_term_care", [3], bonus=5, patients=6, **house)["success"] is False
    assert refused("long_term_care", **house) == ("field/missing", "bonus")
