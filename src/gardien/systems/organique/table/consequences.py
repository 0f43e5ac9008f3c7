"""What results leave on a sheet beyond the changes they name: turns, causes, effort, poison, fire (TURN, END, POI)."""

from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.fighting import Content
from gardien.core.scene import TALLY, Being, tally_of
from gardien.systems.organique import pack
from gardien.systems.organique.rules.body.endurance import PSYCHIC
from gardien.systems.organique.rules.body.losses import spend_end
from gardien.systems.organique.rules.character import Dose
from gardien.systems.organique.rules.fight.bonds import Aim
from gardien.systems.organique.rules.fight.state import Standing
from gardien.systems.organique.rules.psychic import effort_of
from gardien.systems.organique.rules.substances import courses
from gardien.systems.organique.rules.substances.poisons import advance_doses
from gardien.systems.organique.rules.substances.timed_effects import DAY, Lasting
from gardien.systems.organique.rules.tests.feats import is_exhausting
from gardien.systems.organique.rules.tests.skills import skill_row
from gardien.systems.organique.table import fighter, intrusions, weapon_use
from gardien.systems.organique.table.ailments import INFECTION, disease_fields, ended
from gardien.systems.organique.table.power_effects import also, under_control

COLD = "cold_failures"
TENDED = ("draw", "pick_up", "free_weapon", "reload", "clear_jam", "coat", "put_out")  # what changes more than a turn
PANIC = 10  # a fear failed by so much (M21)
FIRE = "fire"  # a count: a turn of fire that has not told yet
OVER, TICKS = "turn", "ticks"  # counts: a turn that is over, a poison that strikes now (ORG-TURN-05, ORG-POI-02)
TOLD, DRESSED = "wounds_told", "wounds_dressed"  # counts of wounds: answered for, dressed with what there was
FATIGUE = "fatigue_period"  # a count: minutes of an effort that cost a point


# ---- a fight ----


