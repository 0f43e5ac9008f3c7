"""An evening at the table: sheets fill in, people meet, results are written back, and everything can be taken back."""

from typing import Any

import pytest

from gardien.core.calling import do
from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.binding import bind
from systems.cthulhud20.evening import Evening
from systems.table import at

GUN = "Automatique .32"
HOUR = 60


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def shot(evening: Evening, *dice: int, rest: tuple[int, ...] = (), **given: Any) -> Any:
    """The thug shoots at Paul, and nobody asks destiny."""
    evening.do(evening.thug, "attack", dice, target=at(evening.paul), weapon_name=GUN, **given)
    if evening.waiting:
        evening.decide("", rest)
    return evening.roll()


# ---- inputs ----


def test_everybody_comes_from_their_sheet(evening):
    """CD20-AC-01, CD20-ATT-01: weapon, zones, points, feats; base attacks follow from the level."""
    roll = evening.do(evening.paul, "attack", (2, 60), target=at(evening.zombie))
    paul = roll.given["attacker"]
    assert (roll.given["weapon"], paul["name"], paul["dex"]) == ("r38", "Paul", 14)
    assert paul["base_attack"] is None
    assert (roll.given["target"]["tables"], roll.given["target"]["traits"]) == ("zombie", ["slow"])


def test_an_investigator_tries_a_skill(evening):
    """CD20-P-CHECK-01."""
    skills = evening.sheet(evening.paul)["skills"]
    roll = evening.do(evening.paul, "check", (12,), seat=evening.ann, skill="listen", dc=10)
    assert (roll.outcome["total"], roll.outcome["success"]) == (12 + skills["listen"]["total"], True)
    roll = evening.do(evening.paul, "save", (9,), seat=evening.ann, save="ref", dc=12)
    assert roll.outcome["bonus"] == evening.sheet(evening.paul)["ref"]


def test_two_measure_themselves(evening):
    """CD20-P-CHECK-02: each with what stands on their own sheet."""
    roll = evening.do(evening.paul, "opposed_check", (15, 3), skill="hide", opponent=at(evening.thug))
    assert (roll.given["active"]["skill"], roll.given["passive"]["skill"]) == ("hide", "spot")
    assert roll.outcome["winner"] == "active"
    roll = evening.do(evening.paul, "opposed_check", (3, 15), ability="str", opponent=at(evening.thug))
    assert (roll.given["passive"]["ability"], roll.outcome["winner"]) == ("str", "passive")


def test_derived_values_know_the_weapons(evening):
    """CD20-ATT-01."""
    bound = bind(evening.table.state, "derived_values", {}, evening.jack)
    result = do("cthulhud20", "derived_values", bound.given).outcome["weapons"]
    assert [list(one["bonuses"]) for one in result] == [
        one["bonuses"] for one in evening.sheet(evening.jack)["weapons"]
    ]


def test_conditions_of_the_sheet_and_of_the_fight_count_together(evening):
    """CD20-P-COND-01, CD20-P-COVER-01: and what hides somebody counts zone by zone."""
    evening.write(evening.paul, conditions=["shaken"])
    evening.mark(evening.paul, kneeling=True, cover_window=True, defensive=True)
    target = evening.do(evening.thug, "attack", (1, 60), target=at(evening.paul), weapon_name=GUN).given["target"]
    assert target["conditions"] == ["shaken", "kneeling"]
    assert target["cover"] == {"abdomen": 15, "right_leg": 15, "left_leg": 15}
    assert target["stance"] == "defensive"


def test_a_profile_carries_its_own_bonus_with_all_that_weighs_on_it(evening):
    """CD20-P-CREA-03, CD20-FAT-02, CD20-P-MOD-01: lethality is in it, fatigue and the situation come on top."""
    assert shot(evening, 1, 60).outcome["attack_bonus"] == 5
    evening.write(evening.thug, pf=5)  # four lost
    assert shot(evening, 1, 60).outcome["attack_bonus"] == 3
    assert shot(evening, 1, 60, situation=["unseen"]).outcome["attack_bonus"] == 5
    evening.mark(evening.paul, stands=25)
    assert shot(evening, 1, 60).outcome["attack_bonus"] == -1  # two increments


