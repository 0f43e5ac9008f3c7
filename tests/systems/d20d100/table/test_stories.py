"""Stories over several acts and hours: care, wounds that weigh, breath, minds, spells, books (HEALTH, SAN, MAGIC)."""

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.d20d100.evening import Evening, investigator
from systems.table import at

MINUTE, HOUR, DAY = 1, 60, 24 * 60
WEEK, MONTH = 7 * DAY, 30 * DAY


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def refusal(doing, *args, **said):
    with pytest.raises(Refusal) as no:
        doing(*args, **said)
    return no.value


def pass_time(evening, minutes, activity="", **activities):
    evening.keep(c.Advance(minutes=minutes, activity=activity, activities=activities))
    return [procedure for _, procedure in evening.due()]


def settle(evening, procedure, *dice, **given):
    ((due, named),) = evening.due()
    assert named == procedure
    evening.keep(c.Settle(due=due, dice=dice or None, given=given))


def aid(evening, helper, patient, *dice, **given):
    return evening.do(helper, "first_aid", dice, patient=at(patient), modifier=5, **given)


def wounded(evening, who, left):
    """Somebody who was struck down to so many PV."""
    evening.do(who, "apply_damage", None, damage=evening.sheet(who)["pv"] - left, over_time=True)


# ---- care ----


def test_whoever_failed_to_help_waits_or_leaves_it_to_another(evening):
    """D100-HEALTH-08, D100-TEST-11: twenty times as long, two minutes, or somebody else at once."""
    wounded(evening, evening.gangster, 5)
    aid(evening, evening.berthe, evening.gangster, 3)
    no = refusal(aid, evening, evening.berthe, evening.gangster, 15, 1)
    assert (no.id, no.words["minutes"]) == ("act/tried_now", 2)
    pass_time(evening, 1)
    assert refusal(aid, evening, evening.berthe, evening.gangster, 15, 1).words["minutes"] == 1
    pass_time(evening, 1)
    assert aid(evening, evening.berthe, evening.gangster, 15, 2).outcome["pv"] == 7


def test_at_the_bedside_of_the_dying_only_another_may_try_again(evening):
    """D100-HEALTH-08."""
    odette = evening.add(sheet=investigator("Odette"))
    wounded(evening, odette, -1)
    aid(evening, evening.berthe, odette, 3)
    assert refusal(aid, evening, evening.berthe, odette, 15, 1).id == "act/tried"
    assert aid(evening, evening.gangster, odette, 15, 1).outcome["condition"] == "out_of_action"


def test_another_skill_is_another_try(evening):
    """D100-HEALTH-07: Médecine after Premiers Soins."""
    wounded(evening, evening.berthe, -2)
    aid(evening, evening.gangster, evening.berthe, 3)
    assert aid(evening, evening.gangster, evening.berthe, 15, skill="medicine").outcome["stable"] is True


def test_a_new_wound_is_a_new_try(evening):
    """D100-HEALTH-08: and blows that do not kill are no wound."""
    wounded(evening, evening.gangster, 9)
    aid(evening, evening.berthe, evening.gangster, 3)
    evening.do(evening.gangster, "apply_temp_damage", (), damage=1)
    assert refusal(aid, evening, evening.berthe, evening.gangster, 15, 1).id == "act/tried_now"
    wounded(evening, evening.gangster, 7)
    assert aid(evening, evening.berthe, evening.gangster, 15, 1).outcome["pv"] == 8
    assert aid(evening, evening.ghoul, evening.gangster).outcome["reason"] == "already_treated"
    wounded(evening, evening.gangster, 5)
    assert aid(evening, evening.ghoul, evening.gangster, 15, 1).outcome["pv"] == 6


def test_a_failure_leaves_the_stable_stable(evening):
    """D100-HEALTH-06: on the card as on the sheet; a success wakes them."""
    wounded(evening, evening.berthe, -2)
    evening.do(evening.berthe, "agony_round", (10,))
    assert aid(evening, evening.gangster, evening.berthe, 3).outcome["condition"] == "stable"
    assert evening.sheet(evening.berthe)["condition"] == "stable"
    assert aid(evening, evening.ghoul, evening.berthe, 15, 4).outcome["condition"] == "ok"
    assert evening.sheet(evening.berthe)["condition"] == "ok"


