"""Kinds of forms: numbers to choose from, who can do an act at all, throws, what is felt, what is reckoned."""

from collections.abc import Callable
from typing import Any

from gardien.core.deciding import Deciding
from gardien.core.presentation import Content, FormSpec
from gardien.core.terms import MINUS
from gardien.systems.organique.page import menus
from gardien.systems.organique.rules.fight.on_hit import MAIMS
from gardien.systems.organique.table.consequences import TENDED
from gardien.systems.organique.table.fighter import lasting_of
from gardien.systems.organique.table.weapon_use import group_of, usable
from gardien.systems.organique.vocabulary import PRIVILEGES, RANGED

Presets = tuple[tuple[str, Any], ...]
Fits = Callable[[Content], bool]


def _goes(given: Content, sheet: Content) -> bool:
    """Whether somebody moves, or picks something up on the run (ORG-FREE-04, ORG-FREE-05)."""
    return given.get("kind") == "move" or (given.get("kind") == "pick_up" and bool(given.get("gm_test")))


FREELY: dict[str, Callable[[Content, Content], bool]] = {  # what a free action asks for, by its kind
    "opponent": lambda given, sheet: given.get("kind") == "aim" or _goes(given, sheet),
    "to_step": _goes,
    "weapon_name": lambda given, sheet: given.get("kind") in TENDED,
    "poison": lambda given, sheet: given.get("kind") == "coat",
    "gm_test": lambda given, sheet: given.get("kind") == "pick_up",
}


def numbers(*values: int) -> Presets:
    return tuple((str(one), one) for one in values)


def situation(value: int) -> tuple[str, Any]:
    """A modifier that nobody has a name for; none is as the sheets have it."""
    word = f"{MINUS}{-value}" if value < 0 else f"+{value}" if value else "0"
    return word, {"situation": value} if value else None


OPEN = ("unsaid", None)
HARD = numbers(5, 10, 15, 20, 25, 30, 35)
MODS: Presets = tuple(situation(one) for one in (-10, -5, -2, 0, 2, 5, 10))
ADDED = {"mods": MODS}


def with_mods(**usual: Any) -> dict[str, Any]:
    """Modifiers of the situation, and what else is usual."""
    return {"presets": ADDED, "usual": {"mods": None, **usual}}


EASED = with_mods()
MEASURED: dict[str, Any] = {"presets": {"difficulty": HARD, **ADDED}, "usual": {"difficulty": 20, "mods": None}}
HARDER: dict[str, Any] = {  # a difficulty of its own, or another one
    "presets": {"difficulty": (OPEN, *HARD), **ADDED},
    "usual": {"difficulty": None, "mods": None},
}
POINTS = numbers(0, 1, 2, 3, 4, 5, 6, 8, 10)
SEVERAL = numbers(1, 2, 3, 4, 5, 6, 8)
HELPERS: Presets = (("unsaid", None), *((str(level), [level]) for level in range(1, 7)))
TURNS: Presets = tuple((str(count), list(range(1, count + 1))) for count in range(1, 6))
STRONG: Presets = (OPEN, *numbers(5, 10, 15, 20, 25, 30, 35, 40))  # firewalls, paranoia: else as the network has them
RIGHTS: Presets = (OPEN, *((one, one) for one in PRIVILEGES))
LEFT: Presets = (OPEN, *numbers(0, 1, 2, 3, 4, 5, 6))
MANY: Presets = (OPEN, *numbers(5, 10, 20, 30, 50, 100))
TREATED: Presets = (OPEN, *numbers(0, 2, 4, 6, 8, 10))
WEATHER = numbers(10, 15, 20, 25, 30)


# ---- who can do it at all ----


def alive(sheet: Content) -> bool:
    return sheet.get("nature") != "machine"


def human(sheet: Content) -> bool:
    return sheet.get("kind") in ("runner", "npc")


def runner(sheet: Content) -> bool:
    return sheet.get("kind") == "runner"


def firing(sheet: Content) -> list[str]:
    """What shoots and is ready, by name."""
    return [one.name or one.weapon for one in usable(sheet) if group_of(one) in RANGED]


def fires(sheet: Content) -> bool:
    return bool(firing(sheet))


def computes(sheet: Content) -> bool:
    """Whether somebody knows anything of computers, or is in a network (ORG-HACK-06)."""
    known = {one.value for one in menus.entry_skills({}) if (sheet.get("skills") or {}).get(one.value)}
    return human(sheet) and bool(known or sheet.get("intrusion") or sheet.get("computer"))


def is_guarded(sheet: Content) -> bool:
    return bool(sheet.get("intrusion"))


def has(field: str) -> Fits:
    return lambda sheet: bool(sheet.get(field))


def depends(sheet: Content) -> bool:
    return any(one.kind == "dependency" for one in lasting_of(sheet))


def ill(sheet: Content) -> bool:
    return any(one.kind == "disease" for one in lasting_of(sheet))


def _in_action(*actions: str) -> Callable[[Content, Content], bool]:
    """Whether one of some actions is chosen, or none yet."""
    return lambda given, sheet: given.get("action") in (None, "", *actions)


BY_ACTION = {  # what only some actions of a fight have a use for
    "shots": _in_action("shoot", "disabling_shot"),
    "distance_cm": _in_action("strike", "shoot", "disabling_shot", "throw_object"),
    "kg": _in_action("throw_object"),
    "aimed_at": _in_action(*MAIMS),
    "brain_damage": _in_action("knock_out"),
}


def lacks_swarm(given: Content, sheet: Content) -> bool:
    """Whether no swarm at the table is chosen: one of the list is meant."""
    return not given.get("swarm")


# ---- kinds of forms ----


def throw_form(*main: str, more: tuple[str, ...] = (), **other: Any) -> FormSpec:
    """One throw against a difficulty."""
    return FormSpec(main, (*more, "mods", "luck"), degrees="success", decided_by=Deciding(20), **{**MEASURED, **other})


def suffered_form(*main: str, more: tuple[str, ...] = (), degrees: str = "state.condition", **other: Any) -> FormSpec:
    """Something that happens to somebody."""
    return FormSpec(main, more, good="", **{"has_odds": False, "fits": alive, **other})


def sum_form(*main: str, more: tuple[str, ...] = (), **other: Any) -> FormSpec:
    return FormSpec(main, more, good="", has_odds=False, **other)


def network_form(*main: str, more: tuple[str, ...] = (), degrees: str = "success", **other: Any) -> FormSpec:
    """An act in a network: what the scene knows is filled in."""
    offered = {"system": menus.systems, "skill": menus.entry_skills, "network": menus.networks}
    fields = (*main, *more)
    own = {name: offered[name] for name in fields if name in offered}
    shown: dict[str, Presets] = {"difficulty": (OPEN, *HARD), "firewall": STRONG, "paranoia": STRONG, **ADDED}
    shown |= dict.fromkeys(("privilege", "owner_privilege"), RIGHTS)
    presets = {name: shown[name] for name in fields if name in shown}
    # rights are for the scene to say: whose account it is, what is held elsewhere (ORG-HACK-07, 10 and 15)
    rights = {"privilege": ("privilege",), "owner_privilege": ("owner_privilege", "held")}
    ruled = tuple(one for name in fields for one in rights.get(name, ()))
    other = {"good": degrees, "fits": computes, "ruled": ruled, **other}
    return FormSpec(main, more, degrees=degrees, offered=own, presets=presets, usual=dict.fromkeys(presets), **other)


CODE: dict[str, Any] = {"characteristic": menus.codes}
