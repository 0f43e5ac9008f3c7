"""What sheets fill in of an act, and what follows from whom it meets (TEST, CBT, HLTH, SAN, MAG)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gardien.core.errors import Refusal
from gardien.core.fighting import Content
from gardien.core.scene import Being, in_fight
from gardien.core.table_rules import Everybody, called, kind_called
from gardien.systems.operators import pack
from gardien.systems.operators.rules.character import worst
from gardien.systems.operators.rules.extensions import LAYERS
from gardien.systems.operators.rules.fight.techniques import hobby_key
from gardien.systems.operators.rules.tests.d100 import DIFFICULT, EXTREME, LADDER, STANDARD, base_of
from gardien.systems.operators.table.ability import combatant, refusal
from gardien.systems.operators.table.life import CRUSHED, DAY, aid_of
from gardien.systems.operators.table.marks import state_of
from gardien.systems.operators.table.places import zone_between, zone_on_wheels
from gardien.systems.operators.table.weapon_use import is_of, is_trained, line_at, own_weapon

MEDICAL = ("medical_procedures", "medical_knowledge", "first_aid")  # domains that cover first aid (OPS-SPEC-02)
FIRST_AIDERS = ("first_aid_volunteer",)
DISORDERED = {"POU": "depression", "APP": "emotional_void"}  # a characteristic -> what makes it a step harder (M-14)
SHAKING = "tremor"  # under stress: in a fight
MOST_STEPS = 3  # beyond extreme there is nothing harder
SEEING = {"INT": "hallucinations"}  # a crisis that makes it extreme, whatever it was
HARDENING = ("cold_clarity", "emotional_void")
DIVERS = ("swimming", "diving")  # M-11
Skill = tuple[tuple[str, ...], tuple[str, ...]]  # domains and pastimes that help
ON_LAND: Skill = (("land_vehicles",), ("motor_sport",))
AT_THE_WHEEL: Mapping[str, Skill] = {  # of whatever is no car
    "motorbike": (("land_vehicles",), ("motorcycling",)),
    "bicycle": (("land_vehicles",), ()),
    **dict.fromkeys(("truck", "apc"), (("land_vehicles", "heavy_vehicles"), ())),
    "speedboat": ((), ("sailing",)),
    "helicopter": (("aircraft",), ()),
    "drone_small": (("drones",), ("amateur_drones",)),
}


def score_of(sheet: Content, code: str) -> int:
    return combatant(sheet).current(code) if code in sheet else 10  # type: ignore[arg-type]


def disorders(sheet: Content) -> set[str]:
    """How somebody's madness shows (M-14)."""
    return {one["effect"] for one in sheet.get("madness_effects", ())}


def harder(sheet: Content, code: str, more: int = 0, base: int = STANDARD) -> dict[str, int]:
    """Steps that a drug, a gas or a madness puts on somebody's actions, beside others (M-09, M-14)."""
    steps = more + bool(sheet.get("tests_harder")) + (code == "DEX" and bool(sheet.get("dex_harder")))
    shown = disorders(sheet)
    steps += code == "DEX" and SHAKING in shown and bool(in_fight(sheet))
    steps += (DISORDERED.get(code) in shown) + max(0, EXTREME - base) * (SEEING.get(code) in shown)
    return {"steps": min(MOST_STEPS, steps)} if steps else {}


def macabre_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """The hardened, by what they are or by a madness, do not mind (OPS-SAN-14)."""
    cold = bool(sheet.get("hardened")) or not disorders(sheet).isdisjoint(HARDENING)
    return {"POU": score_of(sheet, "POU"), "hardened": cold}


# ---- inputs ----


def inputs_of_test(sheet: Content, asked: Content) -> dict[str, Any]:
    """The score of the characteristic that is tested, and the wound that weighs on it (OPS-TEST-02, OPS-HLTH-04)."""
    code = str(asked.get("characteristic", "INT"))
    grave = sheet.get("wound_level") == "grave" and not sheet.get("no_pain")
    base = base_of(asked.get("difficulty", "standard"))
    steps = harder(sheet, code, base=base) if asked.get("is_action", True) else {}
    return {"score": score_of(sheet, code), "grave": grave, **steps}


