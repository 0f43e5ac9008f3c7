"""Conditions that stay and those that are no longer used (COND-01, P-COND-01, P-MOD-01)."""

import pytest

from gardien.systems.cthulhud20 import pack
from systems.brute import Bench
from systems.cthulhud20.ledger import by_key, keys, number
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes


@pytest.mark.parametrize(
    "example", [one for one in examples("cthulhud20") if one.procedure == "apply_condition"], ids=by_id
)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- those that stay ----

STAY = """
blinded           | +2 | +2 | lost | 0  | 0
cowering          | +2 | +2 | lost | 0  | 0
dazed             | 0  | 0  | kept | 0  | 0
dazzled           | 0  | 0  | kept | −1 | 0
deafened          | 0  | 0  | kept | 0  | 0
entangled         | 0  | 0  | kept | −2 | 0
held              | 0  | 0  | lost | −2 | 0
flat_footed       | 0  | 0  | lost | 0  | 0
surprised         | 0  | 0  | lost | 0  | 0
frightened        | 0  | 0  | kept | −2 | −2
panicked          | 0  | 0  | kept | −2 | −2
grappling         | 0  | 0  | lost | 0  | 0
pinned            | +4 | −4 | lost | 0  | 0
climbing          | +2 | +2 | lost | 0  | 0
running           | 0  | −2 | lost | 0  | 0
kneeling          | +2 | −2 | kept | 0  | 0
off_balance       | +2 | +2 | lost | 0  | 0
helpless          | +4 | +4 | lost | 0  | 0
bound             | +4 | +4 | lost | 0  | 0
asleep            | +4 | +4 | lost | 0  | 0
nauseated         | 0  | 0  | kept | 0  | 0
paralysed         | +4 | +4 | lost | 0  | 0
shaken            | 0  | 0  | kept | −2 | −2
sickened          | 0  | 0  | kept | −2 | −2
stunned_other     | +2 | +2 | lost | 0  | 0
unconscious_other | +4 | +4 | lost | 0  | 0
prone             | +4 | −4 | kept | −4 | 0
"""
HELPLESS = ("helpless", "bound", "asleep", "paralysed", "unconscious_other")


@pytest.mark.parametrize(("condition", "melee", "ranged", "dex", "own", "checks"), by_key(STAY))
def test_every_condition_of_the_table(condition, melee, ranged, dex, own, checks):
    """CD20-P-COND-01, CD20-P-MOD-01, cell by cell."""
    result = outcome("apply_condition", condition=condition)
    assert (result["attackers_melee"], result["attackers_ranged"]) == (number(melee), number(ranged))
    assert result["dex_bonus_lost"] is (dex == "lost")
    assert (result["own_melee"], result["own_checks"]) == (number(own), number(checks))
    assert result["helpless"] is (condition in HELPLESS)
    assert result["conditions"] == ([] if condition == "prone" else [condition])
    assert (result["prone"], result["state"]) == (condition == "prone", "ok")
    assert (result["removed_condition"], result["pf_loss"], result["faint_save_needed"]) == (False, 0, False)


def test_no_condition_is_missing():
    assert set(keys(STAY)) == {*pack.keys("fights", "condition"), "prone"}


def test_the_house_may_fear_more_for_the_helpless():
    """CD20-ATT-08: the number is the Keeper’s; at 5 m a shot gains it too."""
    house = {"options": {"helpless_bonus": 7}}
    assert picked("apply_condition", [], "attackers_melee", "attackers_ranged", condition="bound", **house) == (7, 7)
    assert picked("apply_condition", [], "attackers_melee", condition="blinded", **house) == (2,)


def test_what_a_condition_gives_is_its_own_only():
    """CD20-P-COND-01: whatever else weighs on the victim."""
    victim = {"conditions": ["bound", "shaken"], "prone": True, "dex": 18, "shock_next_turn": "skip"}
    result = outcome("apply_condition", victim=victim, condition="kneeling")
    assert (result["attackers_melee"], result["own_melee"], result["helpless"]) == (2, 0, False)
    assert result["conditions"] == ["bound", "shaken", "kneeling"]


def test_a_condition_is_noted_once():
    victim = {"name": "Paul", "conditions": ["shaken"]}
    assert outcome("apply_condition", victim=victim, condition="shaken")["conditions"] == ["shaken"]
    assert changes("apply_condition", victim=victim, condition="shaken") == []
    assert changes("apply_condition", victim=victim, condition="held") == [
        ("conditions", ("shaken",), ("shaken", "held"), "Paul")
    ]
    assert changes("apply_condition", victim=victim, condition="prone") == [("prone", False, True, "Paul")]
    assert changes("apply_condition", victim={**victim, "prone": True}, condition="prone") == []


# ---- those that are no longer used ----


