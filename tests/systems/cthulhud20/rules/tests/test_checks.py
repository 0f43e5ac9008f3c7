"""Checks, two against each other, saving throws (P-CHECK, P-SAVE, P-SKILL)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.errors import Refusal
from gardien.systems.cthulhud20 import pack
from systems.brute import Bench, told_apart
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("check", "opposed_check", "save")
ABLE = {"str": 16, "dex": 14, "con": 12, "int": 8, "wis": 18, "cha": 6}
MODIFIERS = {"str": 3, "dex": 2, "con": 1, "int": -1, "wis": 4, "cha": -2}


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


def bonus(procedure: str = "check", **scene: object) -> int:
    """What is added to the die, whatever it shows."""
    return outcome(procedure, [10], **{"dc": 10, **scene})["bonus"]


# ---- a check ----


@pytest.mark.parametrize("skill", pack.tried_skills())
def test_every_skill_rests_on_its_ability_and_carries_what_weighs_on_it(skill):
    """CD20-P-SKILL-01, CD20-P-CHECK-01, CD20-FAT-02: ranks, ability; fatigue on the body, armour where it is marked."""
    row = pack.skill(skill)
    ranks = {"mythos_ranks": 3} if skill == "cthulhu_mythos" else {"skill_ranks": {skill: 3.5}}
    fresh = {**ABLE, **ranks}
    base = 3 + MODIFIERS.get(row.ability, 0)
    assert bonus(character=fresh, skill=skill) == base
    tired = -2 if row.ability in ("str", "dex") else 0
    assert bonus(character={**fresh, "pf": 5}, skill=skill) == base + tired
    worn = {**fresh, "armour_items": ["tactical_vest"]}
    assert bonus(character=worn, skill=skill) == base + (pack.armour("tactical_vest").check if row.armour else 0)


@pytest.mark.parametrize("ability", list(ABLE))
def test_an_ability_alone(ability):
    """CD20-P-CHECK-01, CD20-FAT-02."""
    assert bonus(character=ABLE, ability=ability) == MODIFIERS[ability]
    tired = -2 if ability in ("str", "dex") else 0
    assert bonus(character={**ABLE, "pf": 5}, ability=ability) == MODIFIERS[ability] + tired


@pytest.mark.parametrize("skill", pack.tried_skills())
def test_what_cannot_be_tried_untrained(skill):
    """CD20-P-CHECK-01: refused below one rank; half a rank is none; a bonus that is told speaks for itself."""
    closed = not pack.skill(skill).untrained
    result = bench.answer("check", [] if closed else [10], skill=skill, dc=10)
    assert result.outcome.get("refused") == ("untrained" if closed else None)
    if closed:
        assert result.outcome == {"refused": "untrained"}
        assert outcome("check", character={"skill_ranks": {skill: 0.5}}, skill=skill, dc=10) == {"refused": "untrained"}
        assert bonus(character={"skill_ranks": {skill: 1}}, skill=skill) == 1
        assert bonus(skill=skill, bonus=4) == 4


def test_the_deafened_do_not_listen():
    """CD20-P-COND-01: before anything else; they still look."""
    deaf = {"conditions": ["deafened"]}
    assert outcome("check", character=deaf, skill="listen", dc=5) == {"refused": "deafened"}
    assert outcome("check", character=deaf, skill="listen", dc=5, bonus=9) == {"refused": "deafened"}
    assert bonus(character=deaf, skill="spot") == 0
    assert bench.reasons("check", [], character=deaf, skill="listen", dc=5) == [
        ("refused", "deafened", "CD20-P-COND-01")
    ]


@pytest.mark.parametrize(
    ("skill", "states", "weight"),
    [
        ("search", {"conditions": ["blinded"]}, -4),
        ("climb", {"conditions": ["blinded"]}, -4),
        ("spot", {"conditions": ["blinded"]}, 0),
        ("spot", {"conditions": ["shaken", "frightened", "panicked"]}, -2),
        ("spot", {"conditions": ["shaken", "sickened"]}, -4),
        ("spot", {"hampered_parts": ["head"]}, -4),
        ("spot", {"hampered_parts": ["abdomen"]}, 0),
        ("climb", {"hampered_parts": ["abdomen"]}, -2),
        ("climb", {"hampered_parts": ["head", "abdomen", "whole_body"]}, -8),
        ("hide", {"conditions": ["entangled"]}, -2),
    ],
)
def test_what_states_and_wounds_take(skill, states, weight):
    """CD20-P-COND-01, CD20-P-WOUND-01: and they weigh on a bonus that is told, too."""
    assert bonus(character=states, skill=skill) == weight
    if "entangled" not in states.get("conditions", ()):
        assert bonus(character=states, skill=skill, bonus=5) == 5 + weight


@pytest.mark.parametrize(
    ("feat", "scene", "more"),
    [
        ("alertness", {"skill": "listen"}, 2),
        ("alertness", {"skill": "search"}, 0),
        ("skill_emphasis:hide", {"skill": "hide"}, 3),
        ("skill_pair:hide+move_silently", {"skill": "move_silently"}, 2),
        ("endurance", {"skill": "swim"}, 0),
        ("endurance", {"skill": "swim", "long_effort": True}, 4),
        ("endurance", {"ability": "con", "long_effort": True}, 4),
        ("run", {"skill": "jump"}, 0),
        ("run", {"skill": "jump", "run_up": True}, 2),
        ("run", {"skill": "climb", "run_up": True}, 0),
        ("track", {"skill": "wilderness_lore"}, 0),
    ],
)
def test_what_feats_add(feat, scene, more):
    """CD20-P-FEAT-01: nothing beside a bonus that is told."""
    assert bonus(character={"feats": [feat]}, **scene) == more
    assert bonus(character={"feats": [feat]}, bonus=1, **scene) == 1


def test_ten_and_twenty_without_a_die():
    """CD20-P-CHECK-01: no die is asked for."""
    scene = {"character": {"int": 14}, "skill": "search", "dc": 20, "modifier": 1}
    fields = ("bonus", "die", "total", "success", "margin")
    assert picked("check", [], *fields, take="take_10", **scene) == (3, 10, 13, False, -7)
    assert picked("check", [], *fields, take="take_20", **scene) == (3, 20, 23, True, 3)
    assert bench.chance("check", "success", True, take="take_20", **scene) == 1
    assert bench.weighed("check", {"take": "take_10", **scene}, ["total"]) == {(("total", 13),): Fraction(1)}


def test_a_check_is_told_part_by_part():
    """CD20-P-CHECK-01: the die belongs to whoever tries."""
    paul = {"name": "Paul", "str": 14, "pf": 4, "skill_ranks": {"jump": 3}}
    result = bench.answer("check", [9], character=paul, skill="jump", dc=10, modifier=2)
    assert [(die.who, die.purpose) for die in result.dice] == [("Paul", "check")]
    parts = {one.label: one.parts for one in result.steps}
    assert parts["bonus"] == (("ranks", 3), ("ability_mod", 2), ("fatigue_malus", -2), ("modifier", 2))
    assert parts["total"] == (("die", 9), ("bonus", 5))
    assert parts["margin"] == (("total", 14), ("dc", -10))


@pytest.mark.parametrize(("dc", "bonus"), [(15, 0), (10, 9), (-5, 0), (40, 3), (11, -4)])
def test_odds_of_a_check(dc, bonus):
    """CD20-P-CHECK-01, CD20-P-ODDS-03: no automatic success, no automatic failure."""
    bench.assert_odds_agree("check", ability="wis", bonus=bonus, dc=dc)
    wins = Fraction(min(20, max(0, 21 + bonus - dc)), 20)
    assert bench.chance("check", "success", True, ability="wis", bonus=bonus, dc=dc) == wins


def test_a_check_needs_something_to_check():
    assert refused("check", dc=10) == ("field/missing", "skill")
    assert refused("check", skill="spot") == ("field/missing", "dc")
    assert refused("check", skill="knowledge", dc=5) == ("field/one_of", "skill")
    assert refused("check", skill="swimming", dc=5) == ("field/one_of", "skill")
    assert refused("check", ability="pow", dc=5)[1] == "ability"
    assert bonus(skill="climb", ability="wis", character={"str": 14, "wis": 18}) == 2  # the skill decides


# ---- two against each other ----


def test_a_tie_of_totals_and_of_bonuses_is_thrown_again():
    """CD20-P-CHECK-02: the active side throws first, every time."""
    sides = {
        "active": {"character": {"name": "A"}, "skill": "hide"},
        "passive": {"character": {"name": "B"}, "skill": "spot"},
    }
    result = bench.answer("opposed_check", [7, 7, 3, 3, 12, 11], **sides)
    assert [die.who for die in result.dice] == ["A", "B"] * 3
    assert (result.outcome["winner"], result.outcome["rolls"], result.outcome["margin"]) == ("active", 3, 1)
    assert (result.outcome["active_total"], result.outcome["passive_total"]) == (12, 11)


@pytest.mark.parametrize(
    ("mine", "other", "dice", "winner"),
    [(2, 5, [13, 10], "passive"), (5, 2, [10, 13], "active"), (0, 3, [14, 10], "active"), (3, 0, [10, 14], "passive")],
)
def test_the_higher_total_then_the_higher_bonus(mine, other, dice, winner):
    """CD20-P-CHECK-02."""
    sides = {"active": {"ability": "str", "bonus": mine}, "passive": {"ability": "str", "bonus": other}}
    assert outcome("opposed_check", dice, **sides)["winner"] == winner


def test_each_side_is_a_check_of_its_own():
    """CD20-P-CHECK-01: feats, efforts, modifiers, fatigue count on both sides."""
    active = {
        "character": {"str": 12, "pf": 4, "feats": ["endurance"]},
        "ability": "str",
        "long_effort": True,
        "modifier": 1,
    }
    passive = {"character": {"feats": ["run"], "skill_ranks": {"jump": 2}}, "skill": "jump", "run_up": True}
    result = picked("opposed_check", [5, 6], "active_bonus", "passive_bonus", active=active, passive=passive)
    assert result == (4, 4)


def test_neither_side_tries_what_it_cannot():
    """CD20-P-CHECK-01, CD20-P-COND-01."""
    open_side, closed = {"ability": "dex"}, {"skill": "open_lock"}
    deaf = {"character": {"conditions": ["deafened"]}, "skill": "listen"}
    assert outcome("opposed_check", active=closed, passive=open_side) == {"refused": "untrained"}
    assert outcome("opposed_check", active=open_side, passive=closed) == {"refused": "untrained"}
    assert outcome("opposed_check", active={"skill": "move_silently"}, passive=deaf) == {"refused": "deafened"}
    assert refused("opposed_check", active=open_side) == ("field/missing", "passive")
    assert refused("opposed_check", active={}, passive=open_side) == ("field/missing", "active.skill")


@pytest.mark.parametrize("other", [1, 4, -3])
def test_odds_of_two_against_each_other(other):
    """CD20-P-CHECK-02: with bonuses that differ every pair of dice decides; how often is not counted."""
    scene = {"active": {"ability": "str", "bonus": 0}, "passive": {"ability": "str", "bonus": other}}
    shown = bench.every_outcome("opposed_check", scene)
    fields = ("active_bonus", "passive_bonus", "active_total", "passive_total", "winner", "margin")
    for by in [*((field,) for field in fields), fields]:
        assert bench.weighed("opposed_check", scene, by) == told_apart(shown, by), by
    with pytest.raises(Refusal):
        bench.weighed("opposed_check", scene, ["rolls"])


def test_odds_of_equals():
    """CD20-P-CHECK-02: thrown until they differ, half each; a margin of 1 nineteen times in 190."""
    even = {"active": {"ability": "dex"}, "passive": {"ability": "dex"}}
    assert bench.chance("opposed_check", "winner", "active", **even) == Fraction(1, 2)
    assert bench.chance("opposed_check", "margin", 1, **even) == Fraction(19, 190)


# ---- a save ----


@pytest.mark.parametrize("save", ["fort", "ref", "will"])
@pytest.mark.parametrize("level", range(1, 21))
def test_saves_by_level(save, level):
    """CD20-P-SAVE-01, CD20-P-LEVEL-01: good 2 + half the level, poor a third; with the ability and its feat."""
    feat = {"fort": "great_fortitude", "ref": "lightning_reflexes", "will": "iron_will"}[save]
    ability = {"fort": "con", "ref": "dex", "will": "wis"}[save]
    who = {"level": level, ability: 14}
    assert bonus("save", character=who, save=save) == level // 3 + 2
    assert bonus("save", character={**who, "good_saves": [save]}, save=save) == 2 + level // 2 + 2
    assert bonus("save", character={**who, "feats": [feat]}, save=save) == level // 3 + 4


@pytest.mark.parametrize(("save", "tired"), [("fort", 0), ("ref", -3), ("will", 0)])
def test_fatigue_weighs_on_reflexes_only(save, tired):
    """CD20-FAT-02, CD20-P-COND-01, CD20-P-WOUND-01: conditions and parts on all, the belly on Reflexes."""
    assert bonus("save", character={"pf": 2}, save=save) == tired
    assert bonus("save", character={"conditions": ["shaken"], "hampered_parts": ["head"]}, save=save) == -6
    assert bonus("save", character={"hampered_parts": ["abdomen"]}, save=save) == (-2 if save == "ref" else 0)
    assert bonus("save", character={save: 7}, save=save, modifier=2) == 9


@pytest.mark.parametrize(("dc", "own"), [(15, 0), (30, 2), (-10, 0), (12, 11)])
def test_odds_of_a_save(dc, own):
    """CD20-P-SAVE-01, CD20-P-ODDS-03: between one and nineteen in twenty."""
    bench.assert_odds_agree("save", character={"will": own}, save="will", dc=dc)
    wins = Fraction(min(19, max(1, 21 + own - dc)), 20)
    assert bench.chance("save", "success", True, character={"will": own}, save="will", dc=dc) == wins


def test_a_save_is_somebody_s():
    result = bench.answer("save", [1], character={"name": "Jack", "ref": 30}, save="ref", dc=5)
    assert [(die.who, die.purpose) for die in result.dice] == [("Jack", "save")]
    assert (result.outcome["total"], result.outcome["success"]) == (31, False)
    assert refused("save", save="ref") == ("field/missing", "dc")
    assert refused("save", save="luck", dc=5)[1] == "save"


@given(st.integers(-20, 20), st.integers(-20, 20), st.integers(-10, 40), st.integers(1, 20))
def test_a_total_is_die_and_bonus(own, modifier, dc, die):
    """CD20-P-CHECK-01."""
    result = outcome("check", [die], ability="int", bonus=own, modifier=modifier, dc=dc)
    assert result == {
        "bonus": own + modifier,
        "die": die,
        "total": die + own + modifier,
        "success": die + own + modifier >= dc,
        "margin": die + own + modifier - dc,
    }


def test_whoever_is_helped_adds_two():
    """CD20-P-CHECK-01."""
    alone, helped = (outcome("check", [10], skill="climb", dc=12, aided=aided) for aided in (False, True))
    assert (alone["total"], alone["success"]) == (10, False)
    assert (helped["bonus"], helped["total"], helped["success"]) == (2, 12, True)


def test_a_language_is_not_thrown_for():
    """CD20-P-SKILL-01: spoken or not, whatever its ranks; neither alone nor against somebody."""
    speaker = {"skill_ranks": {"speak_other_language": 4}}
    language = {"character": speaker, "skill": "speak_other_language"}
    assert refused("check", dc=10, **language) == ("field/not_allowed", "skill")
    assert refused("check", dc=10, take="take_10", **language) == ("field/not_allowed", "skill")
    assert refused("opposed_check", active=language, passive={"skill": "spot"}) == ("field/not_allowed", "active.skill")


@pytest.mark.parametrize("ability", ["str", "dex"])
def test_whoever_has_no_strength_or_dexterity_left_does_nothing(ability):
    """CD20-P-ABIL-02: helpless, by the rules as at the table; one point is enough to act again."""
    limp = {ability: 9, "ability_damage": {ability: 9}}
    assert outcome("attack", attacker=limp) == {"refused": "attacker_cannot_act"}
    assert outcome("begin_turn", combatant=limp)["allowed"] == "none"
    assert refused("grapple", attacker=limp) == ("field/not_allowed", "attacker")
    weak = {ability: 9, "ability_damage": {ability: 8}}
    assert outcome("begin_turn", combatant=weak)["allowed"] == "normal"
