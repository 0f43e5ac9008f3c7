"""Forms of acts that concern people, the odds a player may see of them, their cards and what may follow."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from aside import awaited
from gardien.core.calling import StepShown
from gardien.core.errors import Refusal
from gardien.core.system import find
from gardien.core.terms import Language
from gardien.table import commands as c
from gardien.table.demo import set_demo
from gardien.table.handlers.offers import offers
from gardien.table.store import open_store
from gardien.table.tables import Acted, Table, Tables
from gardien.table.viewers import viewer_of
from gardien.web.pages.forms.form_values import given_of
from gardien.web.pages.forms.forms import Field
from gardien.web.pages.forms.targeting import default_texts, odds_inputs
from gardien.web.pages.frame import Frame
from gardien.web.pages.log import offers as follow
from gardien.web.pages.log.cards import CardShown, reasons
from gardien.web.pages.table.board import TABS, Board
from web.browsing import Visitor, tick
from web.client import Running
from web.story import in_sight

OPERATORS = find("operators")
SHOT = OPERATORS.procedure("attack_firearm")


class Mission:
    """The demo table with a player who has the first Operator."""

    def __init__(self, tables: Tables) -> None:
        self.actions = count(1)
        campaign, _ = set_demo(tables, OPERATORS, "fr")
        self.table: Table = tables.table(campaign)
        people = self.table.state.play["characters"]
        self.ares, self.asclepios, _, _, self.merc, self.guard, self.vidal, self.ghoul = people
        card = self.act(c.Seat(name="Ann", characters=(self.ares,))).card
        assert card is not None
        self.ann = card["words"]["seat"]

    def act(self, command: c.AnyCommand, seat: str = "keeper") -> Acted:
        return self.table.act(seat, c.Envelope(action=f"t{next(self.actions)}", command=command))

    def board(self, seat: str = "keeper", selected: str = "", language: Language = "fr") -> Board:
        viewer = viewer_of(self.table.state, seat)
        return Board(self.table, viewer, Frame(language), selected or self.ares)

    def meet(self) -> None:
        """The Operator and the mercenary stand in arm's reach of each other."""
        self.act(c.Remark(character=self.merc, marks={"stands": 0}))

    def shot(self, dice: tuple[int, ...], at: str, by: str = "", seat: str = "keeper", **given: Any) -> CardShown:
        command = c.Do(
            procedure="attack_firearm",
            character=by or self.ares,
            given={"defender": {"character": at}, **given},
            dice=dice,
        )
        self.act(command, seat)
        return self.board(seat).log()["cards"][0]


@pytest.fixture
def mission(tmp_path: Path) -> Iterator[Mission]:
    store = open_store(tmp_path)
    yield Mission(Tables(store))
    store.close()


def field(fields: list[Field], name: str) -> Field:
    return next(one for one in fields if one.name == name)


# ---- the form ----


def test_a_target_is_chosen_among_people_in_sight(mission: Mission) -> None:
    """The other side comes first, whoever acts is not among them, nor whoever is hidden."""
    aim = field(mission.board(mission.ann).asker("attack_firearm", mission.ares).main(), "person.defender")
    ids = [one.value for one in aim.choices]
    assert set(ids[:3]) == {mission.merc, mission.guard, mission.vidal}
    assert [one.foe for one in aim.choices] == [True] * 3 + [False] * 3
    assert mission.ares not in ids
    assert mission.ghoul not in ids


def test_nobody_aims_at_the_dead(mission: Mission) -> None:
    mission.act(c.Edit(character=mission.guard, fields={"wound_level": "dead"}))
    aim = field(mission.board().asker("attack_firearm", mission.ares).main(), "person.defender")
    assert mission.guard not in [one.value for one in aim.choices]


def test_whoever_helps_may_help_themselves(mission: Mission) -> None:
    aim = field(mission.board().asker("first_aid", mission.asclepios).main(), "person.patient")
    assert mission.asclepios in [one.value for one in aim.choices]


