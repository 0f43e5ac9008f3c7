"""The forms of acts: what is asked, what the sheet or the table fills in, what the odds are told by."""

from gardien.core.face import FormFace
from gardien.systems.organique import offering
from gardien.systems.organique.arming import weapon_names
from gardien.systems.organique.form_kinds import (
    ADDED,
    CODE,
    EASED,
    HARD,
    HARDER,
    HELPERS,
    LEFT,
    MANY,
    MEASURED,
    OPEN,
    SEVERAL,
    TREATED,
    TURNS,
    WEATHER,
    alive,
    depends,
    eased,
    felt,
    fires,
    firing,
    guarded,
    hacked,
    has,
    human,
    ill,
    reckoned,
    runner,
    thrown,
    unseen,
)
from gardien.systems.organique.standing import holders

TESTS = (
    *("test", "skill_test", "test_two", "save", "contest", "climb", "jump", "lift", "feat_of_strength", "sneak"),
    *("run", "load", "desperate_act", "opposed_save", "penalties"),
)
MEETINGS = ("persuade", "first_impression", "seduce", "act_a_part", "brainwash")
FIGHT = (
    *("combat_action", "free_action", "turn_slots", "covering_fire", "break_hold", "attack_swarm", "swarm_turn"),
    *("end_fight", "start_fight"),
)
CARE = ("first_aid", "revive", "treat_pain", "surgery", "rest", "heal", "bleed")
DANGERS = (
    *("apply_damage", "fall", "fire", "explosion", "electricity", "cold", "heat", "falling_object", "tumble"),
    *("hunger", "thirst", "sleeplessness", "radiation", "drain_end", "exert", "fatigue", "day_after_collapse"),
)
SUBSTANCES = (
    *("take_drug", "dependency_check", "withdrawal_test", "expose_disease", "disease_progress", "poison_tick"),
    "symptom",
)
MINDS = ("psychic_attack", "psychic_sense")
WHEELS = ("manoeuvre", "vehicle_attack")
NETWORKS = (
    *("preliminaries", "public_search", "enter_network", "find_system", "find_trust", "sniff_login", "enter_system"),
    *("raise_privilege", "crash", "lock_out", "plant_back_door", "flood", "recall_data", "computing_task", "encrypt"),
    "decrypt",
)
SECURITY = ("detect", "eject", "trace", "surveillance", "secure_firewall", "notice_takeover")
EXPERIENCE = ("award_experience", "spend_experience")
RECKONING = (
    *("odds_test", "odds_opposed", "odds_effect", "odds_damage", "odds_kill", "odds_withdrawal", "odds_disease"),
    *("odds_decrypt", "opposed", "reach", "skill_bonus", "poison_schedule", "withdrawal_schedule", "disease_course"),
)
OFTEN = (
    *("test", "skill_test", "save", "combat_action", "free_action", "contest", "sneak", "persuade"),
    *("first_aid", "take_drug", "rest", "apply_damage"),
)
TOPICS = (
    ("tests", TESTS),
    ("meetings", MEETINGS),
    ("fight", FIGHT),
    ("care", CARE),
    ("dangers", DANGERS),
    ("substances", SUBSTANCES),
    ("minds", MINDS),
    ("wheels", WHEELS),
    ("networks", NETWORKS),
    ("security", SECURITY),
    ("experience", EXPERIENCE),
    ("reckoning", RECKONING),
)
ACTS = tuple(dict.fromkeys((*OFTEN, *(key for _, keys in TOPICS for key in keys))))