def attack_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """The attack form of a creature, by its name or the first."""
    named = asked.get("attack_name") or ""
    attacks = sheet.get("attacks", ())
    attack = next((one for one in attacks if one["name"] == named or not named), None)
    if attack is None and named:
        raise Refusal("field/one_of", field="attack_name", came=named, allowed=[one["name"] for one in attacks])
    return {"attack": attack} if attack else {}


def claw_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    met = attack_inputs(sheet, asked)
    return {**met, **harder(sheet, met.get("attack", {}).get("characteristic", "FOR"))}


def grip_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """The attack form with which a creature holds its prey, where none is named."""
    grips = [one for one in sheet.get("attacks", ()) if one["grip"] or one["drain"] != "none"]
    return {"attack": grips[0]} if grips and not asked.get("attack_name") else attack_inputs(sheet, asked)


def crush_inputs(people: Everybody, asked: Content, actor: str) -> dict[str, Any]:
    """What the same grip has done so far (OPS-HLTH-06)."""
    victim = next(iter(people_in(asked.get("victim"))), "")
    return {"sum_so_far": people[victim].tally.get(CRUSHED, 0)} if victim in people else {}


def people_in(asked: Any) -> Iterator[str]:
    """Whoever is named in an input."""
    for name, one in asked.items() if isinstance(asked, Mapping) else ():
        if name == "character" and isinstance(one, str):
            yield one
        else:
            yield from people_in(one)


def opposed_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    who = combatant(sheet)
    code = str(asked.get("characteristic", "INT"))
    return {
        "active_score": score_of(sheet, code),
        "active_grave": who.unrelieved,
        **_harder_side("active", sheet, code),
    }


def _harder_side(side: str, sheet: Content, code: str) -> dict[str, str]:
    """What weighs on one side of an opposed test, where nobody has said how hard theirs is (M-01, M-09, M-14)."""
    steps = harder(sheet, code).get("steps", 0)
    return {f"{side}_difficulty": LADDER[min(EXTREME, STANDARD + steps)]} if steps else {}


def breath_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """Turns without air are counted on from one to the next; divers hold their breath (OPS-HAZ-02, M-11)."""
    divers = is_versed(sheet, (), hobbies=DIVERS)
    return {"turn": sheet.get("drowning", 0) + 1, "advantage": divers, "luck_plan": plan_of(sheet)}


def fire_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """What the same fire has done so far (OPS-HLTH-06)."""
    fire = sheet.get("burning")
    known = {"intensity": fire["intensity"], "sum_so_far": fire["sum"]} if fire else {}
    return {**known, "luck_plan": plan_of(sheet)}


def sight(sheet: Content, whom: Content) -> tuple[str, Content] | None:
    """Whoever sees something that shocks tests SAN (OPS-CREAT-06)."""
    return ("san_shock", {"source": whom}) if sheet.get("shock", "none") != "none" else None


def shock_inputs(people: Everybody, asked: Content, actor: str) -> dict[str, Any]:
    """What is seen shocks as its sheet says; a group of the same creatures is one source (OPS-CREAT-06, OPS-SAN-07).

    « Goule 2 » after « Goule 1 » is nothing new.
    """
    source = asked.get("source")
    seen = people.get(next(people_in(source), ""))
    shock = {"shock": seen["shock"]} if seen and seen.get("shock", "none") != "none" else {}
    known, named = list(people[actor].get("shocks_this_scene", ())) if actor in people else [], called(seen or {})
    named = named or (source if isinstance(source, str) else "")
    if named and kind_called(named).casefold() in (kind_called(one).casefold() for one in known):
        known.append(named)
    return shock | ({"shocks_this_scene": known} if actor in people else {})


