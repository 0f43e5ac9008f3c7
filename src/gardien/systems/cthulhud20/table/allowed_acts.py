"""What a turn holds: an attack and a move, a full round, a partial action; what is barred and why (P-ACT, SHOCK)."""

from collections.abc import Mapping

from gardien.core.fighting import Bar, Content, bar_act, first_reasons
from gardien.core.scene import tally_of
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.rules.fight import state
from gardien.systems.cthulhud20.rules.fight.initiative_and_turns import ON_THE_SPOT, openings, turn_for
from gardien.systems.cthulhud20.table import weapon_use
from gardien.systems.cthulhud20.table.fighter import (
    HAND,
    MOVE_ONLY,
    OUT,
    band,
    combatant,
    conditions_of,
    helpless,
    is_gone,
    out,
    senseless,
    stance_of,
    traditional,
)
from gardien.systems.cthulhud20.table.life import ANALYSED
from gardien.systems.cthulhud20.table.marks import fight_of

STRIKES = ("grapple", "trip", "disarm", "push", "finishing_blow", "grapple_action", "harming_touch")
ATTACKS = ("attack", "full_attack", "attack_traditional", "suppressive_fire", *STRIKES)
GOING_ON = ("full_attack", "attack_traditional")  # one attack of a turn after the other (CD20-ATT-03)
TOUCHES = ("harming_touch", "healing_touch")  # the hand that a spell has made ready (CD20-P-MAG-02)
ENGAGED = (*STRIKES, "healing_touch")  # only at arm’s length
TURNS = tuple(state.COSTS)


# ---- how much time there is ----


def whole(fighter: Content, others: Mapping[str, Content], round: int, options: Content) -> int:
    """What a turn is worth: nothing for the senseless and the surprised, one action after a shock (CD20-P-ACT-01)."""
    if out(fighter):
        return state.NOTHING
    surprise = round == 1 and any("surprised" in conditions_of(one) for one in others.values())
    up = {name: value for name, value in fighter.items() if name != "floored"}  # the turn that is reckoned ends that
    return min(state.turn_worth(combatant(up), surprise), state.ONE if fighter.get("choking") else state.ALL)


def cost(procedure: str, given: Content, outcome: Content, fighter: Content) -> int:
    """What an act has taken of the turn; a refused one took nothing (CD20-P-ACT-03, CD20-P-GUN-05)."""
    left = int(fighter.get("actions_left", state.ALL))
    if outcome.get("refused") or outcome.get("allowed") is False:
        return state.NOTHING
    if fighter.get("attacks_made") and procedure in GOING_ON:  # a full attack was paid with its first one
        return min(left, state.MOVE)
    if fighter.get(HAND) and procedure in TOUCHES:  # the casting was paid
        return state.NOTHING
    if procedure == "cast_spell":
        return state.price_of_spell(given["spell"], given.get("amount", 1))
    if procedure == "movement":
        return min(left, _price_of_going(given.get("mode", ""), left, fighter))
    charging = state.CHARGING in (given.get("situation") or ())
    return state.price_of(procedure, left, loading=outcome.get("action", "free"), charging=charging)


def _price_of_going(mode: str, left: int, fighter: Content) -> int:
    """A step is free in a turn without other movement: beside one, or in a partial action, it is a move (P-ACT-01)."""
    kept = fight_of(fighter)
    if mode == "step":
        return state.price_within(state.MOVE if kept.moved or kept.stepped or _is_partial(fighter) else 0, left)
    step = state.MOVE if kept.stepped and mode not in ON_THE_SPOT else state.NOTHING
    return step + state.price_within(state.MOVING.get(mode, state.MOVE), left)


def _is_partial(fighter: Content) -> bool:
    """Whether a turn is no more than one action: after a shock, in gas, for the slow (CD20-P-ACT-01)."""
    shaken = fighter.get("shaken_now") == "partial" or fighter.get("choking")
    return bool(shaken) or state.turn_worth(combatant(fighter)) == state.ONE


