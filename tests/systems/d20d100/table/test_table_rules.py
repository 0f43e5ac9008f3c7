"""An evening at the table: sheets fill in, people meet, wounds weigh, the clock brings rest and recovery."""

import pytest

from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.sheets.blocks import arrange
from gardien.systems.d20d100.page.sheet import skill_name
from gardien.systems.d20d100.sheet.sheet import Investigator, Monster, Npc
from gardien.table import commands as c
from systems.d20d100.evening import Evening
from systems.table import at

HOUR, DAY = 60, 24 * 60


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


# ---- inputs ----


def test_a_skill_is_read_from_the_sheet_by_its_name(evening):
    """D100-TEST-01, D100-SKILL-01: what it comes to, and what weighs on it."""
    total = evening.sheet(evening.berthe)["skills"]["ecouter"]["total"]
    roll = evening.do(evening.berthe, "skill_test", (12,), seat=evening.ann, skill="ecouter")
    assert (roll.outcome["total"], roll.given["learned"]) == (12 + total, True)
    roll = evening.do(evening.berthe, "skill_test", (), skill="piloter_avion")
    assert roll.outcome["refused"] is True


def test_an_adversary_without_a_skill_starts_at_its_base(evening):
    """D100-CREAT-02, D100-SKILL-01."""
    assert evening.do(evening.gangster, "skill_test", (10,), skill="intimidation").given["modifier"] == 3
    assert evening.do(evening.gangster, "skill_test", (10,), skill="sauter").given["learned"] is True


def test_jets_and_characteristics_are_read_from_the_sheet(evening):
    """D100-CORE-03, D100-TEST-15."""
    sheet = evening.sheet(evening.berthe)
    assert evening.do(evening.berthe, "jet_test", (9,), jet="idee").given["modifier"] == sheet["idee"]
    roll = evening.do(evening.berthe, "characteristic_test", (9,), characteristic="FOR")
    assert roll.given["modifier"] == 1
    assert evening.do(evening.ghoul, "jet_test", (9,), jet="endurance").given["jet"] == "endurance"


def test_fields_of_another_meaning_are_not_filled_in(evening):
    """`kind` is a kind of sheet; the Defence of whoever attacks is not that of the target."""
    roll = evening.do(
        evening.berthe, "opposed_test", (10, 10), active_skill="ecouter", passive_modifier=2, passive_skill="se_cacher"
    )
    assert roll.given.get("kind", "active_passive") == "active_passive"
    assert evening.sheet(evening.berthe)["defence"] == 17
    assert evening.do(evening.berthe, "attack", (2,)).given["defence"] == 15


# ---- a shot ----


def test_a_shot_meets_the_defence_and_hurts_the_target(evening):
    """D100-ATK-01, D100-ATK-06, D100-FIRE-04: weapon line, Defence, PV, cartridges."""
    line = evening.sheet(evening.berthe)["weapons"][0]
    before = evening.sheet(evening.gangster)
    evening.keep(c.Remark(character=evening.gangster, marks={"stands": 6}))
    roll = evening.do(evening.berthe, "attack", (18, 6), target=at(evening.gangster))
    assert roll.given["attack"] == line["base_series"][0]
    assert (roll.given["defence"], roll.given["distance"]) == (before["defence"], 6)
    assert roll.outcome["hit"] is True
    after = evening.sheet(evening.gangster)
    assert after["pv"] == before["pv"] - roll.outcome["damage_final"] < before["pv"]
    assert evening.sheet(evening.berthe)["weapons"][0]["loaded"] == line["capacity"] - 1
    assert evening.sheet(evening.berthe)["pv"] == evening.sheet(evening.berthe)["pv_max"]


def test_cover_and_surprise_change_the_defence(evening):
    """D100-DEF-02, D100-MISS-17."""
    sheet = evening.sheet(evening.gangster)
    evening.keep(c.Remark(character=evening.gangster, marks={"cover_half": True}))
    roll = evening.do(evening.berthe, "attack", (2,), target=at(evening.gangster))
    assert roll.given["defence"] == sheet["defence"] + 2
    evening.keep(c.Remark(character=evening.gangster, marks={"cover_half": None, "flat_footed": True}))
    roll = evening.do(evening.berthe, "attack", (2,), target=at(evening.gangster))
    assert roll.given["defence"] == sheet["defence_flat"]
    roll = evening.do(evening.berthe, "attack_sequence", None, target=at(evening.gangster))
    assert (roll.given["defence"], roll.given["target_flat_footed"]) == (sheet["defence"], True)


def test_whoever_lies_or_is_held_is_hit_more_easily(evening):
    """D100-MISS-17, D100-GRAP-03."""
    evening.keep(c.Remark(character=evening.gangster, marks={"prone": True, "immobilised": True}))
    roll = evening.do(evening.berthe, "attack", (2,), target=at(evening.gangster), weapon_name="")
    assert set(roll.given["situations"]) == {"target_prone_in_contact", "immobilised_target"}


