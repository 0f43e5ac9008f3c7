"""How Cthulhu d20 looks at the table: fatigue and life side by side, the body by zones, acts by topic."""

from typing import Any

from gardien.core.face import CardFace, Content, Face, Gauge, Grid, named
from gardien.core.terms import Language
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.forms import ACTS, FORMS, TOPICS
from gardien.systems.cthulhud20.glances import GLANCES
from gardien.systems.cthulhud20.kinds import ABILITIES, SAVES
from gardien.systems.cthulhud20.making import CREATION, NAMED, feat_group
from gardien.systems.cthulhud20.offers import offers
from gardien.systems.cthulhud20.sheet_reasons import DERIVATIONS
from gardien.systems.cthulhud20.sheet_words import (
    BODIES,
    LISTINGS,
    ROSTER,
    feat_name,
    save_now,
    signed,
    signs,
    skill_name,
)
from gardien.systems.cthulhud20.standing import traditional


def _zoned(sheet: Content) -> bool:
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
        return [("shape", "vast" if sheet.get("damage_mode") == "traditional" else sheet.get("tables"))]
    return [("profession", sheet.get("profession")), ("level", sheet.get("level"))]


def _ability(sheet: Content, ability: str, column: str) -> str:
    return signed(sheet["modifiers"][ability]) if ability in sheet.get("modifiers", {}) else ""


def _hurt(sheet: Content, ability: str) -> tuple[tuple[str, int], ...]:
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
MAKING = ("core_skills", "skill_ranks", "creation_log", "house_rules", "id", "modifiers")
COMPUTED = (
    *("modifiers", "fatigue_malus", "pf_ceiling", "zone_ca", "touch_ca", "initiative", "skills", "destiny_received"),
    *("destiny_left", "san_start", "san_max", "base_attack", *SAVES, "id", "house_rules", "creation_log"),
    *("weapons.magazine", "weapons.lethality", "weapons.bonuses"),
)
OF_OTHERS = (
    *("modifiers", "fatigue_malus", "pf_ceiling", "zone_ca", "touch_ca", "initiative", "san_max", "id", "house_rules"),
    *("weapons.magazine", "weapons.lethality", "weapons.bonuses"),
)
SKILL_FIELDS = ("skill", "skills", "core_skills", "skill_ranks", "skill_name", "opponent_skill")
BLOW_CARD = CardFace(("refused", "result"), good="hit", facts=("zone", "severity", "shock", "state", "jammed"))
HARM_CARD = CardFace(("refused", "severity"), good="", facts=("zone", "shock", "state"))
BODY_CARD = CardFace(("refused",), good="", facts=("state",))  # whoever still stands is no news
TEST_CARD = CardFace(("refused", "success"), figure="margin")
AREA_CARD = CardFace(("hurt",), good="", facts=("killed",), rows={"results": ("result", "zone", "severity", "state")})


def cause_name(key: str, language: Language) -> str:
    """What hurts, or what is seen: the two lists have no key in common (CD20-ENV-01, CD20-P-SAN-02)."""
    return named(pack.cause if key in pack.keys("dangers", "cause") else pack.san_cause)(key, language)


