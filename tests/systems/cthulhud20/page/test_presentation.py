"""How Cthulhu d20 looks at the table: the body by zones, fatigue beside life, the Keeper's table, forms (AC, TRACK)."""

import io

import msgspec
import pypdf
import pytest

from gardien.core.presentation import Reading
from gardien.core.system import find
from gardien.sheets.blocks import arrange, fields_of
from gardien.sheets.columns import beside_grid, long_tables
from gardien.sheets.figures import FigureShown
from gardien.sheets.gauges import gauge_shown, in_rows
from gardien.sheets.printing import blank_pdf, filled_pdf, roster_pdf, tracking_row
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.page import menus
from gardien.systems.cthulhud20.page.figures import SHAPES, drawing_of
from gardien.systems.cthulhud20.page.presentation import PRESENTATION, cause_name
from gardien.systems.cthulhud20.page.sheet import signs
from gardien.systems.cthulhud20.page.sheet_reasons import DERIVATIONS
from gardien.systems.cthulhud20.sheet.samples import sample_creature, sample_person
from gardien.systems.cthulhud20.sheet.sheet import SHEETS
from gardien.systems.cthulhud20.vocabulary import WHOLE, TableKey
from gardien.web.pages.forms.forms import Asker
from gardien.web.pages.table.facts import facts
from gardien.web.pages.table.people import subtitle

SYSTEM = find("cthulhud20")
FR = Reading(SYSTEM.terms, "fr", 0, {})
EN = Reading(SYSTEM.terms, "en", 0, {})
GRAVE = {"zone": "left_leg", "gb": 10, "severity": "grave", "pf_loss": 3, "pv_loss": 2}
OPEN = {"bleeding": True, "stabilised": False, "treated": False, "surgery_done": False, "next_tick_in_rounds": 10}


def refreshed(content):
    """A sheet as the table keeps it: what follows is computed again."""
    return msgspec.to_builtins(msgspec.convert(content, SHEETS[content["kind"]]))


def paul(**more):
    return refreshed({**msgspec.to_builtins(sample_person("paul", "fr")), **more})


def hurt(**more):
    """Paul after the chase and the third shot: 9 PF and 2 PV lost (the source's example)."""
    return paul(**{"pf": 1, "pv": 8, "wounds": [{**GRAVE, **OPEN}], **more})


def zombie(**more):
    return refreshed({**msgspec.to_builtins(sample_creature("zombie", "fr")), **more})


def shown(content, language="fr"):
    sections = arrange(SYSTEM, content, language).sections
    return {block.field: block for section in sections for block in section.blocks}


def body(content, language="fr"):
    """The parts of the body by their keys, spaces as one types them; and the whole figure."""
    figure = msgspec.convert(typed(shown(content, language)["zone_ca"].figure), FigureShown)
    return {one.key: one for one in figure.spots}, figure


def typed(value):
    return msgspec.json.decode(msgspec.json.encode(value).decode().replace("\xa0", " "))


# ---- the body ----


@pytest.mark.parametrize("tables", TableKey.__args__)
def test_every_shape_is_drawn_with_exactly_its_zones(tables):
    """CD20-LOC-01, CD20-P-CREA-04: what can be hit can be seen, and its number stands inside the picture."""
    drawing = drawing_of({"tables": tables})
    assert sorted(part.key for part in drawing.parts) == sorted(pack.zones(tables))
    for part in drawing.parts:
        x, y = part.at
        assert 0 < x < drawing.width
        assert 0 < y < drawing.height
        assert part.outline.startswith("M")
        assert part.outline.endswith("Z")


def test_two_sides_of_a_body_mirror_each_other():
    places = {part.key: part.at for part in SHAPES["human"].parts}
    assert places["right_arm"] == (23, 92)
    assert places["left_arm"] == (97, 92)
    assert drawing_of({}) is SHAPES["human"]
    assert drawing_of({"tables": "unheard of"}) is None


def test_a_body_tells_the_armour_class_of_each_zone():
    """CD20-AC-01: Paul's jacket covers torso, arms and abdomen; his fatigue lowers all of them."""
    spots, figure = body(paul())
    assert {key: one.number for key, one in spots.items()} == {
        "head": "12",
        "torso": "13",
        "right_arm": "13",
        "left_arm": "13",
        "abdomen": "13",
        "right_leg": "12",
        "left_leg": "12",
    }
    assert [key for key, one in spots.items() if one.worn] == ["torso", "right_arm", "left_arm", "abdomen"]
    assert figure.told == []
    assert figure.caption == "CA par zone"
    assert figure.width == 120
    assert body(paul(pf=8))[0]["right_arm"].number == "12"


