"""Whole fights: solved, simulated and played must agree, for they read the same rules."""

import random
from fractions import Fraction

import msgspec
import pytest

import gardien
from gardien.core.chance import Done
from gardien.core.errors import Refusal
from gardien.core.interpreters.play import play
from gardien.core.simulation import Some, Somebody
from gardien.core.system import find, keys
from gardien.core.terms import sentence
from gardien.sim import chains
from gardien.sim.fights import BudgetOdds, FightOdds, fight_odds
from gardien.sim.telling import tell
from gardien.systems.yacdha.options import Options
from gardien.systems.yacdha.sim import Fight, FightGiven

JOHN = {"name": "John", "weapon": "pistol"}
CULTIST = {"name": "Cultist", "npc": "cultist"}


def silent(done: int, of: int) -> None:
    """No progress bar."""


def sides(ours: list[dict], theirs: list[dict]) -> list[dict]:
    return [{"name": "us", "fighter": ours}, {"name": "them", "fighter": theirs}]


def weighed(ours: list[dict], theirs: list[dict], runs: int | None = None, **more: object) -> FightOdds:
    result = fight_odds({"system": "yacdha", "side": sides(ours, theirs), **more}, runs, 7, silent)
    assert isinstance(result, FightOdds)
    return result


def budget(**content: object) -> BudgetOdds:
    result = fight_odds({"system": "yacdha", **content}, None, None, silent)
    assert isinstance(result, BudgetOdds)
    return result


def fate(result: FightOdds, name: str):
    return next(one for one in result.fighters if one.name == name)


def test_a_duel_to_the_end_is_exact_and_its_fates_sum_to_one():
    result = weighed([{**JOHN, "luck": 0}], [CULTIST])
    assert result.method == "exact"
    for one in result.fighters:
        assert sum(Fraction(chance) for chance in one.exact.values()) == 1
    assert sum(result.sides.values()) + result.nobody + result.undecided == pytest.approx(1, abs=1e-12)
    assert sum(result.rounds) == pytest.approx(1, abs=1e-9)


def test_two_equal_fighters_have_equal_chances():
    """YAC-COM-10: both throw, both may die."""
    result = weighed([{**JOHN, "luck": 0}], [{"name": "Jack", "weapon": "pistol", "luck": 0}])
    assert fate(result, "John").exact == fate(result, "Jack").exact
    assert result.sides["us"] == pytest.approx(result.sides["them"], abs=1e-12)


def test_a_duel_with_knives_equals_the_chain_worked_out_by_hand():
    """YAC-COM-08, YAC-COM-10: each round both hit with 5/12 (1 with 5/36, 2 with 10/36), until somebody reaches 6."""
    hit = {0: Fraction(7, 12), 1: Fraction(5, 36), 2: Fraction(10, 36)}
    mass = {(1, 1): Fraction(1)}
    both = one = Fraction(0)
    for _ in range(400):
        after: dict[tuple[int, int], Fraction] = {}
        for (a, b), chance in mass.items():
            for i, p in hit.items():
                for j, q in hit.items():
                    state = (min(6, a + i), min(6, b + j))
                    after[state] = after.get(state, Fraction(0)) + chance * p * q
        both += sum(chance for state, chance in after.items() if state == (6, 6))
        one += sum(chance for state, chance in after.items() if state[0] == 6 and state[1] < 6)
        mass = {state: Fraction(float(chance)) for state, chance in after.items() if 6 not in state and chance > 1e-18}
    result = weighed([{"name": "A", "weapon": "knife", "luck": 0}], [{"name": "B", "weapon": "knife", "luck": 0}])
    assert result.nobody == pytest.approx(float(both), abs=1e-9)
    assert result.sides["them"] == pytest.approx(float(one), abs=1e-9)


def test_a_simulated_fight_agrees_with_the_exact_one_within_five_sigma():
    exact = weighed([JOHN], [{**CULTIST, "count": 2}])
    runs = 20_000
    drawn = weighed([JOHN], [{**CULTIST, "count": 2}], runs=runs)
    assert drawn.method == "simulated"
    assert drawn.runs == runs
    chance = exact.sides["them"]
    sigma = (chance * (1 - chance) / runs) ** 0.5
    assert abs(drawn.sides["them"] - chance) <= 5 * sigma


