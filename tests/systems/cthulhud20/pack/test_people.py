"""Levels, skills, feats and professions, cell by cell (P-LEVEL, P-SKILL, P-FEAT, P-PROF)."""

import pytest

from gardien.core.errors import Refusal
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.pack import table
from gardien.systems.cthulhud20.vocabulary import modifier_of
from systems.cthulhud20.ledger import by_key, keys, lines, number

LEVELS = """
1 | 0 | +1 | +0 | +2 | +0 | 2 | 0 | 4 | 2 | 1
2 | 1000 | +2 | +1 | +3 | +0 | 2 | 0 | 5 | 2.5 | 2
3 | 3000 | +3 | +1 | +3 | +1 | 3 | 0 | 6 | 3 | 3
4 | 6000 | +3 | +2 | +4 | +1 | 3 | 1 | 7 | 3.5 | 4
5 | 10000 | +4 | +2 | +4 | +1 | 3 | 1 | 8 | 4 | 5
6 | 15000 | +5 | +3 | +5 | +2 | 4 | 1 | 9 | 4.5 | 6
7 | 21000 | +6/+1 | +3 | +5 | +2 | 4 | 1 | 10 | 5 | 7
8 | 28000 | +6/+1 | +4 | +6 | +2 | 4 | 2 | 11 | 5.5 | 8
9 | 36000 | +7/+2 | +4 | +6 | +3 | 5 | 2 | 12 | 6 | 9
10 | 45000 | +8/+3 | +5 | +7 | +3 | 5 | 2 | 13 | 6.5 | 10
11 | 55000 | +9/+4 | +5 | +7 | +3 | 5 | 2 | 14 | 7 | 11
12 | 66000 | +9/+4 | +6/+1 | +8 | +4 | 6 | 3 | 15 | 7.5 | 12
13 | 78000 | +10/+5 | +6/+1 | +8 | +4 | 6 | 3 | 16 | 8 | 13
14 | 91000 | +11/+6/+1 | +7/+2 | +9 | +4 | 6 | 3 | 17 | 8.5 | 14
15 | 105000 | +12/+7/+2 | +7/+2 | +9 | +5 | 7 | 3 | 18 | 9 | 15
16 | 120000 | +12/+7/+2 | +8/+3 | +10 | +5 | 7 | 4 | 19 | 9.5 | 16
17 | 136000 | +13/+8/+3 | +8/+3 | +10 | +5 | 7 | 4 | 20 | 10 | 17
18 | 153000 | +14/+9/+4 | +9/+4 | +11 | +6 | 8 | 4 | 21 | 10.5 | 18
19 | 171000 | +15/+10/+5 | +9/+4 | +11 | +6 | 8 | 4 | 22 | 11 | 19
20 | 190000 | +15/+10/+5 | +10/+5 | +12 | +6 | 8 | 5 | 23 | 11.5 | 20
"""
SKILLS = """
animal_empathy | cha | no |  |
appraise | int | yes |  |
balance | dex | yes | † | yes
bluff | cha | yes |  |
climb | str | yes | † | yes
computer_use | int | yes |  |
concentration | con | yes |  |
craft | int | yes |  |
cthulhu_mythos | none | yes |  |
demolitions | int | no |  |
diplomacy | cha | yes |  |
disable_device | int | no |  |
disguise | cha | yes |  |
drive | dex | yes |  | yes
escape_artist | dex | yes | † | yes
first_aid | wis | yes |  |
forgery | int | yes |  |
gather_information | cha | yes |  |
handle_animal | cha | no |  |
hide | dex | yes | † | yes
innuendo | wis | yes |  |
intimidate | cha | yes |  |
jump | str | yes | † | yes
knowledge_<field> | int | no |  |
listen | wis | yes |  |
move_silently | dex | yes | † | yes
open_lock | dex | no |  | yes
operate_heavy_machinery | dex | no |  | yes
performance | cha | yes |  |
pilot | dex | no |  | yes
psychoanalysis | wis | no |  |
read_lips | int | no |  |
repair | int | no |  |
research | int | yes |  |
ride | dex | yes |  | yes
search | int | yes |  |
sense_motive | wis | yes |  |
sleight_of_hand | dex | no | † | yes
speak_other_language | none | no |  |
spellcraft | int | no |  |
spot | wis | yes |  |
swim | str | yes | † | yes
tumble | dex | no | † | yes
use_rope | dex | yes |  | yes
wilderness_lore | wis | yes |  |
"""
FEATS = """
alertness | Alertness | —
ambidexterity | Ambidexterity | dex 15
armour_proficiency:light | Armour Proficiency (light) | —
armour_proficiency:medium | Armour Proficiency (medium) | Armour Proficiency (light)
armour_proficiency:heavy | Armour Proficiency (heavy) | Armour Proficiency (medium)
blind_fight | Blind-Fight | —
cleave | Cleave * | str 13, Power Attack
combat_casting | Combat Casting | —
combat_reflexes | Combat Reflexes | —
dodge | Dodge | dex 13
endurance | Endurance * | —
expertise | Expertise | int 13
far_shot | Far Shot | Point Blank Shot
great_cleave | Great Cleave | Cleave, base attack +4
great_fortitude | Great Fortitude | —
iron_will | Iron Will | —
lightning_reflexes | Lightning Reflexes | —
improved_critical:<weapon> | Improved Critical (weapon) * | proficiency, base attack +8
improved_disarm | Improved Disarm | Expertise
improved_trip | Improved Trip | Expertise
improved_initiative | Improved Initiative | —
improved_two_weapon_fighting | Improved Two-Weapon Fighting | Two-Weapon Fighting, Ambidexterity, base attack +9
martial_artist | Martial Artist * | base attack +1
mobility | Mobility | Dodge
multishot | Multishot | Point Blank Shot, Rapid Shot, base attack +6
point_blank_shot | Point Blank Shot * | —
power_attack | Power Attack * | str 13
precise_shot | Precise Shot | Point Blank Shot
quick_draw | Quick Draw | base attack +1
rapid_reload | Rapid Reload | —
rapid_shot | Rapid Shot | Point Blank Shot, dex 13
run | Run * | —
shot_on_the_run | Shot on the Run | Mobility, Point Blank Shot, base attack +4
spring_attack | Spring Attack | Mobility, base attack +4
skill_emphasis:<skill> | Skill Emphasis (skill) | —
skill_pair:<skill>+<skill> | Skill pair (two skills) | —
toughness | Toughness * | —
track | Track | —
two_weapon_fighting | Two-Weapon Fighting | —
weapon_finesse:<weapon> | Weapon Finesse (weapon) | base attack +1
weapon_focus:<weapon> | Weapon Focus (weapon) | proficiency, base attack +1
weapon_proficiency:<group> | Weapon Proficiency (group) | —
"""
PROFESSIONS = """
agent | Bluff, Computer Use or Ride, Drive, Gather Information, Hide, Knowledge (law), Listen, Sense Motive, Spot
antiquarian | Appraise, Craft, Diplomacy, Forgery, Knowledge (art), Knowledge (history), Research, Search, Speak Other Language
archaeologist | Appraise, Climb, Knowledge (archaeology), Knowledge (history), Knowledge (any), Research, Search, Speak Other Language, Wilderness Lore
artist | Bluff, Craft, Diplomacy, Disguise, Knowledge (art), Listen, Performance, Sense Motive, Spot
clergy | Concentration, Diplomacy, First Aid, Knowledge (history), Knowledge (religion), Listen, Psychoanalysis, Sense Motive, Speak Other Language
criminal | Bluff, Disable Device, Escape Artist, Forgery, Hide, Intimidate, Move Silently, Open Lock, Sleight of Hand
detective | Drive, Gather Information, Intimidate, Knowledge (law), Listen, Research, Search, Sense Motive, Spot
dilettante | Bluff, Diplomacy, Drive, Gather Information, Knowledge (any), Performance, Pilot, Ride, Speak Other Language
doctor | Concentration, Diplomacy, First Aid, Knowledge (biology), Knowledge (medicine), Psychoanalysis, Research, Sense Motive, Spot
journalist | Bluff, Diplomacy, Disguise, Gather Information, Knowledge (any), Research, Search, Sense Motive, Speak Other Language
occultist | Concentration, Knowledge (occult), Knowledge (religion), Research, Search, Sense Motive, Speak Other Language, Spellcraft, Spot
office_worker | Appraise, Bluff, Computer Use or Forgery, Diplomacy, Gather Information, Knowledge (accounting), Knowledge (law), Research, Sense Motive
professor | Concentration, Craft, Knowledge (any three), Research, Search, Computer Use or Diplomacy, Speak Other Language
soldier | Climb, Demolitions, Drive, First Aid, Hide, Jump, Listen, Spot, Swim
technician | Computer Use or Appraise, Craft, Demolitions, Disable Device, Drive, Knowledge (engineering), Operate Heavy Machinery, Repair, Search
worker | Climb, Craft, Drive, Handle Animal, Operate Heavy Machinery, Repair, Spot, Swim, Use Rope
"""  # noqa: E501 (rows of the ledger)