def test_a_wound_stands_on_its_zone_with_all_it_asks_for():
    """CD20-TRACK-01, CD20-BLEED-02: severity, GB, when it takes the next points, how hard it is to treat."""
    spots, figure = body(hurt())
    leg = spots["left_leg"]
    assert (leg.look, leg.worse) == ("grave", True)
    assert leg.notes == ("grave, GB 10 · saigne, perte dans 1 minute · soins DD 15",)
    assert [one.key for one in figure.told] == ["left_leg"]
    assert leg.said == "Jambe gauche : CA par zone 8, grave, GB 10 · saigne, perte dans 1 minute · soins DD 15"
    assert body(hurt(), "en")[0]["left_leg"].notes == ("serious, GB 10 · bleeding, next loss in 1 minute · care DC 15",)


def test_a_slight_wound_a_treated_one_and_a_lost_part_look_different():
    light = {**GRAVE, **OPEN, "zone": "torso", "gb": 2, "severity": "light", "bleeding": False}
    treated = {**GRAVE, **OPEN, "zone": "abdomen", "bleeding": False, "treated": True}
    spots, _ = body(paul(wounds=[light, treated], lost_parts=["right_arm"], hampered_parts=["left_leg"]))
    assert {key: one.look for key, one in spots.items() if one.look} == {
        "torso": "slight",
        "abdomen": "grave",
        "right_arm": "gone",
        "left_leg": "grave",
    }
    assert spots["abdomen"].notes == ("grave, GB 10 · soignée",)
    assert not spots["abdomen"].worse
    assert spots["right_arm"].notes == ("partie perdue",)
    assert spots["right_arm"].number == ""
    assert spots["left_leg"].notes == ("hors d’usage",)


def test_what_strikes_the_whole_body_is_told_beside_the_drawing():
    """CD20-ENV-01: fire has no zone."""
    burnt = {**GRAVE, **OPEN, "zone": WHOLE, "next_tick_in_rounds": 7}
    spots, figure = body(paul(wounds=[burnt]))
    assert spots[WHOLE].notes == ("grave, GB 10 · saigne, perte dans 7 rounds · soins DD 15",)
    assert WHOLE not in {one.key for one in figure.drawn}
    assert [one.key for one in figure.told] == [WHOLE]


def test_whoever_keeps_hit_points_has_one_armour_class_and_no_zones():
    """CD20-CREA-02: the traditional mode has neither zones nor PF."""
    beast = zombie(damage_mode="traditional")
    spots, figure = body(beast)
    assert figure.width == 0
    assert list(spots) == [WHOLE]
    assert spots[WHOLE].number == "11"
    gauges = {one.field for one in PRESENTATION.gauges if gauge_shown(one, beast, SYSTEM, "fr")}
    assert gauges == {"hp_current"}


# ---- at a glance ----


def test_fatigue_and_life_stand_side_by_side_with_the_malus():
    """CD20-FAT-01: the malus is told wherever PF are, also while there is none."""
    gauges = [one for one in (gauge_shown(gauge, hurt(), SYSTEM, "fr") for gauge in PRESENTATION.gauges) if one]
    pair = in_rows(gauges)[0]
    assert [one.code for one in pair] == ["PF", "PV"]
    assert (pair[0].weighs, pair[0].weighing, pair[0].weighed) == ("malus −4", True, "fatigue_malus")
    fresh = gauge_shown(PRESENTATION.gauges[0], paul(), SYSTEM, "en")
    assert (fresh.weighs, fresh.weighing) == ("penalty 0", False)


def test_a_ceiling_that_wounds_leave_is_marked():
    """CD20-HP-07: with 4 PV there is no more than 6 PF."""
    shown = gauge_shown(PRESENTATION.gauges[0], paul(pv=4, pf=5), SYSTEM, "fr")
    assert shown.mark == 60
    assert shown.note.endswith(" 6")
    assert gauge_shown(PRESENTATION.gauges[0], paul(), SYSTEM, "fr").mark is None


