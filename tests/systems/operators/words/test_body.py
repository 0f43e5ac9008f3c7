"""How a death escaped is told, however it came."""

from systems.operators.spoken import say


def test_an_escaped_death_is_told_once_and_nobody_dies():
    """OPS-LUCK-05, however the death came."""
    person = {"name": "Reyes", "luck": 40, "wound_level": "grave", "POU": 1, "CON": 1}
    plan = {"luck_plan": {"escape_death": True}}
    said = [
        say("suffocate_turn", {"victim": person, **plan}, [90, 90]),
        say("clock_expires", {"patient": person, **plan}, [90, 90, 1]),
        say("aggravate", {"defender": person, "level": "dead", **plan}, [90]),
        say("entity_attack", {"victim": person, **plan, "options": {"luck_vs_entities": True}}, [90, 90]),
        say("poison", {"substance": "cyanide", "victim": person, **plan}, [90, 90]),
    ]
    for text in said:
        assert text.count("Reyes dépense 40 points de Chance : la mort devient une blessure grave.") == 1
        assert "meurt" not in text
        assert "mortelle" not in text
        assert "Reyes est hors de combat jusqu'à la fin de la scène." in text
