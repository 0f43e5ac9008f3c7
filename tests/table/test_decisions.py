"""A rule that waits at the table: it keeps its dice, changes nothing, is asked of the right people, and goes on."""

from io import BytesIO

import pytest

from gardien.table import commands as c
from gardien.table.exchange import bring, check, export_table
from gardien.table.secrets import seal
from gardien.table.tables import Tables
from table.evening import again, card, patched, play_hash
from table.robbery import HEADS, TAILS, Robbery

pytestmark = pytest.mark.usefixtures("tiny")


def test_a_roll_that_waits_keeps_its_dice_and_changes_nothing(store):
    fair = Robbery(store)
    before = fair.purses()
    shown = card(fair.rob(HEADS))
    assert shown["wait"] == fair.wait
    assert shown["roll"]["waits"] == "pleas"
    assert [die["value"] for die in shown["roll"]["dice"]] == [HEADS]
    assert shown["roll"]["outcome"] == {"caught": True}
    assert shown["roll"]["told"] == ["Prise\u00a0: oui.", "À décider\u00a0: plaidoyers."]
    assert "changes" not in shown
    assert fair.purses() == before
    assert fair.waiting["event"] == fair.state.version


def test_whoever_is_asked_takes_an_offer_and_the_same_dice_go_on(store):
    fair = Robbery(store)
    fair.rob(HEADS)
    shown = card(fair.answer(fair.bob, "bribe"))
    assert shown["command"] == "decide"
    assert [die["value"] for die in shown["roll"]["dice"]] == [HEADS], "no second coin falls"
    assert shown["roll"]["outcome"] == {"caught": True, "stolen": 0, "purse": 10, "purse_left": 9, "luck": 1}
    assert fair.purses() == (10, 9)
    assert not fair.play["waits"]
    first, last = fair.log(fair.ann)[-2:]
    assert first["decided"] is True
    assert "wait" not in first
    assert "wait" not in last


def test_a_coin_that_was_typed_is_followed_by_a_coin_that_is_typed(store):
    """Dice that a pause leaves to fall are asked for when it is over, not before."""
    fair = Robbery(store)
    assert fair.refused(fair.ann, robbing(fair, HEADS, HEADS)).id == "dice/left_over"
    fair.rob(HEADS)
    wait = fair.wait
    assert fair.refused(fair.keeper, c.Decide(wait=wait, dice=())).id == "dice/wanted"
    assert fair.refused(fair.keeper, c.Decide(wait=wait, dice=(3,))).id == "dice/face"
    roll = card(fair.answer(fair.keeper, dice=(HEADS,)))["roll"]
    assert (roll["outcome"]["stolen"], roll["typed"]) == (2, True)
    assert fair.purses() == (12, 8)


def robbing(fair: Robbery, *dice: int) -> c.Do:
    given = {"call": "heads", "target": {"character": fair.bo}}
    return c.Do(procedure="rob", character=fair.ada, given=given, dice=dice)


def test_thrown_dice_wait_as_well(store):
    fair = Robbery(store)
    fair.rob()
    assert fair.waiting["people"] == {"": fair.ada, "Bo": fair.bo}


def test_where_there_is_nothing_to_decide_nobody_waits(store):
    """A robber without a penny cannot toss again: the rule goes on at once, with the coin as it fell."""
    fair = Robbery(store)
    fair.keep(c.Edit(character=fair.ada, fields={"purse": 0}))
    roll = card(fair.rob(TAILS))["roll"]
    assert "waits" not in roll
    assert roll["outcome"]["caught"] is False
    assert not fair.play.get("waits")


def test_what_was_decided_beforehand_is_not_asked_again(store):
    fair = Robbery(store)
    roll = card(fair.rob(HEADS, given={"pleas": [{"effect": "bribe"}]}))["roll"]
    assert roll["outcome"]["purse_left"] == 9


def test_several_decisions_of_one_rule_are_asked_one_after_the_other(store):
    fair = Robbery(store)
    fair.rob(HEADS, given={"tries": 2})
    first = fair.wait
    shown = card(fair.answer(fair.keeper, dice=(TAILS, HEADS)))
    assert shown["roll"]["outcome"] == {"caught": True, "stolen": 1}, "the first try is over, the second coin lies"
    assert fair.wait != first
    assert fair.refused(fair.bob, c.Decide(wait=first, offer="bribe")).id == "table/no_decision"
    roll = card(fair.answer(fair.bob, "bribe"))["roll"]
    assert [die["value"] for die in roll["dice"]] == [HEADS, TAILS, HEADS]
    assert fair.purses() == (11, 8), "a penny stolen, a penny given"
    assert [one.get("decided") for one in fair.log(fair.ann)[-3:]] == [True, True, None]


