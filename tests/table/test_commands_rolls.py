"""Rolls: by the server or typed, asked for, secret, revealed, released."""

from typing import Any

import pytest
from msgspec import structs

from gardien.table import commands as c
from gardien.table.store.base import Store
from gardien.table.tables import Acted
from table.evening import Evening, again, card


@pytest.fixture
def evening(quick: Store) -> Evening:
    return Evening(quick)


def test_typed_dice_count_as_they_fell(evening: Evening) -> None:
    roll = card(evening.check(evening.leo, evening.ann, face=4))["roll"]
    assert roll["typed"] is True
    assert roll["given"]["value"] == 3
    assert [die["value"] for die in roll["dice"]] == [4]
    assert roll["told"]
    assert evening.sheet(evening.leo)["trauma"] == 4
    assert evening.check(evening.leo, evening.ann, face=4).card is not None
    assert evening.sheet(evening.leo)["trauma"] == 4, "four is not above four"


def test_the_server_throws_from_its_generator(quick: Store) -> None:
    faces = []
    for seed in (7, 7, 8):
        evening = Evening(quick, seed)
        rolls = [card(evening.check(evening.mia, evening.bob))["roll"] for _ in range(6)]
        faces.append([roll["dice"][0]["value"] for roll in rolls])
    assert faces[0] == faces[1] != faces[2]


@pytest.mark.parametrize(("dice", "id"), [((), "dice/wanted"), ((7,), "dice/face"), ((1, 1), "dice/left_over")])
def test_typed_dice_that_do_not_fit(evening: Evening, dice: tuple[int, ...], id: str) -> None:
    command = c.Do(procedure="gauge_check", character=evening.leo, given={"gauge": "trauma"}, dice=dice)
    assert evening.refused(evening.ann, command).id == id


def test_a_sheet_fills_in_what_is_left_out_and_what_is_said_goes_before(evening: Evening) -> None:
    given = {"category": "physical", "opposition": {"value": 1}, "claims": ["Boxe", "Médecin"]}
    roll = card(evening.act(evening.ann, c.Do(procedure="action", character=evening.leo, given=given)))["roll"]
    assert (roll["given"]["trauma"], roll["given"]["level"]) == (3, 4)
    said = c.Do(procedure="action", character=evening.leo, given={**given, "trauma": 2, "level": 1})
    roll = card(evening.act(evening.ann, said))["roll"]
    assert (roll["given"]["trauma"], roll["given"]["level"]) == (2, 1)


def test_claims_work_beside_marks(evening: Evening) -> None:
    evening.keep(c.Remark(character=evening.leo, marks={"studying": True}))
    given = {"category": "physical", "opposition": {"value": 1}, "claims": ["Boxe"]}
    roll = card(evening.act(evening.ann, c.Do(procedure="action", character=evening.leo, given=given)))["roll"]
    assert roll["given"]["level"] == 2


def test_house_rules_of_the_table_hold_and_only_the_game_master_bends_them(quick: Store) -> None:
    evening = Evening(quick, options={"first_aid": True})
    given = {"trauma_before": 1}
    done = c.Do(procedure="first_aid", character=evening.leo, given=given, dice=(6,))
    assert card(evening.act(evening.ann, done))["roll"]["outcome"]["success"] is True
    bent = c.Do(procedure="first_aid", character=evening.leo, given={**given, "options": {"first_aid": False}})
    assert evening.refused(evening.ann, bent).id == "table/keeper_only"
    assert card(evening.keep(bent))["roll"]["outcome"]["success"] is False


def test_several_take_part_and_each_sheet_changes(evening: Evening) -> None:
    members = [{"character": evening.leo, "forced": True}, {"character": evening.mia}]
    given = {"members": members, "category": "physical", "opposition": {"value": 1}}
    acted = evening.keep(c.Do(procedure="cooperate", given=given, dice=(1, 1, 6, 6)))
    assert set(card(acted)["roll"]["people"].values()) == {evening.leo, evening.mia}
    assert evening.sheet(evening.leo)["trauma"] == 4
    assert evening.sheet(evening.mia)["trauma"] == 1


def test_two_of_a_name_are_told_apart(evening: Evening) -> None:
    other = evening.add(being="npc/street_thug")
    evening.fight(evening.thug, other)
    evening.attack(evening.keeper, evening.thug, other)
    people = card(evening.keep(c.Round(dice=(6, 1))))["roll"]["people"]
    assert sorted(people.values()) == sorted([evening.thug, other])
    assert evening.sheet(other)["trauma"] > evening.sheet(evening.thug)["trauma"]


