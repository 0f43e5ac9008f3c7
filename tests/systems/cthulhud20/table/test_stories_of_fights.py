"""Stories of fights: weapons in hand and on the ground, runs, holds, blows, from turn to turn (P-ACT, P-MAN, P-GUN)."""

import pytest

from gardien.table import commands as c
from gardien.table.viewers import viewer_of
from gardien.web.pages.fight.fights import FightBoard
from gardien.web.pages.frame import Frame
from systems.cthulhud20.evening import Evening, facing, missed, refusal, rounds, values
from systems.table import at

HOUR = 60


def two_guns(evening: Evening) -> None:
    gun = values(evening, evening.paul, "weapons")
    evening.write(evening.paul, weapons=[{**gun[0], "name": "Gauche"}, {**gun[0], "name": "Droite"}])


def fires(evening: Evening, name: str) -> str:
    """Why one of Paul’s guns does not fire, if it does not."""
    return refusal(evening, evening.paul, "attack", (1, 60), target=at(evening.thug), weapon_name=name)


# ---- weapons ----


def test_the_weapon_in_use_is_knocked_away(opened):
    """CD20-P-MAN-01: not the first of the list; the other one still fires."""
    table = opened()
    two_guns(table)
    facing(table, table.paul, table.thug)
    missed(table, table.paul, table.thug, weapon_name="Droite")
    table.do(table.thug, "disarm", (20, 1), target=at(table.paul))
    assert (fires(table, "Droite"), fires(table, "Gauche")) == ("act/dropped", "")


def test_two_weapons_fall_one_after_the_other(opened):
    """CD20-P-MAN-01: what has fallen stays on the ground until it is picked up, which takes a move."""
    table = opened()
    two_guns(table)
    facing(table, table.paul, table.thug)
    for _ in range(2):
        table.do(table.thug, "disarm", (20, 1), target=at(table.paul))
    assert (fires(table, "Droite"), fires(table, "Gauche")) == ("act/dropped", "act/dropped")
    assert refusal(table, table.thug, "disarm", (20, 1), target=at(table.paul)) == "act/unarmed"
    rounds(table)
    table.do(table.paul, "movement", (), mode="pick_up", seat=table.ann)
    assert (fires(table, "Droite"), fires(table, "Gauche"), table.left(table.paul)) == ("", "", 0)


def test_an_adversary_can_be_disarmed(opened):
    """CD20-P-MAN-01: a weapon of the list that a creature holds falls; its fists stay."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "disarm", (20, 1), target=at(table.thug))
    names = {one["weapon"]: one["name"] for one in values(table, table.thug, "attacks")}
    blow = {"target": at(table.paul)}
    assert refusal(table, table.thug, "attack", (1, 60), weapon_name=names["p32"], **blow) == "act/dropped"
    assert refusal(table, table.thug, "attack", (1, 60), weapon_name=names["unarmed"], **blow) == ""


@pytest.mark.parametrize(
    ("act", "dice", "given"),
    [
        ("effort", (1,), {"cost": 10, "kind": "violent"}),
        ("apply_condition", (), {"condition": "stunned_other"}),
        ("apply_condition", (), {"condition": "panicked"}),
        ("apply_wound", (99,), {"zone": "right_arm", "gb": 12}),
    ],
)
def test_whoever_collapses_drops_the_weapon(opened, act, dice, given):
    """CD20-COND-02, CD20-P-COND-01, CD20-P-WOUND-01: and has to pick it up again."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, act, dice, **given)
    table.write(table.paul, pf=5, conditions=[])
    assert fires(table, "") == "act/dropped"
    table.do(table.paul, "movement", (), mode="pick_up")
    assert fires(table, "") == ""


