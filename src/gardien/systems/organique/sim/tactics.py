"""What fighters do by themselves, in simple words: shoot where one can, else come near and strike (FREE, RNG, ACT).

Weapons come in the order in which they are carried: the first that can be used is used. Whoever lies stands up, whoever
is out of reach splits the action where half a move is enough, else spends it on a move; the reaction answers the first
attack of the turn.
"""

from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from gardien.shared import battles
from gardien.shared.line import farther
from gardien.systems.organique.options import Options
from gardien.systems.organique.rules.fight import attack_modifiers, turn_budget
from gardien.systems.organique.rules.fight.declared import Attack, Reaction
from gardien.systems.organique.rules.fight.state import FighterState
from gardien.systems.organique.rules.fight.turn import Turn
from gardien.systems.organique.rules.fight.weapons import Weapon, reaches, weapon_of
from gardien.systems.organique.rules.person import Body, Person
from gardien.systems.organique.sheet.parts import SheetWeapon
from gardien.systems.organique.sim.fighters import FighterProfile, Stroke
from gardien.systems.organique.table.weapon_use import EMPTY, group_of, reloaded, takes_load, used, why_not
from gardien.systems.organique.vocabulary import RANGED, Action, FreeAction, ReactionKind

STROKES: dict[Stroke, tuple[Action, ...]] = {  # what is tried first; plain strikes where a weapon cannot do it
    "strike": (),
    "easy_strike": ("easy_strike",),
    "vital": ("vital_blade", "vital_mass"),
    "stun": ("stun",),
    "knock_out": ("knock_out",),
}
ANSWERS: dict[str, tuple[ReactionKind, ...]] = {
    "best": ("dodge", "parry"),  # of two as likely, the first
    "dodge": ("dodge",),
    "parry": ("parry",),
    "none": (),
}
METRE = 100  # in centimetres
CLOSEST_SHOT = 3  # a step of range: whoever comes near enough to shoot comes no nearer
NOBODY = -1


class WeighedFighter(FighterState, frozen=True, kw_only=True):
    """Somebody in a fight with their body and what they carry; of the rest only turn and place count here."""

    body: Body
    stands: float = 0
    lines: tuple[SheetWeapon, ...] = ()  # what they carry, bare hands last
    aimed: int = NOBODY  # whom they follow with a weapon
    leaving: bool = False
    away: bool = False


class Act(Struct, frozen=True):
    """An attack to be played, by whom and on whom, with which weapon; how both stand before the dice."""

    mine: WeighedFighter
    theirs: WeighedFighter
    target: int
    arm: int
    attack: Attack
    reaction: Reaction


Plan: TypeAlias = tuple[Attack, Reaction]  # an attack and what it will meet


class Move(Struct, frozen=True):
    """Something that needs no dice, or nothing at all: of which kind, about whom, how near, with which weapon; `half`
    of an action, where another half is left for what follows."""

    mine: WeighedFighter
    idle: bool = False
    kind: FreeAction | None = None
    target: int = NOBODY
    step: int = 0
    arm: int = NOBODY
    half: bool = False


class Field(battles.Field[FighterProfile, WeighedFighter], frozen=True):
    """The fight as whoever acts sees it."""

    options: Options
    known: dict[Any, Plan | None]  # what was thought out already, in this fight

    def person(self, at: int) -> Person:
        return Person(self.profiles[at].person.frame, self.people[at].body)

    def foes(self, who: int) -> list[int]:
        """Of equals, whoever has not acted yet, then whoever cannot answer any more."""
        whom = self.profiles[who].tactics.whom
        last = -1 if whom == "strongest" else 1  # the strongest are read from the end

        def rank(at: int) -> tuple[int, ...]:
            slots = self.people[at].turn.slots
            return self.strength(at), last * (not slots.can_act), last * slots.reactions

        return battles.foes(whom, who, self.side_of, self.fit, rank)

    def strength(self, at: int) -> int:
        body = self.people[at].body
        return body.structure if self.profiles[at].person.machine else body.sng + body.inc


def entering(profile: FighterProfile, stands: float) -> WeighedFighter:
    """Somebody as the fight begins; no reaction in the first turn for whoever is surprised (ORG-INIT-02)."""
    return WeighedFighter(
        body=profile.person.body,
        turn=Turn(surprised=profile.surprised),
        stands=stands,
        lines=profile.arms,
    )


def choose(field: Field, who: int) -> Act | Move:
    """What somebody does with an action; whoever has none left waits for the next turn (ORG-TURN-01)."""
    mine = field.people[who]
    if not mine.turn.slots.can_act:
        return Move(mine)
    actor = Actor(field, who, mine, tuple(field.foes(who)))
    return actor.leaves() or actor.rises() or actor.attacks() or Move(replace(mine, aimed=NOBODY), idle=True)


