"""How the organic rules look at the table: reserves in half points, what weighs on somebody, forms with few fields."""

import io

import msgspec
import pypdf
import pytest
from msgspec import inspect

from gardien.core.presentation import Reading
from gardien.core.system import find
from gardien.sheets.blocks import arrange
from gardien.sheets.gauges import gauge_shown, in_rows
from gardien.sheets.printing import blank_pdf, filled_pdf, roster_title, tracking_row
from gardien.systems.organique import pack
from gardien.systems.organique.page import menus
from gardien.systems.organique.page.active_effects import active, in_turns, span
from gardien.systems.organique.page.presentation import PRESENTATION
from gardien.systems.organique.page.sheet import DERIVATIONS, difficulty_name, signs, skill_name
from gardien.systems.organique.sheet.samples import sample_creature, sample_person, sample_robot
from gardien.systems.organique.sheet.sheet import SHEETS
from gardien.web.pages.forms.forms import Asker
from gardien.web.pages.table.people import subtitle

SYSTEM = find("organique")
NOW = 430
OPEN_WOUND = {"bs": 2, "c": 0, "dirty": True}
BLADE = {"poison": "blade_poison", "onset": 0, "ticks_left": 4}
SLOW = {"poison": "rat_poison", "onset": 300, "ticks_left": 6}


def reading(language="fr", clock=NOW):
    return Reading(SYSTEM.terms, language, clock, {})


def refreshed(content):
    """A sheet as the table keeps it: what follows is computed again."""
    return msgspec.to_builtins(msgspec.convert(content, SHEETS[content["kind"]]))


def tyra(**more):
    return refreshed({**msgspec.to_builtins(sample_person("tyra", "fr")), **more})


def kim(**more):
    return refreshed({**msgspec.to_builtins(sample_person("kimberly", "fr")), **more})


def typed(text):
    """Spaces as one types them."""
    return text.replace("\xa0", " ").replace("\u202f", " ")


def told(sheet, language="fr", clock=NOW):
    return [typed(" | ".join(one[:4])) for one in active(sheet, reading(language, clock))]


def shown(content, language="fr"):
    sections = arrange(SYSTEM, content, language, now=NOW).sections
    return {block.field: block for section in sections for block in section.blocks}


# ---- reserves ----


def gauges(sheet, language="fr"):
    result = [gauge_shown(one, sheet, SYSTEM, language) for one in PRESENTATION.gauges]
    return [one for one in result if one]


def test_the_four_reserves_stand_in_one_row_in_half_points():
    """ORG-HP-01, ORG-END-01, ORG-TEST-09."""
    (row,) = in_rows(gauges(tyra(cps=2.5, sng=1.5)))
    assert [(one.field, one.now, one.most) for one in row] == [
        ("cps", "2,5", "4"),
        ("sng", "1,5", "3"),
        ("inc", "3", "3"),
        ("end_now", "7", "7"),
    ]
    assert [one.step for one in row] == [0.5, 0.5, 0.5, 1]
    assert row[0].notches == (25.0, 50.0, 75.0)
    assert [one.code for one in row] == ["CPS", "SNG", "INC", "END"]


def test_a_machine_has_structure_and_no_blood():
    """ORG-MON-01."""
    robot = msgspec.to_builtins(sample_robot(pack.keys("creatures", "robot")[0], "fr"))
    assert [one.field for one in gauges(robot)] == ["structure"]
    assert active(robot, reading()) == ()
    assert tracking_row(SYSTEM, robot, "R", True, reading()).gauges[0].field == "structure"


# ---- what weighs on somebody ----


def test_wounds_say_what_they_cost_until_somebody_cares_for_them():
    """ORG-AFT-02."""
    hurt = tyra(sng=1.5, wounds=[OPEN_WOUND, {"bs": 1, "c": 0.5, "closed": True}])
    assert told(hurt) == [
        "blessure | coup | 2 bs, sale | ouverte",
        "blessure | coup | 1 bs, 0,5 c | refermée",
        "perd son sang | blessure | 1 SNG toutes les 15 minutes | sans soins",
    ]
    assert told(tyra(wounds=[OPEN_WOUND], bandaged=True), "en")[-1] == (
        "bleeding | wound | 0.5 SNG every 15 minutes | bandaged"
    )


