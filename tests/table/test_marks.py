"""Marks set by hand: words of one's own, decisions, the game master's rulings; never a value of a sheet."""

from itertools import count, cycle
from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.core.system import System, find
from gardien.core.terms import LANGUAGES, sentence
from gardien.table import commands as c
from gardien.table.binding import bind, content
from gardien.table.demo import set_demo
from gardien.table.marks import MOST_OWN, check_mark, field_types, is_sheet_field
from gardien.table.store.base import Store
from gardien.table.tables import KEEPER, Table, Tables
from gardien.table.tree import Effect, Tree
from table.evening import Evening

GAMES = ("yacdha", "operators", "d20d100", "cthulhud20", "organique")
VALUES: tuple[Any, ...] = (True, 10**9, "x", [], {})
every_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture
def evening(quick: Store) -> Evening:
    return Evening(quick)


def fields_of(system: System) -> list[str]:
    """Every field of every kind of sheet."""
    return sorted({name for sheet in system.table_rules.sheets for name in field_types(sheet)})


def demo_of(store: Store, game: str) -> Table:
    tables = Tables(store)
    return tables.table(set_demo(tables, find(game), "fr")[0])


def remark(evening: Evening, seat: str, **marks: Any) -> Refusal:
    return evening.refused(seat, c.Remark(character=evening.leo, marks=marks))


def laid_without_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Marks are kept as they come, as they were before they had types."""

    def lay(context: Any, id: str, marks: Tree) -> list[Effect]:
        return [Effect(("play", "characters", id, "marks", name), value) for name, value in marks.items()]

    monkeypatch.setattr("gardien.table.handlers.cast._mark_effects", lay)
    monkeypatch.setattr("gardien.table.handlers.cast.reorder", lambda context, id, marks: ())


# ---- in every game ----


@every_game
def test_a_mark_named_like_a_field_of_any_sheet_is_refused(quick: Store, game: str) -> None:
    table, system, actions = demo_of(quick, game), find(game), count(1)
    first = next(iter(table.state.play["characters"]))

    def act(seat: str, command: c.Command) -> Any:
        return table.act(seat, c.Envelope(action=f"m{next(actions)}", command=command), "fr").card  # type: ignore[arg-type]

    ann = act(KEEPER, c.Seat(role="player", name="Ann", characters=(first,)))["words"]["seat"]
    before, values = table.state, cycle(VALUES)
    for field in fields_of(system):
        for value in VALUES:
            with pytest.raises(Refusal):
                check_mark(system.table_rules, field, value)
        with pytest.raises(Refusal) as refused:
            act(ann, c.Remark(character=first, marks={field: next(values)}))
        assert refused.value.id == "mark/field"
        assert all(field in sentence(refused.value, language) for language in LANGUAGES)
        with pytest.raises(Refusal):
            act(KEEPER, c.Remark(character=first, marks={field: 10**9}))
    assert table.state is before


@every_game
def test_marks_that_were_kept_before_they_had_types_hide_nothing(
    quick: Store, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every field of every sheet and every mark of the rules, as anything but what it is."""
    table, system = demo_of(quick, game), find(game)
    before = contents_of(table)
    laid_without_asking(monkeypatch)
    names = [*fields_of(system), *field_types(system.table_rules.marks), "in words of one’s own"]
    for id, value in zip(before, cycle(VALUES[1:]), strict=False):
        command = c.Remark(character=id, marks=dict.fromkeys(names, value))
        table.act(KEEPER, c.Envelope(action=f"old{id}", command=command), "fr")
    for id, one in contents_of(table).items():
        sheet = table.state.play["characters"][id]["sheet"]
        assert {name: one[name] for name in sheet} == sheet
        assert 10**9 not in [one.get(name) for name in field_types(system.table_rules.marks) if name not in sheet]
        assert "in words of one’s own" not in one


