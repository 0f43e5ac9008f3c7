"""What sums are made of, and by which rule something is told, where only a reader of reasons would notice."""

import pytest

from systems.brute import Bench

bench = Bench("d20d100")
reasons = bench.reasons
TRADE = ["nager", "sauter", "grimper", "eloquence", "baratin", "credit", "droit", "histoire", "toc", "boxe"]
HEALING = {"name": "Ana", "pv": 5, "pv_max": 10, "regeneration": 3}
HOUSE = {"defence_uses_dex": True, "reflex_raises_initiative": True}
SPENT = {"profession_spending": {"nager": 4}, "secondary_spending": {"observer": 3}}
STRUCK = {"temporary": True, "target": {"pv": 10, "pv_max": 10, "temp_damage": 1}}

SUMS = [
    # procedure, dice, inputs, label, parts
    (
        "multiple_fire",
        [9, 9],
        {"base_series": [5], "mode": "double", "recoil": 2},
        "first_attack",
        "attack 5 recoil -2",
    ),
    ("attack_sequence", [9], {"series": [5], "mods": [1]}, "effective_attack", "attack 5 mods 1"),
    ("apply_damage", [], {"pv": 8, "pv_max": 10, "damage": 3}, "pv", "pv 8 damage -3"),
    ("apply_temp_damage", [], {"pv": 8, "temp_damage": 2, "damage": 3}, "temp_damage", "temp_damage 2 damage 3"),
    ("attack", [15, 4], {"attack": 5, "damage": "1d6", **STRUCK}, "target_temp_damage", "temp_damage 1 damage 4"),
    ("end_round", [], {"combatants": [HEALING]}, "pv", "pv 5 regeneration 3"),
    ("take_action", [], {"action": "walk"}, "simple_actions_left", "simple_actions 2 kind -1"),
    (
        "lose_san",
        [],
        {"san": 50, "loss": "3", "san_lost_this_hour": 2},
        "lost_this_hour",
        "san_lost_this_hour 2 loss 3",
    ),
    (
        "rest_hours",
        [],
        {"temp_damage": 9, "con_modifier": 2, "hours": 3},
        "temp_damage",
        "temp_damage 9 recovery -6",
    ),
    ("check_surprise", [9, 5], {"watchers": [{"name": "Ana", "modifier": 2}]}, "total", "die 5 modifier 2"),
    ("reload", [], {"method": "loose", "capacity": 6, "rounds": 2, "loaded": 1}, "loaded", "before 1 rounds 2"),
    ("reload", [], {"method": "magazine", "capacity": 8, "loaded": 1}, "loaded", "before 1 magazine_size 8"),
    ("weapon_line", [], {"skill": 5, "rate": "triple", "recoil": 2}, "double_fire", "first_attack 5 recoil -2"),
    ("weapon_line", [], {"skill": 5, "rate": "triple", "recoil": 2}, "triple_fire", "first_attack 5 recoil -4"),
    ("derive", [], {"scores": {"POU": 12}, "san_bonus": 3}, "san", "base 60 san_bonus 3"),
    ("derive", [], {"scores": {"DEX": 8}, "reflexes": 2}, "defence", "base 15 reflexes 2"),
    ("derive", [], {"scores": {"DEX": 8}, "reflexes": 2, "options": HOUSE}, "defence", "base 15 DEX -1"),
    ("derive", [], {"scores": {"DEX": 8}}, "defence_flat", "base 15 reflexes -1"),
    (
        "derive",
        [],
        {"scores": {"DEX": 8}, "reflexes": 2, "initiative_bonus": 1, "options": {"reflex_raises_initiative": False}},
        "initiative",
        "DEX -1 initiative_bonus 1",
    ),
    (
        "derive",
        [],
        {"scores": {"DEX": 8}, "reflexes": 2, "initiative_bonus": 1, "options": HOUSE},
        "initiative",
        "reflexes 2 initiative_bonus 1",
    ),
    (
        "spend_creation_points",
        [],
        {"key_characteristic": "FOR", "profession_skills": TRADE, **SPENT},
        "profession_left",
        "profession_available 40 profession_spending -4",
    ),
    (
        "spend_creation_points",
        [],
        {"key_characteristic": "FOR", "profession_skills": TRADE, **SPENT},
        "secondary_left",
        "secondary_available 20 secondary_spending -3",
    ),
    (
        "effort_round",
        [10],
        {"con_score": 10, "endurance": 2, "round": 12, "wound_penalty": -3},
        "modifier_used",
        "modifier 2 fatigue -1 wound_penalty -3",
    ),
    (
        "disarm",
        [10, 10],
        {"attacker_attack": 3, "holder_attack": 4, "larger": "holder", "two_handed": True},
        "holder_modifier",
        "attack 4 larger 4 two_handed 4",
    ),
]


