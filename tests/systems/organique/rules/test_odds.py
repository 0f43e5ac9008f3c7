"""Exact chances of tests and blows, beside every face of every die counted by hand (ODDS-01 to ODDS-04)."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st

from systems.brute import Bench
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = ("odds_test", "odds_opposed", "odds_effect", "odds_damage", "odds_kill")
FACES = range(1, 21)
KNIFE = {"name": "knife", "group": "knife", "bs": 1.5, "c": 0.5}
VEST = {"name": "vest", "ia": 4, "bs": 1, "c": 0.5}
SHIRT = {"name": "shirt", "ia": 9, "bs": 0.5}
FIST = {"group": "fists", "c": 1}


@pytest.mark.parametrize("example", [one for one in examples("organique") if one.procedure in MINE], ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


def asked(procedure, *names, **given):
    """The fields of an outcome as fractions."""
    result = BENCH.outcome(procedure, [], **given)
    return tuple(Fraction(result[name]) if name in result else None for name in names)


def margin(base, die, difficulty, luck):
    """A margin by hand (ORG-TEST-02, ORG-TEST-05)."""
    result = base + die - difficulty
    if luck and die == 20:
        return max(1, result)
    if difficulty <= 0:
        return max(0, result)
    return min(-1, result) if luck and die == 1 else result


# ---- a test ----


@drawn(st.integers(-30, 60), st.integers(0, 60), st.booleans())
def test_every_test(base, difficulty, luck):  # ORG-ODDS-01
    result = BENCH.outcome("odds_test", [], base=base, difficulty=difficulty, luck=luck, mods={"tool": 3, "rain": -1})
    need = difficulty - base - 2
    good = [die for die in FACES if margin(base + 2, die, difficulty, luck) >= 0]
    assert (result["need"], result["min_roll"]) == (need, good[0] if good else 0)
    low, high = (20, 20) if not difficulty else (1, 19) if luck else (0, 20)
    assert Fraction(result["p_success"]) == Fraction(len(good), 20) == Fraction(max(low, min(high, 21 - need)), 20)


def test_fractions_are_written_in_lowest_terms():
    assert BENCH.outcome("odds_test", [], base=30)["p_success"] == "1/1"
    assert BENCH.outcome("odds_test", [], base=30, luck=True)["p_success"] == "19/20"
    assert BENCH.outcome("odds_test", [], base=-30)["p_success"] == "0/1"
    assert BENCH.outcome("odds_test", [], base=4) == {"need": 16, "min_roll": 16, "p_success": "1/4"}


# ---- attack against reaction ----


def lands(attack, defence):
    return attack >= 0 and (defence is None or defence < 0 or attack > defence)


@settings(max_examples=25)
@drawn(st.integers(0, 45), st.integers(0, 45), st.integers(15, 40), st.integers(15, 40), st.booleans())
def test_every_pair(base, defence, difficulty, other, luck):  # ORG-ODDS-02
    pairs = [(margin(base, a, difficulty, luck), margin(defence, b, other, luck)) for a, b in product(FACES, FACES)]
    result = asked(
        "odds_opposed", "p_hit", "p_attack_success", "p_defence_success", attack_base=base, defence_base=defence,
        attack_difficulty=difficulty, defence_difficulty=other, luck=luck,
    )  # fmt: skip
    counts = (sum(lands(*pair) for pair in pairs), sum(a >= 0 for a, _ in pairs), sum(b >= 0 for _, b in pairs))
    assert result == tuple(Fraction(count, 400) for count in counts)


def test_nobody_reacts():  # ORG-REA-08
    assert asked("odds_opposed", "p_hit", "p_defence_success", attack_base=20) == (Fraction(4, 5), None)


def test_luck_left_out_is_as_the_table_plays_it():  # ORG-TEST-05
    sure = {"attack_base": 40}
    assert asked("odds_opposed", "p_hit", **sure) == (Fraction(19, 20),)
    assert asked("odds_opposed", "p_hit", **sure, options={"combat_not_luck": True}) == (1,)
    assert asked("odds_opposed", "p_hit", **sure, luck=True, options={"combat_not_luck": True}) == (Fraction(19, 20),)
    assert asked("odds_opposed", "p_hit", **sure, luck=False) == (1,)


def test_it_is_what_play_does():  # ORG-CBT-01
    fight = {"attacker": {"FOR": 12}, "target": {"PER": 11}, "action": "strike", "reaction": {"kind": "dodge"}}
    chance = BENCH.chance("combat_action", "hit", **fight)
    assert asked("odds_opposed", "p_hit", attack_base=22, defence_base=21) == (chance,)


# ---- attack, reaction, save ----


def triples(base, defence, save, goal, other=25, against=20, luck=True, net=False, alone=False):
    """Chances of a hit, of a failed save, of one that failed by 11 or more, by hand."""
    hit = failed = badly = 0
    for a, b, s in product(FACES, FACES, FACES):
        attack, reaction = margin(base, a, goal, luck), margin(defence, b, other, luck)
        if not lands(attack, reaction):
            continue
        hit += 1
        effect = attack - reaction if net and reaction >= 0 else attack
        kept = margin(save, s, against, luck)
        if kept < effect:
            failed += 1
            badly += (-kept if alone else effect - kept) >= 11
    return tuple(Fraction(count, 8000) for count in (hit, failed, badly))


STUN = ("p_hit", "p_lose_action", "p_lose_action_and_reaction")
BASES = {"attack_base": 21, "defence_base": 18, "save_base": 9}


def test_stun():  # ORG-ODDS-03, ORG-ACT-12
    assert asked("odds_effect", *STUN, effect="stun", **BASES) == triples(21, 18, 9, 25)
    flat = {"attack_difficulty": 22, "defence_difficulty": 30, "save_difficulty": 15, "luck": False}
    assert asked("odds_effect", *STUN, effect="stun", **BASES, **flat) == triples(21, 18, 9, 22, 30, 15, False)
    assert asked("odds_effect", "p_unconscious", effect="stun", **BASES) == (None,)


def test_stun_as_tables_play_it():  # ORG-TEST-08, ORG-ACT-12
    gross = asked("odds_effect", *STUN, effect="stun", **BASES, options={"stun_fail_vs_difficulty": True})
    assert gross == triples(21, 18, 9, 25, alone=True)
    net = asked("odds_effect", *STUN, effect="stun", **BASES, options={"net_margin_effects": True})
    assert net == triples(21, 18, 9, 25, net=True)


def test_knock_out():  # ORG-ODDS-03, ORG-ACT-11
    names = ("p_hit", "p_unconscious", "p_lose_action", "p_lose_action_and_reaction")
    hit, failed, _ = triples(21, 18, 9, 30)
    assert asked("odds_effect", *names, effect="knock_out", **BASES) == (hit, failed, None, None)


def test_without_a_reaction():  # ORG-REA-08
    over = [(margin(21, a, 25, True), margin(9, s, 20, True)) for a, s in product(FACES, FACES)]
    landed = [(attack, kept) for attack, kept in over if attack >= 0]
    counts = (len(landed), sum(kept < attack for attack, kept in landed), sum(a - kept >= 11 for a, kept in landed))
    result = asked("odds_effect", *STUN, effect="stun", attack_base=21, save_base=9)
    assert result == tuple(Fraction(count, 400) for count in counts)


def test_luck_of_saves_and_of_blows_are_two_things():  # ORG-TEST-05
    sure = {"effect": "stun", "attack_base": 25, "attack_difficulty": 26, "save_base": 60}
    assert asked("odds_effect", "p_lose_action", **sure) == (Fraction(19, 20) * Fraction(1, 20),)
    assert asked("odds_effect", "p_lose_action", **sure, options={"saves_not_luck": True}) == (0,)
    result = asked("odds_effect", "p_hit", "p_lose_action", **sure, options={"combat_not_luck": True})
    assert result == (1, Fraction(1, 20))


# ---- damage ----


def through(bs, c, layers, over, times=(1, 1)):
    """What passes armour, by hand."""
    for ia, stops_bs, stops_c in layers:
        if over <= ia:
            bs, c = max(0, bs - stops_bs), max(0, c - stops_c)
    return bs * times[0], c * times[1]


def test_damage():  # ORG-ODDS-04, ORG-ARM-02
    worn = [(4, 1, 0.5), (9, 0.5, 0)]
    counted = {}
    for a, b in product(FACES, FACES):
        attack, reaction = margin(20, a, 25, True), margin(16, b, 25, True)
        done = through(1.5, 0.5, worn, attack) if lands(attack, reaction) else (0, 0)
        counted[done] = counted.get(done, 0) + Fraction(1, 400)
    result = BENCH.outcome("odds_damage", [], attack_base=20, defence_base=16, weapon=KNIFE, armour=[VEST, SHIRT])
    told = [((one["bs"], one["c"]), Fraction(one["p"])) for one in result["distribution"]]
    assert told == sorted(counted.items())
    assert Fraction(result["expected_bs"]) == sum(Fraction(bs) * p for (bs, _), p in told)
    assert Fraction(result["expected_c"]) == sum(Fraction(c) * p for (_, c), p in told)
    assert sum(p for _, p in told) == 1


@pytest.mark.parametrize(
    ("action", "bs", "c"),
    [
        ("strike", 1.5, 0.5),
        ("shoot", 1.5, 0.5),
        ("easy_strike", 0.5, 0),
        ("vital_blade", 3, 0.5),
        ("vital_mass", 1.5, 1),
        ("stomp", 3, 1),
    ],
)
def test_what_an_action_makes_of_it(action, bs, c):  # ORG-ACT-14, ORG-ACT-18 to 20, ORG-TEST-09
    result = BENCH.outcome("odds_damage", [], attack_base=40, weapon=KNIFE, action=action, luck=False)
    assert result["distribution"] == [{"bs": bs, "c": c, "p": "1/1"}]
    assert result["p_hit"] == "1/1"


def test_a_miss_and_a_blow_that_stays_in_the_armour_are_alike():
    plate = {"ia": 20, "bs": 9, "c": 9}
    result = BENCH.outcome("odds_damage", [], attack_base=15, weapon=KNIFE, armour=[plate])
    assert (result["p_hit"], result["distribution"]) == ("11/20", [{"bs": 0, "c": 0, "p": "1/1"}])
    assert (result["expected_bs"], result["expected_c"]) == ("0/1", "0/1")


def test_weapons_and_armours_of_the_lists():  # M9, M10
    result = BENCH.outcome("odds_damage", [], attack_base=40, weapon="punch", luck=False)
    assert result["distribution"] == [{"bs": 0, "c": 1, "p": "1/1"}]
    kicked = BENCH.outcome("odds_damage", [], attack_base=40, weapon="punch", action="stomp", luck=False)
    assert kicked["distribution"] == [{"bs": 0, "c": 3, "p": "1/1"}]
    play = {"attacker": {"FOR": 12}, "target": {"armour": ["biker_leather_suit"]}, "action": "strike"}
    knife = {**play, "weapon": "hunting_knife"}
    weighed = BENCH.weighed("combat_action", knife, ["damage"])
    told = BENCH.outcome("odds_damage", [], attack_base=22, weapon="hunting_knife", armour=["biker_leather_suit"])
    mine = {((("damage", (("bs", one["bs"]), ("c", one["c"]))),)): Fraction(one["p"]) for one in told["distribution"]}
    assert mine == weighed


def test_net_margins_meet_more_armour():  # ORG-TEST-08
    given = {"attack_base": 25, "defence_base": 25, "weapon": KNIFE, "armour": [VEST]}
    gross = asked("odds_damage", "expected_bs", **given)
    assert asked("odds_damage", "expected_bs", **given, options={"net_margin_effects": True}) < gross


# ---- one attack a turn ----


def test_kill_by_hand():  # ORG-ODDS-04, ORG-HP-02, ORG-HP-03
    """Blows of 1 c on 0.5 CPS: the first costs a point of blood, every other two."""
    result = BENCH.outcome(
        "odds_kill", [], attack_base=15, weapon=FIST, luck=False, turns=4, target={"CPS": 0.5, "SNG": 2, "INC": 2}
    )
    hit = Fraction(11, 20)

    def at_least(hits, turns):
        ways = [sum(all_) for all_ in product((0, 1), repeat=turns)]
        return sum(hit**n * (1 - hit) ** (turns - n) for n in ways if n >= hits)

    assert [Fraction(one) for one in result["p_mortally_wounded"]] == [at_least(2, turns) for turns in range(1, 5)]
    assert [Fraction(one) for one in result["p_inc_zero"]] == [at_least(3, turns) for turns in range(1, 5)]


def test_kill_is_what_play_does():  # ORG-HP-02 to ORG-HP-05
    target = {"PER": 6, "AGI": 6, "SNG": 1, "CPS": 0.5, "INC": 0.5, "armour": [VEST]}
    fight = {"attacker": {"FOR": 12}, "action": "strike", "weapon": KNIFE, "reaction": {"kind": "dodge"}}
    shown = {}
    for (key,), chance in BENCH.weighed("combat_action", fight | {"target": target}, ["defender"]).items():
        state = dict(key[1])
        shown[state["sng"] == 0, state["inc"] == 0] = shown.get((state["sng"] == 0, state["inc"] == 0), 0) + chance
    result = asked_kill(attack_base=22, defence_base=12, weapon=KNIFE, target=target, turns=1)
    wounded = sum(chance for (sng, _), chance in shown.items() if sng)
    assert result == ([wounded], [sum(chance for (_, inc), chance in shown.items() if inc)])


def asked_kill(**given):
    result = BENCH.outcome("odds_kill", [], **given)
    return tuple([Fraction(one) for one in result[name]] for name in ("p_mortally_wounded", "p_inc_zero"))


@settings(max_examples=15)
@drawn(st.integers(5, 30), st.integers(0, 8), st.integers(0, 8), st.integers(1, 8), st.integers(1, 6))
def test_it_never_gets_better(base, sng, cps, inc, turns):
    body = {"SNG": sng / 2, "CPS": cps / 2, "INC": inc / 2, "armour": [VEST]}
    wounded, fallen = asked_kill(attack_base=base, weapon=KNIFE, target=body, turns=turns)
    assert len(wounded) == len(fallen) == turns
    assert wounded == sorted(wounded)
    assert fallen == sorted(fallen)
    assert all(down <= hurt <= 1 for hurt, down in zip(wounded, fallen, strict=True))


def test_from_what_is_left():
    start = {"sng": 0, "inc": 0.5}
    assert asked_kill(attack_base=40, weapon=FIST, target=start, turns=1, luck=False) == ([1], [1])
    assert asked_kill(attack_base=0, weapon=FIST, target={"inc": 0}, turns=1, luck=False) == ([0], [1])


def test_body_that_still_absorbs():  # ORG-HP-02
    body = {"attack_base": 40, "weapon": FIST, "luck": False, "target": {"sng": 0, "INC": 2, "CPS": 1}, "turns": 2}
    assert asked_kill(**body) == ([1, 1], [1, 1])
    assert asked_kill(**body, options={"cps_still_absorbs": True}) == ([1, 1], [0, 1])
    assert asked_kill(**body, options={"inc_zero_is_death": True}) == ([1, 1], [1, 1])


def test_more_turns_than_anybody_waits_for():
    plates = [{"ia": 2 * n, "bs": n / 2, "c": n / 2} for n in range(1, 8)]
    giant = {"SNG": 200, "CPS": 200, "INC": 200, "armour": plates}
    given = {"attack_base": 25, "weapon": {"bs": 9, "c": 9, "group": "sword"}, "target": giant}
    assert BENCH.refused("odds_kill", **given, turns=100) == ("field/at_most", "turns")
    assert len(asked_kill(**given, turns=2)[0]) == 2


@pytest.mark.parametrize(
    ("procedure", "fields", "id", "field"),
    [
        ("odds_test", {}, "field/missing", "base"),
        ("odds_opposed", {}, "field/missing", "attack_base"),
        ("odds_effect", {"effect": "sweep", "attack_base": 1, "save_base": 1}, "field/one_of", "effect"),
        ("odds_damage", {"attack_base": 1}, "field/missing", "weapon"),
        ("odds_damage", {"attack_base": 1, "weapon": "spoon"}, "field/one_of", "weapon"),
        ("odds_damage", {"attack_base": 1, "weapon": KNIFE, "armour": ["air"]}, "field/one_of", "armour"),
        ("odds_damage", {"attack_base": 1, "weapon": KNIFE, "action": "stun"}, "field/one_of", "action"),
        ("odds_kill", {"attack_base": 1, "weapon": KNIFE, "target": {}, "turns": 0}, "field/range", "turns"),
        (
            "odds_kill",
            {"attack_base": 1, "weapon": KNIFE, "target": {"kind": "machine"}, "turns": 1},
            "field/not_allowed",
            "target",
        ),
        (
            "odds_kill",
            {"attack_base": 1, "weapon": KNIFE, "target": {"dead": True}, "turns": 1},
            "act/unable",
            "target",
        ),
    ],
)
def test_refusals(procedure, fields, id, field):
    assert BENCH.refused(procedure, **fields) == (id, field)
