"""Which weapon of a sheet an act takes up, and what the act leaves in it (CBT, DMG, OPT)."""

from typing import Any

import msgspec

from gardien.core.fighting import Content
from gardien.core.scene import TALLY, Being, over
from gardien.shared.arms import NAMED, meant, with_line
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.fight.ammunition import Load
from gardien.systems.operators.rules.fight.techniques import TechniqueGiven, sources_of
from gardien.systems.operators.table.ability import options_of
from gardien.systems.operators.table.marks import left_by, state_of

MOST_SPARES = 20  # that an act takes into account
Line = tuple[int, dict[str, Any]]  # where a weapon stands on a sheet, and what is written there
LOADED = ("spare_magazines", "rounds_left", "empty")
CHANGED = "magazines_"  # before the name of a weapon: how many of its magazines were changed


# ---- that one ----


def own_weapon(sheet: Content, name: str) -> dict[str, Any] | None:
    """A weapon of the sheet's own (OPS-SHEET-01)."""
    return next((one for one in sheet.get("own_weapons", ()) if one["name"] == name), None)


def is_of(sheet: Content, line: Content, sort: str) -> bool:
    """Whether a weapon of a sheet strikes, kills silently, is thrown or shoots."""
    if line.get("key"):
        row = pack.weapon(line["key"])
        if sort == "silent":
            return row.type == "melee" and line["key"] != "unarmed"
        return row.throwable if sort == "thrown" else row.type == sort and not row.assassination_only
    own = own_weapon(sheet, line["name"])
    melee = sort in ("melee", "silent")
    return own["type"] == ("melee" if melee else sort) if own else melee


def is_dry(line: Content, rules: Options) -> bool:
    """Whether a weapon cannot fire (OPS-OPT-05, OPS-OPT-06)."""
    return Load.counted(1, 0, rounds_in(line), bool(line.get("empty")), rules).is_dry(rules)


def rounds_in(line: Content) -> int | None:
    """What is left in a weapon; nobody has counted what is in one, unless it is empty (OPS-OPT-05, OPS-OPT-06)."""
    return 0 if line.get("empty") and line.get("rounds_left") is None else line.get("rounds_left")


def lines_of(sheet: Content, sort: str) -> list[Line]:
    """The weapons of one sort that somebody has at hand, with their places on the sheet."""
    return [(at, one) for at, one in enumerate(sheet.get("weapons", ())) if is_of(sheet, one, sort)]


def _meant(lines: list[Line], asked: Content) -> list[Line]:
    """The one that is named; all where none is."""
    return meant(lines, asked, lambda line: str(line[1]["name"]), lambda line: True)


def line_at(sheet: Being, asked: Content, sort: str) -> int | None:
    """Where the weapon that is used stands: the one that is named, else of its kind, else any; of several a loaded one.

    The same sheet and the same inputs find the same weapon again.
    """
    lines, custom = lines_of(sheet, sort), asked.get("custom_weapon")
    if asked.get(NAMED):
        fitting = _meant(lines, asked)
    elif custom:
        fitting = [(at, one) for at, one in lines if not one.get("key") and one["name"] == custom.get("name")]
    elif asked.get("weapon"):
        fitting = [(at, one) for at, one in lines if one.get("key") == asked["weapon"]]
    else:
        fitting = lines
    rules = options_of(sheet)
    loaded = [at for at, one in fitting if not is_dry(one, rules)]
    return next(iter([*loaded, *(at for at, _ in fitting)]), None)


# ---- inputs ----


def is_trained(sheet: Content, weapon: str, use: str = "attack", burst: bool = False) -> bool:
    """Whether training helps with a weapon in hand (OPS-CBT-09)."""
    return bool(sources(sheet, weapon, use, burst))


def sources(sheet: Content, weapon: str, use: str = "attack", burst: bool = False) -> tuple[str, ...]:
    """What training helps with a weapon in hand."""
    given = TechniqueGiven(
        weapon=weapon,
        use=use,  # type: ignore[arg-type]
        specialty=sheet.get("specialty", ""),
        hobbies=tuple(sheet.get("hobbies", ())),
        trainings=msgspec.convert(sheet.get("trainings", ()), TechniqueGiven.__annotations__["trainings"]),
        burst=burst,
        in_assault=bool(sheet.get("in_assault")),
        protecting=bool(sheet.get("protecting")),
    )
    return sources_of(given)


def weapon_inputs(sort: str) -> Any:
    """Fills in the weapon, what is loaded in it, and whether its bearer is trained for it."""

    def fill(sheet: Being, asked: Content) -> dict[str, Any]:
        at = line_at(sheet, asked, sort)
        line = {} if at is None else sheet["weapons"][at]
        inputs: dict[str, Any] = {name: line.get(name) for name in LOADED}
        inputs["rounds_left"] = rounds_in(line)
        inputs |= {"spare_magazines": min(MOST_SPARES, line.get("spare_magazines", 0))} if line else {}
        inputs |= {"weapon_name": line["name"]} if line else {}
        key = str(asked.get("weapon") or line.get("key") or "")
        if key:
            inputs["weapon"] = key
        if key and sort != "silent":  # no weapon helps to come near unheard (OPS-OPT-08)
            helped = sources(sheet, key, burst=bool(asked.get("burst")))
            inputs |= {"advantage": bool(helped), "advantage_count": max(1, min(5, len(helped)))}
        if line and not key:
            inputs["custom_weapon"] = own_weapon(sheet, line["name"])
        return inputs

    return fill


