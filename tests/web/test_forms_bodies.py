"""Forms about bodies: a wound chosen by name on somebody else’s sheet; what the rules refuse is said beforehand."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.viewers import viewer_of
from gardien.web.pages.forms.targeting import changed_fields, odds_inputs, placed_parts
from gardien.web.pages.frame import Frame
from gardien.web.pages.refusals import refusal_text
from gardien.web.pages.table.board import Board
from gardien.web.pages.table.decisions import wait_shown
from gardien.web.pages.table.tables import command_of
from systems.cthulhud20.evening import Evening
from systems.table import at
from web.test_odds_colours import chances

WOUND = {"stabilised": False, "treated": False, "surgery_done": False, "pf_loss": 2, "pv_loss": 1}
ARM = {**WOUND, "zone": "left_arm", "gb": 6, "severity": "grave", "bleeding": True, "next_tick_in_rounds": 10}
HEAD = {**WOUND, "zone": "head", "gb": 2, "severity": "light", "bleeding": False, "next_tick_in_rounds": 0}
WORST = "La pire qui reste"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    result = Evening(tmp_path)
    result.write(result.paul, wounds=[HEAD, ARM])
    result.write(result.thug, wounds=[ARM])
    yield result
    result.store.close()


def board(evening: Evening, seat: str = "keeper") -> Board:
    return Board(evening.table, viewer_of(evening.table.state, seat), Frame("fr"), evening.jack)


def offered(evening: Evening, seat: str = "keeper", **given: Any) -> str:
    parts = placed_parts(board(evening, seat), "care", given, evening.jack)
    return "".join(one for one in parts if "theirs-wound" in one)


def test_a_wound_is_chosen_by_its_name(evening: Evening) -> None:
    """CD20-BLEED-02: zone, severity and how it is; the worst one until somebody says so, as the list is kept."""
    (field,) = (one for one in board(evening).asker("care", evening.jack).main() if one.name == "json.wound")
    assert [one.label for one in field.choices] == [WORST]  # nobody is chosen yet
    shown = offered(evening, patient=at(evening.paul))
    assert '<option value="null" selected>' in shown
    assert '<option value="0">Tête, légère, GB\u00a02</option>' in shown
    assert '<option value="1">Bras gauche, grave, GB\u00a06 · saigne</option>' in shown
    assert '<option value="1" selected>' in offered(evening, patient=at(evening.paul), wound=1)


def test_what_was_chosen_of_another_sheet_does_not_count(evening: Evening) -> None:
    """From one patient to the next: the second wound of somebody who has only one is the worst again."""
    given = {"patient": at(evening.thug), "wound": 1}
    assert '<option value="null">' in offered(evening, **given)
    assert odds_inputs(board(evening), "care", given, evening.jack).given["wound"] == 0
    given = {"patient": at(evening.paul), "wound": 0}
    assert odds_inputs(board(evening), "care", given, evening.jack).given["wound"] == 0


def test_what_a_form_asks_no_more_does_not_count(evening: Evening) -> None:
    """CD20-P-ABIL-01: the ability that rose with the last level is still chosen on the page, and the next has none."""
    evening.write(evening.jack, level=4)
    assert "ability" not in odds_inputs(board(evening), "level_up", {"ability": "dex"}, evening.jack).given
    items = [("type", "do"), ("procedure", "level_up"), ("character", evening.jack), ("given.ability", "dex")]
    command = command_of(items, dict(items), board(evening))
    assert isinstance(command, c.Do)
    assert (command.character, command.given) == (evening.jack, {})


def test_a_form_asks_for_what_the_sheet_has_use_for_since(evening: Evening) -> None:
    """CD20-P-ABIL-01: the page keeps its form from one level to the next; nothing is drawn anew in between."""

    def anew(*asked: str) -> str:
        return "".join(changed_fields(board(evening), "level_up", {"ability": "dex"}, evening.jack, asked))

    evening.write(evening.jack, level=4)
    assert anew("ability").strip() == '<div id="useful-ability" hidden></div>'
    assert anew() == ""
    evening.write(evening.jack, level=7)
    assert anew("ability") == ""
    assert '<option value="dex" selected>' in anew()


def test_whoever_is_held_wrestles_with_the_only_one_there_is(evening: Evening) -> None:
    """CD20-P-GRAP-01: with two of them somebody must say which."""

    def chosen() -> list[str]:
        people, _ = board(evening).asker("grapple_action", evening.jack).main()
        return [one.value for one in people.choices if one.chosen]

    evening.mark(evening.jack, grappling=[evening.thug])
    assert chosen() == [evening.thug]
    evening.mark(evening.jack, grappling=[evening.thug, evening.zombie])
    assert chosen() == []


def test_the_game_master_gives_experience_to_everybody_at_once(evening: Evening) -> None:
    """CD20-P-XP-01: all whom players play, unless somebody is left out; the card tells what each of them has now."""
    (_, level, people) = board(evening).asker("award_experience", evening.jack).main()
    chosen = [one.value for one in people.choices if one.chosen]
    assert chosen == [evening.paul, evening.jack]
    sent = [("type", "do"), ("procedure", "award_experience"), ("character", evening.jack), ("given.challenge", "4")]
    items = [*sent, (level.name, str(level.value)), *((people.name, id) for id in chosen)]
    evening.keep(command_of(items, dict(items), board(evening)))
    card = board(evening).log()["cards"][0]
    assert (card.who, card.what) == ("Paul et Jack", "gagnent de l’expérience")
    assert [(one.who, one.field) for one in card.untold] == [("Paul", "xp"), ("Jack", "xp")]


def test_hit_points_stand_on_a_card_once(evening: Evening) -> None:
    """CD20-P-CREA-02: the sentence tells them, of a creature that has no PV."""
    evening.do(evening.jack, "attack_traditional", (15, 8, 9), target=at(evening.shoggoth))
    card = board(evening).log()["cards"][0]
    assert card.told[-1].endswith("Le shoggoth\u00a0: points de vie 248 → 239.")
    assert [one.field for one in card.changes] == ["hp_current"]
    assert card.untold == ()


def test_skills_that_cannot_be_tried_take_no_room_on_a_phone(evening: Evening) -> None:
    """CD20-P-CHECK-01: psychoanalysis without a rank."""
    shown = board(evening, evening.ann).part("mine")
    assert "Premiers secours" in shown
    assert "Psychanalyse" not in shown


def test_a_player_reads_no_wounds_of_a_stranger(evening: Evening) -> None:
    shown = offered(evening, evening.bob, patient=at(evening.thug))
    assert WORST in shown
    assert "Bras" not in shown


def test_a_card_tells_no_gauge_twice(evening: Evening) -> None:
    """What a sentence says of PF and PV does not stand below it again; what no sentence says still does."""
    evening.do(evening.paul, "apply_wound", zone="left_leg", severity="grave")
    card = board(evening).log()["cards"][0]
    assert any("PF\u00a0" in line or "PF " in line for line in card.told)
    assert not {"pf", "pv"} & {one.field for one in card.untold}
    assert {"pf", "pv"} <= {one.field for one in card.changes}  # the story of a sheet tells nothing else
    evening.write(evening.jack, level=1, xp=1000)
    evening.do(evening.jack, "level_up", (4,))
    assert "san" not in {one.field for one in board(evening).log()["cards"][0].untold}
    evening.act(evening.ann, c.Edit(character=evening.paul, fields={"pf": 3}))
    assert [one.field for one in board(evening).log()["cards"][0].untold] == ["pf"]


def test_a_burst_is_told_attack_by_attack_to_whoever_sees_it(evening: Evening) -> None:
    """CD20-P-GUN-02, CD20-DEST-03: while it goes on, the attack that waits; then what became of each of them."""
    evening.write(evening.jack, weapons=[{"weapon": "thompson", "ammunition": 30}])
    evening.do(evening.jack, "full_attack", target=at(evening.thug), fire_mode="autofire", dice=(15, 30))
    assert evening.waiting is not None
    wait = wait_shown(board(evening, evening.bob), evening.waiting["id"])
    assert wait is not None
    assert (wait.card.word, [one.words for one in wait.card.facts]) == ("Touché", [("bras droit",)])
    while evening.waiting:
        evening.decide("")
    card = board(evening, evening.ann).log()["cards"][0]
    assert card.told == ()
    rows = [(one.name, one.words[0]) for one in card.facts if one.name.isdecimal()]
    assert rows[0] == ("1", "touché")
    assert [name for name, _ in rows][:3] == ["1", "2", "3"]


def test_of_several_in_the_way_each_is_named(evening: Evening) -> None:
    """CD20-P-GUN-03: what whoever watches a barrage is told."""
    evening.write(evening.jack, weapons=[{"weapon": "thompson", "ammunition": 30}])
    evening.do(evening.jack, "suppressive_fire", victims=[at(evening.zombie), at(evening.thug)])
    assert [one.name for one in board(evening, evening.ann).log()["cards"][0].facts] == ["Zombie", "Voyou"]


def test_a_body_without_zones_says_what_to_do_instead(evening: Evening) -> None:
    """CD20-CREA-02."""
    with pytest.raises(Refusal) as refused:
        odds_inputs(board(evening), "attack", {"target": at(evening.shoggoth)}, evening.jack)
    said = refusal_text(refused.value, board(evening))
    assert said == "Ce corps ne se blesse pas ainsi\u202f; choisir «\u00a0attaque à l’ancienne\u00a0». [CD20-CREA-02]"


@pytest.mark.parametrize(
    ("procedure", "given", "word"),
    [
        ("surgery", {"patient": {"wounds": [ARM]}}, "Opération inutile"),
        ("level_up", {"character": {"level": 2}, "xp": 100}, "Pas assez d’expérience"),
    ],
)
def test_what_the_rules_refuse_is_said_beforehand(procedure: str, given: dict[str, Any], word: str) -> None:
    """CD20-P-HEAL-01, CD20-P-XP-01: by its reason, where a throw would come to nothing."""
    assert chances(procedure, "cthulhud20", **given).refused == word
