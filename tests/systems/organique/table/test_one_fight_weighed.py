"""One fight: what tactics do at the table is what they do where fights are weighed, act by act, with the same dice.

Everybody acts by what is proposed to them; the weighed fight goes on with the dice that fell at the table. Before each
attack both know the same: everybody’s body, turn, place and weapons, who acts, and what they do. GARDIEN_FIGHTS is how
many, GARDIEN_FIRST_FIGHT from which seed on.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from gardien.core.chance import Done, Midway
from gardien.core.inputs import parse
from gardien.core.interpreters.run import DieAsked, run
from gardien.core.simulation import Proposal
from gardien.systems.organique import pack
from gardien.systems.organique.options import Options
from gardien.systems.organique.sim import FIGHTS as FIGHTS_OF_GAME
from gardien.systems.organique.sim.battle import Fight, State
from gardien.systems.organique.sim.fighters import FightGiven, Tactics, of_sheet
from gardien.systems.organique.sim.projection import field_of, proposals
from gardien.systems.organique.sim.tactics import Act, Move, choose
from gardien.systems.organique.table.fighter import DOWN
from gardien.systems.organique.table.table_rules import TABLE_RULES
from gardien.table import commands as c
from gardien.table.marks import everybody
from memory import folder_in_memory
from systems.organique.evening import somebody
from systems.table import Sitting, at

FIGHTS = int(os.environ.get("GARDIEN_FIGHTS", "500"))
FIRST = int(os.environ.get("GARDIEN_FIRST_FIGHT", "0"))
BATCH, ROUNDS, ALONE = 10, 12, 60
WEAPONS = ("crossbow", "hunting_knife", "baseball_bat", "pistol_9mm", "throwing_dagger", "riot_shield")
CREATURES = ("street_thug", "cat", "corporate_guard", "guard_dog")


ENDLESS = Done(())  # those who only get up and fall again


class Unthrown(Exception):
    """A die that has not fallen at the table yet."""


class Skirmish(Sitting):
    """Some people against others at a table, and the same fight as it is weighed."""

    def __init__(self, path: Path, seed: int) -> None:
        super().__init__(path, "organique", f"Rixe {seed}", generator=Random(seed))
        self.random = Random(seed)
        self.dice: list[int] = []
        sides = [[self.anybody(f"{name}{place}") for place in range(self.random.randint(1, 2))] for name in "AB"]
        self.ids, self.ours = [id for side in sides for id in side], len(sides[0])
        self.player = self.seat("Ann", *self.ids)  # what is not possible is refused to her, the game master may insist
        self.fight(*map(tuple, sides))
        far = self.random.choice((0, 1, 2, 4, 9, 15))
        for id in sides[1]:
            self.mark(id, stands=far)
        self.tactics = {id: self.manner() for id in self.ids}
        self.do(None, "start_fight", None, combatants=[at(id) for id in self.ids])
        self.made = self.weighed(sides, far)
        order = tuple(self.ids.index(id) for id in self.order)
        self.state: Any = State("round", self.made.start.numbers, order)

    def anybody(self, name: str) -> str:
        if self.random.random() < 0.2:
            return self.add(being=f"creature/{self.random.choice(CREATURES)}")
        scores = {key: self.random.randint(6, 14) for key in ("AGI", "PER", "INT", "VIT", "FOR", "VOL", "END")}
        skills = {"street_fighting": self.random.randint(1, 3)} if self.random.random() < 0.5 else {}
        arms = [
            {
                "weapon": key,
                "name": key,
                "loaded": min(1, pack.weapon(key).magazine),
                "spare": self.random.randint(0, 4),
            }
            for key in WEAPONS
            if self.random.random() < 0.3
        ]
        plain = {"weapons": arms, "armour": [], "traits": {}, "end_now": scores["END"], "combat_skills": skills}
        return self.add(sheet=somebody("tyra", name=name, **scores, **plain))

    def manner(self) -> Tactics:
        return Tactics(
            whom=self.random.choice(("first", "weakest", "strongest", "spread")),
            stroke=self.random.choice(("strike", "easy_strike", "vital", "stun", "knock_out")),
            fire=self.random.choice(("single", "burst")),
            aim=self.random.random() < 0.3,
        )

    def weighed(self, sides: list[list[str]], far: int) -> Fight:
        file = {
            "side": [
                {"name": key, "fighter": [self.fighter(id) for id in side]}
                for key, side in zip("ab", sides, strict=True)
            ]
        }
        return Fight(parse(FightGiven, {**file, "distance": far}, "fight"), Options())

    def fighter(self, id: str) -> dict[str, Any]:
        known = msgspec.to_builtins(of_sheet(self.people[id]))
        return {**known, "name": id, "tactics": msgspec.to_builtins(self.tactics[id])}

    # ---- at the table ----

    @property
    def people(self) -> dict[str, Any]:
        return everybody(TABLE_RULES, self.table.state.play)

    def proposed(self, who: str) -> list[Proposal]:
        people = self.people
        return proposals(people[who], {id: one for id, one in people.items() if id != who}, self.tactics)

    def play_one(self, who: str) -> None:
        """A turn of somebody, as it is proposed."""
        for _ in range(2):
            chosen = self.assert_alike(who)
            for proposal in self.proposed(who)[:1]:
                if proposal.procedure == "turn_slots":
                    return
                self.do_as_proposed(who, proposal)
                if self.waiting:
                    assert isinstance(chosen, Act)
                    kind = chosen.reaction.kind
                    self.decide("" if kind == "none" else kind)
                self.dice += [one.value for one in self.roll().dice]
                self.go_on()
                if self.is_over:
                    return

    def do_as_proposed(self, who: str, proposal: Proposal) -> None:
        assert proposal.reason in FIGHTS_OF_GAME.words["reason"]
        self.act(self.player, c.Do(procedure=proposal.procedure, character=who, given=proposal.given))

    def play_round(self) -> None:
        now = self.round
        while self.round == now and not self.is_over:
            self.play_one(self.now)
            if not self.is_over:
                self.turn()
        while self.play.get("due"):
            self.keep(c.Settle(due=next(iter(self.play["due"]))))
            self.dice += [one.value for one in self.roll().dice]
        self.go_on()

    def play_gently(self) -> None:
        """A round in which anybody does any one thing that is proposed."""
        now = self.round
        while self.round == now:
            if proposed := self.proposed(self.now):
                self.do_as_proposed(self.now, self.random.choice(proposed))
                if self.waiting:
                    self.decide(self.random.choice(self.choices()))
            self.turn()
        while self.play.get("due"):
            self.keep(c.Settle(due=next(iter(self.play["due"]))))

    # ---- as it is weighed ----

    @property
    def is_over(self) -> bool:
        """A side of the table has nobody left who fights; or nobody throws any more."""
        down = [self.sheet(id)["condition"] in DOWN for id in self.ids]
        return all(down[: self.ours]) or all(down[self.ours :]) or self.state == ENDLESS

    def go_on(self) -> None:
        """As far as the dice go that fell at the table, and not on and on without any."""
        for _ in range(ALONE):
            if isinstance(self.state, Done):
                return
            faces = iter(self.dice)
            try:
                after = self.step(faces)
            except Unthrown:
                return
            self.dice = list(faces)
            self.state = after.value if isinstance(after, Midway) else after
        self.state = ENDLESS

    def step(self, faces: Iterator[int]) -> Any:
        def source(die: DieAsked) -> int:
            for face in faces:
                assert 1 <= face <= die.sides
                return face
            raise Unthrown

        asked = self.made.step(self.state)
        return asked if isinstance(asked, Midway | Done | State) else run(asked, source).outcome

    def assert_alike(self, who: str) -> Act | Move:
        """What somebody does, which is the same on both sides where it is an attack."""
        people = {id: self.people[id] for id in self.ids}
        field, place = field_of(people, self.tactics), self.ids.index(who)
        chosen = choose(field, place)
        if isinstance(chosen, Act):
            assert not self.dice
            assert self.state.order[self.state.place] == place
            numbers = [self.made.number(one, state) for one, state in enumerate(field.people)]
            mine, theirs = ([self.made.numbered.things[at][1] for at in them] for them in (numbers, self.state.numbers))
            assert mine == theirs, [differences(*pair) for pair in zip(mine, theirs, strict=True)]
            same = choose(self.made._field(self.state), place)
            assert choose(replace(field, people=tuple(mine)), place) == same
        return chosen

    def assert_ended_alike(self) -> None:
        """Everybody comes out of it as they do where it is weighed."""
        field = field_of({id: self.people[id] for id in self.ids}, self.tactics)
        ends = [self.made._outcome_of(at, state) for at, state in enumerate(field.people)]
        assert self.state.value == tuple(ends)


def differences(one: Any, other: Any) -> dict[str, Any]:
    both = {name: (getattr(one, name), getattr(other, name)) for name in one.__struct_fields__}
    return {name: pair for name, pair in both.items() if pair[0] != pair[1]}


@pytest.mark.parametrize("batch", range(FIGHTS // BATCH))
def test_a_fight_at_the_table_is_the_fight_that_is_weighed(batch: int) -> None:
    """ORG-TURN-01 to 05, ORG-CBT-01, ORG-RNG-01, ORG-FREE-02 to 04, ORG-END-02, M9."""
    for number in range(BATCH):
        with folder_in_memory() as folder:
            fight = Skirmish(folder, FIRST + batch * BATCH + number)
            while not fight.is_over and fight.round < ROUNDS:
                fight.play_round()
            if fight.is_over and fight.state != ENDLESS:
                fight.assert_ended_alike()
            fight.store.close()


def test_whatever_is_proposed_can_be_done() -> None:
    """ORG-TURN-01, ORG-FREE-04: whoever plays somebody is refused nothing of it."""
    done = 0
    for seed in range(12):
        with folder_in_memory() as folder:
            fight = Skirmish(folder, 1000 + seed)
            for _ in range(4):
                fight.play_gently()
            done += fight.actions
            fight.store.close()
    assert done > 12
