"""What time does to people, in rounds and on the clock alike: agony, fire, waking, minds, PM, rest (HEALTH, SAN).

Everything counts from its own beginning, in seconds: rounds are six of them (D100-CBT-09).
"""

from fractions import Fraction
from typing import Any

from gardien.core.counts import DAY, HOUR, MINUTE, WEEK, count_of, counting, forget, in_seconds, running, seconds_in
from gardien.core.fighting import Content
from gardien.core.life import FIGHT, Happening, Law, Life, Moment, Stretch, woven
from gardien.core.scene import TALLY, Being, in_fight, tally_of
from gardien.systems.d20d100.rules.body.care import fading_per_hour
from gardien.systems.d20d100.rules.dangers.hazards import CLUMSY
from gardien.systems.d20d100.rules.fight.end_of_round import Phase, brings_something
from gardien.systems.d20d100.rules.fight.standing import is_senseless
from gardien.systems.d20d100.rules.fight.state import UNTIL_NEXT
from gardien.systems.d20d100.rules.mind.madness import ROUNDS_A_MINUTE, after_rounds, rounds_left
from gardien.systems.d20d100.rules.mind.magic_points import hours_to_pm
from gardien.systems.d20d100.table.fighter import combatant, rules
from gardien.systems.d20d100.table.lingering import LINGERING, ROUND, lives

MONTH = 30 * DAY
MONTH_MINUTES = MONTH // MINUTE
SAN_HOUR = 60  # minutes (D100-SAN-04)
MOST_PM = 100  # that a procedure counts
BEAT, REGENERATION, LOSSES, BLOWS, MAGIC, WEEKS, CARED = (  # counts of seconds
    *("round", "regeneration", "san_losses", "blows", "magic", "week", "cared"),
)
PAID, PASSED, TERM, WOUND = "pm_paid", "madness_rounds", "term_over", "wound"  # other counts
EBBS = "ebbs"  # of the PV that are being lost: those of agony, which are no wound
RESTING, STIRRING = ("rest", "care"), ("work", "travel")
ROUNDS: dict[Phase, str] = {  # what is thrown for where one thing alone happens
    "fire": "burn_round",
    "strangling": "strangle_round",
    "decompensation": "decompensation_round",
    "agony": "agony_round",
    "waking": "wake_up",
}
MOMENTARY = (*UNTIL_NEXT, "shocked", "surprised", "flat_footed", "frightened_by", "chilling", "discharged")


# ---- by the round ----


def _each_round(being: Being) -> list[str]:
    """What a round brings somebody by itself, and waits for its dice."""
    who, house = combatant(being, "?"), rules(being.scene.options)
    minds = "san" in being
    return [
        key
        for phase, key in ROUNDS.items()
        if (minds or phase != "decompensation") and brings_something(who, phase, house)
    ]


def _round(being: Being) -> Happening:
    due = _each_round(being)
    clumsy = {"reflexes": CLUMSY} if is_senseless(being) else {}
    if len(due) > 1:  # several things at once, in the order of the rules
        return Happening("end_round", {"combatants": [{"character": "", "regeneration": 0, **clumsy}]})
    return Happening(due[0], {"strangle_round": _throat(being), "burn_round": clumsy}.get(due[0], {}))


def _throat(being: Content) -> dict[str, Any]:
    """Which round it is, and whether a first failure is behind them."""
    return {
        "round": being.get("strangle_round", 0),
        "failed": bool(being.get("strangle_failed")),
        "difficulty_bonus": being.get("strangle_bonus", 0),
    }


def _regenerates(being: Being) -> bool:
    return lives(being) and bool(being.get("regeneration")) and bool(being["pv"] < being["pv_max"])


def _regenerated(being: Being) -> dict[str, Any]:
    """It asks for no die (D100-CREAT-01)."""
    return {"pv": min(being["pv_max"], being["pv"] + being["regeneration"])}


def _wound_grows_old(stretch: Stretch) -> dict[str, Any]:
    """A wound has been received just now only until the clock moves (D100-MISS-11)."""
    return {} if stretch.being.scene.activity == FIGHT else forget(stretch.being, WOUND)