def test_floating_point_agrees_with_fractions(monkeypatch):
    exact = weighed([JOHN], [CULTIST])
    monkeypatch.setattr(chains, "FEW_POINTS", 0)
    solved = weighed([JOHN], [CULTIST])
    assert (exact.method, solved.method) == ("exact", "solved")
    assert solved.sides == pytest.approx(exact.sides, abs=1e-11)
    assert solved.mean_rounds == pytest.approx(exact.mean_rounds, abs=1e-9)
    assert solved.rounds[:20] == pytest.approx(exact.rounds[:20], abs=1e-12)


@pytest.mark.parametrize(
    ("runs", "value", "told"),
    [
        (500, 0.0, "moins de 0,6 %"),
        (500, 1.0, "plus de 99,4 %"),
        (1_000_000, 0.0, "moins de 0,1 %"),
        (1_000_000, 1.0, "plus de 99,9 %"),
    ],
)
def test_what_never_came_in_so_many_fights_is_not_called_impossible(runs, value, told):
    """Zero of 500 says no more than “less than 3 in 500”, with 95 % certainty."""
    drawn = msgspec.structs.replace(weighed([JOHN], [CULTIST], runs=50), runs=runs, sides={"Groupe": value})
    line = next(line for line in tell(drawn, "fr") if "Groupe" in line)
    assert line.replace("\u00a0", " ").replace("\u202f", " ").endswith(told)


def test_too_many_states_are_simulated_and_the_result_says_so(monkeypatch):
    monkeypatch.setattr(chains, "MOST_POINTS", 50)
    monkeypatch.setattr(chains, "DEFAULT_RUNS", 500)
    assert weighed([JOHN], [{**CULTIST, "count": 3}]).method == "simulated"


def test_fighters_alike_share_one_fate_and_order_does_not_matter():
    """Sorting fighters alike must not change what is true of their side."""
    john = {**JOHN, "luck": 0, "tactics": {"whom": "strongest"}}
    together = weighed([john], [{**CULTIST, "count": 2}])
    apart = weighed([john], [{**CULTIST, "name": "A"}, {**CULTIST, "name": "B"}])
    assert together.states < apart.states
    assert together.sides == pytest.approx(apart.sides, abs=1e-12)
    assert together.survivors["them"] == pytest.approx(apart.survivors["them"], abs=1e-12)
    mean = sum(fate(apart, name).alive for name in "AB") / 2
    assert fate(together, "Cultist 1").alive == fate(together, "Cultist 2").alive == pytest.approx(mean, abs=1e-12)


def test_a_fight_played_round_by_round_ends_as_often_as_the_table_says():
    """The step of the chain is played with real dice here, not read from a table."""
    given = msgspec.convert(
        {"side": [{"name": "us", "fighter": [{**JOHN, "luck": 0}]}, {"name": "them", "fighter": [CULTIST]}]}, FightGiven
    )
    fight = Fight(given, Options())
    source = random.Random(11)
    fights, won = 600, 0
    for _ in range(fights):
        state = fight.start
        while not isinstance(state, Done):
            state = play(fight.step(state), source).outcome
        won += fight.fighter_states(state.value)[0].status == "active"
    chance = fate(weighed([{**JOHN, "luck": 0}], [CULTIST]), "John").statuses["active"]
    sigma = (chance * (1 - chance) / fights) ** 0.5
    assert abs(won / fights - chance) <= 5 * sigma


def test_whoever_flees_at_the_first_wound_rarely_dies():
    """YAC-COM-17: contact acts do not reach who flees."""
    brave = weighed([{"name": "Daisy", "luck": 0}], [CULTIST])
    careful = weighed([{"name": "Daisy", "luck": 0, "tactics": {"flee_at_trauma": 2}}], [CULTIST])
    assert fate(careful, "Daisy").statuses["fled"] > Fraction(1, 2)
    assert fate(careful, "Daisy").statuses.get("dead", 0) < fate(brave, "Daisy").statuses["dead"]


def test_comrades_run_when_one_has_fallen():
    result = weighed(
        [{"name": "A", "luck": 0}, {"name": "B", "luck": 0, "tactics": {"flee_at_losses": 1}}],
        [{**CULTIST, "count": 2, "weapon": "pistol"}],
    )
    assert fate(result, "B").statuses["fled"] > 0
    assert "fled" not in fate(result, "A").statuses


