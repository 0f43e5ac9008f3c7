"""A fight: who acts when, what a turn holds, what is barred and why, where people stand, what its end takes away."""

from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.shared.line import STANDS, farther, nearer
from gardien.systems.cthulhud20.rules.fight.state import ALL, COSTS, MOVE, NOTHING, ONE
from gardien.systems.cthulhud20.table.allowed_acts import TURNS, bars, cost, reacts, whole
from gardien.systems.cthulhud20.table.fight import FIGHTING, conditions, order
from gardien.systems.cthulhud20.table.fighter import STEPS, band, cover_of
from gardien.table import commands as c
from systems.cthulhud20.evening import Evening, person
from systems.table import at

SYSTEM = find("cthulhud20")
PAUL: dict[str, Any] = {**person("paul"), "side": "a"}
JACK: dict[str, Any] = {**person("jack"), "side": "a"}
FOE: dict[str, Any] = {**person("thug"), "side": "b"}


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    result.keep(c.Override(path="group/group_destiny", value=0, reason="essai"))
    result.write(result.paul, destiny_spent=1)
    result.write(result.jack, destiny_spent=9)
    yield result
    result.store.close()


def struck(fighter: dict[str, Any], *others: dict[str, Any], round: int = 2) -> dict[str, str]:
    """Acts that are struck, with their reasons; the senseless ones have none."""
    return {bar.value: bar.why for bar in bars(fighter, dict(enumerate(others)), round, {})}  # type: ignore[arg-type]


# ---- time ----


@pytest.mark.parametrize(
    ("state", "round", "others", "left"),
    [
        ({}, 1, (), ALL),
        ({"surprised": True}, 1, (), NOTHING),
        ({}, 1, ({"surprised": True},), ONE),
        ({}, 2, ({"surprised": True},), ALL),
        ({"shock_next_turn": "partial"}, 2, (), ONE),
        ({"shock_next_turn": "skip"}, 2, (), NOTHING),
        ({"conditions": ["nauseated"]}, 2, (), MOVE),
        ({"conditions": ["helpless"]}, 2, (), NOTHING),
        ({"traits": ["slow"]}, 2, (), ONE),
        ({"hampered_parts": ["torso"]}, 2, (), ONE),
        ({"state": "stunned", "pf": 0}, 2, (), NOTHING),
        ({"insanity": [{"kind": "permanent"}]}, 2, (), NOTHING),
    ],
)
def test_what_a_turn_is_worth(state, round, others, left):
    """CD20-P-ACT-01, CD20-SHOCK-01, CD20-SHOCK-02, CD20-P-SURP-01, CD20-P-COND-01, CD20-P-WOUND-01."""
    assert whole({**PAUL, **state}, dict(enumerate(others)), round, {}) == left


@pytest.mark.parametrize(
    ("act", "inputs", "outcome", "left", "price"),
    [
        ("attack", {}, {}, ALL, ONE),
        ("attack", {}, {}, ONE, ONE),
        ("attack", {}, {"refused": "out_of_range"}, ALL, NOTHING),
        ("attack", {"situation": ["charging"]}, {}, ALL, ALL),
        ("full_attack", {}, {}, ALL, ALL),
        ("movement", {"mode": "move"}, {"allowed": True}, ALL, MOVE),
        ("movement", {"mode": "move"}, {"allowed": True}, ONE, ONE),
        ("movement", {"mode": "move"}, {"allowed": True}, MOVE, MOVE),
        ("movement", {"mode": "step"}, {"allowed": True}, ALL, NOTHING),
        ("movement", {"mode": "stand_up"}, {"allowed": True}, ALL, MOVE),
        ("movement", {"mode": "run"}, {"allowed": True}, ALL, ALL),
        ("movement", {"mode": "run"}, {"allowed": False}, ALL, NOTHING),
        ("reload", {}, {"action": "move_equivalent"}, ALL, MOVE),
        ("reload", {}, {"action": "move_equivalent"}, ONE, ONE),
        ("reload", {}, {"action": "two_full_rounds"}, ALL, 2 * ALL),
        ("cast_spell", {"spell": "voorish_gesture"}, {"cast": True}, ALL, ONE),
        ("cast_spell", {"spell": "wrack"}, {"cast": True}, ALL, ALL),
        ("care", {}, {"success": True}, ALL, ALL),
        ("cleave", {}, {"allowed": True}, MOVE, NOTHING),
    ],
)
def test_what_an_act_takes_of_the_turn(act, inputs, outcome, left, price):
    """CD20-P-ACT-03, CD20-P-GUN-05: an attack and a move, or a full round."""
    assert cost(act, inputs, outcome, {"actions_left": left}) == price


