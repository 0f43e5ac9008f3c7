"""The sheet of somebody who plays for pennies."""

from typing import Annotated, Literal

from gardien.systems.pennies.options import Side
from gardien.systems.pennies.tosses import Purse
from msgspec import Meta

from gardien.core.sheet import Sheet


class Player(Sheet, frozen=True, kw_only=True):
    """A name, a purse and a favourite side."""

    system: Literal["pennies"] = "pennies"
    name: Annotated[str, Meta(max_length=100)] = ""
    call: Side = "heads"
    purse: Purse = 10
