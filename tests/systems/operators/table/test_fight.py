"""What the page of a fight offers: acts that are open, acts that are struck and why, states, places on a line."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.core.scene import Being
from gardien.core.system import find
from gardien.shared.line import STANDS
from gardien.systems.operators.table.fight import FIGHTING, STEPS, bars, conditions, turns_between, zone_between

SYSTEM = find("operators")
ARES: dict[str, Any] = msgspec.to_builtins(SYSTEM.table_rules.beings["ready"]("ares", "fr")) | {"side": "allies"}
FOE = {"kind": "npc", "side": "foes", STANDS: 0}
ATTACKS = {"attack_firearm", "attack_melee", "attack_thrown", "hold", "throw_explosive"}


def struck(fighter: dict[str, Any], *others: dict[str, Any], **options: Any) -> dict[str, str]:
    """Acts that are struck, with their reasons; the senseless ones have none."""
    return {bar.value: bar.why for bar in bars(Being(fighter, {}), dict(enumerate(others)), 1, options)}  # type: ignore[arg-type]


def guns(**loaded: Any) -> dict[str, Any]:
    return {**ARES, "weapons": [{"name": "x", "key": "assault_rifle", "rounds_left": None, **loaded}]}


FULL = {"spare_magazines": 2, "empty": False}


def test_whoever_is_free_may_attack():
    result = struck(ARES, FOE)
    assert not ATTACKS & set(result)
    assert "take_cover" not in result


def test_the_surprised_do_all_but_attack():
    """OPS-CBT-04."""
    result = struck({**ARES, "surprised": True}, FOE)
    assert {act for act, why in result.items() if why == "surprised"} >= ATTACKS | {"assassinate"}
    assert "take_cover" not in result


def test_the_held_only_struggle_and_the_helpless_do_nothing():
    """OPS-CBT-15, M-03."""
    result = struck({**ARES, "held": True}, FOE)
    assert {act for act, why in result.items() if why == "held"} >= ATTACKS | {"take_cover", "first_aid", "reload"}
    assert "break_free" not in result
    assert struck({**ARES, "helpless": True}, FOE)["break_free"] == "helpless"


@pytest.mark.parametrize(
    ("loaded", "mode", "expected"),
    [
        (FULL, "parity", {}),
        ({"spare_magazines": 0, "empty": True}, "parity", {"attack_firearm": "empty", "reload": "no_spare"}),
        ({**FULL, "rounds_left": 0}, "strict", {"attack_firearm": "empty"}),
        ({**FULL, "rounds_left": 0}, "parity", {}),
        ({"spare_magazines": 0, "empty": True}, "none", {"reload": ""}),
    ],
)
def test_an_empty_weapon_is_loaded_again_where_magazines_are_counted(loaded, mode, expected):
    """OPS-OPT-05, OPS-OPT-06."""
    result = struck(guns(**loaded), FOE, ammo_mode=mode)
    assert {act: why for act, why in result.items() if act in ("attack_firearm", "reload")} == expected


def test_hand_to_hand_needs_an_enemy_in_the_same_zone():
    """OPS-CBT-06, OPS-CBT-16: a friend is not enough."""
    assert struck(ARES, {**FOE, STANDS: 60}, {**FOE, "side": "allies"})["attack_melee"] == "nobody_near"
    assert struck(ARES, {**FOE, "wound_level": "dead"})["hold"] == "nobody_near"
    assert "attack_melee" not in struck(ARES, {**FOE, STANDS: 25})


def test_first_aid_needs_a_wound_that_can_get_worse():
    """OPS-HLTH-09."""
    assert struck(ARES, FOE)["first_aid"] == "nobody_hurt"
    assert "first_aid" not in struck(ARES, {**FOE, "wound_level": "light"})
    assert struck(ARES, {**FOE, "wound_level": "light", "stabilised": True})["first_aid"] == "nobody_hurt"


def test_what_makes_no_sense_is_not_named():
    """OPS-OPT-08, OPS-MAG-04."""
    assert struck(ARES, FOE)["cast_ritual"] == ""
    assert struck({**ARES, "rituals": ["x"], "cast_this_scene": True}, FOE)["cast_ritual"] == "already_cast"
    assert (
        struck({**ARES, "kind": "npc", "devices": []}, FOE).items()
        >= {"assassinate": "", "throw_explosive": ""}.items()
    )
    assert struck(ARES, FOE, assassination_enabled=False)["assassinate"] == ""


def test_every_reason_and_state_has_words():
    held, mad = {**ARES, "held": True}, {**ARES, "madness": "indefinite", "in_assault": True, "protecting": True}
    empty, far = guns(spare_magazines=0, empty=True), {"x": Being({**FOE, STANDS: 90}, {})}
    for bar in (*bars(Being(held, {}), {}, 1, {}), *bars(Being(empty, {}), far, 1, {})):
        assert not bar.why or SYSTEM.terms.entry("bar", bar.why), bar
        assert not bar.rule or bar.rule in SYSTEM.reference, bar
    graver = {
        **ARES,
        "wound_level": "grave",
        "surprised": True,
        "helpless": True,
        "exposed": True,
        "madness": "temporary",
    }
    for one in (held, mad, graver, {**graver, "stabilised": True, "painkiller": True}, {**ARES, "wound_level": "dead"}):
        for condition in conditions(Being(one, {}), 1):
            assert SYSTEM.terms.entry("condition", condition.key), condition
    for name in (*FIGHTING.circumstances, "defends"):
        assert SYSTEM.terms.field(name), name


@given(here=st.integers(-2000, 2000), way=st.sampled_from((-1, 1)))
def test_a_step_puts_somebody_into_the_zone_it_says(here, way):
    """OPS-CBT-16: the same from either end."""
    for zone, step in enumerate(STEPS):
        one, other = {STANDS: here}, {STANDS: here + way * step}
        assert zone_between(one, other) == zone_between(other, one) == zone


def test_how_long_it_takes_to_change_zone():
    """OPS-CBT-17."""
    assert [turns_between(near, near + 1) for near in range(3)] == [1, 3, 10]
    assert turns_between(3, 0) == 14
