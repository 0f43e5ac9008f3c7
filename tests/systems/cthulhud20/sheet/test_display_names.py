"""Skills and feats by their names."""

from gardien.systems.cthulhud20.sheet.display_names import feat_name, skill_name


def test_names_of_what_people_made_up_stay_as_they_are():
    assert skill_name("made_up", "fr") == "made_up"
    assert feat_name("made_up", "fr") == "made_up"


def test_a_feat_is_named_with_what_it_is_about():
    """CD20-P-FEAT-01: in French the name that the source gives it follows."""
    assert feat_name("cleave", "fr") == "Enchaînement (Cleave)"
    assert feat_name("endurance", "fr") == "Endurance"
    assert feat_name("skill_pair:hide+spot", "fr") == (
        "Deux compétences proches\u00a0: discrétion + détection (Skill pair)"
    )
    assert feat_name("armour_proficiency:heavy", "fr") == "Port d’armure\u00a0: lourdes (Armour Proficiency)"
    assert feat_name("armour_proficiency:heavy", "en") == "Armour Proficiency (heavy)"
    assert "M21" in feat_name("weapon_focus:m21", "en")
