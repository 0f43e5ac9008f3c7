"""Surveillance, detection, ejection, tracing, firewalls encoded, plugs pulled (HACK-06, 19, 22 to 25, 33)."""

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("surveillance", "detect", "eject", "trace", "secure_firewall", "notice_takeover")
MARLA = {"name": "Marla", "INT": 14, "level": 2}
SHADOW = {"name": "Shadow", "INT": 14, "skills": {"computer_stealth": 2, "anonymity": 2}}


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- watching ----


def test_surveillance_at_both_ends():  # ORG-HACK-23
    assert BENCH.outcome("surveillance", [1], percent=0) == {"present": False}
    assert BENCH.outcome("surveillance", [100], percent=100, level=6) == {"present": True, "skill_level": 6}
    assert BENCH.chance("surveillance", "present", percent=7).as_integer_ratio() == (7, 100)


@pytest.mark.parametrize(("die", "result"), [(1, "none"), (2, "doubt"), (7, "doubt"), (8, "certain"), (20, "certain")])
def test_looking_for_the_clumsy(die, result):  # ORG-HACK-24
    answer = BENCH.outcome("detect", [die], administrator=MARLA, hacker={})
    assert (answer["opposed"], answer["admin_margin"], answer["result"]) == (False, die - 2, result)
    assert "hacker_total" not in answer


@pytest.mark.parametrize(
    ("admin", "hacker", "result"),
    [
        (10, 10, "none"),  # a tie hides
        (11, 10, "doubt"),
        (15, 10, "doubt"),  # by five
        (16, 10, "certain"),  # by six
        (9, 10, "none"),
        (1, 20, "none"),
        (1, 1, "none"),  # both fail
        (2, 1, "doubt"),  # the hacker fails: the administrator’s own margin, 0
        (7, 1, "doubt"),
        (8, 1, "certain"),
    ],
)
def test_looking_for_the_stealthy(admin, hacker, result):  # ORG-HACK-19, ORG-HACK-24
    answer = BENCH.outcome("detect", [admin, hacker], administrator=MARLA, hacker=SHADOW)
    assert (answer["opposed"], answer["admin_base"], answer["result"]) == (True, 18, result)
    assert (answer["admin_total"], answer["admin_margin"]) == (admin + 18, admin - 2)
    assert (answer["hacker_total"], answer["hacker_margin"]) == (hacker + 18, hacker - 2)


def test_what_helps_to_hide_and_to_find():  # ORG-HACK-05, ORG-HACK-15, ORG-HACK-24
    base = {"administrator": MARLA, "hacker": SHADOW}
    for privilege, bonus in (("none", 0), ("user", 0), ("super_user", 0), ("administrator", 10)):
        result = BENCH.picked("detect", [1, 1], "hacker_total", **base, privilege=privilege)
        assert result == (19 + bonus,)
    more = {"known": ["security_team"], "mods": {"doubt": 5}, "hacker_mods": {"veil": 4}}
    assert BENCH.picked("detect", [1, 1], "admin_base", "admin_total", "hacker_total", **base, **more) == (18, 24, 33)


def test_a_hacker_without_stealth_is_never_opposed():  # ORG-HACK-24
    base = {"administrator": MARLA, "hacker": {"coma": True}, "options": {"unskilled_roll": True}}
    assert BENCH.picked("detect", [12], "opposed", "result", **base) == (False, "certain")
    assert BENCH.picked("trace", [12], "traced", **base) == ("hacker",)


@settings(max_examples=25)
@drawn(st.integers(1, 20), st.integers(1, 20), st.integers(1, 6), st.integers(1, 6))
def test_detection_by_the_book(admin, hacker, level, stealth):  # ORG-HACK-24
    one = {**SHADOW, "skills": {"computer_stealth": stealth}}
    result = BENCH.outcome("detect", [admin, hacker], administrator={"level": level}, hacker=one)
    mine, theirs = result["admin_margin"], result["hacker_margin"]
    lead = mine - theirs if theirs >= 0 else mine
    seen = mine >= 0 and (lead > 0 or theirs < 0)
    assert result["result"] == ("none" if not seen else "certain" if lead > 5 else "doubt")


# ---- throwing out, following back ----


