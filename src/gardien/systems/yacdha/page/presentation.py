"""How YACDHA looks at the table: two gauges of six cases, dice by their role, what a form asks, what may follow."""

from collections.abc import Mapping
from typing import Any

from gardien.core.deciding import Deciding
from gardien.core.presentation import (
    WAITS,
    CardSpec,
    Content,
    FormSpec,
    Gauge,
    Levels,
    Offer,
    People,
    Presentation,
    Risk,
)
from gardien.core.terms import HARD, Language
from gardien.systems.yacdha.page.creation import CREATION
from gardien.systems.yacdha.page.sheet_reasons import DERIVATIONS
from gardien.systems.yacdha.rules.gauges import stakes_due
from gardien.systems.yacdha.vocabulary import TOP, Stake, madness_floor, trauma_floor

LONE = ("opposition", "claims", "advantage", "disadvantage", "forced", "stakes")
LONE_MORE = ("use_luck_to_survive", "personal_advantage", "stressful", "attempt", "duration")

OTHER_DICE = ("advantage", "disadvantage", "personal_advantage", "forced", "luck_convert")
ONE_DIE = Deciding(
    TOP,
    alone=lambda given: not any(map(given.get, OTHER_DICE)) and (given.get("opposition") or {}).get("kind") != "active",
)

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
AVERAGE = {"opposition": {"kind": "passive", "value": 3}}  # until the keeper says otherwise (YAC-OPP-01)
WITNESSED = {
    "attack": ("attaque", "attacks"),
    "immobilise": ("tente une prise sur", "tries a hold on"),
    "escape": ("cherche à échapper à", "tries to break free from"),
}


def _claims(sheet: Content) -> list[str]:
    """What a character may call upon: occupations, the acts under them, gifts (YAC-OCC-04, YAC-CRE-07)."""
    acts = [act["name"] for act in sheet.get("actions", ())]
    principal = filter(None, [sheet.get("principal_occupation")])  # worth a die where it is no level (YAC-ADV-03)
    return list(dict.fromkeys([*sheet.get("occupations", {}), *principal, *acts, *sheet.get("gifts", {})]))


def _weapons(sheet: Content) -> list[str]:
    return [weapon["name"] for weapon in sheet.get("weapons", ())]


def _occupations(sheet: Content) -> list[str]:
    """What levels can be given up of, for others (YAC-LRN-01)."""
    return ["", *sheet.get("occupations", {})]


CHOICES = {"claims": _claims, "weapon_name": _weapons, "given_up": _occupations}


def _tried(outcome: Content) -> str:
    """Nobody fails at what cannot be done (YAC-ACT-09)."""
    return "impossible" if outcome.get("possible") is False else ""


def _found(outcome: Content) -> str:
    """A search that goes well may still bring nothing that was not known (YAC-INV-04, YAC-INV-07)."""
    known = outcome.get("success") and outcome.get("new_information") is False
    return "nothing_new" if known else _tried(outcome)


def _is_threatened(given: Content, outcome: Content) -> bool:
    """Luck helps only against harm to one's own trauma; once no gauge is checked, stakes now due (YAC-LUC-04)."""
    stakes = [Stake(**stake) for stake in given.get("stakes", ())]
    return stakes_due(tuple(stakes), "trauma", outcome.get("margin", 1)) > 0


def _offers(procedure: str, given: Content, outcome: Content, people: People, options: Content) -> list[Offer]:
    """After an act: a point of luck on the die that fell, where harm threatens; another try, where it failed.

    YAC-LUC-03, YAC-LUC-04, YAC-RER-01, YAC-RER-04.
    """
    offers = _survival(given, outcome, options)
    if procedure not in ("action", "investigate") or not outcome.get("rolled"):
        return offers
    if outcome.get(WAITS):
        return [_luck_on_worst(outcome)]
    unchecked = not outcome.get("check_required") and not given.get("luck_convert")  # YAC-LUC-05
    if given.get("luck", 0) and unchecked and _is_threatened(given, outcome):
        offers.append(_luck_on_worst(outcome))
    passive = given.get("opposition", {}).get("kind") != "active"
    if not outcome.get("success") and (passive or options.get("reroll_vs_active")):
        again: dict[str, Any] = {"attempt": given.get("attempt", 1) + 1, "luck_convert": None}
        if procedure == "action":
            again["forced"] = True  # a repeat strains (YAC-RER-01)
        offers.append(Offer("again", again, cost="forced" if procedure == "action" else "time"))
    return offers + _late_claims(given, outcome, people.get("", {}), options)


