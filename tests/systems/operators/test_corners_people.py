"""Corners of making people that no other file walks into (CREA, SPEC)."""

from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.core.given import read
from gardien.systems.operators.choices import DrawGiven
from gardien.systems.operators.values import CODES
from systems.operators.dicebox import answer, outcome

THIRTEEN = dict.fromkeys(CODES, 13)
WRITTEN = {"edu_min": 8, "bonus_among": ["EDU"]}


def test_every_score_that_moved_is_explained_by_its_parts() -> None:
    """OPS-CREA-03, OPS-CREA-05: bonus, what age takes, what age teaches; an unmoved score needs no word."""
    given = {
        "specialty": "case_officer",
        "scores": THIRTEEN,
        "bonus": {"EDU": 1, "APP": 2},
        "age": 50,
        "age_trade": {"FOR": 2, "CON": 1},
    }
    steps = {one.label: one for one in answer("validate_operator", **given).steps if one.label in CODES}
    assert {label: (one.value, one.rule, one.parts) for label, one in steps.items()} == {
        "FOR": (11, "OPS-CREA-05", (("base", 13), ("age_trade", -2))),
        "CON": (12, "OPS-CREA-05", (("base", 13), ("age_trade", -1))),
        "EDU": (17, "OPS-CREA-05", (("base", 13), ("bonus", 1), ("age_trade", 3))),
        "APP": (15, "OPS-CREA-03", (("base", 13), ("bonus", 2))),
    }


def test_what_age_teaches_is_explained_without_a_bonus() -> None:
    """OPS-CREA-05."""
    given = {"specialty": "case_officer", "scores": THIRTEEN, "age": 50, "age_trade": {"FOR": 2}}
    steps = {one.label: one.parts for one in answer("validate_operator", **given).steps if one.label in CODES}
    assert steps == {"FOR": (("base", 13), ("age_trade", -2)), "EDU": (("base", 13), ("age_trade", 2))}


def test_a_trade_written_by_hand_brings_no_further_language() -> None:
    """OPS-CREA-13, M-10: the translator’s own language belongs to the specialty of the list."""
    given = {"specialty": "linguist", "scores": THIRTEEN}
    listed = outcome("validate_operator", **given)["extra_languages"]
    written = outcome("validate_operator", **given, custom_specialty=WRITTEN)["extra_languages"]
    assert (listed, written) == (2, 1)


@pytest.mark.parametrize(("age", "allowed"), [(39, False), (40, True), (41, True)])
def test_whoever_is_forty_may_trade_years_for_knowledge(age: int, allowed: bool) -> None:
    """OPS-CREA-05: from forty on."""
    choices: dict[str, Any] = {"age": age, "age_trade": {"FOR": 1}}
    if allowed:
        assert read(DrawGiven, choices).age == age
    else:
        with pytest.raises(Refusal):
            read(DrawGiven, choices)


@pytest.mark.parametrize(("points", "allowed"), [(16, True), (17, False)])
def test_no_more_is_traded_than_edu_can_take(points: int, allowed: bool) -> None:
    """OPS-CREA-04, OPS-CREA-05: from 8 to 24, and said before a die falls."""
    choices: dict[str, Any] = {"age": 60, "age_trade": {"FOR": 8, "CON": points - 8}}
    if allowed:
        assert sum(read(DrawGiven, choices).age_trade.values()) == points
    else:
        with pytest.raises(Refusal) as caught:
            read(DrawGiven, choices)
        assert (caught.value.field, caught.value.rule) == ("age_trade", "OPS-CREA-04")
