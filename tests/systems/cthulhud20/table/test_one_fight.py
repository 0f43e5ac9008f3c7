"""One fight: what tactics propose is what the table takes, and what fights that are weighed do (ATT, P-ACT, P-GUN).

Fights at random are played at a table, everybody acting by what is proposed, by the hand of a player, to whom nothing
barred is allowed. The same fight is stepped as it is weighed, with the dice that fell at the table: before each throw
both have the same people in the same state, the same one acts in the same way, and both end alike. GARDIEN_FIGHTS is
how many.
"""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from gardien.core.chance import Done, Midway, Together
from gardien.core.errors import Refusal
from gardien.core.inputs import parse
from gardien.core.interpreters.typed import typed
from gardien.core.simulation import Proposal
from gardien.core.system import find
from gardien.systems.cthulhud20 import pack
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.fight.attack_severity import effect_of
from gardien.systems.cthulhud20.rules.fight.state import FightState
from gardien.systems.cthulhud20.rules.person import Body
from gardien.systems.cthulhud20.sheet.samples import sample_creature
from gardien.systems.cthulhud20.sheet.sheet import Npc
from gardien.systems.cthulhud20.sim.battle import Fight, Frame, State
from gardien.systems.cthulhud20.sim.fighter_state import FighterState, Keeping, coarse_body, weighed_part
from gardien.systems.cthulhud20.sim.fighters import FightGiven, of_sheet
from gardien.systems.cthulhud20.sim.projection import lines_by_arm, profile_of, state_of
from gardien.table import commands as c
from gardien.table.binding import content
from memory import folder_in_memory
from systems.table import Sitting, at

SYSTEM = find("cthulhud20")
FIGHTS = int(os.environ.get("GARDIEN_FIGHTS", "500"))
BATCH = 10
ROUNDS = 9  # before a grave wound costs anything: fights that are weighed leave that out
WEAPONS = ("m1911", "r38", "knife", "bat", "machete", "mp5", "sg12")
CREATURES = ("dog", "ghoul", "wolf", "deep_one", "zombie", "shoggoth")
COMPARED = ("pv", "pf", "state", "prone", "shock", "lost_parts", "hampered_parts")
NAMES = ("Ada", "Bel", "Cid", "Dan")


