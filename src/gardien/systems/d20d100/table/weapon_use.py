"""What a sheet fills in: skills, Jets, weapon lines with their wounds and protections (SKILL, ATK, PROT)."""

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Any

from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.scene import Being
from gardien.core.table_rules import REFERENCE, WORD, BindInputs
from gardien.shared.arms import NAMED, first_ready, meant
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.dangers.hazards import CLUMSY
from gardien.systems.d20d100.rules.fight.defence import CAUTIOUS_ATTACK
from gardien.systems.d20d100.rules.fight.standing import is_senseless, protection_of, situations
from gardien.systems.d20d100.rules.tests.checks import SIXTH_SENSE
from gardien.systems.d20d100.sheet.worth import burdens, code_of, jet_of, skill_of, traits_of
from gardien.systems.d20d100.table.fight import SERIES
from gardien.systems.d20d100.table.fighter import (
    JAMMED,
    LEFT,
    RAPID,
    SHORT,
    fits,
    has_turn,
    is_drawn,
    lines_of,
    modes_of,
    plain_body,
    rearming,
    scores_left,
    thing_of,
    why_dropped,
    why_unready,
)
from gardien.systems.d20d100.table.lingering import AIRLESS, EFFORT, SPRINT
from gardien.systems.d20d100.table.weighing import by_code, by_jet, by_skill, of_body, of_mind, weighed, whole_skill

LINES = ("attack", "attack_sequence", "multiple_fire", "short_burst", "opportunity_attack")  # at one target
OF_WEAPON = (
    *("damage", "damage_bonus", "penetration", "threat_min", "multiplier", "temporary", "increment"),
    *("weapon_class", "jams", "recoil", "precision"),
)
CALLED = itemgetter("called")


# ---- skills and tests ----


def _skill_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    key = str(asked.get("skill") or "")
    if not key:
        return {}
    modifier, learned = skill_of(sheet, key)
    return {"modifier": modifier, "learned": learned}


def _characteristic_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """A premonition comes more easily to some (D100-TEST-16, D100-MISS-04)."""
    easier = sum(row.premonition for row in traits_of(sheet)) if asked.get("sixth_sense") else 0
    difficulty = SIXTH_SENSE + easier if easier else None
    return {"modifier": code_of(sheet, str(asked.get("characteristic", ""))), "difficulty": difficulty}


def _air_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """How long somebody has been without air (D100-ROLL-09)."""
    rounds, failed = AIRLESS
    return {"round": sheet.get(rounds) or None, "failed": bool(sheet.get(failed))}


def _endurance_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    return {"endurance": jet_of(sheet, "endurance")}


def _effort_inputs(mark: str) -> BindInputs:
    """Which round of a run or of a swim it is (D100-ROLL-05, D100-ROLL-07)."""
    return lambda sheet, asked: {**_endurance_inputs(sheet, asked), "round": sheet.get(mark) or 1}


def _fall_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """Réflexes or Sauter, whichever is better (D100-MISS-12)."""
    return {"modifier": max(jet_of(sheet, "reflexes"), skill_of(sheet, "sauter")[0])}


def _lasting_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    score = (sheet.get("scores") or {}).get(asked.get("characteristic", "FOR"))
    return {"score": score, "struggle": code_of(sheet, "FOR")}


def _blank_inputs(*names: str) -> BindInputs:
    """Fields of the sheet that mean something else here."""
    return lambda sheet, asked: dict.fromkeys(names)


# ---- weapons ----


STRICT = {  # acts that not every weapon can do, whoever names it
    **dict.fromkeys(("attack", "attack_sequence"), "D100-FIRE-09"),
    "multiple_fire": "D100-WPN-11",
    "short_burst": "D100-FIRE-10",
    "burst": "D100-FIRE-07",
    "coup_de_grace": "D100-SPEC-06",
    "charge": "D100-SPEC-02",
}


def choose_line(sheet: Content, asked: Content, key: str) -> dict[str, Any]:
    """The line that is named, else the first that fits and is ready."""
    fitting = meant(lines_of(sheet), asked, CALLED, lambda one: fits(key, one))
    if fitting and key in STRICT and not any(fits(key, one) for one in fitting):
        came = fitting[0]["called"]
        raise Refusal("act/unfit_weapon", kind="refused", field=NAMED, rule=STRICT[key], came=came)
    return first_ready(fitting, CALLED, lambda one: why_unready(sheet, one)) or {}


