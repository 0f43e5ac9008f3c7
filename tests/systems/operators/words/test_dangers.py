"""How dangers are told: every effect of a substance, and what comes together."""

import pytest

from gardien.core.terms import LANGUAGES
from gardien.systems.operators import pack
from systems.operators.spoken import say


@pytest.mark.parametrize("row", pack.table("substances", "effect"), ids=lambda row: row.key)
def test_every_effect_of_a_substance_is_told(row):
    """OPS-HAZ-05."""
    given = {"difficulty": "extreme", "on_failure": row.key, "on_success": "none", "victim": {"name": "Abby", "CON": 1}}
    sides = {"1D6": [4], "1D3": [2]}.get(str(row.amount), [])
    dice = [50, *sides, *([50] if row.key == "grave_wound" else [])]
    french, english = (say("poison", given, dice, language) for language in LANGUAGES)
    head = "Abby, substance hors liste, test extrême de CON (1 %) : 50, échec. "
    assert french.startswith(head)
    assert len(french) > len(head) + 5
    assert english.startswith("Abby, unlisted substance, extreme CON test (1%): 50, failure. ")
    amount = {"dead_in_days": "1D6 = 4 : sans antidote, Abby meurt dans 4 jours.", "none": "Aucun effet."}
    assert amount.get(row.key, "") in french


def test_luck_spent_twice_is_told_twice_and_each_time_with_what_is_left():
    """A resistance bought, then a grave wound cancelled (OPS-LUCK-02, OPS-LUCK-04)."""
    given = {"substance": "cyanide", "victim": {"name": "Reyes", "CON": 13, "luck": 50}}
    given["luck_plan"] = {"max_shift": 20, "cancel_grave": True}
    said = say("poison", given, [18])
    assert "Reyes dépense 5 points de Chance : 18 devient 13, réussite. Il lui en reste 45." in said
    assert said.endswith("Reyes dépense 20 points de Chance : la blessure grave n'a pas lieu. Il lui en reste 25.")


def test_wounds_that_add_up_are_told_as_such():
    """A light wound that becomes grave by count (OPS-HLTH-07)."""
    given = {"difficulty": "extreme", "on_failure": "light_wound", "on_success": "none", "victim": {"name": "Reyes"}}
    given["victim"] |= {"wound_counts": {"light": 2}}  # type: ignore[operator]
    said = say("poison", {**given, "options": {"wound_accumulation": 3}}, [50, 40])
    assert "Blessure légère. Les blessures s'additionnent : blessure grave. Test standard de CON (50 %) : 40" in said


def test_several_deaths_in_a_blast_are_counted():
    """OPS-HAZ-03."""
    victims = [{"defender": {"name": name, "sb": 2}} for name in ("Ada", "Bo")]
    said = say("explosion", {"dice_count": 3, "victims": victims}, [6, 6, 6])
    assert "Ada meurt." in said
    assert "Bo meurt." in said
    assert said.endswith("Morts : 2.")