def reload_inputs(sheet: Being, asked: Content) -> dict[str, Any]:
    """The weapon that takes a magazine: the one that is named, else one that needs it."""
    at = _to_reload(sheet, asked)
    if at is None:
        return {}
    line = sheet["weapons"][at]
    own = own_weapon(sheet, line["name"]) or {}
    magazine = pack.weapon(line["key"]).magazine if line.get("key") else own.get("magazine")
    spares = min(MOST_SPARES, line.get("spare_magazines", 0))
    return {"weapon_name": line["name"], "spare_magazines": spares, **({"magazine": magazine} if magazine else {})}


def _to_reload(sheet: Being, asked: Content) -> int | None:
    rules, lines = options_of(sheet), _meant(lines_of(sheet, "firearm"), asked)
    spare = [(at, one) for at, one in lines if one.get("spare_magazines")]
    dry = [at for at, one in spare if is_dry(one, rules)]
    return next(iter([*dry, *(at for at, _ in spare), *(at for at, _ in lines)]), None)


def device_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """A device that somebody carries, where none is named."""
    return {"device": next((key for key in sheet.get("devices", ()) if pack.device(key).delivery != "placed"), None)}


def substance_of(given: Content) -> str | None:
    """What the weapon or the fangs of an act carry (M-06, M-13)."""
    if attack := given.get("attack"):
        return attack.get("substance") or None
    return pack.weapon(given["weapon"]).substance if given.get("weapon") else None


# ---- the way back ----


def after_shot(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What is left in the weapon is written where that weapon stands (OPS-OPT-05, OPS-OPT-06)."""
    if who or outcome.get("refused"):
        return {}
    at = line_at(sheet, given, "firearm")
    fresh = _with_fresh_magazine(sheet, at, bool(outcome.get("reload_action"))) if outcome.get("reload") else {}
    return _after_load(sheet, given, outcome, at) | fresh


def after_reload(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A fresh magazine in that weapon, and one spare less for it."""
    if outcome.get("refused"):
        return {}
    at = _to_reload(sheet, given)
    return _after_load(sheet, given, outcome, at) | _with_fresh_magazine(sheet, at)


def _with_fresh_magazine(sheet: Being, at: int | None, costs_action: bool = False) -> dict[str, Any]:
    """A magazine that may be salvaged, and of which weapon it is (OPS-OPT-07)."""
    changed = sheet.get("magazines_changed", 0)
    counts = _changed_by_weapon(sheet)
    fresh: dict[str, int | None] = {} if changed else dict.fromkeys(counts)  # those of an earlier fight
    if at is not None:
        name = CHANGED + sheet["weapons"][at]["name"]
        fresh[name] = (counts.get(name, 0) if changed else 0) + 1
    return over(left_by(sheet, state_of(sheet).with_fresh_magazine(costs_action)), {TALLY: fresh})


def _changed_by_weapon(sheet: Being) -> dict[str, int]:
    return {name: count for name, count in sheet.tally.items() if name.startswith(CHANGED)}


def _after_load(sheet: Being, given: Content, outcome: Content, at: int | None) -> dict[str, Any]:
    if at is None:
        return {}
    spent = given["spare_magazines"] - outcome["spare_magazines"]
    left = {name: outcome[name] for name in ("rounds_left", "empty") if name in outcome}
    return with_line(sheet, at, **left, spare_magazines=max(0, sheet["weapons"][at].get("spare_magazines", 0) - spent))


def after_throw(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A weapon that is thrown has left the hand (OPS-CBT-07)."""
    if who or outcome.get("refused") or outcome.get("outcome") == "impossible":
        return {}
    at = line_at(sheet, given, "thrown")
    return {} if at is None else {"weapons": [one for place, one in enumerate(sheet["weapons"]) if place != at]}


def after_device(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A device that is thrown or launched is carried no more (M-08)."""
    devices = [*sheet.get("devices", ())]
    gone = outcome.get("refused") or outcome.get("outcome") == "impossible"
    if who or gone or given.get("device", "frag") not in devices:
        return {}
    devices.remove(given.get("device", "frag"))
    return {"devices": devices}


def after_salvage(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Magazines picked up are of the weapon that most were changed in, else of the first at hand (OPS-OPT-07)."""
    lines, counts = lines_of(sheet, "firearm"), _changed_by_weapon(sheet)
    if outcome.get("refused") or not lines:
        return {}
    at, line = max(lines, key=lambda one: counts.get(CHANGED + one[1]["name"], 0))  # of several alike the first
    filled = with_line(sheet, at, spare_magazines=min(1000, line.get("spare_magazines", 0) + outcome["regained"]))
    return {**filled, "magazines_changed": None, TALLY: dict.fromkeys(counts)}