def intent_situation(sheet: Content, asked: Content, line: Content) -> str:
    """The situation of blows that are meant otherwise than the weapon means them; a boxer finds it easier."""
    intent = asked.get("intent")
    if not line or intent not in ("kill", "stun") or (intent == "stun") == bool(line.get("temporary")):
        return ""
    trained = intent == "kill" and any(row.lethal_blows == -2 for row in traits_of(sheet))
    return "damage_type_changed_easy" if trained else "damage_type_changed"


def _weapon_inputs(key: str) -> BindInputs:
    """Fills in the weapon, its series and whoever holds it; Defence and protection are the target’s."""

    def fill(sheet: Content, asked: Content) -> dict[str, Any]:
        if REFERENCE in asked:  # whoever is aimed at: what they hold does not matter
            return {}
        line = choose_line(sheet, asked, key)
        if key == "multiple_fire" and line and asked.get("mode", "double") not in (*_rapid(line), "double"):
            raise Refusal("field/one_of", field="mode", rule="D100-WPN-11", came=asked["mode"], allowed=_rapid(line))
        whole = list(line.get("base_series") or ())
        mine = key in SERIES and isinstance(sheet, Being) and has_turn(sheet)
        series = (scores_left(sheet, line) or whole[-1:]) if mine else whole  # the game master may insist on one more
        inputs: dict[str, Any] = {name: line.get(name) for name in OF_WEAPON}
        inputs |= {
            "weapon_name": line.get("called"),
            "kind": None,
            "defence": None,
            "defence_flat": None,
            "attack": series[0] if series else None,
            "series": series[:3] or None,
            "base_series": whole or None,
            "burst_size": SHORT.get(str(line.get("rate"))),
            "loaded": line.get("loaded") if line.get("capacity") else None,
            "attacker": plain_body(sheet),
            "situations": situations(sheet, None, line),
            "lethal": None,
            "mods": [*_eyesight(sheet, asked, line), *burdens(sheet, wounds=False)] or None,
        }
        if intent_situation(sheet, asked, line):
            inputs["temporary"] = not line.get("temporary")
        if key == "burst":
            begins = not sheet.get("attacks_made") and sheet.get(LEFT) == 1  # half a round is one burst
            inputs |= {"burst_size": 50 if line.get("rate") == "burst_50" else 10}
            inputs |= {"series": series[:1]} if begins and series else {}
        return inputs

    return fill


def _rapid(line: Content) -> list[str]:
    """The ways of rapid fire that a weapon has (D100-WPN-11)."""
    own = [mode for mode in RAPID if line.get(f"{mode}_series")]
    return own or [mode for mode in RAPID if mode in modes_of(line)]


def _eyesight(sheet: Content, asked: Content, line: Content) -> list[int]:
    """What traits give or take at a distance, up to the first increment or beyond it (D100-MISS-04)."""
    if line.get("weapon_class", "contact") == "contact":
        return []
    far = float(asked.get("distance") or 0) > float(line.get("increment") or 0)
    mods = [row.ranged + (row.beyond_first if far else row.first_increment) for row in traits_of(sheet)]
    return [one for one in mods if one]


def place_of(sheet: Content, given: Content) -> int | None:
    """Where on the sheet the weapon stands that some inputs name."""
    named = given.get("weapon_name")
    called = [one["called"] for one in lines_of(sheet)][: len(sheet.get("weapons", ()))]
    return called.index(named) if named in called else None


def _one_of(sheet: Content, asked: Content, wanted: Callable[[Content], bool]) -> dict[str, Any]:
    """The weapon that is named, else the first of a kind; nobody works on one that lies on the ground."""
    lines = meant(lines_of(sheet), asked, CALLED, wanted)
    return first_ready(lines, CALLED, lambda one: why_dropped(sheet, one)) or {}


