"""How YACDHA looks at the table: two gauges of six cases, dice by their role, what a form asks, what may follow."""

from typing import Any

from gardien.core.face import CardFace, Content, Face, FormFace, Gauge, Offer
from gardien.systems.yacdha.making import CREATION
from gardien.systems.yacdha.values import TOP, madness_floor, trauma_floor

LONE = ("opposition", "claims", "advantage", "disadvantage", "forced", "stakes")
LONE_MORE = ("use_luck_to_survive", "personal_advantage", "stressful", "attempt", "duration")

OPPOSITIONS: tuple[tuple[str, Any], ...] = (
    *((str(value), {"kind": "passive", "value": value}) for value in range(TOP)),
    ("active", {"kind": "active"}),
)
STAKES: tuple[tuple[str, Any], ...] = (
    ("none", []),
    ("trauma", [{"gauge": "trauma", "amount": 1}]),
    ("madness", [{"gauge": "madness", "amount": 1}]),
    ("margin", [{"gauge": "trauma", "amount": "margin"}]),
)
PRESETS = {"opposition": OPPOSITIONS, "stakes": STAKES}


def _claims(sheet: Content) -> list[str]:
    """What a character may call upon: occupations, the acts under them, gifts (YAC-OCC-04, YAC-CRE-07)."""
    acts = [act["name"] for act in sheet.get("actions", ())]
    return [*sheet.get("occupations", {}), *acts, *sheet.get("gifts", {})]


CHOICES = {"claims": _claims}


def _offers(procedure: str, given: Content, outcome: Content, sheet: Content, options: Content) -> list[Offer]:
    """After an act that failed: a point of luck on the die that fell, or another try (YAC-LUC-03, YAC-RER-01)."""
    if procedure not in ("action", "investigate") or not outcome.get("rolled"):
        return []
    found: list[Offer] = []
    dice = outcome.get("action_dice") or ()
    owed = outcome.get("check_required") and not given.get("luck_convert")
    if given.get("luck", 0) and dice and not given.get("luck_convert") and (owed or not outcome.get("success")):
        worst = 1 + min(range(len(dice)), key=lambda place: dice[place])
        found.append(Offer("luck", {"luck_convert": {"die": worst, "value": TOP}}, same_dice=True, cost="luck"))
    passive = given.get("opposition", {}).get("kind") != "active"
    if not outcome.get("success") and (passive or options.get("reroll_vs_active")):
        again: dict[str, Any] = {"attempt": given.get("attempt", 1) + 1, "luck_convert": None}
        if procedure == "action":
            again["forced"] = True  # a repeat strains (YAC-RER-01)
        found.append(Offer("again", again, cost="forced" if procedure == "action" else "time"))
    return found


def _subtitle(sheet: Content) -> list[tuple[str, Any]]:
    """The best occupations, as people introduce themselves."""
    if sheet.get("kind") == "creature":
        return [("boxes", sheet.get("boxes")), ("soak", sheet.get("soak")), ("trauma_max", sheet.get("trauma_max"))]
    levels = sorted(sheet.get("occupations", {}).items(), key=lambda one: -one[1])
    return list(levels[:3])


PERSON = (
    *("description", "age_class", "principal_occupation", "luck", "occupations", "gifts", "weapons"),
    *("faults", "bonds", "places"),
)
NPC = ("occupations", "weapons", "mythos", "traits")
BEING = (
    *("special", "soak", "level", "acts", "trauma_max", "opposition_bonus", "speed", "sight_checks", "holdable"),
    *("immune", "bane"),
)


def _being(sheet: Content) -> tuple[str, ...]:
    """Boxes are drawn; only their absence needs a word (YAC-CRT-02)."""
    return BEING if sheet.get("boxes") else ("boxes", *BEING)


