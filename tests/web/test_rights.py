"""Who may do what: every way and every command beside every kind of caller. What is not listed here is refused."""

from typing import Any

import pytest

from gardien.table.commands import COMMANDS, ROLES, name_of
from gardien.table.store import open_store
from gardien.web.app import BASE, WAYS, create_app
from gardien.web.doorbell import Doorbell
from gardien.web.routes import Way
from web.client import Caller, Evening, Running, envelope, wait_for

ANYBODY = ("nobody", "house", "keeper", "player", "spectator", "screen", "revoked", "unseated", "elsewhere")
SEATED = ("keeper", "player", "spectator", "screen")
REFUSED = (401, 403)

# The ways in, and for whom; a way that is not here is for nobody.
WAYS_ALLOWED: dict[str, tuple[str, ...]] = {
    "GET /systems": ANYBODY,
    "GET /systems/{system}/procedures": ANYBODY,
    "GET /systems/{system}/rules": ANYBODY,
    "POST /systems/{system}/procedures/{procedure}/do": ANYBODY,
    "POST /systems/{system}/procedures/{procedure}/odds": ANYBODY,
    "POST /systems/{system}/characters": ANYBODY,
    "POST /systems/{system}/conversions/{source}": ANYBODY,
    "GET /systems/{system}/options": ANYBODY,
    "GET /systems/{system}/pack": ANYBODY,
    "POST /systems/{system}/fights": ANYBODY,
    "POST /systems/{system}/sheets/pdf": ANYBODY,
    "GET /systems/{system}/sheets/blank.pdf": ANYBODY,
    "POST /import": ("house",),
    "GET /tables": ("house",),
    "POST /tables": ("house",),
    "POST /tables/{table}/keeper": ("house",),
    "GET /seat": (*SEATED, "elsewhere"),  # each their own
    "POST /join": ANYBODY,
    "GET /tables/{table}": SEATED,
    "GET /tables/{table}/log": SEATED,
    "POST /tables/{table}/actions": SEATED,  # by command: below
    "GET /tables/{table}/live": SEATED,
    "POST /tables/{table}/odds": SEATED,
    "GET /tables/{table}/seals/{event}": SEATED,
    "POST /tables/{table}/packs": ("keeper",),
    "GET /tables/{table}/packs/{pack}": ("keeper",),
    "GET /tables/{table}/proposals": ("keeper",),
    "POST /tables/{table}/workshop": ("keeper",),
    "GET /tables/{table}/export": ("keeper",),
    "GET /tables/{table}/characters/{character}/sheet.pdf": SEATED,
    "POST /tables/{table}/links": SEATED,
    "DELETE /tables/{table}/seats/{seat}/links": ("keeper",),
}

# The commands, and for whom beside the game master; a player acts for characters of their own only.
KEEPERS = """
settings pack unpack seat unseat unlink assign door admit note scene remove override show close_ask reveal release
fight leave turn gather round end_fight chase end_chase plan advance dismiss undo redo
"""
COMMANDS_ALLOWED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(KEEPERS.split(), ("keeper",)),
    **dict.fromkeys(
        ("say", "throw", "add", "edit", "remark", "do", "follow", "declare", "settle"), ("keeper", "player")
    ),
    **dict.fromkeys(("decide", "vote", "ask", "delay", "pursue"), ("keeper", "player")),
    "open": (),
    "knock": (),
}


class Cast:
    """A table at which everything can be asked for, and one caller of each kind."""

    def __init__(self, running: Running) -> None:
        self.evening = evening = Evening(running)
        other = Evening.small(running)
        revoked = evening.seated("keeper", "Partie")
        unseated = evening.seated("keeper", "Levée")
        evening.keeper.send("DELETE", f"/seats/{revoked.seat}/links")
        evening.keeper.done("unseat", seat=unseated.seat)
        self.callers: dict[str, Caller] = {
            "nobody": running.caller().at(evening.table),
            "house": running.owner.at(evening.table),
            "keeper": evening.keeper,
            "player": evening.ann,
            "spectator": evening.watcher,
            "screen": evening.screen,
            "revoked": running.caller(revoked.link).at(evening.table),
            "unseated": running.caller(unseated.link).at(evening.table),
            "elsewhere": running.caller(other.keeper.link).at(evening.table),
        }
        evening.keeper.done("door")
        self.code = evening.keeper.get().json()["door"]["code"]


