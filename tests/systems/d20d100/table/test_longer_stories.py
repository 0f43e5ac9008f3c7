"""Stories of creatures, ailments, books and bows: what a hold, a day, a week or a shot leaves behind it (MISS)."""

import pytest

from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.table import commands as c
from gardien.table.binding import content
from gardien.table.viewers import OWNER
from systems.d20d100.evening import Evening, investigator
from systems.table import at

HOUR, DAY = 60, 24 * 60


@pytest.fixture
def evening(tmp_path):
    result = Evening(tmp_path)
    yield result
    result.store.close()


def refusal(doing, *args, **said):
    with pytest.raises(Refusal) as no:
        doing(*args, **said)
    return no.value


def settle(evening, procedure, *dice, **given):
    ((due, named),) = evening.due()
    assert named == procedure
    evening.keep(c.Settle(due=due, dice=dice, given=given))


@pytest.mark.parametrize(("arm", "name", "actions"), [("arbalete", "Arbalète", 2), ("fronde", "Fronde", 1)])
def test_a_crossbow_or_a_sling_is_made_ready_before_it_shoots_again(evening, arm, name, actions):
    """D100-MISS-05: a round or half of one; an hour later it is ready anyway."""
    odette = evening.add(sheet=investigator("Odette", arms=(arm,)))
    evening.fight((odette,), (evening.gangster,))
    evening.rank(odette, evening.gangster)
    shot = {"weapon_name": name, "target": at(evening.gangster)}
    assert refusal(evening.do, odette, "attack_sequence", (2, 2), **shot).id == "act/unfit_weapon"
    evening.do(odette, "attack", (2,), **shot)
    assert refusal(evening.do, odette, "attack", (2,), **shot).id == "act/rearm"
    assert evening.do(odette, "reload", ()).outcome["simple_actions"] == actions
    evening.do(odette, "attack", (2,), **shot)
    evening.keep(c.EndFight())
    evening.do(odette, "attack", (2,), **shot)
    evening.keep(c.Advance(minutes=HOUR))
    evening.do(odette, "attack", (2,), **shot)


def test_a_bow_shoots_as_often_as_its_archer(evening):
    """D100-MISS-05: an arrow is nocked for nothing."""
    odette = evening.add(sheet=investigator("Odette", arms=("arc_court",)))
    for _ in range(2):
        evening.do(odette, "attack", (2,), weapon_name="Arc court", target=at(evening.gangster))


def test_whoever_is_engulfed_opposes_force_every_round_or_is_crushed(evening):
    """D100-MISS-07: a shoggoth, +26; it lets go of nobody but the dead."""
    shoggoth = evening.add(being="creature/shoggoth")
    evening.write(evening.berthe, pv=evening.sheet(evening.berthe)["pv_max"])
    evening.do(shoggoth, "attack", (19, *[1] * 8), target=at(evening.berthe))
    left = evening.sheet(evening.berthe)["pv"]
    evening.keep(c.Advance(minutes=1))
    settle(evening, "lasting_harm", 20, 1)  # a natural 1 never wins (D100-TEST-03)
    assert evening.sheet(evening.berthe)["pv"] == left
    settle(evening, "lasting_harm", 19, 2, *[1] * 8)
    assert evening.sheet(evening.berthe)["pv"] == left - 8
    evening.keep(c.Override(path=f"characters/{shoggoth}/sheet/pv", value=-10, reason="hache"))
    assert [procedure for _, procedure in evening.due()] == ["agony_round"]
    assert not {"bitten_by", "engulfed"} & set(evening.marks(evening.berthe))


def test_the_strongest_are_engulfed_and_fall_ill_like_others(evening):
    """D100-MISS-07, D100-MISS-12: Cthulhu opposes +65 to a shoggoth; whoever is tougher than any Jet is read as +40."""
    shoggoth, cthulhu = (evening.add(being=f"creature/{one}") for one in ("shoggoth", "cthulhu"))
    evening.mark(cthulhu, bitten_by=[shoggoth], bite=["8d6"], engulfed=145)
    evening.keep(c.Advance(minutes=1))
    assert evening.sheet(cthulhu)["modifiers"]["FOR"] == 65
    settle(evening, "lasting_harm", 20, 1)  # a natural 1 never wins (D100-TEST-03)
    assert {name: evening.roll().given[name] for name in ("struggle", "grip")} == {"struggle": 65, "grip": 145}
    evening.mark(cthulhu, bitten_by=None, bite=None, engulfed=None, disease=30)
    evening.write(cthulhu, scores={**evening.sheet(cthulhu)["scores"], "CON": 300})
    evening.keep(c.Advance(minutes=DAY))
    settle(evening, "jet_test", 10)
    assert evening.roll().given["modifier"] == 40


def test_a_swarm_bites_everybody_around_once_in_a_turn(evening):
    """D100-MISS-07: one attack at each of them, for one half of its round."""
    rats = evening.add(being="adversary/rats")
    evening.fight((evening.berthe, evening.gangster), (rats,))
    evening.rank(rats, evening.berthe, evening.gangster)
    for prey in (evening.berthe, evening.gangster):
        evening.do(rats, "attack", (2,), target=at(prey))
    assert evening.left(rats) == 1
    assert refusal(evening.do, rats, "attack", (2,), target=at(evening.berthe)).rule == "D100-MISS-07"
    evening.turn(3)
    evening.do(rats, "attack", (2,), target=at(evening.berthe))


