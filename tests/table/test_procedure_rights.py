"""Who may do which procedure, for whom, and with which inputs: every procedure of every game, beside every role.

The expectation is made from what a game declares: its rights, its forms, what its sheets fill in. No die is needed:
what is not a player's is refused before anything is thrown.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest

from conformance.strategies import other_than
from gardien.core.errors import Refusal
from gardien.core.procedure import Procedure
from gardien.core.system import System, find
from gardien.table import commands as c
from gardien.table.binding import bind
from gardien.table.store.base import Store
from gardien.table.tables import KEEPER
from table.evening import WEEK, Evening, card
from table.seated_demo import GAMES, House, house

THOROUGH = int(os.environ.get("GARDIEN_THOROUGH", "1"))  # `make soak` says more of others
OF_RIGHTS = ("table/keeper_procedure", "table/keeper_input", "table/from_sheet", "table/not_theirs", "table/not_yours")


def acts(system: System) -> list[Procedure]:
    """What can be done at a table."""
    rules, shown = system.table_rules, system.presentation.acts
    return [
        one
        for one in system.procedures()
        if one.dice or hasattr(one.outcome, "changes") or one.key in rules.consequences or one.key in shown
    ]


def read_from_sheet(home: House, procedure: Procedure) -> Iterator[tuple[dict[str, Any], bool]]:
    """Inputs that the sheet fills in and no form offers, said otherwise; and whether only the game master says them."""
    system, rules = home.system, home.system.table_rules
    form, seat = system.presentation.forms.get(procedure.key), rules.actors.get(procedure.key)
    given = bind(home.table.state, procedure.key, {}, home.mine).given
    open_to_all = {*(form.main if form else ()), *(form.more if form else ()), *(form.beforehand if form else ())}
    ruled = form.ruled if form else ()
    for name, value in given.items():
        if name in ("options", *rules.group) or (name in open_to_all and name not in ruled):
            continue
        if name == seat:
            inner = next(((key, one) for key, one in value.items() if key not in ("name", "id")), None)
            if inner:
                yield {name: {inner[0]: other_than(inner[1])}}, False
        elif name not in rules.each.get(procedure.key, ()):
            yield {name: other_than(value)}, name in ruled


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_declares_is_there_and_questions_change_nobody(game: str) -> None:
    system = find(game)
    procedures = {one.key: one for one in system.procedures()}
    assert set(system.rights) <= set(procedures)
    assert {system.right(key) for key in procedures} == {"anybody", "player", "keeper"}
    for key, right in system.rights.items():
        if right == "anybody":
            assert not hasattr(procedures[key].outcome, "changes")
            assert key not in system.table_rules.consequences
            assert key not in system.table_rules.actors


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_every_procedure_is_done_by_those_who_may(game: str, closed: bool) -> None:
    home = house(game)
    home.close_sheets(closed)
    for procedure in acts(home.system):
        key, right = procedure.key, home.system.right(procedure.key)
        own = "table/keeper_procedure" if right == "keeper" else ""
        nobody = {"anybody": "", "player": "table/whose", "keeper": "table/whose"}[right]
        assert rights_of(home.do(home.ann, key, home.mine)) == own, key
        assert home.do(home.ann, key, home.hers) == home.do(home.ann, key, home.foe) == "table/not_yours", key
        assert rights_of(home.do(home.ann, key)) == nobody, key
        for seat in (home.watcher, home.screen):
            assert home.do(seat, key, home.mine) == "table/not_allowed", key
        for character in (home.mine, home.foe, None):
            assert rights_of(home.do(KEEPER, key, character)) == "", key


def rights_of(refusal: str) -> str:
    """A refusal that is about rights; others are the rules' own."""
    return refusal if refusal in (*OF_RIGHTS, "table/whose", "table/not_allowed") else ""


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_what_stands_on_a_sheet_is_read_from_it(game: str, closed: bool) -> None:
    home, tried = house(game), 0
    home.close_sheets(closed)
    for procedure in acts(home.system):
        if home.system.right(procedure.key) != "player":
            continue
        for said, ruled in read_from_sheet(home, procedure):
            expected = "table/keeper_input" if ruled else "table/from_sheet" if closed else ""
            result = home.do(home.ann, procedure.key, home.mine, **said)
            assert rights_of(result) == expected, (procedure.key, said)
            tried += 1
    assert tried >= 20