def wound_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """The level before the last wound (OPS-LUCK-04)."""
    return {"previous_level": worst("none", *(one["level"] for one in list(sheet.get("wounds", ()))[:-1]))}


def ritual_inputs(sheet: Being, asked: Content) -> dict[str, Any]:
    """Some rituals are for once a day, counted from the last time (OPS-MAG-04)."""
    key = asked.get("ritual") or ""
    last = (sheet.get("last_cast") or {}).get(key)
    row = next((one for one in pack.table("rituals", "ritual") if one.key == key), None)
    met = harder(sheet, "POU")
    if row is None or last is None or row.frequency == "scene":
        return met
    return {**met, "available": sheet.scene.clock - last >= DAY}


def cover_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """Whoever protects somebody for a living reaches cover more easily then (OPS-SPEC-02)."""
    helped = bool(sheet.get("protecting")) and is_versed(sheet, ("protection",), "DEX")
    return {"advantage": helped, **harder(sheet, "DEX")}


def intrusion_inputs(sheet: Content, asked: Content) -> dict[str, Any]:
    """Computing helps to break into a system (OPS-SPEC-02, M-20)."""
    code, layers = str(asked.get("characteristic", "INT")), LAYERS.get(asked.get("grade", ""), ())
    base = dict(enumerate(layers)).get(asked.get("layers_cleared", 0), "standard")
    met = inputs_of_test(sheet, {**asked, "difficulty": base})
    return {**met, "advantage": is_versed(sheet, ("computing",), code)}


def is_versed(sheet: Content, domains: Iterable[str], code: str = "", hobbies: Iterable[str] = ()) -> bool:
    """Whether a specialty, a course or a pastime helps with tests of a kind (OPS-SPEC-02, OPS-CREA-11, M-11)."""
    own = pack.specialty(sheet["specialty"]).advantages if sheet.get("specialty") else ()
    known = {(one.characteristic, one.domain) for one in own}
    known |= {(one["characteristic"], one["domain"]) for one in sheet.get("trainings", ())}
    pastimes = {hobby_key(one) for one in sheet.get("hobbies", ())}
    helped = any(domain in domains and (not code or tested in (code, "any")) for tested, domain in known)
    return helped or not pastimes.isdisjoint(hobbies)


def is_medic(sheet: Content) -> bool:
    """Physicians, combat medics and first-aiders (OPS-HLTH-09)."""
    return is_versed(sheet, MEDICAL, hobbies=FIRST_AIDERS)


def driver_context(actor: Content, driver: Content, asked: Content) -> dict[str, Any]:
    """Whoever is at the wheel, as they are now; skill is for a kind of vehicle (OPS-SPEC-02, M-11, M-18)."""
    who = combatant(driver)
    domains, hobbies = AT_THE_WHEEL.get(asked.get("vehicle", ""), ON_LAND)
    skilled = is_versed(driver, domains, "DEX", hobbies)
    return {"DEX": who.current("DEX"), "grave": who.unrelieved, "advantage": skilled}


# ---- who meets whom ----


def plan_of(target: Content) -> dict[str, Any]:
    """What a target is ready to pay, chosen beforehand (OPS-LUCK-02 to OPS-LUCK-05)."""
    return {name: value for name, value in (target.get("guard") or {}).items() if name not in ("defends", "asks")}


def shot_context(actor: Being, target: Being, asked: Content) -> dict[str, Any]:
    """Zone, cover, a small target, and what the target is ready to pay (OPS-CBT-08, OPS-CBT-10).

    From vehicle to vehicle the gap says the zone, and speed makes it a step harder (M-18).
    """
    driven = zone_on_wheels(actor, target)
    return {
        "zone": zone_between(actor, target) if driven is None else driven,
        "cover": state_of(target).cover(target.get("worn", ())),
        "defender_luck_plan": plan_of(target),
        **harder(actor, "DEX", bool(target.get("small_target")) + (driven is not None)),
    }


