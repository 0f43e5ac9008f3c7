"""One exchange in two readings: with all that is told, and as whoever weighs many of them reads it (CBT-01)."""

import pytest

from gardien.core.calling import prepare
from gardien.core.chance import call
from gardien.core.errors import Refusal
from gardien.core.interpreters.typed import typed
from gardien.systems.organique.rules.fight.attack import declared_acts
from gardien.systems.organique.rules.fight.declared import Attack
from gardien.systems.organique.rules.fight.exchange import coarse_exchange, exchange
from gardien.systems.organique.rules.fight.on_hit import after_tolls, spares
from gardien.systems.organique.rules.fight.weapons import weapon_of
from gardien.systems.organique.rules.person import person_of
from systems.boundaries import boundaries
from systems.organique.people import person
from systems.organique.scenes import SCENES

ACTS = [(scene.given, scene.dice) for scene in SCENES.values() if scene.procedure == "combat_action"]
ACTS += [(one.given, one.dice) for one in boundaries("organique") if one.procedure == "combat_action"]


def test_an_exchange_weighed_by_itself_does_the_same():
    compared = 0
    for asked, dice in ACTS:
        result = prepare("organique", "combat_action", asked)
        given, options = result.given, result.options
        one, other = person_of(given.attacker), person_of(given.target)
        attack, reaction, counter = declared_acts(given, one, other)
        if counter is not None:
            continue
        whole = typed(call(exchange, one, other, attack, reaction, None, options, frozenset()), dice)
        short = typed(coarse_exchange(one, other, attack, reaction, options), dice)
        after, told = after_tolls(other, short.outcome.tolls, options), whole.outcome.result
        assert after.having(extended_penalty=False) == whole.outcome.defender.having(extended_penalty=False), asked
        assert (short.outcome.broken, short.outcome.jammed) == (told.weapon_broken, told.jammed is True), asked
        if spares(attack, other):
            assert not [one.purpose for one in whole.dice[1 + (reaction.kind != "none") :] if one.label == "d20"], asked
        compared += 1
    assert compared > 80


@pytest.mark.parametrize(
    ("action", "weapon", "victim", "spared"),
    [("strike", "machete", {}, True), ("strike", "cattle_prod", {}, False), ("stun", "baseball_bat", {}, False),
     ("stun", "baseball_bat", {"kind": "machine"}, True), ("push", "baseball_bat", {"kind": "machine"}, False),
     ("sweep", "kick", {}, True), ("feint", "machete", {}, False)],
)  # fmt: skip
def test_what_hangs_on_what_the_victim_has_left(action, weapon, victim, spared):
    assert spares(Attack(action=action, weapon=weapon_of(weapon, person())), person(**victim)) is spared


@pytest.mark.parametrize(
    ("action", "weapon", "kind", "others"),
    [
        ("strike", "machete", "drop", ["dodge", "leap", "parry"]),
        ("shoot", "crossbow", "flip", ["dodge", "leap", "drop"]),
    ],
)
def test_reactions_that_would_do_are_named(action, weapon, kind, others):  # ORG-REA-03, ORG-REA-04
    with pytest.raises(Refusal) as caught:
        prepare("organique", "combat_action", {
            "attacker": {}, "target": {}, "action": action, "weapon": weapon, "reaction": {"kind": kind},
        })  # fmt: skip
    assert caught.value.words["allowed"] == others
