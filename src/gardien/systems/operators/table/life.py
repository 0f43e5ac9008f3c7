"""What time does to people: wounds left alone, care, doses, drained scores, fire, want of air (HLTH, HAZ, CREAT)."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.fighting import Content
from gardien.core.life import ACTIVITIES, FIGHT, Happening, Law, Life, Minutes, Moment, Stretch, woven
from gardien.core.scene import TALLY, Being, in_fight
from gardien.systems.operators.rules.body.death_clock import UNITS
from gardien.systems.operators.rules.body.recovery import CARE, DAYS, after_stage, stages_from
from gardien.systems.operators.rules.character import NaturalAttack, Tally, Wound, crush_of
from gardien.systems.operators.rules.creatures import regrown
from gardien.systems.operators.rules.mind.sanity import MONTHS
from gardien.systems.operators.table.ability import combatant, options_of
from gardien.systems.operators.table.chases import next_crash, out_of_wreck
from gardien.systems.operators.table.substances import (
    ONSET,
    TURN,
    TURNS_A_MINUTE,
    dose_worked,
    lives,
    next_of_poison,
    next_onset,
)

MINUTES = {"minutes": 1, "hours": 60, "days": 24 * 60}
DAY = MINUTES["days"]
MONTH = 30 * DAY  # OPS-TIME-01
FIRST_MINUTE = 1  # before it is over nobody needs to know how long a wound may wait
PAINKILLER_MINUTES = 4 * 60  # OPS-HLTH-10
FIRE_TURNS = 10  # clothes burn a minute at most, where nobody puts them out
SETTINGS = {"institution": "institution", "therapy": "therapist"}  # an activity and the treatment it is (M-15)
AT_EASE = ("rest", "care", *SETTINGS)  # what lets a wound heal under care (OPS-HLTH-11)

# Counts: turns of fights on a clock of minutes, turns that still wait for their dice, minutes served.
CLOCK, DOSE, AIR, FIRE, REGROWTH, GRIP, OUT = "clock", "dose", "air", "fire", "regrowth", "grip", "out"
HEALED, DECLINED, SCENE_OVER, LOST, STOPPED = "healed", "declined", "scene_over", "lost", "stopped"
AID = "aid_"  # turns that are left before another try of first aid at a wound
CRUSHED = "crushed"  # what a grip has done since it closed (OPS-HLTH-06)


def turns_in(stretch: Stretch) -> int:
    return int(stretch.minutes * TURNS_A_MINUTE)


def _counted(name: str, being: Being, more: int) -> dict[str, Any]:
    return {TALLY: {name: being.tally.get(name, 0) + more}}


# ---- delays that began at a minute of the clock, and run on in the turns of a fight ----


def _served(stretch: Stretch, since: int, name: str) -> Minutes:
    return stretch.now - since + Fraction(stretch.being.tally.get(name, 0), TURNS_A_MINUTE)


def _turns_of_fights(name: str, runs: Callable[[Being], bool]) -> Callable[[Stretch], dict[str, Any]]:
    def passing(stretch: Stretch) -> dict[str, Any]:
        fought = stretch.being.scene.activity == FIGHT and runs(stretch.being)
        return _counted(name, stretch.being, turns_in(stretch)) if fought else {}

    return passing


def _wound_waits(being: Being) -> bool:
    """Whether the death clock runs; what grows back by itself waits for nobody (OPS-HLTH-08, OPS-CREAT-15)."""
    waits = bool(being.get("clock")) and not being.get("stabilised") and being.get("wound_level") in UNITS
    return waits and not regrowth(being)


def _next_ring(stretch: Stretch) -> Moment | None:
    """The delay is drawn once it matters; when it is over the wound may grow worse (M-04)."""
    being = stretch.being
    if not _wound_waits(being):
        return None
    clock = being["clock"]
    served = _served(stretch, clock["since"], CLOCK)
    if not clock["delay"]:
        drawn = Happening("start_clock", {"level": being["wound_level"]})
        return Moment(max(0, FIRST_MINUTE - served), drawn)
    return Moment(max(0, clock["delay"] * MINUTES[clock["unit"]] - served), Happening("clock_expires"))


def _dose_acts(being: Being) -> bool:
    """A thread of its own: it does not wait for what else is due, not even for a death."""
    return bool(being.get("painkiller")) and being.get("painkiller_since") is not None


def _next_of_dose(stretch: Stretch) -> Moment | None:
    """A dose wears off (OPS-HLTH-10)."""
    if not _dose_acts(stretch.being):
        return None
    served = _served(stretch, stretch.being["painkiller_since"], DOSE)
    return Moment(max(0, PAINKILLER_MINUTES - served), Happening(fields={"painkiller": False}))


# ---- turn by turn: what each turn brings waits for its dice ----


def _each_turn(name: str, runs: Callable[[Being], int], brings: Callable[[Being], Happening]) -> Law:
    """So much a turn, for as long as it goes on; what nobody has thrown for yet is counted."""

    def next_moment(stretch: Stretch) -> Moment | None:
        being = stretch.being
        if not lives(being) or not runs(being):
            return None
        return Moment(max(0, 1 - being.tally.get(name, 0)) * TURN, brings(being))

    def passing(stretch: Stretch) -> dict[str, Any]:
        running = lives(stretch.being) and runs(stretch.being)
        if running:
            return _counted(name, stretch.being, turns_in(stretch) * running)
        return {TALLY: {name: None}} if name in stretch.being.tally else {}

    return Law(next_moment, passing)


FLAMES_OUT: dict[str, Any] = {"burning": None, TALLY: {FIRE: None}}


def _next_flame(being: Being) -> Happening:
    fire = being["burning"]
    if fire["turns"] >= FIRE_TURNS:
        return Happening(fields=FLAMES_OUT)
    return Happening("burn_turn", {"intensity": fire["intensity"], "sum_so_far": fire["sum"]})


def turn_taken(being: Being, name: str) -> dict[str, Any]:
    """One of the turns that wait has been thrown for."""
    left = max(0, being.tally.get(name, 0) - 1)
    return {TALLY: {name: left or None}}


def _crush(being: Being) -> NaturalAttack | None:
    return crush_of(msgspec.convert(being.get("attacks", ()), tuple[NaturalAttack, ...]))


def _prey(being: Being) -> int:
    """How many a creature hurts each turn of a fight by holding them."""
    held, fights = being.get("holding", ()), being.scene.activity == FIGHT or being.tally.get(GRIP, 0) > 0
    return len(held) if held and fights and _crush(being) else 0


def _next_squeeze(being: Being) -> Happening:
    held, attack = being["holding"], _crush(being)
    victim = held[-max(1, being.tally.get(GRIP, 0)) % len(held)]
    name = attack.name if attack else ""
    return Happening("grip_turn", {"victim": {"defender": {"character": victim}}, "attack_name": name})


# ---- states that end ----


def _counts_down(*names: str) -> Callable[[Stretch], dict[str, Any]]:
    """Turns that are left become fewer, whatever is done meanwhile."""

    def passing(stretch: Stretch) -> dict[str, Any]:
        turns = turns_in(stretch)
        left = {name: max(0, one - turns) for name, one in stretch.being.tally.items() if name.startswith(names)}
        if not left:
            return {}
        return {TALLY: {name: None if name.startswith(AID) and not one else one for name, one in left.items()}}

    return passing


def _next_waking(stretch: Stretch) -> Moment | None:
    """Whoever was laid out for a time comes round (M-09)."""
    left = stretch.being.tally.get(OUT)
    if left is None or not lives(stretch.being):
        return None
    return Moment(left * TURN, Happening(fields={"out_of_fight": False, TALLY: {OUT: None}}))


def aid_of(patient: Content, id: str) -> str:
    """The count of turns before whoever has failed at somebody's wound may try again (M-04)."""
    return f"{AID}{patient.get('wound_level')}_{id}"