class Actor(Struct, frozen=True):
    """Somebody whose action it is."""

    field: Field
    who: int
    mine: WeighedFighter
    foes: tuple[int, ...]  # in the order of their liking

    @property
    def profile(self) -> FighterProfile:
        return self.field.profiles[self.who]

    @property
    def person(self) -> Person:
        return Person(self.profile.person.frame, self.mine.body)

    @property
    def halved(self) -> bool:
        """Whether only half of an action is left (ORG-TURN-04)."""
        return not self.mine.turn.slots.actions

    def after_action(self, half: bool = False, **changed: object) -> WeighedFighter:
        """After the action, or half of it: whoever does something else loses the aim (ORG-FREE-02)."""
        return replace(self.mine, **{"turn": self.mine.turn.acted(half), "aimed": NOBODY, **changed})

    def metres(self, foe: int) -> float:
        """How far somebody is now."""
        return abs(self.mine.stands - self.field.people[foe].stands)

    def goes(self, foe: int, step: int, half: bool = False) -> Move | None:
        """What is left of it, or half, into the way to a step of range from somebody (ORG-FREE-04, ORG-TURN-04)."""
        gained = turn_budget.gone_towards(step, self.metres(foe), turn_budget.pace(self.person, half or self.halved))
        there = farther(self.mine.stands, self.field.people[foe].stands, gained)
        then = self.after_action(half, stands=there)
        return Move(then, kind="move", target=foe, step=step, half=half) if gained else None

    # ---- what comes before ----

    def leaves(self) -> Move | None:
        """Whoever is weak enough runs, and is gone a turn later."""
        if self.mine.leaving:
            return Move(self.after_action(away=True))
        part = {"never": 0, "half": 2, "quarter": 4}[self.profile.tactics.withdraw_at]
        frame, body = self.person.frame, self.mine.body
        now, whole = (body.structure, self.profile.person.body.structure) if frame.machine else (body.sng, frame.SNG)
        return Move(self.after_action(leaving=True)) if part and part * now <= whole else None

    def rises(self) -> Move | None:
        """Nobody stays on the ground (ORG-FREE-03)."""
        up = replace(self.mine.body, prone=False)
        return Move(self.after_action(body=up), kind="stand_up") if self.mine.body.prone else None

    # ---- the weapons in their order ----

    def attacks(self) -> Act | Move | None:
        """The first weapon of use: fired or struck with, aimed, loaded, or carried nearer."""
        for at in range(len(self.mine.lines)):
            use = self.uses(at)
            if use is not None:
                return use
        return self.nears()

    def nears(self) -> Move | None:
        """Whoever has nothing but what shoots goes as near as it must be (ORG-RNG-02, ORG-FREE-04)."""
        for at, line in enumerate(self.mine.lines):
            weapon, why = self.weapon(at), why_not(line)
            ready = not why or (why == EMPTY and takes_load(line))
            if not weapon.is_ranged or not ready or not self.foes or weapon.max_cm is None:
                continue
            nearest = min(self.foes, key=self.metres)
            move = self.goes(nearest, min(CLOSEST_SHOT, weapon.max_cm // METRE))
            if move is not None:
                return move
        return None

    def weapon(self, at: int) -> Weapon:
        """A weapon in this hand, with poison on it as long as there is any (ORG-POI-01)."""
        return weapon_of(self.mine.lines[at].weapon_input(), self.person)

    def uses(self, at: int) -> Act | Move | None:
        line, weapon = self.mine.lines[at], self.weapon(at)
        why = why_not(line)
        if why not in ("", EMPTY) or not self.foes:
            return None
        if not weapon.is_ranged:
            return self.strikes(at, weapon)
        foe = next((foe for foe in self.foes if self.fits(weapon, foe)), None)
        if foe is None:
            return None
        if why:  # as many actions as it takes, and as many cartridges as are left (M9)
            lines = with_line(self.mine, at, reloaded(line))
            return Move(self.after_action(lines=lines), kind="reload", arm=at) if takes_load(line) else None
        aims = self.profile.tactics.aim and not self.mine.body.blind
        if aims and self.mine.aimed != foe and not self.halved:  # a whole turn (ORG-FREE-02)
            return Move(self.after_action(aimed=foe), kind="aim", target=foe, arm=at)
        return self.act(at, weapon, foe)

    def fits(self, weapon: Weapon, foe: int) -> bool:
        """Whether a shot from here is allowed (ORG-RNG-01, ORG-RNG-02)."""
        metres = self.metres(foe)
        return reaches(weapon, turn_budget.step_at(metres), round(metres * METRE))

    def strikes(self, at: int, weapon: Weapon) -> Act | Move | None:
        """Hand to hand: at whoever is in reach, else nearer or farther to the nearest (ORG-RNG-01, ORG-FREE-04)."""
        foe = next((foe for foe in self.foes if reaches(weapon, turn_budget.step_at(self.metres(foe)))), None)
        if foe is not None:
            return self.act(at, weapon, foe)
        near = min(self.foes, key=self.metres)
        if not self.halved and (steps := self.goes(near, weapon.range_max, half=True)):
            here = replace(self, mine=steps.mine)
            if any(reaches(weapon, turn_budget.step_at(here.metres(foe))) for foe in self.foes):
                return steps
        return self.goes(near, weapon.range_max)

    # ---- one attack ----

    def act(self, at: int, weapon: Weapon, foe: int) -> Act | None:
        """An attack as stated, with the reaction it meets: worked out once for people in the same condition."""
        theirs, known = self.field.people[foe], self.field.known
        key = (self.who, fit(self.mine), foe, fit(theirs), at)
        if key not in known:
            planned = self.attack(at, weapon, foe)
            known[key] = None if planned is None else (planned, self.answer(foe, planned))
        if (plan := known[key]) is None:
            return None
        attack, reaction = plan
        then = theirs if reaction.kind == "none" else replace(theirs, turn=theirs.turn.answered())
        return Act(self.after_action(), then, foe, at, attack, reaction)

    def attack(self, at: int, weapon: Weapon, foe: int) -> Attack | None:
        """The stated stroke where the weapon can do it, else a plain one; bursts as far as the magazine goes."""
        tactics, metres = self.profile.tactics, self.metres(foe)
        actions: tuple[Action, ...] = ("shoot",) if weapon.is_ranged else (*STROKES[tactics.stroke], "strike")
        line, shots = self.mine.lines[at], 1
        if weapon.is_ranged and tactics.fire == "burst" and weapon.rate > 1:
            shots = min(weapon.rate, line.loaded) if line.magazine else weapon.rate
        for action in actions:
            bonus = dict(self.profile.bonuses).get(action, 0)
            attack = Attack(
                action=action,
                weapon=weapon,
                range_step=turn_budget.step_at(metres),
                distance_cm=round(metres * METRE) if weapon.is_ranged else 0,
                aim=self.mine.aimed == foe and weapon.is_ranged,
                split=self.halved,
                shots=shots,
                cover=self.field.profiles[foe].cover if weapon.is_ranged else None,
                mods=(("profile", bonus),) if bonus else (),
            )
            for one in (attack, replace(attack, shots=1)):
                if (
                    attack_modifiers.action_fault(one, self.person)
                    or attack_modifiers.target_fault(one, self.person, self.field.person(foe))
                ) is None:
                    return one
        return None

    def answer(self, foe: int, attack: Attack) -> Reaction:
        """The likeliest reaction of those stated, as long as the target has one left (ORG-REA-08)."""
        theirs, profile = self.field.people[foe], self.field.profiles[foe]
        person = self.field.person(foe)
        ready = theirs.turn.slots.reactions > 0 and person.can_act
        reactions = [self._ready(foe, kind) for kind in ANSWERS[profile.tactics.react]] if ready else []
        able = [one for one in reactions if one is not None and attack_modifiers.misfit(one, attack) is None]
        nothing = Reaction(kind="none", weapon=weapon_of("punch", person))
        return max(able, key=lambda one: self._likelihood(one, person, attack), default=nothing)

    def _ready(self, foe: int, kind: ReactionKind) -> Reaction | None:
        """A reaction of somebody, with a shield where there is one, else the first thing in hand that is no gun."""
        figure, person = self.field.profiles[foe], self.field.person(foe)
        ready = [one for one in self.field.people[foe].lines if why_not(one) in ("", EMPTY)]
        held = [weapon_of(one.weapon_input(), person) for one in ready]
        guards = sorted((one for one in held if not one.is_ranged), key=lambda one: one.group != "shield")
        if kind == "parry" and not guards:
            return None
        weapon = guards[0] if guards else weapon_of("punch", person)
        bonus = dict(figure.bonuses).get(kind, 0)
        mods = (("profile", bonus),) if bonus else ()
        return Reaction(kind=kind, weapon=weapon, bare_limb=kind == "parry" and weapon.bare, mods=mods)

    def _likelihood(self, reaction: Reaction, person: Person, attack: Attack) -> int:
        """What a reaction is thrown with, against its difficulty."""
        leaning = attack_modifiers.bends(reaction, attack, self.person, person, self.field.options)
        throw = attack_modifiers.defence_throw(reaction, person, self.field.options, leaning=leaning)
        return -1000 if throw is None else throw.base + throw.mod - throw.difficulty


def fit(fighter: WeighedFighter) -> WeighedFighter:
    """Somebody who fights, without what no throw asks for: how much is left of each reserve (ORG-CBT-01)."""
    body = fighter.body
    return replace(fighter, body=replace(body, sng=1, cps=1, inc=1, structure=1, end=min(1, body.end), wounds=()))


def with_line(mine: WeighedFighter, at: int, line: SheetWeapon) -> tuple[SheetWeapon, ...]:
    return (*mine.lines[:at], line, *mine.lines[at + 1 :])


def after_use(mine: WeighedFighter, at: int, shots: int, dosed: bool, jammed: bool, broken: bool) -> WeighedFighter:
    """A weapon after its use: cartridges and poison gone, jammed or broken (M9, ORG-POI-01, ORG-WPN-05)."""
    line = mine.lines[at]
    shot = group_of(line) in RANGED
    if not (shot or dosed or jammed or broken):
        return mine
    return replace(mine, lines=with_line(mine, at, used(line, shots, shot, shot, False, dosed, jammed, broken)))
