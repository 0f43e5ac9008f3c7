"""The ways into a table: looking, acting, listening, links."""

import asyncio

from msgspec import to_builtins
from starlette.responses import Response

from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.table import commands as c
from gardien.table.binding import bind_open
from gardien.table.messages import Acted, Log, News
from gardien.table.packs import pack_at
from gardien.table.proposals import proposals_for
from gardien.table.secrets import canonical, new_id, seal
from gardien.table.tables import MOST_CARDS
from gardien.table.viewers import PARTS, SECTIONS, read_version, sees_all
from gardien.web.answers import Json
from gardien.web.encounters import Encounter, fight_file, foes_of, somebody
from gardien.web.knocking import knock
from gardien.web.live import Live, Stream, last_seen
from gardien.web.routes import HOUSE, KEEPER, SEATED, Call, Joining, Linking, Opening, TableOddsRequest, Way
from gardien.web.worker import Question


async def list_tables(call: Call, _: None) -> Response:
    """Every table of the house, for whoever started the server."""

    def found() -> list[dict[str, object]]:
        listed = []
        for id, events in call.tables.campaigns().items():
            try:
                play = call.tables.table(id).state.play
            except Refusal:
                continue  # one that cannot be opened does not hide the others
            listed.append(
                {"id": id, "title": play.get("title", ""), "system": play.get("system", ""), "events": events}
            )
        return listed

    return Json({"tables": await asyncio.to_thread(found)})


async def open_table(call: Call, body: Opening) -> Response:
    """A new table, with the game master's link."""
    command = c.Open(system=body.system, title=body.title, options=body.options)
    id, link = await asyncio.to_thread(call.tables.open, command, body.action)
    return Json({"table": id, "link": link}, 201)


async def keeper_link(call: Call, _: None) -> Response:
    """Another link for the game master of a table, for whoever started the server."""
    id = call.request.path_params["table"]
    call.tables.table(id)
    link = await asyncio.to_thread(call.tables.new_link, id, "keeper")
    return Json({"table": id, "link": link}, 201)


async def who_am_i(call: Call, _: None) -> Response:
    """The table and the seat that a link opens."""
    table, viewer = call.seated
    return Json({"table": table.campaign, "seat": viewer.seat, "role": viewer.role, "characters": list(viewer.owns)})


async def look(call: Call, _: None) -> Response:
    """The table as the caller may see it, now or at a moment of the past."""
    table, viewer = call.seated
    at = call.query("at")
    if at is None:
        return Json(table.look(viewer))
    return Json(await call.house.aside.run((table, viewer.seat), table.look, viewer, at))


async def log(call: Call, _: None) -> Response:
    """The log, newest first."""
    table, viewer = call.seated
    limit = call.query("limit") or "50"
    if not (limit.isascii() and limit.isdecimal() and len(limit) <= 3 and 1 <= int(limit) <= MOST_CARDS):
        raise Refusal("field/range", field="limit", came=limit[:20], low=1, high=MOST_CARDS)
    asked = (viewer, call.language, call.query("before"), int(limit))
    cards = await call.house.aside.run((table, viewer.seat), table.log, *asked)
    return Json({"cards": cards})


async def act(call: Call, body: c.Envelope) -> Response:
    """Do a command: durable before it is answered, once for each action id."""
    table, viewer = call.seated
    acted = await table.act_soon(viewer.seat, body, call.language)
    return Json(acted, 200 if acted.repeated or acted.preview else 201)


async def live(call: Call, _: None) -> Response:
    """What happens from now on, or since the last event seen, as server-sent events."""
    table, viewer = call.seated
    seen = last_seen(call.request)
    if seen is not None and not table.knows(viewer, seen):
        await table.look_for_news()  # seen on a line to another process
    stream = Stream(table, viewer.seat, call.language)
    return Live(stream, seen, call.house)  # type: ignore[return-value]


async def table_odds(call: Call, body: TableOddsRequest) -> Response:
    """The exact odds of a procedure for a character, from what the caller may know."""
    table, viewer = call.seated
    bound = bind_open(table.state, viewer, body.procedure, body.given, body.character)
    system = table.state.play["system"]
    question = Question("odds", system, body.procedure, bound.given, body.by, call.language)
    status, body_sent = await call.house.worker_of(table, viewer, "odds").ask(question)
    return Json(body_sent, status)


async def proposals(call: Call, _: None) -> Response:
    """What the tactics of the game would have a foe do now, the best first; each is an act that the table takes."""
    table, viewer = call.seated
    listed = proposals_for(table.state, viewer, call.query("character") or "")
    words = find(table.state.play["system"]).fights.words.get("reason", {}) if listed else {}
    told = [{**to_builtins(one), "why": words.get(one.reason, {}).get(call.language, one.reason)} for one in listed]
    return Json({"proposals": told})


async def encounter(call: Call, body: Encounter) -> Response:
    """What a fight of people of the table against others holds for each: exact where it can be, else simulated."""
    table, viewer = call.seated
    view, system = table.look(viewer), find(table.state.play["system"])
    if system.fights is None:
        raise Refusal("fight/none", came=system.key, allowed=[])
    foes = foes_of(system, view, body.them, call.language)
    ours = [somebody(view, id) for id in body.us]
    file = fight_file(system, ("us", "them"), ours, foes, body.chosen, view.get("options") or {})
    question = Question("fight", system.key, "", file, language=call.language)
    status, body_sent = await call.house.workshop_of(table, viewer, "encounter").ask(question)
    return Json(body_sent, status)