def test_what_presses_is_told_in_a_word():
    assert signs(paul(), FR) == ()
    assert signs(hurt(prone=True, shock_next_turn="skip"), FR)[:2] == (
        ("saigne à la jambe gauche, perte dans 1\xa0minute", "bad"),
        ("à terre", "due"),
    )
    assert signs(hurt(gender="f", pf=0, state="unconscious"), FR)[0] == ("inconsciente", "bad")
    mad = paul(insanity=[{"kind": "temporary", "effect": ""}], conditions=["blinded"])
    assert signs(mad, EN) == (("blinded", "due"), ("temporary insanity", "bad"))
    assert signs({"state": "dead", "wounds": [{"zone": "head", "bleeding": True}]}, EN) == (("dead", "bad"),)
    assert signs({}, FR) == ()


# ---- the Keeper's table ----


def rows():
    people = ((hurt(), "Paul", False), (zombie(lost_parts=["left_arm"]), "Zombie", True))
    return [tracking_row(SYSTEM, sheet, name, foe, FR) for sheet, name, foe in people]


def test_the_table_of_the_group_has_the_columns_of_the_source():
    """CD20-TRACK-01: fatigue with its malus, PV, severities."""
    first, second = rows()
    fatigue, life, wounds = first.cells
    assert (fatigue.gauge, fatigue.note, fatigue.pressing, life.gauge) == ("pf", "Malus −4", True, "pv")
    assert [one.value for one in first.gauges if one] == [1, 8]
    told = "grave, GB 10 · saigne, perte dans 1 minute · soins DD 15"
    assert typed(wounds.entries) == [["Jambe gauche", told, True]]
    assert second.cells[0].note == "Malus 0"
    assert second.cells[2].entries == (("Bras gauche", "partie perdue", False),)
    fallen = tracking_row(SYSTEM, hurt(pf=0, state="stunned", gender="f"), "Ada", False, FR)
    assert fallen.cells[1].note == "Étourdie"
    assert fallen.cells[0].note == "Malus −5"
    kept = tracking_row(SYSTEM, zombie(damage_mode="traditional"), "Zombie", True, FR)
    assert [one.field for one in kept.gauges if one] == ["hp_current"]


def test_the_table_of_the_group_is_printed_with_room_for_eight():
    """CD20-TRACK-01: the blank one has the eight rows of the source, each with its malus."""
    page = pypdf.PdfReader(io.BytesIO(roster_pdf(SYSTEM, rows(), "fr", "Corbitt"))).pages[0].extract_text()
    for word in ("Tableau de gestion", "Corbitt", "Paul", "Malus −4", "soins DD 15", "Zombie", "Bras gauche"):
        assert word in page, word
    assert page.count("Malus :") == 6
    blank = pypdf.PdfReader(io.BytesIO(roster_pdf(SYSTEM, [], "en")))
    assert len(blank.pages) == 1
    assert blank.pages[0].extract_text().count("Penalty:") == 8
    many = pypdf.PdfReader(io.BytesIO(roster_pdf(SYSTEM, rows() * 8, "fr")))
    assert len(many.pages) > 1
    assert "Malus :" not in many.pages[-1].extract_text()


# ---- the sheet ----


def test_the_head_of_a_sheet_is_body_then_scores_then_what_one_fights_with():
    columns = beside_grid(arrange(SYSTEM, hurt(), "fr"), SYSTEM)
    assert [[section.key for section in column] for column in columns] == [
        ["body"],
        ["characteristics", "saves", "mind"],
        ["fight", "feats", "person"],
    ]
    assert [section.key for section in long_tables(arrange(SYSTEM, hurt(), "fr"))] == ["skills"]


def test_every_field_of_every_sheet_stands_in_a_section():
    named = {field for _, fields in PRESENTATION.sheet for field in fields}
    for sheet in SHEETS.values():
        assert set(fields_of(sheet)) <= named, sheet


def test_skills_weapons_feats_and_armour_are_read_in_words():
    blocks = shown(paul(skill_ranks={"spot": 4, "drive": 1.5}, core_skills=["spot"]))
    skills = {row[0]: row for row in blocks["skills"].rows}
    assert skills["Détection"] == ("Détection", "SAG", "4", "+1", "+2", "+7", "☑")
    assert skills["Conduite"][2] == "1,5"
    assert skills["Pilotage"][5] == "–"
    assert skills["Connaissances (médecine)"][1] == "INT"
    assert blocks["weapons"].rows == (("Revolver .38", "+6", "+4", "9\xa0m", "6/6\n+1\xa0recharge"),)
    assert blocks["feats"].items[1].startswith("Maniement d’armes\xa0: armes de poing (Weapon Proficiency) · ")
    assert blocks["armour_items"].items == ("Veste, manteau épais · +1 torse, bras droit, bras gauche, abdomen",)


