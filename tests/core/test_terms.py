"""Words: numbers and chances as each language writes them, the dictionary, and where a word is looked for."""

import re
from contextvars import Context
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.spoken import french
from core.typography import entries, texts, typographic_faults
from gardien.core import terms as terms_module
from gardien.core.errors import Refusal
from gardien.core.keeper import keeper_named, speak_for
from gardien.core.pack import load_toml
from gardien.core.system import find
from gardien.core.terms import LANGUAGES, Terms, exact, nearest_whole, number, percent, percents, sentence

CORE = Path(terms_module.__file__).parent


# --- chances ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chance", "fr", "en"),
    [
        (Fraction(626, 1000), "62,6^%", "62.6%"),
        (Fraction(1, 2), "50^%", "50%"),
        (Fraction(5, 12), "41,7^%", "41.7%"),
        (Fraction(2, 3), "66,7^%", "66.7%"),
        (Fraction(1, 1000), "0,1^%", "0.1%"),
        (Fraction(999, 1000), "99,9^%", "99.9%"),
        (Fraction(12345, 100000), "12,3^%", "12.3%"),
        (Fraction(12350, 100000), "12,4^%", "12.4%"),
        (Fraction(9996, 10000), "plus de 99,9^%", "more than 99.9%"),
        (Fraction(1, 1001), "moins de 0,1^%", "less than 0.1%"),
        (Fraction(1, 10**30), "moins de 0,1^%", "less than 0.1%"),
        (1 - Fraction(1, 10**30), "plus de 99,9^%", "more than 99.9%"),
        (Fraction(0), "impossible", "impossible"),
        (Fraction(1), "certain", "certain"),
    ],
    ids=str,
)
def test_a_chance_is_written_with_one_decimal_or_in_words(chance, fr, en):
    assert (percent(chance, "fr"), percent(chance, "en")) == (french(fr), en)


def test_chances_side_by_side_make_a_hundred():
    """87.75 and 12.25: halves go up, but the last of two."""
    assert percents([Fraction(351, 400), Fraction(49, 400)], "en") == ["87.8%", "12.2%"]
    assert percents([Fraction(1, 3)] * 3, "en") == ["33.3%"] * 3
    assert percents([Fraction(1, 2000), Fraction(1999, 2000)], "en") == ["less than 0.1%", "more than 99.9%"]
    assert percents([Fraction(1)], "fr") == ["certain"]


@given(st.fractions(0, 1, max_denominator=10**6))
def test_a_written_chance_is_within_half_a_tenth_of_the_exact_one(chance):
    shown = percent(chance, "en")
    if re.fullmatch(r"[\d.]+%", shown):
        assert abs(Fraction(shown.rstrip("%")) / 100 - chance) <= Fraction(1, 2000)
        assert not shown.endswith(".0%")
    else:
        assert chance in (0, 1) or chance < Fraction(1, 1000) or chance > Fraction(999, 1000)


@pytest.mark.parametrize(
    ("value", "whole"), [(Fraction(1, 2), 1), (Fraction(5, 2), 3), (Fraction(-1, 2), 0), (Fraction(7, 3), 2)]
)
def test_halves_are_rounded_up(value, whole):
    assert nearest_whole(value) == whole


def test_an_exact_chance_is_a_fraction_in_lowest_terms():
    assert (exact(Fraction(10, 24)), exact(Fraction(2, 2))) == ("5/12", "1")


# --- numbers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "fr", "en"),
    [
        (0, "0", "0"),
        (1250, "1^250", "1,250"),
        (1234567, "1^234^567", "1,234,567"),
        (-2, "−2", "−2"),
        (1.5, "1,5", "1.5"),
        (-1250.5, "−1^250,5", "−1,250.5"),
    ],
)
def test_a_number_has_a_real_minus_and_its_language_s_signs(value, fr, en):
    assert (number(value, "fr"), number(value, "en")) == (french(fr), en)


def test_a_modifier_always_has_its_sign():
    assert [number(value, "fr", signed=True) for value in (-1, 0, 3)] == ["−1", "+0", "+3"]


# --- the files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["terms.toml", "words.toml"])
def test_every_entry_speaks_both_languages(name):
    silent = [
        f"{place}: {language}"
        for place, entry in entries(load_toml(CORE / name))
        for language in LANGUAGES
        if not str(entry.get(language, "")).strip()
    ]
    assert silent == []


@pytest.mark.parametrize("name", ["terms.toml", "words.toml"])
def test_every_text_has_the_spaces_and_apostrophes_of_its_language(name):
    wrong = [
        f"{place}: {fault}: {text}"
        for place, language, text in texts(load_toml(CORE / name))
        for fault in typographic_faults(text, language)
    ]
    assert wrong == []


def test_a_help_or_plural_comes_in_both_languages_or_is_only_french_grammar():
    lame = [
        place
        for place, entry in entries(load_toml(CORE / "terms.toml"))
        if ("help_fr" in entry) != ("help_en" in entry)
    ]
    assert lame == []


