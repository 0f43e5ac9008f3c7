"""Time that passes for a body: turns that count, blood, breath, loads, limbs (AFT-02, HP-07, END-08, FOR-03, M17)."""

import pytest

from gardien.systems.organique.rules.fight.end_of_turn import hurries
from gardien.table import commands as c
from systems.organique.evening import Evening, somebody
from systems.organique.people import person
from systems.table import at

HOUR, DAY = 60, 24 * 60


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def later(evening: Evening, minutes: int, *fields: str, activity: str = "") -> tuple[object, ...]:
    """Some of Kimberly after a while."""
    evening.keep(c.Advance(minutes=minutes, activity=activity))
    return tuple(evening.sheet(evening.kim)[name] for name in fields)


def struck(evening: Evening, bs: float) -> None:
    """A wound that nothing stops."""
    evening.do(evening.kim, "apply_damage", bs=bs, margin=20)


def test_turns_count_for_whoever_has_few():
    """ORG-HP-07, ORG-END-03, ORG-SYM-03."""
    assert [hurries(person(**one)) for one in (
        {}, {"sng": 0}, {"sng": 0, "stabilised": True}, {"respiratory_arrest": True}, {"medical_shock": True},
        {"inc": 0, "dead": True}, {"kind": "machine", "cardiac_arrest": True},
    )] == [False, True, False, True, True, False, False]  # fmt: skip


def test_breath_that_is_held_comes_back(evening):
    """ORG-END-03: three turns of paralysis without air cost three points, which air gives back."""
    evening.write(evening.kim, no_air=True, paralysed_turns=3)
    assert later(evening, 1, "end_now", "no_air", "paralysed_turns") == (8, False, 0)


