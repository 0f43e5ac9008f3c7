"""Values that are made of others: what they have in common is taken over, what is said goes before."""

import pytest

from gardien.core.values import Value, fields_like, like


class Blow(Value, frozen=True, kw_only=True):
    zone: str
    damage: int = 0
    stops: bool = False


class Wound(Value, frozen=True, kw_only=True):
    zone: str
    damage: int
    depth: int = 1
    grave: bool = False


class Deep(Blow, frozen=True, kw_only=True):
    @property
    def depth(self) -> int:
        return 2 * self.damage


def test_what_two_values_share_is_taken_over_and_the_rest_stays_as_usual():
    assert like(Wound, Blow(zone="arm", damage=3)) == Wound(zone="arm", damage=3)
    assert fields_like(Wound, Blow(zone="arm", damage=3, stops=True)) == {"zone": "arm", "damage": 3}


def test_what_is_said_goes_before_what_is_shared():
    assert like(Wound, Blow(zone="arm", damage=3), damage=5, grave=True) == Wound(zone="arm", damage=5, grave=True)


def test_what_follows_from_a_value_counts_as_one_of_its_fields():
    assert like(Wound, Deep(zone="leg", damage=4)) == Wound(zone="leg", damage=4, depth=8)


def test_nothing_is_said_that_the_other_kind_does_not_know():
    with pytest.raises(TypeError, match="Wound has no colour"):
        like(Wound, Blow(zone="arm"), colour="red")
