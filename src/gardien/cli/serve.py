"""`gardien serve`: open the house, print the game master's link, and serve until stopped."""

import os
import sys

from gardien.cli.command_line import Line
from gardien.cli.place import URLS, open_at, tell_damage, where
from gardien.cli.shared import print_json, say, whole_number
from gardien.cli.streams import unguarded
from gardien.core.errors import Refusal
from gardien.core.terms import Language

PORT = 8017
MOST_DAYS = 3650


def run(line: Line) -> int:
    """Serve on this machine alone, or with `--lan` on the local network."""
    try:
        from gardien.web.server import EVERYWHERE, HERE, bind_socket, root, serve
    except ModuleNotFoundError as missing:
        if missing.name not in ("starlette", "uvicorn"):
            raise
        raise Refusal("cli/no_server", where="serve") from None
    from gardien.table.tables import Tables

    lan = "lan" in line.options
    host = line.options.get("host") or (EVERYWHERE[0] if lan else HERE)
    port = whole_number(line, "port")
    port = PORT if port is None else port
    if not 0 <= port <= 65535:
        raise Refusal("field/range", where="serve", field="--port", came=port, low=0, high=65535)
    link_days = whole_number(line, "link-days")
    if link_days is not None and not 1 <= link_days <= MOST_DAYS:
        raise Refusal("field/range", where="serve", field="--link-days", came=link_days, low=1, high=MOST_DAYS)
    address = where(line)
    listening = bind_socket(host, port)
    port = listening.getsockname()[1]
    store = open_at(address, make=True)
    tell_damage(store, line)
    several = address.startswith(URLS)
    try:
        # On a database others may be serving, whose links go on unless somebody says otherwise.
        fresh = "fresh" in line.options or not (several or "keep-link" in line.options)
        link = Tables(store).house_link(fresh=fresh)
        address_shown = root(host, port)

        def ready() -> None:
            _announce(line, address_shown, link, lan)

        called, packs = _names(line, host), "" if several else os.path.join(address, "packs")
        serve(store, listening, several=several, names=called, link_days=link_days, packs=packs, ready=ready)
    finally:
        store.close()
    return 0


def _names(line: Line, host: str) -> frozenset[str]:
    """What the server answers to beside the names of this machine: `--host`, and those of `--public`."""
    public = line.options.get("public", "").lower().replace(",", " ").split()
    return frozenset((host.lower(), *public))


def _announce(line: Line, root: str, link: str, lan: bool) -> None:
    """The links, and for phones a code to photograph."""
    if line.json:
        print_json({"address": root, "link": f"{root}l/{link}", "token": link})
    else:
        print(say("serving", line.language, link=f"{root}l/{link}"))
        if lan:
            print(say("phones", line.language, address=root))
            _print_code(root, line.language)
        print(say("stop", line.language))
    sys.stdout.flush()


def _print_code(address: str, language: Language) -> None:
    """The address as a QR code, where there is a terminal to show it."""
    import segno

    if sys.stdout.isatty():
        segno.make(address, error="m", micro=False).terminal(unguarded(sys.stdout), compact=True)
