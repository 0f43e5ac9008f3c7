"""Fights from a script: who acts, who reacts, what a turn costs (INIT-01, TURN-01 to 05, REA-08)."""

import pytest

from gardien.core.calling import prepare
from gardien.core.errors import Refusal
from gardien.core.interpreters.typed import typed
from gardien.core.telling import tell
from quick import spent
from systems.brute import told_apart
from systems.organique.fighting import BENCH, END, STRIKE, STUN, A, B, C, events, fought, free
from systems.worked import assert_contains, by_id, examples

MINE = [one for one in examples("organique") if one.procedure == "play_fight"]


@pytest.mark.parametrize("example", MINE, ids=by_id)
def test_the_source(example):
    assert_contains(BENCH.outcome(example.procedure, example.dice, **example.given), example.expect)


# ---- the order ----


def test_initiative_is_thrown_unless_it_is_known():  # ORG-INIT-01
    asked = {"combatants": [A, B], "script": [STRIKE]}
    assert BENCH.outcome("play_fight", [3, 9, 10], **asked)["order"] == ["B", "A"]
    assert BENCH.outcome("play_fight", [10], **asked, order=["A", "B"])["order"] == ["A", "B"]
    purposes = [purpose for _, purpose in BENCH.thrown("play_fight", [3, 9, 10], **asked)]
    assert purposes == ["initiative", "initiative", "strike"]


def test_poison_and_its_saves_are_told_turn_by_turn():  # ORG-POI-03, ORG-SYM-17
    sick = {"name": "A", "doses": [{"poison": "blade_poison"}]}
    (report,) = fought([20, 20], END, people=(sick, B))["turns"]
    assert {name: (one["bs"], sorted(one["saves"])) for name, one in report["ticks"].items()} == {
        "A": (1, ["shock", "vomiting"])
    }
    asked = {"combatants": [sick, B], "order": ["A", "B"], "script": [END]}
    prepared = prepare("organique", "play_fight", asked)
    told = " ".join(tell(prepared, typed(prepared.request(), [20, 20]), "fr"))
    assert "Poison dans le sang d’A" in told
    assert "contre les vomissements" in told


def test_poison_strikes_in_order_of_initiative():  # ORG-TURN-05
    sick = [{"name": name, "doses": [{"poison": "blade_poison"}]} for name in "AB"]
    result = BENCH.answer("play_fight", [20] * 4, combatants=sick, order=["B", "A"], script=[END])
    assert [one.who for one in result.dice] == ["B", "B", "A", "A"]


# ---- one action, one reaction ----


def test_one_action_a_turn():  # ORG-TURN-01
    lines = [STRIKE, STRIKE, END, STRIKE]
    assert events([5, 5], *lines) == [(False, None), (True, "no_action"), (False, None), (False, None)]


def test_halves():  # ORG-TURN-04
    half = STRIKE | {"split": True}
    assert events([5, 5], half, half, half) == [(False, None), (False, None), (True, "no_action")]
    assert events([5], half, STRIKE) == [(False, None), (True, "no_action")]
    assert events([5], free("A", split=True), half) == [(False, None), (False, None)]
    assert events([5, 5], half, END, half)[2] == (False, None)


def test_one_reaction_a_turn():  # ORG-REA-08
    dodged = {"reaction": {"kind": "dodge"}, "target": "C"}
    lines = [STRIKE | dodged, STRIKE | dodged | {"actor": "B"}]
    result = fought([10, 10, 10], *lines, people=(A, B, C))["events"]
    assert ["defence_die" in one for one in result] == [True, False]
    result = fought([10, 10, 10, 10], lines[0], END, lines[1], people=(A, B, C))["events"]
    assert "defence_die" in result[2]


def test_split_reactions():  # ORG-TURN-04: one half may be kept for the next turn
    half = {"reaction": {"kind": "dodge", "split": True}}
    lines = [STRIKE | half, END, STRIKE | half, STRIKE | half | {"actor": "C"}]
    result = fought([10] * 6, *lines, people=(A, B, C))["events"]
    assert [one.get("defence_mod") for one in result] == [-10, None, -10, -10]
    whole = {"reaction": {"kind": "dodge"}}
    result = fought([10, 10, 10], STRIKE | half, STRIKE | whole | {"actor": "C"}, people=(A, B, C))["events"]
    assert [one.get("defence_mod") for one in result] == [-10, None]


def test_an_action_becomes_a_reaction():  # ORG-TURN-02
    dodged = STRIKE | {"reaction": {"kind": "dodge"}}
    convert = {"do": "convert", "actor": "B"}
    lines = [convert, dodged, dodged | {"actor": "C"}, {**STRIKE, "actor": "B", "target": "A"}]
    result = fought([10] * 4, *lines, people=(A, B, C))["events"]
    assert ["defence_die" in one for one in result] == [False, True, True, False]
    assert result[3]["reason"] == "no_action"
    halves = [STRIKE | {"split": True}, {"do": "convert", "actor": "A"}]
    assert events([5], *halves)[1] == (True, "no_action")


