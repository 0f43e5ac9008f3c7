"""Time: the clock, plans, and everything that falls due while it passes."""

import pytest

from gardien.table import commands as c
from gardien.table.store.base import Store
from table.evening import DAY, HOUR, MONTH, WEEK, YEAR, Evening, card


@pytest.fixture
def evening(quick: Store) -> Evening:
    return Evening(quick)


def coma(evening: Evening, *, care: bool = False) -> None:
    home = f"characters/{evening.leo}/sheet"
    evening.keep(c.Override(path=f"{home}/status", value="coma", reason="chute"))
    if care:
        evening.keep(c.Override(path=f"{home}/coma_care", value=True, reason="hôpital"))


def test_the_clock_moves_and_everybody_sees_it(evening: Evening) -> None:
    evening.keep(c.Advance(minutes=90))
    assert [evening.look(seat)["clock"] for seat in evening.seats] == [90] * 5
    evening.keep(c.Advance(minutes=10_000_000))
    for _ in range(8):
        evening.keep(c.Advance(minutes=10_000_000))
    assert evening.refused(evening.keeper, c.Advance(minutes=10_000_000)).id == "field/at_most"


def test_plans_come_to_their_hour(evening: Evening) -> None:
    hidden = evening.plan(time=30, text="le culte arrive", place="cave")
    shown = evening.plan(time=60, text="le train part", shown=True)
    assert set(evening.look(evening.ann)["plans"]) == {shown}
    evening.keep(c.Advance(minutes=30))
    assert evening.play["plans"][hidden]["done"] is True
    assert "done" not in evening.play["plans"][shown]
    evening.keep(c.Plan(id=shown, time=25, text="le train est parti", shown=True))
    evening.keep(c.Advance(minutes=0))
    assert evening.look(evening.ann)["plans"][shown]["done"] is True
    evening.keep(c.Plan(id=shown))
    assert set(evening.play["plans"]) == {hidden}
    assert evening.refused(evening.keeper, c.Plan(id=shown, text="encore")).id == "table/nothing"


def test_weeks_heal_wounds_and_months_the_mind(evening: Evening) -> None:
    evening.keep(c.Advance(minutes=WEEK - 1))
    assert not evening.play.get("due")
    evening.keep(c.Advance(minutes=1 + WEEK))
    (due,) = evening.due("recover")
    assert evening.play["due"][due]["given"] == {"gauge": "trauma", "elapsed": 2}
    assert due in evening.look(evening.ann)["due"], "the owner knows"
    assert due not in evening.look(evening.bob)["due"]
    evening.keep(c.Dismiss(due=due))
    assert evening.play["due"] == {}
    evening.keep(c.Advance(minutes=MONTH - 2 * WEEK))
    gauges = []
    while due := next(iter(evening.due("recover")), None):  # one after the other, in the order of time
        gauges.append((evening.play["due"][due]["given"]["gauge"], evening.play["due"][due]["given"]["elapsed"]))
        evening.keep(c.Settle(due=due))
    assert gauges == [("trauma", 2), ("madness", 1)]


def test_recovery_is_settled_by_the_owner_and_its_progress_kept(evening: Evening) -> None:
    evening.keep(c.Advance(minutes=WEEK))
    (due,) = evening.due("recover")
    assert evening.refused(evening.bob, c.Settle(due=due)).id == "table/nothing"
    # What the clock says stays; what it does not know may be added.
    acted = evening.act(evening.ann, c.Settle(due=due, given={"elapsed": 1000, "care": "full", "rest": True}))
    roll = card(acted)["roll"]
    assert (roll["given"]["elapsed"], roll["given"]["care"], roll["given"]["value"]) == (1, "full", 3)
    assert evening.play["due"] == {}
    sheet = evening.sheet(evening.leo)
    assert sheet["recovery"]["trauma"]["progress"] == roll["outcome"]["progress"]
    assert sheet["trauma"] == roll["outcome"]["value"]


