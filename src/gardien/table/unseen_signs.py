"""Signs that nobody sees: they could turn or hide the text around a name, and are left out of whatever is written."""

import re
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from gardien.core.inputs import parse

T = TypeVar("T", bound=Struct)

TURNING = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks, embeddings, overrides and isolates of direction
WIDTHLESS = "\u00ad\u180e\u200b\u2060-\u2064\u206a-\u206f\ufeff"
JOINING = "[\u200c\u200d]"  # of some scripts, and of emoji made of several: they say something between two such letters
OTHERS = "[^\x00-\u024f]"
UNSEEN = re.compile(f"[{TURNING}{WIDTHLESS}]|(?<!{OTHERS}){JOINING}|{JOINING}(?!{OTHERS})")


def as_seen(command: T) -> T:
    """A command with every text as people see it."""
    content = msgspec.to_builtins(command)
    seen = _seen(content)
    return command if seen == content else parse(type(command), seen)


def _seen(value: Any) -> Any:
    if isinstance(value, str):
        return UNSEEN.sub("", value)
    if isinstance(value, dict):
        return {_seen(name): _seen(one) for name, one in value.items()}
    return [_seen(one) for one in value] if isinstance(value, list | tuple) else value
