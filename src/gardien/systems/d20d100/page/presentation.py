"""How d20d100 looks at the table: PV with their thresholds, SAN, PM, blows taken; weapons as a table; acts by topic."""

from typing import Any

from gardien.core.presentation import Ammunition, CardSpec, Content, Gauge, Grid, Presentation, Reading, row_names, wins
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.page.creation import CREATION, trait_group
from gardien.systems.d20d100.page.forms import ACTS, FORMS, TOPICS
from gardien.systems.d20d100.page.sheet import LISTINGS, difficulty_name, group_of, signed_text, skill_name, target_name
from gardien.systems.d20d100.page.sheet_reasons import DERIVATIONS
from gardien.systems.d20d100.rules.body.wounds import thresholds
from gardien.systems.d20d100.rules.character import CODES, JETS, modifier_of
from gardien.systems.d20d100.table.fight import WEIGHS
from gardien.systems.d20d100.table.offers import offers
from gardien.systems.d20d100.table.weapon_use import LINES


def _pv_notes(sheet: Content) -> tuple[tuple[str, int], ...]:
    """Where wounds begin to weigh; adversaries have no thresholds (D100-HEALTH-04)."""
    if not sheet.get("is_pc"):
        return ()
    half, quarter = thresholds(int(sheet.get("pv_max", 10)))
    return ("pv_half", half), ("pv_quarter", quarter)


def _signs(sheet: Content, reading: Reading) -> tuple[tuple[str, str], ...]:
    """What wounds take from every act (D100-HEALTH-04)."""
    key = WEIGHS.get(sheet.get("wound_penalty", 0))
    return ((reading.terms.say(reading.terms.entry("condition", key), reading.language), "bad"),) if key else ()


def _san_notes(sheet: Content) -> tuple[tuple[str, int], ...]:
    """The ceiling that the Mythos leaves, and where it began (D100-MAGIC-03)."""
    return tuple((name, int(sheet[name])) for name in ("san_max", "san_creation") if name in sheet)


def _subtitle(sheet: Content) -> list[tuple[str, Any]]:
    return [("profession", sheet["profession"])] if sheet.get("profession") else []


def _cell(sheet: Content, code: str, column: str) -> str:
    """The modifier of a score (D100-MISS-02)."""
    return signed_text(modifier_of(sheet["scores"][code]))


def _roll(code: str, column: str) -> tuple[str, dict[str, Any]]:
    return "characteristic_test", {"characteristic": code}


