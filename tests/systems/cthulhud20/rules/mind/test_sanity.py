"""SAN: checks, madness, the slide below 0, the way back (P-SAN)."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.calling import odds_of
from gardien.systems.cthulhud20 import pack
from systems.brute import Bench
from systems.cthulhud20.ledger import by_key, keys, lines, span
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("sanity_check", "sanity_collapse", "regain_sanity", "psychoanalysis")


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- the check ----

CAUSES = """
    mutilated_animal | 0    | 1
    corpse           | 0    | 1d3
    blood            | 0    | 1d4
    mangled_corpse   | 1    | 1d4+1
    coffin           | 0    | 1d6
    friend_death     | 0    | 1d6
    known_dead       | 1    | 1d6+1
    torture          | 0    | 1d10
    rising_corpse    | 1    | 1d10
    severed_head     | 2    | 2d10+1
    great_old_one    | 1d10 | 1d100
    """.strip("\n ")


def parsed(text: str) -> tuple[int, int, int]:
    """Count, sides and constant of a loss."""
    if "d" not in text:
        return 0, 0, int(text)
    dice, _, constant = text.partition("+")
    count, sides = dice.split("d")
    return int(count), int(sides), int(constant or 0)


@pytest.mark.parametrize(("cause", "success", "failure"), by_key(CAUSES))
def test_every_cause_of_the_table(cause, success, failure):
    """CD20-P-SAN-02, cell by cell: lowest loss and highest, on either side."""
    for die, text in ((50, success), (51, failure)):
        count, sides, constant = parsed(text)
        for face in (1, sides):
            loss = count * face + constant
            dice = [die, *[face] * count] if sides else [die]
            scene = {"san": 50, "wis": 60, "cause": cause, "already_indefinite": True}
            if 2 * loss >= 60 and loss < 50:
                dice.append(1)
            result = outcome("sanity_check", dice, **scene)
            assert (result["success"], result["loss"], result["san"]) == (die == 50, loss, 50 - loss)


def test_no_other_cause_is_known():
    assert keys(CAUSES) == pack.keys("minds", "san_cause")
    assert refused("sanity_check", san=50, cause="bill") == ("field/one_of", "cause")


@pytest.mark.parametrize(
    ("san", "die", "success"),
    [(50, 50, True), (50, 51, False), (99, 99, True), (99, 100, False), (1, 1, True), (0, 1, False), (-5, 1, False)],
)
def test_at_or_under(san, die, success):
    """CD20-P-SAN-02: and 100 always fails."""
    result = outcome("sanity_check", [die], san=san, success_loss="0", failure_loss="0")
    assert (result["success"], result["loss"], result["zero"]) == (success, 0, san <= 0)
    assert (result["second_check_needed"], result["temporary"], result["indefinite"]) == (False, False, False)


def test_losses_that_are_told():
    """Both are needed, or a cause; what is told goes before the list."""
    assert refused("sanity_check", san=50) == ("field/missing", "success_loss")
    assert refused("sanity_check", san=50, success_loss="0") == ("field/missing", "failure_loss")
    assert refused("sanity_check", san=50, success_loss="0", failure_loss="1d7") == ("field/type", "failure_loss")
    assert refused("sanity_check", san=50, success_loss="-1", failure_loss="1") == ("field/type", "success_loss")
    assert refused("sanity_check", san=50, success_loss="1d4+1d6", failure_loss="1") == ("field/type", "success_loss")
    assert refused("sanity_check", cause="corpse") == ("field/missing", "san")
    assert outcome("sanity_check", [1], san=50, cause="corpse", success_loss="1")["loss"] == 1
    assert outcome("sanity_check", [99, 1], san=50, cause="corpse", success_loss="1")["loss"] == 1


@pytest.mark.parametrize(
    ("loss", "wis", "needed"),
    [(5, 10, True), (4, 10, False), (6, 11, True), (5, 11, False), (0, 0, False), (1, 0, True)],
)
def test_a_great_loss_asks_for_a_second_check(loss, wis, needed):
    """CD20-P-SAN-03: twice the loss reaches Wisdom."""
    text = str(loss)
    scene = {"san": 90, "wis": wis, "success_loss": text, "failure_loss": text}
    result = outcome("sanity_check", [50, *([1] if needed else [])], **scene)
    assert (result["second_check_needed"], result["temporary"]) == (needed, False)


def test_the_second_check_is_made_against_what_is_left():
    """CD20-P-SAN-03: 100 fails there too; where nothing is left there is none."""
    scene = {"san": 40, "wis": 10, "success_loss": "5", "failure_loss": "5"}
    assert outcome("sanity_check", [40, 35], **scene)["temporary"] is False
    assert outcome("sanity_check", [40, 36, 1, 1, 1], **scene)["temporary"] is True
    full = {**scene, "san": 99, "success_loss": "6", "failure_loss": "6"}
    assert outcome("sanity_check", [40, 93], **full)["temporary"] is False
    assert outcome("sanity_check", [40, 94, 1, 1, 1], **full)["temporary"] is True
    gone = outcome("sanity_check", [41, 6], **{**scene, "failure_loss": "40"})
    assert (gone["zero"], gone["second_check_needed"], gone["san"], gone["indefinite_months"]) == (True, False, 0, 6)


# ---- madness ----

SHORT = """
    1–20  | faints
    21–30 | screams
    31–40 | flees
    41–50 | hysterics
    51–55 | babbles
    56–60 | rooted
    61–65 | attacks_nearest
    66–70 | hallucinations
    71–75 | echoes
    76–80 | strange_appetites
    81–90 | stupor
    91–99 | catatonia
    """.strip("\n ")
LONG = """
    1–10   | rituals
    11–20  | delusions
    21–30  | paranoia
    31–40  | phobia
    41–45  | strange_desires
    46–55  | lucky_charm
    56–65  | psychosomatic_loss
    66–75  | tremors
    76–85  | amnesia
    86–90  | psychosis
    91–95  | loss_of_speech
    96–100 | catatonia
    """.strip("\n ")
MAD = {"san": 50, "wis": 2, "success_loss": "1", "failure_loss": "1"}


def effects(table: str) -> dict[int, str]:
    result = {}
    for faces, key in lines(table):
        first, last = span(faces)
        result |= dict.fromkeys(range(first, last + 1), key)
    return result


def test_every_face_of_both_madness_tables():
    """CD20-P-SAN-03, cell by cell."""
    short, long = effects(SHORT), effects(LONG)
    assert (sorted(short), sorted(long)) == (list(range(1, 100)), list(range(1, 101)))
    for face in range(1, 101):
        if face < 100:
            assert outcome("sanity_check", [50, 50, 80, 3, face], **MAD)["effect"] == short[face]
        assert outcome("sanity_check", [50, 50, 81, 3, face], **MAD)["effect"] == long[face]
        beyond = outcome("sanity_check", [50, 50, 80, 3, 100, face], **MAD)
        assert (beyond["effect"], beyond["term"], beyond["duration"]) == (long[face], "short", 3)


@pytest.mark.parametrize(
    ("face", "term", "unit", "times"),
    [(1, "short", "rounds", 1), (80, "short", "rounds", 1), (81, "long", "hours", 10), (100, "long", "hours", 10)],
)
def test_how_long_a_madness_lasts(face, term, unit, times):
    """CD20-P-SAN-03: d10 rounds, or ten times as many hours."""
    for ten in range(1, 11):
        result = picked("sanity_check", [50, 50, face, ten, 1], "term", "duration", "duration_unit", **MAD)
        assert result == (term, times * ten, unit)
    thrown = bench.thrown("sanity_check", [50, 50, face, 1, 1], **MAD)
    assert thrown == [
        ("d100", "san"),
        ("d100", "second_san"),
        ("d100", "term"),
        ("d10", "duration"),
        ("d100", "madness"),
    ]


@pytest.mark.parametrize(
    ("lost", "loss", "start", "begins"),
    [(0, 10, 50, True), (0, 9, 50, False), (5, 5, 50, True), (5, 5, 51, False), (9, 0, 40, False), (9, 1, 50, True)],
)
def test_a_fifth_in_an_hour(lost, loss, start, begins):
    """CD20-P-SAN-04: of the SAN at the start of the hour; a loss must be there to begin it."""
    scene = {"san": 60, "wis": 60, "success_loss": str(loss), "failure_loss": str(loss)}
    hour = {"san_lost_this_hour": lost, "san_at_hour_start": start}
    result = outcome("sanity_check", [1, *([4] if begins else [])], **scene, **hour)
    assert (result["indefinite"], result.get("indefinite_months")) == (begins, 4 if begins else None)
    assert result["san_lost_this_hour"] == lost + loss
    again = outcome("sanity_check", [1], **scene, **hour, already_indefinite=True)
    assert (again["indefinite"], "indefinite_months" in again) == (False, False)


def test_an_hour_begins_with_the_san_of_now():
    scene = {"san": 45, "wis": 60, "success_loss": "9", "failure_loss": "9"}
    assert outcome("sanity_check", [1, 2], **scene)["indefinite"] is True
    assert outcome("sanity_check", [1], **{**scene, "san": 46})["indefinite"] is False


@pytest.mark.parametrize(
    ("mythos", "before", "gain"), [(False, False, 0), (False, True, 0), (True, False, 2), (True, True, 1)]
)
def test_what_the_mythos_teaches(mythos, before, gain):
    """CD20-P-SAN-05: two ranks with the first madness, one later, once for both kinds; the most SAN falls."""
    scene = {"san": 50, "wis": 10, "success_loss": "10", "failure_loss": "10", "mythos_ranks": 7}
    said = {"mythos": mythos, "mythos_insanity_before": before}
    both = outcome("sanity_check", [1, 90, 1, 1, 1, 3], **scene, **said)
    assert (both["temporary"], both["indefinite"]) == (True, True)
    assert (both["mythos_gain"], both["mythos_ranks"], both["san_max"]) == (gain, 7 + gain, 92 - gain)
    sane = outcome("sanity_check", [1], **{**scene, "success_loss": "1"}, **said)
    assert (sane["mythos_gain"], sane["mythos_ranks"], sane["san_max"]) == (0, 7, 92)


def test_san_never_passes_what_the_mythos_leaves():
    """CD20-P-SAN-01, CD20-P-SAN-05."""
    scene = {"success_loss": "1", "failure_loss": "1", "wis": 2, "mythos": True}
    result = outcome("sanity_check", [1, 99, 1, 1, 1], san=90, mythos_ranks=9, **scene)
    assert (result["san_max"], result["san"]) == (88, 88)
    last = outcome("sanity_check", [2, 99, 1, 1, 1], san=3, mythos_ranks=98, already_indefinite=True, **scene)
    assert (last["mythos_ranks"], last["san_max"], last["san"], last["zero"]) == (99, 0, 0, True)


def test_what_a_sheet_keeps_of_it():
    result = bench.changes(
        "sanity_check", [1, 99, 1, 1, 1], san=50, wis=2, success_loss="1", failure_loss="1", mythos=True
    )
    assert result == [("san", 50, 49, ""), ("san_lost_this_hour", 0, 1, ""), ("mythos_ranks", 0, 2, "")]
    assert bench.changes("sanity_check", [1], san=50, cause="corpse") == []


# ---- odds ----


def by_hand(san: int, wis: int, losses: tuple[list[int], list[int]], start: int) -> dict[tuple, Fraction]:
    """Success, temporary, indefinite, zero: every d100 and every loss."""
    result: dict[tuple, Fraction] = {}
    held = Fraction(max(0, min(99, san)), 100)
    for success, chance in ((True, held), (False, 1 - held)):
        each = losses[0] if success else losses[1]
        for loss in each:
            left = san - loss
            mad = Fraction(0)
            if loss and 2 * loss >= wis and left > 0:
                mad = 1 - Fraction(max(0, min(99, left)), 100)
            for temporary, part in ((True, mad), (False, 1 - mad)):
                name = (success, temporary, bool(loss) and 5 * loss >= start, left <= 0)
                result[name] = result.get(name, Fraction(0)) + chance * part / len(each)
    return {name: chance for name, chance in result.items() if chance}


@settings(max_examples=20, deadline=None)
@given(st.integers(-5, 99), st.integers(0, 30), st.sampled_from([(0, 6), (1, 10), (0, 20), (10, 100)]))
def test_the_whole_distribution_counted_by_hand(san, wis, sides):
    """CD20-P-SAN-02 to CD20-P-SAN-04."""
    texts = [f"1d{n}" if n > 1 else str(n) for n in sides]
    losses = tuple(list(range(1, n + 1)) if n > 1 else [n] for n in sides)
    scene = {"san": san, "wis": wis, "success_loss": texts[0], "failure_loss": texts[1]}
    by = ("success", "temporary", "indefinite", "zero")
    odds = {
        tuple(one.outcome[name] for name in by): one.chance
        for one in odds_of("cthulhud20", "sanity_check", scene, by=by)
    }
    assert odds == by_hand(san, wis, losses, san)


def test_odds_by_every_field_agree_with_each_other():
    """What nobody looks at is left out, and changes no chance."""
    scene: dict[str, Any] = {"san": 35, "wis": 8, "cause": "rising_corpse", "mythos": True}
    whole = odds_of("cthulhud20", "sanity_check", scene)
    assert sum(one.chance for one in whole) == 1
    assert not {"loss", "san", "effect", "duration", "indefinite_months"} & set(whole[0].outcome)
    lost = odds_of("cthulhud20", "sanity_check", scene, by=("loss",))
    assert {one.outcome["loss"]: one.chance for one in lost} == {
        1: Fraction(35, 100) + Fraction(65, 1000),
        **{loss: Fraction(65, 1000) for loss in range(2, 11)},
    }
    mad = bench.chance("sanity_check", "temporary", **scene)
    effects_of = odds_of("cthulhud20", "sanity_check", scene, by=("effect",))
    assert sum(one.chance for one in effects_of if one.outcome) == mad
    faints = bench.chance("sanity_check", "effect", "faints", **scene)
    assert faints == mad * Fraction(80, 100) * Fraction(20, 100)
    stiff = bench.chance("sanity_check", "effect", "catatonia", **scene)
    long_table = Fraction(5, 100)
    assert stiff == mad * (
        Fraction(80, 100) * (Fraction(9, 100) + Fraction(1, 100) * long_table) + Fraction(20, 100) * long_table
    )
    months = odds_of("cthulhud20", "sanity_check", scene, by=("indefinite_months",))
    assert len({one.chance for one in months if one.outcome}) == 1


# ---- below 0 ----


@pytest.mark.parametrize(
    ("san", "rounds", "expected"),
    [
        (0, 1, (-1, 1, False)),
        (0, 9, (-9, 9, False)),
        (0, 10, (-10, 10, True)),
        (-3, 50, (-10, 7, True)),
        (-10, 1, (-10, 0, True)),
    ],
)
def test_alone_on_the_way_down(san, rounds, expected):
    """CD20-P-SAN-04: a SAN each round, down to −10."""
    result = outcome("sanity_collapse", san=san, rounds=rounds)
    assert (result["san"], result["rounds_passed"], result["permanent"]) == expected
    assert (result["stopped"], "total" in result) == (False, False)


def test_somebody_talks_to_them():
    """CD20-P-SAN-04: Psychoanalysis against 15, before the loss of each round."""
    result = outcome("sanity_collapse", [10], san=-9, rounds=5, helper_bonus=5)
    assert (result["stopped"], result["san"], result["total"], result["permanent"]) == (True, -9, 15, False)
    lost = outcome("sanity_collapse", [9], san=-9, rounds=5, helper_bonus=5)
    assert (lost["stopped"], lost["san"], lost["rounds_passed"], lost["permanent"]) == (False, -10, 1, True)
    assert outcome("sanity_collapse", san=1) == {"refused": "not_at_zero"}
    assert bench.changes("sanity_collapse", san=-1) == [("san", -1, -2, "")]
    assert bench.changes("sanity_collapse", [20], san=-1, helper_bonus=0) == []
    assert refused("sanity_collapse") == ("field/missing", "san")
    assert refused("sanity_collapse", san=0, rounds=0) == ("field/range", "rounds")


def test_odds_of_a_collapse():
    bench.assert_odds_agree("sanity_collapse", san=-8, rounds=3, helper_bonus=2)
    failed = Fraction(12, 20)
    assert bench.chance("sanity_collapse", "permanent", san=0, rounds=1000, helper_bonus=2) == failed**10


# ---- the way back ----


def test_a_level_and_a_victory():
    """CD20-P-SAN-06: a d6; or what the sight would have cost, once for each kind in a scenario."""
    assert picked("regain_sanity", [6], "gain", "san", "san_max", san=40, reason="level") == (6, 46, 99)
    assert picked("regain_sanity", [6], "gain", "san", san=97, reason="level", mythos_ranks=1) == (6, 98)
    assert picked("regain_sanity", [3, 4], "gain", "san", san=40, reason="defeat", failure_loss="2d6+1") == (8, 48)
    assert picked("regain_sanity", [], "gain", "san", san=40, reason="defeat", failure_loss="0") == (0, 40)
    twice = {"reason": "defeat", "failure_loss": "1d6", "already_this_scenario": True}
    assert outcome("regain_sanity", san=40, **twice) == {"refused": "already_this_scenario"}
    assert outcome("regain_sanity", [1], san=40, reason="level", already_this_scenario=True)["gain"] == 1
    assert bench.changes("regain_sanity", [4], san=40, reason="level") == [("san", 40, 44, "")]
    assert bench.changes("regain_sanity", san=40, **twice) == []


def test_regain_is_refused():
    assert refused("regain_sanity", san=40, reason="defeat") == ("field/missing", "failure_loss")
    assert refused("regain_sanity", san=40) == ("field/missing", "reason")
    assert refused("regain_sanity", san=40, reason="defeat", failure_loss="much")[1] == "failure_loss"
    bench.assert_odds_agree("regain_sanity", san=96, reason="level")
    bench.assert_odds_agree("regain_sanity", san=6, reason="defeat", failure_loss="1d20", mythos_ranks=80)


@pytest.mark.parametrize(
    ("die", "second", "change"),
    [(12, 3, 3), (12, 1, 1), (20, 2, 2), (11, None, 0), (8, None, 0), (7, 6, -6), (1, 1, -1)],
)
def test_a_month_of_treatment(die, second, change):
    """CD20-P-SAN-06: from 20 on better, from 16 nothing, at 15 worse; no luck at 1 or 20."""
    dice = [die] if second is None else [die, second]
    result = outcome("psychoanalysis", dice, san=40, san_start=60, bonus=8)
    assert (result["total"], result["dc"], result["success"]) == (die + 8, 20, die >= 12)
    assert (result["change"], result["san"]) == (change, 40 + change)
    label = [] if second is None else [("d3", "san_gain") if change > 0 else ("d6", "san_loss")]
    thrown = bench.thrown("psychoanalysis", dice, san=40, san_start=60, bonus=8)
    assert thrown == [("d20", "psychoanalysis"), *label]


def test_treatment_heals_no_further_than_the_beginning():
    assert picked("psychoanalysis", [20, 3], "change", "san", san=60, san_start=60, bonus=0) == (0, 60)
    assert picked("psychoanalysis", [20, 3], "change", "san", san=66, san_start=60, bonus=0) == (0, 66)
    assert bench.changes("psychoanalysis", [20, 3], san=60, san_start=60, bonus=0) == []
    assert bench.changes("psychoanalysis", [2, 3], san=60, san_start=60, bonus=0) == [("san", 60, 57, "")]
    assert refused("psychoanalysis", san=60, san_start=60) == ("field/missing", "bonus")
    bench.assert_odds_agree("psychoanalysis", san=58, san_start=60, bonus=5)
