"""How wounds, hazards, minds, rituals, chances and creation are told: the stories, every ending, no raw keys."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from core.typography import typographic_faults
from gardien.core.calling import prepare
from gardien.core.readings.typed import typed
from gardien.core.telling import tell
from gardien.core.terms import HARD, LANGUAGES, THIN
from gardien.systems.operators import SYSTEM, pack
from gardien.systems.operators.sentences import MODULES, TELLERS

STORY = (Path(__file__).parent / "sentences_2.txt").read_text("utf-8")
REYES = '"name": "Reyes", "FOR": 11, "CON": 13, "DEX": 11, "INT": 12, "POU": 12, "luck": 50, "san": 58'
PLAN = '"max_shift": 20, "cancel_grave": true, "escape_death": true'
PARTS = ("health_told", "hazards_told", "mind_told", "magic_told", "extensions_told", "slow_chances_told")
TOLD_HERE = [key for part in (*PARTS, "creation_told") for key in MODULES[part]]


def plain(line: str) -> str:
    """A line with the spaces and apostrophes of a keyboard, as the stories are written."""
    return line.replace(HARD, " ").replace(THIN, " ").replace("’", "'")


def scenes() -> list[Any]:
    """`# title`, the call with its dice and who acts, `-` French lines, `=` English lines; two blanks go on."""
    found = []
    for block in STORY.strip().replace("\n  ", " ").split("\n\n"):
        title, call, *said = block.split("\n")
        parts = re.fullmatch(r"(\w+) (\{.*\}) (\[[\d, ]*\]) ?(.*)", call)
        assert parts, call
        given = json.loads(parts[2].replace("REYES", REYES).replace("PLAN", PLAN))
        lines = {
            language: [line[2:] for line in said if line[0] == sign] for language, sign in (("fr", "-"), ("en", "="))
        }
        case = (parts[1], given, json.loads(parts[3]), parts[4], lines)
        found.append(pytest.param(*case, id=title.removeprefix("# ")))
    return found


@pytest.mark.parametrize(("procedure", "given", "dice", "who", "lines"), scenes())
def test_a_story_is_told_word_for_word(procedure, given, dice, who, lines):
    prepared = prepare("operators", procedure, given)
    played = typed(prepared.request(), dice)
    for language in LANGUAGES:
        told = tell(prepared, played, language, who)
        assert [plain(line) for line in told] == lines[language]
        assert [typographic_faults(line, language) for line in told] == [[]] * len(told)


def test_every_procedure_has_one_teller_and_every_story_part_is_told():
    assert set(TELLERS) == {procedure.key for procedure in SYSTEM.procedures()}
    assert {scene.values[0] for scene in scenes()} == set(TOLD_HERE)


def say(procedure: str, given: dict[str, Any], dice: list[int], language: str = "fr", who: str = "") -> str:
    """All that is said of one call, on one line."""
    prepared = prepare("operators", procedure, given)
    return plain(" ".join(tell(prepared, typed(prepared.request(), dice), language, who)))  # type: ignore[arg-type]


# --- what no sentence may hold ---


@pytest.mark.parametrize("face", range(1, 21))
def test_every_form_of_madness_is_told_in_the_words_of_the_table(face):
    """OPS-SAN-06."""
    row = pack.madness(face)
    for duration in ("temporary", "indefinite"):
        for language in LANGUAGES:
            text = getattr(row, f"{duration}_{language}")
            assert plain(text) in say("madness_effect", {"duration": duration}, [face], language)


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


TRADES = [row for row in pack.table("specialties", "specialty") if row.key != "sympathiser"]  # any trade, so none


@pytest.mark.parametrize("row", TRADES, ids=lambda row: row.key)
def test_every_specialty_is_told_by_its_name(row):
    """OPS-SPEC-02."""
    assert say("specialty_info", {"specialty": row.key}, []).startswith(f"{plain(row.fr)} : ")
    assert say("specialty_info", {"specialty": row.key}, [], "en").startswith(f"{plain(row.en)}: ")


@pytest.mark.parametrize("row", pack.table("rituals", "ritual"), ids=lambda row: row.key)
def test_a_ritual_that_works_says_what_it_does(row):
    """OPS-MAG-05."""
    given = {"caster": {"name": "Reyes", "san": 90, "POU": 18}, "ritual": row.key, "effect_test": "none"}
    dice = {"1D3": [1], "1D6": [1], "1D10": [1], "2D10": [1, 1]}[row.cost]
    assert plain(row.effect_fr) in say("cast_ritual", given, dice)
    assert plain(row.effect_en) in say("cast_ritual", given, dice, "en")


# --- endings that are easily got wrong ---


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


def test_a_crisis_leaves_an_older_madness_where_it_was():
    """OPS-SAN-07."""
    person = {"name": "Abby", "san": 50, "madness": "temporary", "lasting_madness": True}
    said = say("end_scene", {"characters": [person]}, [20])
    assert said.endswith("Abby reprend ses esprits. La folie indéfinie d'avant demeure.")


def test_lore_rolled_apart_shows_its_own_dice():
    """The table may throw for SI (OPS-SAN-08)."""
    given = {"san": 58, "si": 4, "tome": "book_of_worms", "options": {"lore_gain": "separate_roll"}}
    assert "1D10 = 3, SAN 58 → 55. SI : 1D10 = 9, 4 → 13" in say("read_tome", given, [3, 9])


def test_a_ritual_paid_with_the_last_of_reason_still_works():
    """OPS-MAG-03, OPS-SAN-05."""
    given = {"caster": {"name": "Reyes", "san": 2}, "ritual": "sign_of_warding"}
    said = say("cast_ritual", given, [3])
    assert "SAN 2 → 0. Reyes perd la raison pour toujours. Le rituel opère." in said


def test_several_deaths_in_a_blast_are_counted():
    """OPS-HAZ-03."""
    victims = [{"defender": {"name": name, "sb": 2}} for name in ("Ada", "Bo")]
    said = say("explosion", {"dice_count": 3, "victims": victims}, [6, 6, 6])
    assert "Ada meurt." in said
    assert "Bo meurt." in said
    assert said.endswith("Morts : 2.")


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
