"""Stories of minds: what fear, books, spells, analysis and victories leave over time (P-SAN, P-MAG, P-XP, DEST)."""

from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from systems.cthulhud20.evening import facing, house, missed, passes, refusal, rounds, values
from systems.table import at

HOUR, DAY = 60, 24 * 60
MONTH = 30 * DAY


def mad(effect: str, **more: Any) -> list[dict[str, Any]]:
    return [{"kind": "temporary", "effect": effect, **more}]


def test_a_player_casts_what_their_character_has_learnt(opened):
    """CD20-P-MAG-01, CD20-P-MAG-02: a spell that is known, a touch that was cast; the rest is the Keeper’s word."""
    table = opened()
    assert (
        refusal(table, table.jack, "cast_spell", seat=table.bob, spell="wrack", target=at(table.thug)) == "not_learnt"
    )
    assert refusal(table, table.jack, "healing_touch", seat=table.bob, target=at(table.paul)) == "not_cast"
    table.do(table.jack, "healing_touch", (1, 1), target=at(table.paul))
    table.write(table.jack, spells_known=["healing_touch"])
    table.do(table.jack, "cast_spell", (1,), table.bob, spell="healing_touch")
    assert refusal(table, table.jack, "healing_touch", (1, 1), table.bob, target=at(table.paul)) == ""
    assert refusal(table, table.jack, "healing_touch", seat=table.bob, target=at(table.paul)) == "not_cast"


def test_trembling_hands_take_four(opened):
    """CD20-P-SAN-03: from all d20 but those of the mind alone, and no longer than it lasts."""
    table = opened()
    steady = missed(table, table.paul, table.thug)["total_bonus"]
    table.write(table.paul, insanity=mad("tremors", ends_at=10 * HOUR))
    assert missed(table, table.paul, table.thug)["total_bonus"] == steady - 4
    bonus = {
        "jump": table.do(table.paul, "check", (10,), skill="jump", dc=10).outcome["bonus"],
        "research": table.do(table.paul, "check", (10,), skill="research", dc=10).outcome["bonus"],
        **{
            one: table.do(table.paul, "save", (10,), save=one, dc=10).outcome["bonus"]
            for one in ("fort", "ref", "will")
        },
    }
    assert bonus == {"jump": -4, "research": 1, "fort": 0, "ref": 0, "will": 1}
    passes(table, 10 * HOUR)
    assert missed(table, table.paul, table.thug)["total_bonus"] == steady


@pytest.mark.parametrize("effect", ["faints", "stupor", "catatonia"])
def test_a_mind_that_is_away_does_nothing_until_it_is_back(opened, effect):
    """CD20-P-SAN-03: for its rounds, and then again."""
    table = opened()
    table.write(table.paul, insanity=mad(effect, rounds=2))
    facing(table, table.paul, table.thug)
    assert refusal(table, table.paul, "movement", mode="move") == "mad"
    rounds(table, 2)
    assert refusal(table, table.paul, "movement", mode="move") == ""


def test_all_that_an_hour_takes_is_added_up(opened):
    """CD20-P-SAN-04: what a spell, a book and a sight cost in one hour is one loss."""
    table = opened()
    table.write(table.paul, san=50, spells_known=["wrack"])
    table.do(table.paul, "cast_spell", (4, 20), spell="wrack", target=at(table.thug))
    table.do(table.paul, "study_tome", (20, 3), tome="diary", bonus=10)
    assert values(table, table.paul, "san", "san_lost_this_hour", "san_at_hour_start") == (43, 7, 50)
    seen = table.do(table.paul, "sanity_check", (99, 3, 2), success_loss="0", failure_loss="1d4")
    assert (seen.outcome["indefinite"], seen.outcome["indefinite_months"]) == (True, 2)
    assert [one["kind"] for one in values(table, table.paul, "insanity")] == ["indefinite"]
    passes(table, 2 * MONTH)
    assert values(table, table.paul, "insanity") == []


def test_losses_of_two_hours_do_not_add_up(opened):
    """CD20-P-SAN-04: the count of an hour starts anew."""
    table = opened()
    table.write(table.paul, san=50)
    table.do(table.paul, "study_tome", (20, 3), tome="diary", bonus=10)
    passes(table, HOUR)
    assert values(table, table.paul, "san_lost_this_hour") == 0
    seen = table.do(table.paul, "sanity_check", (99, 4), success_loss="0", failure_loss="1d4")
    assert (seen.outcome["indefinite"], values(table, table.paul, "san_lost_this_hour")) == (False, 4)


