"""Initiative, turns, movement, free attacks, taking aim (P-INIT, P-SURP, P-ACT, AIM-01)."""

from collections import defaultdict
from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.calling import odds_of
from gardien.core.errors import Refusal
from systems.brute import Bench
from systems.cthulhud20.ledger import lines
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused, changes = bench.outcome, bench.picked, bench.refused, bench.changes
MINE = ("start_fight", "begin_turn", "movement", "opportunity", "take_aim")


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


def people(*rows, **same):
    return [{"name": name, **same, **fields} for name, fields in rows]


# ---- initiative ----


@pytest.mark.parametrize(
    ("fields", "bonus"),
    [
        ({}, 0),
        ({"dex": 15}, 2),
        ({"dex": 7}, -2),
        ({"dex": 15, "ability_damage": {"dex": 4}}, 0),
        ({"feats": ["improved_initiative"]}, 4),
        ({"pf": 4}, -2),
        ({"pf": 0}, -5),
        ({"conditions": ["deafened"]}, -4),
        ({"conditions": ["shaken", "panicked"]}, -2),
        ({"conditions": ["sickened", "frightened"]}, -4),
        ({"conditions": ["entangled"]}, -2),
        ({"hampered_parts": ["head"]}, -4),
        ({"hampered_parts": ["abdomen"]}, -2),
        ({"hampered_parts": ["whole_body", "left_leg"]}, -2),
    ],
)
def test_what_initiative_adds_to_the_die(fields, bonus):
    """CD20-P-INIT-01, CD20-FAT-02: Dexterity, feat, fatigue, conditions and parts as on any Dexterity roll."""
    told = bench.answer("start_fight", [8], combatants=people(("Ada", fields)))
    assert (told.outcome["bonuses"], told.outcome["totals"]) == ((bonus,), (8 + bonus,))
    (reason,) = [one for one in told.steps if one.label == "initiative"]
    assert (reason.value, reason.who, reason.parts[0]) == (8 + bonus, "Ada", ("die", 8))
    assert [(die.who, die.purpose) for die in told.dice] == [("Ada", "initiative")]


def test_ties_fall_to_the_higher_dexterity_then_to_another_die():
    """CD20-P-INIT-01: the modifier of Dexterity, not the bonus; then those still tied, in listed order."""
    quick = {"dex": 14}
    trained = {"feats": ["improved_initiative"]}
    pair = people(("Ada", trained), ("Bob", quick))
    assert outcome("start_fight", [6, 8], combatants=pair)["order"] == ["Bob", "Ada"]
    four = people(("Ada", {}), ("Bob", {}), ("Cid", {}), ("Dan", quick))
    told = bench.answer("start_fight", [10, 10, 10, 8, 7, 12, 7, 3, 4], combatants=four)
    assert told.outcome["order"] == ("Dan", "Bob", "Cid", "Ada")
    assert [(die.who, die.purpose) for die in told.dice][4:] == [
        ("Ada", "roll_off"),
        ("Bob", "roll_off"),
        ("Cid", "roll_off"),
        ("Ada", "roll_off"),
        ("Cid", "roll_off"),
    ]


def test_the_highest_group_throws_again_first_and_until_it_is_told_apart():
    """CD20-P-INIT-01."""
    two = people(("Ada", {}), ("Bob", {}), ("Cid", {}), ("Dan", {}))
    told = bench.answer("start_fight", [3, 3, 9, 9, 8, 8, 2, 1, 4, 5], combatants=two)
    assert told.outcome["order"] == ("Cid", "Dan", "Bob", "Ada")
    assert [die.who for die in told.dice][4:] == ["Cid", "Dan", "Cid", "Dan", "Ada", "Bob"]


