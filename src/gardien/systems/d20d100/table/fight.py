"""A fight at the table: turns and what is barred in them, who acts when, what holds for people (CBT, DEF, MODE)."""

from collections.abc import Mapping
from typing import Any

from gardien.core.fighting import (
    Bar,
    Budget,
    Condition,
    Content,
    Distance,
    Fighting,
    Holds,
    Start,
    Tone,
    bar_act,
    first_reasons,
)
from gardien.core.table_rules import Defence
from gardien.shared.holding import let_go, people_in
from gardien.shared.line import BANDS, STANDS
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.fight.defence import FULL
from gardien.systems.d20d100.rules.fight.holds import hold_lasts, holds_among
from gardien.systems.d20d100.rules.fight.initiative import quickness
from gardien.systems.d20d100.rules.fight.standing import (
    COVERS,
    STEPS,
    STUNNED,
    band,
    is_dead,
    is_drained,
    is_helpless,
    is_in,
    out_reason,
    symptoms,
)
from gardien.systems.d20d100.rules.fight.state import COUNTED, InFight, half_rounds, whole_turn
from gardien.systems.d20d100.rules.fight.turn_actions import COSTS as KINDS
from gardien.systems.d20d100.table.fighter import (
    LEFT,
    attacks_of,
    chosen,
    combatant,
    fits,
    is_swarm,
    jammed,
    left_on,
    lines_of,
    loadable,
    rules,
    scores_left,
    state_of,
)

TOTAL, RANK, PLACE = "initiative_total", "rank", "place"  # initiative, the place it brought, the one since taken
OWED = "simple_actions_owed"

STRIKES = ("charge", "start_grapple", "grapple_manoeuvre", "disarm", "coup_de_grace", "opportunity_attack")
SERIES = ("attack", "attack_sequence", "short_burst", "burst")  # a turn has as many as a skill gives (D100-CBT-14)
FIRES = ("multiple_fire", "short_burst", "burst")
ATTACKS = ("attack_sequence", "attack", *FIRES, *STRIKES, "sneak_attack")
HANDIWORK = ("reload", "clear_jam", "first_aid")  # what takes two free hands
PEACEFUL = {"full_defence": "D100-MODE-01", "assessing": "D100-MODE-04"}  # marks of a round without any attack
ENGAGED = ("start_grapple", "silent_hold", "disarm", "coup_de_grace", "opportunity_attack")  # only at arm’s length
COSTS: dict[str, int] = {  # half-rounds (D100-CBT-11, D100-CBT-12)
    **dict.fromkeys(("attack", "short_burst", "burst", "start_grapple", "grapple_manoeuvre", "disarm"), 1),
    "silent_hold": 1,
    **dict.fromkeys(("skill_test", "jet_test", "characteristic_test", "reload", "clear_jam"), 1),
    **dict.fromkeys(("attack_sequence", "multiple_fire", "charge", "sneak_attack", "coup_de_grace"), 2),
    **dict.fromkeys(("full_defence", "assess", "first_aid", "cast_spell"), 2),
    **dict.fromkeys(("take_action", "defensive_fighting", "delay", "prepare"), 0),
}
TURNS: tuple[str, ...] = (
    *("attack", "attack_sequence", "multiple_fire", "short_burst", "burst", "grapple_manoeuvre", "take_action"),
    *("charge", "start_grapple", "silent_hold", "disarm", "sneak_attack", "coup_de_grace"),
    *("full_defence", "defensive_fighting"),
    *("reload", "clear_jam", "first_aid", "skill_test", "jet_test", "cast_spell"),
    *("delay", "prepare", "assess"),
)


# ---- how much time there is ----


def turn_budget(fighter: Content, others: Mapping[str, Content], round: int, options: Content) -> int:
    """Half-rounds of a turn: none for whoever is surprised, one after a shock, in a round of surprise, barely standing.

    D100-CBT-08, D100-CBT-09, D100-MODE-06, D100-HEALTH-03, D100-HEALTH-06, D100-TEMP-02, D100-SAN-06. Nor has
    whoever is frozen by a madness anything to do with it (D100-MISS-09).
    """
    barred = any(is_in(fighter, state) for state in ("surprised", "violently_shocked", "helpless"))
    if out_reason(fighter) or barred or symptoms(fighter) & set(STUNNED):
        return 0
    opening = round == 1 and any(is_in(one, "surprised") for one in others.values())
    adrift = rules(options).rule_decompensation and fighter.get("san", 1) == 0  # D100-SAN-06
    one_only = opening or adrift or fighter.get("shocked") or fighter.get("triggered")
    return whole_turn(fighter.get("condition", "ok"), bool(one_only))