def aimed_at(procedure: Procedure, target: str, whom: dict[str, Any]) -> dict[str, Any]:
    """Somebody as the target of an act, alone or as the only one of several."""
    several = procedure.schema()["properties"].get(target, {}).get("type") == "array"
    return {target: [whom] if several else whom}


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_said_of_somebody_elses_sheet(game: str, closed: bool) -> None:
    """Not even what is true: whoever might guess at it would learn it."""
    home, tried = house(game), 0
    home.close_sheets(closed)
    for procedure in acts(home.system):
        against = home.system.table_rules.targeting.get(procedure.key)
        if against is None or home.system.right(procedure.key) != "player":
            continue
        aim = aimed_at(procedure, against.target, {"character": home.foe})
        try:
            bound = bind(home.table.state, procedure.key, aim, home.mine)
        except Refusal:
            continue
        filled = bound.given.get(against.target)
        filled = filled[0] if isinstance(filled, list) and filled else filled
        names = [one for one in filled if one not in ("name", "id", "kind")] if isinstance(filled, dict) else []
        for name in names[: 2 * THOROUGH]:
            for value in (filled[name], other_than(filled[name])):
                said = aimed_at(procedure, against.target, {"character": home.foe, name: value})
                result = home.do(home.ann, procedure.key, home.mine, **said)
                assert result == "table/from_sheet", (procedure.key, said)
                tried += 1
    assert tried or game == "yacdha"


# ---- what was done once ----

ATTACKS: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "yacdha": (
        ("end_scenario", {"survivors": [{"character": "mine"}], "clear_success": True}),
        (
            "cooperate",
            {"category": "physical", "members": [{"character": "mine"}, {"character": "hers", "forced": True}]},
        ),
        ("gauge_check", {"gauge": "trauma", "value": 2}),
        ("action", {"category": "physical", "trauma": 2, "forced": True}),
        ("action", {"category": "physical", "luck": 9}),
        ("cast_magic", {"casters": [{"character": "mine"}, {"character": "hers"}]}),
        ("cast_magic", {"casters": [{"character": "mine", "madness": 1}]}),
    ),
    "operators": (
        ("apply_damage", {"damage": 500}),
        ("apply_damage", {"damage": 500, "defender": {"character": "hers"}}),
        ("explosion", {"device": "grenade", "victims": [{"victim": {"character": "hers"}}]}),
        ("end_scene", {"characters": [{"character": "hers"}]}),
        ("test", {"characteristic": "INT", "luck": 85, "luck_plan": {"max_shift": 5}}),
        ("test", {"characteristic": "INT", "score": 19}),
        ("attack_melee", {"defender": {"character": "hers"}, "attacker": {"FOR": 30}}),
        ("attack_melee", {"defender": {"character": "hers", "CON": 1}}),
        ("attack_melee", {"defender": {"character": "hers"}, "defends": False}),
        ("attack_melee", {"defender": {"character": "hers"}, "attacker": {"character": "foe"}}),
        ("attack_melee", {"defender": {"character": "hers"}, "custom_weapon": {"name": "x", "damage": "20D6"}}),
        ("progress", {"ticks": ["INT"]}),
    ),
    "d20d100": (
        ("apply_damage", {"damage": 500}),
        ("explosion", {"targets": [{"character": "hers"}]}),
        ("award_xp", {"objectives": [3, 3, 3]}),
        ("tick_box", {"target": "nager"}),
        ("change_characteristic", {"characteristic": "DEX", "delta": 3}),
        ("skill_test", {"modifier": 99}),
        ("san_check", {"san": 99}),
    ),
    "cthulhud20": (
        ("collision", {"speed_kmh": 200}),
        ("apply_wound", {"zone": "head", "severity": "mortal"}),
        ("explosion", {"explosive": "dynamite", "victims": [{"character": "hers"}]}),
        ("award_experience", {"challenge": 9, "characters": [{"character": "mine"}]}),
        ("level_up", {"xp": 999_999}),
        ("level_up", {"xp": None}),
        ("spend_group_destiny", {"votes": ["yes", "yes"], "effect": "escape"}),
        ("check", {"dc": 15, "bonus": 40}),
    ),
    "organique": (
        ("apply_damage", {"bs": 500}),
        ("explosion", {"bs": 50, "c": 50}),
        ("award_experience", {"goal": True}),
        ("detect", {}),
        ("trace", {}),
        ("surveillance", {"percent": 1}),
        ("end_fight", {"survivors": [{"character": "hers"}]}),
        ("test", {"characteristic": "FOR", "character": {"FOR": 30}}),
        ("combat_action", {"target": {"character": "hers"}, "reaction": {"kind": "none"}}),
    ),
}