def test_a_blast_of_the_mind_is_written_on_both(opened):
    """CD20-P-MAG-02: what it costs the caster, and what it does to the other, each in their hour."""
    table = opened()
    table.write(table.jack, spells_known=["mind_blast"])
    before = values(table, table.paul, "san"), values(table, table.jack, "san")
    table.do(table.jack, "cast_spell", (1, 1, 6), spell="mind_blast", target=at(table.paul))
    assert (values(table, table.paul, "san"), values(table, table.jack, "san")) == (before[0] - 6, before[1] - 1)
    lost = [values(table, id, "san_lost_this_hour") for id in (table.paul, table.jack)]
    assert lost == [6, 1]


def test_a_book_gives_the_spells_that_are_in_it(opened):
    """CD20-P-MAG-03: on a success, no more than the book holds, each once."""
    table = opened()
    read = {"tome": "lesser_tome", "bonus": 10, "spells": ["wrack", "elder_sign"]}
    table.do(table.paul, "study_tome", (1,), **read)
    assert values(table, table.paul, "spells_known", "tomes_read") == ([], [])
    table.do(table.paul, "study_tome", (20, 1), **read)
    table.do(table.paul, "study_tome", (20, 1), **{**read, "spells": ["wrack"]})
    assert values(table, table.paul, "spells_known", "tomes_read") == (["wrack", "elder_sign"], ["lesser_tome"])
    too_many = {"tome": "diary", "bonus": 10, "spells": ["wrack", "elder_sign"]}
    assert refusal(table, table.paul, "study_tome", (20, 1), **too_many) == "field/length_at_most"


def test_one_month_of_analysis_at_a_time(opened):
    """CD20-P-SAN-06: once a month, whatever it gave; the Keeper may go on in spite of it."""
    table = opened()
    table.write(table.paul, san=40)
    table.do(table.paul, "psychoanalysis", (20, 3), bonus=5)
    assert refusal(table, table.paul, "psychoanalysis", (20, 3), bonus=5) == "analysed"
    passes(table, MONTH - 1)
    assert refusal(table, table.paul, "psychoanalysis", (20, 3), bonus=5) == "analysed"
    passes(table, 1)
    table.do(table.paul, "psychoanalysis", (20, 3), bonus=5)
    assert values(table, table.paul, "san") == 46
    again = c.Do(procedure="psychoanalysis", character=table.paul, given={"bonus": 5}, dice=(11,), in_spite=True)
    table.keep(again)
    assert values(table, table.paul, "san") == 46


def test_a_victory_counts_once_for_its_kind(opened):
    """CD20-P-SAN-06: two zombies are one kind; another hero has their own; a new scenario is the Keeper’s word."""
    table = opened()
    other = table.add(being="creature/zombie", count=1, name="Zombie 2")
    for id in (table.paul, table.jack):
        table.write(id, san=40)
    table.do(table.paul, "regain_sanity", (5,), reason="defeat", creature=at(table.zombie))
    assert values(table, table.paul, "san") == 45
    again = {"reason": "defeat", "creature": at(other)}
    assert refusal(table, table.paul, "regain_sanity", **again) == "already_this_scenario"
    table.do(table.jack, "regain_sanity", (5,), **again)
    table.do(table.paul, "regain_sanity", (2,), **again, already_this_scenario=False)
    assert (values(table, table.paul, "san"), values(table, table.jack, "san")) == (47, 45)


def test_experience_goes_to_all_who_live(opened):
    """CD20-P-XP-01: the table knows the group and its level; the dead have no part in it."""
    table = opened()
    third = table.add(being="sample/paul")
    table.do(third, "apply_wound", (), zone="head", gb=16)
    won = table.do(None, "award_experience", (), challenge=5)
    assert (won.given["group_level"], won.outcome["xp_each"]) == (5, 750)
    assert [values(table, id, "xp") for id in (table.paul, table.jack, third)] == [750, 750, 0]


