"""What time does: blood, fire, water, poisons, illness, rest, minds, wards (BLEED, ENV, HP-06, P-POIS, P-DIS, P-SAN).

Each is a strand, counted in rounds (`shared/strands.py`); of two that come at once the first of the list happens.
"""

from typing import Any

from gardien.core.fighting import Content
from gardien.core.life import ACTIVITIES, FIGHT, Happening, Life, Stretch
from gardien.core.scene import TALLY, Being, read_once
from gardien.shared.strands import Strand, counting_down, every_round, lasting, law_of, only_counting, over_with
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.rules.body.ability_damage import ASLEEP
from gardien.systems.cthulhud20.rules.body.bleeding_and_rest import (
    DAY,
    HOUR,
    MINUTE,
    a_day_better,
    after_losses_let_pass,
    after_rest,
    after_rounds,
    next_tick,
    without_false_bleeding,
)
from gardien.systems.cthulhud20.rules.body.care import PV_A_DAY, PV_IN_BED
from gardien.systems.cthulhud20.rules.dangers.natural_causes import LONGEST
from gardien.systems.cthulhud20.rules.dangers.over_time import (
    FESTERS,
    INFECTED,
    abilities_a_day_better,
    doses_later,
    doses_without,
    festering,
    has_senses,
    is_infected,
    next_dose,
    rounds_burnt,
)
from gardien.systems.cthulhud20.rules.mind.sanity import BOTTOM
from gardien.systems.cthulhud20.rules.person import Body, body_of, victim_fields
from gardien.systems.cthulhud20.sheet.recompute import plain
from gardien.systems.cthulhud20.table.fighter import OUT, combatant, is_destroyed, rules, traditional
from gardien.systems.cthulhud20.table.lingering import LINGERING
from gardien.systems.cthulhud20.table.marks import as_marks, fight_of

RESTFUL = ("rest", "care")  # all other time is no rest (CD20-HP-06)
KEPT = ("pv", "pf", "state", "prone", "wounds", "hampered_parts")  # what rest changes on a sheet
MOST_ROUNDS, MOST_ROUNDS_UNDER_WATER = 1000, 100  # told of at once
# Counts of the table's own, in rounds; the first is the wound of a fire that is out, by its place from 1 on.
CLOSING, SLEEP, WARD, SAN_HOUR = "closing", "asleep", "ward", "san_hour"
EXPOSED, BREATHES = "exposed", "breathes"  # since the last check against the cold, or any such cause
COLD, COLD_ROUNDS = "cold", 10 * MINUTE  # an activity of this game, and how often it asks (CD20-P-ENV-04)
NO_PEACE = (FIGHT, COLD)  # in which not even the senseless rest
BED, ANALYSED, OPERATED = "bed_care", "analysis", "surgery_"  # a healer’s day, and what is too soon again


def until(stretch: Stretch, minute: int) -> int:
    """Rounds until a minute of the clock."""
    return max(0, int((minute - stretch.now) * MINUTE))


@read_once
def body(being: Being) -> Body:
    """Somebody as time finds them."""
    return without_false_bleeding(body_of(combatant(being), rules(being.scene.options)))


# ---- blood, fire, water, minds that slide: every round, or every so many ----


def _until_loss(stretch: Stretch) -> int | None:
    hurt = body(stretch.being)
    at = next_tick(hurt, rules(stretch.being.scene.options)) if hurt.bleeding else None
    return None if at is None else max(1, hurt.wounds[at].next_tick_in_rounds)


