"""Between rules of a fight: places that are left, sight lost twice, fires, aims, grips, wounds (RNG, ACT, DMG)."""

import pytest

from gardien.table import commands as c
from systems.organique.evening import Evening, blow, cast, refused, rounds, throw_all
from systems.table import at

GUN = {"weapon": "pistol_9mm", "name": "Pistolet", "loaded": 15}
BOTTLES = [{"weapon": "molotov_cocktail", "name": "Molotov", "count": 4}]


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def undone(evening, version):
    evening.keep(c.Undo(to=str(version)))


# ---- cover ----


def test_whoever_moves_leaves_their_cover_behind(evening):
    """ORG-RNG-03, ORG-FREE-04: a tree stands where it stands; undo puts them back behind it."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=[GUN])
    evening.mark(other, stands=8)
    evening.mark(one, cover_tree=True, stands=0)
    version = evening.table.state.version
    evening.do(one, "free_action", kind="move", opponent=at(other), to_step=4)
    assert (evening.marks(one).get("cover_tree"), "stands" in evening.marks(one)) == (True, True)  # nowhere at all
    undone(evening, version)
    evening.do(one, "free_action", kind="move", opponent=at(other), to_step=2)
    assert evening.marks(one).get("cover_tree") is None
    undone(evening, version)
    assert evening.marks(one)["cover_tree"] is True
    evening.mark(one, stands=3)
    assert evening.marks(one).get("cover_tree") is None


def test_whoever_is_driven_off_leaves_their_cover_behind(evening):
    """ORG-RNG-03, ORG-ACT-09, ORG-REA-05."""
    one, other = cast(evening, "hammerhead", "rusty", FOR=20)
    evening.mark(other, cover_car_door=True, stands=1)
    evening.mark(one, stands=0)
    told = blow(evening, one, "push", other, 19, 20)
    assert told["steps_pushed"] > 0
    assert evening.marks(other).get("cover_car_door") is None


# ---- sight ----


def test_eyes_that_see_nothing_for_another_reason_do_not_open_with_the_sand_out_of_them(evening):
    """ORG-WPN-07, ORG-SYM-01: what lasts longer goes on."""
    one, other = cast(evening, "hammerhead", "rusty")
    blow(evening, one, "blind", other, 20, 1, weapon="sand")
    evening.write(other, lasting=[{"kind": "symptom", "key": "blind", "count": 3}])
    evening.keep(c.EndFight())
    evening.pass_time(1)
    assert (evening.sheet(other)["blind"], evening.marks(other).get("dazzled")) == (True, None)
    evening.pass_time(2)
    assert not evening.sheet(other)["blind"]


# ---- fire ----


def test_a_second_bottle_does_not_shorten_the_first_fire(evening):
    """M9, ORG-DMG-01."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=BOTTLES)
    evening.write(other, SNG=40, sng=40)
    blow(evening, one, "shoot", other, 20, 5, weapon_name="Molotov")
    evening.do(one, "combat_action", (20, 1), action="shoot", target=at(other), weapon_name="Molotov")
    assert evening.marks(other)["burning"] == [2, 5]


def test_a_fire_beyond_what_its_rule_takes_is_no_fire(evening):
    """ORG-DMG-01: a mark is as hot as the rule that reads it."""
    with refused("field/type"):
        evening.mark(evening.kim, burning=[1440, 3])
    evening.mark(evening.kim, burning=[2, 1])
    evening.write(evening.kim, SNG=30, sng=30)
    evening.pass_time(1)
    throw_all(evening)
    assert (evening.sheet(evening.kim)["sng"], evening.marks(evening.kim).get("burning")) == (28, None)


# ---- aims, reactions ----


def test_who_aims_anew_at_nobody_named_follows_the_former_no_more(evening):
    """ORG-FREE-02."""
    one, other, third = cast(evening, "hammerhead", "rusty", "tyra", weapons=[GUN])
    evening.do(one, "free_action", kind="aim", opponent=at(other))
    assert evening.marks(one)["aims_at"] == other
    rounds(evening)
    evening.do(one, "free_action", kind="aim", opponent=at(third))
    assert evening.marks(one)["aims_at"] == third
    rounds(evening)
    evening.do(one, "free_action", kind="aim")
    assert (evening.marks(one)["aiming"], evening.marks(one).get("aims_at")) == (True, None)


def test_an_attack_that_pain_ends_is_not_reacted_to(evening):
    """ORG-ACT-06, ORG-REA-08: the reaction serves against an attack; none was thrown."""
    one, other = cast(evening, "hammerhead", "rusty", FOR=20, INT=20)
    evening.write(one, guard="dodge")
    blow(evening, one, "lock", other, 20)
    evening.turn()
    assert "attack_die" not in blow(evening, other, "strike", one, 2)
    assert not [key for key in evening.marks(one).get("moments", ()) if key == "reaction"]


# ---- grips ----


