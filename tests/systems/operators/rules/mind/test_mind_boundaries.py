"""Corners of the mind that no other file walks into (SAN)."""

from typing import Any

import pytest

from gardien.core.chance import call
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.interpreters.typed import typed
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.sim.scenarios import Facing, MissionGiven, PlannedShock, Witness, go_through, level_of
from systems.operators.dicebox import answer, changes, outcome, reasons


def test_what_is_won_is_written_on_the_sheet() -> None:
    """OPS-SAN-10: and nothing is written where nothing was won."""
    assert changes("san_gain", [3], san=50, victory="minor") == [("san", 50, 53, "")]
    assert changes("san_gain", [3], san=100, victory="minor") == []


def test_a_tome_that_breaks_the_mind_says_so() -> None:
    """OPS-SAN-05, OPS-SAN-08: at 0 the madness is permanent, and only then is it spoken of."""
    lost = [("si", 3, "OPS-SAN-08"), ("san_max", 97, "OPS-SAN-01")]
    assert reasons("read_tome", [3], san=30) == [*lost, ("san", 27, "OPS-SAN-08")]
    broken = [*lost, ("san", 0, "OPS-SAN-08"), ("madness", "permanent", "OPS-SAN-05")]
    assert reasons("read_tome", [3], san=3) == broken


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ({"already_read": True}, ("reason", "already_read", "OPS-SAN-08")),
        ({"madness": "permanent"}, ("reason", "permanently_mad", "OPS-SAN-05")),
    ],
)
def test_why_a_tome_is_not_read(state: dict[str, object], told: tuple[str, str, str]) -> None:
    """OPS-SAN-05, OPS-SAN-08."""
    assert reasons("read_tome", san=30, **state) == [told]


@pytest.mark.parametrize(
    ("dice", "san", "told"),
    [
        ([20, 3], 30, [("san", 33, "OPS-SAN-11"), ("madness", "none", "OPS-SAN-11")]),
        ([60], 30, []),
        ([99, 3], 30, [("san", 27, "OPS-SAN-11")]),
        ([99, 3], 3, [("san", 0, "OPS-SAN-11"), ("madness", "permanent", "OPS-SAN-05")]),
    ],
)
def test_what_a_month_of_treatment_did(dice: list[int], san: int, told: list[tuple[str, object, str]]) -> None:
    """OPS-SAN-05, OPS-SAN-11: cured, unchanged, worse, or broken for good."""
    result = reasons("treat_madness", dice, san=san, madness="indefinite")
    assert [one for one in result if one[0] in ("san", "madness")] == told


@pytest.mark.parametrize(("madness", "rule"), [("permanent", "OPS-SAN-05"), ("none", "OPS-SAN-11")])
def test_why_nobody_is_treated(madness: str, rule: str) -> None:
    """OPS-SAN-05, OPS-SAN-11."""
    ((label, _, told),) = reasons("treat_madness", san=30, madness=madness)
    assert (label, told) == ("reason", rule)


def test_lore_that_leaves_no_room_for_sanity() -> None:
    """OPS-SAN-01: with all the lore there is nothing is left to lose."""
    result = outcome("san_gain", [3], san=0, si=100, victory="minor")
    assert (result["san_max"], result["san"]) == (0, 0)


def test_a_tome_may_teach_nothing_by_itself() -> None:
    """OPS-SAN-08: where Contrôle gives the lore by hand, it stays what it was."""
    result = outcome("read_tome", [3], san=50, options={"lore_gain": "manual"})
    assert (result["si"], result["si_gain"], result["san"]) == (0, 0, 47)


@pytest.mark.parametrize(
    ("face", "lasting", "told"),
    [
        (20, False, ("madness", "none", "OPS-SAN-04")),
        (20, True, ("madness", "indefinite", "OPS-SAN-07")),
        (90, True, ("madness", "indefinite", "OPS-SAN-04")),
        (90, False, ("madness", "indefinite", "OPS-SAN-04")),
    ],
)
def test_an_older_madness_lies_under_the_crisis(face: int, lasting: bool, told: tuple[str, str, str]) -> None:
    """OPS-SAN-04, OPS-SAN-07: whoever recovers falls back into it."""
    mind = {"name": "A", "san": 50, "madness": "temporary", "lasting_madness": lasting}
    assert reasons("end_scene", [face], characters=[mind])[-1] == told


def test_the_shock_after_the_mission_is_told_as_its_result() -> None:
    """OPS-SAN-12, OPS-SAN-03, OPS-SAN-04: the first test, then the second."""
    result = reasons("ptsd_roll", [2, 90, 20], san=50, options={"ptsd_enabled": True})
    assert ("outcome", "temporary", "OPS-SAN-03") in result
    assert result[-1] == ("madness", "none", "OPS-SAN-04")


def test_the_throws_before_an_entity_are_told() -> None:
    """OPS-ENT-02, OPS-SAN-03."""
    result = outcome("entity_sight", [30, 90], san=50)
    assert (result["loss"], result["san_target"], result["san_roll"]) == (30, 20, 90)


