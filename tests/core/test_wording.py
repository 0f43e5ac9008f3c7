"""Wording that all games share: elision and contraction before names."""

import pytest

from gardien.core.wording import of


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Daisy", "de Daisy"),
        ("Abby", "d'Abby"),
        ("ARES", "d'ARES"),
        ("le garde", "du garde"),
        ("les gardes", "des gardes"),
        ("la cible", "de la cible"),
        ("Le docteur Vidal", "du docteur Vidal"),
        ("Les deux frères", "des deux frères"),
        ("La femme en noir", "de la femme en noir"),
        ("L’homme de la cour", "de l’homme de la cour"),
        ("Le Goff", "de Le Goff"),
        ("Lena", "de Lena"),
        ("", "de "),
    ],
)
def test_de_meets_the_name(name: str, told: str) -> None:
    assert of(name) == told
