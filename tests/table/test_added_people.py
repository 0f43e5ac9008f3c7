"""Whom the table adds to an act, an order or a sheet: nobody whom those who are told of it must not know of."""

from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.binding import Bound, bind_open
from gardien.table.exchange import export_character
from gardien.table.tables import Table
from systems.cthulhud20.evening import Evening as Arkham
from systems.d20d100.evening import Evening as Street
from systems.table import Sitting, at

BREAK_FREE = {"action": "break_free"}
FORM = "Forme dans la brume"


@pytest.fixture
def arkham(tmp_path):
    result = Arkham(tmp_path)
    yield result
    result.store.close()


@pytest.fixture
def street(tmp_path):
    result = Street(tmp_path)
    yield result
    result.store.close()


def weighed(evening: Arkham, procedure: str = "grapple_action", **given: Any) -> Bound:
    """What the odds rest on that Ann asks for."""
    viewer = evening.table.viewer(evening.ann)
    return bind_open(evening.table.state, viewer, procedure, given or BREAK_FREE, evening.paul)


def break_free(evening: Arkham, seat: str, **said: str) -> dict[str, str]:
    """Who was in the act, by what name."""
    evening.act(seat, c.Do(procedure="grapple_action", character=evening.paul, given=BREAK_FREE, **said))
    return evening.roll().people


def hidden_hold(evening: Arkham, id: str) -> None:
    evening.keep(c.Show(character=id, hidden=True))
    evening.mark(evening.paul, grappling=[id])


# ---- whom an act meets by itself ----


def test_whoever_is_held_by_somebody_hidden_meets_nobody(arkham):
    """By name, by dice or by odds: it is as if nobody held them, for the player and in the open."""
    free, alone = weighed(arkham), break_free(arkham, arkham.ann)
    hidden_hold(arkham, arkham.zombie)
    assert weighed(arkham) == free
    assert break_free(arkham, arkham.ann) == break_free(arkham, "keeper") == alone
    seen = arkham.table.look(arkham.table.viewer(arkham.ann))["characters"][arkham.paul]["marks"]
    assert "grappling" not in seen


def test_in_secret_the_game_master_meets_whoever_is_there(arkham):
    hidden_hold(arkham, arkham.zombie)
    assert arkham.zombie in break_free(arkham, "keeper", audience="keeper").values()


def test_whoever_is_held_by_somebody_in_sight_is_told_no_odds_of_their_sheet(arkham):
    arkham.mark(arkham.paul, grappling=[arkham.zombie])
    with pytest.raises(Refusal) as closed:
        weighed(arkham)
    assert closed.value.id == "table/odds_hidden"
    assert arkham.zombie in break_free(arkham, arkham.ann).values()


def test_whom_a_blow_has_brought_down_is_met_as_far_as_they_are_known(arkham):
    """What follows from both may name further people: the blow after the one that fell somebody."""
    arkham.mark(arkham.paul, brought_down=[arkham.zombie])
    arkham.keep(c.Show(character=arkham.thug, shown="all"))
    with pytest.raises(Refusal) as closed:
        weighed(arkham, "cleave", target=at(arkham.thug))
    assert closed.value.id == "table/odds_hidden"
    arkham.keep(c.Show(character=arkham.zombie, hidden=True))
    assert arkham.zombie not in weighed(arkham, "cleave", target=at(arkham.thug)).people.values()


def test_a_hold_by_somebody_hidden_outlives_one_by_somebody_in_sight(arkham):
    """What is not met is not lost either: rules write with all that lies there."""
    hidden_hold(arkham, arkham.shoggoth)
    arkham.do(arkham.paul, "grapple", (20, 20, 1), target=at(arkham.thug))
    assert arkham.marks(arkham.paul)["grappling"] == [arkham.shoggoth, arkham.thug]


def test_which_mark_lay_there_first_tells_nothing(arkham):
    """A hold by somebody in sight may have begun as one by somebody hidden."""
    hidden_hold(arkham, arkham.shoggoth)
    arkham.mark(arkham.paul, blinded=True)
    arkham.do(arkham.paul, "grapple", (20, 20, 1), target=at(arkham.thug))
    marks = arkham.table.look(arkham.table.viewer(arkham.ann))["characters"][arkham.paul]["marks"]
    assert (list(marks), marks["grappling"]) == (["blinded", "grappling"], [arkham.thug])


# ---- whose turn it is ----


def cards(table: Table, seat: str) -> list[str]:
    return [one["command"] for one in table.log(table.viewer(seat), "fr")]