def test_whoever_acts_is_never_asked_for(mission: Mission) -> None:
    board = mission.board()
    for procedure, seat in OPERATORS.table_rules.actors.items():
        asker = board.asker(procedure, mission.ares)
        names = {one.name.partition(".")[2] for one in (*asker.main(), *asker.more())}
        assert seat not in names, procedure


def test_several_people_have_inputs_of_their_own(mission: Mission) -> None:
    others = field(mission.board().asker("attack_firearm", mission.ares).more(), "people.others")
    rounds = next(one for one in others.choices if one.value == mission.guard).inside[0]
    assert (rounds.name, rounds.kind, rounds.high) == (f"of.others.{mission.guard}.rounds", "number", 9)


def test_a_form_with_people_is_read_back() -> None:
    items = [
        ("person.defender", "c1"),
        ("given.burst", "true"),
        ("given.zone", ""),
        ("people.others", "c2"),
        ("of.others.c2.rounds", "3"),
        ("of.others.c3.rounds", "5"),
        ("given.attacker_luck_plan.max_shift", "12"),
    ]
    assert given_of(items, SHOT, OPERATORS) == {
        "defender": {"character": "c1"},
        "burst": True,
        "others": [{"defender": {"character": "c2"}, "rounds": 3}],
        "attacker_luck_plan": {"max_shift": 12},
    }


@pytest.mark.parametrize(("language", "name"), [("fr", "Grenade à fragmentation"), ("en", "Fragmentation grenade")])
def test_keys_of_the_pack_have_names(mission: Mission, language: Language, name: str) -> None:
    asker = mission.board(language=language).asker("throw_explosive", mission.ares)
    device = field(asker.main(), "given.device")
    assert name in [one.label for one in device.choices]
    assert not any("_" in one.label for one in device.choices)


def test_what_the_table_fills_in_is_left_alone_first(mission: Mission) -> None:
    zone = field(mission.board().asker("attack_firearm", mission.ares).more(), "given.zone")
    assert [one.value for one in zone.choices] == ["", "0", "1", "2", "3"]
    assert [one.chosen for one in zone.choices] == [True, False, False, False, False]


def test_where_people_stand_is_told_to_whoever_sees_it(mission: Mission) -> None:
    """Zone and cover are seen; whether somebody dodges was chosen in secret."""
    given = {"defender": {"character": mission.merc}}
    assert default_texts(mission.board(mission.ann), "attack_firearm", given, mission.ares)["zone"] == "1"
    assert default_texts(mission.board(mission.ann), "attack_firearm", given, mission.ares)["cover"] == "à couvert"
    mission.meet()
    assert default_texts(mission.board(), "attack_melee", given, mission.ares)["defends"] == "oui"
    assert default_texts(mission.board(mission.ann), "attack_melee", given, mission.ares)["defends"] == ""


# ---- acts ----


def test_everybody_has_the_acts_of_their_kind(mission: Mission) -> None:
    def acts(id: str) -> set[str]:
        return {key for key, _ in mission.board(selected=id).acts()}

    assert "creature_attack" not in acts(mission.ares)
    assert {"attack_firearm", "attack_melee", "luck_test"} <= acts(mission.ares)
    assert "creature_attack" in acts(mission.ghoul)
    assert not {"attack_firearm", "attack_melee", "luck_test", "san_shock"} & acts(mission.ghoul)


def test_acts_beyond_the_tabs_are_found_by_topic(mission: Mission) -> None:
    board = mission.board()
    assert len(board.tabs("test")) == TABS
    listed = [key for _, acts in board.more_acts("test") for key, _ in acts]
    assert {key for key, _ in board.tabs("test")} | set(listed) == {key for key, _ in board.acts()}
    assert all(topic for topic, _ in board.more_acts("test"))
    assert ("poison", dict(board.acts())["poison"]) in board.tabs("poison")


# ---- odds ----


