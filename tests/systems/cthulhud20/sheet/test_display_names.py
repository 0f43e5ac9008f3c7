"""Skills and feats by their names."""

from gardien.systems.cthulhud20.sheet.display_names import feat_name, skill_name


def test_names_of_what_people_made_up_stay_as_they_are():
    assert skill_name("made_up", "fr") == "made_up"
    assert feat_name("made_up", "fr") == "made_up"


def test_a_feat_is_named_with_what_it_is_about():
    assert feat_name("skill_pair:hide+spot", "fr").endswith("(discrétion + détection)")
    assert feat_name("armour_proficiency:heavy", "fr").endswith("(lourdes)")
    assert "M21" in feat_name("weapon_focus:m21", "en")
