"""Sums of actions and reactions, table by table, and everything that forbids them (MOD, CSK, WPN, RNG, REA)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.inputs import parse
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.fight.attack import declared_acts
from gardien.systems.organique.rules.fight.attack_modifiers import (
    attack_fault,
    attack_throw,
    defence_throw,
    layers_before,
    weight_of,
    with_striking_weapon,
)
from gardien.systems.organique.rules.fight.declared import ActionGiven
from systems.organique.people import HOUSE, person
from systems.worked import table

SCORES = {"AGI": 1, "PER": 2, "INT": 4, "VIT": 8, "FOR": 16, "VOL": 13}
KNIFE = {"name": "knife", "group": "knife", "bs": 2}
GUN = {"name": "gun", "group": "handgun", "bs": 3, "rate": 3, "useful_cm": 200}
RIFLE = {"name": "rifle", "group": "long_gun", "bs": 5, "range_min": 2}
DAGGER = {"name": "dagger", "group": "throwing_knife", "bs": 2, "useful_cm": 50, "max_cm": 600, "rate": 2}
SHIELD = {"name": "shield", "group": "shield", "c": 1, "parry_bonus": 10}


def thrown(attacker=None, target=None, options=HOUSE, **fields):
    one, other = person(**(SCORES | (attacker or {}))), person(**(target or {}))
    attack, _, _ = declared_acts(parse(ActionGiven, fields), one, other)
    return attack_throw(attack, one, other, options)


def mods(*args, **fields):
    return dict(thrown(*args, **fields).mods)


def answer(defender=None, options=HOUSE, in_water=False, **reaction):
    one = person(**(SCORES | (defender or {})))
    _, result, _ = declared_acts(parse(ActionGiven, {"reaction": reaction}), person(), one)
    return defence_throw(result, one, options, in_water)


def fault(attacker=None, target=None, **fields):
    one, other = person(**(attacker or {})), person(**(target or {}))
    result = attack_fault(*declared_acts(parse(ActionGiven, fields), one, other), one, other)
    return result and (result.refusal.field, result.refusal.id, result.refusal.rule)


# ---- tables ----


@pytest.mark.parametrize("row", table("organique", "ORG-TB-19")[1:], ids=lambda row: row["key"])
def test_what_actions_are_thrown_with(row):  # ORG-CBT-02, ORG-ACT-02 to 20
    result = thrown(action=row["key"], weapon=GUN)
    assert result.base == sum(SCORES[code] for code in row["characteristics"].split("+"))
    assert result.difficulty == row["difficulty"]


@pytest.mark.parametrize(
    ("action", "base", "difficulty"),
    [("throw_object", 17, 25), ("low_blow", 5, 25), ("headbutt", 17, 25), ("throw", 17, 30), ("feint", 5, 25),
     ("disabling_shot", 5, 30)],
)  # fmt: skip
def test_actions_that_are_learned(action, base, difficulty):  # ORG-CSK-07, ORG-WPN-06
    result = thrown(action=action, kg=1)
    assert (result.base, result.difficulty) == (base, difficulty)


@pytest.mark.parametrize(
    "row",
    [one for one in table("organique", "ORG-TB-20") if one["key"] != "mental_defence"],
    ids=lambda row: row["key"],
)
def test_what_reactions_are_thrown_with(row):  # ORG-REA-01 to 07
    result = answer(kind=row["key"])
    assert result.base == sum(SCORES[code] for code in row["characteristics"].split("+"))
    assert result.difficulty == row["difficulty"]


ACTION_MODS = {
    "aim": ({}, {}, {"aim": True}),
    "blind": ({"blind": True, "one_eyed": True}, {}, {}),
    "one_eyed": ({"one_eyed": True}, {}, {}),
    "burst": ({}, {}, {"weapon": GUN, "action": "shoot", "shots": 2}),
    "extended": ({}, {}, {"extended": True}),
    "after_extended": ({"extended_penalty": True}, {}, {}),
    "improvised": ({}, {}, {"weapon": KNIFE | {"improvised": "blade"}}),
    "leaning": ({}, {"prone": True}, {}),
    "vehicle": ({}, {}, {"attacker_mounted": True}),
    "two_weapons": ({}, {}, {"second_weapon": "punch"}),
    "prone": ({"prone": True}, {}, {}),
    "split": ({}, {}, {"split": True}),
    "called": ({}, {}, {"called": True}),
    "water": ({}, {}, {"in_water": True}),
}


@pytest.mark.parametrize("row", table("organique", "ORG-TB-18"), ids=lambda row: row["key"])
def test_modifiers_of_actions(row):
    attacker, target, fields = ACTION_MODS[row["key"]]
    assert thrown(attacker, target, **fields).mod == row["action"]


REACTION_MODS = {
    "blind": ({"blind": True}, {"kind": "dodge"}),
    "one_eyed": ({"one_eyed": True}, {"kind": "dodge"}),
    "after_extended": ({"extended_penalty": True}, {"kind": "dodge"}),
    "improvised": ({}, {"kind": "parry", "weapon": KNIFE | {"improvised": "blade"}}),
    "prone": ({"prone": True}, {"kind": "dodge"}),
    "split": ({}, {"kind": "dodge", "split": True}),
}


@pytest.mark.parametrize(
    "row", [one for one in table("organique", "ORG-TB-18") if one["key"] in REACTION_MODS], ids=lambda row: row["key"]
)
def test_modifiers_of_reactions(row):
    defender, reaction = REACTION_MODS[row["key"]]
    assert answer(defender, **reaction).mod == row["reaction"]


def test_reactions_in_water():  # ORG-MOD-14, ORG-TEST-11
    assert answer(in_water=True, kind="dodge").mod == -8
    assert answer(in_water=True, kind="leap").base == 2
    assert answer({"skills": {"swimming": 1}}, in_water=True, kind="leap").base == 9


@pytest.mark.parametrize("row", table("organique", "ORG-TB-21"), ids=lambda row: row["size"])
def test_sizes(row):  # ORG-MON-02
    assert thrown({}, {"size_mod": row["modifier"]}).mod == row["modifier"]


@pytest.mark.parametrize("row", table("organique", "ORG-TB-22"), ids=lambda row: row["tag"])
def test_tags(row):  # ORG-WPN-01
    weapon = KNIFE | {"tags": {"strike": row["tag"], "parry": row["tag"]}}
    assert thrown(weapon=weapon).difficulty == 25 + row["difficulty"]
    assert thrown(weapon=weapon, action="stun").difficulty == 25
    assert answer(kind="parry", weapon=weapon).difficulty == 25 + row["difficulty"]
    assert answer(kind="dodge", weapon=weapon).difficulty == 25


@pytest.mark.parametrize("row", table("organique", "ORG-TB-23"), ids=lambda row: str(row["kg_from"]))
def test_thrown_objects(row):  # ORG-WPN-06: the lower bound of a band is in it
    for kg in (row["kg_from"], row["kg_to"] - 0.01):
        result = weight_of(kg, HOUSE)
        assert (result.useful_cm, result.c / 2) == (row["useful_cm"], row["damage_c"])


def test_the_lightest_and_the_heaviest():  # ORG-WPN-06
    literal = Options(heavy_throw_literal=True)
    assert (weight_of(0.4, HOUSE).useful_cm, weight_of(0.4, HOUSE).c) == (100, 0)
    assert [weight_of(kg, HOUSE).c / 2 for kg in (20, 39, 40, 100)] == [5, 5, 6, 9]
    assert [weight_of(kg, literal).c / 2 for kg in (10, 20, 39, 100)] == [4, 1, 1, 5]
    assert thrown(action="throw_object", kg=4, distance_cm=149).mod == -2


# ---- single rules ----


def test_range():  # ORG-RNG-02
    assert thrown(action="shoot", weapon=GUN | {"useful_cm": 150}, distance_cm=900).mod == -6
    assert thrown(weapon=KNIFE, distance_cm=900).mod == 0


def test_shooting_at_somebody_prone():  # ORG-MOD-07, ORG-MOD-10
    low = {"prone": True}
    shot = thrown({}, low, action="shoot", weapon=GUN)
    assert (shot.difficulty, shot.mod) == (33, 0)
    assert thrown({}, low, action="throw_object", kg=1).difficulty == 33
    kick = thrown({}, low, weapon="kick")
    assert (kick.difficulty, kick.mod) == (25, 0)
    assert thrown({}, low, action="stomp").mod == 0
    assert thrown({}, low, weapon=KNIFE).mod == -10
    assert thrown(low, low, weapon=KNIFE).mod == thrown(low, {}, weapon=KNIFE).mod  # nobody below one’s knees
    assert thrown({}, low, weapon=KNIFE, leaning=False).mod == 0
    assert thrown({}, {}, weapon=KNIFE, leaning=True).mod == -10
    assert thrown({}, {}, action="stomp", leaning=True).mod == 0  # with the feet, whoever is lower down


def test_long_weapons_may_ignore_leaning():
    spear = {"name": "spear", "group": "polearm", "bs": 2.5, "range_min": 2, "range_max": 2}
    house = Options(long_weapons_ignore_lean=True)
    assert thrown({}, {"prone": True}, weapon=spear).mod == -10
    assert thrown({}, {"prone": True}, house, weapon=spear, leaning=True).mod == 0
    assert thrown({}, {"prone": True}, house, weapon=KNIFE).mod == -10


def test_both_move():  # ORG-MOD-08
    assert thrown(attacker_mounted=True, target_mounted=True).mod == -4
    assert thrown(attacker_mounted=True, target_mounted=True, action="shoot", weapon=GUN).mod == -8


@pytest.mark.parametrize(
    ("kind", "free"),
    [("blade", {"stun", "blind", "slash"}), ("point", {"blind", "stun", "vital_blade"}), ("club", {"strike", "stun"})],
)
def test_improvised_weapons(kind, free):  # ORG-MOD-06, ORG-WPN-02 to 04
    weapon = {"name": "thing", "group": "other", "bs": 1, "c": 1, "improvised": kind}
    actions = ("strike", "stun", "blind", "slash", "vital_blade", "vital_mass", "maim", "disarm")
    assert {one for one in actions if not thrown(action=one, weapon=weapon).mod} == free
    trained = {"combat_skills": {"improvised_arms": 1}}
    assert mods(trained, action="maim", weapon=weapon) == {"improvised": -4}


def test_bare_hands_disarm_without_malus():  # ORG-ACT-04
    assert thrown(action="disarm").mod == 0


def test_called_shots_and_aim_with_training():  # ORG-CSK-04, ORG-MOD-13, M5
    thrower, rifle = {"combat_skills": {"knife_throwing": 1}}, {"combat_skills": {"rifle": 1}}
    assert mods(thrower, action="shoot", weapon=DAGGER, called=True) == {"knife_throwing": 4}
    assert mods(thrower, action="shoot", weapon=GUN, called=True) == {"called": -4}
    assert mods(rifle, action="shoot", weapon=RIFLE, aim=True) == {"rifle": 4, "aim": 6}


def test_a_burst_has_its_own_skill():  # M5: burst shoot
    gunner = {"combat_skills": {"automatic_weapons": 2}}
    weapon = {"name": "smg", "group": "automatic", "bs": 3, "rate": 8}
    assert mods(gunner, action="shoot", weapon=weapon, shots=8) == {"automatic_weapons": 8, "burst": -4}
    assert mods(gunner, action="shoot", weapon=weapon) == {}


def test_the_best_skill_only():  # ORG-CSK-03
    fighter = {"combat_skills": {"knife_fighting": 1, "armed_street_fighting": 3}}
    assert mods(fighter, weapon=KNIFE) == {"armed_street_fighting": 12}
    assert mods(fighter) == {}


def test_simultaneous_actions():  # ORG-MOD-11, ORG-CSK-06
    def back(**fields):
        one = person(**fields)
        asked = {"reaction": {"kind": "simultaneous", "action": "stun", "weapon": KNIFE}}
        _, _, counter = declared_acts(parse(ActionGiven, asked), person(), one)
        return dict(attack_throw(counter, one, person(), HOUSE).mods)

    assert back(VOL=7) == {"simultaneous": -13}
    assert back(VOL=25) == {}
    assert back(VOL=7, combat_skills={"street_fighting": 1}) == {"simultaneous": -13, "street_fighting": 4}


def test_all_of_it_adds_up():  # ORG-MOD-15, ORG-TEST-10
    result = thrown({"suffering": [2], "mods": {"rage": 3}}, aim=True, split=True, mods={"dark": -4})
    assert result.mod == sum(value for _, value in result.mods) == -2 + 3 + 4 - 10 - 4


def test_parry_and_leap():  # ORG-REA-05, ORG-REA-07
    assert answer(kind="parry", weapon=SHIELD).mod == 10
    assert answer(kind="dodge", weapon=SHIELD).mod == 0
    assert answer(kind="leap", steps=3).difficulty == 45
    assert answer({"combat_skills": {"shield": 2}}, kind="parry", weapon=SHIELD).mod == 18
    assert answer({"combat_skills": {"shield": 2}}, kind="parry").mod == 0
    assert answer({"combat_skills": {"boxing": 1}}, kind="dodge", weapon=SHIELD).mod == 4
    assert dict(answer(kind="dodge", mods={"dark": -4}).mods) == {"dark": -4}


def test_nothing_is_thrown_for_some_answers():
    assert [answer(kind=kind) for kind in ("none", "move", "simultaneous")] == [None] * 3


def test_luck_is_a_house_rule():  # ORG-TEST-05
    assert (thrown().luck, thrown(options=Options(combat_not_luck=True)).luck) == (True, False)
    assert answer(kind="dodge", options=Options(combat_not_luck=True)).luck is False


def test_cover_is_outermost():  # ORG-RNG-03
    worn = {"armour": [{"name": "jacket", "ia": 7}]}
    cover = {"name": "tree", "ia": 5, "bs": 15, "c": 15}
    other = person(**worn)
    attack, _, _ = declared_acts(parse(ActionGiven, {"cover": cover}), person(), other)
    assert [one.name for one in layers_before(attack, other)] == ["tree", "jacket"]
    bare, _, _ = declared_acts(parse(ActionGiven, {"cover": cover, "bypass_armour": True}), person(), other)
    assert layers_before(bare, other) == ()


def test_stomping_is_done_with_the_feet():  # ORG-ACT-14, ORG-CSK-05
    one = person(FOR=4, combat_skills={"kickboxing": 1})
    attack, _, _ = declared_acts(parse(ActionGiven, {"action": "stomp"}), one, person())
    assert (
        with_striking_weapon(attack, one, HOUSE).weapon.group,
        with_striking_weapon(attack, one, HOUSE).weapon.c,
    ) == ("feet", 3)
    heavy, _, _ = declared_acts(
        parse(ActionGiven, {"action": "stomp", "weapon": {"group": "feet", "c": 2}}), one, person()
    )
    assert with_striking_weapon(heavy, one, HOUSE).weapon.c == 4


@given(VOL=st.integers(0, 60), AGI=st.integers(0, 60), FOR=st.integers(0, 60), split=st.booleans())
def test_no_sum_is_lost(VOL, AGI, FOR, split):
    result = thrown({"VOL": VOL, "AGI": AGI, "FOR": FOR}, split=split)
    assert result.base == AGI + FOR
    assert result.mod == (-10 if split else 0)


# ---- what forbids it ----


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"weapon": KNIFE, "range_step": 2}, ("range_step", "field/range", "ORG-RNG-01")),
        ({"action": "shoot", "weapon": RIFLE, "range_step": 1}, ("range_step", "field/at_least", "ORG-RNG-01")),
        ({"action": "shoot", "weapon": DAGGER, "distance_cm": 601}, ("distance_cm", "field/at_most", "ORG-RNG-02")),
        ({"second_weapon": {"range_min": 1}, "range_step": 0}, ("range_step", "field/range", "ORG-RNG-01")),
        ({"action": "maim", "range_step": 0}, ("range_step", "field/not_allowed", "ORG-RNG-01")),
        ({"action": "disarm", "range_step": 0}, ("range_step", "field/not_allowed", "ORG-RNG-01")),
        ({"action": "shoot", "weapon": GUN, "shots": 4}, ("shots", "field/at_most", "ORG-MOD-04")),
        ({"action": "shoot", "weapon": DAGGER, "shots": 2}, ("shots", "field/at_most", "ORG-MOD-04")),
        ({"action": "throw_object"}, ("kg", "field/missing", "ORG-WPN-06")),
        ({"action": "shoot", "weapon": KNIFE}, ("weapon", "field/not_allowed", "ORG-ACT-16")),
        ({"action": "strike", "weapon": GUN}, ("weapon", "field/not_allowed", "ORG-ACT-15")),
        ({"action": "stomp", "weapon": KNIFE}, ("weapon", "field/not_allowed", "ORG-ACT-14")),
        ({"action": "vital_blade"}, ("weapon", "field/not_allowed", "ORG-ACT-18")),
        ({"action": "slash"}, ("weapon", "field/not_allowed", "ORG-ACT-13")),
        ({"action": "vital_mass", "weapon": KNIFE}, ("weapon", "field/not_allowed", "ORG-ACT-19")),
        ({"action": "slash", "weapon": GUN}, ("weapon", "field/not_allowed", "ORG-ACT-13")),
        ({"action": "stomp"}, ("target", "act/upright", "ORG-ACT-14")),
        ({"action": "hold", "weapon": KNIFE}, ("weapon", "field/not_allowed", "ORG-ACT-05")),
        ({"action": "hold", "weapon": "kick"}, ("weapon", "field/not_allowed", "ORG-ACT-05")),
        ({"action": "lock", "weapon": "chain"}, ("weapon", "field/not_allowed", "ORG-ACT-06")),
        ({"action": "strangle", "weapon": RIFLE, "distance_cm": 5000}, ("weapon", "field/not_allowed", "ORG-ACT-07")),
        ({"action": "strangle", "weapon": KNIFE}, ("weapon", "field/not_allowed", "ORG-ACT-07")),
        ({"action": "wrestle", "weapon": "staff"}, ("weapon", "field/not_allowed", "ORG-ACT-08")),
        ({"aim": True, "weapon": KNIFE}, ("aim", "field/not_allowed", "ORG-FREE-02")),
        ({"action": "blind", "weapon": "sand", "distance_cm": 201}, ("distance_cm", "field/at_most", "ORG-RNG-02")),
        ({"action": "blind", "weapon": "sand", "range_step": 3}, ("range_step", "field/range", "ORG-RNG-01")),
        ({"reaction": {"kind": "entangle"}}, ("reaction.kind", "field/not_allowed", "ORG-REA-02")),
        ({"reaction": {"kind": "entangle", "weapon": GUN}}, ("reaction.kind", "field/not_allowed", "ORG-REA-02")),
        ({"reaction": {"kind": "simultaneous", "action": "stomp"}}, ("reaction.action", "act/upright", "ORG-ACT-14")),
        ({"action": "push", "weapon": {"c": 1.5}}, ("weapon", "field/not_allowed", "ORG-ACT-09")),
        ({"reaction": {"kind": "drop"}}, ("reaction.kind", "field/not_allowed", "ORG-REA-04")),
        ({"range_step": 2, "weapon": {"range_max": 2}, "reaction": {"kind": "flip"}},
         ("reaction.kind", "field/not_allowed", "ORG-REA-03")),
        ({"action": "shoot", "weapon": GUN, "reaction": {"kind": "flip"}},
         ("reaction.kind", "field/not_allowed", "ORG-REA-03")),
        ({"action": "shoot", "weapon": GUN, "reaction": {"kind": "parry"}},
         ("reaction.kind", "field/not_allowed", "ORG-REA-07")),
        ({"action": "throw_object", "kg": 1, "reaction": {"kind": "entangle"}},
         ("reaction.kind", "field/not_allowed", "ORG-REA-02")),
        ({"reaction": {"kind": "resist_disarm"}}, ("reaction.kind", "field/not_allowed", "ORG-ACT-04")),
        ({"action": "blind", "reaction": {"kind": "shut_eyes"}},
         ("reaction.kind", "field/not_allowed", "ORG-WPN-07")),
        ({"reaction": {"kind": "simultaneous", "action": "throw_object"}},
         ("reaction.action", "field/not_allowed", "ORG-WPN-06")),
        ({"reaction": {"kind": "simultaneous", "action": "feint"}}, ("reaction.action", "act/unskilled", "ORG-CSK-07")),
        ({"action": "throw", "holds_target": False, "attacker": {"combat_skills": {"judo": 1}}},
         ("action", "act/not_held", "ORG-CSK-07")),
        ({"reaction": {"kind": "simultaneous", "shots": 2}}, ("reaction.shots", "field/at_most", "ORG-MOD-04")),
        ({"range_step": 2, "weapon": {"range_max": 2}, "reaction": {"kind": "simultaneous"}},
         ("reaction.weapon", "field/range", "ORG-RNG-01")),
        ({"range_step": 0, "reaction": {"kind": "simultaneous", "action": "disarm"}},
         ("reaction.action", "field/not_allowed", "ORG-RNG-01")),
    ],
)  # fmt: skip
def test_refusals(fields, expected):
    assert fault(**fields) == expected


@pytest.mark.parametrize(
    ("action", "skill", "level", "allowed"),
    [("low_blow", "street_fighting", 1, True), ("low_blow", "kickboxing", 1, True), ("low_blow", "boxing", 6, False),
     ("headbutt", "boxing", 1, False), ("headbutt", "boxing", 2, True), ("headbutt", "street_fighting", 1, True),
     ("throw", "judo", 1, True), ("throw", "kickboxing", 1, True), ("throw", "wrestling", 6, False),
     ("feint", "sword", 1, True), ("feint", "knife_fighting", 1, True), ("feint", "boxing", 1, False),
     ("feint", "boxing", 2, True), ("disabling_shot", "pistol", 1, False), ("disabling_shot", "pistol", 2, True),
     ("disabling_shot", "rifle", 2, True)],
)  # fmt: skip
def test_training(action, skill, level, allowed):  # ORG-CSK-07, M6
    result = fault(
        {"combat_skills": {skill: level}}, action=action, weapon=GUN if action == "disabling_shot" else KNIFE
    )
    assert result == (None if allowed else ("action", "act/unskilled", "ORG-CSK-07"))


@pytest.mark.parametrize(
    "fields",
    [
        {"action": "shoot", "weapon": GUN, "range_step": 12, "distance_cm": 10_000},
        {"action": "disarm", "weapon": GUN, "range_step": 6},  # M5: disarm (shot)
        {"action": "disarm", "weapon": {"group": "chain", "bs": 0.5, "range_min": 2, "range_max": 3}, "range_step": 3},
        {"action": "maim", "range_step": 1},
        {"action": "tackle", "range_step": 3},  # ORG-ACT-17: one throws oneself
        {"action": "strike", "weapon": DAGGER},
        {"action": "shoot", "weapon": GUN, "reaction": {"kind": "parry", "weapon": SHIELD}},
        {"action": "shoot", "weapon": GUN, "reaction": {"kind": "drop"}},
        {"action": "throw_object", "kg": 3, "range_step": 4, "reaction": {"kind": "drop"}},
        {"action": "disarm", "reaction": {"kind": "resist_disarm"}},
        {"action": "blind", "weapon": {"group": "other", "harmless": True}, "reaction": {"kind": "shut_eyes"}},
        {"range_step": 1, "reaction": {"kind": "flip"}},
        {"action": "push", "weapon": {"c": 2}},
        {"action": "hold", "weapon": "chain"},
        {"action": "hold", "weapon": "bite"},
        {"action": "lock", "weapon": "police_baton"},  # its tag
        {"action": "strangle", "weapon": "garrotte"},
        {"action": "strangle", "weapon": "staff"},  # a bar
        {"action": "slash", "weapon": DAGGER},
        {"action": "stomp", "leaning": True},  # the game master’s word
        {"action": "shoot", "weapon": GUN, "aim": True},
        {"action": "blind", "weapon": "sand", "distance_cm": 200},
        {"weapon": KNIFE, "distance_cm": 900},  # that is for shots
        {"reaction": {"kind": "entangle", "weapon": {"group": "other"}}},
        {"reaction": {"kind": "entangle", "weapon": {"tags": {"entangle": "hard"}}}},
        {"reaction": {"kind": "move", "steps": 2}},
    ],
)
def test_what_is_allowed(fields):
    assert fault(**fields) is None


def test_what_lies_or_is_small_is_stamped_on():  # ORG-ACT-14
    upright = ("target", "act/upright", "ORG-ACT-14")
    assert fault({}, {"prone": True}, action="stomp") is None
    assert fault({}, {"size_mod": -5}, action="stomp") is None
    assert fault({}, {"size_mod": -4}, action="stomp") == upright
    assert fault({"size_mod": 8}, {}, action="stomp") is None
    assert fault({"size_mod": 4}, {}, action="stomp") == upright
    assert fault({}, {}, action="stomp", leaning=False) == upright


@pytest.mark.parametrize("action", ["vital_blade", "vital_mass"])
def test_a_vital_attack_on_a_machine_needs_a_mechanic(action):  # ORG-MON-03
    robot, weapon = {"kind": "machine"}, {"group": "other", "bs": 1, "c": 1}
    refused = ("action", "act/unskilled", "ORG-MON-03")
    assert fault({}, robot, action=action, weapon=weapon) == refused
    assert fault({"skills": {"electronics": 3}}, robot, action=action, weapon=weapon) == refused
    assert fault({"skills": {"mechanics": 1}}, robot, action=action, weapon=weapon) is None
    assert fault({"skills": {"robotics": 1}}, robot, action=action, weapon=weapon) is None
    assert fault({}, {}, action=action, weapon=weapon) is None
    assert fault({}, robot, action="strike", weapon=weapon) is None


def test_training_takes_hold_with_a_weapon():  # ORG-ACT-05, M5: police control with a baton
    club = {"group": "club", "c": 2}
    assert fault({"combat_skills": {"police_control": 1}}, action="hold", weapon=club) is None
    assert fault({"combat_skills": {"judo": 6}}, action="hold", weapon=club) is not None
    assert fault({"combat_skills": {"police_control": 1}}, action="hold", weapon=KNIFE) is not None


def test_a_headbutt_is_given_at_no_distance():  # M6
    boxer = {"combat_skills": {"boxing": 2}}
    assert fault(boxer, action="headbutt", range_step=1) == ("range_step", "field/not_allowed", "ORG-RNG-01")
    assert fault(boxer, action="headbutt", range_step=0) is None


def test_training_pushes_with_less():  # ORG-ACT-09, errata 39
    kick = {"name": "kick", "group": "feet", "c": 1.5}
    assert fault({"combat_skills": {"kickboxing": 1}}, action="push", weapon=kick) is None


@pytest.mark.parametrize(
    ("state", "rule"), [({"end_now": 0}, "ORG-END-06"), ({"inc": 0}, "ORG-HP-05"), ({"coma": True}, "ORG-HP-05")]
)
def test_who_cannot_act_or_react(state, rule):
    assert fault(state) == ("attacker", "act/unable", rule)
    assert fault({}, state, reaction={"kind": "dodge"}) == ("reaction", "act/unable", "ORG-REA-08")
    assert fault({}, state) is None
