"""Who may do what: a matrix of all commands and roles; what is not listed is refused."""

from typing import Any

import msgspec
import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.handlers.house import MOST_KNOCKS
from gardien.table.store.base import Store
from table.evening import LEO, Evening
from table.robbery import HEADS, TAILS, Robbery

# Something that makes sense for each command; ids are filled in from the evening.
SENSIBLE: dict[type[c.Command], dict[str, Any]] = {
    c.Open: {"system": "yacdha"},
    c.Settings: {"title": "x"},
    c.UsePack: {"content": {"pack": {"name": "x"}, "bonds": [{"fr": "x"}]}},
    c.Unpack: {"what": "random/sky"},
    c.Seat: {},
    c.Unseat: {"seat": "SCREEN"},
    c.Unlink: {"seat": "SCREEN"},
    c.Door: {},
    c.Knock: {"name": "x", "code": "CODE", "hash": "0" * 64},
    c.Admit: {"knock": "KNOCK"},
    c.Assign: {"characters": ["LEO"]},
    c.Say: {"text": "x"},
    c.Throw: {"notation": "3d6"},
    c.Note: {"text": "x"},
    c.Scene: {"title": "x"},
    c.Add: {"seat": "ANN"},
    c.Remove: {"character": "THUG"},
    c.Edit: {"character": "LEO", "fields": {"luck": 0}},
    c.Override: {"path": "clock", "value": 5, "reason": "x"},
    c.Show: {"character": "LEO", "hidden": True},
    c.Remark: {"character": "LEO", "note": "x"},
    c.Do: {"procedure": "gauge_check", "character": "LEO", "given": {"gauge": "trauma"}},
    c.Follow: {"event": "FAILED", "offer": "again"},
    c.Decide: {"wait": "WAIT"},
    c.Vote: {"wait": "WAIT"},
    c.Ask: {"procedure": "gauge_check", "characters": ["LEO"]},
    c.CloseAsk: {"ask": "ASK"},
    c.Reveal: {"event": "SECRET"},
    c.Release: {"event": "SECRET"},
    c.Fight: {"fighters": [{"character": "LEO"}]},
    c.Declare: {"character": "LEO", "given": {"action": "flee"}},
    c.Leave: {"character": "MIA"},
    c.Turn: {},
    c.Delay: {"character": "LEO"},
    c.Gather: {"characters": ["LEO", "MIA"]},
    c.Chase: {"fleeing": ["LEO"], "pursuing": ["THUG"]},
    c.Pursue: {},
    c.EndChase: {},
    c.Round: {},
    c.EndFight: {},
    c.Plan: {"text": "x"},
    c.Advance: {"minutes": 1},
    c.Settle: {"due": "DUE"},
    c.Dismiss: {"due": "DUE"},
    c.Undo: {"alone": "FAILED"},
    c.Redo: {},
}


def waiting(store: Store, kind: type[c.Command]) -> Robbery:
    """A rule of another game waits for Ann's answer, or for hers among others."""
    fair = Robbery(store)
    fair.rob(HEADS if kind is c.Vote else TAILS)
    if kind is c.Vote:
        fair.answer(fair.bob, "luck")
    return fair


@pytest.fixture
def evening(quick: Store, tiny: None, request: pytest.FixtureRequest) -> Evening:
    """An evening at which every command finds what it needs."""
    kind = getattr(request.node, "callspec", None) and request.node.callspec.params.get("kind")
    if kind in (c.Decide, c.Vote):
        return waiting(quick, kind)
    evening = Evening(quick)
    table = {"key": "sky", "fr": "Ciel", "rows": [{"fr": "Pluie"}]}
    evening.keep(c.UsePack(content={"pack": {"name": "Ciel"}, "random": [table]}))
    evening.fight(evening.leo, evening.mia)
    evening.add(sheet={**LEO, "name": "Lou"}, seat=evening.ann)  # whose weeks of care nothing breaks off
    evening.keep(c.Advance(minutes=60 * 24 * 7))
    evening.keep(c.Chase(fleeing=(evening.leo,), pursuing=(evening.thug,)))
    evening.keep(c.Door())
    evening.tables.knock(evening.state.house["code"], "Zoé")
    evening.ask(evening.leo, given={"gauge": "trauma"})
    evening.check(evening.mia, face=6, audience="keeper")
    evening.keep(c.Say(text="x"))
    evening.keep(c.Undo())
    given = {"category": "physical", "opposition": {"kind": "passive", "value": 4}}
    evening.act(evening.ann, c.Do(procedure="action", character=evening.leo, given=given, dice=(2,)))
    evening.keep(c.Note(text="x"))  # for the game master alone: the player's dice still lie there
    evening.keep(c.Undo())
    return evening


def command_of(evening: Evening, kind: type[c.Command], seat: str = Evening.keeper) -> Any:
    if isinstance(evening, Robbery):
        return kind(wait=evening.wait)  # type: ignore[call-arg]
    words = {
        "ANN": evening.ann,
        "LEO": evening.leo,
        "MIA": evening.mia,
        "THUG": evening.thug,
        "SCREEN": evening.screen,
        "CODE": evening.state.house["code"],
        "ASK": next(iter(evening.play["asks"])),
        "DUE": next(iter(evening.play["due"])),
        "KNOCK": next(iter(evening.state.house["knocks"])),
        "SECRET": str(evening.state.version - 5),
    }
    # For players a moment has another name.
    words["FAILED"] = next(shown["id"] for shown in evening.log(seat)[::-1] if shown["command"] == "do")
    text = msgspec.json.encode({"type": c.name_of(kind), **SENSIBLE[kind]}).decode()
    for word, id in words.items():
        text = text.replace(f'"{word}"', f'"{id}"')
    return msgspec.json.decode(text, type=c.AnyCommand)


