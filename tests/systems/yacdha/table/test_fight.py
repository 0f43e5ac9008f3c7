"""A fight at the table: holds, flight, falling and waking, coming and going, weapons by name (COM)."""

import pytest

from gardien.table import commands as c
from gardien.table.proposals import proposals_for
from systems.yacdha.evening import ARMED, DAY, at


def test_a_holder_who_leaves_has_let_go_and_does_not_hold_again(table):
    """YAC-COM-13."""
    t = table()
    b, n, s = t.investigator(), t.npc(), t.investigator("Solange")
    t.grip(b, n, beside=(s,))
    t.leave(n)
    assert not t.held(b)
    t.fight((b, s), (n,))
    assert "holding" not in t.marks(n)
    t.says(b, action="attack", target=n)
    assert [one["actor"] for one in t.play_round(4, 2).outcome["actions"]] == ["Berthe"]


def test_breaking_one_hold_of_two_leaves_the_other(table):
    """YAC-COM-14: held by two, free only when the last has let go."""
    t = table()
    b, n, m = t.investigator(), t.npc(), t.npc("Complice")
    t.grip(b, n, m)
    t.says(n, release=True, action="dodge")
    t.play_round()
    assert t.held(b) == [m]
    assert not t.marks(n).get("holding")
    t.leave(m)
    assert not t.held(b)


def test_two_holders_who_fall_at_once_free_their_victim(table):
    """YAC-COM-14."""
    t = table()
    b, n, m = t.investigator(), t.npc(), t.npc("Complice")
    s = t.add(sheet={"kind": "creature", "name": "Masse", "acts": 2, "trauma_max": 6})
    t.grip(b, n, m)
    t.keep(c.Fight(fighters=(c.Fighter(character=s, side="a"),)))
    t.says(s, action="attack", target=n, extra_targets=[m])
    t.play_round(5, 5)
    assert (t.status(n), t.status(m)) == ("dead", "dead")
    assert not t.held(b)


@pytest.mark.parametrize("who", ["holder", "victim"])
def test_death_and_coma_end_a_hold_whoever_tells_of_them(table, who):
    """YAC-COM-14: outside the round as in it."""
    t = table()
    b, n = t.investigator(), t.npc()
    t.grip(b, n)
    t.do(n if who == "holder" else b, "luck_survive", increase=6, use_luck_to_survive=who == "victim")
    assert not t.held(b)
    assert not t.marks(n).get("holding")


def test_pulling_the_holder_away_frees_the_victim(table):
    """YAC-COM-14."""
    t = table()
    b, n, s = t.investigator(), t.npc(), t.investigator("Solange")
    t.grip(b, n, beside=(s,))
    t.says(s, action="immobilise", target=n)
    t.play_round(3)
    assert not t.held(b)
    assert t.held(n) == [s]
    assert t.marks(s)["holding"] == n


def test_the_end_of_the_fight_ends_every_hold(table):
    """YAC-COM-25."""
    t = table()
    b, n, m = t.investigator(), t.npc(), t.npc("Complice")
    t.grip(b, n, m)
    t.end_fight()
    assert not any({"held_by", "holding"} & set(t.marks(id)) for id in (b, n, m))


def test_breaking_free_is_a_house_rule(table):
    """M-06, YAC-COM-13: off by default; on, it ends every hold."""
    for option in (False, True):
        t = table(hold_escape=option)
        b, n, m = t.investigator(), t.npc(), t.npc("Complice")
        t.grip(b, n, m)
        t.says(b, action="escape")
        roll = t.play_round(*((6, 1) if option else ()))
        assert [one["act"] for one in roll.outcome["actions"]] == (["escape"] if option else [])
        assert (not t.held(b)) is option


def test_whoever_was_carried_out_wakes_when_the_fight_ends(table):
    """YAC-COM-21: not before, and not never."""
    t = table()
    b, n, s = t.investigator(), t.npc(), t.investigator("Solange")
    t.fell(b, n, s)
    t.leave(b)
    assert t.status(b) == "unconscious"
    t.end_fight()
    assert t.status(b) == "active"


def test_the_last_to_leave_ends_the_fight(table):
    """YAC-COM-21, YAC-COM-25."""
    t = table()
    b, n = t.investigator(), t.npc()
    t.fell(b, n)
    t.leave(n)
    t.leave(b)
    assert not t.play.get("fight")
    assert t.status(b) == "active"


