"""“Draw for me”: dice fill in whatever a new investigator still lacks (CREA, TRAIT)."""

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
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.creation.choices import DrawGiven, skill_key
from gardien.systems.d20d100.creation.draw import MANY, draw_investigator
from gardien.systems.d20d100.creation.kits import AGAINST, KITS, TAUGHT, TONGUES, tongues_of
from gardien.systems.d20d100.creation.placing import order_of, place_rolls, reachable, spread_points
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.character import CODES
from gardien.systems.d20d100.rules.growth.scores import education_of
from gardien.systems.d20d100.rules.growth.skill_points import kind_of

PROFESSIONS = pack.keys("professions", "profession")
SCORES = {"FOR": 12, "DEX": 14, "CON": 13, "PER": 11, "INT": 15, "POU": 12, "EDU": 16, "TAI": 14, "APP": 9}
TRADE = pack.profession("policier").skills
DECIDED = {
    "name": "Ana Costa",
    "gender": "f",
    "age": 33,
    "nationality": "Portugaise",
    "profession": "policier",
    "scores": SCORES,
    "profession_spending": {"revolver": 8, "observer": 6},
    "secondary_spending": {"nager": 5},
    "traits": [{"key": "agile"}, {"key": "maniement", "target": "revolver"}],
    "arms": ["colt_38"],
    "vest": "gilet_leger",
    "equipment": ["Sifflet"],
    "money": 120.5,
    "portrait": "Mince.",
    "description": "",
    "history": "",
    "contacts": [],
}
seeds = st.integers(0, 10_000)


def drawn(dice, options=None, **choices):
    return typed(call(draw_investigator, parse(DrawGiven, choices), parse(Options, options or {})), dice)


def played(seed, options=None, **choices):
    return play(call(draw_investigator, parse(DrawGiven, choices), parse(Options, options or {})), Random(seed)).outcome


def spending(sheet, column):
    return {key: getattr(parts, column) for key, parts in sheet.skills.items() if getattr(parts, column)}


def checked(sheet, options=None):
    """The sheet under the rules of creation, from its columns."""
    trade = [key for key, parts in sheet.skills.items() if parts.is_profession]
    given = {
        "scores": dict(sheet.scores),
        "key_characteristic": sheet.profession_key_characteristic,
        "profession_skills": trade,
        "profession_spending": spending(sheet, "profession"),
        "secondary_spending": spending(sheet, "secondary"),
        "trait_bonuses": {key: parts.trait for key, parts in sheet.skills.items()},
        "options": options or {},
    }
    return do("d20d100", "spend_creation_points", given, dice=[]).outcome


def test_what_is_given_is_not_drawn():
    """D100-CREA-01, D100-CREA-07: not one die when everything is decided."""
    result = drawn([], **DECIDED)
    sheet = result.outcome
    assert result.dice == ()
    assert (sheet.name, sheet.age, sheet.nationality, sheet.profession) == ("Ana Costa", 33, "Portugaise", "policier")
    assert dict(sheet.scores) == SCORES
    assert spending(sheet, "profession") == {"revolver": 8, "observer": 6}
    assert spending(sheet, "secondary") == {"nager": 5}
    assert sheet.skills["revolver"].total == 0 + 4 + 8
    assert [one.name for one in sheet.weapons] == ["Colt .38", "Poing, pied", "Lutte"]
    assert [one.damage_text for one in sheet.weapons] == ["1d10", "1d3+1 temp.", "1d3+1 temp."]
    assert sheet.weapons[0].notation == "+13/+8/+3 ; +10//+5//+0 ; +7///+2///-3"
    assert (sheet.armour.protection, sheet.defence, sheet.reflexes) == (6, 17, 4)
    assert (sheet.equipment, sheet.money, sheet.portrait) == (("Sifflet",), 120.5, "Mince.")
    assert (sheet.pv, sheet.pv_max, sheet.pm, sheet.san, sheet.san_creation) == (14, 14, 12, 60, 60)


