"""Conditions that the rule pages name, kept at the table: once a day, half of one's strength, as long as it acts."""

import pytest

from gardien.table import commands as c
from systems.organique.evening import Evening, refused, rounds, somebody, throw_all
from systems.table import at

HOUR, DAY = 60, 24 * 60


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def lost_end(evening: Evening, who: str) -> int:
    known = evening.sheet(who)
    return int(known["effective"]["END"] - known["end_now"])


# ---- efforts ----


@pytest.mark.parametrize(
    ("procedure", "given", "tires"),
    [
        ("test", {"characteristic": "FOR"}, True),
        ("test", {"characteristic": "INT"}, False),
        ("test", {"base": 12}, False),
        ("test_two", {"first": "AGI", "second": "FOR"}, True),
        ("test_two", {"first": "AGI", "second": "INT"}, False),
        ("skill_test", {"skill": "weight_lifting"}, True),
        ("skill_test", {"skill": "climbing"}, False),
        ("skill_test", {"skill": "climbing", "characteristic": "FOR"}, True),
    ],
)
def test_any_test_of_strength_that_asks_for_half_of_it_costs_breath(evening, procedure, given, tires):
    """ORG-END-02: the difficulty less 10 against half of FOR, whatever the test is called."""
    kim = evening.kim
    enough = 10 + -(-evening.sheet(kim)["effective"]["FOR"] // 2)
    evening.do(kim, procedure, (10,), difficulty=enough - 1, **given)
    assert lost_end(evening, kim) == 0
    evening.do(kim, procedure, (10,), difficulty=enough, **given)
    assert lost_end(evening, kim) == int(tires)


def test_without_the_skill_nothing_is_tried_and_nothing_tires(evening):
    """ORG-SKILL-06, ORG-END-02."""
    evening.do(evening.kim, "skill_test", (), skill="physics", characteristic="FOR", difficulty=30)
    assert lost_end(evening, evening.kim) == 0


def test_both_who_pull_at_one_thing_lose_breath_and_nobody_by_wits(evening):
    """ORG-FOR-01, ORG-INT-01, ORG-END-02: against 20, which is half of any FOR."""
    both = (evening.kim, evening.tyra)
    evening.do(evening.kim, "contest", (10, 10), b=at(evening.tyra), characteristic="INT")
    assert [lost_end(evening, one) for one in both] == [0, 0]
    evening.do(evening.kim, "contest", (10, 10), b=at(evening.tyra))
    assert [lost_end(evening, one) for one in both] == [1, 1]


def test_a_turn_at_half_of_ones_speed_costs_breath(evening):
    """ORG-VIT-02, ORG-END-02: below it nothing, above one's speed nobody runs."""
    kim = evening.kim
    most = evening.sheet(kim)["effective"]["VIT"]
    for speed, lost in ((most / 2 - 0.1, 0), (most + 1, 0), (most / 2, 1), (most, 2)):
        evening.do(kim, "run", speed=speed)
        assert lost_end(evening, kim) == lost


def test_an_effort_in_a_fight_costs_its_turn_and_no_more(evening):
    """ORG-END-02: fighting itself is the effort."""
    evening.fight((evening.kim,), (evening.thug,))
    evening.rank(evening.kim, evening.thug)
    evening.do(evening.kim, "run", speed=evening.sheet(evening.kim)["effective"]["VIT"])
    evening.do(evening.kim, "test", (10,), characteristic="FOR", difficulty=30)
    assert lost_end(evening, evening.kim) == 0


# ---- minds ----


def test_a_will_is_put_to_the_test_once_a_day(evening):
    """ORG-VOL-01, M20: from one morning to the next, whoever won; another's will is another matter."""
    torturer = evening.add(sheet=somebody("raul", name="Bourreau", skills={"interrogation": 4}))
    evening.pass_time(20 * HOUR)
    evening.do(torturer, "brainwash", (20, 1), victim=at(evening.kim))
    with refused("act/once_a_day"):
        evening.do(torturer, "brainwash", (20, 1), victim=at(evening.kim))
    evening.do(torturer, "brainwash", (1, 20), victim=at(evening.tyra))
    evening.pass_time(10 * HOUR - 1)
    for victim in (evening.kim, evening.tyra):
        with refused("act/once_a_day"):
            evening.do(torturer, "brainwash", (20, 1), victim=at(victim))
    evening.pass_time(1)
    assert evening.do(torturer, "brainwash", (20, 1), victim=at(evening.kim)).outcome["days_lost"] == 2
    assert evening.do(torturer, "brainwash", (20, 1), victim=at(evening.tyra)).outcome["days_lost"] == 1


@pytest.mark.parametrize("symptom", ["major_hallucinations", "depression", "stupor"])
def test_whoever_decides_nothing_answers_no_blow(evening, symptom):
    """ORG-SYM-01, ORG-SYM-06, ORG-SYM-11, ORG-SYM-18: neither when asked, nor as they had said before."""
    kim = evening.kim
    evening.write(kim, lasting=[{"kind": "symptom", "key": symptom}])
    evening.do(evening.thug, "combat_action", (20,), target=at(kim), action="strike")
    assert evening.waiting is None
    evening.write(kim, guard="dodge")
    roll = evening.do(evening.thug, "combat_action", (20,), target=at(kim), action="strike")
    assert roll.given["reaction"]["kind"] == "none"
    evening.write(kim, lasting=[], sng=4, cps=4)
    roll = evening.do(evening.thug, "combat_action", (2, 20), target=at(kim), action="strike")
    assert roll.given["reaction"]["kind"] == "dodge"


def test_a_night_without_sleep_counts_from_the_morning(evening):
    """ORG-SYM-10, ORG-DMG-14: a day awake is full at six; nobody is made to wake anew who is awake already."""
    kim = evening.kim
    evening.pass_time(20 * HOUR)
    evening.do(kim, "symptom", (20,), symptom="insomnia", difficulty=10)
    assert evening.sheet(kim)["awake_since"] is None
    evening.do(kim, "symptom", (1,), symptom="insomnia", difficulty=10)
    assert evening.sheet(kim)["awake_since"] == 6 * HOUR
    evening.pass_time(10 * HOUR)
    assert evening.due() == ["sleeplessness"]
    evening.settle("sleeplessness", (20, 20, 20))
    evening.do(kim, "symptom", (1,), symptom="insomnia", difficulty=10)
    assert evening.sheet(kim)["awake_since"] == 6 * HOUR


# ---- bodies ----


def test_nobody_moves_as_long_as_a_disease_paralyses(evening):
    """ORG-SYM-01, ORG-SYM-12, M12: tetanus, from test to test, until it is cured."""
    kim = evening.kim
    evening.do(kim, "expose_disease", (1,), disease="tetanus", difficulty=20)
    evening.pass_time(DAY)
    evening.settle("disease_progress", (2,), treatment=0)
    evening.follow("resist.paralysis", (1,))
    for _ in range(2):
        evening.pass_time(DAY - 1)
        assert evening.sheet(kim)["condition"] == "paralysed"
        evening.pass_time(1)
        evening.settle("disease_progress", (20,), treatment=0, mods={"luck": 10})
    assert (evening.sheet(kim)["condition"], evening.lasting(kim)) == ("ok", [])


def test_a_paralysis_lasts_as_long_as_the_game_master_says(evening):
    """ORG-SYM-12: where turns are given they count, whatever else acts."""
    kim = evening.kim
    evening.do(kim, "take_drug", drug="calm")
    evening.do(kim, "symptom", (1,), symptom="paralysis", difficulty=20, lasts_turns=12)
    assert evening.sheet(kim)["paralysed_turns"] == 12
    assert evening.lasting(kim) == [("drug", "calm")]


def test_the_dose_that_somebody_gives_in_to_asks_for_its_saves(evening):
    """ORG-DRUG-06, ORG-SYM-01: as any dose; a second one that still acts makes two of it."""
    kim = evening.kim
    lack = {"kind": "dependency", "key": "white", "course": "psychological"}
    evening.write(kim, habits=[{"drug": "white", "held": 2}], lasting=[lack])
    evening.pass_time(DAY)
    evening.settle("withdrawal_test", (1,))
    assert evening.offered()["resist.euphoria"].given == {"symptom": "euphoria", "difficulty": 15}
    evening.do(kim, "withdrawal_test", (1,), drug="white")
    assert evening.offered()["resist.unconsciousness"].given["difficulty"] == 15
    evening.write(kim, habits=[])
    evening.do(kim, "withdrawal_test", (1,), drug="white")
    assert "resist.euphoria" not in evening.offered()


def test_years_of_a_drug_leave_their_mark_once(evening):
    """ORG-DRUG-01, M11: when the game master says so, on the sheet and for good."""
    kim = evening.kim
    before = evening.sheet(kim)["effective"]["VOL"]
    for _ in range(2):
        evening.do(kim, "take_drug", drug="haze", phase="long_term")
        assert evening.sheet(kim)["effective"]["VOL"] == before - 1
    evening.do(kim, "take_drug", drug="white", phase="long_term")
    evening.do(kim, "take_drug", drug="rush", phase="long_term")
    evening.pass_time(60 * DAY)
    assert (evening.sheet(kim)["effective"]["VOL"], evening.sheet(kim)["save_mods"]) == (before - 1, {"disease": -3})
    assert evening.lasting(kim) == [("symptom", "long_term"), ("symptom", "long_term")]


def test_breath_that_a_poison_took_comes_back_by_the_hour(evening):
    """ORG-DMG-07, ORG-END-08: on the clock and in a fight; the exhaustion beside it by the turn."""
    kim = evening.kim
    gas = {"poison": "nerve_gas", "onset": 1, "ticks_left": 2}
    evening.write(kim, doses=[gas], end_now=7)
    evening.pass_time(1)
    for _ in range(2):
        evening.settle("poison_tick", (20, 20))
    assert evening.sheet(kim)["end_lost"]["toxin"] == 2
    evening.pass_time(59)
    assert (evening.sheet(kim)["end_now"], evening.sheet(kim)["end_lost"]) == (6, {"toxin": 2})
    evening.pass_time(60)
    assert (evening.sheet(kim)["end_now"], evening.sheet(kim)["end_lost"]) == (7, {"toxin": 1})


@pytest.mark.parametrize("simple", [False, True])
def test_breath_that_a_poison_took_in_a_fight(tmp_path, simple):
    """ORG-DMG-07, ORG-END-08: a turn with its dice, and one whose poison asks for none (ORG-POI-04)."""
    evening = Evening(tmp_path, simplified_poison=simple)
    evening.write(evening.kim, doses=[{"poison": "nerve_gas", "onset": 1, "ticks_left": 1}])
    evening.fight((evening.kim,), (evening.thug,))
    rounds(evening)
    assert bool(throw_all(evening)) is not simple
    assert evening.sheet(evening.kim)["end_lost"] == {"toxin": 1}
    evening.store.close()


def test_the_pain_of_a_venom_goes_with_it(evening):
    """ORG-SYM-01, ORG-POI-03: each strike settles it anew, and it does not outlast the last."""
    kim = evening.kim
    evening.write(kim, SNG=20, sng=20, doses=[{"poison": "snake_venom", "onset": 12, "ticks_left": 2}])
    for face in (2, 1):
        evening.pass_time(1)
        failed = evening.settle("poison_tick", (face,)).outcome["saves"]["suffering"]["failed_by"]
        assert evening.sheet(kim)["suffering"] == [failed]
    evening.pass_time(1)
    assert (evening.sheet(kim)["suffering"], evening.lasting(kim)) == ([], [])


def test_the_game_master_sets_somebody_on_fire(evening):
    """ORG-DMG-01, M21: a point a turn until it is put out, with an action and AGI against 15."""
    kim = evening.kim
    evening.mark(kim, burning=[1, 100])
    for _ in range(2):
        if not evening.due():
            evening.pass_time(1)
        assert evening.settle("fire", (20, 20)).given["points"] == 1
    put = evening.do(kim, "free_action", (20,), kind="put_out")
    assert (put.outcome["difficulty"], put.outcome["done"], evening.marks(kim).get("burning")) == (15, True, None)
    with refused("act/no_fire"):
        evening.do(kim, "free_action", (20,), kind="put_out")


@pytest.mark.parametrize(("overcome", "immune"), [("wound_infection", 10), ("pneumonia", 6), ("flu", 0)])
def test_an_infection_that_was_overcome_helps_against_the_next(evening, overcome, immune):
    """ORG-DIS-04, ORG-AFT-04: after a fight as anywhere; it stays off the sheet."""
    kim = evening.kim
    evening.write(kim, overcome=[overcome], save_mods={"disease_contraction": 1})
    evening.do(kim, "apply_damage", bs=2, bypass_armour=True)
    result = evening.do(None, "end_fight", (20, 20), survivors=[at(kim)]).outcome["results"]["Kimberly"]
    assert result["infection"]["mod"] == 1 + immune
    assert evening.sheet(kim)["save_mods"] == {"disease_contraction": 1}


def test_what_is_open_or_infected_does_not_heal_by_hand_either(evening):
    """ORG-HP-01, M17: days that the game master lets pass read the sheet; whoever lies in bed heals faster."""
    kim = evening.kim
    healed = []
    ill = {"kind": "disease", "key": "wound_infection", "level": 1, "course": "stopped", "next": 90 * DAY}
    states = (
        {"wounds": [{"bs": 1}]},
        {"wounds": [{"bs": 1, "closed": True}], "lasting": [ill]},
        {"lasting": [], "wounds": [{"c": 1}]},
        {"in_bed": True},
    )
    for fields in states:
        evening.write(kim, cps=1, **fields)
        healed.append(evening.do(kim, "heal", days=1).outcome["cps_regained"])
    assert healed == [0, 0, 0.5, 1]


def test_each_limb_mends_by_itself(evening):
    """ORG-DMG-03, M17: six weeks in all for a leg and a hand, not eight; care again does not begin anew."""
    kim = evening.kim
    doctor = evening.add(sheet=somebody("kimberly", name="Doc", skills={"emergency_medicine": 5}))
    evening.write(kim, limbs_disabled=["leg", "hand"])
    evening.do(doctor, "first_aid", (20,), patient=at(kim))
    evening.pass_time(14 * DAY - 1)
    assert evening.sheet(kim)["limbs_disabled"] == ["leg", "hand"]
    evening.pass_time(1)
    assert (evening.sheet(kim)["limbs_disabled"], evening.sheet(kim)["effective"]["VIT"]) == (["leg"], 1)
    evening.do(doctor, "first_aid", (20,), patient=at(kim))
    evening.keep(c.Advance(minutes=28 * DAY))
    assert evening.sheet(kim)["limbs_disabled"] == []
    assert evening.sheet(kim)["effective"]["VIT"] > 1


def test_a_limb_that_nobody_has_cared_for_waits(evening):
    """ORG-DMG-03, M17: a second one, hurt while the first mends, needs care of its own."""
    kim = evening.kim
    doctor = evening.add(sheet=somebody("kimberly", name="Doc", skills={"emergency_medicine": 5}))
    evening.write(kim, limbs_disabled=["hand"])
    evening.do(doctor, "first_aid", (20,), patient=at(kim))
    evening.pass_time(10 * DAY)
    evening.write(kim, limbs_disabled=["hand", "foot"])
    evening.pass_time(20 * DAY)
    assert evening.sheet(kim)["limbs_disabled"] == ["hand", "foot"]
    evening.do(doctor, "first_aid", (20,), patient=at(kim))
    evening.pass_time(14 * DAY)
    assert evening.sheet(kim)["limbs_disabled"] == []
