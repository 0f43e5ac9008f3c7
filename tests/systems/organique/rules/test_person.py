"""Somebody as the rules hand them on: effective scores, states, what is told again (TEST-11, END, HP-04 to HP-07)."""

import msgspec
import pytest

from gardien.core.errors import Refusal
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.character import ArmourGiven, Character, check_names
from gardien.systems.organique.rules.person import (
    KEPT,
    Layer,
    effective,
    layers_of,
    person_of,
    points,
    state_changes,
    state_of,
    with_changes,
    with_dying,
)
from systems.organique.people import HOUSE, YING, character, person

JUNK = {"name": "junk", "ia": 8, "bs": 5, "c": 4, "agi_malus": 4}


def test_scores_are_changed_then_halved_then_limited():  # ORG-TEST-11
    one = person(AGI=16, FOR=7, INT=13, VIT=9, armour=[JUNK], changes={"FOR": -9, "INT": 2}, halved=True)
    assert (one.score("AGI"), one.score("FOR"), one.score("INT"), one.score("VIT")) == (6, 0, 8, 5)
    dull = person(stupor=True, one_leg=True)
    assert (dull.score("INT"), dull.score("VOL"), dull.score("VIT")) == (0, 0, 1)
    assert person(VIT=12).score("VIT", in_water=True) == 1
    assert person(VIT=12, skills={"swimming": 1}).score("VIT", in_water=True) == 12


def test_end_in_tests_is_the_reserve():  # ORG-SAVE-03
    one = person(END=9, end_now=3)
    assert (one.value("END"), one.score("END")) == (3, 9)
    assert person(END=9, end_now=-1).value("END") == 0
    assert person(END=9).body.end == 9
    assert person(END=9, halved=True).body.end == 5


def test_the_reserve_follows_its_maximum():  # ORG-END-01
    lower = with_changes(person(END=10, end_now=7), {"END": -4, "INT": -1})
    assert (lower.body.end, lower.score("END"), lower.score("INT")) == (3, 6, 9)
    assert with_changes(lower, {"END": 4}).body.end == 7
    assert with_changes(person(END=10, end_now=2), {"END": -4}).body.end == 0
    assert with_changes(person(END=10, end_now=-1, inc=0), {"END": 4}).body.end == -1
    assert with_changes(person(END=10, end_now=0), {"END": 4}).body.end == 4
    assert with_changes(person(END=10, end_now=5), {"END": 1}).body.end == 6


@pytest.mark.parametrize(
    ("fields", "out", "dying", "acts"),
    [
        ({}, False, False, True),
        ({"sng": 0}, False, False, True),
        ({"end_now": 0}, False, False, False),
        ({"sng": 0, "end_now": 0}, True, True, False),
        ({"inc": 0}, True, True, False),
        ({"inc": 0, "stabilised": True}, True, False, False),
        ({"dead": True}, True, False, False),
        ({"unconscious_turns": 2}, False, False, False),
        ({"coma": True}, False, False, False),
        ({"paralysed_turns": 1}, False, False, False),
        ({"kind": "machine", "structure": 0}, True, False, False),
        ({"kind": "machine", "sng": 0, "end_now": 0}, False, False, True),
    ],
)
def test_who_is_out_of_action(fields, out, dying, acts):  # ORG-HP-05, ORG-HP-06, ORG-END-06, ORG-MON-01
    result = state_of(person(**fields))
    assert (result.out_of_action, result.dying, result.can_act, result.can_react) == (out, dying, acts, acts)


def test_time_left_to_live():  # ORG-HP-07
    assert state_of(person(INC=6, sng=0, inc=5, END=13, end_now=6)).turns_to_live == 11
    assert state_of(person(sng=0, inc=2, end_now=0)).timer == 2
    assert state_of(person(inc=0, end_now=-1, timer=1.5)).timer == 1.5
    assert state_of(person(inc=0, end_now=3)).timer == 3
    whole = msgspec.to_builtins(state_of(person()))
    assert "timer" not in whole
    assert "turns_to_live" not in whole
    assert "structure" not in whole


def test_whoever_is_struck_down_begins_to_die():  # ORG-HP-07, ORG-END-09
    before = person(sng=0, inc=2, end_now=6)
    down = with_dying(before, before.having(inc=0), HOUSE)
    assert (points(down.timer), down.body.end, down.body.fresh) == (6, -1, ("timer",))
    late = with_dying(before, before.having(inc=0), HOUSE, fresh=False)
    assert late.body.fresh == ()
    gone = with_dying(before, before.having(inc=0), Options(inc_zero_is_death=True))
    assert (gone.body.dead, gone.body.end, gone.body.timer) == (True, -1, None)
    sinking = person(sng=0, inc=2, end_now=0, timer=3)  # whoever was dying already dies no longer
    assert with_dying(sinking, sinking.having(inc=0), Options(inc_zero_is_death=True)).body.timer is None
    last = person(sng=0, inc=0.5, end_now=6)
    assert with_dying(last, last.having(inc=0), HOUSE).body.end == -1
    tired = with_dying(before, before.having(end=0), HOUSE)
    assert (points(tired.timer), tired.body.end) == (2, 0)


