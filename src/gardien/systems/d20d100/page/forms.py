"""The forms of acts: what is asked, what the sheet or the table fills in, what the odds are told by."""

from typing import Any

from gardien.core.face import Content, FormFace
from gardien.core.terms import MINUS
from gardien.systems.d20d100 import offering
from gardien.systems.d20d100.arming import lines_of, loadable, weapon_names
from gardien.systems.d20d100.standing import is_in

FIGHT = (
    *("multiple_fire", "short_burst", "burst", "charge", "start_grapple", "grapple_manoeuvre", "disarm"),
    *("coup_de_grace", "opportunity_attack", "sneak_attack", "silent_hold", "explosion", "reload", "clear_jam"),
    *("alert", "check_surprise", "combat_san"),
)
BODY = ("apply_damage", "apply_temp_damage", "agony_round", "wake_up", "rest_week", "rest_hours")
MIND = (
    *("lose_san", "temporary_madness", "indefinite_madness", "end_of_madness", "treat_madness", "regain_san"),
    *("asylum", "decompensation_round", "calm_decompensation"),
)
HAZARDS = ("fall", "burn_round", "suffocate_round", "strangle_round", "poison", "effort_round", "sprint")
OCCULT = ("cast_spell", "read_tome", "learn_spell", "recover_pm", "psychic_power", "mythos_test")
INQUIRY = (
    *("opposed_test", "synergy_test", "cooperate", "take_10", "take_20", "record_passive", "oppose_recorded"),
    *("memorise", "recall", "d100_multiplier_test", "roll_d3"),
)
GROWTH = ("spend_destiny", "tick_box", "award_xp", "spend_xp", "change_characteristic")
OFTEN = (
    *("skill_test", "jet_test", "characteristic_test", "opposed_test", "san_check", "attack", "attack_sequence"),
    *("multiple_fire", "first_aid", "synergy_test", "spend_destiny", "reload"),
)
ACTS = tuple(dict.fromkeys((*OFTEN, *INQUIRY, *FIGHT, *BODY, *MIND, *HAZARDS, *OCCULT, *GROWTH)))
TOPICS = (
    ("inquiry", INQUIRY),
    ("fight", FIGHT),
    ("body", BODY),
    ("mind", MIND),
    ("hazards", HAZARDS),
    ("occult", OCCULT),
    ("experience", GROWTH),
)

DIFFICULTIES: tuple[tuple[str, Any], ...] = tuple((str(one), one) for one in (5, 10, 15, 20, 25, 30))
MODS: tuple[tuple[str, Any], ...] = (
    *((f"{MINUS}{one}", [-one]) for one in (6, 4, 2)),
    ("0", []),
    *((f"+{one}", [one]) for one in (2, 4, 6)),
)
HARD = {"difficulty": DIFFICULTIES, "mods": MODS}
SKILL = {"skill": offering.skills}
OPEN = ("unsaid", None)  # as the sheets have it
NUMBERS: tuple[tuple[str, Any], ...] = (
    OPEN,
    *((f"{MINUS}{-one}" if one < 0 else str(one), one) for one in (-6, -4, -2, 0, 2, 4, 6, 8, 10, 12)),
)
POINTS = (OPEN, *((str(one), one) for one in (1, 2, 3, 4, 5, 6, 8, 10, 15)))
LOSSES: tuple[tuple[str, Any], ...] = tuple(
    (one, one) for one in ("0", "1", "1d2", "1d3", "1d4", "1d6", "1d8", "1d10", "1d20", "1d100")
)
BOTH_MODS = {"mods": MODS, "opponent_mods": MODS}
ACTIONS = (  # those that no act of its own stands for (D100-CBT-10 to D100-CBT-12)
    *("walk", "run", "stand_up", "drop_prone", "pick_up", "draw", "sheathe", "open_door", "take_item", "light_lamp"),
    *("climb", "climb_fast", "speak", "drop_object", "other_complex"),
)


