"""Creatures: their scale, natural attacks, grips, weakening, regeneration (CREAT)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.calling import do, odds_of
from gardien.core.errors import Refusal
from gardien.systems.operators import pack
from quick import spent
from systems.brute import Bench
from systems.operators.dicebox import (
    assert_odds_agree,
    chance,
    changes,
    every_outcome,
    outcome,
    reasons,
    refused,
    thrown,
    told_apart,
    weighed,
)
from systems.operators.ledger import printed

BENCH = Bench("operators")
GHOUL = {"name": "goule", "kind": "creature", "FOR": 20, "CON": 15, "DEX": 15, "POU": 10}
DAISY = {"name": "Daisy", "FOR": 12, "CON": 12, "DEX": 12, "POU": 12, "luck": 50}
SOLID = {**DAISY, "sb": 400}


def maul(dice, victim=SOLID, creature=GHOUL, attack=None, **more):
    """One attack on one victim: the outcome and the hit."""
    plan = more.pop("luck_plan", {})
    given = {"creature": creature, "attack": attack or {}, "victims": [{"defender": victim, "luck_plan": plan}], **more}
    result = outcome("creature_attack", dice, **given)
    return result, result["hits"][0]


# ---- scores ----


def test_the_printed_scale():
    """OPS-TAB-03, OPS-CREAT-02: every label as a score, and every mean as its label."""
    rows = pack.table("scales", "label")
    scale = [
        (label.replace("Elevée", "Élevée"), mean) for label, mean in printed("OPS-TAB-03")
    ]  # capitals keep accents
    assert [(row.fr, row.mean) for row in rows] == scale
    for row in rows:
        result = outcome("creature_profile", scores={"FOR": row.key})
        assert (result["scores"]["FOR"], result["labels"]["FOR"]) == (row.mean, row.key)


@pytest.mark.parametrize(
    ("score", "label"),
    [
        (0, "inferior"),
        (7, "inferior"),
        (8, "mediocre"),
        (12, "mediocre"),
        (13, "high"),
        (17, "high"),
        (18, "exceptional"),
        (22, "exceptional"),
        (23, "extraordinary"),
        (27, "extraordinary"),
        (28, "colossal"),
        (35, "colossal"),  # as far from 30 as from 40: the lower
        (36, "monstrous"),
        (50, "monstrous"),  # as far from 40 as from 60
        (51, "titanic"),
        (200, "titanic"),
    ],
)
def test_the_label_of_a_score_is_the_nearest(score, label):
    """OPS-CREAT-02, ties to the lower."""
    assert outcome("creature_profile", scores={"POU": score})["labels"]["POU"] == label


@pytest.mark.parametrize("row", printed("OPS-TAB-02"), ids=lambda row: str(row[0]))
def test_the_printed_bonus(row):
    """OPS-TAB-02, OPS-CREAT-08: the numbers rule, labels follow the scale."""
    strength, _, label, bonus = row
    result = outcome("creature_profile", scores={"FOR": strength})
    assert (result["damage_bonus"], pack.label(result["labels"]["FOR"]).fr) == (bonus, label)


@pytest.mark.parametrize(
    ("strength", "bonus"),
    [
        (12, "none"),
        (13, "1D3"),
        (16, "1D3"),
        (17, "1D6"),
        (24, "1D6"),
        (29, "2D6"),
        (39, "3D6"),
        (59, "4D6"),
        (99, "5D6"),
    ],
)
def test_scores_in_between_use_the_human_rows(strength, bonus):
    """OPS-CREAT-08, OPS-CREA-09; with creature_low_bonus_none nothing below 20."""
    given = {"scores": {"FOR": strength}}
    assert outcome("creature_profile", **given)["damage_bonus"] == bonus
    low = outcome("creature_profile", **given, options={"creature_low_bonus_none": True})["damage_bonus"]
    assert low == (bonus if strength >= 20 else "none")


def test_the_shoggoth_of_the_source():
    """OPS-CREAT-04: FOR 60, CON 40, hence SB 50 and +5D6; five points a turn if it regenerates."""
    scores = {"FOR": 60, "CON": 40, "DEX": 5, "INT": 5, "POU": 10}
    result = outcome("creature_profile", scores=scores)
    assert (result["sb"], result["damage_bonus"], result["regeneration_usual"]) == (50, "5D6", 5)
    assert result["test_values"]["FOR"] == {"standard": 300, "difficult": 180, "extreme": 60}
    assert "shock" not in result
    ready = outcome("creature_profile", profile="shoggoth")
    assert ready["scores"] == scores
    assert ready["shock"] == "critical"


def test_scores_replace_those_of_a_profile_one_by_one():
    result = outcome("creature_profile", profile="shoggoth", scores={"DEX": "high"})
    assert (result["scores"]["DEX"], result["scores"]["FOR"]) == (15, 60)
    assert outcome("creature_profile")["scores"] == dict.fromkeys(("FOR", "CON", "DEX", "INT", "POU"), 10)
    assert refused("creature_profile", profile="shogoth")[1] == "profile"
    assert refused("creature_profile", scores={"EDU": 10})[1].startswith("scores")


@given(strength=st.integers(0, 200), body=st.integers(0, 200))
def test_the_threshold_is_the_mean_in_the_creatures_favour(strength, body):
    """OPS-CREAT-07, OPS-CREAT-15."""
    result = outcome("creature_profile", scores={"FOR": strength, "CON": body})
    assert result["sb"] == max(1, -(-(strength + body) // 2))
    assert result["regeneration_usual"] == result["sb"] // 10


# ---- attacks ----


def test_a_natural_attack_from_its_throw_to_its_wound():
    """OPS-CREAT-05, OPS-CREAT-08: × 3, claws and the bonus for FOR, and it can be avoided."""
    result, hit = maul([27, 80, 4, 5])
    assert {name: result[name] for name in ("final_difficulty", "target", "roll", "outcome")} == {
        "final_difficulty": "difficult",
        "target": 60,
        "roll": 27,
        "outcome": "success",
    }
    assert (hit["name"], hit["damage_final"], hit["hit_level"], hit["gripped"]) == ("Daisy", 9, "superficial", False)
    assert (hit["defence_target"], hit["avoided"], hit["luck"]) == (36, False, 50)
    given = {"creature": GHOUL, "victims": [{"defender": SOLID}]}
    assert thrown("creature_attack", [27, 80, 4, 5], **given) == ["d100", "d100", "d6", "d6"]


@pytest.mark.parametrize(
    ("attack", "creature", "difficulty", "target"),
    [
        ({}, {}, "difficult", 60),
        ({"multiplier": 5}, {}, "standard", 100),
        ({"characteristic": "DEX"}, {}, "difficult", 45),
        ({"characteristic": "POU"}, {}, "difficult", 30),
        ({"advantage": True}, {}, "standard", 100),
        ({}, {"wound_level": "grave"}, "extreme", 20),
        ({}, {"wound_level": "grave", "no_pain": True}, "difficult", 60),
        ({"advantage": True}, {"wound_level": "grave"}, "difficult", 60),
    ],
)
def test_how_hard_a_natural_attack_is(attack, creature, difficulty, target):
    """OPS-CREAT-05, OPS-HLTH-04."""
    result, _ = maul([99], attack=attack, creature={**GHOUL, **creature})
    assert (result["final_difficulty"], result["target"]) == (difficulty, target)


def test_even_a_titan_misses_twice_in_a_hundred():
    """OPS-CREAT-05: FOR 60 × 3 is 180, still 98 %."""
    titan = {**GHOUL, "FOR": 60}
    given = {"creature": titan, "victims": [{"defender": DAISY}]}
    assert chance("creature_attack", "outcome", "fumble", **given) == Fraction(2, 100)


def test_an_automatic_attack_needs_no_throw():
    result, hit = maul([80, 4, 5], attack={"multiplier": 5, "advantage": True})
    assert (result["outcome"], hit["damage_final"]) == ("automatic", 9)
    assert "roll" not in result


@pytest.mark.parametrize(("dice", "avoided"), [([70], False), ([99], False), ([27, 30], True), ([33, 11], True)])
def test_who_is_missed_or_avoids_takes_nothing(dice, avoided):
    """OPS-CBT-12."""
    _, hit = maul(dice, attack={"drain": "POU", "grip": True})
    assert (hit["avoided"], hit["damage_taken"], hit["gripped"]) == (avoided, 0, False)
    assert "drain_amount" not in hit


def test_a_critical_attack_doubles_for_everybody():
    """OPS-CBT-11, OPS-CREAT-11."""
    given = {
        "creature": GHOUL,
        "attack": {"area": True},
        "victims": [{"defender": {**SOLID, "name": name}, "defends": name != "c"} for name in "abc"],
    }
    result = outcome("creature_attack", [33, 80, 4, 5, 30, 1, 1], **given)
    assert [hit["damage_taken"] for hit in result["hits"]] == [18, 0, 4]
    assert [hit["name"] for hit in result["hits"]] == ["a", "b", "c"]


def test_each_victim_is_settled_before_the_next():
    """OPS-CREAT-11: damage, then CON, then the next victim's defence."""
    victims = [{"defender": {**DAISY, "name": name}, "defends": True} for name in "ab"]
    given = {"creature": GHOUL, "attack": {"area": True, "drain": "FOR"}, "victims": victims}
    dice = [27, 80, 6, 6, 3, 50, 80, 6, 6, 4, 90]
    labels = thrown("creature_attack", dice, **given)
    assert labels == ["d100", "d100", "d6", "d6", "d6", "d100", "d100", "d6", "d6", "d6", "d100"]
    first, second = outcome("creature_attack", dice, **given)["hits"]
    assert (first["con_roll"], first["out_of_fight"], second["con_roll"], second["out_of_fight"]) == (
        50,
        False,
        90,
        True,
    )