def test_more_damage_brings_death_nearer():  # ORG-HP-07
    before = person(sng=0, inc=4, end_now=0, timer=3)
    assert points(with_dying(before, before.having(inc=4), HOUSE).timer) == 1
    held = person(sng=0, inc=4, end_now=0, stabilised=True)
    again = with_dying(held, held.having(inc=6), HOUSE)
    assert (again.body.stabilised, points(again.timer)) == (False, 3)
    stale = person(sng=0, inc=4, end_now=0, stabilised=True, timer=9)
    assert with_dying(stale, stale.having(inc=6), HOUSE).body.timer is None
    assert with_dying(stale, stale, HOUSE) == stale
    nearly = person(sng=0, inc=4, end_now=0, timer=0.5)
    assert with_dying(nearly, nearly.having(inc=4), HOUSE).timer == 0
    assert with_dying(nearly, nearly, HOUSE).body.timer == 1
    for reserve in ("sng", "cps"):
        down = person(inc=0, stabilised=True)
        assert not with_dying(down, down.having(**{reserve: 4}), HOUSE).body.stabilised
    kept = person(sng=1, inc=4, stabilised=True)
    assert with_dying(kept, kept, HOUSE).body.stabilised
    assert not with_dying(kept, kept.having(sng=0), HOUSE).body.stabilised
    assert not with_dying(kept, kept.having(sng=0, inc=6), HOUSE).body.stabilised
    sound = person(sng=1)
    assert with_dying(sound, sound.having(inc=6), HOUSE).body.stabilised is False


def test_a_character_goes_through_its_state_and_back():
    one = character(
        **YING, sng=2, end_now=6, prone=True, suffering=[3, 2], changes={"FOR": -5}, save_mods={"heat": -10}
    )
    told = msgspec.to_builtins(state_of(person_of(one)))
    known = {field.name for field in msgspec.structs.fields(Character)}
    again = msgspec.convert({**YING, **{key: value for key, value in told.items() if key in known}}, Character)
    assert person_of(again) == person_of(one)
    assert hash(person_of(one)) == hash(person_of(again))


def test_changes_are_what_differs():
    one = character(**YING)
    after = state_of(person_of(one).having(sng=5, prone=True))
    assert [(c.field, c.before, c.after, c.who) for c in state_changes(one, after, "Ying")] == [
        ("sng", 4.0, 2.5, "Ying"),
        ("prone", False, True, "Ying"),
    ]
    assert state_changes(one, msgspec.UNSET) == ()
    assert set(KEPT) <= set(msgspec.to_builtins(after)) | {"structure", "timer"}


def test_armour_by_key_or_as_described():  # M10
    result = layers_of(("leather_jacket", ArmourGiven(name="vest", ia=8, bs=5, c=1)))
    assert result == (Layer("leather_jacket", 7, 4, 0), Layer("vest", 8, 10, 2))
    assert effective(person(armour=["leather_jacket"]))[0] == 10
    assert person(AGI=16, armour=[JUNK, JUNK, "junk_armour", "combat_armour"]).score("AGI") == 16 - 4 - 4 - 4 - 3
    shell = person(armour=[JUNK, "powered_shell", "motorbike_helmet"])
    assert (shell.score("AGI"), shell.score("FOR"), shell.score("PER")) == (4, 16, 9)
    assert person(PER=1, armour=["motorbike_helmet"]).score("PER") == 0


def test_one_leg_goes_with_a_lost_leg():  # ORG-ACT-03
    assert person(limbs_disabled=["leg"]).score("VIT") == 1


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"sng": 5}, "sng"), ({"SNG": 4.2}, "SNG"), ({"armour": ["paper"]}, "armour"),
     ({"combat_skills": {"ninja": 1}}, "combat_skills"),
     ({"end_now": -2}, "end_now"), ({"doses": [{"poison": "tea"}]}, "doses[0].poison"), ({"height": 2}, "height"),
     ({"wounds": [{"bs": 0.3}]}, "wounds[0].bs"), ({"timer": 0.2}, "timer")],
)  # fmt: skip
def test_wrong_people_are_refused(fields, field):
    with pytest.raises(Refusal) as caught:
        character(**fields)
    assert caught.value.field == field


def test_names_are_unique_in_a_list():
    with pytest.raises(ValueError, match="twice"):
        check_names("observers", (character(name="A"), character(name="A")))


@pytest.mark.parametrize(
    "fields", [{"end": 0}, {"inc": 0}, {"sng": 0, "end": 0}, {"unconscious_turns": 2}, {"coma": True}, {"dead": True}]
)
def test_whoever_cannot_stand_lies(fields):  # ORG-END-06
    assert person().having(**fields).body.prone
    assert not person(kind="machine").having(**fields).body.prone


def test_whoever_can_stand_stands():  # ORG-END-06: paralysed where they are, mortally wounded on their feet
    assert not person().having(sng=0).body.prone
    assert not person().having(paralysed_turns=3).body.prone
    assert person(end_now=0, prone=True).having(end=1).body.prone  # getting up takes an action
    assert not person(end_now=0).body.prone  # what is given is given
