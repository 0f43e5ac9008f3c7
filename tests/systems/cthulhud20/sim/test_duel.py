"""Duels weighed side by side: the same as state by state, at full strength, and told how far they may be wrong."""

import random

import pytest
from msgspec.structs import replace

from gardien.core.interpreters.odds import replay_for
from gardien.core.system import find
from gardien.sim import duels, fights, masses
from gardien.sim.fights import FightOdds, fight_odds
from gardien.sim.masses import Block
from gardien.systems.cthulhud20.rules.fight.attack_wound import Blow
from gardien.systems.cthulhud20.rules.fight.state import NOT_ACTED
from gardien.systems.cthulhud20.sim.acts import Salvo, bear, plan_at
from gardien.systems.cthulhud20.sim.duel import Duel, coarse_shot
from gardien.systems.cthulhud20.sim.fighter_state import coarse_body, coarse_wound, entering
from gardien.systems.cthulhud20.sim.tactics import Act
from quick import spent
from systems.cthulhud20.fought import A, B, chosen, content, fight, silent, weighed

# ---- state by state, and side by side ----

FRAIL = {"pv_max": 4, "pf_max": 4}
PISTOL = {"weapons": [{"weapon": "r38", "loaded": 2, "spare": 1}, "knife"]}
FEW_SHOTS = {"pv_max": 2, "pf_max": 2}
CAREFUL = {"tactics": {"take_aim": True, "withdraw_at": "half"}}
BLOB = {"name": "B", "damage_mode": "traditional", "hp": 8, "heals": 1, "weapons": [], "attacks": []}


@pytest.mark.parametrize(
    ("one", "other", "options", "more"),
    [
        ({"pv_max": 5, "pf_max": 5}, {**B, "pv_max": 5, "pf_max": 5}, {}, {}),
        ({**FRAIL, "base_attack": [4, 1]}, B, {"auto_shock": True, "stabilise_all": True}, {"distance": 12}),
        ({**PISTOL, "base_attack": [6, 1]}, {**B, **FEW_SHOTS}, {"jams": True}, {"distance": 6}),
        ({**FRAIL, **PISTOL, **CAREFUL}, {**B, "surprised": True}, {}, {"distance": 18}),
        ({"pv_max": 2, "pf_max": 2}, {**B, "pv_max": 2, "pf_max": 2}, {}, {"alone": True}),
        ({**FRAIL, "weapons": ["knife"]}, BLOB, {}, {}),
        ({"san": 20}, {**B, "san_loss": {"failure": "1d10"}}, {}, {"sight": True}),
        ({"speed_m": 0}, {**B, "speed_m": 0}, {}, {"distance": 50}),
    ],
)
def test_a_duel_side_by_side_is_that_of_its_states(monkeypatch, one, other, options, more):
    """Whatever a turn knows of the other is told: the same fates as state by state, in the same rounds."""
    exact = weighed([{**A, **one}], [other], None, options, **more)
    monkeypatch.setattr(type(find("cthulhud20").fights), "explorable", lambda *_: False)
    solved = weighed([{**A, **one}], [other], None, options, **more)
    assert (exact.method != "simulated", solved.method) == (True, "solved")
    for known, result in zip(exact.fighters, solved.fighters, strict=True):
        assert result.statuses == pytest.approx(known.statuses, abs=1e-9)
    assert solved.sides == pytest.approx(exact.sides, abs=1e-9)
    assert solved.mean_rounds == pytest.approx(exact.mean_rounds, abs=1e-8)
    assert solved.rounds == pytest.approx(exact.rounds[: len(solved.rounds)], abs=1e-9)
    assert solved.unfinished == 0


@pytest.mark.parametrize(("where", "name", "value"), [(fights, "DUEL_SECONDS", -1), (masses, "MOST_HALVES", 5)])
def test_a_duel_that_takes_too_much_is_simulated(monkeypatch, where, name, value):
    monkeypatch.setattr(type(find("cthulhud20").fights), "explorable", lambda *_: False)
    monkeypatch.setattr(where, name, value)
    monkeypatch.setattr(fights, "DEFAULT_RUNS", 50)
    result = weighed([A], [B])
    assert (result.method, result.runs, result.error) == ("simulated", 50, 0)


def test_a_large_body_is_not_begun_with():
    many = find("cthulhud20").fights
    ghast = {"name": "G", "creature": "ghast"}
    assert many.duel(fight([WHOLE], [{**WHOLE, "name": "B"}])) is not None
    assert many.duel(fight([WHOLE], [ghast])) is None
    assert many.duel(fight([WHOLE], [{**WHOLE, "name": "B"}], alone=True)) is None
    assert many.duel(fight([WHOLE], [{"name": "S", "creature": "shoggoth"}])) is not None
    assert many.duel(fight([A], [{**B, "count": 2}])) is None


@pytest.mark.parametrize(("seconds", "method"), [(100, "solved"), (0, "simulated")])
def test_whoever_waits_is_told_all_there_is_time_for(monkeypatch, seconds, method):
    monkeypatch.setattr(type(find("cthulhud20").fights), "explorable", lambda *_: False)
    monkeypatch.setattr(fights, "QUICK_RUNS", 50)
    result = fight_odds(content([A], [B]), None, 7, silent, seconds)
    assert isinstance(result, FightOdds)
    assert result.method == method


# ---- at full strength ----

WHOLE = {**A, "pv_max": 10, "pf_max": 10, "weapons": [{"weapon": "r38", "spare": 2}]}


