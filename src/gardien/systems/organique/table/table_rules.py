"""What the table knows of the organic rules: what sheets fill in, what goes back to them, what falls due."""

from collections.abc import Callable, Mapping
from typing import Any

from gardien.core.fighting import Content
from gardien.core.scene import Being
from gardien.core.table_rules import WORD, BindInputs, Consequence, TableRules, least_left, of_actor
from gardien.systems.organique import pack
from gardien.systems.organique.rules.network.moves import entry_inputs, possible
from gardien.systems.organique.rules.network.scene import LEAVES, WATCHED
from gardien.systems.organique.rules.substances.courses import POWER
from gardien.systems.organique.rules.substances.timed_effects import immunity
from gardien.systems.organique.sheet.recompute import follow
from gardien.systems.organique.sheet.samples import sample_creature, sample_person, sample_robot, sample_swarm
from gardien.systems.organique.sheet.sheet import Creature, Npc, Runner
from gardien.systems.organique.table import ailments, consequences, drug_use, intrusions
from gardien.systems.organique.table.ability import cannot
from gardien.systems.organique.table.chases import CHASES
from gardien.systems.organique.table.fight import FIGHTING, unpaid
from gardien.systems.organique.table.fighter import (
    lasting_of,
    other_action_fields,
    read,
    rules_for,
    somebody,
    standing_inputs,
    turn_of,
)
from gardien.systems.organique.table.life import LIFE, ahead, arrives, dependency_inputs
from gardien.systems.organique.table.marks import Marks
from gardien.systems.organique.table.offers import decrypting, defences
from gardien.systems.organique.table.power_effects import POWERS, is_enhanced, power_of, without_power
from gardien.systems.organique.table.targeting import AGAINST, handling
from gardien.systems.organique.table.weapon_use import acting, chosen_weapon, tending, weapon_inputs

# ---- whom an act takes as a whole ----

ALONE = (
    *("test", "test_two", "desperate_act", "save", "opposed_save", "penalties", "climb", "jump", "lift"),
    *("feat_of_strength", "act_a_part", "first_impression", "persuade", "seduce", "skill_test", "load", "run"),
    *("exert", "fatigue", "rest", "day_after_collapse", "apply_damage", "drain_end", "fire", "electricity", "cold"),
    *("heat", "falling_object", "fall", "tumble", "hunger", "thirst", "sleeplessness", "radiation", "symptom"),
    *("dependency_check", "withdrawal_test", "expose_disease", "disease_progress", "disease_course", "poison_tick"),
    *("heal", "bleed", "free_action", "preliminaries", "recall_data", "swarm_turn", "explosion"),
)
HACKERS = (
    *("public_search", "find_system", "find_trust", "sniff_login", "enter_network", "enter_system", "raise_privilege"),
    *("crash", "plant_back_door", "flood", "computing_task", "detect", "trace"),
)
ACTORS: dict[str, str] = {
    **dict.fromkeys(ALONE, "character"),
    **dict.fromkeys(HACKERS, "hacker"),
    **dict.fromkeys(("encrypt", "decrypt"), "user"),
    **dict.fromkeys(("combat_action", "covering_fire", "attack_swarm"), "attacker"),
    **dict.fromkeys(("first_aid", "revive", "treat_pain", "surgery"), "medic"),
    **dict.fromkeys(("manoeuvre", "vehicle_attack"), "driver"),
    **dict.fromkeys(("psychic_attack", "psychic_sense"), "psychic"),
    "sneak": "sneaker",
    "contest": "a",
    "brainwash": "torturer",
    "break_hold": "victim",
}
PEOPLE = ("start_fight", "end_turn", "end_fight", "play_fight", "notice_takeover")  # others in the inputs
NETWORK = (*LEAVES, *(key for key in sorted(WATCHED) if key not in LEAVES), "trace")


# ---- what a sheet fills in ----


def _about(field: str, fill: Callable[[Content, str, Content], dict[str, Any]]) -> BindInputs:
    """Inputs that follow from what one of them names; nothing where it names nothing."""

    def own(sheet: Content, asked: Content) -> dict[str, Any]:
        key = str(asked.get(field) or "")
        return fill(sheet, key, asked) if key else {}

    return acting(own)