@pytest.mark.parametrize(
    ("level", "xp", "offence", "defence", "good", "poor", "feats", "increases", "core", "other", "destiny"),
    by_key(LEVELS),
)
def test_levels(level, xp, offence, defence, good, poor, feats, increases, core, other, destiny):
    """CD20-P-LEVEL-01, CD20-DEST-01: every cell, and the formulas that give them."""
    row, n = pack.level(int(level)), int(level)
    assert (row.level, row.xp, row.feats, row.increases) == (n, int(xp), int(feats), int(increases))
    assert row.offence == tuple(number(one) for one in offence.split("/"))
    assert row.defence == tuple(number(one) for one in defence.split("/"))
    assert (row.good_save, row.poor_save) == (number(good), number(poor))
    assert (row.core_rank, row.other_rank, row.destiny) == (int(core), float(other), int(destiny))
    assert row.offence == tuple(range(-(-3 * n // 4), 0, -5))
    assert row.defence == (tuple(range(n // 2, 0, -5)) or (0,))
    assert (row.good_save, row.poor_save, row.feats, row.xp) == (2 + n // 2, n // 3, 2 + n // 3, 500 * n * (n - 1))


def test_prices_of_scores_and_ageing():
    """CD20-P-ABIL-01: 25 points, what each age takes and gives."""
    prices = {one.score: one.points for one in table("scales", "price")}
    assert prices == {8: 0, 9: 1, 10: 2, 11: 3, 12: 4, 13: 5, 14: 6, 15: 8, 16: 10, 17: 13, 18: 16}
    assert [(one.age, one.body, one.mind) for one in table("scales", "ageing")] == [
        (50, -1, 1),
        (65, -2, 1),
        (80, -3, 1),
    ]


@pytest.mark.parametrize(
    ("score", "modifier"),
    [(1, -5), (2, -4), (3, -4), (9, -1), (10, 0), (11, 0), (12, 1), (14, 2), (18, 4), (20, 5), (31, 10), (0, -5)],
)
def test_modifiers(score, modifier):
    """CD20-P-ABIL-01: the table of modifiers."""
    assert modifier_of(score) == modifier


def test_difficulties_of_habit():
    """CD20-P-CHECK-01: seven steps of five."""
    assert [one.dc for one in table("scales", "difficulty")] == [0, 5, 10, 15, 20, 25, 30]


@pytest.mark.parametrize(("key", "ability", "untrained", "armour", "tires"), by_key(SKILLS))
def test_skills(key, ability, untrained, armour, tires):
    """CD20-P-SKILL-01: ability, untrained use, armour; fatigue weighs on Strength and Dexterity."""
    row = pack.skill("knowledge_law" if "<field>" in key else key)
    assert row.ability == (None if ability == "none" else ability)
    assert (row.untrained, row.armour) == (untrained == "yes", armour == "†")
    assert (row.ability in ("str", "dex")) == (tires == "yes")


def test_every_skill_is_there_and_knowledge_by_its_fields():
    """CD20-P-SKILL-01: thirteen fields; Knowledge alone is no skill."""
    plain = [key for key in keys(SKILLS) if "<" not in key]
    named = pack.skill_keys()
    assert [key for key in named if not key.startswith("knowledge_")] == plain
    assert len(named) == len(plain) + 13
    for wrong in ("knowledge", "knowledge_cooking", "cooking"):
        with pytest.raises(Refusal):
            pack.skill(wrong)
    assert not pack.skill("speak_other_language").rolled


def needs(row) -> str:
    """What a feat asks for, as the list writes it."""
    result = [f"{row.ability} {row.least}"] if row.ability else []
    result += [pack.feat(one).en for one in row.needs]
    result += ["proficiency"] if row.proficient else []
    return ", ".join([*result, f"base attack +{row.base_attack}"] if row.base_attack else result) or "—"


@pytest.mark.parametrize(("key", "name", "prerequisite"), by_key(FEATS))
def test_feats(key, name, prerequisite):
    """CD20-P-FEAT-01: names, prerequisites, what is named with each, which ones the source converts."""
    kind, _, about = key.partition(":")
    row = pack.SHELF.row("feats", "feat", kind)
    assert row.en == name.removesuffix(" *").split(" (")[0]
    assert row.converted == name.endswith("*")
    assert bool(row.parameter) == bool(about)
    if kind != "armour_proficiency":  # the light one is needed for the medium one, and so on
        asked = sorted(prerequisite.split(", "))
        assert sorted(needs(row).split(", ")) == asked


def test_every_feat_is_there():
    """CD20-P-FEAT-01."""
    assert set(pack.keys("feats", "feat")) == {key.partition(":")[0] for key in keys(FEATS)}


@pytest.mark.parametrize(
    "wrong",
    ["weapon_focus", "weapon_focus:", "toughness:2", "flying", "weapon_proficiency:laser", "armour_proficiency:skin",
     "skill_emphasis:cooking", "skill_pair:hide+cooking"],
)  # fmt: skip
def test_feats_that_cannot_be_named(wrong):
    """CD20-P-FEAT-01: a feat about a weapon names it, others name nothing."""
    with pytest.raises(Refusal):
        pack.feat(wrong)


@pytest.mark.parametrize("right", ["weapon_focus:railgun", "weapon_proficiency:rifle", "skill_pair:hide+listen"])
def test_feats_that_are_about_something(right):
    """CD20-P-FEAT-01: any weapon may be named, groups and skills are those of the lists."""
    assert pack.feat(right).key == right.partition(":")[0]


def test_the_numbers_of_feats():
    """CD20-P-FEAT-01, CD20-FEAT-08: saves +2, initiative +4, Toughness twice at most."""
    saves = {one.save: (one.key, one.bonus) for one in table("feats", "feat") if one.save}
    assert saves == {"fort": ("great_fortitude", 2), "will": ("iron_will", 2), "ref": ("lightning_reflexes", 2)}
    assert (pack.feat("improved_initiative").bonus, pack.feat("toughness").most) == (4, 2)
    assert pack.feat("alertness").skills == ("listen", "spot")


NAMES = {row.en.lower(): row.key for row in table("skills", "skill")}


def keyed(name: str) -> list[str]:
    """The keys of a skill as the list of professions names it."""
    if name.startswith("Knowledge ("):
        field = name.removeprefix("Knowledge (").removesuffix(")")
        return {"any": ["knowledge_*"], "any three": ["knowledge_*"] * 3}.get(field, [f"knowledge_{field}"])
    return ["/".join(NAMES[one.lower()] for one in name.split(" or "))]


@pytest.mark.parametrize(("key", "skills"), by_key(PROFESSIONS))
def test_professions(key, skills):
    """CD20-P-PROF-01: nine core skills each, in order, all of them real."""
    row = pack.profession(key)
    assert list(row.skills) == [one for name in skills.split(", ") for one in keyed(name)]
    for one in row.skills:
        for skill in one.split("/"):
            assert pack.skill(skill.replace("*", "law"))


def test_every_profession_is_there():
    """CD20-P-PROF-01."""
    assert pack.keys("professions", "profession") == keys(PROFESSIONS)
    assert len(lines(PROFESSIONS)) == 16
