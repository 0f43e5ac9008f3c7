"""The forms of acts: what is asked, what the sheet or the table fills in, what the odds are told by."""

from typing import Any

from gardien.core.deciding import Deciding
from gardien.core.presentation import Content, FormSpec
from gardien.core.terms import MINUS
from gardien.systems.cthulhud20.page import menus
from gardien.systems.cthulhud20.page.sheet import wounds_of
from gardien.systems.cthulhud20.table.fighter import conditions_of, traditional
from gardien.systems.cthulhud20.table.weapon_use import jammed, loadable, weapon_names
from gardien.systems.cthulhud20.vocabulary import SEVERITIES, WHOLE, Zone

INQUIRY = ("check", "opposed_check", "save")
FIGHT = (
    *("attack", "full_attack", "attack_traditional", "take_aim", "movement", "cleave", "finishing_blow"),
    *("suppressive_fire", "explosion", "grapple", "grapple_action", "trip", "disarm", "push", "aid_another", "reload"),
    "clear_jam",
    "opportunity",
)
BODY = (
    *("apply_wound", "care", "surgery", "long_term_care", "apply_shock", "faint_save", "stabilise", "advance_time"),
    "apply_condition",
)
EFFORT = ("effort", "chase")
HAZARDS = (
    *("natural_cause", "lasting_cause", "fall", "collision", "extinguish", "drowning", "revive", "exposure", "poison"),
    *("disease", "damage_ability"),
)
MIND = ("sanity_check", "sanity_collapse", "regain_sanity", "psychoanalysis")
OCCULT = ("cast_spell", "study_tome", "healing_touch", "harming_touch")
GROWTH = ("spend_destiny", "spend_group_destiny", "award_experience", "level_up", "take_feat")
RECKONING = (
    *("odds_attack", "attack_bonus", "zone_ca", "aim_zone", "locate", "severity", "suggest_shock", "lethality"),
    *("range_malus", "odds_stabilise", "odds_check", "fatigue_malus", "level_table"),
)
OFTEN = (
    *("check", "save", "attack", "full_attack", "opposed_check", "sanity_check", "care", "effort", "chase"),
    *("apply_wound", "spend_destiny", "advance_time"),
)
ACTS = tuple(dict.fromkeys((*OFTEN, *INQUIRY, *FIGHT, *BODY, *EFFORT, *HAZARDS, *MIND, *OCCULT, *GROWTH, *RECKONING)))
TOPICS = (
    ("inquiry", INQUIRY),
    ("fight", FIGHT),
    ("body", BODY),
    ("effort", EFFORT),
    ("hazards", HAZARDS),
    ("mind", MIND),
    ("occult", OCCULT),
    ("experience", GROWTH),
    ("reckoning", RECKONING),
)

Presets = tuple[tuple[str, Any], ...]


def _numbers(*values: int, signs: bool = False) -> Presets:
    """Numbers to choose from, as they are written."""
    return tuple((f"{MINUS}{-one}" if one < 0 else f"+{one}" if signs and one else str(one), one) for one in values)


OPEN = ("unsaid", None)  # as the sheets have it
DIFFICULTIES = _numbers(5, 10, 15, 20, 25, 30)
MODIFIERS = _numbers(-6, -4, -2, 0, 2, 4, 6, signs=True)
HARD = {"dc": DIFFICULTIES, "modifier": MODIFIERS}
LIGHTER = {"modifier": MODIFIERS}
LOSSES: Presets = tuple((one, one) for one in ("0", "1", "1d2", "1d3", "1d4", "1d6", "1d8", "1d10", "1d20", "1d100"))
ZONES: tuple[str, ...] = Zone.__args__  # type: ignore[attr-defined]
PLACES = tuple(zone for zone in ZONES if zone != WHOLE)
SAID = (  # situations that somebody has to say: the table sees the others (CD20-P-MOD-01)
    *("charging", "flanking", "higher_ground", "unseen", "bystanders", "fighting_defensively", "two_weapons_main"),
    *("two_weapons_off", "two_weapons_main_light", "two_weapons_off_light", "no_bipod"),
)
HINDRANCE = _numbers(0, 10, 20, 30, 40, 50)  # hits in a hundred that are lost (CD20-P-COVER-01)
POWER = _numbers(0, 1, 2, 3, 4, 5)
AGREED: Presets = tuple((str(count), ["yes"] * count) for count in range(1, 8))