def test_poisons_count_turns_or_hours():
    """ORG-POI-02, M13."""
    assert told(tyra(doses=[BLADE, SLOW])) == [
        "poison pour lames | Poison | 1 bs, vomissements, choc, −7 aux actions | encore 4 tours",
        "mort-aux-rats | Poison | 0,5 bs, vomissements | dans 25 min, encore 6 h",
    ]


LASTING = {
    "drug": (
        {"kind": "drug", "key": "rush", "level": 2, "until": NOW + 170, "changes": {"VIT": 4}, "relief": 3},
        "rush (stimulant) × 2 | Drogue | VIT +4, soulagement 3 | encore 2 h 50",
    ),
    "come_down": (
        {"kind": "come_down", "key": "rush", "until": NOW + 60, "changes": {"VOL": -2}},
        "rush (stimulant) | descente | VOL −2 | encore 1 h",
    ),
    "dependency": (
        {"kind": "dependency", "key": "rush", "course": "physical", "next": NOW + 470, "until": NOW + 1440 * 13},
        "dépendance : rush (stimulant) | Drogue | physique | test dans 7 h 50, finie dans 13 j",
    ),
    "seeking": (
        {"kind": "dependency", "key": "rush", "course": "psychological", "next": NOW + 60, "seeking": True},
        "dépendance : rush (stimulant) | Drogue | psychologique, cherche une dose | test dans 1 h",
    ),
    "disease": (
        {
            "kind": "disease",
            "key": "wound_infection",
            "level": 2,
            "course": "progressing",
            "next": NOW + 60,
            "count": 4,
        },
        "infection d’une plaie | Maladie | niveau 2, en progression, traitement +4 | sauvegarde dans 1 h",
    ),
    "symptom": ({"kind": "symptom", "key": "panic", "until": NOW + 50}, "panique | Symptôme |  | encore 50 min"),
    "unknown": ({"kind": "symptom", "key": "panic"}, "panique | Symptôme |  | selon le MJ"),
    "radiation": (
        {"kind": "radiation", "level": 4, "next": NOW + 1440},
        "radiation | Exposition | 4 points | se déclare dans 1 j",
    ),
    "headache": (
        {"kind": "suffering", "key": "headache", "level": 2, "until": NOW + 30},
        "souffrance | maux de tête | −2 aux actions | encore 30 min",
    ),
    "venom": (
        {"kind": "suffering", "source": "snake_venom", "level": 2, "until": NOW + 1},
        "souffrance | venin de serpent | −2 aux actions | encore 1 min",
    ),
    "years": (
        {"kind": "symptom", "key": "long_term", "source": "haze", "changes": {"VOL": -1}},
        "long terme | brume (proche du cannabis) | VOL −1 | ",
    ),
    "still": (
        {"kind": "symptom", "key": "paralysis", "source": "tetanus"},
        "paralysie | Symptôme |  | tant que dure la maladie",
    ),
    "collapse": ({"kind": "collapse", "until": NOW + 1440}, "effondrement | État | END −1 | encore 1 j"),
}


@pytest.mark.parametrize("case", LASTING)
def test_what_lasts_says_where_it_comes_from_and_how_long(case):
    """ORG-SYM-01, ORG-DRUG-01 to 07, ORG-DIS-02, ORG-DMG-11, ORG-END-09."""
    lasting, wanted = LASTING[case]
    assert told(tyra(lasting=[lasting])) == [wanted]
    assert "_" not in told(tyra(lasting=[lasting]), "en")[0]


def test_the_last_turns_of_the_dying_are_counted():
    """ORG-HP-07."""
    dying = told(tyra(inc=0, sng=0, timer=3.5))[0]
    assert dying == "mourante | État |  | meurt dans 3,5 tours"
    assert told(tyra(dead=True)) == ["morte | État |  | "]
    assert signs(tyra(dead=True), reading()) == (("morte", "bad"),)


def test_a_pain_is_told_once_whether_or_not_an_hour_ends_it():
    """ORG-VOL-04."""
    timed = {"kind": "suffering", "key": "headache", "level": 2, "until": NOW + 30}
    assert len(told(tyra(suffering=[2, 3], lasting=[timed]))) == 2
    assert told(tyra(suffering=[3])) == ["souffrance | blessure | −3 aux actions | jusqu’aux soins"]


