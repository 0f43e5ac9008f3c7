"""How people stand in a fight and who has hold of whom, as plain values (DEF-02, GRAP, MISS-07, MISS-17, FIRE)."""

import pytest

from gardien.core.fighting import Hold
from gardien.core.scene import Being
from gardien.systems.d20d100.rules.fight.holds import after_effect as effect_of
from gardien.systems.d20d100.rules.fight.holds import hold_lasts, holds_among
from gardien.systems.d20d100.rules.fight.standing import (
    COVERS,
    band,
    defences,
    is_off_guard,
    is_open,
    out_reason,
    protection_of,
    situations,
)
from gardien.systems.d20d100.rules.fight.state import Load
from gardien.systems.d20d100.table.fight import FIGHTING
from gardien.systems.d20d100.table.fighter import left_on, state_of

# ---- where and how ----


@pytest.mark.parametrize(("far", "bands"), [(0, 0), (1.5, 0), (1.6, 1), (6, 1), (6.5, 2), (24, 2), (25, 3), (90, 3)])
def test_distance_in_bands(far, bands):  # D100-CBT-13
    assert (band({"stands": far}, {}), band({"stands": -2}, {"stands": far - 2})) == (bands, bands)


def test_whoever_moves_leaves_their_cover():  # D100-MISS-17
    hidden = {"stands": 4, **dict.fromkeys(COVERS, True)}
    assert left_on(hidden, state_of(hidden).moved(9)) == {"stands": 9, **dict.fromkeys(COVERS)}
    assert left_on({}, state_of({}).moved(0)) == {"stands": 0}


@pytest.mark.parametrize(
    ("somebody", "reason"),
    [({}, ""), ({"condition": "staggered"}, ""), *(({"condition": one}, one) for one in ("dying", "stable", "dead")),
     ({"condition": "unconscious"}, "unconscious"), ({"perm_mad": True}, "perm_mad"),
     ({"condition": "dead", "perm_mad": True}, "dead"), ({"pm": 0, "pm_max": 8}, "unconscious"),
     ({"pm": 1, "pm_max": 8}, ""), ({"pm": 0, "pm_max": 0}, "")],
)  # fmt: skip
def test_who_has_no_turn(somebody, reason):  # D100-HEALTH-06, D100-MISS-10
    assert out_reason(somebody) == reason


@pytest.mark.parametrize(
    ("somebody", "always", "now"),
    [({}, False, False), ({"flat_footed": True}, False, True), ({"surprised": True}, False, True),
     ({"surprised": True, "flat_footed": False}, False, False), ({"immobilised": True}, True, True),
     ({"charging": True}, True, True), ({"charging": True, "fleeing": True}, False, False),
     ({"flat_footed": True, "fleeing": True}, False, False), ({"helpless": True, "fleeing": True}, True, True),
     ({"ambushed": True}, True, True), ({"condition": "unconscious"}, True, True)],
)  # fmt: skip
def test_who_is_easy_to_hit(somebody, always, now):  # D100-DEF-02, D100-DEF-03, D100-SPEC-05
    assert (is_open(somebody), is_off_guard(somebody)) == (always, now)


@pytest.mark.parametrize(
    ("somebody", "hit", "left"),
    [({"flat_footed": True}, True, {"flat_footed": None}), ({"flat_footed": True}, False, {}), ({}, True, {}),
     ({"surprised": True}, True, {"flat_footed": False}), ({"surprised": True}, False, {}),
     ({"surprised": True, "flat_footed": True}, True, {"flat_footed": False})],
)  # fmt: skip
def test_a_hit_puts_on_guard(somebody, hit, left):  # D100-DEF-02
    assert left_on(somebody, state_of(somebody).struck(hit, False)) == left


def test_defences_have_a_floor_and_a_ceiling():  # D100-MODE-01
    assert defences({}) == (15, 15)
    assert defences({"defence": 70, "defence_flat": -30}) == (60, -20)
    assert defences({"defence": 18, "defence_flat": 13}) == (18, 13)


PRONE = {"prone": True}


@pytest.mark.parametrize(
    ("actor", "target", "line", "holds"),
    [(PRONE, None, {}, {"attacker_prone"}), (PRONE, None, {"weapon_class": "firearm"}, set()),
     (PRONE, None, {"weapon_class": "contact"}, {"attacker_prone"}), ({"defensive": True}, {}, {}, {"defensive"}),
     ({}, PRONE, {}, {"target_prone_in_contact"}), ({}, {}, {}, set()), ({"stands": 5}, {}, {}, set()),
     ({"stands": 5}, PRONE, {}, {"target_prone_at_range"}), ({}, {"immobilised": True}, {}, {"immobilised_target"}),
     ({}, {"immobilised": True, "pinned_by": ["c"]}, {}, {"immobilised_target"}),
     ({}, {"helpless": True}, {}, {"helpless_target"})],
)  # fmt: skip
def test_what_follows_from_how_both_stand(actor, target, line, holds):  # D100-MISS-17, D100-GRAP-03
    assert set(situations(actor, target, line)) == holds