def after_initiative(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What initiative brought; a whole turn; whoever saw nothing coming cannot react yet (ORG-INIT-01, ORG-INIT-02).

    Wounds from before the fight are none of its own (ORG-AFT-03, ORG-AFT-04).
    """
    names = [one["name"] for one in given["combatants"]]
    if who not in names:
        return {}
    place, reacts = outcome["order"].index(who) + 1, outcome["reactions"].get(who, 1)
    entered = fighter.fighter_of(sheet).entered(outcome["totals"][names.index(who)], place, not reacts)
    told = {} if "initiative_total" in sheet else {TALLY: {TOLD: len(sheet.get("wounds") or ())}}
    return {**fighter.marks_after(sheet, lambda fight: fight.having("", entered)), **told}


def after_free_action(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A free action: what it is paid with, a weapon seen to, an eye on a target (ORG-FREE-01 to 05)."""
    paid, kind = given.get("paid_with", "action"), given["kind"]
    done = outcome.get("done", True) or "save" not in outcome
    word = weapon_use.chosen_word(sheet, {"action": "shoot"}) if kind == "aim" else ""

    def acted(fight: Standing) -> Standing:
        turn = fight.people[""].turn.freely(None if paid == "reaction" else paid == "half_action")
        old = fight.bonds.aim("")
        at = old.on if old and given.get("opponent") else ""  # whom, is told where both are known
        aim = Aim("", at, word) if kind == "aim" else None  # all else loses it
        after = fight.with_turn("", turn)
        return after.with_bonds(fight.bonds.aiming("", aim)) if done else after

    tended = kind in TENDED and outcome.get("weapon_recovered", outcome["done"]) and done
    return {**fighter.marks_after(sheet, acted), **(weapon_use.after_tending(sheet, given) if tended else {})}


def after_turn_change(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A turn that was split, converted or put off (ORG-TURN-02 to 04); one that is only thought of changes nothing."""
    steps, turn = list(given["steps"]), fighter.turn_of(sheet)
    if not turn.counted or not steps or steps[:-1] != list(turn.moments) or not outcome["allowed"][-1]:
        return {}
    changed = replace(turn, waiting=True) if steps[-1] == "wait" else turn.after(steps[-1])
    return fighter.marks_after(sheet, lambda fight: fight.with_turn("", changed))


def after_act(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """An act that takes the action of a turn, and cartridges where it fires (ORG-TURN-01, M9)."""
    return {**fighter.action_fields(sheet, given), **weapon_use.after_wielding(sheet, given, outcome)}


def after_swarm_attack(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The action of a turn; shots into a swarm are shots of what is in the hand (ORG-MON-05, M9)."""
    shot = given.get("action") == "shoot" and "total" in outcome  # not lost to pain before (ORG-ACT-06)
    weapon = weapon_use.chosen_weapon(sheet, given)[1] if shot else None
    return after_act(sheet, {**given, "weapon": weapon}, outcome, who)


def after_covering_fire(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A zone under fire: the action and the cartridges of whoever fires, the reactions of those in it (ORG-ACT-01)."""
    if not who:
        return after_act(sheet, given, outcome, who)
    reaction = next((one.get("reaction") or {} for one in given["targets"] if one["name"] == who), {})
    return fighter.reaction_fields(sheet, reaction) if outcome["success"] else {}


def wounds_told(sheet: Content) -> int:
    """Wounds whose pain and dirt somebody has answered for after an earlier fight (ORG-AFT-03, ORG-AFT-04)."""
    return tally_of(sheet).get(TOLD, 0)


def are_dressed(sheet: Content) -> bool:
    """Whether no wound has come since somebody was last cared for with improvised material (M17)."""
    return tally_of(sheet).get(DRESSED, 0) >= len(sheet.get("wounds") or ())


def after_fight(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The infected after a fight; what of its wounds was asked is not asked again (ORG-AFT-03, ORG-AFT-04)."""
    result = (outcome.get("results") or {}).get(who) or {}
    if not result:
        return {}
    old = list(sheet.get("wounds") or ())[: wounds_told(sheet)]
    new = (result.get("state") or {}).get("wounds", list(sheet.get("wounds") or ())[len(old) :])
    fields = {"wounds": [*old, *new], TALLY: {TOLD: len(old) + len(new)}}
    ill = disease_fields(sheet, INFECTION, fighter.rules(given.get("options") or {})) if result.get("infected") else {}
    return {**ill, **fields}


# ---- endurance, by cause ----


def end_lost_fields(sheet: Being, cause: str, points: float) -> dict[str, Any]:
    """Points of END more that a cause has taken (ORG-END-08)."""
    lost = dict(sheet.get("end_lost") or {})
    return {"end_lost": {**lost, cause: lost.get(cause, 0) + points}} if points else {}


def after_exertion(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A feat that asks for half of one’s strength costs a turn of breath, as fighting does (ORG-END-02)."""
    if not outcome.get("exhausting"):
        return {}
    return fighter.other_action_fields(sheet) if fighter.fights(sheet) else _breath_fields(sheet, given)


def after_run(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A turn at half of one’s speed or more (ORG-END-02); in a fight what one does of a turn costs it already."""
    ran = outcome["allowed"] and outcome["exhausting"] and not fighter.fights(sheet)
    return _breath_fields(sheet, given) if ran else {}


def after_strength_test(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Any test of FOR that asks for half of it, of both who pull at one thing (ORG-END-02)."""
    asked = {given.get(name) for name in ("characteristic", "first", "second")}
    if asked == {None} and (row := skill_row(str(given.get("skill")))):
        asked = {row.characteristic}
    tried = "FOR" in asked and outcome.get("can_try", True) and not fighter.fights(sheet)
    strained = tried and is_exhausting(fighter.person(sheet), given["difficulty"])
    return _breath_fields(sheet, given) if strained else {}


def after_skill_test(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A skill at work in a network, or with all of one’s strength (ORG-HACK-04, ORG-END-02)."""
    network = intrusions.network_consequence("skill_test")(sheet, given, outcome, who)
    return {**network, **after_strength_test(sheet, given, outcome, who)}


def _breath_fields(sheet: Being, given: Content) -> dict[str, Any]:
    """A turn of effort: a point of END."""
    tired = spend_end(fighter.person(sheet), 1, fighter.rules(given.get("options") or {})).person
    return fighter.body_fields(sheet, tired)


def after_fatigue(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A long effort: what it cost comes back as slowly as it went (ORG-END-07, ORG-END-08)."""
    if not outcome.get("end_lost"):
        return {}
    return {**end_lost_fields(sheet, "fatigue", outcome["end_lost"]), TALLY: {FATIGUE: given.get("period_minutes", 5)}}


def weary_fields(sheet: Being, change: int) -> dict[str, Any]:
    """END that is lower for a day only; the collapses of the day before are answered for (ORG-END-10)."""
    weary = Lasting(kind="symptom", key="weary", count=DAY, changes={"END": change})
    return {"collapses": 0, **({"lasting": fighter.lists([*fighter.lasting_of(sheet), weary])} if change else {})}


def after_weariness(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The same where the game master says how much: as something that lasts, so that it comes back by itself."""
    fields = {"changes": sheet.get("changes") or {}, "end_now": sheet.get("end_now")} if outcome["end_change"] else {}
    return {**fields, **weary_fields(sheet, outcome["end_change"])}


def after_power(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A power costs END of its own kind, and the action of a turn; what it does, it does as long as its margin says.

    ORG-END-05, M7.
    """
    key = str(given.get("power") or "")
    if not who:
        felt = also(sheet, courses.upon_oneself(key, outcome["margin"])) if outcome["success"] and key else {}
        if key and outcome.get("self_resisted") is False:  # who reaches for all, for themselves too (ORG-PSY-05)
            felt = under_control(sheet, key, outcome["margin"])
        return {
            **end_lost_fields(sheet, "psychic", effort_of(bool(given.get("enhanced")))),
            **fighter.other_action_fields(sheet),
            **felt,
        }
    result = next((one for one in outcome.get("targets") or () if one["name"] == who), None)
    if result is None:
        return {}
    spent: dict[str, Any] = {}
    if "resist_total" in result and fighter.fights(sheet):  # with a reaction, in a fight (ORG-REA-06, ORG-MOD-05)
        spent = {**fighter.reaction_fields(sheet, {"kind": "dodge"}), **fighter.steady_fields(sheet)}
    return {**spent, **(under_control(sheet, key, result["margin_faced"]) if result["controlled"] and key else {})}


def after_save(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A fright stays for the scene: −4 to everything, or panic (ORG-SYM-13, M21)."""
    if given["kind"] != "fear" or outcome["success"]:
        return {}
    return {"panicked": True} if outcome["failed_by"] >= PANIC else {"afraid": True}


def after_resistance(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Whoever shakes off a power is free of it (ORG-PSY-03)."""
    if given["kind"] != "mind_control" or not outcome["success"]:
        return {}
    own = (one for one in fighter.lasting_of(sheet) if one.source == courses.POWER)
    shaken = tuple(one for one in own if one.level <= given["attacker_margin"])
    return ended(sheet, shaken) if shaken else {}


def after_effort(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What came of psychic effort is kept apart; the rest is exhaustion (ORG-END-08)."""
    psychic = given["causes"].count("psychic") * PSYCHIC * given.get("turns", 1)
    return end_lost_fields(sheet, "psychic", min(psychic, outcome.get("end_lost") or 0))


def after_rest(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What rest gave back, cause by cause (ORG-END-08)."""
    left = {cause: one - outcome["regained"].get(cause, 0) for cause, one in (sheet.get("end_lost") or {}).items()}
    return {"end_lost": {cause: one for cause, one in left.items() if one > 0}}


# ---- poison, fire ----


def toxin_fields(sheet: Being) -> dict[str, Any]:
    """END that poison takes as it strikes now: it comes back by the hour, not by the turn (ORG-DMG-07, ORG-END-08)."""
    struck = advance_doses(tuple(msgspec.convert(one, Dose) for one in sheet.get("doses") or ()))[1]
    taken = sum(pack.poison(one).end for one in struck)
    return end_lost_fields(sheet, "toxin", min(taken, max(0, sheet.get("end_now") or 0)))


def after_turn(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A turn of a fight that has told waits no more; END that poison took is kept apart (ORG-TURN-05, ORG-END-08)."""
    return {TALLY: {OVER: None}, **(toxin_fields(sheet) if who else {})}


def after_tick(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The pain of a poison, as all it does, until it strikes again or is over (ORG-SYM-01, ORG-POI-03, M13)."""
    told: dict[str, Any] = {TALLY: {TICKS: None}, **toxin_fields(sheet)}
    pain = (outcome["saves"].get("suffering") or {}).get("failed_by")
    if not pain:
        return told
    rows = [pack.poison(one["poison"]) for one in sheet["doses"]]
    venom = next(row for row in rows if any(one.ailment == "suffering" for one in row.ailments))
    now = sheet.scene.clock
    until = now + courses.minutes_of(venom.every)
    felt = Lasting(kind="suffering", source=venom.key, level=pain, since=now, until=until)
    return {**told, "lasting": fighter.lists([*fighter.lasting_of(sheet), felt])}


def after_fire(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """A turn of fire less (ORG-DMG-01, M9)."""
    if not sheet.tally.get(FIRE):
        return {}
    burnt = fighter.fighter_of(sheet).burnt()
    return {**fighter.marks_after(sheet, lambda fight: fight.having("", burnt)), TALLY: {FIRE: None}}


# ---- days without ----


def cold_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """Failures in the cold before; whoever has been warmed begins anew (ORG-DMG-02)."""
    return {"failures_before": sheet.get(COLD) if sheet.get("halved") else None}


def after_cold(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The first failure in the cold is not the last: they are counted until somebody is warmed (ORG-DMG-02)."""
    failures = int(given.get("failures_before") or 0) + outcome["failures"]
    return {**({COLD: failures} if failures else {}), **hour_told(sheet, "cold")}


def hour_told(sheet: Being, procedure: str) -> dict[str, Any]:
    """An hour out there that has told on somebody."""
    full = f"{procedure}/full"
    return {TALLY: {full: None}} if sheet.tally.get(full) else {}


def days_told(sheet: Being, procedure: str, days: int) -> dict[str, Any]:
    """Days without, of those that are counted, that have told on somebody."""
    since = {"hunger": "no_food_since", "thirst": "no_water_since"}[procedure]
    if sheet.get(since) is None:
        return {}
    return {TALLY: {procedure: sheet.tally.get(procedure, 0) + days}}


def after_hunger(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Days without food are counted: so many days of meals give END back (ORG-DMG-10)."""
    if "days_hungry" not in sheet:
        return {}
    days = given.get("days", 1)
    return {"days_hungry": sheet["days_hungry"] + days, **days_told(sheet, "hunger", days)}
