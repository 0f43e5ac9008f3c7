"""A sheet that is kept: whatever is written on it, the rest follows: what lasts, loads, causes, times (END, DRUG)."""

from collections.abc import Mapping
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from gardien.core.scene import NOWHERE, TALLY, tally_of
from gardien.core.sheet import having, kept_sheet
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.body.endurance import MOST_COLLAPSES, PER_TURN
from gardien.systems.organique.rules.body.healing import bleeding_points
from gardien.systems.organique.rules.character import Wound
from gardien.systems.organique.rules.network.scene import is_open
from gardien.systems.organique.rules.person import person_of
from gardien.systems.organique.rules.substances.timed_effects import (
    DAY,
    HOUR,
    MORNING,
    Lasting,
    begin_lasting,
    doses_together,
    in_force,
)
from gardien.systems.organique.rules.tests.feats import burden
from gardien.systems.organique.sheet.sheet import SHEETS, Able, Being
from gardien.systems.organique.vocabulary import CODES, HIGHEST_SCORE, Code, SaveName, added

Content: TypeAlias = Mapping[str, Any]
B = TypeVar("B", bound=Being)
DATED = (
    "drug",
    "come_down",
    "dependency",
    "disease",
    "poison",
    "radiation",
    "collapse",
)  # that the table says how long
MONTH = 30 * DAY  # M19
TIRED: tuple[Code, ...] = ("PER", "INT", "CHA", "END")  # what a night without sleep takes from (ORG-DMG-14)
NIGHT, HUNGER = 3, 4  # points a night, a day (ORG-DMG-14, ORG-DMG-10)
EVENING = 22 * HOUR  # from then until morning few watch a network (ORG-HACK-23)
BLOOD, LOAD = "blood/", "load_malus"  # counts: points that bleed, what a load takes already
BANDAGED = "bandaged_points"  # a count: of those that bleed, how many are under a bandage (M17)
BLOOD_DAYS = "blood_days"  # a count: since blood last came back (M17)
LIMBS = "limbs"  # a count: turns since somebody cared for limbs of no use; another one waits for care again (M17)
HAMPERED: tuple[Code, ...] = ("AGI", "VIT")
COLLAPSE = "collapse"  # INC that was gone: no END for a day (ORG-END-09)


def read_being(content: Content) -> Being | None:
    """A kept sheet as its type reads it; nothing where it cannot be read."""
    kind = SHEETS.get(str(content.get("kind", "")))
    try:
        return kept_sheet(kind, content) if kind else None
    except msgspec.ValidationError:
        return None


def plain(content: Any) -> dict[str, Any]:
    """A sheet as a file holds it."""
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(content))
    return decoded


def follow(before: Content, after: Content, clock: int) -> dict[str, Any]:
    """What else changes when a sheet has changed, whoever changed it; `clock` in minutes."""
    old, new = read_being(before), read_being(capped_reserves(after))
    if new is None:
        return {}
    options = msgspec.convert(dict(getattr(before, "scene", NOWHERE).options), Options)
    tally = tally_of(before)
    counts: dict[str, int | None] = {}
    if old is not None:
        timed = tuple(with_times(one, clock, one not in old.lasting) for one in new.lasting)
        new = having(new, lasting=_weighed_doses(old.lasting, timed))
        new = after_collapse(old, new, clock)
        new = with_effects(old, warmed(old, with_illness(old, new)))
        new, counts = with_load(new, tally.get(LOAD), options)
        if isinstance(new, Able) and isinstance(old, Able):
            new = with_traits(old, after_recovery(old, with_clock(old, new, clock)))
        new = with_end_causes(new)
        new = fallen(without_stale_marks(new))
        counts |= begun_anew(old, new, tally, options)
    fresh, known = plain(new), plain(after)
    changed = {name: value for name, value in fresh.items() if value != known.get(name)}
    changed |= {name: None for name in ("timer",) if known.get(name) is not None and fresh.get(name) is None}
    return {**changed, TALLY: counts} if counts else changed