def test_ejection():  # ORG-HACK-25
    used = ["escorts_36f", "escorts_mail"]
    assert BENCH.outcome("eject", systems_used=used) == {"ejected": True, "closed": used, "firewall_increase": 10}
    for control in ("security_workstation", "firewall_server"):
        held = BENCH.outcome("eject", systems_used=used, hacker_controls=[control])
        assert held == {"ejected": False, "closed": [], "firewall_increase": 0}
    assert BENCH.outcome("eject") == {"ejected": True, "closed": [], "firewall_increase": 10}


@pytest.mark.parametrize(
    ("admin", "hacker", "traced"),
    [(10, 10, False), (11, 10, True), (9, 10, False), (1, 1, False), (2, 1, True)],
)
def test_tracing(admin, hacker, traced):  # ORG-HACK-06, ORG-HACK-24
    base = {"administrator": MARLA, "hacker": SHADOW}
    assert BENCH.picked("trace", [admin, hacker], "traced", **base) == ("hacker" if traced else "none",)
    result = BENCH.picked("trace", [admin, hacker], "traced", **base, dataterm=True)
    assert result == ("terminal" if traced else "none",)


def test_knowing_the_team_hides_the_trail():  # ORG-HACK-05
    base = {"administrator": {**MARLA, "mods": {"help": 2}}, "hacker": SHADOW, "known": ["security_team"]}
    assert BENCH.picked("trace", [1, 1], "admin_total", "hacker_total", **base) == (21, 29)
    assert BENCH.picked("trace", [1], "traced", "hacker_total", administrator=MARLA, hacker={}) == ("none", None)
    assert BENCH.picked("trace", [2], "traced", administrator=MARLA, hacker={}) == ("hacker",)


# ---- setting up ----


@pytest.mark.parametrize(("die", "firewall"), [(1, 15), (2, 15), (3, 16), (20, 33)])
def test_encoding_a_firewall(die, firewall):  # ORG-HACK-22
    result = BENCH.outcome("secure_firewall", [die], administrator=MARLA, firewall=15)
    assert (result["base"], result["mod"], result["difficulty"], result["firewall"]) == (14, 4, 20, firewall)


def test_encoding_with_help():  # ORG-HACK-22
    base = {"administrator": {"mods": {"tired": -2}}, "firewall": 0, "mods": {"manual": 4}}
    assert BENCH.picked("secure_firewall", [10], "base", "mod", "firewall", **base) == (12, 2, 4)


def test_pulling_the_plug():  # ORG-HACK-33
    assert BENCH.picked("notice_takeover", [10], "base", "difficulty", "success") == (10, 20, True)
    base = {"employee": {"INT": 8, "skills": {"flood": 6}}, "mods": {"coffee": 1}}
    assert BENCH.picked("notice_takeover", [10], "mod", "success", **base) == (1, False)
    assert BENCH.picked("notice_takeover", [10], "success", **base, difficulty=15) == (True,)


# ---- refusals, odds ----


def test_refusals():
    for procedure, skill in (("detect", "computer_stealth"), ("trace", "anonymity")):
        down = {"inc": 0, "skills": {skill: 1}}
        assert BENCH.refused(procedure, [1, 1], administrator=MARLA, hacker=down) == ("act/unable", "hacker")
    assert BENCH.refused("notice_takeover", [1], employee={"dead": True}) == ("act/unable", "employee")
    assert BENCH.refused("surveillance", [1], percent=101) == ("field/range", "percent")
    assert BENCH.refused("detect", [1], administrator={"level": 7}, hacker={}) == ("field/range", "administrator.level")


def test_odds():
    BENCH.assert_odds_agree("surveillance", percent=30, level=3)
    BENCH.assert_odds_agree("detect", administrator=MARLA, hacker=SHADOW)
    BENCH.assert_odds_agree("detect", administrator=MARLA, hacker={})
    BENCH.assert_odds_agree("trace", administrator=MARLA, hacker=SHADOW, dataterm=True)
    BENCH.assert_odds_agree("secure_firewall", administrator=MARLA, firewall=15)
    BENCH.assert_odds_agree("notice_takeover")
    BENCH.assert_odds_agree("eject")
