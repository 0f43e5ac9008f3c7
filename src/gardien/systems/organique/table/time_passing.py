"""Time that passes for a body: turns that count, poison, blood, breath (TURN-05, POI, AFT-02, END-08, HP-07, FOR-03).

A turn of a fight and a turn of the clock are the same five seconds. What lasts longer counts turns from its own
beginning; a count that is full is answered at once, so that nothing is worked out before its time.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import to_builtins

from gardien.core.calling import do
from gardien.core.counts import seconds_in
from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.life import FIGHT, Happening, Law, Minutes, Moment, Stretch
from gardien.core.scene import TALLY, Being, over
from gardien.systems.organique import pack
from gardien.systems.organique.rules.body.care import after_repair
from gardien.systems.organique.rules.body.endurance import Lost, Spell, after_rest
from gardien.systems.organique.rules.body.healing import bleeding_points, bleeding_share
from gardien.systems.organique.rules.body.losses import lose_blood, spend_end
from gardien.systems.organique.rules.character import Dose
from gardien.systems.organique.rules.dangers.fire import with_burns
from gardien.systems.organique.rules.fight.end_of_turn import Power, after_calm, after_turn_end, hurries, slowed_at
from gardien.systems.organique.rules.person import Person, acts
from gardien.systems.organique.rules.substances.courses import SLOWS, SURGES, turns_of
from gardien.systems.organique.rules.substances.poisons import advance_doses, doses_later
from gardien.systems.organique.rules.substances.timed_effects import DAY, HOUR, QUARTER
from gardien.systems.organique.rules.tests.feats import burden
from gardien.systems.organique.sheet.recompute import BANDAGED, BLOOD, LIMBS
from gardien.systems.organique.table.consequences import FATIGUE, FIRE, OVER, TICKS, after_fire, after_turn
from gardien.systems.organique.table.fighter import (
    AIM,
    TURN_OVER,
    body_fields,
    character,
    grips,
    lasting_of,
    marks_after,
    person,
    rules_for,
    turn_of,
)
from gardien.systems.organique.table.intrusions import AHEAD, waited
from gardien.systems.organique.vocabulary import TURNS_PER_MINUTE, Limb

TURN = Fraction(1, TURNS_PER_MINUTE)
BUSY = ("work", "travel", FIGHT)  # whoever does that has no rest (ORG-END-08)
SELF: dict[str, Any] = {"character": ""}
FOUGHT, STRANGLED, SURGING, SLOWED = 2, 4, 8, 16  # of a turn that is over, besides that it is
TAKEN_BY_BLOWS = ("lose_action", "lose_reaction", "extended_penalty")
AIR: tuple[Lost, ...] = ("oxygen", "sng_oxygen")  # what breathing alone gives back (ORG-END-03)
LOAD_RATE = "load_rate"  # points an hour that a load has cost, even after it is gone (ORG-END-08)
OWED = "blood_owed"  # quarters of half a point (ORG-AFT-02)
THROWN_FOR = ("cold", "heat")  # what asks for dice
PERIOD = 5  # minutes of light effort, and of rest from it, where nobody has said how long (ORG-END-07)
MENDS: dict[Limb, int] = {"hand": 14 * DAY, "foot": 14 * DAY, "arm": 42 * DAY, "leg": 42 * DAY}  # after care (M17)


def turns_in(minutes: Minutes) -> int:
    """Minutes as turns."""
    return int(minutes * TURNS_PER_MINUTE)


def lives(being: Content) -> bool:
    """Whether time does anything to somebody: the dead and machines have none (ORG-HP-07, ORG-MON-01)."""
    return not being.get("dead") and being.get("nature") != "machine"


def at_once(wait: Minutes, fields: Callable[[], dict[str, Any]]) -> Moment:
    """What happens after a while: it is worked out when its time has come."""
    return Moment(wait, Happening(fields=fields() if wait == 0 else {}))


def changed(being: Content, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Those of some fields that are not so already."""
    return {name: value for name, value in fields.items() if value != being.get(name)}


# ---- the turn itself, for which nobody waits ----