def test_every_act_of_a_turn_has_its_price_and_its_words():
    assert set(COSTS) == set(TURNS)
    for act in (*TURNS, *FIGHTING.reactions):
        assert SYSTEM.terms.entry("act", act) or SYSTEM.terms.entry("procedure", act), act
    for left in range(ALL + 1):
        assert SYSTEM.terms.entry("budget", str(left)), left


# ---- what is barred ----


def test_only_what_makes_sense_is_named():
    """Fire needs such a weapon, holds need a hold, hit points a creature that has them."""
    result = struck(PAUL, FOE)
    absent = {act for act, why in result.items() if not why}
    assert absent >= {"attack_traditional", "suppressive_fire", "grapple_action", "finishing_blow", "clear_jam"}
    assert "attack" not in result
    shoggoth = {"kind": "creature", "damage_mode": "traditional", "hp_current": 5, "side": "b", STANDS: 0}
    result = struck(JACK, shoggoth)
    assert (result["attack"], result["full_attack"]) == ("", "")
    assert "attack_traditional" not in result


@pytest.mark.parametrize(
    ("state", "act", "why"),
    [
        ({"actions_left": MOVE}, "attack", "no_time"),
        ({"actions_left": ONE}, "take_aim", "no_time"),
        ({"surprised": True}, "movement", "surprised"),
        ({"shaken_now": "skip"}, "attack", "violently_shocked"),
        ({"hampered_parts": ["right_arm", "left_arm"]}, "attack", "no_arm"),
        ({"pinned": True}, "attack", "pinned"),
        ({"grappling": True}, "movement", "grappling"),
        ({STANDS: 10}, "grapple", "nobody_near"),
        ({}, "reload", "full"),
        ({}, "care", "nobody_hurt"),
    ],
)
def test_what_is_struck_and_why(state, act, why):
    """CD20-P-ACT-01, CD20-SHOCK-02, CD20-P-WOUND-01, CD20-P-GRAP-01, CD20-P-GUN-05."""
    assert struck({**PAUL, **state}, {**FOE, STANDS: 0}, round=1)[act] == why
    assert SYSTEM.terms.entry("bar", why)


def test_an_empty_weapon_does_not_fire():
    """CD20-P-GUN-01, CD20-P-GUN-05."""
    empty = {**PAUL, "weapons": [{**PAUL["weapons"][0], "ammunition": 0, "spare_magazines": 0}]}
    result = struck(empty, {**FOE, STANDS: 6})
    assert (result["attack"], result["reload"]) == ("no_shot", "no_spare")
    assert "attack" not in struck(empty, {**FOE, STANDS: 0})  # there are fists (CD20-P-WEAP-01)


def test_who_may_strike_in_somebody_elses_turn():
    """CD20-P-ACT-04: within reach, once a round, with one’s senses."""
    near = {"x": {**FOE, STANDS: 0}}
    assert reacts(PAUL, near, 1, {}) == ["opportunity"]
    assert reacts({**PAUL, "openings_used": 1}, near, 1, {}) == []
    assert reacts({**PAUL, STANDS: 6}, near, 1, {}) == []
    assert reacts({**PAUL, "state": "stunned", "pf": 0}, near, 1, {}) == []
    assert reacts(PAUL, near, 1, {"attacks_of_opportunity": False}) == []


# ---- order, places, states ----


def test_the_higher_total_then_dexterity_acts_first():
    """CD20-P-INIT-01: whoever has not thrown counts as having thrown ten."""
    fighters = {"p": {**PAUL, "initiative_total": 22}, "j": {**JACK, "initiative_total": 22}, "f": FOE}
    assert order(fighters, 1, {}) == ["j", "p", "f"]
    assert order({**fighters, "d": {**FOE, "state": "dead", "pv": 0}}, 1, {}) == ["j", "p", "f"]