FACE = Face(
    gauges=(
        Gauge("madness", 1, TOP, floor=lambda sheet: madness_floor(sheet.get("mythos", 0)), ends=True),
        Gauge("trauma", 1, TOP, floor=lambda sheet: trauma_floor(sheet.get("sequelae", 0)), ends=True),
        Gauge("damage", 0, TOP, ends=True, top=lambda sheet: int(sheet.get("boxes", TOP))),
    ),
    chips=("luck", "mythos", "sequelae", "status"),
    dice={"dF": "forced", "dT": "forced", "dO": "opp"},
    cards={
        "action": CardFace(("refused", "degree"), figure="margin"),
        "investigate": CardFace(("refused", "tier"), figure="margin"),
        "cooperate": CardFace(("refused", "degree"), figure="margin"),
        "cast_magic": CardFace(("refused", "degree"), figure="margin"),
        "compete": CardFace(("refused", "winner"), good="", figure="margin"),
        "chase": CardFace(("refused", "escaped"), good=""),
        "gauge_check": CardFace(("status", "raised"), good="!raised"),
        "luck_survive": CardFace(("status",), good=""),
        "coma_care": CardFace(("status",), good=""),
        "first_aid": CardFace(("refused", "degree"), figure="margin"),
        "study_mythos": CardFace(("refused", "status"), good=""),
        "dream": CardFace(("dream",), good="dream"),
    },
    forms={
        "action": FormFace(
            ("category", *LONE),
            LONE_MORE,
            degrees="degree",
            what_if=("forced", "advantage"),
            risk="check_raised",
            presets=PRESETS,
            choices=CHOICES,
        ),
        "investigate": FormFace(
            LONE[:-1],
            (*LONE_MORE, "nothing_to_find", "best_previous"),
            degrees="tier",
            what_if=("forced", "advantage"),
            risk="check_raised",
            presets=PRESETS,
            choices=CHOICES,
        ),
        "gauge_check": FormFace(
            ("gauge", "event", "exposed"), ("use_luck_to_survive",), degrees="raised", good="!raised"
        ),
        "cooperate": FormFace(
            ("members", "category", "opposition", "investigation", "group_advantage", "group_disadvantage"),
            ("mass_action", "level_share", "stressful", "attempt", "duration", "stakes"),
            degrees="degree",
            each={"members": ("forced", "personal_advantage")},
            presets=PRESETS,
        ),
        "compete": FormFace(("sides", "category"), degrees="winner"),
        "chase": FormFace(("pursued", "pursuers", "speeds", "terrain"), degrees="escaped"),
        "cast_magic": FormFace(("casters", "opposition", "conditions_met", "prepared"), degrees="degree"),
        "luck_survive": FormFace(("increase", "use_luck_to_survive"), degrees="status"),
        "first_aid": FormFace(("trauma_before", "minutes", "level", "advantage", "disadvantage"), degrees="success"),
        "coma_care": FormFace(("professional_care", "delay_minutes", "continuous", "days"), degrees="status"),
        "recover": FormFace(("gauge", "elapsed", "care", "rest", "favourable"), degrees="value"),
        "end_scenario": FormFace(
            ("survivors", "clear_success", "all_alive_and_sane", "remarkable", "milestone"), degrees="reduction"
        ),
        "learn": FormFace(("occupation", "steps", "nature", "lower"), degrees="allowed"),
        "study_mythos": FormFace(("months", "take_relief", "accept_madness"), degrees="mythos"),
        "dream": FormFace(("hours", "good_conditions", "gate"), ("keeper_allows",), degrees="dream"),
    },
    acts=(
        "action",
        "investigate",
        "cooperate",
        "gauge_check",
        "chase",
        "compete",
        "cast_magic",
        "first_aid",
        "luck_survive",
        "coma_care",
        "recover",
        "learn",
        "study_mythos",
        "dream",
        "end_scenario",
    ),
    sheet=(
        ("gauges", ("madness", "trauma", "sequelae", "mythos", "luck", "status")),
        ("occupations", ("occupations", "actions", "gifts", "gift_effects")),
        ("person", ("name", "player", "gender", "age_class", "description", "principal_occupation", "faults")),
        ("bonds", ("bonds", "places")),
        ("gear", ("weapons",)),
        ("memory", ("stress_faced", "recovery", "learning", "coma_since", "coma_care")),
    ),
    subtitle=_subtitle,
    offers=_offers,
    creation=CREATION,
    figures={"investigator": lambda sheet: PERSON, "npc": lambda sheet: NPC, "creature": _being},
    told=("special", "description"),
)