def test_odds_are_no_act(evening: Evening) -> None:
    refused = evening.refused(evening.keeper, c.Do(procedure="odds_gauge", given={"start": 1, "checks": 2}))
    assert refused.id == "table/no_act"
    assert evening.refused(evening.keeper, c.Do(procedure="gauge_chek")).words["hint"] == "gauge_check"


def test_whose_roll_it_is(evening: Evening) -> None:
    assert evening.refused(evening.ann, c.Do(procedure="clock_advance")).id == "table/whose"
    command = c.Do(procedure="gauge_check", character=evening.mia, given={"gauge": "trauma"})
    assert evening.refused(evening.ann, command).id == "table/not_yours"


def test_a_roll_changes_a_sheet_and_time_follows(evening: Evening) -> None:
    """One path for every change of a gauge: a coma counts from the hour in which it began, whoever caused it."""
    evening.keep(c.Advance(minutes=45))
    given = {"increase": 3, "use_luck_to_survive": True}
    evening.act(evening.ann, c.Do(procedure="luck_survive", character=evening.leo, given=given))
    assert (evening.sheet(evening.leo)["status"], evening.sheet(evening.leo)["coma_since"]) == ("coma", 45)
    evening.keep(c.Override(path=f"characters/{evening.mia}/sheet/status", value="coma", reason="chute"))
    assert evening.sheet(evening.mia)["coma_since"] == 45


def test_nothing_is_left_of_a_preview(evening: Evening) -> None:
    before = evening.state
    given = {"gauge": "trauma"}
    command = c.Do(procedure="gauge_check", character=evening.leo, given=given, dice=(6,))
    acted = evening.act(evening.ann, command, preview=True)
    assert acted.preview
    assert card(acted)["changes"][0]["after"] == 4
    assert "struck" not in card(acted)
    assert evening.state is before
    unthrown = c.Do(procedure="gauge_check", character=evening.leo, given=given)
    assert evening.refused(evening.ann, unthrown, preview=True).id == "table/preview_dice"


def test_sentences_survive_a_restart(evening: Evening) -> None:
    evening.fight(evening.leo, evening.mia)
    evening.attack(evening.ann, evening.leo, evening.mia)
    told = card(evening.keep(c.Round()))["roll"]["told"]
    assert told
    table = again(evening)
    assert table.log(table.viewer(evening.keeper), "fr")[0]["roll"]["told"] == told
    assert table.log(table.viewer(evening.keeper), "en")[0]["roll"]["told"] != told


# ---- what follows ----


OPPOSED = {"category": "physical", "opposition": {"value": 4}}


def failed(evening: Evening) -> Acted:
    command = c.Do(procedure="action", character=evening.leo, given=OPPOSED, dice=(1,), note="grimper")
    return evening.act(evening.ann, command)


def strained(evening: Evening, **said: Any) -> Acted:
    """Failed, at the price of a point of trauma that was agreed on."""
    given = {**OPPOSED, "stakes": [{"amount": 1}]}
    command = c.Do(procedure="action", character=evening.leo, given=given, dice=(1,), note="grimper", **said)
    return evening.act(evening.ann, command)


def test_luck_judges_the_dice_as_they_lie(evening: Evening) -> None:
    acted = strained(evening)
    assert evening.sheet(evening.leo)["trauma"] == 4
    lucky = evening.act(evening.ann, c.Follow(event=acted.version, offer="luck"))
    assert card(lucky)["roll"]["outcome"]["success"] is True
    assert (evening.sheet(evening.leo)["trauma"], evening.sheet(evening.leo)["luck"]) == (3, 0)
    assert "struck" not in evening.log(evening.bob)[-2], "the first result happened, and was taken up again"
    assert evening.log(evening.bob)[-1]["words"] == {"offer": "luck", "note": "grimper", "character": evening.leo}
    refused = evening.refused(evening.ann, c.Follow(event=lucky.version, offer="luck"))
    assert refused.id == "table/no_offer"
    evening.keep(c.Undo())
    assert evening.sheet(evening.leo)["luck"] == 1


def test_another_try_and_one_more(evening: Evening) -> None:
    """Each try rests on what was asked at first."""
    acted = failed(evening)
    for attempt in (2, 3):
        acted = evening.act(evening.ann, c.Follow(event=acted.version, offer="again", dice=(1, 1)))
        assert card(acted)["roll"]["given"]["attempt"] == attempt
        assert card(acted)["roll"]["given"]["opposition"]["value"] == 4


