"""What people are able to do: the dead, the senseless, the mad and the held, whoever plays them (HEALTH)."""

from gardien.core.fighting import Bar, Content, bar_act
from gardien.core.scene import Being, in_fight
from gardien.systems.d20d100.rules.fight.standing import STUNNED, is_dead, is_drained, is_in, out_reason, symptoms
from gardien.systems.d20d100.table.fight import ATTACKS, HANDIWORK, PEACEFUL, TURNS

THROWN_FOR = ("jet_test", "characteristic_test", "d100_multiplier_test")  # the body's or luck's own: nobody does them
WITS = (
    *("opposed_test", "record_passive", "oppose_recorded", "take_10", "take_20", "synergy_test", "cooperate"),
    *("memorise", "recall", "mythos_test", "alert", "read_tome", "learn_spell", "psychic_power"),
    *("treat_madness", "calm_decompensation", "assess"),
)
CHASES = ("pursuit_round", "vehicle_pursuit_round")
MOVES = ("effort_round", "sprint", *CHASES, "silent_hold", "opportunity_attack")
ACTS = frozenset((*TURNS, *ATTACKS, *WITS, *MOVES)) - set(THROWN_FOR)
FOR_THE_DEAD = ("spend_destiny", "award_xp", "tick_box", "spend_xp", "change_characteristic", "body_state")
QUARTER = -6  # the penalty of whoever has a quarter of their PV left, and runs no more
STANCES = ("full_defence", "defensive_fighting", "prepare")
WRESTLES = frozenset(("grapple_manoeuvre",))
NOT_IN_FIGHTS = {  # what a fight leaves no time for (D100-XP-06, D100-TEST-11)
    "spend_xp": ("in_play", "D100-XP-06"),
    "take_20": ("no_time_for_twenty", "D100-TEST-11"),
}
RULES = {"perm_mad": "D100-SAN-05", "no_pm": "D100-MISS-10", "unconscious": "D100-TEMP-02", "dead": "D100-HEALTH-02"}


ON_ONES_FEET = ("walk", "climb", "run", "climb_fast", "charge")


def out_of_reach(being: Being, procedure: str, asked: Content) -> Bar | None:
    """Whoever lies on the ground stands up before they go anywhere (D100-CBT-11)."""
    goes = procedure in ("charge", "sprint") or (procedure == "take_action" and asked.get("action") in ON_ONES_FEET)
    return bar_act(procedure, "prone", "D100-CBT-11") if goes and being.get("prone") else None


def beyond(target: Being) -> Bar | None:
    """Nobody wrestles with the dead, disarms or finishes them off (D100-HEALTH-02)."""
    return bar_act("", "dead", "D100-HEALTH-02") if is_dead(target) else None


def cannot(being: Being, procedure: str) -> Bar | None:
    """Why somebody's state bars an act to them."""
    why = out_reason(being)
    if why and (procedure not in FOR_THE_DEAD if why == "dead" else procedure in ACTS):
        why = "no_pm" if why == "unconscious" and is_drained(being) else why
        return bar_act(procedure, why, RULES.get(why, "D100-HEALTH-06"))
    shows = symptoms(being)
    for one in (one for one in STUNNED if one in shows and procedure in ACTS):
        return bar_act(procedure, one, "D100-MISS-09")
    if "frozen" in shows and procedure in {*ATTACKS, *MOVES, "take_action"}:
        return bar_act(procedure, "frozen", "D100-MISS-09")
    if procedure in NOT_IN_FIGHTS and in_fight(being):
        reason, rule = NOT_IN_FIGHTS[procedure]
        return bar_act(procedure, reason, rule)
    for stance, rule in PEACEFUL.items() if procedure in ATTACKS else ():
        if being.get(stance):
            return bar_act(procedure, stance, rule)
    if procedure == "sprint" and being.get("wound_penalty", 0) <= QUARTER:
        return bar_act(procedure, "cannot_run", "D100-HEALTH-04")
    if is_in(being, "helpless") and procedure in ACTS - set(WITS):
        return bar_act(procedure, "helpless", "D100-SPEC-05")
    if is_in(being, "surprised") and procedure in {*ATTACKS, *MOVES, "take_action", "reload"} and being.scene.fight:
        return bar_act(procedure, "surprised", "D100-CBT-08")
    if being.get("immobilised") and procedure in {*ATTACKS, *MOVES, *HANDIWORK, *STANCES, "take_action"} - WRESTLES:
        return bar_act(procedure, "immobilised", "D100-GRAP-03", tuple(being.get("pinned_by") or ()))
    return None