@pytest.mark.parametrize(
    ("aware", "surprise", "first"),
    [
        (None, False, []),
        ([True, True, True], False, []),
        ([False, False, False], False, []),
        ([True, False, True], True, ["Cid", "Ada"]),
        ([False, True, False], True, ["Bob"]),
    ],
)
def test_only_those_who_know_act_in_the_surprise_round(aware, surprise, first):
    """CD20-P-SURP-01: if some are aware and some are not; in the order of the fight."""
    said = {} if aware is None else {"aware": aware}
    result = outcome("start_fight", [5, 10, 15], combatants=people(("Ada", {}), ("Bob", {}), ("Cid", {})), **said)
    assert (result["surprise_round"], result["surprise_order"]) == (surprise, first)
    assert result["order"] == ["Cid", "Bob", "Ada"]
    assert result["flat_footed"] == ["Ada", "Bob", "Cid"]  # everyone, until their first turn


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(3, 20), st.booleans(), st.integers(1, 20)), min_size=1, max_size=6))
def test_the_order_is_that_of_totals_and_dexterity(rows):
    """CD20-P-INIT-01, whenever no further die is needed."""
    fighters, keys, totals = [], [], []
    for place, (dex, feat, face) in enumerate(rows):
        modifier = (dex - 10) // 2
        fighters.append({"name": str(place), "dex": dex, "feats": ["improved_initiative"] if feat else []})
        totals.append(face + modifier + 4 * feat)
        keys.append((-totals[-1], -modifier))
    if len(set(keys)) < len(keys):
        return
    result = outcome("start_fight", [face for *_, face in rows], combatants=fighters)
    assert result["totals"] == totals
    assert result["order"] == [str(place) for place in sorted(range(len(rows)), key=keys.__getitem__)]


def test_a_fight_needs_names_that_differ_and_a_word_for_each():
    two = people(("Ada", {}), ("Bob", {}))
    assert refused("start_fight", combatants=[]) == ("field/length_at_least", "combatants")
    assert refused("start_fight", combatants=[{"name": "Ada"}, {}]) == ("field/missing", "combatants[1].name")
    assert refused("start_fight", combatants=[two[0], two[0]]) == ("field/twice", "combatants")
    assert refused("start_fight", combatants=two, aware=[True]) == ("field/length_at_least", "aware")
    assert refused("start_fight", combatants=two, aware=[True] * 3) == ("field/length_at_most", "aware")


def ordered_by_hand(bonuses, dexterities):
    """Every throw of everybody; those tied in total and Dexterity come in any order, each as likely."""
    result = defaultdict(Fraction)
    count = len(bonuses)
    for faces in product(range(1, 21), repeat=count):
        keys = [(-face - bonus, -dex) for face, bonus, dex in zip(faces, bonuses, dexterities, strict=True)]
        able = [one for one in permutations(range(count)) if [keys[at] for at in one] == sorted(keys)]
        for one in able:
            result[one] += Fraction(1, 20**count * len(able))
    return dict(result)