@pytest.mark.parametrize(("procedure", "dice", "given", "label", "parts"), SUMS, ids=[f"{s[0]}-{s[3]}" for s in SUMS])
def test_a_sum_is_told_with_what_it_is_made_of(procedure, dice, given, label, parts):
    """Each by the rule of its procedure: a player sees where the number comes from."""
    steps = bench.answer(procedure, dice, **given).steps
    result = next(one for one in steps if one.label == label)
    assert " ".join(f"{name} {number}" for name, number in result.parts) == parts


@pytest.mark.parametrize(
    ("procedure", "dice", "given", "expected"),
    [
        ("range_penalty", [], {"distance": 7, "increment": 3}, ("in_range", True, "D100-RNG-01")),
        (
            "range_penalty",
            [],
            {"distance": 7, "increment": 3, "weapon_class": "shotgun"},
            ("in_range", True, "D100-FIRE-06"),
        ),
        ("range_penalty", [], {"distance": 7, "increment": 3}, ("penalty", -4, "D100-RNG-01")),
        (
            "range_penalty",
            [],
            {"distance": 7, "increment": 3, "weapon_class": "shotgun", "options": {"shotgun_range_malus": False}},
            ("penalty", 0, "D100-FIRE-06"),
        ),
        ("opportunity_attack", [9], {"attack": 3, "target_fleeing": True}, ("defence_used", 15, "D100-DEF-03")),
        ("opportunity_attack", [9], {"attack": 3}, ("defence_used", 15, "D100-SPEC-01")),
        ("agony_round", [10], {"pv": -3}, ("stable", True, "D100-HEALTH-06")),
        ("apply_temp_damage", [], {"pv": -10, "damage": 1}, ("condition", "dead", "D100-HEALTH-06")),
        (
            "check_scores",
            [],
            {"rolls": [10] * 7, "options": {"creation_method": "choose"}},
            ("accepted", False, "D100-CREA-07"),
        ),
        ("check_scores", [], {"rolls": [10] * 7}, ("accepted", False, "D100-CREA-02")),
        (
            "cast_spell",
            [],
            {
                "spell": "bannir",
                "pm": 5,
                "san": 50,
                "components_missing": True,
                "options": {"spell_components": True},
            },
            ("reason", "components_missing", "D100-MAGIC-02"),
        ),
        ("cast_spell", [], {"spell": "bannir", "pm": 0, "san": 50}, ("reason", "not_enough_pm", "D100-MISS-10")),
    ],
)
def test_what_happens_is_told_by_its_rule(procedure, dice, given, expected):
    """Each rule is named in the last field."""
    assert expected in reasons(procedure, dice, **given)


@pytest.mark.parametrize(
    ("procedure", "given", "purpose"),
    [
        ("charge", {"kind": "push", "distance": 6, "target": {"name": "Ana"}}, "lutte"),
        ("disarm", {"attacker_attack": 3, "holder_attack": 4, "holder": "Ana"}, "attack"),
        ("silent_hold", {"lutte": 3, "opponent_lutte": 4, "opponent": "Ana"}, "lutte"),
        ("start_grapple", {"lutte": 3, "opponent_lutte": 4, "opponent": "Ana"}, "lutte"),
        (
            "grapple_manoeuvre",
            {"manoeuvre": "push", "lutte": 3, "opponent_lutte": 4, "target": {"name": "Ana"}},
            "lutte",
        ),
    ],
)
def test_whoever_is_opposed_throws_their_own_die(procedure, given, purpose):
    """D100-TEST-07, D100-GRAP-01, D100-SPEC-02, D100-SPEC-03."""
    thrown = bench.answer(procedure, [10, 5], **given).dice
    assert [(one.who, one.purpose) for one in thrown] == [("", purpose), ("Ana", purpose)]


