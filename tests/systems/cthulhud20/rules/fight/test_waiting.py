"""Waiting for one's moment: another place in the order, one act kept ready (P-ACT-03)."""

import pytest

from gardien.core.errors import Refusal
from systems.brute import Bench

bench = Bench("cthulhud20")
outcome = bench.outcome
LINE = ["Paul", "Anna", "Jack"]


@pytest.mark.parametrize(
    ("name", "after", "order"),
    [
        ("Paul", "Anna", ["Anna", "Paul", "Jack"]),
        ("Paul", "Jack", ["Anna", "Jack", "Paul"]),
        ("Anna", "Jack", ["Paul", "Jack", "Anna"]),
    ],
)
def test_whoever_waits_comes_just_after_somebody_slower(name, after, order):
    """CD20-P-ACT-03: the others keep their places."""
    answer = bench.answer("delay", order=LINE, name=name, after=after)
    assert list(answer.outcome["order"]) == order
    (step,) = answer.steps
    assert (step.label, step.value, step.rule, step.who) == ("rank", order.index(name) + 1, "CD20-P-ACT-03", name)


@pytest.mark.parametrize(
    ("given", "id", "field", "came", "allowed"),
    [
        ({"order": LINE, "name": "Jack", "after": "Paul"}, "field/one_of", "name", "Jack", ["Paul", "Anna"]),
        ({"order": LINE, "name": "Bob", "after": "Paul"}, "field/one_of", "name", "Bob", ["Paul", "Anna"]),
        ({"order": LINE, "name": "Anna", "after": "Paul"}, "field/one_of", "after", "Paul", ["Jack"]),
        ({"order": LINE, "name": "Anna", "after": "Anna"}, "field/one_of", "after", "Anna", ["Jack"]),
        ({"order": ["Paul", "Anna", "Paul"], "name": "Paul", "after": "Anna"}, "field/twice", "order", "Paul", None),
    ],
)
def test_nobody_waits_for_the_past(given, id, field, came, allowed):
    """CD20-P-ACT-03, CD20-P-INIT-01: the refusal names whom one might wait for."""
    with pytest.raises(Refusal) as fault:
        outcome("delay", **given)
    assert (fault.value.id, fault.value.field, fault.value.words["came"]) == (id, field, came)
    assert fault.value.words.get("allowed") == allowed
    assert fault.value.rule == ("CD20-P-INIT-01" if id == "field/twice" else "CD20-P-ACT-03")


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        ({}, "CD20-P-ACT-03"),
        ({"shock_next_turn": "partial"}, "CD20-P-ACT-03"),
        ({"conditions": ["nauseated"]}, "CD20-P-COND-01"),
        ({"conditions": ["dazed"]}, "CD20-P-COND-01"),
        ({"pf": 0, "state": "stunned"}, "CD20-COND-02"),
        ({"shock_next_turn": "skip"}, "CD20-SHOCK-02"),
    ],
)
def test_an_act_is_kept_by_whoever_has_one(state, rule):
    """CD20-P-ACT-01: a partial action is enough, a move is not."""
    answer = bench.answer("ready", combatant=state)
    able = rule == "CD20-P-ACT-03"
    expected = {"allowed": True} if able else {"allowed": False, "reason": "no_action"}
    assert outcome("ready", combatant=state) == expected
    (step,) = answer.steps
    assert (step.label, step.value, step.rule) == ("allowed", able, rule)