def meant(value: Any, people: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {
            name: people.get(one, one) if name == "character" and isinstance(one, str) else meant(one, people)
            for name, one in value.items()
        }
    return [meant(one, people) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("game", "procedure", "given"),
    [(game, *attack) for game, attacks in ATTACKS.items() for attack in attacks],
    ids=lambda one: one if isinstance(one, str) else ",".join(one),
)
def test_a_player_takes_nothing_that_is_not_theirs(game: str, procedure: str, given: dict[str, Any]) -> None:
    """With closed sheets one request killed, healed, enriched and decided for others."""
    home = house(game)
    home.close_sheets(True)
    said = meant(given, {"mine": home.mine, "hers": home.hers, "foe": home.foe})
    assert rights_of(home.do(home.ann, procedure, home.mine, **said))
    assert not rights_of(home.do(KEEPER, procedure, home.mine, **said))


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_asked_may_do_what_is_the_game_masters(game: str) -> None:
    home = house(game)
    keepers = [one.key for one in acts(home.system) if home.system.right(one.key) == "keeper"]
    asked = 0
    for key in keepers:
        try:
            card = home.act(c.Ask(procedure=key, characters=(home.mine,))) or {}
        except Refusal:
            continue
        ask = card["words"]["ask"]
        command = c.Do(procedure=key, character=home.mine, ask=ask, dice=())
        assert rights_of(home.refused(home.ann, command)) == "", key
        home.act(c.CloseAsk(ask=ask))
        asked += 1
    assert asked


# ---- fights and what falls due ----


@pytest.fixture
def evening(quick: Store) -> Evening:
    return Evening(quick)


def test_whoever_declares_says_what_they_do_and_not_what_they_are(evening: Evening) -> None:
    evening.fight(evening.leo, evening.mia)
    attack = {"action": "attack", "target": evening.mia}

    def refused(**more: Any) -> str:
        return evening.refused(evening.ann, c.Declare(character=evening.leo, given={**attack, **more})).id

    assert refused(advantage=True) == "table/keeper_input"
    assert refused(character=evening.mia) == "table/not_yours"
    assert evening.act(evening.ann, c.Declare(character=evening.leo, given={**attack, "trauma": 1}))  # theirs to write
    evening.keep(c.Settings(players_edit=False))
    assert refused(trauma=1) == refused(luck=9) == refused(trauma_max=6) == "table/from_sheet"
    assert refused(side="side x") == "table/from_sheet"
    assert evening.act(evening.ann, c.Declare(character=evening.leo, given={**attack, "forced": True}))
    assert evening.keep(c.Declare(character=evening.leo, given={**attack, "trauma": 1, "advantage": True}))


def test_settling_what_is_due_does_not_rewrite_the_sheet(evening: Evening) -> None:
    evening.keep(c.Settings(players_edit=False))
    evening.keep(c.Advance(minutes=WEEK))
    (due,) = evening.due("recover")
    for said in ({"value": 2}, {"care": "full", "rest": True}):
        assert evening.refused(evening.ann, c.Settle(due=due, given=said)).id == "table/keeper_input"
    assert evening.act(evening.ann, c.Settle(due=due))


def test_what_the_game_master_has_asked_for_is_the_game_masters_word(evening: Evening) -> None:
    evening.keep(c.Settings(players_edit=False))
    ask = evening.ask(evening.leo, given={"gauge": "trauma", "value": 1})
    answer = c.Do(procedure="gauge_check", character=evening.leo, ask=ask, given={"luck": 9}, dice=(6,))
    assert evening.refused(evening.ann, answer).id == "table/from_sheet"
    answer = c.Do(procedure="gauge_check", character=evening.leo, ask=ask, given={"value": 5}, dice=(6,))
    assert card(evening.act(evening.ann, answer))["roll"]["given"]["value"] == 1
