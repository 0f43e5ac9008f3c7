"""Crashes, locks, doors, floods, memory and other computing tasks (HACK-06, 14, 17, 18, 20, 30)."""

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from systems.brute import Bench
from systems.worked import by_id, examples

BENCH = Bench("organique")
MINE = ("crash", "lock_out", "plant_back_door", "flood", "recall_data", "computing_task")
TASKS = ["copy_protection", "compatibility", "data_piracy", "dataterm", "programming_applications"]
ACE = {
    "name": "Ace",
    "INT": 12,
    "skills": {"system_crashing": 3, "operating_system": 3, "flood": 3, **dict.fromkeys(TASKS, 2)},
    "specialities": ["OpenCert"],
}
MARLA = {"name": "Marla", "INT": 14, "level": 2}


def test_the_source_plays_none_of_these():
    assert [by_id(one) for one in examples("organique") if one.procedure in MINE] == []


# ---- crashing, locking ----


@pytest.mark.parametrize(("scope", "difficulty"), [("program", 20), ("system", 30), ("for_good", 40)])
@pytest.mark.parametrize(("privilege", "bonus"), [("user", -10), ("super_user", 0), ("administrator", 10)])
def test_crashing(scope, difficulty, privilege, bonus):  # ORG-HACK-15, ORG-HACK-17
    base = {"hacker": ACE, "system": "escorts_router", "scope": scope, "privilege": privilege}
    need = difficulty - 12 - 8 - bonus
    for die in range(1, 21):
        result = BENCH.picked("crash", [die], "mod", "difficulty", "crashed", **base)
        assert result == (8 + bonus, difficulty, die >= need)


def test_crashing_by_operating_system():  # ORG-HACK-17, ORG-HACK-27
    base = {"hacker": ACE, "privilege": "super_user", "skill": "operating_system"}
    assert BENCH.picked("crash", [20], "mod", "difficulty", "crashed", **base, system="escorts_mail") == (
        -12,
        30,
        False,
    )
    assert BENCH.picked("crash", [20], "difficulty", **base, system="escorts_router") == (40,)
    more = {**base, "system": "escorts_mail", "scope": "program", "mods": {"helper": 4}}
    assert BENCH.picked("crash", [16], "mod", "crashed", **more) == (-8, True)


def test_locking_out():  # ORG-HACK-18
    fields = ("locked", "minutes")
    assert BENCH.picked("lock_out", [], *fields, privilege="administrator") == (True, 10)
    far = {"privilege": "administrator", "minutes_until_administrator": 45}
    assert BENCH.picked("lock_out", [], *fields, **far) == (True, 45)
    for privilege in ("user", "super_user"):
        assert BENCH.picked("lock_out", [], *fields, privilege=privilege) == (False, 0)


# ---- a way back ----


def test_a_door_while_nobody_watches():  # ORG-HACK-20
    base = {"hacker": ACE, "system": "escorts_mail", "privilege": "user", "known": ["security_team"]}
    assert BENCH.picked("plant_back_door", [9], "mod", "planted", "admin_total", **base) == (-2, False, None)
    assert BENCH.picked("plant_back_door", [10], "total", "planted", **base) == (20, True)
    strange = {**base, "system": "escorts_router", "privilege": "administrator"}
    assert BENCH.picked("plant_back_door", [1], "mod", "difficulty", "planted", **strange) == (18, 30, True)


@pytest.mark.parametrize(
    ("dice", "planted"),
    [
        ((8, 11), False),
        ((9, 11), False),  # equal margins
        ((10, 11), True),
        ((1, 1), True),  # Marla fails
    ],
)
def test_a_door_under_watch(dice, planted):  # ORG-HACK-20, ORG-TEST-04
    base = {"hacker": ACE, "system": "escorts_mail", "privilege": "super_user", "administrator": MARLA}
    result = BENCH.outcome("plant_back_door", dice, **base)
    assert (result["margin"], result["admin_total"], result["admin_margin"]) == (dice[0], dice[1] + 18, dice[1] - 2)
    assert result["planted"] == planted


def test_knowing_the_team_helps_against_it():  # ORG-HACK-05
    base = {"hacker": ACE, "system": {}, "privilege": "super_user", "known": ["security_team"], "mods": {"veil": 4}}
    assert BENCH.picked("plant_back_door", [1, 1], "mod", **base, administrator=MARLA) == (22,)
    assert BENCH.picked("plant_back_door", [1], "mod", **base) == (12,)
    alert = {**MARLA, "mods": {"alert": 3}}
    assert BENCH.picked("plant_back_door", [1, 1], "admin_total", **base, administrator=alert) == (22,)


def test_dice_of_a_door():
    base = {"hacker": ACE, "system": {}, "privilege": "user", "administrator": MARLA}
    result = BENCH.answer("plant_back_door", [1, 2], **base)
    assert [(one.label, one.who) for one in result.dice] == [("d20", "Ace"), ("d20", "Marla")]