# ---- who may answer what ----


def test_each_may_answer_only_what_is_theirs(store):
    fair = Robbery(store)
    fair.rob(HEADS)
    wait = fair.wait
    for seat in (fair.ann, fair.cy):
        assert fair.refused(seat, c.Decide(wait=wait, offer="bribe")).id == "table/not_yours"
        assert fair.refused(seat, c.Decide(wait=wait)).id == "table/not_yours"
    for seat in (fair.watcher, fair.screen):
        assert fair.refused(seat, c.Decide(wait=wait)).id == "table/not_allowed"
    assert fair.refused(fair.bob, c.Decide(wait=wait, offer="again")).id == "table/no_offer"
    assert fair.refused(fair.bob, c.Decide(wait="w0", offer="bribe")).id == "table/no_decision"
    seen = {seat: fair.look(seat)["waits"][wait] for seat in fair.seats}
    assert [one["key"] for one in seen[fair.bob]["offers"]] == ["bribe", "luck"]
    assert [one["key"] for one in seen[fair.ann]["offers"]] == ["luck"], "anybody may propose what all must agree to"
    assert seen[fair.screen]["offers"] == []
    assert seen[fair.screen]["asked"] == [fair.bob]


def test_whoever_wants_nothing_says_so_and_the_last_one_lets_the_rule_go_on(store):
    fair = Robbery(store)
    fair.rob(HEADS)
    assert card(fair.answer(fair.bob))["roll"]["outcome"]["stolen"] in (1, 2)
    assert not fair.play["waits"]


def test_the_other_side_is_asked_where_the_choice_is_theirs(store):
    fair = Robbery(store)
    fair.rob(TAILS)
    assert fair.look(fair.ann)["waits"][fair.wait]["asked"] == [fair.ann]
    roll = card(fair.answer(fair.ann, "again", dice=(HEADS, TAILS)))["roll"]
    assert (roll["outcome"]["stolen"], roll["outcome"]["purse"]) == (1, 10)


def test_the_game_master_is_asked_for_those_whom_nobody_plays(store):
    fair = Robbery(store)
    fair.rob(HEADS, at=fair.thief)
    assert fair.look(fair.ann)["waits"][fair.wait]["asked"] == [fair.keeper]


# ---- nothing is forgotten ----


def test_a_fight_does_not_go_on_over_an_open_decision(store):
    fair = Robbery(store)
    fair.fight(fair.ada, fair.bo)
    fair.rob(HEADS)
    refusal = fair.refused(fair.keeper, c.Turn())
    assert (refusal.id, refusal.words["who"]) == ("table/decision_open", "Bo")
    for command in (c.EndFight(), c.Advance(minutes=1), c.Remove(character=fair.bo)):
        assert fair.refused(fair.keeper, command).id == "table/decision_open"
    assert fair.refused(fair.bob, robbing(fair, HEADS)).id in ("table/decision_open", "table/not_yours")
    fair.act(fair.cy, c.Say(text="Courage."))
    fair.act(fair.cy, c.Do(procedure="toss", character=fair.cleo, given={}))
    fair.answer(fair.keeper)
    fair.keep(c.Turn())


def test_sheets_are_read_as_they_are_when_the_rule_goes_on(store):
    """What is written on a sheet meanwhile is not lost, whoever is called what by then."""
    fair = Robbery(store)
    fair.rob(HEADS)
    fair.keep(c.Edit(character=fair.bo, fields={"purse": 30}))
    fair.keep(c.Show(character=fair.bo, alias="L’inconnu"))
    roll = card(fair.answer(fair.keeper, dice=(TAILS,)))["roll"]
    assert [die["value"] for die in roll["dice"]] == [HEADS, TAILS]
    assert fair.sheet(fair.bo)["purse"] == 29


def test_an_offer_that_no_longer_holds_is_refused_and_going_on_without_always_works(store):
    fair = Robbery(store)
    fair.rob(HEADS)
    fair.keep(c.Edit(character=fair.bo, fields={"purse": 0}))
    assert fair.refused(fair.bob, c.Decide(wait=fair.wait, offer="bribe")).id == "table/no_offer"
    fair.answer(fair.keeper)
    assert fair.sheet(fair.bo)["purse"] == 0


