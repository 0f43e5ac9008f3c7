"""What may follow a result: luck on the dice as they lie, another try; and nothing once it can no longer matter."""

from gardien.table import commands as c
from gardien.table.handlers.offers import offers
from gardien.table.viewers import shown_version
from table.evening import Evening

CLIMB = {
    "category": "physical",
    "opposition": {"kind": "passive", "value": 4},
    "stakes": [{"gauge": "trauma", "amount": 1}],
}


def offered(evening: Evening, version: int) -> list[str]:
    event = evening.table.keeping.event(version)
    assert event is not None
    viewer = evening.table.viewer(evening.keeper)
    return [one.key for one in offers(evening.table.state, version, event, viewer, evening.table.keeping.events)]


def sheet(evening: Evening, id: str) -> dict:
    return evening.table.state.play["characters"][id]["sheet"]


def failed(evening: Evening, *dice: int, **given: object) -> str:
    """Léo fails; the moment, as the game master names it."""
    do = c.Do(procedure="action", character=evening.leo, given={**CLIMB, **given}, dice=dice, note="la façade")
    evening.act(evening.ann, do)
    return str(evening.table.state.version)


def test_luck_turns_the_die_that_fell_and_costs_a_point(store):
    """YAC-LUC-03: the die is set to 6 after it fell; the same dice are judged anew."""
    evening = Evening(store)
    moment = failed(evening, 2)
    before = evening.table.state
    assert offered(evening, before.version) == ["luck", "again", "claim.Médecin"]
    acted = evening.act(evening.keeper, c.Follow(event=moment, offer="luck"))
    outcome = acted.card["roll"]["outcome"]
    assert outcome["success"] is True
    assert outcome["result"] == 6
    assert sheet(evening, evening.leo)["luck"] == 0
    assert evening.table.state.holds(before.version), "the first judgement happened, and stays in the log"
    log = evening.table.log(evening.table.viewer(evening.ann), "fr")
    assert [card["words"].get("note") for card in log[:2]] == ["la façade", "la façade"]
    assert [card["command"] for card in log[:2]] == ["follow", "do"]


def test_what_the_first_judgement_changed_is_taken_back_with_it(store):
    """YAC-LUC-03, YAC-ACT-11."""
    evening = Evening(store)
    moment = failed(evening, 1)
    assert sheet(evening, evening.leo)["trauma"] == 4
    evening.act(evening.keeper, c.Follow(event=moment, offer="luck"))
    assert sheet(evening, evening.leo)["trauma"] == 3
    assert sheet(evening, evening.leo)["luck"] == 0


def test_another_try_is_a_new_throw_with_a_forced_die(store):
    """YAC-RER-01: a repeat needs the forced die, and counts as the second attempt."""
    evening = Evening(store)
    moment = failed(evening, 2)
    acted = evening.act(evening.keeper, c.Follow(event=moment, offer="again", dice=(3, 6, 1)))
    roll = acted.card["roll"]
    assert (roll["given"]["attempt"], roll["given"]["forced"], roll["typed"]) == (2, True, True)
    assert evening.table.state.holds(int(moment)), "the first try happened"


def test_dice_that_lie_can_be_changed_until_their_own_moment_is_over(store):
    """What others say and throw ends nothing; the next throw of one's own does, and so does the table going on."""
    evening = Evening(store)
    moment = failed(evening, 2)
    evening.act(evening.bob, c.Say(text="…"))
    evening.act(evening.bob, c.Do(procedure="gauge_check", character=evening.mia, given={"gauge": "trauma"}))
    assert offered(evening, int(moment)) == ["luck", "again", "claim.Médecin"]
    for passing in (
        c.Do(procedure="gauge_check", character=evening.leo, given={"gauge": "madness"}),
        c.Advance(minutes=10),
        c.Scene(title="Ailleurs"),
        c.Edit(character=evening.leo, fields={"trauma": 1}),
    ):
        evening.act(evening.keeper, passing)
        assert offered(evening, int(moment)) == ["again"]
        assert evening.refused(evening.keeper, c.Follow(event=moment, offer="luck")).id == "table/no_offer"
        evening.act(evening.keeper, c.Undo())
        assert offered(evening, int(moment)) == ["luck", "again", "claim.Médecin"]


def test_a_result_that_luck_has_changed_is_one_card_and_says_which(store):
    evening = Evening(store)
    moment = failed(evening, 2)
    evening.act(evening.keeper, c.Follow(event=moment, offer="luck"))
    for seat in (evening.keeper, evening.ann, evening.bob):
        after, before = evening.table.log(evening.table.viewer(seat), "fr", limit=2)
        assert after["follows"] == before["id"]


def test_an_undo_takes_luck_back_and_the_first_judgement_holds_again(store):
    evening = Evening(store)
    moment = failed(evening, 2)
    before = evening.table.state.play
    evening.act(evening.keeper, c.Follow(event=moment, offer="luck"))
    evening.act(evening.keeper, c.Undo(to=moment))
    assert evening.table.state.play == before


def test_only_whoever_acts_may_take_an_offer_up(store):
    evening = Evening(store)
    failed(evening, 2)
    card = evening.table.log(evening.table.viewer(evening.bob), "fr", limit=1)[0]
    assert evening.refused(evening.bob, c.Follow(event=card["id"], offer="luck")).id == "table/not_yours"
    mine = evening.table.log(evening.table.viewer(evening.ann), "fr", limit=1)[0]
    assert evening.act(evening.ann, c.Follow(event=mine["id"], offer="luck")).card["roll"]["outcome"]["success"]


def test_a_success_without_a_check_offers_nothing(store):
    evening = Evening(store)
    failed(evening, 6)
    assert offered(evening, evening.table.state.version) == []


def test_luck_is_not_offered_where_nothing_threatens_the_body(store):
    """YAC-LUC-04: a failure that costs no trauma cannot be bought back."""
    evening = Evening(store)
    failed(evening, 2, stakes=[{"gauge": "madness", "amount": 1}])
    assert offered(evening, evening.table.state.version) == ["again", "claim.Médecin"]


def test_what_is_kept_from_a_player_does_not_show_in_what_they_are_offered(store):
    evening = Evening(store)
    failed(evening, 2)
    mine = evening.table.log(evening.table.viewer(evening.ann), "fr", limit=1)[0]
    evening.act(evening.keeper, c.Note(title="secret", text="…"))
    assert evening.act(evening.ann, c.Follow(event=mine["id"], offer="luck")).card["roll"]["outcome"]["success"]
    assert [note["title"] for note in evening.table.state.play["notes"].values()] == ["secret"], "nothing is lost"


def test_what_is_kept_from_a_player_costs_no_time_and_no_chance(store, monkeypatch):
    """However much the game master has written meanwhile, nothing of it is read for them; their own entry is near."""
    evening = Evening(store)
    failed(evening, 2)
    version, viewer = evening.table.state.version, evening.table.viewer(evening.ann)
    event = evening.table.keeping.event(version)
    assert event is not None
    for _ in range(600):
        evening.keep(c.Say(text="à moi seul", audience="keeper"))
    monkeypatch.setattr("gardien.table.projection.decode", None)
    told = evening.table.keeping.events
    assert [one.key for one in offers(evening.table.state, version, event, viewer, told)] == ["luck", "again"]
    monkeypatch.undo()
    evening.act(evening.ann, c.Undo(alone=shown_version(evening.table.state, viewer, version)))
    assert not evening.table.state.holds(version)
