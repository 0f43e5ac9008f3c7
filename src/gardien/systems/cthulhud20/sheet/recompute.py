"""A sheet that is kept: whatever is written on it, the rest follows: points, state, notes of wounds (HP, COND, SAN)."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from gardien.core.sheet import having, kept_sheet
from gardien.systems.cthulhud20.rules.character import Wound, toughness_in
from gardien.systems.cthulhud20.rules.creatures import life_of
from gardien.systems.cthulhud20.sheet.parts import WoundNote
from gardien.systems.cthulhud20.sheet.sheet import SHEETS, Being, Creature
from gardien.systems.cthulhud20.vocabulary import modifier_of

Content: TypeAlias = Mapping[str, Any]

ROUNDS_A_MINUTE = 10  # a round is six seconds (CD20-P-INIT-01)


def being_of(content: Content) -> Being | None:
    """A kept sheet as its type reads it; nothing where it cannot be read."""
    kind = SHEETS.get(str(content.get("kind", "")))
    try:
        return kept_sheet(kind, content) if kind else None
    except msgspec.ValidationError:
        return None


def changes_that_follow(before: Content, after: Content, clock: int) -> dict[str, Any]:
    """What else changes when a sheet has changed, whoever changed it; `clock` in minutes."""
    old, new = being_of(before), being_of(after)
    if new is None:
        return {}
    if old is not None:
        new = with_fitting_points(with_points_of_house(old, after_constitution(old, new)), old)
        source = new.wound_notes[-1].source if len(new.wound_notes) > len(old.wound_notes) else ""
        now = clock * ROUNDS_A_MINUTE
        new = having(new, wound_notes=notes_of_wounds(old.wounds, old.wound_notes, new.wounds, now, source))
    fresh, known = plain(new), plain(after)  # a list is kept as a list, whoever wrote it
    return {name: value for name, value in fresh.items() if value != known.get(name)}


def plain(content: Any) -> dict[str, Any]:
    """A sheet as a file holds it."""
    decoded: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(content))
    return decoded


# ---- points ----


def natural_life(sheet: Being) -> int:
    """What Constitution and Toughness give in PV besides the base (CD20-HP-01, CD20-FEAT-08)."""
    score = max(0, sheet.con - sheet.ability_damage.get("con", 0))
    return modifier_of(score) + toughness_in(sheet.feats)


def after_constitution(old: Being, new: Being) -> Being:
    """PV and PF move with Constitution and Toughness, unless they were moved already (CD20-HP-01, CD20-P-ABIL-02)."""
    more = natural_life(new) - natural_life(old)
    by_hit_dice = isinstance(new, Creature) and new.hp_mode == "half"
    if not more or by_hit_dice or new.pv_max != old.pv_max or new.pf_max != old.pf_max:
        return new
    now = 0 if old.state == "dead" else more  # the dead recover nothing (CD20-HP-04)
    return replace(
        new,
        pv_max=max(1, new.pv_max + more),
        pf_max=max(1, new.pf_max + more),
        pv=new.pv + now,
        pf=new.pf + now,
    )


def with_points_of_house(old: Being, new: Being) -> Being:
    """A creature by hit dice or by Constitution, as the table has come to play them; it keeps what it has lost.

    One that was put down otherwise stays so until the table changes its mind (CD20-CREA-02, CD20-CREA-04).
    """
    mode = new.house_rules.creature_hp
    if not isinstance(new, Creature) or not new.hp or mode in (old.house_rules.creature_hp, new.hp_mode):
        return new
    more = life_of(new.hp, new.con, mode) - life_of(new.hp, new.con, new.hp_mode)
    return replace(
        new,
        hp_mode=mode,
        pv_max=max(1, new.pv_max + more),
        pf_max=max(1, new.pf_max + more),
        pv=new.pv + more,
        pf=new.pf + more,
    )


def with_fitting_points(new: Being, old: Being) -> Being:
    """PV, PF, state and SAN that fit together; who is written dead has no points, who falls lies (CD20-HP-04)."""
    if new.state == "dead" != old.state and new.pv > 0:
        new = replace(new, pv=0, pf=min(0, new.pf))
    fields = new.fitting_points()
    if fields["state"] != "ok" and fields["state"] != old.state:
        fields["prone"] = True  # CD20-COND-02
    return having(new, **fields)


# ---- notes of wounds ----


def notes_of_wounds(
    old: Sequence[Wound], notes: Sequence[WoundNote], new: Sequence[Wound], now: int, source: str = ""
) -> tuple[WoundNote, ...]:
    """The notes of wounds as they are now: known ones keep theirs, others begin now; `now` in rounds."""
    kept = [*notes[: len(old)], *(WoundNote() for _ in old[len(notes) :])]
    following = max((note.id for note in kept), default=0) + 1
    later: list[WoundNote] = []
    at = 0
    for wound in new:
        same = same_wound(old, at, wound, shrunk=len(new) < len(old))
        if same is None:
            later.append(WoundNote(id=following, inflicted_at=now, source=source))
            following += 1
        else:
            later.append(kept[same])
            at = same + 1
    return tuple(later)


def same_wound(old: Sequence[Wound], at: int, wound: Wound, shrunk: bool) -> int | None:
    """Which of the former wounds this is, from one of them on: they keep their order, and a wound never shrinks.

    Where some have healed, the same zone with the same GB goes before one that might have grown.
    """
    places = [place for place in range(at, len(old)) if old[place].zone == wound.zone]
    same = [place for place in places if old[place].gb == wound.gb and old[place].pv_loss <= wound.pv_loss]
    grown = [place for place in places if old[place].gb <= wound.gb]
    return next(iter((same or grown) if shrunk else grown), None)


# ---- a level ----


def after_level_up(sheet: Content, given: Content, outcome: Content) -> dict[str, Any]:
    """The ability that rose with a level, one higher than it was written (CD20-P-ABIL-01)."""
    ability = str(given.get("ability"))
    return {ability: sheet[ability] + 1} if outcome.get("ability_gained") and ability in sheet else {}


def weapons_of(sheet: Content) -> list[Any]:
    """The weapons of a kept sheet as attacks and derived values take them."""
    being = being_of(sheet)
    return [] if being is None else [msgspec.to_builtins(one.weapon_named()) for one in being.weapons]
