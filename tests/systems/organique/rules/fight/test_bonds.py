"""What stands between people in a fight: holds, feints, aims (ORG-ACT-05 to 08, ORG-ACT-21, ORG-FREE-02, M6)."""

import pytest

from gardien.systems.organique.rules.fight.bonds import Aim, Bonds, Feint, Holding, holds_on
from gardien.systems.organique.rules.fight.declared import AttackBlock

HIT = AttackBlock(hit=True, effect=True, released=False, held="none")


def hit(**told) -> AttackBlock:
    return AttackBlock(**{**{name: getattr(HIT, name) for name in ("hit", "effect", "released", "held")}, **told})


def test_one_grip_changes_into_another_and_others_stay():
    """ORG-ACT-05 to 08."""
    bonds = Bonds(holds=(Holding("A", "B"), Holding("C", "B", "lock"))).after_action(
        "A", "B", "strangle", hit(held="strangle")
    )
    assert bonds.grips("B") == {"C": "lock", "A": "strangle"}
    assert bonds.without("C", "B").grips("B") == {"A": "strangle"}


def test_a_stunned_holder_lets_go_of_everybody():
    """ORG-ACT-21."""
    bonds = Bonds(holds=(Holding("A", "B"), Holding("A", "C"), Holding("B", "C")))
    after = bonds.after_action("D", "A", "stun", hit(released=True))
    assert (after.held_by("A"), after.held_by("B")) == ([], ["C"])


def test_a_throw_ends_the_hold():
    """M6: of whoever was thrown, by whoever threw."""
    bonds = Bonds(holds=(Holding("A", "B"), Holding("C", "B")))
    assert bonds.after_action("A", "B", "throw", hit()).grips("B") == {"C": "hold"}
    assert bonds.after_action("A", "B", "throw", hit(hit=False, effect=False)) == bonds


def test_a_feint_helps_the_next_attack_in_this_turn_or_the_next():
    """M6."""
    bonds = Bonds().after_action("A", "B", "feint", hit())
    assert bonds.helped("A", "B", (("situation", -4),)) == (("situation", -4), ("feint", 5))
    assert bonds.helped("B", "A", ()) == bonds.helped("A", "C", ()) == ()
    assert bonds.after_turns("A").helped("A", "B", ()) == (("feint", 5),)
    assert bonds.after_turns("A", 2) == bonds.after_action("A", "B", "strike", hit()) == Bonds()
    assert bonds.helped("A", "B", (("feint", 5),)) == (("feint", 5),)  # told already


@pytest.mark.parametrize(
    ("aim", "fits"),
    [(Aim("A"), True), (Aim("A", "B", "rifle"), True), (Aim("A", "C"), False), (Aim("A", "", "bow"), False)],
)
def test_an_aim_is_at_somebody_with_a_weapon(aim, fits):
    """ORG-FREE-02."""
    assert aim.fits("B", "rifle") is fits
    assert Bonds().aiming("A", Aim("A", "D")).aiming("A", aim).aims == (aim,)
    assert Bonds(aims=(aim,)).aiming("A").aim("A") is None


@pytest.mark.parametrize(
    ("able", "dead", "step", "goes_on"),
    [
        (True, False, None, True),
        (True, False, 1, True),
        (True, False, 2, False),
        (False, False, 0, False),
        (True, True, 0, False),
    ],
)
def test_how_long_a_hold_goes_on(able, dead, step, goes_on):
    """ORG-ACT-21, ORG-RNG-01."""
    assert holds_on(able, dead, step) is goes_on


def test_feints_are_told_by_whoever_made_them():
    assert Bonds(feints=(Feint("A", "B"),)).after_turns("A").feints == (Feint("A", "B", 1),)
