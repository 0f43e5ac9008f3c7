"""What weighs on a throw, among the inputs that a sheet fills in (SKILL, HEALTH-04)."""

from collections.abc import Callable
from typing import Any

from gardien.core.fighting import Content
from gardien.core.scene import Being
from gardien.core.table_rules import BindInputs
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.tests.checks import BODILY_CODES, BODILY_JETS, weighs_on
from gardien.systems.d20d100.sheet.worth import burdens, skill_total

Bodily = Callable[[Content], bool]


def of_body(asked: Content) -> bool:
    return True


def of_mind(asked: Content) -> bool:
    return False


def by_skill(asked: Content) -> bool:
    """Whether the skill that is asked for is one of the body; one that does not exist is refused elsewhere."""
    known = {row.key for row in pack.table("skills", "skill")}
    key = str(asked.get("skill") or "")
    return key.partition(":")[0] in known and weighs_on(key)


def by_jet(asked: Content) -> bool:
    return asked.get("jet") in BODILY_JETS


def by_code(asked: Content) -> bool:
    return asked.get("characteristic") in BODILY_CODES


def weighed(fill: BindInputs, bodily: Bodily, *, field: str = "mods", wounds: bool = False) -> BindInputs:
    """What a sheet fills in, with what weighs on the throw among its modifiers."""

    def filled(sheet: Being, asked: Content) -> dict[str, Any]:
        return {**fill(sheet, asked), field: burdens(sheet, bodily=bodily(asked), wounds=wounds) or None}

    return filled


def whole_skill(key: str, name: str) -> BindInputs:
    """A procedure that rests on one skill, and takes no other modifiers of whoever uses it."""
    return lambda sheet, asked: {name: skill_total(sheet, key)}


JOINED = ("mods", "attacker_mods")  # what weighs on a throw is added to what somebody has ruled
