"""What reaches a body: reserves, overflow, wounds; efforts, air, toxins (HP-02 to HP-07, END-01 to END-04, DMG-07)."""

from typing import Any

from gardien.core.chance import Program, step
from gardien.core.values import Value
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import Wound
from gardien.systems.organique.rules.person import (
    Person,
    points,
    with_dying,
)


class Loss(Value, frozen=True, kw_only=True):
    """Somebody after a loss, and what it took from each reserve, in halves; END in whole points."""

    person: Person
    cps: int = 0
    sng: int = 0
    inc: int = 0
    structure: int = 0
    end: int = 0

    def fields(self) -> dict[str, Any]:
        """cps_lost, sng_lost, inc_lost, structure_lost."""
        return {f"{name}_lost": points(getattr(self, name)) for name in ("cps", "sng", "inc", "structure")}


class Kind(Value, frozen=True, kw_only=True):
    """How a loss comes: by a weapon or not, dirty, by fire, and at which end of the turn."""

    wound: bool = True  # kept as a wound that bleeds and hurts afterwards (ORG-AFT-02, ORG-AFT-03)
    dirty: bool = False
    fire: bool = False
    fresh: bool = True  # in the turn under way; False: at the start of a turn, or at its end (ORG-HP-07)


BLOW = Kind()
SLOW = Kind(wound=False)  # hunger, heat, symptoms: no wound
TICK = Kind(wound=False, fresh=False)  # poison, the end of a turn


def take_damage(person: Person, bs: int, c: int, options: Options, kind: Kind = BLOW) -> Loss:
    """One blow, in halves, that has passed everything: CPS, SNG, INC in their order (ORG-HP-02, ORG-HP-03)."""
    body = person.body
    if body.dead:
        return Loss(person=person)
    wounds = body.wounds
    if kind.wound and bs + c:
        wounds = (*wounds, Wound(bs=points(bs), c=points(c), dirty=kind.dirty, fire=kind.fire))
    if person.machine:
        lost = min(body.structure, bs + c)
        return Loss(person=person.having(structure=body.structure - lost, wounds=wounds), structure=lost)
    absorbed = min(body.cps, c) if body.sng > 0 or options.cps_still_absorbs else 0
    blood = bs + 2 * (c - absorbed)
    sng = min(body.sng, blood)
    inc = min(body.inc, blood - sng)
    after = person.having(cps=body.cps - absorbed, sng=body.sng - sng, inc=body.inc - inc, wounds=wounds)
    return Loss(person=with_dying(person, after, options, kind.fresh), cps=absorbed, sng=sng, inc=inc)


def lose_blood(person: Person, lost: int, options: Options, kind: Kind = SLOW) -> Loss:
    """Blood lost without a blow, in halves: SNG, then INC (ORG-HP-03, ORG-AFT-02)."""
    return take_damage(person, lost, 0, options, kind)


# ---- endurance ----


def spend_end(person: Person, lost: int, options: Options, fresh: bool = False) -> Loss:
    """END spent, never below 0; without blood that may be the end (ORG-END-01, ORG-HP-06)."""
    if person.machine or person.body.dead:
        return Loss(person=person)
    spent = min(lost, max(0, person.body.end))
    after = person.having(end=person.body.end - spent)
    return Loss(person=with_dying(person, after, options, fresh), end=spent)


def take_toxin(person: Person, lost: int, options: Options, fresh: bool = True) -> Loss:
    """A toxin that takes END; what it does not find there is blood, then INC (ORG-DMG-07)."""
    first = spend_end(person, lost, options, fresh)
    if first.end == lost or person.machine or person.body.dead:
        return first
    rest = lose_blood(first.person, 2 * (lost - first.end), options, Kind(wound=False, fresh=fresh))
    return Loss(person=rest.person, end=first.end, sng=rest.sng, inc=rest.inc)


def go_without_air(person: Person, options: Options, fresh: bool = False) -> Loss:
    """One turn without air: END, then SNG, then INC; what air gives back is noted (ORG-END-03)."""
    lost = take_toxin(person, 1, options, fresh)
    body = lost.person.body
    noted = lost.person.having(end_lost_air=body.end_lost_air + lost.end, sng_lost_air=body.sng_lost_air + lost.sng)
    return Loss(person=noted, end=lost.end, sng=lost.sng, inc=lost.inc)


def after_breath(person: Person) -> Person:
    """One turn of air again: a point of SNG, else of END, comes back (ORG-END-03, ORG-TURN-05)."""
    body = person.body
    if body.sng_lost_air:
        back = min(2, body.sng_lost_air, person.frame.SNG - body.sng)
        return person.having(sng=body.sng + back, sng_lost_air=body.sng_lost_air - min(2, body.sng_lost_air))
    if body.end_lost_air and body.end >= 0:
        return person.having(end=min(person.score("END"), body.end + 1), end_lost_air=body.end_lost_air - 1)
    return person


# ---- reasons ----


def explain_losses(before: Person, after: Person, who: str = "") -> Program[None]:
    """Reserves and states as reasons, where they have changed; labels that are no field of an outcome of its own."""
    old, new = before.body, after.body
    rule = "ORG-HP-03" if old.sng > 0 else "ORG-HP-04"
    for name, was, now, law in (
        ("cps", old.cps, new.cps, "ORG-HP-02"),
        ("sng", old.sng, new.sng, rule),
        ("inc", old.inc, new.inc, rule),
        ("structure", old.structure, new.structure, "ORG-MON-01"),
    ):
        if was != now:
            yield from step(name, points(now), law, who=who)
    if new.end != old.end:
        yield from step("end_now", new.end, "ORG-END-09" if new.end < 0 else "ORG-END-01", who=who)
    if after.mortally_wounded and not before.mortally_wounded:
        yield from step("mortally_wounded", True, "ORG-HP-04", who=who)
    if after.dying and not before.dying:
        yield from step("out_of_action", True, "ORG-HP-05" if new.inc == 0 else "ORG-HP-06", who=who)
        yield from step("timer", points(after.timer), "ORG-HP-07", who=who)
    if new.dead and not old.dead:
        yield from step("dead", True, "ORG-HP-07", who=who)
