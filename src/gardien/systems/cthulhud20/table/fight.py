"""A fight at the table: who acts when, who is out, how far apart people are, what holds for them (P-INIT, COND)."""

from collections.abc import Iterator, Mapping
from typing import Any

from gardien.core.fighting import Budget, Condition, Content, Distance, Fighting, Hold, Holds, Start
from gardien.core.scene import Being
from gardien.core.table_rules import Defence
from gardien.shared.holding import let_go
from gardien.shared.line import BANDS, STANDS
from gardien.systems.cthulhud20.rules.fight import state
from gardien.systems.cthulhud20.rules.fight.state import STANCES, FightState
from gardien.systems.cthulhud20.rules.tests.modifiers import initiative_parts, total
from gardien.systems.cthulhud20.table.allowed_acts import GOING_ON, TOUCHES, TURNS, bars, cost, reacts, whole
from gardien.systems.cthulhud20.table.fighter import (
    COVERS,
    HAND,
    STEPS,
    band,
    combatant,
    conditions_of,
    is_destroyed,
    is_gone,
    out,
    senseless,
)
from gardien.systems.cthulhud20.table.marks import as_marks, fight_of
from gardien.systems.cthulhud20.table.targeting import is_steady
from gardien.systems.cthulhud20.table.weapon_use import having_dropped

AVERAGE = 10
GRAPPLING, PINNED = "grappling", "pinned"

# Conditions that the Keeper rules for a fight; those on a sheet are there to stay (CD20-P-COND-01).
RULED = (
    *("surprised", "flat_footed", "kneeling", "climbing", "running", "off_balance", "grappling", "pinned"),
    *("blinded", "dazzled", "dazed", "entangled", "held", "helpless", "shaken", "frightened"),
)


# ---- who acts, and when ----


def order(fighters: Mapping[str, Content], round: int, options: Content) -> list[str]:
    """The order that initiative brought; whoever has not thrown counts as having thrown 10 (CD20-P-INIT-01)."""
    able = [id for id, one in fighters.items() if not out(one)]
    who = {id: combatant(fighters[id]) for id in able}

    def key(id: str) -> tuple[Any, ...]:
        thrown = fighters[id].get("initiative_total")
        reached = thrown if isinstance(thrown, int) else AVERAGE + total(initiative_parts(who[id]))
        return -reached, -who[id].modifier("dex"), fighters[id].get("rank", 0), who[id].npc

    line = sorted((id for id in able if fighters[id].get("place")), key=lambda id: fighters[id]["place"])
    for id in sorted((id for id in able if id not in line), key=key):  # whoever has another place keeps it
        line.insert(next((at for at, other in enumerate(line) if key(other) > key(id)), len(line)), id)
    return line


def begins(fighter: Content) -> dict[str, Any]:
    """A shock is used up by the turn that begins, a guard is over; a round of aiming serves it (SHOCK-01, AIM-01).

    Whoever loses the whole turn is helpless as long as it lasts, until their next one (CD20-SHOCK-02): the shooter who
    threw them down comes before that.
    """
    shock = fighter.get("shock_next_turn", "none")
    spent = {name: "none" for name in ("shock_next_turn", "stance") if fighter.get(name, "none") != "none"}
    return {**spent, **as_marks(fighter, fight_of(fighter).begun(shock, not is_steady(fighter)))}


LETS_FALL = ("stunned", "unconscious", "stunned_other", "unconscious_other", "panicked", "right_arm")


def lets_go(before: Being, after: Being) -> dict[str, Any]:
    """Whoever collapses, panics or loses the use of the arm lets fall what they hold (CD20-COND-02, P-WOUND-01).

    Whoever is thrown back is out of all arms (CD20-SHOCK-02, CD20-P-GRAP-01).
    """
    falls = _hands_open(after) - _hands_open(before) and not is_gone(after)
    thrown = after.get("shock_next_turn") == "skip" != before.get("shock_next_turn")
    dropped = as_marks(before, having_dropped(before)) if falls else {}
    return dropped | (as_marks(after, fight_of(after).thrown_back()) if thrown else {})


def _hands_open(fighter: Being) -> set[str]:
    parts = (*(fighter.get("hampered_parts") or ()), *(fighter.get("lost_parts") or ()))
    return {str(fighter.get("state")), *conditions_of(fighter), *parts} & set(LETS_FALL)


# ---- what holds for somebody ----

HARD = ("helpless", "paralysed", "bound", "asleep", "pinned", "stunned_other", "unconscious_other", "cowering")
SHOCKS = {"partial": "shocked", "skip": "violently_shocked"}