@pytest.mark.parametrize("parts", [1, 2, 4])
def test_a_bandaged_wound_bleeds_half_however_the_clock_goes(evening, parts):
    """ORG-AFT-02, M17: half a point every second quarter for one point of wound."""
    evening.write(evening.kim, wounds=[{"bs": 1}], bandaged=True)
    for _ in range(parts):
        evening.pass_time(HOUR // parts)
    assert evening.sheet(evening.kim)["sng"] == 3


def test_a_bandage_covers_only_the_wounds_it_was_put_on(evening):
    """ORG-AFT-02, M17: what is struck afterwards bleeds in full."""
    struck(evening, 1)
    friend = evening.add(draw={})
    evening.do(friend, "first_aid", (20,), patient=at(evening.kim))
    assert evening.sheet(evening.kim)["bandaged"] is True
    struck(evening, 1)
    hurt = evening.sheet(evening.kim)["sng"]
    assert later(evening, HOUR // 2, "sng") == (hurt - 1.5,)  # half a point under the bandage, one beside it


def test_each_point_bleeds_by_its_own_clock(evening):
    """ORG-AFT-02: a second wound ten minutes after the first, two halves that come together."""
    struck(evening, 1.5)
    evening.pass_time(10)
    struck(evening, 0.5)
    assert [later(evening, minutes, "sng")[0] for minutes in (5, 9, 1)] == [1.5, 1.5, 1]


def test_a_wound_that_is_gone_takes_its_own_quarter_with_it(evening):
    """ORG-AFT-02: the one that stays bleeds from its own minute."""
    struck(evening, 1)
    evening.pass_time(10)
    struck(evening, 2)
    evening.write(evening.kim, wounds=evening.sheet(evening.kim)["wounds"][1:])
    left = evening.sheet(evening.kim)["sng"]
    assert later(evening, 14, "sng") == (left,)
    assert later(evening, 1, "sng") == (left - 1,)


def test_what_was_closed_bleeds_no_more_and_a_new_wound_begins_anew(evening):
    """ORG-AFT-01, ORG-AFT-02."""
    struck(evening, 1)
    evening.pass_time(14)
    evening.write(evening.kim, wounds=[{"bs": 1, "closed": True}])
    evening.pass_time(HOUR)
    struck(evening, 1)
    assert later(evening, 14, "sng") == (2,)
    assert later(evening, 1, "sng") == (1.5,)


def test_a_fight_goes_on_the_same_clock(evening):
    """ORG-AFT-02, M19: twelve turns are a minute of bleeding."""
    struck(evening, 1)
    evening.pass_time(14)
    evening.fight((evening.kim,), (evening.thug,))
    evening.turn(22)
    assert evening.sheet(evening.kim)["sng"] == 3
    evening.turn(2)
    assert evening.sheet(evening.kim)["sng"] == 2.5


def test_rest_gives_back_what_was_lost_as_fast_as_it_went(evening):
    """ORG-END-07, ORG-END-08: turns for an effort, its own period for fatigue, an hour for what a toxin took."""
    evening.do(evening.kim, "fatigue", minutes=20, period_minutes=10)
    evening.do(evening.kim, "drain_end", points=1)
    evening.do(evening.kim, "exert", turns=3, causes=["exhaustion"])
    assert evening.sheet(evening.kim)["end_lost"] == {"fatigue": 2, "toxin": 1, "exhaustion": 3}
    assert later(evening, 9, "end_now", "end_lost") == (5, {"fatigue": 2, "toxin": 1})
    assert later(evening, 1, "end_lost") == ({"fatigue": 1, "toxin": 1},)
    assert later(evening, 50, "end_lost", "end_now") == ({}, 8)


def test_work_is_no_rest(evening):
    """ORG-END-08: air comes back to whoever breathes, strength to whoever rests; a break starts a period anew."""
    evening.do(evening.kim, "exert", turns=3, causes=["exhaustion"])
    assert later(evening, HOUR, "end_now", activity="work") == (5,)
    assert later(evening, 1, "end_now") == (8,)
    evening.do(evening.kim, "fatigue", minutes=10, period_minutes=10)
    later(evening, 9, activity="rest")
    later(evening, 1, activity="travel")
    assert later(evening, 9, "end_now") == (7,)
    assert later(evening, 1, "end_now") == (8,)


def test_a_load_costs_breath_by_the_hour_of_carrying(evening):
    """ORG-FOR-03: p points an hour, which come back a point every p-th of an hour once it is put down."""
    before = evening.sheet(evening.kim)["effective"]["AGI"]
    evening.keep(c.Edit(character=evening.kim, fields={"load_kg": 22}))
    assert evening.sheet(evening.kim)["effective"]["AGI"] == before - 2
    assert later(evening, 59, "end_now", activity="travel") == (8,)
    assert later(evening, 1, "end_now", "end_lost", activity="travel") == (6, {"load": 2})
    assert later(evening, 30, "end_now") == (7,)


def test_limbs_serve_again_weeks_after_care(evening):
    """M17: a hand two weeks, an arm six, counted from when somebody has cared for them."""
    evening.write(evening.kim, limbs_disabled=["hand", "arm"])
    assert later(evening, 30 * DAY, "limbs_disabled") == (["hand", "arm"],)
    later(evening, HOUR, activity="care")
    assert later(evening, 14 * DAY, "limbs_disabled") == (["arm"],)
    assert later(evening, 42 * DAY, "limbs_disabled") == ([],)


def test_care_in_bed_heals_faster_and_work_does_not(evening):
    """M17: SNG half a point a day in bed with care; whoever works is not in bed."""
    evening.write(evening.kim, sng=2, cps=1, in_bed=True)
    assert later(evening, DAY, "sng", "cps", activity="work") == (2, 1.5)
    evening.write(evening.kim, in_bed=False)
    assert later(evening, DAY, "sng", "cps", activity="care") == (2.5, 2.5)


def test_whoever_comes_later_needs_the_drug_from_then_on(evening):
    """ORG-DRUG-04: a first test a day after coming, and not for all the days before."""
    evening.keep(c.Advance(minutes=5 * DAY))
    waits = {"kind": "dependency", "key": "white", "course": "psychological", "count": 1, "next": DAY}
    lulu = evening.add(sheet=somebody("rusty", lasting=[waits]))
    assert evening.sheet(lulu)["lasting"][0]["next"] == 6 * DAY
    assert not [one for one in evening.play.get("due", {}).values() if one["character"] == lulu]


def test_a_wound_is_no_older_than_it_is_though_a_test_of_yesterday_waits(evening):
    """ORG-AFT-02, ORG-HP-07: a day that waits behind a disease is over before the blow."""
    evening.write(evening.kim, lasting=[{"kind": "disease", "key": "wound_infection"}])
    evening.keep(c.Advance(minutes=DAY))
    struck(evening, evening.sheet(evening.kim)["sng"])
    before = evening.sheet(evening.kim)["end_now"]
    evening.keep(c.Settle(due=next(iter(evening.play["due"])), dice=(20,)))
    after = evening.sheet(evening.kim)
    assert (after["sng"], after["end_now"], after["dead"]) == (0, before, False)
