"""Whole fights: by hand and by rule, who acts first, what changes the odds, how it all ends."""

from collections import defaultdict
from fractions import Fraction
from typing import Any

import pytest

from gardien.core.calling import odds_of
from gardien.core.errors import Refusal
from gardien.core.interpreters.table import Table
from gardien.core.simulation import Some, Somebody
from gardien.core.system import find
from gardien.sim.fights import fight_odds
from gardien.sim.telling import tell
from systems.fights import assert_about, assert_ways_agree, line_ups, played_out
from systems.organique.fought import A, B, content, duel_by_hand, fight, of, silent, weighed, won

FIGHTS = find("organique").fights

# ---- a duel by hand ----


def test_a_duel_is_what_counting_every_face_says():
    """ORG-INIT-01, ORG-CBT-01, ORG-REA-01, ORG-ARM-01, ORG-HP-02 to ORG-HP-06, ORG-END-02, ORG-END-04."""
    made = fight([A], [B])
    odds, _ = Table(made.step).to_the_end(made.start)
    result: dict[Any, Fraction] = defaultdict(Fraction)
    for (one, other), chance in odds:
        result[one.status, other.status] += chance
    by_hand = duel_by_hand()
    assert sum(by_hand.values()) == 1
    assert result == by_hand


def test_every_way_of_weighing_agrees(monkeypatch):
    assert_ways_agree(lambda runs: weighed([A], [B], runs), 10_000, monkeypatch)


def test_a_fight_played_act_by_act_ends_as_often_as_the_table_says():
    """The step of the chain is played with real dice here, not read from a table: poison, stuns, three a fight."""
    spear = {"weapon": {"name": "spear", "group": "polearm", "bs": 2, "range_max": 2, "coating": "blade_poison"}}
    ours = [{**A, "END": 5, "weapons": [spear]}]
    theirs = [{**B, "count": 2, "tactics": {"stroke": "stun"}}]
    ends = played_out(fight(ours, theirs, distance=4), 300, who=0)
    assert_about(ends, of(weighed(ours, theirs, 20_000, distance=4), "A"))


@pytest.mark.parametrize("last", [{}, {"PER": 12}, {"combat_skills": {"boxing": 2}}, {"initiative_mod": 10}])
def test_the_order_of_a_fight_is_that_of_the_rule(last):
    """ORG-INIT-01: the same odds as everybody’s throw, ties and roll-offs included."""
    people = [{"name": "A", "PER": 12}, {"name": "B"}, {"name": "C", **last}]
    odds = odds_of("organique", "start_fight", {"combatants": people}, by=("order",))
    made = fight([people[0]], people[1:])
    assert line_ups(made) == {tuple(one.outcome["order"]): one.chance for one in odds}


def test_several_alike_share_one_fate_and_keep_the_table_small():
    weak = {**B, "SNG": 1, "INC": 0.5, "END": 2}
    hers = {**A, "tactics": {"whom": "strongest"}}
    together = weighed([hers], [{**weak, "count": 2}])
    apart = weighed([hers], [{**weak, "name": "X"}, {**weak, "name": "Y"}])
    assert of(together, "B 1") == of(together, "B 2")
    assert together.states < apart.states
    assert together.sides["us"] == pytest.approx(apart.sides["us"], abs=1e-9)
    assert together.survivors["them"] == pytest.approx(apart.survivors["them"], abs=1e-9)


# ---- what changes the odds ----


def test_armour_keeps_people_alive():
    """ORG-ARM-01 to ORG-ARM-03."""
    chances = [won({**A, "armour": worn}) for worn in ([], [{"ia": 5, "c": 1}], [{"ia": 20, "c": 2}])]
    assert chances == sorted(chances)
    assert chances[0] < chances[-1]


def test_surprise_takes_the_reaction_of_the_first_turn():
    """ORG-INIT-02, ORG-REA-08."""
    assert won(other={**B, "surprised": True}) > won()


def test_whoever_has_no_endurance_left_stands_no_more():
    """ORG-END-06: without anybody able to do harm, the stronger breath wins."""
    harmless = {"SNG": 4, "CPS": 4, "INC": 4, "armour": [{"ia": 20, "bs": 50, "c": 50}]}
    result = weighed([{**A, **harmless, "END": 3}], [{**B, **harmless, "END": 5}])
    assert of(result, "A") == {"exhausted": 1}
    assert of(result, "B") == {"unhurt": 1}
    assert result.rounds[3] == 1


