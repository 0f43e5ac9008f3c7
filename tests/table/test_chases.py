"""Chases played turn by turn, in every game: the gap, its end, obstacles, whose throw it is, and who knows of it."""

from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from gardien.core.errors import Refusal
from gardien.table import commands as c
from gardien.table.handlers.chases import to_chase
from gardien.table.handlers.context import Context
from gardien.table.viewers import part, viewer_of
from table.seated_demo import GAMES, House

# the dice of a turn that the fugitive wins, and of one that the pursuer wins
WON = {
    "yacdha": ((2, 5), (5, 2)),
    "operators": ((10, 90), (90, 10)),
    "d20d100": ((20, 2), (2, 20)),
    "cthulhud20": ((20, 2), (2, 20)),
    "organique": ((20, 2), (2, 20)),
}

# what kills somebody on the spot
KILLS: dict[str, tuple[str, dict[str, Any]]] = {
    "yacdha": ("luck_survive", {"increase": 6}),
    "operators": ("apply_damage", {"damage": 99}),
    "d20d100": ("apply_damage", {"damage": 99}),
    "cthulhud20": ("apply_wound", {"zone": "head", "gb": 20}),
    "organique": ("apply_damage", {"bs": 99}),
}


class Run(House):
    """A demo table at which somebody whom Ann plays runs away from somebody of the game master's."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game
        self.tables.generator = Random(3)
        self.act(c.Chase(fleeing=(self.mine,), pursuing=(self.foe,)))
        self.start = str(self.table.state.version)

    @property
    def chase(self) -> dict[str, Any]:
        return dict(self.table.state.play["chase"])

    def turn(self, won: bool, **said: Any) -> None:
        self.act(c.Pursue(dice=WON[self.game][not won], **said))

    def seen(self, seat: str) -> Any:
        return part(self.table.state, viewer_of(self.table.state, seat), "chase")

    def says_no(self, seat: str, command: c.Command) -> str:
        with pytest.raises(Refusal) as refusal:
            self.table.act(seat, c.Envelope(action=f"n{self.actions}", command=command))
        return refusal.value.id


_runs = cache(Run)


def chased(game: str) -> Run:
    """The table of a game, with a chase that has just begun."""
    run = _runs(game)
    run.act(c.Undo(to=run.start))
    return run


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("won", "end"), [(True, "escaped"), (False, "caught")])
def test_whoever_wins_turn_after_turn_is_away_or_catches_up(game, won, end):
    """YAC-CHA-05, M-18, D100-ROLL-06, CD20-P-CHASE-01, ORG-TEST-04: as many steps as the game has them."""
    run = chased(game)
    start, lost = run.chase["gap"], run.chase["lost"]
    steps = lost - start if won else start
    for number in range(steps):
        assert "ended" not in run.chase
        run.turn(won)
        assert run.chase["track"][-1] == start + (number + 1) * (1 if won else -1)
    assert (run.chase["ended"], run.chase["turn"]) == (end, steps + 1)
    assert run.says_no("keeper", c.Pursue()) == "chase/over"


@pytest.mark.parametrize("game", GAMES)
def test_undo_takes_back_a_turn_of_a_chase_with_all_that_it_did(game):
    run = chased(game)
    before = run.table.state.play
    run.turn(True)
    assert run.chase["gap"] != before["chase"]["gap"]
    run.act(c.Undo())
    assert run.table.state.play == before


@pytest.mark.parametrize("game", GAMES)
def test_the_throw_is_the_player_s_whose_character_runs(game):
    run = chased(game)
    assert (run.seen(run.ann)["now"], run.seen(run.screen)["now"]) == (run.mine, run.mine)
    assert run.says_no(run.bea, c.Pursue()) == "table/not_yours"
    assert run.says_no(run.ann, c.Pursue(given={"terrain": True})) == "table/keeper_only"
    assert run.says_no(run.ann, c.EndChase()) == "table/not_allowed"
    run.table.act(run.ann, c.Envelope(action=f"throws {run.actions}", command=c.Pursue()))
    assert run.chase["turn"] == 2


@pytest.mark.parametrize("game", GAMES)
def test_an_obstacle_weighs_on_the_next_turn_of_the_side_it_hampers(game):
    run = chased(game)
    run.act(c.Chase(obstacle="une grille", hampers="pursuing"))
    assert (run.chase["gap"], run.chase["obstacle"]) == (run.chase["track"][0], "une grille")
    inputs = [_turn_of(run, side) for side in ("", "fleeing", "pursuing")]
    assert inputs[0] != inputs[1] != inputs[2]
    run.act(c.Pursue())
    assert run.chase["obstacle"] == ""


def _turn_of(run: Run, side: Any) -> Any:
    """What a turn asks of the game's procedure while something lies in somebody's way."""
    run.act(c.Chase(obstacle="une grille" if side else "", hampers=side or "both"))
    table = run.table
    moment = run.tables.moment(table.keeping)
    context = Context(table.state, table.viewer("keeper"), moment)
    return run.system.table_rules.chases[0].inputs(to_chase(context, run.chase))


@pytest.mark.parametrize("game", GAMES)
def test_a_chase_by_somebody_hidden_is_known_to_the_game_master_alone(game):
    run = chased(game)
    run.act(c.Show(character=run.foe, hidden=True))
    for seat in (run.ann, run.bea, run.watcher, run.screen):
        assert run.seen(seat) is None
    assert run.seen("keeper")["now"] == ""
    noticed = run.table.state.noticed
    run.act(c.Chase(obstacle="une grille"))
    run.act(c.Pursue())
    assert run.table.state.noticed == noticed
    assert run.chase["turn"] == 2
    assert run.says_no(run.ann, c.Pursue()) == "table/no_chase"
    run.act(c.Show(character=run.foe, hidden=False))
    assert run.seen(run.ann)["pursuing"] == [run.foe]


@pytest.mark.parametrize("game", GAMES)
def test_a_hidden_pursuer_is_not_counted_among_those_who_are_seen(game):
    run = chased(game)
    unseen = next(id for id, one in run.table.state.play["characters"].items() if one.get("hidden"))
    run.act(c.Chase(pursuing=(unseen, run.foe)))
    assert run.seen(run.ann)["pursuing"] == [run.foe]
    run.turn(True)
    event = run.table.keeping.event(run.table.state.version)
    assert unseen not in event.roll.people.values()


@pytest.mark.parametrize("game", GAMES)
def test_whoever_falls_runs_no_more_and_the_next_of_their_side_does(game):
    run = chased(game)
    kills, given = KILLS[game]
    first, second = (run.act(c.Add(draw={}, name=name))["words"]["character"] for name in ("Un", "Deux"))
    run.act(c.Chase(pursuing=(first, second)))
    run.act(c.Do(procedure=kills, character=first, given=given))
    run.turn(True)
    event = run.table.keeping.event(run.table.state.version)
    assert {first, second} & set(event.roll.people.values()) <= {second}
    run.act(c.Undo())
    run.act(c.Do(procedure=kills, character=second, given=given))
    for seat in ("keeper", run.ann):
        assert run.says_no(seat, c.Pursue()) == "act/cannot", "nobody is left to run after them"


def test_a_chase_needs_both_sides_and_nobody_on_both():
    run = chased("yacdha")
    assert run.says_no("keeper", c.Chase(fleeing=())) == "chase/nobody"
    assert run.says_no("keeper", c.Chase(pursuing=(run.mine,))) == "chase/both_sides"
    assert run.says_no("keeper", c.Chase(gap=5)) == "field/range"
    assert run.says_no("keeper", c.Chase(kind="en ballon")) == "field/one_of"
    run.act(c.EndChase())
    assert run.says_no("keeper", c.EndChase()) == "table/no_chase"


@pytest.mark.parametrize("game", ["operators", "d20d100"])
def test_a_chase_at_the_wheel_follows_the_bands_of_its_rule(game):
    """M-18: 3 of 6; D100-MISS-19: near, of contact, near, far and lost."""
    run = chased(game)
    run.act(c.Chase(kind="wheels", fleeing=(run.mine,), pursuing=(run.foe,)))
    start = run.chase["gap"]
    assert (start, run.chase["lost"]) == ((3, 6) if game == "operators" else (1, 3))
    run.act(c.Pursue(dice=(10, 90) if game == "operators" else (20, 2, 20)))  # and the pursuer stays on the road
    assert run.chase["gap"] == start + 1


def test_a_crash_hurts_everybody_aboard_and_the_other_side_not():
    """D100-MISS-19: what the card says of every passenger stands on their sheets, and is taken back with the turn."""
    run = chased("d20d100")
    aboard = run.act(c.Add(draw={}, name="Passager"))["words"]["character"]
    run.act(c.Chase(kind="wheels", fleeing=(run.mine, aboard), pursuing=(run.foe,), gap=2))
    before = {id: one["sheet"]["pv"] for id, one in run.table.state.play["characters"].items()}
    run.act(c.Pursue(dice=(1, 15, 1, 1, 1, 1), given={"speed_kmh": 60}))
    people = run.table.state.play["characters"]
    lost = {id: pv - people[id]["sheet"]["pv"] for id, pv in before.items() if pv != people[id]["sheet"]["pv"]}
    assert lost == {run.mine: 3, aboard: 3}
    run.act(c.Undo())
    assert {id: one["sheet"]["pv"] for id, one in run.table.state.play["characters"].items()} == before


@pytest.mark.parametrize("alone", [False, True])
def test_everybody_in_a_wreck_has_its_dice_to_suffer(alone):
    """M-18: all aboard, each with their own dice, once; the other side drives on; a lone turn hurts its drivers."""
    run = chased("operators")
    aboard = run.act(c.Add(draw={}, name="Passagère"))["words"]["character"]
    drivers = {"fugitive": {"character": run.mine, "vehicle": "suv"}, "pursuer": {"character": run.foe}}
    if alone:
        run.act(c.Do(procedure="chase_turn", given=drivers, dice=(100, 50, 100)))
    else:
        run.act(c.Chase(kind="wheels", fleeing=(run.mine, aboard), pursuing=(run.foe,)))
        run.act(c.Pursue(dice=(100, 50, 100), given={"fugitive": drivers["fugitive"]}))
    due = {one["character"]: (id, one["procedure"], one["given"]) for id, one in run.table.state.play["due"].items()}
    assert due.keys() == ({run.mine} if alone else {run.mine, aboard})
    for id, procedure, given in due.values():
        assert (procedure, given) == ("crash", {"vehicle": "suv"})
        run.act(c.Settle(due=id, dice=(1, 1, 1)))
    wounds = {id: one["sheet"]["wounds"] for id, one in run.table.state.play["characters"].items()}
    assert {id: [one["damage"] for one in some] for id, some in wounds.items() if some} == {id: [3] for id in due}
    assert not run.table.state.play["due"]


def test_a_minute_of_a_long_chase_costs_breath_once_in_five():
    """CD20-P-CHASE-01, CD20-FAT-04: the first of every five that begin."""
    run = chased("cthulhud20")
    run.act(c.Chase(gap=9, lost=18))
    pf = [run.table.state.play["characters"][run.mine]["sheet"]["pf"]]
    for _ in range(6):
        run.turn(True)
        pf.append(run.table.state.play["characters"][run.mine]["sheet"]["pf"])
    lost = [before - after for before, after in pairwise(pf)]
    assert lost == [lost[0], 0, 0, 0, 0, lost[0]]
    assert lost[0] > 0


def test_the_keeper_may_let_a_chase_of_yacdha_last():
    """YAC-CHA-05 ends it with one result; a longer one is a ruling."""
    run = chased("yacdha")
    run.act(c.Chase(gap=2, lost=4))
    run.turn(True)
    assert "ended" not in run.chase
    run.turn(True)
    assert run.chase["ended"] == "escaped"
