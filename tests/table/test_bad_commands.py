"""Nonsense: whatever comes, it is a refusal or it is done; the table stays readable and nothing is lost."""

from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import inspect

from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.core.terms import LANGUAGES, sentence
from gardien.table import commands as c
from gardien.table.store.base import Store
from table.evening import LEO, Evening, again
from table.test_rights import SENSIBLE

PEOPLE = ("LEO", "MIA", "THUG", "GHOUL")
WORDS = (*PEOPLE, "ANN", "ASK", "DUE", "PLAN", "NOTE", "KNOCK", "keeper", "1", "5", "all", "", "x", "é" * 50, "\0", "/")
NAMES = ("gauge", "value", "character", "category", "opposition", "members", "sides", "trauma", "action", "target")
PATHS = ("clock", "fight/turn", "fight/round", "title", "options", "scene/marks", "characters/LEO/sheet/trauma")

PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**25), 10**25),
    st.integers(-2, 10),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(WORDS),
    st.text(max_size=8),
)
KEYS = st.one_of(st.sampled_from((*NAMES, *WORDS)), st.text(max_size=5))
JSON = st.recursive(
    PLAIN, lambda below: st.lists(below, max_size=3) | st.dictionaries(KEYS, below, max_size=3), max_leaves=8
)
PROCEDURES = tuple(find("yacdha").modules)