def test_natural_attacks_hurt_the_invulnerable():
    """Note of creature_attack."""
    _, hit = maul([27, 80, 4, 5], victim={**SOLID, "invulnerable": True})
    assert hit["damage_taken"] == 9


@pytest.mark.parametrize(
    ("attack", "dice", "final"),
    [
        ({"damage": "2D6+3"}, [27, 80, 1, 2, 5], 11),
        ({"add_bonus": False}, [27, 80, 4], 4),
        ({"damage": "7"}, [27, 80, 6], 13),
    ],
)
def test_the_profile_says_what_a_blow_does(attack, dice, final):
    """OPS-CREAT-08."""
    assert maul(dice, attack=attack)[1]["damage_final"] == final


def test_an_attack_without_damage_only_drains():
    _, hit = maul([27, 80, 5], attack={"damage": "0", "drain": "POU"})
    assert (hit["drain_amount"], hit["drained"], hit["score_left"], hit["damage_taken"]) == (5, "POU", 7, 0)
    assert "damage_final" not in hit


def test_why_a_creature_does_not_attack_in_the_order_of_the_ledger():
    """Reasons of creature_attack."""
    states = {"wound_level": "dead", "out_of_fight": True, "held": True, "helpless": True, "surprised": True}
    dead = {"defender": {**DAISY, "name": "b", "wound_level": "dead"}}
    victims = [{"defender": DAISY}, dead]
    while states:
        field = next(iter(states))
        result = outcome("creature_attack", creature={**GHOUL, **states}, victims=victims)
        assert result == {"refused": True, "reason": "dead" if field == "wound_level" else field}
        states.pop(field)
    assert outcome("creature_attack", creature=GHOUL, victims=victims)["reason"] == "one_victim"
    area = {"area": True}
    assert outcome("creature_attack", creature=GHOUL, victims=victims, attack=area)["reason"] == "defender_dead"
    assert outcome("creature_attack", [99], creature=GHOUL, victims=victims[:1])["refused"] is False
    assert refused("creature_attack", victims=[])[1] == "victims"
    assert refused("creature_attack", victims=[{"defender": DAISY}] * 2)[1] == "victims"


