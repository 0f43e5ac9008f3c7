"""Saves, and saves against a margin (SAVE-01 to SAVE-03, VOL-03, VOL-04, ACT-12, SYM-20)."""

from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.systems.organique.vocabulary import SaveKind
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("save", "opposed_save")
SCORES = {"AGI": 11, "END": 12, "INT": 13, "VOL": 15, "end_now": 4}
VALUES = {  # what each save starts from, of the scores above (ORG-SAVE-01)
    "disease_contraction": 4,
    "disease_progression": 4,
    "balance": 11,
    "fear": 15,
    "heat": 4,
    "cold": 4,
    "nausea": 15,
    "suffering": 15,
    "pain": 15,
    "shock": 4,
    "stun": 15,
    "paralysis": 4,
    "physical_dependency": 4,
    "drug_physical": 4,
    "psychological_dependency": 15,
    "drug_psychological": 15,
    "unconsciousness": 10,
    "knock_out": 19,
    "electric_paralysis": 19,
    "electric_unconsciousness": 19,
    "cardiac_arrest": 4,
    "mind_control": 15,
    "withdrawal": 15,
}
SPENT = {key for key, value in VALUES.items() if value in (4, 11)}


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


@pytest.mark.parametrize("kind", VALUES)
def test_what_a_save_starts_from(kind):  # ORG-SAVE-01, ORG-SAVE-03
    assert BENCH.picked("save", [10], "kind", "base", character=SCORES, kind=kind) == (kind, VALUES[kind])
    opposed = BENCH.picked("opposed_save", [10], "base", character=SCORES, kind=kind, attacker_margin=0)
    assert opposed == (VALUES[kind],)


@pytest.mark.parametrize("kind", VALUES)
def test_the_exhausted(kind):  # ORG-SAVE-03, ORG-END-06
    tired = {**SCORES, "end_now": 0}
    dice = [] if kind in SPENT else [2]
    result = BENCH.picked("save", dice, "die", "margin", "failed_by", "auto", character=tired, kind=kind)
    assert (result == (None, -1, 1, "exhausted")) == (kind in SPENT)
    result = BENCH.picked("opposed_save", dice, "shortfall", "auto", character=tired, kind=kind, attacker_margin=6)
    assert (result == (7, "exhausted")) == (kind in SPENT)


def test_sums_and_averages():  # ORG-TEST-03, ko_save_average
    options = {"ko_save_average": True}
    for kind in ("knock_out", "electric_paralysis", "electric_unconsciousness"):
        assert BENCH.picked("save", [10], "base", character=SCORES, kind=kind, options=options) == (10,)


def test_a_drug_may_ask_for_wits():
    asked = {"character": SCORES, "kind": "drug_psychological", "characteristic": "INT"}
    assert BENCH.picked("save", [10], "base", **asked) == (13,)
    assert BENCH.refused("save", [10], kind="fear", characteristic="INT") == ("field/not_allowed", "characteristic")


def test_saves_are_luck_tests():  # ORG-TEST-05, saves_not_luck
    asked = {"character": {"VOL": 0}, "kind": "fear", "difficulty": 30}
    off = {"saves_not_luck": True}
    assert BENCH.picked("save", [20], "margin", "success", **asked) == (1, True)
    assert BENCH.picked("save", [20], "margin", "success", **asked, luck=False) == (-10, False)
    assert BENCH.picked("save", [20], "margin", "success", **asked, options=off) == (-10, False)
    assert BENCH.picked("save", [20], "margin", "success", **asked, options=off, luck=True) == (1, True)
    assert BENCH.picked("save", [1], "margin", "failed_by", character={"VOL": 40}, kind="fear") == (-1, 1)


