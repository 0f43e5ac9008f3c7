"""Firewalls, viruses, stories, passwords, trust, doors; and more rights inside (HACK-07 to HACK-16, 23, 27, 28)."""

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples, table

BENCH = Bench("organique")
MINE = ("enter_network", "enter_system", "raise_privilege")
KIM = {
    "name": "Kimberly",
    "INT": 14,
    "skills": {"operating_system": 2, "network_knowledge": 3, "network_protocols": 1},
    "specialities": ["OpenFree", "OpenCert"],
}
WRITER = {"INT": 10, "CHA": 10, "skills": {"programming_virus": 3, "operating_system": 1}}
RANKS = ["none", "user", "super_user", "administrator"]


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- networks ----


@pytest.mark.parametrize("row", table("organique", "ORG-TB-14"), ids=lambda row: row["skill"])
def test_skills_for_flaws(row):  # ORG-HACK-12
    hacker = {"INT": 10, "skills": {row["skill"]: 3}}
    base = {"hacker": hacker, "skill": row["skill"]}
    assert BENCH.picked("enter_network", [1], "base", "mod", firewall=0, **base) == (10, 8 + row["modifier"])
    assert BENCH.picked("enter_system", [1], "mod", system={}, **base) == (8 + row["modifier"],)


@pytest.mark.parametrize(
    ("die", "result"), [(20, "access"), (10, "access"), (9, "blocked"), (5, "blocked"), (4, "alert"), (1, "alert")]
)
def test_a_network_firewall(die, result):  # ORG-HACK-12, ORG-HACK-13, ORG-HACK-28
    answer = BENCH.outcome("enter_network", [die], hacker=KIM, firewall=28)
    assert answer["result"] == result
    assert (answer["access"], answer["alert"]) == (result == "access", result == "alert")
    assert (answer["privilege"], answer["minutes"]) == ("none", 15)
    assert "admin_present" not in answer


def test_who_watches_the_network():  # ORG-HACK-23
    base = {"hacker": KIM, "firewall": 28, "surveillance": 7}
    assert BENCH.picked("enter_network", [10, 7], "admin_present", **base) == (True,)
    assert BENCH.picked("enter_network", [10, 8], "admin_present", **base) == (False,)
    assert BENCH.picked("enter_network", [9], "admin_present", **base) == (None,)
    assert BENCH.thrown("enter_network", [10, 8], **base) == [("d20", "flaw"), ("d100", "surveillance")]


def test_what_is_known_of_systems_helps():  # ORG-HACK-05
    known = ["system_types", "network_map"]
    assert BENCH.picked("enter_network", [1], "mod", hacker=KIM, firewall=0, known=known) == (14,)
    assert BENCH.picked("enter_system", [1], "mod", hacker=KIM, system={}, known=known) == (14,)
    more = {"privilege": "user", "known": known, "mods": {"flaw_scanner": 4}}
    assert BENCH.picked("raise_privilege", [1], "mod", hacker=KIM, system={}, **more) == (28,)
    assert BENCH.picked("enter_system", [1], "mod", hacker=WRITER, system={}, known=known, method="virus") == (8,)


# ---- systems ----


@pytest.mark.parametrize(
    ("margin", "result", "privilege", "minutes"),
    [
        (-6, "alert", "none", 30),
        (-5, "blocked", "none", 30),
        (-1, "blocked", "none", 30),
        (0, "access", "user", 30),
        (5, "access", "user", 30),
        (6, "access", "super_user", 30),
        (9, "access", "super_user", 30),
        (10, "access", "administrator", 15),
    ],
)
def test_margins_at_a_system(margin, result, privilege, minutes):  # ORG-HACK-13, ORG-HACK-15, ORG-HACK-28
    base = {"hacker": KIM, "system": {"firewall": 28, "os": "OpenCert"}}
    answer = BENCH.outcome("enter_system", [10 + margin], **base)
    assert (answer["margin"], answer["result"], answer["privilege"]) == (margin, result, privilege)
    assert (answer["access"], answer["alert"], answer["minutes"]) == (margin >= 0, margin <= -6, minutes)


