"""The ways into a table: looking, acting, listening, links."""

import asyncio
from tempfile import SpooledTemporaryFile

from msgspec import to_builtins
from starlette.responses import Response, StreamingResponse

from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.table import commands as c
from gardien.table.binding import bind_open
from gardien.table.exchange import export_table
from gardien.table.messages import Acted, Log, News
from gardien.table.packs import pack_at
from gardien.table.proposals import proposals_for
from gardien.table.secrets import canonical, new_id, seal
from gardien.table.store.base import BODY_BYTES
from gardien.table.tables import MOST_CARDS
from gardien.table.viewers import read_version, sees_all
from gardien.web.answers import HEADERS_OF_FILES, Json
from gardien.web.encounters import Against, fight_file, foes_of, numbered, somebody
from gardien.web.files import bring_file, file_headers
from gardien.web.knocking import knock
from gardien.web.live import Live, Stream, last_seen
from gardien.web.routes import (
    HOUSE,
    KEEPER,
    SEATED,
    Call,
    Encounter,
    Joining,
    Linking,
    Opening,
    Packing,
    TableOddsRequest,
    Way,
)
from gardien.web.system_routes import pdf, printed
from gardien.web.told import (
    KnockAnswered,
    LinkMade,
    LinksRevoked,
    OddsAnswer,
    PackRead,
    ProposalsMade,
    SealVerified,
    SeatShown,
    TableOpened,
    TablesBrought,
    TablesListed,
    TableView,
    Weighed,
)
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


async def use_pack(call: Call, body: Packing) -> Response:
    """A pack comes into use, as the command `pack` does it, and may be longer than a command."""
    table, viewer = call.seated
    envelope = c.Envelope(action=body.action, command=c.UsePack(content=body.content))
    acted = await table.act_soon(viewer.seat, envelope, call.language)
    return Json(acted, 200 if acted.repeated else 201)


async def take_table(call: Call, _: None) -> Response:
    """The table as a file, with every secret: another house takes it in."""
    table, viewer = call.seated
    lines = await asyncio.to_thread(export_table, call.tables.store, table.campaign, viewer)
    name = table.state.play.get("title") or table.campaign
    return StreamingResponse(lines, 200, {**HEADERS_OF_FILES, **file_headers(name, "jsonl")}, JSON_LINES)


async def bring_tables(call: Call, _: None) -> Response:
    """Every table of a file, or none and the reason why; with `copy`, beside one that is here already."""
    with SpooledTemporaryFile(max_size=1 << 20) as file:
        async for chunk in call.request.stream():
            file.write(chunk)
        file.seek(0)
        copy = call.query("copy") == "true"
        brought = await call.house.aside.run("house", bring_file, call.tables.store, file, "jsonl", copy)
    told = [{"table": one.campaign, **{name: getattr(one, name) for name in _BROUGHT}} for one in brought]
    return Json({"tables": told}, 201)


async def character_pdf(call: Call, _: None) -> Response:
    """The sheet of somebody at the table as a PDF, for whoever may read all of it."""
    table, viewer = call.seated
    id, play = call.request.path_params["character"], table.state.play
    person = play.get("characters", {}).get(id)
    if person is None or not sees_all(viewer, id, person):
        raise Refusal("table/no_character", field="character", came=id[:40])
    drawn = (find(play["system"]), person["sheet"], call.language, play.get("options"), int(play.get("clock") or 0))
    body = await call.house.aside.run((table, viewer.seat), printed, *drawn)
    return pdf(body, str(person["sheet"].get("name", id)))


async def workshop(call: Call, body: Encounter) -> Response:
    """What a fight holds for each, exact where it can be, else simulated; or what a plan does to their minds."""
    table, viewer = call.seated
    view, system = table.look(viewer), find(table.state.play["system"])
    if system.fights is None:
        raise Refusal("fight/none", came=system.key, allowed=[])
    ours, options = [somebody(view, id) for id in body.characters], view.get("options") or {}
    if body.plan:
        given = {"system": system.key, "options": options, **system.fights.scenario(numbered(ours), body.plan)}
    else:
        rows = [Against(being=key, count=count) for key, count in body.opponents.items()]
        foes = foes_of(system, view, [*rows, *body.against], call.language)
        given = fight_file(system, ("us", "them"), ours, foes, body.choices, options)
    question = Question("weigh", system.key, "", given, language=call.language)
    status, answered = await call.house.workshop_of(table, viewer, "api").ask(question)
    return Json(answered, status)


