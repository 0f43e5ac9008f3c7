"""Corners of the rules: sums of several parts, limits just reached, rules by which something is told (P-…, SAN)."""

import pytest

from gardien.core.calling import odds_of
from gardien.core.errors import Refusal
from systems.brute import Bench

bench = Bench("cthulhud20")
outcome, picked, reasons, thrown = bench.outcome, bench.picked, bench.reasons, bench.thrown
ANA = {"name": "Ana"}

# ---- sums ----


@pytest.mark.parametrize(
    ("feats", "bonus"),
    [
        (["skill_emphasis:hide"], 0),
        (["skill_pair:listen+hide"], 0),
        (["alertness", "skill_emphasis:spot"], 5),
        (["skill_emphasis:spot", "skill_pair:listen+spot"], 5),
        (["skill_pair:spot+hide", "skill_emphasis:spot", "alertness"], 7),
    ],
)
def test_feats_for_a_skill_add_up(feats, bonus):
    """CD20-P-FEAT-01."""
    assert outcome("check", [10], character={"feats": feats}, skill="spot", dc=10)["bonus"] == bonus


def test_situations_and_shields_add_up():
    """CD20-P-MOD-01, CD20-P-AC-01."""
    one, other = (outcome("attack_bonus", situation=[key])["situation_bonus"] for key in ("flanking", "higher_ground"))
    assert outcome("attack_bonus", situation=["flanking", "higher_ground"])["situation_bonus"] == one + other > one
    single = outcome("zone_ca", target={"armour_items": ["riot_shield"]})["zone_ca"]["torso"]
    assert outcome("zone_ca", target={"armour_items": ["riot_shield"] * 2})["zone_ca"]["torso"] == 2 * single - 10


def test_distance_counts_for_what_flies():
    """CD20-P-RANGE-01, CD20-P-GUN-04: a slug loses two, shot one; a weapon in hand nothing."""
    far = {"distance_m": 20}
    assert picked("attack_bonus", [], "range_malus", weapon="sg12", **far) == (-2,)
    assert picked("attack_bonus", [], "range_malus", weapon="sg12", slug=True, **far) == (-4,)
    blade = {"kind": "melee", "range_increment_m": 3}
    assert picked("attack_bonus", [], "range_malus", "in_range", weapon=blade, distance_m=90) == (0, True)
    fields = ("effective_increment_m", "increments", "in_range", "range_malus")
    assert picked("range_malus", [], *fields, weapon="bat", distance_m=90) == (0, 0, True, 0)
    assert picked("range_malus", [], "in_range", weapon="rock", distance_m=18) == (False,)
    assert picked("range_malus", [], "in_range", weapon="rock", thrown=False, distance_m=18) == (True,)


# ---- rules by which something is told ----

TOLD = [
    # procedure, dice, inputs, a reason that must be among the others
    ("lethality", [], {"weapon": "sg12", "distance_m": 20}, ("lethality", 3, "CD20-P-GUN-04")),
    ("range_malus", [], {"weapon": "sg12", "distance_m": 20}, ("range_malus", -2, "CD20-P-GUN-04")),
    ("attack", [20, 60], {"target": {"natural_armour": 50}}, ("result", "hit", "CD20-ATT-04")),
    ("apply_wound", [], {"zone": "left_arm", "gb": 1, "shock": "violent"}, ("pf_loss", 2, "CD20-SHOCK-04")),
    ("surgery", [], {"patient": {"pv": 0}}, ("refused", "patient_dead", "CD20-HP-04")),
    ("surgery", [], {"patient": {}}, ("refused", "no_surgery_needed", "CD20-P-HEAL-01")),
    ("movement", [], {"mode": "stand_up", "combatant": {"prone": True}}, ("distance_m", 0.0, "CD20-P-ACT-03")),
    ("movement", [], {"mode": "crawl", "combatant": {"prone": True}}, ("distance_m", 1.5, "CD20-P-ACT-02")),
    (
        "spend_destiny",
        [],
        {"effect": "soften", "gb": 7, "zone": "head", "new_zone": "left_arm"},
        ("zone", "left_arm", "CD20-DEST-06"),
    ),
    ("spend_destiny", [], {"effect": "soften", "gb": 7, "zone": "head"}, ("zone", "head", "CD20-P-DEST-01")),
    (
        "apply_condition",
        [],
        {"condition": "exhausted", "long_cause": True, "victim": {"pf": 4, "feats": ["endurance"]}},
        ("pf_loss", 3, "CD20-FEAT-02"),
    ),
    (
        "apply_condition",
        [],
        {"condition": "exhausted", "long_cause": True, "victim": {"pf": 3, "feats": ["endurance"]}},
        ("pf_loss", 2, "CD20-COND-01"),
    ),
]