OBJECTIVES = ((1,), (2,), (3,), (2, 1), (2, 2), (3, 2), (3, 3))  # points of a session, one after the other (D100-XP-03)


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
    "skill_test": FormFace(("skill", "difficulty"), ("mods",), degrees="success", presets=HARD, offered=SKILL),
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
        presets={"passive_modifier": NUMBERS, "active_mods": MODS, "passive_mods": MODS},
        offered={"active_skill": offering.skills, "passive_skill": offering.other_skills},
    ),
    "take_10": FormFace(("skill", "difficulty"), ("mods",), presets=HARD, offered=SKILL),
    "take_20": FormFace(("skill", "difficulty"), ("mods",), presets=HARD, offered=SKILL),
    "record_passive": FormFace(
        ("skill", "context"),
        ("mods",),
        good="",
        weighed=False,
        presets={"mods": MODS},
        offered=SKILL,
    ),
    "oppose_recorded": FormFace(
        ("skill", "opponent"),
        ("passive_total", "active_mods"),
        degrees="success",
        presets={"passive_total": (OPEN, *DIFFICULTIES), "active_mods": MODS},
        offered=SKILL,
    ),
    "synergy_test": FormFace(
        ("first_skill", "second_skill", "second_difficulty"),
        ("first_difficulty", "first_mods", "second_mods"),
        degrees="success",
        presets={
            **dict.fromkeys(("first_difficulty", "second_difficulty"), DIFFICULTIES),
            **dict.fromkeys(("first_mods", "second_mods"), MODS),
        },
        offered={"first_skill": offering.skills, "second_skill": offering.skills},
    ),
    "cooperate": FormFace(
        ("skill", "helpers", "difficulty"),
        ("mods",),
        degrees="success",
        presets=HARD,
        offered=SKILL,
    ),
    "memorise": FormFace(("difficulty",), ("mods",), degrees="success", presets=HARD),
    "recall": FormFace(
        ("difficulty", "memorised", "failures"), ("mods",), degrees="success", what_if=("memorised",), presets=HARD
    ),
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
        ("watchers",),
        ("hidden_modifier", "hidden_mods"),
        degrees="surprise_round",
        good="",
        presets={"hidden_mods": MODS},
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
    "rest_week": FormFace(("under_care",), good="", weighed=False),
    "rest_hours": FormFace(("hours",), good="", weighed=False),
    "san_check": FormFace(
        ("creature", "loss_success", "loss_failure"),
        ("loss_cap",),
        degrees="success",
        presets={"loss_success": (OPEN, *LOSSES), "loss_failure": (OPEN, *LOSSES)},
        usual={"loss_success": None, "loss_failure": None},
        fits=_has_san,
    ),
    "lose_san": FormFace(
        ("loss",),
        ("creature", "loss_cap"),
        degrees="temp_mad",
        good="!temp_mad",
        presets={"loss": LOSSES},
        usual={"loss": "1d6"},
        fits=_has_san,
    ),
    "temporary_madness": FormFace(("length",), good="", weighed=False, fits=_is_pc),
    "indefinite_madness": FormFace((), good="", weighed=False, fits=_is_pc),
    "end_of_madness": FormFace((), degrees="cured", good="cured", fits=_is_pc),
    "treat_madness": FormFace(("patient",), ("mods",), degrees="success", presets={"mods": MODS}),
    "regain_san": FormFace((), good="", weighed=False, fits=_is_pc),
    "asylum": FormFace((), degrees="released", good="released", fits=_is_pc),
    "decompensation_round": FormFace(
        (), degrees="stable", good="stable", fits=lambda sheet: bool(sheet.get("decompensating"))
    ),
    "calm_decompensation": FormFace(("patient", "difficulty"), ("mods",), degrees="success", presets=HARD),
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
        ("spell", "victim", "pm_spent"),
        ("target_modifier", "wounded", "components_missing"),
        degrees="works",
        good="works",
        presets={"target_modifier": NUMBERS, "pm_spent": POINTS},
        usual={"target_modifier": None},
        offered={"spell": offering.spells},
    ),
    "read_tome": FormFace(
        ("tome", "skill_name", "skim"), degrees="success", offered={"skill_name": offering.languages}, fits=_is_pc
    ),
    "learn_spell": FormFace(
        ("spell", "multiplier"), degrees="learned", good="learned", offered={"spell": offering.unknown_spells}
    ),
    "recover_pm": FormFace(("hours",), good="", weighed=False),
    "psychic_power": FormFace(
        ("power", "victim"),
        ("target_modifier",),
        degrees="success",
        presets={"target_modifier": NUMBERS},
        usual={"target_modifier": None},
        offered={"power": offering.powers},
        fits=lambda sheet: bool(offering.powers(sheet)),
    ),
    "mythos_test": FormFace((), degrees="success", fits=lambda sheet: bool(sheet.get("mythos"))),
    "spend_destiny": FormFace(
        ("use",),
        ("damage", "skill_name", "difficulty"),
        degrees="success",
        presets={"difficulty": DIFFICULTIES},
        offered={"skill_name": lambda sheet: [offering.NONE, *offering.skills(sheet)]},
        fits=lambda sheet: bool(sheet.get("destiny")),
    ),
    "alert": FormFace(("hour_passed", "distracted"), good="allowed", weighed=False),
    "tick_box": FormFace(("target",), good="", weighed=False, offered={"target": offering.boxes}, fits=_is_pc),
    "award_xp": FormFace(
        ("objectives",),
        good="",
        weighed=False,
        presets={"objectives": tuple((" + ".join(map(str, one)), list(one)) for one in OBJECTIVES)},
        fits=_is_pc,
    ),
    "spend_xp": FormFace(
        ("purchase", "target"),
        ("in_play",),
        good="accepted",
        offered={"target": offering.improvements},
        fits=_is_pc,
    ),
    "change_characteristic": FormFace(
        ("characteristic", "delta"), good="", weighed=False, offered={"characteristic": offering.scores}, fits=_is_pc
    ),
    "d100_multiplier_test": FormFace(
        ("characteristic", "multiplier", "method"),
        degrees="success",
        presets={"multiplier": tuple((f"×{one}", one) for one in range(1, 11))},
        usual={"multiplier": 5},
        offered={"characteristic": offering.scores},
    ),
    "roll_d3": FormFace((), good="", weighed=False),
}
