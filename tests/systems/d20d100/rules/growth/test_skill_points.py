"""Skills at creation: bases, points, money (CREA, SKILL, MISS)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.growth.skill_points import bases_of, bonus_for, formula_of, is_combat
from systems.brute import Bench

bench = Bench("d20d100")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
TWO = {"combat_two_characteristics": True}
TRADE = ["nager", "sauter", "grimper", "eloquence", "baratin", "credit", "droit", "histoire", "toc", "boxe"]

# The ledger’s list by key: the base with every modifier at 0, then with FOR +1, DEX +2, CON +3, and so on to TAI +8.
SPREAD = {"FOR": 12, "DEX": 14, "CON": 16, "PER": 18, "INT": 20, "POU": 22, "EDU": 24, "TAI": 26}
BASES = """
nager -1 0 | sauter -1 0 | grimper 2 3 | eloquence -5 8 | baratin -7 4 | deguisement -8 3 | intimidation -3 3
marchandage -7 4 | credit -3 4 | ecole_rue -2 -9 | psychanalyse -6 -1 | anthropologie -6 1 | archeologie -6 1
astronomie -6 1 | biologie -6 1 | chimie -6 1 | comptabilite -6 6 | droit -5 2 | geologie -6 1 | histoire -2 5
histoire_naturelle -4 3 | langue_natale 4 18 | langue_etrangere -6 1 | medecine -5 2 | memoire -3 9 | occultisme -5 -5
pharmacologie -6 1 | physique -6 1 | conduire_auto -4 2 | monter_cheval -7 -1 | piloter_bateau -8 -2
piloter_avion -8 -2 | engin_lourd -8 -2 | bibliotheque -1 4 | ecouter -1 3 | observer -1 3 | toc -3 6 | psychologie -7 2
orienter -4 0 | suivre_piste -4 0 | se_cacher -5 -11 | depl_silencieux -4 -2 | dissimuler -3 -1 | pickpocket -5 -3
art -5 0 | artisanat -5 -3 | contrefacon -7 0 | dressage -5 1 | electricite -6 1 | explosifs -6 -1 | mecanique -4 3
photographie -6 1 | premiers_soins -2 5 | serrurerie -6 -4 | lutte -1 0 | boxe 4 5 | armes_contact -2 -1
armes_jet -1 1 | revolver -2 0 | fusil -1 1 | arme_auto -3 -1
"""
ROWS = [cell.split() for line in BASES.strip().splitlines() for cell in line.split("|")]


def test_sixty_one_skills_have_a_base():
    """D100-MISS-01."""
    assert len(ROWS) == 61 == len(outcome("base_skills")["skills"])
    assert {row[0] for row in ROWS} == set(outcome("base_skills")["skills"])


@pytest.mark.parametrize(("key", "plain", "spread"), ROWS, ids=[row[0] for row in ROWS])
def test_the_base_of_every_skill(key, plain, spread):
    """D100-CREA-11, D100-CREA-12, D100-MISS-01: cell by cell, with average and with telling scores."""
    assert outcome("base_skills")["skills"][key] == int(plain)
    assert outcome("base_skills", scores=SPREAD)["skills"][key] == int(spread)


def test_schooling_counts_against_the_street():
    """D100-CREA-12: EDU −2 gives 0."""
    assert outcome("base_skills", scores={"EDU": 6})["skills"]["ecole_rue"] == 0


def test_a_house_rule_gives_combat_skills_a_second_characteristic():
    """D100-SKILL-23: melee FOR and DEX, ranged DEX and PER, the same constants."""
    one, two = (outcome("base_skills", scores=SPREAD, options=options)["skills"] for options in ({}, TWO))
    added = {key: two[key] - one[key] for key in one if two[key] != one[key]}
    assert added == {
        "lutte": 2, "boxe": 2, "armes_contact": 2, "armes_jet": 4, "revolver": 4, "fusil": 4, "arme_auto": 4,
    }  # fmt: skip
    assert formula_of("boxe", Options()) == "FOR+4"
    assert formula_of("boxe", Options(combat_two_characteristics=True)) == "FOR+DEX+4"
    assert formula_of("toc", Options()) == "INT+PER−3"


def test_seven_skills_are_for_fighting():
    """D100-SKILL-23."""
    assert sum(is_combat(row.key) for row in pack.table("skills", "skill")) == 7
    assert not is_combat("observer")
    assert not is_combat("swordplay")


@given(st.sampled_from(sorted(SPREAD)), st.integers(0, 100))
def test_a_base_moves_with_its_characteristics_alone(code, score):
    """D100-CORE-06."""
    before, after = bases_of(SPREAD, Options()), bases_of({**SPREAD, code: score}, Options())
    for key in before:
        row = pack.skill(key)
        if code not in (*row.plus, *row.minus):
            assert before[key] == after[key]


# ---- points ----


@pytest.mark.parametrize(
    ("key", "mind", "trade", "leisure"),
    [(10, 10, 40, 20), (16, 14, 64, 28), (1, 1, 0, 0), (0, 0, 0, 0), (11, 9, 40, 16)],
)
def test_points_are_those_of_the_percentile_game_divided_by_five(key, mind, trade, leisure):
    """D100-CREA-15, D100-CREA-16, D100-CONV-06."""
    assert picked("creation_points", [], "profession_points", "secondary_points", key_score=key, int_score=mind) == (
        trade,
        leisure,
    )
    if key % 2 == 0 and key:
        assert outcome("creation_points", key_score=key, int_score=mind)["d100_profession"] == 20 * key


def spend(**given):
    return outcome("spend_creation_points", **{"key_characteristic": "FOR", "profession_skills": TRADE, **given})


def test_points_add_to_bases_and_traits():
    """D100-CREA-17: every skill of the trade, and those that received something."""
    result = spend(
        scores={"FOR": 14},
        profession_spending={"nager": 10, "boxe": 4},
        secondary_spending={"observer": 3, "toc": 0},
        trait_bonuses={"nager": 2, "observer": 2},
    )
    assert (result["accepted"], result["errors"]) == (True, [])
    assert result["totals"] == {
        "nager": 13, "sauter": 1, "grimper": 4, "eloquence": -5, "baratin": -7, "credit": -3, "droit": -5,
        "histoire": -2, "toc": -3, "boxe": 10, "observer": 4,
    }  # fmt: skip
    assert (result["profession_available"], result["profession_left"]) == (56, 42)
    assert (result["secondary_available"], result["secondary_left"]) == (20, 17)


def test_a_trait_for_every_language_helps_each():
    """D100-MISS-04, D100-SKILL-14."""
    result = spend(secondary_spending={"langue_etrangere:latin": 4}, trait_bonuses={"langue_etrangere": 2})
    assert result["totals"]["langue_etrangere:latin"] == 0


@pytest.mark.parametrize(
    ("given", "errors"),
    [
        ({"profession_skills": [*TRADE[:9], "swordplay"]}, ["unknown_skill"]),
        ({"profession_skills": [*TRADE, "nager"]}, ["duplicate_profession_skill"]),
        ({"profession_skills": TRADE[:9]}, ["too_few_profession_skills"]),
        ({"profession_skills": [*TRADE, "lutte", "fusil", "art"]}, ["too_many_profession_skills"]),
        ({"profession_spending": {"lutte": 1}}, ["not_a_profession_skill"]),
        ({"profession_spending": {"nager": 11}}, ["profession_over_cap"]),
        ({"profession_spending": dict.fromkeys(TRADE[:5], 9)}, ["profession_overspent"]),
        ({"secondary_spending": {"nager": 1}}, ["profession_skill_in_secondary"]),
        ({"secondary_spending": {"lutte": 11}}, ["secondary_over_cap"]),
        ({"secondary_spending": {"lutte": 10, "fusil": 10, "revolver": 1}}, ["secondary_overspent"]),
        ({"profession_spending": {"lutte": 0}, "secondary_spending": {"nager": 0}}, []),
        (
            {"profession_skills": TRADE[:9], "profession_spending": {"boxe": 50}, "secondary_spending": {"nager": 30}},
            [
                "too_few_profession_skills",
                "not_a_profession_skill",
                "profession_over_cap",
                "profession_overspent",
                "profession_skill_in_secondary",
                "secondary_over_cap",
                "secondary_overspent",
            ],
        ),
    ],
)
def test_every_rule_of_spending_is_checked_once_and_in_order(given, errors):
    """D100-CREA-15, D100-CREA-16."""
    result = spend(**given)
    assert (result["errors"], result["accepted"]) == (errors, not errors)


def test_the_cap_of_secondary_points_is_a_house_rule():
    """D100-CREA-16: another cap, or none."""
    given = {"secondary_spending": {"lutte": 12}}
    assert spend(**given, options={"secondary_cap": 0})["errors"] == []
    assert spend(**given, options={"secondary_cap": 12})["errors"] == []
    assert spend(**given, options={"secondary_cap": 11})["errors"] == ["secondary_over_cap"]


def test_unspent_points_may_be_lost_and_overspent_ones_are_counted():
    """D100-CREA-15."""
    assert spend()["profession_left"] == 40
    assert spend(profession_spending=dict.fromkeys(TRADE[:5], 9))["profession_left"] == -5


def test_an_unknown_skill_has_no_trait():
    """D100-MISS-01."""
    assert bench.refused(
        "spend_creation_points", key_characteristic="FOR", profession_skills=TRADE, trait_bonuses={"swordplay": 1}
    ) == ("field/one_of", "trait_bonuses")


@pytest.mark.parametrize(
    ("given", "cash", "income"),
    [
        ({"credit": 0}, 1000, 20_000),
        ({"credit": 5}, 1500, 30_000),
        ({"credit": -9}, 100, 2000),
        ({"credit": -20}, 100, 2000),
        ({"credit": 0, "rich": True}, 1000, 100_000),
        ({"credit": 0, "poor": True}, 1000, 10_000),
    ],
)
def test_money_follows_credit(given, cash, income):
    """D100-MISS-18."""
    assert outcome("starting_money", **given) == {"cash": cash, "yearly_income": income}


def test_only_a_trait_for_all_languages_helps_one_of_them():
    """D100-MISS-04."""
    assert bonus_for({"observer": 2}, "langue_etrangere:latin") == 0
    assert bonus_for({"langue_etrangere": 2, "langue_etrangere:latin": 1}, "langue_etrangere:latin") == 3


def test_points_of_the_percentile_game_are_five_times_as_many():
    """D100-CREA-15, D100-CREA-16."""
    fields = ("profession_points", "d100_profession", "secondary_points", "d100_secondary")
    assert picked("creation_points", [], *fields, key_score=12, int_score=14) == (48, 240, 28, 140)


def test_everything_may_be_spent_and_twelve_skills_be_a_trade():
    """D100-CREA-15, D100-CREA-16: one point or one skill more is too many."""

    def errors(trade, mine, others):
        given = {"key_characteristic": "FOR", "profession_skills": trade}
        spent = {"profession_spending": mine, "secondary_spending": others}
        return outcome("spend_creation_points", **given, **spent)["errors"]

    most = [*TRADE, "ecouter", "suivre_piste"]
    mine, others = dict.fromkeys(TRADE[:4], 10), {"observer": 5, "psychologie": 5, "memoire": 5, "occultisme": 5}
    assert errors(most, mine, others) == []
    assert errors([*most, "orienter"], mine, others) == ["too_many_profession_skills"]
    assert errors(most, {**mine, "toc": 1}, others) == ["profession_overspent"]
    assert errors(most, mine, {**others, "orienter": 1}) == ["secondary_overspent"]


def test_a_quick_mind_has_more_points_for_everything_else():
    """D100-CREA-16: two for each point of INT."""
    given = {"key_characteristic": "FOR", "profession_skills": TRADE, "scores": {"INT": 12}}
    many = {"observer": 5, "psychologie": 5, "memoire": 5, "occultisme": 5, "orienter": 4}
    assert outcome("spend_creation_points", **given, secondary_spending=many)["errors"] == []
    more = {**many, "orienter": 5}
    assert outcome("spend_creation_points", **given, secondary_spending=more)["errors"] == ["secondary_overspent"]


def test_points_left_are_counted_from_the_own_int():
    """D100-CREA-16."""
    given = {"key_characteristic": "FOR", "profession_skills": TRADE, "scores": {"INT": 12}}
    fields = ("secondary_available", "secondary_left")
    assert picked("spend_creation_points", [], *fields, **given, secondary_spending={"observer": 4}) == (24, 20)
