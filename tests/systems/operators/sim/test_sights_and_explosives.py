"""Fights weighed to their end with what is seen and what bursts, and fights that have no end (CREAT, SAN, HAZ)."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from gardien.core.calling import odds_of as weigh
from gardien.core.chance import call
from gardien.core.inputs import parse
from gardien.core.interpreters.odds import odds_of
from gardien.core.simulation import Some, Somebody
from gardien.core.terms import number
from gardien.sim.fights import FightOdds, fight_odds
from gardien.sim.telling import tell
from gardien.systems.operators.options import Options
from gardien.systems.operators.sheet.sheet import ready_operator
from gardien.systems.operators.sim import FIGHTS, Fight
from gardien.systems.operators.sim.acts import FighterState, Lob, act
from gardien.systems.operators.sim.fighters import FightGiven
from gardien.systems.operators.sim.tactics import Field, choose
from systems.operators.sim.test_battle import A, content, of, silent

OPERATOR = {**A, "kind": "operator", "san": 60, "luck": 0}
HORROR = {"name": "H", "kind": "creature", "FOR": 1, "DEX": 0, "shock": "severe"}  # seen, and no danger beside
LOBBER = {**A, "kind": "npc", "DEX": 12, "devices": ["frag"], "tactics": {"explosives": True}}
FOES = [{"name": name, "kind": "npc", "FOR": 6, "CON": 6} for name in ("X", "Y", "Z")]


def weighed(ours: list[Any], theirs: list[Any], runs: int | None = None, **more: Any) -> FightOdds:
    result = fight_odds({**content(ours, theirs), **more}, runs, 7, silent)
    assert isinstance(result, FightOdds)
    return result


def made(ours: list[Any], theirs: list[Any], **more: Any) -> Fight:
    file = {**content(ours, theirs), **more}
    del file["system"], file["options"]
    return Fight(parse(FightGiven, file, "fight"), Options())


def acts(fight: Fight, who: int = 0, *people: FighterState) -> Any:
    now = people or fight.fighter_states(fight.start)
    field = Field(fight.profiles, fight.side_of, tuple(now), fight.zone, fight.options, frozenset(), fight.apart)
    return choose(field, who, "act", 0)


# ---- what is seen ----


def test_whoever_loses_control_at_the_sight_takes_no_part():
    """OPS-CREAT-06, OPS-SAN-03: the chance is that of the shock itself, exactly."""
    shock = weigh("operators", "san_shock", {"san": 60, "shock": "severe"}, by=("outcome",))
    lost = sum((one.chance for one in shock if one.outcome["outcome"] != "control"), Fraction(0))
    result = weighed([OPERATOR], [HORROR], sight=True)
    fate = next(one for one in result.fighters if one.name == "A")
    assert result.method == "exact"
    assert Fraction(fate.exact["mad"]) == lost
    assert "mad" not in of(weighed([OPERATOR], [HORROR]), "A")


def test_creatures_of_a_kind_are_one_sight_and_two_kinds_are_two():
    """OPS-SAN-07: the second is faced with what the first has left of SAN."""
    one = of(weighed([OPERATOR], [HORROR], sight=True), "A")["mad"]
    pack = of(weighed([OPERATOR], [{**HORROR, "count": 3}], sight=True), "A")["mad"]
    other = {**HORROR, "name": "G", "FOR": 2}
    both = of(weighed([OPERATOR], [HORROR, other], sight=True), "A")["mad"]
    assert pack == pytest.approx(one)
    assert one < both < 1 - (1 - one) ** 2 + 0.2
    assert both > 1 - (1 - one) ** 2  # SAN is lower the second time


def test_people_who_are_no_operators_and_people_without_horrors_see_nothing():
    """OPS-CREAT-06: shocks are an Operator's."""
    for ours, theirs in ((A, HORROR), (OPERATOR, {**A, "name": "B"})):
        assert made([ours], [theirs], sight=True).start.phase == "surprise"
    assert made([OPERATOR], [HORROR], sight=True).start.phase == "sight"
    assert not FighterState(mad=True).stands


def test_a_fight_is_lost_before_it_begins_where_everybody_loses_control():
    result = weighed([{**OPERATOR, "san": 1}], [{**HORROR, "shock": "existential"}], sight=True)
    assert of(result, "A") == {"mad": 1.0}
    assert result.sides["them"] == 1.0


# ---- what bursts ----