def conditions(fighter: Content, round: int) -> list[Condition]:
    """What holds for somebody: their body first, then how they stand, then their mind."""
    state = "dead" if is_destroyed(fighter) else str(fighter.get("state", "ok"))
    shown = [] if state == "ok" else [Condition(state, tone="bad")]
    if state == "dead":
        return shown
    shock = SHOCKS.get(str(fighter.get("shock_next_turn")))
    shown += [Condition(shock, until="turn", tone="bad")] if shock else []
    now = SHOCKS.get(str(fighter.get("shaken_now")))
    shown += [Condition(now, until="acts", tone="bad")] if now else []
    if any(one.get("bleeding") for one in fighter.get("wounds") or ()):
        shown.append(Condition("bleeding", tone="bad"))
    shown += [Condition(key, tone="bad") for key in ("burning",) if fighter.get(key)]
    shown += [Condition("prone")] if fighter.get("prone") and state == "ok" else []
    shown += [_state(fighter, key) for key in conditions_of(fighter)]
    kept = fight_of(fighter)
    shown += [Condition("aiming_at", at, tone="") for at in (kept.aiming, kept.taking_aim) if at]
    shown += [Condition(key, until="turn", tone="") for key in STANCES if fighter.get(key)]
    shown += [Condition(key, tone="due") for key in ("disarmed", "warded") if fighter.get(key)]
    if said := kept.readied:
        shown.append(Condition("readied", until="turn", tone="", about="" if said == "readied" else said))
    shown += [Condition("choking", rounds=fighter["choking"])] if fighter.get("choking") else []
    shown += [Condition(key, until="acts", tone="") for key in ("aided_attack", "aided_ca") if fighter.get(key)]
    shown += [Condition(key, tone="") for key in COVERS if fighter.get(key)]
    return [*shown, *(Condition(f"mad_{one['kind']}", tone="bad") for one in fighter.get("insanity") or ())]


def _state(fighter: Content, key: str) -> Condition:
    if key == "surprised":
        return Condition(key, until="round")
    if key == "helpless" and fighter.get("floored"):
        return Condition(key, until="turn", tone="bad")
    if key == "flat_footed":
        return Condition(key, until="acts", tone="")
    if key == GRAPPLING and (partners := fight_of(fighter).partners):
        return Condition("grappling_with", partners)
    return Condition(key, tone="bad" if key in HARD else "due")


CIRCUMSTANCES = (*RULED, "disarmed", *STANCES, *COVERS)


def defences(procedure: str, given: Content, target: Content) -> list[Defence]:
    """Whoever gives up their action defends themselves with all they have (CD20-P-ACT-03)."""
    met = given.get("target")
    if not isinstance(met, Mapping) or "stance" not in met or out(target) or met["stance"] == "total_defence":
        return []
    return [Defence("total_defence", {"target": {**met, "stance": "total_defence"}})]


# ---- holds: who is in whose arms, who has pinned whom, and what ends it (P-GRAP-01) ----


def freed(sheet: Content, other: str) -> dict[str, Any]:
    """Whoever is out of the arms of one."""
    return as_marks(sheet, fight_of(sheet).freed(other))


def _holds(people: Mapping[str, Being]) -> Iterator[Hold]:
    """Everybody in somebody’s arms, each two of them once; who has pinned the other holds them."""
    for id, one in people.items():
        mine = fight_of(one)
        for other in mine.partners:
            pins = other in mine.pinned_by
            if id < other or other not in people or id not in fight_of(people[other]).partners:
                yield Hold(other, id, PINNED) if pins else Hold(id, other, GRAPPLING)


def _goes_on(hold: Hold, people: Mapping[str, Being]) -> bool:
    """Both within reach of each other, neither dead, senseless or thrown out of the other’s arms."""
    one, other = people[hold.holder], people[hold.victim]
    both = ((one, hold.victim), (other, hold.holder))
    thrown = any(id not in fight_of(who).partners and who.get("shock_next_turn") == "skip" for who, id in both)
    return not (thrown or senseless(one) or senseless(other) or band(one, other))


HOLDS = Holds((GRAPPLING, PINNED), _holds, let_go(freed), _goes_on)


FIGHTING = Fighting(
    simultaneous=False,
    waiting="CD20-P-ACT-03",
    turns=TURNS,
    marks=FightState.__struct_fields__,
    holds=HOLDS,
    opening=("surprised",),
    on_entry=("flat_footed",),
    once=("initiative_total", "rank", "place", "disarmed", "away"),  # CD20-P-INIT-01, CD20-P-MAN-01
    # nobody walks a shock off by leaving, nor gets their breath back
    of_turn=(*state.OF_ROUND, "shock_next_turn", "shaken_now", "floored", "running", "run_rounds"),
    begins=begins,
    lets_go=lets_go,
    ending=(*state.UNTIL_ACTED, HAND),
    circumstances=CIRCUMSTANCES,
    exclusive=(tuple(COVERS), STANCES),
    bars=bars,
    order=order,
    out=out,
    gone=is_gone,
    conditions=conditions,
    distance=Distance(
        STANDS, band, BANDS, STEPS, cover="cover_low_wall_kneeling", left_behind=tuple(COVERS), inputs=("distance_m",)
    ),
    start=Start("start_fight", "combatants", "initiative_total"),
    budget=Budget("actions_left", whole, cost, "actions_owed", ("cleave", "movement", *GOING_ON, *TOUCHES)),
    reorder_now=("start_fight",),
    reorders={"delay": ("order", "name")},
    place="place",
    everyone=("sanity_check", "save"),
    reactions=("opportunity",),
    reacts=reacts,
    kept="readied",
    reset_after_fight={"shock_next_turn": "none", "stance": "none", "cover": {}, "rested_rounds": 0},
)
