"""Entities: the sight, and the attack that only a miracle survives (ENT)."""

import pytest

from systems.operators.every_face import act, assert_counted, changed, fallen, told


def test_the_sight_of_an_entity_is_an_existential_shock():
    """OPS-ENT-02, OPS-SAN-02: 1D100 lost, then the usual test."""
    outcome = told("entity_sight", [30, 40], san=70)
    assert (outcome["loss"], outcome["san"], outcome["san_target"], outcome["outcome"]) == (30, 40, 40, "control")
    assert fallen("entity_sight", [30, 40], san=70) == [("d100", "san_loss"), ("d100", "san")]
    mad = told("entity_sight", [30, 41], san=70, madness="indefinite")
    assert (mad["madness"], mad["lasting_madness"]) == ("temporary", True)


def test_the_sight_may_end_reason_at_once():
    """OPS-ENT-02, OPS-SAN-05."""
    outcome = told("entity_sight", [100], san=70)
    assert (outcome["loss"], outcome["san"], outcome["madness"]) == (100, 0, "permanent")
    assert changed("entity_sight", [100], san=70) == [("san", 70, 0, ""), ("madness", "none", "permanent", "")]


def test_the_permanently_mad_see_nothing_worse():
    """OPS-SAN-05."""
    assert told("entity_sight", [], san=0, madness="permanent") == {
        "refused": True,
        "reason": "permanently_mad",
        "san": 0,
        "san_max": 100,
        "madness": "permanent",
        "lasting_madness": False,
    }


@pytest.mark.parametrize(
    ("protection", "difficulty", "target"),
    [("none", "extreme", 14), ("ward", "difficult", 42), ("sign", "standard", 70)],
)
def test_only_a_test_of_pou_saves_from_an_entity(protection, difficulty, target):
    """OPS-ENT-04: extreme, or easier behind a special protection, never automatic."""
    given = {"victim": {"name": "Ada", "POU": 14}, "protection": protection}
    saved = told("entity_attack", [target], **given)
    assert (saved["final_difficulty"], saved["target"], saved["outcome"]) == (difficulty, target, "success")
    assert (saved["alive"], saved["wound_level"], saved["out_of_fight"]) == (True, "none", False)
    dead = told("entity_attack", [target + 1], **given)
    assert (dead["outcome"], dead["alive"], dead["wound_level"]) == ("failure", False, "dead")
    assert changed("entity_attack", [98], **given) == [("wound_level", "none", "dead", "Ada")]


def test_a_grave_wound_does_not_weigh_on_the_miracle():
    """OPS-ENT-04, OPS-HLTH-04: suffered, not done."""
    outcome = told("entity_attack", [70], victim={"POU": 14, "wound_level": "grave"}, protection="sign")
    assert (outcome["final_difficulty"], outcome["alive"], outcome["wound_level"]) == ("standard", True, "grave")


def test_luck_may_shift_the_throw_but_not_buy_life():
    """OPS-ENT-04, OPS-LUCK-02, OPS-LUCK-06."""
    victim = {"name": "Ada", "POU": 14, "luck": 60}
    shifted = told("entity_attack", [20], victim=victim, luck_plan={"max_shift": 6})
    assert (shifted["outcome"], shifted["alive"], shifted["luck"]) == ("success", True, 54)
    dead = told("entity_attack", [80], victim=victim, luck_plan={"max_shift": 6, "escape_death": True})
    assert (dead["alive"], dead["luck"]) == (False, 60)
    npc = told("entity_attack", [20], victim={**victim, "kind": "npc"}, luck_plan={"max_shift": 6})
    assert (npc["alive"], npc["luck"]) == (False, 60)


def test_a_table_may_let_luck_escape_even_an_entity():
    """OPS-ENT-04, OPS-LUCK-05: the whole reserve, thirty at least, then CON as after any grave wound."""
    options, plan = {"luck_vs_entities": True}, {"escape_death": True, "cancel_fumble": True}
    victim = {"name": "Ada", "POU": 14, "CON": 12, "luck": 40}
    stands = act("entity_attack", [80, 60], victim=victim, luck_plan=plan, options=options)
    assert (stands.outcome["alive"], stands.outcome["wound_level"], stands.outcome["luck"]) == (True, "grave", 0)
    assert (stands.outcome["con_target"], stands.outcome["con_roll"]) == (60, 60)
    assert (stands.outcome["con_outcome"], stands.outcome["out_of_fight"]) == ("success", False)
    assert [(c.field, c.before, c.after, c.who) for c in stands.changes] == [
        ("wound_level", "none", "grave", "Ada"),
        ("luck", 40, 0, "Ada"),
    ]
    falls = told("entity_attack", [80, 61], victim=victim, luck_plan=plan, options=options)
    assert (falls["con_outcome"], falls["out_of_fight"]) == ("failure", True)
    paid = told("entity_attack", [99, 1], victim=victim, luck_plan=plan, options=options)
    assert (paid["outcome"], paid["alive"], paid["luck"]) == ("failure", True, 0)
    poor = told("entity_attack", [99], victim={**victim, "luck": 39}, luck_plan=plan, options=options)
    assert (poor["alive"], poor["luck"]) == (False, 29)


def test_whoever_is_down_already_or_feels_no_pain_is_not_asked_for_con():
    """OPS-HLTH-03 after OPS-LUCK-05."""
    options, plan = {"luck_vs_entities": True}, {"escape_death": True}
    for state, out in (({"out_of_fight": True}, True), ({"no_pain": True}, False)):
        outcome = told("entity_attack", [80], victim={"luck": 40, **state}, luck_plan=plan, options=options)
        assert (outcome["wound_level"], outcome["out_of_fight"]) == ("grave", out)
        assert "con_target" not in outcome


def test_the_dead_are_beyond_entities():
    """OPS-HLTH-05."""
    assert told("entity_attack", [], victim={"wound_level": "dead", "luck": 5}) == {
        "refused": True,
        "reason": "defender_dead",
        "alive": False,
        "wound_level": "dead",
        "out_of_fight": False,
        "luck": 5,
    }


def test_the_odds_of_entities_are_those_of_their_dice():
    """OPS-ENT-02, OPS-ENT-04: every face."""
    assert_counted("entity_sight", {"san": 12}, ("outcome",), ("san",), ("san_roll",))
    given = {
        "victim": {"POU": 14, "luck": 45},
        "protection": "ward",
        "options": {"luck_vs_entities": True},
        "luck_plan": {"max_shift": 10, "cancel_fumble": True, "escape_death": True},
    }
    assert_counted("entity_attack", given, ("alive", "luck", "out_of_fight"), ("outcome",), ("roll",), ("con_roll",))
