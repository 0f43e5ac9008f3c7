"""Who is in a state to attack, and how often (ATK, HEALTH, TEMP)."""

from random import Random

import pytest

from gardien.core.calling import do
from gardien.core.errors import Refusal
from systems.brute import Bench

bench = Bench("d20d100")

BODIES = [
    ({"pv": -1}, 0, "D100-HEALTH-06"),
    ({"pv": -10}, 0, "D100-HEALTH-06"),
    ({"pv": 0, "is_pc": False}, 0, "D100-HEALTH-02"),
    ({"pv": 4, "temp_damage": 5}, 0, "D100-TEMP-02"),
    ({"pv": 4, "temp_damage": 4}, 1, "D100-ATK-07"),
    ({"pv": 0}, 1, "D100-ATK-07"),
    ({"pv": 4, "temp_damage": 3}, 2, ""),
    (None, 2, ""),
]
FIRED = {
    "attack": (1, {"attack": 3}),
    "opportunity_attack": (1, {"attack": 3}),
    "short_burst": (1, {"attack": 3, "burst_size": 3, "recoil": 2, "damage": "1d4"}),
    "attack_sequence": (2, {"series": [6, 1]}),
    "multiple_fire": (2, {"base_series": [6], "mode": "double", "recoil": 2}),
    "burst": (2, {"series": [6, 1], "recoil": 2, "damage": "1d4", "targets": [{"name": "A"}], "jams": False}),
    "charge": (2, {"distance": 6}),
    "disarm": (1, {"attacker_attack": 3, "holder_attack": 3}),
    "start_grapple": (1, {"lutte": 3, "opponent_lutte": 3}),
    "grapple_manoeuvre": (1, {"manoeuvre": "push", "lutte": 3, "opponent_lutte": 3}),
    "silent_hold": (1, {"lutte": 3, "opponent_lutte": 3}),
    "sneak_attack": (2, {"stealth_modifier": 3, "listen_modifier": 3}),
    "coup_de_grace": (2, {"damage": "1d6", "target": {"pv": 4}}),
}


@pytest.mark.parametrize("procedure", FIRED)
@pytest.mark.parametrize(("body", "actions", "rule"), BODIES)
def test_nobody_attacks_more_than_their_body_lets_them(procedure, body, actions, rule):
    """D100-ATK-07, D100-HEALTH-02, D100-HEALTH-06, D100-TEMP-02: none for the senseless, one for the staggered."""
    needed, given = FIRED[procedure]
    attacker = {} if body is None else {"attacker": {"pv_max": 4, **body}}
    if needed <= actions:
        assert do("d20d100", procedure, {**given, **attacker}, generator=Random(1)).outcome
        return
    with pytest.raises(Refusal) as no:
        do("d20d100", procedure, {**given, **attacker}, generator=Random(1))
    told = (no.value.id, no.value.field, no.value.rule)
    assert told == ("act/one_action" if actions else "act/unable", "attacker", rule)


def test_one_of_several_attacks_is_left_to_the_staggered():
    """D100-ATK-07."""
    attacker = {"pv": 4, "pv_max": 4, "temp_damage": 4}
    assert bench.outcome("attack_sequence", [2], series=[6], attacker=attacker)["hits"] == 0