def _reload_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """The weapon that is named, else the first that is not full; with what its owner carries (D100-FIRE-05)."""
    slack = sheet.get("discharged") or ()
    line = _one_of(
        sheet,
        asked,
        lambda one: (bool(one.get("capacity")) and one["loaded"] < one["capacity"]) or thing_of(one["called"]) in slack,
    )
    if line and thing_of(line["called"]) in slack:  # each action one turn of the crank (D100-MISS-05)
        again = {"weapon_name": line["called"], "method": "single_loose", "rounds": rearming(line)}
        return {**again, **dict.fromkeys(("weapon", "capacity", "magazine_size", "loaded"))}
    if not line.get("capacity"):
        return {}
    inputs = {NAMED: line["called"], "weapon": line["weapon"] or None}
    inputs |= {name: line[name] for name in ("capacity", "loaded")}
    if not sheet.get("is_pc") and not line["spare"]:  # others have what they need, beyond what is written down
        return inputs
    if not line["spare"]:
        raise Refusal("act/no_spare", kind="refused", field="weapon_name", came=line["called"])
    row = pack.weapon(line["weapon"]) if line["weapon"] else None
    loose = (asked.get("method") or (row.reload if row else None) or "loose") in ("loose", "single_loose")
    if loose and (asked.get("rounds") or 0) > line["spare"]:
        high = line["spare"]
        raise Refusal("field/at_most", field="rounds", came=asked["rounds"], high=high, rule="D100-FIRE-05")
    brings = (row.magazine_size if row else None) or line["capacity"]
    return {**inputs, "magazine_size": min(brings, line["spare"], 250)}


def _jam_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """The weapon that is named, else the first that does not fire (D100-FIRE-11)."""
    line = _one_of(sheet, asked, lambda one: one.get("weapon_state") in JAMMED)
    if asked.get("weapon_name") and line.get("weapon_state") not in JAMMED:
        raise Refusal("act/not_jammed", kind="refused", field="weapon_name", came=line["called"])
    return {"modifier": skill_of(sheet, "mecanique")[0], "weapon_name": line.get("called")}


def _manoeuvre_inputs(sheet: Being, asked: Content) -> dict[str, Any]:
    """Fists, unless a weapon is named; the Defence is the other’s."""
    inputs: dict[str, Any] = {"damage_bonus": sheet.get("damage_bonus"), "defence": None, "kind": None}
    if not asked.get("weapon_name"):
        return inputs
    line = choose_line(sheet, asked, "attack")
    blade = bool(line.get("weapon") and pack.weapon(line["weapon"]).blade)
    inputs = {**_weapon_inputs("attack")(sheet, asked), "blade": blade, "weapon_drawn": is_drawn(sheet, line)}
    if inputs.get("attack") is not None:
        inputs["attack"] += sum(caution(sheet))
    return inputs


def caution(sheet: Content) -> list[int]:
    """What caution takes from every attack roll that knows no situations (D100-MODE-02)."""
    return [CAUTIOUS_ATTACK] if sheet.get("defensive") else []


def _caution_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """What caution makes of the first weapon in hand (D100-MODE-02)."""
    series = [one["base_series"] for one in lines_of(sheet) if one.get("base_series")]
    return {"attack": series[0][0] if series else 0}


def _delay_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """Whoever waits, waits for somebody slower (D100-MODE-05)."""
    order, own, other = (asked.get(name) for name in ("order", "name", "after"))
    if order and own in order:
        later = order[order.index(own) + 1 :]
        if not later:
            raise Refusal("act/last", kind="refused", field="after")
        if other not in later:
            raise Refusal("act/earlier", kind="refused", field="after")
    return {}


def _first_aid_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """Premiers Soins or Médecine of whoever helps (D100-HEALTH-07)."""
    skill = "medecine" if asked.get("skill") == "medicine" else "premiers_soins"
    return {"modifier": skill_of(sheet, skill)[0], "already_treated": sheet.get("first_aid_used")}


def _disarm_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    series = choose_line(sheet, asked, "attack").get("base_series") or ()
    trained = [row.disarm for row in traits_of(sheet) if row.disarm]
    mods = [*burdens(sheet), *trained, *caution(sheet)]
    return {"attacker_attack": series[0] if series else None, "attacker_mods": mods or None}


