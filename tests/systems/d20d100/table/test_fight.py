"""A fight at the table: whom acts meet, what they leave on both, what a turn holds, what a round leaves due."""

from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.systems.d20d100.table.offers import offers
from gardien.table import commands as c
from systems.d20d100.evening import Evening, investigator
from systems.table import at


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def knife(evening: Evening, who: str) -> None:
    """A blade beside the revolver, so that somebody can strike."""
    evening.write(who, weapons=[*investigator("x", ("couteau_combat",))["weapons"]])


# ---- the turn ----


def test_a_round_holds_two_simple_actions_or_a_complex_one(evening):
    """D100-CBT-09, D100-CBT-11, D100-CBT-12: an attack is one, a walk another; then nothing is left."""
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.rank(evening.berthe, evening.gangster)
    evening.turn(2)
    assert (evening.now, evening.left(evening.berthe)) == (evening.berthe, 2)
    evening.do(evening.berthe, "attack", (2,), target=at(evening.gangster))
    assert evening.left(evening.berthe) == 1
    roll = evening.do(evening.berthe, "take_action", (), action="run")
    assert (roll.outcome["accepted"], roll.outcome["reason"]) == (False, "no_time")
    evening.do(evening.berthe, "take_action", (), action="walk")
    assert evening.left(evening.berthe) == 0
    evening.turn()
    assert evening.left(evening.gangster) == 2
    evening.do(evening.gangster, "full_defence")
    assert evening.left(evening.gangster) == 0


def test_what_takes_longer_goes_on_in_the_next_round(evening):
    """D100-FIRE-11: after one shot, clearing a jam takes the rest of this round and half of the next."""
    weapons = evening.sheet(evening.berthe)["weapons"]
    evening.write(evening.berthe, weapons=[{**weapons[0], "weapon_state": "jam"}, *weapons[1:]])
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.rank(evening.berthe, evening.gangster)
    evening.turn(2)
    evening.do(evening.berthe, "take_action", (), action="walk")
    evening.do(evening.berthe, "clear_jam", (19,))
    assert evening.sheet(evening.berthe)["weapons"][0]["weapon_state"] == "ok"
    assert evening.left(evening.berthe) == 0
    evening.turn(2)
    assert evening.left(evening.berthe) == 1


def test_a_round_of_surprise_leaves_one_simple_action(evening):
    """D100-CBT-08, D100-DEF-02: whoever is surprised does nothing, and stays off guard until they have acted."""
    roll = evening.do(evening.berthe, "check_surprise", (15, 3), watchers=[at(evening.gangster)])
    assert roll.outcome["surprised"] == ["Gangster"]
    evening.fight((evening.berthe,), (evening.gangster, evening.ghoul))
    evening.rank(evening.berthe, evening.ghoul, evening.gangster)
    evening.do(evening.berthe, "attack", (2,), target=at(evening.gangster))
    assert evening.left(evening.berthe) == 0
    assert evening.roll().given["defence"] == evening.sheet(evening.gangster)["defence_flat"]
    evening.turn()
    assert (evening.now, evening.left(evening.ghoul)) == (evening.ghoul, 1)
    evening.turn()
    assert (evening.now, evening.left(evening.gangster)) == (evening.gangster, 0)
    evening.turn()
    assert evening.round == 2
    marks = evening.marks(evening.gangster)
    assert ("surprised" in marks, marks["flat_footed"]) == (False, True)
    evening.turn(3)
    assert "flat_footed" not in evening.marks(evening.gangster)


def test_everybody_is_off_guard_until_they_act_or_are_hit(evening):
    """D100-DEF-02: a miss does not end it, a hit does."""
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.rank(evening.berthe, evening.gangster)
    sheet = evening.sheet(evening.gangster)
    assert evening.marks(evening.gangster)["flat_footed"] is True
    evening.do(evening.berthe, "attack", (2,), target=at(evening.gangster))
    assert "flat_footed" not in evening.marks(evening.berthe)
    assert evening.roll().given["defence"] == sheet["defence_flat"]
    evening.do(evening.berthe, "attack", (19, 1), target=at(evening.gangster))
    assert "flat_footed" not in evening.marks(evening.gangster)
    evening.turn(2)
    evening.do(evening.berthe, "attack", (2,), target=at(evening.gangster))
    assert evening.roll().given["defence"] == sheet["defence"]


