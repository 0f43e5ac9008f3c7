"""Rights: who may do a procedure at a table, as a game declares it."""

from typing import Literal

# A question that changes nobody is anybody's; an act is for whoever plays the one who acts; what the world does is the
# game master's, who may ask for it.
Right = Literal["anybody", "player", "keeper"]


def declare_rights(*, keeper: str, anybody: str) -> dict[str, Right]:
    """Whose procedures are, as words of two strings; all others are for whoever plays the one who acts."""
    return {**dict.fromkeys(keeper.split(), "keeper"), **dict.fromkeys(anybody.split(), "anybody")}