def _next_action_back(stretch: Stretch) -> Moment | None:
    """Actions that are lost are those of the next turns (M-09); in a fight, of one's own."""
    lost = stretch.being.get("loses_actions", 0)
    if not lost or stretch.being.scene.activity == FIGHT:
        return None
    return Moment(TURN, Happening(fields={"loses_actions": lost - 1 or None, TALLY: {LOST: None}}))


def _next_second_test(stretch: Stretch) -> Moment | None:
    """The scene is over: whoever is in a crisis tests SAN again (OPS-SAN-04)."""
    if not stretch.being.tally.get(SCENE_OVER):
        return None
    if stretch.being.get("madness") == "temporary" and lives(stretch.being):
        return Moment(0, Happening("end_scene", {"characters": [{"character": ""}]}))
    return Moment(0, Happening(fields={TALLY: {SCENE_OVER: None}}))


# ---- creatures that grow back ----


def regrowth(being: Being) -> dict[str, Any]:
    """What a turn gives back to a creature (OPS-CREAT-15)."""
    if not being.get("regeneration"):
        return {}
    fields: dict[str, Any] = msgspec.to_builtins(regrown(combatant(being), options_of(being)))
    return fields


def _next_regrowth(stretch: Stretch) -> Moment | None:
    """Turn by turn as time passes; whoever acts in a fight grows back when their turn begins."""
    being = stretch.being
    acts = being.scene.activity == FIGHT and in_fight(being)
    grown = {} if acts else regrowth(being)
    return Moment(TURN, Happening(fields=grown)) if grown else None


