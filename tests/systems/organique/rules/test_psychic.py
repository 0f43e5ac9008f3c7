"""Minds that reach into minds: manipulation and perception (PSY-01 to PSY-07, END-05, REA-06)."""

from fractions import Fraction

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from gardien.core.errors import Refusal
from gardien.systems.organique.rules.psychic import Manipulation, Mind, distance_mod, intrude
from systems.brute import Bench
from systems.organique.people import HOUSE, person, played
from systems.worked import assert_contains, by_id, examples, table

BENCH = Bench("organique")
MINE = ("psychic_attack", "psychic_sense")
MATT = {"name": "Matt", "VOL": 15, "PER": 12, "END": 10}
JUNKIE = {"name": "junkie", "PER": 10, "VOL": 8}


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


def used(dice, *targets, **fields):
    return BENCH.outcome("psychic_attack", dice, **({"psychic": MATT, "targets": list(targets)} | fields))


def one(dice, target, *names, **fields):
    (result,) = used(dice, target, **fields)["targets"]
    return tuple(result.get(name) for name in names)


# ---- the power ----


def test_what_the_power_is_thrown_with():  # ORG-PSY-01, ORG-PSY-05, ORG-TEST-10
    plain = used([10], difficulty=25, level=3, mods={"calm": 2})
    assert (plain["base"], plain["mod"], plain["difficulty"], plain["margin"]) == (15, 10, 25, 10)
    assert "self_resisted" not in plain
    hurt = {**MATT, "suffering": [4], "vomiting": True}
    assert used([10], psychic=hurt)["mod"] == -24
    assert used([10, 1], area=True)["mod"] == 10
    assert "self_resisted" not in used([1], area=True, psychic={"VOL": 2})


def test_the_game_master_may_call_it_luck():  # ORG-TEST-05
    assert used([20], psychic={"VOL": 1}, difficulty=40)["success"] is False
    assert used([20], psychic={"VOL": 1}, difficulty=40, luck=True)["margin"] == 1
    assert used([1], luck=True)["auto"] == "natural_1"


def test_everybody_around_and_oneself():  # ORG-PSY-05
    assert [used([5, die], area=True)["self_resisted"] for die in (14, 15)] == [False, True]
    assert used([5, 20], area=True, psychic={"VOL": 15, "save_mods": {"mind_control": -9}})["self_resisted"] is False
    dice = BENCH.thrown("psychic_attack", [5, 1, 2], psychic=MATT, area=True, targets=[JUNKIE])
    assert dice == [("d20", "psychic"), ("d20", "notice"), ("d20", "mind_control")]
    answer = BENCH.answer("psychic_attack", [5, 1, 2], psychic=MATT, area=True, targets=[JUNKIE])
    assert [one.who for one in answer.dice] == ["Matt", "junkie", "Matt"]


def test_what_it_costs():  # ORG-END-05, ORG-HP-06
    assert used([5])["end_now"] == 8
    assert used([5], psychic={**MATT, "end_now": 1})["end_now"] == 0
    assert BENCH.changes("psychic_attack", [5], psychic=MATT) == [("end_now", 10, 8, "")]
    assert BENCH.changes("psychic_sense", [5], psychic=MATT) == [("end_now", 10, 8, "")]
    last = used([5], psychic={**MATT, "sng": 0, "end_now": 2})["state"]
    assert (last["out_of_action"], last["timer"], last["fresh"]) == (True, 4, ["timer"])
    reasons = BENCH.reasons("psychic_attack", [5], psychic={"sng": 0, "end_now": 2})
    assert ("out_of_action", True, "ORG-HP-06") in reasons


# ---- each mind ----


def test_a_mind_notices_and_resists_with_the_same_margin():  # ORG-PER-02, ORG-PSY-02, ORG-PSY-03, ORG-REA-06
    told = ("margin_faced", "needed_total", "notice_total", "noticed", "resist_total", "resisted", "controlled")
    assert one([10, 14], JUNKIE, *told) == (5, 25, 24, False, None, False, True)
    assert one([10, 15, 16], JUNKIE, *told) == (5, 25, 25, True, 24, False, True)
    assert one([10, 15, 17], JUNKIE, *told) == (5, 25, 25, True, 25, True, False)


