"""Corners of making people that no other file walks into (CREA, SPEC)."""

from fractions import Fraction
from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.systems.operators.creation.choices import DrawGiven
from gardien.systems.operators.rules.character import CODES
from systems.operators.dicebox import answer, chance, outcome, refused

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
        assert parse(DrawGiven, choices).age == age
    else:
        with pytest.raises(Refusal):
            parse(DrawGiven, choices)


@pytest.mark.parametrize(("points", "allowed"), [(16, True), (17, False)])
def test_no_more_is_traded_than_edu_can_take(points: int, allowed: bool) -> None:
    """OPS-CREA-04, OPS-CREA-05: from 8 to 24, and said before a die falls."""
    choices: dict[str, Any] = {"age": 60, "age_trade": {"FOR": 8, "CON": points - 8}}
    if allowed:
        assert sum(parse(DrawGiven, choices).age_trade.values()) == points
    else:
        with pytest.raises(Refusal) as caught:
            parse(DrawGiven, choices)
        assert (caught.value.field, caught.value.rule) == ("age_trade", "OPS-CREA-04")


@pytest.mark.parametrize(("education", "literate"), [(7, False), (8, True), (9, True)])
def test_whoever_has_edu_8_reads_and_writes(education: int, literate: bool) -> None:
    """OPS-CREA-13."""
    result = outcome("validate_operator", specialty="sniper", scores={**THIRTEEN, "EDU": education})
    assert result["literate"] is literate


def test_a_score_never_falls_below_nothing() -> None:
    """OPS-CREA-05: whatever was traded away; the check says it is too little."""
    result = outcome("validate_operator", specialty="sniper", scores=THIRTEEN, age=50, age_trade={"FOR": 30})
    assert (result["scores"]["FOR"], result["errors"]) == (0, ["below_minimum", "above_maximum"])


def explained(**character: Any) -> dict[str, tuple[Any, ...]]:
    """What is said of the numbers of a character: value, rule, parts."""
    return {one.label: (one.value, one.rule, one.parts) for one in answer("derived_values", character=character).steps}


def test_scores_that_are_not_what_they_were_are_explained() -> None:
    """OPS-CREAT-09, OPS-ARM-04: drained, encumbered, never below nothing; the others need no word."""
    result = explained(FOR=13, DEX=1, drain={"FOR": {"temporary": 3, "permanent": 1}}, worn=["blast_suit"])
    assert {code: result[code] for code in CODES if code in result} == {
        "FOR": (9, "OPS-CREAT-09", (("base", 13), ("drain", -4))),
        "CON": (8, "OPS-ARM-04", (("base", 10), ("worn", -2))),
        "DEX": (0, "OPS-ARM-04", (("base", 1), ("worn", -3))),
    }
    both = explained(DEX=13, drain={"DEX": {"temporary": 2}}, worn=["blast_suit"])["DEX"]
    assert both == (8, "OPS-ARM-04", (("base", 13), ("drain", -2), ("worn", -3)))
    assert explained(FOR=0, drain={"FOR": {"temporary": 1}})["FOR"][2] == (("base", 0), ("drain", -1))


@pytest.mark.parametrize(
    ("character", "sb", "bonus"),
    [
        ({"FOR": 20}, "OPS-CREA-08", "OPS-CREA-09"),
        ({"FOR": 21}, "OPS-CREA-08", "OPS-CREAT-08"),
        ({"FOR": 13, "kind": "creature"}, "OPS-CREAT-07", "OPS-CREAT-08"),
        ({"FOR": 13, "kind": "npc"}, "OPS-CREA-08", "OPS-CREA-09"),
    ],
)
def test_threshold_and_bonus_cite_the_table_they_stand_in(character: dict[str, Any], sb: str, bonus: str) -> None:
    """OPS-CREA-08, OPS-CREA-09, OPS-CREAT-07, OPS-CREAT-08."""
    result = explained(**character)
    assert (result["sb"][1], result["damage_bonus"][1]) == (sb, bonus)


def test_the_trade_without_numbers_is_none_of_those_that_have_some() -> None:
    """OPS-SPEC-04: the others are offered instead."""
    with pytest.raises(Refusal) as caught:
        answer("specialty_info", specialty="sympathiser")
    allowed = caught.value.words["allowed"]
    assert "sniper" in allowed
    assert "sympathiser" not in allowed


def test_an_unknown_trade_is_refused_by_its_field() -> None:
    """OPS-SPEC-01."""
    assert refused("specialty_info", specialty="nobody")[:2] == ("field/one_of", "specialty")


def test_a_tick_given_twice_is_named() -> None:
    """M-19: each score once."""
    with pytest.raises(Refusal) as caught:
        answer("progress", ticks=["FOR", "DEX", "DEX"])
    assert (caught.value.id, caught.value.words["came"]) == ("field/twice", "DEX")


@pytest.mark.parametrize(("category", "told"), [("ordinary", "OPS-CBT-02"), ("peer", "OPS-CBT-03")])
def test_the_order_of_a_fight_cites_its_rule(category: str, told: str) -> None:
    """OPS-CBT-02, OPS-CBT-03."""
    people = [{"name": "A"}, {"name": "B", "kind": "npc", "category": category}]
    (one,) = answer("start_combat", participants=people).steps
    assert (one.label, one.rule) == ("mode", told)


def test_only_a_throw_out_of_reach_is_forbidden() -> None:
    """OPS-HAZ-03: who cannot throw has no difficulty at all."""
    far, held = outcome("throw_explosive", zone=3), outcome("throw_explosive", attacker={"held": True})
    assert (far["reason"], far["final_difficulty"]) == ("out_of_range", "forbidden")
    assert (held["reason"], "final_difficulty" in held) == ("held", False)


def test_what_follows_from_scores_is_explained() -> None:
    """OPS-CREA-08, OPS-CREA-09, OPS-CREA-13."""
    result = {
        one.label: (one.value, one.rule)
        for one in answer("validate_operator", specialty="sniper", scores=THIRTEEN).steps
    }
    assert result["sb"] == (13, "OPS-CREA-08")
    assert result["damage_bonus"] == ("1D3", "OPS-CREA-09")
    assert result["extra_languages"] == (1, "OPS-CREA-13")


def test_every_score_is_assigned_once() -> None:
    """OPS-CREA-02."""
    codes = ["FOR", "FOR", "CON", "DEX", "INT", "EDU", "POU"]
    assert refused("create_operator", specialty="sniper", assignment=codes)[:2] == ("field/twice", "assignment")


@pytest.mark.parametrize(("least", "ways"), [(8, 36), (14, 15), (18, 1)])
def test_a_trade_written_by_hand_asks_for_its_own_edu(least: int, ways: int) -> None:
    """OPS-SPEC-03, OPS-SPEC-04: in the odds of a sound Operator as in the check."""
    trade = {"edu_min": least, "bonus_among": ["EDU"]}
    assert chance("create_operator", "valid", specialty="sympathiser", custom_specialty=trade) == Fraction(ways, 36)