@pytest.mark.parametrize(
    ("margin", "result", "privilege"),
    [(-6, "blocked", "none"), (-1, "blocked", "none"), (0, "access", "user"), (12, "access", "administrator")],
)
def test_a_virus_warns_nobody(margin, result, privilege):  # ORG-HACK-11
    base = {"hacker": WRITER, "method": "virus", "system": {"firewall": 99, "antivirus": 25, "os": "GuildOs"}}
    answer = BENCH.outcome("enter_system", [7 + margin], **base)
    assert (answer["difficulty"], answer["result"], answer["privilege"]) == (25, result, privilege)
    assert answer["alert"] is False


def test_a_virus_without_an_antivirus():  # ORG-HACK-11
    base = {"hacker": WRITER, "method": "virus", "system": "escorts_payment"}
    assert BENCH.picked("enter_system", [12], "difficulty", "success", **base) == (30, True)


@pytest.mark.parametrize(
    ("margin", "result", "privilege"),
    [
        (-6, "alert", "none"),
        (-5, "refused", "none"),
        (-1, "refused", "none"),
        (0, "access", "user"),
        (6, "access", "super_user"),
        (10, "access", "administrator"),
    ],
)
def test_talking_a_password_out_of_somebody(margin, result, privilege):  # ORG-HACK-08
    base = {"hacker": {"CHA": 10}, "method": "talk", "paranoia": 20, "system": {}}
    answer = BENCH.outcome("enter_system", [10 + margin], **base)
    assert (answer["result"], answer["privilege"], answer["alert"]) == (result, privilege, margin <= -6)


def test_what_helps_to_talk():  # ORG-HACK-08
    base = {"hacker": {"CHA": 15, "skills": {"acting": 3}}, "method": "talk", "system": {}}
    more = {"known": ["company_structure", "system_types"], "mods": {"puppeteer": 5}}
    assert BENCH.picked("enter_system", [1], "base", "mod", "difficulty", **base, **more) == (15, 23, 10)


def test_ways_without_a_die():  # ORG-HACK-07, ORG-HACK-10, ORG-HACK-20
    fields = ("success", "result", "privilege", "minutes", "alert", "margin")
    base = {"hacker": {}, "system": {"name": "b", "trusts": "a"}, "owner_privilege": "super_user"}
    for method in ("password", "back_door"):
        result = BENCH.picked("enter_system", [], *fields, **base, method=method)
        assert result == (True, "access", "super_user", 0, False, None)
    held = {"a": "administrator", "c": "user"}
    trusted = BENCH.picked("enter_system", [], *fields, **base, method="trust", held=held)
    assert trusted == (True, "access", "administrator", 0, False, None)
    none = BENCH.picked("enter_system", [], *fields, **base, method="trust", held={"c": "user"})
    assert none == (False, "blocked", "none", 0, False, None)


def test_trust_in_the_list():  # ORG-HACK-10, ORG-HACK-31
    base = {"hacker": {}, "system": "escorts_payment", "method": "trust"}
    result = BENCH.picked("enter_system", [], "privilege", **base, held={"escorts_call_centre": "user"})
    assert result == ("user",)
    alone = {**base, "system": "escorts_mail"}
    assert BENCH.picked("enter_system", [], "result", **alone, held={"none": "user"}) == ("blocked",)


def test_who_watches_a_system():  # ORG-HACK-23
    base = {"hacker": KIM, "system": {}, "surveillance": 50}
    assert BENCH.picked("enter_system", [10, 50], "admin_present", **base) == (True,)
    assert BENCH.picked("enter_system", [10, 51], "admin_present", **base) == (False,)
    assert BENCH.picked("enter_system", [1], "admin_present", **base) == (None,)
    assert BENCH.picked("enter_system", [50], "admin_present", **base, method="password") == (True,)
    assert BENCH.picked("enter_system", [], "admin_present", **base, method="trust") == (None,)


