"""What is asked of the defender when a blow lands, and turns that are put off or kept for an occasion (CBT)."""

from typing import Any

import pytest
from msgspec import json

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.viewers import viewer_of
from gardien.web.pages.fight.fights import FightBoard
from gardien.web.pages.frame import Frame
from systems.operators.table.cell import Cell
from systems.operators.table.cell import cell as cell
from systems.table import at

ASKED = {"guard": {"asks": True}}
HITS, MISSES = 30, 80  # against 36
BITE = {"name": "Griffes", "damage": "1D6", "area": True}


@pytest.fixture
def blow(cell: Cell) -> Any:
    """A guard in reach of an Operator who wants to be asked."""
    ares, guard = cell.operator(**ASKED), cell.guard()
    seat = cell.seat("Inès", ares)
    cell.fight((ares,), (guard,))
    return ares, guard, seat


def test_a_blow_that_lands_asks_whoever_wants_to_be_asked(cell, blow):
    """OPS-CBT-12: the dodge is thrown for only once its player wants it."""
    ares, guard, seat = blow
    cell.do(guard, "attack_melee", (HITS,), defender=at(ares))
    assert cell.choices() == ["defend"]
    assert cell.waiting["field"] == "defends"
    roll = cell.decide("defend", (HITS,), seat=seat)
    assert (roll.outcome["avoided"], roll.outcome["hit"], cell.level(ares)) == (True, False, "none")


def test_the_page_asks_in_words_and_says_what_is_chosen_beforehand(cell, blow):
    """OPS-CBT-12: yes, no, each time, as one press after the other says it."""
    ares, guard, seat = blow
    said = []
    for _ in range(3):
        board = FightBoard(cell.table, viewer_of(cell.table.state, seat), Frame("fr"))
        ready = board.turns.ready(ares)
        said.append(ready.text)
        cell.act(seat, c.Edit(character=ares, fields={"guard": json.decode(ready.turn["fields.guard"])}))
    assert [one.split()[0:2] for one in said] == [["On", "vous"], ["Vous", "esquivez"], ["Vous", "n’esquivez"]]
    cell.do(guard, "attack_melee", (HITS,), defender=at(ares))
    (wait,) = FightBoard(cell.table, viewer_of(cell.table.state, seat), Frame("fr")).waits()
    assert ([one.verb for one in wait.choices], wait.passing) == (["Esquiver ou parer"], "Encaisser")
    assert (wait.mine, wait.card.word) == (True, "Réussite")


def test_whoever_does_not_want_to_dodge_takes_the_blow(cell, blow):
    """OPS-CBT-12: no die of the defence falls."""
    ares, guard, _ = blow
    cell.do(guard, "attack_melee", (HITS,), defender=at(ares))
    roll = cell.decide("", (2,))
    assert (roll.outcome["hit"], "defence_roll" in roll.outcome) == (True, False)


def test_a_blow_that_misses_asks_nobody(cell, blow):
    """OPS-CBT-12: the defence comes after a successful attack."""
    ares, guard, _ = blow
    cell.do(guard, "attack_melee", (MISSES,), defender=at(ares))
    assert cell.waiting is None


@pytest.mark.parametrize("order", [{}, {"guard": {"defends": False}}])
def test_a_standing_order_asks_nobody(cell, order):
    """OPS-CBT-12."""
    ares, guard = cell.operator(**order), cell.guard()
    cell.fight((ares,), (guard,))
    cell.do(guard, "attack_melee", defender=at(ares))
    assert cell.waiting is None


def test_a_hold_asks_too_and_then_strength_resists(cell, blow):
    """OPS-CBT-15, OPS-CBT-12."""
    ares, guard, _ = blow
    cell.do(guard, "hold", (HITS,), defender=at(ares))
    assert cell.choices() == ["defend"]
    assert cell.decide("defend", (MISSES, MISSES)).outcome["held"]


def test_claws_ask_each_of_their_victims_in_turn(cell):
    """OPS-CREAT-11, OPS-CBT-12: one has a standing order, two are asked, and each answers for themselves."""
    people = [cell.operator("ARES", **ASKED), cell.operator("MARS"), cell.operator("VESTA", **ASKED)]
    beast = cell.add(sheet={"kind": "creature", "name": "Bête", "attacks": [BITE]})
    cell.fight(tuple(people), (beast,))
    cell.do(beast, "creature_attack", (HITS,), victims=[at_victim(one) for one in people])
    assert [one["character"] for one in cell.waiting["offers"]] == people[:1]
    cell.decide("defend", (HITS, HITS))
    assert [one["character"] for one in cell.waiting["offers"]] == people[2:]
    hits = cell.decide("", (3,)).outcome["hits"]
    assert [one["avoided"] for one in hits] == [True, True, False]


