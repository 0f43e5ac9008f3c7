"""What lists say of weapons beyond damage: currents, jams, shot; cover by its key; leaning (M9, M10, MOD-07)."""

from collections import Counter
from fractions import Fraction

import pytest
from msgspec.json import encode

from gardien.core.chance import call
from gardien.core.interpreters.odds import odds_of
from gardien.systems.organique import pack
from gardien.systems.organique.rules.fight.declared import ActionGiven, Reaction, attack_of
from gardien.systems.organique.rules.fight.exchange import coarse_exchange, exchange
from gardien.systems.organique.rules.fight.on_hit import after_tolls, resolve_discharge
from gardien.systems.organique.rules.fight.weapons import weapon_of
from gardien.systems.organique.sheet.parts import coated_weapon
from systems.brute import Bench, every_way
from systems.organique.people import HOUSE, person

BENCH = Bench("organique")
KNIFE = {"name": "knife", "group": "knife", "bs": 2}


@pytest.mark.parametrize("key", [row.key for row in pack.table("weapons", "weapon") if row.bs])
def test_a_coated_weapon_is_the_same_weapon(key):  # ORG-POI-01: poison on it, and everything else as the list has it
    coated, plain = (weapon_of(one, person()) for one in (coated_weapon(key, "curare_paste"), key))
    same = {name: getattr(coated, name) for name in plain.__struct_fields__ if name != "coating"}
    assert same == {name: getattr(plain, name) for name in same}


# ---- currents ----


def shocked(dice, *fields, weapon="stun_gun", target=None, action="strike", **given):
    asked = {"attacker": {}, "target": target or {}, "action": action, "weapon": weapon, **given}
    return BENCH.picked("combat_action", dice, *fields, **asked)


def test_a_current_asks_three_saves():  # ORG-DMG-05, M9: 20, 10 and 5 a point
    fields = ("hit", "effect", "damage", "defender")
    hit, effect, damage, state = shocked([10, 3, 1, 2], *fields, target={"VOL": 8, "END": 8})
    assert (hit, effect, damage) == (True, True, {"bs": 0, "c": 0})
    assert (state["paralysed_turns"], state["unconscious_turns"], state["cardiac_arrest"]) == (1, 1, False)
    assert state["fresh"] == ["paralysed", "unconscious"]
    (state,) = shocked([10, 1, 20, 1], "defender", weapon="taser_pistol", action="shoot", distance_cm=0)
    assert (state["paralysed_turns"], state["no_air"], state["cardiac_arrest"]) == (19, True, True)
    asked = {"attacker": {}, "target": {}, "action": "strike", "weapon": "cattle_prod"}
    purposes = [purpose for _, purpose in BENCH.thrown("combat_action", [10, 20, 20, 20], **asked)]
    assert purposes == ["strike", "electric_paralysis", "electric_unconsciousness", "cardiac_arrest"]


def test_armour_stops_no_current():
    (state,) = shocked([10, 1, 20, 20], "defender", target={"armour": [{"ia": 20, "bs": 9, "c": 9}]})
    assert state["paralysed_turns"] == 1


def test_where_no_current_flows():  # ORG-MON-01, ORG-ACT-12, ORG-ACT-20
    assert shocked([10], "effect", target={"kind": "machine"}) == (False,)
    assert shocked([10], "effect", target={"inc": 0}) == (True,)
    assert shocked([10], "effect", action="easy_strike") == (False,)
    assert BENCH.thrown("combat_action", [10, 20], attacker={}, target={}, action="stun", weapon="stun_gun") == [
        ("d20", "stun"),
        ("d20", "stun"),
    ]


def test_a_holder_struck_by_a_current_lets_go():  # ORG-ACT-21
    assert shocked([10, 1, 20, 20], "released", target_holding=True) == (True,)
    assert shocked([10, 20, 20, 20], "released", target_holding=True) == (False,)


def test_odds_of_a_current():
    asked = {"attacker": {}, "target": {"VOL": 3, "END": 3}, "action": "strike", "weapon": "stun_gun"}
    assert BENCH.chance("combat_action", "hit", **asked) == Fraction(16, 20)
    result = BENCH.weighed("combat_action", asked, ["defender.cardiac_arrest"])
    assert sum(result.values()) == 1


