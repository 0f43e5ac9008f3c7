"""The live fight as tactics see it, and what they would do next as an act of the table.

Sheets and marks are read as the states that fights are weighed with; the same choice is made, and told in the words of
the table.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from gardien.core.scene import Being, read_once
from gardien.core.simulation import Proposal
from gardien.systems.cthulhud20.rules.fight.attack_severity import is_lame
from gardien.systems.cthulhud20.rules.fight.state import ALL, FISTS, ONE, Arm
from gardien.systems.cthulhud20.rules.person import body_of
from gardien.systems.cthulhud20.sim.fighter_state import FighterState, Keeping, Load
from gardien.systems.cthulhud20.sim.fighters import Fighter, FighterProfile, of_sheet
from gardien.systems.cthulhud20.sim.tactics import Actor, Field, Step, with_load
from gardien.systems.cthulhud20.table.allowed_acts import bars, whole
from gardien.systems.cthulhud20.table.fighter import combatant, out, rules, somebody, traditional
from gardien.systems.cthulhud20.table.marks import fight_of
from gardien.systems.cthulhud20.table.weapon_use import lines_of
from gardien.systems.cthulhud20.vocabulary import Condition

FLAT: Condition = "flat_footed"


def lines_by_arm(being: Being) -> tuple[Arm, ...]:
    """What somebody attacks with, in the order in which a fighter's arms stand."""
    lines = lines_of(being)
    carried = sorted((one for one in lines if one.at is not None), key=lambda one: one.at or 0)
    natural = sorted((one for one in lines if one.attack is not None), key=lambda one: one.attack or 0)
    return (*carried, *natural, *(one for one in lines if one == FISTS))


@read_once
def profile_of(being: Being) -> FighterProfile:
    """Somebody at the table as a fight reads them, with whatever holds for them."""
    known = {**of_sheet(being), **{name: value for name, value in somebody(being).items() if value is not None}}
    known["conditions"] = [one for one in known["conditions"] if one != FLAT]  # which their state says
    profile = msgspec.convert(known, Fighter).profile()
    arms = zip(profile.arms, lines_by_arm(being), strict=True)
    return replace(profile, arms=tuple(replace(arm, name=line.name) for arm, line in arms))


def state_of(being: Being, profile: FighterProfile, lines: tuple[Arm, ...]) -> FighterState:
    """How somebody is now: body, hit points, loads, place_of, aim."""
    fight = fight_of(being)
    endless = 1 if being.get("npc") else 0  # nobody counts their magazines (CD20-P-GUN-05)
    loads = [Load(arm.loaded, max(endless, arm.spare), arm.jammed) if arm.magazine else None for arm in profile.arms]
    return FighterState(
        body=body_of(combatant(being), rules(being.scene.options)),
        hp=profile.hp,
        loads=tuple(Load(0) if line.name in fight.away else load for line, load in zip(lines, loads, strict=True)),
        fight=fight,
    )