def test_a_level_needs_its_experience_and_brings_its_point(opened):
    """CD20-DEST-01, CD20-P-LEVEL-01: a new point, no old one; points for skills wait to be placed."""
    table = opened()
    assert refusal(table, table.paul, "level_up") == "not_enough_xp"
    table.write(table.paul, xp=1000)
    table.do(table.paul, "level_up", (3,))
    assert values(table, table.paul, "level", "destiny_received", "destiny_left", "destiny_spent") == (2, 2, 1, 1)
    left, ranks = values(table, table.paul, "skill_points_left", "skill_ranks")
    assert left > 0
    table.write(table.paul, skill_ranks={**ranks, "listen": ranks.get("listen", 0) + 1})
    assert values(table, table.paul, "skill_points_left") < left


def test_toughness_counts_once_for_each_time_it_was_taken(opened):
    """CD20-FEAT-08: two PV and two PF more, whoever writes it on the sheet, and as many less without it."""
    table = opened()
    before = values(table, table.paul, "pv_max", "pf_max", "pv", "pf")
    feats = values(table, table.paul, "feats")
    table.write(table.paul, feats=[*feats, "toughness"])
    after = values(table, table.paul, "pv_max", "pf_max", "pv", "pf")
    assert [now - was for was, now in zip(before, after, strict=True)] == [2, 2, 2, 2]
    table.write(table.paul, feats=feats)
    assert values(table, table.paul, "pv_max", "pf_max", "pv", "pf") == before


def test_a_ward_takes_its_rounds(opened):
    """CD20-P-MAG-02, CD20-P-ACT-03: five rounds of casting are five turns."""
    table = opened()
    table.write(table.jack, spells_known=["flesh_ward"])
    facing(table, table.jack, table.thug)
    table.do(table.jack, "cast_spell", (1,), spell="flesh_ward", amount=2, seat=table.bob)
    for _ in range(4):
        rounds(table)
        assert refusal(table, table.jack, "movement", mode="move", seat=table.bob) == "no_time"
    rounds(table)
    assert refusal(table, table.jack, "movement", mode="move", seat=table.bob) == ""


def test_nobody_alive_spends_destiny_for_the_dead(opened):
    """CD20-HP-04, CD20-DEST-02: no destiny is spent after death, and a point that is spent is gone."""
    table = opened(fate=True)
    table.do(table.paul, "spend_destiny", (), effect="escape")
    assert refusal(table, table.paul, "spend_destiny", effect="escape") == "no_point"
    table.do(table.jack, "apply_wound", (), zone="head", gb=16)
    assert refusal(table, table.jack, "spend_destiny", effect="escape") == "dead"
    passes(table, MONTH)
    assert values(table, table.paul, "destiny_left") == 0


def test_a_mind_without_bottom_is_gone_for_good(opened):
    """CD20-P-SAN-04: one each round, on the clock as in a fight; at −10 nobody plays it any more."""
    table = opened()
    table.write(table.paul, san=0)
    passes(table, 1)
    table.settle("sanity_collapse", ())
    assert values(table, table.paul, "san") == -10
    assert [one["kind"] for one in values(table, table.paul, "insanity")] == ["permanent"]
    passes(table, 12 * MONTH)
    assert refusal(table, table.paul, "movement", mode="move") == "permanent"


@pytest.mark.parametrize(
    "state", [{"conditions": ["paralysed"]}, {"conditions": ["cowering"]}, {"insanity": mad("catatonia")}]
)
@pytest.mark.parametrize("act", ["attack", "cast_spell", "care", "full_attack"])
def test_whoever_cannot_move_a_finger_neither_strikes_nor_casts(opened, state, act):
    """CD20-P-COND-01, CD20-P-SAN-03: the table says so before any die."""
    table = opened()
    table.do(table.jack, "apply_wound", (99,), zone="left_arm", gb=7)
    table.write(table.paul, spells_known=["wrack"], **state)
    aimed = {"patient": at(table.jack)} if act == "care" else {"target": at(table.thug)}
    spell = {"spell": "wrack"} if act == "cast_spell" else {}
    assert refusal(table, table.paul, act, **aimed, **spell) in ("no_action", "mad")


def test_nausea_leaves_a_move(opened):
    """CD20-P-COND-01: one move only."""
    table = opened()
    table.write(table.paul, conditions=["nauseated"])
    assert refusal(table, table.paul, "attack", target=at(table.thug)) == "only_move"
    assert refusal(table, table.paul, "movement", mode="move") == ""


