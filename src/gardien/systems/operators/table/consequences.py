"""What acts leave on sheets beyond their own changes (HLTH, HAZ, SAN)."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from gardien.core.fighting import Content
from gardien.core.scene import TALLY, Being, over
from gardien.core.table_rules import Consequence, Encounter, of_actor, of_seat
from gardien.systems.operators import pack
from gardien.systems.operators.rules.body.wounds import MOST_WOUNDS
from gardien.systems.operators.rules.tests.d100 import GOOD
from gardien.systems.operators.table import chases, life, weapon_use
from gardien.systems.operators.table.ability import ACTIONS, combatant, options_of
from gardien.systems.operators.table.holding import gripped, lets_go, still_held
from gardien.systems.operators.table.life import MINUTES
from gardien.systems.operators.table.marks import left_by, state_of
from gardien.systems.operators.table.substances import TURNS_A_MINUTE, dose_taken, dose_worked, lives

BROKEN_OFF = "broken_off"

# What lasts a scene (OPS-TIME-01): sheet fields and marks as a new one finds them.
SCENE_MARKS = ("tests_harder", "dex_harder", "answers_truthfully", "loses_actions", "drowning", "burning", "broken_off")
SCENE_FIELDS: dict[str, Any] = {"out_of_fight": False, "cast_this_scene": False, "shocks_this_scene": []}
EACH_SCENE: dict[str, Any] = {
    **SCENE_FIELDS,
    **dict.fromkeys((*SCENE_MARKS, "magazines_changed", "held_by", "holding")),
    "held": False,
    TALLY: {life.SCENE_OVER: 1, **dict.fromkeys((life.OUT, life.AIR, life.FIRE, life.GRIP))},
}


def outlasts_scene(being: Being) -> tuple[str, ...]:
    """Whoever was laid out for a time comes round when it is over, in whatever scene (M-09)."""
    return ("out_of_fight", life.OUT) if being.tally.get(life.OUT) else ()


def _of(seat: str, settle: Consequence) -> Consequence:
    """What concerns whoever sits in one place of the inputs, whoever acts."""

    return of_seat(seat, lambda sheet, given, outcome, who: settle(sheet, given, outcome, who) if lives(sheet) else {})


# ---- wounds and care ----


def _after_clock_start(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    clock = sheet.get("clock") or {"since": sheet.scene.clock}
    return {"clock": {"delay": outcome["delay"], "unit": outcome["unit"], "since": clock["since"]}}


def _after_clock_end(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A new delay from the moment at which the old one ended (M-04)."""
    if "delay" not in outcome:
        return {}
    return {"clock": {"delay": outcome["delay"], "unit": outcome["unit"], "since": sheet.scene.clock}}


