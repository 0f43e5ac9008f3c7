"""What is wrong with a new Operator that breaks a rule, told of a field (CREA, SPEC)."""

from typing import Any

import pytest

from gardien.systems.operators import pack
from gardien.systems.operators.creation.faults import BROKEN_RULES, Fault, Sketch, faults_of, refusal_of
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.character import CODES, Specialty, Training


def sketch(**more: Any) -> Sketch:
    return Sketch(**{"specialty": "sniper", "age": 50, **more})


SNIPING = [f"{one.characteristic} {one.domain}" for one in pack.specialty("sniper").advantages]
COURSE = Training(specialty="drones", characteristic="DEX", domain="drones")
BROKEN: list[tuple[Fault, Sketch, dict[str, int], tuple[str, str, dict[str, Any]]]] = [
    ("score_out_of_range", sketch(), {"FOR": 8, "DEX": 19}, ("field/range", "DEX", {"came": 19, "low": 8, "high": 18})),
    ("score_out_of_range", sketch(), {"CON": 7}, ("field/range", "CON", {"came": 7, "low": 8, "high": 18})),
    ("bonus_too_many", sketch(bonus={"DEX": 4}), {}, ("field/at_most", "bonus", {"came": 4, "high": 3})),
    (
        "bonus_not_allowed",
        sketch(bonus={"DEX": 1, "APP": 1}),
        {},
        ("field/one_of", "bonus", {"came": "APP", "allowed": ["DEX", "INT", "POU"]}),
    ),
    ("too_young", sketch(age=39, age_trade={"FOR": 1}), {}, ("field/at_least", "age", {"came": 39, "low": 40})),
    (
        "trade_not_allowed",
        sketch(age_trade={"FOR": 1, "POU": 1}),
        {},
        ("field/one_of", "age_trade", {"came": "POU", "allowed": ["FOR", "CON", "DEX", "APP"]}),
    ),
    (
        "below_minimum",
        sketch(age_trade={"APP": 6}),
        {"FOR": 8, "CON": 18},
        ("field/range", "APP", {"came": 7, "low": 8, "high": 18}),
    ),
    (
        "above_maximum",
        sketch(age_trade={"APP": 5, "FOR": 2}),
        {"EDU": 18, "CON": 8, "POU": 18},
        ("field/range", "EDU", {"came": 25, "low": 8, "high": 24}),
    ),
    ("edu_too_low", sketch(specialty="physician"), {"EDU": 9}, ("field/at_least", "EDU", {"came": 9, "low": 16})),
    (
        "discipline_missing",
        sketch(specialty="professor"),
        {"EDU": 18},
        ("field/missing", "discipline", {"allowed": "“…”"}),
    ),
    (
        "hobby_count",
        sketch(hobbies=("a", "b"), trainings=(COURSE,)),
        {},
        ("field/length_at_most", "hobbies", {"came": 3, "high": 2}),
    ),
    (
        "training_repeats_specialty",
        sketch(trainings=(COURSE, COURSE)),
        {},
        ("field/twice", "trainings", {"came": "drones"}),
    ),
    (
        "training_unknown_advantage",
        sketch(trainings=(COURSE, Training(specialty="sniper", characteristic="APP", domain="chess"))),
        {},
        ("field/one_of", "trainings", {"came": "APP chess", "allowed": SNIPING}),
    ),
    (
        "training_edu_too_low",
        sketch(trainings=(COURSE, Training(specialty="physician", characteristic="INT", domain="medicine"))),
        {"EDU": 9},
        ("field/at_least", "EDU", {"came": 9, "low": 16}),
    ),
    (
        "edu_too_low",
        sketch(custom_specialty=Specialty(edu_min=15, bonus_among=("EDU",))),
        {},
        ("field/at_least", "EDU", {"came": 13, "low": 15}),
    ),
]


@pytest.mark.parametrize(("fault", "chosen", "scores", "told"), BROKEN, ids=[one[0] for one in BROKEN])
def test_a_broken_rule_is_told_as_what_is_wrong_with_a_field(
    fault: Fault, chosen: Sketch, scores: dict[str, int], told: tuple[str, str, dict[str, Any]]
) -> None:
    """OPS-CREA-02 to OPS-CREA-11, OPS-SPEC-02, OPS-SPEC-03: the field, what came, what is allowed."""
    assigned: Any = {**dict.fromkeys(CODES, 13), **scores}
    assert fault in faults_of(chosen, assigned, Options())
    result = refusal_of(fault, chosen, assigned, Options())
    id, field, words = told
    assert (result.id, result.field, result.rule) == (id, field, BROKEN_RULES[fault])
    assert result.words == words