# ---- strong currents burn ----

TWO = {"action": "shoot", "weapon": "taser_pistol", "second_weapon": "taser_pistol"}  # 2 points each
ARC = {"name": "arc", "group": "handgun", "rate": 2, "bs": 0, "useful_cm": 100, "max_cm": 600}
BURNS = ["shoot", "electric_paralysis", "electric_unconsciousness", "cardiac_arrest", "suffering", "shock"]


@pytest.mark.parametrize(
    "more",
    [
        TWO,
        {
            "action": "shoot",
            "weapon": {
                "name": "arc",
                "group": "handgun",
                "rate": 2,
                "bs": 0,
                "useful_cm": 100,
                "max_cm": 600,
                "electricity": 2,
            },
            "shots": 2,
        },
        {
            "action": "shoot",
            "weapon": {
                "name": "arc",
                "group": "handgun",
                "rate": 2,
                "bs": 0,
                "useful_cm": 100,
                "max_cm": 600,
                "electricity": 7,
            },
        },
    ],
)
def test_a_strong_current_burns(more):  # ORG-DMG-05, ORG-DMG-01: a point of fire for every four
    asked = {"attacker": {}, "target": {"name": "Ann"}, **more}
    result = BENCH.answer("combat_action", [19, 20, 20, 20, 3, 1], **asked)
    assert [one.purpose for one in result.dice] == BURNS
    assert [(one.label, one.value) for one in result.steps if one.who == "Ann" and one.rule == "ORG-DMG-05"] == [
        ("fire_points", 1)
    ]
    state = result.outcome["defender"]
    assert (state["sng"], state["suffering"], result.outcome["penalty"]) == (3, (), 0)
    assert [(one["bs"], one["fire"]) for one in state["wounds"]] == [(1, True)]


def test_burns_of_a_current_hurt_and_shake():
    dice = [19, 20, 20, 20, 2, 1]
    (state,) = shocked(dice, "defender", target={"VOL": 3, "END": 3, "armour": ["kevlar_vest"]}, **TWO)
    assert (state["suffering"], state["lose_action"], state["medical_shock"]) == ([5], True, False)
    given = {"target": {"VOL": 3, "END": 3}, "options": {"fire_shock_medical": True}, **TWO}
    (state,) = shocked(dice, "defender", **given)
    assert (state["suffering"], state["lose_action"], state["medical_shock"]) == ([5], False, True)
    assert state["end_now"] == 0


def test_whoever_falls_and_machines_only_burn():
    (state,) = shocked([19], "defender", target={"inc": 0, "INC": 2}, **TWO)
    assert [one["fire"] for one in state["wounds"]] == [True]
    effect, state = shocked([19], "effect", "defender", target={"kind": "machine"}, **TWO)
    assert (effect, len(state["wounds"]), state["paralysed_turns"]) == (True, 1, 0)


def test_odds_of_burns():
    """Whoever is hit meets what the same current does by itself."""
    body = {"VOL": 3, "END": 4}
    for field in ("suffering", "lose_action", "lose_reaction", "sng", "no_air", "cardiac_arrest", "paralysed_turns"):
        alone = BENCH.weighed("electricity", {"character": body, "points": 4}, [f"state.{field}"])
        fought = BENCH.weighed("combat_action", {"attacker": {}, "target": body, **TWO}, ["hit", f"defender.{field}"])
        hit = sum(chance for key, chance in fought.items() if key[0][1])
        assert {key[1][1]: chance / hit for key, chance in fought.items() if key[0][1]} == {
            key[0][1]: chance for key, chance in alone.items()
        }, field


def test_every_way_of_a_burn():
    victim = person(VOL=3, END=4, end_now=0)  # three dice: the exhausted fail the others without one
    asked = call(resolve_discharge, victim, victim, 4, HOUSE, frozenset(), "Ann")
    shown = {encode(one): chance for one, chance in every_way(asked)}
    assert {encode(one): chance for one, chance in odds_of(asked)} == shown


