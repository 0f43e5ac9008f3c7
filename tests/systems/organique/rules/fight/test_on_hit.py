"""What each action does where it lands (ACT-02 to ACT-21, ARM-05, ARM-06, M6, MON-01)."""

import pytest

from gardien.core.inputs import parse
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.fight.attack import declared_acts
from gardien.systems.organique.rules.fight.attack_modifiers import with_striking_weapon
from gardien.systems.organique.rules.fight.declared import ActionGiven
from gardien.systems.organique.rules.fight.on_hit import NO_TOLL, Toll, after_tolls, cuts_of, land
from gardien.systems.organique.rules.person import state_of
from systems.organique.people import HOUSE, person, played

SEEN = frozenset(("layers_hit", "save", "shortfall"))
BLADE = {"name": "blade", "group": "knife", "bs": 2, "c": 0.5}
CLUB = {"name": "club", "group": "club", "c": 3}
SAND = {"name": "sand", "group": "other", "harmless": True, "sight": "total", "sight_die": "d6_turns"}
POISONED = BLADE | {"coating": "blade_poison"}
VEST = {"armour": [{"name": "vest", "ia": 8, "bs": 2, "c": 0.5}]}
ROBOT = {"kind": "machine", "structure": 10}


def landed(action, margin=5, dice=(), victim=None, options=HOUSE, seen=SEEN, **fields):
    """What an action comes to that hit by this margin, and whom it leaves."""
    one, other = person(), person(**(victim or {}))
    attack, _, _ = declared_acts(parse(ActionGiven, {"action": action, **fields}), one, other)
    attack = with_striking_weapon(attack, one, options)
    result = played(land, attack, other, margin, options, seen, "", "victim", dice=dice)
    return result, after_tolls(other, (result.toll,), options)


def damage(*args, **fields):
    toll = landed(*args, **fields)[0].toll
    return toll.bs / 2, toll.c / 2


# ---- actions that wound ----


@pytest.mark.parametrize(
    ("action", "bare", "armoured"),
    [
        ("strike", (2, 0.5), (0, 0)),
        ("shoot", (2, 0.5), (0, 0)),
        ("easy_strike", (1, 0), (0, 0)),
        ("vital_blade", (4, 0.5), (0, 0)),
        ("vital_mass", (2, 1), (0, 0)),
        ("stomp", (4, 1), (2, 0.5)),
        ("slash", (0.5, 0), (0, 0)),
        ("push", (0, 1), (0, 0.5)),
        ("headbutt", (0, 1), (0, 0.5)),
        ("throw", (0, 1), (0, 0.5)),
    ],
)
def test_what_is_taken_from_reserves(action, bare, armoured):  # ORG-ACT-09, 13 to 20, M6
    fields = {"weapon": BLADE, "dice": (20,) if action in ("slash", "push", "headbutt") else ()}
    assert damage(action, **fields) == bare
    dice = (20,) if action in ("push", "headbutt") else ()
    assert damage(action, victim=VEST, weapon=BLADE, dice=dice) == armoured
    assert damage(action, margin=9, victim=VEST, **fields) == bare
    assert damage(action, victim=VEST, bypass_armour=True, **fields) == bare


@pytest.mark.parametrize(
    "action",
    ["stun", "low_blow", "knock_out", "blind", "maim", "disabling_shot", "disarm", "sweep", "tackle", "hold", "lock",
     "strangle", "wrestle", "feint"],
)  # fmt: skip
def test_the_others_take_nothing(action):
    asks = action in ("stun", "low_blow", "knock_out", "tackle", "feint")
    result, after = landed(action, weapon=CLUB, dice=(20,) if asks else ())
    assert (result.toll.bs, result.toll.c) == (0, 0)
    assert after.body.wounds == ()


def test_bursts_and_two_weapons_are_one_blow():  # ORG-MOD-04, ORG-MOD-09
    gun = {"name": "gun", "group": "handgun", "bs": 3, "rate": 3}
    result, after = landed("shoot", weapon=gun, shots=3, victim=VEST)
    assert (result.toll.bs, len(after.body.wounds)) == (6, 1)
    both, _ = landed("strike", weapon=BLADE, second_weapon=CLUB, victim=VEST)
    assert (both.toll.bs, both.toll.c, both.layers) == (0, 5, ("vest",))


def test_piercing():  # ORG-ARM-04: doubled after the cap
    sword = {"name": "sword", "group": "sword", "bs": 2, "pa": 3}
    assert damage("strike", victim=VEST, weapon=sword) == (1, 0)
    assert damage("vital_blade", victim=VEST, weapon=sword) == (2, 0)
    pick = {"name": "pick", "group": "knife", "bs": 1, "pa": 3}
    assert damage("slash", victim=VEST, weapon=pick, dice=(20,)) == (0.5, 0)


