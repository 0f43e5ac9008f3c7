"""A fight at the table: initiative, one action and one reaction a turn, range in steps, holds (INIT, TURN, RNG)."""

from collections.abc import Mapping

from gardien.core.fighting import (
    After,
    Bar,
    Budget,
    Condition,
    Content,
    Distance,
    Fighting,
    Start,
    Tone,
    bar_act,
    first_reasons,
)
from gardien.core.scene import NOWHERE
from gardien.shared.line import STANDS
from gardien.systems.organique import pack
from gardien.systems.organique.rules.fight.turn_budget import STEP_METRES
from gardien.systems.organique.sheet.parts import SheetWeapon
from gardien.systems.organique.table import fighter as standing
from gardien.systems.organique.table.ability import why_unable
from gardien.systems.organique.table.targeting import vehicle_of
from gardien.systems.organique.table.weapon_use import gathered, usable
from gardien.systems.organique.vocabulary import RANGED

LEFT = "actions_left"  # of one’s own turn, in halves
WHOLE, HALF = 2, 1
ATTACKS = ("combat_action", "covering_fire", "vehicle_attack", "attack_swarm")
CARE = ("first_aid", "revive", "treat_pain")
TURNS = (
    *("combat_action", "free_action", "turn_slots", "covering_fire", "break_hold", "test", "skill_test"),
    *(*CARE, "psychic_attack", "psychic_sense", "manoeuvre", "vehicle_attack", "attack_swarm"),
)
FREELY = ("turn_slots", "test", "skill_test")  # what takes nothing by itself
LATER = ("combat_action", "free_action", "break_hold", "covering_fire")  # what whoever waits may still do


# ---- who takes part ----


def out(fighter: Content) -> str:
    """Why somebody takes no part: the dead, the fallen, the senseless, the exhausted (ORG-HP-05, ORG-END-06)."""
    state = str(fighter.get("condition", "ok"))
    return state if state in standing.DOWN else ""


def is_gone(fighter: Content) -> bool:
    """Whether nobody can be aimed at any more."""
    return bool(fighter.get("dead")) or fighter.get("condition") == "dead"


def order(fighters: Mapping[str, Content], round: int, options: Content) -> list[str]:
    """By initiative; whoever has none yet comes last, as they came (ORG-INIT-01)."""
    placed = {id: (one.get("initiative_total"), one.get("rank")) for id, one in fighters.items()}
    return sorted(placed, key=lambda id: (placed[id][0] is None, -(placed[id][0] or 0), placed[id][1] or 0))


# ---- what a turn holds ----


def halves_left(fighter: Content) -> int:
    """What is left of an action, in halves (ORG-TURN-04)."""
    left = standing.turn_of(fighter).slots
    return WHOLE * left.actions + left.half_actions


def whole(fighter: Content, others: Mapping[str, Content], round: int, options: Content) -> int:
    """What a turn is worth: nothing for whoever is down, what was not used of it before for all others (TURN-01)."""
    return 0 if out(fighter) else halves_left(fighter)


def cost(procedure: str, given: Content, outcome: Content, fighter: Content) -> int:
    """What an act has taken of the turn (ORG-TURN-01, ORG-TURN-04)."""
    left = int(fighter.get(LEFT, WHOLE))
    if procedure == "turn_slots":
        return left if (given.get("steps") or [""])[-1] == "action_to_reaction" and outcome["allowed"][-1] else 0
    if procedure in FREELY:
        return 0
    if procedure == "free_action":
        price = {"action": WHOLE, "half_action": HALF, "reaction": 0}[given.get("paid_with", "action")]
    else:
        price = HALF if given.get("split") else WHOLE
    return min(left, price)


