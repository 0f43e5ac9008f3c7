"""Doing and weighing: the one path that library, command line and pages share, tried on the tiny system."""

import os
import subprocess
import sys
from fractions import Fraction

import msgspec
import pytest

import gardien
from core.spoken import both, french, refused
from gardien.core import calling
from gardien.core.calling import Answer, StepShown, do, odds_of, prepare
from gardien.core.interpreters.run import DieShown
from gardien.core.system import find, keys
from gardien.core.values import Change
from tiny.beside import TINY

pytestmark = pytest.mark.usefixtures("tiny")


class Heads:
    """A generator that always shows the lowest face."""

    def randrange(self, start, stop, /):
        return start


def chances(weighed):
    return {tuple(one.outcome.items()): one.chance for one in weighed}


# --- a system is one folder ------------------------------------------------------------------------------------------


def test_a_folder_is_all_that_adds_a_system():
    assert "pennies" in keys()
    assert find("pennies").title == "Pennies"
    assert [one.key for one in find("pennies").procedures()] == ["toss", "best_of", "rob"]


def test_the_folder_can_be_named_in_the_environment():
    """As somebody would who keeps a system of their own: a process, a variable, nothing installed."""
    asked = "import gardien; print(gardien.do('pennies', 'toss', call='heads', dice=[1]).outcome)"
    done = subprocess.run(
        [sys.executable, "-c", asked],
        env={**os.environ, "GARDIEN_SYSTEMS": str(TINY)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "{'side': 'heads', 'won': True, 'purse': 11}\n"


@pytest.mark.parametrize("key", ["penies", "", "os.path", "../pennies", "pennies.tosses", "__init__"])
def test_an_unknown_system_is_refused_with_the_installed_ones(key):
    refusal = refused(find, key)
    assert refusal.id == "system/unknown"
    assert "pennies" in refusal.words["allowed"]
    assert refused(find, "penies").words["hint"] == "pennies"


def test_an_unknown_procedure_is_refused_with_the_nearest():
    assert both(refused(do, "pennies", "tos", {}, dice=[])) == (
        french(
            "«~tos~» n’est pas une procédure de pennies^; possible~: toss, best_of, rob. Vouliez-vous dire «~toss~»^?"
        ),
        "“tos” is not a procedure of pennies; possible: toss, best_of, rob. Did you mean “toss”?",
    )


# --- doing -----------------------------------------------------------------------------------------------------------


def test_what_was_done_is_told_whole():
    assert do("pennies", "toss", {"call": "heads", "stake": 4}, dice=[1]) == Answer(
        system="pennies",
        procedure="toss",
        given={"call": "heads", "stake": 4, "purse": 10},
        dice=(DieShown("d2", 1, "dP", "", "toss"),),
        outcome={"side": "heads", "won": True, "purse": 14},
        steps=(
            StepShown("side", "heads", "PEN-TOS-01"),
            StepShown("won", True, "PEN-TOS-01"),
            StepShown("purse", 14, "PEN-TOS-02", (("purse", 10), ("stake", 4)), (0, 1000)),
        ),
        changes=(Change("purse", 10, 14),),
        rules=("PEN-TOS-01", "PEN-TOS-02"),
    )


def test_an_answer_goes_through_json_and_leaves_out_what_is_empty():
    text = msgspec.json.encode(do("pennies", "best_of", {"coins": 1}, dice=[2]))
    shown = msgspec.json.decode(text)
    assert shown["outcome"] == {"winner": "tails", "heads": 0, "tails": 1, "margin": -1, "coins": ["tails"]}
    assert shown["steps"][1] == {"label": "winner", "value": "tails", "rule": "PEN-MAT-01"}
    assert shown["changes"] == []


def test_without_typed_dice_the_generator_is_asked():
    assert do("pennies", "best_of", {}, generator=Heads()).outcome["heads"] == 2


def test_no_dice_at_all_are_typed_dice_too():
    refusal = refused(do, "pennies", "toss", {"call": "heads"}, dice=[])
    assert both(refusal) == (
        french("pennies/toss~: Il manque un dé~: dP, pièce, de 1 à 2."),
        "pennies/toss: A die is still wanted: dP, coin, 1 to 2.",
    )


def test_the_same_seed_throws_the_same_dice():
    first, second = (gardien.do("pennies", "best_of", {"coins": 9}, seed=5) for _ in range(2))
    assert first == second
    assert len({gardien.do("pennies", "best_of", {"coins": 9}, seed=seed).dice for seed in range(20)}) > 1


def test_inputs_by_name_win_over_those_of_the_object():
    done = gardien.do("pennies", "toss", {"call": "heads", "stake": 2}, call="tails", dice=[1])
    assert done.given == {"call": "tails", "stake": 2, "purse": 10}


# --- options ---------------------------------------------------------------------------------------------------------


def test_house_rules_come_with_the_inputs_and_only_unusual_ones_are_repeated():
    paid = do("pennies", "toss", {"call": "heads", "options": {"payout": 3}}, dice=[1])
    assert paid.outcome["purse"] == 13
    assert paid.given["options"] == {"payout": 3}
    assert "options" not in do("pennies", "toss", {"call": "heads", "options": {"payout": 1}}, dice=[1]).given


def test_a_bad_house_rule_is_refused_where_it_stands():
    refusal = refused(do, "pennies", "toss", {"call": "heads", "options": {"payout": 4}}, dice=[1])
    assert (refusal.where, refusal.field, refusal.id) == ("pennies/toss/options", "payout", "field/range")
    assert refused(do, "pennies", "toss", {"call": "heads", "options": [1]}, dice=[1]).where == "pennies/toss/options"
    unknown = refused(do, "pennies", "toss", {"call": "heads", "options": {"paiout": 2}}, dice=[1])
    assert (unknown.id, unknown.words["hint"]) == ("field/unknown", "payout")


def test_house_rules_change_the_odds():
    """Two of three decide a match; when all three are thrown, three heads are possible."""
    stopped = chances(odds_of("pennies", "best_of", {}, by=["heads"]))
    thrown = chances(odds_of("pennies", "best_of", {"options": {"play_all": True}}, by=["heads"]))
    assert (("heads", 3),) not in stopped
    assert thrown[(("heads", 3),)] == Fraction(1, 8)


# --- refusals --------------------------------------------------------------------------------------------------------


def test_a_refusal_names_the_procedure_the_field_and_the_rule():
    refusal = refused(do, "pennies", "toss", {"call": "heads", "stake": 5, "purse": 3}, dice=[1])
    assert both(refusal) == (
        french("pennies/toss~: stake~: 5 est trop grand, 3 au plus. [PEN-TOS-02]"),
        "pennies/toss: stake: 5 is too large, 3 at most. [PEN-TOS-02]",
    )


@pytest.mark.parametrize("given", [[], "call=heads", 3])
def test_inputs_that_are_no_object_are_refused(given):
    assert refused(prepare, "pennies", "toss", given).id == "field/type"


def test_text_from_a_command_line_is_read_laxly_when_asked():
    assert do("pennies", "toss", {"call": "heads", "stake": "2"}, dice=[1], lax=True).outcome["purse"] == 12
    assert refused(do, "pennies", "toss", {"call": "heads", "stake": "2"}, dice=[1]).field == "stake"


# --- weighing --------------------------------------------------------------------------------------------------------


def test_odds_are_told_apart_by_all_fields_of_the_outcome():
    assert [(one.outcome, one.chance) for one in odds_of("pennies", "toss", {"call": "tails"})] == [
        ({"side": "heads", "won": False, "purse": 9}, Fraction(1, 2)),
        ({"side": "tails", "won": True, "purse": 11}, Fraction(1, 2)),
    ]


def test_odds_by_some_fields_merge_the_others():
    assert chances(odds_of("pennies", "best_of", {}, by=["winner"])) == {
        (("winner", "heads"),): Fraction(1, 2),
        (("winner", "tails"),): Fraction(1, 2),
    }
    assert chances(odds_of("pennies", "best_of", {}, by=["winner", "margin"])) == {
        (("winner", "heads"), ("margin", 2)): Fraction(1, 4),
        (("winner", "heads"), ("margin", 1)): Fraction(1, 4),
        (("winner", "tails"), ("margin", -1)): Fraction(1, 4),
        (("winner", "tails"), ("margin", -2)): Fraction(1, 4),
    }


def test_details_are_weighed_only_when_asked_for():
    assert all("coins" not in one.outcome for one in odds_of("pennies", "best_of", {}))
    by_coins = chances(odds_of("pennies", "best_of", {}, by=["coins"]))
    assert by_coins[(("coins", ("heads", "heads")),)] == Fraction(1, 4)
    assert by_coins[(("coins", ("heads", "tails", "heads")),)] == Fraction(1, 8)
    assert sum(by_coins.values()) == 1


def test_a_path_reaches_into_an_outcome_and_keys_may_hold_dots():
    outcome = {"after": {"Dr. Who": {"trauma": 3}, "Dr": 1}, "success": True}
    assert calling._at(outcome, "after.Dr. Who.trauma") == 3
    assert calling._at(outcome, "after.Dr") == 1
    assert calling._at(outcome, "after.Nobody") is None
    assert calling._at(outcome, "success.deeper") is None


def test_an_unknown_field_of_the_outcome_is_refused_with_the_nearest():
    assert both(refused(odds_of, "pennies", "toss", {"call": "heads"}, by=["wonn"])) == (
        french(
            "pennies/toss~: --by~: «~wonn~» n’est pas un champ du résultat^; possible~: side, won, purse. "
            "Vouliez-vous dire «~won~»^?"
        ),
        "pennies/toss: --by: “wonn” is not a field of the outcome; possible: side, won, purse. Did you mean “won”?",
    )


@pytest.mark.parametrize(
    ("procedure", "given", "path", "allowed"),
    [("toss", {"call": "heads"}, "won.deeper", ["won"]), ("best_of", {}, "coins.Ann", ["coins"])],
)
def test_a_path_that_leads_nowhere_is_refused(procedure, given, path, allowed):
    refusal = refused(odds_of, "pennies", procedure, given, by=[path])
    assert (refusal.id, refusal.field, refusal.words["allowed"]) == ("odds/by", "by", allowed)


def test_odds_from_the_front_door_sum_to_one():
    weighed = gardien.odds("pennies", "best_of", coins=9)
    assert sum(chance for _, chance in weighed) == 1
    assert len(weighed) == 10


# --- drawing ---------------------------------------------------------------------------------------------------------


def test_a_character_is_drawn_where_nothing_is_given():
    drawn = gardien.create("pennies", seed=1)
    assert drawn.name in ("Ada", "Blaise", "Émilie")
    assert 5 <= drawn.purse <= 15
    assert gardien.create("pennies", {"name": "Zoé", "call": "tails"}, seed=1).name == "Zoé"
    assert refused(gardien.create, "pennies", {"nom": "Zoé"}).where == "pennies/create"


def test_the_front_door_lists_what_is_installed():
    assert gardien.installed()["pennies"] is find("pennies")
