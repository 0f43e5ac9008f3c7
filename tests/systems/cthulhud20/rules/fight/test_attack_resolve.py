"""Destiny’s window inside an attack, and the exact odds of one (DEST-03, P-DEST-01, ODDS-01, P-ODDS-01)."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.calling import odds_of, prepare
from gardien.core.interpreters.run import Waiting, always, run
from gardien.core.interpreters.typed import throw_again
from gardien.systems.cthulhud20.rules.fight.attack_destiny import after_softening, after_worsening
from gardien.systems.cthulhud20.vocabulary import HUMAN
from quick import spent
from systems.brute import Bench
from systems.cthulhud20.ledger import lines
from systems.cthulhud20.naive import CELLS, Told, attacked

bench = Bench("cthulhud20")
outcome, picked, changes = bench.outcome, bench.picked, bench.changes
WHOLE = ("zone", "severity", "pf_loss", "pv_loss", "state")


def told(given: Mapping[str, Any]) -> dict[Told, Fraction]:
    """The odds of an attack by zone, severity (or miss, stopped), losses and state."""
    result: dict[Told, Fraction] = defaultdict(Fraction)
    for one in odds_of("cthulhud20", "attack", dict(given), by=("result", *WHOLE)):
        name = one.outcome
        how = name["severity"] if name["result"] == "hit" else name["result"]
        key = (name["zone"], how, name.get("pf_loss", 0), name.get("pv_loss", 0), name["state"])
        result[key] += one.chance
    return dict(result)


# ---- exact odds ----


def human(ca: int, armour: Mapping[str, int]) -> dict[str, int]:
    return {zone: ca + armour.get(zone, 0) for zone in HUMAN}


@pytest.mark.parametrize("bonus", [-12, -5, 0, 3, 10, 25])
@pytest.mark.parametrize(
    ("target", "body"),
    [
        ({}, {}),
        ({"pf": 3, "fort": 2}, {"pf": 3, "fort": 2}),
        ({"pv": 2, "pf": 3, "fort": -9}, {"pv": 2, "pf": 3, "fort": -9}),
        ({"fort": 40, "pf": 1}, {"pf": 1, "fort": 40}),
    ],
)
def test_the_whole_distribution_counted_by_hand(bonus, target, body):
    """CD20-P-ODDS-01: zone, severity, losses and state of an attack, every face of d20, d100 and the faint save."""
    armour = {"torso": 6, "abdomen": 6, "head": 2}
    malus = {8: 0, 3: -2, 1: -3}[body.get("pf", 8)]
    scene = {"attack_bonus": bonus, "target": {**target, "armour": armour}}
    assert told(scene) == attacked(bonus, human(10 + malus, armour), armour, **body)


@pytest.mark.parametrize("aim", ["upper", "middle", "lower", "legs", *HUMAN])
def test_aims_counted_by_hand(aim):
    """CD20-AIM-02, CD20-AIM-04: a group is its part of the table, one zone is that zone."""
    group = {"upper": range(1, 41), "middle": range(6, 51), "lower": range(41, 101), "legs": range(51, 101)}
    malus = {"upper": 5, "middle": 5, "lower": 3, "legs": 4, "head": 10, "torso": 8}
    cost = malus.get(aim, 9 if aim.endswith("arm") or aim == "abdomen" else 7)
    faces = group.get(aim) or CELLS[aim]
    assert told({"attack_bonus": 9, "aim": aim}) == attacked(9 - cost, human(10, {}), faces=faces)


REFERENCE = lines(
    """
    −10 | 9/20 | 7/200 | 2/25  | 59/400 | 1/4   | 3/80  | 0     | 0
    −5  | 1/5  | 7/200 | 2/25  | 59/400 | 1/4   | 1/4   | 0     | 3/80
    0   | 1/20 | 0     | 7/200 | 51/400 | 1/4   | 1/4   | 7/40  | 9/80
    5   | 1/20 | 0     | 0     | 0      | 13/80 | 1/4   | 7/20  | 3/16
    10  | 1/20 | 0     | 0     | 0      | 0     | 13/80 | 21/40 | 21/80
    """.strip("\n ")
)
NAMES = ("miss", "superficial", "light", "moderate", "grave", "critical", "severed", "mortal")


@pytest.mark.parametrize("row", REFERENCE, ids=lambda row: row[0])
def test_the_reference_values(row):
    """CD20-P-ODDS-01, cell by cell: the same CA everywhere, no armour."""
    result: dict[str, Fraction] = defaultdict(Fraction)
    scene = {"attack_bonus": int(row[0].replace("−", "-")) + 10}
    for one in odds_of("cthulhud20", "attack", scene, by=("result", "severity", "part_lost")):
        name = one.outcome.get("severity", "miss")
        result["severed" if name == "critical" and one.outcome["part_lost"] else name] += one.chance
    assert [result[name] for name in NAMES] == [Fraction(one) for one in row[1:]]


def test_jacks_first_shot():
    """CD20-ODDS-01: one die in twenty misses; critical or dead in twelve of twenty."""
    scene = {"attack_bonus": 18, "aim": "head", "weapon": {"kind": "ranged"}, "distance_m": 280}
    result = {name: bench.chance("attack", "severity", name, **scene) for name in NAMES[3:6] + NAMES[7:]}
    assert result == {
        "moderate": Fraction(2, 20),
        "grave": Fraction(5, 20),
        "critical": Fraction(5, 20),
        "mortal": Fraction(7, 20),
    }


def test_odds_and_every_face_agree():
    """Every field alone and all together, where the dice can be counted: one zone; fists; a faint; a jam."""
    bench.assert_odds_agree("attack", attack_bonus=9, aim="torso", target={"armour": {"torso": 3}})
    bench.assert_odds_agree("attack", attack_bonus=2, weapon="unarmed", target={"fort": 3})
    bench.assert_odds_agree("attack", attack_bonus=9, aim="left_leg", weapon="unarmed", target={"pf": 3})
    jams = {"weapon": {"key": "p32", "pf_only": True}, "options": {"jams": True}}
    bench.assert_odds_agree("attack", attack_bonus=7, aim="right_arm", concealment=30, **jams)


@pytest.mark.parametrize("effect", ["reroll", "plus10", "soften", "worsen", "keeper"])
@pytest.mark.parametrize("by", ["attacker", "target"])
def test_odds_and_every_face_agree_when_destiny_is_asked(effect, by):
    """CD20-P-DEST-01: the second die, the ten points, the changed wound."""
    destiny = {"effect": effect, "by": by, "severity": "light", "zone": "left_arm"}
    scene = {"attack_bonus": 8, "aim": "right_arm", "to_stun": True, "target": {"pf": 4}, "destiny": destiny}
    fields = ("result", "zone", "severity", "gb", "die", "attack_total", "margin", "destiny_reason", "pf", "state")
    shown = bench.every_outcome("attack", scene)
    for wanted in [*((field,) for field in fields), fields]:
        counted: dict[Any, Fraction] = defaultdict(Fraction)
        for one, chance in shown:
            counted[tuple((name, one[name]) for name in wanted if name in one)] += chance
        assert bench.weighed("attack", scene, wanted) == counted, wanted


@settings(max_examples=40, deadline=None)
@given(
    bonus=st.integers(-10, 30),
    pf=st.integers(-2, 8),
    aim=st.sampled_from(["none", "upper", "head"]),
    tables=st.sampled_from(["human", "zombie", "winged_human"]),
    shock=st.sampled_from(["none", "violent"]),
    option=st.sampled_from(["auto_shock", "stabilise_all", "no_auto_hit", "repeat_faint_save", "pf_floor_zero"]),
)
def test_odds_sum_to_one_whatever_the_scene(bonus, pf, aim, tables, shock, option):
    scene = {"attack_bonus": bonus, "target": {"pf": pf, "tables": tables}, "aim": aim, "shock": shock}
    odds = odds_of("cthulhud20", "attack", {**scene, "options": {option: True}})
    assert sum(one.chance for one in odds) == 1


def test_a_whole_distribution_takes_no_time():
    """Zone, severity, losses and state of an attack, asked for again: fifty milliseconds at most."""
    scene = {"attacker": {"base_attack": [4]}, "weapon": "r38", "target": {"armour_items": ["tactical_vest"]}}
    assert spent(lambda: odds_of("cthulhud20", "attack", scene, by=WHOLE), times=4) < 0.05


# ---- the window ----

SCENE = {
    "attacker": {"name": "Bo"},
    "attack_bonus": 8,
    "weapon": {"kind": "ranged"},
    "target": {"name": "Ida", "level": 2},
}


def waiting(given: Mapping[str, Any], *faces: int) -> Any:
    thrown = iter(faces)
    return run(prepare("cthulhud20", "attack", dict(given)).request(), lambda die: next(thrown), waits=always)


class Nobody:
    """No die may fall that was not wanted before."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def randrange(self, low: int, high: int) -> int:
        return self.faces.pop(0)


