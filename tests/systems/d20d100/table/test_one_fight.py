"""One fight: everybody at a table does what tactics propose, and the simulation plays the same fight (CBT, ATK, FIRE).

Fights at random are played at a table, act by act, as the simulation’s own tactics propose it there. Each act is
accepted as it is proposed. The simulation goes along with the dice that fell: it chooses the same acts, asks for the
same dice, and everybody is in the same state before every throw, down to the end. GARDIEN_FIGHTS is how many.
"""

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from gardien.core.chance import Done, Midway
from gardien.core.inputs import parse
from gardien.core.interpreters.run import DieAsked, run
from gardien.core.scene import Being
from gardien.core.simulation import Proposal
from gardien.systems.d20d100.options import Options
from gardien.systems.d20d100.rules.body.wounds import condition_of
from gardien.systems.d20d100.rules.fight.standing import COVERS
from gardien.systems.d20d100.rules.fight.state import FighterState, InFight
from gardien.systems.d20d100.sim.battle import Fight, State
from gardien.systems.d20d100.sim.fighters import FightGiven, Tactics, of_sheet
from gardien.systems.d20d100.sim.projection import profile_of, projected, propose
from gardien.systems.d20d100.sim.tactics import Move, begin, choose
from gardien.systems.d20d100.table.fighter import left_on, state_of
from gardien.table import commands as c
from gardien.table.binding import content
from memory import folder_in_memory
from systems.d20d100.evening import Evening, investigator
from systems.table import Sitting, at

FIGHTS = int(os.environ.get("GARDIEN_FIGHTS", "500"))
BATCH, ROUNDS = 10, 12
ARMS = ("colt_38", "luger", "colt_45_auto", "thompson", "mp18", "chasse_12", "pompe_12", "lebel", "sabre", "hachette")
ROWS = ("gangster", "sectateur", "policier", "chien", "loup", "profond", "zombie", "mi_go", "homme_serpent")
PROCEDURES = {"burst": "burst", "charge": "charge", "reload": "reload", "clear": "clear_jam"}


class OutOfDice(Exception):
    """The simulation asks for more than has fallen."""