@pytest.mark.parametrize(("holders", "easier"), [(["a"], False), (["c"], True), (["a", "c"], True)])
def test_whoever_pins_somebody_has_no_easier_target(holders, easier):  # D100-GRAP-03
    held = {"immobilised": True, "pinned_by": holders}
    assert ("immobilised_target" in situations(Being({}, {}, id="a"), held)) is easier


@pytest.mark.parametrize(
    ("against", "weapon_class", "protects"),
    [([], "contact", True), (["everything"], "shotgun", True), (["bullets"], "firearm", True),
     (["bullets"], "contact", False), (["missiles"], "thrown", True), (["missiles"], "contact", False),
     (["piercing"], "shotgun", False), (["piercing"], "contact", True), (["fire"], "firearm", False)],
)  # fmt: skip
def test_protections_fit_what_comes(against, weapon_class, protects):  # D100-PROT-01, D100-PROT-03
    hide = {"against": against, "protection_kind": "creature", "protection": 3}
    result = protection_of({"protections": [hide]}, {"weapon_class": weapon_class})
    assert result == ({"protection_kind": "creature", "protection": 3} if protects else {})
    worn = {"armour": {"protection": 5}, "protections": [hide]}
    assert protection_of(worn, {"weapon_class": weapon_class}) == {"protection_kind": "vest", "protection": 5}
    assert bool(protection_of({"protections": [hide]}, {})) is (set(against) <= {"everything", "mundane", "piercing"})
    assert protection_of({}, {}) == {}


# ---- what is in a weapon ----


def test_a_weapon_after_fire():  # D100-FIRE-04, D100-FIRE-05, D100-FIRE-11
    gun = Load(loaded=6, spare=8)
    assert gun.after_fire(2, "none") == Load(loaded=4, spare=8)
    assert gun.after_fire(9, "jam") == Load(loaded=0, spare=8, state="jam")
    assert Load(loaded=3, state="jam").after_fire(1, "none").state == "jam"
    assert Load(loaded=1, spare=8).after_reload(6) == Load(loaded=6, spare=3)
    assert Load(loaded=1, spare=2).after_reload(6) == Load(loaded=6, spare=0)
    assert (gun.is_ready(6), gun.is_ready(7), gun.after_fire(1, "jam").is_ready()) == (True, False, False)
    assert (gun.after_clearing(True).state, gun.after_clearing(False).state) == ("ok", "broken")


# ---- holds ----

HELD = {"grappling": ["b", "c"], "pinned_by": ["b", "c"], "immobilised": True, "bitten_by": ["b"], "bite": ["1d4"],
        "engulfed": 15, "strangled_by": ["b"], "strangle_round": 4, "strangle_bonus": 2}  # fmt: skip


def free_of(one, other):
    return left_on(one, state_of(one).free_of(other))


def after_effect(effect, one, other, *ids, strangle_bonus=0):
    after = effect_of(effect, state_of(one), state_of(other), *ids, strangle_bonus)
    return left_on(one, after[0]), left_on(other, after[1])


def test_whoever_lets_go_takes_only_their_own_hands_away():  # D100-GRAP-03, D100-GRAP-04, D100-MISS-07
    assert free_of(HELD, "d") == {}
    assert free_of(HELD, "c") == {"grappling": ["b"], "pinned_by": ["b"]}
    assert free_of(HELD, "b") == {
        "grappling": ["c"], "pinned_by": ["c"], "bitten_by": None, "bite": None, "engulfed": None,
        "strangled_by": None, "strangle_round": 0, "strangle_bonus": 0,
    }  # fmt: skip
    alone = {"grappling": ["b"], "pinned_by": ["b"], "immobilised": True}
    assert free_of(alone, "b") == {"grappling": None, "pinned_by": None, "immobilised": None}
    two = {"bitten_by": ["b", "c"], "bite": ["1d4", "1d6"], "strangled_by": ["b", "c"], "strangle_round": 4}
    assert free_of(two, "b") == {"bitten_by": ["c"], "bite": ["1d6"], "strangled_by": ["c"]}
    assert free_of({"grappling": True}, "b") == {}  # it was only ruled