def test_the_stable_heal_in_a_week_and_wake(evening):
    """D100-HEALTH-09: a patient below 0 who no longer loses PV."""
    wounded(evening, evening.berthe, -2)
    evening.do(evening.berthe, "agony_round", (10,))
    assert refusal(evening.do, evening.berthe, "skill_test", (10,), skill="ecouter").words["why"] == "stable"
    assert pass_time(evening, WEEK) == ["rest_week"]
    settle(evening, "rest_week", 3)
    assert (evening.sheet(evening.berthe)["pv"], evening.sheet(evening.berthe)["condition"]) == (1, "ok")
    evening.do(evening.berthe, "skill_test", (10,), skill="ecouter")


def test_a_traveller_beside_a_patient_does_not_heal(evening):
    """D100-HEALTH-09: each spends the week in their own way."""
    odette = evening.add(sheet=investigator("Odette"))
    for who in (evening.berthe, odette):
        wounded(evening, who, 4)
    evening.keep(c.Advance(minutes=WEEK, activity="travel", activities={odette: "care"}))
    assert [evening.play["due"][id]["character"] for id, _ in evening.due()] == [odette]
    settle(evening, "rest_week", 2, 2)
    assert (evening.sheet(evening.berthe)["pv"], evening.sheet(odette)["pv"]) == (4, 8)


def test_blows_wake_and_fade_beside_a_wound(evening):
    """D100-TEMP-02, D100-TEMP-03: compared again whenever PV or blows change."""
    evening.do(evening.berthe, "apply_temp_damage", (), damage=5)
    wounded(evening, evening.berthe, 5)
    assert evening.sheet(evening.berthe)["condition"] == "staggered"
    wounded(evening, evening.berthe, 4)
    assert evening.sheet(evening.berthe)["condition"] == "unconscious"
    aid(evening, evening.gangster, evening.berthe, 15, 2)
    assert evening.sheet(evening.berthe)["condition"] == "ok"


def test_nothing_counts_blows_on_whoever_feels_none(evening):
    """D100-MISS-07: a zombie is not beaten senseless."""
    zombie = evening.add(being="creature/zombie")
    evening.do(evening.berthe, "attack", (20,), weapon_name="Poing, pied", target=at(zombie))
    evening.do(zombie, "apply_temp_damage", (), damage=30)
    assert (evening.sheet(zombie)["temp_damage"], evening.sheet(zombie)["condition"]) == (0, "ok")


def test_nobody_has_more_pv_than_their_maximum(evening):
    """D100-HEALTH-01: a maximum that falls takes the PV with it."""
    most = evening.sheet(evening.berthe)["pv_max"]
    no = refusal(evening.write, evening.berthe, pv=most + 1)
    assert (no.id, no.words["high"]) == ("field/at_most", most)
    evening.do(evening.berthe, "change_characteristic", (), characteristic="CON", delta=-4)
    assert evening.sheet(evening.berthe)["pv"] == evening.sheet(evening.berthe)["pv_max"] < most


# ---- wounds that weigh ----


def test_wounds_weigh_on_wrestling_disarming_falls_and_poison(evening):
    """D100-HEALTH-04: whatever uses the body, whichever rule asks for it."""
    wounded(evening, evening.berthe, 3)
    acts = {
        "start_grapple": ({"opponent": at(evening.gangster)}, "mods"),
        "silent_hold": ({"opponent": at(evening.gangster)}, "mods"),
        "disarm": ({"holder": at(evening.gangster)}, "attacker_mods"),
        "fall": ({"height": 2}, "mods"),
        "poison": ({"potency": 1}, "mods"),
    }
    for act, (given, mods) in acts.items():
        assert evening.do(evening.berthe, act, None, **given).given[mods] == [-6], act


