"""How Cthulhu d20 looks at the table: fatigue and life side by side, the body by zones, acts by topic."""

from collections.abc import Callable
from typing import Any

from gardien.core.presentation import Ammunition, CardSpec, Content, Gauge, Grid, Presentation, row_names, wins
from gardien.core.terms import Language
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.page.creation import CREATION, NAMED, feat_group
from gardien.systems.cthulhud20.page.forms import ACTS, FORMS, TOPICS
from gardien.systems.cthulhud20.page.sheet import BODIES, LISTINGS, ROSTER, save_now, signed, signs
from gardien.systems.cthulhud20.page.sheet_reasons import DERIVATIONS
from gardien.systems.cthulhud20.sheet.display_names import feat_name, skill_name
from gardien.systems.cthulhud20.table.fighter import traditional
from gardien.systems.cthulhud20.table.offers import offers
from gardien.systems.cthulhud20.vocabulary import ABILITIES, SAVES


def _has_zones(sheet: Content) -> bool:
    return not traditional(sheet)


def _pf_notes(sheet: Content) -> tuple[tuple[str, int], ...]:
    """The ceiling that wounds leave (CD20-HP-07)."""
    ceiling = sheet.get("pf_ceiling")
    return (("pf_ceiling", ceiling),) if isinstance(ceiling, int) and ceiling < int(sheet.get("pf_max", 0)) else ()


def _san_notes(sheet: Content) -> tuple[tuple[str, int], ...]:
    """What the Mythos leaves, and where it began (CD20-P-SAN-01)."""
    return tuple((name, int(sheet[name])) for name in ("san_max", "san_start") if name in sheet)


def _subtitle(sheet: Content) -> list[tuple[str, Any]]:
    if sheet.get("kind") == "creature" and sheet.get("hit_dice"):  # by its shape; human beings have a level instead
        shape = sheet.get("tables") if isinstance(sheet.get("tables"), str) else "own"
        return [("shape", "vast" if sheet.get("damage_mode") == "traditional" else shape)]
    return [("profession", sheet.get("profession")), ("level", sheet.get("level"))]


def _ability(sheet: Content, ability: str, column: str) -> str:
    return signed(sheet["modifiers"][ability]) if ability in sheet.get("modifiers", {}) else ""


def _damage_notes(sheet: Content, ability: str) -> tuple[tuple[str, int], ...]:
    """What damage took from an ability (CD20-P-ABIL-02)."""
    lost = (sheet.get("ability_damage") or {}).get(ability, 0)
    return (("ability_damage", -lost),) if lost else ()


def _save(sheet: Content, save: str, column: str) -> str:
    return save_now(sheet, save)


