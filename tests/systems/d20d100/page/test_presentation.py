"""How d20d100 looks at the table: gauges and thresholds, the sheet in sections, what forms offer (HEALTH, CREA)."""

import io
import re

import msgspec
import pypdf
import pytest

from gardien.core.presentation import Offered, Reading
from gardien.core.system import find
from gardien.sheets.blocks import arrange, fields_of
from gardien.sheets.columns import beside_grid, long_tables
from gardien.sheets.printing import blank_pdf, filled_pdf
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.page import menus
from gardien.systems.d20d100.page.presentation import COMPUTED, FROM_SCORES, PRESENTATION
from gardien.systems.d20d100.page.sheet import LISTINGS, difficulty_name, group_of, place_of
from gardien.systems.d20d100.rules.character import CODES, JETS
from gardien.systems.d20d100.rules.growth.traits import Trait
from gardien.systems.d20d100.sheet.parts import SkillParts, grip, weapon_lines
from gardien.systems.d20d100.sheet.samples import sample_creature, sample_npc
from gardien.systems.d20d100.sheet.sheet import Investigator

SYSTEM = find("d20d100")
SCORES = {"FOR": 8, "DEX": 15, "CON": 13, "PER": 16, "INT": 14, "POU": 11, "EDU": 12, "TAI": 14, "APP": 10}


def sheet(**more):
    made = Investigator(
        name="Ada Lowe",
        gender="f",
        scores=SCORES,
        skills={
            "revolver": SkillParts(profession=7, is_profession=True),
            "observer": SkillParts(profession=8, is_profession=True, ticked=True),
            "langue_etrangere:latin": SkillParts(secondary=4, learned=True),
        },
        traits=(Trait(key="chanceux"), Trait(key="specialite", target="colt_38")),
        weapons=(*weapon_lines(("colt_38", "petit_couteau"), "fr"), grip("fr")),
        **more,
    )
    return msgspec.to_builtins(made.recompute())


def shown(content, language="fr"):
    blocks = arrange(SYSTEM, content, language).sections
    return {block.field: block for section in blocks for block in section.blocks}


# ---- gauges ----


def test_wounds_are_read_beside_their_thresholds():
    """D100-HEALTH-04: half and a quarter of PV; adversaries have neither."""
    pv = next(one for one in PRESENTATION.gauges if one.field == "pv")
    assert pv.notes(sheet()) == (("pv_half", 7), ("pv_quarter", 3))
    assert pv.top(sheet()) == 14
    assert pv.notes(msgspec.to_builtins(sample_npc("gangster", "fr"))) == ()


def test_san_is_read_beside_the_most_that_the_mythos_leaves():
    """D100-MAGIC-03."""
    san = next(one for one in PRESENTATION.gauges if one.field == "san")
    assert san.notes(sheet(mythos=12, san_creation=55)) == (("san_max", 87), ("san_creation", 55))
    assert san.notes(msgspec.to_builtins(sample_npc("gangster", "fr"))) == ()


# ---- the sheet ----


def test_scores_are_tiles_with_their_modifiers():
    """D100-MISS-02: what is rolled is the modifier, negative ones included."""
    grid = shown(sheet())["characteristics"]
    assert [(row.code, row.now, row.cells) for row in grid.grid][:4] == [
        ("FOR", "8", ("−1",)), ("DEX", "15", ("+2",)), ("CON", "13", ("+1",)), ("PER", "16", ("+3",)),
    ]  # fmt: skip
    assert PRESENTATION.grids["characteristics"].act("FOR", "modifier") == (
        "characteristic_test",
        {"characteristic": "FOR"},
    )
    drained = shown({"kind": "monster", "scores": {"FOR": -3}})["characteristics"]
    assert [row.now for row in drained.grid] == ["−3"]
    ghoul = shown(msgspec.to_builtins(sample_creature("goule", "fr")))["characteristics"]
    assert "EDU" not in [row.code for row in ghoul.grid]


def test_skills_stand_column_by_column_under_their_groups():
    """D100-CREA-17, D100-CREA-18, D100-XP-02."""
    block = shown(sheet())["skills"]
    assert block.columns == ("Compétence", "Formule", "Base", "Prof.", "Sec.", "Total", "Case")  # nobody has the others
    rows = dict(zip(block.known, block.rows, strict=True))
    assert rows["observer"] == ("Observer", "PER−1", "+2", "+8", "", "+10", "☑")
    assert rows["revolver"] == ("Revolver", "DEX−2", "0", "+7", "", "+7", "☐")
    assert rows["langue_etrangere:latin"] == ("Langue étrangère (latin)", "EDU−6", "−5", "", "+4", "−1", "☐")
    heads = [head for head in block.heads if head]
    assert heads == [row.fr for row in pack.table("skills", "group")]
    assert block.known.index("langue_natale") + 1 == block.known.index("langue_etrangere:latin")
    assert LISTINGS["skills"].act("observer") == ("skill_test", {"skill": "observer"})