def test_wounds_weigh_on_whoever_is_held_or_shot_at(evening):
    """D100-HEALTH-04, D100-FIRE-07: Lutte of the other side, Réflexes against a burst."""
    wounded(evening, evening.berthe, 5)
    held = evening.do(evening.gangster, "start_grapple", (2, 20), opponent=at(evening.berthe))
    assert held.given["opponent_mods"] == [-3]
    for who in (None, evening.gangster):  # a bomb that nobody throws is as hard to escape
        evening.write(evening.berthe, pv=5)
        blown = evening.do(who, "explosion", None, kind="grenade", targets=[at(evening.berthe, distance=5)])
        assert blown.given["targets"][0]["reflex_mods"] == [-3]


def test_wounds_weigh_on_hiding_and_stealing_up(evening):
    """D100-HEALTH-04, D100-SPEC-04: Discrétion is of the body, Écouter is not."""
    quiet = evening.do(evening.berthe, "sneak_attack", (2, 20), victim=at(evening.gangster)).given
    wounded(evening, evening.berthe, 5)
    again = evening.do(evening.berthe, "sneak_attack", (2, 20), victim=at(evening.gangster)).given
    assert again["stealth_modifier"] == quiet["stealth_modifier"] - 3
    assert evening.do(evening.berthe, "skill_test", (10,), skill="ecouter").outcome["modifier_used"] == 0


def test_what_the_keeper_rules_is_added_to_what_weighs(evening):
    """D100-HEALTH-04: neither takes the place of the other."""
    wounded(evening, evening.berthe, 5)
    roll = evening.do(evening.berthe, "poison", (20,), potency=2, mods=[2])
    assert sorted(roll.given["mods"]) == [-3, 2]


def test_the_watchful_hear_better_in_every_opposition(evening):
    """D100-CBT-04: +2 to Écouter and Observer, whatever they are thrown for."""
    plain = evening.do(evening.berthe, "opposed_test", (10, 10), active_skill="ecouter", opponent=at(evening.ghoul))
    evening.do(evening.berthe, "alert")
    keen = evening.do(evening.berthe, "opposed_test", (10, 10), active_skill="ecouter", opponent=at(evening.ghoul))
    assert keen.given["active_modifier"] == plain.given["active_modifier"] + 2
    crept = evening.do(evening.ghoul, "sneak_attack", (10, 10), victim=at(evening.berthe))
    assert crept.given["listen_modifier"] == plain.given["active_modifier"] + 2


def test_traits_count_where_they_say(evening):
    """D100-MISS-04: disarming, eyes that fail, point-blank shots, a sixth sense."""
    traits = [{"key": key} for key in ("desarmement", "myope", "bout_portant", "sixieme_sens")]
    evening.write(evening.berthe, traits=traits)
    gun = {"weapon_name": "Colt .38", "target": at(evening.gangster)}
    assert evening.do(evening.berthe, "attack", (2,), **gun).given["mods"] == [1]
    assert evening.do(evening.berthe, "attack", (2,), distance=20, **gun).given["mods"] == [-2]
    assert evening.do(evening.berthe, "disarm", (2, 20), holder=at(evening.gangster)).given["attacker_mods"] == [4]
    sensed = evening.do(evening.berthe, "characteristic_test", (10,), characteristic="PER", sixth_sense=True)
    assert sensed.outcome["difficulty"] == 10


# ---- breath ----


def test_a_run_counts_its_own_rounds(evening):
    """D100-ROLL-05: CON 12 gives twelve free rounds, then a throw, a point harder each time."""
    for _ in range(12):
        assert evening.do(evening.berthe, "effort_round", ()).outcome["rolled"] is False
    assert evening.do(evening.berthe, "effort_round", (15,)).outcome["fatigue"] == 0
    assert evening.do(evening.berthe, "effort_round", (2,)).outcome["fatigue"] == -1
    assert evening.do(evening.berthe, "effort_round", ()).outcome["rolled"] is False


def test_whoever_stops_to_breathe_begins_a_run_anew(evening):
    """D100-ROLL-05, D100-ROLL-07."""
    for _ in range(3):
        evening.do(evening.berthe, "effort_round", ())
    assert evening.do(evening.berthe, "effort_round", ()).given["round"] == 4
    pass_time(evening, MINUTE)
    assert evening.do(evening.berthe, "effort_round", ()).given["round"] == 1


