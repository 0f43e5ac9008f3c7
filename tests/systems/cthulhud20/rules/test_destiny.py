"""Destiny outside an attack: one’s own points, the point of the group, the ready effects (DEST, P-DEST-01)."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from systems.brute import Bench
from systems.cthulhud20.ledger import by_key
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("spend_destiny", "spend_group_destiny")
ALL = {"votes": ["yes", "yes", "yes"]}
DEAD = {"pv": 0}
NPCS = {"npc_destiny": True}
WHY = {"dead": "CD20-HP-04", "npc": "CD20-DEST-01", "consequence_known": "CD20-DEST-03", "no_point": "CD20-DEST-02"}
WOUND_FIELDS = {"zone", "gb", "severity", "pf_loss", "pv_loss", "shock", "bleeding", "dead_at_once"}


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- who may ----


@pytest.mark.parametrize("level", range(1, 21))
def test_a_point_for_each_level(level):
    """CD20-DEST-01, CD20-DEST-02: the level, less what is spent; a spent one is gone."""
    for spent in {0, level // 2, level - 1}:
        character = {"level": level, "destiny_spent": spent}
        fields = ("accepted", "destiny_received", "destiny_spent", "destiny_left")
        result = picked("spend_destiny", [], *fields, character=character, effect="escape")
        assert result == (True, level, spent + 1, level - spent - 1)


@pytest.mark.parametrize(
    ("scene", "options", "reason", "left"),
    [
        ({"character": {**DEAD, "npc": True}, "consequence_known": True}, {}, "dead", 0),
        ({"character": {"npc": True}, "consequence_known": True}, {}, "npc", 0),
        ({"character": {"npc": True, "level": 2}, "consequence_known": True}, NPCS, "consequence_known", 2),
        ({"character": {"destiny_spent": 1}, "consequence_known": True}, {}, "consequence_known", 0),
        ({"character": {"level": 3, "destiny_spent": 3}}, {}, "no_point", 0),
        ({"character": {"level": 3, "destiny_spent": 5}}, {}, "no_point", 0),
        ({"character": {"level": 3}, "consequence_known": True}, {}, "consequence_known", 3),
    ],
)
def test_a_point_that_is_not_spent(scene, options, reason, left):
    """CD20-DEST-01 to CD20-DEST-03, CD20-HP-04: the first reason; no die, no change, the point stays."""
    result = outcome("spend_destiny", **scene, effect="reroll", die=4, options=options)
    spent = scene["character"].get("destiny_spent", 0)
    assert (result["accepted"], result["reason"], result["destiny_left"]) == (False, reason, left)
    assert set(result) == {"accepted", "reason", "destiny_received", "destiny_spent", "destiny_left"}
    assert result["destiny_spent"] == spent
    assert bench.changes("spend_destiny", **scene, effect="reroll", die=4, options=options) == []
    told = bench.reasons("spend_destiny", **scene, effect="reroll", die=4, options=options)
    assert told[0] == ("accepted", False, WHY[reason])


def test_nothing_changes_for_the_dead():
    """CD20-HP-04: nor is a point lost over them."""
    for effect in ("clot", "stand"):
        assert outcome("spend_destiny", effect=effect, victim=DEAD)["reason"] == "dead"
        assert picked("spend_group_destiny", [], "reason", "group_destiny", effect=effect, victim=DEAD, **ALL) == (
            "dead",
            1,
        )
    assert outcome("spend_destiny", effect="escape", victim=DEAD)["accepted"] is True


@pytest.mark.parametrize(
    ("scene", "reason", "left"),
    [
        ({"group_destiny": 0, "votes": ["no"], "consequence_known": True}, "no_point", 0),
        ({"votes": ["no"], "consequence_known": True}, "consequence_known", 1),
        ({"votes": ["none", "no", "yes"]}, "refused_by_player", 1),
        ({"votes": ["yes", "none"]}, "vote_missing", 1),
        ({"votes": []}, "vote_missing", 1),
        ({"votes": ["yes"], "group_destiny": 0, "new_scenario": True}, "no_point", 0),
    ],
)
def test_a_point_of_the_group_that_is_not_spent(scene, reason, left):
    """CD20-DEST-05: one against it, or one who is silent, is enough."""
    result = outcome("spend_group_destiny", **scene, effect="reroll", die=4)
    assert result == {"accepted": False, "reason": reason, "group_destiny": left}
    assert bench.changes("spend_group_destiny", **scene, effect="reroll", die=4) == []
    told = bench.reasons("spend_group_destiny", **scene, effect="reroll", die=4)
    assert told[0] == ("accepted", False, WHY.get(reason, "CD20-DEST-05"))


def test_a_new_scenario_brings_the_point_back_by_a_house_rule():
    """CD20-DEST-05: even if it is not spent at once."""
    house = {"options": {"group_destiny_per_scenario": True}, "group_destiny": 0, "effect": "escape"}
    assert picked("spend_group_destiny", [], "accepted", "group_destiny", **house, new_scenario=True, **ALL) == (
        True,
        0,
    )
    kept = {**house, "new_scenario": True, "votes": ["no"]}
    assert picked("spend_group_destiny", [], "accepted", "group_destiny", **kept) == (False, 1)
    assert bench.changes("spend_group_destiny", **kept) == [("group_destiny", 0, 1, "group")]
    assert outcome("spend_group_destiny", **house, **ALL)["reason"] == "no_point"


def test_what_is_kept_of_a_point():
    """CD20-DEST-02: on a sheet, or with the group."""
    assert bench.changes("spend_destiny", character={"name": "Paul", "level": 2}, effect="escape") == [
        ("destiny_spent", 0, 1, "Paul")
    ]
    assert bench.changes("spend_group_destiny", effect="escape", **ALL) == [("group_destiny", 1, 0, "group")]
    result = bench.changes(
        "spend_destiny",
        character={"name": "Paul"},
        effect="keeper",
        new_severity="light",
        victim={"name": "Anne"},
        new_zone="head",
    )
    assert [(field, who) for field, _, _, who in result] == [
        ("destiny_spent", "Paul"),
        ("pf", "Anne"),
        ("wounds", "Anne"),
    ]


# ---- rolls ----


@pytest.mark.parametrize("favour", ["high", "low"])
def test_a_second_die_and_the_better_of_both(favour):
    """CD20-P-DEST-01: the higher of one’s own, the lower of an enemy’s."""
    for face in range(1, 21):
        kept = max(8, face) if favour == "high" else min(8, face)
        for procedure, more in (("spend_destiny", {}), ("spend_group_destiny", ALL)):
            result = outcome(procedure, [face], effect="reroll", die=8, bonus=3, dc=14, favour=favour, **more)
            assert (result["die"], result["total"], result["success"]) == (kept, kept + 3, kept + 3 >= 14)
    roll = {"effect": "reroll", "die": 8, "bonus": 3, "favour": favour}
    assert "success" not in outcome("spend_destiny", [5], **roll)
    bench.assert_odds_agree("spend_destiny", **roll, dc=14)
    bench.assert_odds_agree("spend_group_destiny", **roll, **ALL)
    assert bench.thrown("spend_destiny", [5], **roll) == [("d20", "destiny")]


def test_odds_of_a_second_die():
    """CD20-P-DEST-01: 11 or more on the second die, or the first had done it already."""
    roll = {"effect": "reroll", "die": 4, "bonus": 4, "dc": 15}
    assert bench.chance("spend_destiny", "success", **roll) == Fraction(1, 2)
    assert bench.chance("spend_destiny", "success", **{**roll, "die": 11}) == 1


@pytest.mark.parametrize("die", range(1, 21))
def test_ten_more(die):
    """CD20-P-DEST-01: no second die."""
    result = outcome("spend_destiny", effect="plus10", die=die, bonus=2, dc=20)
    assert (result["die"], result["total"], result["success"]) == (die, die + 12, die + 12 >= 20)


# ---- wounds ----

CHANGED = by_key(
    """
    superficial | superficial | light    | limb
    light       | light       | moderate | limb
    moderate    | light       | grave    | limb
    grave       | light       | critical | limb
    critical    | moderate    | lost     | limb
    lost        | moderate    | lost     | limb
    superficial | superficial | light    | torso
    light       | light       | moderate | torso
    moderate    | light       | grave    | torso
    grave       | light       | critical | torso
    critical    | moderate    | mortal   | torso
    mortal      | grave       | mortal   | torso
    """.strip("\n ")
)
LOWEST = {"superficial": 0, "light": 1, "moderate": 3, "grave": 6, "critical": 11, "mortal": 16, "lost": 16}


@pytest.mark.parametrize(("severity", "soft", "worse", "where"), CHANGED)
def test_two_rows_softer_one_row_worse(severity, soft, worse, where):
    """CD20-P-DEST-01: from every row, on a limb and on the torso; the lowest GB of the new one."""
    zone = "left_arm" if where == "limb" else "torso"
    for effect, expected in (("soften", soft), ("worsen", worse)):
        scene = {"effect": effect, "zone": zone, "gb": LOWEST[severity], "victim": {"con": 20}}
        dice = [100] if expected in ("moderate", "grave", "critical", "lost") else []
        result = outcome("spend_destiny", dice, **scene)
        word = "critical" if expected == "lost" else expected
        assert (result["gb"], result["severity"]) == (LOWEST[expected], word)
        assert result["part_lost"] is (expected in ("lost", "mortal"))
        if severity not in ("lost",):
            named = {key: value for key, value in scene.items() if key != "gb"}
            assert outcome("spend_destiny", dice, **named, severity=severity) == result


def test_a_gb_inside_its_row():
    """CD20-P-DEST-01: what cannot be changed keeps its GB, what is changed has the lowest."""
    assert outcome("spend_destiny", effect="soften", zone="left_arm", gb=2)["gb"] == 2
    assert outcome("spend_destiny", effect="soften", zone="left_arm", gb=9)["gb"] == 1
    assert outcome("spend_destiny", [100], effect="worsen", zone="left_arm", gb=18)["gb"] == 18
    assert outcome("spend_destiny", [100], effect="worsen", zone="left_arm", gb=2)["gb"] == 3


def test_the_keeper_may_choose_the_zone():
    """CD20-DEST-06: of what is softened or granted, not of what is worsened; the zone’s PF still count."""
    soft = outcome("spend_destiny", effect="soften", zone="head", gb=7, new_zone="torso")
    assert (soft["zone"], soft["severity"], soft["pf_loss_zone"], soft["pf_loss"]) == ("torso", "light", 1, 2)
    worse = outcome("spend_destiny", effect="worsen", zone="left_leg", gb=0, new_zone="head")
    assert worse["zone"] == "left_leg"
    fallen = outcome("spend_destiny", [100], effect="soften", zone="torso", severity="mortal", new_zone="left_leg")
    assert (fallen["severity"], fallen["gb"], fallen["zone"]) == ("grave", 6, "left_leg")


def test_the_keeper_may_grant_anything():
    """CD20-DEST-06: a severity and a zone, or no wound at all."""
    none = outcome("spend_destiny", effect="keeper", new_severity="none", victim={"pf": 3}, shock="violent")
    assert (none["pf"], none["wounds"], none["shock_next_turn"]) == (3, [], "none")
    assert not WOUND_FIELDS & set(none)
    grave = outcome("spend_destiny", [1], effect="keeper", new_severity="grave", new_zone="whole_body")
    assert (grave["zone"], grave["gb"], grave["stabilised"]) == ("whole_body", 6, True)
    group = outcome("spend_group_destiny", effect="keeper", new_severity="light", zone="abdomen", **ALL)
    assert (group["zone"], group["pf_loss"], group["group_destiny"]) == ("abdomen", 2, 0)


def test_blows_for_fatigue_only_and_shocks():
    """CD20-FEAT-04, CD20-SHOCK-02, CD20-P-SHOCK-01: as with any blow."""
    result = outcome("spend_destiny", effect="worsen", zone="torso", gb=8, pf_only=True, victim={"con": 14})
    assert (result["severity"], result["pf_loss"], result["pv_loss"], result["wounds"]) == ("critical", 5, 0, [])
    shocked = outcome("spend_destiny", effect="soften", zone="head", gb=8, shock="violent")
    assert (shocked["pf_loss_shock"], shocked["prone"], shocked["pushed_back_m"]) == (1, True, 1.5)
    house = {"options": {"auto_shock": True}}
    assert outcome("spend_destiny", [99], effect="worsen", zone="head", gb=4, **house)["shock"] == "shock"
    assert outcome("spend_destiny", effect="soften", zone="head", gb=8, **house)["shock"] == "none"


def test_other_bodies():
    """CD20-CREA-03: destructive counts as the last row; zones are those of the body."""
    zombie = {"tables": "zombie", "con": 20}
    result = outcome("spend_destiny", effect="soften", zone="head", severity="destructive", victim=zombie)
    assert (result["severity"], result["gb"]) == ("grave", 6)
    worse = outcome("spend_destiny", effect="worsen", zone="head", gb=12, victim=zombie)
    assert (worse["severity"], worse["part_lost"], worse["dead_at_once"]) == ("destructive", True, False)


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from(["soften", "worsen"]),
    st.sampled_from(["torso", "left_leg"]),
    st.integers(0, 17),
    st.integers(1, 5),
    st.sampled_from(["none", "violent"]),
)
def test_odds_of_a_changed_wound(effect, zone, gb, pf, shock):
    bench.assert_odds_agree(
        "spend_destiny", effect=effect, zone=zone, gb=gb, shock=shock, victim={"pv": 7, "pf": pf, "fort": 2}
    )


# ---- bodies and the story ----


def test_blood_that_clots():
    """CD20-P-DEST-01: every wound stops, as if stabilised; none is treated."""
    wounds: list[dict[str, Any]] = [
        {"zone": "head", "gb": 8},
        {"zone": "torso", "gb": 1},
        {"zone": "left_arm", "gb": 12},
        {"zone": "left_leg", "gb": 7, "treated": True},
    ]
    result = outcome("spend_destiny", effect="clot", victim={"pv": 4, "wounds": wounds})
    assert [wound["stabilised"] for wound in result["wounds"]] == [True, False, True, False]
    assert not any(wound["bleeding"] or wound["next_tick_in_rounds"] for wound in result["wounds"])
    assert [wound["treated"] for wound in result["wounds"]] == [False, False, False, True]
    assert not WOUND_FIELDS & set(result)


@pytest.mark.parametrize(
    ("state", "pf", "after"), [("unconscious", 0, "stunned"), ("stunned", -2, "stunned"), ("ok", 3, "ok")]
)
def test_a_faint_save_that_counts_as_made(state, pf, after):
    """CD20-P-DEST-01: unconscious becomes stunned, nothing else."""
    result = outcome("spend_group_destiny", effect="stand", victim={"pf": pf, "state": state}, **ALL)
    assert (result["state"], result["pf"]) == (after, pf)


def test_a_way_out_has_no_numbers():
    """CD20-DEST-04, CD20-P-DEST-01."""
    result = outcome("spend_destiny", effect="escape")
    assert set(result) == {"accepted", "destiny_received", "destiny_spent", "destiny_left"}


# ---- what must be told ----


@pytest.mark.parametrize(
    ("scene", "field"),
    [
        ({}, "effect"),
        ({"effect": "reroll"}, "die"),
        ({"effect": "plus10"}, "die"),
        ({"effect": "soften"}, "gb"),
        ({"effect": "worsen"}, "gb"),
        ({"effect": "keeper"}, "new_severity"),
    ],
)
def test_an_effect_needs_what_it_works_on(scene, field):
    assert refused("spend_destiny", **scene) == ("field/missing", field)
    assert refused("spend_group_destiny", **scene, **ALL) == ("field/missing", field)


def test_zones_of_the_body():
    quadruped = {"victim": {"tables": "quadruped"}}
    assert refused("spend_destiny", effect="soften", gb=4, **quadruped) == ("field/one_of", "zone")
    assert refused("spend_destiny", effect="keeper", new_severity="light", **quadruped) == ("field/one_of", "zone")
    assert refused("spend_destiny", effect="soften", gb=4, new_zone="left_wing") == ("field/one_of", "new_zone")
    lost = {"victim": {"lost_parts": ["right_arm"]}}
    assert refused("spend_destiny", effect="worsen", gb=4, **lost) == ("field/not_allowed", "zone")
    assert outcome("spend_destiny", effect="escape", **quadruped)["accepted"] is True
    assert refused("spend_group_destiny", effect="escape") == ("field/missing", "votes")
    assert refused("spend_destiny", effect="reroll", die=21)[1] == "die"
