"""One fight: what happens at the table is what the script says, act by act, with the same dice (TURN, CBT, ACT).

Fights at random are played at a table, and every act is written down as a line of a script. After each turn the script
is played with the dice that fell at the table: whoever may not act there is passed over here, each throw comes to the
same, everybody ends the turn in the same state, and the fight that the marks keep is the one that the script hands on.
GARDIEN_FIGHTS is how many, GARDIEN_FIRST_FIGHT from which seed on.
"""

import json
import os
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from gardien.core.calling import do
from gardien.core.chance import fold
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.interpreters.run import run
from gardien.core.values import frozen_map
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.fight.bonds import GRASP, Bonds
from gardien.systems.organique.rules.fight.script import PlayGiven, ready
from gardien.systems.organique.rules.fight.script_play import Battle, Line, play_line
from gardien.systems.organique.table.fighter import CHARACTER, band, character, fight_of
from gardien.systems.organique.table.table_rules import TABLE_RULES
from gardien.table import commands as c
from gardien.table.marks import everybody
from memory import folder_in_memory
from systems.organique.evening import somebody
from systems.table import Sitting, at

FIGHTS = int(os.environ.get("GARDIEN_FIGHTS", "500"))
FIRST = int(os.environ.get("GARDIEN_FIRST_FIGHT", "0"))
TURNS, BATCH = 3, 20
STRIKES = (
    *("strike", "strike", "easy_strike", "stun", "hold", "lock", "strangle", "throw", "feint", "push", "sweep"),
    *("disarm", "wrestle", "tackle", "headbutt", "low_blow", "slash", "knock_out"),
)
FREE = ("aim", "move", "stand_up")
MOMENTS = {"wait": "wait", "convert": "action_to_reaction"}
ACTS = (*STRIKES, *FREE, *MOMENTS, "break_hold", "break_hold", "in_two", "in_two")
WEAPONS = ("punch", "kick", "hunting_knife", "baseball_bat")
DECLARED = ("weapon", "reaction", "split", "aimed_at", "kg", "range_step")  # what else counts is known by the fight
TOLD = (
    *("attack_mod", "attack_margin", "defence_mod", "defence_margin", "hit", "effect", "held", "released", "damage"),
    *("range_after", "free", "victim_margin", "holder_margin", "unconscious_turns", "weapon_dropped"),
)
TAKEN = ("lose_action", "lose_reaction")  # the script takes it off what is left, the table when it is asked for
UNABLE = ("act/cannot", "act/not_holding")