def test_luck_needs_the_dice_to_lie_there_and_the_owner_to_ask(evening: Evening) -> None:
    acted = strained(evening)
    theirs = evening.log(evening.bob)[-1]["id"]
    assert evening.refused(evening.bob, c.Follow(event=theirs, offer="luck")).id == "table/not_yours"
    assert evening.refused(evening.ann, c.Follow(event=acted.version, offer="prayer")).id == "table/no_offer"
    evening.keep(c.Advance(minutes=10))
    assert evening.refused(evening.ann, c.Follow(event=acted.version, offer="luck")).id == "table/no_offer"
    acted = failed(evening)
    evening.keep(c.Say(text="le temps passe"))
    evening.act(evening.ann, c.Follow(event=acted.version, offer="again"))


def test_a_request_stays_answered_when_luck_changes_the_answer(evening: Evening) -> None:
    ask = evening.ask(evening.leo, evening.mia, procedure="action", given=OPPOSED)
    acted = strained(evening, ask=ask)
    evening.act(evening.ann, c.Follow(event=acted.version, offer="luck"))
    assert evening.play["asks"][ask]["answered"] == [evening.leo]


# ---- requests ----


def test_nobody_waits_for_a_roll_of_the_dead_or_of_whoever_is_gone(evening: Evening) -> None:
    """The last of those who were asked takes the request along; a state that passes takes nobody out of it."""
    ask = evening.ask(evening.leo, evening.mia, given={"gauge": "madness"})
    evening.keep(c.Do(procedure="luck_survive", character=evening.leo, given={"increase": 6}))
    assert evening.play["asks"][ask]["characters"] == [evening.mia]
    evening.keep(c.Undo())
    assert evening.play["asks"][ask]["characters"] == [evening.leo, evening.mia]
    evening.keep(c.Remove(character=evening.leo))
    evening.keep(c.Override(path=f"characters/{evening.mia}/sheet/status", value="coma", reason="essai"))
    assert evening.play["asks"][ask]["characters"] == [evening.mia]
    evening.keep(c.Remove(character=evening.mia))
    assert ask not in evening.play["asks"]


def test_a_request_is_answered_by_each_and_then_gone(evening: Evening) -> None:
    ask = evening.ask(evening.leo, evening.mia, given={"gauge": "trauma"}, text="Le toit cède")
    seen = evening.look(evening.ann)["asks"][ask]
    assert (seen["text"], seen["given"]) == ("Le toit cède", {"gauge": "trauma"})
    assert "given" not in evening.look(evening.watcher)["asks"][ask]
    # What was asked stays, whatever the answer says.
    answer = c.Do(procedure="gauge_check", character=evening.leo, given={"gauge": "madness"}, dice=(6,), ask=ask)
    assert card(evening.act(evening.ann, answer))["roll"]["given"]["gauge"] == "trauma"
    assert evening.play["asks"][ask]["answered"] == [evening.leo]
    assert evening.refused(evening.ann, answer).id == "table/answered"
    other = c.Do(procedure="action", character=evening.mia, ask=ask)
    assert evening.refused(evening.bob, other).id == "table/other_request"
    evening.act(evening.bob, c.Do(procedure="gauge_check", character=evening.mia, ask=ask))
    assert ask not in evening.play["asks"]
    assert evening.refused(evening.bob, answer).id in ("table/nothing", "table/not_yours")


def test_a_request_is_closed(evening: Evening) -> None:
    ask = evening.ask(evening.leo, given={"gauge": "trauma"})
    evening.keep(c.CloseAsk(ask=ask))
    assert evening.play["asks"] == {}
    assert evening.refused(evening.keeper, c.CloseAsk(ask=ask)).id == "table/nothing"


def test_requests_that_make_no_sense(evening: Evening) -> None:
    refused = evening.refused(evening.keeper, c.Ask(procedure="gauge_check", characters=(evening.ghoul,)))
    assert refused.id == "table/hidden_acts"
    assert evening.refused(evening.keeper, c.Ask(procedure="juggle", characters=(evening.leo,))).where == ""
    assert evening.refused(evening.keeper, c.Ask(procedure="action", characters=("x",))).id == "table/no_character"


# ---- secrets ----