def test_nobody_comes_to_help():
    """ORG-HP-07, ORG-END-04: whoever is dying or has no blood left dies alone."""
    helped, alone = weighed([A], [B]), weighed([A], [B], alone=True)
    lost = of(helped, "A")
    assert of(alone, "A")["dead"] == pytest.approx(lost["dying"] + lost["mortally_wounded"])
    assert alone.sides["us"] < helped.sides["us"]


def test_machines_break_and_do_not_tire():
    """ORG-MON-01."""
    result = weighed([{"name": "R", "robot": "cleaning_robot"}], [{"name": "W", "robot": "war_walker"}], distance=15)
    assert of(result, "R") == {"broken": 1}
    assert of(result, "W") == {"unhurt": 1}


def test_two_who_cannot_reach_each_other_do_not_fight():
    cannot = {"VIT": 0}
    result = weighed([{**A, **cannot}], [{**B, **cannot}], distance=9)
    assert result.undecided == 1


def test_whoever_is_weak_enough_flees():
    never, half = ([{**A, "tactics": {"withdraw_at": at}}] for at in ("never", "half"))
    assert "away" not in of(weighed(never, [B]), "A")
    assert of(weighed(half, [B]), "A")["away"] > 0


# ---- files, words, the workshop ----


def test_every_being_of_the_pack_can_fight():
    beings = [(table, row) for table in FIGHTS_BEINGS for row in rows(table)]
    for table, row in beings:
        made = fight([A], [{"name": "X", table: row}], distance=5)
        assert made.step(made.start)
        assert made.profiles[1].arms or row in HARMLESS


FIGHTS_BEINGS = {
    "sample": ("samples", "sample"),
    "creature": ("creatures", "creature"),
    "robot": ("creatures", "robot"),
}
HARMLESS = {"repair_spider"}  # its torch burns: the game master’s


def rows(table: str) -> list[str]:
    from gardien.systems.organique import pack

    return list(pack.keys(*FIGHTS_BEINGS[table]))


def test_an_encounter_of_the_workshop():
    """Sheets as they stand against rows of the pack, with what was chosen."""
    sheet = {"nature": "human", "AGI": 12, "SNG": 4, "sng": 1, "weapons": [{"weapon": "pistol_9mm", "loaded": 2}]}
    chosen = {one.key: one.default for one in FIGHTS.choices} | {"surprise": "them", "cover": "tree", "aim": "true"}
    file = FIGHTS.encounter(
        ("us", [Somebody("Ann", sheet)]), ("them", [Some("T", "creature", "street_thug", 2)]), chosen
    )
    made = fight(*([*side["fighter"]] for side in file["side"]), distance=file["distance"])
    ann, thug = made.profiles[0], made.profiles[1]
    assert ann.person.body.sng == 2
    assert (ann.arms[0].loaded, ann.arms[0].spare) == (2, 0)
    assert ann.cover is not None
    assert thug.cover is None
    assert (ann.surprised, thug.surprised, ann.tactics.aim) == (False, True, True)
    assert ann.quick.bonus == ann.quick.wits + 10
    result = fight_odds({"system": "organique", **file}, 200, 1, silent)
    assert sum(result.sides.values()) + result.nobody + result.undecided == pytest.approx(1)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_weighed_fight_is_told_in_its_own_words(language):
    told = "\n".join(tell(weighed([A], [B]), language))
    assert FIGHTS.words["status"]["dying"][language] in told
    assert FIGHTS.words["shop"]["left_out"][language] in told
    for one in FIGHTS.choices:
        assert FIGHTS.words["tactic"][one.key][language]
        assert all(FIGHTS.words["tactic"][one.key]["value"][value][language] for value in one.values)
    assert all(FIGHTS.words["status"][one.key][language] for one in FIGHTS.endings)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"creature": "street_thug", "sample": "rusty"}, "sample"),
        ({"creature": "nobody"}, "creature"),
        ({"weapons": ["spoon"]}, "weapons"),
        ({"weapons": [{"weapon": "spoon"}]}, "weapon"),
        ({"cover": "fog"}, "cover"),
    ],
)
def test_what_a_file_cannot_say(wrong, field):
    with pytest.raises(Refusal) as caught:
        fight_odds(content([{"name": "A", **wrong}], [B]), None, None, silent)
    assert caught.value.field.endswith(field)
