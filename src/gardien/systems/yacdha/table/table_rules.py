"""What the table knows of YACDHA: which inputs come from a sheet, what goes back to it, what falls due (TIM, REC)."""

from typing import Any

import msgspec

from gardien.core.counts import minutes_ahead
from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.scene import TALLY, Being, over
from gardien.core.table_rules import Everybody, TableRules, Targeting, called, kind_called
from gardien.systems.yacdha import pack
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.rules.occupations import has_too_many, highest_level
from gardien.systems.yacdha.sheet.sheet import Creature, Investigator, Npc, sample_creature, sample_npc
from gardien.systems.yacdha.table import aftermath, life
from gardien.systems.yacdha.table.ability import beyond_first_aid, cannot
from gardien.systems.yacdha.table.chases import CHASES
from gardien.systems.yacdha.table.fight import FIGHTING
from gardien.systems.yacdha.table.marks import Marks
from gardien.systems.yacdha.vocabulary import TOP, Gauge

CLAIMS = {"type": "array", "items": {"type": "string", "maxLength": 100}, "maxItems": 20, "default": []}
LEVELS_REST_ON = ("occupations", "actions", "gifts", "age_class")  # whatever else stands there, rightly or not
ON_FOOT = 2  # the speed of people (M-05)
SUFFERING = ("active", "unconscious", "coma")  # states in which an increase of trauma is told of
NAMED = {"type": "string", "maxLength": 100, "default": ""}


def _role_inputs(being: Being, asked: Content) -> dict[str, Any]:
    """Whoever has gone mad is a keeper's character, if any (YAC-GAU-03)."""
    return {"kind": "npc"} if _lasting_status(being) == "mad" else {}


def _lasting_status(being: Being) -> Any:
    """What stands on the sheet, whatever a fight has laid over it."""
    return being.sheet.get("status", "")


def _gauge_inputs(sheet: Being, asked: Content) -> dict[str, Any]:
    gauge = asked.get("gauge")
    known = {"value": sheet[gauge]} if gauge in life.GAUGES and gauge in sheet else {}
    return {**known, **_role_inputs(sheet, asked)}


def _sight(sheet: Content, whom: Content) -> tuple[str, Content] | None:
    """Whoever sees a creature checks madness, unless it looks like anybody (YAC-GAU-05, M-01)."""
    frightens = sheet.get("kind") == "creature" and sheet.get("sight_checks", 1)
    return ("gauge_check", {"gauge": "madness", "event": whom}) if frightens else None


def _stress_inputs(people: Everybody, asked: Content, actor: str) -> dict[str, Any]:
    """Who has faced « Goule 1 » has faced « Goule 2 », once they have thrown as often as the sight of one asks for.

    YAC-GAU-05, M-01: there are creatures that cost two checks, and some that look like anybody.
    """
    event, faced = asked.get("event"), list(people[actor].get("stress_faced") or ()) if actor in people else []
    names = {id: called(one) for id, one in people.items()}
    name = names.get(event["character"], "") if isinstance(event, dict) else event
    if not name:
        return {}
    kind = kind_called(name)
    checks = next((people[id].get("sight_checks", 1) for id, one in names.items() if kind_called(one) == kind), 1)
    others = [one for one in faced if kind_called(one) != kind]
    if not checks:
        return {"exposed": False}
    return {"already_faced": len(faced) - len(others) >= checks, "stress_faced": others}