def test_the_eye_for_typography_sees_each_fault():
    """The checks above would be worth nothing if they let everything pass."""
    for text in (
        "l'eau",
        "Oui!",
        "Oui ?",
        "50%",
        "50 %",
        "un: deux",
        "un : deux",
        "«non»",
        "« non »",
        "de -1",
        'un "mot"',
    ):
        assert typographic_faults(text, "fr"), text
    for text in ("Liam's", "yes ?", "no !", "of -1", "so : there"):
        assert typographic_faults(text, "en"), text
    assert typographic_faults(french("L’eau, «~oui~»~: 50^%^; non^?"), "fr") == []


def test_both_languages_of_a_sentence_speak_of_the_same_things():
    def placeholders(text):
        return set(re.findall(r"{(\w+)}", text))

    for id, entry in load_toml(CORE / "words.toml")["refusal"].items():
        assert placeholders(entry["fr"]) == placeholders(entry["en"]), id


def test_every_refusal_of_the_core_has_its_sentence():
    """Ids are strings in the code: each must be in the book, or the reader gets an id instead of a sentence."""
    known = load_toml(CORE / "words.toml")["refusal"]
    used = {
        id
        for path in CORE.rglob("*.py")
        for id in re.findall(
            r'(?:Refusal|BadField|_unreadable)\(\s*(?:"[\w.]+", )?"([a-z]+/[a-z_]+)"', path.read_text("utf-8")
        )
    }
    assert len(used) > 20
    assert used - set(known) == set()


# --- looking up ------------------------------------------------------------------------------------------------------


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "terms.toml"
    path.write_text(
        """
        values = ["skill"]
        [field.margin]
        fr = "Marge du jeu"
        en = "Game margin"
        [context.chase.margin]
        fr = "Avance"
        en = "Lead"
        [enum.status.dead]
        fr = "mort"
        fr_f = "morte"
        en = "dead"
        [enum.any.odd]
        fr = "étrange"
        en = "odd"
        [step.only_step]
        fr = "Raison"
        en = "Reason"
        [skill.climb]
        fr = "Escalade"
        en = "Climb"
        """,
        "utf-8",
    )
    return Terms(path)


def test_a_field_is_looked_up_in_its_place_then_in_the_game_then_in_all_games(book):
    assert book.label("margin", "en", "chase") == "Lead"
    assert book.label("margin", "en", "action") == "Game margin"
    assert book.label("margin", "fr") == "Marge du jeu"
    assert Terms().label("margin", "fr") == "Marge"
    assert book.label("name", "fr") == Terms().label("name", "fr") != "name"


def test_a_label_of_a_reason_is_found_after_the_fields(book):
    assert book.label("only_step", "en") == "Reason"


def test_a_row_of_the_pack_is_a_word_where_the_game_lists_its_table(tmp_path):
    """Under its own name, unless the game writes another; before what all games share."""
    (tmp_path / "pack").mkdir()
    (tmp_path / "pack" / "arms.toml").write_text(
        """
        weapon = [
            { key = "axe", fr = "Hache", en = "Axe", weight = 3 },
            { key = "yes", fr = "Oui-da", en = "Yea" },
            { key = "club", fr = "Gourdin", en = "Club" },
        ]
        guard = [{ key = "axe", fr = "Garde", fr_f = "Gardienne", en = "Guard" }]
        """,
        "utf-8",
    )
    path = tmp_path / "terms.toml"
    path.write_text(
        """
        rows = [
            { table = "enum.any", pack = ["arms.weapon"] },
            { table = "enum.guard", pack = ["arms.guard", "arms.weapon"] },
        ]
        [enum.any]
        club = { fr = "Massue", en = "Mace" }
        """,
        "utf-8",
    )
    book = Terms(path)
    assert book.value("weapon", "axe") == {"fr": "Hache", "en": "Axe"}
    assert book.word("weapon", "club", "en") == "Mace"
    assert book.word("answer", "yes", "en") == "Yea" != Terms().word("answer", "yes", "en")
    assert book.word("guard", "axe", "fr", feminine=True) == "Gardienne"
    assert book.word("guard", "club", "fr") == "Gourdin"
    assert book.value("weapon", "sword") is None
    assert book.own_entry("skill", "axe") is None


def test_an_unknown_word_is_shown_as_it_is(book):
    assert book.label("nowhere", "fr") == "nowhere"
    assert book.word("status", "nowhere", "fr") == "nowhere"


def test_a_value_is_looked_up_in_its_field_then_anywhere_then_in_its_own_table(book):
    assert book.word("status", "dead", "en") == "dead"
    assert book.word("status", "odd", "fr") == "étrange"
    assert book.word("status", "climb", "fr") == "Escalade"