def test_surprise():  # ORG-INIT-02
    dodged = STRIKE | {"reaction": {"kind": "dodge"}}
    result = fought([10, 10, 10], dodged, END, dodged, people=(A, B | {"surprised": True}))["events"]
    assert ["defence_die" in one for one in result] == [False, False, True]


def test_waiting_keeps_the_action():  # ORG-TURN-03
    lines = [{"do": "wait", "actor": "A"}, {"do": "nothing", "actor": "B"}, STRIKE]
    assert events([5], *lines) == [(False, None)] * 3
    assert events([5], STRIKE, {"do": "wait", "actor": "A"})[1] == (True, "no_action")


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ({"dead": True, "inc": 0}, "dead"),
        ({"inc": 0, "end_now": -1}, "out_of_action"),
        ({"end_now": 0, "unconscious_turns": 2}, "exhausted"),
        ({"unconscious_turns": 2, "paralysed_turns": 2}, "unconscious"),
        ({"coma": True}, "unconscious"),
        ({"paralysed_turns": 2}, "paralysed"),
    ],
)
def test_whoever_cannot_act_is_passed_over(state, reason):
    lines = [STRIKE, free("A"), {"do": "wait", "actor": "A"}, {"do": "nothing", "actor": "A"}]
    assert events([], *lines, people=(A | state, B)) == [(True, reason)] * 4
    answered = STRIKE | {"actor": "B", "target": "A", "reaction": {"kind": "dodge"}}
    assert "defence_die" not in fought([10], answered, people=(A | state, B))["events"][0]


def test_reasons_of_a_line_passed_over():
    result = BENCH.answer("play_fight", [], combatants=[A | {"dead": True}, B], order=["A", "B"], script=[STRIKE])
    assert [(one.label, one.value, one.who) for one in result.steps] == [("reason", "dead", "A")]


# ---- who has fought ----


def tired(dice, *script, people=(A, B, C)):
    return [fought(dice, *script, END, people=people)["states"][name]["end_now"] for name in "ABC"]


def test_whoever_acts_or_reacts_is_tired():  # ORG-END-02
    assert tired([5], STRIKE) == [9, 10, 10]
    assert tired([5, 5], STRIKE | {"reaction": {"kind": "dodge"}}) == [9, 9, 10]
    assert tired([5], STRIKE | {"reaction": {"kind": "move"}}) == [9, 9, 10]
    assert tired([], free("C", "draw"), {"do": "wait", "actor": "A"}, {"do": "nothing", "actor": "B"}) == [10, 10, 9]
    assert tired([], people=(A, B, C | {"fought": True})) == [10, 10, 9]


# ---- free actions ----


def test_free_actions():  # ORG-FREE-03, ORG-FREE-04
    result = fought([], free("A"), free("B", "stand_up"), END, free("A", split=True), people=(A, B | {"prone": True}))
    first, second, _, third = result["events"]
    assert (first["metres_max"], first["moved"], first["done"], third["metres_max"]) == (10, True, True, 5)
    assert (second["done"], result["states"]["B"]["prone"]) == (True, False)
    assert "state" not in first


def test_free_actions_and_holds_in_water():  # ORG-MOD-14
    hold, out = {"actor": "B", "target": "A", "action": "hold"}, {"do": "break_hold", "actor": "A", "target": "B"}
    lines = [free("A", in_water=True), hold, END, out | {"in_water": True}, END, out]
    result = fought([20, 10, 10, 10, 10], *lines)["events"]
    assert result[0]["metres_max"] == 1
    assert [result[3][one] - result[5][one] for one in ("victim_margin", "holder_margin")] == [-8, -8]


def test_an_extended_action_weighs_on_the_next():  # ORG-MOD-05
    hard = STRIKE | {"extended": True}
    assert events([5, 5], hard, END, STRIKE, fields=("attack_mod",)) == [(5,), (None,), (-10,)]
    assert events([5, 5], hard, END, free("A"), END, STRIKE, fields=("attack_mod",))[4] == (0,)


@pytest.mark.parametrize("lost", [free("A"), STRIKE])
def test_an_attempt_lost_to_pain_was_the_next_action(lost):  # ORG-ACT-06, ORG-MOD-05
    hard, lock = STRIKE | {"extended": True}, {"actor": "B", "target": "A", "action": "lock"}
    lines = [hard, lock, END, lost, END, STRIKE]
    result = events([5, 20, 2, 20, 5], *lines, fields=("reason", "attack_mod"))
    assert (result[3][0], result[5][1]) == ("pain", 0)


# ---- turns ----


def test_turns_are_numbered_on():
    result = fought([], END, END, turn=3)
    assert [one["turn"] for one in result["turns"]] == [3, 4]
    assert result["turns"][1]["states"] == result["states"]