def test_a_forced_die_hits_more_often_and_hurts_its_author():
    """YAC-COM-23."""
    plain = weighed([{"name": "A", "weapon": "spear", "luck": 0}], [CULTIST])
    forced = weighed([{"name": "A", "weapon": "spear", "luck": 0, "tactics": {"force_up_to_trauma": 3}}], [CULTIST])
    assert forced.mean_rounds < plain.mean_rounds


def test_luck_turns_deaths_into_coma():
    """YAC-LUC-07."""
    lucky, plain = weighed([JOHN], [CULTIST]), weighed([{**JOHN, "luck": 0}], [CULTIST])
    assert "coma" in fate(lucky, "John").statuses
    assert "coma" not in fate(plain, "John").statuses
    assert fate(lucky, "John").statuses.get("dead", 0) < fate(plain, "John").statuses["dead"]


def test_whom_to_attack_changes_who_falls():
    first = weighed(
        [{**JOHN, "count": 2, "tactics": {"whom": "first"}}], [{**CULTIST, "name": "A"}, {**CULTIST, "name": "B"}]
    )
    spread = weighed(
        [{**JOHN, "count": 2, "tactics": {"whom": "spread"}}], [{**CULTIST, "name": "A"}, {**CULTIST, "name": "B"}]
    )
    assert fate(first, "A").statuses["dead"] > fate(first, "B").statuses["dead"]
    assert fate(spread, "B").statuses["dead"] > fate(first, "B").statuses["dead"]


def test_surprise_gives_a_free_round():
    """YAC-COM-20."""
    fair = weighed([{**JOHN, "luck": 0}], [CULTIST])
    ambush = weighed([{**JOHN, "luck": 0}], [{**CULTIST, "surprised": True}])
    assert ambush.sides["us"] > fair.sides["us"]


def test_creatures_of_the_pack_fight_with_all_their_acts():
    """YAC-CRT-02: a shoggoth leaves nobody."""
    result = weighed([{**JOHN, "count": 2, "luck": 0}], [{"name": "It", "creature": "shoggoth"}])
    assert result.sides["them"] > 0.99


def test_a_grapple_ends_a_fight_without_blood():
    """YAC-COM-11, YAC-COM-13."""
    result = weighed(
        [{"name": "A", "luck": 0, "tactics": {"act": "immobilise"}}],
        [{"name": "B", "luck": 0, "tactics": {"act": "dodge"}}],
    )
    assert fate(result, "B").statuses.get("dead", 0) == 0
    assert result.sides["us"] + result.nobody > 0.9


def test_two_who_only_dodge_do_not_fight_for_ever():
    result = weighed([{"name": "A", "tactics": {"act": "dodge"}}], [{"name": "B", "tactics": {"act": "dodge"}}])
    assert result.undecided == 1


def test_a_fight_that_nobody_can_win_is_left_unfinished():
    """A weapon that cannot hurt: after very many rounds the rest is told, not hidden."""
    result = weighed(
        [{"name": "A", "weapon": "fist", "luck": 0}], [{"name": "It", "creature": "great_spawn", "disadvantage": True}]
    )
    assert result.sides["us"] == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"side": []}, "side: at least 2 needed."),
        ({"side": [{"name": "a", "fighter": [{"name": "x"}]}] * 2}, "Two sides are called a: rename one"),
        (
            {
                "side": [
                    {"name": "a", "fighter": [{"name": "x", "weapon": "revolvr"}]},
                    {"name": "b", "fighter": [{"name": "y"}]},
                ]
            },
            "Did you mean “revolver”?",
        ),
        (
            {
                "side": [
                    {"name": "a", "fighter": [{"name": "x"}]},
                    {"name": "b", "fighter": [{"name": "y", "creature": "colour_from_space"}]},
                ]
            },
            "cannot be fought",
        ),
        ({"system": "nowhere"}, "is not an installed system"),
        ({"checks": 200, "character": [{"name": "x"}]}, "checks"),
        ({"checks": 1, "character": [{"name": "x"}] * 2}, "Two characters are called x: rename one"),
        ({"side": sides([{"name": "x"}], [{"name": "x"}])}, "Two characters are called x: rename one"),
        (
            {"side": sides([{"name": "x", "count": 20}, {"name": "y", "count": 20}], [{"name": "z"}])},
            "side: 40 at most, 41 given.",
        ),
        (
            {"side": sides([{"name": "x", "npc": "cultist", "creature": "ghoul"}], [{"name": "z"}])},
            "creature: “ghoul” is not allowed here, only npc | creature.",
        ),
    ],
)
def test_a_fight_that_makes_no_sense_is_refused(content, said):
    with pytest.raises(Refusal) as caught:
        fight_odds({"system": "yacdha", **content}, None, None, silent)
    assert said in sentence(caught.value, "en")


