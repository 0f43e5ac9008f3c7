"""House rules of a table of coins."""

from typing import Annotated

from msgspec import Meta

from gardien.core.values import Value


class Options(Value, frozen=True, kw_only=True):
    """What a coin costs whoever loses it."""

    stake: Annotated[int, Meta(ge=1, le=3)] = 1  # COI-TOS-01
