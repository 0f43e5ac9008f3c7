"""What may follow a result: destiny between hit and wound, the group’s one point, shocks, blows in return, care."""

from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.systems.cthulhud20.table.offers import offers
from gardien.table import commands as c
from systems.cthulhud20.evening import Evening
from systems.table import at

GUN = "Automatique .32"


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def shot(evening: Evening, *dice: int, **given: Any) -> None:
    """The thug shoots at Paul: hit or miss is announced."""
    evening.do(evening.thug, "attack", dice, target=at(evening.paul), weapon_name=GUN, **given)


# ---- between hit and wound ----


def test_an_attack_waits_between_hit_and_wound(evening):
    """CD20-DEST-03: nothing is told but hit and zone, nothing changes yet."""
    before = evening.play["characters"]
    shot(evening, 17, 60)
    roll = evening.roll()
    assert (roll.waits, roll.outcome) == ("destiny", {"result": "hit", "hit": True, "zone": "right_leg"})
    assert evening.choices() == ["soften", "soften_group", "spared", "reroll_against", "reroll_against_group"]
    assert evening.play["characters"] == before


def test_a_point_softens_the_wound(evening):
    """CD20-P-DEST-01, CD20-DEST-02: two severities less with the same dice, and the point is gone."""
    shot(evening, 17, 60)
    with pytest.raises(Refusal):
        evening.decide("soften", seat=evening.bob)
    evening.decide("soften", seat=evening.ann)
    paul = evening.sheet(evening.paul)
    assert [(one["severity"], one["gb"]) for one in paul["wounds"]] == [("light", 1)]
    assert (paul["destiny_spent"], paul["destiny_left"], paul["pf"]) == (1, 0, 9)
    assert [one.value for one in evening.roll().dice] == [17, 60]


def test_the_keeper_goes_on_without(evening):
    """CD20-DEST-03: the window closes when the Keeper closes it."""
    shot(evening, 17, 60)
    evening.decide("", (90,))
    paul = evening.sheet(evening.paul)
    assert ([one["severity"] for one in paul["wounds"]], paul["destiny_left"]) == (["grave"], 1)


def test_light_in_the_chest_and_thrown_down(evening):
    """CD20-DEST-06, CD20-SHOCK-04: the example of the source: three PF, on the ground, a turn lost."""
    shot(evening, 17, 10)
    with pytest.raises(Refusal):
        evening.decide("spared", seat=evening.ann)
    evening.decide("spared")
    paul = evening.sheet(evening.paul)
    assert (paul["pf"], paul["pv"], paul["prone"], paul["shock_next_turn"]) == (7, 10, True, "skip")


def test_whoever_misses_may_ask_too(evening):
    """CD20-P-DEST-01: another die of one’s own, the better counts."""
    evening.do(evening.jack, "attack", (1, 10), target=at(evening.thug), seat=evening.bob)
    assert evening.choices() == ["reroll", "reroll_group", "plus10", "plus10_group"]
    evening.decide("reroll", (18,), seat=evening.bob)
    assert (evening.roll().outcome["die"], evening.roll().outcome["result"]) == (18, "hit")
    assert evening.sheet(evening.jack)["destiny_spent"] == 1


def test_nobody_waits_where_nobody_can_ask(evening):
    """CD20-DEST-01: creatures have no points, the dead spend none, nor whoever has none left."""
    evening.do(evening.thug, "attack", (17, 60), target=at(evening.zombie), weapon_name=GUN)
    assert evening.waiting is None
    evening.write(evening.paul, destiny_spent=1)
    shot(evening, 17, 60)
    assert evening.choices() == ["soften_group", "reroll_against_group"]
    evening.decide("", (90,))
    evening.keep(c.Override(path="group/group_destiny", value=0, reason="essai"))
    shot(evening, 1, 60)
    assert evening.waiting is None