def test_undo_before_during_and_after(store):
    fair = Robbery(store)
    start = play_hash(fair.state)
    fair.rob(HEADS)
    moment, open = str(fair.state.version), play_hash(fair.state)
    fair.answer(fair.bob, "bribe")
    after = play_hash(fair.state)
    fair.keep(c.Undo())
    assert play_hash(fair.state) == open
    assert fair.log(fair.bob)[-3]["wait"] == fair.wait
    fair.keep(c.Redo())
    assert play_hash(fair.state) == after
    fair.keep(c.Undo(to=moment))
    fair.keep(c.Undo())
    assert play_hash(fair.state) == start
    assert not fair.play.get("waits")


# ---- secrets ----


def test_a_hidden_roll_waits_for_the_game_master_alone(store):
    fair = Robbery(store)
    fair.keep(c.Settings(announce=False))
    before = {seat: fair.look(seat) for seat in fair.others}
    fair.rob(HEADS, seat=fair.keeper, audience="keeper")
    wait = fair.wait
    assert {seat: fair.look(seat) for seat in fair.others} == before, "nobody notices"
    assert [one["key"] for one in fair.waiting["offers"]] == ["bribe"], "what all must agree to cannot be a secret"
    assert fair.look(fair.keeper)["waits"][wait]["asked"] == [fair.keeper]
    assert fair.refused(fair.bob, c.Decide(wait=wait, offer="bribe")).id == "table/no_decision"
    assert card(fair.rob(HEADS, at=fair.cleo))["wait"], "and it stands in nobody's way"
    moment = str(fair.play["waits"][wait]["event"])
    assert fair.refused(fair.keeper, c.Reveal(event=moment)).id == "table/decision_open"
    fair.keep(c.Decide(wait=wait, offer="bribe"))
    event = fair.table.keeping.event(fair.state.version)
    assert event.audience == ()
    assert seal(event.nonce, event.roll) == event.seal
    assert fair.sheet(fair.bo)["purse"] == 10, "what others would see is held back"
    assert event.held
    shown = card(fair.keep(c.Reveal(event=moment)))
    assert "decided" not in shown, "told for its own sake"


def test_everybody_is_told_as_it_happens_and_a_new_page_is_the_same(store):
    fair = Robbery(store)
    views = {seat: fair.look(seat) for seat in fair.seats}

    def hear(news):
        for seat in fair.seats:
            if told := news.message_for(fair.viewer(seat), "fr"):
                views[seat] = patched(views[seat], told)

    leave = fair.table.listen(hear)
    fair.rob(HEADS)
    fair.answer(fair.bob, "luck")
    fair.agree(fair.ann)
    fair.rob(HEADS, seat=fair.keeper, audience=(fair.bob,), at=fair.cleo, who=fair.thief)
    fair.keep(c.Undo())
    fair.keep(c.Undo())
    fair.keep(c.Redo())
    leave()
    assert views == {seat: fair.look(seat) for seat in fair.seats}


# ---- what everybody must agree to ----


def test_the_luck_of_all_needs_every_player(store):
    fair = Robbery(store)
    fair.rob(HEADS)
    fair.answer(fair.bob, "luck")
    assert fair.waiting["vote"] == {"offer": "luck", "yes": [fair.bob]}
    assert fair.look(fair.screen)["waits"][fair.wait]["asked"] == [fair.ann, fair.cy]
    fair.agree(fair.ann)
    assert fair.play.get("group", {}) == {}
    roll = card(fair.agree(fair.cy))["roll"]
    assert roll["given"]["pleas"] == [{"effect": "luck", "votes": ["yes"] * 3}]
    assert fair.play["group"] == {"luck": 0}
    assert fair.look(fair.ann)["group"] == {"luck": 0}
    assert fair.purses() == (10, 10)
    fair.rob(HEADS)
    assert [one["key"] for one in fair.waiting["offers"]] == ["bribe"], "once, and never again"