# ---- weakening ----


@pytest.mark.parametrize(
    ("code", "score", "face", "irreversible", "left", "collapse"),
    [
        ("FOR", 12, 4, False, 8, "none"),
        ("FOR", 4, 4, False, 0, "cannot_act"),
        ("FOR", 2, 6, True, 0, "cannot_act"),
        ("POU", 4, 6, False, 0, "catatonic"),
        ("POU", 4, 6, True, 0, "dead"),
        ("POU", 7, 6, True, 1, "none"),
    ],
)
def test_a_drained_score_stops_at_nothing(code, score, face, irreversible, left, collapse):
    """OPS-CREAT-09: FOR 0 cannot act, POU 0 is catatonic, for good it is death."""
    attack = {"damage": "0", "drain": code, "irreversible": irreversible, "grip": True}
    _, hit = maul([27, 97, face], victim={**DAISY, code: score}, attack=attack)
    assert (hit["score_left"], hit["collapse"], hit["drain_amount"]) == (left, collapse, face)
    kind = "permanent" if irreversible else "temporary"
    assert hit["drain"] == {code: {"temporary": 0, "permanent": 0, kind: face}}
    assert (hit["alive"], hit["gripped"]) == (collapse != "dead", collapse != "dead")


def test_drains_add_up_and_the_hit_is_graded_with_the_threshold_of_before():
    """OPS-CREAT-09: the die comes after the damage dice and before the CON test."""
    prey = {"name": "Daisy", "FOR": 10, "CON": 10, "DEX": 10, "drain": {"FOR": {"temporary": 2, "permanent": 1}}}
    attack = {"drain": "FOR", "irreversible": True, "add_bonus": False, "damage": "2D6"}
    _, hit = maul([27, 97, 6, 4, 6, 50], victim=prey, attack=attack)
    assert (hit["damage_taken"], hit["hit_level"], hit["con_roll"]) == (10, "grave", 50)
    assert (hit["score_left"], hit["drain"]) == (1, {"FOR": {"temporary": 2, "permanent": 7}})


