"""The forms of acts: what is asked, what the sheet or the table fills in, what the odds are told by."""

from typing import Any

from gardien.core.face import Content, FormFace
from gardien.core.terms import MINUS
from gardien.systems.d20d100.arming import lines_of, loadable, weapon_names
from gardien.systems.d20d100.inquiry import all_skills, skills_of
from gardien.systems.d20d100.standing import is_in

ACTS = (
    *("skill_test", "jet_test", "attack", "attack_sequence", "san_check", "characteristic_test", "first_aid"),
    *(
        "multiple_fire",
        "short_burst",
        "burst",
        "opposed_test",
        "charge",
        "start_grapple",
        "grapple_manoeuvre",
        "disarm",
    ),
    *(
        "coup_de_grace",
        "opportunity_attack",
        "sneak_attack",
        "silent_hold",
        "explosion",
        "check_surprise",
        "combat_san",
    ),
    *("reload", "clear_jam", "spend_destiny"),
    *("apply_damage", "apply_temp_damage", "agony_round", "wake_up", "rest_week", "rest_hours", "lose_san"),
    *("temporary_madness", "indefinite_madness", "end_of_madness", "treat_madness", "regain_san", "asylum"),
    *("decompensation_round", "calm_decompensation", "fall", "burn_round", "suffocate_round", "strangle_round"),
    *("poison", "effort_round", "sprint", "cast_spell", "read_tome", "learn_spell", "recover_pm", "psychic_power"),
    *("synergy_test", "cooperate", "take_10", "take_20", "record_passive", "oppose_recorded"),
    *("mythos_test", "memorise", "recall", "alert"),
    *("d100_multiplier_test", "roll_d3", "tick_box", "award_xp", "spend_xp", "change_characteristic"),
)
TOPICS = (
    (
        "fight",
        (
            *("multiple_fire", "short_burst", "burst", "charge", "start_grapple", "grapple_manoeuvre", "disarm"),
            *("coup_de_grace", "opportunity_attack", "sneak_attack", "silent_hold", "explosion", "reload", "clear_jam"),
            *("alert", "check_surprise", "combat_san"),
        ),
    ),
    ("body", ("apply_damage", "apply_temp_damage", "agony_round", "wake_up", "rest_week", "rest_hours")),
    (
        "mind",
        (
            *("lose_san", "temporary_madness", "indefinite_madness", "end_of_madness", "treat_madness", "regain_san"),
            *("asylum", "decompensation_round", "calm_decompensation"),
        ),
    ),
    (
        "hazards",
        ("fall", "burn_round", "suffocate_round", "strangle_round", "poison", "effort_round", "sprint"),
    ),
    ("occult", ("cast_spell", "read_tome", "learn_spell", "recover_pm", "psychic_power", "mythos_test")),
    (
        "inquiry",
        (
            *("opposed_test", "synergy_test", "cooperate", "take_10", "take_20", "record_passive", "oppose_recorded"),
            *("memorise", "recall", "d100_multiplier_test", "roll_d3"),
        ),
    ),
    ("experience", ("spend_destiny", "tick_box", "award_xp", "spend_xp", "change_characteristic")),
)

DIFFICULTIES: tuple[tuple[str, Any], ...] = tuple((str(one), one) for one in (5, 10, 15, 20, 25, 30))
MODS: tuple[tuple[str, Any], ...] = (
    ("0", []),
    *((f"{MINUS}{one}", [-one]) for one in (6, 4, 2)),
    *((f"+{one}", [one]) for one in (2, 4, 6)),
)
LEVELS: tuple[tuple[str, Any], ...] = (  # the first is chosen until somebody says otherwise
    *((str(one), one) for one in (0, 2, 4, 6, 8, 10, 12)),
    *((f"{MINUS}{one}", -one) for one in (2, 4)),
)
OPEN = ("unsaid", None)
SKILL = {"skill": skills_of}
HARD = {"difficulty": DIFFICULTIES, "mods": MODS}
BOTH_MODS = {"mods": MODS, "opponent_mods": MODS}
ACTIONS = (  # those that no act of its own stands for (D100-CBT-10 to D100-CBT-12)
    *("walk", "run", "stand_up", "drop_prone", "pick_up", "draw", "sheathe", "open_door", "take_item", "light_lamp"),
    *("climb", "climb_fast", "speak", "drop_object", "other_complex"),
)


