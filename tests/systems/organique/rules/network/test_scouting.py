"""Preliminaries, public searches, systems found, logins caught (HACK-02 to HACK-05, HACK-09, 10, 21, 29, 32)."""

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples, table

BENCH = Bench("organique")
MINE = ("preliminaries", "public_search", "find_system", "find_trust", "sniff_login")
KIM = {
    "name": "Kimberly",
    "INT": 14,
    "skills": {"network_knowledge": 3, "network_protocols": 1, "connection": 2},
}
FINDINGS = ["physical_location", "network_map", "system_types", "security_team", "company_structure"]


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- preliminaries ----


@pytest.mark.parametrize("row", table("organique", "ORG-TB-12"), ids=lambda row: row["result"])
def test_every_face_of_the_table(row):  # ORG-HACK-05
    for face in range(row["from"], row["to"] + 1):
        result = BENCH.picked("preliminaries", [face], "found", "new", "bonus", method="inside")
        assert result == (row["result"], True, row["bonus"])


@pytest.mark.parametrize(
    ("face", "use"),
    [
        (20, "on_site"),
        (40, "network_protocols"),
        (60, "firewall_flaws"),
        (80, "security_opposition"),
        (100, "social_engineering"),
    ],
)
def test_what_a_finding_is_for(face, use):  # ORG-HACK-05
    assert BENCH.picked("preliminaries", [face], "bonus_for", method="inside") == (use,)


@pytest.mark.parametrize("row", table("organique", "ORG-TB-13"), ids=lambda row: row["place"])
def test_where_one_snoops(row):  # ORG-HACK-04
    base = {"method": "snoop", "place": row["place"], "paranoia": row["value"] + 5}
    assert BENCH.picked("preliminaries", [4], "base", "success", "found", **base) == (row["value"], False, "none")
    assert BENCH.picked("preliminaries", [5, 1], "success", "found", **base) == (True, "physical_location")


def test_snooping_weighs_the_loot():  # ORG-HACK-04
    sore = {"suffering": [9], "INT": 1}
    result = BENCH.picked("preliminaries", [1, 1], "mod", character=sore, method="snoop", paranoia=10, mods={"luck": 2})
    assert result == (2,)


def test_a_failure_finds_nothing():  # ORG-HACK-05
    base = {"character": KIM, "method": "research", "paranoia": 40, "known": ["network_map"]}
    result = BENCH.outcome("preliminaries", [17], **base)
    assert result["margin"] == -1
    assert [result[name] for name in ("found", "new", "bonus", "bonus_for", "known")] == [
        "none",
        False,
        0,
        "none",
        ["network_map"],
    ]


def test_talking_takes_the_better_skill():  # ORG-HACK-03
    jack = {"CHA": 17, "skills": {"acting": 2, "fast_talk": 4}}
    base = {"character": jack, "method": "social", "paranoia": 10}
    assert BENCH.picked("preliminaries", [1, 1], "base", "mod", **base) == (17, 12)
    assert BENCH.picked("preliminaries", [1, 1], "mod", **base, known=["company_structure"]) == (22,)
    assert BENCH.picked("preliminaries", [1, 1], "mod", **base, mods={"role_play": -5}) == (7,)


def test_what_is_known_already_gives_nothing():  # ORG-HACK-05
    base = {"method": "inside", "known": ["system_types", "network_map"]}
    result = BENCH.outcome("preliminaries", [50], **base)
    assert (result["found"], result["new"], result["bonus"], result["bonus_for"]) == ("system_types", False, 0, "none")
    assert BENCH.changes("preliminaries", [50], **base) == []
    assert BENCH.changes("preliminaries", [70], **base) == [
        ("known", ("system_types", "network_map"), ("system_types", "network_map", "security_team"), "")
    ]


def test_dice_of_preliminaries():
    assert BENCH.thrown("preliminaries", [3], method="inside") == [("d100", "preliminaries")]
    result = BENCH.thrown("preliminaries", [1, 3], method="snoop", paranoia=0)
    assert result == [("d20", "preliminaries"), ("d100", "preliminaries")]


@settings(max_examples=25)
@drawn(st.lists(st.sampled_from(FINDINGS), unique=True), st.integers(1, 100))
def test_findings_only_grow(known, face):  # ORG-HACK-05
    result = BENCH.outcome("preliminaries", [face], method="inside", known=known)
    assert result["known"][: len(known)] == known
    assert set(result["known"]) == {*known, result["found"]}
    assert result["new"] == (result["found"] not in known)


