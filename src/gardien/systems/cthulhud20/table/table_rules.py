"""What the table knows of Cthulhu d20: what sheets fill in, what goes back to them, what falls due (HP, BLEED, SAN)."""

from typing import Any

import msgspec

from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.scene import TALLY, tally_of
from gardien.core.table_rules import REFERENCE, WORD, BindInputs, Consequence, TableRules, least_left, of_actor, of_seat
from gardien.systems.cthulhud20.rules.body.bleeding_and_rest import DAY, MINUTE
from gardien.systems.cthulhud20.rules.destiny import ON_BODIES
from gardien.systems.cthulhud20.rules.growth.skill_points import refuse_more_ranks
from gardien.systems.cthulhud20.rules.mind.madness import MINUTES_A_MONTH
from gardien.systems.cthulhud20.rules.tests.modifiers import check_parts, total
from gardien.systems.cthulhud20.sheet.recompute import weapons_of
from gardien.systems.cthulhud20.sheet.samples import sample_creature, sample_person
from gardien.systems.cthulhud20.sheet.sheet import Creature, Investigator, Npc
from gardien.systems.cthulhud20.table import consequences, weapon_use
from gardien.systems.cthulhud20.table.allowed_acts import cannot, out_of_reach
from gardien.systems.cthulhud20.table.chases import CHASES
from gardien.systems.cthulhud20.table.consequences import GESTURE, GESTURE_BONUS
from gardien.systems.cthulhud20.table.fight import FIGHTING, defences
from gardien.systems.cthulhud20.table.fighter import combatant, somebody
from gardien.systems.cthulhud20.table.life import ANALYSED, BED, EXPOSURE, LIFE, OUT_OF_WATER
from gardien.systems.cthulhud20.table.marks import Marks
from gardien.systems.cthulhud20.table.outside_fights import award_inputs, bedside_inputs, id_of, sight
from gardien.systems.cthulhud20.table.targeting import AGAINST, aim_inputs, losing_aim

# ---- whom an act takes as a whole ----

ATTACKERS = (
    *("attack", "full_attack", "cleave", "finishing_blow", "attack_traditional", "attack_bonus", "odds_attack"),
    *("odds_attacks", "grapple", "grapple_action", "trip", "disarm", "push", "opportunity", "aid_another"),
)
VICTIMS = (
    *("apply_wound", "apply_shock", "faint_save", "stabilise", "advance_time", "apply_condition", "odds_stabilise"),
    *("natural_cause", "lasting_cause", "fall", "collision", "extinguish", "drowning", "exposure", "poison", "disease"),
)
ACTORS: dict[str, str] = {
    **dict.fromkeys(ATTACKERS, "attacker"),
    **dict.fromkeys(VICTIMS, "victim"),
    **dict.fromkeys(("care", "surgery", "revive"), "healer"),
    **dict.fromkeys(("check", "save", "effort", "spend_destiny", "damage_ability"), "character"),
    **dict.fromkeys(("level_up", "take_feat", "derived_values"), "character"),
    **dict.fromkeys(("begin_turn", "movement", "ready"), "combatant"),
    **dict.fromkeys(("cast_spell", "harming_touch"), "caster"),
    "zone_ca": "target",
    "chase": "fugitive",
}
PEOPLE = ("start_fight", "tracking_sheet", "explosion", "spend_group_destiny", "healing_touch")  # others in the inputs


# ---- what a sheet fills in ----


def skill_total(sheet: Content, skill: str) -> int:
    """What a skill comes to, all that weighs on it counted (CD20-P-CHECK-01)."""
    return total(check_parts(combatant(sheet), skill))


def _of_skill(name: str, *skills: str) -> BindInputs:
    """A finished number: the skill that is named beside it, else the best of those it may rest on."""

    def own(sheet: Content, asked: Content) -> dict[str, Any]:
        named = str(asked.get("skill_name") or "")
        return {name: max(skill_total(sheet, one) for one in ([named] if named else skills))}

    return own


def _resting(sheet: Content, asked: Content) -> dict[str, Any]:
    """An undisturbed time counts as rest, a round of a fight does not (CD20-HP-06)."""
    rested = {"resting": not asked.get("rounds"), "rested_rounds": sheet.get("rested_rounds", 0)}
    return {**rested, "bed_care": BED in tally_of(sheet)}