@pytest.mark.parametrize(
    ("condition", "pf", "feats", "long", "loss"),
    [
        ("fatigued", 8, [], False, 2),
        ("fatigued", 8, ["run"], False, 1),
        ("fatigued", 8, ["endurance"], False, 2),
        ("fatigued", 8, ["endurance"], True, 1),
        ("fatigued", 8, ["run"], True, 2),
        ("exhausted", 8, [], False, 6),
        ("exhausted", 8, ["run"], False, 3),
        ("exhausted", 8, ["endurance"], True, 3),
        ("exhausted", 7, [], False, 6),
        ("exhausted", 6, [], False, 5),
        ("exhausted", 3, ["run"], False, 2),
        ("exhausted", 4, ["run"], False, 3),
        ("exhausted", 1, [], False, 0),
        ("exhausted", -2, [], False, 0),
        ("disabled", 8, [], False, 0),
        ("dying", 8, [], False, 0),
        ("staggered", 8, [], False, 0),
    ],
)
def test_what_became_of_the_old_conditions(condition, pf, feats, long, loss):
    """CD20-COND-01, CD20-FEAT-02, CD20-FEAT-07: halved as an effort, then cut so that one PF is left."""
    victim = {"pf": pf, "feats": feats, "conditions": ["shaken"]}
    result = outcome("apply_condition", victim=victim, condition=condition, long_cause=long)
    assert (result["removed_condition"], result["pf_loss"], result["pf"]) == (True, loss, pf - loss)
    assert result["conditions"] == ["shaken"]
    assert "attackers_melee" not in result
    assert "helpless" not in result
    assert result["faint_save_needed"] is False
    assert result["shock_next_turn"] == ("partial" if condition == "staggered" else "none")


def test_a_halved_fatigue_may_cost_at_least_one():
    """CD20-FEAT-02: the house rule of efforts holds here too; half of two is one anyway."""
    runner = {"feats": ["run"]}
    house = {"options": {"effort_min_one": True}}
    assert outcome("apply_condition", victim=runner, condition="fatigued", **house)["pf_loss"] == 1


@pytest.mark.parametrize(
    ("condition", "pf", "feats", "rule"),
    [
        ("fatigued", 8, [], "CD20-COND-01"),
        ("fatigued", 8, ["run"], "CD20-FEAT-07"),
        ("exhausted", 8, ["run"], "CD20-FEAT-07"),
        ("exhausted", 2, ["run"], "CD20-COND-01"),
    ],
)
def test_the_rule_that_sets_the_cost_is_told(condition, pf, feats, rule):
    told = bench.reasons("apply_condition", victim={"pf": pf, "feats": feats}, condition=condition)
    assert [why for label, _, why in told if label == "pf_loss"] == [rule]


def test_staggered_is_a_shock_and_the_worse_one_stays():
    """CD20-COND-01, CD20-SHOCK-02."""
    thrown = {"shock_next_turn": "skip", "name": "Paul"}
    assert outcome("apply_condition", victim=thrown, condition="staggered")["shock_next_turn"] == "skip"
    assert changes("apply_condition", victim={"name": "Paul"}, condition="staggered") == [
        ("shock_next_turn", "none", "partial", "Paul")
    ]


def test_fatigue_may_be_the_last_straw():
    """CD20-HP-05: one save where the last PF goes."""
    tired = {"name": "Paul", "pf": 2, "fort": 3}
    result = outcome("apply_condition", [12], victim=tired, condition="fatigued")
    assert (result["pf"], result["state"], result["prone"]) == (0, "stunned", True)
    assert (result["faint_save_needed"], result["faint_save_total"], result["faint_save_success"]) == (True, 15, True)
    assert outcome("apply_condition", [11], victim=tired, condition="fatigued")["state"] == "unconscious"
    assert [one[0] for one in changes("apply_condition", [11], victim=tired, condition="fatigued")] == [
        "pf",
        "state",
        "prone",
    ]
    floor = {"options": {"pf_floor_zero": True}}
    assert outcome("apply_condition", [11], victim={"pf": 1}, condition="fatigued", **floor)["pf"] == 0
    again = {"options": {"repeat_faint_save": True}}
    stunned = {"pf": 0, "state": "stunned"}
    assert outcome("apply_condition", victim=stunned, condition="fatigued")["faint_save_needed"] is False
    assert outcome("apply_condition", [2], victim=stunned, condition="fatigued", **again)["state"] == "unconscious"


def test_the_dead_feel_nothing():
    for condition in ("fatigued", "blinded", "prone"):
        assert outcome("apply_condition", victim={"pv": 0}, condition=condition) == {"refused": "dead"}
    assert changes("apply_condition", victim={"pv": 0}, condition="blinded") == []
    assert refused("apply_condition") == ("field/missing", "condition")
    assert refused("apply_condition", condition="sleepy")[1] == "condition"


@pytest.mark.parametrize("condition", ["fatigued", "exhausted", "staggered", "blinded", "prone"])
@pytest.mark.parametrize("pf", [1, 4])
def test_odds_and_dice_agree(condition, pf):
    victim = {"pf": pf, "fort": 2, "wounds": [{"gb": 2}]}
    bench.assert_odds_agree("apply_condition", victim=victim, condition=condition)


@pytest.mark.parametrize(("face", "kept_off"), [(11, True), (10, False)])
def test_a_save_may_keep_a_condition_off_and_it_lasts_so_many_rounds(face, kept_off):
    """CD20-P-COND-01, CD20-P-SAVE-01: Fortitude against the number that was named; equality succeeds."""
    given = {"victim": {"name": "Paul", "fort": 4}, "condition": "stunned_other", "dc": 15, "duration": "1d6"}
    result = outcome("apply_condition", [face, *([] if kept_off else [3])], **given)
    assert (result["save_total"], result["save_success"]) == (face + 4, kept_off)
    assert (result["conditions"], result.get("rounds")) == (([], None) if kept_off else (["stunned_other"], 3))


@pytest.mark.parametrize("condition", ["prone", "fatigued"])
@pytest.mark.parametrize("limit", [{"dc": 15}, {"duration": "1d6"}])
def test_only_a_condition_that_stays_has_a_save_and_an_end(condition, limit):
    """CD20-COND-01, CD20-P-COND-01."""
    assert bench.refused("apply_condition", condition=condition, **limit) == ("field/not_allowed", *limit)