def test_a_scenario_of_seven_checks_costs_eleven_percent_of_minds():
    """Table 11, YAC-ODD-07: 665/5832 from madness 1."""
    result = budget(checks=7, character=[{"name": "Daisy"}, {"name": "Liam", "madness": 3}])
    daisy, liam = result.characters
    assert daisy.lost[-1] == "665/5832"
    assert daisy.lost[5] == "5/324"
    assert liam.lost[3] == "1/36"
    assert Fraction(result.nobody_lost) == (1 - Fraction(daisy.lost[-1])) * (1 - Fraction(liam.lost[-1]))
    assert sum(Fraction(chance) for chance in daisy.distribution.values()) == 1
    assert Fraction(daisy.mean) == sum(int(value) * Fraction(chance) for value, chance in daisy.distribution.items())
    assert (daisy.start, liam.start, daisy.marks, result.events) == (1, 3, {}, [""] * 7)


def test_a_horror_already_faced_calls_for_no_second_check():
    """YAC-GAU-05."""
    daisy = [{"name": "Daisy", "madness": 5}]
    twice, once = (budget(checks=["corpse"] * times, character=daisy) for times in (2, 1))
    assert twice.characters[0].distribution == once.characters[0].distribution


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("runs", [None, 200])
def test_results_are_told_in_both_languages(language, runs):
    lines = tell(weighed([JOHN], [CULTIST], runs=runs, title="Cellar"), language)
    assert lines[0] == "Cellar"
    assert any("±" in line for line in lines) == (runs is not None)
    assert any("Daisy" in line for line in tell(budget(checks=3, character=[{"name": "Daisy"}]), language))


def test_every_example_file_is_weighed(pytestconfig):
    import tomllib

    files = sorted((pytestconfig.rootpath / "examples").glob("*.toml"))
    assert files
    for path in files:
        assert tell(fight_odds(tomllib.loads(path.read_text("utf-8")), None, None, silent), "fr")


def test_the_system_declares_its_fights():
    assert find("yacdha").fights is not None


@pytest.mark.parametrize("key", keys())
def test_whoever_is_given_by_a_sheet_fights_with_its_values(key, tmp_path):
    """As the workshop weighs people of a table; a file of a fight names the sheet's own file beside it."""
    fights = find(key).fights
    sheet = msgspec.to_builtins(gardien.create(key, seed=3))
    name, (opening, _) = str(sheet["name"]), fights.opening
    theirs = Some("Eux", *opening.split("/"), 1)
    chosen = {one.key: one.read("") for one in fights.choices}
    file = fights.encounter(("Nous", [Somebody(name, sheet)]), ("Ceux-là", [theirs]), chosen)
    expected = gardien.fight({"system": key, **file}, runs=20, seed=1)
    (tmp_path / "one.json").write_bytes(msgspec.json.encode(sheet))
    file["side"][0]["fighter"] = [{"sheet": "one.json"}]
    (tmp_path / "fight.json").write_bytes(msgspec.json.encode({"system": key, **file}))
    assert gardien.fight(tmp_path / "fight.json", runs=20, seed=1) == expected


def test_a_sheet_that_will_not_do_is_named_by_its_place():
    def refused(sheet: object) -> gardien.Refusal:
        side = {"name": "Nous", "fighter": [{"name": "Ann"}, {"sheet": sheet}]}
        with pytest.raises(gardien.Refusal) as caught:
            gardien.fight({"system": "yacdha", "side": [side]})
        return caught.value

    assert refused("ann.json").field == "side[0].fighter[1].sheet"  # only a file may name another
    assert "operators" in refused({"system": "operators"}).said("fr")
    assert refused({"system": "yacdha", "trauma": 40}).field