def _mind(sheet: Content, asked: Content) -> dict[str, Any]:
    """The hour in which losses add up, and whether the mind was lost already (CD20-P-SAN-04, CD20-P-SAN-05)."""
    lasting = any(one["kind"] == "indefinite" for one in sheet.get("insanity") or ())
    started = sheet.get("san_at_hour_start") if sheet.get("san_lost_this_hour") else None
    return {"already_indefinite": lasting, "san_at_hour_start": started}


def _active_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """Whoever tries something against somebody: a skill, or an ability (CD20-P-CHECK-02)."""
    known = {name: sheet[name] for name in _COMBATANT if name in sheet} | somebody(sheet)
    body = {name: value for name, value in known.items() if value is not None and name != "name"}
    tried = {name: asked[name] for name in ("skill", "ability", "modifier") if asked.get(name)}
    return {"active": {REFERENCE: body, **tried}}


def _for_oneself(sheet: Content, asked: Content) -> dict[str, Any]:
    """Blood that stops and senses that are kept are one’s own, where nobody else is named (CD20-P-DEST-01)."""
    if asked.get("victim") or asked.get("effect") not in ON_BODIES:
        return {}
    return {"victim": msgspec.to_builtins(combatant(sheet))}


def _read(**fields: str) -> BindInputs:
    """Inputs that stand on the sheet, or lie on it, under another name."""
    return weapon_use.actor_inputs(
        lambda sheet, asked: {name: sheet[field] for name, field in fields.items() if field in sheet}
    )


def _in_the_cold(sheet: Content, asked: Content) -> dict[str, Any]:
    """Each cause has its own count, and does nothing to whoever it does nothing to (CD20-P-ENV-04, P-CREA-03)."""
    if asked.get("cause") in (sheet.get("immunities") or ()):
        raise Refusal("act/immune", kind="refused", field="victim", rule="CD20-P-CREA-03")
    if sheet.get("exposure_cause", asked.get("cause")) != asked.get("cause"):
        return {}
    return {"checks_made": sheet.get("exposure_checks", 0), "failures_running": sheet.get("exposure_failures", 0)}


def _with_help(sheet: Content, asked: Content) -> dict[str, Any]:
    """Whoever is put out by somebody else is helped (CD20-P-ENV-03)."""
    return {"helped": True} if id_of(asked, "victim") not in ("", getattr(sheet, "id", "")) else {}


def _illness(sheet: Content, asked: Content) -> dict[str, Any]:
    """Good days running, on another day of an illness that somebody has (CD20-P-DIS-01)."""
    held = {one["disease"]: one["successes_running"] for one in sheet.get("diseases") or ()}
    return {"successes_running": held.get(asked.get("disease"))} if asked.get("stage") == "daily" else {}


_COMBATANT = tuple(name for name in combatant({}).__struct_encode_fields__)

FILLS: dict[str, BindInputs] = {
    **dict.fromkeys((*ACTORS, *PEOPLE), weapon_use.actor_inputs()),
    **{key: weapon_use.weapon_inputs(key) for key in weapon_use.ARMED},
    "reload": weapon_use.reload_inputs,
    "clear_jam": weapon_use.clear_jam_inputs,
    "take_aim": aim_inputs,
    "advance_time": weapon_use.actor_inputs(_resting),
    "lasting_cause": weapon_use.actor_inputs(lambda sheet, asked: consequences.lasting_cause_inputs(sheet)),
    "effort": weapon_use.actor_inputs(lambda sheet, asked: {"kind": None}),
    "derived_values": weapon_use.actor_inputs(lambda sheet, asked: {"weapons": weapons_of(sheet)}),
    "opposed_check": weapon_use.actor_inputs(_active_inputs),
    "sanity_check": _mind,
    "study_tome": _of_skill("bonus", "research"),
    "long_term_care": _of_skill("bonus", "first_aid", "knowledge_medicine"),
    "drowning": _read(checks_made="drowning_checks", already_failed="drowning_failed"),
    "exposure": weapon_use.actor_inputs(_in_the_cold),
    "extinguish": weapon_use.actor_inputs(_with_help),
    "disease": weapon_use.actor_inputs(_illness),
    "opportunity": _read(used_this_round="openings_used"),
    "movement": weapon_use.actor_inputs(lambda sheet, asked: {"run_round": int(sheet.get("run_rounds", 0)) + 1}),
    "spend_destiny": weapon_use.actor_inputs(_for_oneself),
    # the gesture that came before a spell makes it harder to resist (CD20-P-MAG-02)
    "cast_spell": weapon_use.actor_inputs(
        lambda sheet, asked: {"dc_bonus": GESTURE_BONUS} if sheet.get(GESTURE) else {}
    ),
    **dict.fromkeys(("harming_touch", "healing_touch"), _read(caster_level="level")),
    "award_experience": lambda sheet, asked: {"challenge": None},
    "convert_creature": lambda sheet, asked: {"attacks": None},
}
PERSON = {"type": "object", "default": {}}
EXTRA: dict[str, dict[str, Any]] = {
    **{key: {"weapon_name": WORD} for key in ("attack_bonus", "odds_attack", "odds_attacks", "lethality")},
    "opposed_check": {
        **dict.fromkeys(("skill", "ability", "opponent_skill"), WORD),
        "modifier": {"type": "integer", "default": 0},
        "opponent": PERSON,
    },
    **{key: {"creature": PERSON} for key in ("sanity_check", "regain_sanity")},
    **{key: {"skill_name": WORD} for key in ("study_tome", "long_term_care")},
}

