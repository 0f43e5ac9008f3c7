"""The names this server answers to: whoever comes by another name was led here by somebody else's page.

A site can let its own name lead to this machine, and its scripts would then speak to Gardien as if they were its pages.
They cannot change the name the browser comes with.
"""

import socket
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.types import Scope

from gardien.core.errors import Refusal

LOCAL_NAMES = ("localhost", "ip6-localhost")


def own_names() -> frozenset[str]:
    """What this machine is called on the local network."""
    name = socket.gethostname().lower().rstrip(".")
    short = name.partition(".")[0]
    return frozenset({name, short, f"{short}.local"})


def host_of(header: str) -> str:
    """The name in a Host header, without the port."""
    name = header.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.rpartition(":")[0].rstrip(".") if name.count(":") == 1 else name.rstrip(".")


def answers_to(name: str, server: str, names: frozenset[str]) -> bool:
    """Whether a name is one of ours: said at the start, of this machine alone, or the address that was called."""
    if name in names or name in LOCAL_NAMES:
        return True
    try:
        address = ip_address(name)
        return address.is_loopback or address == _address(server)
    except ValueError:
        return False


def _address(text: str) -> IPv4Address | IPv6Address:
    """An address; one of the shorter kind that is written as a longer one is that one."""
    address = ip_address(text)
    return (address.ipv4_mapped if isinstance(address, IPv6Address) else None) or address


def check_host(scope: Scope, names: frozenset[str]) -> None:
    """Refuse whatever was sent to another name."""
    header = next((value for name, value in scope["headers"] if name == b"host"), b"")
    if not answers_to_header(header, (scope.get("server") or ("",))[0], names):
        raise Refusal("http/host", kind="forbidden", came=host_of(header.decode("latin-1"))[:100])


@lru_cache(256)
def answers_to_header(header: bytes, server: str, names: frozenset[str]) -> bool:
    return answers_to(host_of(header.decode("latin-1")), server, names)