def test_a_word_with_what_it_is_about(book):
    """`kind:about`: both are named, several parts one by one, somebody's own words as they are."""
    assert book.word("status", "odd:climb", "fr") == "étrange (Escalade)"
    assert book.word("status", "odd:climb+my_rope", "en") == "odd (Climb, my rope)"
    assert book.word("status", "odd:odd:climb", "en") == "odd (odd, Climb)"
    assert book.word("status", "nowhere:climb", "en") == "nowhere:climb"
    assert book.word("status", "odd: a remark", "en") == "odd: a remark"
    assert book.word("status", "odd:", "en") == "odd:"


def test_an_adjective_agrees_with_a_woman_in_french_only(book):
    assert book.word("status", "dead", "fr", feminine=True) == "morte"
    assert book.word("status", "dead", "en", feminine=True) == "dead"
    assert book.word("status", "odd", "fr", feminine=True) == "étrange"


# --- refusals in words -----------------------------------------------------------------------------------------------


def test_a_refusal_says_where_and_by_which_rule():
    refusal = Refusal("field/at_least", where="game/act", field="value", rule="T-01", came=-1250, low=0)
    assert sentence(refusal, "fr") == french("game/act~: value~: −1^250 est trop petit, 0 au moins. [T-01]")
    assert sentence(refusal, "en") == "game/act: value: −1,250 is too small, 0 at least. [T-01]"
    assert str(refusal) == sentence(refusal, "en")


def test_a_die_is_named_by_the_game_it_belongs_to(tmp_path):
    path = tmp_path / "terms.toml"
    path.write_text('[die.dO]\nfr = "dé d’opposition"\nen = "opposition die"\n', "utf-8")
    refusal = Refusal("dice/wanted", die="dO", sides=6, who="Liam")
    refusal.terms = Terms(path)
    assert sentence(refusal, "fr") == french("Il manque un dé~: dO, dé d’opposition (Liam), de 1 à 6.")
    assert sentence(refusal, "en") == "A die is still wanted: dO, opposition die (Liam), 1 to 6."


def test_a_long_text_is_cut_in_the_sentence():
    shown = sentence(Refusal("field/syntax", came="x" * 5000), "en")
    assert len(shown) < 150
    assert "x…”" in shown


MANY = (
    "odds/by",
    "field/one_only",
    "field/type/example",
    "cli/command",
    "cli/option",
    "cli/which_table",
    "cli/which_character",
)  # there is always something


@pytest.mark.parametrize("name", ["core", "cli"])
def test_a_refusal_that_lists_what_is_possible_can_say_that_nothing_is(name):
    book = load_toml(CORE.parent / name / "words.toml")["refusal"]
    listing = [id for id, entry in book.items() if "{allowed}" in entry["en"] and id not in MANY]
    listing = [id for id in listing if not id.endswith("/only")]  # which lists one
    assert listing
    for id in listing:
        assert "{allowed}" not in book[f"{id}/none"]["en"]


def test_a_list_of_what_is_possible_is_never_empty():
    refusal = Refusal("field/one_of", field="weapon", came="épée", allowed=[])
    assert sentence(refusal, "fr") == french(
        "weapon~: «~épée~» n’existe pas, et il n’y a rien à choisir ici~: l’enlever."
    )
    assert sentence(refusal, "en") == "weapon: there is no “épée”, and nothing to choose from here: leave it out."
    assert sentence(Refusal("field/missing", field="given"), "en") == "given is missing."
    some = Refusal("field/one_of", field="weapon", came="épée", allowed=["arc"])
    assert sentence(some, "en") == "weapon “épée” is not one of arc."
    several = Refusal("dice/left_over", used=1, left=[], count=0)
    assert sentence(several, "en") == "Too many dice:  left over; 1 needed.", "only a list of what is possible"


def test_a_refusal_without_a_sentence_still_shows_its_id():
    assert sentence(Refusal("odd/kind", where="here", came=3), "en") == "here odd/kind {'came': 3}"


@pytest.mark.parametrize(
    ("game", "heads", "addressed"),
    [
        ("yacdha", "Le gardien peut.", "l’accord du gardien, réservé au gardien"),
        ("operators", "Contrôle peut.", "l’accord de Contrôle, réservé à Contrôle"),
        ("organique", "Le MJ peut.", "l’accord du MJ, réservé au MJ"),
    ],
)
def test_whoever_runs_the_game_has_one_name_at_a_table(game, heads, addressed):
    def spoken():
        speak_for(find(game).terms)
        both = keeper_named("Le MJ peut.", "fr"), keeper_named("l’accord du MJ, réservé au MJ", "fr")
        return both, sentence(Refusal("http/keeper_page"), "en")

    said, english = Context().run(spoken)
    assert said == (heads, addressed)
    assert (
        english
        == {
            "yacdha": "This page is for the keeper.",
            "operators": "This page is for Control.",
            "organique": "This page is for the GM.",
        }[game]
    )
    assert Context().run(keeper_named, "Le MJ peut.", "fr") == "Le MJ peut.", "elsewhere, the neutral word"