def test_a_turn_of_somebody_hidden_is_nobody_elses_news(street):
    """One card for one turn; whoever was seen to act goes on acting until then, and pays for it."""
    street.fight((street.berthe,), (street.gangster,))
    street.rank(street.berthe, street.gangster)
    street.keep(c.Show(character=street.ghoul, hidden=True))
    street.fight((), (street.ghoul,))
    street.turn()
    before, seen = cards(street.table, street.ann), street.table.look(street.table.viewer(street.ann))
    street.turn()
    assert street.now == street.ghoul
    assert cards(street.table, street.ann) == before
    assert street.table.look(street.table.viewer(street.ann)) == seen
    assert seen["fight"]["now"] == street.gangster
    street.do(street.gangster, "take_action", (), action="walk")
    assert street.left(street.gangster) == 1
    assert "flat_footed" not in street.marks(street.gangster)
    street.turn()
    assert cards(street.table, street.ann) == ["turn", "do", *before]
    assert (street.now, street.round) == (street.berthe, 2)


def test_a_fight_of_the_hidden_begins_anew_for_whoever_comes_into_it(street):
    street.keep(c.Show(character=street.ghoul, hidden=True))
    street.fight((), (street.ghoul,))
    street.turn(3)
    street.fight((street.berthe,), (street.gangster,))
    assert (street.round, street.order[-1]) == (1, street.ghoul)
    assert street.now != street.ghoul


def test_whoever_leaves_takes_nobodys_turn_along(street):
    street.fight((street.berthe,), (street.gangster, street.ghoul))
    street.rank(street.gangster, street.berthe, street.ghoul)
    street.turn()
    street.keep(c.Leave(character=street.gangster))
    assert street.now == street.berthe


def test_whoever_comes_back_has_thrown_already_and_acts_once_in_a_round(street):
    """D100-CBT-02: initiative is thrown once; and nobody who has acted is off their guard again (D100-DEF-02)."""
    street.fight((street.berthe,), (street.gangster, street.ghoul))
    street.rank(street.berthe, street.gangster, street.ghoul)
    order, had = street.order, street.marks(street.berthe)["initiative_total"]
    street.turn()
    street.keep(c.Leave(character=street.berthe))
    street.keep(c.Fight(fighters=(c.Fighter(character=street.berthe, side="a"),)))
    marks = street.marks(street.berthe)
    assert (street.order, street.now) == (order, street.gangster)
    assert (marks["initiative_total"], "flat_footed" in marks) == (had, False)


# ---- what sheets say of others ----


def losses(evening: Sitting, id: str) -> dict[str, int]:
    return dict(evening.sheet(id)["san_losses_by_creature"])


def test_what_a_sight_has_cost_goes_by_the_name_that_everybody_knows(street):
    """D100-MISS-09: on the sheet, in the log and in the file; by the true one once that is known."""
    thing = street.add(being="creature/profond", alias=FORM)
    asked = street.keep(c.Ask(procedure="san_check", characters=(street.berthe,), given={"creature": at(thing)}))
    ask = asked.card["words"]["ask"]
    answer = c.Do(procedure="san_check", character=street.berthe, ask=ask, dice=(99, 4))
    (change,) = [one for one in street.act(street.ann, answer).card["changes"] if "creature" in one["field"]]
    assert change["after"] == losses(street, street.berthe) == {FORM: 4}
    viewer = street.table.viewer(street.ann)
    assert b"Profond" not in export_character(street.table.state, viewer, street.berthe)
    again = street.do(street.berthe, "san_check", (99, 6), creature=at(thing))
    assert (again.given["loss_cap"], again.outcome["loss"]) == (2, 2)
    street.keep(c.Show(character=thing, alias=""))
    assert losses(street, street.berthe) == {"Profond": 6}
    assert street.do(street.berthe, "san_check", (99, 6), creature=at(thing)).given["loss_cap"] == 0


def test_what_a_sight_has_cost_keeps_its_name_while_somebody_hidden_changes_theirs(street):
    street.do(street.berthe, "san_check", (99, 4), creature=at(street.ghoul))
    before = losses(street, street.berthe)
    street.keep(c.Show(character=street.ghoul, hidden=True))
    street.keep(c.Show(character=street.ghoul, alias=FORM))
    assert losses(street, street.berthe) == before


# ---- what cards tell of those who are gone ----


def test_a_card_names_nobody_who_is_hidden_by_now(arkham):
    """Nor whoever has gone since a secret was told in which they had another name."""
    zombie, name = arkham.zombie, arkham.sheet(arkham.zombie)["name"]
    arkham.keep(c.Show(character=zombie, hidden=True))
    roll = {"procedure": "grapple", "given": {"target": at(zombie)}, "dice": (20, 20, 1), "audience": "keeper"}
    acted = arkham.keep(c.Do(character=arkham.paul, **roll))
    assert name in [die.who for die in arkham.roll().dice]
    arkham.keep(c.Show(character=zombie, hidden=False, alias=FORM))
    arkham.keep(c.Reveal(event=acted.version))

    def told() -> str:
        return str(arkham.table.log(arkham.table.viewer(arkham.ann), "fr"))

    assert FORM in told()
    assert name not in told()
    for command in (c.Show(character=zombie, hidden=True), c.Remove(character=zombie)):
        arkham.keep(command)
        assert name not in told()
