"""What fighters do by themselves: whom they go for, how they fire, when they aim, reload, come nearer or leave."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from gardien.core.values import Value
from gardien.shared.battles import foes
from gardien.systems.cthulhud20.options import Options
from gardien.systems.cthulhud20.rules.character import Combatant
from gardien.systems.cthulhud20.rules.fight.attack_declare import Volley as Numbers
from gardien.systems.cthulhud20.rules.fight.attack_declare import volley_of
from gardien.systems.cthulhud20.rules.fight.attack_modifiers import ARM_LENGTH, reach_for
from gardien.systems.cthulhud20.rules.fight.attack_severity import LIMB_EFFECTS, effect_of
from gardien.systems.cthulhud20.rules.fight.initiative_and_turns import Allowance, speed_of, turn_for
from gardien.systems.cthulhud20.rules.fight.weapons import weapon_of
from gardien.systems.cthulhud20.rules.tests.modifiers import base_attacks
from gardien.systems.cthulhud20.sim.acts import Clearing, Given, Shot, Volley
from gardien.systems.cthulhud20.sim.fighter_state import FighterState, Keeping, Load, combatant_of
from gardien.systems.cthulhud20.sim.fighters import LETTERS, Arm, FighterProfile
from gardien.systems.cthulhud20.vocabulary import FireMode, Situation

Kind = Literal["volley", "clear"]
HANDS = 2
CHARGE_MOVES = 2  # times the speed (CD20-P-ACT-03)
BELT = 2  # full rounds (CD20-P-GUN-05)


class Turn(Value, frozen=True):
    """A volley that goes on with the next target: which weapon, how many of its attacks are made."""

    arm: int
    made: int = 0


class Act(Struct, frozen=True):
    """An act to be played: its inputs, on whom, with which weapon; how whoever acts stands before the dice."""

    kind: Kind
    given: Given
    mine: FighterState
    arm: int
    target: int = -1
    rounds: int = 0  # of ammunition for each attack
    made: int = 0  # attacks of this turn before
    turn: Turn | None = None  # where it may go on with somebody else


class Move(Struct, frozen=True):
    """Something that needs no dice, or nothing at all."""

    mine: FighterState
    idle: bool = False


class Field(Struct, frozen=True):
    """The fight as whoever acts sees it."""

    profiles: Sequence[FighterProfile]
    side_of: Sequence[int]
    people: tuple[FighterState, ...]
    fit: tuple[bool, ...]  # who still fights
    far: float  # metres between the sides when the fight began
    concealment: int
    surprise: bool  # the round in which some are caught unawares (CD20-P-SURP-01)
    keeping: Sequence[Keeping]
    combatants: dict[tuple[int, FighterState, bool], Combatant]  # as attacks read them, remembered
    options: Options

    def combatant(self, at: int, fighter: FighterState, attacking: bool) -> Combatant:
        """Somebody as an attack reads them."""
        key = at, fighter, attacking
        seen_as = self.combatants.get(key)
        if seen_as is None:
            seen_as = self.combatants[key] = combatant_of(self.profiles[at], fighter, attacking)
        return seen_as

    def foes(self, who: int) -> list[int]:
        """Those of the other side who still fight, in the order of a fighter’s liking."""
        return foes(self.profiles[who].tactics.whom, who, self.side_of, self.fit, self._strength)

    def _strength(self, at: int) -> int:
        shown = self.people[at]
        return shown.body.pv + shown.body.pf if shown.hp is None else shown.hp


def choose(field: Field, who: int, turn: Turn | None) -> Act | Move:
    """What somebody does with a turn; a volley that was begun goes on first."""
    mine = field.people[who]
    if turn is not None:
        actor = Actor(field, who, mine, "normal", field.foes(who))
        return actor.fires(turn.arm, turn.made, full=True) or Move(after_volley(actor, turn))
    allowed, _ = turn_for(as_it_is(field, who, mine), field.surprise)
    mine = replace(mine, flat=False, charged=False, body=replace(mine.body, shock="none"))
    if allowed in ("none", "move"):
        return Move(replace(mine, aimed=False))
    actor = Actor(field, who, mine, allowed, field.foes(who))
    deed = actor.leaves() or actor.attacks() or actor.nears()
    return deed or Move(replace(mine, aimed=False), idle=True)


def as_it_is(field: Field, who: int, fighter: FighterState) -> Combatant:
    """Somebody whose turn begins, with whatever hampers it."""
    who_acts, shock = field.combatant(who, fighter, attacking=True), fighter.body.shock
    return who_acts if who_acts.shock_next_turn == shock else replace(who_acts, shock_next_turn=shock)


class Actor(Struct, frozen=True):
    """Somebody whose turn it is."""

    field: Field
    who: int
    mine: FighterState
    allowed: Allowance
    foes: Sequence[int]  # in the order of their liking

    @property
    def profile(self) -> FighterProfile:
        return self.field.profiles[self.who]

    @property
    def whole(self) -> bool:
        """Whether the turn is a whole one, not a partial action (CD20-P-ACT-01)."""
        return self.allowed == "normal"

    def metres(self, foe: int) -> float:
        """How far somebody is now; both may have come nearer."""
        return max(ARM_LENGTH, self.field.far - self.mine.moved - self.field.people[foe].moved)

    def usable(self, arm: Arm) -> bool:
        """Whether hands enough are left; what a body has of its own needs none (CD20-P-WOUND-01)."""
        body = self.mine.body
        out = [
            one for one in {*body.hampered_parts, *body.lost_parts} if effect_of(one, body.tables) == LIMB_EFFECTS[0]
        ]
        return arm.hands <= max(0, HANDS - len(out))

    def reaches(self, arm: Arm, foe: int) -> bool:
        """Whether a weapon can hit somebody from here."""
        metres = self.metres(foe)
        if not arm.ranged:
            return metres <= ARM_LENGTH
        return reach_for(self.profile.who, weapon_of(arm.weapon), metres, False).in_range

    # ---- going ----

    def leaves(self) -> Move | None:
        """Whoever is weak enough runs, and is gone a round later."""
        if self.mine.leaving:
            return Move(FighterState(body=self.mine.body, hp=self.mine.hp, flat=False, away=True))
        body, at = self.mine.body, self.profile.tactics.withdraw_at
        part = {"never": 0, "half": 2, "quarter": 4}[at]
        if not part or min(body.pv / body.pv_max, body.pf / body.pf_max) > 1 / part:
            return None
        return Move(replace(self.mine, leaving=True, aimed=False))

    # ---- attacks ----

    def attacks(self) -> Act | Move | None:
        """The first weapon that reaches somebody: fired, aimed, loaded or mended."""
        for at, arm in enumerate(self.profile.arms):
            if not self.usable(arm) or not any(self.reaches(arm, foe) for foe in self.foes):
                continue
            if self.mine.body.prone and not arm.ranged:
                return self.stands_up(at)
            deed = self.uses(at)
            if deed is not None:
                return deed
        return None

    def uses(self, at: int) -> Act | Move | None:
        """One weapon within reach, with all that comes before its use; nothing where it is of no use any more."""
        arm, load = self.profile.arms[at], self.mine.loads[at]
        if load is not None:
            if load.jammed:
                return self.clears(at) if self.whole else self.waits()
            if not load.loaded:
                return self.reloads(at, load)
        aims = self.profile.tactics.take_aim and arm.ranged and self.whole
        if aims and not self.mine.aimed:  # CD20-AIM-01
            return Move(replace(self.mine, aimed=True))
        return self.fires(at, full=self.whole)

    def stands_up(self, at: int) -> Act | Move:
        """From the ground nobody strikes: a move to stand, and one blow after it (CD20-P-ACT-03)."""
        up = replace(self, mine=replace(self.mine, body=replace(self.mine.body, prone=False)))
        return (up.fires(at) if self.whole else None) or Move(up.mine)

    def clears(self, at: int) -> Act:
        """A full round on a jam, with the first base number (CD20-P-GUN-06)."""
        return Act("clear", Clearing(self.profile.bases[0]), replace(self.mine, aimed=False), at)

    def reloads(self, at: int, load: Load) -> Act | Move | None:
        """A full magazine, as long as it takes; what is quick leaves an attack (CD20-P-GUN-05)."""
        if not load.spare:
            return None
        arm, mine = self.profile.arms[at], replace(self.mine, aimed=False)
        full = with_load(mine, at, Load(arm.magazine, load.spare - 1))
        if arm.reload == "free":
            return replace(self, mine=full).uses(at)
        if arm.reload == "move_equivalent":
            return (replace(self, mine=full).fires(at) if self.whole else None) or Move(full)
        if not self.whole:
            return self.waits()
        if arm.reload == "two_full_rounds" and self.mine.busy < BELT - 1:
            return Move(replace(mine, busy=self.mine.busy + 1))
        return Move(replace(full, busy=0))

    def waits(self) -> Move | None:
        """For a whole turn; not where none will come, after a wound in the chest (CD20-P-WOUND-01)."""
        ever, _ = turn_for(as_it_is(self.field, self.who, self.mine))
        return Move(replace(self.mine, aimed=False)) if ever == "normal" else None

    def numbers(self, at: int, full: bool) -> Numbers:
        """The base numbers of a full attack as rate and magazine allow, or of a single one (CD20-P-GUN-02)."""
        arm, load, who = self.profile.arms[at], self.mine.loads[at], self.profile.who
        if arm.natural:
            count = sum(one.count for one in self.together(arm)) if full else 1
            return Numbers(numbers=(0,) * count, malus=0, rounds=1)
        bases = self.profile.bases if arm.bonus is None else (0,) * arm.count
        if not full:
            return Numbers(numbers=bases[:1], malus=0, rounds=1)
        tactics, weapon = self.profile.tactics, weapon_of(arm.weapon)
        rapid = tactics.rapid_shot and arm.ranged and who.has("rapid_shot")
        mode: FireMode = tactics.fire if arm.ranged and LETTERS[tactics.fire] in weapon.rate else "semi"
        volley = volley_of(bases, mode, rapid, who.has("multishot"))
        if load is not None and load.loaded < volley.rounds:  # not enough for a burst, but for a shot
            volley = volley_of(bases, "semi", rapid, False)
        return volley.limited_to(weapon.most_shots if arm.ranged else 0, None if load is None else load.loaded)

    def together(self, arm: Arm) -> list[Arm]:
        """What a body strikes with all at once (CD20-P-ACT-03)."""
        return [one for one in self.profile.arms if one.natural and one.ranged == arm.ranged]

    def fires(self, at: int, made: int = 0, full: bool = False, situation: tuple[Situation, ...] = ()) -> Act | None:
        """The attacks of a turn from one of them on, at the first foe within reach."""
        arm = self.profile.arms[at]
        foe = next((foe for foe in self.foes if self.reaches(arm, foe)), None)
        shots = self.shots(at, foe, full, situation)[made:] if foe is not None else ()
        if foe is None or not shots:
            return None
        other, them = self.field.profiles[foe], self.field.people[foe]
        volley = Volley(
            shots=shots,
            target=self.field.combatant(foe, them, attacking=False),
            body=them.body,
            hp=them.hp,
            reduction=other.reduction,
            half=other.half_damage,
            keeping=self.field.keeping[foe],
        )
        turn = Turn(at, made) if len(shots) > 1 and len(self.foes) > 1 else None
        rounds = self.numbers(at, full).rounds if self.mine.loads[at] is not None else 0
        return Act("volley", volley, replace(self.mine, aimed=False), at, foe, rounds, made, turn)

    def shots(self, at: int, foe: int, full: bool, situation: tuple[Situation, ...]) -> tuple[Shot, ...]:
        """Every attack of a turn with one weapon; natural ones all together (CD20-P-ACT-03)."""
        arm, who = self.profile.arms[at], self.field.combatant(self.who, self.mine, attacking=True)
        tactics, volley = self.profile.tactics, self.numbers(at, full)
        arms = [one for one in self.together(arm) for _ in range(one.count)] if arm.natural and full else None
        melee = not arm.ranged and who.has("power_attack")
        return tuple(
            Shot(
                attacker=who,
                weapon=one.weapon,
                bonus=one.bonus,
                base=number,
                malus=volley.malus,
                distance=self.metres(foe),
                aim=tactics.aim,
                aimed=self.mine.aimed and not place and one.ranged,
                power=min(tactics.power_attack, max(0, base_attacks(who)[0])) if melee else 0,
                situation=situation,
                concealment=self.field.concealment,
                lethality=one.lethality,
                damage=one.damage,
            )
            for place, (one, number) in enumerate(zip(arms or [arm] * len(volley.numbers), volley.numbers, strict=True))
        )

    # ---- coming nearer ----

    def nears(self) -> Act | Move | None:
        """A move and a blow where that is enough, a charge where it is not, else two moves (CD20-P-ACT-02)."""
        hand = next((at for at, arm in enumerate(self.profile.arms) if self.usable(arm)), None)
        if hand is None or not self.foes or not self.profile.walks:
            return None
        if self.mine.body.prone:
            return Move(replace(self.mine, aimed=False, body=replace(self.mine.body, prone=False)))
        foe = min(self.foes, key=self.metres)
        gap = self.metres(foe) - ARM_LENGTH
        speed = float(speed_of(as_it_is(self.field, self.who, self.mine)))
        if gap <= 0 or speed <= 0:
            return None
        moves = CHARGE_MOVES if self.whole else 1
        near = replace(self, mine=replace(self.mine, aimed=False, moved=self.mine.moved + min(gap, moves * speed)))
        if not self.whole or gap > moves * speed:
            return Move(near.mine)
        if gap <= speed:
            return near.fires(hand) or Move(near.mine)
        if not self.profile.tactics.charge or is_lame(self.mine):
            return Move(near.mine)
        charging = replace(near, mine=replace(near.mine, charged=True))
        return charging.fires(hand, situation=("charging",)) or Move(near.mine)


def is_lame(mine: FighterState) -> bool:
    """Whether a leg is out of use: then nobody charges (CD20-P-WOUND-01)."""
    body = mine.body
    return any(effect_of(one, body.tables) == LIMB_EFFECTS[1] for one in (*body.hampered_parts, *body.lost_parts))


def after_volley(actor: Actor, turn: Turn) -> FighterState:
    """Whoever finds nobody else to go on with: what was fired is gone."""
    return after_use(actor.mine, turn.arm, turn.made * actor.numbers(turn.arm, full=True).rounds)


def after_use(mine: FighterState, at: int, rounds: int, jammed: bool = False) -> FighterState:
    """A weapon after its use; magazines that cannot be emptied are none (CD20-P-GUN-01)."""
    load = mine.loads[at]
    return mine if load is None else with_load(mine, at, Load(load.loaded - rounds, load.spare, jammed))


def with_load(mine: FighterState, at: int, load: Load) -> FighterState:
    return replace(mine, loads=(*mine.loads[:at], load, *mine.loads[at + 1 :]))
