"""What falls due: as the clock goes on, wounds, rest, minds; as rounds pass, bleeding, fire, minds that slide.

What asks for no die simply happens; what does waits until somebody throws (BLEED, HP-06, P-SAN, ENV-02).
"""

from typing import Any

import msgspec

from gardien.core.calling import do
from gardien.core.fighting import Content
from gardien.core.table_rules import DueItem
from gardien.systems.cthulhud20.rules.body.bleeding_and_rest import after_rounds, next_tick, without_false_bleeding
from gardien.systems.cthulhud20.rules.mind.sanity import BOTTOM
from gardien.systems.cthulhud20.rules.person import Body, body_of
from gardien.systems.cthulhud20.sheet.recompute import plain
from gardien.systems.cthulhud20.table.fighter import combatant, is_destroyed, rules

HOUR = 60  # minutes
MONTH = 30 * 24 * HOUR
ROUNDS = 10  # of a minute (CD20-BLEED-04)
MOST_ROUNDS = 1000  # of a mind that slides, at once
MOST_MINUTES = 500_000  # that anybody bleeds, at once
KEPT = ("pv", "pf", "state", "prone", "wounds", "hampered_parts", "rested_rounds")  # what time changes on a sheet


def due(sheet: Content, marks: Content, before: int, after: int, options: Content) -> list[DueItem]:
    """The clock of the table: bleeding, rest, the hour of SAN, minds; the dead and the destroyed have no more time."""
    passed = after - before
    if not passed or sheet.get("state") == "dead" or is_destroyed(sheet):
        return []
    items = [*_hour(sheet, after), *_minds(sheet, after), *_body(sheet, passed, options)]
    if slides({**sheet, **marks}):
        items.append(DueItem("sanity_collapse", {"rounds": min(MOST_ROUNDS, passed * ROUNDS)}))
    if marks.get("warded") and passed >= HOUR:
        items.append(DueItem(fields={"warded": None}))  # CD20-P-MAG-02
    if int(sheet.get("heals", 0)) and sheet.get("hp_current", 0) < sheet.get("hp", 0):
        items.append(DueItem(fields={"hp_current": regrown(sheet, passed * ROUNDS)}))
    return items


def _body(sheet: Content, minutes: int, options: Content) -> list[DueItem]:
    """Whoever bleeds throws for it; rest asks for nothing (CD20-BLEED-04, CD20-HP-06)."""
    if bleeds(sheet, options):
        return [DueItem("advance_time", {"minutes": min(MOST_MINUTES, minutes)}, accumulates="minutes")]
    whole = body(sheet, options)
    if whole.pf >= whole.pf_max and whole.pv >= whole.pv_max and not whole.wounds:
        return []
    fields = after_rest(sheet, minutes, options)
    return [DueItem(fields=fields)] if fields else []


def bleeds(sheet: Content, options: Content) -> bool:
    """Whether some wound still costs something (CD20-BLEED-01)."""
    return body(sheet, options).bleeding


def body(sheet: Content, options: Content) -> Body:
    """Somebody as time finds them."""
    return without_false_bleeding(body_of(combatant(sheet), rules(options)))


def after_rest(sheet: Content, minutes: int, options: Content) -> dict[str, Any]:
    """What an undisturbed time gives back, without a die: each full hour, each full day (CD20-HP-06)."""
    given = {
        "victim": msgspec.to_builtins(combatant(sheet)),
        "minutes": minutes,
        "resting": True,
        "rested_rounds": sheet.get("rested_rounds", 0),
        "options": dict(options),
    }
    outcome = plain(do("cthulhud20", "advance_time", given, dice=()).outcome)
    return {name: outcome[name] for name in KEPT if name in outcome and outcome[name] != sheet.get(name)}


# ---- minds ----


def _hour(sheet: Content, after: int) -> list[DueItem]:
    """An hour after the first loss the count begins again (CD20-P-SAN-04)."""
    over = sheet.get("san_lost_this_hour") and after >= sheet.get("san_hour_clock", 0) + HOUR
    return [DueItem(fields={"san_lost_this_hour": 0})] if over else []


def _minds(sheet: Content, after: int) -> list[DueItem]:
    """What ends by itself (CD20-P-SAN-03, CD20-P-SAN-04)."""
    held = list(sheet.get("insanity") or ())
    kept = [one for one in held if one.get("ends_at") is None or one["ends_at"] > after]
    return [DueItem(fields={"insanity": kept})] if kept != held else []


def slides(sheet: Content) -> bool:
    """A mind at 0 or below goes on falling until somebody stops it, or it is gone (CD20-P-SAN-04)."""
    return BOTTOM < int(sheet.get("san", 1)) <= 0 and not sheet.get("mind_held")


# ---- as rounds pass ----


def each_round(fighter: Content, options: Content) -> list[DueItem]:
    """The end of a round: whoever bleeds, burns or slides; creatures that heal. A fight is no rest.

    CD20-BLEED-04, CD20-ENV-02, CD20-P-SAN-04, CD20-P-CREA-03, CD20-HP-06.
    """
    if fighter.get("state") == "dead" or is_destroyed(fighter):
        return []
    items = []
    fields: dict[str, Any] = {"rested_rounds": 0} if fighter.get("rested_rounds") else {}
    hurt = body(fighter, options)
    house = rules(options)
    at = next_tick(hurt, house) if hurt.bleeding else None
    if at is not None and hurt.wounds[at].next_tick_in_rounds <= 1:
        items.append(DueItem("advance_time", {"rounds": 1}))
    elif at is not None:  # only nearer: nothing to throw
        fields["wounds"] = plain(after_rounds(hurt, 1, house))["wounds"]
    if fighter.get("heals") and fighter.get("hp_current", 0) < fighter.get("hp", 0):
        fields["hp_current"] = regrown(fighter, 1)
    if fields:
        items.insert(0, DueItem(fields=fields))
    if fighter.get("burning"):
        items.append(DueItem("lasting_cause", {"rounds": 1}))
    if slides(fighter):
        items.append(DueItem("sanity_collapse", {"rounds": 1}))
    return items


def regrown(sheet: Content, rounds: int) -> int:
    """Hit points after so many rounds of a creature that heals (CD20-P-CREA-03)."""
    return min(int(sheet["hp"]), int(sheet["hp_current"]) + rounds * int(sheet["heals"]))
