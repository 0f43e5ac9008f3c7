"""Files that pages and API hand out and take in: sheets as PDF, whole tables as lines of JSON."""

from typing import BinaryIO
from urllib.parse import quote

from gardien.core.system import find
from gardien.core.terms import Language
from gardien.table.exchange import Brought, bring, check
from gardien.table.store.base import Store

MOST_BYTES = 64 * 1024 * 1024  # years of play; more is brought in at the terminal


def file_headers(name: str, ending: str, how: str = "attachment") -> dict[str, str]:
    """The name under which a browser keeps the file."""
    return {"Content-Disposition": f"{how}; filename*=UTF-8''{quote(name, safe='')}.{ending}"}


def blank_sheet(system: str, language: Language) -> bytes:
    """The blank sheet of a game as a PDF."""
    from gardien.sheets.printing import blank_pdf

    return blank_pdf(find(system), language)


def bring_file(store: Store, file: BinaryIO, name: str, copy: bool) -> list[Brought]:
    """Every table of a file, or none; with `copy` beside one that is here already."""
    passages = check(file, name)
    for one in passages:
        find(one.header.system)  # a game that is not installed here could be written but never opened
    return bring(store, file, name, passages, copy=copy)
