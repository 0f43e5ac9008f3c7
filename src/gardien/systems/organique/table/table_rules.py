"""What the table knows of the organic rules: what sheets fill in, what goes back to them, what falls due."""

from typing import Any

from gardien.core.fighting import Content
from gardien.core.hosting import Fill, Hosting
from gardien.systems.organique import keeping, pack
from gardien.systems.organique.arming import WORD, acting, armed
from gardien.systems.organique.facing import AGAINST
from gardien.systems.organique.fighting import FIGHTING
from gardien.systems.organique.lasting import immunity
from gardien.systems.organique.offers import decrypting
from gardien.systems.organique.passing import passed
from gardien.systems.organique.possessing import POWERS, enhanced, power_of
from gardien.systems.organique.samples import sample_creature, sample_person, sample_robot, sample_swarm
from gardien.systems.organique.scene import LEAVES, WATCHED
from gardien.systems.organique.sheet import Creature, Npc, Runner
from gardien.systems.organique.standing import held, moments
from gardien.systems.organique.timing import ahead, dependency_inputs, due, each_round
from gardien.systems.organique.tries import possible
from gardien.systems.organique.upkeep import follow

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
NETWORK = (*LEAVES, *(key for key in sorted(WATCHED) if key not in LEAVES), "flood", "trace")


# ---- what a sheet fills in ----


def _dosed(sheet: Content, asked: Content) -> dict[str, Any]:
    """What the body is used to (ORG-DRUG-01)."""
    drug = str(asked.get("drug") or "")
    tolerance = keeping.habit_of(sheet, drug).tolerance if drug and sheet.get("habits") else 0
    return {"tolerance": tolerance or None}


def _depending(sheet: Content, asked: Content) -> dict[str, Any]:
    """The saves of a day with a drug (ORG-DRUG-03)."""
    drug = str(asked.get("drug") or "")
    return dependency_inputs(sheet, keeping.habit_of(sheet, drug)) if drug else {}


def _lacking(sheet: Content, asked: Content) -> dict[str, Any]:
    """A test provoked by circumstances: what somebody depends on, and whether they have any (ORG-DRUG-08)."""
    drug = str(asked.get("drug") or "")
    if not drug:
        return {}
    ways: dict[str, Any] = {one.course: True for one in held(sheet) if one.kind == "dependency" and one.key == drug}
    holds = keeping.habit_of(sheet, drug).held > 0
    difficulty = pack.drug(drug).withdrawal_difficulty
    return {"difficulty": difficulty, **ways, "holds_drug": holds, "trigger": "provoked", "mods": {drug: 0}}


def _exposed(sheet: Content, asked: Content) -> dict[str, Any]:
    """What was overcome before helps (ORG-DIS-04)."""
    disease = str(asked.get("disease") or "")
    if not disease:
        return {}
    return {"mods": {disease: 0}, "immunity": immunity(sheet.get("overcome") or (), disease)}


def _ailing(sheet: Content, asked: Content) -> dict[str, Any]:
    """A disease as it is by now, where it is tested before its hour (ORG-DIS-02 to 04)."""
    disease = str(asked.get("disease") or "")
    own = next((one for one in held(sheet) if one.kind == "disease" and one.key == disease), None)
    if own is None:
        return {}
    immune = immunity(sheet.get("overcome") or (), disease)
    return {"level": own.level, "disease_state": own.course, "treatment": own.count, "immunity": immune}


def _powered(*kinds: str) -> Fill:
    """The power that is named, else the best of its kind: its level, its difficulty (M7)."""

    def own(sheet: Content, asked: Content) -> dict[str, Any]:
        named = power_of(sheet, asked, *kinds)
        if not named:
            return {}
        level = (sheet.get("powers") or {}).get(named)
        found = {"power": named, "level": level, "difficulty": pack.power(named).difficulty}
        return {**found, "enhanced": True} if enhanced(sheet) else found

    return acting(own)


def _driving(sheet: Content, asked: Content) -> dict[str, Any]:
    """The level of the skill for the vehicle that is named (M8)."""
    key = str(asked.get("vehicle") or "")
    if not key:
        return {}
    row = pack.vehicle(key)
    level = (sheet.get("skills") or {}).get(row.skill)
    return {"level": level, "manoeuvrability": row.manoeuvrability}


def _swarming(*wanted: str) -> Fill:
    """A swarm of the list: how many there are, how small they are, what each of them does (M16)."""

    def own(sheet: Content, asked: Content) -> dict[str, Any]:
        key = str(asked.get("creatures") or "")
        if not key:
            return {}
        row = pack.swarm(key)
        known = {"count": row.count, "damage_each": row.bs_each, "size_mod": row.size_mod or 0}
        return {name: known[name] for name in wanted}

    return acting(own)