def test_a_cause_has_its_name():
    assert cause_name("corpse", "fr") != "corpse"
    assert cause_name("furnace", "fr") == "Fournaise"


def test_a_save_is_told_with_all_that_weighs_on_it():
    """CD20-FAT-02: fatigue weighs on Reflexes, not on Fortitude."""
    grid = {row.field: row for row in shown(hurt())["saves"].grid}
    assert (grid["fort"].cells, grid["fort"].now) == (("+4",), "4")
    assert (grid["ref"].cells, grid["ref"].now) == (("0",), "4")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_printed_sheet_has_the_body_and_the_malus(language):
    page = pypdf.PdfReader(io.BytesIO(filled_pdf(SYSTEM, hurt(), language))).pages[0].extract_text()
    words = ("malus −4", "Jambe gauche") if language == "fr" else ("penalty −4", "Left leg")
    for word in (*words, "GB 10", "Revolver"):
        assert word in page, word


def test_a_blank_sheet_has_a_body_to_write_on():
    text = "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(blank_pdf(SYSTEM, "fr"))).pages)
    for word in ("CA par zone", "Vigueur", "Volonté", "malus", "Connaissances (médecine)"):
        assert word in text, word


@pytest.mark.parametrize("field", [name for name in DERIVATIONS if name not in ("skills", "weapons", "base_attack")])
def test_every_number_says_where_it_comes_from(field):
    """What is told last is what stands on the sheet; parts add up."""
    sheet = hurt()
    steps = DERIVATIONS[field](sheet, {}, "")
    assert steps
    assert all(step.rule in SYSTEM.reference for step in steps)
    for step in steps:
        assert not step.parts or sum(part for _, part in step.parts) == step.value
    if field in ("touch_ca", "initiative", "fatigue_malus", "destiny_left"):
        assert steps[-1].value == sheet[field]


def test_skills_and_weapons_say_where_they_come_from():
    sheet = paul(skill_ranks={"spot": 4})
    assert DERIVATIONS["skills"](sheet, {}, "spot")[0].value == 7
    assert DERIVATIONS["weapons"](sheet, {}, "Revolver .38")[0].value == sheet["weapons"][0]["bonuses"][0]
    assert DERIVATIONS["weapons"](sheet, {}, "no such thing") == []
    assert DERIVATIONS["pv"](paul(pv_max=30, pf_max=30), {}, "")[0].parts == ()


# ---- forms ----


@pytest.mark.parametrize("key", list(PRESENTATION.forms))
def test_a_form_asks_only_for_what_its_rule_takes(key):
    face, procedure = PRESENTATION.forms[key], SYSTEM.procedure(key)
    known = {*procedure.given_fields(), *SYSTEM.table_rules.ui_inputs.get(key, {})}
    asked = {*face.main, *face.more, *face.filled}
    assert asked <= known, asked - known
    assert {*face.presets, *face.choices, *face.offered, *face.usual, *face.words} <= known
    outcome = {one.encode_name for one in msgspec.structs.fields(procedure.outcome)}
    told = {face.degrees, face.good.removeprefix("!"), face.then} - {"", "success"}
    assert told <= outcome, told - outcome


def test_every_act_has_a_form_and_a_topic():
    listed = [key for _, keys in PRESENTATION.act_topics for key in keys]
    assert sorted(listed) == sorted(PRESENTATION.acts)
    assert set(PRESENTATION.acts) <= set(PRESENTATION.forms)
    for key, face in PRESENTATION.cards.items():
        outcome = {one.encode_name for one in msgspec.structs.fields(SYSTEM.procedure(key).outcome)}
        paused = {"result", "zone"} if key == "full_attack" else set()  # of the attack that waits
        assert {*face.word, *face.facts, *face.rows} - paused <= outcome, key