@settings(max_examples=60)
@given(seeds, st.sampled_from(["fr", "en"]))
def test_a_drawn_investigator_keeps_every_rule_of_creation(seed, language):
    """D100-CREA-02 to D100-CREA-17, D100-MISS-04: rolls, points, caps, traits, derived values."""
    sheet = played(seed, language=language)
    result = checked(sheet)
    assert result["errors"] == ()
    assert (result["profession_left"], result["secondary_left"]) == (0, 0)
    last = sheet.creation_log.sets[-1]
    assert last.accepted
    assert not any(one.accepted for one in sheet.creation_log.sets[:-1])
    assert do("d20d100", "check_scores", {"rolls": list(last.rolls)}, dice=[]).outcome["accepted"]
    seven = [
        score - 3 if code == "EDU" else score for code, score in sheet.scores.items() if code not in ("TAI", "APP")
    ]
    assert sorted(seven) == sorted(last.rolls)
    assert sheet.education == education_of(sheet.creation_log.edu_roll)
    taken = [{"key": one.key, "target": one.target} for one in sheet.traits]
    chosen = do("d20d100", "choose_traits", {"traits": taken, "scores": dict(sheet.scores)}, dice=[]).outcome
    assert (chosen["errors"], chosen["slots_left"]) == ((), 0)
    assert (sheet.pv, sheet.pm) == (sheet.pv_max, sheet.pm_max)
    assert sheet.recompute() == sheet
    assert sheet.portrait
    assert sheet.history
    assert sheet.contacts


@settings(max_examples=40)
@given(seeds, st.sampled_from(PROFESSIONS))
def test_the_best_roll_goes_to_what_the_profession_lives_on(seed, profession):
    """D100-CREA-06: its key characteristic."""
    sheet = played(seed, profession=profession)
    row = pack.profession(profession)
    raw = {code: score - (3 if code == "EDU" else 0) for code, score in sheet.scores.items()}
    assert sheet.profession_key_characteristic == row.characteristic
    assert raw[row.characteristic] == max(sheet.creation_log.sets[-1].rolls)
    assert {kind_of(key) for key, parts in sheet.skills.items() if parts.is_profession} <= set(row.skills)


@settings(max_examples=30)
@given(seeds)
def test_the_same_dice_draw_the_same_person(seed):
    """Typed again, the dice that fell."""
    asked = call(draw_investigator, DrawGiven(), Options())
    first = play(asked, Random(seed))
    assert typed(asked, [die.value for die in first.dice]).outcome == first.outcome


def test_rejected_sets_are_logged_and_thrown_again():
    """D100-CREA-02: decided scores count among the seven."""
    six = dict.fromkeys(("DEX", "CON", "PER", "INT", "POU"), 10) | {"EDU": 12, "TAI": 12, "APP": 12}
    result = drawn([3, 3, 4, 6, 6, 6], **{**DECIDED, "scores": six})
    assert [one.rolls[-1] for one in result.outcome.creation_log.sets] == [10, 18]
    assert result.outcome.scores["FOR"] == 18
    assert [die.purpose for die in result.dice] == ["scores"] * 6


def test_what_is_decided_has_the_last_word():
    """D100-CREA-07: where no dice could please the checks, they are thrown once."""
    six = dict.fromkeys(("DEX", "CON", "PER", "INT", "POU"), 18) | {"EDU": 21, "TAI": 12, "APP": 12}
    result = drawn([1, 1, 1], **{**DECIDED, "scores": six, "profession_spending": {"revolver": 8}})
    assert (result.outcome.scores["FOR"], len(result.outcome.creation_log.sets)) == (3, 1)


def test_points_already_spent_ask_for_the_scores_behind_them():
    """D100-CREA-15, D100-CREA-16: thrown again until key and INT pay for them; what no score pays is refused."""
    trade = dict.fromkeys(TRADE[:6], 10)
    for seed in range(10):
        sheet = played(
            seed, profession="policier", profession_spending=trade, secondary_spending={"nager": 8, "sauter": 8}
        )
        assert (sheet.scores["FOR"] >= 15, sheet.scores["INT"] >= 8) == (True, True)
    with pytest.raises(Refusal):
        played(1, profession="policier", profession_spending=dict.fromkeys(TRADE[:8], 10))