def reacts(fighter: Content, others: Mapping[str, Content], round: int, options: Content) -> list[str]:
    """In somebody else’s turn: what was kept ready, a blow at whoever drops their guard (CD20-P-ACT-03, -04)."""
    return [*_kept(fighter, others), *_openings(fighter, others, options)]


def _kept(fighter: Content, others: Mapping[str, Content]) -> list[str]:
    """What was kept ready is one action: an attack, a hold, a spell that takes no longer (CD20-P-ACT-03)."""
    if not fighter.get("readied") or out(fighter) or fighter.get("shock_next_turn") == "skip":
        return []
    barred = [
        *_bars_without_sense(fighter, others),
        *_bars_of_weapons(fighter, others),
        *_bars_of_reach(fighter, others),
    ]
    closed = {bar.value for bar in barred} | {act for act in TURNS if cannot(fighter, act)}
    return [act for act in TURNS if state.COSTS[act] == state.ONE and act not in closed and act != "ready"]


def _openings(fighter: Content, others: Mapping[str, Content], options: Content) -> list[str]:
    """A blow at whoever drops their guard within reach (CD20-P-ACT-04)."""
    if options.get("attacks_of_opportunity") is False or not able_to_strike(fighter):
        return []
    return ["opportunity"] if _enemies_near(fighter, others) else []


def able_to_strike(fighter: Content) -> bool:
    """Whether somebody has a free attack left, and the senses for it (CD20-P-ACT-04)."""
    if out(fighter) or "pv" not in fighter:
        return False
    who = combatant(fighter)
    return turn_for(who)[0] not in ("none", "move") and fight_of(fighter).openings_used < openings(who)


def _enemies(fighter: Content, others: Mapping[str, Content]) -> list[Content]:
    return [one for one in others.values() if one.get("side") != fighter.get("side") and not is_gone(one)]


def _enemies_near(fighter: Content, others: Mapping[str, Content]) -> bool:
    return any(not band(fighter, one) for one in _enemies(fighter, others))


# ---- what is barred ----


# What the rule itself answers for whoever cannot act: it is asked, and says so.
ANSWERED = ("attack", "full_attack", "attack_traditional", "cleave", "finishing_blow", "care", "cast_spell")
OTHER_ACTS = ("opposed_check", "chase", "surgery", "long_term_care", "explosion", "study_tome")
WITH_SENSES = (*(one for one in TURNS if one not in (*ANSWERED, "check")), *OTHER_ACTS)
OF_THE_LIVING = (
    *(*WITH_SENSES, "check", "save", "faint_save", "stabilise", "sanity_check", "sanity_collapse", "regain_sanity"),
    *("psychoanalysis", "take_feat", "award_experience", "begin_turn", "healing_touch", "harming_touch"),
)
MORE_THAN_A_MOVE = tuple(one for one in TURNS if state.COSTS[one] > state.MOVE)
WITH_HANDS = (*(one for one in ATTACKS if one != "grapple_action"), "reload", "clear_jam", "take_aim")


