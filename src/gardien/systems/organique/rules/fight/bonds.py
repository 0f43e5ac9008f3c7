"""What stands between people in a fight: who holds whom, who has fooled whom, who follows whom with a weapon (ACT, M6).

One value for all who fight: a script hands it on from line to line, the marks of a table are the same by person.
"""

from typing import TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from gardien.core.values import Value
from gardien.systems.organique.rules.fight.declared import AttackBlock
from gardien.systems.organique.rules.person import Person
from gardien.systems.organique.rules.tests.d20 import Parts
from gardien.systems.organique.vocabulary import Action, Hold

FOOLED = ("feint", 5)  # on the next attack on whoever was fooled (M6)
Done: TypeAlias = tuple[Action, AttackBlock]  # what was done, and what came of it
GRASP = 1  # steps of range that hands reach (ORG-RNG-01)


class Holding(Value, frozen=True):
    """Who holds whom, and how (ORG-ACT-05 to 08)."""

    holder: str
    victim: str
    kind: Hold = "hold"


class Feint(Value, frozen=True):
    """Who has fooled whom, and for how many turns that helps: this one and the next (M6)."""

    by: str
    on: str
    turns: int = 2


class Aim(Value, frozen=True):
    """Who follows whom with which weapon; anybody, with any, where nobody has said (ORG-FREE-02)."""

    by: str
    on: str = ""
    weapon: str = ""

    def fits(self, on: str, weapon: str) -> bool:
        """Whether it helps a shot at somebody with a weapon."""
        return self.on in ("", on) and self.weapon in ("", weapon)


class Bonds(Value, frozen=True, kw_only=True):
    """Holds, feints and aims of a fight; everybody by name, at the table by id."""

    holds: tuple[Holding, ...] = ()
    feints: tuple[Feint, ...] = ()
    aims: tuple[Aim, ...] = ()

    def held_by(self, holder: str) -> list[str]:
        """Those whom somebody holds."""
        return [one.victim for one in self.holds if one.holder == holder]

    def grips(self, victim: str) -> dict[str, Hold]:
        """How each of those who hold somebody does, the last one last."""
        return {one.holder: one.kind for one in self.holds if one.victim == victim}

    def aim(self, by: str) -> Aim | None:
        """Whom somebody follows, if anybody."""
        return next((one for one in self.aims if one.by == by), None)

    def helped(self, by: str, on: str, mods: Parts) -> Parts:
        """What weighs on an attack, with the feint that has fooled its target (M6)."""
        fooled = any((one.by, one.on) == (by, on) for one in self.feints)
        return tuple(dict((*mods, FOOLED)).items()) if fooled else mods

    def without(self, holder: str, victim: str) -> "Bonds":
        """One hold less; others stay (ORG-ACT-05)."""
        kept = tuple(one for one in self.holds if (one.holder, one.victim) != (holder, victim))
        return replace(self, holds=kept)

    def aiming(self, by: str, aim: Aim | None = None) -> "Bonds":
        """Somebody follows somebody else now; without, nobody any more (ORG-FREE-02)."""
        others = tuple(one for one in self.aims if one.by != by)
        return replace(self, aims=others if aim is None else (*others, aim))

    def after_action(self, by: str, on: str, action: Action, result: AttackBlock) -> "Bonds":
        """What an action did: a stunned holder lets go of everybody, a throw ends the hold, one grip changes into
        another; the next attack has used a feint up (ORG-ACT-05 to 08, ORG-ACT-21, M6)."""
        after = replace(self, holds=tuple(one for one in self.holds if one.holder != on)) if result.released else self
        if result.hit and action == "throw":
            after = after.without(by, on)
        if result.held is not UNSET and result.held != "none":
            after = replace(after, holds=(*after.without(by, on).holds, Holding(by, on, result.held)))
        feints = tuple(one for one in after.feints if (one.by, one.on) != (by, on))
        fooled = (Feint(by, on),) if action == "feint" and result.effect else ()
        return replace(after, feints=(*feints, *fooled))

    def after_exchange(self, by: str, on: str, done: Done, back: Done | None, before: Person, after: Person) -> "Bonds":
        """What an action and the one in the same moment did, and where they drove whom; `before` and `after`: whoever
        was attacked (ORG-MOD-11, ORG-REA-05, ORG-FREE-02)."""
        bonds, steps = self, steps_moved(done[1])
        if steps > GRASP:  # out of the hands of all others too
            bonds = replace(self, holds=tuple(one for one in self.holds if on not in (one.holder, one.victim)))
        bonds = bonds.after_action(by, on, *done)
        if back is not None:
            bonds = bonds.after_action(on, by, *back)
        return bonds if back is None and keeps_aim(before, after, steps) else bonds.aiming(on)

    def after_turns(self, by: str, turns: int = 1) -> "Bonds":
        """Some turns later for somebody’s feints (M6)."""
        mine = (replace(one, turns=one.turns - turns) for one in self.feints if one.by == by and one.turns > turns)
        return replace(self, feints=(*(one for one in self.feints if one.by != by), *mine))


def holds_on(able: bool, dead: bool, step: int | None) -> bool:
    """Whether a hold goes on: while whoever holds is able to and near enough, and the other lives (ORG-ACT-21)."""
    return able and not dead and (step or 0) <= GRASP


def holds_fast(kind: Hold) -> bool:
    """Whether nobody gets away from it but by strength; out of a lock, pain is the price (ORG-ACT-05, ORG-ACT-06)."""
    return kind != "lock"


def steps_moved(result: AttackBlock, closer: bool = False) -> int:
    """How far whoever was attacked is from where they stood: pushed, thrown, by a leap, or by a step of their own,
    which may lead them closer (M6, ORG-REA-05, ORG-FREE-04)."""
    pushed, moved = (0 if steps is UNSET else steps for steps in (result.steps_pushed, result.defender_moves))
    return pushed + (-moved if closer else moved)


def keeps_aim(before: Person, after: Person, steps: int = 0) -> bool:
    """Whether somebody still has their eye on a target: not who fell, was driven off, stunned, blinded or senseless
    (ORG-FREE-02)."""
    fell = after.body.prone and not before.body.prone
    return not (steps or fell or after.body.lose_action or after.body.blind) and after.can_act
