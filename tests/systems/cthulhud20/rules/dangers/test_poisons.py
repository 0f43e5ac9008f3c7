"""Poisons, diseases, abilities that suffer (P-POIS-01, P-DIS-01, P-ABIL-02)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from systems.brute import Bench
from systems.cthulhud20.ledger import NO, by_key, keys
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("poison", "disease", "damage_ability")
SIX = ("str", "dex", "con", "int", "wis", "cha")


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- poisons ----

POISONS = """
    arsenic              | 15 | 1d4 str                    | 2d4 con
    belladonna           | 18 | 1d6 str                    | 2d6 str
    chloroform           | 17 | 1d3 unconscious_hours      | —
    curare               | 18 | 2d4 dex                    | 2d4 wis
    cyanide              | 16 | 1d6 con                    | 2d6 con
    knock_out_drops      | 15 | 1d3 dex                    | 1d3 unconscious_hours
    mustard_gas          | 17 | 1d4 con                    | 2d4 con
    rattlesnake_venom    | 12 | 1d6 con                    | 1d6 con
    serpent_person_venom | 14 | 1d6 con                    | 1d6 con
    strychnine           | 19 | 1d3 dex                    | 2d4 con
    tear_gas             | 15 | 1d6 partial_actions_rounds | —
    """.strip("\n ")
STURDY = dict.fromkeys(SIX, 30) | {"fort": 0}


@pytest.mark.parametrize(("poison", "dc", "initial", "secondary"), by_key(POISONS))
def test_every_poison_of_the_table(poison, dc, initial, secondary):
    """CD20-P-POIS-01, cell by cell: difficulty, dice, effect of both stages, each by itself and both together."""
    dice, expected = [], {}
    for stage, text in (("initial", initial), ("secondary", secondary)):
        if text == NO:
            alone = outcome("poison", poison=poison, stage=stage, victim=STURDY)
            assert (alone[f"{stage}_effect"], f"{stage}_total" in alone) == ("none", False)
            expected[f"{stage}_effect"] = "none"
            continue
        written, effect = text.split()
        count, sides = map(int, written.split("d"))
        thrown = [int(dc) - 1, *[sides] * count]
        fields = (f"{stage}_total", f"{stage}_success", f"{stage}_effect", f"{stage}_amount")
        alone = picked("poison", thrown, *fields, poison=poison, stage=stage, victim=STURDY)
        assert alone == (int(dc) - 1, False, effect, sides * count)
        assert picked("poison", [int(dc)], *fields, poison=poison, stage=stage, victim=STURDY)[:3] == (
            int(dc),
            True,
            None,
        )
        larger = [thrown[0], sides + 1, *thrown[2:]]
        assert refused("poison", larger, poison=poison, stage=stage, victim=STURDY)[1] == "dice"
        dice += thrown
        expected[f"{stage}_amount"] = sides * count
    result = outcome("poison", dice, poison=poison, victim=STURDY)
    assert result["dc"] == int(dc)
    assert {name: result[name] for name in expected} == expected


def test_the_table_is_whole():
    assert len(keys(POISONS)) == 11
    assert refused("poison", poison="hemlock") == ("field/one_of", "poison")
    assert refused("poison") == ("field/missing", "poison")
    assert refused("poison", poison="cyanide", stage="third") == ("field/one_of", "stage")
    assert outcome("poison", poison="cyanide", victim={"pv": 0}) == {"refused": "dead"}


def test_a_success_avoids_its_stage_whole_and_no_other():
    """CD20-P-POIS-01: both saves are rolled whatever the first gave; a modifier counts for both."""
    result = outcome("poison", [14, 13, 1, 1], poison="arsenic", modifier=1)
    assert (result["initial_success"], "initial_effect" in result) == (True, False)
    assert (result["secondary_success"], result["secondary_amount"], result["ability_damage"]) == (False, 2, {"con": 2})
    assert outcome("poison", [20, 1, 1, 1], poison="arsenic", victim={"fort": 99})["secondary_success"] is False


def test_the_second_save_is_made_with_what_is_left():
    """CD20-P-ABIL-02: modifiers follow; a Fortitude told as a whole stays as it is."""
    assert picked("poison", [2, 6, 2, 1, 1], "secondary_total", poison="cyanide", victim={"con": 14}) == (1,)
    assert picked("poison", [2, 6, 2, 1, 1], "secondary_total", poison="cyanide", victim={"con": 14, "fort": 2}) == (4,)


def test_damage_adds_to_what_was_there():
    victim = {"con": 14, "ability_damage": {"con": 2, "wis": 1}, "name": "Paul"}
    result = outcome("poison", [2, 3, 20], poison="rattlesnake_venom", victim=victim)
    assert result["ability_damage"] == {"con": 5, "wis": 1}
    assert (result["pv_max"], result["pv"], result["pf_max"], result["pf"]) == (7, 7, 7, 7)
    changed = bench.changes("poison", [2, 3, 20], poison="rattlesnake_venom", victim=victim)
    assert ("ability_damage", {"con": 2, "wis": 1}, {"con": 5, "wis": 1}, "Paul") in changed
    assert [one[0] for one in changed] == ["pv_max", "pf_max", "pv", "pf", "ability_damage"]


def test_a_poison_may_kill_before_its_second_stage():
    """CD20-HP-04: nothing is thrown for the dead."""
    result = outcome("poison", [2, 6], poison="cyanide", victim={"con": 5, "fort": 0})
    assert (result["state"], "secondary_success" in result) == ("dead", False)
    assert outcome("poison", poison="chloroform", stage="secondary")["secondary_effect"] == "none"


def test_a_poison_may_make_somebody_faint():
    """CD20-P-ABIL-02: after the damage, with what is left of the Fortitude; once."""
    victim = {"con": 12, "pf": 2}
    result = outcome("poison", [2, 6, 17, 20], poison="cyanide", victim=victim)
    assert (result["pf"], result["faint_save_total"], result["state"]) == (-1, 15, "stunned")
    thrown = bench.thrown("poison", [2, 6, 17, 20], poison="cyanide", victim=victim)
    assert thrown == [("d20", "fortitude"), ("d6", "poison"), ("d20", "faint_save"), ("d20", "fortitude")]
    second = outcome("poison", [2, 6, 17, 2, 1, 1], poison="cyanide", victim=victim)
    assert (second["pf"], second["faint_save_total"]) == (-2, 15)


def test_senses_that_a_poison_takes():
    """CD20-P-POIS-01: hours of sleep are a condition, since PF are left; tears are none."""
    result = outcome("poison", [2, 3], poison="chloroform", victim={"conditions": ["shaken"]})
    assert (result["initial_amount"], result["conditions"], result["state"]) == (
        3,
        ["shaken", "unconscious_other"],
        "ok",
    )
    assert "conditions" not in outcome("poison", [2, 3], poison="tear_gas")
    asleep = {"conditions": ["unconscious_other"]}
    assert "conditions" not in outcome("poison", [2, 3], poison="chloroform", victim=asleep)
    gone = outcome("poison", [20, 2, 4, 4], poison="curare", victim={"wis": 8})
    assert gone["conditions"] == ["unconscious_other"]


@pytest.mark.parametrize(
    "scene",
    [
        {"poison": "rattlesnake_venom", "stage": "initial", "victim": {"con": 5, "pf": 2}},
        {"poison": "knock_out_drops", "victim": {"con": 12}},
        {"poison": "chloroform", "victim": {"fort": 2}},
        {"poison": "tear_gas"},
        {"poison": "arsenic", "stage": "secondary", "victim": {"con": 12, "pf": 1, "fort": 10}},
    ],
)
def test_odds_of_a_poison(scene):
    bench.assert_odds_agree("poison", **scene)


def test_how_deadly_cyanide_is():
    """CD20-P-ABIL-02: Constitution 10 is gone when both stages come to ten; every die counted by hand."""
    dead = Fraction(0)
    for first in range(1, 21):
        one = [0] if first == 20 or first >= 16 else list(range(1, 7))
        for lost in one:
            fort = (10 - lost - 10) // 2
            failed = Fraction(sum(1 for die in range(1, 21) if die == 1 or (die < 20 and die + fort < 16)), 20)
            ways = sum(1 for a in range(1, 7) for b in range(1, 7) if lost + a + b >= 10)
            dead += Fraction(1, 20 * len(one)) * failed * Fraction(ways, 36)
    assert bench.chance("poison", "state", "dead", poison="cyanide") == dead


# ---- diseases ----

DISEASES = """
    infected_wound | 12 | 1   | days  | —   | —
    pneumonia      | 12 | 1d4 | days  | 1d4 | str
    tetanus        | 13 | 1d3 | weeks | 1d4 | dex
    plague         | 18 | 1d3 | days  | 1d4 | con
    """.strip("\n ")


@pytest.mark.parametrize(("disease", "dc", "incubation", "unit", "damage", "ability"), by_key(DISEASES))
def test_every_disease(disease, dc, incubation, unit, damage, ability):
    """CD20-P-DIS-01, cell by cell."""
    sturdy = {"fort": 0}
    die = [] if incubation == "1" else [int(incubation[-1])]
    result = outcome("disease", [int(dc) - 1, *die], disease=disease, victim=sturdy)
    assert (result["dc"], result["infected"], result["incubation_unit"]) == (int(dc), True, unit)
    assert (result["incubation"], result["successes_running"]) == (die[0] if die else 1, 0)
    well = outcome("disease", [int(dc)], disease=disease, victim=sturdy, successes_running=1)
    assert (well["infected"], "incubation" in well, "cured" in well, well["successes_running"]) == (
        False,
        False,
        False,
        0,
    )
    day = {"disease": disease, "stage": "daily", "victim": sturdy}
    cost = [] if damage == NO else [4]
    ill = outcome("disease", [int(dc) - 1, *cost], successes_running=1, **day)
    assert (ill["success"], ill["successes_running"], ill["cured"], "infected" in ill) == (False, 0, False, False)
    assert (ill["amount"], ill["ability_damage"]) == ((1, {}) if damage == NO else (4, {ability: 4}))
    assert ill["pv"] == (7 if disease == "infected_wound" else 6 if ability == "con" else 8)


def test_two_good_days_running_cure():
    """CD20-P-DIS-01."""
    day = {"disease": "plague", "stage": "daily"}
    assert picked("disease", [20], "successes_running", "cured", **day) == (1, False)
    assert picked("disease", [20], "successes_running", "cured", "amount", successes_running=1, **day) == (
        2,
        True,
        None,
    )


def test_a_disease_may_kill_or_fell():
    day = {"stage": "daily", "disease": "infected_wound"}
    assert picked("disease", [2], "state", "pv", victim={"pv": 1, "pf": 1}, **day) == ("dead", 0)
    plague = {"stage": "daily", "disease": "plague", "victim": {"con": 12, "pf": 1}}
    result = outcome("disease", [2, 4, 2], **plague)
    assert (result["faint_save_success"], result["state"]) == (False, "unconscious")
    assert outcome("disease", disease="plague", victim={"pv": 0}) == {"refused": "dead"}
    assert refused("disease", disease="cholera") == ("field/one_of", "disease")
    assert [one[0] for one in bench.changes("disease", [2, 4], disease="tetanus", stage="daily")] == ["ability_damage"]


@pytest.mark.parametrize("disease", keys(DISEASES))
@pytest.mark.parametrize("stage", ["exposure", "daily"])
def test_odds_of_a_disease(disease, stage):
    victim = {"con": 12, "pf": 1, "pv": 2}
    bench.assert_odds_agree("disease", disease=disease, stage=stage, victim=victim, successes_running=1)


# ---- ability damage ----


@pytest.mark.parametrize("ability", SIX)
def test_what_an_ability_that_is_gone_means(ability):
    """CD20-P-ABIL-02: Strength and Dexterity helpless, the mind unconscious, Constitution dead."""
    scene = {"ability": ability, "character": {ability: 7}}
    some = outcome("damage_ability", amount=6, **scene)
    assert (some["effective"], some["modifier"], some["consequence"]) == (1, -5, "none")
    expected = {"str": "helpless", "dex": "helpless", "con": "dead"}.get(ability, "unconscious")
    for amount in (7, 50):
        result = outcome("damage_ability", amount=amount, **scene)
        assert (result["effective"], result["modifier"], result["consequence"]) == (0, -5, expected)
        assert (result["state"] == "dead") == (ability == "con")
        assert result.get("conditions") == (["unconscious_other"] if expected == "unconscious" else None)


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 30), st.integers(0, 40), st.integers(0, 12), st.integers(0, 10))
def test_constitution_takes_life_and_fatigue_with_it(con, amount, wounded, before):
    """CD20-P-ABIL-02, CD20-HP-01, CD20-HP-07: each point of the modifier, of the highest number and of what is left."""
    before = min(before, con - 1)
    start = max(1, 8 + (con - before - 10) // 2)
    pv = max(1, start - wounded)
    pf = min(start, 3 * pv // 2)
    left = max(0, con - before - amount)
    drop = (con - before - 10) // 2 - (left - 10) // 2
    character = {"con": con, "ability_damage": {"con": before}, "pv": pv, "pf": pf}
    dead = pv - drop <= 0 or left == 0
    faints = not dead and pf - drop <= 0
    result = outcome("damage_ability", [10] if faints else [], ability="con", amount=amount, character=character)
    assert (result["pv_max"], result["pf_max"]) == (max(1, start - drop), max(1, start - drop))
    assert result["pv"] == pv - drop
    assert (result["state"] == "dead", result["faint_save_needed"]) == (dead, faints)
    if not dead:
        assert result["pf"] == min(pf - drop, 3 * result["pv"] // 2)
    assert (result["effective"], "stabilise_total" in result) == (left, False)


def test_numbers_told_by_hand_follow_too():
    result = outcome(
        "damage_ability", ability="con", amount=4, character={"con": 12, "pv_max": 20, "pf_max": 24, "pv": 16, "pf": 20}
    )
    assert (result["pv_max"], result["pf_max"], result["pv"], result["pf"]) == (18, 22, 14, 18)
    floor = {"options": {"pf_floor_zero": True}}
    low = outcome("damage_ability", [10], ability="con", amount=6, character={"con": 12, "pf": 1}, **floor)
    assert low["pf"] == 0


def test_a_dead_body_bleeds_no_more():
    """CD20-HP-04: Constitution gone, PV as they were reckoned."""
    character = {"con": 6, "wounds": [{"gb": 7, "zone": "left_arm"}]}
    result = outcome("damage_ability", ability="con", amount=6, character=character)
    assert (result["state"], result["pv"], result["wounds"][0]["bleeding"]) == ("dead", 3, False)


@pytest.mark.parametrize(
    ("scene", "fault"),
    [
        ({}, ("field/missing", "amount")),
        ({"amount": 1, "dice_text": "1d4"}, ("field/not_allowed", "amount")),
        ({"dice_text": "1d4+1"}, ("field/type", "dice_text")),
        ({"dice_text": "3"}, ("field/type", "dice_text")),
        ({"dice_text": "1d7"}, ("field/type", "dice_text")),
        ({"dice_text": "1d4+1d6"}, ("field/type", "dice_text")),
        ({"dice_text": "41d4"}, ("field/type", "dice_text")),
        ({"amount": -1}, ("field/range", "amount")),
    ],
)
def test_inputs_that_make_no_sense(scene, fault):
    assert refused("damage_ability", ability="str", **scene) == fault


def test_the_rest_of_ability_damage():
    assert refused("damage_ability", amount=1) == ("field/missing", "ability")
    assert outcome("damage_ability", ability="str", amount=1, character={"pv": 0}) == {"refused": "dead"}
    assert outcome("damage_ability", ability="str", amount=60, character={"ability_damage": {"str": 90}})[
        "ability_damage"
    ] == {"str": 100}
    assert outcome("damage_ability", ability="str", amount=0)["ability_damage"] == {}
    bench.assert_odds_agree("damage_ability", ability="con", dice_text="2d4", character={"con": 8, "pf": 2})
    bench.assert_odds_agree("damage_ability", ability="int", dice_text="1d4", character={"int": 3})