def cannot(being: Content, procedure: str) -> Bar | None:
    """What the dead, the senseless, the mad, the held and the armless cannot do, whoever asks; the first reason."""
    why = senseless(being)
    if why == "dead":
        return bar_act(procedure, "dead", "CD20-HP-04") if procedure in OF_THE_LIVING else None
    own_answer = procedure in ANSWERED and why in OUT  # the rule says so itself
    acts = procedure in (*WITH_SENSES, *ANSWERED) and not own_answer
    if why and (acts or (procedure == "check" and why not in ("stunned", "no_action"))):
        return bar_act(procedure, why, "CD20-COND-02" if why in ("stunned", "unconscious") else "CD20-P-COND-01")
    if (
        procedure in WITH_HANDS
        and not weapon_use.hands_of(being)
        and all(one.can_fall or one == state.FISTS for one in weapon_use.lines_of(being))
    ):
        return bar_act(procedure, "no_arm", "CD20-P-WOUND-01")
    if procedure in TURNS and being.get("readied") and being.get("shock_next_turn") == "skip":
        return bar_act(procedure, "violently_shocked", "CD20-SHOCK-02")
    held = conditions_of(being)
    if procedure in MORE_THAN_A_MOVE and set(MOVE_ONLY) & set(held):
        return bar_act(procedure, "only_move", "CD20-P-COND-01")
    if "pinned" in held and procedure in (*WITH_HANDS, "movement"):
        return bar_act(procedure, "pinned", "CD20-P-GRAP-01")
    if "grappling" in held and procedure == "movement":
        return bar_act(procedure, "grappling", "CD20-P-GRAP-01")
    if procedure == "reload" and (loads := weapon_use.loadable(being)):
        if not any(one.is_short for one in loads):
            return bar_act(procedure, "full", "CD20-P-GUN-05")
        if weapon_use.lacks_magazines(being):
            return bar_act(procedure, "no_spare", "CD20-P-GUN-05")
    if procedure == "drowning" and "drowning" in (being.get("immunities") or ()):
        return bar_act(procedure, "breathes_water", "CD20-P-CREA-03")
    if procedure == "psychoanalysis" and ANALYSED in tally_of(being):
        return bar_act(procedure, "analysed", "CD20-P-SAN-06")
    return None


def out_of_reach(being: Content, procedure: str, asked: Content) -> Bar | None:
    """What takes a whole turn that is gone; spells not learnt, touches not ready (P-ACT-03, P-MAG-01, P-MAG-02)."""
    known = being.get("spells_known")
    left = being.get("actions_left", state.ALL)
    if procedure == "movement" and _price_of_going(str(asked.get("mode")), left, being) > left:
        return bar_act(procedure, "no_time", "CD20-P-ACT-01")
    if left < state.ALL and _takes_all(procedure, asked):
        return bar_act(procedure, "no_time", "CD20-P-ACT-03")
    if procedure == "cast_spell" and known is not None and asked.get("spell") not in known:
        return bar_act(procedure, "not_learnt", "CD20-P-MAG-01")
    return bar_act(procedure, "not_cast", "CD20-P-MAG-02") if procedure in TOUCHES and not being.get(HAND) else None


def _takes_all(procedure: str, asked: Content) -> bool:
    """A charge, and spells that take a full round or more, begin with a whole turn (CD20-P-ACT-03, CD20-P-MAG-01)."""
    spell, situation = str(asked.get("spell")), asked.get("situation")  # as they came: nobody has read them yet
    if procedure == "cast_spell" and spell in pack.live("minds", "spell"):
        return state.price_of_spell(spell, 1) >= state.ALL
    return procedure in ATTACKS and isinstance(situation, list | tuple) and state.CHARGING in situation


def bars(fighter: Content, others: Mapping[str, Content], round: int, options: Content) -> list[Bar]:
    """What somebody cannot do with this turn, and why; the first reason counts."""
    all_bars = [
        *_bars_without_sense(fighter, others),
        *_bars_of_time(fighter, others, round, options),
        *(bar for act in TURNS if (bar := cannot(fighter, act))),
        *_bars_of_weapons(fighter, others),
        *_bars_of_reach(fighter, others),
        *_bars_of_care(fighter, others),
    ]
    return first_reasons(all_bars)