@pytest.mark.parametrize(
    ("state", "refused"),
    [({"hardened": True}, False), ({"madness": "permanent"}, True), ({"options": {"macabre_shock": False}}, True)],
)
def test_whoever_is_spared_keeps_everything(state: dict[str, object], refused: bool) -> None:
    """OPS-SAN-13: SAN, its ceiling, the luck."""
    result = outcome("macabre", san=50, si=7, luck=30, shock="minor", **state)
    assert (result["refused"], result["san"], result["san_max"], result["luck"]) == (refused, 50, 93, 30)


BEINGS = [row for table in ("creature", "npc") for row in pack.table("profiles", table)]


@pytest.mark.parametrize("row", BEINGS, ids=lambda row: row.key)
def test_a_line_that_names_a_being_is_as_bad_as_the_being(row: Any) -> None:
    """OPS-CREAT-06, OPS-SAN-02: by its whole name; a matriarch is no common ghoul, beasts are minor."""
    level = "minor" if row.shock == "none" else row.shock
    assert [level_of(f"Plus loin, {name}, debout.") for name in (row.fr, row.en)] == [level, level]


def test_two_who_go_on_a_mission_have_two_names() -> None:
    """OPS-SAN-02."""
    file = {"scene": [], "character": [{"name": "Ares", "san": 50}, {"name": "Ares", "san": 60}]}
    with pytest.raises(Refusal) as caught:
        parse(MissionGiven, file)
    assert (caught.value.id, caught.value.field) == ("field/twice", "character")


def test_no_name_is_given_where_one_mind_is_shaken() -> None:
    """OPS-SAN-01: SAN above its ceiling is lowered first, and nobody asks whose it is."""
    result = answer("san_shock", [2, 50], san=100, si=20, shock="minor")
    assert [(one.label, one.value, one.who) for one in result.steps][:2] == [("san", 80, ""), ("san", 78, "")]


def after(*dice: int, planned: tuple[PlannedShock | None, ...], options: Any = None, **who: Any) -> Facing:
    """A mind after these shocks and ends of scenes, with these dice."""
    witness = parse(Witness, {"name": "Ares", "san": 50, **who})
    result: Facing = typed(call(go_through, witness, planned, parse(Options, options or {})), list(dice)).outcome
    return result


EERIE, GORE = PlannedShock(level="minor", source="goule"), PlannedShock(level="minor", natural=True)


@pytest.mark.parametrize(
    ("dice", "planned", "who", "left"),
    [
        ((), (), {}, (50, "none", False, ())),
        ((), (), {"san": 90, "si": 20, "madness": "indefinite"}, (80, "indefinite", False, ())),
        ((), (), {"madness": "temporary", "lasting_madness": True}, (50, "temporary", True, ())),
        ((2, 20), (EERIE,), {}, (48, "none", False, ("goule",))),
        ((2, 90), (EERIE,), {}, (48, "temporary", False, ("goule",))),
        ((2, 90), (EERIE,), {"madness": "indefinite"}, (48, "temporary", True, ("goule",))),
        ((2, 20), (EERIE, EERIE), {}, (48, "none", False, ("goule",))),
        ((2, 20, 3, 20), (EERIE, None, EERIE), {}, (45, "none", False, ("goule",))),
        ((2, 90), (GORE,), {}, (48, "temporary", False, ())),
        ((2, 90), (GORE,), {"madness": "indefinite"}, (48, "temporary", True, ())),
        ((2, 20, 3, 20), (EERIE, GORE, EERIE), {}, (45, "none", False, ("goule",))),
        ((), (GORE,), {"hardened": True}, (50, "none", False, ())),
        ((2, 90, 20), (GORE, None), {}, (48, "none", False, ())),
        ((2, 90, 90), (EERIE, None), {}, (48, "indefinite", False, ())),
        ((2, 90, 20), (EERIE, None), {"madness": "indefinite"}, (48, "indefinite", False, ())),
        ((3,), (EERIE, EERIE, None), {"san": 3}, (0, "permanent", False, ())),
    ],
)
def test_shock_by_shock_a_mind_goes_through_a_mission(
    dice: tuple[int, ...], planned: tuple[PlannedShock | None, ...], who: dict[str, Any], left: tuple[Any, ...]
) -> None:
    """OPS-SAN-02 to OPS-SAN-07, OPS-SAN-13: loss, crisis, end of the scene; what was seen is forgotten with it."""
    result = after(*dice, planned=planned, **who)
    assert (result.san, result.madness, result.lasting, result.seen) == left


@pytest.mark.parametrize(
    ("state", "marks"),
    [
        (Facing(50, "none", False), set()),
        (Facing(50, "temporary", False), {"temporary"}),
        (Facing(50, "temporary", True), {"temporary", "indefinite"}),
        (Facing(0, "permanent", False), {"permanent"}),
    ],
)
def test_which_madness_holds(state: Facing, marks: set[str]) -> None:
    """OPS-SAN-07."""
    assert state.marks == marks