def test_what_sheets_keep():
    asked = {"combatants": [A, B], "order": ["A", "B"], "script": [STRIKE, END]}
    result = BENCH.changes("play_fight", [10], **asked)
    assert [(one[0], one[2], one[3]) for one in result if one[0] != "wounds"] == [
        ("end_now", 9, "A"),
        ("sng", 1.5, "B"),
    ]


# ---- odds ----


def test_odds():
    asked = {"combatants": [A, B], "order": ["A", "B"], "script": [STUN, END, END]}
    shown = BENCH.every_outcome("play_fight", asked)
    for by in (["states"], ["states.B.lose_action"], ["order"]):
        wanted = told_apart([(reach(one, by), chance) for one, chance in shown], by)
        assert BENCH.weighed("play_fight", asked, by) == wanted
    short = {**asked, "script": [STRIKE]}
    shown = BENCH.every_outcome("play_fight", short)
    for by in (["events"], ["turns"], ["events", "states"]):
        assert BENCH.weighed("play_fight", short, by) == told_apart(shown, by)


def reach(outcome, by):
    """The outcome with the paths that are asked for as fields of their own."""
    result = dict(outcome)
    for path in by:
        value = outcome
        for name in path.split("."):
            value = value[name]
        result[path] = value
    return result


def test_odds_of_the_order():
    asked = {"combatants": [A | {"PER": 12}, B], "script": [STRIKE]}
    assert BENCH.weighed("play_fight", asked, ["order"]) == BENCH.weighed(
        "start_fight", {"combatants": asked["combatants"]}, ["order"]
    )


def test_odds_of_a_fight_are_quick():
    lines = [STUN | {"reaction": {"kind": "dodge"}}, {**STRIKE, "actor": "B", "target": "A"}, END] * 3
    asked = {"combatants": [A, B], "order": ["A", "B"], "script": lines}
    assert spent(lambda: BENCH.weighed("play_fight", asked, ["states.A.dying"]), times=1) < 1
    assert sum(BENCH.weighed("play_fight", asked, ["states.A.dying"]).values()) == 1


@pytest.mark.parametrize(("count", "field"), [(2, "events"), (7, "turns"), (11, "states")])
def test_too_much_to_weigh_is_refused_at_once(count, field):
    asked = {"combatants": [A, B], "order": ["A", "B"], "script": [STRIKE, END] * count}
    with pytest.raises(Refusal) as caught:
        BENCH.weighed("play_fight", asked, [field])
    assert caught.value.id == "odds/too_many"


# ---- refusals ----


@pytest.mark.parametrize(
    ("line", "id", "field"),
    [
        ({"target": "B"}, "field/missing", "script[0].actor"),
        ({"actor": "A"}, "field/missing", "script[0].target"),
        ({"do": "free"}, "field/missing", "script[0].actor"),
        ({"actor": "X", "target": "B"}, "field/one_of", "script[0].actor"),
        ({"actor": "A", "target": "X"}, "field/one_of", "script[0].target"),
        ({"actor": "A", "target": "A"}, "field/one_of", "script[0].target"),
        ({"do": "dance", "actor": "A"}, "field/one_of", "script[0].do"),
        ({"do": "free", "actor": "A", "gm_test": True}, "field/not_allowed", "script[0].kind"),
        (STRIKE | {"range_step": 2}, "field/range", "script[0].range_step"),
        (STRIKE | {"action": "feint"}, "act/unskilled", "script[0].action"),
        (STRIKE | {"action": "throw_object"}, "field/missing", "script[0].kg"),
        (STRIKE | {"reaction": {"kind": "drop"}}, "field/not_allowed", "script[0].reaction.kind"),
        (
            STRIKE | {"reaction": {"kind": "simultaneous", "action": "shoot"}},
            "field/not_allowed",
            "script[0].reaction.weapon",
        ),
        (STRIKE | {"weapon": "excalibur"}, "field/one_of", "script[0].weapon"),
    ],
)
def test_lines_that_cannot_be(line, id, field):
    assert BENCH.refused("play_fight", combatants=[A, B], order=["A", "B"], script=[line]) == (id, field)


@pytest.mark.parametrize(
    ("order", "id"),
    [(["A"], "field/length_at_least"), (["A", "X"], "field/one_of"), (["A", "A"], "field/twice")],
)
def test_orders_that_cannot_be(order, id):
    assert BENCH.refused("play_fight", combatants=[A, B], order=order, script=[]) == (id, "order")


def test_names_are_told_apart():
    assert BENCH.refused("play_fight", combatants=[A, A], script=[]) == ("field/twice", "combatants")


def test_what_strength_no_longer_allows_is_refused_in_play():  # ORG-ACT-09
    strong = A | {"FOR": 16, "doses": [{"poison": "blade_poison"}]}
    push = {"actor": "A", "target": "B", "action": "push"}
    house = {"shock_keeps_end": True}
    asked = {"combatants": [strong, B], "order": ["A", "B"], "script": [END, push], "options": house}
    assert BENCH.refused("play_fight", [20, 1], **asked) == ("field/not_allowed", "weapon")
