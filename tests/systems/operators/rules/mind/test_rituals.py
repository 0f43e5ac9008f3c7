"""Rituals: learned from books, paid for in SAN (MAG)."""

import pytest

from gardien.core.errors import Refusal
from gardien.systems.operators.pack import table
from systems.operators.every_face import act, assert_counted, changed, fallen, told

ANGLES = {"tome": "treatise_angles", "ritual": "open_gate"}
FACES = {"1D3": [2], "1D6": [4], "1D10": [7], "2D10": [7, 6], "1D100": [30]}


def test_a_ritual_is_learned_by_a_difficult_test_of_int_in_a_week():
    """OPS-MAG-01: INT 14 is 42; an advantage makes it 70."""
    assert told("learn_ritual", [42], INT=14, **ANGLES) == {
        "refused": False,
        "final_difficulty": "difficult",
        "target": 42,
        "roll": 42,
        "outcome": "success",
        "learned": True,
        "weeks": 1,
        "luck": 0,
    }
    failed = told("learn_ritual", [43], INT=14, **ANGLES)
    assert (failed["learned"], failed["weeks"]) == (False, 1)
    helped = told("learn_ritual", [70], INT=14, advantage=True, **ANGLES)
    assert (helped["final_difficulty"], helped["target"], helped["learned"]) == ("standard", 70, True)


def test_luck_may_help_a_student():
    """OPS-LUCK-02."""
    plan = {"max_shift": 5}
    assert changed("learn_ritual", [45], INT=14, luck=10, luck_plan=plan, **ANGLES) == [("luck", 10, 7, "")]


def test_a_book_teaches_only_what_it_holds():
    """OPS-MAG-01: every book against every ritual."""
    for tome in table("tomes", "tome"):
        for ritual in table("rituals", "ritual"):
            given = {"INT": 14, "luck": 3, "tome": tome.key, "ritual": ritual.key}
            if ritual.key in tome.teaches:
                assert told("learn_ritual", [1], **given)["learned"]
            else:
                refused = {"refused": True, "reason": "not_taught", "learned": False, "luck": 3}
                assert told("learn_ritual", [], **given) == refused


@pytest.mark.parametrize(("field", "wrong"), [("tome", "necronomicon"), ("ritual", "fireball"), ("tome", "")])
def test_unknown_books_and_rituals_are_refused(field, wrong):
    with pytest.raises(Refusal) as caught:
        act("learn_ritual", [], INT=14, **{**ANGLES, field: wrong})
    assert (caught.value.id, caught.value.field) == ("field/one_of", field)


@pytest.mark.parametrize("ritual", table("rituals", "ritual"), ids=lambda row: row.key)
def test_every_ritual_has_its_cost_and_its_test(ritual):
    """OPS-MAG-03, OPS-MAG-05: the SAN is lost whether the test of POU succeeds or not."""
    cost = FACES[ritual.cost]
    caster = {"name": "Eve", "POU": 14, "san": 60}
    if ritual.effect_test == "none":
        outcome = told("cast_ritual", cost, caster=caster, ritual=ritual.key)
        assert outcome["effect"]
        assert "outcome" not in outcome
        return
    target = {"standard": 70, "difficult": 42}[ritual.effect_test]
    for face, works in ((target, True), (target + 1, False)):
        outcome = told("cast_ritual", [*cost, face], caster=caster, ritual=ritual.key)
        assert (outcome["loss"], outcome["san"], outcome["san_test"]) == (sum(cost), 60 - sum(cost), False)
        assert (outcome["final_difficulty"], outcome["target"]) == (ritual.effect_test, target)
        assert (outcome["effect"], outcome["cast_this_scene"]) == (works, True)


def test_a_ritual_of_ones_own_has_the_cost_and_the_test_that_are_said():
    """OPS-MAG-06, OPS-MAG-03: nothing said is 1D3 and no test; what is said goes before the list."""
    assert fallen("cast_ritual", [3]) == [("d3", "san_loss")]
    assert fallen("cast_ritual", [50, 9], cost="1D100", effect_test="standard", caster={"san": 90}) == [
        ("d100", "san_loss"),
        ("d100", ""),
    ]
    assert fallen("cast_ritual", [3], ritual="open_gate", cost="1D3", effect_test="none") == [("d3", "san_loss")]
    with pytest.raises(Refusal) as caught:
        act("cast_ritual", [], ritual="fireball")
    assert (caught.value.id, caught.value.field) == ("field/one_of", "ritual")