# ---- what others see ----

SEEN_OF_BODY = ("state", "prone", "severity", "zone", "part_lost", "shock", "dead_at_once")
SEEN_OF_ATTACK = ("refused", "allowed", "reason", "result", "hit", "jammed", *SEEN_OF_BODY)
SEEN_OF_AREA = tuple(f"results.{name}" for name in ("name", "result", *SEEN_OF_BODY))
DID, BEFELL = ("attack_total",), ("zone_ca", "gb", "pf_loss", "pv_loss")  # one’s own half of a blow
SEEN_OF_HOLD = ("touched", "held", "success", "effect", "state")

# ---- what is written ----

CONSEQUENCES: dict[str, Consequence] = {
    **dict.fromkeys(("attack", "full_attack", "cleave", "finishing_blow"), consequences.after_blow("weapon", "")),
    "suppressive_fire": consequences.after_barrage,
    "explosion": consequences.after_explosion,
    # one act is kept until the next turn (CD20-P-ACT-03)
    "ready": lambda sheet, given, outcome, who: (
        {"readied": given.get("occasion") or "readied"} if who and outcome["allowed"] else {}
    ),
    "surgery": of_seat("patient", consequences.after_surgery),
    # a day in bed is worth more to those whom somebody looked after (CD20-P-HEAL-02)
    "long_term_care": lambda sheet, given, outcome, who: (
        {TALLY: {BED: DAY}} if who in given.get("tended", ()) and outcome.get("success") else {}
    ),
    # a month of treatment, whatever it gave (CD20-P-SAN-06)
    "psychoanalysis": of_actor(lambda sheet, given, outcome, who: {TALLY: {ANALYSED: MINUTES_A_MONTH * MINUTE}}),
    "regain_sanity": consequences.after_victory,
    "harming_touch": consequences.after_blow("harming_touch"),
    **{key: consequences.noting_wound_source("victim", "cause", key) for key in ("natural_cause", "fall", "collision")},
    "attack_traditional": consequences.after_traditional_attack,
    "reload": weapon_use.after_reload,
    "clear_jam": weapon_use.after_clearing,
    "start_fight": consequences.after_start_fight,
    "movement": of_seat("combatant", consequences.after_movement),
    "cast_spell": consequences.after_spell,
    **dict.fromkeys(("take_aim", "opportunity", "delay"), lambda sheet, given, outcome, who: {}),
    "apply_condition": consequences.after_imposing,
    "poison": of_seat("victim", consequences.after_poison),
    "disease": of_seat("victim", consequences.after_disease),
    "damage_ability": consequences.after_condition("character"),
    "lasting_cause": consequences.told_of("lasting_cause", of_seat("victim", consequences.after_lasting_cause)),
    "drowning": consequences.told_of("drowning"),
    "extinguish": consequences.after_extinguishing,
    "stabilise": consequences.after_stabilising,
    # whoever is brought to their senses is out of the water: nothing is counted any more (CD20-P-ENV-05)
    "revive": of_seat("victim", lambda sheet, given, outcome, who: dict(OUT_OF_WATER)),
    "exposure": of_seat("victim", consequences.after_exposure),
    "sanity_check": consequences.after_sanity_check,
    "sanity_collapse": consequences.told_of("sanity_collapse", consequences.after_collapse),
    "study_tome": consequences.after_study,
    "award_experience": consequences.after_award,
    "level_up": consequences.after_growth,
}
DISTURBING = ("movement", "reload", "clear_jam", "care", "check", "cast_spell", "healing_touch", "extinguish", "revive")


