"""“Draw for me”: dice fill in whatever an investigator of any level still lacks (P-ABIL, P-PROF, P-SKILL, P-FEAT)."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gardien.core.calling import do
from gardien.core.chance import call
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.interpreters.play import play
from gardien.core.interpreters.typed import typed
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.creation.check import abilities_fit, scores_at_age
from gardien.systems.cthulhud20.creation.choices import DrawGiven
from gardien.systems.cthulhud20.creation.draw import draw_investigator, feat_pool
from gardien.systems.cthulhud20.creation.kits import HANDY, KITS, PAIRS
from gardien.systems.cthulhud20.creation.placing import (
    buy_scores,
    half_ranks,
    open_sets,
    open_slots,
    order_of,
    room_for,
    spread_points,
)
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.growth.levels import (
    at_level,
    feats_by,
    in_order,
    points_by,
    rises_by,
    taken_in_turn,
)
from gardien.systems.cthulhud20.vocabulary import ABILITIES

PROFESSIONS = pack.keys("professions", "profession")
SCORES = {"str": 15, "dex": 14, "con": 13, "int": 12, "wis": 10, "cha": 8}
SOLDIER = ["climb", "demolitions", "drive", "first_aid", "hide", "jump", "listen", "spot", "swim"]
DECIDED = {
    "name": "Ana Costa",
    "gender": "f",
    "age": 33,
    "profession": "soldier",
    "method": "array",
    "abilities": SCORES,
    "combat_option": "offence",
    "good_saves": ["fort"],
    "core_skills": ["move_silently", "search", "use_rope"],
    "core_ranks": {"spot": 4, "hide": 4},
    "other_ranks": {"bluff": 1.5},
    "feats": ["weapon_proficiency:rifle", "weapon_focus:smle"],
    "arms": ["smle"],
    "armour_items": ["jacket"],
    "gear": ["Sifflet"],
    "languages": ["portugais"],
    "portrait": "Mince.",
    "history": "",
}
seeds = st.integers(0, 10_000)
levels = st.integers(1, 20)
methods = st.sampled_from(["rolled", "array", "points"])


def drawn(dice, options=None, **choices):
    return typed(call(draw_investigator, parse(DrawGiven, choices), parse(Options, options or {})), dice)


def played(seed, options=None, **choices):
    return play(call(draw_investigator, parse(DrawGiven, choices), parse(Options, options or {})), Random(seed)).outcome


def scores_of(sheet):
    return {ability: sheet.combatant().score(ability) for ability in ABILITIES}


def created(sheet):
    """The sheet under the rule of creation: its choices, and the dice where abilities were rolled."""
    log = sheet.creation_log
    given = {
        "method": "points" if log.method == "rolled" else log.method,
        "abilities": dict(log.abilities),
        "age": sheet.age,
        "combat_option": sheet.combat_option,
        "good_saves": list(sheet.good_saves),
        "profession": sheet.profession,
        "core_skills": list(sheet.core_skills),
        "skill_ranks": dict(sheet.skill_ranks),
        "feats": list(sheet.feats),
    }
    return do("cthulhud20", "create_character", given, dice=[]).outcome


def test_what_is_given_is_not_drawn():
    """CD20-P-ABIL-01, CD20-P-PROF-01: not one die when everything is decided."""
    result = drawn([], **DECIDED)
    sheet = result.outcome
    assert result.dice == ()
    assert (sheet.name, sheet.age, sheet.profession, sheet.level, sheet.xp) == ("Ana Costa", 33, "soldier", 1, 0)
    assert scores_of(sheet) == SCORES
    assert sheet.core_skills == (*SOLDIER, "move_silently", "search", "use_rope")
    assert dict(sheet.skill_ranks) == {"spot": 4, "hide": 4, "bluff": 1.5}
    assert (sheet.pv, sheet.pv_max, sheet.pf, sheet.pf_max, sheet.san) == (9, 9, 9, 9, 50)
    assert (sheet.base_attack, sheet.fort, sheet.ref, sheet.will) == ((1,), 3, 2, 0)
    assert [(one.weapon, one.bonuses, one.spare_magazines) for one in sheet.weapons] == [("smle", (11,), 1)]
    assert (sheet.armour_items, sheet.zone_ca["torso"], sheet.zone_ca["head"]) == (("jacket",), 13, 12)
    assert (sheet.gear, sheet.languages, sheet.portrait, sheet.history) == (("Sifflet",), ("portugais",), "Mince.", "")
    assert (sheet.destiny_left, sheet.creation_log.method) == (1, "array")


@settings(max_examples=60)
@given(seeds, methods, st.sampled_from(["fr", "en"]), st.sampled_from(["1920s", "modern"]))
def test_whoever_is_drawn_at_the_first_level_is_valid_by_the_rule_of_creation(seed, method, language, era):
    """CD20-P-ABIL-01, CD20-P-LEVEL-01, CD20-P-SKILL-02, CD20-P-PROF-01, CD20-P-FEAT-01."""
    sheet = played(seed, method=method, language=language, era=era)
    result = created(sheet)
    assert [one for one in result["errors"] if method != "rolled" or one != "abilities"] == []
    assert result["skill_points_left"] == 0
    if method == "rolled":
        assert sorted(sheet.creation_log.scores) == sorted(sheet.creation_log.abilities.values())
        modifiers = [(one - 10) // 2 for one in sheet.creation_log.scores]
        assert (sum(modifiers) > 0, max(modifiers) >= 2) == (True, True)
    assert dict(result["abilities"]) == scores_of(sheet)
    for field in ("pv_max", "pf_max", "fort", "ref", "will", "san", "destiny_received", "base_attack"):
        assert result[field] == getattr(sheet, field), field
    assert all(pack.weapon(one.weapon).era != "modern" or era == "modern" for one in sheet.weapons)
    assert sheet.name
    assert sheet.portrait
    assert sheet.history


@settings(max_examples=60)
@given(seeds, levels, methods)
def test_whoever_is_drawn_at_any_level_could_have_come_so_far(seed, level, method):
    """CD20-P-LEVEL-01, CD20-P-SKILL-02, CD20-P-FEAT-01: points, ranks, feats in turn, destiny, experience."""
    sheet = played(seed, level=level, method=method)
    row, log = pack.level(level), sheet.creation_log
    assert abilities_fit(method, log.abilities)
    assert len(log.increases) == row.increases
    grown = scores_at_age(log.abilities, sheet.age)
    for ability in log.increases:
        grown[ability] += 1
    assert scores_of(sheet) == grown
    assert len(sheet.feats) == row.feats
    first = scores_at_age(log.abilities, sheet.age)
    born = Combatant(
        strength=first["str"], dex=first["dex"], con=first["con"], intellect=first["int"], wis=first["wis"],
        cha=first["cha"], combat_option=sheet.combat_option, good_saves=sheet.good_saves,
    )  # fmt: skip
    assert taken_in_turn(born, level, log.increases, sheet.feats) == (list(sheet.feats), [])
    given = {"int": grown["int"], "level": level, "core_skills": list(sheet.core_skills)}
    budget = do("cthulhud20", "skill_budget", {**given, "skill_ranks": dict(sheet.skill_ranks)}, dice=[]).outcome
    assert (budget["valid"], budget["points_spent"]) == (True, points_by(born, level, log.increases))
    assert (sheet.destiny_received, sheet.xp) == (level, row.xp)
    assert msgspec.json.decode(msgspec.json.encode(sheet), type=type(sheet)) == sheet


@settings(max_examples=30)
@given(seeds, levels)
def test_the_same_dice_draw_the_same_person(seed, level):
    """Typed again, the dice that fell."""
    asked = call(draw_investigator, DrawGiven(level=level), Options())
    first = play(asked, Random(seed))
    assert typed(asked, [die.value for die in first.dice]).outcome == first.outcome


@pytest.mark.parametrize("profession", PROFESSIONS)
def test_every_profession_is_drawn_with_its_skills_and_arms(profession):
    """CD20-P-PROF-01, CD20-P-FEAT-01: whoever carries a weapon has learned to use it, where there was time."""
    for seed in range(3):
        for era in ("1920s", "modern"):
            sheet = played(seed, profession=profession, level=6, era=era)
            assert sheet.profession == profession
            for weapon in sheet.weapons:
                group = pack.weapon(weapon.weapon).proficiency
                assert group == "simple" or f"weapon_proficiency:{group}" in sheet.feats
            assert era == "modern" or "computer_use" not in sheet.core_skills


def test_a_blank_draft_is_a_valid_choice():
    """A page that was left empty says nothing, in lists, maps and texts; ranks that nobody bought stay unbought."""
    blank = {"abilities": {}, "increases": {}, "core_skills": [], "core_ranks": {}, "other_ranks": {}, "feats": []}
    sheet = played(5, **blank, good_saves=[], arms=[], armour_items=[], gear=[], languages=[], portrait="", history="")
    assert (dict(sheet.skill_ranks), sheet.weapons, sheet.gear) == ({}, (), ())
    assert (len(sheet.feats), len(sheet.core_skills)) == (2, 12)
    assert created(sheet)["skill_points_left"] > 0


def test_what_is_half_decided_is_completed():
    """CD20-P-SKILL-02, CD20-P-FEAT-01: one feat of two, one save of two, some core skills, some scores."""
    for seed in range(8):
        sheet = played(
            seed, profession="professor", combat_option="defence", good_saves=["will"], feats=["cleave"],
            core_skills=["knowledge_occult", "listen"], core_ranks={"knowledge_law": 3}, abilities={"str": 16},
        )  # fmt: skip
        assert sheet.good_saves[0] == "will"
        assert sheet.feats == ("power_attack", "cleave")  # what a wish lacks comes first
        assert {"knowledge_occult", "knowledge_law", "listen"} <= set(sheet.core_skills)
        assert dict(sheet.skill_ranks)["knowledge_law"] == 3
        assert sheet.creation_log.abilities["str"] == 16
        assert set(created(sheet)["errors"]) <= {"abilities"}


def test_a_feat_that_asks_for_a_score_gets_it():
    """CD20-P-FEAT-01: the ability comes first, and dice are thrown until it is high enough."""
    for seed in range(15):
        assert played(seed, feats=["ambidexterity"]).dex >= 15
        assert played(seed, feats=["expertise"], profession="worker", method="array").intellect >= 13


def test_feats_are_taken_when_they_could_be():
    """CD20-P-LEVEL-01: a third feat comes at level 3; base attack and raised scores count from their level on."""
    assert feats_by(1) == (1, 1)
    assert feats_by(9) == (1, 1, 3, 6, 9)
    assert rises_by(8) == (4, 8)
    slow = Combatant(combat_option="defence", strength=12)
    focus = ["weapon_focus:knife", "weapon_focus:club", "alertness"]
    assert taken_in_turn(slow, 3, (), focus) == (["alertness", "weapon_focus:knife"], ["weapon_focus:club"])
    assert taken_in_turn(slow, 6, (), [*focus, "run"])[1] == []
    assert taken_in_turn(slow, 6, ("str",), ["alertness", "run", "track", "power_attack"])[1] == []
    assert taken_in_turn(slow, 3, ("str",), ["alertness", "run", "power_attack"])[1] == ["power_attack"]
    assert at_level(slow, 4, ("str",)).strength == 13


def test_increases_come_in_the_order_that_serves_best():
    """CD20-P-SKILL-02: Intelligence early, for its points, unless a feat needs another score in time."""
    first = Combatant(intellect=13, dex=14, combat_option="offence")
    assert in_order(first, 8, {"dex": 1, "int": 1}, ()) == ["int", "dex"]
    assert points_by(first, 8, ["int", "dex"]) == 4 * 9 + 2 * 9 + 5 * 10
    assert points_by(first, 8, ["dex", "int"]) == 4 * 9 + 6 * 9 + 10
    need = ["alertness", "run", "track", "ambidexterity"]
    assert in_order(first, 8, {"dex": 1, "int": 1}, need) == ["dex", "int"]
    assert in_order(first, 3, {}, ()) == []


@pytest.mark.parametrize(
    ("choices", "id", "field"),
    [
        ({"abilities": {"str": 15, "dex": 15}}, "field/one_of", "abilities"),
        ({"method": "points", "abilities": {"str": 18, "dex": 17}}, "field/at_most", "abilities"),
        ({"method": "points", "abilities": {"str": 7}}, "field/range", "abilities"),
        ({"method": "rolled", "abilities": {"str": 19}}, "field/range", "abilities"),
        ({"method": "rolled", "abilities": dict.fromkeys(ABILITIES, 11)}, "field/at_least", "abilities"),
        ({"method": "rolled", "abilities": dict.fromkeys(ABILITIES, 13)}, "field/at_least", "abilities"),
        ({"method": "rolled", "abilities": {}, "rolls": [9, 9, 9, 9, 9, 14]}, "field/at_least", "rolls"),
        ({"method": "rolled", "abilities": {"str": 17}, "rolls": [9, 15, 12, 9, 9, 14]}, "field/one_of", "abilities"),
        ({"level": 4, "increases": {"str": 2}}, "field/at_most", "increases"),
        ({"good_saves": ["fort", "ref"]}, "field/length_at_most", "good_saves"),
        ({"good_saves": ["fort", "fort"], "combat_option": "defence"}, "field/twice", "good_saves"),
        ({"core_skills": ["search", "bluff", "ride", "research"]}, "field/length_at_most", "core_skills"),
        ({"core_ranks": {"spot": 5}}, "field/at_most", "core_ranks.spot"),
        ({"core_ranks": dict.fromkeys(SOLDIER, 4), "other_ranks": {"bluff": 0.5}}, "field/at_most", "core_ranks"),
        ({"other_ranks": {"spot": 1}}, "field/not_allowed", "other_ranks"),
        ({"other_ranks": {"bluff": 2.5}}, "field/at_most", "other_ranks.bluff"),
        ({"other_ranks": {"bluff": 0.25}}, "field/type", "other_ranks"),
        ({"other_ranks": {"cthulhu_mythos": 1}}, "field/not_allowed", "other_ranks"),
        ({"feats": ["cleave", "run"]}, "field/type", "feats"),
        ({"feats": ["run", "run"]}, "field/twice", "feats"),
        ({"feats": ["toughness"] * 3, "level": 3}, "field/twice", "feats"),
        ({"feats": ["run", "track", "alertness"]}, "field/length_at_most", "feats"),
        ({"destiny_spent": 2}, "field/at_most", "destiny_spent"),
        ({"san": 90, "mythos_ranks": 10}, "field/at_most", "san"),
    ],
)  # fmt: skip
def test_what_the_rules_of_creation_forbid_is_refused_by_its_field(choices, id, field):
    """CD20-P-ABIL-01, CD20-P-LEVEL-01, CD20-P-SKILL-02, CD20-P-FEAT-01, CD20-DEST-02, CD20-P-SAN-01."""
    fewer = {name: one for name, one in DECIDED.items() if name not in ("feats", "other_ranks", "core_ranks")}
    with pytest.raises(Refusal) as caught:
        played(1, **{**fewer, **choices})
    assert (caught.value.id, caught.value.field, caught.value.kind) == (id, field, "refused")
    assert caught.value.rule.startswith("CD20-")


def test_a_feat_says_what_it_lacks():
    """CD20-P-FEAT-01: feats, scores, base attack, a proficiency, the lighter class."""
    for feats, needs in (
        (["great_cleave", "run"], ["cleave", "base_attack 4"]),
        (["rapid_shot", "run"], ["point_blank_shot", "dex 13"]),
        (["improved_critical:smle", "run"], ["base_attack 8", "weapon_proficiency:rifle"]),
        (["armour_proficiency:heavy", "run"], ["armour_proficiency:medium"]),
    ):
        with pytest.raises(Refusal) as caught:
            drawn([], **{**DECIDED, "feats": feats})
        assert (caught.value.words["came"], caught.value.words["allowed"]) == (feats[0], needs)


@pytest.mark.parametrize(
    ("choices", "field"),
    [
        ({"profession": "knight"}, "profession"),
        ({"core_skills": ["swordplay"]}, "core_skills"),
        ({"core_skills": ["cthulhu_mythos"]}, "core_skills"),
        ({"core_ranks": {"swordplay": 1}}, "core_ranks"),
        ({"other_ranks": {"swordplay": 1}}, "other_ranks"),
        ({"feats": ["heroic"]}, "feats"),
        ({"feats": ["skill_pair:hide+hide"]}, "feats"),
        ({"arms": ["blaster"]}, "arms"),
        ({"armour_items": ["mail"]}, "armour_items"),
        ({"abilities": {"luck": 3}}, "abilities"),
    ],
)
def test_unknown_words_are_refused_before_anything_is_drawn(choices, field):
    """CD20-P-PROF-01, CD20-P-SKILL-01, CD20-P-FEAT-01, CD20-P-WEAP-01, CD20-P-ARM-01."""
    with pytest.raises(Refusal) as caught:
        parse(DrawGiven, choices)
    assert caught.value.field.partition(".")[0] == field


def test_words_of_either_language_are_understood():
    """A page offers words, the sheet keeps keys."""
    result = parse(
        DrawGiven,
        {
            "profession": "Religieuse",
            "core_skills": ["Connaissances (médecine)", "Spot"],
            "core_ranks": {"Écoute": 3, "Bluff": 0},
            "arms": ["Revolver .38"],
            "armour_items": [pack.armour("jacket").fr],
        },
    )
    assert (result.profession, result.core_skills) == ("clergy", ("knowledge_medicine", "spot"))
    assert (dict(result.core_ranks), result.arms, result.armour_items) == ({"listen": 3}, ("r38",), ("jacket",))


def test_rolls_made_by_hand_are_placed_where_the_profession_needs_them():
    """CD20-P-ABIL-01: the best to what most of its skills rest on."""
    rolls = [9, 15, 12, 10, 11, 14]
    sheet = played(3, profession="criminal", rolls=rolls)
    assert sorted(sheet.creation_log.abilities.values()) == sorted(rolls)
    assert sheet.creation_log.abilities["dex"] == 15
    assert played(3, rolls=rolls, abilities={"cha": 15}).creation_log.abilities["cha"] == 15
    assert sorted(played(3, rolls=[16, 7]).creation_log.scores)[-1] >= 16


def test_age_tells_on_the_scores_but_not_on_the_choice():
    """CD20-P-ABIL-01: bought at eight and more, whatever the years take later."""
    sheet = drawn([], **{**DECIDED, "age": 66}).outcome
    assert scores_of(sheet) == {"str": 12, "dex": 11, "con": 10, "int": 14, "wis": 12, "cha": 10}
    assert dict(sheet.creation_log.abilities) == SCORES


def test_lists_speak_of_what_the_pack_has():
    """CD20-P-PROF-01, CD20-P-FEAT-01, CD20-P-SKILL-01."""
    assert set(KITS) == set(PROFESSIONS)
    owned = pack.keys("backgrounds", "belonging")
    for kit in KITS.values():
        arms = (*kit.arms, *(kit.modern or ()))
        assert all(pack.weapon(key) for key in arms)
        assert all(pack.armour(key) for key in kit.worn)
        assert set(kit.gear) <= set(owned)
        assert all(pack.weapon(key).era != "modern" for key in kit.arms)
        assert all(pack.feat(key) for key in feat_pool(arms, HANDY))
    assert all(pack.skill(key) for key in (*HANDY, *(one for pair in PAIRS for one in pair)))
    for table in ("masculine", "feminine", "family"):
        names = pack.table("names", table)
        assert len(names) == len(set(names)) > 60


def test_scores_are_bought_with_every_point():
    """CD20-P-ABIL-01: the array costs exactly 25; what is decided leaves the rest."""
    order = order_of(pack.profession("soldier").skills[:1])
    assert sorted(buy_scores({}, order).values()) == [8, 10, 12, 13, 14, 15]
    rest = [ability for ability in order if ability != "str"]
    assert buy_scores({"str": 18}, rest) == {**dict.fromkeys(rest, 8), rest[0]: 15, rest[1]: 9}
    assert order_of(["hide", "climb"], ("cha",))[:3] == ["cha", "dex", "str"]


def test_how_often_scores_can_be_completed():
    """CD20-P-ABIL-01: nothing, when no dice could help; everything, when nothing is left to throw."""
    assert open_sets((3, 3, 3, 3, 3), 1) == 0
    assert open_sets((14, 12, 10, 10, 10, 10), 0) == 1
    assert open_sets((13, 13, 13, 13, 13, 13), 0) == 0
    assert open_sets((), 6) > 0.8


def test_places_of_a_profession_are_filled_one_by_one():
    """CD20-P-PROF-01: either of two skills, any field; three free ones besides."""
    assert open_slots("professor", ()) == ["computer_use/diplomacy", *["knowledge_*"] * 3]
    assert open_slots("professor", ("knowledge_law", "diplomacy")) == ["knowledge_*"] * 2
    assert open_slots("archaeologist", ("knowledge_history",)) == ["knowledge_*"]
    assert room_for("soldier", ("bluff", "ride", "search"))
    assert not room_for("soldier", ("bluff", "ride", "search", "research"))
    assert not room_for("dilettante", ("search", "spot", "hide", "listen"))


def test_points_are_spread():
    """CD20-P-SKILL-02: no limit is passed, no point is lost while there is room."""
    result = spread_points(36, [*SOLDIER, "bluff", "ride", "search"], 4)
    assert (sum(result.values()), max(result.values())) == (36, 4)
    assert spread_points(100, ["spot", "hide"], 4) == {"spot": 4, "hide": 4}
    assert half_ranks(9, ["spot", "hide", "bluff"], 2) == {"spot": 2, "hide": 2, "bluff": 0.5}
    assert half_ranks(0, ["spot"], 2) == {}


@pytest.mark.parametrize("seed", range(30))
def test_what_has_ranks_as_another_skill_is_not_drawn_as_a_core_skill(seed):
    """CD20-P-SKILL-02: neither with the profession nor among what is free, as long as there is anything else."""
    sheet = played(seed, other_ranks={"bluff": 1.5, "listen": 1, "drive": 0.5})
    assert not {"bluff", "listen", "drive"} & set(sheet.core_skills)