def _is_pc(sheet: Content) -> bool:
    return sheet.get("kind") == "investigator"


def _has_san(sheet: Content) -> bool:
    return "san" in sheet


def _usable(key: str) -> Any:
    """Whether a sheet has anything to do it with."""
    offered = weapon_names(key)
    return lambda sheet: bool(offered(sheet))


SAID = (  # situations that somebody has to say: the table sees the others (D100-ATK-03, D100-MISS-17)
    *("aimed", "darkness", "invisible_target", "higher_ground", "target_in_melee", "off_hand", "moving_vehicle"),
    *("unfamiliar_weapon", "improvised_weapon"),
)


def _blow(key: str, main: tuple[str, ...] = (), **more: Any) -> FormFace:
    """An attack on somebody: with what, and what else weighs on it."""
    return FormFace(
        ("target", "weapon_name", *main),
        ("intent", "situations", "mods"),
        choices={"weapon_name": weapon_names(key), "intent": lambda sheet: ["as_usual", "kill", "stun"]},
        presets={"mods": MODS},
        words={"situations": SAID},
        then="target_condition",
        fits=_usable(key),
        **more,
    )


FORMS: dict[str, FormFace] = {
    "skill_test": FormFace(("skill", "difficulty"), ("mods",), degrees="success", presets=HARD, choices=SKILL),
    "jet_test": FormFace(("jet", "difficulty"), ("mods",), degrees="success", presets=HARD),
    "characteristic_test": FormFace(
        ("characteristic", "difficulty"),
        ("sixth_sense", "mods"),
        degrees="success",
        presets={"difficulty": (OPEN, *DIFFICULTIES), "mods": MODS},
    ),
    "opposed_test": FormFace(
        ("active_skill", "opponent", "passive_skill"),
        ("passive_modifier", "kind", "active_mods", "passive_mods"),
        degrees="winner",
        good="",
        presets={"passive_modifier": (OPEN, *LEVELS), "active_mods": MODS, "passive_mods": MODS},
        choices={"active_skill": skills_of, "passive_skill": all_skills},
    ),
    "take_10": FormFace(("skill", "difficulty"), ("mods",), presets=HARD, choices=SKILL),
    "take_20": FormFace(("skill", "difficulty"), ("mods",), presets=HARD, choices=SKILL),
    "synergy_test": FormFace(
        ("first_skill", "second_skill", "second_difficulty"),
        ("first_difficulty", "first_mods", "second_mods"),
        degrees="success",
        presets={
            **dict.fromkeys(("first_difficulty", "second_difficulty"), DIFFICULTIES),
            **dict.fromkeys(("first_mods", "second_mods"), MODS),
        },
        choices=dict.fromkeys(("first_skill", "second_skill"), skills_of),
    ),
    "cooperate": FormFace(
        ("skill", "helper_modifiers", "difficulty"),
        ("mods",),
        degrees="success",
        presets={"helper_modifiers": tuple((word, [one]) for word, one in LEVELS), **HARD},
        choices=SKILL,
    ),
    "record_passive": FormFace(("skill", "context"), ("mods",), good="", presets={"mods": MODS}, choices=SKILL),
    "oppose_recorded": FormFace(
        ("skill", "opponent"),
        ("passive_total", "active_mods"),
        degrees="success",
        presets={"passive_total": (OPEN, *DIFFICULTIES), "active_mods": MODS},
        choices=SKILL,
    ),
    "memorise": FormFace(("difficulty",), ("mods",), degrees="success", presets=HARD),
    "recall": FormFace(("difficulty", "memorised", "failures"), ("mods",), degrees="success", presets=HARD),
    "attack": _blow("attack", degrees="hit", good="hit"),
    "attack_sequence": _blow("attack_sequence", degrees="hits", good=""),
    "multiple_fire": _blow("multiple_fire", ("mode",), degrees="hits", good=""),
    "short_burst": _blow("short_burst", degrees="hit", good="hit"),
    "opportunity_attack": _blow("opportunity_attack", degrees="hit", good="hit"),
    "charge": _blow("charge", ("kind",), degrees="hit", good="hit"),
    "coup_de_grace": FormFace(
        ("target", "weapon_name", "intent"),
        degrees="target_condition",
        good="accepted",
        choices={"weapon_name": weapon_names("coup_de_grace")},
        fits=_usable("coup_de_grace"),
    ),
    "burst": FormFace(
        ("targets", "weapon_name"),
        ("mods",),
        degrees="fired",
        good="",
        choices={"weapon_name": weapon_names("burst")},
        presets={"mods": MODS},
        fits=_usable("burst"),
    ),
    "explosion": FormFace(("kind", "targets"), ("sticks",), degrees="hurt", good="", each={"targets": ("distance",)}),
    "start_grapple": FormFace(
        ("opponent",), ("mods", "opponent_mods"), degrees="grappling", good="grappling", presets=BOTH_MODS
    ),
    "silent_hold": FormFace(
        ("opponent", "round"), ("mods", "opponent_mods"), degrees="held", good="held", presets=BOTH_MODS
    ),
    "grapple_manoeuvre": FormFace(
        ("target", "manoeuvre", "lethal"),
        ("weapon_name", "mods"),
        degrees="success",
        presets={"mods": MODS},
        choices={"weapon_name": lambda sheet: ["", *weapon_names("attack")(sheet)]},
        fits=lambda sheet: is_in(sheet, "grappling"),
    ),
    "disarm": FormFace(
        ("holder", "weapon_name"),
        ("attacker_mods", "holder_mods"),
        degrees="disarmed",
        good="disarmed",
        presets={"attacker_mods": MODS, "holder_mods": MODS},
        choices={"weapon_name": weapon_names("charge")},
        fits=_usable("charge"),
    ),
    "sneak_attack": FormFace(
        ("victim",),
        ("stealth_mods", "listen_mods"),
        degrees="victim_state",
        good="",
        presets={"stealth_mods": MODS, "listen_mods": MODS},
    ),
    "take_action": FormFace(
        ("action", "toward"),
        good="accepted",
        words={"action": ACTIONS},
        fits=lambda sheet: sheet.get("condition", "ok") in ("ok", "staggered", "out_of_action"),
    ),
    "full_defence": FormFace((), good="", known=("defence",)),
    "defensive_fighting": FormFace((), good=""),
    "assess": FormFace((), good=""),
    "delay": FormFace(("after",), good=""),
    "prepare": FormFace(("enemy",), good=""),
    "check_surprise": FormFace(
        ("watchers", "hidden_modifier"),
        ("hidden_mods",),
        degrees="surprise_round",
        good="",
        presets={"hidden_modifier": LEVELS, "hidden_mods": MODS},
    ),
    "reload": FormFace(
        ("weapon_name", "rounds"),
        choices={"weapon_name": loadable},
        presets={"rounds": tuple((str(one), one) for one in (2, 1, 4, 6))},
    ),
    "clear_jam": FormFace(
        ("half_round",),
        ("mods",),
        degrees="success",
        presets={"mods": MODS},
        fits=lambda sheet: any(one.get("weapon_state") in ("jam", "dud") for one in lines_of(sheet)),
    ),
    "start_combat": FormFace(("combatants",), degrees="order", good=""),
    "end_round": FormFace(("combatants",), degrees="combatants", good=""),
    "combat_san": FormFace(("minds", "loss_success", "loss_failure"), degrees="pending", good=""),
    "first_aid": FormFace(("patient", "skill", "difficulty"), ("mods",), degrees="success", presets=HARD),
    "apply_damage": FormFace(("damage",), ("violent", "keeper_shock", "over_time"), degrees="condition", good=""),
    "apply_temp_damage": FormFace(("damage",), degrees="condition", good=""),
    "agony_round": FormFace((), degrees="condition", good="", fits=lambda sheet: sheet.get("condition") == "dying"),
    "wake_up": FormFace((), degrees="woke", good="woke", fits=lambda sheet: sheet.get("condition") == "unconscious"),
    "rest_week": FormFace(("under_care",), degrees="restored", good=""),
    "rest_hours": FormFace(("hours",), good=""),
    "san_check": FormFace(
        ("loss_success", "loss_failure"), ("loss_cap",), degrees="success", what_if=(), fits=_has_san
    ),
    "lose_san": FormFace(("loss",), ("loss_cap",), degrees="temp_mad", good="!temp_mad", fits=_has_san),
    "temporary_madness": FormFace(("length",), degrees="symptom", good="", fits=_is_pc),
    "indefinite_madness": FormFace((), degrees="symptom", good="", fits=_is_pc),
    "end_of_madness": FormFace((), degrees="cured", good="cured", fits=_is_pc),
    "treat_madness": FormFace(
        ("modifier",),
        ("mods",),
        degrees="success",
        presets={"modifier": LEVELS, "mods": MODS},
        fits=_is_pc,
    ),
    "regain_san": FormFace((), degrees="regained", good="", fits=_is_pc),
    "asylum": FormFace((), degrees="released", good="released", fits=_is_pc),
    "decompensation_round": FormFace(
        (), degrees="stable", good="stable", fits=lambda sheet: bool(sheet.get("decompensating"))
    ),
    "calm_decompensation": FormFace(
        ("modifier", "difficulty"), ("mods",), degrees="success", presets={"modifier": LEVELS, **HARD}, fits=_is_pc
    ),
    "fall": FormFace(("height",), ("mods",), degrees="condition", good="", presets={"mods": MODS}),
    "burn_round": FormFace((), ("mods",), degrees="condition", good="!on_fire", presets={"mods": MODS}),
    "suffocate_round": FormFace(("round", "failed"), degrees="failed", good="!failed"),
    "strangle_round": FormFace(("round", "failed"), ("difficulty_bonus",), degrees="failed", good="!failed"),
    "poison": FormFace(("potency",), ("mods",), degrees="success", presets={"mods": MODS}),
    "effort_round": FormFace(
        ("activity", "round", "difficulty"), ("mods",), degrees="continues", good="continues", presets=HARD
    ),
    "sprint": FormFace(("round",), ("mods",), degrees="continues", good="continues", presets={"mods": MODS}),
    "cast_spell": FormFace(
        ("spell", "pm_spent", "target_modifier"),
        ("caster_modifier", "wounded", "components_missing"),
        degrees="works",
        good="works",
        presets={"target_modifier": LEVELS, "caster_modifier": LEVELS, "pm_spent": (OPEN, *LEVELS[1:])},
    ),
    "read_tome": FormFace(("tome", "skim"), degrees="success", fits=_is_pc),
    "learn_spell": FormFace(("multiplier",), degrees="learned", good="learned"),
    "recover_pm": FormFace(("hours",), good=""),
    "psychic_power": FormFace(
        ("power", "target_modifier"),
        degrees="success",
        presets={"target_modifier": LEVELS},
        fits=_is_pc,
    ),
    "mythos_test": FormFace((), degrees="success", fits=_is_pc),
    "spend_destiny": FormFace(
        ("use", "damage", "modifier", "difficulty"),
        degrees="success",
        presets={"modifier": LEVELS, "difficulty": DIFFICULTIES},
        fits=lambda sheet: bool(sheet.get("destiny")),
    ),
    "alert": FormFace(("hour_passed", "distracted"), good="allowed"),
    "tick_box": FormFace(("target",), good="", fits=_is_pc),
    "award_xp": FormFace(
        ("objectives",),
        good="",
        presets={"objectives": tuple((str(one), [one]) for one in (1, 2, 3, 4, 5))},
        fits=_is_pc,
    ),
    "spend_xp": FormFace(("purchase", "target"), ("in_play",), good="accepted", fits=_is_pc),
    "change_characteristic": FormFace(("characteristic", "delta"), good="", fits=_is_pc),
}