def test_a_permanent_drain_lowers_the_threshold_only_afterwards():
    """OPS-CREAT-09: FOR 10 and CON 10 are SB 10; nine points are light, whatever the drain took."""
    prey = {"name": "Daisy", "FOR": 10, "CON": 10, "DEX": 10, "drain": {"POU": {"temporary": 1}}}
    attack = {"drain": "FOR", "irreversible": True, "add_bonus": False, "damage": "2D6"}
    _, hit = maul([27, 97, 6, 3, 6], victim=prey, attack=attack)
    assert (hit["damage_taken"], hit["hit_level"]) == (9, "light")
    assert hit["drain"] == {"POU": {"temporary": 1, "permanent": 0}, "FOR": {"temporary": 0, "permanent": 6}}
    given = {"creature": GHOUL, "attack": attack, "victims": [{"defender": prey}]}
    assert ("drain", "Daisy") in {(one[0], one[3]) for one in changes("creature_attack", [27, 97, 6, 3, 6], **given)}


@pytest.mark.parametrize(
    ("days", "left"),
    [
        (0, {"temporary": 4, "permanent": 2}),
        (3, {"temporary": 1, "permanent": 2}),
        (9, {"temporary": 0, "permanent": 2}),
    ],
)
def test_a_point_a_day_comes_back(days, left):
    """OPS-CREAT-09: to each score, and never what is gone for good."""
    drain = {"FOR": {"temporary": 4, "permanent": 2}, "POU": {"temporary": 0, "permanent": 1}}
    result = outcome("recover_drain", drain=drain, days=days)["drain"]
    assert result == {"FOR": left, "POU": {"temporary": 0, "permanent": 1}}
    assert len(changes("recover_drain", drain=drain, days=days)) == (1 if days else 0)
    assert reasons("recover_drain", drain=drain, days=days) == [("days", days, "OPS-CREAT-09")]


# ---- grips ----


def test_a_hit_may_seize():
    """OPS-CREAT-13."""
    _, hit = maul([27, 80, 1, 1], attack={"grip": True})
    assert hit["gripped"] is True
    given = {"creature": GHOUL, "attack": {"grip": True}, "victims": [{"defender": SOLID}]}
    assert ("held", False, True, "Daisy") in changes("creature_attack", [27, 80, 1, 1], **given)