def test_every_command_is_in_the_matrix() -> None:
    assert set(SENSIBLE) == set(c.COMMANDS)
    assert set(c.COMMANDS) == set(c.AnyCommand.__args__)  # type: ignore[attr-defined]
    names = [c.name_of(kind) for kind in c.COMMANDS]
    assert len(set(names)) == len(names)
    assert {role for roles in c.RIGHTS.values() for role in roles} == {"player"}


@pytest.mark.parametrize("role", c.ROLES)
@pytest.mark.parametrize("kind", c.COMMANDS, ids=c.name_of)
def test_what_is_not_listed_is_refused(evening: Evening, kind: type[c.Command], role: c.Role) -> None:
    seat = {"keeper": evening.keeper, "player": evening.ann, "spectator": evening.watcher, "screen": evening.screen}
    command = command_of(evening, kind, seat[role])
    if kind not in (c.Open, c.Knock) and (role == "keeper" or role in c.RIGHTS.get(kind, ())):
        if kind in (c.Delay, c.Gather):  # everybody declares here
            assert evening.refused(seat[role], command).id == "table/no_delay"
            return
        before = evening.state.version
        evening.act(seat[role], command)
        assert evening.state.version == before + 1
        return
    refused = evening.refused(seat[role], command)
    assert (refused.id, refused.kind) == ("table/not_allowed", "forbidden")
    assert refused.words == {"came": c.name_of(kind)}
    assert evening.refused(seat[role], command, preview=True).id == "table/not_allowed"


@pytest.mark.parametrize("kind", c.RIGHTS, ids=c.name_of)
def test_players_act_for_their_own_only(evening: Evening, kind: type[c.Command]) -> None:
    if kind in (c.Say, c.Throw, c.Vote):  # of everybody's own
        return
    refused = evening.refused(evening.bob, command_of(evening, kind, evening.bob))
    assert refused.id in ("table/not_yours", "table/nothing", "table/not_last")


@pytest.mark.parametrize("kind", c.COMMANDS, ids=c.name_of)
def test_a_seat_that_is_gone_or_never_was_does_nothing(evening: Evening, kind: type[c.Command]) -> None:
    command = command_of(evening, kind)
    evening.keep(c.Unseat(seat=evening.ann))
    for seat in (evening.ann, "s0", "KEEPER"):
        refused = evening.refused(seat, command)
        assert (refused.id, refused.kind) == ("table/no_seat", "forbidden")


@pytest.mark.parametrize("kind", c.COMMANDS, ids=c.name_of)
def test_a_stranger_may_knock_and_nothing_else(evening: Evening, kind: type[c.Command]) -> None:
    command = command_of(evening, kind)
    if kind is c.Knock:
        evening.act("", command)
        return
    assert evening.refused("", command).kind == "forbidden"


def test_a_player_does_no_round_of_their_own(evening: Evening) -> None:
    """What the fight does to others is the game master's to play."""
    fighters = [{"character": evening.leo, "action": "attack", "target": evening.mia}, {"character": evening.mia}]
    for procedure in ("combat_round", "end_combat"):
        command = c.Do(procedure=procedure, character=evening.leo, given={"combatants": fighters})
        assert evening.refused(evening.ann, command).id == "table/keeper_procedure"


# ---- the door ----


def test_a_code_only_asks_for_a_seat(evening: Evening) -> None:
    code = evening.state.house["code"]
    token = evening.tables.knock(code.lower(), "Yve")
    for way in (token, code, f"code/{code}"):
        with pytest.raises(Refusal):
            evening.tables.enter(way)
    knocks = evening.look(evening.keeper)["door"]["knocks"]
    (knock,) = [id for id, name in knocks.items() if name == "Yve"]
    assert evening.look(evening.ann)["door"] is None
    evening.keep(c.Admit(knock=knock, characters=(evening.thug,)))
    seat = evening.tables.enter(token).seat
    assert (evening.viewer(seat).role, evening.viewer(seat).owns) == ("player", (evening.thug,))
    assert evening.refused(evening.keeper, c.Admit(knock=knock)).id == "table/nothing"


def test_turned_away_and_a_closed_door(evening: Evening) -> None:
    code = evening.state.house["code"]
    token = evening.tables.knock(code, "Yve")
    knock = list(evening.state.house["knocks"])[-1]
    evening.keep(c.Admit(knock=knock, role=None))
    with pytest.raises(Refusal):
        evening.tables.enter(token)
    evening.keep(c.Door())
    other = evening.state.house["code"]
    evening.keep(c.Door(open=False))
    for old in (code, other, "", "x" * 30):
        with pytest.raises(Refusal) as refused:
            evening.tables.knock(old, "Yve")
        assert refused.value.id == "table/no_code"


def test_so_many_wait_at_the_door(evening: Evening) -> None:
    code = evening.state.house["code"]
    for number in range(MOST_KNOCKS - 1):
        evening.tables.knock(code, f"n{number}")
    with pytest.raises(Refusal) as refused:
        evening.tables.knock(code, "Yve")
    assert refused.value.id == "table/crowd"


def test_links_of_a_seat_stop_and_the_seat_stays(evening: Evening) -> None:
    evening.keep(c.Unlink(seat=evening.ann))
    with pytest.raises(Refusal):
        evening.tables.enter(evening.links[evening.ann])
    assert evening.tables.known_seat(evening.links[evening.ann]) is None
    fresh = evening.tables.new_link(evening.campaign, evening.ann)
    assert evening.tables.enter(fresh).seat == evening.ann