def _stance_ends(stretch: Stretch) -> dict[str, Any]:
    """What lasts until the next turn, or for a fight, is over once the clock moves on without one (D100-HEALTH-03)."""
    being = stretch.being
    if being.scene.activity == FIGHT or in_fight(being):
        return {}
    return {mark: None for mark in MOMENTARY if mark in being.marks}


def _next_stir(stretch: Stretch) -> Moment | None:
    """Whoever sets out or goes to work is on the alert no more (D100-CBT-04)."""
    stirs = stretch.being.get("alert") and stretch.being.scene.activity in STIRRING
    return Moment(0, Happening(fields={"alert": False})) if stirs else None


# ---- the mind ----


def _next_san_hour(stretch: Stretch) -> Moment | None:
    """An hour after the first loss the count begins again, by the clock of the sheet (D100-SAN-04)."""
    being = stretch.being
    if not being.get("san_lost_this_hour") or "san_hour_clock" not in being:
        return None
    after = being["san_hour_clock"] + SAN_HOUR - stretch.now
    return Moment(max(0, after), Happening(fields={"san_lost_this_hour": 0}))


def _loses_san(being: Being) -> bool:
    return bool(being.get("san_lost_this_hour")) and "san_hour_clock" not in being


def _madness_of(being: Being) -> list[dict[str, Any]]:
    return [dict(one) for one in being.get("madness", ())] if lives(being) else []


def _next_of_madness(stretch: Stretch) -> Moment | None:
    """Temporary madness goes by itself; at the end of an indefinite one a throw decides (D100-SAN-03, D100-MISS-09)."""
    being = stretch.being
    held = _madness_of(being)
    waits = any(one["kind"] == "indefinite" and not rounds_left(one) for one in held)
    if waits and count_of(being, TERM) and being.get("san", -1) >= 0:
        return Moment(0, Happening("end_of_madness", {}))
    rounds = min((left for one in held if (left := rounds_left(one))), default=0)
    if not rounds:
        return None
    kept, ended = after_rounds(held, rounds)
    fields: dict[str, Any] = {"madness": kept, TALLY: {PASSED: None}}
    if "temporary" in ended:
        fields["temp_mad"] = any(one["kind"] == "temporary" for one in kept)
    if "indefinite" in ended:
        fields[TALLY][TERM] = 1
    return Moment(Fraction(rounds - count_of(being, PASSED), ROUNDS_A_MINUTE), Happening(fields=fields))


def _madness_goes_on(stretch: Stretch) -> dict[str, Any]:
    """What is left is written down, since people look at it; the moment of an end is that end's own."""
    being = stretch.being
    held = _madness_of(being)
    running_out = [left for one in held if (left := rounds_left(one))]
    if not running_out:
        return {}
    rounds = count_of(being, PASSED) + int(stretch.minutes * ROUNDS_A_MINUTE)
    if min(running_out) <= rounds:
        return {TALLY: {PASSED: rounds}}
    return {"madness": after_rounds(held, rounds)[0], **forget(being, PASSED)}


def _term_skipped(being: Being, what: Happening) -> dict[str, Any]:
    return forget(being, TERM) if what.procedure == "end_of_madness" else {}


MONTHS = "month_of_care"
ANALYST = 8  # Psychanalyse of a professional (D100-CORE-04)


def _is_treated(being: Being) -> bool:
    """Whether a month in an asylum or with an analyst is running (D100-MISS-09)."""
    mad = lives(being) and any(one["kind"] == "indefinite" for one in being.get("madness", ()))
    cared = being.scene.activity == "care" or count_of(being, MONTHS) >= MONTH
    return mad and cared and bool(being.get("san", -1) >= 0)


def _treatment(being: Being) -> Happening:
    """Each month of care a throw of whoever treats: a professional, unless somebody says who (D100-MISS-09)."""
    return Happening("treat_madness", {"patient": {"character": ""}, "modifier": ANALYST})


# ---- by the hour ----


