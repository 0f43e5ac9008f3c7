"""Sheets of Operators, other people and creatures, and where their numbers come from (SHEET, CREA)."""

import msgspec
import pytest

from changed_sheets import after_changes, inputs_of, inverse
from gardien.core.calling import do
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.systems.operators.options import Options
from gardien.systems.operators.pack import table
from gardien.systems.operators.page.sheet_reasons import DERIVATIONS
from gardien.systems.operators.rules.character import CODES, Combatant
from gardien.systems.operators.rules.fight.techniques import TechniqueGiven
from gardien.systems.operators.rules.luck import LuckGiven
from gardien.systems.operators.sheet.sheet import (
    Creature,
    Npc,
    Operator,
    SheetWeapon,
    arms,
    nationality,
    ready_operator,
    sample_creature,
    sample_npc,
)

LANGUAGES = ("fr", "en")
NPCS = [row.key for row in table("profiles", "npc")]
CREATURES = [row.key for row in table("profiles", "creature")]
READY = [row.key for row in table("operators", "ready")]


def everybody():
    """Every sheet that the pack can make."""
    for language in LANGUAGES:
        yield from (sample_npc(key, language) for key in NPCS)
        yield from (sample_creature(key, language) for key in CREATURES)
        yield from (ready_operator(key, language) for key in READY)


def test_a_new_sheet_has_the_starting_values():
    """OPS-CREA-01: unhurt, sane, without forbidden lore, with bare hands."""
    new = Operator()
    assert (new.system, new.kind, new.wound_level, new.madness, new.si, new.in_play) == (
        *("operators", "operator", "none", "none"),
        *(0, True),
    )
    assert [(one.key, one.damage) for one in new.weapons] == [("unarmed", "1D3")]
    assert (new.clock, new.recovery, new.drain, new.worn) == (None, None, {}, ())


def test_what_a_fight_reads_has_the_same_name_and_default_on_every_sheet():
    """OPS-SHEET-01: inputs bind by name."""
    shared = {field.name: field.default for field in msgspec.structs.fields(Combatant)}
    ours = {"name", "kind"}
    for kind in (Operator, Npc, Creature):
        for field in msgspec.structs.fields(kind):
            if field.name in shared and field.name not in ours:
                assert field.default == shared[field.name] or field.default_factory is dict, field.name
    assert set(shared) - set(Operator.__struct_fields__) == {
        *("category", "acts_last", "invulnerable", "pierced_by", "resists", "weak_to", "no_pain", "regeneration", "hp"),
    }
    assert set(shared) - set(Npc.__struct_fields__) == {"luck", "luck_start"}
    lacking = {"EDU", "APP", "san", "si", "luck", "luck_start", "madness", "lasting_madness", "shocks_this_scene"}
    assert set(shared) - set(Creature.__struct_fields__) == lacking


def test_people_are_called_by_their_codename_first():
    """OPS-CREA-01: then by their name; what was written stays."""
    full = {"codename": "Styx", "first_name": "Ana", "surname": "Costa"}
    assert parse(Operator, full).name == "Styx"
    assert parse(Operator, {**full, "codename": ""}).name == "Ana Costa"
    assert parse(Operator, {**full, "name": "The tall one"}).name == "The tall one"


def test_a_weapon_of_the_catalogue_needs_only_its_key():
    """OPS-SHEET-01, OPS-DMG-04: damage as listed, a name where none is given, rounds where there is a magazine."""
    glock = parse(SheetWeapon, {"key": "glock17", "damage": "9D6"})
    assert (glock.damage, glock.name) == ("1D6+6", glock.name or None)
    carried = arms(("glock17", "knife"), "en", 2)
    assert [(one.key, one.rounds_left, one.spare_magazines) for one in carried] == [
        ("glock17", 17, 2),
        ("knife", None, 0),
        ("unarmed", None, 0),
    ]
    assert parse(SheetWeapon, {"name": "Umbrella", "damage": "1D6"}).key == ""


@pytest.mark.parametrize(
    ("content", "id", "field"),
    [
        ({"worn": ["kevler"]}, "field/one_of", "worn"),
        ({"uses_left": {"kevlar_helmet": 1}}, "field/one_of", "uses_left"),
        ({"uses_left": {"kevlar_light": 3, "nothing": 1}}, "field/one_of", "uses_left"),
        ({"specialty": "knight"}, "field/one_of", "specialty"),
        ({"trainings": [{"specialty": "knight", "characteristic": "DEX", "domain": "x"}]}, "field/one_of", "trainings"),
        ({"weapons": [{"key": "lightsabre"}]}, "field/one_of", "weapons[0].key"),
        ({"weapons": [{"name": "Stick", "damage": "much"}]}, "dice/unreadable", "weapons[0].damage"),
        ({"age": 17}, "field/range", "age"),
        ({"luck": 201}, "field/range", "luck"),
        ({"kind": "npc"}, "field/one_of", "kind"),
    ],
)
def test_what_no_sheet_can_hold_is_refused(content, id, field):
    """OPS-ARM-02, OPS-ARM-03, OPS-SPEC-02: keys of the pack, dice that can be read, sound numbers."""
    with pytest.raises(Refusal) as caught:
        parse(Operator, content)
    assert caught.value.field == field
    assert caught.value.id == id or caught.value.id.startswith("dice/")