@pytest.mark.parametrize("act", ["attack_firearm", "attack_melee", "attack_thrown", "hold", "first_aid"])
def test_odds_of_a_player_rest_on_nothing_hidden(mission: Mission, act: str) -> None:
    """Whatever stands on a hidden sheet, what is weighed for a player stays the same; not so for the game master."""
    target = OPERATORS.table_rules.targeting[act].target
    given = {target: {"character": mission.merc}}
    mission.meet()
    before = odds_inputs(mission.board(mission.ann), act, given, mission.ares)
    known = odds_inputs(mission.board(), act, given, mission.ares)
    mission.act(c.Edit(character=mission.merc, fields={"CON": 3, "DEX": 24, "FOR": 4, "armour": 80}))
    assert odds_inputs(mission.board(mission.ann), act, given, mission.ares) == before
    assert before.veiled
    assert odds_inputs(mission.board(), act, given, mission.ares) != known


def test_what_depends_on_the_target_is_not_weighed_for_a_player() -> None:
    """Only the throw itself is one's own; for a blow, whether it lands is not."""
    forms = OPERATORS.presentation.forms
    assert set(forms["attack_firearm"].known) == {"outcome", "hit"}
    assert forms["attack_melee"].known == ("outcome",)


def test_without_a_target_there_is_a_hint_and_no_refusal(mission: Mission) -> None:
    assert odds_inputs(mission.board(mission.ann), "attack_firearm", {}, mission.ares).missing == "defender"
    assert odds_inputs(mission.board(), "creature_attack", {}, mission.ghoul).missing == "victims"


def test_nobody_weighs_an_act_at_somebody_hidden(mission: Mission) -> None:
    with pytest.raises(Refusal) as refused:
        odds_inputs(
            mission.board(mission.ann), "attack_firearm", {"defender": {"character": mission.ghoul}}, mission.ares
        )
    assert refused.value.id == "table/no_character"


# ---- dice ----


def test_typed_dice_against_a_hidden_sheet_tell_nothing(mission: Mission) -> None:
    """One's own dice are taken, all others fall: neither too few nor too many are refused."""
    few = mission.shot((3,), mission.merc, seat=mission.ann)
    many = mission.shot((99, 5, 5, 5, 5, 5), mission.merc, seat=mission.ann)
    assert few.dice[0].value == 3
    assert [die.value for die in many.dice] == [99]


def test_the_game_master_types_every_die(mission: Mission) -> None:
    with pytest.raises(Refusal) as refused:
        mission.shot((99, 5), mission.merc)
    assert refused.value.id == "dice/left_over"


# ---- cards ----


def test_a_card_names_whom_it_concerned_and_what_dice_were_for(mission: Mission) -> None:
    card = mission.shot((3, 6), mission.merc)
    assert card.what == "tire sur l’homme de la cour"
    assert card.dice[0].caption == "attaque"
    assert card.figure.startswith("3 sous")
    assert any(one.field == "wound_level" and one.tone == "worse" for one in card.changes)
    assert not any(one.field in ("wounds", "wound_counts") for one in card.changes)


def test_what_a_foe_does_well_is_bad(mission: Mission) -> None:
    assert mission.shot((3, 6), mission.asclepios, by=mission.merc).tone == "bad"


def test_a_refused_act_says_so_to_whoever_watches(mission: Mission) -> None:
    mission.act(c.Edit(character=mission.merc, fields={"wound_level": "dead"}))
    command = c.Do(procedure="attack_firearm", character=mission.merc, given={"defender": {"character": mission.ares}})
    mission.act(command)
    assert mission.board().log()["cards"][0].word == "Les morts n’agissent plus"
    assert mission.board(mission.ann).log()["cards"][0].word == "Refusé"


def test_reasons_are_told_person_by_person(mission: Mission) -> None:
    mission.shot((3, 6), mission.merc)
    card = mission.table.log(viewer_of(mission.table.state, "keeper"), "fr", None, 1)[0]
    steps = [msgspec.convert(one, StepShown) for one in card["roll"]["steps"]]
    groups = reasons(OPERATORS, "attack_firearm", steps, "fr")
    assert "L’homme de la cour" in [who for who, _ in groups]
    assert not any(line.startswith("L’homme") for _, lines in groups for line in lines)