def test_a_body_protects_itself_and_so_does_a_vest(evening):
    """D100-PROT-01, D100-PROT-03."""
    evening.write(evening.ghoul, protections=[{"against": ["bullets"], "protection_kind": "half", "protection": 0}])
    roll = evening.do(evening.berthe, "attack", (2,), target=at(evening.ghoul))
    assert roll.given["protection_kind"] == "half"
    evening.write(evening.berthe, armour={"key": "", "protection": 6, "penalty": -1})
    roll = evening.do(evening.ghoul, "attack", (2,), target=at(evening.berthe))
    assert (roll.given["protection_kind"], roll.given["protection"]) == ("vest", 6)


def test_a_natural_attack_comes_from_the_profile(evening):
    """D100-CREAT-02."""
    attack = evening.sheet(evening.ghoul)["attacks"][0]
    roll = evening.do(evening.ghoul, "attack", (2,), target=at(evening.berthe), weapon_name=attack["name"])
    assert (roll.given["attack"], roll.given["damage"]) == (attack["attack"], attack["damage"])
    with pytest.raises(Refusal):
        evening.do(evening.ghoul, "attack", (2,), target=at(evening.berthe), weapon_name="Sabre")


def test_after_the_first_attack_the_series_may_go_on(evening):
    """D100-CBT-14."""
    skills = evening.sheet(evening.berthe)["skills"]
    better = {**skills, "revolver": {**skills["revolver"], "xp": 8 - skills["revolver"]["total"]}}
    evening.keep(c.Edit(character=evening.berthe, fields={"skills": better}))
    line = evening.sheet(evening.berthe)["weapons"][0]
    assert line["base_series"] == [9, 4]  # the revolver is precise
    evening.do(evening.berthe, "attack", (2,), seat=evening.ann, target=at(evening.gangster))
    assert evening.offered(evening.ann)["second_attack"].given == {"attack": 4}
    moment = str(evening.table.log(evening.table.viewer(evening.ann), "fr")[0]["id"])
    evening.act(evening.ann, c.Follow(event=moment, offer="second_attack", dice=(2,)))
    assert "third_attack" not in evening.offered(evening.ann)
    assert evening.sheet(evening.berthe)["weapons"][0]["loaded"] == line["capacity"] - 2
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.rank(evening.berthe, evening.gangster)
    evening.do(evening.berthe, "attack", (2,), seat=evening.ann, target=at(evening.gangster))
    assert "second_attack" in evening.offered(evening.ann)
    moment = str(evening.table.log(evening.table.viewer(evening.ann), "fr")[0]["id"])
    for _ in range(2):  # in the turn of another, and in her next one
        evening.turn()
        with pytest.raises(Refusal):
            evening.act(evening.ann, c.Follow(event=moment, offer="second_attack", dice=(2,)))


# ---- wounds ----


