"""Skill points and what ranks cost (P-SKILL)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.rules.growth.skill_points import budget
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
KEYS = [key for key in pack.skill_keys() if key != "cthulhu_mythos"]


@pytest.mark.parametrize(
    "example", [one for one in examples("cthulhud20") if one.procedure == "skill_budget"], ids=by_id
)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


@pytest.mark.parametrize("level", range(1, 21))
@pytest.mark.parametrize(("intellect", "each"), [(1, 3), (3, 4), (8, 7), (10, 8), (13, 9), (18, 12), (60, 33)])
def test_points_from_the_first_level_on(level, intellect, each):
    """CD20-P-SKILL-02: the first level counts four times."""
    result = picked("skill_budget", [], "points_total", "points_spent", "points_left", int=intellect, level=level)
    assert result == (each * (level + 3), 0, each * (level + 3))


def test_somebody_without_wit_still_learns():
    """CD20-P-SKILL-02: one point a level at least, for whoever could have so little."""
    assert budget(-20, 2, (), {}).total == 5


@pytest.mark.parametrize("level", [1, 2, 3, 9, 20])
@pytest.mark.parametrize("core", [True, False])
def test_limits_of_core_skills_and_others(level, core):
    """CD20-P-SKILL-02, CD20-P-LEVEL-01: level + 3, or half of it; one point or two."""
    most = level + 3 if core else (level + 3) / 2
    chosen = {"level": level, "int": 60, "core_skills": ["hide"] if core else []}
    result = outcome("skill_budget", skill_ranks={"hide": most}, **chosen)
    assert (result["valid"], result["errors"]) == (True, [])
    assert result["points_spent"] == level + 3
    more = most + (1 if core else 0.5)
    assert outcome("skill_budget", skill_ranks={"hide": more}, **chosen)["errors"] == ["max:hide"]


def test_halves_are_for_what_costs_two():
    """CD20-P-SKILL-02: half a rank is a point; a core skill knows only whole ones."""
    assert picked("skill_budget", [], "points_spent", "errors", skill_ranks={"hide": 1.5}) == (3, [])
    result = outcome("skill_budget", core_skills=["hide"], skill_ranks={"hide": 1.5})
    assert (result["points_spent"], result["points_left"], result["errors"]) == (1.5, 30.5, ["half:hide"])
    assert outcome("skill_budget", skill_ranks={"hide": 1.25})["errors"] == ["half:hide"]


def test_the_mythos_is_not_for_sale():
    """CD20-P-SKILL-02, CD20-P-SAN-05: an error, and no points."""
    assert picked("skill_budget", [], "points_spent", "errors", skill_ranks={"cthulhu_mythos": 9}) == (
        0,
        ["cthulhu_mythos"],
    )
    assert outcome("skill_budget", skill_ranks={"cthulhu_mythos": 0})["valid"] is True


def test_every_fault_is_named_in_one_order():
    """CD20-P-SKILL-02: limits, halves, Mythos, points, core skills."""
    ranks = dict.fromkeys(KEYS[:9], 4) | {"spot": 9, "hide": 2.5, "cthulhu_mythos": 1}
    core = [*KEYS[:9], "hide", "hide"]
    assert outcome("skill_budget", int=1, core_skills=core, skill_ranks=ranks)["errors"] == [
        "max:spot",
        "half:hide",
        "cthulhu_mythos",
        "points",
        "core",
    ]


def test_exactly_enough_is_enough():
    ranks = dict.fromkeys(KEYS[:8], 4)
    result = outcome("skill_budget", core_skills=KEYS[:12], skill_ranks=ranks)
    assert (result["points_left"], result["valid"]) == (0, True)
    result = outcome("skill_budget", core_skills=KEYS[:12], skill_ranks={**ranks, KEYS[8]: 1})
    assert (result["points_left"], result["errors"]) == (-1, ["points"])


def test_skills_must_exist_and_core_skills_are_twelve():
    assert refused("skill_budget", core_skills=KEYS[:13]) == ("field/length_at_most", "core_skills")
    assert refused("skill_budget", core_skills=["knowledge"])[1] == "core_skills"
    assert refused("skill_budget", skill_ranks={"luck": 1})[1] == "skill_ranks"
    assert refused("skill_budget", skill_ranks={"hide": -1})[1] == "skill_ranks.hide"
    assert refused("skill_budget", int=0)[1] == "int"


@given(
    st.integers(1, 30),
    st.integers(1, 20),
    st.lists(st.sampled_from(KEYS), max_size=12, unique=True),
    st.dictionaries(st.sampled_from(KEYS), st.integers(0, 50).map(lambda n: n / 2), max_size=15),
)
def test_what_is_bought_is_what_it_costs(intellect, level, core, ranks):
    """CD20-P-SKILL-02: counted once more."""
    result = outcome("skill_budget", int=intellect, level=level, core_skills=core, skill_ranks=ranks)
    spent = sum(rank if key in core else 2 * rank for key, rank in ranks.items())
    assert result["points_spent"] == spent
    assert result["points_left"] == result["points_total"] - spent
    assert ("points" in result["errors"]) == (spent > result["points_total"])
    beyond = {key for key, rank in ranks.items() if rank > (level + 3) / (1 if key in core else 2)}
    assert {one[4:] for one in result["errors"] if one.startswith("max:")} == beyond
    assert result["valid"] == (not result["errors"])