def test_every_sheet_of_the_pack_goes_through_json_and_into_a_fight():
    """M-13, M-22: written, read again, hashed, and read as a combatant."""
    count = 0
    for sheet in everybody():
        again = msgspec.json.decode(msgspec.json.encode(sheet), type=type(sheet))
        assert (again, hash(again)) == (sheet, hash(sheet))
        fighter = sheet.combatant()
        assert (fighter.name, fighter.kind, fighter.FOR) == (sheet.name, sheet.kind, sheet.FOR)
        count += 1
    assert count == 2 * (len(NPCS) + len(CREATURES) + len(READY))


def test_a_person_of_the_pack_has_arms_and_training():
    """M-13: the bodyguard protects and wrestles; the words follow the language."""
    guard = sample_npc("bodyguard", "fr")
    assert (guard.name, guard.worn, guard.combatant().threshold(Options())) == (
        "Garde du corps",
        ("ballistic_vest",),
        15,
    )
    assert [one.key for one in guard.weapons] == ["pistol_large", "unarmed"]
    assert (guard.hobbies, [one.specialty for one in guard.trainings]) == (("Lutte",), ["close_protection"])
    assert sample_npc("bodyguard", "en").hobbies == ("Wrestling",)
    result = do("operators", "technique_advantage", {**inputs_of(guard, TechniqueGiven), "weapon": "hold"}, dice=[])
    assert result.outcome["sources"] == ("wrestling",)


def test_a_creature_of_the_pack_has_its_traits():
    """M-13: the shoggoth, with its derived numbers."""
    result = sample_creature("shoggoth", "fr")
    fighter = result.combatant()
    assert (fighter.threshold(Options()), fighter.bonus(Options())) == (50, "5D6")
    assert (result.shock, result.regeneration, result.category) == ("critical", 5, "unnatural")
    assert "fire" in result.weak_to
    assert {"firearm", "blade"} <= set(result.resists)
    assert result.attacks[0].area is True
    assert sample_creature("ghoul", "en").multiple_attacks is True


@pytest.mark.parametrize("key", READY)
def test_ready_operators_keep_the_rules_and_carry_what_they_own(key):
    """M-22, OPS-CREA-10, OPS-CREA-13."""
    sheet = ready_operator(key, "fr")
    assert sheet.name == sheet.codename == key.upper()
    assert len(sheet.hobbies) + len(sheet.trainings) == 2
    assert (sheet.san_start, sheet.luck_start) == (sheet.san, sheet.luck)
    derived = do("operators", "derived_values", {"character": inputs_of(sheet, Combatant)}, dice=[]).outcome
    assert len(sheet.languages) == derived["extra_languages"]
    assert sheet.possessions.endswith(".")
    assert sheet.contacts
    assert sheet.weapons[-1].key == "unarmed"


def test_a_nationality_agrees_with_the_person():
    """OPS-CREA-15."""
    assert nationality("french", "fr", "f") == "française"
    assert nationality("french", "fr", None) == "français"
    assert nationality("french", "en", "f") == "French"
    assert nationality("Martian", "fr", "f") == "Martian"


def test_changes_are_written_on_the_sheet_and_taken_back():
    """OPS-LUCK-01: inputs of the same name, and back again."""
    sheet = ready_operator("argos", "fr")
    given = {**inputs_of(sheet, LuckGiven), "roll": 60, "target": 45, "spend": 15}
    answer = do("operators", "luck_shift", given, dice=[])
    spent = after_changes(sheet, answer.changes)
    assert spent.luck == sheet.luck - 15
    assert after_changes(spent, inverse(answer.changes)) == sheet


def test_maps_of_a_sheet_cannot_be_changed():
    """OPS-SHEET-01: a sheet is a value."""
    sheet = parse(Operator, {"drain": {"FOR": {"temporary": 2}}, "bonus": {"FOR": 1}})
    for field in ("drain", "bonus", "age_trade", "uses_left", "last_cast"):
        with pytest.raises(TypeError):
            getattr(sheet, field)["FOR"] = 1


