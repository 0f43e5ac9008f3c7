"""Sheets: what they keep, what follows on them, ready people and creatures (HP, COND, P-SAN, P-SAMPLE, P-CREA)."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from changed_sheets import after_changes, inverse
from gardien.core.calling import do
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.values import Change
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant, Wound
from gardien.systems.cthulhud20.sheet.parts import HouseRules, SheetWeapon, WoundNote, house_rules, weapon_lines
from gardien.systems.cthulhud20.sheet.recompute import (
    after_level_up,
    changes_that_follow,
    notes_of_wounds,
    plain,
    weapons_of,
)
from gardien.systems.cthulhud20.sheet.samples import sample_creature, sample_person
from gardien.systems.cthulhud20.sheet.sheet import SHEETS, Being, Creature, Investigator, Npc
from systems.brute import Bench

bench = Bench("cthulhud20")
ARM = {"zone": "right_arm", "gb": 4, "severity": "moderate", "pf_loss": 2, "pv_loss": 1}
OPEN = {"bleeding": True, "stabilised": False, "treated": False, "surgery_done": False, "next_tick_in_rounds": 100}


def wound(**changed: Any) -> Wound:
    return Wound(**{**ARM, **OPEN, **changed})


def written(sheet: Being, clock: int = 0, **fields: Any) -> dict[str, Any]:
    """What a sheet is after somebody wrote on it and everything followed."""
    before = plain(sheet)
    after = {**before, **plain(fields)}
    return {**after, **changes_that_follow(before, after, clock)}


# ---- the same names as combatants ----


@pytest.mark.parametrize("kind", list(SHEETS))
def test_a_sheet_has_every_field_of_a_combatant(kind):
    """Inputs bind by name: nothing of a combatant may be missing but a creature’s mind."""
    missing = set(Combatant.__struct_encode_fields__) - set(SHEETS[kind].__struct_encode_fields__)
    assert missing == ({"san", "mythos_ranks"} if kind == "creature" else set())


@pytest.mark.parametrize("key", ["paul", "thug", "jack"])
def test_what_binds_by_name_is_what_the_rules_read(key):
    """A sheet laid over a combatant’s inputs field by field is the combatant of the sheet."""
    sheet = sample_person(key, "fr")
    names = set(Combatant.__struct_encode_fields__)
    bound = {name: value for name, value in plain(sheet).items() if name in names and value is not None}
    one, other = parse(Combatant, bound), sheet.combatant()
    for field in ("life", "life_max", "breath", "breath_max", "condition", "lies", "mode", "sanity", "feats"):
        assert getattr(one, field) == getattr(other, field)
    result = [
        do("cthulhud20", "derived_values", {"character": {**bound, "name": ""}}).outcome,
        do("cthulhud20", "derived_values", {"character": {**plain_of(other), "name": ""}}).outcome,
    ]
    assert result[0] == result[1]


def plain_of(who: Combatant) -> dict[str, Any]:
    return {name: value for name, value in msgspec.to_builtins(who).items() if value is not None}


def test_a_wound_on_the_sheet_is_a_wound_of_the_rules():
    """CD20-BLEED-01: written by one rule, read by the next."""
    paul = sample_person("paul", "fr")
    hit = do(
        "cthulhud20", "apply_wound", {"victim": plain_of(paul.combatant()), "zone": "right_arm", "gb": 4}, dice=[99]
    )
    after = after_changes(paul, hit.changes)
    assert [one.zone for one in after.wounds] == ["right_arm"]
    assert (after.pv, after.pf, after.fatigue_malus) == (9, 8, -1)
    assert after.combatant().wounds[0].gb == 4
    assert after_changes(after, inverse(hit.changes)) == paul


def test_sheets_go_through_json():
    for key in ("paul", "thug", "jack"):
        sheet = sample_person(key, "en")
        again = msgspec.json.decode(msgspec.json.encode(sheet), type=type(sheet))
        assert again == sheet
        assert hash(again) == hash(sheet)


# ---- what follows from the rest ----


def test_a_new_investigator_has_the_numbers_of_its_choices():
    """CD20-P-LEVEL-01, CD20-P-SAVE-01, CD20-P-SKILL-01: a map of all skills, ranks, ability and feats."""
    sheet = Investigator(
        level=9, good_saves=("ref",), dex=20, wis=14, feats=("alertness",), core_skills=("spot",),
        skill_ranks={"spot": 5, "hide": 2.5}, mythos_ranks=4,
    )  # fmt: skip
    assert (sheet.base_attack, sheet.fort, sheet.ref, sheet.will) == ((7, 2), 3, 11, 5)
    assert (sheet.destiny_received, sheet.destiny_left, sheet.san_start, sheet.san_max) == (9, 9, 70, 95)
    assert list(sheet.skills) == pack.skill_keys()
    spot, hide = sheet.skills["spot"], sheet.skills["hide"]
    assert (spot.ranks, spot.ability_mod, spot.feat_bonus, spot.total, spot.core) == (5, 2, 2, 9, True)
    assert (hide.ranks, hide.total, hide.core, hide.usable) == (2.5, 7, False, True)
    assert (sheet.skills["cthulhu_mythos"].total, sheet.skills["open_lock"].usable) == (4, False)


def test_house_rules_stand_on_the_sheet():
    """CD20-GEN-03: so that its numbers can be computed again without the table."""
    rules = house_rules(Options(level_ac_bonus=True, strength_in_lethality=True, npc_destiny=True))
    assert rules == HouseRules(level_ac_bonus=True, strength_in_lethality=True, npc_destiny=True)
    sheet = Investigator(level=10, house_rules=rules, strength=18, weapons=weapon_lines(("knife",), "fr"))
    assert sheet.touch_ca == 12
    assert sheet.weapons[0].lethality > pack.weapon("knife").lethality
    layers = {"armour": {"torso": 1}, "armour_items": ("jacket",)}
    assert Investigator(**layers).zone_ca["torso"] == 11
    assert Investigator(**layers, house_rules=HouseRules(stack_layered_armour=True)).zone_ca["torso"] == 12


def test_weapons_are_loaded_lines():
    """CD20-P-WEAP-01, CD20-P-GUN-05: magazine, spare ones, bonuses of each attack."""
    (gun,) = weapon_lines(("r38",), "fr", spare=2)
    row = pack.weapon("r38")
    assert (gun.ammunition, gun.spare_magazines, gun.name) == (row.magazine, 2, row.fr)
    (bat,) = weapon_lines(("bat",), "en", spare=2)
    assert (bat.ammunition, bat.spare_magazines) == (0, 0)
    with pytest.raises(Refusal) as told:
        parse(SheetWeapon, {"weapon": "r38", "ammunition": row.magazine + 1})
    assert told.value.field == "ammunition"
    with pytest.raises(Refusal):
        parse(SheetWeapon, {"weapon": "banana"})


def test_a_weapon_of_one_s_own():
    """CD20-LETH-04: described, or one of the list with other numbers."""
    own = parse(SheetWeapon, {"name": "Canne", "described": {"damage": "1d6", "key": "cane"}})
    mine = parse(SheetWeapon, {"weapon": "r38", "described": {"lethality": 6}})
    sheet = Investigator(weapons=(own, mine), feats=("weapon_proficiency:handgun",))
    assert [one.lethality for one in sheet.weapons] == [1, 6]
    assert [one.magazine for one in sheet.weapons] == [0, pack.weapon("r38").magazine]
    assert weapons_of(plain(sheet))[1]["key"] == "r38"
    assert weapons_of(plain(Investigator(weapons=weapon_lines(("knife",), "fr")))) == ["knife"]
    assert weapons_of({}) == []


@pytest.mark.parametrize(
    "content",
    [
        {"profession": "clown"},
        {"core_skills": ["luck"]},
        {"feats": ["luck"]},
        {"spells_known": ["fireball"]},
        {"tomes_read": ["cookbook"]},
        {"skill_ranks": {"hide": 1.25}},
        {"armour": {"trunk": 2}},
    ],
)
def test_what_no_pack_knows_stands_on_no_sheet(content):
    with pytest.raises(Refusal) as told:
        parse(Investigator, content)
    assert told.value.field.partition(".")[0] == next(iter(content))


# ---- whatever is written, the rest follows ----


def test_pf_drop_to_their_ceiling():
    """CD20-HP-07: when PV are written down; the malus follows."""
    paul = sample_person("paul", "fr")
    result = written(paul, pv=4)
    assert (result["pv"], result["pf"], result["fatigue_malus"], result["pf_ceiling"]) == (4, 6, -2, 6)
    assert written(paul, pv=40)["pv"] == 10


@pytest.mark.parametrize(
    ("fields", "state", "prone"),
    [
        ({"pv": 0}, "dead", True),
        ({"pf": 0}, "unconscious", True),
        ({"pf": -2, "state": "stunned"}, "stunned", True),
        ({"pf": 3}, "ok", False),
        ({"state": "unconscious"}, "ok", False),
    ],
)
def test_the_state_fits_the_points(fields, state, prone):
    """CD20-HP-04, CD20-COND-02."""
    result = written(sample_person("paul", "fr"), **fields)
    assert (result["state"], result["prone"]) == (state, prone)


def test_whoever_is_written_dead_has_no_points_left():
    """CD20-HP-04: and comes back with the points that are written."""
    result = written(sample_person("paul", "fr"), state="dead")
    assert (result["pv"], result["pf"], result["state"], result["prone"]) == (0, 0, "dead", True)
    again = written(msgspec.convert(result, Investigator), pv=3)
    assert (again["pv"], again["state"], again["prone"]) == (3, "unconscious", True)


def test_somebody_wakes_with_a_point_of_fatigue_and_still_lies():
    """CD20-HP-05."""
    asleep = Investigator(pf=0, state="unconscious", prone=True)
    result = written(asleep, pf=1)
    assert (result["state"], result["prone"]) == ("ok", True)


def test_points_follow_constitution_and_toughness():
    """CD20-HP-01, CD20-FEAT-08, CD20-P-ABIL-02: unless a rule has moved them already."""
    paul = sample_person("paul", "fr")
    fields = ("pv_max", "pf_max", "pv", "pf")
    assert [written(paul, con=16)[name] for name in fields] == [11, 11, 11, 11]
    assert [written(paul, con=15)[name] for name in fields] == [10, 10, 10, 10]
    assert [written(paul, ability_damage={"con": 5})[name] for name in fields] == [7, 7, 7, 7]
    tough = [*paul.feats, "toughness"]
    assert [written(paul, feats=tough)[name] for name in fields] == [12, 12, 12, 12]
    ruled = {"feats": tough, "pv_max": 12, "pf_max": 12, "pv": 12, "pf": 12}
    assert [written(paul, **ruled)[name] for name in fields] == [12, 12, 12, 12]
    dead = msgspec.convert(written(paul, pv=0), Investigator)
    assert [written(dead, con=16)[name] for name in ("pv_max", "pv")] == [11, 0]


def test_points_of_hit_dice_do_not_follow_constitution():
    """CD20-CREA-04."""
    assert written(sample_creature("ghoul", "fr"), con=30)["pv_max"] == 9
    mild = sample_creature("ghoul", "fr", "investigator")
    assert (mild.pv_max, written(mild, con=30)["pv_max"]) == (10, 18)


def test_sanity_keeps_under_its_limit():
    """CD20-P-SAN-01: a rank of the Mythos takes one from the top."""
    result = written(Investigator(san=95), mythos_ranks=10)
    assert (result["san_max"], result["san"], result["skills"]["cthulhu_mythos"]["total"]) == (89, 89, 10)


def test_a_level_moves_all_that_rests_on_it():
    """CD20-P-LEVEL-01, CD20-DEST-01."""
    jack = sample_person("jack", "fr")
    result = written(jack, level=14, destiny_spent=2)
    assert result["base_attack"] == [11, 6, 1]
    assert (result["fort"], result["ref"], result["destiny_received"], result["destiny_left"]) == (5, 14, 14, 12)
    assert result["weapons"][0]["bonuses"] == [24, 19, 14]


def test_a_level_gained_is_written_with_its_ability():
    """CD20-P-ABIL-01, CD20-HP-01: con rises, and PV once."""
    sheet = Investigator(name="Ada", level=3, con=13, pv_max=9, pf_max=9, pv=9, pf=7)
    given = {"character": plain_of(sheet.combatant()), "ability": "con"}
    result = do("cthulhud20", "level_up", given, dice=[4])
    fields = {one.field: one.after for one in result.changes} | after_level_up(plain(sheet), given, result.outcome)
    after = written(sheet, **fields)
    assert [after[name] for name in ("level", "con", "pv_max", "pf_max", "pv", "pf", "san")] == [
        4,
        14,
        10,
        10,
        10,
        8,
        54,
    ]
    assert after_level_up(plain(sheet), {"ability": "con"}, {"refused": "dead"}) == {}


def test_nothing_follows_where_nothing_changes():
    """Whether lists are lists or not."""
    for sheet in (sample_person("paul", "fr"), sample_person("thug", "fr"), sample_creature("mi_go", "fr")):
        assert changes_that_follow(plain(sheet), plain(sheet), 5) == {}
        assert changes_that_follow(plain(sheet), msgspec.to_builtins(sheet), 5) == {}


def test_a_sheet_that_cannot_be_read_follows_nothing():
    assert changes_that_follow({}, {"kind": "investigator", "feats": ["luck"]}, 0) == {}
    assert changes_that_follow({}, {"kind": "teapot"}, 0) == {}
    assert changes_that_follow({}, plain(Investigator()), 0) == {}


@given(st.integers(-5, 20), st.integers(-5, 20), st.sampled_from(["ok", "stunned", "unconscious", "dead"]))
def test_whatever_is_written_the_rules_can_read_it(pv, pf, state):
    """CD20-HP-07, CD20-COND-02: what was settled is a combatant as it stands."""
    result = written(sample_person("paul", "fr"), pv=pv, pf=pf, state=state)
    sheet = msgspec.convert(result, Investigator)
    assert (sheet.pv, sheet.pf, sheet.state) == tuple(sheet.fitting_points()[name] for name in ("pv", "pf", "state"))
    who = sheet.combatant()
    assert (who.life, who.breath, who.condition) == (sheet.pv, sheet.pf, sheet.state)


# ---- notes of wounds ----


def test_a_new_wound_is_noted_with_its_time():
    """CD20-TRACK-01: minutes of the clock are ten rounds each."""
    first = written(sample_person("paul", "fr"), clock=3, wounds=(wound(),))
    assert first["wound_notes"] == [{"id": 1, "inflicted_at": 30, "source": ""}]
    sheet = msgspec.convert(first, Investigator)
    second = written(sheet, clock=5, wounds=(wound(bleeding=False, treated=True), wound(zone="head")))
    assert [(one["id"], one["inflicted_at"]) for one in second["wound_notes"]] == [(1, 30), (2, 50)]


def test_notes_stay_with_their_wounds_when_some_heal():
    """CD20-HP-06: the second of two torso wounds keeps its own note."""
    old = (wound(zone="torso"), wound(zone="torso", gb=7), wound(zone="head"))
    notes = tuple(WoundNote(id=at, inflicted_at=10 * at, source="knife") for at in (1, 2, 3))
    assert notes_of_wounds(old, notes, (old[1], old[2]), 99) == notes[1:]
    assert notes_of_wounds(old, notes, (old[2],), 99) == notes[2:]
    assert notes_of_wounds(old, notes, (), 99) == ()


def test_a_wound_that_grows_is_the_same_wound():
    """CD20-ENV-02: a lasting cause makes one wound worse."""
    old, notes = (wound(zone="torso"),), (WoundNote(id=4, inflicted_at=7),)
    assert notes_of_wounds(old, notes, (wound(zone="torso", gb=9, pv_loss=2),), 99) == notes
    two = notes_of_wounds(old, notes, (old[0], wound(zone="torso", gb=1)), 99, "fire")
    assert two == (notes[0], WoundNote(id=5, inflicted_at=99, source="fire"))
    assert notes_of_wounds(old, (), old, 99) == (WoundNote(),)


# ---- ready people and creatures ----


def test_the_ready_sheets_of_the_examples():
    """CD20-P-SAMPLE-01, cell by cell."""
    paul, thug, jack = (sample_person(key, "fr") for key in ("paul", "thug", "jack"))
    assert (type(paul), type(thug), type(jack)) == (Investigator, Npc, Investigator)
    for sheet, points, base, saves in (
        (paul, 10, (0,), (4, 4, 1)),
        (thug, 9, (1,), (3, 1, 0)),
        (jack, 9, (7, 2), (4, 11, 5)),
    ):
        assert (sheet.pv_max, sheet.pf_max, sheet.pv, sheet.pf) == (points,) * 4
        assert sheet.base_attack == base
        assert (sheet.fort, sheet.ref, sheet.will) == saves
    assert paul.zone_ca == {
        "head": 12, "torso": 13, "right_arm": 13, "left_arm": 13, "abdomen": 13, "right_leg": 12, "left_leg": 12,
    }  # fmt: skip
    assert set(thug.zone_ca.values()) == {11}
    assert set(jack.zone_ca.values()) == {15}
    assert [one.weapons[0].bonuses for one in (paul, thug, jack)] == [(6,), (5,), (20, 15)]
    assert (paul.destiny_left, jack.destiny_left, paul.san, jack.san) == (1, 9, 60, 70)


@pytest.mark.parametrize("key", pack.keys("creatures", "creature"))
def test_every_creature_is_a_sheet(key):
    """CD20-P-CREA-03, CD20-CREA-04: CA, points, saves, initiative as the bestiary prints them."""
    row = pack.creature(key)
    half, mild = (sample_creature(key, "fr", mode) for mode in ("half", "investigator"))
    assert set(half.zone_ca.values()) == {row.ca}
    assert (half.touch_ca, half.initiative) == (row.touch_ca, row.initiative)
    assert half.pv_max == half.pf_max == (row.half or row.investigator)
    assert mild.pv_max == row.investigator
    assert (half.fort, half.ref, half.will) == (row.fort, row.ref, row.will)
    assert [(one.attack_bonus, one.lethality) for one in half.attacks] == [
        (one.bonus, one.lethality) for one in row.strikes
    ]
    assert half.combatant().mode == row.mode
    assert msgspec.json.decode(msgspec.json.encode(half), type=Creature) == half


@given(st.sampled_from(["pv", "pf"]), st.integers(-3, 10))
def test_changes_are_written_and_taken_back(field, value):
    sheet = sample_person("paul", "fr")
    change = Change(field, getattr(sheet, field), value)
    after = after_changes(sheet, [change])
    assert getattr(after, field) == value
    assert after_changes(after, inverse([change])) == sheet