@pytest.fixture(scope="module")
def cast(tmp_path_factory):
    store = open_store(tmp_path_factory.mktemp("rights") / "store.db")
    with Running(store) as running:
        yield Cast(running)
    store.close()


def body(way: Way, cast: Cast, caller: Caller) -> Any:
    """Something that the way accepts from whoever may ask."""
    evening = cast.evening
    given = {"gauge": "trauma", "value": 3}
    return {
        "do": {"given": given},
        "odds": {"given": given},
        "draw": {},
        "convert": {"given": {"kind": "npc"}},
        "open_table": {"system": "yacdha"},
        "join": {"code": cast.code, "name": "Zoé"},
        "act": envelope("say", text="x", preview=True),
        "use_pack": {"action": "p", "content": {"pack": {"name": "A"}, "bonds": [{"fr": "Une tante"}]}},
        "table_odds": {"procedure": "gauge_check", "character": evening.leo, "given": {"gauge": "trauma"}},
        "weigh": {"given": {"checks": 1, "character": [{"name": "Léo"}]}},
        "workshop": {"characters": [evening.leo], "plan": ["le corps"]},
        "sheet_pdf": {"sheet": {"name": "Léo"}},
        "new_link": {"seat": caller.seat or evening.ann.seat},
    }.get(way.handler.__name__)


def name(way: Way) -> str:
    return f"{way.method} {way.path}"


def ask(way: Way, cast: Cast, who: str) -> int:
    caller = cast.callers[who]
    spare = cast.evening.seated("player", "Réserve").seat if way.method == "DELETE" else ""
    known = {
        "table": cast.evening.table,
        "procedure": "gauge_check",
        "event": "none",
        "seat": spare,
        "source": "d100",
        "pack": "none",
        "character": cast.evening.leo,
    }
    known["system"] = "d20d100" if "{source}" in way.path else "yacdha"
    path = way.path.format_map(known)
    if way.handler.__name__ == "live":
        with caller.listen() as heard:
            return heard.status
    how = {} if way.body is None else {"json": body(way, cast, caller)}
    return caller.send(way.method, "/" + path, **how).status_code


@pytest.mark.parametrize("way", WAYS, ids=name)
@pytest.mark.parametrize("who", ANYBODY)
def test_a_way_is_open_to_whom_it_is_listed_for_and_to_nobody_else(cast, way, who):
    status = ask(way, cast, who)
    if who in WAYS_ALLOWED.get(name(way), ()):
        refused_by_role = way.handler.__name__ == "act" and who in ("spectator", "screen")
        assert status not in REFUSED or refused_by_role, status
        assert status < 500
    else:
        assert status in REFUSED


def test_every_listed_way_is_there():
    assert {name(way) for way in WAYS} == set(WAYS_ALLOWED)


def test_no_address_answers_that_is_not_a_way(cast):
    """Whatever the application answers under its base is described, but for the description itself."""
    app = create_app(cast.evening.running.house)
    assert app.api.ways == {*WAYS_ALLOWED, "GET /openapi.json"}
    assert not [route for route in app.pages.routes if route.path.startswith(BASE)]


# ---- commands ----