def test_a_shield_is_cover_wherever_one_goes():
    """OPS-CBT-10, M-07: shots at its bearer are one step harder, as behind a wall."""
    fight = made([{**A, "worn": ["ballistic_shield"]}], FOES[:1])
    field = Field(fight.profiles, fight.side_of, fight.fighter_states(fight.start), 0, fight.options, frozenset())
    assert [field.cover(at) for at in (0, 1)] == ["in_cover", "normal"]


def test_an_explosive_is_thrown_at_two_or_more_and_only_as_long_as_there_are_any():
    """OPS-HAZ-03: one grenade, then the gun."""
    fight = made([LOBBER], FOES[:2])
    first = acts(fight)
    assert (first.kind, first.targets) == ("lob", (1, 2))
    assert isinstance(first.given, Lob)
    assert first.given.distances == (0, 3)
    people = list(fight.fighter_states(fight.start))
    people[0] = msgspec.structs.replace(people[0], lobs=0)
    assert acts(fight, 0, *people).kind == "shot"
    assert acts(made([LOBBER], FOES[:1])).kind == "shot"
    assert acts(made([LOBBER], FOES[:2], zone=1)).kind == "shot"  # thrown no farther than Zone 0
    assert acts(made([{**LOBBER, "tactics": {}}], FOES[:2])).kind == "shot"


def test_a_blast_is_one_throw_for_all_whom_it_reaches():
    """OPS-HAZ-03, M-08: both at once or not at all, whatever the dice; the state after it by hand."""
    fight = made([LOBBER], FOES[:2], apart=0)
    aimed = acts(fight)
    odds = odds_of(call(act, aimed.given, Options()))
    assert sum((chance for _, chance in odds), Fraction(0)) == 1
    assert all(left.felt[0] == left.felt[1] for left, _ in odds)
    on_target = [(left, chance) for left, chance in odds if left.felt[0] == 24]
    assert sum((chance for _, chance in on_target), Fraction(0)) >= Fraction(36, 100) / 6**4


def test_grenades_help():
    """OPS-HAZ-03: three gunmen close together."""
    armed = [{**A, "name": one["name"]} for one in FOES]
    plain = weighed([{**LOBBER, "tactics": {}}], armed, 4000)
    helped = weighed([LOBBER], armed, 4000)
    assert helped.sides["us"] > plain.sides["us"] + 0.02


# ---- fights without an end ----


def test_a_fight_that_nobody_can_end_says_after_how_many_turns_it_was_left():
    """Two who hit once in a hundred and never hurt: both stand after the limit, and the telling says so."""
    tough = {"kind": "npc", "FOR": 200, "CON": 200, "DEX": 1}
    result = weighed([{**tough, "name": "A"}], [{**tough, "name": "B"}], 50)
    assert result.limit == FIGHTS.most_rounds
    assert result.unfinished == 1.0
    told = "\n".join(tell(result, "fr"))
    assert f"Encore en cours après {number(result.limit, 'fr')} tours" in told


def test_whoever_waits_is_answered_in_time_with_as_many_fights_as_there_was_time_for():
    """A heavy creature against three: simulated, and the number of fights is told with the result."""
    names = ("ares", "argos", "asclepios")
    file = content([{"name": one, "ready": one} for one in names], [{"name": "S", "creature": "shoggoth"}])
    result = fight_odds(file, 100_000, 1, silent, 0.5)
    assert isinstance(result, FightOdds)
    assert result.method == "simulated"
    assert 0 < result.runs < 100_000
    assert sum(result.sides.values()) + result.nobody + result.undecided + result.unfinished == pytest.approx(1)


def test_what_cannot_be_worked_out_in_time_is_simulated():
    file = content([{"name": "a", "ready": "ares"}], [{"name": "S", "creature": "star_spawn"}])
    result = fight_odds(file, None, 1, silent, 0.4)
    assert isinstance(result, FightOdds)
    assert result.method == "simulated"


# ---- the workshop ----


def test_the_workshop_knows_explosives_and_sights():
    """OPS-HAZ-03, OPS-CREAT-06: by the form's words."""
    ares = Somebody("Arès", msgspec.to_builtins(ready_operator("ares", "fr")))
    plain = {one.key: one.read("") for one in FIGHTS.choices}
    asked = {**plain, "explosives": "frag", "sight": "true"}
    file = FIGHTS.encounter(("us", [ares]), ("them", [Some("Goule", "creature", "ghoul", 2)]), asked)
    given = parse(FightGiven, file, "fight")
    fight = Fight(given, Options())
    assert given.sight
    assert fight.profiles[0].devices == ("frag",)
    assert fight.profiles[1].shock is not None
    assert fight.start.phase == "sight"
