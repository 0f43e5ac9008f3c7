"""What the table knows of d20d100: what sheets fill in, what goes back to them, what falls due (HEALTH, SAN, MAGIC)."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.counts import forget, minutes_ahead
from gardien.core.fighting import Content
from gardien.core.scene import TALLY, Being, over
from gardien.core.sheet import on_sheet
from gardien.core.table_rules import Consequence, TableRules
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.body.wounds import Blow, is_shock
from gardien.systems.d20d100.rules.character import Code
from gardien.systems.d20d100.rules.fight.standing import tired
from gardien.systems.d20d100.rules.fight.state import FighterState, Load
from gardien.systems.d20d100.sheet import recompute
from gardien.systems.d20d100.sheet.samples import sample_creature, sample_npc
from gardien.systems.d20d100.sheet.sheet import Investigator, Monster, Npc
from gardien.systems.d20d100.table import lingering, outside_fights, state_of_mind
from gardien.systems.d20d100.table.ability import FOR_THE_DEAD, cannot, out_of_reach
from gardien.systems.d20d100.table.chases import CHASES
from gardien.systems.d20d100.table.fight import ATTACKS, FIGHTING, defences
from gardien.systems.d20d100.table.fighter import (
    body,
    combatant,
    has_turn,
    left_on,
    rearming,
    rules,
    state_of,
    thing_of,
)
from gardien.systems.d20d100.table.following import echo_states, recompute_sheet
from gardien.systems.d20d100.table.life import BEAT, BLOWS, CARED, EBBS, LIFE, WEEKS, WOUND, pm_paid
from gardien.systems.d20d100.table.marks import Marks
from gardien.systems.d20d100.table.targeting import AGAINST, area_inputs, worn_by
from gardien.systems.d20d100.table.weapon_use import EXTRA, FILLS, LINES, place_of
from gardien.systems.d20d100.table.weighing import JOINED

# ---- the way back ----


def _leaves(after: Callable[[FighterState, Content, Content], FighterState]) -> Consequence:
    """What an act leaves in a fight on whoever does it."""
    return lambda sheet, given, outcome, who: {} if who else left_on(sheet, after(state_of(sheet), given, outcome))


def _after_shot(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Which weapon it was, and the attacks of a turn; what is in the weapon, or that it has left the hand."""
    if who or any(outcome.get(done) is False for done in ("in_range", "accepted")):
        return {}
    state, named = state_of(sheet), given.get("weapon_name") or ""
    if named:
        state = replace(state, weapon_in_hand=thing_of(named))
    if has_turn(sheet):
        lost = outcome.get("malfunction", "none") != "none"
        state = state.after_attacks(named, len(given.get("series") or (1,)), lost)
    return left_on(sheet, _fired(sheet, state, given, outcome))


def _fired(sheet: Content, state: FighterState, given: Content, outcome: Content) -> FighterState:
    """Cartridges and jams stand where the weapon stands (D100-FIRE-04)."""
    at = place_of(sheet, given)
    if at is not None and sheet["weapons"][at].get("weapon_class") == "thrown":
        return state.after_throw(thing_of(given["weapon_name"]), rearming(sheet["weapons"][at]))
    spent = given["loaded"] - outcome["ammo_left"] if "ammo_left" in outcome and "loaded" in given else 1
    return _worked_on(sheet, state, given, lambda load: load.after_fire(spent, outcome.get("malfunction", "none")))


def _worked_on(sheet: Content, state: FighterState, given: Content, change: Callable[[Load], Load]) -> FighterState:
    """With the weapon that some inputs name in another state; one that holds nothing stays as it is."""
    at = place_of(sheet, given)
    load = None if at is None else state.loads[at]
    return state if at is None or load is None else state.with_load(at, change(load))


