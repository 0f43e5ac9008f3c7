"""The site: every page and the file behind it. A fault on a page is a page too."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from gardien.core.errors import Refusal
from gardien.core.terms import sentence
from gardien.web.answers import STATUS, STATUS_BY_ID, broken
from gardien.web.pages import bestiary, creation, dice, entry, follow, tables
from gardien.web.pages.frame import STATIC, frame_of

Page = Callable[[Request, Any], Awaitable[Response]]

PAGES: tuple[tuple[str, str, Page], ...] = (
    ("GET", "/l/{token}", entry.enter),
    ("GET", "/t/{table}", tables.show),
    ("GET", "/t/{table}/main", tables.hand),
    ("GET", "/t/{table}/older", tables.older),
    ("GET", "/t/{table}/why/{card}", tables.why),
    ("GET", "/t/{table}/suite/{card}", follow.show),
    ("POST", "/t/{table}/odds", tables.odds),
    ("POST", "/t/{table}/des", dice.pad),
    ("POST", "/t/{table}/act", tables.act),
    ("GET", "/t/{table}/live", tables.live),
    ("GET", "/t/{table}/creer", creation.show),
    ("POST", "/t/{table}/creer", creation.change),
    ("GET", "/t/{table}/ajouter", bestiary.bring),
    ("POST", "/t/{table}/ajouter", bestiary.add),
    ("GET", "/bestiaire/{system}", bestiary.read_only),
)


class Kept(StaticFiles):
    """Static files under an address with their content in it: browsers may keep them."""

    async def get_response(self, path: str, scope: Any) -> Response:
        answer = await super().get_response(path, scope)
        if scope.get("query_string"):
            answer.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return answer


def page_routes(house: Any, from_elsewhere: Callable[[Request], bool]) -> list[Any]:
    """The routes of every page."""
    found: list[Any] = [
        Route(path, _guarded(house, page, method, from_elsewhere), methods=[method]) for method, path, page in PAGES
    ]
    return [*found, Mount("/static", Kept(directory=STATIC))]


def _guarded(
    house: Any, page: Page, method: str, from_elsewhere: Callable[[Request], bool]
) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        frame = frame_of(request)
        try:
            if method != "GET" and from_elsewhere(request):
                raise Refusal("http/elsewhere", kind="forbidden")
            return await page(request, house)
        except Refusal as refusal:
            status = STATUS_BY_ID.get(refusal.id, STATUS[refusal.kind])
            return frame.page("refused.html", status, told={"message": sentence(refusal, frame.language)})
        except Exception as fault:
            return broken(fault, frame.language)

    return answer