def test_every_hold_is_told_once():  # D100-GRAP-01 to D100-GRAP-04
    people = {"a": {"grappling": ["b"], "strangled_by": ["b"]}, "b": {"grappling": ["a"], "pinned_by": ["c"]},
              "c": {"bitten_by": ["b"], "grappling": ["d"]}, "d": {}}  # fmt: skip
    assert {(one.holder, one.victim, one.kind) for one in holds_among(people)} == {
        ("b", "a", "strangle"), ("a", "b", "grapple"), ("c", "b", "pin"), ("b", "c", "bite"), ("d", "c", "grapple"),
    }  # fmt: skip
    assert len(holds_among(people)) == 5
    left = FIGHTING.holds.release(Hold("b", "a", "strangle"), people)
    assert left["b"] == {"grappling": None}
    assert left["a"]["strangled_by"] is left["a"]["grappling"] is None


OUT, DEAD, FAR = {"condition": "unconscious"}, {"condition": "dead"}, {"stands": 9}
ARMS = {"grappling": ["b"]}, {"grappling": ["a"]}
THROAT = {"grappling": ["b"]}, {"grappling": ["a"], "strangled_by": ["a"]}


@pytest.mark.parametrize(
    ("kind", "both", "changed", "lasts"),
    [("grapple", ARMS, ({}, {}), True), ("grapple", ARMS, (OUT, {}), False), ("grapple", ARMS, ({}, OUT), False),
     ("grapple", ARMS, (FAR, {}), False), ("grapple", ({}, ARMS[1]), ({}, {}), False),
     ("pin", ({}, {}), ({}, {}), True), ("pin", ({}, {}), ({}, OUT), False),
     ("bite", ({}, {}), ({}, OUT), True), ("bite", ({}, {}), (OUT, {}), False), ("bite", ({}, {}), ({}, DEAD), False),
     ("bite", ({}, {}), (FAR, {}), False), ("strangle", THROAT, ({}, OUT), True),
     ("strangle", THROAT, ({}, DEAD), False), ("strangle", THROAT, (OUT, {}), False),
     ("strangle", THROAT, ({}, FAR), False), ("grapple", THROAT, ({}, OUT), True)],
)  # fmt: skip
def test_how_long_a_hold_lasts(kind, both, changed, lasts):  # D100-GRAP-04, D100-MISS-07
    people = {id: {**one, **more} for id, one, more in zip("ab", both, changed, strict=True)}
    assert hold_lasts(Hold("a", "b", kind), people) is lasts


def test_how_long_whoever_is_strangled_holds_on():  # D100-GRAP-04
    people = {"a": {**ARMS[0], "strangled_by": ["b"], **OUT}, "b": ARMS[1]}
    assert hold_lasts(Hold("a", "b", "grapple"), people) is True
    assert hold_lasts(Hold("a", "b", "grapple"), {**people, "b": {**ARMS[1], **OUT}}) is False


@pytest.mark.parametrize(
    ("effect", "actor", "target", "mine", "theirs"),
    [("none", {"immobilised": True, "pinned_by": ["b"]}, {}, {}, {}),
     ("knocked_down", {}, {}, {}, {"prone": True}),
     ("knocked_down", {"immobilised": True, "pinned_by": ["b", "c"]}, {},
      {"pinned_by": ["c"]}, {"prone": True}),
     ("knocked_down", {"immobilised": True, "pinned_by": ["b"]}, {},
      {"pinned_by": None, "immobilised": None}, {"prone": True}),
     ("weapon_drawn", {}, {}, {"weapon_drawn": True}, {}),
     ("immobilised", {}, {"pinned_by": ["c"], "immobilised": True}, {}, {"pinned_by": ["c", "a"]}),
     ("strangling", {}, {}, {},
      {"strangled_by": ["a"], "strangle_bonus": 2, "strangle_round": 1}),
     ("strangling", {}, {"strangled_by": ["a", "c"], "strangle_round": 3}, {},
      {"strangled_by": ["c", "a"], "strangle_bonus": 2}),
     ("free", {"grappling": True}, {"grappling": ["a"]}, {"grappling": None}, {"grappling": None}),
     ("free", {"grappling": ["b", "c"]}, {}, {"grappling": ["c"]}, {}),
     ("ally_freed", {}, {"grappling": ["a", "c"]}, {}, {"grappling": ["a"]}),
     ("ally_freed", {}, {"grappling": ["c"]}, {}, {"grappling": None})],
)  # fmt: skip
def test_what_a_manoeuvre_leaves_on_both(effect, actor, target, mine, theirs):  # D100-GRAP-03, D100-GRAP-04
    assert after_effect(effect, actor, target, "a", "b", strangle_bonus=2) == (mine, theirs)


def test_whoever_is_pushed_is_free_and_farther():  # D100-GRAP-03
    mine, theirs = after_effect("pushed", {"grappling": ["b"]}, {"grappling": ["a"], "stands": 1}, "a", "b")
    assert (mine, theirs) == ({"grappling": None}, {"grappling": None, "stands": 2.5})
