"""Drugs: doses, overdoses, what follows them, dependency (DRUG-01 to DRUG-03, DRUG-06, DRUG-09)."""

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from gardien.systems.organique import pack
from gardien.systems.organique.rules.substances.drugs import tier_of
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("take_drug", "dependency_check")
LULU = {"name": "Lulu", "END": 7, "VOL": 5}


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- a dose ----


@pytest.mark.parametrize(
    ("doses", "tolerance", "tier"),
    [(1, 0, "normal"), (2, 0, "x2"), (3, 0, "x2"), (4, 0, "x4"), (7, 0, "x4"), (8, 0, "x8"), (3, 1, "normal"),
     (4, 1, "x2"), (1, 3, "normal"), (16, 1, "x8"), (15, 1, "x4")],
)  # fmt: skip
def test_how_much_is_too_much(doses, tolerance, tier):  # ORG-DRUG-01
    assert tier_of(doses, tolerance) == tier
    result = BENCH.outcome("take_drug", drug="white", doses=doses, tolerance=tolerance)
    assert (result["tier"], result["ratio"]) == (tier, doses / (1 + tolerance))


@drawn(st.integers(1, 40), st.integers(0, 10))
def test_habit_never_makes_a_dose_stronger(doses, tolerance):  # ORG-DRUG-01
    order = ["normal", "x2", "x4", "x8"]
    assert order.index(tier_of(doses, tolerance + 1)) <= order.index(tier_of(doses, tolerance))
    assert order.index(tier_of(doses + 1, tolerance)) >= order.index(tier_of(doses, tolerance))


COLUMNS = {  # doses, phase
    "normal": (1, "dose"), "x2": (2, "dose"), "x4": (4, "dose"), "x8": (8, "dose"),
    "come_down": (8, "come_down"), "withdrawal": (1, "withdrawal"), "long_term": (1, "long_term"),
}  # fmt: skip


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("key", pack.keys("drugs", "drug"))
def test_every_column_of_every_drug(key, column):  # ORG-DRUG-01, ORG-DRUG-09, M11
    row, (doses, phase) = pack.drug(key), COLUMNS[column]
    effect = getattr(row, column)
    result = BENCH.outcome("take_drug", drug=key, doses=doses, phase=phase)
    assert [(one["symptom"], one["difficulty"]) for one in result["symptoms"]] == [
        (one.ailment, one.difficulty) for one in effect.ailments
    ]
    assert (result["changes"], result["save_mods"]) == (dict(effect.changes), dict(effect.save_mods))
    assert (result["relief"], result["notes"]) == (effect.relief, list(effect.notes))
    assert result["duration_minutes"] == (row.minutes if phase == "dose" else 0)
    assert set(effect.notes) <= set(pack.keys("drugs", "note"))


def test_doses_that_still_act_count():  # ORG-DRUG-01
    assert BENCH.picked("take_drug", [], "tier", "ratio", drug="rush", doses=1, active=1) == ("x2", 2)
    assert BENCH.picked("take_drug", [], "tier", drug="rush", doses=1, active=3, tolerance=1) == ("x2",)


def test_the_pills():  # 1002-1005
    result = BENCH.outcome("take_drug", drug="painkiller_pills")
    assert (result["relief"], result["duration_minutes"], result["tier"]) == (5, 240, "normal")


# ---- dependency ----


def test_body_then_mind():  # ORG-DRUG-03
    asked = {"character": LULU, "physical": 5, "psychological": 1, "doses_24h": 10}
    thrown = BENCH.thrown("dependency_check", [8, 5], **asked)
    assert thrown == [("d20", "physical_dependency"), ("d20", "psychological_dependency")]
    fields = ("physical_dependent", "psychological_dependent")
    assert BENCH.picked("dependency_check", [8, 6], *fields, **asked) == (False, False)
    assert BENCH.picked("dependency_check", [7, 6], *fields, **asked) == (True, False)
    assert BENCH.picked("dependency_check", [8, 5], *fields, **asked) == (False, True)


def test_what_is_there_already_or_never_comes_is_not_asked():  # ORG-DRUG-02, ORG-DRUG-03
    result = BENCH.outcome("dependency_check", [], character=LULU, psychological=1, already_psychological=True)
    assert result == {"physical_dependent": False, "psychological_dependent": True}
    result = BENCH.outcome("dependency_check", [], character=LULU, physical=1, already_physical=True)
    assert result == {"physical_dependent": True, "psychological_dependent": False}
    assert BENCH.outcome("dependency_check", [], character=LULU)["physical_dependent"] is False
    zero = BENCH.outcome("dependency_check", [5], character=LULU, physical=0)
    assert zero["physical"]["difficulty"] == 1


def test_will_alone_where_the_table_plays_it():  # ORG-DRUG-03
    result = BENCH.outcome(
        "dependency_check", [9, 9], character=LULU, physical=14, psychological=13, options={"dependency_all_vol": True}
    )
    assert (result["physical"]["base"], result["psychological"]["base"]) == (5, 5)
    assert (result["physical_dependent"], result["psychological_dependent"]) == (True, False)


def test_what_helps_and_the_exhausted():  # ORG-SAVE-03
    result = BENCH.outcome("dependency_check", [9], character=LULU, physical=16, mods={"doctor": 1})
    assert (result["physical"]["total"], result["physical_dependent"]) == (17, False)
    spent = BENCH.outcome("dependency_check", [9], character={**LULU, "end_now": 0}, physical=1, psychological=1)
    assert (spent["physical"]["auto"], spent["physical_dependent"]) == ("exhausted", True)
    assert spent["psychological_dependent"] is False


def test_refusals():
    assert BENCH.refused("take_drug", drug="tea") == ("field/one_of", "drug")
    assert BENCH.refused("take_drug", drug="rush", doses=0) == ("field/range", "doses")
    assert BENCH.refused("dependency_check", character={"dead": True}) == ("act/unable", "character")
    assert BENCH.refused("dependency_check", character={"kind": "machine"}) == ("field/not_allowed", "character")


def test_odds():
    BENCH.assert_odds_agree("dependency_check", character=LULU, physical=5, psychological=1, doses_24h=10)
    BENCH.assert_odds_agree("dependency_check", character={"end_now": 0}, physical=5)
    BENCH.assert_odds_agree("take_drug", drug="bull")
