"""House rules of a table of pennies."""

from typing import Annotated, Literal

from msgspec import Meta

from gardien.core.values import Value

Side = Literal["heads", "tails"]


class Options(Value, frozen=True, kw_only=True):
    """What a won toss pays, and whether a match stops once it is decided."""

    payout: Annotated[int, Meta(ge=1, le=3)] = 1  # PEN-TOS-02
    play_all: bool = False  # PEN-MAT-01