def test_the_ground_gives_all_back_when_the_fight_is_over(opened):
    """CD20-P-MAN-01: whoever is left has time to pick things up."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.thug, "disarm", (20, 1), target=at(table.paul))
    table.keep(c.EndFight())
    assert fires(table, "") == ""


def test_what_is_taken_in_a_hold_is_gone(opened):
    """CD20-P-GRAP-01: take an object."""
    table = opened()
    facing(table, table.thug, table.paul)
    table.do(table.thug, "grapple", (18, 18, 2), target=at(table.paul))
    rounds(table)
    table.do(table.thug, "grapple_action", (18, 2), action="take_object")
    assert fires(table, "") == "act/dropped"


def test_only_whoever_is_held_is_squeezed(opened):
    """CD20-P-GRAP-01: a later turn in a hold needs the hold."""
    table = opened()
    squeeze = {"target": at(table.thug), "action": "squeeze"}
    assert refusal(table, table.paul, "grapple_action", (18, 2), **squeeze) == "act/not_held"
    table.do(table.paul, "grapple", (18, 18, 2), target=at(table.thug))
    assert refusal(table, table.paul, "grapple_action", (18, 2), **squeeze) == ""


def test_nothing_is_loaded_that_is_full(opened):
    """CD20-P-GUN-05: nor without a magazine."""
    table = opened()
    assert refusal(table, table.paul, "reload") == "full"
    gun = values(table, table.paul, "weapons")
    table.write(table.paul, weapons=[{**gun[0], "ammunition": 2, "spare_magazines": 1}])
    table.do(table.paul, "reload", ())
    missed(table, table.paul, table.thug)
    line = values(table, table.paul, "weapons")[0]
    assert (line["ammunition"], line["spare_magazines"], refusal(table, table.paul, "reload")) == (5, 0, "no_spare")


def test_the_last_cartridge_ends_the_volley(opened):
    """CD20-P-GUN-01: the remaining attacks are lost, and the next one is refused."""
    table = opened()
    gun = values(table, table.jack, "weapons")
    table.write(table.jack, weapons=[{**gun[0], "ammunition": 1}])
    volley = table.do(table.jack, "full_attack", (1, 60), target=at(table.paul)).outcome
    assert (volley["attacks_made"], values(table, table.jack, "weapons")[0]["ammunition"]) == (1, 0)
    assert refusal(table, table.jack, "attack", target=at(table.paul)) == "act/empty"


# ---- runs ----


def test_whoever_runs_is_harder_to_hit_and_guards_themselves_less(opened):
    """CD20-P-MOD-01: no Dexterity bonus, −2 to shots, until the next turn."""
    table = opened()
    facing(table, table.paul, table.jack)
    rounds(table)
    before = missed(table, table.jack, table.paul)
    table.do(table.paul, "movement", (), mode="run")
    running = missed(table, table.jack, table.paul)
    assert (running["zone_ca"], running["target_modifier"]) == (before["zone_ca"] - 2, -2)
    rounds(table)
    assert missed(table, table.jack, table.paul)["zone_ca"] == before["zone_ca"]


def test_a_run_lasts_as_long_as_the_breath(opened):
    """CD20-P-ACT-02: as many rounds as Constitution, then a check each round; a pause begins anew."""
    table = opened()
    table.write(table.paul, con=3)
    facing(table, table.paul, table.jack)
    for _ in range(3):
        assert not table.do(table.paul, "movement", (), mode="run").outcome["check_needed"]
        rounds(table)
    held = table.do(table.paul, "movement", (20,), mode="run").outcome
    rounds(table)
    spent = table.do(table.paul, "movement", (1,), mode="run").outcome
    assert (held["dc"], spent["dc"], spent["reason"]) == (10, 11, "out_of_breath")
    rounds(table)
    assert not table.do(table.paul, "movement", (), mode="run").outcome["check_needed"]


def test_a_turn_without_running_gives_the_breath_back(opened):
    """CD20-P-ACT-02: the rounds of a run follow each other."""
    table = opened()
    table.write(table.paul, con=1)
    facing(table, table.paul, table.jack)
    table.do(table.paul, "movement", (), mode="run")
    rounds(table, 2)
    assert not table.do(table.paul, "movement", (), mode="run").outcome["check_needed"]


def test_whoever_one_runs_to_does_not_run(opened):
    """CD20-P-ACT-02: only the runner."""
    table = opened()
    facing(table, table.paul, table.jack)
    table.do(table.paul, "movement", (), mode="run", toward=at(table.jack))
    assert ("running" in table.marks(table.paul), "running" in table.marks(table.jack)) == (True, False)


# ---- waiting ----


def test_whoever_waits_acts_later_and_keeps_that_place(opened):
    """CD20-P-ACT-03: the round goes on with the next, and the new order holds until initiative is thrown anew."""
    table = opened()
    facing(table, table.paul, table.thug, table.zombie)
    table.do(table.paul, "delay", (), after=at(table.thug), seat=table.ann)
    assert (table.order, table.now) == ([table.thug, table.paul, table.zombie], table.thug)
    table.turn()
    assert (table.now, table.left(table.paul)) == (table.paul, 3)
    rounds(table)
    assert table.order == [table.thug, table.paul, table.zombie]
    table.rank(table.paul, table.thug, table.zombie)
    assert table.order == [table.paul, table.thug, table.zombie]


def test_nobody_waits_in_the_middle_of_a_turn_or_for_the_past(opened):
    """CD20-P-ACT-03: before anything else, and for somebody slower."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "movement", (), mode="move", seat=table.ann)
    assert refusal(table, table.paul, "delay", after=at(table.thug), seat=table.ann) == "begun"
    table.turn()
    assert refusal(table, table.thug, "delay", after=at(table.paul)) == "field/one_of"


