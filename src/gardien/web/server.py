"""The server: one process, on this machine alone unless told otherwise."""

import asyncio
import gc
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn

from gardien.core.errors import Refusal
from gardien.table.store.base import Store
from gardien.web.app import House, create_app
from gardien.web.aside import READING_THREADS, GivingWay
from gardien.web.hosts import own_names
from gardien.web.limits import guarded_protocol, raise_descriptor_limit

HERE = "127.0.0.1"
EVERYWHERE = ("0.0.0.0", "::")
SOMEWHERE_ELSE = ("192.0.2.1", 9)  # no packet is sent: the system only says which way one would go
GRACE_SECONDS = 3
IDLE_SECONDS = 75
COLLECTED_AFTER = (2_000, 5, 1_250)  # objects, and rounds: fifty thousand looked at at once hold all up for 70 ms


class _Server(uvicorn.Server):
    """Ends the live streams first: they would never end by themselves."""

    def __init__(self, config: uvicorn.Config, house: House) -> None:
        super().__init__(config)
        self._house = house

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on a signal, and go on to close the store: the signal is not raised again afterwards."""
        if threading.current_thread() is not threading.main_thread():  # where no signal ever arrives
            yield
            return
        before = {one: signal.signal(one, self.handle_exit) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._house.stop()
        await super().shutdown(sockets)


def bind_socket(host: str, port: int) -> socket.socket:
    """The socket to listen on; an address in use is refused before anything else happens."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as fault:
        listening.close()
        raise Refusal("serve/address", host=host, port=str(port), fault=fault.strerror or str(fault)) from None
    listening.set_inheritable(True)
    return listening


def server_of(house: House) -> uvicorn.Server:
    """The server of a house, not yet running."""
    config = uvicorn.Config(
        create_app(house),
        http=guarded_protocol(),
        ws="none",
        log_level="error",  # what strangers send that is no request is nobody's business, and would fill the log
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
        timeout_keep_alive=IDLE_SECONDS,
        backlog=2048,
        h11_max_incomplete_event_size=64 * 1024,
    )
    return _Server(config, house)


def own_address() -> str:
    """The address of this machine on the local network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)
            return str(probe.getsockname()[0])
        except OSError:
            return HERE


def root(host: str, port: int) -> str:
    """The address of a server that listens there, as other machines write it."""
    name = own_address() if host in EVERYWHERE else host
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"


def phones(host: str, port: int) -> str:
    """The same where other machines can reach it, else nothing."""
    address = root(host, port)
    return "" if address.startswith((f"http://{HERE}:", "http://[::1]:")) else address


def serve(
    store: Store,
    listening: socket.socket,
    *,
    several: bool,
    names: frozenset[str] = frozenset(),
    link_days: int | None = None,
    packs: str = "",
    ready: Callable[[], None] | None = None,
) -> None:
    """Serve until stopped by a signal."""

    raise_descriptor_limit()

    async def run() -> None:
        asyncio.get_running_loop().set_default_executor(GivingWay(READING_THREADS))
        host, port = listening.getsockname()[:2]
        called = names | own_names() if host in EVERYWHERE else names
        address = phones(host, port)
        house = House(store, several=several, phones=address, names=called, link_days=link_days, packs=packs)
        server = server_of(house)
        gc.freeze()  # what is loaded stays: the collector need not look at it again and again
        gc.set_threshold(*COLLECTED_AFTER)
        if ready:
            asyncio.get_running_loop().call_soon(ready)
        await server.serve([listening])

    try:
        import uvloop
    except ImportError:  # plain asyncio does the same, slower
        asyncio.run(run())
    else:
        uvloop.run(run())