class Live:
    """A fight at the table, seen by whoever acts: the actor first, then the others."""

    def __init__(self, who: Being, others: Mapping[str, Being]) -> None:
        fight = who.scene.fight
        sides: Mapping[str, str] = fight.get("sides", {})
        beings = {who.id: who, **others}
        self.round = int(fight.get("round", 1))
        self.people = {id: one.having({"side": sides.get(id, "")}) for id, one in beings.items()}
        self.ids = list(self.people)
        self.actor_being = self.people[who.id]
        self.others = {id: one for id, one in self.people.items() if id != who.id}
        self.lines = lines_by_arm(who)
        self.field = self._field()
        left = self.actor_being.get("actions_left", whole(self.actor_being, self.others, self.round, who.scene.options))
        self.actor = Actor(self.field, 0, self.field.people[0], left, self.field.foes(0))

    def _field(self) -> Field:
        profiles = [profile_of(one) for one in self.people.values()]
        lines = [lines_by_arm(one) for one in self.people.values()]
        states = zip(self.people.values(), profiles, lines, strict=True)
        mine = self.actor_being["side"]
        return Field(
            profiles=profiles,
            side_of=[0 if one["side"] == mine else 1 for one in self.people.values()],
            people=tuple(state_of(*one) for one in states),
            fit=tuple(not out(one) for one in self.people.values()),
            concealment=0,
            surprise=False,
            keeping=[Keeping(wounds=True)] * len(profiles),
            combatants={},
            options=rules(self.actor_being.scene.options),
        )

    # ---- in the words of the table ----

    def proposals(self) -> Iterator[Proposal]:
        """What tactics choose, then what is gentler: somebody else, a blow that only stuns, leaving."""
        step = self._going_on() or self.actor.next_step()
        if step is not None:
            yield from self._told(step)
            yield from self._gentler(step)
        yield from self._flight()

    def _going_on(self) -> Step | None:
        """Attacks that are left of a full attack, for the next one within reach (CD20-ATT-03)."""
        made = self.actor.mine.fight.attacks_made
        if not made:
            return None
        named = self.actor.mine.fight.in_hand
        arm = next((at for at, line in enumerate(self.lines) if line.name == named), 0)
        mine, load = self.actor.mine, self.actor.mine.loads[arm]
        if load is not None:  # as it was when the first was fired
            mine = with_load(mine, arm, Load(load.loaded + made, load.spare, load.jammed))
        actor = replace(self.actor, mine=mine)
        reached = (foe for foe in actor.foes if actor.reaches(self.field.profiles[0].arms[arm], foe))
        foe = next(reached, None)
        more = foe is not None and made < len(actor.numbers(arm, full=True).numbers)
        return Step("full_attack", actor.liking, arm, foe) if more and foe is not None else None

    def _told(self, step: Step) -> Iterator[Proposal]:
        match step.do:
            case "attack" | "full_attack" | "take_aim":
                yield self._aimed(step, step.target, step.why)
            case "reload" | "clear_jam":
                yield Proposal(step.do, {"weapon_name": self.lines[step.arm].name}, step.why)
            case "movement":
                toward = {"toward": {"character": self.ids[step.target]}} if step.target >= 0 else {}
                yield Proposal(step.do, {"mode": step.mode, **toward}, step.why)

    def _aimed(self, step: Step, target: int, why: str, **more: Any) -> Proposal:
        id, line = self.ids[target], self.lines[step.arm]
        struck = step.do != "take_aim" and traditional(self.people[id])
        given = {"target": {"character": id}, **more}
        if step.do != "full_attack" or not self.field.profiles[0].arms[step.arm].natural:
            given["weapon_name"] = line.name
        if step.do == "full_attack" and not struck:
            given["spare_fallen"] = True
        if step.situation:
            given["situation"] = list(step.situation)
        return Proposal("attack_traditional" if struck else step.do, given, why)

    def _gentler(self, step: Step) -> Iterator[Proposal]:
        if step.do not in ("attack", "full_attack"):
            return
        arm = self.field.profiles[0].arms[step.arm]
        near = (foe for foe in self.actor.foes if foe != step.target and self.actor.reaches(arm, foe))
        if not step.situation and (other := next(near, None)) is not None:
            yield self._aimed(step, other, "other")
        weapon = arm.weapon
        if not weapon.is_ranged and not weapon.pf_only and not traditional(self.people[self.ids[step.target]]):
            yield self._aimed(step, step.target, "stun", to_stun=True)

    def _flight(self) -> Iterator[Proposal]:
        mine, slow = self.actor.mine, "slow" in self.field.profiles[0].who.traits
        if self.actor.left < ONE or not self.actor.foes or mine.body.prone:
            return
        runs = self.actor.left == ALL and not slow and not is_lame(mine.body)
        yield Proposal("movement", {"mode": "run" if runs else "move"}, "flee")

    def legal(self) -> list[Proposal]:
        """Those that nothing bars, by the same place_of that bars acts at the table."""
        barred = {bar.value for bar in bars(self.actor_being, self.others, self.round, self.actor_being.scene.options)}
        return [one for one in self.proposals() if one.procedure not in barred]


def propose(who: Being, others: Mapping[str, Being]) -> list[Proposal]:
    """What tactics have somebody do now, and gentler things; nothing for whoever cannot act."""
    if not who.scene.fight or out(who):
        return []
    return Live(who, others).legal()
