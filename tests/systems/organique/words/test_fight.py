"""Every word that a rule of fights may answer with has its phrase."""

from typing import get_args

from gardien.systems.organique import pack
from gardien.systems.organique.rules.fight.script_lines import Doing, Reason
from gardien.systems.organique.rules.fight.turn_budget import Payment
from gardien.systems.organique.vocabulary import (
    Action,
    FreeAction,
    Hold,
    Limb,
    ReactionKind,
)
from gardien.systems.organique.words.attack import ACTIONS, GRASPS, REACTIONS, WON
from gardien.systems.organique.words.fight import FREE, GRIPS, PAID, QUIET, REASONS
from gardien.systems.organique.words.on_hit import HOLDS, VAIN
from gardien.systems.organique.words.person import LIMBS


def test_every_word_of_a_fight_has_its_phrase():
    assert set(get_args(Action)) == set(ACTIONS) > set(GRASPS)
    assert set(get_args(ReactionKind)) - {"none", "move", "simultaneous"} == set(REACTIONS) == set(WON)
    assert set(get_args(Hold)) == set(HOLDS) == set(GRIPS)
    assert set(get_args(Limb)) == set(LIMBS)
    assert set(get_args(FreeAction)) == set(FREE)
    assert set(get_args(Payment)) == set(PAID)
    assert set(get_args(Reason)) == set(REASONS)
    assert set(get_args(Doing)) - {"attack", "free", "end_turn", "break_hold"} == set(QUIET)
    assert {row.needs for row in pack.table("combat", "action")} - {"none"} == set(VAIN)
