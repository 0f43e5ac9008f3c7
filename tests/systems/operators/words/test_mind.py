"""How minds are told: every form of madness, and endings that are easily got wrong."""

from typing import Any

import pytest

from gardien.core.terms import LANGUAGES
from gardien.systems.operators import pack
from systems.operators.spoken import plain, say


@pytest.mark.parametrize("face", range(1, 21))
def test_every_form_of_madness_is_told_in_the_words_of_the_table(face):
    """OPS-SAN-06."""
    row = pack.madness(face)
    for duration in ("temporary", "indefinite"):
        for language in LANGUAGES:
            text = getattr(row, f"{duration}_{language}")
            assert plain(text) in say("madness_effect", {"duration": duration}, [face], language)


def test_a_crisis_leaves_an_older_madness_where_it_was():
    """OPS-SAN-07."""
    person = {"name": "Abby", "san": 50, "madness": "temporary", "lasting_madness": True}
    said = say("end_scene", {"characters": [person]}, [20])
    assert said.endswith("Abby reprend ses esprits. La folie indéfinie d'avant demeure.")


def test_lore_rolled_apart_shows_its_own_dice():
    """The table may throw for SI (OPS-SAN-08)."""
    given = {"san": 58, "si": 4, "tome": "book_of_worms", "options": {"lore_gain": "separate_roll"}}
    assert "1D10 = 3, SAN 58 → 55. SI : 1D10 = 9, 4 → 13" in say("read_tome", given, [3, 9])


def test_who_is_mad_for_good_is_told_why_and_who_decides():
    """OPS-SAN-05, in every procedure of the mind."""
    calls: dict[str, dict[str, Any]] = {
        "san_shock": {"shock": "minor"},
        "macabre": {},
        "ptsd_roll": {"options": {"ptsd_enabled": True}},
        "read_tome": {},
        "san_gain": {"victory": "minor"},
        "treat_madness": {},
        "entity_sight": {},
    }
    for procedure, given in calls.items():
        said = say(procedure, {"san": 0, "madness": "permanent", **given}, [], "fr", "Abby")
        assert said.startswith("La folie d'Abby est permanente : "), procedure
        assert said.endswith("Seul Contrôle peut en décider autrement. [OPS-SAN-05]")