def test_what_weighs_on_saves():  # ORG-TEST-10 c
    hurt = {"VOL": 10, "suffering": [9], "vomiting": True, "prone": True, "mods": {"gear": 3}, "one_leg": True}
    assert BENCH.picked("save", [10], "mod", character=hurt, kind="fear") == (0,)
    assert BENCH.picked("save", [10], "mod", character=hurt, kind="balance") == (-20,)
    assert BENCH.picked("save", [10], "mod", character={"save_mods": {"heat": -10}}, kind="heat") == (-10,)
    numb = {"doses": [{"poison": "blade_poison", "onset": 0}] * 2}
    for kind in ("pain", "stun", "suffering"):
        assert BENCH.picked("save", [10], "mod", character=numb, kind=kind, mods={"luck": 1}) == (15,)
    assert BENCH.picked("save", [10], "mod", character={"combat_skills": {"judo": 2}}, kind="balance") == (8,)


@pytest.mark.parametrize(
    ("kind", "failed_by", "action", "reaction"),
    [
        ("pain", 0, False, False),
        ("pain", 1, True, False),
        ("pain", 9, True, False),
        ("pain", 10, True, True),
        ("shock", 9, True, False),
        ("shock", 10, True, True),
        ("stun", 1, True, False),
        ("stun", 10, True, False),
        ("stun", 11, True, True),
    ],
)
def test_sudden_pain(kind, failed_by, action, reaction):  # ORG-VOL-03, ORG-ACT-12
    asked = {"character": {"VOL": 10, "END": 10}, "kind": kind, "difficulty": 20 + failed_by}
    fields = ("failed_by", "loses_next_action", "loses_next_reaction")
    assert BENCH.picked("save", [10], *fields, **asked) == (failed_by, action, reaction)
    margin = {"character": {"VOL": 10, "END": 10}, "kind": kind, "attacker_margin": failed_by}
    assert BENCH.picked("opposed_save", [10], *fields, **margin) == (failed_by, action, reaction)
    kept = BENCH.changes("save", [10], **asked)
    pairs = (("lose_action", action), ("lose_reaction", reaction))
    assert kept == [(name, False, True, "") for name, lost in pairs if lost]
    assert BENCH.changes("opposed_save", [10], **margin) == kept


def test_the_bound_against_the_difficulty_alone():  # stun_fail_vs_difficulty
    asked = {"character": {"VOL": 10}, "kind": "stun", "attacker_margin": 15}
    fields = ("shortfall", "loses_next_action", "loses_next_reaction")
    options = {"stun_fail_vs_difficulty": True}
    assert BENCH.picked("opposed_save", [10], *fields, **asked) == (15, True, True)
    assert BENCH.picked("opposed_save", [10], *fields, **asked, options=options) == (15, True, False)
    asked["difficulty"] = 31
    assert BENCH.picked("opposed_save", [10], *fields, **asked, options=options) == (26, True, True)
    asked = {"character": {"VOL": 10}, "kind": "stun", "attacker_margin": 0}
    assert BENCH.picked("opposed_save", [10], *fields, **asked, options=options) == (0, False, False)


def test_only_balance_is_trained():
    """ORG-SAVE-01, M5: judo at its second level, and skills against nothing else."""
    for kind, mod in (("balance", 8), ("fear", 0), ("knock_out", 0)):
        assert BENCH.picked("save", [10], "mod", character={"combat_skills": {"judo": 2}}, kind=kind) == (mod,)


def test_suffering_adds_up():  # ORG-VOL-04
    asked = {"character": {"VOL": 10, "suffering": [2]}, "kind": "suffering"}
    assert BENCH.picked("save", [6], "penalty", **asked) == (4,)
    assert BENCH.changes("save", [6], **asked) == [("suffering", (2,), (2, 4), "")]
    assert BENCH.picked("save", [16], "penalty", **asked) == (0,)
    assert BENCH.changes("save", [16], **asked) == []


def test_unconsciousness():  # ORG-SYM-20
    asked = {"character": {"VOL": 4, "END": 4}, "kind": "electric_unconsciousness"}
    assert BENCH.picked("save", [6], "unconscious_turns", **asked) == (6,)
    assert [one[:3] for one in BENCH.changes("save", [6], **asked)] == [
        ("prone", False, True),
        ("unconscious_turns", 0, 6),
        ("fresh", (), ("unconscious",)),
    ]
    assert BENCH.picked("save", [6], "unconscious_turns", "penalty", kind="fear") == (None, None)