@pytest.mark.parametrize(("procedure", "dice", "given", "reason"), TOLD)
def test_a_reason_is_told_by_its_rule(procedure, dice, given, reason):
    assert reason in reasons(procedure, dice, **given)


def test_whose_breath_it_is():
    """CD20-FAT-04, CD20-FEAT-02, CD20-HP-05: of two, each with a name; so are the dice."""
    tired = {"name": "Ana", "pf": 1, "feats": ["endurance"]}
    result = bench.answer("chase", [19, 2, 19, 2, 15], fugitive=tired, pursuer={"name": "Bob"})
    mine = [(one.label, one.rule) for one in result.steps if one.who == "Ana"]
    assert ("pf_loss", "CD20-FEAT-02") in mine
    assert ("faint_save_total", "CD20-HP-05") in mine
    given = {"spell": "wrack", "target": {"name": "Bob", "pf": 1}}
    result = bench.answer("cast_spell", [2, 2, 2, 10], **given)
    assert [(one.label, one.who) for one in result.dice][-2:] == [("d4", "Bob"), ("d20", "Bob")]
    assert ("faint_save_success", "Bob") in {(one.label, one.who) for one in result.steps}


# ---- what is not told ----


def test_what_there_is_nothing_to_say_of():
    """CD20-DEST-05, CD20-P-ACT-04, CD20-BLEED-02."""
    group = {"effect": "soften", "source": "group", "votes": ["yes"]}
    assert "destiny_spent" not in outcome("attack", [15, 60], attack_bonus=0, destiny=group)
    assert "reason" not in outcome("opportunity", trigger="shoot")
    assert "care_dc" not in outcome("lasting_cause", [1], max_damage=1, rounds=1)
    assert "aggravation_interval_rounds" not in outcome("apply_wound", zone="left_arm", gb=1)
    assert picked("apply_shock", [], "pushed_back_m", shock="shock") == (0,)
    assert picked("movement", [], "check_needed", mode="move", run_round=50) == (False,)


# ---- one and twenty ----


@pytest.mark.parametrize(
    ("procedure", "dice", "given", "field"),
    [
        ("extinguish", [], {}, "extinguished"),
        ("exposure", [], {"cause": "smoke"}, "success"),
        ("disease", [3], {"disease": "pneumonia"}, "success"),
        ("poison", [2, 2, 2], {"poison": "chloroform"}, "initial_success"),
    ],
)
def test_of_a_save_one_fails_and_twenty_succeeds(procedure, dice, given, field):
    """CD20-P-SAVE-01: whatever is added."""
    assert outcome(procedure, [20], **given, modifier=-90)[field] is True
    for more in (dice, dice[:1], dice[:2], []):
        try:
            result = outcome(procedure, [1, *more], **given, modifier=90)
        except Refusal:
            continue
        assert result[field] is False
        return
    pytest.fail("no number of dice was right")


def test_of_a_save_against_a_spell_too():
    """CD20-P-MAG-01, CD20-P-SAVE-01."""
    assert outcome("cast_spell", [2, 20], spell="mind_blast", dc_bonus=90, target={})["save_success"] is True


# ---- minds ----


def test_the_last_point_of_san():
    """CD20-P-SAN-01, CD20-P-SAN-03: a second check while one is left; nobody is sane with ninety-nine ranks."""
    given = {"wis": 10, "success_loss": "5", "failure_loss": "5"}
    assert picked("sanity_check", [99, 1, 3], "second_check_needed", "zero", san=6, **given) == (True, False)
    assert picked("sanity_check", [99, 3], "second_check_needed", "zero", san=5, **given) == (False, True)
    assert picked("sanity_check", [1], "zero", san=1, success_loss="0", failure_loss="0", mythos_ranks=98) == (False,)
    assert picked("sanity_check", [1], "zero", san=0, success_loss="0", failure_loss="0", mythos_ranks=99) == (True,)


def test_a_body_of_another_build_misses_its_own_limbs():
    """CD20-P-WOUND-01: what is lost is read on its own table."""
    assert outcome("begin_turn", combatant={"tables": "cone", "lost_parts": ["foot"]})["allowed"] == "normal"
    assert outcome("movement", mode="move", combatant={"tables": "mi_go", "lost_parts": ["limbs"]})["distance_m"] == 9


# ---- new investigators ----