def _luck_on_worst(outcome: Content) -> Offer:
    """The lowest action die shows 6 (YAC-LUC-03, YAC-LUC-06)."""
    dice = outcome["action_dice"]
    worst = 1 + min(range(len(dice)), key=lambda place: dice[place])
    return Offer("luck", {"luck_convert": {"die": worst, "value": TOP}}, same_dice=True, cost="luck")


def _survival(given: Content, outcome: Content, options: Content) -> list[Offer]:
    """A point of luck spent at once turns death into coma (YAC-GAU-04, YAC-LUC-07)."""
    saves = "use_luck_to_survive" in given and not given["use_luck_to_survive"] and given.get("luck", 0) > 0
    played = "luck" in options.get("modules", ("luck",)) and given.get("kind") == "investigator"
    if not (saves and played and outcome.get("status") == "dead" and given.get("status", "active") != "coma"):
        return []
    return [Offer("survive", {"use_luck_to_survive": True}, same_dice=True, cost="luck")]


def _late_claims(given: Content, outcome: Content, sheet: Content, options: Content) -> list[Offer]:
    """A level that nobody claimed and that would have been enough: the keeper may still grant it (YAC-OCC-04)."""
    lacks = outcome["opposition"] - outcome["result"]
    silent = not (given.get("level") or given.get("personal_advantage") or outcome["success"])
    if not silent or options.get("skill_mode") == "advantage" or sheet.get("kind") not in ("investigator", "npc"):
        return []
    known = {**sheet.get("gifts", {}), **sheet.get("occupations", {})}
    enough = {name: level for name, level in known.items() if level > lacks and outcome["opposition"] < TOP}
    return [
        Offer(f"claim.{name}", {"level": level}, same_dice=True, granted=True, about=(f"{name} {level}",) * 2)
        for name, level in enough.items()
    ]


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


def _side_that_wins(given: Content, outcome: Content, people: Mapping[str, str]) -> tuple[str, ...]:
    """The people of the side that wins a competition, which bears a name or a letter; whoever is at no table too."""
    sides = {one["name"]: one["members"] for one in given.get("sides", ())}
    return tuple(one["name"] for one in sides.get(outcome.get("winner"), ()))


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


# --- what anybody present at a round of combat can tell: who did what to whom, and whether it came off (COM) ---


def witness_lines(outcome: Content, language: Language) -> list[str]:
    """One line for each act; numbers stay with those who know the sheets."""
    english = language == "en"
    colon = ":" if english else f"{HARD}:"
    lines = []
    for act in outcome.get("actions") or ():
        verb = WITNESSED[act["act"]][english]
        lines.append(f"{act['actor']} {verb} {act['target']}{colon} {_act_result(act, english)}.")
    return lines


def _act_result(act: Content, english: bool) -> str:
    if not act["success"]:
        return "fails" if english else "échec"
    if act["critical"]:
        return "knocked out" if english else "perte de connaissance"
    if act["act"] != "attack":
        return "succeeds" if english else "réussite"
    trauma = act["trauma"]
    if not trauma:
        return "a hit without effect" if english else "le coup porte sans effet"
    return f"hit, trauma +{trauma}" if english else f"touché, trauma +{trauma}"


def try_weapon(row: Content) -> tuple[str, dict[str, Any]]:
    """One attack with it, where the opposition is middling (YAC-COM-09)."""
    return "odds_attack", {"trauma_max": row["trauma_max"], "opposition": {"kind": "passive", "value": 3}}