def test_a_holder_who_dies_of_poison_lets_go(evening):
    """ORG-ACT-21, ORG-POI-03, ORG-HP-05: at the start of a turn, whatever is done by whom."""
    one, other = cast(evening, "hammerhead", "rusty")
    blow(evening, one, "hold", other, 20)
    evening.write(one, SNG=2, sng=1, inc=0.5, doses=[{"poison": "blade_poison", "onset": 1, "ticks_left": 3}])
    rounds(evening)
    throw_all(evening)
    rounds(evening)
    throw_all(evening)
    assert evening.sheet(one)["condition"] in ("dying", "dead")
    assert (evening.marks(other).get("held_by"), evening.marks(one).get("holding")) == (None, None)


def test_a_strangler_whom_fire_drops_lets_go(evening):
    """ORG-ACT-21, ORG-END-06: exhausted is senseless enough."""
    one, other = cast(evening, "hammerhead", "rusty")
    blow(evening, one, "strangle", other, 20)
    evening.write(one, end_now=0)
    assert evening.marks(other).get("held_by") is None
    sng = evening.sheet(other)["sng"]
    rounds(evening, 2)
    throw_all(evening)
    assert evening.sheet(other)["sng"] == sng


def test_a_secret_blow_that_stuns_the_holder_frees_the_held(evening):
    """ORG-ACT-21."""
    one, other, third = cast(evening, "hammerhead", "rusty", "tyra", FOR=20)
    blow(evening, one, "hold", other, 20)
    blow(evening, third, "hold", one, 20)
    version = evening.table.state.version
    evening.keep(
        c.Do(
            procedure="combat_action",
            character=third,
            given={"action": "stun", "target": at(one), "weapon": "punch"},
            dice=(20, 1),
            audience="keeper",
        )
    )
    assert evening.marks(other)["held_by"] == [one]
    evening.keep(c.Release(event=str(evening.table.state.version)))
    assert (evening.marks(other).get("held_by"), evening.marks(one)["held_by"]) == (None, [third])
    undone(evening, version)
    assert evening.marks(other)["held_by"] == [one]


def test_what_was_held_before_a_pause_is_free_in_the_next_fight(evening):
    """ORG-ACT-05, ORG-INIT-01: a fight that ends ends its grips, feints and aims; its dead stay out."""
    one, other = cast(evening, "hammerhead", "rusty", weapons=[GUN])
    blow(evening, one, "hold", other, 20)
    version = evening.table.state.version
    evening.keep(c.EndFight())
    evening.fight((one,), (other,))
    assert not {"held_by", "holding", "gripped", "feinted", "aiming"} & {*evening.marks(one), *evening.marks(other)}
    undone(evening, version)
    assert evening.marks(other)["held_by"] == [one]


# ---- wounds and pain ----


def test_pain_of_wounds_is_over_when_they_are_healed(evening):
    """ORG-VOL-04, ORG-AFT-03: until it is relieved by care, drugs or healing."""
    kim = evening.kim
    evening.write(kim, wounds=[{"bs": 1, "c": 0, "closed": True, "cleaned": True}], suffering=[4], sng=2)
    evening.write(kim, sng=evening.sheet(kim)["SNG"], cps=evening.sheet(kim)["CPS"], inc=evening.sheet(kim)["INC"])
    evening.pass_time(1440)
    throw_all(evening)
    assert evening.sheet(kim)["suffering"] == []


# ---- machines, what has left the hand ----


def test_a_machine_that_burns_loses_structure_turn_by_turn(evening):
    """ORG-MON-01, ORG-DMG-01, M9: every point takes one; nothing is thrown for, and it goes out."""
    one = cast(evening, "hammerhead", weapons=BOTTLES)[0]
    robot = evening.add(being="robot/guard_robot")
    evening.write(robot, guard="none")
    evening.keep(c.EndFight())
    evening.fight((one,), (robot,))
    whole = evening.sheet(robot)["structure"]
    assert blow(evening, one, "shoot", robot, 20, 3, weapon_name="Molotov")["burn_turns"] == 3
    rounds(evening)
    assert (evening.sheet(robot)["structure"], evening.due()) == (whole - 2, [])
    evening.keep(c.EndFight())
    evening.pass_time(1)
    assert (evening.sheet(robot)["structure"], evening.marks(robot).get("burning")) == (whole - 6, None)


def test_what_was_thrown_is_in_nobodys_hand(evening):
    """ORG-FREE-01, ORG-FREE-05, M9: until it is picked up."""
    daggers = [{"weapon": "throwing_dagger", "name": "Dague"}]
    one, other = cast(evening, "hammerhead", "rusty", weapons=daggers)
    evening.do(one, "free_action", kind="draw", weapon_name="Dague")
    assert evening.marks(one)["wields"] == "Dague"
    rounds(evening)
    blow(evening, one, "shoot", other, 2, weapon_name="Dague")
    assert (evening.marks(one).get("wields"), evening.sheet(one)["weapons"][0]["place"]) == (None, "dropped")
    rounds(evening)
    evening.do(one, "free_action", kind="pick_up", weapon_name="Dague")
    assert evening.marks(one)["wields"] == "Dague"
