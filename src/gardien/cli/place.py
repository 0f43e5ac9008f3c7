"""Where the tables are kept: `--data` and `--database`, the folder when neither is given; and which table is meant."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gardien.cli.command_line import Line
from gardien.cli.shared import say
from gardien.core.errors import Refusal, nearest
from gardien.surroundings import data_folder

if TYPE_CHECKING:
    from gardien.table.store.base import Store
    from gardien.table.tables import Table, Tables
    from gardien.table.viewers import Viewer

URLS = ("postgresql://", "postgres://")
MOST_NAMED = 20  # tables a sentence lists


class Summary(NamedTuple):
    """A table in a list."""

    campaign: str
    title: str
    system: str
    events: int
    last: int  # milliseconds: when it was last played
    damaged: int = 0  # events that are lost
    trouble: "Refusal | None" = None  # why it cannot be opened


def where(line: Line) -> str:
    """The address of the store a command line speaks of, as `open_store` takes it."""
    folder, url = line.options.get("data"), line.options.get("database")
    if folder is not None and url is not None:
        raise Refusal("cli/two_places", where=line.command)
    if url is not None:
        if not url.startswith(URLS):
            raise Refusal("store/address", field="--database")  # without the address: it may hold a password
        return url
    if folder == "":
        raise Refusal("cli/value", where=line.command, came="--data")
    return folder or data_folder()


@contextmanager
def store_of(line: Line, *, make: bool = False) -> "Iterator[Store]":
    """The store, closed afterwards; one that is not there is made or refused."""
    store = open_at(where(line), make=make)
    tell_damage(store, line)
    try:
        yield store
    finally:
        store.close()


def tell_damage(store: "Store", line: Line) -> None:
    """Say, beside what a command says, that the file was found damaged just now, and where it is kept as it was."""
    if aside := getattr(store, "kept_aside", None):
        print(say("found_damaged", line.language, file=aside.name), file=sys.stderr)


def open_at(address: str, *, make: bool = False) -> "Store":
    """The store at an address; every trouble with it is a sentence."""
    from gardien.table.store import FILE, open_store

    if not make and not address.startswith(URLS):
        path = Path(address)
        try:
            there = (path / FILE).exists() if path.is_dir() else path.exists()
        except (OSError, ValueError) as fault:  # a name that no file can have
            raise Refusal("file/unreadable", where=address[:200], fault=type(fault).__name__) from None
        if not there:
            raise Refusal("cli/no_tables", where=address)
    try:
        return open_store(address)
    except ModuleNotFoundError as missing:
        if missing.name != "psycopg":
            raise
        raise Refusal("cli/no_postgres", where="--database") from None


# ---- tables ----


def summaries(house: "Tables", *, whole: bool = False) -> list[Summary]:
    """Every table in a few words, the one played last first; with `whole`, all of each is looked at for trouble."""
    tables = [_summary(house, campaign, head, whole) for campaign, head in house.campaigns().items()]
    return sorted(tables, key=lambda one: (-one.last, one.campaign))


def choose_table(house: "Tables", word: str | None) -> "Table":
    """The table of an id or a title; the only one there is when none is named."""
    campaigns = house.campaigns()
    if word in campaigns:
        return house.table(word)
    known = summaries(house)
    matching = [one for one in known if word is None or one.title.casefold() == word.casefold()]
    if len(matching) == 1:
        return house.table(matching[0].campaign)
    if word is None and not known:
        raise Refusal("cli/no_tables")
    named = [f"{one.campaign} ({one.title})" if one.title else one.campaign for one in (matching or known)[:MOST_NAMED]]
    if matching:
        raise Refusal("cli/which_table", allowed=named)
    names = [*campaigns, *(one.title for one in known if one.title)]
    within = (name for name in names if str(word).casefold() in name.casefold())
    hint = nearest(str(word)[:100], names) or next(within, "")
    raise Refusal("cli/table", came=word, allowed=named or ["—"], hint=hint)


def keeper(table: "Table") -> "Viewer":
    """The game master of a table: whoever holds the data sits there."""
    from gardien.table.shapes import trouble_with
    from gardien.table.viewers import keeper_seat

    trouble = trouble_with(table.state, whole=False)
    if trouble is not None and trouble.id != "table/damaged":  # what is damaged can still be read
        raise trouble.within(where=table.campaign)
    return table.viewer(keeper_seat(table.state) or "keeper")


def _summary(house: "Tables", campaign: str, head: int, whole: bool) -> Summary:
    """One table; what is wrong with it never hides the others."""
    from gardien.table.shapes import trouble_with

    try:
        state = house.table(campaign).state
        (read,) = house.store.read(campaign, head - 1, 1)
    except Refusal as refusal:
        return Summary(campaign, "", "", head, 0, trouble=refusal)
    title, system = (str(state.play.get(name, "")) for name in ("title", "system"))
    trouble = trouble_with(state, whole=whole)
    return Summary(campaign, title, system, head, getattr(read, "at", 0), len(state.damaged), trouble)