def test_whoever_fled_is_out_until_called_back(table):
    """YAC-COM-17, YAC-COM-25."""
    t = table()
    b, n, s = t.investigator(), t.npc(), t.investigator("Solange")
    t.fight((b, s), (n,))
    t.says(b, action="flee")
    t.play_round()
    assert t.status(b) == "fled"
    assert t.refusal("keeper", c.Declare(character=n, given={"action": "attack", "target": b}))
    t.keep(c.Fight(fighters=(c.Fighter(character=b, side="a"),)))
    assert t.status(b) == "active"
    t.says(b, action="attack", target=n)
    assert len(t.play_round(3, 1).outcome["actions"]) == 1


def test_whoever_fled_is_out_of_danger_at_the_end(table):
    """YAC-COM-25."""
    t = table()
    b, n = t.investigator(), t.npc()
    t.fight((b,), (n,))
    t.says(b, action="flee")
    t.play_round()
    t.end_fight()
    assert t.status(b) == "active"
    t.do(None, "chase", pursued={"members": [at(b)]}, pursuers={"members": [at(n)]})


def test_surprise_is_over_after_the_first_round(table):
    """YAC-COM-20: nothing is thrown against them in the first, a die in the second."""
    t = table()
    b, n = t.investigator(), t.npc()
    t.fight((b,), (n,))
    t.mark(b, surprised=True)
    opposed = []
    for dice in ((2,), (2, 1)):
        t.says(n, action="attack", target=b, weapon_name="Couteau")
        t.says(b, action="dodge")
        (act,) = t.play_round(*dice).outcome["actions"]
        opposed.append(act["opposition"])
    assert opposed == [0, 1]


def test_a_weapon_is_the_one_that_is_named(table):
    """YAC-COM-09: else the first of the sheet; a kind of weapon that is named has its own ceiling."""
    t = table()
    b, n = t.investigator(weapons=ARMED), t.npc()
    caps = []
    for said in ({"weapon_name": "Pistolet"}, {"weapon_name": "Couteau"}, {}, {"weapon": "fist"}, {"weapon": "spear"}):
        t.write(n, trauma=1, status="active")
        t.fight((b,), (n,))
        t.says(b, action="attack", target=n, **said)
        t.says(n, action="other")
        (act,) = t.play_round(5).outcome["actions"]
        caps.append(act["trauma"])
        t.end_fight()
    assert caps == [5, 2, 2, 1, 3]


def test_of_two_weapons_of_a_name_the_first_is_meant(table):
    """YAC-COM-09."""
    t = table()
    b, n = t.investigator(weapons=[{"name": "Lame", "trauma_max": 3}, {"name": "Lame", "trauma_max": 1}]), t.npc()
    t.fight((b,), (n,))
    t.says(b, action="attack", target=n, weapon_name="Lame")
    t.says(n, action="other")
    assert t.play_round(5).outcome["actions"][0]["trauma"] == 3


def test_armour_stops_a_point_where_the_table_plays_it(table):
    """M-12: the mark of whoever wears it, for every round."""
    left = []
    for option in (False, True):
        t = table(armour=option)
        b, n = t.investigator(), t.npc()
        t.mark(b, armour=1)
        t.fight((b,), (n,))
        t.says(n, action="attack", target=b, weapon_name="Couteau")
        t.says(b, action="other")
        t.play_round(4)
        t.end_fight()
        left.append((t.sheet(b)["trauma"], t.marks(b)["armour"]))
    assert left == [(3, 1), (2, 1)]


def test_a_declaration_of_whoever_fell_meanwhile_is_void(table):
    """YAC-COM-03: the dead and the comatose do nothing, and nobody aims at the dead."""
    t = table()
    b, n, s = t.investigator(), t.npc(), t.investigator("Solange")
    t.fight((b, s), (n,))
    t.says(b, action="attack", target=n)
    t.die(b)
    assert t.play_round().outcome["actions"] == []
    assert t.refusal("keeper", c.Declare(character=n, given={"action": "attack", "target": b}))


def test_the_dead_of_a_round_still_complete_their_act(table):
    """YAC-COM-07, YAC-COM-22: everything happens together."""
    t = table()
    b, n = t.investigator(trauma=5, weapons=ARMED), t.npc(trauma=5)
    t.fight((b,), (n,))
    t.says(b, action="attack", target=n, weapon_name="Couteau")
    t.says(n, action="attack", target=b, weapon_name="Couteau")
    t.play_round(4, 1, 4, 1)
    assert (t.status(b), t.status(n)) == ("dead", "dead")


def test_a_creature_is_knocked_out_until_the_end_too(table):
    """YAC-COM-21, M-01: whatever can be held."""
    t = table()
    b, g = t.investigator(), t.add(being="creature/ghoul")
    t.fight((b,), (g,))
    t.says(b, action="attack", target=g)
    t.says(g, action="other")
    t.play_round(6)
    assert t.status(g) == "unconscious"
    t.leave(g)
    t.end_fight()
    assert t.status(g) == "active"