def test_burns_are_weighed_the_same_way_in_long_fights():
    victim, attack = person(VOL=3, END=4, end_now=0), attack_of(ActionGiven(**TWO), person())
    sides = (person(), victim, attack, Reaction(weapon=attack.weapon))
    slow = odds_of(call(exchange, *sides, None, HOUSE, frozenset()))
    quick = odds_of(coarse_exchange(*sides, HOUSE))
    result = [Counter(), Counter()]
    for one, chance in slow:
        result[0][one.defender.body] += chance
    for done, chance in quick:
        result[1][after_tolls(victim, done.tolls, HOUSE).body] += chance
    assert result[0] == result[1]
    assert len(result[0]) > 5


# ---- jams ----


def shot(dice, *fields, weapon="pistol_9mm", **given):
    return BENCH.picked("combat_action", dice, *fields, attacker={}, target={}, action="shoot", weapon=weapon, **given)


def test_a_natural_1_jams_by_a_house_rule():  # gun_jam_on_1
    house = {"gun_jam_on_1": True}
    assert shot([1], "jammed") == (None,)
    assert shot([1], "jammed", options=house) == (True,)
    assert shot([2], "jammed", options=house) == (False,)
    assert shot([1], "jammed", weapon="hunting_bow", options=house) == (False,)
    result = BENCH.reasons(
        "combat_action", [1], attacker={}, target={}, action="shoot", weapon="pistol_9mm", options=house
    )
    assert ("jammed", True, "ORG-ACT-16") in result


def test_some_jam_whatever_the_house():  # M9: the zip gun
    assert shot([1], "jammed", weapon="zip_gun") == (True,)
    assert shot([20], "jammed", weapon="zip_gun") == (False,)
    answered = {"reaction": {"kind": "simultaneous", "action": "shoot", "weapon": "zip_gun"}}
    (counter,) = shot([5, 1], "counter", **answered)
    assert counter["jammed"] is True
    asked = {"attacker": {}, "target": {}, "action": "shoot", "weapon": "zip_gun"}
    assert BENCH.chance("combat_action", "jammed", **asked) == Fraction(1, 20)


def covered(dice, *fields, weapon="submachine_gun", **given):
    asked = {"attacker": {}, "weapon": weapon, "bullets": 2, "metres": 1, **given}
    return BENCH.picked("covering_fire", dice, *fields, **asked)


def test_covering_fire_jams_too():
    house = {"gun_jam_on_1": True}
    assert covered([1], "success", "jammed") == (False, None)
    assert covered([1], "success", "jammed", options=house) == (False, True)
    assert covered([19], "success", "jammed", options=house) == (True, False)
    asked = {"attacker": {}, "weapon": "submachine_gun", "bullets": 2, "metres": 1, "options": house}
    BENCH.assert_odds_agree("covering_fire", **asked)


# ---- shot ----


@pytest.mark.parametrize(
    ("weapon", "cm", "bs"),
    [
        ("sawn_off_shotgun", 0, 6),
        ("sawn_off_shotgun", 199, 6),
        ("sawn_off_shotgun", 200, 5),
        ("sawn_off_shotgun", 1150, 1),
        ("sawn_off_shotgun", 9000, 0),
        ("pump_shotgun", 499, 6),
        ("pump_shotgun", 1000, 4),
        ("hunting_rifle", 5000, 6),
    ],
)
def test_shot_spreads(weapon, cm, bs):  # M9: one bs less for so much distance
    assert weapon_of(weapon, person()).at(cm).bs == 2 * bs
    (damage,) = shot([20], "damage", weapon=weapon, distance_cm=cm)
    assert damage["bs"] == bs


def test_which_weapons_do_what():
    rows = pack.table("weapons", "weapon")
    assert {row.key: row.electricity for row in rows if row.electricity} == {
        "stun_gun": 1,
        "cattle_prod": 1,
        "taser_pistol": 2,
    }
    assert [row.key for row in rows if row.jams] == ["zip_gun"]
    assert {row.key: row.bs_lost_every_cm for row in rows if row.bs_lost_every_cm} == {
        "sawn_off_shotgun": 200,
        "pump_shotgun": 500,
    }


