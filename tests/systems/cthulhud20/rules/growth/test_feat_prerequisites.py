"""Feats: what each asks for, what Toughness gives (P-FEAT-01, FEAT-08)."""

from typing import Any

import pytest

from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.growth.feat_prerequisites import missing
from systems.brute import Bench
from systems.cthulhud20.ledger import NO, by_key, keys
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure == "take_feat"], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# Every feat with what it asks for, as the list has it: an ability, other feats, base attack, proficiency.
LIST = """
alertness | —
ambidexterity | dex 15
armour_proficiency:light | —
armour_proficiency:medium | armour_proficiency:light
armour_proficiency:heavy | armour_proficiency:medium
blind_fight | —
cleave | str 13, power_attack
combat_casting | —
combat_reflexes | —
dodge | dex 13
endurance | —
expertise | int 13
far_shot | point_blank_shot
great_cleave | cleave, base 4
great_fortitude | —
iron_will | —
lightning_reflexes | —
improved_critical:m21 | weapon_proficiency:rifle, base 8
improved_disarm | expertise
improved_trip | expertise
improved_initiative | —
improved_two_weapon_fighting | two_weapon_fighting, ambidexterity, base 9
martial_artist | base 1
mobility | dodge
multishot | point_blank_shot, rapid_shot, base 6
point_blank_shot | —
power_attack | str 13
precise_shot | point_blank_shot
quick_draw | base 1
rapid_reload | —
rapid_shot | point_blank_shot, dex 13
run | —
shot_on_the_run | mobility, point_blank_shot, base 4
spring_attack | mobility, base 4
skill_emphasis:hide | —
skill_pair:hide+spot | —
toughness | —
track | —
two_weapon_fighting | —
weapon_finesse:knife | base 1
weapon_focus:m21 | weapon_proficiency:rifle, base 1
weapon_proficiency:handgun | —
"""


def asked(text: str) -> list[tuple[str, int | str]]:
    """What a feat asks for, one thing after the other."""
    result: list[tuple[str, int | str]] = []
    for one in [] if text == NO else text.split(", "):
        name, _, least = one.partition(" ")
        result.append((name, int(least)) if least else ("feat", name))
    return result


def somebody(needs: list[tuple[str, int | str]], short: int | None = None) -> dict[str, Any]:
    """Whoever has exactly what is asked for; all but a point, or all but a feat, where one is short."""
    who: dict[str, Any] = {"base_attack": [0], "feats": []}
    for at, (name, least) in enumerate(needs):
        lacking = at == short
        if name == "feat":
            who["feats"] += [] if lacking else [least]
        elif name == "base":
            who["base_attack"] = [int(least) - lacking]
        else:
            who[name] = int(least) - lacking
    return who


@pytest.mark.parametrize(("feat", "needs"), by_key(LIST))
def test_every_feat_asks_for_what_the_list_says(feat, needs):
    """CD20-P-FEAT-01: with all of it the feat is free, without any one thing it is not."""
    wanted = asked(needs)
    assert outcome("take_feat", character=somebody(wanted), feat=feat)["allowed"] is True
    for short in range(len(wanted)):
        result = outcome("take_feat", character=somebody(wanted, short), feat=feat)
        assert (result["allowed"], result["reason"]) == (False, "prerequisite")
        assert feat not in result["feats"]


def test_the_list_is_whole():
    """CD20-P-FEAT-01."""
    assert {one.partition(":")[0] for one in keys(LIST)} == set(pack.keys("feats", "feat"))


@pytest.mark.parametrize("feat", keys(LIST))
def test_a_feat_is_taken_once_but_toughness_twice(feat):
    """CD20-P-FEAT-01, CD20-FEAT-08: another weapon, group or skill is another feat."""
    owner = {"feats": [feat]}
    if feat == "toughness":
        assert outcome("take_feat", character=owner, feat=feat)["allowed"] is True
        assert outcome("take_feat", character={"feats": [feat, feat]}, feat=feat)["reason"] == "taken_twice"
    else:
        assert outcome("take_feat", character=owner, feat=feat)["reason"] == "already_taken"


def test_the_same_feat_about_something_else():
    """CD20-P-FEAT-01: a pair is the same in either order."""
    owner = {"feats": ["skill_pair:hide+spot", "weapon_proficiency:rifle"]}
    assert outcome("take_feat", character=owner, feat="skill_pair:spot+hide")["reason"] == "already_taken"
    assert outcome("take_feat", character=owner, feat="skill_pair:hide+listen")["allowed"] is True
    assert outcome("take_feat", character=owner, feat="weapon_proficiency:heavy")["allowed"] is True
    assert outcome("take_feat", character=owner, feat="skill_emphasis:hide")["allowed"] is True


