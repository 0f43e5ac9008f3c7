"""Drawing a player (TOS)."""

from gardien.systems.coin.options import Options
from gardien.systems.coin.pack import names
from gardien.systems.coin.sheet import Player
from gardien.systems.coin.vocabulary import Name, Purse

from gardien.core.chance import Program, roll
from gardien.core.dice import Dice
from gardien.core.drawing import pick
from gardien.core.terms import Language
from gardien.core.values import Value

FIRST_PURSE = Dice.parse("2D6")  # COI-TOS-01


class DrawGiven(Value, frozen=True, kw_only=True):
    """What is already decided; the rest is drawn."""

    name: Name | None = None
    purse: Purse | None = None
    language: Language = "fr"


def draw_player(given: DrawGiven, options: Options) -> Program[Player]:
    """A name and a purse."""
    name, purse = given.name, given.purse
    if name is None:
        row = yield from pick(names(), "name")
        name = row.fr if given.language == "fr" else row.en
    if purse is None:
        purse = yield from roll(FIRST_PURSE, "d6", purpose="purse")
    return Player(name=name, purse=purse)