def _turn_fields(stretch: Stretch) -> dict[str, Any]:
    """A whole turn again; what a stun has taken is over, and blindness with its last turn (ORG-TURN-01, ORG-WPN-07)."""
    being, turns = stretch.being, turns_in(stretch.minutes)
    turn, fought, fields = turn_of(being), being.scene.activity == FIGHT, waited(being, seconds_in(stretch.minutes))
    fields |= dict.fromkeys(turn.taken, False) | marks_after(being, lambda fight: fight.later("", turns, fought))
    if "dazzled" in fields and fields["dazzled"] is None:
        sight = being["dazzled"][0]
        fields[sight] = any((one.kind, one.key) == ("symptom", sight) for one in lasting_of(being))
    if fought:
        last = max((int(name.removeprefix(TURN_OVER)) for name in being.tally if name.startswith(TURN_OVER)), default=0)
        code = 1 + FOUGHT * turn.fought + STRANGLED * ("strangle" in grips(being).values())
        return {**changed(being, fields), TALLY: {f"{TURN_OVER}{last + 1}": code}}
    fields |= dict.fromkeys(AIM)
    late = max(0, int(being.get(AHEAD) or 0) - int(stretch.minutes))
    return changed(being, fields | _calm_again(stretch) | {AHEAD: late or None})


def _calm_again(stretch: Stretch) -> dict[str, Any]:
    """What a blow has taken of a turn is back once no fight goes on (ORG-TURN-01)."""
    being = stretch.being
    return {} if being.scene.activity == FIGHT else {name: False for name in TAKEN_BY_BLOWS if being.get(name)}


TURNS = Law(next=lambda stretch: None, passing=_turn_fields)


# ---- what a turn does to a body ----


def counts_turns(being: Being) -> bool:
    """Whether each turn of the clock does something by itself."""
    return hurries(person(being)) or turns_of(lasting_of(being), SURGES) > 0


def _next_turn(stretch: Stretch) -> Moment | None:
    """A turn of a fight that is over, or one of the clock that counts (ORG-TURN-05, ORG-HP-07)."""
    being = stretch.being
    if not lives(being):
        return None
    if code := being.tally.get(OVER, 0):
        return Moment(0, _end_of_turn(being, code))
    if being.scene.activity == FIGHT or not counts_turns(being):
        return None
    power = Power(turns_of(lasting_of(being), SURGES) > 0, slowed_at(turns_of(lasting_of(being), SLOWS)))
    after = after_turn_end(person(being), False, False, rules_for(being), power)[1]
    return Moment(TURN, Happening(fields=body_fields(being, after.having(vomiting=False))))


def _end_of_turn(being: Being, code: int) -> Happening:
    """The end of a turn and the start of the next; dice only where poison asks for them (ORG-TURN-05)."""
    asked = {"fought": bool(code & FOUGHT), "strangled": bool(code & STRANGLED)}
    asked |= {"surging": bool(code & SURGING), "slowed": bool(code & SLOWED)}
    given = {"combatants": [{**to_builtins(character(being)), **asked}], "options": dict(being.scene.options)}
    try:
        answer = do("organique", "end_turn", given, dice=())
    except Refusal as refusal:
        if not refusal.id.startswith("dice/"):
            raise
        return Happening("end_turn", {"combatants": [{**SELF, **asked}]})
    fields = {change.field: to_builtins(change.after) for change in answer.changes}
    return Happening(fields={**fields, **after_turn(being, given, {}, being["name"])})


def _turns_pass(stretch: Stretch) -> dict[str, Any]:
    """A turn of a fight waits to be told; on the clock what is counted in turns ends, and breath comes back."""
    being, turns = stretch.being, turns_in(stretch.minutes)
    if being.scene.activity == FIGHT:
        return _turn_waits(being)
    if not lives(being) or counts_turns(being):
        return {}
    poisoned = any(acts(dose) for dose in person(being).body.doses)
    lost: dict[Lost, float] = dict(being.get("end_lost") or {})
    if being.scene.activity in BUSY:
        lost = {cause: one for cause, one in lost.items() if cause in AIR}
    return _rested(being, after_calm(person(being), turns), lost, Spell(turns=0 if poisoned else turns))


def _rested(being: Being, who: Person, lost: Mapping[Lost, float], spell: Spell) -> dict[str, Any]:
    """What rest gives back, cause by cause (ORG-END-08)."""
    after, back = after_rest(who, lost, spell) if lost else (who, {})
    fields = body_fields(being, after)
    if any(back.values()):
        left = {cause: one - back.get(cause, 0) for cause, one in (being.get("end_lost") or {}).items()}
        fields["end_lost"] = {cause: one for cause, one in left.items() if one > 0}
    return fields


def _turn_waits(being: Being) -> dict[str, Any]:
    """The oldest turn of a fight that this life has not come to yet, with what powers make of it (M7)."""
    name = min(
        (name for name in being.tally if name.startswith(TURN_OVER)), key=lambda one: (len(one), one), default=""
    )
    kept = lasting_of(being)
    powers = SURGING * (turns_of(kept, SURGES) > 0) + SLOWED * slowed_at(turns_of(kept, SLOWS))
    code = being.tally.get(name, 1) + powers
    return {TALLY: {**({name: None} if name else {}), **({OVER: code} if lives(being) else {})}}