def test_places_on_a_line():
    """CD20-P-ACT-02, CD20-SHOCK-02."""
    assert [band({STANDS: 0}, {STANDS: step}) for step in STEPS] == [0, 1, 2, 3]
    assert nearer(20, 0, 9) == 11
    assert nearer(5, 0, 9) == 0
    assert farther(3, 0, 1.5) == 4.5
    assert cover_of({"cover_corner": 4, "cover": {"head": 20}}) == {"head": 20, "left_arm": 4, "left_leg": 4}


@pytest.mark.parametrize(
    ("fighter", "keys"),
    [
        ({}, []),
        ({"state": "unconscious", "prone": True}, ["unconscious"]),
        ({"damage_mode": "traditional", "hp_current": 0}, ["dead"]),
        ({"shock_next_turn": "skip", "prone": True}, ["violently_shocked", "prone"]),
        ({"floored": True, "prone": True}, ["prone", "helpless"]),
        ({"wounds": [{"bleeding": True}], "shaken_now": "partial"}, ["shocked", "bleeding"]),
        ({"conditions": ["shaken"], "flat_footed": True}, ["shaken", "flat_footed"]),
        ({"grappling": ["x"], "pinned": True}, ["grappling_with", "pinned"]),
        ({"aiming": ["x"], "total_defence": True}, ["aiming_at", "total_defence"]),
        ({"disarmed": "Couteau", "cover_window": True}, ["disarmed", "cover_window"]),
        ({"insanity": [{"kind": "temporary"}]}, ["mad_temporary"]),
    ],
)
def test_what_holds_for_somebody_is_told(fighter, keys):
    """CD20-COND-02, CD20-P-COND-01: and every state has its word."""
    result = [one.key for one in conditions(fighter, 1)]
    assert result == keys
    for key in result:
        assert SYSTEM.terms.entry("condition", key), key


def test_every_circumstance_has_a_word():
    for mark in FIGHTING.circumstances:
        assert SYSTEM.terms.entry("condition", mark), mark
    for key in FIGHTING.distance.bands:
        assert SYSTEM.terms.entry("band", key), key


# ---- at the table ----


def test_a_round_from_the_first_to_the_last(evening):
    """CD20-P-INIT-01, CD20-P-ACT-01: flat-footed until one has acted; what is left of a turn is counted."""
    evening.fight((evening.paul, evening.jack), (evening.thug,))
    evening.rank(evening.jack, evening.thug, evening.paul)
    assert evening.order == [evening.jack, evening.thug, evening.paul]
    assert evening.marks(evening.paul)["flat_footed"] is True
    evening.do(evening.jack, "movement", mode="move")
    assert evening.left(evening.jack) == ONE
    evening.do(evening.jack, "attack", (1, 60), target=at(evening.thug), seat=evening.bob)
    assert evening.left(evening.jack) == NOTHING
    assert "flat_footed" not in evening.marks(evening.jack)
    evening.turn()
    assert (evening.now, evening.left(evening.thug)) == (evening.thug, ALL)


def test_whoever_saw_nothing_coming_loses_a_round(evening):
    """CD20-P-SURP-01: the others have one action each."""
    evening.fight((evening.paul, evening.jack), (evening.thug,))
    evening.rank(evening.thug, evening.jack, evening.paul, aware=[False, True, True])
    assert evening.marks(evening.thug)["surprised"] is True
    evening.turn()
    assert (evening.now, evening.left(evening.jack)) == (evening.jack, ONE)
    evening.turn(2)
    assert (evening.round, "surprised" in evening.marks(evening.thug)) == (2, False)