class Brawl(Sitting):
    """Two to four people and creatures at a table, acting by what tactics say, and the same fight as it is weighed."""

    def __init__(self, path: Path, seed: int) -> None:
        self.random = Random(seed)
        options = {"jams": self.random.random() < 0.3, "auto_shock": False}
        super().__init__(path, "cthulhud20", f"Rixe {seed}", generator=Random(seed), **options)
        names = NAMES[: self.random.randint(2, 4)]
        ours = max(1, len(names) // 2)
        self.ids = [self.add(sheet=self.anybody(name, at < ours)) for at, name in enumerate(names)]
        self.player = self.seat("Ann", *self.ids)
        self.sides = (tuple(self.ids[:ours]), tuple(self.ids[ours:]))
        self.far = self.random.choice((1.5, 6.0, 14.0, 30.0))
        aware = self.random.random() < 0.8
        self.weighed = self.as_weighed(Options(**options), aware)
        self.fight(*self.sides)
        for id in self.sides[1]:
            self.mark(id, stands=self.far)
        known = [aware or id in self.sides[0] for id in self.ids]
        self.do(None, "start_fight", None, combatants=[at(id) for id in self.ids], aware=known)
        order = tuple(self.ids.index(id) for id in self.order)
        start = self.weighed.start
        phase = "round" if aware else "surprise"
        begun = self.weighed._next_turn(State(phase, start.numbers, order, place=-1))
        self.state: Any = begun.value if isinstance(begun, Midway) else begun
        self.settle_no_dice()

    # ---- who ----

    def anybody(self, name: str, ours: bool) -> dict[str, Any]:
        if not ours and self.random.random() < 0.4:
            creature = sample_creature(self.random.choice(CREATURES), "fr", "half")
            return {**msgspec.to_builtins(creature), "name": name}
        scores = {key: self.random.randint(8, 16) for key in ("str", "dex", "con")}
        scores |= dict.fromkeys(("pv_max", "pf_max", "pv", "pf"), self.random.randint(6, 12))
        base = self.random.choice(((0,), (3,), (6, 1), (7, 2)))
        weapons = [
            {"weapon": key, "name": key, "ammunition": min(3, pack.weapon(key).magazine), "spare_magazines": 9}
            for key in self.random.sample(WEAPONS, self.random.randint(0, 2))
        ]
        feats = self.random.sample(("rapid_reload", "combat_reflexes", "power_attack"), 1)
        sheet = {"name": name, "base_attack": base, "fort": self.random.randint(-1, 4), "feats": feats, **scores}
        return dict(msgspec.to_builtins(msgspec.convert({**sheet, "weapons": weapons}, Npc)))

    def as_weighed(self, options: Options, aware: bool) -> Fight:
        sides = [
            {
                "name": name,
                "fighter": [{**of_sheet(self.sheet(id)), "surprised": bool(at and not aware)} for id in ids],
            }
            for at, (name, ids) in enumerate(zip("ab", self.sides, strict=True))
        ]
        fight = Fight(parse(FightGiven, {"side": sides, "distance": self.far}, "fight"), options)
        fight.keeping = [Keeping(wounds=True)] * len(self.ids)
        return fight

    # ---- a turn at the table ----

    def proposals(self, who: str) -> Sequence[Proposal]:
        beings = {id: content(self.table.state, id) for id in self.ids}
        return SYSTEM.fights.propose(beings.pop(who), beings)

    def play_turn(self) -> bool:
        """Whether anything was done."""
        who, done, dice = self.now, False, list[int]()
        while first := next((one for one in self.proposals(who) if one.reason != "flee"), None):
            thrown = first.procedure in ("attack", "full_attack", "attack_traditional", "clear_jam")
            if thrown and not dice:
                self.assert_alike(who, first)
            self.do(who, first.procedure, None, seat=self.player, **first.given)
            outcome = self.roll().outcome
            assert not outcome.get("refused"), first
            dice += [one.value for one in self.roll().dice]
            by_blows = first.procedure == "attack_traditional" and self.marks(who).get("attacks_made")
            if thrown and (not by_blows or outcome["destroyed"]):  # fights that are weighed strike them all at once
                self.throw(dice)
                dice = []
            done = True
        if dice:
            self.throw(dice)
        for id in self.ids:  # whoever has another hand keeps the weapon in it, as fights are weighed
            if self.marks(id).get("disarmed"):
                self.mark(id, disarmed=None)
        return done

    def end_round(self) -> None:
        dice: list[int] = []
        for id in self.ids:
            for due, one in list(self.play.get("due", {}).items()):
                if one["character"] == id:
                    self.keep(c.Settle(due=due))
                    dice += [die.value for die in self.roll().dice]
        if isinstance(self.state, State) and self.state.phase == "end":
            self.throw(dice)
        else:
            assert not dice

    # ---- the same as it is weighed ----

    def throw(self, dice: list[int]) -> None:
        """The dice of the table for what is due."""
        asked = self.weighed.step(self.state)
        assert isinstance(asked, Together)
        answers, left = [], list(dice)
        for one in asked.calls:
            count = next((many for many in range(len(left) + 1) if enough(one, left[:many])), None)
            assert count is not None, (one, self.roll().procedure, self.roll().dice, self.roll().outcome)
            answers.append(typed(one, left[:count]).outcome)
            left = left[count:]
        assert not left, (dice, left)
        assert asked.join is not None
        self.state = asked.join(asked.frame, tuple(answers))
        self.settle_no_dice()

    def settle_no_dice(self) -> None:
        while True:
            if isinstance(self.state, Midway):
                self.state = self.state.value
            if isinstance(self.state, Done):
                return
            following = self.weighed.step(self.state)
            if isinstance(following, Together):
                return
            self.state = following

    def assert_alike(self, who: str, first: Proposal) -> None:
        assert isinstance(self.state, State), (first, self.state)
        assert self.state.phase in ("round", "surprise"), (first, self.state.phase)
        assert self.ids[self.state.order[self.state.place]] == who
        _, frame = self.weighed._choose(self.state)
        assert self.told(who, frame) == (first.given.get("target", {}).get("character", ""), self.arm(who, first))
        numbers = list(self.state.numbers)
        numbers[self.ids.index(who)] = frame.mine
        for id, number in zip(self.ids, numbers, strict=True):
            weighed = self.weighed.numbered.things[number][1]
            if id == who and "situation" in first.given:
                weighed = replace(weighed, fight=replace(weighed.fight, stands=self.place(id)))
            self.assert_same(id, weighed, acts=id == who)

    def place(self, id: str) -> float:
        return float(self.marks(id).get("stands", 0))

    def told(self, who: str, frame: Frame) -> tuple[str, str]:
        line = lines_by_arm(content(self.table.state, who))[frame.arm]
        return self.ids[frame.target] if frame.target >= 0 else "", line.name

    def arm(self, who: str, first: Proposal) -> str:
        lines = lines_by_arm(content(self.table.state, who))
        return str(first.given.get("weapon_name") or next(one.name for one in lines if one.attack is not None))

    def assert_same(self, id: str, weighed: FighterState, acts: bool) -> None:
        being = content(self.table.state, id)
        live = state_of(being, profile_of(being), lines_by_arm(being))
        assert (live.body.state, live.hp) == (weighed.body.state, weighed.hp), id
        if live.down or live.hp == 0:
            return
        assert as_weighed(live.fight, acts) == as_weighed(weighed.fight, acts), id
        count = len(being.get("weapons") or ())  # what a creature has in its hands nobody counts at a table
        loads = [[one and (one.loaded, one.jammed) for one in state.loads[:count]] for state in (live, weighed)]
        going_on = acts and self.state.turn is not None  # what a volley takes is counted at its end
        assert going_on or loads[0] == loads[1], id
        body = coarse_body(live.body, self.weighed.keeping[self.ids.index(id)])  # of two legs lost and hurt only one
        both = {name: [plain(one, name) for one in (body, weighed.body)] for name in COMPARED}
        assert {name: two for name, two in both.items() if two[0] != two[1]} == {}, id
        assert sum(one.bleeding for one in live.body.wounds) == len(weighed.body.wounds), id


def as_weighed(fight: FightState, acts: bool) -> FightState:
    """What fights that are weighed keep of the value; whoever acts is on guard again at the end of the turn."""
    kept = replace(weighed_part(fight), stands=fight.stands_at)
    return replace(kept, flat_footed=False, charged=False) if acts else kept


def plain(body: Body, name: str) -> Any:
    """What is compared of a body; parts by what they do to it: of two legs out of use one is enough."""
    value = getattr(body, name)
    return {one if one.endswith("arm") else effect_of(one, body.tables) for one in value} if "parts" in name else value


def enough(asked: Any, dice: list[int]) -> bool:
    """Whether these dice are all that is asked for."""
    with suppress(Refusal):
        typed(asked, dice)
        return True
    return False


def over(brawl: Brawl) -> bool:
    def out(id: str) -> bool:
        sheet = brawl.sheet(id)
        return sheet.get("state") != "ok" or (sheet.get("damage_mode") == "traditional" and sheet["hp_current"] <= 0)

    return any(all(out(id) for id in side) for side in brawl.sides)


def play(brawl: Brawl) -> None:
    acted = False
    while brawl.round < ROUNDS:
        acted |= brawl.play_turn()
        if over(brawl):
            assert isinstance(brawl.state, Done)
            return
        last = brawl.round
        brawl.turn()
        if brawl.round > last:
            brawl.end_round()
            if over(brawl) or not (acted or last == 1):
                assert isinstance(brawl.state, Done)
                return
            acted = False


@pytest.mark.parametrize("batch", range(FIGHTS // BATCH))
def test_a_fight_at_the_table_is_the_fight_that_is_weighed(batch: int) -> None:
    """CD20-ATT-03, CD20-P-ACT-01 to 03, CD20-P-GUN-01, CD20-P-GUN-05, CD20-P-GUN-06, CD20-P-SURP-01, CD20-BLEED-04."""
    for number in range(BATCH):
        with folder_in_memory() as folder:
            brawl = Brawl(folder, batch * BATCH + number)
            play(brawl)
            brawl.store.close()


def test_gentler_things_are_proposed_too(tmp_path: Path) -> None:
    """CD20-P-WOUND-02: somebody else, a blow that only stuns, getting away; nothing to whoever cannot act."""
    sitting = Sitting(tmp_path, "cthulhud20", "Rixe")
    thug, one, two = (sitting.add(being=f"creature/{key}") for key in ("ghoul", "thug", "thug"))
    sitting.fight((thug,), (one, two))
    sitting.write(two, pf=3)

    def proposals(who: str) -> list[Proposal]:
        beings = {id: content(sitting.table.state, id) for id in (thug, one, two)}
        return list(SYSTEM.fights.propose(beings.pop(who), beings))

    found = proposals(thug)
    assert [one.reason for one in found] == ["weakest", "other", "stun", "flee"]
    assert [one.procedure for one in found] == ["full_attack"] * 3 + ["movement"]
    assert [one.given.get("target", {}).get("character") for one in found] == [two, one, two, None]
    assert all(SYSTEM.fights.words["reason"][one.reason]["fr"] for one in found)
    sitting.write(thug, pf=0, state="unconscious")
    assert proposals(thug) == []
    sitting.store.close()