# ---- house rules ----


def test_a_margin_of_nothing_may_give_nothing():  # ORG-HACK-15
    base = {"hacker": KIM, "system": {"firewall": 28}, "options": {"hack_zero_margin_fails": True}, "surveillance": 9}
    fields = ("success", "access", "result", "privilege", "alert")
    assert BENCH.picked("enter_system", [10], *fields, **base) == (True, False, "blocked", "none", False)
    assert BENCH.picked("enter_system", [11, 1], *fields, **base) == (True, True, "access", "user", False)
    network = {"hacker": KIM, "firewall": 28, "options": {"hack_zero_margin_fails": True}}
    assert BENCH.picked("enter_network", [10], "access", **network) == (True,)
    again = {"hacker": KIM, "system": {"firewall": 38}, "privilege": "super_user", "options": base["options"]}
    assert BENCH.picked("raise_privilege", [10], "margin", "privilege", **again) == (0, "super_user")


def test_an_administrator_elsewhere():  # ORG-HACK-15
    base = {"system": {}, "administrator_elsewhere": True}
    wide = {"options": {"admin_bonus_network_wide": True}}
    assert BENCH.picked("enter_system", [1], "mod", hacker=KIM, **base) == (4,)
    assert BENCH.picked("enter_system", [1], "mod", hacker=KIM, **base, **wide) == (14,)
    assert BENCH.picked("enter_system", [1], "mod", hacker=WRITER, method="virus", **base, **wide) == (18,)
    assert BENCH.picked("enter_system", [1], "mod", hacker=WRITER, method="talk", **base, **wide) == (0,)
    assert BENCH.picked("enter_system", [1], "mod", hacker=KIM, system={}, **wide) == (4,)


# ---- more rights ----


def test_one_rank_by_operating_system():  # ORG-HACK-16, ORG-HACK-15, ORG-HACK-27
    base = {"hacker": KIM, "way": "operating_system"}
    fields = ("mod", "difficulty", "privilege", "alert", "minutes")
    familiar = {**base, "system": "escorts_mail"}
    assert BENCH.picked("raise_privilege", [1], *fields, **familiar, privilege="user") == (-6, 30, "user", False, None)
    result = BENCH.picked("raise_privilege", [12], *fields, **familiar, privilege="super_user")
    assert result == (4, 30, "administrator", False, None)
    assert BENCH.picked("raise_privilege", [20], *fields[:3], **base, system={}, privilege="user") == (-6, 30, "user")
    helped = {**base, "system": {}, "privilege": "user", "mods": {"automaton": 2}}
    assert BENCH.picked("raise_privilege", [20], "privilege", **helped) == ("super_user",)
    strange = BENCH.picked("raise_privilege", [20], *fields[:3], **base, system="escorts_router", privilege="user")
    assert strange == (-6, 40, "user")


@pytest.mark.parametrize(
    ("margin", "privilege", "alert", "minutes"),
    [
        (-6, "user", True, 30),
        (-5, "user", False, 30),
        (0, "user", False, 30),
        (6, "super_user", False, 30),
        (10, "administrator", False, 15),
    ],
)
def test_a_second_entry(margin, privilege, alert, minutes):  # ORG-HACK-16
    base = {"hacker": KIM, "system": {"firewall": 38}, "privilege": "user"}
    result = BENCH.outcome("raise_privilege", [10 + margin], **base)
    assert (result["margin"], result["privilege"], result["alert"], result["minutes"]) == (
        margin,
        privilege,
        alert,
        minutes,
    )


def test_a_second_entry_with_another_skill():  # ORG-HACK-16, ORG-HACK-27
    base = {"hacker": KIM, "system": "escorts_router", "privilege": "user"}
    assert BENCH.picked("raise_privilege", [1], "mod", "difficulty", **base) == (14, 40)
    result = BENCH.picked("raise_privilege", [1], "mod", "difficulty", **base, skill="network_knowledge")
    assert result == (8, 30)