def _regrowth_forgotten(stretch: Stretch) -> dict[str, Any]:
    """The turn of a fight that is over."""
    over_now = REGROWTH in stretch.being.tally and stretch.being.scene.activity != FIGHT
    return {TALLY: {REGROWTH: None}} if over_now else {}


def regrowth_done(being: Being) -> dict[str, Any]:
    """A creature has had what its turn closes: the turn that is on, or the one that is coming."""
    return {TALLY: {REGROWTH: 1 if being.scene.fight else None}}


def regrowth_inputs(people: Mapping[str, Being], asked: Content, actor: str) -> dict[str, Any]:
    """Once a turn: whoever asks for it again gets nothing more."""
    done = bool(actor) and bool(people[actor].scene.fight) and people[actor].tally.get(REGROWTH)
    return {"creature": {"regeneration": 0}} if done else {}


# ---- drained scores ----


def _drained(being: Being) -> dict[str, int]:
    """Codes of scores that come back, with the turns already served of the day each takes."""
    drain = being.get("drain") or {}
    return {code: being.tally.get(f"drain_{code}", 0) for code, one in drain.items() if one.get("temporary")}


def _next_point(stretch: Stretch) -> Moment | None:
    """A point a day comes back to each score, counted from its own loss (OPS-CREAT-09)."""
    being = stretch.being
    served = _drained(being)
    if not served or not lives(being):
        return None
    code = max(served, key=lambda one: served[one])
    drain = being["drain"]
    back = {**drain, code: {**drain[code], "temporary": drain[code]["temporary"] - 1}}
    wait = Fraction(DAY * TURNS_A_MINUTE - served[code], TURNS_A_MINUTE)
    return Moment(max(Fraction(0), wait), Happening(fields={"drain": back, TALLY: {f"drain_{code}": None}}))


def _days_go_on(stretch: Stretch) -> dict[str, Any]:
    turns = turns_in(stretch)
    counts = {f"drain_{code}": served + turns for code, served in _drained(stretch.being).items()}
    return {TALLY: counts} if counts else {}


# ---- care ----


def _in_care(being: Being) -> dict[str, Any] | None:
    """The recovery that goes on now; whoever works, travels or fights is not looked after (OPS-HLTH-11, M-05)."""
    care, activity = being.get("recovery"), being.scene.activity
    if not care or not care["stages"] or not lives(being) or activity == FIGHT:
        return None
    return care if care.get("care") == "none" or activity in AT_EASE else None


def _can_be_admitted(being: Being) -> bool:
    """A hospital sees to any wound but a grave one that nobody has stabilised; slow healing at home is no hindrance."""
    level, care = being.get("wound_level"), being.get("recovery")
    admitted = care is not None and care.get("care") != "none"
    ready = level in ("superficial", "light") or (level == "grave" and bool(being.get("stabilised")))
    return "recovery" in being and ready and not admitted and DECLINED not in being.tally


def _next_stage(stretch: Stretch) -> Moment | None:
    """Stage by stage the wound is left behind (OPS-HLTH-11); time in care begins with the tests of a recovery."""
    being = stretch.being
    if being.scene.activity == "care" and _can_be_admitted(being):
        return Moment(0, Happening("recover", {"care": "hospital"}))
    hurt = being.get("wound_level") in UNITS
    if hurt and "recovery" in being and being["recovery"] is None and being.get("stabilised"):
        return Moment(0, Happening(fields={"recovery": _left_alone(being, int(stretch.now))}))
    care = _in_care(being)
    if care is None:
        return None
    wait = max(0, int(care["days"][0] * DAY) - being.tally.get(HEALED, 0)) + _before_care(stretch, care)
    return Moment(wait, Happening(fields=_stage_left(being, care, int(stretch.now + wait))))


def _left_alone(being: Being, now: int) -> dict[str, Any]:
    """Stabilised and without care, a wound heals too: slowly, and without a test (M-05)."""
    stages = stages_from(being["wound_level"])
    return {"stages": stages, "days": [DAYS[one] * CARE["none"] for one in stages], "since": now, "care": "none"}


