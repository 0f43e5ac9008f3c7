"""Traits: which may be taken together, what they add up to (TRAIT, CREA, MISS)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.growth.traits import BROKEN_RULES
from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
ROWS = pack.table("traits", "trait")


def take(*keys, **given):
    traits = [key if isinstance(key, dict) else {"key": key} for key in keys]
    return outcome("choose_traits", traits=traits, **given)


def test_paul_fences():
    """D100-EX-26, D100-TRAIT-04: +4 for every hand weapon, +2 more for one of them."""
    result = take({"key": "maniement", "target": "armes_contact"}, {"key": "specialite", "target": "fleuret"})
    assert (result["skill_bonuses"], result["weapon_bonuses"]) == ({"armes_contact": 4}, {"fleuret": 2})
    assert (result["accepted"], result["slots_left"]) == (True, 0)


@pytest.mark.parametrize("row", [row for row in ROWS if not row.target], ids=lambda row: row.key)
def test_every_trait_gives_what_the_list_says(row):
    """D100-MISS-04, D100-MISS-16: skills, Jets and the numbers beside them."""
    result = take(row.key, scores={"DEX": 14}, options={"psychic_traits": True})
    assert result["accepted"] is True
    assert result["skill_bonuses"] == dict(row.skills)
    assert result["jet_bonuses"] == dict(row.jets)
    numbers = ("pv_bonus", "san_bonus", "san_test_bonus", "speed_bonus", "initiative_bonus", "dodge_bonus")
    assert [result[one] for one in numbers] == [row.pv, row.san, row.san_test, row.speed, row.initiative, row.dodge]
    assert result["slots_left"] == (3 if row.kind == "negative" else 1)


def test_bonuses_of_different_traits_add_up_and_may_cancel():
    """D100-MISS-04: only what is left of them is told."""
    result = take("alerte", "distrait", skills={"ecouter": 1, "nager": 0}, jets={"idee": 2})
    assert result["skill_bonuses"] == {}
    assert (result["skills"], result["jets"]) == ({"ecouter": 1, "nager": 0}, {"idee": 2})
    assert take("polyglotte", skills={"langue_etrangere:latin": -3})["skills"] == {"langue_etrangere:latin": -1}
    assert take("agile", jets={"reflexes": 1})["jets"] == {"reflexes": 3}


@pytest.mark.parametrize(
    ("taken", "given", "errors"),
    [
        (["heroic"], {}, ["unknown_trait"]),
        (["agile", "agile"], {}, ["duplicate_trait"]),
        ([{"key": "doue", "target": "toc"}, {"key": "doue", "target": "droit"}], {}, []),
        ([{"key": "doue", "target": "toc"}, {"key": "doue", "target": "toc"}], {}, ["duplicate_trait"]),
        (["doue"], {}, ["missing_target"]),
        ([{"key": "doue", "target": "boxe"}], {}, ["bad_target"]),
        ([{"key": "doue", "target": "swordplay"}], {}, ["bad_target"]),
        ([{"key": "maniement", "target": "boxe"}], {}, ["bad_target"]),
        ([{"key": "maniement", "target": "revolver"}], {}, []),
        ([{"key": "specialite", "target": "swordplay"}], {}, ["bad_target"]),
        ([{"key": "phobique", "target": "the dark"}], {}, []),
        (["combat_mobile"], {"scores": {"DEX": 13}}, ["needs_dex_above_13"]),
        (["combat_mobile"], {"scores": {"DEX": 14}}, []),
        ([{"key": "boxeur", "justified": False}], {}, ["not_justified"]),
        ([{"key": "agile", "justified": False}], {}, []),
        ([{"key": "combat_mobile", "justified": False}], {}, ["needs_dex_above_13", "not_justified"]),
        (["medium"], {}, ["psychic_not_allowed"]),
        (["medium"], {"options": {"psychic_traits": True}}, []),
        (["lent", "myope", "lache"], {}, ["too_many_negative"]),
        (["agile", "vif", "cultive"], {}, ["too_many_traits"]),
        (["agile", "vif", "cultive", "lent"], {}, []),
        (["agile", "vif", "cultive", "discret", "lent", "myope"], {}, []),
    ],
)
def test_every_fault_is_told_once_and_in_order(taken, given, errors):
    """D100-TRAIT-02 to D100-TRAIT-06, D100-MISS-04."""
    result = take(*taken, **given)
    assert (result["errors"], result["accepted"]) == (errors, not errors)


def test_a_trait_that_does_not_hold_adds_nothing():
    """D100-TRAIT-05."""
    assert take({"key": "boxeur", "justified": False})["skill_bonuses"] == {}
    assert take("agile", "agile")["jet_bonuses"] == {"reflexes": 2}


def test_a_skill_that_is_not_in_the_list_is_refused():
    """D100-MISS-01."""
    assert refused("choose_traits", traits=[], skills={"swordplay": 1}) == ("field/one_of", "skills")


@given(st.lists(st.sampled_from([row.key for row in ROWS]), max_size=6))
def test_slots_and_errors_agree(keys):
    """D100-MISS-04: two, one more for each flaw."""
    result = take(*keys)
    kinds = [pack.trait(key).kind for key in keys]
    flaws = kinds.count("negative")
    assert result["slots_left"] == 2 + flaws - (len(keys) - flaws)
    assert ("too_many_traits" in result["errors"]) == (result["slots_left"] < 0)
    assert ("too_many_negative" in result["errors"]) == (flaws > 2)
    assert result["errors"] == [fault for fault in BROKEN_RULES if fault in result["errors"]]


def test_a_trait_that_needs_no_target_is_the_same_with_any():
    """D100-MISS-04: naming something does not make it another."""
    twice = [{"key": "vif", "target": "toc"}, {"key": "vif", "target": "droit"}]
    assert outcome("choose_traits", traits=twice)["errors"] == ["duplicate_trait"]