def begun_anew(old: Being, new: Being, tally: Mapping[str, int], options: Options) -> dict[str, int | None]:
    """Counts of what is over, or begins again: points that bleed, days of healing and without (ORG-AFT-02, M17)."""
    points = bleeding_points(person_of(new.character()), options)
    fewer = len(new.wounds) < len(old.wounds)
    moved = _bleeding_on(old, new, tally, options) if fewer else {}
    blood = (name for name in tally if name.startswith(BLOOD) and int(name.removeprefix(BLOOD)) >= points)
    healed = (name for name in ("wounds_told", "wounds_dressed") if name in tally and fewer)
    over = [*blood, *healed, *(("blood_owed",) if "blood_owed" in tally and not points else ())]
    over += [BANDAGED] if BANDAGED in tally and not new.bandaged else []
    over += [BLOOD_DAYS] if BLOOD_DAYS in tally and (new.sng or 0) >= new.SNG else []
    over += [LIMBS] if LIMBS in tally and len(new.limbs_disabled) > len(old.limbs_disabled) else []
    if isinstance(new, Able) and isinstance(old, Able):
        since = (("hunger", old.no_food_since, new.no_food_since), ("thirst", old.no_water_since, new.no_water_since))
        over += [name for name, was, now in since if name in tally and was != now]
    return {**moved, **dict.fromkeys(over)}


def _bleeding_on(old: Being, new: Being, tally: Mapping[str, int], options: Options) -> dict[str, int | None]:
    """Where a wound is gone from the list the others bleed on, each point by its own clock (ORG-AFT-02)."""
    left, points = _points_by_wound(old, options), list[int]()
    for wound, fresh in _points_by_wound(new, options):
        at = next((at for at, (one, _) in enumerate(left) if one == wound), None)
        points += [-1] * len(fresh) if at is None else left[at][1]
        left = left if at is None else left[at + 1 :]
    under = {BANDAGED: sum(0 <= point < tally[BANDAGED] for point in points)} if BANDAGED in tally else {}
    counts = {f"{BLOOD}{at}": tally.get(f"{BLOOD}{point}") for at, point in enumerate(points)}
    return {**under, **{name: count for name, count in counts.items() if count != tally.get(name)}}


def _points_by_wound(one: Being, options: Options) -> list[tuple[Wound, range]]:
    """Open wounds with the points of each that bleed, counted through all of them."""
    wounds, total = list[tuple[Wound, range]](), 0.0
    for wound in (each for each in one.wounds if not each.closed):
        more = float(int(wound.bs)) if options.bleeding_by_wound else wound.bs
        wounds.append((wound, range(int(total), int(total + more))))
        total += more
    return wounds


def capped_reserves(after: Content) -> dict[str, Any]:
    """Reserves are never above their highest (ORG-HP-01)."""
    fields = dict(after)
    for name in ("sng", "cps", "inc"):
        most, now = fields.get(name.upper()), fields.get(name)
        if isinstance(most, int | float) and isinstance(now, int | float) and now > most:
            fields[name] = most
    return fields


# ---- what lasts ----


def with_times(one: Lasting, clock: int, new: bool = True) -> Lasting:
    """What has just begun, with the times its table says; a craving by circumstance comes back in an hour (DRUG-07)."""
    if one.kind == "dependency" and one.next == 0:
        return replace(one, next=clock + HOUR)
    if one.next is not None or one.until is not None:
        return one
    if one.kind in DATED:
        return begin_lasting(one.kind, one.key, one.since or clock, one.level, one.course, one.count)
    if one.count:  # so many minutes
        return replace(one, since=clock, until=clock + one.count, count=0)
    return replace(one, since=clock) if new and not one.since else one


def _weighed_doses(old: tuple[Lasting, ...], new: tuple[Lasting, ...]) -> tuple[Lasting, ...]:
    """Doses of one drug that came together or wore off one by one (ORG-DRUG-01)."""
    for drug in {one.key for one in (*old, *new) if one.kind == "drug"}:
        was, now = (sum((one.kind, one.key) == ("drug", drug) for one in held) for held in (old, new))
        if was != now and max(was, now) > 1:
            new = doses_together(new, drug)
    return new


def after_collapse(old: Being, new: Being, clock: int) -> Being:
    """Whoever has no INC left has no END for a day; whoever is out of breath is counted (ORG-END-09, ORG-END-10)."""
    if (old.inc or 0) > 0 and new.inc == 0 and not new.dead and new.nature != "machine":
        new = replace(new, lasting=(*new.lasting, begin_lasting("collapse", COLLAPSE, clock)))
    if (old.end_now or 0) > 0 >= (new.end_now or 0) and new.nature != "machine" and not new.dead:
        new = replace(new, collapses=min(MOST_COLLAPSES, new.collapses + 1))
    return new


