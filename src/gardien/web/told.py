"""What the API answers, typed: the OpenAPI description and generated clients are made from these."""

from typing import Any, Literal

from msgspec import Struct, defstruct

from gardien.core.conversion import Lost, Valued
from gardien.core.interpreters.run import DieShown
from gardien.core.reference import RuleText
from gardien.core.terms import Language
from gardien.sim.fights import BudgetOdds, FightOdds
from gardien.table.commands import Role

Content = dict[str, Any]


def _listing(name: str, field: str, kind: type) -> type[Struct]:
    """An answer that is one list, under its name."""
    return defstruct(name, [(field, tuple[kind, ...])], frozen=True, module=__name__)  # type: ignore[valid-type]


class SystemListed(Struct, frozen=True):
    """A game."""

    key: str
    title: str
    dice: tuple[str, ...]


class ProcedureListed(Struct, frozen=True):
    """A procedure as it describes itself: its inputs as JSON Schema, the fields of its outcome, who may do it."""

    name: str
    title: str
    parameters: Content
    dice: tuple[str, ...]
    outcome: tuple[str, ...]
    rules: tuple[str, ...]
    right: Literal["anybody", "player", "keeper"]


class RulesRead(Struct, frozen=True):
    """Rules in our own words, in both languages."""

    language: Language
    rules: tuple[RuleText, ...]


class HouseRule(Struct, frozen=True):
    """A house rule: what it is called, what it does, what it may be (JSON Schema, with its default)."""

    key: str
    title: str
    help: str
    schema: Content


class ShelfRead(Struct, frozen=True):
    """Rows of a game's own tables, by table."""

    rows: dict[str, tuple[Any, ...]]


class DoneAnswer(Struct, frozen=True):
    """What a procedure came to: its outcome, the dice that fell, every reason, what it changes, told in sentences."""

    system: str
    procedure: str
    given: Content
    dice: tuple[DieShown, ...]
    outcome: Content
    steps: tuple[Content, ...]
    changes: tuple[Content, ...]
    rules: tuple[str, ...]
    told: tuple[str, ...]


class OutcomeOdds(Struct, frozen=True):
    """One outcome and its chance, as a number and as an exact fraction."""

    outcome: Content
    probability: float
    exact: str


class SheetDrawn(Struct, frozen=True):
    """A sheet: its game, and whatever fields that game's sheets have."""

    system: str


class SheetConverted(Struct, frozen=True, rename={"source": "from", "system": "to"}):
    """A sheet brought over: where each value comes from, what has no place, what was not understood."""

    source: str
    system: str
    kind: str
    given: Content
    dice: tuple[DieShown, ...]
    sheet: Content
    values: tuple[Valued, ...]
    lost: tuple[Lost, ...]
    unread: tuple[str, ...]


class Weighed(Struct, frozen=True):
    """A whole fight weighed, or what a scenario does to each mind; told in sentences."""

    told: tuple[str, ...]
    fight: FightOdds | None = None
    scenario: BudgetOdds | None = None


class TableListed(Struct, frozen=True):
    """A table of the house."""

    id: str
    title: str
    system: str
    events: int


class TableBrought(Struct, frozen=True):
    """A table that was brought in; without a link where nobody runs it."""

    table: str
    title: str
    system: str
    events: int
    damaged: int
    link: str


class YouShown(Struct, frozen=True):
    """Whoever looks."""

    seat: str
    role: Role
    characters: tuple[str, ...]


class SeatShown(YouShown, frozen=True):
    """What a link opens."""

    table: str


class TableView(Struct, frozen=True):
    """The table as far as this seat may know it; what is nobody's business is not there."""

    title: str
    system: str
    options: Content | None
    packs: tuple[Content, ...]
    clock: int | None
    scene: Content | None
    group: Content | None
    fight: Content | None
    seats: dict[str, Content]
    door: Any
    settings: Any
    characters: dict[str, Content]
    asks: dict[str, Content]
    waits: dict[str, Content]
    plans: dict[str, Content]
    due: dict[str, Content]
    notes: dict[str, Content]
    you: YouShown
    version: str


class KnockAnswered(Struct, frozen=True):
    """A link that works once the game master has let the person in."""

    link: str


class TableOpened(KnockAnswered, frozen=True):
    """A table, and the link to its game master's seat; it is told only here."""

    table: str


class LinkMade(KnockAnswered, frozen=True):
    """Another link for a seat; it is told only here."""

    seat: str


class LinksRevoked(Struct, frozen=True):
    """How many links of a seat no longer work."""

    seat: str
    revoked: int


class ProposalMade(Struct, frozen=True):
    """An act that the table takes as it is, and why, in three words."""

    procedure: str
    given: Content
    reason: str
    why: str


class SealVerified(Struct, frozen=True):
    """A secret roll that was revealed: its seal, what was sealed, and whether the one is the hash of the other."""

    seal: str
    nonce: str
    sealed: str
    holds: bool


class PackRead(Struct, frozen=True):
    """A pack as its file holds it."""

    pack: Content


SystemsListed = _listing("SystemsListed", "systems", SystemListed)
ProceduresListed = _listing("ProceduresListed", "procedures", ProcedureListed)
HouseRules = _listing("HouseRules", "options", HouseRule)
OddsAnswer = _listing("OddsAnswer", "outcomes", OutcomeOdds)  # every outcome: chances sum to exactly 1
TablesListed = _listing("TablesListed", "tables", TableListed)
TablesBrought = _listing("TablesBrought", "tables", TableBrought)
ProposalsMade = _listing("ProposalsMade", "proposals", ProposalMade)  # the best first
