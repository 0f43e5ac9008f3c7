"""Who acts first (INIT-01, INIT-02)."""

from fractions import Fraction
from itertools import permutations

import pytest

from gardien.core.chance import call
from gardien.core.errors import Refusal
from gardien.core.interpreters.odds import odds_of
from gardien.systems.organique.rules.fight.initiative import settle
from systems.brute import Bench, told_apart
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = [one for one in examples("organique") if one.procedure == "start_fight"]


@pytest.mark.parametrize("example", MINE, ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


def started(dice, *fields, people):
    return BENCH.picked("start_fight", dice, *fields, combatants=people)


def people(*fields):
    return [{"name": name, **one} for name, one in zip("ABCDEFG", fields, strict=False)]


def test_what_counts():  # ORG-INIT-01: PER + INT + the best skill + the game master’s word
    quick = {"PER": 12, "INT": 7, "combat_skills": {"boxing": 3, "knife_throwing": 2, "sword": 1}}
    (totals,) = started([5, 5, 5], "totals", people=people(quick, {"initiative_mod": 15}, {"initiative_mod": -4}))
    assert totals == [12 + 7 + 4 + 5, 10 + 10 + 15 + 5, 10 + 10 - 4 + 5]


def test_no_penalty_weighs_on_it():  # ORG-TEST-10
    hampered = {"prone": True, "blind": True, "suffering": [9], "extended_penalty": True, "mods": {"fear": -4}}
    assert started([10], "totals", people=people(hampered)) == ([30],)
    assert started([10], "totals", people=people({"PER": 15, "halved": True})) == ([23],)  # ORG-TEST-11


def test_surprise():  # ORG-INIT-02
    result = started([10, 9], "order", "reactions", people=people({"initiative_mod": 5}, {"surprised": True}))
    assert result == (["A", "B"], {"A": 1, "B": 0})


def test_ties_go_to_the_quicker_wit():  # ORG-INIT-01
    assert started([5, 8], "order", people=people({"PER": 13}, {})) == (["A", "B"],)
    assert started([8, 5], "order", people=people({}, {"PER": 13})) == (["B", "A"],)


def test_whoever_is_still_tied_throws_again_in_the_order_of_the_list():  # ORG-INIT-01
    four = people({}, {"PER": 5}, {}, {"PER": 5})
    dice = [10, 9, 10, 9, *(3, 7, 4, 7), *(2, 8)]  # A and C, B and D; then B and D once more
    assert started(dice, "order", people=four) == (["C", "A", "D", "B"],)
    asked = BENCH.answer("start_fight", dice, combatants=four)
    assert [one.who for one in asked.dice] == [*"ABCD", *"ABCD", *"BD"]
    assert [one.purpose for one in asked.dice[3:5]] == ["initiative", "roll_off"]


def test_three_tied_throw_until_all_are_told_apart():
    three = people({}, {}, {})
    assert started([4, 4, 4, 6, 6, 2, 1, 1, 5, 9], "order", people=three) == (["B", "A", "C"],)


def test_reasons():
    result = BENCH.answer("start_fight", [10, 11], combatants=people({"combat_skills": {"evasion": 2}}, {}))
    totals = [(one.value, one.who, one.parts) for one in result.steps if one.label == "initiative"]
    assert totals[0] == (32, "A", (("PER", 10), ("INT", 10), ("evasion", 2), ("die", 10)))
    assert result.changes == ()


# ---- odds ----


def test_odds():
    BENCH.assert_odds_agree("start_fight", combatants=people({"PER": 12}, {}))


def test_odds_of_three():
    asked = {"combatants": people({"PER": 12}, {"INT": 8}, {"initiative_mod": 3})}
    shown = BENCH.every_outcome("start_fight", asked | {"combatants": asked["combatants"][:2]})
    pair = BENCH.weighed("start_fight", asked | {"combatants": asked["combatants"][:2]}, ["order"])
    assert pair == told_apart(shown, ["order"])
    result = BENCH.weighed("start_fight", asked, ["order"])
    assert (len(result), sum(result.values())) == (6, 1)


def test_those_who_are_alike_come_in_any_order():
    result = odds_of(call(settle, ((0, 2), (1, 3)), ("A", "B", "C", "D")))
    assert dict(result) == {
        tuple((place,) for place in order): Fraction(1, 4)
        for order in permutations(range(4))
        if set(order[:2]) == {0, 2}
    }


def test_many_fighters():
    seven = people(*[{}] * 7)
    assert len(BENCH.weighed("start_fight", {"combatants": seven[:6]}, ["reactions"])) == 1
    assert len(started(range(1, 8), "order", people=seven)[0]) == 7
    for count, field in ((7, "order"), (5, "totals")):
        with pytest.raises(Refusal) as caught:
            BENCH.weighed("start_fight", {"combatants": seven[:count]}, [field])
        assert caught.value.id == "odds/too_many"


def test_refusals():
    assert BENCH.refused("start_fight", combatants=[]) == ("field/length_at_least", "combatants")
    assert BENCH.refused("start_fight", combatants=people({}) * 2) == ("field/twice", "combatants")
    assert BENCH.refused("start_fight") == ("field/missing", "combatants")