class Brawl(Sitting):
    """Two against one at a table, and the script of what they do."""

    def __init__(self, path: Path, seed: int) -> None:
        super().__init__(path, "organique", f"Rixe {seed}", generator=Random(seed))
        self.random = Random(seed)
        self.names = ("Ada", "Bel", "Cid")
        self.ids = [self.add(sheet=self.anybody(name)) for name in self.names]
        self.player = self.seat("Ann", *self.ids)  # what is not possible is refused to her, the game master may insist
        self.fight(tuple(self.ids[:2]), tuple(self.ids[2:]))
        self.do(None, "start_fight", None, combatants=[at(id) for id in self.ids])
        self.people = [self.combatant(id) for id in self.ids]
        self.begun = [self.name(id) for id in self.order]
        self.lines: list[dict[str, Any]] = []
        self.outcomes: list[dict[str, Any] | None] = []  # of each line: what the table told, nothing where it refused
        self.dice: list[int] = []
        self.apart: set[tuple[str, str]] = set()

    def anybody(self, name: str) -> dict[str, Any]:
        scores = {key: self.random.randint(6, 14) for key in ("AGI", "PER", "INT", "VIT", "FOR", "VOL", "END")}
        skills = {"street_fighting": self.random.randint(1, 3)} if self.random.random() < 0.5 else {}
        arms = [{"weapon": key, "name": key} for key in WEAPONS[2:] if self.random.random() < 0.5]
        plain = {"weapons": arms, "armour": [], "traits": {}, "end_now": scores["END"], "combat_skills": skills}
        return somebody("tyra", name=name, **scores, **plain)

    def combatant(self, id: str) -> dict[str, Any]:
        told = msgspec.to_builtins(character(self.sheet(id)))
        return {**{key: value for key, value in told.items() if key in CHARACTER}, "name": self.name(id)}

    def name(self, id: str) -> str:
        return self.names[self.ids.index(id)]

    # ---- a turn of everybody, as it comes ----

    def play_turn(self) -> None:
        now = self.round
        while self.round == now:
            self.play_one(self.now)
            self.turn()
        self.note({"do": "end_turn"}, {})
        while self.play.get("due"):
            self.keep(c.Settle(due=next(iter(self.play["due"]))))
            self.dice += [one.value for one in self.roll().dice]

    def play_one(self, who: str) -> None:
        kind = self.random.choice(ACTS)
        if kind == "in_two":
            for _ in range(2):
                self.attempt(who, self.random.choice(STRIKES), split=True)
        else:
            self.attempt(who, kind)
        if self.random.random() < 0.2:
            self.attempt(who, "strike")  # once more, which no turn allows

    def attempt(self, who: str, kind: str, **more: Any) -> None:
        """One act at the table, and the line of the script that says the same."""
        whom = self.random.choice([id for id in self.ids if id != who])
        line = {"actor": self.name(who), **more}
        if kind in FREE:
            self.play_line({**line, "do": "free", "kind": kind}, who, "free_action", kind=kind)
        elif kind in MOMENTS:
            self.play_line({**line, "do": kind}, who, "turn_slots", moment=MOMENTS[kind])
        elif kind == "break_hold":
            self.play_line({**line, "do": kind, "target": self.name(whom)}, who, kind, holder=at(whom))
        else:
            line |= {"target": self.name(whom), "action": kind, "weapon": "punch"}
            weapon = self.random.choice(WEAPONS)
            self.play_line(line, who, "combat_action", target=at(whom), action=kind, weapon_name=weapon, **more)

    def play_line(self, line: dict[str, Any], who: str, procedure: str, **given: Any) -> None:
        before, turned = self.table.state.version, self.converted()
        try:
            self.act(self.player, c.Do(procedure=procedure, character=who, given=given))
        except Refusal as refusal:
            assert self.table.state.version == before
            if refusal.id in UNABLE and line.get("action") in (
                None,
                "strike",
            ):  # which need nothing that may be lacking
                self.note(line, None)
            return
        if self.waiting:
            self.decide(self.random.choice(self.choices()), seat=self.player)
        for id in self.ids:
            if id != who and self.converted()[id] > turned[id]:  # an action became a reaction by itself (ORG-TURN-02)
                self.note({"do": "convert", "actor": self.name(id)}, {})
        done = self.roll()
        self.dice += [one.value for one in done.dice]
        if procedure == "combat_action":
            line = {**line, **{key: one for key, one in done.given.items() if key in DECLARED}}
        self.note(line, dict(done.outcome))
        self.note_distances()

    def converted(self) -> dict[str, int]:
        return {id: list(self.marks(id).get("moments", ())).count("action_to_reaction") for id in self.ids}

    def note(self, line: dict[str, Any], outcome: dict[str, Any] | None) -> None:
        self.lines.append(line)
        self.outcomes.append(outcome)

    # ---- the same by the script ----

    def assert_told_alike(self) -> None:
        given = {"combatants": self.people, "order": self.begun, "script": self.lines}
        told = json.loads(msgspec.json.encode(do("organique", "play_fight", given, dice=self.dice).outcome))
        for line, outcome, event in zip(self.lines, self.outcomes, told["events"], strict=True):
            lost = event.get("reason") == "pain" and outcome is not None and "attack_margin" not in outcome
            assert event["skipped"] is (outcome is None or lost), (line, event)
            if outcome is not None and not lost:
                both = {key: (outcome.get(key), event[key]) for key in TOLD if key in event}
                assert [key for key, (one, other) in both.items() if one != other] == [], (line, both)
        for id in self.ids:
            sheet, state = self.sheet(id), told["states"][self.name(id)]
            both = {key: (sheet[key], one) for key, one in state.items() if key in sheet and key not in TAKEN}
            assert [key for key, (one, other) in both.items() if one != other] == [], (self.name(id), both)
        self.assert_same_fight(parse(PlayGiven, given, "fight"))

    def assert_same_fight(self, given: PlayGiven) -> None:
        """The fight itself, as the script hands it on and as the marks of the table keep it."""
        lines = tuple(Line(given=one, order=tuple(self.begun), options=Options()) for one in given.script)
        faces, start = iter(self.dice), Battle(people=frozen_map({one.name: ready(one) for one in given.combatants}))
        battle = run(fold(play_line, start, lines), lambda die: next(faces)).outcome
        people = everybody(TABLE_RULES, self.table.state.play)
        fight = fight_of({id: people[id] for id in self.ids})
        for id, kept in fight.people.items():
            turn = battle.people[self.name(id)].turn
            assert (turn.slots, turn.fought) == (kept.turn.slots, kept.turn.fought), (self.name(id), turn, kept.turn)
        script, table = between(battle.bonds, {}), between(fight.bonds, dict(zip(self.ids, self.names, strict=True)))
        assert table["holds"] <= script["holds"]
        assert {pair[:2] for pair in script["holds"] - table["holds"]} <= self.apart  # it knows of no places
        assert (table["feints"], table["aims"]) == (script["feints"], script["aims"])

    def note_distances(self) -> None:
        """Who has stood too far from whom to hold them."""
        for one, other in permutations(self.ids, 2):
            if band(self.marks(one), self.marks(other)) > GRASP:
                self.apart.add((self.name(one), self.name(other)))


def between(bonds: Bonds, names: dict[str, str]) -> dict[str, set[Any]]:
    """What stands between people who are known by other names; the script aims with any weapon."""
    told = msgspec.to_builtins(replace(bonds, aims=tuple(replace(one, weapon="") for one in bonds.aims)))
    return {
        kind: {tuple(names.get(value, value) for value in one.values()) for one in ones} for kind, ones in told.items()
    }


@pytest.mark.parametrize("batch", range(FIGHTS // BATCH))
def test_a_fight_at_the_table_is_the_fight_of_the_script(batch: int) -> None:
    """ORG-TURN-01 to 05, ORG-CBT-01, ORG-ACT-05 to 08, ORG-ACT-21, ORG-REA-05, ORG-REA-08, ORG-FREE-02, ORG-FREE-04."""
    for number in range(BATCH):
        with folder_in_memory() as folder:
            brawl = Brawl(folder, FIRST + batch * BATCH + number)
            for _ in range(TURNS):
                brawl.play_turn()
                brawl.assert_told_alike()
            brawl.store.close()
