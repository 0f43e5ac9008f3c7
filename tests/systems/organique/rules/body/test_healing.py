"""Healing, bleeding, pain and infection after a fight (AFT-01 to AFT-04, M17)."""

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from gardien.core.errors import Refusal
from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("heal", "bleed", "end_fight")


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- days ----


def healed(**fields):
    return BENCH.picked("heal", [], "sng_regained", "cps_regained", "inc_regained", **fields)


WEAK = {"SNG": 6, "CPS": 6, "INC": 6, "sng": 1, "cps": 0, "inc": 1}


def test_in_bed_and_up():  # M17
    assert healed(character=WEAK, days=1, in_bed=True) == (0.5, 1, 0.5)
    assert healed(character=WEAK, days=1) == (0, 0.5, 0.5)
    assert healed(character=WEAK, days=2) == (0.5, 1, 1)
    assert healed(character=WEAK, days=5) == (1, 2.5, 2.5)
    assert healed(character=WEAK, days=5, in_bed=True) == (2.5, 5, 2.5)
    assert healed(character=WEAK, days=1, first_day=2) == (0.5, 0.5, 0.5)
    assert healed(character=WEAK, days=100) == (5, 6, 5)


def test_the_last_strength_waits_for_blood():  # M17
    pale = {**WEAK, "sng": 0}
    assert healed(character=pale, days=1, in_bed=True) == (0.5, 1, 0)
    assert healed(character=pale, days=2, in_bed=True) == (1, 2, 0.5)
    assert healed(character=pale, days=3) == (0.5, 1.5, 0)


def test_open_or_infected_wounds_do_not_heal_nor_do_the_dead():  # M17, ORG-HP-07
    assert healed(character=WEAK, days=9, wounds_closed=False) == (0, 0, 0)
    assert healed(character=WEAK, days=9, infected=True) == (0, 0, 0)
    assert healed(character={**WEAK, "dead": True}, days=9) == (0, 0, 0)
    assert healed(character={**WEAK, "kind": "machine"}, days=9) == (0, 0, 0)


def test_whoever_has_strength_again_is_down_no_more():  # ORG-HP-07
    down = {"sng": 2, "inc": 0, "end_now": -1, "stabilised": True}
    state = BENCH.outcome("heal", character=down, days=1)["state"]
    assert (state["inc"], state["out_of_action"], state["stabilised"], state["end_now"]) == (0.5, False, False, -1)
    result = BENCH.changes("heal", character=down, days=1)
    assert ("inc", 0.0, 0.5, "") in result


@drawn(st.integers(1, 30), st.integers(1, 30), st.booleans())
def test_days_in_one_go_are_days_one_by_one(first, second, in_bed):
    whole = BENCH.outcome("heal", character=WEAK, days=first + second, in_bed=in_bed)["state"]
    half = BENCH.outcome("heal", character=WEAK, days=first, in_bed=in_bed)["state"]
    body = {**WEAK, **{name: half[name] for name in ("sng", "cps", "inc")}}
    rest = BENCH.outcome("heal", character=body, days=second, in_bed=in_bed, first_day=first + 1)["state"]
    assert rest == whole


# ---- open wounds ----


def bled(minutes, *wounds, **fields):
    body = {"SNG": 6, "wounds": list(wounds), **fields.pop("character", {})}
    return BENCH.picked("bleed", [], "per_15_min", "lost", character=body, minutes=minutes, **fields)


def test_each_full_point_bleeds_by_the_quarter():  # ORG-AFT-02
    assert bled(14, {"bs": 3}) == (1.5, 0)
    assert bled(15, {"bs": 3}) == (1.5, 1.5)
    assert bled(29, {"bs": 3}) == (1.5, 1.5)
    halves = ({"bs": 1.5}, {"bs": 0.5}, {"bs": 2, "closed": True}, {"c": 4})
    assert bled(45, *halves) == (1, 3)
    assert bled(45, *halves, options={"bleeding_by_wound": True}) == (0.5, 1.5)
    assert bled(0) == (0, 0)


def test_bandages_and_thin_blood():  # M13, M17
    assert bled(15, {"bs": 3}, bandaged=True) == (0.75, 0.5)
    assert bled(30, {"bs": 3}, bandaged=True) == (0.75, 1.5)
    rats = {"doses": [{"poison": "rat_poison", "onset": 0, "ticks_left": 4}]}
    assert bled(15, {"bs": 3}, character=rats) == (3, 3)
    assert bled(15, {"bs": 3}, character={"doses": [{"poison": "rat_poison"}]}) == (1.5, 1.5)
    assert bled(15, {"bs": 3}, character={"doses": [{"poison": "snake_venom", "onset": 0}]}) == (1.5, 1.5)


def test_blood_then_the_last_strength():  # ORG-AFT-02, ORG-HP-07
    state = BENCH.outcome("bleed", character={"sng": 1, "wounds": [{"bs": 4}]}, minutes=30)["state"]
    assert (state["sng"], state["inc"], len(state["wounds"])) == (0, 1, 1)
    assert bled(60, {"bs": 3}, character={"dead": True}) == (0, 0)
    assert bled(60, {"bs": 3}, character={"kind": "machine"}) == (0, 0)
    assert BENCH.changes("bleed", character={"wounds": [{"bs": 2}]}, minutes=15) == [("sng", 4.0, 3.0, "")]


# ---- when it is over ----


def ended(dice, *survivors, **fields):
    return BENCH.outcome("end_fight", dice, survivors=list(survivors), **fields)["results"]


def hurt(*wounds, **fields):
    return {"name": "Ann", "SNG": 9, "CPS": 9, **fields, "wounds": list(wounds)}


