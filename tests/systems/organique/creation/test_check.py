"""A new character checked: scores, reserves, traits, class, skills (M1 to M4)."""

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from gardien.systems.organique import pack
from gardien.systems.organique.creation.check import category_of, multiplier, skill_cost
from systems.brute import Bench
from systems.organique.ledger import lines

BENCH = Bench("organique")
CODES = ("AGI", "PER", "CHA", "END", "INT", "VIT", "FOR", "VOL")
EVEN = dict.fromkeys(CODES, 10)
ANN = {"scores": EVEN, "SNG": 4, "CPS": 4, "INC": 4, "character_class": "drifter"}


def made(*names, **fields):
    return BENCH.picked("create_character", [], *names, **(ANN | fields))


def errors(**fields):
    (result,) = made("errors", **fields)
    assert made("valid", **fields) == (not result,)
    return result


def test_somebody_plain():  # M1
    assert BENCH.outcome("create_character", [], **ANN) == {
        "valid": True,
        "errors": [],
        "score_sum": 80,
        "score_limit": 80,
        "health_sum": 12,
        "health_limit": 12,
        "skill_points": 80,
        "skill_cost": 0,
    }


COSTS = """
1 | 1 | 2 | 3
2 | 3 | 6 | 9
3 | 6 | 12 | 18
4 | 10 | 20 | 30
5 | 15 | 30 | 45
6 | 21 | 42 | 63
"""


@pytest.mark.parametrize("row", lines(COSTS), ids=lambda row: row[0])
def test_levels_cost_what_the_table_says(row):  # M1
    level, *costs = map(int, row)
    assert [skill_cost(times, level) for times in (1, 2, 3)] == costs
    assert skill_cost(3, 0) == skill_cost(3, -2) == 0


# ---- points ----


def test_scores():  # M1, M2
    assert errors(scores=EVEN | {"AGI": 11}) == ["scores"]
    assert errors(scores=EVEN | {"AGI": 9}) == []
    assert errors(scores=EVEN | {"AGI": 21, "PER": 1}) == ["scores", "range"]
    assert errors(scores=EVEN | {"AGI": 0}) == ["range"]
    assert errors(scores=EVEN | {"AGI": 20, "PER": 1, "CHA": 9}) == []
    gifted = {"gifted": 2, "frail": 1}
    assert made("score_sum", "score_limit", scores=EVEN | {"AGI": 12}, traits=gifted) == (82, 82)


def test_reserves():  # M1, M2
    assert errors(SNG=5) == ["reserves"]
    assert errors(SNG=3) == []
    assert errors(SNG=2, CPS=4, INC=6) == []
    assert errors(SNG=1) == errors(SNG=7, CPS=2, INC=2) == ["reserves"]
    assert made("health_limit", traits={"tough": 1, "hunted": 1}) == (13,)
    assert errors(SNG=5, traits={"tough": 1, "hunted": 1}) == []
    assert made("health_limit", "errors", traits={"frail": 1}) == (10, ["reserves"])
    assert errors(SNG=2, traits={"frail": 1}) == []


def test_traits_pay_for_one_another():  # M1, M2
    assert errors(traits={"quick": 1}) == ["traits"]
    assert errors(traits={"quick": 1, "hunted": 1}) == []
    assert errors(traits={"quick": 1, "illiterate": 1}) == ["traits"]
    assert errors(traits={"hunted": 1}) == []
    five = {"one_eyed": 1, "hunted": 1}
    assert errors(traits={"sensitive": 1, "quick": 1} | five) == ["traits"]
    assert errors(traits={"iron_guts": 1, "quick": 1} | five) == []
    assert errors(traits={"gifted": 5} | five) == ["traits"]
    assert errors(traits={"quick": 2} | five) == ["traits"]
    assert errors(traits={"quick": -1}) == errors(traits={"lucky": 1}) == ["traits"]
    assert errors(traits={"quick": 0}) == []


@pytest.mark.parametrize("key", pack.keys("people", "trait"))
def test_each_trait(key):  # M2
    row = pack.trait(key)
    result = made("score_limit", "health_limit", "errors", traits={key: 1}, SNG=2)
    assert result[:2] == (80 + row.scores, 12 + row.reserves)
    assert result[2] == (["traits"] if row.points > 0 else [])


# ---- skills ----


