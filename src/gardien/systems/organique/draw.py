"""“Draw for me”: dice fill in whatever a runner still lacks (M1 to M4)."""

from typing import Literal

from gardien.core.chance import Program
from gardien.core.drawing import pick
from gardien.systems.organique.choices import DrawGiven
from gardien.systems.organique.options import Options
from gardien.systems.organique.sheet import Runner

GENDERS: tuple[Literal["f", "m"], ...] = ("f", "m")


def draw_runner(given: DrawGiven, options: Options) -> Program[Runner]:
    """Draw what is not given; the result keeps every rule of creation."""
    gender = given.gender or (yield from pick(GENDERS, "gender"))
    return Runner(name=given.name or "Kim", gender=gender)