FACE = Face(
    glyph="M20 4a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM12 16h16v10H12zM14 26l-2 10M26 26l2 10M12 17l-6 9M28 17l6 9",
    offers=offers,
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
            fits=_zoned,
        ),
        Gauge(
            "pv",
            0,
            8,
            "bar",
            top=lambda sheet: int(sheet.get("pv_max", 8)) or 1,
            reserve=True,
            paired=True,
            fits=_zoned,
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
    cards={
        "check": TEST_CARD,
        "save": CardFace(("success",)),
        "opposed_check": CardFace(("refused", "winner"), good=""),
        **dict.fromkeys(("attack", "harming_touch"), BLOW_CARD),
        **dict.fromkeys(
            ("cleave", "finishing_blow"), CardFace(("reason", "result"), good="hit", facts=BLOW_CARD.facts)
        ),
        "full_attack": CardFace(  # attack by attack while it goes on
            ("refused", "result", "attacks_made"),
            good="hit",
            facts=("zone", "state"),
            rows={"results": ("result", "zone", "severity")},
        ),
        "attack_traditional": CardFace(
            ("refused", "hit"), good="hit", facts=("critical", "destroyed"), tells=("hp_current",)
        ),
        **dict.fromkeys(("suppressive_fire", "explosion"), AREA_CARD),
        **dict.fromkeys(("natural_cause", "apply_wound"), HARM_CARD),
        "lasting_cause": CardFace(("refused", "severity"), good="", facts=("state",)),
        **dict.fromkeys(
            ("fall", "collision"), CardFace(("refused", "severity", "harmless"), good="", facts=HARM_CARD.facts)
        ),
        **dict.fromkeys(("apply_shock", "effort", "advance_time", "poison", "drowning"), BODY_CARD),
        "faint_save": CardFace(("faint_save_success",), good="faint_save_success", facts=("state",)),
        "healing_touch": CardFace(("refused",), good=""),  # numbers are no words
        "award_experience": CardFace(("xp_each",), good=""),
        "level_up": CardFace(("refused", "level"), good=""),
        "stabilise": CardFace(("stabilised",), good="stabilised"),
        **dict.fromkeys(("care", "surgery"), CardFace(("refused", "success"))),
        "revive": CardFace(("refused", "success"), facts=("state",)),
        "exposure": CardFace(("refused", "success"), facts=("state",)),
        "grapple": CardFace(("held",), good="held"),
        "grapple_action": CardFace(("effect", "success"), facts=("severity", "state")),
        "trip": CardFace(("tripped",), good="tripped"),
        "disarm": CardFace(("disarmed",), good="disarmed"),
        "push": CardFace(("pushed",), good="pushed"),
        "movement": CardFace(("reason",), good="allowed"),
        "chase": CardFace(("result",), good=""),
        "locate": CardFace(("zone",), good=""),
        "extinguish": CardFace(("extinguished",), good="extinguished"),
        "clear_jam": CardFace(("cleared",), good="cleared"),
        "reload": CardFace(("action",), good=""),
        "take_aim": CardFace(("bonuses",), good=""),  # a list is no word: the sentence says it
        "sanity_check": CardFace(
            ("success",), figure="loss", signed=False, facts=("temporary", "indefinite", "zero", "effect")
        ),
        "sanity_collapse": CardFace(("refused", "stopped"), good="stopped", facts=("permanent",)),
        "cast_spell": CardFace(("refused", "cast"), good="cast", facts=("affected", "state")),
        **dict.fromkeys(("spend_destiny", "spend_group_destiny"), CardFace(("reason", "accepted"), good="accepted")),
        "take_feat": CardFace(("reason", "allowed"), good="allowed"),
    },
    forms=FORMS,
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
        ("skills", ("skills",)),
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
            ABILITIES, ("modifier",), _ability, lambda code, column: ("check", {"skill": "", "ability": code}), _hurt
        ),
        "saves": Grid(SAVES, ("modifier",), _save, lambda save, column: ("save", {"save": save})),
    },
    beside=("person", "feats"),
    accent="#0b625c",
    prose="portrait",
    listings=LISTINGS,
    quiet=(
        *("hp_current", "stance", "cover", "armour", "natural_armour", "dodge_bonus", "count", "challenge", "hit_dice"),
        *("hp_mode", "damage_reduction", "half_damage", "heals", "immunities", "traits", "damage_mode", "size"),
        *("tables", "mythos_ranks", "version", "era"),
    ),
    off_paper=(
        *("wounds", "burning", "fatigue_malus", "pf_ceiling", "san_start", "insanity", "tomes_read", "portrait"),
        *("state", "prone", "conditions", "shock_next_turn", "hampered_parts", "lost_parts", "ability_damage"),
        *("destiny_spent", *MAKING, *MEMORY),
    ),
    unread=(
        *("fatigue_malus", "burning", "wounds", "hampered_parts", "lost_parts", "state", "prone", "conditions"),
        *("shock_next_turn", "pf_max", "pv_max", "pf_ceiling", "san_max", "san_start", "destiny_received"),
        *("destiny_spent", "gender", "npc", "ability_damage", *MAKING, *MEMORY),
    ),
    named={
        **NAMED,
        **dict.fromkeys(SKILL_FIELDS, skill_name),
        "feat": feat_name,
        "weapon": named(pack.weapon),
        "spell": named(pack.spell),
        "spells_known": named(pack.spell),
        "tome": named(pack.tome),
        "tomes_read": named(pack.tome),
        "poison": named(pack.poison),
        "disease": named(pack.disease),
        "cause": cause_name,
        "effort": named(pack.effort),
        "explosive": named(pack.explosive),
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
    ),
    told=("notes", "portrait", "history", "special"),
)
