"""Wounds and shocks by themselves: the severity table, one blow, a shock, fainting, stabilising (GB, SHOCK, BLEED)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.systems.cthulhud20.vocabulary import HUMAN, SIZES
from systems.brute import Bench
from systems.cthulhud20.ledger import by_key
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("severity", "apply_wound", "apply_shock", "suggest_shock", "faint_save", "stabilise")
LIMBS = ("right_arm", "left_arm", "right_leg", "left_leg")
DEAD = {"pv": 0}


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- the table ----

ROWS = by_key(
    """
    0–0   | superficial | 0 | 0 | none          | 0
    1–2   | light       | 1 | 0 | bandage       | 0
    3–5   | moderate    | 2 | 1 | advised       | 100
    6–10  | grave       | 3 | 2 | needed        | 10
    11–15 | critical    | 4 | 3 | indispensable | 1
    """.strip("\n ")
)


@pytest.mark.parametrize(("span", "severity", "pf", "pv", "care", "interval"), ROWS)
def test_the_severity_table_cell_by_cell(span, severity, pf, pv, care, interval):
    """CD20-GB-04, CD20-BLEED-01, CD20-BLEED-02, CD20-BLEED-04: every GB of every row, on every zone."""
    first, last = (int(end) for end in span.split("–"))
    for gb in range(first, last + 1):
        for zone in (*HUMAN, "whole_body"):
            result = outcome("severity", zone=zone, gb=gb)
            extra = 1 if zone in ("torso", "abdomen") else 0
            assert (result["gb"], result["severity"], result["care"]) == (gb, severity, care)
            assert (result["pf_loss_wound"], result["pf_loss_zone"], result["pv_loss"]) == (int(pf), extra, int(pv))
            assert result["pf_loss"] == int(pf) + extra
            assert (result["aggravates"], result.get("aggravation_interval_rounds", 0)) == (
                interval != "0",
                int(interval),
            )
            assert result.get("care_dc") == (5 + gb if interval != "0" else None)
            assert (result["part_hampered"], result["part_lost"]) == (severity == "critical", False)


@pytest.mark.parametrize("gb", [16, 17, 40])
def test_sixteen_and_more(gb):
    """CD20-GB-06, CD20-GB-07: death on head, torso, abdomen and the whole body; a limb is lost."""
    for zone in ("head", "torso", "abdomen", "whole_body"):
        result = outcome("severity", zone=zone, gb=gb)
        assert (result["severity"], result["dead_at_once"], result["part_lost"]) == (
            "mortal",
            True,
            zone != "whole_body",
        )
        assert not {"pf_loss", "pv_loss", "pf_loss_wound", "pf_loss_zone", "care_dc"} & set(result)
    for zone in LIMBS:
        result = outcome("severity", zone=zone, gb=gb)
        assert (result["severity"], result["dead_at_once"], result["part_lost"]) == ("critical", False, True)
        assert (result["pf_loss"], result["pv_loss"], result["care_dc"]) == (4, 3, 5 + gb)


@pytest.mark.parametrize(("zone", "bonus"), [("head", 4), ("torso", 3), ("abdomen", 1), ("left_leg", 0)])
def test_a_margin_becomes_a_gb(zone, bonus):
    """CD20-GB-01, CD20-GB-02, CD20-FEAT-03, CD20-FEAT-06: zone and feats on top, never below 0."""
    assert picked("severity", [], "zone_bonus", "gb", zone=zone, margin=0) == (bonus, bonus)
    feats = {"improved_critical": True, "power_attack": 3, "gb_bonus": -1}
    assert outcome("severity", zone=zone, margin=2, **feats)["gb"] == 2 + bonus + 2 + 4 - 1
    assert outcome("severity", zone=zone, margin=0, gb_bonus=-20)["gb"] == 0
    told = bench.answer("severity", zone=zone, margin=2, **feats).steps
    (sum_told,) = [one for one in told if one.label == "gb"]
    assert dict(sum_told.parts)["margin"] == 2


def test_what_counts_with_a_margin_only():
    """CD20-GB-01: a GB that is told is final, a severity that is chosen settles everything (CD20-DEST-06)."""
    feats = {"improved_critical": True, "power_attack": 4, "gb_bonus": 5}
    assert outcome("severity", zone="head", gb=2, **feats)["gb"] == 2
    assert picked("severity", [], "gb", "severity", zone="torso", severity="light", gb=12) == (1, "light")
    lowest = {"superficial": 0, "light": 1, "moderate": 3, "grave": 6, "critical": 11, "mortal": 16}
    for severity, gb in lowest.items():
        assert picked("severity", [], "gb", "severity", zone="torso", severity=severity) == (gb, severity)


def test_a_blow_for_fatigue_only():
    """CD20-FEAT-04, CD20-P-WOUND-02: the PF column without limit, nothing else."""
    for gb in (11, 16, 50):
        result = outcome("severity", zone="torso", gb=gb, pf_only=True)
        assert (result["severity"], result["pf_loss"], result["pv_loss"]) == ("critical", 5, 0)
        assert (result["aggravates"], result["part_hampered"], result["part_lost"]) == (False, False, False)


def test_other_bodies_read_their_own_tables():
    """CD20-CREA-03, CD20-P-CREA-04: a zombie has no vital centre, a wing no care."""
    zombie = outcome("severity", tables="zombie", zone="head", margin=12)
    assert (zombie["zone_bonus"], zombie["severity"], zombie["aggravates"]) == (0, "critical", False)
    assert outcome("severity", tables="mi_go", zone="left_wing", gb=20)["severity"] == "destructive"
    assert refused("severity", zone="left_wing", gb=3) == ("field/one_of", "zone")
    assert refused("severity", zone="torso", gb=3, tables="mi_go") == ("field/one_of", "zone")


def test_a_blow_must_be_grave_by_something():
    assert refused("severity", zone="torso") == ("field/missing", "gb")
    assert refused("severity", gb=3) == ("field/missing", "zone")
    assert refused("apply_wound", zone="torso") == ("field/missing", "gb")


# ---- one blow ----


def test_the_dead_are_not_wounded():
    """CD20-HP-04: no die, nothing else in the outcome, nothing changed."""
    assert outcome("apply_wound", victim=DEAD, zone="torso", gb=9) == {"refused": "dead"}
    assert bench.changes("apply_wound", victim=DEAD, zone="torso", gb=9) == []


def test_what_a_sheet_keeps_of_a_blow():
    """CD20-GB-08: PV, PF, the ground, the part, the record."""
    victim = {"name": "Paul", "con": 14}
    result = {
        field: (before, after)
        for field, before, after, _ in bench.changes("apply_wound", [90], victim=victim, zone="left_leg", margin=12)
    }
    assert (result["pv"], result["pf"], result["prone"]) == ((10, 7), (10, 6), (False, True))
    assert list(result["hampered_parts"][1]) == ["left_leg"]
    assert result["wounds"][1][0]["gb"] == 12
    assert bench.thrown("apply_wound", [90], victim=victim, zone="left_leg", margin=12) == [("d100", "stabilisation")]


def test_faint_save_before_stabilisation():
    """CD20-GB-08: the order of the dice."""
    blow = {"victim": {"pf": 2}, "zone": "right_leg", "gb": 7}
    assert bench.thrown("apply_wound", [3, 50], **blow) == [("d20", "faint_save"), ("d100", "stabilisation")]


def test_a_blow_that_armour_stops():
    """CD20-SHOCK-03: whatever the margin would have been; a violent shock still costs its PF."""
    result = outcome("apply_wound", victim={}, zone="torso", margin=9, stopped=True, shock="violent")
    assert (result["gb"], result["severity"], result["pf_loss"], result["pf"], result["wounds"]) == (
        0,
        "superficial",
        1,
        7,
        [],
    )
    assert (result["shock_next_turn"], result["pushed_back_m"], result["care"]) == ("skip", 1.5, "none")
    assert outcome("apply_wound", zone="torso", stopped=True)["pf"] == 8


def test_zones_that_can_be_struck():
    """CD20-GB-07, CD20-ENV-01: none that is lost; the whole body always."""
    assert refused("apply_wound", victim={"lost_parts": ["left_arm"]}, zone="left_arm", gb=2) == (
        "field/not_allowed",
        "zone",
    )
    assert refused("apply_wound", victim={"tables": "quadruped"}, zone="left_arm", gb=2) == ("field/one_of", "zone")
    result = outcome("apply_wound", [100], zone="whole_body", gb=12)
    assert (result["part_effect"], result["hampered_parts"], result["part_lost"]) == (
        "body_minus_2",
        ["whole_body"],
        False,
    )


def test_shocks_by_themselves_are_a_house_rule():
    """CD20-P-SHOCK-01: only where the Keeper names none."""
    blow = {"victim": {"con": 14}, "zone": "right_arm", "gb": 7}
    assert outcome("apply_wound", [90], **blow)["shock"] == "none"
    house = {"options": {"auto_shock": True}}
    assert outcome("apply_wound", [90], **blow, **house)["shock"] == "shock"
    assert outcome("apply_wound", [90], **blow, **house, shock="violent")["shock"] == "violent"
    assert outcome("apply_wound", [90], **{**blow, "gb": 12}, **house)["pf_loss_shock"] == 1
    assert outcome("apply_wound", zone="torso", stopped=True, **house)["shock"] == "none"


def test_reasons_of_a_margin():
    """CD20-GB-02, CD20-FEAT-06: what was added is told, then the GB."""
    told = bench.reasons("apply_wound", [90], victim={"con": 14}, zone="abdomen", margin=2, power_attack=2)
    assert told[:3] == [
        ("zone_bonus", 1, "CD20-GB-02"),
        ("power_attack", 3, "CD20-FEAT-06"),
        ("gb", 6, "CD20-GB-01"),
    ]


@settings(max_examples=15, deadline=None)
@given(
    st.sampled_from([*HUMAN, "whole_body"]),
    st.integers(0, 18),
    st.integers(1, 6),
    st.sampled_from(["none", "shock", "violent"]),
    st.booleans(),
)
def test_odds_of_a_blow_are_those_of_all_its_dice(zone, gb, pf, shock, floor):
    """CD20-GB-08: every face of the d20 and the d100."""
    victim = {"con": 14, "pv": 6, "pf": pf, "fort": 3}
    bench.assert_odds_agree(
        "apply_wound", victim=victim, zone=zone, gb=gb, shock=shock, options={"pf_floor_zero": floor}
    )


# ---- a shock alone ----


def test_a_shock_may_be_too_much():
    """CD20-SHOCK-02, CD20-HP-05: the PF of a violent shock may be the last."""
    result = outcome("apply_shock", [3], victim={"pf": 1, "fort": 2}, shock="violent")
    assert (result["pf"], result["state"], result["prone"], result["faint_save_total"]) == (0, "unconscious", True, 5)
    assert (result["shock_next_turn"], result["fatigue_malus"]) == ("skip", -5)
    assert outcome("apply_shock", victim=DEAD, shock="shock") == {"refused": "dead"}
    assert refused("apply_shock") == ("field/missing", "shock")
    assert refused("apply_shock", shock="none") == ("field/one_of", "shock")


def test_the_worse_shock_counts():
    """CD20-SHOCK-02: a turn that is lost stays lost; each violent shock costs its PF."""
    assert picked("apply_shock", [], "shock_next_turn", "pf", victim={"shock_next_turn": "skip"}, shock="shock") == (
        "skip",
        8,
    )
    result = picked("apply_shock", [], "shock_next_turn", "pf", victim={"shock_next_turn": "skip"}, shock="violent")
    assert result == ("skip", 7)


def test_a_stunned_victim_saves_again_by_a_house_rule():
    """CD20-HP-05: at each further loss of PF, and only then."""
    stunned = {"pf": 0, "state": "stunned", "fort": 0}
    assert outcome("apply_shock", victim=stunned, shock="violent")["faint_save_needed"] is False
    house = {"options": {"repeat_faint_save": True}}
    assert outcome("apply_shock", [2], victim=stunned, shock="violent", **house)["state"] == "unconscious"
    assert outcome("apply_shock", victim=stunned, shock="shock", **house)["faint_save_needed"] is False


def test_what_a_sheet_keeps_of_a_shock():
    """CD20-SHOCK-02."""
    result = bench.changes("apply_shock", victim={"name": "Paul"}, shock="violent")
    assert [(field, after) for field, _, after, _ in result] == [
        ("pf", 7),
        ("prone", True),
        ("shock_next_turn", "skip"),
    ]
    assert {who for *_, who in result} == {"Paul"}


@pytest.mark.parametrize("pf", [1, 2])
def test_odds_of_a_shock(pf):
    bench.assert_odds_agree("apply_shock", victim={"pf": pf, "fort": 4}, shock="violent")


SHOCKS = by_key(
    """
    superficial | none
    light       | none
    moderate    | none
    grave       | shock
    critical    | violent
    destructive | violent
    """.strip("\n ")
)


@pytest.mark.parametrize(("severity", "shock"), SHOCKS)
def test_the_shock_of_a_severity(severity, shock):
    """CD20-P-SHOCK-01: the lethality counts for a stopped blow only."""
    assert outcome("suggest_shock", severity=severity, lethality=9) == {"shock": shock}


def test_the_shock_of_a_stopped_blow_and_of_a_giant():
    """CD20-P-SHOCK-01: three, five; two sizes."""
    result = [outcome("suggest_shock", stopped=True, lethality=number)["shock"] for number in range(10)]
    assert result == ["none"] * 3 + ["shock"] * 2 + ["violent"] * 5
    for attacker in range(9):
        for target in range(9):
            sizes = {"attacker_size": SIZES[attacker], "target_size": SIZES[target]}
            violent = attacker - target >= 2
            assert outcome("suggest_shock", severity="light", **sizes)["shock"] == ("violent" if violent else "none")
            assert outcome("suggest_shock", stopped=True, **sizes)["shock"] == ("violent" if violent else "none")


# ---- fainting, stabilising ----


@pytest.mark.parametrize("face", range(1, 21))
def test_every_face_of_a_faint_save(face):
    """CD20-HP-05, CD20-P-SAVE-01: 15, but a 1 fails and a 20 succeeds."""
    for fort in (-9, 2, 30):
        made = face == 20 or (face != 1 and face + fort >= 15)
        result = outcome("faint_save", [face], victim={"pf": 0, "fort": fort})
        expected = (face + fort, made, "stunned" if made else "unconscious")
        assert (result["faint_save_total"], result["faint_save_success"], result["state"]) == expected


def test_what_weighs_on_a_faint_save():
    """CD20-HP-05, CD20-P-WOUND-01, CD20-P-COND-01: not fatigue, but parts, conditions, the Keeper."""
    victim = {"pf": -3, "fort": 2, "hampered_parts": ["head", "abdomen"], "conditions": ["shaken"]}
    assert outcome("faint_save", [10], victim=victim, modifier=3)["faint_save_total"] == 10 + 2 - 4 - 2 + 3
    assert refused("faint_save", [10], victim=DEAD) == ("field/not_allowed", "victim")


def test_what_a_sheet_keeps_of_a_faint_save():
    """CD20-COND-02: a state, once the PF are gone."""
    assert bench.changes("faint_save", [20], victim={"pf": 0, "name": "Paul"}) == [
        ("state", "unconscious", "stunned", "Paul")
    ]
    assert bench.changes("faint_save", [2], victim={"pf": 0}) == []
    assert bench.changes("faint_save", [2], victim={"pf": 1}) == []


@pytest.mark.parametrize(("pv", "pf"), [(1, 1), (1, 0), (1, -4), (8, 1), (10, 10)])
def test_every_face_of_a_stabilisation(pv, pf):
    """CD20-BLEED-03: strictly below PV and PF together."""
    victim = {"con": 14, "pv": pv, "pf": pf}
    chance = Fraction(max(0, pv + pf - 1), 100)
    assert bench.chance("stabilise", "stabilised", victim=victim) == chance
    for face in (1, 7, 8, 9, 18, 19, 20, 100):
        result = outcome("stabilise", [face], victim=victim)
        assert (result["stabilised"], result["stabilise_total"]) == (face < pv + pf, pv + pf)
        assert Fraction(result["stabilise_chance"]) == chance
    bench.assert_odds_agree("stabilise", victim=victim)
    assert refused("stabilise", [10], victim=DEAD) == ("field/not_allowed", "victim")
