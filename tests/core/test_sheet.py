"""Sheets: inputs are filled in from them, changes are written on them and taken back."""

from typing import Annotated

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from changed_sheets import after_changes, inputs_of, inverse
from core.spoken import both, french, refused
from gardien.core.sheet import Sheet, read_sheet
from gardien.core.values import Change, FrozenMap, Value, frozen_map


class Item(Value, frozen=True, kw_only=True):
    """Something carried."""

    name: str
    worth: int = 0


class Player(Sheet, frozen=True, kw_only=True):
    """A character."""

    system: str = "game"
    name: str = "Ada"
    trauma: Annotated[int, Meta(ge=1, le=6)] = 1
    luck: int = 1
    items: tuple[Item, ...] = ()
    levels: dict[str, int] = {}


class Given(Value, frozen=True, kw_only=True):
    """Inputs of which the sheet knows some."""

    trauma: int
    difficulty: str
    items: tuple[Item, ...] = ()
    system: str = ""
    version: int = 0


def test_a_procedure_is_filled_in_with_what_the_sheet_knows():
    sheet = Player(trauma=3, items=(Item(name="knife"),))
    assert inputs_of(sheet, Given) == {"trauma": 3, "items": ({"name": "knife", "worth": 0},)}


def test_what_is_filled_in_reads_as_the_sheet_s_own_values():
    sheet = Player(trauma=3, items=(Item(name="knife"),))
    given = msgspec.convert({**inputs_of(sheet, Given), "difficulty": "hard"}, Given)
    assert (given.trauma, given.items) == (sheet.trauma, sheet.items)


def test_changes_are_written_on_a_new_sheet():
    before = Player()
    after = after_changes(before, [Change("trauma", 1, 3), Change("luck", 1, 0)])
    assert (after.trauma, after.luck, after.name) == (3, 0, "Ada")
    assert before == Player()


def test_a_change_to_something_else_leaves_the_sheet_alone():
    sheet = Player()
    assert after_changes(sheet, [Change("clock", 0, 30)]) is sheet
    assert after_changes(sheet, []) is sheet


def test_a_changed_sheet_holds_values_not_plain_objects():
    after = after_changes(Player(), [Change("items", (), (Item(name="rope", worth=2),))])
    assert after.items == (Item(name="rope", worth=2),)


def test_a_change_that_the_sheet_cannot_hold_is_an_error_not_a_broken_sheet():
    with pytest.raises(msgspec.ValidationError):
        after_changes(Player(), [Change("trauma", 1, 9)])


def test_the_last_of_several_changes_counts_and_undo_brings_the_first_back():
    changes = [Change("trauma", 1, 3), Change("trauma", 3, 5)]
    after = after_changes(Player(), changes)
    assert after.trauma == 5
    assert inverse(changes) == (Change("trauma", 5, 3), Change("trauma", 3, 1))
    assert after_changes(after, inverse(changes)) == Player()


def test_taking_back_a_change_keeps_whose_it_is():
    assert inverse([Change("trauma", 1, 3, "Liam")]) == (Change("trauma", 3, 1, "Liam"),)


@given(st.lists(st.tuples(st.sampled_from(["trauma", "luck"]), st.integers(1, 6)), max_size=8))
def test_any_history_is_undone_to_the_sheet_it_began_with(history):
    sheet = Player()
    changes = []
    for field, value in history:
        change = Change(field, getattr(sheet, field), value)
        changes.append(change)
        sheet = after_changes(sheet, [change])
    assert after_changes(sheet, inverse(changes)) == Player()


def test_a_sheet_of_a_newer_version_is_refused_rather_than_guessed():
    refusal = refused(read_sheet, {"version": 3}, Player, "ada.json", 2)
    assert both(refusal) == (
        french(
            "ada.json~: Cette fiche vient d’une version plus récente (3)^; celle-ci lit jusqu’à 2. "
            "Mettre Gardien à jour."
        ),
        "ada.json: This sheet comes from a newer version (3); this one reads up to 2. Update Gardien.",
    )
    assert read_sheet({"version": 2, "trauma": 4}, Player, "ada.json", 2) == Player(version=2, trauma=4)
    assert refused(read_sheet, {"trauma": 9}, Player, "ada.json", 2).field == "trauma"
    assert refused(read_sheet, [], Player, "ada.json", 2).id == "field/type"


# --- maps within values ----------------------------------------------------------------------------------------------


@given(st.dictionaries(st.text(max_size=2), st.integers(0, 3), max_size=5), st.randoms())
def test_equal_maps_hash_alike_in_whatever_order_they_were_filled(content, random):
    """Equal outcomes must merge in odds, and a map does not care in which order its keys came."""
    names = list(content)
    random.shuffle(names)
    shuffled = frozen_map({name: content[name] for name in names})
    assert shuffled == frozen_map(content)
    assert hash(shuffled) == hash(frozen_map(content))


def test_a_frozen_map_cannot_be_changed():
    held = frozen_map({"a": 1})
    for attempt in (
        lambda: held.__setitem__("a", 2),
        lambda: held.pop("a"),
        lambda: held.update(b=2),
        lambda: held.clear(),
        lambda: held.setdefault("b", 1),
        lambda: held.popitem(),
        lambda: held.__delitem__("a"),
        lambda: held.__ior__({"b": 2}),
    ):
        with pytest.raises(TypeError):
            attempt()
    assert held == {"a": 1}
    assert msgspec.json.encode(FrozenMap(a=1)) == b'{"a":1}'
