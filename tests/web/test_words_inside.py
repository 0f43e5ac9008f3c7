"""Words inside a sentence: names, articles and nouns in the case they have there, and nothing that programs say."""

import re

import pytest

from gardien.core.errors import Refusal
from gardien.core.system import find, keys
from gardien.core.terms import sentence
from gardien.core.wording import name_inside, of, typeset
from gardien.table.marks import fault_in, field_types

GAMES = sorted(keys())


@pytest.mark.parametrize("game", GAMES)
def test_no_fault_of_a_program_is_quoted_at_a_table(game: str) -> None:
    """« il faut Expected `array`, got `object` » was what a state of the wrong kind was answered by."""
    marks = find(game).table_rules.marks
    for name in field_types(marks):
        for value in ({"a": 1}, [[1, 2, 3]], "abc", 10**9):
            if fault := fault_in(field_types(marks)[name], value):
                said = sentence(fault, "fr")
                assert not re.search(r"Expected|`|\$", said), (name, said)


@pytest.mark.parametrize("game", GAMES)
def test_an_article_stands_small_in_a_list_and_in_brackets(game: str) -> None:
    """« au choix : Goule 3, l’homme de la porte », « 3 (l’homme au ciré) »."""
    refusal = Refusal("field/one_of", field="x", came="y", allowed=("Goule 3", "L’homme de la porte", "Une ombre"))
    refusal.terms = find(game).terms
    assert sentence(refusal, "fr").endswith(": Goule 3, l’homme de la porte, une ombre.")
    assert typeset("dF 6 (Une ombre) et 3 (L’homme au ciré)", "fr") == "dF 6 (une ombre) et 3 (l’homme au ciré)"


def test_a_noun_before_a_proper_name_is_small_inside_a_sentence() -> None:
    inside = [name_inside(one) for one in ("Cocktail Molotov", "Gilet Kevlar léger", "Lee-Enfield .303", "Hachette")]
    assert inside == ["cocktail Molotov", "gilet Kevlar léger", "Lee-Enfield .303", "hachette"]
    assert [of(one) for one in ("Hôte de l’idole 2", "Hugo", "Huysmans", "Une ombre")] == [
        "d'Hôte de l’idole 2", "d'Hugo", "de Huysmans", "d'une ombre",
    ]  # fmt: skip