def test_too_heavy_a_load_weighs_with_everything_else():
    """ORG-FOR-03: Tyra carries 20 kg without feeling it."""
    assert told(tyra(load_kg=34)) == ["charge | 34 kg | AGI −3, VIT −3, END −3 par heure | "]
    assert typed(shown(tyra(load_kg=34))["load_kg"].text) == "34 kg (gêne dès 20 kg), AGI et VIT −3"
    assert typed(shown(tyra(load_kg=12.5))["load_kg"].text) == "12,5 kg (gêne dès 20 kg)"


def test_nothing_weighs_on_somebody_unhurt():
    assert told(kim()) == []
    assert signs(kim(), reading()) == ()
    assert shown(kim())["lasting"].empty


def test_signs_are_what_presses():
    result = dict(signs(tyra(doses=[BLADE], prone=True, suffering=[3]), reading()))
    assert {typed(text): tone for text, tone in result.items()} == {
        "à terre": "due",
        "poison pour lames, encore 4 tours": "bad",
        "souffrance, jusqu’aux soins": "due",
    }


def test_stretches_of_time_in_both_languages():
    assert [typed(span(one, reading())) for one in (5, 60, 150, 1440, 3000)] == [
        "5 min",
        "1 h",
        "2 h 30",
        "1 j",
        "2 j 2 h",
    ]
    assert typed(in_turns(1, reading())) == "1 tour"
    assert typed(in_turns(2, reading("en"))) == "2 turns"
    assert typed(in_turns(120, reading())) == "10 min"


# ---- the sheet ----


def test_skills_stand_by_level_with_what_they_add():
    """ORG-SKILL-02, ORG-CSK-01."""
    rows = shown(kim())["skill_lines"].rows
    assert rows[0] == ("Cryptographie", "savoir", "4 · professionnel", "+12")
    assert not shown(kim())["skill_lines"].terse  # a phone gives each its own line
    levels = [int(row[2].partition(" ")[0]) for row in rows]
    assert levels == sorted(levels, reverse=True)
    pistol = next(row for row in rows if row[0].startswith("Pistolet"))
    assert pistol == ("Pistolet\ntirer +4", "combat", "1 · novice", "–")


def test_a_score_says_where_it_comes_from():
    """ORG-TEST-11: her armour costs Tyra four points of AGI."""
    (step,) = DERIVATIONS["AGI"](tyra(), {}, "")
    assert (step.value, step.parts) == (12, (("base", 16), ("agi_malus", -4)))
    assert [one.value for one in DERIVATIONS["INT"](tyra(stupor=True), {}, "")] == [6, 0]
    assert [one.value for one in DERIVATIONS["skill_lines"](kim(), {}, "cryptography")] == [4, 12]
    assert DERIVATIONS["skill_lines"](kim(), {}, "unheard of") == []
    assert [one.value for one in DERIVATIONS["load_kg"](tyra(load_kg=34), {}, "")] == [20, 3]


def test_weapons_and_armour_in_the_words_of_the_game():
    """ORG-WPN-01, ORG-ARM-01, ORG-POI-01."""
    spear = shown(tyra())["weapons"].rows[0]
    assert [typed(cell) for cell in spear[:3]] == ["Lance\npoison pour lames × 1", "2,5 bs", "2"]
    assert [typed(cell) for cell in shown(tyra())["armour"].rows[0]][1:] == ["8", "5 bs + 4 c", "AGI −4"]
    assert (shown(tyra())["armour"].label, shown(tyra())["armour"].columns[0]) == ("Armure", "Couche")
    assert shown(kim(traits={"quick": 1}))["initiative_mod"].text == "+3"
    assert shown(kim(traits={}))["initiative_mod"].empty
    dog = msgspec.to_builtins(sample_creature("street_thug", "en"))
    assert shown(dog, "en")["weapons"].rows


def test_an_intrusion_says_where_one_is_and_what_security_knows():
    """HACK-01 to HACK-33."""
    scene = {
        "network": "escorts_36f",
        "minutes": 22,
        "inside": True,
        "at": "escorts_mail",
        "held": {"escorts_mail": "user"},
        "known": ["network_map"],
        "alert": True,
        "admin_present": True,
    }
    lines = [typed(one) for one in shown(kim(intrusion=scene))["intrusion"].items]
    assert lines[1] == "Temps passé : 22 min"
    assert lines[-1] == "Sécurité : alerte donnée, administrateur présent"
    assert any(line.startswith("Utilisateur : ") for line in lines)
    own = shown(kim(intrusion={**scene, "held": {"gaol": "user"}}))["intrusion"]  # a system known by its name alone
    assert "Utilisateur : gaol" in [typed(one) for one in own.items]
    read = {key: value for key, value in scene.items() if key != "admin_present"}  # by whoever plays her
    assert typed(shown({**kim(), "intrusion": read})["intrusion"].items[-1]) == "Sécurité : alerte donnée"
    quiet = [typed(one) for one in shown({**kim(), "intrusion": {**read, "alert": False}})["intrusion"].items]
    assert not any(line.startswith("Sécurité") for line in quiet)
    assert shown(kim())["intrusion"].empty