def _tolerating(sheet: Content, drug: str, asked: Content) -> dict[str, Any]:
    """What the body is used to, and what acts on it already (ORG-DRUG-01)."""
    active = drug_use.doses_acting(sheet, drug) if asked.get("phase", "dose") == "dose" else 0
    return {"tolerance": drug_use.habit_of(sheet, drug).tolerance or None, "active": active or None}


def _lacking(sheet: Content, drug: str, asked: Content) -> dict[str, Any]:
    """A test provoked by circumstances: what somebody depends on, and whether they have any (ORG-DRUG-08)."""
    ways: dict[str, Any] = {
        one.course: True for one in lasting_of(sheet) if (one.kind, one.key) == ("dependency", drug)
    }
    holds = drug_use.habit_of(sheet, drug).held > 0
    difficulty = pack.drug(drug).withdrawal_difficulty
    return {"difficulty": difficulty, **ways, "holds_drug": holds, "trigger": "provoked", "mods": {drug: 0}}


def _exposed(sheet: Content, disease: str, asked: Content) -> dict[str, Any]:
    """What was overcome before helps (ORG-DIS-04)."""
    return {"mods": {disease: 0}, "immunity": immunity(sheet.get("overcome") or (), disease)}


def _ailing(sheet: Content, disease: str, asked: Content) -> dict[str, Any]:
    """A disease as it is by now, where it is tested before its hour (ORG-DIS-02 to 04)."""
    own = next((one for one in lasting_of(sheet) if (one.kind, one.key) == ("disease", disease)), None)
    immune = immunity(sheet.get("overcome") or (), disease)
    if own is None:
        return {}
    return {"level": own.level, "disease_state": own.course, "treatment": own.count, "immunity": immune}


def _power_inputs(*kinds: str) -> BindInputs:
    """The power that is named, else the best of its kind: its level, its difficulty (M7)."""

    def own(sheet: Content, asked: Content) -> dict[str, Any]:
        named = power_of(sheet, asked, *kinds)
        if not named:
            return {}
        level = (sheet.get("powers") or {}).get(named)
        inputs = {"power": named, "level": level, "difficulty": pack.power(named).difficulty}
        return {**inputs, "enhanced": True} if is_enhanced(sheet) else inputs

    return acting(own)


CAUGHT = "disease_contraction"  # the save that an immunity helps
FOUR_WHEELS = ("car", "lorry_and_bus")  # skills of what does not climb stairs as a bike does (M8)


def _driving(sheet: Content, key: str, asked: Content) -> dict[str, Any]:
    """The level of the skill for the vehicle that is named; stairs are harder on four wheels (M8)."""
    row, manoeuvre = pack.vehicle(key), str(asked.get("manoeuvre") or "")
    hard = pack.manoeuvre(manoeuvre).difficulty_car if manoeuvre in pack.keys("vehicles", "manoeuvre") else None
    steep = {"difficulty": hard} if hard and row.skill in FOUR_WHEELS and asked.get("difficulty") is None else {}
    return {**handling(sheet, row), **steep}


def _swarming(sheet: Content, asked: Content) -> dict[str, Any]:
    """A swarm of the list: how many there are, how small they are, what each of them does (M16)."""
    key = str(asked.get("creatures") or "")
    row = pack.swarm(key) if key else None
    known = {"count": row.count, "damage_each": row.bs_each, "size_mod": row.size_mod or 0} if row else {}
    if asked.get("action") == "shoot":
        chosen_weapon(sheet, asked)  # refused where nothing is loaded with so many shots (M9)
    return {**standing_inputs(sheet), **known}


def _shaking(sheet: Content, asked: Content) -> dict[str, Any]:
    """The power that somebody tries to shake off: what it was thrown with (ORG-PSY-03)."""
    if asked.get("kind") != "mind_control":
        return {}
    return {"attacker_margin": max((one.level for one in lasting_of(sheet) if one.source == POWER), default=None)}


PROGRAMS = {  # what helps whom, and how it is done (M14)
    "sniff_login": "interceptor",
    "flood": "flooder",
    "detect": "veil",
    "enter_system/virus": "virus_kit",
    "enter_system/talk": "puppeteer",
    "preliminaries/social": "puppeteer",
}


def _program(sheet: Content, procedure: str, asked: Content) -> dict[str, int]:
    """What one’s own programs add (M14); which systems a flaw scanner knows, the game master says."""
    key = PROGRAMS.get(procedure) or PROGRAMS.get(f"{procedure}/{asked.get('method', '')}", "")
    rating = (sheet.get("programs") or {}).get(key, 0)
    return {key: rating} if rating else {}