@pytest.mark.parametrize(
    "scores", [[(10, False), (10, False)], [(14, False), (10, True)], [(10, False), (13, False), (10, True)]]
)
def test_odds_of_the_order_counted_by_hand(scores):
    """CD20-P-INIT-01: dice thrown again tell equals apart evenly."""
    fighters = [
        {"name": str(at), "dex": dex, "feats": ["improved_initiative"] if feat else []}
        for at, (dex, feat) in enumerate(scores)
    ]
    counted = ordered_by_hand([(dex - 10) // 2 + 4 * feat for dex, feat in scores], [dex for dex, _ in scores])
    odds = odds_of("cthulhud20", "start_fight", {"combatants": fighters}, by=("order",))
    assert {tuple(map(int, one.outcome["order"])): one.chance for one in odds} == counted


def test_odds_and_dice_agree_where_nobody_throws_again():
    bench.assert_odds_agree("start_fight", combatants=people(("Ada", {"dex": 14}), ("Bob", {})), aware=[True, False])


def test_five_equals_have_every_order_alike():
    fighters = people(*((name, {}) for name in "ABCDE"))
    odds = odds_of("cthulhud20", "start_fight", {"combatants": fighters}, by=("order",))
    assert {one.chance for one in odds} == {Fraction(1, 120)}
    assert len(odds) == 120


@pytest.mark.parametrize(("names", "by"), [("ABCDEFG", "order"), ("ABCD", "totals")])
def test_odds_of_too_many_are_refused(names, by):
    many = people(*((name, {}) for name in names))
    with pytest.raises(Refusal) as caught:
        odds_of("cthulhud20", "start_fight", {"combatants": many}, by=(by,))
    assert caught.value.id == "odds/too_many"


# ---- what a turn allows ----

TURNS = [
    ({"pv": 0}, "none", "dead"),
    ({"pf": 0, "state": "stunned"}, "none", "stunned"),
    ({"pf": -3}, "none", "unconscious"),
    ({"shock_next_turn": "skip"}, "none", "violent_shock"),
    ({"conditions": ["dazed"]}, "none", "condition"),
    ({"conditions": ["surprised"]}, "none", "surprised"),
    ({"conditions": ["nauseated"]}, "move", "condition"),
    ({"shock_next_turn": "partial"}, "partial", "shock"),
    ({"hampered_parts": ["torso"]}, "partial", "wound"),
    ({"traits": ["slow"]}, "partial", "slow"),
    ({}, "normal", "none"),
]


@pytest.mark.parametrize(("somebody", "allowed", "reason"), TURNS)
def test_what_a_turn_allows(somebody, allowed, reason):
    """CD20-SHOCK-01, CD20-SHOCK-02, CD20-COND-02, CD20-P-COND-01, CD20-P-WOUND-01, CD20-P-ACT-01."""
    result = outcome("begin_turn", combatant=somebody)
    down = somebody.get("pf", 1) <= 0 or "pv" in somebody
    assert result == {"allowed": allowed, "reason": reason, "shock_next_turn": "none", "prone": down}


@pytest.mark.parametrize("at", range(len(TURNS)))
def test_the_first_reason_is_told(at):
    """Everything that stands further down the list is there too, and a surprise round besides."""
    whole: dict = {"conditions": [], "hampered_parts": ["torso"], "traits": ["slow"]}
    for fields, *_ in reversed(TURNS[at:]):
        conditions = [*whole["conditions"], *fields.get("conditions", [])]
        whole |= {**fields, "conditions": conditions}
    if at > 8:
        del whole["hampered_parts"]
    if at > 9:
        del whole["traits"]
    if at == 0:
        del whole["state"]
    if at == 1:
        whole["pf"] = 0
    if at == 2:
        whole.pop("state", None)
    result = picked("begin_turn", [], "allowed", "reason", combatant=whole, surprise_round=True)
    assert result == (TURNS[at][1:] if at < 10 else ("partial", "surprise_round"))


@pytest.mark.parametrize(
    "condition",
    ["cowering", "dazed", "helpless", "bound", "asleep", "paralysed", "stunned_other", "unconscious_other"],
)
def test_conditions_that_take_every_action(condition):
    """CD20-P-COND-01."""
    assert picked("begin_turn", [], "allowed", "reason", combatant={"conditions": [condition]}) == ("none", "condition")


WHOLE_TURN = """
blinded | dazzled | deafened | entangled | held | flat_footed | frightened | panicked
grappling | pinned | climbing | running | kneeling | off_balance | shaken | sickened
"""


@pytest.mark.parametrize("condition", [one for row in lines(WHOLE_TURN) for one in row])
def test_conditions_that_leave_a_turn_whole(condition):
    """CD20-P-COND-01."""
    assert outcome("begin_turn", combatant={"conditions": [condition]})["allowed"] == "normal"


def test_the_turn_uses_up_a_shock():
    """CD20-SHOCK-01, CD20-SHOCK-02: also that of somebody who could not act anyway."""
    for shock in ("partial", "skip"):
        hurt = {"name": "Paul", "shock_next_turn": shock, "prone": True}
        assert changes("begin_turn", combatant=hurt) == [("shock_next_turn", shock, "none", "Paul")]
        assert changes("begin_turn", combatant={**hurt, "pf": 0})[0][:3] == ("shock_next_turn", shock, "none")
    assert changes("begin_turn", combatant={"name": "Paul"}) == []


# ---- movement ----


@pytest.mark.parametrize(("mode", "metres"), [("step", 1.5), ("crawl", 1.5), ("move", 9), ("double", 18), ("run", 36)])
def test_how_far_one_goes(mode, metres):
    """CD20-P-ACT-02."""
    result = outcome("movement", mode=mode)
    assert (result["allowed"], result["distance_m"], result["check_needed"]) == (True, metres, False)
    assert result.get("multiplier") == (4 if mode == "run" else None)


@pytest.mark.parametrize(
    ("mover", "times"),
    [
        ({}, 4),
        ({"feats": ["run"]}, 5),
        ({"armour_items": ["plate_armour"]}, 3),
        ({"armour_items": ["plate_armour"], "feats": ["run"]}, 4),
        ({"armour_items": ["leather_coat"]}, 4),
    ],
)
def test_how_fast_one_runs(mover, times):
    """CD20-P-ACT-02, CD20-FEAT-07: heavy armour takes one, Run gives one."""
    assert picked("movement", [], "multiplier", "distance_m", combatant=mover, mode="run") == (times, 9 * times)


@pytest.mark.parametrize(
    ("mover", "metres"),
    [
        ({"hampered_parts": ["left_leg"]}, 4.5),
        ({"lost_parts": ["left_leg"], "hampered_parts": ["right_leg"]}, 4.5),
        ({"hampered_parts": ["abdomen"]}, 4.5),
        ({"conditions": ["blinded"]}, 4.5),
        ({"conditions": ["entangled"]}, 4.5),
        ({"conditions": ["entangled", "blinded"]}, 2.25),
        ({"conditions": ["entangled", "entangled"]}, 4.5),
        ({"hampered_parts": ["abdomen", "left_leg"], "conditions": ["blinded", "entangled"]}, 0.5625),
        ({"hampered_parts": ["torso", "head", "left_arm"]}, 9),
        ({"speed_m": 6}, 6),
        ({"speed_m": 0}, 0),
    ],
)
def test_what_halves_the_speed(mover, metres):
    """CD20-P-ACT-02, CD20-P-WOUND-01: each once, a step not at all."""
    assert outcome("movement", combatant=mover, mode="move")["distance_m"] == metres
    assert outcome("movement", combatant=mover, mode="double")["distance_m"] == 2 * metres
    assert outcome("movement", combatant=mover, mode="step")["distance_m"] == 1.5


def test_whoever_lies_can_only_crawl_and_nobody_runs_on_a_useless_leg():
    """CD20-P-ACT-02, CD20-P-WOUND-01: the leg is the first reason."""
    for mode in ("step", "move", "double", "run"):
        result = outcome("movement", combatant={"prone": True}, mode=mode)
        assert (result["allowed"], result["reason"], result["distance_m"]) == (False, "prone", 0)
        assert "check_needed" not in result
    assert outcome("movement", combatant={"prone": True}, mode="crawl")["distance_m"] == 1.5
    for leg in ({"hampered_parts": ["right_leg"]}, {"lost_parts": ["left_leg"]}):
        assert outcome("movement", combatant={**leg, "prone": True}, mode="run")["reason"] == "leg"
        assert outcome("movement", combatant=leg, mode="double")["allowed"] is True
    assert outcome("movement", combatant={"hampered_parts": ["left_arm"]}, mode="run")["allowed"] is True


@pytest.mark.parametrize(("round_", "dc"), [(1, None), (10, None), (11, 10), (12, 11), (20, 19)])
def test_the_breath_lasts_as_many_rounds_as_constitution(round_, dc):
    """CD20-P-ACT-02: then a check each round, one harder each time."""
    result = outcome("movement", [] if dc is None else [dc], mode="run", run_round=round_)
    assert (result["check_needed"], result.get("dc"), result.get("total")) == (dc is not None, dc, dc)
    assert (result["allowed"], result["distance_m"]) == (True, 36)
    if dc:
        short = outcome("movement", [dc - 1], mode="run", run_round=round_)
        assert (short["allowed"], short["reason"], short["distance_m"]) == (False, "out_of_breath", 0)
        assert (short["check_needed"], short["dc"], short["total"]) == (True, dc, dc - 1)


@pytest.mark.parametrize(
    ("mover", "bonus"),
    [
        ({"con": 15, "feats": ["endurance"]}, 6),
        ({"con": 8}, -1),
        ({"con": 10, "pf": 2}, 0),
        ({"con": 10, "conditions": ["shaken"]}, -2),
        ({"con": 10, "hampered_parts": ["head"]}, -4),
        ({"con": 14, "ability_damage": {"con": 4}}, 0),
    ],
)
def test_what_a_runner_adds(mover, bonus):
    """CD20-P-ACT-02: Constitution and Endurance; fatigue weighs on other things (CD20-FAT-02)."""
    con = mover["con"] - mover.get("ability_damage", {}).get("con", 0)
    told = bench.answer("movement", [10], combatant={"name": "Ada", **mover}, mode="run", run_round=con + 1)
    assert (told.outcome["total"], told.outcome["dc"]) == (10 + bonus, 10)
    assert [(die.who, die.purpose) for die in told.dice] == [("Ada", "breath")]


def test_odds_of_a_run():
    bench.assert_odds_agree("movement", combatant={"con": 12}, mode="run", run_round=16)
    assert bench.chance("movement", "allowed", combatant={"con": 12}, mode="run", run_round=13) == Fraction(12, 20)
    assert refused("movement", mode="run", run_round=0)[1] == "run_round"
    assert refused("movement") == ("field/missing", "mode")


# ---- free attacks ----


@pytest.mark.parametrize(
    ("trigger", "provokes"),
    [
        ("move_out", True),
        ("step", False),
        ("shoot", True),
        ("reload", True),
        ("cast", True),
        ("treat_wound", True),
        ("unarmed_attack", True),
    ],
)
def test_what_provokes(trigger, provokes):
    """CD20-P-ACT-04."""
    result = outcome("opportunity", trigger=trigger)
    assert result["allowed"] is provokes
    assert result.get("reason") == (None if provokes else "not_provoking")
    artist = {"feats": ["martial_artist"]}
    expected = provokes and trigger != "unarmed_attack"
    assert outcome("opportunity", trigger=trigger, mover=artist)["allowed"] is expected


@pytest.mark.parametrize(
    "attacker",
    [
        {"pv": 0},
        {"pf": 0},
        {"shock_next_turn": "skip"},
        {"conditions": ["dazed"]},
        {"conditions": ["bound"]},
        {"conditions": ["nauseated"]},
        {"conditions": ["surprised"]},
    ],
)
def test_whoever_could_not_attack_gets_no_free_attack(attacker):
    """CD20-P-ACT-04, CD20-COND-02, CD20-P-COND-01."""
    assert picked("opportunity", [], "allowed", "reason", trigger="shoot", attacker=attacker) == (False, "cannot_act")


@pytest.mark.parametrize("attacker", [{"shock_next_turn": "partial"}, {"conditions": ["shaken"]}, {"prone": True}])
def test_whoever_can_attack_may_strike_in_passing(attacker):
    assert outcome("opportunity", trigger="shoot", attacker=attacker)["allowed"] is True


def test_how_far_and_how_often():
    """CD20-P-ACT-04, CD20-P-FEAT-01: within 1.5 m, once, or more often with Combat Reflexes."""
    assert outcome("opportunity", trigger="cast", distance_m=1.5)["allowed"] is True
    assert outcome("opportunity", trigger="cast", distance_m=1.6)["reason"] == "out_of_reach"
    assert outcome("opportunity", trigger="cast", used_this_round=1)["reason"] == "none_left"
    for dex, most in ((10, 1), (17, 4), (6, 1)):
        reflexes = {"dex": dex, "feats": ["combat_reflexes"]}
        assert outcome("opportunity", trigger="cast", attacker=reflexes)["per_round"] == most
        last = outcome("opportunity", trigger="cast", attacker=reflexes, used_this_round=most - 1)
        gone = outcome("opportunity", trigger="cast", attacker=reflexes, used_this_round=most)
        assert (last["allowed"], gone["allowed"]) == (True, False)
    assert outcome("opportunity", trigger="cast", attacker={"dex": 18})["per_round"] == 1


def test_mobility_protects_whoever_moves_out():
    """CD20-P-FEAT-01."""
    nimble = {"feats": ["mobility"]}
    assert outcome("opportunity", trigger="move_out", mover=nimble)["ca_bonus"] == 4
    assert outcome("opportunity", trigger="move_out")["ca_bonus"] == 0
    assert outcome("opportunity", trigger="shoot", mover=nimble)["ca_bonus"] == 0


def test_the_first_reason_against_a_free_attack_is_told():
    """CD20-P-ACT-04: house rule, attacker, distance, trigger, number."""
    scene = {"attacker": {"pf": 0}, "distance_m": 9, "trigger": "step", "used_this_round": 3}
    result = [outcome("opportunity", **scene, options={"attacks_of_opportunity": False})["reason"]]
    for field, value in (("attacker", {}), ("distance_m", 1), ("trigger", "shoot")):
        result.append(outcome("opportunity", **scene)["reason"])
        scene[field] = value
    result.append(outcome("opportunity", **scene)["reason"])
    assert result == ["option_off", "cannot_act", "out_of_reach", "not_provoking", "none_left"]


# ---- taking aim ----


@pytest.mark.parametrize(
    "event", ["melee_attack", "move", "other_action", "wounded", "shocked", "lost_sight", "pass_turn"]
)
def test_anything_else_spoils_the_aim(event):
    """CD20-AIM-01."""
    assert outcome("take_aim", events=["aim", event])["aim_bonus"] == 0
    assert outcome("take_aim", events=["aim", event, "shoot"])["bonuses"][-1] == 0
    assert outcome("take_aim", events=["aim", event, "aim"])["aim_bonus"] == 2


def test_two_rounds_of_aiming_are_no_better_than_one():
    """CD20-AIM-01: never more than two, for one shot."""
    assert outcome("take_aim", events=["aim", "aim", "shoot", "shoot"]) == {"bonuses": [2, 0], "aim_bonus": 0}
    assert outcome("take_aim", events=["shoot", "aim", "melee_attack", "shoot"])["bonuses"] == [0, 0, 0]
    assert outcome("take_aim", events=[]) == {"bonuses": [], "aim_bonus": 0}
    assert refused("take_aim") == ("field/missing", "events")
    assert refused("take_aim", events=["blink"])[0] == "field/one_of"