def test_a_mark_that_is_kept_and_that_rules_cannot_read_stops_nothing(
    quick: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rule’s own doubt about a value is passed over where it is written; nobody reads a value that cannot be one."""
    table = demo_of(quick, "operators")
    first = next(iter(table.state.play["characters"]))
    half = {"broken_off": {"recovery": {"stages": ["light", "superficial"], "days": [1]}}}
    with pytest.raises(Refusal, match="at least 2 needed"):
        table.act(KEEPER, c.Envelope(action="new", command=c.Remark(character=first, marks=half)), "fr")
    laid_without_asking(monkeypatch)
    table.act(KEEPER, c.Envelope(action="old", command=c.Remark(character=first, marks=half)), "fr")
    assert "broken_off" not in content(table.state, first)
    table.act(KEEPER, c.Envelope(action="on", command=c.Advance(minutes=60)), "fr")
    assert table.state.play["clock"] == 60


def contents_of(table: Table) -> dict[str, Tree]:
    return {id: content(table.state, id) for id in table.state.play["characters"]}


@pytest.mark.parametrize(
    ("game", "name", "said", "read"),
    [
        ("operators", "burning", {"sum": 3}, {"intensity": "ordinary", "sum": 3, "turns": 0}),
        ("d20d100", "pending_san", [{"loss": 2}], [{"loss": 2, "states": []}]),
    ],
)
def test_rules_read_a_mark_whole_whatever_was_said_of_it(
    quick: Store, game: str, name: str, said: Any, read: Any
) -> None:
    table = demo_of(quick, game)
    first = next(iter(table.state.play["characters"]))
    table.act(KEEPER, c.Envelope(action="part", command=c.Remark(character=first, marks={name: said})), "fr")
    assert content(table.state, first)[name] == read


# ---- what may be set, and by whom ----


@pytest.mark.parametrize("value", [True, False, 3, -99_999.5, "x" * 200, ["a", 1, True], [], {"until": 90}])
def test_words_of_ones_own_are_plain(evening: Evening, value: Any) -> None:
    evening.act(evening.ann, c.Remark(character=evening.leo, marks={"fatigué": value}))
    assert evening.person(evening.leo)["marks"] == {"fatigué": value}


@pytest.mark.parametrize(
    "value",
    [10**6, -(10**30), 1e300, "x" * 201, ["x"] * 51, ["x" * 201], [[]], [None], {}, {"until": "soon"}, {"until": -1}],
)
def test_what_is_not_plain_is_refused_by_its_name(evening: Evening, value: Any) -> None:
    for seat in (evening.ann, evening.keeper):
        refused = remark(evening, seat, fatigué=value)
        assert (refused.id, refused.kind, refused.field) == ("mark/plain", "refused", "marks")
        assert all("fatigué" in sentence(refused, language) for language in LANGUAGES)


def test_a_character_bears_so_many_words_and_no_more(evening: Evening) -> None:
    many = {f"état {number}": True for number in range(MOST_OWN)}
    evening.act(evening.ann, c.Remark(character=evening.leo, marks=many))
    assert remark(evening, evening.ann, encore=True).id == "mark/many"
    evening.act(evening.ann, c.Remark(character=evening.leo, marks={"état 0": None, "encore": True}))
    evening.act(evening.ann, c.Remark(character=evening.leo, marks={"encore": 2}))


def test_what_rules_set_the_game_master_sets_by_hand(evening: Evening) -> None:
    refused = remark(evening, evening.ann, surprised=True)
    assert (refused.id, refused.kind) == ("mark/rules", "forbidden")
    evening.keep(c.Remark(character=evening.leo, marks={"surprised": True}))
    assert remark(evening, evening.keeper, surprised="very").field == "marks.surprised"
    assert remark(evening, evening.keeper, held_by=[10**9]).id == "field/type"
    evening.act(evening.ann, c.Remark(character=evening.leo, marks={"surprised": None}))
    assert evening.person(evening.leo)["marks"] == {}


def test_a_circumstance_that_stands_on_the_sheet_is_written_there(evening: Evening) -> None:
    evening.keep(c.Remark(character=evening.thug, marks={"fights_for_survival": True}))
    assert evening.sheet(evening.thug)["fights_for_survival"] is True
    assert evening.person(evening.thug)["marks"] == {}
    evening.keep(c.Remark(character=evening.thug, marks={"fights_for_survival": None}))
    assert evening.sheet(evening.thug)["fights_for_survival"] is False
    assert (
        evening.refused(evening.keeper, c.Remark(character=evening.thug, marks={"fights_for_survival": 10**9})).id
        == "table/unfit"
    )


def test_an_override_of_a_mark_keeps_to_its_type(evening: Evening) -> None:
    evening.keep(c.Remark(character=evening.leo, marks={"fatigué": 2}))
    home = f"characters/{evening.leo}/marks/fatigué"
    assert evening.refused(evening.keeper, c.Override(path=home, value=10**6, reason="r")).id == "mark/plain"
    evening.keep(c.Override(path=home, value=3, reason="r"))
    assert evening.person(evening.leo)["marks"] == {"fatigué": 3}


def test_words_of_ones_own_fill_in_no_input(evening: Evening) -> None:
    system = find("yacdha")
    asked = {"category": "physical", "opposition": {"value": 3}}
    before = bind(evening.state, "action", asked, evening.leo).given
    inputs = system.procedure("action").given_fields()
    free = [name for name in inputs if not is_sheet_field(system.table_rules, name)][:MOST_OWN]
    evening.act(evening.ann, c.Remark(character=evening.leo, marks=dict.fromkeys(free, True)))
    assert bind(evening.state, "action", asked, evening.leo).given == before


# ---- what rules write ----


def test_what_a_sheet_cannot_hold_is_refused_and_nothing_is_written(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = find("yacdha").table_rules
    spoilt = {**rules.consequences, "gauge_check": lambda sheet, given, outcome, who: {"trauma": 10**9}}
    monkeypatch.setattr("gardien.core.table_rules.TableRules.consequences", property(lambda self: spoilt))
    roll = c.Do(procedure="gauge_check", character=evening.leo, given={"gauge": "trauma"})
    refused = evening.refused(evening.ann, roll)
    assert (refused.id, refused.kind, refused.field) == ("table/unfit", "refused", "trauma")
    assert evening.sheet(evening.leo)["trauma"] == 3


def test_whoever_flees_bears_a_word_that_the_sheet_has_not(evening: Evening) -> None:
    evening.fight(evening.leo, evening.mia, evening.thug)
    evening.act(evening.bob, c.Declare(character=evening.mia, given={"action": "flee"}))
    evening.keep(c.Round())
    assert content(evening.state, evening.mia)["status"] == "fled"
    assert evening.sheet(evening.mia)["status"] == "active"