# ---- searching ----


@pytest.mark.parametrize(
    ("procedure", "bonus", "difficulty"), [("public_search", 8, 20), ("find_trust", 8, 30), ("find_system", 0, 20)]
)
def test_searches(procedure, bonus, difficulty):  # ORG-HACK-10, ORG-HACK-29, ORG-HACK-32
    need = difficulty - 14 - bonus
    fields = ("base", "mod", "difficulty", "success")
    if need > 1:
        missed = BENCH.picked(procedure, [need - 1], *fields, hacker=KIM)
        assert missed == (14, bonus, difficulty, False)
    assert BENCH.picked(procedure, [max(1, need)], *fields, hacker=KIM) == (14, bonus, difficulty, True)
    other = BENCH.picked(procedure, [1], *fields, hacker=KIM, difficulty=15, mods={"haste": -4})
    assert other == (14, bonus - 4, 15, 15 + bonus - 4 >= 15)


def test_finding_a_system_takes_a_quarter_of_an_hour():  # ORG-HACK-28
    assert BENCH.picked("find_system", [1], "minutes", "success", hacker=KIM) == (15, False)
    base = {"hacker": KIM, "known": ["system_types"]}
    assert BENCH.picked("find_system", [1], "mod", **base) == (0,)


# ---- interception ----


@pytest.mark.parametrize(
    ("frequency", "dice", "label", "unit"),
    [
        ("2d6_minutes", [6, 5], "d6", "minutes"),
        ("4d6_minutes", [1, 2, 3, 4], "d6", "minutes"),
        ("2d20_hours", [20, 1], "d20", "hours"),
        ("4d20_hours", [20, 20, 20, 20], "d20", "hours"),
    ],
)
def test_waiting_for_a_login(frequency, dice, label, unit):  # ORG-HACK-09
    base = {"hacker": KIM, "system": {"login_frequency": frequency}}
    result = BENCH.picked("sniff_login", [2, *dice], "caught", "wait", "unit", "encryption", **base)
    assert result == (True, sum(dice), unit, 20)
    assert BENCH.thrown("sniff_login", [2, *dice], **base)[1:] == [(label, "login")] * len(dice)


def test_a_missed_login():  # ORG-HACK-09
    result = BENCH.outcome("sniff_login", [1], hacker=KIM, system="escorts_payment")
    assert (result["caught"], result["total"]) == (False, 19)
    assert not {"wait", "unit", "encryption"} & set(result)


def test_logins_of_the_list():  # ORG-HACK-31
    base = {"hacker": KIM, "system": "escorts_payment"}
    assert BENCH.picked("sniff_login", [9, 3, 4], "wait", "unit", "encryption", **base) == (7, "hours", 20)
    assert BENCH.picked("sniff_login", [9, 3, 4], "encryption", **base, over_internet=True) == (40,)


# ---- refusals, odds ----


def test_refusals():
    for method in ("research", "social", "snoop"):
        assert BENCH.refused("preliminaries", [1, 1], method=method) == ("field/missing", "paranoia")
    base = {"method": "research", "paranoia": 10}
    assert BENCH.refused("preliminaries", [1], **base) == ("act/unskilled", "character")
    assert BENCH.refused("preliminaries", [1], character={"dead": True}, **base) == ("act/unable", "character")
    given = {"public_search": {}, "find_system": {}, "find_trust": {}, "sniff_login": {"system": {}}}
    for procedure, more in given.items():
        assert BENCH.refused(procedure, [1], hacker={}, **more) == ("act/unskilled", "hacker")
        assert BENCH.refused(procedure, [1], hacker={"coma": True}, **more) == ("act/unable", "hacker")
        unskilled = {"options": {"unskilled_roll": True}, "hacker": {}, **more}
        assert BENCH.picked(procedure, [1], "mod", **unskilled) == (-10,)
    assert BENCH.refused("sniff_login", [1], hacker=KIM, system="nowhere")[1] == "system"


def test_odds():
    BENCH.assert_odds_agree("preliminaries", character=KIM, method="research", paranoia=38, known=["network_map"])
    BENCH.assert_odds_agree("preliminaries", method="inside")
    BENCH.assert_odds_agree("find_system", hacker=KIM)
    BENCH.assert_odds_agree("sniff_login", hacker=KIM, system={"login_frequency": "2d6_minutes"}, difficulty=30)