class Brawl(Sitting):
    """Two sides at a table, and the same two in a simulation."""

    def __init__(self, path: Path, seed: int) -> None:
        self.random = Random(seed)
        house = {name: self.random.random() < 0.8 for name in ("rule_agony", "rule_shock", "rule_thresholds")}
        house["npc_shock"] = self.random.random() < 0.3
        super().__init__(path, "d20d100", f"Rixe {seed}", generator=Random(seed), **house)
        self.options = Options(**house)
        ours = [self.add(sheet=self.anybody(name)) for name in ("Ada", "Bel")[: self.random.randint(1, 2)]]
        theirs = [self.add(being=self.being()) for _ in range(self.random.randint(1, 3))]
        self.ids = [*ours, *theirs]
        self.player = self.seat("Ann", *self.ids)  # what is not possible is refused to her
        self.fight(tuple(ours), tuple(theirs))
        self.far = self.random.choice((0, 1, 5, 15, 40))
        self.tactics = [self.tactic() for _ in self.ids]
        hidden = [self.random.choice(["", "", "", *COVERS]) for _ in self.ids]
        caught = self.random.choice(("", "", "ours", "theirs"))
        surprised = ours if caught == "ours" else theirs if caught == "theirs" else []
        for id, mark in zip(self.ids, hidden, strict=True):
            marks = {"stands": self.far} if id in theirs and self.far else {}
            self.mark(id, **marks, **({mark: True} if mark else {}), **({"surprised": True} if id in surprised else {}))
        self.do(None, "start_combat", None, combatants=[at(id) for id in self.ids])
        fighters = [
            {
                **of_sheet(self.sheet(id)),
                "name": id,
                "tactics": tactics,
                "surprised": id in surprised,
                "cover": COVERS.get(mark, "none"),
            }
            for id, tactics, mark in zip(self.ids, self.tactics, hidden, strict=True)
        ]
        sides = [{"name": "us", "fighter": fighters[: len(ours)]}, {"name": "them", "fighter": fighters[len(ours) :]}]
        self.simulation = Fight(parse(FightGiven, {"side": sides, "distance": self.far}, "fight"), self.options)
        order = tuple(self.ids.index(id) for id in self.order)
        opening = "surprise" if surprised else "round"
        numbers = self.simulation.start.numbers
        self.state: Any = self.simulation._next_turn(State(opening, numbers, order, place=-1))  # type: ignore[arg-type]
        self.settle_state()
        self.dice: list[int] = []
        self.last: Any = None

    def anybody(self, name: str) -> dict[str, Any]:
        weak = {"FOR": 9, "DEX": self.random.randint(8, 17), "CON": 10, "TAI": self.random.randint(8, 14)}
        arms = tuple(self.random.sample(ARMS, self.random.randint(0, 2)))
        scores = {"PER": 12, "INT": 12, "POU": 12, "EDU": 15, "APP": 11, **weak}
        return investigator(name, arms=arms, scores=scores, profession=self.random.choice(("policier", "journaliste")))

    def being(self) -> str:
        key = self.random.choice(ROWS)
        return f"{'adversary' if key in ROWS[:5] else 'creature'}/{key}"

    def tactic(self) -> dict[str, Any]:
        fire = self.random.choice(("careful", "careful", "double", "triple", "burst"))
        return {"fire": fire, "whom": self.random.choice(("weakest", "strongest"))}

    # ---- the table ----

    def being_of(self, id: str) -> Any:
        return content(self.table.state, id)

    def proposed(self, id: str) -> Proposal | None:
        """What somebody does; nothing where tactics find nothing to do."""
        others = {one: self.being_of(one) for one in self.ids if one != id}
        tactics = parse(Tactics, self.tactics[self.ids.index(id)], "tactics")
        found = propose(self.being_of(id), others, tactics)
        return found[0] if found and found[0].reason != "hold_back" else None

    def play_on(self) -> None:
        """Turn after turn, until the simulation says that it is over."""
        for _ in range(ROUNDS * len(self.ids)):
            who, round = self.now, self.round
            while not self.over and (act := self.proposed(who)):
                self.play_act(who, act)
            if self.over:
                break
            assert not self.dice, "the simulation goes on with an attack that the table is done with"
            asleep = self.asleep()
            self.turn()
            if self.round != round:
                self.end_round()
                if self.asleep() != asleep and self.left(self.now) == 1:  # half a turn has begun already, and goes on
                    return
        self.assert_ends()

    def asleep(self) -> list[str]:
        return [id for id in self.ids if self.sheet(id)["condition"] == "unconscious"]

    def left(self, id: str) -> int:
        return int(self.marks(id)["simple_actions_left"])

    def play_act(self, who: str, act: Proposal) -> None:
        moves = act.procedure == "take_action"
        if not moves and not self.dice:
            self.assert_same(who, act)
        self.last = (who, act)
        self.act(self.player, c.Do(procedure=act.procedure, character=who, given=act.given))
        while self.waiting:
            self.decide()
        if not moves:
            self.dice += [one.value for one in self.roll().dice]
            self.follow_dice()

    # ---- the simulation ----

    @property
    def over(self) -> bool:
        return isinstance(self.state, Done)

    @property
    def actor(self) -> int:
        return int(self.state.order[self.state.place])

    def settle_state(self) -> None:
        """Up to the next dice: whoever only walks, or does nothing, has done it."""
        while not self.over:
            if isinstance(self.state, Midway):
                self.state = self.state.value
            elif self.state.phase == "end" or self.state.burst or self.simulation._choose(self.state)[0]:
                return
            else:
                self.state = self.simulation.step(self.state)

    def step(self) -> None:
        """One step with the dice there are; nothing has happened where they are not enough."""
        left = list(self.dice)

        def next_die(die: DieAsked) -> int:
            if not left:
                raise OutOfDice
            return left.pop(0)

        self.state = run(self.simulation.step(self.state), next_die).outcome
        self.dice = left
        self.settle_state()

    def follow_dice(self) -> None:
        """The act that has just been done at the table, with the dice that fell there."""
        try:
            self.step()
            while not self.over and self.state.burst is not None:
                self.step()
        except OutOfDice:  # the next attack of the same series is still to come
            return
        assert not self.dice, f"{len(self.dice)} dice more than the simulation asks for"

    def end_round(self) -> None:
        """What is due at the end of a round, person by person."""
        fell: dict[str, list[int]] = {id: [] for id in self.ids}
        while due := self.play.get("due"):
            key = next(iter(due))
            who = due[key]["character"]
            self.keep(c.Settle(due=key))
            fell[who] += [one.value for one in self.roll().dice]
        if not self.over and self.state.phase == "end":
            self.dice = [face for id in self.ids for face in fell[id]]
            self.step()
            assert not self.dice
        else:
            assert not any(fell.values())

    # ---- both ----

    def people(self) -> list[FighterState]:
        states = []
        for at_, id in enumerate(self.ids):
            being = self.being_of(id)
            profile, names = profile_of(being, self.simulation.profiles[at_].tactics, self.options)
            states.append(projected(being, profile, names, self.options))
        return states

    def assert_same(self, who: str, act: Proposal) -> None:
        """The same person acts, in the same way, and everybody is in the same state."""
        actor = self.ids.index(who)
        assert self.state.phase in ("round", "surprise")
        assert self.actor == actor, (who, self.state)
        field = self.simulation._field(self.state)
        chosen = choose(field, actor, self.state.turn)
        assert not isinstance(chosen, Move), (act, chosen)
        kind = ("multiple_fire" if chosen.rapid else "attack") if chosen.kind == "shots" else PROCEDURES[chosen.kind]
        _, names = profile_of(self.being_of(who), field.profiles[actor].tactics, self.options)
        aims = [self.ids[one] for one in chosen.targets]
        given = act.given.get("targets") or ([act.given["target"]] if "target" in act.given else [])
        told = (act.procedure, act.given["weapon_name"], [one["character"] for one in given])
        assert told == (kind, names[chosen.arm], aims)
        simulated = [self.comparable(at_, one) for at_, one in enumerate(field.people)]
        if self.state.turn is None:
            simulated[actor] = self.comparable(actor, begin(field, actor)[0])
        table = [self.comparable(at_, one) for at_, one in enumerate(self.people())]
        table[actor] = replace(table[actor], flat_footed=None, charging=False)
        simulated[actor] = replace(simulated[actor], flat_footed=None, charging=False)
        assert table == simulated, (
            self.last,
            [pair for pair in zip(table, simulated, strict=True) if pair[0] != pair[1]],
        )

    def comparable(self, at_: int, one: FighterState) -> FighterState:
        """Without what nobody reads any more: weapons out of order, those who have no part in it."""
        condition = condition_of(one.body, self.options)
        if condition not in ("ok", "staggered", "unconscious"):
            return FighterState(body=one.body)
        loads = tuple(
            load if load and load.state != "broken" and load.loaded + load.spare else None for load in one.loads
        )
        if condition == "unconscious":
            return replace(one, loads=loads, flat_footed=None, charging=False)
        return replace(one, loads=loads)

    def assert_ends(self) -> None:
        """Everybody comes out of it as the simulation says."""
        if not self.over:
            return
        for id, end in zip(self.ids, self.state.value, strict=True):
            condition = self.sheet(id)["condition"]
            assert end.status == condition or (condition == "ok" and end.free), (id, end, condition)