def test_all_attacks_of_a_body_in_one_turn(evening):
    """CD20-P-CREA-03."""
    ghoul = evening.add(being="creature/ghoul")
    evening.do(ghoul, "full_attack", (1, 60, 1, 60, 1, 60), target=at(evening.thug))
    assert [one["attack_bonus"] for one in evening.roll().given["attacks"]] == [7, 7, 3]
    evening.do(ghoul, "full_attack", (1, 60), target=at(evening.thug), weapon_name="Morsure")
    assert [one["attack_bonus"] for one in evening.roll().given["attacks"]] == [3]


def test_a_weapon_that_is_not_there_is_refused(evening):
    with pytest.raises(Refusal) as refused:
        evening.do(evening.paul, "attack", (10, 60), target=at(evening.thug), weapon_name="Sabre")
    assert refused.value.id == "field/one_of"


# ---- wounds ----


def test_a_wound_is_written_with_its_own_clock(evening):
    """CD20-GB-08, CD20-BLEED-04: PF, PV, the wound, its note."""
    evening.keep(c.Advance(minutes=30))
    shot(evening, 17, 60, rest=(90,))
    paul = evening.sheet(evening.paul)
    (wound,) = paul["wounds"]
    assert (wound["zone"], wound["severity"], wound["gb"]) == ("right_leg", "grave", 10)
    assert (wound["bleeding"], wound["next_tick_in_rounds"]) == (True, 10)
    assert (paul["pf"], paul["pv"], paul["fatigue_malus"]) == (7, 8, -1)
    assert paul["wound_notes"] == [{"id": 1, "inflicted_at": 300, "source": "p32"}]
    assert paul["zone_ca"]["right_leg"] == 11


def test_a_fall_is_noted_as_one(evening):
    """CD20-TRACK-01, CD20-ENV-03."""
    evening.do(evening.paul, "fall", (9, 60, 90), height_m=12)
    assert [one["source"] for one in evening.sheet(evening.paul)["wound_notes"]] == ["fall"]


def test_a_lost_limb_and_a_death(evening):
    """CD20-GB-06, CD20-GB-07: what is gone, and who."""
    evening.write(evening.paul, destiny_spent=1)
    evening.keep(c.Override(path="group/group_destiny", value=0, reason="essai"))
    shot(evening, 20, 60, 90, modifier=10)
    assert evening.sheet(evening.paul)["lost_parts"] == ["right_leg"]
    assert evening.sheet(evening.paul)["prone"] is True
    shot(evening, 20, 3, modifier=10)
    assert evening.sheet(evening.paul)["state"] == "dead"
    with pytest.raises(Refusal):
        evening.keep(c.Follow(event="x", offer="clot"))


def test_cartridges_and_jams_are_counted(tmp_path):
    """CD20-P-GUN-01, CD20-P-GUN-05, CD20-P-GUN-06."""
    evening = Evening(tmp_path, jams=True)
    evening.do(evening.paul, "attack", (2, 60), target=at(evening.zombie))
    if evening.waiting:
        evening.decide()
    assert evening.sheet(evening.paul)["weapons"][0]["ammunition"] == 5
    evening.do(evening.paul, "attack", (1, 60), target=at(evening.zombie))
    if evening.waiting:
        evening.decide("", (3,))
    line = evening.sheet(evening.paul)["weapons"][0]
    assert (line["ammunition"], line["jammed"]) == (4, True)
    with pytest.raises(Refusal) as refused:
        evening.do(evening.paul, "attack", (10, 60), target=at(evening.zombie))
    assert refused.value.id == "act/jammed"
    evening.do(evening.paul, "clear_jam", (18,))
    assert evening.do(evening.paul, "reload").outcome["action"] == "full_round"
    line = evening.sheet(evening.paul)["weapons"][0]
    assert (line["ammunition"], line["spare_magazines"], line["jammed"]) == (6, 0, False)
    evening.store.close()


def test_a_burst_takes_what_it_takes(evening):
    """CD20-P-GUN-02: all attacks of the turn from one magazine."""
    evening.write(evening.jack, destiny_spent=9)
    evening.keep(c.Override(path="group/group_destiny", value=0, reason="essai"))
    evening.do(evening.jack, "full_attack", (2, 60, 2, 60), target=at(evening.zombie))
    assert evening.roll().outcome["attacks_made"] == 2
    assert evening.sheet(evening.jack)["weapons"][0]["ammunition"] == 18


