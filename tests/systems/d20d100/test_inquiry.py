"""Tests that lean on something, at the table: skills by name, one that prepares another, a roll that is kept."""

import pytest

from gardien.core.errors import Refusal
from gardien.systems.d20d100.arming import skill_of
from gardien.table import commands as c
from systems.d20d100.evening import Evening
from systems.table import at


@pytest.fixture
def evening(tmp_path):
    found = Evening(tmp_path)
    yield found
    found.store.close()


def total(evening, id, skill):
    return evening.sheet(id)["skills"][skill]["total"]


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
