"""Before the first blow: initiative, alertness, SAN, surprise (CBT)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.errors import Refusal
from systems.brute import Bench, told_apart

bench = Bench("d20d100")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes


def people(*rows):
    return [{"name": name, **fields} for name, fields in rows]


# ---- initiative ----


def test_the_order_is_told_with_its_reasons():
    """D100-CBT-02, D100-CBT-04, D100-HEALTH-04: alert, wounded, slow."""
    fighters = people(
        ("Ada", {"initiative": 2, "alert": True}),
        ("Bob", {"initiative": 4, "pv": 5}),
        ("Profond", {"initiative": 1, "is_pc": False, "pv": 1}),
    )
    result = bench.answer("start_combat", [10, 10, 14], combatants=fighters)
    assert result.outcome == {"totals": (14, 11, 15), "order": ("Profond", "Ada", "Bob")}
    first = result.steps[0]
    assert (first.label, first.value, first.who) == ("initiative_total", 14, "Ada")
    assert first.parts == (("die", 10), ("initiative", 2), ("alert", 2))
    assert [(one.label, one.who, one.purpose) for one in result.dice] == [
        ("d20", "Ada", "initiative"),
        ("d20", "Bob", "initiative"),
        ("d20", "Profond", "initiative"),
    ]
    assert [(one.who, one.value) for one in result.steps if one.label == "rank"] == [
        ("Profond", 1),
        ("Ada", 2),
        ("Bob", 3),
    ]


@pytest.mark.parametrize(
    ("fields", "bonus"),
    [
        ({"alert": True}, 2),
        ({"alert": False}, 0),
        ({"alert": True, "pv": 6}, 2),
        ({"alert": True, "pv": 5}, -3),
        ({"alert": True, "pv": 5, "is_pc": False}, 0),
        ({"pv": 2}, -6),
    ],
)
def test_alertness_and_wounds_count_in_initiative(fields, bonus):
    """D100-CBT-04: not for whoever has lost half of their PV; D100-TEST-03: a 1 is only a low roll."""
    fighters = people(("Ada", {"initiative": 3, **fields}))
    assert outcome("start_combat", [1], combatants=fighters)["totals"] == [4 + bonus]
    off = {"options": {"rule_attentive": False, "rule_thresholds": False}}
    assert outcome("start_combat", [1], combatants=fighters, **off)["totals"] == [4]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"initiative": 3}, {"initiative": 2}),
        ({"dex_score": 11}, {"dex_score": 10}),
        ({}, {"is_pc": False}),
    ],
)
def test_ties_fall_to_the_quicker_then_to_investigators(first, second):
    """D100-CBT-02: the modifier of the sheet, the DEX score, PJ before adversaries; no further die."""
    dice = [10 - first.get("initiative", 0), 10 - second.get("initiative", 0)]
    fighters = people(("Ada", first), ("Bob", second))
    assert outcome("start_combat", dice, combatants=fighters)["order"] == ["Ada", "Bob"]
    assert outcome("start_combat", dice[::-1], combatants=fighters[::-1])["order"] == ["Ada", "Bob"]


def test_the_alert_bonus_is_no_tie_breaker():
    """D100-CBT-02: the modifier as written on the sheet."""
    fighters = people(("Ada", {"initiative": 1, "alert": True}), ("Bob", {"initiative": 2}))
    assert outcome("start_combat", [9, 10], combatants=fighters)["order"] == ["Bob", "Ada"]


def test_whoever_is_still_tied_rolls_again_and_again():
    """D100-CBT-02: in the order given, only those still tied."""
    fighters = people(("Ada", {}), ("Bob", {}), ("Cid", {}), ("Dan", {"initiative": 9}))
    dice = [10, 10, 10, 5, 7, 12, 7, 3, 4]
    result = bench.answer("start_combat", dice, combatants=fighters)
    assert result.outcome["order"] == ("Dan", "Bob", "Cid", "Ada")
    assert [one.who for one in result.dice][4:] == ["Ada", "Bob", "Cid", "Ada", "Cid"]
    two = people(("Ada", {}), ("Bob", {}), ("Cid", {"is_pc": False}), ("Dan", {"is_pc": False}))
    result = bench.answer("start_combat", [3, 3, 9, 9, 8, 8, 2, 1, 4, 5], combatants=two)
    assert result.outcome["order"] == ("Cid", "Dan", "Bob", "Ada")
    assert [one.who for one in result.dice][4:] == ["Cid", "Dan", "Cid", "Dan", "Ada", "Bob"]


@given(
    st.lists(
        st.tuples(st.integers(-3, 3), st.integers(8, 12), st.booleans(), st.integers(1, 20)), min_size=1, max_size=6
    )
)
def test_the_order_is_that_of_totals_and_tie_breakers(rows):
    """D100-CBT-02."""
    fighters = [
        {"name": str(place), "initiative": own, "dex_score": dex + place, "is_pc": pc, "pv_max": 10}
        for place, (own, dex, pc, _) in enumerate(rows)
    ]
    keys = [(-face - own, -own, -dex - place, not pc) for place, (own, dex, pc, face) in enumerate(rows)]
    if len(set(keys)) < len(keys):
        return
    result = outcome("start_combat", [face for *_, face in rows], combatants=fighters)
    assert result["order"] == [str(place) for place in sorted(range(len(rows)), key=keys.__getitem__)]
    assert result["totals"] == [face + own for own, _, _, face in rows]


def test_two_equals_are_as_likely_to_be_first():
    """D100-CBT-02: the roll-off is followed to its end."""
    fighters = people(("Ada", {}), ("Bob", {}))
    odds = bench.weighed("start_combat", {"combatants": fighters}, ("order",))
    assert {float(chance) for chance in odds.values()} == {0.5}
    quick = people(("Ada", {"initiative": 1}), ("Bob", {}))
    odds = bench.weighed("start_combat", {"combatants": quick}, ("order",))
    assert odds[(("order", ("Ada", "Bob")),)] == 1 - odds[(("order", ("Bob", "Ada")),)]
    bench.assert_odds_agree("start_combat", combatants=quick)


def test_six_fighters_are_weighed_and_more_are_refused_at_once():
    """D100-CBT-02: orders are counted level by level, beside every throw of three."""
    three = people(("Ada", {"initiative": 2}), ("Bob", {"dex_score": 12}), ("Cid", {"is_pc": False}))
    shown = bench.every_outcome("start_combat", {"combatants": three})
    for by in (("order",), ("totals", "order")):
        assert bench.weighed("start_combat", {"combatants": three}, by) == told_apart(shown, by)
    six = people(*((str(place), {"initiative": place}) for place in range(6)))
    odds = bench.weighed("start_combat", {"combatants": six}, ("order",))
    assert (len(odds), sum(odds.values())) == (720, 1)
    with pytest.raises(Refusal) as caught:
        bench.weighed("start_combat", {"combatants": [*six, {"name": "6"}]}, ("order",))
    assert caught.value.id == "odds/too_many"
    with pytest.raises(Refusal):
        bench.weighed("start_combat", {"combatants": six[:5]}, ("totals",))


def test_three_equals_have_six_equal_orders():
    """D100-CBT-02: the roll-off is followed to its end, however often it is tied."""
    odds = bench.weighed("start_combat", {"combatants": people(("A", {}), ("B", {}), ("C", {}))}, ("order",))
    assert list(odds.values()) == [Fraction(1, 6)] * 6


def test_names_are_told_apart():
    assert refused("start_combat", combatants=people(("Ada", {}), ("Ada", {}))) == ("field/twice", "combatants")
    assert refused("start_combat", combatants=[])[1] == "combatants"
    assert refused("start_combat", combatants=[{}])[1] == "combatants[0].name"


# ---- on the alert ----


@given(st.integers(-10, 40), st.integers(1, 40), st.booleans(), st.booleans(), st.booleans())
def test_who_may_be_on_the_alert(pv, pv_max, hour, distracted, rule):
    """D100-CBT-04."""
    result = outcome(
        "alert", pv=pv, pv_max=pv_max, hour_passed=hour, distracted=distracted, options={"rule_attentive": rule}
    )
    allowed = rule and 2 * pv > pv_max and hour and not distracted
    assert result == {"allowed": allowed, "bonus": 2 if allowed else 0}


# ---- SAN ----


def test_all_san_tests_are_thrown_before_the_fight():
    """D100-CBT-06, D100-SAN-01, D100-SAN-03: one after the other, with all that a SAN test brings."""
    minds = [{"name": "Ada", "san": 60}, {"name": "Bob", "san": 40, "idee": 2}]
    inputs = {"minds": minds, "loss_success": "1", "loss_failure": "1d10"}
    result = outcome("combat_san", [60, 41, 7, 8], **inputs)["pending"]
    assert [one.pop("name") for one in result] == ["Ada", "Bob"]
    alone = {"loss_success": "1", "loss_failure": "1d10"}
    assert result[0] == outcome("san_check", [60], san=60, **alone)
    assert result[1] == outcome("san_check", [41, 7, 8], san=40, idee=2, **alone)
    assert changes("combat_san", [60, 41, 7, 8], **inputs) == []  # nothing is applied yet


@given(st.integers(1, 99), st.integers(-20, 20), st.integers(1, 100), st.integers(1, 10), st.integers(0, 9))
def test_one_mind_is_tested_as_by_itself(san, bonus, face, loss, cap):
    """D100-CBT-06."""
    mind = {"san": san, "san_bonus": bonus, "san_lost_this_hour": 0, "loss_cap": cap, "idee": 0}
    dice = [face] if face <= san + bonus else [face, loss]
    lost = min(loss, cap) if face > san + bonus else 0
    if lost >= 5 and san > lost:
        dice.append(10)
    scene = {"loss_failure": "1d10"}
    (result,) = outcome("combat_san", dice, minds=[{"name": "Ada", **mind}], **scene)["pending"]
    assert result == {"name": "Ada", **outcome("san_check", dice, **mind, **scene)}


def test_a_mind_without_san_is_no_longer_tested():
    """D100-SAN-05: refused with its place, unless decompensation is played."""
    minds = [{"name": "Ada", "san": 10}, {"name": "Bob", "san": 0}]
    assert refused("combat_san", minds=minds) == ("field/at_least", "minds[1].san")
    result = outcome("combat_san", [5, 50], minds=minds, options={"rule_decompensation": True})
    assert [one["success"] for one in result["pending"]] == [True, False]
    assert refused("combat_san", minds=minds[:1], loss_failure="1d7")[1] == "loss_failure"
    bench.assert_odds_agree("combat_san", minds=[{"name": "Ada", "san": 12}], loss_failure="1d3")


# ---- surprise ----


def test_a_surprise_is_told_in_full():
    """D100-CBT-07, D100-CBT-08, D100-CBT-04: 10 and 3 against everybody’s ears."""
    inputs = {
        "hidden_modifier": 3,
        "watchers": people(("Ada", {"modifier": 2, "alert": True}), ("Bob", {"modifier": 2, "mods": [-1]})),
    }
    assert outcome("check_surprise", [10, 9, 11], **inputs) == {
        "passive_total": 13,
        "passive_natural_one": False,
        "totals": [13, 12],
        "surprised": ["Bob"],
        "surprise_round": True,
    }
    off = {"options": {"rule_attentive": False}}
    assert outcome("check_surprise", [10, 9, 12], **inputs, **off)["surprised"] == ["Ada"]


@given(
    st.integers(1, 20),
    st.integers(1, 20),
    st.integers(-5, 8),
    st.integers(-5, 8),
    st.sampled_from(["active", "passive", "higher_modifier"]),
    st.booleans(),
)
def test_a_watcher_is_the_active_side_of_an_opposition(face, other, hidden, modifier, tie, recorded):
    """D100-TEST-07, D100-TEST-08: rolled now or written down before, it is the same opposition."""
    given = {"hidden_modifier": hidden, "watchers": [{"name": "Ada", "modifier": modifier}]}
    options = {"options": {"opposed_tie": tie}}
    if recorded:
        given |= {"recorded_total": other + hidden, "recorded_natural_one": other == 1}
    result = outcome("check_surprise", [face] if recorded else [other, face], **given, **options)
    met = outcome("opposed_test", [face, other], active_modifier=modifier, passive_modifier=hidden, **options)
    assert result["surprise_round"] is (met["winner"] != "active")
    assert (result["passive_total"], result["totals"]) == (met["passive_total"], [met["active_total"]])
    assert result["passive_natural_one"] is (other == 1)


def test_odds_of_a_surprise_are_those_of_every_face():
    watchers = people(("Ada", {"modifier": 2}), ("Bob", {}))
    bench.assert_odds_agree("check_surprise", hidden_modifier=3, watchers=watchers)
    bench.assert_odds_agree("check_surprise", recorded_total=13, watchers=watchers)


def test_sixty_watchers_are_weighed_at_once():
    """D100-CBT-08: only whether anybody is surprised."""
    crowd = [{"name": str(place), "modifier": 9} for place in range(60)]
    chance = bench.chance("check_surprise", "surprise_round", False, recorded_total=5, watchers=crowd)
    assert float(chance) == pytest.approx(0.95**60)
    for by, most in (("surprised", 12), ("totals", 2)):
        with pytest.raises(Refusal) as caught:  # who it is, one by one, only in small company
            bench.weighed("check_surprise", {"recorded_total": 5, "watchers": crowd[: most + 1]}, (by,))
        assert caught.value.id == "odds/too_many"
    named = bench.weighed("check_surprise", {"recorded_total": 5, "watchers": crowd[:9]}, ("surprised",))
    assert len(named) == 2**9


def test_three_minds_are_weighed_and_more_are_refused_at_once():
    """D100-CBT-06."""
    minds = [{"name": str(place), "san": 50} for place in range(4)]
    odds = bench.weighed("combat_san", {"minds": minds[:3], "loss_failure": "1d3"}, ("pending",))
    assert (len(odds), sum(odds.values())) == (4**3, 1)
    with pytest.raises(Refusal) as caught:
        bench.weighed("combat_san", {"minds": minds, "loss_failure": "1d3"}, ("pending",))
    assert caught.value.id == "odds/too_many"


@pytest.mark.parametrize(
    ("face", "tie", "noticed"),
    [
        (9, "active", False),
        (10, "active", True),
        (10, "passive", False),
        (11, "passive", True),
        (10, "higher_modifier", False),
    ],
)
def test_whoever_listens_as_well_as_others_hide_notices_as_the_table_wants(face, tie, noticed):
    """D100-CBT-07, D100-TEST-07: a tie is settled by the table, a point more by nobody."""
    given = {"recorded_total": 12, "hidden_modifier": 3, "watchers": [{"name": "Ana", "modifier": 2}]}
    result = bench.outcome("check_surprise", [face], **given, options={"opposed_tie": tie})
    assert result["surprised"] == ([] if noticed else ["Ana"])


def test_what_helps_to_hide_counts():
    """D100-CBT-07."""
    given = {"hidden_modifier": 3, "hidden_mods": [2], "watchers": [{"name": "Ana", "modifier": 2}]}
    assert bench.outcome("check_surprise", [10, 5], **given)["passive_total"] == 15


def test_whoever_hides_with_a_one_is_noticed_by_all_but_those_who_throw_one():
    """D100-TEST-08."""
    watchers = [{"name": "Ana", "modifier": -20}, {"name": "Bea", "modifier": 30}]
    given = {"recorded_total": 40, "recorded_natural_one": True, "watchers": watchers}
    assert bench.outcome("check_surprise", [2, 1], **given)["surprised"] == ["Bea"]


def test_everybody_who_will_see_it_is_told_of_by_name():
    """D100-CBT-06."""
    result = bench.answer("combat_san", [99, 99], minds=[{"name": "Ana", "san": 50}, {"name": "Bea", "san": 50}])
    assert {one.who for one in result.steps} == {one.who for one in result.dice} == {"Ana", "Bea"}