FORMS: dict[str, FormFace] = {
    # ---- tests ----
    "test": thrown("characteristic", "difficulty", more=("sense",), offered=CODE),
    "test_two": thrown(
        "first", "second", "difficulty", more=("mode",), offered={"first": offering.codes, "second": offering.codes}
    ),
    "desperate_act": FormFace((), ("mods",), degrees="success", **EASED),
    "skill_test": thrown(
        "skill",
        "difficulty",
        more=("characteristic", "haste", "book", "support", "helpers"),
        offered={"skill": offering.skills, "characteristic": offering.code_or_usual},
        presets={"difficulty": HARD, "helpers": HELPERS, **ADDED},
        usual={"difficulty": 20, "helpers": None, "mods": None},
    ),
    "save": thrown("kind", "difficulty", more=("characteristic",)),
    "opposed_save": thrown("kind", "attacker_margin", more=("difficulty",)),
    "contest": FormFace(
        ("b", "characteristic"),
        ("difficulty",),
        degrees="winner",
        good="",
        offered=CODE,
        presets={"difficulty": HARD},
        usual={"difficulty": 20},
    ),
    "climb": thrown("surface", more=("difficulty",), **HARDER),
    "jump": FormFace(("metres",), ("mods", "luck"), degrees="success", **eased(metres=2)),
    "lift": FormFace(("kg",), ("mods", "luck"), degrees="success", **eased(kg=50)),
    "feat_of_strength": thrown("feat", more=("difficulty",), **HARDER),
    "sneak": FormFace(
        ("observers", "difficulty"),
        ("observer_difficulty", "mods"),
        degrees="unseen",
        good="unseen",
        presets={"difficulty": HARD, "observer_difficulty": HARD, **ADDED},
        usual={"difficulty": 20, "observer_difficulty": 20, "mods": None},
    ),
    "run": reckoned("speed", usual={"speed": 10}),
    "load": reckoned("load_kg"),
    "penalties": reckoned(),
    # ---- meetings ----
    "persuade": FormFace(("argument",), ("difficulty", "mods"), degrees="success", **HARDER),
    "first_impression": FormFace(("difficulty",), ("mods",), degrees="impression", good="", **MEASURED),
    "seduce": FormFace(("difficulty",), ("mods",), degrees="success", **MEASURED),
    "act_a_part": FormFace(("lie", "observer"), ("difficulty", "mods"), degrees="believed", good="believed", **HARDER),
    "brainwash": FormFace(("victim",), ("days_lost",), degrees="resisted", good="!resisted"),
    # ---- fights ----
    "combat_action": FormFace(
        ("action", "target", "weapon_name"),
        (
            *("circumstance", "called", "extended", "split", "aim", "shots", "aimed_at", "range_step", "distance_cm"),
            *("second_weapon", "kg", "in_water", "leaning", "dirty", "bypass_armour", "brain_damage"),
        ),
        ruled=("bypass_armour", "dirty"),
        degrees="hit",
        good="hit",
        then="damage.bs",
        known=("attack_success",),
        offered={
            "action": offering.actions,
            "circumstance": offering.circumstances,
            "second_weapon": offering.second_weapons,
        },
        useful={"shots": fires, "second_weapon": lambda sheet: len(offering.second_weapons(sheet)) > 1},
        choices={"weapon_name": lambda sheet: ["", *weapon_names(sheet)]},
        filled=("range_step", "distance_cm", "aim", "split", "in_water"),
    ),
    "covering_fire": FormFace(
        ("targets", "weapon_name", "bullets", "metres"),
        ("extended", "distance_cm", "mods"),
        degrees="success",
        choices={"weapon_name": firing},
        fits=fires,
        **eased(bullets=5, metres=2),
    ),
    "break_hold": FormFace(
        ("holder",), ("mods",), degrees="free", good="free", fits=lambda sheet: bool(holders(sheet)), **EASED
    ),
    "free_action": FormFace(
        ("kind", "paid_with", "opponent", "to_step"),
        ("gm_test",),
        ruled=("gm_test",),
        good="done",
        weighed=False,
        when={
            **dict.fromkeys(("opponent", "to_step"), lambda given: given.get("kind") == "move"),
            "gm_test": lambda given: given.get("kind") == "pick_up",
        },
    ),
    "turn_slots": FormFace(
        ("moment",),
        good="",
        weighed=False,
        choices={"moment": lambda sheet: ["split_action", "action_to_reaction", "split_reaction", "wait"]},
    ),
    "start_fight": FormFace(("combatants",), degrees="order", good="", everybody=True),
    "end_fight": FormFace(("survivors",), degrees="infections", good="", everybody=True, weighed=False),
    "swarm_turn": felt(
        "swarm",
        "creatures",
        "count",
        offered={"creatures": offering.swarms},
        when={"creatures": unseen},
        presets={"count": MANY},
        usual={"count": None},
    ),
    "attack_swarm": FormFace(
        ("swarm", "creatures", "means", "action"),
        ("count", "shots", "points", "mods"),
        degrees="success",
        offered={"creatures": offering.swarms},
        when={"creatures": unseen},
        presets={"count": MANY, **ADDED},
        usual={"count": None, "mods": None},
    ),
    # ---- bodies ----
    "first_aid": FormFace(
        ("patient", "material"), ("hurried", "mods"), degrees="success", filled=("hurried",), **EASED
    ),
    "revive": FormFace(("patient",), ("mods",), degrees="revived", good="revived", **EASED),
    "treat_pain": FormFace(("patient",), ("mods",), degrees="success", **EASED),
    "surgery": FormFace(("patient", "hospital"), ("limb", "mods"), degrees="success", **EASED),
    "rest": felt("minutes", more=("turns", "interrupted", "period_minutes", "load_per_hour"), usual={"minutes": 15}),
    "heal": felt("days", "in_bed", more=("wounds_closed", "infected", "first_day")),
    "bleed": felt("minutes", more=("bandaged",), usual={"minutes": 15}),
    # ---- dangers ----
    "apply_damage": FormFace(
        ("bs", "c"),
        (
            *("pa", "margin", "cover", "bypass_armour", "shots", "dirty", "fire", "in_water"),
            *("multiply_before", "multiply_bs", "multiply_c"),
        ),
        good="",
        weighed=False,
        usual={"bs": 1},
    ),
    "drain_end": felt("points", presets={"points": SEVERAL}),
    "fall": FormFace(("storeys",), ("height_m", "mods"), degrees="c", good="", **eased(storeys=1)),
    "fire": FormFace(
        ("points",),
        ("mods",),
        degrees="penalty",
        good="",
        presets={"points": SEVERAL, **ADDED},
        usual={"points": 1, "mods": None},
    ),
    "electricity": FormFace(
        ("points",),
        ("mods",),
        degrees="unconscious_turns",
        good="",
        presets={"points": SEVERAL, **ADDED},
        usual={"points": 1, "mods": None},
    ),
    "explosion": felt("bs", "c", "fire", more=("cover",), usual={"bs": 4, "c": 4}),
    "cold": FormFace(
        ("difficulty", "hours"),
        ("mods", "failures_before"),
        degrees="failures",
        good="",
        fits=alive,
        presets={"difficulty": WEATHER, **ADDED},
        usual={"difficulty": 20, "mods": None},
    ),
    "heat": FormFace(
        ("difficulty", "hours"),
        ("mods",),
        degrees="failures",
        good="",
        fits=alive,
        presets={"difficulty": WEATHER, **ADDED},
        usual={"difficulty": 20, "mods": None},
    ),
    "falling_object": felt("kg", "storeys", usual={"kg": 10, "storeys": 1}),
    "tumble": felt("speed", usual={"speed": 20}),
    "hunger": felt("days"),
    "thirst": felt("days"),
    "sleeplessness": FormFace(
        ("hours",), ("mods",), degrees="unconscious_turns", good="", fits=alive, **eased(hours=24)
    ),
    "radiation": FormFace(
        ("points",),
        ("mods",),
        degrees="penalty",
        good="",
        fits=alive,
        presets={"points": SEVERAL, **ADDED},
        usual={"points": 1, "mods": None},
    ),
    "exert": felt("causes", "turns"),
    "fatigue": felt("minutes", more=("period_minutes",), usual={"minutes": 60}),
    "day_after_collapse": felt("collapses", more=("per_collapse",)),
    # ---- substances ----
    "take_drug": FormFace(
        ("drug", "doses"),
        ("phase", "tolerance"),
        good="",
        weighed=False,
        fits=alive,
        offered={"drug": offering.drugs},
        presets={"doses": SEVERAL, "tolerance": LEFT},
        usual={"doses": 1, "tolerance": None},
    ),
    "dependency_check": FormFace(
        ("drug",),
        ("doses_24h",),
        degrees="physical_dependent",
        good="!physical_dependent",
        fits=has("habits"),
        offered={"drug": offering.drugs_used},
        presets={"doses_24h": LEFT},
        usual={"doses_24h": None},
    ),
    "withdrawal_test": FormFace(
        ("drug",),
        degrees="failed",
        good="!failed",
        fits=depends,
        offered={"drug": offering.drugs_needed},
    ),
    "expose_disease": FormFace(
        ("disease", "difficulty"),
        ("exposure", "dirty_points", "fire_points"),
        degrees="infected",
        good="!infected",
        fits=alive,
        offered={"disease": offering.diseases},
        presets={"difficulty": (OPEN, *HARD)},
        usual={"difficulty": 20},
    ),
    "disease_progress": FormFace(
        ("disease", "treatment"),
        ("difficulty", "mods"),
        degrees="success",
        fits=ill,
        offered={"disease": offering.diseases_caught},
        presets={"treatment": TREATED, "difficulty": (OPEN, *HARD), **ADDED},
        usual={"treatment": None, "difficulty": None, "mods": None},
    ),
    "poison_tick": FormFace((), degrees="bs", good="", fits=has("doses")),
    "symptom": FormFace(
        ("symptom", "difficulty"), ("lasts_turns", "multiplier", "mods"), degrees="success", fits=alive, **MEASURED
    ),
    # ---- minds, wheels ----
    "psychic_attack": FormFace(
        ("power", "targets"),
        ("difficulty", "area", "enhanced", "mods"),
        degrees="success",
        fits=has("powers"),
        offered={"power": offering.powers("manipulation", "self")},
        **HARDER,
    ),
    "psychic_sense": FormFace(
        ("power", "metres", "people"),
        ("kind", "difficulty", "enhanced", "mods"),
        degrees="success",
        fits=has("powers"),
        offered={"power": offering.powers("perception")},
        **HARDER,
    ),
    "manoeuvre": FormFace(
        ("vehicle", "manoeuvre", "speed"),
        ("difficulty", "mods"),
        degrees="success",
        fits=human,
        offered={"vehicle": offering.vehicles},
        **HARDER,
    ),
    "vehicle_attack": FormFace(
        ("vehicle", "manoeuvre", "target", "speed"),
        ("difficulty", "mods"),
        degrees="hit",
        good="hit",
        fits=human,
        offered={"vehicle": offering.vehicles},
        **HARDER,
    ),
    # ---- networks ----
    "preliminaries": hacked("network", "method", "place", more=("paranoia",), degrees="found", good="", fits=human),
    "public_search": hacked("difficulty", more=("mods",)),
    "enter_network": hacked("network", "skill", more=("firewall",), degrees="result", good="access"),
    "find_system": hacked(more=("difficulty", "mods")),
    "find_trust": hacked(more=("mods",)),
    "sniff_login": hacked("system", more=("over_internet", "mods"), degrees="caught"),
    "enter_system": hacked(
        "system", "method", "skill", more=("paranoia", "owner_privilege", "mods"), degrees="result", good="access"
    ),
    "raise_privilege": hacked("system", "way", "skill", more=("privilege", "mods"), degrees="privilege", good=""),
    "crash": hacked("system", "scope", more=("privilege", "mods"), degrees="crashed"),
    "lock_out": hacked("privilege", more=("minutes_until_administrator",), degrees="locked", weighed=False),
    "plant_back_door": hacked("system", more=("privilege", "mods"), degrees="planted"),
    "flood": hacked("system", more=("mods",), degrees="minutes_down", good=""),
    "recall_data": hacked(more=("difficulty", "mods")),
    "computing_task": hacked("task", "price", more=("other_os", "difficulty", "mods")),
    "encrypt": hacked("program_strength", "code", more=("mods",), degrees="strength", good=""),
    "decrypt": hacked(
        "strength",
        more=(
            *("small_data", "large_data", "software_known", "data_kind_known", "piece_deciphered", "months_old"),
            "mods",
        ),
        degrees="time",
        good="",
    ),
    "detect": FormFace((), ("administrator", "privilege"), degrees="result", good="", fits=guarded),
    "eject": FormFace((), ("hacker_controls",), good="ejected", weighed=False, fits=guarded),
    "trace": FormFace((), ("administrator", "dataterm"), degrees="traced", good="", fits=guarded),
    "surveillance": FormFace(("percent", "level"), degrees="present", good="present", fits=guarded),
    "secure_firewall": FormFace(("administrator", "firewall"), degrees="firewall", good="", fits=guarded),
    "notice_takeover": FormFace(("employee", "difficulty"), ("mods",), degrees="success", fits=guarded, **MEASURED),
    # ---- experience ----
    "award_experience": FormFace(("goal", "good_play", "danger"), good="", weighed=False, fits=runner),
    "spend_experience": FormFace(("buy", "new_value"), ("multiplier",), good="allowed", weighed=False, fits=runner),
    # ---- reckoning ----
    "odds_test": reckoned("base", "difficulty", more=("luck",), presets={"difficulty": HARD}, usual={"difficulty": 20}),
    "odds_opposed": reckoned("attack_base", "defence_base", more=("attack_difficulty", "defence_difficulty", "luck")),
    "odds_effect": reckoned(
        "effect",
        "attack_base",
        "defence_base",
        "save_base",
        more=("attack_difficulty", "defence_difficulty", "save_difficulty", "luck"),
    ),
    "odds_damage": reckoned(
        "weapon", "attack_base", "defence_base", more=("action", "attack_difficulty", "defence_difficulty", "luck")
    ),
    "odds_kill": reckoned(
        "target",
        "weapon",
        "attack_base",
        "defence_base",
        "turns",
        more=("action", "attack_difficulty", "defence_difficulty", "luck"),
    ),
    "odds_withdrawal": reckoned("base", "difficulty", "tests", more=("physical", "psychological", "luck")),
    "odds_disease": reckoned("base", "difficulty", "tests", more=("level_at_least", "luck")),
    "odds_decrypt": reckoned("force", "power", "strength", more=("mods",), **EASED),
    "opposed": FormFace(("a", "b"), ("resister",), degrees="winner", good=""),
    "reach": reckoned("weapon", "range_step", more=("distance_cm",)),
    "skill_bonus": reckoned("action", more=("weapon_group",)),
    "poison_schedule": reckoned("poison", "turns", presets={"turns": TURNS}, usual={"turns": [1]}),
    "withdrawal_schedule": reckoned("difficulty", "tests", more=("physical", "psychological")),
    "disease_course": FormFace(
        ("disease", "tests"),
        ("level", "treatment"),
        degrees="cured",
        good="cured",
        fits=alive,
        offered={"disease": offering.diseases},
    ),
}