@settings(max_examples=25)
@drawn(st.integers(1, 20), st.integers(1, 20), st.sampled_from(["user", "super_user", "administrator"]))
def test_a_door_needs_success_and_the_larger_margin(die, other, privilege):  # ORG-TEST-04
    base = {"hacker": ACE, "system": {}, "privilege": privilege, "administrator": MARLA}
    result = BENCH.outcome("plant_back_door", [die, other], **base)
    beaten = result["admin_margin"] < 0 or result["margin"] > result["admin_margin"]
    assert result["planted"] == (result["success"] and beaten)


# ---- from outside ----


def test_floods():  # ORG-HACK-14
    base = {"hacker": ACE, "system": "escorts_mail"}
    assert BENCH.picked("flood", [6], "difficulty", "success", "minutes_down", **base) == (27, False, 0)
    assert BENCH.picked("flood", [7], "success", "minutes_down", **base) == (True, 0)
    assert BENCH.picked("flood", [20], "minutes_down", **base, mods={"flooder": 6}) == (190,)


# ---- memory, other tasks ----


def test_remembering_a_screen():  # ORG-HACK-30
    base = {"character": {"INT": 14, "suffering": [2]}}
    assert BENCH.picked("recall_data", [8], "base", "mod", "success", **base) == (14, -2, True)
    assert BENCH.picked("recall_data", [8], "difficulty", "success", **base, difficulty=25) == (25, False)
    assert BENCH.picked("recall_data", [10], "success") == (True,)


@pytest.mark.parametrize(
    ("task", "more", "difficulty"),
    [
        ("copy_protection", {}, 15),
        ("copy_protection", {"price": 999}, 15),
        ("copy_protection", {"price": 1000}, 20),
        ("copy_protection", {"price": 2999}, 25),
        ("data_piracy", {}, 15),
        ("data_piracy", {"price": 1}, 16),
        ("data_piracy", {"price": 500}, 16),
        ("data_piracy", {"price": 501}, 17),
        ("data_piracy", {"price": 5000}, 25),
        ("compatibility", {}, 20),
        ("compatibility", {"other_os": True}, 30),
        ("dataterm", {"price": 5000, "other_os": True}, 20),
        ("programming_applications", {}, 20),
        ("copy_protection", {"price": 9000, "difficulty": 12}, 12),
    ],
)
def test_other_tasks(task, more, difficulty):  # ORG-HACK-06, M14
    need = difficulty - 12 - 4
    result = BENCH.picked(
        "computing_task", [max(1, need)], "mod", "difficulty", "success", hacker=ACE, task=task, **more
    )
    assert result == (4, difficulty, True)
    if need > 1:
        assert BENCH.picked("computing_task", [need - 1], "success", hacker=ACE, task=task, **more) == (False,)


@pytest.mark.parametrize("task", TASKS)
def test_each_task_has_its_skill(task):  # ORG-HACK-06
    without = {**ACE, "skills": {name: 3 for name in TASKS if name != task}}
    assert BENCH.refused("computing_task", [1], hacker=without, task=task) == ("act/unskilled", "hacker")
    assert BENCH.picked("computing_task", [1], "mod", hacker={"skills": {task: 6}}, task=task) == (20,)


# ---- refusals, odds ----


def test_refusals():
    given = {
        "crash": {"system": {}, "privilege": "user"},
        "plant_back_door": {"system": {}, "privilege": "user"},
        "flood": {"system": {}},
        "computing_task": {"task": "dataterm"},
    }
    for procedure, more in given.items():
        assert BENCH.refused(procedure, [1], hacker={}, **more) == ("act/unskilled", "hacker")
        assert BENCH.refused(procedure, [1], hacker={**ACE, "paralysed_turns": 2}, **more) == ("act/unable", "hacker")
        unskilled = {"options": {"unskilled_roll": True}, "hacker": {"INT": 30}, **more}
        assert BENCH.picked(procedure, [1], "base", **unskilled) == (30,)
        if "system" in more:
            assert BENCH.refused(procedure, [1], hacker=ACE, **{**more, "system": "nowhere"})[1] == "system"
    assert BENCH.refused("recall_data", [1], character={"coma": True}) == ("act/unable", "character")


def test_odds():
    BENCH.assert_odds_agree("crash", hacker=ACE, system="escorts_router", privilege="user")
    BENCH.assert_odds_agree("plant_back_door", hacker=ACE, system={}, privilege="user", administrator=MARLA)
    BENCH.assert_odds_agree("plant_back_door", hacker=ACE, system={}, privilege="user")
    BENCH.assert_odds_agree("flood", hacker=ACE, system={})
    BENCH.assert_odds_agree("lock_out", privilege="administrator")
    BENCH.assert_odds_agree("computing_task", hacker=ACE, task="compatibility", other_os=True)
    BENCH.assert_odds_agree("recall_data")
