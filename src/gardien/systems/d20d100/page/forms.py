"""The forms of acts: what is asked, what the sheet or the table fills in, what the odds are told by."""

from typing import Any

from gardien.core.deciding import Deciding
from gardien.core.presentation import Content, FormSpec
from gardien.core.terms import MINUS
from gardien.systems.d20d100.page import menus
from gardien.systems.d20d100.rules.fight.standing import is_in
from gardien.systems.d20d100.table.fighter import jammed, loadable, weapon_names

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
HAZARDS = (
    *("fall", "burn_round", "lasting_harm", "suffocate_round", "strangle_round", "poison", "effort_round", "sprint"),
)
HARMS = tuple(
    (dice, dice) for dice in ("1d4", "1d6", "1d8", "2d6")
)  # a torch, a room on fire, acid, electricity (D100-MISS-12)
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
SKILL = {"skill": menus.skills}
OPEN = ("unsaid", None)  # as the sheets have it
SCORES: tuple[tuple[str, Any], ...] = (OPEN, ("0", 0), ("4", 4), ("8", 8))  # of people nobody has a sheet of
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

D20 = Deciding(20)


def _blow(key: str, main: tuple[str, ...] = (), **more: Any) -> FormSpec:
    """An attack on somebody: with what, and what else weighs on it."""
    return FormSpec(
        ("target", "weapon_name", *main),
        ("intent", "situations", "mods"),
        choices={"weapon_name": weapon_names(key), "intent": lambda sheet: ["as_usual", "kill", "stun"]},
        presets={"mods": MODS},
        words={"situations": SAID},
        then="target_condition",
        known=("total",) if more.get("good") else (),
        fits=_usable(key),
        **more,
    )


