"""Sheets of investigators, other people and Monsters: how they grow, where numbers come from (CREA, CREAT, XP)."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from changed_sheets import after_changes, inputs_of, inverse
from gardien.core.calling import do
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.pack import adversary, creature, table
from gardien.systems.d20d100.page.sheet_reasons import DERIVATIONS
from gardien.systems.d20d100.rules.character import CODES, JETS, Body, Combatant
from gardien.systems.d20d100.rules.growth.experience import ChangeGiven
from gardien.systems.d20d100.rules.growth.traits import Trait
from gardien.systems.d20d100.sheet.parts import (
    HouseRules,
    SheetWeapon,
    SkillParts,
    WornArmour,
    house_rules,
    weapon_lines,
)
from gardien.systems.d20d100.sheet.recompute import (
    after_purchase,
    after_score_change,
    after_tick,
    following_changes,
    growth_changes,
)
from gardien.systems.d20d100.sheet.samples import sample_creature, sample_npc
from gardien.systems.d20d100.sheet.sheet import Investigator, Monster, Npc

LANGUAGES = ("fr", "en")
NPCS = [row.key for row in table("profiles", "adversary")]
CREATURES = [row.key for row in table("profiles", "creature")]
SCORES = {"FOR": 12, "DEX": 14, "CON": 13, "PER": 11, "INT": 15, "POU": 12, "EDU": 16, "TAI": 14, "APP": 9}


def john(**more):
    """A seasoned investigator with a revolver, a knife and his fists."""
    return Investigator(
        name="John",
        scores=SCORES,
        traits=(Trait(key="agile"), Trait(key="specialite", target="colt_45")),
        skills={
            "revolver": SkillParts(profession=6, is_profession=True),
            "chimie": SkillParts(secondary=3, learned=True),
        },
        weapons=weapon_lines(("colt_45", "couteau_combat", "poing"), "fr"),
        pv_max=1,
        pv=1,
        **more,
    ).recompute()


def everybody():
    """Every sheet that the pack can make."""
    for language in LANGUAGES:
        yield from (sample_npc(key, language) for key in NPCS)
        yield from (sample_creature(key, language) for key in CREATURES)


def test_a_new_sheet_has_the_starting_values():
    """D100-CREA-09: unhurt, sane, without Mythos or experience, nine metres."""
    new = Investigator()
    assert (new.system, new.kind, new.condition, new.mythos, new.xp, new.speed) == (
        *("d20d100", "investigator", "ok"),
        *(0, 0, 9),
    )
    assert (new.pv, new.pm, new.san, new.defence, new.temp_damage, new.destiny) == (10, 10, 50, 15, 0, 1)
    assert set(new.jets) == set(JETS)
    assert set(new.scores) == set(CODES) == set(new.modifiers)
    assert not any(parts.ticked for parts in new.skills.values())
    assert new.recompute() == new


def test_the_sheet_lists_what_anybody_may_try():
    """D100-SKILL-01: what must be learned stands there only once it is."""
    new = Investigator()
    assert set(new.skills) == {row.key for row in table("skills", "skill") if row.sheet}
    assert new.skill("chimie") is None
    assert new.skill("toc") == -3
    assert john().skill("chimie") == 0


def test_totals_are_the_sum_of_their_parts():
    """D100-CREA-17, D100-CREA-18: base, trait, profession, secondary, experience."""
    parts = john().skills["revolver"]
    assert (parts.formula, parts.base, parts.profession, parts.total) == ("DEX−2", 0, 6, 6)
    written = parse(Investigator, {"skills": {"toc": {"base": 40, "total": 99, "xp": 2, "trait": 1}}})
    assert (written.skills["toc"].base, written.skills["toc"].total) == (-3, 0)
    assert john().jets["reflexes"].total == 4 == john().reflexes


def test_derived_values_stand_on_the_sheet():
    """D100-CREA-10: PV, Defence with Réflexes, initiative, PM, damage bonus."""
    result = john()
    assert (result.pv_max, result.pv, result.pv_half, result.pv_quarter) == (14, 14, 7, 3)
    assert (result.defence, result.defence_flat, result.initiative, result.pm_max) == (19, 15, 4, 12)
    assert (result.con_modifier, result.dex_modifier, result.dex_score, result.int_score) == (1, 2, 14, 15)
    assert result.damage_bonus == 1


def test_lines_of_the_weapon_table():
    """D100-WPN-06, D100-WPN-12, D100-TRAIT-04: the specialty counts for one line, a knife has two."""
    lines = {(one.weapon, one.thrown): one for one in john().weapons}
    colt = lines["colt_45", False]
    assert (colt.notation, colt.specialty, colt.damage_text) == ("+8/+3 ; +4//-1 ; +0///-5", True, "2d8")
    assert (colt.loaded, colt.capacity, colt.jams, colt.weapon_state) == (6, 6, False, "ok")
    knife, throw = lines["couteau_combat", False], lines["couteau_combat", True]
    assert (knife.combat_skill, knife.notation, knife.damage_text) == ("armes_contact", "-1", "1d4+1")
    assert (throw.combat_skill, throw.notation, throw.increment) == ("armes_jet", "+1", 3)
    assert lines["poing", False].damage_text == "1d3+1 temp."


def test_traits_change_the_weapon_table():
    """D100-MISS-04: a fist that was taught, a bow nobody was taught, a vehicle."""
    taught = replace(john(), traits=(Trait(key="arts_martiaux"), Trait(key="combat_mobile"))).recompute()
    assert next(one for one in taught.weapons if one.weapon == "poing").damage_text == "1d6+1 temp."
    assert taught.combat_mobile is True
    assert next(one for one in taught.weapons if one.weapon == "colt_45").specialty is True  # written on the line
    plain = replace(taught, traits=()).recompute()
    assert next(one for one in plain.weapons if one.weapon == "poing").damage_text == "1d3+1 temp."
    assert (plain.combat_mobile, plain.initiative) == (False, 2)
    assert weapon_lines(("arc_long",), "fr")[0].improvised == -2
    assert weapon_lines(("arc_long",), "fr", trained=True)[0].improvised == 0


def test_house_rules_are_kept_with_the_numbers_they_made():
    """D100-CORE-05: combat on two characteristics, printed series, Defence by DEX."""
    odd = Options(combat_two_characteristics=True, attack_table="printed", defence_uses_dex=True, rule_agony=False)
    result = john(house_rules=house_rules(odd))
    assert (result.skills["revolver"].formula, result.skills["revolver"].base) == ("DEX+PER−2", 0)
    assert (result.defence, result.initiative) == (17, 4)
    assert replace(result, pv=0).condition == "dead"
    assert replace(john(), pv=0).condition == "out_of_action"
    assert house_rules(Options()) == HouseRules()


def test_wounds_show_at_once():
    """D100-HEALTH-04, D100-TEMP-02: condition and penalty follow PV and blows."""
    hurt = replace(john(), pv=7)
    assert (hurt.wound_penalty, hurt.condition) == (-3, "ok")
    assert replace(john(), pv=3).wound_penalty == -6
    assert replace(john(), pv=5, temp_damage=5).condition == "staggered"
    assert replace(john(), pv=-4).condition == "dying"
    assert replace(john(), pv=-4, stable=True).condition == "stable"


def test_what_a_fight_reads_has_the_same_name_and_default_on_every_sheet():
    """Inputs bind by name."""
    shared = {field.name: field.default for field in fields(Combatant)}
    for kind in (Investigator, Npc, Monster):
        own = {field.name: field.default for field in fields(kind)}
        assert set(Body.__struct_fields__) <= set(own)
        for name in set(shared) & set(own) - {"name", "pv", "pv_max", "is_pc", "san"}:
            assert own[name] == shared[name], (kind, name)
    assert set(shared) - set(Investigator.__struct_fields__) == {"regeneration"}
    assert set(shared) - set(Monster.__struct_fields__) == {"san"}


@pytest.mark.parametrize(
    ("content", "id", "field"),
    [
        ({"skills": {"swordplay": {}}}, "field/one_of", "skills"),
        ({"weapons": [{"weapon": "blaster"}]}, "field/one_of", "weapons[0].weapon"),
        ({"weapons": [{"damage": "1d7"}]}, "field/one_of", "weapons[0].damage"),
        ({"weapons": [{"capacity": 6, "loaded": 7}]}, "field/at_most", "weapons[0].loaded"),
        ({"armour": {"key": "mail"}}, "field/one_of", "armour.key"),
        ({"traits": [{"key": "heroic"}]}, "field/one_of", "traits"),
        ({"pv": -11}, "field/range", "pv"),
        ({"pv": 13, "pv_max": 12}, "field/at_most", "pv"),
        ({"scores": {"FOR": 301}}, "field/range", "scores.FOR"),
        ({"kind": "npc"}, "field/one_of", "kind"),
        ({"san": 100}, "field/range", "san"),
    ],
)
def test_what_no_sheet_can_hold_is_refused(content, id, field):
    """Keys of the pack, dice that can be read, sound numbers."""
    with pytest.raises(Refusal) as caught:
        parse(Investigator, content)
    assert (caught.value.id, caught.value.field) == (id, field)


def test_a_vest_of_the_list_needs_only_its_key():
    """D100-PROT-01, D100-PROT-02: its penalty weighs on the Defence."""
    worn = parse(Investigator, {"armour": {"key": "gilet_plaques"}}).recompute()
    assert (worn.armour.protection, worn.armour.penalty, worn.armour_penalty, worn.defence) == (8, -3, -3, 12)


# ---- growing ----


def test_a_changed_characteristic_recomputes_everything():
    """D100-CORE-06, D100-XP-05: DEX 14 to 16; what was gained stays, wounds stay wounds."""
    before = replace(john(), pv=5)
    after = after_score_change(before, "DEX", 16)
    assert (after.modifiers["DEX"], after.reflexes, after.initiative, after.defence) == (3, 5, 5, 20)
    assert after.skills["revolver"].total == 7
    assert next(one for one in after.weapons if one.weapon == "colt_45").notation == "+9/+4 ; +5//+0 ; +1///-4"
    assert after.pv == 5
    stout = after_score_change(before, "CON", 17)
    assert (stout.pv_max, stout.pv, stout.endurance) == (16, 7, 3)
    frail = after_score_change(before, "CON", 1)
    assert (frail.pv_max, frail.pv) == (8, 5)
    assert after_score_change(john(pm=12), "POU", 8).pm == 8


@settings(max_examples=30)
@given(st.sampled_from(CODES), st.integers(1, 30))
def test_a_score_changed_and_changed_back_leaves_no_trace(code, score):
    """D100-CORE-06: whatever the score, all but the gauges that were cut comes back."""
    before = john()
    after = after_score_change(after_score_change(before, code, score), code, SCORES[code])
    kept = {"pv", "pm", "san"}
    for name in Investigator.__struct_fields__:
        if name not in kept | {"condition", "wound_penalty"}:
            assert getattr(after, name) == getattr(before, name), name


@settings(max_examples=30)
@given(st.sampled_from(CODES), st.integers(-8, 8))
def test_the_sheet_and_the_procedure_agree(code, delta):
    """D100-XP-05: bases, Jets, PV, PM, damage bonus."""
    before = replace(john(), pv=9)
    given = {**inputs_of(before, ChangeGiven), "characteristic": code, "delta": delta}
    result = do("d20d100", "change_characteristic", given, dice=[]).outcome
    after = after_score_change(before, code, result["score"])
    for name in ("pv_max", "pv", "pm_max", "damage_bonus"):
        assert getattr(after, name) == result[name], name
    for key, parts in after.skills.items():
        moved = result["skill_changes"].get(key.partition(":")[0], 0)
        assert parts.total - before.skills[key].total == moved, key
    assert after.defence - before.defence == result["defence_change"]


def test_improvements_are_bought_part_by_part():
    """D100-XP-02, D100-XP-04."""
    marked = after_tick(after_tick(john(), "skill", "revolver"), "jet", "chance")
    assert marked.skills["revolver"].ticked is marked.jets["chance"].ticked is True
    better = after_purchase(after_purchase(marked, "skill", "revolver"), "jet", "chance")
    assert (better.skills["revolver"].total, better.skills["revolver"].xp, better.chance) == (7, 1, 2)
    assert better.skills["revolver"].ticked is better.jets["chance"].ticked is False
    learned = after_purchase(john(), "new_skill", "astronomie", -5)
    assert (learned.skills["astronomie"].total, learned.skills["astronomie"].learned) == (-5, True)
    assert after_score_change(learned, "EDU", 18).skills["astronomie"].total == -4
    assert (after_purchase(john(), "pv_max").pv_max, after_purchase(john(), "pv_max").pv) == (15, 15)
    assert after_purchase(john(), "destiny").destiny == 2
    assert after_purchase(john(), "skill", "astronomie") == john()
    assert after_purchase(john(), "jet", "reflexes").defence == 20


def test_what_the_table_writes_after_a_procedure():
    """D100-XP-02, D100-XP-04, D100-XP-05: only the fields that moved, as plain values."""
    kept = msgspec.to_builtins(john(xp=20))
    tick = do("d20d100", "tick_box", {"target": "revolver"}, dice=[])
    result = growth_changes(kept, "tick_box", tick.given, tick.outcome)
    assert set(result) == {"skills", "ticks_this_session"}
    spent = {"xp": 20, "purchase": "pv_max", "value": 14}
    paid = do("d20d100", "spend_xp", spent, dice=[])
    result = growth_changes(kept, "spend_xp", paid.given, paid.outcome)
    assert result == {"pv_max": 15, "pv": 15, "pv_bonus": 1, "pv_bought": 1}
    more = do(
        "d20d100", "spend_xp", {"xp": 20, "purchase": "characteristic", "target": "DEX", "scores": SCORES}, dice=[]
    )
    assert {"scores"} == set(growth_changes(kept, "spend_xp", more.given, more.outcome)) - {"dex_score"}
    poor = do("d20d100", "spend_xp", {**spent, "xp": 3}, dice=[])
    assert growth_changes(kept, "spend_xp", poor.given, poor.outcome) == {}


def test_a_score_written_by_hand_is_followed_by_the_rest():
    """D100-CORE-06: other fields written by hand are left alone."""
    kept = msgspec.to_builtins(john())
    result = following_changes(kept, {**kept, "scores": {**kept["scores"], "DEX": 18}})
    assert (result["defence"], result["reflexes"], result["skills"]["revolver"]["total"]) == (21, 6, 8)
    assert following_changes(kept, {**kept, "pv_max": 30}) == {}


def test_a_weapon_chosen_from_the_list_brings_its_numbers():
    """D100-WPN-05, D100-ATK-02: the line fills itself in; one whose numbers somebody wrote keeps them."""
    kept = msgspec.to_builtins(john())
    last = len(kept["weapons"])
    result = following_changes(kept, {**kept, "weapons": [*kept["weapons"], {"weapon": "colt_38", "name": "Mon Colt"}]})
    line = result["weapons"][last]
    assert (line["name"], line["damage"], line["capacity"], line["loaded"]) == ("Mon Colt", "1d10", 6, 6)
    assert line["notation"]
    other = following_changes(kept, {**kept, "weapons": [{**kept["weapons"][0], "weapon": "lebel"}]})
    assert other["weapons"][0]["combat_skill"] == "fusil"
    own = following_changes(kept, {**kept, "weapons": [{"weapon": "colt_38", "name": "Scié", "precision": -1}]})
    assert (own["weapons"][0]["precision"], own["weapons"][0]["capacity"]) == (-1, None)
    assert following_changes(kept, {**kept, "scores": {"DEX": "fast"}}) == {}


def test_changes_are_written_and_taken_back():
    """`changed` and `undone`, for whatever stands on the sheet."""
    before = john()
    answer = do("d20d100", "award_xp", {"objectives": [1, 2], "xp": before.xp}, dice=[])
    after = after_changes(before, answer.changes)
    assert after.xp == 3
    assert after_changes(after, inverse(answer.changes)) == before


# ---- the pack ----


def test_every_sheet_of_the_pack_goes_through_json_and_into_a_fight():
    """D100-MISS-07: written, read again, hashed, and read as a combatant."""
    count = 0
    for sheet in everybody():
        again = msgspec.json.decode(msgspec.json.encode(sheet), type=type(sheet))
        assert (again, hash(again)) == (sheet, hash(sheet))
        fighter = sheet.combatant()
        assert (fighter.name, fighter.is_pc, fighter.pv) == (sheet.name, False, sheet.pv_max)
        assert (sheet.condition, sheet.wound_penalty) == ("ok", 0)
        count += 1
    assert count == 2 * (len(NPCS) + len(CREATURES))


@pytest.mark.parametrize("key", CREATURES)
def test_a_monster_of_the_pack_is_as_listed(key):
    """D100-MISS-07: numbers, attacks, Protections, SAN."""
    row, result = creature(key), sample_creature(key, "en")
    assert (result.pv_max, result.defence, result.defence_flat) == (row.pv, row.defence, row.defence_flat)
    assert (result.scale, result.mass, result.regeneration) == (row.scale, row.mass, row.regeneration)
    assert [one.name for one in result.attacks] == [one.en for one in row.attacks]
    assert len(result.protections) == len(row.protection)
    assert (result.san_loss.success, result.san_loss.failure) == (row.san.success, row.san.failure)
    assert result.major_monster is (row.pv >= 50)


def test_a_shoggoth_dies_at_zero_unless_it_is_watched():
    """D100-CREAT-01."""
    result = sample_creature("shoggoth", "fr")
    assert replace(result, pv=0).condition == "dead"
    assert replace(result, pv=-1, uses_agony=True).condition == "dying"
    assert (result.speeds, result.reflexes, result.dex_score) == ({}, -4, 3)
    assert sample_creature("profond", "fr").speeds == {"swim": 12}


def test_people_of_the_pack_fight_with_their_skills_or_generic_scores():
    """D100-CREAT-02, D100-MISS-07."""
    gangster = sample_npc("gangster", "fr")
    assert [(one.weapon, one.notation) for one in gangster.weapons] == [
        ("colt_38", "+6 ; +3// ; +0///"),
        ("poing", "+6/+1"),
    ]
    cultist = sample_npc("sectateur", "en")
    assert [(one.thrown, one.notation) for one in cultist.weapons] == [(False, "+1"), (True, "-2")]
    assert (cultist.san, sample_npc("passant", "en").san) == (0, 50)
    assert adversary("chien").mass == sample_npc("chien", "fr").mass == -4


# ---- where numbers come from ----


def all_steps(sheet):
    content = msgspec.to_builtins(sheet)
    for field, derive in DERIVATIONS.items():
        value = content.get(field)
        entries = list(value) if isinstance(value, dict) else [""]
        if field == "weapons":
            entries = [one["name"] for one in value]
        for entry in entries:
            if field in content:
                yield from ((field, entry, one) for one in derive(content, {}, str(entry)))


def test_every_derivation_adds_up_on_every_sheet():
    """A sum equals its parts; the last word on a field is the field."""
    told = set()
    for sheet in (john(), Investigator(), john(armour=WornArmour(key="gilet_leger")), *everybody()):
        for field, entry, one in all_steps(sheet):
            told.add(field)
            if one.parts:
                total = sum(part for _, part in one.parts)
                low, high = one.limits or (total, total)
                assert one.value == max(low, min(high, total)), (field, entry, one)
            if one.label == field and not entry:
                assert one.value == msgspec.to_builtins(sheet)[field], one
    assert told == set(DERIVATIONS)


def test_a_skill_is_derived_column_by_column():
    """D100-CREA-11, D100-CREA-17: formula, then total."""
    content = msgspec.to_builtins(john())
    base, total = DERIVATIONS["skills"](content, {}, "revolver")
    assert (base.value, base.parts) == (0, (("DEX", 2), ("constant", -2)))
    assert (total.value, total.parts) == (6, (("base", 0), ("profession", 6)))
    street = DERIVATIONS["skills"](content, {}, "ecole_rue")[0]
    assert (street.rule, street.parts) == ("D100-CREA-12", (("EDU", -3), ("constant", -2)))
    assert DERIVATIONS["skills"](content, {}, "langue_natale")[0].parts == (("EDU", 16), ("constant", -6))
    worn = msgspec.to_builtins(parse(Investigator, {"armour": {"key": "gilet_leger"}}))
    assert [one.value for one in DERIVATIONS["armour"](worn, {}, "")] == [6, -2]


def test_a_weapon_outside_the_list_stands_with_its_own_numbers():
    """D100-WPN-07: an umbrella."""
    odd = SheetWeapon(name="Umbrella", damage="1d4", improvised=-4)
    result = replace(john(), weapons=(odd,)).recompute()
    assert (result.weapons[0].notation, result.weapons[0].damage_text) == ("-5", "1d4+1")