def test_a_disease_asks_for_endurance_every_day_from_the_day_it_began(evening):
    """D100-MISS-12: three days in one jump ask three times, one after the other."""
    evening.keep(c.Advance(minutes=HOUR))
    evening.keep(c.Remark(character=evening.berthe, marks={"disease": 15}))
    evening.keep(c.Advance(minutes=DAY - 1))
    assert not evening.due()
    evening.keep(c.Advance(minutes=2 * DAY + 1))
    for day in (1, 2, 3):
        ((due, _),) = evening.due()
        assert evening.play["due"][due]["since"] == HOUR + day * DAY
        settle(evening, "jet_test", 10)
    assert not evening.due()
    evening.keep(c.Remark(character=evening.berthe, marks={"disease": None}))
    evening.keep(c.Advance(minutes=5 * DAY))
    assert not evening.due()


def test_a_book_is_weeks_ahead_of_the_clock_until_it_has_gone_through_them(evening):
    """D100-MISS-10: a week for « Le Roi en Jaune »."""
    lead = find("d20d100").table_rules.clock_lead
    evening.do(evening.berthe, "read_tome", (15, 1, 1), tome="roi_en_jaune", language_modifier=10)
    assert lead(content(evening.table.state, evening.berthe, OWNER)) == 7 * DAY
    evening.keep(c.Advance(minutes=6 * DAY))
    assert lead(content(evening.table.state, evening.berthe, OWNER)) == DAY
    evening.keep(c.Advance(minutes=2 * DAY))
    assert lead(content(evening.table.state, evening.berthe, OWNER)) == 0


def test_a_ward_of_flesh_is_worn_by_whatever_it_stops(evening):
    """D100-MISS-10: an explosion, a charge."""
    for act, dice, given, left in (
        ("explosion", (1, 2, 2, 2, 2), {"targets": [at(evening.berthe)]}, 4),
        ("explosion", (20, 2, 2, 2, 2), {"targets": [at(evening.berthe)]}, 8),
        ("charge", (19, 2), {"target": at(evening.berthe), "weapon_name": "Griffes"}, 8),
    ):
        evening.keep(c.Remark(character=evening.berthe, marks={"flesh_ward": 12}))
        before = evening.sheet(evening.berthe)["pv"]
        evening.do(evening.ghoul, act, dice, **given)
        assert (evening.sheet(evening.berthe)["pv"], evening.marks(evening.berthe)["flesh_ward"]) == (before, left)


def test_nobody_is_searched_like_a_place(evening):
    """D100-SKILL-18: Observer or Psychologie for people."""
    for act, field in (("opposed_test", "active_skill"), ("oppose_recorded", "skill")):
        no = refusal(evening.do, evening.berthe, act, None, opponent=at(evening.gangster), **{field: "toc"})
        assert (no.rule, no.words["allowed"]) == ("D100-SKILL-18", ["observer", "psychologie"])
    evening.do(evening.berthe, "skill_test", (10,), skill="toc")


# ---- a second one ----


def test_each_of_two_ghouls_hangs_on(evening):
    """D100-MISS-07: each bites in every round; of two the one that is shaken off bites no more."""
    other = evening.add(being="creature/goule")
    for ghoul in (evening.ghoul, other):
        evening.write(ghoul, damage_bonus=0)
        evening.do(ghoul, "attack", (16, 1), weapon_name="Morsure", target=at(evening.gangster))
    before = evening.sheet(evening.gangster)["pv"]
    evening.fight((evening.gangster,), (evening.ghoul, other))
    evening.turn(3)
    settle(evening, "lasting_harm", 2)
    settle(evening, "lasting_harm", 3)
    assert (evening.sheet(evening.gangster)["pv"], evening.due()) == (before - 5, [])
    evening.keep(c.Leave(character=evening.ghoul))
    evening.turn(2)
    settle(evening, "lasting_harm", 1)
    assert (evening.marks(evening.gangster)["bitten_by"], evening.due()) == ([other], [])


def test_a_roll_that_stands_outlasts_whoever_leaves(evening):
    """D100-TEST-08: it names nobody, so nothing of it is forgotten with them."""
    rolls = [{"skill": "se_cacher", "total": 12}]
    evening.mark(evening.gangster, passive_rolls=rolls)
    other = evening.add(being="creature/goule")
    evening.fight((evening.gangster,), (evening.ghoul, other))
    evening.keep(c.Leave(character=evening.ghoul))
    assert evening.marks(evening.gangster)["passive_rolls"] == rolls


def test_a_second_cloud_makes_the_first_no_shorter(evening):
    """D100-MISS-10: whichever of the two lasts longer."""
    for rounds in (6, 1):
        cloud = {"spell": "nuage_mental", "victim": at(evening.gangster)}
        evening.do(evening.berthe, "cast_spell", (20, 1, rounds), **cloud)
    evening.fight((evening.berthe,), (evening.gangster,))
    evening.turn(8)
    assert "clouded" in evening.marks(evening.gangster)
    evening.turn(4)
    assert "clouded" not in evening.marks(evening.gangster)


def test_each_freezing_touch_has_its_own_hour(evening):
    """D100-MISS-10: what the first took comes back an hour after it, whatever the second takes."""
    odette = evening.add(sheet=investigator("Odette"))
    for points in (2, 1):
        evening.do(evening.berthe, "cast_spell", (1, 1), spell="toucher_glacial", victim=at(odette))
        evening.follow("drain", (points,))
        evening.keep(c.Advance(minutes=HOUR // 2))
    assert (evening.sheet(odette)["scores"]["FOR"], evening.marks(odette)["chilled"]) == (11, 1)
    evening.keep(c.Advance(minutes=HOUR // 2))
    assert evening.sheet(odette)["scores"]["FOR"] == 12
    assert "chilled" not in evening.marks(odette)