def _faded(being: Being) -> dict[str, Any]:
    """An hour after blows, and the hours they have been fading for (D100-TEMP-03)."""
    left = max(0, being["temp_damage"] - fading_per_hour(being.get("con_modifier", 0)))
    since = being.get("hours_since_temp_recovery")
    counted = {} if since is None else {"hours_since_temp_recovery": min(1_000_000, since + 1) if left else 0}
    return {"temp_damage": left, **counted}


def _lacks_pm(being: Being) -> bool:
    return lives(being) and being.get("pou_score", 0) > 0 and bool(being.get("pm", 0) < _most_pm(being))


def _most_pm(being: Content) -> int:
    return int(min(being.get("pm_max", 0), being.get("pou_score", 0), MOST_PM))


def _next_pm(stretch: Stretch) -> Moment | None:
    """All PM in a day, part of them in part of it, counted from when they were spent (D100-MISS-10)."""
    being = stretch.being
    if not _lacks_pm(being):
        return None
    after = hours_to_pm(_pou(being), count_of(being, PAID) + 1) * HOUR - count_of(being, MAGIC)
    return Moment(in_seconds(after), Happening(fields={"pm": being["pm"] + 1, **pm_paid(being, 1)}))


def _pou(being: Content) -> int:
    return int(min(MOST_PM, being["pou_score"]))


def pm_paid(being: Content, points: int) -> dict[str, Any]:
    """Points of the running count that have come back."""
    return {TALLY: {PAID: tally_of(being).get(PAID, 0) + points}}


# ---- by the week ----


def _heals(being: Being) -> bool:
    """Whether a week of rest is running (D100-HEALTH-09)."""
    hurt = lives(being) and being.get("condition") != "dying" and being.get("pv", 0) < being.get("pv_max", 0)
    return hurt and being.scene.activity in RESTING


def _next_week(stretch: Stretch) -> Moment | None:
    """A week of rest; in the hands of a doctor only where all of it was (D100-HEALTH-09)."""
    being = stretch.being
    if not _heals(being):
        return None
    left = WEEK - count_of(being, WEEKS)
    cared = count_of(being, CARED) + (max(0, left) if _is_cared_for(being) else 0) >= WEEK
    given = {"under_care": cared} if cared or being.get("under_care") else {}
    return Moment(in_seconds(left), Happening("rest_week", given))


def _is_cared_for(being: Being) -> bool:
    return being.scene.activity == "care" or bool(being.get("under_care"))


def _week_goes_on(stretch: Stretch) -> dict[str, Any]:
    """Whoever works, travels or fights does not rest: the week begins again."""
    being, more = stretch.being, seconds_in(stretch.minutes)
    if not _heals(being):
        return forget(being, WEEKS, CARED)
    counts = {WEEKS: count_of(being, WEEKS) + more}
    return {TALLY: {**counts, CARED: count_of(being, CARED) + more} if _is_cared_for(being) else counts}


def _week_skipped(being: Being, what: Happening) -> dict[str, Any]:
    return forget(being, WEEKS, CARED) if what.procedure == "rest_week" else {}


LIFE = Life(
    laws={
        "life": woven(
            running(BEAT, ROUND, _each_round, _round, (*ROUNDS.values(), "end_round")),
            running(REGENERATION, ROUND, _regenerates, _regenerated),
            *LINGERING,
            Law(lambda stretch: None, _wound_grows_old),
            Law(lambda stretch: None, _stance_ends),
            Law(_next_stir),
            Law(_next_san_hour),
            running(LOSSES, HOUR, _loses_san, lambda being: {"san_lost_this_hour": None}),
            running(MONTHS, MONTH, _is_treated, _treatment, ("treat_madness",)),
            Law(_next_of_madness, _madness_goes_on, _term_skipped),
            running(BLOWS, HOUR, lambda being: lives(being) and bool(being.get("temp_damage")), _faded),
            Law(_next_pm, counting(_lacks_pm, MAGIC, PAID)),
            Law(_next_week, _week_goes_on, _week_skipped),
        )
    },
    round_seconds=ROUND,
)