def _is_pc(sheet: Content) -> bool:
    return sheet.get("kind") == "investigator"


def _has_san(sheet: Content) -> bool:
    return "san" in sheet


def _has_touch(sheet: Content) -> bool:
    """Whoever knows the spell (CD20-SPELL-02, CD20-SPELL-03)."""
    return "healing_touch" in (sheet.get("spells_known") or ())


def _has_body(sheet: Content) -> bool:
    return not traditional(sheet)


def _usable(key: str) -> Any:
    """Whether a sheet has anything to do it with."""
    offered = weapon_names(key)
    return lambda sheet: bool(offered(sheet))


def _mean_level(company: list[Content]) -> int:
    return round(sum(int(one.get("level", 1)) for one in company) / len(company))


def _in(*conditions: str) -> Any:
    return lambda sheet: any(one in conditions_of(sheet) for one in conditions)


OF_SOME = {  # what is asked of those who have the feat, or carry such a weapon
    "power_attack": menus.has_feat("power_attack"),
    "rapid_shot": menus.has_feat("rapid_shot"),
    "thrown": menus.throws,
    "slug": menus.fires_shot,
    "both_barrels": menus.fires_shot,
}

D20 = Deciding(20)


def _blow(key: str, main: tuple[str, ...] = (), more: tuple[str, ...] = (), **other: Any) -> FormSpec:
    """An attack on somebody: with what, at what, and what else weighs on it."""
    presets = {"modifier": MODIFIERS, "power_attack": POWER}
    return FormSpec(
        ("target", "weapon_name", *main),
        ("situation", "distance_m", "aimed", "power_attack", *more, "modifier"),
        ruled=("concealment", "shock", "gb_bonus", "zone_choice"),
        beforehand=("destiny",),
        choices={"weapon_name": weapon_names(key)},
        presets={**presets, "concealment": HINDRANCE} if "concealment" in more else presets,
        words={"situation": SAID},
        filled=("distance_m", "aimed"),
        useful=OF_SOME,
        fits=_usable(key),
        **other,
    )


OF_GUNS = ("thrown", "slug", "both_barrels", "to_stun", "concealment", "shock")
BLOW: dict[str, Any] = {"degrees": "severity", "good": "hit", "then": "state", "known": ("attack_total",)}
RECKONED: dict[str, Any] = {"good": "", "has_odds": False}  # nothing is thrown, nothing can go wrong
HARM: dict[str, Any] = {"degrees": "severity", "good": "", "fits": _has_body}