def cost(procedure: str, given: Content, outcome: Content, fighter: Content) -> int:
    """What an act has taken of the round; a refused one took nothing (D100-CBT-11, D100-CBT-12, D100-FIRE-05)."""
    if outcome.get("refused") or outcome.get("accepted") is False or outcome.get("in_range") is False:
        return 0
    if procedure == "take_action":
        return KINDS[outcome["kind"]]
    if procedure in ("reload", "clear_jam"):  # what does not fit goes on in the next round (D100-FIRE-11)
        return int(outcome["simple_actions"])
    if procedure == "cast_spell":
        return 2 * rounds_of_casting(given)
    if procedure == "prepare" and not fighter.get("prepared"):  # announced: the rest of the turn waits for its moment
        return int(fighter[LEFT])
    price = series_cost(given, outcome, fighter) if procedure in SERIES else COSTS.get(procedure, 0)
    return min(price, int(fighter[LEFT]))  # the blow after coming from behind: the same half-round


def series_cost(given: Content, outcome: Content, fighter: Content) -> int:
    """What attacks of a series take of the turn (D100-CBT-14)."""
    made, more = len(fighter.get("attacks_made") or ()), len(given.get("series") or (1,))
    line = chosen(fighter, given)
    if is_swarm(line) and fighter.get("swarmed"):
        return 0
    return half_rounds(made, more, attacks_of(fighter, line), outcome.get("malfunction", "none") != "none")


ROUNDS = {"round": 1, "minute": 10}  # of what a spell takes; hours and days are no matter for a fight


def rounds_of_casting(given: Content) -> int:
    """How many rounds a spell takes; nothing for one that takes hours (D100-MISS-10)."""
    spell = pack.spell(given["spell"])
    times = (given.get("pm_spent") or spell.pm_least) if spell.time_per_pm else 1
    return int(spell.time * times) * ROUNDS.get(spell.unit, 0)


def reacts(fighter: Content, others: Mapping[str, Content], round: int, options: Content) -> list[str]:
    """In somebody else’s turn: the action that was held ready, a blow at whoever gives an opening (D100-SPEC-01)."""
    if out_reason(fighter) or any(is_in(fighter, state) for state in ("surprised", "helpless", "grappling")):
        return []
    near = any(
        one.get("side") != fighter.get("side") and not is_dead(one) for one in others.values() if not band(fighter, one)
    )
    able = {
        "prepare": bool(fighter.get("prepared")),
        "opportunity_attack": near and not any(map(fighter.get, PEACEFUL)),
    }
    return [act for act, holds in able.items() if holds]


# ---- what is barred ----


def bars(fighter: Content, others: Mapping[str, Content], round: int, options: Content) -> list[Bar]:
    """What somebody cannot do with this turn, and why; the first reason counts."""
    every_bar = [
        *_pointless_bars(fighter, others),
        *_bound_bars(fighter),
        *_time_bars(fighter, others, round, options),
        *_ammunition_bars(fighter),
        *_reach_bars(fighter, others),
        *_first_aid_bars(fighter, others),
    ]
    return first_reasons(every_bar)


def _pointless_bars(fighter: Content, others: Mapping[str, Content]) -> list[Bar]:
    """What is not even named: fire without such a weapon, holds nobody is in, blows nobody is helpless against."""
    lines = lines_of(fighter)
    many = any(len(one["base_series"]) > 1 for one in lines if fits("attack_sequence", one))
    named = {
        "attack_sequence": many,
        **{key: any(fits(key, one) for one in lines) for key in FIRES},
        "grapple_manoeuvre": is_in(fighter, "grappling") or bool(fighter.get("bitten_by")),
        "start_grapple": not is_in(fighter, "grappling"),
        "coup_de_grace": any(is_helpless(one) and not is_dead(one) for one in others.values()),
        "reload": bool(loadable(fighter)),
        "clear_jam": bool(jammed(fighter)),
        "cast_spell": bool(fighter.get("spells")),
        "defensive_fighting": not fighter.get("defensive"),
    }
    return [Bar("action", act) for act, sensible in named.items() if not sensible]