# ---- cover ----


@pytest.mark.parametrize("row", pack.table("armours", "cover"), ids=lambda row: row.key)
def test_cover_by_its_key(row):  # ORG-RNG-03, M10
    hidden = {"cover": row.key, "weapon": {"group": "handgun", "bs": 40}}
    layers, damage = shot([5], "layers_hit", "damage", **hidden)
    assert (layers, damage["bs"]) == ([row.key], 40 - row.bs)
    result = BENCH.picked("apply_damage", [], "layers_hit", "bs_through", character={}, bs=40, cover=row.key)
    assert result == ([row.key], 40 - row.bs)
    (targets,) = covered([19, 13], "targets", targets=[{"name": "A", "cover": row.key}])
    assert targets[0]["layers_hit"] == [row.key]


def test_an_armour_may_be_cover():
    assert shot([5], "layers_hit", cover="combat_helmet") == (["combat_helmet"],)
    asked = {"attacker": {}, "target": {}, "action": "strike", "cover": "cardboard"}
    assert BENCH.refused("combat_action", **asked) == ("field/one_of", "cover")
    assert BENCH.refused("apply_damage", character={"armour": ["tree"]}) == ("field/one_of", "character.armour")


# ---- leaning ----


def answered(kind, dice=(10, 10), attacker=None, target=None, weapon=KNIFE, options=None, **reaction):
    reaction = {"weapon": "chain", **reaction} if kind == "entangle" else reaction
    asked = {"attacker": attacker or {"prone": True}, "target": target or {}, "action": "strike", "weapon": weapon}
    asked |= {"reaction": {"kind": kind, **reaction}} | ({"options": options} if options else {})
    return BENCH.outcome("combat_action", list(dice), **asked)


@pytest.mark.parametrize("kind", ["dodge", "parry", "leap", "entangle", "flip"])
def test_reactions_to_somebody_at_ones_feet(kind):  # ORG-MOD-07
    assert answered(kind)["defence_mod"] == -10
    assert answered(kind, attacker={"AGI": 10})["defence_mod"] == 0
    assert answered(kind, target={"prone": True})["defence_mod"] == -8  # both lie: only that weighs
    assert answered(kind, leaning=False)["defence_mod"] == 0
    assert answered(kind, attacker={"AGI": 10}, leaning=True)["defence_mod"] == -10


def test_feet_and_shots_need_not_bend():  # ORG-MOD-07, ORG-MOD-10
    kick = BENCH.picked(
        "combat_action",
        [10, 10],
        "defence_mod",
        attacker={"prone": True},
        target={},
        action="strike",
        reaction={"kind": "parry", "weapon": "kick"},
    )
    assert kick == (0,)
    fired = {"attacker": {"prone": True}, "target": {}, "action": "shoot", "weapon": "pistol_9mm"}
    assert BENCH.picked("combat_action", [10, 10], "defence_mod", **fired, reaction={"kind": "dodge"}) == (0,)


def test_long_weapons_may_ignore_it():  # long_weapons_ignore_lean
    house = {"long_weapons_ignore_lean": True}
    asked = {"attacker": {"prone": True}, "target": {}, "action": "strike", "options": house}
    long, short = {"weapon": {"group": "sword", "range_max": 2}}, {"weapon": {"group": "sword", "range_max": 1}}
    for weapon, mod in ((long, 0), (short, -10)):
        reaction = {"kind": "parry", **weapon}
        assert BENCH.picked("combat_action", [10, 10], "defence_mod", **asked, reaction=reaction) == (mod,)
    assert BENCH.picked("combat_action", [10, 10], "defence_mod", **asked, reaction={"kind": "dodge", **long}) == (-10,)


def test_an_answer_in_the_same_moment_bends_as_an_attack_does():  # ORG-MOD-11
    assert answered("simultaneous")["counter"]["attack_mod"] == -20
    assert answered("simultaneous", leaning=False)["counter"]["attack_mod"] == -10