def reacts(fighter: Content, others: Mapping[str, Content], round: int, options: Content) -> list[str]:
    """In the last turn of a round: whoever has waited acts now, those with more initiative first (ORG-TURN-03)."""
    fight, own = getattr(fighter, "scene", NOWHERE).fight, standing.id_of(fighter)
    line, now = list(fight.get("order") or ()), int(fight.get("turn") or 0)
    free = {id for id, one in others.items() if halves_left(one) and not out(one)}
    waiting = {id for id in free if others[id].get("waiting")}
    sooner = waiting.intersection(line[: line.index(own)] if own in line else ())
    later = (free - waiting).intersection(line[now + 1 :])
    ready = fighter.get("waiting") and halves_left(fighter) and not out(fighter)
    return list(LATER) if ready and not (later or sooner) else []


# ---- what is barred ----


def unpaid(fighter: Content, procedure: str, asked: Content) -> Bar | None:
    """What nothing of this turn is left for, in whosever turn; where nobody gets to who is held (TURN-01, REA-08)."""
    if not standing.fights(fighter) or procedure not in TURNS or procedure in FREELY or out(fighter):
        return None
    if procedure == "free_action" and asked.get("kind") == "move" and standing.is_held_fast(fighter):
        return bar_act(procedure, "held", "ORG-ACT-05")
    if procedure == "free_action" and asked.get("paid_with") == "reaction":
        rule = "ORG-INIT-02" if fighter.get("surprised") else "ORG-REA-08"
        return None if standing.turn_of(fighter).slots.reactions else bar_act(procedure, "no_reaction_left", rule)
    return None if halves_left(fighter) else bar_act(procedure, *_spent(fighter))


def _spent(fighter: Content) -> tuple[str, str]:
    """Why no action is left, and by which rule."""
    return ("stunned", "ORG-ACT-12") if fighter.get("lose_action") else ("no_action_left", "ORG-TURN-01")


def bars(fighter: Content, others: Mapping[str, Content], round: int, options: Content) -> list[Bar]:
    """What somebody cannot do with this turn, and why; the first reason counts."""
    if why := out(fighter):
        rule = "ORG-END-06" if why == "exhausted" else "ORG-HP-05"
        return [bar_act(act, why, rule) for act in TURNS]
    unable = ((act, *why_unable(fighter, act)) for act in TURNS)
    barred = [bar_act(act, why, rule) for act, why, rule in unable if why]
    drives = fighter.get("mounted") or vehicle_of(fighter)  # something that moves, of the list (M8)
    lacking = (
        (fighter.get("held_by"), ("break_hold",)),
        (any(map(_shoots, usable(fighter))), ("covering_fire",)),
        (drives, ("manoeuvre", "vehicle_attack")),
        (fighter.get("powers"), ("psychic_attack", "psychic_sense")),
    )
    barred += [Bar("action", act) for there, acts in lacking if not there for act in acts]
    if not halves_left(fighter):
        barred += [bar_act(act, *_spent(fighter)) for act in TURNS if act not in FREELY]
    return first_reasons(barred)


def _shoots(line: SheetWeapon) -> bool:
    """Whether a weapon fires more than once an action (ORG-ACT-01)."""
    row = pack.weapon(line.weapon) if line.weapon else line.described
    return row is not None and row.group in RANGED and row.rate > 1


# ---- what holds for somebody ----

BODY: tuple[tuple[str, Tone], ...] = (
    ("cardiac_arrest", "bad"),
    ("respiratory_arrest", "bad"),
    ("no_air", "bad"),
    ("medical_shock", "bad"),
    ("coma", "bad"),
    ("stupor", "bad"),
    ("vomiting", "due"),
    ("blind", "due"),
    ("one_eyed", ""),
    ("one_leg", "due"),
    ("stabilised", ""),
)