def _bound_bars(fighter: Content) -> list[Bar]:
    """The surprised do nothing, whoever is held only wrestles, some stances leave no attack (D100-CBT-08).

    Caution is for every attack of a round: whoever has struck without it is too late (D100-MODE-02).
    """
    if is_in(fighter, "helpless"):
        return [bar_act(act, "helpless", "D100-SPEC-05") for act in TURNS]
    if is_in(fighter, "surprised"):
        return [bar_act(act, "surprised", "D100-CBT-08") for act in TURNS]
    barred = []
    for stance, rule in PEACEFUL.items():
        barred += [bar_act(act, stance, rule) for act in ATTACKS if fighter.get(stance)]
    if fighter.get("attacks_made") or fighter.get("attacked"):
        barred.append(bar_act("defensive_fighting", "struck", "D100-MODE-02"))
    if is_in(fighter, "grappling"):
        acts = (*ATTACKS, "take_action", *HANDIWORK)
        barred += [bar_act(act, "grappling", "D100-GRAP-03") for act in acts if act != "grapple_manoeuvre"]
    return barred


def _time_bars(fighter: Content, others: Mapping[str, Content], round: int, options: Content) -> list[Bar]:
    """Two simple actions or one complex (D100-CBT-09)."""
    most = turn_budget(fighter, others, round, options)
    left = fighter.get(LEFT, most)
    made = len(fighter.get("attacks_made") or ())
    costs = {**COSTS, "attack_sequence": 1 if made else 2, "attack": 0 if fighter.get("swarmed") else COSTS["attack"]}
    barred = [bar_act(act, "no_time", "D100-CBT-09") for act in TURNS if costs[act] > left]
    more = any(scores_left(fighter, one) for one in lines_of(fighter))
    if made and not more:
        barred += [bar_act(act, "series_done", "D100-CBT-14") for act in SERIES]
    elif made > 1:  # the other half-round is one of attacks
        barred += [bar_act(act, "no_time", "D100-CBT-14") for act in TURNS if act not in SERIES]
    if not left:
        barred += [bar_act(act, "no_time", "D100-CBT-09") for act in ("take_action", "defensive_fighting", "prepare")]
    if left < most:
        barred.append(bar_act("delay", "begun", "D100-MODE-05"))
    return barred


def _ammunition_bars(fighter: Content) -> list[Bar]:
    """A weapon without cartridges, or jammed, does not fire (D100-FIRE-04, D100-FIRE-11)."""
    lines = fighter.get("weapons", ())
    guns = [one for one in lines if one.get("capacity")]
    ready = [one for one in guns if one["loaded"] and one["weapon_state"] == "ok"]
    barred = [bar_act(act, "no_shot", "D100-FIRE-04") for act in FIRES] if guns and not ready else []
    if fighter.get("discharged"):
        return barred
    if guns and all(one["loaded"] >= one["capacity"] for one in guns):
        barred.append(bar_act("reload", "full", "D100-FIRE-05"))
    elif fighter.get("is_pc") and guns and not any(one.get("spare") for one in guns):
        barred.append(bar_act("reload", "no_spare", "D100-FIRE-05"))
    return barred


def _first_aid_bars(fighter: Content, others: Mapping[str, Content]) -> list[Bar]:
    """First aid needs a wound, as far as one is seen (D100-HEALTH-08)."""
    hurt = any(one.get("pv", 0) < one.get("pv_max", 0) and not is_dead(one) for one in (fighter, *others.values()))
    return [] if hurt else [bar_act("first_aid", "nobody_hurt", "D100-HEALTH-08")]


def _reach_bars(fighter: Content, others: Mapping[str, Content]) -> list[Bar]:
    """Hand to hand only where an enemy is within reach (D100-CBT-13)."""
    near = [one for one in others.values() if not is_dead(one) and one.get("side") != fighter.get("side")]
    if not others or any(not band(fighter, one) for one in near):
        return []
    carries = any(one.get("increment") for one in fighter.get("weapons", ()))
    acts = ENGAGED if carries else (*ENGAGED, "attack", "attack_sequence")
    return [bar_act(act, "nobody_near", "D100-CBT-13") for act in acts]


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

    able = [id for id, one in fighters.items() if not out_reason(one)]
    who = {id: combatant(fighters[id], id) for id in able}
    line = sorted((id for id in able if fighters[id].get(PLACE)), key=lambda id: fighters[id][PLACE])
    for id in sorted((id for id in able if id not in line), key=key):
        later = (at for at, other in enumerate(line) if fighters[other].get(PLACE) and total(other) < total(id))
        line.insert(next(later, len(line)), id)
    return line


# ---- what holds for somebody ----

Toned = tuple[tuple[Tone, tuple[str, ...]], ...]  # marks that are shown in their order
SHOWN: Toned = (
    ("due", ("prone", "immobilised", "disarmed")),
    ("bad", ("helpless", "ambushed", "on_fire")),
    ("", ("alert", "fleeing", *COVERS)),
    ("bad", ("decompensating", "temp_mad", "indef_mad", "perm_mad")),
)
UNTIL_TURN: Toned = (
    ("", ("full_defence", "defensive", "assessing")),
    ("due", ("charging", "shocked")),
    ("bad", ("violently_shocked",)),
)
WEIGHS = {-3: "half", -6: "quarter"}  # D100-HEALTH-04