def test_a_table_stops_between_hit_and_severity():
    """CD20-DEST-03: hit or miss is announced, by how much is not; the same dice go on with what was decided."""
    stopped = waiting(SCENE, 12, 10)
    assert stopped.outcome == Waiting("destiny", {"result": "hit", "hit": True, "zone": "torso"})
    assert [(one.value, one.purpose) for one in stopped.dice] == [(12, "attack"), (10, "location")]
    hidden = {"attack_total", "zone_ca", "margin", "gb", "severity"}
    assert not hidden & {one.label for one in stopped.steps}
    softer = prepare("cthulhud20", "attack", {**SCENE, "destiny": {"effect": "soften"}}).request()
    result = throw_again(softer, stopped.dice, Nobody(50)).outcome
    assert (result.severity, result.destiny_left, result.margin) == ("moderate", 1, 10)
    plain = throw_again(prepare("cthulhud20", "attack", dict(SCENE)).request(), stopped.dice, Nobody(50)).outcome
    assert (plain.severity, plain.gb) == ("critical", 13)


def test_what_is_decided_stays_decided():
    """CD20-DEST-03: who may ask is for the table to say; one request for one attack."""
    shot = {"attack_bonus": -5, "aim": "left_arm"}
    assert isinstance(waiting(shot, 2).outcome, Waiting)
    assert not isinstance(waiting({**shot, "destiny": {"effect": "soften"}}, 2).outcome, Waiting)


