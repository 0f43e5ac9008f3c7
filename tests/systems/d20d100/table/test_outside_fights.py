"""Dealings outside a fight: who meets whom, skills by name, help, a roll that is kept, sights, spells, minds (TEST)."""

import pytest

from gardien.core.errors import Refusal
from gardien.systems.d20d100.sheet.worth import skill_of, skill_total
from gardien.systems.d20d100.table.outside_fights import PAIRS
from gardien.table import commands as c
from systems.d20d100.evening import Evening
from systems.table import at


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def total(evening, who, key):
    return evening.sheet(who)["skills"][key]["total"]


def test_two_people_meet_with_the_skills_that_go_together(evening):
    """D100-TEST-08: Observer against Se cacher, unless another skill is named."""
    hidden = skill_total(evening.sheet(evening.gangster), "se_cacher")
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


def test_one_skill_prepares_another_by_name(evening):
    """D100-TEST-12: both numbers come from the sheet."""
    names = {"first_skill": "langue_etrangere", "second_skill": "bibliotheque"}
    evening.write(
        evening.berthe, skills={**evening.sheet(evening.berthe)["skills"], "langue_etrangere": {"learned": True}}
    )
    roll = evening.do(evening.berthe, "synergy_test", (20, 10), **names)
    library = total(evening, evening.berthe, "bibliotheque")
    assert roll.given["second_modifier"] == library
    assert (roll.outcome["bonus"], roll.outcome["effective_modifier"]) == (2, library + 2)
    card = evening.table.log(evening.table.viewer("keeper"), "fr", limit=1)[0]
    assert card["roll"]["told"][0].startswith("Berthe, Langue étrangère, Difficulté 15")


def test_whoever_helps_is_told_by_a_number(evening):
    """D100-TEST-13."""
    roll = evening.do(evening.berthe, "cooperate", (6, 10), skill="bibliotheque", helper_modifiers=[4])
    assert roll.given["main_modifier"] == total(evening, evening.berthe, "bibliotheque")
    assert roll.outcome["bonus"] == 2


def test_wounds_and_armour_weigh_on_a_skill_that_is_only_named(evening):
    """D100-HEALTH-04: on stealth they do, on reading they do not."""
    whole = {key: total(evening, evening.berthe, key) for key in ("depl_silencieux", "bibliotheque")}
    evening.write(evening.berthe, pv=evening.sheet(evening.berthe)["pv_half"])
    worn = evening.sheet(evening.berthe)["wound_penalty"]
    assert worn < 0
    taken = {key: evening.do(evening.berthe, "take_10", (), skill=key).given["modifier"] for key in whole}
    assert taken == {"depl_silencieux": whole["depl_silencieux"] + worn, "bibliotheque": whole["bibliotheque"]}


def test_an_opposed_roll_reads_both_sheets(evening):
    """D100-TEST-07."""
    names = {"active_skill": "depl_silencieux", "passive_skill": "Écouter"}
    roll = evening.do(evening.berthe, "opposed_test", (12, 3), **names, opponent=at(evening.gangster))
    assert roll.given["active_modifier"] == total(evening, evening.berthe, "depl_silencieux")
    assert roll.given["passive_modifier"] == skill_of(evening.sheet(evening.gangster), "ecouter")[0]
    assert roll.given["opponent"] == "Gangster"


def test_a_passive_roll_stands_for_all_who_try_until_the_scene_changes(evening):
    """D100-TEST-08: one who listens, two who creep past; nothing kept is nothing to creep past."""
    with pytest.raises(Refusal) as refused:
        evening.do(evening.berthe, "oppose_recorded", (9,), skill="depl_silencieux", opponent=at(evening.gangster))
    assert refused.value.id == "act/nothing_kept"
    evening.do(evening.gangster, "record_passive", (11,), skill="ecouter")
    kept = evening.roll().outcome["passive_total"]
    assert evening.marks(evening.gangster)["passive_total"] == kept
    own = total(evening, evening.berthe, "depl_silencieux")
    for face in (kept - own, kept - own - 1):
        given = {"skill": "depl_silencieux", "opponent": at(evening.gangster)}
        roll = evening.do(evening.berthe, "oppose_recorded", (face,), seat=evening.ann, **given)
        assert roll.given["passive_total"] == kept
        assert roll.outcome["success"] is (face + own >= kept)
    ann = evening.table.log(evening.table.viewer(evening.ann), "fr", limit=1)[0]
    assert "given" not in ann["roll"]
    assert str(kept) not in str(ann["roll"]["outcome"])
    evening.keep(c.Scene(title="La cave"))
    assert "passive_total" not in evening.marks(evening.gangster)


def test_a_hidden_one_counts_as_it_lies(evening):
    """D100-TEST-08: a 1 that was kept stays a failure."""
    evening.do(evening.gangster, "record_passive", (1,), skill="ecouter")
    given = {"skill": "depl_silencieux", "opponent": at(evening.gangster)}
    assert evening.do(evening.berthe, "oppose_recorded", (2,), **given).outcome["success"] is True