@pytest.mark.parametrize("language", ["fr", "en"])
def test_sheets_print_with_everything_that_weighs(language):
    hurt = tyra(sng=1.5, doses=[BLADE], wounds=[OPEN_WOUND], lasting=[one for one, _ in LASTING.values()])
    text = "\n".join(
        page.extract_text() for page in pypdf.PdfReader(io.BytesIO(filled_pdf(SYSTEM, hurt, language, {}, NOW))).pages
    )
    assert {"fr": "1,5 / 3", "en": "1.5 / 3"}[language] in typed(text)
    assert {"fr": "se déclare dans 1 j", "en": "shows in 1 d"}[language] in typed(text)


def test_a_blank_sheet_has_its_reserves_and_no_memory_of_the_table():
    text = "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(blank_pdf(SYSTEM, "fr"))).pages)
    assert all(word in text for word in ("Corps", "Sang", "Incapacité", "Compétences"))
    assert "retient" not in text


def test_the_table_of_the_group_has_the_reserves_and_what_presses():
    row = tracking_row(SYSTEM, tyra(doses=[BLADE], wounds=[OPEN_WOUND]), "Tyra", False, reading())
    assert [one.field for one in row.gauges if one] == ["cps", "sng", "inc", "end_now"]
    names = [(typed(name), presses) for name, _, presses in row.cells[-1].entries]
    assert ("Poison pour lames", True) in names
    assert ("Blessure", False) in names
    assert roster_title(SYSTEM, "en") == "State of the group"


# ---- forms ----

ASIDE = {"end_turn", "play_fight", "create_character"}  # of the clock, of the workshop, of creation
PEOPLE = {"a": "Ann", "b": "Bob"}


def asker(key, language="fr", sheet=None, **preset):
    return Asker(SYSTEM, SYSTEM.procedure(key), language, sheet or kim(), PEOPLE, preset, ("a",), {"b"})


def walk(fields):
    for field in fields:
        yield field
        yield from walk(field.inside)
        for choice in field.choices:
            yield from walk(choice.inside)


def test_every_act_has_a_form_and_its_place():
    assert set(SYSTEM.modules) - set(PRESENTATION.forms) == ASIDE
    assert set(PRESENTATION.forms) == set(PRESENTATION.acts)
    assert sorted(key for _, keys in PRESENTATION.act_topics for key in keys) == sorted(PRESENTATION.acts)


@pytest.mark.parametrize("key", [key for key in SYSTEM.modules if key not in ASIDE])
def test_a_form_asks_little_and_in_words(key):
    """What a player must fill in is four fields at most; nothing speaks in keys."""
    form, names = PRESENTATION.forms[key], SYSTEM.procedure(key).given_fields()
    extra = SYSTEM.table_rules.ui_inputs.get(key, {})
    asked = (*form.main, *form.more, *form.presets, *form.offered, *form.choices, *form.filled, *form.usual)
    assert [name for name in asked if name not in names and name not in extra] == []
    assert len(form.main) <= 5
    outcome = {one.encode_name for one in inspect.type_info(SYSTEM.procedure(key).outcome).fields}
    assert form.degrees.partition(".")[0] in {"", *outcome}
    for language in ("fr", "en"):
        fields = asker(key, language)
        said = [field.label for field in walk([*fields.main(), *fields.more()]) if field.kind != "none"]
        said += [one.label for field in walk([*fields.main(), *fields.more()]) for one in field.choices]
        assert [text for text in said if "_" in text or not text.strip()] == []


def test_what_the_sheet_knows_is_not_said_over_it():
    """A number that the table fills in is posted only where somebody chooses one."""
    for key, names in {
        "take_drug": ("tolerance",),
        "enter_network": ("firewall",),
        "crash": ("privilege",),
        "dependency_check": ("doses_24h",),
        "disease_progress": ("treatment", "difficulty"),
    }.items():
        for field in [*asker(key).main(), *asker(key).more()]:
            if field.name.partition(".")[2] in names:
                assert next(one.value for one in field.choices if one.chosen) == "null", (key, field.name)