# ---- what a point does ----


def asked(effect: str, dice: list[int], by: str = "target", **more: Any) -> dict[str, Any]:
    return outcome("attack", dice, **{**SCENE, "destiny": {"effect": effect, "by": by}, **more})


@pytest.mark.parametrize(
    ("by", "dice", "die", "total", "result"),
    [
        ("attacker", [1, 60, 9, 100], 9, 17, "hit"),
        ("attacker", [1, 60, 1], 1, 9, "miss"),
        ("attacker", [9, 60, 4, 100], 9, 17, "hit"),
        ("target", [9, 60, 1], 1, 9, "miss"),
        ("target", [9, 60, 4], 4, 12, "hit"),
        ("target", [4, 60, 9], 4, 12, "hit"),
    ],
)
def test_a_second_die(by, dice, die, total, result):
    """CD20-P-DEST-01: the better one for oneself, the worse one for an enemy; a natural 1 misses."""
    answer = asked("reroll", dice, by)
    assert (answer["die"], answer["attack_total"], answer["result"]) == (die, total, result)
    assert answer["destiny_accepted"] is True


def test_ten_points_more():
    """CD20-P-DEST-01: on one’s own roll only; a natural 1 still misses; a hit becomes graver."""
    result = asked("plus10", [4, 60, 100], "attacker", attack_bonus=0)
    assert (result["result"], result["attack_total"], result["margin"], result["gb"]) == ("hit", 14, 4, 4)
    assert asked("plus10", [1, 60], "attacker")["result"] == "miss"
    refused = asked("plus10", [12, 60, 100])
    assert (refused["destiny_accepted"], refused["destiny_reason"], refused["destiny_left"]) == (
        False,
        "not_own_roll",
        2,
    )
    assert refused["attack_total"] == 20
    assert (
        asked("plus10", [12, 60], "attacker", attack_bonus=-20, target={"armour": {"right_leg": 15}})["result"]
        == "miss"
    )
    assert asked("plus10", [12, 60], "attacker", attack_bonus=-10, target=BOOT)["result"] == "stopped"


BOOT = {"armour": {"right_leg": 5}}


def test_what_hides_the_target_hides_it_when_only_now_it_is_hit():
    """CD20-P-COVER-01, CD20-P-DEST-01: not a second time for what had been hit already."""
    smoke = {"concealment": 40}
    assert asked("reroll", [1, 60, 9, 40], "attacker", **smoke)["result"] == "miss"
    assert asked("reroll", [1, 60, 9, 41, 100], "attacker", **smoke)["result"] == "hit"
    assert asked("reroll", [5, 60, 40, 9], "attacker", **smoke)["result"] == "miss"
    assert asked("reroll", [5, 60, 41, 9, 100], "attacker", **smoke)["result"] == "hit"
    assert asked("plus10", [1, 60], "attacker", **smoke)["result"] == "miss"
    assert asked("plus10", [2, 60, 41], "attacker", attack_bonus=0, **smoke)["result"] == "hit"


def test_a_wound_is_softened_or_made_worse():
    """CD20-DEST-06, CD20-P-DEST-01: lowest GB of the row, the zone of the Keeper’s choice, its extra PF."""
    result = asked("soften", [12, 10, 50], destiny={"effect": "soften", "zone": "left_arm"})
    assert (result["zone"], result["severity"], result["gb"], result["pf_loss"]) == ("left_arm", "moderate", 3, 2)
    assert (result["zone_ca"], result["margin"], result["zone_bonus"]) == (10, 10, 3)
    result = asked("worsen", [12, 60, 50], "attacker")
    assert (result["severity"], result["gb"], result["pf_loss"], result["pv_loss"]) == ("critical", 11, 4, 3)
    assert asked("worsen", [12, 10], "attacker")["severity"] == "mortal"
    result = asked("worsen", [14, 60, 50], "attacker")
    assert (result["severity"], result["gb"], result["part_lost"]) == ("critical", 16, True)


