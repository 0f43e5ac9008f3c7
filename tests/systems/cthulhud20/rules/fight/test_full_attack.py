"""Several attacks of one turn on one target, and fire that sweeps an area (ATT-03, P-GUN-01 to P-GUN-03)."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.calling import odds_of, prepare
from gardien.core.errors import Refusal
from gardien.core.interpreters.run import Waiting, always, run
from systems.brute import Bench
from systems.cthulhud20.naive import ROWS, Told, attacked
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes
MINE = ("full_attack", "suppressive_fire")
JACK = next(one.given for one in examples("cthulhud20") if one.id == "CD20-EX-29c")
PAIR = {"base_attack": [7, 2]}
GUN = {"kind": "ranged"}
CHOICE = {"group_aim_choice": True}


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


def bonuses(dice: list[int], **scene: Any) -> list[int]:
    return [one["attack_bonus"] for one in outcome("full_attack", dice, **scene)["results"]]


# ---- Jack ----


def test_jacks_round_is_told_in_full():
    """CD20-ATT-03, seed lines 245-251: +18 at the head, +11 at torso and head, one cartridge each."""
    target = {"name": "the guest"}
    result = bench.answer("full_attack", [2, 60, 10, 15, 50], **{**JACK, "target": target})
    assert [(one.label, one.purpose) for one in result.dice] == [
        ("d20", "attack"),
        ("d100", "stabilisation"),
        ("d20", "attack"),
        ("d100", "location"),
        ("d100", "stabilisation"),
    ]
    sums = [(one.value, one.parts[-1]) for one in result.steps if one.label == "attack_bonus"]
    assert sums == [(18, ("aim_bonus", 2)), (11, ("range_malus", -4))]
    assert [(one.field, one.who) for one in result.changes] == [
        ("pv", "the guest"),
        ("pf", "the guest"),
        ("wounds", "the guest"),
    ]


def second_shots(pf: int, pv: int) -> dict[Told, Fraction]:
    """+11 − 5 at head, torso and arms of somebody who has lost PF (CD20-FAT-02)."""
    malus = -5 if pf <= 0 else -min(5, (8 - pf) // 2)
    return attacked(
        6, dict.fromkeys(("head", "torso", "right_arm", "left_arm"), 10 + malus), None, range(1, 41), pv, pf
    )


def test_the_target_is_dead_or_dying_after_jacks_two_shots():
    """CD20-ODDS-01, seed line 251: exact, and the same when counted by hand."""
    ranks = [name for name, *_ in ROWS][::-1]
    counted: dict[str, Fraction] = defaultdict(Fraction)
    for (_, first, pf, pv, state), chance in attacked(8, {"head": 10}, None, range(1, 6)).items():
        if state == "dead":
            counted["dead"] += chance
            continue
        for (_, second, _, _, after), more in second_shots(8 - pf, 8 - pv).items():
            wounds = [ranks.index(one) for one in (first, second) if one in ranks]
            name = "dead" if after == "dead" else ranks[max(wounds)] if wounds else "untouched"
            counted[name] += chance * more
    assert counted["dead"] == bench.chance("full_attack", "state", "dead", **JACK) == Fraction(1409, 3200)
    told: dict[str, Fraction] = defaultdict(Fraction)
    for one in odds_of("cthulhud20", "full_attack", JACK, by=("state", "results")):
        shots = [shot.get("severity") for shot in one.outcome["results"]]
        severities = [ranks.index(severity) for severity in shots if severity in ranks]
        wounded = ranks[max(severities)] if severities else "untouched"
        told["dead" if one.outcome["state"] == "dead" else wounded] += one.chance
    assert told == counted
    assert counted == {
        "dead": Fraction(1409, 3200),
        "critical": Fraction(211, 640),
        "grave": Fraction(23, 128),
        "moderate": Fraction(5, 128),
        "light": Fraction(1, 400),
        "superficial": Fraction(1, 800),
        "untouched": Fraction(3, 400),
    }
    assert counted["dead"] + counted["critical"] == Fraction(77, 100)
    assert counted["dead"] + counted["critical"] + counted["grave"] == Fraction(3039, 3200)


# ---- the attacks of a turn ----


@pytest.mark.parametrize(
    ("scene", "expected"),
    [
        ({"weapon": GUN}, [7, 2]),
        ({"weapon": GUN, "aimed": True}, [9, 2]),
        ({"weapon": GUN, "modifier": 1, "attacks": [{}, {"modifier": 3}]}, [8, 6]),
        ({"weapon": GUN, "attacks": [{}]}, [7]),
        ({"weapon": GUN, "attacks": [{"attack_bonus": 9}, {}], "aimed": True}, [9, 2]),
        ({"weapon": GUN, "attacks": [{}, {}, {"attack_bonus": 4}]}, [7, 2, 4]),
        ({"weapon": GUN, "fire_mode": "multifire"}, [3, 3, -2]),
        ({"weapon": GUN, "fire_mode": "multifire", "attacks": [{"attack_bonus": 9}, {}]}, [9, 3]),
        ({"weapon": GUN, "fire_mode": "multifire", "rounds_loaded": 5}, [3, 3]),
        ({"weapon": {**GUN, "rate": "1"}}, [7]),
        ({"weapon": {**GUN, "rate": "1"}, "attacks": [{}, {"attack_bonus": 4}]}, [7]),
        ({"weapon": GUN, "rounds_loaded": 0}, []),
        ({"weapon": "bat", "rounds_loaded": 0}, [9, 4]),
    ],
)
def test_every_attack_has_its_own_number(scene, expected):
    """CD20-ATT-03, CD20-AIM-01, CD20-P-GUN-01, CD20-P-GUN-02: own bonuses take neither malus nor aim."""
    dice = [1, 60] * len(expected)
    assert bonuses(dice, attacker=PAIR, **scene) == expected


@pytest.mark.parametrize(
    ("weapon", "mode", "used"),
    [(GUN, "semi", 2), (GUN, "multifire", 6), (GUN, "autofire", 12), ("bat", "semi", 0), ("rock", "semi", 2)],
)
def test_the_ammunition_of_a_turn(weapon, mode, used):
    """CD20-P-GUN-01, CD20-P-GUN-02: none for what is swung."""
    shots = {"semi": 2, "multifire": 3, "autofire": 4}[mode]
    scene = {"attacker": PAIR, "weapon": weapon, "fire_mode": mode}
    assert picked("full_attack", [1, 60] * shots, "attacks_made", "ammunition_used", **scene) == (shots, used)


def test_rapid_shots_and_multishot():
    """CD20-P-FEAT-01."""
    who = {"base_attack": [7, 2], "feats": ["rapid_shot", "multishot"]}
    assert bonuses([1, 60] * 3, attacker=who, weapon=GUN, rapid_shot=True) == [5, 5, 0]
    assert bonuses([1, 60] * 3, attacker=who, weapon=GUN, fire_mode="multifire") == [5, 5, 0]


def test_the_target_is_as_the_blow_before_left_it():
    """CD20-ATT-03: fatigue, a fall, a limb that is gone, death."""
    scene = {"attacker": {"base_attack": [0, 0, 0]}, "weapon": {"lethality": 0}}
    result = outcome("full_attack", [16, 60, 100, 10, 60, 10, 60], **scene)["results"]
    assert [one["zone_ca"] for one in result] == [10, 9, 8]
    kicked = [{"attack_bonus": 15}, {"attack_bonus": 0}, {"attack_bonus": 0}]
    fallen = outcome("full_attack", [14, 60, 100, 8, 60, 80, 100, 3, 60, 90], attacks=kicked, **scene)
    assert [one["target_modifier"] for one in fallen["results"]] == [0, 4, 4]
    assert [one["zone"] for one in fallen["results"]] == ["right_leg", "left_leg", "left_leg"]
    dead = outcome("full_attack", [20, 3], attacks=[{"attack_bonus": 20}, {}], **scene)
    assert (dead["attacks_made"], dead["state"], len(dead["results"])) == (1, "dead", 1)


def test_a_zone_that_is_gone_is_no_longer_aimed_at():
    """CD20-AIM-02: the next attack names nothing and pays nothing; also where it was picked inside a group."""
    arm = [{"attack_bonus": 30, "aim": "left_arm"}, {"attack_bonus": 0, "aim": "left_arm"}]
    result = outcome("full_attack", [10, 100, 3, 60], attacks=arm)["results"]
    assert [(one["zone"], one["zone_malus"]) for one in result] == [("left_arm", -9), ("right_leg", 0)]
    pick = {"aim": "upper", "zone_choice": "left_arm"}
    house = {"options": CHOICE}
    result = outcome(
        "full_attack", [15, 100, 3, 60], attacks=[{"attack_bonus": 30, **pick}, {"attack_bonus": 0, **pick}], **house
    )
    assert [one["zone"] for one in result["results"]] == ["left_arm", "right_leg"]
    destroyed = {"tables": "zombie", "pv": 40, "pv_max": 40, "pf_max": 40, "lost_parts": ZOMBIE_LEFT}
    ruined = outcome("full_attack", [10, 3], target=destroyed, attacks=[{"attack_bonus": 40}, {"attack_bonus": 0}])
    assert (ruined["attacks_made"], len(ruined["lost_parts"])) == (1, 7)


ZOMBIE_LEFT = ["torso", "right_arm", "left_arm", "abdomen", "right_leg", "left_leg"]


def test_a_jam_ends_the_turn():
    """CD20-P-GUN-06: what is jammed fires no more."""
    scene = {"attacker": PAIR, "weapon": "p32", "options": {"jams": True}}
    result = outcome("full_attack", [1, 60, 5], **scene)
    assert (result["attacks_made"], result["ammunition_used"], result["results"][0]["jammed"]) == (1, 1, True)
    assert outcome("full_attack", [1, 60, 6, 1, 60, 6], **scene)["attacks_made"] == 2


def test_destiny_in_a_turn():
    """CD20-DEST-02: each point once; what went for the first attack is gone for the second."""
    soften = {"effect": "soften"}
    scene = {"target": {"name": "Ida"}, "attacks": [{"attack_bonus": 8, "destiny": soften}] * 2}
    result = outcome("full_attack", [12, 60, 12, 60, 100], **scene)
    assert [one["destiny_accepted"] for one in result["results"]] == [True, False]
    assert result["results"][1]["destiny_reason"] == "no_point"
    assert ("destiny_spent", 0, 1, "Ida") in changes("full_attack", [12, 60, 12, 60, 100], **scene)
    rich = {**scene, "target": {"name": "Ida", "level": 3}}
    assert ("destiny_spent", 0, 2, "Ida") in changes("full_attack", [12, 60, 12, 60], **rich)
    group = {"effect": "soften", "source": "group", "votes": ["yes"]}
    shared = {**scene, "attacks": [{"attack_bonus": 8, "destiny": group}] * 2}
    result = outcome("full_attack", [12, 60, 12, 60, 100], **shared)
    assert [one.get("destiny_reason") for one in result["results"]] == [None, "no_point"]
    assert ("group_destiny", 1, 0, "group") in changes("full_attack", [12, 60, 12, 60, 100], **shared)
    again = {"effect": "reroll", "by": "attacker"}
    mine = {"attacker": {"name": "Bo"}, "attacks": [{"attack_bonus": 8, "destiny": again}]}
    assert changes("full_attack", [1, 60, 1], **mine) == [("destiny_spent", 0, 1, "Bo")]
    twice = {**mine, "attacks": mine["attacks"] * 2}
    assert changes("full_attack", [1, 60, 1, 1, 60], **twice) == [("destiny_spent", 0, 1, "Bo")]
    twice["attacker"] = {"name": "Bo", "level": 3, "destiny_spent": 1}
    assert changes("full_attack", [1, 60, 1, 1, 60, 1], **twice) == [("destiny_spent", 1, 3, "Bo")]


def test_a_zone_that_destiny_chose_and_that_is_gone():
    """CD20-DEST-06: then the zone that was thrown counts."""
    kept = {"effect": "keeper", "severity": "light", "zone": "left_arm"}
    attacks = [{"attack_bonus": 30, "aim": "left_arm"}, {"attack_bonus": 8, "destiny": kept}]
    result = outcome("full_attack", [10, 100, 12, 60], attacks=attacks)["results"]
    assert (result[1]["zone"], result[1]["severity"]) == ("right_leg", "light")


def test_a_table_stops_at_every_attack():
    """CD20-DEST-03: once for each attack."""
    thrown = iter([12, 60])
    asked = prepare("cthulhud20", "full_attack", {"attacker": PAIR}).request()
    result = run(asked, lambda die: next(thrown), waits=always).outcome
    assert result == Waiting("attacks", {"result": "hit", "hit": True, "zone": "right_leg", "attacks_made": 1})


@pytest.mark.parametrize(
    ("scene", "reason"),
    [
        ({"attacker": {"pf": 0}, "target": {"pv": 0}}, "attacker_cannot_act"),
        ({"target": {"pv": 0}, "weapon": "p22", "distance_m": 60}, "target_dead"),
        ({"weapon": "p22", "distance_m": 60}, "out_of_range"),
    ],
)
def test_turns_that_cannot_be_taken(scene, reason):
    """The first reason that applies, alone."""
    assert outcome("full_attack", **scene) == {"refused": reason}
    assert changes("full_attack", **scene) == []


@pytest.mark.parametrize(
    ("scene", "fault"),
    [
        ({"attacks": [{}, {}]}, ("field/length_at_most", "attacks")),
        ({"attacks": [{}] * 11}, ("field/length_at_most", "attacks")),
        ({"attacks": [{"aim": "head"}], "target": {"tables": "cone"}}, ("field/not_allowed", "attacks[0].aim")),
        ({"attacks": [{"destiny": {"effect": "soften", "zone": "foot"}}]}, ("field/one_of", "attacks[0].destiny.zone")),
        ({"attacks": [{"aim": "upper", "zone_choice": "head"}]}, ("field/not_allowed", "attacks[0].zone_choice")),
        ({"attacks": [{"aim": "upper"}], "options": CHOICE}, ("field/missing", "attacks[0].zone_choice")),
        ({"weapon": "m21", "fire_mode": "autofire"}, ("field/not_allowed", "fire_mode")),
        ({"weapon": "mac10", "fire_mode": "multifire", "attacks": [{}] * 3}, ("field/length_at_most", "attacks")),
        ({"weapon": "bat", "fire_mode": "multifire"}, ("field/not_allowed", "fire_mode")),
        ({"weapon": GUN, "rapid_shot": True}, ("field/not_allowed", "rapid_shot")),
        ({"attacker": {"feats": ["rapid_shot"]}, "rapid_shot": True}, ("field/not_allowed", "rapid_shot")),
        ({"power_attack": 1}, ("field/not_allowed", "power_attack")),
        (
            {"power_attack": 1, "attacker": {"feats": ["power_attack"]}, "weapon": GUN},
            ("field/not_allowed", "power_attack"),
        ),
        ({"target": {"damage_mode": "traditional"}}, ("field/not_allowed", "target.damage_mode")),
        ({"weapon": "railgun"}, ("field/one_of", "weapon")),
    ],
)
def test_inputs_that_make_no_sense(scene, fault):
    assert refused("full_attack", **scene) == fault


def test_power_holds_for_every_attack():
    """CD20-FEAT-06: the limit is the first base number, the malus and the GB go with each."""
    who = {"base_attack": [7, 2], "feats": ["power_attack"]}
    scene = {"attacker": who, "weapon": {}, "power_attack": 4}
    result = outcome("full_attack", [10, 60, 100, 13, 60, 100], **scene)["results"]
    assert [(one["attack_bonus"], one["margin"], one["gb"]) for one in result] == [(3, 3, 9), (-2, 2, 8)]


# ---- odds of a turn ----


def test_odds_and_every_face_agree():
    """Every field alone and all together: two punches at a zone."""
    scene = {"attacker": PAIR, "weapon": "unarmed", "target": {"pf": 5}, "attacks": [{"aim": "head"}, {"aim": "torso"}]}
    shown = bench.every_outcome("full_attack", scene)
    fields = ("attacks_made", "pf", "state", "prone", "fatigue_malus", "hampered_parts", "lost_parts", "wounds")
    for by in [*((field,) for field in fields), fields]:
        counted: dict[Any, Fraction] = defaultdict(Fraction)
        for one, chance in shown:
            counted[
                tuple((name, tuple(one[name]) if isinstance(one[name], list | tuple) else one[name]) for name in by)
            ] += chance
        assert bench.weighed("full_attack", scene, by) == counted, by


def test_a_part_hampered_by_the_first_blow_weighs_on_the_second_faint_save():
    """CD20-P-WOUND-01: odds keep what matters, whether somebody looks at it or not."""
    scene = {
        "target": {"pf": 5, "fort": 10},
        "attacks": [{"attack_bonus": 17, "aim": "head"}, {"attack_bonus": 12, "aim": "left_arm"}],
    }
    plain = bench.chance("full_attack", "state", "stunned", **scene)
    watched = odds_of("cthulhud20", "full_attack", scene, by=("state", "hampered_parts", "lost_parts", "wounds"))
    assert plain == sum(one.chance for one in watched if one.outcome["state"] == "stunned")
    assert 0 < plain < 1


@settings(max_examples=15, deadline=None)
@given(
    base=st.lists(st.integers(0, 12), min_size=1, max_size=2),
    pf=st.integers(1, 8),
    aim=st.sampled_from(["none", "upper", "legs"]),
    tables=st.sampled_from(["human", "zombie"]),
)
def test_odds_sum_to_one_and_the_state_does_not_hang_on_who_looks(base, pf, aim, tables):
    target = {"pf": pf, "tables": tables}
    scene = {"attacker": {"base_attack": base}, "weapon": GUN, "target": target, "attacks": [{"aim": aim}] * len(base)}
    plain = bench.weighed("full_attack", scene, ("state",))
    assert sum(plain.values()) == 1
    told: dict[Any, Fraction] = defaultdict(Fraction)
    for one in odds_of("cthulhud20", "full_attack", scene, by=("state", "lost_parts", "hampered_parts")):
        told[(("state", one.outcome["state"]),)] += one.chance
    assert told == plain


def test_more_than_two_attacks_are_not_told_one_by_one():
    """Odds say so at once instead of counting for hours."""
    scene = {"attacker": PAIR, "weapon": GUN, "fire_mode": "multifire"}
    with pytest.raises(Refusal) as caught:
        odds_of("cthulhud20", "full_attack", scene, by=("results",))
    assert caught.value.id == "odds/too_many"
    assert sum(one.chance for one in odds_of("cthulhud20", "full_attack", scene, by=("state",))) == 1


# ---- suppressive fire ----


def test_whoever_is_in_the_area():
    """CD20-P-GUN-03: one after the other, each with dice of their own; ten cartridges."""
    victims = [{"name": "A", "ref": 5, "pf": 4}, {"name": "B", "ref": 0, "armour": {"torso": 6}, "cover": {"torso": 4}}]
    result = bench.answer("suppressive_fire", [12, 2, 1, 10], weapon="m60", victims=victims, shock="shock")
    assert (result.outcome["ammunition_used"], result.outcome["hurt"], result.outcome["killed"]) == (10, 0, 0)
    first, second = result.outcome["results"]
    assert (first["reflex_total"], first["result"], first["pf"], "d10" in first) == (15, "safe", 4, False)
    assert (second["reflex_total"], second["d10"], second["result"], second["shock"]) == (2, 1, "stopped", "shock")
    assert [(one.label, one.who, one.purpose) for one in result.dice] == [
        ("d20", "A", "reflexes"),
        ("d20", "B", "reflexes"),
        ("d10", "B", "blast"),
        ("d100", "B", "location"),
    ]
    assert [(one.field, one.after, one.who) for one in result.changes] == [("shock_next_turn", "partial", "B")]
    margin = next(one for one in result.steps if one.label == "margin")
    assert (margin.value, margin.parts, margin.who) == (-2, (("bonus", 7), ("d10", 1), ("armour_bonus", -10)), "B")


@pytest.mark.parametrize(
    ("victim", "dice", "expected"),
    [
        ({"ref": 5}, [10], ("safe", True, None, None, 8)),
        ({"ref": 5, "pf": 4}, [11, 5, 25, 10, 100], ("hit", False, 5, 12, 0)),
        ({"ref": 30}, [1, 1, 25, 100], ("hit", False, 1, 8, 5)),
        ({"ref": -30}, [20], ("safe", True, None, None, 8)),
        ({"armour": {"torso": 6}, "cover": {"torso": 4}}, [2, 2, 10], ("stopped", False, 2, 0, 8)),
        ({"armour": {"torso": 6}, "cover": {"torso": 4}}, [2, 3, 10, 100], ("hit", False, 3, 3, 5)),
        ({"traits": ["bullet_resistant"]}, [2, 3, 25, 100], ("hit", False, 3, 6, 5)),
        ({"pv": 0}, [], ("safe", None, None, None, 0)),
        ({"tables": "zombie", "lost_parts": ["left_leg"]}, [2, 2, 90, 10], ("hit", False, 2, 9, 5)),
    ],
)
def test_one_in_the_area(victim, dice, expected):
    """CD20-P-GUN-03, CD20-SHOCK-03, CD20-P-SAVE-01, CD20-P-CREA-03: one victim after the other rule."""
    result = outcome("suppressive_fire", dice, weapon="m60", victims=[victim])["results"][0]
    got = tuple(result.get(name) for name in ("result", "reflex_success", "d10", "gb", "pf"))
    assert got == expected


@pytest.mark.parametrize(
    ("scene", "dice", "expected"),
    [
        ({"lethality": 1}, [2, 3, 25, 100], ("hit", 4, "none")),
        ({"lethality": 1, "shock": "violent"}, [2, 3, 25, 100], ("hit", 4, "violent")),
        ({"lethality": 3, "options": {"auto_shock": True}}, [2, 3, 25, 100], ("hit", 6, "shock")),
        ({"lethality": 8, "options": {"auto_shock": True}}, [2, 3, 25, 100], ("hit", 11, "violent")),
        ({"weapon": "m60", "lethality": 1}, [2, 3, 25, 100], ("hit", 4, "none")),
        ({"weapon": {"rate": "A", "lethality": 3, "pf_only": True}}, [2, 3, 25], ("hit", 6, "none")),
    ],
)
def test_barrages_by_lethality_and_with_shocks(scene, dice, expected):
    """CD20-P-GUN-03, CD20-P-SHOCK-01: for everyone struck; by themselves where the table wants it."""
    result = outcome("suppressive_fire", dice, victims=[{}], **scene)["results"][0]
    assert (result["result"], result["gb"], result["shock"]) == expected


def test_armour_that_holds_may_count_as_nothing():
    """CD20-SHOCK-03: a house rule."""
    vest = {"armour": {"torso": 20}}
    house = {"options": {"armour_stop_shock": False}}
    result = outcome("suppressive_fire", [2, 2, 10], weapon="m60", victims=[vest], shock="violent", **house)
    assert result["results"][0]["result"] == "safe"
    assert (result["hurt"], result["results"][0]["pf"], "gb" in result["results"][0]) == (0, 8, False)


@pytest.mark.parametrize(
    ("scene", "fault"),
    [
        ({"victims": [{}]}, ("field/missing", "weapon")),
        ({"weapon": "railgun", "victims": [{}]}, ("field/one_of", "weapon")),
        ({"weapon": "m21", "victims": [{}]}, ("field/not_allowed", "weapon")),
        ({"weapon": "m60", "victims": []}, ("field/length_at_least", "victims")),
        ({"weapon": "m60"}, ("field/missing", "victims")),
    ],
)
def test_barrages_that_make_no_sense(scene, fault):
    assert refused("suppressive_fire", **scene) == fault


def test_attacks_that_are_left_go_to_another():
    """CD20-ATT-03: whoever is down is spared if the attacker wants it so; the next target has the next base number."""
    jack = {"base_attack": [7, 2]}
    weak = {"pv_max": 10, "pf_max": 10, "pf": 1}
    given = {"attacker": jack, "target": weak, "weapon": {"lethality": 2}, "attacks": [{"aim": "torso"}] * 2}
    spared = outcome("full_attack", [15, 1, 100], **given, spare_fallen=True)  # a wound, no senses, blood that runs
    assert (spared["attacks_made"], spared["state"]) == (1, "unconscious")
    rest = outcome("full_attack", [1], **{**given, "target": {}}, made=1)
    assert (rest["attacks_made"], rest["results"][0]["attack_bonus"]) == (1, 2 + 2)
    gun = {**given, "target": {}, "weapon": "m1911", "distance_m": 1.5, "rounds_loaded": 1}
    assert outcome("full_attack", [1], **gun, made=1)["attacks_made"] == 1
    assert outcome("full_attack", [], **gun, made=2)["attacks_made"] == 0