@pytest.mark.parametrize(
    ("attack", "dice"),
    [
        ({"grip": True}, []),
        ({"grip": True, "grip_damage": True}, [4, 5]),
        ({"grip": True, "grip_damage": True, "drain": "FOR"}, [4, 5, 2]),
        ({"drain": "POU"}, [3]),
    ],
)
def test_a_turn_in_the_grip_repeats_what_the_attack_repeats(attack, dice):
    """OPS-CREAT-13, OPS-CREAT-09: no throw, no defence, no doubling."""
    hit = outcome("grip_turn", dice, creature=GHOUL, attack=attack, victim={"defender": SOLID})["hit"]
    assert hit["damage_taken"] == (9 if attack.get("grip_damage") else 0)
    assert hit.get("drain_amount") == (dice[-1] if "drain" in attack else None)
    assert "defence_roll" not in hit
    assert_odds_agree("grip_turn", creature=GHOUL, attack=attack, victim={"defender": SOLID})


def test_why_nothing_repeats_in_the_order_of_the_ledger():
    """Reasons of grip_turn."""
    dead = {"wound_level": "dead"}
    given = {
        "creature": {**GHOUL, **dead, "out_of_fight": True},
        "victim": {"defender": {**DAISY, **dead}},
        "attack": {},
    }
    for reason, change in (
        ("defender_dead", {"victim": {"defender": DAISY}}),
        ("dead", {"creature": {**GHOUL, "out_of_fight": True}}),
        ("out_of_fight", {"creature": {**GHOUL, "held": True}}),
        ("no_grip", {"attack": {"grip": True}}),
    ):
        assert outcome("grip_turn", **given) == {"refused": True, "reason": reason}
        given |= change
    assert outcome("grip_turn", **given)["refused"] is False


# ---- turns ----


def wound(damage, level):
    return {"damage": damage, "level": level, "location": "none"}


def test_every_wound_grows_back_and_is_graded_again():
    """OPS-CREAT-15: SB 18, five points a turn; the creature's level is the worst that is left."""
    hurt = {**GHOUL, "regeneration": 5, "wound_level": "grave", "wounds": [wound(20, "grave"), wound(4, "superficial")]}
    result = outcome("creature_turn", creature=hurt)
    assert result == {
        "refused": False,
        "wounds": [wound(15, "light")],
        "wound_level": "light",
        "regenerated": True,
    }
    assert {one[0] for one in changes("creature_turn", creature=hurt)} == {"wounds", "wound_level"}


@pytest.mark.parametrize("more", [{"regeneration": 0}, {"regeneration": 5, "wounds": []}])
def test_nothing_grows_back_without_regeneration_or_wounds(more):
    hurt = {**GHOUL, "wound_level": "grave", "wounds": [wound(20, "grave")], **more}
    result = outcome("creature_turn", creature=hurt)
    assert (result["wound_level"], result["regenerated"]) == ("grave", False)
    assert changes("creature_turn", creature=hurt) == []


def test_the_dead_do_not_grow_back():
    """OPS-CREAT-15, refusal dead."""
    result = outcome("creature_turn", creature={**GHOUL, "regeneration": 5, "wound_level": "dead"})
    assert result == {"refused": True, "reason": "dead", "wounds": [], "wound_level": "dead", "regenerated": False}


@pytest.mark.parametrize(
    ("hp", "left", "grown"), [(10, 15, True), (16, 18, True), (18, 18, False), (None, 18, False), (30, 30, False)]
)
def test_a_total_of_points_grows_back_up_to_the_total(hp, left, grown):
    """OPS-CREAT-15 with creature_hp_pool."""
    beast = {**GHOUL, "regeneration": 5, "hp": hp}
    result = outcome("creature_turn", creature=beast, options={"creature_hp_pool": True})
    assert (result["hp_left"], result["regenerated"]) == (left, grown)


@given(
    damages=st.lists(st.integers(1, 60), max_size=6),
    regeneration=st.integers(0, 20),
)
def test_regeneration_never_makes_a_creature_worse(damages, regeneration):
    """OPS-CREAT-15."""
    levels = ("none", "superficial", "light", "grave", "dead")

    def level(damage):
        return 1 + (2 * damage >= 18) + (damage >= 18) + (damage >= 36)

    kept = [damage for damage in damages if level(damage) < 4]
    worst = levels[max((level(damage) for damage in kept), default=0)]
    hurt = {
        **GHOUL,
        "regeneration": regeneration,
        "wound_level": worst,
        "wounds": [wound(damage, levels[level(damage)]) for damage in kept],
    }
    result = outcome("creature_turn", creature=hurt)
    assert levels.index(result["wound_level"]) <= levels.index(worst)
    assert [one["damage"] for one in result["wounds"]] == [
        left for damage in kept if (left := damage - regeneration) > 0
    ]