PERSON = (
    *("name", "first_name", "surname", "player", "gender", "age", "nationality", "profession", "period", "education"),
    "count",
)
BODY = (
    *("pv", "temp_damage", "condition", "wound_penalty", "states", "stable", "first_aid_used", "under_care"),
    *("pv_max", "pv_half", "pv_quarter", "pv_bonus", "pv_bought", "uses_agony", "on_fire", "strangle_round"),
    *("strangle_failed", "strangle_bonus", "regeneration"),
)
MIND = (
    *("san", "san_max", "san_bonus", "temp_mad", "indef_mad", "perm_mad", "decompensating", "madness", "mind_stable"),
    *("san_hour_start", "san_lost_this_hour", "san_hour_clock", "san_creation", "san_losses_by_creature", "san_loss"),
)
FIGHT = (
    *("defence", "defence_flat", "initiative", "damage_bonus", "lutte", "speed", "speeds", "attacks", "weapons"),
    *("armour", "protections", "generic_melee", "generic_ranged", "every_attack", "alert", "combat_mobile"),
    *("fast_reload", "defence_bonus", "dodge_bonus", "initiative_bonus", "armour_penalty", "speed_bonus"),
)
NATURE = ("notes", "species", "scale", "mass", "major_monster", "is_pc", "no_shock", "no_temporary_damage")
MAGIC = ("pm", "pm_max", "mythos")
OCCULT = ("spells", "tomes")
EXPERIENCE = ("destiny", "used_this_scene", "xp", "ticks_this_session")
STORY = ("portrait", "description", "history", "contacts", "equipment", "money", "yearly_income")
MEMORY = ("memory_items", "alert_available_at", "hours_since_temp_recovery", "weeks_of_rest")
MAKING = (
    *("creation_log", "profession_key_characteristic", "profession_points", "secondary_points", "house_rules", "id"),
)
NUMBERS = (  # asked for by themselves; the sheet tells them with scores and Jets
    *("modifiers", "con_modifier", "dex_modifier", "for_modifier", "dex_score", "con_score", "pou_score", "int_score"),
)
QUIET = (
    *("uses_agony", "on_fire", "strangle_round", "strangle_failed", "strangle_bonus", "regeneration", "states"),
    *("pv_bonus", "pv_bought", "first_aid_used", "under_care", "stable", "mind_stable", "temp_mad", "indef_mad"),
    *("perm_mad", "decompensating", "san_losses_by_creature", "san_bonus", "san_lost_this_hour", "alert", "count"),
    *("every_attack", "combat_mobile", "fast_reload", "defence_bonus", "dodge_bonus", "initiative_bonus", "scale"),
    *("armour_penalty", "speed_bonus", "mass", "major_monster", "no_shock", "no_temporary_damage", "wound_penalty"),
    *("used_this_scene", "ticks_this_session", "alert_available_at", "hours_since_temp_recovery", "weeks_of_rest"),
    *("version", "condition", "species", "speeds", "generic_melee", "generic_ranged", "period"),
)
INVESTIGATOR_CARD = (
    *("portrait", "profession", "age", "nationality", "characteristics", "jets", "defence", "defence_flat"),
    *(
        "initiative",
        "damage_bonus",
        "weapons",
        "armour",
        "skills",
        "traits",
        "spells",
        "equipment",
        "history",
        "contacts",
    ),
)
NPC_CARD = (
    *("notes", "characteristics", "defence", "defence_flat", "initiative", "damage_bonus", "weapons", "attacks"),
    *("armour", "protections", "generic_melee", "generic_ranged", "skills", "speed", "spells", "equipment"),
)
MONSTER_CARD = (
    *("notes", "san_loss", "characteristics", "defence", "defence_flat", "initiative", "damage_bonus", "lutte"),
    *("attacks", "every_attack", "protections", "regeneration", "speed", "speeds", "scale", "mass", "skills", "spells"),
    *("no_shock", "no_temporary_damage", "major_monster"),
)
LINE = tuple(  # of a weapon: what follows from the skill it is used with (D100-ATK-02)
    f"weapons.{part}"
    for part in (
        *("base_series", "double_series", "triple_series", "burst_difficulties", "notation", "damage_text"),
        *("damage_bonus", "uses_damage_bonus"),
    )
)
FROM_SCORES = (*NUMBERS, "condition", "wound_penalty", "is_pc", "uses_agony", *LINE)
COMPUTED = (  # of an investigator: what follows from scores, traits, armour and Mythos (D100-CORE-06)
    *(*FROM_SCORES, *JETS, "pv_max", "pv_half", "pv_quarter", "pv_bonus", "pm_max", "san_max", "san_bonus"),
    *("initiative", "initiative_bonus", "defence", "defence_flat", "dodge_bonus", "damage_bonus", "lutte", "speed"),
    *("speed_bonus", "armour_penalty", "combat_mobile", "fast_reload", "major_monster", "creation_log", "id"),
    *("jets.base", "jets.trait", "jets.total", "skills.formula", "skills.base", "skills.trait", "skills.total"),
)
SKILL_FIELDS = (
    *("skill", "skills", "combat_skill", "profession_skills", "profession_spending", "secondary_spending"),
    *("skill_name", "first_skill", "second_skill", "active_skill", "passive_skill", "target"),
)
TOLD_OF_HIT = ("critical", "malfunction", "target_condition", "target_shock")


def _came(outcome: Content) -> str:
    """A hit that armour takes whole is no wound."""
    return "unhurt" if outcome.get("hit") and outcome.get("damage_final") == 0 else ""


TEST_CARD = CardSpec(("success",), figure="margin")


def _fallen(outcome: Content) -> str:
    """A fall that does nothing."""
    return "no_harm" if outcome.get("damage") == 0 else ""