# ---- other bodies ----


def test_a_zombie_on_its_own_tables(evening):
    """CD20-CREA-03: no bonus of the zone, no blood; a part destroyed from GB 16 on."""
    evening.write(evening.paul, destiny_spent=1)
    evening.keep(c.Override(path="group/group_destiny", value=0, reason="essai"))
    evening.do(evening.paul, "attack", (19, 10), target=at(evening.zombie), modifier=10)
    assert evening.roll().outcome["severity"] == "destructive"
    zombie = evening.sheet(evening.zombie)
    assert (zombie["pf"], zombie["pv"], zombie["lost_parts"]) == (3, 4, ["torso"])
    assert [one["bleeding"] for one in zombie["wounds"]] == [False]


def test_a_shoggoth_keeps_its_hit_points(evening):
    """CD20-P-CREA-02, CD20-CREA-02: one CA, rolled damage, halved."""
    with pytest.raises(Refusal) as refused:
        evening.do(evening.jack, "attack", (10, 60), target=at(evening.shoggoth))
    assert (refused.value.id, refused.value.words) == ("act/other_body", {"act": "attack_traditional"})
    roll = evening.do(evening.jack, "attack_traditional", (15, 8, 9), target=at(evening.shoggoth))
    assert (roll.given["ca"], roll.given["hp"], roll.given["half_damage"]) == (18, 248, True)
    assert roll.outcome["damage_taken"] == 9
    shoggoth = evening.sheet(evening.shoggoth)
    assert (shoggoth["hp"], shoggoth["hp_current"]) == (248, 239)
    with pytest.raises(Refusal):
        evening.do(evening.jack, "attack_traditional", (15, 8, 9), target=at(evening.zombie))
    evening.do(evening.shoggoth, "attack", (1, 60), target=at(evening.zombie))
    assert evening.roll().outcome["attack_bonus"] == 24
    evening.write(evening.shoggoth, hp_current=0)
    assert evening.sheet(evening.shoggoth)["state"] == "dead"


def test_what_the_sight_of_a_creature_costs(evening):
    """CD20-P-SAN-02 to CD20-P-SAN-05: from its profile; a madness is written down with its end."""
    evening.keep(c.Advance(minutes=100))
    dice = (99, 20, 99, 90, 6, 70, 3)
    roll = evening.do(evening.paul, "sanity_check", dice, seat=evening.ann, creature=at(evening.shoggoth))
    assert roll.outcome["loss"] == 20
    paul = evening.sheet(evening.paul)
    (temporary, indefinite) = paul["insanity"]
    assert (temporary["kind"], temporary["effect"], temporary["ends_at"]) == ("temporary", "tremors", 100 + 60 * 60)
    assert (indefinite["kind"], indefinite["ends_at"]) == ("indefinite", 100 + 3 * 30 * 24 * 60)
    assert (paul["san_lost_this_hour"], paul["mythos_ranks"], paul["mythos_insanity_before"]) == (20, 2, True)
    assert (paul["san_at_hour_start"], paul["san_hour_clock"]) == (60, 100)
    evening.keep(c.Advance(minutes=61 * 60))
    assert [one["kind"] for one in evening.sheet(evening.paul)["insanity"]] == ["indefinite"]
    assert evening.sheet(evening.paul)["san_lost_this_hour"] == 0


# ---- dangers ----


def test_a_ward_of_flesh_wears_off(evening):
    """CD20-P-MAG-02: armour on every zone, one less at each hit, an hour at most."""
    evening.do(evening.paul, "cast_spell", (3,), spell="flesh_ward", amount=3)
    shot(evening, 19, 25, rest=(90,))
    assert evening.roll().outcome["zone_ca"] == 15  # jacket, Dexterity, ward, fatigue
    assert evening.marks(evening.paul)["warded"] == 2
    evening.write(evening.paul, wounds=[])
    evening.keep(c.Advance(minutes=HOUR))
    assert "warded" not in evening.marks(evening.paul)