def _network_inputs(procedure: str) -> BindInputs:
    """What the scene of an intrusion knows of an act: its network, what was found out, the rights one has."""

    def own(sheet: Content, asked: Content) -> dict[str, Any]:
        network = str(asked.get("network") or "")
        scene = intrusions.scene_of(sheet, network, asked.get("system") or "")
        known = possible(scene) if scene else ()
        telling = ("skill",) if procedure == "skill_test" else ("system", "method", "way")
        named = [name for name in telling if name in asked]
        fitting = (
            inputs
            for key, inputs in known
            if key == procedure and all(inputs.get(name) == asked[name] for name in named)
        )
        row = pack.network(scene.network) if scene and scene.network in intrusions.NETWORKS else None
        background = {"paranoia": row.paranoia, "known": list(scene.known)} if scene and row else {}
        bound = {**background, **next(fitting, {})}
        if scene and row and procedure == "enter_system" and asked.get("system") in pack.keys("networks", "system"):
            machine, method = pack.system(asked["system"]), str(asked.get("method") or bound.get("method") or "")
            bound |= entry_inputs(scene, row, machine, method)
        mods = {**({network: 0} if network in intrusions.NETWORKS else {}), **_program(sheet, procedure, asked)}
        field = "hacker_mods" if procedure == "detect" else "mods"
        mods = {**bound.get(field, {}), **mods}
        coding = {**decrypting(sheet), **_alone(sheet)} if procedure == "decrypt" else {}
        return {**bound, **({field: mods} if mods else {}), **coding}

    return acting(own)


def _alone(sheet: Content) -> dict[str, Any]:
    """Whoever knows nothing of codes leaves them to the program (ORG-CRY-02, ORG-SKILL-06)."""
    knows = (sheet.get("skills") or {}).get("cryptography") or rules_for(sheet).unskilled_roll
    return {} if knows else {"alone": True}


def _turning(sheet: Content, asked: Content) -> dict[str, Any]:
    """The turn so far, and what is wanted of the rest (ORG-TURN-02 to 04)."""
    moment = str(asked.get("moment") or "")
    return {
        "steps": [*turn_of(sheet).moments, moment] if moment else None,
        "VOL": (sheet.get("effective") or {}).get("VOL"),
    }


def _survivor(sheet: Being, asked: Content) -> dict[str, Any]:
    """Somebody after a fight, with the wounds of this one (ORG-AFT-03, ORG-AFT-04)."""
    if not isinstance(asked.get("character"), str):
        return acting()(sheet, asked)
    immune = immunity(sheet.get("overcome") or (), ailments.INFECTION)  # ORG-DIS-04
    saves = dict(sheet.get("save_mods") or {})
    helped = {"save_mods": {**saves, CAUGHT: saves.get(CAUGHT, 0) + immune}} if immune else {}
    return {**somebody(sheet), **helped, "wounds": list(sheet.get("wounds") or ())[consequences.wounds_told(sheet) :]}


def _healing(sheet: Content, asked: Content) -> dict[str, Any]:
    """What is open or infected does not heal (ORG-HP-01, M17)."""
    bleeds = any(one["bs"] and not one["closed"] for one in sheet.get("wounds") or ())
    known = {"wounds_closed": False if bleeds else None, "infected": ailments.is_infected(sheet) or None}
    return {**known, "in_bed": sheet.get("in_bed") or None}


def _cared_for(people: Mapping[str, Content], asked: Content, actor: str) -> dict[str, Any]:
    """Those whose wounds of this fight were all closed with clean material: neither pain nor dirt (ORG-AFT-01).

    Those whose wounds were all dressed with what there was are infected less (M17).
    """
    named = [str(one.get("character")) for one in asked.get("survivors") or () if isinstance(one, Mapping)]
    known = {id: people[id] for id in named if id in people}
    fresh = {id: list(one.get("wounds") or ())[consequences.wounds_told(one) :] for id, one in known.items()}
    cared = [id for id, wounds in fresh.items() if wounds and all(one["closed"] and one["cleaned"] for one in wounds)]
    dressed = [id for id, wounds in fresh.items() if wounds and consequences.are_dressed(known[id])]
    return {**({"treated": cared} if cared else {}), **({"dressed": dressed} if dressed else {})}