def test_a_twenty_reaches_the_difficulty_and_not_the_margin():  # ORG-SAVE-02, ORG-TEST-05
    weak = {**JUNKIE, "VOL": 0, "obvious": True}
    assert one([6, 20], weak, "margin_faced", "resisted") == (1, True)
    assert one([7, 20], weak, "margin_faced", "resisted") == (2, False)
    dull = {**JUNKIE, "PER": 0}
    assert one([6, 20], dull, "noticed") == (False,)
    assert one([6, 20], weak, "resisted", options={"saves_not_luck": True}) == (False,)


def test_what_cannot_be_missed():  # ORG-PSY-02
    limb = {**JUNKIE, "obvious": True}
    assert one([10, 17], limb, "noticed", "notice_total", "resisted") == (True, None, True)


def test_nobody_misses_what_they_do_to_themselves():  # ORG-PSY-01, ORG-PSY-02
    assert one([10, 17], MATT, "noticed", "notice_total", "resisted") == (True, None, True)
    assert one([10, 5], {**MATT, "name": "Tam"}, "noticed", "notice_total") == (False, 17)


def test_too_far_to_be_reached():  # ORG-PSY-04
    far = {**JUNKIE, "metres": 2.9}
    assert one([10], far, "distance_mod", "margin_faced", "affected", "needed_total") == (-6, -1, False, None)
    assert one([11, 1], far, "margin_faced", "affected", "controlled") == (0, True, True)
    assert one([1], JUNKIE, "affected", "noticed", "resisted", "controlled") == (False, False, False, False)
    unlucky = one([1], JUNKIE, "margin_faced", "affected", psychic={"VOL": 30}, luck=True)
    assert unlucky == (-1, False)


@pytest.mark.parametrize("row", table("organique", "ORG-TB-11"), ids=str)
def test_nervous_systems(row):  # ORG-PSY-07
    kinds = ["primate", "mammal", "bird_reptile_amphibian_fish", "insect"]
    kind = kinds[table("organique", "ORG-TB-11").index(row)]
    (modifier,) = (value for value in row.values() if isinstance(value, int))
    result = one([20, 1], {**JUNKIE, "kind": kind}, "nature_mod", "margin_faced", psychic={"VOL": 60})
    assert result == (modifier, 60 + modifier)
    sensed = BENCH.outcome("psychic_sense", [10], psychic=MATT, kind=kind)
    assert (sensed["nature_mod"], sensed["mod"]) == (modifier, modifier)


def test_a_machine_has_no_mind():  # ORG-MON-01
    assert one([20], {"name": "drone", "kind": "machine"}, "affected", "controlled") == (False, False)


def test_whoever_is_not_there_notices_nothing():  # ORG, Procedures
    asleep = {**JUNKIE, "unconscious_turns": 3}
    assert one([10], asleep, "noticed", "controlled") == (False, True)
    assert one([10], {**asleep, "obvious": True}, "noticed", "controlled") == (False, True)
    stiff = {**JUNKIE, "paralysed_turns": 3}
    assert one([10], stiff, "noticed") == (False,)
    assert one([10, 20], {**stiff, "obvious": True}, "noticed", "resisted") == (True, True)


def test_what_helps_and_hinders_a_mind():  # ORG-TEST-10, M7
    shielded = {**JUNKIE, "skills": {"mental_shield": 3}}
    assert one([10, 7, 9], shielded, "notice_total", "noticed", "resist_total", "resisted") == (25, True, 25, True)
    hurt = {**JUNKIE, "suffering": [5]}
    assert one([10, 19], hurt, "notice_total") == (24,)
    trained = {**JUNKIE, "obvious": True, "suffering": [5], "save_mods": {"mind_control": 3}}
    assert one([10, 14], trained, "resist_total") == (25,)


def test_each_for_themselves():
    result = used([10, 15, 16, 1], JUNKIE, {"name": "Ann"}, {"name": "Bob", "metres": 3})
    assert [(one["name"], one["noticed"], one["controlled"]) for one in result["targets"]] == [
        ("junkie", True, True),
        ("Ann", False, True),
        ("Bob", False, False),
    ]


@drawn(st.integers(0, 40), st.integers(0, 12), st.integers(1, 20), st.integers(1, 20))
def test_nobody_resists_what_they_have_not_noticed(margin, metres, seen, held):  # ORG-PSY-03
    mind = Mind(person=person(name="x"), distance=distance_mod(metres), nature=0, obvious=False)
    faced = margin - 3 * metres
    dice = [] if faced < 0 else [seen, held] if seen + 10 - 20 >= faced else [seen]
    looks = frozenset(("margin_faced",))
    result = played(intrude, mind, Manipulation(True, margin), HOUSE, looks, dice=tuple(dice))
    assert result.margin_faced == faced
    assert result.affected == (faced >= 0)
    assert result.noticed or not result.resisted
    assert result.controlled == (result.affected and not result.resisted)