TABLE_RULES = TableRules(
    sheets=(Investigator, Npc, Creature),
    marks=Marks,
    by_name=("overcome",),
    harm=least_left(("pv", "pv_max"), ("pf", "pf_max")),
    vital=("pv", "pv_max", "pf", "pf_max"),
    visible=(
        *("name", "kind", "state", "prone", "conditions", "lost_parts", "gender", "size", "tables", "burning"),
        *("stands", "floored", *FIGHTING.circumstances),
    ),
    beings={"sample": sample_person, "creature": sample_creature},
    bind_inputs=FILLS,
    table_inputs={"long_term_care": bedside_inputs, "award_experience": award_inputs},
    consequences={**CONSEQUENCES, **{key: losing_aim(CONSEQUENCES.get(key)) for key in DISTURBING}},
    actors=ACTORS,
    targeting=AGAINST,
    ui_inputs=EXTRA,
    halves={
        **dict.fromkeys(("attack", "cleave", "finishing_blow"), (DID, BEFELL)),
        "full_attack": (tuple(f"results.{name}" for name in DID), tuple(f"results.{name}" for name in BEFELL)),
        "attack_traditional": (("attack_total", "damage"), ("damage_taken",)),
        **dict.fromkeys(("check", "save"), (("total",), ())),
        "spend_destiny": (("total", "success"), ()),
        **dict.fromkeys(("grapple", "trip"), (("touch_total", "attacker_total"), ("target_total",))),
    },
    witnessed={
        **dict.fromkeys(("attack", "cleave", "finishing_blow", "harming_touch"), SEEN_OF_ATTACK),
        "full_attack": (*SEEN_OF_ATTACK, "attacks_made", *(f"results.{name}" for name in SEEN_OF_ATTACK)),
        "attack_traditional": ("refused", "hit", "destroyed"),
        **dict.fromkeys(("explosion", "suppressive_fire"), ("hurt", "killed", *SEEN_OF_AREA)),
        **dict.fromkeys(("grapple", "grapple_action"), SEEN_OF_HOLD),
        "trip": ("touched", "tripped"),
        "disarm": ("disarmed",),
        "push": ("pushed", "distance_m"),
        "aid_another": ("aided", "bonus"),
        "movement": ("allowed", "reason", "distance_m"),
        "start_fight": ("order", "surprise_round"),
        "delay": ("order",),
        "ready": ("allowed",),
        "check": ("refused", "success"),
        "opposed_check": ("winner",),
        "save": ("success",),
        "chase": ("result", "minutes"),
        **dict.fromkeys(("care", "revive", "surgery"), ("refused", "success", "state")),
        **dict.fromkeys(("apply_wound", "natural_cause", "fall", "collision"), SEEN_OF_BODY),
        "lasting_cause": ("severity", "state"),
        **dict.fromkeys(("faint_save", "apply_shock", "drowning", "exposure", "poison", "effort"), ("state", "prone")),
        "advance_time": ("state", "bleeding"),
        "extinguish": ("extinguished",),
        "sanity_check": ("success", "temporary", "indefinite", "zero", "effect"),
        "sanity_collapse": ("stopped", "permanent"),
        "cast_spell": ("refused", "cast", "affected"),
        **dict.fromkeys(("spend_destiny", "spend_group_destiny"), ("accepted", "reason")),
    },
    cannot=cannot,
    out_of_reach=out_of_reach,
    faced=sight,
    orders=("prone", "stance"),
    by_hand=("dodge_bonus", "money"),
    own_hand=lambda before, after: refuse_more_ranks(before, after) if "core_skills" in after else None,
    recompute=consequences.follow,
    reads=combatant,
    fighting=FIGHTING,
    chases=CHASES,
    defences=defences,
    life=LIFE,
    each_scene={
        **dict.fromkeys((*EXPOSURE, "away", "gesture")),
        **dict.fromkeys(("running", "run_rounds", "in_hand", "moved", "stepped")),
        **OUT_OF_WATER,
    },
    group={"group_destiny": 1},
)