def _bars_without_sense(fighter: Content, others: Mapping[str, Content]) -> list[Bar]:
    """What is not even named: fire without such a weapon, holds nobody is in, blows at bodies that are not there."""
    lines, enemies = weapon_use.lines_of(fighter), _enemies(fighter, others)
    zoned = not enemies or any(not traditional(one) for one in enemies)
    several = len(fighter.get("base_attack") or ()) > 1 or sum(one.count for one in lines if one.bonus is not None) > 1
    rapid = any(len(one.weapon.rate) > 1 for one in lines) or "rapid_shot" in (fighter.get("feats") or ())
    named = {
        "attack": zoned,
        "attack_traditional": any(traditional(one) for one in enemies),
        "full_attack": zoned and (several or rapid),
        "take_aim": any(one.weapon.is_ranged for one in lines),
        "suppressive_fire": any(weapon_use.fits("suppressive_fire", one) for one in lines),
        "grapple_action": "grappling" in conditions_of(fighter),
        "grapple": "grappling" not in conditions_of(fighter),
        "finishing_blow": any("pv" in one and helpless(one) for one in enemies),
        "cleave": bool(fighter.get("brought_down")),
        "reload": bool(weapon_use.loadable(fighter)),
        "clear_jam": any(one.jammed for one in lines),
        "cast_spell": bool(fighter.get("spells_known")),
        **dict.fromkeys(TOUCHES, bool(fighter.get(HAND))),
        "extinguish": bool(fighter.get("burning")),
        "revive": any(one.get("drowning_failed") for one in others.values()),
    }
    return [Bar("action", act) for act, sensible in named.items() if not sensible]


def _bars_of_time(fighter: Content, others: Mapping[str, Content], round: int, options: Content) -> list[Bar]:
    """An attack and a move, or a full round (CD20-P-ACT-01)."""
    most = whole(fighter, others, round, options)
    left = fighter.get("actions_left", most)
    if fighter.get("shaken_now") == "skip":
        return [bar_act(act, "violently_shocked", "CD20-SHOCK-02") for act in TURNS]
    if left == most == state.NOTHING and not out(fighter):
        why = "surprised" if "surprised" in conditions_of(fighter) else "no_time"
        return [bar_act(act, why, "CD20-P-ACT-01") for act in TURNS]
    begun = [bar_act("delay", "begun", "CD20-P-ACT-03")] if left < most else []
    if stance_of(fighter) == "total_defence":
        begun += [bar_act(act, "total_defence", "CD20-P-ACT-03") for act in MORE_THAN_A_MOVE]
    going_on = ("movement", *(GOING_ON if fighter.get("attacks_made") else ()), *(TOUCHES if fighter.get(HAND) else ()))
    late = [act for act in TURNS if state.COSTS[act] > left and act not in going_on]
    return [*begun, *(bar_act(act, "no_time", "CD20-P-ACT-01") for act in late)]


def _bars_of_weapons(fighter: Content, others: Mapping[str, Content]) -> list[Bar]:
    """A weapon without cartridges, or jammed, does not fire; from afar fists are no weapon (P-GUN-01, P-GUN-06)."""
    ready = any(
        not weapon_use.unready(fighter, one)
        for one in weapon_use.lines_of(fighter)
        if one != state.FISTS or _enemies_near(fighter, others)
    )
    if ready or weapon_use.lines_of(fighter) == [state.FISTS]:
        return []
    return [bar_act(act, "no_shot", "CD20-P-GUN-01") for act in ("attack", "full_attack", "attack_traditional")]


def _bars_of_reach(fighter: Content, others: Mapping[str, Content]) -> list[Bar]:
    """Hand to hand only where an enemy is within reach (CD20-P-ACT-04)."""
    if not others or _enemies_near(fighter, others):
        return []
    carries = any(one.weapon.is_ranged for one in weapon_use.lines_of(fighter))
    acts = ENGAGED if carries else (*ENGAGED, "full_attack")  # a charge brings one there
    return [bar_act(act, "nobody_near", "CD20-P-ACT-04") for act in acts]


def _bars_of_care(fighter: Content, others: Mapping[str, Content]) -> list[Bar]:
    """Care needs a wound, as far as one is seen (CD20-BLEED-02)."""
    hurt = any(not wound["treated"] for one in (fighter, *others.values()) for wound in one.get("wounds") or ())
    return [] if hurt else [bar_act("care", "nobody_hurt", "CD20-BLEED-02")]
