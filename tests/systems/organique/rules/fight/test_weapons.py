"""Weapons in a hand, and what training adds (M9, WPN, RNG, CSK)."""

import pytest

from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.systems.organique.rules.fight.combat_skills import (
    aim_bonus,
    base_bonus,
    best_parts,
    called_free,
    improvised_malus,
    initiative_parts,
    is_trained,
    kick_c,
)
from gardien.systems.organique.rules.fight.weapons import EXEMPT, UNARMED, WeaponGiven, range_mod, reaches, weapon_of
from systems.organique.people import person


def weapon(**fields):
    return parse(WeaponGiven, fields)


def test_fists_and_feet_by_strength():  # M9, ORG-CSK-05
    result = [weapon_of(UNARMED, person(FOR=strength)).c / 2 for strength in (0, 5, 6, 10, 11, 16, 20, 30)]
    assert result == [0.5, 0.5, 1, 1, 1.5, 2, 2, 2]
    feet = weapon(name="kick", group="feet")
    assert weapon_of(feet, person(FOR=4)).c == 2
    assert weapon_of(feet, person(FOR=4, combat_skills={"kickboxing": 2})).c == 3
    assert weapon_of(weapon(c=2), person()).c == 4
    assert weapon_of(weapon(group="body"), person()).c == 0
    assert weapon_of("kick", person(FOR=17)).c == 5
    assert weapon_of("punch", person(FOR=17)).c == 4
    assert weapon_of("brass_knuckles", person(FOR=17)).c == 6
    assert (weapon_of("tech_sword", person()).c, weapon_of("ice_pick", person()).pa) == (0, 6)


def test_a_weapon_as_described():
    sword = weapon_of(weapon(name="tech_sword", group="sword", bs=6, pa=8, tags={"strike": "easy"}), person())
    assert (sword.bs, sword.pa, sword.tag("strike"), sword.tag("parry"), sword.is_ranged, sword.bare) == (
        12, 16, -4, 0, False, False,
    )  # fmt: skip
    assert sword.blow().pa == 16
    assert [weapon(bs=4, pa=4).pa, weapon(pa=0.5).pa] == [4, 0.5]
    gun = weapon_of(weapon(group="handgun", bs=3), person())
    assert (gun.is_ranged, gun.firearm) == (True, True)
    assert "slash" in EXEMPT["blade"]


def test_where_it_reaches():  # ORG-RNG-01, ORG-RNG-02
    spear = weapon_of(weapon(group="polearm", bs=2.5, range_min=2, range_max=2), person())
    assert [reaches(spear, step) for step in (1, 2, 3, None)] == [False, True, False, True]
    rifle = weapon_of(weapon(group="long_gun", range_min=2, useful_cm=600), person())
    assert [reaches(rifle, step) for step in (1, 2, 9)] == [False, True, True]
    dagger = weapon_of(weapon(group="throwing_knife", bs=2, useful_cm=50, max_cm=600), person())
    assert [reaches(dagger, None, far) for far in (600, 601)] == [True, False]
    assert [range_mod(dagger, far) for far in (0, 49, 50, 500)] == [0, 0, -1, -10]
    assert range_mod(spear, 900) == 0


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"bs": 4, "pa": 3}, "pa"), ({"bs": 0.2}, "bs"), ({"c": 0.2}, "c"), ({"pa": 0.2}, "pa"),
     ({"coating": "tea"}, "coating"), ({"edge": 1}, "edge")],
)  # fmt: skip
def test_wrong_weapons_are_refused(fields, field):
    with pytest.raises(Refusal) as caught:
        weapon(**fields)
    assert caught.value.field == field


def test_bases_and_levels():  # ORG-CSK-01, ORG-CSK-02
    assert [base_bonus(-4, level) for level in (1, 2, 3)] == [0, 0, 4]
    assert base_bonus(4, 3) == 12


def test_the_best_skill_for_the_weapon():  # ORG-CSK-01, ORG-CSK-03
    skills = (("kickboxing", 2), ("knife_throwing", 3), ("street_fighting", 1))
    assert best_parts(skills, "parry", "feet") == (("kickboxing", 8),)
    assert best_parts(skills, "parry", "fists") == ()
    assert best_parts(skills, "stun", "sword") == (("street_fighting", 4),)
    assert best_parts(skills, "shoot") == (("knife_throwing", 12),)
    assert best_parts(skills, "dodge", "knife") == ()
    assert initiative_parts(skills) == (("knife_throwing", 6),)
    assert initiative_parts(()) == ()
    assert (called_free(skills, "throwing_knife"), called_free(skills, "handgun")) == (True, False)
    assert (aim_bonus(skills, "handgun"), kick_c(skills), improvised_malus(skills)) == (4, 0.5, -8)
    handy = [(("improvised_arms", level),) for level in (1, 2, 3)]
    assert [improvised_malus(one) for one in handy] == [-4, 0, 0]
    assert best_parts(handy[1], "throw_object", "other") == (("improvised_arms", 8),)
    assert best_parts(handy[1], "blind", "other") == ()
    assert best_parts(handy[1], "blind", "other", "blade") == (("improvised_arms", 4),)
    bursts = (("automatic_weapons", 1),)
    assert [best_parts(bursts, "burst", "automatic", rate=rate) for rate in (2, 3)] == [(), (("automatic_weapons", 4),)]
    assert best_parts(bursts, "burst", "automatic") == ()


def test_what_must_be_learned():  # ORG-CSK-07, M6
    assert is_trained((("street_fighting", 1),), {"street_fighting": 1, "boxing": 2})
    assert not is_trained((("boxing", 1),), {"street_fighting": 1, "boxing": 2})
    assert is_trained((), {})
    assert not is_trained((("boxing", 6),), {"street_fighting": 1})