def test_an_adversary_has_few_skills_and_no_columns():
    """D100-CREAT-01."""
    block = shown(msgspec.to_builtins(sample_creature("goule", "fr")))["skills"]
    assert block.columns == ("Compétence", "Total")
    assert not any(block.heads)


def test_weapons_are_written_in_the_notation_of_the_game():
    """D100-WPN-08, D100-WPN-12, D100-WPN-06: one line in the hand, one thrown."""
    block = shown(sheet())["weapons"]
    rows = dict(zip(block.known, block.rows, strict=True))
    assert rows["Colt .38"][:4] == ("Colt .38\nspécialité", "+10/+5 ; +7//+2 ; +4///−1", "1d10", "20/×3")
    assert rows["Colt .38"][-1] == "6/6"
    in_hand, thrown = (row for row in block.rows if "couteau" in row[0])
    assert thrown[0].partition("\n") == (in_hand[0], "\n", "lancé")
    assert [known for known in block.known if known.endswith(" →")] == [f"{in_hand[0]} →"]
    steps = PRESENTATION.derivations["weapons"](sheet(), {}, "Colt .38")
    assert [(step.label, step.value, dict(step.parts)) for step in steps[:2]] == [
        ("first_attack", 10, {"revolver": 7, "specialty": 2, "precision": 1}),
        ("double_fire", 7, {"first_attack": 10, "recoil": -3}),
    ]


@pytest.mark.parametrize(("language", "told"), [("fr", "Chanceuse"), ("en", "Lucky")])
def test_traits_are_told_with_what_they_do(language, told):
    """D100-TRAIT-01, D100-MISS-04."""
    items = shown(sheet(), language)["traits"].items
    assert items[0].startswith(f"{told} · ")
    assert f"({pack.weapon('colt_38').fr if language == 'fr' else pack.weapon('colt_38').en}) · " in items[1]


def test_every_number_of_the_table_opens_where_it_comes_from():
    """D100-CORE-06: parts add up to what is shown."""
    content = sheet()
    for field, entries in (("scores", CODES), ("jets", JETS), ("skills", tuple(content["skills"]))):
        for entry in entries:
            for step in PRESENTATION.derivations[field](content, {}, entry):
                assert not step.parts or sum(part for _, part in step.parts) == step.value, (field, entry)
    for field in ("pv_max", "pm_max", "san", "defence", "defence_flat", "initiative", "damage_bonus", "condition"):
        assert PRESENTATION.derivations[field](content, {}, "")


def test_the_head_of_the_sheet_has_three_columns_and_skills_the_whole_width():
    for content in (sheet(), msgspec.to_builtins(sample_npc("gangster", "fr"))):
        made = arrange(SYSTEM, content, "fr")
        watched, scores, beside = ([section.key for section in column] for column in beside_grid(made, SYSTEM))
        assert watched[:2] == ["body", "mind"]
        assert scores == ["characteristics"]
        assert beside[0] == "fight"
        wide = [section.key for section in long_tables(made)]
        assert wide == (["skills"] if content["kind"] == "investigator" else [])


def test_a_blank_sheet_has_every_skill_with_its_formula():
    """D100-CREA-11: to be filled in by hand."""
    made = arrange(SYSTEM, {}, "en", Investigator)
    blocks = {block.field: block for section in made.sections for block in section.blocks}
    rows = dict(zip(blocks["skills"].known, blocks["skills"].rows, strict=True))
    assert rows["nager"] == ("Swim", "FOR−1", "", "", "", "", "", "", "☐")
    assert len(rows) == sum(row.sheet for row in pack.table("skills", "skill"))
    assert [row.code for row in blocks["characteristics"].grid] == list(CODES)
    assert blocks["jets"].rows[0][:2] == ("Reflexes", "DEX")
    assert not {"creation_log", "house_rules", "states", "san_hour_clock", "modifiers"} & set(blocks)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_on_paper_the_skills_are_not_torn_apart(language):
    """D100-CREA-18, D100-WPN-12: two pages, blank or filled; series as the game writes them."""
    names = [getattr(row, language) for row in pack.table("skills", "skill") if row.sheet]
    for made in (blank_pdf(SYSTEM, language), filled_pdf(SYSTEM, sheet(), language)):
        pages = [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(io.BytesIO(made)).pages]
        assert len(pages) == 2
        assert [name for name in names if name not in pages[1]] == []
        assert len(re.findall("FOR−1", pages[1])) == 3
    assert "+10/+5 ; +7//+2 ; +4///−1" in pages[0]


