"""Forms of one act among many: what is asked for hangs on what else is filled in, and on whom there is to aim at."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gardien.table import commands as c
from gardien.table.viewers import viewer_of
from gardien.web.pages.forms.targeting import changed_fields
from gardien.web.pages.frame import Frame
from gardien.web.pages.log.cards import card_shown
from gardien.web.pages.table.board import Board
from gardien.web.pages.table.tables import command_of
from systems.organique.evening import Evening
from systems.table import at


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    result = Evening(tmp_path)
    yield result
    result.store.close()


def board(evening: Evening, seat: str = "keeper") -> Board:
    return Board(evening.table, viewer_of(evening.table.state, seat), Frame("fr"), evening.tyra)


@pytest.mark.parametrize(
    ("kind", "asked"),
    [("draw", {"weapon_name"}), ("move", {"opponent", "to_step"}), ("pick_up", {"gm_test", "weapon_name"})],
)
def test_only_whoever_moves_says_to_whom(evening: Evening, kind: str, asked: set[str]) -> None:
    """ORG-FREE-04, ORG-FREE-05: fields come and go as another one is filled in."""
    form = board(evening).asker("free_action", evening.tyra, {"kind": kind})
    hanging = [one for one in (*form.main(), *form.more()) if one.useful]
    assert {one.useful for one in hanging} == {"opponent", "to_step", "gm_test", "weapon_name", "poison"}
    assert {one.useful for one in hanging if one.kind != "none"} == asked
    parts = changed_fields(board(evening), "free_action", {"kind": kind}, evening.tyra, ())
    hung = ("opponent", "to_step", "gm_test", "weapon_name", "poison")
    assert {name for name in hung if any(f"useful-{name}" in one for one in parts)} == asked


def test_what_is_not_asked_for_is_not_sent(evening: Evening) -> None:
    """From a move to a drawn weapon: whom it would have been to does not count."""
    items = [("type", "do"), ("procedure", "free_action"), ("character", evening.tyra), ("given.to_step", "1")]
    for kind, said in (("draw", {}), ("move", {"to_step": 1})):
        form = [*items, ("given.kind", kind)]
        command = command_of(form, dict(form), board(evening))
        assert isinstance(command, c.Do)
        assert command.given == {"kind": kind, **said}


@pytest.mark.parametrize("procedure", ["swarm_turn", "attack_swarm"])
def test_only_a_swarm_is_many(evening: Evening, procedure: str) -> None:
    """ORG-MON-04: nobody else is offered, to a player neither; anybody sees that they are many."""
    rats = evening.add(being="swarm/rats")
    for seat in ("keeper", evening.ann):
        form = board(evening, seat).asker(procedure, evening.tyra)
        (field,) = (one for one in form.main() if one.name == "person.swarm")
        assert [one.value for one in field.choices] == ["", rats]
    chosen = board(evening).asker(procedure, evening.tyra, {"swarm": at(rats)}).main()
    assert next(one.kind for one in chosen if one.useful == "creatures") == "none"  # nor is one of the list asked for


def test_a_card_says_once_what_befell_somebody(evening: Evening) -> None:
    """A body’s troubles, a robot’s structure, what is left of a swarm: told in the sentence, not again below it."""
    rats, robot = evening.add(being="swarm/rats"), evening.add(being="robot/guard_robot")
    for who, procedure, dice, given in (
        (evening.tyra, "attack_swarm", (20, 6, 6, 6, 6), {"swarm": at(rats), "means": "area", "points": 2}),
        (robot, "apply_damage", None, {"bs": 8}),
        (evening.kim, "cold", (1, 1), {"difficulty": 20, "hours": 2}),
    ):
        evening.do(who, procedure, dice, **given)
        now = board(evening)
        card = now.table.log(now.viewer, "fr", None, 1)[0]
        result = card_shown(card, now.view, now.system, "fr")
        assert result.changes, procedure
        assert result.untold == (), procedure