def test_a_ward_is_worn_down_by_whatever_hits(opened):
    """CD20-P-MAG-02: shots, blasts and barrages alike; what it stops leaves it whole."""
    table = opened()
    table.mark(table.jack, warded=4)
    table.do(table.paul, "attack", (19, 99), target=at(table.jack), aim="left_leg", modifier=10)
    assert table.marks(table.jack)["warded"] == 3
    table.do(None, "explosion", (20, 10, 60, 99), max_damage=18, victims=[at(table.jack)])
    assert table.marks(table.jack)["warded"] == 2
    missed(table, table.paul, table.jack)
    assert table.marks(table.jack)["warded"] == 2


# ---- where they meet other rules ----


def test_two_horrors_in_an_hour(opened):
    """CD20-P-SAN-04, CD20-P-SAN-05: the first madness gives two ranks, the next one, two kinds at once count once."""
    table = opened()
    horror = {"success_loss": "0", "failure_loss": "1d10", "mythos": True}
    table.do(table.paul, "sanity_check", (99, 10, 99, 1, 5, 25), **horror)
    assert values(table, table.paul, "san", "mythos_ranks", "san_max") == (50, 2, 97)
    table.do(table.paul, "sanity_check", (99, 10, 99, 1, 5, 25, 3), **horror)
    assert values(table, table.paul, "san", "mythos_ranks", "san_max") == (40, 3, 96)
    assert [one["kind"] for one in values(table, table.paul, "insanity")] == ["temporary", "temporary", "indefinite"]
    passes(table, 1)
    assert [one["kind"] for one in values(table, table.paul, "insanity")] == ["indefinite"]


def test_sanity_lost_in_a_fight_counts_with_the_hour_after_it(opened):
    """CD20-P-SAN-04: rounds are of the hour too."""
    table = opened()
    table.write(table.paul, san=50)
    facing(table, table.paul, table.thug)
    table.do(table.paul, "sanity_check", (99, 4), success_loss="0", failure_loss="1d4")
    rounds(table, 10)
    table.keep(c.EndFight())
    passes(table, 30)
    seen = table.do(table.paul, "sanity_check", (99, 6, 1, 2), success_loss="0", failure_loss="1d10").outcome
    assert seen["indefinite"]


def test_a_spell_that_faints_its_caster_ends_the_turn(opened):
    """CD20-P-MAG-01: the cost is paid when it takes effect, and may cost the senses."""
    table = opened()
    table.write(table.jack, spells_known=["wrack"], pf=1)
    facing(table, table.jack, table.thug)
    table.do(table.jack, "cast_spell", (1, 1, 20), spell="wrack", target=at(table.thug), seat=table.bob)
    assert values(table, table.jack, "state") == "unconscious"
    table.turn()
    assert table.now == table.thug
    rounds(table)
    assert table.now == table.thug


def test_a_touch_follows_its_spell_in_the_same_turn(opened):
    """CD20-P-MAG-02: a full round, paid once, and the hand is laid on with it."""
    table = opened()
    table.write(table.jack, spells_known=["healing_touch"])
    table.write(table.paul, pv=5, pf=5)
    facing(table, table.jack, table.thug, table.paul)
    table.do(table.jack, "cast_spell", (1,), spell="healing_touch", seat=table.bob)
    assert values(table, table.jack, "pf") == 8
    table.do(table.jack, "healing_touch", (1, 1), target=at(table.paul), seat=table.bob)
    assert values(table, table.paul, "pv") == 6


def test_a_level_gives_a_point_and_its_undo_takes_it(opened):
    """CD20-DEST-01, CD20-DEST-02, CD20-P-SAN-06."""
    table = opened(fate=True)
    table.do(table.paul, "spend_destiny", (), effect="escape")
    table.write(table.paul, san=50)
    before = table.play
    table.do(table.paul, "level_up", (4,), xp=1000)
    assert values(table, table.paul, "level", "destiny_left", "san") == (2, 1, 54)
    table.do(table.paul, "spend_destiny", (), effect="escape")
    assert refusal(table, table.paul, "spend_destiny", effect="escape") == "no_point"
    for _ in range(3):
        table.keep(c.Undo())
    assert table.play == before