def test_house_rules_are_kept():
    """D100-CREA-03, D100-CREA-16, D100-SKILL-23: bounds, caps, two characteristics."""
    for seed in range(10):
        rules = {"creation_sum_min": 3, "creation_sum_max": 5, "secondary_cap": 2, "combat_two_characteristics": True}
        sheet = played(seed, rules)
        assert 3 <= sum((one - 10) // 2 for one in sheet.creation_log.sets[-1].rolls) <= 5
        assert max(spending(sheet, "secondary").values()) <= 2
        assert checked(sheet, rules)["errors"] == ()
        assert sheet.house_rules.combat_two_characteristics
        assert sheet.skills["lutte"].formula == "FOR+DEX−1"
    assert played(1, campaign=False).destiny == 0
    with pytest.raises(Refusal):
        played(1, {"creation_sum_min": 25, "creation_sum_max": 40})


@pytest.mark.parametrize(
    ("choices", "id", "field"),
    [
        ({"profession_spending": {"revolver": 11}}, "field/at_most", "profession_spending"),
        ({"profession_spending": dict.fromkeys(TRADE[:9], 9)}, "field/at_most", "profession_spending"),
        ({"profession_spending": {"nager": 2}}, "field/not_allowed", "profession_spending"),
        ({"secondary_spending": {"revolver": 2}}, "field/not_allowed", "secondary_spending"),
        ({"secondary_spending": {"nager": 11}}, "field/at_most", "secondary_spending"),
        ({"secondary_spending": {"nager": 10, "sauter": 10, "art": 10}}, "field/at_most", "secondary_spending"),
        ({"profession_skills": TRADE[:9]}, "field/length_at_least", "profession_skills"),
        ({"profession_skills": [*TRADE, "nager"]}, "field/length_at_most", "profession_skills"),
        ({"profession_skills": [*TRADE[:11], "boxe"]}, "field/twice", "profession_skills"),
        ({"traits": [{"key": "agile"}, {"key": "agile"}]}, "field/twice", "traits"),
        ({"traits": [{"key": "doue"}]}, "field/missing", "traits"),
        ({"traits": [{"key": "doue", "target": "boxe"}]}, "field/not_allowed", "traits"),
        ({"traits": [{"key": "specialite", "target": "boxe"}]}, "field/not_allowed", "traits"),
        ({"traits": [{"key": "medium"}]}, "field/not_allowed", "traits"),
        ({"traits": [{"key": "boxeur", "justified": False}]}, "field/not_allowed", "traits"),
        ({"traits": [{"key": "lent"}, {"key": "myope"}, {"key": "lache"}]}, "field/length_at_most", "traits"),
        ({"traits": [{"key": "agile"}, {"key": "vif"}, {"key": "discret"}]}, "field/length_at_most", "traits"),
        ({"traits": [{"key": "combat_mobile"}], "scores": {**SCORES, "DEX": 13}}, "field/at_least", "scores"),
    ],
)
def test_what_the_rules_of_creation_forbid_is_refused_by_its_field(choices, id, field):
    """D100-CREA-15, D100-CREA-16, D100-TRAIT-03, D100-MISS-04."""
    with pytest.raises(Refusal) as caught:
        drawn([], **{**DECIDED, "traits": [], **choices})
    assert (caught.value.id, caught.value.field, caught.value.kind) == (id, field, "refused")
    assert caught.value.rule.startswith("D100-")


@pytest.mark.parametrize(
    ("choices", "field"),
    [
        ({"scores": {"LCK": 3}}, "scores"),
        ({"profession_spending": {"swordplay": 1}}, "profession_spending"),
        ({"profession_skills": ["swordplay"]}, "profession_skills"),
        ({"arms": ["blaster"]}, "arms"),
        ({"vest": "mail"}, "vest"),
        ({"traits": [{"key": "heroic"}]}, "traits"),
    ],
)
def test_unknown_words_are_refused_before_anything_is_drawn(choices, field):
    """D100-MISS-01, D100-MISS-04, D100-MISS-05, D100-MISS-06."""
    with pytest.raises(Refusal) as caught:
        parse(DrawGiven, choices)
    assert (caught.value.id, caught.value.field) == ("field/one_of", field)


def test_words_of_either_language_are_understood():
    """A page offers words, the sheet keeps keys."""
    result = parse(
        DrawGiven,
        {
            "profession": "autrice",
            "scores": {"for": 12},
            "profession_spending": {"Bibliothèque": 3},
            "secondary_spending": {"Langue étrangère:latin": 2},
            "arms": ["Colt .38"],
            "traits": [{"key": "Agile"}, {"key": "doue", "target": "Trouver Objet Caché"}],
        },
    )
    assert (result.profession, dict(result.scores)) == ("auteur", {"FOR": 12})
    assert dict(result.profession_spending) == {"bibliotheque": 3}
    assert dict(result.secondary_spending) == {"langue_etrangere:latin": 2}
    assert (result.arms, result.traits[0].key) == (("colt_38",), "agile")
    assert skill_key("toc") == "toc"


def test_a_trade_of_ones_own_follows_a_pattern():
    """D100-CREA-15, D100-MISS-03: free skills and any characteristic, or those of a profession that fits."""
    sheet = played(3, profession="Dompteuse", profession_key_characteristic="POU", profession_skills=list(TRADE))
    assert (sheet.profession, sheet.profession_key_characteristic) == ("Dompteuse", "POU")
    assert {key for key, parts in sheet.skills.items() if parts.is_profession} == set(TRADE)
    for seed in range(12):
        sheet = played(seed, profession_spending={"piloter_avion": 9})
        assert sheet.profession == "pilote"
    with pytest.raises(Refusal) as caught:
        played(1, profession_spending={"piloter_avion": 1, "droit": 1})
    assert caught.value.field == "profession_skills"


def test_a_flier_who_asks_for_it_has_the_hands_for_it():
    """D100-TRAIT-03: DEX comes first where a trait needs it."""
    for seed in range(20):
        assert played(seed, profession="professeur", traits=[{"key": "combat_mobile"}]).scores["DEX"] > 13


def test_traits_that_are_drawn_suit_the_trade():
    """D100-TRAIT-05: combat traits only where the profession teaches them, and nothing that contradicts itself."""
    for seed in range(150):
        sheet = played(seed)
        held = {one.key for one in sheet.traits}
        trade = set(pack.profession(sheet.profession).skills)
        assert not any(pair <= held for pair in AGAINST)
        for one in sheet.traits:
            row = pack.trait(one.key)
            assert row.kind != "psychic"
            if one.key in TAUGHT:
                assert trade & set(TAUGHT[one.key])
            if one.key == "maniement":
                assert one.target in trade


def test_nobody_learns_the_mother_tongue():
    """D100-SKILL-14: a language, an art, a trade of our own lists."""
    for seed in range(60):
        sheet = played(seed, profession="professeur")
        (tongue,) = [key.partition(":")[2] for key in sheet.skills if key.startswith("langue_etrangere:")] or [""]
        assert tongue not in tongues_of(sheet.nationality)
    assert tongues_of("Belge") == ("francais", "neerlandais")
    assert tongues_of("Martian") == ()


def test_kits_and_lists_speak_of_what_the_pack_has():
    """D100-MISS-03, D100-MISS-05, D100-MISS-18."""
    assert set(KITS) == set(PROFESSIONS)
    for arms, owned in KITS.values():
        assert all(pack.weapon(key) for key in arms)
        assert all(pack.price(key) for key in owned)
    assert set(TONGUES) == set(pack.keys("names", "nationality"))
    assert {tongue for tongues in TONGUES.values() for tongue in tongues} <= set(pack.keys("names", "language"))
    assert {key for pair in AGAINST for key in pair} | set(TAUGHT) <= set(pack.keys("traits", "trait"))
    assert all(pack.table(*where) for where in MANY.values())
    assert set(MANY) == set(pack.keys("skills", "skill", "many"))


def test_money_follows_credit_and_traits():
    """D100-MISS-18, D100-MISS-04."""
    rich = drawn([], **{**DECIDED, "money": None, "traits": [{"key": "riche"}]}).outcome
    credit = rich.skills["credit"].total
    assert (credit, rich.money, rich.yearly_income) == (3, 1300, 130_000)


# ---- placing ----


def test_rolls_are_placed_from_the_best_down():
    """D100-CREA-05, D100-CREA-06: EDU gains three where it stands."""
    order = order_of("EDU", pack.profession("professeur").skills)
    assert order[0] == "EDU"
    assert set(order) == set(CODES) - {"TAI", "APP"}
    assert place_rolls([8, 15, 12], ["INT", "EDU", "FOR"]) == {"INT": 15, "EDU": 15, "FOR": 8}
    assert order_of("FOR", (), ("DEX",))[:2] == ["DEX", "FOR"]


def test_points_make_experts_first():
    """D100-CREA-15, D100-CREA-19: three at +8, some at +4, never more than the cap."""
    starts = {f"skill{index}": -2 for index in range(11)}
    result = spread_points(64, starts, 10)
    assert list(result.values())[:3] == [10, 10, 10]
    assert sum(result.values()) == 64
    assert max(spread_points(500, starts, 10).values()) == 10
    assert sum(spread_points(500, starts, 10).values()) == 110
    assert spread_points(0, starts, 10) == {}


def test_how_often_open_rolls_please_the_checks():
    """D100-CREA-02, D100-CREA-03."""
    assert 0 < reachable((), Options()) < 1
    assert reachable((18,) * 7, Options()) == 0
    assert reachable((18, 8, 10, 10, 10, 10), Options()) > 0.9


ROLLED = [15, 9, 12, 10, 11, 14, 8]


def test_rolls_made_by_hand_are_placed_where_the_profession_needs_them():
    """D100-CREA-05, D100-CREA-06: a policeman lives on FOR; EDU gains three."""
    sheet = played(3, profession="policier", rolls=ROLLED)
    raw = [score - 3 if code == "EDU" else score for code, score in sheet.scores.items() if code not in ("TAI", "APP")]
    assert sorted(raw) == sorted(ROLLED)
    assert sheet.scores["FOR"] == 15
    assert sheet.creation_log.sets == (type(sheet.creation_log.sets[0])(rolls=tuple(ROLLED), accepted=True),)


def test_scores_are_those_of_the_rolls():
    """D100-CREA-06: what is placed is one of the seven; the rest goes where the profession needs it."""
    sheet = played(3, rolls=ROLLED, scores={"APP": 10, "POU": 15, "EDU": 17})
    assert (sheet.scores["POU"], sheet.scores["EDU"], sheet.scores["APP"]) == (15, 17, 10)
    with pytest.raises(Refusal) as refused:
        played(3, rolls=ROLLED, scores={"POU": 15, "FOR": 15})
    assert (refused.value.id, refused.value.field, refused.value.rule) == ("field/one_of", "scores", "D100-CREA-06")
    assert refused.value.words["allowed"] == [8, 9, 10, 11, 12, 14]
    with pytest.raises(Refusal) as refused:
        played(3, rolls=ROLLED, scores={"EDU": 16})
    assert refused.value.rule == "D100-CREA-05"
    assert refused.value.words["total"] == [11, 12, 13, 14, 15, 17, 18]


def test_a_few_rolls_by_hand_leave_the_others_to_the_dice():
    """D100-CREA-02: the whole set passes the checks."""
    sheet = played(8, rolls=[16, 7])
    last = sheet.creation_log.sets[-1].rolls
    assert last[:2] == (16, 7)
    assert len(last) == 7


@pytest.mark.parametrize(
    ("rolls", "id", "rule", "words"),
    [
        ([13, 9, 12, 10, 11, 13, 8], "field/at_least", "D100-CREA-02", {"came": 13, "low": 14}),
        ([15, 10, 12, 10, 11, 14, 10], "field/at_most", "D100-CREA-02", {"came": 10, "high": 9}),
        ([14, 9, 8, 7, 6, 9, 8], "field/range", "D100-CREA-03", {"came": -6, "low": 0, "high": 13}),
        ([18, 18, 18, 18, 16, 14, 9], "field/range", "D100-CREA-03", {"came": 20, "low": 0, "high": 13}),
    ],
)
def test_seven_rolls_that_fail_a_check_are_to_be_made_again(rolls, id, rule, words):
    """D100-CREA-02, D100-CREA-03; D100-CREA-07: where scores are chosen, nobody is held to the checks."""
    with pytest.raises(Refusal) as refused:
        played(1, rolls=rolls)
    assert (refused.value.id, refused.value.field, refused.value.rule) == (id, "rolls", rule)
    assert refused.value.words == words
    chosen = played(1, {"creation_method": "choose"}, rolls=rolls, scores={"FOR": 17})
    assert chosen.scores["FOR"] == 17


def test_points_in_an_open_language_follow_the_one_that_is_drawn():
    """D100-SKILL-14: a list says “foreign language”; dice or the player say which."""
    sheet = played(4, profession="antiquaire", profession_spending={"langue_etrangere": 6, "histoire": 4})
    spent = spending(sheet, "profession")
    assert spent.pop("histoire") == 4
    (key,) = spent
    assert key.startswith("langue_etrangere:")
    assert spent[key] == 6
    named = played(4, profession="antiquaire", profession_spending={"Langue étrangère (latin)": 6})
    assert spending(named, "profession") == {"langue_etrangere:latin": 6}


def test_a_blank_draft_is_a_valid_choice():
    """D100-CREA-01: a page that was left empty says nothing, in lists, maps and texts."""
    blank = {"scores": {}, "profession_skills": [], "profession_spending": {}, "secondary_spending": {}, "traits": []}
    sheet = played(5, **blank, arms=[], equipment=[], contacts=[], portrait="", description="", history="", vest="")
    assert (spending(sheet, "profession"), sheet.traits) == ({}, ())
    assert [one.combat_skill for one in sheet.weapons] == ["boxe", "lutte"]
    assert msgspec.json.decode(msgspec.json.encode(sheet), type=type(sheet)) == sheet


@pytest.mark.parametrize("profession", ["dilettante", "journaliste"])
def test_every_skill_of_the_profession_stands_on_the_sheet(profession):
    """D100-CREA-15, D100-SKILL-01: with points in it or not; whoever put none in it has not learned it."""
    low = {"FOR": 10, "DEX": 10, "CON": 10, "PER": 10, "INT": 10, "POU": 3, "EDU": 10, "TAI": 12, "APP": 10}
    trade = pack.profession(profession).skills
    for seed in range(8):
        sheet = played(seed, profession=profession, scores=low, profession_spending={})
        held = {kind_of(key) for key, parts in sheet.skills.items() if parts.is_profession}
        assert set(trade) <= held
