"""Falls, collisions, burning clothes (ENV-03, P-ENV-01, P-ENV-02, P-ENV-03)."""

from collections import defaultdict
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.calling import odds_of
from gardien.systems.cthulhud20.rules.dangers.falls import fall_damage
from systems.brute import Bench
from systems.cthulhud20.naive import BONUS, Told, wounded, zone_of
from systems.worked import assert_contains, by_id, examples

bench = Bench("cthulhud20")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused
MINE = ("fall", "collision", "extinguish")
WHOLE = {"options": {"locate_falls": False}}


@pytest.mark.parametrize("example", [one for one in examples("cthulhud20") if one.procedure in MINE], ids=by_id)
def test_the_worked_examples_come_out(example):
    assert_contains(outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- falls ----


def rest(bonus: int, face: int = 1) -> list[int]:
    """The dice after the d10 of a blow on the whole body that nobody faints of."""
    return [face, 100] if 3 <= bonus + face <= 15 else [face]


@pytest.mark.parametrize(
    ("height", "most", "bonus"),
    [
        (1.5, 3, 0),
        (2.9, 3, 0),
        (3, 6, 1),
        (5.9, 6, 1),
        (6, 12, 3),
        (9, 18, 5),
        (12, 24, 7),
        (15, 30, 8),
        (59.9, 114, 8),
        (60, 120, 8),
        (1000, 120, 8),
    ],
)
def test_the_table_of_falls_cell_by_cell(height, most, bonus):
    """CD20-P-ENV-01: six for each full three metres, twenty dice at most."""
    fields = ("harmless", "max_damage", "bonus", "effective_height_m", "gb")
    assert picked("fall", rest(bonus), *fields, height_m=height, **WHOLE) == (False, most, bonus, height, bonus + 1)


@pytest.mark.parametrize("height", [0, 0.5, 1.49])
def test_a_low_fall_is_harmless(height):
    """CD20-P-ENV-01: no die, no wound, only the state as it was."""
    result = outcome("fall", height_m=height, victim={"pf": 5})
    assert (result["harmless"], result["pf"], result["state"]) == (True, 5, "ok")
    assert not {"max_damage", "bonus", "d10", "zone", "severity", "shock"} & set(result)


@pytest.mark.parametrize(
    ("soft", "die", "effective"),
    [(False, 9, 7), (False, 10, 4), (True, 9, 4), (True, 10, 1)],
)
def test_soft_ground_and_a_good_landing(soft, die, effective):
    """CD20-P-ENV-01: three metres each, and both may count; fatigue weighs on the body."""
    victim = {"dex": 14, "skill_ranks": {"tumble": 4}, "pf": 6}
    dice = [die] if effective < 1.5 else [die, 1, 60, *([100] if effective >= 6 else [])]
    result = outcome("fall", dice, height_m=7, soft_ground=soft, skill="tumble", victim=victim)
    assert (result["skill_total"], result["skill_success"]) == (die + 5, die == 10)
    assert result["effective_height_m"] == effective


def test_a_fall_never_ends_above_where_it_began():
    assert picked("fall", [20], "effective_height_m", "harmless", height_m=2, soft_ground=True, skill="jump") == (
        0,
        True,
    )


def test_who_may_tumble():
    """CD20-P-CHECK-01: Tumble needs training, unless a bonus speaks for itself; anybody can jump."""
    assert outcome("fall", height_m=4, skill="tumble") == {"refused": "untrained"}
    assert outcome("fall", [15], height_m=4, skill="tumble", bonus=0)["harmless"] is True
    assert outcome("fall", [15], height_m=4, skill="jump")["harmless"] is True
    assert outcome("fall", height_m=4, skill="tumble", victim={"pv": 0}) == {"refused": "dead"}


def test_where_a_fall_is_felt():
    """CD20-ENV-03: located by default, by a house rule not; the Keeper may say otherwise each time."""
    assert picked("fall", [4, 3, 100], "zone", "gb", height_m=6) == ("head", 11)
    assert picked("fall", [4, 100], "zone", "gb", height_m=6, **WHOLE) == ("whole_body", 7)
    assert picked("fall", [4, 100], "zone", height_m=6, located=False) == ("whole_body",)
    assert picked("fall", [4, 10, 100], "zone", "pf_loss_zone", height_m=6, located=True, **WHOLE) == ("torso", 1)


def test_sixteen_is_mortal_where_life_sits():
    """CD20-ENV-03: the head dies of it, a leg is lost, a body that is not located dies."""
    assert picked("fall", [8, 10], "severity", "state", height_m=30) == ("mortal", "dead")
    assert picked("fall", [8, 60, 100], "severity", "lost_parts", height_m=30) == ("critical", ["right_leg"])
    assert picked("fall", [8], "severity", height_m=30, **WHOLE) == ("mortal",)


def test_a_fall_may_shake():
    result = outcome("fall", [1, 60], height_m=3, shock="violent", victim={"name": "Paul"})
    assert (result["shock"], result["prone"], result["pf"]) == ("violent", True, 6)
    dice = bench.answer("fall", [10, 4, 60, 100], height_m=9, skill="jump", victim={"name": "Paul"}).dice
    assert [(one.label, one.purpose, one.who) for one in dice] == [
        ("d20", "jump", "Paul"),
        ("d10", "cause", "Paul"),
        ("d100", "location", "Paul"),
        ("d100", "stabilisation", "Paul"),
    ]


def test_what_a_fall_changes():
    assert [one[0] for one in bench.changes("fall", [4, 60, 100], height_m=6)] == ["pv", "pf", "wounds"]
    assert bench.changes("fall", height_m=1) == []
    assert refused("fall") == ("field/missing", "height_m")
    assert refused("fall", height_m=-1)[1] == "height_m"
    assert refused("fall", height_m=3, skill="climb") == ("field/one_of", "skill")


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10_000))
def test_more_height_never_hurts_less(tenths):
    """CD20-P-ENV-01: and a length is what is written, so that 8.9 stays below 9."""
    low, high = fall_damage(tenths / 10), fall_damage((tenths + 1) / 10)
    assert low <= high <= 120
    assert high == (0 if tenths + 1 < 15 else 3 if tenths + 1 < 30 else min(120, 6 * ((tenths + 1) // 30)))


def counted(bonus: int, body: dict[str, int]) -> dict[Told, Fraction]:
    """Every d10 and every d100 of a located impact."""
    result: dict[Told, Fraction] = defaultdict(Fraction)
    for ten in range(1, 11):
        for face in range(1, 101):
            zone = zone_of(face)
            for told, chance in wounded(zone, bonus + ten + BONUS.get(zone, 0), **body).items():
                result[told] += chance / 1000
    return dict(result)


BY = ("zone", "severity", "pf_loss", "pv_loss", "state")


def told_odds(procedure: str, scene: dict) -> dict[Told, Fraction]:
    odds = odds_of("cthulhud20", procedure, scene, by=BY)
    return {tuple(one.outcome.get(name) for name in BY): one.chance for one in odds}


@pytest.mark.parametrize(("height", "bonus"), [(2, 0), (6, 3), (20, 8)])
@pytest.mark.parametrize("body", [{"pv": 8, "pf": 8, "fort": 0}, {"pv": 3, "pf": 4, "fort": 2}])
def test_the_whole_distribution_of_a_fall_counted_by_hand(height, bonus, body):
    """CD20-ENV-03."""
    victim = {**body, "pv_max": 8, "pf_max": body["pf"]}
    assert told_odds("fall", {"height_m": height, "victim": victim}) == counted(bonus, body)


def test_odds_of_a_landing():
    """Half the time five metres are two, and then the whole body feels a little."""
    scene = {"height_m": 5, "skill": "jump", "bonus": 4, "soft_ground": True, "victim": {"pf": 2, "tables": "zombie"}}
    bench.assert_odds_agree("fall", **scene, located=False)
    body = {"pv": 8, "pf": 8, "fort": 0}
    result = told_odds("fall", {"height_m": 6, "skill": "jump", "bonus": 4})
    mixed: dict[Told, Fraction] = defaultdict(Fraction)
    for bonus in (1, 3):
        for told, chance in counted(bonus, body).items():
            mixed[told] += chance / 2
    assert result == mixed


# ---- collisions ----


@pytest.mark.parametrize(
    ("speed", "most", "bonus"),
    [
        (15, 6, 1),
        (29, 6, 1),
        (30, 12, 3),
        (45, 18, 5),
        (60, 24, 7),
        (75, 30, 8),
        (299, 114, 8),
        (300, 120, 8),
        (999, 120, 8),
    ],
)
def test_the_table_of_collisions_cell_by_cell(speed, most, bonus):
    """CD20-P-ENV-02: six for each full fifteen kilometres an hour, twenty dice at most, half of it behind a belt."""
    fields = ("harmless", "max_damage", "bonus", "effective_speed_kmh")
    assert picked("collision", rest(bonus), *fields, speed_kmh=speed, **WHOLE) == (False, most, bonus, speed)
    result = outcome("collision", rest(min(8, max(0, (most // 2 - 1) // 3))), speed_kmh=speed, protected=True, **WHOLE)
    assert result["max_damage"] == most // 2


@pytest.mark.parametrize("speed", [0, 14])
def test_a_slow_collision_is_harmless(speed):
    result = outcome("collision", speed_kmh=speed, shock="violent")
    assert (result["harmless"], result["pf"], "gb" in result, "shock" in result) == (True, 8, False, False)


def test_the_driver_may_brake():
    """CD20-P-ENV-02: Drive against 15, fifteen kilometres an hour less; it is the driver’s own skill and fatigue."""
    driver = {"name": "Ann", "dex": 14, "skill_ranks": {"drive": 3}, "pf": 6}
    scene = {"speed_kmh": 29, "brake": True, "driver": driver, "victim": {"name": "Paul"}}
    result = bench.answer("collision", [11], **scene)
    assert (result.outcome["drive_total"], result.outcome["drive_success"]) == (15, True)
    assert (result.outcome["effective_speed_kmh"], result.outcome["harmless"]) == (14, True)
    assert [(one.purpose, one.who) for one in result.dice] == [("drive", "Ann")]
    failed = outcome("collision", [10, 1, 60], **scene)
    assert (failed["drive_success"], failed["effective_speed_kmh"], failed["max_damage"]) == (False, 29, 6)
    assert picked("collision", [15], "effective_speed_kmh", speed_kmh=7, brake=True, bonus=0) == (0,)
    assert "drive_total" not in outcome("collision", speed_kmh=10, driver=driver)


def test_where_a_collision_is_felt():
    """CD20-ENV-03."""
    assert picked("collision", [4, 3, 100], "zone", "gb", speed_kmh=30) == ("head", 11)
    assert picked("collision", [4, 100], "zone", speed_kmh=30, located=False) == ("whole_body",)
    assert picked("collision", [4, 100], "zone", speed_kmh=30, **WHOLE) == ("whole_body",)
    assert outcome("collision", speed_kmh=90, victim={"pv": -2}) == {"refused": "dead"}
    assert refused("collision") == ("field/missing", "speed_kmh")


def test_odds_of_a_collision():
    body = {"pv": 3, "pf": 4, "fort": 2}
    victim = {**body, "pv_max": 8, "pf_max": 4}
    assert told_odds("collision", {"speed_kmh": 40, "victim": victim, "protected": True}) == counted(1, body)
    bench.assert_odds_agree("collision", speed_kmh=20, brake=True, bonus=3, located=False, victim={"tables": "zombie"})


# ---- burning clothes ----


@pytest.mark.parametrize(
    ("victim", "scene", "bonus"),
    [
        ({"ref": 2}, {}, 2),
        ({"ref": 2}, {"helped": True}, 6),
        ({"dex": 16, "pf": 4}, {}, 1),
        ({"conditions": ["shaken"]}, {"modifier": 1}, -1),
        ({"hampered_parts": ["whole_body"]}, {}, -2),
        ({"pf": 0}, {"helped": True}, -1),
    ],
)
def test_putting_out_burning_clothes(victim, scene, bonus):
    """CD20-P-ENV-03: Reflexes against 15, four more with help; 1 and 20 as in every save."""
    fields = ("total", "dc", "extinguished")
    for die in (1, 14 - bonus, 15 - bonus, 20):
        expected = die == 20 or (die > 1 and die + bonus >= 15)
        if 1 <= die <= 20:
            assert picked("extinguish", [die], *fields, victim=victim, **scene) == (die + bonus, 15, expected)


def test_nobody_puts_out_the_dead():
    assert refused("extinguish", victim={"pv": 0}) == ("field/not_allowed", "victim")
    bench.assert_odds_agree("extinguish", victim={"ref": 3}, helped=True)
    assert bench.chance("extinguish", "extinguished", victim={"ref": 3}) == Fraction(9, 20)