def test_points_of_a_new_level_are_placed_by_the_player(opened):
    """CD20-P-SKILL-02: as many as there are, no higher than the level lets a skill be."""
    table = opened()
    table.write(table.paul, xp=1000)
    left = values(table, table.paul, "skill_points_left")
    table.do(table.paul, "level_up", (3,))
    more = values(table, table.paul, "skill_points_left")
    assert more - left == 9
    ranks = values(table, table.paul, "skill_ranks")
    table.act(table.ann, c.Edit(character=table.paul, fields={"skill_ranks": {**ranks, "swim": 1}}))
    assert values(table, table.paul, "skill_points_left") < more


@pytest.mark.parametrize("ranks", [{"swim": 9}, {"cthulhu_mythos": 1}, {"spot": 4, "listen": 4, "swim": 2, "hide": 2}])
def test_a_player_writes_no_more_ranks_than_the_level_allows(opened, ranks):
    """CD20-P-SKILL-02, CD20-P-SAN-05: beyond limit or points it is the game master’s word; what stood there stays."""
    table = opened()
    spread = dict.fromkeys(("balance", "bluff", "climb", "disguise", "forgery", "ride", "search", "jump"), 2)
    fields = {"skill_ranks": {**(spread if len(ranks) > 1 else values(table, table.paul, "skill_ranks")), **ranks}}
    with pytest.raises(Refusal) as fault:
        table.act(table.ann, c.Edit(character=table.paul, fields=fields))
    assert fault.value.rule in ("CD20-P-SKILL-02", "CD20-P-SAN-05")
    table.keep(c.Edit(character=table.paul, fields=fields))
    table.act(table.ann, c.Edit(character=table.paul, fields={"skill_ranks": {**fields["skill_ranks"], "jump": 0}}))
    assert values(table, table.paul, "skill_ranks")["jump"] == 0


def test_destiny_for_adversaries_from_the_moment_it_is_the_rule(opened):
    """CD20-DEST-01: `npc_destiny` turned on and off between two shots."""
    table = opened()
    shot = {"target": at(table.thug), "aim": "left_leg", "modifier": 7}
    table.do(table.paul, "attack", (10, 99), **shot)
    assert table.waiting is None
    house(table, npc_destiny=True)
    table.do(table.paul, "attack", (9,), **shot)
    assert "soften" in table.choices()
    table.decide("soften")
    house(table, npc_destiny=False)
    table.do(table.paul, "attack", (9, 99), **shot)
    assert table.waiting is None


def test_players_do_not_name_their_own_numbers(opened):
    """CD20-GEN-03, CD20-SHOCK-02: a shock, a graver wound, darkness are the Keeper’s word."""
    table = opened()
    for own in ({"shock": "violent"}, {"gb_bonus": 9}, {"concealment": 40}):
        with pytest.raises(Refusal):
            table.do(table.paul, "attack", (10, 60, 99, 99), target=at(table.thug), seat=table.ann, **own)


def test_a_gesture_is_for_ones_own_next_spell(opened):
    """CD20-P-MAG-02: two more for whoever made it, once; nothing for anybody else."""
    table = opened()
    table.write(table.jack, spells_known=["voorish_gesture", "wrack"])
    table.write(table.paul, spells_known=["wrack"])

    def wrack(who: str) -> int:
        return int(table.do(who, "cast_spell", (1, 20), spell="wrack", target=at(table.thug)).outcome["save_dc"])

    plain = wrack(table.paul), wrack(table.jack)
    table.do(table.jack, "cast_spell", None, spell="voorish_gesture")
    assert (wrack(table.paul), wrack(table.jack), wrack(table.jack)) == (plain[0], plain[1] + 2, plain[1])


def test_constitution_rises_with_a_level_in_a_wounded_body(opened):
    """CD20-HP-01, CD20-P-ABIL-01: one more of each, and the wound is as it was."""
    table = opened()
    table.write(table.paul, con=13, level=3, xp=6000)
    table.do(table.paul, "apply_wound", (1,), zone="left_arm", gb=7)
    before = values(table, table.paul, "pv_max", "pv", "pf_max", "pf")
    table.do(table.paul, "level_up", (1,), ability="con")
    assert values(table, table.paul, "pv_max", "pv", "pf_max", "pf") == tuple(one + 1 for one in before)
    assert [one["gb"] for one in values(table, table.paul, "wounds")] == [7]
