"""What the rules of Dark Operators lay on people beside their sheets: where they stand, behind what (CBT)."""

from gardien.core.marks import Metres, TableMarks


class Marks(TableMarks, frozen=True):
    """The marks of this game."""

    stands: Metres = 0.0  # on a line
    in_cover: bool = False
    exposed: bool = False
    in_assault: bool = False
    protecting: bool = False