def test_one_act_is_kept_ready_and_done_once(opened):
    """CD20-P-ACT-03: it takes what an attack takes, serves in somebody else’s turn, and is over with the next one."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "ready", (), occasion="quand la porte s’ouvre", seat=table.ann)
    assert (table.left(table.paul), table.marks(table.paul)["readied"]) == (1, "quand la porte s’ouvre")
    table.turn()
    table.do(table.paul, "attack", (1, 60), target=at(table.thug), seat=table.ann)
    assert "readied" not in table.marks(table.paul)
    rounds(table)
    table.do(table.paul, "ready", (), seat=table.ann)
    rounds(table)
    assert ("readied" in table.marks(table.paul), table.left(table.paul)) == (False, 3)


def test_what_is_kept_ready_is_offered_in_the_turn_of_another_with_its_occasion(opened):
    """CD20-P-ACT-03: one action, on the page of whoever plays them; anything else that takes one uses it up as well."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "ready", (), occasion="quand la porte s’ouvre", seat=table.ann)
    table.turn()
    board = FightBoard(table.table, viewer_of(table.table.state, table.ann), Frame("fr"))
    kept = {one.key for one in board.turns.reactions(table.paul)}
    assert {"attack", "trip", "aid_another"} <= kept
    assert not kept & {"full_attack", "movement", "ready"}
    assert any("quand la porte s’ouvre" in chip.text for chip in board.conditions(table.paul))
    table.do(table.paul, "trip", None, seat=table.ann, target=at(table.thug))
    assert "readied" not in table.marks(table.paul)