def test_the_groups_point_needs_everybody(evening):
    """CD20-DEST-05: one who refuses blocks it; once spent it is gone for good."""
    evening.write(evening.paul, destiny_spent=1)
    shot(evening, 17, 60)
    evening.decide("soften_group", seat=evening.ann)
    assert evening.waiting is not None
    evening.act(evening.bob, c.Vote(wait=evening.waiting["id"]))
    assert evening.waiting is None
    paul = evening.sheet(evening.paul)
    assert ([one["severity"] for one in paul["wounds"]], paul["destiny_spent"]) == (["light"], 1)
    assert evening.play["group"]["group_destiny"] == 0
    shot(evening, 17, 60, 90)
    assert evening.waiting is None


def test_each_attack_of_a_turn_waits_for_itself(evening):
    """CD20-ATT-03, CD20-DEST-03: a point for the second, none for the first."""
    evening.keep(c.Override(path="group/group_destiny", value=0, reason="essai"))
    evening.write(evening.paul, destiny_spent=0, level=2)
    ghoul = evening.add(being="creature/ghoul")
    evening.do(ghoul, "full_attack", (10, 60), target=at(evening.paul))
    assert (evening.roll().waits, evening.roll().outcome["attacks_made"]) == ("attacks", 1)
    evening.decide("", (90, 9, 60))  # of the first, then the second
    assert evening.roll().outcome["attacks_made"] == 2
    evening.decide("soften", (1, 60), seat=evening.ann)
    assert evening.waiting is None
    results = evening.roll().outcome["results"]
    assert [one["result"] for one in results] == ["hit", "hit", "miss"]
    assert [one.get("destiny_accepted") for one in results] == [None, True, None]
    assert evening.sheet(evening.paul)["destiny_spent"] == 1


def test_a_decision_and_its_attack_are_taken_back(evening):
    """Both at once, or one after the other: the window is open again."""
    before = evening.play["characters"]
    shot(evening, 17, 60)
    evening.decide("soften", seat=evening.ann)
    evening.keep(c.Undo())
    assert evening.choices()[0] == "soften"
    assert evening.play["characters"] == before
    evening.keep(c.Undo())
    assert (evening.waiting, evening.play["characters"]) == (None, before)


# ---- after a result ----


def test_a_failed_check_may_be_turned(evening):
    """CD20-P-DEST-01: another die, or ten more, paid by whoever threw."""
    evening.do(evening.paul, "check", (3,), skill="listen", dc=15, seat=evening.ann)
    assert list(evening.offered(evening.ann)) == ["reroll", "plus10"]
    assert evening.offered(evening.bob) == {}
    roll = evening.follow("reroll", (18,), seat=evening.ann)
    assert (roll.outcome["die"], roll.outcome["success"]) == (18, True)
    assert evening.sheet(evening.paul)["destiny_left"] == 0
    evening.do(evening.paul, "check", (3,), skill="listen", dc=15, seat=evening.ann)
    assert evening.offered(evening.ann) == {}


def test_the_keeper_adds_a_shock(evening):
    """CD20-SHOCK-01, CD20-SHOCK-03: after any blow that lands."""
    shot(evening, 9, 60)
    evening.decide("")
    assert {"shock", "violent"} <= set(evening.offered())
    assert not {"shock", "violent"} & set(evening.offered(evening.ann))
    pf = evening.sheet(evening.paul)["pf"]
    evening.follow("violent")
    paul = evening.sheet(evening.paul)
    assert (paul["pf"], paul["prone"], paul["shock_next_turn"]) == (pf - 1, True, "skip")


@pytest.mark.parametrize("way", ["clot", "care"])
def test_whoever_bleeds_may_stop_it(evening, way):
    """CD20-P-DEST-01, CD20-BLEED-02: by destiny, or by one’s own hands."""
    shot(evening, 17, 60)
    evening.decide("", (90,))
    assert list(evening.offered(evening.ann)) == ["clot", "care"]
    evening.follow(way, None if way == "clot" else (20,), seat=evening.ann)
    (wound,) = evening.sheet(evening.paul)["wounds"]
    assert (wound["bleeding"], wound["stabilised"], wound["treated"]) == (False, way == "clot", way == "care")
    assert evening.sheet(evening.paul)["destiny_left"] == (0 if way == "clot" else 1)