def _after_stress(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What was faced now is added to all there was."""
    new = outcome["stress_faced"][len(given["stress_faced"]) :]
    return {"stress_faced": [*(sheet.get("stress_faced") or ()), *new]} if new else {}


def _recovery_inputs(sheet: Being, asked: Content) -> dict[str, Any]:
    """A gauge with its floor, and the care that the sheet says it gets (YAC-REC-11)."""
    gauge = asked.get("gauge")
    if gauge not in life.GAUGES or gauge not in sheet:
        return {}
    care = {**sheet.get("recovery", {}).get(gauge, {}), "favourable": life.is_favourable(sheet, gauge)}
    return {"value": sheet[gauge], "floor": life.floor_of(sheet, gauge), **care}


def _survival_inputs(sheet: Being, asked: Content) -> dict[str, Any]:
    status = sheet.get("status", "active")
    return {"status": status if status in SUFFERING else "active", **_role_inputs(sheet, asked)}


def _claim_inputs(sheet: Being, asked: Content) -> dict[str, Any]:
    """The level of what is claimed: the best, never a sum (YAC-OCC-06).

    Where levels are not played, the principal occupation is a major advantage (YAC-ADV-03).
    """
    claims = asked.get("claims")
    if not claims:
        return _role_inputs(sheet, asked)
    if not isinstance(claims, list) or not all(isinstance(claim, str) for claim in claims):
        raise Refusal("field/type", field="claims", came=str(claims)[:60], allowed='["…"]')
    if sheet.get("kind") == "creature":
        return {}
    kind = Npc if sheet.get("kind") == "npc" else Investigator
    known = {name: sheet[name] for name in LEVELS_REST_ON if name in sheet and name in kind.__struct_fields__}
    level, principal = msgspec.convert(known, kind).level_for(*claims), sheet.get("principal_occupation")
    helped = {"personal_advantage": True} if principal and principal in claims else {}
    return {"level": level, **helped, **_role_inputs(sheet, asked)}


def _search_inputs(sheet: Being, asked: Content) -> dict[str, Any]:
    """Only another try at the same search is measured by what the last one brought (YAC-INV-04)."""
    again = isinstance(asked.get("attempt"), int) and asked["attempt"] > 1
    return {**_claim_inputs(sheet, asked), **({} if again else {"best_previous": 0})}


def _team_search_inputs(people: Everybody, asked: Content, actor: str) -> dict[str, Any]:
    """Another try at what others searched before is measured by what they found (YAC-INV-04)."""
    attempt = asked.get("attempt")
    own = people[actor].marks if actor in people else {}
    if not isinstance(attempt, int) or attempt < 2 or "best_previous" in own:
        return {}
    return {"best_previous": max((one.marks.get("best_previous", 0) for one in people.values()), default=0)}


def _after_act(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """The time it took; what a group has found, each of them has; of a clue with a name the whole team keeps it."""
    found = {"best_previous": outcome["best"]} if outcome.get("best") and not given.get("clue") else {}
    return {**found, **life.after_act(sheet, given, outcome)}


def _chase_inputs(people: Everybody, asked: Content, actor: str) -> dict[str, Any]:
    """How fast creatures are stands on their sheets; a group is as fast as its slowest (YAC-CHA-02, M-05)."""
    speeds = {}
    for side in ("pursued", "pursuers"):
        members = (asked.get(side) or {}).get("members") or ()
        there = [people[one["character"]] for one in members if one.get("character") in people]
        speeds[side] = min((one.get("speed", ON_FOOT) for one in there), default=ON_FOOT)
    return {"speeds": speeds} if set(speeds.values()) != {ON_FOOT} else {}


def _first_aid_inputs(sheet: Being, asked: Content) -> dict[str, Any]:
    """Without a patient it is whoever is named, and the carer a stranger (M-11)."""
    return {**_claim_inputs(sheet, asked), **({} if asked.get("patient") else aftermath.wound_inputs(sheet))}


def _learning_inputs(sheet: Being, asked: Content) -> dict[str, Any]:
    """The nature of what one has learnt before; acts that hang on no occupation do not change (YAC-LRN-02).

    What is given up for it is given up level for level (YAC-LRN-01).
    """
    nature, given_up = sheet.get("natures", {}).get(str(asked.get("occupation") or "")), asked.get("given_up")
    steps = asked.get("steps", 1)
    return {
        "learnt_this_year": sheet.get("learning", {}).get("year_used", False),
        "actions": [act for act in sheet.get("actions", ()) if act.get("occupation")],
        **({"nature": nature} if nature else {}),
        **({"lower": {given_up: steps}} if given_up and isinstance(steps, int) else {}),
    }


def fighter_inputs(sheet: Being, asked: Content) -> dict[str, Any]:
    """The weapon a fighter names, as the sheet has it (YAC-COM-09); else the first one, for a creature its own.

    A kind of weapon that is named instead has figures of its own. A torch burns on any sheet (M-03).
    """
    named, weapons = asked.get("weapon_name") or "", list(sheet.get("weapons", ()))
    kind_named = "weapon" in asked and not named
    weapon = None if kind_named else next((one for one in weapons if named in ("", one["name"])), None)
    if named and weapon is None:
        raise Refusal("field/one_of", field="weapon_name", came=named, allowed=[one["name"] for one in weapons])
    chosen = {"trauma_max": weapon["trauma_max"], "mode": weapon["mode"]} if weapon else {}
    if weapon and (known := pack.weapon_called(weapon["name"])):
        chosen["weapon"] = known.key
    if sheet.get("acts") == 0:  # what only swarms about can still be declared for
        chosen["acts"] = 1
    if sheet.get("status") in ("mad", "retired"):
        chosen["status"] = "active"
    return {**chosen, **_claim_inputs(sheet, asked)}


def _end_inputs(sheet: Being, asked: Content) -> dict[str, Any]:
    """Whoever fled is back as they were: the mad are mad (YAC-COM-25)."""
    lost = _lasting_status(sheet) in ("mad", "retired")
    return {**fighter_inputs(sheet, asked), **({"status": "active"} if lost else {})}


def _after_recovery(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """Whole units of the running period; days beyond them stay counted, unless it starts again or none is left."""
    gauge: Gauge = given["gauge"]
    if outcome["value"] == given["floor"]:
        return life.care_anew(sheet, gauge)
    unit, counts = life.UNIT[gauge], {}
    if sheet.tally.get(gauge, 0) >= unit:
        counts = life.left_over(sheet, gauge, given["elapsed"] * unit)
    elif not outcome["progress"]:
        counts = {TALLY: {gauge: None}}
    return {**life.with_progress(sheet, gauge, outcome["progress"]), **counts}


def _after_learning(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    if not outcome["allowed"]:
        return {}
    started = str(sheet.scene.clock // life.DAY + 1)
    learning = {"occupation": given["occupation"], "started": started, "year_used": True}
    natures = {**sheet.get("natures", {}), given["occupation"]: given["nature"]}
    free = [act for act in sheet.get("actions", ()) if not act.get("occupation")]
    kept = [act for act in outcome["actions"] if act["occupation"] in outcome["occupations"]]
    acts = [*free, *({name: act[name] for name in ("name", "occupation", "granted")} for act in kept)]
    return {
        "learning": learning,
        "natures": {name: nature for name, nature in natures.items() if name in outcome["occupations"]},
        "actions": acts,
        **life.year_anew(),
    }


def _after_care(sheet: Being, given: Content, outcome: Content, who: str) -> dict[str, Any]:
    """What became of somebody in a coma; care that has begun goes on (YAC-LUC-09)."""
    if sheet.get("status") != "coma":
        return {}
    if outcome["status"] == "coma":
        return {"coma_care": bool(given["professional_care"] and given["continuous"])}
    return {"status": outcome["status"], "trauma": outcome["trauma"]}


def recompute(before: Being, after: Content, clock: int) -> dict[str, Any]:
    """What follows from a sheet: fresh wounds, coma (YAC-LUC-09), periods of care (YAC-REC-11), luck (YAC-LUC-02)."""
    fate = _fate(before, after)
    after = {**after, **fate}
    fields = over(fate, over(_coma_clock(before, after, clock), aftermath.wounded(before, after, clock)))
    for gauge in life.GAUGES if "recovery" in after else ():
        if after[gauge] > before[gauge]:
            fields = over(fields, life.care_anew({**after, **fields}, gauge, clock))
    if aftermath.is_lost(before) and not aftermath.is_lost(after):
        fields = over(fields, {TALLY: {aftermath.MOURNED: None}})
    rules = life.options_of(before)
    if rules.plays("luck") and after.get("luck", 0) > rules.luck_cap:
        fields["luck"] = rules.luck_cap
    return fields


def _fate(before: Being, after: Content) -> dict[str, Any]:
    """What a value decides by itself, whoever writes it: a gauge that fills up, a floor that rises under one.

    YAC-GAU-03, YAC-GAU-04, YAC-GAU-07, YAC-CRT-02.
    """
    fields: dict[str, Any] = {}
    by_house = dict(after) == dict(before.sheet) and life.options_of(before).plays("mythos")  # that is back in play
    for gauge, cause, masks in (("madness", "mythos", by_house), ("trauma", "sequelae", False)):
        if (masks or after.get(cause, 0) > before.get(cause, 0)) and after.get(gauge, TOP) <= after.get(cause, 0):
            fields[gauge] = min(TOP, after[cause] + 1)
    now = {**after, **fields}
    if now.get("status") not in ("active", "unconscious"):
        return fields

    def fills_up(gauge: str, top: int) -> bool:
        return bool(before.get(gauge, 0) < top <= now.get(gauge, 0))

    if fills_up("trauma", TOP) or fills_up("damage", now.get("boxes", 0)):
        return {**fields, "status": "dead"}
    return {**fields, "status": "mad"} if fills_up("madness", TOP) and now["kind"] == "investigator" else fields


def _beyond_house(sheet: Content, options: Content) -> Refusal | None:
    """The keeper's ceilings hold for every investigator who comes to the table (YAC-CRE-06)."""
    if sheet.get("kind") != "investigator" or not sheet["occupations"]:
        return None
    rules, levels = msgspec.convert(dict(options), Options), sheet["occupations"]
    ceiling, rule = highest_level(sheet["age_class"], rules)
    if max(levels.values()) > ceiling:
        return Refusal("field/range", field="occupations", rule=rule, came=max(levels.values()), low=1, high=ceiling)
    if has_too_many(len(levels), rules):
        most = rules.max_occupations
        return Refusal("field/length_at_most", field="occupations", rule="YAC-CRE-06", high=most, came=len(levels))
    return None


def _coma_clock(before: Content, after: Content, clock: int) -> dict[str, Any]:
    falls, rises = after.get("status") == "coma", before.get("status") == "coma"
    if "coma_since" not in after or falls == rises:
        return {}
    return {"coma_since": clock if falls else None, "coma_care": False, **life.coma_anew()}


TABLE_RULES = TableRules(
    sheets=(Investigator, Npc, Creature),
    marks=Marks,
    harm=lambda sheet: sheet.get("trauma", 0) / 6,
    vital=("trauma",),
    visible=("name", "kind", "status", "held_by", "holding", "surprised"),
    beings={"npc": sample_npc, "creature": sample_creature},
    bind_inputs={
        "gauge_check": _gauge_inputs,
        "luck_survive": _survival_inputs,
        "coma_care": life.coma_inputs,
        "first_aid": _first_aid_inputs,
        "recover": _recovery_inputs,
        "action": _claim_inputs,
        "investigate": _search_inputs,
        "cast_magic": _role_inputs,
        "cooperate": _claim_inputs,
        "compete": _claim_inputs,
        "chase": _claim_inputs,
        "combat_round": fighter_inputs,
        "end_combat": _end_inputs,
        "learn": _learning_inputs,
    },
    table_inputs={
        "gauge_check": _stress_inputs,
        # whoever acts casts alone, unless somebody says who does (YAC-MAG-01)
        "cast_magic": lambda people, asked, actor: {"casters": [{"character": actor}]} if actor else {},
        "end_scenario": aftermath.end_inputs,
        "investigate": _team_search_inputs,
        "cooperate": _team_search_inputs,
        "chase": _chase_inputs,
        # the table's own clock (YAC-TIM-01)
        "clock_advance": lambda people, asked, actor: {
            "clock": max((one.scene.clock for one in people.values()), default=0)
        },
    },
    targeting={
        "first_aid": Targeting(
            "patient",
            aftermath.patient_inputs,
            optional=True,
            oneself=True,
            changes_target=True,
            cannot=beyond_first_aid,
            helps=True,
        ),
    },
    consequences={
        "gauge_check": _after_stress,
        "recover": _after_recovery,
        "study_mythos": lambda sheet, given, outcome, who: life.left_over(
            sheet, life.STUDY, given["months"] * life.MONTH
        ),
        "learn": _after_learning,
        "coma_care": _after_care,
        "first_aid": aftermath.after_first_aid,
        **dict.fromkeys(("action", "investigate", "cooperate"), _after_act),
    },
    after_all={"end_scenario": aftermath.after_scenario, "end_combat": aftermath.after_combat},
    passes={
        "recover": lambda given, outcome: 0 if "refused" in outcome else given["elapsed"] * life.UNIT[given["gauge"]],
        "clock_advance": lambda given, outcome: given["minutes"],
    },
    cannot=cannot,
    faced=_sight,
    partakers={
        "cooperate": ("members",),
        "compete": ("sides",),
        "chase": ("pursued", "pursuers"),
        "cast_magic": ("casters",),
        "end_scenario": ("survivors",),
    },
    each_scene={"best_previous": None},
    by_name=("stress_faced",),
    group={"scenario": 1, "milestones": 0, "information": {}},
    ui_inputs={
        **{key: {"claims": CLAIMS} for key in ("action", "investigate", "cooperate", "compete", "chase", "first_aid")},
        "combat_round": {"claims": CLAIMS, "weapon_name": NAMED},
        "learn": {"given_up": NAMED},
    },
    apparent={"compete": ("sides.name", "sides.members.name")},
    halves={"action": (("result",), ()), "investigate": (("result", "tier"), ())},
    witnessed={
        "action": ("rolled", "success", "degree", "status"),
        "investigate": ("rolled", "success", "status"),
        "gauge_check": ("rolled", "raised", "status"),
        "cooperate": ("rolled", "success", "degree"),
        "compete": ("winner",),
        "chase": ("escaped",),
        "cast_magic": ("success", "degree"),
        "luck_survive": ("status",),
        "coma_care": ("status",),
        "first_aid": ("rolled", "success"),
        "combat_round": (
            "rolled",
            "refused",
            *(f"actions.{field}" for field in ("actor", "target", "act", "success", "degree", "trauma", "critical")),
            "after.*.status",
        ),
        "end_combat": ("after.*.status",),
        "clock_advance": ("clock",),
    },
    admits=_beyond_house,
    removed=aftermath.after_removal,
    by_hand=("armour",),
    recompute=recompute,
    fighting=FIGHTING,
    chases=CHASES,
    life=life.LIFE,
    clock_lead=minutes_ahead,
)