class Played:
    """One table, at which each command is made possible, asked, and taken back."""

    def __init__(self, running: Running) -> None:
        self.evening = evening = Evening(running)
        keeper = evening.keeper
        self.note = keeper.made("note", "note", title="n", text="x")
        self.plan = keeper.made("plan", "plan", time=5, text="x")
        self.asked = keeper.made("ask", "ask", procedure="gauge_check", characters=[evening.leo, evening.mia])
        table = {"key": "sky", "fr": "Ciel", "rows": [{"fr": "Pluie"}]}
        keeper.done("pack", content={"pack": {"name": "Ciel"}, "random": [table]})
        keeper.done("advance", minutes=8 * 24 * 60)
        self.due = {
            kept["character"]: id
            for id, kept in keeper.get().json()["due"].items()
            if kept["procedure"] == "recover" and kept["given"]["gauge"] == "trauma"
        }
        self.secret = evening.check(keeper, evening.leo, audience="keeper")["version"]
        keeper.done("door")
        code = keeper.get().json()["door"]["code"]
        running.caller().post("/join", {"code": code, "name": "Zoé"})
        (self.knock,) = wait_for(lambda: keeper.get().json()["door"]["knocks"])
        keeper.done("say", text="de quoi annuler")
        keeper.done("undo")
        keeper.done("fight", fighters=[{"character": evening.leo}, {"character": evening.mia}])
        keeper.done("chase", fleeing=[evening.leo], pursuing=[evening.thug])
        self.spare = evening.seated("player", "Réserve")

    def said(self, type: str) -> dict[str, Any]:
        """A command that the game master may give here and now."""
        evening = self.evening
        given = {"gauge": "trauma"}
        return {
            "open": {"system": "yacdha"},
            "settings": {"title": "Autre"},
            "pack": {"content": {"pack": {"name": "A"}, "bonds": [{"fr": "Une tante"}]}},
            "unpack": {"what": "random/sky"},
            "seat": {"role": "player"},
            "unseat": {"seat": self.spare.seat},
            "unlink": {"seat": self.spare.seat},
            "assign": {"characters": [evening.leo], "seat": evening.ann.seat},
            "door": {},
            "knock": {"name": "Zoé", "code": "ABC234", "hash": "0" * 64},
            "admit": {"knock": self.knock},
            "say": {"text": "x"},
            "throw": {"notation": "3d6+2"},
            "note": {"id": self.note, "title": "m"},
            "scene": {"title": "x"},
            "add": {"draw": {}, "seat": evening.ann.seat},
            "remove": {"character": evening.thug},
            "edit": {"character": evening.leo, "fields": {"description": "x"}},
            "override": {"path": f"characters/{evening.leo}/sheet/trauma", "value": 2, "reason": "r"},
            "show": {"character": evening.thug, "alias": "x"},
            "remark": {"character": evening.leo, "note": "x"},
            "do": {"procedure": "gauge_check", "character": evening.leo, "given": given, "dice": [1]},
            "follow": {"event": "1", "offer": "luck"},  # nothing follows the opening of a table
            "decide": {"wait": "w0"},  # nothing waits
            "vote": {"wait": "w0"},
            "ask": {"procedure": "gauge_check", "characters": [evening.leo]},
            "close_ask": {"ask": self.asked},
            "reveal": {"event": self.secret},
            "release": {"event": self.secret},
            "fight": {"fighters": [{"character": evening.thug}]},
            "declare": {"character": evening.leo, "given": {}},
            "leave": {"character": evening.leo},
            "turn": {},
            "delay": {"character": evening.leo},  # everybody declares here
            "gather": {"characters": [evening.leo, evening.thug]},  # nor does anybody wait for another
            "round": {"dice": []},
            "chase": {"fleeing": [evening.leo], "pursuing": [evening.thug]},
            "pursue": {},
            "end_chase": {},
            "end_fight": {},
            "plan": {"id": self.plan, "text": "y"},
            "advance": {"minutes": 1},
            "settle": {"due": self.due[evening.leo]},
            "dismiss": {"due": self.due[evening.leo]},
            "undo": {},
            "redo": {},
        }[type]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    store = open_store(tmp_path_factory.mktemp("commands") / "store.db")
    with Running(store) as running:
        yield Played(running)
    store.close()


def test_every_command_is_listed():
    assert {name_of(command) for command in COMMANDS} == set(COMMANDS_ALLOWED)


@pytest.mark.parametrize("command", COMMANDS, ids=name_of)
def test_a_command_is_for_whom_it_is_listed_and_for_nobody_else(played, command):
    """Nothing is changed: what is allowed is tried as a preview only."""
    type = name_of(command)
    said = played.said(type)
    evening = played.evening
    callers = {"keeper": evening.keeper, "player": evening.ann, "spectator": evening.watcher, "screen": evening.screen}
    assert set(callers) == set(ROLES)
    for role, caller in callers.items():
        answer = caller.act(type, **said, preview=True)
        if role in COMMANDS_ALLOWED.get(type, ()):
            understood = answer.status_code == 200 or answer.json()["error"]["id"] in (
                "table/preview_dice",
                "table/nothing_to_redo",
                "table/no_offer",
                "table/no_moment",
                "table/no_decision",
                "table/no_delay",
            )
            assert understood, (role, answer.text)
        else:
            assert answer.status_code == 403, (role, answer.text)
            assert answer.json()["error"]["id"] == "table/not_allowed"


ELSEWHERE = ("say", "throw", "add", "follow", "decide", "vote", "pursue")  # that speak of nobody's character


