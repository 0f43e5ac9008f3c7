"""A fight at the table: who acts when, who is out, how far apart people are, what holds for them (CBT, DEF)."""

from collections.abc import Mapping
from typing import Any, Literal

from gardien.core.fighting import Budget, Condition, Content, Distance, Fighting, Start
from gardien.systems.d20d100.order import quickness
from gardien.systems.d20d100.standing import COVERS, STANDS, STEPS, band, combatant, gone, held, is_in, out, rules
from gardien.systems.d20d100.turns import LEFT, OWED, TURNS, bars, cost, reacts, whole

TOTAL, RANK, PLACE = "initiative_total", "rank", "place"  # initiative, the place it brought, the one since taken


# ---- who acts, and when ----


def order(fighters: Mapping[str, Content], round: int, options: Content) -> list[str]:
    """The order that initiative brought; whoever has not thrown counts as having thrown 10 (D100-CBT-02).

    Whoever has taken another place keeps it; the others stand where their initiative puts them among those.
    """
    house = rules(options)

    def total(id: str) -> int:
        thrown = fighters[id].get(TOTAL)
        return thrown if isinstance(thrown, int) else 10 + sum(value for _, value in quickness(who[id], house))

    def key(id: str) -> tuple[Any, ...]:
        return -total(id), fighters[id].get(RANK, 0), -who[id].initiative, -who[id].dex_score, not who[id].is_pc

    able = [id for id, one in fighters.items() if not out(one)]
    who = {id: combatant(fighters[id], id) for id in able}
    found = sorted((id for id in able if fighters[id].get(PLACE)), key=lambda id: fighters[id][PLACE])
    for id in sorted((id for id in able if id not in found), key=key):
        later = (at for at, other in enumerate(found) if fighters[other].get(PLACE) and total(other) < total(id))
        found.insert(next(later, len(found)), id)
    return found


# ---- what holds for somebody ----

Tone = Literal["", "due", "bad"]
SHOWN: tuple[tuple[str, Tone], ...] = (
    ("prone", "due"),
    ("immobilised", "due"),
    ("disarmed", "due"),
    ("helpless", "bad"),
    ("ambushed", "bad"),
    ("on_fire", "bad"),
    ("alert", ""),
    ("fleeing", ""),
    *((mark, "") for mark in COVERS),
    ("decompensating", "bad"),
    ("temp_mad", "bad"),
    ("indef_mad", "bad"),
    ("perm_mad", "bad"),
)
UNTIL_TURN: tuple[tuple[str, Tone], ...] = (
    ("full_defence", ""),
    ("defensive", ""),
    ("charging", "due"),
    ("shocked", "due"),
    ("violently_shocked", "bad"),
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
    if is_in(fighter, "surprised"):
        found.append(Condition("surprised", until="round"))
    elif is_in(fighter, "flat_footed"):
        found.append(Condition("flat_footed", until="acts", tone=""))
    if fighter.get("strangle_round"):
        found.append(Condition("strangled", tone="bad"))
    if is_in(fighter, "grappling"):
        others = held(fighter)
        found.append(Condition("grappling_with" if others else "grappling", tuple(others)))
    if fighter.get("prepared"):
        others = fighter["prepared"] if isinstance(fighter["prepared"], list) else []
        found.append(Condition("prepared_for" if others else "prepared", tuple(others), until="turn", tone=""))
    found += [Condition(key, until="turn", tone=tone) for key, tone in UNTIL_TURN if is_in(fighter, key)]
    return [*found, *(Condition(key, tone=tone) for key, tone in SHOWN if is_in(fighter, key))]


CIRCUMSTANCES = (
    *("surprised", "flat_footed", "shocked", "violently_shocked", "prone", "grappling", "immobilised", "helpless"),
    *("disarmed", "fleeing", "full_defence", "defensive", "prepared", *COVERS),
)

FIGHTING = Fighting(
    simultaneous=False,
    turns=TURNS,
    marks=(*CIRCUMSTANCES, "ambushed", "charging", "triggered", "weapon_drawn", STANDS, TOTAL, RANK, PLACE, LEFT, OWED),
    opening=("surprised",),
    fresh=("flat_footed",),
    turnly=(
        "full_defence",
        "defensive",
        "charging",
        "prepared",
        "triggered",
        "ambushed",
        "shocked",
        "violently_shocked",
    ),
    circumstances=CIRCUMSTANCES,
    apart=(tuple(COVERS), ("full_defence", "defensive"), ("shocked", "violently_shocked")),
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
    start=Start("start_combat", "combatants", TOTAL),
    budget=Budget(LEFT, whole, cost, OWED),
    ranking=("start_combat",),
    lined={"delay": ("order", "name"), "prepare": ("order", "name")},
    place=PLACE,
    reactions=("prepare", "opportunity_attack"),
    reacts=reacts,
    granted=("opportunity_attack",),
    over={"strangle_round": 0, "strangle_failed": False},  # no hold outlives the fight
)