BODY = (
    *("pf", "pv", "hp_current", "zone_ca", "touch_ca", "state", "fatigue_malus", "prone", "conditions", "stance"),
    *(
        "shock_next_turn",
        "burning",
        "poisons",
        "diseases",
        "wounds",
        "hampered_parts",
        "lost_parts",
        "ability_damage",
        "pf_max",
        "pv_max",
        "pf_ceiling",
    ),
)
MIND = ("san", "destiny_left", "mythos_ranks", "insanity", "san_max", "san_start")
FIGHT = (
    *("initiative", "base_attack", "speed_m", "weapons", "attacks", "armour_items", "armour", "cover"),
    *("natural_armour", "dodge_bonus"),
)
PERSON = (
    "name",
    "player",
    "gender",
    "profession",
    "level",
    "combat_option",
    "age",
    "era",
    "languages",
    "money",
    "count",
)
EXPERIENCE = ("xp", "destiny_received", "destiny_spent", "good_saves")
OCCULT = ("spells_known", "tomes_read")
STORY = ("portrait", "history", "gear", "notes")
NATURE = (
    *("special", "san_loss", "tables", "size", "damage_mode", "traits", "challenge", "hit_dice", "hp", "hp_mode"),
    *("damage_reduction", "half_damage", "heals", "immunities", "npc"),
)
MEMORY = (
    *("rested_rounds", "wound_notes", "drowning_checks", "drowning_failed", "san_lost_this_hour"),
    *("san_at_hour_start", "san_hour_clock", "mythos_insanity_before"),
)
RANKS = ("skill_ranks", "core_skills")  # told line by line in the list of skills, and written here (CD20-P-SKILL-02)
MAKING = ("creation_log", "house_rules", "id", "modifiers")
COMPUTED = (
    *("modifiers", "fatigue_malus", "pf_ceiling", "zone_ca", "touch_ca", "initiative", "skills", "destiny_received"),
    *("destiny_left", "san_start", "san_max", "base_attack", *SAVES, "id", "house_rules", "creation_log"),
    "skill_points_left",
    *("weapons.magazine", "weapons.lethality", "weapons.bonuses"),
)
OF_OTHERS = (
    *("modifiers", "fatigue_malus", "pf_ceiling", "zone_ca", "touch_ca", "initiative", "san_max", "id", "house_rules"),
    *("weapons.magazine", "weapons.lethality", "weapons.bonuses"),
)
SKILL_FIELDS = ("skill", "skills", "core_skills", "skill_ranks", "skill_name", "opponent_skill")
BLOW_CARD = CardSpec(("refused", "result"), good="hit", facts=("zone", "severity", "shock", "state", "jammed"))
HARM_CARD = CardSpec(("refused", "severity"), good="", facts=("zone", "shock", "state"))
BODY_CARD = CardSpec(("refused",), good="", facts=("state",))  # whoever still stands is no news
TEST_CARD = CardSpec(("refused", "success"), figure="margin")


def _drowned(outcome: Content) -> str:
    """Whoever is dead has more than no breath."""
    return "drowned" if outcome.get("state") == "dead" else ""


AREA_CARD = CardSpec(("hurt",), good="", facts=("killed",), rows={"results": ("result", "zone", "severity", "state")})

# What a card of an investigator, another person or a creature tells at a glance, in order (HP, P-CREA).
GLANCE_PERSON = ("profession", "level", "combat_option", "age", "characteristics", "saves")
GLANCE_FIGHT = ("initiative", "base_attack", "zone_ca", "weapons", "armour_items")
GLANCE_INVESTIGATOR = (
    *(
        "portrait",
        "history",
        *GLANCE_PERSON,
        *GLANCE_FIGHT,
        "feats",
        "skills",
        "gear",
        "languages",
        "spells_known",
        "money",
        "notes",
    ),
)
GLANCE_NPC = (
    *(
        "notes",
        "level",
        "combat_option",
        "challenge",
        "characteristics",
        "saves",
        *GLANCE_FIGHT,
        "feats",
        "skill_ranks",
    ),
    *("gear", "spells_known", "conditions"),
)
GLANCE_CREATURE = (
    *("special", "san_loss", "challenge", "hit_dice", "size", "tables", "traits", "characteristics", "saves"),
    *("initiative", "zone_ca", "touch_ca", "natural_armour", "attacks", "damage_reduction", "half_damage", "heals"),
    *("immunities", "speed_m", "notes"),
)
GLANCES: dict[str, Callable[[Content], tuple[str, ...]]] = {
    "investigator": lambda sheet: GLANCE_INVESTIGATOR,
    "npc": lambda sheet: GLANCE_NPC,
    "creature": lambda sheet: GLANCE_CREATURE,
}


def cause_name(key: str, language: Language) -> str:
    """What hurts, or what is seen: the two lists have no key in common (CD20-ENV-01, CD20-P-SAN-02)."""
    return row_names(pack.cause if key in pack.keys("dangers", "cause") else pack.san_cause)(key, language)


