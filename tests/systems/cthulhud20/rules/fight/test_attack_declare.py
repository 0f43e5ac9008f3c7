"""What an attack reckons with before its die: lethality, distance, zones, Power Attack, fire modes (LETH, AIM, GUN)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.systems.cthulhud20.rules.fight.attack_declare import can_aim
from gardien.systems.cthulhud20.vocabulary import HUMAN
from systems.brute import Bench
from systems.cthulhud20.ledger import by_key, number, span
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("lethality", "range_malus", "aim_zone", "locate", "power_attack", "volley_bonuses")


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- lethality ----


@pytest.mark.parametrize("most", range(1, 31))
def test_every_highest_damage_has_its_bonus(most):
    """CD20-LETH-01: three points a step, eight at most."""
    assert outcome("lethality", weapon={"max_damage": most})["lethality"] == min(8, (most - 1) // 3)


def test_a_critical_profile_counts_once_and_above_the_ceiling():
    """CD20-LETH-02: a multiplier, a threat range, or both."""
    for profile in ({"critical_multiplier": 3}, {"threat_from": 19}, {"critical_multiplier": 4, "threat_from": 18}):
        weapon = {"max_damage": 40, **profile}
        assert picked("lethality", [], "base_bonus", "critical_bonus", "lethality", weapon=weapon) == (8, 1, 9)


def test_shot_spreads_and_barrels_add_up():
    """CD20-P-GUN-04: not below 0 before both barrels; slugs hold together."""
    fields = ("spread_malus", "lethality")
    assert picked("lethality", [], *fields, weapon="sg12", distance_m=18) == (-2, 3)
    assert picked("lethality", [], *fields, weapon="sg12", distance_m=90, both_barrels=True) == (-10, 2)
    assert picked("lethality", [], *fields, weapon="sg12", distance_m=90, slug=True) == (0, 5)
    told = bench.answer("lethality", weapon="sg12", distance_m=90, both_barrels=True).steps[-1]
    assert (told.rule, told.parts) == ("CD20-P-GUN-04", (("base_bonus", 5), ("spread_malus", -10), ("both_barrels", 2)))


def test_a_lethality_that_is_written_stands():
    """CD20-P-WEAP-01: whatever the damage says."""
    assert outcome("lethality", weapon={"lethality": 3, "max_damage": 20})["lethality"] == 3
    told = bench.answer("lethality", weapon={"lethality": 3, "max_damage": 20}).steps[-1]
    assert told.parts == (("weapon", 3),)


def test_strength_in_the_damage_is_a_house_rule():
    """CD20-LETH-04: of hand and thrown weapons."""
    house = {"options": {"strength_in_lethality": True}, "str": 18}
    assert outcome("lethality", weapon="club", **house)["max_damage"] == 10
    assert outcome("lethality", weapon="m21", **house)["max_damage"] == 20
    assert outcome("lethality", weapon="club", str=18)["max_damage"] == 6


def test_weapons_must_exist():
    assert refused("lethality", weapon="railgun") == ("field/one_of", "weapon")
    assert refused("lethality") == ("field/missing", "weapon")


# ---- distance ----

DISTANCES = by_key(
    """
    112.4 | true  | 0  | 0
    112.5 | true  | 1  | −2
    225   | true  | 2  | −4
    280   | true  | 2  | −4
    337.5 | true  | 3  | −6
    280   | false | 3  | −6
    749.9 | false | 9  | −18
    """.strip("\n ")
)


@pytest.mark.parametrize(("metres", "far", "steps", "malus"), DISTANCES)
def test_the_distances_of_the_m21(metres, far, steps, malus):
    """CD20-P-RANGE-01, CD20-ATT-05: as the proposal prints them."""
    result = outcome("range_malus", weapon="m21", distance_m=float(metres), far_shot=far == "true")
    assert (result["increments"], result["range_malus"], result["in_range"]) == (int(steps), number(malus), True)


@pytest.mark.parametrize(
    ("scene", "increment", "malus", "in_range"),
    [
        ({"weapon": "m21", "distance_m": 750}, 75, 0, False),
        ({"weapon": "rock", "distance_m": 14.9}, 3, -8, True),
        ({"weapon": "rock", "distance_m": 15}, 3, 0, False),
        ({"weapon": "rock", "distance_m": 15, "far_shot": True}, 6, -4, True),
        ({"weapon": "knife", "distance_m": 7, "thrown": True}, 3, -4, True),
        ({"weapon": "knife", "distance_m": 7}, 0, 0, True),
        ({"weapon": "sg12", "distance_m": 27}, 9, -3, True),
        ({"weapon": "sg12", "distance_m": 27, "slug": True}, 9, -6, True),
        ({"increment_m": 3, "distance_m": 15, "thrown": True}, 3, 0, False),
        ({"increment_m": 3, "distance_m": 15}, 3, -10, True),
        ({"weapon": "m21", "increment_m": 90, "distance_m": 180}, 90, -4, True),
    ],
)
def test_shots_throws_and_shot(scene, increment, malus, in_range):
    """CD20-P-RANGE-01, CD20-P-GUN-04: ten increments, five when thrown; shot pays half."""
    result = outcome("range_malus", **scene)
    assert (result["effective_increment_m"], result["range_malus"], result["in_range"]) == (increment, malus, in_range)


def test_a_distance_needs_an_increment():
    assert refused("range_malus", distance_m=20) == ("field/missing", "increment_m")
    assert refused("range_malus", distance_m=20, weapon="railgun") == ("field/one_of", "weapon")


# ---- zones ----

AIMS = by_key(
    """
    head      | −10 | one    | head 1
    torso     | −8  | one    | torso 1
    right_arm | −9  | one    | right_arm 1
    left_arm  | −9  | one    | left_arm 1
    abdomen   | −9  | one    | abdomen 1
    right_leg | −7  | one    | right_leg 1
    left_leg  | −7  | one    | left_leg 1
    upper     | −5  | 1–40   | head 5, torso 15, right_arm 10, left_arm 10
    middle    | −5  | 6–50   | torso 15, right_arm 10, left_arm 10, abdomen 10
    lower     | −3  | 41–100 | abdomen 10, right_leg 25, left_leg 25
    legs      | −4  | 51–100 | right_leg 25, left_leg 25
    none      | 0   | 1–100  | head 5, torso 15, right_arm 10, left_arm 10, abdomen 10, right_leg 25, left_leg 25
    """.strip("\n ")
)


def cells(text: str) -> dict[str, int]:
    return {zone: int(count) for zone, count in (one.split() for one in text.split(", "))}


@pytest.mark.parametrize(("aim", "malus", "part", "zones"), AIMS)
def test_every_aim_has_its_malus_and_its_part_of_the_table(aim, malus, part, zones):
    """CD20-AIM-02, CD20-AIM-04, CD20-LOC-01, cell by cell."""
    result, counted = outcome("aim_zone", aim=aim), cells(zones)
    assert (result["aim_malus"], result["location_rolled"]) == (number(malus), part != "one")
    assert (result.get("d100_from"), result.get("d100_to")) == ((None, None) if part == "one" else span(part))
    assert result["zones_possible"] == list(counted)
    total = sum(counted.values())
    assert result["chances"] == {zone: str(Fraction(count, total)) for zone, count in counted.items()}


def test_a_part_that_is_gone_cannot_be_aimed_at():
    """CD20-AIM-02, CD20-LOC-02: what is left of a group shares its chances."""
    assert refused("aim_zone", aim="left_leg", lost_parts=["left_leg"]) == ("field/not_allowed", "aim")
    assert refused("aim_zone", aim="legs", lost_parts=["left_leg", "right_leg"]) == ("field/not_allowed", "aim")
    assert refused("aim_zone", aim="none", lost_parts=["tendrils"]) == ("field/one_of", "lost_parts")
    result = outcome("aim_zone", aim="lower", lost_parts=["left_leg"])
    assert result["chances"] == {"abdomen": "2/7", "right_leg": "5/7"}
    assert not can_aim("head", "mi_go")
    assert can_aim("head", "zombie")
    assert not can_aim("none", "human", HUMAN)


LOCATIONS = by_key(
    """
    head      | 1–5    | +4 | 0 | vital
    torso     | 6–20   | +3 | 1 | vital
    right_arm | 21–30  | 0  | 0 | limb
    left_arm  | 31–40  | 0  | 0 | limb
    abdomen   | 41–50  | +1 | 1 | vital
    right_leg | 51–75  | 0  | 0 | limb
    left_leg  | 76–100 | 0  | 0 | limb
    """.strip("\n ")
)


@pytest.mark.parametrize(("zone", "faces", "bonus", "extra", "kind"), LOCATIONS)
def test_every_face_of_the_location_table(zone, faces, bonus, extra, kind):
    """CD20-LOC-01, CD20-GB-02, CD20-GB-03: a hundred faces."""
    first, last = span(faces)
    for face in range(first, last + 1):
        assert outcome("locate", [face]) == {
            "zone": zone,
            "roll": face,
            "rerolls": 0,
            "zone_bonus": number(bonus),
            "extra_pf_loss": int(extra),
            "vital": kind == "vital",
        }


def test_zones_of_other_bodies():
    """CD20-CREA-03, CD20-P-CREA-04: no bonus on a zombie, its extra PF by a house rule; wings."""
    fields = ("zone", "zone_bonus", "extra_pf_loss", "vital")
    assert picked("locate", [10], *fields, tables="zombie") == ("torso", 0, 0, False)
    kept = {"zombie_keep_extra_pf": True}
    assert picked("locate", [10], *fields, tables="zombie", options=kept) == ("torso", 0, 1, False)
    assert picked("locate", [33], *fields, tables="winged_human") == ("right_wing", 0, 0, False)
    assert picked("locate", [30], *fields, tables="mi_go") == ("thorax", 2, 0, True)
    assert refused("locate", tables="mi_go", aim="upper") == ("field/not_allowed", "aim")
    assert refused("locate", tables="mi_go", lost_parts=["head"]) == ("field/one_of", "lost_parts")


@pytest.mark.parametrize("aim", ["none", "upper", "middle", "lower", "legs"])
def test_the_odds_of_a_location_are_its_cells(aim):
    """CD20-AIM-04: throws that do not count change nothing."""
    row = next(one.values for one in AIMS if one.values[0] == aim)
    counted = cells(row[3])
    for zone, count in counted.items():
        assert bench.chance("locate", "zone", zone, aim=aim) == Fraction(count, sum(counted.values()))
    assert bench.chance("locate", "roll", 60, aim=aim) == (Fraction(1, sum(counted.values())) if "leg" in row[3] else 0)
    assert refused_odds(aim) == "odds/no_end"


def refused_odds(aim: str) -> str:
    from gardien.core.calling import odds_of
    from gardien.core.errors import Refusal

    with pytest.raises(Refusal) as caught:
        odds_of("cthulhud20", "locate", {"aim": aim}, by=("rerolls",))
    return caught.value.id


def test_odds_and_every_face_agree():
    bench.assert_odds_agree("aim_zone", aim="upper")
    shown = bench.every_outcome("locate", {"tables": "cone"})
    for zone in {one["zone"] for one, _ in shown}:
        assert bench.chance("locate", "zone", zone, tables="cone") == sum(
            chance for one, chance in shown if one["zone"] == zone
        )


# ---- Power Attack ----


@pytest.mark.parametrize(("malus", "gain"), [(1, 1), (2, 3), (3, 4), (4, 6), (5, 7), (6, 9)])
def test_what_power_gives(malus, gain):
    """CD20-FEAT-06, CD20-GEN-02: one and a half times, rounded down."""
    result = outcome("power_attack", malus=malus, base_attack=[6, 1])
    assert result == {"allowed": True, "attack_malus": -malus, "gb_bonus": gain}


@pytest.mark.parametrize(
    ("malus", "base", "ranged", "reason"),
    [
        (0, [3], True, "too_small"),
        (4, [3], True, "above_base_attack"),
        (3, [3], True, "melee_only"),
        (1, [0], False, "above_base_attack"),
    ],
)
def test_power_that_is_refused(malus, base, ranged, reason):
    """CD20-FEAT-06: the first reason that applies."""
    result = outcome("power_attack", malus=malus, base_attack=base, ranged=ranged)
    assert result == {"allowed": False, "reason": reason, "attack_malus": 0, "gb_bonus": 0}


# ---- several attacks of one turn ----


@pytest.mark.parametrize(
    ("scene", "bonuses", "malus", "rounds"),
    [
        ({}, [6, 1], 0, 2),
        ({"aimed": True}, [8, 1], 0, 2),
        ({"fire_mode": "multifire"}, [2, 2, -3], -4, 6),
        ({"fire_mode": "autofire"}, [0, 0, 0, -5], -6, 12),
        ({"rapid_shot": True, "feats": ["rapid_shot"]}, [4, 4, -1], -2, 3),
        ({"fire_mode": "autofire", "rapid_shot": True, "feats": ["rapid_shot"]}, [-2, -2, -2, -2, -7], -8, 15),
        ({"fire_mode": "multifire", "feats": ["multishot"]}, [4, 4, -1], -2, 6),
        ({"fire_mode": "autofire", "feats": ["multishot"]}, [2, 2, 2, -3], -4, 12),
        ({"feats": ["multishot"]}, [6, 1], 0, 2),
        ({"rate": 1}, [6], 0, 1),
        ({"rounds_loaded": 1}, [6], 0, 1),
        ({"rounds_loaded": 0}, [], 0, 0),
        ({"fire_mode": "multifire", "rounds_loaded": 5, "rate": 3}, [2, 2], -4, 4),
        ({"other_bonus": 4}, [10, 5], 0, 2),
    ],
)
def test_the_attacks_of_a_turn(scene, bonuses, malus, rounds):
    """CD20-ATT-03, CD20-AIM-01, CD20-P-GUN-01, CD20-P-GUN-02, CD20-P-FEAT-01: modes, feats, rate and magazine."""
    result = outcome("volley_bonuses", base_attack=[6, 1], **scene)
    assert result == {
        "bonuses": bonuses,
        "attacks": len(bonuses),
        "malus": malus,
        "ammunition_used": rounds,
    }


def test_rapid_shot_is_a_feat():
    """CD20-P-FEAT-01."""
    assert refused("volley_bonuses", base_attack=[6], rapid_shot=True) == ("field/not_allowed", "rapid_shot")
    assert refused("volley_bonuses", base_attack=[6], feats=["flying"]) == ("field/one_of", "feats")


@given(
    st.lists(st.integers(-5, 20), min_size=1, max_size=4),
    st.sampled_from(["semi", "multifire", "autofire"]),
    st.booleans(),
    st.integers(0, 5),
    st.one_of(st.none(), st.integers(0, 30)),
)
def test_a_volley_never_takes_more_than_it_has(base, mode, rapid, rate, loaded):
    """CD20-P-GUN-02: the extra attacks come first, at the highest base number."""
    scene = {"base_attack": base, "fire_mode": mode, "rapid_shot": rapid, "feats": ["rapid_shot"], "rate": rate}
    result = outcome("volley_bonuses", rounds_loaded=loaded, **scene)
    each = {"semi": 1, "multifire": 2, "autofire": 3}[mode]
    assert result["ammunition_used"] == each * result["attacks"]
    assert loaded is None or result["ammunition_used"] <= loaded
    assert not rate or result["attacks"] <= rate
    whole = [base[0]] * (each - 1 + rapid) + base
    assert result["bonuses"] == [one + result["malus"] for one in whole[: result["attacks"]]]
