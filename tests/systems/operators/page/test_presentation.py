"""The death clock as it is drawn, whose hand says what the word beside it says; acts as house rules offer them."""

import msgspec
import pytest

from gardien.core.scene import Being, Scene
from gardien.core.system import find
from gardien.sheets.gauges import gauge_shown
from gardien.systems.operators.page.presentation import PRESENTATION
from gardien.web.pages.table.board import can_do

SYSTEM = find("operators")
BODY = {"FOR": 16, "CON": 16}
WOUNDS = [{"damage": 18, "level": "grave"}, {"damage": 9, "level": "light"}]


def dial(level: str):
    clock = next(one for one in PRESENTATION.gauges if one.kind == "clock")
    assert clock.dial is not None
    return clock.dial({**BODY, "wound_level": level, "wounds": WOUNDS}, {})


def test_the_worst_wound_is_the_hand_and_lesser_ones_are_older_hands():
    """OPS-HLTH-01: 18 of 16 lies past six o’clock, 9 past three."""
    assert dial("grave").hand == pytest.approx(6 + 4.5 * 2 / 16)
    assert dial("grave").older == (6 * 9 / 16,)


@pytest.mark.parametrize(
    ("level", "low", "high"), [("none", 0, 0), ("superficial", 0, 3), ("light", 3, 6), ("grave", 6, 12)]
)
def test_a_wound_that_heals_takes_the_hand_back(level, low, high):
    """OPS-HLTH-11: after a stage of recovery the damage that was written down no longer says where the hand is."""
    assert low <= dial(level).hand <= high
    assert all(hour < dial(level).hand for hour in dial(level).older)


def test_the_dead_are_at_twelve():
    assert dial("dead").hand == 12


@pytest.mark.parametrize(
    ("act", "option", "value"),
    [
        ("ptsd_roll", "ptsd_enabled", False),
        ("macabre", "macabre_shock", False),
        ("luck_test", "luck_enabled", False),
        ("luck_escape_death", "luck_enabled", False),
        ("assassinate", "assassination_enabled", False),
        ("salvage", "salvage_allowed", False),
        ("reload", "ammo_mode", "none"),
    ],
)
def test_what_the_house_rules_exclude_is_not_offered(act, option, value):
    """OPS-OPT-01: and is offered where they know it."""
    allowed = {"ptsd_enabled": True, "salvage_allowed": True}
    sheet = msgspec.to_builtins(SYSTEM.table_rules.beings["ready"]("ares", "fr"))
    sheet["weapons"] = [*sheet["weapons"], {"key": "knife", "name": "Couteau"}]
    assert can_do(SYSTEM, act, Being(sheet, {}, Scene(options=allowed)))
    assert not can_do(SYSTEM, act, Being(sheet, {}, Scene(options={**allowed, option: value})))


@pytest.mark.parametrize(("options", "most"), [({}, 50), ({"luck_cap": "cap_99"}, 99), ({"luck_cap": "none"}, 200)])
def test_luck_is_drawn_up_to_its_ceiling(options, most):
    """OPS-LUCK-07: on the page and on paper."""
    luck = next(one for one in PRESENTATION.gauges if one.field == "luck")
    shown = gauge_shown(luck, {"luck": 35, "luck_start": 50}, SYSTEM, "fr", options)
    assert shown is not None
    assert shown.high == most
    assert luck.ceiling is not None
    assert luck.ceiling({}, options) == 90


def test_a_weapon_that_a_throw_has_emptied_shows_no_rounds():
    """OPS-OPT-05, OPS-OPT-06: the form says what the rule says, whatever had been counted before."""
    rifle = {"name": "Fusil", "key": "assault_rifle", "rounds_left": 30}
    assert PRESENTATION.ammunition is not None
    assert [
        PRESENTATION.ammunition.told({"weapons": [{**rifle, "empty": empty}]}, "Fusil").partition(" ")[0]
        for empty in (False, True)
    ] == ["30", "0"]