# ---- where numbers come from ----


def opened(sheet, field, entry="", **options):
    return DERIVATIONS[field](msgspec.to_builtins(sheet), options, entry)


def figures(steps):
    return [(one.label, one.value) for one in steps]


def test_every_number_of_every_sheet_opens_and_adds_up():
    """OPS-SHEET-01: each with its rule, parts that sum to the value."""
    for sheet in everybody():
        names = [one.name for one in getattr(sheet, "weapons", ())]
        for field in set(DERIVATIONS) & set(type(sheet).__struct_fields__):
            for entry in names if field == "weapons" else [""]:
                steps = opened(sheet, field, entry)
                assert steps or field in ("worn", "specialty"), (sheet.name, field)
                for one in steps:
                    total = sum(part for _, part in one.parts)
                    low, high = one.limits or (total, total)
                    assert not one.parts or one.value == max(low, min(high, total)), one


def test_a_score_opens_down_to_the_dice():
    """OPS-CREA-03, OPS-CREA-05, OPS-ARM-04, OPS-CREA-06: bonus, trade, encumbrance, drain, three values."""
    sheet = parse(
        Operator,
        {
            **dict.fromkeys(CODES, 12),
            "EDU": 15,
            "bonus": {"DEX": 2, "EDU": 1},
            "age_trade": {"APP": 2},
            "worn": ["ceramic_vest"],
            "drain": {"DEX": {"temporary": 1}},
        },
    )
    first, second, *values = opened(sheet, "DEX")
    assert (first.value, first.parts) == (12, (("base", 10), ("bonus", 2)))
    assert (second.value, second.parts) == (9, (("base", 12), ("drain", -1), ("worn", -2)))
    assert figures(values) == [("standard", 45), ("difficult", 27), ("extreme", 9)]
    assert opened(sheet, "EDU")[0].parts == (("base", 12), ("bonus", 1), ("age_trade", 2))
    assert opened(sheet, "APP")[0].parts == (("base", 14), ("age_trade", -2))


def test_derived_numbers_open_as_the_rules_compute_them():
    """OPS-CREA-08, OPS-CREA-09, OPS-SAN-09, OPS-CREA-13, OPS-LUCK-01."""
    ares = ready_operator("ares", "fr")
    assert figures(opened(ares, "sb")) == [("FOR", 16), ("CON", 15), ("sb", 16)]
    assert figures(opened(ares, "damage_bonus")) == [("FOR", 16), ("thrown_bonus", "none"), ("damage_bonus", "1D3")]
    assert figures(opened(ares, "luck")) == [("luck_start", 55), ("luck", 55)]
    wise = parse(Operator, {"si": 30, "san": 40, "san_start": 65, "EDU": 16, "specialty": "linguist"})
    assert figures(opened(wise, "san")) == [("san_start", 65), ("san_max", 70), ("san", 40)]
    assert figures(opened(wise, "languages")) == [("EDU", 16), ("extra_languages", 3)]
    assert opened(parse(Creature, {"sb": 7}), "sb")[-1].value == 7
    assert figures(opened(wise, "bonus", bonus_points=4)) == [("bonus_left", 4)]
    assert ("edu_min", 16) in figures(opened(wise, "specialty"))


def test_a_weapon_opens_with_what_helps_or_limits_it():
    """OPS-DMG-02, OPS-DMG-03, OPS-CBT-08: the arm behind a blade, the reach of a gun."""
    sheet = parse(Operator, {"FOR": 17, "weapons": [{"key": key} for key in ("knife", "throwing_knife", "glock17")]})
    knife, thrown, glock = (one.name for one in sheet.weapons)
    assert figures(opened(sheet, "weapons", knife)) == [("damage_bonus", "1D6"), ("damage", "1D6")]
    assert figures(opened(sheet, "weapons", thrown)) == [("thrown_bonus", "1D3"), ("damage", "1D6")]
    assert figures(opened(sheet, "weapons", glock)) == [("zone_max", 1), ("magazine", 17), ("damage", "1D6+6")]
    assert opened(sheet, "weapons", "Bazooka") == []


def test_protection_and_wounds_open():
    """OPS-ARM-02, OPS-ARM-03, OPS-HLTH-02."""
    sheet = parse(
        Operator, {"worn": ["ceramic_vest"], "wound_level": "light", "wounds": [{"damage": 7}, {"damage": 3}]}
    )
    assert figures(opened(sheet, "worn"))[-1] == ("protection", 20)
    assert figures(opened(sheet, "wound_level")) == [("sb", 10), ("damage", 7), ("wound_level", "light")]