# ---- poison ----


def doses_of(being: Content) -> tuple[Dose, ...]:
    """The poison in somebody."""
    return tuple(msgspec.convert(one, Dose) for one in being.get("doses") or ())


def _next_dose(stretch: Stretch) -> Moment | None:
    """The next tick of a poison, or a dose that is over (ORG-POI-02, M13)."""
    being = stretch.being
    if not lives(being):
        return None
    if being.tally.get(TICKS):
        struck = [pack.poison(one) for one in advance_doses(doses_of(being))[1]]
        about = ", ".join(dict.fromkeys(one.fr for one in struck)), ", ".join(dict.fromkeys(one.en for one in struck))
        rid = Happening(fields={TALLY: {TICKS: None}})  # of the poison, before it struck
        return Moment(0, Happening("poison_tick", about=about) if struck else rid)
    if being.scene.activity == FIGHT or not (doses := doses_of(being)):
        return None
    return Moment(min(max(1, one.onset) for one in doses) * TURN, Happening())


def _doses_pass(stretch: Stretch) -> dict[str, Any]:
    """Doses some turns later; those that tick by then wait for their dice."""
    being = stretch.being
    doses = doses_of(being)
    if being.scene.activity == FIGHT or not lives(being) or not doses:
        return {}
    strikes, left = doses_later(doses, turns_in(stretch.minutes))
    if not strikes:
        return {"doses": to_builtins(left)}
    return {"doses": to_builtins(strikes[0].doses), TALLY: {TICKS: 1}}


# ---- fire ----


def _next_fire(stretch: Stretch) -> Moment | None:
    """Every turn of somebody who burns; a machine neither feels it nor is shaken (ORG-DMG-01, ORG-MON-01)."""
    being = stretch.being
    if being.get("dead") or not being.get("burning"):
        return None
    if being.tally.get(FIRE) and being.get("nature") == "machine":
        burnt = with_burns(person(being), being["burning"][0], rules_for(being))
        return Moment(0, Happening(fields=over(body_fields(being, burnt), after_fire(being, {}, {}, ""))))
    if being.tally.get(FIRE):
        return Moment(0, Happening("fire", {"points": being["burning"][0]}))
    return Moment(TURN, Happening())


def _fire_burns(stretch: Stretch) -> dict[str, Any]:
    return {TALLY: {FIRE: 1}} if stretch.being.get("burning") and not stretch.being.get("dead") else {}


# ---- blood ----


def _points(being: Being) -> int:
    """Points that bleed, each by its own clock (ORG-AFT-02)."""
    return bleeding_points(person(being), rules_for(being)) if lives(being) else 0


def drop(point: int) -> str:
    """The count of a point that bleeds."""
    return f"{BLOOD}{point}"


