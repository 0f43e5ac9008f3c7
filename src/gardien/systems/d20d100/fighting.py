"""A fight at the table: who acts when, who is out, how far apart people are, what holds for them (CBT, DEF)."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from gardien.core.fighting import Bar, Condition, Content, Distance, Fighting
from gardien.systems.d20d100.aiming import SITUATIONS, Situation
from gardien.systems.d20d100.guard import COVER, MODES
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.order import quickness
from gardien.systems.d20d100.values import Body, Combatant

STANDS = "stands"  # where somebody is on a line, in metres
TOTAL, PLACE = "initiative_total", "rank"  # what the initiative brought, and the place that follows from it
STEPS = (0, 6, 24, 60)  # metres that put somebody into each band
LIMITS = (1.5, 6, 24)  # an arm’s length, one walk, one run (D100-CBT-13)
COVERS: dict[str, str] = {f"cover_{key}": key for key in COVER if key != "none"}  # mark -> how much of it
OFF_GUARD = ("helpless", "surprised", "flat_footed", "immobilised")  # D100-DEF-02, D100-SPEC-05
SENSELESS = ("unconscious", "dying", "stable", "dead")


def rules(options: Content) -> Options:
    """House rules as the game reads them."""
    return msgspec.convert(dict(options), Options)


def body(sheet: Content) -> Body:
    """Somebody as a wound finds them."""
    return msgspec.convert({name: sheet[name] for name in Body.__struct_fields__ if name in sheet}, Body)


def combatant(sheet: Content, name: str = "") -> Combatant:
    """Somebody as a fight reads them."""
    known = {field: sheet[field] for field in Combatant.__struct_fields__ if sheet.get(field) is not None}
    return msgspec.convert({**known, "name": name or str(sheet.get("name", ""))}, Combatant)


def is_in(sheet: Content, state: str) -> bool:
    """Whether a state holds: written on the sheet, or ruled for this fight."""
    return bool(sheet.get(state)) or state in (sheet.get("states") or ())


def metres(one: Content, other: Content) -> float:
    """How far apart two people are."""
    return float(abs(one.get(STANDS, 0) - other.get(STANDS, 0)))


def band(one: Content, other: Content) -> int:
    """At arm’s length, a walk, a run away, or farther."""
    return sum(metres(one, other) > limit for limit in LIMITS)


# ---- how hard somebody is to hit ----


def caught(target: Content) -> bool:
    """Whether only the Defence without quickness counts; nobody who flees is caught (D100-DEF-02, D100-DEF-03)."""
    helpless = is_in(target, "helpless") or target.get("condition") in SENSELESS
    return helpless or (not target.get("fleeing") and any(is_in(target, one) for one in OFF_GUARD))


def defences(target: Content) -> tuple[int, int]:
    """The normal Defence and the one off guard, with cover and caution (D100-MODE-01, D100-MISS-17)."""
    more = max((COVER[key] for mark, key in COVERS.items() if target.get(mark)), default=0)
    more += max((bonus for mode, bonus in MODES.items() if target.get(mode)), default=0)
    found = (int(target.get(name, 15)) + more for name in ("defence", "defence_flat"))
    normal, flat = (max(-20, min(60, one)) for one in found)
    return normal, flat


def situations(actor: Content, target: Content | None) -> list[Situation]:
    """What follows from how both stand: whoever lies, whoever is held, whoever is cautious (D100-MISS-17)."""
    found: dict[Situation, bool] = {
        "attacker_prone": is_in(actor, "prone"),
        "defensive": bool(actor.get("defensive")),
    }
    if target is not None:
        near = not band(actor, target)
        found |= {
            "target_prone_in_contact": near and is_in(target, "prone"),
            "target_prone_at_range": not near and is_in(target, "prone"),
            "immobilised_target": is_in(target, "immobilised"),
            "helpless_target": is_in(target, "helpless") or target.get("condition") in SENSELESS,
        }
    return [one for one in SITUATIONS if found.get(one)]


# ---- who acts, and when ----


def out(fighter: Content) -> str:
    """The dead and the senseless have no turn (D100-HEALTH-06, D100-TEMP-02)."""
    condition = str(fighter.get("condition", "ok"))
    return condition if condition in SENSELESS else "perm_mad" if fighter.get("perm_mad") else ""


def gone(fighter: Content) -> bool:
    return fighter.get("condition") == "dead"


def order(fighters: Mapping[str, Content], round: int, options: Content) -> list[str]:
    """The order that initiative brought; whoever has not thrown counts as having thrown 10 (D100-CBT-02)."""
    house = rules(options)

    def key(id: str) -> tuple[Any, ...]:
        one = fighters[id]
        who = combatant(one, id)
        total = one.get(TOTAL)
        if not isinstance(total, int):
            total = 10 + sum(value for _, value in quickness(who, house))
        return -total, one.get(PLACE, 0), -who.initiative, -who.dex_score, not who.is_pc

    able = [id for id, one in fighters.items() if not out(one)]
    return sorted(able, key=key)


Tone = Literal["", "due", "bad"]
SHOWN: tuple[tuple[str, Tone], ...] = (
    ("prone", "due"),
    ("grappling", "due"),
    ("immobilised", "due"),
    ("helpless", "bad"),
    ("on_fire", "bad"),
    ("alert", ""),
    ("fleeing", ""),
    ("full_defence", ""),
    ("defensive", ""),
    *((mark, "") for mark in COVERS),
    ("shocked", "due"),
    ("violently_shocked", "bad"),
    ("decompensating", "bad"),
    ("temp_mad", "bad"),
    ("indef_mad", "bad"),
    ("perm_mad", "bad"),
)
WEIGHS = {-3: "half", -6: "quarter"}  # D100-HEALTH-04


def conditions(fighter: Content, round: int) -> list[Condition]:
    """What holds for somebody: their body first, then how they stand, then their mind."""
    found = []
    condition = str(fighter.get("condition", "ok"))
    if condition != "ok":
        found.append(Condition(condition, tone="bad"))
    if condition == "dead":
        return found
    if fighter.get("wound_penalty"):
        found.append(Condition(WEIGHS[fighter["wound_penalty"]], tone="bad"))
    opening = ("surprised", "flat_footed") if round == 1 else ()
    found += [Condition(state, until="round") for state in opening if is_in(fighter, state)]
    if fighter.get("strangle_round"):
        found.append(Condition("strangled", tone="bad"))
    return [*found, *(Condition(key, tone=tone) for key, tone in SHOWN if is_in(fighter, key))]


# ---- what can be done with a turn ----

STRIKES = ("charge", "start_grapple", "grapple_manoeuvre", "disarm", "coup_de_grace", "opportunity_attack")
FIRES = ("multiple_fire", "short_burst", "burst")
ATTACKS = ("attack_sequence", "attack", *FIRES, *STRIKES, "sneak_attack")
ENGAGED = ("start_grapple", "disarm", "coup_de_grace", "opportunity_attack")  # only at arm’s length


def _bar(act: str, why: str, rule: str) -> Bar:
    return Bar("action", act, why, rule=rule)


def bars(fighter: Content, others: Mapping[str, Content], round: int, options: Content) -> list[Bar]:
    """What somebody cannot do with this turn, and why."""
    found = [*_senseless(fighter), *_bound(fighter), *_loaded(fighter), *_reach(fighter, others)]
    return list({bar.value: bar for bar in reversed(found)}.values())  # the first reason counts


def _senseless(fighter: Content) -> list[Bar]:
    """What is not even named: fire without such a weapon, holds nobody is in, spells nobody knows."""
    lines = fighter.get("weapons", ())
    named = {
        "multiple_fire": any(one.get("double_series") for one in lines),
        "short_burst": any(one.get("rate") in SHORT for one in lines),
        "burst": any(one.get("burst_difficulties") for one in lines),
        "grapple_manoeuvre": is_in(fighter, "grappling"),
        "reload": any(one.get("capacity") for one in lines),
        "clear_jam": any(one.get("weapon_state") in ("jam", "dud") for one in lines),
        "cast_spell": bool(fighter.get("spells")),
        "spend_destiny": bool(fighter.get("destiny")),
    }
    return [Bar("action", act) for act, sensible in named.items() if not sensible]


SHORT = {"burst_3": 3, "burst_5": 5}  # rates of short bursts (D100-FIRE-08)


def _bound(fighter: Content) -> list[Bar]:
    """The surprised do nothing, whoever is held only wrestles, full defence leaves no attack (D100-CBT-08)."""
    if is_in(fighter, "helpless"):
        return [_bar(act, "helpless", "D100-SPEC-05") for act in TURNS]
    if is_in(fighter, "surprised"):
        return [_bar(act, "surprised", "D100-CBT-08") for act in TURNS]
    if fighter.get("full_defence"):
        return [_bar(act, "full_defence", "D100-MODE-01") for act in ATTACKS]
    if is_in(fighter, "grappling"):
        free = ("grapple_manoeuvre",)
        return [_bar(act, "grappling", "D100-GRAP-03") for act in ATTACKS if act not in free]
    return []


def _loaded(fighter: Content) -> list[Bar]:
    """A weapon without cartridges, or jammed, does not fire (D100-FIRE-04, D100-FIRE-11)."""
    lines = fighter.get("weapons", ())
    guns = [one for one in lines if one.get("capacity")]
    ready = [one for one in guns if one["loaded"] and one["weapon_state"] == "ok"]
    found = [_bar(act, "no_shot", "D100-FIRE-04") for act in FIRES] if guns and not ready else []
    if guns and all(one["loaded"] >= one["capacity"] for one in guns):
        found.append(_bar("reload", "full", "D100-FIRE-05"))
    return found


def _reach(fighter: Content, others: Mapping[str, Content]) -> list[Bar]:
    """Hand to hand only where an enemy is within reach (D100-CBT-13)."""
    near = [one for one in others.values() if not gone(one) and one.get("side") != fighter.get("side")]
    if not others or any(not band(fighter, one) for one in near):
        return []
    return [_bar(act, "nobody_near", "D100-CBT-13") for act in ENGAGED]


TURNS: tuple[str, ...] = (
    *("attack", "attack_sequence", "multiple_fire", "short_burst", "charge", "start_grapple"),
    *("grapple_manoeuvre", "disarm", "coup_de_grace", "opportunity_attack", "sneak_attack", "skill_test", "jet_test"),
    *("reload", "clear_jam", "first_aid", "cast_spell", "spend_destiny"),
)
CIRCUMSTANCES = (
    *("surprised", "flat_footed", "shocked", "violently_shocked", "prone", "grappling", "immobilised", "helpless"),
    "fleeing",
    *("full_defence", "defensive", *COVERS),
)

FIGHTING = Fighting(
    simultaneous=False,
    turns=TURNS,
    marks=(*CIRCUMSTANCES, STANDS, TOTAL, PLACE),
    opening=("surprised", "flat_footed"),
    circumstances=CIRCUMSTANCES,
    apart=(tuple(COVERS), ("full_defence", "defensive")),
    aims=("target",),
    bars=bars,
    order=order,
    out=out,
    gone=gone,
    conditions=conditions,
    distance=Distance(
        mark=STANDS,
        band=band,
        bands=("contact", "near", "far", "distant"),
        steps=STEPS,
        cover="cover_three_quarters",
    ),
)