def test_experience_is_for_all_who_were_there(evening):
    """CD20-P-XP-01: an equal share for each of them at once, taken back from all at once; or for one alone."""
    both = (evening.paul, evening.jack)
    before = [evening.sheet(id)["xp"] for id in both]
    roll = evening.do(None, "award_experience", challenge=4, group_level=3, characters=[at(id) for id in both])
    assert (roll.outcome["xp_total"], roll.outcome["xp_each"]) == (1272, 636)
    assert [evening.sheet(id)["xp"] for id in both] == [xp + 636 for xp in before]
    evening.keep(c.Undo())
    assert [evening.sheet(id)["xp"] for id in both] == before
    evening.do(evening.paul, "award_experience", challenge=4, group_level=3, characters=[at(evening.jack)])
    assert [evening.sheet(id)["xp"] for id in both] == [before[0], before[1] + 1272]
    evening.do(evening.paul, "award_experience", challenge=4, group_level=3, members=2)
    assert evening.sheet(evening.paul)["xp"] == before[0] + 636


def test_a_condition_stays_on_the_sheet_and_the_fight_keeps_its_own(evening):
    """CD20-P-COND-01."""
    evening.mark(evening.paul, kneeling=True)
    evening.do(evening.paul, "apply_condition", condition="shaken")
    assert evening.sheet(evening.paul)["conditions"] == ["shaken"]
    evening.do(evening.paul, "apply_condition", condition="prone")
    assert evening.sheet(evening.paul)["prone"] is True


def test_a_fire_goes_on_until_it_is_put_out(evening):
    """CD20-ENV-02: one wound that grows, on the list once it stops."""
    evening.do(evening.paul, "lasting_cause", (4,), max_damage=6, rounds=1, stops=False)
    paul = evening.sheet(evening.paul)
    assert (paul["burning"], paul["pf"], paul["pv"], paul["wounds"]) == (
        {"max_damage": 6, "d10": 4, "round": 1, "source": "lasting_cause"},
        8,
        9,
        [],
    )
    evening.do(evening.paul, "lasting_cause", (), rounds=1)
    assert evening.sheet(evening.paul)["burning"]["round"] == 2
    assert evening.sheet(evening.paul)["pf"] == 7  # GB 7: grave
    evening.do(evening.paul, "extinguish", (20,))
    paul = evening.sheet(evening.paul)
    assert paul.get("burning") is None
    assert [(one["zone"], one["gb"], one["severity"], one["bleeding"]) for one in paul["wounds"]] == [
        ("whole_body", 7, "grave", True)
    ]
    evening.do(evening.paul, "stabilise", (3,))
    assert evening.sheet(evening.paul)["wounds"][0]["stabilised"] is True


def test_under_water_and_back(evening):
    """CD20-ENV-04, CD20-P-ENV-05."""
    evening.do(evening.paul, "drowning", (20, 2), rounds=2)
    paul = evening.sheet(evening.paul)
    assert (paul["drowning_checks"], paul["drowning_failed"], paul["state"]) == (2, True, "unconscious")
    evening.do(evening.paul, "drowning", (), rounds=1)
    assert evening.sheet(evening.paul)["pv"] == 9
    evening.do(evening.jack, "revive", (20,), victim=at(evening.paul))
    paul = evening.sheet(evening.paul)
    assert (paul["pf"], paul["state"], paul["drowning_failed"]) == (1, "ok", False)


def test_each_further_check_in_the_cold_is_harder(evening):
    """CD20-P-ENV-04."""
    dcs = [evening.do(evening.paul, "exposure", (20,), cause="cold").outcome["dc"] for _ in range(3)]
    assert dcs == [15, 16, 17]
    evening.keep(c.Scene(title="Au chaud"))
    assert evening.do(evening.paul, "exposure", (20,), cause="cold").outcome["dc"] == 15


def test_days_in_the_cold_are_never_too_many(evening):
    """CD20-P-ENV-04: each is still harder than the last, and none is refused."""
    evening.mark(evening.paul, exposure_cause="cold", exposure_checks=150, exposure_failures=1000)
    dcs = [evening.do(evening.paul, "exposure", (20,), cause="cold").outcome["dc"] for _ in range(2)]
    assert dcs == [165, 166]


def test_a_chase_tires_both(evening):
    """CD20-P-CHASE-01, CD20-FAT-04: two PF for five minutes begun."""
    roll = evening.do(evening.paul, "chase", (18, 3, 17, 4), pursuer=at(evening.thug))
    assert (roll.outcome["result"], roll.outcome["cost"]) == ("escaped", 2)
    assert [evening.sheet(id)["pf"] for id in (evening.paul, evening.thug)] == [8, 7]
    assert evening.sheet(evening.paul)["fatigue_malus"] == -1
    evening.do(evening.paul, "effort", (), effort="sprint")
    assert evening.sheet(evening.paul)["pf"] == 7