def _madness(outcome: Content) -> str:
    """The worst that a mind has come to."""
    worst = (name for name in ("perm_mad", "indef_mad", "temp_mad") if outcome.get(name))
    return next((f"{name}_true" for name in worst), "sane")


MIND_CARD = CardSpec(("temp_mad",), came=_madness, good="")


def try_weapon(row: Content) -> tuple[str, dict[str, Any]]:
    """Somebody able attacks a person of a usual defence and twelve points of life (D100-ODDS-04)."""
    told = {name: row[name] for name in ("damage", "threat_min", "multiplier", "penetration", "jams")}
    return "odds_attack", {"attack": 5, "defence": 15, "target_pv": 12, **told}


PRESENTATION = Presentation(
    difficulty="difficulty",
    trials={"weapon": try_weapon},
    ammunition=Ammunition("weapons", "loaded", "capacity"),
    glyph="M20 4 34 12v16L20 36 6 28V12zM20 4v10M6 28l9-6M34 28l-9-6M20 14l-5 8h10z",
    harm=("pv",),
    deaths={"condition": ("dead",)},
    gauges=(
        Gauge(
            "pv",
            0,
            12,
            "bar",
            top=lambda sheet: int(sheet.get("pv_max", 12)),
            notes=_pv_notes,
            reserve=True,
        ),
        Gauge("san", 0, 99, "bar", notes=_san_notes, reserve=True),
        Gauge("pm", 0, 12, "bar", top=lambda sheet: int(sheet.get("pm_max", 12)) or 1, reserve=True),
        Gauge(
            "temp_damage",
            0,
            12,
            "bar",
            top=lambda sheet: max(1, int(sheet.get("pv", 12)), int(sheet.get("temp_damage", 0))),
            vital=False,
        ),
        Gauge("destiny", 0, 3, "pips", top=lambda sheet: max(3, int(sheet.get("destiny", 0))), reserve=True),
    ),
    signs=_signs,
    states=("states",),
    chips=("condition", "on_fire", "temp_mad", "indef_mad", "perm_mad", "decompensating"),
    cards={
        **dict.fromkeys(("skill_test", "jet_test", "characteristic_test"), TEST_CARD),
        **dict.fromkeys(
            LINES,
            CardSpec(("hit",), came=_came, good="hit", facts=TOLD_OF_HIT),
        ),
        **dict.fromkeys(
            ("attack_sequence", "multiple_fire"),
            CardSpec(("hits",), good="hits", facts=TOLD_OF_HIT, rows={"shots": ("total", "hit", "critical")}),
        ),
        "charge": CardSpec(("reason", "hit", "success"), good="hit", facts=TOLD_OF_HIT),
        "burst": CardSpec(("fired",), good="", facts=("malfunction",)),
        "explosion": CardSpec(("hurt",), good="", facts=("killed",), rows={"results": ("condition",)}),
        "take_action": CardSpec(("reason",), good="accepted"),
        **dict.fromkeys(("full_defence", "defensive_fighting"), CardSpec(("defence",), good="")),
        "assess": CardSpec(("initiative",), good=""),
        "reload": CardSpec(("loaded",), good=""),
        "clear_jam": CardSpec(("weapon_state",), good="success"),
        "check_surprise": CardSpec(("surprise_round",), good=""),
        "sneak_attack": CardSpec(("victim_state",), good=""),
        "silent_hold": CardSpec(("held",), good="held"),
        "opposed_test": CardSpec(("winner",), good="", winners=wins("active", "passive")),
        **dict.fromkeys(("change_characteristic", "award_xp"), CardSpec(("reason",), good="")),
        "start_grapple": CardSpec(("grappling",), good="grappling"),
        "grapple_manoeuvre": CardSpec(("effect",), good="success"),
        "disarm": CardSpec(("disarmed",), good="disarmed"),
        "coup_de_grace": CardSpec(("target_condition",), good="accepted"),
        "first_aid": CardSpec(("reason", "success"), good="success"),
        **dict.fromkeys(("apply_damage", "apply_temp_damage", "poison"), CardSpec(("condition",), good="")),
        "fall": CardSpec(("condition",), came=_fallen, good=""),
        **dict.fromkeys(("agony_round", "wake_up"), CardSpec(("condition",), good="")),
        "lose_san": MIND_CARD,
        "san_check": CardSpec(("success",), figure="loss", signed=False, facts=("temp_mad", "indef_mad", "perm_mad")),
        **dict.fromkeys(("temporary_madness", "indefinite_madness"), CardSpec(("reason",), good="")),
        "end_of_madness": CardSpec(("cured",), good="cured"),
        "cast_spell": CardSpec(("reason", "works"), good="works"),
        "spend_destiny": CardSpec(("reason", "success"), good="success"),
        "burn_round": CardSpec(("on_fire",), good="!on_fire"),
        **dict.fromkeys(("strangle_round", "suffocate_round"), CardSpec(("failed",), good="!failed")),
        "vehicle_pursuit_round": CardSpec(("winner",), good=""),
    },
    forms=FORMS,
    acts=ACTS,
    act_topics=TOPICS,
    sheet=(
        ("body", BODY),
        ("mind", MIND),
        ("characteristics", ("scores", "jets")),
        ("fight", FIGHT),
        ("skills", ("skills",)),
        ("traits", ("traits",)),
        ("magic", MAGIC),
        ("experience", EXPERIENCE),
        ("occult", OCCULT),
        ("person", PERSON),
        ("story", STORY),
        ("nature", NATURE),
        ("memory", MEMORY),
        ("making", (*MAKING, *NUMBERS, *JETS)),
    ),
    grids={"characteristics": Grid(CODES, ("modifier",), _cell, _roll, of="scores")},
    beside=("traits", "person"),
    accent="#1d557d",
    prose="portrait",
    listings=LISTINGS,
    quiet=QUIET,
    off_paper=(
        *("states", "madness", "memory_items", "san_losses_by_creature"),
        *("contacts", "count", "is_pc", "lutte", "san_hour_start"),
        *("san_hour_clock", "education", "portrait", "tomes", "description", *MAKING, *NUMBERS, *JETS),
    ),
    unread=(
        *NUMBERS,
        *JETS,
        *("pv_half", "pv_quarter", "san_hour_clock", "san_hour_start", "house_rules", "id", "is_pc", "gender"),
        *("san_creation", "pv_max", "pm_max", "san_max", "education"),
    ),
    named={
        **dict.fromkeys(SKILL_FIELDS, skill_name),
        **dict.fromkeys(("difficulty", "first_difficulty", "second_difficulty"), difficulty_name),
        "profession": row_names(pack.profession),
        "weapon": row_names(pack.weapon),
        "arms": row_names(pack.weapon),
        "armour": row_names(pack.armour),
        "vest": row_names(pack.armour),
        "spell": row_names(pack.spell),
        "spells": row_names(pack.spell),
        "tome": row_names(pack.tome),
        "tomes": row_names(pack.tome),
        "power": row_names(pack.trait),
        "traits.key": row_names(pack.trait),
        "traits.target": target_name,
        "armour.key": row_names(pack.armour),
    },
    groups={**dict.fromkeys(SKILL_FIELDS, group_of), "traits.key": trait_group},
    computed={"investigator": COMPUTED, "npc": FROM_SCORES, "monster": FROM_SCORES},
    derivations=DERIVATIONS,
    ladders={"winner": ("active",)},
    subtitle=_subtitle,
    offers=offers,
    creation=CREATION,
    figures={
        "investigator": lambda sheet: INVESTIGATOR_CARD,
        "npc": lambda sheet: NPC_CARD,
        "monster": lambda sheet: MONSTER_CARD,
    },
    told=("notes", "portrait", "description", "history"),
    untold=(
        *("weapons", "san_hour_start", "san_hour_clock", "san_lost_this_hour", "wound_penalty", "jets", "skills"),
        *(
            "first_aid_used",
            "used_this_scene",
            "madness",
            "states",
            "rank",
            "alert_available_at",
            "memory_items",
            *NUMBERS,
        ),
    ),
)
