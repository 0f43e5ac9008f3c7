"""One action against one target, and the exchange behind it (ACT, REA, MOD, ARM, CBT-01)."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.chance import apply, call, fold
from gardien.core.inputs import parse
from gardien.core.interpreters.odds import odds_of
from gardien.core.interpreters.typed import typed
from gardien.systems.organique.rules.fight.attack import CombatGiven, declared_acts
from gardien.systems.organique.rules.fight.declared import DETAILS, ActionGiven
from gardien.systems.organique.rules.fight.exchange import exchange
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.rules.substances.poisons import TickResult, tick
from systems.brute import Bench, told_apart
from systems.organique.people import HOUSE, person
from systems.worked import assert_contains, by_id, examples

BENCH = Bench("organique")
MINE = [one for one in examples("organique") if one.procedure == "combat_action"]
KNIFE = {"name": "knife", "group": "knife", "bs": 2.5}
CLUB = {"name": "club", "group": "club", "c": 3}
CHAIN = {"name": "chain", "group": "chain", "c": 1.5}
GUN = {"name": "gun", "group": "handgun", "bs": 3, "useful_cm": 200}
SHANK = {"name": "shank", "group": "knife", "bs": 1, "improvised": "blade"}
LAYERS = [{"name": "coat", "ia": 10, "bs": 1, "c": 1}, {"name": "mesh", "ia": 7, "bs": 0.5, "c": 0.5}]


@pytest.mark.parametrize("example", MINE, ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


def acted(dice, *fields, attacker=None, target=None, action="strike", **given):
    """Some fields of an action between two people of 10; a path names what is inside a state."""
    result = BENCH.outcome(
        "combat_action", dice, attacker=attacker or {}, target=target or {}, action=action, **given
    )  # fmt: skip
    told = []
    for path in fields:
        one = result
        for name in path.split("."):
            one = one.get(name) if one is not None else None
        told.append(one)
    return tuple(told)


# ---- attack and reaction ----


def test_ties_go_to_the_reaction():  # ORG-TEST-04
    assert acted([10, 10], "hit", reaction={"kind": "dodge"}) == (False,)
    assert acted([11, 10], "hit", reaction={"kind": "dodge"}) == (True,)
    assert acted([10, 4], "hit", reaction={"kind": "dodge"}) == (True,)  # it failed: not compared
    assert acted([4, 3], "hit", "defence_success", reaction={"kind": "dodge"}) == (False, False)


def test_luck():  # ORG-TEST-05
    fields = ("hit", "attack_margin", "attack_auto")
    weak, strong = {"FOR": 0, "AGI": 0}, {"FOR": 30}
    assert acted([20], *fields, attacker=weak) == (True, 1, "natural_20")
    assert acted([1], *fields, attacker=strong) == (False, -1, "natural_1")
    house = {"combat_not_luck": True}
    assert acted([20], *fields, attacker=weak, options=house) == (False, -5, "none")
    assert acted([1], *fields, attacker=strong, options=house) == (True, 16, "none")


def test_which_margin_counts():  # ORG-TEST-08, option net_margin_effects
    fields = ("attack_margin", "layers_hit", "damage")
    asked = {"target": {"armour": LAYERS}, "weapon": KNIFE, "attacker": {"FOR": 17}, "reaction": {"kind": "dodge"}}
    assert acted([10, 9], *fields, **asked) == (12, [], {"bs": 2.5, "c": 0})
    house = {"net_margin_effects": True}
    assert acted([10, 9], *fields, **asked, options=house) == (12, ["coat"], {"bs": 1.5, "c": 0})
    assert acted([10, 4], *fields, **asked, options=house) == (12, [], {"bs": 2.5, "c": 0})


def test_a_leap_moves_whether_hit_or_not():  # ORG-REA-05
    fields = ("hit", "defender_moves", "range_after")
    leap = {"range_step": 1, "reaction": {"kind": "leap", "steps": 1}}
    assert acted([15, 15], *fields, **leap) == (True, 1, 2)
    assert acted([15, 15], *fields, **leap, options={"leap_tie_avoids": True}) == (False, 1, 2)
    assert acted([15, 16], *fields, **leap) == (False, 1, 2)
    assert acted([15, 10], *fields, **leap) == (True, 1, 2)
    assert acted([15, 4], *fields, **leap) == (True, 0, 1)
    assert acted([15, 14], *fields, range_step=1, reaction={"kind": "leap", "steps": 2}) == (True, 0, 1)


def test_a_move_asks_for_no_die():  # ORG-TURN-02
    fields = ("hit", "defender_moves", "range_after")
    assert acted([4], *fields, range_step=1, reaction={"kind": "move", "away": True, "steps": 3}) == (False, 3, 4)
    assert acted([4], *fields, range_step=1, reaction={"kind": "move", "steps": 3}) == (False, 1, 0)
    assert acted([4], *fields, reaction={"kind": "move", "steps": 3}) == (False, 3, None)


def test_dropping_ends_on_the_ground():  # ORG-REA-04
    for dice in ([10, 10], [10, 1], [1, 1]):
        asked = {"action": "shoot", "weapon": GUN, "reaction": {"kind": "drop"}}
        assert acted(dice, "defender.prone", **asked) == (True,)


def test_a_flip_throws_the_attacker():  # ORG-REA-03
    judoka = {"AGI": 15, "FOR": 15}
    for dice, prone in (([10, 10], True), ([1, 10], True), ([10, 4], False)):
        assert acted(dice, "attacker.prone", target=judoka, reaction={"kind": "flip"}) == (prone,)


def test_a_weapon_is_caught():  # ORG-REA-02
    asked = {"target": {"INT": 15, "FOR": 15}, "weapon": KNIFE, "reaction": {"kind": "entangle", "weapon": CHAIN}}
    assert acted([10, 10], "weapon_caught", "hit", **asked) == (True, False)
    assert acted([11, 10], "weapon_caught", "hit", **asked) == (False, True)


def test_resisting_and_shutting_eyes():  # ORG-ACT-04, ORG-WPN-07
    asked = {"action": "disarm", "reaction": {"kind": "resist_disarm"}}
    assert acted([15, 15], "weapon_dropped", "defence_difficulty", **asked) == (False, 20)
    assert acted([17, 10], "weapon_dropped", **asked) == (True,)
    sand = {"name": "sand", "group": "other", "harmless": True, "sight": "total"}
    asked = {"action": "blind", "weapon": sand, "reaction": {"kind": "shut_eyes"}}
    assert acted([15, 1], "blinded", "defence_auto", **asked) == ("total", "natural_1")
    assert acted([15, 2], "blinded", "defence_margin", **asked) == ("none", 12)


def test_a_bare_limb_against_a_blade():  # ORG-REA-07
    parry = {"reaction": {"kind": "parry", "bare_limb": True, "limb_damage": 1.5}}
    fields = ("hit", "limb_parry_damage.bs", "defender.sng")
    assert acted([10, 12], *fields, weapon=KNIFE, **parry) == (False, 1.5, 2.5)
    assert acted([4, 12], *fields, weapon=KNIFE, **parry) == (False, 0, 4)
    assert acted([12, 10], *fields, weapon=KNIFE, **parry) == (True, 0, 1.5)
    assert acted([10, 12], *fields, weapon=CLUB, **parry) == (False, 0, 4)
    assert acted([15, 17], *fields, action="disarm", weapon=KNIFE, **parry) == (False, 0, 4)
    assert acted([10, 12], "limb_parry_damage", weapon=KNIFE, reaction={"kind": "parry"}) == (None,)


def test_a_coated_blade_poisons_the_limb():  # ORG-ARM-06
    coated = KNIFE | {"coating": "blade_poison"}
    asked = {"weapon": coated, "reaction": {"kind": "parry", "bare_limb": True}}
    assert acted([10, 12], "dose_delivered", **asked) == (True,)
    assert acted([10, 12], "dose_delivered", target={"kind": "machine"}, **asked) == (False,)
    assert acted([4, 12], "dose_delivered", **asked) == (False,)


def test_improvised_weapons_break():  # ORG-WPN-05
    assert acted([15], "hit", "weapon_broken", weapon=SHANK, action="stun", target={"dead": True}) == (True, True)
    assert acted([1], "weapon_broken", weapon=SHANK) == (False,)
    assert acted([1, 15], "weapon_broken", weapon=SHANK, reaction={"kind": "parry"}) == (True,)
    assert acted([1, 15], "weapon_broken", weapon=SHANK, reaction={"kind": "dodge"}) == (False,)
    assert acted([18], "hit", "weapon_broken", weapon=SHANK, breaks=False, attacker={"FOR": 18}) == (True, False)


def test_guns_may_jam():  # option gun_jam_on_1
    house = {"gun_jam_on_1": True}
    assert acted([1], "jammed", action="shoot", weapon=GUN, options=house) == (True,)
    assert acted([2], "jammed", action="shoot", weapon=GUN, options=house) == (False,)
    assert acted([1], "jammed", weapon=KNIFE, options=house) == (False,)
    assert acted([1], "jammed", action="shoot", weapon=GUN) == (None,)


# ---- what both keep ----


def test_an_extended_action():  # ORG-MOD-05
    fields = ("attack_mod", "attacker.extended_penalty")
    tired = {"extended_penalty": True}
    assert acted([4], *fields, extended=True) == (5, True)
    assert acted([4], *fields, attacker=tired) == (-10, False)
    assert acted([4], *fields, attacker=tired, extended=True) == (-5, True)
    fields = ("defence_mod", "defender.extended_penalty")
    assert acted([4, 4], *fields, target=tired, reaction={"kind": "dodge"}) == (-10, False)
    assert acted([4], *fields, target=tired) == (None, True)
    assert acted([4], *fields, target=tired, reaction={"kind": "move"}) == (None, False)
    later = {"extended_penalty_next_roll": True}
    assert acted([4], *fields, target=tired, reaction={"kind": "move"}, options=later) == (None, True)
    assert acted([4, 4], *fields, target=tired, reaction={"kind": "dodge"}, options=later) == (-10, False)
    for options, left in (({}, False), (later, True)):  # ORG-ACT-06: lost to the pain of a locked joint
        lost = acted([2], "hit", "attacker.extended_penalty", attacker=tired, locked=True, options=options)
        assert lost == (False, left)


def test_a_tackle_ends_on_the_ground():  # ORG-ACT-17
    fields = ("hit", "attacker.prone", "defender.prone", "range_after")
    assert acted([10, 1], *fields, action="tackle", range_step=1) == (True, True, True, 0)
    assert acted([10, 20], *fields, action="tackle", range_step=1) == (True, True, False, 0)
    assert acted([1], *fields, action="tackle", range_step=1) == (False, True, False, 1)


def test_a_headbutt_hurts_both():  # M6
    boxer = {"combat_skills": {"boxing": 2}}
    fields = ("attacker.cps", "defender.cps")
    assert acted([10, 20], *fields, action="headbutt", attacker=boxer) == (3.5, 3)
    assert acted([1], *fields, action="headbutt", attacker=boxer) == (4, 4)


def test_pushes_and_throws_change_the_distance():  # ORG-ACT-09
    judoka = {"combat_skills": {"judo": 1}}
    assert acted([9, 20], "steps_pushed", "range_after", action="push", weapon=CLUB, range_step=1) == (4, 5)
    assert acted([1], "steps_pushed", "range_after", action="push", weapon=CLUB, range_step=1) == (0, 1)
    assert acted([12], "steps_pushed", "range_after", action="throw", attacker=judoka, range_step=0) == (1, 1)


@pytest.mark.parametrize("kind", ["hold", "lock", "strangle", "wrestle"])
def test_holds(kind):  # ORG-ACT-05 to 08
    assert acted([16], "held", "effect", action=kind) == (kind, True)
    assert acted([1], "held", "effect", action=kind) == ("none", False)
    robot = {"kind": "machine"}
    assert acted([16], "held", action=kind, target=robot) == ("none" if kind == "strangle" else kind,)


def test_a_stunned_holder_lets_go():  # ORG-ACT-21
    asked = {"action": "stun", "weapon": CLUB, "target_holding": True}
    assert acted([10, 1], "loses_next_action", "released", **asked) == (True, True)
    assert acted([10, 20], "loses_next_action", "released", **asked) == (False, False)
    out = {"action": "knock_out", "weapon": CLUB, "target_holding": True, "target": {"VOL": 2, "END": 2}}
    assert acted([15, 2], "unconscious_turns", "released", **out) == (5, True)
    down = {"weapon": KNIFE, "target_holding": True, "target": {"sng": 0, "inc": 1}}
    assert acted([15], "released", "defender.dying", **down) == (True, True)
    assert acted([10, 1], "released", action="stun", weapon=CLUB) == (False,)


# ---- two actions at once ----


def test_both_strike():  # ORG-MOD-11: nothing is opposed, both from the states before
    answer = {"kind": "simultaneous", "weapon": KNIFE}
    brave = {"VOL": 20, "name": "Ann", "sng": 0, "inc": 2}
    fields = ("hit", "counter.hit", "attacker.sng", "defender.inc", "defender.dying")
    assert acted([6, 6], *fields, target=brave, weapon=KNIFE, reaction=answer) == (True, True, 1.5, 0, True)
    assert acted([6, 4], *fields, target=brave, weapon=KNIFE, reaction=answer) == (True, False, 4, 0, True)
    assert acted([4, 6], *fields, target=brave, weapon=KNIFE, reaction=answer) == (False, True, 1.5, 2, False)


def test_dice_of_two_actions():  # ORG-MOD-11: attacks first, then effects of the first, of the second
    answer = {"kind": "simultaneous", "action": "slash", "weapon": KNIFE, "extended": True}
    asked = {"attacker": {}, "target": {"VOL": 20}, "action": "stun", "weapon": CLUB, "reaction": answer}
    dice = BENCH.thrown("combat_action", [10, 10, 3, 4], **asked)
    assert dice == [("d20", "stun"), ("d20", "slash"), ("d20", "stun"), ("d20", "pain")]
    result = acted([10, 10, 3, 4], "save.kind", "counter.save.kind", "counter.penalty", "defender.extended_penalty",
                  **asked)  # fmt: skip
    assert result == ("stun", "pain", 10, True)


def test_both_change_one_person():  # damage first, then flags
    answer = {"kind": "simultaneous", "action": "tackle", "weapon": KNIFE}
    asked = {"target": {"VOL": 20}, "weapon": KNIFE, "range_step": 1, "reaction": answer}
    fields = ("defender.sng", "defender.prone", "attacker.prone", "range_after", "counter.range_after")
    assert acted([10, 10, 1], *fields, **asked) == (1.5, True, True, 0, 0)


# ---- exact odds, counted by hand ----


@pytest.mark.parametrize(
    ("action", "given", "by"),
    [
        ("strike", {"weapon": KNIFE | {"coating": "blade_poison"}, "reaction": {"kind": "parry", "bare_limb": True}},
         ("hit", "damage", "defender", "dose_delivered")),
        ("easy_strike", {"weapon": KNIFE, "reaction": {"kind": "leap"}, "range_step": 1},
         ("layers_hit", "range_after", "attack_success", "defence_total")),
        ("stun", {"weapon": KNIFE, "target_holding": True},
         ("effect", "shortfall", "loses_next_action", "loses_next_reaction", "released")),
        ("slash", {"weapon": KNIFE}, ("penalty", "damage")),
        ("push", {"weapon": CLUB}, ("steps_pushed", "defender")),
        ("knock_out", {"weapon": CLUB}, ("unconscious_turns", "save")),
        ("shoot", {"weapon": GUN, "options": {"gun_jam_on_1": True}}, ("jammed", "hit")),
        ("strike", {"weapon": KNIFE, "options": {"net_margin_effects": True}, "reaction": {"kind": "dodge"}},
         ("damage", "defence_success")),
        ("sweep", {"reaction": {"kind": "simultaneous", "weapon": KNIFE}}, ("attacker", "defender", "counter", "hit")),
    ],
)  # fmt: skip
def test_odds(action, given, by):
    asked = {"attacker": {"FOR": 14, "AGI": 13, "INT": 12}, "target": {"armour": LAYERS, "VOL": 15}, "action": action}
    asked |= given
    shown = BENCH.every_outcome("combat_action", asked)
    for one in (by, *((field,) for field in by)):
        assert BENCH.weighed("combat_action", asked, one) == told_apart(shown, one)


@settings(max_examples=12)
@given(
    base=st.integers(0, 45), other=st.integers(0, 45), luck=st.booleans()
)  # ORG-ODDS-02: the 400 pairs  # fmt: skip
def test_any_attack_against_any_dodge(base, other, luck):
    def margin(value, face):
        result = value + face - 25
        return max(1, result) if luck and face == 20 else min(-1, result) if luck and face == 1 else result

    pairs = [(margin(base, a), margin(other, b)) for a in range(1, 21) for b in range(1, 21)]
    hits = sum(a >= 0 and (b < 0 or a > b) for a, b in pairs)
    chance = BENCH.chance(
        "combat_action", "hit",
        attacker={"FOR": base, "AGI": 0}, target={"PER": other, "AGI": 0}, action="strike",
        reaction={"kind": "dodge"}, options={"combat_not_luck": not luck},
    )  # fmt: skip
    assert chance == Fraction(hits, 400)


def test_odds_look_inside_a_state():
    asked = {"attacker": {}, "target": {"sng": 0, "inc": 2}, "action": "strike", "weapon": KNIFE}
    result = BENCH.weighed("combat_action", asked, ["defender.dying"])
    assert result == {(("defender.dying", True),): Fraction(4, 5), (("defender.dying", False),): Fraction(1, 5)}


def poisoned(given, turns):
    """An action, and the turns after it that a coating begins to act in."""
    one, other = person_of(given.attacker), person_of(given.target)
    result = yield from apply(exchange, one, other, *declared_acts(given, one, other), HOUSE, frozenset())
    start = TickResult(person=result.defender)
    last = yield from fold(_next, start, range(turns))
    return result.result, last.person


def _next(state, _):
    return (yield from tick(state.person, HOUSE))


def test_an_attack_and_the_saves_of_its_poison():  # ORG-ARM-06, ORG-POI-03: exact, and few ways told apart
    asked = {
        "attacker": {"INT": 13, "AGI": 13},
        "target": {"armour": LAYERS, "END": 9, "SNG": 6},
        "action": "stun",
        "weapon": {"name": "spear", "group": "polearm", "bs": 2.5, "coating": "blade_poison"},
        "reaction": {"kind": "dodge"},
    }
    given = parse(CombatGiven, asked)
    odds = odds_of(call(poisoned, given, 1))
    dosed = BENCH.chance("combat_action", "dose_delivered", **asked)
    assert dosed == odds.chance(lambda one: one[0].hit)
    assert odds.chance(lambda one: one[1].body.medical_shock) == dosed / 2  # END 9 against 20
    assert odds.chance(lambda one: one[1].body.sng == 10) == dosed
    assert len(odds) < 30
    assert len(odds_of(call(poisoned, given, 3))) < 100


def test_whose_part_of_a_fight_it_is():
    one, other = person(name="Ann"), person(name="Bob")
    given = parse(ActionGiven, {"action": "stun", "weapon": CLUB, "reaction": {"kind": "dodge"}})
    asked = call(exchange, one, other, *declared_acts(given, one, other), HOUSE, frozenset(DETAILS), "Ann")
    result = typed(asked, (10, 1, 1))
    assert {step.who for step in result.steps} == {"Ann", "Bob"}
    assert {step.who for step in result.steps if step.label.startswith("save_")} == {"Bob"}
    assert [one.who for one in result.dice] == ["Ann", "Bob", "Bob"]


# ---- what the sheets keep, and what is refused ----


def test_what_the_sheets_keep():
    asked = {"attacker": {"name": "Ann"}, "target": {"name": "Bob"}, "action": "strike", "weapon": KNIFE}
    result = BENCH.changes("combat_action", [15], **asked, extended=True)
    assert [(one[0], one[2], one[3]) for one in result if one[0] != "wounds"] == [
        ("extended_penalty", True, ""), ("sng", 1.5, "Bob"),
    ]  # fmt: skip


def test_reasons_are_those_of_whoever_they_are_about():
    answer = {"kind": "simultaneous", "weapon": KNIFE}
    result = BENCH.answer(
        "combat_action", [10, 10], attacker={}, target={"VOL": 20}, action="strike", weapon=KNIFE, reaction=answer
    )
    totals = [(one.value, one.who) for one in result.steps if one.label == "attack_total"]
    assert totals == [(30, ""), (30, "target")]
    assert [(one.value, one.who) for one in result.steps if one.label == "sng"] == [(1.5, "target"), (1.5, "attacker")]


@pytest.mark.parametrize(
    ("fields", "id", "field"),
    [
        ({"action": "pray"}, "field/one_of", "action"),
        ({"attacker": {"end_now": 0}}, "act/unable", "attacker"),
        ({"target": {"coma": True}, "reaction": {"kind": "dodge"}}, "act/unable", "reaction"),
        ({"action": "feint"}, "act/unskilled", "action"),
        ({"action": "throw_object"}, "field/missing", "kg"),
        ({"weapon": KNIFE, "range_step": 3}, "field/range", "range_step"),
        ({"weapon": GUN, "action": "shoot", "shots": 2}, "field/at_most", "shots"),
        ({"reaction": {"kind": "drop"}}, "field/not_allowed", "reaction.kind"),
        ({"reaction": {"kind": "simultaneous", "action": "throw_object"}}, "field/not_allowed", "reaction.action"),
    ],
)
def test_refusals(fields, id, field):
    asked = {"attacker": {}, "target": {}, "action": "strike"} | fields
    assert BENCH.refused("combat_action", **asked) == (id, field)


def test_an_action_must_be_named():
    assert BENCH.refused("combat_action", attacker={}, target={}) == ("field/missing", "action")