def test_a_score_that_is_not_for_sale_counts_as_the_dearest():
    """CD20-P-ABIL-01: the choice is wrong all the same."""
    given = {"good_saves": ["fort"], "profession": "detective", "core_skills": [], "feats": [], "method": "points"}
    scores = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 8)
    at_most = outcome("create_character", **given, abilities={**scores, "str": 18})
    beyond = outcome("create_character", **given, abilities={**scores, "str": 20})
    assert beyond["points_spent"] == at_most["points_spent"] > 0
    assert "abilities" in beyond["errors"]
    assert "abilities" not in at_most["errors"]


def test_odds_of_thrown_scores_that_nobody_can_tell_apart_say_so():
    """CD20-P-ABIL-01."""
    given = {"good_saves": ["fort"], "profession": "detective", "core_skills": [], "feats": [], "method": "rolled"}
    with pytest.raises(Refusal) as caught:
        odds_of("cthulhud20", "create_character", given, by=("scores",))
    assert (caught.value.id, caught.value.kind, caught.value.words) == ("odds/too_many", "refused", {"most": 20_000})


def test_odds_of_points_that_intelligence_does_not_give():
    """CD20-P-SKILL-02: whoever throws too low has spent too much."""
    core = ["spot", "listen", "search", "hide", "drive", "first_aid", "jump", "climb", "swim", "ride", "bluff", "jump"]
    given = {"good_saves": ["fort"], "profession": "detective", "core_skills": core, "feats": [], "method": "rolled"}
    ranks = dict.fromkeys(core[:9], 4)  # thirty-six points: eleven of Intelligence gives thirty-two
    spent = odds_of("cthulhud20", "create_character", {**given, "skill_ranks": ranks}, by=("errors",))
    points = odds_of("cthulhud20", "create_character", {**given, "skill_ranks": ranks}, by=("skill_points",))
    too_few = sum(one.chance for one in points if one.outcome["skill_points"] < 36)
    assert 0 < too_few < 1
    assert sum(one.chance for one in spent if "points" in one.outcome["errors"]) == too_few


def test_a_shock_between_two_attacks_is_weighed():
    """CD20-SHOCK-02, CD20-ODDS-01: whoever is thrown down is struck more easily; as in the turn itself."""
    both = {"attacker": {"base_attack": [9, 9]}, "options": {"auto_shock": True}}
    fatal = outcome("odds_attacks", **both, attacks=[{}, {"attack_number": 2}])["dead"]
    assert fatal == str(bench.chance("full_attack", "state", "dead", **both))
    calm = outcome("odds_attacks", attacker=both["attacker"], attacks=[{}, {"attack_number": 2}])["dead"]
    assert fatal != calm


# ---- water, cold, diseases ----


def test_whoever_holds_out_loses_nothing():
    """CD20-ENV-04, CD20-P-ENV-04."""
    well = ("ok", 8, 8, False)
    assert picked("drowning", [19, 19], "state", "pv", "pf", "prone", rounds=2) == well
    assert picked("exposure", [19], "state", "pv", "pf", "prone", cause="cold") == well


def test_a_day_of_disease():
    """CD20-P-DIS-01: a modifier helps, a good day costs nothing, an infected wound costs life."""
    given = {"disease": "infected_wound", "stage": "daily"}
    assert picked("disease", [8], "total", "success", "pv", "successes_running", **given, modifier=4) == (
        12,
        True,
        8,
        1,
    )
    assert picked("disease", [8], "total", "success", "pv", "faint_save_needed", **given) == (8, False, 7, False)


def test_constitution_that_goes():
    """CD20-P-ABIL-02: one point of each is the least there can be; a bonus told as a whole does not fall with it."""
    fields = ("pv_max", "pf_max", "pv", "state")
    assert picked("damage_ability", [], *fields, character={"pv_max": 3}, ability="con", amount=6) == (1, 1, 0, "dead")
    tired = {"pf": 2, "fort": 5}
    assert picked("damage_ability", [9], "faint_save_total", character=tired, ability="con", amount=4) == (14,)
    assert outcome("damage_ability", character={}, ability="str", amount=0)["ability_damage"] == {}


def test_a_madness_that_the_short_table_leaves_to_the_long_one():
    """CD20-P-SAN-03: both throws are for the same."""
    given = {"san": 60, "success_loss": "0", "failure_loss": "6"}
    dice = thrown("sanity_check", [99, 99, 1, 1, 100, 50], **given)
    assert dice[-2:] == [("d100", "madness"), ("d100", "madness")]