def test_a_sheet_offers_what_it_has_first():
    """ORG-SKILL-01, ORG-DRUG-06, M7, M8."""
    skills = menus.skills(kim())
    assert (skills[0].value, skills[0].note, skills[0].head) == ("cryptography", "+12", "own_skills")
    assert skills[-1].head == "other_skills"
    pocket = menus.drugs(kim(habits=[{"drug": "calm", "held": 3}]))
    assert (pocket[0].value, pocket[0].note) == ("calm", "× 3")
    assert [one.value for one in menus.drugs_needed(tyra(lasting=[LASTING["dependency"][0]]))] == ["rush"]
    assert [(one.value, one.note) for one in menus.diseases_caught(tyra(lasting=[LASTING["disease"][0]]))] == [
        ("wound_infection", "2")
    ]
    assert menus.diseases(tyra(lasting=[LASTING["disease"][0]]))[0].head == "already_caught"
    assert {one.value for one in menus.powers("perception")(kim(powers={"sense_traces": 2, "attack_fear": 1}))} == {
        "sense_traces"
    }
    scene = {"network": "escorts_36f", "at": "escorts_mail"}
    assert menus.systems(kim(intrusion=scene))[0].value == "escorts_mail"
    assert menus.networks(kim(intrusion=scene))[0].value == "escorts_36f"
    assert len(menus.systems(kim())) == len(pack.table("networks", "system"))


def test_shots_are_offered_to_whoever_can_shoot():
    """ORG-ACT-01."""
    assert "shoot" in {one.value for one in menus.actions(kim())}
    assert "shoot" not in {one.value for one in menus.actions(tyra(weapons=[]))}
    assert all(one.head for one in menus.actions(kim()))


def test_names_of_skills_and_difficulties():
    assert skill_name("cryptography", "en") == "Cryptography"
    assert skill_name("pistol", "fr") == "Pistolet"
    assert skill_name("patois du port", "fr") == "patois du port"
    assert difficulty_name("20", "fr") == "Moyenne"
    assert difficulty_name("21", "en") == ""


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        (lambda: sample_creature("street_thug", "fr"), ""),
        (lambda: sample_creature("guard_dog", "fr"), "animal"),
        (lambda: sample_robot("cleaning_robot", "fr"), "machine"),
        (lambda: {"kind": "runner", "gender": "f", "player_class": "brawler"}, "bagarreuse"),
        (lambda: {"kind": "runner", "gender": "m", "player_class": "brawler"}, "bagarreur"),
    ],
)
def test_somebody_in_a_word(sheet, expected):
    """M2, M16: a woman by the words for women."""
    assert subtitle(msgspec.to_builtins(sheet()), SYSTEM, "fr") == expected


def test_a_form_begins_with_what_is_usual():
    """A number that the table fills in is left open; a half is written with the comma of the language."""

    def fields(key, sheet):
        asker = Asker(SYSTEM, SYSTEM.procedure(key), "fr", sheet, {"a": "Tyra", "b": "Carl"}, None, ("a",))
        return {one.name: one for one in (*asker.main(), *asker.more())}

    attack = fields("combat_action", tyra())
    assert (attack["given.distance_cm"].kind, attack["given.distance_cm"].value) == ("number", "")
    assert attack["given.distance_cm"].placed == "distance_cm"
    assert fields("rest", tyra())["given.minutes"].value == 15
    assert fields("load", tyra(load_kg=2.5))["given.load_kg"].value == "2,5"
    assert fields("climb", tyra())["json.difficulty"].choices[0].label == "Celle des règles"


def test_an_action_asks_only_what_it_has_a_use_for():
    """ORG-ACT-02 to 17: shots and centimetres for who fires, a limb for who maims, the brain for who knocks out."""
    spec = find("organique").presentation.forms["combat_action"]
    asked = {
        action: {name for name in spec.when if spec.when[name]({"action": action}, {})}
        for action in ("stun", "knock_out", "maim", "shoot", "throw_object")
    }
    assert asked == {
        "stun": set(),
        "knock_out": {"brain_damage"},
        "maim": {"aimed_at"},
        "shoot": {"shots", "distance_cm"},
        "throw_object": {"kg", "distance_cm"},
    }
