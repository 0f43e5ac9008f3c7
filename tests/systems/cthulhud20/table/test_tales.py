"""Tales of bodies under changing rules and several troubles at once: breath below nothing, poisons, wounds, days."""

import pytest

from gardien.table import commands as c
from systems.cthulhud20.evening import Evening, values
from systems.table import at

HOUR, DAY = 60, 24 * 60


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    result.keep(c.Override(path="group/group_destiny", value=0, reason="essai"))
    yield result
    result.store.close()


def rest(evening, minutes):
    """Quiet time, in which whatever falls due is thrown for with the best face."""
    evening.keep(c.Advance(minutes=minutes))
    while evening.due():
        evening.settle(next(iter(evening.due())), (20,))


def switch(evening, **options):
    evening.keep(c.Settings(options=options))


# ---- house rules in the middle of it ----


def test_breath_below_nothing_is_forgotten_where_it_stops_at_nothing(evening):
    """CD20-HP-05: the rule is chosen while somebody lies at −4; an hour wakes them."""
    evening.do(evening.paul, "effort", (1,), cost=14, kind="prolonged")
    assert values(evening, evening.paul, "pf", "state") == (-4, "unconscious")
    switch(evening, pf_floor_zero=True)
    assert values(evening, evening.paul, "pf", "state") == (0, "unconscious")
    evening.keep(c.Advance(minutes=HOUR))
    assert values(evening, evening.paul, "pf", "state") == (1, "ok")


def test_a_tough_creature_is_tough_however_its_points_are_counted(evening):
    """CD20-CREA-04, CD20-FEAT-08: to and fro between half the hit points and an investigator’s."""
    wolf = evening.add(being="creature/wolf")
    evening.do(wolf, "take_feat", feat="toughness")
    before = values(evening, wolf, "pv", "pf", "pv_max", "pf_max")
    assert before == (8, 8, 8, 8)
    switch(evening, creature_hp="investigator")
    assert values(evening, wolf, "pv_max", "pf_max") == (12, 12)
    switch(evening, creature_hp="half")
    assert values(evening, wolf, "pv", "pf", "pv_max", "pf_max") == before


# ---- several troubles at once ----


def test_a_venom_in_a_wounded_body_and_the_days_that_undo_both(evening):
    """CD20-P-ABIL-02, CD20-HP-06: points of Constitution come back beside those of the wound, each by its own rule."""
    evening.do(evening.paul, "apply_wound", (1,), zone="left_arm", gb=3)
    evening.do(evening.paul, "poison", (1, 1), poison="rattlesnake_venom", stage="initial")
    assert values(evening, evening.paul, "pv", "pf", "pv_max", "pf_max") == (8, 7, 9, 9)
    evening.do(evening.jack, "care", (20,), patient=at(evening.paul))
    rest(evening, 1)
    rest(evening, DAY)
    assert values(evening, evening.paul, "pv", "pf", "pv_max", "pf_max") == (10, 10, 10, 10)


def test_of_two_poisons_each_asks_for_its_own_second_save(evening):
    """CD20-P-POIS-01: taken at different minutes, they fall due one after the other."""
    evening.do(evening.paul, "poison", (20,), poison="belladonna", stage="initial")
    evening.do(evening.paul, "poison", (20,), poison="curare", stage="initial")
    evening.keep(c.Advance(minutes=1))
    asked = []
    while evening.due():
        asked.append(evening.due()["poison"]["given"]["poison"])
        evening.settle("poison", (20,))
    assert sorted(asked) == ["belladonna", "curare"]


def test_a_scratch_an_hour_before_morning_costs_the_day_of_rest(evening):
    """CD20-HP-06: a day counts only if it holds no new wound, however light."""
    evening.do(evening.paul, "apply_wound", (1,), zone="left_arm", gb=3)
    evening.do(evening.jack, "care", (20,), patient=at(evening.paul))
    rest(evening, 23 * HOUR)
    evening.do(evening.paul, "apply_wound", zone="left_leg", gb=1)
    rest(evening, HOUR)
    assert values(evening, evening.paul, "pv") == 9
    rest(evening, 23 * HOUR)
    assert values(evening, evening.paul, "pv") == 10


def test_healing_hands_are_the_surgeon_too(evening):
    """CD20-SPELL-02, CD20-GB-05: the leg serves again once its owner is whole."""
    evening.do(evening.paul, "apply_wound", (1,), zone="left_leg", gb=12)
    evening.do(evening.jack, "healing_touch", (1, 1), caster_level=1, target=at(evening.paul))
    assert values(evening, evening.paul, "hampered_parts") == ["left_leg"]
    for _ in range(3):
        rest(evening, DAY)
    assert values(evening, evening.paul, "pv", "hampered_parts", "wounds") == (10, [], [])