def _ambush_inputs(sheet: Being, asked: Content) -> dict[str, Any]:
    """Se Cacher, or the roll that stands from before (D100-CBT-07, D100-TEST-08)."""
    kept = next((one for one in sheet.get("passive_rolls") or () if one["skill"] == "se_cacher"), None)
    inputs = whole_skill("se_cacher", "hidden_modifier")(sheet, asked)
    if kept is None:
        return inputs
    return inputs | {"recorded_total": kept["total"], "recorded_natural_one": kept.get("natural_one", False)}


def _improvement_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """The box, the value and the price of an improvement (D100-XP-02, D100-XP-04)."""
    target = str(asked.get("target", ""))
    jets, skills = sheet.get("jets") or {}, sheet.get("skills") or {}
    held = jets.get(target) or skills.get(target)
    inputs: dict[str, Any] = {"kind": None}
    if isinstance(held, Mapping):
        inputs |= {"ticked": held["ticked"], "value": held["total"]}
    if target in jets:
        inputs["kind"] = "jet"
    if asked.get("purchase") == "destiny":
        inputs["value"] = sheet.get("destiny")
    elif asked.get("purchase") == "pv_max":
        inputs["value"] = sheet.get("pv_max")
    return inputs


def _attacking(fill: BindInputs) -> BindInputs:
    """The same with whoever attacks: a rule asks whether they can (D100-HEALTH-06, D100-ATK-07)."""
    return lambda sheet, asked: {"attacker": plain_body(sheet), **fill(sheet, asked)}


FILLS: dict[str, BindInputs] = {
    "skill_test": weighed(_skill_inputs, by_skill),
    "jet_test": weighed(lambda sheet, asked: {"modifier": jet_of(sheet, str(asked.get("jet", "")))}, by_jet),
    "characteristic_test": weighed(_characteristic_inputs, by_code),
    **{key: _weapon_inputs(key) for key in (*LINES, "burst", "charge", "coup_de_grace")},
    "explosion": lambda sheet, asked: {
        "kind": None,
        "body": plain_body(sheet),
        **protection_of(sheet, {"weapon_class": "shotgun"}),
    },
    "grapple_manoeuvre": _attacking(weighed(_manoeuvre_inputs, of_body, wounds=True)),
    "start_grapple": _attacking(weighed(_blank_inputs("mass"), of_body, wounds=True)),
    "silent_hold": _attacking(weighed(_blank_inputs(), of_body, wounds=True)),
    # nobody runs with a quarter of their PV (D100-HEALTH-04)
    "take_action": lambda sheet, asked: {"can_run": sheet.get("wound_penalty", 0) > -6, "kind": None},
    "delay": _delay_inputs,
    "defensive_fighting": _caution_inputs,
    "disarm": _attacking(_disarm_inputs),
    "sneak_attack": _attacking(whole_skill("depl_silencieux", "stealth_modifier")),
    "check_surprise": _ambush_inputs,
    "reload": _reload_inputs,
    "clear_jam": weighed(_jam_inputs, of_mind),
    "first_aid": weighed(_first_aid_inputs, of_mind),
    "fall": weighed(_fall_inputs, of_body, wounds=True),
    "poison": weighed(_endurance_inputs, of_body, wounds=True),
    "effort_round": weighed(_effort_inputs(EFFORT), of_body),
    "sprint": weighed(_effort_inputs(SPRINT), of_body),
    "odds_effort": _endurance_inputs,
    "burn_round": weighed(lambda sheet, asked: {"reflexes": CLUMSY} if is_senseless(sheet) else {}, of_body),
    "suffocate_round": _air_inputs,
    "lasting_harm": _lasting_inputs,
    **dict.fromkeys(("tick_box", "spend_xp"), _improvement_inputs),
    "choose_traits": _blank_inputs("skills", "jets"),
    "convert_character": _blank_inputs("skills"),
    "convert_creature": _blank_inputs("armour", "attacks"),
    **dict.fromkeys(("odds_attack", "odds_series"), _weapon_inputs("attack")),
}

EXTRA: dict[str, dict[str, Any]] = {
    **{key: {"intent": WORD} for key in (*LINES, "charge")},
    **{key: {"weapon_name": WORD} for key in ("disarm", "odds_attack", "odds_series")},
}