# ---- odds ----

COARSE = (
    "name",
    "avoided",
    "damage_taken",
    "hit_level",
    "wound_level",
    "out_of_fight",
    "drain_amount",
    "collapse",
    "luck",
)


def coarsely(odds):
    """Victims without the throws that odds leave out unasked."""
    result = {}
    for key, part in odds.items():
        name = tuple(
            (field, tuple(tuple(pair for pair in one if pair[0] in COARSE) for one in value))
            if field == "hits"
            else (field, value)
            for field, value in key
        )
        result[name] = result.get(name, Fraction(0)) + part
    return result


def test_odds_of_an_area_attack_that_drains_are_those_of_every_face():
    """OPS-CREAT-09, OPS-CREAT-11: two victims, one of whom may avoid it; every face of every die typed."""
    given = {
        "creature": {"kind": "creature", "FOR": 1},
        "attack": {"area": True, "drain": "POU", "damage": "1D3", "add_bonus": False},
        "victims": [
            {"defender": {"name": "a", "sb": 4, "POU": 3, "no_pain": True}, "defends": False},
            {"defender": {"name": "b", "FOR": 2, "CON": 2, "DEX": 32, "no_pain": True}},
        ],
    }
    shown = every_outcome("creature_attack", given)
    assert sum(part for _, part in shown) == 1
    for by in (("outcome",), ("hits",), ("outcome", "hits")):
        assert coarsely(weighed("creature_attack", given, by)) == coarsely(told_apart(shown, by)), by


def test_odds_of_an_attack_with_a_con_test_are_those_of_every_face():
    """OPS-HLTH-03 after OPS-CREAT-09: grave wounds ask for CON, luck may answer."""
    given = {
        "creature": {"kind": "creature", "FOR": 1},
        "attack": {"drain": "FOR", "damage": "1D6", "add_bonus": False, "grip": True},
        "victims": [
            {
                "defender": {"name": "a", "FOR": 5, "CON": 5, "DEX": 31, "luck": 12},
                "luck_plan": {"max_shift": 2},
            }
        ],
    }
    shown = every_outcome("creature_attack", given)
    for by in (("outcome",), ("hits",)):
        assert coarsely(weighed("creature_attack", given, by)) == coarsely(told_apart(shown, by)), by


def test_odds_of_a_natural_attack_are_quick():
    """Warm within 50 ms; the limit is generous."""
    given = {"creature": GHOUL, "attack": {"area": True}, "victims": [{"defender": DAISY}]}
    odds = odds_of("operators", "creature_attack", given, by=("outcome", "hits"))
    assert sum(one.chance for one in odds) == 1
    assert spent(lambda: odds_of("operators", "creature_attack", given, by=("outcome", "hits"))) < 1


# --- the fate of one of several --------------------------------------------------------------------------------------


def several(count: int) -> dict:
    who = {"kind": "operator", "FOR": 12, "CON": 12, "DEX": 12, "POU": 12, "luck": 50}
    victims = [{"defender": {**who, "name": name}} for name in "ABC"[:count]]
    attack = {"name": "a", "damage": "2D6", "drain": "POU", "area": True}
    return {"creature": {"kind": "creature", "FOR": 20}, "attack": attack, "victims": victims}


def fates(given: dict, *paths: str) -> dict:
    odds = odds_of("operators", "creature_attack", given, by=paths)
    return {tuple(one.outcome.get(path) for path in paths): one.chance for one in odds}


def test_the_fate_of_one_of_several_is_told_by_their_name():
    """OPS-CREAT-11: whoever stands beside them changes nothing, and what is told of one is all of it."""
    alone = fates(several(1), "hits.A.hit_level", "hits.A.score_left")
    assert sum(alone.values()) == 1
    assert fates(several(3), "hits.A.hit_level", "hits.A.score_left") == alone
    whole = odds_of("operators", "creature_attack", several(1), by=("hits",))
    counted: dict = {}
    for one in whole:
        (hit,) = one.outcome["hits"]
        key = (hit["hit_level"], hit.get("score_left"))
        counted[key] = counted.get(key, 0) + one.chance
    assert counted == alone