def test_skills_are_offered_best_first_and_only_those_that_may_be_tried():
    """CD20-P-CHECK-01."""
    offered = menus.skills(paul(skill_ranks={"spot": 4, "listen": 1}))
    assert [(one.value, one.note) for one in offered[:2]] == [("spot", "+7"), ("listen", "+4")]
    assert "pilot" not in {one.value for one in offered}
    assert offered[-1].value == ""
    assert [one.value for one in menus.abilities(paul())] == ["", "str", "dex", "con", "int", "wis", "cha"]
    assert menus.other_skills(paul())[0].value == ""


def test_zones_spells_and_feats_are_offered_as_they_fit():
    assert [one.value for one in menus.zones(paul())][-1] == WHOLE
    assert menus.everywhere({"tables": "cone"})[0].value == WHOLE
    assert {one.value for one in menus.zones({"tables": "cone"})} >= {"cone", "third_limb"}
    known = paul(spells_known=["wrack"])
    assert (menus.spells(known)[0].value, menus.spells(known)[0].head) == ("wrack", "known_spells")
    feats = {one.value for one in menus.feats(paul(skill_ranks={"spot": 2}))}
    assert {"toughness", "skill_emphasis:spot", "armour_proficiency:light"} <= feats
    thug = msgspec.to_builtins(sample_person("thug", "fr"))
    assert "weapon_focus:p32" in {one.value for one in menus.feats(thug)}
    assert not feats & {"alertness", "armour_proficiency:heavy", "weapon_proficiency:handgun"}


# ---- what a page asks and shows of it ----


def asked(key, content, language="fr"):
    form = Asker(SYSTEM, SYSTEM.procedure(key), language, content, {})
    return {one.name.partition(".")[2]: one for one in (*form.main(), *form.more())}


def test_a_form_asks_for_feats_and_guns_only_of_those_who_have_them():
    plain = asked("attack", paul())
    assert not {"power_attack", "thrown", "slug", "both_barrels"} & set(plain)
    assert "power_attack" in asked("attack", paul(feats=["power_attack"]))
    assert {"slug", "both_barrels"} <= set(asked("attack", paul(weapons=[{"weapon": "sg12"}])))
    assert "fire_mode" not in asked("full_attack", paul())
    assert "ability" in asked("level_up", paul(level=3))
    assert "ability" not in asked("level_up", paul(level=4))
    modes = asked("full_attack", paul(weapons=[{"weapon": "thompson"}]))["fire_mode"].choices
    assert [one.value for one in modes] == ["semi", "multifire", "autofire"]


def test_a_form_begins_with_what_is_usual():
    assert asked("fall", paul())["height_m"].value == 6
    assert next(one.value for one in asked("effort", paul())["effort"].choices if one.chosen) == "sprint"
    assert (
        PRESENTATION.forms["award_experience"].company["group_level"]([{"level": 2}, {"level": 3}, {"level": 4}]) == 3
    )


@pytest.mark.parametrize(("language", "first"), [("fr", "Acrobatie"), ("en", "Animal empathy")])
def test_skills_stand_where_their_names_do_and_only_those_that_can_be_tried_are_rolled(language, first):
    content = paul()
    assert shown(content, language)["skills"].rows[0][0] == first
    listing = PRESENTATION.listings["skills"]
    assert listing.tried(content, "spot")
    assert not listing.tried(content, "pilot")
    names = [one.label for one in asked("opposed_check", content, language)["opponent_skill"].choices[1:]]
    assert names[0] == first


def test_a_card_at_a_glance_has_the_skills_that_somebody_learnt():
    told = facts(SYSTEM, paul(skill_ranks={"spot": 4}), "fr")
    assert [row[0] for part in told.parts if part.table and part.title == "Compétences" for row in part.table.rows] == [
        "Détection"
    ]
    assert not any(part.title == "Compétences" for part in facts(SYSTEM, paul(), "fr").parts)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("cultist", "niveau 1"),
        ("ghoul", "forme humaine"),
        ("wolf", "quadrupède"),
        ("shoggoth", "sans zones, aux points de vie"),
    ],
)
def test_a_creature_is_known_by_its_shape(key, expected):
    """A ghoul is no human being, though its wounds fall on the zones of one (CREA-03)."""
    assert subtitle(msgspec.to_builtins(sample_creature(key, "fr")), SYSTEM, "fr") == expected


def test_the_point_of_the_group_comes_back_with_a_scenario_where_somebody_says_so():
    """CD20-DEST-05: what the house rule asks about is asked in the form."""
    assert "new_scenario" in find("cthulhud20").presentation.forms["spend_group_destiny"].more
