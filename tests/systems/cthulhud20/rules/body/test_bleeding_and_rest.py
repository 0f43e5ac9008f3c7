"""Time that passes for one body: aggravation, stabilisation, rest (BLEED, HP-04 to HP-07, P-HEAL-02)."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
INTERVAL = {"moderate": 100, "grave": 10, "critical": 1}
HOUR, DAY = 600, 14_400


@pytest.mark.parametrize(
    "example", [one for one in examples("cthulhud20") if one.procedure == "advance_time"], ids=by_id
)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


def hurt(*wounds: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"con": 14, "pv": 8, "pf": 7, **fields, "wounds": list(wounds)}


def on(zone: str, gb: int, **fields: Any) -> dict[str, Any]:
    return {"zone": zone, "gb": gb, **fields}


# ---- aggravation ----


@pytest.mark.parametrize(("gb", "rounds"), [(3, 100), (5, 100), (6, 10), (10, 10), (11, 1), (15, 1), (18, 1)])
def test_the_first_loss_comes_one_interval_after_the_wound(gb, rounds):
    """CD20-BLEED-04: 10 minutes, a minute, a round; PF and PV, and a roll."""
    victim = hurt(on("left_arm", gb))
    early = outcome("advance_time", victim=victim, rounds=rounds - 1)
    assert (early["ticks_count"], early["pv"], early["next_tick_in_rounds"]) == (0, 8, 1)
    due = outcome("advance_time", [100], victim=victim, rounds=rounds)
    assert (due["ticks_count"], due["pv"], due["pf"], due["next_tick_in_rounds"]) == (1, 7, 6, rounds)
    assert [due["ticks"][0][field] for field in ("at_round", "wound", "stabilise_total", "stabilised")] == [
        rounds,
        0,
        13,
        False,
    ]


def test_amounts_of_time_add_up():
    """CD20-BLEED-04: ten rounds a minute, 600 an hour, 14400 a day."""
    result = outcome("advance_time", rounds=7, minutes=3, hours=2, days=1)
    assert (result["rounds_passed"], result["rested_rounds"]) == (7 + 30 + 1200 + 14400, 0)
    assert outcome("advance_time")["rounds_passed"] == 0


def test_what_a_wound_costs_is_noted_on_it():
    """CD20-BLEED-04: the losses add to those of the wound; its severity stays."""
    result = outcome("advance_time", [99, 98], victim=hurt(on("left_leg", 7)), minutes=2)
    (wound,) = result["wounds"]
    assert (wound["pf_loss"], wound["pv_loss"], wound["severity"], wound["bleeding"]) == (5, 4, "grave", True)


def test_two_clocks_the_oldest_first():
    """CD20-BLEED-05: each wound its own clock and roll; at the same instant the oldest."""
    victim = hurt(on("left_leg", 8), on("right_arm", 7, next_tick_in_rounds=4), on("head", 4))
    result = outcome("advance_time", [100] * 3, victim=victim, rounds=14)
    assert [(tick["wound"], tick["at_round"]) for tick in result["ticks"]] == [(1, 4), (0, 10), (1, 14)]
    together = hurt(on("left_leg", 8), on("right_arm", 7))
    result = outcome("advance_time", [100, 100], victim=together, rounds=10)
    assert [(tick["wound"], tick["at_round"], tick["pv"]) for tick in result["ticks"]] == [(0, 10, 7), (1, 10, 6)]


def test_a_success_stops_its_own_wound_only():
    """CD20-BLEED-03: strictly below PV and PF after the loss; the other goes on."""
    result = outcome("advance_time", [12, 100], victim=hurt(on("left_leg", 8), on("right_arm", 7)), rounds=10)
    assert [wound["stabilised"] for wound in result["wounds"]] == [True, False]
    assert (result["bleeding"], result["wounds"][0]["next_tick_in_rounds"]) == (True, 0)
    assert outcome("advance_time", [13], victim=hurt(on("left_leg", 8)), rounds=10)["bleeding"] is True


def test_the_worst_alone_by_a_house_rule():
    """CD20-BLEED-05: severity, then GB, then age; the others’ clocks stand still until their turn comes."""
    house = {"options": {"worst_wound_only": True}}
    victim = hurt(on("right_arm", 7, next_tick_in_rounds=3), on("left_leg", 8))
    result = outcome("advance_time", [1, 100], victim=victim, rounds=13, **house)
    assert [(tick["wound"], tick["at_round"]) for tick in result["ticks"]] == [(1, 10), (0, 13)]
    still = outcome("advance_time", victim=victim, rounds=9, **house)
    assert [wound["next_tick_in_rounds"] for wound in still["wounds"]] == [3, 1]
    assert still["next_tick_in_rounds"] == 1


def test_death_stops_the_clock_and_the_dice():
    """CD20-HP-04: no save and no roll for the loss that kills; the rest of the time does not pass."""
    result = outcome("advance_time", [100], victim=hurt(on("left_arm", 12), pv=2, pf=3), hours=5, resting=True)
    assert (result["state"], result["pv"], result["pf"], result["rounds_passed"]) == ("dead", 0, 0, 2)
    assert set(result["ticks"][1]) == {"wound", "at_round", "pv", "pf", "state", "faint_save_needed"}
    assert (result["bleeding"], result["rested_rounds"], result["pf_recovered"]) == (False, 0, 0)
    assert "next_tick_in_rounds" not in result
    assert outcome("advance_time", victim={"pv": 0}, days=3) == {"refused": "dead"}


def test_the_ceiling_clips_after_a_loss():
    """CD20-HP-07: PF above one and a half times the PV drop to it; a clip asks for no save."""
    result = outcome("advance_time", [100], victim=hurt(on("left_arm", 12), pv=2, pf=3), rounds=1)
    assert (result["pv"], result["pf"], result["ticks"][0]["faint_save_needed"]) == (1, 1, False)


def test_fainting_on_the_way_happens_once():
    """CD20-HP-05: at the crossing of 0, and again only by a house rule."""
    victim = hurt(on("left_arm", 12), pf=1, fort=0)
    result = outcome("advance_time", [20, 100, 100], victim=victim, rounds=2)
    assert [tick["state"] for tick in result["ticks"]] == ["stunned", "stunned"]
    again = outcome("advance_time", [20, 100, 2, 100], victim=victim, rounds=2, options={"repeat_faint_save": True})
    assert [tick["state"] for tick in again["ticks"]] == ["stunned", "unconscious"]
    assert again["ticks"][1]["faint_save_total"] == 2
    floor = outcome("advance_time", [20, 100, 100], victim=victim, rounds=2, options={"pf_floor_zero": True})
    assert [tick["pf"] for tick in floor["ticks"]] == [0, 0]


def test_wounds_that_never_aggravate():
    """CD20-BLEED-01, CD20-CREA-03: light ones, and those of the undead, whatever is said of them."""
    victim = hurt(on("left_arm", 2, bleeding=True))
    assert picked("advance_time", [], "ticks_count", "bleeding", victim=victim, days=1) == (0, False)
    zombie = {"tables": "zombie", "pv": 4, "pf": 3, "wounds": [on("head", 12, bleeding=True)]}
    assert picked("advance_time", [], "ticks_count", "bleeding", victim=zombie, days=1) == (0, False)
    worst = {"options": {"worst_wound_only": True}}
    assert picked("advance_time", [], "ticks_count", "pf", victim=victim, days=1, **worst) == (0, 7)


# ---- rest ----


@pytest.mark.parametrize(("rounds", "pf"), [(599, 2), (600, 3), (1199, 3), (1200, 4)])
def test_a_pf_for_each_full_hour(rounds, pf):
    """CD20-HP-06: a part of an hour gives nothing; without rest neither does a whole one."""
    assert outcome("advance_time", victim={"pf": 2}, rounds=rounds, resting=True)["pf"] == pf
    assert outcome("advance_time", victim={"pf": 2}, rounds=rounds)["pf"] == 2


def test_rest_goes_on_where_it_was_left():
    """CD20-HP-06: unbroken rest before counts, and is told."""
    result = outcome("advance_time", victim={"pf": 2}, rounds=1, resting=True, rested_rounds=599)
    assert (result["pf"], result["rested_rounds"]) == (3, 600)
    assert outcome("advance_time", victim={"pf": 2}, rounds=599, resting=True, rested_rounds=600)["pf"] == 2
    assert outcome("advance_time", victim={"pf": 2}, rounds=1, rested_rounds=599)["rested_rounds"] == 0
    assert ("rested_rounds", 599, 600, "Paul") in bench.changes(
        "advance_time", victim={"pf": 2, "name": "Paul"}, rounds=1, resting=True, rested_rounds=599
    )


def test_nothing_comes_back_while_a_wound_bleeds():
    """CD20-HP-06: rest counts from the moment when the last one stops."""
    victim = hurt(on("left_leg", 4), pf=3)
    result = outcome("advance_time", [1], victim=victim, rounds=100 + 1199, resting=True, rested_rounds=550)
    assert (result["pf"], result["pf_recovered"], result["rested_rounds"]) == (3, 1, 1199)
    open_still = outcome("advance_time", [100], victim=victim, rounds=199, resting=True, rested_rounds=550)
    assert (open_still["pf_recovered"], open_still["rested_rounds"]) == (0, 0)


def test_negative_pf_must_be_won_back_first():
    """CD20-HP-05, CD20-HP-06: up again at 1, still on the ground."""
    down = {"pf": -2, "state": "unconscious"}
    assert picked("advance_time", [], "pf", "state", victim=down, hours=2, resting=True) == (0, "unconscious")
    assert picked("advance_time", [], "pf", "state", "prone", victim=down, hours=3, resting=True) == (1, "ok", True)


@pytest.mark.parametrize(
    ("wounds", "per_wound", "pv"),
    [
        ([], False, 5),
        ([on("head", 1)], False, 5),
        ([on("head", 8, treated=True)], False, 5),
        ([on("head", 8, stabilised=True)], False, 4),
        ([on("head", 8, stabilised=True), on("torso", 4, treated=True)], False, 4),
        ([on("head", 8, stabilised=True), on("torso", 4, treated=True)], True, 5),
        ([on("head", 8, stabilised=True)], True, 4),
    ],
)
def test_a_pv_a_day_for_whoever_is_cared_for(wounds, per_wound, pv):
    """CD20-HP-06: natural stabilisation is no care; one PV in all."""
    house = {"options": {"heal_per_wound": per_wound}}
    result = outcome("advance_time", victim=hurt(*wounds, pv=4, pf=4), days=1, resting=True, **house)
    assert (result["pv"], result["pv_recovered"]) == (pv, pv - 4)


def test_a_day_and_an_hour_that_end_together():
    """CD20-HP-06, CD20-HP-07: the PV first, then the PF under the new ceiling."""
    result = outcome("advance_time", victim=hurt(pv=5, pf=7), days=1, resting=True)
    assert (result["pv"], result["pf"], result["pf_recovered"]) == (6, 8, 1)
    assert outcome("advance_time", victim=hurt(pv=5, pf=7), days=1, hours=1, resting=True)["pf"] == 9


def test_two_pv_a_day_in_bed():
    """CD20-P-HEAL-02: with the roll and the house rule, not with one of them."""
    for bed, option, pv in ((True, True, 7), (True, False, 6), (False, True, 6)):
        house = {"options": {"long_term_care": option}}
        assert outcome("advance_time", victim=hurt(pv=5), days=1, resting=True, bed_care=bed, **house)["pv"] == pv


def test_wounds_are_erased_when_all_pv_are_back():
    """CD20-HP-06, CD20-GB-05: light and treated ones; critical ones once operated or lost; the part serves again."""
    wounds = [
        on("head", 1),
        on("torso", 8, treated=True),
        on("right_arm", 12, treated=True, surgery_done=True),
        on("left_arm", 12, treated=True),
        on("left_leg", 18, treated=True),
    ]
    victim = hurt(*wounds, pv=9, hampered_parts=["right_arm", "left_arm", "head"], lost_parts=["left_leg"])
    result = outcome("advance_time", victim=victim, days=1, resting=True)
    assert [wound["zone"] for wound in result["wounds"]] == ["left_arm"]
    assert (result["hampered_parts"], result["lost_parts"]) == (["left_arm", "head"], ["left_leg"])
    before = outcome("advance_time", victim=victim, hours=23, resting=True)
    assert len(before["wounds"]) == 5


def test_an_operated_part_waits_for_the_other_wound_there():
    """CD20-GB-05: two critical wounds of one arm, one of them operated."""
    arm = on("right_arm", 12, treated=True)
    victim = hurt(arm, {**arm, "surgery_done": True}, pv=10, hampered_parts=["right_arm"])
    result = outcome("advance_time", victim=victim, days=1, resting=True)
    assert (result["hampered_parts"], len(result["wounds"])) == (["right_arm"], 1)


def test_a_naturally_stabilised_wound_stays_on_the_list():
    """CD20-HP-06: it was never treated."""
    victim = hurt(on("torso", 4, stabilised=True), on("head", 2), pv=10)
    result = outcome("advance_time", victim=victim, days=3, resting=True)
    assert [wound["zone"] for wound in result["wounds"]] == ["torso"]


def test_years_pass_in_no_time():
    """CD20-HP-06: nothing more is reckoned once nothing can change."""
    result = outcome("advance_time", victim=hurt(on("torso", 8, treated=True), pv=1, pf=-5), days=10_000, resting=True)
    assert (result["pv"], result["pf"], result["wounds"], result["rounds_passed"]) == (10, 10, [], 144_000_000)


# ---- against a naive walk ----


def walked(victim: dict[str, Any], rounds: int, resting: bool, before: int, random: Random, options: dict[str, Any]):
    """The same, round by round, as a Keeper with a lot of patience would do it."""
    pv, pf, state = victim["pv"], victim["pf"], "ok" if victim["pf"] > 0 else "unconscious"
    wounds = [{**wound, "left": INTERVAL[wound["severity"]] if wound["bleeds"] else None} for wound in victim["wounds"]]
    dice, ticks, gained = [], [], [0, 0]
    calm = 0 if any(wound["bleeds"] for wound in wounds) else before
    for now in range(1, rounds + 1):
        running = [wound for wound in wounds if wound["bleeds"]]
        for wound in running:
            wound["left"] -= 1
        for index, wound in enumerate(wounds):
            if not wound["bleeds"] or wound["left"]:
                continue
            wound["left"] = INTERVAL[wound["severity"]]
            old, pf, pv = pf, pf - 1, pv - 1
            if pv <= 0:
                ticks.append((index, now, pv, pf, "dead"))
                return dice, ticks, now, pv, pf, "dead", gained, 0, []
            pf = min(pf, 3 * pv // 2)
            if old >= 1 and old - 1 <= 0:
                dice.append(random.randint(1, 20))
                made = dice[-1] == 20 or (dice[-1] != 1 and dice[-1] + victim["fort"] >= 15)
                state = "stunned" if made else "unconscious"
            dice.append(random.randint(1, 100))
            held = dice[-1] < pv + pf
            ticks.append((index, now, pv, pf, state))
            if held:
                for other in wounds if options.get("stabilise_all") else [wound]:
                    other["bleeds"] = False
        if running:
            calm = 0
            continue
        calm = calm + 1 if resting else 0
        if calm and calm % DAY == 0:
            if all(wound["treated"] or wound["severity"] == "light" for wound in wounds) and pv < 10:
                pv, gained[0] = pv + 1, gained[0] + 1
            if pv == 10:
                wounds = [wound for wound in wounds if not wound["treated"] and wound["severity"] != "light"]
        if calm and calm % HOUR == 0 and pf < min(10, 3 * pv // 2):
            pf, gained[1] = pf + 1, gained[1] + 1
            state = "ok" if pf >= 1 else state
    return dice, ticks, rounds, pv, pf, state, gained, calm, [wound["bleeds"] for wound in wounds]


some_wounds = st.lists(
    st.tuples(st.sampled_from(["light", "moderate", "grave", "critical"]), st.booleans()), max_size=3
)


@settings(max_examples=60, deadline=None)
@given(
    some_wounds,
    st.integers(1, 10),
    st.integers(-2, 10),
    st.sampled_from([3, 25, 130, 700, 2000, 16_000, 30_000]),
    st.booleans(),
    st.sampled_from([0, 0, 599, 14_399]),
    st.booleans(),
    st.integers(0, 10**6),
)
def test_time_passes_as_it_would_round_by_round(wounds, pv, pf, rounds, resting, before, every, seed):
    """CD20-BLEED-03 to CD20-BLEED-05, CD20-HP-05 to CD20-HP-07: ticks, rest and all, against a naive walk."""
    pf = min(pf, 3 * pv // 2)
    # a critical wound that is not treated kills in a few rounds: long walks want the others
    shown = [
        {"severity": severity, "treated": treated, "bleeds": severity != "light" and not treated, "zone": "left_arm"}
        for severity, treated in wounds
        if severity != "critical" or not treated
    ]
    options = {"stabilise_all": every}
    body = {"pv": pv, "pf": pf, "fort": 3, "wounds": shown}
    dice, ticks, passed, *state, gained, calm, bleeding = walked(body, rounds, resting, before, Random(seed), options)
    victim = {
        "con": 14,
        "pv": pv,
        "pf": pf,
        "fort": 3,
        "wounds": [{"severity": one["severity"], "treated": one["treated"], "zone": "left_arm"} for one in shown],
    }
    time = {"rounds": rounds, "resting": resting, "rested_rounds": before}
    result = outcome("advance_time", dice, victim=victim, **time, options=options)
    told = [(one["wound"], one["at_round"], one["pv"], one["pf"], one["state"]) for one in result["ticks"]]
    assert told == ticks
    assert [result["pv"], result["pf"], result["state"]] == state
    assert (result["rounds_passed"], result["rested_rounds"], result["ticks_count"]) == (passed, calm, len(ticks))
    assert [result["pv_recovered"], result["pf_recovered"]] == gained
    if result["state"] != "dead":
        assert [wound["bleeding"] for wound in result["wounds"]] == bleeding


# ---- odds ----


@pytest.mark.parametrize("pf", [1, 6])
def test_odds_of_one_loss(pf):
    """CD20-BLEED-03, CD20-HP-05: every face of the d20 and the d100."""
    bench.assert_odds_agree("advance_time", victim=hurt(on("left_leg", 8), pv=5, pf=pf, fort=3), minutes=1)


def test_odds_of_bleeding_to_death_by_hand():
    """CD20-BLEED-03, CD20-BLEED-04: a wound that must stop by itself: one roll a loss, each below PV and PF."""
    victim = hurt(on("left_leg", 8), pv=6, pf=4)
    alive, pv, pf = Fraction(0), 6, 4
    bleeding = Fraction(1)
    while pv > 1:
        pv, pf = pv - 1, min(pf - 1, 3 * (pv - 1) // 2)
        held = Fraction(max(0, pv + pf - 1), 100)
        alive, bleeding = alive + bleeding * held, bleeding * (1 - held)
    assert bench.chance("advance_time", "state", "dead", victim=victim, hours=1) == bleeding
    assert bench.chance("advance_time", "bleeding", False, victim=victim, hours=1) == 1
    assert alive + bleeding == 1


def test_odds_do_not_depend_on_what_is_looked_at():
    """CD20-BLEED-05: three wounds, their records kept or not."""
    victim = hurt(on("left_leg", 8), on("right_arm", 7), on("torso", 12), pv=6)
    plain = bench.weighed("advance_time", {"victim": victim, "minutes": 3}, ("ticks_count", "state", "pf"))
    for more in ("ticks", "wounds"):
        full = bench.weighed("advance_time", {"victim": victim, "minutes": 3}, ("ticks_count", "state", "pf", more))
        merged: dict[Any, Fraction] = {}
        for key, chance in full.items():
            merged[key[:3]] = merged.get(key[:3], Fraction(0)) + chance
        assert merged == plain