def test_a_level_is_written_with_the_ability_that_rose(evening):
    """CD20-P-ABIL-01, CD20-DEST-01: a point of destiny, not one spent before."""
    evening.write(evening.paul, level=3, destiny_spent=1)
    assert evening.do(evening.paul, "level_up", ability="con").outcome["refused"] == "not_enough_xp"
    evening.write(evening.paul, xp=6000)
    roll = evening.do(evening.paul, "level_up", (4,), ability="con")
    paul = evening.sheet(evening.paul)
    assert (paul["level"], paul["con"], roll.outcome["san_gain"]) == (4, 15, 4)
    assert (paul["destiny_received"], paul["destiny_left"], paul["san"]) == (4, 3, 64)


def test_care_finds_the_wound_that_needs_it_most(evening):
    """CD20-BLEED-02, CD20-P-HEAL-01."""
    shot(evening, 9, 60)
    shot(evening, 17, 60, rest=(90,))
    roll = evening.do(evening.jack, "care", (20,), patient=at(evening.paul))
    assert (roll.given["wound"], roll.outcome["care_dc"], roll.outcome["success"]) == (1, 15, True)
    wounds = evening.sheet(evening.paul)["wounds"]
    assert [(one["treated"], one["bleeding"]) for one in wounds] == [(False, False), (True, False)]
    assert evening.do(evening.jack, "care", (), patient=at(evening.jack)).outcome["refused"] == "no_wound"


# ---- who sees what, and taking back ----


def test_players_see_what_anybody_sees(evening):
    """What an attack did to somebody else is told, their points are not."""
    evening.write(evening.jack, destiny_spent=9)
    evening.keep(c.Override(path="group/group_destiny", value=0, reason="essai"))
    evening.do(evening.jack, "attack", (15, 10), target=at(evening.thug), seat=evening.bob)
    card = evening.table.log(evening.table.viewer(evening.ann), "fr")[0]
    outcome = card["roll"]["outcome"]
    assert outcome["result"] == "hit"
    assert {"pv", "pf", "zone_ca"}.isdisjoint(outcome)
    for seat, half in ((evening.bob, ["results.attack_total"]), (evening.ann, [])):  # whoever shot knows their own sum
        evening.do(evening.jack, "full_attack", (1, 10, 1, 10), target=at(evening.zombie))
        roll = evening.table.log(evening.table.viewer(seat), "fr")[0]["roll"]
        assert roll.get("half", []) == half
        assert all(
            ("attack_total" in one, "zone_ca" in one) == (bool(half), False) for one in roll["outcome"]["results"]
        )
    thug = evening.table.look(evening.table.viewer(evening.ann))["characters"][evening.thug]
    assert {"pv", "pf", "wounds"}.isdisjoint(thug["sheet"])
    assert thug["sheet"]["state"] == "dead"


def test_everything_can_be_taken_back(evening):
    """Every state comes back, act by act."""
    states = [(evening.table.state.version, evening.play)]
    acts: list[tuple[str, str, tuple[int, ...], dict[str, Any]]] = [
        (evening.paul, "chase", (18, 3, 17, 4), {"pursuer": at(evening.thug)}),
        (evening.paul, "lasting_cause", (4,), {"max_damage": 6, "rounds": 1, "stops": False}),
        (evening.paul, "extinguish", (20,), {}),
        (evening.paul, "drowning", (20, 2), {"rounds": 2}),
        (evening.jack, "revive", (20,), {"victim": at(evening.paul)}),
        (evening.jack, "attack_traditional", (15, 8, 9), {"target": at(evening.shoggoth)}),
        (evening.paul, "sanity_check", (99, 20, 99, 90, 6, 70, 3), {"creature": at(evening.shoggoth)}),
    ]
    for who, procedure, dice, given in acts:
        evening.do(who, procedure, dice, **given)
        states.append((evening.table.state.version, evening.play))
    for _, before in reversed(states[:-1]):
        evening.keep(c.Undo())
        assert evening.play["characters"] == before["characters"]