def test_water_takes_the_force_out_of_it():  # ORG-MOD-14
    assert damage("strike", weapon=BLADE, in_water=True) == (0.5, 0)
    assert damage("vital_blade", weapon=BLADE, in_water=True) == (0.5, 0)
    assert damage("strike", weapon=BLADE, second_weapon=CLUB, in_water=True) == (0.5, 0)
    assert landed("knock_out", weapon=CLUB, in_water=True)[0].effect is False


def test_thrown_objects():  # ORG-WPN-06
    assert damage("throw_object", kg=4) == (0, 2)
    assert landed("throw_object", kg=0.3)[0].effect is False


def test_dirt_is_noted():  # ORG-DMG-12
    _, after = landed("strike", weapon=BLADE, dirty=True)
    assert after.body.wounds[0].dirty


# ---- what the effect needs ----


@pytest.mark.parametrize(
    ("action", "weapon", "effect"),
    [
        ("stun", BLADE, False), ("stun", CLUB, True), ("low_blow", BLADE, False), ("low_blow", CLUB, True),
        ("stun", SAND, True), ("blind", BLADE, False), ("blind", SAND, True), ("blind", CLUB, True),
        ("maim", BLADE, False), ("maim", CLUB, True), ("maim", SAND, False), ("knock_out", {"c": 1}, False),
        ("knock_out", {"c": 1.5}, True), ("slash", BLADE, False), ("push", BLADE, True), ("throw", BLADE, True),
        ("disarm", BLADE, True), ("headbutt", BLADE, True),
    ],
)  # fmt: skip
def test_armour_cancels_effects(action, weapon, effect):  # ORG-ARM-05
    victim = {"armour": [{"name": "vest", "ia": 8, "bs": 2, "c": 0.5}]}
    dice = {"blind": (3,) if weapon is SAND else (), "knock_out": (20,), "maim": (), "throw": (), "disarm": ()}
    result, after = landed(action, weapon=weapon, victim=victim, dice=dice.get(action, (20,)) if effect else ())
    assert result.effect is effect
    if not effect:
        assert after == person(**victim)


def test_a_headbutt_against_a_helmet():  # M6: nothing passes, no save
    result, after = landed("headbutt", victim={"armour": [{"name": "helmet", "ia": 20, "c": 4}]}, margin=30)
    assert (result.effect, result.layers, after.body.lose_action) == (False, ("helmet",), False)


# ---- saves ----


@pytest.mark.parametrize(("action", "difficulty"), [("stun", 20), ("low_blow", 25), ("headbutt", 20), ("blind", 20)])
def test_stun_bounds(action, difficulty):  # ORG-ACT-12: opposed, 1 to 10, 11 and more
    bleach, victim = CLUB | {"also_stuns": True}, {"VOL": difficulty - 10}
    for die, expected in ((18, (False, False)), (17, (True, False)), (8, (True, False)), (7, (True, True))):
        result, after = landed(action, 8, (die,), victim, weapon=bleach)
        assert (result.toll.lose_action, result.toll.lose_reaction) == expected, die
        assert (after.body.lose_action, after.body.lose_reaction) == expected
        assert (result.save.kind, result.shortfall) == ("stun", 18 - die)
        coarse, _ = landed(action, 8, (die,), victim, seen=frozenset(), weapon=bleach)
        assert coarse.toll == result.toll


def test_a_stun_measured_by_its_difficulty():  # option stun_fail_vs_difficulty
    house = Options(stun_fail_vs_difficulty=True)
    for margin, die, vol, expected in ((12, 9, 10, False), (12, 5, 5, False), (0, 4, 5, True), (12, 4, 5, True)):
        victim = {"VOL": vol}
        for seen in (SEEN, frozenset(), frozenset(("shortfall",))):
            result, _ = landed("stun", margin, (die,), victim, house, seen, weapon=CLUB)
            assert (result.toll.lose_action, result.toll.lose_reaction) == (True, expected)


def test_a_natural_twenty_reaches_the_difficulty_only():  # ORG-SAVE-02, ORG-ODDS-03
    result, _ = landed("stun", 12, (20,), {"VOL": 0}, weapon=CLUB)
    assert (result.save.margin, result.shortfall, result.toll.lose_action) == (1, 11, True)


def test_numbness_helps():  # ORG-TEST-10
    numb = {"doses": [{"poison": "blade_poison", "onset": 0}]}
    assert landed("stun", 5, (8,), numb, weapon=CLUB)[0].save.total == 25


