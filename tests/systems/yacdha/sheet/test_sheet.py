"""Sheets of investigators, NPCs and creatures (CRE, OCC)."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from changed_sheets import after_changes, inputs_of, inverse
from gardien.core.calling import do
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.systems.yacdha.creation.check import CreateGiven
from gardien.systems.yacdha.pack import table
from gardien.systems.yacdha.rules.learning import LearnGiven
from gardien.systems.yacdha.sheet.sheet import Creature, Investigator, Npc, sample_creature, sample_npc

ARTHUR = {
    "name": "Arthur Duvallois",
    "gender": "m",
    "principal_occupation": "Estate",
    "occupations": {"Estate": 2, "Driving": 2, "Fencing": 2},
    "natures": {"Estate": "mental", "Driving": "physical", "Fencing": "physical"},
    "actions": [
        {"name": "dodge", "occupation": "Fencing", "granted": 1},
        {"name": "thrust", "occupation": "Fencing"},
        {"name": "boast", "occupation": "Fencing", "granted": 5},
        {"name": "lost", "occupation": "Sailing", "granted": 3},
        {"name": "stray", "granted": 3},
    ],
    "gifts": {"Second sight": 4},
    "gift_effects": {"Second sight": "Sees what is gone."},
}


def arthur(**fields):
    return parse(Investigator, {**ARTHUR, **fields})


def test_a_new_sheet_has_the_starting_values():
    """YAC-CRE-02."""
    new = Investigator()
    assert (new.madness, new.trauma, new.luck, new.sequelae, new.mythos, new.status) == (1, 1, 1, 0, 0, "active")
    assert (new.madness_min, new.trauma_min, new.madness_masked, new.trauma_masked) == (1, 1, (), ())
    assert (new.system, new.kind, new.age_class, new.gender) == ("yacdha", "investigator", "adult", None)
    assert new.recovery.trauma.progress == new.recovery.madness.progress == 0
    assert new.learning.year_used is False


def test_what_is_masked_is_out_of_reach():
    """YAC-CRE-02, YAC-MYT-05: mythos 2 masks madness 1 and 2, one sequela masks trauma 1."""
    sheet = arthur(mythos=2, madness=3, sequelae=1, trauma=2)
    assert (sheet.madness_min, sheet.madness_masked) == (3, (1, 2))
    assert (sheet.trauma_min, sheet.trauma_masked) == (2, (1,))


def test_the_best_of_what_is_claimed_counts():
    """YAC-OCC-04, YAC-OCC-05, YAC-OCC-06, YAC-OCC-08, YAC-OCC-09: never a sum, nothing unclaimed."""
    sheet = arthur()
    assert sheet.level_for() == 0
    assert sheet.level_for("walking") == 0
    assert sheet.level_for("Fencing") == 2
    assert sheet.level_for("thrust") == 2
    assert sheet.level_for("dodge") == 1
    assert sheet.level_for("boast") == 2
    assert sheet.level_for("lost") == 0
    assert sheet.level_for("stray") == 0
    assert sheet.level_for("dodge", "Driving") == 2


def test_a_gift_serves_as_a_level():
    """YAC-CRE-07: on top of the points, for what it covers; an NPC has none."""
    sheet = arthur()
    assert sheet.level_for("Second sight") == 4
    assert sheet.level_for("Fencing", "Second sight") == 4
    assert sum(sheet.occupations.values()) == 6
    assert Npc(occupations={"Ritual": 2}).level_for("Ritual") == 2


def test_a_profession_begins_at_three():
    """YAC-OCC-01: 1 and 2 are amateur."""
    assert arthur(occupations={"Estate": 3, "Driving": 2, "Fencing": 1}).professions == ("Estate",)
    assert arthur().professions == ()


def test_favourable_conditions_need_a_bond_and_a_place():
    """YAC-CRE-09, YAC-REC-09: both on the sheet."""
    assert arthur(bonds=["A sister"], places=["The harbour"]).favourable_possible is True
    assert arthur(bonds=["A sister"]).favourable_possible is False
    assert arthur(places=["The harbour"]).favourable_possible is False


@pytest.mark.parametrize(
    ("fields", "id", "field", "rule", "words"),
    [
        ({"madness": 0}, "field/range", "madness", "", {"came": 0, "low": 1, "high": 6}),
        ({"luck": 7}, "field/range", "luck", "", {"came": 7, "low": 0, "high": 6}),
        ({"sequelae": 5}, "field/range", "sequelae", "", {"came": 5, "low": 0, "high": 4}),
        ({"trauma": 1, "sequelae": 1}, "field/range", "trauma", "YAC-GAU-07", {"came": 1, "low": 2, "high": 6}),
        ({"madness": 2, "mythos": 2}, "field/range", "madness", "YAC-GAU-07", {"came": 2, "low": 3, "high": 6}),
        ({"madness": 6, "mythos": 5}, "field/range", "mythos", "YAC-MYT-04", {"came": 5, "low": 0, "high": 4}),
        ({"madness": 6}, "field/range", "madness", "YAC-GEN-04", {"came": 6, "low": 1, "high": 5}),
        ({"trauma": 6}, "field/range", "trauma", "YAC-GEN-04", {"came": 6, "low": 1, "high": 5}),
        (
            {"trauma": 6, "status": "unconscious"},
            "field/range",
            "trauma",
            "YAC-GEN-04",
            {"came": 6, "low": 1, "high": 5},
        ),
        ({"occupations": {"a": 5, "b": 2}}, "field/at_most", "occupations", "YAC-CRE-04", {"came": 7, "high": 6}),
        ({"age_class": "teen"}, "field/at_most", "occupations", "YAC-CRE-05", {"came": 6, "high": 4}),
        (
            {"age_class": "teen", "occupations": {"a": 3, "b": 1}},
            "field/range",
            "occupations",
            "YAC-CRE-05",
            {"came": 3, "low": 1, "high": 2},
        ),
        (
            {"age_class": "child", "occupations": {"a": 2}},
            "field/range",
            "occupations",
            "YAC-CRE-05",
            {"came": 2, "low": 1, "high": 1},
        ),
        ({"occupations": {"a" * 101: 1}}, "field/length_at_most", "occupations", "", {"high": 100, "came": 101}),
        ({"gifts": {"a" * 101: 1}}, "field/length_at_most", "gifts", "", {"high": 100, "came": 101}),
    ],
)
def test_a_sheet_keeps_its_ranges(fields, id, field, rule, words):
    """YAC-CRE-04, YAC-CRE-05, YAC-MYT-04: floors, ceilings, points."""
    with pytest.raises(Refusal) as refused:
        arthur(**fields)
    result = refused.value
    assert (result.id, result.field, result.rule, result.words) == (id, field, rule, words)


@pytest.mark.parametrize(
    "fields",
    [
        {"madness": 6, "mythos": 5, "status": "mad"},
        {"madness": 6, "status": "mad"},
        {"trauma": 6, "status": "coma"},
        {"trauma": 6, "status": "dead"},
        {"madness": 5, "mythos": 4},
        {"trauma": 5, "sequelae": 4},
        {"occupations": {"a" * 100: 5, "b": 1}},
        {"status": "retired"},
    ],
)
def test_the_edges_of_a_sheet_are_sound(fields):
    """YAC-CRE-04, YAC-MYT-04: the last allowed values."""
    assert arthur(**fields) == arthur(**fields)


def test_a_sheet_survives_json_and_can_be_a_key():
    """YAC-CRE-01: written, read again, compared, hashed."""
    sheet = arthur()
    again = msgspec.json.decode(msgspec.json.encode(sheet), type=Investigator)
    assert again == sheet
    assert hash(again) == hash(sheet)
    with pytest.raises(TypeError):
        sheet.occupations["Estate"] = 5
    with pytest.raises(TypeError):
        sheet.gifts["Second sight"] = 5
    with pytest.raises(TypeError):
        sheet.natures["Estate"] = "physical"
    with pytest.raises(TypeError):
        sheet.gift_effects["Second sight"] = ""


def test_creation_and_learning_read_the_sheet_and_change_it():
    """YAC-CRE-04, YAC-LRN-01, YAC-LRN-02: inputs of the same name, changes that fit, and back again."""
    sheet = arthur(actions=ARTHUR["actions"][:2])
    assert do("yacdha", "create_character", inputs_of(sheet, CreateGiven), dice=[]).outcome["valid"] is True
    inputs = {**inputs_of(sheet, LearnGiven), "occupation": "Driving", "nature": "physical", "lower": {"Fencing": 1}}
    answer = do("yacdha", "learn", inputs, dice=[])
    learnt = after_changes(sheet, answer.changes)
    assert learnt.occupations == {"Estate": 2, "Driving": 3, "Fencing": 1}
    assert (learnt.level_for("dodge"), learnt.level_for("thrust")) == (0, 1)
    assert after_changes(learnt, inverse(answer.changes)) == sheet


def test_study_changes_the_sheet():
    """YAC-MYT-03: mythos and madness move together."""
    sheet = arthur()
    answer = do("yacdha", "study_mythos", {"mythos": sheet.mythos, "madness": sheet.madness, "months": 2}, dice=[])
    assert (after_changes(sheet, answer.changes).mythos, after_changes(sheet, answer.changes).madness) == (2, 3)


@given(mythos=st.integers(0, 4), sequelae=st.integers(0, 4))
def test_floors_follow_mythos_and_sequelae(mythos, sequelae):
    """YAC-MYT-05: one more than the level, one more than the harm."""
    sheet = Investigator(mythos=mythos, madness=mythos + 1, sequelae=sequelae, trauma=sequelae + 1)
    assert (sheet.madness_min, sheet.trauma_min) == (mythos + 1, sequelae + 1)
    assert (len(sheet.madness_masked), len(sheet.trauma_masked)) == (mythos, sequelae)


def test_an_npc_plays_on_at_madness_six_and_has_no_luck():
    """YAC-CRE-02: an NPC starts at 1 and 1 too, but its ranges are its own."""
    plain = Npc()
    assert (plain.kind, plain.madness, plain.trauma, plain.status, plain.fights_for_survival) == (
        "npc",
        1,
        1,
        "active",
        False,
    )
    assert parse(Npc, {"madness": 6}).madness == 6
    with pytest.raises(Refusal) as refused:
        parse(Npc, {"luck": 1})
    assert (refused.value.id, refused.value.field) == ("field/unknown", "luck")
    with pytest.raises(Refusal) as refused:
        parse(Npc, {"sequelae": 1})
    assert (refused.value.field, refused.value.rule) == ("trauma", "YAC-GAU-07")


def test_the_cult_leader_is_read_from_the_pack():
    """YAC-OCC-01: levels of a sample NPC, in either language."""
    assert sample_npc("cult_leader", "fr") == parse(
        Npc,
        {
            "name": "Chef du culte",
            "madness": 6,
            "mythos": 3,
            "occupations": {"Rhétorique": 4, "Rituels": 2},
            "natures": {"Rhétorique": "mental", "Rituels": "mental"},
            "weapons": [{"name": "Couteau", "trauma_max": 2, "mode": "contact"}],
        },
    )
    assert sample_npc("policeman", "en").weapons[0].mode == "ranged"
    assert sample_npc("policeman", "en").occupations == {"Police work": 3, "Pistol": 2}


def test_the_shoggoth_is_read_from_the_pack():
    """YAC-CRE-01: a creature's sheet is written before play (YAC-CRT-03)."""
    assert sample_creature("shoggoth", "en") == Creature(
        name="Shoggoth",
        boxes=18,
        soak=3,
        level=4,
        acts=3,
        trauma_max=6,
        holdable=False,
        speed=3,
        sight_checks=2,
        bane=("fire", "electricity"),
        special="Fire and electricity are its bane.",
    )
    assert sample_creature("ghoul", "fr").opposition_bonus == 1
    assert sample_creature("ghoul", "fr").special == "Voit dans le noir et creuse la terre."


def test_every_sample_becomes_a_sheet():
    """YAC-CRE-01: nine NPCs, twelve creatures."""
    assert len({sample_npc(row.key, "fr") for row in table("npcs", "npc")}) == 9
    assert len({sample_creature(row.key, "fr") for row in table("creatures", "creature")}) == 12


def test_a_creature_is_destroyed_when_its_boxes_are_full():
    """YAC-CRE-01: its own sheet says when (YAC-CRT-02); without boxes, never."""
    assert Creature(boxes=6, damage=5).is_destroyed is False
    assert Creature(boxes=6, damage=6).is_destroyed is True
    assert Creature(boxes=1, damage=1).is_destroyed is True
    assert Creature(boxes=0, damage=99).is_destroyed is False
    assert (Creature().kind, Creature().status, Creature().acts) == ("creature", "active", 1)