def test_whoever_is_thrown_down_does_not_do_what_they_kept_ready(opened):
    """CD20-P-ACT-03, CD20-SHOCK-02: a violent shock comes before the occasion; a lesser one leaves the one act."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "ready", (), occasion="s’il bouge", seat=table.ann)
    table.turn()
    table.do(table.paul, "apply_shock", (), shock="violent")
    assert refusal(table, table.paul, "attack", seat=table.ann, target=at(table.thug)) == "violently_shocked"
    table.write(table.paul, shock_next_turn="partial", prone=False)
    assert refusal(table, table.paul, "attack", (1, 60), table.ann, target=at(table.thug)) == ""


def test_whoever_cannot_act_keeps_nothing_ready(opened):
    """CD20-P-ACT-01: no action, none to keep."""
    table = opened()
    table.write(table.paul, conditions=["nauseated"])
    assert refusal(table, table.paul, "ready") == "only_move"
    table.write(table.paul, conditions=["dazed"])
    assert refusal(table, table.paul, "ready") == "no_action"


# ---- blows ----


@pytest.mark.parametrize("weapon", ["knife", "r38"])
def test_the_helpless_are_finished_off(opened, weapon):
    """CD20-P-COUP-01: with a blade or a gun, at arm’s length, in the zone that is named, four GB more."""
    table = opened()
    table.write(table.thug, conditions=["asleep"])
    table.write(table.paul, weapons=[{"weapon": weapon, "name": "Arme", "ammunition": 6 if weapon == "r38" else 0}])
    blow = table.do(table.paul, "finishing_blow", (2, 99), target=at(table.thug), zone="head").outcome
    assert (blow["result"], blow["zone"], blow["gb"]) == ("hit", "head", {"knife": 8, "r38": 10}[weapon])


def test_nobody_is_finished_off_from_afar(opened):
    """CD20-P-COUP-01: within 1.5 m."""
    table = opened()
    table.write(table.thug, conditions=["asleep"])
    facing(table, table.paul, table.thug)
    table.mark(table.thug, stands=6)
    blow = {"target": at(table.thug), "zone": "head"}
    assert refusal(table, table.paul, "finishing_blow", **blow) == "act/too_far"


def test_a_guard_lasts_until_the_next_turn(opened):
    """CD20-P-ACT-03: total defence adds four to the CA."""
    table = opened()
    facing(table, table.paul, table.thug)
    rounds(table)
    before = missed(table, table.thug, table.paul)["zone_ca"]
    table.mark(table.paul, total_defence=True)
    assert missed(table, table.thug, table.paul)["zone_ca"] == before + 4
    rounds(table)
    assert missed(table, table.thug, table.paul)["zone_ca"] == before


def test_total_defence_takes_the_act_of_the_turn_and_is_over_with_it(opened):
    """CD20-P-ACT-03: no attack in that turn, four more CA until the next one; a player decides on it."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.turn(2)
    table.act(table.ann, c.Edit(character=table.paul, fields={"stance": "total_defence"}))
    assert refusal(table, table.paul, "attack", seat=table.ann, target=at(table.thug)) == "total_defence"
    assert refusal(table, table.paul, "movement", seat=table.ann, mode="step") == ""
    table.turn()
    assert missed(table, table.thug, table.paul)["zone_ca"] == 16
    table.turn()
    assert values(table, table.paul, "stance") == "none"
    assert refusal(table, table.paul, "attack", (1, 60), table.ann, target=at(table.thug)) == ""


def test_whoever_has_not_acted_yet_is_caught_flat_footed(opened):
    """CD20-P-INIT-01: no Dexterity bonus before the first turn."""
    table = opened()
    facing(table, table.paul, table.thug)
    before = missed(table, table.thug, table.paul)["zone_ca"]
    table.turn()
    assert missed(table, table.thug, table.paul)["zone_ca"] == before + 2


def test_a_turn_is_an_attack_and_a_move(opened):
    """CD20-P-ACT-01: and nothing more."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "movement", (), mode="move", seat=table.ann)
    table.do(table.paul, "attack", (1, 60), target=at(table.thug), seat=table.ann)
    assert refusal(table, table.paul, "movement", mode="move", seat=table.ann) == "no_time"


def test_a_step_is_free_unless_one_has_moved(opened):
    """CD20-P-ACT-01: with the attacks of a turn, not besides a move."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "movement", (), mode="step", seat=table.ann)
    assert "actions_left" not in table.marks(table.paul) or table.left(table.paul) == 3
    table.do(table.paul, "movement", (), mode="move", seat=table.ann)
    table.do(table.paul, "movement", (), mode="step", seat=table.ann)
    assert table.left(table.paul) == 0
    rounds(table)
    assert "moved" not in table.marks(table.paul)