def test_a_wound_weighs_on_the_next_test(evening):
    """D100-HEALTH-04: half the PV, three points less."""
    most = evening.sheet(evening.berthe)["pv_max"]
    evening.do(evening.berthe, "apply_damage", None, damage=most - most // 2)
    sheet = evening.sheet(evening.berthe)
    assert (sheet["pv"], sheet["wound_penalty"]) == (most // 2, -3)
    roll = evening.do(evening.berthe, "skill_test", (10,), skill="grimper")
    assert roll.outcome["modifier_used"] == sheet["skills"]["grimper"]["total"] - 3
    roll = evening.do(evening.berthe, "attack", (2,), target=at(evening.gangster))
    assert roll.outcome["effective_attack"] == roll.given["attack"] - 3


def test_first_aid_is_given_once_for_each_wound(evening):
    """D100-HEALTH-08: a failure locks nobody; a new wound may be treated anew."""
    evening.do(evening.berthe, "apply_damage", None, damage=5)
    evening.do(evening.berthe, "first_aid", (2,), modifier=4)
    assert evening.sheet(evening.berthe)["first_aid_used"] is False
    evening.do(evening.berthe, "first_aid", (18, 1), modifier=4)
    assert evening.sheet(evening.berthe)["first_aid_used"] is True
    assert evening.do(evening.berthe, "first_aid", (), modifier=4).outcome["reason"] == "already_treated"
    evening.do(evening.berthe, "apply_damage", None, damage=1)
    assert evening.sheet(evening.berthe)["first_aid_used"] is False
    assert evening.do(evening.berthe, "first_aid", (15, 3), modifier=4).outcome["restored"] == 3


def test_the_dying_are_out_and_may_be_stabilised(evening):
    """D100-HEALTH-06, D100-HEALTH-07."""
    most = evening.sheet(evening.berthe)["pv_max"]
    evening.do(evening.berthe, "apply_damage", None, damage=most + 3)
    assert evening.sheet(evening.berthe)["condition"] == "dying"
    evening.do(evening.berthe, "agony_round", (4,))
    assert evening.sheet(evening.berthe)["pv"] == -4
    aid = {"modifier": 6, "skill": "medicine", "patient": at(evening.berthe)}
    evening.do(evening.gangster, "first_aid", (15,), **aid)
    assert evening.sheet(evening.berthe)["condition"] == "stable"


def test_a_shock_and_a_hold_last_until_the_fight_is_over(evening):
    """D100-HEALTH-03, D100-GRAP-01, D100-GRAP-03."""
    fighters = tuple(c.Fighter(character=one, side=side) for one, side in ((evening.berthe, "a"), (evening.ghoul, "b")))
    evening.keep(c.Fight(fighters=fighters))
    evening.do(evening.berthe, "start_grapple", (18, 3), opponent_lutte=2)
    assert evening.marks(evening.berthe)["grappling"] is True
    roll = evening.do(
        evening.berthe, "grapple_manoeuvre", (18, 3), target=at(evening.ghoul), manoeuvre="immobilise", mods=[4]
    )
    assert (roll.given["opponent_lutte"], roll.outcome["success"]) == (evening.sheet(evening.ghoul)["lutte"], True)
    assert evening.marks(evening.ghoul)["immobilised"] is True
    evening.do(evening.berthe, "apply_damage", None, damage=1, keeper_shock=True)
    assert evening.marks(evening.berthe)["shocked"] is True
    evening.keep(c.EndFight())
    assert evening.marks(evening.berthe) == {}
    assert evening.marks(evening.ghoul) == {}


# ---- the fight ----


def test_initiative_is_thrown_once_and_gives_the_order(evening):
    """D100-CBT-02."""
    people = (evening.berthe, evening.gangster, evening.ghoul)
    roll = evening.do(None, "start_combat", (3, 18, 10), combatants=[at(one) for one in people])
    totals = {one: evening.marks(one)["initiative_total"] for one in people}
    assert roll.outcome["totals"] == list(totals.values())
    fighters = tuple(c.Fighter(character=one, side=side) for one, side in zip(people, "abb", strict=True))
    evening.keep(c.Fight(fighters=fighters))
    fight = evening.table.state.play["fight"]
    assert fight["order"] == sorted(people, key=lambda one: -totals[one])
    evening.keep(c.EndFight())
    assert evening.marks(evening.berthe) == {}


def test_whoever_falls_is_passed_over(evening):
    fighters = tuple(c.Fighter(character=one, side="a") for one in (evening.berthe, evening.gangster, evening.ghoul))
    evening.keep(c.Fight(fighters=fighters))
    first, second, third = evening.table.state.play["fight"]["order"]
    evening.do(second, "apply_damage", None, damage=60)
    assert evening.sheet(second)["condition"] == "dead"
    evening.keep(c.Turn())
    fight = evening.table.state.play["fight"]
    assert fight["order"][fight["turn"]] == third != first


def test_the_end_of_a_round_befalls_everybody(evening):
    """D100-HEALTH-06, D100-CREAT-01."""
    most = evening.sheet(evening.berthe)["pv_max"]
    evening.do(evening.berthe, "apply_damage", None, damage=most + 2)
    evening.do(None, "end_round", (10,), combatants=[at(evening.berthe), at(evening.gangster)])
    assert evening.sheet(evening.berthe)["stable"] is True
    assert evening.sheet(evening.berthe)["condition"] == "stable"


# ---- the mind ----


def test_san_is_lost_and_the_hour_counts_it(evening):
    """D100-SAN-01, D100-SAN-04: an hour after the first loss the count begins again."""
    start = evening.sheet(evening.berthe)["san"]
    evening.do(evening.berthe, "san_check", (100, 3), loss_failure="1d4")
    sheet = evening.sheet(evening.berthe)
    assert (sheet["san"], sheet["san_lost_this_hour"], sheet["san_hour_start"]) == (start - 3, 3, start)
    evening.keep(c.Advance(minutes=HOUR))
    sheet = evening.sheet(evening.berthe)
    assert (sheet["san_lost_this_hour"], sheet["san_hour_start"]) == (0, start - 3)


def test_temporary_madness_ends_by_itself(evening):
    """D100-SAN-03, D100-MISS-09."""
    evening.do(evening.berthe, "temporary_madness", None, length="long")
    (held,) = evening.sheet(evening.berthe)["madness"]
    assert (held["kind"], evening.sheet(evening.berthe)["temp_mad"]) == ("temporary", True)
    evening.keep(c.Advance(minutes=held["remaining"] - 1))
    assert evening.sheet(evening.berthe)["temp_mad"] is True
    evening.keep(c.Advance(minutes=1))
    sheet = evening.sheet(evening.berthe)
    assert (sheet["madness"], sheet["temp_mad"]) == ([], False)


def test_indefinite_madness_ends_with_a_throw(evening):
    """D100-SAN-04, D100-MISS-09."""
    evening.do(evening.berthe, "indefinite_madness", (4, 2))
    ((due, procedure),) = evening.pass_time(2 * 30 * DAY)
    assert procedure == "end_of_madness"
    evening.keep(c.Settle(due=due, dice=(1,)))
    sheet = evening.sheet(evening.berthe)
    assert (sheet["madness"], sheet["indef_mad"]) == ([], False)


def test_what_is_foreseen_is_written_for_each(evening):
    """D100-CBT-06."""
    start = evening.sheet(evening.berthe)["san"]
    evening.do(None, "combat_san", (100, 2), minds=[at(evening.berthe)], loss_failure="1d4")
    assert evening.sheet(evening.berthe)["san"] == start - 2


# ---- time ----


def test_blows_fade_by_the_hour(evening):
    """D100-TEMP-03: the CON modifier each hour, one at least."""
    evening.do(evening.berthe, "apply_temp_damage", (), damage=5)
    assert evening.pass_time(2 * HOUR) == []
    assert evening.sheet(evening.berthe)["temp_damage"] == 3


def test_pv_come_back_by_the_week_and_pm_by_the_hour(evening):
    """D100-HEALTH-09, D100-MISS-10: what takes no die waits for none."""
    evening.do(evening.berthe, "apply_damage", None, damage=4)
    evening.write(evening.berthe, pm=2)
    ((due, procedure),) = evening.pass_time(7 * DAY)
    assert procedure == "rest_week"
    assert evening.sheet(evening.berthe)["pm"] == evening.sheet(evening.berthe)["pm_max"]
    evening.keep(c.Settle(due=due, dice=(2,)))
    sheet = evening.sheet(evening.berthe)
    assert (sheet["pv"], sheet["pm"]) == (sheet["pv_max"] - 2, sheet["pm_max"])


# ---- growing ----


def test_a_box_is_ticked_and_an_improvement_bought(evening):
    """D100-XP-02, D100-XP-04."""
    evening.do(evening.berthe, "tick_box", (), target="ecouter")
    assert evening.sheet(evening.berthe)["skills"]["ecouter"]["ticked"] is True
    evening.write(evening.berthe, xp=40)
    before = evening.sheet(evening.berthe)["skills"]["ecouter"]["total"]
    roll = evening.do(evening.berthe, "spend_xp", (), purchase="skill", target="ecouter")
    after = evening.sheet(evening.berthe)
    assert roll.outcome["accepted"] is True
    assert (after["skills"]["ecouter"]["total"], after["skills"]["ecouter"]["ticked"]) == (before + 1, False)
    assert after["xp"] == roll.outcome["xp"] < 40


def test_a_score_that_is_written_moves_what_rests_on_it(evening):
    """D100-CORE-06."""
    before = evening.sheet(evening.berthe)
    evening.act("keeper", c.Edit(character=evening.berthe, fields={"scores": {**before["scores"], "DEX": 18}}))
    after = evening.sheet(evening.berthe)
    assert after["reflexes"] == before["reflexes"] + 2
    assert after["defence"] == before["defence"] + 2


def test_a_point_of_destiny_is_spent_once_in_a_scene(evening):
    """D100-MISS-11."""
    evening.write(evening.berthe, destiny=2)
    evening.do(evening.berthe, "spend_destiny", (), use="coincidence")
    sheet = evening.sheet(evening.berthe)
    assert (sheet["destiny"], sheet["used_this_scene"]) == (1, True)
    assert evening.do(evening.berthe, "spend_destiny", (), use="coincidence").outcome["reason"] == "once_per_scene"


def test_skills_and_weapons_are_told_by_name(evening):
    """D100-SKILL-14, D100-WPN-08: no key of the pack is read on a sheet."""
    assert skill_name("langue_etrangere:egyptien_ancien", "fr") == "Langue étrangère (égyptien ancien)"
    assert skill_name("langue_etrangere:patois", "en").endswith("(patois)")
    assert skill_name("nothing_like_it", "fr") == "nothing_like_it"
    for who, kind in ((evening.berthe, Investigator), (evening.gangster, Npc), (evening.ghoul, Monster)):
        shown = arrange(find("d20d100"), evening.sheet(who), "fr")
        told = [text for section in shown.sections for block in section.blocks for row in block.rows for text in row]
        assert shown.name
        assert told
        assert not [text for text in told if "_" in text or ("-" in text and text[0] in "+-")], kind