def _after_run(mark: str) -> Any:
    """The next round of a run is the next one, as long as the breath lasts (D100-ROLL-05, D100-ROLL-07)."""

    def after(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        later = min(1000, given["round"] + 1) if outcome["continues"] else None
        sinks = {lingering.AIRLESS[0]: 1} if outcome.get("drowning") else {}
        return {**_after_effort(sheet, given, outcome, who), mark: later, **sinks, **forget(sheet, lingering.BREATH)}

    return after


def _after_effort(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """At 0 PV every effort of the body costs one more (D100-HEALTH-06)."""
    skill = given.get("skill")
    tiring = skill is None or (bool(skill) and pack.skill(skill).group == "physical")
    return tired(sheet) if tiring and not outcome.get("refused") else {}


def _after_manoeuvre(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A shot in the middle of a grapple is a shot (D100-GRAP-03)."""
    fired = not who and given.get("manoeuvre") == "shoot" and "hit" in outcome and outcome.get("accepted") is not False
    return left_on(sheet, _fired(sheet, state_of(sheet), given, outcome)) if fired else {}


def _after_burst(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The weapon of whoever fires; a shock for those who lose half of what they had (D100-HEALTH-03)."""
    if not who:
        worn = {} if outcome.get("in_range") is False else tired(sheet)
        return {**_after_shot(sheet, given, outcome, who), **worn}
    return _after_area(sheet, given, [one for burst in outcome.get("bursts") or () for one in burst["targets"]], who)


def _after_explosion(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    return _after_area(sheet, given, outcome.get("results") or (), who) if who else {}


def _after_area(sheet: Content, given: Content, results: Sequence[Content], who: str) -> dict[str, Any]:
    """What each blow in an area leaves on somebody, and on what protects them."""
    own = [one for one in results if one["name"] == who]
    hits = [one["damage_final"] for one in own]
    stops: Content = next((one for one in given["targets"] if one["name"] == who), {})
    after = state_of(sheet).struck(any(hits), _is_shaken(sheet, given, hits))
    return {**left_on(sheet, after), **worn_by(sheet, stops, own)}


def _is_shaken(sheet: Content, given: Content, hits: list[int]) -> bool:
    """Whether one of some blows in a row is a shock (D100-HEALTH-03)."""
    house, hurt, shock = rules(given.get("options") or {}), body(sheet), False
    for damage in hits:
        shock = shock or is_shock(hurt, Blow(damage=damage), house)
        hurt = replace(hurt, pv=max(-10, hurt.life - damage))
    return shock and not sheet.get("no_shock")


def _after_reload(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Cartridges come from those carried (D100-FIRE-05)."""
    state, ready = state_of(sheet), thing_of(given.get("weapon_name") or "")
    if ready in state.discharged:
        return left_on(sheet, state.rearmed(ready))
    if "loaded" not in outcome:
        return {}
    return left_on(sheet, _worked_on(sheet, state, given, lambda load: load.after_reload(outcome["loaded"])))


def _after_clearing(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    state = state_of(sheet)
    return left_on(sheet, _worked_on(sheet, state, given, lambda load: load.after_clearing(outcome["success"])))


def _wound_marks(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A shock, and how it throws somebody to the ground (D100-HEALTH-03)."""
    shock = bool(outcome.get("shock")) and not sheet.get("no_shock")
    return (
        left_on(sheet, state_of(sheet).shaken(bool(outcome.get("thrown_back")), bool(outcome.get("prone"))))
        if shock
        else {}
    )


def _initiative_marks(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What initiative brought, to each of those who threw for it (D100-CBT-02)."""
    names = [one["name"] for one in given["combatants"]]
    if who not in names:
        return {}
    return left_on(sheet, state_of(sheet).placed(outcome["totals"][names.index(who)], outcome["order"].index(who) + 1))


def _surprise_marks(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Whoever noticed nothing loses the round (D100-CBT-08)."""
    return {"surprised": True} if who and who in (outcome.get("surprised") or ()) else {}


def _after_action(state: FighterState, given: Content, outcome: Content) -> FighterState:
    return state.after_action(given["action"]) if outcome["accepted"] else state


def _after_strangling(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A hand at the throat: a round more, and harder (D100-GRAP-04)."""
    if not sheet.get("strangle_round"):
        return {}
    return {**_tighter(sheet), "strangle_failed": outcome["failed"], **forget(sheet, BEAT)}


def _tighter(sheet: Content) -> dict[str, Any]:
    return left_on(sheet, state_of(sheet).tightened())


def _after_suffocating(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The next round without air is the next one, and no test is made after a failure (D100-ROLL-09)."""
    rounds, failed = lingering.AIRLESS
    return {rounds: min(200, given.get("round", 1) + 1), failed: outcome["failed"], **forget(sheet, lingering.AIR)}


def _after_agony(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A 10 on the d10 is written down; a point that is lost is no new wound (D100-HEALTH-06, D100-HEALTH-08)."""
    stopped = {"stable": True} if outcome["condition"] == "stable" else {}
    return over(stopped, over(forget(sheet, BEAT), {TALLY: {EBBS: sheet["pv"] - outcome["pv"]}}))


def _after_round(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What went on by itself goes on counting; a mind that reached the bottom stays there (D100-SAN-06)."""
    own = next((one for one in outcome["combatants"] if one["name"] == who), None)
    if own is None:
        return {}
    lost = {"perm_mad": True} if own["perm_mad"] and "perm_mad" in sheet else {}
    ebbs = sheet["condition"] == "dying" and not (sheet.get("on_fire") or sheet.get("strangle_round"))
    counts = {TALLY: {EBBS: sheet["pv"] - own["pv"]}} if ebbs else {}
    return over({**_tighter(sheet), **lost}, over(forget(sheet, BEAT), counts))


def _grapple_marks(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """With somebody whom nobody has named."""
    return {"grappling": True} if outcome["grappling"] and not given.get("opponent") else {}


def _after_first_aid(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """One success for each wound; a failure locks nobody (D100-HEALTH-08)."""
    helped = given.get("skill", "first_aid") == "first_aid" and outcome.get("success")
    return {"first_aid_used": True} if helped and who == given.get("patient", "") else {}


def _after_hours(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Hours since the blows, as long as anything is left of them (D100-TEMP-03)."""
    hours = sheet.get("hours_since_temp_recovery", 0) + given.get("hours", 1) if outcome["temp_damage"] else 0
    counted = {"hours_since_temp_recovery": min(1_000_000, hours)} if "hours_since_temp_recovery" in sheet else {}
    return {**counted, **forget(sheet, BLOWS)}


def _after_recovery(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    return pm_paid(sheet, outcome["regained"])


def _after_rest_week(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    weeks = {"weeks_of_rest": sheet["weeks_of_rest"] + 1} if "weeks_of_rest" in sheet else {}
    return {**weeks, **forget(sheet, WEEKS, CARED)}


def _after_destiny(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Once a scene; a wound that was turned away is none any more (D100-MISS-11)."""
    if not outcome["accepted"]:
        return {}
    turned = forget(sheet, WOUND) if given["use"] == "shock_instead" else {}
    return {"used_this_scene": True, **turned, **({"shocked": True} if outcome.get("shock") else {})}


def _after_growth(procedure: str) -> Any:
    """Boxes, improvements and scores go to their place on the sheet (D100-XP-02, D100-XP-04, D100-XP-05)."""

    def settle(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
        return recompute.growth_changes(sheet, procedure, given, outcome) if sheet.get("kind") == "investigator" else {}

    return settle


def _after_session(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Points are given at the end of a session: the next one begins without ticks (D100-XP-02, D100-XP-06)."""
    return {"ticks_this_session": 0} if sheet.get("ticks_this_session") else {}


def _after_spell(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """POU that a spell takes is gone for good; whoever heals nobody else heals themselves (D100-MISS-10)."""
    score = outcome.get("pou_score")
    if who:
        return {}
    used = {"voorish": None} if outcome["accepted"] and sheet.get("voorish") else {}
    if score is not None and score != given.get("pou_score", score):
        return {**used, **_with_score(sheet, "POU", score, pm=outcome["pm"])}
    alone = outcome.get("works") and not given.get("victim")
    if alone and given["spell"] in outside_fights.HEALS:
        return {**used, "pv": min(sheet["pv_max"], sheet["pv"] + outcome["effect"])}
    own = alone and given["spell"] in outside_fights.LASTS
    return {**used, **(outside_fights.lasting(sheet, given["spell"], outcome["effect"]) if own else {})}


def _with_score(sheet: Content, code: Code, score: int, **changed: int) -> dict[str, Any]:
    """A score that was taken, and all that rests on it (D100-CORE-06)."""
    if sheet.get("kind") != "investigator":
        return {"scores": {**sheet["scores"], code: score}, **changed}
    before = msgspec.convert(on_sheet(Investigator, sheet), Investigator)
    after = recompute.after_score_change(replace(before, **changed), code, score)
    return {**changed, **recompute.changed_fields(before, after)}


def _after_harm(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A round of it has passed (D100-MISS-07)."""
    weaker = (
        _with_score(sheet, given["characteristic"], outcome["score"], pv=outcome["pv"]) if "score" in outcome else {}
    )
    if sheet.get("chilling") and given["characteristic"] == lingering.CHILLS and weaker:  # D100-MISS-10: for an hour
        weaker = over(weaker, {"chilling": None, **lingering.chilled(sheet, given["score"] - outcome["score"])})
    return over(weaker, lingering.bitten(sheet))


def _after_reading(sheet: Content, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    known = sheet.get("tomes", ())
    read = outcome["success"] and not given.get("skim") and "tomes" in sheet
    return {**({"tomes": [*known, given["tome"]]} if read else {}), **lingering.after_study(sheet, outcome["weeks"])}


SEEN_OF_TARGET = ("target_condition", "target_shock")
SEEN_OF_ATTACK = ("accepted", "reason", "in_range", "hit", "critical", "malfunction", *SEEN_OF_TARGET)
SEEN_OF_AREA = ("name", "reflex_success", "condition")

TABLE_RULES = TableRules(
    sheets=(Investigator, Npc, Monster),
    marks=Marks,
    harm=lambda sheet: 1 - (sheet.get("pv") or 0) / (sheet.get("pv_max") or 1),
    vital=("pv", "pv_max"),
    visible=(
        *("name", "kind", "condition", "on_fire", "gender", "stands"),
        *("ambushed", "charging", "strangle_round", *FIGHTING.circumstances),
    ),
    beings={"adversary": sample_npc, "creature": sample_creature},
    bind_inputs={**FILLS, **outside_fights.FILLS, **state_of_mind.FILLS},
    consequences={
        **dict.fromkeys((*ATTACKS, "silent_hold"), state_of_mind.moving()),
        **dict.fromkeys((*LINES, "coup_de_grace"), state_of_mind.moving(_after_shot)),
        "effort_round": state_of_mind.moving(_after_run(lingering.EFFORT)),
        "sprint": state_of_mind.moving(_after_run(lingering.SPRINT)),
        "skill_test": _after_effort,
        "jet_test": lingering.after_jet,
        "grapple_manoeuvre": state_of_mind.moving(_after_manoeuvre),
        "burst": state_of_mind.moving(_after_burst),
        "explosion": _after_explosion,
        "reload": _after_reload,
        "clear_jam": _after_clearing,
        "apply_damage": _wound_marks,
        "fall": _wound_marks,
        "start_combat": _initiative_marks,
        "check_surprise": _surprise_marks,
        "assess": _leaves(lambda state, given, outcome: state.after_assessing(outcome["initiative"])),
        "take_action": state_of_mind.moving(_leaves(_after_action)),
        "full_defence": _leaves(lambda state, given, outcome: replace(state, full_defence=True)),
        "defensive_fighting": _leaves(lambda state, given, outcome: replace(state, defensive=True)),
        **dict.fromkeys(("delay", "prepare"), lambda sheet, given, outcome, who: {}),
        "start_grapple": state_of_mind.moving(_grapple_marks),
        "burn_round": lambda sheet, given, outcome, who: {"on_fire": outcome["on_fire"], **forget(sheet, BEAT)},
        "strangle_round": _after_strangling,
        "suffocate_round": _after_suffocating,
        "lasting_harm": _after_harm,
        "agony_round": _after_agony,
        "wake_up": lambda sheet, given, outcome, who: forget(sheet, BEAT),
        "end_round": _after_round,
        "first_aid": _after_first_aid,
        "record_passive": outside_fights.after_passive_roll,
        "rest_hours": _after_hours,
        "recover_pm": _after_recovery,
        "rest_week": _after_rest_week,
        "spend_destiny": _after_destiny,
        **state_of_mind.AFTER,
        "cast_spell": state_of_mind.after_fright("spell", _after_spell),
        "learn_spell": outside_fights.after_learning,
        "read_tome": state_of_mind.after_fright("tome", _after_reading),
        "award_xp": _after_session,
        **{key: _after_growth(key) for key in ("tick_box", "spend_xp", "change_characteristic")},
    },
    targeting={**AGAINST, **outside_fights.AGAINST},
    ui_inputs={**EXTRA, **outside_fights.EXTRA},
    halves={
        **dict.fromkeys(
            ("attack", "opportunity_attack", "charge", "short_burst", "coup_de_grace"),
            (("total", "damage_rolled"), ("damage_rolled", "protected", "damage_final")),
        ),
        **dict.fromkeys(
            ("attack_sequence", "multiple_fire"),
            (("shots.total", "shots.hit", "shots.critical"), ("shots.hit", "shots.damage_final", "damage_total")),
        ),
        **dict.fromkeys(("start_grapple", "grapple_manoeuvre", "disarm"), (("total",), ("opponent_total",))),
        **dict.fromkeys(("skill_test", "jet_test", "characteristic_test"), (("total",), ())),
    },
    witnessed={
        **dict.fromkeys((*LINES, "charge", "coup_de_grace"), SEEN_OF_ATTACK),
        **dict.fromkeys(("attack_sequence", "multiple_fire"), (*SEEN_OF_ATTACK, "hits")),
        "grapple_manoeuvre": ("accepted", "success", "effect", "hit", *SEEN_OF_TARGET),
        "burst": ("in_range", "fired", "malfunction", *(f"bursts.targets.{name}" for name in SEEN_OF_AREA)),
        "explosion": ("hurt", "killed", *(f"results.{name}" for name in SEEN_OF_AREA)),
        **dict.fromkeys(("skill_test", "jet_test", "characteristic_test"), ("refused", "success")),
        "opposed_test": ("winner",),
        "oppose_recorded": ("active_total", "success"),
        "start_combat": ("order",),
        **dict.fromkeys(("delay", "prepare"), ("order",)),
        "pursuit_round": ("stops",),
        "vehicle_pursuit_round": ("winner", "band", "fleeing_crash", "pursuing_crash"),
        "check_surprise": ("surprised", "surprise_round"),
        "take_action": ("accepted", "reason", "kind", "metres"),
        "start_grapple": ("winner", "grappling"),
        "silent_hold": ("held", "alarm"),
        "disarm": ("disarmed",),
        "sneak_attack": ("victim_state",),
        "first_aid": ("refused", "success", "condition"),
        "apply_damage": ("condition", "shock", "thrown_back", "prone"),
        "fall": ("success", "condition", "shock"),
        "burn_round": ("on_fire", "condition"),
        "end_round": tuple(f"combatants.{name}" for name in ("name", "condition", "on_fire")),
        "agony_round": ("condition",),
        "wake_up": ("woke", "condition"),
        "san_check": ("success", "temp_mad", "indef_mad", "perm_mad"),
        "cast_spell": ("accepted", "works"),
    },
    cannot=cannot,
    out_of_reach=out_of_reach,
    faced=outside_fights.sight,
    for_the_dead=FOR_THE_DEAD,
    on_shown=state_of_mind.on_shown,
    each={"explosion": {"targets": area_inputs}},  # whoever sets it off, and where nobody does
    by_hand=("disease", "count"),
    recompute=recompute_sheet,
    echo=echo_states,
    told_twice=("states",),
    joined=JOINED,
    reads=combatant,
    fighting=FIGHTING,
    chases=CHASES,
    defences=defences,
    life=LIFE,
    clock_lead=minutes_ahead,
    by_name=("san_losses_by_creature",),
    each_scene={  # D100-MISS-11, D100-TEST-08, D100-ROLL-09
        "used_this_scene": False,
        **dict.fromkeys(
            (*outside_fights.KEPT, *lingering.WINDED, *lingering.AIRLESS, "passive_rolls", "away", "pending_san")
        ),
    },
)
