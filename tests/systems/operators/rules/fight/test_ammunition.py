"""Rounds and magazines: counted strictly, by double parity, or not at all (OPT)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.fight.ammunition import Load
from systems.operators.dicebox import changes, outcome, picked, reasons, refused

STRICT, FREE = {"ammo_mode": "strict"}, {"ammo_mode": "none"}


@pytest.mark.parametrize(
    ("options", "action"),
    [
        ({}, False),
        ({"reload_costs_action": True}, True),
        (STRICT, True),
        ({**STRICT, "reload_costs_action": True}, True),
    ],
)
def test_a_fresh_magazine(options, action):
    """OPS-OPT-05, OPS-OPT-06: strictly counted it takes an action, by parity only where the table says so."""
    given = {"spare_magazines": 2, "magazine": 20, "options": options}
    assert outcome("reload", **given) == {
        "refused": False,
        "spare_magazines": 1,
        "rounds_left": 20,
        "empty": False,
        "action_used": action,
    }
    assert reasons("reload", **given) == [("spare_magazines", 1, "OPS-OPT-05")]
    assert changes("reload", **given) == [("spare_magazines", 2, 1, "")]


@pytest.mark.parametrize(
    ("spares", "options", "reason", "empty"),
    [
        (0, {}, "no_spare", True),
        (0, FREE, "no_spare", True),
        (3, FREE, "not_counted", False),
        (0, STRICT, "no_spare", True),
    ],
)
def test_why_nothing_is_reloaded(spares, options, reason, empty):
    """Reasons of reload, in the order of the ledger."""
    given = {"spare_magazines": spares, "options": options}
    assert outcome("reload", **given) == {"refused": True, "reason": reason, "spare_magazines": spares, "empty": empty}
    assert changes("reload", **given) == []


@pytest.mark.parametrize(
    ("changed", "regained"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 1), (5, 2), (6, 2), (7, 2), (8, 2), (9, 3), (10, 3)]
)
def test_about_three_magazines_in_ten_are_picked_up(changed, regained):
    """OPS-OPT-07: to the nearest, halves up."""
    result = outcome("salvage", magazines_changed=changed, options={"salvage_allowed": True})
    assert result == {"refused": False, "regained": regained}


def test_nothing_is_picked_up_where_the_table_does_not_have_it():
    """OPS-OPT-07, refusal option_off."""
    assert outcome("salvage", magazines_changed=10) == {"refused": True, "reason": "option_off", "regained": 0}
    assert reasons("salvage", magazines_changed=10) == [("reason", "option_off", "OPS-OPT-07")]


@pytest.mark.parametrize(
    ("procedure", "given", "field"),
    [
        ("reload", {}, "spare_magazines"),
        ("reload", {"spare_magazines": 21}, "spare_magazines"),
        ("reload", {"spare_magazines": 1, "magazine": 0}, "magazine"),
        ("salvage", {"magazines_changed": 51}, "magazines_changed"),
        ("salvage", {"magazines_changed": 5, "options": {"ammo_mode": "some"}}, "ammo_mode"),
    ],
)
def test_wrong_inputs_are_refused_with_their_field(procedure, given, field):
    assert refused(procedure, **given)[1] == field


@given(
    rounds=st.integers(0, 60),
    spares=st.integers(0, 5),
    burst=st.booleans(),
    parity=st.booleans(),
    mode=st.sampled_from(["strict", "parity", "none"]),
)
def test_what_one_shot_or_burst_leaves(rounds, spares, burst, parity, mode):
    """OPS-OPT-05, OPS-OPT-06: one round a shot and ten a burst, a magazine at double parity, or nothing at all."""
    options = Options(ammo_mode=mode)
    load = Load(spare_magazines=spares, rounds_left=rounds if mode == "strict" else None)
    fired = load.after_shot(burst, parity, options)
    if mode == "strict":
        assert fired.rounds == min(rounds, 10 if burst else 1)
        assert fired.load.rounds_left == rounds - fired.rounds
        assert fired.load.is_dry(options) == (fired.load.rounds_left == 0)
        assert fired.load.spare_magazines == spares
    elif mode == "parity" and burst and parity:
        assert fired.load.spare_magazines == max(0, spares - 1)
        assert fired.reload == (spares > 0)
        assert fired.load.is_dry(options) == (spares == 0)
    else:
        assert fired.load == load
        assert not fired.load.is_dry(options)


def test_every_double_and_every_fumble_changes_the_magazine():
    """OPS-OPT-06: exactly fifty throws in a hundred, all doubles and both fumbles among them."""
    given = {
        "attacker": {"DEX": 0},
        "defender": {"sb": 400},
        "weapon": "smg",
        "burst": True,
        "spare_magazines": 1,
    }
    due = {roll for roll in range(1, 101) if picked("attack_firearm", [roll], "reload", **given) == (True,)}
    assert due == {roll for roll in range(1, 101) if (roll // 10) % 2 == roll % 2}
    assert len(due) == 50
    assert {11, 22, 33, 44, 55, 66, 77, 88, 99, 100} <= due
