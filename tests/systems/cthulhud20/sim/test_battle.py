"""Whole fights: by hand and by rule, who acts first, what changes the odds, how it all ends."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from core.typography import texts, typographic_faults
from gardien.core.calling import odds_of
from gardien.core.chance import Done
from gardien.core.interpreters import odds
from gardien.core.interpreters.table import Table
from gardien.core.system import find
from gardien.sim.fights import BudgetOdds, fight_odds
from gardien.sim.telling import tell
from gardien.systems.cthulhud20.rules.person import Body
from gardien.systems.cthulhud20.sim import acts, fighter_state
from systems.cthulhud20.fought import A, B, content, duel_by_hand, fight, of, silent, weighed, won
from systems.cthulhud20.naive import attacked
from systems.fights import assert_about, assert_ways_agree, line_ups, played_out
from systems.worked import examples

ALL = ("head", "torso", "right_arm", "left_arm", "abdomen", "right_leg", "left_leg")


# ---- Jack, both shots ----


def test_jacks_two_shots_face_by_face():
    """CD20-ODDS-01: 1409/3200 dead; dead or dying is 77/100 if that means critical, 3039/3200 with grave wounds."""
    ranks = ("untouched", "superficial", "light", "moderate", "grave", "critical", "dead")
    result: dict[str, Fraction] = defaultdict(Fraction)
    for (_, first, pf, pv, state), chance in attacked(18 - 10, dict.fromkeys(ALL, 10), faces=range(1, 6)).items():
        if state == "dead":
            result["dead"] += chance
            continue
        left = 8 - (pf if first != "miss" else 0)
        life = 8 - (pv if first != "miss" else 0)
        ca = dict.fromkeys(ALL, 10 - (8 - left) // 2)
        for (_, second, _, _, then), share in attacked(11 - 5, ca, faces=range(1, 41), pv=life, pf=left).items():
            worst = max(
                ("untouched" if one == "miss" else one for one in (first, second) if one in (*ranks, "miss")),
                key=ranks.index,
                default="untouched",
            )
            result["dead" if then == "dead" else worst] += chance * share
    assert sum(result.values()) == 1
    assert result["dead"] == Fraction(1409, 3200)
    assert result["dead"] + result["critical"] == Fraction(77, 100)
    assert result["dead"] + result["critical"] + result["grave"] == Fraction(3039, 3200)
    (jack,) = (one for one in examples("cthulhud20") if one.id == "CD20-EX-28")
    (told,) = odds_of("cthulhud20", "odds_attacks", jack.given)
    assert {rank: Fraction(chance) for rank, chance in told.outcome["worst"].items()} == {
        rank: result.get(rank, Fraction(0)) for rank in ranks
    }


# ---- a duel by hand ----


@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_a_duel_is_what_counting_every_face_says(rounds):
    """CD20-P-INIT-01, CD20-ATT-02, CD20-LOC-01, CD20-GB-04 to CD20-GB-07, CD20-HP-04, CD20-HP-05, CD20-FAT-02."""
    made = fight([A], [B])
    result: dict[Any, Fraction] = defaultdict(Fraction)
    for state, chance in Table(made.step).after(made.start, rounds):
        if isinstance(state, Done):
            a, b = state.value
            name, fate = ("A", a) if not a.free else ("B", b)
            result["", f"{name} {'dead' if fate.status == 'dead' else 'down'}", (0, 0), (0, 0)] += chance
        else:
            one, other = (local.body for local in made.fighter_states(state))
            result["AB"[state.order[0]], "", (one.pv, one.pf), (other.pv, other.pf)] += chance
    assert result == duel_by_hand(rounds)


def test_every_way_of_weighing_agrees(monkeypatch):
    monkeypatch.setattr(find("cthulhud20").fights, "most_points", None)  # as in other games
    exact, _ = assert_ways_agree(lambda runs: weighed([A], [B], runs), 10_000, monkeypatch)
    assert sum(exact.sides.values()) == pytest.approx(1)


VEST = {"torso": 4, "abdomen": 4}
FULL = dict.fromkeys(ALL, 3)


@pytest.mark.parametrize(
    ("armours", "options", "more"),
    [
        (({}, {}), {}, {}),
        ((FULL, VEST), {"worst_wound_only": True}, {"distance": 6}),
        (({"head": 5}, FULL), {"auto_shock": True, "stabilise_all": True}, {}),
    ],
)
def test_what_a_fight_forgets_of_a_body_changes_nothing(monkeypatch, armours, options, more):
    """Every wound with its zone and clock, every part, however somebody lies: the same fates, to the last fraction."""
    strong = {"pv_max": 5, "pf_max": 5}
    ours, theirs = {**A, "armour": armours[0]}, {**B, **strong, "armour": armours[1]}
    small = weighed([ours], [theirs], None, options, **more)
    for module in (acts, fighter_state):
        monkeypatch.setattr(module, "coarse_body", whole_body)
    monkeypatch.setattr(odds, "_replays", {})  # nothing is remembered of the others
    large = weighed([ours], [theirs], None, options, **more)
    assert (small.method, large.method) == ("exact", "exact")
    assert small.states < large.states
    assert [one.exact for one in small.fighters] == [one.exact for one in large.fighters]
    assert small.mean_rounds == pytest.approx(large.mean_rounds, abs=1e-12)
    assert small.rounds == pytest.approx(large.rounds, abs=1e-9)


def whole_body(body: Body, keeping: Any) -> Body:
    """A body with all that is known of it; only wounds of the dead are as good as another."""
    if body.dead:
        return replace(body, wounds=(), pv=0, pf=0)
    order = sorted(
        body.wounds, key=lambda one: one.severity != fighter_state.FAST
    )  # as the end of a round looks for them
    return replace(body, wounds=tuple(one for one in order if one.bleeding))


def test_only_small_fights_are_looked_at_state_by_state():
    """Of whole people there are too many; with blades some more are worth it where nobody waits."""
    fights = find("cthulhud20").fights
    jack, thug = {"name": "J", "sample": "jack"}, {"name": "T", "creature": "thug"}
    assert not fights.explorable(fight([jack], [thug]), patient=True)
    for points, patient, waits in ((10, False, False), (7, True, True), (8, False, False)):
        one, other = ({**one, "pv_max": points, "pf_max": points, "weapons": ["knife"]} for one in (A, B))
        made = fight([one], [other])
        assert (fights.explorable(made, patient=True), fights.explorable(made)) == (patient, waits)
    assert fights.explorable(fight([A], [B]))
    assert not fights.explorable(fight([A], [{**B, "pv_max": 1, "pf_max": 1, "count": 3}]))


def test_a_fight_played_act_by_act_ends_as_often_as_the_table_says():
    """The step of the chain is played with real dice here, not read from a table."""
    options = {"auto_shock": True, "jams": True}
    ours = [{**A, "pv_max": 7, "pf_max": 7, "weapons": [{"weapon": "r38", "loaded": 2}]}]
    ends = played_out(fight(ours, [B], options, distance=6), 400, who=1)
    assert_about(ends, of(weighed(ours, [B], 20_000, options, distance=6), "B"))


@pytest.mark.parametrize("last", [{}, {"dex": 14}, {"feats": ["improved_initiative"]}, {"pf": 1}])
def test_the_order_of_a_fight_is_that_of_the_rule(last):
    """CD20-P-INIT-01: the same odds as everybody’s throw, ties and roll-offs included."""
    people = [{"name": "A", "dex": 14}, {"name": "B"}, {"name": "C", **last}]
    odds = odds_of("cthulhud20", "start_fight", {"combatants": [{"pv_max": 6, **one} for one in people]}, by=("order",))
    made = fight([{**A, "pv_max": 6, "pf_max": 6, **people[0]}], [{"pv_max": 6, **one} for one in people[1:]])
    assert line_ups(made) == {tuple(one.outcome["order"]): one.chance for one in odds}


def test_several_alike_share_one_fate_and_keep_the_table_small():
    one, two = {**B, "name": "X", "pv_max": 1, "pf_max": 1}, {**B, "name": "Y", "pv_max": 1, "pf_max": 1}
    hers = {**A, "tactics": {"whom": "strongest"}}
    together, apart = weighed([hers], [{**one, "name": "B", "count": 2}]), weighed([hers], [one, two])
    assert of(together, "B 1") == of(together, "B 2")
    assert together.states < apart.states
    assert together.sides["us"] == pytest.approx(apart.sides["us"], abs=1e-9)
    assert together.survivors["them"] == pytest.approx(apart.survivors["them"], abs=1e-9)


# ---- what changes the odds ----


def test_armour_and_cover_keep_people_alive():
    """CD20-AC-01, CD20-P-COVER-01: a CA for every zone."""
    vest, all_over = {"torso": 6, "abdomen": 6}, dict.fromkeys(ALL, 6)
    chances = [won({**A, "armour": worn}) for worn in ({}, {"torso": 3}, vest, all_over)]
    assert chances == sorted(chances)
    assert chances[0] < chances[-1]
    assert won({**A, "cover": vest}) == pytest.approx(chances[2])


def test_whoever_is_surprised_loses_a_round():
    """CD20-P-SURP-01: the others act first, one attack each."""
    assert won({**A, "surprised": True}) < won() < won(other={**B, "surprised": True})
    assert won({**A, "surprised": True}, {**B, "surprised": True}) == pytest.approx(won())


def test_only_fatigue_is_lost_to_fists():
    """CD20-FEAT-04: nobody dies of them, nobody bleeds."""
    result = weighed([{**A, "weapons": []}], [{**B, "weapons": []}])
    for one in ("A", "B"):
        assert set(of(result, one)) <= {"unhurt", "hurt", "stunned", "unconscious"}


def test_nobody_who_bleeds_is_left_bleeding_where_nobody_comes():
    """CD20-BLEED-03, CD20-P-ODDS-02: wounds stop by themselves or kill."""
    small = {**A, "pv_max": 4, "pf_max": 4}
    left, alone = weighed([small], [B]), weighed([small], [B], alone=True)
    assert alone.sides["us"] <= left.sides["us"]
    for name in ("A", "B"):
        usual, later = of(left, name), of(alone, name)
        assert {"dying", "bleeding"} & set(usual)
        assert not {"dying", "bleeding"} & set(later)
        assert later["dead"] > usual.get("dead", 0)


def test_a_critical_wound_bleeds_every_round_and_can_end_the_fight():
    """CD20-BLEED-04: who stands over somebody may still fall, and both may lie there in the end."""
    hurt = {"wounds": [{"zone": "torso", "gb": 12}], "pf": 2, "pv": 6, "pv_max": 8, "pf_max": 8}
    idle = {"name": "B", "weapons": [], "attacks": [{"name": "stare", "attack_bonus": -100, "lethality": 0}]}
    result = weighed([{**A, **hurt, "weapons": [], "base_attack": [-30]}], [idle], distance=1.5)
    assert result.sides["them"] > 0.5
    assert of(result, "A")["dying"] > 0.5
    assert "dead" not in of(result, "A")  # his PF are gone first


def test_shocks_come_where_the_table_wants_them():
    """CD20-P-SHOCK-01, CD20-SHOCK-01, CD20-SHOCK-02: a grave wound costs half a turn, a critical one all of it."""
    strong, other = {**A, "base_attack": [9], "feats": ["improved_initiative"]}, {**B, "pv_max": 6, "pf_max": 6}
    for options, expected in (({}, {"none"}), ({"auto_shock": True}, {"none", "partial", "skip"})):
        made = fight([strong], [other], options)
        Table(made.step).after(made.start, 1)
        assert {local.body.shock for _, local in made.numbered.things} == expected


def test_the_sight_of_a_creature_may_decide_it():
    """CD20-P-SAN-03: whoever loses their head takes no part; people of the Keeper’s do not look."""
    ghoul = {
        "name": "G",
        "creature": "ghoul",
        "pv_max": 1,
        "pf_max": 1,
        "pv": 1,
        "pf": 1,
        "san_loss": {"failure": "1d10"},
    }
    brave, frail = {**A, "san": 90}, {**A, "san": 20, "wis": 6}
    assert "mad" not in of(weighed([frail], [ghoul], 500), "A")
    assert of(weighed([frail], [ghoul], 500, sight=True), "A")["mad"] > of(
        weighed([brave], [ghoul], 500, sight=True), "A"
    ).get("mad", 0)
    assert "mad" not in of(weighed([{**frail, "npc": True}], [ghoul], 500, sight=True), "A")


def test_a_creature_that_keeps_hit_points_loses_them_and_mends():
    """CD20-P-CREA-02, CD20-P-CREA-03."""
    blob = {"name": "Blob", "damage_mode": "traditional", "hp": 8, "natural_armour": 2, "weapons": [], "attacks": []}
    knife = {**A, "pv_max": 4, "pf_max": 4, "weapons": ["knife"]}
    plain, heals = weighed([knife], [blob]), weighed([knife], [{**blob, "heals": 2}])
    assert plain.sides["us"] > heals.sides["us"]
    tough = weighed([knife], [{**blob, "damage_reduction": 3}])
    assert plain.sides["us"] > tough.sides["us"]
    assert set(of(plain, "Blob")) <= {"unhurt", "hurt", "dead"}


def test_a_fight_nobody_can_win_is_undecided():
    """Out of each other’s reach, with nothing that shoots and no legs to stand on: nothing more happens."""
    still = {"speed_m": 0}
    result = weighed([{**A, **still}], [{**B, **still}], distance=50)
    assert result.undecided == 1
    assert result.mean_rounds <= 2


# ---- who enters ----


@pytest.mark.parametrize(
    "row", ["cultist", "dog", "zombie", "nightgaunt", "mi_go", "elder_thing", "yithian", "shoggoth"]
)
def test_every_kind_of_body_fights(row):
    """CD20-CREA-02: human, adapted and own tables, hit points."""
    result = weighed([{"name": "Jack", "sample": "jack"}], [{"name": "it", "creature": row}], 60, distance=6)
    assert sum(of(result, "it").values()) == pytest.approx(1)
    assert sum(result.sides.values()) + result.nobody + result.undecided == pytest.approx(1)


def test_what_is_said_beside_a_key_wins():
    frail = {"name": "it", "creature": "thug", "pv_max": 1, "pf_max": 1, "pv": 1, "pf": 1, "attacks": []}
    made = fight([{**A, "count": 2}], [frail])
    assert made.profiles[2].who.life_max == 1
    assert made.profiles[2].arms[0].bonus == 2  # empty counts as not said
    assert [one.id for one in made.fighters] == ["A 1", "A 2", "it"]


@pytest.mark.parametrize(
    ("faulty", "field"),
    [
        ({"creature": "x"}, "creature"),
        ({"sample": "x"}, "sample"),
        ({"creature": "thug", "sample": "jack"}, "sample"),
        ({"weapons": ["x"]}, "weapons"),
        ({"damage_mode": "traditional"}, "hp"),
    ],
)
def test_wrong_fighters_are_refused(faulty, field):
    from gardien.core.errors import Refusal

    with pytest.raises(Refusal) as caught:
        fight([{"name": "F", **faulty}], [B])
    assert caught.value.field.endswith(field)


def test_an_encounter_of_the_workshop_can_be_weighed():
    """Sheets against rows, every choice at its default and at its last value."""
    import msgspec

    from gardien.core.simulation import Some, Somebody
    from gardien.systems.cthulhud20.sheet.samples import sample_person

    system = find("cthulhud20")
    sheet = msgspec.to_builtins(sample_person("paul", "fr"))
    theirs = [Some("Cultiste", "creature", "cultist", 1), Some("Loup", "creature", "wolf", 1)]
    for last in (False, True):
        picked = {one.key: (one.values or ("true",))[-1] if last else one.default for one in system.fights.choices}
        file = system.fights.encounter(("nous", [Somebody("Paul", sheet)]), ("eux", theirs), picked)
        result = fight_odds({"system": "cthulhud20", **file}, 50, 1, silent)
        lines = tell(result, "fr")
        assert any("destin" in line for line in lines)
        assert sum(result.sides.values()) + result.nobody + result.undecided == pytest.approx(1)


def test_everything_that_is_told_has_its_words():
    fights = find("cthulhud20").fights
    words = fights.words
    assert set(words["status"]) == {one.key for one in fights.endings}
    assert set(words["band"]) == {one.key for one in fights.bands}
    assert set(words["mark"]) == set(words["shop"]["mark"]) == set(fights.marks)
    for one in fights.choices:
        assert set(words["tactic"][one.key].get("value", {})) == set(one.values)
    wrong = [(place, fault) for place, language, text in texts(words) for fault in typographic_faults(text, language)]
    assert wrong == []


# ---- SAN over a scenario ----


def budget(hours: list[Any], **who: Any) -> Any:
    file = {"system": "cthulhud20", "hour": hours, "character": [{"name": "Ada", **who}]}
    result = fight_odds(file, None, None, silent)
    assert isinstance(result, BudgetOdds)
    return result.characters[0]


def test_a_scenario_of_one_horror_is_its_check():
    """CD20-P-SAN-02, CD20-P-SAN-04: 1/1d4 with SAN 4: lost for good with a 4 on a failure."""
    mind = budget([{"horror": [{"success": "1", "failure": "1d4"}]}], san=4, wis=20)
    assert Fraction(mind.lost[-1]) == Fraction(96, 100) * Fraction(1, 4)
    assert Fraction(mind.mean) == Fraction(4, 100) * 3 + Fraction(96, 400) * (3 + 2 + 1 - 10)


def test_an_hour_begins_a_new_count():
    """CD20-P-SAN-04: a fifth within one hour, not over two."""
    horror = {"success": "5", "failure": "5"}
    once = budget([{"horror": [horror, horror]}], san=50, wis=30)
    twice = budget([{"horror": [horror]}, {"horror": [horror]}], san=50, wis=30)
    assert once.marks["indefinite"] == ["0", "0", "1"]
    assert twice.marks["indefinite"] == ["0", "0", "0", "0"]


def test_lines_of_a_plan_are_read():
    """CD20-P-SAN-02, CD20-P-CREA-03: losses, creatures and causes by name, a blank line for an hour."""
    fights = find("cthulhud20").fights
    lines = ["La porte, 1/D6", "une goule dans le puits", "", "un cadavre", "rien"]
    (first, second) = fights.scenario([], lines)["hour"]
    assert first["horror"][0] | {"source": ""} == {"source": "", "success": "1", "failure": "1d6"}
    assert first["horror"][1]["creature"] == "ghoul"
    assert [set(one) - {"source"} for one in second["horror"]][1] == set()
    mind = budget([{"horror": [{"creature": "ghoul"}, {"cause": "corpse"}]}])
    assert mind.start == 50
    assert content([], [])["system"] == "cthulhud20"
