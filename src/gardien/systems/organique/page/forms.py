"""The forms of acts: what is asked, what the sheet or the table fills in, what the odds are told by."""

from gardien.core.presentation import FormSpec
from gardien.systems.organique.page import menus
from gardien.systems.organique.page.form_kinds import (
    ADDED,
    BY_ACTION,
    CODE,
    EASED,
    FREELY,
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
    fires,
    firing,
    has,
    human,
    ill,
    is_guarded,
    lacks_swarm,
    network_form,
    runner,
    suffered_form,
    sum_form,
    throw_form,
    with_mods,
)
from gardien.systems.organique.table.weapon_use import carried_names, weapon_names

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

FORMS: dict[str, FormSpec] = {
    # ---- tests ----
    "test": throw_form("characteristic", "difficulty", more=("sense",), offered=CODE),
    "test_two": throw_form(
        "first", "second", "difficulty", more=("mode",), offered={"first": menus.codes, "second": menus.codes}
    ),
    "desperate_act": FormSpec((), ("mods",), degrees="success", **EASED),
    "skill_test": throw_form(
        "skill",
        "difficulty",
        more=("characteristic", "haste", "book", "support", "helpers"),
        offered={"skill": menus.skills, "characteristic": menus.code_or_usual},
        presets={"difficulty": HARD, "helpers": HELPERS, **ADDED},
        usual={"difficulty": 20, "helpers": None, "mods": None},
    ),
    "save": throw_form("kind", "difficulty", more=("characteristic",)),
    "opposed_save": throw_form("kind", "attacker_margin", more=("difficulty",)),
    "contest": FormSpec(
        ("b", "characteristic"),
        ("difficulty",),
        degrees="winner",
        good="",
        offered=CODE,
        presets={"difficulty": HARD},
        usual={"difficulty": 20},
    ),
    "climb": throw_form("surface", more=("difficulty",), **HARDER),
    "jump": FormSpec(("metres",), ("mods", "luck"), degrees="success", **with_mods(metres=2)),
    "lift": FormSpec(("kg",), ("mods", "luck"), degrees="success", **with_mods(kg=50)),
    "feat_of_strength": throw_form("feat", more=("difficulty",), **HARDER),
    "sneak": FormSpec(
        ("observers", "difficulty"),
        ("observer_difficulty", "mods"),
        degrees="unseen",
        good="unseen",
        presets={"difficulty": HARD, "observer_difficulty": HARD, **ADDED},
        usual={"difficulty": 20, "observer_difficulty": 20, "mods": None},
    ),
    "run": sum_form("speed", usual={"speed": 10}),
    "load": sum_form("load_kg"),
    "penalties": sum_form(),
    # ---- meetings ----
    "persuade": FormSpec(("argument",), ("difficulty", "mods"), degrees="success", **HARDER),
    "first_impression": FormSpec(("difficulty",), ("mods",), degrees="impression", good="", **MEASURED),
    "seduce": FormSpec(("difficulty",), ("mods",), degrees="success", **MEASURED),
    "act_a_part": FormSpec(("lie", "observer"), ("difficulty", "mods"), degrees="believed", good="believed", **HARDER),
    "brainwash": FormSpec(("victim",), ("days_lost",), degrees="resisted", good="!resisted"),
    # ---- fights ----
    "combat_action": FormSpec(
        ("action", "target", "weapon_name"),
        (
            *("circumstance", "called", "extended", "split", "aim", "shots", "aimed_at", "range_step", "distance_cm"),
            *("second_weapon", "kg", "in_water", "leaning", "dirty", "bypass_armour", "brain_damage"),
        ),
        ruled=("bypass_armour", "dirty", "reaction", "leaning", "breaks", "holds_target"),
        degrees="hit",
        good="hit",
        then="damage.bs",
        unanswered=True,
        known=("attack_success",),
        offered={"action": menus.actions, "circumstance": menus.circumstances, "second_weapon": menus.second_weapons},
        useful={"shots": fires, "second_weapon": lambda sheet: len(menus.second_weapons(sheet)) > 1},
        choices={"weapon_name": lambda sheet: ["", *weapon_names(sheet)]},
        when=BY_ACTION,
        filled=("range_step", "distance_cm", "aim", "split", "in_water"),
    ),
    "covering_fire": FormSpec(
        ("targets", "weapon_name", "bullets", "metres"),
        ("extended", "distance_cm", "mods"),
        degrees="success",
        choices={"weapon_name": firing},
        fits=fires,
        **with_mods(bullets=5, metres=2),
    ),
    "break_hold": FormSpec(
        ("holder",), ("mods",), degrees="free", good="free", fits=lambda sheet: bool(sheet.get("held_by")), **EASED
    ),
    "free_action": FormSpec(
        ("kind", "weapon_name", "paid_with", "opponent", "to_step"),
        ("poison", "gm_test"),
        ruled=("gm_test",),
        choices={"weapon_name": carried_names},
        offered={"poison": menus.poisons_held},
        good="done",
        has_odds=False,
        when=FREELY,
    ),
    "turn_slots": FormSpec(
        ("moment",),
        good="",
        has_odds=False,
        choices={"moment": lambda sheet: ["split_action", "action_to_reaction", "split_reaction", "wait"]},
    ),
    "start_fight": FormSpec(("combatants",), degrees="order", good="", everybody=True),
    "end_fight": FormSpec(("survivors",), degrees="infections", good="", everybody=True, has_odds=False),
    "swarm_turn": suffered_form(
        "swarm",
        "creatures",
        "count",
        offered={"creatures": menus.swarms},
        when={"creatures": lacks_swarm},
        presets={"count": MANY},
        usual={"count": None},
    ),
    "attack_swarm": FormSpec(
        ("swarm", "creatures", "means", "action"),
        ("count", "shots", "points", "mods"),
        degrees="success",
        offered={"creatures": menus.swarms},
        when={"creatures": lacks_swarm},
        presets={"count": MANY, **ADDED},
        usual={"count": None, "mods": None},
    ),
    # ---- bodies ----
    "first_aid": FormSpec(
        ("patient", "material"), ("hurried", "mods"), degrees="success", filled=("hurried",), **EASED
    ),
    "revive": FormSpec(("patient",), ("mods",), degrees="revived", good="revived", **EASED),
    "treat_pain": FormSpec(("patient",), ("mods",), degrees="success", **EASED),
    "surgery": FormSpec(("patient", "hospital"), ("limb", "mods"), degrees="success", **EASED),
    "rest": suffered_form(
        "minutes", more=("turns", "interrupted", "period_minutes", "load_per_hour"), usual={"minutes": 15}
    ),
    "heal": suffered_form("days", "in_bed", more=("wounds_closed", "infected", "first_day")),
    "bleed": suffered_form("minutes", more=("bandaged",), usual={"minutes": 15}),
    # ---- dangers ----
    "apply_damage": FormSpec(
        ("bs", "c"),
        (
            *("pa", "margin", "cover", "bypass_armour", "shots", "dirty", "fire", "in_water"),
            *("multiply_before", "multiply_bs", "multiply_c"),
        ),
        good="",
        has_odds=False,
        usual={"bs": 1},
    ),
    "drain_end": suffered_form("points", presets={"points": SEVERAL}),
    "fall": FormSpec(("storeys",), ("height_m", "mods"), degrees="c", good="", **with_mods(storeys=1)),
    "fire": FormSpec(
        ("points",),
        ("mods",),
        degrees="penalty",
        good="",
        presets={"points": SEVERAL, **ADDED},
        usual={"points": 1, "mods": None},
    ),
    "electricity": FormSpec(
        ("points",),
        ("mods",),
        degrees="unconscious_turns",
        good="",
        presets={"points": SEVERAL, **ADDED},
        usual={"points": 1, "mods": None},
    ),
    "explosion": suffered_form("bs", "c", "fire", more=("cover",), usual={"bs": 4, "c": 4}),
    "cold": FormSpec(
        ("difficulty", "hours"),
        ("mods", "failures_before"),
        degrees="failures",
        good="",
        fits=alive,
        presets={"difficulty": WEATHER, **ADDED},
        usual={"difficulty": 20, "mods": None},
    ),
    "heat": FormSpec(
        ("difficulty", "hours"),
        ("mods",),
        degrees="failures",
        good="",
        fits=alive,
        presets={"difficulty": WEATHER, **ADDED},
        usual={"difficulty": 20, "mods": None},
    ),
    "falling_object": suffered_form("kg", "storeys", usual={"kg": 10, "storeys": 1}),
    "tumble": suffered_form("speed", usual={"speed": 20}),
    "hunger": suffered_form("days"),
    "thirst": suffered_form("days"),
    "sleeplessness": FormSpec(
        ("hours",), ("mods",), degrees="unconscious_turns", good="", fits=alive, **with_mods(hours=24)
    ),
    "radiation": FormSpec(
        ("points",),
        ("mods",),
        degrees="penalty",
        good="",
        fits=alive,
        presets={"points": SEVERAL, **ADDED},
        usual={"points": 1, "mods": None},
    ),
    "exert": suffered_form("causes", "turns"),
    "fatigue": suffered_form("minutes", more=("period_minutes",), usual={"minutes": 60}),
    "day_after_collapse": suffered_form("collapses", more=("per_collapse",)),
    # ---- substances ----
    "take_drug": FormSpec(
        ("drug", "doses"),
        ("phase", "tolerance"),
        good="",
        has_odds=False,
        fits=alive,
        offered={"drug": menus.drugs},
        presets={"doses": SEVERAL, "tolerance": LEFT},
        usual={"doses": 1, "tolerance": None},
    ),
    "dependency_check": FormSpec(
        ("drug",),
        ("doses_24h",),
        degrees="physical_dependent",
        good="!physical_dependent",
        fits=has("habits"),
        offered={"drug": menus.drugs_used},
        presets={"doses_24h": LEFT},
        usual={"doses_24h": None},
    ),
    "withdrawal_test": FormSpec(
        ("drug",),
        degrees="failed",
        good="!failed",
        fits=depends,
        offered={"drug": menus.drugs_needed},
    ),
    "expose_disease": FormSpec(
        ("disease", "difficulty"),
        ("exposure", "dirty_points", "fire_points"),
        degrees="infected",
        good="!infected",
        fits=alive,
        offered={"disease": menus.diseases},
        presets={"difficulty": (OPEN, *HARD)},
        usual={"difficulty": 20},
    ),
    "disease_progress": FormSpec(
        ("disease", "treatment"),
        ("difficulty", "mods"),
        degrees="success",
        fits=ill,
        offered={"disease": menus.diseases_caught},
        presets={"treatment": TREATED, "difficulty": (OPEN, *HARD), **ADDED},
        usual={"treatment": None, "difficulty": None, "mods": None},
    ),
    "poison_tick": FormSpec((), degrees="bs", good="", fits=has("doses")),
    "symptom": FormSpec(
        ("symptom", "difficulty"), ("lasts_turns", "multiplier", "mods"), degrees="success", fits=alive, **MEASURED
    ),
    # ---- minds, wheels ----
    "psychic_attack": FormSpec(
        ("power", "targets"),
        ("difficulty", "area", "enhanced", "mods"),
        degrees="success",
        fits=has("powers"),
        offered={"power": menus.powers("manipulation", "self")},
        **HARDER,
    ),
    "psychic_sense": FormSpec(
        ("power", "metres", "people"),
        ("kind", "difficulty", "enhanced", "mods"),
        degrees="success",
        fits=has("powers"),
        offered={"power": menus.powers("perception")},
        **HARDER,
    ),
    "manoeuvre": FormSpec(
        ("vehicle", "manoeuvre", "metres", "speed"),
        ("difficulty", "speed_mode", "mods"),
        when={"metres": lambda given, sheet: given.get("manoeuvre") == "jump"},
        degrees="success",
        fits=human,
        offered={"vehicle": menus.vehicles},
        **HARDER,
    ),
    "vehicle_attack": FormSpec(
        ("vehicle", "manoeuvre", "target", "speed"),
        ("difficulty", "mods"),
        ruled=("reaction",),
        degrees="hit",
        good="hit",
        fits=human,
        offered={"vehicle": menus.vehicles},
        **HARDER,
    ),
    # ---- networks ----
    "preliminaries": network_form(
        "network", "method", "place", more=("paranoia",), degrees="found", good="", fits=human
    ),
    "public_search": network_form("difficulty", more=("mods",)),
    "enter_network": network_form("network", "skill", more=("firewall",), degrees="result", good="access"),
    "find_system": network_form(more=("difficulty", "mods")),
    "find_trust": network_form(more=("mods",)),
    "sniff_login": network_form("system", more=("over_internet", "mods"), degrees="caught"),
    "enter_system": network_form(
        "system", "method", "skill", more=("paranoia", "owner_privilege", "mods"), degrees="result", good="access"
    ),
    "raise_privilege": network_form("system", "way", "skill", more=("privilege", "mods"), degrees="privilege", good=""),
    "crash": network_form("system", "scope", more=("privilege", "mods"), degrees="crashed"),
    "lock_out": network_form("privilege", more=("minutes_until_administrator",), degrees="locked", has_odds=False),
    "plant_back_door": network_form("system", more=("privilege", "mods"), degrees="planted"),
    "flood": network_form("system", more=("mods",), degrees="minutes_down", good=""),
    "recall_data": network_form(more=("difficulty", "mods")),
    "computing_task": network_form("task", "price", more=("other_os", "difficulty", "mods")),
    "encrypt": network_form("program_strength", "code", more=("alone", "mods"), degrees="strength", good=""),
    "decrypt": network_form(
        "strength",
        more=(
            *("small_data", "large_data", "software_known", "data_kind_known", "piece_deciphered", "months_old"),
            *("alone", "mods"),
        ),
        degrees="time",
        good="",
    ),
    "detect": FormSpec((), ("administrator", "privilege"), degrees="result", good="", fits=is_guarded),
    "eject": FormSpec((), ("hacker_controls",), good="ejected", has_odds=False, fits=is_guarded),
    "trace": FormSpec((), ("administrator", "dataterm"), degrees="traced", good="", fits=is_guarded),
    "surveillance": FormSpec(("percent", "level"), degrees="present", good="present", fits=is_guarded),
    "secure_firewall": FormSpec(("administrator", "firewall"), degrees="firewall", good="", fits=is_guarded),
    "notice_takeover": FormSpec(("employee", "difficulty"), ("mods",), degrees="success", fits=is_guarded, **MEASURED),
    # ---- experience ----
    "award_experience": FormSpec(("goal", "good_play", "danger"), good="", has_odds=False, fits=runner),
    "spend_experience": FormSpec(
        ("buy", "new_value"), ("multiplier",), ruled=("multiplier",), good="allowed", has_odds=False, fits=runner
    ),
    # ---- reckoning ----
    "odds_test": sum_form("base", "difficulty", more=("luck",), presets={"difficulty": HARD}, usual={"difficulty": 20}),
    "odds_opposed": sum_form("attack_base", "defence_base", more=("attack_difficulty", "defence_difficulty", "luck")),
    "odds_effect": sum_form(
        "effect",
        "attack_base",
        "defence_base",
        "save_base",
        more=("attack_difficulty", "defence_difficulty", "save_difficulty", "luck"),
    ),
    "odds_damage": sum_form(
        "weapon", "attack_base", "defence_base", more=("action", "attack_difficulty", "defence_difficulty", "luck")
    ),
    "odds_kill": sum_form(
        "target",
        "weapon",
        "attack_base",
        "defence_base",
        "turns",
        more=("action", "attack_difficulty", "defence_difficulty", "luck"),
    ),
    "odds_withdrawal": sum_form("base", "difficulty", "tests", more=("physical", "psychological", "luck")),
    "odds_disease": sum_form("base", "difficulty", "tests", more=("level_at_least", "luck")),
    "odds_decrypt": sum_form("force", "power", "strength", more=("mods",), **EASED),
    "opposed": FormSpec(("a", "b"), ("resister",), degrees="winner", good=""),
    "reach": sum_form("weapon", "range_step", more=("distance_cm",)),
    "skill_bonus": sum_form("action", more=("weapon_group",)),
    "poison_schedule": sum_form("poison", "turns", presets={"turns": TURNS}, usual={"turns": [1]}),
    "withdrawal_schedule": sum_form("difficulty", "tests", more=("physical", "psychological")),
    "disease_course": FormSpec(
        ("disease", "tests"),
        ("level", "treatment"),
        degrees="cured",
        good="cured",
        fits=alive,
        offered={"disease": menus.diseases},
    ),
}