@pytest.mark.parametrize("weapon", pack.keys("weapons", "weapon"))
def test_proficiency_is_that_of_the_weapon(weapon):
    """CD20-P-FEAT-01: everyone knows simple weapons."""
    group = pack.weapon(weapon).proficiency
    feat = f"weapon_focus:{weapon}"
    assert (missing(Combatant(level=1), feat) is None) == (group == "simple")
    if group != "simple":
        assert missing(Combatant(level=1, feats=(f"weapon_proficiency:{group}",)), feat) is None


def test_a_weapon_of_no_list_counts_as_simple():
    assert missing(Combatant(level=1), "weapon_focus:family_sabre") is None
    assert missing(Combatant(level=1, combat_option="defence"), "weapon_focus:family_sabre") == "prerequisite"


def test_base_attack_is_the_first_number():
    """CD20-P-LEVEL-01: by level and option."""
    feats = ("weapon_proficiency:rifle",)
    assert missing(Combatant(level=10, feats=feats), "improved_critical:m21") is None
    assert missing(Combatant(level=9, feats=feats), "improved_critical:m21") == "prerequisite"
    assert missing(Combatant(level=16, combat_option="defence", feats=feats), "improved_critical:m21") is None


def test_a_weakened_body_cannot_learn_what_it_cannot_do():
    """CD20-P-ABIL-02: damage counts."""
    assert missing(Combatant(dex=13), "dodge") is None
    weak = Combatant(dex=13, ability_damage={"dex": 1})
    assert missing(weak, "dodge") == "prerequisite"


@pytest.mark.parametrize("taken", [0, 1])
def test_toughness_gives_two_and_two(taken):
    """CD20-FEAT-08: maximum and current, whatever is left."""
    feats = ["toughness"] * taken
    hurt = {"name": "Paul", "con": 14, "feats": feats, "pv": 5, "pf": 3}
    result = outcome("take_feat", character=hurt, feat="toughness")
    most = 12 + 2 * taken
    assert (result["pv_max"], result["pf_max"], result["pv"], result["pf"]) == (most, most, 7, 5)
    assert result["feats"] == [*feats, "toughness"]
    assert bench.changes("take_feat", character=hurt, feat="toughness") == [
        ("feats", tuple(feats), (*feats, "toughness"), "Paul"),
        ("pv_max", most - 2, most, "Paul"),
        ("pf_max", most - 2, most, "Paul"),
        ("pv", 5, 7, "Paul"),
        ("pf", 3, 5, "Paul"),
    ]
    written = {"pv_max": 20, "pf_max": 9, "pv": 20, "pf": 0, "feats": feats}
    fields = ("pv_max", "pf_max", "pv", "pf")
    assert picked("take_feat", [], *fields, character=written, feat="toughness") == (22, 11, 22, 2)


def test_toughness_wakes_no_dead():
    """CD20-HP-04: the maximum rises, nothing else."""
    dead = {"pv": -1, "pf": -2}
    result = picked("take_feat", [], "allowed", "pv_max", "pv", "pf", character=dead, feat="toughness")
    assert result == (True, 10, -1, -2)


def test_other_feats_change_no_points():
    result = outcome("take_feat", character={"feats": ["run"]}, feat="track")
    assert result == {
        "allowed": True,
        "feats": ["run", "track"],
        **dict.fromkeys(("pv_max", "pf_max", "pv", "pf"), 8),
    }
    assert [one[0] for one in bench.changes("take_feat", feat="track")] == ["feats"]
    assert bench.changes("take_feat", feat="cleave") == []


@pytest.mark.parametrize(
    "feat",
    ["luck", "weapon_focus", "weapon_focus:", "run:fast", "weapon_proficiency:laser", "armour_proficiency:shield"],
)
def test_feats_must_exist(feat):
    assert refused("take_feat", feat=feat) == ("field/one_of", "feat")


@pytest.mark.parametrize("feat", ["skill_pair:hide", "skill_pair:hide+hide", "skill_pair:hide+spot+listen"])
def test_a_pair_is_two_skills(feat):
    """CD20-P-FEAT-01: for whoever takes it, and for whoever is said to have it."""
    assert refused("take_feat", feat=feat) == ("field/type", "feat")
    assert refused("check", character={"feats": [feat]}, skill="hide", dc=10) == ("field/type", "character.feats")
