"""Actions and reactions as they are declared and handed on (CBT-01, MOD-11)."""

import pytest

from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.systems.organique.rules.fight.declared import (
    ActionGiven,
    attack_of,
    counter_of,
    reaction_of,
)
from gardien.systems.organique.rules.person import Layer
from systems.organique.people import person

SWORD = {"name": "sabre", "group": "sword", "bs": 4, "range_min": 1, "range_max": 2}


def action(**fields):
    return parse(ActionGiven, fields)


def test_an_action_in_somebodys_hands():
    cover = {"name": "tree", "ia": 5, "bs": 15, "c": 15}
    given = action(weapon=SWORD, second_weapon="punch", cover=cover, mods={"dark": -4}, aim=True)
    result = attack_of(given, person(FOR=17))
    assert (result.weapon.bs, result.second_weapon.c, result.cover) == (8, 4, Layer("tree", 5, 30, 30))
    assert (result.mods, result.aim, result.action, result.simultaneous) == ((("dark", -4),), True, "strike", False)
    assert hash(result) == hash(attack_of(given, person(FOR=17)))


def test_reactions_and_simultaneous_actions():  # ORG-MOD-11
    given = action(
        range_step=1,
        target_mounted=True,
        aim=True,
        reaction={"kind": "simultaneous", "action": "stun", "weapon": SWORD, "extended": True, "mods": {"luck": 1}},
    )
    counter = counter_of(given, person())
    assert (counter.action, counter.simultaneous, counter.extended) == ("stun", True, True)
    assert (counter.aim, counter.attacker_mounted, counter.range_step) == (False, True, 1)
    parry = reaction_of(action(reaction={"kind": "parry", "limb_damage": 1.5}).reaction, person(FOR=17))
    assert (parry.kind, parry.limb_damage, parry.weapon.name) == ("parry", 3, "punch")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"weapon": "excalibur"}, "weapon"),
        ({"second_weapon": "excalibur"}, "second_weapon"),
        ({"cover": "air"}, "cover"),
        ({"reaction": {"kind": "pray"}}, "reaction.kind"),
        ({"reaction": {"weapon": "excalibur"}}, "reaction.weapon"),
        ({"reaction": {"limb_damage": 0.1}}, "reaction.limb_damage"),
        ({"kg": 0}, "kg"),
    ],
)
def test_wrong_declarations_are_refused(fields, field):
    with pytest.raises(Refusal) as caught:
        action(**fields)
    assert caught.value.field == field