def test_a_violent_shock_costs_one_turn_and_no_more(evening):
    """CD20-SHOCK-02, CD20-ATT-08: thrown down and back, helpless for the shot after the lost turn; then only prone."""
    evening.fight((evening.paul,), (evening.thug,))
    evening.rank(evening.thug, evening.paul)
    evening.mark(evening.paul, stands=6)
    evening.do(
        evening.thug, "attack", (10, 25, 90), target=at(evening.paul), weapon_name="Automatique .32", shock="violent"
    )
    paul = evening.sheet(evening.paul)
    assert (paul["shock_next_turn"], paul["prone"], evening.marks(evening.paul)["stands"]) == ("skip", True, 7.5)
    evening.turn()
    assert (evening.now, evening.left(evening.paul)) == (evening.paul, NOTHING)
    assert evening.sheet(evening.paul)["shock_next_turn"] == "none"
    assert evening.marks(evening.paul)["shaken_now"] == "skip"
    evening.turn()
    assert "shaken_now" not in evening.marks(evening.paul)
    last = evening.do(evening.thug, "attack", (10, 90, 53), target=at(evening.paul), weapon_name="Automatique .32")
    assert (last.outcome["helpless_bonus"], last.outcome["zone_ca"]) == (4, 10 - 1)
    evening.turn()
    assert evening.left(evening.paul) == ALL
    assert "floored" not in evening.marks(evening.paul)
    assert evening.sheet(evening.paul)["prone"] is True


def test_a_round_of_aiming_serves_the_next_shot(evening):
    """CD20-AIM-01: at this target, in the next turn, if nothing disturbs it."""
    evening.fight((evening.jack,), (evening.thug,))
    evening.rank(evening.jack, evening.thug)
    evening.mark(evening.thug, stands=20)
    evening.do(evening.jack, "take_aim", target=at(evening.thug))
    assert evening.left(evening.jack) == NOTHING
    evening.turn(2)
    roll = evening.do(evening.jack, "full_attack", (1, 60, 1, 60), target=at(evening.thug))
    assert roll.given["aimed"] is True
    roll = evening.do(evening.jack, "attack", (1, 60), target=at(evening.thug))
    assert roll.given["aimed"] is False


@pytest.mark.parametrize("disturbed", ["wound", "move", "pass"])
def test_what_disturbs_an_aim(evening, disturbed):
    """CD20-AIM-01."""
    evening.fight((evening.jack,), (evening.thug,))
    evening.rank(evening.jack, evening.thug)
    evening.mark(evening.thug, stands=20)
    evening.do(evening.jack, "take_aim", target=at(evening.thug))
    if disturbed == "wound":
        evening.write(evening.jack, pf=5)
    evening.turn(2)
    if disturbed == "move":
        evening.do(evening.jack, "movement", mode="move", toward=at(evening.thug))
    if disturbed == "pass":
        evening.turn(2)
    roll = evening.do(evening.jack, "attack", (1, 60), target=at(evening.thug))
    assert roll.given["aimed"] is False


def test_whoever_brings_one_down_strikes_the_next(evening):
    """CD20-FEAT-01: at once and for nothing, in this turn; whom it was is not asked again."""
    evening.write(evening.jack, feats=["power_attack", "cleave"], weapons=[])
    evening.write(evening.thug, pf=1)
    other = evening.add(being="creature/thug")
    evening.fight((evening.jack,), (evening.thug, other))
    evening.rank(evening.jack, evening.thug, other)
    assert "cleave" in struck({**evening.sheet(evening.jack), "side": "a"}, FOE)
    evening.do(evening.jack, "attack", (19, 60, 1, 99), target=at(evening.thug), weapon="bat")
    assert evening.sheet(evening.thug)["state"] == "unconscious"
    assert evening.marks(evening.jack)["brought_down"] == [evening.thug]
    left = evening.left(evening.jack)
    roll = evening.do(evening.jack, "cleave", (15, 60, 50), target=at(other), weapon="bat")
    assert roll.people[roll.given["fallen"]["name"]] == evening.thug
    assert (roll.outcome["allowed"], roll.outcome["hit"]) == (True, True)
    assert (evening.left(evening.jack), evening.marks(evening.jack)["cleaves_used"]) == (left, 1)
    assert "brought_down" not in evening.marks(evening.jack)
    evening.turn(1)
    assert evening.marks(evening.jack)["cleaves_used"] == 1