# ---- perception ----


def test_perception():  # ORG-PSY-06, ORG-PSY-04
    names = ("crowd_mod", "distance_mod", "nature_mod", "mod", "total", "margin", "success", "end_now")
    asked = {"psychic": MATT, "level": 2, "difficulty": 15, "metres": 1.5, "people": 7, "mods": {"quiet": 1}}
    assert BENCH.picked("psychic_sense", [9], *names, **asked) == (-1, -3, 0, 1, 22, 7, True, 8)
    assert BENCH.picked("psychic_sense", [20], "success", "auto", psychic={"PER": 1}, luck=True, difficulty=50) == (
        True,
        "natural_20",
    )
    assert [BENCH.picked("psychic_sense", [9], "crowd_mod", psychic=MATT, people=n)[0] for n in (3, 4, 99)] == [
        0,
        -1,
        -24,
    ]
    assert BENCH.picked("psychic_sense", [9], "mod", psychic={**MATT, "suffering": [2]}) == (-2,)


# ---- refusals, odds ----


@pytest.mark.parametrize(
    ("fields", "id", "field"),
    [
        ({"psychic": {"coma": True}}, "act/unable", "psychic"),
        ({"psychic": {"kind": "machine"}}, "field/not_allowed", "psychic"),
        ({"level": 0}, "field/range", "level"),
        ({"level": 7}, "field/range", "level"),
    ],
)
@pytest.mark.parametrize("procedure", MINE)
def test_refusals(procedure, fields, id, field):
    assert BENCH.refused(procedure, [10], **({"psychic": MATT} | fields)) == (id, field)


def test_refusals_of_targets():
    asked = {"psychic": MATT}
    assert BENCH.refused("psychic_attack", [10], **asked, targets=[JUNKIE, JUNKIE]) == ("field/twice", "targets")
    assert BENCH.refused("psychic_attack", [10], **asked, targets=[{"dead": True}]) == ("act/unable", "targets")
    wrong = [{"metres": -1}]
    assert BENCH.refused("psychic_attack", [10], **asked, targets=wrong) == ("field/range", "targets[0].metres")
    assert BENCH.refused("psychic_sense", [10], **asked, people=-1) == ("field/range", "people")


def test_odds():
    BENCH.assert_odds_agree("psychic_attack", psychic=MATT, area=True, luck=True)
    BENCH.assert_odds_agree("psychic_attack", psychic=MATT, difficulty=34, targets=[JUNKIE])
    BENCH.assert_odds_agree("psychic_sense", psychic=MATT, metres=1)


def test_one_of_many_can_be_weighed():
    crowd = [{**JUNKIE, "name": f"N{i}", "metres": i % 3} for i in range(20)]
    asked = {"psychic": MATT, "difficulty": 30, "area": True, "targets": crowd}
    for field in ("controlled", "noticed", "margin_faced", "notice_total"):
        name = f"targets.N4.{field}"
        alone = BENCH.weighed("psychic_attack", asked | {"targets": [crowd[4]]}, [name])
        assert BENCH.weighed("psychic_attack", asked, [name]) == alone
    assert len(BENCH.weighed("psychic_attack", asked, ["success"])) == 2
    one = asked | {"targets": crowd[:1]}
    alone, all_of_them = (BENCH.weighed("psychic_attack", one, [by]) for by in ("targets.N0", "targets"))
    assert sorted(alone.values()) == sorted(all_of_them.values())
    with pytest.raises(Refusal) as caught:
        BENCH.weighed("psychic_attack", asked, ["targets"])
    assert caught.value.id == "odds/too_many"
    chance = BENCH.weighed("psychic_attack", {"psychic": MATT, "targets": [JUNKIE]}, ["targets.junkie.affected"])
    assert chance[(("targets.junkie.affected", True),)] == Fraction(16, 20)


@pytest.mark.parametrize("procedure", ["psychic_attack", "psychic_sense"])
def test_an_enhancer_helps_and_costs(procedure):  # M11: +6, END cost 3
    plain = BENCH.outcome(procedure, [9], psychic={"END": 12})
    better = BENCH.outcome(procedure, [9], psychic={"END": 12}, enhanced=True)
    assert (better["total"] - plain["total"], plain["end_now"], better["end_now"]) == (6, 10, 9)
