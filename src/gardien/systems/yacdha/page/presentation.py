"""How YACDHA looks at the table: two gauges of six cases, dice by their role, what a form asks, what may follow."""

from typing import Any

from gardien.core.face import CardFace, Content, Face, FormFace, Gauge, Levels, Offer, People, Risk
from gardien.systems.yacdha.attempts import stakes_due
from gardien.systems.yacdha.derivations import DERIVATIONS
from gardien.systems.yacdha.making import CREATION
from gardien.systems.yacdha.values import TOP, Stake, madness_floor, trauma_floor
from gardien.systems.yacdha.witness import acts_seen

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
PERSON = ("name", "player", "gender", "age_class", "description", "principal_occupation", "faults")
BEING = (
    *("level", "acts", "trauma_max", "opposition_bonus", "soak", "speed", "sight_checks", "holdable"),
    *("immune", "bane", "special"),
)
PROMISES = (
    ("kept", None),
    ("six", {"die": 1, "value": TOP}),
)  # of luck, before a round is thrown (YAC-LUC-03)
PRESETS = {"opposition": OPPOSITIONS, "stakes": STAKES}


def _claims(sheet: Content) -> list[str]:
    """What a character may call upon: occupations, the acts under them, gifts (YAC-OCC-04, YAC-CRE-07)."""
    acts = [act["name"] for act in sheet.get("actions", ())]
    return [*sheet.get("occupations", {}), *acts, *sheet.get("gifts", {})]


def _weapons(sheet: Content) -> list[str]:
    return [weapon["name"] for weapon in sheet.get("weapons", ())]


CHOICES = {"claims": _claims, "weapon_name": _weapons}


def _threatened(given: Content, outcome: Content) -> bool:
    """Luck helps only against harm to one's own trauma: a dT above the die kept, or stakes now due (YAC-LUC-04)."""
    strained = given.get("category") == "physical" and outcome.get("check_required") is True
    stakes = [Stake(**stake) for stake in given.get("stakes", ())]
    return strained or stakes_due(tuple(stakes), "trauma", outcome.get("margin", 1)) > 0


def _offers(procedure: str, given: Content, outcome: Content, people: People, options: Content) -> list[Offer]:
    """After an act: a point of luck on the die that fell, where harm threatens; another try, where it failed.

    YAC-LUC-03, YAC-LUC-04, YAC-RER-01, YAC-RER-04.
    """
    if procedure not in ("action", "investigate") or not outcome.get("rolled"):
        return []
    found: list[Offer] = []
    dice = outcome.get("action_dice") or ()
    if given.get("luck", 0) and dice and not given.get("luck_convert") and _threatened(given, outcome):
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


_DOT = "a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 1 0-3.2 0z"


def _even(value: int) -> tuple[str, dict[str, Any], str]:
    """How many checks make it as likely as not that a gauge has filled up (YAC-ODD-06)."""
    return "odds_gauge", {"start": value}, "first_n_at_half"


def _risk(gauge: str) -> Risk:
    return Risk("gauge_check", {"gauge": gauge}, even=_even)


CARD_PERSON = (
    *("description", "age_class", "principal_occupation", "luck", "occupations", "gifts", "weapons"),
    *("faults", "bonds", "places"),
)
CARD_NPC = ("occupations", "weapons", "mythos", "traits")
CARD_BEING = (
    *("special", "soak", "level", "acts", "trauma_max", "opposition_bonus", "speed", "sight_checks", "holdable"),
    *("immune", "bane"),
)


def _being(sheet: Content) -> tuple[str, ...]:
    """Boxes are drawn; only their absence needs a word (YAC-CRT-02)."""
    return CARD_BEING if sheet.get("boxes") else ("boxes", *CARD_BEING)


FACE = Face(
    glyph="M11 7h18a4 4 0 0 1 4 4v18a4 4 0 0 1-4 4H11a4 4 0 0 1-4-4V11a4 4 0 0 1 4-4z"
    f"M12.4 14{_DOT}M18.4 20{_DOT}M24.4 26{_DOT}",
    gauges=(
        Gauge(
            "madness",
            1,
            TOP,
            floor=lambda sheet: madness_floor(sheet.get("mythos", 0)),
            ends=True,
            risk=_risk("madness"),
        ),
        Gauge(
            "trauma",
            1,
            TOP,
            floor=lambda sheet: trauma_floor(sheet.get("sequelae", 0)),
            ends=True,
            risk=_risk("trauma"),
        ),
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
        "combat_round": FormFace(
            (
                "release",
                "action",
                "target",
                "extra_targets",
                "weapon_name",
                "claims",
                "forced",
                "luck_convert",
                "use_luck_to_survive",
            ),
            ruled=("advantage", "disadvantage"),
            choices=CHOICES,
            presets={"luck_convert": PROMISES},
        ),
        "chase": FormFace(("pursued", "pursuers", "speeds", "terrain"), degrees="escaped"),
        "cast_magic": FormFace(("casters", "opposition", "conditions_met", "prepared"), degrees="degree"),
        "luck_survive": FormFace(("increase", "use_luck_to_survive"), degrees="status"),
        "first_aid": FormFace(("trauma_before", "minutes", "level", "advantage", "disadvantage"), degrees="success"),
        "coma_care": FormFace(("professional_care", "delay_minutes", "continuous", "days"), degrees="status"),
        "recover": FormFace(("gauge", "elapsed", "care", "rest", "favourable"), degrees="value"),
        "end_scenario": FormFace(
            ("survivors", "clear_success", "all_alive_and_sane", "remarkable", "milestone"),
            degrees="reduction",
            everybody=True,
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
        ("gauges", ("madness", "trauma", "damage", "boxes", "sequelae", "mythos", "luck", "status")),
        ("occupations", ("occupations", "natures", "actions", "gifts", "gift_effects")),
        ("person", (*PERSON, "traits", "fights_for_survival")),
        ("being", BEING),
        ("gear", ("weapons",)),
        ("bonds", ("bonds", "places")),
        ("memory", ("stress_faced", "recovery", "learning", "coma_since", "coma_care")),
    ),
    accent="#63397f",
    prose="description",
    levels={
        "occupations": Levels("occupation_level", "natures", "actions", "occupation", "granted"),
        "gifts": Levels("occupation_level", "gift_effects"),
    },
    derivations=DERIVATIONS,
    subtitle=_subtitle,
    offers=_offers,
    witness={"combat_round": acts_seen},
    creation=CREATION,
    figures={"investigator": lambda sheet: CARD_PERSON, "npc": lambda sheet: CARD_NPC, "creature": _being},
    told=("special", "description"),
)
