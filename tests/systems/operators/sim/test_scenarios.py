"""SAN over a planned mission: shock by shock the rule's own odds, scene by scene the end of a crisis."""

from fractions import Fraction
from typing import Any

import pytest

from core.typography import texts
from gardien.core.calling import odds_of
from gardien.core.errors import Refusal
from gardien.core.simulation import Somebody
from gardien.core.terms import sentence
from gardien.sim.fights import BudgetOdds, MindOdds, fight_odds
from gardien.sim.telling import tell
from gardien.systems.operators.sim import FIGHTS
from gardien.systems.operators.sim.scenarios import Facing, level_of, natural, scenes_of


def silent(done: int, of: int) -> None:
    """No progress bar."""


def shock(level: str, **more: Any) -> dict[str, Any]:
    return {"level": level, **more}


def mission(*scenes: list[dict[str, Any]], options: dict[str, Any] | None = None, **who: Any) -> BudgetOdds:
    file = {
        "system": "operators",
        "options": options or {},
        "scene": [{"shock": shocks} for shocks in scenes],
        "character": [{"name": "Ares", **who}],
    }
    result = fight_odds(file, None, None, silent)
    assert isinstance(result, BudgetOdds)
    return result


def mind(*scenes: list[dict[str, Any]], options: dict[str, Any] | None = None, **who: Any) -> MindOdds:
    return mission(*scenes, options=options, **who).characters[0]


def chances(one: MindOdds, mark: str) -> list[Fraction]:
    return [Fraction(chance) for chance in one.marks[mark]]


def by_rule(procedure: str, **given: Any) -> list[tuple[dict[str, Any], Fraction]]:
    result = odds_of("operators", procedure, given, by=("san", "madness", "lasting_madness"))
    return [(one.outcome, one.chance) for one in result]


@pytest.mark.parametrize("level", ["minor", "severe", "grave", "critical", "existential"])
@pytest.mark.parametrize("san", [3, 45, 60])
def test_one_shock_has_the_odds_of_the_rule(level, san):
    """OPS-SAN-02, OPS-SAN-03, OPS-SAN-05."""
    one = mind([shock(level)], san=san)
    odds = by_rule("san_shock", san=san, shock=level)
    for mark in ("temporary", "permanent"):
        assert chances(one, mark)[1] == sum(chance for after, chance in odds if after["madness"] == mark)
    bands: dict[str, Fraction] = dict.fromkeys(one.distribution, Fraction(0))
    for after, chance in odds:
        bands[FIGHTS.band(Facing(after["san"], "none"))] += chance
    assert {key: Fraction(text) for key, text in one.distribution.items()} == bands
    assert Fraction(one.mean) == sum(after["san"] * chance for after, chance in odds)
    assert Fraction(one.lost[1]) == bands["none"]


def test_the_second_shock_finds_what_the_first_has_left():
    """OPS-SAN-02, OPS-SAN-07: one crisis at a time, and SAN goes on falling in it."""
    one = mind([shock("severe"), shock("minor")], san=50)
    expected = temporary = Fraction(0)
    for after, chance in by_rule("san_shock", san=50, shock="severe"):
        known = {name: after[name] for name in ("san", "madness", "lasting_madness")}
        for last, share in by_rule("san_shock", **known, shock="minor"):
            expected += chance * share * last["san"]
            temporary += chance * share * (last["madness"] == "temporary")
    assert Fraction(one.mean) == expected
    assert chances(one, "temporary")[2] == temporary


def test_a_crisis_ends_with_its_scene_or_stays():
    """OPS-SAN-04: SAN once more; whoever fails keeps the madness."""
    one = mind([shock("minor")], san=50)
    left = stays = Fraction(0)
    for after, chance in by_rule("san_shock", san=50, shock="minor"):
        if after["madness"] == "temporary":
            stays += chance * (1 - Fraction(after["san"], 100))
            left += chance
    assert chances(one, "temporary") == [0, left, 0]
    assert chances(one, "indefinite") == [0, 0, stays]
    assert mission([shock("minor")]).events == ["", "scene"]


def test_a_madness_that_stays_lies_below_a_new_crisis():
    """OPS-SAN-07."""
    one = mind([shock("minor")], san=50, madness="indefinite")
    assert chances(one, "indefinite") == [1, 1, 1]
    assert chances(one, "temporary")[1] > 0
    assert chances(one, "temporary")[2] == 0


def test_the_same_sight_shocks_once_a_scene():
    """OPS-SAN-07; the next scene forgets it."""
    once, twice = shock("grave", source="x"), [shock("grave", source="x")] * 2
    assert mind(twice, san=70).mean == mind([once], san=70).mean
    assert Fraction(mind([once], [once], san=70).mean) < Fraction(mind([once], san=70).mean)