def test_a_sprint_asks_for_force_once(evening):
    """D100-ROLL-07: Endurance from the first round on, −1 from the second."""
    assert "force_total" in evening.do(evening.berthe, "sprint", (15, 15)).outcome
    second = evening.do(evening.berthe, "sprint", (15,))
    assert (second.given["round"], "force_total" in second.outcome) == (2, False)
    evening.do(evening.berthe, "sprint", (1,))
    assert evening.do(evening.berthe, "sprint", (15, 15)).given["round"] == 1


# ---- rolls that stand ----


def test_each_skill_has_its_own_roll_that_stands(evening):
    """D100-TEST-08: ears meet Déplacement Silencieux, eyes Se Cacher."""
    evening.do(evening.ghoul, "record_passive", (15,), skill="se_cacher", modifier=0)
    evening.do(evening.ghoul, "record_passive", (4,), skill="depl_silencieux", modifier=0)
    looked = evening.do(evening.berthe, "oppose_recorded", (2,), skill="observer", opponent=at(evening.ghoul))
    heard = evening.do(evening.berthe, "oppose_recorded", (2,), skill="ecouter", opponent=at(evening.ghoul))
    assert (looked.given["passive_total"], heard.given["passive_total"]) == (15, 4)


def test_whoever_was_spotted_hides_anew(evening):
    """D100-TEST-08: that roll stands no more, the other does."""
    evening.do(evening.ghoul, "record_passive", (5,), skill="se_cacher", modifier=0)
    evening.do(evening.ghoul, "record_passive", (18,), skill="depl_silencieux", modifier=0)
    evening.do(evening.berthe, "oppose_recorded", (20,), skill="observer", opponent=at(evening.ghoul))
    again = evening.do(evening.berthe, "oppose_recorded", (2,), skill="observer", opponent=at(evening.ghoul))
    assert again.given["passive_total"] == 18
    evening.do(evening.berthe, "oppose_recorded", (20,), skill="ecouter", opponent=at(evening.ghoul))
    no = refusal(evening.do, evening.berthe, "oppose_recorded", (2,), skill="ecouter", opponent=at(evening.ghoul))
    assert no.id == "act/nothing_kept"


def test_a_forged_paper_stays_as_good_as_it_is(evening):
    """D100-TEST-08: a new roll only for another document."""
    evening.do(evening.gangster, "record_passive", (3,), skill="contrefacon", modifier=0)
    for _ in range(2):
        seen = evening.do(evening.berthe, "oppose_recorded", (20,), skill="contrefacon", opponent=at(evening.gangster))
        assert seen.given["passive_total"] == 3


# ---- minds ----


def test_a_madness_knows_its_cause(evening):
    """D100-MISS-09: the creature by the name that all know."""
    evening.keep(c.Show(character=evening.ghoul, alias="La chose du puits"))
    evening.do(evening.berthe, "san_check", (99, 6, 2), creature=at(evening.ghoul))
    evening.do(evening.berthe, "temporary_madness", (3, 2))
    (held,) = evening.sheet(evening.berthe)["madness"]
    assert held["cause"] == "La chose du puits"
    pass_time(evening, MINUTE)
    evening.do(evening.berthe, "temporary_madness", (3, 2))
    assert evening.sheet(evening.berthe)["madness"][1]["cause"] == ""


def test_a_month_of_care_asks_for_the_analyst(evening):
    """D100-MISS-09: each month in the asylum, and in no other month."""
    evening.do(evening.berthe, "indefinite_madness", (4, 5))
    san = evening.sheet(evening.berthe)["san"]
    evening.write(evening.berthe, san=san - 10)
    assert pass_time(evening, MONTH - DAY, "care") == []
    assert pass_time(evening, DAY, "care") == ["treat_madness"]
    settle(evening, "treat_madness", 15, 2)
    assert evening.sheet(evening.berthe)["san"] == san - 8
    assert pass_time(evening, MONTH, "care") == ["treat_madness"]
    settle(evening, "treat_madness", 1, 3, modifier=0)
    assert evening.sheet(evening.berthe)["san"] == san - 11
    assert pass_time(evening, MONTH) == []