def blow_context(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Whether the target dodges was chosen before the blow was seen, or is asked then; training helps (OPS-CBT-12)."""
    weapons = (one["key"] for one in target.get("weapons", ()) if one.get("key") and is_of(target, one, "melee"))
    helped = any(is_trained(target, key, "defence") for key in [next(weapons, "")] if key)
    guard = target.get("guard") or {}
    return {
        "defends": guard.get("defends", True) and not guard.get("asks"),
        "defence_advantage": helped,
        "defender_luck_plan": plan_of(target),
    }


def melee_context(actor: Being, target: Being, asked: Content) -> dict[str, Any]:
    """Hand to hand in Zone 0; whoever holds somebody strikes them bare-handed with advantage (OPS-CBT-06, M-03)."""
    met, (key, own) = _at_arms_length(actor, target, asked), _in_hand(actor, asked)
    met |= harder(actor, own.get("attack_with", "DEX") if own else pack.weapon(key).attack_with)
    holds = target.id in actor.get("holding", ())
    return met | {"advantage": True} if holds and key == "unarmed" else met


def _at_arms_length(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    if zone_between(actor, target):
        raise refusal(actor, "out_of_reach")
    return blow_context(actor, target, asked)


def _in_hand(actor: Being, asked: Content) -> tuple[str, Content | None]:
    """The key of what somebody strikes with, bare hands where there is nothing; or a weapon of one's own."""
    at = line_at(actor, asked, "melee")
    line = {"key": "unarmed"} if at is None else actor["weapons"][at]
    key = asked.get("weapon") or line.get("key")
    own = asked.get("custom_weapon") or (None if key else own_weapon(actor, line["name"]))
    return ("", own) if own else (key or "unarmed", None)


def throw_context(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    met = blow_context(actor, target, asked)
    del met["defence_advantage"]  # technique helps in melee only (OPS-CBT-12)
    where = {"zone": zone_between(actor, target), "cover": state_of(target).cover(target.get("worn", ()))}
    return {**met, **where, **harder(actor, "DEX")}


def ambush_context(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    return {"defender_luck_plan": plan_of(target), **harder(actor, "DEX")}


def hold_context(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    met = _at_arms_length(actor, target, asked)
    return {
        **met,
        **harder(actor, "FOR"),
        "attacker_wrestler": is_trained(actor, "hold"),
        "defender_wrestler": is_trained(target, "hold", "defence"),
    }


def escape_context(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """Who holds says how hard it is to get away; wrestlers know how (OPS-CREAT-13, M-03)."""
    grip = {"difficulty": target["grip_difficulty"]} if target.get("grip_difficulty") else {}
    kind = "creature" if target.get("kind") == "creature" else "person"
    return {"held_by": kind, "advantage": is_trained(actor, "hold", "defence"), **grip, **harder(actor, "FOR")}


def aid_context(actor: Being, target: Being, asked: Content) -> dict[str, Any]:
    """Medics are advantaged; whoever has failed waits before trying again (OPS-HLTH-09, M-04)."""
    if actor.tally.get(aid_of(target, target.id)):
        raise refusal(actor, "aid_failed")
    return {"advantage": is_medic(actor), **harder(actor, "INT", base=DIFFICULT)}


def rival_context(actor: Content, target: Content, asked: Content) -> dict[str, Any]:
    """The other side of an opposed test: the same characteristic unless another is named (M-01)."""
    code = str(asked.get("passive_characteristic") or asked.get("characteristic") or "INT")
    met = {"passive_score": score_of(target, code), "passive_grave": combatant(target).unrelieved}
    return {**met, **_harder_side("passive", target, code)}


def mauling_context(actor: Content, one: Content, asked: Content) -> dict[str, Any]:
    """One of several in reach of claws: guard, training and luck are their own (OPS-CREAT-11)."""
    if zone_between(actor, one) > attack_inputs(actor, asked).get("attack", {}).get("zone_max", 0):
        raise refusal(actor, "out_of_reach")
    met = blow_context(actor, one, asked)
    return {**{name: met[name] for name in ("defends", "defence_advantage")}, "luck_plan": plan_of(one)}