@pytest.mark.parametrize(
    "type", [one for one, who in COMMANDS_ALLOWED.items() if "player" in who and one not in ELSEWHERE]
)
def test_a_player_acts_for_nobody_else(played, type):
    evening = played.evening
    said = played.said(type)

    def about(who: str) -> dict[str, Any]:
        named = {"settle": {"due": played.due.get(who, "d0")}, "ask": {"characters": [who]}}
        return {**said, **named.get(type, {"character": who})}

    answer = evening.ann.act(type, **about(evening.mia), preview=True)
    assert answer.status_code in (403, 422), answer.text
    assert answer.json()["error"]["id"] in ("table/not_yours", "table/nothing")
    hidden, unknown = (evening.ann.act(type, **about(who)) for who in (evening.ghoul, "c0"))
    assert hidden.status_code == unknown.status_code
    assert hidden.json()["error"]["id"] == unknown.json()["error"]["id"]


@pytest.mark.parametrize(
    "said",
    [
        {"seat": ""},
        {"seat": "keeper"},
        {"seat": "nobody"},
        {"hidden": True},
        {"shown": []},
        {"alias": "Masque"},
        {"count": 2},
        {"draw": None, "being": "creature/ghoul"},
        {"draw": None, "sheet": {"kind": "npc"}},
    ],
    ids=str,
)
def test_a_player_brings_in_nobody_but_a_character_of_their_own(played, said):
    evening = played.evening
    answer = evening.ann.act("add", **{**played.said("add"), **said})
    assert answer.status_code == 403, answer.text
    assert answer.json()["error"]["id"] in ("table/not_yours", "table/keeper_only")


def test_a_player_keeps_no_secrets_from_the_game_master_and_shares_none_with_others(played):
    evening = played.evening
    given = {"gauge": "trauma"}
    said = {"procedure": "gauge_check", "character": evening.leo, "given": given, "dice": [1]}
    shared = evening.ann.act("do", **said, audience=[evening.ann.seat, evening.bob.seat])
    assert shared.status_code == 403
    assert evening.ann.act("remark", character=evening.leo, secret="x").status_code == 403
    assert evening.ann.act("do", procedure="gauge_check", given=given, dice=[1]).status_code == 403
    evening.keeper.done("settings", players_edit=False)
    closed = evening.ann.act("edit", character=evening.leo, fields={"description": "y"})
    assert closed.json()["error"]["id"] == "table/closed_sheets"
    evening.keeper.done("settings", players_edit=True)


@pytest.mark.parametrize(
    "token", ["", "x", "Bearer", "a" * 200, "a" * 5000, "code/ABCDEF", "\x00", "é", "..", "' OR 1=1 --"]
)
def test_a_made_up_link_opens_nothing(played, token):
    stranger = played.evening.running.caller()
    for headers in ({"Authorization": f"Bearer {token}".encode()}, {"Cookie": f"gardien={token}".encode()}):
        try:
            answer = stranger.send("GET", "/seat", headers=headers)
        except Exception as refused:  # the client itself would not send this
            assert "illegal" in str(refused).lower() or "invalid" in str(refused).lower(), refused  # noqa: PT017
            continue
        assert answer.status_code in (400, 401), answer.text


def test_a_link_comes_as_a_header_or_as_a_cookie(played):
    evening = played.evening
    seat = evening.running.caller().send("GET", "/seat", headers={"Cookie": f"gardien={evening.ann.link}"})
    assert seat.json()["seat"] == evening.ann.seat
    both = {"Cookie": f"gardien={evening.ann.link}", "Authorization": f"bearer {evening.bob.link}"}
    assert evening.running.caller().send("GET", "/seat", headers=both).json()["seat"] == evening.bob.seat


def test_a_short_code_is_no_link(played):
    code = played.evening.keeper.get().json()["door"]["code"]
    for token in (code, f"code/{code}"):
        assert played.evening.running.caller(token).get("/seat").status_code == 401


def test_the_door_lets_only_so_many_wait(played):
    evening = Evening.small(played.evening.running)
    evening.keeper.done("door")
    code = evening.keeper.get().json()["door"]["code"]
    stranger = evening.running.caller()
    answers = []
    for one in range(21):
        evening.running.house.doorbell = Doorbell()  # each from somewhere else
        answers.append(stranger.post("/join", {"code": code, "name": f"Z{one}"}))
    assert [answer.status_code for answer in answers] == [202] * 20 + [409]
    assert answers[-1].json()["error"]["id"] == "table/crowd"
