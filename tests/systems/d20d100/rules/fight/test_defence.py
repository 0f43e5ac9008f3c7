"""Defence, flat-footed or not, full defence, defensive fighting (DEF, MODE)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples, table

bench = Bench("d20d100")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("defence", "full_defence", "defensive_fighting")


@pytest.mark.parametrize("example", [one for one in examples("d20d100") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


@pytest.mark.parametrize("row", table("d20d100", "D100-TAB-09"), ids=lambda row: row["creature"])
def test_the_defence_of_monsters_as_printed(row):
    """D100-TAB-09, D100-CREAT-04."""
    assert row["base"] == 15
    assert outcome("defence", reflexes=row["dex"], scale=row["scale"])["defence"] == row["defence"]


@given(
    quick=st.integers(-20, 40),
    dex=st.integers(-20, 40) | st.none(),
    bonus=st.integers(-10, 10),
    dodge=st.integers(0, 5),
    armour=st.integers(-5, 0),
    scale=st.integers(-8, 8),
    cover=st.sampled_from([("none", 0), ("half", 2), ("three_quarters", 4), ("nearly_total", 8)]),
    mode=st.sampled_from([("normal", 0), ("full_defence", 4), ("defensive", 2)]),
    uses_dex=st.booleans(),
)
def test_defence_is_a_sum_and_quickness_does_not_help_the_flat_footed(
    quick, dex, bonus, dodge, armour, scale, cover, mode, uses_dex
):
    """D100-DEF-01, D100-DEF-02, D100-PROT-02, D100-CREAT-03, D100-MISS-17: slowness still counts, dodging is lost."""
    given = {"reflexes": quick, "defence_bonus": bonus, "dodge_bonus": dodge, "armour_penalty": armour, "scale": scale}
    given |= {} if dex is None else {"dex_modifier": dex}
    result = outcome("defence", **given, cover=cover[0], mode=mode[0], options={"defence_uses_dex": uses_dex})
    if uses_dex and dex is not None:
        quick = dex
    others = bonus + armour + scale + cover[1] + mode[1]
    assert result["defence"] == 15 + quick + dodge + others
    assert result["defence_flat"] == 15 + min(0, quick) + others
    assert (result["flat_footed"], result["defence_used"]) == (False, result["defence"])


CAUSES = ("helpless", "charging", "opportunity", "surprise_attack")


@given(st.booleans(), st.booleans(), st.sets(st.sampled_from(CAUSES)), st.booleans())
def test_who_is_caught_off_guard(acted, hit, causes, fleeing):
    """D100-DEF-02, D100-DEF-03, D100-SPEC-05: an act or a hit ends it; flight wins over all but helplessness."""
    result = outcome(
        "defence", reflexes=3, has_acted=acted, has_been_hit=hit, flat_causes=sorted(causes), fleeing=fleeing
    )
    other = bool(causes) or not (acted or hit)
    flat = "helpless" in causes or (not fleeing and other)
    assert result["flat_footed"] is flat
    assert result["defence_used"] == (15 if flat else 18)


def test_the_explanation_names_the_rule():
    """D100-DEF-02, D100-DEF-03, D100-SPEC-05."""
    assert ("flat_footed", False, "D100-DEF-03") in bench.reasons("defence", fleeing=True, has_acted=False)
    assert ("flat_footed", True, "D100-SPEC-05") in bench.reasons("defence", flat_causes=["helpless"], fleeing=True)
    assert bench.reasons("defence", reflexes=2, dodge_bonus=1, has_acted=False) == [
        ("defence", 18, "D100-DEF-01"),
        ("defence_flat", 15, "D100-DEF-02"),
        ("flat_footed", True, "D100-DEF-02"),
        ("defence_used", 15, "D100-DEF-02"),
    ]


@given(st.integers(-20, 60), st.integers(-40, 60))
def test_caution_is_paid_for(defence, attack):
    """D100-MODE-01, D100-MODE-02."""
    assert outcome("full_defence", defence=defence) == {"defence": defence + 4, "can_attack": False}
    assert outcome("defensive_fighting", defence=defence, attack=attack) == {
        "defence": defence + 2,
        "attack": attack - 4,
    }


def test_what_cannot_be_is_refused():
    assert refused("defence", cover="wall")[1] == "cover"
    assert refused("defence", armour_penalty=1)[1] == "armour_penalty"
    assert refused("full_defence")[1] == "defence"
    assert refused("defensive_fighting", defence=15)[1] == "attack"