def test_caution_and_full_defence_last_until_the_next_turn(evening):
    """D100-MODE-01, D100-MODE-02."""
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.rank(evening.berthe, evening.gangster)
    sheet = evening.sheet(evening.berthe)
    evening.do(evening.berthe, "defensive_fighting")
    roll = evening.do(evening.berthe, "attack", (2,), target=at(evening.gangster))
    assert "defensive" in roll.given["situations"]
    evening.turn()
    assert (
        evening.do(evening.gangster, "attack", (2,), target=at(evening.berthe)).given["defence"] == sheet["defence"] + 2
    )
    evening.turn()
    assert "defensive" not in evening.marks(evening.berthe)
    evening.do(evening.berthe, "full_defence")
    evening.turn()
    assert (
        evening.do(evening.gangster, "attack", (2,), target=at(evening.berthe)).given["defence"] == sheet["defence"] + 4
    )
    evening.turn()
    assert "full_defence" not in evening.marks(evening.berthe)


def test_a_shock_costs_half_of_the_next_turn(evening):
    """D100-HEALTH-03."""
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.rank(evening.gangster, evening.berthe)
    half = -(-evening.sheet(evening.berthe)["pv"] // 2)
    evening.do(evening.berthe, "apply_damage", None, damage=half)
    assert evening.marks(evening.berthe)["shocked"] is True
    evening.turn()
    assert (evening.now, evening.left(evening.berthe)) == (evening.berthe, 1)
    assert "shocked" not in evening.marks(evening.berthe)
    evening.turn(2)
    assert evening.left(evening.berthe) == 2


# ---- the order ----


def test_initiative_thrown_in_the_first_round_reorders_at_once(evening):
    """D100-CBT-02."""
    evening.fight((evening.berthe,), (evening.gangster, evening.ghoul))
    evening.rank(evening.ghoul, evening.berthe, evening.gangster)
    assert evening.order == [evening.ghoul, evening.berthe, evening.gangster]
    assert evening.now == evening.ghoul
    evening.turn()
    evening.rank(evening.gangster, evening.berthe, evening.ghoul)
    assert (evening.order[0], evening.now) == (evening.gangster, evening.berthe)


def test_whoever_waits_keeps_the_new_place(evening):
    """D100-MODE-05."""
    evening.fight((evening.berthe,), (evening.gangster, evening.ghoul))
    evening.rank(evening.berthe, evening.gangster, evening.ghoul)
    evening.do(evening.berthe, "delay", (), seat=evening.ann, after=at(evening.gangster))
    assert evening.order == [evening.gangster, evening.berthe, evening.ghoul]
    assert (evening.now, evening.left(evening.gangster)) == (evening.gangster, 2)
    evening.turn()
    assert (evening.now, evening.left(evening.berthe)) == (evening.berthe, 2)
    evening.turn(2)
    assert (evening.round, evening.order) == (2, [evening.gangster, evening.berthe, evening.ghoul])
    with pytest.raises(Refusal) as refused:
        evening.do(evening.ghoul, "delay", (), after=at(evening.gangster))
    assert refused.value.id == "act/last"
    with pytest.raises(Refusal) as refused:
        evening.do(evening.berthe, "delay", (), after=at(evening.gangster))
    assert refused.value.id == "act/earlier"


def test_a_prepared_action_follows_the_enemy_who_sets_it_off(evening):
    """D100-MODE-06: announced in one’s own turn, carried out in theirs; then it is one simple action."""
    evening.fight((evening.berthe,), (evening.gangster, evening.ghoul))
    evening.rank(evening.berthe, evening.gangster, evening.ghoul)
    evening.do(evening.berthe, "prepare", (), enemy=at(evening.ghoul))
    assert evening.order[0] == evening.berthe
    assert (evening.marks(evening.berthe)["prepared"], evening.left(evening.berthe)) == ([evening.ghoul], 0)
    evening.turn(2)
    assert evening.now == evening.ghoul
    evening.do(evening.berthe, "prepare", (), seat=evening.ann, enemy=at(evening.ghoul))
    assert (evening.order, evening.now) == ([evening.gangster, evening.ghoul, evening.berthe], evening.ghoul)
    evening.turn()
    assert (evening.now, evening.left(evening.berthe)) == (evening.berthe, 1)
    evening.turn(3)
    assert evening.left(evening.berthe) == 2


def test_whoever_watches_a_round_acts_first_in_the_next(evening):
    """D100-MODE-04."""
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.rank(evening.gangster, evening.berthe)
    evening.turn()
    evening.do(evening.berthe, "assess")
    assert evening.order == [evening.gangster, evening.berthe]
    evening.write(evening.gangster, initiative=0)
    evening.mark(evening.gangster, initiative_total=15)
    evening.turn()
    assert evening.order == [evening.berthe, evening.gangster]


def test_newcomers_stand_where_their_initiative_puts_them(evening):
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.rank(evening.berthe, evening.gangster)
    evening.do(evening.berthe, "delay", (), after=at(evening.gangster))
    evening.mark(evening.ghoul, initiative_total=99)
    evening.keep(c.Fight(fighters=(c.Fighter(character=evening.ghoul, side="b"),)))
    assert evening.order == [evening.ghoul, evening.gangster, evening.berthe]
    assert evening.marks(evening.ghoul)["flat_footed"] is True


# ---- blows ----


def test_hand_to_hand_needs_arms_length(evening):
    """D100-CBT-13: a knife does not reach across the room; a step nearer, and it does."""
    knife(evening, evening.berthe)
    evening.mark(evening.gangster, stands=10)
    with pytest.raises(Refusal) as refused:
        evening.do(evening.berthe, "attack", (15, 3), seat=evening.ann, target=at(evening.gangster))
    assert refused.value.id == "act/too_far"
    roll = evening.do(evening.berthe, "take_action", (), action="walk", toward=at(evening.gangster))
    assert (roll.outcome["metres"], evening.marks(evening.berthe)["stands"]) == (6, 6)
    evening.do(evening.berthe, "take_action", (), action="walk", toward=at(evening.gangster))
    assert evening.marks(evening.berthe)["stands"] == 10
    assert evening.do(evening.berthe, "attack", (20, 3), target=at(evening.gangster)).outcome["hit"] is True


def test_an_empty_or_jammed_weapon_is_not_fired(evening):
    """D100-FIRE-04, D100-FIRE-11."""
    weapons = evening.sheet(evening.berthe)["weapons"]
    evening.write(evening.berthe, weapons=[{**weapons[0], "loaded": 0}, *weapons[1:]])
    with pytest.raises(Refusal) as refused:
        evening.do(
            evening.berthe,
            "attack",
            (15, 3),
            seat=evening.ann,
            target=at(evening.gangster),
            weapon_name=weapons[0]["name"],
        )
    assert refused.value.id == "act/empty"
    evening.do(evening.berthe, "reload", weapon_name=weapons[0]["name"], rounds=2)
    assert evening.sheet(evening.berthe)["weapons"][0]["loaded"] == 2


def test_blows_may_be_meant_otherwise(evening):
    """D100-TEMP-04: to stun with a blade is four points harder, and what is ticked by hand counts beside it."""
    knife(evening, evening.berthe)
    given: dict[str, Any] = {"intent": "stun", "situations": ["darkness"]}
    roll = evening.do(evening.berthe, "attack", (19, 3), target=at(evening.gangster), mods=[10], **given)
    assert set(roll.given["situations"]) == {"darkness", "damage_type_changed"}
    assert evening.sheet(evening.gangster)["temp_damage"] > 0
    assert evening.sheet(evening.gangster)["pv"] == evening.sheet(evening.gangster)["pv_max"]


def test_a_target_that_is_nobody_offers_nothing():
    """D100-XP-02: a box is ticked for a skill, not for somebody."""
    assert offers("tick_box", {"target": "spot_hidden"}, {}, {"": {}}, {}) == []


def test_a_charge_ends_at_the_others_side_on_open_guard(evening):
    """D100-SPEC-02, D100-SPEC-01: whoever is charged may strike first, if the Keeper grants it."""
    knife(evening, evening.berthe)
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.rank(evening.berthe, evening.gangster)
    evening.mark(evening.gangster, stands=12)
    evening.do(evening.berthe, "charge", (15, 3), target=at(evening.gangster), kind="knock_down", mods=[6])
    assert evening.marks(evening.gangster)["prone"] is True
    assert (evening.marks(evening.berthe)["stands"], evening.left(evening.berthe)) == (12, 0)
    assert evening.offered(evening.ann) == {}
    assert set(evening.offered()) == {"opportunity"}
    roll = evening.follow("opportunity", (2,))
    assert (roll.procedure, roll.people[""], roll.people["Berthe"]) == (
        "opportunity_attack",
        evening.gangster,
        evening.berthe,
    )
    assert roll.outcome["defence_used"] == evening.sheet(evening.berthe)["defence_flat"]
    assert "attacker_prone" in roll.given["situations"]
    evening.turn(2)
    assert "charging" not in evening.marks(evening.berthe)


def test_a_weapon_falls_and_is_picked_up(evening):
    """D100-SPEC-03, D100-CBT-11."""
    held = evening.sheet(evening.berthe)["weapons"][0]["name"]
    roll = evening.do(evening.gangster, "disarm", (19, 2), holder=at(evening.berthe))
    assert roll.given["holder_attack"] == evening.sheet(evening.berthe)["weapons"][0]["base_series"][0]
    assert (roll.outcome["disarmed"], evening.marks(evening.berthe)["disarmed"]) == (True, held)
    with pytest.raises(Refusal) as refused:
        evening.do(evening.berthe, "attack", (15, 3), target=at(evening.gangster), weapon_name=held)
    assert refused.value.id == "act/dropped"
    with pytest.raises(Refusal) as refused:
        evening.do(evening.gangster, "disarm", (19, 2), holder=at(evening.ghoul))
    assert refused.value.id == "act/unarmed"
    evening.do(evening.berthe, "take_action", (), action="pick_up")
    assert (
        evening.do(evening.berthe, "attack", (2,), target=at(evening.gangster), weapon_name=held).outcome["hit"]
        is False
    )


def test_whoever_is_not_heard_finds_a_helpless_victim(evening):
    """D100-SPEC-04, D100-SPEC-06: the coup de grâce is part of the same action."""
    knife(evening, evening.berthe)
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.rank(evening.berthe, evening.gangster)
    roll = evening.do(evening.berthe, "sneak_attack", (20, 2), seat=evening.ann, victim=at(evening.gangster))
    assert roll.outcome["victim_state"] == "helpless"
    assert (evening.marks(evening.gangster)["ambushed"], evening.left(evening.berthe)) == (True, 0)
    assert set(evening.offered(evening.ann)) == {"coup_de_grace", "strike"}
    roll = evening.follow("coup_de_grace", seat=evening.ann)
    assert (roll.procedure, roll.outcome["accepted"]) == ("coup_de_grace", True)
    assert evening.sheet(evening.gangster)["pv"] == roll.outcome["target_pv"]
    assert "ambushed" not in evening.marks(evening.gangster)
    assert evening.marks(evening.berthe).get("simple_actions_owed") is None


def test_a_coup_de_grace_needs_arms_length(evening):
    """D100-SPEC-05, D100-SPEC-06: and somebody who cannot defend themselves."""
    with pytest.raises(Refusal) as refused:
        evening.do(evening.berthe, "coup_de_grace", (), seat=evening.ann, target=at(evening.gangster))
    assert refused.value.id == "act/not_helpless"
    evening.mark(evening.gangster, helpless=True, stands=6)
    assert evening.do(evening.berthe, "coup_de_grace", (), target=at(evening.gangster)).outcome["accepted"] is False


# ---- wrestling ----


def test_wrestlers_hold_each_other_until_one_breaks_free(evening):
    """D100-GRAP-01, D100-GRAP-03, D100-GRAP-04."""
    evening.fight((evening.berthe,), (evening.ghoul,))
    evening.rank(evening.ghoul, evening.berthe)
    roll = evening.do(evening.ghoul, "start_grapple", (18, 3), opponent=at(evening.berthe))
    assert roll.given["opponent_lutte"] == evening.sheet(evening.berthe)["lutte"]
    assert roll.given["mass"] == 0
    assert evening.marks(evening.berthe)["grappling"] == [evening.ghoul]
    assert evening.marks(evening.ghoul)["grappling"] == [evening.berthe]
    given = {"target": at(evening.berthe)}
    evening.do(evening.ghoul, "grapple_manoeuvre", (18, 2), manoeuvre="immobilise", **given)
    assert evening.marks(evening.berthe)["immobilised"] is True
    roll = evening.do(evening.gangster, "attack", (2,), target=at(evening.berthe))
    assert "immobilised_target" in roll.given["situations"]
    evening.do(evening.ghoul, "grapple_manoeuvre", (18, 2), manoeuvre="strangle", **given)
    assert evening.sheet(evening.berthe)["strangle_round"] == 1
    evening.turn(2)
    assert evening.due() == [(evening.due()[0][0], "strangle_round")]
    evening.keep(c.Settle(due=evening.due()[0][0], dice=(2, 3)))
    sheet = evening.sheet(evening.berthe)
    assert (sheet["strangle_round"], sheet["strangle_failed"], sheet["pv"]) == (2, True, sheet["pv_max"] - 3)
    evening.do(
        evening.berthe, "grapple_manoeuvre", (20, 2), manoeuvre="break_free", target=at(evening.ghoul), mods=[20]
    )
    assert evening.sheet(evening.berthe)["strangle_round"] == 0
    assert not {"grappling", "immobilised"} & set(evening.marks(evening.berthe))
    assert "grappling" not in evening.marks(evening.ghoul)


def test_no_hold_outlives_the_fight(evening):
    """D100-GRAP-04."""
    evening.fight((evening.berthe,), (evening.ghoul,))
    evening.do(evening.ghoul, "start_grapple", (18, 3), opponent=at(evening.berthe))
    evening.do(evening.ghoul, "grapple_manoeuvre", (18, 2), manoeuvre="strangle", target=at(evening.berthe))
    evening.keep(c.EndFight())
    assert (evening.sheet(evening.berthe)["strangle_round"], evening.marks(evening.berthe)) == (0, {})


def test_an_ally_is_freed_from_whoever_holds_them(evening):
    """D100-GRAP-03."""
    friend = evening.add(sheet=investigator("Odile"))
    evening.do(evening.ghoul, "start_grapple", (18, 3), opponent=at(evening.berthe))
    given = {"target": at(evening.ghoul), "manoeuvre": "free_ally", "mods": [20]}
    evening.do(friend, "grapple_manoeuvre", (20, 2), **given)
    assert "grappling" not in evening.marks(evening.berthe)
    assert "grappling" not in evening.marks(evening.ghoul)


# ---- several at once ----


def test_an_explosion_is_one_persons_act_on_several(evening):
    """D100-MISS-12, D100-ROLL-04: each throws Réflexes, each loses their own PV."""
    before = {id: evening.sheet(id)["pv"] for id in (evening.gangster, evening.berthe)}
    targets = [at(evening.gangster, distance=1), at(evening.berthe, distance=5)]
    roll = evening.do(evening.berthe, "explosion", None, kind="grenade", targets=targets)
    assert roll.people[""] == evening.berthe
    for one in roll.outcome["results"]:
        id = roll.people[one["name"]]
        assert evening.sheet(id)["pv"] == one["pv"] == before[id] - one["damage_final"]


def test_a_burst_sprays_everybody_named_and_spends_its_bullets(evening):
    """D100-FIRE-07, D100-FIRE-08, D100-FIRE-04."""
    evening.write(evening.berthe, weapons=investigator("x", ("thompson",))["weapons"])
    line = evening.sheet(evening.berthe)["weapons"][0]
    assert line["burst_difficulties"]
    evening.mark(evening.gangster, stands=6)
    evening.mark(evening.ghoul, stands=6)
    targets = [at(evening.gangster), at(evening.ghoul)]
    roll = evening.do(evening.berthe, "burst", None, targets=targets)
    assert [one["name"] for one in roll.given["targets"]] == ["Gangster", "Goule"]
    assert roll.given["distance"] == 6
    assert evening.sheet(evening.berthe)["weapons"][0]["loaded"] == roll.outcome["ammo_left"]
    last = roll.outcome["bursts"][-1]["targets"] if roll.outcome["bursts"] else []
    for one in last:
        assert evening.sheet(roll.people[one["name"]])["pv"] == max(one["pv"], 0)
