"""How the organic rules look at the table: four reserves, what lasts with its source and end, acts by topic."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from gardien.core.errors import Refusal
from gardien.core.presentation import Ammunition, CardSpec, Content, Gauge, Grid, Presentation, row_names, wins
from gardien.systems.organique import pack
from gardien.systems.organique.page.creation import CREATION, NAMED, skill_group, trait_group
from gardien.systems.organique.page.forms import ACTS, FORMS, TOPICS
from gardien.systems.organique.page.sheet import (
    DERIVATIONS,
    LISTINGS,
    ROSTER,
    circumstance_name,
    difficulty_name,
    signs,
    skill_name,
)
from gardien.systems.organique.table.offers import offers
from gardien.systems.organique.vocabulary import CODES

ARMS = ("weapons", "armour")
RUNNER = (
    *("portrait", "history", "player_class", "age", "characteristics", *ARMS, "skill_lines", "traits", "gear"),
    *("computer", "programs", "habits", "money", "notes"),
)
NPC = ("notes", "player_class", "characteristics", *ARMS, "skill_lines", "traits", "computer", "programs", "gear")
CREATURE = ("notes", "nature", "size_mod", "characteristics", *ARMS, "skills", "combat_skills", "bonuses")
GLANCES: dict[str, Callable[[Content], tuple[str, ...]]] = {
    "runner": lambda sheet: RUNNER,
    "npc": lambda sheet: NPC,
    "creature": lambda sheet: CREATURE,
}


def _alive(sheet: Content) -> bool:
    return sheet.get("nature") != "machine"


def _machine(sheet: Content) -> bool:
    return not _alive(sheet)


def _swarm(sheet: Content) -> bool:
    return bool(sheet.get("swarm"))


def _breathes(sheet: Content) -> bool:
    return _alive(sheet) and not _swarm(sheet)


def _reserve(name: str, paired: bool = True) -> Gauge:
    """One of the three small reserves, in half points (ORG-HP-01)."""
    return Gauge(
        name,
        0,
        6,
        "bar",
        top=lambda sheet: float(sheet.get(name.upper(), 6)) or 1,  # a blank sheet has room for six
        step=0.5,
        reserve=True,
        fits=_breathes,
        paired=paired,
    )


def _most_left(sheet: Content) -> float:
    """As many as a swarm was at first (M16); one where nobody knows its kind."""
    try:
        return pack.swarm(str(sheet.get("swarm") or "")).count
    except Refusal:
        return 1


def _most_end(sheet: Content) -> float:
    """The most the reserve of endurance can be now (ORG-END-01)."""
    scores = {"END": 10, **sheet, **(sheet.get("effective") or {})}
    return float(scores["END"]) or 1


def _subtitle(sheet: Content) -> list[tuple[str, Any]]:
    if sheet.get("kind") == "creature":  # among people, that somebody is one need not be said
        nature = sheet.get("nature")
        return [("being", {"human": "", "machine": "machine"}.get(str(nature), "animal"))]
    return [("player_class", sheet.get("player_class"))]


def _score(sheet: Content, code: str, column: str) -> int:
    """What a characteristic is worth now (ORG-TEST-11)."""
    return int({**sheet, **(sheet.get("effective") or {})}[code])


MOST = ("SNG", "CPS", "INC", "structure_max")
BODY = (
    *("cps", "sng", "inc", "end_now", "structure", "condition"),
    *MOST,
)
ORDERS = ("guard", "prone", "in_bed")
EFFECTS = ("lasting", "end_lost", "save_mods", "overcome")
FIGHT = ("weapons", "armour", "initiative_mod", "bonuses")
SKILLS = ("skill_lines", "specialities")
COMPUTING = ("intrusion", "computer", "programs")
BELONGINGS = ("load_kg", "money", "gear", "habits", "poisons")
PERSON = ("name", "player", "player_class", "gender", "age", "nature", "size_mod", "swarm", "count")
STORY = ("portrait", "history", "notes")
MEMORY = (
    *("suffering", "wounds", "doses", "limbs_disabled", "changes", "effective", "mods", "timer", "fresh", "dead"),
    *("bandaged", "blind", "one_eyed", "one_leg", "vomiting", "medical_shock", "cardiac_arrest", "respiratory_arrest"),
    *("coma", "halved", "stupor", "no_air", "shock_turns", "unconscious_turns", "paralysed_turns", "lose_action"),
    *("lose_reaction", "extended_penalty", "sng_lost_air", "end_lost_air", "stabilised", "collapses"),
    *("no_food_since", "no_water_since", "awake_since", "days_hungry", "nights_awake"),
)
STATES = (
    *("cardiac_arrest", "respiratory_arrest", "no_air", "medical_shock", "coma", "stupor", "vomiting", "blind"),
    *("shock_turns", "unconscious_turns", "paralysed_turns", "limbs_disabled", "doses", "suffering"),
)
LEARNED = ("skills", "combat_skills", "powers")
COMPUTED = ("condition", "effective", "skill_lines", "initiative_mod", "weapons.magazine", "weapons.bs", "weapons.c")
TEST = CardSpec(("success",), figure="margin")


BROUGHT = (  # by acts that wound nobody
    *("held", "weapon_dropped", "weapon_caught", "limb", "steps_pushed", "penalty", "blinded", "unconscious_turns"),
    *("loses_next_action", "loses_next_reaction", "sng_lost", "dose_delivered"),
)


def _came(outcome: Content) -> str:
    """What a blow comes to: evaded, taken by what is worn, felt, or done without a wound."""
    if outcome.get("hit"):
        if not outcome.get("damage") or any(outcome["damage"].values()):
            return ""
        fails = (outcome.get("save") or {}).get("success") is False
        bare = "layers_hit" in outcome and not outcome["layers_hit"]  # who sees half of it is not told what was worn
        worked = fails or bare or any(outcome.get(one) not in (None, "none", 0, []) for one in BROUGHT)
        return "worked" if worked else "unhurt"
    return "avoided" if outcome.get("attack_success") and outcome.get("defence_success") else ""


ATTACK = CardSpec(
    ("hit",),
    came=_came,
    good="hit",
    deed="action",
    facts=("effect", "held", "weapon_dropped", "jammed", "unconscious_turns", "loses_next_action"),
)


def _dose_came(outcome: Content) -> str:
    """How large a dose was; what follows one, come-down or lack, is no dose."""
    return f"dose_{outcome.get('tier', 'normal')}" if outcome.get("duration_minutes") else ""


PLAIN = CardSpec(("refused",), good="")  # numbers that the sentence says better
TOLD = (
    *("apply_damage", "fall", "fire", "electricity", "explosion", "cold", "heat", "falling_object", "tumble", "hunger"),
    *("thirst", "sleeplessness", "radiation", "exert", "fatigue", "rest", "day_after_collapse", "drain_end", "bleed"),
    *("heal", "poison_tick", "swarm_turn", "penalties", "load", "reach", "skill_bonus", "turn_slots", "encrypt"),
    *("award_experience", "flood", "secure_firewall", "poison_schedule", "end_turn"),
)
TESTS = (
    *("test", "test_two", "desperate_act", "climb", "jump", "lift", "feat_of_strength", "persuade", "seduce"),
    *("skill_test", "opposed_save", "first_aid", "treat_pain", "surgery", "covering_fire", "manoeuvre"),
    *("psychic_attack", "psychic_sense", "public_search", "find_system", "find_trust", "recall_data"),
    *("computing_task", "notice_takeover", "attack_swarm"),
)

# Fields whose change the sentences of results tell: whatever befalls a body, and what an act counts.
BEFALLS = (
    *("medical_shock", "cardiac_arrest", "respiratory_arrest", "coma", "no_air", "stupor", "vomiting", "prone"),
    *("blind", "one_eyed", "stabilised", "unconscious_turns", "paralysed_turns", "limbs_disabled", "halved", "dead"),
)
TELLS = {
    "attack_swarm": ("count",),
    "hunger": ("days_hungry",),
    "sleeplessness": ("nights_awake",),
    "disease_progress": ("overcome",),
    "award_experience": ("experience",),
    "spend_experience": ("experience",),
}


def _telling(cards: dict[str, CardSpec]) -> dict[str, CardSpec]:
    """Cards that leave to their sentences what these say."""
    return {key: replace(one, tells=(*BEFALLS, *TELLS.get(key, ()))) for key, one in cards.items()}


CARDS = {
    **dict.fromkeys(TOLD, PLAIN),
    **dict.fromkeys(TESTS, TEST),
    "save": CardSpec(("success",), figure="margin", facts=("loses_next_action", "loses_next_reaction")),
    "symptom": CardSpec(("effect",), good="success", figure="margin"),
    "contest": CardSpec(("winner",), good="", winners=wins("a", "b")),
    "opposed": CardSpec(("winner",), good="", winners=wins("a", "b")),
    "brainwash": CardSpec(("resisted",), good="resisted"),
    "sneak": CardSpec(("unseen",), good="unseen"),
    "act_a_part": CardSpec(("believed",), good="believed"),
    "first_impression": CardSpec(("impression",), good="success"),
    "combat_action": ATTACK,
    "vehicle_attack": CardSpec(("hit",), good="hit"),
    "break_hold": CardSpec(("free",), good="free"),
    "free_action": CardSpec(("done",), good="done", deed="kind"),
    "revive": CardSpec(("revived",), good="revived"),
    "take_drug": CardSpec(("refused",), came=_dose_came, good="", deed="phase"),
    "dependency_check": CardSpec(("physical_dependent", "psychological_dependent"), good=""),
    "withdrawal_test": CardSpec(("failed",), good="!failed"),
    "expose_disease": CardSpec(("infected",), good="!infected"),
    "disease_progress": CardSpec(("disease_state",), good="success", figure="margin"),
    "preliminaries": CardSpec(("found",), good="new"),
    **dict.fromkeys(("enter_network", "enter_system"), CardSpec(("result",), good="access", facts=("privilege",))),
    "raise_privilege": CardSpec(("privilege",), good="success", facts=("alert",)),
    "sniff_login": CardSpec(("caught",), good="caught"),
    "crash": CardSpec(("crashed",), good="crashed"),
    "plant_back_door": CardSpec(("planted",), good="planted"),
    "lock_out": CardSpec(("locked",), good="locked"),
    "detect": CardSpec(("result",), came=lambda outcome: f"detect_{outcome.get('result', 'none')}", good=""),
    "eject": CardSpec(("ejected",), good=""),
    "trace": CardSpec(("traced",), came=lambda outcome: f"trace_{outcome.get('traced', 'none')}", good=""),
    "surveillance": CardSpec(("present",), good=""),
    "decrypt": CardSpec(("time",), good=""),
    "spend_experience": CardSpec(("allowed",), good="allowed"),
}


def try_weapon(row: Content) -> tuple[str, dict[str, Any]]:
    """Somebody able strikes somebody who defends as most do (ORG-ODDS-04)."""
    return "odds_damage", {"attack_base": 12, "defence_base": 10, "weapon": row["key"]}


PRESENTATION = Presentation(
    difficulty="difficulty",
    trials={"weapon": try_weapon},
    ammunition=Ammunition("weapons", "loaded", "magazine"),
    glyph="M20 4v6M20 30v6M9 20h22M13 10h14v20H13zM4 14h5v12H4zM31 14h5v12h-5z",
    offers=offers,
    harm=("cps", "count", "structure"),
    deaths={"dead": (True,)},
    gauges=(
        _reserve("cps", paired=False),
        _reserve("sng"),
        _reserve("inc"),
        Gauge("end_now", 0, 20, "bar", top=_most_end, reserve=True, fits=_breathes, paired=True),
        Gauge("count", 0, 1000, "bar", top=_most_left, reserve=True, fits=_swarm),
        Gauge(
            "structure",
            0,
            10,
            "bar",
            top=lambda sheet: float(sheet.get("structure_max", 10)) or 1,
            step=0.5,
            reserve=True,
            fits=_machine,
        ),
    ),
    signs=signs,
    states=STATES,
    cards=_telling(CARDS),
    forms=FORMS,
    acts=ACTS,
    act_topics=TOPICS,
    roster=ROSTER,
    sheet=(
        ("body", BODY),
        ("effects", EFFECTS),
        ("characteristics", CODES),
        ("orders", ORDERS),
        ("fight", FIGHT),
        ("skills", SKILLS),
        ("traits", ("traits",)),
        ("computing", COMPUTING),
        ("belongings", BELONGINGS),
        ("experience", ("experience",)),
        ("person", PERSON),
        ("story", STORY),
        ("learned", LEARNED),
        ("memory", MEMORY),
    ),
    grids={
        "characteristics": Grid(CODES, ("effective",), _score, lambda code, column: ("test", {"characteristic": code})),
    },
    below=("skills",),
    accent="#98265c",
    prose="portrait",
    listings=LISTINGS,
    quiet=(
        *(
            "save_mods",
            "end_lost",
            "overcome",
            "bonuses",
            "initiative_mod",
            "specialities",
            "intrusion",
            "programs",
            "poisons",
        ),
        *("habits", "size_mod", "swarm", "count", "nature", "version", "structure", "computer", *ORDERS),
    ),
    off_paper=(
        *(*MEMORY, "condition", *EFFECTS, "intrusion", "notes"),
        *(*ORDERS, *LEARNED, *MOST),
    ),
    unread=(*MEMORY, *LEARNED, *MOST, "condition", "gender"),
    named={
        **NAMED,
        **dict.fromkeys(("skill", "skills", "combat_skills", "powers", "skill_lines", "power"), skill_name),
        "difficulty": difficulty_name,
        "circumstance": circumstance_name,
        **dict.fromkeys(("drug", "overcome.drug"), row_names(pack.drug)),
        **dict.fromkeys(("disease", "overcome"), row_names(pack.disease)),
        **dict.fromkeys(("poison", "coating"), row_names(pack.poison)),
        "weapon": row_names(pack.weapon),
        "second_weapon": row_names(pack.weapon),
        "armour": row_names(pack.armour),
        "cover": row_names(lambda key: pack.cover(key) if key in pack.keys("armours", "cover") else pack.armour(key)),
        "vehicle": row_names(pack.vehicle),
        "creatures": row_names(pack.swarm),
        "swarm": row_names(pack.swarm),
        "bonuses": row_names(
            lambda key: pack.SHELF.row("combat", "action" if key in pack.keys("combat", "action") else "reaction", key)
        ),
        "system": row_names(pack.system),
        "network": row_names(pack.network),
        "traits": row_names(pack.trait),
        "player_class": row_names(pack.player_class),  # type: ignore[arg-type]
        "computer": row_names(lambda key: pack.SHELF.row("computers", "computer", key)),
        "programs": row_names(lambda key: pack.SHELF.row("computers", "program", key)),
    },
    computed={"runner": COMPUTED, "npc": COMPUTED, "creature": COMPUTED},
    derivations=DERIVATIONS,
    subtitle=_subtitle,
    groups={**dict.fromkeys(("skills", "combat_skills", "powers"), skill_group), "traits": trait_group},
    creation=CREATION,
    figures=GLANCES,
    untold=(
        *("wounds", "doses", "lasting", "changes", "effective", "condition", "fresh", "timer", "habits"),
        *("end_lost", "weapons", "intrusion", "skill_lines", "suffering", "lose_action", "lose_reaction"),
        *("extended_penalty", "sng_lost_air", "end_lost_air", "save_mods", "mods", "collapses"),
    ),
    told=("notes", "portrait", "history"),
)
