"""Tales of what the game master changes by hand in the middle of it: a cure, a warm room, a wound of old."""

import pytest

from systems.organique.evening import Evening, throw_all

HOUR, DAY = 60, 24 * 60


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def falls_ill(evening, who, disease, hours):
    """A disease caught and come to its first level."""
    evening.do(who, "expose_disease", (1,), difficulty=30, mods={disease: 0})
    evening.pass_time(hours * HOUR)
    evening.settle("disease_progress", (1,))
    assert [one["level"] for one in evening.sheet(who)["lasting"] if one["key"] == disease] == [1]


def scores(evening, who):
    return dict(evening.sheet(who)["effective"])


# ---- diseases ----


def test_a_disease_that_is_struck_off_takes_with_it_what_it_weighed(evening):
    """ORG-DIS-05: scores, saves and END are those of before; at another level, those of that level."""
    kim = evening.kim
    whole, breath, vit = scores(evening, kim), evening.sheet(kim)["end_now"], scores(evening, kim)["VIT"]
    falls_ill(evening, kim, "flu", 24)
    assert scores(evening, kim)["VIT"] == vit - 2
    ill = evening.sheet(kim)["lasting"]
    evening.write(kim, lasting=[{**one, "level": 2} for one in ill])
    assert scores(evening, kim)["VIT"] == vit - 4
    evening.write(kim, lasting=[])
    assert (scores(evening, kim), evening.sheet(kim)["end_now"]) == (whole, breath)
    assert evening.sheet(kim)["changes"] == {}


def test_of_two_diseases_the_other_goes_on(evening):
    """ORG-DIS-02, ORG-DIS-05: the flu is cured by hand, the infection by its own two tests."""
    kim = evening.kim
    whole = scores(evening, kim)
    falls_ill(evening, kim, "wound_infection", 12)
    infected = scores(evening, kim)
    evening.do(kim, "expose_disease", (1,), difficulty=30, mods={"flu": 0})
    evening.write(kim, lasting=[{**one, "level": 1} for one in evening.sheet(kim)["lasting"]])
    assert scores(evening, kim)["AGI"] == infected["AGI"] - 2
    evening.write(kim, lasting=[one for one in evening.sheet(kim)["lasting"] if one["key"] != "flu"])
    assert scores(evening, kim) == infected
    for _ in range(2):
        evening.pass_time(12 * HOUR)
        evening.settle("disease_progress", (20,))
    assert scores(evening, kim) == whole
    evening.pass_time(DAY)
    throw_all(evening)
    assert scores(evening, kim) == whole


def test_a_score_that_is_raised_during_a_disease_stays_raised(evening):
    """ORG-DIS-05, ORG-SKILL-02."""
    kim = evening.kim
    strength = evening.sheet(kim)["FOR"]
    falls_ill(evening, kim, "flu", 24)
    evening.write(kim, FOR=strength + 1)
    assert scores(evening, kim)["FOR"] == strength - 1
    for _ in range(2):
        evening.pass_time(DAY)
        evening.settle("disease_progress", (20,))
    assert scores(evening, kim)["FOR"] == strength + 1


# ---- cold ----


def test_whoever_comes_in_from_the_cold_is_warmed_and_may_freeze_anew(evening):
    """ORG-DMG-02: halved until warmed; the first failure of another night halves again and does not wound."""
    kim = evening.kim
    whole, breath = scores(evening, kim), evening.sheet(kim)["end_now"]
    for _ in range(2):
        evening.write(kim, cold_here=20)
        evening.pass_time(HOUR)
        evening.settle("cold", (1,))
        assert evening.sheet(kim)["halved"]
        assert evening.sheet(kim)["sng"] == evening.sheet(kim)["SNG"]
        evening.write(kim, cold_here=0)
        assert (scores(evening, kim), evening.sheet(kim)["end_now"]) == (whole, breath)


def test_a_warm_room_is_no_cure_of_a_shock(evening):
    """ORG-SYM-17, ORG-DMG-02: a shock halves by itself."""
    kim = evening.kim
    evening.write(kim, cold_here=20)
    evening.pass_time(HOUR)
    evening.settle("cold", (1,))
    evening.do(kim, "symptom", (1,), symptom="shock", difficulty=40)
    evening.write(kim, cold_here=0)
    assert evening.sheet(kim)["halved"]