def test_what_is_left_of_a_full_attack_goes_to_another(evening):
    """CD20-ATT-03: for nothing more, with the next base number, to a player as to the Keeper."""
    other = evening.add(being="creature/thug")
    evening.write(evening.thug, pf=1)
    evening.fight((evening.jack,), (evening.thug, other))
    evening.rank(evening.jack, evening.thug, other)
    evening.write(evening.jack, destiny_spent=9)
    evening.keep(c.Override(path="group/group_destiny", value=0, reason="essai"))
    evening.do(
        evening.jack, "full_attack", (19, 60, 1, 99), target=at(evening.thug), spare_fallen=True, seat=evening.bob
    )
    assert evening.sheet(evening.thug)["state"] == "unconscious"
    assert (evening.left(evening.jack), evening.marks(evening.jack)["attacks_made"]) == (0, 1)
    roll = evening.do(evening.jack, "full_attack", (1, 60), target=at(other), seat=evening.bob)
    assert (roll.given["made"], roll.outcome["attacks_made"]) == (1, 1)
    assert "attacks_made" not in evening.marks(evening.jack)
    with pytest.raises(Refusal):
        evening.do(evening.jack, "full_attack", (1, 60), target=at(other), seat=evening.bob)


def test_blows_at_a_creature_with_hit_points_follow_each_other(evening):
    """CD20-ATT-03, CD20-P-CREA-02: the second makes it a full attack, unless somebody has moved."""
    evening.fight((evening.jack,), (evening.shoggoth,))
    evening.rank(evening.jack, evening.shoggoth)
    first = evening.do(evening.jack, "attack_traditional", (1,), target=at(evening.shoggoth), seat=evening.bob)
    second = evening.do(evening.jack, "attack_traditional", (1,), target=at(evening.shoggoth), seat=evening.bob)
    assert (first.given.get("attack_number", 1), second.given["attack_number"]) == (1, 2)
    assert evening.left(evening.jack) == NOTHING
    evening.turn(2)
    evening.do(evening.jack, "movement", mode="move", seat=evening.bob)
    evening.do(evening.jack, "attack_traditional", (1,), target=at(evening.shoggoth), seat=evening.bob)
    assert "attacks_made" not in evening.marks(evening.jack)


@pytest.mark.parametrize(("benefit", "mark"), [("attack", "aided_attack"), ("ca", "aided_ca")])
def test_an_ally_gains_once_by_help(evening, benefit, mark):
    """CD20-P-ACT-03."""
    evening.fight((evening.jack, evening.paul), (evening.thug,))
    evening.rank(evening.paul, evening.jack, evening.thug)
    who, whom = (evening.jack, evening.thug) if benefit == "attack" else (evening.thug, evening.jack)
    given = {"target": at(whom), "weapon": "knife"}
    plain = evening.do(who, "attack", (1, 60), **given).outcome
    evening.do(evening.paul, "aid_another", (19,), target=at(evening.jack), benefit=benefit, seat=evening.ann)
    assert evening.marks(evening.jack)[mark] is True
    aided = evening.do(who, "attack", (1, 60), **given).outcome
    assert aided["attack_bonus"] - plain["attack_bonus"] == (2 if benefit == "attack" else -2)
    assert mark not in evening.marks(evening.jack)


def test_a_weapon_is_drawn_in_the_time_of_a_move(evening):
    """CD20-P-ACT-03."""
    evening.fight((evening.jack,), (evening.thug,))
    evening.rank(evening.jack, evening.thug)
    gun = evening.sheet(evening.jack)["weapons"][0]["name"]
    evening.do(evening.jack, "movement", mode="draw", weapon_name=gun, seat=evening.bob)
    assert (evening.left(evening.jack), evening.marks(evening.jack)["in_hand"]) == (ONE, gun)


def test_an_explosion_goes_off_in_the_midst_of_them(evening):
    """CD20-P-ENV-06: where people stand says how far they are from it; the Keeper may say otherwise."""
    victims = [at(evening.paul), at(evening.thug), at(evening.zombie)]
    blast = {"explosive": "grenade", "victims": victims}
    assert not evening.do(evening.jack, "explosion", **blast).given["distances_m"]
    evening.mark(evening.thug, stands=6)
    evening.mark(evening.zombie, stands=6)
    assert list(evening.do(evening.jack, "explosion", **blast).given["distances_m"]) == [6, 0, 0]
    said = evening.do(evening.jack, "explosion", **blast, distances_m=[1, 2, 3])
    assert list(said.given["distances_m"]) == [1, 2, 3]