def test_one_no_ends_it_and_the_rest_stays_open(store):
    fair = Robbery(store)
    fair.rob(HEADS)
    fair.answer(fair.bob, "luck")
    assert card(fair.agree(fair.ann, False))["words"] == {"offer": "luck", "stage": "refused", "agrees": False}
    assert "vote" not in fair.waiting
    assert [one["key"] for one in fair.waiting["offers"]] == ["bribe"]
    assert fair.refused(fair.bob, c.Decide(wait=fair.wait, offer="luck")).id == "table/no_offer"
    fair.answer(fair.bob, "bribe")


def test_a_no_to_the_last_offer_lets_the_rule_go_on(store):
    fair = Robbery(store)
    fair.rob(HEADS)
    fair.keep(c.Undo())
    fair.keep(c.Edit(character=fair.bo, fields={"purse": 0}))
    fair.rob(HEADS)
    fair.answer(fair.bob, "luck")
    assert "roll" in card(fair.agree(fair.cy, False))
    assert not fair.play["waits"]


def test_the_game_master_counts_those_who_are_away(store):
    fair = Robbery(store)
    fair.rob(HEADS)
    fair.answer(fair.keeper, "luck")
    assert fair.waiting["vote"]["yes"] == [], "whoever proposes it for them has no vote"
    fair.agree(fair.bob)
    fair.agree(fair.keeper, seats=(fair.cy,))
    assert fair.refused(fair.bob, c.Vote(wait=fair.wait, seats=(fair.ann,))).id == "table/not_yours"
    assert fair.refused(fair.watcher, c.Vote(wait=fair.wait)).id == "table/not_allowed"
    assert fair.refused(fair.keeper, c.Vote(wait=fair.wait, seats=(fair.watcher,))).id == "table/nothing"
    assert "roll" in card(fair.agree(fair.keeper)), "all who are missing"


def test_a_yes_can_be_taken_back(store):
    fair = Robbery(store)
    fair.rob(HEADS)
    fair.answer(fair.bob, "luck")
    fair.agree(fair.ann)
    fair.keep(c.Undo())
    assert fair.waiting["vote"]["yes"] == [fair.bob]
    fair.keep(c.Undo())
    assert "vote" not in fair.waiting
    assert fair.refused(fair.ann, c.Vote(wait=fair.wait)).id == "table/no_vote"


def test_a_group_of_one_needs_one_yes(store):
    fair = Robbery(store)
    for seat in (fair.ann, fair.cy):
        fair.keep(c.Unseat(seat=seat))
    fair.rob(HEADS, seat=fair.keeper)
    assert "roll" in card(fair.answer(fair.bob, "luck"))


def test_the_game_master_may_give_the_luck_back(store):
    fair = Robbery(store)
    fair.keep(c.Override(path="group/luck", value=0, reason="déjà dépensée"))
    assert fair.look(fair.ann)["group"] == {"luck": 0}
    assert fair.refused(fair.keeper, c.Override(path="group/coins", value=1, reason="…")).id == "table/path"


# ---- as it is kept ----


def test_an_open_decision_survives_export_and_a_new_process(store, tmp_path, opened):
    fair = Robbery(store)
    fair.rob(HEADS)
    fair.answer(fair.bob, "luck")
    assert again(fair).state.hash() == fair.state.hash()
    assert again(fair).log(fair.viewer(fair.ann), "fr") == fair.table.log(fair.viewer(fair.ann), "fr")
    file = BytesIO(b"".join(export_table(store, fair.campaign, fair.viewer(fair.keeper))))
    elsewhere = opened(str(tmp_path / "elsewhere.db"))
    (brought,) = bring(elsewhere, file, "file", check(file, "file"))
    table = Tables(elsewhere).table(brought.campaign)
    assert table.state.hash() == fair.state.hash()
    envelope = c.Envelope(action="x", command=c.Decide(wait=fair.wait))
    assert "roll" in card(table.act(fair.keeper, envelope))


def test_a_preview_tells_what_is_certain(store):
    fair = Robbery(store)
    fair.rob(HEADS)
    shown = fair.act(fair.keeper, c.Decide(wait=fair.wait, offer="bribe"), preview=True)
    assert shown.preview
    assert fair.play["waits"]


@pytest.mark.parametrize("seen", [None, "old"])
def test_answers_of_others_do_not_make_an_answer_stale(store, seen):
    fair = Robbery(store)
    fair.rob(HEADS)
    old = str(fair.look(fair.ann)["version"])
    fair.answer(fair.bob, "luck")
    fair.act(fair.ann, c.Vote(wait=fair.wait), seen=old if seen else None)