def test_each_class_pays_its_own_price():  # M3
    sample = {"INT": "law", "SOC": "acting", "PHY": "climbing", "TEC": "mechanics", "INF": "flood", "CBT": "judo"}
    sample |= {"PSY": "attack_fear", "VEH": "car"}
    for row in pack.table("people", "class"):
        for category, skill in sample.items():
            assert category_of(skill) == category
            asked = {"skills": {skill: 2}, "character_class": row.key}
            times = row.costs.get(category)
            expected = (0, ["class"]) if times is None else (3 * times, [])
            assert made("skill_cost", "errors", **asked) == expected


def test_every_skill_of_every_list_has_a_category():  # M4, M5, M7
    for row in pack.table("skills", "skill"):
        assert category_of(row.key) == row.category
    assert {category_of(key) for key in pack.keys("skills", "combat_skill")} == {"CBT"}
    assert {category_of(key) for key in pack.keys("skills", "power")} == {"PSY"}
    assert category_of("languages_spanish") == category_of("games_go") == "INT"
    assert category_of("law_roman") is category_of("knitting") is None


def test_traits_change_what_skills_cost():  # M2
    brawler = {"character_class": "brawler"}
    psychic = {"skills": {"attack_fear": 1}}
    able = {"sensitive": 1, "one_eyed": 1}
    assert made("skill_cost", "errors", **brawler, **psychic) == (0, ["class"])
    assert made("skill_cost", "errors", **brawler, **psychic, traits=able) == (3, [])
    medium = {"character_class": "medium", "traits": {"sensitive": 1}}
    assert made("skill_cost", "errors", **psychic, **medium) == (1, [])
    assert multiplier("drifter", "PSY", frozenset(("sensitive",))) == 3
    unread = {"skills": {"law": 2}, "character_class": "medic", "traits": {"illiterate": 1}}
    assert made("skill_cost", "errors", **unread) == (9, [])
    afraid = {"skills": {"flood": 1}, "traits": {"technophobe": 1}}
    assert made("skill_cost", "errors", **afraid) == (0, ["class"])
    assert errors(**afraid | {"skills": {"flood": 0}}) == []


def test_skill_points():  # M1
    clever = {"scores": EVEN | {"INT": 12, "FOR": 8}}
    assert made("skill_points", **clever) == (84,)
    four = dict.fromkeys(("law", "acting", "climbing", "mechanics"), 4)
    assert made("skill_cost", "errors", skills=four) == (80, [])
    assert made("skill_cost", "errors", skills=four | {"car": 1}) == (82, ["skill_points"])


def test_levels_and_unknown_skills():  # M1, M4
    assert errors(skills={"law": 5}) == ["skill_level"]
    assert errors(skills={"law": -1}) == ["skill_level"]
    assert errors(skills={"knitting": 2}) == ["unknown_skill"]
    assert made("skill_cost", skills={"knitting": 2, "law": 1}) == (2,)


def test_all_faults_at_once_in_the_order_of_the_ledger():
    everything = {
        "scores": EVEN | {"AGI": 25},
        "SNG": 9,
        "character_class": "brawler",
        "skills": {"law": 9, "knitting": 1, "attack_fear": 1},
        "traits": {"quick": 1},
    }
    assert errors(**everything) == [
        "scores", "range", "reserves", "traits", "skill_points", "skill_level", "unknown_skill", "class",
    ]  # fmt: skip


@pytest.mark.parametrize("key", pack.keys("samples", "sample"))
def test_ready_people_are_made_by_the_rules(key):  # M1
    row = pack.sample(key)
    reserves = {name: int(getattr(row, name)) for name in ("SNG", "CPS", "INC")}
    made_of = {"scores": dict(row.scores), "traits": dict(row.traits), "skills": {**row.skills, **row.combat_skills}}
    assert errors(**reserves, **made_of, character_class=row.player_class or "brawler") == []


@drawn(st.dictionaries(st.sampled_from(pack.keys("skills", "skill")), st.integers(0, 4), max_size=12))
def test_cost_is_the_sum_of_its_skills(skills):
    (cost,) = made("skill_cost", skills=skills)
    assert cost == sum(made("skill_cost", skills={key: level})[0] for key, level in skills.items())


def test_refusals():
    seven = dict.fromkeys(CODES[1:], 10)
    assert BENCH.refused("create_character", [], **ANN | {"scores": seven}) == ("field/missing", "scores.AGI")
    wrong = ANN | {"character_class": "wizard"}
    assert BENCH.refused("create_character", [], **wrong) == ("field/one_of", "character_class")
    odd = BENCH.refused("create_character", [], **ANN | {"scores": seven | {"LUK": 3}})
    assert odd == ("field/unknown", "scores.LUK")
