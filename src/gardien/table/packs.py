"""Packs at a table: their rows are kept with it, so that its log means the same when a file has changed or is gone.

`play.packs` are those in use, in order, by what they say (a digest): undo takes them back. `house.rows` keeps what each
digest stands for, for ever; an event names those that were in use when it happened.
"""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

from gardien.core.errors import Refusal
from gardien.core.in_force import Added
from gardien.core.player_packs import Pack, check_content, rows_of
from gardien.core.ready import READY
from gardien.table.secrets import canonical
from gardien.table.state import State
from gardien.table.tree import Tree

MOST_PACKS = 20
MOST_BYTES = 2_000_000  # of one pack: it is written whole into one event
MOST_KEPT_BYTES = 16_000_000  # of all that a table keeps for ever, those of earlier days among them
MOST_KEPT = 64

_packs: dict[tuple[str, str], Pack | None] = {}  # game and digest
_rows: dict[tuple[str, ...], Added | None] = {}  # game and digests


def digest_of(content: Tree) -> str:
    """What stands for a pack: equal ones have equal digests."""
    return hashlib.sha256(canonical(content)).hexdigest()[:24]


def check_room(state: State, content: Tree, digest: str) -> None:
    """Refuse what would be too long for one event, or for a table to keep beside all it has used already."""
    size, kept = len(canonical(content)), state.house.get("rows", {})
    if size > MOST_BYTES:
        raise Refusal("pack/heavy", kind="refused", most=MOST_BYTES // 1000)
    if digest not in kept and size + sum(len(canonical(one)) for one in kept.values()) > MOST_KEPT_BYTES:
        raise Refusal("pack/full", kind="refused", most=MOST_KEPT_BYTES // 1_000_000)


def pack_at(state: State, digest: str) -> Pack | None:
    """A pack that the table keeps; nothing of one that came from elsewhere and is none."""
    system, content = state.play.get("system", ""), state.house.get("rows", {}).get(digest)
    if content is None:
        return None
    key = (system, digest)
    if key not in _packs:
        if len(_packs) >= MOST_KEPT:
            _packs.clear()
        _packs[key] = _read(content, system) if digest_of(content) == digest else None
    return _packs[key]


def _read(content: Tree, system: str) -> Pack | None:
    try:
        return check_content(content, "", system, alone=True)
    except Refusal:
        return None


def packs_at(state: State, digests: Iterable[str] | None = None) -> dict[str, Pack]:
    """Packs by their digests: those that a table uses now, or those named."""
    named = state.play.get("packs", ()) if digests is None else digests
    return {digest: pack for digest in named if (pack := pack_at(state, digest)) is not None}


def rows_at(state: State, digests: Iterable[str] | None = None) -> Added | None:
    """The rows that hold at a table now, or held when some packs were in use."""
    named = tuple(state.play.get("packs", ()) if digests is None else digests)
    if not named:
        return None
    key = (state.play.get("system", ""), *named)
    if key not in _rows:
        if len(_rows) >= MOST_KEPT:
            _rows.clear()
        _rows[key] = rows_of(packs_at(state, named).values())
    return _rows[key]


def summaries(state: State) -> list[Tree]:
    """The packs in use as everybody at the table sees them."""
    return [
        {
            "id": digest,
            "name": pack.header.name,
            "version": pack.header.version,
            "author": pack.header.author,
            "licence": pack.header.licence,
            "rows": {name: len(rows) for name, rows in pack.tables.items()},
            "replaces": list(pack.header.replaces),
        }
        for digest, pack in packs_at(state).items()
    ]


def check_unused(state: State, before: Pack, after: Pack | None) -> None:
    """Refuse to take rows away that somebody at the table still has."""
    gone = _keys(before) - (_keys(after) if after else set())
    for kept in state.play.get("characters", {}).values():
        for key in _texts(kept):
            if key in gone:
                raise Refusal("pack/in_use", kind="refused", came=key, who=str(kept["sheet"].get("name", "")))


def _keys(pack: Pack) -> set[str]:
    replaced = {one.partition("/")[2] for one in pack.header.replaces}
    rows = (row for name in pack.tables.keys() - READY.keys() for row in pack.tables[name] if isinstance(row, dict))
    return {row["key"] for row in rows if "key" in row} - replaced


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)
