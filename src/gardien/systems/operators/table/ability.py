"""What people are able to do: the one place that says what the dead, the senseless, the held and the drained cannot."""

from collections.abc import Mapping

import msgspec

from gardien.core.errors import Refusal
from gardien.core.fighting import Bar, Content
from gardien.core.scene import Being
from gardien.core.system import find
from gardien.core.table_rules import read_as
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.character import Combatant
from gardien.systems.operators.rules.tests.d100 import state_reason


def options_of(being: Content) -> Options:
    """The house rules somebody is under; of nobody in particular, those that usually hold."""
    return msgspec.convert(dict(being.scene.options) if isinstance(being, Being) else {}, Options)


def combatant(sheet: Content, name: str = "") -> Combatant:
    """Somebody as a fight reads them."""
    return read_as(Combatant, sheet, name=name or str(sheet.get("name", "")))


# Acts whose own rule refuses them to the dead, to whoever is out of the fight, held or helpless.
ANSWERING = (
    *("attack_firearm", "attack_melee", "attack_thrown", "hold", "throw_explosive", "creature_attack", "assassinate"),
    *("take_cover", "put_out_fire", "cast_ritual"),
)
IMMUNE = {"poison": "poison", "suffocate_turn": "drowning"}  # what a creature may not feel at all (M-13)
HALF_ANSWERING = ("first_aid", "break_free", "grip_turn", "creature_turn")  # these do so of some of them only
HANDS = ("reload", "intrude", "read_tome", "learn_ritual", "first_aid")  # what no bound person does
ACTIONS = (*ANSWERING, *HALF_ANSWERING, *HANDS, "test", "opposed_test", "recognise", "chase_turn")
MIND = ("san_shock", "macabre", "entity_sight", "ptsd_roll", "san_gain", "treat_madness", "madness_effect")
LUCK = ("luck_test", "luck_recover", "luck_shift", "luck_cancel_fumble", "luck_cancel_grave")
BODY = ("aggravate", "start_clock", "clock_expires", "recover_drain", "progress", "salvage", "end_scene")
STILL = ("freezes", "catatonia")  # forms of a crisis
OF_THE_LIVING = (*ACTIONS, *MIND, *LUCK, *BODY)
RULES: Mapping[str, str] = {
    "dead": "OPS-HLTH-05",
    "out_of_fight": "OPS-HLTH-03",
    "held": "OPS-CBT-15",
    "helpless": "OPS-CBT-12",
    "left_play": "OPS-SAN-05",
    "cannot_act": "OPS-CREAT-09",
    "catatonic": "OPS-CREAT-09",
    "frozen": "OPS-SAN-06",
    "loses_actions": "OPS-HAZ-05",
    "immune": "OPS-HAZ-05",
    "aid_failed": "OPS-HLTH-09",
    "out_of_reach": "OPS-CBT-06",
    "old_wound": "OPS-LUCK-04",
}


def refusal(being: Content, why: str) -> Refusal:
    """What somebody cannot do, in the game's own words."""
    said = Refusal(
        "act/cannot",
        kind="refused",
        field="character",
        rule=RULES[why],
        name=str(being.get("name", "")),
        why=why,
        who="",
    )
    said.terms = find("operators").terms
    return said


def collapsed(being: Content) -> str:
    """Whoever has no FOR left cannot act, whoever has no POU left is catatonic (OPS-CREAT-09)."""
    if not being.get("drain"):
        return ""
    who = combatant(being)
    if "FOR" in who.drain and not who.current("FOR"):
        return "cannot_act"
    return "catatonic" if "POU" in who.drain and not who.current("POU") else ""


def is_frozen(being: Content) -> bool:
    """A crisis of some forms leaves no action for the scene (OPS-SAN-06, M-14)."""
    forms = {one["effect"] for one in being.get("madness_effects") or ()}
    return being.get("madness") == "temporary" and not forms.isdisjoint(STILL)


def out(fighter: Content) -> str:
    """The dead, and whoever is out of the fight, have no place in the order (OPS-CBT-02)."""
    if fighter.get("wound_level") == "dead":
        return "dead"
    if fighter.get("out_of_fight"):
        return "out_of_fight"
    return "permanent" if fighter.get("madness") == "permanent" else collapsed(fighter)


def cannot(being: Being, procedure: str) -> Bar | None:
    """Why somebody's state keeps them from something, where the rule itself does not say so."""
    why = _why_not(being, procedure)
    return Bar("action", procedure, why, rule=RULES[why]) if why else None


def _is_fresh_and_grave(being: Being) -> bool:
    """Whether the last wound is a grave one that has just been struck (OPS-LUCK-04)."""
    last: Content = next(reversed(being.get("wounds") or ()), {})
    return last.get("level") == "grave" and last.get("date") == being.scene.clock


def _why_not(being: Being, procedure: str) -> str:
    if being.get("wound_level") == "dead":
        own = procedure in ANSWERING or procedure in HALF_ANSWERING
        return "dead" if procedure in OF_THE_LIVING and not own else ""
    if IMMUNE.get(procedure, "-") in being.get("immune", ()):
        return "immune"
    if procedure == "luck_cancel_grave" and not _is_fresh_and_grave(being):
        return "old_wound"
    if procedure not in ACTIONS:
        return ""
    if being.get("in_play") is False:
        return "left_play"
    state = state_reason(combatant(being))
    if state and procedure not in ANSWERING:
        return _state_bars(state, procedure)
    if not state and (why := collapsed(being)):
        return why
    if not state and is_frozen(being):
        return "frozen"
    return "loses_actions" if not state and being.get("loses_actions") else ""


def _state_bars(state: str, procedure: str) -> str:
    if state == "out_of_fight":
        return "" if procedure in HALF_ANSWERING else state
    if state == "held":
        return state if procedure in HANDS else ""
    return "" if procedure in ("first_aid", "creature_turn") else state