# ---- what weighs ----


def with_effects(old: Being, new: Being) -> Being:
    """Scores and saves move with what lasts and what is carried, END with its highest (ORG-END-01, ORG-FOR-03, M11)."""
    before, after = in_force(old.lasting), in_force(new.lasting)
    changes = {code: after.changes.get(code, 0) - before.changes.get(code, 0) for code in CODES}
    saves = {
        name: after.save_mods.get(name, 0) - before.save_mods.get(name, 0)
        for name in {**before.save_mods, **after.save_mods}
    }
    return moved(new, changes, saves)


def moved(new: B, changes: Mapping[Code, int], saves: Mapping[SaveName, int]) -> B:
    """Scores and saves with something added to them, and the END reserve with its highest."""
    reserve = new.effective["END"]
    if any(changes.values()) or any(saves.values()):
        new = replace(new, changes=_sum_maps(new.changes, changes), save_mods=_sum_maps(new.save_mods, saves))
        new = _with_reserve(new, new.effective["END"] - reserve) if changes.get("END") else new
    return new


def with_illness(old: Being, new: B) -> B:
    """A disease that somebody strikes off, or writes at another level, moves what it weighs (ORG-DIS-05).

    Nothing moves where that was written beside it: the rules of its course do so.
    """
    if (new.changes, new.save_mods, new.SNG) != (old.changes, old.save_mods, old.SNG):
        return new
    levels = [{one.key: one.level for one in being.lasting if one.kind == "disease"} for being in (old, new)]
    for key, more in _sum_maps(levels[1], {key: -level for key, level in levels[0].items()}).items():
        row = pack.disease(key)
        changes = {code: more * one for code, one in row.changes.items()}
        new = moved(new, changes, {name: more * one for name, one in row.save_mods.items()})
        new = having(new, SNG=max(0.0, new.SNG - more * row.sng_max)) if row.sng_max else new
    return new


def warmed(old: Being, new: Being) -> Being:
    """Scores are halved as long as a shock is, or until somebody is out of the cold; END comes back with its highest.

    ORG-SYM-17, ORG-DMG-02, ORG-END-01.
    """
    if new.medical_shock and not new.halved:
        return replace(new, halved=True)
    if old.cold_here and not new.cold_here and old.halved and not new.medical_shock:
        new = having(new, halved=False)
    if not old.halved or new.halved or new.end_now != old.end_now:
        return new
    return _with_reserve(new, new.effective["END"] - old.effective["END"])


def _with_reserve(new: B, change: int) -> B:
    """The END reserve follows its maximum up and down, not below 0; a reserve below 0 stays (ORG-END-01)."""
    if new.end_now is None or new.end_now < 0:
        return new
    return replace(new, end_now=min(HIGHEST_SCORE, max(0, new.end_now + change)))


def _sum_maps(one: Mapping[Any, int], other: Mapping[Any, int]) -> dict[Any, int]:
    """Two maps of numbers added; what comes to nothing is gone."""
    sums = {name: added(one.get(name, 0), other.get(name, 0)) for name in {**one, **other}}
    return {name: value for name, value in sums.items() if value}


def trait_saves(traits: Mapping[str, int]) -> dict[str, int]:
    """What traits add to saves (M2)."""
    mods: dict[str, int] = {}
    for key in traits:
        mods = _sum_maps(mods, pack.trait(key).save_mods)
    return mods


def with_traits(old: Able, new: Able) -> Able:
    """Saves move with the traits that somebody gains or is rid of, unless they were written beside them (M2)."""
    if new.traits.keys() == old.traits.keys() or new.save_mods != old.save_mods:
        return new
    less = {name: -mod for name, mod in trait_saves(old.traits).items()}
    return having(new, save_mods=_sum_maps(_sum_maps(new.save_mods, trait_saves(new.traits)), less))