def test_what_others_would_see_of_a_secret_roll_waits(evening: Evening) -> None:
    acted = evening.check(evening.leo, face=6, audience="keeper")
    assert card(acted)["held"] is True
    assert evening.sheet(evening.leo)["trauma"] == 3
    evening.keep(c.Release(event=acted.version))
    assert evening.sheet(evening.leo)["trauma"] == 4
    assert evening.refused(evening.keeper, c.Release(event=acted.version)).id == "table/no_secret"
    last = evening.log(evening.bob)[-1]
    assert last["command"] == "release"
    assert "roll" not in last
    assert last["changes"][0]["after"] == 4


def test_what_nobody_sees_takes_effect_at_once(evening: Evening) -> None:
    before = evening.sheet(evening.thug)["trauma"]
    evening.check(evening.thug, face=6, audience="keeper")
    assert evening.sheet(evening.thug)["trauma"] == before + 1


def test_a_revealed_roll_takes_effect_once(evening: Evening) -> None:
    acted = evening.check(evening.leo, face=6, audience="keeper")
    evening.keep(c.Reveal(event=acted.version))
    assert evening.sheet(evening.leo)["trauma"] == 4
    evening.keep(c.Reveal(event=acted.version))
    assert evening.sheet(evening.leo)["trauma"] == 4
    shown = evening.log(evening.watcher)[-1]
    assert (shown["command"], shown["roll"]["outcome"]["value"]) == ("reveal", 4)


def test_what_has_moved_on_is_not_overwritten(evening: Evening) -> None:
    acted = evening.check(evening.leo, face=6, audience="keeper")
    evening.check(evening.leo, face=6)
    assert evening.refused(evening.keeper, c.Release(event=acted.version)).id == "table/moved_on"
    assert evening.refused(evening.keeper, c.Reveal(event=acted.version)).id == "table/moved_on"


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_secrets_about_one_value_are_let_go_in_any_order(evening: Evening, order: tuple[int, int]) -> None:
    """Each was rolled on what was known then; together they do what both dice say."""
    secrets = [evening.check(evening.leo, face=6, audience="keeper").version for _ in range(2)]
    evening.keep(c.Release(event=secrets[order[0]]))
    evening.keep(c.Reveal(event=secrets[order[1]]))
    assert evening.sheet(evening.leo)["trauma"] == 5
    evening.keep(c.Undo())
    assert evening.sheet(evening.leo)["trauma"] == 4


def test_a_secret_shared_with_a_player(evening: Evening) -> None:
    evening.check(evening.leo, evening.ann, face=6, audience="keeper")
    assert evening.log(evening.ann)[-1]["roll"]["outcome"]["raised"] is True
    assert evening.log(evening.bob)[-1]["command"] != "do"
    evening.check(evening.thug, face=6, audience=(evening.bob,))
    assert evening.log(evening.bob)[-1]["command"] == "do"
    command = c.Do(procedure="gauge_check", character=evening.leo, given={"gauge": "trauma"}, audience=(evening.bob,))
    assert evening.refused(evening.ann, command).id == "table/keeper_only"


def test_the_hidden_do_not_roll_in_the_open(evening: Evening) -> None:
    command = c.Do(
        procedure="action", character=evening.ghoul, given={"category": "physical", "opposition": {"value": 1}}
    )
    assert evening.refused(evening.keeper, command).id == "table/hidden_acts"
    assert evening.refused(evening.keeper, c.Reveal(event="1")).id == "table/no_secret"
    assert evening.refused(evening.keeper, c.Reveal(event="one")).id == "table/no_moment"


def test_a_player_proposes_and_only_the_game_master_does_it(evening: Evening) -> None:
    """One proposal for each seat; nobody proposes for somebody else, nor answers their own proposal."""
    propose = c.Ask(procedure="gauge_check", characters=(evening.leo,), given={"gauge": "trauma"})
    evening.act(evening.ann, propose)
    acted = evening.act(evening.ann, propose)
    (ask,) = evening.play["asks"]
    assert card(acted)["words"]["by"] == evening.ann
    answer = c.Do(procedure="gauge_check", character=evening.leo, ask=ask)
    assert evening.refused(evening.ann, answer).id == "table/keeper_only"
    assert evening.refused(evening.bob, propose).id == "table/not_yours"
    given = {"gauge": "trauma", "options": {}}
    assert evening.refused(evening.ann, structs.replace(propose, given=given)).id == "table/keeper_only"
    evening.keep(answer)
    assert evening.play["asks"] == {}
