"""The game's small types: a side of the coin, a name, a purse."""

from typing import Annotated, Literal

from msgspec import Meta

RICHEST = 20  # pennies in a purse (COI-TOS-01)

Side = Literal["heads", "tails"]
Name = Annotated[str, Meta(min_length=1, max_length=100)]
Purse = Annotated[int, Meta(ge=0, le=RICHEST)]