def test_a_natural_20_against_a_margin():  # ORG-SAVE-02
    asked = {"character": {"VOL": 0}, "kind": "mind_control", "difficulty": 30}
    fields = ("margin", "shortfall", "failed_by", "success")
    assert BENCH.picked("opposed_save", [20], *fields, **asked, attacker_margin=1) == (1, 0, 0, True)
    assert BENCH.picked("opposed_save", [20], *fields, **asked, attacker_margin=4) == (1, 3, 3, False)
    strong = {"character": {"VOL": 40}, "kind": "mind_control", "attacker_margin": 4}
    assert BENCH.picked("opposed_save", [1], *fields, **strong) == (-1, 5, 5, False)
    assert BENCH.picked("opposed_save", [1], "success", **strong, luck=False) == (True,)
    assert [label for label, _, _ in BENCH.reasons("opposed_save", [9], **asked, attacker_margin=1)] == [
        "total",
        "margin",
        "success",
        "shortfall",
    ]


@pytest.mark.parametrize(
    ("procedure", "fields", "id", "field"),
    [
        ("save", {}, "field/missing", "kind"),
        ("save", {"kind": "boredom"}, "field/one_of", "kind"),
        ("save", {"kind": "fear", "character": {"dead": True}}, "act/unable", "character"),
        ("opposed_save", {"kind": "fear"}, "field/missing", "attacker_margin"),
        ("opposed_save", {"kind": "fear", "attacker_margin": -1}, "field/range", "attacker_margin"),
        (
            "opposed_save",
            {"kind": "fear", "attacker_margin": 1, "character": {"dead": True}},
            "act/unable",
            "character",
        ),
    ],
)
def test_refusals(procedure, fields, id, field):
    assert BENCH.refused(procedure, [], **fields) == (id, field)


@pytest.mark.parametrize("kind", get_args(SaveKind))
def test_whoever_is_out_of_action_is_asked_for_nothing_of_damage_and_symptoms(kind):
    """ORG-SAVE-01: diseases, weather, cravings and fear go on."""
    asked = {"character": {"inc": 0, "end_now": 5}, "kind": kind}
    still = {"disease_contraction", "disease_progression", "balance", "fear", "heat", "cold", "mind_control"}
    still |= {"physical_dependency", "psychological_dependency", "withdrawal"}
    if kind in still:
        assert BENCH.picked("save", [20], "success", **asked) == (True,)
        return
    assert BENCH.refused("save", [], **asked) == ("act/unable", "character")
    assert BENCH.refused("opposed_save", [], **asked, attacker_margin=0) == ("act/unable", "character")


@pytest.mark.parametrize("kind", ["fear", "pain", "stun", "shock", "suffering", "unconsciousness"])
def test_odds(kind):
    character = {"VOL": 9, "END": 7}
    BENCH.assert_odds_agree("save", character=character, kind=kind, difficulty=26)
    BENCH.assert_odds_agree("opposed_save", character=character, kind=kind, attacker_margin=5)


def test_odds_of_the_exhausted_and_of_the_option():
    BENCH.assert_odds_agree("save", character={"end_now": 0}, kind="shock")
    options = {"stun_fail_vs_difficulty": True}
    BENCH.assert_odds_agree("opposed_save", kind="stun", attacker_margin=9, difficulty=25, options=options)


@settings(max_examples=40)
@given(st.integers(0, 20), st.integers(1, 20), st.integers(0, 20), st.booleans())
def test_without_a_margin_both_are_the_same(score, face, margin, luck):  # ORG-SAVE-02
    asked = {"character": {"VOL": score}, "kind": "fear", "luck": luck}
    plain = BENCH.picked("save", [face], "margin", "success", "failed_by", **asked)
    assert BENCH.picked("opposed_save", [face], "margin", "success", "failed_by", **asked, attacker_margin=0) == plain
    result = BENCH.picked("opposed_save", [face], "margin", "success", "shortfall", **asked, attacker_margin=margin)
    assert result == (plain[0], plain[0] >= margin, max(0, margin - plain[0]))
