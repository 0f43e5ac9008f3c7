"""Players of farthings change their money: four of them make a penny (PLY)."""

from typing import Annotated

from gardien.systems.pennies.options import Options, Side
from gardien.systems.pennies.sheet import Player
from gardien.systems.pennies.tosses import COIN, HEADS, RICHEST
from msgspec import Meta

from gardien.core.chance import Program, roll, step
from gardien.core.conversion import Conversion, Converted, Converter, Lost
from gardien.core.values import Value
from gardien.core.yardstick import Measure, Yardstick

FARTHINGS = 4


class Farthings(Value, frozen=True, kw_only=True):
    """A player of another game; without a favourite side, a coin finds one."""

    name: Annotated[str, Meta(max_length=100)] = ""
    farthings: Annotated[int, Meta(ge=0, le=400)] = 0
    call: Side | None = None


def change(given: Farthings, options: Options) -> Program[Converted]:
    """Whole pennies go into the purse; the rest buys nothing."""
    call = given.call
    if call is None:
        face = yield from roll(COIN, "dP", purpose="call")
        call = "heads" if face == HEADS else "tails"
    pennies, left = divmod(given.farthings, FARTHINGS)
    if given.name:
        yield from step("name", given.name, "PEN-PLY-01")
    yield from step("call", call, "PEN-PLY-01")
    yield from step("purse", pennies, "PEN-PLY-01")
    yield from step("left", left, "PEN-PLY-01")  # no field of the sheet: not told
    lost = (Lost("farthings", "too_small", left, "PEN-PLY-01"),) if left else ()
    came = {"purse": ("farthings",), "name": ("name",), "call": ("call",)}
    return Converted(sheet=Player(name=given.name, call=call, purse=pennies), came=came, lost=lost)


CONVERTERS = (Converter(source="farthings", kinds=(Conversion(kind="player", rule=change),)),)
YARDSTICK = Yardstick(
    kinds=("player", "player", "player"),
    pairs=(),
    measures=(Measure(notion="health", field="purse", rule="PEN-PLY-01", ordinary=10, limits=(0, RICHEST)),),
)
