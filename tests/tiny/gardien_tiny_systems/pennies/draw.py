"""Drawing a player (PLY)."""

from typing import Annotated, Literal

from gardien.systems.pennies.options import Options, Side
from gardien.systems.pennies.pack import names
from gardien.systems.pennies.sheet import Player
from gardien.systems.pennies.tosses import COIN, HEADS
from msgspec import Meta

from gardien.core.chance import Program, roll
from gardien.core.dice import Dice, Die
from gardien.core.values import Value

FIRST_PURSE = Dice.parse("2D6+3")  # PEN-PLY-01


class DrawGiven(Value, frozen=True, kw_only=True):
    """What is already decided; the rest is drawn."""

    name: Annotated[str, Meta(max_length=100)] | None = None
    call: Side | None = None
    language: Literal["fr", "en"] = "fr"


def draw_player(given: DrawGiven, options: Options) -> Program[Player]:
    """A name, a purse and a favourite side."""
    name, call = given.name, given.call
    if name is None:
        face = yield from roll(Die(len(names())), "d3", purpose="name")
        name = getattr(names()[face - 1], given.language)
    if call is None:
        face = yield from roll(COIN, "dP", purpose="call")
        call = "heads" if face == HEADS else "tails"
    purse = yield from roll(FIRST_PURSE, "d6", purpose="purse")
    return Player(name=name, call=call, purse=purse)