def _next_blood(stretch: Stretch) -> Moment | None:
    """Every full quarter of an hour since a point began to bleed."""
    being = stretch.being
    counts = [being.tally.get(drop(point), 0) for point in range(_points(being))]
    if not counts:
        return None
    full = QUARTER * TURNS_PER_MINUTE

    def lost() -> dict[str, Any]:
        who, slowed = person(being), turns_of(lasting_of(being), SLOWS) > 0
        under = being.tally.get(BANDAGED, len(counts)) if being.get("bandaged") else 0  # later wounds bleed in full
        told = [point for point, count in enumerate(counts) if count >= full]
        owed = being.tally.get(OWED, 0) + sum(int(4 * bleeding_share(who, one < under, slowed)) for one in told)
        after = lose_blood(who, owed // 4, rules_for(being)).person
        return {**body_fields(being, after), TALLY: {**{drop(one): 0 for one in told}, OWED: owed % 4}}

    return at_once(max(0, full - max(counts)) * TURN, lost)


def _blood_passes(stretch: Stretch) -> dict[str, Any]:
    tally, turns = stretch.being.tally, turns_in(stretch.minutes)
    counts = {drop(point): tally.get(drop(point), 0) + turns for point in range(_points(stretch.being))}
    return {TALLY: counts} if counts else {}


# ---- slow breath, loads, limbs: what counts turns while something holds ----


def counted(name: str, wait: Callable[[Being], int], then: Callable[[Being], dict[str, Any] | Happening]) -> Law:
    """Something that happens again and again while it goes on: `wait` is how many turns it takes, 0 where it is over.

    A break in it starts the count anew. What is thrown for lapses with it, and is told by its procedure.
    """
    full = f"{name}/full"  # it has gone on long enough, however time is spent from now on

    def next_moment(stretch: Stretch) -> Moment | None:
        being = stretch.being
        if not lives(being):
            return None
        turns = wait(being)
        if being.tally.get(full) and (turns or name not in THROWN_FOR):
            what = then(being)
            return Moment(
                0, what if isinstance(what, Happening) else Happening(fields=over(what, {TALLY: {full: None}}))
            )
        return Moment((turns - being.tally.get(name, 0)) * TURN, Happening()) if turns else None

    def passing(stretch: Stretch) -> dict[str, Any]:
        being, count = stretch.being, stretch.being.tally.get(name)
        turns = wait(being) if lives(being) else 0
        if not turns:
            return {} if count is None else {TALLY: dict.fromkeys((name, full) if name in THROWN_FOR else (name,))}
        after = (count or 0) + turns_in(stretch.minutes)
        return {TALLY: {name: after} if after < turns else {name: 0, full: 1}}

    return Law(next_moment, passing)


def _slow_breath(cause: Lost) -> Law:
    """Points that come back as slowly as they went: by the period of an effort, by the hour (ORG-END-08)."""

    def wait(being: Being) -> int:
        who = person(being)
        held_back = who.body.end < 0 or hurries(who) or (being.scene.activity in BUSY and cause != "toxin")
        if held_back or (being.get("end_lost") or {}).get(cause, 0) < 1:
            return 0
        if cause == "fatigue":
            return TURNS_PER_MINUTE * being.tally.get(FATIGUE, PERIOD)
        an_hour = being.tally.get(LOAD_RATE, load_of(being)) if cause == "load" else 1
        return -(-TURNS_PER_MINUTE * HOUR // max(1, an_hour))

    def then(being: Being) -> dict[str, Any]:
        lost = dict(being.get("end_lost") or {})
        return _rested(being, person(being), lost, Spell(**{str(cause): 1}))

    return counted(f"breath/{cause}", wait, then)


def load_of(being: Being) -> int:
    """What a load costs in an hour (ORG-FOR-03)."""
    return burden(person(being).score("FOR"), float(being.get("load_kg") or 0), rules_for(being))


def _carries(being: Being) -> int:
    """A load is put down by whoever rests."""
    loaded = being.scene.activity in ("work", "travel") and load_of(being)
    return TURNS_PER_MINUTE * HOUR if loaded else 0


def _hour_of_load(being: Being) -> dict[str, Any]:
    points = min(load_of(being), max(0, int(being.get("end_now") or 0)))
    after = spend_end(person(being), points, rules_for(being)).person
    lost = dict(being.get("end_lost") or {})
    fields = {"end_lost": {**lost, "load": lost.get("load", 0) + points}, TALLY: {LOAD_RATE: load_of(being)}}
    return {**body_fields(being, after), **fields}


def _mending(being: Being) -> list[Limb]:
    """Limbs that somebody has cared for, the first to serve again first (ORG-DMG-03, M17)."""
    cared = LIMBS in being.tally or being.scene.activity == "care"
    return sorted(being.get("limbs_disabled") or (), key=MENDS.__getitem__) if cared and lives(being) else []


def _next_limb(stretch: Stretch) -> Moment | None:
    """Each limb some weeks after care, whatever the others need."""
    being = stretch.being
    if not (limbs := _mending(being)):
        return None
    wait = TURNS_PER_MINUTE * MENDS[limbs[0]] - being.tally.get(LIMBS, 0)
    mended = lambda: body_fields(being, after_repair(person(being), limbs[0]))  # noqa: E731
    return at_once(max(0, wait) * TURN, mended)


def _limbs_mend(stretch: Stretch) -> dict[str, Any]:
    being, count = stretch.being, stretch.being.tally.get(LIMBS)
    if not _mending(being):
        return {} if count is None else {TALLY: {LIMBS: None}}
    return {TALLY: {LIMBS: (count or 0) + turns_in(stretch.minutes)}}


BODY = (
    Law(_next_turn, _turns_pass),
    Law(lambda stretch: None, _calm_again),  # what is thrown for late strikes when the turns are long over
    Law(_next_dose, _doses_pass),
    Law(_next_fire, _fire_burns),
    Law(_next_blood, _blood_passes),
    *(_slow_breath(cause) for cause in ("fatigue", "load", "toxin")),
    counted("load", _carries, _hour_of_load),
    Law(_next_limb, _limbs_mend),
)
