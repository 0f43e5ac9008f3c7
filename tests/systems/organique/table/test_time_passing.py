"""Time that passes for a body outside a fight: blood, turns that count, rest, days (AFT-02, HP-07, END-08, M17)."""

import pytest

from gardien.systems.organique.options import Options
from gardien.systems.organique.table.time_passing import after_turns, bled_on, hurries, time_fields
from systems.organique.people import HOUSE, character, person

SIX, DAY = 6 * 60, 24 * 60


def later(before, after, lost=None, *, bandaged=False, in_bed=False, infected=False, **fields):
    return time_fields(character(**fields), before, after, lost or {}, bandaged, in_bed, infected, HOUSE)


@pytest.mark.parametrize(
    ("before", "after", "bs", "bandaged", "sng"),
    [(0, 14, 2, False, None), (0, 15, 2, False, 3), (10, 20, 2, False, 3), (0, 30, 2, False, 2), (0, 30, 2, True, 3),
     (0, 15, 0.5, False, None), (0, 60, 0.5, False, None), (0, 15, 1.5, True, None), (0, 30, 1.5, True, 3.5),
     (0, 45, 1.5, True, 3.5), (0, 60, 1.5, True, 3)],
)  # fmt: skip
def test_open_wounds_bleed_at_full_quarters(before, after, bs, bandaged, sng):  # ORG-AFT-02
    assert later(before, after, bandaged=bandaged, wounds=[{"bs": bs}]).get("sng") == sng


def test_what_is_counted_in_turns_ends_with_the_minutes():  # M19
    spent = {"vomiting": True, "lose_action": True, "lose_reaction": True, "extended_penalty": True}
    result = later(0, 1, unconscious_turns=30, paralysed_turns=12, **spent)
    assert result == {"unconscious_turns": 18, "paralysed_turns": 0, **dict.fromkeys(spent, False)}
    assert after_turns(person(vomiting=True), 0, HOUSE) == person(vomiting=True)
    assert after_turns(person(vomiting=True, dead=True), 9, HOUSE).body.vomiting


def test_turns_count_for_whoever_has_few():  # ORG-HP-07, ORG-END-03, ORG-SYM-03
    assert later(0, 1, sng=0, inc=0, end_now=-1, timer=5)["dead"]
    breathless = after_turns(person(no_air=True, paralysed_turns=3), 12, HOUSE).body
    assert (breathless.end, breathless.end_lost_air, breathless.no_air) == (7, 3, False)
    assert after_turns(person(no_air=True, paralysed_turns=30), 2, HOUSE).body.no_air
    assert after_turns(person(cardiac_arrest=True), 2, HOUSE).body.sng == 4
    assert after_turns(person(sng=0, inc=0.5, cardiac_arrest=True), 2, Options(inc_zero_is_death=True)).body.dead
    assert [hurries(person(**one)) for one in (
        {}, {"sng": 0}, {"sng": 0, "stabilised": True}, {"respiratory_arrest": True}, {"medical_shock": True},
        {"inc": 0, "dead": True}, {"kind": "machine", "cardiac_arrest": True},
    )] == [False, True, False, True, True, False, False]  # fmt: skip


def test_rest_comes_with_time():  # ORG-END-08
    result = later(0, 5, {"exhaustion": 3, "fatigue": 2}, end_now=3)
    assert result == {"end_lost": {"fatigue": 1}, "end_now": 7}
    poisoned = later(0, 5, {"exhaustion": 3, "fatigue": 2}, end_now=3, doses=[{"poison": "blade_poison", "onset": 0}])
    assert (poisoned["end_lost"], poisoned["end_now"]) == ({"exhaustion": 3, "fatigue": 1}, 4)
    hour = later(30, 90, {"load": 2, "toxin": 1}, end_now=3)
    assert hour == {"end_lost": {"load": 1}, "end_now": 5}
    assert "end_lost" not in later(0, 5, {"exhaustion": 3}, end_now=3, medical_shock=True)


@pytest.mark.parametrize(
    ("day", "more", "healed"),
    [(0, {}, {"cps": 2.5, "sng": 2.5, "inc": 3.5}), (1, {}, {"cps": 2.5, "inc": 3.5}),
     (1, {"in_bed": True}, {"cps": 3, "sng": 2.5, "inc": 3.5}), (0, {"infected": True}, {}),
     (0, {"wounds": [{"bs": 1, "closed": True}]}, {"cps": 2.5, "sng": 2.5, "inc": 3.5})],
)  # fmt: skip
def test_a_morning_gives_something_back(day, more, healed):  # M17
    before = SIX + DAY * (day - 1) + 1
    assert later(before, before + DAY - 2, cps=2, sng=2, inc=3, **more) == {}
    assert later(before, before + DAY, cps=2, sng=2, inc=3, **more) == healed


def test_nobody_heals_with_open_wounds_and_wounds_are_forgotten():  # M17, ORG-VOL-04
    assert "cps" not in later(0, DAY, cps=2, wounds=[{"bs": 0.5}])
    whole = later(0, DAY, cps=3.5, wounds=[{"bs": 1, "closed": True}, {"c": 2}], suffering=[3])
    assert whole == {"cps": 4, "wounds": (), "suffering": ()}


def test_a_slow_body_on_the_clock():
    """M7: a mortal wound costs END one turn in two, open wounds bleed half as long as it lasts."""
    ends = [10 - after_turns(person(sng=0), 6, HOUSE, slow).body.end for slow in (0, 1, 2, 6, 9)]
    assert ends == [6, 5, 5, 3, 3]
    cut = person(SNG=20, wounds=[{"bs": 2}])
    assert [bled_on(cut, 0, 15, False, HOUSE, slow).body.sng for slow in (0, 179, 180)] == [38, 38, 39]