def conditions(fighter: Content, round: int) -> list[Condition]:
    """What holds for somebody: their body first, then how they stand."""
    state = str(fighter.get("condition", "ok"))
    if state == "dead":
        return [Condition("dead", tone="bad")]
    holders, burning = tuple(fighter.get("held_by") or ()), fighter.get("burning") or (0, 0)
    bleeds = any(one.get("bs") and not one.get("closed") for one in fighter.get("wounds") or ())
    marks = ("aiming", "waiting", "afraid", "panicked", "in_water", "mounted", *standing.COVERS)
    states = (
        (state != "ok", Condition(state, rounds=_rounds(fighter, state), tone="bad")),
        *((fighter.get(key), Condition(key, tone=tone)) for key, tone in BODY),
        (fighter.get("lose_action"), Condition("stunned", until="turn", tone="bad")),
        (fighter.get("lose_reaction"), Condition("no_reaction", until="turn", tone="due")),
        (burning[1], Condition("burning", rounds=burning[1], tone="bad")),
        (fighter.get("doses"), Condition("poisoned", tone="bad")),
        (bleeds, Condition("bleeding")),
        (fighter.get("prone"), Condition("prone")),
        (fighter.get("extended_penalty"), Condition("extended", until="acts", tone="")),
        (holders, Condition(f"held_{standing.grip(fighter)}", holders, tone="bad")),
        (fighter.get("holding"), Condition("holding", tuple(fighter.get("holding") or ()), tone="")),
        (fighter.get("surprised"), Condition("surprised", until="round")),
        *((fighter.get(mark), Condition(mark, tone="")) for mark in marks),
        (_has_reacted(fighter), Condition("reaction_used", tone="")),
    )
    return [condition for holds, condition in states if holds]


def _has_reacted(fighter: Content) -> bool:
    """Whether the reaction of this turn is used."""
    if not standing.fights(fighter) or out(fighter) or "moments" not in fighter or fighter.get("lose_reaction"):
        return False
    left = standing.turn_of(fighter).slots
    return not (left.reactions or left.half_reactions)


def _rounds(fighter: Content, state: str) -> int:
    """Turns that are left of it (ORG-HP-07, ORG-SYM-12, ORG-SYM-20)."""
    if state == "dying" and "timer" in fighter:
        return -int(-standing.person(fighter).timer // 2)
    return int(fighter.get({"unconscious": "unconscious_turns", "paralysed": "paralysed_turns"}.get(state, ""), 0) or 0)


ONCE = ("initiative_total", "rank")  # initiative, and the place that it brought (ORG-INIT-01)
CIRCUMSTANCES = ("surprised", "in_water", "mounted", *standing.COVERS)

FIGHTING = Fighting(
    simultaneous=False,
    turns=TURNS,
    marks=(
        *CIRCUMSTANCES,
        *(STANDS, "moments", "lost", "waiting", *standing.AIM, "wields", "feinted", *ONCE, LEFT),
        *standing.HOLDS.fields,
    ),
    holds=standing.HOLDS,
    opening=("surprised",),
    once=ONCE,
    of_turn=("moments", "lost", "waiting", "lose_action", "lose_reaction", "extended_penalty"),  # TURN-01, 03, MOD-05
    circumstances=CIRCUMSTANCES,
    exclusive=(tuple(standing.COVERS),),
    aims=("target",),
    bars=bars,
    order=order,
    out=out,
    gone=is_gone,
    conditions=conditions,
    distance=Distance(
        mark=STANDS,
        band=standing.band,
        bands=("step_0", "step_1", "step_2", "step_3", "step_4"),
        steps=STEP_METRES,
        cover="cover_wooden_table",
        left_behind=tuple(standing.COVERS),
        inputs=("range_step", "distance_cm"),
    ),
    start=Start("start_fight", "combatants", "initiative_total"),
    budget=Budget(LEFT, whole, cost),
    rests_on={"aiming": "aims_at", "aims_with": "aims_at"},  # ORG-FREE-02
    reorder_now=("start_fight",),
    reactions=LATER,
    reacts=reacts,
    everyone=("save", "test"),
    after=After("end_fight", "survivors"),
    reset_after_fight={"lose_action": False, "lose_reaction": False, "extended_penalty": False},
    gathers=gathered,
)
