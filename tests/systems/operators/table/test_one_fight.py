"""One fight: what everybody does by their tactics at a table is what the fight that is weighed has them do (CBT).

Fights at random are played at a table by what is proposed, and the dice that fell there are put to the fight as it is
weighed: turn by turn it chooses the same acts, asks for the same dice, and leaves everybody in the same state, down to
the end. GARDIEN_FIGHTS is how many.
"""

import os
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from gardien.core.chance import Done, Midway
from gardien.core.interpreters.run import run
from gardien.core.simulation import Proposal
from gardien.shared.battles import State
from gardien.systems.operators import pack
from gardien.systems.operators.options import Options
from gardien.systems.operators.rules.body.wounds import uses_of
from gardien.systems.operators.sim import FIGHTS, Fight
from gardien.systems.operators.sim.fighters import FightGiven, carried_lines, of_sheet
from gardien.systems.operators.sim.projection import weapon_named, weighed
from gardien.systems.operators.sim.tactics import ChosenAct, Move, choose
from gardien.systems.operators.table.ability import combatant
from gardien.systems.operators.table.marks import state_of
from gardien.systems.operators.table.places import STEPS
from gardien.table import commands as c
from gardien.table.binding import content
from memory import folder_in_memory
from systems.operators.table.cell import Cell

STANCE = ("defends", "asks")  # of a guard: what is no plan of luck
NUMBER = int(os.environ.get("GARDIEN_FIGHTS", "500"))
BATCH, TURNS = 25, 6
NPCS = ("thug", "gang_gunner", "soldier", "special_forces", "cultist", "bystander")
CREATURES = ("dog", "bear", "crocodile", "ghoul", "shoggoth", "night_gaunt")
HOUSE = (
    "reload_costs_action",
    "stack_advantages",
    "cap_at_extreme",
    "fumble_needs_failure",
    "armour_per_bullet",
    "continuous_damage_sums",
)
GENTLER = ("another", "not_lethal", "to_cover")
PROCEDURES = {"free": "break_free", "natural": "creature_attack", "reload": "reload", "shot": "attack_firearm"}
PROCEDURES |= {"blow": "attack_melee", "throw": "attack_thrown"}


class StepByStep(Fight):
    """A fight as it is weighed, one place in a turn after the other, that ends with everybody as they are."""

    def _going_on(self, state: State) -> Any:
        return Midway(state)

    def _end(self, numbers: Any) -> Any:
        return Done(State("after", numbers))


