"""Dark Operators: percentile tests in three steps, the death clock, sanity, luck, modern firearms."""

from gardien.core.system import System

SYSTEM = System(
    package=__name__,
    key="operators",
    prefix="OPS",
    title="Dark Operators",
    dice=("d3", "d6", "d10", "d20", "d100"),
    procedures={
        "creation": (
            *("creation_steps", "roll_characteristics", "starting_san", "starting_luck"),
            *("validate_operator", "create_operator", "specialty_info", "derived_values"),
        ),
        "techniques": ("technique_advantage",),
        "checks": ("test", "test_difficulty", "opposed_test"),
        "luck": (
            *("luck_test", "luck_shift", "luck_cancel_fumble", "luck_cancel_grave", "luck_escape_death"),
            "luck_recover",
        ),
        "order": ("start_combat", "zone_from_distance", "move", "fumble_effect"),
        "shooting": ("shot_difficulty", "attack_firearm"),
        "lobbing": ("throw_explosive",),
        "ammunition": ("reload", "salvage"),
        "melee": ("attack_melee", "attack_thrown"),
        "stealth": ("assassinate",),
        "damage": ("roll_damage", "locate_hit"),
        "holds": ("take_cover", "hold", "break_free"),
        "health": ("grade_wound", "apply_damage", "aggravate", "first_aid", "give_painkiller"),
        "recovery": ("start_clock", "clock_expires", "recover"),
        "hazards": ("fall", "suffocate_turn", "burn_turn", "put_out_fire", "crash"),
        "blasts": ("explosion",),
        "poisons": ("poison",),
        "shocks": ("san_shock", "end_scene", "macabre", "ptsd_roll"),
        "sanity": ("read_tome", "recognise", "san_gain", "treat_madness", "madness_effect"),
        "creatures": ("creature_profile", "creature_attack", "grip_turn", "creature_turn", "recover_drain"),
        "entities": ("entity_sight", "entity_attack"),
        "rituals": ("learn_ritual", "cast_ritual"),
        "extensions": ("chase_turn", "intrude", "progress", "convert"),
        "chances": (
            *("odds_test", "odds_attack", "odds_hold", "odds_wound", "odds_location", "odds_reload"),
            *("odds_opposed", "odds_roll"),
        ),
        "slow_chances": ("odds_san", "odds_luck_recovery", "odds_drowning", "odds_recovery"),
    },
    options="options:Options",
    sheet="sheet:Operator",
    creation="draw:draw_operator",
    sentences="sentences:TELLERS",
    packs="pack:TABLES",
    hosting="hosting:HOSTING",
    face="face:FACE",
)
