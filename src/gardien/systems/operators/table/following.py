"""What follows from a sheet, whoever writes it: levels of wounds, their clock, care, doses, bounds of SAN (HLTH)."""

from typing import Any

from gardien.core.fighting import Content
from gardien.core.scene import TALLY, Being
from gardien.systems.operators.rules.body.death_clock import UNITS
from gardien.systems.operators.rules.body.wounds import MOST_WOUNDS, grade
from gardien.systems.operators.rules.character import LEVELS
from gardien.systems.operators.table.ability import combatant, options_of
from gardien.systems.operators.table.life import CLOCK, DECLINED, DOSE, HEALED, OUT, STOPPED

Fields = dict[str, Any]


def recompute(before: Being, after: Content, clock: int) -> dict[str, Any]:
    """What else changes with a sheet: a wound starts its clock and ends a recovery, a dose has its hours."""
    fields = _graded_wounds(before, after)
    asked, after = after, {**after, **fields}
    counts: Fields = {}
    level, was = after.get("wound_level", "none"), before.get("wound_level", "none")
    fresh = _fresh_wound(before, after)
    worse = LEVELS.index(level) > LEVELS.index(was) or fresh == level == "grave"
    if worse:
        fields["stabilised"] = False  # first aid was given to another wound (OPS-HLTH-09)
        counts |= dict.fromkeys((HEALED, DECLINED))
    _follow_care(fields, counts, before, after, clock, ended=worse, again=fresh == level)
    _follow_clock(fields, counts, before, after, clock, worse)
    if after.get("painkiller") and after.get("painkiller_since") is None:
        fields["painkiller_since"] = clock
        counts[DOSE] = None
    elif not after.get("painkiller"):
        fields["painkiller_since"] = None
    if after.get("out_of_fight") and not before.get("out_of_fight") and after.get("held"):
        fields["held"] = False
    if not after.get("out_of_fight"):
        counts[OUT] = None
    if "si" in after:
        fields["san"] = min(after["san"], 100 - after["si"])  # OPS-SAN-01
    if "in_play" in after:
        fields["in_play"] = level != "dead" and after.get("madness") != "permanent"
    changed = {name: value for name, value in fields.items() if asked.get(name) != value}
    counts = {name: value for name, value in counts.items() if before.tally.get(name) != value}
    return {**changed, TALLY: counts} if counts else changed


def _graded_wounds(before: Being, after: Content) -> Fields:
    """A wound that was written by its damage alone has its level from it (OPS-HLTH-02)."""
    wounds = list(after.get("wounds", ()))
    if all(one.get("level") for one in wounds):
        return {}
    threshold = combatant(after).threshold(options_of(before))
    return {"wounds": [{**one, "level": one.get("level") or grade(threshold, one["damage"])} for one in wounds]}


def arrives(sheet: Content, clock: int) -> Fields:
    """Whoever comes from a table whose clock is ahead has their hours from now on (M-04, OPS-HLTH-10)."""
    begun = {name: sheet[name] for name in ("clock", "recovery") if (sheet.get(name) or {}).get("since", 0) > clock}
    dose = {"painkiller_since": clock} if (sheet.get("painkiller_since") or 0) > clock else {}
    return {**{name: {**one, "since": clock} for name, one in begun.items()}, **dose}


def _fresh_wound(before: Content, after: Content) -> str:
    """The level of a wound that has just been written down."""
    old, new = list(before.get("wounds", ())), list(after.get("wounds", ()))
    kept = old if len(old) < MOST_WOUNDS else old[1:]
    return str(new[-1].get("level") or "") if new and new[:-1] == kept else ""


def _follow_care(
    fields: Fields, counts: Fields, before: Being, after: Content, clock: int, ended: bool, again: bool
) -> None:
    """A graver wound ends a recovery, another of the same level begins its stage again (OPS-HLTH-11)."""
    care, level = after.get("recovery"), after.get("wound_level", "none")
    if not care:
        return
    begun = care != before.get("recovery")
    stages, since = care["stages"], min(care["since"] or clock, clock) if begun else care["since"]
    if level not in stages or (ended and not begun):
        fields["recovery"] = None
    elif again and not begun:
        fields["recovery"] = {**care, "since": clock}
    else:
        left = len(stages) - list(stages).index(level)
        fields["recovery"] = {**care, "stages": stages[-left:], "days": care["days"][-left:], "since": since}
    if begun or fields["recovery"] != care:
        counts |= dict.fromkeys((HEALED, DECLINED))


def _follow_clock(fields: Fields, counts: Fields, before: Being, after: Content, clock: int, worse: bool) -> None:
    """Whoever is wounded and not seen to has a death clock that runs from when the wound became the worst (M-04)."""
    level, now, old = after.get("wound_level", "none"), after.get("clock"), before.get("clock")
    stabilised = fields.get("stabilised", after.get("stabilised"))
    cared_for = fields.get("recovery", after.get("recovery"))
    stopped = now is None and (old is not None or bool(before.tally.get(STOPPED)))  # by whoever let it pass
    begins = level != before.get("wound_level", "none") or (now is None and (worse or not stopped))
    counts[STOPPED] = None
    if level not in UNITS or stabilised or cared_for:
        fields["clock"] = None
    elif now is not None and now != old:
        fields["clock"] = {**now, "since": min(now["since"], clock)}
    elif begins:
        fields["clock"] = {"delay": 0, "unit": UNITS[level], "since": clock}  # not drawn yet
    elif stopped:
        counts[STOPPED] = 1
    if (fields.get("clock", now) or {}).get("since") != (old or {}).get("since"):
        counts[CLOCK] = None