def _covering(sheet: Content, asked: Content) -> dict[str, Any]:
    """What fires, from where; half an action where it was split (ORG-ACT-01, ORG-TURN-04)."""
    half = {"split": True} if turn_of(sheet).slots.half_actions else {}
    return {**weapon_inputs(sheet, {**asked, "action": "shoot"}), **standing_inputs(sheet), **half}


def _freely(sheet: Content, asked: Content) -> dict[str, Any]:
    """Where it is done, and which weapon it is about (ORG-ACT-06, ORG-MOD-14, M9)."""
    return {**standing_inputs(sheet), **tending(sheet, asked)}


FILLS: dict[str, BindInputs] = {
    **dict.fromkeys((*ACTORS, *PEOPLE), acting()),
    "combat_action": acting(weapon_inputs),
    "covering_fire": acting(_covering),
    "free_action": acting(_freely),
    "end_fight": _survivor,
    "take_drug": _about("drug", _tolerating),
    "opposed_save": acting(_shaking),
    "dependency_check": _about(
        "drug", lambda sheet, drug, asked: dependency_inputs(sheet, drug_use.habit_of(sheet, drug))
    ),
    "withdrawal_test": _about("drug", _lacking),
    "expose_disease": _about("disease", _exposed),
    "disease_progress": _about("disease", _ailing),
    "psychic_attack": _power_inputs(*POWERS),
    "psychic_sense": _power_inputs("perception"),
    **dict.fromkeys(("manoeuvre", "vehicle_attack"), _about("vehicle", _driving)),
    **dict.fromkeys(("swarm_turn", "attack_swarm"), acting(_swarming)),
    "rest": acting(lambda sheet, asked: {"lost": dict(sheet.get("end_lost") or {})}),
    "cold": acting(consequences.cold_inputs),
    "heal": acting(_healing),
    "load": acting(None, "load_kg"),
    "day_after_collapse": acting(None, "collapses"),
    "bleed": acting(None, "bandaged"),
    "turn_slots": acting(_turning),
    "skill_bonus": acting(lambda sheet, asked: {"skills": sheet.get("combat_skills")}),
    **{key: _network_inputs(key) for key in NETWORK},
    "encrypt": acting(lambda sheet, asked: _alone(sheet)),
    "create_character": acting(),
    **dict.fromkeys(("award_experience", "spend_experience"), acting(None, "experience")),
}
EXTRA: dict[str, dict[str, Any]] = {
    "combat_action": {"weapon_name": WORD, "circumstance": WORD},
    "covering_fire": {"weapon_name": WORD},
    **{key: {"drug": WORD} for key in ("dependency_check", "withdrawal_test")},
    "expose_disease": {"disease": WORD},
    **{key: {"vehicle": WORD} for key in ("manoeuvre", "vehicle_attack")},
    **{key: {"creatures": WORD} for key in ("swarm_turn", "attack_swarm")},
    "turn_slots": {"moment": WORD},
    **{key: {"network": WORD} for key in ("preliminaries", "enter_network", "skill_test")},
}

# ---- what is written ----

BEFALLING: dict[str, Consequence] = {
    "start_fight": consequences.after_initiative,
    "contest": consequences.after_strength_test,
    "covering_fire": consequences.after_covering_fire,
    **dict.fromkeys(("psychic_attack", "psychic_sense"), consequences.after_power),
    "end_fight": consequences.after_fight,
    "end_turn": consequences.after_turn,
}
OF_ACTOR: dict[str, Consequence] = {
    "vehicle_attack": consequences.after_act,
    "attack_swarm": consequences.after_swarm_attack,
    # one that runs into nobody is an action all the same (ORG-TURN-01, ORG-MOD-05)
    "manoeuvre": lambda sheet, given, outcome, who: other_action_fields(sheet),
    "free_action": consequences.after_free_action,
    "turn_slots": consequences.after_turn_change,
    "save": consequences.after_save,
    "opposed_save": consequences.after_resistance,
    "exert": consequences.after_effort,
    **dict.fromkeys(("lift", "feat_of_strength"), consequences.after_exertion),
    **dict.fromkeys(("test", "test_two"), consequences.after_strength_test),
    "run": consequences.after_run,
    "fatigue": consequences.after_fatigue,
    "day_after_collapse": consequences.after_weariness,
    "drain_end": lambda sheet, given, outcome, who: consequences.end_lost_fields(
        sheet, "toxin", outcome.get("end_lost") or 0
    ),
    "rest": consequences.after_rest,
    "take_drug": drug_use.after_dose,
    "dependency_check": drug_use.after_dependency_check,
    "withdrawal_test": drug_use.after_withdrawal_test,
    "expose_disease": ailments.after_exposure,
    "disease_progress": ailments.after_disease_test,
    "symptom": ailments.after_symptom,
    "radiation": ailments.after_radiation,
    "poison_tick": consequences.after_tick,
    "fire": consequences.after_fire,
    "cold": consequences.after_cold,
    "heat": lambda sheet, given, outcome, who: consequences.hour_told(sheet, "heat"),  # ORG-DMG-09
    "hunger": consequences.after_hunger,
    "thirst": lambda sheet, given, outcome, who: consequences.days_told(sheet, "thirst", given.get("days", 1)),
    # nights that have told on somebody; a full sleep ends them (ORG-DMG-14)
    "sleeplessness": lambda sheet, given, outcome, who: (
        {"nights_awake": outcome["n"]} if "nights_awake" in sheet else {}
    ),
    **{key: intrusions.network_consequence(key) for key in NETWORK},
    "skill_test": consequences.after_skill_test,
}