def at_victim(id: str) -> dict[str, Any]:
    return {"defender": at(id)}


# ---- waiting ----


@pytest.fixture
def raid(cell: Cell) -> Any:
    """Three Operators before two guards."""
    ours = [cell.operator(name) for name in ("ARES", "MARS", "VESTA")]
    theirs = [cell.guard(name) for name in ("Un", "Deux")]
    cell.fight(tuple(ours), tuple(theirs))
    seat = cell.seat("Inès", ours[0])
    return ours, theirs, seat


def refused(cell: Cell, seat: str, command: c.Command) -> str:
    with pytest.raises(Refusal) as refusal:
        cell.act(seat, command)
    return refusal.value.id


def test_operators_act_in_the_order_they_agree_on(cell, raid):
    """OPS-CBT-02: a player lets another Operator go first, and keeps that place in the next turn."""
    (ares, mars, vesta), theirs, seat = raid
    cell.act(seat, c.Delay(character=ares, after=mars))
    assert (cell.now, cell.order) == (mars, [mars, ares, vesta, *theirs])
    cell.turn(5)
    assert (cell.round, cell.now) == (2, mars)


def test_the_page_names_those_whom_one_may_let_pass(cell, raid):
    """OPS-CBT-02: to a player the other Operators, to Contrôle everybody, and an occasion to name."""
    ours, theirs, seat = raid
    pages = {one: FightBoard(cell.table, viewer_of(cell.table.state, one), Frame("fr")) for one in (seat, "keeper")}
    shown = {one: [id for id, _ in board.turns.later(ours[0])] for one, board in pages.items()}
    assert shown == {seat: ours[1:], "keeper": [*ours[1:], *theirs]}
    parts = {one: str(board.part("fight_turn", act="", anew="")) for one, board in pages.items()}
    assert ["text.occasion" in parts[one] for one in (seat, "keeper")] == [False, True]
    assert all("Après MARS" in one for one in parts.values())


def test_letting_an_enemy_act_first_is_the_word_of_control(cell, raid):
    """OPS-CBT-02: for this turn only."""
    ours, (one, two), seat = raid
    assert refused(cell, seat, c.Delay(character=ours[0], after=one)) == "table/keeper_only"
    cell.keep(c.Delay(character=ours[0], after=one))
    assert cell.order == [*ours[1:], one, ours[0], two]
    cell.turn(4)
    assert (cell.now, cell.round) == (two, 1)
    cell.turn()
    assert cell.order[:3] == [*ours[1:], ours[0]]


def test_an_action_is_kept_for_an_occasion_and_done_once_in_the_turn_of_another(cell, raid):
    """OPS-CBT-01, OPS-CBT-05: whoever keeps it has acted once it is done."""
    (ares, mars, _), (one, _), seat = raid
    assert refused(cell, seat, c.Delay(character=ares, occasion="la porte")) == "table/keeper_only"
    cell.keep(c.Delay(character=ares, occasion="la porte s’ouvre"))
    assert (cell.now, cell.marks(ares)["kept"]) == (mars, "la porte s’ouvre")
    cell.do(ares, "attack_melee", (MISSES,), defender=at(one))
    assert "kept" not in cell.marks(ares)
    assert cell.now == mars


def test_what_was_kept_is_over_with_the_next_turn_of_whoever_keeps_it(cell, raid):
    """OPS-CBT-01."""
    (ares, *_), _, _ = raid
    cell.keep(c.Delay(character=ares))
    cell.turn(4)
    assert (cell.now, "kept" in cell.marks(ares)) == (ares, False)


def test_a_turn_that_is_used_or_is_another_s_cannot_be_put_off(cell, raid):
    """OPS-CBT-05; and back again, the turn before begins anew."""
    (ares, mars, vesta), (one, _), _ = raid
    assert refused(cell, "keeper", c.Delay(character=mars)) == "table/not_your_turn"
    assert refused(cell, "keeper", c.Delay(character=ares, after=ares)) == "table/not_later"
    cell.keep(c.Delay(character=ares, after=vesta))
    cell.keep(c.Turn(by=-1))
    assert (cell.now, cell.order[:3]) == (ares, [ares, mars, vesta])
    cell.do(ares, "attack_melee", (MISSES,), defender=at(one))
    assert refused(cell, "keeper", c.Delay(character=ares)) == "table/turn_spent"