def test_what_the_keeper_grants():
    """CD20-DEST-06: any severity, in any zone, or no wound at all."""
    granted = {"effect": "keeper", "severity": "grave", "zone": "left_leg"}
    result = asked("keeper", [12, 10, 50], destiny=granted, shock="shock")
    assert (result["zone"], result["severity"], result["gb"], result["shock"]) == ("left_leg", "grave", 6, "shock")
    nothing = asked("keeper", [12, 10], destiny={"effect": "keeper", "severity": "none"}, shock="violent")
    assert (nothing["result"], nothing["margin"], nothing["pf"], nothing["prone"]) == ("hit", 10, 8, False)
    assert not {"severity", "gb", "shock"} & set(nothing)


@pytest.mark.parametrize(
    ("scene", "destiny", "dice", "reason"),
    [
        ({}, {"effect": "soften"}, [2, 60], None),
        ({"attack_bonus": 0}, {"effect": "soften"}, [2, 60], "no_wound"),
        ({"attack_bonus": 0}, {"effect": "keeper", "severity": "light"}, [2, 60], "no_wound"),
        ({"attack_bonus": 0, "target": BOOT}, {"effect": "soften"}, [10, 60], "no_wound"),
        ({}, {"effect": "soften", "by": "attacker"}, [2, 60], "no_wound"),
        ({}, {"effect": "worsen"}, [2, 60], "no_wound"),
        ({"target": {"npc": True}}, {"effect": "soften"}, [2, 60], "npc"),
        ({"target": {"npc": True}, "options": {"npc_destiny": True}}, {"effect": "soften"}, [2, 60], None),
        ({"target": {"destiny_spent": 1}}, {"effect": "soften"}, [2, 60], "no_point"),
        ({"target": {"destiny_spent": 1}}, {"effect": "plus10"}, [2, 60], "no_point"),
        ({}, {"effect": "soften", "source": "group", "votes": ["yes", "yes"]}, [2, 60], None),
        ({}, {"effect": "soften", "source": "group", "votes": ["yes", "no", "none"]}, [2, 60], "refused_by_player"),
        ({}, {"effect": "soften", "source": "group", "votes": ["yes", "none"]}, [2, 60], "vote_missing"),
        ({}, {"effect": "soften", "source": "group"}, [2, 60], "vote_missing"),
        ({}, {"effect": "soften", "source": "group", "votes": ["no"], "group_destiny": 0}, [2, 60], "no_point"),
    ],
)
def test_points_that_cannot_be_had(scene, destiny, dice, reason):
    """CD20-DEST-01, CD20-DEST-05, CD20-P-DEST-01: then the attack goes on as it was, and no point is spent."""
    result = outcome("attack", dice, **{**SCENE, "destiny": destiny, **scene})
    assert (result["destiny_accepted"], result.get("destiny_reason")) == (reason is None, reason)
    spent = [
        (field, new, who) for field, _, new, who in changes("attack", dice, **{**SCENE, "destiny": destiny, **scene})
    ]
    assert bool([one for one in spent if "destiny" in one[0]]) is (reason is None)


def test_where_a_point_is_taken_from():
    """CD20-DEST-02, CD20-DEST-05: from whoever asked, or from the group."""
    assert ("destiny_spent", 0, 1, "Ida") in changes("attack", [2, 60], **SCENE, destiny={"effect": "soften"})
    reroll = {"effect": "reroll", "by": "attacker"}
    assert ("destiny_spent", 0, 1, "Bo") in changes("attack", [1, 60, 1], **SCENE, destiny=reroll)
    group = {"effect": "soften", "source": "group", "votes": ["yes"]}
    assert ("group_destiny", 1, 0, "group") in changes("attack", [2, 60], **SCENE, destiny=group)
    assert picked("attack", [2, 60], "destiny_left", **SCENE, destiny=group) == (0,)


# ---- rows up and down ----


@pytest.mark.parametrize(
    ("severity", "gb", "softer", "worse"),
    [
        ("superficial", 0, ("superficial", 0), ("light", 1)),
        ("light", 2, ("light", 2), ("moderate", 3)),
        ("moderate", 5, ("light", 1), ("grave", 6)),
        ("grave", 9, ("light", 1), ("critical", 11)),
        ("critical", 12, ("moderate", 3), ("mortal", 16)),
        ("critical", 19, ("moderate", 3), ("critical", 19)),
        ("mortal", 22, ("grave", 6), ("mortal", 22)),
        ("destructive", 17, ("grave", 6), ("destructive", 17)),
    ],
)
def test_rows_up_and_down(severity, gb, softer, worse):
    """CD20-P-DEST-01: two rows softer, light at best; one row worse; a lost limb counts as critical."""
    assert after_softening(severity, gb, "right_arm", "human") == softer
    assert after_worsening(severity, gb, "right_arm", "human") == worse