PRESENTATION = Presentation(
    difficulty="dc",
    ammunition=Ammunition("weapons", "ammunition", "magazine"),
    glyph="M20 4a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM12 16h16v10H12zM14 26l-2 10M26 26l2 10M12 17l-6 9M28 17l6 9",
    offers=offers,
    harm=("pv", "hp_current"),
    deaths={"state": ("dead",)},
    gauges=(
        Gauge(
            "pf",
            0,
            8,
            "bar",
            top=lambda sheet: int(sheet.get("pf_max", 8)) or 1,
            notes=_pf_notes,
            reserve=True,
            weighs=("fatigue_malus", "malus"),
            fits=_has_zones,
        ),
        Gauge(
            "pv",
            0,
            8,
            "bar",
            top=lambda sheet: int(sheet.get("pv_max", 8)) or 1,
            reserve=True,
            paired=True,
            fits=_has_zones,
        ),
        Gauge(
            "hp_current", 0, 8, "bar", top=lambda sheet: int(sheet.get("hp", 8)) or 1, reserve=True, fits=traditional
        ),
        Gauge("san", 0, 99, "bar", notes=_san_notes, reserve=True),
        Gauge(
            "destiny_left",
            0,
            3,
            "pips",
            title="destiny",
            top=lambda sheet: max(1, int(sheet.get("destiny_received", 3))),
            reserve=True,
        ),
    ),
    signs=signs,
    states=("conditions", "poisons", "diseases"),
    cards={
        "check": TEST_CARD,
        "save": CardSpec(("success",)),
        "opposed_check": CardSpec(("refused", "winner"), good="", winners=wins("active", "passive")),
        **dict.fromkeys(("attack", "harming_touch"), BLOW_CARD),
        **dict.fromkeys(
            ("cleave", "finishing_blow"), CardSpec(("reason", "result"), good="hit", facts=BLOW_CARD.facts)
        ),
        "full_attack": CardSpec(  # attack by attack while it goes on
            ("refused", "result", "attacks_made"),
            good="hit",
            facts=("zone", "state"),
            rows={"results": ("result", "zone", "severity")},
        ),
        "attack_traditional": CardSpec(
            ("refused", "hit"), good="hit", facts=("critical", "destroyed"), tells=("hp_current",)
        ),
        **dict.fromkeys(("suppressive_fire", "explosion"), AREA_CARD),
        **dict.fromkeys(("natural_cause", "apply_wound"), HARM_CARD),
        "lasting_cause": CardSpec(("refused", "severity"), good="", facts=("state",)),
        **dict.fromkeys(
            ("fall", "collision"), CardSpec(("refused", "severity", "harmless"), good="", facts=HARM_CARD.facts)
        ),
        **dict.fromkeys(("apply_shock", "effort", "advance_time", "poison"), BODY_CARD),
        "drowning": CardSpec(("failed",), came=_drowned, good="!failed"),
        "faint_save": CardSpec(("faint_save_success",), good="faint_save_success", facts=("state",)),
        "healing_touch": CardSpec(("refused",), good=""),  # numbers are no words
        "award_experience": CardSpec(("xp_each",), good=""),
        "level_up": CardSpec(("refused", "level"), good=""),
        "stabilise": CardSpec(("stabilised",), good="stabilised"),
        **dict.fromkeys(("care", "surgery"), CardSpec(("refused", "success"))),
        "revive": CardSpec(("refused", "success"), facts=("state",)),
        "exposure": CardSpec(("refused", "success"), facts=("state",)),
        "grapple": CardSpec(("held",), good="held"),
        "grapple_action": CardSpec(("effect", "success"), facts=("severity", "state")),
        "trip": CardSpec(("tripped",), good="tripped"),
        "disarm": CardSpec(("disarmed",), good="disarmed"),
        "push": CardSpec(("pushed",), good="pushed"),
        "aid_another": CardSpec(("aided",), good="aided"),
        "movement": CardSpec(("reason",), good="allowed"),
        "chase": CardSpec(("result",), good="", better=wins("escaped", "caught", "result")),
        "locate": CardSpec(("zone",), good=""),
        "extinguish": CardSpec(("extinguished",), good="extinguished"),
        "clear_jam": CardSpec(("cleared",), good="cleared"),
        "reload": CardSpec(("action",), good=""),
        "take_aim": CardSpec(("bonuses",), good=""),  # a list is no word: the sentence says it
        "sanity_check": CardSpec(
            ("success",), figure="loss", signed=False, facts=("temporary", "indefinite", "zero", "effect")
        ),
        "sanity_collapse": CardSpec(("refused", "stopped"), good="stopped", facts=("permanent",)),
        "cast_spell": CardSpec(("refused", "cast"), good="cast", facts=("affected", "state")),
        **dict.fromkeys(("spend_destiny", "spend_group_destiny"), CardSpec(("reason", "accepted"), good="accepted")),
        "take_feat": CardSpec(("reason", "allowed"), good="allowed", tells=("feats",)),
    },
    forms=FORMS,
    ladders={"result": ("escaped",)},
    acts=ACTS,
    act_topics=TOPICS,
    bodies=BODIES,
    roster=ROSTER,
    sheet=(
        ("body", BODY),
        ("mind", MIND),
        ("characteristics", ABILITIES),
        ("saves", SAVES),
        ("fight", FIGHT),
        ("skills", ("skills", "skill_points_left", *RANKS)),
        ("feats", ("feats",)),
        ("occult", OCCULT),
        ("experience", EXPERIENCE),
        ("person", PERSON),
        ("story", STORY),
        ("nature", NATURE),
        ("memory", MEMORY),
        ("making", MAKING),
    ),
    grids={
        "characteristics": Grid(
            ABILITIES,
            ("modifier",),
            _ability,
            lambda code, column: ("check", {"skill": "", "ability": code}),
            _damage_notes,
        ),
        "saves": Grid(SAVES, ("modifier",), _save, lambda save, column: ("save", {"save": save})),
    },
    beside=("person", "feats"),
    accent="#0b625c",
    prose="portrait",
    listings=LISTINGS,
    quiet=(
        "skill_points_left",
        *("hp_current", "stance", "cover", "armour", "natural_armour", "dodge_bonus", "count", "challenge", "hit_dice"),
        *("hp_mode", "damage_reduction", "half_damage", "heals", "immunities", "traits", "damage_mode", "size"),
        *("tables", "mythos_ranks", "version", "era"),
    ),
    off_paper=(
        *("wounds", "burning", "fatigue_malus", "pf_ceiling", "san_start", "insanity", "tomes_read", "portrait"),
        *("poisons", "diseases"),
        *("state", "prone", "conditions", "shock_next_turn", "hampered_parts", "lost_parts", "ability_damage"),
        *("destiny_spent", "skill_points_left", *RANKS, *MAKING, *MEMORY),
    ),
    unread=(
        *("fatigue_malus", "burning", "wounds", "hampered_parts", "lost_parts", "state", "prone", "conditions"),
        *("poisons", "diseases"),
        *("shock_next_turn", "pf_max", "pv_max", "pf_ceiling", "san_max", "san_start", "destiny_received"),
        *("destiny_spent", "gender", "npc", "ability_damage", *RANKS, *MAKING, *MEMORY),
    ),
    named={
        **NAMED,
        **dict.fromkeys(SKILL_FIELDS, skill_name),
        "feat": feat_name,
        "weapon": row_names(pack.weapon),
        "spell": row_names(pack.spell),
        "spells_known": row_names(pack.spell),
        "tome": row_names(pack.tome),
        "tomes_read": row_names(pack.tome),
        "poison": row_names(pack.poison),
        "disease": row_names(pack.disease),
        "cause": cause_name,
        "effort": row_names(pack.effort),
        "explosive": row_names(pack.explosive),
    },
    computed={"investigator": COMPUTED, "npc": OF_OTHERS, "creature": OF_OTHERS},
    derivations=DERIVATIONS,
    subtitle=_subtitle,
    groups={"feats": feat_group},
    creation=CREATION,
    figures=GLANCES,
    untold=(
        *("wounds", "wound_notes", "weapons", "fatigue_malus", "zone_ca", "touch_ca", "initiative", "modifiers"),
        *("pf_ceiling", "skills", "ticked_at", "rested_rounds", "san_lost_this_hour", "san_at_hour_start"),
        *("san_hour_clock", "san_max", "destiny_spent", "destiny_received", "base_attack", *SAVES, "burning"),
        *("drowning_checks", "drowning_failed", "insanity", "conditions", "hampered_parts", "lost_parts"),
        *("poisons", "diseases"),
    ),
    told=("notes", "portrait", "history", "special"),
)
