"""Sheets of the percentile game and of d20 become sheets of this one (CONV, CREAT, MISS)."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import gardien
from core.spoken import refused
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.growth.scores import all_scores
from gardien.systems.d20d100.sheet.conversion.convert import harm_of
from gardien.systems.d20d100.sheet.conversion.names import skill_key, weapon_key, why_lost
from gardien.systems.d20d100.sheet.recompute import after_score_change
from gardien.systems.d20d100.sheet.samples import sample_creature
from gardien.systems.d20d100.sheet.sheet import Investigator, Monster, Npc
from gardien.systems.d20d100.table.fighter import lines_of

SCORES = {"FOR": 13, "CON": 12, "TAI": 14, "DEX": 12, "APP": 10, "INT": 15, "POU": 11, "EDU": 16}
COMPUTED = (  # by the sheet itself, from what is explained
    *("kind", "pv", "pm", "pv_half", "pv_quarter", "condition", "wound_penalty", "reflexes", "endurance", "idee"),
    *("chance", "culture", "lutte", "san_hour_start", "san_creation", "house_rules", "description", "notes"),
    *("con_modifier", "dex_modifier", "for_modifier", "dex_score", "con_score", "pou_score", "int_score"),
)


def brought(kind, source="d100", dice=None, **given):
    return gardien.convert(source, "d20d100", {"kind": kind, **given}, dice=dice or [])


def value(carried, field):
    (result,) = [one for one in carried.values if one.field == field]
    return result


def losses(carried):
    return {one.what: one.why for one in carried.lost}


def percent(modifier):
    """A percentage that is worth a modifier (D100-CONV-01)."""
    return 5 * (modifier + 6)


# --- the source’s examples -------------------------------------------------------------------------------------------


def test_the_star_vampire_from_d20():
    """D100-CONV-04, D100-EX-85: armour class 15 (−1 size, +5 natural, +1 Dex)."""
    result = brought("monster", "d20", name="Vampire stellaire", TAI=26, CON=12, size=-1, natural=5, dex=1)
    assert (result.sheet.defence, result.sheet.defence_flat, result.sheet.scale) == (15, 14, -1)
    assert [(one.protection_kind, one.protection) for one in result.sheet.protections] == [("points", 5)]
    assert value(result, "defence").parts == (("base", 15), ("size", -1), ("dex", 1), ("dodge", 0))
    assert value(result, "protections").came == {"natural": 5}
    assert result.sheet.pv_max == 19


def test_the_same_star_vampire_from_d100():
    """D100-CONV-04, D100-CONV-05: the armour of the percentile game is the Protection, and it is the one that holds."""
    result = brought("monster", FOR=26, CON=12, TAI=26, DEX=12, armour=4)
    assert (result.sheet.defence, result.sheet.protections[0].protection) == (15, 4)
    both = brought("monster", FOR=26, CON=12, TAI=26, DEX=12, armour=4, size=-1, natural=5, dex=1)
    assert (both.sheet.defence, both.sheet.protections[0].protection) == (15, 4)
    assert value(both, "protections").rule == "D100-CONV-05"
    assert value(both, "defence").rule == "D100-CONV-04"


@pytest.mark.parametrize(("percentage", "total"), [(70, 8), (0, -6), (25, -1), (5, -5), (100, 14)])
def test_percentages_of_the_source(percentage, total):
    """D100-CONV-01: 70 % is +8, 0 % is −6; characteristics are not added again."""
    result = brought("investigator", **SCORES, skills={"Bibliothèque": percentage})
    assert result.sheet.skills["bibliotheque"].total == total
    assert value(result, "skills.bibliotheque").came == {"skills.Bibliothèque": percentage}


@pytest.mark.parametrize("row", pack.table("profiles", "creature"), ids=lambda row: row.key)
def test_every_creature_of_the_list_comes_out_as_it_is_printed(row):
    """D100-MISS-07, D100-MISS-15: figures, attacks, skills, what the sight costs."""
    scores = {code: getattr(row, code) for code in ("FOR", "CON", "TAI", "INT", "POU", "DEX")}
    given = {
        **{code: score for code, score in scores.items() if score is not None},
        "attacks": [
            {"name": one.fr, "percent": percent(one.attack), "damage": _damage(one), "per_round": one.per_round}
            for one in row.attacks
        ],
        "skills": {pack.skill(key).fr: percent(total) for key, total in row.skills.items()},
        "san_loss": f"{row.san.success}/{row.san.failure}",
    }
    result, printed = brought("monster", name=row.fr, **given).sheet, sample_creature(row.key, "fr")
    same = ("pv_max", "scale", "mass", "defence", "defence_flat", "damage_bonus", "skills", "san_loss", "initiative")
    assert {name: getattr(result, name) for name in same} == {name: getattr(printed, name) for name in same}
    assert [(one.attack, one.damage, one.damage_bonus, one.per_round) for one in result.attacks] == [
        (one.attack, one.damage, one.damage_bonus, one.per_round) for one in printed.attacks
    ]
    if row.lutte is not None:
        assert result.lutte == printed.lutte


def test_natural_attacks_come_over_plain_and_as_many_as_the_profile_says():
    """D100-CONV-05: on PV, critical ×2 on 20, Penetration 0; a score of +6 and more brings no further attack."""
    result = brought("monster", name="Bête", **SCORES, attacks=[{"name": "Griffes", "percent": 95, "damage": "1d6"}])
    (claws,) = result.sheet.attacks
    assert (claws.temporary, claws.threat_min, claws.multiplier, claws.per_round) == (False, 20, 2, 1)
    (line,) = lines_of(msgspec.to_builtins(result.sheet))
    assert (line["base_series"], line.get("penetration", 0)) == ([13], 0)


def _damage(one):
    return f"{one.damage or ''}+BD" if one.add_bonus else one.damage or ""


# --- investigators ---------------------------------------------------------------------------------------------------


def test_a_finished_investigator_is_whole():
    """D100-CONV-03: scores and totals are kept, all the rest is worked out anew."""
    result = brought(
        "investigator",
        **SCORES,
        name="Thomas",
        profession="Journaliste",
        age=34,
        skills={"Baratin": 45, "Langue (latin)": 30, "Mythe de Cthulhu": 5},
        attacks=[{"name": "Revolver .38", "percent": 45, "damage": "1D10"}],
        san=48,
        pv=13,
    )
    sheet = result.sheet
    assert type(sheet) is Investigator
    assert sheet.scores == {**SCORES, "PER": 10}
    assert (sheet.pv, sheet.pv_max, sheet.pm, sheet.san, sheet.san_max, sheet.mythos) == (13, 13, 11, 48, 94, 5)
    assert (sheet.defence, sheet.defence_flat, sheet.damage_bonus, sheet.initiative) == (16, 15, 1, 1)
    assert (sheet.profession, sheet.education, sheet.san_creation) == ("journaliste", 6, 55)
    assert sheet.skills["langue_etrangere:latin"].total == 0
    assert (sheet.skills["revolver"].total, sheet.skills["baratin"].total) == (3, 3)
    assert [(one.weapon, one.base_series) for one in sheet.weapons][:2] == [("colt_38", (4,)), ("poing", (5,))]
    assert result.lost == ()


def test_a_skill_goes_on_growing_with_its_characteristic():
    """D100-CORE-06, D100-XP-05: beyond the base, what was learned stays."""
    sheet = brought("investigator", **SCORES, skills={"Bibliothèque": 60}).sheet
    parts = sheet.skills["bibliotheque"]
    assert (parts.base, parts.imported, parts.total, parts.learned) == (1, 5, 6, True)
    assert after_score_change(sheet, "INT", 17).skills["bibliotheque"].total == 7


@pytest.mark.parametrize(
    ("given", "dice", "per"),
    [
        ({}, [], 10),
        ({"per_method": "roll"}, [3, 4, 6], 13),
        ({"per_method": "spot_hidden", "skills": {"TOC": 40}}, [], 16),
        ({"per_method": "spot_hidden"}, [], 10),
    ],
)
def test_perception_is_found_as_asked(given, dice, per):
    """D100-MISS-14."""
    result = brought("investigator", dice=dice, **given)
    assert result.sheet.scores["PER"] == per
    assert value(result, "scores.PER").value == per


@given(st.dictionaries(st.sampled_from(sorted(SCORES)), st.integers(3, 21)), st.integers(0, 99), st.booleans())
def test_the_sheet_says_what_the_rule_says(scores, mythos, quick):
    """D100-CONV-03: the rule of conversion and the sheet that comes out never disagree."""
    options = {"defence_uses_dex": quick}
    rule = gardien.do("d20d100", "convert_character", {"scores": scores, "mythos": mythos, "options": options}, dice=[])
    sheet = brought("investigator", **scores, mythos=mythos, options=options).sheet
    names = ("pv_max", "pm_max", "san_max", "defence", "defence_flat", "damage_bonus")
    assert {name: getattr(sheet, name) for name in names} == {name: rule.outcome[name] for name in names}
    assert {jet: parts.total for jet, parts in sheet.jets.items()} == rule.outcome["jets"]
    assert dict(sheet.modifiers) == rule.outcome["modifiers"]


# --- adversaries -----------------------------------------------------------------------------------------------------


def test_a_person_takes_up_the_weapons_of_the_list():
    """D100-CREAT-02, D100-MISS-15: with the skill, or with a generic score; other attacks stay as they are."""
    given = {"FOR": 13, "CON": 12, "TAI": 14, "DEX": 12, "weapons": ["Matraque"]}
    attacks = [{"name": "Colt .38", "percent": 55, "damage": "1d10"}, {"name": "Crocs", "percent": 30, "damage": "1d4"}]
    result = brought("npc", **given, attacks=attacks)
    assert type(result.sheet) is Npc
    assert [(one.weapon, one.base_series) for one in result.sheet.weapons] == [("matraque", (-1,)), ("colt_38", (6,))]
    assert [(one.name, one.attack, one.damage) for one in result.sheet.attacks] == [("Crocs", 0, "1d4")]
    assert result.sheet.skills == {"revolver": 5}
    assert value(result, "weapons.Colt .38").came == {"attacks.0.percent": 55}


@pytest.mark.parametrize(
    ("given", "lutte"),
    [
        ({}, 4),
        ({"grapple_percent": 60}, 10),
        ({"skills": {"Lutte": 60}}, 10),
        ({"attacks": [{"name": "Grapple", "percent": 60, "damage": "special"}]}, 10),
        ({"skills": {"Lutte": 20}, "grapple_percent": 60}, 10),
    ],
)
def test_the_hold_of_a_creature(given, lutte):
    """D100-CREAT-05, D100-MISS-07: the converted percentage, or FOR − 1; Mass is added."""
    assert brought("monster", FOR=12, TAI=25, **given).sheet.lutte == lutte


def test_people_have_a_mind_and_monsters_cost_one():
    """D100-CREA-10, D100-MISS-15."""
    assert brought("npc", POU=12).sheet.san == 60
    assert brought("npc", POU=30).sheet.san == 99
    assert brought("npc", POU=12, san=33).sheet.san == 33
    loss = brought("monster", san_loss="1/1D10").sheet.san_loss
    assert (loss.success, loss.failure) == ("1", "1d10")


def test_from_d20_bonuses_are_kept():
    """D100-MISS-14: attacks and skills stay, scores that are not played here are told."""
    result = brought(
        "monster",
        "d20",
        TAI=26,
        FOR=26,
        CON=12,
        SAG=14,
        CHA=3,
        pv=40,
        attacks=[{"name": "griffes", "attack": 9, "damage": "1d6+7", "per_round": 2}],
        skills={"Listen": 7, "Tumble": 4},
    )
    assert type(result.sheet) is Monster
    assert [(one.attack, one.damage, one.per_round) for one in result.sheet.attacks] == [(9, "1d6+7", 2)]
    assert result.sheet.skills == {"ecouter": 7}
    assert losses(result) == {"SAG": "no_score", "CHA": "no_score", "pv": "recomputed", "skills.Tumble": "no_skill"}
    assert result.sheet.notes == "Tumble +4"


@pytest.mark.parametrize(
    ("kind", "source", "given"),
    [
        ("investigator", "d100", {**SCORES, "name": "A", "age": 40, "gender": "f", "vest": "Gilet pare-balles léger"}),
        ("npc", "d100", {"FOR": 12, "gender": "m", "weapons": ["Sabre"], "equipment": ["lampe"], "spells": ["Nyx"]}),
        ("monster", "d100", {"FOR": 60, "CON": 60, "TAI": 60, "DEX": 3, "armour": 8, "san_loss": "1/1d8", "speed": 12}),
        ("monster", "d20", {"TAI": 50, "DEX": 20, "size": -2, "natural": 9, "dodge": 2, "skills": {"Écouter": 4}}),
        ("npc", "d20", {"TAI": 12, "attacks": [{"name": "poing", "attack": 2}]}),
    ],
)
def test_every_value_of_a_sheet_is_explained(kind, source, given):
    """Whatever a blank sheet does not have says where it comes from."""
    result = brought(kind, source, **given)
    told = {one.field.partition(".")[0] for one in result.values}
    blank = msgspec.to_builtins(type(result.sheet)())
    differs = {name for name, one in msgspec.to_builtins(result.sheet).items() if one != blank[name]}
    assert differs - told - set(COMPUTED) <= ({"skills"} if kind == "investigator" else set())  # bases by formula
    for field in ("scores", "modifiers", "skills", "attacks", "weapons"):
        own = [one for one in result.values if one.field.startswith(f"{field}.")]
        held = getattr(result.sheet, field, ())
        if field == "modifiers":
            held = {code for code in held if code in result.sheet.scores}
        if field != "skills" or kind != "investigator":
            assert len(own) == len(held), field


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("row", pack.table("skills", "skill"), ids=lambda row: row.key)
def test_every_skill_is_known_by_its_names(row):
    """D100-MISS-01: in both languages, whatever the capitals and accents."""
    assert {skill_key(name) for name in (row.key, row.fr, row.en, row.fr.upper(), row.en.lower())} == {row.key}


@pytest.mark.parametrize("row", pack.table("older", "older_name"), ids=lambda row: row.key)
def test_every_older_name_leads_to_something_that_exists(row):
    assert sum(map(bool, (row.skill, row.weapon, row.loss))) == 1
    if row.skill:
        assert pack.skill(row.skill)
        assert {skill_key(name) for name in (row.fr, row.en, *row.names)} == {row.skill}
    if row.loss:
        assert {why_lost(name) for name in (row.fr, row.en, *row.names)} == {row.loss}
    if row.weapon:
        assert pack.weapon(row.weapon)
        assert {weapon_key(name) for name in (row.fr, row.en, *row.names)} == {row.weapon}


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("Langue (Latin)", "langue_etrangere:latin"),
        ("Autre langue : grec ancien", "langue_etrangere:grec_ancien"),
        ("Other Language (German)", "langue_etrangere:allemand"),
        ("latin", "langue_etrangere:latin"),
        ("Art (peinture)", "art:peinture"),
        ("Métier : chaudronnier", "artisanat:chaudronnier"),
        ("Pilot (Boat)", "piloter_bateau"),
        ("Astrologie", ""),
        ("(", ""),
    ],
)
def test_one_of_several_by_its_name(written, key):
    """D100-SKILL-14."""
    assert skill_key(written) == key


# --- damage ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "bonus", "found"),
    [
        ("1D6", "", ("1d6", False, "")),
        ("1D6+BD", "", ("1d6", True, "")),
        ("1D6 + db", "", ("1d6", True, "")),
        ("1D6+1D4", "+1D4", ("1d6", True, "")),
        ("1D6 + 1d4 et poison", "1D4", ("1d6", True, "et poison")),
        ("1D6+1D4", "+1D6", ("1d6", False, "+1D4")),
        ("2D6+2", "", ("2d6+2", False, "")),
        ("1D4−1", "", ("1d4-1", False, "")),
        ("D8", "", ("1d8", False, "")),
        ("3", "", ("3", False, "")),
        ("mort en 1D3 rounds", "", ("", False, "mort en 1D3 rounds")),
        ("1D7", "", ("", False, "1D7")),
        ("", "+1D4", ("", False, "")),
        ("1D6, puis 1D4 par round", "", ("1d6", False, "puis 1D4 par round")),
    ],
)
def test_damage_is_taken_apart(text, bonus, found):
    """D100-WPN-03: the flat bonus of this game takes the place of the dice of strength."""
    assert harm_of(text, bonus) == found


# --- losses ----------------------------------------------------------------------------------------------------------


def test_what_has_no_place_is_told_and_stays_in_sight():
    """D100-MISS-14: Dodge, Martial arts and Luck need no conversion."""
    skills = {"Esquive": 26, "Arts martiaux": 30, "Luck": 55, "Idée": 75, "Know": 80, "Astrologie": 40}
    result = brought("investigator", **SCORES, skills=skills, damage_bonus="+1D4", pv=15, pm=9, vest="Armure de plates")
    assert losses(result) == {
        "skills.Esquive": "dodge",
        "skills.Arts martiaux": "martial_arts",
        "skills.Luck": "luck",
        "skills.Idée": "idea",
        "skills.Know": "know",
        "skills.Astrologie": "no_skill",
        "damage_bonus": "flat_bonus",
        "pv": "recomputed",
        "pm": "recomputed",
        "vest": "no_vest",
    }
    assert result.sheet.description == "Astrologie 40\u202f% (+2)\nArmure de plates"


def test_the_better_of_two_is_kept():
    """D100-CONV-03."""
    result = brought("investigator", skills={"Fusil": 40, "Rifle": 60, "Carabine": 50})
    assert result.sheet.skills["fusil"].total == 6
    assert [(one.what, one.came) for one in result.lost] == [("skills.Fusil", 40), ("skills.Carabine", 50)]


def test_weapons_of_the_list_bring_their_own_figures():
    """D100-MISS-05, D100-WPN-08."""
    attack = {"name": "Colt .38", "percent": 50, "damage": "2D6", "per_round": 3}
    result = brought("npc", attacks=[attack], weapons=["Lance-rayons"])
    assert [(one.what, one.why) for one in result.lost] == [
        ("weapons.Lance-rayons", "no_weapon"),
        ("attacks.Colt .38", "listed_damage"),
        ("attacks.Colt .38", "by_series"),
    ]
    assert result.sheet.notes == "Lance-rayons"


def test_an_investigator_without_such_a_weapon_keeps_it_as_a_remark():
    result = brought("investigator", attacks=[{"name": "Rayon", "percent": 50, "damage": "3D6"}])
    assert losses(result) == {"attacks.Rayon": "no_weapon"}
    assert result.sheet.description == "Rayon 50\u202f% (+4) 3D6"


def test_monsters_carry_nothing():
    result = brought("monster", weapons=["Sabre"], equipment=["amulette"], skills={"Cthulhu Mythos": 20})
    assert losses(result) == {
        "skills.Cthulhu Mythos": "mythos",
        "weapons.Sabre": "remark",
        "equipment.amulette": "remark",
    }
    assert result.sheet.notes == "Cthulhu Mythos 20\u202f%\nSabre\namulette"


def test_two_attacks_of_one_name_are_told_apart():
    rows = [{"name": "Griffe", "percent": 30, "damage": "1D6"}, {"name": "Griffe", "percent": 50, "damage": "1D6"}]
    result = brought("monster", attacks=rows)
    assert [value(result, f"attacks.{name}").value for name in ("Griffe", "Griffe (2)")] == [0, 4]


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "source", "given", "refusal"),
    [
        ("monster", "d100", {"DEX": 91}, ("field/range", "DEX")),
        ("monster", "d100", {"FOR": "fort"}, ("field/type", "FOR")),
        ("monster", "d100", {"san_loss": "beaucoup"}, ("field/type", "san_loss")),
        ("monster", "d100", {"san_loss": "0/1d7"}, ("field/one_of", "san_loss")),
        ("monster", "d100", {"attacks": [{"name": "Griffes"}]}, ("field/missing", "attacks[0].percent")),
        ("monster", "d100", {"attacks": [{"name": "G", "percent": 1}] * 7}, ("field/length_at_most", "attacks")),
        ("npc", "d100", {"skills": {"Écouter": 201}}, ("field/range", "skills.Écouter")),
        ("investigator", "d100", {"armour": 3}, ("field/unknown", "armour")),
        ("investigator", "d100", {"per_method": "guess"}, ("field/one_of", "per_method")),
        ("monster", "d20", {"size": -1}, ("field/missing", "TAI")),
        ("npc", "d20", {"TAI": 12, "natural": 61}, ("field/range", "natural")),
    ],
)
def test_bad_input_is_refused_by_name(kind, source, given, refusal):
    result = refused(lambda: brought(kind, source, **given))
    assert (result.id, result.field) == refusal


@pytest.mark.parametrize(
    ("size", "allowed"), [(-1, "21–35"), (-8, "101–250"), (8, "0–0"), (None, "0–250"), (3, "0–250")]
)
def test_a_missing_size_is_asked_for_by_what_the_armour_class_says(size, allowed):
    """D100-MISS-07, D100-MISS-14: PV rest on TAI, which d20 does not have."""
    result = refused(lambda: brought("monster", "d20", **({} if size is None else {"size": size})))
    assert (result.words["allowed"], result.rule) == (allowed, "D100-MISS-14")


def test_inputs_may_be_called_as_they_are_elsewhere():
    first = gardien.convert("d100", "d20d100", {"scores": {"STR": 13, "SIZ": 12, "POW": 9}, "hp": 12, "armor": 2})
    assert first.kind == "npc"
    assert all_scores(first.sheet.scores)["TAI"] == 12
    assert first.given == {"kind": "npc", "FOR": 13, "TAI": 12, "POU": 9, "pv": 12, "armour": 2}
    assert gardien.convert("d100", "d20d100", {"scores": {"FOR": 13}, "skills": {}, "mythos": 3}).kind == "investigator"
    assert gardien.convert("d100", "d20d100", {"san_loss": "0/1d6"}).kind == "monster"
    assert refused(lambda: gardien.convert("d100", "d20d100", {"scores": 3})).field == "scores"