def test_horrors_of_this_world_leave_the_hardened_cold():
    """OPS-SAN-13, OPS-SAN-14, OPS-SAN-15."""
    corpse = [shock("severe", natural=True)]
    assert mind(corpse, san=50, hardened=True).mean == "50"
    assert mind([shock("severe")], san=50, hardened=True).mean == "93/2"
    assert mind(corpse, san=50, options={"macabre_shock": False}).mean == "50"
    calm, nervous = (mind(corpse, san=50, POU=score, options={"cold_blood_test": True}).mean for score in (18, 6))
    assert Fraction(nervous) < Fraction(calm) < 50


def test_forbidden_lore_lowers_what_one_begins_with():
    """OPS-SAN-01."""
    one = mind([], san=99, si=20)
    assert (one.start, one.mean) == (80, "80")


def test_a_mind_that_is_lost_is_lost():
    """OPS-SAN-05."""
    one = mind([shock("existential")], [shock("existential")], san=30)
    assert [Fraction(chance) for chance in one.lost] == chances(one, "permanent")
    assert Fraction(one.lost[1]) == Fraction(71, 100)
    already = mind([shock("critical")], san=40, madness="permanent")
    assert (already.mean, already.marks["permanent"]) == ("40", ["1", "1", "1"])


def test_bands_are_tens_and_everybody_is_in_one():
    keys = [one.key for one in FIGHTS.bands]
    assert {FIGHTS.band(Facing(san, "none")) for san in range(101)} == set(keys)
    result = [FIGHTS.band(Facing(san, "none")) for san in (100, 90, 89, 10, 9, 1, 0)]
    assert result == ["from_90", "from_90", "from_80", "from_10", "from_1", "from_1", "none"]
    shades = [one.shade for one in FIGHTS.bands]
    assert shades == sorted(shades)
    assert (shades[0], shades[-1]) == (1, 6)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_mission_is_told(language):
    told = tell(mission([shock("critical")], [shock("existential")], san=40), language)
    words = {
        "fr": ("Folie temporaire", "Folie permanente", "fin de scène, après le choc 2", "SAN 1–9"),
        "en": ("Temporary madness", "Permanent madness", "end of scene, after shock 2", "SAN 1–9"),
    }[language]
    assert all(any(word in line for line in told) for word in words)


@pytest.mark.parametrize(
    ("line", "level", "of_this_world"),
    [
        ("Le charnier, choc sévère macabre", "severe", True),
        ("Une apparition mineure", "minor", False),
        ("Blessures graves, vues de près", "grave", False),
        ("A critical shock", "critical", False),
        ("La révélation existentielle", "existential", False),
        ("La goule dans le tunnel", "severe", False),
        ("Two Deep ones", "minor", False),  # no being is called so: it is minor
        ("Le gravier bouge", "minor", False),
        ("A gruesome find", "minor", True),
    ],
)
def test_a_line_says_how_bad_it_is(line, level, of_this_world):
    """OPS-SAN-02, OPS-CREAT-06."""
    assert (level_of(line), natural(line)) == (level, of_this_world)


def test_a_blank_line_parts_two_scenes():
    assert [len(scene["shock"]) for scene in scenes_of(["", "a", "b", "", "", "c", ""])] == [2, 1]
    assert scenes_of([]) == []


def test_the_workshop_takes_what_the_sheet_knows():
    sheet = {"san": 40, "si": 5, "hardened": True, "FOR": 12}
    file = FIGHTS.scenario([Somebody("Ares", sheet)], ["critique"])
    assert file["character"] == [{"name": "Ares", "san": 40, "si": 5, "hardened": True}]
    result = fight_odds({"system": "operators", **file}, None, None, silent)
    assert isinstance(result, BudgetOdds)
    assert result.characters[0].start == 40


def test_the_example_of_the_workshop_holds_every_kind_of_line():
    for place, _, text in texts(FIGHTS.words["shop"]["example"]):
        scenes = scenes_of(text.splitlines())
        shocks = [one for scene in scenes for one in scene["shock"]]
        assert (place, len(scenes)) in (("fr", 2), ("en", 2))
        assert {one["level"] for one in shocks} == {"minor", "severe", "critical"}
        assert any(one["natural"] for one in shocks)


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ({"scene": [], "character": []}, "character: at least 1 needed."),
        ({"scene": [], "character": [{"name": "x"}] * 2}, "Two characters are called x"),
        ({"scene": [{"shock": [{"level": "awful"}]}], "character": [{"name": "x"}]}, "awful"),
    ],
)
def test_a_mission_that_makes_no_sense_is_refused(file, said):
    with pytest.raises(Refusal) as caught:
        fight_odds({"system": "operators", **file}, None, None, silent)
    assert said in sentence(caught.value, "en")