_TABLE = "/tables/{table}"
_BROUGHT = ("title", "system", "events", "damaged", "link")
JSON_LINES = "application/jsonl"
TABLE_WAYS = (
    Way(
        *("POST", f"{_TABLE}/actions", act, SEATED, "Act", "Agir"),
        body=c.Envelope,
        tells=Acted,
        done=(200, 201),
    ),
    Way("GET", "/tables", list_tables, HOUSE, "List the tables", "Lister les tables", tells=TablesListed),
    Way(
        *("POST", "/tables", open_table, HOUSE, "Open a table", "Ouvrir une table"),
        body=Opening,
        tells=TableOpened,
        done=(201,),
    ),
    Way(
        *("POST", "/import", bring_tables, HOUSE, "Bring tables in", "Faire venir des tables"),
        takes=JSON_LINES,
        query=("copy",),
        tells=TablesBrought,
        done=(201,),
    ),
    Way(
        *("POST", f"{_TABLE}/keeper", keeper_link, HOUSE, "Make a link for the game master"),
        "Faire un lien pour le MJ",
        tells=TableOpened,
        done=(201,),
    ),
    Way("GET", "/seat", who_am_i, SEATED, "See what a link opens", "Voir ce qu’ouvre un lien", tells=SeatShown),
    Way(
        *("POST", "/join", join, ("anyone",), "Ask for a seat", "Demander une place"),
        body=Joining,
        tells=KnockAnswered,
        done=(202,),
    ),
    Way("GET", _TABLE, look, SEATED, "Look at the table", "Regarder la table", query=("at",), tells=TableView),
    Way(
        *("GET", f"{_TABLE}/log", log, SEATED, "Read the log", "Lire le journal"), query=("before", "limit"), tells=Log
    ),
    Way(
        *("GET", f"{_TABLE}/live", live, SEATED, "Listen", "Écouter"),
        query=("after",),
        answers="text/event-stream",
        tells=News,
    ),
    Way(
        *("POST", f"{_TABLE}/odds", table_odds, SEATED, "Weigh an action", "Calculer les chances d’une action"),
        body=TableOddsRequest,
        tells=OddsAnswer,
    ),
    Way(
        *("POST", f"{_TABLE}/workshop", workshop, KEEPER, "Weigh an encounter or a plan"),
        "Simuler une rencontre ou un plan",
        body=Encounter,
        tells=Weighed,
    ),
    Way(
        *("GET", f"{_TABLE}/proposals", proposals, KEEPER, "Ask what a foe would do"),
        "Demander ce que ferait l’adversaire",
        query=("character",),
        tells=ProposalsMade,
    ),
    Way(
        *("GET", f"{_TABLE}/seals/{{event}}", verify, SEATED, "Verify a revealed roll", "Vérifier un jet révélé"),
        tells=SealVerified,
    ),
    Way(
        *("GET", f"{_TABLE}/packs/{{pack}}", read_pack, KEEPER, "Read a pack of the table"),
        "Lire un paquet de la table",
        tells=PackRead,
    ),
    Way(
        *("GET", f"{_TABLE}/characters/{{character}}/sheet.pdf", character_pdf, SEATED, "Print a character’s sheet"),
        "Imprimer la fiche d’un personnage",
        answers="application/pdf",
    ),
    Way(
        *("GET", f"{_TABLE}/export", take_table, KEEPER, "Take the table along", "Emporter la table"),
        answers=JSON_LINES,
    ),
    Way(
        *("POST", f"{_TABLE}/links", new_link, SEATED, "Make a link", "Faire un lien"),
        body=Linking,
        tells=LinkMade,
        done=(201,),
    ),
    Way(
        *("DELETE", f"{_TABLE}/seats/{{seat}}/links", revoke_links, KEEPER, "Revoke links", "Révoquer les liens"),
        tells=LinksRevoked,
    ),
    Way(
        *("POST", f"{_TABLE}/packs", use_pack, KEEPER, "Use a pack", "Employer un paquet"),
        body=Packing,
        tells=Acted,
        done=(200, 201),
        most=BODY_BYTES,
    ),
)