def test_two_whole_people_with_revolvers():
    """Every chance within the error told, as simulated, and nobody shoots at anybody for ever."""
    result: list[FightOdds] = []
    assert spent(lambda: result.append(weighed([WHOLE], [{**WHOLE, "name": "B"}], distance=6)), 1) < 5
    (duel,) = result
    assert (duel.method, duel.unfinished) == ("solved", 0)
    assert duel.error == duels.SPARE
    total = sum(duel.sides.values()) + duel.nobody + duel.undecided
    assert 1 - duel.error <= total <= 1 + duel.error
    assert duel.sides["us"] == pytest.approx(duel.sides["them"], abs=duel.error)
    runs = 400
    drawn = weighed([WHOLE], [{**WHOLE, "name": "B"}], runs, distance=6)
    for known, other in zip(duel.fighters, drawn.fighters, strict=True):
        for status, chance in known.statuses.items():
            assert abs(other.statuses.get(status, 0) - chance) <= 5 * (chance / runs) ** 0.5 + 1 / runs


def test_a_duel_too_large_is_rougher_and_says_so(monkeypatch):
    """What is let go on the way is no more than the error told."""
    exact = weighed([A], [B])
    monkeypatch.setattr(type(find("cthulhud20").fights), "explorable", lambda *_: False)
    monkeypatch.setattr(duels, "ROOM", 0)
    rough = weighed([A], [B])
    assert duels.SPARE < rough.error <= duels.ROUGHLY
    for known, result in zip(exact.fighters, rough.fighters, strict=True):
        assert result.statuses == pytest.approx(known.statuses, abs=rough.error)
    assert 1 - sum(rough.sides.values()) - rough.nobody - rough.undecided <= rough.error + 1e-12


def test_what_is_let_go_is_counted():
    import numpy as np

    mass = np.outer(0.5 ** np.arange(40), 0.7 ** np.arange(30))
    frames = {0: {(False, 0, 0): Block(np.arange(40), np.arange(30), mass)}}
    lost = duels.let_go(frames, 0.01, 0.01)
    left = sum(block.mass.sum() for block in frames[0].values())
    assert 0 < mass.sum() - left <= lost + 1e-12
    assert lost <= 0.01


# ---- what is weighed once for many ----

AIMING = NOT_ACTED.taken_aim("", "", 0)
ZONES = ("head", "torso", "abdomen", "right_arm", "left_arm", "right_leg", "left_leg")


@pytest.mark.parametrize(
    ("options", "more"),
    [
        ({}, {}),
        ({"stabilise_all": True}, {"distance": 12}),
        ({"pf_floor_zero": True}, {"alone": True}),
    ],
)
def test_a_blow_on_a_bare_body_is_borne_by_the_whole_one(options, more):
    """CD20-GB-08 reads nothing of a body but its points and its faint save: wounds and parts are laid on it again."""
    made, source = fight([{**WHOLE, "weapons": ["knife"]}], [B], options, **more), random.Random(4)
    duel, keeping, whole = Duel(made), made.keeping[0], entering(made.profiles[0], made.keeping[0], made.options)
    for _ in range(150):
        parts = source.sample(ZONES, source.choice((0, 0, 1, 2)))
        pv = source.randint(1, 10)
        body = replace(
            whole.body,
            pv=pv,
            pf=source.randint(1, pv),
            prone=source.random() < 0.3,
            shock=source.choice(("none", "partial", "skip")),
            wounds=tuple(
                coarse_wound(one, "human") for one in source.choices(("critical", "grave"), k=source.randint(0, 2))
            ),
            hampered_parts=tuple(parts[:1]),
            lost_parts=tuple(one for one in parts[1:] if "_" in one),
        )
        one = replace(whole, body=coarse_body(body, keeping), fight=source.choice((NOT_ACTED, AIMING)), loads=())
        blow = Blow(
            zone=source.choice([zone for zone in ZONES if zone not in body.lost_parts]),
            gb=source.randint(0, 20),
            pf_only=source.random() < 0.2,
            shock=source.choice(("none", "none", "shock", "violent")),
        )
        half = duel._half(0, one)
        known: dict[int, float] = {}
        weights = replay_for().odds_of_rule(bear, (Salvo(body=one.body, hp=None), blow, keeping, made.options))
        for salvo, ways in weights.pairs:
            after = duel._half(0, replace(one, body=salvo.body, fight=NOT_ACTED if salvo.hurt else one.fight))
            known[after] = known.get(after, 0.0) + ways / weights.total
        result: dict[int, float] = {}
        for after, chance in duel.blow_odds(0, half, duel._meaning(0, blow)):
            result[after] = result.get(after, 0.0) + chance
        assert result == pytest.approx(known)


@pytest.mark.parametrize("weapon", ["r38", "knife"])
@pytest.mark.parametrize("parts", [(), ("head",), ("abdomen", "right_leg")])
def test_all_that_weighs_on_an_attacker_is_one_sum(weapon, parts):
    """CD20-ATT-01: whoever is tired, hurt or on the ground attacks as somebody fresh with the same malus."""
    made = fight([{**WHOLE, "weapons": [weapon]}], [B], distance=1.5)
    whole = entering(made.profiles[0], made.keeping[0], made.options)
    for pf in (10, 5, 1):
        body = replace(whole.body, pf=pf, prone=weapon == "r38", hampered_parts=parts)
        result = chosen(made, 0, body=body)
        assert isinstance(result, Act)
        for shot in result.given.shots:
            fresh = coarse_shot(shot)
            assert fresh.attacker.hampered_parts == ()
            assert plan_at(fresh, result.given.target, made.options) == plan_at(shot, result.given.target, made.options)