def test_a_month_that_is_broken_off_begins_again(evening):
    """D100-MISS-09."""
    evening.do(evening.berthe, "indefinite_madness", (4, 5))
    pass_time(evening, 20 * DAY, "care")
    pass_time(evening, DAY, "work")
    assert pass_time(evening, 20 * DAY, "care") == []
    assert pass_time(evening, 10 * DAY, "care") == ["treat_madness"]


@pytest.mark.parametrize(("symptom", "why"), [("stupor", "stupor"), ("catatonia", "catatonia"), ("frozen", "frozen")])
def test_some_madness_leaves_nothing_to_be_done(evening, symptom, why):
    """D100-MISS-09: no action; whoever stands frozen still hears."""
    evening.write(evening.berthe, madness=[{"kind": "temporary", "symptom": symptom}], temp_mad=True)
    assert refusal(evening.do, evening.berthe, "attack", (2,), target=at(evening.gangster)).words["why"] == why
    if why == "frozen":
        evening.do(evening.berthe, "skill_test", (10,), skill="ecouter")
    else:
        assert refusal(evening.do, evening.berthe, "skill_test", (10,), skill="ecouter").words["why"] == why


def test_trembling_hands_end_with_the_madness(evening):
    """D100-MISS-09: −3 to what the body does, for as long as it lasts."""
    climbs = evening.do(evening.berthe, "skill_test", (10,), skill="grimper").outcome["modifier_used"]
    evening.do(evening.berthe, "temporary_madness", (5, 1), length="long")
    assert evening.do(evening.berthe, "skill_test", (10,), skill="grimper").outcome["modifier_used"] == climbs - 3
    assert evening.do(evening.berthe, "skill_test", (10,), skill="ecouter").outcome["modifier_used"] == 0
    pass_time(evening, 10 * HOUR)
    assert evening.do(evening.berthe, "skill_test", (10,), skill="grimper").outcome["modifier_used"] == climbs


def test_a_mind_at_nothing_has_one_simple_action(evening):
    """D100-SAN-06: at exactly 0, with decompensation, incoherent and not sliding."""
    evening.keep(c.Settings(options={"rule_decompensation": True}))
    evening.write(evening.berthe, san=0)
    assert pass_time(evening, MINUTE) == []
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.rank(evening.berthe, evening.gangster)
    evening.do(evening.berthe, "attack", (2,), target=at(evening.gangster))
    assert evening.left(evening.berthe) == 0


# ---- spells and books ----


def cast(evening, spell, *dice, **given):
    return evening.do(evening.berthe, "cast_spell", dice, spell=spell, **given)


def test_a_cloud_lies_on_a_mind_for_its_rounds(evening):
    """D100-MISS-10: −4 to every test, in rounds of a fight and on the clock alike."""
    cast(evening, "nuage_mental", 20, 1, 4, victim=at(evening.gangster))
    assert evening.marks(evening.gangster)["clouded"] == 4
    assert evening.do(evening.gangster, "attack", (2,), target=at(evening.berthe)).given["mods"] == [-4]
    assert evening.do(evening.gangster, "jet_test", (10,), jet="chance").given["mods"] == [-4]
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.turn(6)
    assert "clouded" in evening.marks(evening.gangster)
    evening.turn(2)
    assert "clouded" not in evening.marks(evening.gangster)


def test_a_ward_of_flesh_wears_away_and_is_gone_in_a_day(evening):
    """D100-MISS-10: what it stops is used up; the rest lasts 24 hours."""
    cast(evening, "protection_charnelle", 1, 4, 6, pm_spent=2)
    assert evening.marks(evening.berthe)["flesh_ward"] == 10
    before = evening.sheet(evening.berthe)["pv"]
    evening.do(evening.gangster, "attack", (19, 7), weapon_name="Colt .38", target=at(evening.berthe))
    assert (evening.sheet(evening.berthe)["pv"], evening.marks(evening.berthe)["flesh_ward"]) == (before, 3)
    pass_time(evening, DAY - HOUR)
    assert evening.marks(evening.berthe)["flesh_ward"] == 3
    evening.do(evening.gangster, "attack", (19, 5), weapon_name="Colt .38", target=at(evening.berthe))
    assert evening.sheet(evening.berthe)["pv"] == before - 2
    assert "flesh_ward" not in evening.marks(evening.berthe)