def _stage_left(being: Being, care: dict[str, Any], now: int) -> dict[str, Any]:
    wounds = msgspec.convert(being.get("wounds", ()), tuple[Wound, ...])
    healed = after_stage(care["stages"][0], wounds, msgspec.convert(being.get("wound_counts", {}), Tally))
    rest = {**care, "stages": care["stages"][1:], "days": care["days"][1:], "since": now}
    return {**msgspec.to_builtins(healed), "recovery": rest if rest["stages"] else None, TALLY: {HEALED: None}}


def _before_care(stretch: Stretch, care: dict[str, Any]) -> int:
    """Minutes that lie before somebody and are older than what heals."""
    return max(0, int(care["since"] - stretch.now))


def _heals_on(stretch: Stretch) -> dict[str, Any]:
    care = _in_care(stretch.being)
    served = int(stretch.minutes) - _before_care(stretch, care) if care else 0
    return _counted(HEALED, stretch.being, served) if served > 0 else {}


def _treated(being: Being) -> str:
    """How a lasting madness is being treated, or has been for long enough (OPS-SAN-11)."""
    if being.get("madness") != "indefinite" or not lives(being):
        return ""
    ready = (one for one in SETTINGS if not _to_serve(being, one))
    return next(ready, being.scene.activity if being.scene.activity in SETTINGS else "")


def _to_serve(being: Being, activity: str) -> int:
    return max(0, MONTHS[SETTINGS[activity]] * MONTH - being.tally.get(activity, 0))


def _next_month(stretch: Stretch) -> Moment | None:
    """A full month in an institution, or three with a therapist (M-15)."""
    activity = _treated(stretch.being)
    if not activity:
        return None
    treatment = Happening("treat_madness", {"setting": SETTINGS[activity]})
    return Moment(_to_serve(stretch.being, activity), treatment)


def _treatment_goes_on(stretch: Stretch) -> dict[str, Any]:
    """Minutes are counted; a treatment that is broken off begins again."""
    being, activity = stretch.being, _treated(stretch.being)
    if being.scene.activity == FIGHT:
        return {}
    broken = {one: None for one in SETTINGS if one != activity and one in being.tally}
    counts = {activity: being.tally.get(activity, 0) + int(stretch.minutes)} if activity else {}
    return {TALLY: {**broken, **counts}} if broken or counts else {}


def treatment_over() -> dict[str, Any]:
    return {TALLY: dict.fromkeys(SETTINGS)}


# ---- what is let pass ----


LET_PASS: Mapping[str, Callable[[Being, Happening], dict[str, Any]]] = {
    "start_clock": lambda being, what: {"clock": None},  # a delay that nobody draws runs no more
    # another delay is to be drawn (M-04)
    "clock_expires": lambda being, what: (
        {"clock": {**being["clock"], "delay": 0, "since": being.scene.clock}} if being.get("clock") else {}
    ),
    "poison": lambda being, what: dose_worked(being, what.given["substance"]),
    "aggravate": lambda being, what: {"poisoned": None},
    "suffocate_turn": lambda being, what: {"drowning": None, TALLY: {AIR: None}},  # out of the water
    "burn_turn": lambda being, what: FLAMES_OUT,
    "crash": lambda being, what: out_of_wreck(what.given["vehicle"]),
    "grip_turn": lambda being, what: turn_taken(being, GRIP),
    "end_scene": lambda being, what: {TALLY: {SCENE_OVER: None}},
    "recover": lambda being, what: {TALLY: {DECLINED: 1}},
    "treat_madness": lambda being, what: treatment_over(),
}


LIFE = Life(
    laws={
        "life": replace(
            woven(
                Law(_next_second_test),
                _each_turn(
                    AIR,
                    lambda one: bool(one.get("drowning")),
                    lambda one: Happening("suffocate_turn", {"turn": one["drowning"] + 1}),
                ),
                _each_turn(FIRE, lambda one: bool(one.get("burning")), _next_flame),
                _each_turn(GRIP, _prey, _next_squeeze),
                Law(_next_regrowth, _regrowth_forgotten),
                Law(next_onset),
                Law(_next_waking, _counts_down(OUT, ONSET)),
                Law(_next_action_back),
                Law(next_of_poison),
                Law(_next_stage, _heals_on),
                Law(_next_ring, _turns_of_fights(CLOCK, _wound_waits)),
                Law(_next_point, _days_go_on),
                Law(_next_month, _treatment_goes_on),
                Law(next_crash),
            ),
            skipped=lambda being, what: LET_PASS[what.procedure](being, what),
        ),
        "dose": woven(
            Law(_next_of_dose, _turns_of_fights(DOSE, _dose_acts)), Law(lambda stretch: None, _counts_down(AID))
        ),
    },
    round_seconds=6,
    activities=(*ACTIVITIES, *SETTINGS),
)