def test_a_charge_ends_beside_the_enemy_on_open_guard(evening):
    """CD20-P-ACT-03: two more on the blow, two less on one’s guard until the next turn."""
    evening.fight((evening.paul,), (evening.zombie,))
    evening.rank(evening.zombie, evening.paul)
    evening.mark(evening.paul, stands=10)
    evening.do(evening.zombie, "attack", (1, 60), target=at(evening.paul), situation=["charging"])
    assert (evening.marks(evening.zombie)["stands"], evening.marks(evening.zombie)["charged"]) == (10, True)
    assert evening.left(evening.zombie) == NOTHING
    evening.turn()
    roll = evening.do(evening.paul, "attack", (1, 60), target=at(evening.zombie))
    assert roll.given["target"]["stance"] == "charged"
    evening.turn()
    assert "charged" not in evening.marks(evening.zombie)


def test_whoever_lies_gets_up(evening):
    """CD20-P-ACT-03: in the time of a move."""
    evening.write(evening.paul, prone=True)
    assert evening.do(evening.paul, "movement", mode="move").outcome["reason"] == "prone"
    assert evening.do(evening.paul, "movement", mode="stand_up").outcome["distance_m"] == 0
    assert evening.sheet(evening.paul)["prone"] is False


def test_in_each_others_arms(evening):
    """CD20-P-GRAP-01: a hold binds both, until one of them gets free."""
    evening.do(evening.zombie, "grapple", (15, 15, 2), target=at(evening.paul))
    assert evening.marks(evening.paul)["grappling"] == [evening.zombie]
    roll = evening.do(evening.zombie, "grapple_action", (15, 2), action="pin")  # there is only one
    assert (roll.given["target"]["name"], roll.given["target"]["conditions"]) == ("Paul", ["grappling"])
    assert evening.marks(evening.paul)["pinned"] is True
    evening.do(evening.paul, "grapple_action", (20, 2), target=at(evening.zombie), action="break_free")
    assert not {"grappling", "pinned"} & set(evening.marks(evening.paul))
    assert "grappling" not in evening.marks(evening.zombie)


def test_a_weapon_on_the_ground(evening):
    """CD20-P-MAN-01."""
    evening.do(evening.zombie, "disarm", (20, 1), target=at(evening.paul))
    assert evening.marks(evening.paul)["disarmed"] == "Revolver .38"
    with pytest.raises(Refusal) as refused:
        evening.do(evening.paul, "attack", (10, 60), target=at(evening.zombie))
    assert refused.value.id == "act/dropped"


def test_the_end_of_a_fight_takes_away_what_it_left(evening):
    """CD20-SHOCK-01: nobody stays shaken, hidden or aiming."""
    evening.fight((evening.paul,), (evening.thug,))
    evening.rank(evening.thug, evening.paul)
    evening.mark(evening.paul, kneeling=True, cover_window=True, stands=6)
    evening.write(evening.paul, shock_next_turn="partial", stance="defensive")
    evening.keep(c.EndFight())
    assert evening.marks(evening.paul) == {}
    paul = evening.sheet(evening.paul)
    assert (paul["shock_next_turn"], paul["stance"]) == ("none", "none")


def test_a_fight_can_be_taken_back_turn_by_turn(evening):
    """Turns, shocks, aims and places: each state comes back."""
    evening.fight((evening.paul, evening.jack), (evening.thug,))
    evening.rank(evening.jack, evening.thug, evening.paul)
    evening.mark(evening.thug, stands=20)
    states = [evening.play]
    for step in (
        lambda: evening.do(evening.jack, "take_aim", target=at(evening.thug)),
        evening.turn,
        lambda: evening.do(
            evening.thug,
            "attack",
            (17, 60, 90),
            target=at(evening.paul),
            shock="violent",
            weapon_name="Automatique .32",
        ),
        evening.turn,
        evening.turn,
        lambda: evening.do(evening.jack, "attack", (15, 60, 50), target=at(evening.thug)),
    ):
        step()
        states.append(evening.play)
    for before in reversed(states[:-1]):
        evening.keep(c.Undo())
        assert {name: evening.play[name] for name in ("characters", "fight")} == {
            name: before[name] for name in ("characters", "fight")
        }