def test_a_point_asked_for_oneself_needs_no_name(evening):
    """CD20-P-DEST-01: whoever stops the blood means their own."""
    shot(evening, 17, 60)
    evening.decide("", (90,))
    evening.do(evening.paul, "spend_destiny", effect="clot", seat=evening.ann)
    paul = evening.sheet(evening.paul)
    assert (paul["wounds"][0]["bleeding"], paul["destiny_left"]) == (False, 0)


def test_senses_may_be_kept(evening):
    """CD20-P-DEST-01: unconscious becomes stunned."""
    evening.write(evening.paul, pf=2)
    evening.do(evening.paul, "effort", (2,), cost=2, kind="violent")
    assert evening.sheet(evening.paul)["state"] == "unconscious"
    evening.follow("stand", seat=evening.ann)
    assert evening.sheet(evening.paul)["state"] == "stunned"


def test_a_manoeuvre_that_fails_is_answered(evening):
    """CD20-P-MAN-01."""
    evening.do(evening.zombie, "trip", (15, 2, 18), target=at(evening.paul))
    assert evening.roll().outcome["counter_allowed"] is True
    roll = evening.follow("answer", (15, 18, 2), seat=evening.ann)
    assert (roll.procedure, roll.outcome["tripped"]) == ("trip", True)
    assert evening.sheet(evening.zombie)["prone"] is True


def test_whoever_shoots_beside_an_enemy_drops_their_guard(evening):
    """CD20-P-ACT-04: the Keeper lets it happen."""
    evening.mark(evening.paul, stands=0)
    evening.mark(evening.zombie, stands=0)
    evening.write(evening.paul, destiny_spent=1)
    evening.keep(c.Override(path="group/group_destiny", value=0, reason="essai"))
    evening.do(evening.paul, "attack", (1, 60), target=at(evening.zombie))
    assert list(evening.offered()) == ["opportunity"]
    roll = evening.follow("opportunity", (1, 60))
    assert roll.given["attacker"]["name"] == "Zombie"
    evening.do(evening.zombie, "opportunity", mover=at(evening.paul), trigger="move_out")
    assert evening.follow("strike", (1, 60)).procedure == "attack"
    assert evening.marks(evening.zombie)["openings_used"] == 1
    evening.mark(evening.shoggoth, stands=0)
    evening.do(evening.paul, "opportunity", mover=at(evening.shoggoth), trigger="move_out")
    assert evening.offered()["strike"].procedure == "attack_traditional"  # CD20-CREA-02


def test_venom_follows_the_bite(evening):
    """CD20-P-POIS-01, CD20-P-CREA-03."""
    serpent = evening.add(being="creature/serpent_person")
    evening.write(evening.paul, destiny_spent=1)
    evening.keep(c.Override(path="group/group_destiny", value=0, reason="essai"))
    evening.do(serpent, "attack", (15, 60, 90), target=at(evening.paul), weapon_name="Morsure")
    assert "poison" in evening.offered()
    roll = evening.follow("poison")
    assert (roll.procedure, roll.given["victim"]["name"]) == ("poison", "Paul")


def test_nothing_follows_what_was_refused():
    assert offers("attack", {}, {"refused": "target_dead"}, {}, {}) == []


def test_every_offer_has_its_words():
    terms = find("cthulhud20").terms
    keys = (
        *("soften", "spared", "worsen", "reroll", "reroll_against", "plus10", "shock", "violent", "answer", "strike"),
        *("opportunity", "poison", "stand", "clot", "care"),
        *(f"{one}_group" for one in ("soften", "worsen", "reroll", "reroll_against", "plus10")),
    )
    for key in keys:
        assert terms.entry("offer", key), key
