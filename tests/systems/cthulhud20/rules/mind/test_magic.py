"""Tomes and spells (P-MAG-01, P-MAG-02, P-MAG-03, SPELL-01)."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from gardien.core.calling import odds_of
from gardien.systems.cthulhud20 import pack
from systems.brute import Bench
from systems.cthulhud20.ledger import NO, by_key, keys
from systems.cthulhud20.naive import BONUS, Told, wounded, zone_of
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("study_tome", "cast_spell")


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- tomes ----

TOMES = """
    diary          | 15 | 1d3  | 1
    lesser_tome    | 20 | 1d6  | 2
    great_tome     | 25 | 1d10 | 4
    legendary_tome | 30 | 2d10 | 6
    """.strip("\n ")


@pytest.mark.parametrize(("tome", "dc", "loss", "ranks"), by_key(TOMES))
def test_every_tome_of_the_table(tome, dc, loss, ranks):
    """CD20-P-MAG-03, cell by cell: difficulty, SAN, ranks of the Mythos; a failure costs only time."""
    count, sides = map(int, loss.split("d"))
    scene = {"tome": tome, "san": 60, "mythos_ranks": 3, "bonus": int(dc) - 10}
    result = outcome("study_tome", [10, *[sides] * count], **scene)
    assert (result["dc"], result["total"], result["success"]) == (int(dc), int(dc), True)
    assert (result["loss"], result["mythos_ranks"]) == (count * sides, 3 + int(ranks))
    assert (result["san_max"], result["san"]) == (96 - int(ranks), 60 - count * sides)
    failed = outcome("study_tome", [9], **scene)
    assert (failed["success"], failed["loss"], failed["mythos_ranks"], failed["san"]) == (False, 0, 3, 60)
    assert bench.changes("study_tome", [9], **scene) == []
    changed = bench.changes("study_tome", [10, *[1] * count], **scene)
    assert changed == [("san", 60, 60 - count, ""), ("mythos_ranks", 3, 3 + int(ranks), "")]


def test_what_a_book_leaves_of_the_mind():
    """CD20-P-SAN-05: the most SAN falls with each rank, 99 ranks are all there are."""
    assert keys(TOMES) == pack.keys("minds", "tome")
    assert picked("study_tome", [20, 1], "san", "san_max", tome="great_tome", bonus=5, san=97) == (95, 95)
    last = picked("study_tome", [20, 1], "mythos_ranks", "san", tome="diary", bonus=0, san=0, mythos_ranks=99)
    assert last == (99, -1)
    assert refused("study_tome", tome="novel", bonus=0, san=9) == ("field/one_of", "tome")
    assert refused("study_tome", tome="diary", san=9) == ("field/missing", "bonus")
    bench.assert_odds_agree("study_tome", tome="lesser_tome", bonus=12, san=95)


# ---- the price ----

# key | SAN | PF | needs a target | save
SPELLS = """
    healing_touch      | 1d4 | 1 | —  | —
    shrivelling        | 1d6 | 2 | x  | fort
    wrack              | 1d4 | 1 | x  | will
    mind_blast         | 1d4 | 2 | x  | will
    flesh_ward         | 1d4 | 1 | —  | —
    enthrall           | 1d2 | 1 | x  | will
    create_zombie      | 1d8 | 3 | —  | —
    summon             | 1d4 | 1 | —  | will
    elder_sign         | 3   | 4 | —  | —
    voorish_gesture    | 1   | 0 | —  | —
    dust_of_revelation | 0   | 0 | —  | —
    """.strip("\n ")


def cast(dice: list[int], spell: str, **scene: Any) -> dict[str, Any]:
    return outcome("cast_spell", dice, spell=spell, **scene)


@pytest.mark.parametrize(("spell", "san", "pf", "target", "save"), by_key(SPELLS))
def test_every_spell_of_the_table(spell, san, pf, target, save):
    """CD20-P-MAG-02, cell by cell: what it costs, whether somebody must be there, what they save with."""
    price = [int(san.split("d")[1])] if "d" in san else []
    aimed = {} if target == NO else {"target": {"fort": 0, "will": 0}}
    after = {"shrivelling": [19, 1, 60], "wrack": [19], "mind_blast": [19], "enthrall": [19]}.get(spell, [])
    result = cast([*price, *after], spell, caster={"level": 1}, **aimed)
    cost = price[0] if price else int(san)
    assert (result["cast"], result["san_cost"], result["pf_cost"]) == (True, cost, int(pf))
    assert (result["san"], result["pf"]) == (50 - cost, 8 - int(pf))
    assert ("save_total" in result) == (target != NO)
    assert ("concentration_dc" in result, result["faint_save_needed"]) == (False, False)
    if target != NO:
        assert refused("cast_spell", spell=spell) == ("field/missing", "target")
        assert refused("cast_spell", spell=spell, target={"pv": 0}) == ("field/not_allowed", "target")
        who = bench.answer("cast_spell", [*price, *after], spell=spell, target={"name": "Paul", "fort": 0, "will": 0})
        assert [(one.purpose, one.who) for one in who.dice][len(price)] == ("save", "Paul")
        assert pack.spell(spell).save == save


def test_the_list_is_whole():
    assert keys(SPELLS) == pack.keys("minds", "spell")
    assert refused("cast_spell", spell="fireball") == ("field/one_of", "spell")
    assert refused("cast_spell") == ("field/missing", "spell")


@pytest.mark.parametrize(("state", "answer"), [({"pf": 0}, "caster_cannot_act"), ({"pv": 0}, "caster_cannot_act")])
def test_whoever_cannot_act_casts_nothing(state, answer):
    assert cast([], "elder_sign", caster=state) == {"refused": answer}
    assert bench.changes("cast_spell", spell="elder_sign", caster=state) == []


def test_the_price_may_be_the_last_pf():
    """CD20-P-MAG-01: a violent effort that no feat halves; the spell works all the same."""
    caster = {"pf": 4, "feats": ["run", "endurance"], "name": "Ann"}
    result = cast([15], "elder_sign", caster=caster)
    assert (result["pf_cost"], result["pf"], result["faint_save_success"], result["state"]) == (4, 0, True, "stunned")
    wrack = cast([1, 2, 2, 3], "wrack", caster={"pf": 1}, target={"will": 0})
    assert (wrack["state"], wrack["affected"], wrack["target"]["pf"]) == ("unconscious", True, 5)
    changed = bench.changes("cast_spell", [15], spell="elder_sign", caster=caster)
    assert changed == [
        ("pf", 4, 0, "Ann"),
        ("state", "ok", "stunned", "Ann"),
        ("prone", False, True, "Ann"),
        ("san", 50, 47, "Ann"),
    ]


@pytest.mark.parametrize(
    ("caster", "scene", "bonus"),
    [
        ({"con": 14}, {}, 2),
        ({"con": 14, "skill_ranks": {"concentration": 4}}, {}, 6),
        ({"con": 14, "pf": 2}, {}, 2),
        ({"con": 14}, {"concentration_bonus": 7}, 7),
        ({"conditions": ["shaken"]}, {"concentration_bonus": 7}, 5),
    ],
)
def test_a_caster_who_is_hurt_must_concentrate(caster, scene, bonus):
    """CD20-P-MAG-01: ten and the PF lost; a failure costs nothing and does nothing."""
    disturbed = {"pf_lost_since_start": 4, "caster": caster, **scene}
    result = cast([14 - bonus], "dust_of_revelation", **disturbed)
    assert (result["concentration_dc"], result["concentration_total"], result["cast"]) == (14, 14, True)
    failed = cast([13 - bonus], "dust_of_revelation", **disturbed)
    assert (failed["cast"], failed["san_cost"], failed["pf_cost"], failed["san"]) == (False, 0, 0, 50)
    assert (failed["pf"], "faint_save_needed" in failed) == (
        caster.get("pf", 8 + (caster.get("con", 10) - 10) // 2),
        False,
    )
    assert bench.changes("cast_spell", [13 - bonus], spell="dust_of_revelation", **disturbed) == []


@pytest.mark.parametrize("amount", range(1, 7))
def test_a_ward_of_flesh(amount):
    """CD20-P-MAG-02: a PF for each point of armour, six at most."""
    result = cast([4], "flesh_ward", amount=amount)
    assert (result["armour_bonus"], result["pf_cost"], result["pf"], result["san_cost"]) == (
        amount,
        amount,
        8 - amount,
        4,
    )
    assert refused("cast_spell", spell="flesh_ward", amount=7) == ("field/at_most", "amount")
    assert refused("cast_spell", spell="elder_sign", amount=2) == ("field/at_most", "amount")
    assert refused("cast_spell", spell="flesh_ward", amount=0) == ("field/range", "amount")


def test_a_creature_that_comes():
    """CD20-P-MAG-02: a PF for each hit die; whoever is bound resists by Will."""
    result = cast([1], "summon", amount=3)
    assert (result["pf_cost"], "affected" in result, "save_dc" in result) == (3, False, False)
    bound = cast([1, 9], "summon", amount=2, target={"will": 0})
    assert (bound["save_dc"], bound["save_success"], bound["affected"], "target" in bound) == (10, False, True, False)
    assert cast([1, 10], "summon", target={"will": 0})["affected"] is False


# ---- whoever resists ----


@pytest.mark.parametrize(
    ("caster", "scene", "dc"),
    [
        ({}, {}, 10),
        ({"level": 1, "int": 18}, {}, 14),
        ({"level": 9, "int": 8}, {}, 13),
        ({"level": 9}, {"caster_level": 4}, 12),
        ({"level": 2}, {"dc_bonus": 2}, 13),
    ],
)
def test_the_difficulty_of_a_spell(caster, scene, dc):
    """CD20-P-MAG-01: ten, half the level, Intelligence; a Voorish gesture adds two; 1 and 20 as in every save."""
    for die in range(1, 21):
        result = cast([1, die], "enthrall", caster=caster, target={"will": 2}, **scene)
        made = die == 20 or (die > 1 and die + 2 >= dc)
        assert (result["save_dc"], result["save_total"], result["save_success"]) == (dc, die + 2, made)
        assert (result["affected"], "target" in result) == (not made, False)


@pytest.mark.parametrize(
    ("level", "saved", "most", "bonus"),
    [
        (1, False, 3, 0),
        (1, True, 1, 0),
        (5, False, 15, 4),
        (5, True, 7, 2),
        (10, False, 30, 8),
        (20, False, 30, 8),
        (20, True, 15, 4),
    ],
)
def test_shrivelling(level, saved, most, bonus):
    """CD20-P-MAG-02: three of highest damage for each level, thirty at most, halved by Fortitude; located."""
    scene = {"caster": {"level": level}, "target": {"fort": 0, "name": "Paul"}}
    dice = [1, 20 if saved else 1, 3, 60, *([100] if bonus + 3 >= 3 else [])]
    result = cast(dice, "shrivelling", **scene)
    assert (result["affected"], result["save_success"]) == (True, saved)
    target = result["target"]
    assert (target["max_damage"], target["bonus"], target["d10"], target["gb"]) == (most, bonus, 3, bonus + 3)
    assert (target["zone"], target["pv"] < 8, result["pf"]) == ("right_leg", True, 6)
    told = bench.answer("cast_spell", dice, spell="shrivelling", **scene)
    assert {one.who for one in told.changes} == {"", "Paul"}
    assert {one.who for one in told.steps} == {"", "Paul"}


def test_shrivelling_on_every_part():
    """CD20-ENV-03: bonus and asterisk of the zone, lost parts thrown again, shocks of the table."""
    scene = {"caster": {"level": 5}, "target": {"lost_parts": ["left_leg"]}}
    result = cast([1, 1, 5, 99, 10, 100], "shrivelling", **scene)["target"]
    assert (result["zone"], result["gb"], result["pf_loss_zone"]) == ("torso", 12, 1)
    auto = {"options": {"auto_shock": True}}
    assert cast([1, 1, 5, 10, 100], "shrivelling", **scene, **auto)["target"]["shock"] == "violent"


def test_wrack():
    """CD20-P-MAG-02: PF and a shock, and perhaps the senses."""
    result = cast([1, 2, 4], "wrack", target={"will": 0})["target"]
    assert (result["pf_loss"], result["pf"], result["shock_next_turn"], result["state"]) == (4, 4, "partial", "ok")
    assert (result["faint_save_needed"], "gb" in result, "max_damage" in result) == (False, False, False)
    faint = cast([1, 2, 3, 15], "wrack", target={"will": 0, "pf": 2})["target"]
    assert (faint["pf"], faint["faint_save_success"], faint["state"]) == (-1, True, "stunned")
    assert "target" not in cast([1, 19], "wrack", target={"will": 0})
    worse = cast([1, 2, 1], "wrack", target={"will": 0, "shock_next_turn": "skip"})["target"]
    assert worse["shock_next_turn"] == "skip"


def test_mind_blast():
    """CD20-P-MAG-02: SAN and nothing else."""
    scene = {"spell": "mind_blast", "target": {"will": 0, "san": 33, "name": "Paul"}}
    result = outcome("cast_spell", [1, 2, 6], **scene)
    assert result["target"] == {"san_loss": 6, "san": 27}
    assert ("san", 33, 27, "Paul") in bench.changes("cast_spell", [1, 2, 6], **scene)
    assert bench.thrown("cast_spell", [1, 2, 6], **scene) == [("d4", "san_loss"), ("d20", "save"), ("d6", "san_loss")]
    assert "target" not in outcome("cast_spell", [1, 19], **scene)


def test_nobody_without_a_name_is_taken_for_the_caster():
    """The reasons of a target that has no name are not the caster’s own."""
    told = bench.answer("cast_spell", [1, 2, 4, 2], spell="wrack", target={"will": 0, "pf": 1})
    assert told.outcome["state"] == "ok"
    assert told.outcome["target"]["state"] == "unconscious"


# ---- odds ----


def test_odds_of_spells():
    bench.assert_odds_agree("cast_spell", spell="enthrall", target={"will": 2}, caster={"pf": 1})
    bench.assert_odds_agree("cast_spell", spell="flesh_ward", amount=2, pf_lost_since_start=3, caster={"pf": 2})
    bench.assert_odds_agree("cast_spell", spell="mind_blast", target={"will": 2})


def test_odds_of_wrack():
    """The target is told as far as somebody looks at it."""
    scene = {"spell": "wrack", "target": {"will": 2, "pf": 3, "fort": 4}}
    lost = odds_of("cthulhud20", "cast_spell", scene, by=("target.pf_loss", "target.state"))
    failed, woken = Fraction(7, 20), Fraction(10, 20)
    counted: dict[tuple, Fraction] = defaultdict(Fraction)
    counted[None, None] = 1 - failed
    for loss in range(1, 5):
        if loss < 3:
            counted[loss, "ok"] += failed / 4
        else:
            counted[loss, "stunned"] += failed / 4 * woken
            counted[loss, "unconscious"] += failed / 4 * (1 - woken)
    result = {(one.outcome.get("target.pf_loss"), one.outcome.get("target.state")): one.chance for one in lost}
    assert result == counted


def test_the_whole_distribution_of_shrivelling_counted_by_hand():
    """CD20-P-MAG-02: every d20, d10 and d100 of a level-five caster."""
    body = {"pv": 3, "pf": 4, "fort": 2}
    counted: dict[Told, Fraction] = defaultdict(Fraction)
    for die in range(1, 21):
        bonus = 2 if die == 20 or (die > 1 and die + 2 >= 12) else 4
        for ten in range(1, 11):
            for face in range(1, 101):
                zone = zone_of(face)
                for told, chance in wounded(zone, bonus + ten + BONUS.get(zone, 0), **body).items():
                    counted[told] += chance / (20 * 10 * 100)
    scene = {"spell": "shrivelling", "caster": {"level": 5}, "target": {**body, "pv_max": 8, "pf_max": 4}}
    by = tuple(f"target.{name}" for name in ("zone", "severity", "pf_loss", "pv_loss", "state"))
    odds = odds_of("cthulhud20", "cast_spell", scene, by=by)
    assert {tuple(one.outcome[name] for name in by): one.chance for one in odds} == counted
    by = ("target.gb", "target.d10")
    exact = odds_of("cthulhud20", "cast_spell", scene, by=by)
    assert sum(one.chance for one in exact) == 1
    assert {one.outcome["target.d10"] for one in exact} == set(range(1, 11))