@settings(max_examples=25)
@drawn(st.integers(0, 80), st.integers(1, 20), st.sampled_from(["user", "super_user"]), st.booleans())
def test_rights_never_shrink(firewall, die, privilege, second):  # ORG-HACK-16
    way = "re_entry" if second else "operating_system"
    base = {"hacker": KIM, "system": {"firewall": firewall}, "privilege": privilege, "way": way}
    result = BENCH.outcome("raise_privilege", [die], **base)
    assert RANKS.index(result["privilege"]) >= RANKS.index(privilege)


@settings(max_examples=25)
@drawn(st.integers(0, 80), st.integers(1, 20), st.sampled_from(["flaw", "virus", "talk"]))
def test_one_result_only(firewall, die, method):  # ORG-HACK-13, ORG-HACK-15
    hacker = {**KIM, "skills": {**KIM["skills"], "programming_virus": 1}}
    base = {"hacker": hacker, "system": {"firewall": firewall}, "method": method, "paranoia": firewall}
    result = BENCH.outcome("enter_system", [die], **base)
    assert result["access"] == (result["result"] == "access") == (result["privilege"] != "none")
    assert result["alert"] == (result["result"] == "alert") == (result["margin"] <= -6 and method != "virus")


# ---- refusals, odds ----


def test_which_rule_says_so():  # ORG-HACK-12, ORG-HACK-13
    for face, result, rule in ((20, "access", "ORG-HACK-12"), (1, "alert", "ORG-HACK-13")):
        asked = {"hacker": {"INT": 14, "skills": {"operating_system": 2}}, "firewall": 25}
        assert ("result", result, rule) in BENCH.reasons("enter_network", [face], **asked)


def test_refusals():
    given = {
        "enter_network": {"firewall": 10},
        "enter_system": {"system": {}},
        "raise_privilege": {"system": {}, "privilege": "user"},
    }
    for procedure, more in given.items():
        assert BENCH.refused(procedure, [1], hacker={}, **more) == ("act/unskilled", "hacker")
        assert BENCH.refused(procedure, [1], hacker={**KIM, "inc": 0}, **more) == ("act/unable", "hacker")
        unskilled = {"options": {"unskilled_roll": True}, "hacker": {}, **more}
        assert BENCH.picked(procedure, [1], "success", **unskilled) == (False,)
    inside = {"system": {}, "privilege": "user", "way": "operating_system"}
    assert BENCH.refused("raise_privilege", [1], hacker={}, **inside) == ("act/unskilled", "hacker")
    assert BENCH.refused("enter_system", [1], hacker=KIM, system={}, method="virus") == ("act/unskilled", "hacker")
    for procedure in ("enter_system", "raise_privilege"):
        more = {"privilege": "user"} if procedure == "raise_privilege" else {}
        assert BENCH.refused(procedure, [1], hacker=KIM, system="nowhere", **more)[1] == "system"
    administrator = {"hacker": KIM, "system": {}, "privilege": "administrator"}
    assert BENCH.refused("raise_privilege", [1], **administrator) == ("field/one_of", "privilege")


def test_odds():
    BENCH.assert_odds_agree("enter_network", hacker=KIM, firewall=36, surveillance=30)
    BENCH.assert_odds_agree("enter_system", hacker=KIM, system={"firewall": 33}, surveillance=7)
    BENCH.assert_odds_agree("enter_system", hacker=KIM, system={"trusts": "a"}, method="trust", held={"a": "user"})
    BENCH.assert_odds_agree("raise_privilege", hacker=KIM, system="escorts_router", privilege="user")
    strict = {"options": {"hack_zero_margin_fails": True}}
    BENCH.assert_odds_agree("enter_system", hacker=KIM, system={"firewall": 36}, surveillance=50, **strict)
    BENCH.assert_odds_agree("raise_privilege", hacker=KIM, system={}, privilege="user", way="operating_system")
