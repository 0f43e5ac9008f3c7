"""The wording that all games share: signs, elision, counts, chances, refusals."""

from contextvars import copy_context

import pytest
from msgspec import UNSET, Struct

from gardien.core.errors import Refusal
from gardien.core.keeper import speak_for
from gardien.core.telling import Report
from gardien.core.terms import Terms, sentence
from gardien.core.wording import (
    chance_text,
    common_name,
    count_of,
    inside,
    join_list,
    join_sentences,
    mean_said,
    odds_label,
    of,
    off_at_this_table,
    present,
    put_in,
    reason,
    refusal_line,
    tellers,
    thing_of,
    to,
    typeset,
    who_text,
    with_articles,
    word,
)


class Words(Terms):
    """A few words of a game that is none."""

    spoken_of = {"Goule": "la goule", "Policier": "le policier"}
    own = {
        "enum": {"reason": {"too_far": {"fr": "Trop loin", "en": "Too far"}}},
        "option": {"magic": {"fr": "Magie", "en": "Magic"}},
        "odds": {"hit": {"fr": "Toucher", "en": "To hit"}},
        "field": {"hits": {"fr": "Coups", "en": "Blows"}},
    }


def speaking(language, who=""):
    return Report(None, None, (), language, Words(), who)


@pytest.mark.parametrize(
    ("name", "whose", "given"),
    [
        ("Daisy", "de Daisy", "à Daisy"),
        ("Abby", "d’Abby", "à Abby"),
        ("INT", "d’INT", "à INT"),
        ("Émile", "d’Émile", "à Émile"),
        ("Œdipe", "d’Œdipe", "à Œdipe"),
        ("Hélène", "d’Hélène", "à Hélène"),
        ("Yves", "d’Yves", "à Yves"),
        ("HERMES", "d’HERMES", "à HERMES"),
        ("Hoshi", "de Hoshi", "à Hoshi"),
        ("Yann", "de Yann", "à Yann"),
        ("Ying", "de Ying", "à Ying"),
        ("hache", "de hache", "à hache"),
        ("le garde", "du garde", "au garde"),
        ("les goules", "des goules", "aux goules"),
        ("la goule", "de la goule", "à la goule"),
        ("l’homme", "de l’homme", "à l’homme"),
        ("Le Goff", "de Le Goff", "à Le Goff"),
        ("Le docteur Vidal", "du docteur Vidal", "au docteur Vidal"),
        ("Les deux frères", "des deux frères", "aux deux frères"),
        ("La femme en noir", "de la femme en noir", "à la femme en noir"),
        ("L’homme de la cour", "de l’homme de la cour", "à l’homme de la cour"),
    ],
)
def test_names_elide_and_contract(name, whose, given):
    """voice.md, 4: h and y keep « de » but in names known not to; an article contracts, a family name does not."""
    assert typeset(of(name), "fr") == whose
    assert typeset(to(name), "fr") == given


@pytest.mark.parametrize(
    ("language", "plain", "shown"),
    [
        ("fr", "quoi ; qui : 50 % « là »", "quoi\u202f; qui\u00a0: 50\u202f% «\u00a0là\u00a0»"),
        ("fr", "l'ami Xavier", "l’ami Xavier"),
        ("en", "so ; that : 50 %", "so ; that : 50 %"),
    ],
)
def test_only_signs_are_set(language, plain, shown):
    assert typeset(plain, language) == shown


def test_small_counts_agree():
    units = ("dégât", "dégâts"), ("hit", "hits")
    french = [count_of(speaking("fr"), count, *units) for count in (-2, 0, 1, 1.5, 2)]
    assert french == ["−2\u00a0dégâts", "0\u00a0dégât", "1\u00a0dégât", "1,5\u00a0dégât", "2\u00a0dégâts"]
    english = [count_of(speaking("en"), count, *units) for count in (0, 1, 2)]
    assert english == [
        "0\u00a0hits",
        "1\u00a0hit",
        "2\u00a0hits",
    ]


def test_names_and_whose_things_are():
    class Named(Struct):
        name: str

    told = speaking("fr", "Ada")
    assert who_text(told, " ") == who_text(told) == "quelqu'un"
    assert who_text(told, acts=True) == "Ada"
    assert who_text(told, Named("Bo"), acts=True) == who_text(told, "Bo") == "Bo"
    assert thing_of(told, ("chute", "fall"), "Ada") == "chute d'Ada"
    assert thing_of(speaking("en"), ("chute", "fall"), "Ada") == "Ada's fall"
    assert thing_of(told, ("chute", "fall"), "") == "chute"


def test_lists_and_lines():
    told = speaking("fr")
    assert [join_list(told, items) for items in ([], [1], [1, 2], [1, 2, 3])] == ["", "1", "1 et 2", "1, 2 et 3"]
    assert join_sentences("Un.", "", "Deux.") == "Un. Deux."
    assert [present(value) for value in (0, None, UNSET, "")] == [True, False, False, True]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Fusil d’assaut", "fusil d’assaut"),
        ("Épée, sabre", "épée, sabre"),
        ("Colt .45", "Colt .45"),
        ("M4A1, 5,56", "M4A1, 5,56"),
        (".45 Colt", ".45 Colt"),
        ("Lance-roquettes", "lance-roquettes"),
    ],
)
def test_codes_and_kept_names_keep_their_capital(name, shown):
    class Row(Struct):
        fr: str
        en: str

    assert inside(speaking("fr"), Row(name, name), ("Colt",)) == shown


def test_a_key_without_a_word_is_at_least_readable():
    told = speaking("fr")
    assert word(told, "reason", "too_far") == "trop loin"
    assert word(told, "reason", "not_said") == "not said"
    assert [odds_label(told, key) for key in ("hit", "hits", "mean_hits")] == ["toucher", "coups", "mean hits"]


