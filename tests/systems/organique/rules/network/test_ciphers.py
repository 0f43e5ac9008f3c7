"""Codes made and broken (CRY-01 to CRY-06)."""

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples, table

BENCH = Bench("organique")
MINE = ("encrypt", "decrypt")
KIM = {"name": "Kimberly", "INT": 14, "skills": {"cryptography": 4}}
LADDER = [
    "billions_of_years", "ten_thousand_years", "hundred_years", "one_year", "one_month", "one_week", "one_day",
    "one_hour", "ten_minutes", "one_second", "instant",
]  # fmt: skip


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- making ----


@pytest.mark.parametrize(("code", "strength"), [("plain", 30), ("public", 25), ("one_key", 35), ("evolving", 30)])
def test_kinds_of_codes(code, strength):  # ORG-CRY-06
    assert BENCH.outcome("encrypt", program_strength=30, code=code) == {"strength": strength}
    assert BENCH.picked("encrypt", [5], "strength", program_strength=30, code=code, user=KIM) == (strength + 11,)


def test_a_failed_helper_changes_nothing():  # ORG-CRY-01
    clumsy = {"INT": 5, "skills": {"cryptography": 1}}
    base = {"program_strength": 30, "user": clumsy}
    assert BENCH.picked("encrypt", [14], "margin", "strength", **base) == (-1, 30)
    assert BENCH.picked("encrypt", [14], "margin", "strength", **base, mods={"manual": 3}) == (2, 32)


def test_no_code_is_weaker_than_none():  # ORG-CRY-06
    assert BENCH.outcome("encrypt", program_strength=3, code="public") == {"strength": 0}


# ---- breaking ----


@pytest.mark.parametrize("row", table("organique", "ORG-TB-16"), ids=lambda row: row["situation"])
def test_what_is_known_of_a_code(row):  # ORG-CRY-04
    base = {"force": 2, "power": 6, "strength": 30}
    name = {"old_software_per_month": "months_old"}.get(row["situation"], row["situation"])
    value = 1 if name == "months_old" else True
    assert BENCH.picked("decrypt", [10], "total", **base, **{name: value}) == (22 + row["modifier"],)


def test_everything_adds_up():  # ORG-CRY-02, ORG-CRY-04
    known = dict.fromkeys(("large_data", "software_known", "data_kind_known", "piece_deciphered"), True)
    base = {"force": 3, "power": 4, "strength": 20, "months_old": 7, "mods": {"cluster": 2}}
    assert BENCH.picked("decrypt", [1], "total", "result", "added", **base, **known) == (28, 8, 0)


def faced(result):
    """Inputs and die whose result is this."""
    strength = max(0, 10 - result)
    return {"force": 1, "power": 9, "strength": strength, "mods": {"rest": result - 10 + strength}}


@pytest.mark.parametrize("row", table("organique", "ORG-TB-17"), ids=lambda row: row["time"])
def test_the_time_table(row):  # ORG-CRY-05
    assert BENCH.picked("decrypt", [1], "result", "time", **faced(row["result"])) == (row["result"], row["time"])


@pytest.mark.parametrize(
    ("result", "time"),
    [
        (-900, "billions_of_years"), (-51, "billions_of_years"), (-41, "billions_of_years"),
        (-31, "ten_thousand_years"), (-21, "hundred_years"), (-11, "one_year"), (-1, "one_month"),
        (2, "one_day"), (4, "one_hour"), (19, "ten_minutes"), (29, "one_second"), (500, "instant"),
    ],
)  # fmt: skip
def test_between_the_rows(result, time):  # ORG-CRY-05
    assert BENCH.picked("decrypt", [1], "result", "time", **faced(result)) == (result, time)


def test_a_helper():  # ORG-CRY-03
    base = {"force": 2, "power": 6, "strength": 37, "user": KIM}
    fields = ("user_total", "user_margin", "added", "total", "result")
    assert BENCH.picked("decrypt", [9, 12], *fields, **base) == (35, 15, 15, 39, 2)
    assert BENCH.picked("decrypt", [1, 12], *fields, **base, user_mods={"drunk": -8}) == (19, -1, 0, 24, -13)
    result = BENCH.answer("decrypt", [9, 12], **base)
    assert [one.who for one in result.dice] == ["Kimberly", ""]


def test_the_margin_before_multiplying():  # ORG-CRY-03
    base = {"force": 2, "power": 6, "strength": 37, "user": KIM, "options": {"crypt_multiply_margin": True}}
    fields = ("added", "total", "result", "time")
    assert BENCH.picked("decrypt", [9, 12], *fields, **base) == (15, (2 + 15) * 6 + 12, 77, "instant")


def test_a_program_alone():  # ORG-CRY-02
    result = BENCH.outcome("decrypt", [12], force=2, power=6, strength=20)
    assert result == {"added": 0, "total": 24, "result": 4, "time": "one_hour"}


@settings(max_examples=25)
@drawn(st.integers(0, 5), st.integers(0, 30), st.integers(0, 60), st.integers(1, 20), st.integers(1, 20))
def test_a_stronger_machine_is_never_slower(force, power, strength, one, other):  # ORG-CRY-05
    base = {"power": power, "strength": strength, "user": KIM}
    slow = BENCH.outcome("decrypt", [one, other], force=force, **base)
    quick = BENCH.outcome("decrypt", [one, other], force=force + 1, **base)
    assert LADDER.index(slow["time"]) <= LADDER.index(quick["time"])


# ---- refusals, odds ----


def test_refusals():
    for procedure, more in (
        ("encrypt", {"program_strength": 10}),
        ("decrypt", {"force": 1, "power": 1, "strength": 1}),
    ):
        assert BENCH.refused(procedure, [1, 1], user={}, **more) == ("act/unskilled", "user")
        assert BENCH.refused(procedure, [1, 1], user={"dead": True}, **more) == ("act/unable", "user")
    house = {"options": {"unskilled_roll": True}, "user": {"INT": 20}}
    assert BENCH.picked("encrypt", [15], "margin", "strength", program_strength=10, **house) == (5, 15)


def test_odds():
    BENCH.assert_odds_agree("encrypt", program_strength=10, user=KIM, code="public")
    BENCH.assert_odds_agree("encrypt", program_strength=10)
    BENCH.assert_odds_agree("decrypt", force=2, power=6, strength=37, user=KIM, small_data=True)
    BENCH.assert_odds_agree("decrypt", force=2, power=6, strength=37)
    house = {"options": {"crypt_multiply_margin": True}}
    BENCH.assert_odds_agree("decrypt", force=1, power=3, strength=47, user=KIM, **house)
