"""The outlook on a round is the round itself: the same odds, act by act and fighter by fighter, and the same bars."""

from fractions import Fraction
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from gardien.core.calling import odds_of
from gardien.core.fighting import Fighting, forecast_of
from gardien.core.system import find
from gardien.systems.yacdha.table.fight import bars, conditions
from gardien.systems.yacdha.table.forecast import round_forecast

ROUND = {
    "combatants": [
        {"id": "A", "action": "attack", "target": "B", "trauma_max": 5, "forced": True, "trauma": 2},
        {"id": "B", "kind": "npc", "action": "attack", "target": "A", "trauma_max": 2, "level": 1},
        {"id": "C", "action": "immobilise", "target": "D", "luck": 1, "trauma": 4, "use_luck_to_survive": True},
        {"id": "D", "kind": "npc", "action": "immobilise", "target": "C"},
        {"id": "E", "kind": "creature", "action": "attack", "target": "C", "trauma_max": 3, "level": 2},
        {"id": "F", "kind": "npc", "action": "flee"},
        {"id": "G", "kind": "npc", "action": "attack", "target": "F", "trauma_max": 2},
    ]
}


@pytest.mark.parametrize("who", "ABCDEFG")
def test_a_fate_is_what_the_whole_round_gives(who):
    fate = next(one for one in round_forecast(ROUND).fates if one.who == who)
    for field, odds in fate.fields.items():
        path = f"after.{who}.{field}"
        whole = {str(one.outcome[path]): one.chance for one in odds_of("yacdha", "combat_round", ROUND, by=(path,))}
        assert dict(odds) == whole


def test_an_act_says_what_it_meets_and_what_it_costs():
    """An attack answered by an attack meets a die; a forced die may strain; a grip against a grip is even."""
    acts = {one.actor: one for one in round_forecast(ROUND).acts}
    assert [acts[who].against for who in "ABCEG"] == ["die", "die", "grip", "nothing", "out_of_reach"]
    assert acts["A"].price == Fraction(5, 18)
    assert acts["B"].price == 0
    assert acts["C"].success == acts["D"].success == Fraction(15, 36)
    assert acts["E"].success == 1
    assert acts["G"].success == 0


def test_a_round_that_cannot_be_played_says_so():
    cut = {"combatants": [{"id": "A", "action": "flee", "can_flee": False}]}
    assert round_forecast(cut).refused == "flight_barred"


def test_a_game_without_an_outlook_of_its_own_still_tells_states_and_gauges():
    yacdha = find("yacdha")
    table_rules = replace(yacdha.table_rules, fighting=Fighting(round="combat_round", fighters="combatants"))
    plain = SimpleNamespace(
        key="yacdha", table_rules=table_rules, presentation=yacdha.presentation, procedure=yacdha.procedure
    )
    result = {one.who: one.fields for one in forecast_of(plain, ROUND).fates}
    own = {one.who: one.fields for one in round_forecast(ROUND).fates}
    assert {who: dict(fields["status"]) for who, fields in result.items()} == {
        who: dict(fields["status"]) for who, fields in own.items()
    }
    assert dict(result["A"]["trauma"]) == dict(own["A"]["trauma"])


def barred(fighter, round=1, **options):
    return {(bar.field, bar.value): bar.why for bar in bars(fighter, {"x": {}}, round, options)}


def test_what_cannot_be_declared_and_why():
    free = barred({"kind": "investigator", "luck": 1})
    assert free[("action", "escape")] == "not_held"
    assert ("action", "flee") not in free
    assert ("forced", "") not in free
    held = barred({"kind": "npc", "held_by": ["x"]}, 2)
    assert held[("action", "flee")] == "held"
    assert held[("action", "escape")] == "no_escape"
    assert held[("forced", "")] == "npc_forced"
    assert ("action", "escape") not in barred({"held_by": ["x"]}, 2, hold_escape=True)
    assert barred({"holding": "x"}, 2)[("action", "attack")] == "holding"
    assert ("action", "attack") not in barred({"holding": "x", "release": True}, 2)
    assert barred({"surprised": True})[("action", "dodge")] == "surprised"
    assert ("action", "dodge") not in barred({"surprised": True}, 2)
    assert barred({"can_flee": False})[("action", "flee")] == "flight_barred"
    assert barred({"luck": 0})[("use_luck_to_survive", "")] == "no_luck"
    assert bars({}, {"x": {"status": "fled"}}, 1, {})[1].why == "nobody_left"


def test_conditions_have_their_cause_and_their_time():
    result = conditions({"held_by": ["x"], "surprised": True, "status": "unconscious"}, 1)
    assert [(one.key, one.who, one.until) for one in result] == [
        ("held", ("x",), ""),
        ("surprised", (), "round"),
        ("unconscious", (), "fight"),
    ]
