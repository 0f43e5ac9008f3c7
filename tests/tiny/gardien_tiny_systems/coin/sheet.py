"""The sheets: somebody who plays, and a rival of the pack."""

from typing import Literal

from gardien.systems.coin.pack import rival
from gardien.systems.coin.vocabulary import RICHEST, Name, Purse

from gardien.core.sheet import Sheet
from gardien.core.terms import Language
from gardien.core.yardstick import Measure, Yardstick


class Player(Sheet, frozen=True, kw_only=True):
    """A name and a purse."""

    system: Literal["coin"] = "coin"
    kind: Literal["player", "rival"] = "player"
    name: Name
    purse: Purse = 10


class Rival(Player, frozen=True, kw_only=True):
    """Somebody the game master plays."""

    kind: Literal["player", "rival"] = "rival"


def sample_rival(key: str, language: Language) -> Rival:
    """A rival of the pack as a sheet."""
    row = rival(key)
    return Rival(name=row.fr if language == "fr" else row.en, purse=row.purse)


# Nobody is better with a coin than anybody else: only what people have can be carried to another game.
YARDSTICK = Yardstick(
    kinds=("player", "rival", "rival"),
    pairs=(),
    measures=(Measure(notion="health", field="purse", rule="COI-TOS-01", ordinary=10, limits=(0, RICHEST)),),
)