def test_a_hidden_character_recovers_before_its_owner_alone(evening: Evening) -> None:
    evening.keep(c.Show(character=evening.leo, hidden=True))
    evening.keep(c.Advance(minutes=WEEK))
    (due,) = evening.due("recover")
    acted = evening.act(evening.ann, c.Settle(due=due))
    assert card(acted)["roll"]["procedure"] == "recover"
    assert evening.log(evening.ann)[-1]["command"] == "settle"
    assert evening.log(evening.bob)[-1]["command"] == "advance"


@pytest.mark.parametrize(("minutes", "status"), [(HOUR, "coma"), (HOUR + 1, "dead")])
def test_an_hour_of_coma_without_care_kills(evening: Evening, minutes: int, status: str) -> None:
    evening.keep(c.Advance(minutes=17))
    coma(evening)
    evening.keep(c.Advance(minutes=minutes))
    for due in evening.due("coma_care"):
        evening.keep(c.Settle(due=due))
    assert evening.sheet(evening.leo)["status"] == status


@pytest.mark.parametrize(("minutes", "woken"), [(DAY - 1, False), (DAY, True)])
def test_a_day_of_care_ends_a_coma(evening: Evening, minutes: int, woken: bool) -> None:
    coma(evening, care=True)
    evening.keep(c.Advance(minutes=HOUR + 1))
    assert not evening.due("coma_care")
    evening.keep(c.Advance(minutes=minutes - HOUR - 1))
    for due in evening.due("coma_care"):
        evening.keep(c.Settle(due=due))
    sheet = evening.sheet(evening.leo)
    assert (sheet["status"] != "coma") is woken
    if woken:
        assert (sheet["trauma"], sheet.get("coma_since")) == (5, None)


def test_nobody_recovers_in_a_coma(evening: Evening) -> None:
    coma(evening)
    evening.keep(c.Advance(minutes=MONTH))
    assert not evening.due("recover")


def test_recovery_is_a_module(quick: Store) -> None:
    evening = Evening(quick, options={"modules": ["luck"]})
    evening.keep(c.Advance(minutes=MONTH))
    assert not evening.play.get("due")


def test_months_of_study_for_whoever_studies(evening: Evening) -> None:
    evening.act(evening.bob, c.Remark(character=evening.mia, marks={"studying": True}))
    evening.keep(c.Advance(minutes=2 * MONTH))
    (due,) = evening.due("study_mythos")
    assert evening.play["due"][due]["given"] == {"months": 2}
    outcome = card(evening.act(evening.bob, c.Settle(due=due)))["roll"]["outcome"]
    assert evening.sheet(evening.mia)["mythos"] == outcome["mythos"] > 0
    evening.act(evening.bob, c.Remark(character=evening.mia, marks={"studying": None}))
    evening.keep(c.Advance(minutes=MONTH))
    assert not evening.due("study_mythos")


def test_one_may_learn_again_in_a_new_year(evening: Evening) -> None:
    learn = c.Do(
        procedure="learn",
        character=evening.mia,
        given={"occupation": "Journaliste", "nature": "mental", "steps": 1},
    )
    outcome = card(evening.act(evening.bob, learn))["roll"]["outcome"]
    assert outcome["allowed"] is True
    assert evening.sheet(evening.mia)["learning"]["year_used"] is True
    assert card(evening.act(evening.bob, learn))["roll"]["outcome"]["allowed"] is False
    evening.keep(c.Advance(minutes=YEAR - 1))
    assert evening.sheet(evening.mia)["learning"]["year_used"] is True
    evening.keep(c.Advance(minutes=1))
    assert evening.sheet(evening.mia)["learning"]["year_used"] is False


def test_what_is_not_due(evening: Evening) -> None:
    assert evening.refused(evening.keeper, c.Settle(due="d0")).id == "table/nothing"
    assert evening.refused(evening.keeper, c.Dismiss(due="d0")).id == "table/nothing"