def test_pain_by_every_point():  # ORG-AFT-03
    result = ended([1, 20], hurt({"bs": 1.5, "c": 1}, {"c": 0.5, "closed": True, "cleaned": True}))["Ann"]
    assert (result["pain"]["difficulty"], result["penalty"], result["state"]["suffering"]) == (15, 4, [4])
    assert result["infection"]["difficulty"] == 15
    odd = ended([9], hurt({"c": 1.5}))["Ann"]
    assert (odd["pain"]["difficulty"], odd["penalty"], odd["infected"], "infection" in odd) == (8, 0, False, False)
    numb = hurt({"c": 2}, doses=[{"poison": "blade_poison", "onset": 0}])
    assert ended([5], numb)["Ann"]["pain"]["mod"] == 7


def test_infection_by_blood_and_filth():  # ORG-AFT-04, ORG-DMG-12, ORG-DMG-01
    result = ended([10, 10], hurt({"bs": 1, "c": 3.5, "dirty": True}, {"bs": 0.5, "fire": True}))["Ann"]
    assert (result["infection"]["difficulty"], result["infection_mod"], result["infection"]["mod"]) == (15, -25, -25)
    assert result["infected"] is True
    cut = ended([10, 10], hurt({"bs": 4.5, "dirty": True, "fire": True}))["Ann"]
    assert (cut["infection"]["difficulty"], cut["infection_mod"]) == (30, -22)


def test_clean_wounds_do_not_count():  # ORG-AFT-04
    part = ended([20, 20], hurt({"bs": 2, "cleaned": True, "dirty": True}, {"bs": 1}))["Ann"]
    assert (part["infection"]["difficulty"], part["infection_mod"], part["pain"]["difficulty"]) == (10, 0, 15)
    washed = ended([20], hurt({"bs": 2, "dirty": True}), cleaned=["Ann"])["Ann"]
    assert (washed["infected"], washed["infection_mod"], washed["bleeding_per_15_min"]) == (False, 0, 1)
    assert washed["state"]["wounds"][0]["cleaned"] is True
    for bs, difficulty in ((0.5, 0), (2, 10), (5, 20)):  # dressed with what there was: 10 less than at most 30 (M17)
        dressed = ended([20, 20], hurt({"bs": bs, "dirty": True}), dressed=["Ann"])["Ann"]
        assert (dressed["infection"]["difficulty"], dressed["infection_mod"]) == (difficulty, int(-5 * bs))
        assert dressed["state"]["wounds"][0]["cleaned"] is False


def test_skilled_care_spares_all():  # ORG-AFT-01
    result = ended([], hurt({"bs": 2, "dirty": True}), treated=["Ann"])["Ann"]
    assert (result["penalty"], result["infected"], result["infection_mod"], result["bleeding_per_15_min"]) == (
        0,
        False,
        0,
        0,
    )
    assert "pain" not in result
    assert result["state"]["wounds"][0]["closed"] is True


def test_the_exhausted_the_dead_the_unhurt_the_machine():  # ORG-SAVE-03, ORG-HP-07, ORG-MON-01
    tired = ended([20], hurt({"bs": 1}, end_now=0))["Ann"]
    assert (tired["infection"]["auto"], tired["infected"]) == ("exhausted", True)
    for one in (hurt({"bs": 1}, dead=True), hurt(), hurt({"bs": 1}, kind="machine")):
        result = ended([], one)["Ann"]
        assert (result["penalty"], result["infected"], result["bleeding_per_15_min"]) == (0, False, 0)


def test_one_after_the_other():  # ORG-AFT-03
    two = [hurt({"bs": 1}), {**hurt({"c": 1}), "name": "Bob"}]
    thrown = BENCH.thrown("end_fight", [5, 5, 5], survivors=two)
    assert thrown == [("d20", "suffering"), ("d20", "disease_contraction"), ("d20", "suffering")]
    result = BENCH.changes("end_fight", [1, 20, 1], survivors=[{**one, "VOL": 1} for one in two])
    assert [(one[0], one[2], one[3]) for one in result] == [("suffering", (3,), "Ann"), ("suffering", (3,), "Bob")]


def test_refusals():
    one = hurt({"bs": 1})
    assert BENCH.refused("end_fight", survivors=[one, one]) == ("field/twice", "survivors")
    for field in ("treated", "cleaned", "dressed"):
        assert BENCH.refused("end_fight", survivors=[one], **{field: ["Eve"]}) == ("field/nobody", field)
    assert BENCH.refused("heal", character={}, days=0) == ("field/range", "days")
    assert BENCH.refused("bleed", character={}, minutes=-1) == ("field/range", "minutes")


def test_odds():
    BENCH.assert_odds_agree("heal", character=WEAK, days=3)
    BENCH.assert_odds_agree("bleed", character=hurt({"bs": 2}), minutes=40)
    BENCH.assert_odds_agree("end_fight", survivors=[hurt({"bs": 1})])


def test_odds_of_one_among_many():  # ORG-AFT-04
    crowd = [{**hurt({"bs": 1, "c": 2}), "name": f"n{number}"} for number in range(20)]
    asked = {"survivors": crowd}
    for field in ("infected", "penalty", "pain.success", "infection.total", "state.suffering"):
        odds = BENCH.weighed("end_fight", asked, [f"results.n3.{field}"])
        assert sum(odds.values()) == 1
        assert len(odds) > 1
    assert len(BENCH.weighed("end_fight", {"survivors": crowd[:3]}, ["infections"])) == 8
    for by, some in (("infections", crowd), ("results", crowd[:2])):
        with pytest.raises(Refusal) as caught:
            BENCH.weighed("end_fight", {"survivors": some}, [by])
        assert caught.value.id == "odds/too_many"
