"""The marks of a fight are its value, serialised: nothing is lost on the way there or back (P-ACT, P-GRAP, AIM)."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Struct

from gardien.core.scene import known
from gardien.systems.cthulhud20.rules.fight.state import NOT_ACTED, FightState
from gardien.systems.cthulhud20.table.marks import as_marks, fight_of

NAMES = st.sampled_from(("Ada", "Bel", "Cid"))
PEOPLE = st.lists(NAMES, max_size=3, unique=True).map(tuple)
OTHERS: dict[str, Any] = {
    "stands": st.floats(-100, 100) | st.just(UNSET),
    "initiative_total": st.integers(-20, 40) | st.just(UNSET),
    "actions_left": st.integers(0, 3) | st.just(UNSET),
    "shaken_now": st.sampled_from(("partial", "skip", UNSET)),
    "grappling": st.booleans() | PEOPLE.filter(bool),
    "disarmed": st.booleans() | NAMES | st.lists(NAMES, min_size=2, max_size=3, unique=True).map(tuple),
}


def values_of(name: str) -> st.SearchStrategy[Any]:
    """Values of a field, by what it usually is."""
    usual = getattr(NOT_ACTED, name)
    kinds: dict[type, st.SearchStrategy[Any]] = {
        bool: st.booleans(),
        int: st.integers(0, 9),
        str: st.just("") | NAMES,
        tuple: PEOPLE,
    }
    return OTHERS[name] if name in OTHERS else kinds[type(usual)]


STATES = st.fixed_dictionaries({name: values_of(name) for name in FightState.__struct_fields__}).map(
    lambda fields: FightState(**fields)
)


def marked(before: dict[str, Any], after: FightState) -> dict[str, Any]:
    return known({**before, **as_marks(before, after)})


@given(STATES, STATES)
def test_what_is_written_is_read_again(before: FightState, after: FightState) -> None:
    """CD20-P-ACT-03, CD20-AIM-01: whatever lay on somebody before, the marks say the new state and nothing else."""
    marks = marked(marked({}, before), after)
    assert fight_of(marks) == after
    assert marks == marked({}, after)


@given(STATES)
def test_what_is_read_is_written_as_it_lies_there(state: FightState) -> None:
    """CD20-P-ACT-03: an act that leaves everything as it is writes nothing."""
    marks = marked({}, state)
    assert as_marks(marks, fight_of(marks)) == {}
    assert not any(isinstance(one, Struct | tuple) for one in marks.values())