def _bleeding(stretch: Stretch, rounds: int) -> Happening:
    """Whoever bleeds throws for it; once nothing bleeds any more the rest of that time may be rest (CD20-BLEED-04)."""
    activity = stretch.being.scene.activity
    rests = left_in_peace(stretch.being) and not infected(stretch.being)
    if activity == FIGHT or (rests and not rounds % MINUTE):
        return Happening("advance_time", {"rounds": rounds} if activity == FIGHT else {"minutes": rounds // MINUTE})
    return Happening("advance_time", {"rounds": rounds, "resting": rests})


def _longest_bleeding(being: Being) -> int:
    """Less than a day, so that no day of rest is in it.

    One loss where there is to be no rest after it, or where only whoever faints from it rests (CD20-HP-06).
    """
    may_faint = not left_in_peace(being) and being.scene.activity not in NO_PEACE
    return (_until_loss(Stretch(being, 0, 0)) or 1) if infected(being) or may_faint else DAY - MINUTE


def _nearer_loss(being: Being, rounds: int) -> dict[str, Any]:
    hurt = body(being)
    return {"wounds": plain(after_rounds(hurt, rounds, rules(being.scene.options)))["wounds"]} if hurt.bleeding else {}


def _losses_let_pass(being: Being, what: Happening) -> dict[str, Any]:
    hurt = body(being)
    if what.procedure != "advance_time" or not hurt.bleeding:
        return {}
    rounds = what.given.get("rounds", 0) + MINUTE * what.given.get("minutes", 0)
    return {"wounds": plain(after_losses_let_pass(hurt, rounds, rules(being.scene.options)))["wounds"]}


def _until_closed(stretch: Stretch) -> int | None:
    """A fire that was put out leaves a wound that may stop bleeding at once (CD20-ENV-02)."""
    at, wounds = stretch.being.tally.get(CLOSING, 0) - 1, stretch.being.get("wounds") or ()
    return 0 if 0 <= at < len(wounds) and wounds[at]["bleeding"] else None


def burns(being: Being) -> bool:
    """A cause that lasts, as long as its rounds are counted (CD20-ENV-02)."""
    return bool(being.get("burning")) and not traditional(being) and rounds_burnt(being["burning"]) < LONGEST


def is_under_water(being: Being) -> bool:
    """Out of breath, and not yet brought out (CD20-P-ENV-05)."""
    return bool(being.get("drowning_failed") or being.get("drowning_checks"))


def slides(being: Being) -> bool:
    """A mind at 0 or below goes on falling until somebody stops it, or it is gone (CD20-P-SAN-04)."""
    return BOTTOM < int(being.get("san", 1)) <= 0 and not being.get("mind_held")


# ---- what ends by itself ----


def _until_awake(stretch: Stretch) -> int | None:
    asleep = ASLEEP in (stretch.being.get("conditions") or ())
    return stretch.being.tally.get(SLEEP) if asleep else None


def _awake(stretch: Stretch, rounds: int) -> Happening:
    """A drug wears off; whoever has no mind left does not wake (CD20-P-POIS-01, CD20-P-ABIL-02)."""
    return Happening(fields={TALLY: {SLEEP: None}, **waking(stretch.being, stretch.being.get("ability_damage") or {})})


def waking(being: Being, damage: Any) -> dict[str, Any]:
    held = being.get("conditions") or ()
    return {"conditions": [one for one in held if one != ASLEEP]} if has_senses(being, damage) else {}


def _left_of(insanity: Any, stretch: Stretch) -> int | None:
    if insanity.get("rounds") is not None:
        return int(insanity["rounds"])
    return until(stretch, insanity["ends_at"]) if insanity.get("ends_at") is not None else None


def _until_sane(stretch: Stretch) -> int | None:
    left = [_left_of(one, stretch) for one in stretch.being.get("insanity") or ()]
    return min((one for one in left if one is not None), default=None)


def _saner(stretch: Stretch, rounds: int) -> Happening:
    """What ends by itself (CD20-P-SAN-03, CD20-P-SAN-04)."""
    held = [one for one in stretch.being["insanity"] if (left := _left_of(one, stretch)) is None or left > rounds]
    return Happening(fields=_madness(stretch.being.having({"insanity": held}), rounds) or {"insanity": held})


def _madness(being: Being, rounds: int) -> dict[str, Any]:
    """Insanities that last so many rounds."""
    held = list(being.get("insanity") or ())
    later = [{**one, "rounds": max(0, one["rounds"] - rounds)} if one.get("rounds") else one for one in held]
    return {"insanity": later} if later != held else {}


def _until_colder(stretch: Stretch) -> int | None:
    """Whoever is out in the cold without protection is asked every ten minutes (CD20-P-ENV-04)."""
    if COLD in (stretch.being.get("immunities") or ()):
        return None
    left = max(0, COLD_ROUNDS - stretch.being.tally.get(EXPOSED, 0))
    return left if stretch.being.scene.activity == COLD or not left else None


def _exposed(being: Being, rounds: int) -> dict[str, Any]:
    if being.scene.activity == COLD:
        return {TALLY: {EXPOSED: being.tally.get(EXPOSED, 0) + rounds}}
    return {TALLY: {EXPOSED: None}} if EXPOSED in being.tally else {}


# ---- poisons and diseases ----


def disease_count(key: str) -> str:
    """The count of rounds until the next save against a disease."""
    return f"disease_{key}"


def clean_count(id: int | str) -> str:
    """What says of a wound that it has been thrown for an infection."""
    return f"wound_{id}"


def infected(being: Being) -> bool:
    return is_infected(being.get("diseases") or ())


def _until_second_save(stretch: Stretch) -> int | None:
    dose = next_dose(stretch.being.get("poisons") or ())
    return dose["rounds"] if dose else None


def _second_save(stretch: Stretch, rounds: int) -> Happening:
    dose = next_dose(stretch.being["poisons"])
    assert dose is not None
    return Happening("poison", {"poison": dose["poison"], "stage": "secondary"})


def without_dose(being: Content, poison: str) -> dict[str, Any]:
    """The dose that has told of itself is spent."""
    doses = being.get("poisons") or ()
    return {"poisons": doses_without(doses, poison)} if doses else {}


def _next_save(being: Being) -> tuple[int, Any]:
    """Rounds until the next day of an illness, and which (CD20-P-DIS-01)."""
    ill = [(being.tally.get(disease_count(one["disease"]), DAY), one) for one in being["diseases"]]
    return min(ill, key=lambda one: one[0])


def _day_of_illness(stretch: Stretch, rounds: int) -> Happening:
    _, ill = _next_save(stretch.being)
    given = {"disease": ill["disease"], "stage": "daily", "successes_running": ill["successes_running"]}
    return Happening("disease", given)


def _nearer_day_of_illness(being: Being, rounds: int) -> dict[str, Any]:
    ill = [disease_count(one["disease"]) for one in being.get("diseases") or ()]
    return {TALLY: {name: max(0, being.tally.get(name, DAY) - rounds) for name in ill}} if ill else {}


def _festering(being: Being) -> list[tuple[int, int]]:
    notes = being.get("wound_notes") or ()
    thrown = [note["id"] for note in notes if clean_count(note["id"]) in being.tally]
    return festering(being.get("wounds") or (), notes, thrown, pack.tables_of(being))


def _until_infected(stretch: Stretch) -> int | None:
    wounds = [] if infected(stretch.being) else _festering(stretch.being)
    return max(0, wounds[0][0] + FESTERS - int(stretch.now * MINUTE)) if wounds else None


def thrown_for(being: Being) -> dict[str, Any]:
    """The wound that has festered longest has been thrown for."""
    wounds = _festering(being)
    return {TALLY: {clean_count(wounds[0][1]): 1}} if wounds else {}


def _later(being: Being, what: Happening) -> dict[str, Any]:
    """A save that nobody throws: a day of illness is let pass, a wound stays clean."""
    if what.given.get("stage") == "exposure":
        return thrown_for(being)
    return {TALLY: {disease_count(str(what.given.get("disease"))): DAY}}


# ---- rest ----


def left_in_peace(being: Being) -> bool:
    """At rest or in bed; whoever has lost their senses rests wherever the others go (CD20-HP-06)."""
    away = being.get("state") in OUT or ASLEEP in (being.get("conditions") or ())
    return being.scene.activity in RESTFUL or (away and being.scene.activity not in NO_PEACE)


def rests(being: Being) -> bool:
    """Undisturbed time: no work, no road, no fight, and nothing that bleeds, burns or drowns (CD20-HP-06)."""
    troubled = being.get("burning") or is_under_water(being) or body(being).bleeding
    return left_in_peace(being) and not troubled


def _until_better(stretch: Stretch) -> int | None:
    """The next full hour, or the next full day, that gives something back."""
    being = stretch.being
    if not _lacks(being) or not rests(being):
        return None
    rested = int(being.get("rested_rounds", 0))
    waits = (unit - rested % unit for unit in (HOUR, DAY))
    return next((rounds for rounds in waits if _rested(being, rounds)), None)


def _lacks(being: Being) -> bool:
    whole = being.get("pf", 0) >= being.get("pf_max", 0) and being.get("pv", 0) >= being.get("pv_max", 0)
    return bool(not whole or being.get("wounds") or being.get("ability_damage"))


def _rested(being: Being, rounds: int) -> dict[str, Any]:
    """What so many rounds of rest give back: PF by the hour, PV and points of abilities by the day.

    An infected wound leaves nobody their breath (CD20-HP-06, CD20-P-ABIL-02, CD20-P-DIS-01).
    """
    before, hurt, house = int(being.get("rested_rounds", 0)), body(being), rules(being.scene.options)
    a_day = (before + rounds) % DAY == 0
    a_day_gives = PV_IN_BED if being.tally.get(BED, 0) >= rounds else PV_A_DAY  # CD20-P-HEAL-02
    if not infected(being):
        better = after_rest(hurt, before, rounds, a_day_gives, house)
    else:
        better = a_day_better(hurt, a_day_gives, house) if a_day else hurt
    after = plain(victim_fields(better))
    fields = {name: after[name] for name in KEPT if after[name] != being.get(name)}
    if a_day and being.get("ability_damage"):
        damage = abilities_a_day_better(being["ability_damage"])
        asleep = ASLEEP in (being.get("conditions") or ()) and SLEEP not in being.tally
        fields |= {"ability_damage": damage, **(waking(being, damage) if asleep else {})}
    return fields


def _counted_rest(being: Being, rounds: int) -> dict[str, Any]:
    rested = int(being.get("rested_rounds", 0))
    if not rests(being):
        return {"rested_rounds": 0} if rested else {}
    return {"rested_rounds": rested + rounds} if _lacks(being) else {}


def regrown(being: Being, rounds: int) -> dict[str, Any]:
    """Hit points after so many rounds of a creature that heals (CD20-P-CREA-03)."""
    heals, whole, now = (int(being.get(name, 0)) for name in ("heals", "hp", "hp_current"))
    return {"hp_current": min(whole, now + rounds * heals)} if heals and now < whole else {}


def _at_ease(being: Being, rounds: int) -> dict[str, Any]:
    """While the clock goes on nobody aims, and the turn that a shock takes is over (CD20-AIM-01, CD20-SHOCK-01).

    A mind that was held and has come back may slide again (CD20-P-SAN-04).
    """
    fields: dict[str, Any] = {"mind_held": None} if being.get("mind_held") and int(being.get("san", 0)) > 0 else {}
    if being.scene.activity == FIGHT:
        return fields
    shocked = being.get("shock_next_turn", "none") != "none"
    spent = {"shock_next_turn": "none"} if shocked else {}
    return {**fields, **as_marks(being, fight_of(being).at_ease()), **spent}


def _nearer(being: Being, rounds: int) -> dict[str, Any]:
    """What is still too soon, and a healer’s day: so many rounds less (CD20-P-HEAL-01, CD20-P-SAN-06)."""
    counts = {name: left for name, left in being.tally.items() if name.startswith((BED, ANALYSED, OPERATED))}
    return {TALLY: {name: max(0, left - rounds) or None for name, left in counts.items()}} if counts else {}


# ---- all of it ----

EXPOSURE = ("exposure_cause", "exposure_checks", "exposure_failures")
OUT_OF_WATER: dict[str, Any] = {"drowning_checks": 0, "drowning_failed": False}
STRANDS = (
    # first, since an hour of rest is full at one moment only: whatever else comes at it comes after
    Strand(
        _until_better,
        lambda stretch, rounds: Happening(fields=_rested(stretch.being, rounds)),
        counts=_counted_rest,
        told="advance_time",
    ),
    Strand(
        _until_closed,
        lambda stretch, rounds: Happening("stabilise"),
        skipped=lambda being, what: {TALLY: {CLOSING: None}} if what.procedure == "stabilise" else {},
    ),
    Strand(_until_loss, _bleeding, _longest_bleeding, _nearer_loss, "advance_time", _losses_let_pass),
    every_round("lasting_cause", burns, lambda being: LONGEST - rounds_burnt(being["burning"]), {}),
    every_round("drowning", is_under_water, lambda being: MOST_ROUNDS_UNDER_WATER, OUT_OF_WATER),
    every_round("sanity_collapse", slides, lambda being: MOST_ROUNDS, {}),
    Strand(
        _until_second_save,
        _second_save,
        counts=lambda being, rounds: {"poisons": doses_later(being["poisons"], rounds)} if being.get("poisons") else {},
        skipped=lambda being, what: without_dose(being, what.given["poison"]) if what.procedure == "poison" else {},
    ),
    Strand(
        lambda stretch: _next_save(stretch.being)[0] if stretch.being.get("diseases") else None,
        _day_of_illness,
        counts=_nearer_day_of_illness,
        skipped=lambda being, what: _later(being, what) if what.procedure == "disease" else {},
    ),
    Strand(
        _until_infected,
        lambda stretch, rounds: Happening("disease", {"disease": INFECTED, "stage": "exposure"}),
    ),
    Strand(
        _until_colder,
        lambda stretch, rounds: Happening("exposure", {"cause": COLD}),
        counts=_exposed,
        skipped=lambda being, what: {TALLY: {EXPOSED: None}} if what.procedure == "exposure" else {},
    ),
    *LINGERING,
    Strand(_until_awake, _awake, counts=counting_down(SLEEP)),
    Strand(
        lambda stretch: stretch.being.get("choking"),
        over_with(choking=None),
        counts=lambda being, rounds: {"choking": max(0, being["choking"] - rounds)} if being.get("choking") else {},
    ),
    Strand(_until_sane, _saner, counts=_madness),
    lasting(SAN_HOUR, "san_lost_this_hour", HOUR, san_lost_this_hour=0),
    lasting(WARD, "warded", HOUR, warded=None),
    # an hour without a check, and the next one is the first again (CD20-P-ENV-04)
    lasting(BREATHES, "exposure_checks", HOUR, **dict.fromkeys(EXPOSURE)),
    *(only_counting(one) for one in (regrown, _nearer)),
    only_counting(_at_ease, lifeless=True),
)


def has_time(being: Being) -> bool:
    """The dead and the destroyed have no more time (CD20-HP-04, CD20-P-CREA-02)."""
    return being.get("state") != "dead" and not is_destroyed(being)


LIFE = Life(laws={"life": law_of(STRANDS, has_time)}, joins_rounds=True, activities=(*ACTIVITIES, COLD))