def test_a_slash_hurts_by_its_margin():  # ORG-ACT-13: the save is not opposed
    failed, after = landed("slash", 7, (9,), weapon=BLADE)
    assert (failed.toll.pain, after.body.suffering, bool(failed.shortfall)) == (7, (7,), False)
    assert landed("slash", 7, (10,), weapon=BLADE)[1].body.suffering == ()
    assert landed("slash", 0, (9,), weapon=BLADE)[1].body.suffering == ()


def test_a_push():  # ORG-ACT-09
    result, after = landed("push", 4, (9,), VEST, weapon=CLUB)
    assert (result.steps, after.body.prone, result.save.kind) == (4, True, "balance")
    assert landed("push", 0, (10,), weapon=CLUB)[0].steps == 0
    assert landed("push", 4, (10,), weapon=CLUB)[1].body.prone is False
    judoka = {"combat_skills": {"judo": 2}}
    assert landed("push", 4, (2,), judoka, weapon=CLUB)[1].body.prone is False  # M5: balance +8


def test_a_tackle_is_opposed():  # ORG-ACT-17
    assert landed("tackle", 6, (16,))[1].body.prone is False
    assert landed("tackle", 6, (15,))[1].body.prone is True
    assert landed("tackle", 6, (), {"end_now": 0})[1].body.prone is True  # ORG-END-06: fails without a die


def test_a_knock_out():  # ORG-ACT-11
    for margin, die, turns in ((9, 1, 9), (0, 1, 1)):
        result, after = landed("knock_out", margin, (die,), {"VOL": 5, "END": 4}, weapon=CLUB)
        assert (result.toll.unconscious, after.body.prone, after.body.fresh) == (turns, True, ("unconscious",))
    assert landed("knock_out", 9, (9,), {"VOL": 10, "END": 10}, weapon=CLUB)[0].toll.unconscious == 0
    halved = Options(ko_save_average=True)
    assert landed("knock_out", 9, (9,), {"VOL": 10, "END": 10}, halved, weapon=CLUB)[0].toll.unconscious == 9


def test_damage_to_the_brain():  # ORG-ACT-11: whatever the save gave; excess from INC
    result, after = landed("knock_out", 10, (20, 6), weapon=CLUB, brain_damage=True, victim={"END": 20})
    assert (result.toll.blood, after.body.sng, after.body.inc, after.body.wounds) == (12, 0, 4, ())
    assert landed("knock_out", 9, (20,), weapon=CLUB, brain_damage=True, victim={"END": 20})[0].toll.blood == 0
    assert landed("knock_out", 10, (20,), weapon=CLUB, victim={"END": 20})[0].toll.blood == 0


def test_no_save_of_the_fallen():  # ORG-SAVE-01
    assert landed("stun", weapon=CLUB, victim={"inc": 0})[0].effect is True
    assert landed("slash", weapon=BLADE, victim={"sng": 0, "inc": 0.5})[1].dying
    assert landed("stun", weapon=CLUB, victim={"dead": True})[1] == person(dead=True)


# ---- the rest ----


def test_the_blind_are_not_blinded():  # ORG-MON-03: no die, no pain
    bleach = SAND | {"also_stuns": True}
    result, after = landed("blind", 8, weapon=bleach, victim={"blind": True})
    assert (result.effect, result.toll.sight, after.body.lose_action) == (False, "none", False)
    _, after = landed("blind", dice=(4,), weapon=SAND, victim={"one_eyed": True})
    assert after.body.blind


def test_blindness():  # ORG-ACT-02, ORG-WPN-07
    result, after = landed("blind", dice=(4,), weapon=SAND)
    assert (result.duration, result.toll.sight, after.body.blind, after.body.one_eyed) == (4, "total", True, False)
    result, after = landed("blind", weapon=BLADE)
    assert (result.toll.sight, after.body.blind, after.body.one_eyed) == ("partial", False, True)
    bleach = SAND | {"also_stuns": True, "sight_die": "d6_minutes"}
    result, after = landed("blind", 8, (2, 1), weapon=bleach)
    assert (result.duration, after.body.blind, after.body.lose_action) == (2, True, True)


@pytest.mark.parametrize(
    ("bs", "aimed_at", "limb"), [(0.5, "arm", "hand"), (0.5, "leg", "foot"), (1, "arm", "arm"), (1, "leg", "leg")]
)
def test_limbs(bs, aimed_at, limb):  # ORG-ACT-03, ORG-DMG-03
    for action in ("maim", "disabling_shot"):
        _, after = landed(action, weapon={"name": "x", "group": "knife", "bs": bs}, aimed_at=aimed_at)
        assert (after.body.limbs_disabled, after.body.one_leg) == ((limb,), limb == "leg")


def test_nobody_has_three_arms():
    _, after = landed("maim", weapon=BLADE, victim={"limbs_disabled": ["arm", "arm"]})
    assert after.body.limbs_disabled == ("arm", "arm")