def with_load(new: Being, carried: int | None, options: Options) -> tuple[Being, dict[str, int | None]]:
    """What a load takes from AGI and VIT; `carried`: what it takes already, where that is known (ORG-FOR-03)."""
    kg = new.load_kg if isinstance(new, Able) else 0
    malus = burden(new.effective["FOR"], kg, options) if kg else 0
    known = carried
    if carried is None:  # a sheet that comes from elsewhere: either it has been weighed there, or not at all
        counted = malus and all(new.changes.get(code, 0) <= -malus for code in HAMPERED)
        carried = malus if counted else 0
    if malus == carried:
        return new, {LOAD: malus} if known is None and malus else {}
    less: dict[Code, int] = dict.fromkeys(HAMPERED, carried - malus)
    return replace(new, changes=_sum_maps(new.changes, less)), {LOAD: malus or None}


def after_recovery(old: Able, new: Able) -> Able:
    """A full sleep, a day of meals: what going without had taken (ORG-DMG-14, ORG-DMG-10)."""
    slept = old.awake_since is not None and new.awake_since is None
    nights, days = new.nights_awake if slept else 0, max(0, old.days_hungry - new.days_hungry)
    if not (nights or days):
        return new
    back: dict[Code, int] = dict.fromkeys(TIRED, NIGHT * nights)
    back["END"] += HUNGER * days
    reserve = new.effective["END"]
    new = replace(new, changes=_sum_maps(new.changes, back), nights_awake=0 if slept else new.nights_awake)
    return _with_reserve(new, new.effective["END"] - reserve)


# ---- causes, times ----


def with_end_causes(sheet: Being) -> Being:
    """END that is missing has its causes, no more and no less; what nobody named is exhaustion (ORG-END-08)."""
    if sheet.nature == "machine" or sheet.end_now is None:
        return sheet
    missing = max(0, sheet.effective["END"] - max(0, sheet.end_now))
    lost: dict[Any, float] = {
        cause: one for cause, one in sheet.end_lost.items() if cause not in ("oxygen", "sng_oxygen")
    }
    if sheet.end_lost_air:
        lost = {"oxygen": sheet.end_lost_air, **lost}
    gap = missing - sum(lost.values())
    if gap > 0:
        lost["exhaustion"] = lost.get("exhaustion", 0) + gap
    for cause in ("exhaustion", *(one for one in PER_TURN if one != "exhaustion"), "fatigue", "load", "toxin"):
        if gap < 0 and lost.get(cause):
            less = min(lost[cause], -gap)
            lost[cause], gap = lost[cause] - less, gap + less
    if sheet.sng_lost_air:
        lost["sng_oxygen"] = sheet.sng_lost_air
    return having(sheet, end_lost={cause: one for cause, one in lost.items() if one})


def without_stale_marks(sheet: Being) -> Being:
    """Nobody keeps turns to live who is not dying; nothing bleeds half once it is closed (ORG-HP-07, M17)."""
    person = person_of(sheet.character())
    if sheet.timer is not None and not person.dying:
        sheet = replace(sheet, timer=None)
    if sheet.bandaged and all(one.closed for one in sheet.wounds):
        sheet = replace(sheet, bandaged=False)
    return sheet


def fallen(sheet: Being) -> Being:
    """Whoever is exhausted, senseless or out of action does not stand (ORG-END-06)."""
    down = sheet.condition in ("exhausted", "unconscious", "out_of_action", "dying")
    return replace(sheet, prone=True) if down and sheet.nature != "machine" and not sheet.prone else sheet


def with_clock(old: Able, new: Able, clock: int) -> Able:
    """Doses have their hour; an intrusion begins by day or by night, in an open network at once.

    ORG-DRUG-01, ORG-HACK-01, ORG-HACK-23.
    """
    before = {one.drug: one.unchecked for one in old.habits}
    habits = tuple(
        replace(one, taken=(*one.taken, *((clock,) * more)), month=one.month if one.taken else clock)
        if (more := one.unchecked - before.get(one.drug, 0)) > 0
        else one
        for one in new.habits
    )
    new = having(new, habits=habits)
    scene = new.intrusion
    if scene and (old.intrusion is None or old.intrusion.network != scene.network):
        night = scene.night or not MORNING <= clock % DAY < EVENING
        new = replace(new, intrusion=replace(scene, night=night, inside=scene.inside or is_open(scene.network)))
    return new