FORMS: dict[str, FormSpec] = {
    "skill_test": FormSpec(
        ("skill", "difficulty"), ("mods",), degrees="success", decided_by=D20, presets=HARD, offered=SKILL
    ),
    "jet_test": FormSpec(("jet", "difficulty"), ("mods",), degrees="success", decided_by=D20, presets=HARD),
    "characteristic_test": FormSpec(
        ("characteristic", "difficulty"),
        ("sixth_sense", "mods"),
        degrees="success",
        decided_by=D20,
        presets={"difficulty": (OPEN, *DIFFICULTIES), "mods": MODS},
    ),
    "opposed_test": FormSpec(
        (
            "active_skill",
            "opponent",
            "passive_skill",
            "passive_modifier",
        ),  # of nobody at the table the modifier is typed
        ("kind", "active_mods", "passive_mods"),
        degrees="winner",
        presets={"passive_modifier": SCORES, "active_mods": MODS, "passive_mods": MODS},
        offered={"active_skill": menus.skills, "passive_skill": menus.other_skills},
    ),
    "take_10": FormSpec(("skill", "difficulty"), ("mods",), presets=HARD, offered=SKILL),
    "take_20": FormSpec(("skill", "difficulty"), ("mods",), presets=HARD, offered=SKILL),
    "record_passive": FormSpec(
        ("skill", "context"),
        ("mods",),
        good="",
        has_odds=False,
        presets={"mods": MODS},
        offered=SKILL,
    ),
    "oppose_recorded": FormSpec(
        ("skill", "opponent", "passive_total"),
        ("active_mods",),
        degrees="success",
        presets={"passive_total": (OPEN, *DIFFICULTIES), "active_mods": MODS},
        offered=SKILL,
    ),
    "synergy_test": FormSpec(
        ("first_skill", "second_skill", "second_difficulty"),
        ("first_difficulty", "first_mods", "second_mods"),
        degrees="success",
        presets={
            **dict.fromkeys(("first_difficulty", "second_difficulty"), DIFFICULTIES),
            **dict.fromkeys(("first_mods", "second_mods"), MODS),
        },
        offered={"first_skill": menus.skills, "second_skill": menus.skills},
    ),
    "cooperate": FormSpec(
        ("skill", "helpers", "difficulty"),
        ("mods",),
        degrees="success",
        presets=HARD,
        offered=SKILL,
    ),
    "memorise": FormSpec(("what", "difficulty"), ("mods",), degrees="success", decided_by=D20, presets=HARD),
    "recall": FormSpec(
        ("what", "difficulty"),
        ("memorised", "failures", "mods"),
        degrees="success",
        presets=HARD,
        choices={
            "what": lambda sheet: [one["what"] for one in reversed(sheet.get("memory_items") or ()) if one["what"]]
        },
    ),
    "attack": _blow("attack", degrees="hit", good="hit", decided_by=D20),
    "attack_sequence": _blow("attack_sequence", degrees="hits", good=""),
    "multiple_fire": _blow("multiple_fire", ("mode",), degrees="hits", good=""),
    "short_burst": _blow("short_burst", degrees="hit", good="hit"),
    "opportunity_attack": _blow("opportunity_attack", degrees="hit", good="hit"),
    "charge": _blow("charge", ("kind",), degrees="hit", good="hit"),
    "coup_de_grace": FormSpec(
        ("target", "weapon_name", "intent"),
        degrees="target_condition",
        good="accepted",
        choices={"weapon_name": weapon_names("coup_de_grace")},
        fits=_usable("coup_de_grace"),
    ),
    "burst": FormSpec(
        ("targets", "weapon_name"),
        ("mods",),
        degrees="fired",
        good="",
        choices={"weapon_name": weapon_names("burst")},
        presets={"mods": MODS},
        fits=_usable("burst"),
    ),
    "explosion": FormSpec(("kind", "targets"), ("sticks",), degrees="hurt", good="", each={"targets": ("distance",)}),
    "start_grapple": FormSpec(
        ("opponent",), ("mods", "opponent_mods"), degrees="grappling", good="grappling", presets=BOTH_MODS
    ),
    "silent_hold": FormSpec(
        ("opponent", "round"), ("mods", "opponent_mods"), degrees="held", good="held", presets=BOTH_MODS
    ),
    "grapple_manoeuvre": FormSpec(
        ("target", "manoeuvre", "lethal"),
        ("weapon_name", "mods"),
        degrees="success",
        presets={"mods": MODS},
        choices={"weapon_name": lambda sheet: ["", *weapon_names("attack")(sheet)]},
        fits=lambda sheet: is_in(sheet, "grappling"),
    ),
    "disarm": FormSpec(
        ("holder", "weapon_name"),
        ("attacker_mods", "holder_mods"),
        degrees="disarmed",
        good="disarmed",
        presets={"attacker_mods": MODS, "holder_mods": MODS},
        choices={"weapon_name": weapon_names("charge")},
        fits=_usable("charge"),
    ),
    "sneak_attack": FormSpec(
        ("victim",),
        ("stealth_mods", "listen_mods"),
        degrees="victim_state",
        good="",
        presets={"stealth_mods": MODS, "listen_mods": MODS},
    ),
    "take_action": FormSpec(
        ("action", "toward"),
        good="accepted",
        words={"action": ACTIONS},
        fits=lambda sheet: sheet.get("condition", "ok") in ("ok", "staggered", "out_of_action"),
    ),
    "full_defence": FormSpec((), good="", known=("defence",)),
    "defensive_fighting": FormSpec((), good=""),
    "assess": FormSpec((), good=""),
    "delay": FormSpec(("after",), good=""),
    "prepare": FormSpec(("enemy",), good=""),
    "check_surprise": FormSpec(
        ("watchers",),
        ("hidden_modifier", "hidden_mods"),
        degrees="surprise_round",
        good="",
        presets={"hidden_mods": MODS},
    ),
    "reload": FormSpec(
        ("weapon_name", "rounds"),
        choices={"weapon_name": loadable},
        presets={"rounds": tuple((str(one), one) for one in (2, 1, 4, 6))},
    ),
    "clear_jam": FormSpec(
        ("weapon_name", "half_round"),
        ("mods",),
        degrees="success",
        presets={"mods": MODS},
        choices={"weapon_name": jammed},
        fits=lambda sheet: bool(jammed(sheet)),
    ),
    "start_combat": FormSpec(("combatants",), degrees="order", good=""),
    "end_round": FormSpec(("combatants",), degrees="combatants", good=""),
    "combat_san": FormSpec(("minds", "loss_success", "loss_failure"), degrees="pending", good=""),
    "first_aid": FormSpec(("patient", "skill", "difficulty"), ("mods",), degrees="success", presets=HARD),
    "apply_damage": FormSpec(("damage",), ("violent", "keeper_shock", "over_time"), degrees="condition", good=""),
    "apply_temp_damage": FormSpec(("damage",), degrees="condition", good=""),
    "agony_round": FormSpec((), degrees="condition", good="", fits=lambda sheet: sheet.get("condition") == "dying"),
    "wake_up": FormSpec((), degrees="woke", good="woke", fits=lambda sheet: sheet.get("condition") == "unconscious"),
    "rest_week": FormSpec(("under_care",), good="", has_odds=False),
    "rest_hours": FormSpec(("hours",), good="", has_odds=False),
    "san_check": FormSpec(
        ("creature", "loss_success", "loss_failure"),
        ("loss_cap",),
        degrees="success",
        counts=("loss",),
        presets={"loss_success": (OPEN, *LOSSES), "loss_failure": (OPEN, *LOSSES)},
        usual={"loss_success": None, "loss_failure": None},
        fits=_has_san,
    ),
    "lose_san": FormSpec(
        ("loss",),
        ("creature", "loss_cap"),
        degrees="temp_mad",
        good="!temp_mad",
        presets={"loss": LOSSES},
        usual={"loss": "1d6"},
        fits=_has_san,
    ),
    "temporary_madness": FormSpec(("length",), good="", has_odds=False, fits=_is_pc),
    "indefinite_madness": FormSpec((), good="", has_odds=False, fits=_is_pc),
    "end_of_madness": FormSpec((), degrees="cured", good="cured", fits=_is_pc),
    "treat_madness": FormSpec(("patient",), ("mods",), degrees="success", presets={"mods": MODS}),
    "regain_san": FormSpec((), good="", has_odds=False, fits=_is_pc),
    "asylum": FormSpec((), degrees="released", good="released", fits=_is_pc),
    "decompensation_round": FormSpec(
        (), degrees="stable", good="stable", fits=lambda sheet: bool(sheet.get("decompensating"))
    ),
    "calm_decompensation": FormSpec(("patient", "difficulty"), ("mods",), degrees="success", presets=HARD),
    "fall": FormSpec(("height",), ("mods",), degrees="condition", good="", presets={"mods": MODS}),
    "burn_round": FormSpec((), ("mods",), degrees="on_fire", then="condition", good="!on_fire", presets={"mods": MODS}),
    "lasting_harm": FormSpec(
        ("damage",),
        ("drain", "characteristic"),
        degrees="condition",
        good="",
        presets={"damage": HARMS, "drain": (("1d3", "1d3"), ("1d6", "1d6"))},
        usual={"damage": "1d6"},
    ),
    "suffocate_round": FormSpec(("round", "failed"), degrees="failed", good="!failed"),
    "strangle_round": FormSpec(("round", "failed"), ("difficulty_bonus",), degrees="failed", good="!failed"),
    "poison": FormSpec(("potency",), ("mods",), degrees="success", presets={"mods": MODS}),
    "effort_round": FormSpec(
        ("activity", "round", "difficulty"), ("mods",), degrees="continues", good="continues", presets=HARD
    ),
    "sprint": FormSpec(("round",), ("mods",), degrees="continues", good="continues", presets={"mods": MODS}),
    "cast_spell": FormSpec(
        ("spell", "victim", "pm_spent"),
        ("target_modifier", "wounded", "components_missing"),
        ruled=("target_modifier",),
        degrees="works",
        good="works",
        presets={"target_modifier": NUMBERS, "pm_spent": POINTS},
        usual={"target_modifier": None},
        offered={"spell": menus.spells},
    ),
    "read_tome": FormSpec(
        ("tome", "skill_name", "skim"), degrees="success", offered={"skill_name": menus.languages}, fits=_is_pc
    ),
    "learn_spell": FormSpec(
        ("spell", "multiplier"), degrees="learned", good="learned", offered={"spell": menus.unknown_spells}
    ),
    "recover_pm": FormSpec(("hours",), good="", has_odds=False),
    "psychic_power": FormSpec(
        ("power", "victim"),
        ("target_modifier",),
        ruled=("target_modifier",),
        degrees="success",
        presets={"target_modifier": NUMBERS},
        usual={"target_modifier": None},
        offered={"power": menus.powers},
        fits=lambda sheet: bool(menus.powers(sheet)),
    ),
    "mythos_test": FormSpec((), degrees="success", fits=lambda sheet: bool(sheet.get("mythos"))),
    "spend_destiny": FormSpec(
        ("use",),
        ("damage", "skill_name", "difficulty"),
        degrees="success",
        presets={"difficulty": DIFFICULTIES},
        offered={"skill_name": lambda sheet: [menus.NONE, *menus.skills(sheet)]},
        fits=lambda sheet: bool(sheet.get("destiny")),
    ),
    "alert": FormSpec(("hour_passed", "distracted"), good="allowed", has_odds=False),
    "tick_box": FormSpec(("target",), good="", has_odds=False, offered={"target": menus.boxes}, fits=_is_pc),
    "award_xp": FormSpec(
        ("objectives",),
        good="",
        has_odds=False,
        presets={"objectives": tuple((" + ".join(map(str, one)), list(one)) for one in OBJECTIVES)},
        fits=_is_pc,
    ),
    "spend_xp": FormSpec(
        ("purchase", "target"),
        ("in_play",),
        good="accepted",
        foretold=("cost", "xp"),
        offered={"target": menus.improvements},
        fits=_is_pc,
    ),
    "change_characteristic": FormSpec(
        ("characteristic", "delta"), good="", has_odds=False, offered={"characteristic": menus.scores}, fits=_is_pc
    ),
    "d100_multiplier_test": FormSpec(
        ("characteristic", "multiplier", "method"),
        degrees="success",
        presets={"multiplier": tuple((f"×{one}", one) for one in range(1, 11))},
        usual={"multiplier": 5},
        offered={"characteristic": menus.scores},
    ),
    "roll_d3": FormSpec((), good="", has_odds=False),
}
