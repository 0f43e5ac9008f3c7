"""Dealings outside a fight: who meets whom, help, sights, spells, minds (TEST, SAN)."""

import pytest

from gardien.systems.d20d100.inquiry import PAIRS, finished
from gardien.table import commands as c
from systems.d20d100.evening import Evening
from systems.table import at


@pytest.fixture
def evening(tmp_path):
    found = Evening(tmp_path)
    yield found
    found.store.close()


def total(evening, who, key):
    return evening.sheet(who)["skills"][key]["total"]


def test_two_people_meet_with_the_skills_that_go_together(evening):
    """D100-TEST-08: Observer against Se cacher, unless another skill is named."""
    hidden = finished(evening.sheet(evening.gangster), "se_cacher")
    roll = evening.do(evening.berthe, "opposed_test", (10, 10), active_skill="observer", opponent=at(evening.gangster))
    assert roll.given["passive_modifier"] == hidden
    said = evening.do(evening.berthe, "opposed_test", (10, 10), active_skill="observer", passive_modifier=7)
    assert said.given["passive_modifier"] == 7
    assert all(PAIRS[PAIRS[key]] == key for key in PAIRS)


def test_those_who_help_do_it_with_their_own_skill(evening):
    """D100-TEST-13: by name."""
    roll = evening.do(evening.berthe, "cooperate", (19, 10), skill="grimper", helpers=[at(evening.gangster)])
    (helper,) = roll.given["helpers"]
    assert helper["name"] == evening.sheet(evening.gangster)["name"]
    assert roll.outcome["helper_successes"] == [True]


def test_a_characteristic_times_n_is_that_of_the_sheet(evening):
    """D100-TEST-15."""
    roll = evening.do(evening.berthe, "d100_multiplier_test", (10,), characteristic="POU", multiplier=5)
    assert roll.given["score"] == evening.sheet(evening.berthe)["scores"]["POU"]


def test_a_sight_costs_what_the_monster_says_and_only_so_much(evening):
    """D100-SAN-01, D100-MISS-09: the same creature takes no more than its worst."""
    roll = evening.do(evening.berthe, "san_check", (99, 6, 2), creature=at(evening.ghoul))
    assert (roll.given["loss_success"], roll.given["loss_failure"], roll.given["loss_cap"]) == ("0", "1d6", 6)
    assert evening.sheet(evening.berthe)["san_losses_by_creature"] == {evening.sheet(evening.ghoul)["name"]: 6}
    again = evening.do(evening.berthe, "san_check", (99, 6), creature=at(evening.ghoul))
    assert (again.given["loss_cap"], again.outcome["loss"]) == (0, 0)


def test_a_spell_is_resisted_with_the_others_pou(evening):
    """D100-MISS-10."""
    evening.keep(c.Edit(character=evening.berthe, fields={"spells": ["domination"], "pm": 12}))
    roll = evening.do(evening.berthe, "cast_spell", None, spell="domination", victim=at(evening.ghoul))
    sheets = evening.sheet(evening.berthe), evening.sheet(evening.ghoul)
    assert [roll.given["caster_modifier"], roll.given["target_modifier"]] == [one["modifiers"]["POU"] for one in sheets]


def test_a_spell_that_is_learned_stands_on_the_sheet(evening):
    """D100-MISS-10."""
    roll = evening.do(evening.berthe, "learn_spell", None, spell="guerison", multiplier=10)
    known = ["guerison"] if roll.outcome["learned"] else []
    assert list(evening.sheet(evening.berthe)["spells"]) == known


def test_psychanalyse_is_the_healers_and_the_mind_the_patients(evening):
    """D100-SKILL-09, D100-MISS-09."""
    evening.keep(c.Edit(character=evening.berthe, fields={"san": 40}))
    evening.keep(c.Edit(character=evening.gangster, fields={"skills": {"psychanalyse": 12}}))
    roll = evening.do(evening.gangster, "treat_madness", (15, 2), patient=at(evening.berthe))
    assert (roll.given["san"], roll.given["modifier"]) == (40, 12)
    assert evening.sheet(evening.berthe)["san"] == roll.outcome["san"]
    evening.keep(c.Edit(character=evening.berthe, fields={"decompensating": True}))
    evening.do(evening.gangster, "calm_decompensation", (20,), patient=at(evening.berthe), difficulty=5)
    sheet = evening.sheet(evening.berthe)
    assert (sheet["decompensating"], sheet["mind_stable"]) == (False, True)


def test_a_book_is_read_in_the_language_that_is_named(evening):
    """D100-SKILL-14: else in the foreign one that is known best."""
    roll = evening.do(evening.berthe, "read_tome", None, tome="roi_en_jaune", skill_name="langue_natale")
    assert roll.given["language_modifier"] == total(evening, evening.berthe, "langue_natale")
    assert isinstance(
        evening.do(evening.berthe, "read_tome", None, tome="roi_en_jaune").given["language_modifier"], int
    )