@pytest.mark.parametrize(
    ("text", "chance", "mean"),
    [
        ("0", "impossible", "0"),
        ("1", "à coup sûr", "1"),
        ("13/20", "65\u202f% (13/20)", "0,65 (13/20)"),
        ("1/3", "33,3\u202f% (1/3)", "0,33 (1/3)"),
        ("10000000000000/30000000000001", "33,3\u202f%", "0,33"),
    ],
)
def test_chances_and_means_are_exact_where_that_is_short(text, chance, mean):
    assert chance_text(speaking("fr"), text) == chance
    assert mean_said(speaking("fr"), text) == mean


def test_a_mean_below_nothing_has_its_sign():
    assert mean_said(speaking("en"), "-7/2") == "−3.5 (−7/2)"


def test_refusals_say_why_and_end_with_the_rule():
    """A name may hold braces of its own."""
    told = speaking("fr", "{Ada}")
    assert refusal_line(told, ("{who} attend", "{who} waits"), "X-01") == "{Ada} attend. [X-01]"
    assert refusal_line(speaking("en"), ("{who} attend", "{who} waits"), "X-01") == "Somebody waits. [X-01]"
    assert reason(told, "a", {"a": ("non", "no")}, "X-01") == "Non. [X-01]"
    assert reason(told, "too_far", {}, "X-01") == "Trop loin. [X-01]"
    named = off_at_this_table(speaking("en"), ("Non", "Off"), "magic", "X-02")
    assert named == "Off at this table (house rules, “Magic”). [X-02]"
    assert off_at_this_table(speaking("en"), ("Non", "Off"), "dice", "X") == "Off at this table (house rules). [X]"


def test_tellers_are_loaded_when_they_speak():
    """Each line gets its capital and its signs; what is empty falls away."""
    spoken = tellers("core", {"wording_tellers": ("greet", "test_it")})
    assert spoken["greet"](speaking("fr")) == ["L’ami\u00a0: deux\u202f?"]
    assert spoken["test_it"](speaking("fr")) == ["Oui."]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Goule attaque Abby.", "La goule attaque Abby."),
        ("Abby tire sur Goule. Goule meurt.", "Abby tire sur la goule. La goule meurt."),
        ("Trauma de Goule, à Goule.", "Trauma de la goule, à la goule."),
        ("Tir d’Insurgé sur Policier : touché.", "Tir de l’insurgé sur le policier : touché."),
        ("PV de Policier, puis à Policier.", "PV du policier, puis au policier."),
        ("Goule 2 tient Goule matriarche.", "Goule 2 tient la goule matriarche."),
        ("CA de la Goule : 12.", "CA de la Goule : 12."),
        ("L’esprit de Mi-Go", "L’esprit du Mi-Go"),
        ("Jet de folie («\u00a0Goule\u00a0»)", "Jet de folie («\u00a0Goule\u00a0»)"),
        ("Goules et Policières", "Goules et Policières"),
    ],
)
def test_those_without_a_name_of_their_own_have_an_article(line, said):
    names = {"Goule": "la", "Goule matriarche": "la", "Insurgé": "l’", "Policier": "le", "Mi-Go": "le"}
    assert with_articles(line, {name: common_name(name, article) for name, article in names.items()}) == said


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("fr", "C’est à {who} d’agir.", "C’est au policier d’agir."),
        ("fr", "{who} approche", "Le policier approche"),
        ("fr", "Faire venir : {who}", "Faire venir : Policier"),
        ("en", "{who} comes closer", "Policier comes closer"),
    ],
)
def test_a_phrase_of_a_game_s_pages_has_the_article_too(language, text, said):
    def phrase():
        speak_for(Words())
        return put_in(text, language, {"who": "Policier"})

    assert copy_context().run(phrase) == said


def test_the_article_of_a_name_is_small_inside_a_sentence():
    """A family name and a nickname keep theirs, and so does whatever begins a sentence or is quoted."""
    told = "Le docker fuit devant Le chien, Le Goff et La Lame. Le chien : « Le port »"
    assert (
        typeset(told, "fr")
        == "Le docker fuit devant le chien, Le Goff et La Lame. Le chien\u00a0: «\u00a0Le port\u00a0»"
    )
    assert put_in("fuit devant {whom}", "fr", {"whom": "Le docker"}) == "fuit devant le docker"
    assert put_in("{who} fuit", "fr", {"who": "Le docker"}) == "Le docker fuit"
    assert put_in("flees from {whom}", "en", {"whom": "Le docker"}) == "flees from Le docker"


def test_what_a_refusal_speaks_of_is_an_example_a_list_one_value_or_nothing():
    dice = Refusal("field/type", field="Dés", came="5", allowed="1d6, 2d4")
    assert sentence(dice, "fr") == "Dés\u00a0: «\u00a05\u00a0» ne se lit pas\u202f; par exemple 1d6, 2d4."
    jobs = Refusal("field/one_of", field="Métier", came="x", allowed=["Détective, policier", "Soldat"])
    assert sentence(jobs, "fr").endswith("n’existe pas\u202f; au choix\u00a0: Détective, policier\u202f; Soldat.")
    unnamed = Refusal("act/not_jammed", came="…")
    assert [sentence(unnamed, one) for one in ("fr", "en")] == ["Rien à désenrayer.", "There is nothing to clear."]
    only = Refusal("field/range", field="Portée", came=4, low=0, high=0)
    assert sentence(only, "fr") == "Portée\u00a0: 4 ne convient pas\u202f; 0 seulement."
