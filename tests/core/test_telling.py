"""Telling: a result in the game's own sentences, and its reasons as sums that can be followed."""

import msgspec
import pytest

from core.spoken import french
from gardien.core.calling import StepShown, prepare
from gardien.core.chance import Step, less
from gardien.core.interpreters.run import DieShown
from gardien.core.interpreters.typed import typed
from gardien.core.system import find
from gardien.core.telling import Report, explain, lower_first, tell
from gardien.core.terms import Terms

pytestmark = pytest.mark.usefixtures("tiny")


def said(step, language="en"):
    (line,) = explain(find("pennies"), "toss", [step], language)
    return line


def test_a_result_is_told_by_the_game():
    prepared = prepare("pennies", "toss", {"call": "heads", "stake": 4, "purse": 1000 - 2})
    played = typed(prepared.request(), [1])
    assert tell(prepared, played, "fr") == [french("La pièce montre face, gagné. Bourse 1^000.")]
    assert tell(prepared, played, "en") == ["The coin shows heads, won. Purse 1,000."]


def test_a_reason_is_a_label_a_value_and_a_rule():
    assert said(Step("purse", 1250, "PEN-TOS-02")) == "Purse: 1,250 [PEN-TOS-02]"
    assert said(Step("purse", 1250, "PEN-TOS-02"), "fr") == french("Bourse~: 1^250 [PEN-TOS-02]")


def test_a_fact_is_yes_or_no():
    assert said(Step("won", True, "R")) == "Won: yes [R]"
    assert said(Step("won", False, "R"), "fr") == french("Gagné~: non [R]")


def test_a_word_is_the_game_s_word():
    assert said(Step("side", "tails", "R"), "fr") == french("Côté~: pile [R]")
    assert said(Step("side", "edge", "R"), "fr") == french("Côté~: edge [R]"), "an unknown word is shown as it is"


def test_a_sum_is_written_out_with_its_parts():
    step = Step("purse", 8, "R", (("purse", 10), ("stake", -2)))
    assert said(step) == "Purse: 10 (purse) − 2 (stake) = 8 [R]"
    assert said(step, "fr") == french("Bourse~: 10 (bourse) − 2 (enjeu) = 8 [R]")


def test_what_is_taken_off_keeps_its_sign_where_it_is_nothing():
    step = Step("purse", 10, "R", (("purse", 10), less("stake", 0)))
    assert said(step) == "Purse: 10 (purse) − 0 (stake) = 10 [R]"
    assert said(Step("purse", 8, "R", (("purse", 10), less("stake", 2)))) == "Purse: 10 (purse) − 2 (stake) = 8 [R]"
    assert said(Step("purse", 10, "R", (("purse", 10), ("stake", 0)))) == "Purse: 10 (purse) + 0 (stake) = 10 [R]"


def test_what_is_taken_off_is_still_told_so_when_it_has_been_kept():
    """The log of a table keeps reasons as plain values."""
    step = Step("purse", 10, "R", (("purse", 10), less("stake", 0)))
    shown = StepShown(step.label, step.value, step.rule, step.parts, step.limits, step.who, step.less)
    kept = msgspec.json.decode(msgspec.json.encode(shown), type=StepShown)
    assert kept == shown
    assert said(kept) == "Purse: 10 (purse) − 0 (stake) = 10 [R]"
    assert Step("purse", 8, "R", (("purse", 10), less("stake", 2))).less == ()


def test_a_sum_that_begins_with_a_loss_keeps_its_sign():
    assert said(Step("purse", 8, "R", (("stake", -2), ("purse", 10)))) == "Purse: − 2 (stake) + 10 (purse) = 8 [R]"


def test_a_sum_kept_within_its_limits_says_so():
    step = Step("purse", 1000, "R", (("purse", 998), ("stake", 4)), (0, 1000))
    assert said(step) == "Purse: 998 (purse) + 4 (stake) = 1,002 → 1,000 [R]"
    within = Step("purse", 12, "R", (("purse", 8), ("stake", 4)), (0, 1000))
    assert said(within) == "Purse: 8 (purse) + 4 (stake) = 12 [R]"


def test_a_single_part_is_no_sum():
    assert said(Step("purse", 8, "R", (("purse", 8),))) == "Purse: 8 [R]"


def test_what_comes_from_one_thing_alone_says_which():
    assert said(Step("purse", -8, "R", (("stake", -8),))) == "Purse: −8 (stake) [R]"


def test_a_reason_about_somebody_begins_with_the_name():
    assert said(Step("purse", 8, "R", who="Ada")) == "Ada, purse: 8 [R]"


def test_a_reason_about_somebody_without_a_name_begins_with_their_part():
    assert said(Step("purse", 8, "R", who="stake")) == "Stake, purse: 8 [R]"


@pytest.mark.parametrize(
    ("label", "inside"),
    [
        ("Marge", "marge"),
        ("Équipe", "équipe"),
        ("PNJ", "PNJ"),
        ("SAN", "SAN"),
        ("dA", "dA"),
        ("", ""),
        ("À couvert", "à couvert"),
    ],
)
def test_a_label_inside_a_sentence_is_small_and_a_code_is_not(label, inside):
    assert lower_first(label) == inside


def test_a_teller_can_ask_for_its_dice_by_kind_and_purpose():
    dice = (DieShown("d6", 3, "dA"), DieShown("d6", 5, "dA"), DieShown("d6", 2, "dF", "Liam", "check"))
    told = Report(None, None, dice, "fr", Terms())
    assert told.faces("dA") == [3, 5]
    assert told.faces("dF", "check") == [2]
    assert told.faces("dF") == []
    assert (told.colon, told.number(-3, signed=True)) == (french("~:"), "−3")