def test_maiming_may_wound_too():  # option maim_also_damages
    _, after = landed("maim", weapon=BLADE, options=Options(maim_also_damages=True))
    assert (after.body.sng, after.body.cps) == (4, 7)


@pytest.mark.parametrize("action", ["sweep", "throw"])
def test_somebody_falls_without_a_save(action):  # ORG-ACT-10, M6
    result, after = landed(action)
    assert (after.body.prone, result.steps) == (True, 1 if action == "throw" else 0)


def test_a_feint():  # M6: PER against 20, opposed, no luck
    assert landed("feint", 5, (15,))[0].effect is False
    fooled, _ = landed("feint", 5, (14,))
    assert (fooled.effect, fooled.save.kind, fooled.shortfall) == (True, "feint", 1)
    assert landed("feint", 12, (20,), {"PER": 10})[0].effect is True
    assert landed("feint", 12, (20,), {"PER": 0})[0].save.auto == "none"
    assert landed("feint", 5, (), {"unconscious_turns": 2})[0].effect is False


@pytest.mark.parametrize(
    ("action", "delivered"),
    [("strike", True), ("easy_strike", True), ("stun", True), ("slash", True), ("maim", True), ("blind", True),
     ("disarm", False), ("sweep", False), ("push", False), ("hold", False), ("tackle", False)],
)  # fmt: skip
def test_coatings(action, delivered):  # ORG-ARM-06
    asks = action in ("stun", "slash", "push", "tackle")
    result, after = landed(action, weapon=POISONED, dice=(20,) if asks else ())
    assert bool(result.toll.poisons) is delivered
    assert len(after.body.doses) == delivered
    if action in ("strike", "easy_strike", "stun", "slash"):
        assert landed(action, victim=VEST, weapon=POISONED)[0].toll.poisons == ()


def test_a_halved_scratch_poisons_all_the_same():  # ORG-ARM-06
    thorn = {"name": "thorn", "group": "knife", "bs": 0.5, "coating": "blade_poison"}
    result, _ = landed("easy_strike", weapon=thorn)
    assert (result.effect, result.toll.bs, result.toll.poisons) == (False, 0, ("blade_poison",))


def test_two_poisoned_blades():
    result, _ = landed("strike", weapon=POISONED, second_weapon=POISONED)
    assert result.toll.poisons == ("blade_poison", "blade_poison")


@pytest.mark.parametrize("action", ["stun", "low_blow", "knock_out", "headbutt", "strangle", "feint"])
def test_machines_feel_nothing(action):  # ORG-MON-01, ORG-MON-03
    result, after = landed(action, 12, victim=ROBOT, weapon=CLUB, brain_damage=True)
    assert (result.effect, result.toll, result.layers, after) == (False, NO_TOLL, (), person(**ROBOT))


def test_machines_are_damaged_and_fall():  # ORG-MON-01
    _, after = landed("slash", 9, victim=ROBOT, weapon=POISONED)
    assert (after.body.structure, after.body.suffering, after.body.doses) == (19, (), ())
    _, after = landed("push", 3, (5,), ROBOT, weapon=CLUB)
    assert (after.body.structure, after.body.prone) == (18, True)
    assert landed("blind", 8, (2,), ROBOT, weapon=SAND | {"also_stuns": True})[1].body.blind


def test_damage_first_then_the_rest():
    blow, down = Toll(bs=8, lose_action=True, poisons=("blade_poison",)), Toll(c=1, prone=True)
    after = after_tolls(person(SNG=4, INC=4), (blow, down), HOUSE)
    state = state_of(after)
    assert (state.sng, state.inc, state.prone, state.lose_action, len(state.doses)) == (0, 3, True, True, 1)


# ---- how coarse ----


def test_margins_are_told_apart_as_far_as_they_matter():
    other = person(armour=[{"name": "a", "ia": 10}, {"name": "b", "ia": 7}, {"name": "c", "ia": 20}])

    def cuts(action, **fields):
        return cuts_of(declared_acts(parse(ActionGiven, {"action": action, **fields}), person(), other)[0], other)

    assert cuts("strike") == cuts("blind") == (0, 8, 11)
    assert cuts("sweep") == cuts("hold") == (0,)
    for action in ("stun", "slash", "push", "knock_out", "tackle", "feint", "headbutt", "low_blow"):
        assert cuts(action) is None
    assert cuts("blind", weapon=SAND | {"also_stuns": True}) is None
    assert cuts("strike", bypass_armour=True) == (0,)


def test_unlooked_at_saves_are_not_told():
    result, _ = landed("stun", 5, (1,), weapon=CLUB, seen=frozenset())
    assert (bool(result.save), bool(result.shortfall), bool(result.layers)) == (False, False, False)
    assert result.toll == Toll(lose_action=True, lose_reaction=True)