def of_type(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Values of a type, some of them out of its range."""
    match kind:
        case inspect.Metadata():
            return of_type(kind.type)
        case inspect.NoneType():
            return st.none()
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            return st.one_of(st.integers(kind.ge or 0, kind.le or 10), st.integers(-5, 10**10))
        case inspect.StrType():
            return st.one_of(st.sampled_from((*WORDS, *PROCEDURES, *PATHS)), st.text(max_size=6))
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.VarTupleType():
            return st.lists(of_type(kind.item_type), max_size=3)
        case inspect.DictType():
            return st.dictionaries(KEYS, of_type(kind.value_type), max_size=3)
        case inspect.UnionType():
            return st.one_of(*(of_type(one) for one in kind.types))
        case inspect.StructType():
            return struct_of(kind)
        case _:
            return JSON


def struct_of(kind: inspect.StructType) -> st.SearchStrategy[Any]:
    types = {field.encode_name: of_type(field.type) for field in kind.fields}
    needed = {field.encode_name for field in kind.fields if field.required}
    return st.fixed_dictionaries(
        {name: one for name, one in types.items() if name in needed},
        optional={name: one for name, one in types.items() if name not in needed},
    )


def command_of(kind: type[c.Command]) -> st.SearchStrategy[Any]:
    """A command of the right shape; or one that makes sense, with one thing in it replaced by anything at all."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    fields = [field.encode_name for field in info.fields]
    bent = st.tuples(st.sampled_from(fields or ["x"]), JSON).map(lambda pair: {**SENSIBLE[kind], pair[0]: pair[1]})
    return st.one_of(struct_of(info), bent).map(lambda words: {**words, "type": c.name_of(kind)})


def filled(evening: Evening, content: Any) -> bytes:
    """Words like LEO stand for what is at this table."""
    play, house = evening.play, evening.state.house
    ids = {
        "LEO": evening.leo,
        "MIA": evening.mia,
        "THUG": evening.thug,
        "GHOUL": evening.ghoul,
        "ANN": evening.ann,
        "SCREEN": evening.screen,
        **{word: next(iter(play.get(section, {})), "x") for word, section in SECTIONS.items()},
        "KNOCK": next(iter(house.get("knocks", {})), "x"),
        "SECRET": "13",
        "FAILED": "20",
        "CODE": str(house.get("code")),
    }
    text = msgspec.json.encode(content).decode()
    for word, id in ids.items():
        text = text.replace(word, id)
    return text.encode()


SECTIONS = {"ASK": "asks", "DUE": "due", "PLAN": "plans", "NOTE": "notes"}


def full_evening(store: Store) -> Evening:
    """Something of everything."""
    evening = Evening(store, options={"hold_escape": True})
    evening.note(text="x")
    evening.plan(time=5, text="x")
    evening.keep(c.Advance(minutes=60 * 24 * 7))
    evening.check(evening.leo, face=6, audience="keeper")
    evening.keep(c.Door())
    evening.tables.knock(evening.state.house["code"], "Zoé")
    evening.ask(evening.leo, given={"gauge": "trauma"})
    evening.fight(evening.leo, evening.mia, evening.thug, evening.ghoul)
    evening.attack(evening.ann, evening.leo, evening.thug)
    return evening


def readable(evening: Evening) -> None:
    """Everybody can look and read the log, and another process finds the same."""
    for seat in evening.state.house["seats"]:
        assert evening.look(seat)
        assert evening.log(seat)
    assert again(evening).state == evening.state


class Shared:
    """One evening for many examples, taken back after each; a new one when somebody has moved the seats."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.evening = full_evening(store)
        self.house = self.evening.state.house
        self.base = str(self.evening.state.version)

    def reset(self) -> None:
        if self.evening.state.house is self.house:
            self.evening.keep(c.Undo(to=self.base))
        else:
            self.__init__(self.store)  # type: ignore[misc]


@pytest.fixture(scope="module")
def shared(quick: Store) -> Shared:
    return Shared(quick)


def refusal_of(evening: Evening, seat: str, command: c.Command) -> Refusal | None:
    """The refusal of a command, if it is one."""
    try:
        evening.act(seat, command)
    except Refusal as refusal:
        return refusal
    return None


@settings(max_examples=400, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(content=st.one_of(*(command_of(kind) for kind in c.COMMANDS)), who=st.sampled_from(("keeper", "keeper", "ann")))
def test_any_command_is_done_or_refused(shared: Shared, content: Any, who: str) -> None:
    evening = shared.evening
    try:
        command = msgspec.json.decode(filled(evening, content), type=c.AnyCommand)
    except msgspec.ValidationError:
        return
    before = evening.state
    refused = refusal_of(evening, getattr(evening, who), command)
    if refused:
        assert evening.state is before
        assert all(sentence(refused, language) for language in LANGUAGES)
        return
    readable(evening)
    # What was done must not stand in the way of what comes.
    for further in (c.Round(), c.EndFight(), c.Advance(minutes=60 * 24 * 31)):
        refusal_of(evening, evening.keeper, further)
    for due in list(evening.play.get("due", {})):
        refusal_of(evening, evening.keeper, c.Settle(due=due))
    shared.reset()


@pytest.mark.parametrize("kind", c.COMMANDS, ids=c.name_of)
@pytest.mark.parametrize("depth", [18, 40, 300, 900])
def test_what_is_nested_too_deeply_is_refused(quick: Store, kind: type[c.Command], depth: int) -> None:
    evening = full_evening(quick) if depth == 40 else Evening(quick)
    nested: Any = 1
    for level in range(depth):
        nested = [nested] if level % 2 else {"character": nested}
    for name in SENSIBLE[kind]:
        content = msgspec.to_builtins({**SENSIBLE[kind], "type": c.name_of(kind)})
        body = filled(evening, content)
        for replaced in (nested, {"x": nested}):
            try:
                words = {**msgspec.json.decode(body), name: replaced}
                command = msgspec.convert(words, c.AnyCommand)
            except (msgspec.ValidationError, RecursionError):
                continue
            refused = refusal_of(evening, evening.keeper, command)
            assert depth < 20 or (refused and refused.id == "file/deep")
            readable(evening)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"\xff",
        b'{"action": "", "command": {"type": "turn"}}',
        b'{"action": "x", "command": {"type": "dance"}}',
        b'{"action": "x", "command": {}}',
        b'{"action": "x", "command": {"type": "turn", "more": 1}}',
        b'{"action": "x", "command": {"type": "turn"}, "more": 1}',
        b'{"action": "x", "command": {"type": "say", "text": ""}}',
        b'{"action": "x", "command": {"type": "advance", "minutes": -1}}',
        b'{"action": "x", "command": {"type": "advance", "minutes": 1e400}}',
    ],
)
def test_what_is_no_envelope(body: bytes) -> None:
    with pytest.raises(msgspec.MsgspecError):
        msgspec.json.decode(body, type=c.Envelope)


@pytest.mark.parametrize("action", ["\n", "\0", "a\u202eb\n", "\x7f"])
def test_an_action_id_that_cannot_be_kept(store: Store, action: str) -> None:
    evening = Evening(store)
    with pytest.raises(Refusal) as refused:
        evening.table.act(evening.ann, c.Envelope(action=action, command=c.Say(text="x")))
    assert refused.value.id == "store/name"
    evening.act(evening.ann, c.Say(text="et pourtant"))


def test_what_is_too_large_to_be_kept_is_refused(store: Store) -> None:
    evening = Evening(store)
    before = evening.state
    crowd = c.Add(sheet={**LEO, "description": "x" * 5000}, count=20)
    assert evening.refused(evening.keeper, crowd).id == "store/large"
    assert evening.state is before
    assert evening.store.head(evening.campaign) == before.version
    evening.act(evening.ann, c.Say(text="\0" + "x" * 4999))
    assert again(evening).state == evening.state


@pytest.mark.parametrize("seat", ["", "x", "keeper\n", "s" * 300, "../keeper"])
def test_seats_that_are_none(quick: Store, seat: str) -> None:
    evening = Evening(quick)
    assert evening.refused(seat, c.Say(text="x")).id in ("table/no_seat", "table/not_allowed", "store/name")
