"""The sheet of somebody who tosses coins, how one is drawn, and the table a pack may hold."""

from typing import Annotated

from gardien.systems.chips.tosses import Options
from msgspec import Meta

from gardien.core.chance import Program, roll
from gardien.core.dice import Die
from gardien.core.sheet import Sheet
from gardien.core.values import Value

NAMES = ("Ada", "Blaise", "Émilie")


class Coin(Value, frozen=True, kw_only=True):
    """A coin to toss."""

    key: str
    worth: Annotated[int, Meta(ge=1, le=100)]


class Player(Sheet, frozen=True, kw_only=True):
    """Somebody who tosses coins."""

    system: str = "chips"
    name: str
    purse: Annotated[int, Meta(ge=0, le=1000)] = 10
    lucky: bool = False
    coins: tuple[Coin, ...] = ()
    background: str = ""


class DrawGiven(Value, frozen=True, kw_only=True):
    """What is already decided."""

    name: str = ""
    lucky: bool = False


def draw_player(given: DrawGiven, options: Options) -> Program[Player]:
    """A name and a purse."""
    face = yield from roll(Die(3), "d3")
    purse = yield from roll(Die(20), "d20")
    coins = (Coin(key="penny", worth=purse),)
    return Player(
        name=given.name or NAMES[face - 1], purse=purse, lucky=given.lucky, coins=coins, background="Rien. " * 12
    )


TABLES = {"coin": Coin}
