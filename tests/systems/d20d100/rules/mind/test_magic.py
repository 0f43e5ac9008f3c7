"""Spells, books, magic points, psychic powers (MAGIC, MISS-10, MISS-16)."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gardien.core.dice import Dice
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.rules.mind.magic import effect_dice
from systems.brute import Bench, told_apart
from systems.d20d100.ledger import by_key

bench = Bench("d20d100")
outcome, picked, refused = bench.outcome, bench.picked, bench.refused

faces = st.integers(1, 20)

# key | least and most PM | POU | SAN dice | opposed | dice of the effect with the least PM | effect
SPELLS = """
bannir               | 1–10 | 0 | 0 | yes  | 0 | 0
contacter            | 4    | 0 | 1 | no   | 0 | 0
invoquer             | 1–10 | 0 | 1 | come | 0 | 0
portail              | 0    | 6 | 1 | no   | 0 | 0
domination           | 2    | 0 | 0 | yes  | 0 | 0
fletrissement        | 1–10 | 0 | 1 | yes  | 0 | 1
guerison             | 10   | 0 | 0 | no   | 2 | 6
nuage_mental         | 4    | 0 | 0 | yes  | 1 | 3
poudre_ibn_ghazi     | 1–10 | 0 | 0 | no   | 0 | 1
protection_charnelle | 1–5  | 0 | 1 | no   | 1 | 3
signe_anciens        | 0    | 2 | 0 | no   | 0 | 0
signe_voor           | 1    | 0 | 0 | no   | 0 | 1
toucher_glacial      | 3    | 0 | 1 | no   | 1 | 3
"""


@pytest.mark.parametrize(("spell", "cost", "pou", "san", "opposed", "dice", "effect"), by_key(SPELLS))
def test_every_spell_with_its_least_cost(spell, cost, pou, san, opposed, dice, effect):
    """D100-MISS-10: what is thrown, paid and done, spell by spell."""
    least, _, most = cost.partition("–")
    thrown = [1] * int(san) + {"yes": [20, 2], "come": [1, 20, 2], "no": []}[opposed] + [3] * int(dice)
    result = outcome("cast_spell", thrown, spell=spell, pm=20, san=50)
    assert (result["accepted"], result["reason"], result["lost"], result["works"]) == (True, "ok", False, True)
    assert (result["pm"], result["pou_score"]) == (20 - int(least), 10 - int(pou))
    price = 0 if spell in ("poudre_ibn_ghazi", "signe_anciens") else 1
    assert (result["san_loss"], result["san"], result["temp_mad"]) == (price, 50 - price, False)
    assert result.get("came") == (True if opposed == "come" else None)
    assert result.get("resisted") == (None if opposed == "no" else False)
    assert result["effect"] == int(effect)
    for beyond in (int(least) - 1, int(most or least) + 1):
        if beyond >= 0:
            wrong = outcome("cast_spell", [], spell=spell, pm=20, pm_spent=beyond, san=50)
            assert wrong == {"accepted": False, "reason": "cost_out_of_range", "pm": 20, "pou_score": 10}


def test_all_spells_are_held_to_the_ledger():
    """D100-MISS-10."""
    assert [line.split("|")[0].strip() for line in SPELLS.strip().splitlines()] == pack.keys("magic", "spell")


def test_refusals_in_their_order():
    """D100-MAGIC-02, D100-MISS-10: the first that applies, and no die falls."""
    bad = {"spell": "portail", "pm": 3, "pm_spent": 7, "pou_score": 6, "san": 40, "components_missing": True}
    strict = {"spell_components": True}
    assert picked("cast_spell", [], "accepted", "reason", **bad, options=strict) == (False, "components_missing")
    assert picked("cast_spell", [], "reason", **bad) == ("cost_out_of_range",)
    assert picked("cast_spell", [], "reason", spell="domination", pm=1, san=9) == ("not_enough_pm",)
    assert picked("cast_spell", [], "reason", **{**bad, "pm_spent": 0}) == ("not_enough_pou",)
    assert picked("cast_spell", [1], "reason", "pou_score", **{**bad, "pm_spent": 0, "pou_score": 7}) == ("ok", 1)
    assert bench.changes("cast_spell", [], spell="domination", pm=1, san=9) == []
    assert bench.reasons("cast_spell", [], spell="domination", pm=1, san=9) == [
        ("reason", "not_enough_pm", "D100-MISS-10")
    ]
    assert refused("cast_spell", [], spell="boule_de_feu", pm=1, san=9) == ("field/one_of", "spell")
    assert refused("cast_spell", [], spell="domination", pm=2, san=0) == ("field/range", "san")


@given(first=faces, second=faces, caster=st.integers(-3, 8), target=st.integers(-3, 8), pm=st.integers(1, 10))
def test_the_target_resists_a_tie(first, second, caster, target, pm):
    """D100-MISS-10, D100-TEST-07: the caster needs the higher total; banishing adds a point for each PM but one."""
    inputs = {"spell": "bannir", "pm": 10, "pm_spent": pm, "san": 50}
    for tie in ("active", "passive", "higher_modifier"):
        options = {"opposed_tie": tie}
        result = outcome(
            "cast_spell", [first, second], **inputs, caster_modifier=caster, target_modifier=target, options=options
        )
        mastered = first != 1 and (second == 1 or first + caster + pm - 1 > second + target)
        assert (result["resisted"], result["works"]) == (not mastered, mastered)
        assert ("effect" in result) is mastered


def test_only_banishing_grows_with_its_pm():
    """D100-MISS-10."""
    inputs = {"spell": "fletrissement", "pm": 10, "pm_spent": 10, "san": 50}
    assert picked("cast_spell", [1, 12, 11], "resisted", "effect", **inputs) == (False, 10)
    assert picked("cast_spell", [1, 11, 11], "resisted", "effect", **inputs) == (True, None)
    assert picked("cast_spell", [5, 10, 11, 11], "temp_mad", "resisted", **inputs) == (False, True)


def test_a_summoning_comes_or_not_and_obeys_or_not():
    """D100-MISS-10: d100 at or under ten times the PM, then the opposition."""
    inputs = {"spell": "invoquer", "pm": 5, "pm_spent": 3, "san": 50}
    fields = ("came", "resisted", "works", "effect")
    assert picked("cast_spell", [4, 31], *fields, **inputs) == (False, None, False, None)
    assert picked("cast_spell", [4, 30, 9, 9], *fields, **inputs) == (True, True, False, None)
    assert picked("cast_spell", [4, 30, 10, 9], *fields, **inputs) == (True, False, True, 0)
    assert bench.thrown("cast_spell", [4, 30, 10, 9], **inputs) == [
        ("d4", "san_loss"),
        ("d100", "summons"),
        ("d20", "caster"),
        ("d20", "target"),
    ]


def test_a_wound_may_lose_the_spell_but_not_its_price():
    """D100-MISS-10: Idée at 15, first of all."""
    inputs = {"spell": "fletrissement", "pm": 6, "pm_spent": 4, "san": 30, "idee": 3, "wounded": True}
    result = outcome("cast_spell", [11, 2], **inputs)
    assert result == {
        "accepted": True,
        "reason": "ok",
        "lost": True,
        "pm": 2,
        "pou_score": 10,
        "san_loss": 2,
        "san": 28,
        "lost_this_hour": 2,
        "temp_mad": False,
        "indef_mad": False,
        "perm_mad": False,
        "decompensating": False,
        "works": False,
    }
    assert picked("cast_spell", [12, 2, 15, 3], "lost", "works", "effect", **inputs) == (False, True, 4)
    assert bench.thrown("cast_spell", [12, 2, 15, 3], **inputs)[0] == ("d20", "idee")


def test_a_dear_spell_may_madden():
    """D100-SAN-03, D100-SAN-05: five points of SAN ask for Idée, all of them end a mind."""
    inputs = {"spell": "fletrissement", "pm": 6, "san": 30}
    assert picked("cast_spell", [5, 9, 20, 2], "temp_mad", "works", **inputs) == (True, True)
    assert picked("cast_spell", [6, 10, 20, 2], "temp_mad", "works", **inputs) == (False, True)
    assert picked("cast_spell", [6, 20, 2], "san", "temp_mad", **{**inputs, "san": 4}) == (0, False)
    assert picked("cast_spell", [6, 20, 2], "perm_mad", "indef_mad", **{**inputs, "san": 4}) == (True, False)
    slides, fields = {"rule_decompensation": True}, ("san", "perm_mad", "decompensating")
    assert picked("cast_spell", [6, 10, 20, 2], *fields, **{**inputs, "san": 4}, options=slides) == (-2, False, True)


@pytest.mark.parametrize(("before", "loss", "mad"), [(0, 4, False), (0, 5, False), (2, 3, False), (2, 4, True)])
def test_spells_count_in_the_hour(before, loss, mad):
    """D100-SAN-04: a fifth of the SAN of this hour’s start, whatever took it."""
    inputs = {"spell": "fletrissement", "pm": 6, "san": 30 - before, "san_lost_this_hour": before}
    dice = [loss, 19, 20, 2] if loss >= 5 else [loss, 20, 2]
    assert picked("cast_spell", dice, "lost_this_hour", "indef_mad", **inputs) == (before + loss, mad)


def test_ward_and_healing_throw_their_dice():
    """D100-MISS-10: 1d6 for each PM; 2d6."""
    assert picked("cast_spell", [1, 6, 5, 4], "effect", spell="protection_charnelle", pm=3, pm_spent=3, san=50) == (15,)
    assert picked("cast_spell", [6, 5], "effect", "san", spell="guerison", pm=10, san=50) == (11, 49)
    assert picked("cast_spell", [], "effect", "pm", spell="poudre_ibn_ghazi", pm=9, pm_spent=7, san=50) == (7, 2)


def test_what_a_sheet_keeps_of_a_spell():
    """D100-MISS-10."""
    assert bench.changes("cast_spell", [2], spell="portail", pm=5, pou_score=14, san=50) == [
        ("POU", 14, 8, ""),
        ("san", 50, 48, ""),
        ("san_lost_this_hour", 0, 2, ""),
    ]
    assert bench.changes("cast_spell", [5, 1, 20, 2], spell="fletrissement", pm=5, san=50) == [
        ("pm", 5, 4, ""),
        ("san", 50, 45, ""),
        ("san_lost_this_hour", 0, 5, ""),
        ("temp_mad", False, True, ""),
    ]


@pytest.mark.parametrize(
    "inputs",
    [
        {"spell": "domination", "pm": 5, "san": 20, "caster_modifier": 2},
        {"spell": "contacter", "pm": 5, "san": 2, "wounded": True},
        {"spell": "nuage_mental", "pm": 4, "san": 20, "target_modifier": 1},
        {"spell": "domination", "pm": 1, "san": 20},
    ],
)
def test_odds_of_a_spell_agree_with_every_face(inputs):
    """D100-MISS-10."""
    bench.assert_odds_agree("cast_spell", **inputs)


# ---- books ----

SANE = {"temp_mad": False, "perm_mad": False, "decompensating": False}

# key | weeks | skimmed | Mythos | skimmed | spells
TOMES = """
necronomicon             | 66 | 6.6 | 16 | 8 | yes
unaussprechlichen_kulten | 52 | 5.2 | 15 | 7 | yes
de_vermis_mysteriis      | 48 | 4.8 | 12 | 6 | yes
livre_eibon              | 32 | 3.2 | 11 | 5 | yes
cultes_des_goules        | 22 | 2.2 | 12 | 6 | yes
manuscrits_pnakotiques   | 45 | 4.5 | 10 | 5 | yes
roi_en_jaune             | 1  | 0.1 | 5  | 2 | no
"""


@pytest.mark.parametrize(("tome", "weeks", "haste", "mythos", "less", "spells"), by_key(TOMES))
def test_every_tome_read_and_skimmed(tome, weeks, haste, mythos, less, spells):
    """D100-MISS-10: Difficulty 15, or 20 for a tenth of the time, half the Mythos and no spells."""
    inputs = {"tome": tome, "language_modifier": 0, "san": 40, "mythos": 3}
    assert outcome("read_tome", [15, 40, 1], **inputs) == {
        "success": True,
        "weeks": float(weeks),
        "mythos": 3 + int(mythos),
        "san_loss": 1,
        "san": 39,
        **SANE,
        "spells_learnable": spells == "yes",
    }
    nothing = {"mythos": 3, "san_loss": 0, "san": 40, **SANE, "spells_learnable": False}
    assert outcome("read_tome", [14], **inputs) == {"success": False, "weeks": float(weeks), **nothing}
    assert outcome("read_tome", [19], **inputs, skim=True) == {"success": False, "weeks": float(haste), **nothing}
    result = outcome("read_tome", [20, 40, 1], **inputs, skim=True)
    assert (result["weeks"], result["mythos"], result["spells_learnable"]) == (float(haste), 3 + int(less), False)


def test_a_bad_night_over_a_book():
    """D100-SAN-01, D100-SAN-03: 2d10 of the Necronomicon, then Idée."""
    inputs = {"tome": "necronomicon", "language_modifier": 5, "san": 40}
    fields = ("san_loss", "san", "temp_mad")
    assert picked("read_tome", [10, 41, 10, 9, 9], *fields, **inputs) == (19, 21, True)
    assert picked("read_tome", [10, 41, 10, 9, 8], *fields, **inputs, idee=2) == (19, 21, False)
    assert bench.thrown("read_tome", [10, 41, 10, 9, 9], **inputs) == [
        ("d20", "language"),
        ("d100", "san"),
        ("d10", "san_loss"),
        ("d10", "san_loss"),
        ("d20", "idee"),
    ]
    mad = {**inputs, "san": 19}
    assert picked("read_tome", [10, 41, 10, 9], *fields, "perm_mad", **mad) == (19, 0, False, True)
    slides = {"rule_decompensation": True}
    assert picked("read_tome", [10, 41, 10, 10, 9], "san", "decompensating", **mad, options=slides) == (-1, True)


def test_the_mythos_lowers_the_ceiling_of_san():
    """D100-MAGIC-03: 99 less the Mythos; the Mythos itself ends at 99."""
    inputs = {"tome": "necronomicon", "language_modifier": 5, "san": 70, "mythos": 20}
    result = bench.answer("read_tome", [10, 70, 1], **inputs)
    assert (result.outcome["mythos"], result.outcome["san_loss"], result.outcome["san"]) == (36, 1, 63)
    assert [(one.field, one.before, one.after) for one in result.changes] == [("mythos", 20, 36), ("san", 70, 63)]
    high = {**inputs, "san": 5, "mythos": 90}
    assert picked("read_tome", [10, 5, 1], "mythos", "san", "perm_mad", **high) == (99, 0, True)
    assert bench.changes("read_tome", [9], **inputs) == []
    assert refused("read_tome", [], **{**inputs, "tome": "bottin"}) == ("field/one_of", "tome")


def test_odds_of_a_book_agree_with_every_face():
    """D100-MISS-10."""
    inputs = {"tome": "roi_en_jaune", "language_modifier": -3, "san": 90, "mythos": 8}
    shown = bench.every_outcome("read_tome", inputs)
    assert bench.chance("read_tome", "success", **inputs) == Fraction(3, 20)
    mad = sum((chance for one, chance in shown if one["temp_mad"]), Fraction(0))
    assert bench.chance("read_tome", "temp_mad", **inputs) == mad
    by = ("san", "mythos")
    assert bench.weighed("read_tome", inputs, by) == told_apart(shown, by)


@given(
    score=st.integers(1, 40), multiplier=st.integers(1, 10), one=st.integers(1, 6), two=st.integers(1, 6), face=faces
)
def test_learning_a_spell(score, multiplier, one, two, face):
    """D100-MISS-10, D100-TEST-15: 2d6 weeks, then INT multiplied as on the table."""
    result = outcome("learn_spell", [one, two, face], int_score=score, multiplier=multiplier)
    other = outcome("d100_multiplier_test", [face], score=score, multiplier=multiplier)
    assert result == {
        "weeks": one + two,
        "modifier": other["modifier"],
        "total": other["total"],
        "learned": other["success"],
    }


def test_a_spell_is_learned_by_three_unless_the_book_says_otherwise():
    """D100-MISS-10: INT 13 × 3 is −3."""
    assert picked("learn_spell", [1, 1, 13], "modifier", "learned", int_score=13) == (-3, True)
    bench.assert_odds_agree("learn_spell", int_score=13)


# ---- magic points ----


@given(pm=st.integers(0, 20), pou=st.integers(0, 20), hours=st.integers(0, 30))
def test_magic_points_come_back_in_a_day(pm, pou, hours):
    """D100-MISS-10."""
    regained = max(0, min(pou - pm, pou * hours // 24))
    result = outcome("recover_pm", pm=pm, pou_score=pou, hours=hours)
    assert result == {"regained": regained, "pm": pm + regained, "unconscious": pm + regained == 0}


def test_nobody_wakes_at_nothing():
    """D100-MISS-10: the first point of POU 12 takes two hours."""
    assert outcome("recover_pm", pm=0, pou_score=12, hours=1) == {"regained": 0, "pm": 0, "unconscious": True}
    assert outcome("recover_pm", pm=0, pou_score=12, hours=2) == {"regained": 1, "pm": 1, "unconscious": False}
    assert bench.changes("recover_pm", pm=0, pou_score=12, hours=24) == [("pm", 0, 12, "")]
    assert bench.changes("recover_pm", pm=12, pou_score=12, hours=24) == []


# ---- psychic powers ----

ON = {"psychic_traits": True}

# key | PM | Difficulty
POWERS = """
intuition    | 0 | 10
psychometrie | 3 | 15
medium       | 0 | 15
"""


@pytest.mark.parametrize(("power", "cost", "difficulty"), by_key(POWERS))
def test_powers_that_are_tested(power, cost, difficulty):
    """D100-MISS-16."""
    needed = int(difficulty) - 2
    inputs = {"power": power, "modifier": 2, "pm": 5, "options": ON}
    expected = {"accepted": True, "pm": 5 - int(cost), "success": True, "skill_bonus": 0}
    assert outcome("psychic_power", [needed], **inputs) == expected
    assert outcome("psychic_power", [needed - 1], **inputs) == {**expected, "success": False}
    assert outcome("psychic_power", [], **{**inputs, "options": {}}) == {"accepted": False, "pm": 5}
    bench.assert_odds_agree("psychic_power", **inputs)


def test_empathy_throws_nothing_and_telepathy_opposes():
    """D100-MISS-16: +4 to Psychologie; POU against POU, a tie to the target."""
    expected = {"accepted": True, "pm": 2, "success": True, "skill_bonus": 4}
    assert outcome("psychic_power", [], power="empathie", pm=3, options=ON) == expected
    inputs = {"power": "telepathie", "modifier": 3, "target_modifier": 1, "pm": 4, "options": ON}
    assert outcome("psychic_power", [10, 11], **inputs) == {
        "accepted": True,
        "pm": 0,
        "success": True,
        "skill_bonus": 0,
    }
    assert picked("psychic_power", [10, 12], "success", **inputs) == (False,)
    assert bench.changes("psychic_power", [10, 12], **inputs) == [("pm", 4, 0, "")]
    bench.assert_odds_agree("psychic_power", **inputs)


def test_powers_that_are_not_there():
    """D100-TRAIT-06, D100-MISS-16: off by default; too few PM; no power at all."""
    inputs = {"power": "telepathie", "pm": 3}
    assert bench.reasons("psychic_power", [], **inputs) == [("accepted", False, "D100-TRAIT-06")]
    assert bench.reasons("psychic_power", [], **inputs, options=ON) == [("accepted", False, "D100-MISS-16")]
    assert bench.changes("psychic_power", [], **inputs) == []
    assert refused("psychic_power", [], power="agile") == ("field/one_of", "power")


@pytest.mark.parametrize(("spent", "target", "resisted"), [(1, 0, True), (1, -1, False), (3, 2, True), (3, 1, False)])
def test_each_further_pm_helps_to_banish(spent, target, resisted):
    """D100-MISS-10: a point each, and none for the first; a tie goes to the target."""
    given = {"spell": "bannir", "pm": 10, "pm_spent": spent, "san": 50, "target_modifier": target}
    assert outcome("cast_spell", [10, 10], **given)["resisted"] is resisted


def test_each_pm_is_worth_ten_per_cent_of_a_summons():
    """D100-MISS-10."""
    given = {"spell": "invoquer", "pm": 10, "pm_spent": 3, "san": 50}
    assert ("target", 30, "D100-MISS-10") in bench.reasons("cast_spell", [1, 31], **given)
    assert outcome("cast_spell", [1, 31], **given)["came"] is False
    assert outcome("cast_spell", [1, 30, 15, 5], **given)["came"] is True


def test_everything_that_a_spell_throws_counts_for_each_pm():
    """D100-MISS-10: the number beside the dice as well."""
    spell = replace(pack.spell("protection_charnelle"), effect="1d6+2")
    assert effect_dice(spell, 3) == Dice.parse("3d6+6")
    assert effect_dice(replace(spell, effect_per_pm=False), 3) == Dice.parse("1d6+2")


def test_san_at_its_ceiling_is_left_alone():
    """D100-MAGIC-03: 99 less the Mythos."""
    tome = pack.keys("magic", "tome")[0]
    for san, last in ((89, "success"), (90, "san")):
        given = {"tome": tome, "language_modifier": -10, "san": san, "mythos": 10}
        assert bench.reasons("read_tome", [5], **given)[-1][0] == last
        assert outcome("read_tome", [5], **given)["san"] == 89


def test_whoever_knows_everything_has_nothing_left():
    """D100-MAGIC-03, D100-SAN-05: lost for ever, which is worse than for a while."""
    given = {"tome": "roi_en_jaune", "language_modifier": 10, "san": 50, "mythos": 94}
    options = {"rule_decompensation": False}
    result = outcome("read_tome", [15, 100, 10, 20], **given, options=options)
    assert (result["mythos"], result["san"]) == (99, 0)
    assert (result["temp_mad"], result["perm_mad"]) == (False, True)


def test_whoever_resists_a_spell_or_a_power_sees_both_totals():
    """D100-MISS-10: POU against POU, one beside the other."""
    cast = {"spell": "bannir", "pm": 20, "san": 50, "caster_modifier": 3, "target_modifier": 1}
    told = [one for one in bench.reasons("cast_spell", [10, 10], **cast) if one[0].endswith("_total")]
    assert [(label, value) for label, value, _ in told] == [("active_total", 13), ("passive_total", 11)]