class Raid(Cell):
    """Some Operators against some others, at a table and as it is weighed."""

    def __init__(self, path: Path, seed: int) -> None:
        self.random = Random(seed)
        options: dict[str, Any] = {name: self.random.random() < 0.3 for name in HOUSE}
        options |= {"ammo_mode": self.random.choice(("strict", "parity", "none"))}
        options |= {"hit_location": self.random.choice(("off", "grave_only", "all"))}
        super().__init__(path, **options)
        self.tables.generator = Random(seed)
        ours = [self.somebody(f"ARES{number}") for number in range(self.random.randint(1, 3))]
        theirs = [self.enemy() for _ in range(self.random.randint(1, 3))]
        self.ids = [*ours, *theirs]
        surprised = self.random.choice(([], [], [], ours, theirs))
        far = self.random.choice((0, 0, 1))
        for id in theirs if far else ():
            self.mark(id, stands=STEPS[far])
        self.covered = [id for id in self.ids if self.random.random() < 0.2]
        for id in self.covered:
            self.mark(id, in_cover=True)
        self.player = self.seat("Ann", *self.ids)  # what is not possible is refused to her
        sides = [
            {"name": name, "fighter": [self.fighter(id, id in surprised) for id in side]}
            for name, side in zip("ab", (ours, theirs), strict=True)
        ]
        for id in surprised:
            self.mark(id, surprised=True)
        self.fight(tuple(ours), tuple(theirs))
        self.made = StepByStep(msgspec.convert({"side": sides, "zone": far}, FightGiven), Options(**options))
        self.state: Any = self.made.start
        self.over, self.rounds = False, 1
        self.crushed: dict[tuple[int, int], Any] = {}  # by holder and prey: dice that the weighed fight has not had yet

    def somebody(self, name: str) -> str:
        scores = {code: self.random.randint(6, 16) for code in ("FOR", "CON", "DEX")}
        arms = [
            {"key": key, "name": key, "spare_magazines": self.random.randint(0, 2)}
            for key in ("assault_rifle", "pistol_medium", "knife", "throwing_knife")
            if self.random.random() < 0.4
        ]
        guard = {
            "defends": self.random.random() < 0.8,
            "escape_death": True,
            "cancel_grave": self.random.random() < 0.5,
        }
        worn = [one for one in ("kevlar_light", "ceramic_vest") if self.random.random() < 0.5]
        return self.operator(name, **scores, weapons=arms, guard=guard, worn=worn, luck=self.random.randint(0, 60))

    def enemy(self) -> str:
        table, rows = self.random.choice((("npc", NPCS), ("creature", CREATURES)))
        return self.add(being=f"{table}/{self.random.choice(rows)}")

    def fighter(self, id: str, surprised: bool) -> dict[str, Any]:
        fields = {**of_sheet(self.sheet(id)), "surprised": surprised, "name": id}
        luck = {name: value for name, value in self.sheet(id).get("guard", {}).items() if name not in STANCE}
        return {**fields, "tactics": {"luck": luck}, "cover": "in_cover" if id in self.covered else "normal"}

    # ---- one act, at the table and weighed ----

    def play_both(self) -> None:
        assert not self.state.turn
        if self.state.place < 0:
            return self.follow_weighed([])
        who, kind, form = self.made._all[self.state.order[self.state.place]]
        field = self.made.field(self.state)
        chosen = choose(field, who, kind, form)
        if kind == "squeeze":
            return self.follow_weighed(self.squeeze(who, chosen.targets[0]) if chosen else [])
        self.come_to(self.ids[who])
        if kind == "grow":  # at the table too, when a turn begins (OPS-CREAT-15)
            return self.follow_weighed([])
        assert kind == "act"
        dice = self.act_by_proposal(who, chosen)
        if isinstance(chosen, Move) and chosen.after.moved:  # where the game master moves people by hand
            self.over = True
            return None
        return self.follow_weighed(dice)

    def come_to(self, id: str) -> None:
        """On to somebody's turn in the same round."""
        for _ in range(2 * len(self.ids)):
            if (self.now, self.round) == (id, self.rounds):
                return
            self.turn()
        raise AssertionError("nobody of that name has a turn")

    def act_by_proposal(self, who: int, chosen: Any) -> list[int]:
        id = self.ids[who]
        offered = self.proposals(id)
        assert all(one.reason in FIGHTS.words["reason"] for one in offered)
        best = next((one for one in offered if one.reason not in GENTLER), None)
        for one in (one for one in offered if one.reason in GENTLER and self.random.random() < 0.2):
            self.act(self.seat_for(one), c.Do(procedure=one.procedure, character=id, given=dict(one.given)))
            self.keep(c.Undo())
        if not isinstance(chosen, ChosenAct):
            assert best is None, (chosen, best)
            return []
        assert best is not None, chosen
        assert best.procedure == PROCEDURES[chosen.kind]
        named = [self.ids[at] for at in chosen.targets]
        given = best.given
        said = [given["defender"]] if "defender" in given else [one["defender"] for one in given.get("victims", ())]
        assert [one["character"] for one in said] == named
        if chosen.kind in ("shot", "blow", "throw", "reload"):
            assert {**weapon_named(self.sheet(id), chosen.arm)}.items() <= given.items()  # type: ignore[arg-type]
            assert given.get("burst", False) is chosen.burst
        self.act(self.seat_for(best), c.Do(procedure=best.procedure, character=id, given=dict(given)))
        while self.waiting:
            self.decide("")
        return [one.value for one in self.roll().dice]

    def seat_for(self, one: Proposal) -> str:
        return "keeper" if one.procedure == "creature_attack" else self.player  # which is the game master's to do

    def squeeze(self, who: int, prey: int) -> list[int]:
        """What grips do falls due when the turn is over, one prey after the other."""
        id = self.ids[who]
        while self.round == self.rounds:
            self.turn()
        while "grip_turn" in self.due(id):
            self.settle(id, "grip_turn", None)
            roll = self.roll()
            self.crushed[who, self.ids.index(roll.people[roll.given["victim"]["defender"]["name"]])] = roll
        return [one.value for one in self.crushed.pop((who, prey)).dice]

    def follow_weighed(self, dice: list[int]) -> None:
        """The weighed fight goes on with these dice, and needs them all."""
        while True:
            step = self.made.step(self.state)
            after = run(step, lambda die: dice.pop(0)).outcome if not isinstance(step, Done | Midway | State) else step
            self.over = isinstance(after, Done)
            self.rounds += not isinstance(after, Done | Midway)
            self.state = after.value if isinstance(after, Done | Midway) else after
            if self.over or not self.state.turn:
                break
        assert dice == []
        if not self.crushed:  # else the table is ahead by some of those in a grip
            self.assert_alike()

    def assert_alike(self) -> None:
        for id, now in zip(self.ids, self.made.fighter_states(self.state), strict=True):
            sheet = self.sheet(id)
            body = now.body
            assert (sheet["wound_level"] == "dead") is (body.wound_level == "dead"), (sheet["name"], now)
            if body.wound_level == "dead":
                continue
            assert sheet["out_of_fight"] is body.out_of_fight, (sheet["name"], now)
            if body.out_of_fight or body.helpless:
                continue
            grown = self.now == id and sheet.get("regeneration")  # as its turn began, which is yet to be weighed
            table = {
                "level": body.wound_level if grown else sheet["wound_level"],
                "uses": uses_of(combatant(sheet)),
                "fight": weighed(state_of(content(self.table.state, id)), self.ids, self.made.options),
                "luck": sheet.get("luck", 0),
                "arms": self.arms(id),
            }
            profile = self.made.profiles[self.ids.index(id)]
            as_weighed = {
                "level": body.wound_level,
                "uses": body.uses_left,
                "fight": {name: getattr(now, name) for name in weighed(state_of({}), (), self.made.options)},
                "luck": body.luck if sheet["kind"] == "operator" else sheet.get("luck", 0),
                "arms": [
                    (one.key, load and load.spare_magazines, load and load.rounds_left, bool(load and load.empty))
                    for at, (one, load) in enumerate(zip(profile.weapons, now.loads, strict=True))
                    if at not in now.thrown and one.key != "unarmed"
                ],
            }
            assert table == as_weighed, (sheet["name"], now)

    def arms(self, id: str) -> list[tuple[Any, ...]]:
        """The weapons somebody has, with what is in them as far as the house counts it."""
        mode = self.made.options.ammo_mode
        kept = []
        for line in (one for one in carried_lines(self.sheet(id)) if one["key"] != "unarmed"):
            row = pack.weapon(line["key"])
            counted = row.type == "firearm" and mode != "none"
            left = row.magazine if line.get("rounds_left") is None else line["rounds_left"]
            dry = left == 0 if mode == "strict" else line.get("empty", False)
            spares = min(20, line["spare_magazines"]) if counted else None
            kept.append((line["key"], spares, left if counted and mode == "strict" else None, counted and dry))
        return kept


@pytest.mark.parametrize("batch", range(NUMBER // BATCH))
def test_a_fight_by_tactics_is_the_same_at_the_table_and_weighed(batch: int) -> None:
    """OPS-CBT-02 to OPS-CBT-16, OPS-CREAT-08 to OPS-CREAT-13, OPS-OPT-02, OPS-OPT-05, OPS-OPT-06."""
    for number in range(BATCH):
        with folder_in_memory() as folder:
            raid = Raid(folder, batch * BATCH + number)
            for _ in range(60):
                raid.play_both()
                if raid.over or raid.round > TURNS:
                    break
            raid.store.close()