def conditions(fighter: Content, round: int) -> list[Condition]:
    """What holds for somebody: their body first, then how they stand, then their mind."""
    condition, caught = str(fighter.get("condition", "ok")), is_in(fighter, "surprised")
    own = [Condition(condition, tone="bad")] if condition != "ok" else []
    if condition == "dead":
        return own
    weight = WEIGHS.get(fighter.get("wound_penalty", 0), "")
    biters, partners, awaited = (tuple(people_in(fighter, one)) for one in ("bitten_by", "grappling", "prepared"))
    states = (
        (is_drained(fighter), Condition("no_pm", tone="bad")),
        (weight, Condition(weight, tone="bad")),
        (caught, Condition("surprised", until="round")),
        (is_in(fighter, "flat_footed") and not caught, Condition("flat_footed", until="acts", tone="")),
        (fighter.get("strangle_round"), Condition("strangled", tone="bad")),
        (fighter.get("disease"), Condition("disease", tone="bad")),
        (biters, Condition("bitten_by", biters, tone="bad")),
        (fighter.get("clouded"), Condition("clouded", tone="bad")),
        (fighter.get("flesh_ward"), Condition("flesh_ward", tone="")),
        (is_in(fighter, "grappling"), Condition("grappling_with" if partners else "grappling", partners)),
        (fighter.get("prepared"), Condition("prepared_for" if awaited else "prepared", awaited, "turn", tone="")),
        *((fighter.get(key), Condition(key, until="turn", tone=tone)) for tone, keys in UNTIL_TURN for key in keys),
        *((fighter.get(key), Condition(key, tone=tone)) for tone, keys in SHOWN for key in keys),
    )
    return [*own, *(one for holds, one in states if holds)]


CIRCUMSTANCES = (
    *("surprised", "flat_footed", "shocked", "violently_shocked", "prone", "grappling", "immobilised", "helpless"),
    *("disarmed", "fleeing", "full_defence", "defensive", "prepared", *COVERS),
)


def defences(procedure: str, given: Content, target: Content) -> list[Defence]:
    """Whoever does nothing else may defend themselves with all they have (D100-MODE-01)."""
    defence, able = given.get("defence"), not out_reason(target) and not target.get("full_defence")
    return [Defence("full_defence", {"defence": defence + FULL})] if able and isinstance(defence, int) else []


release = let_go(lambda one, other: left_on(one, state_of(one).free_of(other)))

FIGHTING = Fighting(
    simultaneous=False,
    waiting="D100-MODE-05",
    turns=TURNS,
    befalls=("jet_test",),  # of a body, or of luck
    marks=(*InFight.__struct_fields__, "alert"),
    holds=Holds(
        ("grappling", "pinned_by", "strangled_by", "bitten_by", "immobilised"), holds_among, release, hold_lasts
    ),
    ending=("alert",),  # whoever has had a turn has moved or fought (D100-CBT-04)
    opening=("surprised",),
    on_entry=("flat_footed",),
    once=(TOTAL, RANK, PLACE, "disarmed", "away"),  # D100-CBT-02, D100-SPEC-03
    of_turn=(
        *("shocked", "violently_shocked", "charging", "prone", "weapon_in_hand", "weapon_drawn", "discharged"),
    ),  # D100-HEALTH-03, D100-SPEC-02
    begins=lambda fighter: left_on(fighter, state_of(fighter).begun()),
    circumstances=CIRCUMSTANCES,
    exclusive=(tuple(COVERS), ("full_defence", "defensive"), ("shocked", "violently_shocked")),
    bars=bars,
    order=order,
    out=out_reason,
    gone=is_dead,
    conditions=conditions,
    distance=Distance(STANDS, band, BANDS, STEPS, cover="cover_three_quarters", left_behind=tuple(COVERS)),
    start=Start("start_combat", "combatants", TOTAL),
    budget=Budget(LEFT, turn_budget, cost, OWED, counts=COUNTED),
    # whoever comes round has their place again
    reorder_now=("start_combat", "wake_up", "end_round", "first_aid", "spend_destiny"),
    reorders={"delay": ("order", "name"), "prepare": ("order", "name")},
    place=PLACE,
    reactions=("prepare", "opportunity_attack"),
    reacts=reacts,
    everyone=("san_check", "jet_test"),
    granted=("opportunity_attack",),
    reset_after_fight={"strangle_round": 0, "strangle_failed": False},  # no hold outlives the fight
)