# ---- what others see ----

SEEN_OF_ATTACK = (
    *("hit", "effect", "held", "released", "weapon_dropped", "weapon_caught", "weapon_broken", "jammed"),
    *("loses_next_action", "unconscious_turns"),
)
THROWN = ("success",)


TABLE_RULES = TableRules(
    sheets=(Runner, Npc, Creature),
    marks=Marks,
    harm=least_left(("sng", "SNG"), ("cps", "CPS")),
    vital=("sng", "SNG", "cps", "CPS"),
    visible=(
        *("name", "kind", "condition", "prone", "gender", "nature", "swarm", "size_mod", "dead", "limbs_disabled"),
        *("lose_action", "lose_reaction"),
        *("stands", "held_by", "held_how", "holding", *FIGHTING.circumstances),
    ),
    withheld={"intrusion": ("admin_present", "doubt", "due", "acts")},  # what security knows and does (ORG-HACK-24)
    beings={
        "sample": sample_person,
        "creature": sample_creature,
        "robot": sample_robot,
        "swarm": sample_swarm,
    },
    bind_inputs=FILLS,
    table_inputs={"end_fight": _cared_for},
    consequences={**BEFALLING, **{key: of_actor(one) for key, one in OF_ACTOR.items()}},
    actors=ACTORS,
    after_all={"flood": intrusions.flood_felt},
    targeting=AGAINST,
    ui_inputs=EXTRA,
    halves={
        "combat_action": (
            ("attack_total", "attack_difficulty", "attack_success"),
            ("defence_total", "defence_difficulty", "damage", "sng_lost"),
        ),
        "psychic_attack": (("success", "total"), ()),
        **dict.fromkeys(("test", "test_two", "skill_test"), (("success", "total"), ())),
        "save": (("success", "total", "loses_next_action", "loses_next_reaction"), ()),
    },
    witnessed={
        "combat_action": SEEN_OF_ATTACK,
        "covering_fire": ("success",),
        "vehicle_attack": ("hit",),
        "break_hold": ("free",),
        "free_action": ("done",),
        "start_fight": ("order",),
        **dict.fromkeys(("test", "test_two", "climb", "jump", "lift", "feat_of_strength", "manoeuvre"), THROWN),
        **dict.fromkeys(("first_aid", "revive", "treat_pain", "surgery"), THROWN),
    },
    apparent={"combat_action": ("action",), "free_action": ("kind",)},
    cannot=cannot,
    out_of_reach=lambda being, procedure, asked: (
        unpaid(being, procedure, asked)
        or without_power(being, procedure, asked)
        or intrusions.out_of_reach(being, procedure, asked)
    ),
    orders=("prone", "guard", "in_bed"),
    by_hand=("no_food_since", "no_water_since"),
    with_cause=("coma", "stupor"),  # ORG-SYM-01
    recompute=follow,
    reads=read,
    fighting=FIGHTING,
    chases=CHASES,
    defences=defences,
    life=LIFE,
    clock_lead=ahead,
    arrives=arrives,
    each_scene={  # out of the cold, and of one’s fright (ORG-DMG-02, M21)
        consequences.COLD: None,
        "halved": False,
        "cold_here": 0,
        "heat_here": 0,
        "afraid": None,
        "panicked": None,
    },
)