def _networked(procedure: str) -> Fill:
    """What the scene of an intrusion knows of an act: its network, what was found out, the rights one has."""

    def own(sheet: Content, asked: Content) -> dict[str, Any]:
        network = str(asked.get("network") or "")
        scene = keeping.scene_of(sheet, network)
        known = possible(scene) if scene else ()
        telling = ("skill",) if procedure == "skill_test" else ("system", "method", "way")
        named = [name for name in telling if name in asked]
        fitting = (
            inputs
            for key, inputs in known
            if key == procedure and all(inputs.get(name) == asked[name] for name in named)
        )
        row = pack.network(scene.network) if scene and scene.network in keeping.NETWORKS else None
        told = {"paranoia": row.paranoia, "known": list(scene.known)} if scene and row else {}
        found = {**told, **next(fitting, {})}
        begins = {"mods": {network: 0}} if network in keeping.NETWORKS else {}
        return {**found, **begins, **(decrypting(sheet) if procedure == "decrypt" else {})}

    return acting(own)


def _in_the_cold(sheet: Content, asked: Content) -> dict[str, Any]:
    """Hours that have already told on somebody (ORG-DMG-02)."""
    return {"failures_before": sheet.get(keeping.COLD)}


def _rested(sheet: Content, asked: Content) -> dict[str, Any]:
    return {"lost": dict(sheet.get("end_lost") or {})}


def _turning(sheet: Content, asked: Content) -> dict[str, Any]:
    """The turn so far, and what is wanted of the rest (ORG-TURN-02 to 04)."""
    moment = str(asked.get("moment") or "")
    return {"steps": [*moments(sheet), moment] if moment else None, "VOL": (sheet.get("effective") or {}).get("VOL")}


def _broken(sheet: Content, asked: Content) -> dict[str, Any]:
    return {"bandaged": sheet.get("bandaged", False)}


FILLS: dict[str, Fill] = {
    **dict.fromkeys((*ACTORS, *PEOPLE), acting()),
    "combat_action": acting(armed),
    "covering_fire": acting(lambda sheet, asked: armed(sheet, {**asked, "action": "shoot"})),
    "take_drug": acting(_dosed),
    "dependency_check": acting(_depending),
    "withdrawal_test": acting(_lacking),
    "expose_disease": acting(_exposed),
    "disease_progress": acting(_ailing),
    "psychic_attack": _powered(*POWERS),
    "psychic_sense": _powered("perception"),
    "manoeuvre": acting(_driving),
    "vehicle_attack": acting(_driving),
    "swarm_turn": _swarming("count", "damage_each"),
    "attack_swarm": _swarming("count", "size_mod"),
    "rest": acting(_rested),
    "cold": acting(_in_the_cold),
    "load": acting(None, "load_kg"),
    "day_after_collapse": acting(None, "collapses"),
    "bleed": acting(_broken),
    "turn_slots": acting(_turning),
    "skill_bonus": acting(lambda sheet, asked: {"skills": sheet.get("combat_skills")}),
    **{key: _networked(key) for key in NETWORK},
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

# ---- what others see ----

SEEN_OF_ATTACK = (
    *("hit", "effect", "held", "released", "weapon_dropped", "weapon_caught", "weapon_broken", "jammed"),
    *("loses_next_action", "unconscious_turns"),
)
THROWN = ("success",)

HOSTING = Hosting(
    sheets=(Runner, Npc, Creature),
    seen=(
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
    fills=FILLS,
    settles={
        "start_fight": keeping.started,
        "free_action": keeping.freely,
        "turn_slots": keeping.paced,
        **dict.fromkeys(("vehicle_attack", "attack_swarm", "manoeuvre"), keeping.acted),
        "covering_fire": keeping.covered,
        **dict.fromkeys(("psychic_attack", "psychic_sense"), keeping.strained),
        "end_fight": keeping.ended,
        "exert": keeping.exerted,
        "fatigue": keeping.tired("fatigue"),
        "drain_end": keeping.tired("toxin"),
        "rest": keeping.rested,
        "take_drug": keeping.drugged,
        "dependency_check": keeping.depends,
        "withdrawal_test": keeping.resisted,
        "expose_disease": keeping.exposed,
        "disease_progress": keeping.progressed,
        "symptom": keeping.suffered,
        "radiation": keeping.irradiated,
        "poison_tick": keeping.ticked,
        "cold": keeping.chilled,
        "hunger": keeping.starved,
        "sleeplessness": keeping.kept_awake,
        **{key: keeping.hacked(key) for key in NETWORK},
    },
    actors=ACTORS,
    against=AGAINST,
    extra=EXTRA,
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
    orders=("prone", "guard", "in_bed"),
    follow=follow,
    fighting=FIGHTING,
    due=due,
    passed=passed,
    taken=ahead,
    each_round=each_round,
    each_scene={keeping.COLD: None},
)