def test_the_dead_give_their_turn_away(opened):
    """CD20-HP-04: whoever falls dead before their turn has none."""
    table = opened()
    facing(table, table.paul, table.thug, table.zombie)
    table.do(table.thug, "apply_wound", (), zone="head", gb=20)
    table.turn()
    assert table.now == table.zombie


def test_a_hold_ends_with_whoever_leaves(opened):
    """CD20-P-GRAP-01: in a hold nobody moves away; whoever is gone holds nobody."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "grapple", (18, 18, 2), target=at(table.thug))
    assert refusal(table, table.thug, "movement", mode="move") == "grappling"
    table.keep(c.Leave(character=table.thug))
    assert "grappling" not in table.marks(table.paul)


def test_all_of_it_is_taken_back(opened):
    """Undo is the identity over weapons, runs, fires and counts."""
    table = opened()
    two_guns(table)
    facing(table, table.paul, table.thug)
    before = table.play
    table.do(table.paul, "movement", (), mode="run")
    table.do(table.thug, "disarm", (20, 1), target=at(table.paul))
    table.do(table.paul, "apply_wound", (99,), zone="right_arm", gb=12)
    table.do(None, "explosion", (1, 1, 60), explosive="petrol_bomb", victims=[at(table.jack)])
    for _ in range(4):
        table.keep(c.Undo())
    assert table.play == before


def test_whoever_leaves_a_fight_leaves_what_it_has_put_on_them(opened):
    """CD20-P-COVER-01, CD20-P-ACT-03: cover, guard and a shock are of the fight, as at its end."""
    table = opened()
    facing(table, table.paul, table.thug, table.jack)
    table.write(table.paul, cover={"torso": 15}, stance="total_defence", shock_next_turn="partial")
    table.keep(c.Leave(character=table.paul))
    assert values(table, table.paul, "cover", "stance", "shock_next_turn") == ({}, "none", "none")


# ---- loading ----


@pytest.mark.parametrize(("name", "why"), [("Vide", "act/no_spare"), ("Pleine", "act/full"), ("", "")])
def test_a_weapon_that_is_named_is_the_one_that_is_loaded(opened, name, why):
    """CD20-P-GUN-05: without a magazine of its own it is not, and takes no time; unnamed, one that can be is."""
    table = opened()
    gun = {"weapon": "luger", "ammunition": 1, "spare_magazines": 0}
    full = {**gun, "name": "Pleine", "ammunition": 8, "spare_magazines": 1}
    table.write(table.paul, weapons=[{**gun, "name": "Vide"}, {**gun, "name": "Autre", "spare_magazines": 1}, full])
    facing(table, table.paul, table.thug)
    assert refusal(table, table.paul, "reload", (), weapon_name=name, seat=table.ann) == why
    loaded = [one["ammunition"] for one in values(table, table.paul, "weapons")]
    assert (loaded, table.marks(table.paul).get("actions_left", 3)) == (([1, 1, 8], 3) if why else ([1, 8, 8], 2))


def test_a_jam_takes_a_whole_round_whatever_the_rule_says_later(opened):
    """CD20-P-GUN-06: not in the turn in which it stuck; `jams` turned off clears nothing."""
    table = opened(jams=True)
    facing(table, table.paul, table.thug)
    table.do(table.paul, "attack", (1, 60, 2), target=at(table.thug), seat=table.ann)
    assert refusal(table, table.paul, "clear_jam", (20,), seat=table.ann) == "no_time"
    rounds(table)
    table.keep(c.Settings(options={"jams": False}))
    assert refusal(table, table.paul, "attack", target=at(table.thug), seat=table.ann) != ""
    table.do(table.paul, "clear_jam", (20,), seat=table.ann)
    assert not values(table, table.paul, "weapons")[0]["jammed"]


def test_a_charge_and_a_spell_of_a_full_round_begin_with_a_whole_turn(opened):
    """CD20-P-ACT-03, CD20-P-MAG-01: neither after a move nor after a shock; the Keeper may let it pass."""
    table = opened()
    table.write(table.paul, weapons=[{"weapon": "knife", "name": "Couteau"}], spells_known=["wrack", "voorish_gesture"])
    facing(table, table.paul, table.thug)
    table.mark(table.thug, stands=20.0)
    table.do(table.paul, "movement", (), table.ann, mode="move", toward=at(table.thug))
    charge = {"target": at(table.thug), "situation": ["charging"]}
    assert refusal(table, table.paul, "attack", seat=table.ann, **charge) == "no_time"
    assert refusal(table, table.paul, "cast_spell", seat=table.ann, spell="wrack", target=at(table.thug)) == "no_time"
    assert refusal(table, table.paul, "cast_spell", (), table.ann, spell="voorish_gesture") == ""
    rounds(table)
    assert refusal(table, table.paul, "attack", (1, 60), table.ann, **charge) == ""


def test_a_step_is_not_free_in_a_partial_action(opened):
    """CD20-P-ACT-01: after a shock a step is the one move there is."""
    table = opened()
    facing(table, table.thug, table.paul)
    table.do(table.paul, "apply_shock", (), shock="shock")
    table.turn()
    table.do(table.paul, "movement", (), table.ann, mode="step")
    assert table.left(table.paul) == 0
    rounds(table)
    table.turn()
    table.do(table.paul, "movement", (), table.ann, mode="step")
    assert table.left(table.paul) == 3


def test_a_free_attack_is_never_a_shot(opened):
    """CD20-P-ACT-04: hand to hand, with bare fists where somebody carries nothing else."""
    table = opened()
    facing(table, table.thug, table.paul)
    table.do(table.thug, "attack", (1, 60), target=at(table.paul), distance_m=1)
    before = values(table, table.paul, "weapons")[0]["ammunition"]
    roll = table.follow("opportunity", (1, 60))
    assert (roll.given["weapon_name"], values(table, table.paul, "weapons")[0]["ammunition"]) == ("unarmed", before)


def test_one_step_goes_with_a_full_attack_and_no_other_movement(opened):
    """CD20-P-ACT-01, CD20-P-ACT-03: before it or after it, once; beside a move it is a move itself."""
    table = opened()
    facing(table, table.jack, table.thug)
    table.do(table.jack, "full_attack", (1, 60, 1, 60), table.bob, target=at(table.thug))
    assert refusal(table, table.jack, "movement", seat=table.bob, mode="move") == "no_time"
    assert refusal(table, table.jack, "movement", seat=table.bob, mode="step") == ""
    assert refusal(table, table.jack, "movement", seat=table.bob, mode="step") == "no_time"
    rounds(table)
    table.do(table.jack, "movement", (), table.bob, mode="step")
    table.do(table.jack, "attack", (1, 60), table.bob, target=at(table.thug))
    assert refusal(table, table.jack, "movement", seat=table.bob, mode="move") == "no_time"
    rounds(table)
    table.do(table.jack, "movement", (), table.bob, mode="step")
    table.do(table.jack, "movement", (), table.bob, mode="move")
    assert refusal(table, table.jack, "attack", seat=table.bob, target=at(table.thug)) == "no_time"


@pytest.mark.parametrize("mode", [["step"], {"step": 1}, 5, None])
def test_what_is_no_way_of_moving_is_refused_in_words(opened, mode):
    """CD20-P-ACT-02: before anybody asks what it would take of the turn."""
    table = opened()
    facing(table, table.paul, table.thug)
    table.do(table.paul, "movement", (), table.ann, mode="move")
    assert refusal(table, table.paul, "movement", seat=table.ann, mode=mode).startswith(("field/", "no_time"))
    for act, given in (("cast_spell", {"spell": mode}), ("attack", {"situation": mode, "target": at(table.thug)})):
        assert refusal(table, table.paul, act, seat=table.ann, **given) != ""