def test_what_follows_from_the_rest_is_not_written_by_hand():
    """D100-CORE-06: and everything else of a sheet is."""
    fields = fields_of(Investigator)
    for path in (*COMPUTED, *FROM_SCORES):
        assert path.partition(".")[0] in fields or path == "id", path
    assert {"scores", "traits", "weapons", "pv", "san", "pm", "xp", "destiny", "armour"} & set(COMPUTED) == set()


# ---- forms ----


def test_a_form_offers_skills_with_their_totals_the_best_first():
    """D100-SKILL-01."""
    result = menus.skills(sheet())
    assert result[0] == Offered("observer", "+10", "best_skills")
    assert [one.value for one in result if one.head] == ["observer", "langue_etrangere:latin"]
    rest = [one for one in result if not one.head]
    assert [place_of(one.value) for one in rest] == sorted(place_of(one.value) for one in rest)
    assert {row.key for row in pack.table("skills", "skill") if row.sheet} <= {one.value for one in rest}
    ghoul = menus.skills(msgspec.to_builtins(sample_creature("goule", "fr")))
    assert {one.value for one in ghoul if one.head} == {"grimper", "ecouter", "depl_silencieux"}


def test_boxes_and_improvements_are_those_of_the_sheet():
    """D100-XP-02, D100-XP-04."""
    boxes = [one.value for one in menus.boxes(sheet())]
    assert "observer" not in boxes
    assert {"revolver", *JETS} <= set(boxes)
    wanted = menus.improvements(sheet())
    assert wanted[0] == Offered("observer", "+10", "ticked_ones")
    assert Offered("FOR", "8", "scores", "FOR") in wanted
    assert "archeologie" in [one.value for one in wanted if one.head == "new_skills"]


def test_languages_spells_and_powers_are_those_of_the_sheet():
    """D100-SKILL-14, D100-MISS-10, D100-MISS-16."""
    assert [one.value for one in menus.languages(sheet())] == ["langue_natale", "langue_etrangere:latin"]
    known = menus.spells(sheet(spells=("guerison",)))
    assert known[0] == Offered("guerison", head="known_spells")
    assert len(known) == len(pack.table("magic", "spell"))
    assert "guerison" not in [one.value for one in menus.unknown_spells(sheet(spells=("guerison",)))]
    assert menus.powers(sheet()) == []


def test_every_act_has_a_form_that_asks_for_what_there_is():
    """What a form asks for is an input of the act, or one that the sheet turns into others."""
    for act in PRESENTATION.acts:
        face = PRESENTATION.forms[act]
        inputs = {*SYSTEM.procedure(act).given_fields(), *SYSTEM.table_rules.ui_inputs.get(act, ())}
        asked = {*face.main, *face.more}
        assert asked <= inputs, act
        assert {*face.offered, *face.presets, *face.choices, *face.usual, *face.what_if} <= asked, act
        outcome = SYSTEM.procedure(act).outcome_fields()
        assert not face.degrees or face.degrees in outcome, act
    listed = [key for _, keys in PRESENTATION.act_topics for key in keys]
    assert len(listed) == len(set(listed))
    assert set(listed) <= set(PRESENTATION.acts)


def test_difficulties_and_groups_have_their_names():
    """D100-TEST-05, D100-MISS-01."""
    assert [difficulty_name(str(one), "fr") for one in (5, 15, 17)] == ["Facile", "Difficile", ""]
    assert (group_of("nager", "fr"), group_of("langue_etrangere:latin", "en"), group_of("?", "fr")) == (
        "Physiques",
        "Knowledge",
        "",
    )


@pytest.mark.parametrize("language", ["fr", "en"])
def test_nothing_on_a_sheet_is_a_raw_key(language):
    """Every cell of every table is in words."""
    reading = Reading(SYSTEM.terms, language)
    content = sheet()
    for field, listing in LISTINGS.items():
        value = content.get(field)
        if value and not listing.worked_out:
            entries = value.items() if listing.by_entry else value if isinstance(value, list | tuple) else [value]
            for entry in entries:
                assert not [cell for cell in listing.cells(content, entry, reading) if "_" in cell], field