# ---- what may follow ----


def legal(mission: Mission, seat: str) -> list[follow.Legal]:
    board = mission.board(seat)
    version = mission.table.state.version
    event = mission.table.keeping.event(version)
    assert event is not None
    offered = offers(mission.table.state, version, event, board.viewer, mission.table.keeping.events)
    return [awaited(follow._legal(board, None, event, one)) for one in offered]  # type: ignore[arg-type]


def test_luck_has_a_price_and_what_it_certainly_brings(mission: Mission) -> None:
    """A miss at a hidden foe: the player learns what luck makes of the throw, not what it does to the foe."""
    mission.shot((70,), mission.merc, seat=mission.ann)
    (shift,) = legal(mission, mission.ann)
    assert (shift.key, shift.cost, shift.word) == ("shift", "22\u00a0points de Chance", "Réussite")


def test_luck_is_offered_to_whoever_owns_the_victim(mission: Mission) -> None:
    mission.shot((3, 6), mission.ares, by=mission.merc, burst=True)
    (escape,) = legal(mission, mission.ann)
    assert (escape.key, escape.whose) == ("escape_death", "")  # one's own needs no name
    assert [one.whose for one in legal(mission, "keeper") if one.key == "escape_death"] == ["ARES"]


def test_each_of_several_victims_may_spend_luck(mission: Mission) -> None:
    """The plan of the right victim is changed, and the dice stay as they lie."""
    mission.act(c.Show(character=mission.ghoul, hidden=False))
    mission.act(c.Edit(character=mission.ares, fields={"FOR": 4, "CON": 4, "worn": [], "sb": 3}))
    victims = [{"defender": {"character": mission.ares}, "defends": False}]
    command = c.Do(procedure="creature_attack", character=mission.ghoul, given={"victims": victims}, dice=(20, 6, 3))
    mission.act(command)
    (escape,) = [one for one in legal(mission, mission.ann) if one.key.startswith("escape_death")]
    mission.act(c.Follow(event=mission.board(mission.ann).log()["cards"][0].id, offer=escape.key), mission.ann)
    assert mission.table.state.play["characters"][mission.ares]["sheet"]["wound_level"] != "dead"


# ---- in a browser ----


def test_a_player_aims_weighs_shoots_and_spends_luck(running: Running, browser: Browser) -> None:
    """On a phone: no odds before somebody is aimed at, one's own part of them after, and a button with its price."""
    mission = Mission(running.house.tables)
    link = running.house.tables.new_link(mission.table.campaign, mission.ann)
    ann = Visitor(browser, running.url, link, width=390)
    page = ann.page
    ann.open(f"/t/{mission.table.campaign}?c={mission.ares}&a=attack_firearm#lancer")
    expect(page.locator("#odds")).to_contain_text("dès que quelqu’un est visé")
    page.get_by_text("L’homme de la cour").locator("visible=true").first.click()
    expect(page.locator("#odds")).to_contain_text("48")
    expect(page.locator("#odds")).to_contain_text("une fiche que vous ne voyez pas")
    assert page.locator("#placed-zone").text_content() == "1"
    assert ann.axe() == []
    tick(page.locator("[data-real]"))
    for digit in "70":
        page.locator(f'#form .pad [data-face="{digit}"]').click()
    page.get_by_role("button", name="Valider · 70").click()  # what stands on the screen is taken
    button = page.locator("#result").get_by_role("button", name="Réussir ce jet")
    expect(button).to_contain_text("22")
    in_sight(button)
    cards = page.locator("#log .card").count()
    button.click()
    expect(page.locator("#result .res__sum")).to_have_text("70 ramené à 48")
    in_sight(page.locator("#result .res"))
    expect(page.locator("#log .card")).to_have_count(cards)  # the same card, changed
    ann.calm()
    luck = mission.table.state.play["characters"][mission.ares]["sheet"]["luck"]
    assert luck == 55 - 22
