"""What dice do for a draft in every game: they fill what is empty, keep what was rolled, and never do nothing."""

import pytest

from gardien.core.system import find
from gardien.web.pages.creation.creation_dice import draw, drawn_before, fill, open_to_dice
from gardien.web.pages.creation.creation_draft import Draft, Maker

GAMES = ("yacdha", "operators", "d20d100", "cthulhud20", "organique")


def maker(key: str, **raw: object) -> Maker:
    return Maker(find(key), {}, "fr", Draft(action="a", raw={"name": "Rose", **raw}))


@pytest.mark.parametrize("key", GAMES)
def test_what_was_rolled_stays_when_everything_else_is_drawn(key: str) -> None:
    """Step by step, then all at once: no step that dice have filled is drawn a second time."""
    made = maker(key)
    for step in made.steps[: len(made.steps) // 2 + 1]:
        draw(made, step.fields)
    before = {field: made.raw(field) for field in made.draft.drawn}
    assert before
    draw(made, made.fields)
    assert {field: made.raw(field) for field in before} == before
    assert made.checked().faults == {}


@pytest.mark.parametrize("key", GAMES)
def test_dice_are_offered_where_they_do_something_and_nowhere_else(key: str) -> None:
    made = maker(key)
    for step in made.steps:
        offered = bool(open_to_dice(made, step.fields))
        assert draw(made, step.fields) == offered, step.key
        assert not open_to_dice(made, step.fields), step.key
        if drawn_before(made, step.fields):
            fill(made, drawn_before(made, step.fields))
            assert made.checked().faults == {}, step.key


def test_points_that_are_left_are_placed_where_the_rules_take_them() -> None:
    """D100-CREA-16: four secondary points of somebody who has placed the others."""
    made = maker("d20d100")
    draw(made, made.fields)
    rows = made.raw("secondary_spending")
    spent = next(row for row in rows if int(row[1]) >= 2)
    made.write("secondary_spending", [[name, str(int(n) - 2) if name == spent[0] else n, x] for name, n, x in rows])
    (purse,) = [one for one in made.checked().purses if one.field == "secondary_spending"]
    assert purse.left > 0
    assert draw(made, ["secondary_spending"])
    (purse,) = [one for one in made.checked().purses if one.field == "secondary_spending"]
    assert purse.left == 0
    assert made.checked().faults == {}