@pytest.mark.parametrize("batch", range(FIGHTS // BATCH))
def test_a_fight_at_the_table_is_the_fight_of_the_simulation(batch: int) -> None:
    """D100-CBT-08, 09, 11 to 14, D100-DEF-02, D100-ATK-01, 07, D100-FIRE-01 to 11, D100-SPEC-02, D100-HEALTH-03, 06."""
    for number in range(BATCH):
        with folder_in_memory() as folder:
            brawl = Brawl(folder, batch * BATCH + number)
            brawl.play_on()
            brawl.store.close()


NAMES = st.lists(st.sampled_from(("a", "b", "c")), min_size=1, unique=True)
SAID: dict[type, Any] = {  # by what a mark is where nobody has said anything
    bool: st.just(True),
    str: st.sampled_from(("a", "b")),
    tuple: NAMES,
    type(None): st.integers(0, 50),
}
SAID_OTHERWISE = {
    "flat_footed": st.booleans(),
    **dict.fromkeys(("grappling", "prepared"), st.just(True) | NAMES),
}
MARKS_OF_A_FIGHT = st.fixed_dictionaries(
    {},
    optional={one.name: SAID_OTHERWISE.get(one.name, SAID[type(one.default)]) for one in fields(InFight)},
)


@settings(max_examples=200, deadline=None)
@given(MARKS_OF_A_FIGHT)
def test_what_a_fight_leaves_is_read_as_it_was_written(marks: dict[str, Any]) -> None:
    """D100-CBT-08 to 14, D100-GRAP-01: what was written gives the same when it is read, and is written as it was."""
    sheet = {"pv": 8, "pv_max": 12, "strangle_round": 0, "weapons": []}
    somebody, nobody = Being(sheet, marks), Being(sheet, {})
    state = state_of(somebody)
    assert left_on(somebody, state) == {}
    assert left_on(nobody, state) == marks
    assert state_of(nobody.having(left_on(nobody, state))) == state
    assert left_on(somebody, state_of(nobody)) == dict.fromkeys(marks)


def test_what_is_proposed_to_whoever_is_held_or_lies_there() -> None:
    """D100-GRAP-03, D100-CBT-11, D100-MODE-01: every way that is proposed is taken, the gentler ones too."""
    with folder_in_memory() as folder:
        evening = Evening(folder)
        evening.fight((evening.berthe,), (evening.gangster,))
        evening.rank(evening.berthe, evening.gangster)

        def ways() -> list[Proposal]:
            one, other = (content(evening.table.state, id) for id in (evening.berthe, evening.gangster))
            return propose(one, {evening.gangster: other})

        assert [(one.procedure, one.reason) for one in ways()] == [
            ("attack", "off_guard"),
            ("full_defence", "hold_back"),
        ]
        for way in ways():
            evening.do(evening.berthe, way.procedure, None, seat=evening.ann, **way.given)
            evening.keep(c.Undo())
        evening.mark(evening.berthe, prone=True)
        assert (ways()[0].procedure, ways()[0].given, ways()[0].reason) == (
            "take_action",
            {"action": "stand_up"},
            "prone",
        )
        evening.mark(evening.berthe, prone=None)
        evening.do(evening.berthe, "start_grapple", (20, 2), opponent=at(evening.gangster))
        (free,) = ways()
        assert (free.procedure, free.given["manoeuvre"], free.reason) == ("grapple_manoeuvre", "break_free", "held")
        evening.do(evening.berthe, free.procedure, None, seat=evening.ann, **free.given)
        evening.write(evening.berthe, pv=0)
        assert ways() == []
        evening.store.close()