def _after_care(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Days of care from now on; whoever has a doctor is seen to at once (OPS-HLTH-11, M-04)."""
    care = given.get("care", "hospital")
    recovery = {"stages": outcome["stages"], "days": outcome["days"], "since": sheet.scene.clock, "care": care}
    seen_to = {"stabilised": True} if care != "none" else {}
    return {"recovery": recovery, "clock": None, **seen_to, TALLY: {life.HEALED: None}}


def _after_dose(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Each dose lasts its own hours (OPS-HLTH-10)."""
    return {"painkiller": True, "painkiller_since": sheet.scene.clock, TALLY: {life.DOSE: None}}


def _after_aid(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A fumble ends the delay of the wound (M-04)."""
    clock = sheet.get("clock")
    if not outcome.get("delay_ended") or not clock:
        return {}
    whole = clock["delay"] * MINUTES[clock["unit"]] * TURNS_A_MINUTE
    return {TALLY: {life.CLOCK: whole}} if whole else {"clock": {**clock, "delay": 1, "unit": "minutes"}}


def aid_tried(meeting: Encounter) -> Mapping[str, dict[str, Any]]:
    """Whoever has failed waits before another try on the same wound (M-04)."""
    unit = meeting.outcome.get("retry_unit")
    if not unit:
        return {}
    wait = {life.aid_of(meeting.target, meeting.target_id): MINUTES[unit] * TURNS_A_MINUTE}
    return {meeting.actor_id: {TALLY: wait}}


def alerted(meeting: Encounter) -> Mapping[str, dict[str, Any]]:
    """Whoever has heard somebody come is surprised no more (OPS-OPT-08)."""
    if not meeting.outcome.get("alerted"):
        return {}
    return {meeting.target_id: left_by(meeting.target, replace(state_of(meeting.target), surprised=False))}


# ---- dangers ----


def _after_charge(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What destroys itself in striking is no more, whether it hits or not (M-13)."""
    return {"wound_level": "dead"} if given.get("attack", {}).get("destroys_itself") else {}


def _crushed(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What a grip has done altogether is counted as long as it holds (OPS-HLTH-06)."""
    theirs = bool(who) and (given.get("victim") or {}).get("defender", {}).get("name") == who
    return {TALLY: {life.CRUSHED: min(outcome["sum"], 100_000)}} if theirs and "sum" in outcome else {}


def _after_breath(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Turns without air are counted until somebody breathes again (OPS-HAZ-02)."""
    turns = given.get("turn", 1) if outcome["alive"] else None
    return over({"drowning": turns}, life.turn_taken(sheet, life.AIR))


def _after_flames(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Clothes burn on until they are put out (OPS-HAZ-04, M-08)."""
    if not outcome["alive"]:
        return life.FLAMES_OUT
    turns = (sheet.get("burning") or {}).get("turns", 0) + 1
    fire = {"intensity": given.get("intensity", "ordinary"), "sum": min(outcome["sum"], 100_000), "turns": turns}
    return over({"burning": fire}, life.turn_taken(sheet, life.FIRE))


def _after_cover(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    free = outcome.get("action_used") is False and bool(sheet.scene.fight)
    return left_by(sheet, state_of(sheet).dived_for(outcome["in_cover"], free))


def _after_poison(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What a substance leaves for a while, and that it has worked."""
    return over(_effect_of_poison(sheet, outcome), dose_worked(sheet, given.get("substance", "")))


def _effect_of_poison(sheet: Being, outcome: Content) -> dict[str, Any]:
    """Sleep, lost actions, a clouded mind, death in days (M-09)."""
    effect, amount = outcome["effect"], outcome.get("amount", 0)
    if effect in ("tests_harder", "dex_harder", "answers_truthfully"):
        return {effect: True}
    if effect == "loses_actions":
        return left_by(sheet, state_of(sheet).losing(amount))
    if effect == "dead_in_days":
        at = sheet.scene.clock + amount * MINUTES["days"]
        return {"poisoned": {"until": min(at, (sheet.get("poisoned") or {"until": at})["until"])}}
    if effect == "out_for_scene":
        return {TALLY: {life.OUT: None}}
    out_for_good = bool(sheet.get("out_of_fight")) and life.OUT not in sheet.tally
    if effect not in ("out_for_minutes", "out_for_turns") or out_for_good:
        return {}
    turns = amount * (TURNS_A_MINUTE if effect == "out_for_minutes" else 1)
    return {TALLY: {life.OUT: max(turns, sheet.tally.get(life.OUT, 0))}}


def _after_cancelling(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The wound has not happened, or was a light one; nobody is out of the fight because of it (OPS-LUCK-04)."""
    if who or outcome.get("refused"):
        return {}
    *others, last = sheet["wounds"]
    level, options = outcome["wound_level"], options_of(sheet)
    light = {"damage": max(1, combatant(sheet).threshold(options) - 1), "level": "light"}
    kept = [*others, {**last, **light}] if options.luck_grave_to_light else others
    standing = {} if any(one["level"] == "grave" for one in others) else {"out_of_fight": False}
    counts = {**sheet["wound_counts"], "grave": max(0, sheet["wound_counts"]["grave"] - 1)}
    goes_on = {**sheet.get(BROKEN_OFF, {}), BROKEN_OFF: None} if BROKEN_OFF in sheet else {}
    return {"wounds": kept, "wound_level": level, "wound_counts": counts, **standing, **goes_on}


def _broken_off_by(wound: Content, sheet: Being) -> dict[str, Any]:
    """First aid, clock and care as a grave wound finds them, with what of them is served (OPS-LUCK-04)."""
    if wound["level"] != "grave" or sheet.get("kind") != "operator":
        return {}
    clock, care = sheet.get("clock"), sheet.get("recovery")
    if clock:
        fought = sheet.tally.get(life.CLOCK, 0) // TURNS_A_MINUTE
        clock = {**clock, "since": max(0, clock["since"] - fought)}
    if care and care["days"]:
        first, *rest = care["days"]
        care = {**care, "days": [max(0, first - sheet.tally.get(life.HEALED, 0) / life.DAY), *rest]}
    states = {name: bool(sheet.get(name)) for name in ("out_of_fight", "stabilised")}
    return {BROKEN_OFF: {**states, "clock": clock, "recovery": care}}


def _after_escape(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The wound that would have killed is a grave one (OPS-LUCK-05)."""
    *others, last = sheet.get("wounds") or ({"level": "none"},)
    grave = {"damage": outcome["recorded_damage"], "level": "grave"}
    if last["level"] == "dead":
        return {"wounds": [*others, {**last, **grave}]}
    kept = [*sheet.get("wounds", ()), {**grave, "source": given.get("cause", "other"), "date": sheet.scene.clock}]
    return {"wounds": kept[-MOST_WOUNDS:]}


def _after_worsening(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A poison that has had its days does nothing more."""
    poison = sheet.get("poisoned")
    return {"poisoned": None} if poison and poison["until"] <= sheet.scene.clock else {}


# ---- the mind ----


def _after_reading(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    tome, read = given.get("tome"), sheet.get("books_read", ())
    return {"books_read": [*read, tome]} if tome and tome not in read and not outcome.get("refused") else {}


def _after_learning(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    known = sheet.get("rituals", ())
    return {"rituals": [*known, given["ritual"]]} if outcome["learned"] and given["ritual"] not in known else {}


def _after_casting(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """When each ritual was last cast (OPS-MAG-04)."""
    ritual = given.get("ritual")
    return {"last_cast": {**(sheet.get("last_cast") or {}), ritual: sheet.scene.clock}} if ritual else {}


def _after_form(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """How a madness shows, since when, and because of what (OPS-SAN-06)."""
    if "madness_effects" not in sheet:
        return {}
    days, minutes = divmod(sheet.scene.clock, MINUTES["days"])
    since = f"{days + 1}, {minutes // 60:02}:{minutes % 60:02}"
    source = next(reversed(sheet.get("shocks_this_scene", ())), "")
    effect = {"effect": outcome["effect"], "since": since, "source": source}
    return {"madness_effects": [*sheet["madness_effects"], effect][-100:]}


def _after_scene(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What lasted the scene is over, the form of a crisis with it (OPS-TIME-01, OPS-SAN-04)."""
    ended = next((one for one in outcome["results"] if one["name"] == who), None)
    if ended is None:
        return {}
    fields: dict[str, Any] = {mark: None for mark in SCENE_MARKS if mark in sheet}
    fields[TALLY] = dict.fromkeys((life.SCENE_OVER, life.AIR, life.FIRE))
    if outlasts_scene(sheet):
        fields["out_of_fight"] = True
    passing = {row.temporary for row in pack.table("madness", "madness")}
    if ended["madness"] != "temporary" and sheet.get("madness_effects"):
        fields["madness_effects"] = [one for one in sheet["madness_effects"] if one["effect"] not in passing]
    return fields


def _after_treatment(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The next month begins; a cure takes the form of the madness with it: what remains is Contrôle's (OPS-SAN-11)."""
    if outcome.get("refused"):
        return {}
    return over(life.treatment_over(), {"madness_effects": []} if outcome["cured"] else {})


def _ticked(code: str, sheet: Being, outcome: Content) -> dict[str, Any]:
    """A critical success is a lesson: its characteristic is marked, once a scenario (M-19)."""
    ticks = sheet.get("ticks")
    if ticks is None or outcome.get("outcome") != "critical" or not code or code in ticks:
        return {}
    return {"ticks": [*ticks, code]}


TESTED = {  # the characteristic that an act tests (OPS-TEST-04)
    **dict.fromkeys(("attack_firearm", "attack_thrown", "take_cover", "put_out_fire", "throw_explosive"), "DEX"),
    **dict.fromkeys(("hold", "break_free"), "FOR"),
    **dict.fromkeys(("first_aid", "learn_ritual"), "INT"),
    **dict.fromkeys(("cast_ritual",), "POU"),
    **dict.fromkeys(("test", "attack_melee"), ""),
}
SETTLED: Mapping[str, tuple[Consequence, ...]] = {
    "attack_firearm": (weapon_use.after_shot,),
    "attack_thrown": (weapon_use.after_throw,),
    "throw_explosive": (weapon_use.after_device,),
    "reload": (weapon_use.after_reload,),
    "salvage": (weapon_use.after_salvage,),
    "creature_attack": (gripped, _of("creature", _after_charge)),
    "break_free": (still_held,),
    "grip_turn": (_of("creature", lambda sheet, given, outcome, who: life.turn_taken(sheet, life.GRIP)), _crushed),
    "creature_turn": (_of("creature", lambda sheet, given, outcome, who: life.regrowth_done(sheet)),),
    "start_clock": (_after_clock_start,),
    "clock_expires": (_of("patient", _after_clock_end),),
    "recover": (_of("patient", _after_care),),
    "give_painkiller": (_of("patient", _after_dose),),
    "first_aid": (_of("patient", _after_aid),),
    # the next day of each score begins now
    "recover_drain": (
        of_actor(lambda sheet, given, outcome, who: {TALLY: {f"drain_{code}": None for code in outcome["drain"]}}),
    ),
    "suffocate_turn": (_of("victim", _after_breath),),
    "burn_turn": (_of("victim", _after_flames),),
    "crash": (of_seat("victim", lambda sheet, given, outcome, who: chases.out_of_wreck(given["vehicle"])),),
    "chase_turn": tuple(
        _of(seat, lambda sheet, given, outcome, who, side=side: chases.crashed(side, given, outcome))  # type: ignore[misc]
        for side, seat in chases.SEATS.items()
    ),
    "take_cover": (_of("character", _after_cover),),
    "put_out_fire": (
        _of("character", lambda sheet, given, outcome, who: {} if outcome["burning"] else life.FLAMES_OUT),
    ),
    "poison": (_of("victim", _after_poison),),
    "aggravate": (_of("defender", _after_worsening),),
    "luck_escape_death": (of_seat("victim", _after_escape),),
    "luck_cancel_grave": (_after_cancelling,),
    "read_tome": (_after_reading,),
    "learn_ritual": (_after_learning,),
    "cast_ritual": (_of("caster", _after_casting),),
    "madness_effect": (_after_form,),
    "end_scene": (_after_scene,),
    "treat_madness": (_after_treatment,),
    "progress": (
        lambda sheet, given, outcome, who: (
            {code: outcome["scores"][code] for code in outcome["raised"]} | {"ticks": []}
        ),
    ),
}


# ---- what is struck ----

STRIKES = ("attack_firearm", "attack_melee", "attack_thrown", "assassinate", "creature_attack", "grip_turn")
WOUNDING = (
    *STRIKES,
    *("apply_damage", "aggravate", "clock_expires", "fall", "crash", "burn_turn", "explosion", "poison"),
    *("suffocate_turn", "entity_attack", "luck_escape_death"),
)


def _suffered(given: Content, outcome: Content, who: str) -> Content:
    """What befell somebody: all of the outcome, or their part of it."""
    if any((given.get(seat) or {}).get("name") == who for seat in ("defender", "victim", "patient")):
        return outcome
    each = (*(outcome.get("hits") or ()), *(outcome.get("others") or ()), outcome.get("hit") or {})
    return next((one for one in each if isinstance(one, Mapping) and one.get("name") == who), {})


def _author(given: Content, procedure: str) -> str:
    """Whoever or whatever a wound comes from."""
    people = (str((given.get(seat) or {}).get("name", "")) for seat in ("attacker", "creature"))
    return next(filter(None, (*people, given.get("substance"), given.get("device"))), procedure)


def _scarred(procedure: str, sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A wound keeps where it comes from, and since when (OPS-SHEET-01)."""
    wounds, before = list(_suffered(given, outcome, who).get("wounds") or ()), list(sheet.get("wounds", ()))
    if not wounds or wounds == before or len(wounds) < len(before):
        return {}
    fresh = {**wounds[-1], "source": _author(given, procedure)[:100], "date": sheet.scene.clock}
    return {"wounds": [*wounds[:-1], fresh], **_broken_off_by(fresh, sheet)}


def _envenomed(procedure: str, sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What a dart or a fang carries asks for its test once it has had its time (M-06, M-09, M-13)."""
    hit = _suffered(given, outcome, who)
    key = weapon_use.substance_of(given) if _landed(outcome, hit) and "poison" not in sheet.get("immune", ()) else None
    return dose_taken(sheet, key, pack.substance(key).onset_turns) if key else {}


def _landed(outcome: Content, hit: Content) -> bool:
    """Whether an attack has touched somebody, with or without a wound."""
    if hit is outcome:
        return bool(outcome.get("hit"))
    return "damage_final" in hit or (outcome.get("outcome") in GOOD and hit.get("avoided") is False)


def _settle(procedure: str, sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """All that an act leaves on somebody."""
    fields: dict[str, Any] = {}
    for one in SETTLED.get(procedure, ()):
        fields = over(fields, one(sheet, given, outcome, who))
    if outcome.get("refused"):
        return fields
    if who:
        struck = over(fields, _scarred(procedure, sheet, given, outcome, who)) if procedure in WOUNDING else fields
        return over(struck, _envenomed(procedure, sheet, given, outcome, who)) if procedure in STRIKES else struck
    if lets_go(procedure, sheet, given):
        fields = over(fields, {"holding": []})  # whom they held is free with it
    if procedure not in TESTED:
        return fields
    code = TESTED[procedure] or outcome.get("characteristic") or given.get("characteristic", "INT")
    return over(fields, _ticked(code, sheet, outcome))


CONSEQUENCES: dict[str, Any] = {key: partial(_settle, key) for key in {*TESTED, *SETTLED, *WOUNDING, *ACTIONS}}