FORMS: dict[str, FormSpec] = {
    "check": FormSpec(
        ("skill", "dc"),
        ("ability", "modifier", "aided", "take", "long_effort", "run_up"),
        degrees="success",
        decided_by=D20,
        presets=HARD,
        usual={"dc": 15},
        offered={"skill": menus.skills, "ability": menus.abilities},
    ),
    "opposed_check": FormSpec(
        ("skill", "opponent", "opponent_skill"),
        ("ability",),
        degrees="winner",
        good="",
        offered={"skill": menus.skills, "ability": menus.abilities, "opponent_skill": menus.other_skills},
    ),
    "save": FormSpec(("save", "dc"), ("modifier",), degrees="success", decided_by=D20, presets=HARD, usual={"dc": 15}),
    # ---- fights ----
    "attack": _blow("attack", ("aim",), ("attack_number", *OF_GUNS), **BLOW),
    "full_attack": _blow(
        "full_attack",
        ("fire_mode",),
        ("rapid_shot", "spare_fallen", "thrown", "slug", "to_stun", "concealment"),
        degrees="state",
        good="",
        offered={"fire_mode": menus.fire_modes},
    ),
    "attack_traditional": _blow("attack_traditional", (), ("thrown", "slug"), degrees="hit", good="hit"),
    "cleave": _blow("cleave", ("aim",), ("fallen", "to_stun", "concealment", "shock"), **BLOW),
    "finishing_blow": FormSpec(
        ("target", "weapon_name", "zone"),
        ("shock", "modifier"),
        ruled=("shock",),
        choices={"weapon_name": weapon_names("finishing_blow")},
        presets=LIGHTER,
        words={"zone": PLACES},
        degrees="state",
        good="",
        fits=_usable("finishing_blow"),
    ),
    "suppressive_fire": FormSpec(
        ("victims", "weapon_name"),
        ("shock",),
        ruled=("shock",),
        degrees="hurt",
        good="",
        choices={"weapon_name": weapon_names("suppressive_fire")},
        fits=_usable("suppressive_fire"),
    ),
    "explosion": FormSpec(
        ("explosive", "victims"),
        ("sticks", "reflex_dc"),
        usual={"explosive": "dynamite"},
        degrees="hurt",
        good="",
    ),
    "take_aim": FormSpec(("target",), good="", has_odds=False),
    "delay": FormSpec(("after",), good="", has_odds=False),
    "ready": FormSpec(("occasion",), good="allowed", has_odds=False),
    "movement": FormSpec(
        ("mode", "toward", "weapon_name"),
        ("run_round",),
        usual={"mode": "move"},
        degrees="allowed",
        good="allowed",
        choices={"weapon_name": weapon_names("movement")},
        when={"weapon_name": lambda asked, sheet: asked.get("mode") == "draw"},
    ),
    "opportunity": FormSpec(("mover", "trigger"), ("distance_m",), good="allowed", filled=("distance_m",)),
    "grapple": FormSpec(("target",), ("modifier",), degrees="held", good="held", presets=LIGHTER),
    "grapple_action": FormSpec(("target", "action"), degrees="success", fits=_in("grappling", "pinned", "held")),
    "trip": FormSpec(("target",), ("modifier",), degrees="tripped", good="tripped", presets=LIGHTER),
    "disarm": FormSpec(
        ("target",),
        ("larger_weapon", "modifier"),
        ruled=("larger_weapon",),
        degrees="disarmed",
        good="disarmed",
        filled=("larger_weapon",),
        presets=LIGHTER,
    ),
    "push": FormSpec(("target", "charging"), degrees="pushed", good="pushed"),
    "aid_another": FormSpec(("target", "benefit"), ("modifier",), degrees="aided", good="aided"),
    "reload": FormSpec(
        ("weapon_name",),
        good="",
        has_odds=False,
        choices={"weapon_name": lambda sheet: [one.name for one in loadable(sheet)]},
        fits=lambda sheet: bool(loadable(sheet)),
    ),
    "clear_jam": FormSpec(
        ("weapon_name",),
        degrees="cleared",
        good="cleared",
        choices={"weapon_name": jammed},
        fits=lambda sheet: bool(jammed(sheet)),
    ),
    "start_fight": FormSpec(("combatants",), degrees="order", good="", everybody=True),
    "begin_turn": FormSpec((), ("surprise_round",), good="", has_odds=False),
    # ---- bodies ----
    "apply_wound": FormSpec(
        ("zone", "severity"),
        ("gb", "margin", "shock", "stopped", "pf_only", "gb_bonus"),
        offered={"zone": menus.zones},
        presets={"severity": (OPEN, *((one, one) for one in SEVERITIES[:-1]))},
        usual={"severity": "light"},
        degrees="state",
        good="",
        fits=_has_body,
    ),
    "apply_shock": FormSpec(("shock",), degrees="state", good="", fits=_has_body),
    "faint_save": FormSpec(
        (),
        ("modifier",),
        degrees="faint_save_success",
        good="faint_save_success",
        presets=LIGHTER,
        fits=lambda sheet: _has_body(sheet) and int(sheet.get("pf", 1)) <= 0,
    ),
    "stabilise": FormSpec(
        (),
        degrees="stabilised",
        good="stabilised",
        fits=lambda sheet: any(one.get("bleeding") for one in sheet.get("wounds") or ()),
    ),
    "care": FormSpec(
        ("patient", "wound", "skill", "means"),
        ("modifier",),
        degrees="success",
        presets=LIGHTER,
        theirs={"wound": wounds_of},
        words={"skill": ("first_aid", "knowledge_medicine"), "means": ("kit", "improvised", "nothing")},
    ),
    "surgery": FormSpec(
        ("patient", "wound", "hospital"),
        ("modifier",),
        degrees="success",
        presets=LIGHTER,
        theirs={"wound": wounds_of},
    ),
    "long_term_care": FormSpec(
        ("patients",),
        ("skill_name",),
        degrees="success",
        choices={"skill_name": lambda sheet: ["first_aid", "knowledge_medicine"]},
    ),
    "advance_time": FormSpec(
        ("minutes", "hours", "resting"), ("rounds", "days", "bed_care"), degrees="state", good="", fits=_has_body
    ),
    "apply_condition": FormSpec(("condition",), ("dc", "duration", "long_cause"), degrees="state", good=""),
    "effort": FormSpec(
        ("effort",), ("cost", "kind"), usual={"effort": "sprint"}, degrees="state", good="", fits=_has_body
    ),
    "chase": FormSpec(("pursuer",), ("max_minutes",), degrees="result", good=""),
    # ---- dangers ----
    "natural_cause": FormSpec(
        ("cause",),
        ("max_damage", "save", "save_dc", "located", "zone", "shock"),
        offered={"zone": menus.everywhere},
        usual={"cause": "blaze"},
        **HARM,
    ),
    "lasting_cause": FormSpec(("cause", "rounds"), ("max_damage", "first_round", "d10"), **HARM),
    "fall": FormSpec(
        ("height_m", "soft_ground", "skill"),
        ("located", "shock"),
        words={"skill": ("none", "tumble", "jump")},
        usual={"height_m": 6},
        **HARM,
    ),
    "collision": FormSpec(("speed_kmh", "protected", "brake"), ("located", "shock"), usual={"speed_kmh": 50}, **HARM),
    "extinguish": FormSpec(("helped",), ("modifier",), degrees="extinguished", good="extinguished", presets=LIGHTER),
    "drowning": FormSpec(("rounds",), ("checks_made", "already_failed"), degrees="failed", good="!failed"),
    "revive": FormSpec(("victim",), ("modifier",), degrees="success", presets=LIGHTER),
    "exposure": FormSpec(
        ("cause",), ("checks_made", "failures_running", "modifier"), degrees="success", presets=LIGHTER
    ),
    "poison": FormSpec(
        ("poison", "stage"),
        ("modifier",),
        usual={"stage": "initial"},
        degrees="initial_success",
        good="",
        then="state",
        presets=LIGHTER,
    ),
    "disease": FormSpec(("disease", "stage"), ("successes_running", "modifier"), degrees="success", presets=LIGHTER),
    "damage_ability": FormSpec(("ability", "amount"), ("dice_text",), degrees="consequence", good=""),
    # ---- minds, magic ----
    "sanity_check": FormSpec(
        ("creature", "cause"),
        ("success_loss", "failure_loss", "mythos"),
        degrees="success",
        counts=("loss",),
        presets={"success_loss": (OPEN, *LOSSES), "failure_loss": (OPEN, *LOSSES)},
        usual={"success_loss": None, "failure_loss": None},
        fits=_has_san,
    ),
    "sanity_collapse": FormSpec(
        ("rounds", "helper_bonus"),
        degrees="stopped",
        good="stopped",
        fits=lambda sheet: _has_san(sheet) and int(sheet["san"]) < 0,
    ),
    "regain_sanity": FormSpec(
        ("reason", "failure_loss"),
        ("already_this_scenario",),
        good="",
        has_odds=False,
        presets={
            "reason": (("defeat", "defeat"), ("gained_level", "level")),
            "failure_loss": (OPEN, *LOSSES),
        },
        usual={"failure_loss": None},
        fits=_has_san,
    ),
    "psychoanalysis": FormSpec(("bonus",), degrees="success", fits=_has_san),
    "study_tome": FormSpec(
        ("tome",),
        ("skill_name",),
        degrees="success",
        offered={"skill_name": lambda sheet: [menus.NONE, *menus.skills(sheet)[:-1]]},
        fits=_is_pc,
    ),
    "cast_spell": FormSpec(
        ("spell", "target", "amount"),
        ("pf_lost_since_start", "dc_bonus", "caster_level"),
        degrees="cast",
        good="cast",
        offered={"spell": menus.spells},
    ),
    "healing_touch": FormSpec(
        ("target",), ("caster_level",), good="", filled=("caster_level",), has_odds=False, fits=_has_touch
    ),
    "harming_touch": FormSpec(
        ("target", "aim"),
        ("situation", "caster_level", "shock", "modifier"),
        ruled=("shock",),
        beforehand=("destiny",),
        presets=LIGHTER,
        words={"situation": SAID},
        filled=("caster_level",),
        fits=_has_touch,
        **BLOW,
    ),
    # ---- destiny, growth ----
    "spend_destiny": FormSpec(
        ("effect",),
        ("victim", "die", "bonus", "dc", "favour", "zone", "gb", "severity", "new_zone", "new_severity"),
        good="accepted",
        words={"zone": ZONES, "new_zone": ZONES},
        has_odds=False,
        fits=lambda sheet: bool(sheet.get("destiny_left")),
    ),
    "spend_group_destiny": FormSpec(
        ("effect", "votes"),
        (
            *("victim", "die", "bonus", "dc", "favour", "zone", "gb", "severity", "new_zone", "new_severity"),
            "new_scenario",  # CD20-DEST-05
        ),
        good="accepted",
        presets={"votes": AGREED},
        words={"zone": ZONES, "new_zone": ZONES},
        has_odds=False,
    ),
    "award_experience": FormSpec(
        ("challenge", "group_level", "characters"),
        company={"group_level": _mean_level},
        usual={"challenge": 1},
        everybody=True,
        good="",
        has_odds=False,
    ),
    "level_up": FormSpec(
        ("ability",),
        ("xp",),
        ruled=("xp",),
        good="",
        has_odds=False,
        offered={"ability": menus.abilities},
        useful={"ability": menus.rises},
        fits=_is_pc,
    ),
    "take_feat": FormSpec(("feat",), good="allowed", offered={"feat": menus.feats}, fits=_is_pc),
    # ---- reckoning ----
    "odds_attack": _blow("odds_attack", ("aim",), ("thrown", "slug", "to_stun", "concealment"), **RECKONED),
    "attack_bonus": _blow("attack_bonus", ("aim",), ("thrown", "slug", "to_stun"), **RECKONED),
    "zone_ca": FormSpec((), ("attacker_unseen",), **RECKONED),
    "aim_zone": FormSpec(("aim",), **RECKONED),
    "locate": FormSpec(("aim", "tables"), degrees="zone", good=""),
    "severity": FormSpec(
        ("zone", "margin"), ("gb", "gb_bonus", "pf_only", "tables"), words={"zone": ZONES}, **RECKONED
    ),
    "suggest_shock": FormSpec(("severity", "stopped", "lethality"), ("attacker_size", "target_size"), **RECKONED),
    "lethality": FormSpec(
        ("weapon_name",),
        ("distance_m", "slug", "both_barrels"),
        choices={"weapon_name": weapon_names("lethality")},
        **RECKONED,
    ),
    "range_malus": FormSpec(("distance_m", "increment_m"), ("far_shot", "thrown", "slug"), **RECKONED),
    "odds_stabilise": FormSpec(("severity",), ("first_roll",), fits=_has_body, **RECKONED),
    "odds_check": FormSpec(("bonus", "dc"), presets={"dc": DIFFICULTIES}, **RECKONED),
    "fatigue_malus": FormSpec(("pf_max", "pf"), **RECKONED),
    "level_table": FormSpec(("level", "combat_option"), **RECKONED),
}
