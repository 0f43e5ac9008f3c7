"""How people stand in a fight: where, in which state, how hard to hit that makes them (CBT, DEF, MISS-17)."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from gardien.core.fighting import Content, Hold
from gardien.core.scene import NOTHING, Being
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack.rows import SHOTS
from gardien.systems.d20d100.rules.character import Body, Combatant
from gardien.systems.d20d100.rules.fight.attack_modifiers import SITUATIONS, Situation
from gardien.systems.d20d100.rules.fight.defence import COVER, MODES
from gardien.systems.d20d100.sheet.parts import drawn_symptom

LEFT = "simple_actions_left"
STANDS = "stands"  # where somebody is on a line, in metres
STEPS = (0, 6, 24, 60)  # metres that put somebody into each band
LIMITS = (1.5, 6, 24)  # an arm’s length, one walk, one run (D100-CBT-13)
COVERS: dict[str, str] = {f"cover_{key}": key for key in COVER if key != "none"}  # mark -> how much of it
OPEN = ("immobilised", "charging")  # whatever hits them, they stay easy to hit (D100-DEF-02, D100-SPEC-02)
SENSELESS = ("unconscious", "dying", "stable", "dead")


def rules(options: Content) -> Options:
    """House rules as the game reads them."""
    return msgspec.convert(dict(options), Options)


def body(sheet: Content) -> Body:
    """Somebody as a wound finds them, without a name."""
    return msgspec.convert(plain_body(sheet), Body)


def plain_body(sheet: Content) -> dict[str, object]:
    """The same as an input."""
    return {name: sheet[name] for name in Body.__struct_fields__ if name in sheet and name != "name"}


def combatant(sheet: Content, name: str = "") -> Combatant:
    """Somebody as a fight reads them."""
    known = {field: sheet[field] for field in Combatant.__struct_fields__ if sheet.get(field) is not None}
    return msgspec.convert({**known, "name": name or str(sheet.get("name", ""))}, Combatant)


def is_in(sheet: Content, state: str) -> bool:
    """Whether a state holds: written on the sheet, or ruled for this fight."""
    return bool(sheet.get(state))


def grappling_with(sheet: Content) -> list[str]:
    """Those with whom somebody is in each other’s arms, by id; nobody where it was only ruled (D100-GRAP-01)."""
    marked = sheet.get("grappling")
    return list(marked) if isinstance(marked, list | tuple) else []


def without(ids: Iterable[str], other: str) -> list[str]:
    """The same people without one."""
    return [id for id in ids if id != other]


# ---- ways of firing ----

RAPID = ("double", "triple")


def modes_of(line: Content) -> tuple[str, ...]:
    """How a weapon fires: single shots, rapid fire, bursts; a selective one in several ways (D100-FIRE-09)."""
    row = pack.weapon(line["weapon"]) if line.get("weapon") else None
    rate = str(line.get("rate", "none"))
    return row.modes if row else SHOTS.get(rate, (rate,))


def only_bursts(line: Content) -> bool:
    """Whether no single shot can be fired with it (D100-FIRE-09)."""
    modes = modes_of(line)
    return "single" not in modes and any(mode.startswith("burst") for mode in modes)


# ---- weapons, and the attacks of a turn ----

THROWN = " →"  # behind the name of a line that is thrown


def line_name(line: Content) -> str:
    """Two lines of one weapon are told apart: in the hand, or thrown (D100-WPN-06)."""
    return f"{line['name']}{THROWN}" if line.get("thrown") else str(line["name"])


def lines_of(sheet: Content) -> list[dict[str, Any]]:
    """Weapons and natural attacks as lines of one kind, each `called` as nothing else on the sheet."""
    lines = [dict(one) for one in sheet.get("weapons", ())]
    for one in sheet.get("attacks", ()):
        shots = [one["attack"]] * one.get("per_round", 1)
        lines.append({**one, "base_series": shots, "weapon_class": "contact", "weapon_state": "ok"})
    alike: dict[tuple[str, bool], int] = {}
    for one in lines:
        kind = (str(one["name"]), bool(one.get("thrown")))
        alike[kind] = alike.get(kind, 0) + 1
        number = f" {alike[kind]}" if alike[kind] > 1 else ""
        one["called"] = line_name({**one, "name": f"{one['name']}{number}"})
    return lines


def thing_of(called: str) -> str:
    """The weapon behind a line: a knife in the hand and the same knife thrown (D100-WPN-06)."""
    return called.removesuffix(THROWN)


def has_turn(being: Being) -> bool:
    """Whether it is somebody’s own turn in a fight."""
    fight = being.scene.fight
    return bool(fight) and being.id in fight["order"][fight["turn"] : fight["turn"] + 1]


def scores_left(sheet: Content, line: Content) -> list[int]:
    """What is left of the attacks of a turn with a weapon; a body that uses all it has goes on to the next of it."""
    made, series = list(sheet.get("attacks_made") or ()), list(line.get("base_series") or ())
    if sheet.get("every_attack") and is_natural(sheet, line):
        return series[made.count(line["called"]) :]
    return series[len(made) :]


def is_natural(sheet: Content, line: Content) -> bool:
    return any(one["name"] == line.get("name") for one in sheet.get("attacks", ()))


def attacks_of(sheet: Content, line: Content) -> int:
    """How many attacks a turn with a weapon has (D100-WPN-01)."""
    if sheet.get("every_attack") and is_natural(sheet, line):
        return sum(one.get("per_round", 1) for one in sheet["attacks"] if one.get("damage"))
    return len(line.get("base_series") or ())


# ---- holds ----


def free_of(one: Content, other: str) -> dict[str, Any]:
    """Somebody whom somebody else no longer has hold of, and who has none of them: whoever else holds goes on."""
    fields: dict[str, Any] = {}
    if other in grappling_with(one):
        fields["grappling"] = without(grappling_with(one), other) or None
    if other in (one.get("pinned_by") or ()):
        left = without(one["pinned_by"], other)
        fields |= {"pinned_by": left or None, "immobilised": True if left else None}
    if other in (one.get("bitten_by") or ()):
        left = without(one["bitten_by"], other)
        fields |= {"bitten_by": left or None, **({} if left else {"bite": None})}
    if other in (one.get("strangled_by") or ()):
        left = without(one["strangled_by"], other)
        fields["strangled_by"] = left or None
        fields |= {} if left else {"strangle_round": 0, "strangle_failed": False, "strangle_bonus": 0}
    return fields


def holds_among(people: Mapping[str, Content]) -> list[Hold]:
    """Everybody who has hold of somebody; a grapple is one hold, whoever began it (D100-GRAP-01 to D100-GRAP-04)."""
    holds = []
    for id, one in people.items():
        holds += [Hold(by, id, "strangle") for by in one.get("strangled_by") or ()]
        holds += [Hold(by, id, "pin") for by in one.get("pinned_by") or ()]
        holds += [Hold(by, id, "bite") for by in one.get("bitten_by") or ()]
        holds += [
            Hold(by, id, "grapple")
            for by in grappling_with(one)
            if by < id or id not in grappling_with(people.get(by, {}))
        ]
    return holds


def release(hold: Hold, people: Mapping[str, Content]) -> dict[str, dict[str, Any]]:
    """Nothing is left between two people."""
    both = {hold.holder: hold.victim, hold.victim: hold.holder}
    return {id: free_of(people[id], other) for id, other in both.items() if id in people}


def hold_lasts(hold: Hold, people: Mapping[str, Content]) -> bool:
    """As long as both can go on, arm in arm; whoever strangles may go on to the end (D100-GRAP-04)."""
    holder, victim = people[hold.holder], people[hold.victim]
    if hold.kind == "grapple" and hold.victim not in grappling_with(holder):  # a friend came to help
        return False
    if hold.kind == "bite":  # fangs do not let go of whoever faints (D100-MISS-07)
        return not out_reason(holder) and not is_dead(victim) and not band(holder, victim)
    strangler = hold.holder in (victim.get("strangled_by") or ())
    if strangler or hold.victim in (holder.get("strangled_by") or ()):
        one, other = (holder, victim) if strangler else (victim, holder)
        return not out_reason(one) and not is_dead(other) and not band(one, other)
    return not (out_reason(holder) or out_reason(victim) or band(holder, victim))


# ---- where ----


def metres(one: Content, other: Content) -> float:
    """How far apart two people are."""
    return abs(place_of(one) - place_of(other))


def band(one: Content, other: Content) -> int:
    """At arm’s length, a walk, a run away, or farther."""
    return sum(metres(one, other) > limit for limit in LIMITS)


def place_of(one: Content) -> float:
    """Where somebody stands."""
    return float(one.get(STANDS, 0))


def moved(one: Content, stands: float) -> dict[str, Any]:
    """Somebody elsewhere, without what they stood behind."""
    return {STANDS: stands, **{mark: None for mark in COVERS if one.get(mark)}}


# ---- what somebody is in a state to do ----

STUNNED = ("stupor", "catatonia")  # madness that leaves nothing to be done (D100-MISS-09)


def symptoms(sheet: Content) -> set[str]:
    """How the madness of somebody shows now: the symptoms that were thrown, and those that somebody named."""
    return {symptom_key(one) for one in sheet.get("madness") or ()}


def symptom_key(held: Content) -> str:
    row = drawn_symptom(held)
    return str(held.get("symptom") or "") if row is None else str(row.key)


def out_reason(fighter: Content) -> str:
    """The dead and the senseless have no turn, nor has whoever is without PM (D100-HEALTH-06, D100-MISS-10)."""
    condition = str(fighter.get("condition", "ok"))
    if condition in SENSELESS:
        return condition
    return "perm_mad" if fighter.get("perm_mad") else "unconscious" if is_drained(fighter) else ""


def is_drained(fighter: Content) -> bool:
    """At 0 PM nobody is awake (D100-MISS-10)."""
    return fighter.get("pm") == 0 and bool(fighter.get("pm_max"))


def is_senseless(fighter: Content) -> bool:
    return fighter.get("condition") in SENSELESS or is_drained(fighter)


def is_dead(fighter: Content) -> bool:
    return fighter.get("condition") == "dead"


# ---- how hard to hit ----


def is_helpless(target: Content) -> bool:
    """Bound, asleep, senseless, or taken wholly by surprise from behind (D100-SPEC-05)."""
    return is_in(target, "helpless") or bool(target.get("ambushed")) or is_senseless(target)


def is_open(target: Content) -> bool:
    """Whether only the Defence without quickness counts, hit or not; nobody who flees is caught (D100-DEF-03)."""
    return is_helpless(target) or (not target.get("fleeing") and any(is_in(target, one) for one in OPEN))


def is_off_guard(target: Content) -> bool:
    """The same, or somebody who has not acted yet, and has not been hit either (D100-DEF-02)."""
    caught = target.get("flat_footed", is_in(target, "surprised"))
    return is_open(target) or (not target.get("fleeing") and bool(caught))


def on_guard(target: Content, hit: bool) -> dict[str, Any]:
    """A hit ends being caught off guard, even for whoever is still surprised (D100-DEF-02)."""
    if not hit or not (target.get("flat_footed") or is_in(target, "surprised")):
        return {}
    return {"flat_footed": False if is_in(target, "surprised") else None}


def cover_of(target: Content) -> int:
    """What stands before somebody, to Defence and to Réflexes against bursts (D100-MISS-17)."""
    return max((COVER[key] for mark, key in COVERS.items() if target.get(mark)), default=0)


def defences(target: Content) -> tuple[int, int]:
    """The normal Defence and the one off guard, with cover and caution (D100-MODE-01, D100-MISS-17)."""
    more = cover_of(target) + max((bonus for mode, bonus in MODES.items() if target.get(mode)), default=0)
    scores = (int(target.get(name, 15)) + more for name in ("defence", "defence_flat"))
    normal, flat = (max(-20, min(60, one)) for one in scores)
    return normal, flat


def _held_by_another(actor: Content, target: Content) -> bool:
    """Whether somebody else has hold of them, or nobody knows who (D100-GRAP-03)."""
    holders = target.get("pinned_by") or ()
    return not holders or bool(without(holders, getattr(actor, "id", "")))


def situations(actor: Content, target: Content | None, line: Content = NOTHING) -> list[Situation]:
    """What follows from how both stand: whoever lies, whoever is held, whoever is cautious (D100-MISS-17)."""
    holds: dict[Situation, bool] = {
        "attacker_prone": is_in(actor, "prone") and line.get("weapon_class", "contact") == "contact",
        "defensive": bool(actor.get("defensive")),
    }
    if target is not None:
        near = not band(actor, target)
        holds |= {
            "target_prone_in_contact": near and is_in(target, "prone"),
            "target_prone_at_range": not near and is_in(target, "prone"),
            "immobilised_target": is_in(target, "immobilised") and _held_by_another(actor, target),
            "helpless_target": is_helpless(target),
        }
    return [one for one in SITUATIONS if holds.get(one)]
