"""The fight as one value: the marks of a table are it, written down (TURN, ACT, RNG, FREE)."""

from typing import Any

from hypothesis import given as drawn
from hypothesis import strategies as st

from gardien.core.scene import Being, Scene
from gardien.systems.organique.rules.fight.turn_budget import PAID, TURNED
from gardien.systems.organique.table.fighter import fight_of, marks_of

IDS = ("a", "b", "c")
HOLDS = ("hold", "lock", "strangle", "wrestle")
few = st.integers(1, 5)
moments = st.lists(st.sampled_from([*PAID, *TURNED, "new_turn"]), min_size=1, max_size=5)
alone = st.fixed_dictionaries(
    {},
    optional={
        "initiative_total": st.integers(-5, 40),
        "rank": few,
        "stands": st.integers(-20, 20).map(float),
        "wields": st.sampled_from(("knife", "bat")),
        "dazzled": st.tuples(st.sampled_from(("one_eyed", "blind")), few).map(list),
        "burning": st.tuples(few, few).map(list),
        "moments": moments,
        "surprised": st.just(True),
        "lost": st.lists(st.sampled_from(("lose_action", "lose_reaction")), min_size=1, max_size=2),
        "waiting": st.just(True),
    },
)
pairs = st.sampled_from([(one, other) for one in IDS for other in IDS if one != other])
between = st.tuples(
    st.dictionaries(pairs, st.sampled_from(HOLDS), max_size=3),
    st.dictionaries(pairs, few, max_size=3),
    st.dictionaries(st.sampled_from(IDS), st.tuples(st.sampled_from(("", *IDS)), st.sampled_from(("", "gun")))),
)


def marks(people: list[dict[str, Any]], stands_between: tuple[Any, Any, Any]) -> dict[str, dict[str, Any]]:
    """The marks of three people, as acts write them."""
    holds, feints, aims = stands_between
    all_marks = {id: dict(one) for id, one in zip(IDS, people, strict=True)}
    for id, one in all_marks.items():
        grips = [[holder, kind] for (holder, victim), kind in holds.items() if victim == id]
        if grips:
            one |= {"held_by": [holder for holder, _ in grips], "held_how": grips[-1][1], "gripped": grips}
        if held := [victim for victim in IDS if (id, victim) in holds]:
            one["holding"] = held
        if feinted := [[on, turns] for (by, on), turns in feints.items() if by == id]:
            one["feinted"] = feinted
        if id in aims:
            told = {"aiming": True, "aims_at": aims[id][0], "aims_with": aims[id][1]}
            one |= {name: value for name, value in told.items() if value}
    return all_marks


@drawn(st.tuples(alone, alone, alone), between)
def test_marks_are_the_fight_written_down(people, stands_between):
    """ORG-TURN-01 to 04, ORG-ACT-05 to 08, ORG-FREE-02, ORG-RNG-01: whatever is read is written back as it was."""
    kept = marks(list(people), stands_between)
    scene = Scene({}, 0, {"order": list(IDS)})
    fight = fight_of({id: Being({}, one, scene, id) for id, one in kept.items()})
    written = {
        id: {name: value for name, value in marks_of(id, fight).items() if value is not None} for id in fight.people
    }
    assert {id: {**one, "holding": sorted(one.get("holding", ()))} for id, one in written.items()} == {
        id: {**one, "holding": sorted(one.get("holding", ()))} for id, one in kept.items()
    }
    again = fight_of({id: Being({}, one, scene, id) for id, one in written.items()})
    assert again == fight