def test_a_ward_nobody_strikes_is_gone_in_a_day(evening):
    """D100-MISS-10."""
    cast(evening, "protection_charnelle", 1, 4, pm_spent=1)
    evening.write(evening.berthe, pm=evening.sheet(evening.berthe)["pm_max"])
    pass_time(evening, DAY - MINUTE)
    assert "flesh_ward" in evening.marks(evening.berthe)
    pass_time(evening, MINUTE)
    assert "flesh_ward" not in evening.marks(evening.berthe)


def test_a_weaker_ward_does_not_tear_down_a_stronger_one(evening):
    """D100-MISS-10: it changes nothing, not even the hour at which the other ends; a stronger one begins anew."""
    cast(evening, "protection_charnelle", 1, 5, pm_spent=1)
    pass_time(evening, DAY - HOUR)
    evening.write(evening.berthe, pm=evening.sheet(evening.berthe)["pm_max"])
    cast(evening, "protection_charnelle", 1, 2, pm_spent=1)
    assert evening.marks(evening.berthe)["flesh_ward"] == 5
    pass_time(evening, HOUR)
    assert "flesh_ward" not in evening.marks(evening.berthe)
    cast(evening, "protection_charnelle", 1, 2, pm_spent=1)
    cast(evening, "protection_charnelle", 1, 6, pm_spent=1)
    assert evening.marks(evening.berthe)["flesh_ward"] == 6


def test_a_sign_of_voor_helps_the_next_spell_alone(evening):
    """D100-MISS-10."""
    plain = cast(evening, "domination", 2, 20, victim=at(evening.gangster)).given["caster_modifier"]
    cast(evening, "signe_voor")
    helped = cast(evening, "domination", 2, 20, victim=at(evening.gangster)).given["caster_modifier"]
    after = cast(evening, "domination", 2, 20, victim=at(evening.gangster)).given["caster_modifier"]
    assert (helped, after) == (plain + 1, plain)


def test_the_last_pm_takes_the_caster_away_until_one_is_back(evening):
    """D100-MISS-10: POU 12, two hours."""
    evening.write(evening.berthe, pm=2)
    cast(evening, "domination", 20, 1, victim=at(evening.gangster))
    assert refusal(cast, evening, "signe_voor").words["why"] == "no_pm"
    pass_time(evening, 2 * HOUR)
    evening.do(evening.berthe, "skill_test", (10,), skill="ecouter")


def test_a_book_gives_what_it_has_once(evening):
    """D100-MISS-10: leafing through it is not reading it."""
    book = {"tome": "roi_en_jaune", "language_modifier": 10}
    evening.do(evening.berthe, "read_tome", (15, 1, 1), skim=True, **book)
    evening.do(evening.berthe, "read_tome", (15, 1, 1), **book)
    assert refusal(evening.do, evening.berthe, "read_tome", (15, 1, 1), **book).id == "act/done_before"
    assert evening.sheet(evening.berthe)["tomes"] == ["roi_en_jaune"]


def test_a_freezing_touch_takes_strength_for_an_hour(evening):
    """D100-MISS-10: 1d3 FOR, thrown from the card; back when the hour is over, with Lutte and all that rests on it."""
    odette = evening.add(sheet=investigator("Odette"))
    grip = evening.sheet(odette)["lutte"]
    cast(evening, "toucher_glacial", 1, 2, victim=at(odette))
    evening.follow("drain", (3,))
    sheet = evening.sheet(odette)
    assert (sheet["scores"]["FOR"], sheet["lutte"], evening.marks(odette)["chilled"]) == (9, grip - 2, 3)
    pass_time(evening, HOUR - MINUTE)
    assert evening.sheet(odette)["scores"]["FOR"] == 9
    pass_time(evening, MINUTE)
    assert (evening.sheet(odette)["scores"]["FOR"], evening.sheet(odette)["lutte"]) == (12, grip)
    assert not {"chilled", "chilling"} & set(evening.marks(odette))
