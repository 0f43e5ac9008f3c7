"""The site: every page and the file behind it. A fault on a page is a page too."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from gardien.core.errors import Refusal
from gardien.core.inputs import values_suit
from gardien.web.answers import STATUS, STATUS_BY_ID, log_fault, sentence
from gardien.web.pages import entry
from gardien.web.pages.creation import creation
from gardien.web.pages.fight import fight_odds, fight_routes
from gardien.web.pages.forms import dice
from gardien.web.pages.frame import HEADERS, LETTERS, STATIC, frame_of
from gardien.web.pages.house import api, home, invite, join, rules, settings, table_files
from gardien.web.pages.log import journal, moments, offers
from gardien.web.pages.prepare import bestiary, convert, elsewhere, pack_rows, packs, weighing, workshop
from gardien.web.pages.sheet import sheet
from gardien.web.pages.table import acts, decisions, requests, roster, tables, time_routes, wall

Page = Callable[[Request, Any], Awaitable[Response]]

PAGES: tuple[tuple[str, str, Page], ...] = (
    ("GET", "/", home.show),
    ("POST", "/tables", home.open_table),
    ("POST", "/tables/{table}/mj", home.take_over),
    ("POST", "/essai/{system}", home.try_it),
    ("POST", "/importer", table_files.bring_in),
    ("POST", "/choix", home.choose),
    ("GET", "/rejoindre", join.ask),
    ("POST", "/rejoindre", join.knock),
    ("GET", "/rejoindre/attente", join.wait),
    ("GET", "/regles", rules.first),
    ("GET", "/regles/{system}", rules.show),
    ("GET", "/regles/{system}/{rule}", rules.one),
    ("GET", "/api", api.show),
    ("GET", "/api/{system}", api.of_game),
    ("GET", "/l/{token}", entry.enter),
    ("GET", "/t/{table}", tables.show),
    ("GET", "/t/{table}/main", tables.hand),
    ("GET", "/t/{table}/actes", acts.find),
    ("GET", "/t/{table}/older", tables.older),
    ("GET", "/t/{table}/journal", journal.show),
    ("GET", "/t/{table}/ici", tables.here),
    ("GET", "/t/{table}/demande/{ask}", requests.show_odds),
    ("GET", "/t/{table}/why/{card}", tables.why),
    ("GET", "/t/{table}/a-qui", tables.whom),
    ("GET", "/t/{table}/retour/{card}", moments.back),
    ("GET", "/t/{table}/moment/{card}", moments.show),
    ("GET", "/t/{table}/suite/{card}", offers.show),
    ("POST", "/t/{table}/odds", tables.odds),
    ("POST", "/t/{table}/temps", time_routes.show),
    ("POST", "/t/{table}/echeances", time_routes.settle_all),
    ("POST", "/t/{table}/des", dice.pad),
    ("POST", "/t/{table}/act", tables.act),
    ("GET", "/t/{table}/live", tables.live),
    ("GET", "/t/{table}/atelier", workshop.show),
    ("POST", "/t/{table}/atelier/peser", weighing.show_odds),
    ("POST", "/t/{table}/atelier/peser/live", weighing.pour_odds),
    ("POST", "/t/{table}/atelier/jouer", weighing.play),
    ("POST", "/t/{table}/atelier/doser", weighing.dose),
    ("POST", "/t/{table}/atelier/budget", workshop.budget),
    ("GET", "/t/{table}/atelier/conversion", convert.show),
    ("POST", "/t/{table}/atelier/conversion", convert.change),
    ("POST", "/t/{table}/atelier/conversion/fiche", convert.save),
    ("GET", "/t/{table}/inviter", invite.show),
    ("POST", "/t/{table}/inviter", invite.act),
    ("GET", "/t/{table}/reglages", settings.show),
    ("POST", "/t/{table}/reglages", settings.save),
    ("GET", "/t/{table}/paquets", packs.show),
    ("POST", "/t/{table}/paquets", packs.change),
    ("GET", "/t/{table}/paquets/{pack}.toml", packs.take),
    ("GET", "/t/{table}/paquets/ligne", pack_rows.show),
    ("POST", "/t/{table}/paquets/ligne", pack_rows.keep),
    ("POST", "/t/{table}/paquets/ligne/effet", pack_rows.weigh),
    ("GET", "/t/{table}/table.jsonl", table_files.take),
    ("GET", "/t/{table}/fiche/{character}.pdf", sheet.print_sheet),
    ("GET", "/t/{table}/fiche/{character}.json", sheet.export),
    ("GET", "/t/{table}/fiche/{character}", sheet.show),
    ("POST", "/t/{table}/fiche/{character}", sheet.save),
    ("POST", "/t/{table}/fiche/{character}/mark", sheet.mark),
    ("POST", "/t/{table}/fiche/{character}/jauge", sheet.adjust),
    ("GET", "/t/{table}/fiche/{character}/{section}", sheet.section),
    ("GET", "/fiches/{system}.pdf", sheet.blank),
    ("GET", "/fiches/{system}/groupe.pdf", roster.blank),
    ("GET", "/t/{table}/groupe", roster.show),
    ("GET", "/t/{table}/groupe.pdf", roster.print_roster),
    ("GET", "/t/{table}/decision/{wait}", decisions.show_odds),
    ("GET", "/t/{table}/combat", fight_routes.show),
    ("GET", "/t/{table}/combat/agir", fight_routes.turn_form),
    ("POST", "/t/{table}/combat/odds", fight_odds.odds),
    ("POST", "/t/{table}/combat/cibles", fight_odds.targets),
    ("GET", "/t/{table}/combat/hors", fight_routes.outside),
    ("GET", "/t/{table}/combat/proposer", fight_routes.propose),
    ("POST", "/t/{table}/combat/accepter", fight_routes.accept),
    ("GET", "/t/{table}/combat/declarer", fight_routes.form),
    ("POST", "/t/{table}/combat/declarer", fight_routes.declare),
    ("POST", "/t/{table}/combat/choix", fight_routes.choices),
    ("POST", "/t/{table}/combat/engager", fight_routes.begin),
    ("GET", "/t/{table}/combat/chances", fight_routes.chances),
    ("POST", "/t/{table}/combat/des", fight_routes.dice),
    ("GET", "/t/{table}/creer", creation.show),
    ("POST", "/t/{table}/creer", creation.change),
    ("GET", "/t/{table}/ajouter", bestiary.bring),
    ("GET", "/t/{table}/ajouter/tables", elsewhere.show),
    ("POST", "/t/{table}/ajouter", bestiary.add),
    ("GET", "/bestiaire/{system}", bestiary.read_only),
)

tables.LIVE["sheet"] = sheet.changed_parts
tables.LIVE["wall"] = wall.changed_parts
tables.LIVE["roster"] = roster.changed_parts
tables.LIVE["fight"] = fight_routes.changed_parts


class Kept(StaticFiles):
    """Static files under an address with their content in it: browsers may keep them."""

    async def get_response(self, path: str, scope: Any) -> Response:
        answer = await super().get_response(path, scope)
        if scope.get("query_string"):
            answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return answer


def page_routes(house: Any, from_elsewhere: Callable[[Request], bool]) -> list[Any]:
    """The routes of every page."""
    routes: list[Any] = [
        Route(path, _guard(house, page, method, from_elsewhere), methods=[method]) for method, path, page in PAGES
    ]
    letters = Mount("/static/letters", Kept(directory=LETTERS))
    return [*routes, Route("/sw.js", _service_worker), letters, Mount("/static", Kept(directory=STATIC))]


async def _service_worker(request: Request) -> Response:
    """From the root of the site, since it may only look after what lies below its own address."""
    return FileResponse(
        STATIC / "sw.js", headers={**HEADERS, "Cache-Control": "no-cache"}, media_type="text/javascript"
    )


def lost_page(request: Request, refusal: Refusal, status: int) -> Response:
    """An address that leads nowhere."""
    frame = frame_of(request)
    title = frame.t("lost_page") if status == 404 else ""
    return frame.page("refused.html", status, title=title, told={"message": sentence(refusal, frame.language)})


async def _without_seat(request: Request, house: Any, refusal: Refusal) -> Response:
    """A page of a table for a device that has no seat there: the house comes in, all others learn how."""
    try:
        if opened := await home.come_in(request, house):
            return opened
    except Refusal as lost:  # there is no such table
        return lost_page(request, lost, STATUS_BY_ID.get(lost.id, STATUS[lost.kind]))
    if any(request.path_params["table"] == table for table in entry.seats_kept(request)):
        return lost_page(request, refusal, STATUS_BY_ID["table/no_link"])
    frame = frame_of(request)
    told = {"message": frame.t("no_seat_here")}
    return frame.page("refused.html", STATUS_BY_ID["table/no_link"], title=frame.t("no_seat"), told=told)


def _guard(
    house: Any, page: Page, method: str, from_elsewhere: Callable[[Request], bool]
) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        try:
            if method != "GET" and from_elsewhere(request):
                raise Refusal("http/elsewhere", kind="forbidden")
            with values_suit():
                return await page(request, house)
        except Refusal as refusal:
            if method == "GET" and refusal.id == "table/no_link" and "table" in request.path_params:
                return await _without_seat(request, house, refusal)
            status = STATUS_BY_ID.get(refusal.id, STATUS[refusal.kind])
            return lost_page(request, refusal, status)
        except HTTPException:  # a form that is none
            return lost_page(request, Refusal("http/form"), STATUS_BY_ID["http/form"])
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is there to read it
        except Exception as fault:
            return lost_page(request, log_fault(fault), STATUS["broken"])

    return answer