def test_three_drained_victims_are_weighed_together_in_a_moment():
    """One throw for all of them: their fates hang together, and a hundred lines tell them (OPS-CREAT-09)."""
    paths = tuple(f"hits.{name}.hit_level" for name in "ABC")
    together = fates(several(3), *paths)
    alone = fates(several(1), "hits.A.hit_level")
    assert sum(together.values()) == 1
    assert together["none", "none", "none"] > alone["none",] ** 3  # a miss spares all at once
    assert sum(chance for key, chance in together.items() if key[0] == "grave") == alone["grave",]
    assert spent(lambda: fates(several(3), *paths)) < 0.5


# ---- individuals ----


@pytest.mark.parametrize(
    ("low", "high", "drawn"),
    [
        (10, 15, [10, 11, 12, 13, 14, 15]),
        ("mediocre", "high", [10, 11, 12, 13, 14, 15]),
        (15, 20, [15, 16, 17, 18, 19, 20]),
        (10, 20, [10, 12, 14, 16, 18, 20]),
        (10, 13, [10, 11, 11, 12, 12, 13]),
        (12, 12, [12] * 6),
        ("monstrous", "titanic", [40, 44, 48, 52, 56, 60]),
    ],
)
def test_a_range_is_drawn_from_its_low_end_to_its_high_one(low, high, drawn):
    """OPS-CREAT-03."""
    given = {"scores": {"INT": {"low": low, "high": high}}}
    for face in range(1, 7):
        outcome = do("operators", "creature_profile", given, dice=[face]).outcome
        assert outcome["scores"]["INT"] == drawn[face - 1]


def test_individuals_of_a_profile_differ_as_the_book_says():
    """OPS-CREAT-03, OPS-CREAT-04: Deep Ones, a die for each score; one that is named is not drawn."""
    drawn = do(
        "operators", "creature_profile", {"profile": "deep_one", "individual": True}, dice=[6, 1, 6, 1, 3]
    ).outcome
    assert drawn["scores"] == {"FOR": 20, "CON": 15, "DEX": 15, "INT": 10, "POU": 12}
    assert (drawn["sb"], drawn["damage_bonus"]) == (18, "1D6")
    named = {"profile": "deep_one", "individual": True, "scores": {"FOR": 16}}
    assert do("operators", "creature_profile", named, dice=[1, 1, 1, 1]).outcome["scores"]["FOR"] == 16
    assert do("operators", "creature_profile", {"profile": "ghoul", "individual": True}, dice=[]).outcome["sb"] == 15
    assert do("operators", "creature_profile", {"profile": "deep_one"}, dice=[]).outcome["scores"]["FOR"] == 15


def test_a_range_goes_upwards():
    """OPS-CREAT-03."""
    with pytest.raises(Refusal, match=r"scores.*high"):
        do("operators", "creature_profile", {"scores": {"INT": {"low": "high", "high": "mediocre"}}}, dice=[1])


@pytest.mark.parametrize(("sums", "level"), [(False, "superficial"), (True, "light")])
def test_a_grip_counts_what_it_has_done(sums, level):
    """OPS-HLTH-06: SB 12; four points before and three now are seven, one wound where the table sums them up."""
    grip = {"attack": {"grip": True, "grip_damage": True}, "victim": {"defender": DAISY}, "sum_so_far": 4}
    told = do("operators", "grip_turn", {**grip, "options": {"continuous_damage_sums": sums}}, dice=[3]).outcome
    assert (told["sum"], told["hit"]["hit_level"], told["hit"]["damage_taken"]) == (7, level, 3)


@pytest.mark.parametrize(("roll", "verdict"), [(11, "critical"), (12, "success")])
def test_a_victim_who_may_still_defend_knows_how_well_it_struck(roll, verdict):
    """OPS-CBT-12: whoever is asked before the blow lands is told what they would avoid."""
    given = {
        "creature": GHOUL,
        "victims": [{"defender": SOLID, "defends": False}],
        "attack": {"damage": "5", "add_bonus": False},
    }
    (waiting,) = BENCH.pauses("creature_attack", [roll], **given)
    assert (waiting.field, waiting.told) == ("defends", {"outcome": verdict})
