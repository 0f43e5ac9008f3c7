"""Ways in: every route described once; the application, its rights and its OpenAPI description are read from here."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from gardien.core.terms import Language
from gardien.table.commands import MESSAGE_BYTES, ROLES, Envelope, Id, Name, Named, Role
from gardien.table.tables import Table, Tables
from gardien.table.viewers import Viewer
from gardien.web.answers import language_of
from gardien.web.encounters import MOST, Against

Who = Literal["anyone", "house"] | Role  # "house": whoever has the link that the server printed
ANYONE: tuple[Who, ...] = ("anyone",)
SEATED: tuple[Who, ...] = ROLES
KEEPER: tuple[Who, ...] = ("keeper",)
HOUSE: tuple[Who, ...] = ("house",)


class Call(Struct, frozen=True):
    """One request: the house, and for a seated caller the table and who they are."""

    request: Request
    house: Any  # gardien.web.app.House
    table: Table | None = None
    viewer: Viewer | None = None

    @property
    def tables(self) -> Tables:
        return self.house.tables  # type: ignore[no-any-return]

    @property
    def language(self) -> Language:
        return language_of(self.request)

    @property
    def seated(self) -> tuple[Table, Viewer]:
        """The caller's table and seat; ways for seated callers have both."""
        assert self.table is not None
        assert self.viewer is not None
        return self.table, self.viewer

    @property
    def address(self) -> str:
        """Where the request comes from."""
        return self.request.client.host if self.request.client else ""

    def query(self, name: str) -> str | None:
        return self.request.query_params.get(name) or None


Handler = Callable[[Call, Any], Awaitable[Response]]


class Way(Struct, frozen=True):
    """One route: how it is asked, by whom, with what, and what it answers."""

    method: str
    path: str
    handler: Handler
    who: tuple[Who, ...]
    title: str
    fr: str  # the same in French
    body: Any = None
    takes: str = "application/json"  # what the body is; anything else is read by the handler itself
    query: tuple[str, ...] = ()
    answers: str = "application/json"
    tells: Any = None  # the type of the answer; of a stream, that of its messages; none: a file
    done: tuple[int, ...] = (200,)  # statuses of a success
    most: int = MESSAGE_BYTES  # bytes: a body is shorter


# ---- bodies ----


class _Body(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class Opening(_Body, frozen=True, kw_only=True):
    """A new table."""

    system: Named
    title: Name = ""
    options: Annotated[dict[str, Any], Meta(max_length=200)] = {}
    action: Annotated[str, Meta(max_length=100)] = ""  # sent again under the same id, it opens no second table


class Doing(_Body, frozen=True, kw_only=True):
    """A procedure with its inputs, and the dice when they were thrown on the wood."""

    given: dict[str, Any] = {}
    dice: Annotated[tuple[int, ...], Meta(max_length=5000)] | None = None


class OddsRequest(_Body, frozen=True, kw_only=True):
    """A procedure with its inputs, and the outcome fields to tell apart."""

    given: dict[str, Any] = {}
    by: Annotated[tuple[Name, ...], Meta(max_length=50)] = ()


class TableOddsRequest(OddsRequest, frozen=True, kw_only=True):
    """The same, with inputs filled in from the sheet."""

    procedure: Named
    character: Id | None = None


class Drawing(_Body, frozen=True, kw_only=True):
    """What is already chosen of a new character; the rest is drawn."""

    given: dict[str, Any] = {}


class Converting(_Body, frozen=True, kw_only=True):
    """A sheet of another game: its values, its text, or both, and the dice when they were thrown on the wood.

    Of a game of the house, `given` is the sheet itself.
    """

    given: dict[str, Any] = {}
    text: Annotated[str, Meta(max_length=100_000)] = ""
    dice: Annotated[tuple[int, ...], Meta(max_length=100)] | None = None


class Weighing(_Body, frozen=True, kw_only=True):
    """A fight or a scenario, as its file holds it, and how often to play it where it cannot be weighed exactly."""

    given: dict[str, Any]
    runs: Annotated[int, Meta(ge=0, le=100_000)] = 0


class Encounter(_Body, frozen=True, kw_only=True):
    """People of the table against rows of the pack (`npc/cultist`: 3) and others, or a plan they will face."""

    characters: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=40)]
    opponents: Annotated[dict[Named, Annotated[int, Meta(ge=1, le=MOST)]], Meta(max_length=40)] = {}
    against: Annotated[tuple[Against, ...], Meta(max_length=MOST)] = ()
    choices: Annotated[dict[Named, Name], Meta(max_length=40)] = {}
    plan: Annotated[tuple[Name, ...], Meta(max_length=60)] = ()


class Printing(_Body, frozen=True, kw_only=True):
    """A sheet, as its file holds it."""

    sheet: dict[str, Any]


class Joining(_Body, frozen=True, kw_only=True):
    """The code that was read aloud, and a name."""

    code: Annotated[str, Meta(min_length=1, max_length=20)]
    name: Named
    # Sent again under the same id, it is the same knock. The link is made from it: random, and told to nobody.
    action: Annotated[str, Meta(min_length=20, max_length=100)] | None = None


class Linking(_Body, frozen=True, kw_only=True):
    """The seat that gets another link."""

    seat: Id


class Packing(_Body, frozen=True, kw_only=True):
    """A pack, as its file holds it, under an id of its own."""

    action: Annotated[str, Meta(min_length=1, max_length=100)]
    content: dict[str, Any]


Acting = Envelope
