"""Natural causes, for one round or several (ENV-01, ENV-02, P-ENV-03, P-ENV-04)."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.calling import odds_of
from systems.brute import Bench
from systems.cthulhud20.ledger import NO, by_key, keys
from systems.cthulhud20.naive import BONUS, ROWS, Told, wounded, zone_of
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused, thrown = bench.outcome, bench.picked, bench.refused, bench.thrown
MINE = ("natural_cause", "lasting_cause")


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


TABLE = """
    blaze              | 6  | 1 | —
    burning_petrol     | 18 | 5 | —
    furnace            | 36 | 8 | —
    house_current      | 12 | 3 | fort
    industrial_current | 24 | 7 | fort
    high_voltage       | 48 | 8 | fort
    acid_splash        | 6  | 1 | —
    acid_immersion     | 60 | 8 | —
    steam              | 12 | 3 | ref
    """.strip("\n ")


@pytest.mark.parametrize(("cause", "most", "bonus", "save"), by_key(TABLE))
def test_every_cause_of_the_tables(cause, most, bonus, save):
    """CD20-P-ENV-03, CD20-P-ENV-04, cell by cell: highest damage, bonus, the save that halves it, its 15."""
    tail = [100] if int(bonus) > 1 else []  # two is light, and rolls no more
    failed = [] if save == NO else [14]
    result = outcome("natural_cause", [*failed, 1, *tail], cause=cause, victim={"fort": 0, "ref": 0})
    assert (result["max_damage"], result["bonus"], result["gb"]) == (int(most), int(bonus), int(bonus) + 1)
    assert result.get("save_total") == (14 if failed else None)
    if save != NO:
        made = picked("natural_cause", [15, 4, 100], "save_success", "max_damage", cause=cause, victim={save: 0})
        assert made == (True, int(most) // 2)
        none = outcome("natural_cause", [1, *tail], cause=cause, save="none")
        assert ("save_total" in none, none["max_damage"]) == (False, int(most))


def test_no_other_cause_is_known():
    assert refused("natural_cause", cause="cold") == ("field/one_of", "cause")
    assert refused("lasting_cause", cause="lava", rounds=1) == ("field/one_of", "cause")
    assert len(keys(TABLE)) == 9
    assert refused("natural_cause") == ("field/missing", "cause")
    assert refused("lasting_cause", rounds=1) == ("field/missing", "cause")
    assert refused("lasting_cause", cause="blaze") == ("field/missing", "rounds")


def row_of(gb: int) -> tuple[str, int, int]:
    """CD20-GB-04 for the whole body, written once more."""
    if gb >= 16:
        return "mortal", 0, 0
    name, _, pf, pv = next(row for row in ROWS if gb >= row[1])
    return name, pf, pv


@pytest.mark.parametrize("most", [1, 3, 4, 6, 9, 12, 15, 18, 21, 24, 25, 1000])
@pytest.mark.parametrize("face", range(1, 11))
def test_the_highest_damage_and_a_d10(most, face):
    """CD20-ENV-01, CD20-LETH-01: no zone bonus, no asterisk, no critical, mortal at 16."""
    bonus = min(8, (most - 1) // 3)
    gb = bonus + face
    name, pf, pv = row_of(gb)
    dice = [face, 100] if 3 <= gb <= 15 else [face]
    result = outcome("natural_cause", dice, max_damage=most)
    assert (result["bonus"], result["d10"], result["gb"], result["severity"]) == (bonus, face, gb, name)
    assert (result["zone"], result["pf_loss_zone"], result["part_lost"]) == ("whole_body", 0, False)
    if name == "mortal":
        assert (result["dead_at_once"], result["state"], result["pv"], result["pf"]) == (True, "dead", 0, 0)
    else:
        assert (result["pf_loss"], result["pv_loss"], result["state"]) == (pf, pv, "ok")


def test_half_of_one_is_nothing():
    """CD20-ENV-01, CD20-GEN-02."""
    result = outcome("natural_cause", [20, 5, 100], max_damage=1, save="will")
    assert (result["max_damage"], result["bonus"], result["save_success"]) == (0, 0, True)


@pytest.mark.parametrize(("die", "success"), [(1, False), (9, False), (10, True), (20, True)])
def test_any_save_and_any_difficulty(die, success):
    """CD20-ENV-01, CD20-P-SAVE-01: fatigue weighs on Reflexes only."""
    victim = {"will": 3, "ref": 3, "pf": 4}
    dice = [die, 1, *([100] if not success else [])]
    result = outcome("natural_cause", dice, max_damage=12, save="will", save_dc=13, victim=victim)
    assert (result["save_success"], result["save_total"]) == (success, die + 3)
    tired = outcome("natural_cause", [die, 1, *([] if die == 20 else [100])], cause="steam", victim=victim)
    assert (tired["save_total"], tired["save_success"]) == (die + 1, die == 20)


def test_a_natural_one_always_fails_and_a_twenty_never():
    """CD20-P-SAVE-01."""
    assert picked("natural_cause", [1, 1, 100], "save_success", cause="steam", victim={"ref": 30}) == (False,)
    assert picked("natural_cause", [20, 1], "save_success", cause="steam", victim={"ref": -30}) == (True,)


def test_a_cause_of_the_list_with_another_number():
    """The Keeper’s number goes before that of the list, whose save stays."""
    assert picked("natural_cause", [1, 1], "max_damage", "save_success", cause="steam", max_damage=4) == (4, False)


@pytest.mark.parametrize(
    ("zone", "more", "extra"),
    [("head", 4, 0), ("torso", 3, 1), ("abdomen", 1, 1), ("left_arm", 0, 0), ("right_leg", 0, 0), ("whole_body", 0, 0)],
)
def test_a_point_of_contact_counts_as_the_zone(zone, more, extra):
    """CD20-ENV-01: with its bonus and its asterisk, without a roll."""
    result = outcome("natural_cause", [4, 100], max_damage=6, zone=zone)
    assert (result["zone"], result["gb"], result["pf_loss_zone"]) == (zone, 5 + more, extra)


@pytest.mark.parametrize(
    ("face", "zone", "gb"), [(3, "head", 10), (10, "torso", 9), (45, "abdomen", 7), (99, "left_leg", 6)]
)
def test_a_cause_may_be_located(face, zone, gb):
    """CD20-ENV-03: d10 first, then d100."""
    result = bench.answer("natural_cause", [5, face, 100], cause="blaze", located=True, victim={"name": "Paul"})
    assert (result.outcome["zone"], result.outcome["gb"]) == (zone, gb)
    assert [(one.label, one.purpose, one.who) for one in result.dice] == [
        ("d10", "cause", "Paul"),
        ("d100", "location", "Paul"),
        ("d100", "stabilisation", "Paul"),
    ]


def test_parts_that_are_gone():
    """CD20-LOC-02: thrown again; where no part is left, the whole body; and none of them is a point of contact."""
    result = outcome(
        "natural_cause", [5, 60, 99, 100], cause="blaze", located=True, victim={"lost_parts": ["right_leg"]}
    )
    assert result["zone"] == "left_leg"
    zones = ["head", "torso", "right_arm", "left_arm", "abdomen", "right_leg", "left_leg"]
    nothing = outcome("natural_cause", [5, 100], cause="blaze", located=True, victim={"lost_parts": zones})
    assert nothing["zone"] == "whole_body"
    gone = {"cause": "blaze", "victim": {"lost_parts": ["head"]}, "zone": "head"}
    assert refused("natural_cause", **gone) == ("field/not_allowed", "zone")
    assert refused("natural_cause", cause="blaze", zone="chest") == ("field/one_of", "zone")
    assert refused("natural_cause", cause="blaze", zone="head", located=True) == ("field/not_allowed", "zone")


def test_armour_does_not_help_against_fire():
    """CD20-ENV-01."""
    tank = {"armour": {"torso": 30}, "natural_armour": 9, "cover": {"torso": 9}}
    assert picked("natural_cause", [5, 100], "gb", "severity", cause="blaze", zone="torso", victim=tank) == (9, "grave")


@pytest.mark.parametrize(
    ("tables", "state", "losses"),
    [("human", "dead", (8, 8)), ("quadruped", "dead", (8, 8)), ("mi_go", "dead", (8, 8)), ("zombie", "ok", (5, 4))],
)
def test_sixteen_on_other_bodies(tables, state, losses):
    """CD20-CREA-03, CD20-P-CREA-04: mortal for all but the zombie, and nothing of it is destroyed."""
    result = outcome("natural_cause", [8], max_damage=99, victim={"tables": tables})
    assert (result["state"], (result["pf_loss"], result["pv_loss"]), result["lost_parts"]) == (state, losses, [])


def test_shocks():
    """CD20-SHOCK-02, CD20-P-SHOCK-01: the Keeper’s, or that of the table."""
    result = outcome("natural_cause", [2, 100], max_damage=6, shock="violent")
    assert (result["shock"], result["prone"], result["pf_loss_shock"], result["pf"]) == ("violent", True, 1, 5)
    auto = {"options": {"auto_shock": True}}
    assert [outcome("natural_cause", [n, 100], max_damage=6, **auto)["shock"] for n in (4, 5, 10)] == [
        "none",
        "shock",
        "violent",
    ]


def test_the_dead_feel_nothing():
    """CD20-HP-04."""
    assert outcome("natural_cause", cause="blaze", victim={"pv": 0}) == {"refused": "dead"}
    assert outcome("lasting_cause", cause="blaze", rounds=3, victim={"pv": 0}) == {"refused": "dead"}
    assert bench.changes("natural_cause", cause="blaze", victim={"pv": -1}) == []


def test_what_a_sheet_keeps():
    victim = {"name": "Paul", "pf": 3}
    result = bench.changes("natural_cause", [10, 14, 100], max_damage=6, victim=victim)
    assert [(one[0], one[2], one[3]) for one in result][:5] == [
        ("pv", 5, "Paul"),
        ("pf", -1, "Paul"),
        ("state", "unconscious", "Paul"),
        ("prone", True, "Paul"),
        ("hampered_parts", ("whole_body",), "Paul"),
    ]
    assert result[5][0] == "wounds"


@pytest.mark.parametrize(
    "scene",
    [
        {"cause": "blaze"},
        {"cause": "blaze", "victim": {"pf": 3, "fort": 2, "tables": "zombie"}},
        {"max_damage": 22, "victim": {"pv": 2, "pf": 3}},
        {"max_damage": 1, "zone": "torso", "shock": "violent", "victim": {"pf": 2, "pv": 3, "tables": "zombie"}},
    ],
)
def test_odds_of_a_cause(scene):
    """Bodies that faint are those of zombies, which throw no stabilisation: fewer faces to count."""
    bench.assert_odds_agree("natural_cause", **scene)


@pytest.mark.parametrize("body", [{"pv": 8, "pf": 8, "fort": 0}, {"pv": 3, "pf": 4, "fort": 2}])
def test_the_whole_distribution_of_a_located_cause_counted_by_hand(body):
    """CD20-ENV-03: steam halved by Reflexes, every d20, d10 and d100."""
    counted: dict[Told, Fraction] = defaultdict(Fraction)
    for die in range(1, 21):
        bonus = 1 if die == 20 or (die > 1 and die + 4 >= 15) else 3
        for ten in range(1, 11):
            for face in range(1, 101):
                zone = zone_of(face)
                for told, chance in wounded(zone, bonus + ten + BONUS.get(zone, 0), **body).items():
                    counted[told] += chance / (20 * 10 * 100)
    victim = {**body, "ref": 4, "pv_max": 8, "pf_max": body["pf"]}
    by = ("zone", "severity", "pf_loss", "pv_loss", "state")
    scene = {"cause": "steam", "located": True, "victim": victim}
    result = {
        tuple(one.outcome[name] for name in by): one.chance
        for one in odds_of("cthulhud20", "natural_cause", scene, by=by)
    }
    assert result == counted


# ---- several rounds ----


def by_hand(bonus: int, face: int, rounds: int, pv: int, pf: int) -> list[tuple[int, str, int, int]]:
    """CD20-ENV-02 for a body that never faints: GB, severity, losses of each round until death."""
    result, taken = [], (0, 0)
    for number in range(1, rounds + 1):
        gb = bonus + face + (number - 1) * (bonus + 1)
        name, *losses = row_of(gb)
        if name == "mortal":
            return [*result, (gb, name, pf - taken[0], pv - taken[1])]
        result.append((gb, name, losses[0] - taken[0], losses[1] - taken[1]))
        taken = (losses[0], losses[1])
        if taken[1] >= pv:
            return result
    return result


BY_ROUND = ("gb_by_round", "severity_by_round", "pf_loss_by_round", "pv_loss_by_round")


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 60), st.integers(1, 10), st.integers(1, 20), st.integers(1, 8))
def test_one_wound_that_grows(most, face, rounds, pv):
    """CD20-ENV-02: the losses of all rounds together are those of one wound."""
    bonus = min(8, (most - 1) // 3)
    expected = by_hand(bonus, face, rounds, pv, 30)
    dead = expected[-1][1] == "mortal" or sum(row[3] for row in expected) >= pv
    open_wound = not dead and expected[-1][1] in ("moderate", "grave", "critical")
    victim = {"pv_max": 20, "pf_max": 30, "pv": pv, "pf": min(30, 3 * pv // 2)}
    if not dead and sum(row[2] for row in expected) >= victim["pf"]:
        return  # somebody faints: elsewhere
    if dead and victim["pf"] <= sum(row[2] for row in expected[:-1]):
        return
    dice = [face, *([100] if open_wound else [])]
    result = outcome("lasting_cause", dice, max_damage=most, rounds=rounds, victim=victim)
    columns = [list(column) for column in zip(*expected, strict=True)]
    if expected[-1][1] == "mortal":
        columns[2][-1] = victim["pf"] - sum(columns[2][:-1])
    shown = [result[name] for name in BY_ROUND]
    assert shown[0] == columns[0]
    assert shown[1] == columns[1]
    assert shown[3] == columns[3]
    assert (result["step"], result["gb"], result["severity"]) == (bonus + 1, columns[0][-1], columns[1][-1])
    assert result.get("died_in_round") == (len(expected) if dead else None)
    assert (result["state"] == "dead") == dead
    assert result["stabilise_roll_needed"] == open_wound
    if expected[-1][1] != "superficial":
        (wound,) = result["wounds"]
        assert (wound["gb"], wound["zone"], wound["bleeding"]) == (columns[0][-1], "whole_body", open_wound)
        assert wound["pv_loss"] == sum(shown[3])
        assert wound["pf_loss"] == sum(shown[2])


@pytest.mark.parametrize("cut", [1, 2, 3, 4])
def test_a_cause_may_go_on_in_another_call(cut):
    """CD20-ENV-02: its die is remembered, its losses are taken once, its wound is listed when it stops."""
    fire = {"cause": "blaze"}
    whole = outcome("lasting_cause", [2, 100], rounds=5, **fire)
    first = outcome("lasting_cause", [2], rounds=cut, stops=False, **fire)
    assert (first["wounds"], first["stabilise_roll_needed"]) == ([], False)
    victim = {name: first[name] for name in ("pv", "pf", "hampered_parts", "state", "prone")}
    dice = [100]
    then = outcome("lasting_cause", dice, rounds=5 - cut, first_round=cut + 1, d10=2, victim=victim, **fire)
    for name in ("pv", "pf", "gb", "severity", "wounds", "hampered_parts", "care_dc", "stabilise_total", "d10"):
        assert then[name] == whole[name], name
    assert [*first["gb_by_round"], *then["gb_by_round"]] == whole["gb_by_round"] == [3, 5, 7, 9, 11]
    assert [*first["pf_loss_by_round"], *then["pf_loss_by_round"]] == whole["pf_loss_by_round"] == [2, 0, 1, 0, 1]


def test_sixteen_kills_the_whole_body():
    """CD20-ENV-02, CD20-GB-06: in the round in which it is reached, counted from the first."""
    result = outcome("lasting_cause", [10], cause="furnace", rounds=4)
    assert (result["gb_by_round"], result["died_in_round"], result["severity"]) == ([18], 1, "mortal")
    assert (result["pv"], result["pf"], result["state"], "care_dc" in result) == (0, 0, "dead", False)
    assert result["wounds"][0]["bleeding"] is False
    later = outcome("lasting_cause", rounds=9, first_round=3, d10=4, cause="blaze", victim={"pv": 6, "pf": 5})
    assert (later["gb_by_round"], later["died_in_round"]) == ([9, 11, 13, 15, 17], 7)
    assert (later["pf_loss_by_round"], later["pv_loss_by_round"]) == ([0, 1, 0, 0, 4], [0, 1, 0, 0, 5])
    assert (later["wounds"][0]["pf_loss"], later["wounds"][0]["pv_loss"]) == (8, 8)


def test_death_puts_the_wound_on_the_list_even_if_the_fire_goes_on():
    """CD20-ENV-02, CD20-HP-04: a growing wound that takes the last PV."""
    result = outcome("lasting_cause", [4], cause="blaze", rounds=8, stops=False, victim={"pv": 2, "pf": 3})
    assert (result["died_in_round"], result["gb_by_round"], result["pv"]) == (2, [5, 7], 0)
    assert [one["severity"] for one in result["wounds"]] == ["grave"]


def test_fainting_in_the_fire():
    """CD20-HP-05: in whichever round the last PF goes; what is out of use by then weighs on the save."""
    result = outcome("lasting_cause", [3, 14, 100], cause="blaze", rounds=3, victim={"pf": 3, "fort": 1})
    assert (result["fainted_in_round"], result["faint_save_total"], result["state"]) == (2, 15, "stunned")
    assert result["faint_save_success"] is True
    apart = {"cause": "blaze", "rounds": 2, "victim": {"pf": 1, "hampered_parts": ["whole_body"]}}
    assert picked("lasting_cause", [2, 16, 100], "faint_save_total", "fainted_in_round", **apart) == (14, 1)
    none = outcome("lasting_cause", [1], cause="blaze", rounds=1)
    assert (none["faint_save_needed"], "fainted_in_round" in none) == (False, False)


def test_a_stunned_victim_may_have_to_save_again():
    """CD20-HP-05, by a house rule: at each further loss; the last save is told."""
    scene = {"cause": "blaze", "rounds": 3, "victim": {"pf": 1}, "options": {"repeat_faint_save": True}}
    result = outcome("lasting_cause", [1, 15, 16, 2, 100], **scene)
    assert (result["pf_loss_by_round"], result["fainted_in_round"]) == ([1, 1, 1], 3)
    assert (result["faint_save_total"], result["state"]) == (2, "unconscious")
    floor = {"cause": "blaze", "rounds": 3, "victim": {"pf": 1}, "options": {"pf_floor_zero": True}}
    assert outcome("lasting_cause", [1, 15, 100], **floor)["pf"] == 0


def test_one_good_roll_may_close_every_wound():
    """CD20-BLEED-03, by a house rule."""
    victim = {"wounds": [{"gb": 4, "zone": "left_arm"}]}
    scene = {"cause": "blaze", "rounds": 1, "victim": victim}
    plain = outcome("lasting_cause", [5, 1], **scene)
    assert [one["bleeding"] for one in plain["wounds"]] == [True, False]
    every = outcome("lasting_cause", [5, 1], **scene, options={"stabilise_all": True})
    assert [one["bleeding"] for one in every["wounds"]] == [False, False]


def test_each_round_as_a_wound_of_its_own():
    """CD20-ENV-02, by a house rule: each with its own losses and its own roll."""
    house = {"options": {"environment_wound_each_round": True}}
    result = outcome("lasting_cause", [4, 100, 2, 100, 100], cause="blaze", rounds=3, victim={"pf": 5}, **house)
    assert result["gb_by_round"] == [5, 7, 9]
    assert (result["pf_loss_by_round"], result["pv_loss_by_round"]) == ([2, 3, 3], [1, 2, 2])
    assert [one["severity"] for one in result["wounds"]] == ["moderate", "grave", "grave"]
    assert (result["stabilise_roll_needed"], "stabilised" in result) == (False, False)
    assert (result["fainted_in_round"], result["state"]) == (2, "unconscious")
    dead = outcome("lasting_cause", [4], cause="furnace", rounds=3, victim={"pv": 2, "pf": 3}, **house)
    assert (dead["died_in_round"], dead["gb_by_round"]) == (1, [12])
    later = outcome("lasting_cause", [100], cause="blaze", rounds=1, first_round=2, d10=3, **house)
    assert (later["gb_by_round"], later["pf_loss_by_round"]) == ([6], [3])


def test_a_zombie_burns_on():
    """CD20-CREA-03: destructive at 16, and no worse after that."""
    result = outcome("lasting_cause", [10], cause="blaze", rounds=30, victim={"tables": "zombie"})
    assert result["severity_by_round"][:4] == ["critical", "critical", "critical", "destructive"]
    assert (sum(result["pf_loss_by_round"]), sum(result["pv_loss_by_round"])) == (5, 4)
    assert (result["state"], result["gb"], result["lost_parts"], result["stabilise_roll_needed"]) == (
        "ok",
        69,
        [],
        False,
    )


@pytest.mark.parametrize(
    ("scene", "fault"),
    [
        ({"rounds": 0}, ("field/range", "rounds")),
        ({"rounds": 101}, ("field/range", "rounds")),
        ({"rounds": 1, "first_round": 2}, ("field/missing", "d10")),
        ({"rounds": 1, "d10": 3}, ("field/not_allowed", "d10")),
        ({"rounds": 1, "first_round": 2, "d10": 11}, ("field/range", "d10")),
        ({"rounds": 100, "first_round": 2, "d10": 1}, ("field/at_most", "rounds")),
        ({"rounds": 1, "max_damage": 0}, ("field/range", "max_damage")),
    ],
)
def test_inputs_that_make_no_sense(scene, fault):
    assert refused("lasting_cause", **{"cause": "blaze", **scene}) == fault


EACH = {"environment_wound_each_round": True}


@pytest.mark.parametrize(
    "scene",
    [
        {"cause": "blaze", "rounds": 3},
        {"cause": "blaze", "rounds": 4, "victim": {"pf": 3, "fort": 3, "tables": "zombie"}},
        {"cause": "burning_petrol", "rounds": 2, "victim": {"pv": 3, "pf": 4}},
        {"cause": "blaze", "rounds": 2, "stops": False, "victim": {"pf": 2}},
        {"cause": "blaze", "rounds": 3, "victim": {"pf": 4, "tables": "zombie"}, "options": EACH},
        {"max_damage": 3, "rounds": 1, "options": EACH},
    ],
)
def test_odds_of_a_lasting_cause(scene: dict[str, Any]):
    bench.assert_odds_agree("lasting_cause", **scene)