PRESENTATION = Presentation(
    difficulty="opposition",
    trials={"weapon": try_weapon},
    glyph="M11 7h18a4 4 0 0 1 4 4v18a4 4 0 0 1-4 4H11a4 4 0 0 1-4-4V11a4 4 0 0 1 4-4z"
    f"M12.4 14{_DOT}M18.4 20{_DOT}M24.4 26{_DOT}",
    harm=("damage", "trauma"),
    deaths={"status": ("dead",)},
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
        "action": CardSpec(("refused", "degree"), came=_tried, figure="margin"),
        "investigate": CardSpec(("refused", "tier"), came=_found, figure="margin"),
        "cooperate": CardSpec(("refused", "degree"), came=_tried, figure="margin"),
        "cast_magic": CardSpec(("refused", "degree"), figure="margin"),
        "compete": CardSpec(("refused", "winner"), good="", figure="margin", winners=_side_that_wins),
        "chase": CardSpec(("refused", "escaped"), good="!escaped", acting="pursuers"),
        "gauge_check": CardSpec(("status", "raised"), good="!raised", gauge="gauge", deed="gauge"),
        "luck_survive": CardSpec(("status",), good=""),
        "coma_care": CardSpec(("status",), good=""),
        "first_aid": CardSpec(("refused", "degree"), figure="margin"),
        "study_mythos": CardSpec(("refused", "status"), good=""),
        "recover": CardSpec(("refused", "value"), good="", gauge="gauge"),
        "learn": CardSpec(("allowed",), good="allowed", tells=("occupations",)),
        "dream": CardSpec(("dream",), good="dream"),
    },
    forms={
        "action": FormSpec(
            ("category", *LONE),
            LONE_MORE,
            beforehand=("luck_convert", "roll_degree"),
            degrees="degree",
            decided_by=ONE_DIE,
            what_if=("forced", "advantage"),
            risk="check_raised",
            presets=PRESETS,
            usual=AVERAGE,
            choices=CHOICES,
        ),
        "investigate": FormSpec(
            LONE[:-1],
            (*LONE_MORE, "clue", "nothing_to_find", "best_previous"),
            beforehand=("luck_convert",),
            degrees="tier",
            decided_by=ONE_DIE,
            what_if=("forced", "advantage"),
            risk="check_raised",
            presets=PRESETS,
            choices=CHOICES,
        ),
        "gauge_check": FormSpec(
            ("gauge", "event", "exposed"), ("use_luck_to_survive",), degrees="raised", good="!raised", about="gauge"
        ),
        "cooperate": FormSpec(
            ("members", "category", "opposition", "investigation", "group_advantage", "group_disadvantage"),
            ("clue", "mass_action", "level_share", "stressful", "attempt", "duration", "stakes"),
            degrees="degree",
            each={"members": ("forced", "personal_advantage")},
            presets=PRESETS,
            usual=AVERAGE,
        ),
        "compete": FormSpec(("sides", "category"), degrees="winner"),
        "combat_round": FormSpec(
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
        "chase": FormSpec(("pursued", "pursuers", "speeds", "terrain"), degrees="escaped"),
        "cast_magic": FormSpec(("casters", "spell", "opposition", "conditions_met", "prepared"), degrees="degree"),
        "clock_advance": FormSpec(("minutes",), ("horizon",)),
        "luck_survive": FormSpec(("increase", "use_luck_to_survive"), degrees="status"),
        "first_aid": FormSpec(
            ("patient", "claims", "advantage", "disadvantage"),
            ("trauma_before",),
            degrees="success",
            choices=CHOICES,
        ),
        "coma_care": FormSpec(
            ("professional_care", "delay_minutes", "continuous", "days"), filled=("delay_minutes",), degrees="status"
        ),
        "recover": FormSpec(("gauge", "elapsed", "care", "rest", "favourable"), degrees="value"),
        "end_scenario": FormSpec(
            ("survivors", "clear_success", "all_alive_and_sane", "remarkable", "milestone"),
            filled=("all_alive_and_sane",),
            degrees="reduction",
            everybody=True,
        ),
        "learn": FormSpec(("occupation", "steps", "nature", "given_up"), choices=CHOICES, degrees="allowed"),
        "study_mythos": FormSpec(("months", "take_relief", "accept_madness"), degrees="mythos"),
        "dream": FormSpec(
            ("hours", "good_conditions", "gate"), ("keeper_allows",), ruled=("keeper_allows",), degrees="dream"
        ),
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
    witness={"combat_round": witness_lines},
    creation=CREATION,
    figures={"investigator": lambda sheet: CARD_PERSON, "npc": lambda sheet: CARD_NPC, "creature": _being},
    told=("special", "description"),
    untold=("coma_since", "learning", "natures", "recovery"),
)