def test_luck_turns_death_in_a_round_into_a_coma_with_its_own_hour(table):
    """YAC-LUC-07, YAC-LUC-09."""
    t = table()
    b, n = t.investigator(trauma=5), t.npc()
    t.advance(17)
    t.fight((b,), (n,))
    t.says(n, action="attack", target=b, weapon_name="Pistolet")
    t.says(b, action="other", use_luck_to_survive=True)
    t.play_round(3)
    t.end_fight()
    sheet = t.sheet(b)
    assert (sheet["status"], sheet["luck"], sheet["sequelae"], sheet["coma_since"]) == ("coma", 0, 2, 17)
    t.live(DAY, "care")
    assert (t.sheet(b)["status"], t.sheet(b)["trauma"]) == ("active", 5)


def test_a_player_declares_only_what_the_page_would_offer(table):
    """YAC-COM-13, YAC-COM-19, YAC-COM-20, YAC-COM-21: the same bars over the API."""
    t = table()
    b, n, s = t.investigator(), t.npc(), t.investigator("Solange")
    seat = t.seat("Anne", b)

    def told(**given):
        return t.refusal(seat, c.Declare(character=b, given=given)).words["why"]

    t.fight((b, s), (n,))
    t.mark(b, can_flee=False)
    assert told(action="flee") == "flight_barred"
    t.mark(b, can_flee=None, surprised=True)
    assert told(action="dodge") == "surprised"
    t.mark(b, surprised=None)
    t.act(seat, c.Declare(character=b, given={"action": "other"}))
    t.says(n, action="immobilise", target=b)
    t.play_round(4)
    assert told(action="attack", target=n) == "held"
    assert told(action="escape") == "no_escape"
    t.end_fight()
    t.fell(b, n)
    assert told(action="attack", target=n) == "unconscious"


def test_whoever_holds_may_let_go_and_act(table):
    """YAC-COM-13."""
    t = table()
    b, n = t.investigator(), t.npc()
    seat = t.seat("Anne", b)
    t.grip(n, b)
    held = c.Declare(character=b, given={"action": "dodge"})
    assert t.refusal(seat, held).words["why"] == "holding"
    t.act(seat, c.Declare(character=b, given={"action": "dodge", "release": True}))
    t.play_round()
    assert not t.held(n)


def test_a_mad_fugitive_stays_mad(table):
    """YAC-GAU-03, YAC-COM-25, YAC-NPC-05: and has no luck, whatever a fight has laid over the madness."""
    t = table()
    b, n = t.investigator(madness=6, trauma=4, status="mad"), t.npc()
    t.fight((b,), (n,))
    t.says(b, action="flee")
    t.play_round()
    assert t.status(b) == "fled"
    t.do(b, "luck_survive", (), increase=2, use_luck_to_survive=True)
    assert (t.sheet(b)["status"], t.sheet(b)["luck"]) == ("dead", 1)
    t.keep(c.Undo())
    t.end_fight()
    assert t.status(b) == "mad"


@pytest.mark.parametrize("gone", ["left", "dead", "hidden"])
def test_an_act_against_somebody_who_has_gone_since_is_void(table, gone):
    """YAC-COM-03, YAC-COM-24: whoever has nobody to act on any more dodges, and the round goes on."""
    t = table()
    b, n, s = t.investigator(), t.npc(), t.investigator("Solange")
    t.fight((b, s), (n,))
    t.says(n, action="attack", target=b)
    t.says(s, action="attack", target=n)
    if gone == "left":
        t.leave(b)
    elif gone == "dead":
        t.die(b)
    else:
        t.keep(c.Show(character=b, hidden=True))
    (act,) = t.play_round(3, 2).outcome["actions"]
    assert (act["actor"], act["opposition"]) == ("Solange", 2)


def test_nothing_is_proposed_because_of_somebody_who_is_hidden(table):
    """YAC-COM-13: a hold of whoever is not there binds nobody, in the round as in what is proposed for it."""
    t = table()
    b, n, s = t.investigator(), t.npc(), t.npc("Complice")
    t.grip(n, b)
    t.keep(c.Fight(fighters=(c.Fighter(character=s, side="a"),)))
    t.keep(c.Show(character=b, hidden=True))
    assert [one.given["action"] for one in proposals_for(t.table.state, t.table.viewer("keeper"), n)] == ["dodge"]


def test_breaking_a_hold_that_is_over_is_void(table):
    """YAC-COM-13."""
    t = table(hold_escape=True)
    b, n, s = t.investigator(), t.npc(), t.investigator("Solange")
    t.grip(b, n, beside=(s,))
    t.says(b, action="escape")
    t.leave(n)
    assert t.play_round().outcome["actions"] == []
