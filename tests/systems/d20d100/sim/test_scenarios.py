"""SAN over a planned scenario: horror after horror, hour by hour, beside counting by hand."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from gardien.core.calling import odds_of as weigh
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.interpreters.odds import odds_of
from gardien.core.simulation import Somebody
from gardien.core.system import find
from gardien.core.terms import LANGUAGES
from gardien.sim.fights import BudgetOdds, fight_odds
from gardien.sim.telling import tell
from gardien.systems.d20d100 import pack
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.sim import FIGHTS
from gardien.systems.d20d100.sim.scenarios import Facing, ScenarioGiven, Witness, hours_of, scenario_calls
from systems.d20d100.fought import silent

BODY = {"success": "0", "failure": "1d6"}
BOOK = {"success": "1", "failure": "1d8+2"}
ADA = {"name": "Ada", "san": 40, "idee": 2}


def budget(*hours: list[dict[str, Any]], who: dict[str, Any] = ADA, **options: Any) -> BudgetOdds:
    file = {"system": "d20d100", "hour": [{"horror": horrors} for horrors in hours], "character": [who]}
    result = fight_odds({**file, "options": options}, None, None, silent)
    assert isinstance(result, BudgetOdds)
    return result


def marks(result: BudgetOdds, mark: str) -> list[Fraction]:
    return [Fraction(chance) for chance in result.characters[0].marks[mark]]


def test_one_horror_is_one_test():
    """D100-SAN-01 to D100-SAN-05: as the odds of the test say."""
    asked = {"san": 12, "idee": 2, "loss_success": "1", "loss_failure": "1d8+2"}
    (odds,) = weigh("d20d100", "odds_san", asked)
    result = budget([BOOK], who={**ADA, "san": 12})
    (mind,) = result.characters
    assert (result.checks, result.events, mind.start) == (1, [""], 12)
    for mark, name in (("temporary", "p_temp_mad"), ("indefinite", "p_indef_mad"), ("permanent", "p_perm_mad")):
        assert marks(result, mark) == [0, Fraction(odds.outcome[name])], mark
    assert Fraction(mind.mean) == 12 - Fraction(odds.outcome["expected_loss"])
    assert mind.lost == ["0", odds.outcome["p_perm_mad"].removesuffix("/1")]


# ---- three horrors by hand ----


def losses(horror: dict[str, str]) -> Iterator[tuple[bool, int, Fraction]]:
    """Held or not, points, and the share of it among its own side."""
    if horror is BODY:
        yield True, 0, Fraction(1)
        yield from ((False, face, Fraction(1, 6)) for face in range(1, 7))
    else:
        yield True, 1, Fraction(1)
        yield from ((False, face + 2, Fraction(1, 8)) for face in range(1, 9))


def by_hand(plan: list[dict[str, str] | None], san: int, idee: int) -> dict[Any, Fraction]:
    """SAN, loss of the hour, SAN at its start and madness, every face counted."""
    odds: dict[Any, Fraction] = {(san, 0, san, False, False, False): Fraction(1)}
    fails = Fraction(sum(face == 1 or face + idee < 10 for face in range(1, 21)), 20)
    for horror in plan:
        after: dict[Any, Fraction] = {}

        def add(key: Any, chance: Fraction, into: dict[Any, Fraction] = after) -> None:
            if chance:
                into[key] = into.get(key, Fraction(0)) + chance

        for (now, lost, start, temp, indef, perm), chance in odds.items():
            if perm:
                add((now, lost, start, temp, indef, perm), chance)
                continue
            if horror is None:
                add((now, 0, now, False, indef, perm), chance)
                continue
            for held, points, share in losses(horror):
                side = Fraction(now, 100) if held else 1 - Fraction(now, 100)
                left = max(0, now - points)
                whole = chance * side * share
                if left == 0:
                    add((0, lost + points, start, temp, indef, True), whole)
                    continue
                mad = indef or (points > 0 and 5 * (lost + points) >= start)
                crisis = fails if points >= 5 else Fraction(0)
                add((left, lost + points, start, True, mad, False), whole * (1 if temp else crisis))
                add((left, lost + points, start, temp, mad, False), whole * (0 if temp else 1 - crisis))
        odds = after
    return odds


@pytest.mark.parametrize("san", [7, 40])
def test_a_scenario_is_what_counting_every_face_says(san):
    """D100-SAN-01, D100-SAN-03, D100-SAN-04, D100-SAN-05: two in one hour, one in the next."""
    given = {"hour": [{"horror": [BODY, BOOK]}, {"horror": [BOOK]}], "character": [{**ADA, "san": san}]}
    planned = parse(ScenarioGiven, given, "budget")
    for events, plan in ((2, [BODY, BOOK]), (3, [BODY, BOOK, None]), (4, [BODY, BOOK, None, BOOK])):
        ((_, asked),) = scenario_calls(planned, Options(), events)
        result = {
            (one.san, one.lost, one.hour_start, one.temporary, one.indefinite, one.permanent): chance
            for one, chance in odds_of(asked)
        }
        assert result == by_hand(plan, san, 2)
        assert sum(result.values()) == 1


def test_an_hour_that_goes_by_begins_a_new_count():
    """D100-SAN-04: what is lost within one hour is added up, what is lost in two is not."""
    same, apart = budget([BODY, BODY, BODY]), budget([BODY], [BODY], [BODY])
    assert marks(same, "indefinite")[-1] > marks(apart, "indefinite")[-1]
    assert apart.events == ["", "hour", "", "hour", ""]
    temporary = marks(apart, "temporary")
    assert temporary[1] > 0 == temporary[2]


def test_what_this_hour_has_cost_already_counts():
    """D100-SAN-04."""
    late = {**ADA, "san": 32, "san_lost_this_hour": 7, "san_hour_start": 41}
    assert marks(budget([{"success": "1", "failure": "1"}], who=late), "indefinite")[-1] == 0
    assert marks(budget([{"success": "1", "failure": "1"}], who={**late, "san_hour_start": 40}), "indefinite")[-1] == 1


def test_one_gets_used_to_a_monster():
    """D100-MISS-09: never more than its failure dice at most, however often it comes."""
    ghoul = {"creature": "goule"}
    most = pack.creature("goule").san
    assert most.failure == "1d6"
    result = budget([ghoul] * 6, who={**ADA, "san": 60})
    ((_, asked),) = scenario_calls(ScenarioGiven(hour=(), character=(Witness(**{**ADA, "san": 60}),)), Options(), 0)
    assert [one.san for one, _ in odds_of(asked)] == [60]
    ends = result.characters[0].distribution
    assert {band for band, chance in ends.items() if Fraction(chance)} == {"from_60", "from_50"}
    used = budget([ghoul], who={**ADA, "san": 60, "san_losses_by_creature": {"goule": 6}})
    assert Fraction(used.characters[0].mean) == 60


def test_a_mind_that_gives_way_is_followed_to_the_end():
    """D100-SAN-06: stopped below 0 it is mad for months, at −10 for ever."""
    horror = [{"success": "6", "failure": "6"}]
    result = budget(horror, who={**ADA, "san": 5}, rule_decompensation=True)
    stays = 1 - Fraction(9, 10) ** 9  # from −1
    assert marks(result, "permanent")[-1] == 1 - stays
    assert marks(result, "indefinite")[-1] == stays
    assert Fraction(result.characters[0].distribution["below"]) == stays
    assert Fraction(budget(horror, who={**ADA, "san": 5}).characters[0].distribution["none"]) == 1


def test_nothing_more_happens_to_whoever_is_lost():
    gone = budget([BODY, BODY], who={**ADA, "san": 0})
    assert gone.characters[0].lost == ["1", "1", "1"]
    assert FIGHTS.band(Facing(san=95, hour_start=95)) == "from_90"


# ---- a plan in words ----


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Le corps, 0/1d6", {"success": "0", "failure": "1d6"}),
        ("The book 1D4 / d10+2 once read", {"success": "1d4", "failure": "1d10+2"}),
        ("La Goule dans la cave", {"creature": "goule"}),
        ("two ghouls? no, a ghoul", {"creature": "goule"}),
        ("Le Shan du grenier", {"creature": "shan"}),
        ("Un bruit le 3/4/1926", {}),
        ("Un bruit", {}),
    ],
)
def test_a_line_says_what_it_costs_or_names_a_monster(line, found):
    """D100-SAN-01, D100-MISS-07."""
    assert hours_of([line]) == [{"horror": [{"source": line, **found}]}]


def test_blank_lines_let_hours_go_by():
    assert [len(hour["horror"]) for hour in hours_of(["", "a", "b", "", "", "c", ""])] == [2, 1]


def test_the_workshop_reads_sheets_and_lines():
    sheet = {"san": 55, "idee": 1, "san_bonus": 5, "san_hour_start": 55, "pv": 9, "san_creation": None}
    file = FIGHTS.scenario([Somebody("Ada", sheet)], ["Le corps, 0/1d6", "", "La goule"])
    result = fight_odds({"system": "d20d100", **file}, None, None, silent)
    assert isinstance(result, BudgetOdds)
    assert (result.characters[0].start, result.events) == (55, ["", "hour", ""])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_course_is_told(language):
    said = "\n".join(tell(budget([BODY, BOOK], [BOOK]), language))
    words = find("d20d100").fights.words
    assert words["mark"]["indefinite"][language] in said
    assert {"fr": "une heure plus tard, après l’horreur 2", "en": "an hour later, after horror 2"}[language] in said
    assert {"fr": "impossible de sombrer", "en": "lost for ever: impossible"}[language] in said


@pytest.mark.parametrize(
    ("horror", "field"),
    [({"success": "1d7"}, "success"), ({"failure": "x"}, "failure"), ({"creature": "goul"}, "creature")],
)
def test_a_horror_that_makes_no_sense_is_refused(horror, field):
    with pytest.raises(Refusal) as caught:
        budget([horror])
    assert caught.value.field.endswith(field)