def test_everything_at_the_end_of_a_round_is_told_of_somebody():
    """D100-GRAP-04, D100-ROLL-03."""
    both = {"name": "Ana", "pv": 9, "pv_max": 10, "strangle_round": 1, "on_fire": True}
    result = bench.answer("end_round", [2, 1, 2, 1], combatants=[both])
    assert {one.who for one in result.steps} == {one.who for one in result.dice} == {"Ana"}


@pytest.mark.parametrize(
    ("procedure", "dice", "given", "purposes"),
    [
        ("record_passive", [9], {"modifier": 1}, "passive"),
        ("oppose_recorded", [9], {"active_modifier": 1, "passive_total": 12}, "active"),
        ("d100_multiplier_test", [9], {"score": 10, "multiplier": 5, "method": "d100"}, "test"),
        ("d100_multiplier_test", [9], {"score": 10, "multiplier": 5}, "test"),
        ("memorise", [9], {"modifier": 1}, "test"),
        ("recall", [9], {"modifier": 1}, "test"),
        ("mythos_test", [9], {"mythos": 5}, "test"),
        ("roll_d3", [5], {}, "d3"),
        ("san_check", [90, 5, 9], {"san": 50, "loss_failure": "1d6"}, "san san_loss idee"),
        ("decompensation_round", [9], {"san": -3, "options": {"rule_decompensation": True}}, "decompensation"),
        ("agony_round", [9], {"pv": -3}, "agony"),
        ("wake_up", [9], {"pv": 5, "temp_damage": 6}, "wake"),
        ("fall", [2, 3], {"height": 3, "modifier": 0, "pv": 10}, "reflexes damage"),
        ("burn_round", [2, 3], {"reflexes": 0, "pv": 10}, "reflexes fire"),
        ("suffocate_round", [2, 3], {"con_modifier": 0}, "constitution loss"),
        ("poison", [2], {"potency": 4, "endurance": 0, "pv": 10}, "endurance"),
        ("first_aid", [19, 3], {"modifier": 0, "pv": 5, "pv_max": 10}, "test recovery"),
        ("sprint", [19, 9], {"for_modifier": 0, "endurance": 0}, "force endurance"),
        ("asylum", [3, 19, 9], {"chance": 0}, "years chance san"),
        ("end_of_madness", [90, 2], {"san": 50}, "san months"),
        ("treat_madness", [19, 2], {"san": 50, "modifier": 0}, "test san"),
        ("regain_san", [4], {"san": 50}, "san"),
        ("rest_week", [3], {"pv": 4, "pv_max": 10}, "recovery"),
        ("roll_size_looks", [1, 2, 3, 4, 5], {}, "tai tai app app app"),
        ("learn_spell", [1, 2, 9], {"int_score": 12}, "weeks weeks test"),
        (
            "cast_spell",
            [1, 1, 2],
            {"spell": "protection_charnelle", "pm": 5, "pm_spent": 2, "san": 50},
            "san_loss effect effect",
        ),
        ("spend_destiny", [9], {"destiny": 1, "use": "reroll"}, "test"),
        ("effort_round", [9], {"con_score": 5, "endurance": 0, "round": 9}, "endurance"),
        ("check_surprise", [9, 9], {"watchers": [{"name": "Ana"}]}, "passive watch"),
        ("read_tome", [2], {"tome": "roi_en_jaune", "language_modifier": 0, "san": 50}, "language"),
    ],
)
def test_a_die_is_asked_for_with_what_it_is_for(procedure, dice, given, purposes):
    """Whoever throws at the table is told what the die decides."""
    assert [purpose for _, purpose in bench.thrown(procedure, dice, **given)] == purposes.split()