def test_casting_changes_the_caster():
    """OPS-MAG-03, OPS-MAG-04."""
    caster = {"name": "Eve", "san": 60, "luck": 20, "POU": 14}
    given = {"caster": caster, "ritual": "veil", "luck_plan": {"max_shift": 10}}
    assert changed("cast_ritual", [4, 75], **given) == [
        ("san", 60, 56, "Eve"),
        ("cast_this_scene", False, True, "Eve"),
        ("luck", 20, 15, "Eve"),
    ]


def test_casting_is_an_action():
    """OPS-MAG-05, OPS-HLTH-04: extreme with a grave wound, eased by an advantage."""
    hurt = {"POU": 14, "san": 60, "wound_level": "grave"}
    assert told("cast_ritual", [4, 14], caster=hurt, ritual="veil")["target"] == 14
    eased = told("cast_ritual", [4, 14], caster=hurt, ritual="veil", advantage=True)
    assert (eased["final_difficulty"], eased["target"]) == ("difficult", 42)
    dulled = {**hurt, "stabilised": True, "painkiller": True}
    assert told("cast_ritual", [4, 14], caster=dulled, ritual="veil")["final_difficulty"] == "standard"
    sure = told("cast_ritual", [4], caster={"POU": 14, "san": 60}, ritual="veil", advantage=True)
    assert (sure["final_difficulty"], sure["outcome"], sure["effect"]) == ("automatic", "automatic", True)


def test_the_last_san_still_pays_for_the_effect():
    """OPS-SAN-05: the effect is resolved, then madness is permanent."""
    outcome = told(
        "cast_ritual", [6, 70], caster={"POU": 14, "san": 5}, ritual="veil", options={"ritual_san_test": True}
    )
    assert (outcome["loss"], outcome["san"], outcome["madness"]) == (6, 0, "permanent")
    assert (outcome["san_test"], outcome["effect"]) == (False, True)


def test_a_table_may_ask_casters_for_a_test_of_san():
    """OPS-MAG-03: a failure is a crisis; who is in one is not asked again."""
    options = {"ritual_san_test": True}
    caster = {"POU": 14, "san": 60, "madness": "indefinite"}
    mad = told("cast_ritual", [4, 57, 70], caster=caster, ritual="veil", options=options)
    assert (mad["san_test"], mad["san_target"], mad["san_roll"]) == (True, 56, 57)
    assert (mad["madness"], mad["lasting_madness"], mad["effect"]) == ("temporary", True, True)
    held = told("cast_ritual", [4, 56, 71], caster=caster, ritual="veil", options=options)
    assert (held["madness"], held["effect"], held["outcome"]) == ("indefinite", False, "failure")
    crisis = told("cast_ritual", [4, 70], caster={**caster, "madness": "temporary"}, ritual="veil", options=options)
    assert (crisis["san_test"], crisis["madness"]) == (False, "temporary")


@pytest.mark.parametrize(
    ("caster", "available", "reason"),
    [
        ({"cast_this_scene": True, "madness": "permanent"}, False, "already_cast"),
        ({"madness": "permanent", "wound_level": "dead"}, False, "not_available"),
        ({"madness": "permanent", "wound_level": "dead"}, True, "permanently_mad"),
        ({"wound_level": "dead", "out_of_fight": True}, True, "dead"),
        ({"out_of_fight": True, "held": True}, True, "out_of_fight"),
        ({"held": True, "helpless": True}, True, "held"),
        ({"helpless": True}, True, "helpless"),
    ],
)
def test_who_cannot_cast(caster, available, reason):
    """OPS-MAG-04, OPS-SAN-05: each reason before the next, and nothing changes."""
    answer = act("cast_ritual", [], caster={"san": 60, "si": 50, "luck": 4, **caster}, available=available)
    assert answer.outcome == {
        "refused": True,
        "reason": reason,
        "san": 60,
        "san_max": 50,
        "madness": caster.get("madness", "none"),
        "lasting_madness": False,
        "effect": False,
        "cast_this_scene": caster.get("cast_this_scene", False),
        "luck": 4,
    }
    assert answer.changes == ()


def test_the_odds_of_rituals_are_those_of_their_dice():
    """OPS-MAG-03, OPS-MAG-05: every face of cost, mind and effect."""
    given = {"caster": {"POU": 14, "san": 3}, "cost": "1D3", "effect_test": "difficult"}
    assert_counted("cast_ritual", given, ("effect", "san", "madness"), ("outcome",), ("roll",))
    tested = {"caster": {"POU": 14, "san": 40}, "cost": "1D3", "options": {"ritual_san_test": True}}
    assert_counted("cast_ritual", tested, ("san", "madness"), ("san_roll",))
    assert_counted("learn_ritual", {"INT": 14, **ANGLES}, ("learned",), ("outcome",), ("roll",))