async def verify(call: Call, _: None) -> Response:
    """Whether a secret roll, now revealed, is the one that was sealed."""
    table, viewer = call.seated
    version = read_version(table.state, viewer, call.request.path_params["event"])
    event = await asyncio.to_thread(table.keeping.event, version)
    if event is None or event.command != "reveal" or not viewer.knows(event):
        raise Refusal("table/no_moment", field="event", came=call.request.path_params["event"][:40])
    people = table.state.play.get("characters", {})
    for id in event.roll.people.values() if event.roll else ():
        if not (viewer.keeper or (id in people and sees_all(viewer, id, people[id]))):
            raise Refusal("table/seal_hidden", kind="forbidden", field="event")  # the proof holds every input
    text = canonical(event.roll).decode()
    ok = seal(event.nonce, event.roll) == event.seal
    return Json({"seal": event.seal, "nonce": event.nonce, "sealed": text, "holds": ok})


# ---- seats ----


async def new_link(call: Call, body: Linking) -> Response:
    """Another link for a seat: the game master for any, everybody for their own."""
    table, viewer = call.seated
    if body.seat != viewer.seat and not viewer.keeper:
        raise Refusal("table/not_allowed", kind="forbidden", field="seat", came="links")
    if body.seat not in table.state.house["seats"]:
        raise Refusal("table/nothing", field="seat", came=body.seat)
    link = await asyncio.to_thread(call.tables.new_link, table.campaign, body.seat)
    return Json({"seat": body.seat, "link": link}, 201)


async def revoke_links(call: Call, _: None) -> Response:
    """Every link of a seat stops working; the seat stays."""
    table, viewer = call.seated
    seat = call.request.path_params["seat"]
    if seat not in table.state.house["seats"]:
        raise Refusal("table/nothing", field="seat", came=seat[:40])
    count = await asyncio.to_thread(call.tables.revoke, table.campaign, seat)
    envelope = c.Envelope(action=new_id("unlink"), command=c.Unlink(seat=seat))
    await table.act_soon(viewer.seat, envelope, call.language)  # other processes learn of it
    return Json({"seat": seat, "revoked": count})


async def join(call: Call, body: Joining) -> Response:
    """Ask for a seat with the short code; the link works once the game master has let the person in."""
    _, link = await knock(call.house, call.address, body, call.language)
    return Json({"link": link}, 202)


async def read_pack(call: Call, _: None) -> Response:
    """A pack that the table uses, or has used, as its file holds it."""
    table, _viewer = call.seated
    pack = pack_at(table.state, call.request.path_params["pack"])
    if pack is None:
        raise Refusal("pack/unknown", field="pack", came=call.request.path_params["pack"][:40])
    return Json(pack.content)


_TABLE = "/tables/{table}"
_SEEN = (*PARTS, *SECTIONS, "you", "version")
_OPENED = ("table", "link")
_WEIGHED = ("method", "runs", "sides", "fighters", "survivors", "rounds", "mean_rounds", "unfinished")
TABLE_WAYS = (
    Way("POST", f"{_TABLE}/actions", act, SEATED, "Act", body=c.Envelope, tells=Acted, done=(200, 201)),
    Way("GET", "/tables", list_tables, HOUSE, "List the tables", gives=("tables",)),
    Way("POST", "/tables", open_table, HOUSE, "Open a table", body=Opening, gives=_OPENED, done=(201,)),
    Way("POST", f"{_TABLE}/keeper", keeper_link, HOUSE, "Make a link for the game master", gives=_OPENED, done=(201,)),
    Way("GET", "/seat", who_am_i, SEATED, "See what a link opens", gives=("table", "seat", "role", "characters")),
    Way("POST", "/join", join, ("anyone",), "Ask for a seat", body=Joining, gives=("link",), done=(202,)),
    Way("GET", _TABLE, look, SEATED, "Look at the table", query=("at",), gives=_SEEN),
    Way("GET", f"{_TABLE}/log", log, SEATED, "Read the log", query=("before", "limit"), tells=Log),
    Way("GET", f"{_TABLE}/live", live, SEATED, "Listen", query=("after",), answers="text/event-stream", tells=News),
    Way("POST", f"{_TABLE}/encounters", encounter, KEEPER, "Weigh an encounter", body=Encounter, gives=_WEIGHED),
    Way("POST", f"{_TABLE}/odds", table_odds, SEATED, "Weigh an action", body=TableOddsRequest, gives=("outcomes",)),
    Way(
        *("GET", f"{_TABLE}/proposals", proposals, KEEPER, "Ask what a foe would do"),
        query=("character",),
        gives=("proposals",),
    ),
    Way(
        "GET", f"{_TABLE}/seals/{{event}}", verify, SEATED, "Verify a revealed roll", gives=("seal", "sealed", "holds")
    ),
    Way("GET", f"{_TABLE}/packs/{{pack}}", read_pack, KEEPER, "Read a pack of the table", gives=("pack",)),
    Way("POST", f"{_TABLE}/links", new_link, SEATED, "Make a link", body=Linking, gives=("seat", "link"), done=(201,)),
    Way("DELETE", f"{_TABLE}/seats/{{seat}}/links", revoke_links, KEEPER, "Revoke links", gives=("seat", "revoked")),
)
